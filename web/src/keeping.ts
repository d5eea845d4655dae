/**
 * Games, what was remarked and what is being typed, kept in the browser at every step: a page that is
 * opened again goes on where it was closed, and a game that another took the place of is there still.
 * Each game has a key of its own, so that none is written over by another, by a link or in a second tab.
 */
import type { Clock, Draft, Remark, SeatPlan, State } from './state';
import { drop, keeps, keys, recall, recallInTab, store, storeInTab } from './storage';

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
  /* Pages before there were several games of the same rules wrote neither: */
  moves?: number;
  end?: string | null /** how it ended, in words */;
}

/** A game that is kept, with what it is kept by. */
export interface Shelved {
  id: string;
  kept: KeptGame;
}

/** So many games of the same rules are kept; the oldest goes first. */
const GAMES_MAX = 10;

export const NO_DRAFT: Draft = { remark: '', tester: '' };

/** A game that was kept and cannot go on here: its file, and why not. */
export interface Stranded {
  key: string;
  at: number;
  why: string;
  file: string;
}

/** Games of other rules of the same name stay where they are. */
function keyOfRules(name: string, definition: string): string {
  return `marcher game:${location.pathname}:${name}:${definition}`;
}

/** Pages before there were several games kept one without an id. */
function keyOf({ name, definition }: Rules, id: string): string {
  return keyOfRules(name, definition) + (id === '' ? '' : `:${id}`);
}

/** Which of the games is at this tab's table. */
function keyOfTab({ name, definition }: Rules): string {
  return `marcher table:${location.pathname}:${name}:${definition}`;
}

/** What a new game is kept by: no two tabs come upon the same. */
export function newId(): string {
  return `${Date.now().toString(36)}-${Math.floor(Math.random() * 1e6).toString(36)}`;
}

/** Whether somebody has typed something that has not been sent. */
export function hasTyped({ remarks, draft }: Pick<State, 'remarks' | 'draft'>): boolean {
  return remarks.length > 0 || draft.remark.trim() !== '';
}

/** Whether a game is worth going back to: a person has moved in it, here or elsewhere, or said something. */
function counts(state: State): boolean {
  const { plan, game, moves } = state;
  const persons = game?.players.filter((_, i) => plan[i]?.person || plan[i]?.away) ?? [];
  return (
    hasTyped(state) || moves.some((one) => one.player !== null && persons.includes(one.player))
  );
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

/** The games of those rules that are kept, the newest first. */
export function keptGames(rules: Rules): Shelved[] {
  const base = keyOf(rules, '');
  const found = keys(base).flatMap((key): Shelved[] => {
    const kept = recall(key);
    return isKept(kept) ? [{ id: key.slice(base.length + 1), kept }] : [];
  });
  return found.sort((a, b) => b.kept.at - a.kept.at);
}

/**
 * The game that a page goes on with: the one that this tab had, or none where it had begun another;
 * in a new tab the one that was under way last.
 */
export function lastGame(rules: Rules): Shelved | null {
  const games = keptGames(rules);
  const id = recallInTab(keyOfTab(rules));
  const under = ({ kept }: Shelved): boolean => !kept.end;
  return games.find((one) => (id === null ? under(one) : one.id === id)) ?? null;
}

/** The game by link whose own name is its seed. */
export function gameOfLink(rules: Rules, seed: string): Shelved | null {
  const byLink = ({ kept }: Shelved): boolean =>
    kept.seed === seed && kept.plan.some((one) => one.away);
  return keptGames(rules).find(byLink) ?? null;
}

export function forgetGame(rules: Rules, id: string): void {
  drop(keyOf(rules, id));
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

/** A game by these rules that the program has refused. */
export function refused(rules: Rules, { id, kept }: Shelved, why: string): Stranded {
  return strand(keyOf(rules, id), kept, why.replace(/\.$/, ''));
}

/** A game that was under way by other rules of that name: whoever made this page has changed them. */
export function strandedGame({ name, definition }: Rules): Stranded | null {
  for (const key of keys(keyOfRules(name, ''))) {
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
  /** When the person at the board began to think, in the time of the page; 0: nobody does. */
  readonly ticking: number;
  subscribe: (listener: () => void) => () => void;
  set: (change: Partial<State>) => void;
}

/** How a game ended, for a list. */
function endOf({ look, game }: State): string | null {
  if (!look?.end) {
    return null;
  }
  const { score, result } = look.end;
  const winners = game?.players.filter((_, i) => score[i] === Math.max(...score)) ?? [];
  return winners.length === score.length ? 'drawn' : `${winners.join(' and ')} won (${result})`;
}

/** What the clocks show: that of who thinks runs. */
function clocksOf({ state, ticking }: Table): number[] | null {
  const { look, game } = state;
  const at = game?.players.indexOf(look?.node.player ?? '') ?? -1;
  const thought = ticking > 0 ? Math.round(performance.now() - ticking) : 0;
  return look?.clocks?.map((left, i) => (i === at ? Math.max(1, left - thought) : left)) ?? null;
}

/** Whether what is kept is what would be written again. */
function isSame({ at: _, ...there }: KeptGame, kept: Omit<KeptGame, 'at'>): boolean {
  return JSON.stringify(there) === JSON.stringify(kept);
}

/** Keeps a game; where there is no room left, in the place of those that were left longest ago. */
function keep(rules: Rules, id: string, kept: KeptGame): boolean {
  const others = keptGames(rules).filter((one) => one.id !== id);
  let stored = store(keyOf(rules, id), kept);
  for (let one = others.pop(); one && !stored; one = others.pop()) {
    forgetGame(rules, one.id);
    stored = store(keyOf(rules, id), kept);
  }
  return stored;
}

/** Keeps no more than so many games, and the one at the table. */
function clear(rules: Rules, id: string): void {
  for (const one of keptGames(rules).slice(GAMES_MAX)) {
    if (one.id !== id) {
      forgetGame(rules, one.id);
    }
  }
}

/** Keeps the game of a table from now on. */
export function keepGames(table: Table): void {
  let before: State = table.state;
  /* What this tab has written or read last, and where. */
  let last = { id: '', at: 0 };
  const write = (): void => {
    const { state } = table;
    const { game, look, record } = state;
    if (!game || !look || record === '' || state.laying) {
      return;
    }
    let { id } = state;
    if (last.id !== id) {
      last = { id, at: state.resumed ?? 0 };
    }
    const there = recall(keyOf(game, id));
    if (isKept(there) && last.at !== 0 && there.at !== last.at) {
      id = newId(); /* another tab has gone on with this game: from here on they are two */
    }
    storeInTab(keyOfTab(game), id);
    if (!counts(state)) {
      forgetGame(game, id);
      return;
    }
    const { plan, seed, clock, remarks, times, draft } = state;
    const rest = { plan, seed, clock, clocks: clocksOf(table), remarks, times, draft };
    const told = { moves: state.moves.length, end: endOf(state) };
    const kept = { definition: game.definition, record, ...rest, ...told };
    if (isKept(there) && id === state.id && isSame(there, kept)) {
      return; /* whoever only looks leaves no trace for another tab to stumble over */
    }
    const at = Date.now();
    const stored = keep(game, id, { ...kept, at });
    last = { id, at };
    clear(game, id);
    if (id !== state.id || stored !== state.kept) {
      table.set({ id, kept: stored });
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
  /* Who thinks and leaves has thought. */
  addEventListener('pagehide', () => {
    if (table.state.look?.clocks && table.ticking > 0) {
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
