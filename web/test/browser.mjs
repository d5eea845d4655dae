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

/** Runs in the page: nobody's eyes have to follow, so that its pauses (of at most a second) end soon. */
function hurry() {
  const wait = globalThis.setTimeout;
  globalThis.setTimeout = (what, milliseconds = 0, ...words) =>
    wait(what, milliseconds <= 1000 ? milliseconds / 20 : milliseconds, ...words);
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

/** Waits until the page waits for a press. */
export async function settle(page) {
  await page.locator('main:not([data-phase=wait])').waitFor({ timeout: 60000 });
  return phase(page);
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
    const focused = () => page.evaluate(() => document.activeElement?.matches('.board') ?? false);
    for (let i = 0; i < 60 && !(await focused()); i++) {
      await page.keyboard.press('Tab');
    }
    for (let i = 0; i < 300; i++) {
      const at = await page
        .locator('.board .cursor')
        .boundingBox({ timeout: 50 })
        .catch(() => null);
      const key = !at
        ? 'ArrowUp'
        : x < at.x
          ? 'ArrowLeft'
          : x > at.x + at.width
            ? 'ArrowRight'
            : y < at.y
              ? 'ArrowUp'
              : y > at.y + at.height
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

/**
 * Waits until something is so in the page. It is looked at now and then: who looks at every frame
 * has frames drawn for nothing else, which takes more time than all the rest of a test.
 */
export async function until(page, is, word, options = {}) {
  await page.waitForFunction(is, word, { polling: 10, ...options });
}

/** Presses a place of the page, which may have to be scrolled to, and waits for the answer. */
export async function answered(page, [x, y], press) {
  const before = await page.locator('main').getAttribute('data-presses');
  const [left, top] = await page.evaluate(
    ([x, y]) => {
      if (y < scrollY || y > scrollY + innerHeight) {
        scrollTo(0, y - innerHeight / 2);
      }
      return [x - scrollX, y - scrollY];
    },
    [x, y],
  );
  await press(left, top);
  await until(
    page,
    (before) => {
      const { phase, presses } = document.querySelector('main').dataset;
      return phase === 'over' || phase === 'curtain' || presses !== before;
    },
    before,
  );
}

const middle = (box) => [box.x + box.width / 2, box.y + box.height / 2];

/** Where the elements of a selector stand on the page now. */
const standing = (page, selector) =>
  page.$$eval(selector, (elements) =>
    elements.map((one) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      return { x: x + scrollX, y: y + scrollY, width, height };
    }),
  );

/** Puts a list into an order drawn by chance. */
function shuffle(list, draw) {
  for (let i = list.length - 1; i > 0; i--) {
    const k = draw(i + 1);
    [list[i], list[k]] = [list[k], list[i]];
  }
  return list;
}

/** Where elements stand on the page now, in an order drawn by chance. */
export async function places(page, selector, draw) {
  return shuffle(await standing(page, selector), draw).map(middle);
}

/** Elements by their numbers, in an order drawn by chance: a press may move all of them. */
async function numbers(page, selector, draw) {
  const there = await page.locator(selector).count();
  return shuffle([...Array(there).keys()], draw).map((index) => ({ selector, index }));
}

/** How many actions have been made. */
const count = (page) => page.locator('main').getAttribute('data-count');

/** Presses a button that makes an action, and waits until it has been made. */
async function choose(page, button) {
  const before = await count(page);
  await button.click();
  await page.locator(`main:not([data-count="${before}"])`).waitFor();
}

/** Makes one action: a piece that can do something, and then where it may go. */
export async function act(page, draw, press) {
  const before = await count(page);
  const dialog = page.locator('dialog.chooser .choices button').first();
  if (await dialog.count()) {
    await choose(page, dialog);
    return;
  }
  const button = page.locator('.side .choices button').first();
  /* Turns of many actions are not always used up. */
  if ((await button.count()) && draw(4) === 0) {
    await choose(page, button);
    return;
  }
  const starts = [
    ...(await numbers(page, '.held-piece:not([aria-disabled="true"])', draw)),
    ...(await numbers(page, '.board .piece', draw)),
  ];
  for (const { selector, index } of starts) {
    const box = (await standing(page, selector))[index];
    if (!box) {
      continue;
    }
    await answered(page, middle(box), press);
    /* Where something may be taken can be pressed first, and who takes it then. */
    if ((await count(page)) !== before) {
      return;
    }
    const [target] = await places(page, '.mark-take, .mark-target', draw);
    if (target) {
      await answered(page, target, press);
      const choice = page.locator('dialog.chooser .choices button').first();
      if (await choice.count()) {
        await choose(page, choice);
      }
      return;
    }
  }
  assert.equal(await button.count(), 1, 'nothing can be pressed');
  await choose(page, button);
}

/** Plays until the game is over. @returns what the page says of its end */
export async function playToTheEnd(page, seed, press, most = 120) {
  const draw = random(seed);
  let waits = await settle(page);
  for (let i = 0; i < most && waits !== 'over'; i++) {
    await act(page, draw, press);
    waits = await settle(page);
  }
  assert.equal(waits, 'over', 'the game goes on');
  return page.locator('.status.over').innerText();
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
