import type { ClientMessage, ServerMessage } from '../generated/protocol';
import { Heartbeat } from './heartbeat';

/** How soon a lost connection is tried again, in milliseconds, and how long at the most. */
const SOON = 400;
const LATE = 8000;

/** Who talks over a connection. */
interface Talk {
  /** The first words on every new socket. */
  hello: () => ClientMessage;
  hear: (message: ServerMessage) => void;
  /** It was lost, and is tried again by itself. */
  lost: () => void;
}

/** The websocket of a table: beats, is given up when it falls silent, and comes back by itself. */
export class Connection {
  #talk: Talk;
  #socket: WebSocket | null = null;
  #wait = SOON;
  #timer = 0;
  #id = 0;
  #down = false;
  #closed = false;
  #heart = new Heartbeat(
    () => this.send({ type: 'ping' }),
    () => this.#dead(),
  );
  #online = () => {
    if (this.#down) this.retry();
  };

  constructor(talk: Talk) {
    this.#talk = talk;
    addEventListener('online', this.#online);
    this.#open();
  }

  /** The id of the message; 0 if it could not be sent. */
  send(message: ClientMessage): number {
    if (this.#socket?.readyState !== WebSocket.OPEN) return 0;
    this.#socket.send(JSON.stringify({ ...message, id: ++this.#id }));
    return this.#id;
  }

  /** At once, and anew where nothing was lost: the hello may be another one. */
  retry(): void {
    this.#wait = SOON;
    clearTimeout(this.#timer);
    this.#open();
  }

  close(): void {
    this.#closed = true;
    this.#heart.stop();
    removeEventListener('online', this.#online);
    clearTimeout(this.#timer);
    this.#socket?.close();
  }

  #open(): void {
    if (this.#closed) return;
    const socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`);
    // The one before may still be opening: it would say its hello on this one.
    this.#socket?.close();
    this.#socket = socket;
    socket.onopen = () => {
      if (socket === this.#socket) this.send(this.#talk.hello());
    };
    socket.onmessage = (e) => {
      if (socket === this.#socket) this.#hear(JSON.parse(String(e.data)) as ServerMessage);
    };
    socket.onclose = () => this.#lost(socket);
    socket.onerror = () => socket.close();
    this.#heart.start();
  }

  #hear(message: ServerMessage): void {
    this.#heart.heard();
    if (message.type === 'welcome') {
      this.#down = false;
      this.#wait = SOON;
    }
    if (message.type !== 'pong') this.#talk.hear(message);
  }

  /** Nothing is heard any more, and closing may take long: the connection is given up at once. */
  #dead(): void {
    const silent = this.#socket;
    if (!silent) return;
    this.#lost(silent);
    silent.onclose = null;
    silent.close();
  }

  #lost(socket: WebSocket): void {
    if (socket !== this.#socket || this.#closed) return;
    this.#down = true;
    this.#heart.stop();
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#open(), this.#wait);
    this.#wait = Math.min(LATE, this.#wait * 1.7);
    this.#talk.lost();
  }
}
