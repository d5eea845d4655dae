#include <stdlib.h>

#include "base/text.h"
#include "kernel/writer.h"
#include "rules/warlord/warlord.h"

/* Those of some rules of the family that are in force. */
static void add_rules(const mr_wl_game *game, mr_doc *doc, unsigned from, unsigned to) {
  for (unsigned i = from; i <= to; i++) {
    if (mr_wl_rule(game, i)) {
      mr_doc_rules(doc, &game->base.info, mr_wl_rule(game, i), mr_wl_rule(game, i));
    }
  }
}

/* ---- units ----------------------------------------------------------------------------------- */

/* Whether the game has units of a kind: on the map, by promotion, or as they come later. */
static bool has_kind(const mr_wl_game *game, unsigned kind, unsigned on_map) {
  bool has = on_map || (kind == MR_WL_PROMOTED && game->promotion);
  for (unsigned w = 0; w < game->waves && !has; w++) {
    has = game->wave[w].units[kind] > 0;
  }
  return has;
}

static void add_units(const mr_wl_game *game, mr_doc *doc) {
  static const char *const head[] = {"letter", "unit", "White", "Black"};
  unsigned counts[2][MR_WL_KINDS] = {{0}};
  for (unsigned side = 0; side < 2; side++) {
    for (unsigned i = 0; i < game->posts[side]; i++) {
      counts[side][game->post[side][i].kind]++;
    }
  }
  mr_doc_heading(doc, "Units");
  if (game->deploys) {
    mr_doc_paragraph(doc, "The numbers are those of the sample deployment; see the set-up.");
  }
  mr_doc_row(doc, head, 4);
  for (unsigned kind = 1; kind < MR_WL_KINDS; kind++) {
    const char letter[2] = {mr_wl_letters[kind], '\0'};
    char cells[2][16];
    for (unsigned side = 0; side < 2; side++) {
      mr_str text = mr_str_fixed(cells[side], sizeof cells[side]);
      mr_str_uint(&text, counts[side][kind]);
    }
    if (has_kind(game, kind, counts[0][kind] + counts[1][kind])) {
      mr_doc_row(doc, (const char *const[]){letter, mr_wl_kind_names[kind], cells[0], cells[1]}, 4);
    }
  }
  add_rules(game, doc, MR_WL_RULE_LEADER, MR_WL_RULE_CAPTURE);
}

/* ---- pictures -------------------------------------------------------------------------------- */

/* The map as it is drawn in the definition: the start, or the sample deployment. */
static void draw_map(const mr_wl_game *game, mr_doc *doc) {
  mr_view *view = mr_arena_zero(doc->arena, 1, sizeof *view);
  mr_state *state = mr_arena_zero(doc->arena, 1, game->base.info.state_size);
  if (view == NULL || state == NULL) {
    doc->status = MR_ERR_NOMEM;
    return;
  }
  mr_wl_state *map = mr_wl_writable(state);
  mr_wl_lay_ground(game, game->ground, map);
  mr_wl_add_posts(game, map);
  map->head.phase = MR_WL_OVER;
  mr_status status = mr_wl_view(&game->base, state, MR_NOBODY, doc->arena, view);
  if (status != MR_OK) {
    doc->status = status;
    return;
  }
  view->note_count = view->hand_count = view->region_count = 0;
  mr_doc_diagram(doc, view,
                 game->deploys ? "The map with a sample deployment."
                               : "The map and the units at the start.");
}

/* What one kind of unit reaches from the middle of an open board of 7 by 7. */
static void draw_reach(mr_doc *doc, unsigned kind, const char *caption) {
  mr_picture picture = mr_picture_begin(doc->arena, 7, 7, 7, -1);
  mr_view *view = mr_picture_room(&picture, 1, sizeof *view);
  mr_view_piece *piece = mr_picture_room(&picture, 1, sizeof *piece);
  const char *label = mr_picture_text(&picture, "%c", mr_wl_letters[kind]);
  if (mr_picture_end(&picture, view) != MR_OK) {
    doc->status = picture.status;
    return;
  }
  *piece =
      (mr_view_piece){.piece = {kind}, .name = mr_wl_kind_names[kind], .label = label, .glyph = ""};
  view->pieces = piece;
  view->piece_count = 1;
  view->cells[24].piece = 1;
  for (int cell = 0; cell < 49; cell++) {
    int df = abs(cell % 7 - 3), dr = abs(cell / 7 - 3), most = df > dr ? df : dr;
    bool reach = kind == MR_WL_HEAVY    ? (df == 0) != (dr == 0)
                 : kind == MR_WL_CANNON ? df == dr && df > 0
                 : kind == MR_WL_LIGHT  ? df * dr == 2
                                        : most > 0 && most <= (kind == MR_WL_INFANTRY ? 1 : 2);
    view->cells[cell].marks = reach ? MR_MARK_TARGET : 0;
  }
  mr_doc_diagram(doc, view, caption);
}

/* Whether there are promoted leaders, from the start or by and by. */
static bool has_promoted(const mr_wl_game *game) {
  unsigned count = 0;
  for (unsigned side = 0; side < 2; side++) {
    for (unsigned i = 0; i < game->posts[side]; i++) {
      count += game->post[side][i].kind == MR_WL_PROMOTED;
    }
  }
  return has_kind(game, MR_WL_PROMOTED, count);
}

static void draw_units(const mr_wl_game *game, mr_doc *doc) {
  char leader[120];
  mr_str text = mr_str_fixed(leader, sizeof leader);
  mr_str_add(&text, "A leader: one or two king steps. ");
  if (game->range == 2) { /* as far as it goes itself */
    mr_str_add(&text, "Its orders carry over the same squares.");
  } else {
    mr_str_format(&text, "Its orders carry %s%u square%s in any direction.",
                  game->range > 1 ? "up to " : "", game->range, mr_text_plural(game->range));
  }
  const struct {
    unsigned kind;
    const char *caption;
  } pictures[] = {
      {1, leader},
      {MR_WL_PROMOTED, "A promoted leader: one or two king steps. It orders itself only."},
      {MR_WL_HEAVY, "Heavy cavalry: 1, 2 or 3 squares in a straight line, over anything."},
      {MR_WL_CANNON, "A cannon: 1, 2 or 3 squares diagonally, over anything."},
      {MR_WL_LIGHT, "Light cavalry: a knight's leap."},
      {MR_WL_INFANTRY, "Infantry: one step."},
  };
  for (size_t i = 0; doc->status == MR_OK && i < sizeof pictures / sizeof *pictures; i++) {
    if (pictures[i].kind != MR_WL_PROMOTED || has_promoted(game)) {
      draw_reach(doc, pictures[i].kind, pictures[i].caption);
    }
  }
}

/* Whose home towns are which, where that decides anything (WL-46). */
static void add_homes(const mr_wl_game *game, mr_doc *doc) {
  mr_str text = mr_str_growing(game->base.allocator);
  mr_str_add(&text, "Home towns:");
  for (unsigned side = 0; side < 2; side++) {
    unsigned count = 0, all = 0;
    for (unsigned i = 0; i < game->towns; i++) {
      all += game->home[game->town[i]] == side + 1;
    }
    mr_str_format(&text, "%s %s's %s", side == 0 ? "" : ";", mr_wl_side_names[side],
                  all == 1 ? "is" : "are");
    for (unsigned i = 0; i < game->towns; i++) {
      if (game->home[game->town[i]] == side + 1) {
        mr_str_add(&text, count++ == 0 ? " " : ", ");
        mr_str_add(&text, mr_wl_name_cell(game, game->town[i]).text);
      }
    }
    mr_str_add(&text, count == 0 ? " none" : "");
  }
  if (text.status != MR_OK) {
    doc->status = text.status;
  } else if (mr_wl_homes_matter(game)) {
    mr_doc_paragraph(doc, "%s.", mr_str_text(&text));
  }
  mr_str_done(&text);
}

/* ---- the page -------------------------------------------------------------------------------- */

static void add_notation(const mr_wl_game *game, mr_doc *doc) {
  mr_doc_heading(doc, "Notation");
  mr_doc_rule(doc, "WL-41",
              "A move is written c2-d4, a capture f4xf7, an exchange e2<>f2 with the leader first. "
              "The end of a turn is . and a turn without activations --. Files beyond z go on with "
              "aa, ab; ranks count from 1 at the bottom.");
  mr_doc_rule(
      doc, "WL-42",
      "A state is one line: the pieces in rows from the top with numbers for empty squares "
      "and / between rows, the terrain behind @ where it is not the definition's, the side "
      "to move (w or b), turns without a capture, the number of the turn. Then, where they "
      "are needed: first=b, draw=1, pass=1, reply=1, lost=3,2 (leaders lost by White and "
      "Black), members=1122, waiting=a1,b2*2, fallen=H2I3n1, reserve=1:P1i2, deploy=32,5, and in "
      "brackets "
      "the activations "
      "of this turn so far, joined by semicolons.");
  if (game->deploys) {
    mr_doc_paragraph(doc, game->hidden
                              ? "While the armies are deployed a unit is placed by I@c2, and "
                                "commit ends a deployment. A state with deploy=32,5 but without "
                                "White's units is what Black sees."
                              : "While the armies are deployed a unit is placed by I@c2, and "
                                "commit ends a deployment.");
  }
  if (game->placed_waves) {
    mr_doc_paragraph(doc, "Who has come later is placed by I@c2, too; the turn begins when nobody "
                          "is left who can be placed. reserve=P1I3n2 are those that wait.");
  }
}

/* Who moves first, unless the rule of deployment says so. */
static const char *first_words(const mr_wl_game *game) {
  return mr_wl_rule(game, MR_WL_RULE_DEPLOY) ? ""
         : game->first == MR_WL_BLACK        ? " Black moves first."
                                             : " White moves first.";
}

mr_status mr_wl_page(const mr_game *base, mr_doc *doc) {
  const mr_wl_game *game = mr_wl_game_of(base);
  mr_doc_begin(doc, &base->info);
  mr_doc_heading(doc, "Board");
  mr_doc_paragraph(doc,
                   "The board has %u files and %u ranks. White, in capitals, begins at the "
                   "bottom.%s",
                   game->columns, game->rows, first_words(game));
  draw_map(game, doc);
  add_units(game, doc);
  draw_units(game, doc);
  mr_doc_heading(doc, "Command");
  add_rules(game, doc, MR_WL_RULE_RANGE, MR_WL_RULE_SELF);
  add_rules(game, doc, MR_WL_RULE_HANDICAP, MR_WL_RULE_HANDICAP);
  add_rules(game, doc, MR_WL_RULE_EXCHANGE, MR_WL_RULE_EXCHANGE);
  add_rules(game, doc, MR_WL_RULE_TEAMS, MR_WL_RULE_END);
  if (mr_wl_rule(game, MR_WL_RULE_WATER) || mr_wl_rule(game, MR_WL_RULE_CROSSING) ||
      mr_wl_rule(game, MR_WL_RULE_TERRAIN)) {
    mr_doc_heading(doc, "Ground");
    add_rules(game, doc, MR_WL_RULE_WATER, MR_WL_RULE_TERRAIN);
    add_homes(game, doc);
  }
  if (game->deploys || game->blocks || mr_wl_rule(game, MR_WL_RULE_DEPLOY)) {
    mr_doc_heading(doc, "Set-up");
    add_rules(game, doc, MR_WL_RULE_DEPLOY, MR_WL_RULE_ARMY);
    add_rules(game, doc, MR_WL_RULE_ARRIVAL, MR_WL_RULE_ARRIVAL);
    add_rules(game, doc, MR_WL_RULE_ENTER, MR_WL_RULE_ENTER);
  }
  if (mr_wl_rule(game, MR_WL_RULE_REINFORCE)) {
    mr_doc_heading(doc, "Reinforcements");
    add_rules(game, doc, MR_WL_RULE_REINFORCE, MR_WL_RULE_REINFORCE);
  }
  if (mr_wl_rule(game, MR_WL_RULE_RETURN)) {
    mr_doc_heading(doc, "Replacements");
    add_rules(game, doc, MR_WL_RULE_RETURN, MR_WL_RULE_RETURN);
  }
  mr_doc_heading(doc, "End");
  add_rules(game, doc, MR_WL_RULE_PASS, MR_WL_RULE_PROMOTION);
  add_rules(game, doc, MR_WL_RULE_HOMES, MR_WL_RULE_UNITS);
  add_notation(game, doc);
  return doc->status;
}
