/** Beside the board: the goal, what is owed, what just happened, the moves, and what to press. */
import { useEffect, useState } from 'preact/hooks';
import { beforeLast, canOfferDraw, offerDraw, resign, undo, undoTurn } from '../ends';
import type { JSX } from 'preact';
import { saveFile } from '../analyse/share';
import { Tools } from '../analyse/Tools';
import { statusOf } from '../aloud';
import { ordersTold } from '../board/words';
import { forgetStranded } from '../keeping';
import { planTurn, playTurn } from '../plans';
import { told } from '../storage';
import { Shelf } from './Shelf';
import type { State } from '../state';
import type { Table } from '../table';
import { Advice } from './Advice';
import { GoalList } from './Goals';
import { Log } from './Log';
import { MoveList } from './Moves';
import { Position } from './Position';
import { SetUp } from './SetUp';
import { Icon } from './icons';

interface Props {
  table: Table;
  state: State;
  onNewGame: () => void;
}

/** Whose turn it is, what is owed, and the buttons that the rules offer. */
function Status({ table, state }: { table: Table; state: State }): JSX.Element | null {
  const { look, pick } = state;
  if (!look) {
    return null;
  }
  const mover = look.view.players.find((one) => one.name === look.node.player);
  const buttons = state.pressed.length === 0 ? (pick?.choices ?? []) : [];
  return (
    <section
      class={look.end ? 'card now over' : 'card now'}
      style={mover ? { borderLeftColor: mover.edge } : {}}
      aria-label="Now"
    >
      <p class={look.end ? 'status over' : 'status'}>{statusOf(state)}</p>
      {state.trouble && (
        <p class="trouble" role="alert">
          {state.trouble}{' '}
          <button type="button" onClick={() => table.complain(null)}>
            Dismiss
          </button>
        </p>
      )}
      {look.outcomes && look.outcomes.length > 0 && (
        <ul class="outcomes">
          {look.outcomes.slice(0, 4).map((one) => (
            <li>
              {Math.round(100 * one.probability)}% {one.effect}
            </li>
          ))}
        </ul>
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
    </section>
  );
}

/** Squares that rules speak of: those worth showing first, the others on demand. */
function Regions({ table, state }: { table: Table; state: State }): JSX.Element | null {
  const [all, setAll] = useState(false);
  const regions = state.look?.view.regions.filter((one) => !one.aside) ?? [];
  const first = regions.filter((one) => all || one.usual || state.shown.has(one.id));
  if (regions.length === 0) {
    return null;
  }
  return (
    <div class="chips" role="group" aria-label="Regions of the board">
      {first.map((one) => (
        <button
          type="button"
          class="chip"
          aria-pressed={state.shown.has(one.id)}
          onClick={() => table.showRegion(one.id)}
        >
          {one.name}
        </button>
      ))}
      {regions.length > first.length && (
        <button type="button" class="chip more" onClick={() => setAll(true)}>
          {regions.length - first.length} more…
        </button>
      )}
    </div>
  );
}

/** Who may still be ordered, and by whom. */
function Orders({ state }: { state: State }): JSX.Element | null {
  const { look } = state;
  if (!look || look.view.commanders.length === 0) {
    return null;
  }
  const focus = state.pressed[0]?.slice('cell:'.length) ?? '';
  return (
    <p class="orders-told">{ordersTold(look, focus) || 'Press a piece to see who commands it.'}</p>
  );
}

/** A game that was left is gone on with; or a browser that keeps none. */
function Keeping({
  table,
  state,
  onSave,
}: {
  table: Table;
  state: State;
  onSave: (() => void) | null;
}): JSX.Element | null {
  if (!state.kept) {
    return (
      <p class="keeping" role="note">
        <span>
          This browser keeps nothing for this page: what you play and type is gone when it is
          closed.
        </span>
        {onSave ? (
          <button type="button" onClick={onSave}>
            Save the game
          </button>
        ) : (
          <span>It can be saved when nothing is hidden any more.</span>
        )}
      </p>
    );
  }
  const { stranded } = state;
  if (stranded) {
    const name = `${state.game?.name ?? 'game'}-left.mrec`;
    const leave = (): void => {
      forgetStranded(stranded);
      table.set({ stranded: null });
    };
    return (
      <p class="keeping" role="note">
        <span>
          Your game of {told(stranded.at)} cannot go on here: {stranded.why}.
        </span>
        <button type="button" onClick={() => saveFile(name, stranded.file)}>
          Save it
        </button>
        <button type="button" onClick={leave}>
          Forget it
        </button>
      </p>
    );
  }
  if (state.resumed === null) {
    return null;
  }
  return (
    <p class="keeping" role="note">
      <span>
        {state.look?.end ? 'This is your game of' : 'Your game goes on as it stood on'}{' '}
        {told(state.resumed)}. <i>New game</i> begins another.
      </span>
      <button type="button" aria-label="Well" onClick={() => table.set({ resumed: null })}>
        ×
      </button>
    </p>
  );
}

/** Milliseconds after which a press on "Resign" was none. */
const SURE = 5000;

/** It lies beside what is pressed often: the second press counts. */
function Resign({ table, state }: { table: Table; state: State }): JSX.Element {
  const [sure, setSure] = useState(false);
  const { look } = state;
  useEffect(() => {
    const timer = sure ? setTimeout(() => setSure(false), SURE) : undefined;
    return () => clearTimeout(timer);
  }, [sure]);
  return (
    <button
      type="button"
      class={sure ? 'primary' : undefined}
      aria-live="polite"
      onClick={() => {
        setSure(!sure);
        if (sure) {
          void resign(table);
        }
      }}
      disabled={!look?.can_resign || look.end !== null}
    >
      <Icon name="flag" />
      {sure ? 'Resign: are you sure?' : 'Resign'}
    </button>
  );
}

export function Side({ table, state, onNewGame }: Props): JSX.Element | null {
  const [saved, setSaved] = useState('');
  const [settingUp, setSettingUp] = useState(false);
  const { look, game, advice } = state;
  if (!look || !game) {
    return null;
  }
  const secret = look.hides;
  const multi = game.capabilities.includes('multi');
  const mine = table.isPersonsTurn();
  const offers = look.seats.filter((one) => one.offers_draw && look.end === null);
  const mineOffered = offers.some((one) => one.player === look.viewer);
  const offered = !mineOffered && offers.length > 0;
  const hands = look.view.hands;
  const deploying =
    game.capabilities.includes('setup') &&
    hands.length > 0 &&
    hands.every((hand) => hand.owner === look.node.player);
  const save = async (): Promise<void> => {
    saveFile(`${game.name}.mrec`, await table.record());
    setSaved(`Saved as ${game.name}.mrec`);
    table.tell(`Saved as ${game.name}.mrec.`);
  };
  return (
    <aside class="side" tabIndex={0} aria-label="The game">
      <div class="stands" role="group" tabIndex={0} aria-label="Where the game stands">
        <p class="goal">{game.summary}</p>
        <Keeping table={table} state={state} onSave={secret ? null : () => void save()} />
        <Status table={table} state={state} />
        {offered && (
          <p class="keeping" role="alert">
            <span>{offers.map((one) => one.player).join(' and ')} offers a draw.</span>
            <button type="button" class="primary" onClick={() => void offerDraw(table)}>
              Accept the draw
            </button>
            <span class="quiet">A move declines it.</span>
          </p>
        )}
        <GoalList view={look.view} game={game} over={look.end !== null} />
        <Orders state={state} />
        <Regions table={table} state={state} />
      </div>
      <Log state={state} />
      <MoveList table={table} state={state} />
      {advice && advice.count === look.count && (
        <Advice
          thought={advice.thought}
          look={look}
          player={look.node.player}
          onPlay={() => void table.play(advice.thought.action)}
        />
      )}
      <div class="controls">
        <button
          type="button"
          onClick={() => void undo(table)}
          disabled={beforeLast(table) === null}
        >
          <Icon name="back" />
          Take back
        </button>
        {multi && (
          <button
            type="button"
            onClick={() => void undoTurn(table)}
            disabled={look.turn.over || look.turn.start >= look.count || !mine}
          >
            <Icon name="back" />
            The whole turn
          </button>
        )}
        <button type="button" onClick={() => void table.hint()} disabled={!mine}>
          <Icon name="hint" />
          Hint
        </button>
        {multi && (
          <button type="button" onClick={() => void planTurn(table)} disabled={!mine}>
            <Icon name="plan" />
            Plan the turn
          </button>
        )}
        {multi && (
          <button type="button" onClick={() => void playTurn(table)} disabled={!mine}>
            <Icon name="play" />
            Play the turn for me
          </button>
        )}
        {deploying && (
          <button type="button" onClick={() => setSettingUp(true)} disabled={!mine}>
            Set-ups
          </button>
        )}
        <button
          type="button"
          onClick={() => void save()}
          disabled={secret}
          title={secret ? 'What is set up in secret would stand in the file' : undefined}
        >
          <Icon name="save" />
          Save
        </button>
        <Resign table={table} state={state} />
        {canOfferDraw(table) && !offered && (
          <button
            type="button"
            onClick={() => void offerDraw(table)}
            disabled={!look.viewer || mineOffered}
          >
            {mineOffered ? 'A draw is offered' : 'Offer a draw'}
          </button>
        )}
        <button type="button" class="primary" onClick={onNewGame}>
          <Icon name="fresh" />
          New game
        </button>
      </div>
      {settingUp && <SetUp table={table} state={state} onClose={() => setSettingUp(false)} />}
      {saved && <p class="quiet">{saved}</p>}
      <Position look={state.past ?? look} />
      <Shelf table={table} state={state} />
      <Tools table={table} state={state} />
    </aside>
  );
}
