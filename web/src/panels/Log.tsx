/** What just happened. Whoever hears the page is told what is new, and nothing twice. */
import { useRef } from 'preact/hooks';
import type { JSX } from 'preact';
import { firstShown } from '../log';
import type { State } from '../state';
import { RuleTag } from './RuleTag';

export function Log({ state }: { state: State }): JSX.Element {
  const { log, look, game } = state;
  const first = firstShown(log, look?.viewer ?? null);
  const seen = useRef({ first: 0, length: 0, quiet: false });
  const { current } = seen;
  /* What comes back into sight, when moves are taken back, has been told before. */
  if (first < current.first || log.length !== current.length) {
    current.quiet = first < current.first || log.length < current.length;
  }
  seen.current = { first, length: log.length, quiet: current.quiet };
  return (
    <div
      class={log.length > 0 ? 'log' : 'log none'}
      role="log"
      aria-live={current.quiet || state.atOnce ? 'off' : 'polite'}
      aria-label="What just happened"
      tabIndex={log.length > 0 ? 0 : undefined}
    >
      <div>
        {log.slice(first).map((note, i) => (
          <p key={first + i}>
            {note.text}
            <RuleTag rule={note.rule} game={game} mute />
          </p>
        ))}
      </div>
    </div>
  );
}
