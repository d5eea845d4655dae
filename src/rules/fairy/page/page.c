#include "rules/fairy/page/page.h"

#include "base/text.h"
#include "rules/fairy/text/texts.h"

enum { TEXT_ROOM = 1024 };

/* ---- rules ----------------------------------------------------------------------------------- */

static void add_rule(const mr_fy_game *game, mr_doc *doc, unsigned index) {
  if (index != 0) {
    mr_doc_rule(doc, game->base.info.rules[index].id, game->base.info.rules[index].text);
  }
}

/** Rules under a heading, if there are any of them. */
static void add_rules(const mr_fy_game *game, mr_doc *doc, const char *heading,
                      const mr_fy_feature *features, size_t count) {
  bool some = false;
  for (size_t i = 0; i < count; i++) {
    if (!some && game->rule_of[features[i]] != 0) {
      mr_doc_heading(doc, "%s", heading);
      some = true;
    }
    add_rule(game, doc, game->rule_of[features[i]]);
  }
}

/** The rules of promotion: that of all, and those of single pieces. */
static void add_promotions(const mr_fy_game *game, mr_doc *doc) {
  bool told = false;
  for (unsigned kind = 0; kind <= game->rules.kind_count; kind++) {
    unsigned rule = kind ? game->promotion_rule[kind] : game->rule_of[MR_FY_RULE_PROMOTION];
    if (rule == 0 || (kind && game->rules.kinds[kind].promotion_text == NULL)) {
      continue;
    }
    if (!told) {
      mr_doc_heading(doc, "Promotion");
    }
    told = true;
    add_rule(game, doc, rule);
  }
}

/* ---- the board ------------------------------------------------------------------------------- */

static bool has_walls(const mr_fy_game *game) {
  bool any = false;
  for (unsigned cell = 0; cell < game->rules.cells && !any; cell++) {
    any = mr_fy_board_const(game->base.start)[cell] == MR_FY_WALL;
  }
  return any;
}

static void look_for_hurdle(void *context, const mr_trail *trail) {
  bool *hops = context;
  for (unsigned i = 0; i < trail->length; i++) {
    *hops = *hops || trail->steps[i].pass == MR_PASS_HURDLE;
  }
}

/** Whether some piece needs another to jump over. */
static bool has_hoppers(const mr_fy_game *game) {
  bool hops = false;
  for (unsigned code = MR_FY_WALL + 1; code <= MR_FY_CODE(game->rules.kind_count, 1); code++) {
    if (mr_fy_is_used(game, code)) {
      mr_fy_walk_canvas(&game->rules, code, look_for_hurdle, &hops);
    }
  }
  return hops;
}

static void add_board(const mr_fy_game *game, mr_doc *doc) {
  const mr_fy_rules *rules = &game->rules;
  mr_fy_picture *p = mr_fy_page_board(game, doc);
  mr_doc_heading(doc, "Board");
  mr_doc_paragraph(doc,
                   "%u files (a-%c) and %u ranks. White begins at the lowest rank, Black at "
                   "the highest; %s moves first.",
                   (unsigned)rules->files, 'a' + rules->files - 1, (unsigned)rules->ranks,
                   mr_fy_side_names[mr_fy_state_of(game->base.start)->side]);
  if (has_walls(game)) {
    mr_doc_paragraph(doc, "Nothing ever comes to a wall (*) or slides past it; leaps go over it.%s",
                     has_hoppers(game) ? " What needs a piece to jump over may jump over a wall."
                                       : "");
  }
  add_rule(game, doc, game->rule_of[MR_FY_RULE_TURN]);
  if (p != NULL) {
    mr_fy_put_pieces(p, game->base.start);
    mr_fy_put_hands(p, game->base.start);
  }
  mr_fy_page_picture(p, "The first position.", doc);
}

/* ---- pieces ---------------------------------------------------------------------------------- */

/** The side from which a kind is shown: White where White can have it; 2 when nobody can. */
static unsigned shown_side(const mr_fy_game *game, unsigned kind) {
  unsigned side = 0;
  while (side < 2 && !mr_fy_is_used(game, MR_FY_CODE(kind, side))) {
    side++;
  }
  return side;
}

/** What a kind becomes; by sides where both have it and their forms differ. */
static void add_forms(const mr_fy_game *game, unsigned kind, mr_str *out) {
  const mr_fy_kind *k = &game->rules.kinds[kind];
  uint64_t kinds[2] = {0, 0};
  for (unsigned side = 0; side < 2; side++) {
    for (unsigned i = 0; i < k->promotion_count[side]; i++) {
      kinds[side] |= UINT64_C(1) << k->promotions[side][i];
    }
  }
  bool both = mr_fy_is_used(game, MR_FY_CODE(kind, MR_FY_WHITE)) &&
              mr_fy_is_used(game, MR_FY_CODE(kind, MR_FY_BLACK));
  if (!both || kinds[0] == kinds[1]) {
    bool black = shown_side(game, kind) == MR_FY_BLACK;
    mr_fy_add_names(&game->rules, kinds[black], " or ", out);
    return;
  }
  for (unsigned side = 0; side < 2; side++) {
    if (kinds[side] != 0) {
      mr_str_add(out, out->length > 0 ? "; " : "");
      mr_fy_add_names(&game->rules, kinds[side], " or ", out);
      mr_str_format(out, " (%s)", mr_fy_side_names[side]);
    }
  }
}

static void add_row(const mr_fy_game *game, mr_doc *doc, unsigned kind, size_t columns) {
  const mr_fy_kind *k = &game->rules.kinds[kind];
  char letters[16], forms[TEXT_ROOM];
  mr_str text[2];
  text[0] = mr_str_fixed(letters, sizeof letters);
  text[1] = mr_str_fixed(forms, sizeof forms);
  for (unsigned owner = 0; owner < 2; owner++) {
    if (mr_fy_is_used(game, MR_FY_CODE(kind, owner))) {
      mr_str_add(&text[0], text[0].length > 0 ? " " : "");
      mr_fy_code_text(&game->rules, MR_FY_CODE(kind, owner), &text[0]);
    }
  }
  add_forms(game, kind, &text[1]);
  const char *const cells[] = {letters, k->name, k->text, forms, k->value != NULL ? k->value : ""};
  mr_doc_row(doc, cells, columns);
}

static void add_moves(const mr_fy_game *game, mr_doc *doc, unsigned kind) {
  const mr_fy_kind *k = &game->rules.kinds[kind];
  unsigned side = shown_side(game, kind);
  char buffer[TEXT_ROOM];
  mr_str caption = mr_str_fixed(buffer, sizeof buffer);
  mr_str_format(&caption, "%s (", k->name);
  mr_fy_add_kind(&game->rules, kind, &caption);
  mr_str_add(&caption, "): ");
  bool ep = mr_fy_may_take_ep(&game->rules, kind, MR_FY_WHITE) ||
            mr_fy_may_take_ep(&game->rules, kind, MR_FY_BLACK);
  mr_fy_add_movement(k->betza, k->text, ep, &caption);
  mr_str_add(&caption, k->royal[side] ? ". It must never be left attacked." : ".");
  mr_fy_page_moves(game, MR_FY_CODE(kind, side), buffer, doc);
}

static void add_pieces(const mr_fy_game *game, mr_doc *doc) {
  static const char *const head[] = {"letter", "name", "movement", "becomes", "value"};
  size_t columns = 4; /* values only where there are any */
  for (unsigned kind = 1; kind <= game->rules.kind_count; kind++) {
    columns = game->rules.kinds[kind].value != NULL ? 5 : columns;
  }
  mr_doc_heading(doc, "Pieces");
  mr_doc_row(doc, head, columns);
  for (unsigned kind = 1; kind <= game->rules.kind_count; kind++) {
    if (shown_side(game, kind) < 2) {
      add_row(game, doc, kind, columns);
    }
  }
  mr_doc_paragraph(doc, "A movement is written in Betza's notation; under the next heading it is "
                        "told in words and shown.");
  mr_doc_heading(doc, "Moves");
  add_rule(game, doc, game->rule_of[MR_FY_RULE_MOVE]);
  add_rule(game, doc, game->rule_of[MR_FY_RULE_DOUBLE]);
  add_rule(game, doc, game->rule_of[MR_FY_RULE_LEAP]);
  add_rule(game, doc, game->rule_of[MR_FY_RULE_EP]);
  add_rule(game, doc, game->rule_of[MR_FY_RULE_BLAST]);
  add_rule(game, doc, game->rule_of[MR_FY_RULE_WALL]);
  add_rule(game, doc, game->rule_of[MR_FY_RULE_FLIP]);
  mr_doc_paragraph(doc,
                   "The piece stands in the middle of each diagram, with its own side below%s. "
                   "A dashed line is a way that must be empty.",
                   shown_side(game, game->rules.kind_count) == MR_FY_BLACK
                       ? ", Black's pieces with theirs above"
                       : "");
  for (unsigned kind = 1; kind <= game->rules.kind_count; kind++) {
    if (shown_side(game, kind) < 2) {
      add_moves(game, doc, kind);
    }
  }
}

/* ---- notation -------------------------------------------------------------------------------- */

/** What is looked for among the ways of a king. */
typedef struct step_search {
  const mr_fy_rules *rules;
  unsigned to;
  bool found;
} step_search;

static void look_for_step(void *context, const mr_trail *trail) {
  step_search *search = context;
  for (unsigned i = 0; i < trail->length; i++) {
    unsigned cell = mr_fy_step_cell(search->rules, &trail->steps[i]);
    search->found = search->found || (cell == search->to && trail->steps[i].stop != 0);
  }
}

static const char *castling_notation(const mr_fy_rules *rules) {
  step_search search = {rules, 0, false};
  for (unsigned i = 0; i < 4; i++) {
    const mr_fy_castling *c = &rules->castling[i];
    search.to = c->king_to;
    if (c->allowed) {
      mr_fy_walk(rules, MR_FY_CODE(c->king_kind, i / 2), c->king_from, look_for_step, &search);
    }
  }
  return !mr_fy_castles(rules) ? ""
         : rules->castling_text == MR_FY_KING_TAKES_PARTNER
             ? " Castling is written as if the king took its partner."
         : search.found ? " Castling is written as the king's move; but as if the king took its "
                          "partner where the king could go there by a step, too."
                        : " Castling is written as the king's move.";
}

static const char *wall_notation(const mr_fy_walling *walling) {
  return walling->rule == MR_FY_WALLS_NONE ? ""
         : walling->instead
             ? " What blocks a square in the place of a move is written as if the first piece "
               "stayed "
               "where it is, with a comma, its square and the one that is blocked behind: "
               "a1a1,a1c3; "
               "@c3 will do."
             : " A comma, the square on which the move ends and the one that is blocked follow: "
               "a1b2,b2c3; a1b2@c3 will do.";
}

static const char *gating_notation(const mr_fy_rules *rules) {
  return !rules->gating.enters ? ""
         : mr_fy_castles(rules)
             ? " A piece that enters behind adds its letter: b1c3h; at castling the king and its "
               "partner change places in the text where it enters on the partner's square: h1e1h."
             : " A piece that enters behind adds its letter: b1c3h.";
}

static void add_state_notation(const mr_fy_game *game, mr_doc *doc) {
  const mr_fy_rules *rules = &game->rules;
  char buffer[TEXT_ROOM];
  mr_str text = mr_str_fixed(buffer, sizeof buffer);
  mr_fy_format_state(&game->base, game->base.start, &text);
  mr_doc_paragraph(
      doc,
      "A position is one line, as in FEN: the ranks from the last one, capitals for "
      "White, digits for empty squares%s; the side to move; castling%s; the square that "
      "was passed by an initial move%s; %s%s without progress; the number of the %s%s%s. "
      "The first position is:",
      rules->drops ? ", hands in brackets" : "",
      rules->gating.on ? " and the files from whose first squares nobody has moved" : "",
      rules->passes_ep_text ? " and that of the piece" : "",
      mr_fy_counts_checks(rules) ? "the checks that White and Black still have to give; " : "",
      rules->split ? "turns" : "plies", rules->split ? "turn" : "move",
      rules->split ? "; the colours on which a move is owed; the colours that are "
                     "frozen"
                   : "",
      mr_fy_counts_moves(rules)
          ? "; once moves are counted their limit stands for that square, and "
            "the plies counted for those without progress"
          : "");
  mr_str_char(&text, '\n');
  mr_doc_lines(doc, buffer); /* to be copied: no face breaks it */
}

static void add_notation(const mr_fy_game *game, mr_doc *doc) {
  const mr_fy_rules *rules = &game->rules;
  bool plus = false;
  char letter = '\0'; /* of a kind that something becomes */
  for (unsigned at = 0; at < 2 * rules->kind_count; at++) {
    const mr_fy_kind *kind = &rules->kinds[at / 2 + 1];
    for (unsigned i = 0; i < kind->promotion_count[at % 2]; i++) {
      bool form = rules->kinds[kind->promotions[at % 2][i]].plus;
      plus = plus || form;
      bool other = letter == '\0' && !form && !(rules->demotion && kind->plus);
      letter = other ? mr_text_lower(rules->kinds[kind->promotions[at % 2][i]].letter) : letter;
    }
  }
  char forms[3][80] = {"", "", ""};
  mr_str form = mr_str_fixed(forms[0], sizeof forms[0]);
  mr_str back = mr_str_fixed(forms[1], sizeof forms[1]);
  mr_str other = mr_str_fixed(forms[2], sizeof forms[2]);
  unsigned last = rules->ranks, before = last > 1 ? last - 1 : last;
  if (plus) {
    mr_str_format(&form, " A piece that becomes its promoted form adds +: a%ua%u+.", before, last);
  }
  if (plus && rules->demotion) {
    mr_str_format(&back, " One that becomes again what it was adds -: a%ua%u-.", before, last);
  }
  if (letter != '\0') {
    mr_str_format(&other, " A piece that becomes another kind adds its letter: a%ua%u%c.", before,
                  last, letter);
  }
  mr_doc_heading(doc, "Notation");
  mr_doc_paragraph(doc,
                   "A move is written as the square that it begins on and the square that it "
                   "ends on: a1b2.%s%s%s%s%s%s%s%s",
                   forms[0], forms[1], forms[2],
                   !mr_fy_drops(rules) ? ""
                   : rules->free_drops
                       ? " A new piece is written as its letter, @ and a square."
                       : " A piece from the hand is written as its letter, @ and a square.",
                   gating_notation(rules), castling_notation(rules), wall_notation(&rules->walling),
                   rules->passing[0] | rules->passing[1] ? " Who passes writes pass." : "");
  add_state_notation(game, doc);
}

/* ---- the page -------------------------------------------------------------------------------- */

mr_status mr_fy_page(const mr_game *base, mr_doc *doc) {
  static const mr_fy_feature hands[] = {MR_FY_RULE_DROP, MR_FY_RULE_GATING};
  static const mr_fy_feature castling[] = {MR_FY_RULE_CASTLING};
  static const mr_fy_feature beginning[] = {MR_FY_RULE_SHUFFLE};
  static const mr_fy_feature passing[] = {MR_FY_RULE_PASS, MR_FY_RULE_BIKJANG};
  static const mr_fy_feature ends[] = {
      MR_FY_RULE_CHECKMATE, MR_FY_RULE_EXTINCTION, MR_FY_RULE_FLAG,      MR_FY_RULE_CHECKS,
      MR_FY_RULE_CASTLED,   MR_FY_RULE_CONNECT,    MR_FY_RULE_FULL,      MR_FY_RULE_STALEMATE,
      MR_FY_RULE_HALF_DRAW, MR_FY_RULE_FOLD,       MR_FY_RULE_PERPETUAL, MR_FY_RULE_TO_AND_FRO,
      MR_FY_RULE_CHASE,     MR_FY_RULE_IDLE,       MR_FY_RULE_COUNTING,  MR_FY_RULE_IMPASSE,
      MR_FY_RULE_TALLY,     MR_FY_RULE_LENGTH};
  const mr_fy_game *game = mr_fy_game_of(base);
  mr_doc_heading(doc, "%s", base->info.title);
  if (base->info.summary[0] != '\0') {
    mr_doc_paragraph(doc, "%s", base->info.summary);
  }
  add_board(game, doc);
  /* What wins is what is asked first, and the diagrams are long. */
  add_rules(game, doc, "End", ends, sizeof ends / sizeof *ends);
  add_pieces(game, doc);
  mr_fy_page_regions(game, doc);
  add_promotions(game, doc);
  add_rules(game, doc, "Hands", hands, sizeof hands / sizeof *hands);
  add_rules(game, doc, "Castling", castling, 1);
  add_rules(game, doc, "Beginning", beginning, 1);
  add_rules(game, doc, "Passing", passing, sizeof passing / sizeof *passing);
  add_notation(game, doc);
  return doc->status;
}
