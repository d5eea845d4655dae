/** All that is to be seen of the table, in one place. */
import type { Missed } from './heard';
import type { Stranded } from './keeping';
import type { Settings } from './settings';
import type {
  Ahead,
  Block,
  Drawings,
  GameEvent,
  GameInfo,
  Listed,
  Look,
  Move,
  Pick,
  Thought,
} from './wire';

export interface SeatPlan {
  person: boolean;
  level: number;
  away?: boolean /** a person at another device, who is sent links */;
}

/** What somebody remarked, and how many actions had been made. */
export interface Remark {
  count: number;
  text: string;
}

/** What is being typed and has not been kept as a remark, and who types it. */
export interface Draft {
  remark: string;
  tester: string;
}

export interface Note {
  count: number /** actions made before it was said */;
  player: string | null;
  text: string;
  rule: string;
  kind: string /** of event */;
  felt: number /** actions made before it was felt last, where it is a rule */;
}

export interface State {
  phase: 'starting' | 'choosing' | 'playing' | 'broken';
  trouble: string | null /** what could not be done, in a sentence */;
  games: Listed[];
  game: GameInfo | null;
  plan: SeatPlan[];
  seed: string;
  look: Look | null;
  drawings: Drawings | null;
  moves: Move[];
  pressed: string[];
  pick: Pick | null;
  way: string | null /** how the pressed piece is to be put down, where it can be turned */;
  ghost: Ahead | null /** what the press under the pointer would look like */;
  thinking: { player: string; thought: Thought | null } | null;
  advice: { count: number; thought: Thought } | null;
  log: Note[];
  flipped: boolean;
  curtain: string | null /** who is to sit down before anything is shown */;
  shown: ReadonlySet<number> /** regions that are drawn */;
  rules: Block[] | null;
  presses: number /** presses that have been answered */;
  atOnce: boolean /** many actions are made without a pause, and told when all are */;
  missed: Missed | null /** the last press, where it led to nothing */;
  said: { text: string } | null /** what is told to who does not see it */;
  past: Look | null /** an earlier position that is looked at */;
  planned: Planned | null /** a turn that is shown before it is played */;
  premove: string[] /** presses for when it is one's turn */;
  duel: Duel | null /** dice that are being watched */;
  settings: Settings;
  clock: Clock | null;
  remarks: Remark[];
  times: (number | null)[] /** milliseconds that each action took */;
  draft: Draft;
  /** What who decides can expect of a position, from 0 to 1. */
  judged: { look: Look; player: string; value: number } | null;
  id: string /** what the game is kept by: its own in this browser */;
  record: string /** of the game as it is seen here, where it is to be kept; else '' */;
  laying: boolean /** another game is about to be seen: nobody's turn in the old one counts */;
  kept: boolean /** what is played and typed outlives the tab */;
  resumed: number | null /** when the game was left that is gone on with; null: it is new */;
  stranded: Stranded | null /** a game that was left and cannot go on here */;
}

/** Time for each person at the table, in seconds. */
export interface Clock {
  base: number;
  increment: number /** for each turn */;
}

/** A whole turn that the computer proposes: nothing of it has been played. */
export interface Planned {
  player: string;
  count: number /** actions before it */;
  actions: string[];
  reason: string;
  look: Look /** what the board looks like after it */;
}

/** Two dice and what they decided. */
export interface Duel {
  event: GameEvent;
  after: GameEvent[];
}
