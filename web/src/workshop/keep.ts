/** What has been typed, kept in the browser so that it outlives the tab. */
import { recall, store } from '../storage';

export interface Kept {
  id: number /** of the sitting in which it was begun */;
  name: string;
  text: string;
  at: number /** milliseconds of the clock */;
}

/** So many texts are kept; the oldest goes first. */
const MOST = 30;
const KEY = `marcher-workshop:${location.pathname}`;

function read(): Kept[] {
  const list = recall(KEY);
  return Array.isArray(list)
    ? list.filter((one): one is Kept => typeof one?.id === 'number' && typeof one.text === 'string')
    : [];
}

function write(list: Kept[]): boolean {
  return store(KEY, list);
}

/** Keeps a text in place of what it was before. */
export function keep(id: number, name: string, text: string): boolean {
  const others = read().filter((one) => one.id !== id);
  return write([{ id, name, text, at: Date.now() }, ...others].slice(0, MOST));
}

/** What is kept, the newest first. */
export function kept(): Kept[] {
  return read();
}

export function forget(id: number): void {
  write(read().filter((one) => one.id !== id));
}

/** Offers a text to the user as a file. */
export function download(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
