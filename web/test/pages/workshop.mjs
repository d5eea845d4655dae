// The workshop: a new game typed, mistakes shown and mended, shared by link into a second browser.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { browser, faults, folder, gone, keep, open, pageOf } from '../browser.mjs';

/** A game that nobody here has heard of. */
const good = `# Cannons and camels, by nobody.
[camels:chess]
title = Camels
summary = A race of camels.
maxFile = 7
maxRank = 6
customPiece1 = c:C
# The guards:
customPiece2 = g:WA
startFen = cgkg2c/ppppppp/7/7/PPPPPPP/CGKG2C w - - 0 1
castling = false
promotionRegionWhite = *6
doubleStepRegionBlack = *5
`;

/** Text to be replaced, the mistake, what is said, and what a press mends it to, if one can. */
const mistakes = [
  ['maxFile = 7', 'maxFil = 7', /no key named 'maxFil'/, 'maxFile'],
  [':chess]', ':ches]', /no definition named 'ches'/, 'chess'],
  ['maxRank = 6', 'maxRank = 99', /expected a whole number from 1 to 16/, '16'],
  ['c:C', 'c:Cx', /cannot be read/, null],
  ['cgkg2c/', 'cgkg3c/', /squares/, 'cgkg2c'],
  ['castling = false', 'flagRegionWhite = c', /is no square/, 'c*'],
  ['castling = false', 'castling = fasle', /expected true or false/, 'false'],
];

/** Opens the workshop of a page, and begins a text. */
async function enter(page, way) {
  await page.getByRole('button', { name: 'Workshop' }).click();
  await page.getByRole('button', { name: way, exact: true }).click();
  await page.locator('.ws-game .board').waitFor();
}

/** Types a text in place of the one that there is. */
async function type(page, text) {
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(text);
}

const textOf = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('.cm-line')].map((line) => line.textContent).join('\n'),
  );

/** Waits until the text as it stands has been read, and what it makes is shown. */
const read = (page) => page.locator('.ws-said [aria-busy=false]').waitFor();
/** Waits until the text as it stands plays: what stood before it may have played, too. */
async function plays(page) {
  await read(page);
  await page.getByText('Camels plays.').waitFor();
}
const show = (page, tab) => page.getByRole('button', { name: tab, exact: true }).click();

test('a new game is typed, mistakes are told and mended, and a link brings it elsewhere', async () => {
  const { page, close } = await open(pageOf('chess', '--workshop'));
  await enter(page, 'Begin with little');
  await type(page, good);
  await plays(page);
  for (const [right, wrong, said, remedy] of mistakes) {
    await type(page, good.replace(right, wrong));
    const remark = page.locator('.ws-remark', { hasText: said }).first();
    await remark.waitFor();
    /* What played before plays on beside it, once it has been laid out. */
    await page.locator('.ws-game .board').waitFor();
    if (wrong === mistakes[1][1]) {
      await keep(page, 'workshop-mistake');
    }
    if (remedy !== null) {
      assert.equal(await remark.locator('.ws-mend').innerText(), `Write ${remedy}`);
      await remark.locator('.ws-mend').click();
      await remark.waitFor({ state: 'detached' });
      /* The nearest number is allowed, but the board has other ranks: that is told next. */
      assert.match(await textOf(page), new RegExp(remedy));
    }
  }
  /* What is hardly meant is told as long as it stands there, typed over itself or not. */
  const odd = good.replace('promotionRegionWhite = *6\n', '');
  await type(page, odd);
  await plays(page);
  await page.locator('.ws-warning', { hasText: /promotes on no square/ }).waitFor();
  await type(page, odd);
  await plays(page);
  await page.locator('.ws-warning', { hasText: /promotes on no square/ }).waitFor();
  await type(page, good);
  await plays(page);
  await gone(page, '.ws-remark');
  assert.deepEqual(await faults(page), []);
  await show(page, 'Share');
  await show(page, 'Make the link');
  const link = await page.getByLabel('The link').inputValue();
  const other = await open(link);
  await plays(other.page);
  assert.equal((await textOf(other.page)).trim(), good.trim());
  await other.close();
  const damaged = await browser.newPage();
  await damaged.goto(`${link.slice(0, -24)}${link.slice(-20)}`);
  await damaged.getByText('This link is damaged').waitFor();
  await damaged.close();
  await close();
});

test('what is typed outlives the tab', async () => {
  const { page, close } = await open(pageOf('chess', '--workshop'));
  await enter(page, 'Begin');
  await type(page, good);
  await plays(page);
  await page.reload();
  await page.getByRole('button', { name: 'Workshop' }).click();
  await page.getByRole('button', { name: 'camels', exact: true }).click();
  await plays(page);
  assert.equal((await textOf(page)).trim(), good.trim());
  await close();
});

test('a position that is set up goes into its key, and the rest of the text stays', async () => {
  const { page, close } = await open(pageOf('chess', '--workshop'));
  await enter(page, 'Begin');
  await type(page, good);
  await plays(page);
  await show(page, 'Board');
  await page.getByRole('button', { name: 'White Rook R' }).click();
  /* The board is as large as fits, in the middle: a square of its centre column, from the top. */
  const press = async (row) => {
    const box = await page.locator('.ws-drawing').boundingBox();
    const side = Math.min(box.width / 7, box.height / 6);
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2 + (row - 2.5) * side);
  };
  await press(2);
  await page.locator('.ws-text', { hasText: '/3R3/' }).waitFor();
  await keep(page, 'workshop-board');
  await show(page, 'Write into startFen');
  await page.locator('.cm-line', { hasText: '/3R3/' }).waitFor();
  await read(page);
  const fen = 'cgkg2c/ppppppp/3R3/7/PPPPPPP/CGKG2C';
  assert.equal((await textOf(page)).trim(), good.replace(/cgkg2c\S+/, fen).trim());
  /* A man is dragged on the board, and what the board says then onto the text. */
  const squareAt = async (column, row) => {
    const box = await page.locator('.ws-drawing').boundingBox();
    const side = Math.min(box.width / 7, box.height / 6);
    const middle = [box.x + box.width / 2, box.y + box.height / 2];
    return [middle[0] + (column - 3) * side, middle[1] + (row - 2.5) * side];
  };
  await page.getByRole('button', { name: 'Move', exact: true }).click();
  await page.mouse.move(...(await squareAt(3, 2)));
  await page.mouse.down();
  await page.mouse.move(...(await squareAt(4, 3)), { steps: 3 });
  await page.mouse.up();
  const value = page.locator('.ws-text', { hasText: '/7/4R2/' });
  await value.dragTo(page.locator('.cm-content'));
  await page.locator('.cm-line', { hasText: '/7/4R2/' }).waitFor();
  await read(page);
  await page.getByLabel('What is drawn').selectOption('flagRegionWhite');
  /* Without the key it is the eighth rank, which this board does not have. */
  await page.locator('.ws-text').getByText('-', { exact: true }).waitFor();
  await press(0);
  await page.locator('.ws-text', { hasText: 'd6' }).waitFor();
  await show(page, 'Write into flagRegionWhite');
  await page.locator('.cm-line', { hasText: 'flagRegionWhite = d6' }).waitFor();
  await close();
});

test('a quick look says who wins, and stands beside the last', async () => {
  const { page, close } = await open(pageOf('leapers', '--workshop'));
  await enter(page, 'Change it itself');
  await show(page, 'Quick look');
  await page.getByLabel('Games', { exact: true }).selectOption('50');
  await show(page, 'Play them');
  await page.getByRole('button', { name: 'Look again' }).waitFor({ timeout: 60000 });
  const status = page.locator('.ws-quick [role=status]');
  assert.match(await status.textContent(), /^Played 50 games: White wins \d+%, Black wins \d+%/);
  assert.match(await page.locator('.ws-report').innerText(), /50 games of Leapers/);
  assert.match(await page.locator('.ws-report').innerText(), /Who wins\s+White/);
  await show(page, 'Look again');
  await page.getByText('Beside the last look').waitFor();
  await page.getByRole('button', { name: 'Look again' }).waitFor({ timeout: 60000 });
  /* The same text, players and seed say the same, once the last games are compared. */
  assert.match(
    await page.locator('.ws-differences[aria-busy=false]').innerText(),
    /White wins\s+0 points.*chance/,
  );
  await page.getByLabel('Games', { exact: true }).selectOption('2000');
  await show(page, 'Look again');
  assert.equal(await status.textContent(), 'Playing 2000 games.');
  await show(page, 'Stop');
  assert.match(await status.textContent(), /^Stopped after \d+ games?: White wins/);
  await keep(page, 'workshop-quick');
  await close();
});

/** A board that takes the other part of what only chess-like games need. */
const great = `[great:chess]
title = Great
maxFile = 12
maxRank = 12
startFen = rnbqkbnrrnbq/pppppppppppp/12/12/12/12/12/12/12/12/PPPPPPPPPPPP/RNBQKBNRRNBQ w - - 0 1
castling = false
`;

test('the page writes pages of one game, no larger than those of the program', async () => {
  const { page, close } = await open(pageOf('chess', 'borderline', '--workshop'));
  await page.getByRole('button', { name: 'Workshop' }).first().click();
  for (const [text, title] of [
    [good, 'Camels'],
    [great, 'Great'],
  ]) {
    await page.getByRole('button', { name: 'Begin with little', exact: true }).click();
    await type(page, text);
    await page.getByText(`${title} plays.`).waitFor();
    await show(page, 'Share');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      show(page, 'Save the page'),
    ]);
    const file = join(folder, `${title}.html`);
    await download.saveAs(file);
    const html = readFileSync(file, 'utf8');
    assert.ok(html.length <= 880000, `the page of ${title} has ${html.length} bytes`);
    assert.ok(!html.includes('id="workshop"'));
    /* That game and its parents, and nothing else. */
    assert.ok(html.includes('[chess]') && !html.includes('[borderline]'));
    const written = await open(`file://${file}`);
    await written.page.locator('main[data-phase=turn]').waitFor();
    assert.equal(await written.page.title(), title);
    await written.page.getByRole('button', { name: 'Hint' }).click();
    await written.page.locator('.advice').waitFor();
    await written.close();
    await page.getByRole('button', { name: 'All texts' }).click();
  }
  await close();
});
