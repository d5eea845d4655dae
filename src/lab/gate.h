/**
 * @file gate.h
 * What is new takes the place of what there is only after a match: weights, networks and parameters
 * of the search pass the same gate. By equal nodes, from beginnings as those of self-play, each
 * with both seats; the sequential test of 0 against 15 Elo ends it.
 */
#ifndef MARCHER_LAB_GATE_H
#define MARCHER_LAB_GATE_H

#include <marcher/match.h>

typedef struct mr_gate {
  const mr_game *game;
  mr_match_engine first, second; /**< what is new, what there is: weights, network and parameters
                                      alone are looked at */
  uint64_t nodes[2];             /**< of a search of either */
  uint64_t games;                /**< at most */
  bool all; /**< all games are played: to tell the strength, and not to decide */
  uint64_t seed;
  uint64_t number; /**< of the match: each has openings of its own */
  unsigned threads;
  const char *journal; /**< to go on from; one of other players is begun anew. NULL: none */
  void (*progress)(void *context, uint64_t games, uint64_t planned); /**< may be NULL */
  void *context;
  const atomic_bool *stop; /**< may be NULL */
} mr_gate;

/** Plays the match. @param out in the eyes of the first. @return what mr_match_run says */
MR_NODISCARD mr_status mr_gate_play(const mr_gate *gate, mr_tally *out, mr_error *err);

/** What the test says of a match. */
mr_sprt_state mr_gate_evaluate(const mr_tally *tally);

/** Whether a match lets the first in: the test has passed, or all games were played and it is
 * likely enough (9 to 1) to be the better one. */
bool mr_gate_passes(const mr_tally *tally);

#endif
