/* What each side plays for, and whether the definition alone forbids that it is ever reached. */
#include "base/text.h"
#include "rules/fairy/fairy.h"

/** The goals found so far. */
typedef struct goal_list {
  const mr_fy_game *game;
  mr_goal *items;
  size_t count;
} goal_list;

/** Adds a goal of a side; its obstacle, as yet none, is to be written to what is returned. */
static mr_str add_goal(goal_list *list, mr_fy_feature feature, unsigned side) {
  mr_goal *goal = &list->items[list->count++];
  *goal = (mr_goal){.player = {(uint8_t)side}, .rule = list->game->rule_of[feature]};
  mr_str obstacle = mr_str_fixed(goal->obstacle, sizeof goal->obstacle);
  return obstacle;
}

/** The kinds, and those that can become one of them. */
static uint64_t with_ancestors(const mr_fy_rules *rules, uint64_t kinds, unsigned side) {
  uint64_t before = 0;
  while (kinds != before) {
    before = kinds;
    for (unsigned kind = 1; kind <= rules->kind_count; kind++) {
      for (unsigned i = 0; i < rules->kinds[kind].promotion_count[side]; i++) {
        uint64_t form = UINT64_C(1) << rules->kinds[kind].promotions[side][i];
        kinds |= (kinds & form) != 0 ? UINT64_C(1) << kind : 0;
      }
    }
  }
  return kinds;
}

/** The pieces of some kinds with which a side begins, on the board and in its hand. */
static unsigned count_at_start(const mr_fy_game *game, uint64_t kinds, unsigned side) {
  const uint8_t *board = mr_fy_board_const(game->base.start);
  const mr_fy_state *start = mr_fy_state_of_const(game->base.start);
  unsigned count = 0;
  for (unsigned cell = 0; cell < game->rules.cells; cell++) {
    count += mr_fy_is_one_of(board[cell], side, kinds);
  }
  for (unsigned i = 0; game->rules.drops && i < game->rules.hand_count; i++) {
    count += (kinds >> game->rules.hand_kind[i] & 1) != 0 ? start->hand[side][i] : 0u;
  }
  return count;
}

static void add_flag(goal_list *list, unsigned side) {
  const mr_fy_game *game = list->game;
  const mr_fy_flag *flag = &game->rules.flag;
  if (flag->kinds[side] == 0) {
    return;
  }
  mr_str obstacle = add_goal(list, MR_FY_RULE_FLAG, side);
  unsigned reached = 0;
  for (unsigned cell = 0; cell < game->rules.cells; cell++) {
    bool found = false;
    for (unsigned kind = 1; kind <= game->rules.kind_count; kind++) {
      found = found || ((flag->kinds[side] >> kind & 1) != 0 &&
                        mr_fy_set_has(&game->reach[MR_FY_CODE(kind, side)], cell));
    }
    reached += found && mr_fy_set_has(&flag->region[side], cell);
  }
  uint64_t kinds = with_ancestors(&game->rules, flag->kinds[side], side);
  unsigned men = count_at_start(game, kinds, side);
  if (reached == 0) {
    mr_str_add(&obstacle, "none of the pieces that count can ever stand on one of its squares");
  } else if (reached < flag->count) {
    mr_str_format(&obstacle, "it asks for %u piece%s, and they can reach only %u of its squares",
                  (unsigned)flag->count, mr_text_plural(flag->count), reached);
  } else if (men < flag->count && !game->rules.captures_to_hand) {
    mr_str_format(&obstacle, "it asks for %u piece%s, and there are never more than %u that count",
                  (unsigned)flag->count, mr_text_plural(flag->count), men);
  }
}

/** Whether a side ever has a piece of some kinds. */
static bool can_have(const mr_fy_game *game, uint64_t kinds, unsigned side) {
  bool found = false;
  for (unsigned kind = 1; kind <= game->rules.kind_count; kind++) {
    found = found || ((kinds >> kind & 1) != 0 && mr_fy_is_used(game, MR_FY_CODE(kind, side)));
  }
  return found;
}

/** The loss of one side's pieces, which is the other's goal. */
static void add_extinction(goal_list *list, unsigned side) {
  const mr_fy_game *game = list->game;
  const mr_fy_extinction *e = &game->rules.extinction;
  unsigned loser = side ^ 1u;
  const mr_fy_needs *needs = &e->needs[loser];
  if (e->value == MR_FY_WIN && can_have(game, e->needs[side].kinds, side)) {
    (void)add_goal(list, MR_FY_RULE_EXTINCTION, side); /* who loses them wins */
  }
  if (e->value != MR_FY_LOSS) {
    return;
  }
  unsigned kinds = 0, royal = 0;
  for (unsigned kind = 1; kind <= game->rules.kind_count; kind++) {
    if ((needs->kinds >> kind & 1) != 0 && mr_fy_is_used(game, MR_FY_CODE(kind, loser))) {
      kinds++;
      royal += game->rules.kinds[kind].royal[loser];
    }
  }
  if (kinds == 0) {
    return;
  }
  mr_str obstacle = add_goal(list, MR_FY_RULE_EXTINCTION, side);
  if (needs->together ? royal > needs->count : royal == kinds) {
    mr_str_add(&obstacle, "the pieces that have to be captured are royal, and royal pieces are "
                          "never captured");
  } else if (e->rest > 0 && !can_have(game, needs->kinds, side)) {
    mr_str_format(&obstacle,
                  "it counts only while the other side has at least %u of them, and "
                  "that side never has one",
                  (unsigned)e->rest);
  }
}

static void add_checkmate(goal_list *list, unsigned side) {
  const mr_fy_game *game = list->game;
  const mr_fy_extinction *e = &game->rules.extinction;
  uint64_t kings = game->rules.no_checks ? 0 : mr_fy_royal_kinds(&game->rules);
  mr_fy_outcome value = game->rules.checkmate; /* for the side that is mated: it may have won */
  unsigned mated = value == MR_FY_WIN ? side : side ^ 1u;
  uint64_t royals = kings | (e->royal ? e->needs[mated].kinds : 0);
  if ((value == MR_FY_LOSS || value == MR_FY_WIN) && can_have(game, royals, mated)) {
    (void)add_goal(list, MR_FY_RULE_CHECKMATE, side);
  }
}

static void add_checks(goal_list *list, unsigned side) {
  const mr_fy_game *game = list->game;
  if (mr_fy_counts_checks(&game->rules) &&
      can_have(game, mr_fy_royal_kinds(&game->rules), side ^ 1u)) {
    mr_str obstacle = add_goal(list, MR_FY_RULE_CHECKS, side);
    mr_str_add(&obstacle, game->rules.no_checks ? "no move may give check" : "");
  }
}

/** The longest row that the board has room for, along the ways that count. */
static unsigned longest_row(const mr_fy_rules *rules) {
  unsigned shorter = rules->files < rules->ranks ? rules->files : rules->ranks, longest = 0;
  const unsigned by_way[] = {rules->files, rules->ranks, shorter};
  for (unsigned i = 0; i < 3; i++) {
    bool counts = (rules->connect.ways >> i & 1u) != 0;
    longest = counts && by_way[i] > longest ? by_way[i] : longest;
  }
  return longest;
}

static void add_connect(goal_list *list, unsigned side) {
  const mr_fy_game *game = list->game;
  const mr_fy_rules *rules = &game->rules;
  const mr_fy_connect *connect = &rules->connect;
  if (connect->value != MR_FY_WIN) {
    return;
  }
  bool path = !mr_fy_set_empty(&connect->region[side][0]);
  unsigned longest = longest_row(rules), size = connect->square * connect->square;
  unsigned shorter = rules->files < rules->ranks ? rules->files : rules->ranks, least = UINT32_MAX;
  least = connect->row > 0 && connect->row <= longest ? connect->row : least;
  least = connect->line > 0 && connect->line <= longest && connect->line < least ? connect->line
                                                                                 : least;
  least = size > 0 && connect->square <= shorter && size < least ? size : least;
  if (!path && connect->row == 0 && connect->line == 0 && size == 0) {
    return; /* the other side's path alone */
  }
  uint64_t kinds = with_ancestors(rules, connect->kinds, side);
  unsigned men = count_at_start(game, kinds, side);
  mr_str obstacle = add_goal(list, MR_FY_RULE_CONNECT, side);
  if (!path && least == UINT32_MAX) {
    mr_str_add(&obstacle, "the board has no room for it");
  } else if (!path && men < least && !rules->captures_to_hand && !rules->free_drops &&
             rules->flips == MR_FY_FLIPS_NONE) {
    mr_str_format(&obstacle, "it asks for %u piece%s, and there are never more than %u that count",
                  least, mr_text_plural(least), men);
  }
}

/** A castling that wins, or the other side's that must not be lost. */
static void add_castled(goal_list *list, unsigned side) {
  if (list->game->rules.castling_wins != 0) {
    (void)add_goal(list, MR_FY_RULE_CASTLED, side);
  }
}

/** Having more men when the game ends for want of squares or of moves. */
static void add_tally(goal_list *list, unsigned side) {
  const mr_fy_rules *rules = &list->game->rules;
  if (rules->tally != MR_FY_TALLY_MEN && rules->tally != MR_FY_TALLY_POINTS) {
    return;
  }
  if (rules->full_draws) {
    (void)add_goal(list, MR_FY_RULE_FULL, side);
  }
  if (mr_fy_both_pass(rules)) {
    (void)add_goal(list, MR_FY_RULE_PASS, side);
  }
}

/** What decides games against somebody who did not see it coming: a lack of legal moves,
 * repetition. That who repeats loses is nothing to play for. */
static void add_asides(goal_list *list, unsigned side) {
  const mr_fy_rules *rules = &list->game->rules;
  mr_fy_fold_value safe = side == MR_FY_WHITE ? MR_FY_FOLD_WHITE_LOSES : MR_FY_FOLD_BLACK_LOSES;
  size_t before = list->count;
  unsigned stuck = rules->stalemate == MR_FY_WIN ? side : side ^ 1u;
  if ((rules->stalemate == MR_FY_LOSS || rules->stalemate == MR_FY_WIN) &&
      rules->passing[stuck] == MR_FY_NEVER) {
    (void)add_goal(list, MR_FY_RULE_STALEMATE, side);
  }
  /* In split turns a repetition freezes a colour, and no more. */
  bool repeats = rules->fold_value == MR_FY_FOLD_MOVER_WINS ||
                 (rules->fold_value > MR_FY_FOLD_MOVER_WINS && rules->fold_value != safe);
  if (rules->fold > 0 && !rules->split && repeats) {
    (void)add_goal(list, MR_FY_RULE_FOLD, side);
  }
  for (size_t i = before; i < list->count; i++) {
    list->items[i].aside = true;
  }
}

size_t mr_fy_goals(const mr_game *base, mr_goal *out) {
  goal_list list = {.game = mr_fy_game_of(base), .items = out};
  for (unsigned side = 0; side < 2; side++) {
    add_checkmate(&list, side);
    add_flag(&list, side);
    add_extinction(&list, side);
    add_checks(&list, side);
    add_connect(&list, side);
    add_castled(&list, side);
    add_tally(&list, side);
  }
  for (unsigned side = 0; side < 2; side++) {
    add_asides(&list, side);
  }
  return list.count;
}
