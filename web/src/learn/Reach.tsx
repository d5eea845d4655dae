/** Where a piece that was asked about can go, on the board itself. */
import type { JSX } from 'preact';
import { cornerOf, type Geometry } from '../board/geometry';
import type { View } from '../wire';

interface Props {
  view: View;
  geometry: Geometry;
  cells: readonly string[];
  from: string | null;
}

export function Reach({ view, geometry, cells, from }: Props): JSX.Element {
  const { side } = geometry;
  const wanted = new Set(cells);
  return (
    <g class="reach" aria-hidden="true">
      {view.cells
        .filter((cell) => wanted.has(cell.cell) || cell.cell === from)
        .map((cell) => {
          const { x, y } = cornerOf(geometry, cell.column, cell.row);
          return (
            <rect
              class={cell.cell === from ? 'from' : undefined}
              x={x + side * 0.1}
              y={y + side * 0.1}
              width={side * 0.8}
              height={side * 0.8}
              rx={side * 0.12}
            />
          );
        })}
    </g>
  );
}
