/** The number of the rule that something rests on, with its words for whoever points at it or presses it. */
import { render } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { JSX } from 'preact';
import type { GameInfo } from '../wire';

interface Told {
  id: string;
  text: string;
}

function Words({ rule, onClose }: { rule: Told; onClose: () => void }): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      class="chooser"
      aria-labelledby="rule-told"
      aria-describedby="rule-words"
      onClose={onClose}
    >
      <h2 id="rule-told">Rule {rule.id}</h2>
      <p id="rule-words">{rule.text}</p>
      <div class="choices">
        <button type="button" class="primary" onClick={() => dialog.current?.close()}>
          Done
        </button>
      </div>
    </dialog>
  );
}

/** Beside all else: numbers stand in logs that are read aloud, and in what a press skips. */
function tell(rule: Told): void {
  const place = document.createElement('div');
  document.body.append(place);
  const close = (): void => {
    render(null, place);
    place.remove();
  };
  render(<Words rule={rule} onClose={close} />, place);
}

export function RuleTag({
  rule,
  game,
  mute = false,
}: {
  rule: string | null;
  game: GameInfo | null;
  mute?: boolean /** it is seen, and neither read aloud nor come to by keys */;
}): JSX.Element | null {
  /* Rules without a number are the way of the family: what everybody can see. */
  if (!rule || !/\d/.test(rule)) {
    return null;
  }
  const told = game?.rules.find((one) => one.id === rule);
  return (
    <>
      {' '}
      {told ? (
        <button
          type="button"
          class="rule"
          title={told.text}
          aria-label={`Rule ${rule}`}
          aria-haspopup="dialog"
          aria-hidden={mute || undefined}
          tabIndex={mute ? -1 : undefined}
          onPointerDown={(event) => event.stopPropagation()}
          onClick={() => tell(told)}
        >
          {rule}
        </button>
      ) : (
        <span class="rule" aria-hidden={mute || undefined}>
          {rule}
        </span>
      )}
    </>
  );
}
