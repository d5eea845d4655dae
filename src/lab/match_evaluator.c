#include <string.h>

#include "lab/match_priv.h"

#define END_VALUE 30000

struct mr_match_evaluator {
  mr_match_engine engine; /* with limits of its own */
  const mr_game *game;
  mr_seat *seat;
  mr_state *seen;
  mr_str text;
};

mr_status mr_match_evaluator_new(const mr_game *game, const mr_match_engine *engine, uint64_t nodes,
                                 const atomic_bool *stop, mr_match_evaluator **out, mr_error *err) {
  mr_match_evaluator *evaluator = mr_alloc_zero(NULL, 1, sizeof *evaluator);
  if (evaluator == NULL) {
    return mr_error_set(err, MR_ERR_NOMEM, "out of memory");
  }
  evaluator->engine = *engine;
  evaluator->engine.control = (mr_match_control){.nodes = nodes};
  evaluator->engine.ponder = false;
  evaluator->game = game;
  mr_str_init(&evaluator->text, NULL);
  evaluator->seen = mr_state_new(game, NULL);
  mr_status status = evaluator->seen == NULL
                         ? mr_error_set(err, MR_ERR_NOMEM, "out of memory")
                         : mr_seat_new(game, &evaluator->engine, NULL, stop, &evaluator->seat, err);
  if (status != MR_OK) {
    mr_match_evaluator_free(evaluator);
    return status;
  }
  *out = evaluator;
  return MR_OK;
}

void mr_match_evaluator_free(mr_match_evaluator *evaluator) {
  if (evaluator != NULL) {
    mr_seat_free(evaluator->seat);
    mr_state_free(evaluator->game, NULL, evaluator->seen);
    mr_str_done(&evaluator->text);
    mr_alloc_free(NULL, evaluator, sizeof *evaluator);
  }
}

static mr_status ask(mr_match_evaluator *evaluator, const mr_state *state, mr_seat_answer *answer,
                     mr_error *err) {
  mr_player player = mr_game_node(evaluator->game, state).player;
  mr_str_reset(&evaluator->text);
  mr_game_format_state(evaluator->game, state, &evaluator->text);
  mr_game_observe(evaluator->game, state, player, evaluator->seen);
  mr_seat_question question = {.observation = evaluator->seen,
                               .start = mr_str_text(&evaluator->text),
                               .moves = "",
                               .side = mr_match_side(evaluator->game, player),
                               .actions = 1};
  /* A new game each time: what was thought of other positions must not matter. */
  mr_status status = mr_seat_begin(evaluator->seat, 1, err);
  if (status == MR_OK) {
    status = mr_seat_think(evaluator->seat, &question, answer, err);
  }
  mr_seat_end(evaluator->seat);
  return status;
}

mr_status mr_match_evaluate(void *context, const mr_state *state, int *centipawns, mr_error *err) {
  mr_match_evaluator *evaluator = context;
  mr_seat_answer answer;
  mr_status status = ask(evaluator, state, &answer, err);
  if (status != MR_OK) {
    return status;
  }
  if (answer.fault != MR_END_RULE || !answer.scored) {
    return mr_error_set(err, MR_ERR_IO, "%s cannot judge openings: %s", evaluator->engine.name,
                        answer.fault != MR_END_RULE ? answer.reason : "it gives no score");
  }
  *centipawns = answer.score.end_in > 0   ? END_VALUE
                : answer.score.end_in < 0 ? -END_VALUE
                                          : answer.score.centipawns;
  return MR_OK;
}
