// Games as a stranger meets them: opened by a double click (file://), played to the end by pressing
// what is offered, on a screen, on a telephone by touch, by keyboard alone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faults, keep, open, pageOf, playToTheEnd, settle } from '../browser.mjs';

test('a stranger plays an invented game to its end and sees why it ended', async () => {
  const { page, close } = await open(pageOf('leapers'));
  const end = await playToTheEnd(page, 1, (x, y) => page.mouse.click(x, y));
  assert.match(end, /^(Draw|White wins \(1-0\)|Black wins \(0-1\)): ./);
  await keep(page, 'leapers-over');
  await close();
});

test('a game of pips and dice is played by touch on a telephone', async () => {
  const { page, close } = await open(pageOf('borderline'), {
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
  const { page, close } = await open(pageOf('chess'));
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
  const { page, close } = await open(pageOf('warlord-border-war'));
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
  const { page, close } = await open(pageOf('chess', 'borderline', 'leapers'));
  assert.deepEqual(await faults(page), []);
  await page.locator('.box', { hasText: 'Borderline' }).click();
  await page.locator('.board').waitFor();
  assert.deepEqual(await faults(page), []);
  await page.locator('text=Rules').click();
  await page.locator('.rules h2').first().waitFor();
  assert.deepEqual(await faults(page), []);
  await close();
});
