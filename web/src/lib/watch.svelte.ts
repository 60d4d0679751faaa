import { untrack } from 'svelte';
import { look, move, type Before } from './motion';
import type { Scene } from './scene.svelte';

/** More at once than this is a jump, not a move. */
const MOST = 8;

/** Watches the pieces before and after each change of the page, so that they can be seen moving. Called by a component. */
export function watchPieces(scene: Scene): void {
  let before: Before | null = null;
  let told = -1;
  let purses: number[] = [];
  $effect.pre(() => {
    void scene.happened;
    untrack(() => {
      before = look(purses);
    });
  });
  $effect(() => {
    const { happened } = scene;
    const news = happened.filter((h) => h.seq > told).map((h) => h.event);
    untrack(() => {
      purses = scene.realms.map((r) => r.coins);
      if (before && told >= 0 && news.length && news.length <= MOST) move(news, before, purses, scene.realmOf);
    });
    told = happened.at(-1)?.seq ?? -1;
  });
}
