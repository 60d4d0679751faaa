import type { Act, ActMessage, Preview, RealmView, SquareView, TableView, Terrain } from '../generated/protocol';

/** Short names for what the server sends. */
export type { Half } from '../generated/pieces';
export type { Terrain };
export type Cell = [number, number];
export type Square = SquareView;
export type Realm = RealmView;
/** One term of a score. */
export type Term = RealmView['terms'][number];
export type GameEvent = Act['events'][number];
export type Action = ActMessage['action'];
/** Why a domino cannot lie where it does not fit: the spots of each reason. */
export type Reasons = Preview['reasons'];
/** How long bots take at least. */
export type Pace = TableView['pace'];

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
