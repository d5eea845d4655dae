/** The page: unpacks the program, lays the table, draws it. */
import './style/page.css';
import { render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { JSX } from 'preact';
import { BoardArea } from './board/BoardArea';
import { Chooser } from './panels/Chooser';
import { Lobby } from './panels/Lobby';
import { NewGame } from './panels/NewGame';
import { Rules } from './panels/Rules';
import { Side } from './panels/Side';
import { Table, type State } from './table';
import type { Texts } from './texts';

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

function Play({ table, state }: { table: Table; state: State }): JSX.Element | null {
  const [tab, setTab] = useState<'play' | 'rules'>('play');
  const [asking, setAsking] = useState(false);
  const { look, drawings, game, pick } = state;
  if (!look || !drawings || !game) {
    return <p class="waiting">Opening the game…</p>;
  }
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
      {!state.curtain && <BoardArea table={table} state={state} />}
      {!state.curtain && tab === 'play' && (
        <Side table={table} state={state} onNewGame={() => setAsking(true)} />
      )}
      {!state.curtain && tab === 'rules' && (
        <aside class="side" tabIndex={0} aria-label="Rules">
          {state.rules ? <Rules blocks={state.rules} /> : <p>Reading…</p>}
        </aside>
      )}
      {asking && (
        <NewGame
          game={game}
          plan={state.plan}
          clock={state.clock}
          onBegin={(plan, seed, clock) => {
            setAsking(false);
            void table.begin(plan, seed, clock);
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

function Page({ table }: { table: Table }): JSX.Element {
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
      return <Lobby games={state.games} onOpen={(name) => void table.open(name)} />;
    case 'playing':
      return <Play table={table} state={state} />;
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
    render(<Page table={table} />, root);
    void table.start();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    root.textContent =
      `This page needs a browser with WebAssembly, workers and DecompressionStream ` +
      `(Chrome or Edge 80, Firefox 113, Safari 16.4, or newer): ${why}`;
  }
}

void start();
