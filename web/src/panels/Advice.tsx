/** What a search found: the move, what it is worth, and why. */
import type { JSX } from 'preact';
import type { Look, Thought } from '../wire';

/** The share of the points that who decides can expect, from the value of a search. */
function share(value: number): number {
  return Math.round(100 * Math.max(0, Math.min(1, value)));
}

export function Advice({
  thought,
  look,
  player,
  onPlay,
}: {
  thought: Thought;
  look: Look;
  player: string | null;
  onPlay?: () => void;
}): JSX.Element {
  const colours = look.view.players.find((one) => one.name === player);
  const others = thought.candidates.filter((one) => one.action !== thought.action).slice(0, 3);
  return (
    <section class="card advice" aria-label="What the computer thinks">
      <p>
        <strong>{thought.action}</strong>
        {onPlay && (
          <button type="button" onClick={onPlay}>
            Play it
          </button>
        )}
      </p>
      <p class="worth">
        <span class="near" aria-hidden="true">
          <span style={{ width: `${share(thought.value)}%`, background: colours?.edge ?? '' }} />
        </span>
        <span>
          {player} {share(thought.value)}%
        </span>
      </p>
      {thought.reason && <p>{thought.reason}</p>}
      {others.length > 0 && (
        <p class="quiet">
          also{' '}
          {others
            .map((one) => `${one.action} ${one.at_most ? '≤ ' : ''}${share(one.value)}%`)
            .join(', ')}
        </p>
      )}
    </section>
  );
}
