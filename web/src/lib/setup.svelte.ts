import { FAMILIES, isPrinted, optionFits, OPTIONS } from './pieces';

/** What is to be played: a family, how many, the options, and so a ruleset's name. */
export class Setup {
  #family = $state('kingdomino');
  #opening = $state('');
  players = $state(4);
  chosen = $state<string[]>([]);

  numbers = $derived(FAMILIES[this.#family]!.players);
  variants = $derived(OPTIONS.filter((o) => !o.opening && optionFits(o, this.#family, this.players)));
  openings = $derived(OPTIONS.filter((o) => o.opening && optionFits(o, this.#family, this.players)));
  #usual = $derived(FAMILIES[this.#family]!.openings[this.players]!);
  opening = $derived(this.openings.some((o) => o.name === this.#opening) ? this.#opening : this.#usual);
  ruleset = $derived(
    [
      `${this.#family}/${this.players}`,
      ...this.variants.map((o) => o.name).filter((name) => this.chosen.includes(name)),
      ...(this.opening === this.#usual ? [] : [this.opening]),
    ].join('+'),
  );
  printed = $derived(isPrinted(this.ruleset));

  constructor(wanted: string | null) {
    if (wanted && wanted in FAMILIES) this.family = wanted;
  }

  get family(): string {
    return this.#family;
  }

  /** With as many players as before, if it is for so many. */
  set family(name: string) {
    this.#family = name;
    const numbers = FAMILIES[name]!.players;
    if (!numbers.includes(this.players)) this.players = numbers.includes(4) ? 4 : numbers[0]!;
  }

  toggle(option: string): void {
    this.chosen = this.chosen.includes(option)
      ? this.chosen.filter((name) => name !== option)
      : [...this.chosen, option];
  }

  open(opening: string): void {
    this.#opening = opening;
  }
}
