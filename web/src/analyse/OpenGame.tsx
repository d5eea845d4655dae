/** Where a game comes from: a file, the clipboard, a link. */
import { useState } from 'preact/hooks';
import type { JSX } from 'preact';
import { FileButton } from '../panels/FileButton';
import { told } from '../storage';
import { forgetAnalysis, type KeptAnalysis, keptAnalyses } from './kept';
import { TABLE_SUFFIX } from './share';

interface Props {
  busy: boolean;
  onText: (text: string) => void;
  onFile: (file: File) => void;
  tables?: boolean /** a game is open whose endings may have tables */;
  onKept: (kept: KeptAnalysis) => void;
  typed?: string /** what is in the box, where that outlives it */;
  onTyped?: (text: string) => void;
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

export function OpenGame(props: Props): JSX.Element {
  const { busy, onText, onFile, tables = false, onKept, typed, onTyped } = props;
  const [own, setOwn] = useState('');
  const text = typed ?? own;
  const setText = onTyped ?? setOwn;
  const [over, setOver] = useState(false);
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
        event.stopPropagation();
        setOver(false);
        const file = event.dataTransfer?.files[0];
        if (file) {
          onFile(file);
        } else {
          onText(event.dataTransfer?.getData('text/plain') ?? '');
        }
      }}
    >
      <FileButton
        accept={`.mrec,.pgn,.txt,text/plain${tables ? `,${TABLE_SUFFIX}` : ''}`}
        disabled={busy}
        onFile={onFile}
      >
        <span class="button">Choose a file…</span> a record (.mrec) or PGN
        {tables && `, tables of an ending (${TABLE_SUFFIX})`}, or drop it here
      </FileButton>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy && text.trim() !== '') {
            onText(text);
          }
        }}
      >
        <textarea
          rows={3}
          aria-label="A link, a record or PGN"
          placeholder="… or paste a link, a record or PGN"
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <button type="submit" aria-disabled={busy || text.trim() === ''}>
          Open it
        </button>
      </form>
      <Kept busy={busy} onKept={onKept} />
    </section>
  );
}
