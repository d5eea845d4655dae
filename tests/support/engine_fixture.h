/**
 * @file engine_fixture.h
 * Short ways to let engines think in tests. They fail the test where an engine does.
 */
#ifndef MARCHER_TESTS_SUPPORT_ENGINE_FIXTURE_H
#define MARCHER_TESTS_SUPPORT_ENGINE_FIXTURE_H

#include <marcher/engine.h>

/** A new engine of `kind` with little memory; free it with mr_engine_free. */
mr_engine *fixture_engine(const mr_game *game, const char *kind, unsigned level, uint64_t seed);

/** What the engine thinks of a state, seen by the player who decides. Checks that it is legal. */
mr_search_result fixture_ask(mr_engine *engine, const mr_state *state, mr_limits limits);

/** The same with a tree search of level 5 made for this question. */
mr_search_result fixture_search(const mr_game *game, const mr_state *state, uint64_t nodes);

/** Plays one game to its end, from `state`; `engines` by seat. Adds seat 0's quarter points. */
void fixture_play(const mr_game *game, mr_state *state, mr_engine *const *engines, uint64_t seed,
                  const mr_limits *limits, unsigned *points);

#endif
