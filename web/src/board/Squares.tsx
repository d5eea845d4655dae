/** The board for who does not see it: a grid of named squares, over which nothing is drawn. */
import type { JSX } from 'preact';
import type { Cell, Look } from '../wire';
import { cornerOf, type Geometry, type Point } from './geometry';
import { describe, type Signs } from './words';

/** Squares of the largest board of which all are named at once; of a larger one the row that one is in is. */
const ALL = 144;

interface Props {
  look: Look;
  geometry: Geometry;
  cursor: Point | null;
  signsOf: (cell: Cell) => Signs;
}

/** The name of a square among those of the page. */
export const idOf = (cell: Cell): string => `square-${cell.column}-${cell.row}`;

export function Squares({ look, geometry, cursor, signsOf }: Props): JSX.Element {
  const { view } = look;
  const { side, flipped } = geometry;
  const all = view.cells.length <= ALL;
  const rows = new Map<number, Cell[]>();
  for (const cell of view.cells) {
    if (all || cell.row === cursor?.y) {
      rows.set(cell.row, [...(rows.get(cell.row) ?? []), cell]);
    }
  }
  const seen = <T,>(list: T[]): T[] => (flipped ? list.reverse() : list);
  const from = (place: number, of: number): number => (flipped ? of - place : place + 1);
  return (
    <>
      {seen([...rows]).map(([row, cells]) => (
        <g role="row" aria-rowindex={from(row, view.rows)}>
          {seen(cells).map((cell) => {
            const { x, y } = cornerOf(geometry, cell.column, cell.row);
            const signs = signsOf(cell);
            return (
              <rect
                key={cell.cell}
                id={idOf(cell)}
                class="square"
                role="gridcell"
                aria-colindex={from(cell.column, view.columns)}
                aria-selected={signs.chosen}
                aria-label={describe(look, cell, signs)}
                {...{ x, y, width: side, height: side }}
              />
            );
          })}
        </g>
      ))}
    </>
  );
}
