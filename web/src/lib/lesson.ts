import type { SlotView, Spot } from '../generated/protocol';
import type { Legal } from './hand.svelte';
import type { Realm } from './types';

/** One position of a lesson; legal actions and their worth were made with the rules when this was built. */
export interface Lesson {
  realm: Realm;
  frame: number;
  step: string;
  domino: string | null;
  line: { domino: string; seat: number | null }[];
  next: { domino: string; seat: number | null }[];
  slots: SlotView[];
  dragon: number | null;
  stack: number;
  legal: Legal[];
  spots: Record<string, Spot[]>;
  /** Which of the legal actions do what the lesson asks for, by their place in the list. */
  right: number[];
  /** What tells right from wrong; empty where everything legal is right. */
  goal: '' | 'choose' | 'points' | 'town' | 'coins';
  /** The same lesson for each domino that may have been chosen before. */
  variants?: Record<string, Lesson>;
}
