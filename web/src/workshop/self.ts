/** The page that writes itself: the same program with another game. */
import { bytesOf, unzipped } from '../bytes';
import type { Texts } from '../texts';
import { keepParts, type Part } from './cut';

/** Where the parts of the program are in the module of a page that has a workshop: all of them. */
declare const MODULE_PARTS: Part[];

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

/** The program without what a game that needs those parts of it does without, as pages have it. */
async function smaller(module: Element, parts: number): Promise<string> {
  const whole = unzipped(bytesOf(module.textContent?.trim() ?? ''));
  const bytes = new Uint8Array(await new Response(whole).arrayBuffer());
  const kept = keepParts(bytes, MODULE_PARTS, parts).stream();
  const again = new Response(kept.pipeThrough(new CompressionStream('gzip')));
  const letters: string[] = [];
  for (const byte of new Uint8Array(await again.arrayBuffer())) {
    letters.push(String.fromCharCode(byte));
  }
  return btoa(letters.join(''));
}

/**
 * A page of its own that plays these texts; with the workshop and with all of the program, which
 * that needs, where it is asked for.
 * @param parts those of the program that its game needs
 */
export async function writePage(
  texts: Texts,
  title: string,
  parts: number,
  workshop: boolean,
): Promise<string> {
  const copy = document.documentElement.cloneNode(true) as HTMLElement;
  copy.querySelector('#page')?.replaceChildren();
  for (const made of copy.querySelectorAll('[data-made]')) {
    made.remove();
  }
  for (const added of [...copy.querySelectorAll('style')].slice(styles)) {
    added.remove();
  }
  const part = copy.querySelector('#texts');
  const name = copy.querySelector('title');
  const module = copy.querySelector('#module');
  if (!part || !name || !module) {
    throw new Error('This page lacks a part of itself, and cannot be written again.');
  }
  if (!workshop) {
    copy.querySelector('#workshop')?.remove();
    module.textContent = await smaller(module, parts);
  }
  part.textContent = inert(texts);
  name.textContent = title;
  return `<!doctype html>\n${copy.outerHTML}\n`;
}
