/** Beside the board: the goal, what is owed, what just happened, the moves, and what to press. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { JSX } from 'preact';
import { Tools } from '../analyse/Tools';
import type { State, Table } from '../table';
import type { Move } from '../wire';

interface Props {
  table: Table;
  state: State;
  onNewGame: () => void;
}

function MoveList({ moves }: { moves: Move[] }): JSX.Element {
  const end = useRef<HTMLLIElement>(null);
  useEffect(() => end.current?.scrollIntoView({ block: 'nearest' }), [moves.length]);
  const turns: Move[][] = [];
  for (const move of moves) {
    if (move.begins_turn || turns.length === 0) {
      turns.push([]);
    }
    turns[turns.length - 1]?.push(move);
  }
  return (
    <ol class="moves" tabIndex={0} aria-label="Moves">
      {turns.map((turn, i) => (
        <li ref={i === turns.length - 1 ? end : null}>
          {turn.map((move) => move.text ?? '…').join(' ')}
        </li>
      ))}
    </ol>
  );
}

function status(state: State): string {
  const { look, thinking } = state;
  if (!look) {
    return '';
  }
  if (look.end) {
    const { score, by, loser, rule, text } = look.end;
    const best = Math.max(...score);
    const winners = state.game?.players.filter((_, i) => score[i] === best) ?? [];
    const result =
      winners.length === score.length
        ? 'Draw'
        : `${winners.join(' and ')} wins (${look.end.result})`;
    const why = text ?? (loser ? `${loser} ${by}` : by);
    return `${result}: ${why}${rule && text ? ` (${rule})` : ''}`;
  }
  if (look.node.kind === 'chance') {
    return 'The dice decide';
  }
  const again = look.turn.over ? '' : ', in the same turn';
  return `${look.node.player ?? ''} ${thinking ? 'thinks' : `to move${again}`}`;
}

export function Side({ table, state, onNewGame }: Props): JSX.Element | null {
  const [saved, setSaved] = useState('');
  const { look, game, pick, advice } = state;
  if (!look || !game) {
    return null;
  }
  const buttons = state.pressed.length === 0 ? (pick?.choices ?? []) : [];
  const recent = state.log.slice(-6);
  const regions = look.view.regions.filter((one) => !one.aside);
  const secret = game.capabilities.includes('hidden') && look.end === null;
  const multi = game.capabilities.includes('multi');
  const save = async (): Promise<void> => {
    const url = URL.createObjectURL(new Blob([await table.record()], { type: 'text/plain' }));
    const link = document.createElement('a');
    link.href = url;
    link.download = `${game.name}.mrec`;
    link.click();
    URL.revokeObjectURL(url);
    setSaved(`Saved as ${game.name}.mrec`);
  };
  return (
    <aside class="side" tabIndex={0} aria-label="The game">
      <p class="goal">{game.summary}</p>
      <p class={look.end ? 'status over' : 'status'} role="status" aria-live="polite">
        {status(state)}
      </p>
      {state.trouble && (
        <p class="trouble" role="alert">
          {state.trouble}{' '}
          <button type="button" onClick={() => table.forgive()}>
            Dismiss
          </button>
        </p>
      )}
      {buttons.length > 0 && (
        <div class="choices">
          {buttons.map((one) => (
            <button type="button" onClick={() => void table.play(one.action)}>
              {one.choice}
            </button>
          ))}
        </div>
      )}
      {look.view.notes.length > 0 && (
        <dl class="notes">
          {look.view.notes.map((note) => (
            <div>
              <dt>{note.label}</dt>
              <dd>{note.text}</dd>
            </div>
          ))}
        </dl>
      )}
      {regions.length > 0 && (
        <div class="chips" role="group" aria-label="Regions of the board">
          {regions.map((one) => (
            <button
              type="button"
              class="chip"
              aria-pressed={state.shown.has(one.id)}
              onClick={() => table.showRegion(one.id)}
            >
              {one.name}
            </button>
          ))}
        </div>
      )}
      {advice && advice.count === look.count && (
        <p class="advice">
          <strong>{advice.thought.action}</strong> {advice.thought.reason}
          <button type="button" onClick={() => void table.play(advice.thought.action)}>
            Play it
          </button>
        </p>
      )}
      <ul class="log" aria-live="polite" aria-label="What just happened">
        {recent.map((note) => (
          <li>
            {note.text}
            {note.rule && <span class="rule">{note.rule}</span>}
          </li>
        ))}
      </ul>
      <MoveList moves={state.moves} />
      <div class="controls">
        <button type="button" onClick={() => void table.undo()} disabled={look.count === 0}>
          Take back
        </button>
        <button type="button" onClick={() => void table.hint()} disabled={!table.isPersonsTurn()}>
          Hint
        </button>
        {multi && (
          <button
            type="button"
            onClick={() => void table.playTurn()}
            disabled={!table.isPersonsTurn()}
          >
            Play the turn for me
          </button>
        )}
        <button type="button" onClick={() => table.flip()}>
          Flip
        </button>
        <button
          type="button"
          onClick={() => void save()}
          disabled={secret}
          title={secret ? 'What is set up in secret would stand in the file' : undefined}
        >
          Save
        </button>
        <button
          type="button"
          onClick={() => void table.resign()}
          disabled={!look.can_resign || look.end !== null}
        >
          Resign
        </button>
        <button type="button" class="primary" onClick={onNewGame}>
          New game
        </button>
      </div>
      {saved && (
        <p class="quiet" role="status">
          {saved}
        </p>
      )}
      <Tools table={table} state={state} />
    </aside>
  );
}
