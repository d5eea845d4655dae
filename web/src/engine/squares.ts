/** Pictures come in few words: runs of squares instead of squares. Here they become squares. */
import type { Cell, Mark, View } from '../wire';

/** The board as the program writes it: runs are pairs of a first square and a length. */
interface Squares {
  names: string[] | null;
  voids: number[];
  terrains: number[][];
  regions: number[][];
  marks: Record<Mark, number[]>;
  pieces: number[] /** pairs of a square and a piece's place in `pieces` */;
  badges: (number | string)[];
}

function eachOf(runs: readonly number[], act: (square: number) => void): void {
  for (let i = 0; i + 1 < runs.length; i += 2) {
    const start = runs[i] ?? 0;
    for (let k = 0; k < (runs[i + 1] ?? 0); k++) {
      act(start + k);
    }
  }
}

/** Gives a picture its cells; those without a square have none. */
export function expand(view: View): void {
  const { squares } = view as View & { squares?: Squares };
  if (!squares) {
    return;
  }
  const { columns, rows, column_names, row_names, checkered } = view;
  const cells: Cell[] = [];
  for (let i = 0; i < columns * rows; i++) {
    const column = i % columns;
    const row = (i - column) / columns;
    cells.push({
      cell: squares.names?.[i] ?? `${column_names[column] ?? ''}${row_names[row] ?? ''}`,
      column,
      row,
      shade: checkered ? ((column + row) % 2 === 0 ? 'light' : 'dark') : null,
      owner: null,
      piece: null,
      label: null,
      badge: null,
      terrain: '',
      marks: [],
      regions: [],
    });
  }
  const at = (square: number): Cell => cells[square] as Cell;
  view.terrains.forEach((terrain, i) => {
    eachOf(squares.terrains[i] ?? [], (square) => {
      at(square).terrain = terrain.name;
    });
  });
  view.regions.forEach((region, i) => {
    eachOf(squares.regions[i] ?? [], (square) => at(square).regions.push(region.id));
  });
  for (const [mark, runs] of Object.entries(squares.marks)) {
    eachOf(runs, (square) => at(square).marks.push(mark as Mark));
  }
  for (let i = 0; i + 1 < squares.pieces.length; i += 2) {
    const piece = view.pieces[squares.pieces[i + 1] ?? -1];
    const cell = at(squares.pieces[i] ?? 0);
    cell.owner = piece?.owner ?? null;
    cell.piece = piece?.piece ?? null;
    cell.label = piece?.label ?? null;
  }
  for (let i = 0; i + 1 < squares.badges.length; i += 2) {
    at(Number(squares.badges[i])).badge = String(squares.badges[i + 1]);
  }
  const voids = new Set<number>();
  eachOf(squares.voids, (square) => voids.add(square));
  view.cells = voids.size > 0 ? cells.filter((_, i) => !voids.has(i)) : cells;
}
