/**
 * What is told and waits for nothing but to be read: words under a heading. Those that are short are
 * called `told-words`, and read aloud as the dialog opens.
 */
import { useEffect, useRef } from 'preact/hooks';
import type { ComponentChildren, JSX } from 'preact';

export function Told({
  title,
  children,
  onClose,
}: {
  title: string;
  children: ComponentChildren;
  onClose: () => void;
}): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      class="chooser"
      aria-labelledby="told"
      aria-describedby="told-words"
      onClose={onClose}
    >
      <h2 id="told">{title}</h2>
      {children}
      <div class="choices">
        <button type="button" class="primary" onClick={() => dialog.current?.close()}>
          Done
        </button>
      </div>
    </dialog>
  );
}
