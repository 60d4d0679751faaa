import type { Realm, Term } from './types';

const BONUSES = ['middle-kingdom', 'harmony'];

/** A realm as people count it: what lies there, with the bonuses apart until the end decides them. */
export type Counted = Realm & { bonuses: Term[] };

export function counted(realm: Realm, over: boolean): Counted {
  if (over) return { ...realm, bonuses: [] };
  const bonus = (term: Term) => BONUSES.includes(term.kind);
  return {
    ...realm,
    score: realm.laid,
    terms: realm.terms.filter((x) => !bonus(x)),
    bonuses: realm.terms.filter(bonus),
  };
}
