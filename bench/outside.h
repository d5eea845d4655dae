/**
 * @file outside.h
 * Another program as a player: for each decision it is sent the state's text on a line of its
 * standard input and answers with an action's text on a line of its standard output.
 */
#ifndef MARCHER_BENCH_OUTSIDE_H
#define MARCHER_BENCH_OUTSIDE_H

#include <marcher/engine.h>

/** Starts `command` in a shell; NULL (with words on stderr) if it cannot. */
mr_engine *outside_new(const mr_game *game, const char *command);

#endif
