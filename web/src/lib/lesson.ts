import type { Legal, Preview } from './hand.svelte';
import type { Realm } from './types';

/** One position of a lesson; legal actions and their worth were made with the rules when this was built. */
export interface Lesson {
  realm: Realm;
  frame: number;
  step: string;
  domino: string | null;
  line: { domino: string; seat: number | null }[];
  next: { domino: string; seat: number | null }[];
  slots: (string | null)[];
  dragon: number | null;
  stack: number;
  queen: boolean;
  legal: Legal[];
  previews: Record<string, Preview[]>;
}
