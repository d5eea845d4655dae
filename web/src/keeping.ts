/**
 * The game under way, what was remarked and what is being typed, kept in the browser at every step,
 * so that a page that is opened again goes on where it was closed.
 */
import type { Clock, Draft, Remark, SeatPlan, State } from './state';
import { drop, keeps, keys, recall, store } from './storage';

/** What is kept of a game. */
export interface KeptGame {
  definition: string /** hash of the rules that it was played by */;
  record: string;
  plan: SeatPlan[];
  seed: string;
  clock: Clock | null;
  clocks: number[] | null /** milliseconds that were left */;
  remarks: Remark[];
  times: (number | null)[];
  draft: Draft;
  at: number /** milliseconds of the clock */;
}

export const NO_DRAFT: Draft = { remark: '', tester: '' };

/** A game that was kept and cannot go on here: its file, and why not. */
export interface Stranded {
  key: string;
  at: number;
  why: string;
  file: string;
}

/** Games of other rules of the same name stay where they are. */
function keyOf(name: string, definition: string): string {
  return `marcher game:${location.pathname}:${name}:${definition}`;
}

/** Whether somebody has typed something that has not been sent. */
export function hasTyped({ remarks, draft }: Pick<State, 'remarks' | 'draft'>): boolean {
  return remarks.length > 0 || draft.remark.trim() !== '';
}

/** Whether a game is worth going on with: a person has moved in it, or said something. */
function counts(state: State): boolean {
  const { look, plan, game, moves } = state;
  const persons = game?.players.filter((_, i) => plan[i]?.person) ?? [];
  const moved = moves.some((one) => one.player !== null && persons.includes(one.player));
  return hasTyped(state) || (moved && look?.end === null);
}

/** What a game is known by. */
interface Rules {
  name: string;
  definition: string;
}

function isKept(value: unknown): value is KeptGame {
  const one = value as Partial<KeptGame> | null;
  return (
    typeof one?.definition === 'string' &&
    typeof one.record === 'string' &&
    typeof one.draft?.remark === 'string' &&
    [one.plan, one.remarks, one.times].every(Array.isArray)
  );
}

/** The game of those rules that was under way when the page was closed. */
export function keptGame({ name, definition }: Rules): KeptGame | null {
  const kept = recall(keyOf(name, definition));
  return isKept(kept) ? kept : null;
}

export function forgetGame({ name, definition }: Rules): void {
  drop(keyOf(name, definition));
}

/** The record with what was remarked, as a tester sends it. */
function fileOf({ record, remarks }: KeptGame): string {
  const escaped = (text: string): string => text.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n');
  const tags = remarks.map((one) => `[Remark "${one.count}" "${escaped(one.text)}"]\n`);
  return tags.length === 0
    ? record
    : record
        .replace(/^\[Marcher "\d"\]/, '[Marcher "3"]')
        .replace(/\n(?=\n|$)/, `\n${tags.join('')}`);
}

function strand(key: string, kept: KeptGame, why: string): Stranded {
  return { key, at: kept.at, why, file: fileOf(kept) };
}

/** The game that was under way by these rules, where the program has refused it. */
export function refused(rules: Rules, kept: KeptGame, why: string): Stranded {
  return strand(keyOf(rules.name, rules.definition), kept, why.replace(/\.$/, ''));
}

/** A game that was under way by other rules of that name: whoever made this page has changed them. */
export function strandedGame({ name, definition }: Rules): Stranded | null {
  for (const key of keys(keyOf(name, ''))) {
    const kept = recall(key);
    if (isKept(kept) && kept.definition !== definition) {
      return strand(key, kept, 'its rules have been changed since');
    }
  }
  return null;
}

export function forgetStranded({ key }: Stranded): void {
  drop(key);
}

/** What the keeper needs of a table. */
interface Table {
  readonly state: State;
  subscribe: (listener: () => void) => () => void;
  set: (change: Partial<State>) => void;
}

/** Keeps the game of a table from now on. */
export function keepGames(table: Table): void {
  let before: State = table.state;
  const write = (): void => {
    const { state } = table;
    const { game, look, record } = state;
    if (!game || !look || record === '' || state.laying) {
      return;
    }
    if (!counts(state)) {
      forgetGame(game);
      return;
    }
    const { plan, seed, clock, remarks, times, draft } = state;
    const rest = { plan, seed, clock, clocks: look.clocks, remarks, times, draft };
    const kept: KeptGame = { definition: game.definition, record, ...rest, at: Date.now() };
    if (!store(keyOf(game.name, game.definition), kept) && state.kept) {
      table.set({ kept: false });
    }
  };
  table.subscribe(() => {
    const { state } = table;
    const was = before;
    before = state;
    if (state.look !== was.look || state.remarks !== was.remarks || state.draft !== was.draft) {
      write();
    }
  });
  /* Where nothing is kept, whoever has typed something is asked before it goes. */
  addEventListener('beforeunload', (event) => {
    if (!(keeps && table.state.kept) && hasTyped(table.state)) {
      event.preventDefault();
    }
  });
}
