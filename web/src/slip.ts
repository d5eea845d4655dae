import type { Pick } from './wire';

/**
 * Whether the press of a square that did not go with what was pressed would put something else there.
 * Whoever holds a piece meant that piece: nothing is put, and the piece is let go.
 */
export function isSlip(pick: Pick, words: readonly string[], pressed: readonly string[]): boolean {
  return pick.complete && words.length <= pressed.length;
}
