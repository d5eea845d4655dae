/**
 * @file script_game.h
 * Games written down node by node, for tests that need a certain tree: who decides, what chance
 * weighs, what everything is worth.
 */
#ifndef MARCHER_TESTS_SUPPORT_SCRIPT_GAME_H
#define MARCHER_TESTS_SUPPORT_SCRIPT_GAME_H

#include <marcher/game.h>

enum { SCRIPT_BRANCHES = 6, SCRIPT_PLAYERS = 4 };

typedef struct script_node {
  mr_node_kind kind;
  uint8_t player;                   /**< who decides */
  uint8_t count;                    /**< branches; action i leads to next[i] */
  uint16_t next[SCRIPT_BRANCHES];   /**< any node, earlier ones too */
  uint32_t weight[SCRIPT_BRANCHES]; /**< at chance nodes */
  uint8_t score[SCRIPT_PLAYERS];    /**< at terminal nodes, in quarter points */
} script_node;

typedef struct script_game {
  mr_game game;
  const script_node *nodes; /**< the first is the start */
} script_game;

/** Every seat its own team: set game.info.team for others. Needs no freeing. */
void script_game_init(script_game *out, const script_node *nodes, unsigned players);

/** A state at a node, on the heap; free it with mr_state_free. */
mr_state *script_game_state(const script_game *game, unsigned node);

#endif
