import type { Admission, Problem, TableRequest } from '../generated/protocol';
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

/** One request; who asks is said by a token. */
export async function send<T>(method: string, path: string, token?: string, body?: unknown): Promise<T> {
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  if (body !== undefined) headers['content-type'] = 'application/json';
  const answer = await fetch(path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  const data: unknown = await answer.json().catch(() => ({}));
  if (!answer.ok) {
    const { code = 'failed', text = answer.statusText, details = {} } = data as Partial<Problem>;
    throw new ApiError(code, text, details);
  }
  return data as T;
}

export const post = <T>(path: string, body: unknown, token?: string): Promise<T> => send<T>('POST', path, token, body);
export const get = <T>(path: string, token?: string): Promise<T> => send<T>('GET', path, token);

/** Opens a table and keeps its token on this device. */
export async function openTable(wish: TableRequest & { ruleset: string }): Promise<string> {
  const made = await post<Admission>('/api/tables', wish);
  hold(made, wish.ruleset);
  return made.code;
}

export function hold({ code, token, watch, person }: Admission, ruleset: string): void {
  holdTable({ table: code, tokens: { token, watch }, person, ruleset, names: [], seen: Date.now() });
}
