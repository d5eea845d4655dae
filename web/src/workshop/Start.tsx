/** Where a text comes from: a game of the page, nothing, a file, what was typed before. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { forget } from './keep';
import type { Store } from './store';

/** Letters that a name may have. */
function nameOf(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40);
}

export function Start({
  store,
  leave,
  game,
}: {
  store: Store;
  leave: () => void;
  game: string | null /** that was looked at before */;
}): JSX.Element {
  const { games, trouble } = store.state;
  const [name, setName] = useState('my-game');
  const [parent, setParent] = useState(() =>
    games.some((one) => one.name === game)
      ? (game ?? '')
      : (store.base.games[0] ?? games[0]?.name ?? ''),
  );
  const [drafts, setDrafts] = useState(store.drafts());
  const run = (work: () => Promise<void>): void => {
    work().catch((error: unknown) => store.fail(error));
  };
  const own = nameOf(name) || 'my-game';
  const open = async (file: File | undefined): Promise<void> => {
    if (file) {
      if (file.size > 1 << 20) {
        throw new Error(`${file.name} is larger than a file of definitions may be, a megabyte.`);
      }
      store.edit(await file.text());
    }
  };
  return (
    <main class="ws-start">
      <header class="bar">
        <button type="button" class="back" onClick={leave}>
          Back
        </button>
        <h1>Workshop</h1>
      </header>
      {trouble && (
        <p class="trouble" role="alert">
          {trouble}
        </p>
      )}
      {!store.state.kept && (
        <p class="trouble" role="alert">
          This browser keeps nothing for this page: save the text as a file before you close it.
        </p>
      )}
      <div class="ws-ways">
        <section class="box">
          <h2>A game like another</h2>
          <p>It inherits everything, and says only what is different.</p>
          <label>
            Its name <input value={name} onInput={(event) => setName(event.currentTarget.value)} />
          </label>
          <label>
            Like{' '}
            <select value={parent} onChange={(event) => setParent(event.currentTarget.value)}>
              {games.map((one) => (
                <option value={one.name}>{one.title ?? one.name}</option>
              ))}
            </select>
          </label>
          <p class="ws-actions">
            <button
              type="button"
              class="primary"
              onClick={() => run(async () => store.edit(await store.template(own, parent), own))}
            >
              Begin
            </button>
            <button
              type="button"
              title="The game itself, with all that it inherits written out"
              onClick={() => run(async () => store.edit(await store.whole(parent), parent))}
            >
              Change it itself
            </button>
          </p>
        </section>
        <section class="box">
          <h2>A new game</h2>
          <p>A small board with a few pieces, to make what you like of it.</p>
          <p class="ws-actions">
            <button
              type="button"
              onClick={() => run(async () => store.edit(await store.template(own, null), own))}
            >
              Begin with little
            </button>
          </p>
        </section>
        <section class="box">
          <h2>A file</h2>
          <p>Definitions that you have: an .ini file, one game or many.</p>
          <label>
            Open a file{' '}
            <input
              type="file"
              accept=".ini,.txt,text/plain"
              onChange={(event) => run(() => open(event.currentTarget.files?.[0]))}
            />
          </label>
        </section>
        {drafts.length > 0 && (
          <section class="box">
            <h2>What you typed before</h2>
            <ul>
              {drafts.map((one) => (
                <li>
                  <button
                    type="button"
                    onClick={() => store.edit(one.text, one.name, null, one.id)}
                  >
                    {one.name}
                  </button>{' '}
                  <small>{new Date(one.at).toLocaleString()}</small>{' '}
                  <button
                    type="button"
                    class="chip"
                    aria-label={`Forget ${one.name}`}
                    onClick={() => {
                      forget(one.id);
                      setDrafts(store.drafts());
                    }}
                  >
                    ✕
                  </button>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </main>
  );
}
