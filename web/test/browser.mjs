// What the tests of pages share: one browser, pages written by the program, hands that press what
// is offered. README.md has what they rely on.
//
//     MARCHER=... CHROMIUM=/usr/bin/chromium node --test web/test/pages/NAME.mjs
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { invented } from './invented.mjs';
import { random } from './program.mjs';

const require = createRequire(new URL('../package.json', import.meta.url));
const { chromium } = require('playwright-core');
const axe = require.resolve('axe-core/axe.min.js');

/** A folder of this run's own; it goes with the browser. */
export const folder = mkdtempSync(join(tmpdir(), 'marcher-page-'));
const pictures = process.env.PICTURES;
export const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'] /* there is none */,
});
after(async () => {
  await browser.close();
  rmSync(folder, { recursive: true });
});
if (pictures) {
  mkdirSync(pictures, { recursive: true });
}

const made = new Map();

/** The address of a page of some games, written once. The words are those of 'marcher page'. */
export function pageOf(...games) {
  const name = games.join(' ');
  if (!made.has(name)) {
    const rules = join(folder, 'invented.ini');
    const file = join(folder, `page-${made.size}.html`);
    writeFileSync(rules, invented);
    execFileSync(process.env.MARCHER, ['page', ...games, '--rules', rules, '-o', file]);
    made.set(name, `file://${file}`);
  }
  return made.get(name);
}

/**
 * Runs in the page: nobody's eyes have to follow, so that its pauses (of at most a second) end soon; and
 * what it draws by chance, the seed of a game, is the same every time.
 */
function hurry() {
  let drawn = 0;
  Math.random = () => {
    drawn = (drawn + Math.SQRT1_2) % 1;
    return drawn;
  };
  const wait = globalThis.setTimeout;
  globalThis.setTimeout = (what, milliseconds = 0, ...words) =>
    wait(what, milliseconds <= 1000 ? milliseconds / 20 : milliseconds, ...words);
}

/** Milliseconds by which answers of workers come late: a test that does not wait for what it looks at fails then. */
const late = Number(process.env.ANSWERS_LATE ?? 0);

/** Runs in the page: answers of workers come late, in their order. */
function dawdle(late) {
  const wait = globalThis.setTimeout;
  const { get, set } = Object.getOwnPropertyDescriptor(Worker.prototype, 'onmessage');
  Object.defineProperty(Worker.prototype, 'onmessage', {
    get,
    set(hear) {
      set.call(this, (event) => wait(() => hear.call(this, event), late));
    },
  });
}

/**
 * Opens a page at an address; whatever the console says fails the test that closes it.
 * @param options those of a context; `init` runs in the page before anything of its own does
 */
export async function open(address, { init, ...options } = {}) {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
    ...options,
  });
  await context.addInitScript(hurry);
  if (late > 0) {
    await context.addInitScript(dawdle, late);
  }
  if (init) {
    await context.addInitScript(init);
  }
  const page = await context.newPage();
  const said = [];
  page.on('console', (message) => said.push(message.text()));
  page.on('pageerror', (error) => said.push(error.message));
  await page.goto(address);
  await page.locator('main[data-phase]').first().waitFor();
  return {
    page,
    close: async () => {
      await context.close();
      assert.deepEqual(said, []);
    },
  };
}

/** What the page waits for: 'lobby', 'curtain', 'turn' (a person), 'wait' (nobody here), 'over'. */
export const phase = (page) => page.locator('main').getAttribute('data-phase');

/** Runs in the page: whether it waits for a press. */
const rests = () => !['wait', undefined].includes(document.querySelector('main')?.dataset.phase);

/** Waits until the page waits for a press. */
export async function settle(page) {
  await until(page, rests);
  return phase(page);
}

/** Opens a game of the shelf by its title. The shelf rests, too: only what follows it is waited for. */
export async function enter(page, title = '') {
  await page.locator('.box', { hasText: title }).first().click();
  await page.locator('main:not([data-phase="lobby"])').first().waitFor();
  return settle(page);
}

/** Begins a new game against the computer, or with `level: 'person'` against somebody beside it. */
export async function newGame(page, { level = '1', seed } = {}) {
  await settle(page);
  await page.getByRole('button', { name: 'New game' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('select').nth(1).selectOption(level);
  if (seed && (await dialog.locator('input').count())) {
    await dialog.locator('input').first().fill(seed);
  }
  await dialog.getByRole('button', { name: 'Begin' }).click();
  await dialog.waitFor({ state: 'detached' });
  await settle(page);
}

/** Ways to press a place of the window: by mouse, by a finger, or by the keyboard alone. */
export const hands = {
  mouse: (page) => (x, y) => page.mouse.click(x, y),
  finger: (page) => (x, y) => page.touchscreen.tap(x, y),
  keys: (page) => async (x, y) => {
    /* The board is gone over by arrows; a piece in the hand is gone to as every button is. */
    const wanted = await page.evaluateHandle(
      ([x, y]) =>
        document.elementFromPoint(x, y)?.closest('.held-piece') ?? document.querySelector('.board'),
      [x, y],
    );
    /* What has the focus is scrolled to: places are those of the page. */
    const [left, top] = await page.evaluate(([x, y]) => [x + scrollX, y + scrollY], [x, y]);
    for (
      let i = 0;
      i < 60 && !(await wanted.evaluate((one) => one === document.activeElement));
      i++
    ) {
      await page.keyboard.press('Tab');
    }
    if (await wanted.evaluate((one) => one.matches('.held-piece'))) {
      await page.keyboard.press('Enter');
      return;
    }
    for (let i = 0; i < 300; i++) {
      const at = await page.evaluate(() => {
        const cursor = document.querySelector('.board .cursor')?.getBoundingClientRect();
        return cursor
          ? {
              x: cursor.x + scrollX,
              y: cursor.y + scrollY,
              width: cursor.width,
              height: cursor.height,
            }
          : null;
      });
      const key = !at
        ? 'ArrowUp'
        : left < at.x
          ? 'ArrowLeft'
          : left > at.x + at.width
            ? 'ArrowRight'
            : top < at.y
              ? 'ArrowUp'
              : top > at.y + at.height
                ? 'ArrowDown'
                : 'Enter';
      await page.keyboard.press(key);
      if (key === 'Enter') {
        return;
      }
    }
    throw new Error('the cursor does not get there');
  },
};

/** Runs in the page: waits until `is` holds, and looks then. What holds is asked when something changes. */
async function watch(is, word, look, limit) {
  const began = performance.now();
  while (!is(word)) {
    if (performance.now() - began > limit) {
      return { late: true };
    }
    await new Promise((resolve) => {
      const observer = new MutationObserver(() => done());
      /* What is no part of the page changes without a sign. */
      const timer = setTimeout(() => done(), 500);
      const done = () => {
        observer.disconnect();
        clearTimeout(timer);
        resolve();
      };
      const all = { subtree: true, childList: true, attributes: true, characterData: true };
      observer.observe(document, all);
    });
  }
  return { seen: look() };
}

/** Waits until nothing is as a selector says: what an action takes away goes a moment after it. */
export const gone = (page, selector) =>
  page.locator(selector).first().waitFor({ state: 'detached' });

/**
 * Waits until something is so in the page: nothing is drawn, and nobody asks in vain, as long as nothing
 * changes there.
 * @returns what `look`, which runs in the page, sees then
 */
export async function until(page, is, word, { timeout = 60000, look = () => null } = {}) {
  /* The policy of a page forbids to make a function of a text there; so it is made here. */
  const whole = new Function('[word, limit]', `return (${watch})(${is}, word, ${look}, limit)`);
  const { late, seen } = await page.evaluate(whole, [word, timeout]);
  assert.ok(!late, `waited in vain for ${is}`);
  return seen;
}

/** Runs in the page: where a press has to go, in the window, and how many have been answered. */
async function aim(where) {
  /* What is about to be pressed may have been moved by the last press. */
  const element = where.selector && document.querySelectorAll(where.selector)[where.index];
  const middle = () => {
    if (!element) {
      return [where[0] - scrollX, where[1] - scrollY];
    }
    const { x, y, width, height } = element.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  };
  const [, y] = middle();
  /* Buttons may lie over the lower edge of a small window. */
  if (y < 0 || y > innerHeight - 100) {
    scrollTo(0, y + scrollY - innerHeight / 2);
    /* What hangs on where the page is scrolled to comes a frame later. */
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  }
  return [...middle(), document.querySelector('main').dataset.presses];
}

/**
 * Presses a place of the page or an element, which may have to be scrolled to, and waits for the answer.
 * @param where [x, y] on the page, or { selector, index }
 * @returns what `look` sees then
 */
export async function answered(page, where, press, look = () => null) {
  const [left, top, before] = await page.evaluate(aim, where);
  await press(left, top);
  const done = (before) => {
    const { phase, presses } = document.querySelector('main').dataset;
    return phase === 'over' || phase === 'curtain' || presses !== before;
  };
  return until(page, done, before, { look });
}

/** What a stranger presses first, and then; buttons that do it at once. */
const START = '.held-piece:not([aria-disabled="true"]), .board .piece.can';
const TARGET = '.mark-take, .mark-target';
const ASKED = 'dialog.chooser .choices button';
const OFFERED = '.side .choices button';

/** Runs in the page: how much there is to be pressed, in one look. */
const glance = new Function(`
  const count = (selector) => document.querySelectorAll(selector).length;
  return {
    ...document.querySelector('main').dataset,
    starts: count('${START}'),
    targets: count('${TARGET}'),
    asked: count('${ASKED}'),
    offered: count('${OFFERED}'),
    end: document.querySelector('.status.over')?.innerText ?? null,
  };`);

/** Presses the first button of a kind, which makes an action, and waits until it has been made. */
async function choose(page, selector, count) {
  await page.evaluate((selector) => document.querySelector(selector).click(), selector);
  await until(page, (count) => document.querySelector('main').dataset.count !== count, count);
}

/** Makes one action: a piece that can do something, and then where it may go. */
export async function act(page, draw, press, seen = null) {
  let now = seen ?? (await page.evaluate(glance));
  const { count, offered } = now;
  if (now.asked) {
    return choose(page, ASKED, count);
  }
  /* Turns of many actions are not always used up. */
  if (offered && draw(4) === 0) {
    return choose(page, OFFERED, count);
  }
  /* Each once: what is pressed twice is let go. */
  const left = [...Array(now.starts).keys()];
  while (left.length > 0) {
    const [index] = left.splice(draw(left.length), 1);
    now = await answered(page, { selector: START, index }, press, glance);
    /* Where something may be taken can be pressed first, and who takes it then. */
    if (now.count !== count || now.phase !== 'turn') {
      return undefined;
    }
    if (now.targets > 0) {
      const target = { selector: TARGET, index: draw(now.targets) };
      now = await answered(page, target, press, glance);
      return now.asked ? choose(page, ASKED, count) : undefined;
    }
  }
  assert.ok(offered, 'nothing can be pressed');
  return choose(page, OFFERED, count);
}

/** Plays until the game is over. @returns what the page says of its end */
export async function playToTheEnd(page, seed, press, most = 120) {
  const draw = random(seed);
  for (let i = 0; i < most; i++) {
    const seen = await until(page, rests, null, { look: glance });
    if (seen.phase === 'over') {
      return seen.end;
    }
    await act(page, draw, press, seen);
  }
  throw new Error('the game goes on');
}

/** Keeps a picture of the page, if they are kept. */
export const keep = async (page, name) => {
  if (pictures) {
    await page.screenshot({ path: join(pictures, `${name}.png`) });
  }
};

/** What axe finds that is serious. */
export async function faults(page) {
  if (!(await page.evaluate(() => 'axe' in globalThis))) {
    await page.evaluate(readFileSync(axe, 'utf8'));
  }
  const { violations } = await page.evaluate(() => globalThis.axe.run());
  return violations
    .filter((one) => one.impact === 'serious' || one.impact === 'critical')
    .map((one) => `${one.id}: ${one.nodes.map((node) => node.html).join(' ')}`);
}
