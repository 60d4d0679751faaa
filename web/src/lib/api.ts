import type { Pace } from './types';
import { holdTable } from './settings.svelte';

/** What the server's HTTP side is asked for. */
export class ApiError extends Error {
  code: string;
  constructor(code: string, text: string) {
    super(text);
    this.code = code;
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
    const { code = 'failed', text = answer.statusText } = data as { code?: string; text?: string };
    throw new ApiError(code, text);
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
