import type { TableInfo, SeatState, TableView } from '../generated/protocol';
import { get } from './api';
import { read, remove, write } from './settings.svelte';
import { seatName } from './seats';

/** A finished game that this browser keeps, with its record beside it. */
export interface KeptGame {
  code: string;
  ruleset: string;
  at: number;
  names: string[];
  /** Bots' levels; null for people. */
  levels: (string | null)[];
  /** My seats. */
  mine: number[];
  points: number[];
  ranking: number[][];
}

export function keptGames(): KeptGame[] {
  try {
    return (JSON.parse(read('games') ?? '[]') as KeptGame[]).sort((a, b) => b.at - a.at);
  } catch {
    return [];
  }
}

export const recordOf = (code: string): string | null => read(`record.${code}`);

interface Finished {
  code: string;
  ruleset: string;
  seats: SeatState[];
  result: TableView['result'];
}

/** Keeps a finished game here for good: result at once, its record as soon as it is fetched. */
export async function keepGame(table: Finished, person: number | null, at: number): Promise<void> {
  if (!table.result || person === null) return;
  const { code, ruleset, seats, result } = table;
  const mine = seats.flatMap((seat, index) => (seat.person === person || seat.owner === person ? [index] : []));
  if (!mine.length) return;
  const games = keptGames();
  const before = games.find((game) => game.code === code);
  const others = games.filter((game) => game !== before);
  const levels = seats.map((seat) => seat.level ?? null);
  const { points, ranking } = result;
  const kept = { code, ruleset, at: before?.at ?? at, names: seats.map(seatName), levels, mine, points, ranking };
  write('games', JSON.stringify([kept, ...others]));
  if (recordOf(code)?.includes('\nseed: ')) return; // without it, the deal was not over when it was fetched
  const answer = await fetch(`/api/tables/${code}/record`);
  if (answer.ok) write(`record.${code}`, await answer.text());
}

/** The same for a table that is not open now. */
export async function keepFinished(code: string, person: number): Promise<void> {
  if (keptGames().some((game) => game.code === code) && recordOf(code)) return;
  const { table, updated } = await get<TableInfo>(`/api/tables/${code}`);
  await keepGame({ ...table, code }, person, updated);
}

export function dropGame(code: string): void {
  write('games', JSON.stringify(keptGames().filter((game) => game.code !== code)));
  remove(`record.${code}`);
}

/** Realms have as many seats each, in order. */
const realmOf = (game: KeptGame, seat: number) => Math.floor((seat * game.points.length) / game.names.length);

/** My place in it: 1 is the best; equal ones share theirs. */
export function placeOf(game: KeptGame): number {
  const realms = new Set(game.mine.map((seat) => realmOf(game, seat)));
  let place = 1;
  for (const group of game.ranking) {
    if (group.some((realm) => realms.has(realm))) return place;
    place += group.length;
  }
  return place;
}

export function pointsOf(game: KeptGame): number {
  return Math.max(...game.mine.map((seat) => game.points[realmOf(game, seat)] ?? 0));
}

/** Everything in one file: what is listed, each with its record in the notation. */
export function exported(games: KeptGame[]): Blob {
  const all = games.map((game) => ({
    ...game,
    place: placeOf(game),
    date: new Date(game.at).toISOString(),
    record: recordOf(game.code),
  }));
  return new Blob([JSON.stringify({ version: 1, games: all }, null, 1)], { type: 'application/json' });
}
