/**
 * Games by link: each turn ends in a link that opens on the other's device. What a link brings is
 * played again move by move by the program; what this device knows of the game is compared with it.
 */
import { offerDraw } from '../ends';
import { Refusal } from '../engine/engine';
import { gameOfLink } from '../keeping';
import type { Remark, SeatPlan, Table } from '../table';
import type { Look, Move } from '../wire';
import { sentence } from './analysis';

/** What a device keeps of a game by link. */
interface Kept {
  seat: string;
  moves: string[];
}

/** Games by link that a device remembers. */
const KEPT_MAX = 50;
const PREFIX = 'marcher.link.';

/** Whether a game can be played so: whoever has the link sees all of it, and rolls nothing. */
export function canPlayByLink(capabilities: readonly string[]): boolean {
  return !['chance', 'deal', 'hidden'].some((one) => capabilities.includes(one));
}

function tagOf(record: string, name: string): string {
  return new RegExp(`\\[${name} "([^"]*)"\\]`).exec(record)?.[1] ?? '';
}

/** A game's own name: the seed, which nothing else needs where there are no dice. */
function keyOf(record: string): string {
  return `${PREFIX}${tagOf(record, 'Definition')}.${tagOf(record, 'Seed')}`;
}

function recall(key: string): Kept | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as Kept | null;
  } catch {
    return null; /* this browser keeps nothing: nothing can be compared */
  }
}

function textsOf(moves: readonly Move[]): string[] {
  return moves.map((one) => one.text ?? '');
}

/** Remembers what has been sent and seen, so that no link can tell it otherwise. */
export function remember(record: string, seat: string, moves: readonly Move[]): void {
  const key = keyOf(record);
  try {
    const keys = Object.keys(localStorage).filter((one) => one.startsWith(PREFIX) && one !== key);
    for (const old of keys.slice(0, Math.max(0, keys.length - KEPT_MAX + 1))) {
      localStorage.removeItem(old);
    }
    localStorage.setItem(key, JSON.stringify({ seat, moves: textsOf(moves) } satisfies Kept));
  } catch {
    /* it keeps nothing, then */
  }
}

/** What a link tells is known here, and more. */
class Older extends Error {}

/** Why what a link tells cannot follow upon what this device knows; null: it can. */
function contradiction(kept: Kept | null, moves: readonly string[]): Error | null {
  if (!kept) {
    return null;
  }
  const differs = kept.moves.findIndex((text, i) => i < moves.length && moves[i] !== text);
  if (differs >= 0) {
    return new Error(
      `This link tells another game: move ${differs + 1} was ${kept.moves[differs]} on this device, ` +
        `and is ${moves[differs]} in the link. Ask for the right one.`,
    );
  }
  if (moves.length < kept.moves.length) {
    return new Older(
      `This link is older than the game on this device: it has ${moves.length} ${moves.length === 1 ? 'move' : 'moves'}, and ` +
        `${kept.moves.length} were made. Open the newest one.`,
    );
  }
  return null;
}

/** Who sits here: who sat here before, else who is to move, or at the end who has not just moved. */
function seatHere(
  kept: Kept | null,
  look: Look,
  moves: readonly Move[],
  players: string[],
): string {
  const last = moves[moves.length - 1]?.player ?? null;
  const next = players[(players.indexOf(last ?? '') + 1) % players.length] ?? '';
  return kept?.seat ?? look.node.player ?? next;
}

/** Opens the game that a record is of, where this page has it. @param advice what to do else */
async function openGameOf(table: Table, record: string, advice: string): Promise<void> {
  const name = tagOf(record, 'Game');
  const { games, game } = table.state;
  if (!games.some((one) => one.name === name)) {
    const kind = name || 'an unknown kind';
    throw new Error(`This is a game of ${kind}, which this page does not have: ${advice}.`);
  }
  if (game?.name !== name) {
    await table.open(name);
  }
}

/** What was remarked, as a record has it. */
function remarksIn(record: string): Remark[] {
  const tags = [...record.matchAll(/^\[Remark "(\d+)" "((?:[^"\\]|\\.)*)"\]$/gm)];
  const plain = (text: string): string =>
    text.replace(/\\(.)/g, (_, letter: string) => (letter === 'n' ? '\n' : letter));
  return tags.map(([, count, text]) => ({ count: Number(count), text: plain(text ?? '') }));
}

/** Who sat on a seat, as a record has it; null: it does not say. */
function sitterIn(record: string, player: string): SeatPlan | null {
  const tags = [...record.matchAll(/^\[Player "([^"]*)" "([^"]*)"\]$/gm)];
  const sitter = tags.find(([, seat]) => seat === player)?.[2] ?? '';
  const level = /^level (\d)/.exec(sitter)?.[1];
  return sitter === 'human'
    ? { person: true, level: 3 }
    : level !== undefined
      ? { person: false, level: Number(level) }
      : null;
}

/** Goes on with a game that was saved, with those at the table who sat there. */
export async function openSaved(table: Table, record: string): Promise<void> {
  if (!record.includes('[Marcher ')) {
    throw new Error('This file is no record of a game: what "Save" writes begins with [Marcher.');
  }
  await openGameOf(table, record, 'open it with the page that saved it');
  const { game, plan } = table.state;
  const sat = (game?.players ?? []).map((one, i) => {
    return sitterIn(record, one) ?? plan[i] ?? { person: i === 0, level: 3 };
  });
  await table.resume(record, () => sat);
  table.set({ remarks: remarksIn(record) });
}

export interface Taken {
  seat: string;
  waits: boolean /** it is not this seat's turn */;
}

/**
 * Opens what a link brings, with the right person at this device.
 * @param offers whoever sent it offers a draw
 */
export async function takeTurn(table: Table, record: string, offers = false): Promise<Taken> {
  await openGameOf(table, record, 'open the link with the page that it was made on');
  const players = table.state.game?.players ?? [];
  const kept = recall(keyOf(record));
  let seat = '';
  const plan = (look: Look, moves: readonly Move[]): SeatPlan[] => {
    seat = seatHere(kept, look, moves, players);
    return players.map((player) => ({ person: player === seat, away: player !== seat, level: 3 }));
  };
  try {
    await table.resume(record, plan, (moves) => contradiction(kept, textsOf(moves)));
  } catch (error) {
    const { game, id } = table.state;
    const here = error instanceof Older && game ? gameOfLink(game, tagOf(record, 'Seed')) : null;
    if (here && here.id !== id) {
      await table.goOn(here); /* who opens it wants to see the game */
    }
    throw error instanceof Refusal
      ? new Error(`What this link brings is not a game by these rules. ${sentence(error)}`)
      : error;
  }
  remember(record, seat, table.state.moves);
  const last = table.state.moves[table.state.moves.length - 1]?.player ?? null;
  if (offers && last !== null && last !== seat) {
    await offerDraw(table, last);
  }
  return { seat, waits: !table.isPersonsTurn() };
}
