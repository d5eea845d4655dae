#include "rules/fairy/compile/read.h"

/*
 * Games that Fairy-Stockfish knows without a file and that cannot be said here. Files in its
 * dialect build upon them. In brackets stands the key of their definitions that is declined
 * (keys.def).
 */
const mr_absent_game mr_fy_absent[] = {
    {"bughouse", "it is played on two boards (twoBoards)"},
    {"janggi", "what a cannon leaps over or takes depends on its kind there (janggiCannon)"},
    {"janggicasual", "what a cannon leaps over or takes depends on its kind there (janggiCannon)"},
    {"janggimodern", "what a cannon leaps over or takes depends on its kind there (janggiCannon)"},
    {"janggitraditional",
     "what a cannon leaps over or takes depends on its kind there (janggiCannon)"},
    {"koedem", "it is played on two boards (twoBoards)"},
    {"shatar", "mate depends on the checks before it there (shatarMateRule)"},
    {NULL, NULL},
};
