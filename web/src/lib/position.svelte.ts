import type { TriedPosition } from '../generated/protocol';
import { post } from './api';
import { cap, t } from './i18n.svelte';
import type { Shown } from './scene.svelte';
import type { Action } from './types';
import { typed } from './words';

/** Who sits there, if that is known. */
interface Company {
  names?: string[];
  colours?: string[];
}

/** A position that is played by hand without a table: the server says what each action makes of it, and keeps nothing. */
export class PositionStore {
  readonly position: string;
  #company: Company;
  #asked = 0;
  #start = $state.raw<TriedPosition | null>(null);
  #tried = $state.raw<TriedPosition | null>(null);
  /** What was done so far, in the notation. */
  actions = $state.raw<string[]>([]);
  /** An answer is on its way. */
  asking = $state(false);
  error = $state.raw<unknown>(null);

  /** Whether the turn that the position began with is over. */
  whole = $derived(this.#tried?.whole ?? false);
  undoable = $derived(this.actions.length > 0 && !this.asking);
  /** For the screen of a table; whoever decides in the position is the reader, until the turn is over. */
  shown = $derived.by((): Shown | null => {
    const now = this.#tried;
    const first = this.#start?.play;
    if (!now || !first) return null;
    const { rules, play, preview } = now;
    const you = first.seat ?? 0;
    const names = Array.from({ length: rules.seats }, (_, i) =>
      i === you ? cap(t('lobby.you')) : t('seat.number', { number: i + 1 }),
    );
    return {
      play,
      rules,
      names: this.#company.names ?? names,
      colours: this.#company.colours ?? rules.colours,
      bots: [],
      mine: now.whole ? [] : [you],
      view: first.realm ?? 0,
      happened: now.events.map((event, index) => ({ seq: index + 1, index: 0, event })),
      legal: now.whole ? [] : play.legal.map((action, i) => ({ action, ...preview.worth[i] })),
      spots: preview.spots,
      reasons: preview.reasons,
    };
  });

  constructor(position: string, company: Company = {}) {
    this.position = position;
    this.#company = company;
    void this.show([]);
  }

  /** The position after these actions, whoever's they are. */
  async show(actions: string[]): Promise<void> {
    const asked = ++this.#asked;
    this.asking = true;
    this.error = null;
    try {
      const tried = await post<TriedPosition>('/api/position', { position: this.position, actions });
      if (asked !== this.#asked) return; // something else was asked for meanwhile
      this.#tried = tried;
      this.#start ??= tried;
      this.actions = actions;
    } catch (e) {
      if (asked === this.#asked) this.error = e;
    }
    if (asked === this.#asked) this.asking = false;
  }

  async act(action: Action): Promise<void> {
    if (!this.asking && !this.whole) await this.show([...this.actions, typed(action)]);
  }

  async undo(): Promise<void> {
    if (this.undoable) await this.show(this.actions.slice(0, -1));
  }
}
