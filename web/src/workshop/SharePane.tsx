/** Handing the game on: a link, a page of its own, the text. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { pack } from '../link';
import { FRAGMENT } from './host';
import { download } from './keep';
import { canWritePages, writePage } from './self';
import type { Store } from './store';

/** Letters beyond which mail and messengers cut links. */
const LINK_LONG = 8000;

export function saveText(store: Store): void {
  const { name, text } = store.state;
  download(`${name || 'game'}.ini`, 'text/plain', text);
}

export function SharePane({ store }: { store: Store }): JSX.Element {
  const [link, setLink] = useState('');
  const [said, setSaid] = useState('');
  const { text, name, game, good } = store.state;
  const run = (work: () => Promise<void> | void): void => {
    Promise.resolve()
      .then(work)
      .catch((error: unknown) => setSaid(error instanceof Error ? error.message : String(error)));
  };
  const makeLink = async (): Promise<void> => {
    const made = `${location.href.split('#')[0] ?? ''}${FRAGMENT}${await pack(text)}`;
    setLink(made);
    try {
      await navigator.clipboard.writeText(made);
      setSaid('The link has been copied.');
    } catch {
      setSaid('Copy the link below.');
    }
    if (made.length > LINK_LONG) {
      setSaid(`The link has ${made.length} letters, which some programs cut: a file is safer.`);
    }
  };
  const savePage = async (workshop: boolean): Promise<void> => {
    if (!game) {
      return;
    }
    const texts = workshop ? store.textsOf(good, name) : await store.textsToPlay(game.name);
    const page = await writePage(texts, game.title, game.parts, workshop);
    download(`${game.name}.html`, 'text/html', page);
    setSaid(`Saved as ${game.name}.html: it plays by a double click, offline.`);
  };
  return (
    <div class="ws-share">
      <section>
        <h3>A page of its own</h3>
        <p>One file that plays {game?.title ?? 'the game'}: send it to whoever is to try it.</p>
        {!canWritePages() && (
          <p>
            This page is one of a site, which has no such file in it. Save the text, and{' '}
            <code>
              marcher page {name || 'NAME'} --rules {name || 'game'}.ini -o {name || 'game'}.html
            </code>{' '}
            writes the page; or save it from a page that <code>marcher page --workshop</code> wrote.
          </p>
        )}
        {canWritePages() && (
          <p class="ws-actions">
            <button
              type="button"
              class="primary"
              disabled={!game}
              onClick={() => run(() => savePage(false))}
            >
              Save the page
            </button>
            <button type="button" disabled={!game} onClick={() => run(() => savePage(true))}>
              Save it with the workshop
            </button>
          </p>
        )}
        {!store.fresh && game && (
          <p class="quiet">
            The text makes no game as it stands: the page has the last one that did.
          </p>
        )}
      </section>
      <section>
        <h3>A link</h3>
        <p>
          The text itself, within the link: whoever opens it sees this workshop with your game.
          {location.protocol === 'file:' &&
            ' This page is a file, so the link opens on this machine; whoever has the same page elsewhere puts what stands behind the # behind its address.'}
        </p>
        <p class="ws-actions">
          <button type="button" onClick={() => run(makeLink)}>
            Make the link
          </button>
        </p>
        {link && (
          <textarea class="ws-link" readOnly={true} rows={4} aria-label="The link" value={link} />
        )}
      </section>
      <section>
        <h3>The text</h3>
        <p class="ws-actions">
          <button type="button" onClick={() => saveText(store)}>
            Save the text
          </button>
        </p>
        <p class="quiet">
          <code>
            marcher play {name || 'NAME'} --rules {name || 'game'}.ini
          </code>{' '}
          plays it in a terminal.
        </p>
      </section>
      <p role="status">{said}</p>
    </div>
  );
}
