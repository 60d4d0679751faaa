import {
  BUILDINGS,
  COINS_PER_POINT,
  DOMINOES,
  FAMILIES,
  LETTERS,
  OPTIONS,
  TERRAINS,
  type Option,
} from '../generated/pieces';
import type { DrawnSquare, Half, Realm, Terrain } from './types';

export { BUILDINGS, COINS_PER_POINT, DOMINOES, FAMILIES, LETTERS, OPTIONS, TERRAINS };

export const boxOf = (domino: string): string => domino.charAt(0);
export const numberOf = (domino: string): number => Number(domino.slice(1));

export function halves(domino: string): [Half, Half] {
  return (
    DOMINOES[domino] ?? [
      ['wheat', 0],
      ['wheat', 0],
    ]
  );
}

/** By its letter in the notation. */
export const terrainOf = (letter: string): Terrain | undefined => TERRAINS.find((name) => LETTERS[name] === letter);

/** The squares of a realm as they are drawn: the same domino looks the same everywhere. */
export function drawnSquares(realm: Pick<Realm, 'squares'>): DrawnSquare[] {
  const seen = new Set<string>();
  return realm.squares.map((s) => {
    const number = s.domino ? numberOf(s.domino) : 60 + s.x + 2 * s.y + s.x * s.y;
    const [left, right] = s.domino
      ? halves(s.domino)
      : [[s.terrain, s.crowns] as const, [s.terrain, s.crowns] as const];
    const isLeft = left[0] === s.terrain && left[1] === s.crowns;
    const isRight = right[0] === s.terrain && right[1] === s.crowns;
    const first = !s.domino || (isLeft && isRight ? !seen.has(s.domino) : isLeft);
    if (s.domino) seen.add(s.domino);
    return {
      x: s.x,
      y: s.y,
      terrain: s.terrain,
      crowns: s.crowns,
      knight: s.knight,
      building: s.building,
      art: (((first ? number : number + 1) % 3) + 3) % 3,
      id: s.domino || `${s.x},${s.y}`,
    };
  });
}

/** A ruleset's name in its parts; what they mean is the server's to say. */
export function rulesetParts(name: string): { family: string; players: number; options: string[] } {
  const [base = '', ...options] = name.split('+');
  const [family = '', players = ''] = base.split('/');
  return { family, players: Number(players), options };
}

/** Whether a rulebook describes this set-up. */
export function isPrinted(name: string): boolean {
  const { family, players, options } = rulesetParts(name);
  const told = OPTIONS.filter((option) => options.includes(option.name)).flatMap((option) => option.printed ?? []);
  return told.at(-1) ?? FAMILIES[family]?.printed.includes(players) ?? false;
}

/** Why an option cannot be had there, as the numbers it fits; null if it can. */
export function optionFits(option: Option, family: string, players: number): boolean {
  return !option.fits || (option.fits[family] ?? []).includes(players);
}

/** Squares still to come by terrain and printed crowns. */
export function countLeft(undrawn: string[]): [Terrain, number[]][] {
  const rows = new Map<Terrain, number[]>();
  for (const domino of undrawn) {
    for (const [terrain, crowns] of halves(domino)) {
      const row = rows.get(terrain) ?? [0, 0, 0, 0];
      row[crowns] = (row[crowns] ?? 0) + 1;
      rows.set(terrain, row);
    }
  }
  return TERRAINS.flatMap((t): [Terrain, number[]][] => (rows.has(t) ? [[t, rows.get(t)!]] : []));
}
