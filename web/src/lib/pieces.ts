import { BUILDINGS, DOMINOES, FAMILIES, OPTIONS } from '../generated/pieces';
import type { Half, Option, Realm, Terrain, DrawnSquare } from './types';

export { BUILDINGS, DOMINOES, FAMILIES, OPTIONS };

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
      terrain: s.terrain as Terrain,
      crowns: s.crowns,
      knight: s.knight,
      building: s.building,
      art: (((first ? number : number + 1) % 3) + 3) % 3,
      id: s.domino || `${s.x},${s.y}`,
    };
  });
}

export interface Rules {
  name: string;
  family: string;
  seats: number;
  kings: number;
  line: number;
  frame: number;
  rounds: number;
  team: number;
  options: string[];
  colours: string[];
  phases: string[];
  hasBoard: boolean;
  realms: number[][];
  boxes: string[];
  /** Whether a rulebook describes this set-up. */
  printed: boolean;
}

/** What a ruleset's name says that drawing needs: sizes and colours, no rules. */
export function parseRuleset(name: string): Rules {
  const [base = '', ...options] = name.split('+');
  const [family = 'kingdomino', players = '4'] = base.split('/');
  const data = FAMILIES[family] ?? FAMILIES.kingdomino!;
  const given = data.players[players] ?? { kings: 1, dominoes: 48, line: 4, frame: 5 };
  const setup = { team: 1, printed: true, ...given };
  for (const option of OPTIONS) if (options.includes(option.name)) Object.assign(setup, option.sets);
  const seats = Number(players);
  const team = setup.team;
  const realms = Array.from({ length: seats / team }, (_, i) => Array.from({ length: team }, (_, j) => i * team + j));
  return {
    name,
    family,
    seats,
    team,
    options,
    realms,
    boxes: data.boxes,
    kings: setup.kings,
    line: setup.line,
    frame: setup.frame,
    rounds: setup.dominoes / setup.line,
    colours: data.colours,
    phases: data.phases,
    hasBoard: data.phases.includes('build'),
    printed: setup.printed,
  };
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
  const order: Terrain[] = ['wheat', 'forest', 'lake', 'grassland', 'swamp', 'mine', 'town'];
  return order.flatMap((t) => (rows.has(t) ? [[t, rows.get(t)!] as [Terrain, number[]]] : []));
}
