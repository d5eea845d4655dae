import { readFileSync } from 'node:fs';

/** Walls, men that are dropped, armies unlike each other, and a goal of one side alone. */
const ford = readFileSync(new URL('../../tests/data/ford.ini', import.meta.url), 'utf8');

/**
 * Small games that nobody here has heard of: leapers that race to the other side, pips that are
 * turned as they are placed, a skirmish around two leaders, chess on a board of many squares, pawns
 * that promote where they stand, castling from other files, and a caravan at a ford.
 */
export const invented = `${ford}
[leapers]
title = Leapers
summary = Bring a Fers to the last rank, or take them all.
maxRank = 5
maxFile = 5
customPiece1 = f:F
customPiece2 = w:W
king = -
startFen = fwfwf/5/5/5/FWFWF w 0 1
extinctionValue = loss
extinctionPieceTypes = f
flagPiece = f
flagRegionWhite = *5
flagRegionBlack = *1
nMoveRule = 20

[turning:borderline]
title = Turning
rotation = on

[skirmish]
family = warlord
title = Skirmish
summary = Two leaders with a handful of men each: who takes the other one first?
pieces =
  . . l i . .
  . . i . . .
  . . . . . .
  . . . . . .
  . . . I . .
  . . I L . .

[great:chess]
title = Great Chess
maxFile = 12
maxRank = 12
startFen = rnbqkbnrrnbq/pppppppppppp/12/12/12/12/12/12/12/12/PPPPPPPPPPPP/RNBQKBNRRNBQ w - - 0 1
castling = false
promotionRegionWhite = *12
promotionRegionBlack = *1

[standing:chess]
title = Standing
summary = Pawns become knights where they stand.
maxFile = 5
maxRank = 5
startFen = k4/5/2P2/1P3/K4 w - - 0 1
castling = false
sittuyinPromotion = true
promotionRegionWhite = *3
promotionRegionBlack = *3
promotionPieceTypes = n

[towers:chess]
title = Towers
summary = Kings castle from wherever they stand.
startFen = 1r1k2r1/pppppppp/8/8/8/8/PPPPPPPP/1R1K2R1 w KQkq - 0 1
chess960 = true
`;
