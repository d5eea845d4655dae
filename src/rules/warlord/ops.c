#include "base/text.h"
#include "rules/warlord/warlord.h"

static mr_node node(const mr_game *base, const mr_state *opaque) {
  const mr_wl_head *h = &mr_wl_state_of(opaque)->head;
  switch ((mr_wl_phase)h->phase) {
  case MR_WL_LOTS:
    return (mr_node){MR_NODE_CHANCE, MR_NOBODY};
  case MR_WL_OVER:
    return (mr_node){MR_NODE_TERMINAL, MR_NOBODY};
  case MR_WL_DEPLOY:
  case MR_WL_PLAY:
  case MR_WL_ENTER:
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
  unsigned winner = mr_wl_state_of(opaque)->head.winner;
  mr_score_won_by(base, winner == MR_WL_DRAWN ? MR_NOBODY_ID : winner, out);
}

/* Leaders by the sum of their levels, then all units by what they are worth in the field. */
static long strength(const mr_wl_game *game, const mr_wl_state *state, unsigned side) {
  static const int worth[MR_WL_KINDS] = {
      [MR_WL_PROMOTED] = 2, [MR_WL_HEAVY] = 5,    [MR_WL_CANNON] = 5,
      [MR_WL_LIGHT] = 3,    [MR_WL_INFANTRY] = 1,
  };
  const mr_wl_unit *units = mr_wl_units_const(game, state) + side * game->side_max;
  long levels = state->head.levels[side], others = 0;
  for (unsigned i = 0; i < state->head.units[side]; i++) {
    if (units[i].cell != MR_WL_OFF_BOARD) {
      others += worth[units[i].kind];
    }
  }
  return levels * 1000000 + others;
}

static void adjudicate(const mr_game *base, const mr_state *opaque, uint8_t *out) {
  const mr_wl_game *game = mr_wl_game_of(base);
  const mr_wl_state *state = mr_wl_state_of(opaque);
  long ahead = strength(game, state, MR_WL_WHITE) - strength(game, state, MR_WL_BLACK);
  mr_score_won_by(base, ahead == 0 ? MR_NOBODY_ID : ahead > 0 ? MR_WL_WHITE : MR_WL_BLACK, out);
}

/* Repetition and quiet turns; that nobody wants to act any more is a decision of both. */
static bool play_on(const mr_game *base, mr_state *opaque) {
  const mr_wl_game *game = mr_wl_game_of(base);
  mr_wl_head *h = &mr_wl_writable(opaque)->head;
  if (h->phase != MR_WL_OVER || (h->end != mr_wl_rule(game, MR_WL_RULE_REPETITION) &&
                                 h->end != mr_wl_rule(game, MR_WL_RULE_QUIET))) {
    return false;
  }
  h->phase = h->goes_on;
  h->end = h->winner = 0;
  return true;
}

static mr_rule_index ended_by(const mr_game *base, const mr_state *opaque) {
  (void)base;
  return mr_wl_state_of(opaque)->head.end;
}

/* ---- what each side plays for, and whether the definition alone forbids it ------------------- */

typedef struct goal_list {
  const mr_wl_game *game;
  mr_goal *items;
  size_t count;
  unsigned side; /**< who would win */
} goal_list;

static mr_str add_goal(goal_list *list, unsigned rule) {
  mr_goal *goal = &list->items[list->count++];
  *goal = (mr_goal){.rule = mr_wl_rule(list->game, rule)};
  while (list->game->base.info.team[goal->player.id] != list->side) {
    goal->player.id++;
  }
  mr_str obstacle = mr_str_fixed(goal->obstacle, sizeof goal->obstacle);
  return obstacle;
}

/** Whether leaders of a side may be captured more than once: those of a share come back (WL-37a)
 * while another one is left, for who has none has lost. */
static bool leaders_return(const mr_wl_game *game, unsigned side) {
  unsigned share = game->replacement_share > 1 ? game->replacement_share : 1;
  return game->replacement_leaders && game->original[side] > share;
}

/** A goal for which so many leaders of the other side have to be captured. */
static void add_captures(goal_list *list, unsigned rule, unsigned captures) {
  unsigned enemy = list->side ^ 1u, leaders = list->game->original[enemy];
  mr_str obstacle = add_goal(list, rule);
  if (leaders < captures && !leaders_return(list->game, enemy)) {
    mr_str_format(&obstacle, "it asks for %u captured leader%s, and the other side has %u in all",
                  captures, mr_text_plural(captures), leaders);
  }
}

/** A goal for which so many towns have to be held at once, each by a unit. */
static void add_towns(goal_list *list, unsigned rule, unsigned wanted, unsigned towns) {
  unsigned units = mr_wl_units_most(list->game, list->side);
  mr_str obstacle = add_goal(list, rule);
  if (towns < wanted) {
    mr_str_format(&obstacle, "it asks for %u town%s, and the map has %u", wanted,
                  mr_text_plural(wanted), towns);
  } else if (units < wanted) {
    mr_str_format(&obstacle, "it asks for units in %u town%s, and the side has %u in all", wanted,
                  mr_text_plural(wanted), units);
  }
}

/** WL-46 to WL-48. */
static void add_later(goal_list *list) {
  const mr_wl_game *game = list->game;
  if (game->home_towns_to_win > 0) { /* there are so many, or the definition is refused */
    add_towns(list, MR_WL_RULE_HOMES, game->home_towns_to_win, game->home_towns_to_win);
  }
  if (game->last_turn_counts != MR_WL_COUNT_NOTHING) {
    unsigned most = mr_wl_counted_most(game, list->side);
    mr_str obstacle = add_goal(list, MR_WL_RULE_LAST_TURN);
    if (most < game->last_turn_needs) {
      mr_str_format(&obstacle, "it asks for %u, and the side never has more than %u",
                    game->last_turn_needs, most);
    }
  }
  if (list->game->defeat_units > 0) {
    (void)add_goal(list, MR_WL_RULE_UNITS);
  }
}

static size_t goals(const mr_game *base, mr_goal *out) {
  const mr_wl_game *game = mr_wl_game_of(base);
  goal_list list = {.game = game, .items = out};
  unsigned towns = 0;
  for (unsigned cell = 0; cell < game->cells; cell++) {
    towns += game->ground[cell] == MR_WL_TOWN;
  }
  for (list.side = 0; list.side < 2; list.side++) {
    add_later(&list); /* what a definition adds is what it is about */
    /* Who has too few levels has lost before the last leader is gone. */
    if (game->defeat_level > 0) {
      (void)add_goal(&list, MR_WL_RULE_LEVELS);
    } else if (!game->six_leaders || game->original[list.side ^ 1u] < 6) {
      add_captures(&list, MR_WL_RULE_LAST, 1);
    }
    if (game->short_game) {
      add_captures(&list, MR_WL_RULE_SHORT, game->short_leaders);
    }
    if (game->six_leaders) {
      add_captures(&list, MR_WL_RULE_SIX, 6);
    }
    if (game->towns_to_win > 0) {
      add_towns(&list, MR_WL_RULE_TOWNS, game->towns_to_win, towns);
    }
  }
  return list.count;
}

/* ---- the contract ---------------------------------------------------------------------------- */

const mr_game_ops mr_wl_ops = {
    .node = node,
    .actions = mr_wl_actions,
    .legal = mr_wl_legal,
    .make = mr_wl_make,
    .unmake = mr_wl_unmake,
    .hash = mr_wl_hash,
    .rehash = mr_wl_rehash,
    .score = score,
    .adjudicate = adjudicate,
    .goals = goals,
    .ended_by = ended_by,
    .play_on = play_on,
    .format_action = mr_wl_format_action,
    .parse_action = mr_wl_parse_action,
    .format_state = mr_wl_format_state,
    .parse_state = mr_wl_parse_state,
    .cell_text = mr_wl_cell_text,
    .piece_text = mr_wl_piece_text,
    .form = mr_wl_form,
    .view = mr_wl_view,
    .page = mr_wl_page,
};

const mr_chance_ops mr_wl_chance = {.chances = chances};

const mr_hidden_ops mr_wl_hidden = {
    .observe = mr_wl_observe,
    .determinize = mr_wl_determinize,
    .fully_known = mr_wl_fully_known,
    .sees = mr_wl_sees,
};

const mr_setup_ops mr_wl_setup = {.read_setup = mr_wl_read_setup};
