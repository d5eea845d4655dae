/*
 * Good values of many keys at once, as an experiment: SPSA (spsa.h). Each trial plays two opposite
 * settings, and both then move towards the one that comes nearer to what is wished. In the end
 * fresh games are played of what was found, and of the game as it stands.
 *
 * The settings of a trial follow from what all trials before it say, so its batches rest on theirs,
 * which are read from the folder; what a batch holds is a function of the experiment and its number
 * all the same. Both settings of a trial play games of the same numbers, with the same openings and
 * dice, for what is looked at is their difference. A batch says
 *
 *     trial 3 plus 4 0 7
 *     game 14 ...
 *
 * the trial, the side, the place of each key's value in its list; and what sweep_game.c writes.
 */
#include <inttypes.h>
#include <marcher/spsa.h>
#include <math.h>
#include <string.h>

#include "lab/spsa_priv.h"

/* Where nobody says otherwise. */
enum { TRIALS = 100, EACH = 20 };

/* A trial goes an eighth of a list to either side: far enough that a handful of games tell two
   settings apart, near enough to end well within the list; and half a place at least, so that two
   neighbours are tried against each other. */
#define STEPS 8.0
#define STEP_LEAST 0.5

static mr_status no_memory(mr_error *err) {
  return mr_error_set(err, MR_ERR_NOMEM, "out of memory for a search through keys");
}

/* ---- the plan -------------------------------------------------------------------------------- */

static uint64_t total(const mr_plan *plan) {
  return (mr_search_trial_batches(plan) + MR_SEARCH_SIDES * mr_search_end_batches(plan)) *
         plan->batch;
}

static mr_status validate(const mr_game *game, mr_arena *arena, mr_plan *plan, mr_error *err) {
  mr_wish targets[MR_SWEEP_TARGETS_MAX];
  size_t count = 0;
  mr_sweep_grid grid;
  mr_status status = mr_sweep_keys_read(plan->keys != NULL ? plan->keys : "", arena, &grid, err);
  if (status == MR_OK) {
    status = mr_sweep_targets(plan, targets, &count, err);
  }
  if (status == MR_OK && count == 0) {
    status = mr_error_set(err, MR_ERR_ARGUMENT,
                          "a search through keys needs a target, such as 'first=50', which its "
                          "trials come nearer to");
  }
  if (status == MR_OK) {
    plan->trials = plan->trials == MR_PLAN_AUTO || plan->trials == 0 ? TRIALS : plan->trials;
    plan->each = plan->each == MR_PLAN_AUTO || plan->each == 0 ? EACH : plan->each;
    status = mr_run_validate_games(game, plan, err);
  }
  return status;
}

static mr_status read_plan(const mr_plan *plan, mr_arena *arena, mr_search_plan *out,
                           mr_error *err) {
  mr_status status = mr_sweep_keys_read(plan->keys, arena, &out->grid, err);
  if (status == MR_OK) {
    status = mr_sweep_targets(plan, out->targets, &out->target_count, err);
  }
  for (size_t i = 0; i < out->grid.key_count && status == MR_OK; i++) {
    double most = (double)out->grid.keys[i].count - 1, step = fmax(most / STEPS, STEP_LEAST);
    /* A list of one value has nothing to look for; SPSA needs a range, and rounds down to it. */
    most = fmax(most, STEP_LEAST);
    out->numbers[i] = (mr_spsa_number){
        .start = most / 2, .least = 0, .most = most, .step = fmin(step, most), .whole = true};
  }
  return status;
}

/* The values that neither side has tried are looked at one by one: what no game takes is told
 * before a night is spent. */
static mr_status check(const mr_catalog *catalog, const mr_plan *plan, mr_arena *arena,
                       mr_error *err) {
  mr_search_plan *trial = mr_alloc_zero(NULL, 1, sizeof *trial);
  uint16_t places[MR_SWEEP_KEYS_MAX] = {0};
  if (trial == NULL) {
    return no_memory(err);
  }
  mr_status status = read_plan(plan, arena, trial, err);
  for (size_t i = 0; status == MR_OK && i < trial->grid.key_count; i++) {
    places[i] = (uint16_t)(trial->grid.keys[i].count / 2);
  }
  if (status == MR_OK) {
    mr_sweep_setting setting;
    status = mr_sweep_compile_at(&(mr_sweep_source){catalog, plan, &trial->grid, arena}, places,
                                 &setting, err);
    if (status == MR_OK && setting.game == NULL) {
      status = mr_error_set(err, setting.status, "the middle of all values cannot be played: %s",
                            setting.why);
    } else if (status == MR_OK) {
      status = mr_sweep_check_rules(trial->targets, trial->target_count, &setting, 1, err);
    }
    mr_sweep_forget(&setting, 1);
  }
  mr_alloc_free(NULL, trial, sizeof *trial);
  return status;
}

static mr_status prepare(mr_run *run, mr_error *err) {
  mr_search_plan *plan = mr_alloc_zero(NULL, 1, sizeof *plan);
  run->prepared = plan;
  if (plan == NULL) {
    return no_memory(err);
  }
  plan->run = run;
  mr_status status = mr_mutex_init(&plan->mutex, err);
  plan->shared += status == MR_OK;
  if (status == MR_OK) {
    status = mr_mutex_init(&plan->memo_mutex, err);
    plan->shared += status == MR_OK;
  }
  if (status == MR_OK) {
    plan->memos =
        mr_alloc_zero(NULL, (size_t)run->plan.trials * MR_SEARCH_SIDES, sizeof *plan->memos);
    status = plan->memos != NULL ? MR_OK : no_memory(err);
  }
  if (status == MR_OK) {
    status = read_plan(&run->plan, &run->arena, plan, err);
  }
  return status == MR_OK ? mr_search_walk_init(&plan->walk, plan, err) : status;
}

static void forget(mr_run *run) {
  mr_search_plan *plan = run->prepared;
  if (plan != NULL) {
    mr_search_walk_done(&plan->walk, plan);
    mr_alloc_free(NULL, plan->memos,
                  (size_t)run->plan.trials * MR_SEARCH_SIDES * sizeof *plan->memos);
    if (plan->shared > 0) {
      mr_mutex_done(&plan->mutex);
    }
    if (plan->shared > 1) {
      mr_mutex_done(&plan->memo_mutex);
    }
    mr_alloc_free(NULL, plan, sizeof *plan);
  }
  run->prepared = NULL;
}

static uint64_t games_of(const mr_run *run, uint64_t batch) {
  return mr_search_games_at(&run->plan, mr_search_place_of(&run->plan, batch));
}

/* ---- playing --------------------------------------------------------------------------------- */

/* The setting of a batch, from the batches before it. */
static mr_status find_places(const mr_run *run, mr_search_place at, uint16_t *out, mr_error *err) {
  mr_search_plan *plan = run->prepared;
  mr_search_source from = {.text = mr_str_growing(NULL)};
  mr_mutex_lock(&plan->mutex);
  mr_status status = mr_search_go_on(&plan->walk, plan, at.trial, &from, err);
  if (status == MR_OK && from.lacks != UINT64_MAX) {
    status = mr_run_wait_for(run, from.lacks, err);
  } else if (status == MR_OK && at.trial == run->plan.trials) {
    mr_search_found(&plan->walk, plan, out);
  } else if (status == MR_OK) {
    memcpy(out, mr_search_places(&plan->walk, plan, at.trial, at.side),
           plan->grid.key_count * sizeof *out);
  }
  mr_mutex_unlock(&plan->mutex);
  mr_str_done(&from.text);
  return status;
}

static mr_status play_games(const mr_run *run, const mr_game *game, mr_search_place at,
                            const atomic_bool *stop, mr_str *out, mr_error *err) {
  const mr_search_plan *plan = run->prepared;
  mr_sweep_writer writer = {.game = game, .out = out};
  mr_experiment *experiment = mr_alloc_zero(NULL, 1, sizeof *experiment);
  const mr_run_games games = {.what = experiment,
                              .first = mr_search_first_game(&run->plan, at),
                              .count = mr_search_games_at(&run->plan, at),
                              .stop = stop,
                              .take = mr_sweep_game_take,
                              .context = &writer};
  if (experiment == NULL) {
    return no_memory(err);
  }
  mr_status status = mr_run_players(game, &run->plan, experiment, err);
  if (status == MR_OK) {
    experiment->opening = (unsigned)run->plan.opening;
    experiment->slips = (unsigned)run->plan.slips;
    experiment->length = (uint32_t)run->plan.length;
    experiment->probe = mr_sweep_probe(plan->targets, plan->target_count);
    status = mr_run_play_games(&games, err);
  }
  mr_alloc_free(NULL, experiment, sizeof *experiment);
  return status;
}

static mr_status play(const mr_run *run, uint64_t first, uint64_t count, const atomic_bool *stop,
                      mr_str *out, mr_error *err) {
  const mr_search_plan *plan = run->prepared;
  mr_search_place at = mr_search_place_of(&run->plan, first / run->plan.batch);
  uint16_t places[MR_SWEEP_KEYS_MAX] = {0};
  mr_sweep_setting setting = {.game = NULL};
  mr_arena arena;
  (void)count;
  mr_arena_init(&arena, NULL, 0);
  at.places = places;
  mr_status status = find_places(run, at, places, err);
  if (status == MR_OK) {
    mr_search_put_head(plan, at, out);
  }
  if (status == MR_OK && at.trial == run->plan.trials && at.side == 0) {
    status = play_games(run, run->game, at, stop, out, err);
  } else if (status == MR_OK) {
    status = mr_sweep_compile_at(&(mr_sweep_source){run->catalog, &run->plan, &plan->grid, &arena},
                                 places, &setting, err);
    if (status == MR_OK && setting.game == NULL) {
      status = mr_error_set(err, MR_ERR_ARGUMENT, "this batch is of a setting that is refused: %s",
                            setting.why);
    } else if (status == MR_OK) {
      status = play_games(run, setting.game, at, stop, out, err);
    }
  }
  mr_sweep_forget(&setting, 1);
  mr_arena_done(&arena);
  return status;
}

/* ---- sums ------------------------------------------------------------------------------------ */

typedef struct spsa_sum {
  mr_run_texts texts;
  mr_search_walk walk;
  bool stale; /**< batches have come since the report was made */
  mr_status status;
  mr_error error;
  mr_arena arena;
  mr_sweep_setting found; /**< compiled at the end */
  bool compiled;
  mr_summary before;
  mr_summary after;
  mr_spsa_report report;
} spsa_sum;

static mr_status begin(mr_run_sum *sum, mr_error *err) {
  spsa_sum *s = mr_alloc_zero(NULL, 1, sizeof *s);
  if (s == NULL) {
    return no_memory(err);
  }
  s->stale = true;
  mr_arena_init(&s->arena, NULL, 0);
  mr_status status = mr_run_texts_init(&s->texts, mr_run_batches(sum->run), err);
  sum->state = s;
  if (status == MR_OK) {
    status = mr_search_walk_init(&s->walk, sum->run->prepared, err);
  }
  if (status != MR_OK) {
    sum->run->kind->end(sum);
  }
  return status;
}

static void end(mr_run_sum *sum) {
  spsa_sum *s = sum->state;
  mr_summary_done(&s->before);
  mr_summary_done(&s->after);
  mr_sweep_forget(&s->found, 1);
  mr_arena_done(&s->arena);
  mr_search_walk_done(&s->walk, sum->run->prepared);
  mr_run_texts_done(&s->texts);
  mr_alloc_free(NULL, s, sizeof *s);
}

/* Whether a text begins as one of that batch does, and has a line for each game. What stands in
 * them is read when the setting is known. */
static bool looks_right(const mr_run *run, uint64_t batch, mr_token text) {
  mr_search_place at = mr_search_place_of(&run->plan, batch);
  char head[64], first[32];
  mr_str begins = mr_str_fixed(head, sizeof head);
  bool trial = at.trial < run->plan.trials;
  if (trial) {
    mr_str_format(&begins, "trial %" PRIu64 " %s ", at.trial, mr_search_side_names[at.side]);
  } else {
    mr_str_add(&begins, at.side == 0 ? "as it stands" : "found ");
  }
  mr_tokens rest = {.at = text.text, .left = text.length}, line;
  bool good = mr_run_next_line(&rest, &line) && line.left >= begins.length &&
              memcmp(line.at, head, begins.length) == 0;
  uint64_t game = mr_search_first_game(&run->plan, at), count = mr_search_games_at(&run->plan, at);
  for (uint64_t i = game; i < game + count && good; i++) {
    mr_str number = mr_str_fixed(first, sizeof first);
    mr_str_format(&number, "game %" PRIu64 " ", i);
    good = mr_run_next_line(&rest, &line) && line.left > number.length &&
           memcmp(line.at, first, number.length) == 0;
  }
  return good && rest.left == 0;
}

static mr_status add(mr_run_sum *sum, uint64_t first, uint64_t count, mr_token text,
                     mr_error *err) {
  spsa_sum *s = sum->state;
  uint64_t batch = first / sum->run->plan.batch;
  (void)count;
  if (!looks_right(sum->run, batch, text)) {
    return mr_error_set(err, MR_ERR_SYNTAX, "what stands in batch %" PRIu64 " are no games of it",
                        batch);
  }
  mr_status status = mr_run_texts_put(&s->texts, batch, text, err);
  s->stale = s->stale || status == MR_OK;
  return status;
}

/* ---- where it stands ------------------------------------------------------------------------- */

/* Compiles what was found, once. */
static mr_status compile_found(const mr_run_sum *sum, const uint16_t *places) {
  const mr_search_plan *plan = sum->run->prepared;
  spsa_sum *s = sum->state;
  mr_status status = MR_OK;
  if (!s->compiled) {
    status = mr_sweep_compile_at(
        &(mr_sweep_source){sum->run->catalog, &sum->run->plan, &plan->grid, &s->arena}, places,
        &s->found, &s->error);
    s->compiled = status == MR_OK;
  }
  return status;
}

/* The games of the end, as far as they are there in their order. */
static mr_status read_end(const mr_run_sum *sum, unsigned side, const uint16_t *places,
                          mr_summary *out, bool *whole) {
  const mr_search_plan *plan = sum->run->prepared;
  spsa_sum *s = sum->state;
  const mr_game *game = side == 0 ? sum->run->game : s->found.game;
  mr_search_source from = {.texts = &s->texts};
  const mr_search_place at = {.trial = sum->run->plan.trials, .side = side, .places = places};
  mr_summary_done(out);
  mr_summary_init(out, game, NULL);
  out->opening = (unsigned)sum->run->plan.opening;
  out->slips = (unsigned)sum->run->plan.slips;
  if (game == NULL) {
    return MR_OK;
  }
  mr_summary *const halves[] = {out, out};
  mr_status status = mr_search_read_side(plan, &from, at, halves, &s->error);
  *whole = *whole && from.lacks == UINT64_MAX;
  return status;
}

static void make_report(const mr_run_sum *sum) {
  mr_search_plan *plan = sum->run->prepared;
  spsa_sum *s = sum->state;
  mr_spsa_report *out = &s->report;
  uint16_t places[MR_SWEEP_KEYS_MAX] = {0};
  mr_search_source from = {.texts = &s->texts};
  bool whole = true;
  s->status = mr_search_go_on(&s->walk, plan, sum->run->plan.trials, &from, &s->error);
  *out = (mr_spsa_report){
      .grid = &plan->grid, .target_count = plan->target_count, .spsa = s->walk.spsa};
  memcpy(out->targets, plan->targets, sizeof out->targets);
  mr_search_found(&s->walk, plan, places);
  for (size_t i = 0; i < plan->grid.key_count; i++) {
    out->found[i] = places[i];
  }
  if (s->status != MR_OK || s->walk.spsa.done < sum->run->plan.trials) {
    return;
  }
  s->status = compile_found(sum, places);
  if (s->status == MR_OK) {
    s->status = read_end(sum, 0, places, &s->before, &whole);
  }
  if (s->status == MR_OK) {
    s->status = read_end(sum, 1, places, &s->after, &whole);
  }
  out->before = &s->before;
  out->after = s->found.game != NULL ? &s->after : NULL;
  out->why = s->found.why;
  out->same = s->found.game != NULL &&
              s->found.game->info.definition_hash == sum->run->game->info.definition_hash;
  out->complete = whole;
}

static const mr_spsa_report *report_of(const mr_run_sum *sum) {
  spsa_sum *s = sum->state;
  if (s->stale) {
    make_report(sum);
    s->stale = s->status != MR_OK;
  }
  return s->status == MR_OK ? &s->report : NULL;
}

const mr_spsa_report *mr_run_sum_spsa(const mr_run_sum *sum, mr_error *err) {
  const spsa_sum *s = sum->state;
  const mr_spsa_report *report = sum->run->kind == &mr_run_kind_spsa ? report_of(sum) : NULL;
  if (report == NULL && sum->run->kind == &mr_run_kind_spsa) {
    mr_error_set(err, s->status, "%s", s->error.message);
  }
  return report;
}

static mr_status want(mr_run_sum *sum, bool *lacking, mr_error *err) {
  const mr_plan *plan = &sum->run->plan;
  const spsa_sum *s = sum->state;
  const mr_spsa_report *report = mr_run_sum_spsa(sum, err);
  if (report == NULL) {
    return s->status;
  }
  for (uint64_t i = 0; i < mr_run_batches(sum->run); i++) {
    mr_search_place at = mr_search_place_of(plan, i);
    bool wanted = at.trial == report->spsa.done &&
                  (at.trial < plan->trials || at.side == 0 || report->after != NULL);
    lacking[i] = lacking[i] && wanted;
  }
  return MR_OK;
}

static uint64_t all(const mr_run_sum *sum) {
  const mr_plan *plan = &sum->run->plan;
  return mr_search_trial_batches(plan) + MR_SEARCH_SIDES * mr_search_end_batches(plan);
}

static void tell_end(const mr_spsa_report *report, mr_str *out) {
  mr_measure measure;
  mr_summary *told =
      report->after != NULL && report->after->games > 0 ? report->after : report->before;
  mr_str_add(out, "confirming by fresh games");
  if (told->games > 0 && mr_measure_find(told, report->targets[0].id, MR_TAIL_95, &measure)) {
    mr_str_format(out, ", %s %s ", told == report->after ? "found" : "as it stands", measure.id);
    mr_measure_text(&measure, out);
  }
}

static void report(const mr_run_sum *sum, mr_str *out) {
  const mr_spsa_report *report = report_of(sum);
  if (report == NULL) {
    return;
  }
  if (report->before != NULL) {
    tell_end(report, out);
    return;
  }
  mr_str_format(out, "trial %" PRIu64 " of %" PRIu64 ", ", report->spsa.done + 1,
                report->spsa.options.trials);
  mr_spsa_label(report, out);
}

void mr_spsa_label(const mr_spsa_report *report, mr_str *out) {
  for (size_t i = 0; i < report->grid->key_count; i++) {
    const mr_sweep_key *key = &report->grid->keys[i];
    mr_str_format(out, "%s%s=%s", i > 0 ? ", " : "", key->label,
                  key->values[report->found[i]].label);
  }
}

static void write_games(const char *name, const mr_summary *summary, mr_str *out) {
  mr_str_format(out, "%s games %" PRIu64 " first", name, summary->games);
  for (size_t k = 0; k <= MR_SCORE_WIN; k++) {
    mr_str_format(out, " %" PRIu64, summary->courses.first[k]);
  }
  mr_str_format(out, " drawn %" PRIu64 " unfinished %" PRIu64 "\n", summary->drawn,
                summary->unfinished);
}

static mr_status write(const mr_run_sum *sum, mr_str *out, mr_error *err) {
  const mr_spsa_report *report = mr_run_sum_spsa(sum, err);
  const spsa_sum *s = sum->state;
  if (report == NULL) {
    return s->status;
  }
  mr_str_format(out, "trials %" PRIu64 " of %" PRIu64 "\nfound", report->spsa.done,
                report->spsa.options.trials);
  for (size_t i = 0; i < report->grid->key_count; i++) {
    mr_str_format(out, " %zu", report->found[i]);
  }
  mr_str_char(out, '\n');
  if (report->before != NULL) {
    write_games("before", report->before, out);
  }
  if (report->after != NULL) {
    write_games("after", report->after, out);
  }
  return MR_OK;
}

const mr_run_kind mr_run_kind_spsa = {.name = "spsa",
                                      .games_of = games_of,
                                      .check = check,
                                      .prepare = prepare,
                                      .forget = forget,
                                      .want = want,
                                      .all = all,
                                      MR_RUN_KIND_ROW};
