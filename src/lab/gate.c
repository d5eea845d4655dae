#include "lab/gate.h"

#include <stdio.h>
#include <string.h>

#include "lab/selfplay.h"

enum {
  BETTER_BY = 15,  /**< Elo: what is better by so much passes the test soon */
  TABLE = 4 << 20, /**< bytes of an engine's table */
  LENGTH = 400,    /**< turns of both after which a game is drawn */
};

/** Of being better, where all games were played and the test is open still. */
static const double LIKELY = 0.9;

static const mr_sprt TEST = {.elo0 = 0, .elo1 = BETTER_BY, .alpha = 0.05, .beta = 0.05};

mr_sprt_state mr_gate_evaluate(const mr_tally *tally) {
  return mr_sprt_evaluate(&TEST, tally);
}

bool mr_gate_passes(const mr_tally *tally) {
  mr_standing standing;
  mr_tally_standing(tally, &standing);
  mr_sprt_state state = mr_gate_evaluate(tally);
  return state.verdict == MR_SPRT_H1 ||
         (state.verdict == MR_SPRT_OPEN && standing.games > 0 && standing.los > LIKELY);
}

/** Beginnings as those of self-play; others in each match, so that what was chosen by one is not
 *  praised by the same games again. */
static mr_status give_opening(void *context, uint64_t index, mr_match_opening *out, mr_error *err) {
  const mr_gate *gate = context;
  const mr_session_options plays = {.detail = MR_SESSION_STATE, .deal_in_moves = true};
  mr_session *session = NULL;
  mr_random random;
  mr_random_init(&random, mr_mix64(gate->seed ^ mr_mix64(~index) ^ mr_mix64(gate->number)));
  mr_status status = mr_session_new(gate->game, &plays, &session, err);
  if (status == MR_OK) {
    status = mr_selfplay_opening(session, &random, out, err);
  }
  mr_session_free(session);
  return status;
}

static void tell_tick(void *context, const mr_match_report *report) {
  const mr_gate *gate = context;
  if (gate->progress != NULL) {
    gate->progress(gate->context, report->games, report->planned);
  }
}

static void tell_game(void *context, const mr_match_report *report, const mr_match_game *game) {
  (void)game;
  tell_tick(context, report);
}

static mr_status play_match(const mr_gate *gate, mr_tally *out, mr_error *err) {
  mr_match_engine engines[2] = {gate->first, gate->second};
  for (unsigned i = 0; i < 2; i++) {
    engines[i].name = i == 0 ? "new" : "before";
    engines[i].control = (mr_match_control){.nodes = gate->nodes[i]};
    engines[i].kind = "alphabeta";
    engines[i].memory = TABLE;
    engines[i].threads = 1;
  }
  mr_gate mine = *gate;
  const mr_match_options options = {.game = gate->game,
                                    .engines = engines,
                                    .engine_count = 2,
                                    .games = gate->games,
                                    .seed = gate->seed,
                                    .concurrency = gate->threads,
                                    .opening = give_opening,
                                    .opening_context = &mine,
                                    .max_turns = LENGTH,
                                    .has_sprt = !gate->all,
                                    .sprt = TEST,
                                    .journal = gate->journal,
                                    .identity = "gate",
                                    .stop = gate->stop};
  const mr_match_listener listener = {.game = tell_game, .tick = tell_tick, .context = &mine};
  mr_match_report report = {0};
  mr_status status = mr_match_run(&options, &listener, &report, err);
  if (status == MR_OK) {
    *out = report.against[1];
  }
  mr_match_report_done(&report);
  return status;
}

/** Whether a file is a journal: what somebody else has put there stays. */
static bool is_journal(const char *path) {
  static const char kind[] = "marcher match ";
  char begin[sizeof kind] = "";
  FILE *file = fopen(path, "rb");
  if (file == NULL) {
    return false;
  }
  size_t size = fread(begin, 1, strlen(kind), file);
  fclose(file);
  return size == strlen(kind) && memcmp(begin, kind, size) == 0;
}

mr_status mr_gate_play(const mr_gate *gate, mr_tally *out, mr_error *err) {
  mr_status status = play_match(gate, out, err);
  if (status == MR_ERR_MISMATCH && gate->journal != NULL && is_journal(gate->journal) &&
      remove(gate->journal) == 0) {
    status = play_match(gate, out, err); /* it was of players that were made anew since */
  }
  return status;
}
