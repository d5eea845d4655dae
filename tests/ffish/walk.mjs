// node walk.mjs FFISH VARIANTS GAME < LINES: plays the games that random_games prints with ffish, and
// compares at every step the legal moves and the text of the position, and at the end the result.
// GAME is - where the lines name their games themselves.
//
// node walk.mjs FFISH VARIANTS < NAMES: those of the names, a line each, that ffish knows.
//
// FFISH is the folder of that package, VARIANTS the games in its dialect. What it cannot express is
// allowed by the rules below, each by its name, and counted; whatever else differs is printed, and
// the status is then 1.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';

const SHOWN_MAX = 5;

// ---- texts of positions ---------------------------------------------------------------------------

// A position's text in its parts; the men of a hand are sorted.
function parts(text) {
  const [men, side, castling, passing, ...rest] = text.split(' ');
  const [board, hand = ''] = men.split(/[[\]]/);
  const checks = rest[0]?.includes('+') ? rest.shift() : 'not counted';
  const [clock, number] = rest;
  const count = /^\d+$/.test(passing) ? passing : 'not begun';
  const held = [...hand].sort().join('');
  return { board, hand: held, side, castling, passing, count, checks, clock, number };
}

// What stands on the squares, by their names.
function squares(board) {
  const men = new Map();
  const rows = board.split('/');
  rows.forEach((row, i) => {
    let file = 0;
    for (const [what] of row.matchAll(/\d+|\*|\+?[A-Za-z]/g)) {
      if (/\d/.test(what)) {
        file += Number(what);
      } else {
        men.set('abcdefghijkl'[file] + (rows.length - i), what);
        file += 1;
      }
    }
  });
  return men;
}

// Of squares, where a man has passed and where it stands, the first: the empty ones.
function passedSquares(position) {
  const named = position.passing.match(/[a-l]\d+/g) ?? [];
  const men = squares(position.board);
  return named.filter((square) => !men.has(square)).join('') || '-';
}

function theirText(text) {
  const fields = text.split(' ');
  fields[3] = /^\d/.test(fields[3]) ? fields[3] : passedSquares(parts(text));
  return fields.join(' ');
}

// ---- what may differ ------------------------------------------------------------------------------

// The squares that were passed are written there whether or not a man can capture on them; here
// only where one can. That the moves agree is compared all the same.
const USELESS_PASSING = {
  name: 'a passed square that no man can capture on is written there',
  applies: (walk, { part, ours, theirs }) =>
    part === 'passing' && (ours === '-' || (theirs.match(/[a-l]\d+/g) ?? []).includes(ours)),
};

// After a move that resets the count of moves without progress on one side alone, the counts differ
// until a move resets both.
const CLOCK = {
  name: 'moves without progress, since a move that resets their count only here or only there',
  applies: (walk, { part }) => part === 'clock' && walk.drifting,
};

// An end by repetition or for want of progress has moves there, where it waits for a claim; the
// result, which they are asked for with the claim made, is compared.
const CLAIM = {
  name: 'moves of a game that is over, which go on there until its end is claimed',
  applies: (walk, { part, ours }, line) =>
    part === 'moves' &&
    ours === '' &&
    line.result !== undefined &&
    walk.board.result(true) === line.result,
};

const DEAD = {
  name: 'a draw there, since neither side has the men to mate',
  applies: (walk, { part, ours, theirs }) =>
    part === 'result' &&
    (ours === '*' || walk.board.legalMoves() === '') &&
    theirs === '1/2-1/2' &&
    walk.board.isInsufficientMaterial(),
};

// From which squares nobody has moved yet is written there, and is not part of what is repeated; here a
// position in which a man could still enter or leap is another one. But for that it has come about three
// times.
const GATES = {
  name: 'a repetition there, between whose positions somebody has lost a gate',
  applies: (walk, { part, ours, theirs }, line) => {
    const alike = walk.before.filter((one) => sameButGates(one, parts(line.state)));
    const same = alike.filter((one) => one.castling === parts(line.state).castling);
    const drawn = part === 'result' && ours === '*' && theirs === '1/2-1/2';
    return drawn && same.length < 3 && alike.length >= 3;
  },
};

function sameButGates(one, other) {
  const rights = ({ castling }) => castling.replace(/[^KQkq]/g, '');
  return (
    ['board', 'hand', 'side', 'checks'].every((part) => one[part] === other[part]) &&
    rights(one) === rights(other)
  );
}

// Shogi forbids to mate by dropping a pawn, whose letter is S in Tori Shogi. There such a drop is
// listed all the same, and loses.
const DROP_MATE = {
  name: 'a pawn that mates by being dropped, which is listed there and loses',
  applies: ({ board }, { part, ours, theirs }) =>
    part === 'moves' &&
    ours === '' &&
    theirs.split(' ').every((move) => {
      board.push(move);
      const mates = /^[PS]@/.test(move) && board.isCheck() && board.legalMoves() === '';
      board.pop();
      return mates;
    }),
};

// With a second king no king is royal (extinctionPseudoRoyal): a drunk elephant, or any man of backrank,
// may promote while the only one is attacked. There that counts for pawns that promote to a king alone.
const SECOND_KINGS = { shoshogi: /^E$/i, backrank: /^[QRBNP]$/i };
const SECOND_KING = {
  name: 'promotions to a second king, which may not leave the first one attacked there',
  applies: (walk, { part, ours, theirs }, line) =>
    part === 'moves' &&
    theirs === '' &&
    SECOND_KINGS[walk.name] !== undefined &&
    ours
      .split(' ')
      .every(
        (move) =>
          move.endsWith('+') &&
          SECOND_KINGS[walk.name].test(
            squares(parts(line.state).board).get(move.match(/^[a-l]\d+/)[0]),
          ),
      ),
};

// The document of the dialect says that pawns become queens, rooks, bishops and knights where
// promotionPieceTypes is not set; in a definition without a parent they become nothing there.
const NO_PROMOTION = {
  name: 'promotions, which there are none of there without a parent and promotionPieceTypes',
  applies: (walk, { part, ours, theirs }) =>
    part === 'moves' &&
    theirs === '' &&
    ['maharajah', 'maharajah2'].includes(walk.name) &&
    ours.split(' ').every((move) => /^([a-l]\d+){2}[qrbn]$/.test(move)),
};

// Positions before the last move that resets the count are not looked at for repetitions there.
const PASSED_BY_PAWN = {
  name: 'a repetition, before which a pass with a pawn began the count of moves without progress anew there',
  applies: (walk, { part }, line) =>
    (part === 'moves' || part === 'result') &&
    walk.drifting &&
    line.rule === 'CH-3' &&
    Number(parts(walk.board.fen()).clock) < Number(parts(line.state).clock),
};

// ---- what each game must have shown, and what may differ in it ------------------------------------

// `did`: what has to be played at least once. `drifts`: whether a move resets the count of moves
// without progress on one side alone.
const GAMES = {
  chess: {
    did: ['capture', 'in passing', 'castling', 'promotion'],
    drifts: () => false,
    allowed: [USELESS_PASSING, CLAIM, DEAD],
  },
  borderlands: {
    did: ['capture', 'in passing', 'promotion', 'drop'],
    // A drop is no progress here (BL-18).
    drifts: ({ did }) => did.includes('drop'),
    allowed: [USELESS_PASSING, CLAIM, CLOCK],
  },
  'battle-of-ideologies-pychess': {
    did: ['capture', 'in passing', 'promotion', 'drop'],
    // The promotion of a kirin is no progress here, and the step of a log, which it can take back, is
    // none there (BI-18).
    drifts: ({ did, man }) =>
      (man === 'z' && did.includes('promotion')) || (man === 's' && did.length === 0),
    allowed: [USELESS_PASSING, CLAIM, CLOCK],
  },
};

// All other games.
const OTHERS = {
  did: [],
  // A pass is a move of the king there, or of the first man, which may be a pawn.
  drifts: ({ did }) => did.includes('pass'),
  allowed: [
    USELESS_PASSING,
    CLAIM,
    CLOCK,
    DEAD,
    DROP_MATE,
    SECOND_KING,
    GATES,
    NO_PROMOTION,
    PASSED_BY_PAWN,
  ],
};

// ---- comparing ------------------------------------------------------------------------------------

// The classics, by what each must have shown.
const CLASSICS = {
  kingofthehill: ['capture'],
  '3check': ['capture'],
  '5check': ['capture'],
  crazyhouse: ['capture', 'drop'],
  pocketknight: ['capture', 'drop'],
  gardner: ['capture'],
  losalamos: ['capture'],
  capablanca: ['capture'],
  janus: ['capture'],
  extinction: ['capture'],
  giveaway: ['capture', 'promotion'],
  antichess: ['capture', 'promotion'],
  breakthrough: ['capture'],
  minishogi: ['capture', 'promotion', 'drop'],
  shogi: ['capture', 'promotion', 'drop'],
  gorogoro: ['capture', 'promotion', 'drop'],
};
for (const [name, did] of Object.entries(CLASSICS)) {
  // How the count of moves without progress begins anew is not compared where men are dropped.
  GAMES[name] = { ...OTHERS, did, drifts: () => did.includes('drop') };
}

// Games in which a wall is set or a man moved, not both.
const WALL_OR_MOVE = new Set(['atlantis', 'odd-carried-or-moved', 'odd-edge-or-move']);

const isUpper = (man) => man === man.toUpperCase();
const sorted = (moves) => [...moves].sort();
const lacking = (some, others) => some.filter((move) => !others.includes(move));

// Their texts of moves, in ours. Where a wall is set or a man moved, the first square stands there behind
// each move, as if it were blocked; a castling whose wall comes to stand where the partner stood begins
// there with the partner.
function theirMoves(walk) {
  const moves = walk.board.legalMoves().split(' ').filter((move) => move !== '');
  const men = squares(parts(walk.board.fen()).board);
  const instead = moves.some((move) => move.includes(',')) && WALL_OR_MOVE.has(walk.name);
  walk.texts = new Map(moves.map((move) => [ourText(move, men, instead), move]));
  return sorted(walk.texts.keys());
}

function ourText(move, men, instead) {
  const [, from, to, form, end, wall] =
    move.match(/^([a-l]\d+)([a-l]\d+)(\D*),([a-l]\d+)([a-l]\d+)$/) ?? [];
  if (from === undefined) {
    return move;
  }
  if (instead && from !== to) {
    return from + to + form;
  }
  const own = men.get(to) !== undefined && isUpper(men.get(from)) === isUpper(men.get(to));
  if (wall === from && end === to && own && from !== to) {
    const arrival = (from[0] > to[0] ? 'g' : 'c') + to.slice(1);
    return `${to}${arrival},${arrival}${wall}`;
  }
  return move;
}

// The differences of one position: {part, ours, theirs}.
function differences(line, walk) {
  const { board } = walk;
  const found = [];
  const note = (part, ours, theirs) => {
    if (ours !== theirs) {
      found.push({ part, ours, theirs });
    }
  };
  const ours = parts(line.state);
  const theirs = parts(board.fen());
  ours.passing = passedSquares(ours);
  theirs.passing = passedSquares(theirs);
  for (const part of Object.keys(ours)) {
    note(part, ours[part], theirs[part]);
  }
  const moves = theirMoves(walk);
  const mine = sorted(line.moves);
  note('moves', lacking(mine, moves).join(' '), lacking(moves, mine).join(' '));
  note('result', line.result ?? '*', board.result(true));
  return found;
}

// ---- walking --------------------------------------------------------------------------------------

function loadFfish(folder) {
  // It would fetch its own file by a path that is no address.
  delete globalThis.fetch;
  // Its own examples, which the definitions of its program hold as well.
  const warn = console.warn;
  console.warn = (...words) => /^Variant '.*' already exists/.test(words[0]) || warn(...words);
  return new Promise((resolve, reject) => {
    try {
      const ffish = createRequire(import.meta.url)(folder);
      ffish.onRuntimeInitialized = () => resolve(ffish);
    } catch (error) {
      reject(error);
    }
  });
}

class Walk {
  constructor(ffish, name, sample) {
    this.ffish = ffish;
    this.sample = sample;
    this.name = name;
    this.rules = GAMES[name] ?? OTHERS;
    this.board = null;
    this.before = []; // the positions of the game, the present one included
    this.count = { games: 0, positions: 0, moves: 0, faults: 0 };
    this.did = new Map();
    this.ended = new Map();
    this.allowed = new Map();
    this.drifting = false;
    this.stopped = false;
  }

  step(line) {
    if (line.ply === 0) {
      this.begin(line);
    }
    if (this.stopped) {
      return;
    }
    this.count.positions += 1;
    this.count.moves += line.moves.length;
    this.before.push(parts(line.state));
    const faults = differences(line, this).filter((found) => !this.allows(found, line));
    if (faults.length > 0) {
      this.complain(line, faults);
      return;
    }
    if (line.rule !== undefined) {
      add(this.ended, line.rule);
    } else {
      this.play(line);
    }
  }

  play(line) {
    const [from] = line.play.match(/^[a-l]\d+/) ?? [''];
    const man = squares(parts(line.state).board).get(from);
    if (this.rules.drifts({ did: line.did, man })) {
      this.drifting = true;
    } else if (line.did.includes('capture')) {
      this.drifting = false;
    }
    line.did.forEach((did) => add(this.did, did));
    // What is allowed to be listed here alone cannot be played there.
    this.stopped = !this.board.push(this.texts.get(line.play) ?? line.play);
  }

  begin(line) {
    this.board?.delete();
    this.board = new this.ffish.Board(this.name, theirText(line.state));
    this.before = [];
    this.count.games += 1;
    this.drifting = false;
    this.stopped = false;
  }

  allows(found, line) {
    const rule = this.rules.allowed.find((each) => each.applies(this, found, line));
    if (rule !== undefined) {
      add(this.allowed, rule.name);
    }
    return rule !== undefined;
  }

  complain(line, faults) {
    this.count.faults += 1;
    this.stopped = true;
    if (this.count.faults > SHOWN_MAX) {
      return;
    }
    console.log(`${this.name}, game ${line.game}, ply ${line.ply}: they differ`);
    console.log(`  here:  ${line.state}`);
    console.log(`  there: ${this.board.fen()}`);
    for (const { part, ours, theirs } of faults) {
      console.log(`  ${part}: here ${ours || 'nothing'}, there ${theirs || 'nothing'}`);
    }
  }

  report() {
    const list = (map) => [...map].sort().map(([what, count]) => `${count} ${what}`).join(', ');
    const { games, positions, moves, faults } = this.count;
    const verdict = faults === 0 ? 'they agree' : `${faults} GAMES DIFFER`;
    console.log(`${this.name}: ${positions} positions of ${games} games, ${moves} moves: ${verdict}`);
    console.log(`  played: ${list(this.did)}`);
    console.log(`  ended by: ${list(this.ended) || 'nothing'}`);
    for (const [name, count] of [...this.allowed].sort()) {
      console.log(`  not compared: ${count} times: ${name}`);
    }
    // A sample of many games is small.
    const missing = this.sample ? [] : this.rules.did.filter((what) => !this.did.has(what));
    missing.forEach((what) => console.log(`  NEVER PLAYED: ${what}`));
    return faults === 0 && missing.length === 0;
  }
}

function add(map, key) {
  map.set(key, (map.get(key) ?? 0) + 1);
}

// Whether all games agree that the lines tell of.
async function walkAll(ffish, name) {
  let walk = name === '-' ? null : new Walk(ffish, name, false);
  let agree = true;
  const end = () => {
    agree = (walk?.report() ?? true) && agree;
    walk?.board?.delete();
  };
  for await (const text of createInterface({ input: process.stdin })) {
    const line = JSON.parse(text);
    if (line.walk !== undefined) {
      end();
      walk = new Walk(ffish, line.walk, true);
    } else {
      walk.step(line);
    }
  }
  end();
  return agree;
}

async function printKnown(ffish) {
  const known = new Set(ffish.variants().split(' '));
  for await (const name of createInterface({ input: process.stdin })) {
    if (known.has(name)) {
      console.log(name);
    }
  }
}

async function main([folder, variants, name]) {
  const ffish = await loadFfish(folder);
  ffish.loadVariantConfig(readFileSync(variants, 'utf8'));
  if (name === undefined) {
    await printKnown(ffish);
    return 0;
  }
  return (await walkAll(ffish, name)) ? 0 : 1;
}

process.exitCode = await main(process.argv.slice(2));
