/** The board in words: what stands where, who may order whom, where a piece can go. */
import type { Cell, Look, Pick } from '../wire';

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
