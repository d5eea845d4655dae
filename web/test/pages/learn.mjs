// Learning a game in a real browser: what a piece is, an example that is tried, a puzzle that is
// solved, in each family and in a game that nobody has seen; on a screen and on a telephone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { enter, faults, keep, open, pageOf, settle } from '../browser.mjs';

const games = ['leapers', 'borderline', 'warlord-clash-of-arms', 'colorboundmost'];

/** Opens a game's Learn. */
async function learn(title, options = {}) {
  const opened = await open(pageOf(...games), options);
  const { page } = opened;
  await enter(page, title);
  await page.getByRole('button', { name: 'Learn', exact: true }).click();
  await page.locator('[aria-label="Try it"] .task').first().waitFor({ timeout: 60000 });
  return opened;
}

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
  assert.deepEqual(await faults(page), []);
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

test('who comes back from analysing can learn and look for puzzles', async () => {
  const { page, close } = await open(pageOf('leapers'));
  await settle(page);
  await page.getByRole('button', { name: 'Analyse' }).click();
  await page.locator('main[data-phase=analyse]').waitFor();
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await page.getByRole('button', { name: 'Learn' }).click();
  await page.locator('[aria-label="Try it"] .task').first().waitFor();
  await page.getByRole('button', { name: 'Find some' }).click();
  await page.locator('[aria-label="Win in one turn"] .task').first().waitFor({ timeout: 60000 });
  await close();
});

test('keys choose on a small board, and the answer to a puzzle is shown', async () => {
  const { page, close } = await learn('Colorboundmost');
  await page.locator('[aria-label="Win in one turn"] .task').first().click();
  await page.locator('.bench.open .small-button:not([aria-disabled=true])').first().focus();
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
    /* Who has been told of letters would not find them on the board: pieces look as they do there. */
    const drawn = page.locator('.piece-button svg');
    assert.deepEqual(await drawn.locator('text').allInnerTexts(), []);
    assert.equal(await drawn.count(), title === 'A Clash of Arms' ? 5 : 0);
    await page.locator('.task', { hasText: task }).first().tap();
    await page.locator('.bench.open').waitFor();
    await page.getByRole('button', { name: 'Show me' }).tap();
    await page.locator('.bench.done').waitFor({ timeout: 20000 });
    await keep(page, `learn-${task.replaceAll(' ', '-').toLowerCase()}-telephone`);
    await close();
  }
});
