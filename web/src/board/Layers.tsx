/** What lies upon the squares: signs, arrows, goals, who commands whom, names at the edges. */
import type { JSX } from 'preact';
import type { Cell, Look } from '../wire';
import { cornerOf, type Geometry, type Point } from './geometry';

export function middleOf(geometry: Geometry, cell: Cell): Point {
  const corner = cornerOf(geometry, cell.column, cell.row);
  return { x: corner.x + geometry.side / 2, y: corner.y + geometry.side / 2 };
}

/* ---- signs on single squares ------------------------------------------------------------------- */

/** What a press would do on a square. */
export interface Aim {
  target: boolean;
  fight: boolean;
  nearer: boolean;
}

function AimSign({ cell, at, side, aim }: { cell: Cell; at: Point; side: number; aim: Aim }) {
  const { x, y } = at;
  const a = side * 0.09;
  return (
    <g class="aim">
      {cell.piece || aim.fight ? (
        <circle class="mark-take" cx={x} cy={y} r={side * 0.43} />
      ) : (
        <circle class="mark-target" cx={x} cy={y} r={side * 0.15} />
      )}
      {aim.nearer && aim.fight && !cell.piece && (
        <circle class="mark-nearer-ground" cx={x} cy={y} r={side * 0.15} />
      )}
      {aim.nearer && (
        <path class="mark-nearer" d={`M${x - a} ${y}H${x + a}M${x} ${y - a}V${y + a}`} />
      )}
    </g>
  );
}

export function Marks({
  cell,
  geometry,
  aim,
  chosen,
  advised,
  ahead,
}: {
  cell: Cell;
  geometry: Geometry;
  aim: Aim | null;
  chosen: boolean;
  advised: boolean;
  ahead: boolean;
}): JSX.Element {
  const { side } = geometry;
  const { x, y } = cornerOf(geometry, cell.column, cell.row);
  const a = side * 0.3;
  const frame = chosen ? 'mark-chosen' : ahead ? 'mark-ahead' : advised ? 'mark-advice' : null;
  return (
    <g>
      {cell.marks.includes('dim') && (
        <rect class="mark-dim" x={x} y={y} width={side} height={side} />
      )}
      {cell.marks.includes('lost') && (
        <path
          class="mark-lost"
          d={`M${x + a} ${y + a}L${x + side - a} ${y + side - a}M${x + side - a} ${y + a}L${x + a} ${y + side - a}`}
        />
      )}
      {cell.marks.includes('threat') && (
        <path
          class="mark-threat"
          d={`M${x + 4} ${y + side * 0.3}V${y + 4}H${x + side * 0.3}M${x + side * 0.7} ${y + 4}H${x + side - 4}V${y + side * 0.3}M${x + side - 4} ${y + side * 0.7}V${y + side - 4}H${x + side * 0.7}M${x + side * 0.3} ${y + side - 4}H${x + 4}V${y + side * 0.7}`}
        />
      )}
      {aim && <AimSign cell={cell} at={middleOf(geometry, cell)} side={side} aim={aim} />}
      {frame && (
        <rect class={frame} x={x + 3} y={y + 3} width={side - 6} height={side - 6} rx={10} />
      )}
      {cell.badge && (
        <g class="badge" transform={`translate(${x + side * 0.84} ${y + side * 0.17})`}>
          <circle r={side * 0.15} />
          <text y={side * 0.07}>{cell.badge}</text>
        </g>
      )}
    </g>
  );
}

export function groundMark(cell: Cell): string | null {
  const order = ['threat', 'link', 'to', 'from'] as const;
  const found = order.find((mark) => cell.marks.includes(mark));
  return found ? `ground-${found}` : null;
}

/* ---- the half of the board that is not to be moved on -------------------------------------------- */

/** Where a turn is a move on each colour of squares, those of the other colour step back. */
export function Halves({ look, geometry }: { look: Look; geometry: Geometry }): JSX.Element | null {
  const owed = look.view.facts.owed;
  const due = Array.isArray(owed) ? (owed as string[])[0] : undefined;
  if (!due || !look.view.checkered) {
    return null;
  }
  const { side } = geometry;
  const rest = look.view.cells.filter((cell) => cell.shade !== due);
  const path = rest
    .map((cell) => {
      const { x, y } = cornerOf(geometry, cell.column, cell.row);
      return `M${x} ${y}h${side}v${side}h${-side}z`;
    })
    .join('');
  const strokes = rest
    .map((cell) => {
      const { x, y } = cornerOf(geometry, cell.column, cell.row);
      return `M${x} ${y + side}l${side} ${-side}`;
    })
    .join('');
  return (
    <g class="halves" aria-hidden="true">
      <path class="half-rest" d={path} />
      <path class="half-strokes" d={strokes} />
    </g>
  );
}

/* ---- arrows -------------------------------------------------------------------------------------- */

/** An arrow between the middles of two squares, which leaves both to be seen. */
export function Arrow({
  from,
  to,
  side,
  kind,
}: {
  from: Point;
  to: Point;
  side: number;
  kind: string;
}): JSX.Element | null {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  if (length === 0) {
    return null;
  }
  const dx = (to.x - from.x) / length;
  const dy = (to.y - from.y) / length;
  const tip = { x: to.x - dx * side * 0.18, y: to.y - dy * side * 0.18 };
  const neck = { x: tip.x - dx * side * 0.22, y: tip.y - dy * side * 0.22 };
  const w = side * 0.12;
  return (
    <g class={`arrow ${kind}`}>
      <path
        class="shaft"
        d={`M${from.x + dx * side * 0.2} ${from.y + dy * side * 0.2}L${neck.x} ${neck.y}`}
      />
      <path
        class="head"
        d={`M${tip.x} ${tip.y}L${neck.x - dy * w} ${neck.y + dx * w}L${neck.x + dy * w} ${neck.y - dx * w}z`}
      />
    </g>
  );
}

/** All that has moved in this turn, where a turn is more than one move. */
export function Trail({
  look,
  geometry,
  at,
}: {
  look: Look;
  geometry: Geometry;
  at: (cell: string) => Cell | undefined;
}): JSX.Element {
  return (
    <g class="trail" aria-hidden="true">
      {look.recent.map((event) => {
        const from = event.from ? at(event.from) : undefined;
        const to = event.to ? at(event.to) : undefined;
        const goes = event.kind === 'move' || event.kind === 'exchange';
        return goes && from && to ? (
          <Arrow
            from={middleOf(geometry, from)}
            to={middleOf(geometry, to)}
            side={geometry.side}
            kind="went"
          />
        ) : null;
      })}
    </g>
  );
}

/* ---- who commands whom --------------------------------------------------------------------------- */

/** Lines from a commander to those that it may order, and from who is ordered to all who could. */
export function Command({
  look,
  geometry,
  focus,
  at,
}: {
  look: Look;
  geometry: Geometry;
  focus: string | null;
  at: (cell: string) => Cell | undefined;
}): JSX.Element | null {
  const pairs = look.view.commanders.flatMap((one) =>
    one.cell === focus
      ? one.units.map((unit) => [one.cell, unit, one.left > 0] as const)
      : one.units.includes(focus ?? '')
        ? [[one.cell, focus ?? '', one.left > 0] as const]
        : [],
  );
  const { side } = geometry;
  return (
    <g class="command" aria-hidden="true">
      {pairs.map(([leader, unit, can]) => {
        const from = at(leader);
        const to = at(unit);
        if (!from || !to || from === to) {
          return null;
        }
        const a = middleOf(geometry, from);
        const b = middleOf(geometry, to);
        return (
          <g class={can ? 'orders' : 'orders spent'}>
            <path d={`M${a.x} ${a.y}L${b.x} ${b.y}`} />
            <circle cx={b.x} cy={b.y} r={side * 0.44} />
            <circle class="leader" cx={a.x} cy={a.y} r={side * 0.47} />
          </g>
        );
      })}
    </g>
  );
}

/* ---- goals --------------------------------------------------------------------------------------- */

/** Squares that the game hangs on, in the colour of whose goal it is; those in danger are crossed. */
export function Goals({
  look,
  geometry,
  at,
}: {
  look: Look;
  geometry: Geometry;
  at: (cell: string) => Cell | undefined;
}): JSX.Element {
  const { side } = geometry;
  return (
    <g class="goals" aria-hidden="true">
      {look.view.goals.map((goal, g) => {
        const whose = look.view.players.findIndex((one) => one.name === goal.player);
        const player = look.view.players[whose];
        const inset = 7 + 8 * (whose % 4);
        return goal.on.map((name) => {
          const cell = at(name);
          if (!cell) {
            return null;
          }
          const { x, y } = cornerOf(geometry, cell.column, cell.row);
          const long = side - 2 * inset;
          return (
            <g class={whose % 2 === 0 ? 'goal-square' : 'goal-square dashed'} data-goal={g}>
              {[player?.edge, player?.fill].map((colour, i) => (
                <rect
                  class={i === 0 ? 'outer' : 'inner'}
                  x={x + inset}
                  y={y + inset}
                  width={long}
                  height={long}
                  rx={side * 0.3}
                  stroke={colour ?? ''}
                />
              ))}
              {goal.risks.includes(name) && (
                <path
                  class="risk"
                  d={`M${x + side * 0.5} ${y + 6}l${side * 0.13} ${side * 0.22}h${-side * 0.26}z`}
                />
              )}
            </g>
          );
        });
      })}
    </g>
  );
}

/* ---- names --------------------------------------------------------------------------------------- */

export function Names({
  look,
  geometry,
  shown,
}: {
  look: Look;
  geometry: Geometry;
  shown: boolean;
}): JSX.Element {
  const { side, columns, rows } = geometry;
  const { column_names, row_names } = look.view;
  return (
    <g class="names" aria-hidden="true">
      {shown &&
        column_names.map((name, i) => (
          <text x={cornerOf(geometry, i, 0).x + side / 2} y={rows * side + side * 0.3}>
            {name}
          </text>
        ))}
      {shown &&
        row_names.map((name, i) => (
          <text x={-side * 0.22} y={cornerOf(geometry, 0, i).y + side * 0.56}>
            {name}
          </text>
        ))}
      <rect
        class="frame"
        x={-2}
        y={-2}
        width={columns * side + 4}
        height={rows * side + 4}
        rx={4}
      />
    </g>
  );
}
