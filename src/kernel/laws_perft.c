#include "kernel/laws_priv.h"

#include <inttypes.h>

#include "kernel/perft_counter.h"

enum {
  DEEPEST = 3,     /**< actions that are counted behind a state */
  MADE_MOST = 4096 /**< actions made for one count, about */
};

void mr_laws_offers_perft(mr_laws *laws) {
  bool offered = laws->game->ops->perft != NULL;
  bool chance = mr_game_can(laws->game, MR_CAN_CHANCE);
  mr_laws_judge(laws, MR_LAW_PERFT, !offered || !chance,
                "a game with chance offers a count of its own, which nobody would ask for");
}

/** The family's count on a copy, which has to stay as it was. */
static uint64_t own_count(mr_laws *laws, unsigned depth) {
  mr_state *copy = laws->spare[0];
  mr_state_copy(laws->game, copy, laws->state);
  uint64_t nodes = laws->game->ops->perft(laws->game, copy, depth);
  size_t at = mr_laws_difference(laws, copy, laws->state);
  mr_laws_judge(laws, MR_LAW_PERFT, at == laws->game->info.state_size,
                "counting %u deep leaves another state behind (byte %zu)", depth, at);
  return nodes;
}

/** The depth down to which a state with so many actions can be counted quickly. */
static unsigned depth_to_count(size_t actions) {
  unsigned depth = 1;
  size_t made = actions;
  while (depth < DEEPEST && made <= MADE_MOST) {
    depth++;
    made *= actions;
  }
  return depth;
}

void mr_laws_perft(mr_laws *laws) {
  if (laws->game->ops->perft == NULL || mr_game_can(laws->game, MR_CAN_CHANCE)) {
    return;
  }
  unsigned deepest = depth_to_count(laws->count);
  mr_perft_counter plain;
  mr_perft_counter_init(&plain, laws->game, false, laws->allocator);
  for (unsigned depth = 1; depth <= deepest && laws->status == MR_OK; depth++) {
    uint64_t nodes = 0;
    laws->status = mr_perft_counter_count(&plain, laws->state, depth, &nodes, NULL);
    if (laws->status == MR_OK) {
      uint64_t own = own_count(laws, depth);
      mr_laws_judge(laws, MR_LAW_PERFT, own == nodes,
                    "counts %" PRIu64 " leaves %u deep, one by one there are %" PRIu64, own, depth,
                    nodes);
    }
  }
  mr_perft_counter_done(&plain);
}
