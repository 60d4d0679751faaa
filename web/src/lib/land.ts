import { halves } from './pieces';
import type { Cell, GameEvent, Square } from './types';

/** The two squares of a domino that lies there. */
export const squaresOf = (domino: string, cells: [Cell, Cell]): Square[] =>
  halves(domino).map(([terrain, crowns], i) => {
    const [x, y] = cells[i]!;
    return { x, y, terrain, crowns, domino, knight: false, building: null };
  });

/** What an event of its realm makes of a land. */
export function landAfter(land: Square[], event: GameEvent): Square[] {
  const change = (cells: Cell[], to: Partial<Square>) =>
    land.map((s) => (cells.some(([x, y]) => s.x === x && s.y === y) ? { ...s, ...to } : s));
  switch (event.type) {
    case 'place':
      return [...land, ...squaresOf(event.domino, event.squares)];
    case 'tax':
      return change(event.squares, { knight: true });
    case 'build':
      return change([event.square], { building: event.building });
    default:
      return land;
  }
}
