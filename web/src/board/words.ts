/** The board in words: what stands where, who may order whom, where a piece can go. */
import type { Cell, Look, Pick, Region } from '../wire';
import type { Aim } from './Layers';

/** Squares of a list that are told one by one. */
const LISTED = 12;

export function cellOf(look: Look, name: string): Cell | undefined {
  return look.view.cells.find((one) => one.cell === name);
}

/** A kind of piece by its name; '': there is none. */
export function kindOf(look: Look, piece: string | null, owner: string | null): string {
  const kinds = look.view.pieces.filter((one) => one.piece === piece);
  return (kinds.find((one) => one.owner === owner) ?? kinds[0])?.name ?? '';
}

/** Whose piece stands on a square, and which; '': none does. */
export function manOn(look: Look, cell: Cell): string {
  return cell.piece ? `${cell.owner ?? ''} ${kindOf(look, cell.piece, cell.owner)}`.trim() : '';
}

/** A pressed piece: "Knight on g1", "Pawn in the hand". */
export function pressedMan(look: Look, word: string): string {
  const [where, name = ''] = word.split(':');
  if (where === 'piece') {
    const hand = look.view.hands.find((one) => one.owner === look.node.player);
    return `${kindOf(look, name, look.node.player)} in the ${hand?.title ?? 'hand'}`;
  }
  const cell = cellOf(look, name);
  return cell?.piece ? `${kindOf(look, cell.piece, cell.owner)} on ${name}` : name;
}

/** Squares in a sentence: "2 squares: e3, e4". */
export function squaresTold(names: readonly string[]): string {
  const sorted = [...names].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  const listed = sorted.slice(0, LISTED).join(', ');
  const more = names.length > LISTED ? `, and ${names.length - LISTED} more` : '';
  return names.length === 0
    ? 'no square'
    : `${names.length} ${names.length === 1 ? 'square' : 'squares'}: ${listed}${more}`;
}

/** Where a pressed piece can go; what it takes or fights for comes last. */
export function targetsTold(look: Look, pick: Pick, to: readonly string[]): string {
  const fights = (name: string): boolean =>
    pick.fights.includes(name) || Boolean(cellOf(look, name)?.piece);
  const goes = to.filter((one) => !fights(one));
  const takes = to.filter(fights);
  if (takes.length === 0 || goes.length === 0) {
    return takes.length > 0 ? `to attack, ${squaresTold(takes)}` : squaresTold(goes);
  }
  return `${squaresTold(goes)}; to attack, ${squaresTold(takes)}`;
}

/** Who may still order the piece of a square, and whom it may; '': nobody. */
export function ordersTold(look: Look, cell: string): string {
  const { commanders } = look.view;
  const own = commanders.find((one) => one.cell === cell);
  const by = commanders.filter((one) => one.units.includes(cell));
  return own
    ? `The leader on ${cell} has ${own.left} of ${own.all} orders left, for ${own.units.length} in range.`
    : by.length > 0
      ? `In command of ${cell}: ${by.map((one) => `${one.cell} (${one.left} left)`).join(', ')}.`
      : '';
}

/** What is marked on a square besides what stands there. */
export interface Signs {
  aim: Aim | null;
  chosen: boolean;
  ahead: boolean;
  advised: boolean;
}

/** Regions that are worth a word: on most squares of the board a word would tell nothing. */
const telling = new WeakMap<Look, Region[]>();

export function tellingOf(look: Look): Region[] {
  const { regions, cells } = look.view;
  let found = telling.get(look);
  if (!found) {
    const size = (id: number): number => cells.filter((one) => one.regions.includes(id)).length;
    found = regions.filter((one) => !one.aside && 3 * size(one.id) <= cells.length);
    telling.set(look, found);
  }
  return found;
}

/** Names of regions, and what the game hangs on. */
function placesTold(look: Look, cell: Cell): string[] {
  const { view } = look;
  const regions = tellingOf(look).filter((one) => cell.regions.includes(one.id));
  const goals = view.goals.filter((one) => one.on.includes(cell.cell) && !cell.piece);
  const whose = new Set(goals.map((one) => one.player ?? ''));
  return [
    ...regions.map((one) => one.name.replace(/ squares$/, '')),
    ...(whose.size > 0 ? [`a goal of ${[...whose].join(' and ')}`] : []),
  ];
}

/** What a screen reader says of a square, the shortest and most needed first. */
export function describe(look: Look, cell: Cell, { aim, chosen, ahead, advised }: Signs): string {
  const { view } = look;
  const said = [manOn(look, cell) || 'empty'];
  const add = (so: boolean, words: string): void => {
    if (so) {
      said.push(words);
    }
  };
  add(chosen, 'chosen');
  add(ahead, 'pressed ahead');
  add(aim !== null, aim?.fight || cell.piece ? 'can be attacked' : 'can be gone to');
  add(aim?.nearer ?? false, 'nearer to a goal');
  add(advised, 'in the hint');
  add(cell.terrain !== '' && cell.terrain !== view.terrains[0]?.name, cell.terrain);
  add(cell.badge !== null && view.badges !== null, `${view.badges} ${cell.badge}`);
  add(cell.marks.includes('threat'), 'in danger');
  add(cell.marks.includes('dim'), 'cannot act');
  const came = [...look.recent].reverse().find((one) => one.to === cell.cell && one.from);
  add(Boolean(came && cell.piece), `came from ${came?.from}`);
  add(cell.marks.includes('from') && !cell.piece, 'left just now');
  add(cell.marks.includes('lost'), 'something was taken here');
  said.push(...placesTold(look, cell));
  const commanders = view.commanders.filter((one) => one.units.includes(cell.cell));
  add(commanders.length > 0, `led from ${commanders.map((one) => one.cell).join(', ')}`);
  return `${cell.cell}: ${said.join(', ')}`;
}
