// node invent.mjs SEED COUNT [wide]: invents so many games in the dialect of Fairy-Stockfish and
// prints them. Boards, armies, movements, regions and ends are drawn by chance; the same words print
// the same games. With `wide` they have less in common with chess: royal pieces or none, castling,
// walls, hands from the start, sides that are not alike, several goals. Only what that program can
// express is drawn (README.md tells what it cannot).
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
const onlyCaptures = (pawn) => /c.*F$/.test(pawn);

function hands(ranks, stuck) {
  const lines = ['pieceDrops = true', `capturesToHand = ${happens(0.8)}`];
  if (happens(0.3)) {
    lines.push(...bothSides('dropRegion#', ranks, 1, Math.ceil(ranks / 2)));
  }
  lines.push(`firstRankPawnDrops = ${happens(0.5)}`, `promotionZonePawnDrops = ${happens(0.5)}`);
  if (happens(0.3)) {
    lines.push('dropNoDoubled = p');
  }
  if (happens(0.2) && stuck) {
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
  lines.push(...(drops ? hands(ranks, !onlyCaptures(pawn)) : []), ...goals(uneven ? 'k' : letters[0], ranks));
  if (happens(0.15)) {
    lines.push(...bothSides(`mobilityRegion#CustomPiece1`, ranks, 1, ranks - 1));
  }
  lines.push('castling = false', `nMoveRule = ${one([0, 10, 50])}`, `nFoldRule = ${one([0, 2, 3, 3])}`);
  lines.push(`startFen = ${black}/${pawns}/${empty}/${pawns.toUpperCase()}/${white.toUpperCase()}${drops ? '[]' : ''} w - - 0 1`);
  return `[${name}]\n${lines.join('\n')}\n`;
}

// ---- wider games ----------------------------------------------------------------------------------

const CHESSMEN = ['knight n', 'bishop b', 'rook r', 'queen q', 'wazir w', 'cannon c', 'lance l', 'gold g', 'silver s'];
const ROYALTIES = 'king king king king king king commoners kinds giveaway race'.split(' ');
const fileName = (file) => 'abcdefghijkl'[file];

// What is royal, or else what is won by. Kinds of which both sides have `several` can run out.
function royalty(kind, several) {
  const stalemate = `stalemateValue = ${one(VALUES)}`;
  switch (kind) {
    case 'commoners': // The last of them is royal, or loses the game when it is taken.
      return ['commoner = k', 'extinctionValue = loss', 'extinctionPieceTypes = k', `extinctionPseudoRoyal = ${happens(0.5)}`];
    case 'kinds':
      return [
        'extinctionValue = loss',
        `extinctionPieceTypes = ${some(several, between(1, 3)).join('')}`,
        `extinctionPieceCount = ${below(2)}`,
        stalemate,
      ];
    case 'giveaway':
      return ['mustCapture = true', 'extinctionValue = win', 'extinctionPieceTypes = *', stalemate];
    case 'race':
      return ['extinctionValue = loss', 'extinctionPieceTypes = *', stalemate];
    default:
      return [`king = k:${happens(0.8) ? 'K' : one(['KN', 'WD', 'FD', 'KAD'])}`];
  }
}

// A row of men from wing to wing, the kings in the middle, and no man of other letters than these.
function anyRow(letters, files, kings, gaps) {
  const row = Array.from({ length: files }, () => (happens(gaps) ? '1' : one(letters)));
  for (let i = 0; i < kings; i += 1) {
    row[Math.floor(files / 2) - i] = 'k';
  }
  return row;
}

// The king goes two cells towards a man at either end of its row.
function castling(row) {
  const king = row.indexOf('k');
  const partner = row[0];
  row[row.length - 1] = partner;
  const lines = [
    `castlingKingFile = ${fileName(king)}`,
    `castlingKingsideFile = ${fileName(king + 2)}`,
    `castlingQueensideFile = ${fileName(king - 2)}`,
    `castlingRookPieces = ${partner}`,
  ];
  return { lines, rights: 'KQkq' };
}

// Cells of the middle of a board: two by two where its sides are even.
function middle(files, ranks) {
  const around = (size) => [...new Set([Math.floor((size - 1) / 2), Math.floor(size / 2)])];
  return around(files)
    .flatMap((file) => around(ranks).map((rank) => `${fileName(file)}${rank + 1}`))
    .join(' ');
}

function wideGoals(kind, letters, several, files, ranks) {
  const lines = [];
  const race = kind === 'race';
  const royal = kind === 'king';
  if (race || happens(0.35)) {
    const who = race ? one(['*', 'p']) : one(royal ? ['k', 'k', 'p', letters[0]] : ['p', letters[0]]);
    if (!race && happens(0.4)) {
      lines.push(`flagPiece = ${who}`, `flagRegion = ${middle(files, ranks)}`);
    } else if (happens(0.3)) {
      lines.push(`flagPieceWhite = ${who}`, `flagPieceBlack = ${one(letters)}`, ...bothSides('flagRegion#', ranks, ranks - 1, ranks));
    } else {
      lines.push(`flagPiece = ${who}`, ...bothSides('flagRegion#', ranks, ranks, ranks));
    }
  }
  if (royal && happens(0.2)) {
    lines.push(`stalemateValue = ${one(VALUES)}`);
  }
  if (royal && happens(0.15)) {
    lines.push('extinctionValue = loss', `extinctionPieceTypes = ${some(several, 2).join('')}`);
  }
  if (royal && happens(0.15)) {
    lines.push(one(['perpetualCheckIllegal = true', 'flyingGeneral = true', 'mustCapture = true', 'checkmateValue = win']));
  }
  if (happens(0.2)) {
    lines.push(`nFoldValue = ${one(VALUES)}`);
  }
  return lines;
}

// Hands: filled by captures, or from the start alone, also those of one side. A commoner that is
// royal as long as it is the last may not be dropped there where it is attacked, last or not. Nor do
// walls there keep what slides from seeing cells behind them. Promoted forms are held in no hand here.
function wideHands(kind, letters, ranks, pawn, { walled, forms }) {
  const stuck = walled ? !letters.includes('l') && !/[mc]/.test(pawn) : !onlyCaptures(pawn);
  const full = () => some([...letters, 'p'], between(1, 3)).join('');
  switch (kind === 'commoners' ? -1 : below(6)) {
    case 0:
      return { hand: '[]', lines: [...hands(ranks, stuck), `dropLoop = ${happens(0.3) && !forms}`] };
    case 1: {
      const white = full();
      return { hand: `[${white.toUpperCase()}${white}]`, lines: ['pieceDrops = true', 'capturesToHand = false'] };
    }
    case 2:
      return {
        hand: `[${full().toUpperCase()}]`,
        lines: ['pieceDrops = true', `capturesToHand = ${happens(0.3)}`, `firstRankPawnDrops = ${happens(0.5)}`],
      };
    default:
      return { hand: '', lines: [] };
  }
}

// Rows between the armies, some with walls that both sides see alike.
function emptyRows(files, ranks) {
  const rows = Array.from({ length: ranks }, () => Array.from({ length: files }, () => '1'));
  if (happens(0.25)) {
    for (let i = between(1, 3); i > 0; i -= 1) {
      const [rank, file] = [below(ranks), below(files)];
      rows[rank][file] = '*';
      rows[ranks - 1 - rank][file] = '*';
    }
  }
  return rows;
}

const rowText = (row) => row.join('').replace(/1+/g, (gap) => gap.length);

function widePromotions(letters, ranks, sides) {
  const lines = bothSides('promotionRegion#', ranks, ranks - below(2), ranks);
  const into = () => some(letters, between(1, 3)).join('');
  if (sides) {
    lines.push(`promotionPieceTypesWhite = ${into()}`, `promotionPieceTypesBlack = ${into()}`);
  } else {
    lines.push(`promotionPieceTypes = ${into()}`);
  }
  lines.push(`mandatoryPawnPromotion = ${happens(0.8)}`);
  if (happens(0.2)) {
    lines.push(`promotedPieceType = ${letters[0]}:${letters[1]}`, `mandatoryPiecePromotion = ${happens(0.5)}`);
  }
  return lines;
}

// Men of the dialect's names and others of drawn movements; their letters come in any order.
function men(ranks) {
  const chessmen = some(CHESSMEN, between(1, 4));
  const letters = chessmen.map((words) => words.at(-1));
  const lines = chessmen.map((words) => words.replace(' ', ' = '));
  const left = [...LETTERS].filter((letter) => !letters.includes(letter));
  movements(between(1, 3), ranks).forEach((movement, i) => {
    lines.push(`customPiece${i + 1} = ${left[i]}:${movement}`);
    letters.push(left[i]);
  });
  return { letters, lines };
}

// A pawn that comes back in three steps repeats positions that are not seen to be repeated there.
const FORWARD = atoms(PAWNS).filter((pawn) => !pawn.includes('b'));

function wideGame(name) {
  const files = between(6, 10);
  const ranks = between(6, 10);
  const { letters, lines: kinds } = men(ranks);
  const kind = one(ROYALTIES);
  const kings = kind === 'king' ? 1 : kind === 'commoners' ? between(1, 2) : 0;
  const pawn = one(FORWARD);
  const white = anyRow(letters, files, kings, 0.15);
  const castles = kind === 'king' && white[0] !== '1' && happens(0.4);
  const { lines: castlingLines, rights } = castles ? castling(white) : { lines: ['castling = false'], rights: '-' };
  const uneven = !castles && happens(0.3);
  const black = uneven ? anyRow(letters, files, kings, 0.15) : white;
  const twice = (row, letter) => row.indexOf(letter) !== row.lastIndexOf(letter);
  const several = ['p', ...letters.filter((letter) => twice(white, letter) && twice(black, letter))];
  const lines = [`maxFile = ${fileName(files - 1)}`, `maxRank = ${ranks}`, ...kinds, ...royalty(kind, several)];
  lines.push(`customPiece4 = p:${pawn}`, 'pawnTypes = p', ...castlingLines);
  lines.push(...widePromotions(letters, ranks, uneven && happens(0.5)));
  if (pawn.includes('i')) {
    lines.push(...bothSides('doubleStepRegion#', ranks, 2, 2));
  }
  const empty = emptyRows(files, ranks - 4);
  const walled = empty.flat().includes('*');
  const forms = lines.some((line) => line.startsWith('promotedPieceType'));
  const { hand, lines: handLines } = wideHands(kind, letters, ranks, pawn, { walled, forms });
  lines.push(...handLines, ...wideGoals(kind, letters, several, files, ranks));
  lines.push(`nMoveRule = ${one([0, 20, 50])}`, `nFoldRule = ${one([0, 2, 3, 3])}`);
  const pawns = anyRow(['p'], files, 0, 0.1);
  const rows = [black, pawns, ...empty, pawns, white].map(rowText);
  const text = rows.map((row, i) => (i < ranks - 2 ? row : row.toUpperCase())).join('/');
  lines.push(`startFen = ${text}${hand} w ${rights} - 0 1`);
  return `[${name}]\n${lines.join('\n')}\n`;
}

const count = Number(process.argv[3] ?? 20);
const draw = process.argv[4] === 'wide' ? wideGame : game;
const named = process.argv[4] === 'wide' ? 'wide' : 'invented';
console.log(Array.from({ length: count }, (_, i) => draw(`${named}-${process.argv[2] ?? 1}-${i + 1}`)).join('\n'));
