/*
 * Games of the engine against itself, of which `tune` and `train` learn, as an experiment. A batch
 * says what searches took, and then of each game its result for White in quarter points (or - where
 * it was broken off), its actions, its positions that can teach and how many of these come before
 * an action at random, and these positions, with White's hundredths:
 *
 *     nodes 81234
 *     game 4 57 2 0
 *     35 rnbqkbnr/...
 *     -12 rnbqkbnr/...
 *
 * Where positions are asked for, the games are the shortest run of batches from the first that has
 * enough of them. How many that takes nobody knows before, so batches are wanted in stages, each of
 * which is settled by what those before it say: the same batches at the end, whoever computed them.
 */
#include <inttypes.h>
#include <string.h>

#include "lab/run_priv.h"
#include "lab/selfplay.h"

enum {
  FIRST_GUESS = 100, /**< positions of a game, for the first stage: hardly any game has so many, so
                          that little is played for nothing */
  MARGIN = 64,       /**< later stages ask for one of so many more than are expected to do */
};

/* ---- the plan -------------------------------------------------------------------------------- */

static uint64_t total(const mr_plan *plan) {
  return plan->games;
}

/** The nodes of both seats. */
static mr_status read_nodes(const mr_game *game, const mr_plan *plan, uint64_t *out,
                            mr_error *err) {
  mr_experiment *players = mr_alloc_zero(NULL, 1, sizeof *players);
  if (players == NULL) {
    return mr_error_set(err, MR_ERR_NOMEM, "out of memory for an experiment");
  }
  mr_status status = mr_run_players(game, plan, players, err);
  const mr_session_seat *seat = &players->seats[0];
  if (status == MR_OK && (seat->nodes == 0 || seat->level != 0 || seat->engine[0] != '\0' ||
                          strchr(plan->players, '\n') != NULL)) {
    status = mr_error_set(err, MR_ERR_ARGUMENT,
                          "both sides of self-play are the engine with so many nodes a move: "
                          "'players = nodes:600'");
  }
  *out = seat->nodes;
  mr_alloc_free(NULL, players, sizeof *players);
  return status;
}

static mr_status validate(const mr_game *game, mr_arena *arena, mr_plan *plan, mr_error *err) {
  mr_fys_fit *trial = NULL;
  uint64_t nodes = 0;
  (void)arena;
  mr_status status = mr_fys_fit_new(game, NULL, NULL, &trial, err); /* can it be learnt? */
  mr_fys_fit_free(trial);
  if (status == MR_OK) {
    status = read_nodes(game, plan, &nodes, err);
  }
  if (status == MR_OK && (plan->opening != MR_PLAN_AUTO || plan->slips != MR_PLAN_AUTO)) {
    status = mr_error_set(err, MR_ERR_ARGUMENT,
                          "beginnings of self-play are its own: without 'opening' and 'slips'");
  }
  plan->length = plan->length == 0 ? MR_SELFPLAY_LENGTH : plan->length;
  plan->round = plan->round == 0 || plan->round == MR_PLAN_AUTO ? 1 : plan->round;
  plan->positions = plan->positions == 0 ? MR_PLAN_AUTO : plan->positions;
  return status;
}

/** What all batches share. */
typedef struct selfplay_plan {
  mr_fys_fit *quiet;
  uint64_t nodes;
} selfplay_plan;

static mr_status prepare(mr_run *run, mr_error *err) {
  selfplay_plan *plan = mr_alloc_zero(NULL, 1, sizeof *plan);
  if (plan == NULL) {
    return mr_error_set(err, MR_ERR_NOMEM, "out of memory for an experiment");
  }
  run->prepared = plan;
  mr_status status = mr_fys_fit_new(run->game, run->game->info.weights, NULL, &plan->quiet, err);
  return status == MR_OK ? read_nodes(run->game, &run->plan, &plan->nodes, err) : status;
}

static void forget(mr_run *run) {
  selfplay_plan *plan = run->prepared;
  if (plan != NULL) {
    mr_fys_fit_free(plan->quiet);
    mr_alloc_free(NULL, plan, sizeof *plan);
  }
  run->prepared = NULL;
}

/* ---- texts ----------------------------------------------------------------------------------- */

void mr_selfplay_write(const mr_selfplay_record *game, const uint64_t *number, mr_str *out) {
  mr_str_add(out, "game ");
  if (number != NULL) {
    mr_str_format(out, "%" PRIu64 " ", *number);
  }
  if (game->result == MR_SELFPLAY_UNDECIDED) {
    mr_str_char(out, '-');
  } else {
    mr_str_format(out, "%u", (unsigned)game->result);
  }
  mr_str_format(out, " %" PRIu32 " %" PRIu32, game->actions, game->positions);
  if (number == NULL) {
    mr_str_format(out, " %" PRIu32, game->unsure);
  }
  mr_str_char(out, '\n');
  mr_str_bytes(out, game->lines.text, game->lines.length);
}

static bool read_word(mr_tokens *line, const char *word) {
  mr_token token;
  return mr_next_token(line, &token) && mr_token_is(token, word);
}

static bool read_number(mr_tokens *line, uint64_t most, uint64_t *out) {
  mr_token token;
  return mr_next_token(line, &token) && mr_token_number(token, most, out);
}

/** Whether a line is a number and something else. */
static bool is_position(mr_tokens line) {
  mr_token token;
  uint64_t number = 0;
  bool good = mr_next_token(&line, &token) && token.length > 0;
  if (good && token.text[0] == '-') {
    token = (mr_token){token.text + 1, token.length - 1};
  }
  return good && mr_token_number(token, UINT16_MAX, &number) && mr_tokens_rest(&line).length > 0;
}

static bool read_result(mr_tokens *line, uint8_t *out) {
  mr_token token;
  uint64_t points = MR_SELFPLAY_UNDECIDED;
  bool good = mr_next_token(line, &token) &&
              (mr_token_is(token, "-") || mr_token_number(token, MR_SCORE_WIN, &points));
  *out = (uint8_t)points;
  return good;
}

/** The next game of a batch. @return false: there is none, or it is not one */
static bool next_game(mr_tokens *text, mr_selfplay_record *out) {
  mr_tokens line;
  uint64_t actions = 0, positions = 0, unsure = 0;
  bool good = mr_run_next_line(text, &line) && read_word(&line, "game") &&
              read_result(&line, &out->result) && read_number(&line, UINT32_MAX, &actions) &&
              read_number(&line, UINT32_MAX, &positions) &&
              read_number(&line, positions, &unsure) && line.left == 0;
  out->unsure = (uint32_t)unsure;
  out->actions = (uint32_t)actions;
  out->positions = (uint32_t)positions;
  out->lines = (mr_token){.text = text->at, .length = 0};
  for (uint64_t i = 0; i < positions && good; i++) {
    good = mr_run_next_line(text, &line) && is_position(line);
    out->lines.length = (size_t)(text->at - out->lines.text);
  }
  return good;
}

static bool read_head(mr_tokens *text, uint64_t *nodes) {
  mr_tokens line;
  return mr_run_next_line(text, &line) && read_word(&line, "nodes") &&
         read_number(&line, UINT64_MAX, nodes) && line.left == 0;
}

static mr_status is_no_batch(uint64_t batch, mr_error *err) {
  return mr_error_set(err, MR_ERR_SYNTAX, "batch %" PRIu64 " is no batch of games of self-play",
                      batch);
}

mr_status mr_selfplay_read(const mr_run *run, uint64_t batch, const mr_selfplay_reader *reader,
                           mr_error *err) {
  mr_batch_state state = MR_BATCH_MISSING;
  mr_str text = mr_str_growing(NULL);
  mr_status status = mr_batch_read(run, batch, &state, &text, err);
  if (status == MR_OK && state != MR_BATCH_WHOLE) {
    status = mr_run_wait_for(run, batch, err);
  }
  uint64_t first = 0, nodes = 0, count = mr_run_games_of(run, batch, &first);
  mr_tokens rest = {.at = mr_str_text(&text), .left = text.length};
  if (status == MR_OK && !read_head(&rest, &nodes)) {
    status = is_no_batch(batch, err);
  }
  for (uint64_t i = 0; i < count && status == MR_OK; i++) {
    mr_selfplay_record game;
    status = next_game(&rest, &game) ? reader->take(reader->context, first + i, &game, err)
                                     : is_no_batch(batch, err);
  }
  mr_str_done(&text);
  return status;
}

/* ---- playing --------------------------------------------------------------------------------- */

typedef struct playing {
  uint64_t next, end;
  uint64_t nodes;
  mr_str games;
} playing;

static bool next(void *context, uint64_t *number) {
  playing *p = context;
  *number = p->next;
  return p->next < p->end && p->next++ < p->end;
}

static mr_status take(void *context, const mr_selfplay_game *game, mr_error *err) {
  playing *p = context;
  const mr_selfplay_record told = {.result = game->result,
                                   .actions = game->actions,
                                   .positions = game->positions,
                                   .unsure = game->unsure,
                                   .lines = {mr_str_text(&game->lines), game->lines.length}};
  (void)err;
  mr_selfplay_write(&told, NULL, &p->games);
  p->nodes += game->nodes;
  return MR_OK;
}

static mr_status play(const mr_run *run, uint64_t first, uint64_t count, const atomic_bool *stop,
                      mr_str *out, mr_error *err) {
  const selfplay_plan *plan = run->prepared;
  playing p = {.next = first, .end = first + count, .games = mr_str_growing(NULL)};
  const mr_selfplay what = {.game = run->game,
                            .allocator = mr_allocator_default(),
                            .quiet = plan->quiet,
                            .network = &run->game->info.network,
                            .seed = run->plan.seed,
                            .round = (unsigned)run->plan.round,
                            .nodes = plan->nodes,
                            .length = (uint32_t)run->plan.length,
                            .threads = 1,
                            .stop = stop,
                            .context = &p,
                            .next = next,
                            .take = take};
  mr_status status = mr_selfplay_run(&what, err);
  mr_str_format(out, "nodes %" PRIu64 "\n", p.nodes);
  mr_str_bytes(out, mr_str_text(&p.games), p.games.length);
  if (status == MR_OK && p.games.status != MR_OK) {
    status = mr_error_set(err, MR_ERR_NOMEM, "no memory for the games");
  }
  mr_str_done(&p.games);
  return status;
}

/* ---- sums ------------------------------------------------------------------------------------ */

/** What a batch says. */
typedef struct batch_record {
  bool there;
  uint64_t nodes, positions;
} batch_record;

typedef struct selfplay_sum {
  uint64_t count;
  batch_record batches[];
} selfplay_sum;

static mr_status begin(mr_run_sum *sum, mr_error *err) {
  uint64_t count = mr_run_batches(sum->run);
  selfplay_sum *s = mr_alloc_zero(NULL, 1, sizeof *s + (size_t)count * sizeof s->batches[0]);
  if (s == NULL) {
    return mr_error_set(err, MR_ERR_NOMEM, "out of memory for games");
  }
  s->count = count;
  sum->state = s;
  return MR_OK;
}

static void end(mr_run_sum *sum) {
  selfplay_sum *s = sum->state;
  mr_alloc_free(NULL, s, sizeof *s + (size_t)s->count * sizeof s->batches[0]);
}

static mr_status add(mr_run_sum *sum, uint64_t first, uint64_t count, mr_token text,
                     mr_error *err) {
  selfplay_sum *s = sum->state;
  uint64_t batch = first / sum->run->plan.batch;
  batch_record told = {.there = true};
  mr_tokens rest = {.at = text.text, .left = text.length};
  mr_selfplay_record game;
  bool good = read_head(&rest, &told.nodes);
  for (uint64_t i = 0; i < count && good; i++) {
    good = next_game(&rest, &game);
    told.positions += game.positions;
  }
  if (!good || rest.left > 0) {
    return is_no_batch(batch, err);
  }
  s->batches[batch] = told;
  return MR_OK;
}

/* ---- where it stands ------------------------------------------------------------------------- */

static bool is_enough(const mr_plan *plan, uint64_t positions) {
  return plan->positions != MR_PLAN_AUTO && positions >= plan->positions;
}

static mr_selfplay_found find(const mr_run_sum *sum) {
  const selfplay_sum *s = sum->state;
  mr_selfplay_found out = {0};
  while (out.batches < s->count && s->batches[out.batches].there &&
         !is_enough(&sum->run->plan, out.positions)) {
    const batch_record *told = &s->batches[out.batches];
    uint64_t first = 0;
    out.games += mr_run_games_of(sum->run, out.batches, &first);
    out.positions += told->positions;
    out.nodes += told->nodes;
    out.batches++;
  }
  out.enough = is_enough(&sum->run->plan, out.positions) || out.batches == s->count;
  return out;
}

bool mr_run_sum_selfplay(const mr_run_sum *sum, mr_selfplay_found *out) {
  bool is = sum->run->kind == &mr_run_kind_selfplay;
  if (is) {
    *out = find(sum);
  }
  return is;
}

/** Batches that it will take in all, where the first `batches` have so many positions. */
static double expect(const mr_plan *plan, uint64_t batches, uint64_t positions) {
  double each = positions > 0 ? (double)positions / (double)batches : 1;
  return (double)plan->positions / each;
}

/** Behind the last batch of the first stage that is not there, or has no stage behind it. */
static uint64_t stage_end(const mr_run_sum *sum) {
  const selfplay_sum *s = sum->state;
  const mr_plan *plan = &sum->run->plan;
  uint64_t positions = 0, at = 0;
  uint64_t last = plan->positions / (plan->batch * FIRST_GUESS) + 1;
  while (plan->positions != MR_PLAN_AUTO && last < s->count) {
    for (; at < last && s->batches[at].there; at++) {
      positions += s->batches[at].positions;
    }
    if (at < last || is_enough(plan, positions)) {
      return last;
    }
    double more = (expect(plan, at, positions) - (double)at) * (1 + 1.0 / MARGIN) + 1;
    last = more < (double)(s->count - last) ? last + (uint64_t)more : s->count;
  }
  return s->count;
}

static mr_status want(mr_run_sum *sum, bool *lacking, mr_error *err) {
  uint64_t first = stage_end(sum);
  (void)err;
  for (uint64_t i = first; i < mr_run_batches(sum->run); i++) {
    lacking[i] = false;
  }
  return MR_OK;
}

static uint64_t all(const mr_run_sum *sum) {
  const selfplay_sum *s = sum->state;
  mr_selfplay_found found = find(sum);
  if (found.enough || found.batches == 0 || sum->run->plan.positions == MR_PLAN_AUTO) {
    return 0;
  }
  double expected = expect(&sum->run->plan, found.batches, found.positions) + 1;
  return expected < (double)s->count ? (uint64_t)expected : s->count;
}

static void report(const mr_run_sum *sum, mr_str *out) {
  mr_selfplay_found found = find(sum);
  mr_str_format(out, "%" PRIu64, found.positions);
  if (sum->run->plan.positions != MR_PLAN_AUTO) {
    mr_str_format(out, " of %" PRIu64, sum->run->plan.positions);
  }
  mr_str_format(out, " positions, %" PRIu64 " games", found.games);
}

static mr_status write(const mr_run_sum *sum, mr_str *out, mr_error *err) {
  mr_selfplay_found found = find(sum);
  (void)err;
  mr_str_format(out, "games %" PRIu64 " positions %" PRIu64 " nodes %" PRIu64 "\n", found.games,
                found.positions, found.nodes);
  return MR_OK;
}

const mr_run_kind mr_run_kind_selfplay = {.name = "selfplay",
                                          .prepare = prepare,
                                          .forget = forget,
                                          .want = want,
                                          .all = all,
                                          MR_RUN_KIND_ROW};

/* ---- orders ---------------------------------------------------------------------------------- */

/** The game's definitions in a catalogue of its own, with other weights. */
static mr_status with_weights(const mr_selfplay_order *order, mr_catalog **out, mr_error *err) {
  const char *name = order->game->info.name;
  mr_arena arena;
  mr_diagnostics list;
  mr_str rules = mr_str_growing(NULL), weights = mr_str_growing(NULL);
  mr_arena_init(&arena, NULL, 0);
  mr_diagnostics_init(&list, &arena);
  mr_status status = mr_catalog_export(order->by->catalog, &name, 1, &rules, &weights, err);
  if (status == MR_OK) {
    status = mr_catalog_new(NULL, out, err);
  }
  if (status == MR_OK) {
    status = mr_catalog_add(*out, "rules", mr_str_text(&rules), rules.length, &list);
  }
  if (status == MR_OK) {
    status = mr_catalog_add_weights(*out, "weights", order->weights, strlen(order->weights), &list);
  }
  if (list.first != NULL && status != MR_OK) {
    mr_diagnostics_error(&list, err);
  }
  mr_str_done(&weights);
  mr_str_done(&rules);
  mr_arena_done(&arena);
  return status;
}

mr_status mr_selfplay_order_open(const mr_selfplay_order *order, mr_run **out, mr_error *err) {
  char players[32];
  mr_str text = mr_str_fixed(players, sizeof players);
  mr_catalog *other = NULL;
  mr_str_format(&text, "nodes:%" PRIu64, order->nodes);
  const mr_plan plan = {.kind = "selfplay",
                        .game = order->game->info.name,
                        .sets = order->by->sets != NULL ? order->by->sets : "",
                        .players = players,
                        .keys = "",
                        .target = "",
                        .unit = "",
                        .seed = order->seed,
                        .games = order->games,
                        .batch = order->batch,
                        .opening = MR_PLAN_AUTO,
                        .slips = MR_PLAN_AUTO,
                        .round = order->round,
                        .positions = order->positions};
  mr_status status = order->weights != NULL ? with_weights(order, &other, err) : MR_OK;
  if (status == MR_OK) {
    status = mr_run_make_with(order->folder, &plan, other != NULL ? other : order->by->catalog,
                              order->game, order->network, err);
  }
  if (status == MR_OK) {
    status = mr_run_open(order->folder, out, err);
  }
  mr_catalog_free(other);
  return status;
}
