#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "lab/train_priv.h"

/* A match of the training: its journal lies in the folder until it is over, its tally afterwards.
 */

enum {
  BETTER_BY = 15,  /**< Elo: a network that is better by so much passes the test soon */
  TABLE = 4 << 20, /**< bytes of an engine's table */
  LENGTH = 400,    /**< turns of both after which a game is drawn */
};

/** Of being better, where all games were played and the test is open still. */
static const double LIKELY = 0.9;

static const mr_sprt TEST = {.elo0 = 0, .elo1 = BETTER_BY, .alpha = 0.05, .beta = 0.05};

bool mr_train_passes(const mr_tally *tally) {
  mr_standing standing;
  mr_tally_standing(tally, &standing);
  mr_sprt_state state = mr_sprt_evaluate(&TEST, tally);
  return state.verdict == MR_SPRT_H1 ||
         (state.verdict == MR_SPRT_OPEN && standing.games > 0 && standing.los > LIKELY);
}

/* ---- the tally as text ----------------------------------------------------------------------- */

enum { PAIRS = MR_TALLY_GAME_CELLS * MR_TALLY_GAME_CELLS, SINGLES = 2 * MR_TALLY_GAME_CELLS };

static uint64_t *count_of(mr_tally *tally, size_t i) {
  return i < PAIRS
             ? &tally->pairs[i / MR_TALLY_GAME_CELLS][i % MR_TALLY_GAME_CELLS]
             : &tally
                    ->singles[(i - PAIRS) / MR_TALLY_GAME_CELLS][(i - PAIRS) % MR_TALLY_GAME_CELLS];
}

static mr_status keep_tally(const mr_train *train, const char *name, mr_tally *tally,
                            mr_error *err) {
  mr_str text = mr_str_growing(train->allocator);
  for (size_t i = 0; i < PAIRS + SINGLES; i++) {
    mr_str_format(&text, "%llu ", (unsigned long long)*count_of(tally, i));
  }
  mr_status status = mr_train_keep(train, name, mr_str_text(&text), text.length, err);
  mr_str_done(&text);
  return status;
}

static bool load_tally(const mr_train *train, const char *name, mr_tally *out) {
  mr_str text = mr_str_growing(train->allocator);
  bool good = mr_train_load(train, name, &text, NULL) == MR_OK;
  mr_tokens tokens = {mr_str_text(&text), text.length};
  mr_tally tally = {0};
  for (size_t i = 0; i < PAIRS + SINGLES && good; i++) {
    mr_token token;
    good =
        mr_next_token(&tokens, &token) && mr_token_number(token, UINT32_MAX, count_of(&tally, i));
  }
  mr_str_done(&text);
  *out = tally;
  return good;
}

/* ---- playing --------------------------------------------------------------------------------- */

typedef struct gate_match {
  const mr_train *train;
  mr_train_progress progress;
} gate_match;

/** Beginnings as those of self-play; others in each match, so that what was chosen by one is not
 *  praised by the same games again. */
static mr_status give_opening(void *context, uint64_t index, mr_match_opening *out, mr_error *err) {
  const gate_match *it = context;
  const mr_session_options plays = {.detail = MR_SESSION_STATE, .deal_in_moves = true};
  mr_session *session = NULL;
  mr_random random;
  uint64_t match = (uint64_t)it->progress.stage << 32 | it->progress.generation;
  mr_random_init(&random, mr_mix64(it->train->options.seed ^ mr_mix64(~index) ^ mr_mix64(match)));
  mr_status status = mr_session_new(it->train->game, &plays, &session, err);
  if (status == MR_OK) {
    status = mr_train_opening(session, &random, out, err);
  }
  mr_session_free(session);
  return status;
}

static void tell_tick(void *context, const mr_match_report *report) {
  gate_match *it = context;
  const mr_train_options *o = &it->train->options;
  if (o->progress != NULL) {
    it->progress.done = report->games;
    it->progress.planned = report->planned;
    it->progress.seconds = mr_train_seconds(it->train);
    o->progress(o->context, &it->progress);
  }
}

static void tell_game(void *context, const mr_match_report *report, const mr_match_game *game) {
  (void)game;
  tell_tick(context, report);
}

static mr_status play_match(const mr_train *train, const mr_train_gate *gate, const char *journal,
                            mr_tally *out, mr_error *err) {
  const mr_train_options *o = &train->options;
  gate_match it = {.train = train, .progress = gate->progress};
  const mr_network networks[2] = {
      {.bytes = mr_str_text(gate->first), .length = gate->first->length},
      {.bytes = mr_str_text(gate->second), .length = gate->second->length}};
  mr_match_engine engines[2];
  for (unsigned i = 0; i < 2; i++) {
    engines[i] = (mr_match_engine){.name = i == 0 ? "network" : "before",
                                   .control = {.nodes = o->nodes},
                                   .kind = "alphabeta",
                                   .memory = TABLE,
                                   .threads = 1,
                                   .network = &networks[i]};
  }
  const mr_match_options options = {.game = train->game,
                                    .engines = engines,
                                    .engine_count = 2,
                                    .games = o->gate_games,
                                    .seed = o->seed,
                                    .concurrency = o->threads,
                                    .opening = give_opening,
                                    .opening_context = &it,
                                    .max_turns = LENGTH,
                                    .has_sprt = gate->sprt,
                                    .sprt = TEST,
                                    .journal = journal,
                                    .identity = "training",
                                    .stop = o->stop};
  const mr_match_listener listener = {.game = tell_game, .tick = tell_tick, .context = &it};
  mr_match_report report = {0};
  mr_status status = mr_match_run(&options, &listener, &report, err);
  if (status == MR_OK) {
    *out = report.against[1];
  }
  mr_match_report_done(&report);
  return status;
}

mr_status mr_train_match(mr_train *train, const mr_train_gate *gate, mr_tally *out, mr_error *err) {
  char path[MR_TRAIN_PATH];
  mr_str journal = mr_str_fixed(path, sizeof path);
  if (load_tally(train, gate->name, out)) {
    return MR_OK;
  }
  mr_str_format(&journal, "%s/%s.journal", train->options.folder, gate->name);
  mr_status status = play_match(train, gate, path, out, err);
  if (status == MR_ERR_MISMATCH && remove(path) == 0) { /* of a network that was damaged since */
    status = play_match(train, gate, path, out, err);
  }
  if (status == MR_OK) {
    status = keep_tally(train, gate->name, out, err);
  }
  return status;
}
