import type { Logged } from '../generated/protocol';
import { t } from './i18n.svelte';
import type { TableStore } from './table.svelte';

/** What somebody else did, in words for a passing note; null for what the table itself shows. */
export function noteOf({ entry }: Logged, store: TableStore): string | null {
  const name = (person: number) => store.table?.persons[person]?.name ?? '';
  switch (entry.type) {
    case 'said':
      if (entry.person === store.you || store.hidden.includes(entry.person)) return null;
      return `${name(entry.person)}: ${entry.phrase ? t(`phrase.${entry.phrase}`) : (entry.text ?? '')}`;
    case 'joined':
      return store.you === null || entry.person === store.you ? null : t('note.joined', { name: entry.name });
    case 'left':
      return entry.person === store.you ? null : t('note.left', { name: name(entry.person) });
    case 'back':
      return entry.person === store.you ? null : t('note.back', { name: name(entry.person) });
    case 'resigned':
      return entry.person === store.you ? null : t('note.resigned', { name: name(entry.person) });
    case 'bot': {
      const owner = store.table?.seats[entry.seat]?.owner;
      return owner == null || owner === store.you ? null : t('note.deputy', { name: name(owner) });
    }
    case 'host':
      return t(entry.person === store.you ? 'note.host.you' : 'note.host', { name: name(entry.person) });
    case 'rematch':
      return entry.person === store.you ? null : t('rematch.offered', { name: name(entry.person) });
    default:
      return null;
  }
}
