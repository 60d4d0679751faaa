import {
  PROTOCOL,
  type Act,
  type Away,
  type Hints,
  type Logged,
  type PlayView,
  type Preview,
  type Refusal,
  type ServerMessage,
  type TableView,
  type Welcome,
} from '../generated/protocol';
import type { ClientMessage } from '../generated/protocol';
import { Actors } from './actors';
import type { Legal } from './hand.svelte';
import { Heartbeat } from './heartbeat';
import { ownerName, seatName } from './seats';
import { reuseUnchanged } from './reuse';
import { dropTable, heldTable, holdTable, settings } from './settings.svelte';
import type { Action, GameEvent } from './types';

export { seatName };

/** What happened, in order, without what was taken back. */
export interface Happened {
  seq: number;
  index: number;
  event: GameEvent;
  /** Who sat on each seat then. */
  names?: string[];
}

type Connection = 'connecting' | 'open' | 'lost' | 'gone';

interface Received {
  message: ServerMessage;
  start: number;
}

/** An own action that the server has not confirmed yet. */
interface Pending {
  id: number;
  action: Action;
  moved: number;
}

/** A live table: folds what the server sends, comes back by itself, and never decides anything. */
export class TableStore {
  code: string;
  connection = $state<Connection>('connecting');
  table = $state.raw<TableView | null>(null);
  play = $state.raw<PlayView | null>(null);
  entries = $state.raw<Logged[]>([]);
  you = $state<number | null>(null);
  /** Whether this is the spectators' link. */
  watching = $state(false);
  /** Persons whom this reader does not want to hear; the host's mute is for all. */
  hidden = $state.raw<number[]>([]);
  online = $state.raw<number[]>([]);
  /** Who is away, and when others may take over, by the server's time. */
  away = $state.raw<Away[]>([]);
  phrases = $state.raw<string[]>([]);
  refusal = $state.raw<Refusal | null>(null);
  /** What each legal action would change, in the last position in which this device decided. */
  preview = $state.raw<Preview | null>(null);
  /** What a strong player thinks of the position that was asked about last. */
  hints = $state.raw<Hints | null>(null);
  asking = $state(false);
  newVersion = $state(false);
  /** Sent but not confirmed: after a moment it is said to be waiting, and after a loss it is sent again, never done twice. */
  pending = $state.raw<Pending | null>(null);
  waiting = $state(false);
  /** Something was asked for while there was no connection. */
  unsent = $state(false);
  seq = 0;
  skew = 0;
  /** When this connection began, by the server's time. */
  since = 0;
  /** From message to paint, for the speed test. */
  painted: number[] = [];

  #socket: WebSocket | null = null;
  #server = '';
  #wait = 400;
  #timer = 0;
  #id = 0;
  #asked = 0;
  #about = '';
  #answers = new Map<string, Hints>();
  #resuming = false;
  #slow = 0;
  #heart = new Heartbeat(
    () => this.#send({ type: 'ping' }),
    () => this.#dead(),
  );
  #online = () => {
    if (this.connection === 'lost') this.retry();
  };
  #closed = false;
  #waiting: Received[] = [];
  #batch: Received[] = [];

  mine = $derived((this.table?.seats ?? []).flatMap((s, i) => (this.you !== null && s.person === this.you ? [i] : [])));
  rules = $derived(this.table?.rules ?? null);
  /** Also those on which a bot plays until I return. */
  own = $derived(
    (this.table?.seats ?? []).flatMap((s, i) =>
      this.you !== null && (s.person === this.you || s.owner === this.you) ? [i] : [],
    ),
  );
  names = $derived(this.table ? this.table.seats.map((seat) => ownerName(this.table!, seat)) : []);
  colours = $derived((this.table?.seats ?? []).map((s) => s.colour));
  isHost = $derived(this.you !== null && this.table?.host === this.you);
  myTurn = $derived(this.play?.seat != null && this.mine.includes(this.play.seat) && !this.play.state.over);
  undoable = $derived(this.play?.undoable != null && this.mine.includes(this.play.undoable));
  happened = $derived.by((): Happened[] => {
    const undone = new Set(this.entries.flatMap((l) => (l.entry.type === 'took-back' ? [l.entry.undone] : [])));
    const out: Happened[] = [];
    const actors = new Actors();
    for (const logged of this.entries) {
      const { seq, entry } = logged;
      actors.follow(logged);
      if ((entry.type !== 'act' && entry.type !== 'started') || undone.has(seq)) continue;
      const { names } = actors;
      (entry as Act).events.forEach((event, index) => out.push({ seq, index, event, names }));
    }
    return out;
  });
  /** Clocks that ran out, in order. */
  timeouts = $derived(
    this.entries.flatMap((l) => (l.entry.type === 'timeout' ? [{ seq: l.seq, seat: l.entry.seat }] : [])),
  );
  chat = $derived(this.entries.flatMap((l) => (l.entry.type === 'said' ? [{ seq: l.seq, said: l.entry }] : [])));
  legal = $derived.by((): Legal[] => {
    if (!this.play || !this.myTurn) return [];
    const known = this.preview?.moved === this.play.moved ? this.preview.worth : [];
    return this.play.legal.map((action, i) => ({ action, ...known[i] }));
  });

  constructor(code: string) {
    this.code = code;
    addEventListener('online', this.#online);
    this.connect();
  }

  get token(): string | null {
    return heldTable(this.code)?.tokens.token ?? null;
  }

  connect(): void {
    if (this.#closed) return;
    const socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`);
    this.#socket = socket;
    socket.onopen = () =>
      this.#send({
        type: 'hello',
        table: this.code,
        token: this.token,
        seq: this.seq,
        version: PROTOCOL,
        preview: true,
      });
    this.#heart.start();
    socket.onmessage = (e) => {
      if (socket === this.#socket) this.#receive(String(e.data));
    };
    socket.onclose = () => this.#lost(socket);
    socket.onerror = () => socket.close();
  }

  /** Nothing is heard any more, and closing may take long: the connection is given up at once. */
  #dead(): void {
    const silent = this.#socket;
    if (!silent) return;
    this.#lost(silent);
    silent.onclose = null;
    silent.close();
  }

  /** Connection lost is said, retried and resumed from the last entry seen. */
  #lost(socket: WebSocket): void {
    if (socket !== this.#socket || this.#closed || this.connection === 'gone') return;
    this.connection = 'lost';
    this.asking = false;
    this.waiting = this.pending !== null;
    this.#heart.stop();
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.connect(), this.#wait);
    this.#wait = Math.min(8000, this.#wait * 1.7);
  }

  retry(): void {
    this.#wait = 400;
    clearTimeout(this.#timer);
    this.connect();
  }

  /** With another token, from the last entry seen: the log is the same for everybody. */
  reconnect(): void {
    const old = this.#socket;
    this.#socket = null;
    old?.close();
    this.retry();
  }

  close(): void {
    this.#closed = true;
    this.#heart.stop();
    removeEventListener('online', this.#online);
    clearTimeout(this.#timer);
    clearTimeout(this.#slow);
    this.#socket?.close();
  }

  #send(message: ClientMessage): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify({ ...message, id: ++this.#id }));
    return true;
  }

  send(message: ClientMessage): void {
    this.refusal = null;
    this.unsent = this.connection === 'lost' || !this.#send(message);
  }

  act(action: Action): void {
    if (!this.play || this.pending?.moved === this.play.moved) return;
    this.refusal = null;
    this.pending = { id: 0, action, moved: this.play.moved };
    if (this.connection === 'open') this.#act();
    else this.waiting = true;
  }

  #act(): void {
    if (!this.pending) return;
    this.#send({ type: 'act', seq: this.seq, action: this.pending.action });
    const sent = (this.pending = { ...this.pending, id: this.#id });
    clearTimeout(this.#slow);
    this.#slow = window.setTimeout(() => {
      this.waiting = this.pending === sent;
    }, 1500);
  }

  #done(): void {
    clearTimeout(this.#slow);
    this.pending = null;
    this.waiting = false;
  }

  /** After a loss: what waits is sent if the game still stands where it was clicked; otherwise it happened, or is refused. */
  #resume(): void {
    this.#resuming = false;
    this.unsent = false;
    const { pending } = this;
    if (!pending) return;
    if (this.play?.moved === pending.moved) {
      this.#act();
      return;
    }
    const same = JSON.stringify(pending.action);
    const happened = this.happened.some((h) => h.seq > pending.moved && JSON.stringify(h.event) === same);
    if (!happened) this.refusal = { type: 'refused', id: null, code: 'behind', details: {}, text: '', seq: this.seq };
    this.#done();
  }

  takeBack(): void {
    this.send({ type: 'take-back', seq: this.seq });
  }

  /** Asks for hints: about the present position, or about the one after an earlier entry, and about an action there. */
  ask(seq: number | null = null, action: Action | null = null): void {
    this.refusal = null;
    this.#about = `${seq ?? this.play?.moved} ${JSON.stringify(action)}`;
    const known = this.#answers.get(this.#about);
    if (known) {
      this.hints = known;
      this.asking = false;
      return;
    }
    // What is known of the position stays in sight while another action of it is judged.
    if (!action || this.hints?.seq !== (seq ?? this.seq)) this.hints = null;
    this.asking = this.#send({ type: 'hint', seq, action });
    this.#asked = this.#id;
  }

  /** Nobody waits for an answer any more. */
  dismiss(): void {
    if (this.asking) this.#send({ type: 'no-hint' });
    this.hints = null;
    this.asking = false;
    this.#asked = 0;
  }

  /** The first message of a frame is drawn at once; what comes before that is painted is drawn together in the next. */
  #receive(text: string): void {
    const start = performance.now();
    const message = JSON.parse(text) as ServerMessage;
    this.#heart.heard();
    if (message.type === 'pong') return;
    this.#waiting.push({ message, start });
    if (!this.#batch.length) this.#draw();
  }

  #draw(): void {
    const batch = this.#waiting;
    if (!batch.length) return;
    this.#waiting = [];
    this.#batch = batch;
    const painted = () => {
      if (batch !== this.#batch) return;
      for (const { message, start } of batch)
        if (message.type === 'update') this.painted.push(performance.now() - start);
      this.#batch = [];
      this.#draw();
    };
    requestAnimationFrame(() => setTimeout(painted));
    // A page that nobody looks at is not painted, but must know when it is its turn.
    setTimeout(painted, 250);
    for (const { message } of batch) this.#take(message);
  }

  #take(message: ServerMessage): void {
    switch (message.type) {
      case 'welcome':
        this.#welcome(message);
        break;
      case 'update':
        if (message.entries.length)
          this.entries = [...this.entries, ...message.entries.filter((l) => l.seq > this.seq)];
        this.seq = message.seq;
        this.skew = Date.now() - message.now;
        if (message.table) this.#seat(message.table);
        if (this.refusal && message.seq > this.refusal.seq) this.refusal = null;
        if (message.play) {
          this.play = reuseUnchanged(this.play, message.play);
          this.dismiss();
        }
        if (this.#resuming) this.#resume();
        else if (this.pending && this.play && this.play.moved > this.pending.moved) this.#done();
        break;
      case 'preview':
        this.preview = message;
        break;
      case 'ack':
        if (message.id === this.pending?.id) this.#done();
        break;
      case 'hints':
        if (message.id === this.#asked) {
          this.#answers.set(this.#about, message);
          this.hints = message;
          this.asking = false;
        }
        break;
      case 'refused':
        if (message.code === 'superseded') break;
        if (message.id !== null && message.id === this.pending?.id) this.#done();
        if (message.id === this.#asked) this.asking = false;
        if (message.code === 'no-table' || message.code === 'bad-token') {
          this.connection = 'gone';
          if (message.code === 'bad-token') dropTable(this.code);
        } else this.refusal = message;
        break;
      case 'presence':
        this.online = message.online;
        this.away = message.away;
        break;
      default:
        break;
    }
  }

  #welcome(message: Welcome): void {
    this.#resuming = this.connection === 'lost';
    this.connection = 'open';
    this.#wait = 400;
    this.you = message.you;
    this.since = message.now - 10_000;
    this.watching = message.watching;
    this.online = message.online;
    this.away = message.away;
    this.phrases = message.phrases;
    if (this.#server && this.#server !== message.server) this.newVersion = true;
    this.#server = message.server;
  }

  #seat(table: TableView): void {
    this.table = table;
    const held = heldTable(this.code);
    if (held) holdTable({ ...held, ruleset: table.ruleset, names: table.seats.map(seatName), seen: Date.now() });
  }
}

/** A name that others see; kept on this device. */
export const myName = (fallback: string): string => settings.name.trim() || fallback;
