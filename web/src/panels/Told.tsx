/** What is told and waits for nothing but to be read: words under a heading. */
import { useEffect, useRef } from 'preact/hooks';
import type { ComponentChildren, JSX } from 'preact';

export function Told({
  title,
  words,
  children,
  onClose,
}: {
  title: string;
  words?: string /** read aloud as the dialog opens */;
  children?: ComponentChildren;
  onClose: () => void;
}): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      class="chooser"
      aria-labelledby="told"
      aria-describedby={words ? 'told-words' : undefined}
      onClose={onClose}
    >
      <h2 id="told">{title}</h2>
      {words && <p id="told-words">{words}</p>}
      {children}
      <div class="choices">
        <button type="button" class="primary" onClick={() => dialog.current?.close()}>
          Done
        </button>
      </div>
    </dialog>
  );
}
