import { cellsOf, DIRECTIONS, frameOf, key, type Frame, type Ghost } from './geometry';
import type { Legal } from './hand.svelte';
import { squaresOf } from './land';
import { BUILDINGS, boxOf, DOMINOES, drawnSquares, FAMILIES, halves, LETTERS, terrainOf } from './pieces';
import type { Cell, Half, Reasons, Square } from './types';

const limit = (text: string, most: number) => Math.min(most, Math.max(0, Math.floor(Number(text)) || 0));

/** Of the first kingdom on a pad. */
const COLOURS: Record<string, string> = { kingdomino: 'blue', queendomino: 'orange', 'royal-wedding': 'red' };
export const BONUSES = ['middle-kingdom', 'harmony'];
/** A kingdom of real dominoes with all the terms of the rulebook's worked example: 71 points. */
export const EXAMPLE =
  'q5|c11|k|q1|Q41.0.1.0.2 Q27.1.1.1.2 Q7.2.1.2.2 Q42.2.0.1.0 Q14.0.-2.0.-1 Q1.-1.-2.-1.-1 Q45.1.-1.1.-2 Q43.2.-1.2.-2 Q39.-1.0.-2.0 Q18.-2.1.-1.1 Q38.-2.-2.-2.-1 Q22.-1.2.-2.2|-2.-1=church -2.0=sawmill 0.2=statue 1.-2=guardtower 1.0=travelling_castle 2.-2=big_tavern';

interface Entered {
  family: string;
  size: number;
  squares: Square[];
  corner: Cell;
  /** Where more than squares changed at once. */
  purse?: { coins: number; knights: number | null; queen: boolean };
}

/** The score pad: a kingdom entered by hand at a real table. The castle is at 0,0, as in the notation. */
export class Pad {
  family = $state('kingdomino');
  size = $state(5);
  squares = $state.raw<Square[]>([]);
  /** Where the castle is in the grid that is painted square by square; a grid must not move under the brush. */
  corner = $state.raw<Cell>([2, 2]);
  coins = $state(0);
  knights = $state<number | null>(null);
  queen = $state(false);
  bonuses = $state<string[]>([]);
  #past = $state.raw<Entered[]>([]);
  /** Which kingdom of the table this is. */
  readonly index: number;
  #others: () => Pad[];

  /** With the others of its table, which share its boxes. */
  constructor(index = 0, others: () => Pad[] = () => []) {
    this.index = index;
    this.#others = others;
  }

  game = $derived(FAMILIES[this.family]!);
  hasPurse = $derived(this.game.purse);
  ruleset = $derived([this.game.frames[this.size]!, ...BONUSES.filter((b) => this.bonuses.includes(b))].join('+'));
  drawn = $derived(drawnSquares(this));
  grid = $derived<Frame>({
    x0: -this.corner[0],
    y0: -this.corner[1],
    x1: this.size - 1 - this.corner[0],
    y1: this.size - 1 - this.corner[1],
  });
  at = $derived(new Map(this.squares.map((s) => [key(s.x, s.y), s])));
  placed = $derived(new Set(this.squares.flatMap((s) => s.domino ?? [])));
  elsewhere = $derived.by(() => new Set(this.#others().flatMap((pad) => [...pad.placed])));
  colour = $derived.by(() => {
    const first = COLOURS[this.family]!;
    const all = [first, ...this.game.colours.filter((c) => c !== first)];
    return all[this.index % all.length]!;
  });
  undoable = $derived(this.#past.length > 0);
  /** How many of each building are still in the stack. */
  stock = $derived.by(() => {
    const built = [this as Pad, ...this.#others()].flatMap((pad) => pad.squares.flatMap((s) => s.building ?? []));
    return Object.fromEntries(
      Object.entries(BUILDINGS).map(([id, b]) => [id, b.copies - built.filter((x) => x === id).length]),
    );
  });

  #keep(whole = false): void {
    const { family, size, squares, corner, coins, knights, queen } = this;
    const purse = whole ? { coins, knights, queen } : undefined;
    this.#past = [...this.#past.slice(-99), { family, size, squares, corner, purse }];
  }

  undo(): void {
    const last = this.#past.at(-1);
    if (!last) return;
    this.#back(last);
    for (const pad of this.#others()) pad.#follow(last);
  }

  #back({ purse, ...entered }: Entered): void {
    this.#past = this.#past.slice(0, -1);
    Object.assign(this, entered, purse);
    // She may be somebody else's guest by now.
    if (this.#others().some((pad) => pad.queen)) this.queen = false;
  }

  /** All kingdoms of a table are of one game: what another took back of it is taken back here. */
  #follow({ family, size }: Entered): void {
    if (family === this.family && size === this.size) return;
    const last = this.#past.at(-1);
    if (last?.family === family && last.size === size) this.#back(last);
    else this.change(family, size);
  }

  /** From here on there is nothing to take back. */
  begin(): void {
    this.#past = [];
  }

  /** Only what the box and the frame can hold stays. */
  change(family: string, size: number): void {
    if (family === this.family && size === this.size) return;
    this.#keep();
    const { boxes, purse } = FAMILIES[family]!;
    const fits = (s: Square) => (s.domino ? boxes.includes(boxOf(s.domino)) : purse || s.terrain !== 'town');
    const kept = this.squares.filter(fits);
    this.family = family;
    this.size = size;
    this.squares = kept;
    this.regrid();
    const f = this.grid;
    const left = kept.filter((s) => s.x >= f.x0 && s.x <= f.x1 && s.y >= f.y0 && s.y <= f.y1);
    if (left.length < kept.length) this.squares = loosen(left);
  }

  /** The grid around what lies there, the kingdom in its middle. */
  regrid(): void {
    const f = frameOf(this.squares, this.size, false);
    const inside = (v: number) => Math.min(this.size - 1, Math.max(0, v));
    this.corner = [inside(-f.x0), inside(-f.y0)];
  }

  clear(): void {
    this.#keep(true);
    this.squares = [];
    this.corner = [(this.size - 1) / 2, (this.size - 1) / 2];
    this.coins = 0;
    this.knights = null;
    this.queen = false;
  }

  /** Square by square: nothing of a domino is left when one of its halves is painted over. */
  paint(x: number, y: number, half: Half | null, building: string | null = null): void {
    if (x === 0 && y === 0) return;
    this.#keep();
    const rest = loosen(this.squares.filter((s) => s.x !== x || s.y !== y));
    this.squares = half
      ? [...rest, { x, y, terrain: half[0], crowns: half[1], domino: null, knight: false, building }]
      : rest;
  }

  /** The castle goes to another square of the grid; everything else stays where it is painted. */
  moveCastle(x: number, y: number): void {
    this.#keep();
    this.corner = [this.corner[0] + x, this.corner[1] + y];
    this.squares = loosen(this.squares.filter((s) => s.x !== x || s.y !== y)).map((s) => ({
      ...s,
      x: s.x - x,
      y: s.y - y,
    }));
  }

  place(domino: string, cells: [Cell, Cell]): void {
    this.#keep();
    this.squares = [...this.squares, ...squaresOf(domino, cells)];
  }

  /** Takes a domino off the kingdom again; says how it lay. */
  lift(domino: string): Ghost | null {
    const [a, b] = this.squares.filter((s) => s.domino === domino);
    if (!a || !b) return null;
    this.#keep();
    this.squares = this.squares.filter((s) => s.domino !== domino);
    return { x: a.x, y: a.y, turn: DIRECTIONS.findIndex(([dx, dy]) => a.x + dx === b.x && a.y + dy === b.y) };
  }

  build(x: number, y: number, building: string | null): void {
    this.#keep();
    this.squares = this.squares.map((s) => (s.x === x && s.y === y ? { ...s, building } : s));
  }

  /** Where a domino can go, in the shape that a hand holds, and why nowhere else: there is no position here to ask the server about. */
  spots(domino: string): { legal: Legal[]; reasons: Reasons } {
    const legal: Legal[] = [];
    const reasons: Reasons = {};
    const f = frameOf(this.squares, this.size, true);
    for (let y = f.y0; y <= f.y1; y++)
      for (let x = f.x0; x <= f.x1; x++)
        for (let turn = 0; turn < 4; turn++) {
          const squares = cellsOf({ x, y, turn });
          const why = this.#why(domino, squares, f);
          if (why) (reasons[why] ??= []).push([x, y, turn]);
          else legal.push({ action: { type: 'place', seat: 0, domino, squares } });
        }
    return { legal, reasons };
  }

  #why(domino: string, cells: [Cell, Cell], f: Frame): string | null {
    const terrainAt = ([x, y]: Cell) => (x || y ? this.at.get(key(x, y))?.terrain : 'castle');
    if (cells.some(terrainAt)) return 'occupied';
    if (!cells.every(([x, y]) => x >= f.x0 && x <= f.x1 && y >= f.y0 && y <= f.y1)) return 'out-of-frame';
    const meets = cells.some(([x, y], i) =>
      DIRECTIONS.map(([dx, dy]) => terrainAt([x + dx, y + dy])).some(
        (t) => t === 'castle' || t === halves(domino)[i]![0],
      ),
    );
    return meets ? null : 'no-match';
  }

  /** Free towns for a building, as a hand holds them. */
  sites(building: string): Legal[] {
    return this.squares
      .filter((s) => s.terrain === 'town' && !s.building)
      .map((s) => ({ action: { type: 'build', seat: 0, slot: 0, building, square: [s.x, s.y] } }));
  }

  #word(x: number, y: number): string {
    const s = this.at.get(key(x, y));
    if (x === 0 && y === 0) return 'C';
    return s ? LETTERS[s.terrain] + (s.building ? `=${s.building}` : String(s.crowns || '')) : '.';
  }

  rows = $derived.by(() => {
    const f = this.grid;
    return Array.from({ length: this.size }, (_, y) =>
      Array.from({ length: this.size }, (_, x) => this.#word(x + f.x0, y + f.y0)).join(' '),
    );
  });

  /** In the notation, for the server to score. */
  text = $derived.by(() => {
    const purse = this.hasPurse
      ? [
          `coins ${this.coins}`,
          ...(this.knights === null ? [] : [`knights ${this.knights}`]),
          ...(this.queen ? ['queen'] : []),
        ]
      : [];
    return ['crownlands kingdom 1', `ruleset ${this.ruleset}`, ...purse, 'grid', ...this.rows].join('\n');
  });

  /** Everything in one line of a link: the dominoes if all squares have one, otherwise the painted rows. */
  link = $derived.by(() => {
    const head = [
      `${this.family.charAt(0)}${this.size}`,
      `c${this.coins}`,
      `k${this.knights ?? ''}`,
      `q${this.queen ? 1 : 0}`,
    ];
    const plus = this.bonuses.length ? [`+${this.bonuses.join('+')}`] : [];
    if (!this.placed.size || this.squares.some((s) => !s.domino)) return [...head, ...this.rows, ...plus].join('|');
    const dominoes = [...this.placed].map((d) =>
      [d, ...this.squares.filter((s) => s.domino === d).flatMap((s) => [s.x, s.y])].join('.'),
    );
    const buildings = this.squares.flatMap((s) => (s.building ? `${s.x}.${s.y}=${s.building}` : []));
    return [...head, dominoes.join(' '), buildings.join(' '), ...plus].join('|');
  });

  /** Reads a link; what is not understood is left out. True if it was made domino by domino. */
  read(text: string): boolean {
    const [head = 'k5', c = '', k = '', q = '', ...rest] = text.split('|');
    const plus = rest.at(-1)?.startsWith('+') ? rest.pop()!.slice(1).split('+') : [];
    this.#keep(true);
    this.family = Object.keys(FAMILIES).find((name) => name.startsWith(head.charAt(0))) ?? 'kingdomino';
    this.size = head.endsWith('7') ? 7 : 5;
    this.coins = limit(c.slice(1), 999);
    this.knights = k.length > 1 ? limit(k.slice(1), 99) : null;
    this.queen = q === 'q1';
    this.bonuses = BONUSES.filter((b) => plus.includes(b));
    const byDomino = /^[KQ]\d/.test(rest[0] ?? '');
    this.squares = byDomino ? readDominoes(rest[0]!, rest[1] ?? '') : this.#readRows(rest);
    if (byDomino) this.regrid();
    return byDomino;
  }

  #readRows(lines: string[]): Square[] {
    const rows = lines.slice(0, this.size).map((line) => line.trim().split(/\s+/));
    const y0 = rows.findIndex((row) => row.includes('C'));
    const x0 = rows[y0]?.indexOf('C') ?? -1;
    this.corner = x0 < 0 || x0 >= this.size ? [(this.size - 1) / 2, (this.size - 1) / 2] : [x0, y0];
    return rows.flatMap((row, y) =>
      row.slice(0, this.size).flatMap((w, x): Square[] => {
        const terrain = terrainOf(w.charAt(0));
        if (!terrain || (x === this.corner[0] && y === this.corner[1])) return [];
        const building = w.slice(w.indexOf('=') + 1);
        return [
          {
            x: x - this.corner[0],
            y: y - this.corner[1],
            terrain,
            crowns: terrain === 'town' ? 0 : limit(w.slice(1), 3),
            domino: null,
            knight: false,
            building: terrain === 'town' && building in BUILDINGS ? building : null,
          },
        ];
      }),
    );
  }
}

/** Half a domino is a painted square. */
function loosen(squares: Square[]): Square[] {
  const whole = (d: string | null) => d !== null && squares.filter((s) => s.domino === d).length === 2;
  return squares.map((s) => (s.domino && !whole(s.domino) ? { ...s, domino: null } : s));
}

function readDominoes(dominoes: string, buildings: string): Square[] {
  const squares: Square[] = [];
  for (const word of dominoes.split(' ')) {
    const [domino = '', ...at] = word.split('.');
    const [a, b, c, d] = at.map(Number);
    const taken = squares.some((s) => s.domino === domino || (s.x === a && s.y === b) || (s.x === c && s.y === d));
    if (domino in DOMINOES && [a, b, c, d].every(Number.isInteger) && !taken)
      squares.push(
        ...squaresOf(domino, [
          [a!, b!],
          [c!, d!],
        ]),
      );
  }
  const built = new Map(buildings.split(' ').map((word) => word.split('=') as [string, string]));
  return squares.map((s) => {
    const building = built.get(`${s.x}.${s.y}`) ?? '';
    return { ...s, building: s.terrain === 'town' && building in BUILDINGS ? building : null };
  });
}
