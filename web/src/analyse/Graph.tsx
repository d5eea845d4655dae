/** What could be expected, turn by turn, for the first player's side: a curve to press. */
import type { JSX } from 'preact';
import type { Player } from '../wire';
import type { Review } from './analysis';

interface Props {
  review: Review;
  players: readonly Player[];
  at: number /** actions before the place on the board */;
  begins: number /** actions before the first turn */;
  actions: number /** of the line */;
  onGo: (actions: number) => void;
}

const WIDTH = 600;
const HEIGHT = 140;

export function Graph({ review, players, at, begins, actions, onGo }: Props): JSX.Element {
  const span = Math.max(1, actions - begins);
  const x = (actionsBefore: number): number => (WIDTH * Math.max(0, actionsBefore - begins)) / span;
  const y = (value: number): number => HEIGHT * (1 - value);
  const turns = [...review.seen].reverse();
  const end = turns[turns.length - 1];
  const places = turns.map((turn) => ({ x: x(turn.at), y: y(turn.first) }));
  if (end) {
    places.push({ x: x(actions), y: y(end.last) });
  }
  const curve = places.map((one) => `${one.x.toFixed(1)},${one.y.toFixed(1)}`).join(' ');
  const left = places[0]?.x ?? WIDTH;
  const [first, second] = players;
  const press = (event: JSX.TargetedMouseEvent<SVGSVGElement>): void => {
    const box = event.currentTarget.getBoundingClientRect();
    onGo(begins + Math.round(((event.clientX - box.left) / box.width) * span));
  };
  return (
    <figure class="graph">
      <div class="graph-plot">
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the moves and turning points beside it have keys */}
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={`What ${first?.name ?? ''} could expect before each turn`}
          onClick={press}
        >
          <rect width={WIDTH} height={HEIGHT} fill={second?.fill ?? ''} class="graph-second" />
          {places.length > 1 && (
            <polygon
              points={`${left.toFixed(1)},${HEIGHT} ${curve} ${WIDTH},${HEIGHT}`}
              fill={first?.fill ?? ''}
            />
          )}
          <line class="graph-middle" x1="0" x2={WIDTH} y1={HEIGHT / 2} y2={HEIGHT / 2} />
          <polyline class="graph-curve" points={curve} />
          <line class="graph-at" x1={x(at)} x2={x(at)} y1="0" y2={HEIGHT} />
        </svg>
        {review.points.map((point, i) => (
          <button
            type="button"
            class="graph-point"
            style={{ left: `${(100 * x(point.at)) / WIDTH}%`, top: `${100 * (1 - point.first)}%` }}
            title={point.text}
            aria-label={`Turning point ${i + 1}`}
            onClick={() => onGo(point.at + 1)}
          />
        ))}
      </div>
      <figcaption>
        <span>above: better for {first?.name}</span>
        <span>
          {review.running
            ? `looking, ${review.seen.length} of ${review.turns} turns`
            : 'press to go there'}
        </span>
      </figcaption>
    </figure>
  );
}
