// node invent.mjs SEED COUNT: invents so many games in the dialect of Fairy-Stockfish and prints
// them. Boards, armies, movements, regions and ends are drawn by chance; the same words print the
// same games. Only what that program can express is drawn (README.md tells what it cannot).
const LEAPERS = 'N A D F W H C Z G FD WA WD NA ND FC AD WF NW NF CZ KD KA HFD fbNF fsNW ffNbsW fFfW bWfF';
const RIDERS = 'R B Q RF BW R3 B3 R4F B2W NN RN BN fRbB fBbR R2B WB3 FR2 fsRbW mRcF mBcW mQcN cRmN';
const OTHERS = 'nN nA nD pR gQ pQ pB mRcpR mBcpB mRcpRF mNcpR mQcK cNmK mFcW';
const PAWNS = 'fmWfcF fmWfceF fmWfceFifmnD fmFfcW fW fsW fWF mfFcfW fmW2fcF fmWcF fWbF ffNfW';
const VALUES = ['win', 'loss', 'draw'];
const LETTERS = 'acdefghij';

// ---- chance ---------------------------------------------------------------------------------------

// Mulberry32, by Tommy Ettinger: small, and the same everywhere.
function chanceOf(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const chance = chanceOf(Number(process.argv[2] ?? 1));
const below = (most) => Math.floor(chance() * most);
const between = (least, most) => least + below(most - least + 1);
const one = (list) => list[below(list.length)];
const happens = (share) => chance() < share;

function some(list, count) {
  const left = [...list];
  return Array.from({ length: Math.min(count, left.length) }, () => left.splice(below(left.length), 1)[0]);
}

// ---- parts of a game ------------------------------------------------------------------------------

const atoms = (text) => text.split(' ');

// Riders of knights' steps see from one end of a board with an odd number of ranks to the other.
function movements(count, ranks) {
  const drawn = new Set();
  while (drawn.size < count) {
    const movement = one(atoms(one([LEAPERS, RIDERS, RIDERS, OTHERS])));
    if (ranks % 2 === 0 || movement !== 'NN') {
      drawn.add(movement);
    }
  }
  return [...drawn];
}

// A row of men: the king in the middle, the others the same to its left and right, none missing.
function rowOf(letters, files) {
  const king = Math.floor(files / 2);
  const half = Array.from({ length: king + 1 }, () => one(letters));
  const row = Array.from({ length: files }, (_, file) => half[Math.min(file, files - 1 - file)]);
  row[king] = 'k';
  const places = some(
    row.map((_, file) => file).filter((file) => file !== king),
    letters.length,
  );
  places.forEach((file, i) => {
    row[file] = letters[i];
  });
  return row.join('');
}

const ranksFrom = (first, last) =>
  Array.from({ length: last - first + 1 }, (_, i) => `*${first + i}`).join(' ');

// Two keys: a region of White's, and the same as Black sees it, from the other end of the board.
function bothSides(key, ranks, first, last) {
  return [
    `${key.replace('#', 'White')} = ${ranksFrom(first, last)}`,
    `${key.replace('#', 'Black')} = ${ranksFrom(ranks + 1 - last, ranks + 1 - first)}`,
  ];
}

function promotions(letters, ranks) {
  const lines = bothSides('promotionRegion#', ranks, ranks - below(2), ranks);
  if (happens(0.2)) {
    const target = one(letters);
    const others = letters.filter((letter) => letter !== target);
    lines.push('promotionPawnTypes = -', `promotedPieceType = p:${target} ${others[0]}:${target}`);
    lines.push(`mandatoryPiecePromotion = ${happens(0.5)}`);
    lines.push(`piecePromotionOnCapture = ${happens(0.3)}`);
  } else {
    lines.push('promotionPawnTypes = p', `promotionPieceTypes = ${some(letters, between(1, 3)).join('')}`);
    lines.push(`mandatoryPawnPromotion = ${happens(0.8)}`);
  }
  return lines;
}

// A man that could only capture from where it stands counts as immobile there (README.md).
function hands(ranks, pawn) {
  const lines = ['pieceDrops = true', `capturesToHand = ${happens(0.8)}`];
  if (happens(0.3)) {
    lines.push(...bothSides('dropRegion#', ranks, 1, Math.ceil(ranks / 2)));
  }
  lines.push(`firstRankPawnDrops = ${happens(0.5)}`, `promotionZonePawnDrops = ${happens(0.5)}`);
  if (happens(0.3)) {
    lines.push('dropNoDoubled = p');
  }
  if (happens(0.2) && !/c.*F$/.test(pawn)) {
    lines.push('immobilityIllegal = true');
  }
  return lines;
}

function goals(common, ranks) {
  switch (below(8)) {
    case 0:
      return [`stalemateValue = ${one(VALUES)}`];
    case 1:
      return [`flagPiece = ${one(['k', common])}`, ...bothSides('flagRegion#', ranks, ranks, ranks)];
    case 2:
      return ['extinctionValue = loss', `extinctionPieceTypes = ${common}`];
    case 3:
      return [
        'extinctionValue = loss',
        'extinctionPieceTypes = k',
        'extinctionPseudoRoyal = true',
      ];
    case 4:
      return ['flyingGeneral = true'];
    case 5:
      return ['mustCapture = true'];
    default:
      return [];
  }
}

function game(name) {
  const files = between(5, 12);
  const ranks = between(Math.max(5, files - 3), 10);
  const letters = [...LETTERS.slice(0, Math.min(between(2, 6), files - 1))];
  const uneven = letters.length > 3 && happens(0.3);
  const middle = Math.ceil(letters.length / 2);
  const white = rowOf(uneven ? letters.slice(0, middle) : letters, files);
  const black = uneven ? rowOf(letters.slice(middle), files) : white;
  const pawns = 'p'.repeat(files);
  const empty = Array.from({ length: ranks - 4 }, () => files).join('/');
  const drops = happens(0.35);
  const pawn = one(atoms(PAWNS));
  const lines = [`maxFile = ${'abcdefghijkl'[files - 1]}`, `maxRank = ${ranks}`];
  lines.push(`king = k:${happens(0.8) ? 'K' : one(['KN', 'WD', 'F', 'WA', 'KAD'])}`);
  movements(letters.length, ranks).forEach((movement, i) => {
    lines.push(`customPiece${i + 1} = ${letters[i]}:${movement}`);
  });
  lines.push(`customPiece${letters.length + 1} = p:${pawn}`, 'pawnTypes = p');
  lines.push(...promotions(letters, ranks));
  if (pawn.includes('i')) {
    lines.push(...bothSides('doubleStepRegion#', ranks, 2, 2 + below(2)));
  }
  if (pawn.includes('e')) {
    lines.push(`enPassantTypes = ${happens(0.8) ? 'p' : '-'}`);
  }
  lines.push(...(drops ? hands(ranks, pawn) : []), ...goals(uneven ? 'k' : letters[0], ranks));
  if (happens(0.15)) {
    lines.push(...bothSides(`mobilityRegion#CustomPiece1`, ranks, 1, ranks - 1));
  }
  lines.push('castling = false', `nMoveRule = ${one([0, 10, 50])}`, `nFoldRule = ${one([0, 2, 3, 3])}`);
  lines.push(`startFen = ${black}/${pawns}/${empty}/${pawns.toUpperCase()}/${white.toUpperCase()}${drops ? '[]' : ''} w - - 0 1`);
  return `[${name}]\n${lines.join('\n')}\n`;
}

const count = Number(process.argv[3] ?? 20);
console.log(Array.from({ length: count }, (_, i) => game(`invented-${process.argv[2] ?? 1}-${i + 1}`)).join('\n'));
