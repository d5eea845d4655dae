#include <marcher/compose.h>

#include "endgame/endgame_priv.h"

/* How good a result is for a player: quick wins, draws, slow losses. */
static int64_t merit_of(mr_tablebase_result result, mr_player player) {
  if (result.winner.id == MR_NOBODY_ID) {
    return 0;
  }
  int64_t merit = INT64_C(1) + UINT32_MAX - result.plies;
  return result.winner.id == player.id ? merit : -merit;
}

/* One probe at work. Its scratch is its own, so that others may probe meanwhile. */
typedef struct probing {
  const mr_endgame *endgame;
  endgame_scratch scratch;
} probing;

/* Most bytes of a state of which room is made without taking memory. */
enum { ROOM = 8192 };

/* What a table says of a state whose men are at `at`. @return false: it is more than its men */
static bool read_table(const mr_endgame *endgame, const endgame_table *table, const mr_state *state,
                       const uint16_t *at, mr_state *other, mr_tablebase_result *out) {
  const mr_game *game = endgame->game;
  unsigned player = mr_game_node(game, state).player.id;
  if (!mr_endgame_hash_matches(game, table, at, player, mr_game_hash(game, state), other)) {
    return false;
  }
  uint16_t code = mr_endgame_code(table, player, mr_endgame_rank(endgame, table, at));
  if (code == CODE_ILLEGAL) {
    return false;
  }
  *out = code_result(code, player);
  return true;
}

/*
 * Finds a state that is no more than its men.
 * @param men room for all cells @param other NULL, or room for the positions of exact tables
 * @param known whether there is a table of such men
 */
static bool look_up(const mr_endgame *endgame, const mr_state *state, mr_placement *men,
                    mr_state *other, bool *known, mr_tablebase_result *out) {
  uint16_t at[MEN_MAX];
  size_t count = mr_game_placements(endgame->game, state, men);
  const endgame_table *table = mr_endgame_table_of(endgame, men, count, at);
  *known = table != NULL;
  return *known && read_table(endgame, table, state, at, other, out);
}

bool mr_endgame_peek_table(const mr_endgame *endgame, const endgame_table *table,
                           const mr_state *state, const mr_placement *men,
                           mr_tablebase_result *out) {
  uint16_t at[MEN_MAX];
  _Alignas(MR_STATE_ALIGN) unsigned char room[ROOM];
  mr_state *other = endgame->game->info.state_size <= ROOM ? (mr_state *)(void *)room : NULL;
  return mr_endgame_fit(table, men, table->men, at) &&
         read_table(endgame, table, state, at, other, out);
}

static mr_status probe(probing *p, unsigned depth, mr_tablebase_result *out, mr_error *err);

/* Probes what every action leads to. The recursion ends at LEVELS. */
static mr_status probe_actions(probing *p, unsigned depth, mr_action *best,
                               mr_tablebase_result *out, mr_error *err) {
  const mr_game *game = p->endgame->game;
  mr_state *state = p->scratch.state;
  const endgame_level *level = &p->scratch.levels[depth];
  mr_player player = mr_game_node(game, state).player;
  size_t count = mr_game_actions(game, state, level->actions);
  mr_status status = MR_OK;
  mr_tablebase_result found = {MR_NOBODY, 0};
  for (size_t i = 0; i < count && status == MR_OK; i++) {
    mr_tablebase_result next = {MR_NOBODY, 0};
    mr_game_make(game, state, level->actions[i], level->undo, NULL);
    status = probe(p, depth + 1, &next, err);
    mr_game_unmake(game, state, level->undo);
    next.plies += next.winner.id != MR_NOBODY_ID;
    if (i == 0 || merit_of(next, player) > merit_of(found, player)) {
      found = next;
      *best = level->actions[i];
    }
  }
  if (status == MR_OK) {
    *out = found;
  }
  return status;
}

static mr_status unknown(const mr_endgame *endgame, bool known, mr_error *err) {
  return mr_error_set(err, MR_ERR_UNKNOWN, "the table of %s and those that it leads to %s",
                      endgame->tables[0]->summary.name,
                      known ? "know no such position" : "have no such men on such squares");
}

/* Probes the state at hand. */
static mr_status probe(probing *p, unsigned depth, mr_tablebase_result *out, mr_error *err) {
  const mr_endgame *endgame = p->endgame;
  const mr_state *state = p->scratch.state;
  mr_node node = mr_game_node(endgame->game, state);
  if (node.kind == MR_NODE_TERMINAL) {
    return mr_endgame_end_result(endgame->game, state, out, err);
  }
  bool known = false;
  if (node.kind == MR_NODE_DECISION &&
      look_up(endgame, state, p->scratch.men, p->scratch.other, &known, out)) {
    return MR_OK;
  }
  if (!known || depth == LEVELS) {
    return unknown(endgame, known, err);
  }
  mr_action ignored = MR_ACTION_NONE;
  return probe_actions(p, depth, &ignored, out, err);
}

/* @param known see look_up */
static bool peek(const mr_endgame *endgame, const mr_state *state, bool *known,
                 mr_tablebase_result *out) {
  mr_placement men[CELLS_MAX];
  _Alignas(MR_STATE_ALIGN) unsigned char room[ROOM];
  mr_state *other = endgame->game->info.state_size <= ROOM ? (mr_state *)(void *)room : NULL;
  *known = false;
  return mr_game_node(endgame->game, state).kind == MR_NODE_DECISION &&
         look_up(endgame, state, men, other, known, out);
}

bool mr_endgame_peek(const mr_endgame *endgame, const mr_state *state, mr_tablebase_result *out) {
  bool known = false;
  return peek(endgame, state, &known, out);
}

/* Takes scratch with a copy of a state. */
static mr_status probing_init(const mr_endgame *endgame, const mr_state *state, probing *out,
                              mr_error *err) {
  *out = (probing){.endgame = endgame};
  if (!mr_endgame_scratch_init(endgame, &out->scratch)) {
    mr_arena_done(&out->scratch.arena);
    return mr_error_set(err, MR_ERR_NOMEM, "out of memory");
  }
  mr_state_copy(endgame->game, out->scratch.state, state);
  return MR_OK;
}

mr_status mr_endgame_probe(const mr_endgame *endgame, const mr_state *state,
                           mr_tablebase_result *out, mr_error *err) {
  if (endgame == NULL || state == NULL || out == NULL) {
    return mr_error_set(err, MR_ERR_ARGUMENT, "tables, state or place for the result is missing");
  }
  mr_tablebase_result found = {MR_NOBODY, 0};
  bool known = false;
  mr_status status = MR_OK;
  if (!peek(endgame, state, &known, &found)) {
    if (!known && mr_game_node(endgame->game, state).kind == MR_NODE_DECISION) {
      return unknown(endgame, known, err);
    }
    probing p; /* the state is more than men on squares, or over */
    status = probing_init(endgame, state, &p, err);
    if (status == MR_OK) {
      status = probe(&p, 0, &found, err);
      mr_arena_done(&p.scratch.arena);
    }
  }
  if (status == MR_OK) {
    *out = found;
  }
  return status;
}

mr_status mr_endgame_best(const mr_endgame *endgame, const mr_state *state, mr_action *action,
                          mr_tablebase_result *out, mr_error *err) {
  if (endgame == NULL || state == NULL || action == NULL ||
      mr_game_node(endgame->game, state).kind != MR_NODE_DECISION) {
    return mr_error_set(err, MR_ERR_ARGUMENT, "best of what is no decision of the tables' game");
  }
  mr_action best = MR_ACTION_NONE;
  mr_tablebase_result found = {MR_NOBODY, 0};
  probing p;
  mr_status status = probing_init(endgame, state, &p, err);
  if (status != MR_OK) {
    return status;
  }
  status = probe_actions(&p, 0, &best, &found, err);
  mr_arena_done(&p.scratch.arena);
  if (status == MR_OK) {
    *action = best;
    if (out != NULL) {
      *out = found;
    }
  }
  return status;
}

/* ---- figures --------------------------------------------------------------------------------- */

size_t mr_endgame_count(const mr_endgame *endgame) {
  return endgame->table_count;
}

void mr_endgame_summarise(const mr_endgame *endgame, size_t index, mr_endgame_summary *out) {
  *out = endgame->tables[index]->summary;
}

bool mr_endgame_example(const mr_endgame *endgame, size_t index, mr_player player, bool won,
                        mr_state *out) {
  const endgame_table *table = endgame->tables[index];
  if (player.id > 1) {
    return false;
  }
  const mr_endgame_side *side = &table->summary.side[player.id];
  uint16_t at[MEN_MAX];
  if ((won ? side->won : side->lost) == 0) {
    return false;
  }
  mr_endgame_unrank(endgame, table, table->longest[player.id][won], at);
  return mr_endgame_compose(endgame->game, table, at, player.id, out);
}
