import type { ScoreAnswer } from '../generated/protocol';
import { Pad } from './pad.svelte';

const MOST = 8;

/** The kingdoms of one table on one pad. */
export class Pads {
  all = $state.raw<Pad[]>([]);
  at = $state(0);
  names = $state<string[]>([]);
  /** What the server said about each. */
  scores = $state.raw<Map<Pad, ScoreAnswer>>(new Map());

  now = $derived(this.all[this.at]!);
  more = $derived(this.all.length < MOST);
  /** Best first; equals share a place. */
  ranking = $derived.by(() => {
    const rows = this.all.map((pad, index) => ({
      index,
      score: this.scores.get(pad)?.realm.score ?? 0,
      by: this.scores.get(pad)?.rank ?? [],
    }));
    const before = (a: number[], b: number[]) => b.map((v, i) => v - (a[i] ?? 0)).find((d) => d !== 0) ?? 0;
    rows.sort((a, b) => before(a.by, b.by) || a.index - b.index);
    return rows.map((row) => ({ ...row, place: 1 + rows.filter((other) => before(other.by, row.by) < 0).length }));
  });

  constructor() {
    this.add();
  }

  /** One more kingdom of the same game. */
  add(): Pad {
    const first = this.all[0];
    const used = new Set(this.all.map(({ index }) => index));
    const index = Array.from({ length: MOST }, (_, i) => i).find((i) => !used.has(i)) ?? 0;
    const pad: Pad = new Pad(index, () => this.all.filter((other) => other !== pad));
    if (first) {
      pad.change(first.family, first.size);
      pad.bonuses = first.bonuses;
      pad.begin();
    }
    this.all = [...this.all, pad];
    this.names.push('');
    this.at = this.all.length - 1;
    return pad;
  }

  remove(index: number): void {
    this.all = this.all.filter((_, i) => i !== index);
    this.names.splice(index, 1);
    this.at = Math.min(this.at, this.all.length - 1);
  }

  change(family: string, size: number): void {
    for (const pad of this.all) pad.change(family, size);
  }

  setBonus(bonus: string): void {
    const { bonuses } = this.now;
    const next = bonuses.includes(bonus) ? bonuses.filter((b) => b !== bonus) : [...bonuses, bonus];
    for (const pad of this.all) pad.bonuses = next;
  }

  /** She is a guest of one. */
  setQueen(on: boolean): void {
    for (const pad of this.all) pad.queen = on && pad === this.now;
  }

  scored(pad: Pad, answer: ScoreAnswer): void {
    this.scores = new Map(this.scores).set(pad, answer);
  }

  /** Everything in one address. */
  get link(): string {
    return this.all
      .map((pad, i) => `k=${encodeURIComponent(pad.link)}&n=${encodeURIComponent(this.names[i] ?? '')}`)
      .join('&');
  }

  /** Reads such an address; true if what it shows first was made domino by domino. */
  read(query: URLSearchParams): boolean {
    const kingdoms = query.getAll('k').slice(0, MOST);
    const byDomino = kingdoms.map((text, i) => (i ? this.add() : this.now).read(text));
    kingdoms.forEach((_, i) => {
      this.names[i] = query.getAll('n')[i]?.slice(0, 24) ?? '';
    });
    for (const pad of this.all) pad.begin();
    this.at = 0;
    return byDomino[0] ?? true;
  }
}
