/** The moves so far, a line for each turn; press one to see what the board was like. */
import { useEffect, useRef } from 'preact/hooks';
import type { JSX } from 'preact';
import type { State, Table } from '../table';
import { Icon } from './icons';
import { reveal } from './reveal';

interface Turn {
  number: number;
  opens: boolean /** nobody has had a turn of this number before */;
  second: boolean /** it is the other player's */;
  moves: { index: number; text: string; comment: string | null }[];
}

function turnsOf({ moves, game }: State): Turn[] {
  const turns: Turn[] = [];
  moves.forEach(({ player, number, short, comment, begins_turn }, index) => {
    const last = turns[turns.length - 1];
    if (begins_turn || !last) {
      const opens = last?.number !== number;
      turns.push({ number, opens, second: player === game?.players[1], moves: [] });
    }
    turns[turns.length - 1]?.moves.push({ index, text: short ?? '…', comment });
  });
  return turns;
}

export function MoveList({ table, state }: { table: Table; state: State }): JSX.Element {
  const { moves, look, past, game } = state;
  const shown = useRef<HTMLButtonElement>(null);
  const at = past?.count ?? look?.count ?? 0;
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    /* Also when what stands above it takes some of its room. */
    const watch = new ResizeObserver(() => reveal(shown.current, list.current));
    if (list.current) {
      watch.observe(list.current);
    }
    return () => watch.disconnect();
  }, []);
  useEffect(() => reveal(shown.current, list.current), [moves.length, at]);
  const turns = turnsOf(state);
  /* One of each side beside another, where turns are single actions. */
  const pairs = game?.players.length === 2 && !game.capabilities.includes('multi');
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
      <ol ref={list} class={pairs ? 'moves pairs' : 'moves'} tabIndex={0} aria-label="Moves">
        {turns.map((turn) => (
          <li class={turn.second ? 'second' : undefined}>
            {(turn.opens || !pairs) && (
              <span class="number">
                {turn.number}
                {turn.second ? '…' : '.'}
              </span>
            )}
            {turn.moves.map((move) => (
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
