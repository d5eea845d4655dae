/** Whoever works by the keyboard, or hears the page, stays where something can be done. */
import { useEffect } from 'preact/hooks';

/** Where to go on when what had the focus is there no longer, the first that is there. */
const NEXT = ['dialog[open] button', '.curtain button', '.board'];

/** Where nothing of that comes, and how long it is waited for: while a game is opened there is no board. */
const RESORT = 'main button';
const PATIENCE = 300;

/** Parts of a page in which one goes on rather than on the board, where something of them is left. */
const PARTS = '.learn section, .analyse .side section, .ws-board';

/** Nothing that can be used has the focus. */
function isLost(element: Element | null): boolean {
  return element === null || element === document.body || element.matches(':disabled');
}

function firstOf(selector: string, within: ParentNode = document): HTMLElement | undefined {
  return [...within.querySelectorAll<HTMLElement>(selector)].find(
    (one) => one.getClientRects().length > 0 && !isLost(one),
  );
}

/**
 * A button that has done its work may be gone, or be of no use any more: the board takes the focus then.
 * What takes it away is seen in the page itself, whichever part of it has been drawn anew.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    /* Who presses where nothing is lets go of the focus on purpose. */
    let within = false;
    let parts: Element[] = [];
    let due = false;
    let resort: HTMLElement | null = null; /* until something better comes, or somebody goes on */
    const heed = (event: Event): void => {
      within = event.type === 'focusin';
      resort = event.target === resort ? resort : null;
      parts = [];
      let part = within ? (event.target as Element).closest(PARTS) : null;
      for (; part; part = part.parentElement?.closest(PARTS) ?? null) {
        parts.push(part);
      }
    };
    const go = (late = false): void => {
      due = false;
      const { activeElement } = document;
      if (!within || !(isLost(activeElement) || activeElement === resort)) {
        return;
      }
      const kept = parts.filter((one) => one.isConnected);
      const next =
        kept.map((one) => firstOf('button', one)).find(Boolean) ??
        NEXT.map((one) => firstOf(one)).find(Boolean);
      if (!next && late) {
        resort = firstOf(RESORT) ?? null;
      } else if (!next) {
        setTimeout(go, PATIENCE, true);
      }
      (next ?? resort)?.focus({ preventScroll: true });
    };
    /* The browser lets go of what is hidden when it draws; a dialog that opens takes the focus itself. */
    const look = (): void => {
      if (within && !due) {
        due = true;
        requestAnimationFrame(() => setTimeout(go));
      }
    };
    const observer = new MutationObserver(look);
    const watched = ['disabled', 'hidden', 'open'];
    observer.observe(document, { subtree: true, childList: true, attributeFilter: watched });
    addEventListener('focusin', heed);
    addEventListener('pointerdown', heed);
    return () => {
      observer.disconnect();
      removeEventListener('focusin', heed);
      removeEventListener('pointerdown', heed);
    };
  }, []);
}
