import type { Pick } from './wire';

/*
 * Actions that block a square. It is pressed last, on the board: what tells such actions apart ends with
 * the name of the square, and begins with what the piece becomes, if that is to be chosen.
 */

function squareOf(choice: string): string | null {
  const word = choice.slice(choice.lastIndexOf(' ') + 1);
  return /^[a-z]\d{1,2}$/.test(word) ? word : null;
}

/** Whether a square to be blocked is all that is to be pressed now. */
export function isBlocking(pick: Pick | null): boolean {
  return (
    pick?.complete === true &&
    pick.choices.length > 1 &&
    pick.choices.every((one) => squareOf(one.choice) !== null)
  );
}

/** Whether a piece of the board that was pressed may be pressed again: it becomes another where it stands. */
export function mayStay(pick: Pick | null, word: string): boolean {
  return pick?.to.some((cell) => word === `cell:${cell}`) === true;
}

/** A pick that says which squares can be blocked, where one of them comes next. */
export function withBlocked(pick: Pick): Pick {
  if (!isBlocking(pick)) {
    return pick;
  }
  const to = new Set(pick.choices.map((one) => squareOf(one.choice) ?? ''));
  return { ...pick, to: [...to], fights: [], nearer: [] };
}

/** What the press of a square to be blocked leaves to choose; null: it is none. */
export function block(pick: Pick | null, word: string): Pick | null {
  if (!pick || !isBlocking(pick)) {
    return null;
  }
  const choices = pick.choices
    .filter((one) => word === `cell:${squareOf(one.choice)}`)
    .map((one) => ({ ...one, choice: one.choice.slice(0, one.choice.lastIndexOf(' ')) }));
  const [first] = choices;
  return first
    ? { ...pick, choices, to: [], action: choices.length === 1 ? first.action : null }
    : null;
}
