/** Games to which somebody has added something: comments, variations. Kept, so that they outlive the tab. */
import { recall, store } from '../storage';

export interface KeptAnalysis {
  id: number /** when it was opened: each opening is one of its own */;
  title: string;
  text: string /** the game with its variations, as the program reads it */;
  at: number /** milliseconds of the clock */;
}

/** So many are kept; the oldest goes first. */
const MOST = 20;
const KEY = `marcher analysis:${location.pathname}`;

export function keptAnalyses(): KeptAnalysis[] {
  const list = recall(KEY);
  return Array.isArray(list)
    ? list.filter(
        (one): one is KeptAnalysis => typeof one?.id === 'number' && typeof one.text === 'string',
      )
    : [];
}

/** Keeps a game in place of what it was before. @return false: there is no room, or nothing is kept */
export function keepAnalysis(id: number, title: string, text: string): boolean {
  const others = keptAnalyses().filter((one) => one.id !== id);
  return store(KEY, [{ id, title, text, at: Date.now() }, ...others].slice(0, MOST));
}

export function forgetAnalysis(id: number): void {
  store(
    KEY,
    keptAnalyses().filter((one) => one.id !== id),
  );
}
