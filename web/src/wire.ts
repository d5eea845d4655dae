/** What the program answers: the documents of docs/JSON.md and docs/PAGE.md. */

export interface Failure {
  status: string | null;
  source: string;
  line: number;
  column: number;
  message: string;
}

export interface Diagnostic {
  severity: 'error' | 'warning' | 'note';
  status: string;
  source: string;
  line: number;
  column: number;
  message: string;
  hint?: string;
}

export interface Listed {
  name: string;
  title: string | null;
  summary: string | null;
  family: string | null;
  group: string | null /** heading in lists */;
  source: string | null;
}

export interface GameInfo {
  name: string;
  title: string;
  summary: string;
  family: string;
  definition: string;
  columns: number;
  rows: number;
  parts: number /** of the program that it needs: MR_PART_* */;
  players: string[];
  capabilities: string[];
  rules: { id: string; text: string }[];
  engines: string[];
  levels: string[];
}

export type Mark =
  | 'from'
  | 'to'
  | 'chosen'
  | 'target'
  | 'capture'
  | 'threat'
  | 'lost'
  | 'dim'
  | 'slide'
  | 'link';

export interface Cell {
  cell: string;
  column: number;
  row: number;
  shade: 'light' | 'dark' | null;
  owner: string | null;
  piece: string | null;
  label: string | null;
  badge: string | null;
  terrain: string;
  marks: Mark[];
  regions: number[];
}

export interface Piece {
  piece: string;
  owner: string | null;
  label: string;
  name: string;
  glyph: string;
  pips: string[];
  movement: string | null;
  moves: unknown /** how it moves, where tiles wear that */;
}

export interface Held {
  piece: string;
  label: string;
  count: number | null;
}

export interface Hand {
  owner: string | null;
  title: string;
  at_most: boolean;
  endless: boolean /** any number of each, whatever `count` says */;
  items: Held[];
}

export interface Region {
  id: number;
  name: string;
  owner: string | null;
  aside: boolean;
  usual: boolean;
  decides: boolean /** a goal hangs on these squares */;
}

/** A way to win that a side has, and how near it is. */
export interface Goal {
  player: string | null;
  rule: string;
  text: string;
  left: number;
  of: number /** 0: it cannot be counted */;
  on: string[];
  risks: string[];
}

export interface Player {
  name: string;
  team: number;
  fill: string;
  edge: string;
  text: string;
  tint: string;
}

/** Who gives orders to others. */
export interface Commander {
  cell: string;
  owner: string;
  left: number;
  all: number;
  units: string[];
}

export interface View {
  columns: number;
  rows: number;
  checkered: boolean;
  pip_columns: number;
  pip_rows: number;
  column_names: string[];
  row_names: string[];
  players: Player[];
  terrains: { name: string; letter: string }[];
  regions: Region[];
  cells: Cell[];
  pieces: Piece[];
  hands: Hand[];
  facts: Record<string, unknown>;
  notes: { label: string; text: string }[];
  badges: string | null;
  commanders: Commander[];
  goals: Goal[];
}

export interface GameEvent {
  kind: string;
  player: string | null;
  other: string | null;
  from: string | null;
  to: string | null;
  piece: string | null;
  piece2: string | null;
  value: [number, number];
  rule: string;
  text: string;
}

export interface Status {
  node: { kind: 'decision' | 'chance' | 'terminal'; player: string | null };
  count: number;
  revision: number;
  turn: { player: string | null; number: number; over: boolean; start: number };
  end: null | {
    by: string;
    result: string;
    rule: string;
    text: string | null;
    loser: string | null;
    score: number[];
  };
}

export interface Seat {
  player: string;
  seat: string;
  person: boolean;
  offers_draw: boolean;
}

export interface Outcome {
  action: string;
  odds: string;
  probability: number;
  effect: string;
}

export interface Look extends Status {
  viewer: string | null;
  seats: Seat[];
  clocks: number[] | null /** milliseconds that are left to each player */;
  can_resign: boolean;
  has_secret: boolean;
  hides: boolean /** something is withheld from somebody, and would stand in a file */;
  recent: GameEvent[];
  state: string;
  view: View;
  pips: string;
  bridges: string;
  outcomes?: Outcome[];
}

/** How a kind of piece looks. */
export interface Drawn {
  owner: string | null;
  piece: string;
  svg: string;
  turned: string | null /** from the other side of the board; null: as from this one */;
  figure: string | null;
}

export interface Drawings {
  side: number;
  ground: string;
  regions: string[];
  symbols: Drawn[];
}

export interface Choice {
  choice: string;
  action: string;
  piece: string | null;
}

export interface Pick {
  complete: boolean;
  choices: Choice[];
  fits: number;
  action: string | null;
  from: string[];
  to: string[];
  pieces: string[];
  fights: string[] /** of `to`: something is taken there, or fought for */;
  nearer: string[] /** of `to`: it brings who decides nearer to a goal */;
  ways: Way[] /** in which the pressed piece of the hand can be put down; none where there is one */;
}

/** A way to put a piece down: turned, mirrored. */
export interface Way {
  choice: string;
  to: string[];
  svg: string;
}

/** What an action would look like. */
export interface Ahead {
  cell: string | null;
  svg: string /** the piece that stands there then */;
  pips: string;
  bridges: string;
}

export interface Move {
  player: string | null;
  number: number /** of its turn, as in PGN: one for each time that all have had theirs */;
  text: string | null;
  short: string | null /** what people call it */;
  comment: string | null;
  begins_turn: boolean;
  ends_turn: boolean;
}

export interface Thought {
  action: string;
  value: number;
  nodes: number;
  depth: number;
  reason: string;
  candidates: { action: string; value: number; at_most: boolean; visits: number }[];
}

export interface Block {
  kind: 'heading' | 'paragraph' | 'rule' | 'lines' | 'diagram' | 'row';
  id: string | null;
  text: string | null;
  cells: string[];
  heads: boolean /** a table, as its first row */;
  piece: string | null /** it is about, where it is a row or a diagram */;
  svg: string;
}

export interface Rule {
  id: string;
  text: string;
}

export interface Learn {
  summary: string;
  goals: Rule[];
  ends: Rule[];
  letters: string;
  tiles: string | null /** what the signs on tiles mean */;
  pieces: {
    piece: string;
    owner: string | null;
    name: string;
    label: string;
    movement: string | null;
  }[];
}

export interface About {
  cell: string | null;
  name: string | null;
  owner: string | null;
  piece: string | null;
  lines: { part: 'what' | 'goes' | 'can' | 'there' | 'where'; text: string }[];
  now: boolean /** the squares of `reach` are for now, else for the owner's next decision */;
  from: string | null /** the square of a piece; where a kind was asked for, one of those it has */;
  reach: string[];
  blocks?: Block[];
}

export interface Example {
  kind: 'event' | 'turn' | 'orders' | 'later';
  event: string;
  title: string;
  task: string;
  rule: Rule;
  state: string;
  actions: string;
  reply: string | null /** of the other side, behind which a win comes a turn later */;
}

export interface Puzzle {
  state: string;
  turn: string;
  rule: Rule;
}

/** The answer to each request, by its first word. */
export interface Answers {
  define: { defined: boolean; diagnostics: Diagnostic[] };
  games: { games: Listed[] };
  cover: { svg: string | null };
  open: { opened: boolean; diagnostics: Diagnostic[]; game?: GameInfo };
  begin: Status;
  look: Look;
  drawings: Drawings;
  moves: { moves: Move[] };
  rules: { blocks: Block[] };
  pick: Pick;
  ahead: Ahead;
  play: Status & { events: GameEvent[] };
  roll: Status & { events: GameEvent[] };
  rewind: Status;
  resign: Status;
  draw: Status;
  seat: { seats: Seat[] };
  think: { thought: Thought; carries_on: boolean };
  record: { record: string };
  load: Status;
  setup: { actions: string[] };
  clock: { clocks: number[] | null };
  spend: { over: boolean; clocks: number[] | null };
  learn: Learn;
  about: About;
  examples: { examples: Example[] };
  puzzles: { puzzles: Puzzle[] };
  puzzle: { puzzle: Puzzle | null };
}

export type Request = keyof Answers;
