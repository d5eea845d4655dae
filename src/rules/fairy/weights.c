#include "rules/fairy/weights.h"

#include <string.h>

/* ---- folding --------------------------------------------------------------------------------- */

static unsigned flipped(const mr_fy_rules *rules, unsigned cell) {
  return (rules->ranks - 1u - cell / rules->files) * rules->files + cell % rules->files;
}

static unsigned mirrored(const mr_fy_rules *rules, unsigned cell) {
  return cell / rules->files * rules->files + rules->files - 1u - cell % rules->files;
}

/* Whether one set is the other with its cells carried over by `carry`. */
static bool same_set(const mr_fy_rules *rules, const mr_fy_set *one, const mr_fy_set *other,
                     unsigned (*carry)(const mr_fy_rules *, unsigned)) {
  for (unsigned cell = 0; cell < rules->cells; cell++) {
    if (mr_fy_set_has(one, cell) != mr_fy_set_has(other, carry(rules, cell))) {
      return false;
    }
  }
  return true;
}

/* Whether the regions of a side are those of another, or itself, with their cells carried over. */
static bool same_regions(const mr_fy_rules *rules, unsigned side, unsigned other,
                         unsigned (*carry)(const mr_fy_rules *, unsigned)) {
  for (unsigned i = 1; i <= rules->kind_count; i++) {
    const mr_fy_kind *kind = &rules->kinds[i];
    if (!same_set(rules, &kind->mobility[side], &kind->mobility[other], carry) ||
        !same_set(rules, &kind->promotion_zone[side], &kind->promotion_zone[other], carry) ||
        !same_set(rules, &kind->drop_region[side], &kind->drop_region[other], carry)) {
      return false;
    }
  }
  return same_set(rules, &rules->flag.region[side], &rules->flag.region[other], carry);
}

/* The same of what paths join. */
static bool same_paths(const mr_fy_rules *rules, unsigned side, unsigned other,
                       unsigned (*carry)(const mr_fy_rules *, unsigned)) {
  const mr_fy_set *one = rules->connect.region[side], *two = rules->connect.region[other];
  return same_set(rules, &one[0], &two[0], carry) && same_set(rules, &one[1], &two[1], carry);
}

/* Whether left is as right. */
static bool has_halves(const mr_fy_game *game) {
  const mr_fy_rules *rules = &game->rules;
  const uint8_t *board = mr_fy_board_const(game->base.start);
  for (unsigned cell = 0; cell < rules->cells; cell++) {
    if (board[cell] != board[mirrored(rules, cell)]) {
      return false;
    }
  }
  return same_regions(rules, 0, 0, mirrored) && same_regions(rules, 1, 1, mirrored) &&
         same_paths(rules, 0, 0, mirrored) && same_paths(rules, 1, 1, mirrored);
}

/* Whether the sides are mirror images of each other. */
static bool is_even(const mr_fy_game *game) {
  const mr_fy_rules *rules = &game->rules;
  const uint8_t *board = mr_fy_board_const(game->base.start);
  const mr_fy_state *head = mr_fy_state_of_const(game->base.start);
  for (unsigned cell = 0; cell < rules->cells; cell++) {
    unsigned code = board[cell];
    if (board[flipped(rules, cell)] != (code > MR_FY_WALL ? code ^ 1u : code)) {
      return false;
    }
  }
  for (unsigned i = 1; i <= rules->kind_count; i++) {
    const mr_fy_kind *kind = &rules->kinds[i];
    if (kind->promotion_count[0] != kind->promotion_count[1] ||
        memcmp(kind->promotions[0], kind->promotions[1], kind->promotion_count[0]) != 0) {
      return false;
    }
  }
  return memcmp(head->hand[0], head->hand[1], sizeof head->hand[0]) == 0 &&
         rules->flag.kinds[0] == rules->flag.kinds[1] && rules->checks[0] == rules->checks[1] &&
         same_paths(rules, 0, 1, flipped) && same_regions(rules, 0, 1, flipped);
}

void mr_fy_fold_init(const mr_fy_game *game, mr_fy_fold *out) {
  const mr_fy_rules *rules = &game->rules;
  memset(out, 0, sizeof *out);
  out->halves = has_halves(game);
  out->even = is_even(game);
  out->columns = out->halves ? (rules->files + 1u) / 2 : rules->files;
  for (unsigned side = 0; side < 2; side++) {
    for (unsigned cell = 0; cell < rules->cells; cell++) {
      unsigned to = side == MR_FY_WHITE ? cell : flipped(rules, cell);
      unsigned left = mirrored(rules, to);
      out->cell[side][cell] = (uint8_t)(out->halves && left < to ? left : to);
    }
  }
}

/* ---- which terms there are ------------------------------------------------------------------- */

/* Whether something has to be sheltered: royals, pseudo-royals, those whose loss ends the game. */
static bool has_heads(const mr_fy_rules *rules) {
  return rules->pseudo_royals != 0 || rules->extinction.value == MR_FY_LOSS ||
         mr_fy_royal_kinds(rules) != 0;
}

static bool kind_term_used(const mr_fy_rules *rules, mr_fy_group group, unsigned kind) {
  if (kind == 0 || kind > rules->kind_count) {
    return false;
  }
  if (group == MR_FY_W_HELD) {
    return rules->drops && rules->kinds[kind].droppable;
  }
  if (group == MR_FY_W_KING_ATTACK) {
    return has_heads(rules);
  }
  return group == MR_FY_W_MOBILITY || !(mr_fy_royal_kinds(rules) >> kind & 1);
}

mr_fy_group mr_fy_group_of(unsigned term) {
  if (term < MR_FY_T_LISTS) {
    return (mr_fy_group)(term / MR_FY_WEIGHT_KINDS);
  }
  if (term < MR_FY_T_ONES) {
    return (mr_fy_group)(MR_FY_W_PASSED + (term - MR_FY_T_LISTS) / MR_FY_WEIGHT_STEPS);
  }
  return term < MR_FY_T_PLACES ? (mr_fy_group)(MR_FY_W_TEMPO + term - MR_FY_T_ONES) : MR_FY_W_PLACE;
}

bool mr_fy_term_is_pressed(unsigned term) {
  mr_fy_group group = mr_fy_group_of(term);
  return group == MR_FY_W_HANGING || group == MR_FY_W_PRESSED;
}

bool mr_fy_term_is_threat(unsigned term) {
  mr_fy_group group = mr_fy_group_of(term);
  return group == MR_FY_W_LIGHT_THREAT || group == MR_FY_W_HEAVY_THREAT ||
         (group >= MR_FY_W_WEAK && group <= MR_FY_W_PUSH_THREAT);
}

bool mr_fy_term_is_late(unsigned term) {
  mr_fy_group group = mr_fy_group_of(term);
  return mr_fy_term_is_threat(term) || (group >= MR_FY_W_FLANK && group <= MR_FY_W_LINES);
}

static bool group_used(const mr_fy_rules *rules, const mr_fy_fold *fold, mr_fy_group group) {
  bool goals = (rules->flag.kinds[0] | rules->flag.kinds[1]) != 0, promotions = false;
  for (unsigned i = 1; i <= rules->kind_count; i++) {
    promotions = promotions || rules->kinds[i].promotion_count[0] != 0 ||
                 rules->kinds[i].promotion_count[1] != 0;
  }
  const bool used[MR_FY_W_GROUPS] = {
      [MR_FY_W_PASSED] = promotions,
      [MR_FY_W_ATTACKERS] = has_heads(rules),
      [MR_FY_W_SHELTER] = has_heads(rules),
      [MR_FY_W_CONQUEST] = goals && rules->flag.count > 1,
      [MR_FY_W_CONTEST] = goals && rules->flag.count > 1,
      [MR_FY_W_RUNNER] = mr_fy_one_wins(&rules->flag),
      [MR_FY_W_TEMPO] = true,
      [MR_FY_W_BALANCE] = !fold->even,
      [MR_FY_W_SPARE] = rules->extinction.value == MR_FY_LOSS,
      [MR_FY_W_OWED] = rules->split,
      [MR_FY_W_DANGER] = has_heads(rules),
      [MR_FY_W_SHIELD] = has_heads(rules),
      [MR_FY_W_STORM] = has_heads(rules),
      [MR_FY_W_LONELY] = true,
      [MR_FY_W_DOUBLED] = true,
      [MR_FY_W_CHAIN] = true,
      [MR_FY_W_ESCORT] = promotions && has_heads(rules),
      [MR_FY_W_FREE] = promotions,
      [MR_FY_W_PAIR] = true,
      [MR_FY_W_OUTPOST] = true,
      [MR_FY_W_LANDING] = mr_fy_drops(rules),
      [MR_FY_W_WEAK] = true,
      [MR_FY_W_KING_THREAT] = has_heads(rules),
      [MR_FY_W_RESTRICTED] = true,
      [MR_FY_W_PAWN_THREAT] = true,
      [MR_FY_W_PUSH_THREAT] = true,
      [MR_FY_W_FLANK] = has_heads(rules),
      [MR_FY_W_FAR_PAWNS] = has_heads(rules),
      [MR_FY_W_RACE] = mr_fy_one_wins(&rules->flag),
      [MR_FY_W_SCARCE] = mr_fy_counts_kinds(&rules->extinction),
      [MR_FY_W_DUTY] = rules->must_capture,
      [MR_FY_W_OFFER] = rules->must_capture,
      [MR_FY_W_GIFT] = rules->must_capture,
      [MR_FY_W_CHECKS] = mr_fy_counts_checks(rules),
      [MR_FY_W_CONNECT] = mr_fy_connects(rules) && rules->connect.value != MR_FY_DRAW,
      [MR_FY_W_LINES] = mr_fy_counts_lines(rules),
  };
  return used[group];
}

static bool place_used(const mr_fy_rules *rules, const mr_fy_fold *fold, unsigned kind,
                       unsigned cell) {
  if (kind == 0 || kind > rules->kind_count || cell >= rules->cells ||
      fold->cell[MR_FY_WHITE][cell] != cell) {
    return false;
  }
  const mr_fy_set *home = rules->kinds[kind].mobility;
  return mr_fy_set_has(&home[0], cell) || mr_fy_set_has(&home[1], flipped(rules, cell)) ||
         (fold->halves && mr_fy_set_has(&home[0], mirrored(rules, cell)));
}

bool mr_fy_term_used(const mr_fy_game *game, const mr_fy_fold *fold, unsigned term) {
  const mr_fy_rules *rules = &game->rules;
  if (term < MR_FY_T_LISTS) {
    return kind_term_used(rules, (mr_fy_group)(term / MR_FY_WEIGHT_KINDS),
                          term % MR_FY_WEIGHT_KINDS);
  }
  if (term < MR_FY_T_PLACES) {
    unsigned group = term < MR_FY_T_ONES
                         ? MR_FY_W_PASSED + (term - MR_FY_T_LISTS) / MR_FY_WEIGHT_STEPS
                         : MR_FY_W_TEMPO + term - MR_FY_T_ONES;
    return group_used(rules, fold, (mr_fy_group)group);
  }
  unsigned place = term - MR_FY_T_PLACES;
  return place_used(rules, fold, place / MR_FY_CELLS_MAX, place % MR_FY_CELLS_MAX);
}
