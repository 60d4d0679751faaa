import { frameOf, reachOf, type Frame } from './geometry';
import type { Cell } from './types';
import { Zoom } from './zoom.svelte';

/** Squares smaller than a finger, in pixels: only what can be reached now is shown. */
const FINGER = 44;

/** What of a kingdom a board shows: its open frame fills the place, closer on small screens and by fingers. */
export class Viewport {
  /** The place on the page, in pixels. */
  wide = $state(0);
  high = $state(0);
  zoom = new Zoom();
  #drawn: () => { x: number; y: number }[];
  #size: () => number;

  constructor(drawn: () => { x: number; y: number }[], size: () => number) {
    this.#drawn = drawn;
    this.#size = size;
  }

  frame = $derived.by(() => frameOf(this.#drawn(), this.#size(), true));
  cells = $derived.by(() => {
    const { x0, x1, y0, y1 } = this.frame;
    const all: Cell[] = [];
    for (let y = y0; y <= y1; y++) for (let x = x0; x <= x1; x++) all.push([x, y]);
    return all;
  });
  #whole = $derived.by(() => {
    const all = this.#fit(this.frame);
    const small = this.wide && (100 * this.wide) / all.width < FINGER;
    return small ? this.#fit(reachOf(this.#drawn(), this.#size())) : all;
  });
  view = $derived(this.zoom.of(this.#whole));

  /** The drawing always fills its place: as the frame closes, the land grows inside and nothing around it moves. */
  #fit(box: Frame) {
    const { wide, high } = this;
    const w = (box.x1 - box.x0 + 1) * 100 + 12;
    const h = (box.y1 - box.y0 + 1) * 100 + 12;
    const scale = Math.min(wide / w, high / h) || 1;
    const [width, height] = wide && high ? [wide / scale, high / scale] : [w, h];
    return { x: box.x0 * 100 - 6 - (width - w) / 2, y: box.y0 * 100 - 6 - (height - h) / 2, width, height };
  }
}
