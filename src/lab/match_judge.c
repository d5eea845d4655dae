#include <string.h>

#include "lab/match_priv.h"

#define END_WORTH 30000

struct mr_match_judge {
  mr_match_engine engine; /* with the judge's own limits */
  const mr_game *game;
  mr_seat *seat;
  mr_state *seen;
  mr_str text;
};

mr_status mr_match_judge_new(const mr_game *game, const mr_match_engine *engine, uint64_t nodes,
                             const atomic_bool *stop, mr_match_judge **out, mr_error *err) {
  mr_match_judge *judge = mr_alloc_zero(NULL, 1, sizeof *judge);
  if (judge == NULL) {
    return mr_error_set(err, MR_ERR_NOMEM, "out of memory");
  }
  judge->engine = *engine;
  judge->engine.control = (mr_match_control){.nodes = nodes};
  judge->engine.ponder = false;
  judge->game = game;
  mr_str_init(&judge->text, NULL);
  judge->seen = mr_state_new(game, NULL);
  mr_status status = judge->seen == NULL
                         ? mr_error_set(err, MR_ERR_NOMEM, "out of memory")
                         : mr_seat_new(game, &judge->engine, NULL, stop, &judge->seat, err);
  if (status != MR_OK) {
    mr_match_judge_free(judge);
    return status;
  }
  *out = judge;
  return MR_OK;
}

void mr_match_judge_free(mr_match_judge *judge) {
  if (judge != NULL) {
    mr_seat_free(judge->seat);
    mr_state_free(judge->game, NULL, judge->seen);
    mr_str_done(&judge->text);
    mr_alloc_free(NULL, judge, sizeof *judge);
  }
}

static mr_status ask(mr_match_judge *judge, const mr_state *state, mr_seat_answer *answer,
                     mr_error *err) {
  mr_player player = mr_game_node(judge->game, state).player;
  mr_str_reset(&judge->text);
  mr_game_format_state(judge->game, state, &judge->text);
  mr_game_observe(judge->game, state, player, judge->seen);
  mr_seat_question question = {.observation = judge->seen,
                               .start = mr_str_text(&judge->text),
                               .moves = "",
                               .side = mr_match_side(judge->game, player),
                               .actions = 1};
  /* A new game each time: what was thought of other positions must not matter. */
  mr_status status = mr_seat_begin(judge->seat, 1, err);
  if (status == MR_OK) {
    status = mr_seat_think(judge->seat, &question, answer, err);
  }
  mr_seat_end(judge->seat);
  return status;
}

mr_status mr_match_judge_worth(void *context, const mr_state *state, int *centipawns,
                               mr_error *err) {
  mr_match_judge *judge = context;
  mr_seat_answer answer;
  mr_status status = ask(judge, state, &answer, err);
  if (status != MR_OK) {
    return status;
  }
  if (answer.fault != MR_END_RULE || !answer.judged) {
    return mr_error_set(err, MR_ERR_IO, "%s cannot judge openings: %s", judge->engine.name,
                        answer.fault != MR_END_RULE ? answer.reason : "it gives no score");
  }
  *centipawns = answer.score.end_in > 0   ? END_WORTH
                : answer.score.end_in < 0 ? -END_WORTH
                                          : answer.score.centipawns;
  return MR_OK;
}
