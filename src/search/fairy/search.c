#include <marcher/hash.h>

#include "rules/fairy/fairy.h"
#include "search/fairy/fairy_search.h"
#include "search/fairy/network/network.h"

const mr_fys_core *mr_fys_core_for(const mr_fy_game *game) {
  const mr_fy_core *core = game->core;
#ifdef MR_FY_BMI2
  if (core == &mr_fy_core_w1_bmi2) {
    return &mr_fys_w1_bmi2;
  }
  if (core == &mr_fy_core_w2_bmi2) {
    return &mr_fys_w2_bmi2;
  }
  if (core == &mr_fy_core_w4_bmi2) {
    return &mr_fys_w4_bmi2;
  }
#endif
  return core->words == 1 ? &mr_fys_w1 : core->words == 2 ? &mr_fys_w2 : &mr_fys_w4;
}

int mr_fys_end_score(const mr_state *state, unsigned distance) {
  const mr_fy_state *head = mr_fy_state_of_const(state);
  if (head->winner == MR_FY_DRAWN) {
    return 0;
  }
  int score = (head->frozen ? MR_FYS_PARTIAL_WIN : MR_FYS_WIN) - (int)distance;
  return head->winner == head->side ? score : -score;
}

/* ---- weights --------------------------------------------------------------------------------- */

enum { FINGERPRINT_PLIES = 256 /**< positions that are evaluated */ };

mr_status mr_fys_weights_new(const mr_fy_game *game, const char *text,
                             const mr_fys_eval_params *params, const mr_allocator *allocator,
                             mr_fys_weights **out, mr_error *err) {
  const char *source = text != NULL ? text : game->base.info.weights;
  mr_fys_weights *weights = mr_alloc_zero(allocator, 1, sizeof *weights);
  mr_fy_weights *given = source != NULL ? mr_alloc_zero(allocator, 1, sizeof *given) : NULL;
  mr_status status = MR_OK;
  if (weights == NULL || (source != NULL && given == NULL)) {
    status = mr_error_set(err, MR_ERR_NOMEM, "no memory for the weights of the engine");
  } else if (given != NULL) {
    status = mr_fy_weights_read(game, source, allocator, given, err);
  }
  if (status == MR_OK) {
    mr_fys_core_for(game)->init_values(
        game, given, params != NULL ? params : &mr_fys_usual_params.eval, weights);
    *out = weights;
  } else {
    mr_fys_weights_free(weights, allocator);
  }
  mr_alloc_free(allocator, given, sizeof *given);
  return status;
}

void mr_fys_weights_free(mr_fys_weights *weights, const mr_allocator *allocator) {
  mr_alloc_free(allocator, weights, sizeof *weights);
}

/** A game at random that is the same in whatever order actions are listed. */
static void walk(const mr_fys_eval *eval, mr_state *state, mr_action *list, uint64_t *hash) {
  const mr_game *game = &eval->game->base;
  const mr_fys_core *core = mr_fys_core_for(eval->game);
  mr_game_start(game, state);
  for (unsigned ply = 0; ply < FINGERPRINT_PLIES; ply++) {
    if (mr_game_node(game, state).kind != MR_NODE_DECISION) {
      mr_game_start(game, state);
    }
    size_t count = mr_game_actions(game, state, list);
    mr_action least = list[0];
    for (size_t i = 1; i < count; i++) {
      least = mr_mix64(list[i] + ply) < mr_mix64(least + ply) ? list[i] : least;
    }
    mr_game_make(game, state, least, NULL, NULL);
    *hash = mr_mix64(*hash ^ (uint64_t)(int64_t)core->evaluate(eval, state));
  }
}

mr_status mr_fys_weights_fingerprint(const mr_fys_eval *eval, const mr_allocator *allocator,
                                     uint64_t *out, mr_error *err) {
  const mr_game_info *info = &eval->game->base.info;
  uint64_t hash = MR_HASH_START;
  /* Those also that the game never comes to count. Late ones only as far as they weigh anything:
     networks outlive terms that their weights know nothing of. */
  for (unsigned i = 0; i < MR_FY_TERMS; i++) {
    if (!mr_fy_term_is_late(i)) {
      hash = mr_mix64(hash ^ (uint64_t)eval->weights->term[i]);
    }
  }
  for (unsigned i = 0; i < MR_FY_TERMS; i++) {
    if (mr_fy_term_is_late(i) && eval->weights->term[i] != 0) {
      hash = mr_mix64(mr_mix64(hash ^ i) ^ (uint64_t)eval->weights->term[i]);
    }
  }
  mr_state *state = mr_state_new(&eval->game->base, allocator);
  mr_action *list = mr_alloc_zero(allocator, info->max_actions, sizeof *list);
  bool whole = state != NULL && list != NULL;
  if (whole) {
    walk(eval, state, list, &hash);
    *out = hash;
  }
  mr_state_free(&eval->game->base, allocator, state);
  mr_alloc_free(allocator, list, info->max_actions * sizeof *list);
  return whole ? MR_OK : mr_error_set(err, MR_ERR_NOMEM, "no memory for the engine");
}

/* ---- networks -------------------------------------------------------------------------------- */

/** Reads a network that adds to these weights and to no others. What another evaluation gets wrong
 *  would be put right where nothing is wrong, and what the gate said was not of these two. */
static mr_status read_network(const mr_fys_eval *eval, const mr_network *network,
                              const mr_allocator *allocator, mr_fyn **out, mr_error *err) {
  mr_fyn *read = NULL;
  uint64_t fingerprint = 0;
  mr_status status =
      mr_fyn_read(eval->game, network->bytes, network->length, allocator, &read, err);
  if (status == MR_OK) {
    status = mr_fys_weights_fingerprint(eval, allocator, &fingerprint, err);
  }
  if (status == MR_OK && read->weights != fingerprint) {
    status = mr_error_set(err, MR_ERR_MISMATCH,
                          "the network of '%s' adds to other weights than these: 'marcher train' "
                          "makes one for them",
                          read->about.game);
  }
  if (status != MR_OK) {
    mr_fyn_free(read);
    return status;
  }
  *out = read;
  return MR_OK;
}

mr_status mr_fys_network_check(const mr_game *game, const mr_network *network, mr_error *err) {
  const mr_allocator *allocator = mr_allocator_default();
  mr_fys_eval eval = {.game = mr_fy_game_of(game)};
  mr_fys_weights *weights = NULL;
  mr_fyn *read = NULL;
  mr_status status = mr_fys_weights_new(eval.game, NULL, NULL, allocator, &weights, err);
  if (status == MR_OK) {
    eval.weights = weights;
    status = read_network(&eval, network, allocator, &read, err);
  }
  mr_fyn_free(read);
  mr_fys_weights_free(weights, allocator);
  return status;
}

/* ---- memory ---------------------------------------------------------------------------------- */

enum {
  CONTINUATION_ROWS_MIN = 2, /**< that of the null move, and one that all share */
  CONTINUATION_PART = 16,    /**< the part of the memory that goes to continuation history */
  CONTINUATION_MEMORY_MAX = 8 * (1 << 20) /**< bytes for each of the two */
};

mr_status mr_fys_shared_init(mr_fys_shared *shared, const mr_fy_game *game,
                             const mr_engine_options *options, mr_error *err) {
  *shared = (mr_fys_shared){.game = game,
                            .allocator = options->allocator,
                            .core = mr_fys_core_for(game),
                            .memory = options->memory,
                            .probe = options->probe,
                            .probe_context = options->probe_context,
                            .threads = 1,
                            .node_limit = UINT64_MAX};
  mr_status status = mr_fys_params_read(options->parameters, &shared->params, err);
  if (status == MR_OK) {
    status = mr_fys_weights_new(game, options->weights, &shared->params.eval, options->allocator,
                                &shared->weights, err);
  }
  const mr_network *network =
      options->network != NULL ? options->network : &game->base.info.network;
  if (status == MR_OK && network->length > 0) {
    const mr_fys_eval eval = {.game = game, .weights = shared->weights};
    status = read_network(&eval, network, options->allocator, &shared->network, err);
    /* One that was found with the game, and is for other rules or weights, is as good as none. */
    status = status == MR_ERR_MISMATCH && options->network == NULL ? MR_OK : status;
  }
  if (status == MR_OK && !(shared->core->init_steps(game, options->allocator, &shared->steps) &&
                           mr_fys_tt_init(&shared->tt, options->memory, options->allocator))) {
    status = mr_error_set(err, MR_ERR_NOMEM, "no memory for the engine");
  }
  if (status != MR_OK) {
    mr_fys_shared_done(shared);
  }
  return status;
}

void mr_fys_shared_done(mr_fys_shared *shared) {
  mr_fys_weights_free(shared->weights, shared->allocator);
  mr_fyn_free(shared->network);
  if (shared->steps.step != NULL) {
    mr_alloc_free(shared->allocator, shared->steps.step,
                  (shared->steps.mask + 1) * sizeof *shared->steps.step);
  }
  mr_fys_tt_done(&shared->tt, shared->allocator);
  *shared = (mr_fys_shared){0};
}

/** Bytes of one of the two continuation histories. */
static size_t continuation_size(const mr_fys_search *s) {
  return s->continuation_rows * (s->piece_to_count / 2) * sizeof(int16_t);
}

/** Entries of the history of quiet actions: from cell to cell, and onto cells. */
static size_t history_count(const mr_fys_search *s) {
  return s->from_to_count + s->piece_to_count;
}

static size_t capture_size(const mr_fys_search *s) {
  return s->piece_to_count * (s->game->rules.kind_count + 1u) * sizeof(int16_t);
}

static bool alloc_memory(mr_fys_search *s) {
  enum { PLY_COUNT = MR_FYS_MAX_PLY + 1 };
  const mr_game_info *info = &s->game->base.info;
  mr_arena *arena = &s->arena;
  mr_arena_init(arena, s->shared->allocator, SIZE_MAX);
  bool whole = true;
  s->list_size = info->max_actions;
  s->undo_size = info->undo_size;
  s->piece_to_count = (size_t)s->game->code_count * s->game->rules.cells;
  s->piece_to_count += s->piece_to_count & 1;
  s->from_to_count = 2 * (size_t)s->game->rules.cells * s->game->rules.cells;
  size_t memory = s->shared->memory / CONTINUATION_PART;
  memory = memory < CONTINUATION_MEMORY_MAX ? memory : CONTINUATION_MEMORY_MAX;
  size_t rows = memory / (s->piece_to_count / 2 * sizeof(int16_t));
  rows = rows < s->piece_to_count + 1 ? rows : s->piece_to_count + 1;
  s->continuation_rows = rows < CONTINUATION_ROWS_MIN ? CONTINUATION_ROWS_MIN : rows;
  s->state = mr_engine_room(arena, &whole, 1, info->state_size);
  s->undo = mr_engine_room(arena, &whole, PLY_COUNT, s->undo_size);
  s->lists = mr_engine_room(arena, &whole, PLY_COUNT * s->list_size, sizeof *s->lists);
  s->orders = mr_engine_room(arena, &whole, PLY_COUNT * s->list_size, sizeof *s->orders);
  s->roots = mr_engine_room(arena, &whole, s->list_size, sizeof *s->roots);
  mr_fys_frame *frames = mr_engine_room(arena, &whole, MR_FYS_FRAMES, sizeof *frames);
  s->history = mr_engine_room(arena, &whole, history_count(s), sizeof *s->history);
  s->capture_history = mr_engine_room(arena, &whole, 1, capture_size(s));
  s->continuation[0] = mr_engine_room(arena, &whole, 1, continuation_size(s));
  s->continuation[1] = mr_engine_room(arena, &whole, 1, continuation_size(s));
  s->counter_moves = mr_engine_room(arena, &whole, s->piece_to_count, sizeof *s->counter_moves);
  size_t sums = s->network != NULL ? mr_fyn_sums_size(s->network) : 1;
  s->sums = mr_engine_room(arena, &whole, (PLY_COUNT + 1) * sums, sizeof *s->sums);
  s->pawn_error = mr_engine_room(arena, &whole, MR_FYS_PAWN_ERRORS, sizeof *s->pawn_error);
  s->turn_error = mr_engine_room(arena, &whole, 2 * s->piece_to_count, sizeof *s->turn_error);
  if (!s->game->rules.gating.on) { /* the key does not always tell which gates are open */
    s->raw_evals = mr_engine_room(arena, &whole, MR_FYS_RAW_EVALS, sizeof *s->raw_evals);
  }
  if (s->weights->keyed_count > 0) {
    s->eval.pawn_table = mr_engine_room(arena, &whole, MR_FYS_STRUCTURES, s->core->structure_size);
  }
  s->frames = whole ? frames + MR_FYS_FRAMES_BEFORE : NULL;
  return whole;
}

/** Natural logarithms, in 1/64: the same on every machine. */
static const uint16_t LOGS[MR_FYS_REDUCTIONS] = {
    0,   0,   44,  70,  89,  103, 115, 125, 133, 141, 147, 153, 159, 164, 169, 173,
    177, 181, 185, 188, 192, 195, 198, 201, 203, 206, 209, 211, 213, 216, 218, 220,
    222, 224, 226, 228, 229, 231, 233, 234, 236, 238, 239, 241, 242, 244, 245, 246,
    248, 249, 250, 252, 253, 254, 255, 256, 258, 259, 260, 261, 262, 263, 264, 265};

static void forget_counter_moves(mr_fys_search *s) {
  memset(s->counter_moves, 0xFF, s->piece_to_count * sizeof *s->counter_moves);
}

mr_status mr_fys_search_init(mr_fys_search *search, mr_fys_shared *shared, mr_error *err) {
  *search = (mr_fys_search){.game = shared->game,
                            .core = shared->core,
                            .shared = shared,
                            .weights = shared->weights,
                            .network = shared->network,
                            .eval = {shared->game, shared->weights, NULL},
                            .params = shared->params};
  if (!alloc_memory(search)) {
    mr_fys_search_done(search);
    return mr_error_set(err, MR_ERR_NOMEM, "no memory for the engine");
  }
  /* Late move reductions in eighths of a ply: a base and the product of two logarithms, a usual
   * form. */
  for (unsigned d = 1; d < MR_FYS_REDUCTIONS; d++) {
    for (unsigned i = 1; i < MR_FYS_REDUCTIONS; i++) {
      int less =
          shared->params.reduction_base + LOGS[d] * LOGS[i] / shared->params.reduction_divisor;
      search->reductions[d][i] = (uint8_t)(less < UINT8_MAX ? less : UINT8_MAX);
    }
  }
  const mr_fy_rules *rules = &shared->game->rules;
  search->last_ones = rules->extinction.value == MR_FY_LOSS && !rules->extinction.royal &&
                      rules->pseudo_royals == 0;
  search->careful = shared->weights->duties || rules->castling_wins != 0 ||
                    (mr_fy_one_wins(&rules->flag) && !rules->flag.reply) ||
                    rules->connect.value == MR_FY_WIN;
  forget_counter_moves(search);
  return MR_OK;
}

void mr_fys_search_done(mr_fys_search *s) {
  mr_arena_done(&s->arena);
}

void mr_fys_search_forget(mr_fys_search *s) {
  if (!s->used) {
    return;
  }
  s->used = false;
  memset(s->history, 0, history_count(s) * sizeof *s->history);
  memset(s->capture_history, 0, capture_size(s));
  memset(s->continuation[0], 0, continuation_size(s));
  memset(s->continuation[1], 0, continuation_size(s));
  memset(s->pawn_error, 0, MR_FYS_PAWN_ERRORS * sizeof *s->pawn_error);
  memset(s->turn_error, 0, 2 * s->piece_to_count * sizeof *s->turn_error);
  forget_counter_moves(s);
}
