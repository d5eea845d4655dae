/** The number of the rule that something rests on, with its words for whoever points at it or presses it. */
import { render } from 'preact';
import type { JSX } from 'preact';
import type { GameInfo } from '../wire';
import { Told } from './Told';

/** Beside all else: numbers stand in logs that are read aloud, and in what a press skips. */
function tell(id: string, words: string): void {
  const place = document.createElement('div');
  document.body.append(place);
  const close = (): void => {
    render(null, place);
    place.remove();
  };
  render(<Told title={`Rule ${id}`} words={words} onClose={close} />, place);
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
  const words = game?.rules.find((one) => one.id === rule)?.text;
  return (
    <>
      {' '}
      {words ? (
        <button
          type="button"
          class="rule"
          title={words}
          aria-label={`Rule ${rule}`}
          aria-haspopup="dialog"
          aria-hidden={mute || undefined}
          tabIndex={mute ? -1 : undefined}
          onPointerDown={(event) => event.stopPropagation()}
          onClick={() => tell(rule, words)}
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
