/*
 * Studies: games at several strengths, and matches between more thought and less, evenly over the
 * batches, so that any of them say something of everything.
 *
 * Round i of a study is those games of each strength that fall on it (game i, where all strengths
 * have as many) and those pairs of the matches. A batch is some rounds. Its text has a part for
 * each strength, with its length in bytes; the matches for skill are counted in the last.
 *
 *     strength 0 1234
 *     counts 2
 *     ...
 *     strength 1 2345
 *     ...
 */
#include <inttypes.h>
#include <marcher/measures.h>
#include <stdlib.h>
#include <string.h>

#include "base/thread.h"
#include "lab/run_priv.h"

/** Where nobody says otherwise; docs/LAB.md. */
enum { PAIRS = 50, PROBE = 400 };
/** Nodes of the weaker player of the matches for skill, where strengths are levels. */
#define SKILL_NODES 100

static const unsigned skill_factors[MR_SKILL_MATCHES] = {2, 10};

/** Who plays at a table, and is free: one for each strength, and behind them one for each game of a
 *  pair of the matches for skill. Making players takes as long as some games. */
typedef struct free_worker {
  mr_experimenter *worker;
  size_t table;
} free_worker;

/** What the batches of a study are played with. */
typedef struct study {
  size_t count;
  mr_experiment strengths[MR_STUDY_STRENGTHS_MAX]; /**< weakest first */
  uint64_t games[MR_STUDY_STRENGTHS_MAX];          /**< of each, no more than rounds */
  mr_experiment skill[MR_SKILL_MATCHES][2];        /**< the two games of a pair */
  uint8_t other;                                   /**< a seat of the side that seat 0 is not of */
  mr_mutex mutex;                                  /**< of what follows */
  bool shared;                                     /**< there is that mutex */
  free_worker *idle;
  size_t idle_count;
  size_t idle_room;
} study;

static mr_status out_of_memory(mr_error *err) {
  return mr_error_set(err, MR_ERR_NOMEM, "out of memory for a study");
}

/* ---- the plan -------------------------------------------------------------------------------- */

static mr_status refuse_players(mr_error *err) {
  return mr_error_set(err, MR_ERR_ARGUMENT,
                      "'players' of a study are its strengths, the weakest first: 'nodes:100' and "
                      "'nodes:400', a line each, or levels; %d at most",
                      MR_STUDY_STRENGTHS_MAX);
}

/* Takes ",games:40" off a strength: how many of the plan's games it has. */
static mr_status take_games(const mr_plan *plan, char *line, uint64_t *games, mr_error *err) {
  char *word = strstr(line, ",games:");
  *games = plan->games;
  if (word == NULL) {
    return MR_OK;
  }
  const char *number = word + strlen(",games:");
  if (!mr_parse_uint(number, strlen(number), plan->games, games) || *games == 0) {
    return mr_error_set(err, MR_ERR_RANGE,
                        "'%s': a strength of a study has from 1 to as many games as 'games' says, "
                        "%" PRIu64,
                        line, plan->games);
  }
  *word = '\0';
  return MR_OK;
}

static uint64_t strength_of(const mr_experiment *experiment) {
  const mr_session_seat *seat = &experiment->seats[0];
  return seat->nodes > 0 ? seat->nodes : seat->level;
}

/* The strengths of a plan, a line each. */
static mr_status read_strengths(const mr_game *game, const mr_plan *plan, study *out,
                                mr_error *err) {
  const char *text = plan->players;
  mr_token line;
  while (mr_run_line(&text, &line)) {
    char one[256];
    mr_str word = mr_str_fixed(one, sizeof one);
    mr_experiment *next = &out->strengths[out->count];
    mr_str_bytes(&word, line.text, line.length);
    if (out->count == MR_STUDY_STRENGTHS_MAX || word.status != MR_OK) {
      return refuse_players(err);
    }
    mr_status status = take_games(plan, one, &out->games[out->count], err);
    if (status == MR_OK) {
      status = mr_experiment_init(game, one, plan->seed, next, err);
    }
    if (status != MR_OK) {
      return status;
    }
    const mr_experiment *before = out->count > 0 ? next - 1 : NULL;
    if (before != NULL && ((next->seats[0].nodes > 0) != (before->seats[0].nodes > 0) ||
                           strength_of(next) <= strength_of(before))) {
      return refuse_players(err);
    }
    next->opening = plan->opening != MR_PLAN_AUTO ? (unsigned)plan->opening : next->opening;
    next->slips = plan->slips != MR_PLAN_AUTO ? (unsigned)plan->slips : next->slips;
    next->length = (uint32_t)plan->length;
    out->count++;
  }
  return out->count > 0 ? MR_OK : refuse_players(err);
}

/* The matches between more thought and less. */
static mr_status read_skill(const mr_game *game, const mr_plan *plan, study *out, mr_error *err) {
  char seats[48];
  const mr_session_seat *weakest = &out->strengths[0].seats[0];
  mr_str text = mr_str_fixed(seats, sizeof seats);
  mr_str_format(&text, "nodes:%" PRIu64, weakest->nodes > 0 ? weakest->nodes : SKILL_NODES);
  for (size_t i = 0; i < MR_SKILL_MATCHES; i++) {
    mr_experiment *pair = out->skill[i];
    mr_status status = mr_experiment_init(game, seats, plan->seed, &pair[0], err);
    if (status != MR_OK) {
      return status;
    }
    pair[0].length = (uint32_t)plan->length;
    pair[1] = pair[0];
    for (uint8_t k = 0; k < game->info.players; k++) {
      bool leads = game->info.team[k] == game->info.team[0];
      pair[leads ? 0 : 1].seats[k].nodes *= skill_factors[i];
      out->other = leads ? out->other : k;
    }
  }
  return MR_OK;
}

static mr_status read_study(const mr_game *game, const mr_plan *plan, study *out, mr_error *err) {
  mr_status status = read_strengths(game, plan, out, err);
  if (status == MR_OK && plan->pairs > 0 && plan->pairs != MR_PLAN_AUTO) {
    status = read_skill(game, plan, out, err);
  }
  if (status == MR_OK) {
    out->strengths[out->count - 1].probe = plan->probe;
  }
  return status;
}

static uint64_t total(const mr_plan *plan) {
  return plan->games;
}

static mr_status validate(const mr_game *game, mr_arena *arena, mr_plan *plan, mr_error *err) {
  (void)arena;
  study *check = mr_alloc_zero(NULL, 1, sizeof *check);
  if (check == NULL) {
    return out_of_memory(err);
  }
  plan->pairs = plan->pairs == MR_PLAN_AUTO ? PAIRS : plan->pairs;
  plan->pairs = mr_game_teams(game) == 2 ? plan->pairs : 0;
  plan->probe = plan->probe == MR_PLAN_AUTO ? PROBE : plan->probe;
  mr_status status = read_study(game, plan, check, err);
  mr_alloc_free(NULL, check, sizeof *check);
  return status;
}

static mr_status prepare(mr_run *run, mr_error *err) {
  study *prepared = mr_alloc_zero(NULL, 1, sizeof *prepared);
  if (prepared == NULL) {
    return out_of_memory(err);
  }
  run->prepared = prepared;
  mr_status status = mr_mutex_init(&prepared->mutex, err);
  prepared->shared = status == MR_OK;
  return status == MR_OK ? read_study(run->game, &run->plan, prepared, err) : status;
}

static void forget(mr_run *run) {
  study *prepared = run->prepared;
  if (prepared == NULL) {
    return;
  }
  for (size_t i = 0; i < prepared->idle_count; i++) {
    mr_experimenter_free(prepared->idle[i].worker);
  }
  mr_alloc_free(NULL, prepared->idle, prepared->idle_room * sizeof *prepared->idle);
  if (prepared->shared) {
    mr_mutex_done(&prepared->mutex);
  }
  mr_alloc_free(NULL, prepared, sizeof *prepared);
  run->prepared = NULL;
}

/* ---- tables ---------------------------------------------------------------------------------- */

/* Somebody who plays at a table: who is free, or new. What they play does not depend on that. */
static mr_status take_worker(study *s, size_t table, const mr_experiment *experiment,
                             const atomic_bool *stop, mr_experimenter **out, mr_error *err) {
  *out = NULL;
  mr_mutex_lock(&s->mutex);
  for (size_t i = 0; i < s->idle_count && *out == NULL; i++) {
    if (s->idle[i].table == table) {
      *out = s->idle[i].worker;
      s->idle[i] = s->idle[--s->idle_count];
    }
  }
  mr_mutex_unlock(&s->mutex);
  mr_status status = *out == NULL ? mr_experimenter_new(experiment, out, err) : MR_OK;
  if (status == MR_OK) {
    mr_experimenter_set_stop(*out, stop);
  }
  return status;
}

static void give_worker(study *s, size_t table, mr_experimenter *worker) {
  if (worker == NULL) {
    return;
  }
  mr_experimenter_set_stop(worker, NULL);
  mr_mutex_lock(&s->mutex);
  free_worker *idle = mr_alloc_grow(NULL, s->idle, &s->idle_room, s->idle_count + 1, sizeof *idle);
  if (idle != NULL) {
    s->idle = idle;
    idle[s->idle_count++] = (free_worker){worker, table};
    worker = NULL;
  }
  mr_mutex_unlock(&s->mutex);
  mr_experimenter_free(worker);
}

/* ---- playing --------------------------------------------------------------------------------- */

/** Rounds that are being played. */
typedef struct rounds {
  study *what;
  const mr_plan *plan;
  uint64_t first;
  uint64_t end;
  const atomic_bool *stop;
  mr_played played;
  mr_summary summary;
} rounds;

/* How many of so many things come before round `i`, evenly over all rounds. */
static uint64_t due_before(const mr_plan *plan, uint64_t things, uint64_t i) {
  return i * things / plan->games;
}

/* The games of one strength that fall on the rounds. */
static mr_status play_strength(rounds *r, size_t strength, mr_error *err) {
  mr_experimenter *worker = NULL;
  uint64_t games = r->what->games[strength];
  uint64_t first = due_before(r->plan, games, r->first), end = due_before(r->plan, games, r->end);
  mr_status status =
      take_worker(r->what, strength, &r->what->strengths[strength], r->stop, &worker, err);
  for (uint64_t i = first; i < end && status == MR_OK; i++) {
    status = mr_experimenter_play(worker, i, &r->played, err);
    if (status == MR_OK) {
      status = mr_summary_add(&r->summary, &r->played, err);
    }
  }
  give_worker(r->what, strength, worker);
  return status;
}

/* A pair, by the points of who thinks more, in which what was broken off counts as drawn. */
static void count_pair(mr_courses *courses, size_t match, unsigned points, unsigned broken) {
  courses->skill[match][points]++;
  if (broken == 1) {
    courses->skill_once[match][points - MR_SCORE_WIN / 2]++;
  }
  courses->skill_neither[match] += broken > 1;
}

/* The pairs of one match that fall on the rounds. */
static mr_status play_pairs(rounds *r, size_t match, mr_error *err) {
  size_t table = MR_STUDY_STRENGTHS_MAX + 2 * match;
  mr_experimenter *workers[2] = {NULL};
  mr_status status = MR_OK;
  uint64_t pairs = r->plan->pairs;
  uint64_t first = due_before(r->plan, pairs, r->first), end = due_before(r->plan, pairs, r->end);
  for (size_t k = 0; k < 2 && status == MR_OK && first < end; k++) {
    status = take_worker(r->what, table + k, &r->what->skill[match][k], r->stop, &workers[k], err);
  }
  for (uint64_t i = first; i < end && status == MR_OK; i++) {
    unsigned points = 0, broken = 0;
    for (size_t k = 0; k < 2 && status == MR_OK; k++) {
      status = mr_experimenter_play(workers[k], i, &r->played, err);
      points += r->played.score[k == 0 ? 0 : r->what->other];
      broken += r->played.unfinished;
    }
    if (status == MR_OK) {
      count_pair(&r->summary.courses, match, points, broken);
    }
  }
  give_worker(r->what, table, workers[0]);
  give_worker(r->what, table + 1, workers[1]);
  return status;
}

/* Appends "strength INDEX BYTES" and the counts of a summary. */
static mr_status put_part(size_t index, const mr_summary *summary, mr_str *out, mr_error *err) {
  mr_str text = mr_str_growing(NULL);
  mr_status status = mr_summary_write(summary, &text, err);
  if (status == MR_OK) {
    mr_str_format(out, "strength %zu %zu\n", index, text.length);
    mr_str_bytes(out, mr_str_text(&text), text.length);
  }
  mr_str_done(&text);
  return status == MR_OK && out->status != MR_OK ? out_of_memory(err) : status;
}

static mr_status play(const mr_run *run, uint64_t first, uint64_t count, const atomic_bool *stop,
                      mr_str *out, mr_error *err) {
  study *what = run->prepared;
  rounds *r = mr_alloc_zero(NULL, 1, sizeof *r);
  mr_status status = MR_OK;
  if (r == NULL) {
    return out_of_memory(err);
  }
  r->what = what;
  r->plan = &run->plan;
  r->first = first;
  r->end = first + count;
  r->stop = stop;
  for (size_t i = 0; i < what->count && status == MR_OK; i++) {
    mr_summary_init(&r->summary, run->game, NULL);
    status = play_strength(r, i, err);
    bool skill = i + 1 == what->count && run->plan.pairs > 0;
    for (size_t m = 0; m < MR_SKILL_MATCHES && skill && status == MR_OK; m++) {
      status = play_pairs(r, m, err);
    }
    if (status == MR_OK) {
      status = put_part(i, &r->summary, out, err);
    }
    mr_summary_done(&r->summary);
  }
  mr_alloc_free(NULL, r, sizeof *r);
  return status;
}

/* ---- sums ------------------------------------------------------------------------------------ */

static size_t count_of(const mr_run_sum *sum) {
  return ((const study *)sum->run->prepared)->count;
}

static mr_status new_summaries(const mr_run_sum *sum, mr_summary **out, mr_error *err) {
  size_t count = count_of(sum);
  *out = mr_alloc_zero(NULL, count, sizeof **out);
  for (size_t i = 0; *out != NULL && i < count; i++) {
    const mr_experiment *how = mr_run_study_strength(sum->run, i);
    mr_summary_init(&(*out)[i], sum->run->game, NULL);
    (*out)[i].opening = how->opening;
    (*out)[i].slips = how->slips;
  }
  return *out != NULL ? MR_OK : out_of_memory(err);
}

static void free_summaries(const mr_run_sum *sum, mr_summary *summaries) {
  for (size_t i = 0; i < count_of(sum); i++) {
    mr_summary_done(&summaries[i]);
  }
  mr_alloc_free(NULL, summaries, count_of(sum) * sizeof *summaries);
}

static mr_status begin(mr_run_sum *sum, mr_error *err) {
  mr_summary *summaries = NULL;
  mr_status status = new_summaries(sum, &summaries, err);
  sum->state = summaries;
  return status;
}

static void end(mr_run_sum *sum) {
  free_summaries(sum, sum->state);
}

/* Takes "strength INDEX BYTES" and what it is about off the text. */
static bool next_part(mr_token *text, size_t index, mr_token *out) {
  const char *line = memchr(text->text, '\n', text->length);
  mr_token word;
  uint64_t number = 0, length = 0;
  if (text->length == 0 || line == NULL) {
    return false;
  }
  size_t head = (size_t)(line - text->text) + 1;
  mr_tokens tokens = {.at = text->text, .left = head - 1};
  bool good = mr_next_token(&tokens, &word) && mr_token_is(word, "strength") &&
              mr_next_token(&tokens, &word) && mr_token_number(word, index, &number) &&
              number == index && mr_next_token(&tokens, &word) &&
              mr_token_number(word, text->length - head, &length) &&
              mr_tokens_rest(&tokens).length == 0;
  if (good) {
    *out = (mr_token){.text = text->text + head, .length = (size_t)length};
    *text = (mr_token){.text = out->text + length, .length = text->length - head - (size_t)length};
  }
  return good;
}

/* Reads all parts of a batch: of the rounds from `first` to before `end`. */
static mr_status read_parts(const mr_run_sum *sum, uint64_t first, uint64_t end, mr_token text,
                            mr_summary *more, mr_error *err) {
  const study *what = sum->run->prepared;
  const mr_plan *plan = &sum->run->plan;
  mr_status status = MR_OK;
  for (size_t i = 0; i < count_of(sum) && status == MR_OK; i++) {
    mr_token part = {.length = 0};
    if (!next_part(&text, i, &part)) {
      return mr_error_set(err, MR_ERR_SYNTAX, "a batch of a study lacks strength %zu", i);
    }
    status = mr_summary_read(sum->run->game, part.text, part.length, &more[i], err);
    uint64_t games =
        due_before(plan, what->games[i], end) - due_before(plan, what->games[i], first);
    if (status == MR_OK && more[i].games != games) {
      status = mr_error_set(err, MR_ERR_SYNTAX, "a batch of %" PRIu64 " games says of %" PRIu64,
                            games, more[i].games);
    }
  }
  return status != MR_OK || text.length == 0
             ? status
             : mr_error_set(err, MR_ERR_SYNTAX, "a batch of a study goes on behind its end");
}

static mr_status add(mr_run_sum *sum, uint64_t first, uint64_t count, mr_token text,
                     mr_error *err) {
  mr_summary *all = sum->state, *more = NULL;
  mr_status status = new_summaries(sum, &more, err);
  if (status != MR_OK) {
    return status;
  }
  status = read_parts(sum, first, first + count, text, more, err);
  for (size_t i = 0; i < count_of(sum) && status == MR_OK; i++) {
    status = mr_summary_reserve(&all[i], &more[i], err);
  }
  for (size_t i = 0; i < count_of(sum) && status == MR_OK; i++) {
    mr_summary_join(&all[i], &more[i]);
  }
  free_summaries(sum, more);
  return status;
}

static void report(const mr_run_sum *sum, mr_str *out) {
  const mr_summary *last = &((const mr_summary *)sum->state)[count_of(sum) - 1];
  mr_interval first = mr_summary_first(last, MR_TAIL_95);
  mr_str_format(out, "%" PRIu64 " games of the last of %zu strengths, first %.1f%% (%.1f to %.1f)",
                last->games, count_of(sum), 100 * first.value, 100 * first.low, 100 * first.high);
}

static mr_status write(const mr_run_sum *sum, mr_str *out, mr_error *err) {
  const mr_summary *all = sum->state;
  mr_status status = MR_OK;
  for (size_t i = 0; i < count_of(sum) && status == MR_OK; i++) {
    status = put_part(i, &all[i], out, err);
  }
  return status;
}

mr_summary *mr_run_sum_study(mr_run_sum *sum, size_t *count) {
  bool is = sum->run->kind == &mr_run_kind_study;
  *count = is ? count_of(sum) : 0;
  return is ? sum->state : NULL;
}

const mr_experiment *mr_run_study_strength(const mr_run *run, size_t index) {
  return &((const study *)run->prepared)->strengths[index];
}

const mr_run_kind mr_run_kind_study = {
    .name = "study", .prepare = prepare, .forget = forget, MR_RUN_KIND_ROW};
