#include "rules/fairy/compile/read.h"

/*
 * Games that Fairy-Stockfish knows without a file and that cannot be said here. Files in its
 * dialect build upon them. In brackets stands the key of their definitions that is declined
 * (keys.def).
 */
const mr_absent_game mr_fy_absent[] = {
    {"bughouse", "it is played on two boards (twoBoards)"},
    {"koedem", "it is played on two boards (twoBoards)"},
    {NULL, NULL},
};
