import type { PuzzleInfo } from '../generated/protocol';
import { rated, UNKNOWN, type Rating } from './glicko';
import { read, write } from './settings.svelte';

/** How far off the rating of a puzzle may be that nobody has tried: it comes from what bots find. */
const PUZZLE_DEVIATION = 120;
/** How far from the own rating the next puzzle may be, where there is one. */
const NEAR = 150;

interface Kept {
  rating: Rating;
  /** What the first attempt at each puzzle came to. */
  tried: Record<string, boolean>;
  streak: number;
  longest: number;
}

function kept(): Kept {
  const fresh = { rating: UNKNOWN, tried: {}, streak: 0, longest: 0 };
  try {
    return { ...fresh, ...(JSON.parse(read('puzzles') ?? '{}') as Partial<Kept>) };
  } catch {
    return fresh;
  }
}

/** Whoever solves puzzles in this browser; nothing of it leaves it. */
class Solver {
  #kept = $state.raw(kept());
  /** What the last first attempt changed. */
  change = $state(0);

  rating = $derived(Math.round(this.#kept.rating.rating));
  /** Few attempts say little. */
  unsure = $derived(this.#kept.rating.deviation > 110);
  tried = $derived(Object.keys(this.#kept.tried).length);
  solved = $derived(Object.values(this.#kept.tried).filter(Boolean).length);
  streak = $derived(this.#kept.streak);
  longest = $derived(this.#kept.longest);

  /** How the first attempt went; undefined before it. */
  first = (name: string): boolean | undefined => this.#kept.tried[name];

  /** Only the first attempt at a puzzle counts. */
  attempt(puzzle: PuzzleInfo, right: boolean): void {
    this.change = 0;
    if (this.first(puzzle.name) !== undefined) return;
    const { rating, tried, streak, longest } = this.#kept;
    const opponent = { rating: puzzle.rating, deviation: PUZZLE_DEVIATION };
    const after = rated(rating, [{ opponent, score: right ? 1 : 0 }]);
    const now = right ? streak + 1 : 0;
    this.change = Math.round(after.rating) - Math.round(rating.rating);
    this.#kept = {
      rating: after,
      tried: { ...tried, [puzzle.name]: right },
      streak: now,
      longest: Math.max(longest, now),
    };
    write('puzzles', JSON.stringify(this.#kept));
  }

  /** One that was not tried yet and is about as difficult as this person is good; then those that went wrong. */
  next(puzzles: PuzzleInfo[], but = ''): PuzzleInfo | null {
    const others = puzzles.filter(({ name }) => name !== but);
    const fresh = others.filter(({ name }) => this.first(name) === undefined);
    const wrong = others.filter(({ name }) => this.first(name) === false);
    const from = fresh.length ? fresh : wrong.length ? wrong : others;
    const away = ({ rating }: PuzzleInfo) => Math.abs(rating - this.rating);
    const near = from.filter((puzzle) => away(puzzle) <= NEAR);
    if (near.length) return near[Math.floor(Math.random() * near.length)]!;
    return from.toSorted((a, b) => away(a) - away(b))[0] ?? null;
  }
}

export const solver = new Solver();
