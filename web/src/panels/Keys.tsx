/** What the keyboard does, in words. */
import { useEffect, useRef } from 'preact/hooks';
import type { JSX } from 'preact';
import { KEYS } from '../board/keys';

export function Keys({ onClose }: { onClose: () => void }): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} class="chooser" aria-labelledby="keys" onClose={onClose}>
      <h2 id="keys">Keys on the board</h2>
      <dl class="keys">
        {KEYS.map(([keys, does]) => (
          <div>
            <dt>{keys}</dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <div class="choices">
        <button type="button" class="primary" onClick={() => dialog.current?.close()}>
          Done
        </button>
      </div>
    </dialog>
  );
}
