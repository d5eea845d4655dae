/**
 * @file greedy.h
 * A yardstick for Borderline players: one ply, the exact odds of every duel, a plain count of the
 * placements each side still needs. Knows the rules only through the contract and the state text,
 * so that it shares nothing with the player that it measures.
 */
#ifndef MARCHER_BENCH_GREEDY_H
#define MARCHER_BENCH_GREEDY_H

#include <marcher/engine.h>

/** A greedy player for a game of the family "borderline". Free it with mr_engine_free. */
mr_engine *greedy_new(const mr_game *game, uint64_t seed);

#endif
