/*
 * What protocols say of searches, in whatever words: scores, lines, the reply that is expected.
 */
#include "protocol/protocol_priv.h"

#include <string.h>

/** Expected scores this near to 0 and 1 are whole points, not three quarters of one. */
#define WHOLE_POINT 0.99

/* ---- scores ---------------------------------------------------------------------------------- */

int mr_dialog_mate(const mr_game *game, const mr_state *state, mr_state *step,
                   const mr_candidate *candidate, unsigned turn_actions) {
  int end_in = candidate->score.end_in;
  mr_player decider = mr_game_node(game, state).player;
  bool decider_wins = end_in > 0;
  unsigned distance = (unsigned)(decider_wins ? end_in : -end_in);
  bool winners = decider_wins; /* the present turn is the winner's */
  int turns = winners ? 1 : 0; /* of the winner, the present one included */
  unsigned in_turn = 0;
  bool known = mr_game_fully_known(game, state);
  if (known) {
    mr_state_copy(game, step, state);
  }
  for (unsigned at = 0; at < distance; at++) {
    bool next = winners;
    if (known && at < candidate->line_length && mr_game_legal(game, step, candidate->line[at])) {
      mr_game_make(game, step, candidate->line[at], NULL, NULL);
      mr_node node = mr_game_node(game, step);
      if (node.kind == MR_NODE_DECISION) {
        bool mine = game->info.team[node.player.id] == game->info.team[decider.id];
        next = mine == decider_wins;
      }
    } else {
      known = false;
      next = in_turn + 1 >= turn_actions ? !winners : winners;
    }
    in_turn = next == winners ? in_turn + 1 : 0;
    turns += next && !winners && at + 1 < distance ? 1 : 0;
    winners = next;
  }
  turns = turns > 0 ? turns : 1;
  return decider_wins ? turns : -turns;
}

mr_dialog_score mr_dialog_score_of(const mr_dialog *dialog, const mr_candidate *candidate) {
  const mr_search_score *score = &candidate->score;
  if (score->end_in == 0) {
    return (mr_dialog_score){.centipawns = score->centipawns};
  }
  /* Ends that are worth a part of the point are no mates. */
  bool whole =
      score->end_in > 0 ? candidate->value >= WHOLE_POINT : candidate->value <= 1 - WHOLE_POINT;
  if (!whole) {
    return (mr_dialog_score){.centipawns = mr_centipawns_of(candidate->value)};
  }
  return (mr_dialog_score){.mate = mr_dialog_mate(dialog->game, dialog->search.observation,
                                                  dialog->search.walk, candidate,
                                                  mr_dialog_turn_actions(dialog))};
}

/* ---- lines of play --------------------------------------------------------------------------- */

mr_candidate mr_dialog_choice(const mr_search_result *result) {
  mr_candidate best = {.action = result->action,
                       .value = result->value,
                       .score = result->score,
                       .line_length = result->line_length};
  memcpy(best.line, result->line, sizeof best.line);
  if (best.line_length == 0 || best.line[0] != best.action) {
    best.line_length = 1;
    best.line[0] = best.action;
  }
  return best;
}

void mr_dialog_add_line(const mr_dialog *dialog, const mr_candidate *candidate,
                        mr_dialog_action_fn add_action, mr_str *out) {
  const mr_game *game = dialog->game;
  const mr_state *root = dialog->search.observation;
  mr_state *step = dialog->search.walk;
  add_action(game, root, candidate->action, out);
  if (!mr_game_fully_known(game, root)) {
    return;
  }
  mr_state_copy(game, step, root);
  for (size_t i = 0; i + 1 < candidate->line_length; i++) {
    mr_game_make(game, step, candidate->line[i], NULL, NULL);
    if (!mr_game_legal(game, step, candidate->line[i + 1])) {
      return;
    }
    mr_str_char(out, ' ');
    add_action(game, step, candidate->line[i + 1], out);
  }
}

mr_action mr_dialog_expected_reply(const mr_dialog *dialog, const mr_search_result *result) {
  const mr_game *game = dialog->game;
  const mr_state *root = dialog->search.observation;
  mr_state *step = dialog->search.walk;
  if (result->line_length < 2 || result->line[0] != result->action ||
      !mr_game_fully_known(game, root)) {
    return MR_ACTION_NONE;
  }
  mr_state_copy(game, step, root);
  mr_game_make(game, step, result->action, NULL, NULL);
  mr_node node = mr_game_node(game, step);
  bool others = node.kind == MR_NODE_DECISION &&
                !mr_player_same(node.player, mr_game_node(game, root).player);
  return others && mr_game_legal(game, step, result->line[1]) ? result->line[1] : MR_ACTION_NONE;
}
