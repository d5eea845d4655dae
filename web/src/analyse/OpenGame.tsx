/** Where a game comes from: a file, the clipboard, a link. */
import { useState } from 'preact/hooks';
import type { JSX } from 'preact';
import { told } from '../storage';
import { forgetAnalysis, type KeptAnalysis, keptAnalyses } from './kept';
import { readFile } from './share';

interface Props {
  busy: boolean;
  onText: (text: string) => void;
  onTrouble: (error: unknown) => void;
  onKept: (kept: KeptAnalysis) => void;
}

/** Games to which something was added before. */
function Kept({ busy, onKept }: Pick<Props, 'busy' | 'onKept'>): JSX.Element | null {
  const [kept, setKept] = useState(keptAnalyses);
  if (kept.length === 0) {
    return null;
  }
  return (
    <div class="kept-analyses">
      <h3>What you looked at before</h3>
      <ul class="kept">
        {kept.map((one) => (
          <li>
            <button type="button" disabled={busy} onClick={() => onKept(one)}>
              {one.title}, {told(one.at)}
            </button>
            <button
              type="button"
              aria-label={`Forget ${one.title} of ${told(one.at)}`}
              onClick={() => {
                forgetAnalysis(one.id);
                setKept(keptAnalyses());
              }}
            >
              ×
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

export function OpenGame({ busy, onText, onTrouble, onKept }: Props): JSX.Element {
  const [text, setText] = useState('');
  const [over, setOver] = useState(false);
  const take = async (file: File | null | undefined): Promise<void> => {
    try {
      if (file) {
        onText(await readFile(file));
      }
    } catch (error) {
      onTrouble(error);
    }
  };
  return (
    <section
      class={over ? 'open-game over' : 'open-game'}
      aria-label="Open a game"
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        const file = event.dataTransfer?.files[0];
        if (file) {
          void take(file);
        } else {
          onText(event.dataTransfer?.getData('text/plain') ?? '');
        }
      }}
    >
      <label class="file">
        <input
          type="file"
          accept=".mrec,.pgn,.txt,text/plain"
          disabled={busy}
          onChange={(event) => {
            void take(event.currentTarget.files?.[0]);
            event.currentTarget.value = '';
          }}
        />
        <span class="button">Choose a file…</span> a record (.mrec) or PGN, or drop it here
      </label>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onText(text);
        }}
      >
        <textarea
          rows={3}
          aria-label="A link, a record or PGN"
          placeholder="… or paste a link, a record or PGN"
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <button type="submit" disabled={busy || text.trim() === ''}>
          Open it
        </button>
      </form>
      <Kept busy={busy} onKept={onKept} />
    </section>
  );
}
