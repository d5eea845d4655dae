/** The workshop: a text, and beside it the game that it makes. */
import type { JSX } from 'preact';
import { render } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { BoardPane } from './BoardPane';
import { Editor } from './Editor';
import type { Door, Host, Mounted } from './host';
import { QuickPane } from './QuickPane';
import { saveText, SharePane } from './SharePane';
import { Start } from './Start';
import { Store, type State, type Tab } from './store';
import { unpack } from '../link';
import style from './workshop.css';
import type { Complaint } from './wire';

/** The game of the text on a table of the page, laid anew with each good text. */
function GamePane({
  store,
  host,
  shown,
}: {
  store: Store;
  host: Host;
  shown: string | null;
}): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  const mounted = useRef<Mounted | null>(null);
  const { good, name } = store.state;
  const text = shown ?? good;
  useEffect(() => {
    if (!box.current || text === '') {
      return;
    }
    const texts = store.textsOf(text, name);
    if (mounted.current) {
      void mounted.current.redefine(texts);
    } else {
      mounted.current = host.mount(box.current, texts);
    }
  }, [text]);
  return <div class="ws-game" ref={box} />;
}

function Complaints({ store, state }: { store: Store; state: State }): JSX.Element {
  const errors = state.complaints.filter((one) => one.severity === 'error').length;
  const others = state.complaints.filter((one) => !one.draft);
  const line = (one: Complaint): JSX.Element => (
    <li>
      {one.source ? `${one.source}:${one.line}: ` : ''}
      {one.message}
      {one.hint ? ` (${one.hint})` : ''}
    </li>
  );
  const said =
    errors > 0
      ? (errors === 1
          ? 'One mistake: it is told in the text, below its line.'
          : `${errors} mistakes: they are told in the text, below their lines.`) +
        (state.game ? ' The last good game stays beside it.' : '')
      : state.game
        ? `${state.game.title} plays.`
        : '';
  return (
    <div class={errors > 0 ? 'ws-said ws-bad' : 'ws-said'}>
      <p role="status" aria-busy={state.checking}>
        {state.checking && !said ? 'Reading…' : said}
      </p>
      {others.length > 0 && <ul>{others.map(line)}</ul>}
      {state.trouble && (
        <p class="trouble" role="alert">
          {state.trouble}{' '}
          <button type="button" onClick={() => store.set({ trouble: null })}>
            Well
          </button>
        </p>
      )}
    </div>
  );
}

const TABS: [Tab, string][] = [
  ['game', 'Play and rules'],
  ['board', 'Board'],
  ['quick', 'Quick look'],
  ['share', 'Share'],
];

function Editing({ store, state, host }: { store: Store; state: State; host: Host }): JSX.Element {
  const [shown, setShown] = useState<string | null>(null);
  const [wide, setWide] = useState(false);
  useEffect(() => setShown(null), [state.good]);
  const { tab } = state;
  return (
    <div class={wide ? 'ws ws-wide' : 'ws'}>
      <header class="bar">
        <button type="button" class="back" onClick={() => store.leave()}>
          All texts
        </button>
        <h1>Workshop</h1>
        {state.sections.length > 1 && (
          <select
            aria-label="The definition that is looked at"
            value={state.name}
            onChange={(event) => store.choose(event.currentTarget.value)}
          >
            {state.sections.map((one) => (
              <option value={one.name}>{one.name}</option>
            ))}
          </select>
        )}
        <nav class="tabs" aria-label="Beside the text">
          {TABS.map(([id, title]) => (
            <button type="button" aria-pressed={tab === id} onClick={() => store.set({ tab: id })}>
              {title}
            </button>
          ))}
          <button
            type="button"
            class="ws-hide"
            aria-pressed={wide}
            onClick={() => setWide(!wide)}
            title="Hide the text"
          >
            {wide ? 'Text' : 'No text'}
          </button>
        </nav>
      </header>
      <section class="ws-left" aria-label="The text">
        {state.notice && <p class="ws-notice">{state.notice}</p>}
        {!state.kept && (
          <p class="ws-notice">
            This browser keeps nothing for this page: save the text as a file before you close it.{' '}
            <button type="button" onClick={() => saveText(store)}>
              Save the text
            </button>
          </p>
        )}
        <Editor store={store} />
        <Complaints store={store} state={state} />
      </section>
      <section class="ws-right" aria-label="The game">
        <div hidden={tab !== 'game'}>
          <GamePane store={store} host={host} shown={shown} />
        </div>
        {tab === 'board' && (
          <BoardPane
            store={store}
            onPlay={(text) => {
              setShown(text);
              store.set({ tab: 'game' });
            }}
          />
        )}
        <div hidden={tab !== 'quick'}>
          <QuickPane store={store} />
        </div>
        {tab === 'share' && <SharePane store={store} />}
      </section>
    </div>
  );
}

function Workshop({ store, host }: { store: Store; host: Host }): JSX.Element {
  const [state, setState] = useState(store.state);
  useEffect(() => {
    setState(store.state); /* what has changed since this was drawn */
    return store.subscribe(() => setState(store.state));
  }, [store]);
  const leave = (): void => {
    render(null, host.root);
    host.leave();
  };
  switch (state.phase) {
    case 'starting':
      return <p class="waiting">Opening the workshop…</p>;
    case 'broken':
      return (
        <p class="waiting" role="alert">
          The workshop cannot open: {state.trouble}
        </p>
      );
    case 'choosing':
      return <Start store={store} leave={leave} game={host.game} />;
    case 'editing':
      return <Editing store={store} state={state} host={host} />;
  }
}

/** What is typed and kept nowhere is asked for before the tab closes. */
function guard(store: Store): void {
  addEventListener('beforeunload', (event) => {
    if (!store.state.kept && store.state.phase === 'editing' && store.state.text !== '') {
      event.preventDefault();
    }
  });
}

(globalThis as unknown as Door).marcherWorkshop = (host) => {
  const look = document.createElement('style');
  look.dataset.made = 'workshop';
  look.textContent = style;
  document.head.append(look);
  const store = new Store(host.source, host.texts);
  guard(store);
  render(<Workshop store={store} host={host} />, host.root);
  void store.start().then(() => {
    if (host.brought !== null) {
      const notice = 'This text came by a link. It is kept here as soon as you change it.';
      unpack(host.brought).then(
        (text) => store.edit(text, '', notice),
        (error: unknown) => store.fail(error),
      );
    }
  });
};
