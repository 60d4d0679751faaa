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

/** How long an answer is waited for, in milliseconds: a network may fall silent without a word. */
const PATIENCE = 30_000;

/** What the server answers, read as it is wanted; otherwise why not. */
async function ask<T>(path: string, init: RequestInit, read: (answer: Response) => Promise<T>): Promise<T> {
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(), PATIENCE);
  try {
    const answer = await fetch(path, { ...init, signal: silence.signal });
    if (answer.ok) return await read(answer);
    const problem = (await answer.json().catch(() => ({}))) as Partial<Problem>;
    const { code = 'failed', text = answer.statusText, details = {} } = problem;
    throw new ApiError(code, text, details);
  } finally {
    clearTimeout(timer);
  }
}

/** One request; who asks is said by a token. */
export function send<T>(method: string, path: string, token?: string, body?: unknown): Promise<T> {
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  if (body !== undefined) headers['content-type'] = 'application/json';
  const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  return ask(path, init, (answer) => answer.json().catch(() => ({})) as Promise<T>);
}

/** A record, which is no JSON. */
export const text = (path: string): Promise<string> => ask(path, {}, (answer) => answer.text());
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
