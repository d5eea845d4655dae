/*
 * The kinds of pieces for programs that have boards of their own: letters, movements, and who has
 * them.
 */
#include "base/text.h"
#include "rules/fairy/fairy.h"

static_assert(MR_KINDS_MAX >= 2 * MR_FY_KINDS_MAX, "every kind has two owners at most");

/* Letters that stand for one piece each: forms that are written with '~' have the letter of
 * another.
 */
static bool has_letters(const mr_fy_rules *rules) {
  for (unsigned k = 1; k <= rules->kind_count; k++) {
    if (rules->kinds[k].tilde) {
      return false;
    }
  }
  return true;
}

static bool castles_with(const mr_fy_rules *rules, unsigned kind, unsigned side) {
  for (unsigned i = 0; i < 2; i++) {
    const mr_fy_castling *castling = &rules->castling[2 * side + i];
    if (castling->allowed && (castling->partner_kinds >> kind & 1) != 0) {
      return true;
    }
  }
  return false;
}

static bool is_held(const mr_fy_game *game, unsigned kind, unsigned side) {
  const mr_fy_rules *rules = &game->rules;
  const mr_fy_state *start = mr_fy_state_of_const(game->base.start);
  const mr_fy_kind *it = &rules->kinds[kind];
  return rules->drops && it->droppable &&
         (rules->captures_to_hand || start->hand[side][it->hand] > 0);
}

static mr_kind kind_of(const mr_fy_game *game, unsigned kind, unsigned side) {
  const mr_fy_rules *rules = &game->rules;
  const mr_fy_kind *it = &rules->kinds[kind];
  char letter = it->plus ? rules->kinds[it->base].letter : it->letter;
  return (mr_kind){
      .piece = {MR_FY_CODE(kind, side)},
      .owner = {(uint8_t)side},
      .letter = side == MR_FY_BLACK ? mr_text_lower(letter) : letter,
      .promoted = it->plus,
      .royal = it->royal[side],
      .held = is_held(game, kind, side),
      .castles = castles_with(rules, kind, side),
      .movement = it->text,
  };
}

size_t mr_fy_kinds(const mr_game *base, mr_kind *out) {
  const mr_fy_game *game = mr_fy_game_of(base);
  size_t count = 0;
  if (!has_letters(&game->rules)) {
    return 0;
  }
  for (unsigned k = 1; k <= game->rules.kind_count; k++) {
    for (unsigned side = 0; side < 2; side++) {
      if (!mr_fy_set_empty(&game->reach[MR_FY_CODE(k, side)]) || is_held(game, k, side)) {
        out[count++] = kind_of(game, k, side);
      }
    }
  }
  return count;
}
