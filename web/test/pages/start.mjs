// How soon a page can be played upon, and how soon it stops thinking. The bars are 300 ms and 100 ms on an
// idle machine; a test may run on a busy one, so that it prints what it took, and fails only where
// something waits that should not.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { act, browser, hands, newGame, open, pageOf, until } from '../browser.mjs';

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

/* Whoever takes a move back does not wait for the computer, which is in the middle of a search. */
for (const game of ['borderlands', 'borderline', 'skirmish']) {
  test(`${game}: a computer that thinks is stopped at once`, async () => {
    const { page, close } = await open(pageOf(game));
    await newGame(page, { level: '8', seed: '3' });
    const took = [];
    for (let i = 0; i < loads; i++) {
      const thinks = () => document.querySelector('.status')?.innerText.includes('thinks');
      while (!(await page.evaluate(thinks))) {
        await act(page, () => 0, hands.mouse(page));
      }
      await page.waitForTimeout(200);
      took.push(
        await page.evaluate(
          () =>
            new Promise((done) => {
              const buttons = [...document.querySelectorAll('button')];
              const back = buttons.find((one) => one.innerText.includes('Take back'));
              const began = performance.now();
              new MutationObserver((_changes, watch) => {
                if (document.querySelector('main[data-phase=turn]')) {
                  watch.disconnect();
                  done(performance.now() - began);
                }
              }).observe(document, { subtree: true, childList: true, attributes: true });
              back.click();
            }),
        ),
      );
    }
    const median = took.sort((a, b) => a - b)[loads >> 1];
    console.log(`# ${game}: a search is stopped after ${median.toFixed(0)} ms`);
    assert.ok(median < 1000);
    await close();
  });
}
