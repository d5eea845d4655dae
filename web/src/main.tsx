/** The page: unpacks the program, lays the table, draws it. */
import './style/page.css';
import './style/site.css';
import { render } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { JSX } from 'preact';
import { tellArrival } from './aloud';
import { Analyse } from './analyse/Analyse';
import { Analysis, sentence } from './analyse/analysis';
import { takeTurn } from './analyse/byLink';
import { OpenGame } from './analyse/OpenGame';
import { letterIn } from './analyse/share';
import { isBlocking } from './blocked';
import { BoardArea } from './board/BoardArea';
import { unzip } from './bytes';
import { Covers } from './covers';
import { Aloud } from './panels/Aloud';
import { Chooser } from './panels/Chooser';
import { Lobby } from './panels/Lobby';
import { NewGame } from './panels/NewGame';
import { Brief, Card, Learn, useLesson } from './learn/Learn';
import { Lesson } from './learn/lesson';
import { Rules } from './panels/Rules';
import { Side } from './panels/Side';
import { letGo } from './plans';
import { Table, type State } from './table';
import type { Source } from './engine/engine';
import type { Texts } from './texts';
import { useKeptFocus } from './focus';
import { FRAGMENT, hasWorkshop, openWorkshop } from './workshop/host';

/* ---- what the page carries ------------------------------------------------------------------- */

function carried(id: string): string {
  const element = document.getElementById(id);
  if (!element) {
    throw new Error(`the page lacks its part '${id}': it has been damaged`);
  }
  return element.textContent ?? '';
}

/** What the first script of a page that carries its program leaves behind (src/cli/commands/page.c). */
interface Begun {
  marcherBegun?: Source;
}

/** The program and the script of its workers: in the page itself, or beside the pages of a site. */
async function findProgram(): Promise<Source> {
  const link = document.querySelector<HTMLLinkElement>('link#module');
  if (link) {
    const answer = await fetch(link.href);
    if (!answer.ok || !answer.body) {
      throw new Error(`the host of this page has no ${link.href} (${answer.status})`);
    }
    const worker = document.querySelector<HTMLLinkElement>('link#worker');
    const headers = { 'content-type': 'application/wasm' };
    const module = WebAssembly.compileStreaming(new Response(unzip(answer.body), { headers }));
    return { module, script: worker?.href ?? '' };
  }
  const { marcherBegun } = globalThis as unknown as Begun;
  if (!marcherBegun) {
    throw new Error('the page has lost its beginning: it has been damaged');
  }
  return marcherBegun;
}

/* ---- the workshop ---------------------------------------------------------------------------- */

/** A page of a site that is the workshop, and nothing else. */
async function layWorkshop(root: HTMLElement, source: Source, texts: Texts): Promise<void> {
  const hash = location.hash;
  const { enter: _, ...plain } = texts;
  await openWorkshop({
    root,
    source,
    texts: plain,
    game: new URLSearchParams(location.search).get('game'),
    brought: hash.startsWith(FRAGMENT) ? hash.slice(FRAGMENT.length) : null,
    mount: (element, own) => mount(source, element, own),
    leave: () => location.assign(texts.home ?? './'),
  });
}

function WorkshopButton({ onEnter }: { onEnter: () => void }): JSX.Element {
  return (
    <button type="button" class="workshop" onClick={onEnter}>
      Workshop
    </button>
  );
}

/** A table of its own within an element, without a door to the workshop. */
function mount(source: Source, element: HTMLElement, texts: Texts): Table {
  const table = new Table(source, texts);
  const analysis = new Analysis(source, texts);
  render(
    <>
      <Page table={table} analysis={analysis} started={table.start()} />
      <Aloud table={table} />
    </>,
    element,
  );
  return table;
}

/** The page itself; the workshop takes its place where the page has one and somebody enters. */
async function layTable(root: HTMLElement, source: Source, texts: Texts): Promise<void> {
  const table = new Table(source, texts, true);
  const analysis = new Analysis(source, texts, true);
  addEventListener('beforeunload', (event) => {
    if (analysis.state.unkept) {
      event.preventDefault();
    }
  });
  const started = table.start();
  const enter = async (brought: string | null): Promise<void> => {
    render(null, root);
    const game = table.state.game?.name ?? null;
    const laid = (element: HTMLElement, own: Texts): Table => mount(source, element, own);
    await openWorkshop({ root, source, texts, game, brought, mount: laid, leave: show });
  };
  const show = (): void => {
    const door = hasWorkshop() ? { onWorkshop: () => void enter(null) } : {};
    render(
      <>
        <Page table={table} analysis={analysis} started={started} {...door} />
        <Aloud table={table} />
      </>,
      root,
    );
  };
  show();
  if (hasWorkshop() && location.hash.startsWith(FRAGMENT)) {
    await enter(location.hash.slice(FRAGMENT.length));
  }
}

/** What the page waits for, for whoever presses by program (web/test/README.md). */
function phaseOf(table: Table, { look, curtain, thinking, laying }: State): string {
  if (laying) {
    return 'wait';
  }
  if (curtain) {
    return 'curtain';
  }
  if (look?.end) {
    return 'over';
  }
  if (table.isAwaysTurn()) {
    return 'away';
  }
  return table.isPersonsTurn() && !thinking ? 'turn' : 'wait';
}

/* ---- the page -------------------------------------------------------------------------------- */

interface PlayProps {
  table: Table;
  state: State;
  onAnalyse: () => void;
  onWorkshop: (() => void) | undefined;
}

function Play({ table, state, onAnalyse, onWorkshop }: PlayProps): JSX.Element | null {
  const [tab, setTab] = useState<'play' | 'learn' | 'rules'>('play');
  const lesson = useMemo(() => new Lesson(table), [table]);
  useEffect(() => () => lesson.close(), [lesson]);
  const { about } = useLesson(lesson);
  const [asking, setAsking] = useState(false);
  const { look, drawings, game, pick } = state;
  if (!look || !drawings || !game) {
    return state.trouble ? (
      <p class="waiting" role="alert">
        The game cannot be opened: {state.trouble}
      </p>
    ) : (
      <p class="waiting">Opening the game…</p>
    );
  }
  return (
    <main
      class="play"
      data-phase={phaseOf(table, state)}
      data-presses={state.presses}
      data-count={look.count}
    >
      <header class="bar">
        {state.games.length > 1 && (
          <button type="button" class="back" onClick={() => table.leave()}>
            All games
          </button>
        )}
        {table.texts.home && (
          <a class="back" href={table.texts.home}>
            All games
          </a>
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
          <button type="button" onClick={onAnalyse}>
            Analyse
          </button>
          {onWorkshop && <WorkshopButton onEnter={onWorkshop} />}
          {table.texts.workshop && (
            <a class="back" href={`${table.texts.workshop}?game=${game.name}`}>
              Workshop
            </a>
          )}
        </nav>
      </header>
      {state.curtain && (
        <div class="curtain" role="alertdialog" aria-labelledby="curtain">
          <h2 id="curtain">{state.curtain}, sit down</h2>
          <p>Whoever else plays looks away: what {state.curtain} has set up is shown next.</p>
          <button type="button" class="primary" onClick={() => table.raiseCurtain()}>
            I am {state.curtain}
          </button>
        </div>
      )}
      {!state.curtain && (
        <BoardArea
          table={table}
          state={state}
          reach={about?.reach && (tab !== 'play' || !about.now) ? about.reach : []}
          asked={tab === 'play' ? null : (about?.from ?? null)}
        />
      )}
      {!state.curtain && tab === 'play' && (
        <Side table={table} state={state} onNewGame={() => setAsking(true)} />
      )}
      {!state.curtain && tab === 'learn' && <Learn lesson={lesson} state={state} />}
      {!state.curtain && tab === 'play' && (
        <Brief lesson={lesson} onMore={() => setTab('learn')} onTell={(text) => table.tell(text)} />
      )}
      {!state.curtain && tab === 'rules' && (
        <aside class="side" tabIndex={0} aria-label="Rules">
          {about && (
            <div class="card-above">
              <Card about={about} lesson={lesson} />
            </div>
          )}
          {state.rules ? (
            <Rules blocks={state.rules} onAsk={(piece) => void lesson.ask(`piece:${piece}`)} />
          ) : (
            <p>Reading…</p>
          )}
        </aside>
      )}
      {asking && (
        <NewGame
          game={game}
          plan={state.plan}
          clock={state.clock}
          onBegin={(plan, seed, clock) => {
            setAsking(false);
            scrollTo(0, 0); /* on a telephone the button lies far below the board */
            void table.begin(plan, seed, clock);
          }}
          onCancel={() => setAsking(false)}
        />
      )}
      {pick?.complete && pick.choices.length > 0 && !isBlocking(pick) && (
        <Chooser
          choices={pick.choices}
          onChoose={(action) => void table.play(action)}
          onCancel={() => void letGo(table)}
        />
      )}
    </main>
  );
}

/** The game that a link brought is kept: who opens the page again goes on, and takes no link twice. */
function forgetFragment(): void {
  try {
    history.replaceState(null, '', location.pathname + location.search);
  } catch {
    /* a file may not change its address, then */
  }
}

/** A link that was opened: a turn goes to the table, a game is looked at. */
async function follow(table: Table, analysis: Analysis, show: () => void): Promise<void> {
  try {
    const letter = await letterIn(location.hash);
    if (letter && letter.kind !== 'game') {
      await takeTurn(table, letter.text, letter.kind === 'offer');
      tellArrival(table);
      if (table.state.kept) {
        forgetFragment();
      }
    } else if (letter) {
      show();
      await analysis.read(letter.text);
    }
  } catch (error) {
    table.complain(sentence(error));
  }
}

interface PageProps {
  table: Table;
  analysis: Analysis;
  started: Promise<void> /** the table is laid */;
  onWorkshop?: () => void;
}

function Page({ table, analysis, started, onWorkshop }: PageProps): JSX.Element {
  const [state, setState] = useState(table.state);
  const [analysing, setAnalysing] = useState(false);
  const covers = useMemo(() => new Covers(table.thinker), [table]);
  useEffect(() => {
    setState(
      table.state,
    ); /* what has come to pass since this was drawn: in a tab in the background much */
    return table.subscribe(() => setState(table.state));
  }, [table]);
  useKeptFocus();
  useEffect(() => {
    const heed = (): void => void follow(table, analysis, () => setAnalysing(true));
    void started.then(heed);
    addEventListener('hashchange', heed);
    return () => removeEventListener('hashchange', heed);
  }, [started, table, analysis]);
  /* The game under way, where nothing of it is hidden; else whatever somebody opens. */
  const analyse = async (): Promise<void> => {
    const { game, look } = table.state;
    setAnalysing(true);
    if (game && look && !look.hides) {
      await (look.count > 0 ? analysis.read(await table.record()) : analysis.begin(game.name));
    } else {
      analysis.close();
    }
  };
  if (analysing) {
    return <Analyse analysis={analysis} onClose={() => setAnalysing(false)} />;
  }
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
          <Lobby
            games={state.games}
            onOpen={(name) => void table.open(name)}
            onCover={(name) => covers.of(name)}
          >
            {onWorkshop && (
              <p class="workshop-door">
                <WorkshopButton onEnter={onWorkshop} /> Change a game, or make one of your own.
              </p>
            )}
          </Lobby>
          <div class="lobby-open">
            {state.trouble && (
              <p class="trouble" role="alert">
                {state.trouble}
              </p>
            )}
            <h2>Look at a game</h2>
            <OpenGame
              busy={false}
              onFile={(file) => {
                setAnalysing(true);
                void analysis.take(file);
              }}
              onText={(text) => {
                setAnalysing(true);
                void analysis.read(text);
              }}
              onKept={(kept) => {
                setAnalysing(true);
                void analysis.read(kept.text, kept.id);
              }}
            />
          </div>
        </>
      );
    case 'playing':
      return (
        <Play
          table={table}
          state={state}
          onAnalyse={() => void analyse()}
          onWorkshop={onWorkshop}
        />
      );
  }
}

/** Why there is no game, and what to do. */
function excuse(why: string): string {
  if (document.querySelector('link#module') && location.protocol === 'file:') {
    return (
      'This page belongs to a site, which a web server has to serve: "marcher serve" does, and ' +
      '"marcher page" writes a single file that opens by a double click.'
    );
  }
  return (
    'This page needs a browser with WebAssembly, workers and DecompressionStream ' +
    `(Chrome or Edge 97, Firefox 113, Safari 16.4, or newer): ${why}`
  );
}

async function start(): Promise<void> {
  const root = document.getElementById('page');
  if (!root) {
    return;
  }
  const giveUp = (error: unknown): void => {
    render(null, root);
    root.textContent = excuse(error instanceof Error ? error.message : String(error));
  };
  try {
    const source = await findProgram();
    source.module.catch(giveUp);
    const texts = JSON.parse(carried('texts')) as Texts;
    await (texts.enter ? layWorkshop : layTable)(root, source, texts);
  } catch (error) {
    giveUp(error);
  }
}

void start();
