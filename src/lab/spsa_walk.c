/*
 * How a search through many keys gets on from trial to trial: the settings of one follow from what
 * all before it say. See run_spsa.c.
 */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "lab/spsa_priv.h"

const char *const mr_search_side_names[MR_SEARCH_SIDES] = {"plus", "minus"};

static mr_status no_memory(mr_error *err) {
  return mr_error_set(err, MR_ERR_NOMEM, "out of memory for a search through keys");
}

/* ---- places of batches ----------------------------------------------------------------------- */

/* Batches of one side of a trial, and of the end. */
uint64_t mr_search_side_batches(const mr_plan *plan) {
  return (plan->each + plan->batch - 1) / plan->batch;
}

uint64_t mr_search_end_batches(const mr_plan *plan) {
  return (plan->games + plan->batch - 1) / plan->batch;
}

uint64_t mr_search_trial_batches(const mr_plan *plan) {
  return plan->trials * MR_SEARCH_SIDES * mr_search_side_batches(plan);
}

mr_search_place mr_search_place_of(const mr_plan *plan, uint64_t batch) {
  uint64_t trials = mr_search_trial_batches(plan), side = mr_search_side_batches(plan);
  if (batch >= trials) {
    uint64_t at = batch - trials, end = mr_search_end_batches(plan);
    return (mr_search_place){
        .trial = plan->trials, .side = (unsigned)(at / end), .chunk = at % end};
  }
  return (mr_search_place){.trial = batch / (MR_SEARCH_SIDES * side),
                           .side = (unsigned)(batch / side % MR_SEARCH_SIDES),
                           .chunk = batch % side};
}

static uint64_t batch_at(const mr_plan *plan, mr_search_place at) {
  uint64_t side =
      at.trial < plan->trials ? mr_search_side_batches(plan) : mr_search_end_batches(plan);
  return at.trial * MR_SEARCH_SIDES * mr_search_side_batches(plan) + at.side * side + at.chunk;
}

uint64_t mr_search_games_at(const mr_plan *plan, mr_search_place at) {
  uint64_t all = at.trial < plan->trials ? plan->each : plan->games;
  uint64_t left = all - at.chunk * plan->batch;
  return left < plan->batch ? left : plan->batch;
}

/* The number of a batch's first game. Both sides of a trial have the same ones; those of the end
 * are compared with each other, and have their own. */
uint64_t mr_search_first_game(const mr_plan *plan, mr_search_place at) {
  uint64_t before = at.trial * plan->each + at.chunk * plan->batch;
  return at.trial < plan->trials || at.side == 0 ? before : before + plan->games;
}

/* ---- texts ----------------------------------------------------------------------------------- */

void mr_search_put_head(const mr_search_plan *plan, mr_search_place at, mr_str *out) {
  bool trial = at.trial < plan->run->plan.trials;
  if (trial) {
    mr_str_format(out, "trial %" PRIu64 " %s", at.trial, mr_search_side_names[at.side]);
  } else {
    mr_str_add(out, at.side == 0 ? "as it stands" : "found");
  }
  for (size_t i = 0; (trial || at.side == 1) && i < plan->grid.key_count; i++) {
    mr_str_format(out, " %u", (unsigned)at.places[i]);
  }
  mr_str_char(out, '\n');
}

/* @param out its text is NULL where the batch is not there */
static mr_status fetch(const mr_run *run, mr_search_source *from, uint64_t batch, mr_token *out,
                       mr_error *err) {
  mr_batch_state state = MR_BATCH_MISSING;
  *out = (mr_token){.text = NULL};
  if (from->texts != NULL) {
    mr_token text = mr_run_texts_at(from->texts, batch);
    *out = text.length > 0 ? text : *out;
    return MR_OK;
  }
  mr_str_reset(&from->text);
  mr_status status = mr_batch_read(run, batch, &state, &from->text, err);
  if (status == MR_OK && state == MR_BATCH_WHOLE) {
    *out = (mr_token){mr_str_text(&from->text), from->text.length};
  }
  return status;
}

static mr_status read_games(const mr_search_plan *plan, mr_search_place at, mr_token text,
                            mr_summary *const halves[2], mr_error *err) {
  const mr_plan *how = &plan->run->plan;
  mr_str head = mr_str_growing(NULL);
  mr_played *played = mr_alloc_zero(NULL, 1, sizeof *played);
  mr_search_put_head(plan, at, &head);
  uint64_t first = mr_search_first_game(how, at), count = mr_search_games_at(how, at);
  mr_tokens rest = {.at = text.text, .left = text.length};
  mr_status status = played != NULL && head.status == MR_OK ? MR_OK : no_memory(err);
  if (status == MR_OK &&
      (text.length < head.length || memcmp(text.text, mr_str_text(&head), head.length) != 0)) {
    status = mr_error_set(err, MR_ERR_SYNTAX,
                          "batch %" PRIu64 " is not of the setting that follows "
                          "from the batches before it",
                          batch_at(how, at));
  } else if (status == MR_OK) {
    rest = (mr_tokens){.at = text.text + head.length, .left = text.length - head.length};
  }
  for (uint64_t i = first; i < first + count && status == MR_OK; i++) {
    status = mr_sweep_game_read(halves[0]->game, &rest, i, played, err);
    if (status == MR_OK) {
      status = mr_summary_add(halves[i % 2], played, err);
    }
  }
  if (status == MR_OK && rest.left > 0) {
    status = mr_error_set(err, MR_ERR_SYNTAX, "batch %" PRIu64 " has more games than it should",
                          batch_at(how, at));
  }
  mr_alloc_free(NULL, played, sizeof *played);
  mr_str_done(&head);
  return status;
}

/* All games of one side, up to the first batch that is not there. @return MR_OK also then */
mr_status mr_search_read_side(const mr_search_plan *plan, mr_search_source *from,
                              mr_search_place at, mr_summary *const halves[2], mr_error *err) {
  const mr_plan *how = &plan->run->plan;
  uint64_t chunks =
      at.trial < how->trials ? mr_search_side_batches(how) : mr_search_end_batches(how);
  mr_status status = MR_OK;
  from->lacks = UINT64_MAX;
  for (at.chunk = 0; at.chunk < chunks && status == MR_OK && from->lacks == UINT64_MAX;
       at.chunk++) {
    mr_token text;
    status = fetch(plan->run, from, batch_at(how, at), &text, err);
    if (status == MR_OK && text.text == NULL) {
      from->lacks = batch_at(how, at);
    } else if (status == MR_OK) {
      status = read_games(plan, at, text, halves, err);
    }
  }
  return status;
}

/* ---- walks ----------------------------------------------------------------------------------- */

mr_status mr_search_walk_init(mr_search_walk *w, const mr_search_plan *plan, mr_error *err) {
  const mr_plan *how = &plan->run->plan;
  const mr_spsa_options options = {.numbers = plan->numbers,
                                   .count = plan->grid.key_count,
                                   .trials = how->trials,
                                   .seed = how->seed};
  size_t room = (size_t)(how->trials + 1) * MR_SEARCH_SIDES * plan->grid.key_count;
  *w = (mr_search_walk){.places = mr_alloc_zero(NULL, room, sizeof *w->places)};
  return w->places != NULL ? mr_spsa_init(&w->spsa, &options, err) : no_memory(err);
}

void mr_search_walk_done(mr_search_walk *w, const mr_search_plan *plan) {
  size_t room = (size_t)(plan->run->plan.trials + 1) * MR_SEARCH_SIDES * plan->grid.key_count;
  mr_alloc_free(NULL, w->places, room * sizeof *w->places);
}

/* ---- trials ---------------------------------------------------------------------------------- */

uint16_t *mr_search_places(const mr_search_walk *w, const mr_search_plan *plan, uint64_t trial,
                           unsigned side) {
  return w->places + (trial * MR_SEARCH_SIDES + side) * plan->grid.key_count;
}

/* Notes the settings of the next trial. @return whether they differ */
static bool next_settings(mr_search_walk *w, const mr_search_plan *plan) {
  double values[MR_SEARCH_SIDES][MR_SPSA_NUMBERS_MAX];
  mr_spsa_trial(&w->spsa, values[0], values[1]);
  for (unsigned side = 0; side < MR_SEARCH_SIDES; side++) {
    uint16_t *places = mr_search_places(w, plan, w->spsa.done, side);
    for (size_t i = 0; i < plan->grid.key_count; i++) {
      places[i] = (uint16_t)values[side][i];
    }
  }
  return memcmp(mr_search_places(w, plan, w->spsa.done, 0),
                mr_search_places(w, plan, w->spsa.done, 1),
                plan->grid.key_count * sizeof *w->places) != 0;
}

/* By how much the first of two distances, or of their squares, is nearer, -1 .. 1: half of it for
 * one as usual, so that noise moves numbers as far whatever is measured. What is refused, or says
 * nothing, is farther than all. Of squares the root counts: what is far away would outweigh all
 * that comes later, and of two that are as near each is the nearer one as often and as far. */
static double nearer_by(mr_search_walk *w, bool squares, double first, double second) {
  if (!isfinite(first) || !isfinite(second)) {
    return (isfinite(first) ? 1.0 : 0.0) - (isfinite(second) ? 1.0 : 0.0);
  }
  double difference = second - first;
  difference = squares ? copysign(sqrt(fabs(difference)), difference) : difference;
  w->squares += difference * difference;
  w->told++;
  double usual = sqrt(w->squares / (double)w->told);
  return usual > 0 ? difference / (2 * usual) : 0;
}

/* How far games are from all that is wished, as the sum of squares: unlike the greatest of them it
 * is on the mean what it is, however much each scatters. What only one half says is said for both.
 * @return infinite where neither says something of a wish */
static double square_of(const mr_search_plan *plan, mr_summary *const halves[2]) {
  double sum = 0;
  for (size_t i = 0; i < plan->target_count; i++) {
    const mr_wish *wish = &plan->targets[i];
    mr_measure found[2];
    bool known[2];
    for (size_t k = 0; k < 2; k++) {
      known[k] =
          halves[k]->games > 0 && mr_measure_find(halves[k], wish->id, MR_TAIL_95, &found[k]);
    }
    if (!known[0] && !known[1]) {
      return INFINITY;
    }
    sum += mr_wish_square(wish, &found[known[0] ? 0 : 1], &found[known[1] ? 1 : 0]);
  }
  return sum;
}

static double far_of(const mr_search_plan *plan, mr_summary *const halves[2]) {
  return plan->run->plan.squares == 1
             ? square_of(plan, halves)
             : mr_sweep_reach(plan->targets, plan->target_count, halves[0], MR_TAIL_95).value;
}

/* The games of a setting, and how far they are from what is wished. @param far infinite where they
 *  say nothing */
static mr_status measure(const mr_search_plan *plan, const mr_game *game, mr_search_source *from,
                         mr_search_place at, double *far, mr_error *err) {
  mr_summary *summaries = mr_alloc_zero(NULL, 2, sizeof *summaries);
  if (summaries == NULL) {
    return no_memory(err);
  }
  bool squares = plan->run->plan.squares == 1;
  mr_summary *const halves[] = {&summaries[0], &summaries[squares]};
  for (size_t i = 0; i < 2; i++) {
    mr_summary_init(&summaries[i], game, NULL);
  }
  mr_status status = mr_search_read_side(plan, from, at, halves, err);
  if (status == MR_OK && from->lacks == UINT64_MAX) {
    *far = far_of(plan, halves);
  }
  for (size_t i = 0; i < 2; i++) {
    mr_summary_done(&summaries[i]);
  }
  mr_alloc_free(NULL, summaries, 2 * sizeof *summaries);
  return status;
}

/* A number made of a setting and of all that its batches say, as far as they are there. */
static mr_status key_of(const mr_search_plan *plan, mr_search_source *from, mr_search_place at,
                        uint64_t *key, mr_error *err) {
  mr_token text = {.text = ""};
  mr_status status = MR_OK;
  *key = mr_hash_bytes(MR_HASH_START, (const char *)at.places,
                       plan->grid.key_count * sizeof *at.places);
  for (; at.chunk < mr_search_side_batches(&plan->run->plan) && text.text != NULL; at.chunk++) {
    status = fetch(plan->run, from, batch_at(&plan->run->plan, at), &text, err);
    if (status != MR_OK) {
      return status;
    }
    *key = text.text != NULL ? mr_hash_bytes(*key, text.text, text.length) : *key;
  }
  return MR_OK;
}

static mr_search_memo recall(mr_search_plan *plan, mr_search_place at) {
  mr_mutex_lock(&plan->memo_mutex);
  mr_search_memo memo = plan->memos[at.trial * MR_SEARCH_SIDES + at.side];
  mr_mutex_unlock(&plan->memo_mutex);
  return memo;
}

static void keep(mr_search_plan *plan, mr_search_place at, uint64_t key, double far) {
  mr_mutex_lock(&plan->memo_mutex);
  plan->memos[at.trial * MR_SEARCH_SIDES + at.side] =
      (mr_search_memo){.there = true, .key = key, .far = far};
  mr_mutex_unlock(&plan->memo_mutex);
}

/* How far one side of the next trial is from what is wished. @param far infinite: it is refused */
static mr_status look_at_side(mr_search_plan *plan, const mr_search_walk *w, unsigned side,
                              mr_search_source *from, double *far, mr_error *err) {
  const mr_run *run = plan->run;
  const mr_search_place at = {
      .trial = w->spsa.done, .side = side, .places = mr_search_places(w, plan, w->spsa.done, side)};
  mr_sweep_setting setting = {.game = NULL};
  mr_arena arena;
  uint64_t key = 0;
  mr_search_memo memo = recall(plan, at);
  mr_status status = key_of(plan, from, at, &key, err);
  from->lacks = UINT64_MAX;
  *far = INFINITY;
  if (status != MR_OK || (memo.there && memo.key == key)) {
    *far = memo.far;
    return status;
  }
  mr_arena_init(&arena, NULL, 0);
  status = mr_sweep_compile_at(&(mr_sweep_source){run->catalog, &run->plan, &plan->grid, &arena},
                               at.places, &setting, err);
  if (status == MR_OK && setting.game != NULL) {
    status = measure(plan, setting.game, from, at, far, err);
  }
  if (status == MR_OK && from->lacks == UINT64_MAX) {
    keep(plan, at, key, *far);
  }
  mr_sweep_forget(&setting, 1);
  mr_arena_done(&arena);
  return status;
}

/* The next trial, if its games are there: two settings that differ, and that the game takes. A
 * setting that is refused has lost against any other. */
static mr_status step(mr_search_walk *w, mr_search_plan *plan, mr_search_source *from,
                      mr_error *err) {
  double far[MR_SEARCH_SIDES] = {0, 0};
  mr_status status = MR_OK;
  from->lacks = UINT64_MAX;
  bool differ = next_settings(w, plan);
  for (unsigned i = 0;
       i < MR_SEARCH_SIDES && differ && status == MR_OK && from->lacks == UINT64_MAX; i++) {
    status = look_at_side(plan, w, i, from, &far[i], err);
  }
  if (status == MR_OK && from->lacks == UINT64_MAX) {
    mr_spsa_tell(&w->spsa, differ ? nearer_by(w, plan->run->plan.squares == 1, far[0], far[1]) : 0);
  }
  return status;
}

/* Goes on to a trial, as far as batches are there. */
mr_status mr_search_go_on(mr_search_walk *w, mr_search_plan *plan, uint64_t trial,
                          mr_search_source *from, mr_error *err) {
  mr_status status = MR_OK;
  from->lacks = UINT64_MAX;
  while (status == MR_OK && w->spsa.done < trial && from->lacks == UINT64_MAX) {
    status = step(w, plan, from, err);
  }
  if (status == MR_OK && from->lacks == UINT64_MAX && w->spsa.done == trial &&
      trial < w->spsa.options.trials) {
    (void)next_settings(w, plan);
  }
  return status;
}

/* What is best by now. */
void mr_search_found(const mr_search_walk *w, const mr_search_plan *plan, uint16_t *out) {
  for (size_t i = 0; i < plan->grid.key_count; i++) {
    double most = (double)plan->grid.keys[i].count - 1;
    double value = floor(mr_spsa_estimate_of(&w->spsa, i).value + 0.5);
    out[i] = (uint16_t)fmax(0, fmin(value, most));
  }
}
