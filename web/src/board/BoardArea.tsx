/** The board between its players, with what is laid over it: a duel, a plan, a look back. */
import { useEffect, useState } from 'preact/hooks';
import type { JSX } from 'preact';
import { pastTold, planTold } from '../aloud';
import { Icon } from '../panels/icons';
import { Keys } from '../panels/Keys';
import { PlayerBar } from '../panels/Players';
import { Preferences } from '../panels/Preferences';
import { decidePlan, hover, letGo } from '../plans';
import type { State } from '../state';
import type { Table } from '../table';
import { Board } from './Board';
import { Duel } from './Duel';
import { Overview } from './Overview';
import { isLarge, mostOf, Pan } from './Pan';

interface Props {
  table: Table;
  state: State;
}

interface AreaProps extends Props {
  reach?: readonly string[] /** where a piece that was asked about can go */;
  asked?: string | null /** the square where it stands */;
}

/** Whether pieces are figures: as asked for, else where tiles do not wear their moves. */
export function showsFigures(state: Pick<State, 'look' | 'drawings' | 'settings'>): boolean {
  const { drawings, look, settings } = state;
  const has = drawings?.symbols.some((one) => one.figure) ?? false;
  const wears = look?.view.pieces.some((one) => one.moves !== null) ?? false;
  return has && (settings.face === null ? !wears : settings.face === 'figures');
}

function Banner({ table, state }: Props): JSX.Element | null {
  const { past, planned } = state;
  if (past) {
    return (
      <div class="banner">
        <span>{pastTold(state)}</span>
        <button type="button" onClick={() => void table.lookBack(null)}>
          Back to the game
        </button>
      </div>
    );
  }
  if (planned) {
    return (
      <div class="banner plan">
        <span class="steps-told">
          <b>The computer's plan:</b> {planTold(planned)}.
          {planned.reason && <i> {planned.reason}</i>}
        </span>
        <button type="button" class="primary" onClick={() => void decidePlan(table, true)}>
          Play it
        </button>
        <button type="button" onClick={() => void decidePlan(table, false)}>
          Discard
        </button>
      </div>
    );
  }
  return null;
}

function Tools({ table, state, figures }: Props & { figures: boolean }): JSX.Element {
  const [asking, setAsking] = useState(false);
  const [keys, setKeys] = useState(false);
  useEffect(() => {
    const heed = (event: KeyboardEvent): void => {
      const at = event.target as HTMLElement;
      if (event.key === '?' && !at.closest('input, textarea, select, dialog, [contenteditable]')) {
        setKeys(true);
      }
    };
    addEventListener('keydown', heed);
    return () => removeEventListener('keydown', heed);
  }, []);
  const { settings, drawings, look, game } = state;
  const hasFigures = drawings?.symbols.some((one) => one.figure) ?? false;
  return (
    <div class="tools" role="toolbar" aria-label="The board">
      {hasFigures && (
        <button
          type="button"
          aria-pressed={figures}
          title={figures ? 'Tiles that wear their moves' : 'Figures'}
          aria-label="Figures"
          onClick={() => table.change({ face: figures ? 'tiles' : 'figures' })}
        >
          <Icon name="face" />
        </button>
      )}
      {(look?.view.goals.length ?? 0) > 0 && (
        <button
          type="button"
          aria-pressed={settings.goals}
          title="What the game hangs on"
          aria-label="Goals"
          onClick={() => table.change({ goals: !settings.goals })}
        >
          <Icon name="goal" />
        </button>
      )}
      <button type="button" title="Turn the board" aria-label="Flip" onClick={() => table.flip()}>
        <Icon name="flip" />
      </button>
      <button
        type="button"
        title="How the board looks and sounds"
        aria-label="Preferences"
        onClick={() => setAsking(true)}
      >
        <Icon name="gear" />
      </button>
      {asking && (
        <Preferences
          settings={settings}
          figures={figures}
          hasFigures={hasFigures}
          hasDice={game?.capabilities.includes('chance') ?? false}
          onChange={(change) => table.change(change)}
          onKeys={() => setKeys(true)}
          onClose={() => setAsking(false)}
        />
      )}
      {keys && <Keys onClose={() => setKeys(false)} />}
    </div>
  );
}

/** A bar that tells who stands better: the share of the points that who sits below can expect. */
function Judged({ state, below }: { state: State; below: string }): JSX.Element | null {
  const { judged, look } = state;
  const lower = look?.view.players.find((one) => one.name === below);
  const upper = look?.view.players.find((one) => one.name !== below);
  if (!lower || !upper) {
    return null;
  }
  const value = !judged ? 0.5 : judged.player === below ? judged.value : 1 - judged.value;
  const share = Math.round(100 * Math.max(0, Math.min(1, value)));
  const said = judged ? `${lower.name} ${share}%, ${upper.name} ${100 - share}%` : 'not known yet';
  return (
    <div
      class="judge"
      role="meter"
      aria-label="Who stands better"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={share}
      aria-valuetext={said}
      title={said}
      style={{ background: upper.fill }}
    >
      <span style={{ height: `${share}%`, background: lower.fill }} />
    </div>
  );
}

export function BoardArea({ table, state, reach, asked }: AreaProps): JSX.Element | null {
  const { drawings, game, pick, pressed, past, planned, settings } = state;
  if (!state.look || !drawings || !game) {
    return null;
  }
  const now = state.look;
  const look = past ?? planned?.look ?? now;
  /* Whoever looks sits at the bottom, the first player where nobody does: unless the board is turned. */
  const first = game.players[0] ?? '';
  const looks = now.viewer ?? first;
  const flipped = state.flipped !== (looks !== first);
  const other = game.players.length === 2 ? game.players.find((one) => one !== looks) : undefined;
  const below = (state.flipped && other) || looks;
  const order = game.players.filter((one) => one !== below);
  const advised =
    state.advice && state.advice.count === now.count ? state.advice.thought.action : '';
  const advice = advised
    ? look.view.cells.filter((one) => advised.includes(one.cell)).map((one) => one.cell)
    : [];
  const figures = showsFigures(state);
  const to = pick?.ways.find((one) => one.choice === state.way)?.to;
  const aimed = pick && to ? { ...pick, to } : pick;
  const bar = (player: string): JSX.Element => (
    <PlayerBar table={table} state={state} player={player} figures={figures} flipped={flipped} />
  );
  const judged = settings.judge && !now.hides && now.view.players.length === 2;
  const most = mostOf(look.view);
  const handed = look.view.hands.some((hand) => hand.items.length > 0);
  return (
    <div class={`table${isLarge(most) ? ' large' : ''}${handed ? ' handed' : ''}`}>
      <div class="seats above">
        {order.map(bar)}
        <Tools table={table} state={state} figures={figures} />
      </div>
      <div class={judged ? 'stage judged' : 'stage'}>
        {judged && <Judged state={state} below={below} />}
        <Pan
          most={most}
          overview={(frame, go) => (
            <Overview look={look} drawings={drawings} flipped={flipped} frame={frame} onGo={go} />
          )}
        >
          <Board
            look={look}
            drawings={drawings}
            figures={figures}
            coordinates={settings.coordinates}
            goals={settings.goals}
            trail={game.capabilities.includes('multi') && !game.capabilities.includes('chance')}
            pick={look === now ? aimed : null}
            ghost={look === now ? state.ghost : null}
            onHover={(cell) => void hover(table, cell)}
            onTurn={() => table.turnPiece()}
            onTell={(text) => table.tell(text)}
            pressed={look === now ? pressed : []}
            ahead={state.premove}
            advice={advice}
            regions={state.shown}
            reach={reach ?? []}
            asked={asked ?? null}
            flipped={flipped}
            onPress={(cell) => void table.press(`cell:${cell}`)}
            onEscape={() => void letGo(table)}
          />
        </Pan>
        {state.duel && (
          <Duel duel={state.duel} look={now} game={state.game} onSkip={() => table.skipDuel()} />
        )}
      </div>
      <Banner table={table} state={state} />
      {below && <div class="seats">{bar(below)}</div>}
    </div>
  );
}
