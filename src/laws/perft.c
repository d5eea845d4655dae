#include "laws/laws_priv.h"

#include <inttypes.h>

#include "kernel/perft_counter.h"

enum {
  DEEPEST = 3,     /**< actions that are counted behind a state */
  MADE_MOST = 4096 /**< actions made for one count, about */
};

void mr_laws_offers_perft(mr_laws *laws) {
  bool offered = laws->game->ops->perft != NULL;
  bool chance = mr_game_can(laws->game, MR_CAN_CHANCE);
  mr_laws_expect(laws, MR_LAW_PERFT, !offered || !chance,
                 "a game with chance offers a count of its own, which nobody would ask for");
}

/** The family's count on a copy, which has to stay as it was. */
static uint64_t own_count(mr_laws *laws, const mr_state *root, unsigned depth) {
  mr_state *copy = laws->spare[0];
  mr_state_copy(laws->game, copy, root);
  uint64_t nodes = laws->game->ops->perft(laws->game, copy, depth);
  size_t at = mr_laws_difference(laws, copy, root);
  mr_laws_expect(laws, MR_LAW_PERFT, at == laws->game->info.state_size,
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

/** Compares the two counts behind a state, where `more` allows the family to count more. */
static void compare(mr_laws *laws, const mr_state *root, unsigned deepest, bool more) {
  mr_perft_counter plain;
  mr_perft_counter_init(&plain, laws->game, false, laws->allocator);
  for (unsigned depth = 1; depth <= deepest && laws->status == MR_OK; depth++) {
    uint64_t nodes = 0;
    laws->status = mr_perft_counter_count(&plain, root, depth, &nodes, NULL);
    if (laws->status == MR_OK) {
      uint64_t own = own_count(laws, root, depth);
      mr_laws_expect(laws, MR_LAW_PERFT, more ? own >= nodes : own == nodes,
                     "counts %" PRIu64 " leaves %u deep, one by one there are %" PRIu64 "%s", own,
                     depth, nodes, root == laws->state ? "" : " behind the men alone");
    }
  }
  mr_perft_counter_done(&plain);
}

/** The same men without a past: neither repetition nor counters can end what follows at once. */
static void compare_men(mr_laws *laws, unsigned deepest) {
  const mr_game_info *info = &laws->game->info;
  size_t room = (size_t)info->columns * info->rows;
  mr_placement *men = mr_alloc_zero(laws->allocator, room, sizeof *men);
  if (men == NULL) {
    laws->status = MR_ERR_NOMEM;
    return;
  }
  mr_player player = mr_game_node(laws->game, laws->state).player;
  size_t count = mr_game_placements(laws->game, laws->state, men);
  if (mr_game_compose(laws->game, men, count, player, laws->spare[1])) {
    compare(laws, laws->spare[1], deepest, false);
  }
  mr_alloc_free(laws->allocator, men, room * sizeof *men);
}

void mr_laws_perft(mr_laws *laws) {
  if (laws->game->ops->perft == NULL || mr_game_can(laws->game, MR_CAN_CHANCE)) {
    return;
  }
  unsigned deepest = depth_to_count(laws->count);
  bool past = mr_game_can(laws->game, MR_CAN_COMPOSE);
  /* An end by history leaves actions out; but where it only shortens turns, it lets others in. */
  if (!past || !mr_game_can(laws->game, MR_CAN_MULTI)) {
    compare(laws, laws->state, deepest, past);
  }
  if (past && laws->status == MR_OK) {
    compare_men(laws, deepest);
  }
}
