// The module of a page and the native program play the same games: rules by the record of a random
// game of every definition, players by whole games at a budget of nodes.
//
//     MARCHER=build/release/marcher MODULE=... node --test web/test/engine.test.mjs
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { random, start } from './program.mjs';

const marcher = process.env.MARCHER;
const games = new URL('../../games/', import.meta.url);
const data = new URL('../../tests/data/', import.meta.url);
const folder = mkdtempSync(join(tmpdir(), 'marcher-web-'));
after(() => rmSync(folder, { recursive: true }));

const native = (...words) => execFileSync(marcher, words, { encoding: 'utf8', stdio: 'pipe' });
const files = (suffix) =>
  readdirSync(games, { recursive: true })
    .filter((name) => name.endsWith(suffix))
    .sort((one, other) => one.split('/').length - other.split('/').length);
const read = (name, encoding) => readFileSync(new URL(name, games), encoding);
const texts = (suffix, kind) => files(suffix).flatMap((name) => [kind, name, read(name, 'utf8')]);
const networks = () =>
  files('.network').flatMap((name) => ['network', name.slice(0, -8), read(name, 'base64')]);

const ask = await start(process.env.MODULE);
assert.deepEqual(
  ask('define', ...texts('.ini', 'rules'), ...texts('.weights', 'weights'), ...networks()),
  {
    version: 1,
    defined: true,
    diagnostics: [],
  },
);

/** The actions of a record, without comments. */
const actions = (record) =>
  record
    .slice(record.indexOf('\n\n'))
    .replaceAll(/\{[^}]*\}/g, '')
    .trim()
    .split(/\s+/);

test('a random game of every definition is the same game to the native program', () => {
  const names = ask('games').games.map((one) => one.name);
  assert.equal(names.length, JSON.parse(native('games', '--json')).games.length);
  for (const name of names) {
    const draw = random(names.indexOf(name) + 1);
    assert.equal(ask('open', name).opened, true, name);
    let status = ask('begin', '11');
    for (let i = 0; i < 50 && status.node.kind !== 'terminal'; i++) {
      if (status.node.kind === 'chance') {
        status = ask('roll', '-');
      } else {
        const { actions } = ask('actions');
        status = ask('play', '-', actions[draw(actions.length)].action);
      }
      assert.equal(status.error, undefined, name);
    }
    const file = join(folder, 'game.mrec');
    writeFileSync(file, ask('record').record);
    native('replay', file, '--json'); /* holds the record against the hash of its last position */
  }
});

/* Recorded games that other tests hold against the rulebooks: actions, dice and ends. */
for (const name of ['borderline', 'fairy', 'warlord']) {
  test(`${name}: recorded games end as they are recorded, here and natively`, () => {
    const file = join(folder, 'recorded.mrec');
    const lines = readFileSync(new URL(`${name}.games.jsonl`, data), 'utf8')
      .trim()
      .split('\n');
    for (const [i, line] of lines.entries()) {
      const { game, switches, start: state, actions, moves, turns, result } = JSON.parse(line);
      if (Object.keys(switches ?? {}).length > 0) {
        continue; /* in the words of another program */
      }
      assert.equal(ask('open', game).opened, true, `${name} ${i}`);
      let status = ask('begin', '1', state);
      const all =
        actions ??
        moves ??
        turns.flatMap((turn) => (turn === '--' ? [turn] : [...turn.split(';'), '.']));
      for (const action of all) {
        if (status.node.kind === 'terminal') {
          break;
        }
        const done = ask('play', '-', action);
        /* A turn in which nothing is left to do has ended by itself. */
        if (action !== '.') {
          assert.equal(done.error, undefined, `${name} ${i}: ${action}`);
        }
        status = done.error ? status : done;
      }
      if (status.node.kind === 'terminal' && result) {
        assert.equal(ask('look', '-').end.result, result, `${name} ${i}`);
      }
      writeFileSync(file, ask('record').record);
      native('replay', file, '--json');
    }
  });
}

test('records of the first version are the same games to the module', () => {
  const old = new URL('v0.1/', data);
  for (const name of readdirSync(old).filter((one) => one.endsWith('.mrec'))) {
    const text = readFileSync(new URL(name, old), 'utf8');
    const game = text.match(/\[Game "([^"]*)"\]/)?.[1];
    const sets = [...text.matchAll(/\[Set "([^"]*)"\]/g)].map((one) => one[1]);
    if (game && !text.includes('[Sealed') && ask('open', game, ...sets).opened) {
      const { error } = ask('load', text);
      assert.equal(error, undefined, `${name}: ${error?.message}`);
    }
  }
});

for (const [game, level] of [
  ['chess', 3],
  ['borderlands', 2],
  ['colorboundmost', 2],
  ['borderline', 2],
  ['warlord-lakes', 1],
]) {
  test(`${game}: the same nodes find the same moves`, () => {
    const file = join(folder, `${game}.mrec`);
    native('watch', game, '--level', String(level), '--nodes', '60', '--seed', '5', '--save', file);
    const wanted = actions(readFileSync(file, 'utf8')).slice(0, 60);
    const { game: info } = ask('open', game);
    let status = ask('begin', '5');
    for (const player of info.players) {
      ask('seat', player, `level:${level},nodes:60`);
    }
    const found = [];
    while (status.node.kind !== 'terminal' && status.count < wanted.length) {
      if (status.node.kind === 'chance') {
        status = ask('roll', '-');
      } else {
        status = ask('play', '-', ask('think').thought.action);
      }
      assert.equal(status.error, undefined);
    }
    found.push(...actions(ask('record').record));
    assert.deepEqual(found.slice(0, wanted.length), wanted);
  });
}

for (const [game, seats] of [
  ['chess', ['--nodes', '50']],
  ['warlord-border-war', ['--nodes', '50']],
  ['borderline', ['--level', '1']],
]) {
  test(`${game}: a quick look says the same as the native one`, () => {
    const words = ['lab', 'quick', game, '--games', '3', '--seed', '9', '--json', ...seats];
    const { game: _, players, seed, ...wanted } = JSON.parse(native(...words));
    ask('open', game);
    ask('quick', players, String(seed));
    assert.deepEqual(ask('quick_play', '3'), wanted);
  });
}

/* Batches are functions of experiment and number, in whatever they are computed. */
for (const [game, players] of [
  ['borderline', 'nodes:60'],
  ['borderlands', 'nodes:40'],
  ['chess', 'level:2'],
]) {
  test(`${game}: the batches of a run say what the module says of their games`, () => {
    const run = join(folder, `run-${game}`);
    const words = ['--games', '3', '--batch', '2', '--seed', '4', '--players', players];
    const {
      game: _,
      players: __,
      seed,
      run: { whole },
      ...wanted
    } = JSON.parse(native('lab', 'run', game, ...words, '--to', run, '--json'));
    assert.equal(whole, 2);
    ask('open', game);
    ask('quick', players, String(seed));
    assert.deepEqual(ask('quick_play', '3'), wanted);
  });
}

test('the program of a page has what its games need, and refuses what it lacks', async () => {
  const great = `[great:chess]
maxFile = 12
maxRank = 12
startFen = k11/12/12/12/12/12/12/12/12/12/12/11K w - - 0 1
castling = false
`;
  for (const [game, plays] of [
    ['chess', ['chess']],
    ['warlord-clash-of-arms', []],
    ['great', ['great']],
  ]) {
    const rules = join(folder, 'great.ini');
    writeFileSync(rules, great);
    const html = native('page', game, '--rules', rules, '-o', '-');
    const packed = /id="module">([^<]*)</.exec(html)[1];
    const module = join(folder, 'part.wasm');
    writeFileSync(module, gunzipSync(Buffer.from(packed, 'base64')));
    const part = await start(module);
    part('define', ...texts('.ini', 'rules'), 'rules', 'great', great);
    for (const name of ['chess', 'great']) {
      const answer = part('open', name);
      assert.equal(answer.opened, plays.includes(name), `${name} in a page of ${game}`);
    }
  }
});
