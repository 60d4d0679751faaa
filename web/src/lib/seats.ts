import type { SeatState, TableView } from '../generated/protocol';
import { t } from './i18n.svelte';
import { botWords } from './levels';
import { settings } from './settings.svelte';

/** Bots get a name by their colour, so that two of one level can be told apart. */
const BOT_NAMES: Record<string, string> = {
  blue: 'Ada',
  pink: 'Bruno',
  yellow: 'Chiara',
  green: 'Dana',
  orange: 'Emil',
  white: 'Freya',
  red: 'Goran',
  purple: 'Hana',
};

/** A name that others see; kept on this device. */
export const myName = (): string => settings.name.trim() || t('name.guest');

export const botName = (colour: string): string => BOT_NAMES[colour] ?? '';

export function seatName(seat: SeatState | undefined): string {
  if (!seat) return '';
  return seat.kind === 'bot' ? botName(seat.colour) || (seat.name ?? '') : (seat.name ?? '');
}

/** Whose kingdom it is: a seat stays its owner's while somebody else plays on it. */
export function ownerName(table: TableView, seat: SeatState): string {
  if (seat.owner != null) return table.persons[seat.owner]?.name ?? '';
  return seat.resigned && table.resigning === 'out' ? t('seat.resigned', { name: seat.resigned }) : seatName(seat);
}

/** What stands beside the name: that a bot plays, which, and for whom. Empty for people. */
export function botNote(table: TableView, seat: SeatState): string {
  if (seat.kind !== 'bot') return '';
  if (seat.owner != null) return t('seat.deputy', { level: botWords(seat.level) });
  if (seat.resigned && table.resigning === 'bot')
    return t('seat.after', { level: botWords(seat.level), name: seat.resigned });
  return botWords(seat.level);
}
