// How soon a page can be played upon, and how soon it stops thinking. The bars are 300 ms and 100 ms on an
// idle machine. A test may run on a busy one: it prints what it took, and fails where something waits that
// should not, or where the page and its first worker, of which one waits for the other, have computed for
// longer than the bar.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { act, browser, hands, newGame, open, pageOf, until } from '../browser.mjs';

/* How often each is opened: once says whether it works, more say how long it takes. */
const loads = Number(process.env.LOADS ?? 1);

/** Milliseconds until the first legal moves, on an idle machine. */
const START = 300;

/** What a file of the system says; nothing where its process is gone. */
function told(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** Whether a process was begun by this one, or by one that was. */
function isOurs(pid) {
  const parent = Number(told(`/proc/${pid}/stat`).split(') ')[1]?.split(' ')[1] ?? 0);
  return parent === process.pid || (parent > 1 && isOurs(parent));
}

/** Milliseconds that the page opened last and its first worker have computed so far. */
function computed() {
  const milliseconds = (task) => Number(told(`${task}/schedstat`).split(' ')[0]) / 1e6;
  const spent = readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid) && told(`/proc/${pid}/cmdline`).includes('--type=renderer'))
    .filter(isOurs)
    .sort((a, b) => a - b)
    .flatMap((pid) => {
      const tasks = readdirSync(`/proc/${pid}/task`).sort((a, b) => a - b);
      const worker = tasks.find((one) =>
        told(`/proc/${pid}/task/${one}/comm`).startsWith('DedicatedWorker'),
      );
      return worker
        ? [milliseconds(`/proc/${pid}/task/${pid}`) + milliseconds(`/proc/${pid}/task/${worker}`)]
        : [];
    });
  assert.ok(spent.length > 0, 'no page has a worker');
  return spent.at(-1);
}

const medianOf = (values) => values.sort((a, b) => a - b)[values.length >> 1];

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
    const busy = [];
    for (let i = 0; i < loads; i++) {
      const page = await context.newPage();
      await page.goto(pageOf(game));
      await until(page, () => globalThis.ready);
      busy.push(computed());
      took.push(await page.evaluate(() => globalThis.ready));
      await page.close();
    }
    await context.close();
    const [median, most] = [took, busy].map(medianOf);
    console.log(
      `# ${game}: first legal moves after ${median.toFixed(0)} ms, ${most.toFixed(0)} busy`,
    );
    assert.ok(median < 10000);
    assert.ok(most <= START, `what has to be computed takes ${most} ms`);
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
    const median = medianOf(took);
    console.log(`# ${game}: a search is stopped after ${median.toFixed(0)} ms`);
    assert.ok(median < 1000);
    await close();
  });
}
