// Made by web/scripts/protocol.py from src/crownlands/server/protocol: do not edit.

/** The first message: which table, who, and the last entry seen. Without a token one watches. */
export type Hello = {
  type: 'hello';
  table: string;
  token?: string | null;
  seq?: number | null;
  version?: number;
  preview?: boolean;
  id?: number | null;
};

/** One action by an own seat. `seq` is the last entry seen; an action that missed a change is refused. */
export type ActMessage = {
  type: 'act';
  seq: number;
  action: Choose | Place | Discard | Tax | Build | Bribe | Pass;
  id?: number | null;
};

/** A king goes to this domino of the next line. */
export type Choose = {
  type: 'choose';
  seat: number;
  domino: string;
};

/** The domino under the acting king covers these squares: left half, right half. */
export type Place = {
  type: 'place';
  seat: number;
  domino: string;
  squares: [[number, number], [number, number]];
};

/** The domino under the acting king fits nowhere. */
export type Discard = {
  type: 'discard';
  seat: number;
  domino: string;
};

/** One knight, or two, on the squares of the domino placed in this turn. */
export type Tax = {
  type: 'tax';
  seat: number;
  squares: [number, number][];
};

/** The tile on this slot goes onto an own town square. */
export type Build = {
  type: 'build';
  seat: number;
  slot: number;
  building: string;
  square: [number, number];
};

/** The dragon burns the tile on this slot. */
export type Bribe = {
  type: 'bribe';
  seat: number;
  slot: number;
  building: string;
};

/** Declines the optional phase that is open. */
export type Pass = {
  type: 'pass';
  seat: number;
};

/** One action by an own seat, typed in the notation without its seat, for example `place K17 1,0 2,0`. */
export type Type = {
  type: 'type';
  seq: number;
  seat: number;
  text: string;
  id?: number | null;
};

/** Takes one's own last action back, until another seat has acted or something new was revealed. */
export type TakeBack = {
  type: 'take-back';
  seq: number;
  id?: number | null;
};

/** Asks why an action is not possible now; nothing happens. Answered by `reason`. */
export type WhyNot = {
  type: 'why';
  action: Choose | Place | Discard | Tax | Build | Bribe | Pass;
  id?: number | null;
};

/** Asks what a strong player thinks of a position. Answered by `hints`. A question that was not answered yet is
    taken back by the next one, and refused with `superseded`. */
export type Hint = {
  type: 'hint';
  seq?: number | null;
  action?: Choose | Place | Discard | Tax | Build | Bribe | Pass | null;
  id?: number | null;
};

/** Takes the last question back, if it was not answered yet. */
export type NoHint = {
  type: 'no-hint';
  id?: number | null;
};

/** Takes an open seat, or changes name or colour on an own one. One person may take several (one device). */
export type Sit = {
  type: 'sit';
  seat: number;
  name: string;
  colour?: string | null;
  id?: number | null;
};

/** Gives an own seat up. */
export type Stand = {
  type: 'stand';
  seat: number;
  id?: number | null;
};

/** Host: a bot sits down on an open seat, or for somebody absent. */
export type GiveToBot = {
  type: 'bot';
  seat: number;
  level: string;
  id?: number | null;
};

/** Host: opens the seat of a bot or of somebody absent. */
export type Free = {
  type: 'free';
  seat: number;
  id?: number | null;
};

/** Host: begins the game, when no seat is open. */
export type Start = {
  type: 'start';
  id?: number | null;
};

/** Leaves the table. In a running game one's seats are kept, and a bot of this level plays on them meanwhile. */
export type Leave = {
  type: 'leave';
  level?: string | null;
  id?: number | null;
};

/** Gives up the running game: a bot of this level plays on; if the table chose so, out of the running. */
export type Resign = {
  type: 'resign';
  level: string;
  id?: number | null;
};

/** Is back after leaving. */
export type ComeBack = {
  type: 'come-back';
  id?: number | null;
};

/** Becomes the host if the host is absent. */
export type TakeHost = {
  type: 'take-host';
  id?: number | null;
};

/** Chat: plain text, or a phrase from the welcome's list. */
export type Say = {
  type: 'say';
  text?: string | null;
  phrase?: string | null;
  id?: number | null;
};

/** Host: mutes a person in the chat for all, or lets the person speak again. */
export type Mute = {
  type: 'mute';
  person: number;
  on: boolean;
  id?: number | null;
};

/** Before the game: whether one would begin with bots on the seats that stay open, and which, if one is the host. */
export type Agree = {
  type: 'agree';
  on: boolean;
  level?: string | null;
  id?: number | null;
};

/** Host: how long bots take at least, so that people can follow. */
export type SetPace = {
  type: 'pace';
  pace: 'at-once' | 'calm' | 'quick' | 'usual';
  id?: number | null;
};

/** Answered by `pong`. */
export type Ping = {
  type: 'ping';
  id?: number | null;
};

/** The answer to `hello`; an `update` follows with everything after the entry that the client had seen. */
export type Welcome = {
  type: 'welcome';
  version: number;
  server: string;
  you: number | null;
  seq: number;
  now: number;
  phrases: string[];
  online: number[];
  watching: boolean;
  away: Away[];
};

/** Somebody who sits at the table or is its host, and is not connected. */
export type Away = {
  person: number;
  until: number;
};

/** What happened, in order and without gaps, and what is true after it. */
export type Update = {
  type: 'update';
  seq: number;
  now: number;
  entries: Logged[];
  table: TableView | null;
  play: PlayView | null;
};

/** An entry with its place in the log and the server's time in milliseconds since 1970. */
export type Logged = {
  seq: number;
  at: number;
  entry: Opened | Joined | Sat | Stood | Freed | Bot | Left | Resigned | Back | Host | Started | Act | TookBack | Timeout | Said | Muted | Agreed | Paced | Rematch;
};

/** The first entry: what is played here and how, and who was there from the beginning. */
export type Opened = {
  type: 'opened';
  ruleset: string;
  seats: SeatState[];
  persons: string[];
  host: number;
  listed: boolean;
  clock: number | null;
  hints: 'after' | 'always' | 'off';
  stand_in: string;
  commitment: string;
  pace?: 'at-once' | 'calm' | 'quick' | 'usual';
  resigning?: 'bot' | 'out';
  grace?: number;
  fill_after?: number;
  keys?: string[];
  muted?: number[];
  shared?: SharedDeal | null;
};

/** Who sits on a seat. A seat keeps its colour whoever sits on it. */
export type SeatState = {
  kind: 'bot' | 'open' | 'person';
  colour: string;
  name?: string;
  person?: number | null;
  level?: string | null;
  owner?: number | null;
  resigned?: string;
};

/** A deal that other tables have too: its seed is told when all of them are over, a daily deal's on the next day. */
export type SharedDeal = {
  kind: 'daily' | 'duplicate' | 'practice';
  day?: string;
  code?: string;
  number?: number;
};

/** Somebody came to the table by its link; muted, while somebody is, until the host lets them speak. */
export type Joined = {
  type: 'joined';
  person: number;
  name: string;
  key?: string;
};

/** A person took a seat, or changed the name or colour there. */
export type Sat = {
  type: 'sat';
  seat: number;
  person: number;
  name: string;
  colour: string;
};

/** A person gave a seat up; it is open. */
export type Stood = {
  type: 'stood';
  seat: number;
  person: number;
};

/** The host opened the seat of somebody absent, or of a bot. In a running game it stays its owner's. */
export type Freed = {
  type: 'freed';
  seat: number;
};

/** The host gave a seat to a bot; the seat of somebody absent until they return. */
export type Bot = {
  type: 'bot';
  seat: number;
  level: string;
};

/** A person left. In a running game the seats are kept for coming back; meanwhile a bot may play on them. */
export type Left = {
  type: 'left';
  person: number;
  level?: string | null;
};

/** A person gave up the running game: a bot plays on, for good. */
export type Resigned = {
  type: 'resigned';
  person: number;
  level: string;
};

/** A person who had left or was away came back: seats that others play on, and the host's part, are theirs again. */
export type Back = {
  type: 'back';
  person: number;
};

/** Another person is the host now, until the one who was away returns. */
export type Host = {
  type: 'host';
  person: number;
};

/** The game began; the set-up's chance with its outcome. */
export type Started = {
  type: 'started';
  events: (Kings | Reveal | Buildings | Choose | Place | Discard | Tax | Build | Bribe | Pass)[];
};

/** Chance: the kings as drawn in the opening, each as [who chooses, whose king it is]. */
export type Kings = {
  type: 'kings';
  order: [number, number][];
};

/** Chance: a new line, ascending. */
export type Reveal = {
  type: 'reveal';
  dominoes: string[];
};

/** Chance: tiles revealed onto the builders' board, cheapest empty slot first. */
export type Buildings = {
  type: 'buildings';
  tiles: string[];
};

/** A seat acted: its action, then whatever chance this brought about. */
export type Act = {
  type: 'act';
  seat: number;
  by: 'bot' | 'clock' | 'person';
  events: (Kings | Reveal | Buildings | Choose | Place | Discard | Tax | Build | Bribe | Pass)[];
  seed?: string | null;
};

/** A seat took its last action back: the entry `undone` does not count any more. */
export type TookBack = {
  type: 'took-back';
  seat: number;
  undone: number;
};

/** The clock of a seat ran out: the stand-in finishes its turn. */
export type Timeout = {
  type: 'timeout';
  seat: number;
};

/** Plain text, or the name of a phrase that a client shows in its reader's language; the other one is empty. */
export type Said = {
  type: 'said';
  person: number;
  text?: string;
  phrase?: string;
};

/** The host muted a person in the chat, or let the person speak again. */
export type Muted = {
  type: 'muted';
  person: number;
  on: boolean;
};

/** A person would begin with bots on the open seats, or would rather wait. */
export type Agreed = {
  type: 'agreed';
  person: number;
  on: boolean;
  level?: string | null;
};

/** The host changed how long bots take at least. */
export type Paced = {
  type: 'paced';
  pace: 'at-once' | 'calm' | 'quick' | 'usual';
};

/** A person offers to meet again at a new table; whoever accepts asks for it with POST …/rematch. */
export type Rematch = {
  type: 'rematch';
  person: number;
};

/** The table around the game. */
export type TableView = {
  ruleset: string;
  rules: RulesetInfo;
  status: 'gathering' | 'over' | 'playing';
  seats: SeatState[];
  realms: number[][];
  colours: string[];
  persons: PersonView[];
  host: number;
  listed: boolean;
  clock: number | null;
  hints: 'after' | 'always' | 'off';
  stand_in: string;
  commitment: string;
  seed: string | null;
  result: Result | null;
  rematch: number | null;
  pace: 'at-once' | 'calm' | 'quick' | 'usual';
  resigning: 'bot' | 'out';
  grace: number;
  begins: number | null;
  shared: SharedDeal | null;
};

/** One ruleset, by its canonical name: all that a page needs for drawing a game of it. */
export type RulesetInfo = {
  name: string;
  family: string;
  options: string[];
  seats: number;
  realms: number[][];
  kings: number;
  boxes: string[];
  dominoes: number;
  line: number;
  frame: number;
  rounds: number;
  games: number;
  opening: string;
  phases: ('bribe' | 'build' | 'buildings' | 'choose' | 'kings' | 'over' | 'place' | 'reveal' | 'tax')[];
  ties: string[];
  colours: string[];
  slots: number[];
  bribe: number;
  coins_per_point: number;
  printed: boolean;
};

/** Somebody at the table, seated or not. */
export type PersonView = {
  name: string;
  left: boolean;
  muted: boolean;
  agreed: boolean;
};

/** How a match ended. */
export type Result = {
  points: number[];
  ranking: number[][];
};

/** The game now, with every legal action of the seat that decides. */
export type PlayView = {
  game_seq: number;
  ply: number;
  game: number;
  games: number;
  rounds: number;
  step: 'bribe' | 'build' | 'buildings' | 'choose' | 'kings' | 'over' | 'place' | 'reveal' | 'tax';
  seat: number | null;
  realm: number | null;
  domino: string | null;
  kings: KingView[];
  line: ClaimView[];
  next: ClaimView[];
  undrawn: string[];
  board: BoardView | null;
  reserve: number[];
  state: StateView;
  decided: string[];
  results: number[][];
  legal: (Choose | Place | Discard | Tax | Build | Bribe | Pass)[];
  clock: ClockView | null;
  undoable: number | null;
};

/** A king drawn in the opening. */
export type KingView = {
  chooser: number;
  owner: number;
};

/** A domino in a line and the owner of the king on it. */
export type ClaimView = {
  domino: string;
  seat: number | null;
};

/** The builders' board. */
export type BoardView = {
  slots: SlotView[];
  dragon: number | null;
  stack: string[];
  unbribable: string | null;
};

/** A slot of the builders' board and what the seat that decides would pay for its tile. */
export type SlotView = {
  slot: number;
  building: string | null;
  price: number;
};

/** The JSON projection of a state, as in the notation's document. */
export type StateView = {
  version: number;
  ruleset: string;
  over: boolean;
  round: number;
  realms: RealmView[];
  ranking: number[][];
  match?: number[] | null;
};

/** A realm with its score as if the game ended now. */
export type RealmView = {
  seats: number[];
  squares: SquareView[];
  discarded: (string | null)[];
  coins: number;
  knights: number;
  towers: number;
  queen: boolean;
  score: number;
  laid: number;
  terms: (TerritoryTerm | CoinsTerm | BuildingTerm | QueenTerm | MiddleKingdomTerm | HarmonyTerm)[];
};

/** A square of a kingdom; the castle is not among them. */
export type SquareView = {
  x: number;
  y: number;
  terrain: Terrain;
  crowns: number;
  domino: string | null;
  knight: boolean;
  building: string | null;
};

export type Terrain = 'forest' | 'grassland' | 'lake' | 'mine' | 'swamp' | 'town' | 'wheat';

/** Squares × crowns. */
export type TerritoryTerm = {
  kind: 'territory';
  points: number;
  terrain: Terrain;
  squares: number;
  crowns: number;
  cells: [number, number][];
};

/** A point for every three coins. */
export type CoinsTerm = {
  kind: 'coins';
  points: number;
  coins: number;
};

/** A building's own points, or its points for each of what it counts. */
export type BuildingTerm = {
  kind: 'building';
  points: number;
  building: string;
  square: [number, number];
  count: number;
};

/** The queen's crown on the largest territory. */
export type QueenTerm = {
  kind: 'queen';
  points: number;
  squares: number;
};

/** The castle in the middle. */
export type MiddleKingdomTerm = {
  kind: 'middle-kingdom';
  points: number;
};

/** No domino discarded. */
export type HarmonyTerm = {
  kind: 'harmony';
  points: number;
};

/** The clock of this turn. When it runs out, the stand-in finishes the turn; the seat stays its owner's. */
export type ClockView = {
  deadline: number;
  seconds: number;
  stand_in: string;
};

/** What the person who decides may want to see before: follows the `update` soon, if `hello` asked for it. */
export type Preview = {
  type: 'preview';
  game_seq: number;
  worth: Worth[];
  spots: Record<string, Spot[]>;
  reasons: Record<string, [number, number, number][]>;
};

/** What a legal action changes at once, for the realm that it is for. */
export type Worth = {
  points: number;
  coins: number;
  bonus?: number;
};

/** Where a domino could go as the kingdom is now, and the points it would add. */
export type Spot = {
  squares: [[number, number], [number, number]];
  points: number;
};

/** Done and stored durably, as entry `seq`. */
export type Ack = {
  type: 'ack';
  id: number | null;
  seq: number;
};

/** Not done, and why: a code with details for translation, and an English sentence. */
export type Refusal = {
  type: 'refused';
  id: number | null;
  code: string;
  details: Record<string, string | number>;
  text: string;
  seq: number;
};

/** Why an action is not possible now; nulls if it is. */
export type ReasonMessage = {
  type: 'reason';
  id: number | null;
  code: string | null;
  details: Record<string, string | number>;
  text: string | null;
};

/** What a player thinks of a position, best first. */
export type Hints = {
  type: 'hints';
  id: number | null;
  seq: number;
  seat: number;
  level: string;
  suggestions: Suggestion[];
  yours: Suggestion | null;
};

/** An action and what it would bring its realm. */
export type Suggestion = {
  action: Choose | Place | Discard | Tax | Build | Bribe | Pass;
  text: string;
  plan: string[];
  value: number;
  error: number;
  points: number;
  equal: string[];
};

/** Who is connected, and who is away. */
export type Presence = {
  type: 'presence';
  online: number[];
  away: Away[];
};

/** The answer to `ping`. */
export type Pong = {
  type: 'pong';
  id: number | null;
  now: number;
};

/** The server closes this connection; come back with the last seq. */
export type Bye = {
  type: 'bye';
  code: string;
  text: string;
};

export type HalfInfo = {
  terrain: string;
  crowns: number;
};

export type DominoInfo = {
  name: string;
  box: string;
  number: number;
  left: HalfInfo;
  right: HalfInfo;
};

/** A building tile and all that it does. */
export type BuildingInfo = {
  name: string;
  title: string;
  copies: number;
  knights: number;
  towers: number;
  tax: string;
  crowns: number;
  points: number;
  per: string;
};

/** What is in the boxes. */
export type Pieces = {
  dominoes: DominoInfo[];
  buildings: BuildingInfo[];
  slots: number[];
};

/** Something that may be added to a ruleset's name. */
export type OptionInfo = {
  name: string;
  title: string;
  text: string;
  opening: boolean;
  house_rule: boolean;
  default: boolean;
};

/** A family with a number of players, and the options that fit. */
export type SetupInfo = {
  family: string;
  title: string;
  players: number;
  kings: number;
  frame: number;
  line: number;
  rounds: number;
  colours: string[];
  printed: boolean;
  options: OptionInfo[];
};

export type Rulesets = {
  setups: SetupInfo[];
};

export type BotInfo = {
  level: string;
  text: string;
};

export type Bots = {
  bots: BotInfo[];
  default: string;
  stand_in: string;
};

/** My table with a daily deal. */
export type MyDaily = {
  code: string;
  watch: string;
  person: number;
  token: string | null;
  status: 'gathering' | 'over' | 'playing';
  points: number | null;
  counts: boolean;
  share?: number | null;
};

/** A day's deal of one family: one person, the same bots for everybody. */
export type DailyDeal = {
  day: string;
  family: string;
  ruleset: string;
  bots: string[];
  commitment: string;
  seed: string | null;
  played: number;
  mine?: MyDaily[];
};

/** Today's deals. */
export type Daily = {
  day: string;
  now: number;
  ends: number;
  deals: DailyDeal[];
  streak: number;
  longest: number;
};

/** Somebody plays a daily deal: for the first time, or again for practice. */
export type DailyRequest = {
  name: string;
  practice?: boolean;
  pace?: 'at-once' | 'calm' | 'quick' | 'usual';
};

/** One result of a deal. */
export type Compared = {
  name: string;
  level: string | null;
  points: number;
  share: number | null;
  you: boolean;
};

/** What everybody made of a daily deal, best first. */
export type DailyComparison = {
  deal: DailyDeal;
  results: Compared[];
  people: number;
  references: number;
  references_in_all: number;
  against_people: number | null;
  against_references: number | null;
};

export type CalendarDay = {
  day: string;
  deals: DailyDeal[];
};

/** The days of a month with deals that can be played, latest first. */
export type Calendar = {
  month: string;
  first: string;
  last: string;
  days: CalendarDay[];
};

/** A seat at each of the duplicate tables: for whoever comes, or the same bot everywhere. */
export type DuplicateSeat = {
  kind?: 'bot' | 'open';
  level?: string | null;
};

/** Several tables with the same deal. Seats that are not mentioned are open. */
export type DuplicateRequest = {
  ruleset: string | RulesetParts;
  name: string;
  tables: number;
  seats?: DuplicateSeat[];
  clock?: number | null;
  hints?: 'after' | 'off';
  pace?: 'at-once' | 'calm' | 'quick' | 'usual';
};

/** A ruleset by its parts. */
export type RulesetParts = {
  family: string;
  players: number;
  options?: string[];
};

/** The tables were opened; whoever asked is the host of each. */
export type DuplicateMade = {
  host: string;
  code: string;
  tables: Admission[];
};

/** A person at a table. The token is secret: it is what makes one this person. */
export type Admission = {
  code: string;
  watch: string;
  person: number;
  token: string;
};

/** One of the tables. */
export type DuplicateTable = {
  number: number;
  status: 'gathering' | 'over' | 'playing';
  seats: ListedSeat[];
  round: number | null;
  code: string | null;
  watch: string | null;
};

/** A seat in the list of tables. */
export type ListedSeat = {
  kind: 'bot' | 'open' | 'person';
  name: string;
  colour: string;
};

/** What a realm made of the deal. */
export type DuplicateResult = {
  table: number;
  realm: number;
  seats: number[];
  names: string[];
  points: number;
  share: number | null;
  adjusted: number | null;
};

/** Duplicate tables: how far they are, and what came of them when all are over. */
export type Duplicate = {
  code: string;
  is_host: boolean;
  name: string;
  ruleset: string;
  rounds: number;
  commitment: string;
  seed: string | null;
  closed: boolean;
  tables: DuplicateTable[];
  results: DuplicateResult[];
  reviewed: number;
};

/** Somebody wants to carry their tables to other devices. */
export type NewMe = {
  name?: string;
};

/** Whoever has it is this person at all their tables. */
export type MySecret = {
  secret: string;
};

/** A table with one's token there. */
export type HeldSeat = {
  code: string;
  token: string;
};

/** Tables that are mine: they go with me from now on, and a finished game of mine is never cleared away. */
export type KeepRequest = {
  name?: string;
  tables?: HeldSeat[];
};

/** Tables that shall not go with me any more. */
export type LetGoRequest = {
  codes: string[];
};

/** A table of mine, with the token that makes me this person there. */
export type MyTable = {
  code: string;
  watch: string;
  person: number;
  token: string;
  ruleset: string;
  status: 'gathering' | 'over' | 'playing';
  seats: SeatState[];
  result: Result | null;
  created: number;
  updated: number;
};

/** What goes with me, newest first. */
export type Me = {
  name: string;
  tables: MyTable[];
};

/** A position in the notation, and actions to try there, typed with or without their seat; nothing of it is kept. */
export type PositionRequest = {
  position: string;
  actions?: string[];
};

/** A position after the actions that were tried in it: all that a page needs for going on by hand. */
export type TriedPosition = {
  rules: RulesetInfo;
  play: PlayView;
  preview: Preview;
  events: (Choose | Place | Discard | Tax | Build | Bribe | Pass)[];
  whole: boolean;
};

/** A kingdom typed by hand, in the notation. */
export type ScoreRequest = {
  kingdom: string;
};

/** What a kingdom typed by hand is worth; `realm.seats` is empty. */
export type ScoreAnswer = {
  ruleset: string;
  realm: RealmView;
  rank: number[];
};

/** A puzzle in the list; what is asked there is told by its position. */
export type PuzzleInfo = {
  name: string;
  ruleset: string;
  kind: 'exact' | 'strategic';
  themes: ('build' | 'crowns' | 'deny' | 'dragon' | 'hole' | 'join' | 'later' | 'lower-number' | 'middle' | 'queen' | 'room' | 'save' | 'tax-twice' | 'town')[];
  rating: number;
  choices: number;
};

/** Easiest first. */
export type PuzzleList = {
  puzzles: PuzzleInfo[];
};

/** A puzzle to be solved: the turn that goes on in this position is to be finished. */
export type PuzzleTask = {
  puzzle: PuzzleInfo;
  position: string;
};

/** The rest of the turn in the notation; no actions to see the answer. */
export type PuzzleAttempt = {
  actions?: string[];
};

/** What became of an attempt, and what the puzzle was about. */
export type JudgedAttempt = {
  puzzle: PuzzleInfo;
  judgement: Judgement;
  tempting: string[];
};

/** What became of an attempt. */
export type Judgement = {
  right: boolean;
  exact: boolean;
  played: Line | null;
  best: Line;
  loss: Value;
  why: Why[];
  rest: string[];
};

/** All that a king does in a turn, in the notation, and what the acting realm may expect after it. */
export type Line = {
  actions: string[];
  win: number;
  points: number;
};

/** What a realm may expect, gained or lost. */
export type Value = {
  win: number;
  points: number;
};

/** One thing in which the better line differs from the one that was played, in points: better minus played. */
export type Why = {
  kind: 'coins' | 'crowns' | 'later' | 'order' | 'points-now' | 'rival' | 'room';
  amount: number;
  part?: string | null;
};

/** The game after one event: `play` without its realms, and those realms that are not as in the step before. */
export type ReplayStep = {
  ply: number;
  seq: number | null;
  event: Kings | Reveal | Buildings | Choose | Place | Discard | Tax | Build | Bribe | Pass | null;
  play: PlayView;
  realms: Record<string, RealmView>;
};

/** A part of a game, step by step. */
export type Replay = {
  ruleset: string;
  rules: RulesetInfo;
  tags: Record<string, string>;
  plies: number;
  position: string;
  steps: ReplayStep[];
};

/** A record to look at; nothing of it is kept. */
export type RecordRequest = {
  record: string;
  start?: number;
  count?: number;
};

/** A record of a finished game, to be reviewed. The review is kept for a while, without names. */
export type ReviewRequest = {
  record: string;
};

/** A review, or how far it is: ask again by its key until it is there. It goes on only while somebody asks. */
export type ReviewAnswer = {
  key: string;
  done: number;
  of: number;
  ahead: number;
  review: Review | null;
};

/** A whole match, turn by turn and draw by draw. */
export type Review = {
  version: number;
  ruleset: string;
  work: number;
  turns: TurnReview[];
  chances: ChanceReview[];
  realms: RealmReview[];
  curve: Moment[];
};

/** A king's turn with a choice. */
export type TurnReview = {
  ply: number;
  plies: number;
  game: number;
  round: number;
  seat: number;
  realm: number;
  choices: number;
  played: Line;
  best: Line;
  loss: Value;
  error: Value;
  exact: boolean;
  grade: 'best' | 'blunder' | 'good' | 'inaccuracy' | 'mistake';
  why: Why[];
  effect: Value[];
  change: Value[];
};

/** A draw: what it brought to each realm against the mean of what could have been drawn. */
export type ChanceReview = {
  ply: number;
  game: number;
  round: number;
  kind: 'buildings' | 'kings' | 'reveal';
  luck: Value[];
  error: Value[];
};

/** The result of a realm and its parts: expected + luck + own + rivals = result. */
export type RealmReview = {
  seats: number[];
  expected: Value;
  luck: Value;
  own: Value;
  rivals: Value;
  result: Value;
  adjusted: Value;
  performance: number | null;
  turns: number;
};

/** A point of the curve: what each realm could expect then, from equal at the start to the result at the end. */
export type Moment = {
  ply: number;
  win: number[];
  points: number[];
};

/** A turn that was reviewed and played once more: is it as good as the best that is known? */
export type TryRequest = {
  position: string;
  ply: number;
  best: string[];
  tried: string[];
};

export type Health = {
  status: 'ok' | 'unavailable';
  version: string;
};

/** Why something was not done: a code with details for translation, and an English sentence. */
export type Problem = {
  code: string;
  details: Record<string, string | number>;
  text: string;
};

/** Who shall sit on a seat: nobody yet, whoever asks, or a bot. */
export type SeatRequest = {
  kind?: 'bot' | 'me' | 'open';
  name?: string | null;
  colour?: string | null;
  level?: string | null;
};

/** A new table. Seats that are not mentioned are open. */
export type TableRequest = {
  ruleset: string | RulesetParts;
  name: string;
  seats?: SeatRequest[];
  listed?: boolean;
  clock?: number | null;
  hints?: 'after' | 'always' | 'off';
  pace?: 'at-once' | 'calm' | 'quick' | 'usual';
  resigning?: 'bot' | 'out';
  grace?: number;
  fill_after?: number;
};

/** Somebody came by the link. */
export type JoinRequest = {
  name: string;
  sit?: boolean;
};

/** Somebody wants to play this game with people, whoever they are. */
export type PairRequest = {
  ruleset: string;
  name: string;
  fill_after?: number;
};

/** A table that anybody may join. */
export type ListedTable = {
  code: string;
  ruleset: string;
  host: string;
  seats: ListedSeat[];
  clock: number | null;
  present: number;
  updated: number;
};

export type TableList = {
  tables: ListedTable[];
};

/** A table as anybody with one of its links sees it. */
export type TableInfo = {
  seq: number;
  watching: boolean;
  rematch: string | null;
  table: TableView;
  updated: number;
};

/** The game as it was after an entry; null before its start. */
export type PositionInfo = {
  seq: number;
  play: PlayView | null;
};

/** Entries in order. */
export type LogPage = {
  seq: number;
  entries: Logged[];
};

/** How a turn compares with the best that is known. */
export type Verdict = {
  same: boolean;
  accepted: boolean;
  loss: Value;
  error: Value;
};

export type ClientMessage = Hello | ActMessage | Type | TakeBack | WhyNot | Hint | NoHint | Sit | Stand | GiveToBot | Free | Start | Leave | Resign | ComeBack | TakeHost | Say | Mute | Agree | SetPace | Ping;

export type ServerMessage = Welcome | Update | Preview | Ack | Refusal | ReasonMessage | Hints | Presence | Pong | Bye;

export const PROTOCOL = 1;
