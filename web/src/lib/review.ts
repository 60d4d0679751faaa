import { halves } from './pieces';
import type { Happened } from './table.svelte';
import type { Action, GameEvent, Square } from './types';

/** A decision of one's own, to be looked at again after the game. */
interface Decision {
  seq: number;
  action: Action;
}

export function decisions(happened: Happened[], seats: number[]): Decision[] {
  return happened.flatMap(({ seq, event }) =>
    'seat' in event && seats.includes(event.seat) ? [{ seq, action: event }] : [],
  );
}

/** The land of a realm before an entry, from what its seats did; kings are drawn before anything is placed in a game of a match. */
export function landBefore(happened: Happened[], seq: number, seats: number[]): Square[] {
  let land: Square[] = [];
  for (const { seq: at, event } of happened) {
    if (at >= seq) break;
    if (event.type === 'kings') land = [];
    else if ('seat' in event && seats.includes(event.seat)) follow(land, event);
  }
  return land;
}

function follow(land: Square[], event: GameEvent): void {
  const on = ([x, y]: [number, number]) => land.find((s) => s.x === x && s.y === y);
  if (event.type === 'place') {
    event.squares.forEach(([x, y], i) => {
      const [terrain, crowns] = halves(event.domino)[i]!;
      land.push({ x, y, terrain, crowns, domino: event.domino, knight: false, building: null });
    });
  } else if (event.type === 'tax') {
    for (const square of event.squares) {
      const s = on(square);
      if (s) s.knight = true;
    }
  } else if (event.type === 'build') {
    const s = on(event.square);
    if (s) s.building = event.building;
  }
}
