#include <marcher/doc.h>
#include <marcher/view.h>

#include "rules/warlord/warlord.h"

static void add_rules(const mr_wl_game *game, mr_doc *doc, unsigned from, unsigned to) {
  for (unsigned i = from; i <= to; i++) {
    const mr_rule *rule = &game->base.info.rules[mr_wl_rule(game, i)];
    if (mr_wl_rule(game, i)) {
      mr_doc_rule(doc, rule->id, rule->text);
    }
  }
}

/* ---- units ----------------------------------------------------------------------------------- */

static unsigned count_posts(const mr_wl_game *game, unsigned side, unsigned kind) {
  unsigned count = 0;
  for (unsigned i = 0; i < game->posts[side]; i++) {
    count += game->post[side][i].kind == kind;
  }
  return count;
}

static void add_units(const mr_wl_game *game, mr_doc *doc) {
  static const char *const head[] = {"letter", "unit", "White", "Black"};
  mr_doc_heading(doc, "Units");
  if (game->hidden) {
    mr_doc_paragraph(doc, "The numbers are those of the sample deployment; see the set-up.");
  }
  mr_doc_row(doc, head, 4);
  for (unsigned kind = 1; kind < MR_WL_KINDS; kind++) {
    char cells[3][16];
    const char letter[2] = {mr_wl_letters[kind], '\0'};
    unsigned white = count_posts(game, 0, kind), black = count_posts(game, 1, kind);
    mr_str text[2];
    for (unsigned i = 0; i < 2; i++) {
      mr_str_fixed(&text[i], cells[i], sizeof cells[i]);
      mr_str_uint(&text[i], i ? black : white);
    }
    const char *const row[] = {letter, mr_wl_kind_names[kind], cells[0], cells[1]};
    if (white || black || (kind == MR_WL_PROMOTED && game->promotion)) {
      mr_doc_row(doc, row, 4);
    }
  }
  add_rules(game, doc, MR_WL_RULE_LEADER, MR_WL_RULE_CAPTURE);
}

/* ---- pictures -------------------------------------------------------------------------------- */

/* The map as it is drawn in the definition: the start, or the sample deployment. */
static mr_status draw_map(const mr_wl_game *game, mr_doc *doc) {
  mr_view *view = mr_arena_zero(doc->arena, 1, sizeof *view);
  mr_state *state = mr_arena_zero(doc->arena, 1, game->base.info.state_size);
  if (view == NULL || state == NULL) {
    return MR_ERR_NOMEM;
  }
  mr_wl_state *map = mr_wl_writable(state);
  mr_wl_lay_ground(game, game->ground, map);
  for (unsigned side = 0; side < 2; side++) {
    for (unsigned i = 0; i < game->posts[side]; i++) {
      mr_wl_add_unit(game, map, side, game->post[side][i]);
    }
  }
  map->head.phase = MR_WL_OVER;
  mr_status status = mr_wl_view(&game->base, state, MR_NOBODY, doc->arena, view);
  view->note_count = view->hand_count = view->region_count = 0;
  if (status == MR_OK) {
    mr_doc_diagram(doc, view,
                   game->hidden ? "The map with a sample deployment."
                                : "The map and the units at the start.");
  }
  return status;
}

/* What one kind of unit reaches from the middle of an open board of 7 by 7. */
static void mark_reach(unsigned kind, mr_view *view) {
  for (int row = 0; row < 7; row++) {
    for (int file = 0; file < 7; file++) {
      int df = file > 3 ? file - 3 : 3 - file, dr = row > 3 ? row - 3 : 3 - row;
      int most = df > dr ? df : dr;
      bool reach = kind == MR_WL_HEAVY    ? (df == 0) != (dr == 0)
                   : kind == MR_WL_CANNON ? df == dr && df > 0
                   : kind == MR_WL_LIGHT  ? df * dr == 2
                                          : most > 0 && most <= (kind == MR_WL_INFANTRY ? 1 : 2);
      if (reach) {
        view->cells[row * 7 + file].marks |= MR_MARK_TARGET;
      }
    }
  }
}

static mr_status draw_reach(mr_doc *doc, unsigned kind, const char *caption) {
  mr_view *view = mr_arena_zero(doc->arena, 1, sizeof *view);
  mr_view_piece *piece = mr_arena_zero(doc->arena, 1, sizeof *piece);
  char letter = mr_wl_letters[kind];
  if (view == NULL || piece == NULL) {
    return MR_ERR_NOMEM;
  }
  mr_status status = mr_view_init(view, doc->arena, 7, 7, 7, -1);
  const char *label = mr_arena_copy(doc->arena, &letter, 1);
  if (status != MR_OK || label == NULL) {
    return status != MR_OK ? status : MR_ERR_NOMEM;
  }
  *piece = (mr_view_piece){.piece = {kind}, .name = mr_wl_kind_names[kind], .label = label};
  piece->glyph = "";
  view->pieces = piece;
  view->piece_count = 1;
  view->cells[24].piece = 1;
  view->node = (mr_node){MR_NODE_TERMINAL, MR_NOBODY};
  mark_reach(kind, view);
  mr_doc_diagram(doc, view, caption);
  return MR_OK;
}

static mr_status draw_units(mr_doc *doc) {
  static const struct {
    unsigned kind;
    const char *caption;
  } pictures[] = {
      {1, "A leader: one or two king steps. Its orders carry over the same squares."},
      {MR_WL_HEAVY, "Heavy cavalry: 1, 2 or 3 squares in a straight line, over anything."},
      {MR_WL_CANNON, "A cannon: the same diagonally."},
      {MR_WL_LIGHT, "Light cavalry: a knight's leap."},
      {MR_WL_INFANTRY, "Infantry: one step."},
  };
  mr_status status = MR_OK;
  for (size_t i = 0; status == MR_OK && i < sizeof pictures / sizeof *pictures; i++) {
    status = draw_reach(doc, pictures[i].kind, pictures[i].caption);
  }
  return status;
}

/* ---- the page -------------------------------------------------------------------------------- */

static void add_notation(const mr_wl_game *game, mr_doc *doc) {
  mr_doc_heading(doc, "Notation");
  mr_doc_rule(doc, "WL-41",
              "A move is written c2-d4, a capture f4xf7, an exchange e2<>f2 with the leader first. "
              "The end of a turn is . and a turn without activations --. Files beyond z go on with "
              "aa, ab; ranks count from 1 at the bottom.");
  mr_doc_rule(doc, "WL-42",
              "A state is one line: the pieces in rows from the top with numbers for empty squares "
              "and / between rows, the terrain behind @ where it is not the definition's, the side "
              "to move (w or b), turns without a capture, the number of the turn. Then, where they "
              "are needed: first=b, draw=1, pass=1, reply=1, lost=3,2 (leaders lost by White and "
              "Black), members=1122, waiting=a1,b2*2, deploy=32,5, and in brackets the activations "
              "of this turn so far, joined by semicolons.");
  if (game->hidden) {
    mr_doc_paragraph(doc,
                     "While the armies are deployed a unit is placed by I@c2, and commit ends "
                     "a deployment. A state with deploy=32,5 but without White's units is what "
                     "Black sees.");
  }
}

mr_status mr_wl_page(const mr_game *base, mr_doc *doc) {
  const mr_wl_game *game = mr_wl_game_of(base);
  mr_doc_heading(doc, "%s", base->info.title);
  if (base->info.summary[0]) {
    mr_doc_paragraph(doc, "%s", base->info.summary);
  }
  mr_doc_heading(doc, "Board");
  mr_doc_paragraph(doc,
                   "The board has %u files and %u ranks. White, in capitals, begins at the "
                   "bottom.",
                   game->columns, game->rows);
  mr_status status = draw_map(game, doc);
  add_units(game, doc);
  if (status == MR_OK) {
    status = draw_units(doc);
  }
  mr_doc_heading(doc, "Command");
  add_rules(game, doc, MR_WL_RULE_RANGE, MR_WL_RULE_SELF);
  add_rules(game, doc, MR_WL_RULE_HANDICAP, MR_WL_RULE_HANDICAP);
  add_rules(game, doc, MR_WL_RULE_EXCHANGE, MR_WL_RULE_EXCHANGE);
  add_rules(game, doc, MR_WL_RULE_TEAMS, MR_WL_RULE_END);
  if (mr_wl_rule(game, MR_WL_RULE_WATER) || mr_wl_rule(game, MR_WL_RULE_CROSSING) ||
      mr_wl_rule(game, MR_WL_RULE_TERRAIN)) {
    mr_doc_heading(doc, "Ground");
    add_rules(game, doc, MR_WL_RULE_WATER, MR_WL_RULE_TERRAIN);
  }
  if (game->hidden || game->blocks || mr_wl_rule(game, MR_WL_RULE_DEPLOY)) {
    mr_doc_heading(doc, "Set-up");
    add_rules(game, doc, MR_WL_RULE_DEPLOY, MR_WL_RULE_ARMY);
    add_rules(game, doc, MR_WL_RULE_ARRIVAL, MR_WL_RULE_ARRIVAL);
  }
  mr_doc_heading(doc, "End");
  add_rules(game, doc, MR_WL_RULE_PASS, MR_WL_RULE_PROMOTION);
  add_notation(game, doc);
  return doc->status != MR_OK ? doc->status : status;
}
