/** A duel: two dice roll before everybody's eyes, and come to rest as they were thrown. */
import type { JSX } from 'preact';
import { RuleTag } from '../panels/RuleTag';
import type { GameInfo, Look, Player } from '../wire';
import type { Duel as Rolled } from '../state';

/** Where the pips of a face of a die stand, in thirds. */
const PIPS: Record<number, [number, number][]> = {
  1: [[1, 1]],
  2: [
    [0, 0],
    [2, 2],
  ],
  3: [
    [0, 0],
    [1, 1],
    [2, 2],
  ],
  4: [
    [0, 0],
    [2, 0],
    [0, 2],
    [2, 2],
  ],
  5: [
    [0, 0],
    [2, 0],
    [1, 1],
    [0, 2],
    [2, 2],
  ],
  6: [
    [0, 0],
    [2, 0],
    [0, 1],
    [2, 1],
    [0, 2],
    [2, 2],
  ],
};

function Die({ value, player }: { value: number; player: Player | undefined }): JSX.Element {
  const pips = PIPS[value];
  return (
    <figure class="die">
      <svg viewBox="0 0 60 60" aria-hidden="true">
        <rect
          x="3"
          y="3"
          width="54"
          height="54"
          rx="12"
          fill={player?.fill ?? '#fff'}
          stroke={player?.edge ?? '#333'}
          stroke-width="3"
        />
        {pips ? (
          pips.map(([x, y]) => (
            <circle cx={15 + 15 * x} cy={15 + 15 * y} r="5" fill={player?.text ?? '#000'} />
          ))
        ) : (
          <text x="30" y="40" text-anchor="middle" font-size="28" fill={player?.text ?? '#000'}>
            {value}
          </text>
        )}
      </svg>
      <figcaption>
        {player?.name ?? ''} {value}
      </figcaption>
    </figure>
  );
}

export function Duel({
  duel,
  look,
  game,
  onSkip,
}: {
  duel: Rolled;
  game: GameInfo | null;
  look: Look;
  onSkip: () => void;
}): JSX.Element {
  const { event, after } = duel;
  const player = (name: string | null): Player | undefined =>
    look.view.players.find((one) => one.name === name);
  const rolled = event.value.filter((value) => value > 0).length;
  return (
    <div class="duel" role="group" aria-label="The dice" onPointerDown={onSkip}>
      <div class="dice">
        <Die value={event.value[0]} player={player(event.player)} />
        {rolled > 1 && <Die value={event.value[1]} player={player(event.other)} />}
      </div>
      <ul>
        {after
          .filter((one) => one.kind !== 'turn')
          .map((one) => (
            <li>
              {one.text}
              <RuleTag rule={one.rule} game={game} />
            </li>
          ))}
      </ul>
      <button type="button" onClick={onSkip}>
        Go on
      </button>
    </div>
  );
}
