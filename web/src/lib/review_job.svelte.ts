import type { Review, ReviewAnswer } from '../generated/protocol';
import { ApiError, get } from './api';
import { passing, problemOf } from './problem';

const POLL = 700;
/** When the server has too much to do, or is away. */
const LATER = 3000;

/** A review that the server makes while somebody asks how far it is. */
export class ReviewJob {
  review = $state.raw<Review | null>(null);
  done = $state(0);
  of = $state(0);
  /** Reviews that come first. */
  ahead = $state(0);
  /** Why it does not go on for the moment. */
  waits = $state('');
  /** Why there will be none. */
  error = $state.raw<unknown>(null);
  #ask: () => Promise<ReviewAnswer>;
  #closed = false;

  constructor(ask: () => Promise<ReviewAnswer>) {
    this.#ask = ask;
    void this.#run();
  }

  async #run(): Promise<void> {
    let key = '';
    while (!this.#closed && !this.review && !this.error) {
      let pause = POLL;
      try {
        const answer = await (key ? get<ReviewAnswer>(`/api/reviews/${key}`) : this.#ask());
        ({ key, done: this.done, of: this.of, ahead: this.ahead, review: this.review } = answer);
        this.waits = '';
      } catch (e) {
        if (e instanceof ApiError && e.code === 'no-review') key = '';
        else if (passing(e)) {
          this.waits = problemOf(e);
          pause = LATER;
        } else this.error = e;
      }
      if (!this.review) await new Promise((go) => setTimeout(go, pause));
    }
  }

  /** Whoever leaves waits no longer: the server stops. */
  close(): void {
    this.#closed = true;
  }
}
