#include <marcher/doc.h>
#include <marcher/view.h>

#include "rules/borderline/reader.h"

static const mr_rule *rule(const mr_bd_game *game, unsigned index) {
  return &game->base.info.rules[index];
}

static void add_rules(const mr_bd_game *game, mr_doc *doc, unsigned from, unsigned to) {
  for (unsigned i = from; i <= to; i++) {
    mr_doc_rule(doc, rule(game, i)->id, rule(game, i)->text);
  }
}

/*
 * Diagrams are pictures of a few squares. They are built as values, not by playing, so that every
 * definition shows the same ones, however small its board.
 */
typedef struct sketch {
  unsigned columns;
  unsigned rows;
  const mr_bd_square *squares;
  unsigned targets; /* bit i: square i is a legal target, shown as such */
} sketch;

static mr_status sketch_view(mr_doc *doc, const sketch *s, mr_view **out) {
  unsigned cells = s->columns * s->rows;
  mr_view *view = mr_arena_zero(doc->arena, 1, sizeof *view);
  mr_view_piece *pieces = mr_arena_zero(doc->arena, cells, sizeof *pieces);
  if (view == NULL || pieces == NULL) {
    return MR_ERR_NOMEM;
  }
  mr_status status = mr_view_init(view, doc->arena, (uint16_t)s->columns, (uint16_t)s->rows, 0, 1);
  for (unsigned i = 0; status == MR_OK && i < cells; i++) {
    if (s->targets >> i & 1u) {
      view->cells[i].marks |= MR_MARK_TARGET;
    }
    if (!s->squares[i]) {
      continue;
    }
    status = mr_bd_show_piece(doc->arena, s->squares[i], &pieces[view->piece_count]);
    view->cells[i].piece = (uint16_t)++view->piece_count;
  }
  view->pieces = pieces;
  view->pip_columns = view->pip_rows = 3;
  view->node = (mr_node){MR_NODE_TERMINAL, MR_NOBODY};
  *out = view;
  return status;
}

static void add_sketch(mr_doc *doc, const sketch *s, const char *caption) {
  mr_view *view = NULL;
  if (doc->status != MR_OK) {
    return;
  }
  mr_status status = sketch_view(doc, s, &view);
  if (status != MR_OK) {
    doc->status = status;
  } else {
    mr_doc_diagram(doc, view, caption);
  }
}

#define R(pattern) MR_BD_SQUARE(MR_BD_RED, pattern)
#define B(pattern) MR_BD_SQUARE(MR_BD_BLUE, pattern)

static void add_contact_diagrams(mr_doc *doc) {
  static const mr_bd_square above[] = {R(0424), R(0524)};
  static const mr_bd_square beside[] = {R(0434), R(0161)};
  static const mr_bd_square apart[] = {R(0421), R(0421)};
  add_sketch(doc, &(sketch){1, 2, above, 0},
             "Touching: the lower edge of the upper piece meets the upper edge of the lower one.");
  add_sketch(doc, &(sketch){2, 1, beside, 0}, "Touching side by side, in the middle row.");
  add_sketch(doc, &(sketch){1, 2, apart, 0},
             "Not touching: the pips on the common edge do not face each other.");
}

static void add_duel_diagram(mr_doc *doc) {
  static const mr_bd_square fight[] = {0, R(0222), 0, R(0262), B(0777), B(0161), 0, R(0424), 0};
  add_sketch(doc, &(sketch){3, 3, fight, 0},
             "Blue has just placed the full piece in the middle. It touches Red's piece above and "
             "fights it; it does not touch the one on the left, whose edge is empty, nor does it "
             "fight its own side. Below, Red's corner pip meets its edge: a second duel.");
}

static void add_victory_diagram(const mr_bd_game *game, mr_doc *doc) {
  static const mr_bd_square chain[] = {0, R(0222), R(0434), R(0262), R(0424), 0};
  add_sketch(doc, &(sketch){2, 3, chain, 0},
             game->strict
                 ? "From the top row to the bottom row, but only diagonally within two of the "
                   "pieces: no connection under strict victory."
                 : "A connection from the top row to the bottom row of a small board: within a "
                   "piece all pips count as connected.");
}

static void add_kinds(const mr_bd_game *game, mr_doc *doc) {
  static const char *const head[] = {"pips", "patterns", "probability"};
  mr_doc_heading(doc, "Pieces");
  add_rules(game, doc, MR_BD_RULE_PIECE, MR_BD_RULE_DISTRIBUTION);
  mr_doc_row(doc, head, 3);
  for (unsigned number = 3; number <= 9; number++) {
    uint64_t weight = 0;
    unsigned patterns = 0;
    for (size_t i = 0; i < game->deal_count; i++) {
      unsigned pattern = mr_bd_action_low(game->deals[i].action);
      if (mr_popcount64(pattern) != number) {
        continue;
      }
      weight += game->deals[i].weight;
      patterns++;
    }
    char cells[3][32];
    mr_str text[3];
    for (unsigned i = 0; i < 3; i++) {
      mr_str_fixed(&text[i], cells[i], sizeof cells[i]);
    }
    mr_str_uint(&text[0], number);
    mr_str_uint(&text[1], patterns);
    uint64_t per_mille = (weight * 1000 + game->deal_total / 2) / game->deal_total;
    mr_str_format(&text[2], "%u.%u%%", (unsigned)(per_mille / 10), (unsigned)(per_mille % 10));
    const char *const row[] = {cells[0], cells[1], cells[2]};
    mr_doc_row(doc, row, 3);
  }
}

static void add_notation(mr_doc *doc) {
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
}

mr_status mr_bd_page(const mr_game *base, mr_doc *doc) {
  const mr_bd_game *game = mr_bd_game_of(base);
  mr_doc_heading(doc, "%s", base->info.title);
  if (base->info.summary[0]) {
    mr_doc_paragraph(doc, "%s", base->info.summary);
  }
  mr_doc_heading(doc, "Board");
  add_rules(game, doc, MR_BD_RULE_BOARD, MR_BD_RULE_BOARD);
  add_kinds(game, doc);
  add_rules(game, doc, MR_BD_RULE_HANDS, MR_BD_RULE_HANDS);
  mr_doc_heading(doc, "Turn");
  add_rules(game, doc, MR_BD_RULE_TURN, MR_BD_RULE_PASS);
  add_contact_diagrams(doc);
  mr_doc_heading(doc, "Combat");
  add_rules(game, doc, MR_BD_RULE_COMBAT, MR_BD_RULE_RETURN);
  add_duel_diagram(doc);
  mr_doc_heading(doc, "End");
  add_rules(game, doc, MR_BD_RULE_VICTORY, MR_BD_RULE_CONTIGUITY);
  add_victory_diagram(game, doc);
  add_rules(game, doc, MR_BD_RULE_END_HANDS, MR_BD_RULE_END_PLIES);
  add_notation(doc);
  return doc->status;
}
