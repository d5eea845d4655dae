// Learning a game in a real browser: what a piece is, an example that is tried, a puzzle that is
// solved, in each family and in a game that nobody has seen; on a screen and on a telephone.
//
//     MARCHER=... CHROMIUM=/usr/bin/chromium node --test web/test/learn.test.mjs
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';

const require = createRequire(new URL('../package.json', import.meta.url));
const { chromium } = require('playwright-core');
const axe = require.resolve('axe-core/axe.min.js');

const folder = mkdtempSync(join(tmpdir(), 'marcher-learn-'));
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

const rules = join(folder, 'invented.ini');
writeFileSync(
  rules,
  `[leapers]
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
`,
);
const file = join(folder, 'learn.html');
const games = ['leapers', 'borderline', 'warlord-clash-of-arms', 'colorboundmost'];
execFileSync(process.env.MARCHER, ['page', ...games, '--rules', rules, '-o', file]);

/** Opens a game's Learn; whatever the console says fails the test. */
async function learn(title, options = {}) {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    ...options,
  });
  const page = await context.newPage();
  const said = [];
  page.on('console', (message) => said.push(message.text()));
  page.on('pageerror', (error) => said.push(error.message));
  await page.goto(`file://${file}`);
  await page.locator('.box', { hasText: title }).first().click();
  await page.locator('.board').waitFor();
  await page.getByRole('button', { name: 'Learn', exact: true }).click();
  await page.locator('[aria-label="Try it"] .task').first().waitFor({ timeout: 60000 });
  return {
    page,
    close: async () => {
      await context.close();
      assert.deepEqual(said, []);
    },
  };
}

const keep = async (page, name) => {
  if (pictures) {
    await page.screenshot({ path: join(pictures, `${name}.png`) });
  }
};

/** Opens each exercise of a section, lets the page show its answer, and sees that it is one. */
async function seeAnswers(page, section, most) {
  const tasks = page.locator(`[aria-label="${section}"] .task`);
  const count = Math.min(most, await tasks.count());
  for (let i = 0; i < count; i++) {
    await tasks.nth(i).click();
    await page.locator('.bench.open').waitFor();
    await page.getByRole('button', { name: 'Show me' }).click();
    await page.locator('.bench.done').waitFor({ timeout: 20000 });
  }
  return count;
}

test('a game that nobody has seen is learnt: pieces, examples, puzzles on demand', async () => {
  const { page, close } = await learn('Leapers');
  await page.locator('.piece-button').first().click();
  await page.locator('.about .line-goes').waitFor();
  assert.ok((await seeAnswers(page, 'Try it', 3)) >= 2);
  await page.getByRole('button', { name: 'Find some' }).click();
  await page.locator('[aria-label="Win in one turn"] .task').first().waitFor({ timeout: 60000 });
  await seeAnswers(page, 'Win in one turn', 1);
  await keep(page, 'learn-leapers');
  await page.addScriptTag({ path: axe }).catch(() => undefined);
  const { violations } = await page.evaluate(() => globalThis.axe.run());
  const serious = violations.filter((one) => one.impact === 'serious' || one.impact === 'critical');
  assert.deepEqual(
    serious.map((one) => `${one.id}: ${one.nodes.map((node) => node.html).join(' ')}`),
    [],
  );
  await close();
});

test('a piece of the other side is pressed: where it can go is marked on the board', async () => {
  const { page, close } = await learn('Leapers');
  const box = await page.locator('.board .piece').first().boundingBox();
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await page.locator('.about h2').waitFor();
  await page.locator('.reach rect').first().waitFor();
  /* While playing it is told in brief; what is one's own to move is not in the way. */
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.locator('.brief').waitFor();
  await page.getByRole('button', { name: 'More' }).click();
  await page.locator('.about').waitFor();
  await close();
});

test('keys choose on a small board, and the answer to a puzzle is shown', async () => {
  const { page, close } = await learn('Colorboundmost');
  await page.locator('[aria-label="Win in one turn"] .task').first().click();
  await page.locator('.bench.open .small-button').first().focus();
  await page.keyboard.press('Enter');
  await page.locator('.small-chosen').waitFor();
  await page.locator('.small-target, .small-take').first().waitFor();
  await keep(page, 'learn-colorboundmost');
  await seeAnswers(page, 'Win in one turn', 1);
  await close();
});

test('duels and orders are tried on a telephone, in the dark', async () => {
  const telephone = {
    viewport: { width: 375, height: 812 },
    hasTouch: true,
    isMobile: true,
    colorScheme: 'dark',
  };
  for (const [title, task] of [
    ['Borderline GPT', 'A duel'],
    ['A Clash of Arms', 'Orders'],
  ]) {
    const { page, close } = await learn(title, telephone);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 375, `the page is ${wide} pixels wide`);
    await page.locator('.task', { hasText: task }).first().tap();
    await page.locator('.bench.open').waitFor();
    await page.getByRole('button', { name: 'Show me' }).tap();
    await page.locator('.bench.done').waitFor({ timeout: 20000 });
    await keep(page, `learn-${task.replaceAll(' ', '-').toLowerCase()}-telephone`);
    await close();
  }
});
