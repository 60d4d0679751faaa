import type { Box } from './geometry';
import type { Cell } from './types';

const MOST = 4;
/** Less than this of a movement of two fingers is a tap with both. */
const SPREAD = 0.1;
const SHIFT = 14;

/** A closer look at a part of a view, by two fingers or a double tap. Points are fractions of what is shown. */
export class Zoom {
  scale = $state(1);
  /** The middle of what is shown, as fractions of the whole view. */
  #middle = $state.raw<Cell>([0.5, 0.5]);
  #start: { spread: number; at: Cell; scale: number; anchor: Cell } | null = null;
  pinching = false;

  /** What of the whole is shown. */
  of(whole: Box): Box {
    if (this.scale === 1) return whole;
    const width = whole.width / this.scale;
    const height = whole.height / this.scale;
    const [x, y] = this.#middle;
    return { x: whole.x + x * whole.width - width / 2, y: whole.y + y * whole.height - height / 2, width, height };
  }

  reset(): void {
    this.scale = 1;
    this.#middle = [0.5, 0.5];
    this.#start = null;
  }

  /** A double tap looks closer at that point, another one at everything again. */
  toggle(at: Cell): void {
    if (this.scale > 1) this.reset();
    else this.#show(2, this.#anchor(at), at);
  }

  /** Moves what is shown by a part of the screen. */
  pan([dx, dy]: Cell): void {
    if (this.scale > 1) this.#show(this.scale, this.#anchor([0.5 - dx, 0.5 - dy]), [0.5, 0.5]);
  }

  begin(a: Cell, b: Cell, size: Cell): void {
    const at: Cell = [(a[0] + b[0]) / 2 / size[0], (a[1] + b[1]) / 2 / size[1]];
    this.pinching = false;
    this.#start = {
      spread: Math.hypot(a[0] - b[0], a[1] - b[1]) || 1,
      at,
      scale: this.scale,
      anchor: this.#anchor(at),
    };
  }

  /** Fingers in pixels of a board of this size; true once they do more than tap. */
  move(a: Cell, b: Cell, size: Cell): boolean {
    if (!this.#start) return false;
    const { spread, at, scale, anchor } = this.#start;
    const ratio = Math.hypot(a[0] - b[0], a[1] - b[1]) / spread;
    const now: Cell = [(a[0] + b[0]) / 2 / size[0], (a[1] + b[1]) / 2 / size[1]];
    const shift = Math.hypot((now[0] - at[0]) * size[0], (now[1] - at[1]) * size[1]);
    this.pinching ||= Math.abs(ratio - 1) > SPREAD || shift > SHIFT;
    if (this.pinching) this.#show(scale * ratio, anchor, now);
    return this.pinching;
  }

  end(): void {
    this.#start = null;
  }

  /** The point of the whole view that lies at this point of the screen. */
  #anchor(at: Cell): Cell {
    return [this.#middle[0] + (at[0] - 0.5) / this.scale, this.#middle[1] + (at[1] - 0.5) / this.scale];
  }

  /** Puts a point of the whole at a point of the screen; never shows what lies outside the whole. */
  #show(scale: number, anchor: Cell, at: Cell): void {
    this.scale = Math.min(MOST, Math.max(1, scale));
    const inside = (v: number) => Math.min(1 - 0.5 / this.scale, Math.max(0.5 / this.scale, v));
    this.#middle = [inside(anchor[0] - (at[0] - 0.5) / this.scale), inside(anchor[1] - (at[1] - 0.5) / this.scale)];
  }
}
