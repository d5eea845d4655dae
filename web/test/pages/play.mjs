// What a page does besides being played: keys, set-ups in secret, accessibility, old browsers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  act,
  answered,
  browser,
  enter,
  faults,
  gone,
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

/** Runs in the page: the middle of a square of the board, counted from the upper left. */
const middle = (board, at) => {
  const { x, y } = new DOMPoint(...at).matrixTransform(board.getScreenCTM());
  return [x + scrollX, y + scrollY];
};

/** Presses a square of the board, and waits until that has been answered. */
async function pressSquare(page, column, row) {
  const at = [(column + 0.5) * 96, (row + 0.5) * 96];
  const place = await page.locator('.board').evaluate(middle, at);
  await answered(page, place, (x, y) => page.mouse.click(x, y));
}

test('where one kind is put down, a square is all that is pressed', async () => {
  const { page, close } = await open(pageOf('flipello'));
  await newGame(page, { level: 'person' });
  assert.equal(await page.locator('.mark-target').count(), 4, 'it is seen where');
  await pressSquare(page, 0, 0);
  assert.equal(await page.locator('main').getAttribute('data-count'), '0');
  await pressSquare(page, 2, 3);
  await page.locator('main[data-count="1"]').waitFor();
  await settle(page);
  /* The cursor stands where was pressed; the answer is the square below. */
  await page.locator('.board').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.locator('main[data-count="2"]').waitFor();
  await close();
});

test('where several kinds can be put, a square asks which, unless one is held', async () => {
  const { page, close } = await open(pageOf('placement'));
  await newGame(page, { level: 'person' });
  assert.equal(await page.locator('.mark-target').count(), 0, 'kinds go to squares of their own');
  await pressSquare(page, 0, 7);
  const names = page.locator('dialog.chooser .choices button');
  assert.deepEqual((await names.allInnerTexts()).sort(), [
    'Bishop',
    'King',
    'Knight',
    'Queen',
    'Rook',
  ]);
  await page.keyboard.press('Escape');
  await gone(page, 'dialog.chooser');
  /* Whoever holds a rook and presses where it cannot go, lets go of it. */
  await page.locator('.held-piece[aria-label^="Rook"]:not([aria-disabled="true"])').click();
  await pressSquare(page, 0, 3);
  assert.equal(await page.locator('dialog.chooser').count(), 0);
  await pressSquare(page, 0, 7);
  await names.filter({ hasText: 'Rook' }).click();
  await page.locator('main[data-count="1"]').waitFor();
  await close();
});

/** Runs in the page before anything else: the computer thinks until it is let go. */
function holdThoughts() {
  const send = Worker.prototype.postMessage;
  const go = new Promise((resolve) => {
    globalThis.letGo = resolve;
  });
  Worker.prototype.postMessage = async function (message) {
    if (message.words?.[0] === 'think') {
      await go;
    }
    send.call(this, message);
  };
}

test('who presses ahead is heard in turn, and may think better of it', async () => {
  const { page, close } = await open(pageOf('chess'), { init: holdThoughts });
  await newGame(page, { level: '1', seed: '3' });
  await page.getByRole('button', { name: 'Preferences' }).click();
  for (const label of ['Sounds', 'Press ahead while the other side thinks']) {
    assert.equal(await page.getByLabel(label).isChecked(), false, `${label} until asked for`);
  }
  await page.getByLabel('Press ahead').check();
  await page.getByRole('button', { name: 'Done' }).click();
  /* The squares of the first player's knight, and where it goes, while the computer thinks. */
  const press = async (...squares) => {
    for (const [column, row] of squares) {
      const place = await page.locator('.board').evaluate(
        (board, at) => {
          const { x, y } = new DOMPoint(...at).matrixTransform(board.getScreenCTM());
          return [x + scrollX, y + scrollY];
        },
        [(column + 0.5) * 96, (row + 0.5) * 96],
      );
      await answered(page, place, (x, y) => page.mouse.click(x, y));
    }
  };
  await press([4, 6], [4, 4]);
  await press([6, 7], [5, 5]);
  assert.equal(await page.locator('.mark-ahead').count(), 2);
  await page.keyboard.press('Escape');
  await gone(page, '.mark-ahead');
  await press([1, 7], [2, 5]);
  assert.equal(await page.locator('main').getAttribute('data-count'), '1');
  await page.evaluate(() => globalThis.letGo());
  await page.locator('.moves li', { hasText: 'Nc3' }).waitFor({ timeout: 60000 });
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

/** Runs in the page: nothing is drawn and timers come late, as in a tab that nobody looks at. */
function stayBehind() {
  const wait = globalThis.setTimeout;
  const frames = [];
  globalThis.requestAnimationFrame = (frame) => frames.push(frame);
  globalThis.setTimeout = (what, milliseconds = 0, ...words) =>
    wait(what, Math.max(1000, milliseconds), ...words);
  globalThis.comeForward = () => {
    globalThis.requestAnimationFrame = (frame) => wait(frame, 16);
    globalThis.setTimeout = wait;
    for (const frame of frames) {
      frame(performance.now());
    }
  };
}

test('a page that was opened in the background shows its game', async () => {
  const context = await browser.newContext();
  await context.addInitScript(stayBehind);
  const page = await context.newPage();
  await page.goto(pageOf('leapers'));
  await page.waitForTimeout(1500);
  await page.evaluate(() => globalThis.comeForward());
  await page.locator('main[data-phase=turn] .board .piece').first().waitFor();
  await context.close();
});

test('what has the focus is never lost', async () => {
  const { page, close } = await open(pageOf('warlord-border-war'));
  const onBoard = () => document.activeElement?.classList.contains('board');
  await newGame(page, { level: 'person' });
  await until(page, () => document.activeElement !== document.body);
  /* A set-up that is gone on with lies behind a curtain, which takes the focus and hands it on. */
  await act(page, random(3), (x, y) => page.mouse.click(x, y));
  await page.locator('.moves .move').first().waitFor();
  await page.getByRole('button', { name: 'Take back' }).focus();
  await page.keyboard.press('Enter');
  await until(page, onBoard);
  await page.getByText('Play the turn for me').click();
  await page.getByRole('alertdialog', { name: 'Black, sit down' }).waitFor();
  await until(page, () => document.activeElement?.matches('.curtain button'));
  await page.keyboard.press('Enter');
  await until(page, onBoard);
  await page.getByRole('button', { name: 'Analyse' }).focus();
  await page.keyboard.press('Enter');
  await page.locator('main[data-phase=analyse]').waitFor();
  await until(page, () => document.activeElement !== document.body);
  await close();
});

test('on paper the rules are whole, and the board is there', async () => {
  const { page, close } = await open(pageOf('leapers'));
  const pages = async () => {
    const paper = (await page.pdf({ format: 'A4', landscape: true })).toString('latin1');
    return paper.match(/\/Type\s*\/Page[^s]/g).length;
  };
  await page.emulateMedia({ media: 'print' });
  assert.equal(await page.locator('.board').isVisible(), true);
  assert.equal(await page.locator('.side > .controls').isVisible(), false);
  await page.emulateMedia({ media: null });
  await page.getByRole('button', { name: 'Rules', exact: true }).click();
  await page.locator('.rules h2').first().waitFor();
  assert.ok((await pages()) > 1, 'rules are cut off');
  await page.emulateMedia({ media: 'print' });
  const [side, all] = await page.evaluate(() => {
    const side = document.querySelector('.side');
    return [side.scrollHeight - side.clientHeight, document.documentElement.scrollHeight];
  });
  assert.equal(side, 0, 'nothing scrolls on paper');
  assert.ok(all > 1500);
  assert.equal(await page.locator('.board').isVisible(), false);
  await close();
});

test('a game by link needs somebody here', async () => {
  const { page, close } = await open(pageOf('leapers'));
  await page.getByRole('button', { name: 'New game' }).click();
  await page.locator('dialog select').nth(0).selectOption('away');
  await page.locator('dialog [role=alert]', { hasText: 'needs somebody at this screen' }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Begin' }).isDisabled(), true);
  await page.locator('dialog select').nth(1).selectOption('person');
  await page.locator('dialog [role=alert]').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Begin' }).click();
  await page.locator('main[data-phase=away]').waitFor();
  await close();
});

test('a browser that is too old is told what it takes', async () => {
  const told = async (init, pattern) => {
    const context = await browser.newContext();
    await context.addInitScript(init);
    const page = await context.newPage();
    await page.goto(pageOf('leapers'));
    await page.getByText('This page needs a browser with').waitFor();
    assert.match(await page.locator('body').innerText(), pattern);
    await context.close();
  };
  await told(() => {
    delete globalThis.DecompressionStream;
  }, /Firefox 113.*DecompressionStream/s);
  /* One that has all of it, and does not know some instructions of the program. */
  await told(() => {
    WebAssembly.compileStreaming = () => Promise.reject(new Error('invalid opcode 0xfd'));
  }, /Firefox 113.*invalid opcode 0xfd$/s);
});

test('a piece that becomes another where it stands is pressed twice', async () => {
  const { page, close } = await open(pageOf('standing'));
  await settle(page);
  await page.locator('.board').focus();
  /* From the lowest left square: c3 is two to the right and two up. */
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowUp', 'ArrowUp', 'Enter']) {
    await page.keyboard.press(key);
  }
  await page.locator('.mark-target').first().waitFor();
  await page.keyboard.press('Enter');
  await page.locator('.moves li').filter({ hasText: 'c3=N' }).waitFor();
  assert.deepEqual(await faults(page), []);
  await close();
});

test('a king castles by a press on its rook, where castling begins on any files', async () => {
  const { page, close } = await open(pageOf('towers'));
  await settle(page);
  await page.locator('.board').focus();
  const right = ['ArrowRight', 'ArrowRight', 'ArrowRight'];
  for (const key of [...right, 'Enter']) {
    await page.keyboard.press(key);
  }
  await page.locator('.mark-target').first().waitFor();
  for (const key of [...right, 'Enter']) {
    await page.keyboard.press(key);
  }
  await page.locator('.moves li').filter({ hasText: 'O-O' }).waitFor();
  await keep(page, 'towers');
  await close();
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
  /* A new game begins far below, and is played above. */
  await page.getByRole('button', { name: 'New game' }).scrollIntoViewIfNeeded();
  assert.notEqual(await page.evaluate(() => scrollY), 0);
  await newGame(page);
  assert.equal(await page.evaluate(() => scrollY), 0);
  /* All of the board is seen at once where the telephone lies. */
  await page.setViewportSize({ width: 740, height: 360 });
  assert.ok((await page.locator('svg.board').boundingBox()).height <= 360);
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
