/** A large board as a whole, small in a corner, with a frame round what the window shows of it. */
import { useMemo } from 'preact/hooks';
import type { JSX, Ref } from 'preact';
import type { Drawings, Look } from '../wire';
import type { Geometry } from './geometry';

interface Props {
  look: Look;
  drawings: Drawings;
  flipped: boolean;
  frame: Ref<SVGRectElement> /** the window, in shares of the board */;
  /** Somebody wants to see the place at these shares of the board's width and height. */
  onGo: (x: number, y: number) => void;
}

/** The bare board as a picture, which the browser draws once. */
function pictureOf(drawings: Drawings, width: number, height: number): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${drawings.ground}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/** Who stands where: a dot for each piece, all of one owner in one path. */
function Dots({ look, geometry }: { look: Look; geometry: Geometry }): JSX.Element {
  const { columns, rows, flipped } = geometry;
  return (
    <>
      {look.view.players.map((player) => {
        const path = look.view.cells
          .filter((cell) => cell.piece !== null && cell.owner === player.name)
          .map((cell) => {
            const x = flipped ? columns - 1 - cell.column : cell.column;
            const y = flipped ? rows - 1 - cell.row : cell.row;
            return `M${x} ${y}h1v1h-1z`;
          })
          .join('');
        return <path d={path} fill={player.fill} stroke={player.edge} stroke-width="0.3" />;
      })}
    </>
  );
}

export function Overview({ look, drawings, flipped, frame, onGo }: Props): JSX.Element {
  const { columns, rows } = look.view;
  const picture = useMemo(
    () => pictureOf(drawings, columns * drawings.side, rows * drawings.side),
    [drawings, columns, rows],
  );
  const dots = useMemo(
    () => <Dots look={look} geometry={{ columns, rows, side: 1, flipped }} />,
    [look, flipped],
  );
  const go = (event: PointerEvent): void => {
    const box = (event.currentTarget as SVGSVGElement).getBoundingClientRect();
    onGo((event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height);
  };
  return (
    <svg
      class="overview"
      viewBox={`0 0 ${columns} ${rows}`}
      style={{ aspectRatio: `${columns} / ${rows}` }}
      role="img"
      aria-label="All of the board, with a frame round what is shown of it"
      onPointerDown={(event) => {
        event.preventDefault(); /* it is not the board that is dragged */
        event.currentTarget.setPointerCapture(event.pointerId);
        go(event);
      }}
      onPointerMove={(event) => {
        if (event.buttons > 0) {
          go(event);
        }
      }}
    >
      <image
        href={picture}
        width={columns}
        height={rows}
        transform={flipped ? `rotate(180 ${columns / 2} ${rows / 2})` : undefined}
      />
      {dots}
      <rect ref={frame} class="window" vector-effect="non-scaling-stroke" />
    </svg>
  );
}
