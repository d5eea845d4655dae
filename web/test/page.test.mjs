// Every file of pages/ in one browser, but for strangers.mjs, which takes as long as all others and has
// a browser of its own beside this one. A part of the client has a file there of its own.
//
//     MARCHER=... CHROMIUM=/usr/bin/chromium node --test web/test/page.test.mjs
import { readdirSync } from 'node:fs';

const pages = new URL('pages/', import.meta.url);
for (const name of readdirSync(pages).sort()) {
  if (name !== 'strangers.mjs') {
    await import(new URL(name, pages));
  }
}
