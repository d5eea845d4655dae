// The board: its faces, looking back, plans, duels, set-ups, and maps that are larger than a screen.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { enter, faults, gone, keep, open, pageOf, settle, until } from '../browser.mjs';

/** Where a square of the board is on the screen. */
const square = (page, column, row) =>
  page.evaluate(
    ([column, row]) => {
      const board = document.querySelector('svg.board');
      const point = new DOMPoint((column + 0.5) * 96, (row + 0.5) * 96);
      const { x, y } = point.matrixTransform(board.getScreenCTM());
      return [x, y];
    },
    [column, row],
  );

async function press(page, column, row) {
  const before = await page.locator('main').getAttribute('data-presses');
  await page.mouse.click(...(await square(page, column, row)));
  await until(page, (before) => document.querySelector('main').dataset.presses !== before, before);
}

test('pieces have two faces, one press apart, and the choice is kept', async () => {
  const { page, close } = await open(pageOf('chess', 'warlord-clash-of-arms'));
  await enter(page, 'Chess');
  const face = () => page.locator('svg.board').getAttribute('data-face');
  const symbol = () => page.locator('#symbol-0').innerHTML();
  assert.equal(await face(), 'tiles');
  const tile = await symbol();
  await page.getByRole('button', { name: 'Figures' }).click();
  assert.equal(await face(), 'figures');
  assert.notEqual(await symbol(), tile);
  await keep(page, 'chess-figures');
  await page.getByRole('button', { name: 'Preferences' }).click();
  await page.getByLabel('Names of rows and columns').uncheck();
  await page.getByLabel('Light').selectOption('dark');
  await page.getByRole('button', { name: 'Done' }).click();
  await gone(page, '.board .names text');
  assert.deepEqual(await faults(page), []);
  await keep(page, 'chess-dark');
  await page.reload();
  await enter(page, 'Clash');
  assert.equal(await face(), 'figures');
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'dark');
  await close();
});

test('earlier positions are looked at by a press, and the game goes on', async () => {
  const { page, close } = await open(pageOf('chess'));
  await settle(page);
  await press(page, 4, 6);
  await press(page, 4, 4);
  await page.locator('.moves li').first().waitFor();
  await settle(page);
  await page.locator('.move').first().click();
  await page.locator('.banner', { hasText: '1 of 2' }).waitFor();
  await page.getByRole('button', { name: 'To the start' }).click();
  await page.locator('.banner', { hasText: '0 of 2' }).waitFor();
  await gone(page, '.ground-to');
  await page.getByRole('button', { name: 'Back to the game' }).click();
  await page.locator('.banner').waitFor({ state: 'detached' });
  await press(page, 6, 7);
  assert.equal((await page.locator('.mark-target').count()) > 0, true);
  await close();
});

test('clocks run, a king in check is marked, and the board is turned', async () => {
  const { page, close } = await open(pageOf('chess'));
  await settle(page);
  await page.getByRole('button', { name: 'New game' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('select').nth(1).selectOption('person');
  await dialog.getByLabel('Clock').selectOption({ index: 1 });
  await dialog.getByRole('button', { name: 'Begin' }).click();
  await dialog.waitFor({ state: 'detached' });
  await settle(page);
  const nameAt = () => page.locator('.board .names text').last().boundingBox();
  const below = () => page.locator('.seats').last().innerText();
  /* Whoever is to move sits below: Black's squares are counted from the other corner. */
  await press(page, 4, 6);
  await press(page, 4, 4);
  await until(page, () => document.querySelector('.seats:last-child').innerText.includes('Black'));
  await press(page, 2, 6);
  await press(page, 2, 5);
  await until(page, () => document.querySelector('.seats:last-child').innerText.includes('White'));
  assert.match(await page.locator('.clock').last().innerText(), /^3:0[0-2]$/);
  assert.equal(await page.locator('.mark-threat').count(), 0);
  await press(page, 3, 7);
  await press(page, 7, 3);
  await page.locator('.mark-threat').waitFor();
  await page.locator('.moves li', { hasText: 'Qh5+' }).waitFor();
  assert.match(await below(), /Black/);
  const before = await nameAt();
  await page.getByRole('button', { name: 'Flip' }).click();
  assert.notDeepEqual(await nameAt(), before);
  assert.match(await below(), /White/, 'names stay with their sides');
  /* The clock of who is to move runs, and goes on where the page is opened again. */
  const clock = () => page.locator('.clock').first().innerText();
  const shown = await clock();
  await until(page, (shown) => document.querySelector('.clock').innerText !== shown, shown);
  await page.waitForTimeout(1500);
  const left = await clock();
  await page.reload();
  await settle(page);
  const seconds = (text) => Number(text.split(':')[0]) * 60 + Number(text.split(':')[1]);
  assert.ok(seconds(await page.locator('.clock').last().innerText()) <= seconds(left));
  await close();
});

test('goals tell how near sides are, and squares that bring them nearer are marked', async () => {
  const { page, close } = await open(pageOf('leapers'));
  await settle(page);
  assert.match(await page.locator('.goals-list').innerText(), /the F 4 moves from the goal/);
  await page.getByRole('button', { name: 'Goals' }).click();
  assert.equal((await page.locator('.goal-square').count()) > 4, true);
  await press(page, 0, 4);
  await page.locator('.mark-nearer').first().waitFor();
  await close();
});

test('a turn is planned, shown, and played when it is accepted', async () => {
  const { page, close } = await open(pageOf('chess', 'warlord-clash-of-arms'));
  await enter(page, 'Clash');
  await press(page, 2, 10);
  assert.equal((await page.locator('.orders').count()) > 4, true, 'who is commanded is shown');
  assert.match(await page.locator('.orders-told').innerText(), /^The leader on c2 has 1 of 1/);
  await page.getByRole('button', { name: 'Plan the turn' }).click();
  await page.locator('.banner.plan').waitFor({ timeout: 60000 });
  assert.equal(await page.locator('.moves li').count(), 0, 'nothing has been played');
  assert.equal((await page.locator('.arrow').count()) > 0, true);
  await keep(page, 'clash-planned');
  await page.locator('.banner').getByRole('button', { name: 'Discard' }).click();
  await gone(page, '.arrow');
  await page.getByRole('button', { name: 'Plan the turn' }).click();
  await page.locator('.banner').getByRole('button', { name: 'Play it' }).click({ timeout: 60000 });
  await page.locator('.moves li').first().waitFor();
  await settle(page);
  /* What was played last lies under nothing, where there is little room, too. */
  for (const height of [800, 620]) {
    await page.setViewportSize({ width: 1280, height });
    await until(page, () => {
      const last = document.querySelector('.moves .shown');
      const { x, y, width, height } = last.getBoundingClientRect();
      return document.elementFromPoint(x + width / 2, y + height / 2) === last;
    });
  }
  await close();
});

test('a duel is watched with its dice', async () => {
  const { page, close } = await open(pageOf('borderline'));
  await page.evaluate(() => {
    globalThis.dice = 0;
    new MutationObserver(() => {
      globalThis.dice = Math.max(globalThis.dice, document.querySelectorAll('.die').length);
    }).observe(document.body, { childList: true, subtree: true });
  });
  await settle(page);
  await page.getByRole('button', { name: 'New game' }).click();
  await page.getByLabel('Seed of the dice').fill('7');
  await page.locator('dialog select').first().selectOption('2');
  await page.locator('dialog select').nth(1).selectOption('2');
  await page.getByRole('button', { name: 'Begin' }).click();
  await until(page, () => globalThis.dice > 0, undefined, { timeout: 60000 });
  assert.equal(await page.evaluate(() => globalThis.dice), 2);
  assert.match(await page.locator('.goals-list').innerText(), /more piece|no road|joined/);
  await keep(page, 'borderline-after-a-duel');
  await close();
});

test('an army is set up by a drag, kept, and set up again', async () => {
  const { page, close } = await open(pageOf('warlord-border-war'));
  await settle(page);
  const box = await page.locator('.held-piece').first().boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(600, 400, { steps: 4 });
  await page.locator('.dragged').waitFor();
  await page.locator('.mark-target').first().waitFor();
  await page.mouse.move(...(await square(page, 11, 14)), { steps: 3 });
  await page.mouse.up();
  await page.locator('.moves li', { hasText: 'L@l2' }).waitFor();
  await page.getByRole('button', { name: 'Set-ups' }).click();
  await page.getByPlaceholder('the set-up on the board').fill('one');
  await page.getByRole('button', { name: 'Keep it' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Take back' }).click();
  await page.locator('.move').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Set-ups' }).click();
  await page.getByRole('button', { name: 'one', exact: true }).click();
  await page.locator('.moves li', { hasText: 'L@l2' }).waitFor();
  await page.getByRole('button', { name: 'Set-ups' }).click();
  await page.getByLabel(/A set-up as a text/).fill('nonsense');
  await page.getByRole('button', { name: 'Set it up' }).click();
  await page.locator('dialog .trouble').waitFor();
  /* What is wrong can be mended there, and what stands has stayed. */
  assert.equal(await page.getByLabel(/A set-up as a text/).inputValue(), 'nonsense');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.locator('.moves li', { hasText: 'L@l2' }).waitFor();
  await close();
});

test('a piece is turned in the hand, and what it would join is shown before it is put down', async () => {
  const { page, close } = await open(pageOf('turning'));
  await settle(page);
  const held = page.locator('.held-piece:not([aria-disabled="true"])');
  await held.first().click();
  const ways = page.getByRole('group', { name: 'Turned' }).locator('button');
  await ways.first().waitFor();
  assert.ok((await ways.count()) >= 2);
  const chosen = () =>
    ways.evaluateAll((all) => all.findIndex((one) => one.ariaPressed === 'true'));
  const looks = () => held.first().locator('svg').innerHTML();
  const [before, seen] = [await chosen(), await looks()];
  await held.first().click(); /* pressed again it is turned, */
  await until(
    page,
    (before) => document.querySelectorAll('.ways button')[before].ariaPressed === 'false',
    before,
  );
  assert.notEqual(await looks(), seen);
  await page.locator('.board').focus();
  await page.keyboard.press('r'); /* by the keyboard, */
  const third = await chosen();
  await ways.nth(before).click(); /* and by pressing how it is to lie. */
  assert.equal(await chosen(), before);
  assert.notEqual(third, before);
  await ways.nth(third).click();
  const wanted = (await ways.nth(third).getAttribute('aria-label')).replace('as ', '');
  const target = await page.locator('.mark-target').first().boundingBox();
  await page.mouse.move(target.x + target.width / 2, target.y + target.height / 2);
  await page.locator('.board .ghost').waitFor();
  await keep(page, 'turned');
  await page.mouse.click(target.x + target.width / 2, target.y + target.height / 2);
  await page
    .locator('.moves .move', { hasText: `${wanted}@` })
    .first()
    .waitFor();
  await gone(page, 'dialog');
  assert.deepEqual(await faults(page), []);
  await close();
});

test('squares that a goal hangs on are shown, and a bar tells who stands better', async () => {
  const { page, close } = await open(pageOf('borderlands'));
  await settle(page);
  const villages = page.getByRole('button', { name: 'village squares' });
  assert.equal(await villages.getAttribute('aria-pressed'), 'true');
  assert.equal(await page.locator('.board .region').count(), 1);
  await villages.click();
  await gone(page, '.board .region');
  assert.equal(await page.getByRole('meter').count(), 0);
  await page.getByRole('button', { name: 'Preferences' }).click();
  await page.getByText('A bar that tells who stands better').click();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.locator('[role=meter][aria-valuetext*="%"]').waitFor();
  /* In the rules, too, any piece can be pressed, in words and in pictures. */
  await page.getByRole('button', { name: 'Rules', exact: true }).click();
  await page.getByRole('button', { name: 'Chief', exact: true }).click();
  await page.locator('.about', { hasText: 'Shown on the board from b2' }).waitFor();
  assert.equal(await page.locator('.board .reach rect.from').count(), 1);
  assert.ok((await page.locator('.board .reach rect').count()) > 2);
  await page.getByRole('button', { name: 'All about the Lion' }).click();
  await page.locator('.about h2', { hasText: 'Lion' }).waitFor();
  assert.deepEqual(await faults(page), []);
  await keep(page, 'judged');
  await close();
});
