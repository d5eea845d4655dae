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

static bool same_forms(const mr_fy_kind *kind) {
  return kind->promotion_count[0] == kind->promotion_count[1] &&
         memcmp(kind->promotions[0], kind->promotions[1], kind->promotion_count[0]) == 0;
}

/* Whether a kind is the same on the left as on the right. */
static bool kind_has_halves(const mr_fy_rules *rules, const mr_fy_kind *kind) {
  for (unsigned side = 0; side < 2; side++) {
    if (!same_set(rules, &kind->mobility[side], &kind->mobility[side], mirrored) ||
        !same_set(rules, &kind->promotion_zone[side], &kind->promotion_zone[side], mirrored) ||
        !same_set(rules, &kind->drop_region[side], &kind->drop_region[side], mirrored)) {
      return false;
    }
  }
  return true;
}

/* Whether a kind is the same for both sides. */
static bool kind_is_even(const mr_fy_rules *rules, const mr_fy_kind *kind) {
  return same_set(rules, &kind->mobility[0], &kind->mobility[1], flipped) &&
         same_set(rules, &kind->promotion_zone[0], &kind->promotion_zone[1], flipped) &&
         same_set(rules, &kind->drop_region[0], &kind->drop_region[1], flipped) && same_forms(kind);
}

static bool has_halves(const mr_fy_game *game) {
  const mr_fy_rules *rules = &game->rules;
  const uint8_t *board = mr_fy_board_const(game->base.start);
  for (unsigned cell = 0; cell < rules->cells; cell++) {
    if (board[cell] != board[mirrored(rules, cell)]) {
      return false;
    }
  }
  for (unsigned kind = 1; kind <= rules->kind_count; kind++) {
    if (!kind_has_halves(rules, &rules->kinds[kind])) {
      return false;
    }
  }
  return same_set(rules, &rules->flag.region[0], &rules->flag.region[0], mirrored) &&
         same_set(rules, &rules->flag.region[1], &rules->flag.region[1], mirrored);
}

static bool is_even(const mr_fy_game *game) {
  const mr_fy_rules *rules = &game->rules;
  const uint8_t *board = mr_fy_board_const(game->base.start);
  const mr_fy_state *head = mr_fy_state_of_const(game->base.start);
  for (unsigned cell = 0; cell < rules->cells; cell++) {
    unsigned code = board[cell], other = board[flipped(rules, cell)];
    if (code != other && (code < 2 || other != (code ^ 1u))) {
      return false;
    }
    if (code == other && code >= 2) {
      return false;
    }
  }
  for (unsigned kind = 1; kind <= rules->kind_count; kind++) {
    if (!kind_is_even(rules, &rules->kinds[kind])) {
      return false;
    }
  }
  return memcmp(head->hand[0], head->hand[1], sizeof head->hand[0]) == 0 &&
         rules->flag.kinds[0] == rules->flag.kinds[1] &&
         same_set(rules, &rules->flag.region[0], &rules->flag.region[1], flipped);
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

static bool kind_is_royal(const mr_fy_rules *rules, unsigned kind) {
  return rules->kinds[kind].royal[0] || rules->kinds[kind].royal[1];
}

static bool has_heads(const mr_fy_rules *rules) {
  bool found = rules->pseudo_royals != 0 || rules->extinction.value == MR_FY_LOSS;
  for (unsigned kind = 1; kind <= rules->kind_count; kind++) {
    found = found || kind_is_royal(rules, kind);
  }
  return found;
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
  return group == MR_FY_W_MOBILITY || !kind_is_royal(rules, kind);
}

static bool place_used(const mr_fy_game *game, const mr_fy_fold *fold, unsigned kind,
                       unsigned cell) {
  const mr_fy_rules *rules = &game->rules;
  if (kind == 0 || kind > rules->kind_count || cell >= rules->cells ||
      fold->cell[MR_FY_WHITE][cell] != cell) {
    return false;
  }
  const mr_fy_set *home = rules->kinds[kind].mobility;
  unsigned other = mirrored(rules, cell);
  return mr_fy_set_has(&home[0], cell) || mr_fy_set_has(&home[1], flipped(rules, cell)) ||
         (fold->halves && mr_fy_set_has(&home[0], other));
}

static bool has_passers(const mr_fy_rules *rules) {
  for (unsigned kind = 1; kind <= rules->kind_count; kind++) {
    if (rules->kinds[kind].promotion_count[0] + rules->kinds[kind].promotion_count[1] > 0) {
      return true;
    }
  }
  return false;
}

static bool group_used(const mr_fy_rules *rules, const mr_fy_fold *fold, mr_fy_group group) {
  bool goals = (rules->flag.kinds[0] | rules->flag.kinds[1]) != 0;
  switch (group) {
  case MR_FY_W_PASSED:
    return has_passers(rules);
  case MR_FY_W_ATTACKERS:
  case MR_FY_W_SHELTER:
    return has_heads(rules);
  case MR_FY_W_CONQUEST:
  case MR_FY_W_CONTEST:
    return goals && rules->flag.count > 1;
  case MR_FY_W_RUNNER:
    return goals && rules->flag.count == 1;
  case MR_FY_W_BALANCE:
    return !fold->even;
  case MR_FY_W_SPARE:
    return rules->extinction.value == MR_FY_LOSS;
  case MR_FY_W_OWED:
    return rules->split;
  case MR_FY_W_TEMPO:
    return true;
  case MR_FY_W_VALUE:
  case MR_FY_W_HELD:
  case MR_FY_W_MOBILITY:
  case MR_FY_W_KING_ATTACK:
  case MR_FY_W_HANGING:
  case MR_FY_W_PRESSED:
  case MR_FY_W_PLACE:
  case MR_FY_W_GROUPS:
    break;
  }
  return false;
}

bool mr_fy_term_used(const mr_fy_game *game, const mr_fy_fold *fold, unsigned term) {
  const mr_fy_rules *rules = &game->rules;
  if (term < MR_FY_T_LISTS) {
    return kind_term_used(rules, (mr_fy_group)(term / MR_FY_WEIGHT_KINDS),
                          term % MR_FY_WEIGHT_KINDS);
  }
  if (term < MR_FY_T_ONES) {
    return group_used(rules, fold,
                      (mr_fy_group)(MR_FY_W_PASSED + (term - MR_FY_T_LISTS) / MR_FY_WEIGHT_STEPS));
  }
  if (term < MR_FY_T_PLACES) {
    return group_used(rules, fold, (mr_fy_group)(MR_FY_W_TEMPO + term - MR_FY_T_ONES));
  }
  unsigned place = term - MR_FY_T_PLACES;
  return place_used(game, fold, place / MR_FY_CELLS_MAX, place % MR_FY_CELLS_MAX);
}
