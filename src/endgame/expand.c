#include <marcher/hash.h>
#include <string.h>

#include "endgame/endgame_priv.h"

enum { SAMPLES = 8192, SAMPLE_SEED = 2, REPORT_EVERY = 1 << 14, DEPTH_MOST = 16 };

/* What the moves of one node come to. */
typedef struct tally {
  unsigned successors_left;
  unsigned win;  /* 1 + plies of the quickest win that is known; 0: none */
  unsigned loss; /* 1 + plies of the slowest loss that is known; 0: none */
  bool draw;
} tally;

mr_status mr_endgame_winner(const mr_game *game, const mr_state *state, mr_player *winner,
                            mr_error *err) {
  uint8_t score[MR_MAX_PLAYERS];
  mr_game_score(game, state, score);
  if (score[0] == MR_SCORE_WIN || score[1] == MR_SCORE_WIN) {
    *winner = (mr_player){score[0] == MR_SCORE_WIN ? 0 : 1};
    return MR_OK;
  }
  if (score[0] != score[1]) {
    return mr_error_set(err, MR_ERR_UNSUPPORTED,
                        "no tables of endings: a game of these men can end in %u quarters to %u",
                        score[0], score[1]);
  }
  *winner = MR_NOBODY;
  return MR_OK;
}

/* Notes an action whose end is known. @param winner MR_NOBODY: a draw */
static mr_status tally_known(tally *sum, uint8_t player, mr_player winner, unsigned plies,
                             mr_error *err) {
  unsigned *best = winner.id == player ? &sum->win : &sum->loss;
  if (winner.id == MR_NOBODY_ID) {
    sum->draw = true;
    return MR_OK;
  }
  if (plies + 1 > PLIES_MAX) {
    return mr_error_set(err, MR_ERR_LIMIT, "a win of more than %d plies", PLIES_MAX);
  }
  bool better = winner.id == player ? *best == 0 || plies + 2 < *best : plies + 2 > *best;
  if (better) {
    *best = plies + 2;
  }
  return MR_OK;
}

/* The same where it is known by the code of a position with `mover` to move. */
static mr_status tally_code(tally *sum, uint8_t player, uint16_t code, unsigned mover,
                            mr_error *err) {
  if (code == CODE_DRAWN) {
    return tally_known(sum, player, MR_NOBODY, 0, err);
  }
  uint8_t winner = (uint8_t)(code_is_won(code) ? mover : 1 - mover);
  return tally_known(sum, player, (mr_player){winner}, code_plies(code), err);
}

/* ---- sources --------------------------------------------------------------------------------- */

static void source_sort(endgame_source *x, const mr_placement *men) {
  for (size_t i = 0; i < x->table->men; i++) {
    size_t j = i;
    for (; j > 0 && x->men[j - 1].cell.id > men[i].cell.id; j--) {
      x->men[j] = x->men[j - 1];
      x->man_of[j] = x->man_of[j - 1];
    }
    x->men[j] = men[i];
    x->man_of[j] = (uint8_t)i;
  }
}

/* ---- moves of one man ------------------------------------------------------------------------ */

/* Whether all that differs is the square of one man. @param who index into x->men */
static bool one_moved(const endgame_source *x, const mr_placement *men, size_t count, size_t *who,
                      mr_cell *to) {
  size_t i = 0;
  size_t j = 0;
  unsigned gone = 0;
  unsigned come = 0;
  size_t arrived = 0;
  if (count != x->table->men) {
    return false;
  }
  while (i < count || j < count) {
    bool both = i < count && j < count;
    if (both && x->men[i].cell.id == men[j].cell.id && x->men[i].piece.id == men[j].piece.id) {
      i++;
      j++;
    } else if (j == count || (both && x->men[i].cell.id <= men[j].cell.id)) {
      gone++;
      *who = i++;
    } else {
      come++;
      arrived = j++;
    }
  }
  *to = men[arrived].cell;
  return gone == 1 && come == 1 && x->men[*who].piece.id == men[arrived].piece.id;
}

/* A move of one man within the table. */
typedef struct step {
  uint32_t index; /* of the position that it leads to */
  unsigned slot;  /* which man of the table he is there */
  uint16_t from;  /* local */
  uint64_t placing_hash;
} step;

/* @return false: his new square is none of his */
static bool step_find(const mr_endgame *endgame, const endgame_source *x, unsigned man, mr_cell to,
                      step *out) {
  const endgame_group *group = &x->table->groups[x->table->group_of[man]];
  uint16_t local = to.id < CELLS_MAX ? group->local[to.id] : NO_LOCAL;
  if (local == NO_LOCAL) {
    return false;
  }
  out->from = x->at[man];
  out->placing_hash = x->placing_hash ^ group->share[out->from] ^ group->share[local];
  if (group->count == 1) {
    out->slot = man;
    out->index = x->index + group->stride * (uint32_t)(local - out->from);
    return true;
  }
  uint16_t at[MEN_MAX];
  unsigned own = man - group->first;
  memcpy(at, x->at + group->first, group->count * sizeof at[0]);
  for (; own + 1 < group->count && at[own + 1] < local; own++) {
    at[own] = at[own + 1];
  }
  for (; own > 0 && at[own - 1] > local; own--) {
    at[own] = at[own - 1];
  }
  at[own] = local;
  out->slot = group->first + own;
  out->index =
      x->index + group->stride * (mr_endgame_group_rank(endgame, group, at) -
                                  mr_endgame_group_rank(endgame, group, x->at + group->first));
  return true;
}

/* Keeps the bit of a move. @return whether it is new */
static bool keep_bit(endgame_build *build, const step *move, unsigned mover) {
  unsigned bit = build->base[move->slot] + move->from;
  uint64_t *word = &build->from[mover][move->index * build->words[mover] + bit / 64];
  uint64_t mask = UINT64_C(1) << (bit % 64);
  bool fresh = (*word & mask) == 0;
  *word |= mask;
  return fresh;
}

/* ---- what is lacking ------------------------------------------------------------------------- */

/*
 * The man of `x`, not yet in `used`, from whom a man who was not there before can have come: of his
 * kind if possible. @return index into x->men, or MEN_MAX
 */
static size_t origin_of(const endgame_source *x, const bool *used, mr_piece piece, uint8_t owner) {
  size_t found = MEN_MAX;
  for (size_t i = 0; i < x->table->men; i++) {
    const endgame_group *group = &x->table->groups[x->table->group_of[x->man_of[i]]];
    if (!used[i] && group->owner.id == owner && (found == MEN_MAX || group->piece.id == piece.id)) {
      found = i;
    }
  }
  return found;
}

static mr_status cannot_leave(const mr_endgame *endgame, const mr_placement *man, mr_error *err) {
  char cell[MR_ACTION_TEXT_MAX];
  char piece[MR_ACTION_TEXT_MAX];
  mr_str out;
  mr_str_fixed(&out, piece, sizeof piece);
  mr_game_piece_text(endgame->game, man->piece, &out);
  mr_str_fixed(&out, cell, sizeof cell);
  mr_game_cell_text(endgame->game, man->cell, &out);
  return mr_error_set(err, MR_ERR_UNSUPPORTED,
                      "the men can leave the squares that the table is of: %s can come to %s",
                      piece, cell);
}

/* Whether `x` has this very man. @param who index into x->men */
static bool stayed(const endgame_source *x, const mr_placement *man, size_t *who) {
  for (*who = 0; *who < x->table->men; ++*who) {
    if (x->men[*who].cell.id == man->cell.id && x->men[*who].piece.id == man->piece.id) {
      return true;
    }
  }
  return false;
}

/* A table that is being put together. */
typedef struct derivation {
  mr_endgame_men men;
  uint8_t from[MEN_MAX]; /* which man of the table before each was */
  bool used[MEN_MAX];    /* men of the source who are accounted for */
} derivation;

/* Keeps the men in the order of the table before, which is the reverse of how they are written. */
static void insert_man(derivation *d, const mr_endgame_man *man, uint8_t from) {
  size_t i = d->men.count++;
  for (; i > 0 && d->from[i - 1] < from; i--) {
    d->men.items[i] = d->men.items[i - 1];
    d->from[i] = d->from[i - 1];
  }
  d->men.items[i] = *man;
  d->from[i] = from;
}

/* Adds a man: where he is now, and who he was. @param who index into x->men; MEN_MAX: nobody */
static mr_status derive_man(const endgame_build *build, const endgame_source *x,
                            const mr_placement *man, size_t who, derivation *d, mr_error *err) {
  if (who == MEN_MAX) {
    return mr_error_set(err, MR_ERR_UNSUPPORTED,
                        "no tables of endings in which men come onto the board");
  }
  const endgame_group *group = &x->table->groups[x->table->group_of[x->man_of[who]]];
  if (man->cell.id >= CELLS_MAX || !cells_have(&group->cells, man->cell.id)) {
    return cannot_leave(build->endgame, man, err);
  }
  const endgame_letter *letter = mr_endgame_letter_of(&build->endgame->letters, man->piece);
  mr_player owner = letter != NULL ? letter->owner : group->owner;
  insert_man(d, &(mr_endgame_man){owner, man->piece, group->cells}, x->man_of[who]);
  d->used[who] = true;
  return MR_OK;
}

/* Works out which table it is that a move from `x` leads to: who stayed first, then who came. */
static mr_status derive(endgame_build *build, const endgame_source *x, size_t count,
                        mr_error *err) {
  derivation d = {.men = {0}};
  mr_status status = MR_OK;
  if (count == 0 || count > MEN_MAX) {
    return mr_error_set(err, MR_ERR_UNSUPPORTED, "no tables of endings in which %s",
                        count == 0 ? "no man is left" : "men come onto the board");
  }
  for (size_t i = 0; i < 2 * count && status == MR_OK; i++) {
    const mr_placement *man = &build->endgame->work.men[i % count];
    size_t who = 0;
    bool same = stayed(x, man, &who);
    if (!same) {
      const endgame_letter *letter = mr_endgame_letter_of(&build->endgame->letters, man->piece);
      who = origin_of(x, d.used, man->piece, letter != NULL ? letter->owner.id : x->player);
    }
    if (same == (i < count)) {
      status = derive_man(build, x, man, who, &d, err);
    }
  }
  build->lack = d.men;
  build->lacking = true;
  return status;
}

/* ---- where a move leads to ------------------------------------------------------------------- */

/* A state that no table knows: it is over, or more than men on squares. */
static mr_status reach_irregular(endgame_build *build, const mr_state *y, const endgame_source *x,
                                 tally *sum, mr_error *err) {
  mr_endgame *endgame = build->endgame;
  mr_node node = mr_game_node(endgame->game, y);
  if (node.kind == MR_NODE_TERMINAL) {
    mr_player winner = MR_NOBODY;
    mr_status status = mr_endgame_winner(endgame->game, y, &winner, err);
    return status == MR_OK ? tally_known(sum, x->player, winner, 0, err) : status;
  }
  if (node.kind != MR_NODE_DECISION || x->depth == DEPTH_MOST) {
    return mr_error_set(err, MR_ERR_UNSUPPORTED,
                        "no tables of endings: positions of %s are more than men on squares",
                        build->table->summary.name);
  }
  if (build->trial) {
    return MR_OK;
  }
  uint32_t to = mr_endgame_irregular_node(build, y, node.player.id, (uint8_t)(x->depth + 1));
  if (to == UINT32_MAX || !mr_endgame_edge_add(build, x->node, to)) {
    return mr_endgame_refusal(endgame, build->table->summary.name, err);
  }
  sum->successors_left++;
  return MR_OK;
}

/*
 * Whether the state at hand is the position of a placing, with either player to move, and no more.
 * @param player who has moved: more often than not it is the other one's turn
 */
static bool find(endgame_build *build, const endgame_table *table, const uint16_t *at,
                 unsigned player, unsigned *mover) {
  uint64_t hash = mr_game_hash(build->endgame->game, build->endgame->work.state);
  uint32_t index = mr_endgame_rank(build->endgame, table, at);
  for (unsigned i = 0; i < 2; i++) {
    *mover = i == 0 ? 1u - player : player;
    if (mr_endgame_hash_matches(build->endgame->game, table, at, *mover, hash,
                                build->endgame->work.other) &&
        (table == build->table || table->code[*mover][index] != CODE_ILLEGAL)) {
      return true;
    }
  }
  return false;
}

/* The table of the men at hand, and their placing; NULL: there is none. */
static const endgame_table *table_of(const mr_endgame *endgame, size_t count, uint16_t *at) {
  for (size_t i = 0; i < endgame->table_count; i++) {
    if (mr_endgame_fit(endgame->tables[i], endgame->work.men, count, at)) {
      return endgame->tables[i];
    }
  }
  return NULL;
}

/* The longer way: captures, promotions, several men at once, and irregular states. */
static mr_status reach_far(endgame_build *build, const endgame_source *x, size_t count, tally *sum,
                           mr_error *err) {
  mr_endgame *endgame = build->endgame;
  uint16_t at[MEN_MAX];
  unsigned mover = 0;
  const endgame_table *table = table_of(endgame, count, at);
  if (table == NULL) {
    bool over = mr_game_node(endgame->game, endgame->work.state).kind == MR_NODE_TERMINAL;
    return over ? reach_irregular(build, endgame->work.state, x, sum, err)
                : derive(build, x, count, err);
  }
  if (table->building && table != build->table) {
    return mr_error_set(err, MR_ERR_UNSUPPORTED,
                        "no tables of endings: %s and %s can turn into each other",
                        table->summary.name, build->table->summary.name);
  }
  if (!find(build, table, at, x->player, &mover)) {
    return reach_irregular(build, endgame->work.state, x, sum, err);
  }
  uint32_t index = mr_endgame_rank(endgame, table, at);
  if (table != build->table) {
    return tally_code(sum, x->player, table->code[mover][index], mover, err);
  }
  sum->successors_left++;
  bool kept = build->trial || mr_endgame_edge_add(build, x->node, mover * table->positions + index);
  return kept ? MR_OK : mr_endgame_refusal(endgame, table->summary.name, err);
}

/* Whether the state at hand is a position of the table, and no more than that. */
static bool step_is_whole(const mr_endgame *endgame, const endgame_table *table, const step *move,
                          mr_player mover) {
  const mr_game *game = endgame->game;
  uint64_t hash = mr_game_hash(game, endgame->work.state);
  if (!table->exact) {
    return hash == (move->placing_hash ^ table->side_share[mover.id]);
  }
  return mr_game_compose(game, endgame->work.men, table->men, mover, endgame->work.other) &&
         mr_game_hash(game, endgame->work.other) == hash;
}

/* Notes the action that has led from `x` to the state at hand. */
static mr_status reach(endgame_build *build, const endgame_source *x, tally *sum, mr_error *err) {
  mr_endgame *endgame = build->endgame;
  const endgame_table *table = build->table;
  size_t count = mr_game_placements(endgame->game, endgame->work.state, endgame->work.men);
  if (table->exact && mr_game_node(endgame->game, endgame->work.state).kind == MR_NODE_TERMINAL) {
    return reach_irregular(build, endgame->work.state, x, sum, err);
  }
  size_t who = 0;
  mr_cell to = MR_NOWHERE;
  step move;
  mr_player mover = {(uint8_t)(1 - x->player)};
  if (x->depth == 0 && one_moved(x, endgame->work.men, count, &who, &to) &&
      table->groups[table->group_of[x->man_of[who]]].owner.id == x->player &&
      step_find(endgame, x, x->man_of[who], to, &move) &&
      step_is_whole(endgame, table, &move, mover)) {
    sum->successors_left += build->trial || keep_bit(build, &move, mover.id);
    return MR_OK;
  }
  return reach_far(build, x, count, sum, err);
}

/*
 * Notes an action of which the game says that it carries one man to an empty square, without making
 * it. In a trial it is made all the same: a game that is wrong here is taken at its word nowhere.
 * @return false: it is to be made
 */
static bool reach_plain(endgame_build *build, const endgame_source *x, mr_action action,
                        tally *sum) {
  mr_endgame *endgame = build->endgame;
  const mr_game *game = endgame->game;
  mr_cell from = MR_NOWHERE;
  mr_cell to = MR_NOWHERE;
  step move;
  if (build->table->exact || x->depth > 0 ||
      !mr_game_quiet_move(game, endgame->work.state, action, &from, &to)) {
    return false;
  }
  size_t who = 0;
  while (who + 1 < x->table->men && x->men[who].cell.id != from.id) {
    who++;
  }
  unsigned man = x->man_of[who];
  if (x->table->groups[x->table->group_of[man]].owner.id != x->player ||
      !step_find(endgame, x, man, to, &move)) {
    return false;
  }
  if (build->trial) {
    const endgame_level *level = &endgame->work.levels[0];
    uint64_t hash = move.placing_hash ^ build->table->side_share[1 - x->player];
    mr_game_make(game, endgame->work.state, action, level->undo, NULL);
    build->mistaken = build->mistaken || mr_game_hash(game, endgame->work.state) != hash;
    mr_game_unmake(game, endgame->work.state, level->undo);
  }
  sum->successors_left += build->trial || keep_bit(build, &move, 1u - x->player);
  return true;
}

/* Makes all moves of the state at hand. */
static mr_status expand_node(endgame_build *build, const endgame_source *x, tally *sum,
                             mr_error *err) {
  mr_endgame *endgame = build->endgame;
  const mr_game *game = endgame->game;
  const endgame_level *level = &endgame->work.levels[0];
  size_t count = mr_game_actions(game, endgame->work.state, level->actions);
  mr_status status = MR_OK;
  for (size_t i = 0; i < count && status == MR_OK && !build->lacking; i++) {
    if (reach_plain(build, x, level->actions[i], sum)) {
      continue;
    }
    mr_game_make(game, endgame->work.state, level->actions[i], level->undo, NULL);
    status = reach(build, x, sum, err);
    mr_game_unmake(game, endgame->work.state, level->undo);
  }
  return status;
}

/* ---- one node after the other ---------------------------------------------------------------- */

/* Writes down what the moves of a node come to. */
static void store_node(endgame_build *build, const tally *sum, uint16_t *code,
                       uint16_t *successors_left) {
  unsigned plies = 0;
  *code = CODE_DRAWN;
  *successors_left = (uint16_t)(sum->draw ? NEVER_LOST : sum->successors_left);
  if (sum->win > 0) {
    plies = sum->win - 1;
    *code = code_won(plies);
  } else if (!sum->draw && sum->loss > 0) {
    plies = sum->loss - 1;
    *code = code_lost(plies);
  }
  if (plies > build->most) {
    build->most = plies;
  }
}

/* Makes the moves of the irregular states that have come up. */
static mr_status expand_irregular(endgame_build *build, mr_error *err) {
  mr_endgame *endgame = build->endgame;
  mr_status status = MR_OK;
  uint32_t node = mr_endgame_irregular_next(build, endgame->work.state);
  while (node != UINT32_MAX && status == MR_OK && !build->lacking) {
    size_t own = node - 2 * (size_t)build->table->positions;
    endgame_source x = {
        .node = node, .player = build->irregular[own].player, .depth = build->irregular[own].depth};
    size_t count = mr_game_placements(endgame->game, endgame->work.state, endgame->work.men);
    x.table = table_of(endgame, count, x.at); /* reach_far has found it */
    mr_placement men[MEN_MAX];
    mr_endgame_place(x.table, x.at, men);
    source_sort(&x, men);
    tally sum = {0};
    status = expand_node(build, &x, &sum, err);
    store_node(build, &sum, &build->irregular[own].code, &build->irregular[own].successors_left);
    node = status == MR_OK ? mr_endgame_irregular_next(build, endgame->work.state) : node;
  }
  return status;
}

/* Whether a state that moves lead to ends where its position does: what the tables rely on. */
static bool ends_alike(endgame_build *build, const endgame_source *x) {
  const mr_game *game = build->endgame->game;
  const endgame_level *level = &build->endgame->work.levels[0];
  mr_state *other = build->endgame->work.other;
  size_t count = mr_game_actions(game, build->endgame->work.state, level->actions);
  for (size_t i = 0; i < count; i++) {
    mr_state *y = build->endgame->work.state;
    mr_game_make(game, y, level->actions[i], level->undo, NULL);
    size_t men = mr_game_placements(game, y, build->endgame->work.men);
    mr_player mover = {(uint8_t)(1 - x->player)};
    bool alike = men > MEN_MAX ||
                 !mr_game_compose(game, build->endgame->work.men, men, mover, other) ||
                 mr_game_hash(game, y) != mr_game_hash(game, other) ||
                 mr_game_node(game, y).kind == mr_game_node(game, other).kind;
    mr_game_unmake(game, y, level->undo);
    if (!alike) {
      return false;
    }
  }
  return true;
}

/* The composed position at hand is over. */
static mr_status end_here(endgame_build *build, const endgame_source *x, mr_error *err) {
  mr_player winner = MR_NOBODY;
  mr_status status =
      mr_endgame_winner(build->endgame->game, build->endgame->work.state, &winner, err);
  if (status == MR_OK && !build->trial) {
    build->successors_left[x->player][x->index] = NEVER_LOST;
    if (winner.id != MR_NOBODY_ID) {
      bool won = winner.id == x->player;
      build->table->code[x->player][x->index] = won ? code_won(0) : code_lost(0);
      build->successors_left[x->player][x->index] = 0;
    }
  }
  return status;
}

/* Looks at one position with one player to move. @param men in the order of the table */
static mr_status visit(endgame_build *build, endgame_source *x, const mr_placement *men,
                       mr_error *err) {
  mr_endgame *endgame = build->endgame;
  endgame_table *table = build->table;
  mr_player mover = {x->player};
  bool legal = mr_game_compose(endgame->game, men, table->men, mover, endgame->work.state);
  mr_node node = legal ? mr_game_node(endgame->game, endgame->work.state) : (mr_node){0};
  legal = legal && (node.kind == MR_NODE_TERMINAL ||
                    (node.kind == MR_NODE_DECISION && node.player.id == x->player));
  if (!build->trial) {
    table->code[x->player][x->index] = legal ? CODE_DRAWN : CODE_ILLEGAL;
  }
  if (!legal) {
    return MR_OK;
  }
  x->node = x->player * table->positions + x->index;
  if (!table->exact && mr_game_hash(endgame->game, endgame->work.state) !=
                           (x->placing_hash ^ table->side_share[x->player])) {
    build->mistaken = true;
    return MR_OK;
  }
  if (node.kind == MR_NODE_TERMINAL) {
    return end_here(build, x, err);
  }
  if (build->trial && !table->exact && !ends_alike(build, x)) {
    build->mistaken = true;
    return MR_OK;
  }
  tally sum = {0};
  mr_status status = expand_node(build, x, &sum, err);
  if (status == MR_OK && !build->trial) {
    store_node(build, &sum, &table->code[x->player][x->index],
               &build->successors_left[x->player][x->index]);
    status = expand_irregular(build, err);
  }
  return status;
}

/* Looks at one placing with either player to move. */
static mr_status visit_both(endgame_build *build, uint32_t index, mr_error *err) {
  endgame_source x = {.table = build->table, .index = index};
  mr_placement men[MEN_MAX];
  mr_endgame_unrank(build->endgame, build->table, index, x.at);
  if (!mr_endgame_place(build->table, x.at, men)) {
    if (!build->trial) {
      build->table->code[0][index] = CODE_ILLEGAL;
      build->table->code[1][index] = CODE_ILLEGAL;
    }
    return MR_OK;
  }
  source_sort(&x, men);
  x.placing_hash = mr_endgame_placing_hash(build->table, x.at);
  mr_status status = MR_OK;
  for (x.player = 0; x.player < 2 && status == MR_OK && !build->lacking; x.player++) {
    status = visit(build, &x, men, err);
  }
  return status;
}

/* Whether a move leads to what is no position: then hashes and ends were not what they seemed. */
static bool has_illegal_target(const endgame_build *build) {
  const endgame_table *table = build->table;
  for (unsigned player = 0; player < 2; player++) {
    for (size_t i = 0; i < table->positions; i++) {
      uint64_t any = 0;
      for (size_t w = 0; w < build->words[player]; w++) {
        any |= build->from[player][i * build->words[player] + w];
      }
      if (any != 0 && table->code[player][i] == CODE_ILLEGAL) {
        return true;
      }
    }
  }
  for (size_t i = 0; i < build->edge_count; i++) {
    uint32_t to = build->edges[i].to;
    if (to < 2 * table->positions &&
        table->code[to / table->positions][to % table->positions] == CODE_ILLEGAL) {
      return true;
    }
  }
  return false;
}

mr_status mr_endgame_expand(endgame_build *build, mr_error *err) {
  uint32_t positions = build->table->positions;
  mr_status status = MR_OK;
  for (uint32_t i = 0; i < positions; i++) {
    if (i % REPORT_EVERY == 0) {
      status = mr_endgame_report(build->endgame,
                                 &(mr_endgame_progress){.name = build->table->summary.name,
                                                        .phase = MR_ENDGAME_MOVES,
                                                        .done = i,
                                                        .total = positions},
                                 err);
    }
    if (status == MR_OK) {
      status = visit_both(build, i, err);
    }
    if (status != MR_OK || build->lacking || build->mistaken) {
      return status;
    }
  }
  build->mistaken = !build->table->exact && has_illegal_target(build);
  mr_endgame_edges_sort(build);
  return MR_OK;
}

/* The random numbers of a sample do not depend on where it goes on. */
static uint32_t sample_at(const endgame_table *table, unsigned i) {
  return table->positions <= SAMPLES
             ? i
             : (uint32_t)(mr_mix64(SAMPLE_SEED + (uint64_t)i) % table->positions);
}

mr_status mr_endgame_sample(endgame_build *build, mr_error *err) {
  endgame_table *table = build->table;
  for (; table->sampled < SAMPLES && table->sampled < table->positions; table->sampled++) {
    mr_status status = visit_both(build, sample_at(table, table->sampled), err);
    if (status != MR_OK || build->lacking || build->mistaken) {
      return status;
    }
  }
  return MR_OK;
}
