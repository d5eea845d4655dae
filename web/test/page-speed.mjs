// Measures the module of pages against the native program, one after the other: nodes of search and of
// perft for a second of the processor, from the start of each game. script/page-speed runs it.
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { start } from './program.mjs';

const [marcher, module, rounds, network, ...games] = process.argv.slice(2);

/** Shares of native speed that a page keeps at least: natively a network has wider registers. */
const wanted = { search: network ? 0.4 : 0.6, perft: 0.5 };

/** Bytes of a page with a network, at most. */
const LARGEST = 1_900_000;

const learnt = ['--network', network || 'none'];

const usual = ['chess', 'borderlands', 'battle-of-ideologies', 'colorboundmost'];

/** Nodes of a search: about a second natively. */
const NODES = 1_000_000;

/** Seconds that a count takes at least, so that nothing else matters beside it. */
const LEAST = 0.3;

const seconds = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

/** Seconds of the processor that a command takes. */
function native(input, ...words) {
  const command = 'TIMEFORMAT="%U %S"; exec 3>&2; time "$@" 2>/dev/null';
  const { stdout, stderr } = spawnSync('bash', ['-c', command, 'bash', marcher, ...words], {
    input,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  const [user, system] = stderr.trim().split(/\s+/).slice(-2).map(Number);
  return { stdout, took: user + system };
}

/** Seconds of the processor that a program under way has taken; the system counts in hundredths. */
function takenBy(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

async function nativeSearch(game, nodes) {
  const engine = spawn(marcher, ['uci', ...learnt], { stdio: ['pipe', 'pipe', 'ignore'] });
  let text = '';
  const said = (what) =>
    new Promise((resolve) => {
      const hear = (more) => {
        text += more;
        if (text.includes(what)) {
          engine.stdout.off('data', hear);
          resolve();
        }
      };
      engine.stdout.on('data', hear);
    });
  engine.stdin.write(
    `uci\nsetoption name UCI_Variant value ${game}\nsetoption name Hash value 16\n`,
  );
  engine.stdin.write('position startpos\nisready\n');
  await said('readyok');
  const began = takenBy(engine.pid);
  engine.stdin.write(`go nodes ${nodes}\n`);
  await said('bestmove');
  const took = takenBy(engine.pid) - began;
  engine.stdin.end('quit\n');
  const found = [...text.matchAll(/ nodes (\d+)/g)].map((one) => Number(one[1]));
  return Math.max(...found) / Math.max(0.01, took);
}

function nativePerft(game, depth) {
  const { stdout, took } = native('', 'perft', game, String(depth), '--json');
  const { nodes } = JSON.parse(stdout);
  return nodes / Math.max(0.001, took - native('', 'perft', game, '1', '--json').took);
}

const ask = await start(module);
const folder = new URL('../../games/', import.meta.url);
const { readdirSync } = await import('node:fs');
const texts = (suffix, kind) =>
  readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith(suffix))
    .sort((one, other) => one.split('/').length - other.split('/').length)
    .flatMap((name) => [kind, name, readFileSync(new URL(name, folder), 'utf8')]);
const brought = network ? ['network', games[0], readFileSync(network).toString('base64')] : [];
ask('define', ...texts('.ini', 'rules'), ...texts('.weights', 'weights'), ...brought);

/** Opens a game, or says why not. */
function openGame(game) {
  const answer = ask('open', game);
  if (!answer.opened) {
    throw new Error(`${game}: ${(answer.error ?? answer.diagnostics[0]).message}`);
  }
  return answer.game;
}

function pageSearch(game, nodes) {
  const { players } = openGame(game);
  ask('begin', '1');
  for (const player of players) {
    ask('seat', player, `level:8,nodes:${nodes}`);
  }
  const began = seconds();
  const { thought, error } = ask('think');
  if (!thought) {
    throw new Error(error.message);
  }
  return thought.nodes / (seconds() - began);
}

function pagePerft(game, depth) {
  openGame(game);
  ask('begin', '1');
  const began = seconds();
  return ask('perft', String(depth)).nodes / (seconds() - began);
}

/** The first depth that takes long enough to be measured. */
function depthOf(game) {
  for (let depth = 1; ; depth++) {
    const began = seconds();
    pagePerft(game, depth);
    if (seconds() - began > LEAST) {
      return depth;
    }
  }
}

const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
let failed = false;
console.log('game                    what      native k/s     page k/s   share  wanted');
for (const game of games.length > 0 ? games : usual) {
  const depth = depthOf(game);
  const kinds = {
    search: [() => nativeSearch(game, NODES), () => pageSearch(game, NODES)],
    perft: [() => nativePerft(game, depth), () => pagePerft(game, depth)],
  };
  for (const [kind, [natively, inPage]] of Object.entries(kinds)) {
    inPage(); /* the engine compiles what is hot */
    const [a, b] = [[], []];
    for (let i = 0; i < Number(rounds); i++) {
      a.push(await natively());
      b.push(inPage());
    }
    const share = median(b) / median(a);
    failed ||= share < wanted[kind];
    const columns = [median(a), median(b)].map((one) => (one / 1000).toFixed(0).padStart(13));
    const percent = `${(100 * share).toFixed(0)}%`.padStart(7);
    console.log(
      `${game.padEnd(22)}  ${kind.padEnd(6)} ${columns.join('')} ${percent} ${`${100 * wanted[kind]}%`.padStart(7)}`,
    );
  }
}
if (network) {
  const words = ['page', games[0], ...learnt, '-o', '-'];
  const { length } = spawnSync(marcher, words, { maxBuffer: 1 << 28 }).stdout;
  failed ||= length === 0 || length > LARGEST;
  console.log(`${games[0].padEnd(22)}  page   ${length} bytes, of at most ${LARGEST}`);
}
process.exit(failed ? 1 : 0);
