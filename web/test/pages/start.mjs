// How soon a page can be played upon, and how soon it stops thinking. The bars are 300 ms and 100 ms on an
// idle machine that is not slow. A test may run on another: it prints what it took, and fails where something
// waits that should not, or where the page and its first worker, of which one waits for the other, have computed
// for longer than the bar and than five times what a page of nothing has.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { act, browser, folder, hands, newGame, open, pageOf, until } from '../browser.mjs';

/* How often each is opened: once says whether it works, more say how long it takes. What else the machine
 * does only adds to what is computed, so the least of some is nearest the truth: where once is too much,
 * it is opened so often at the most. */
const loads = Number(process.env.LOADS ?? 1);
const MOST = 3;

/** Milliseconds until the first legal moves, on an idle machine; so much may be computed until then. */
const START = 300;

/** The same by what a page of nothing computes, which tells how fast a machine is just now. Up to 3.2 times
 * as much was seen, of borderlands beside two busy loops. */
const PAGES = 5;

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

/** A page of nothing, with a worker of nothing. */
const nothing = join(folder, 'nothing.html');
writeFileSync(
  nothing,
  `<!doctype html><title>Nothing</title><main></main><script>
     const worker = new Worker(URL.createObjectURL(new Blob(['postMessage(0)'])));
     worker.onmessage = () => {
       globalThis.ready = performance.now();
       document.querySelector('main').append('Ready'); // who waits looks when something changes
     };
   </script>`,
);

/** Opens a page until it is ready: after how long, and what it and its worker have computed until then. */
async function load(context, address) {
  const page = await context.newPage();
  await page.goto(address);
  await until(page, () => globalThis.ready);
  const busy = computed();
  const took = await page.evaluate(() => globalThis.ready);
  await page.close();
  return { took, busy };
}

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
    const empty = [];
    const full = [];
    const least = () => Math.min(...full.map((one) => one.busy));
    const isSoon = () => least() <= Math.max(START, PAGES * Math.min(...empty));
    while (full.length < loads || (full.length < MOST && !isSoon())) {
      empty.push((await load(context, `file://${nothing}`)).busy);
      full.push(await load(context, pageOf(game)));
    }
    await context.close();
    const took = medianOf(full.map((one) => one.took));
    const [base, busy] = [medianOf(empty), medianOf(full.map((one) => one.busy))];
    console.log(
      `# ${game}: first legal moves after ${took.toFixed(0)} ms, ${busy.toFixed(0)} busy` +
        ` (a page of nothing: ${base.toFixed(0)})`,
    );
    assert.ok(took < 10000);
    assert.ok(isSoon(), `what has to be computed takes ${least()} ms`);
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
