/** A small board for one exercise: the part of the position where something stands. */
import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import { cellAt, cornerOf, type Geometry } from '../board/geometry';
import { symbolOf } from '../board/pieces';
import type { Look } from '../wire';
import type { Exercise } from './lesson';

interface Props {
  exercise: Exercise;
  figures: boolean;
  onPress: (word: string) => void;
}

/** Squares that are shown around what stands there. */
const MARGIN = 2;

/** Boards of up to so many squares a side are shown whole: their edges may matter. */
const WHOLE = 10;

interface Frame {
  left: number;
  top: number;
  columns: number;
  rows: number;
}

/** The part of a large board in which something stands or can be done. */
function frameOf(look: Look, targets: ReadonlySet<string>): Frame {
  const { columns, rows } = look.view;
  if (columns <= WHOLE && rows <= WHOLE) {
    return { left: 0, top: 0, columns, rows };
  }
  const used = look.view.cells.filter(
    (cell) => cell.piece !== null || cell.marks.length > 0 || targets.has(cell.cell),
  );
  const xs = used.map((cell) => cell.column);
  const ys = used.map((cell) => cell.row);
  const left = Math.max(0, Math.min(...xs, columns - 1) - MARGIN);
  const top = Math.max(0, Math.min(...ys, rows - 1) - MARGIN);
  const right = Math.min(columns - 1, Math.max(...xs, 0) + MARGIN);
  const bottom = Math.min(rows - 1, Math.max(...ys, 0) + MARGIN);
  return { left, top, columns: right - left + 1, rows: bottom - top + 1 };
}

/** What a screen reader says of a square. */
function describe(look: Look, column: number, row: number): string {
  const cell = look.view.cells.find((one) => one.column === column && one.row === row);
  const piece = look.view.pieces.find(
    (one) => one.piece === cell?.piece && one.owner === cell?.owner,
  );
  return `${cell?.cell ?? ''}: ${piece ? `${piece.owner ?? ''} ${piece.name}` : 'empty'}`;
}

export function Small({ exercise, figures, onPress }: Props): JSX.Element {
  const id = useId();
  const { look, drawings, pick, pressed } = exercise;
  const { view } = look;
  const { side } = drawings;
  const { task } = exercise;
  /* How far orders carry is what such an example is about. */
  const orders = 'example' in task && task.example.kind === 'orders';
  const geometry: Geometry = { columns: view.columns, rows: view.rows, side, flipped: false };
  const targets = new Set(pressed.length > 0 ? pick?.to : []);
  const starts = new Set(pressed.length > 0 ? [] : pick?.from);
  const frame = frameOf(look, targets);
  const symbols = new Map(
    drawings.symbols.map((one, i) => [symbolOf(one.owner, one.piece), `${id}-${i}`]),
  );
  const press = (event: MouseEvent): void => {
    const element = event.currentTarget as SVGSVGElement;
    const matrix = element.getScreenCTM()?.inverse();
    if (matrix) {
      const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
      const cell = cellAt(geometry, view, at);
      if (cell) {
        onPress(`cell:${cell.cell}`);
      }
    }
  };
  const corner = (column: number, row: number) => cornerOf(geometry, column, row);
  const edge = side * 0.4;
  const shown = (column: number, row: number): boolean =>
    column >= frame.left &&
    row >= frame.top &&
    column < frame.left + frame.columns &&
    row < frame.top + frame.rows;
  return (
    <svg
      class="small-board"
      viewBox={`${frame.left * side - edge} ${frame.top * side - 4} ${frame.columns * side + edge + 4} ${frame.rows * side + edge + 4}`}
      role="group"
      aria-label="A small board"
      onPointerUp={press}
    >
      <defs>
        <clipPath id={`${id}-frame`}>
          <rect
            x={frame.left * side}
            y={frame.top * side}
            width={frame.columns * side}
            height={frame.rows * side}
          />
        </clipPath>
        {drawings.symbols.map((one, i) => (
          <g
            id={`${id}-${i}`}
            dangerouslySetInnerHTML={{ __html: (figures && one.figure) || one.svg }}
          />
        ))}
      </defs>
      <g clip-path={`url(#${id}-frame)`}>
        <g dangerouslySetInnerHTML={{ __html: drawings.ground }} />
        {orders &&
          view.regions
            .filter((region) => region.aside)
            .map((region) => (
              <g dangerouslySetInnerHTML={{ __html: drawings.regions[region.id] ?? '' }} />
            ))}
        {look.pips && <g dangerouslySetInnerHTML={{ __html: look.pips }} />}
        {view.cells.map((cell) => {
          const at = corner(cell.column, cell.row);
          const last = cell.marks.includes('to') || cell.marks.includes('from');
          return last ? (
            <rect class="small-last" x={at.x} y={at.y} width={side} height={side} />
          ) : null;
        })}
        {view.cells
          .filter((cell) => cell.piece !== null)
          .map((cell) => {
            const at = corner(cell.column, cell.row);
            const href = `#${symbols.get(symbolOf(cell.owner, cell.piece)) ?? ''}`;
            return <use key={cell.cell} href={href} x={at.x} y={at.y} />;
          })}
        {look.bridges && <g dangerouslySetInnerHTML={{ __html: look.bridges }} />}
      </g>
      {view.cells
        .filter((cell) => shown(cell.column, cell.row))
        .map((cell) => {
          const at = corner(cell.column, cell.row);
          const middle = { x: at.x + side / 2, y: at.y + side / 2 };
          const chosen = pressed.includes(`cell:${cell.cell}`);
          const can = starts.has(cell.cell) && cell.piece !== null;
          return (
            <g>
              {can && (
                <rect
                  class="small-start"
                  x={at.x + 4}
                  y={at.y + 4}
                  width={side - 8}
                  height={side - 8}
                  rx={10}
                />
              )}
              {chosen && (
                <rect
                  class="small-chosen"
                  x={at.x + 4}
                  y={at.y + 4}
                  width={side - 8}
                  height={side - 8}
                  rx={10}
                />
              )}
              {targets.has(cell.cell) && (
                <circle
                  class={cell.piece ? 'small-take' : 'small-target'}
                  cx={middle.x}
                  cy={middle.y}
                  r={cell.piece ? side * 0.43 : side * 0.15}
                />
              )}
              {cell.badge && (
                <g
                  class="badge"
                  transform={`translate(${at.x + side * 0.82} ${at.y + side * 0.2})`}
                >
                  <circle r={side * 0.15} />
                  <text y={side * 0.07}>{cell.badge}</text>
                </g>
              )}
              {(can || targets.has(cell.cell)) && (
                <rect
                  class="small-button"
                  x={at.x}
                  y={at.y}
                  width={side}
                  height={side}
                  role="button"
                  tabindex={0}
                  aria-label={describe(look, cell.column, cell.row)}
                  onKeyDown={(event) => {
                    if (event.key === 'Enter' || event.key === ' ') {
                      event.preventDefault();
                      onPress(`cell:${cell.cell}`);
                    }
                  }}
                />
              )}
            </g>
          );
        })}
      <g class="names" aria-hidden="true">
        {view.column_names.slice(frame.left, frame.left + frame.columns).map((name, i) => (
          <text x={(frame.left + i + 0.5) * side} y={(frame.top + frame.rows) * side + side * 0.32}>
            {name}
          </text>
        ))}
        {view.row_names.slice(frame.top, frame.top + frame.rows).map((name, i) => (
          <text x={frame.left * side - side * 0.2} y={(frame.top + i + 0.6) * side}>
            {name}
          </text>
        ))}
      </g>
    </svg>
  );
}
