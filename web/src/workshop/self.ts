/** The page that writes itself: the same program with another game. */
import type { Texts } from '../texts';

/** Styles that the page came with; editors add their own. */
const styles = document.querySelectorAll('style').length;

/** A text for a script element, which a "</script" within it would end. */
function inert(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

/** Whether this page carries all of itself: a page of a site does not. */
export function canWritePages(): boolean {
  return document.querySelector('script#module') !== null;
}

/** A page of its own that plays these texts; with the workshop where that is asked for. */
export function writePage(texts: Texts, title: string, workshop: boolean): string {
  const copy = document.documentElement.cloneNode(true) as HTMLElement;
  copy.querySelector('#page')?.replaceChildren();
  for (const made of copy.querySelectorAll('[data-made]')) {
    made.remove();
  }
  for (const added of [...copy.querySelectorAll('style')].slice(styles)) {
    added.remove();
  }
  if (!workshop) {
    copy.querySelector('#workshop')?.remove();
  }
  const part = copy.querySelector('#texts');
  const name = copy.querySelector('title');
  if (!part || !name || !copy.querySelector('#module')) {
    throw new Error('This page lacks a part of itself, and cannot be written again.');
  }
  part.textContent = inert(texts);
  name.textContent = title;
  return `<!doctype html>\n${copy.outerHTML}\n`;
}
