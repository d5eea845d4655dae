// Pages without sight: the keyboard alone, and what live regions tell, in the order in which they do.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faults, keep, open, pageOf, settle, until } from '../browser.mjs';

/** Runs in the page before anything else: keeps what regions tell that were there before they told it. */
function hear() {
  globalThis.heard = [];
  const LIVE = '[aria-live=polite], [role=status], [role=log]';
  new MutationObserver((changes) => {
    const told = new Set();
    for (const { target, addedNodes } of changes) {
      const element = target.nodeType === Node.TEXT_NODE ? target.parentElement : target;
      const region = element?.closest?.(LIVE);
      if (region && ![...addedNodes].includes(region)) {
        told.add(region);
      }
    }
    for (const region of told) {
      globalThis.heard.push(region.textContent.trim());
    }
  }).observe(document, { subtree: true, childList: true, characterData: true });
}

/** What has been told since this was asked last, once something that is like a pattern has been. */
async function told(page, pattern) {
  const like = (source) => globalThis.heard.some((one) => new RegExp(source).test(one));
  await until(page, like, pattern.source);
  return page.evaluate(() => globalThis.heard.splice(0).filter(Boolean));
}

/** Nothing is told but one sentence, which is like a pattern. */
async function one(page, pattern) {
  const all = await told(page, pattern);
  assert.equal(all.length, 1, all.join('|'));
}

/** Goes on by Tab until what is like a selector and has a name that is like a pattern has the focus. */
async function tabTo(page, selector, name = /./) {
  const named = ([selector, name]) => {
    const { activeElement: at } = document;
    const label = at?.getAttribute('aria-label') ?? at?.textContent ?? '';
    return at?.matches(selector) && new RegExp(name).test(label);
  };
  for (let i = 0; i < 150; i++) {
    if (await page.evaluate(named, [selector, name.source])) {
      return;
    }
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not get to ${selector} ${name}`);
}

/** What has the focus is called. */
const focused = (page) =>
  page.evaluate(() => {
    const { activeElement: at } = document;
    return at?.getAttribute('aria-label') ?? at?.textContent ?? '';
  });

/** Opens a game in the analysis, as somebody does who has no mouse. */
async function analyse(page, text) {
  await settle(page);
  await tabTo(page, 'button', /^Analyse$/);
  await page.keyboard.press('Enter');
  await page.locator('main[data-phase=analyse] .board').waitFor();
  await tabTo(page, 'summary', /^Open another game$/);
  await page.keyboard.press('Enter');
  await tabTo(page, 'textarea', /^A link/);
  await page.keyboard.insertText(text);
  await tabTo(page, 'button', /^Open it$/);
  await page.keyboard.press('Enter');
  /* The box closes with what has been opened. */
  await until(page, () => document.activeElement?.matches('.board'));
}

test('a game is stepped through by keys, and each step is told in one sentence', async () => {
  const { page, close } = await open(pageOf('chess'), { init: hear });
  await analyse(page, '1. d4 Nc6 {bold} (1... d5) 2. e4 e6 *');
  await told(page, /^2\. e6; Black's Pawn goes from e7 to e6/);
  await tabTo(page, 'button.move', /^e4$/);
  await page.keyboard.press('Enter');
  assert.deepEqual(await told(page, /e4/), ["2. e4; White's Pawn goes from e2 to e4."]);
  await page.keyboard.press('ArrowLeft');
  assert.deepEqual(await told(page, /Nc6/), ["1. Nc6; Black's Knight goes from b8 to c6; bold."]);
  assert.equal(await focused(page), 'Nc6');
  await page.keyboard.press('ArrowLeft');
  assert.deepEqual(await told(page, /d4/), [
    "1. d4; White's Pawn goes from d2 to d4; goes on with Nc6 or d5.",
  ]);
  await page.keyboard.press('Home');
  assert.deepEqual(await told(page, /start/), ['The start.']);
  await close();
});

test('on the board of the analysis keys press, what they do is told, and a promotion is asked for', async () => {
  const { page, close } = await open(pageOf('chess'), { init: hear });
  await analyse(page, '[SetUp "1"]\n[FEN "7k/P7/8/8/8/8/8/K7 w - - 0 1"]\n\n*');
  await until(page, () => document.querySelectorAll('.board .piece').length === 3);
  await told(page, /^The start/);
  await tabTo(page, '.board');
  const go = async (keys) => {
    for (const key of keys) {
      await page.keyboard.press(key);
    }
  };
  await go([...Array(6).fill('ArrowUp'), 'Enter']);
  await one(page, 'Pawn on a7 chosen, 1 square: a8.');
  await go(['ArrowRight', 'Enter']);
  await one(page, 'b7: the Pawn on a7 cannot go there, and is let go.');
  await go(['ArrowLeft', 'Enter', 'ArrowUp', 'Enter']);
  await page.locator('dialog.chooser').waitFor();
  await page.keyboard.press('Home'); /* it steps nowhere meanwhile */
  await until(page, () => document.activeElement?.closest('dialog') !== null);
  assert.equal(await focused(page), 'Queen');
  await page.keyboard.press('Enter');
  await told(page, /^1\. a8=Q/);
  await until(page, () => document.activeElement?.matches('.board'));
  /* What is asked keeps the focus while it is being answered. */
  await tabTo(page, 'button', /^What would level/);
  await page.keyboard.press('Enter');
  assert.match((await told(page, /^level 8 for Black/)).join(), /^level 8 for Black: \d+% K/);
  assert.match(await focused(page), /^What would level/);
  await close();
});

test('keys that are faster than what answers them are answered all the same', async () => {
  const slowly = () => {
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function (...message) {
      setTimeout(() => postMessage.apply(this, message), 150);
    };
  };
  const { page, close } = await open(pageOf('chess'), { init: slowly });
  await analyse(page, '[SetUp "1"]\n[FEN "7k/P7/8/8/8/8/8/K7 w - - 0 1"]\n\n*');
  await until(page, () => document.querySelectorAll('.board .piece').length === 3);
  await tabTo(page, '.board');
  for (const key of [...Array(6).fill('ArrowUp'), 'Enter', 'ArrowUp', 'Enter']) {
    await page.keyboard.press(key);
  }
  await page.locator('dialog.chooser').waitFor();
  await close();
});

test('a small board is gone over by arrows, man by man, and keeps the focus', async () => {
  const { page, close } = await open(pageOf('crazyhouse'), { init: hear });
  await settle(page);
  await tabTo(page, 'button', /^Learn$/);
  await page.keyboard.press('Enter');
  await page.locator('[aria-label="Try it"] .task').first().waitFor();
  await tabTo(page, '.task', /^Promotion/);
  await page.keyboard.press('Enter');
  assert.deepEqual(await told(page, /to move/), [
    'Black to move. White: King f3, Bishop c1. Black: Pawn b2.',
  ]);
  await tabTo(page, '.small-board *');
  assert.match(await focused(page), /^b2: Black Pawn/);
  await page.keyboard.press('Enter');
  await one(page, 'Pawn on b2 chosen, 1 square: b1; to attack, 1 square: c1.');
  assert.match(await focused(page), /^b2: Black Pawn/);
  /* What is nobody's to press is there, too. */
  await page.keyboard.press('ArrowDown');
  assert.match(await focused(page), /^b1: empty.*, can be gone to/);
  await page.keyboard.press('ArrowRight');
  assert.match(await focused(page), /^c1: White Bishop.*, can be attacked/);
  await page.keyboard.press('Escape');
  assert.deepEqual(await told(page, /./), ['Pawn on b2 let go.']);
  assert.match(await focused(page), /^c1: White Bishop/);
  for (const key of [...Array(3).fill('ArrowRight'), 'ArrowUp', 'ArrowUp']) {
    await page.keyboard.press(key);
  }
  assert.match(await focused(page), /^f3: White King/);
  await page.keyboard.press('Enter');
  await one(page, 'f3: White King, not a piece of who is to move.');
  /* What has been closed leaves the focus near it. */
  await tabTo(page, '.bench button', /^Close$/);
  await page.keyboard.press('Enter');
  await until(page, () => document.activeElement?.matches('.task'));
  await tabTo(page, '.task', /^Placing/);
  await page.keyboard.press('Enter');
  await tabTo(page, '.held-piece', /^Pawn, 1$/);
  await tabTo(page, 'button', /^Find (some|more)$/);
  await page.keyboard.press('Enter');
  await told(page, /^Looks in games/);
  assert.match(await focused(page), /^Find/);
  await close();
});

test('the workshop sets up a position by keys, and each square is named', async () => {
  const { page, close } = await open(pageOf('chess', '--workshop'), { init: hear });
  await settle(page);
  await page.getByRole('button', { name: 'Workshop' }).press('Enter');
  await page.getByRole('button', { name: 'Begin', exact: true }).press('Enter');
  await page.locator('.ws-game .board').waitFor();
  await page.getByRole('button', { name: 'Board', exact: true }).press('Enter');
  await page.getByRole('button', { name: 'White Queen Q' }).press('Enter');
  await page.evaluate(() => globalThis.heard.splice(0));
  await tabTo(page, '.ws-drawing');
  const said = [];
  for (const [key, pattern] of [
    ['ArrowUp', /a2: White Pawn/],
    ['ArrowUp', /a3: empty/],
    ['Enter', /a3: White Queen/],
    ['Delete', /a3: empty/],
    ['n', /a3: Black Knight/],
  ]) {
    await page.keyboard.press(key);
    said.push(...(await told(page, pattern)));
  }
  assert.deepEqual(said, [
    'a2: White Pawn',
    'a3: empty',
    'a3: White Queen',
    'a3: empty',
    'a3: Black Knight',
  ]);
  /* A man is lifted, carried and put down. */
  await page.getByRole('button', { name: 'Move', exact: true }).press('Enter');
  await tabTo(page, '.ws-drawing');
  await page.keyboard.press('Enter');
  await told(page, /a3: Black Knight, lifted/);
  await page.keyboard.press('ArrowRight');
  await told(page, /b3: empty/);
  await page.keyboard.press('Enter');
  await told(page, /b3: Black Knight/);
  await page.locator('.ws-text', { hasText: '/1n6/PPPPPPPP/' }).waitFor();
  assert.deepEqual(await faults(page), []);
  /* What has been written leaves the focus where it was. */
  await tabTo(page, 'button', /^Write into startFen$/);
  await page.keyboard.press('Enter');
  await page.locator('.cm-line', { hasText: '/1n6/PPPPPPPP/' }).waitFor();
  assert.equal(await focused(page), 'Write into startFen');
  await page.keyboard.press('Shift+Tab');
  await tabTo(page, '.ws-drawing');
  await page.keyboard.press('ArrowRight');
  await told(page, /c3: empty/);
  await keep(page, 'workshop-keys');
  await close();
});

test('where the system chooses the colours, what is pressed has a ground of its own', async () => {
  const { page, close } = await open(pageOf('leapers'), { forcedColors: 'active' });
  await settle(page);
  const ground = (name) =>
    page
      .getByRole('button', { name, exact: true })
      .first()
      .evaluate((one) => getComputedStyle(one).backgroundColor);
  assert.notEqual(await ground('Play'), await ground('Rules'));
  const figures = page.locator('.tools [aria-pressed]').first();
  const before = await figures.evaluate((one) => getComputedStyle(one).backgroundColor);
  await figures.click();
  await until(
    page,
    (before) =>
      getComputedStyle(document.querySelector('.tools [aria-pressed]')).backgroundColor !== before,
    before,
  );
  await page.getByRole('button', { name: 'Learn', exact: true }).click();
  await page.locator('.task').first().click();
  await page.locator('.bench').waitFor();
  await keep(page, 'forced-colors');
  await close();
});

test('what is enlarged to a window of 320 pixels is cut off nowhere', async () => {
  const small = { viewport: { width: 320, height: 640 } };
  const { page, close } = await open(pageOf('warlord-border-war'), small);
  await settle(page);
  const cut = (selector) =>
    page
      .locator(selector)
      .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth));
  assert.deepEqual(await cut('html, .table, .seats, .stage'), []);
  await close();
});
