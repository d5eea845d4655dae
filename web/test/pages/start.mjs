// How soon a page can be played upon. The bar is 300 ms on an idle machine; a test may run on a busy one,
// so that it prints what it took, and fails only where something waits that should not.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browser, pageOf, until } from '../browser.mjs';

/* How often each is opened: once says whether it works, more say how long it takes. */
const loads = Number(process.env.LOADS ?? 1);

for (const game of ['borderlands', 'chess', 'warlord-border-war']) {
  test(`${game}: the first legal moves are there at once`, async () => {
    const context = await browser.newContext();
    await context.addInitScript(() => {
      const watch = new MutationObserver(() => {
        if (document.querySelector('main[data-phase=turn]')) {
          globalThis.ready = performance.now();
          watch.disconnect();
        }
      });
      watch.observe(document, { subtree: true, childList: true, attributes: true });
    });
    const took = [];
    for (let i = 0; i < loads; i++) {
      const page = await context.newPage();
      await page.goto(pageOf(game));
      await until(page, () => globalThis.ready);
      took.push(await page.evaluate(() => globalThis.ready));
      await page.close();
    }
    await context.close();
    const median = took.sort((a, b) => a - b)[loads >> 1];
    console.log(`# ${game}: first legal moves after ${median.toFixed(0)} ms`);
    assert.ok(median < 10000);
  });
}
