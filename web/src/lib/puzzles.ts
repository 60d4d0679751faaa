import type { PuzzleInfo, PuzzleList } from '../generated/protocol';
import { get } from './api';

export const FAMILIES = ['kingdomino', 'queendomino', 'royal-wedding'];

/** Which puzzles somebody wants; empty words want all. */
export interface Wish {
  family: string;
  theme: string;
}

export const wishOf = (query: URLSearchParams): Wish => ({
  family: query.get('family') ?? '',
  theme: query.get('theme') ?? '',
});

export function queryOf({ family, theme }: Wish): string {
  const query = new URLSearchParams();
  if (family) query.set('family', family);
  if (theme) query.set('theme', theme);
  const text = query.toString();
  return text ? `?${text}` : '';
}

const familyOf = ({ ruleset }: PuzzleInfo): string => ruleset.split('/')[0]!;

export const wanted = (puzzles: PuzzleInfo[], { family, theme }: Wish): PuzzleInfo[] =>
  puzzles.filter(
    (puzzle) => (!family || familyOf(puzzle) === family) && (!theme || (puzzle.themes as string[]).includes(theme)),
  );

let listed: Promise<PuzzleInfo[]> | null = null;

/** All puzzles, asked for once. */
export function allPuzzles(): Promise<PuzzleInfo[]> {
  listed ??= get<PuzzleList>('/api/puzzles')
    .then(({ puzzles }) => puzzles)
    .catch((e: unknown) => {
      listed = null;
      throw e;
    });
  return listed;
}
