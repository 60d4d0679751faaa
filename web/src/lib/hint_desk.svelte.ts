import type { ClientMessage, Hints } from '../generated/protocol';
import type { Action } from './types';

/** Where hints are asked for at a table; what was answered once is known. */
export class HintDesk {
  /** What a strong player thinks of the position that was asked about last. */
  answer = $state.raw<Hints | null>(null);
  /** An answer is on its way. */
  asking = $state(false);
  #send: (message: ClientMessage) => number;
  /** The last entry that changed the game: what is known stays known while people chat. */
  #position: () => number | undefined;
  #asked = 0;
  #about = '';
  #answers = new Map<string, Hints>();

  constructor(send: (message: ClientMessage) => number, position: () => number | undefined) {
    this.#send = send;
    this.#position = position;
  }

  /** About an action, or all of them, in the present position. */
  ask(action: Action | null = null): void {
    this.#about = `${this.#position()} ${JSON.stringify(action)}`;
    const known = this.#answers.get(this.#about);
    if (known) {
      this.answer = known;
      this.asking = false;
      return;
    }
    // What is known of the position, which is forgotten with it, stays in sight while another action of it is judged.
    if (!action) this.answer = null;
    this.#asked = this.#send({ type: 'hint', seq: null, action });
    this.asking = this.#asked > 0;
  }

  /** Nobody waits for an answer any more. */
  dismiss(): void {
    if (this.asking) this.#send({ type: 'no-hint' });
    this.answer = null;
    this.stop();
  }

  /** No answer will come. */
  stop(): void {
    this.asking = false;
    this.#asked = 0;
  }

  hear(hints: Hints): void {
    if (hints.id !== this.#asked) return;
    this.#answers.set(this.#about, hints);
    this.answer = hints;
    this.asking = false;
  }

  refused(id: number | null): void {
    if (id === this.#asked) this.asking = false;
  }
}
