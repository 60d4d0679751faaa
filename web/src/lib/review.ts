import type { ChanceReview, RealmReview, Review, TurnReview, Value } from '../generated/protocol';
import type { Action, Cell } from './types';

export type Grade = TurnReview['grade'];
export const GRADES: Grade[] = ['best', 'good', 'inaccuracy', 'mistake', 'blunder'];
/** Turns that could have been clearly better. */
const LAPSES: Grade[] = ['inaccuracy', 'mistake', 'blunder'];
/** As in books about chess, so that no grade is told by its colour alone. */
export const SIGNS: Record<Grade, string> = { best: '★', good: '✓', inaccuracy: '?!', mistake: '?', blunder: '??' };

/** One thing that changed what everybody could expect: a turn with a choice, or a draw. */
export interface Step {
  ply: number;
  /** Where the curve has taken it in. */
  after: number;
  game: number;
  round: number;
  turn: TurnReview | null;
  chance: ChanceReview | null;
  /** What it changed for each realm. */
  change: Value[];
}

export function stepsOf(review: Review): Step[] {
  const turns = review.turns.map((turn): Step => {
    const { ply, plies, game, round, effect } = turn;
    return { ply, after: ply + plies, game, round, turn, chance: null, change: effect };
  });
  const chances = review.chances.map((chance): Step => {
    const { ply, game, round, luck } = chance;
    return { ply, after: ply + 1, game, round, turn: null, chance, change: luck };
  });
  return [...turns, ...chances].sort((a, b) => a.ply - b.ply);
}

/** What changed most for a realm, in order; what hardly changed anything is no turning point, nor is a turn without a lapse. */
export function turningPoints(steps: Step[], realm: number, most = 5, least = 0.02): Step[] {
  const size = (step: Step) => Math.abs(step.change[realm]!.win);
  return steps
    .filter((step) => size(step) >= least && (!step.turn || LAPSES.includes(step.turn.grade)))
    .sort((a, b) => size(b) - size(a))
    .slice(0, most)
    .sort((a, b) => a.ply - b.ply);
}

export const lapses = (review: Review, realm: number): TurnReview[] =>
  review.turns.filter((turn) => turn.realm === realm && LAPSES.includes(turn.grade));

export function gradesOf(review: Review, realm: number): Record<Grade, number> {
  const counts: Record<Grade, number> = { best: 0, good: 0, inaccuracy: 0, mistake: 0, blunder: 0 };
  for (const turn of review.turns) if (turn.realm === realm) counts[turn.grade] += 1;
  return counts;
}

/** Whole numbers near the parts that add up to the whole number of their sum. */
function addUp(parts: number[]): number[] {
  const floors = parts.map(Math.floor);
  const sum = Math.round(parts.reduce((a, b) => a + b, 0));
  const missing = sum - floors.reduce((a, b) => a + b, 0);
  const nearest = parts.map((part, i) => [part - floors[i]!, i] as const).sort((a, b) => b[0] - a[0]);
  for (const [, i] of nearest.slice(0, missing)) floors[i]! += 1;
  return floors;
}

/** The parts of a result as they are shown: they add up. */
interface Parts {
  expected: number;
  luck: number;
  own: number;
  rivals: number;
  result: number;
}

export function partsOf(realm: RealmReview, kind: 'points' | 'win'): Parts {
  const scale = kind === 'win' ? 100 : 1;
  const values = [realm.expected, realm.luck, realm.own, realm.rivals].map((value) => value[kind] * scale);
  const [expected, luck, own, rivals] = addUp(values) as [number, number, number, number];
  return { expected, luck, own, rivals, result: expected + luck + own + rivals };
}

/** An action as the notation has it. */
export function readAction(text: string): Action {
  const [seat = '0', type, ...rest] = text.split(' ');
  const cell = (s: string | undefined): Cell => (s ?? '0,0').split(',').map(Number) as Cell;
  const base = { seat: Number(seat) };
  switch (type) {
    case 'choose':
    case 'discard':
      return { ...base, type, domino: rest[0] ?? '' };
    case 'place':
      return { ...base, type, domino: rest[0] ?? '', squares: [cell(rest[1]), cell(rest[2])] };
    case 'tax':
      return { ...base, type, squares: rest.map(cell) };
    case 'build':
      return { ...base, type, slot: Number(rest[0]), building: rest[1] ?? '', square: cell(rest[2]) };
    case 'bribe':
      return { ...base, type, slot: Number(rest[0]), building: rest[1] ?? '' };
    default:
      return { ...base, type: 'pass' };
  }
}

/** The squares that an action changes. */
export const squaresOf = (action: Action): Cell[] =>
  action.type === 'place' || action.type === 'tax' ? action.squares : action.type === 'build' ? [action.square] : [];
