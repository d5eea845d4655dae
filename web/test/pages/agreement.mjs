// The browser plays what the native program plays: whole games at the same budget of nodes, action for
// action, one of each family and one that nobody knows.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { folder, open, pageOf } from '../browser.mjs';

/** Runs in the page, with the program that it carries: a game between two seats of that strength. */
async function watch({ game, seat, seed, most }) {
  const part = (id) => document.getElementById(id).textContent;
  const bytes = Uint8Array.from(atob(part('module')), (letter) => letter.charCodeAt(0));
  const packed = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  const code = await new Response(packed).arrayBuffer();
  let exports;
  const { instance } = await WebAssembly.instantiate(code, {
    page: { progress: () => undefined },
    wasi_snapshot_preview1: {
      clock_time_get: (_clock, _precision, out) => {
        const now = BigInt(Math.round(performance.now() * 1e6));
        new DataView(exports.memory.buffer).setBigUint64(out, now, true);
        return 0;
      },
      fd_write: () => 8,
      fd_close: () => 8,
      fd_seek: () => 8,
    },
  });
  exports = instance.exports;
  exports._initialize?.();
  const page = exports.open();
  const ask = (...words) => {
    const text = new TextEncoder().encode(words.map((word) => `${word}\0`).join(''));
    const room = exports.room(page, text.length);
    new Uint8Array(exports.memory.buffer, room, text.length).set(text);
    const at = exports.answer(page, text.length);
    const answer = new Uint8Array(exports.memory.buffer, at, exports.length(page));
    return JSON.parse(new TextDecoder().decode(answer));
  };
  const { files } = JSON.parse(part('texts'));
  ask('define', ...files.flatMap(({ kind, source, text }) => [kind, source, text]));
  const { players } = ask('open', game).game;
  let status = ask('begin', seed);
  for (const player of players) {
    ask('seat', player, seat);
  }
  while (status.node.kind !== 'terminal' && status.count < most) {
    const chance = status.node.kind === 'chance';
    status = chance ? ask('roll', '-') : ask('play', '-', ask('think').thought.action);
    if (status.error) {
      throw new Error(status.error.message);
    }
  }
  return ask('record').record;
}

/** The actions of a record, without comments. */
const actionsOf = (record) =>
  record
    .slice(record.indexOf('\n\n'))
    .replaceAll(/\{[^}]*\}/g, '')
    .trim()
    .split(/\s+/);

/** Pages whose games need different parts of the program, and have no others. */
const pages = [['gardner', 'leapers'], ['great'], ['borderline', 'skirmish']];

for (const games of pages) {
  test(`the browser and the native program find the same moves: ${games}`, async () => {
    const { page, close } = await open(pageOf(...games));
    for (const game of games) {
      const most = 40;
      const file = join(folder, `${game}.mrec`);
      const rules = join(folder, 'invented.ini');
      const seat = 'level:3,nodes:80';
      const words = ['watch', game, '--rules', rules, '--level', '3', '--nodes', '80'];
      const save = ['--seed', '5', '--save', file];
      execFileSync(process.env.MARCHER, [...words, ...save], { stdio: 'pipe' });
      const wanted = actionsOf(readFileSync(file, 'utf8')).slice(0, most);
      const found = actionsOf(await page.evaluate(watch, { game, seat, seed: '5', most }));
      assert.ok(wanted.length > 5);
      assert.deepEqual(found.slice(0, wanted.length), wanted);
    }
    await close();
  });
}
