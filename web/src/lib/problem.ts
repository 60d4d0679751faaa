import { ApiError } from './api';
import { t } from './i18n.svelte';

/** Why something could not be done, for people: a known reason in their language, or that the server is away. */
export function problemOf(error: unknown): string {
  if (!(error instanceof ApiError)) return t('error.away');
  const key = `reason.${error.code}`;
  return t(key) === key ? t('error.server', { text: error.message }) : t(key);
}
