/** The moves so far, a line for each turn; press one to see what the board was like. */
import { useEffect, useRef } from 'preact/hooks';
import type { JSX } from 'preact';
import type { State, Table } from '../table';
import { Icon } from './icons';
import { reveal } from './reveal';

export function MoveList({ table, state }: { table: Table; state: State }): JSX.Element {
  const { moves, look, past } = state;
  const shown = useRef<HTMLButtonElement>(null);
  const at = past?.count ?? look?.count ?? 0;
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => reveal(shown.current, list.current), [moves.length, at]);
  const turns: { index: number; text: string; comment: string | null }[][] = [];
  moves.forEach((move, index) => {
    if (move.begins_turn || turns.length === 0) {
      turns.push([]);
    }
    turns[turns.length - 1]?.push({ index, text: move.short ?? '…', comment: move.comment });
  });
  const go = (count: number): void => void table.lookBack(count);
  const onKey = (event: KeyboardEvent): void => {
    const step = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: moves.length }[event.key];
    if (step !== undefined) {
      go(step);
      event.preventDefault();
    }
  };
  return (
    <section class="card move-list" aria-label="The game so far" onKeyDown={onKey}>
      {turns.length === 0 && (
        <p class="quiet none">
          {table.isPersonsTurn() &&
            'Press one of your pieces, then where it is to go. New to this game? '}
          Learn tells it in a minute.
        </p>
      )}
      <ol ref={list} class="moves" tabIndex={0} aria-label="Moves">
        {turns.map((turn) => (
          <li>
            {turn.map((move) => (
              <button
                type="button"
                ref={move.index === at - 1 ? shown : null}
                class={move.index === at - 1 ? 'move shown' : 'move'}
                aria-current={move.index === at - 1 ? 'true' : undefined}
                title={move.comment ?? undefined}
                tabIndex={-1}
                onClick={() => go(move.index + 1)}
              >
                {move.text}
              </button>
            ))}
          </li>
        ))}
      </ol>
      <div class="steps" role="group" aria-label="Step through the game">
        <button type="button" aria-label="To the start" disabled={at === 0} onClick={() => go(0)}>
          <Icon name="first" />
        </button>
        <button
          type="button"
          aria-label="A step back"
          disabled={at === 0}
          onClick={() => go(at - 1)}
        >
          <Icon name="previous" />
        </button>
        <button type="button" aria-label="A step on" disabled={!past} onClick={() => go(at + 1)}>
          <Icon name="next" />
        </button>
        <button
          type="button"
          aria-label="To the game as it stands"
          disabled={!past}
          onClick={() => void table.lookBack(null)}
        >
          <Icon name="last" />
        </button>
      </div>
    </section>
  );
}
