import type { Admission, DailyComparison, DailyDeal, MyDaily } from '../generated/protocol';
import { hold, post } from './api';
import { locale, t } from './i18n.svelte';
import { LADDER } from './levels';
import { me } from './me.svelte';
import { router } from './router.svelte';
import { myName } from './seats';
import { settings } from './settings.svelte';
import { percent } from './words';

/** A day written like 2026-11-17, as people say it; days are those of the server, UTC. */
export const dayName = (day: string, style: Intl.DateTimeFormatOptions['dateStyle'] = 'long'): string =>
  new Intl.DateTimeFormat(locale.tag, { dateStyle: style, timeZone: 'UTC' }).format(new Date(day));

export const monthName = (month: string): string =>
  new Intl.DateTimeFormat(locale.tag, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(month));

/** The table that counts, or counted until its day was over; and the last one for practice. */
export const counted = (deal: DailyDeal): MyDaily | undefined => deal.mine?.find((table) => table.counts);
export const practised = (deal: DailyDeal): MyDaily[] =>
  (deal.mine ?? []).filter((table) => !table.counts && table.status === 'over');
/** A table of this deal that was begun and is not over. */
export const begun = (deal: DailyDeal): MyDaily | undefined =>
  deal.mine?.find((table) => table.status !== 'over' && table.token);

export const dealPath = (deal: DailyDeal): string => `/daily/${deal.day}/${deal.family}`;

/** Goes on where it was begun. */
export function goOn(deal: DailyDeal, { code, watch, person, token }: MyDaily): void {
  if (token) hold({ code, watch, person, token }, deal.ruleset);
  router.go(`/t/${code}`);
}

/** Plays the deal: who plays is known by the personal link, which is made if there is none. */
export async function playDeal(deal: DailyDeal, practice: boolean): Promise<void> {
  if (!me.secret) await me.create();
  const wish = { name: myName(), practice, pace: settings.pace };
  const made = await post<Admission>(`/api${dealPath(deal)}`, wish, me.secret);
  hold(made, deal.ruleset);
  router.go(`/t/${made.code}`);
}

/** How one did against each level of the reference players: 1 is better than all, ½ as good. */
export function againstLevels({ results }: DailyComparison): { level: string; share: number }[] {
  const own = results.find((result) => result.you)?.points;
  if (own === undefined) return [];
  return LADDER.flatMap((level) => {
    const theirs = results.filter((result) => result.level === level).map((result) => result.points);
    const won = theirs.reduce((sum, points) => sum + (points < own ? 1 : points === own ? 0.5 : 0), 0);
    return theirs.length ? [{ level, share: won / theirs.length }] : [];
  });
}

const SIGNS = ['○', '◐', '●'];
/** A row of signs: better than this level, as good, not as good. */
const signs = (shares: { share: number }[]): string =>
  shares.map(({ share }) => SIGNS[share > 0.5 ? 2 : share === 0.5 ? 1 : 0]).join('');

/** What may be told to people who have not played: nothing of the dominoes. */
export function shareText(comparison: DailyComparison): string {
  const { deal } = comparison;
  const own = counted(deal);
  const lines = [
    `${t('nav.daily')} · ${t(`family.${deal.family}`)} · ${dayName(deal.day)}`,
    [t('points', { count: own?.points ?? 0 }), own?.share == null ? '' : percent(own.share)]
      .filter(Boolean)
      .join(' · '),
    signs(againstLevels(comparison)),
    `${location.origin}/daily`,
  ];
  return lines.filter(Boolean).join('\n');
}
