/*
 * Matches as experiments: which of two players is the better one, or of several, each against each;
 * and ladders, each against the next. Openings are played twice, with changed seats, and both games
 * of a pair are in one batch. A batch says of each game:
 *
 *     game 14 rule 3 71 74 0 4 0 5220 3918 37 36 11240984669950312
 *
 * its number; how it ended, by which rule; its turns and actions; who decided first; the points of
 * each seat; the nodes of both sides, that of the first seat before the other; how many decisions
 * they took; and the fingerprint of its start and actions. Older batches lack the last three, or
 * the last one.
 */
#include <inttypes.h>
#include <marcher/measures.h>
#include <string.h>

#include "lab/match_priv.h"
#include "lab/run_priv.h"

/* Bytes of each player's tables. Results depend on it, so it is the same everywhere, and small
   enough for all cores of a large machine. */
#define MEMORY ((size_t)16 << 20)
/* Random turns of an opening, as of 'marcher match'. */
#define OPENING_TURNS 6
/* What thinks of openings that have to be even, as of 'marcher ladder'. */
#define JUDGE_NODES 5000
/* Turns in a row for which both players see that a game is decided, likewise. */
#define RESIGN_TURNS 4

enum { SIDES = 2, PLAYERS_MAX = 16 };

/** What every batch needs. */
typedef struct match_plan {
  mr_match_options options;
  mr_match_engine engines[PLAYERS_MAX];
  char names[PLAYERS_MAX][256];
  char kinds[PLAYERS_MAX][sizeof((mr_session_seat *)NULL)->engine];
  mr_openings *openings; /**< NULL: all games begin at the start */
} match_plan;

/* ---- the plan -------------------------------------------------------------------------------- */

static mr_status read_player(const mr_game *game, mr_token line, size_t at, match_plan *out,
                             mr_error *err) {
  mr_session_seat seat = {.sitter = MR_SESSION_ENGINE};
  mr_str name = mr_str_fixed(out->names[at], sizeof out->names[at]);
  mr_str kind = mr_str_fixed(out->kinds[at], sizeof out->kinds[at]);
  mr_str_bytes(&name, line.text, line.length);
  if (name.status != MR_OK) {
    return mr_error_set(err, MR_ERR_LIMIT, "a player is said in fewer than %zu letters",
                        sizeof out->names[at]);
  }
  mr_status status = mr_seat_parse(game, out->names[at], &seat, err);
  if (status == MR_OK && seat.sitter != MR_SESSION_ENGINE) {
    status = mr_error_set(err, MR_ERR_ARGUMENT, "a match is played by engines, not by '%s'",
                          out->names[at]);
  }
  if (status == MR_OK && seat.milliseconds > 0) {
    status = mr_error_set(err, MR_ERR_ARGUMENT,
                          "an experiment counts nodes or a level, not time, so that it says the "
                          "same on every machine");
  }
  mr_str_add(&kind, seat.engine);
  out->engines[at] = (mr_match_engine){.name = out->names[at],
                                       .kind = *out->kinds[at] != '\0' ? out->kinds[at] : NULL,
                                       .level = seat.level,
                                       .memory = MEMORY,
                                       .threads = 1,
                                       .control = {.nodes = seat.nodes}};
  return status;
}

/* The lines of `players`. */
static size_t count_players(const mr_plan *plan) {
  const char *text = plan->players;
  mr_token line;
  size_t count = 0;
  while (mr_run_line(&text, &line)) {
    count++;
  }
  return count;
}

static bool is_ladder(const mr_plan *plan) {
  return strcmp(plan->kind, mr_run_kind_ladder.name) == 0;
}

/* Who is said in the same words as one before has another name all the same. */
static void name_apart(match_plan *out, size_t at) {
  for (size_t i = 0; i < at; i++) {
    if (strcmp(out->names[i], out->names[at]) == 0) {
      char copy[sizeof out->names[at]];
      memcpy(copy, out->names[at], sizeof copy);
      mr_str name = mr_str_fixed(out->names[at], sizeof out->names[at]);
      mr_str_format(&name, "%.200s (player %zu)", copy, at + 1);
      return;
    }
  }
}

/* Fills in `out`, which stays where it is. */
static mr_status read_match(const mr_game *game, const mr_plan *plan, match_plan *out,
                            mr_error *err) {
  const char *text = plan->players;
  mr_token line;
  size_t count = count_players(plan);
  mr_status status = MR_OK;
  if (count < 2 || count > PLAYERS_MAX) {
    return mr_error_set(err, MR_ERR_ARGUMENT,
                        "a match has 2 to %d players: a line of 'players' for each, such as "
                        "'nodes:400' and 'level:3', not %zu",
                        PLAYERS_MAX, count);
  }
  for (size_t i = 0; i < count && status == MR_OK && mr_run_line(&text, &line); i++) {
    status = read_player(game, line, i, out, err);
    name_apart(out, i);
  }
  out->options = (mr_match_options){.game = game,
                                    .engines = out->engines,
                                    .engine_count = count,
                                    .ladder = is_ladder(plan),
                                    .games = plan->games,
                                    .seed = plan->seed,
                                    .max_turns = plan->length == 0 ? MR_EXPERIMENT_TURNS
                                                                   : (uint32_t)plan->length};
  if (plan->resign > 0 && plan->resign != MR_PLAN_AUTO) {
    out->options.resign = (mr_match_resign_rule){.count = RESIGN_TURNS, .score = (int)plan->resign};
  }
  return status == MR_OK ? mr_match_check(&out->options, err) : status;
}

static uint64_t total(const mr_plan *plan) {
  const mr_match_options options = {
      .engine_count = count_players(plan), .ladder = is_ladder(plan), .games = plan->games};
  return mr_match_planned(&options);
}

static mr_status validate(const mr_game *game, mr_arena *arena, mr_plan *plan, mr_error *err) {
  (void)arena;
  match_plan *trial = mr_alloc_zero(NULL, 1, sizeof *trial);
  if (trial == NULL) {
    return mr_error_set(err, MR_ERR_NOMEM, "out of memory for a match");
  }
  mr_status status = read_match(game, plan, trial, err);
  if (status == MR_OK && plan->slips != MR_PLAN_AUTO && plan->slips > 0) {
    status = mr_error_set(err, MR_ERR_ARGUMENT,
                          "'slips' is for games: in a match players decide all by themselves");
  }
  bool dealt = mr_game_deals_differ(game);
  plan->opening = plan->opening == MR_PLAN_AUTO ? (dealt ? 0 : OPENING_TURNS) : plan->opening;
  plan->slips = plan->slips == MR_PLAN_AUTO ? 0 : plan->slips;
  plan->even = plan->even == 0 ? MR_PLAN_AUTO : plan->even;
  plan->resign = plan->resign == 0 ? MR_PLAN_AUTO : plan->resign;
  /* Both games of a pair are in one batch; a game without a partner can only be the last one. */
  plan->batch += plan->batch % 2;
  plan->games += count_players(plan) > 2 ? plan->games % 2 : 0;
  mr_alloc_free(NULL, trial, sizeof *trial);
  return status;
}

static mr_status make_openings(mr_run *run, match_plan *plan, mr_error *err) {
  uint64_t wanted = (run->plan.games + 1) / 2;
  const mr_match_engine judge = {.name = "judge", .memory = MEMORY};
  mr_match_evaluator *evaluator = NULL;
  mr_opening_evaluator even = {mr_match_evaluate, NULL};
  mr_opening_wish wish = {.count = wanted < MR_OPENINGS_MAX ? (size_t)wanted : MR_OPENINGS_MAX,
                          .turns = (unsigned)run->plan.opening,
                          .seed = run->plan.seed};
  mr_status status = mr_openings_new(run->game, NULL, &plan->openings, err);
  if (status == MR_OK && run->plan.even != MR_PLAN_AUTO) {
    status = mr_match_evaluator_new(run->game, &judge, JUDGE_NODES, NULL, &evaluator, err);
    even.context = evaluator;
    wish.evaluators = &even;
    wish.evaluator_count = 1;
    wish.bound = (int)run->plan.even;
  }
  if (status == MR_OK) {
    status = mr_openings_generate(plan->openings, &wish, err);
  }
  mr_match_evaluator_free(evaluator);
  /* Fewer than wanted are played more than once. */
  if (status == MR_ERR_LIMIT && mr_openings_count(plan->openings) > 0) {
    status = MR_OK;
  }
  plan->options.opening = mr_openings_give;
  plan->options.opening_context = plan->openings;
  return status;
}

static mr_status prepare(mr_run *run, mr_error *err) {
  match_plan *plan = mr_alloc_zero(NULL, 1, sizeof *plan);
  run->prepared = plan;
  if (plan == NULL) {
    return mr_error_set(err, MR_ERR_NOMEM, "out of memory for a match");
  }
  mr_status status = read_match(run->game, &run->plan, plan, err);
  return status == MR_OK && run->plan.opening > 0 ? make_openings(run, plan, err) : status;
}

static void forget(mr_run *run) {
  match_plan *plan = run->prepared;
  if (plan != NULL) {
    mr_openings_free(plan->openings);
    mr_alloc_free(NULL, plan, sizeof *plan);
  }
  run->prepared = NULL;
}

/* ---- playing --------------------------------------------------------------------------------- */

static void put_game(const mr_match_options *options, const mr_match_game *game, mr_str *out) {
  uint64_t nodes[SIDES] = {0}, decisions[SIDES] = {0};
  for (size_t i = 0; i < game->count; i++) {
    const mr_match_action *action = &game->actions[i];
    if (action->player.id != MR_NOBODY_ID && !action->book) {
      nodes[mr_match_side(options->game, action->player)] += action->nodes;
      decisions[mr_match_side(options->game, action->player)]++;
    }
  }
  mr_str_format(out, "game %" PRIu64 " %s %u %" PRIu64 " %zu", game->index,
                mr_match_end_name(game->end), (unsigned)game->rule, game->turns, game->count);
  mr_str_format(out, " %u", (unsigned)game->first.id);
  for (uint8_t i = 0; i < options->game->info.players; i++) {
    mr_str_format(out, " %u", (unsigned)game->score[i]);
  }
  mr_str_format(out, " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", nodes[0],
                nodes[1], decisions[0], decisions[1], game->fingerprint);
}

static mr_status play(const mr_run *run, uint64_t first, uint64_t count, const atomic_bool *stop,
                      mr_str *out, mr_error *err) {
  const match_plan *plan = run->prepared;
  mr_match_player *players[PLAYERS_MAX] = {NULL};
  mr_referee referee;
  mr_status status = mr_referee_init(&referee, &plan->options, err);
  for (uint64_t i = first; i < first + count && status == MR_OK; i++) {
    mr_fixture fixture = mr_match_fixture(&plan->options, i);
    mr_match_player *sides[SIDES];
    mr_match_game game = {0};
    for (size_t k = 0; k < SIDES && status == MR_OK; k++) {
      unsigned at = fixture.engines[k];
      status = players[at] == NULL ? mr_match_player_new(run->game, &plan->engines[at], NULL, stop,
                                                         &players[at], err)
                                   : MR_OK;
      sides[k] = players[at];
    }
    if (status == MR_OK) {
      status = mr_referee_play(&referee, &fixture, sides, &game, err);
    }
    if (status == MR_OK) {
      put_game(&plan->options, &game, out);
    }
    mr_match_game_done(&game);
  }
  for (size_t i = 0; i < PLAYERS_MAX; i++) {
    mr_match_player_free(players[i]);
  }
  mr_referee_done(&referee);
  return status;
}

/* ---- sums ------------------------------------------------------------------------------------ */

/** A game as a batch tells it. */
typedef struct told_game {
  mr_match_game game;
  uint64_t actions;
  uint64_t nodes[SIDES];
  uint64_t decisions[SIDES];
} told_game;

typedef struct match_sum {
  mr_match_report report;
  mr_str text; /**< of all batches, as they came */
} match_sum;

static mr_status begin(mr_run_sum *sum, mr_error *err) {
  const match_plan *plan = sum->run->prepared;
  match_sum *state = mr_alloc_zero(NULL, 1, sizeof *state);
  if (state == NULL) {
    return mr_error_set(err, MR_ERR_NOMEM, "out of memory for a match");
  }
  state->text = mr_str_growing(NULL);
  mr_status status = mr_match_report_init(&state->report, &plan->options, err);
  if (status != MR_OK) {
    mr_alloc_free(NULL, state, sizeof *state);
    return status;
  }
  sum->state = state;
  return MR_OK;
}

static void end(mr_run_sum *sum) {
  match_sum *state = sum->state;
  mr_match_report_done(&state->report);
  mr_str_done(&state->text);
  mr_alloc_free(NULL, state, sizeof *state);
}

static bool take(mr_tokens *line, uint64_t max, uint64_t *out) {
  mr_token token;
  return mr_next_token(line, &token) && mr_token_number(token, max, out);
}

static bool take_end(mr_tokens *line, mr_match_end *out) {
  mr_token token;
  bool there = mr_next_token(line, &token);
  for (int i = 0; there && i < MR_END_COUNT; i++) {
    if (mr_token_is(token, mr_match_end_name((mr_match_end)i))) {
      *out = (mr_match_end)i;
      return true;
    }
  }
  return false;
}

/* Reads the line of game `index`. */
static bool read_game(const match_plan *plan, uint64_t index, mr_token text, told_game *out) {
  const mr_game *game = plan->options.game;
  mr_fixture fixture = mr_match_fixture(&plan->options, index);
  mr_tokens line = {.at = text.text, .left = text.length};
  mr_token word;
  uint64_t number = 0, rule = 0, first = 0;
  *out = (told_game){.game = {.index = index, .opening = fixture.opening, .fault = MR_NOBODY}};
  bool good = mr_next_token(&line, &word) && mr_token_is(word, "game") &&
              take(&line, index, &number) && number == index && take_end(&line, &out->game.end) &&
              take(&line, game->info.rule_count - 1, &rule) &&
              take(&line, UINT32_MAX, &out->game.turns) && take(&line, UINT32_MAX, &out->actions) &&
              take(&line, MR_NOBODY_ID, &first) &&
              (first < game->info.players || first == MR_NOBODY_ID);
  for (uint8_t i = 0; i < game->info.players && good; i++) {
    uint64_t score = 0;
    good = take(&line, MR_SCORE_WIN, &score);
    out->game.score[i] = (uint8_t)score;
    out->game.engines[i] = fixture.engines[mr_match_side(game, (mr_player){i})];
  }
  good = good && take(&line, UINT64_MAX, &out->nodes[0]) && take(&line, UINT64_MAX, &out->nodes[1]);
  if (good && mr_tokens_rest(&line).length > 0) {
    good =
        take(&line, UINT32_MAX, &out->decisions[0]) && take(&line, UINT32_MAX, &out->decisions[1]);
  }
  if (good && mr_tokens_rest(&line).length > 0) {
    good = take(&line, UINT64_MAX, &out->game.fingerprint) && mr_tokens_rest(&line).length == 0;
  }
  out->game.rule = (mr_rule_index)rule;
  out->game.first.id = (uint8_t)first;
  return good;
}

static void count_game(mr_match_report *report, const told_game *told, const told_game *before) {
  const mr_match_options *options = report->options;
  mr_fixture fixture = mr_match_fixture(options, told->game.index);
  bool second = fixture.paired && fixture.leg == 1;
  mr_match_report_add(report, &told->game, second ? &before->game : NULL);
  if (!fixture.paired) {
    mr_match_report_close(report, &told->game);
  }
  report->actions += told->actions;
  for (size_t i = 0; i < SIDES; i++) {
    report->engines[fixture.engines[i]].nodes += told->nodes[i];
    report->engines[fixture.engines[i]].actions += told->decisions[i];
  }
}

static mr_status add(mr_run_sum *sum, uint64_t first, uint64_t count, mr_token text,
                     mr_error *err) {
  const match_plan *plan = sum->run->prepared;
  match_sum *state = sum->state;
  const char *at = text.text, *end_of_text = text.text + text.length;
  told_game *games = mr_alloc_zero(NULL, (size_t)count, sizeof *games);
  if (games == NULL) {
    return mr_error_set(err, MR_ERR_NOMEM, "out of memory for a match");
  }
  bool good = true;
  for (uint64_t i = 0; i < count && good; i++) {
    const char *stop = at < end_of_text ? memchr(at, '\n', (size_t)(end_of_text - at)) : NULL;
    good =
        stop != NULL && read_game(plan, first + i, (mr_token){at, (size_t)(stop - at)}, &games[i]);
    at = stop != NULL ? stop + 1 : end_of_text;
  }
  good = good && at == end_of_text;
  mr_status status = MR_OK;
  if (!good) {
    status = mr_error_set(err, MR_ERR_SYNTAX,
                          "a batch of a match has a line for each of its %" PRIu64 " games", count);
  } else {
    mr_str_bytes(&state->text, text.text, text.length);
    status = state->text.status == MR_OK ? MR_OK : mr_error_set(err, MR_ERR_NOMEM, "out of memory");
  }
  for (uint64_t i = 0; i < count && status == MR_OK; i++) {
    count_game(&state->report, &games[i], i > 0 ? &games[i - 1] : NULL);
  }
  mr_alloc_free(NULL, games, (size_t)count * sizeof *games);
  return status;
}

static void report(const mr_run_sum *sum, mr_str *out) {
  const match_sum *state = sum->state;
  const match_plan *plan = sum->run->prepared;
  size_t count = plan->options.engine_count;
  mr_str_format(out, "%" PRIu64 " games", state->report.games);
  /* Of two, what one of them has says it all. */
  for (size_t i = 0; i < (count > 2 ? count : 1); i++) {
    mr_standing standing;
    mr_tally_standing(&state->report.engines[i].tally, &standing);
    if (standing.games > 0) {
      mr_str_format(out, ", %s ", plan->engines[i].name);
      mr_share_text(standing.score, out);
    }
  }
}

static mr_status write(const mr_run_sum *sum, mr_str *out, mr_error *err) {
  const match_sum *state = sum->state;
  mr_str_bytes(out, mr_str_text(&state->text), state->text.length);
  return out->status == MR_OK ? MR_OK : mr_error_set(err, out->status, "out of memory");
}

const mr_match_report *mr_run_sum_match(const mr_run_sum *sum) {
  const match_sum *state = sum->state;
  return sum->run->kind->begin == begin ? &state->report : NULL;
}

#define MATCH(NAME)                                                                             \
  {                                                                                             \
    .name = (NAME), .total = total, .validate = validate, .prepare = prepare, .forget = forget, \
    .play = play, .begin = begin, .end = end, .add = add, .report = report, .write = write      \
  }

const mr_run_kind mr_run_kind_match = MATCH("match");
const mr_run_kind mr_run_kind_ladder = MATCH("ladder");
