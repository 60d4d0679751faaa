import { t } from './i18n.svelte';

/** Puts an address where it can be pasted; says so, or the address itself where the browser does not allow it. */
export async function copyLink(href: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(href);
    return t('lobby.copied');
  } catch {
    return href;
  }
}
