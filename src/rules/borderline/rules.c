#include "base/text.h"
#include "kernel/writer.h"
#include "rules/borderline/borderline.h"

/* ---- the table of rules ---------------------------------------------------------------------- */

/* Texts that depend on no key; the others are written by rule_text. */
static const mr_rule plain[MR_BD_RULE_COUNT] = {
    [MR_BD_RULE_NONE] = {"", "", false},
    [MR_BD_RULE_BOARD] = {"BD-1", NULL, true},
    [MR_BD_RULE_PIECE] = {"BD-2",
                          "A piece is a 3x3 pattern of filled pips. Its centre is filled, "
                          "and each of its three rows has at least one filled pip.",
                          true},
    [MR_BD_RULE_DISTRIBUTION] = {"BD-3", NULL, true},
    [MR_BD_RULE_HANDS] = {"BD-4", NULL, false},
    [MR_BD_RULE_TURN] = {"BD-5", NULL, false},
    [MR_BD_RULE_HOME] = {"BD-6",
                         "A player with no own piece in the own home row must place there, "
                         "on any empty square of it.",
                         false},
    [MR_BD_RULE_TOUCH] = {"BD-7",
                          "Otherwise the piece must touch an own piece: on a horizontally "
                          "or vertically neighbouring square, with a filled pip opposite a "
                          "filled pip on the common edge. Diagonal neighbours never "
                          "count.",
                          false},
    [MR_BD_RULE_PASS] = {"BD-8",
                         "A player without pieces in hand, or without a legal placement, "
                         "passes. Passing is never voluntary.",
                         false},
    [MR_BD_RULE_COMBAT] = {"BD-9",
                           "A placed piece fights every enemy piece that it touches, one "
                           "duel each, in the order up, left, right, down.",
                           true},
    [MR_BD_RULE_DUEL] = {"BD-10", NULL, false},
    [MR_BD_RULE_RETURN] = {"BD-11",
                           "The losing piece returns to its owner's hand. When the "
                           "attacker falls, its remaining duels are not fought.",
                           false},
    [MR_BD_RULE_VICTORY] = {"BD-12", NULL, false},
    [MR_BD_RULE_CONTIGUITY] = {"BD-13", NULL, true},
    [MR_BD_RULE_END_HANDS] = {"BD-14 hands", "When both hands are empty the game is drawn.", false},
    [MR_BD_RULE_END_PASSES] = {"BD-14 passes", "Two passes in a row draw the game.", false},
    [MR_BD_RULE_END_PLIES] = {"BD-14 plies", NULL, false},
};

static const mr_bd_state *start_of(const mr_bd_game *g) {
  return (const mr_bd_state *)(const void *)g->base.start;
}

/* Whether hands are dealt: else the game begins with a position. */
static bool deals(const mr_bd_game *g) {
  return start_of(g)->phase == MR_BD_DEAL;
}

/* Who starts: by lots, or by the key or the position. */
static unsigned first_of(const mr_bd_game *g) {
  unsigned phase = start_of(g)->phase;
  return phase == MR_BD_DEAL ? g->first : phase == MR_BD_LOTS ? MR_BD_DRAWN : start_of(g)->side;
}

static void deal_text(const mr_bd_game *g, mr_str *s) {
  const char *rest =
      "its number of pips is uniform over 4 to 9 and its pattern uniform among those "
      "of that number.";
  if (!deals(g)) {
    mr_str_add(s, "Nothing is dealt: the game begins with a position.");
  } else if (g->three_pip.numerator == 0) {
    mr_str_format(s, "A dealt piece never has exactly 3 pips: %s", rest);
  } else if (g->three_pip.numerator == g->three_pip.denominator) {
    mr_str_add(s, "A dealt piece has exactly 3 pips, each of the nine such patterns alike.");
  } else {
    mr_str_format(s,
                  "A dealt piece has exactly 3 pips with probability %lld/%lld, each of the nine "
                  "such patterns alike; otherwise %s",
                  (long long)g->three_pip.numerator, (long long)g->three_pip.denominator, rest);
  }
  if (g->rotation > 0) {
    mr_str_format(s, " Patterns that become equal when they are turned%s are one pattern%s.",
                  g->rotation == 2 ? " or mirrored" : "",
                  deals(g) ? " from then on, and dealt as often as all of them" : "");
  }
}

static void rule_text(const mr_bd_game *g, unsigned rule, mr_str *s) {
  static const char *const turns[] = {
      "Pieces are neither turned nor mirrored",
      "A piece may be turned by quarter turns as it is placed",
      "A piece may be turned or mirrored as it is placed",
  };
  static const char *const firsts[] = {"Red starts", "Blue starts", "lots decide who starts"};
  unsigned sides = g->dice_sides;
  switch (rule) {
  case MR_BD_RULE_BOARD:
    mr_str_format(s,
                  "The board has %u columns and %u rows of squares, each square 3x3 pips. Red's "
                  "home is row 0 at the top, Blue's is row %u at the bottom.",
                  g->columns, g->rows, g->rows - 1);
    break;
  case MR_BD_RULE_DISTRIBUTION:
    deal_text(g, s);
    break;
  case MR_BD_RULE_HANDS:
    if (deals(g)) {
      mr_str_format(s, "Each player starts with %u dealt piece%s and shows %s.", g->pieces,
                    mr_text_plural(g->pieces), g->pieces == 1 ? "it" : "them");
    } else {
      mr_str_format(s, "Both players show what they have in hand: at the start Red %u and Blue %u.",
                    start_of(g)->held[MR_BD_RED], start_of(g)->held[MR_BD_BLUE]);
    }
    mr_str_format(s, " %s. Equal patterns in a hand are interchangeable.", turns[g->rotation]);
    break;
  case MR_BD_RULE_TURN:
    mr_str_format(s, "Players alternate, one piece placed on an empty square a turn; %s.",
                  firsts[first_of(g)]);
    break;
  case MR_BD_RULE_DUEL:
    mr_str_format(s,
                  "In a duel both sides roll one %u-sided die. The higher roll wins; a tie loses "
                  "for the attacker, who placed. The attacker wins %u of %u times.",
                  sides, sides * (sides - 1) / 2, sides * sides);
    break;
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
  default:
    mr_str_format(s, "After %u pl%s, passes included, the game is drawn.", g->ply_cap,
                  g->ply_cap == 1 ? "y" : "ies");
    break;
  }
}

mr_status mr_bd_rules_init(mr_bd_game *game) {
  mr_rule *rules = mr_arena_zero(&game->base.arena, MR_BD_RULE_COUNT, sizeof *rules);
  if (rules == NULL) {
    return MR_ERR_NOMEM;
  }
  memcpy(rules, plain, sizeof plain);
  for (unsigned i = 0; i < MR_BD_RULE_COUNT; i++) {
    char buffer[512];
    mr_str text;
    if (rules[i].text != NULL) {
      continue;
    }
    text = mr_str_fixed(buffer, sizeof buffer);
    rule_text(game, i, &text);
    rules[i].text = mr_arena_copy(&game->base.arena, text.data, text.length);
    if (rules[i].text == NULL) {
      return MR_ERR_NOMEM;
    }
  }
  /* What turns a piece is its placement, which rests on another rule. */
  rules[MR_BD_RULE_HANDS].silent = !deals(game);
  game->base.info.rules = rules;
  game->base.info.rule_count = MR_BD_RULE_COUNT;
  return MR_OK;
}

/* ---- pictures of a few squares --------------------------------------------------------------- */

/*
 * They are built as values, not by playing, so that every definition shows the same ones, however
 * small its board.
 */
typedef struct sketch {
  unsigned columns;
  unsigned rows;
  const mr_bd_square *squares;
} sketch;

static void add_sketch(mr_doc *doc, const mr_bd_game *game, sketch of, const char *caption) {
  mr_picture picture = mr_picture_begin(doc->arena, (uint16_t)of.columns, (uint16_t)of.rows, 0, 1);
  mr_view *view = mr_picture_room(&picture, 1, sizeof *view);
  mr_view_piece *pieces = mr_picture_room(&picture, (size_t)of.columns * of.rows, sizeof *pieces);
  for (unsigned i = 0; pieces != NULL && i < of.columns * of.rows; i++) {
    if (of.squares[i]) {
      mr_bd_show_piece(&picture, game, of.squares[i], &pieces[picture.view.piece_count]);
      picture.view.cells[i].piece = (uint16_t)++picture.view.piece_count;
    }
  }
  picture.view.pieces = pieces;
  picture.view.pip_columns = picture.view.pip_rows = 3;
  if (mr_picture_end(&picture, view) == MR_OK) {
    mr_doc_diagram(doc, view, caption);
  } else {
    doc->status = picture.status;
  }
}

#define R(pattern) MR_BD_SQUARE(MR_BD_RED, pattern)
#define B(pattern) MR_BD_SQUARE(MR_BD_BLUE, pattern)

static void add_contact_diagrams(mr_doc *doc, const mr_bd_game *game) {
  static const mr_bd_square above[] = {R(0424), R(0524)};
  static const mr_bd_square beside[] = {R(0434), R(0161)};
  static const mr_bd_square apart[] = {R(0421), R(0421)};
  add_sketch(doc, game, (sketch){1, 2, above},
             "Touching: the lower edge of the upper piece meets the upper edge of the lower one.");
  add_sketch(doc, game, (sketch){2, 1, beside}, "Touching side by side, in the middle row.");
  add_sketch(doc, game, (sketch){1, 2, apart},
             "Not touching: the pips on the common edge do not face each other.");
}

/* ---- the page -------------------------------------------------------------------------------- */

static void add_kinds(const mr_bd_game *game, mr_doc *doc) {
  static const char *const head[] = {"pips", "patterns", "probability"};
  mr_doc_heading(doc, "Pieces");
  mr_doc_rules(doc, &game->base.info, MR_BD_RULE_PIECE, MR_BD_RULE_DISTRIBUTION);
  if (!deals(game)) {
    return;
  }
  mr_doc_row(doc, head, 3);
  for (unsigned number = 3; number <= 9; number++) {
    uint64_t weight = 0;
    unsigned patterns = 0;
    for (size_t i = 0; i < game->deal_count; i++) {
      unsigned pattern = mr_bd_action_low(game->deals[i].action);
      if (mr_popcount64(pattern) == number) {
        weight += game->deals[i].weight;
        patterns++;
      }
    }
    unsigned per_mille = (unsigned)((weight * 1000 + game->deal_total / 2) / game->deal_total);
    char cells[3][32];
    mr_str text[3];
    for (unsigned i = 0; i < 3; i++) {
      text[i] = mr_str_fixed(cells[i], sizeof cells[i]);
    }
    mr_str_uint(&text[0], number);
    mr_str_uint(&text[1], patterns);
    mr_str_format(&text[2], "%u.%u%%", per_mille / 10, per_mille % 10);
    mr_doc_row(doc, (const char *const[]){cells[0], cells[1], cells[2]}, 3);
  }
}

mr_status mr_bd_page(const mr_game *base, mr_doc *doc) {
  static const mr_bd_square fight[] = {0, R(0222), 0, R(0262), B(0777), B(0161), 0, R(0424), 0};
  static const mr_bd_square chain[] = {0, R(0222), R(0434), R(0262), R(0424), 0};
  const mr_bd_game *game = mr_bd_game_of(base);
  const mr_game_info *info = &base->info;
  mr_doc_begin(doc, info);
  mr_doc_heading(doc, "Board");
  mr_doc_rules(doc, info, MR_BD_RULE_BOARD, MR_BD_RULE_BOARD);
  add_kinds(game, doc);
  mr_doc_rules(doc, info, MR_BD_RULE_HANDS, MR_BD_RULE_HANDS);
  mr_doc_heading(doc, "Turn");
  mr_doc_rules(doc, info, MR_BD_RULE_TURN, MR_BD_RULE_PASS);
  add_contact_diagrams(doc, game);
  mr_doc_heading(doc, "Combat");
  mr_doc_rules(doc, info, MR_BD_RULE_COMBAT, MR_BD_RULE_RETURN);
  add_sketch(doc, game, (sketch){3, 3, fight},
             "Blue has just placed the full piece in the middle. It touches Red's piece above and "
             "fights it; it does not touch the one on the left, whose edge is empty, nor does it "
             "fight its own side. Below, Red's corner pip meets its edge: a second duel.");
  mr_doc_heading(doc, "End");
  mr_doc_rules(doc, info, MR_BD_RULE_VICTORY, MR_BD_RULE_CONTIGUITY);
  add_sketch(doc, game, (sketch){2, 3, chain},
             game->strict
                 ? "From the top row to the bottom row, but only diagonally within two of the "
                   "pieces: no connection under strict victory."
                 : "A connection from the top row to the bottom row of a small board: within a "
                   "piece all pips count as connected.");
  mr_doc_rules(doc, info, MR_BD_RULE_END_HANDS, MR_BD_RULE_END_PLIES);
  mr_doc_heading(doc, "Notation");
  mr_doc_rule(doc, "BD-16",
              "A piece is three octal digits, top row first; in each digit the left pip counts 4, "
              "the middle one 2, the right one 1. A placement is written 522@d0 (column, then row "
              "from the top), a pass --, dice r5b3 (Red's die, then Blue's).");
  mr_doc_paragraph(doc,
                   "A state is one line of six fields: rows from the top joined by /, digits for "
                   "runs of empty squares; the side to move, R or B; Red's hand; Blue's hand; "
                   "passes in a row; plies. While chance is at work a seventh field follows: deal "
                   "while hands are dealt, draw before lots are drawn, or d0:lr when the piece on "
                   "d0 still has duels to the left and right to fight.");
  return doc->status;
}
