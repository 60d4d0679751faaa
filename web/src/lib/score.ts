import type { TerritoryTerm } from '../generated/protocol';
import type { Cell, Realm, Term } from './types';

export const territories = (terms: Term[]): TerritoryTerm[] => terms.filter((term) => term.kind === 'territory');

/** The squares of the largest one; of several, the first. */
export const largest = (terms: Term[]): Cell[] =>
  territories(terms).reduce<Cell[]>((most, { cells }) => (cells.length > most.length ? cells : most), []);

/** A realm as people count it: what lies there, with the bonuses apart until the end decides them. */
export type Counted = Realm & { bonuses: Term[]; reserve: number };

export function counted(realm: Realm, reserve: number, over: boolean): Counted {
  if (over) return { ...realm, reserve, bonuses: [] };
  const bonus = ({ kind }: Term) => kind === 'middle-kingdom' || kind === 'harmony';
  return {
    ...realm,
    reserve,
    score: realm.laid,
    terms: realm.terms.filter((x) => !bonus(x)),
    bonuses: realm.terms.filter(bonus),
  };
}
