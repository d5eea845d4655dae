#include "rules/fairy/fairy.h"
#include "search/fairy/fairy_search.h"

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
  mr_status status = mr_fys_weights_new(game, shared->core, options->weights, options->allocator,
                                        &shared->weights, err);
  if (status == MR_OK && !mr_fys_tt_init(&shared->tt, options->memory, options->allocator)) {
    status = mr_error_set(err, MR_ERR_NOMEM, "no memory for the engine");
  }
  if (status != MR_OK) {
    mr_fys_shared_done(shared);
  }
  return status;
}

void mr_fys_shared_done(mr_fys_shared *shared) {
  mr_fys_weights_free(shared->weights, shared->allocator);
  mr_fys_tt_done(&shared->tt, shared->allocator);
  *shared = (mr_fys_shared){0};
}

enum { PLY_COUNT = MR_FYS_MAX_PLY + 1, FRAMES = MR_FYS_FRAMES_BEFORE + MR_FYS_MAX_PLY + 3 };

/** Bytes of one of the two continuation histories. */
static size_t continuation_size(const mr_fys_search *s) {
  return s->continuation_rows * (s->piece_to_count / 2) * sizeof(int16_t);
}

static size_t capture_size(const mr_fys_search *s) {
  return s->piece_to_count * (s->game->rules.kind_count + 1u) * sizeof(int16_t);
}

static void measure_sizes(mr_fys_search *s) {
  s->list_size = s->game->base.info.max_actions;
  s->undo_size = s->game->base.info.undo_size;
  s->piece_to_count = (size_t)s->game->code_count * s->game->rules.cells;
  s->piece_to_count += s->piece_to_count & 1;
  size_t memory = s->shared->memory / CONTINUATION_PART,
         row = s->piece_to_count / 2 * sizeof(int16_t);
  memory = memory < CONTINUATION_MEMORY_MAX ? memory : CONTINUATION_MEMORY_MAX;
  s->continuation_rows =
      memory / row < s->piece_to_count + 1 ? memory / row : s->piece_to_count + 1;
  s->continuation_rows =
      s->continuation_rows < CONTINUATION_ROWS_MIN ? CONTINUATION_ROWS_MIN : s->continuation_rows;
}

static bool alloc_memory(mr_fys_search *s) {
  const mr_allocator *a = s->shared->allocator;
  measure_sizes(s);
  s->state = mr_state_new(&s->game->base, a);
  s->undo = mr_alloc_zero(a, PLY_COUNT, s->undo_size);
  s->lists = mr_alloc_zero(a, PLY_COUNT * s->list_size, sizeof *s->lists);
  s->orders = mr_alloc_zero(a, PLY_COUNT * s->list_size, sizeof *s->orders);
  s->roots = mr_alloc_zero(a, s->list_size, sizeof *s->roots);
  s->frame_block = mr_alloc_zero(a, FRAMES, sizeof *s->frame_block);
  s->history = mr_alloc_zero(a, s->piece_to_count, sizeof *s->history);
  s->capture_history = mr_alloc_zero(a, 1, capture_size(s));
  s->continuation[0] = mr_alloc_zero(a, 1, continuation_size(s));
  s->continuation[1] = mr_alloc_zero(a, 1, continuation_size(s));
  s->counter_moves = mr_alloc_zero(a, s->piece_to_count, sizeof *s->counter_moves);
  return s->state != NULL && s->undo != NULL && s->lists != NULL && s->orders != NULL &&
         s->roots != NULL && s->frame_block != NULL && s->history != NULL &&
         s->capture_history != NULL && s->continuation[0] != NULL && s->continuation[1] != NULL &&
         s->counter_moves != NULL;
}

/** Natural logarithms, in 1/64: the same on every machine. */
static const uint16_t LOGS[MR_FYS_REDUCTIONS] = {
    0,   0,   44,  70,  89,  103, 115, 125, 133, 141, 147, 153, 159, 164, 169, 173,
    177, 181, 185, 188, 192, 195, 198, 201, 203, 206, 209, 211, 213, 216, 218, 220,
    222, 224, 226, 228, 229, 231, 233, 234, 236, 238, 239, 241, 242, 244, 245, 246,
    248, 249, 250, 252, 253, 254, 255, 256, 258, 259, 260, 261, 262, 263, 264, 265};

/** Late move reductions in eighths of a ply: a base and the product of two logarithms, a usual
 * form. Base and divisor are untuned. */
static void fill_reductions(mr_fys_search *s) {
  for (unsigned d = 1; d < MR_FYS_REDUCTIONS; d++) {
    for (unsigned i = 1; i < MR_FYS_REDUCTIONS; i++) {
      s->reductions[d][i] = (uint8_t)(6 + LOGS[d] * LOGS[i] / 1060);
    }
  }
}

mr_status mr_fys_search_init(mr_fys_search *search, mr_fys_shared *shared, mr_error *err) {
  *search = (mr_fys_search){.game = shared->game,
                            .core = shared->core,
                            .shared = shared,
                            .weights = shared->weights,
                            .eval = {shared->game, shared->weights}};
  if (!alloc_memory(search)) {
    mr_fys_search_done(search);
    return mr_error_set(err, MR_ERR_NOMEM, "no memory for the engine");
  }
  search->frames = search->frame_block + MR_FYS_FRAMES_BEFORE;
  fill_reductions(search);
  mr_fys_search_forget(search);
  return MR_OK;
}

void mr_fys_search_done(mr_fys_search *s) {
  if (s->shared == NULL) {
    return;
  }
  const mr_allocator *a = s->shared->allocator;
  mr_state_free(&s->game->base, a, s->state);
  mr_alloc_free(a, s->undo, PLY_COUNT * s->undo_size);
  mr_alloc_free(a, s->lists, PLY_COUNT * s->list_size * sizeof *s->lists);
  mr_alloc_free(a, s->orders, PLY_COUNT * s->list_size * sizeof *s->orders);
  mr_alloc_free(a, s->roots, s->list_size * sizeof *s->roots);
  mr_alloc_free(a, s->frame_block, FRAMES * sizeof *s->frame_block);
  mr_alloc_free(a, s->history, s->piece_to_count * sizeof *s->history);
  mr_alloc_free(a, s->capture_history, capture_size(s));
  mr_alloc_free(a, s->continuation[0], continuation_size(s));
  mr_alloc_free(a, s->continuation[1], continuation_size(s));
  mr_alloc_free(a, s->counter_moves, s->piece_to_count * sizeof *s->counter_moves);
  *s = (mr_fys_search){0};
}

void mr_fys_search_forget(mr_fys_search *s) {
  memset(s->history, 0, s->piece_to_count * sizeof *s->history);
  memset(s->capture_history, 0, capture_size(s));
  memset(s->continuation[0], 0, continuation_size(s));
  memset(s->continuation[1], 0, continuation_size(s));
  memset(s->counter_moves, 0xFF, s->piece_to_count * sizeof *s->counter_moves);
}
