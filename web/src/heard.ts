/** Presses in a sentence, for whoever hears the page and does not see its board. */
import { describe } from './board/Layers';
import type { Cell, Look, Pick } from './wire';

/** Squares that are named one by one; of more it is told how many. */
const NAMED = 12;

/** A square with what stands on it, and whether the pressed piece can go there. */
export function squareTold(look: Look, cell: Cell, goes = false): string {
  return describe(look, cell, goes ? { target: true, fight: false, nearer: false } : null);
}

/** A square with what stands on it, or a kind of the hand. */
function thing(look: Look, word: string): string {
  const name = word.slice(word.indexOf(':') + 1);
  const cell = word.startsWith('cell:') && look.view.cells.find((one) => one.cell === name);
  return cell
    ? squareTold(look, cell)
    : (look.view.pieces.find((one) => one.piece === name)?.name ?? name);
}

/** What is pressed now, and where that can go. */
export function chosen(look: Look, words: readonly string[], pick: Pick): string {
  const { to } = pick;
  const where = to.length > NAMED ? `${to.length} squares` : to.join(', ');
  return `${words.map((word) => thing(look, word)).join('; ')}, chosen${where && `; it can go to ${where}`}.`;
}

/** A press that did nothing but let go of what was pressed before it, if anything was. */
export function refused(look: Look, word: string, before: readonly string[]): string {
  return before.length > 0
    ? `${thing(look, word)}, and not for ${thing(look, before[0] ?? '')}, which is let go.`
    : `${thing(look, word)}; nothing can be done there.`;
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
