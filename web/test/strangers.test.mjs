// Strangers, learners and analysts before pages, in one browser.
//
//     MARCHER=... CHROMIUM=/usr/bin/chromium node --test web/test/strangers.test.mjs
import { fileURLToPath } from 'node:url';

/** Those files of pages/ that run here. */
export const apart = ['strangers.mjs', 'learn.mjs', 'analyse.mjs'];

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const name of apart) {
    await import(new URL(`pages/${name}`, import.meta.url));
  }
}
