/** A small board for one exercise: the part of the position where something stands. */
import type { JSX } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';
import { cellAt, cornerOf, type Geometry } from '../board/geometry';
import { symbolOf } from '../board/pieces';
import { squareTold } from '../heard';
import type { Cell, Look } from '../wire';
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

const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export function Small({ exercise, figures, onPress }: Props): JSX.Element {
  const id = useId();
  const svg = useRef<SVGSVGElement>(null);
  const [cursor, setCursor] = useState<string | null>(null);
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
  /* One square of the board can be tabbed to, and from it the arrows go on to all others. */
  const inside = view.cells.filter((cell) => shown(cell.column, cell.row));
  const here =
    inside.find((cell) => cell.cell === cursor) ??
    inside.find((cell) => starts.has(cell.cell) && cell.piece !== null) ??
    inside[0];
  const onKey = (event: KeyboardEvent, cell: Cell): void => {
    const step = ARROWS[event.key];
    if (step) {
      const [x, y] = [cell.column + step[0], cell.row + step[1]];
      const to = inside.find((one) => one.column === x && one.row === y)?.cell;
      svg.current?.querySelector<SVGElement>(`[data-cell="${to ?? cell.cell}"]`)?.focus();
    } else if (event.key === 'Enter' || event.key === ' ') {
      onPress(`cell:${cell.cell}`);
    } else if (event.key === 'Escape' && pressed[0]) {
      onPress(pressed[0]);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <svg
      ref={svg}
      class="small-board"
      viewBox={`${frame.left * side - edge} ${frame.top * side - 4} ${frame.columns * side + edge + 4} ${frame.rows * side + edge + 4}`}
      role="group"
      aria-label="A small board; the arrow keys go from square to square"
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
      {inside.map((cell) => {
        const at = corner(cell.column, cell.row);
        const middle = { x: at.x + side / 2, y: at.y + side / 2 };
        const chosen = pressed.includes(`cell:${cell.cell}`);
        const can = starts.has(cell.cell) && cell.piece !== null;
        return (
          <g key={cell.cell}>
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
              <g class="badge" transform={`translate(${at.x + side * 0.82} ${at.y + side * 0.2})`}>
                <circle r={side * 0.15} />
                <text y={side * 0.07}>{cell.badge}</text>
              </g>
            )}
            <rect
              class="small-button"
              data-cell={cell.cell}
              x={at.x}
              y={at.y}
              width={side}
              height={side}
              role="button"
              tabindex={cell === here ? 0 : -1}
              aria-pressed={chosen}
              aria-disabled={!can && !chosen && !targets.has(cell.cell)}
              aria-label={squareTold(look, cell, targets.has(cell.cell))}
              onFocus={() => setCursor(cell.cell)}
              onKeyDown={(event) => onKey(event, cell)}
            />
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
