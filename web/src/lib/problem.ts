import { ApiError } from './api';
import { t } from './i18n.svelte';

type Details = Record<string, string | number>;

/** Why the server said no, in the reader's language. What no person should ever meet names only its code. */
export function reasonOf(code: string, details: Details = {}): string {
  const key = `reason.${code}`;
  return t(key) === key ? t('error.odd', { code }) : t(key, details);
}

/** Why something could not be done: the server's reason, or that it is away. */
export function problemOf(error: unknown): string {
  return error instanceof ApiError ? reasonOf(error.code, error.details) : t('error.away');
}
