#include "rules/fairy/compile/read.h"

/*
 * Games that Fairy-Stockfish knows without a file and that cannot be said here. Files in its
 * dialect build upon them. In brackets stands the key of their definitions that is declined
 * (keys.def).
 */
const mr_absent_game mr_fy_absent[] = {
    {"amazons", "squares are blocked during play there (wallingRule)"},
    {"ataxx", "pieces turn their neighbours there (flipEnclosedPieces)"},
    {"bughouse", "it is played on two boards (twoBoards)"},
    {"cambodian", "kings and ferses leap once there (cambodianMoves)"},
    {"duck", "a duck blocks a square there (wallingRule)"},
    {"fischerandom", "castling begins on other squares in each game there (chess960)"},
    {"flipello", "drops turn what they enclose there (flipEnclosedPieces)"},
    {"flipello10", "drops turn what they enclose there (flipEnclosedPieces)"},
    {"flipersi", "drops turn what they enclose there (flipEnclosedPieces)"},
    {"isolation", "squares are blocked during play there (wallingRule)"},
    {"isolation7x7", "squares are blocked during play there (wallingRule)"},
    {"janggi", "what a cannon leaps over or takes depends on its kind there (janggiCannon)"},
    {"janggicasual", "what a cannon leaps over or takes depends on its kind there (janggiCannon)"},
    {"janggimodern", "what a cannon leaps over or takes depends on its kind there (janggiCannon)"},
    {"janggitraditional",
     "what a cannon leaps over or takes depends on its kind there (janggiCannon)"},
    {"karouk", "kings and ferses leap once there (cambodianMoves)"},
    {"koedem", "it is played on two boards (twoBoards)"},
    {"kyotoshogi", "pieces turn over with every move there (pieceDemotion)"},
    {"petrified", "what captures becomes a wall there (petrifyOnCaptureTypes)"},
    {"placement", "all pieces are dropped before the first move there (mustDrop)"},
    {"seirawan", "pieces enter behind those that move there (seirawanGating)"},
    {"shatar", "mate depends on the checks before it there (shatarMateRule)"},
    {"shouse", "pieces enter behind those that move there (seirawanGating)"},
    {"sittuyin", "pawns promote by a move of their own there (sittuyinPromotion)"},
    {"snailtrail", "squares are blocked during play there (wallingRule)"},
    {"xiangqi", "nobody may chase a piece for ever there (chasingRule)"},
    {NULL, NULL},
};
