/** The number of the rule that something rests on, with its words for whoever points at it. */
import type { JSX } from 'preact';
import type { GameInfo } from '../wire';

export function RuleTag({
  rule,
  game,
  mute = false,
}: {
  rule: string | null;
  game: GameInfo | null;
  mute?: boolean /** it is seen, and not read aloud */;
}): JSX.Element | null {
  /* Rules without a number are the way of the family: what everybody can see. */
  if (!rule || !/\d/.test(rule)) {
    return null;
  }
  const words = game?.rules.find((one) => one.id === rule)?.text;
  return (
    <>
      {' '}
      <span class="rule" title={words} aria-hidden={mute || undefined}>
        {rule}
      </span>
    </>
  );
}
