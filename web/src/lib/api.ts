import type { Pace } from './types';
import { holdTable } from './settings.svelte';

/** What the server's HTTP side is asked for. */
export class ApiError extends Error {
  code: string;
  details: Record<string, string | number>;
  constructor(code: string, text: string, details: Record<string, string | number> = {}) {
    super(text);
    this.code = code;
    this.details = details;
  }
}

export interface Seating {
  kind: 'open' | 'me' | 'bot';
  level?: string;
}

export interface NewTable {
  ruleset: string;
  name: string;
  seats: Seating[];
  listed: boolean;
  clock: number | null;
  hints: 'off' | 'after' | 'always';
  pace: Pace;
}

async function ask<T>(path: string, body?: unknown, token?: string): Promise<T> {
  const headers: Record<string, string> = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) };
  const answer = await fetch(path, body === undefined ? {} : { method: 'POST', headers, body: JSON.stringify(body) });
  const data: unknown = await answer.json().catch(() => ({}));
  if (!answer.ok) {
    type Problem = { code?: string; text?: string; details?: Record<string, string | number> };
    const { code = 'failed', text = answer.statusText, details = {} } = data as Problem;
    throw new ApiError(code, text, details);
  }
  return data as T;
}

export const post = <T>(path: string, body: unknown, token?: string): Promise<T> => ask<T>(path, body, token);
export const get = <T>(path: string): Promise<T> => ask<T>(path);

export interface Admission {
  code: string;
  watch: string;
  person: number;
  token: string;
}

/** Opens a table and keeps its token on this device. */
export async function openTable(wish: NewTable): Promise<string> {
  const made = await post<Admission>('/api/tables', wish);
  hold(made, wish.ruleset);
  return made.code;
}

export function hold(made: Admission, ruleset: string): void {
  holdTable({ table: made.code, tokens: { token: made.token, watch: made.watch }, ruleset, names: [], seen: Date.now() });
}
