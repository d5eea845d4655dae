/**
 * @file war_table.h
 * A game of the Warlord Games for programs that measure its players: a map, its state, whole turns.
 */
#ifndef MARCHER_BENCH_WAR_TABLE_H
#define MARCHER_BENCH_WAR_TABLE_H

#include <marcher/engine.h>

#include "rules/warlord/warlord.h"

typedef struct war_table {
  mr_game *game;
  mr_state *state;
  mr_state *seen;
  mr_chance *chances;
  double told; /**< of the last action that a player chose: White's share, as the player sees it */
} war_table;

/** Opens a game of the catalogue, or of FILE: its last definition where `name` is NULL. */
bool war_open(war_table *t, const char *file, const char *name);

/** Opens a game of the catalogue with `key=value;key=value`, which is cut up, at a state. */
bool war_open_state(war_table *t, const char *name, char *sets, const char *state);

/** Opens a generated map: WORDS as behind `marcher generate warlord`. Says why where it fails. */
bool war_generate(war_table *t, const char *words, uint64_t seed);
void war_close(war_table *t);

/** A player of the table's game, or NULL. */
mr_engine *war_engine(const war_table *t, const char *kind, unsigned level, uint64_t seed);

/** One action of who is to decide, or of chance. False: somebody failed, and it was said. */
bool war_step(war_table *t, mr_engine *players[2], const mr_limits *limits, mr_random *dice,
              mr_action *out);

#endif
