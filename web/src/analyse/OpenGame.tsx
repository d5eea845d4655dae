/** Where a game comes from: a file, the clipboard, a link. */
import { useState } from 'preact/hooks';
import type { JSX } from 'preact';
import { readFile } from './share';

interface Props {
  busy: boolean;
  onText: (text: string) => void;
  onTrouble: (error: unknown) => void;
}

export function OpenGame({ busy, onText, onTrouble }: Props): JSX.Element {
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
    </section>
  );
}
