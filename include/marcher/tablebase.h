/**
 * @file tablebase.h
 * What is known for certain about a position, and the shape of those who can say it: between tables
 * of endings, which know, and engines, which ask.
 */
#ifndef MARCHER_TABLEBASE_H
#define MARCHER_TABLEBASE_H

#include <marcher/game.h>

MR_BEGIN_C

/** The result of a position with best play, from tables. `winner` is MR_NOBODY for a draw. */
typedef struct mr_tablebase_result {
  mr_player winner;
  unsigned plies; /**< to the end with best play of both; 0 for a draw */
} mr_tablebase_result;

/**
 * Looks a position up; several threads may ask at once, and nothing is allocated. What is told is
 * the result of the position as if it were new: without history and clocks.
 * @return false where nothing is known
 */
typedef bool (*mr_probe_fn)(void *context, const mr_state *state, mr_tablebase_result *out);

MR_END_C

#endif
