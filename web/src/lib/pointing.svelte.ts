import { DIRECTIONS, same, type Ghost } from './geometry';
import type { Hand } from './hand.svelte';
import type { Cell } from './types';
import type { Viewport } from './viewport.svelte';

/** Two taps within so many milliseconds and pixels are one double tap. */
const TAPS = { within: 350, near: 30 };
/** A finger that moved so many pixels did not tap. */
const SWIPE = 14;
/** How near to a legal spot counts as on it, in squares: a finger is not exact. */
const NEAR = { touch: 1.25, mouse: 1 };
/** A wheel turns the domino once in so many milliseconds. */
const NOTCH = 160;
const ARROWS: Record<string, Cell> = { ArrowRight: [1, 0], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowUp: [0, -1] };

/** How mouse, fingers and keys act on a kingdom: they move what the hand holds, and confirm it. */
export class Pointing {
  /** The square that is pointed at, focused or tapped. */
  looked = $state.raw<Cell | null>(null);
  /** Where the arrow keys are. */
  cursor = $state.raw<Cell>([0, 0]);
  #hand: Hand;
  #viewport: Viewport;
  #holder: () => HTMLElement;
  #confirm: () => void;
  /** Where each finger is on the board, in pixels. */
  #fingers = new Map<number, Cell>();
  #many = false;
  /** Where the finger came down, as long as it has not gone from there. */
  #still: Cell | null = null;
  #tapped = { at: 0, x: 0, y: 0 };
  #dragging = false;
  #lastWheel = 0;

  constructor(hand: Hand, viewport: Viewport, holder: () => HTMLElement, confirm: () => void) {
    this.#hand = hand;
    this.#viewport = viewport;
    this.#holder = holder;
    this.#confirm = confirm;
  }

  /** Where a pointer is, in squares. */
  #where(e: MouseEvent): Cell | null {
    const svg = this.#holder().querySelector('svg');
    const matrix = svg?.getScreenCTM();
    if (!svg || !matrix) return null;
    const p = new DOMPoint(e.clientX, e.clientY).matrixTransform(matrix.inverse());
    return [p.x / 100, p.y / 100];
  }

  #cell(e: MouseEvent): Cell | null {
    const p = this.#where(e);
    return p && [Math.floor(p[0]), Math.floor(p[1])];
  }

  /** The legal spot under or, for a finger, near the pointer; otherwise the spot itself, which will say why not. */
  #aim(e: PointerEvent): Ghost | null {
    const p = this.#where(e);
    if (!p || !this.#hand.ghost) return null;
    const { turn } = this.#hand.ghost;
    const [dx, dy] = DIRECTIONS[turn % 4]!;
    let best: Ghost | null = null;
    let nearest = e.pointerType === 'touch' ? NEAR.touch : NEAR.mouse;
    for (const [x, y] of this.#hand.anchors(turn)) {
      const away = Math.hypot(p[0] - (x + 0.5 + dx / 2), p[1] - (y + 0.5 + dy / 2));
      if (away < nearest) {
        nearest = away;
        best = { x, y, turn };
      }
    }
    if (best) return best;
    const { x0, x1, y0, y1 } = this.#viewport.frame;
    const x = Math.floor(p[0]);
    const y = Math.floor(p[1]);
    return x < x0 || x > x1 || y < y0 || y > y1 ? null : { x, y, turn };
  }

  /** Where a pointer is on the board, in pixels. */
  #spot(e: PointerEvent): Cell {
    const box = this.#holder().getBoundingClientRect();
    return [e.clientX - box.x, e.clientY - box.y];
  }

  #pinch(): [Cell, Cell, Cell] {
    const [a, b] = [...this.#fingers.values()] as [Cell, Cell];
    return [a, b, [this.#viewport.wide, this.#viewport.high]];
  }

  #look(e: PointerEvent): void {
    this.looked = this.#hand.placing ? null : this.#cell(e);
  }

  focus(cell: Cell): void {
    this.cursor = this.looked = cell;
  }

  move = (e: PointerEvent): void => {
    const hand = this.#hand;
    const { zoom, wide, high } = this.#viewport;
    const was = this.#fingers.get(e.pointerId);
    const now = this.#spot(e);
    if (was) this.#fingers.set(e.pointerId, now);
    if (this.#still && Math.hypot(now[0] - this.#still[0], now[1] - this.#still[1]) > SWIPE) this.#still = null;
    if (this.#fingers.size > 1) {
      zoom.move(...this.#pinch());
      return;
    }
    if (was && !hand.placing && e.pointerType !== 'mouse')
      zoom.pan([(now[0] - was[0]) / wide, (now[1] - was[1]) / high]);
    this.#look(e);
    if (!hand.placing || this.#many || (hand.pinned && !this.#dragging)) return;
    const ghost = this.#aim(e);
    if (ghost) hand.ghost = ghost;
  };

  down = (e: PointerEvent): void => {
    const hand = this.#hand;
    this.#look(e);
    if (e.button === 2) return;
    if (e.isPrimary) {
      this.#fingers.clear();
      this.#many = false;
    }
    this.#still = this.#spot(e);
    this.#fingers.set(e.pointerId, this.#still);
    if (this.#fingers.size > 1) {
      this.#many = true;
      this.#dragging = false;
      this.#viewport.zoom.begin(...this.#pinch());
      return;
    }
    if (!hand.placing || e.pointerType === 'mouse') return;
    this.#dragging = true;
    hand.pinned = false;
    const before = hand.ghost;
    const was = hand.placement !== null && hand.touched;
    const ghost = this.#aim(e);
    hand.again = ghost !== null && before !== null && was && ghost.x === before.x && ghost.y === before.y;
    if (ghost) hand.ghost = ghost;
  };

  up = (e: PointerEvent): void => {
    this.#fingers.delete(e.pointerId);
    if (this.#many) {
      this.#lift();
      return;
    }
    if (e.button === 2) return;
    const cell = this.#cell(e);
    if (!cell) return;
    if (this.#hand.placing) this.#drop(e, cell);
    else if (e.pointerType === 'mouse' || this.#still) this.#pick(e, cell);
    this.#dragging = false;
  };

  cancel = (e: PointerEvent): void => {
    this.#fingers.delete(e.pointerId);
    if (this.#fingers.size) return;
    this.#viewport.zoom.end();
    this.#many = this.#dragging = false;
  };

  leave = (e: PointerEvent): void => {
    if (e.pointerType === 'mouse') this.looked = null;
  };

  /** Two fingers that only tapped turn the domino; a moment without any begins anew. */
  #lift(): void {
    if (this.#fingers.size) return;
    const { zoom } = this.#viewport;
    if (!zoom.pinching && this.#hand.placing) this.#hand.rotate();
    zoom.end();
    this.#many = false;
  }

  #pick(e: PointerEvent, cell: Cell): void {
    if (this.#hand.step === 'tax') this.#hand.toggle(cell);
    else if (this.#hand.step === 'build') this.#town(cell);
    else if (e.pointerType !== 'mouse') this.#tap(e);
  }

  /** Two quick taps where there is nothing to do look closer, or at everything again. */
  #tap(e: PointerEvent): void {
    const { zoom, wide, high } = this.#viewport;
    const [x, y] = this.#spot(e);
    const last = this.#tapped;
    const again = e.timeStamp - last.at < TAPS.within && Math.hypot(x - last.x, y - last.y) < TAPS.near;
    this.#tapped = { at: again ? 0 : e.timeStamp, x, y };
    if (again) zoom.toggle([x / wide, y / high]);
  }

  #drop(e: PointerEvent, cell: Cell): void {
    const hand = this.#hand;
    const ghost = this.#aim(e);
    if (!ghost) return;
    const mouse = e.pointerType === 'mouse';
    if (mouse && hand.pinned && hand.placement && hand.covered?.some((c) => same(c, cell))) {
      this.#confirm();
      return;
    }
    if (mouse) hand.ghost = ghost;
    hand.pinned = hand.placement !== null;
    if (!mouse && hand.again && hand.placement) this.#confirm();
    hand.touched = true;
  }

  #town(cell: Cell): void {
    const hand = this.#hand;
    if (hand.town && same(hand.town, cell) && hand.buildAction) this.#confirm();
    else if (hand.towns.some((c) => same(c, cell))) hand.town = cell;
  }

  wheel = (e: WheelEvent): void => {
    if (!this.#hand.placing) return;
    e.preventDefault();
    if (e.timeStamp - this.#lastWheel <= NOTCH) return;
    this.#lastWheel = e.timeStamp;
    this.#hand.rotate(e.deltaY < 0 ? 3 : 1);
  };

  menu = (e: MouseEvent): void => {
    if (!this.#hand.placing) return;
    e.preventDefault();
    this.#hand.rotate();
  };

  keys = (e: KeyboardEvent): void => {
    const step = ARROWS[e.key];
    if (step) {
      e.preventDefault();
      this.#step(step);
    } else if (e.key === 'Enter' || e.key === ' ') {
      e.preventDefault();
      this.#enter();
    }
  };

  #step([dx, dy]: Cell): void {
    const hand = this.#hand;
    const { x0, x1, y0, y1 } = this.#viewport.frame;
    const [fromX, fromY] = hand.placing && hand.ghost ? [hand.ghost.x, hand.ghost.y] : this.cursor;
    const x = Math.min(x1, Math.max(x0, fromX + dx));
    const y = Math.min(y1, Math.max(y0, fromY + dy));
    this.cursor = [x, y];
    if (hand.placing && hand.ghost) {
      hand.ghost = { ...hand.ghost, x, y };
      hand.pinned = hand.touched = true;
    }
    this.#holder().querySelector<SVGElement>(`[data-cell="${x},${y}"]`)?.focus();
  }

  #enter(): void {
    const hand = this.#hand;
    if (hand.placing) {
      if (hand.placement) this.#confirm();
    } else if (hand.step === 'tax') hand.toggle(this.cursor);
    else if (hand.step === 'build') this.#town(this.cursor);
  }
}
