/**
 * What a browser keeps for this page, so that it outlives the tab. Some keep nothing: for files, in
 * private windows, or where somebody has forbidden it.
 */

/** @return null: nothing is kept there, or it has been damaged */
export function recall(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as unknown;
  } catch {
    return null;
  }
}

/** @return whether it is kept now: a browser may keep nothing, or have no room for more */
export function store(key: string, value: unknown): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

export function drop(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    /* it keeps nothing, then */
  }
}

/** What things are kept by whose key begins so. */
export function keys(beginning: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(beginning));
  } catch {
    return [];
  }
}

/** What this tab alone remembers: it outlives a reload, and nothing of it is seen by other tabs. */
export function recallInTab(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

export function storeInTab(key: string, value: string): void {
  try {
    sessionStorage.setItem(key, value);
  } catch {
    /* it remembers nothing, then */
  }
}

function tries(): boolean {
  const key = 'marcher keeps';
  const kept = store(key, true) && recall(key) === true;
  drop(key);
  return kept;
}

/** Whether this browser keeps anything for this page. */
export const keeps: boolean = tries();

/** When something was kept, as this device writes it. */
export function told(at: number): string {
  return new Date(at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
}
