import { alertTurn, chime, turnIcon } from './attention';
import { t } from './i18n.svelte';
import { settings } from './settings.svelte';
import type { TableStore } from './table.svelte';
import { rulesetTitle } from './words';

/** Title, icon and, if allowed, a notification tell when it is your turn. Called by a component. */
export function announceTurns(store: TableStore): void {
  let was = false;
  $effect(() => {
    const mineNow = store.myTurn;
    const game = store.table ? rulesetTitle(store.table.ruleset) : 'Crownlands';
    document.title = mineNow ? `♛ ${t('title.turn')} · ${game}` : `${game} · Crownlands`;
    turnIcon(mineNow);
    if (mineNow && !was) {
      if (settings.sound) chime();
      alertTurn(t('title.turn'), game);
    }
    was = mineNow;
  });
  $effect(() => () => turnIcon(false));
}
