/** A record that was opened from a file, on its way from one page to another; it lives as long as the tab. */
const KEY = 'crownlands.opened';
let opened: string | null = null;

export function keepOpened(record: string): void {
  opened = record;
  try {
    sessionStorage.setItem(KEY, record);
  } catch {
    /* private windows may refuse */
  }
}

export function openedRecord(): string | null {
  try {
    return opened ?? sessionStorage.getItem(KEY);
  } catch {
    return opened;
  }
}
