import type { Action } from './types';

/** How long a confirmation may take before the action is said to be waiting, in milliseconds. */
const SLOW = 1500;

interface Pending {
  /** Of the message; 0 as long as none was sent. */
  id: number;
  action: Action;
  /** The position in which it was decided. */
  game_seq: number;
}

/** An own action that the server has not confirmed yet: after a moment it is said to be waiting; after a loss it is sent again. */
export class OwnAction {
  pending = $state.raw<Pending | null>(null);
  waiting = $state(false);
  #send: (action: Action) => number;
  #timer = 0;

  constructor(send: (action: Action) => number) {
    this.#send = send;
  }

  /** At once, or when there is a connection again. */
  decide(action: Action, game_seq: number, connected: boolean): void {
    this.pending = { id: 0, action, game_seq };
    if (connected) this.send();
    else this.waiting = true;
  }

  send(): void {
    if (!this.pending) return;
    const sent = (this.pending = { ...this.pending, id: this.#send(this.pending.action) });
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => {
      this.waiting = this.pending === sent;
    }, SLOW);
  }

  lost(): void {
    this.waiting = this.pending !== null;
  }

  /** The server answered this message. */
  answered(id: number | null): void {
    if (id !== null && id === this.pending?.id) this.done();
  }

  done(): void {
    clearTimeout(this.#timer);
    this.pending = null;
    this.waiting = false;
  }
}
