// Looking at games, playing by link between two browsers, sending a game back.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { after, test } from 'node:test';
import {
  act,
  answered,
  faults,
  folder,
  gone,
  keep,
  open,
  pageOf,
  settle,
  until,
} from '../browser.mjs';
import { random } from '../program.mjs';

const opera = `[Event "Paris"]
[White "Morphy"]
[Black "Allies"]

1. e4 e5 2. Nf3 d6 {solid} (2... Nc6 3. Bb5 (3. Bc4)) 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5
6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8
13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0
`;

/* A page as a web server has it: there links travel. */
const server = createServer((request, response) => {
  const name = new URL(request.url, 'http://host').pathname.slice(1);
  response.setHeader('content-type', 'text/html');
  response.end(readFileSync(new URL(pageOf(...name.split('+')))));
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
after(() => server.close());
const served = (name) => `http://127.0.0.1:${server.address().port}/${name}`;

const moves = (page) => page.locator('.tree .move').allInnerTexts();
const here = (page) => page.locator('.tree .move[aria-current]').innerText();

async function paste(page, text) {
  const box = page.getByLabel('A link, a record or PGN');
  /* While a game is being opened the box is open, and it is another one afterwards. */
  await page.locator('main[data-phase="analyse"] .board').waitFor();
  await page.locator('.open-game input[type=file]:enabled').waitFor({ state: 'attached' });
  if (!(await box.isVisible())) {
    await page.locator('summary', { hasText: 'Open another game' }).click();
  }
  await box.fill(text);
  await page.getByRole('button', { name: 'Open it' }).click();
}

/** Runs in the page before anything else: what a text holds is told when it is let go. */
function holdTexts() {
  const send = Worker.prototype.postMessage;
  const go = new Promise((resolve) => {
    globalThis.letGo = resolve;
  });
  Worker.prototype.postMessage = async function (message) {
    if (message.words?.[0] === 'tree') {
      await go;
    }
    send.call(this, message);
  };
}

test('what is typed while a game opens stays in the box, what was opened does not', async () => {
  const { page, close } = await open(pageOf('chess', 'clobber'), { init: holdTexts });
  const box = page.getByLabel('A link, a record or PGN');
  await box.fill(opera);
  await page.getByRole('button', { name: 'Open it' }).click();
  await page.locator('main[data-phase="analyse"]').waitFor();
  await box.fill('1. e4');
  await page.evaluate(() => globalThis.letGo());
  await page.locator('.tree .move').first().waitFor();
  assert.equal(await box.inputValue(), '1. e4');
  await page.getByRole('button', { name: 'Open it' }).click();
  await until(page, () => document.querySelectorAll('.tree .move').length === 1, 'the other game');
  assert.equal(await box.inputValue(), '');
  await close();
});

test('a tag that is misspelt is told of', async () => {
  const { page, close } = await open(pageOf('chess', 'clobber'));
  const box = page.getByLabel('A link, a record or PGN');
  await box.fill('[Event "x"]\n[Varient "Antichess"]\n\n1. e4 e5 *');
  await page.getByRole('button', { name: 'Open it' }).click();
  await page.locator('.tree .move').first().waitFor();
  await page.getByText("The tag 'Varient' has no meaning; did you mean 'Variant'?").waitFor();
  await close();
});

/** Lets go of a file above the page, as from a folder beside it. */
async function drop(page, name, bytes) {
  const file = { name, bytes: bytes.toString('base64') };
  const data = await page.evaluateHandle(({ name, bytes }) => {
    const content = Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0));
    const carried = new DataTransfer();
    carried.items.add(new File([content], name));
    return carried;
  }, file);
  for (const what of ['dragenter', 'dragover', 'drop']) {
    await page.locator('main').dispatchEvent(what, { dataTransfer: data });
  }
}

/** Presses squares by their names, from the first player's side. */
async function press(page, ...squares) {
  for (const square of squares) {
    const place = await page.locator('.board').evaluate((board, name) => {
      const side = 96;
      const column = name.charCodeAt(0) - 97;
      const row = 8 - Number(name.slice(1));
      const at = new DOMPoint((column + 0.5) * side, (row + 0.5) * side);
      const { x, y } = at.matrixTransform(board.getScreenCTM());
      return [x + scrollX, y + scrollY];
    }, square);
    await answered(page, place, (x, y) => page.mouse.click(x, y));
  }
}

test('a game with its variations is opened, stepped through, tried and taken elsewhere', async () => {
  const { page, close } = await open(pageOf('chess'));
  await page.getByRole('button', { name: 'Analyse' }).click();
  await page.locator('summary', { hasText: 'Open another game' }).click();
  const file = join(folder, 'opera.pgn');
  writeFileSync(file, opera);
  await page.locator('.open-game input[type=file]').setInputFiles(file);
  await page.locator('.tree .move', { hasText: 'Rd8#' }).waitFor();
  assert.equal(await here(page), 'Rd8#');
  assert.deepEqual((await moves(page)).slice(0, 8), [
    'e4',
    'e5',
    'Nf3',
    'd6',
    'Nc6',
    'Bb5',
    'Bc4',
    'd4',
  ]); // prettier-ignore
  assert.match(await page.locator('.status.over').innerText(), /^1-0: /);
  /* Arrows step; a move that was not played becomes a variation. */
  await page.locator('.tree .move').first().click();
  await page.keyboard.press('ArrowRight'); /* at once: it goes on from what was pressed */
  await page.locator('.tree .move[aria-current]', { hasText: 'e5' }).waitFor();
  await page.getByRole('button', { name: 'To the end' }).click();
  await page.keyboard.press('ArrowLeft'); /* whatever has the focus */
  await page.locator('.tree .move[aria-current]', { hasText: 'Nxb8' }).waitFor();
  await page.locator('.tree .move').nth(1).click();
  await page.locator('.tree .move[aria-current]', { hasText: 'e5' }).waitFor();
  await press(page, 'd2', 'd4');
  await page.keyboard.press(
    'ArrowLeft',
  ); /* the board has been pressed, so arrows are not its own */
  await page.locator('.tree .move[aria-current]', { hasText: 'e5' }).waitFor();
  await page.locator('.tree .move', { hasText: 'd4' }).last().click();
  await page.locator('.tree .move[aria-current]', { hasText: 'd4' }).waitFor();
  assert.equal(await page.locator('.player small', { hasText: 'Morphy' }).count(), 1);
  assert.equal((await moves(page)).filter((text) => text === 'd4').length, 2);
  await page.getByLabel('About d4').fill('the centre {at once}');
  /* What the text carries is read again with all of it. */
  await page.getByRole('button', { name: 'Text that carries this' }).click();
  const letter = await page.locator('.link textarea').inputValue();
  assert.match(letter, /^game=[\w-]+$/);
  assert.deepEqual(await faults(page), []);
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await page.getByRole('button', { name: 'Analyse' }).click();
  await paste(page, letter);
  await page.locator('.tree .comment', { hasText: 'the centre {at once)' }).waitFor();
  assert.equal((await moves(page)).length, 37);
  /* The same as files. */
  for (const [button, head] of [
    ['Save PGN', /^\[Event /],
    ['Save record', /^\[Marcher "1"\]\n\[Game "chess"\]/],
    ['Save picture', /\n<svg /],
  ]) {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: button }).click(),
    ]);
    assert.match(readFileSync(await download.path(), 'utf8'), head);
  }
  await keep(page, 'analyse');
  await close();
});

test('where a game turned, what a level would do, and the truth of an ending', async () => {
  const { page, close } = await open(pageOf('chess'));
  await page.getByRole('button', { name: 'Analyse' }).click();
  await paste(page, '1. f3 e5 2. g4 Qh4# 0-1');
  await page.locator('.tree .move', { hasText: 'Qh4#' }).waitFor();
  await page.getByRole('button', { name: 'Where did it turn?' }).click();
  await page
    .locator('.points button', { hasText: /^2\. g4 White could expect/ })
    .click({ timeout: 60000 });
  await page.locator('.tree .move.turning[aria-current]', { hasText: 'g4' }).waitFor();
  assert.match(await page.locator('.sides').innerText(), /Black: 0 mistakes, 0 blunders/);
  await page.getByRole('button', { name: 'What would level 8 do?' }).click();
  await page.locator('.lines li', { hasText: '100%' }).waitFor({ timeout: 60000 });
  assert.match(await page.locator('.lines li').first().innerText(), /2… Qh4#/);
  await paste(page, '[SetUp "1"]\n[FEN "8/8/8/8/8/1K6/3Q4/k7 w - - 0 1"]\n\n*');
  await page.getByRole('button', { name: 'Ending table' }).click();
  await page.locator('.ending', { hasText: 'White wins in 1 ply' }).waitFor({ timeout: 60000 });
  await keep(page, 'ending');
  await close();
});

test('what is damaged is told in a sentence with its place', async () => {
  const { page, close } = await open(pageOf('chess'));
  await page.getByRole('button', { name: 'Analyse' }).click();
  const told = async (text, pattern) => {
    await paste(page, text);
    await page.locator('[role=alert]', { hasText: pattern }).waitFor();
  };
  await told('1. e4 e5\n2. Ke3 *', /^Line 2, column 4: 'Ke3' is no legal move here\./);
  await told('[Marcher "7"]', /newer Marcher \(format 7\)/);
  await told(
    '[Marcher "1"]\n[Game "halma"]\n\na1',
    /a game of halma, which this page does not have/,
  );
  await told('game=H4sIAAAAAAAAA2Zm', /This link is damaged/);
  await told(`game=H4sIAAAAAAAAA2Zm ${'and words '.repeat(50000)}`, /This link is damaged/);
  await told('1. e4 {never ends', /Line 1, column 7: A comment has no end\./);
  /* What can be read is opened, and what cannot is told. */
  await told(
    '[White "Ann"\n\n1. e4 *\n\n[White "Bob"]\n\n1. d4 d5 *',
    /^Not all of it could be read\. Line 3, column 1: Expected '\]' after the tag\./,
  );
  await page.locator('.tree', { hasText: 'd5' }).waitFor();
  await close();
  for (const carried of ['turn=xyz', 'game=%%%', 'offer=']) {
    const broken = await open(`${served('leapers')}#${carried}`);
    await broken.page.locator('[role=alert]', { hasText: 'This link is damaged' }).waitFor();
    await broken.close();
  }
});

/** A new game of the first seat against a friend by link. */
async function beginByLink(page) {
  await page.getByRole('button', { name: 'New game' }).click();
  await page.locator('dialog select').nth(1).selectOption('away');
  await page.getByRole('button', { name: 'Begin' }).click();
  await page.locator('.by-link').waitFor();
}

/** What goes out stands there when it can be copied. */
const outgoing = async (page) => {
  await page.locator('.outgoing button:enabled', { hasText: 'Copy' }).waitFor();
  return page.locator('.outgoing textarea').inputValue();
};

test('a page without chess takes for its own game what does not say what it is of', async () => {
  const { page, close } = await open(pageOf('leapers'));
  await page.getByRole('button', { name: 'Analyse' }).click();
  await paste(page, '[Event "Club"]\n\n1. Wb2 Wb4 *');
  await page.locator('.tree .move', { hasText: 'Wb4' }).waitFor();
  await paste(page, 'hello world');
  await page.locator('[role=alert]', { hasText: "'hello' is no legal move here" }).waitFor();
  /* A position alone, as programs copy it. */
  await paste(page, 'f4/5/5/5/4F b - - 3 7');
  await until(page, () => document.querySelectorAll('.board .piece').length === 2);
  await close();
});

test('two people play by link, each at the right seat, and no link can tell it otherwise', async () => {
  const white = await open(served('leapers'));
  await beginByLink(white.page);
  await settle(white.page);
  const draw = random(5);
  const hand = (page) => (x, y) => page.mouse.click(x, y);
  await act(white.page, draw, hand(white.page));
  await white.page.locator('.outgoing strong', { hasText: 'Send this link to Black.' }).waitFor();
  const first = await outgoing(white.page);
  assert.match(first, /^http:\/\/127\.0\.0\.1:\d+\/leapers#turn=[\w-]+$/);
  /* The other device. */
  const black = await open(first);
  await black.page.locator('.by-link', { hasText: 'You are Black' }).waitFor();
  assert.equal(await settle(black.page), 'turn');
  assert.equal(await black.page.locator('.moves li').count(), 1);
  await act(black.page, draw, hand(black.page));
  await black.page.locator('.outgoing strong', { hasText: 'to White.' }).waitFor();
  await keep(black.page, 'by-link');
  const answer = await outgoing(black.page);
  /* As messages bring it: quoted, its line broken, and with words behind it. */
  const broken = `${answer.slice(0, 90)}\n> ${answer.slice(90)}`;
  const message = `> My answer: ${broken}.\n> Your turn! Yours, Bob`;
  await white.page.getByLabel('An answer has come: paste it').fill(message);
  await white.page.getByRole('button', { name: 'Open the answer' }).click();
  await white.page.locator('main[data-phase=turn]').waitFor();
  assert.equal(await white.page.locator('.moves li').count(), 2);
  assert.deepEqual(await faults(white.page), []);
  await act(white.page, draw, hand(white.page));
  await white.page.locator('.outgoing').waitFor();
  /* An older link, opened again on the same device, is refused. */
  await white.page.getByLabel('An answer has come: paste it').fill(answer);
  await white.page.getByRole('button', { name: 'Open the answer' }).click();
  await white.page.locator('.incoming [role=alert]', { hasText: 'This link is older' }).waitFor();
  /* A link carries the offer of a draw, and the answer that it is taken. */
  await white.page.getByRole('button', { name: 'Offer a draw' }).click();
  await white.page.locator('.outgoing', { hasText: 'It offers a draw.' }).waitFor();
  await until(white.page, () =>
    document.querySelector('.outgoing textarea').value.includes('#offer='),
  );
  await black.page.getByLabel('An answer has come: paste it').fill(await outgoing(white.page));
  await black.page.getByRole('button', { name: 'Open the answer' }).click();
  await black.page.getByText('White offers a draw.').waitFor();
  await black.page.getByRole('button', { name: 'Accept the draw' }).click();
  await black.page.locator('.status.over', { hasText: /^Draw: / }).waitFor();
  await until(black.page, () =>
    document.querySelector('.outgoing textarea')?.value.includes('#turn='),
  );
  await white.page.getByLabel('An answer has come: paste it').fill(await outgoing(black.page));
  await white.page.getByRole('button', { name: 'Open the answer' }).click();
  await white.page.locator('.status.over', { hasText: /^Draw: / }).waitFor();
  await black.close();
  await white.close();
});

test('what a computer player notes at its moves does not hide the game', async () => {
  const file = join(folder, 'noted.mrec');
  const level = ['--level', '1', '--nodes', '60', '--seed', '3'];
  execFileSync(process.env.MARCHER, ['watch', 'gardner', ...level, '--save', file]);
  assert.match(readFileSync(file, 'utf8'), /positions\)\.}/);
  const { page, close } = await open(pageOf('gardner'));
  await page.getByRole('button', { name: 'Analyse' }).click();
  /* As players of other families say it, too, and of moves there was nothing to think about. */
  const reasons = [
    'The only legal action.',
    'The first action: there was no time to look.',
    '',
    'Did not look, as happens at this level.',
    'Red expects to score 53%, looking 2 plies ahead (1,204 positions). Red needs 4 more pieces, Blue has no road with this hand. It fights 1 duel, survives with 42%.',
    '1,000 playouts: wins 61% of them; next best a1b2 at 40%.',
    'Goes on with its plan (2 of 3); White expects to score 50%.',
    'Takes what looks best at once.',
  ];
  const noted = readFileSync(file, 'utf8').replaceAll(/\{[^}]*\}/g, (said) => {
    const reason = reasons.shift();
    return reason ? `{${reason}}` : said;
  });
  assert.deepEqual(reasons, []);
  await paste(page, noted);
  await page.locator('.tree .move').nth(2).click();
  await gone(page, '.tree .comment');
  assert.match(await page.locator('.tree .move').nth(2).getAttribute('title'), /positions\)\.$/);
  const about = page.getByRole('textbox', { name: /^About/ });
  await about.fill(`${await about.inputValue()} So it says.`);
  await page.locator('.tree .comment', { hasText: 'So it says.' }).waitFor();
  await close();
});

test('a file of ending tables is dropped onto the page, and answers', async () => {
  const file = join(folder, 'queen.endgame');
  execFileSync(process.env.MARCHER, ['endgame', 'gardner', 'KQvK', '--save', file]);
  const bytes = readFileSync(file);
  const { page, close } = await open(pageOf('gardner'));
  await page.getByRole('button', { name: 'Analyse' }).click();
  await paste(page, '[Variant "gardner"]\n[FEN "4k/5/5/5/KQ3 w - - 0 1"]\n\n*\n');
  await page.getByRole('button', { name: 'Ending table' }).waitFor();
  await drop(page, 'queen.endgame', bytes.subarray(0, 400));
  await page.locator('[role=alert]', { hasText: 'The file of tables is damaged' }).waitFor();
  await drop(page, 'queen.endgame', bytes);
  await page.locator('[role=alert]').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Ending table' }).click();
  const answer = page.locator('.ending', { hasText: 'by the tables that you have opened' });
  await answer.waitFor();
  assert.match(await answer.innerText(), /KQvK: White wins in 7 plies, /);
  await keep(page, 'ending-file');
  await close();
});

test('where the page is a file, a text takes the turn across', async () => {
  const white = await open(pageOf('leapers'));
  await beginByLink(white.page);
  await settle(white.page);
  const draw = random(6);
  await act(white.page, draw, (x, y) => white.page.mouse.click(x, y));
  await white.page
    .locator('.outgoing strong', { hasText: 'Send this text, or the file, to Black.' })
    .waitFor();
  const text = await outgoing(white.page);
  assert.match(text, /^turn=[\w-]+$/);
  const black = await open(pageOf('leapers'));
  await black.page.locator('summary', { hasText: 'A turn that somebody has sent' }).click();
  await black.page.getByLabel('An answer has come: paste it').fill(text);
  await black.page.getByRole('button', { name: 'Open the answer' }).click();
  await black.page.locator('.by-link', { hasText: 'You are Black' }).waitFor();
  assert.equal(await settle(black.page), 'turn');
  await black.close();
  await white.close();
});

test('a tester sends a game back with remarks, and the designer reads it', async () => {
  const { page, close } = await open(pageOf('leapers'), { acceptDownloads: true });
  const draw = random(7);
  await page.locator('summary', { hasText: 'Remarks and sending back' }).click();
  const remark = async (text) => {
    await page.getByPlaceholder('What puzzled or pleased you here?').fill(text);
    await page.getByRole('button', { name: 'Keep the remark' }).click();
  };
  await remark('Where do I begin?');
  await settle(page);
  await act(page, draw, (x, y) => page.mouse.click(x, y));
  await settle(page);
  await remark('That was quick.');
  await page.getByLabel('Your name, if you like').fill('Ann');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Send back as a file' }).click(),
  ]);
  assert.match(download.suggestedFilename(), /^leapers-\d{4}-\d\d-\d\d\.mrec$/);
  const file = join(folder, 'sent.mrec');
  await download.saveAs(file);
  const record = readFileSync(file, 'utf8');
  assert.match(record, /^\[Marcher "3"\]\n\[Game "leapers"\]\n\[Definition "[0-9a-f]{16}"\]/);
  assert.match(
    record,
    /\[Player "White" "human"\]\n\[Player "Black" "level 3"\]\n\[Tester "Ann"\]/,
  );
  assert.match(record, /\[Remark "0" "Where do I begin\?"\]\n\[Remark "2" "That was quick\."\]/);
  assert.match(record, /\[Times "\d+\.\d{3} \d+\.\d{3}"\]/);
  const rules = join(folder, 'invented.ini');
  const told = execFileSync(
    process.env.MARCHER,
    ['lab', 'review', file, '--rules', rules, '--nodes', '200'],
    { encoding: 'utf8' },
  );
  assert.match(told, /Where do I begin\?/);
  assert.match(told, /That was quick\./);
  await keep(page, 'send-back');
  await close();
});
