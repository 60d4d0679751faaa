import { ApiError } from './api';
import { t } from './i18n.svelte';

type Details = Record<string, string | number>;

/** Why the server said no, in the reader's language. What no person should ever meet names only its code. */
export function reasonOf(code: string, details: Details = {}): string {
  const key = `reason.${code}`;
  return t(key) === key ? t('error.odd', { code }) : t(key, details);
}

/** Whether the same may be answered in a moment: the server is away, or has too much to do. */
export const passing = (error: unknown): boolean =>
  !(error instanceof ApiError) || ['too-fast', 'busy', 'unavailable'].includes(error.code);

/** A record that cannot be read; what the server says about it names the line. */
export const unreadable = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'unreadable';

/** Why something could not be done: the server's reason, or that it is away. */
export function problemOf(error: unknown): string {
  if (unreadable(error)) return t('replay.wrong');
  return error instanceof ApiError ? reasonOf(error.code, error.details) : t('error.away');
}
