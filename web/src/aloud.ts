/**
 * What is said to somebody who does not see the table: what a press did, what was asked for, whose turn it
 * is. It is found by comparing what there is to be seen with what there was; moves are told by the log.
 */
import { cellOf, kindOf, manOn } from './board/words';
import { chosen, refused } from './heard';
import type { Planned, State } from './state';
import type { Look } from './wire';

const SINCE = 80; /* milliseconds in which what comes together is said in one breath */

/* ---- what is asked for ----------------------------------------------------------------------- */

/** An action in words, where it goes from a square to another; else as it is written. */
function inWords(look: Look, action: string): string {
  const cells = (action.match(/[a-z]+\d+/g) ?? []).map((name) => cellOf(look, name));
  const [from, to] = cells;
  if (cells.length !== 2 || !from?.piece || !to) {
    return action;
  }
  const man = kindOf(look, from.piece, from.owner);
  const other = manOn(look, to);
  return `${action}, ${man} from ${from.cell} ${other ? `against ${other} on` : 'to'} ${to.cell}`;
}

function hint({ advice, look }: State): string {
  if (!advice || !look) {
    return '';
  }
  const { action, value, reason } = advice.thought;
  const share = Math.round(100 * Math.max(0, Math.min(1, value)));
  return `Hint: ${inWords(look, action)}. ${look.node.player ?? ''} ${share}%. ${reason}`.trim();
}

/** What is shown of an earlier position. */
export function pastTold({ past, look, moves }: State): string {
  if (!past || !look) {
    return '';
  }
  const move = moves[past.count - 1]?.short;
  return past.count === 0
    ? `The board at the start, after 0 of ${look.count} moves`
    : `The board after move ${past.count} of ${look.count}${move ? `, ${move}` : ''}`;
}

export function planTold(planned: Planned): string {
  return planned.actions.map((one) => (one === '.' ? 'end the turn' : one)).join(', ');
}

/** Moves that are named when they are taken back. */
const NAMED = 6;

function takenBack(before: State, after: State): string {
  const [was, is] = [before.look, after.look];
  if (!was || !is || before.id !== after.id || is.count > was.count) {
    return '';
  }
  if (is.count === was.count) {
    return was.end && !is.end ? 'The end is taken back.' : '';
  }
  const back = before.moves.slice(is.count);
  const names = back.map((one) => one.short ?? 'one that is hidden');
  return `Taken back: ${back.length > NAMED ? `${back.length} moves` : names.join(', ')}.`;
}

/** Says what somebody elsewhere has played, who has sent it. */
export function tellArrival(table: { state: State; tell: (text: string) => void }): void {
  const { moves } = table.state;
  const last = moves[moves.length - 1];
  let first = moves.length - 1;
  while (first > 0 && !moves[first]?.begins_turn) {
    first--;
  }
  if (last) {
    const names = moves.slice(first).map((one) => one.short ?? '…');
    table.tell(`${last.player ?? 'Chance'} played ${names.join(', ')}.`);
  }
}

/* ---- how the game goes ----------------------------------------------------------------------- */

/** How the game stands, in a sentence. */
export function statusOf({ look, thinking, game }: State): string {
  if (!look) {
    return '';
  }
  if (look.end) {
    const { score, by, loser, rule, text } = look.end;
    const best = Math.max(...score);
    const winners = game?.players.filter((_, i) => score[i] === best) ?? [];
    const result =
      winners.length === score.length
        ? 'Draw'
        : `${winners.join(' and ')} ${winners.length > 1 ? 'win' : 'wins'} (${look.end.result})`;
    const why = text ?? (loser ? `${loser} ${by}` : by);
    return `${result}: ${why}${rule && text ? ` (${rule})` : ''}`;
  }
  if (look.node.kind === 'chance') {
    return 'The dice decide';
  }
  const again = look.turn.over ? '' : ', in the same turn';
  return `${look.node.player ?? ''} ${thinking ? 'thinks' : `to move${again}`}`;
}

/** What was done at once: all of it where that is little, else how much, and what is no plain move. */
function doneAtOnce(before: State, after: State): string {
  const player = before.look?.node.player ?? '';
  const notes = after.log.slice(before.log.length);
  const rest = [
    ...new Set(notes.filter((one) => !PLAIN.includes(one.kind)).map((one) => one.text)),
  ];
  if (before.id !== after.id || notes.length === 0) {
    return '';
  }
  if (notes.length <= NAMED) {
    return `${notes.map((one) => one.text).join('. ')}.`;
  }
  const placed = notes.filter((one) => one.kind === 'place').length;
  const moved = notes.length - placed - notes.filter((one) => !PLAIN.includes(one.kind)).length;
  const done = [placed ? `set up ${placed} pieces` : '', moved ? `made ${moved} moves` : ''];
  const more = rest.length > NAMED ? ` And ${rest.length - NAMED} more events.` : '';
  const told = rest.slice(0, NAMED).map((one) => ` ${one}.`);
  return `${player} has ${done.filter(Boolean).join(' and ')}.${told.join('')}${more}`;
}

/** Events of which it is enough to say how many there were. */
const PLAIN = ['place', 'move', 'exchange'];

/** What others did since `from` that is hidden from who looks on. */
function unseen({ moves, log, look, game }: State, from: number): string {
  const quiet = ['rule', 'reveal'];
  const told = new Set(log.filter((one) => !quiet.includes(one.kind)).map((one) => one.count));
  const hidden = moves
    .map(({ player }, i) => (i >= from && !told.has(i) ? player : null))
    .filter((player) => player !== look?.viewer);
  const sets = game?.capabilities.includes('setup') ?? false;
  return (game?.players ?? [])
    .map((player) => ({ player, count: hidden.filter((one) => one === player).length }))
    .filter(({ count }) => count > 0)
    .map(({ player, count }) => {
      const what = `${count} ${sets ? 'piece' : 'move'}${count > 1 ? 's' : ''}`;
      return `${player} has ${sets ? 'set up' : 'made'} ${what}, unseen.`;
    })
    .join(' ');
}

/* ---- all of it -------------------------------------------------------------------------------- */

/** What is to be said of a change of what is to be seen. */
function news(before: State, after: State): string[] {
  const { look } = after;
  if (!look) {
    return [];
  }
  const said: string[] = [];
  if (after.missed && after.missed !== before.missed) {
    said.push(refused(look, after.missed));
  }
  const other = after.pressed !== before.pressed;
  if (after.pick && (other || after.way !== before.way)) {
    said.push(chosen(look, { ...after, pick: after.pick, turned: !other }));
  }
  if (after.advice && after.advice !== before.advice) {
    said.push(hint(after));
  }
  if (after.past && after.past !== before.past) {
    said.push(`${pastTold(after)}.`);
  } else if (before.past && !after.past && look === before.look) {
    said.push('Back to the game as it stands.');
  }
  if (after.planned && after.planned !== before.planned) {
    said.push(`The computer's plan: ${planTold(after.planned)}. ${after.planned.reason}`);
  }
  said.push((before.atOnce && doneAtOnce(before, after)) || takenBack(before, after));
  if (after.said && after.said !== before.said) {
    said.push(after.said.text);
  }
  return said;
}

/** What a herald needs of a table. */
interface Seen {
  state: State;
  subscribe: (listener: () => void) => () => void;
  isPersonsTurn: () => boolean;
}

/** Tells whose turn it is to whoever it is, once, and how the game ends; what the computer does between, by the log. */
class Turns {
  private told = { text: '', id: '', count: 0, hides: false /** something since */ };

  constructor(private readonly table: Seen) {}

  news({ look: was }: State): string[] {
    const { state } = this.table;
    const { look, id, laying } = state;
    if (!look || look === was || laying) {
      return [];
    }
    this.told.hides ||= look.hides;
    if (!look.end && !this.table.isPersonsTurn()) {
      if (look.node.kind === 'decision') {
        this.told.text = '';
      }
      return [];
    }
    const { told } = this;
    const text = statusOf({ ...state, thinking: null });
    this.told = { text, id, count: look.count, hides: false };
    const first = told.id === '';
    const hidden = told.hides && told.id === id ? unseen(state, told.count) : '';
    return first || (text === told.text && hidden === '') ? [] : [hidden, `${text}.`];
  }
}

/** Follows a table, and hands on what is to be said. @return ends that */
export function herald(table: Seen, say: (text: string) => void): () => void {
  const turns = new Turns(table);
  let before = table.state;
  let waiting: string[] = [];
  let timer = 0;
  const follow = (): void => {
    const after = table.state;
    if (after.atOnce) {
      before = before.atOnce ? before : { ...before, atOnce: true };
      return; /* it is told when it is over */
    }
    const said = [...news(before, after), ...turns.news(before)].filter((one) => one !== '');
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
  };
  const leave = table.subscribe(follow);
  return () => {
    clearTimeout(timer);
    leave();
  };
}
