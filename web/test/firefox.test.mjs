// Pages in Firefox as it comes with the system: a game of each family opens from a file and answers a
// turn of somebody who presses what is offered.
//
//     MARCHER=... FIREFOX=/usr/bin/firefox-esr node --test web/test/firefox.test.mjs
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { invented } from './invented.mjs';
import { launch } from './marionette.mjs';

const folder = mkdtempSync(join(tmpdir(), 'marcher-firefox-page-'));
const rules = join(folder, 'invented.ini');
writeFileSync(rules, invented);
const firefox = await launch(process.env.FIREFOX ?? '/usr/bin/firefox-esr');
after(async () => {
  await firefox.close();
  rmSync(folder, { recursive: true });
});

/* What main says of itself; empty before there is a game. */
const main = () => firefox.evaluate(() => ({ ...document.querySelector('main')?.dataset }));

async function until(holds, what, limit = 60000) {
  for (let waited = 0; waited < limit; waited += 30) {
    const now = await main();
    if (holds(now)) {
      return now;
    }
    await sleep(30);
  }
  throw new Error(
    `waited in vain for ${what}: ${await firefox.evaluate(() => document.body.innerText)}`,
  );
}

const places = (selector) =>
  firefox.evaluate(
    (selector) =>
      [...document.querySelectorAll(selector)].map((one) => {
        const { x, y, width, height } = one.getBoundingClientRect();
        return [x + width / 2, y + height / 2];
      }),
    selector,
  );

async function pressed([x, y]) {
  const before = await main();
  await firefox.press(x, y);
  return until((now) => now.presses !== before.presses || now.phase !== 'turn', 'an answer');
}

/** Makes one action by pressing pieces until one can go somewhere. */
async function act() {
  for (const start of await places('.held-piece:enabled, .board .piece')) {
    await pressed(start);
    const [target] = await places('.mark-target, .mark-take');
    if (target) {
      await pressed(target);
      return;
    }
  }
  throw new Error('nothing can be pressed');
}

for (const game of ['gardner', 'borderline', 'skirmish', 'ford']) {
  test(`firefox: ${game} opens and answers`, async () => {
    const file = join(folder, `${game}.html`);
    execFileSync(process.env.MARCHER, ['page', game, '--rules', rules, '-o', file]);
    await firefox.go(`file://${file}`);
    await until((now) => now.phase === 'turn', 'the first turn');
    await act();
    /* Who may do more ends the turn; then the other side answers with at least one action. */
    const acted = await until((now) => now.phase !== 'turn' || now.count !== '0', 'the action');
    const [end] = await places('.side .choices button');
    if (acted.phase === 'turn' && end) {
      await firefox.press(...end);
    }
    const answered = await until(
      (now) => (now.phase === 'turn' || now.phase === 'over') && Number(now.count) >= 2,
      'the answer of the computer',
    );
    assert.ok(Number(answered.count) >= 2);
    if (process.env.PICTURES) {
      mkdirSync(process.env.PICTURES, { recursive: true });
      writeFileSync(join(process.env.PICTURES, `firefox-${game}.png`), await firefox.picture());
    }
  });
}
