#include "rules/fairy/core.h"
#include "search/fairy/fairy_search.h"

const mr_fys_body *mr_fys_body_for(const mr_fy_game *game) {
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
  int score = (head->frozen ? MR_FYS_PART : MR_FYS_WIN) - (int)distance;
  return head->winner == head->side ? score : -score;
}

/** The largest power of two of entries that fit, less one. */
static size_t choose_mask(size_t memory) {
  size_t count = 1024;
  while (count <= memory / (2 * sizeof(mr_fys_entry))) {
    count *= 2;
  }
  return count - 1;
}

static bool take_memory(mr_fys_search *s, size_t memory) {
  const mr_allocator *a = s->allocator;
  size_t plies = MR_FYS_PLIES + 1;
  s->list_size = s->game->base.info.max_actions;
  s->undo_size = s->game->base.info.undo_size;
  s->table_mask = choose_mask(memory);
  s->table = mr_alloc_zero(a, s->table_mask + 1, sizeof *s->table);
  s->state = mr_state_new(&s->game->base, a);
  s->undo = mr_alloc_zero(a, plies, s->undo_size);
  s->lists = mr_alloc_zero(a, plies * s->list_size, sizeof *s->lists);
  s->orders = mr_alloc_zero(a, plies * s->list_size, sizeof *s->orders);
  s->roots = mr_alloc_zero(a, s->list_size, sizeof *s->roots);
  s->history = mr_alloc_zero(a, MR_FY_CODES, sizeof *s->history);
  return s->table && s->state && s->undo && s->lists && s->orders && s->roots && s->history;
}

mr_status mr_fys_search_init(mr_fys_search *search, const mr_fy_game *game,
                             const mr_engine_options *options, mr_error *err) {
  const mr_allocator *allocator = options->allocator;
  *search = (mr_fys_search){.game = game, .allocator = allocator, .body = mr_fys_body_for(game)};
  mr_status status =
      mr_fys_weights_new(game, search->body, options->weights, allocator, &search->weights, err);
  if (status != MR_OK) {
    return status;
  }
  if (!take_memory(search, options->memory)) {
    mr_fys_search_done(search);
    return mr_error_set(err, MR_ERR_NOMEM, "no memory for the engine");
  }
  search->eval = (mr_fys_eval){game, search->weights};
  return MR_OK;
}

void mr_fys_search_done(mr_fys_search *s) {
  const mr_allocator *a = s->allocator;
  size_t plies = MR_FYS_PLIES + 1;
  mr_fys_weights_free(s->weights, a);
  mr_alloc_free(a, s->table, (s->table_mask + 1) * sizeof *s->table);
  mr_state_free(&s->game->base, a, s->state);
  mr_alloc_free(a, s->undo, plies * s->undo_size);
  mr_alloc_free(a, s->lists, plies * s->list_size * sizeof *s->lists);
  mr_alloc_free(a, s->orders, plies * s->list_size * sizeof *s->orders);
  mr_alloc_free(a, s->roots, s->list_size * sizeof *s->roots);
  mr_alloc_free(a, s->history, MR_FY_CODES * sizeof *s->history);
  *s = (mr_fys_search){0};
}

void mr_fys_forget(mr_fys_search *s) {
  memset(s->table, 0, (s->table_mask + 1) * sizeof *s->table);
  s->age = 0;
}

static void begin(mr_fys_search *s, const mr_state *root) {
  s->nodes = 0;
  s->selective = 0;
  s->stopped = false;
  s->age = (uint8_t)((s->age + 1) & 63);
  memset(s->killers, 0xFF, sizeof s->killers);
  memset(s->history, 0, MR_FY_CODES * sizeof *s->history);
  mr_state_copy(&s->game->base, s->state, root);
  /* The list's own place serves as scratch: the first node is not searched yet. */
  s->root_count = mr_game_actions(&s->game->base, root, s->lists);
  for (size_t i = 0; i < s->root_count; i++) {
    s->roots[i] = (mr_fys_root){.action = s->lists[i], .score = -MR_FYS_INFINITY, .at_most = true};
  }
}

/** Whether a deeper search can tell nothing new: there is no choice, or a win is seen to its end.
 */
static bool enough(const mr_fys_search *s, unsigned depth) {
  int best = s->roots[0].score, size = best < 0 ? -best : best;
  return size > MR_FYS_SURE && MR_FYS_WIN - size <= (int)depth;
}

static void report(mr_fys_search *s, unsigned depth, mr_engine *engine) {
  if (engine->progress == NULL || !mr_watch_report_due(&s->watch)) {
    return;
  }
  mr_thought so_far = {.action = s->roots[0].action,
                       .nodes = s->nodes,
                       .depth = depth,
                       .seconds = mr_watch_seconds(&s->watch),
                       .value = 0.5};
  engine->progress(engine->progress_context, &so_far);
}

unsigned mr_fys_search_run(mr_fys_search *s, const mr_state *root, unsigned depth,
                           mr_engine *engine) {
  unsigned done = 0;
  begin(s, root);
  for (unsigned d = 1; d <= depth && d < MR_FYS_PLIES / 2 && !s->stopped; d++) {
    s->body->root(s, d);
    if (s->stopped) {
      break;
    }
    done = d;
    report(s, d, engine);
    if ((s->root_count == 1 && d >= 5) || enough(s, d)) {
      break; /* nothing to choose, or nothing new to be seen */
    }
  }
  return done;
}
