#include "endgame_priv.h"

/* Whether `a` is better than `b` for a player: quick wins, draws, slow losses. */
static bool better(mr_endgame_result a, mr_endgame_result b, mr_player player) {
  int rank_a = a.winner.id == player.id ? 2 : a.winner.id == MR_NOBODY_ID ? 1 : 0;
  int rank_b = b.winner.id == player.id ? 2 : b.winner.id == MR_NOBODY_ID ? 1 : 0;
  if (rank_a != rank_b) {
    return rank_a > rank_b;
  }
  return rank_a == 2 ? a.plies < b.plies : a.plies > b.plies;
}

static mr_endgame_result result_of(uint16_t code, unsigned mover) {
  if (code == CODE_DRAWN) {
    return (mr_endgame_result){MR_NOBODY, 0};
  }
  uint8_t winner = (uint8_t)(code_is_won(code) ? mover : 1 - mover);
  return (mr_endgame_result){{winner}, code_plies(code)};
}

/* Finds the state at hand in its table. @param known whether there is a table of such men */
static bool look_up(mr_endgame *endgame, mr_player player, bool *known, mr_endgame_result *out) {
  const mr_game *game = endgame->game;
  uint16_t at[MEN_MAX];
  size_t count = mr_game_men(game, endgame->state, endgame->men);
  size_t i = 0;
  while (i < endgame->table_count && !mr_endgame_fit(endgame->tables[i], endgame->men, count, at)) {
    i++;
  }
  *known = i < endgame->table_count;
  if (!*known || !mr_endgame_same(endgame, endgame->tables[i], at, player.id,
                                  mr_game_hash(game, endgame->state))) {
    return false;
  }
  const endgame_table *table = endgame->tables[i];
  uint16_t code = table->code[player.id][mr_endgame_rank(endgame, table, at)];
  if (code == CODE_ILLEGAL) {
    return false;
  }
  *out = result_of(code, player.id);
  return true;
}

static mr_status probe(mr_endgame *endgame, unsigned depth, mr_endgame_result *out, mr_error *err);

/* Probes what every action leads to. The recursion ends at LEVELS. */
static mr_status probe_actions(mr_endgame *endgame, unsigned depth, mr_action *best,
                               mr_endgame_result *out, mr_error *err) {
  const mr_game *game = endgame->game;
  const endgame_level *level = &endgame->levels[depth];
  mr_player player = mr_game_node(game, endgame->state).player;
  size_t count = mr_game_actions(game, endgame->state, level->actions);
  mr_status status = MR_OK;
  mr_endgame_result found = {MR_NOBODY, 0};
  for (size_t i = 0; i < count && status == MR_OK; i++) {
    mr_endgame_result next = {MR_NOBODY, 0};
    mr_game_make(game, endgame->state, level->actions[i], level->undo, NULL);
    status = probe(endgame, depth + 1, &next, err);
    mr_game_unmake(game, endgame->state, level->undo);
    next.plies += next.winner.id != MR_NOBODY_ID;
    if (i == 0 || better(next, found, player)) {
      found = next;
      *best = level->actions[i];
    }
  }
  if (status == MR_OK) {
    *out = found;
  }
  return status;
}

/* Probes the state at hand. */
static mr_status probe(mr_endgame *endgame, unsigned depth, mr_endgame_result *out, mr_error *err) {
  mr_node node = mr_game_node(endgame->game, endgame->state);
  if (node.kind == MR_NODE_TERMINAL) {
    out->plies = 0;
    return mr_endgame_winner(endgame->game, endgame->state, &out->winner, err);
  }
  bool known = false;
  if (node.kind == MR_NODE_DECISION && look_up(endgame, node.player, &known, out)) {
    return MR_OK;
  }
  if (!known || depth == LEVELS) {
    return mr_error_set(err, MR_ERR_UNKNOWN, "the table of %s and those that it leads to %s",
                        endgame->tables[0]->summary.name,
                        known ? "know no such position" : "have no such men on such squares");
  }
  mr_action ignored = MR_ACTION_NONE;
  return probe_actions(endgame, depth, &ignored, out, err);
}

mr_status mr_endgame_probe(mr_endgame *endgame, const mr_state *state, mr_endgame_result *out,
                           mr_error *err) {
  if (endgame == NULL || state == NULL || out == NULL) {
    return mr_error_set(err, MR_ERR_ARGUMENT, "tables, state or place for the result is missing");
  }
  mr_endgame_result found = {MR_NOBODY, 0};
  mr_state_copy(endgame->game, endgame->state, state);
  mr_status status = probe(endgame, 0, &found, err);
  if (status == MR_OK) {
    *out = found;
  }
  return status;
}

mr_status mr_endgame_best(mr_endgame *endgame, const mr_state *state, mr_action *action,
                          mr_endgame_result *out, mr_error *err) {
  if (endgame == NULL || state == NULL || action == NULL ||
      mr_game_node(endgame->game, state).kind != MR_NODE_DECISION) {
    return mr_error_set(err, MR_ERR_ARGUMENT, "best of what is no decision of the tables' game");
  }
  mr_action best = MR_ACTION_NONE;
  mr_endgame_result found = {MR_NOBODY, 0};
  mr_state_copy(endgame->game, endgame->state, state);
  mr_status status = probe_actions(endgame, 0, &best, &found, err);
  if (status == MR_OK) {
    *action = best;
    if (out != NULL) {
      *out = found;
    }
  }
  return status;
}
