/** What the program answers to the requests of the workshop: docs/PAGE.md. */
import type { Engine } from '../engine/engine';
import type { Failure, GameInfo } from '../wire';

export interface Complaint {
  severity: 'error' | 'warning' | 'note';
  /** Whether it is about the text that is being written. */
  draft: boolean;
  source: string | null;
  line: number;
  column: number /** in bytes, from 1; 0: the whole line */;
  length: number;
  message: string;
  hint: string | null;
  remedy: string | null;
}

export interface Section {
  name: string;
  parent: string | null;
  line: number;
}

export interface Draft {
  opened: boolean;
  complaints: Complaint[];
  sections: Section[];
  game?: GameInfo;
}

export interface Key {
  name: string;
  family: string | null;
  type: string;
  min: number;
  max: number;
  choices: string[];
  standard: string | null;
  meaning: string;
  example: string | null;
  rule: string;
}

export interface Drawn {
  key: string;
  kind: 'pieces' | 'ground' | 'zones' | 'region';
  meaning: string;
  value: string | null;
  defined_in: string | null;
}

export interface Swatch {
  label: string;
  name: string;
  owner: string | null;
  svg: string | null;
}

export interface Grid {
  value: string;
  columns: number;
  rows: number;
  cells: string[];
  hand: string | null;
  position: boolean;
  fields: { name: string; value: string }[];
}

export interface Interval {
  value: number | null;
  low: number | null;
  high: number | null;
}

export interface Difference extends Interval {
  is: boolean;
}

export interface Summary {
  games: number;
  actions: number;
  choices: number;
  nodes: number;
  turns: Interval;
  results: { kind: string; player: string | null; count: number; share: Interval }[];
  rules: {
    id: string;
    text: string;
    silent: boolean;
    felt: number;
    ended: number;
    share: Interval;
  }[];
  pieces: {
    piece: string | null;
    owner: string | null;
    games: number;
    moved: number;
    moves: number;
    captures: number;
    captured: number;
    placed: number;
    promotion: number;
    share: Interval;
  }[];
}

/** The answer to each request, by its first word. */
export interface WorkshopAnswers {
  draft: Draft;
  keys: { keys: Key[] };
  edit: { text: string };
  export: { rules: string; weights: string; network: boolean };
  template: { text: string };
  drawn: { drawn: Drawn[] };
  palette: { palette: Swatch[] };
  board: Grid;
  region: { value: string; cells: string[] };
  quick: Summary;
  quick_play: Summary;
  differences: { differences: Difference[] };
}

/** Asks, and is answered or refused. */
export async function ask<K extends keyof WorkshopAnswers>(
  engine: Engine,
  request: K,
  ...words: string[]
): Promise<WorkshopAnswers[K]> {
  /* The engine hands on any words; what it knows of answers are those of the table. */
  const answer = (await engine.ask(request as never, ...words)) as unknown as
    | WorkshopAnswers[K]
    | { error: Failure };
  return answer as WorkshopAnswers[K];
}
