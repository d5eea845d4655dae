/** Presses in a sentence, for whoever hears the page and does not see its board. */
import {
  cellOf,
  describe,
  manOn,
  ordersTold,
  pressedMan,
  squaresTold,
  targetsTold,
} from './board/words';
import type { Cell, Look, Pick } from './wire';

/** What is pressed, and how. */
export interface Held {
  pick: Pick;
  pressed: readonly string[];
  way: string | null;
  turned?: boolean /** in the hand, since it was told last */;
}

/** A press that led to nothing: what was pressed, and what was held then. */
export interface Missed {
  word: string;
  held: readonly string[];
}

/** A square with what stands on it, and whether the pressed piece can go there. */
export function squareTold(look: Look, cell: Cell, goes: boolean): string {
  const aim = goes ? { target: true, fight: false, nearer: false } : null;
  return describe(look, cell, { aim, chosen: false, ahead: false, advised: false });
}

/** Where what was pressed can go, or who could go there: a square may be pressed first. */
function whereTo(look: Look, pick: Pick, to: readonly string[]): string {
  if (to.length === 0 && pick.from.length > 0) {
    return `can be reached from ${squaresTold(pick.from)}`;
  }
  return pick.complete && to.length === 0 ? '' : targetsTold(look, pick, to);
}

/** What is held, and where it can go; or how it is held, once it is turned in the hand. */
export function chosen(look: Look, { pick, pressed, way, turned }: Held): string {
  const word = pressed[pressed.length - 1];
  if (word === undefined) {
    return '';
  }
  const to = pick.ways.find((one) => one.choice === way)?.to ?? pick.to;
  const held = pick.ways.length > 1 && way !== null ? `as ${way}` : '';
  const what = turned ? `Turned, ${held}` : [`${pressedMan(look, word)} chosen`, held];
  const where = whereTo(look, pick, to);
  const orders = word.startsWith('cell:') ? ordersTold(look, word.slice(5)) : '';
  return `${[what, where].flat().filter(Boolean).join(', ')}. ${orders}`.trim();
}

/** Why a press led to nothing. */
export function refused(look: Look, { word, held }: Missed): string {
  const [last] = held.slice(-1);
  const name = word.slice(word.indexOf(':') + 1);
  if (last !== undefined && held.includes(word)) {
    return `${pressedMan(look, last)} let go.`;
  }
  if (last !== undefined) {
    const goes = last.startsWith('piece:') ? 'be put' : 'go';
    if (last.startsWith('cell:') && !cellOf(look, last.slice(5))?.piece) {
      return `${name}: nothing there can go to ${last.slice(5)}, which is let go.`;
    }
    return `${name}: the ${pressedMan(look, last)} cannot ${goes} there, and is let go.`;
  }
  const cell = word.startsWith('cell:') ? cellOf(look, name) : undefined;
  const man = cell ? manOn(look, cell) : '';
  const what = cell ? `${name}: ${man || 'empty'}` : pressedMan(look, word);
  const { end, node, viewer } = look;
  const why = end
    ? 'the game is over'
    : viewer !== null && node.player !== viewer
      ? `${node.player ?? 'chance'} is to move`
      : cell && !man
        ? 'nothing can be done there now'
        : cell && cell.owner !== node.player
          ? 'not a piece of who is to move'
          : 'cannot be moved now';
  return `${what}, ${why}.`;
}

/** Who stands where, side by side: a position of few men. */
export function standing({ view }: Look): string {
  const sides = new Map<string, string[]>();
  for (const cell of view.cells.filter((one) => one.piece !== null)) {
    const piece = view.pieces.find((one) => one.piece === cell.piece && one.owner === cell.owner);
    const side = cell.owner ?? 'Nobody';
    sides.set(side, [...(sides.get(side) ?? []), `${piece?.name ?? ''} ${cell.cell}`.trim()]);
  }
  return [...sides].map(([side, men]) => `${side}: ${men.join(', ')}.`).join(' ');
}
