// Nothing that was played or typed is lost when the tab closes; where a browser keeps nothing, the
// page says so, and offers a file.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { act, folder, newGame, open, pageOf, settle, until } from '../browser.mjs';
import { random } from '../program.mjs';

/** Runs in the page before anything else: a browser that keeps nothing for it. */
function keepNothing() {
  Object.defineProperty(globalThis, 'localStorage', {
    get() {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    },
  });
}

const mouse = (page) => (x, y) => page.mouse.click(x, y);
const moves = (page) => page.locator('.moves .move').allInnerTexts();
const unfold = (page) => page.locator('summary', { hasText: 'Remarks and sending back' }).click();
const others = (page) => page.locator('summary', { hasText: 'Other games of yours' });
const remarkBox = (page) => page.getByPlaceholder('What puzzled or pleased you here?');

test('a game, its remarks and what is being typed outlive the tab', async () => {
  const { page, close } = await open(pageOf('leapers'));
  await newGame(page, { level: '1', seed: '3' });
  await act(page, random(5), mouse(page));
  await settle(page);
  await unfold(page);
  await remarkBox(page).fill('Where does it end?');
  await page.getByRole('button', { name: 'Keep the remark' }).click();
  await remarkBox(page).fill('half a sent');
  await page.getByLabel('Your name, if you like').fill('Ann');
  const before = await moves(page);
  assert.equal(before.length, 2);
  const seats = await page.locator('.player small').allInnerTexts();
  await page.reload();
  assert.equal(await settle(page), 'turn');
  assert.deepEqual(await moves(page), before);
  assert.deepEqual(await page.locator('.player small').allInnerTexts(), seats);
  await page.getByText('Your game goes on as it stood').waitFor();
  assert.equal(await remarkBox(page).inputValue(), 'half a sent');
  assert.equal(await page.getByLabel('Your name, if you like').inputValue(), 'Ann');
  assert.match(await page.locator('.remarks li').innerText(), /^Where does it end\?/);
  /* Whoever has begun another finds that; the old one is there until nobody wants it any more. */
  await newGame(page);
  await page.reload();
  await settle(page);
  assert.deepEqual(await moves(page), []);
  assert.equal(await page.getByText('Your game goes on as it stood').count(), 0);
  await others(page).click();
  await page.locator('.own-games .kept button', { hasText: ': 2 moves' }).click();
  await page.getByText('Your game goes on as it stood').waitFor();
  await settle(page);
  assert.deepEqual(await moves(page), before);
  assert.match(await page.locator('.remarks li').innerText(), /^Where does it end\?/);
  await newGame(page);
  await others(page).click();
  await page.getByRole('button', { name: /^Forget the game of / }).click();
  await page.locator('.own-games .kept li').waitFor({ state: 'detached' });
  await page.reload();
  await settle(page);
  await others(page).click();
  assert.equal(await page.locator('.own-games .kept li').count(), 0);
  await close();
});

test('a game that is over is there after a reload, and an end that somebody chose is taken back alone', async () => {
  const { page, close } = await open(pageOf('leapers'));
  await act(page, random(5), mouse(page));
  await settle(page);
  const before = await moves(page);
  await page.getByRole('button', { name: 'Resign' }).click();
  assert.equal(await settle(page), 'turn');
  await page.getByRole('button', { name: 'Resign: are you sure?' }).click();
  await page.locator('main[data-phase=over]').waitFor();
  await page.reload();
  assert.equal(await settle(page), 'over');
  await page.getByText('This is your game of').waitFor();
  assert.deepEqual(await moves(page), before);
  await page.getByRole('button', { name: 'Take back' }).click();
  await page.locator('main[data-phase=turn]').waitFor();
  assert.deepEqual(await moves(page), before);
  await close();
});

test('no tab writes over the game of another, and no link over a game', async () => {
  const { page, close } = await open(pageOf('leapers'));
  await act(page, random(5), mouse(page));
  await settle(page);
  const first = await moves(page);
  /* A second tab goes on with the game, and then its own way. */
  const second = await page.context().newPage();
  await second.goto(pageOf('leapers'));
  await settle(second);
  assert.deepEqual(await moves(second), first);
  await act(second, random(9), mouse(second));
  await settle(second);
  const other = await moves(second);
  await act(page, random(11), mouse(page));
  await settle(page);
  const mine = await moves(page);
  assert.notDeepEqual(mine, other);
  for (const [tab, its] of [
    [page, mine],
    [second, other],
  ]) {
    await tab.reload();
    await settle(tab);
    assert.deepEqual(await moves(tab), its);
  }
  await newGame(second);
  await page.reload();
  await settle(page);
  assert.deepEqual(await moves(page), mine);
  /* A friend's first move arrives; the own game waits on the shelf. */
  const friend = await open(pageOf('leapers'));
  await friend.page.getByRole('button', { name: 'New game' }).click();
  await friend.page.locator('dialog select').nth(1).selectOption('away');
  await friend.page.getByRole('button', { name: 'Begin' }).click();
  await settle(friend.page);
  await act(friend.page, random(6), mouse(friend.page));
  await friend.page.locator('.outgoing button:enabled', { hasText: 'Copy' }).waitFor();
  const letter = await friend.page.locator('.outgoing textarea').inputValue();
  await friend.close();
  await page.goto(`${pageOf('leapers')}#${letter}`);
  await page.locator('.by-link', { hasText: 'You are Black' }).waitFor();
  await settle(page);
  assert.equal((await moves(page)).length, 1);
  assert.equal(await page.evaluate(() => location.hash), '');
  /* What this device remembers of it are its own moves: before an answer and after it. */
  await page.reload();
  await page.locator('.by-link', { hasText: 'You are Black' }).waitFor();
  assert.equal(await settle(page), 'turn');
  await act(page, random(6), mouse(page));
  await settle(page);
  await page.reload();
  assert.equal(await settle(page), 'away');
  assert.equal((await moves(page)).length, 2);
  assert.equal(await page.locator('[role=alert]').count(), 0);
  /* The old link shows the game as it stands. */
  await page.getByRole('button', { name: 'New game' }).click();
  await page.locator('dialog select').nth(0).selectOption('person');
  await page.locator('dialog select').nth(1).selectOption('1');
  await page.getByRole('button', { name: 'Begin' }).click();
  await page.locator('.by-link').waitFor({ state: 'detached' });
  await settle(page);
  await page.goto(`${pageOf('leapers')}#${letter}`);
  await page.locator('[role=alert]', { hasText: 'This link is older' }).waitFor();
  await settle(page);
  assert.equal((await moves(page)).length, 2);
  await others(page).click();
  await page
    .locator('.own-games .kept button', { hasText: `: ${mine.length} moves` })
    .first()
    .click();
  await page.locator('.by-link').waitFor({ state: 'detached' });
  await settle(page);
  assert.deepEqual(await moves(page), mine);
  await close();
});

test('where there is no room, the game that is played is kept, and the oldest goes', async () => {
  const { page, close } = await open(pageOf('leapers'));
  await act(page, random(5), mouse(page));
  await settle(page);
  await newGame(page);
  await act(page, random(9), mouse(page));
  await settle(page);
  await page.evaluate(() => {
    for (let size = 1 << 20, i = 0; size >= 1; i++) {
      try {
        localStorage.setItem(`filler ${i}`, 'x'.repeat(size));
      } catch {
        size >>= 1;
      }
    }
  });
  await act(page, random(9), mouse(page));
  await settle(page);
  const played = await moves(page);
  assert.equal(played.length, 4);
  assert.equal(await page.getByText('This browser keeps nothing').count(), 0);
  await page.reload();
  await settle(page);
  assert.deepEqual(await moves(page), played);
  await others(page).click();
  assert.equal(await page.locator('.own-games .kept li').count(), 0);
  await close();
});

test('a game that was saved as a file is gone on with', async () => {
  const { page, close } = await open(pageOf('leapers'), { acceptDownloads: true });
  await newGame(page, { level: '2' });
  await act(page, random(5), mouse(page));
  await settle(page);
  const before = await moves(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save', exact: true }).click(),
  ]);
  const file = join(folder, 'gone-on.mrec');
  await download.saveAs(file);
  await newGame(page, { level: 'person' });
  await others(page).click();
  const take = (name, buffer) =>
    page
      .locator('.own-games input[type=file]')
      .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(buffer) });
  await take('none.mrec', 'e2e4');
  await page.locator('.own-games [role=alert]', { hasText: 'This file is no record' }).waitFor();
  const text = readFileSync(file, 'utf8');
  await take('half.mrec', text.slice(0, text.lastIndexOf(' ')));
  await page.locator('.own-games [role=alert]', { hasText: /^Line \d+, column \d+: / }).waitFor();
  await settle(page);
  assert.deepEqual(await moves(page), []);
  await take('whole.mrec', text);
  await until(page, () => document.querySelectorAll('.moves .move').length === 2);
  assert.equal(await settle(page), 'turn');
  assert.deepEqual(await moves(page), before);
  await page.locator('.player small', { hasText: 'level 2' }).waitFor();
  await close();
});

test('a game whose rules have been changed since is not lost', async () => {
  const { page, close } = await open(pageOf('leapers'), { acceptDownloads: true });
  await act(page, random(5), mouse(page));
  await settle(page);
  await unfold(page);
  await remarkBox(page).fill('Is "this" right?');
  await page.getByRole('button', { name: 'Keep the remark' }).click();
  /* The page is the old one; what it keeps is made to look as if it had been changed. */
  await page.evaluate(() => {
    const [key, value] = Object.entries(localStorage).find(([one]) =>
      one.startsWith('marcher game:'),
    );
    localStorage.removeItem(key);
    const other = (text) => text.replaceAll(/[0-9a-f]{16}/g, '0123456789abcdef');
    localStorage.setItem(other(key), other(value));
  });
  await page.reload();
  await settle(page);
  assert.deepEqual(await moves(page), []);
  const note = page.locator('.keeping', { hasText: 'its rules have been changed since' });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    note.getByRole('button', { name: 'Save it' }).click(),
  ]);
  const file = join(folder, 'left.mrec');
  await download.saveAs(file);
  const text = readFileSync(file, 'utf8');
  assert.match(text, /^\[Marcher "3"\]\n.*\n\[Remark "2" "Is \\"this\\" right\?"\]\n\n\S+/s);
  /* Another game does not write over it; it is there until nobody wants it any more. */
  await act(page, random(5), mouse(page));
  await settle(page);
  await page.reload();
  await settle(page);
  assert.equal((await moves(page)).length, 2);
  await newGame(page);
  await page.reload();
  await settle(page);
  await note.getByRole('button', { name: 'Forget it' }).click();
  await note.waitFor({ state: 'detached' });
  await page.reload();
  await settle(page);
  assert.equal(await page.locator('.keeping').count(), 0);
  await close();
});

/** Runs in the page before anything else: looks for actions that are seen and not kept yet. */
function watchKeeping() {
  globalThis.seen = [];
  const actions = () => {
    const entry = Object.entries(localStorage).find(([key]) => key.startsWith('marcher game:'));
    const record = entry ? JSON.parse(entry[1]).record : '';
    const moves = record.slice(record.indexOf('\n\n')).replaceAll(/\{[^}]*\}/g, '');
    return moves.trim() === '' ? 0 : moves.trim().split(/\s+/).length;
  };
  new MutationObserver(() => {
    const { count } = document.querySelector('main')?.dataset ?? {};
    if (count !== undefined && Number(count) !== globalThis.seen.at(-1)?.[0]) {
      globalThis.seen.push([Number(count), actions()]);
    }
  }).observe(document, { subtree: true, childList: true, attributes: true });
}

test("what is seen is kept already, and a new game is nobody's turn until it is seen", async () => {
  const { page, close } = await open(pageOf('leapers'), { init: watchKeeping });
  await settle(page);
  await act(page, random(5), mouse(page));
  await settle(page);
  assert.deepEqual(await page.evaluate(() => globalThis.seen), [
    [0, 0],
    [1, 1],
    [2, 2],
  ]);
  await page.getByRole('button', { name: 'New game' }).click();
  const phase = await page.evaluate(async () => {
    document.querySelector('dialog button.primary').click();
    for (let i = 0; i < 10; i++) {
      await Promise.resolve(); /* what is drawn is drawn before anything answers */
    }
    return document.querySelector('main').dataset.phase;
  });
  assert.equal(phase, 'wait');
  assert.equal(await settle(page), 'turn');
  assert.deepEqual(await moves(page), []);
  await close();
});

test('comments and variations of an analysis outlive the tab, and the page itself', async () => {
  const { page, close } = await open(pageOf('chess'));
  await page.getByRole('button', { name: 'Analyse' }).click();
  await page.locator('summary', { hasText: 'Open another game' }).click();
  await page.getByLabel('A link, a record or PGN').fill('1. f3 e5 (1... d5) 2. g4 Qh4# 0-1');
  await page.getByRole('button', { name: 'Open it' }).click();
  await page.locator('.tree .move', { hasText: 'Qh4#' }).waitFor();
  await page.getByLabel('About Qh4#').fill('so soon');
  await page.reload();
  await page.getByRole('button', { name: 'Analyse' }).click();
  await page.locator('summary', { hasText: 'Open another game' }).click();
  await page.locator('.kept-analyses button', { hasText: /^Chess, / }).click();
  await page.locator('.tree .comment', { hasText: 'so soon' }).waitFor();
  assert.equal(await page.locator('.tree .move').count(), 5);
  await close();
});

test('a browser that keeps nothing is told of, and a file is offered', async () => {
  const { page, close } = await open(pageOf('leapers', '--workshop'), { init: keepNothing });
  await page.getByText('This browser keeps nothing for this page').first().waitFor();
  const saved = async (button) => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: button }).click(),
    ]);
    const file = join(folder, `kept-${button}`);
    await download.saveAs(file);
    return readFileSync(file, 'utf8');
  };
  assert.match(await saved('Save the game'), /^\[Marcher "/);
  await page.getByRole('button', { name: 'Workshop' }).click();
  await page.getByText('This browser keeps nothing for this page').waitFor();
  await page.getByRole('button', { name: 'Begin', exact: true }).click();
  await page.locator('.ws-game .board').waitFor();
  assert.match(await saved('Save the text'), /^\[my-game:leapers\]/m);
  /* Who leaves with something typed is asked first. */
  const asked = new Promise((resolve) => {
    page.on('dialog', (dialog) => {
      resolve(dialog.type());
      void dialog.accept();
    });
  });
  await page.locator('.cm-content').click();
  await page.keyboard.type('# mine');
  await page.reload();
  assert.equal(await asked, 'beforeunload');
  await close();
});
