import type { TurnReview } from '../generated/protocol';
import { cap, locale, t } from './i18n.svelte';
import { numberOf, TERRAINS } from './pieces';
import type { Step } from './review';
import type { Action, GameEvent } from './types';
import { describe, labelled, say } from './words';

/** What a review says, in the chosen language. */

const formatted = (value: number, options: Intl.NumberFormatOptions): string =>
  new Intl.NumberFormat(locale.tag, options).format(value).replace('-', '−');

/** A gain or a loss: always with its sign. */
export const signed = (value: number): string =>
  formatted(value, { signDisplay: 'exceptZero', maximumFractionDigits: 0 });

/** The same of a share that is a hundredth already, so that what is shown adds up. */
export const signedShare = (hundredths: number): string =>
  formatted(hundredths / 100, { style: 'percent', signDisplay: 'exceptZero', maximumFractionDigits: 0 });

export const share = (win: number): string => formatted(win, { style: 'percent', maximumFractionDigits: 0 });
const fine = (win: number): string => formatted(win, { style: 'percent', maximumFractionDigits: 1 });
export const fineChange = (win: number): string =>
  formatted(win, { style: 'percent', signDisplay: 'exceptZero', maximumFractionDigits: 1 });
export const figure = (value: number): string =>
  formatted(value, { maximumFractionDigits: 1, minimumFractionDigits: 1 });

/** How far off it may be: twice the standard error, which is right in nineteen of twenty cases; never shown as nothing. */
export const unsure = (error: number): string => (error ? `± ${fine(Math.max(2 * error, 0.001))}` : '');

const tenth = (value: number) => Math.round(Math.abs(value) * 10) / 10;

/** One reason why the better line is better, or what it costs; squares, crowns, coins and places are not points and stay uncounted. */
export function whyText({ kind, amount, part }: TurnReview['why'][number]): string {
  const points = t('points', { count: tenth(amount) });
  const text = cap(amount < 0 ? t(`review.cost.${kind}`, { points }) : t(`review.why.${kind}`, { points }));
  return part ? `${text} (${partName(part)})` : text;
}
/** A terrain or a bonus. */
const partName = (part: string) =>
  t(TERRAINS.some((terrain) => terrain === part) ? `terrain.${part}` : `option.${part}`);

/** What is too small to be said. */
export const worthSaying = ({ amount }: TurnReview['why'][number]): boolean => tenth(amount) > 0;

/** What is done in a turn, step by step; what is passed on needs no words. */
export function lineWords(actions: Action[]): string[] {
  return actions.flatMap((action) => {
    if (action.type === 'pass') return [];
    if (action.type === 'place')
      return [labelled(t('review.domino', { number: numberOf(action.domino) }), describe(action, 'place'))];
    if (action.type === 'tax') return [labelled(t('review.tax'), describe(action, 'tax'))];
    if (action.type === 'bribe') return [labelled(t('review.bribe'), describe(action, 'bribe'))];
    return [describe(action, action.type)];
  });
}

/** A moment in a few words: who decided, or what was drawn. */
export function momentWords(step: Step, event: GameEvent | null | undefined, names: string[]): string {
  if (step.turn) return t('review.turn', { name: names[step.turn.seat] ?? '' });
  return (event && say(event, (seat) => names[seat] ?? '')) ?? t(`review.draw.${step.chance!.kind}`);
}

export const roundWords = (step: Step, games: number): string => {
  const round = step.round ? t('line.round', { round: step.round }) : t('round.opening');
  return cap(games > 1 ? `${t('game.of', { game: step.game, games })}, ${round}` : round);
};
