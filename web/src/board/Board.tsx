/** The board of every game: squares, regions, pieces, marks; presses, drags and keys. */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { JSX } from 'preact';
import type { Cell, Drawings, Look, Pick } from '../wire';
import { cellAt, cornerOf, type Geometry, type Point } from './geometry';
import { Reach } from '../learn/Reach';
import { follow, symbolOf, type Standing } from './pieces';

interface Props {
  look: Look;
  drawings: Drawings;
  pick: Pick | null;
  pressed: string[];
  advice: string[];
  regions: ReadonlySet<number>;
  reach?: readonly string[] /** where a piece that was asked about can go */;
  flipped: boolean;
  presses: number;
  onPress: (cell: string) => void;
  onEscape: () => void;
}

/** Share of a square that a pointer may stray before a press becomes a drag. */
const DRAG = 0.25;

function Marks({
  cell,
  geometry,
  pick,
  chosen,
  advised,
}: {
  cell: Cell;
  geometry: Geometry;
  pick: ReadonlySet<string>;
  chosen: boolean;
  advised: boolean;
}): JSX.Element | null {
  const { side } = geometry;
  const { x, y } = cornerOf(geometry, cell.column, cell.row);
  const target = pick.has(cell.cell);
  const signs: JSX.Element[] = [];
  if (target && cell.piece) {
    signs.push(<circle class="mark-take" cx={x + side / 2} cy={y + side / 2} r={side * 0.44} />);
  } else if (target) {
    signs.push(<circle class="mark-target" cx={x + side / 2} cy={y + side / 2} r={side * 0.15} />);
  }
  if (cell.marks.includes('lost')) {
    const a = side * 0.3;
    signs.push(
      <path
        class="mark-lost"
        d={`M${x + a} ${y + a}L${x + side - a} ${y + side - a}M${x + side - a} ${y + a}L${x + a} ${y + side - a}`}
      />,
    );
  }
  if (chosen || advised) {
    signs.push(
      <rect
        class={chosen ? 'mark-chosen' : 'mark-advice'}
        x={x + 3}
        y={y + 3}
        width={side - 6}
        height={side - 6}
        rx={10}
      />,
    );
  }
  if (cell.marks.includes('dim')) {
    signs.push(<rect class="mark-dim" x={x} y={y} width={side} height={side} />);
  }
  if (cell.badge) {
    signs.push(
      <g class="badge" transform={`translate(${x + side * 0.82} ${y + side * 0.2})`}>
        <circle r={side * 0.15} />
        <text y={side * 0.07}>{cell.badge}</text>
      </g>,
    );
  }
  return signs.length > 0 ? <g>{signs}</g> : null;
}

function groundMark(cell: Cell): string | null {
  const order = ['threat', 'link', 'to', 'from'] as const;
  const found = order.find((mark) => cell.marks.includes(mark));
  return found ? `ground-${found}` : null;
}

function Names({ look, geometry }: { look: Look; geometry: Geometry }): JSX.Element {
  const { side, columns, rows } = geometry;
  const { column_names, row_names } = look.view;
  return (
    <g class="names" aria-hidden="true">
      {column_names.map((name, i) => (
        <text x={cornerOf(geometry, i, 0).x + side / 2} y={rows * side + side * 0.3}>
          {name}
        </text>
      ))}
      {row_names.map((name, i) => (
        <text x={-side * 0.22} y={cornerOf(geometry, 0, i).y + side * 0.56}>
          {name}
        </text>
      ))}
      <rect class="frame" x={0} y={0} width={columns * side} height={rows * side} />
    </g>
  );
}

/** What a screen reader says of a square. */
function describe(look: Look, cell: Cell): string {
  const piece = look.view.pieces.find(
    (one) => one.piece === cell.piece && one.owner === cell.owner,
  );
  const what = piece ? `${piece.owner ?? ''} ${piece.name}`.trim() : 'empty';
  const terrain =
    cell.terrain && cell.terrain !== 'plain' && cell.terrain !== 'open' ? `, ${cell.terrain}` : '';
  return `${cell.cell}: ${what}${terrain}`;
}

export function Board(props: Props): JSX.Element {
  const { look, drawings, pick, pressed, flipped } = props;
  const { view } = look;
  const geometry: Geometry = useMemo(
    () => ({ columns: view.columns, rows: view.rows, side: drawings.side, flipped }),
    [view.columns, view.rows, drawings.side, flipped],
  );
  const { side } = geometry;
  const svg = useRef<SVGSVGElement>(null);
  const standing = useRef<Standing[]>([]);
  const [cursor, moveCursor] = useState<Point | null>(null);
  /* Keys may come faster than the board is drawn. */
  const latest = useRef<Point | null>(null);
  const setCursor = (to: Point): void => {
    latest.current = to;
    moveCursor(to);
  };
  const [drag, setDrag] = useState<{ cell: string; start: Point; at: Point; far: boolean } | null>(
    null,
  );
  const pieces = useMemo(() => {
    standing.current = follow(standing.current, view.cells, look.recent);
    return standing.current;
  }, [look]);
  const symbols = useMemo(
    () =>
      new Map(drawings.symbols.map((one, i) => [symbolOf(one.owner, one.piece), `symbol-${i}`])),
    [drawings],
  );
  const targets = useMemo(() => new Set(pressed.length > 0 ? pick?.to : []), [pick, pressed]);
  const chosen = new Set(
    pressed.filter((word) => word.startsWith('cell:')).map((word) => word.slice(5)),
  );
  const advised = new Set(props.advice);

  /* Of a large map few squares have anything on them. */
  const marked = useMemo(() => view.cells.filter((cell) => cell.marks.length > 0), [look]);
  const signed = view.cells.filter(
    (cell) =>
      cell.badge ||
      cell.marks.length > 0 ||
      targets.has(cell.cell) ||
      chosen.has(cell.cell) ||
      advised.has(cell.cell),
  );

  const place = (event: PointerEvent): Point => {
    const element = svg.current;
    if (!element) {
      return { x: -1, y: -1 };
    }
    /* The picture is as large as fits, in the middle of its element. */
    const box = element.getBoundingClientRect();
    const all = element.viewBox.baseVal;
    const scale = Math.min(box.width / all.width, box.height / all.height);
    return {
      x: (event.clientX - box.left - (box.width - all.width * scale) / 2) / scale + all.x,
      y: (event.clientY - box.top - (box.height - all.height * scale) / 2) / scale + all.y,
    };
  };
  const onDown = (event: PointerEvent): void => {
    const at = place(event);
    const cell = cellAt(geometry, view, at);
    if (event.button !== 0 || !cell) {
      return;
    }
    setCursor({ x: cell.column, y: cell.row });
    const starts = pick?.from.includes(cell.cell) || (pressed.length > 0 && cell.piece);
    if (starts && !targets.has(cell.cell)) {
      svg.current?.setPointerCapture(event.pointerId);
      event.preventDefault(); /* it is a piece that is dragged, not the board */
      svg.current?.focus({ preventScroll: true });
      setDrag({ cell: cell.cell, start: at, at, far: false });
    }
    if (!chosen.has(cell.cell) || targets.has(cell.cell)) {
      props.onPress(cell.cell);
    }
  };
  const onMove = (event: PointerEvent): void => {
    if (drag) {
      const at = place(event);
      const far = drag.far || Math.hypot(at.x - drag.start.x, at.y - drag.start.y) > side * DRAG;
      setDrag({ ...drag, at, far });
    }
  };
  const onUp = (event: PointerEvent): void => {
    if (!drag) {
      return;
    }
    setDrag(null);
    const cell = cellAt(geometry, view, place(event));
    if (drag.far && cell && cell.cell !== drag.cell) {
      props.onPress(cell.cell);
    }
  };
  const onKey = (event: KeyboardEvent): void => {
    const steps: Record<string, [number, number]> = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, -1],
      ArrowDown: [0, 1],
    };
    const step = steps[event.key];
    if (step) {
      const sign = flipped ? -1 : 1;
      const at = latest.current ?? { x: 0, y: flipped ? 0 : view.rows - 1 };
      setCursor({
        x: Math.min(view.columns - 1, Math.max(0, at.x + sign * step[0])),
        y: Math.min(view.rows - 1, Math.max(0, at.y + sign * step[1])),
      });
      event.preventDefault();
    } else if ((event.key === 'Enter' || event.key === ' ') && latest.current) {
      const { x, y } = latest.current;
      const cell = view.cells.find((one) => one.column === x && one.row === y);
      if (cell) {
        props.onPress(cell.cell);
      }
      event.preventDefault();
    } else if (event.key === 'Escape') {
      props.onEscape();
    }
  };
  useEffect(() => setDrag(null), [look]);

  const at = cursor && view.cells.find((one) => one.column === cursor.x && one.row === cursor.y);
  const width = view.columns * side;
  const height = view.rows * side;
  const turn = flipped ? `rotate(180 ${width / 2} ${height / 2})` : undefined;
  return (
    <svg
      ref={svg}
      class="board"
      viewBox={`${-side * 0.45} ${-side * 0.12} ${width + side * 0.57} ${height + side * 0.57}`}
      data-presses={props.presses}
      role="application"
      aria-roledescription="board"
      aria-label={at ? describe(look, at) : 'Board: arrows choose a square, Enter presses it'}
      tabindex={0}
      onPointerDown={onDown}
      onPointerMove={onMove}
      onPointerUp={onUp}
      onPointerCancel={() => setDrag(null)}
      onKeyDown={onKey}
    >
      <defs>
        {drawings.symbols.map((one, i) => (
          <g id={`symbol-${i}`} dangerouslySetInnerHTML={{ __html: one.svg }} />
        ))}
      </defs>
      <g transform={turn} dangerouslySetInnerHTML={{ __html: drawings.ground }} />
      <g transform={turn}>
        {view.regions
          .filter((region) => props.regions.has(region.id))
          .map((region) => (
            <g
              class="region"
              dangerouslySetInnerHTML={{ __html: drawings.regions[region.id] ?? '' }}
            />
          ))}
      </g>
      <g>
        {marked.map((cell) => {
          const mark = groundMark(cell);
          const corner = cornerOf(geometry, cell.column, cell.row);
          return mark ? (
            <rect class={mark} x={corner.x} y={corner.y} width={side} height={side} />
          ) : null;
        })}
      </g>
      {look.pips && <g transform={turn} dangerouslySetInnerHTML={{ __html: look.pips }} />}
      <g>
        {pieces.map((one) => {
          const corner = cornerOf(geometry, one.column, one.row);
          const held = drag?.far && drag.cell === one.cell;
          const x = held ? drag.at.x - side / 2 : corner.x;
          const y = held ? drag.at.y - side / 2 : corner.y;
          return (
            <use
              key={one.id}
              class={held ? 'piece held' : 'piece'}
              href={`#${symbols.get(one.symbol) ?? ''}`}
              style={{ transform: `translate(${x}px, ${y}px)` }}
            />
          );
        })}
      </g>
      {look.bridges && <g transform={turn} dangerouslySetInnerHTML={{ __html: look.bridges }} />}
      <g>
        {signed.map((cell) => (
          <Marks
            cell={cell}
            geometry={geometry}
            pick={targets}
            chosen={chosen.has(cell.cell)}
            advised={advised.has(cell.cell)}
          />
        ))}
      </g>
      {props.reach && <Reach view={view} geometry={geometry} cells={props.reach} />}
      <Names look={look} geometry={geometry} />
      {at && (
        <rect
          class="cursor"
          x={cornerOf(geometry, at.column, at.row).x + 2}
          y={cornerOf(geometry, at.column, at.row).y + 2}
          width={side - 4}
          height={side - 4}
          rx={10}
        />
      )}
    </svg>
  );
}
