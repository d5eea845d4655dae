/** What just happened, in sentences: each thing once, and of the other side's last turn all of it. */
import type { Note } from './state';
import type { GameEvent } from './wire';

/** Sentences that are shown at least, and at most. */
const LEAST = 6;
const MOST = 40;

/** The log with what an action did. */
export function withEvents(
  log: readonly Note[],
  events: readonly GameEvent[],
  count: number,
  player: string | null,
): Note[] {
  const all = [...log];
  for (const { kind, text, rule } of events) {
    if (kind === 'turn') {
      continue;
    }
    /* A rule that goes on making itself felt, action for action, is told once. */
    const told =
      kind === 'rule' ? all.findIndex((one) => one.text === text && one.felt >= count - 1) : -1;
    const note = all[told];
    if (note) {
      all[told] = { ...note, felt: count };
    } else {
      all.push({ count, player, text, rule, kind, felt: count });
    }
  }
  return all;
}

/** The place in the log of the first sentence that is shown to `me`. */
export function firstShown(log: readonly Note[], me: string | null): number {
  let first = log.length;
  const skip = (own: boolean): void => {
    while (first > 0 && (log[first - 1]?.player === me) === own) {
      first--;
    }
  };
  if (me !== null) {
    skip(true);
    skip(false);
  }
  return Math.max(0, log.length - MOST, Math.min(first, log.length - LEAST));
}
