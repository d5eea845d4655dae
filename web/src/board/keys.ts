/** Keys that lead from square to square: the end of a line, the next man, a square by its name. */
import type { Cell, View } from '../wire';
import type { Point } from './geometry';

/** All that keys do on the board, in words. */
export const KEYS: readonly (readonly [keys: string, does: string])[] = [
  ['Arrows', 'the square beside it'],
  ['Enter, space', 'presses the square: chooses a piece, or goes there'],
  ['Escape', 'lets go of what is chosen'],
  ['e4', 'the square that is typed'],
  ['N, Shift+N', 'the next square where the chosen piece can go, or the next piece that can move'],
  ['Ctrl+arrow', 'the next piece or marked square in that direction, or the edge'],
  ['Home, End', 'the ends of the row'],
  ['Page up, Page down', 'the ends of the column'],
  ['R', 'turns the piece in the hand, where pieces can be turned'],
  ['?', 'this list, anywhere on the page'],
];

const STEPS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Lines that are followed to their ends. */
const ENDS: Record<string, readonly [number, number]> = {
  Home: [-1, 0],
  End: [1, 0],
  PageUp: [0, -1],
  PageDown: [0, 1],
};

interface Board {
  view: View;
  flipped: boolean;
  at: Point | null /** null: nowhere yet */;
  /** Whether Ctrl and an arrow stop there. */
  stops: (cell: Cell) => boolean;
}

/** Where the cursor begins: in the lower left corner, as it is seen. */
const corner = ({ view, flipped }: Board): Point =>
  flipped ? { x: view.columns - 1, y: 0 } : { x: 0, y: view.rows - 1 };

/** Where a key leads; null: it leads nowhere. */
export function goneTo(event: KeyboardEvent, board: Board): Point | null {
  const { view, flipped, stops } = board;
  const way = STEPS[event.key] ?? ENDS[event.key];
  if (!way || event.altKey || event.metaKey) {
    return null;
  }
  const sign = flipped ? -1 : 1;
  const [dx, dy] = [sign * way[0], sign * way[1]];
  const cells = event.ctrlKey ? new Map(view.cells.map((one) => [keyOf(one), one])) : null;
  let { x, y } = board.at ?? corner(board);
  for (;;) {
    const [column, row] = [x + dx, y + dy];
    if (column < 0 || row < 0 || column >= view.columns || row >= view.rows) {
      return { x, y };
    }
    [x, y] = [column, row];
    const cell = cells?.get(keyOf({ column, row }));
    if (!(event.key in ENDS) && (!cells || (cell && stops(cell)))) {
      return { x, y };
    }
  }
}

const keyOf = ({ column, row }: { column: number; row: number }): string => `${column} ${row}`;

/** The next of some squares behind the cursor, or before it; null: there is none. */
export function nextOf(names: readonly string[], back: boolean, board: Board): Cell | null {
  const { view, flipped } = board;
  const wanted = new Set(names);
  const place = (x: number, y: number): number => y * view.columns + x;
  const forward = back === flipped;
  const sorted = view.cells
    .filter((one) => wanted.has(one.cell))
    .sort((a, b) => (forward ? 1 : -1) * (place(a.column, a.row) - place(b.column, b.row)));
  const at = board.at ?? corner(board);
  const here = place(at.x, at.y);
  const beyond = (one: Cell): boolean => {
    const there = place(one.column, one.row);
    return forward ? there > here : there < here;
  };
  return sorted.find(beyond) ?? sorted[0] ?? null;
}

/** Hears the name of a square, letter by letter. */
export class Typed {
  private letters = '';

  /** @return the square of that name, once a key has made one */
  hear(event: KeyboardEvent, view: View): Cell | undefined {
    if (event.key === 'Shift') {
      return undefined;
    }
    if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) {
      this.letters = '';
      return undefined;
    }
    const letter = event.key.toLowerCase();
    const begins = (text: string): boolean => view.cells.some((one) => one.cell.startsWith(text));
    this.letters = [this.letters + letter, letter, ''].find(begins) ?? '';
    return view.cells.find((one) => one.cell === this.letters);
  }
}
