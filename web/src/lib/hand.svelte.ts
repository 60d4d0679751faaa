import type { Spot, Worth } from '../generated/protocol';
import { cellsOf, DIRECTIONS, key, same, type Ghost } from './geometry';
import { halves } from './pieces';
import type { Action, Cell, Reasons } from './types';

/** A legal action as the server sends it, with what it would change at once, once that is known. */
export interface Legal extends Partial<Worth> {
  action: Action;
}

const spot = (a: Cell, b: Cell) => [a, b].join('|');
type Of<T extends Action['type']> = Legal & { action: Extract<Action, { type: T }> };

/** What the acting person holds and has picked, before anything is sent. Built from the legal actions only. */
export class Hand {
  step = $state('');
  domino = $state<string | null>(null);
  legal = $state.raw<Legal[]>([]);
  ghost = $state<Ghost | null>(null);
  pinned = $state(false);
  touched = $state(false);
  again = false;
  taxed = $state<Cell[]>([]);
  slot = $state<number | null>(null);
  town = $state<Cell | null>(null);
  chosen = $state<string | null>(null);
  /** Where the domino that is looked at could go. */
  spots = $state.raw<Spot[] | null>(null);
  /** Why the domino cannot lie elsewhere, once that is known. */
  reasons = $state.raw<Reasons>({});

  placements = $derived.by(() => {
    const map = new Map<string, Of<'place'>>();
    for (const l of this.of('place')) {
      const [a, b] = l.action.squares;
      map.set(spot(a, b), l);
      const [left, right] = halves(l.action.domino);
      if (left[0] === right[0] && left[1] === right[1]) map.set(spot(b, a), l);
    }
    return map;
  });
  /** A domino is held that fits somewhere. */
  placing = $derived(this.step === 'place' && this.domino !== null && this.placements.size > 0);
  /** The squares under the domino. */
  covered = $derived(this.ghost ? cellsOf(this.ghost) : null);
  placement = $derived(
    this.step === 'place' && this.covered ? (this.placements.get(spot(...this.covered)) ?? null) : null,
  );
  /** Why the domino cannot lie where it is held. */
  reason = $derived.by((): string | null => {
    if (!this.placing || !this.ghost || this.placement) return null;
    const { x, y, turn } = this.ghost;
    const here = ([a, b, c]: [number, number, number]) => a === x && b === y && c === turn;
    return Object.keys(this.reasons).find((code) => this.reasons[code]!.some(here)) ?? null;
  });
  taxable = $derived(
    this.of('tax')
      .filter((l) => l.action.squares.length === 1)
      .map((l) => l.action.squares[0]!),
  );
  taxAction = $derived(
    this.of('tax').find(
      (l) =>
        l.action.squares.length === this.taxed.length &&
        l.action.squares.every((s) => this.taxed.some((k) => same(s, k))),
    ) ?? null,
  );
  builds = $derived(this.of('build'));
  building = $derived(this.builds.find((l) => l.action.slot === this.slot)?.action.building ?? null);
  towns = $derived(this.builds.filter((l) => l.action.slot === this.slot).map((l) => l.action.square));
  buildAction = $derived(
    this.builds.find((l) => l.action.slot === this.slot && this.town && same(l.action.square, this.town)) ?? null,
  );
  bribes = $derived(this.of('bribe'));
  bribeAction = $derived(this.bribes.find((l) => l.action.slot === this.slot) ?? null);
  chooses = $derived(this.of('choose'));
  chooseAction = $derived(this.chooses.find((l) => l.action.domino === this.chosen) ?? null);
  discard = $derived(this.of('discard')[0] ?? null);
  pass = $derived(this.of('pass')[0] ?? null);

  /** What the primary button would send. */
  ready = $derived.by((): Legal | null => {
    switch (this.step) {
      case 'place':
        return this.placement ?? this.discard;
      case 'tax':
        return this.taxAction;
      case 'build':
        return this.buildAction;
      case 'bribe':
        return this.bribeAction;
      case 'choose':
        return this.chooseAction;
      default:
        return null;
    }
  });
  gain = $derived(this.ready?.points ?? null);
  /** The best spots of the domino that is looked at, all of them, once for each square; none if every spot is as good. */
  best = $derived.by(() => {
    const spots = this.spots ?? [];
    const most = Math.max(...spots.map((p) => p.points));
    const best = spots.filter((p) => p.points === most);
    return best.length === spots.length ? [] : [...new Map(best.map((p) => [key(...p.squares[0]), p])).values()];
  });

  of<T extends Action['type']>(type: T): Of<T>[] {
    return this.legal.filter((l): l is Of<T> => l.action.type === type);
  }

  /** A new position: nothing is picked, the domino lies at its first legal spot. */
  deal(step: string, domino: string | null, legal: Legal[], reasons: Reasons = {}): void {
    this.step = step;
    this.domino = domino;
    this.legal = legal;
    this.reasons = reasons;
    this.pinned = this.touched = false;
    this.slot = this.town = this.chosen = this.spots = null;
    this.taxed = [];
    this.ghost = null;
    if (step === 'place' && legal.some((l) => l.action.type === 'place')) {
      const turn = [0, 1, 2, 3].find((n) => this.anchors(n).length) ?? 0;
      const [x, y] = this.anchors(turn)[0] ?? [1, 0];
      this.ghost = { x, y, turn };
    }
    const only = this.towns;
    if (only.length === 1) this.town = only[0]!;
    // The only domino that is left needs no picking.
    const [last, ...others] = this.chooses;
    if (step === 'choose' && last && !others.length) this.chosen = last.action.domino;
  }

  /** Where the first half may go in this turn of the domino. */
  anchors(turn: number): Cell[] {
    const [dx, dy] = DIRECTIONS[turn % 4]!;
    const out: Cell[] = [];
    for (const name of this.placements.keys()) {
      const [a = '', b = ''] = name.split('|');
      const [x = 0, y = 0] = a.split(',').map(Number);
      if (b === key(x + dx, y + dy)) out.push([x, y]);
    }
    return out;
  }

  rotate(by = 1): void {
    if (!this.ghost) return;
    this.ghost = { ...this.ghost, turn: (this.ghost.turn + by) % 4 };
    this.touched = true;
  }

  /** Puts an action into the hand as if it had been picked; nothing is sent. */
  take(action: Action): void {
    if (action.type === 'place') {
      const [[x, y], [u, v]] = action.squares;
      this.ghost = { x, y, turn: DIRECTIONS.findIndex(([dx, dy]) => x + dx === u && y + dy === v) };
      this.pinned = this.touched = true;
    } else if (action.type === 'tax') this.taxed = [...action.squares];
    else if (action.type === 'choose') this.chosen = action.domino;
    else if (action.type === 'bribe') this.slot = action.slot;
    else if (action.type === 'build') {
      this.slot = action.slot;
      this.town = action.square;
    }
  }

  toggle(cell: Cell): void {
    if (!this.taxable.some((c) => same(c, cell))) return;
    const left = this.taxed.filter((c) => !same(c, cell));
    if (left.length < this.taxed.length) {
      this.taxed = left;
      return;
    }
    const two = this.of('tax').some((l) => l.action.squares.length === 2);
    this.taxed = two ? [...left, cell] : [cell];
  }

  pick(slot: number): void {
    this.slot = slot;
    this.town = null;
    if (this.towns.length === 1) this.town = this.towns[0]!;
  }
}
