/** What the program answers about games as texts and what they were worth (docs/PAGE.md). */

/** A game of a file. */
export interface ListedGame {
  game: string | null;
  sets: string[];
  players: string[];
  event: string | null;
  result: string | null;
  actions: number;
  line: number;
  misspelt: { tag: string; meant: string }[] /** tags by which it would be another game */;
}

/** What an action is called. */
export interface Words {
  text: string;
  short: string;
  player: string | null;
  number: number;
  first: boolean;
}

export interface Remark {
  at: number;
  text: string;
}

/** One turn of a review; `first` and `last`: for the first player's side. */
export interface ReviewTurn {
  index: number;
  at: number;
  player: string;
  before: number;
  after: number;
  first: number;
  last: number;
  chance: boolean;
  better: string;
}

export interface ReviewSide {
  player: string;
  turns: number;
  mistakes: number;
  blunders: number;
  lost: number;
}

export interface Truth {
  winner: string | null;
  plies: number;
  text: string;
}

export interface Line {
  value: number;
  at_most: boolean;
  moves: Words[];
}

declare module '../wire' {
  interface Answers {
    inspect: { kind: 'record' | 'pgn'; games: ListedGame[]; fault: Failure | null };
    tree: {
      start: string | null;
      result: string | null;
      rule: string | null;
      promises: number /** of what was hidden, which a page cannot look into */;
      tags: [string, string, string | null][];
      remarks: Remark[];
      nodes: (Words & { parent: number; comment: string | null })[];
    };
    convert: { text: string };
    line: Status & { last: Words | null; events: GameEvent[] };
    study: { player: string; thought: Thought; lines: Line[] };
    review: { turns: number };
    review_turn: { left: number } & ReviewTurn;
    review_found: { points: (ReviewTurn & { text: string })[]; sides: ReviewSide[] };
    table: { men: string; tables: number };
    ending: {
      men: string;
      brought: boolean;
      actions: (Words & { result: Partial<Truth> })[];
    } & Truth;
    picture: { svg: string };
    report: { record: string };
  }
}
