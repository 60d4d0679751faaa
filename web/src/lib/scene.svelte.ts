import type { PlayView, RulesetInfo, Spot } from '../generated/protocol';
import type { Legal } from './hand.svelte';
import { cap, list, t } from './i18n.svelte';
import { drawnSquares } from './pieces';
import { counted } from './score';
import type { Happened } from './table.svelte';
import type { Reasons } from './types';
import { say } from './words';

/** What a screen shows: a live table, or a moment of a recorded game. */
export interface Shown {
  play: PlayView;
  rules: RulesetInfo;
  names: string[];
  colours: string[];
  /** What stands beside the name of a bot; empty for people. */
  bots: string[];
  mine: number[];
  /** Whose kingdom lies in the middle. */
  view: number;
  happened: Happened[];
  legal?: Legal[];
  timeouts?: { seq: number; seat: number }[];
  spots?: Record<string, Spot[]>;
  reasons?: Reasons;
}

/** What a small screen shows on a sheet of its own. */
export type SheetName = 'kingdoms' | 'builders' | 'box' | 'log' | 'terms';

/** A line of the log. */
export interface LogLine {
  seq: number;
  colour: string | null;
  text: string;
  fresh?: boolean;
}

/** Nobody reads back further here; the replay has everything. */
const LINES = 80;

/** What the parts of a table's screen have in common, calculated once. */
export class Scene {
  #shown: () => Shown;
  constructor(shown: () => Shown) {
    this.#shown = shown;
  }

  play = $derived.by(() => this.#shown().play);
  rules = $derived.by(() => this.#shown().rules);
  names = $derived.by(() => this.#shown().names);
  colours = $derived.by(() => this.#shown().colours);
  bots = $derived.by(() => this.#shown().bots);
  mine = $derived.by(() => this.#shown().mine);
  view = $derived.by(() => this.#shown().view);
  happened = $derived.by(() => this.#shown().happened);
  legal = $derived.by(() => this.#shown().legal ?? []);
  timeouts = $derived.by(() => this.#shown().timeouts ?? []);
  spots = $derived.by(() => this.#shown().spots ?? {});
  reasons = $derived.by(() => this.#shown().reasons ?? {});

  game = $derived(this.play.state);
  board = $derived(this.play.board);
  hasBoard = $derived(this.rules.slots.length > 0);
  realms = $derived(this.game.realms.map((realm, i) => counted(realm, this.play.reserve[i] ?? 0, this.game.over)));
  me = $derived(this.realms[this.view]!);
  others = $derived(this.realms.map((realm, index) => ({ realm, index })).filter(({ index }) => index !== this.view));
  // From seats, which do not change: the lists stay the same ones as the game goes on.
  realmColours = $derived(this.rules.realms.map((seats) => seats.map((s) => this.colourOf(s) ?? 'blue')));
  myColours = $derived(this.realmColours[this.view]!);
  acting = $derived(this.play.seat !== null && this.mine.includes(this.play.seat) && !this.game.over);
  /** Somebody here decides about the builders' board. */
  building = $derived(this.acting && (this.play.step === 'build' || this.play.step === 'bribe'));
  #squares = $derived(this.me.squares);
  drawn = $derived(drawnSquares({ squares: this.#squares }));

  /** Dominoes of this line that have been placed already: they stay, pale. */
  done = $derived.by(() => {
    const { play, game, rules } = this;
    if (!game.round || game.over) return [];
    const acted = rules.seats * rules.kings - play.line.length;
    if (acted <= 0) return [];
    const waiting = new Set(play.line.map((c) => c.domino));
    return this.happened
      .flatMap(({ event }) => (event.type === 'place' || event.type === 'discard' ? [event.domino] : []))
      .slice(-acted - 1)
      .filter((d) => !waiting.has(d))
      .slice(-acted);
  });
  /** The domino that was placed last, if nothing happened since. */
  fresh = $derived.by(() => {
    const last = this.happened.at(-1)?.event;
    return last?.type === 'place' ? last.domino : '';
  });
  /** The last thing that was done here: all after it is new to whoever looks at this screen. */
  #lastOwn = $derived(
    this.mine.length
      ? this.happened.findLastIndex(({ event }) => 'seat' in event && this.mine.includes(event.seat))
      : -1,
  );
  #since = $derived(this.#lastOwn < 0 ? [] : this.happened.slice(this.#lastOwn + 1));
  news = $derived(this.#since.flatMap(({ event }) => (event.type === 'place' ? [event.domino] : [])));

  log = $derived.by((): LogLine[] => {
    const said = this.happened.slice(-LINES).flatMap(({ seq, index, event, names }) => {
      const text = say(event, (seat) => names?.[seat] ?? this.seatName(seat));
      const fresh = 'seat' in event && this.#since.some((one) => one.seq === seq);
      const colour = 'seat' in event ? this.colourOf(event.seat) : null;
      return text ? [{ fresh, seq: seq * 100 + index, colour, text: cap(text) }] : [];
    });
    const from = this.happened.at(-LINES)?.seq ?? 0;
    const late = this.timeouts
      .filter(({ seq }) => seq > from)
      .map(({ seq, seat }) => ({
        seq: seq * 100,
        colour: this.colourOf(seat),
        text: t('log.timeout', { name: this.seatName(seat) }),
      }));
    return late.length ? [...said, ...late].sort((a, b) => a.seq - b.seq) : said;
  });

  seatName = (seat: number | null): string => (seat === null ? '' : (this.names[seat] ?? ''));
  colourOf = (seat: number | null): string | null => (seat === null ? null : (this.colours[seat] ?? null));
  realmName = (realm: { seats: number[] }): string => list(realm.seats.map((s) => this.seatName(s)));
  realmOf = (seat: number): number => this.rules.realms.findIndex((seats) => seats.includes(seat));
}
