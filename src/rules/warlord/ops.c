#include "rules/warlord/warlord.h"

static void start(const mr_game *base, mr_state *out) {
  mr_state_copy(base, out, mr_wl_game_of(base)->start);
}

static mr_node node(const mr_game *base, const mr_state *opaque) {
  const mr_wl_head *h = &mr_wl_state_of(opaque)->head;
  switch ((mr_wl_phase)h->phase) {
  case MR_WL_LOTS:
    return (mr_node){MR_NODE_CHANCE, MR_NOBODY};
  case MR_WL_OVER:
    return (mr_node){MR_NODE_TERMINAL, MR_NOBODY};
  case MR_WL_DEPLOY:
  case MR_WL_PLAY:
    break;
  }
  return (mr_node){MR_NODE_DECISION, mr_wl_seat(mr_wl_game_of(base), h->side, h->member)};
}

static size_t chances(const mr_game *base, const mr_state *opaque, mr_chance *out,
                      uint64_t *total) {
  (void)base;
  (void)opaque;
  out[0] = (mr_chance){mr_wl_action(MR_WL_ACT_LOTS, MR_WL_WHITE, 0), 1};
  out[1] = (mr_chance){mr_wl_action(MR_WL_ACT_LOTS, MR_WL_BLACK, 0), 1};
  *total = 2;
  return 2;
}

static void score(const mr_game *base, const mr_state *opaque, uint8_t *out) {
  const mr_game_info *info = &base->info;
  unsigned winner = mr_wl_state_of(opaque)->head.winner;
  for (unsigned seat = 0; seat < info->players; seat++) {
    out[seat] = winner == MR_WL_DRAWN ? MR_SCORE_WIN / 2
                                      : (uint8_t)(winner == info->team[seat] ? MR_SCORE_WIN : 0);
  }
}

/* Leaders by the sum of their levels, then all men by what they are worth in the field. */
static long strength(const mr_wl_game *game, const mr_wl_state *state, unsigned side) {
  static const int worth[MR_WL_KINDS] = {
      [MR_WL_PROMOTED] = 2, [MR_WL_HEAVY] = 5,    [MR_WL_CANNON] = 5,
      [MR_WL_LIGHT] = 3,    [MR_WL_INFANTRY] = 1,
  };
  const mr_wl_unit *units = mr_wl_units_const(game, state) + side * game->side_max;
  long levels = state->head.levels[side], men = 0;
  for (unsigned i = 0; i < state->head.units[side]; i++) {
    if (units[i].cell != MR_WL_OFF_BOARD) {
      men += worth[units[i].kind];
    }
  }
  return levels * 1000000 + men;
}

static void standing(const mr_game *base, const mr_state *opaque, uint8_t *out) {
  const mr_wl_game *game = mr_wl_game_of(base);
  const mr_wl_state *state = mr_wl_state_of(opaque);
  long ahead = strength(game, state, MR_WL_WHITE) - strength(game, state, MR_WL_BLACK);
  for (unsigned seat = 0; seat < base->info.players; seat++) {
    bool white = base->info.team[seat] == MR_WL_WHITE;
    out[seat] = ahead == 0 ? MR_SCORE_WIN / 2 : white == (ahead > 0) ? MR_SCORE_WIN : 0;
  }
}

static mr_rule_index ended_by(const mr_game *base, const mr_state *opaque) {
  (void)base;
  return mr_wl_state_of(opaque)->head.end;
}

static void destroy(mr_game *base) {
  mr_wl_game *game = (mr_wl_game *)(void *)base;
  const mr_allocator *allocator = game->allocator;
  mr_state_free(base, allocator, game->start);
  mr_arena_done(&game->arena);
  mr_alloc_free(allocator, game, sizeof *game);
}

const mr_game_ops mr_wl_ops = {
    .start = start,
    .node = node,
    .actions = mr_wl_actions,
    .chances = chances,
    .legal = mr_wl_legal,
    .make = mr_wl_make,
    .unmake = mr_wl_unmake,
    .hash = mr_wl_hash,
    .rehash = mr_wl_rehash,
    .score = score,
    .adjudicate = standing,
    .goals = mr_wl_goals,
    .ended_by = ended_by,
    .observe = mr_wl_observe,
    .determinize = mr_wl_determinize,
    .fully_known = mr_wl_fully_known,
    .sees = mr_wl_sees,
    .format_action = mr_wl_format_action,
    .parse_action = mr_wl_parse_action,
    .format_state = mr_wl_format_state,
    .parse_state = mr_wl_parse_state,
    .read_setup = mr_wl_read_setup,
    .cell_text = mr_wl_cell_text,
    .piece_text = mr_wl_piece_text,
    .form = mr_wl_form,
    .view = mr_wl_view,
    .page = mr_wl_page,
    .destroy = destroy,
};
