/**
 * What is said to somebody who does not see the table: what a press did, what was asked for, whose turn it
 * is. It is found by comparing what there is to be seen with what there was; moves are told by the log.
 */
import { ordersTold, pressedMan, cellOf, manOn, squaresTold, targetsTold } from './board/words';
import type { State } from './state';
import type { Look, Pick } from './wire';

/** A press that led to nothing: what was pressed, and what was held then. */
export interface Missed {
  word: string;
  held: readonly string[];
}

const SINCE = 80; /* milliseconds in which what comes together is said in one breath */

/* ---- presses --------------------------------------------------------------------------------- */

/** Where what was pressed can go, or who could go there: a square may be pressed first. */
function whereTo(look: Look, pick: Pick, to: readonly string[]): string {
  if (to.length === 0 && pick.from.length > 0) {
    return `can be reached from ${squaresTold(pick.from)}`;
  }
  return pick.complete && to.length === 0 ? '' : targetsTold(look, pick, to);
}

/** What is held, and where it can go; or how it is held, once it is turned in the hand. */
function chosen({ look, pick, pressed, way }: State, turned: boolean): string {
  const word = pressed[pressed.length - 1];
  if (!look || !pick || word === undefined) {
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
function refusal(look: Look, { word, held }: Missed): string {
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

/* ---- all of it -------------------------------------------------------------------------------- */

function news(before: State, after: State): string[] {
  const { look } = after;
  if (!look) {
    return [];
  }
  const said: string[] = [];
  if (after.missed && after.missed !== before.missed) {
    said.push(refusal(look, after.missed));
  }
  const other = after.pressed !== before.pressed;
  if (after.pressed.length > 0 && (other || after.way !== before.way)) {
    said.push(chosen(after, !other));
  }
  if (after.said && after.said !== before.said) {
    said.push(after.said.text);
  }
  return said;
}

/** What a herald needs of a table. */
interface Seen {
  state: State;
  subscribe: (listener: () => void) => () => void;
}

/** Follows a table, and hands on what is to be said. @return ends that */
export function herald(table: Seen, say: (text: string) => void): () => void {
  let before = table.state;
  let waiting: string[] = [];
  let timer = 0;
  const leave = table.subscribe(() => {
    const after = table.state;
    const said = news(before, after).filter((one) => one !== '');
    before = after;
    if (said.length === 0) {
      return;
    }
    waiting.push(...said);
    clearTimeout(timer);
    timer = window.setTimeout(() => {
      say(waiting.join(' '));
      waiting = [];
    }, SINCE);
  });
  return () => {
    clearTimeout(timer);
    leave();
  };
}
