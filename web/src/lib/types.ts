import type { Act, ActMessage, RealmView, SquareView, TableView } from '../generated/protocol';

/** What the client draws. The rules live on the server; these are its projections. */
export type Terrain = 'wheat' | 'forest' | 'lake' | 'grassland' | 'swamp' | 'mine' | 'town';
export const TERRAINS: Terrain[] = ['wheat', 'forest', 'lake', 'grassland', 'swamp', 'mine', 'town'];
export type Cell = [number, number];
export type Half = [Terrain, number];

export interface Building {
  knights: number;
  towers: number;
  tax: 'knights' | 'towers' | null;
  crowns: number;
  points: number;
  per: Terrain | 'knights' | 'towers' | null;
  copies: number;
}

interface Setup {
  opening?: string;
  printed?: boolean;
  kings: number;
  dominoes: number;
  line: number;
  frame: number;
}

export interface Family {
  boxes: string[];
  colours: string[];
  phases: string[];
  players: Record<string, Setup>;
}

export interface Option {
  name: string;
  fits: Record<string, number[]> | null;
  home: string[];
  opening: boolean;
  /** What it changes, by the names of a set-up's values. */
  sets: Record<string, unknown>;
}

export type Square = SquareView;

/** One term of a score; which fields are there depends on the kind. */
export interface Term {
  kind: string;
  points: number;
  terrain?: string;
  squares?: number;
  crowns?: number;
  cells?: Cell[];
  coins?: number;
  building?: string;
  count?: number;
  square?: Cell;
}

export type Realm = Omit<RealmView, 'terms'> & { terms: Term[] };
export type GameEvent = Act['events'][number];
export type Action = ActMessage['action'];

/** A square as kingdoms draw it: which of the three drawings, and what belongs together. */
export interface DrawnSquare {
  x: number;
  y: number;
  terrain: Terrain;
  crowns: number;
  art: number;
  id: string;
  knight: boolean;
  building: string | null;
}

/** How long bots take at least. */
export type Pace = TableView['pace'];
