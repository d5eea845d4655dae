/** Where squares stand in the drawing, seen from either side. */
import type { Cell, View } from '../wire';

export interface Geometry {
  columns: number;
  rows: number;
  side: number;
  flipped: boolean;
}

export interface Point {
  x: number;
  y: number;
}

/** The corner of a square. */
export function cornerOf(geometry: Geometry, column: number, row: number): Point {
  const { columns, rows, side, flipped } = geometry;
  return {
    x: (flipped ? columns - 1 - column : column) * side,
    y: (flipped ? rows - 1 - row : row) * side,
  };
}

/** The square at a place of the drawing, if there is one. */
export function cellAt(geometry: Geometry, view: View, at: Point): Cell | undefined {
  const { columns, rows, side, flipped } = geometry;
  const x = Math.floor(at.x / side);
  const y = Math.floor(at.y / side);
  if (x < 0 || y < 0 || x >= columns || y >= rows) {
    return undefined;
  }
  const column = flipped ? columns - 1 - x : x;
  const row = flipped ? rows - 1 - y : y;
  return view.cells.find((cell) => cell.column === column && cell.row === row);
}

/** A point of the screen as one of the drawing, which is as large as fits, in the middle. */
export function pointIn(svg: SVGSVGElement, x: number, y: number): Point {
  const box = svg.getBoundingClientRect();
  const all = svg.viewBox.baseVal;
  const scale = Math.min(box.width / all.width, box.height / all.height);
  return {
    x: (x - box.left - (box.width - all.width * scale) / 2) / scale + all.x,
    y: (y - box.top - (box.height - all.height * scale) / 2) / scale + all.y,
  };
}
