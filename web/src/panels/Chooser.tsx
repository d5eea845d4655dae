/** What a move becomes, where one square can mean several actions. */
import { useEffect, useRef } from 'preact/hooks';
import type { JSX } from 'preact';
import type { Choice } from '../wire';

interface Props {
  choices: Choice[];
  onChoose: (action: string) => void;
  onCancel: () => void;
}

export function Chooser({ choices, onChoose, onCancel }: Props): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} class="chooser" aria-label="Choose" onCancel={onCancel} onClose={onCancel}>
      <h2>Choose</h2>
      <div class="choices">
        {choices.map((one) => (
          <button type="button" onClick={() => onChoose(one.action)}>
            {one.choice || one.action}
          </button>
        ))}
      </div>
      <button type="button" class="quiet" onClick={onCancel}>
        Cancel
      </button>
    </dialog>
  );
}
