// What a page does besides being played: keys, set-ups in secret, accessibility, old browsers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  act,
  browser,
  enter,
  faults,
  keep,
  newGame,
  open,
  pageOf,
  settle,
  until,
} from '../browser.mjs';
import { random } from '../program.mjs';

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
  await page.locator('.moves li', { hasText: 'e4' }).waitFor();
  await settle(page);
  await page.locator('text=Take back').click();
  await page.locator('.moves li').first().waitFor({ state: 'detached' });
  await close();
});

test('the other seat never sees what was set up, and all see it when it is in the open', async () => {
  const { page, close } = await open(pageOf('warlord-border-war'));
  await newGame(page, { level: 'person' });
  const curtain = (player) => page.locator('.curtain', { hasText: `${player}, sit down` });
  /* Who sits at the table with the curtain down sees nothing of the other's army. */
  const hides = async (player) => {
    await curtain(player).waitFor({ timeout: 60000 });
    assert.equal(await page.locator('.board').count(), 0);
    assert.doesNotMatch(await page.content(), /@[a-x]\d/);
    await page.locator('.curtain button').click();
    await page.locator('.board').waitFor();
  };
  const pieces = () => page.locator('.board .piece').count();
  if (await curtain('White').count()) {
    await hides('White');
  }
  await page.getByText('Play the turn for me').click();
  await hides('Black');
  assert.equal(await pieces(), 0);
  await page.getByText('Play the turn for me').click();
  /* Both armies stand in the open now. */
  await hides('White');
  const both = await pieces();
  assert.ok(both > 40 && both % 2 === 0, `${both} pieces`);
  await settle(page);
  await page.locator('.side .choices button').first().click();
  await page.locator('.status', { hasText: 'Black to move' }).waitFor();
  assert.equal(await page.locator('.curtain').count(), 0, 'nothing is hidden any more');
  assert.equal(await pieces(), both);
  /* A page that is opened again begins with a curtain only where something is hidden. */
  await page.reload();
  await page.locator('.status', { hasText: 'Black to move' }).waitFor();
  assert.equal(await pieces(), both);
  await close();
});

test('a set-up in secret that is gone on with lies behind a curtain', async () => {
  const { page, close } = await open(pageOf('warlord-border-war'));
  await newGame(page, { level: 'person' });
  const raise = page.locator('.curtain button');
  if (await raise.count()) {
    await raise.click();
  }
  await act(page, random(3), (x, y) => page.mouse.click(x, y));
  await page.locator('.moves .move').first().waitFor();
  await page.reload();
  await page.locator('.curtain', { hasText: 'White, sit down' }).waitFor();
  assert.doesNotMatch(await page.content(), /@[a-x]\d/);
  await raise.click();
  await page.locator('.board .piece').first().waitFor();
  await close();
});

test('what cannot be seen is told, and nothing is in the way', async () => {
  const { page, close } = await open(pageOf('chess', 'borderline', 'leapers'));
  assert.deepEqual(await faults(page), []);
  await enter(page, 'Borderline');
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

test('two people at one screen agree upon a draw', async () => {
  const { page, close } = await open(pageOf('leapers'));
  assert.equal(await page.getByRole('button', { name: 'Offer a draw' }).count(), 0);
  await newGame(page, { level: 'person' });
  await page.getByRole('button', { name: 'Offer a draw' }).click();
  await page.getByRole('button', { name: 'A draw is offered' }).waitFor();
  await act(page, random(5), (x, y) => page.mouse.click(x, y));
  await page.getByText('White offers a draw.').waitFor();
  await page.getByRole('button', { name: 'Accept the draw' }).click();
  await page.locator('.status.over', { hasText: /^Draw: / }).waitFor();
  await close();
});

test('on a telephone the board stays in sight while moves are made', async () => {
  const { page, close } = await open(pageOf('gardner'), {
    viewport: { width: 375, height: 812 },
    hasTouch: true,
    isMobile: true,
  });
  await settle(page);
  for (let i = 0; i < 3; i++) {
    await act(page, random(i), (x, y) => page.touchscreen.tap(x, y));
    assert.notEqual(await settle(page), 'over');
  }
  assert.equal(await page.evaluate(() => scrollY), 0);
  await close();
});

test('the shelf shows every game on its box, one that nobody knows, too', async () => {
  const { page, close } = await open(pageOf('chess', 'borderline', 'leapers'));
  await page.locator('.box img').nth(2).waitFor();
  await until(page, () =>
    [...document.querySelectorAll('.box img')].every((one) => one.naturalWidth > 0),
  );
  assert.deepEqual(await faults(page), []);
  await keep(page, 'shelf');
  await page.getByLabel('Find a game').fill('fers');
  assert.equal(await page.locator('.box').count(), 1);
  await enter(page);
  await close();
});
