import type { Judgement } from '../generated/protocol';
import { t } from './i18n.svelte';
import { whyText, worthSaying } from './review_words';
import type { Happened } from './table.svelte';
import { describe, percent } from './words';

/** What is said of an attempt, in the chosen language. */

/** What the turn that was played costs. */
export function lossText({ exact, loss }: Judgement): string {
  if (!exact) return t('puzzle.loss.share', { share: percent(loss.win) });
  if (loss.win === 1) return t('puzzle.loss.win');
  if (loss.win) return t('puzzle.loss.half');
  return t('puzzle.loss.points', { points: t('points', { count: loss.points }) });
}

/** What the answer leads to. */
export function resultText({ exact, best }: Judgement): string {
  if (!exact) return t('puzzle.result.share', { share: percent(best.win) });
  if (best.win < 1) return t('puzzle.result.half');
  return best.points > 0
    ? t('puzzle.result.win', { points: t('points', { count: best.points }) })
    : t('puzzle.result.tie');
}

/** Why the answer is better, and what it gives up for that: in the words of a review. */
export const reasons = ({ why }: Judgement): string[] => why.filter(worthSaying).map(whyText);

/** What is done in a turn, step by step; what is passed over needs no words. */
export const stepsOf = (happened: Happened[]): string[] =>
  happened.flatMap(({ event }) => ('seat' in event && event.type !== 'pass' ? [describe(event, event.type)] : []));
