import type { Cell, DrawnSquare } from './types';

export const key = (x: number, y: number): string => `${x},${y}`;
export const same = (a: Cell, b: Cell): boolean => a[0] === b[0] && a[1] === b[1];
export const DIRECTIONS: Cell[] = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
];

/** A domino held over a kingdom: where its first half is and which way the second lies. */
export interface Ghost {
  x: number;
  y: number;
  turn: number;
}

export function cellsOf(ghost: Ghost): [Cell, Cell] {
  const [dx, dy] = DIRECTIONS[ghost.turn % 4]!;
  return [
    [ghost.x, ghost.y],
    [ghost.x + dx, ghost.y + dy],
  ];
}

/** A part of a drawing, a hundred to a square. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The first and the last column and row. */
export interface Frame {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

/** Open: every square that the frame still allows. Closed: one frame around what lies there. */
export function frameOf(drawn: { x: number; y: number }[], size: number, open: boolean): Frame {
  const span = (values: number[]): Cell => {
    const lo = Math.min(0, ...values);
    const hi = Math.max(0, ...values);
    if (open) return [hi - size + 1, lo + size - 1];
    const start = lo - Math.floor((size - (hi - lo + 1)) / 2);
    return [start, start + size - 1];
  };
  const [x0, x1] = span(drawn.map((t) => t.x));
  const [y0, y1] = span(drawn.map((t) => t.y));
  return { x0, y0, x1, y1 };
}

/** What of an open frame a domino can reach now: it goes at most two squares beyond what lies there. */
export function reachOf(drawn: { x: number; y: number }[], size: number): Frame {
  const open = frameOf(drawn, size, true);
  const [xs, ys] = [
    [0, ...drawn.map((t) => t.x)],
    [0, ...drawn.map((t) => t.y)],
  ];
  return {
    x0: Math.max(open.x0, Math.min(...xs) - 2),
    y0: Math.max(open.y0, Math.min(...ys) - 2),
    x1: Math.min(open.x1, Math.max(...xs) + 2),
    y1: Math.min(open.y1, Math.max(...ys) + 2),
  };
}

/** Strong lines where territories meet, hairlines between dominoes of one territory, nothing inside a domino. */
export function borders(drawn: DrawnSquare[]): { strong: string; faint: string } {
  const at = new Map<string, { terrain: string; id: string }>(drawn.map((t) => [key(t.x, t.y), t]));
  at.set('0,0', { terrain: 'castle', id: 'castle' });
  let strong = '';
  let faint = '';
  for (const c of [...drawn, { x: 0, y: 0, terrain: 'castle', id: 'castle' }]) {
    const X = c.x * 100;
    const Y = c.y * 100;
    for (const [dx, dy, d] of [
      [1, 0, `M${X + 100} ${Y}v100`],
      [0, 1, `M${X} ${Y + 100}h100`],
    ] as [number, number, string][]) {
      const n = at.get(key(c.x + dx, c.y + dy));
      if (n?.terrain !== c.terrain) strong += d;
      else if (c.id !== n.id) faint += d;
    }
    if (!at.has(key(c.x - 1, c.y))) strong += `M${X} ${Y}v100`;
    if (!at.has(key(c.x, c.y - 1))) strong += `M${X} ${Y}h100`;
  }
  return { strong, faint };
}

/** The middle square of a group: where its worth is written. */
export function middle(cells: Cell[]): Cell {
  const spread = (c: Cell) => cells.reduce((s, o) => s + Math.hypot(o[0] - c[0], o[1] - c[1]), 0);
  return [...cells].sort((a, b) => spread(a) - spread(b))[0] ?? [0, 0];
}
