interface Waiting<T> {
  item: T;
  since: number;
}

/** A page that nobody looks at is not painted, but must know when it is its turn: milliseconds after which it goes on. */
const UNSEEN = 250;

/** The first item of a frame is drawn at once; what comes before that is painted is drawn together in the next. */
export class PaintQueue<T> {
  #draw: (item: T) => void;
  #painted: (item: T, milliseconds: number) => void;
  #waiting: Waiting<T>[] = [];
  #batch: Waiting<T>[] = [];

  constructor(draw: (item: T) => void, painted: (item: T, milliseconds: number) => void) {
    this.#draw = draw;
    this.#painted = painted;
  }

  add(item: T): void {
    this.#waiting.push({ item, since: performance.now() });
    if (!this.#batch.length) this.#next();
  }

  #next(): void {
    const batch = this.#waiting;
    if (!batch.length) return;
    this.#waiting = [];
    this.#batch = batch;
    const painted = () => {
      if (batch !== this.#batch) return;
      for (const { item, since } of batch) this.#painted(item, performance.now() - since);
      this.#batch = [];
      this.#next();
    };
    requestAnimationFrame(() => setTimeout(painted));
    setTimeout(painted, UNSEEN);
    for (const { item } of batch) this.#draw(item);
  }
}
