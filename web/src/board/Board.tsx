/** The board of every game: squares, regions, pieces, marks; presses, drags and keys. */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { JSX } from 'preact';
import type { Ahead, Cell, Drawings, Look, Pick } from '../wire';
import { cellAt, cornerOf, pointIn, type Geometry, type Point } from './geometry';
import { type Aim, Command, Goals, Halves, Marks, Names, Trail, groundMark } from './Layers';
import { goneTo, nextOf, Typed } from './keys';
import { idOf, Squares } from './Squares';
import { Reach } from '../learn/Reach';
import { follow, pictureOf, symbolOf, type Standing } from './pieces';

interface Props {
  look: Look;
  drawings: Drawings;
  figures?: boolean;
  coordinates?: boolean /** shown unless this is false */;
  goals?: boolean;
  trail?: boolean /** what has moved in this turn is shown by arrows */;
  pick: Pick | null;
  pressed: string[];
  ahead?: string[] /** presses that wait for one's turn */;
  advice: string[];
  regions: ReadonlySet<number>;
  reach?: readonly string[] /** where a piece that was asked about can go */;
  asked?: string | null /** the square where it stands */;
  flipped: boolean;
  arrowsPass?: boolean /** who goes about the board by a pointer has them elsewhere */;
  ghost?: Ahead | null /** what the press under the pointer would look like */;
  onPress: (cell: string) => void;
  onEscape: () => void;
  onHover?: (cell: string | null) => void;
  onTell?: (text: string) => void /** to whoever does not see it */;
  onTurn?: () => void /** the pressed piece is turned in the hand */;
}

const HELP = 'Board: arrows choose a square, Enter presses it, question mark tells all keys';

/** Share of a square that a pointer may stray before a press becomes a drag. */
const DRAG = 0.25;

const cellsOf = (words: readonly string[]): Set<string> =>
  new Set(words.filter((word) => word.startsWith('cell:')).map((word) => word.slice(5)));

/**
 * Whether all that can be done is to put down one kind, on some of the empty squares. Which ones, shows
 * before anything is pressed.
 */
function isSparse(look: Look, pick: Pick | null): boolean {
  const empty = look.view.cells.filter((cell) => !cell.piece).length;
  return pick?.from.length === 0 && pick.pieces.length === 1 && pick.to.length < empty;
}

export function Board(props: Props): JSX.Element {
  const { look, drawings, pick, pressed, flipped, coordinates = true } = props;
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
  const typed = useRef(new Typed());
  const pointed = useRef(false);
  const [over, setOver] = useState<string | null>(null);
  const [drag, setDrag] = useState<{ cell: string; start: Point; at: Point; far: boolean } | null>(
    null,
  );
  const named = useMemo(() => new Map(view.cells.map((cell) => [cell.cell, cell])), [look]);
  const at = (name: string): Cell | undefined => named.get(name);
  const pieces = useMemo(() => {
    standing.current = follow(standing.current, view.cells, look.recent);
    return standing.current;
  }, [look]);
  const symbols = useMemo(
    () =>
      new Map(drawings.symbols.map((one, i) => [symbolOf(one.owner, one.piece), `symbol-${i}`])),
    [drawings],
  );
  const targets = useMemo(
    () => new Set(pressed.length > 0 || isSparse(look, pick) ? pick?.to : []),
    [look, pick, pressed],
  );
  const aimAt = (cell: string): Aim | null =>
    targets.has(cell)
      ? {
          target: true,
          fight: pick?.fights.includes(cell) ?? false,
          nearer: pick?.nearer.includes(cell) ?? false,
        }
      : null;
  /* What a press begins with, until the position is another one. */
  const from = useMemo(() => new Set(pick?.from), [pick]);
  const free = useRef(from);
  if (pressed.length === 0) {
    free.current = from;
  }
  const starts = free.current;
  const chosen = cellsOf(pressed);
  const ahead = cellsOf(props.ahead ?? []);
  const advised = new Set(props.advice);

  /* Of a large map few squares have anything on them. */
  const busy = useMemo(
    () => view.cells.filter((cell) => cell.badge || cell.marks.length > 0),
    [look],
  );
  const signed = new Set(busy);
  for (const name of [...targets, ...chosen, ...ahead, ...advised]) {
    const cell = at(name);
    if (cell) {
      signed.add(cell);
    }
  }

  const place = (event: PointerEvent): Point => {
    const element = svg.current;
    if (!element) {
      return { x: -1, y: -1 };
    }
    return pointIn(element, event.clientX, event.clientY);
  };
  const onDown = (event: PointerEvent): void => {
    const cell = cellAt(geometry, view, place(event));
    pointed.current = true;
    if (event.button !== 0 || !cell) {
      return;
    }
    setCursor({ x: cell.column, y: cell.row });
    const begins = pick?.from.includes(cell.cell) || (pressed.length > 0 && cell.piece);
    if (begins && !targets.has(cell.cell)) {
      svg.current?.setPointerCapture(event.pointerId);
      event.preventDefault(); /* it is a piece that is dragged, not the board */
      svg.current?.focus({ preventScroll: true });
      const start = place(event);
      setDrag({ cell: cell.cell, start, at: start, far: false });
    }
    if (!chosen.has(cell.cell) || targets.has(cell.cell)) {
      props.onPress(cell.cell);
    }
  };
  const onMove = (event: PointerEvent): void => {
    if (drag) {
      const now = place(event);
      const far = drag.far || Math.hypot(now.x - drag.start.x, now.y - drag.start.y) > side * DRAG;
      setDrag({ ...drag, at: now, far });
      return;
    }
    const cell = cellAt(geometry, view, place(event))?.cell ?? null;
    if (view.commanders.length > 0) {
      setOver(cell);
    }
    props.onHover?.(cell);
  };
  const onUp = (event: PointerEvent): void => {
    const cell = cellAt(geometry, view, place(event));
    if (drag) {
      setDrag(null);
      if (drag.far && cell && cell.cell !== drag.cell) {
        props.onPress(cell.cell);
      }
    }
  };
  /** Brings the cursor somewhere by keys. */
  const goTo = (to: Point, event: KeyboardEvent): void => {
    setCursor(to);
    props.onHover?.(
      view.cells.find((one) => one.column === to.x && one.row === to.y)?.cell ?? null,
    );
    event.preventDefault();
  };
  /** Keys that lead to a square. @return whether this was one */
  const goes = (event: KeyboardEvent): boolean => {
    const stops = (cell: Cell): boolean => cell.piece !== null || targets.has(cell.cell);
    const board = { view, flipped, at: latest.current, stops };
    const step = goneTo(event, board);
    const named = typed.current.hear(event, view);
    const can = pick?.from.length === 0 || pressed.length > 0 ? [...targets] : pick?.from;
    const asked = event.key.toLowerCase() === 'n' && !event.ctrlKey && !event.metaKey;
    const next = asked ? nextOf(can ?? [], event.shiftKey, board) : null;
    const cell = named ?? next;
    const to = cell ? { x: cell.column, y: cell.row } : step;
    if (to) {
      goTo(to, event);
    } else if (asked) {
      const buttons = pick?.choices.map((one) => one.choice).join(', ');
      props.onTell?.(
        `Nothing on the board can be pressed now.${buttons ? ` Buttons: ${buttons}.` : ''}`,
      );
    }
    return to !== null;
  };
  const onKey = (event: KeyboardEvent): void => {
    /* Whoever has pressed by a pointer steps through a game with the keys that lead about a board. */
    const passes = props.arrowsPass && pointed.current;
    if (!passes && goes(event)) {
      return;
    }
    if ((event.key === 'Enter' || event.key === ' ') && latest.current) {
      const { x, y } = latest.current;
      const cell = view.cells.find((one) => one.column === x && one.row === y);
      if (cell) {
        props.onPress(cell.cell);
      }
      event.preventDefault();
    } else if (event.key === 'Escape') {
      props.onEscape();
    } else if (event.key === 'r' && !event.ctrlKey && !event.metaKey) {
      props.onTurn?.();
    }
  };
  /** Pointers are heard by where they are: what is clicked itself is a square that a screen reader presses. */
  const onClick = (event: MouseEvent): void => {
    const square = (event.target as Element).closest('.square');
    const cell = square && view.cells.find((one) => idOf(one) === square.id);
    if (cell) {
      setCursor({ x: cell.column, y: cell.row });
      props.onPress(cell.cell);
    }
  };
  useEffect(() => setDrag(null), [look]);

  const here = cursor && view.cells.find((one) => one.column === cursor.x && one.row === cursor.y);
  const width = view.columns * side;
  const height = view.rows * side;
  const turn = flipped ? `rotate(180 ${width / 2} ${height / 2})` : undefined;
  const edge = coordinates ? side * 0.45 : side * 0.08;

  /* Parts that change seldom are made seldom: a large map pans and glides the better for it. */
  const defs = useMemo(
    () => (
      <defs>
        {drawings.symbols.map((one, i) => (
          <g
            id={`symbol-${i}`}
            dangerouslySetInnerHTML={{ __html: pictureOf(one, props.figures ?? false, flipped) }}
          />
        ))}
      </defs>
    ),
    [drawings, props.figures, flipped],
  );
  const ground = useMemo(
    () => <g transform={turn} dangerouslySetInnerHTML={{ __html: drawings.ground }} />,
    [drawings, turn],
  );
  const grounds = useMemo(
    () => (
      <g>
        {busy.map((cell) => {
          const mark = groundMark(cell);
          const corner = cornerOf(geometry, cell.column, cell.row);
          return mark ? (
            <rect class={mark} x={corner.x} y={corner.y} width={side} height={side} />
          ) : null;
        })}
      </g>
    ),
    [look, geometry],
  );
  const held = drag?.far ? drag.cell : null;
  const men = useMemo(
    () => (
      <g>
        {pieces.map((one) => {
          const corner = cornerOf(geometry, one.column, one.row);
          return one.cell === held ? null : (
            <use
              key={one.id}
              class={starts.has(one.cell) ? 'piece can' : 'piece'}
              href={`#${symbols.get(one.symbol) ?? ''}`}
              style={{ transform: `translate(${corner.x}px, ${corner.y}px)` }}
            />
          );
        })}
      </g>
    ),
    [pieces, geometry, symbols, held, starts],
  );
  const layers = useMemo(
    () => (
      <g>
        {props.goals && <Goals look={look} geometry={geometry} at={at} />}
        {props.trail && <Trail look={look} geometry={geometry} at={at} />}
      </g>
    ),
    [look, geometry, props.goals, props.trail],
  );
  const halves = useMemo(() => <Halves look={look} geometry={geometry} />, [look, geometry]);
  const names = useMemo(
    () => <Names look={look} geometry={geometry} shown={coordinates} />,
    [look, geometry, coordinates],
  );
  const squares = useMemo(
    () => (
      <Squares
        look={look}
        geometry={geometry}
        cursor={cursor}
        signsOf={({ cell }) => ({
          aim: aimAt(cell),
          chosen: chosen.has(cell),
          ahead: ahead.has(cell),
          advised: advised.has(cell),
        })}
      />
    ),
    [look, geometry, pick, pressed, cursor?.y, props.ahead, props.advice.join()],
  );
  const ghost = props.ghost ?? null;
  const ghostAt = ghost?.cell ? at(ghost.cell) : undefined;
  const { pips, bridges } = ghost ?? look;
  const grid: JSX.SVGAttributes<SVGSVGElement> = {
    role: 'grid',
    'aria-rowcount': view.rows,
    'aria-colcount': view.columns,
    'aria-activedescendant': here ? idOf(here) : undefined,
  };
  const flying = held ? pieces.find((one) => one.cell === held) : undefined;
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: it has a label, and a title would show at the pointer
    <svg
      ref={svg}
      class="board"
      viewBox={`${-edge} ${-side * 0.08} ${width + edge + side * 0.08} ${height + edge + side * 0.08}`}
      data-face={props.figures ? 'figures' : 'tiles'}
      {...grid}
      aria-label={HELP}
      tabindex={0}
      onPointerDown={onDown}
      onPointerMove={onMove}
      onPointerUp={onUp}
      onBlur={() => {
        pointed.current = false;
      }}
      onPointerCancel={() => setDrag(null)}
      onPointerLeave={() => {
        setOver(null);
        props.onHover?.(null);
      }}
      onKeyDown={onKey}
      onClick={onClick}
    >
      {squares}
      <g aria-hidden="true">
        {defs}
        {ground}
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
        {halves}
        {grounds}
        {pips && <g transform={turn} dangerouslySetInnerHTML={{ __html: pips }} />}
        {men}
        {ghost && ghostAt && (
          <g
            class="ghost"
            transform={`translate(${cornerOf(geometry, ghostAt.column, ghostAt.row).x} ${cornerOf(geometry, ghostAt.column, ghostAt.row).y}) ${flipped ? `rotate(180 ${side / 2} ${side / 2})` : ''}`}
            dangerouslySetInnerHTML={{ __html: ghost.svg }}
          />
        )}
        {bridges && <g transform={turn} dangerouslySetInnerHTML={{ __html: bridges }} />}
        {layers}
        <Command look={look} geometry={geometry} focus={[...chosen][0] ?? over} at={at} />
        <g>
          {[...signed].map((cell) => (
            <Marks
              cell={cell}
              geometry={geometry}
              aim={aimAt(cell.cell)}
              chosen={chosen.has(cell.cell)}
              advised={advised.has(cell.cell)}
              ahead={ahead.has(cell.cell)}
            />
          ))}
        </g>
        {props.reach && (
          <Reach view={view} geometry={geometry} cells={props.reach} from={props.asked ?? null} />
        )}
        {names}
        {drag && flying && (
          <use
            class="piece held"
            href={`#${symbols.get(flying.symbol) ?? ''}`}
            style={{ transform: `translate(${drag.at.x - side / 2}px, ${drag.at.y - side / 2}px)` }}
          />
        )}
        {here && (
          <rect
            class="cursor"
            x={cornerOf(geometry, here.column, here.row).x + 2}
            y={cornerOf(geometry, here.column, here.row).y + 2}
            width={side - 4}
            height={side - 4}
            rx={10}
          />
        )}
      </g>
    </svg>
  );
}
