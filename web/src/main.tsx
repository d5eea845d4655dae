/** The page: unpacks the program, lays the table, draws it. */
import './style/page.css';
import { render } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { JSX } from 'preact';
import { Board } from './board/Board';
import { Pan } from './board/Pan';
import { Chooser } from './panels/Chooser';
import { Lobby } from './panels/Lobby';
import { NewGame } from './panels/NewGame';
import { PlayerBar } from './panels/Players';
import { Brief, Learn, useLesson } from './learn/Learn';
import { Lesson } from './learn/lesson';
import { Rules } from './panels/Rules';
import { Side } from './panels/Side';
import { Table, type State } from './table';
import type { Texts } from './texts';
import { FRAGMENT, hasWorkshop, openWorkshop } from './workshop/host';

/* ---- what the page carries ------------------------------------------------------------------- */

function carried(id: string): string {
  const element = document.getElementById(id);
  if (!element) {
    throw new Error(`the page lacks its part '${id}': it has been damaged`);
  }
  return element.textContent ?? '';
}

async function unpack(text: string): Promise<WebAssembly.Module> {
  const bytes = Uint8Array.from(atob(text.trim()), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return WebAssembly.compile(await new Response(stream).arrayBuffer());
}

/* ---- the workshop ---------------------------------------------------------------------------- */

/** Opens the workshop in place of the page, perhaps with a text that a link has brought. */
async function enterWorkshop(table: Table, brought: string | null): Promise<void> {
  const root = document.getElementById('page');
  if (!root) {
    return;
  }
  render(null, root);
  const { source, texts } = table;
  const mount = (element: HTMLElement, own: Texts): Table => {
    const laid = new Table(source, own);
    render(<Page table={laid} />, element);
    void laid.start();
    return laid;
  };
  const leave = (): void => render(<Page table={table} workshop={true} />, root);
  const game = table.state.game?.name ?? null;
  await openWorkshop({ root, source, texts, game, brought, mount, leave });
}

function WorkshopButton({ table }: { table: Table }): JSX.Element {
  return (
    <button type="button" class="workshop" onClick={() => void enterWorkshop(table, null)}>
      Workshop
    </button>
  );
}

/** What the page waits for, for whoever presses by program (web/test/README.md). */
function phaseOf(table: Table, { look, curtain, thinking }: State): string {
  if (curtain) {
    return 'curtain';
  }
  if (look?.end) {
    return 'over';
  }
  return table.isPersonsTurn() && !thinking ? 'turn' : 'wait';
}

/* ---- the page -------------------------------------------------------------------------------- */

function Play({
  table,
  state,
  workshop,
}: {
  table: Table;
  state: State;
  workshop: boolean;
}): JSX.Element | null {
  const [tab, setTab] = useState<'play' | 'learn' | 'rules'>('play');
  const lesson = useMemo(() => new Lesson(table), [table]);
  const { about } = useLesson(lesson);
  const [asking, setAsking] = useState(false);
  const { look, drawings, game, pick, pressed } = state;
  if (!look || !drawings || !game) {
    return <p class="waiting">Opening the game…</p>;
  }
  /* Whoever looks sits at the bottom; the first player where nobody does. */
  const bottom = look.viewer ?? game.players[0] ?? '';
  const below = bottom === game.players[0] ? game.players[0] : bottom;
  const flipped = state.flipped !== (below !== game.players[0]);
  const order = game.players.filter((one) => one !== below);
  const advice =
    state.advice && state.advice.count === look.count
      ? look.view.cells
          .filter((one) => state.advice?.thought.action.includes(one.cell))
          .map((one) => one.cell)
      : [];
  return (
    <main class="play" data-phase={phaseOf(table, state)} data-presses={state.presses}>
      <header class="bar">
        {state.games.length > 1 && (
          <button type="button" class="back" onClick={() => table.leave()}>
            All games
          </button>
        )}
        <h1>{game.title}</h1>
        <nav class="tabs" aria-label="Pages">
          <button type="button" aria-pressed={tab === 'play'} onClick={() => setTab('play')}>
            Play
          </button>
          <button type="button" aria-pressed={tab === 'learn'} onClick={() => setTab('learn')}>
            Learn
          </button>
          <button
            type="button"
            aria-pressed={tab === 'rules'}
            onClick={() => {
              setTab('rules');
              void table.readRules();
            }}
          >
            Rules
          </button>
          {workshop && <WorkshopButton table={table} />}
        </nav>
      </header>
      {state.curtain && (
        <div class="curtain">
          <h2>{state.curtain}, sit down</h2>
          <p>Whoever else plays looks away: what {state.curtain} has set up is shown next.</p>
          <button type="button" class="primary" onClick={() => table.raiseCurtain()}>
            I am {state.curtain}
          </button>
        </div>
      )}
      {!state.curtain && (
        <div class="table">
          {order.map((player) => (
            <PlayerBar table={table} state={state} player={player} />
          ))}
          <Pan most={Math.max(1, Math.max(look.view.columns, look.view.rows) / 10)}>
            <Board
              look={look}
              drawings={drawings}
              pick={pick}
              pressed={pressed}
              advice={advice}
              regions={state.shown}
              reach={about?.reach && (tab === 'learn' || !about.now) ? about.reach : []}
              presses={state.presses}
              flipped={flipped}
              onPress={(cell) => void table.press(`cell:${cell}`)}
              onEscape={() => void table.unpress()}
            />
          </Pan>
          {below && <PlayerBar table={table} state={state} player={below} />}
        </div>
      )}
      {!state.curtain && tab === 'play' && (
        <Side table={table} state={state} onNewGame={() => setAsking(true)} />
      )}
      {!state.curtain && tab === 'learn' && <Learn lesson={lesson} state={state} />}
      {!state.curtain && tab === 'play' && <Brief lesson={lesson} onMore={() => setTab('learn')} />}
      {!state.curtain && tab === 'rules' && (
        <aside class="side" tabIndex={0} aria-label="Rules">
          {state.rules ? <Rules blocks={state.rules} /> : <p>Reading…</p>}
        </aside>
      )}
      {asking && (
        <NewGame
          game={game}
          plan={state.plan}
          onBegin={(plan, seed) => {
            setAsking(false);
            void table.begin(plan, seed);
          }}
          onCancel={() => setAsking(false)}
        />
      )}
      {pick?.complete && pick.choices.length > 1 && (
        <Chooser
          choices={pick.choices}
          onChoose={(action) => void table.play(action)}
          onCancel={() => void table.unpress()}
        />
      )}
    </main>
  );
}

interface PageProps {
  table: Table;
  workshop?: boolean;
}

function Page({ table, workshop = false }: PageProps): JSX.Element {
  const [state, setState] = useState(table.state);
  useEffect(() => table.subscribe(() => setState(table.state)), [table]);
  switch (state.phase) {
    case 'starting':
      return <p class="waiting">Starting…</p>;
    case 'broken':
      return (
        <p class="waiting" role="alert">
          This page cannot play: {state.trouble}
        </p>
      );
    case 'choosing':
      return (
        <>
          <Lobby games={state.games} onOpen={(name) => void table.open(name)} />
          {workshop && (
            <p class="workshop-door">
              <WorkshopButton table={table} /> Change a game, or make one of your own.
            </p>
          )}
        </>
      );
    case 'playing':
      return <Play table={table} state={state} workshop={workshop} />;
  }
}

async function start(): Promise<void> {
  const root = document.getElementById('page');
  if (!root) {
    return;
  }
  try {
    const module = await unpack(carried('module'));
    const script = URL.createObjectURL(new Blob([carried('worker')], { type: 'text/javascript' }));
    const table = new Table({ module, script }, JSON.parse(carried('texts')) as Texts);
    render(<Page table={table} workshop={hasWorkshop()} />, root);
    void table.start();
    if (hasWorkshop() && location.hash.startsWith(FRAGMENT)) {
      await enterWorkshop(table, location.hash.slice(FRAGMENT.length));
    }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    root.textContent =
      `This page needs a browser with WebAssembly, workers and DecompressionStream ` +
      `(Chrome or Edge 80, Firefox 113, Safari 16.4, or newer): ${why}`;
  }
}

void start();
