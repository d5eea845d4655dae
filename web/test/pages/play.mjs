// What a page does besides being played: keys, set-ups in secret, accessibility, old browsers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browser, faults, open, pageOf, settle } from '../browser.mjs';

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
  await page.getByRole('button', { name: 'Rules', exact: true }).click();
  await page.locator('.rules h2').first().waitFor();
  assert.deepEqual(await faults(page), []);
  await close();
});

test('a browser that is too old is told what it takes', async () => {
  const context = await browser.newContext();
  await context.addInitScript(() => {
    delete globalThis.DecompressionStream;
  });
  const page = await context.newPage();
  await page.goto(pageOf('leapers'));
  await page.getByText('This page needs a browser with').waitFor();
  assert.match(await page.locator('body').innerText(), /Firefox 113.*DecompressionStream/s);
  await context.close();
});
