/**
 * Which piece of a picture is which of the one before: a piece that has moved keeps its identity,
 * so that it glides to its square instead of vanishing here and appearing there.
 */
import type { Cell, Drawn, GameEvent } from '../wire';

export interface Standing {
  id: number;
  cell: string;
  column: number;
  row: number;
  symbol: string;
}

let next = 1;

export function symbolOf(owner: string | null, piece: string | null): string {
  return `${owner ?? ''}/${piece ?? ''}`;
}

/** A kind of piece as it looks from one side of the board. */
export function pictureOf(symbol: Drawn, figures: boolean, flipped: boolean): string {
  return (figures && symbol.figure) || (flipped && symbol.turned) || symbol.svg;
}

export function follow(
  before: readonly Standing[],
  cells: readonly Cell[],
  events: readonly GameEvent[],
): Standing[] {
  const at = new Map(before.map((one) => [one.cell, one]));
  for (const event of events) {
    const { kind, from, to } = event;
    if ((kind !== 'move' && kind !== 'exchange') || !from || !to) {
      continue;
    }
    const mover = at.get(from);
    const other = at.get(to);
    at.delete(from);
    if (kind === 'exchange' && other) {
      at.set(from, other);
    }
    if (mover) {
      at.set(to, mover);
    }
  }
  const taken = new Set<number>();
  return cells
    .filter((cell) => cell.piece !== null)
    .map((cell) => {
      const symbol = symbolOf(cell.owner, cell.piece);
      const was = at.get(cell.cell);
      const same = was && !taken.has(was.id);
      const id = same ? was.id : next++;
      taken.add(id);
      return { id, cell: cell.cell, column: cell.column, row: cell.row, symbol };
    })
    .sort((a, b) => a.id - b.id);
}
