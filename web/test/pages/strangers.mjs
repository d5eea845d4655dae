// A stranger's path through a game of each family: opened from a file, played to its end against
// level 1 by pressing what is offered, and told why it has ended; by touch on a small telephone; by
// the keyboard alone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hands, keep, newGame, open, pageOf, playToTheEnd } from '../browser.mjs';

/* What is said of an end: who won, and by which rule. */
const why = /^(Draw|\w+ wins \(.*\)): \S+/;
const telephone = { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true };

const paths = [
  { game: 'gardner', seed: 5, hand: 'mouse' },
  { game: 'borderline', seed: 1, hand: 'mouse' },
  { game: 'skirmish', seed: 3, hand: 'mouse' },
  { game: 'ford', seed: 8, hand: 'finger', options: telephone },
  { game: 'borderline', seed: 3, hand: 'finger', options: telephone },
  { game: 'skirmish', seed: 1, hand: 'finger', options: telephone },
  { game: 'leapers', seed: 1, hand: 'keys' },
];

for (const { game, seed, hand, options } of paths) {
  test(`${game}: a stranger plays to the end by ${hand} and sees why it ended`, async () => {
    const { page, close } = await open(pageOf(game), options);
    if (hand !== 'keys') {
      await newGame(page, { level: '1', seed: '3' });
    }
    await keep(page, `${game}-${hand}`);
    assert.match(await playToTheEnd(page, seed, hands[hand](page), 400), why);
    await keep(page, `${game}-${hand}-over`);
    /* What is inside of a page grows with it on a telephone: the screen does not. */
    const { width } = page.viewportSize();
    for (const tab of ['Play', 'Rules']) {
      await page.getByRole('button', { name: tab, exact: true }).click();
      await page
        .locator(tab === 'Play' ? '.moves' : '.rules h2')
        .first()
        .waitFor();
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= width, `${tab} is ${wide} pixels wide, and the screen ${width}`);
    }
    await close();
  });
}
