import { landAfter } from './land';
import type { Happened } from './table.svelte';
import type { Action, Square } from './types';

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
    else if ('seat' in event && seats.includes(event.seat)) land = landAfter(land, event);
  }
  return land;
}
