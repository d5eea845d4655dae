// Pages in a real browser, as a stranger meets them: opened by a double click (file://), played to
// the end by pressing what is offered, on a screen, on a telephone by touch, by keyboard alone.
//
//     MARCHER=... CHROMIUM=/usr/bin/chromium node --test web/test/page.test.mjs
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { random } from './program.mjs';

const require = createRequire(new URL('../package.json', import.meta.url));
const { chromium } = require('playwright-core');
const axe = require.resolve('axe-core/axe.min.js');

const folder = mkdtempSync(join(tmpdir(), 'marcher-page-'));
const pictures = process.env.PICTURES;
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
after(async () => {
  await browser.close();
  rmSync(folder, { recursive: true });
});
if (pictures) {
  mkdirSync(pictures, { recursive: true });
}

/** A small game that nobody here has heard of: leapers that race to the other side. */
const invented = `[leapers]
title = Leapers
summary = Bring a Fers to the last rank, or take them all.
maxRank = 5
maxFile = 5
customPiece1 = f:F
customPiece2 = w:W
king = -
startFen = fwfwf/5/5/5/FWFWF w 0 1
extinctionValue = loss
extinctionPieceTypes = f
flagPiece = f
flagRegionWhite = *5
flagRegionBlack = *1
nMoveRule = 20
`;

function makePage(name, ...games) {
  const rules = join(folder, 'invented.ini');
  const file = join(folder, `${name}.html`);
  writeFileSync(rules, invented);
  execFileSync(process.env.MARCHER, ['page', ...games, '--rules', rules, '-o', file]);
  return `file://${file}`;
}

/** Opens a page; whatever the console says fails the test. */
async function open(address, options = {}) {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
    ...options,
  });
  const page = await context.newPage();
  const said = [];
  page.on('console', (message) => said.push(message.text()));
  page.on('pageerror', (error) => said.push(error.message));
  await page.goto(address);
  await page.locator('.board, .box').first().waitFor();
  return {
    page,
    close: async () => {
      await context.close();
      assert.deepEqual(said, []);
    },
  };
}

const isOver = (page) => page.locator('.status.over').count();

/** Waits until it is a person's turn, or nobody's. */
const settle = (page) =>
  page.waitForFunction(
    () =>
      document.querySelector('.status.over') ||
      (!document.querySelector('.thinking') &&
        !/dice decide|thinks/.test(document.querySelector('.status')?.textContent ?? '') &&
        document.querySelector('.player.turn small')?.textContent === 'you'),
    undefined,
    { timeout: 60000 },
  );

/** Presses a place of the page, which may have to be scrolled to, and waits for the answer. */
async function answered(page, [x, y], press) {
  const board = page.locator('.board');
  const before = await board.getAttribute('data-presses').catch(() => null);
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
  await page.waitForFunction(
    (before) =>
      document.querySelector('.status.over') ||
      document.querySelector('.board')?.getAttribute('data-presses') !== before,
    before,
  );
}

const middle = (box) => [box.x + box.width / 2, box.y + box.height / 2];

/** Where elements stand on the screen now, in an order drawn by chance. */
async function places(page, selector, draw) {
  const boxes = await page.$$eval(selector, (elements) =>
    elements.map((one) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      return { x: x + scrollX, y: y + scrollY, width, height };
    }),
  );
  for (let i = boxes.length - 1; i > 0; i--) {
    const k = draw(i + 1);
    [boxes[i], boxes[k]] = [boxes[k], boxes[i]];
  }
  return boxes.map(middle);
}

/** Makes one action: a piece that can do something, and then where it may go. */
async function act(page, draw, press) {
  const dialog = page.locator('dialog.chooser .choices button').first();
  if (await dialog.count()) {
    await dialog.click();
    return;
  }
  const button = page.locator('.side .choices button').first();
  const starts = [
    ...(await places(page, '.held-piece:not([aria-disabled="true"])', draw)),
    ...(await places(page, '.board .piece', draw)),
  ];
  for (const start of starts) {
    await answered(page, start, press);
    const [target] = await places(page, '.mark-take, .mark-target', draw);
    if (target) {
      await answered(page, target, press);
      const choice = page.locator('dialog.chooser .choices button').first();
      if (await choice.count()) {
        await choice.click();
      }
      return;
    }
  }
  assert.equal(await button.count(), 1, 'nothing can be pressed');
  await button.click();
}

async function playToTheEnd(page, seed, press, most = 120) {
  const draw = random(seed);
  for (let i = 0; i < most && !(await isOver(page)); i++) {
    await settle(page);
    if (!(await isOver(page))) {
      await act(page, draw, press);
    }
  }
  assert.ok(await isOver(page), 'the game goes on');
  return page.locator('.status.over').innerText();
}

const keep = async (page, name) => {
  if (pictures) {
    await page.screenshot({ path: join(pictures, `${name}.png`) });
  }
};

test('a stranger plays an invented game to its end and sees why it ended', async () => {
  const { page, close } = await open(makePage('leapers', 'leapers'));
  const end = await playToTheEnd(page, 1, (x, y) => page.mouse.click(x, y));
  assert.match(end, /^(Draw|White wins \(1-0\)|Black wins \(0-1\)): ./);
  await keep(page, 'leapers-over');
  await close();
});

test('a game of pips and dice is played by touch on a telephone', async () => {
  const { page, close } = await open(makePage('borderline', 'borderline'), {
    viewport: { width: 375, height: 812 },
    hasTouch: true,
    isMobile: true,
  });
  await keep(page, 'borderline-telephone');
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 375, `the page is ${wide} pixels wide`);
  const end = await playToTheEnd(page, 2, async (x, y) => {
    await page.touchscreen.tap(x, y);
  });
  assert.match(end, /: ./);
  await keep(page, 'borderline-over');
  await close();
});

test('keys alone move a piece', async () => {
  const { page, close } = await open(makePage('chess', 'chess'));
  await page.locator('.board').focus();
  /* The cursor begins at the lowest left square: e2 is four to the right and one up. */
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowUp', 'Enter']) {
    await page.keyboard.press(key);
  }
  await page.locator('.mark-target').first().waitFor();
  for (const key of ['ArrowUp', 'ArrowUp', 'Enter']) {
    await page.keyboard.press(key);
  }
  await page.locator('.moves li', { hasText: 'e2e4' }).waitFor();
  await settle(page);
  await page.locator('text=Take back').click();
  await page.locator('.moves li').first().waitFor({ state: 'detached' });
  await close();
});

test('the other seat never sees what was set up', async () => {
  const { page, close } = await open(makePage('border-war', 'warlord-border-war'));
  await page.locator('text=New game').click();
  await page.locator('dialog select').nth(1).selectOption('person');
  await page.getByRole('button', { name: 'Begin' }).click();
  await page.locator('.curtain button, .board').first().waitFor();
  const raise = async () => {
    if (await page.locator('.curtain button').count()) {
      await page.locator('.curtain button').click();
    }
  };
  await raise();
  await page.locator('text=Play the turn for me').click();
  await page.locator('.curtain', { hasText: 'Black' }).waitFor({ timeout: 60000 });
  assert.equal(await page.locator('.board').count(), 0);
  assert.doesNotMatch(await page.content(), /@[a-x]\d/);
  await raise();
  await page.locator('.board').waitFor();
  assert.equal(await page.locator('.board .piece').count(), 0);
  await close();
});

test('what cannot be seen is told, and nothing is in the way', async () => {
  const { page, close } = await open(makePage('three', 'chess', 'borderline', 'leapers'));
  const faults = async () => {
    await page.addScriptTag({ path: axe }).catch(() => undefined);
    const { violations } = await page.evaluate(() => globalThis.axe.run());
    return violations
      .filter((one) => one.impact === 'serious' || one.impact === 'critical')
      .map((one) => `${one.id}: ${one.nodes.map((node) => node.html).join(' ')}`);
  };
  assert.deepEqual(await faults(), []);
  await page.locator('.box', { hasText: 'Borderline' }).click();
  await page.locator('.board').waitFor();
  assert.deepEqual(await faults(), []);
  await page.locator('text=Rules').click();
  await page.locator('.rules h2').first().waitFor();
  assert.deepEqual(await faults(), []);
  await close();
});
