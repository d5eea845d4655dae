// What a page says to somebody who does not see it: games played by the keyboard alone, and every word
// that came into a live region meanwhile.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { enter, newGame, open, pageOf, settle, until } from '../browser.mjs';

/** Runs in the page before anything else: writes down what live regions say, and when they come full. */
function listen() {
  const live = '[aria-live]:not([aria-live="off"]), [role=status], [role=alert], [role=log]';
  globalThis.heard = [];
  const say = (region, node) => {
    const copy = node.cloneNode(true);
    for (const one of copy.querySelectorAll?.('[aria-hidden=true]') ?? []) {
      one.remove();
    }
    const words = copy.textContent.replace(/\s+/g, ' ').trim();
    if (words && region.getAttribute('aria-live') !== 'off' && !region.closest('[hidden]')) {
      globalThis.heard.push(words);
    }
  };
  const regionOf = (node) => (node.nodeType === 1 ? node : node.parentElement)?.closest(live);
  new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      const region = regionOf(target);
      for (const node of region ? (type === 'characterData' ? [target] : addedNodes) : []) {
        say(region, node);
      }
      for (const node of region ? [] : addedNodes) {
        const inserted = node.nodeType === 1 ? [node, ...node.querySelectorAll('*')] : [];
        for (const one of inserted.filter((one) => one.matches(live) && one.role !== 'alert')) {
          if (one.textContent.trim() && !one.matches('button')) {
            globalThis.heard.push(`INSERTED FULL: ${one.textContent.trim()}`);
          }
        }
      }
    }
  }).observe(document, { subtree: true, childList: true, characterData: true });
}

/** What has been said since this was asked last. */
const heard = (page) => page.evaluate(() => globalThis.heard.splice(0));

/** Waits until something has been said. */
async function waitFor(page, words) {
  const told = (words) => globalThis.heard.some((one) => one.includes(words));
  await until(page, told, words, { timeout: 10000 }).catch(async () => {
    assert.fail(`'${words}' is not said: ${(await heard(page)).join(' | ')}`);
  });
}

/** Waits until something has been said, and tells all that has been. */
async function hears(page, words) {
  await waitFor(page, words);
  return heard(page);
}

const openAloud = (...games) => open(pageOf(...games), { init: listen });

/** Presses keys one after the other: "ArrowUp*3" three times. */
async function keys(page, ...words) {
  for (const word of words) {
    const [key, times] = word.split('*');
    for (let i = 0; i < Number(times ?? 1); i++) {
      await page.keyboard.press(key);
    }
  }
}

/** Goes to the board by the tabulator, as whoever has no pointer does. */
async function toBoard(page) {
  for (let i = 0; i < 80; i++) {
    if (await page.evaluate(() => document.activeElement.matches('.board'))) {
      return;
    }
    await page.keyboard.press('Tab');
  }
  throw new Error('no tabulator leads to the board');
}

/** Presses a square, and waits for the answer. */
async function press(page, [column, row]) {
  const before = await page.locator('main').getAttribute('data-presses');
  await keys(page, 'ArrowLeft*7', 'ArrowDown*7');
  await keys(page, `ArrowRight*${column}`, `ArrowUp*${row}`, 'Enter');
  await until(page, (before) => document.querySelector('main').dataset.presses !== before, before);
}

/** Plays a move, of squares as whoever plays sees them: columns from the left, rows from below. */
async function move(page, from, to) {
  await toBoard(page);
  const before = await page.locator('main').getAttribute('data-count');
  await press(page, from);
  await press(page, to);
  await until(page, (before) => document.querySelector('main').dataset.count !== before, before);
  await settle(page);
}

test('what just happened is said once', async () => {
  const { page, close } = await openAloud('chess');
  await newGame(page, { level: 'person' });
  for (let i = 0; i < 10; i++) {
    await move(page, [i >> 1, 1], [i >> 1, 2]);
  }
  const moves = (await heard(page)).filter((one) => one.includes('goes from'));
  assert.equal(moves.length, 10, moves.join('\n'));
  assert.equal(new Set(moves).size, 10, moves.join('\n'));
  assert.equal(await page.locator('.log p').count(), 6);
  /* What comes back into sight when moves are taken back is no news. */
  await page.getByRole('button', { name: 'Take back' }).click();
  await page.locator('main[data-count="9"]').waitFor();
  assert.equal(await page.locator('.log p').count(), 6);
  assert.ok((await heard(page)).every((one) => !one.includes('goes from')));
  await close();
});

test('every press is answered in words', async () => {
  const { page, close } = await openAloud('chess');
  await settle(page);
  await toBoard(page);
  await heard(page);
  const answers = [
    [[4, 1], 'Pawn on e2 chosen, 2 squares: e3, e4.'],
    [[6, 0], 'Knight on g1 chosen, 2 squares: f3, h3.'],
    [[6, 4], 'g5: the Knight on g1 cannot go there, and is let go.'],
    [[3, 4], 'd5: empty, nothing can be done there now.'],
    [[0, 0], 'a1: White Rook, cannot be moved now.'],
    [[0, 0], 'a1: White Rook, cannot be moved now.'],
    [[4, 6], 'e7: Black Pawn, not a piece of who is to move.', 'Steps one square straight ahead'],
    [[3, 3], 'd4 chosen, can be reached from 1 square: d2.'],
    [[3, 4], 'd5: nothing there can go to d4, which is let go.'],
    [[4, 1], 'Pawn on e2 chosen, 2 squares: e3, e4.'],
    [[4, 1], 'Pawn on e2 let go.'],
    [[4, 1], 'Pawn on e2 chosen, 2 squares: e3, e4.'],
  ];
  for (const [square, words, goes] of answers) {
    await press(page, square);
    await waitFor(page, words);
    /* What is told of another's piece comes after the answer, in the same breath or the next. */
    const [said, ...more] = (await hears(page, goes ?? words)).join(' ').split(words);
    assert.equal(said, '', words);
    assert.equal(more.length, 1, words);
    assert.ok(goes ? more[0].trim().startsWith(goes) : more[0] === '', `${words} ${more[0]}`);
  }
  await page.keyboard.press('Escape');
  await hears(page, 'Pawn on e2 let go.');
  assert.equal(await page.evaluate(() => document.activeElement.matches('.board')), true);
  await close();
});

test('pieces of the hand say where they can be put, and how they are held', async () => {
  const { page, close } = await openAloud('turning');
  await newGame(page, { level: 'person' });
  await heard(page);
  for (let i = 0; i < 80; i++) {
    await page.keyboard.press('Tab');
    const able = '.held-piece:not([aria-disabled="true"])';
    if (await page.evaluate((able) => document.activeElement.matches(able), able)) {
      break;
    }
  }
  await page.keyboard.press('Enter');
  const [said] = await hears(page, ' chosen, as ');
  assert.match(said, /^\d+ in the hand chosen, as \d+, \d+ squares: [a-z]\d/);
  await toBoard(page);
  await page.keyboard.press('r');
  assert.match(
    (await hears(page, 'Turned, as')).join('|'),
    /^Turned, as \d+, \d+ squares?: [a-z]\d/,
  );
  await close();
});

/** Goes to a button by its name, and presses it, by keys. */
async function enterOn(page, name) {
  await page.getByRole('button', { name, exact: true }).first().focus();
  await page.keyboard.press('Enter');
}

const nothingFull = (said) => assert.ok(!said.join('|').includes('INSERTED'), said.join('\n'));

test('a turn is said once, without what lies between, and so is what is taken back', async () => {
  const { page, close } = await openAloud('chess');
  await settle(page);
  await heard(page);
  await move(page, [4, 1], [4, 3]);
  const said = await hears(page, 'White to move.');
  nothingFull(said);
  assert.equal(said.filter((one) => /to move|think/.test(one)).length, 1, said.join('\n'));
  assert.ok(said.includes("White's Pawn goes from e2 to e4"), 'without the number of the rule');
  await enterOn(page, 'Hint');
  const [hint] = await hears(page, 'Hint: ');
  assert.match(hint, /^Hint: \w+, \w+ from [a-h]\d (to|against .* on) [a-h]\d\. White \d+%\./);
  assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Hint');
  /* What was found can be played from there, by few keys. */
  await keys(page, 'Shift+Tab*2');
  assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Play it');
  await page.locator('.moves').focus();
  await page.keyboard.press('ArrowLeft');
  await hears(page, 'The board after move 1 of 2, e4.');
  await page.keyboard.press('ArrowLeft');
  await hears(page, 'The board at the start, after 0 of 2 moves.');
  await toBoard(page);
  await page.keyboard.press('Enter');
  nothingFull(await hears(page, 'Back to the game as it stands.'));
  await enterOn(page, 'Take back');
  assert.match((await hears(page, 'Taken back: ')).join(), /Taken back: e4, [\w+]+\./);
  const goal = await page.locator('.goals-list .what').first().innerText();
  assert.match(goal, / CH-\d/, 'numbers of rules stand by themselves');
  await close();
});

test('the words of a rule are told where its number is pressed, in the log by a finger, too', async () => {
  const { page, close } = await openAloud('chess');
  await settle(page);
  const number = page.locator('.goals-list button.rule').first();
  const id = await number.innerText();
  assert.equal(await number.getAttribute('aria-label'), `Rule ${id}`);
  await number.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: `Rule ${id}` });
  const words = await dialog.locator('p').innerText();
  assert.equal(words, await number.getAttribute('title'));
  assert.ok(words.length > 10, words);
  await page.keyboard.press('Escape');
  await until(page, () => document.querySelector('dialog[open]') === null);
  assert.equal(await page.evaluate(() => document.activeElement.textContent), id);
  await move(page, [4, 1], [4, 3]);
  await page.locator('.log button.rule').first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
  await until(page, () => document.querySelectorAll('dialog').length === 0);
  await close();
});

test('an army that is set up at once is said in a sentence, and what is hidden in another', async () => {
  const { page, close } = await openAloud('warlord-border-war');
  await settle(page);
  await heard(page);
  await enterOn(page, 'Play the turn for me');
  const said = await hears(page, 'White to move');
  nothingFull(said);
  assert.ok(said.length < 6, said.join('\n'));
  assert.match(said.join(' '), /White has set up \d\d pieces\./);
  assert.match(said.join(' '), /Black has set up \d\d pieces, unseen\./);
  await close();
});

test('who sits down next is not told what was set up in secret', async () => {
  const { page, close } = await openAloud('warlord-border-war');
  await newGame(page, { level: 'person' });
  await enterOn(page, 'Play the turn for me');
  await page.locator('.curtain button').click();
  await settle(page);
  assert.equal(await page.locator('.log').innerText(), '');
  await hears(page, 'Black to move');
  await close();
});

test('a turn that is to be sent, and one that has come, are said', async () => {
  const { page, close } = await openAloud('chess');
  await settle(page);
  await page.getByRole('button', { name: 'New game' }).click();
  await page.getByRole('dialog').locator('select').nth(1).selectOption('away');
  await page.getByRole('button', { name: 'Begin' }).click();
  await settle(page);
  await move(page, [4, 1], [4, 3]);
  await hears(page, 'Send this text, or the file, to Black.');
  await until(page, () => document.querySelector('.outgoing textarea').value !== '');
  const text = await page.locator('.outgoing textarea').inputValue();
  await close();
  const friend = await openAloud('chess');
  await settle(friend.page);
  await friend.page.locator('summary', { hasText: 'A turn that' }).click();
  await friend.page.locator('.incoming textarea').fill(text);
  await friend.page.getByRole('button', { name: 'Open the answer' }).click();
  nothingFull(await hears(friend.page, 'White played e4.'));
  await friend.close();
});

/** The name of the square that the board points at. */
const here = (page) =>
  page.evaluate(() => {
    const id = document.querySelector('.board').getAttribute('aria-activedescendant');
    return document.getElementById(id)?.getAttribute('aria-label') ?? null;
  });

/** Waits until the board points at a square. */
const at = (page, name) =>
  until(
    page,
    (name) => {
      const id = document.querySelector('.board').getAttribute('aria-activedescendant');
      return document.getElementById(id)?.getAttribute('aria-label').startsWith(`${name}:`);
    },
    name,
    { timeout: 10000 },
  );

test('the board is a grid of named squares, and keys lead to each', async () => {
  const { page, close } = await openAloud('chess');
  await settle(page);
  const rows = page.getByRole('grid').getByRole('row');
  assert.equal(await rows.count(), 8);
  assert.equal(await page.getByRole('gridcell', { name: /White Knight/ }).count(), 2);
  assert.equal(await page.getByRole('gridcell', { name: /^[a-h][1-8]: / }).count(), 64);
  assert.equal(
    await rows.nth(0).getByRole('gridcell').nth(3).getAttribute('aria-label'),
    'd8: Black Queen',
  );
  await toBoard(page);
  for (const [key, name] of [
    ...[
      ['e', null],
      ['2', 'e2'],
      ['Home', 'a2'],
      ['End', 'h2'],
      ['PageUp', 'h8'],
      ['PageDown', 'h1'],
    ],
    ...[
      ['Control+ArrowUp', 'h2'],
      ['Control+ArrowUp', 'h7'],
      ['Control+ArrowLeft', 'g7'],
    ],
    ...[
      ['b', null],
      ['1', 'b1'],
      ['n', 'g1'],
      ['Shift+N', 'b1'],
      ['n', 'g1'],
    ],
  ]) {
    await page.keyboard.press(key);
    if (name) {
      await at(page, name);
    }
  }
  await page.keyboard.press('Enter');
  await hears(page, 'Knight on g1 chosen');
  assert.match(await here(page), /^g1: White Knight, chosen/);
  await page.keyboard.press('n');
  await at(page, 'f3');
  assert.match(await here(page), /^f3: empty, can be gone to/);
  await page.keyboard.press('Enter');
  await hears(page, 'White to move.');
  assert.match(await here(page), /^f3: White Knight/);
  /* What the browser itself hands to screen readers: the square that the board points at. */
  const client = await page.context().newCDPSession(page);
  const { nodes } = await client.send('Accessibility.getFullAXTree');
  const grid = nodes.find((one) => one.role?.value === 'grid' && !one.ignored);
  const active = grid.properties.find((one) => one.name === 'activedescendant');
  assert.ok(active?.value.relatedNodes?.[0]?.idref?.startsWith('square-'), 'it is none');
  const words = nodes.filter((one) => one.role?.value === 'StaticText' && !one.ignored);
  assert.ok(!words.some((one) => /^[RNBQKP]$/i.test(one.name.value)), 'letters of the drawing');
  await close();
});

test('on a large map the row that one is in has names', async () => {
  const { page, close } = await openAloud('warlord-clash-of-arms');
  await settle(page);
  await toBoard(page);
  await keys(page, 'c', '1', '2');
  await at(page, 'c12');
  assert.equal(await page.getByRole('row').count(), 1);
  assert.ok((await page.getByRole('gridcell').count()) > 8);
  await close();
});

test('a square says what it is to the game', async () => {
  const { page, close } = await openAloud('borderlands', 'warlord-clash-of-arms');
  await enter(page, 'Borderlands');
  assert.ok((await page.getByRole('gridcell', { name: /, village/ }).count()) > 1);
  await page.getByRole('button', { name: 'All games' }).click();
  await page.locator('main[data-phase=lobby]').waitFor();
  await enter(page, 'Clash');
  await toBoard(page);
  await keys(page, 'c', '4');
  await at(page, 'c4');
  assert.match(await here(page), /, led from c2/);
  await page.keyboard.press('Enter');
  await hears(page, 'In command of c4: c2 (1 left)');
  /* A screen reader that reads the page presses what it reads. */
  await page.keyboard.press('Escape');
  await hears(page, 'let go');
  const cell = page.getByRole('gridcell', { name: /^c4:/ });
  await cell.evaluate((one) => one.dispatchEvent(new MouseEvent('click', { bubbles: true })));
  await hears(page, 'c4 chosen');
  await close();
});

test('all keys are told at a question mark, and the position stands in words', async () => {
  const { page, close } = await openAloud('chess', 'borderline');
  await enter(page, 'Chess');
  await toBoard(page);
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Keys on the board' });
  assert.match(await dialog.innerText(), /Escape\s+lets go of what is chosen/);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await enterOn(page, 'Preferences');
  await enterOn(page, 'Keys');
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  const words = page.locator('summary', { hasText: 'The position in words' });
  await words.focus();
  await page.keyboard.press('Enter');
  await page.locator('.position li').first().waitFor();
  const lines = await page.locator('.position li').allInnerTexts();
  assert.match(lines[0], /^White: .*King e1/);
  assert.match(lines[0], /Pawn a2 b2 c2 d2 e2 f2 g2 h2/);
  assert.match(lines[1], /^Black: Rook a8 h8/);
  await page.getByRole('button', { name: 'All games' }).click();
  await page.locator('main[data-phase=lobby]').waitFor();
  await enter(page, 'Borderline');
  await page.locator('summary', { hasText: 'The position in words' }).click();
  await page
    .locator('.position li', { hasText: 'Red stock' })
    .or(page.locator('.position li', { hasText: 'Red hand' }))
    .waitFor();
  await close();
});

/** Goes to the first piece of the hand that can be put down, if there is one. @return whether there is */
async function toHand(page) {
  const able = '.held-piece:not([aria-disabled="true"])';
  for (let i = 0; i < 80; i++) {
    await page.keyboard.press('Tab');
    if (await page.evaluate((able) => document.activeElement.matches(able), able)) {
      return true;
    }
  }
  return false;
}

/** Ends a turn of several actions, and waits for the next. */
async function endTurn(page) {
  const count = await page.locator('main').getAttribute('data-count');
  await enterOn(page, 'end turn');
  await until(page, (count) => document.querySelector('main').dataset.count !== count, count);
  await settle(page);
}

/** Makes an action by keys alone: the next that can be pressed, and the next that it can go to. */
async function actByKeys(page, hand) {
  const count = await page.locator('main').getAttribute('data-count');
  if (hand) {
    assert.ok(await toHand(page));
    await page.keyboard.press('Enter');
  } else {
    await toBoard(page);
    await page.keyboard.press('n');
    if ((await page.locator('.board .piece.can').count()) === 0) {
      await waitFor(page, 'Nothing on the board can be pressed now. Buttons: end turn.');
      return endTurn(page);
    }
    await page.keyboard.press('Enter');
  }
  await page.locator('.mark-target, .mark-take').first().waitFor();
  await toBoard(page);
  await keys(page, 'n', 'Enter');
  await until(page, (count) => document.querySelector('main').dataset.count !== count, count);
  await settle(page);
}

for (const [game, moved, hand] of [
  ['ford', /goes from|drops|places|captures/],
  ['skirmish', /goes from/],
  ['borderline', /places \d+ on/, true],
]) {
  test(`all of ${game} is heard, and nothing twice`, async () => {
    const { page, close } = await openAloud(game);
    await newGame(page, { level: '1', seed: '5' });
    await heard(page);
    for (let i = 0; i < 6; i++) {
      await actByKeys(page, hand);
    }
    await toBoard(page);
    await page.keyboard.press('Escape');
    const said = await heard(page);
    nothingFull(said);
    const count = Number(await page.locator('main').getAttribute('data-count'));
    const moves = said.filter((one) => moved.test(one) && !one.includes('Hint'));
    assert.ok(moves.length >= 3 && moves.length <= count + 2, `${count}:\n${said.join('\n')}`);
    assert.ok(!said.some((one) => /thinks|thinking|unseen/.test(one)), said.join('\n'));
    assert.ok(said.filter((one) => one.includes(' chosen')).length >= 3, said.join('\n'));
    await close();
  });
}

test('a whole turn is planned and played in two sentences', async () => {
  const { page, close } = await openAloud('warlord-clash-of-arms');
  await settle(page);
  await heard(page);
  await enterOn(page, 'Plan the turn');
  nothingFull(await hears(page, "The computer's plan: "));
  await page.locator('.banner button').first().focus();
  await page.keyboard.press('Enter');
  const said = await hears(page, 'goes from');
  nothingFull(said);
  const own = said.filter((one) => one.includes("White's"));
  assert.equal(own.length, 1, said.join('\n'));
  await close();
});
