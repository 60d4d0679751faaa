/** How long a network may be silent: it is asked after each beat, and twice without an answer it counts as lost. */
const BEAT = 1500;
const PATIENCE = 2;

/** Notices a network that died without a word. A page that was busy or asleep finds its answers before the next beat. */
export class Heartbeat {
  #timer = 0;
  #open = 0;
  #ping: () => void;
  #dead: () => void;

  constructor(ping: () => void, dead: () => void) {
    this.#ping = ping;
    this.#dead = dead;
  }

  start(): void {
    this.stop();
    this.#open = 0;
    this.#timer = window.setInterval(() => this.#beat(), BEAT);
  }

  heard(): void {
    this.#open = 0;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #beat(): void {
    if (this.#open >= PATIENCE) {
      this.stop();
      this.#dead();
      return;
    }
    this.#open += 1;
    this.#ping();
  }
}
