/** An army at once: from a text, or as one has set it up before. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { JSX } from 'preact';
import { setUp } from '../plans';
import type { State } from '../state';
import type { Table } from '../table';

interface Kept {
  name: string;
  actions: string[];
}

function keyOf(state: State): string {
  return `marcher set-ups ${state.game?.name ?? ''} ${state.look?.node.player ?? ''}`;
}

function readKept(state: State): Kept[] {
  try {
    return JSON.parse(localStorage.getItem(keyOf(state)) ?? '[]') as Kept[];
  } catch {
    return [];
  }
}

function keep(state: State, kept: Kept[]): void {
  try {
    localStorage.setItem(keyOf(state), JSON.stringify(kept));
  } catch {
    /* a page from a file may keep nothing */
  }
}

/** Placements of the set-up under way. */
function placements(state: State): string[] {
  const start = state.look?.turn.start ?? 0;
  return state.moves.slice(start).flatMap((move) => (move.text === null ? [] : [move.text]));
}

export function SetUp({
  table,
  state,
  onClose,
}: {
  table: Table;
  state: State;
  onClose: () => void;
}): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState('');
  const [name, setName] = useState('');
  const [kept, setKept] = useState(() => readKept(state));
  const [trouble, setTrouble] = useState<string | null>(null);
  useEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  const attempt = async (what: Promise<string | null>): Promise<void> => {
    const wrong = await what;
    setTrouble(wrong);
    if (wrong === null) {
      dialog.current?.close();
    }
  };
  const placed = placements(state);
  const change = (all: Kept[]): void => {
    keep(state, all);
    setKept(all);
  };
  return (
    <dialog ref={dialog} class="chooser" aria-labelledby="set-up" onClose={onClose}>
      <h2 id="set-up">Set-ups</h2>
      {kept.length > 0 && (
        <ul class="kept">
          {kept.map((one) => (
            <li>
              <button type="button" onClick={() => void attempt(setUp(table, null, one.actions))}>
                {one.name}
              </button>
              <button
                type="button"
                aria-label={`Forget ${one.name}`}
                onClick={() => change(kept.filter((other) => other !== one))}
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
      {placed.length > 0 && (
        <form
          class="line"
          onSubmit={(event) => {
            event.preventDefault();
            const called = name.trim() || `set-up ${kept.length + 1}`;
            change([
              ...kept.filter((one) => one.name !== called),
              { name: called, actions: placed },
            ]);
          }}
        >
          <input
            aria-label="What to call the set-up on the board"
            placeholder="the set-up on the board"
            value={name}
            onInput={(event) => setName(event.currentTarget.value)}
          />
          <button type="submit">Keep it</button>
        </form>
      )}
      <label class="text">
        <span>A set-up as a text: rows of the map from the top, as states have them</span>
        <textarea rows={6} value={text} onInput={(event) => setText(event.currentTarget.value)} />
      </label>
      {trouble && (
        <p class="trouble" role="alert">
          {trouble}
        </p>
      )}
      <div class="choices">
        <button
          type="button"
          class="primary"
          disabled={text.trim() === ''}
          onClick={() => void attempt(setUp(table, text))}
        >
          Set it up
        </button>
        <button type="button" onClick={() => dialog.current?.close()}>
          Cancel
        </button>
      </div>
    </dialog>
  );
}
