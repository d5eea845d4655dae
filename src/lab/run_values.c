/*
 * What pieces are worth, as an experiment: games from the beginning, and then replacement matches.
 * Which men stand against each other in those follows from what the games say, so their batches
 * come second: they rest on all batches of games, which are read from the folder. All batches have
 * numbers from the beginning; those of matches that are not planned are never wanted.
 *
 *     game 14 4 0 2        its number, the points of seat 0, strangers, quiet positions
 *     at 0:1 3:-2          each of them: kinds by their index, and how many more seat 0 has
 *     at
 *
 *     match 3 of 12        the match of a batch
 *     pair 7 4 0           its number, the points of seat 0 in both games
 */
#include <inttypes.h>
#include <marcher/worth.h>
#include <math.h>
#include <string.h>

#include "base/thread.h"
#include "lab/run_priv.h"

/* Where nobody says otherwise. Random turns at the beginning tell games apart here; random ones
   later would only blur what a piece is worth. docs/LAB.md. */
enum { PAIRS = 40, OPENING = 4, SLIPS = 10 };

/** What every batch needs. */
typedef struct values_plan {
  mr_material_kinds kinds;
  size_t unit;
  mr_experiment games;
  mr_experiment matches;
  uint64_t game_batches;
  mr_mutex mutex; /**< of what follows */
  bool shared;    /**< there is that mutex */
  bool planned;
  mr_replacements replacements; /**< constant once planned */
  mr_error why;                 /**< there are none */
} values_plan;

static mr_status no_memory(mr_error *err) {
  return mr_error_set(err, MR_ERR_NOMEM, "out of memory for values of pieces");
}

/* ---- the plan -------------------------------------------------------------------------------- */

/* The number of kinds where none can be more or fewer. */
static size_t most_frequent(const mr_material_kinds *kinds) {
  size_t best = kinds->count;
  unsigned most = 0;
  for (size_t i = 0; i < kinds->count; i++) {
    unsigned count = (unsigned)kinds->items[i].begin[0] + kinds->items[i].begin[1];
    if (!kinds->items[i].royal && (best == kinds->count || count > most)) {
      most = count;
      best = i;
    }
  }
  return best;
}

static mr_status find_unit(const mr_material_kinds *kinds, const char *unit, size_t *out,
                           mr_error *err) {
  size_t usual = most_frequent(kinds);
  if (usual == kinds->count) {
    return mr_error_set(err, MR_ERR_UNSUPPORTED,
                        "no piece of %s can be more or fewer, for games are about all of them: "
                        "nothing can be said of what they are worth",
                        kinds->game->info.title);
  }
  int found = *unit != '\0' ? mr_material_find(kinds, unit) : (int)usual;
  if (found >= 0 && !kinds->items[found].royal) {
    *out = (size_t)found;
    return MR_OK;
  }
  mr_str names = mr_str_growing(NULL);
  for (size_t i = 0; i < kinds->count; i++) {
    if (!kinds->items[i].royal) {
      mr_str_format(&names, " %s", kinds->items[i].text);
    }
  }
  mr_status status = mr_error_set(err, MR_ERR_ARGUMENT,
                                  "the unit is a piece that can be more or fewer, not '%s':%s",
                                  unit, mr_str_text(&names));
  mr_str_done(&names);
  return status;
}

static mr_status find_kinds(const mr_game *game, mr_material_kinds *out, mr_error *err) {
  mr_status status = mr_material_kinds_init(game, out, err);
  return status != MR_OK || out->count > 0
             ? status
             : mr_error_set(err, MR_ERR_UNSUPPORTED, "%s begins without pieces, and lists none",
                            game->info.title);
}

/* Batches of games, and of each match. */
static uint64_t game_batches(const mr_plan *plan) {
  return (plan->games + plan->batch - 1) / plan->batch;
}

static uint64_t match_batches(const mr_plan *plan) {
  return (2 * plan->pairs + plan->batch - 1) / plan->batch;
}

static uint64_t total(const mr_plan *plan) {
  return (game_batches(plan) + match_batches(plan) * plan->settings) * plan->batch;
}

static mr_status validate(const mr_game *game, mr_arena *arena, mr_plan *plan, mr_error *err) {
  mr_material_kinds *kinds = mr_alloc_zero(NULL, 1, sizeof *kinds);
  size_t unit = 0;
  uint64_t opening = plan->opening, slips = plan->slips;
  if (kinds == NULL) {
    return no_memory(err);
  }
  mr_status status = find_kinds(game, kinds, err);
  if (status == MR_OK) {
    status = find_unit(kinds, plan->unit != NULL ? plan->unit : "", &unit, err);
  }
  if (status == MR_OK) {
    status = mr_run_validate_games(game, plan, err);
  }
  if (status == MR_OK) {
    plan->opening = opening == MR_PLAN_AUTO && plan->opening > 0 ? OPENING : plan->opening;
    plan->slips = slips == MR_PLAN_AUTO && plan->slips > 0 ? SLIPS : plan->slips;
    plan->pairs = plan->pairs == MR_PLAN_AUTO ? PAIRS : plan->pairs;
    plan->batch += plan->batch % 2; /* both games of a pair are in one batch */
    plan->settings = mr_replacements_most(kinds);
    plan->unit = mr_arena_copy(arena, kinds->items[unit].text, strlen(kinds->items[unit].text));
    status = plan->unit != NULL ? MR_OK : no_memory(err);
  }
  mr_alloc_free(NULL, kinds, sizeof *kinds);
  return status;
}

static mr_status prepare(mr_run *run, mr_error *err) {
  values_plan *plan = mr_alloc_zero(NULL, 1, sizeof *plan);
  run->prepared = plan;
  if (plan == NULL) {
    return no_memory(err);
  }
  mr_status status = mr_mutex_init(&plan->mutex, err);
  plan->shared = status == MR_OK;
  if (status == MR_OK) {
    status = find_kinds(run->game, &plan->kinds, err);
  }
  if (status == MR_OK) {
    status = find_unit(&plan->kinds, run->plan.unit, &plan->unit, err);
  }
  if (status == MR_OK) {
    status = mr_run_players(run->game, &run->plan, &plan->games, err);
  }
  if (status != MR_OK) {
    return status;
  }
  plan->game_batches = game_batches(&run->plan);
  plan->games.opening = (unsigned)run->plan.opening;
  plan->games.slips = (unsigned)run->plan.slips;
  plan->games.length = (uint32_t)run->plan.length;
  plan->matches = plan->games;
  plan->matches.seed = mr_mix64(run->plan.seed);
  plan->matches.begin = mr_replacements_begin;
  plan->matches.begin_context = &plan->replacements;
  plan->games.kinds = &plan->kinds;
  return MR_OK;
}

static void forget(mr_run *run) {
  values_plan *plan = run->prepared;
  if (plan != NULL) {
    if (plan->shared) {
      mr_mutex_done(&plan->mutex);
    }
    mr_alloc_free(NULL, plan, sizeof *plan);
  }
  run->prepared = NULL;
}

/* ---- places of batches ----------------------------------------------------------------------- */

/** Where a batch of matches belongs. All matches get on side by side. */
typedef struct place {
  uint64_t match;
  uint64_t first; /**< pair */
  uint64_t end;
} place;

static bool is_game_batch(const mr_run *run, uint64_t batch) {
  return batch < game_batches(&run->plan);
}

static place place_of(const mr_run *run, uint64_t batch) {
  uint64_t at = batch - game_batches(&run->plan), most = run->plan.settings;
  uint64_t pairs = run->plan.batch / 2;
  place out = {.match = at % most, .first = at / most * pairs};
  out.end = out.first + pairs < run->plan.pairs ? out.first + pairs : run->plan.pairs;
  return out;
}

static uint64_t games_of(const mr_run *run, uint64_t batch) {
  uint64_t first = batch * run->plan.batch;
  if (is_game_batch(run, batch)) {
    uint64_t left = run->plan.games - first;
    return left < run->plan.batch ? left : run->plan.batch;
  }
  place at = place_of(run, batch);
  return 2 * (at.end - at.first);
}

/* ---- texts ----------------------------------------------------------------------------------- */

static bool take(mr_tokens *line, uint64_t max, uint64_t *out) {
  mr_token word;
  return mr_next_token(line, &word) && mr_token_number(word, max, out);
}

static bool take_word(mr_tokens *line, const char *expected) {
  mr_token word;
  return mr_next_token(line, &word) && mr_token_is(word, expected);
}

static void put_material(const mr_material_kinds *kinds, const mr_material *material, mr_str *out) {
  mr_str_add(out, "at");
  for (size_t k = 0; k < kinds->count; k++) {
    if (material->more[k] != 0) {
      mr_str_format(out, " %zu:%d", k, (int)material->more[k]);
    }
  }
  mr_str_char(out, '\n');
}

/* "3:-2" */
static bool read_difference(const mr_material_kinds *kinds, mr_token word, mr_material *out) {
  const char *colon = memchr(word.text, ':', word.length);
  size_t length = colon != NULL ? (size_t)(colon - word.text) : 0;
  uint64_t kind = 0, more = 0;
  if (colon == NULL || !mr_parse_uint(word.text, length, kinds->count - 1, &kind)) {
    return false;
  }
  bool minus = length + 1 < word.length && colon[1] == '-';
  if (!mr_parse_uint(colon + 1 + minus, word.length - length - 1 - minus, INT8_MAX, &more)) {
    return false;
  }
  out->more[kind] = (int8_t)(minus ? -(int)more : (int)more);
  return more > 0;
}

static bool read_material(const mr_material_kinds *kinds, mr_tokens *text, mr_material *out) {
  mr_tokens line;
  mr_token word;
  bool good = mr_run_next_line(text, &line) && take_word(&line, "at");
  *out = (mr_material){{0}};
  while (good && mr_next_token(&line, &word)) {
    good = read_difference(kinds, word, out);
  }
  return good;
}

static void put_game(const values_plan *plan, const mr_played *played, mr_str *out) {
  const mr_material_log *log = &played->material;
  mr_str_format(out, "game %" PRIu64 " %u %u %u\n", played->index, (unsigned)played->score[0],
                (unsigned)log->strangers, (unsigned)log->count);
  for (size_t i = 0; i < log->count; i++) {
    put_material(&plan->kinds, &log->items[i], out);
  }
}

/** What games and pairs are told to: the regression, or nobody. */
typedef struct intake {
  const mr_run *run;
  mr_values *values; /**< NULL: texts are only read */
  uint8_t *points;   /**< of both games of pair p of match m, at p * matches + m: what the bootstrap
                          draws must not depend on the size of batches; NULL: they are only read */
  bool strangers;
} intake;

/** Points of a pair that is not there. */
#define LACKING UINT8_MAX

static mr_status is_no_batch(uint64_t batch, mr_error *err) {
  return mr_error_set(err, MR_ERR_SYNTAX, "what stands in batch %" PRIu64 " are no values", batch);
}

static mr_status read_game(intake *in, mr_tokens *text, uint64_t index, uint64_t batch,
                           mr_error *err) {
  const values_plan *plan = in->run->prepared;
  mr_tokens line;
  uint64_t number = 0, points = 0, strangers = 0, count = 0;
  bool good = mr_run_next_line(text, &line) && take_word(&line, "game") &&
              take(&line, index, &number) && number == index &&
              take(&line, MR_SCORE_WIN, &points) && take(&line, 1, &strangers) &&
              take(&line, MR_MATERIAL_SAMPLES_MAX, &count) && mr_tokens_rest(&line).length == 0;
  mr_status status = good ? MR_OK : is_no_batch(batch, err);
  for (uint64_t i = 0; i < count && status == MR_OK; i++) {
    mr_material material;
    if (!read_material(&plan->kinds, text, &material)) {
      return is_no_batch(batch, err);
    }
    if (in->values != NULL) {
      status = mr_values_add(in->values, i == 0, &material, (unsigned)points, err);
    }
  }
  in->strangers = in->strangers || strangers != 0;
  return status;
}

/* @param matches in all; 0: that is not known, and what a pair says is not looked at */
static bool read_pair(const intake *in, mr_tokens *text, uint64_t match, uint64_t pair,
                      uint64_t matches) {
  mr_tokens line;
  uint64_t number = 0, points[2] = {0};
  bool good = mr_run_next_line(text, &line) && take_word(&line, "pair") &&
              take(&line, pair, &number) && number == pair &&
              take(&line, MR_SCORE_WIN, &points[0]) && take(&line, MR_SCORE_WIN, &points[1]) &&
              mr_tokens_rest(&line).length == 0;
  for (unsigned i = 0; i < 2 && good && in->points != NULL && matches > 0; i++) {
    in->points[2 * (pair * matches + match) + i] = (uint8_t)points[i];
  }
  return good;
}

/* Adds all pairs that are there, in the order of their numbers. */
static mr_status add_pairs(intake *in, const mr_replacements *plan, mr_error *err) {
  mr_status status = MR_OK;
  uint64_t games = 2 * in->run->plan.pairs * plan->count;
  for (uint64_t i = 0; i < games && status == MR_OK; i++) {
    if (in->points[i] != LACKING) {
      mr_material material;
      mr_replacements_material(plan, i, &material);
      status = mr_values_add(in->values, i % 2 == 0, &material, in->points[i], err);
    }
  }
  return status;
}

static mr_status read_matches(intake *in, mr_tokens *text, uint64_t batch,
                              const mr_replacements *plan, mr_error *err) {
  place at = place_of(in->run, batch);
  mr_tokens line;
  uint64_t match = 0, count = 0;
  bool good = mr_run_next_line(text, &line) && take_word(&line, "match") &&
              take(&line, at.match, &match) && match == at.match && take_word(&line, "of") &&
              take(&line, in->run->plan.settings, &count) && count > match &&
              (plan == NULL || plan->count == count) && mr_tokens_rest(&line).length == 0;
  for (uint64_t i = at.first; i < at.end && good; i++) {
    good = read_pair(in, text, at.match, i, plan != NULL ? plan->count : 0);
  }
  return good ? MR_OK : is_no_batch(batch, err);
}

/* Reads the text of a batch. */
static mr_status read_batch(intake *in, uint64_t batch, mr_token bytes, const mr_replacements *plan,
                            mr_error *err) {
  mr_tokens text = {.at = bytes.text, .left = bytes.length};
  mr_status status = MR_OK;
  if (is_game_batch(in->run, batch)) {
    uint64_t first = batch * in->run->plan.batch, count = games_of(in->run, batch);
    for (uint64_t i = first; i < first + count && status == MR_OK; i++) {
      status = read_game(in, &text, i, batch, err);
    }
  } else {
    status = read_matches(in, &text, batch, plan, err);
  }
  return status != MR_OK || text.left == 0 ? status : is_no_batch(batch, err);
}

/* ---- which matches --------------------------------------------------------------------------- */

/* Works out what was told; that nothing can be said is no failure, but a reason. */
static mr_status fit(const intake *in, bool positions, mr_worth *out, mr_error *err) {
  const values_plan *plan = in->run->prepared;
  out->cases = mr_values_cases(in->values);
  const mr_values_ask ask = {plan->unit, positions, in->run->plan.seed};
  mr_status status = mr_values_fit(in->values, &ask, out->values, &out->rank, &out->why);
  out->done = status == MR_OK;
  if (status != MR_OK && status != MR_ERR_UNSUPPORTED) {
    return mr_error_set(err, status, "%s", out->why.message);
  }
  return MR_OK;
}

/* What the games of a run say makes the plan of its matches, once. */
static mr_status keep_plan(const mr_run *run, const mr_worth *by_games, mr_error *err) {
  values_plan *plan = run->prepared;
  mr_status status = MR_OK;
  mr_mutex_lock(&plan->mutex);
  if (!plan->planned) {
    status = mr_replacements_plan(&plan->kinds, plan->unit, by_games->values, run->plan.seed,
                                  &plan->replacements, &plan->why);
    if (status == MR_ERR_NOMEM) {
      mr_error_set(err, status, "%s", plan->why.message);
    } else {
      plan->replacements.count = status == MR_OK ? plan->replacements.count : 0;
      plan->planned = true;
      status = MR_OK;
    }
  }
  mr_mutex_unlock(&plan->mutex);
  return status;
}

static mr_status read_games(const mr_run *run, intake *in, mr_error *err) {
  mr_status status = MR_OK;
  mr_str text = mr_str_growing(NULL);
  for (uint64_t i = 0; i < game_batches(&run->plan) && status == MR_OK; i++) {
    mr_batch_state state = MR_BATCH_MISSING;
    mr_str_reset(&text);
    status = mr_batch_read(run, i, &state, &text, err);
    if (status == MR_OK && state != MR_BATCH_WHOLE) {
      status = mr_run_wait_for(run, i, err);
    }
    if (status == MR_OK) {
      status = read_batch(in, i, (mr_token){mr_str_text(&text), text.length}, NULL, err);
    }
  }
  mr_str_done(&text);
  return status;
}

/* The plan of the matches, from the games that are in the folder. @param out where it stays */
static mr_status find_plan(const mr_run *run, const mr_replacements **out, mr_error *err) {
  values_plan *plan = run->prepared;
  mr_mutex_lock(&plan->mutex);
  bool planned = plan->planned;
  mr_mutex_unlock(&plan->mutex);
  *out = &plan->replacements;
  if (planned) {
    return MR_OK;
  }
  intake in = {.run = run};
  mr_worth *by_games = mr_alloc_zero(NULL, 1, sizeof *by_games);
  if (by_games == NULL) {
    return no_memory(err);
  }
  mr_status status = mr_values_new(&plan->kinds, NULL, &in.values, err);
  if (status == MR_OK) {
    status = read_games(run, &in, err);
  }
  if (status == MR_OK) {
    status = fit(&in, true, by_games, err);
  }
  if (status == MR_OK) {
    status = keep_plan(run, by_games, err);
  }
  mr_values_free(in.values);
  mr_alloc_free(NULL, by_games, sizeof *by_games);
  return status;
}

/* ---- playing --------------------------------------------------------------------------------- */

/** Who writes the games of a batch. */
typedef struct writer {
  const values_plan *plan;
  unsigned points; /**< of the first game of a pair */
  mr_str *out;
} writer;

static mr_status take_game(void *context, const mr_played *played, mr_error *err) {
  const writer *w = context;
  (void)err;
  put_game(w->plan, played, w->out);
  return MR_OK;
}

/* Games 2i and 2i + 1 are pair i of all matches together. */
static mr_status take_half(void *context, const mr_played *played, mr_error *err) {
  writer *w = context;
  (void)err;
  if (played->index % 2 == 0) {
    w->points = played->score[0];
  } else {
    mr_str_format(w->out, "pair %" PRIu64 " %u %u\n",
                  played->index / 2 / w->plan->replacements.count, w->points,
                  (unsigned)played->score[0]);
  }
  return MR_OK;
}

static mr_status play_pairs(const mr_run *run, uint64_t batch, mr_run_games *games, mr_error *err) {
  const writer *w = games->context;
  const mr_replacements *plan = NULL;
  place at = place_of(run, batch);
  mr_status status = find_plan(run, &plan, err);
  if (status == MR_OK && at.match >= plan->count) {
    return mr_error_set(err, MR_ERR_ARGUMENT,
                        "batch %" PRIu64
                        " is of no match: the games ask for %zu of at most %" PRIu64,
                        batch, plan->count, run->plan.settings);
  }
  if (status == MR_OK) {
    mr_str_format(w->out, "match %" PRIu64 " of %zu\n", at.match, plan->count);
    games->first = 2 * (at.first * plan->count + at.match);
    games->step = 2 * plan->count;
    status = mr_run_play_games(games, err);
  }
  return status;
}

static mr_status play(const mr_run *run, uint64_t first, uint64_t count, const atomic_bool *stop,
                      mr_str *out, mr_error *err) {
  const values_plan *plan = run->prepared;
  uint64_t batch = first / run->plan.batch;
  bool whole = is_game_batch(run, batch);
  writer w = {.plan = plan, .out = out};
  mr_run_games games = {.what = whole ? &plan->games : &plan->matches,
                        .first = first,
                        .count = count,
                        .stop = stop,
                        .take = whole ? take_game : take_half,
                        .context = &w};
  return whole ? mr_run_play_games(&games, err) : play_pairs(run, batch, &games, err);
}

/* ---- sums ------------------------------------------------------------------------------------ */

typedef struct values_sum {
  const mr_run *run;
  mr_run_texts texts;
  mr_worth_report report;
  uint64_t found[2]; /**< of games and matches: the batch before which the report was made, and 1;
                          0: it is not known */
  bool stale;        /**< batches have come since the report was made */
  uint64_t told;     /**< batches of the report when somebody was told last */
  mr_status status;  /**< of making it */
} values_sum;

static mr_status begin(mr_run_sum *sum, mr_error *err) {
  values_sum *s = mr_alloc_zero(NULL, 1, sizeof *s);
  if (s == NULL) {
    return no_memory(err);
  }
  const values_plan *plan = sum->run->prepared;
  s->run = sum->run;
  s->stale = true;
  s->report = (mr_worth_report){.kinds = &plan->kinds,
                                .unit = plan->unit,
                                .games = sum->run->plan.games,
                                .pairs = sum->run->plan.pairs};
  mr_status status = mr_run_texts_init(&s->texts, mr_run_batches(sum->run), err);
  if (status != MR_OK) {
    mr_alloc_free(NULL, s, sizeof *s);
    return status;
  }
  sum->state = s;
  return MR_OK;
}

static void end(mr_run_sum *sum) {
  values_sum *s = sum->state;
  mr_run_texts_done(&s->texts);
  mr_alloc_free(NULL, s, sizeof *s);
}

static mr_status add(mr_run_sum *sum, uint64_t first, uint64_t count, mr_token text,
                     mr_error *err) {
  values_sum *s = sum->state;
  intake in = {.run = sum->run};
  uint64_t batch = first / sum->run->plan.batch;
  (void)count;
  mr_status status = read_batch(&in, batch, text, NULL, err);
  if (status == MR_OK) {
    status = mr_run_texts_put(&s->texts, batch, text, err);
  }
  s->stale = s->stale || status == MR_OK;
  return status;
}

/* ---- where it stands ------------------------------------------------------------------------- */

static bool is_planned(const values_plan *plan, const mr_run *run, uint64_t batch) {
  return is_game_batch(run, batch) || place_of(run, batch).match < plan->replacements.count;
}

/* The first batch from `first` on that is wanted and not there; `end`: there is none. */
static uint64_t first_lacking(const values_sum *s, uint64_t first, uint64_t end) {
  while (first < end && (!is_planned(s->run->prepared, s->run, first) ||
                         mr_run_texts_at(&s->texts, first).length > 0)) {
    first++;
  }
  return first;
}

/* One way to find out, unless that is known of these batches: games, or matches. @return whether
 * all of its batches are there */
static bool find_out(values_sum *s, bool matches, mr_worth *out, mr_error *err) {
  const values_plan *plan = s->run->prepared;
  const mr_replacements *which = matches ? &plan->replacements : NULL;
  intake in = {.run = s->run};
  uint64_t first = matches ? plan->game_batches : 0;
  uint64_t last = matches ? mr_run_batches(s->run) : plan->game_batches;
  uint64_t end = first_lacking(s, first, last);
  if (s->found[matches] == end + 1) {
    return end == last;
  }
  *out = (mr_worth){.done = false};
  size_t points = which != NULL ? (size_t)(2 * s->run->plan.pairs * which->count) : 0;
  s->status = mr_values_new(&plan->kinds, NULL, &in.values, err);
  if (s->status == MR_OK && points > 0) {
    in.points = mr_alloc_zero(NULL, points, 1);
    s->status = in.points != NULL ? MR_OK : no_memory(err);
  }
  if (in.points != NULL) {
    memset(in.points, LACKING, points);
  }
  for (uint64_t i = first; i < end && s->status == MR_OK; i++) {
    if (is_planned(plan, s->run, i)) {
      s->status = read_batch(&in, i, mr_run_texts_at(&s->texts, i), which, err);
    }
  }
  if (s->status == MR_OK && in.points != NULL && which != NULL) {
    s->status = add_pairs(&in, which, err);
  }
  mr_alloc_free(NULL, in.points, points);
  if (s->status == MR_OK) {
    s->status = fit(&in, !matches, out, err);
  }
  s->found[matches] = s->status == MR_OK ? end + 1 : 0;
  s->report.strangers = s->report.strangers || in.strangers;
  mr_values_free(in.values);
  return end == last;
}

static const mr_worth_report *report_of(const mr_run_sum *sum) {
  values_sum *s = sum->state;
  const values_plan *plan = sum->run->prepared;
  mr_worth_report *report = &s->report;
  mr_error error = {.message = ""};
  if (!s->stale) {
    return s->status == MR_OK ? report : NULL;
  }
  bool whole = find_out(s, false, &report->by_games, &error);
  if (s->status == MR_OK && whole && report->pairs > 0) {
    s->status = keep_plan(s->run, &report->by_games, &error);
    report->plan = plan->replacements.count > 0 ? &plan->replacements : NULL;
  }
  if (s->status == MR_OK && report->plan != NULL) {
    whole = find_out(s, true, &report->by_matches, &error);
  } else if (s->status == MR_OK && whole) {
    report->by_matches.why = plan->why;
  } else if (s->status == MR_OK && report->pairs > 0) {
    (void)mr_error_set(&report->by_matches.why, MR_ERR_CANCELLED,
                       "its matches begin when all games are played");
  }
  report->complete = whole;
  s->stale = s->status != MR_OK;
  s->told = sum->batches;
  return s->status == MR_OK ? report : NULL;
}

const mr_worth_report *mr_run_sum_worth(const mr_run_sum *sum) {
  return sum->run->kind == &mr_run_kind_values ? report_of(sum) : NULL;
}

static mr_status want(mr_run_sum *sum, bool *lacking, mr_error *err) {
  values_sum *s = sum->state;
  const values_plan *plan = sum->run->prepared;
  bool games = true;
  for (uint64_t i = 0; i < plan->game_batches; i++) {
    games = games && mr_run_texts_at(&s->texts, i).length > 0;
  }
  const mr_worth_report *report = games ? report_of(sum) : NULL;
  if (games && report == NULL) {
    return no_memory(err);
  }
  for (uint64_t i = plan->game_batches; i < mr_run_batches(sum->run); i++) {
    lacking[i] = lacking[i] && games && report->plan != NULL && is_planned(plan, sum->run, i);
  }
  return MR_OK;
}

/* Before matches are planned there are as many as there can be. */
static uint64_t all(const mr_run_sum *sum) {
  const values_sum *s = sum->state;
  const mr_plan *plan = &sum->run->plan;
  uint64_t matches = s->report.plan != NULL ? s->report.plan->count : plan->settings;
  return game_batches(plan) + matches * match_batches(plan);
}

/* The two dearest pieces of which something is known. */
static void tell_values(const mr_worth_report *report, const mr_worth *worth, mr_str *out) {
  size_t told[2] = {SIZE_MAX, SIZE_MAX};
  bool measured = worth->done && worth->values[report->unit].bound == 0;
  for (size_t i = 0; i < report->kinds->count && measured; i++) {
    const mr_value *value = &worth->values[i];
    if (i == report->unit || !value->known || !isfinite(value->value.value)) {
      continue;
    }
    if (told[0] == SIZE_MAX || value->value.value > worth->values[told[0]].value.value) {
      told[1] = told[0];
      told[0] = i;
    } else if (told[1] == SIZE_MAX || value->value.value > worth->values[told[1]].value.value) {
      told[1] = i;
    }
  }
  for (size_t i = 0; i < 2 && told[i] != SIZE_MAX; i++) {
    const mr_interval *value = &worth->values[told[i]].value;
    mr_str_format(out, ", %s %.1f", report->kinds->items[told[i]].text, value->value);
    if (isfinite(value->low) && isfinite(value->high)) {
      mr_str_format(out, " (%.1f to %.1f)", value->low, value->high);
    }
  }
}

/* The regression takes a while, so it is done again when there is twice as much to go by. */
static void report(const mr_run_sum *sum, mr_str *out) {
  values_sum *s = sum->state;
  bool soon = s->stale && sum->batches < 2 * s->told + 1;
  const mr_worth_report *report = soon ? &s->report : report_of(sum);
  if (report == NULL) {
    return;
  }
  uint64_t batches = sum->batches, games = game_batches(&s->run->plan);
  if (batches < games) {
    mr_str_format(out, "games, batch %" PRIu64 " of %" PRIu64, batches, games);
  } else {
    mr_str_add(out, "replacement matches");
  }
  tell_values(report,
              batches < games || !report->by_matches.done ? &report->by_games : &report->by_matches,
              out);
}

static mr_status write(const mr_run_sum *sum, mr_str *out, mr_error *err) {
  const mr_worth_report *report = report_of(sum);
  if (report == NULL) {
    return no_memory(err);
  }
  mr_str_format(out, "unit %s\ngames %" PRIu64 " strangers %u\n",
                report->kinds->items[report->unit].text, report->by_games.cases,
                (unsigned)report->strangers);
  for (size_t i = 0; i < report->kinds->count; i++) {
    mr_str_format(out, "kind %s games %" PRIu64 " pairs %" PRIu64 "\n",
                  report->kinds->items[i].text, report->by_games.values[i].cases,
                  report->by_matches.values[i].cases);
  }
  mr_str_format(out, "matches %zu pairs %" PRIu64 "\n",
                report->plan != NULL ? report->plan->count : 0, report->by_matches.cases);
  return MR_OK;
}

const mr_run_kind mr_run_kind_values = {.name = "values",
                                        .games_of = games_of,
                                        .prepare = prepare,
                                        .forget = forget,
                                        .want = want,
                                        .all = all,
                                        MR_RUN_KIND_ROW};
