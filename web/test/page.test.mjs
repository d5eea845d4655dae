// Every file of pages/ in one browser, but for those of strangers.test.mjs, which take as long as all others and
// have a browser of their own beside this one. A part of the client has a file there of its own.
//
//     MARCHER=... CHROMIUM=/usr/bin/chromium node --test web/test/page.test.mjs
import { readdirSync } from 'node:fs';
import { apart } from './strangers.test.mjs';

const pages = new URL('pages/', import.meta.url);
for (const name of readdirSync(pages).sort()) {
  if (!apart.includes(name)) {
    await import(new URL(name, pages));
  }
}
