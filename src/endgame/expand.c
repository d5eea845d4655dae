#include <marcher/compose.h>
#include <string.h>

#include "endgame/endgame_priv.h"

enum { SAMPLES = 8192, SAMPLE_SEED = 2, REPORT_EVERY = 1 << 14, DEPTH_MOST = 16, WALKS = 256 };

/* What the moves of one node come to. */
typedef struct tally {
  unsigned successors_left;
  unsigned win;  /* 1 + plies of the quickest win that is known; 0: none */
  unsigned loss; /* 1 + plies of the slowest loss that is known; 0: none */
  bool draw;
} tally;

mr_status mr_endgame_end_result(const mr_game *game, const mr_state *state,
                                mr_tablebase_result *out, mr_error *err) {
  uint8_t score[MR_MAX_PLAYERS];
  mr_game_score(game, state, score);
  bool won = score[0] == MR_SCORE_WIN || score[1] == MR_SCORE_WIN;
  if (!won && score[0] != score[1]) {
    return mr_error_set(err, MR_ERR_UNSUPPORTED,
                        "no tables of endings: a game of these men can end in %u quarters to %u",
                        score[0], score[1]);
  }
  unsigned winner = !won ? MR_NOBODY_ID : score[0] == MR_SCORE_WIN ? 0 : 1;
  *out = (mr_tablebase_result){.winner = {(uint8_t)winner}};
  return MR_OK;
}

/* Notes an action whose end is known. */
static mr_status tally_known(tally *sum, uint8_t player, mr_tablebase_result end, mr_error *err) {
  if (end.winner.id == MR_NOBODY_ID) {
    sum->draw = true;
    return MR_OK;
  }
  if (end.plies + 1 > PLIES_MAX) {
    return mr_error_set(err, MR_ERR_LIMIT, "a win of more than %d plies", PLIES_MAX);
  }
  unsigned plies = end.plies + 2;
  if (end.winner.id != player) {
    sum->loss = plies > sum->loss ? plies : sum->loss;
  } else if (sum->win == 0 || plies < sum->win) {
    sum->win = plies;
  }
  return MR_OK;
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

static bool same_man(const mr_placement *a, const mr_placement *b) {
  return a->cell.id == b->cell.id && a->piece.id == b->piece.id;
}

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
    if (both && same_man(&x->men[i], &men[j])) {
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

/* @param who index into x->men @return false: he is not the mover's, or his new square not his */
static bool step_find(const mr_endgame *endgame, const endgame_source *x, size_t who, mr_cell to,
                      step *out) {
  unsigned man = x->man_of[who];
  const endgame_group *group = group_of_man(x->table, man);
  uint16_t local = to.id < CELLS_MAX ? group->local[to.id] : NO_LOCAL;
  if (group->owner.id != x->player || local == NO_LOCAL) {
    return false;
  }
  *out = (step){.slot = man, .from = x->at[man]};
  out->placing_hash = x->placing_hash ^ group->share[out->from] ^ group->share[local];
  out->index = x->index + mr_endgame_index_change(endgame, group, x->at, local, &out->slot);
  return true;
}

/* Keeps the bit of a move, unless this is a trial. @return whether it is new */
static bool keep_bit(endgame_build *build, const step *move, unsigned mover) {
  if (build->trial) {
    return true;
  }
  unsigned bit = build->base[move->slot] + move->from;
  uint64_t *word = &build->from[mover][move->index * build->words[mover] + bit / 64];
  uint64_t mask = UINT64_C(1) << (bit % 64);
  bool fresh = (*word & mask) == 0;
  *word |= mask;
  return fresh;
}

/* ---- what is lacking ------------------------------------------------------------------------- */

/* A table that is being put together. */
typedef struct derivation {
  mr_endgame_men men;
  uint8_t from[MEN_MAX]; /* which man of the table before each was */
  bool used[MEN_MAX];    /* men of the source who are accounted for */
} derivation;

/*
 * The man of `x`, not yet in `used`, from whom a man who was not there before can have come: of his
 * kind if possible. @return index into x->men, or MEN_MAX
 */
static size_t origin_of(const endgame_source *x, const bool *used, mr_piece piece, uint8_t owner) {
  size_t found = MEN_MAX;
  for (size_t i = 0; i < x->table->men; i++) {
    const endgame_group *group = group_of_man(x->table, x->man_of[i]);
    if (!used[i] && group->owner.id == owner && (found == MEN_MAX || group->piece.id == piece.id)) {
      found = i;
    }
  }
  return found;
}

/*
 * Adds a man: where he is now, and who he was. Men stay in the order of the table before, which is
 * the reverse of how they are written. @param who index into x->men; MEN_MAX: nobody
 */
static mr_status derive_man(const mr_endgame *endgame, const endgame_source *x,
                            const mr_placement *man, size_t who, derivation *d, mr_error *err) {
  if (who == MEN_MAX) {
    return mr_error_set(err, MR_ERR_UNSUPPORTED,
                        "no tables of endings in which men come onto the board");
  }
  uint8_t from = x->man_of[who];
  const endgame_group *group = group_of_man(x->table, from);
  if (man->cell.id >= CELLS_MAX || !cells_have(&group->cells, man->cell.id)) {
    char text[2 * MR_ACTION_TEXT_MAX];
    mr_str out = mr_str_fixed(text, sizeof text);
    mr_game_piece_text(endgame->game, man->piece, &out);
    mr_str_add(&out, " can come to ");
    mr_game_cell_text(endgame->game, man->cell, &out);
    return mr_error_set(err, MR_ERR_UNSUPPORTED,
                        "the men can leave the squares that the table is of: %s", text);
  }
  const endgame_letter *letter = mr_endgame_letter_of(&endgame->letters, man->piece);
  size_t i = d->men.count++;
  for (; i > 0 && d->from[i - 1] < from; i--) {
    d->men.items[i] = d->men.items[i - 1];
    d->from[i] = d->from[i - 1];
  }
  d->men.items[i] =
      (mr_endgame_man){letter != NULL ? letter->owner : group->owner, man->piece, group->cells};
  d->from[i] = from;
  d->used[who] = true;
  return MR_OK;
}

/* Works out which table it is that a move from `x` leads to: who stayed first, then who came. */
static mr_status derive(endgame_build *build, const endgame_source *x, size_t count,
                        mr_error *err) {
  const mr_endgame *endgame = build->endgame;
  derivation d = {.men = {0}};
  mr_status status = MR_OK;
  if (count == 0 || count > MEN_MAX) {
    return mr_error_set(err, MR_ERR_UNSUPPORTED, "no tables of endings in which %s",
                        count == 0 ? "no man is left" : "men come onto the board");
  }
  for (size_t i = 0; i < 2 * count && status == MR_OK; i++) {
    const mr_placement *man = &endgame->work.men[i % count];
    size_t who = 0;
    while (who < x->table->men && !same_man(&x->men[who], man)) {
      who++;
    }
    bool stayed = who < x->table->men;
    if (!stayed) {
      const endgame_letter *letter = mr_endgame_letter_of(&endgame->letters, man->piece);
      who = origin_of(x, d.used, man->piece, letter != NULL ? letter->owner.id : x->player);
    }
    if (stayed == (i < count)) {
      status = derive_man(endgame, x, man, who, &d, err);
    }
  }
  build->lack = d.men;
  build->lacking = true;
  return status;
}

/* ---- states that are more than men on squares ------------------------------------------------ */

static mr_status fail_irregular(const endgame_build *build, mr_error *err) {
  return mr_error_set(
      err, MR_ERR_UNSUPPORTED,
      "no tables of endings: in positions of %s more counts than the men on their squares and "
      "whose move it is, such as checks that have been given, or walls",
      build->table->summary.name);
}

/* Whether the state at hand goes on and is more than its men, of whom there is a table. They are
 * composed: how hashes add up may have been learned wrongly, which only the whole pass shows. */
static bool is_irregular(mr_endgame *endgame) {
  const mr_game *game = endgame->game;
  const mr_state *y = endgame->work.state;
  mr_placement *men = endgame->work.men;
  mr_state *composed = endgame->work.other;
  uint16_t at[MEN_MAX];
  mr_node node = mr_game_node(game, y);
  size_t count = mr_game_placements(game, y, men);
  return node.kind == MR_NODE_DECISION && mr_endgame_table_of(endgame, men, count, at) != NULL &&
         !(mr_game_compose(game, men, count, node.player, composed) &&
           mr_game_hash(game, composed) == mr_game_hash(game, y));
}

/* Makes the last move that leads from the state at hand to one that is more than its men and new
 * on the walk. @return whether there is one */
static bool walk_on(mr_endgame *endgame, const uint64_t *seen, size_t seen_count) {
  const mr_game *game = endgame->game;
  mr_state *state = endgame->work.state;
  const endgame_level *level = &endgame->work.levels[1];
  for (size_t i = mr_game_actions(game, state, level->actions); i-- > 0;) {
    mr_game_make(game, state, level->actions[i], level->undo, NULL);
    uint64_t hash = mr_game_hash(game, state);
    size_t k = 0;
    while (k < seen_count && seen[k] != hash) {
      k++;
    }
    if (k == seen_count && is_irregular(endgame)) {
      return true;
    }
    mr_game_unmake(game, state, level->undo);
  }
  return false;
}

/* Whether what the state at hand is more than its men stays through as many moves as the pass
 * forward follows: for plans, which do not keep such states. The way is the one that it takes. */
static bool stays_irregular(mr_endgame *endgame) {
  const mr_game *game = endgame->game;
  uint64_t seen[DEPTH_MOST];
  size_t depth = 0;
  mr_state_copy(game, endgame->work.walked, endgame->work.state);
  do {
    seen[depth++] = mr_game_hash(game, endgame->work.state);
  } while (depth < DEPTH_MOST && walk_on(endgame, seen, depth));
  bool stays = depth == DEPTH_MOST && walk_on(endgame, seen, depth);
  mr_state_copy(game, endgame->work.state, endgame->work.walked);
  return stays;
}

/* ---- where a move leads to ------------------------------------------------------------------- */

/* The state at hand, which no table knows: it is over, or more than men on squares. */
static mr_status reach_irregular(endgame_build *build, const endgame_source *x, tally *sum,
                                 mr_error *err) {
  mr_endgame *endgame = build->endgame;
  const mr_state *y = endgame->work.state;
  mr_node node = mr_game_node(endgame->game, y);
  if (node.kind == MR_NODE_TERMINAL) {
    mr_tablebase_result end = {MR_NOBODY, 0};
    mr_status status = mr_endgame_end_result(endgame->game, y, &end, err);
    return status == MR_OK ? tally_known(sum, x->player, end, err) : status;
  }
  if (node.kind != MR_NODE_DECISION || x->depth == DEPTH_MOST) {
    return fail_irregular(build, err);
  }
  if (build->trial) {
    bool stays = build->unusual++ < WALKS && is_irregular(endgame) && stays_irregular(endgame);
    return stays ? fail_irregular(build, err) : MR_OK;
  }
  uint32_t to = mr_endgame_irregular_node(build, y, node.player.id, (uint8_t)(x->depth + 1));
  if (to == UINT32_MAX || !mr_endgame_edge_add(build, x->node, to)) {
    return mr_endgame_refusal(endgame, build->table->summary.name, err);
  }
  sum->successors_left++;
  return MR_OK;
}

/* The longer way: captures, promotions, several men at once, and irregular states. */
static mr_status reach_far(endgame_build *build, const endgame_source *x, size_t count, tally *sum,
                           mr_error *err) {
  mr_endgame *endgame = build->endgame;
  const mr_state *y = endgame->work.state;
  uint16_t at[MEN_MAX];
  endgame_table *table = mr_endgame_table_of(endgame, endgame->work.men, count, at);
  if (table == NULL) {
    bool over = mr_game_node(endgame->game, y).kind == MR_NODE_TERMINAL;
    return over ? reach_irregular(build, x, sum, err) : derive(build, x, count, err);
  }
  if (table->building && table != build->table) {
    return mr_error_set(err, MR_ERR_UNSUPPORTED,
                        "no tables of endings: %s and %s can turn into each other",
                        table->summary.name, build->table->summary.name);
  }
  uint64_t hash = mr_game_hash(endgame->game, y);
  uint32_t index = mr_endgame_rank(endgame, table, at);
  for (unsigned i = 0; i < 2; i++) {
    unsigned mover = i == 0 ? 1u - x->player : x->player; /* mostly it is the other one's turn */
    if (!mr_endgame_hash_matches(endgame->game, table, at, mover, hash, endgame->work.other)) {
      continue;
    }
    if (table == build->table) {
      sum->successors_left++;
      build->unusual++;
      bool kept =
          build->trial || mr_endgame_edge_add(build, x->node, mover * table->positions + index);
      return kept ? MR_OK : mr_endgame_refusal(endgame, table->summary.name, err);
    }
    if (!table->finished) { /* while plans are made nobody knows what it will say */
      build->lacking = !build->trial;
      build->unfinished = table;
      return MR_OK;
    }
    uint16_t code = mr_endgame_code(table, mover, index);
    if (code != CODE_ILLEGAL) {
      return tally_known(sum, x->player, code_result(code, mover), err);
    }
  }
  return reach_irregular(build, x, sum, err);
}

/* Notes the action that has led from `x` to the state at hand. */
static mr_status reach(endgame_build *build, const endgame_source *x, tally *sum, mr_error *err) {
  mr_endgame *endgame = build->endgame;
  const mr_game *game = endgame->game;
  const endgame_scratch *work = &endgame->work;
  const endgame_table *table = build->table;
  size_t count = mr_game_placements(game, work->state, work->men);
  if (table->exact && mr_game_node(game, work->state).kind == MR_NODE_TERMINAL) {
    return reach_irregular(build, x, sum, err);
  }
  size_t who = 0;
  mr_cell to = MR_NOWHERE;
  step move;
  mr_player mover = {(uint8_t)(1 - x->player)};
  if (x->depth == 0 && one_moved(x, work->men, count, &who, &to) &&
      step_find(endgame, x, who, to, &move)) {
    uint64_t hash = mr_game_hash(game, work->state);
    bool known = table->exact ? mr_game_compose(game, work->men, count, mover, work->other) &&
                                    mr_game_hash(game, work->other) == hash
                              : hash == (move.placing_hash ^ table->side_share[mover.id]);
    if (known) {
      sum->successors_left += keep_bit(build, &move, mover.id);
      return MR_OK;
    }
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
  if (!step_find(endgame, x, who, to, &move)) {
    return false;
  }
  if (build->trial) {
    const endgame_level *level = &endgame->work.levels[0];
    uint64_t hash = move.placing_hash ^ build->table->side_share[1 - x->player];
    mr_game_make(game, endgame->work.state, action, level->undo, NULL);
    build->mistaken = build->mistaken || mr_game_hash(game, endgame->work.state) != hash;
    mr_game_unmake(game, endgame->work.state, level->undo);
  }
  sum->successors_left += keep_bit(build, &move, 1u - x->player);
  return true;
}

/* Makes all moves of the state at hand, and writes down what they come to. */
static mr_status expand_node(endgame_build *build, const endgame_source *x, uint16_t *code,
                             uint16_t *successors_left, mr_error *err) {
  const mr_game *game = build->endgame->game;
  mr_state *state = build->endgame->work.state;
  const endgame_level *level = &build->endgame->work.levels[0];
  size_t count = mr_game_actions(game, state, level->actions);
  mr_status status = MR_OK;
  tally sum = {0};
  for (size_t i = 0; i < count && status == MR_OK && !build->lacking; i++) {
    if (!reach_plain(build, x, level->actions[i], &sum)) {
      mr_game_make(game, state, level->actions[i], level->undo, NULL);
      status = reach(build, x, &sum, err);
      mr_game_unmake(game, state, level->undo);
    }
  }
  if (status != MR_OK || build->trial) {
    return status;
  }
  unsigned plies = 0;
  *code = CODE_DRAWN;
  *successors_left = (uint16_t)(sum.draw ? NEVER_LOST : sum.successors_left);
  if (sum.win > 0) {
    plies = sum.win - 1;
    *code = code_won(plies);
  } else if (!sum.draw && sum.loss > 0) {
    plies = sum.loss - 1;
    *code = code_lost(plies);
  }
  build->most = plies > build->most ? plies : build->most;
  return MR_OK;
}

/* ---- one node after the other ---------------------------------------------------------------- */

/* Makes the moves of the irregular states that have come up. */
static mr_status expand_irregular(endgame_build *build, mr_error *err) {
  mr_endgame *endgame = build->endgame;
  mr_placement *all = endgame->work.men;
  mr_status status = MR_OK;
  while (status == MR_OK && !build->lacking) {
    uint32_t node = mr_endgame_irregular_next(build, endgame->work.state);
    if (node == UINT32_MAX) {
      break;
    }
    const endgame_irregular *own = irregular_at(build, node);
    endgame_source x = {.node = node, .player = own->player, .depth = own->depth};
    size_t count = mr_game_placements(endgame->game, endgame->work.state, all);
    x.table = mr_endgame_table_of(endgame, all, count, x.at); /* reach_far has found it */
    mr_placement men[MEN_MAX];
    mr_endgame_place(x.table, x.at, men);
    source_sort(&x, men);
    uint16_t code = CODE_DRAWN;
    uint16_t successors_left = 0;
    status = expand_node(build, &x, &code, &successors_left, err);
    irregular_at(build, node)->code = code; /* the list may have grown meanwhile */
    irregular_at(build, node)->successors_left = successors_left;
  }
  return status;
}

/* Whether a state that moves lead to ends where its position does: what the tables rely on. */
static bool ends_alike(endgame_build *build, const endgame_source *x) {
  const mr_game *game = build->endgame->game;
  const endgame_scratch *work = &build->endgame->work;
  const endgame_level *level = &work->levels[0];
  mr_state *y = work->state;
  mr_player mover = {(uint8_t)(1 - x->player)};
  size_t count = mr_game_actions(game, y, level->actions);
  bool alike = true;
  for (size_t i = 0; i < count && alike; i++) {
    mr_game_make(game, y, level->actions[i], level->undo, NULL);
    size_t men = mr_game_placements(game, y, work->men);
    alike = men > MEN_MAX || !mr_game_compose(game, work->men, men, mover, work->other) ||
            mr_game_hash(game, y) != mr_game_hash(game, work->other) ||
            mr_game_node(game, y).kind == mr_game_node(game, work->other).kind;
    mr_game_unmake(game, y, level->undo);
  }
  return alike;
}

/* Looks at one position with one player to move. @param men in the order of the table */
static mr_status visit(endgame_build *build, endgame_source *x, const mr_placement *men,
                       mr_error *err) {
  mr_endgame *endgame = build->endgame;
  mr_state *state = endgame->work.state;
  endgame_table *table = build->table;
  bool legal = mr_game_compose(endgame->game, men, table->men, (mr_player){x->player}, state);
  mr_node node = legal ? mr_game_node(endgame->game, state) : (mr_node){0};
  legal = legal && is_position(node, x->player);
  if (!build->trial) {
    table->code[x->player][x->index] = legal ? CODE_DRAWN : CODE_ILLEGAL;
  }
  if (!legal) {
    return MR_OK;
  }
  table->legal = true;
  x->node = x->player * table->positions + x->index;
  uint64_t hash = x->placing_hash ^ table->side_share[x->player];
  if (!table->exact && mr_game_hash(endgame->game, state) != hash) {
    build->mistaken = true;
    return MR_OK;
  }
  uint16_t code = CODE_DRAWN;
  uint16_t successors_left = NEVER_LOST;
  mr_status status = MR_OK;
  if (node.kind == MR_NODE_TERMINAL) {
    mr_tablebase_result end = {MR_NOBODY, 0};
    status = mr_endgame_end_result(endgame->game, state, &end, err);
    if (end.winner.id != MR_NOBODY_ID) {
      code = end.winner.id == x->player ? code_won(0) : code_lost(0);
      successors_left = 0;
    }
  } else if (build->trial && !table->exact && !ends_alike(build, x)) {
    build->mistaken = true;
  } else {
    status = expand_node(build, x, &code, &successors_left, err);
  }
  if (status == MR_OK && !build->trial) {
    table->code[x->player][x->index] = code;
    build->successors_left[x->player][x->index] = successors_left;
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
  const endgame_edge *edges = build->edges.items;
  for (size_t i = 0; i < build->edges.count; i++) {
    uint32_t to = edges[i].to;
    if (to < 2 * table->positions &&
        table->code[to / table->positions][to % table->positions] == CODE_ILLEGAL) {
      return true;
    }
  }
  return false;
}

mr_status mr_endgame_expand(endgame_build *build, mr_error *err) {
  mr_endgame_progress progress = {.name = build->table->summary.name,
                                  .phase = MR_ENDGAME_MOVES,
                                  .total = build->table->positions};
  mr_status status = MR_OK;
  for (uint32_t i = 0; i < build->table->positions; i++) {
    if (i % REPORT_EVERY == 0) {
      progress.done = i;
      status = mr_endgame_report(build->endgame, &progress, err);
    }
    if (status == MR_OK) {
      status = visit_both(build, i, err);
    }
    if (status != MR_OK || !is_sound(build)) {
      return status;
    }
  }
  build->mistaken = !build->table->exact && has_illegal_target(build);
  mr_endgame_edges_sort(build);
  return MR_OK;
}

/* The random numbers of a sample do not depend on where it goes on. */
mr_status mr_endgame_sample(endgame_build *build, mr_error *err) {
  endgame_table *table = build->table;
  for (; table->sampled < SAMPLES && table->sampled < table->positions; table->sampled++) {
    uint32_t index = mr_endgame_sample_index(table, SAMPLES, SAMPLE_SEED, table->sampled);
    mr_status status = visit_both(build, index, err);
    if (status != MR_OK || !is_sound(build)) {
      return status;
    }
  }
  return MR_OK;
}
