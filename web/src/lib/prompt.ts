import type { Hand } from './hand.svelte';
import { t } from './i18n.svelte';
import { numberOf } from './pieces';
import type { Scene } from './scene.svelte';

/** What is to be done now, and how. */
export interface Prompt {
  head: string;
  hint: string;
}

/** What the page says to whoever looks at it. */
export function promptOf(scene: Scene, hand: Hand): Prompt {
  const { play, game, acting, mine, bots, seatName } = scene;
  const { seat, step } = play;
  if (game.over) return { head: t('prompt.over'), hint: '' };
  if (seat === null) return { head: t('prompt.wait'), hint: '' };
  const name = seatName(seat);
  const number = play.domino ? numberOf(play.domino) : 0;
  if (!acting) return { head: t(`prompt.other.${step}`, { name, number }), hint: bots[seat] ? t('prompt.bot') : '' };
  const what = (key: string) => {
    const text = t(key, { number });
    return mine.length > 1 && name ? t('prompt.hotseat', { name, what: text }) : t('prompt.you', { what: text });
  };
  switch (step) {
    case 'place':
      return hand.discard
        ? { head: what('prompt.discard'), hint: t('hint.discard') }
        : { head: what('prompt.place'), hint: t('hint.place') };
    case 'tax':
      return { head: what('prompt.tax'), hint: t('hint.tax') };
    case 'build': {
      const hint = hand.slot === null ? 'hint.build' : hand.town ? 'hint.build.ready' : 'hint.build.town';
      return { head: what('prompt.build'), hint: t(hint) };
    }
    case 'bribe':
      return { head: what('prompt.bribe'), hint: t('hint.bribe', { count: scene.rules.bribe }) };
    default: {
      const owner = play.kings[0]?.owner;
      const other = owner !== undefined && owner !== seat;
      return {
        head: what('prompt.choose'),
        hint: other ? t('hint.choose.other', { name: seatName(owner) }) : t('hint.choose'),
      };
    }
  }
}
