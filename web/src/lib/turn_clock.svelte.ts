import { chime } from './attention';
import { t } from './i18n.svelte';
import { settings } from './settings.svelte';
import type { TableStore } from './table.svelte';

/** How long the page says that a clock ran out, in milliseconds. */
const SAID = 8000;
const minutes = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** The time for this turn, by the server's clock, and what is said when it runs out. Made by a component. */
export class TurnClock {
  now = $state(Date.now());
  #store: TableStore;
  #lateSeq = $state(0);

  left = $derived.by(() => {
    const { play, skew } = this.#store;
    return play?.clock ? Math.max(0, Math.round((play.clock.deadline - (this.now - skew)) / 1000)) : null;
  });
  text = $derived.by(() => {
    if (this.left === null) return '';
    return this.left > 7200 ? t('clock.hours', { count: Math.floor(this.left / 3600) }) : minutes(this.left);
  });
  urgent = $derived(this.left !== null && this.left < 15);
  hurry = $derived.by(() => this.#store.myTurn && this.left !== null && this.left <= 10 && this.left > 0);
  /** A clock that ran out is said for a while, and stays in the log. */
  late = $derived.by(() => {
    const last = this.#store.timeouts.at(-1);
    return this.#lateSeq && last ? { seat: last.seat, own: this.#store.mine.includes(last.seat) } : null;
  });

  constructor(store: TableStore) {
    this.#store = store;
    $effect(() => {
      const timer = setInterval(() => {
        this.now = Date.now();
      }, 500);
      return () => clearInterval(timer);
    });
    $effect(() => {
      if (this.hurry && settings.sound) chime();
    });
    let begun = -1;
    $effect(() => {
      const seq = store.timeouts.at(-1)?.seq ?? 0;
      if (begun < 0) {
        if (store.connection === 'open') begun = seq;
        return;
      }
      if (seq <= begun) return;
      begun = this.#lateSeq = seq;
      const timer = setTimeout(() => (this.#lateSeq = 0), SAID);
      return () => clearTimeout(timer);
    });
  }
}
