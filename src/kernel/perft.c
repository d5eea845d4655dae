#include "kernel/perft_counter.h"

enum {
  SPARE_LEVELS = 8,
  LEAP = 2 /**< plies that a count which may be stopped has counted by the family in one go */
};

/** Makes room for so many levels at least; what was there before is lost. */
static mr_status reserve(mr_perft_counter *c, size_t level_count) {
  const mr_game_info *info = &c->game->info;
  mr_arena *arena = &c->arena;
  size_t listed = info->max_actions > info->max_chances ? info->max_actions : info->max_chances;
  if (c->level_count >= level_count) {
    return MR_OK;
  }
  mr_perft_counter_done(c);
  c->state = mr_arena_zero(arena, 1, info->state_size);
  c->chances = mr_arena_zero(arena, info->max_chances, sizeof *c->chances);
  c->levels = mr_arena_zero(arena, level_count, sizeof *c->levels);
  if (c->state == NULL || c->chances == NULL || c->levels == NULL) {
    return MR_ERR_NOMEM;
  }
  for (size_t i = 0; i < level_count; i++) {
    c->levels[i].undo = mr_arena_zero(arena, 1, info->undo_size);
    c->levels[i].list = mr_arena_zero(arena, listed, sizeof(mr_action));
    if (c->levels[i].undo == NULL || c->levels[i].list == NULL) {
      return MR_ERR_NOMEM;
    }
  }
  c->level_count = level_count;
  return MR_OK;
}

void mr_perft_counter_init(mr_perft_counter *counter, const mr_game *game, bool trusted,
                           const mr_allocator *allocator) {
  *counter = (mr_perft_counter){.game = game, .trusted = trusted};
  mr_arena_init(&counter->arena, allocator, SIZE_MAX);
}

void mr_perft_counter_done(mr_perft_counter *counter) {
  const mr_allocator *allocator = counter->arena.allocator;
  mr_arena_done(&counter->arena);
  mr_arena_init(&counter->arena, allocator, SIZE_MAX);
  counter->level_count = 0;
}

/** Whether the family counts by itself what lies so many plies behind a state. */
static bool counts_itself(const mr_perft_counter *c, unsigned depth) {
  return c->trusted && c->game->ops->perft != NULL && !mr_game_can(c->game, MR_CAN_CHANCE) &&
         (c->stopped == NULL || depth <= LEAP);
}

static bool goes_on(const mr_perft_counter *c) {
  return !c->ran_out && (c->stopped == NULL || !c->stopped(c->context));
}

static uint64_t count_leaves(mr_perft_counter *c, size_t level_index, unsigned depth);

static uint64_t count_child(mr_perft_counter *c, size_t level_index, size_t index, unsigned depth) {
  mr_perft_level *here = &c->levels[level_index];
  mr_game_make(c->game, c->state, here->list[index], here->undo, NULL);
  uint64_t nodes = count_leaves(c, level_index + 1, depth);
  mr_game_unmake(c->game, c->state, here->undo);
  return nodes;
}

/** Leaves behind c->state, which is restored. The recursion is as deep as there are levels. */
static uint64_t count_leaves(mr_perft_counter *c, size_t level_index, unsigned depth) {
  mr_node node = mr_game_node(c->game, c->state);
  bool chance = node.kind == MR_NODE_CHANCE;
  if (!chance && depth == 0) {
    return 1;
  }
  if (node.kind == MR_NODE_TERMINAL) {
    return 0;
  }
  if (counts_itself(c, depth)) {
    return c->game->ops->perft(c->game, c->state, depth);
  }
  if (level_index == c->level_count) {
    c->ran_out = true;
    return 0;
  }
  mr_action *list = c->levels[level_index].list;
  size_t count = chance ? 0 : mr_game_actions(c->game, c->state, list);
  if (chance) {
    uint64_t total;
    count = mr_game_chances(c->game, c->state, c->chances, &total);
    for (size_t i = 0; i < count; i++) {
      list[i] = c->chances[i].action;
    }
  }
  if (depth == 1 && !mr_game_can(c->game, MR_CAN_CHANCE)) {
    return count; /* every action leads to exactly one leaf */
  }
  uint64_t nodes = 0;
  for (size_t i = 0; i < count && goes_on(c); i++) {
    nodes += count_child(c, level_index, i, chance ? depth : depth - 1);
  }
  return nodes;
}

/** What is to be counted. */
typedef struct job {
  const mr_state *root;
  unsigned depth;
  mr_perft_branch_fn branch; /**< NULL: the sum alone */
  void *context;
} job;

/** Counts branch by branch; the caller hears of them only when none ran out of levels. */
static mr_status count_branches(mr_perft_counter *c, const job *work, uint64_t *sum) {
  mr_action *list = c->levels[0].list;
  size_t count = mr_game_actions(c->game, c->state, list);
  uint64_t *nodes = mr_arena_zero(&c->arena, count, sizeof *nodes);
  if (nodes == NULL) {
    return MR_ERR_NOMEM;
  }
  for (size_t i = 0; i < count && !c->ran_out; i++) {
    nodes[i] = count_child(c, 0, i, work->depth - 1);
    *sum += nodes[i];
  }
  for (size_t i = 0; i < count && !c->ran_out; i++) {
    work->branch(work->context, list[i], nodes[i]);
  }
  return MR_OK;
}

/** Counts with as many levels as should do, and again with twice as many as long as they do not. */
static mr_status run_job(mr_perft_counter *c, const job *work, uint64_t *nodes, mr_error *err) {
  size_t most = (size_t)c->game->info.max_length + 1;
  size_t needed = counts_itself(c, work->depth) ? 1 : (size_t)work->depth + SPARE_LEVELS;
  size_t level_count = needed > c->level_count ? needed : c->level_count;
  for (;; level_count *= 2) {
    uint64_t sum = 0;
    mr_status status = reserve(c, level_count);
    c->ran_out = false;
    if (status == MR_OK) {
      mr_state_copy(c->game, c->state, work->root);
      if (work->branch != NULL) {
        status = count_branches(c, work, &sum);
      } else {
        sum = count_leaves(c, 0, work->depth);
      }
    }
    if (status != MR_OK) {
      return mr_error_set(err, status, "out of memory for a count of depth %u", work->depth);
    }
    if (!c->ran_out) {
      *nodes = sum;
      return MR_OK;
    }
    if (level_count >= most) {
      return mr_error_set(err, MR_ERR_LIMIT, "%s goes on for more than %zu actions",
                          c->game->info.name, level_count);
    }
  }
}

mr_status mr_perft_counter_count(mr_perft_counter *counter, const mr_state *state, unsigned depth,
                                 uint64_t *nodes, mr_error *err) {
  const job work = {.root = state, .depth = depth};
  return run_job(counter, &work, nodes, err);
}

static mr_status count_once(const mr_game *game, const job *work, const mr_allocator *allocator,
                            uint64_t *nodes, mr_error *err) {
  mr_perft_counter counter;
  mr_perft_counter_init(&counter, game, true, allocator);
  mr_status status = run_job(&counter, work, nodes, err);
  mr_perft_counter_done(&counter);
  return status;
}

static mr_status check_call(const mr_game *game, const mr_state *state, unsigned depth,
                            const uint64_t *nodes, mr_error *err) {
  if (game == NULL || state == NULL || nodes == NULL) {
    mr_error_set(err, MR_ERR_ARGUMENT, "a game and a state are needed to count");
    return MR_ERR_ARGUMENT;
  }
  if (!mr_game_fully_known(game, state)) {
    return mr_error_set(err, MR_ERR_ARGUMENT,
                        "what follows cannot be counted: something is unknown");
  }
  if (depth > MR_PERFT_DEPTH_MAX) {
    return mr_error_set(err, MR_ERR_RANGE, "depth %u is over %d", depth, MR_PERFT_DEPTH_MAX);
  }
  return MR_OK;
}

mr_status mr_perft(const mr_game *game, const mr_state *state, unsigned depth,
                   const mr_allocator *allocator, uint64_t *nodes, mr_error *err) {
  mr_status status = check_call(game, state, depth, nodes, err);
  const job work = {.root = state, .depth = depth};
  return status != MR_OK ? status : count_once(game, &work, allocator, nodes, err);
}

// The contract fixes eight parameters. NOLINTNEXTLINE(readability-function-size)
mr_status mr_perft_divide(const mr_game *game, const mr_state *state, unsigned depth,
                          const mr_allocator *allocator, mr_perft_branch_fn branch, void *context,
                          uint64_t *nodes, mr_error *err) {
  mr_status status = check_call(game, state, depth, nodes, err);
  if (status != MR_OK) {
    return status;
  }
  if (branch == NULL || mr_game_node(game, state).kind != MR_NODE_DECISION) {
    return mr_error_set(err, MR_ERR_ARGUMENT, "only a player's decision can be divided");
  }
  if (depth == 0) {
    return mr_error_set(err, MR_ERR_RANGE, "a divided count needs a depth of at least 1");
  }
  job work = {.root = state, .depth = depth, .branch = branch, .context = context};
  return count_once(game, &work, allocator, nodes, err);
}
