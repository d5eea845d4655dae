#include "endgame/endgame_priv.h"

/* A node that has just been decided. */
typedef struct decided {
  uint32_t node;
  uint8_t player;
  bool won; /* by that player */
  unsigned plies;
} decided;

/* A node from which there is a move to one that has been decided. */
static void update_predecessor(endgame_build *build, uint32_t from, const decided *node) {
  uint32_t positions = build->table->positions;
  uint16_t *code = NULL;
  uint16_t *successors_left = NULL;
  uint8_t player = 0;
  if (from < 2 * positions) {
    player = from >= positions;
    uint32_t index = player == 0 ? from : from - positions;
    code = &build->table->code[player][index];
    successors_left = &build->successors_left[player][index];
  } else {
    endgame_irregular *irregular = irregular_at(build, from);
    player = irregular->player;
    code = &irregular->code;
    successors_left = &irregular->successors_left;
  }
  unsigned plies = node->plies + 1;
  bool won_before = *code != CODE_DRAWN && code_is_won(*code);
  if (node->won == (player == node->player)) {
    if (!won_before || code_plies(*code) > plies) {
      *code = code_won(plies);
    }
  } else if (!won_before && *successors_left != NEVER_LOST && --*successors_left == 0 &&
             (*code == CODE_DRAWN || code_plies(*code) < plies)) {
    *code = code_lost(plies);
  }
  if (plies > build->most) {
    build->most = plies;
  }
}

static void update_edges(endgame_build *build, const decided *node) {
  const endgame_edge *edge = mr_endgame_edges_to(build, node->node);
  const endgame_edge *end = (const endgame_edge *)build->edges.items + build->edges.count;
  for (; edge < end && edge->to == node->node; edge++) {
    update_predecessor(build, edge->from, node);
  }
}

/* Tells all nodes from which there is a move to a position. */
static void update_predecessors(endgame_build *build, uint32_t index, const decided *node) {
  const endgame_table *table = build->table;
  uint8_t player = node->player;
  uint32_t first = player == 0 ? table->positions : 0;
  uint16_t at[MEN_MAX];
  mr_endgame_unrank(build->endgame, table, index, at);
  for (size_t w = 0; w < build->words[player]; w++) {
    uint64_t bits = build->from[player][index * build->words[player] + w];
    for (; bits != 0; bits &= bits - 1) {
      size_t bit = 64 * w + mr_lowest_bit64(bits);
      unsigned man = build->bit_man[player][bit];
      uint32_t change = mr_endgame_index_change(build->endgame, group_of_man(table, man), at,
                                                build->bit_local[player][bit], &man);
      update_predecessor(build, first + index + change, node);
    }
  }
  if (build->edges.count > 0) {
    update_edges(build, node);
  }
}

enum { STRIP = 64 };

/* Whether any of STRIP codes is one of two: quick, for most are not. */
static bool strip_has(const uint16_t *codes, uint16_t a, uint16_t b) {
  unsigned any = 0;
  for (unsigned i = 0; i < STRIP; i++) {
    any |= (unsigned)(codes[i] == a) | (unsigned)(codes[i] == b);
  }
  return any != 0;
}

static void decide_positions(endgame_build *build, uint8_t player, unsigned plies) {
  uint32_t positions = build->table->positions;
  const uint16_t *code = build->table->code[player];
  uint16_t won = code_won(plies);
  uint16_t lost = code_lost(plies);
  for (uint32_t i = 0; i < positions; i++) {
    while (i % STRIP == 0 && positions - i >= STRIP && !strip_has(code + i, won, lost)) {
      i += STRIP;
    }
    if (i < positions &&
        (code[i] == won || (code[i] == lost && build->successors_left[player][i] == 0))) {
      decided node = {
          .node = player * positions + i, .player = player, .won = code[i] == won, .plies = plies};
      update_predecessors(build, i, &node);
    }
  }
}

mr_status mr_endgame_retro(endgame_build *build, mr_error *err) {
  endgame_table *table = build->table;
  for (unsigned plies = 0; plies <= build->most; plies++) {
    if (plies >= PLIES_MAX) {
      return mr_error_set(err, MR_ERR_LIMIT, "a win of more than %d plies", PLIES_MAX);
    }
    mr_endgame_progress progress = {
        .name = table->summary.name, .phase = MR_ENDGAME_BACK, .done = plies};
    mr_status status = mr_endgame_report(build->endgame, &progress, err);
    if (status != MR_OK) {
      return status;
    }
    decide_positions(build, 0, plies);
    decide_positions(build, 1, plies);
    for (uint32_t i = 0; i < build->irregular.count; i++) {
      decided node = {.node = 2 * table->positions + i, .plies = plies};
      const endgame_irregular *irregular = irregular_at(build, node.node);
      node.player = irregular->player;
      node.won = irregular->code == code_won(plies);
      if (node.won || (irregular->code == code_lost(plies) && irregular->successors_left == 0)) {
        update_edges(build, &node);
      }
    }
  }
  /* What may still be lost when nothing is left to decide is a draw. */
  for (unsigned player = 0; player < 2; player++) {
    uint16_t *code = table->code[player];
    for (size_t i = 0; i < table->positions; i++) {
      if (code[i] != CODE_ILLEGAL && !code_is_won(code[i]) &&
          build->successors_left[player][i] != 0) {
        code[i] = CODE_DRAWN;
      }
    }
  }
  return MR_OK;
}
