import type { PlayView, RealmView, Replay, RulesetInfo, TableInfo } from '../generated/protocol';
import { ApiError, get, post, text } from './api';
import { recordOf } from './games';
import { t } from './i18n.svelte';
import { seatName } from './seats';
import type { GameEvent } from './types';

/** A recorded game, position by position. */
export interface Film {
  rules: RulesetInfo;
  frames: PlayView[];
  /** What led to each position; nothing leads to the first. */
  events: (GameEvent | null)[];
  /** Who sat there, as the record says. */
  names: string[];
}

export async function filmOf(record: string): Promise<Film> {
  const frames: PlayView[] = [];
  const events: (GameEvent | null)[] = [];
  let realms: RealmView[] = [];
  let part: Replay;
  do {
    part = await post<Replay>('/api/replay', { record, start: frames.length, count: 64 });
    for (const step of part.steps) {
      realms = realms.slice();
      for (const [index, realm] of Object.entries(step.realms)) realms[Number(index)] = realm;
      frames.push({ ...step.play, state: { ...step.play.state, realms } });
      events.push(step.event);
    }
  } while (frames.length <= part.plies && part.steps.length);
  const tagged = (part.tags.seats ?? '').split(',').map((s) => s.trim());
  const names = Array.from({ length: part.rules.seats }, (_, i) => tagged[i] || t('seat.number', { number: i + 1 }));
  return { rules: part.rules, frames, events, names };
}

/** What was played at a table, and by whom; a table that the server has cleared away may still be kept in this browser. */
interface TableRecord {
  text: string;
  table: TableInfo['table'] | null;
}

export async function recordAt(code: string): Promise<TableRecord> {
  try {
    const { table } = await get<TableInfo>(`/api/tables/${code}`);
    return { text: await text(`/api/tables/${code}/record`), table };
  } catch (e) {
    const kept = e instanceof ApiError && e.code === 'no-table' ? recordOf(code) : null;
    if (kept === null) throw e;
    return { text: kept, table: null };
  }
}

export const seatNames = (table: TableInfo['table']): string[] => table.seats.map(seatName);
export const seatColours = (table: TableInfo['table']): string[] => table.seats.map((s) => s.colour);
