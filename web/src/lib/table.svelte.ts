import {
  PROTOCOL,
  type Away,
  type ClientMessage,
  type Logged,
  type PlayView,
  type Preview,
  type Refusal,
  type ServerMessage,
  type TableView,
  type Update,
  type Welcome,
} from '../generated/protocol';
import { Actors } from './actors';
import { Connection } from './connection';
import type { Legal } from './hand.svelte';
import { HintDesk } from './hint_desk.svelte';
import { OwnAction } from './own_action.svelte';
import { PaintQueue } from './paint_queue';
import { reuseUnchanged } from './reuse';
import { ownerName, seatName } from './seats';
import { dropTable, heldTable, holdTable } from './settings.svelte';
import type { Action, GameEvent } from './types';

/** What happened, in order, without what was taken back. */
export interface Happened {
  seq: number;
  index: number;
  event: GameEvent;
  /** Who sat on each seat then. */
  names?: string[];
}

/** A live table: folds what the server sends, comes back by itself, and never decides anything. */
export class TableStore {
  code: string;
  connection = $state<'connecting' | 'open' | 'lost' | 'gone'>('connecting');
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
  newVersion = $state(false);
  /** Something was asked for while there was no connection. */
  unsent = $state(false);
  seq = 0;
  skew = 0;
  /** When this connection began, by the server's time. */
  since = 0;
  /** From message to paint, for the speed test. */
  painted: number[] = [];

  /** The position whose last action is being taken back. */
  #takenBack: number | null = null;
  #server = '';
  #resuming = false;
  #queue = new PaintQueue<ServerMessage>(
    (message) => this.#take(message),
    ({ type }, milliseconds) => {
      if (type === 'update') this.painted.push(milliseconds);
    },
  );
  #connection = new Connection({
    hello: () => ({
      type: 'hello',
      table: this.code,
      token: heldTable(this.code)?.tokens.token ?? null,
      seq: this.seq,
      version: PROTOCOL,
      preview: true,
    }),
    hear: (message) => this.#queue.add(message),
    lost: () => this.#lost(),
  });
  /** What was decided here and is not confirmed yet; never done twice. */
  decided = new OwnAction((action) => this.#say({ type: 'act', seq: this.seq, action }));
  desk = new HintDesk(
    (message) => this.#say(message),
    () => this.play?.game_seq,
  );

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
      entry.events.forEach((event, index) => out.push({ seq, index, event, names }));
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
    const known = this.preview?.game_seq === this.play.game_seq ? this.preview.worth : [];
    return this.play.legal.map((action, i) => ({ action, ...known[i] }));
  });

  constructor(code: string) {
    this.code = code;
  }

  /** From the last entry seen, with another token too: the log is the same for everybody. */
  retry(): void {
    this.#connection.retry();
  }

  close(): void {
    this.#connection.close();
    this.decided.done();
  }

  send(message: ClientMessage): void {
    this.unsent = this.connection === 'lost' || !this.#say(message);
  }

  #say(message: ClientMessage): number {
    this.refusal = null;
    return this.#connection.send(message);
  }

  act(action: Action): void {
    if (!this.play || this.decided.pending?.game_seq === this.play.game_seq) return;
    this.refusal = null;
    this.decided.decide(action, this.play.game_seq, this.connection === 'open');
  }

  /** Once for each position: whoever presses twice has not asked for more. */
  takeBack(): void {
    const position = this.play?.game_seq ?? null;
    if (position === this.#takenBack) return;
    this.send({ type: 'take-back', seq: this.seq });
    if (!this.unsent) this.#takenBack = position;
  }

  /** Lost: it is said, tried again, and goes on from the last entry seen. */
  #lost(): void {
    this.connection = 'lost';
    this.desk.stop();
    this.decided.lost();
    this.#takenBack = null;
  }

  /** After a loss: what waits is sent if the game still stands where it was clicked; otherwise it happened, or is refused. */
  #resume(): void {
    this.#resuming = false;
    this.unsent = false;
    const { pending } = this.decided;
    if (!pending) return;
    if (this.play?.game_seq === pending.game_seq) {
      this.decided.send();
      return;
    }
    const same = JSON.stringify(pending.action);
    const happened = this.happened.some((h) => h.seq > pending.game_seq && JSON.stringify(h.event) === same);
    if (!happened) this.refusal = { type: 'refused', id: null, code: 'behind', details: {}, text: '', seq: this.seq };
    this.decided.done();
  }

  #take(message: ServerMessage): void {
    switch (message.type) {
      case 'welcome':
        this.#welcome(message);
        break;
      case 'update':
        this.#update(message);
        break;
      case 'preview':
        this.preview = message;
        break;
      case 'ack':
        this.decided.answered(message.id);
        break;
      case 'hints':
        this.desk.hear(message);
        break;
      case 'refused':
        this.#refused(message);
        break;
      case 'presence':
        this.online = message.online;
        this.away = message.away;
        break;
      default:
        break;
    }
  }

  #update({ entries, seq, now, table, play }: Update): void {
    if (entries.length) this.entries = [...this.entries, ...entries.filter((l) => l.seq > this.seq)];
    this.seq = seq;
    this.skew = Date.now() - now;
    if (table) this.#seat(table);
    if (this.refusal && seq > this.refusal.seq) this.refusal = null;
    if (play) {
      this.play = reuseUnchanged(this.play, play);
      this.desk.dismiss();
    }
    const { pending } = this.decided;
    if (this.#resuming) this.#resume();
    else if (pending && this.play && this.play.game_seq > pending.game_seq) this.decided.done();
  }

  #refused(refusal: Refusal): void {
    if (refusal.code === 'superseded') return;
    this.#takenBack = null;
    this.decided.answered(refusal.id);
    this.desk.refused(refusal.id);
    if (refusal.code === 'no-table' || refusal.code === 'bad-token') {
      this.connection = 'gone';
      this.#connection.close();
      if (refusal.code === 'bad-token') dropTable(this.code);
    } else this.refusal = refusal;
  }

  #welcome(message: Welcome): void {
    this.#resuming = this.connection === 'lost';
    this.connection = 'open';
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
