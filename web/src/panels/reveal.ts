/**
 * Brings a part of a list into sight by scrolling the list alone: on a telephone the page must stay where
 * the board is.
 */
export function reveal(part: HTMLElement | null, list: HTMLElement | null): void {
  if (part && list) {
    const [one, all] = [part.getBoundingClientRect(), list.getBoundingClientRect()];
    list.scrollTop += Math.min(0, one.top - all.top) + Math.max(0, one.bottom - all.bottom);
  }
}
