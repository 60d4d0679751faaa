import type { Pace } from './types';
import { t } from './i18n.svelte';

/** The bots that are meant for people, from weak to strong. */
export const LADDER = ['page', 'squire', 'knight', 'baron', 'monarch'];
/** All bots that people are offered, from weak to strong; the others are there to measure players by. */
export const STRENGTH = ['random', 'page', 'squire', 'greedy', 'knight', 'baron', 'monarch'];
export const PACES: Pace[] = ['calm', 'usual', 'quick', 'at-once'];

export const levelName = (level: string): string => {
  const key = `level.${level}`;
  return t(key) === key ? level : t(key);
};

/** What stands beside a bot's name. */
export const botWords = (level: string | null | undefined): string =>
  level ? t('new.seat.bot', { level: levelName(level) }) : t('seat.bot');
