#include "rules/borderline/borderline.h"

/* Writes one entry of the table; the text goes into the game's arena. */
static mr_status entry(mr_bd_game *game, mr_rule *rules, unsigned index, const char *id,
                       const mr_str *text) {
  rules[index].id = id;
  rules[index].text = mr_arena_copy(&game->base.arena, text->data, text->length);
  return text->status != MR_OK ? text->status : rules[index].text != NULL ? MR_OK : MR_ERR_NOMEM;
}

static const char *first_text(const mr_bd_game *game) {
  if (game->first == MR_BD_DRAWN) {
    return "lots decide who starts";
  }
  return game->first == MR_BD_RED ? "Red starts" : "Blue starts";
}

static const char *rotation_text(const mr_bd_game *game) {
  if (game->rotation == 0) {
    return "Pieces are neither turned nor mirrored";
  }
  return game->rotation == 1 ? "A piece may be turned by quarter turns as it is placed"
                             : "A piece may be turned or mirrored as it is placed";
}

static void board_text(const mr_bd_game *g, unsigned index, mr_str *s) {
  switch (index) {
  case MR_BD_RULE_BOARD:
    mr_str_format(s,
                  "The board has %u columns and %u rows of squares, each square 3x3 pips. Red's "
                  "home is row 0 at the top, Blue's is row %u at the bottom.",
                  g->columns, g->rows, g->rows - 1);
    break;
  case MR_BD_RULE_PIECE:
    mr_str_add(s, "A piece is a 3x3 pattern of filled pips. Its centre is filled, and each of its "
                  "three rows has at least one filled pip.");
    break;
  case MR_BD_RULE_DISTRIBUTION:
    mr_str_format(s,
                  "A dealt piece has exactly 3 pips with probability %lld/%lld, each of the nine "
                  "such patterns alike; otherwise its number of pips is uniform over 4 to 9 and "
                  "its pattern uniform among those of that number.",
                  (long long)g->three_pip.numerator, (long long)g->three_pip.denominator);
    break;
  default:
    mr_str_format(s,
                  "Each player starts with %u dealt pieces and shows them. %s. Equal patterns in "
                  "a hand are interchangeable.",
                  g->pieces, rotation_text(g));
    break;
  }
}

static void turn_text(const mr_bd_game *g, unsigned index, mr_str *s) {
  switch (index) {
  case MR_BD_RULE_TURN:
    mr_str_format(s, "Players alternate, one piece placed on an empty square a turn; %s.",
                  first_text(g));
    break;
  case MR_BD_RULE_HOME:
    mr_str_add(s, "A player with no own piece in the own home row must place there, on any empty "
                  "square of it.");
    break;
  case MR_BD_RULE_TOUCH:
    mr_str_add(s, "Otherwise the piece must touch an own piece: on a horizontally or vertically "
                  "neighbouring square, with a filled pip opposite a filled pip on the common "
                  "edge. Diagonal neighbours never count.");
    break;
  default:
    mr_str_add(s, "A player without pieces in hand, or without a legal placement, passes. Passing "
                  "is never voluntary.");
    break;
  }
}

static void combat_text(const mr_bd_game *g, unsigned index, mr_str *s) {
  unsigned sides = g->dice_sides;
  switch (index) {
  case MR_BD_RULE_COMBAT:
    mr_str_add(s, "A placed piece fights every enemy piece that it touches, one duel each, in the "
                  "order up, left, right, down.");
    break;
  case MR_BD_RULE_DUEL:
    mr_str_format(s,
                  "In a duel both sides roll one %u-sided die. The higher roll wins; a tie loses "
                  "for the attacker, who placed. The attacker wins %u of %u times.",
                  sides, sides * (sides - 1) / 2, sides * sides);
    break;
  default:
    mr_str_add(s, "The losing piece returns to its owner's hand. When the attacker falls, its "
                  "remaining duels are not fought.");
    break;
  }
}

static void end_text(const mr_bd_game *g, unsigned index, mr_str *s) {
  switch (index) {
  case MR_BD_RULE_VICTORY:
    mr_str_format(s,
                  "After combat the player who placed wins if their pips form a contiguous "
                  "connection from row 0 to row %u.",
                  g->rows - 1);
    break;
  case MR_BD_RULE_CONTIGUITY:
    mr_str_add(s, g->strict ? "Connected means orthogonally from pip to pip throughout, within "
                              "pieces as between them."
                            : "All pips of one piece count as connected; two pieces are connected "
                              "where they touch.");
    break;
  case MR_BD_RULE_END_HANDS:
    mr_str_add(s, "When both hands are empty the game is drawn.");
    break;
  case MR_BD_RULE_END_PASSES:
    mr_str_add(s, "Two passes in a row draw the game.");
    break;
  default:
    mr_str_format(s, "After %u plies, passes included, the game is drawn.", g->ply_cap);
    break;
  }
}

static void rule_text(const mr_bd_game *game, unsigned index, mr_str *s) {
  if (index < MR_BD_RULE_TURN) {
    board_text(game, index, s);
  } else if (index < MR_BD_RULE_COMBAT) {
    turn_text(game, index, s);
  } else if (index < MR_BD_RULE_VICTORY) {
    combat_text(game, index, s);
  } else {
    end_text(game, index, s);
  }
}

mr_status mr_bd_rules_init(mr_bd_game *game) {
  static const char *const ids[MR_BD_RULE_COUNT] = {
      "",      "BD-1",  "BD-2",        "BD-3",         "BD-4",       "BD-5",
      "BD-6",  "BD-7",  "BD-8",        "BD-9",         "BD-10",      "BD-11",
      "BD-12", "BD-13", "BD-14 hands", "BD-14 passes", "BD-14 plies"};
  mr_rule *rules = mr_arena_zero(&game->base.arena, MR_BD_RULE_COUNT, sizeof *rules);
  if (rules == NULL) {
    return MR_ERR_NOMEM;
  }
  rules[MR_BD_RULE_NONE] = (mr_rule){"", ""};
  for (unsigned i = 1; i < MR_BD_RULE_COUNT; i++) {
    char buffer[512];
    mr_str text;
    mr_str_fixed(&text, buffer, sizeof buffer);
    rule_text(game, i, &text);
    mr_status status = entry(game, rules, i, ids[i], &text);
    if (status != MR_OK) {
      return status;
    }
  }
  game->base.info.rules = rules;
  game->base.info.rule_count = MR_BD_RULE_COUNT;
  return MR_OK;
}
