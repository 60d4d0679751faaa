import { untrack } from 'svelte';
import type { Hints } from '../generated/protocol';
import type { Hand } from './hand.svelte';
import type { HintDesk } from './hint_desk.svelte';
import type { Scene } from './scene.svelte';
import type { Action } from './types';
import { typed } from './words';

/** How long an action must be held still before it is judged, in milliseconds. */
const STILL = 500;

function judged(answer: Hints, action: Action): boolean {
  const wanted = typed(action);
  return [...answer.suggestions, ...(answer.yours ? [answer.yours] : [])].some(
    (s) => typed(s.action) === wanted || s.equal.some((text) => text.endsWith(` ${wanted}`)),
  );
}

/** Hints in the hand: the best one is put there at once, and what is held instead is judged too. Made by a component. */
export class Advice {
  followed = $state.raw<Action | null>(null);
  #desk: () => HintDesk | undefined;
  #hand: Hand;
  #scene: Scene;

  desk = $derived.by(() => this.#desk());
  answer = $derived(this.desk?.answer ?? null);
  open = $derived(this.answer !== null || (this.desk?.asking ?? false));
  inHand = $derived.by(() => (this.answer && this.#hand.ready ? this.#hand.ready.action : null));

  constructor(scene: Scene, hand: Hand, desk: () => HintDesk | undefined) {
    this.#scene = scene;
    this.#hand = hand;
    this.#desk = desk;
    let advised = -1;
    $effect(() => {
      const best = this.answer?.suggestions[0];
      untrack(() => {
        // Once for each position: a later answer about it judges what is held instead.
        const position = best ? scene.play.game_seq : -1;
        if (best && position !== advised) this.follow(best.action);
        advised = position;
      });
    });
    $effect(() => {
      const { inHand, desk } = this;
      if (!inHand || !desk) return;
      const judge = () => {
        if (this.answer && !desk.asking && !judged(this.answer, inHand)) desk.ask(inHand);
      };
      const timer = setTimeout(judge, STILL);
      return () => clearTimeout(timer);
    });
  }

  /** Puts an action into the hand, where the kingdom shows it. */
  follow(action: Action): void {
    this.followed = action;
    this.#hand.take(action);
    if (action.type === 'choose') this.#hand.spots = this.#scene.spots[action.domino] ?? null;
  }

  toggle(): void {
    if (this.open) this.desk?.dismiss();
    else this.desk?.ask();
  }
}
