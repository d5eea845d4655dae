/** Whoever works by the keyboard, or hears the page, stays where something can be done. */
import { useEffect, useRef } from 'preact/hooks';

/** Where to go on when what had the focus is there no longer, the first that is there. */
const NEXT = ['dialog[open] button', '.curtain button', '.board', 'main button'];

/** Nothing that can be used has the focus. */
function isLost(element: Element | null): boolean {
  return element === null || element === document.body || element.matches(':disabled');
}

/** A button that has done its work may be gone, or be of no use any more: the board takes the focus then. */
export function useKeptFocus(): void {
  /* Who presses where nothing is lets go of the focus on purpose. */
  const within = useRef(false);
  useEffect(() => {
    const heed = (event: Event): void => {
      within.current = event.type === 'focusin';
    };
    addEventListener('focusin', heed);
    addEventListener('pointerdown', heed);
    return () => {
      removeEventListener('focusin', heed);
      removeEventListener('pointerdown', heed);
    };
  }, []);
  useEffect(() => {
    if (within.current && isLost(document.activeElement)) {
      const next = NEXT.map((one) => document.querySelector<HTMLElement>(one)).find(Boolean);
      next?.focus({ preventScroll: true });
    }
  });
}
