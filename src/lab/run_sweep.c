/*
 * Sweeps as experiments: games of many settings of a definition's keys. Every setting has so many
 * batches for each part of the race (race.h), and all of them have numbers from the beginning: what
 * batch n holds depends on the experiment and n alone. Which of them are wanted follows from what
 * others have said, round by round. A batch says:
 *
 *     setting 3 0123456789abcdef
 *     game 14 ...
 *
 * the setting and the number of its rules, and of each game its number and what sweep_game.c
 * writes of it.
 */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lab/sweep_priv.h"

/* The first scouts are an eighth of all: so few tell what is hopeless, and three doublings remain.
 */
#define SCOUTS_FIRST 8
/* Scouts of a setting that stays to the end, as a part of its measuring games: their races have
   intervals that are 1.4 times as wide, which is near enough to drop what is not near. */
#define SCOUTS_PART 2
/* Beyond each end of the intervals of scouts: what is dropped by mistake is lost, and every setting
   is looked at up to four times. */
#define SCOUT_TAIL 0.005
/* Those that have dropped out are measured by a fourth, with intervals twice as wide. */
#define LEAST_PART 4

/** What every batch needs. */
typedef struct sweep_plan {
  mr_sweep_grid grid;
  mr_sweep_setting settings[MR_SWEEP_SETTINGS_MAX];
  mr_experiment experiments[MR_SWEEP_SETTINGS_MAX];
  mr_wish targets[MR_SWEEP_TARGETS_MAX];
  size_t target_count;
  mr_race_options race;
  uint64_t each; /**< batches of a setting */
} sweep_plan;

/* ---- the plan -------------------------------------------------------------------------------- */

static uint32_t at_least_1(uint64_t count) {
  return count > 1 ? (uint32_t)count : 1;
}

/* How many batches each part has at most. */
static mr_race_options race_of(const mr_plan *plan) {
  uint64_t most = (plan->games + plan->batch - 1) / plan->batch;
  mr_race_options out = {.most = at_least_1(most)};
  out.least = out.most;
  if (plan->target != NULL && *plan->target != '\0') {
    out.scouts_most = at_least_1(most / SCOUTS_PART);
    out.scouts_first = at_least_1(out.scouts_most / SCOUTS_FIRST);
    out.least = at_least_1(most / LEAST_PART);
    out.confirm = out.most;
  }
  return out;
}

static uint64_t each_of(const mr_race_options *race) {
  return (uint64_t)race->scouts_most + race->most + race->confirm;
}

static uint64_t total(const mr_plan *plan) {
  mr_race_options race = race_of(plan);
  return plan->settings * each_of(&race) * plan->batch;
}

static mr_status validate(const mr_game *game, mr_arena *arena, mr_plan *plan, mr_error *err) {
  mr_wish targets[MR_SWEEP_TARGETS_MAX];
  size_t count = 0;
  mr_sweep_grid grid;
  mr_status status = mr_sweep_grid_read(plan->keys != NULL ? plan->keys : "", arena, &grid, err);
  if (status == MR_OK) {
    status = mr_sweep_targets(plan, targets, &count, err);
  }
  if (status == MR_OK) {
    status = mr_run_validate_games(game, plan, err);
  }
  if (status == MR_OK) {
    plan->settings = grid.settings;
  }
  return status;
}

/* A network judges all settings, or none: players of different strength would not tell them apart.
 */
static void share_network(const mr_run *run, sweep_plan *plan) {
  const mr_network none = {.bytes = "", .length = 0};
  const mr_network *own = &run->game->info.network;
  bool fits = own->length > 0;
  for (size_t i = 0; i < plan->grid.settings && fits; i++) {
    const mr_game *game = plan->settings[i].game;
    fits = game == NULL || mr_network_check(game, own, NULL) == MR_OK;
  }
  for (size_t i = 0; i < plan->grid.settings; i++) {
    if (plan->settings[i].game != NULL) {
      plan->settings[i].game->info.network = fits ? *own : none;
    }
  }
}

static mr_status make_experiments(const mr_run *run, sweep_plan *plan, mr_error *err) {
  mr_status status = MR_OK;
  for (size_t i = 0; i < plan->grid.settings && status == MR_OK; i++) {
    mr_experiment *experiment = &plan->experiments[i];
    if (plan->settings[i].game == NULL) {
      continue;
    }
    status = mr_run_players(plan->settings[i].game, &run->plan, experiment, err);
    experiment->opening = (unsigned)run->plan.opening;
    experiment->slips = (unsigned)run->plan.slips;
    experiment->length = (uint32_t)run->plan.length;
    experiment->probe = mr_sweep_probe(plan->targets, plan->target_count);
  }
  return status;
}

/* Compiles all settings of a plan. */
static mr_status compile(const mr_catalog *catalog, const mr_plan *plan, mr_arena *arena,
                         sweep_plan *out, mr_error *err) {
  out->race = race_of(plan);
  out->each = each_of(&out->race);
  mr_status status = mr_sweep_grid_read(plan->keys, arena, &out->grid, err);
  if (status == MR_OK) {
    status = mr_sweep_targets(plan, out->targets, &out->target_count, err);
  }
  if (status == MR_OK) {
    status = mr_sweep_compile(catalog, plan, &out->grid, arena, out->settings, err);
  }
  return status == MR_OK ? mr_sweep_check_rules(out->targets, out->target_count, out->settings,
                                                out->grid.settings, err)
                         : status;
}

static mr_status check(const mr_catalog *catalog, const mr_plan *plan, mr_arena *arena,
                       mr_error *err) {
  sweep_plan *trial = mr_alloc_zero(NULL, 1, sizeof *trial);
  if (trial == NULL) {
    return mr_error_set(err, MR_ERR_NOMEM, "out of memory for a sweep");
  }
  mr_status status = compile(catalog, plan, arena, trial, err);
  mr_sweep_forget(trial->settings, MR_SWEEP_SETTINGS_MAX);
  mr_alloc_free(NULL, trial, sizeof *trial);
  return status;
}

static mr_status prepare(mr_run *run, mr_error *err) {
  sweep_plan *plan = mr_alloc_zero(NULL, 1, sizeof *plan);
  run->prepared = plan;
  if (plan == NULL) {
    return mr_error_set(err, MR_ERR_NOMEM, "out of memory for a sweep");
  }
  mr_status status = compile(run->catalog, &run->plan, &run->arena, plan, err);
  if (status != MR_OK) {
    return status;
  }
  share_network(run, plan);
  return make_experiments(run, plan, err);
}

bool mr_sweep_goes_on(const mr_run *run, size_t setting, size_t key, bool lower) {
  const sweep_plan *plan = run->prepared;
  mr_sweep_grid grid = plan->grid;
  const mr_sweep_value *here = mr_sweep_value_at(&grid, setting, key);
  uint16_t places[MR_SWEEP_KEYS_MAX] = {0};
  char text[32];
  mr_str next = mr_str_fixed(text, sizeof text);
  mr_arena arena;
  mr_sweep_setting made;
  if (isnan(here->number) || strtod(here->text, NULL) != here->number) {
    return true; /* a text in which something is counted */
  }
  mr_str_format(&next, "%.0f", here->number + (lower ? -1 : 1));
  for (size_t i = 0; i < grid.key_count; i++) {
    places[i] = (uint16_t)(mr_sweep_value_at(&grid, setting, i) - grid.keys[i].values);
  }
  const mr_sweep_value beyond = {.text = text, .label = text, .number = here->number};
  grid.keys[key].values = &beyond;
  places[key] = 0;
  mr_arena_init(&arena, NULL, 0);
  const mr_sweep_source source = {run->catalog, &run->plan, &grid, &arena};
  bool goes_on = mr_sweep_compile_at(&source, places, &made, NULL) == MR_OK && made.game != NULL;
  mr_sweep_forget(&made, 1);
  mr_arena_done(&arena);
  return goes_on;
}

static void forget(mr_run *run) {
  sweep_plan *plan = run->prepared;
  if (plan != NULL) {
    mr_sweep_forget(plan->settings, MR_SWEEP_SETTINGS_MAX);
    mr_alloc_free(NULL, plan, sizeof *plan);
  }
  run->prepared = NULL;
}

/** Where a batch belongs. */
typedef struct place {
  size_t setting;
  mr_race_part part;
  uint32_t chunk; /**< of the part */
} place;

static place place_of(const sweep_plan *plan, uint64_t batch) {
  place at = {.setting = (size_t)(batch / plan->each), .chunk = (uint32_t)(batch % plan->each)};
  const uint32_t parts[] = {plan->race.scouts_most, plan->race.most};
  for (size_t i = 0; i < 2 && at.part == (mr_race_part)i && at.chunk >= parts[i]; i++) {
    at.chunk -= parts[i];
    at.part = (mr_race_part)(i + 1);
  }
  return at;
}

static uint64_t batch_at(const sweep_plan *plan, place at) {
  uint64_t before = at.part > MR_RACE_SCOUT ? plan->race.scouts_most : 0;
  before += at.part > MR_RACE_MEASURE ? plan->race.most : 0;
  return at.setting * plan->each + before + at.chunk;
}

/* ---- playing --------------------------------------------------------------------------------- */

static mr_status play(const mr_run *run, uint64_t first, uint64_t count, const atomic_bool *stop,
                      mr_str *out, mr_error *err) {
  const sweep_plan *plan = run->prepared;
  place at = place_of(plan, first / run->plan.batch);
  const mr_game *game = plan->settings[at.setting].game;
  if (game == NULL) {
    return mr_error_set(err, MR_ERR_ARGUMENT, "this batch is of a setting that is refused: %s",
                        plan->settings[at.setting].why);
  }
  mr_sweep_writer writer = {.game = game, .out = out};
  const mr_run_games games = {.what = &plan->experiments[at.setting],
                              .first = first,
                              .count = count,
                              .stop = stop,
                              .take = mr_sweep_game_take,
                              .context = &writer};
  mr_str_format(out, "setting %zu %016" PRIx64 "\n", at.setting, game->info.definition_hash);
  return mr_run_play_games(&games, err);
}

/* ---- sums ------------------------------------------------------------------------------------ */

/** What batches say together. */
typedef struct sweep_sum {
  const mr_run *run;
  mr_run_texts texts;
  mr_sweep_report report;
  mr_race_lane lanes[MR_SWEEP_SETTINGS_MAX];
  mr_summary *parts;
  uint32_t *held;    /**< chunks that each of these holds */
  mr_played *played; /**< the game that is being read */
  bool stale;        /**< batches have come since the report was made */
  mr_status status;  /**< of making it */
} sweep_sum;

/* Nothing is known of a part. */
static void init_part(sweep_sum *s, size_t at) {
  const sweep_plan *plan = s->run->prepared;
  mr_summary_init(&s->parts[at], plan->settings[at / MR_RACE_PARTS].game, NULL);
  s->parts[at].opening = (unsigned)s->run->plan.opening;
  s->parts[at].slips = (unsigned)s->run->plan.slips;
}

static mr_status begin(mr_run_sum *sum, mr_error *err) {
  const sweep_plan *plan = sum->run->prepared;
  size_t parts = plan->grid.settings * MR_RACE_PARTS;
  sweep_sum *s = mr_alloc_zero(NULL, 1, sizeof *s);
  sum->state = s;
  if (s != NULL) {
    s->run = sum->run;
    s->parts = mr_alloc_zero(NULL, parts, sizeof *s->parts);
    s->held = mr_alloc_zero(NULL, parts, sizeof *s->held);
    s->played = mr_alloc_zero(NULL, 1, sizeof *s->played);
    s->stale = true;
  }
  if (s == NULL || s->parts == NULL || s->held == NULL || s->played == NULL ||
      mr_run_texts_init(&s->texts, mr_run_batches(sum->run), NULL) != MR_OK) {
    if (s != NULL) {
      sum->run->kind->end(sum);
    }
    return mr_error_set(err, MR_ERR_NOMEM, "out of memory for a sweep");
  }
  for (size_t i = 0; i < parts; i++) {
    init_part(s, i);
  }
  return MR_OK;
}

static void end(mr_run_sum *sum) {
  sweep_sum *s = sum->state;
  const sweep_plan *plan = sum->run->prepared;
  size_t parts = plan->grid.settings * MR_RACE_PARTS;
  mr_run_texts_done(&s->texts);
  for (size_t i = 0; s->parts != NULL && i < parts; i++) {
    mr_summary_done(&s->parts[i]);
  }
  mr_alloc_free(NULL, s->parts, parts * sizeof *s->parts);
  mr_alloc_free(NULL, s->held, parts * sizeof *s->held);
  mr_alloc_free(NULL, s->played, sizeof *s->played);
  mr_alloc_free(NULL, s, sizeof *s);
}

/* Reads the games of a batch, and adds them to a summary unless that is NULL. */
static mr_status read_games(sweep_sum *s, mr_token text, uint64_t batch, mr_summary *out,
                            mr_error *err) {
  const sweep_plan *plan = s->run->prepared;
  place at = place_of(plan, batch);
  const mr_game *game = plan->settings[at.setting].game;
  uint64_t first = 0, count = mr_run_games_of(s->run, batch, &first);
  mr_tokens rest = {.at = text.text, .left = text.length};
  char head[64];
  mr_str line = mr_str_fixed(head, sizeof head);
  mr_str_format(&line, "setting %zu %016" PRIx64 "\n", at.setting,
                game != NULL ? game->info.definition_hash : 0);
  if (game == NULL || text.length < line.length || memcmp(text.text, head, line.length) != 0) {
    return mr_error_set(err, MR_ERR_SYNTAX, "batch %" PRIu64 " is of no setting of the sweep",
                        batch);
  }
  rest = (mr_tokens){.at = text.text + line.length, .left = text.length - line.length};
  mr_status status = MR_OK;
  for (uint64_t i = 0; i < count && status == MR_OK; i++) {
    status = mr_sweep_game_read(game, &rest, first + i, s->played, err);
    if (status == MR_OK && out != NULL) {
      status = mr_summary_add(out, s->played, err);
    }
  }
  if (status == MR_OK && rest.left > 0) {
    status =
        mr_error_set(err, MR_ERR_SYNTAX, "batch %" PRIu64 " has more games than it should", batch);
  }
  return status;
}

static mr_status add(mr_run_sum *sum, uint64_t first, uint64_t count, mr_token text,
                     mr_error *err) {
  sweep_sum *s = sum->state;
  uint64_t batch = first / sum->run->plan.batch;
  (void)count;
  mr_status status = read_games(s, text, batch, NULL, err);
  if (status == MR_OK) {
    status = mr_run_texts_put(&s->texts, batch, text, err);
  }
  s->stale = s->stale || status == MR_OK;
  return status;
}

/* ---- where it stands ------------------------------------------------------------------------- */

static bool look(void *context, size_t lane, mr_race_part part, uint32_t chunks, mr_reach *out) {
  sweep_sum *s = context;
  const sweep_plan *plan = s->run->prepared;
  size_t at = lane * MR_RACE_PARTS + part;
  mr_summary *summary = &s->parts[at];
  if (s->held[at] > chunks) { /* more than is asked for: begin again */
    mr_summary_done(summary);
    init_part(s, at);
    s->held[at] = 0;
  }
  while (s->held[at] < chunks && s->status == MR_OK) {
    uint64_t batch = batch_at(plan, (place){lane, part, s->held[at]});
    mr_token text = mr_run_texts_at(&s->texts, batch);
    if (text.length == 0) {
      break;
    }
    s->status = read_games(s, text, batch, summary, NULL);
    s->held[at] += s->status == MR_OK;
  }
  *out = mr_sweep_reach(plan->targets, plan->target_count, summary,
                        part == MR_RACE_SCOUT ? SCOUT_TAIL : MR_TAIL_95);
  return s->held[at] == chunks;
}

/* @return NULL without memory */
static const mr_sweep_report *report_of(const mr_run_sum *sum) {
  sweep_sum *s = sum->state;
  const sweep_plan *plan = sum->run->prepared;
  if (s->stale) {
    s->status = MR_OK;
    s->report = (mr_sweep_report){.grid = &plan->grid,
                                  .settings = plan->settings,
                                  .target_count = plan->target_count,
                                  .race = {.options = plan->race,
                                           .look = look,
                                           .context = s,
                                           .lanes = s->lanes,
                                           .count = plan->grid.settings},
                                  .parts = s->parts};
    memcpy(s->report.targets, plan->targets, sizeof s->report.targets);
    for (size_t i = 0; i < plan->grid.settings; i++) {
      s->lanes[i].barred = plan->settings[i].game == NULL || plan->settings[i].same_as != i;
    }
    mr_race_run(&s->report.race);
    s->stale = s->status != MR_OK;
  }
  return s->status == MR_OK ? &s->report : NULL;
}

const mr_sweep_report *mr_run_sum_sweep(mr_run_sum *sum) {
  return sum->run->kind == &mr_run_kind_sweep ? report_of(sum) : NULL;
}

static mr_status want(mr_run_sum *sum, bool *lacking, mr_error *err) {
  const sweep_plan *plan = sum->run->prepared;
  const mr_sweep_report *report = report_of(sum);
  if (report == NULL) {
    return mr_error_set(err, MR_ERR_NOMEM, "out of memory for a sweep");
  }
  for (uint64_t i = 0; i < mr_run_batches(sum->run); i++) {
    place at = place_of(plan, i);
    lacking[i] = lacking[i] && at.chunk < report->race.lanes[at.setting].wanted[at.part];
  }
  return MR_OK;
}

static void report(const mr_run_sum *sum, mr_str *out) {
  const mr_sweep_report *report = report_of(sum);
  if (report != NULL) {
    mr_sweep_tell(report, out);
  }
}

static mr_status write(const mr_run_sum *sum, mr_str *out, mr_error *err) {
  const mr_sweep_report *report = report_of(sum);
  if (report == NULL) {
    return mr_error_set(err, MR_ERR_NOMEM, "out of memory for a sweep");
  }
  mr_sweep_write(report, out);
  return out->status == MR_OK ? MR_OK
                              : mr_error_set(err, MR_ERR_NOMEM, "out of memory for a sweep");
}

const mr_run_kind mr_run_kind_sweep = {.name = "sweep",
                                       .check = check,
                                       .prepare = prepare,
                                       .forget = forget,
                                       .want = want,
                                       MR_RUN_KIND_ROW};
