#include <marcher/guide.h>
#include <string.h>

#include "base/text.h"

enum {
  LETTERS_MOST = 14, /* kinds of pieces in a sentence */
  SQUARES_MOST = 12, /* that are listed in a sentence */
  ACTIONS_MOST = 16,
  RULES_MOST = 8
};

/* ---- small texts ----------------------------------------------------------------------------- */

static bool is_same_word(const char *a, const char *b) {
  return mr_text_is_nocase(a, strlen(a), b);
}

static const char *name_of(const mr_game *game, mr_player player) {
  return player.id < game->info.players ? game->info.player_names[player.id] : "nobody";
}

static void add_cell(const mr_game *game, mr_cell cell, mr_str *out) {
  char buffer[MR_ACTION_TEXT_MAX];
  mr_str text = mr_str_fixed(buffer, sizeof buffer);
  mr_game_cell_text(game, cell, &text);
  mr_str_add(out, buffer);
}

/* ---- what wins ------------------------------------------------------------------------------- */

size_t mr_guide_goals(const mr_game *game, mr_player player, mr_rule_index *out) {
  const mr_game_info *info = &game->info;
  mr_goal goals[MR_GOALS_MAX];
  size_t all = mr_game_goals(game, goals);
  size_t count = 0;
  for (size_t i = 0; i < all; i++) {
    bool before =
        goals[i].rule == 0 || goals[i].obstacle[0] != '\0' ||
        (player.id < info->players && info->team[goals[i].player.id] != info->team[player.id]);
    for (size_t k = 0; k < count && !before; k++) {
      before = out[k] == goals[i].rule;
    }
    if (!before) {
      out[count++] = goals[i].rule;
    }
  }
  return count;
}

/* ---- the letters on the board ---------------------------------------------------------------- */

static bool has_lower(const char *text) {
  bool found = false;
  for (; *text != '\0' && !found; text++) {
    found = mr_text_is_lower(*text);
  }
  return found;
}

/** Whether capitals are one player's and small letters the other's. */
static bool is_told_by_case(const mr_game *game, const mr_view *view) {
  bool told = game->info.players == 2;
  for (size_t i = 0; i < view->piece_count && told; i++) {
    const mr_view_piece *piece = &view->pieces[i];
    told = piece->owner.id < 2 && has_lower(piece->label) == (piece->owner.id == 1);
  }
  return told;
}

static size_t count_on_board(const mr_view *view, size_t index) {
  size_t count = 0;
  for (size_t i = 0; i < (size_t)view->columns * view->rows; i++) {
    count += view->cells[i].piece == index + 1;
  }
  return count;
}

/** Whether it is in a hand, or was: hands keep the rows of what is used up. */
static bool is_held(const mr_view *view, size_t index) {
  bool held = false;
  for (size_t i = 0; i < view->hand_count; i++) {
    for (size_t k = 0; k < view->hands[i].count; k++) {
      held = held || view->hands[i].items[k].piece == index + 1;
    }
  }
  return held;
}

/** Whether one of them is to be seen, on the board or in a hand. */
static bool is_seen(const mr_view *view, size_t index) {
  return is_held(view, index) || count_on_board(view, index) > 0;
}

/** Whether a table of a page of rules speaks of something. */
static bool is_tabled(const mr_doc *page, const char *name) {
  for (const mr_doc_block *block = page->first; block != NULL; block = block->next) {
    for (size_t i = 0; block->kind == MR_DOC_ROW && i < block->cell_count; i++) {
      if (mr_text_mentions(block->cells[i], name)) {
        return true;
      }
    }
  }
  return false;
}

bool mr_guide_in_play(const mr_view *view, const mr_doc *page, size_t index) {
  return is_seen(view, index) || is_tabled(page, view->pieces[index].name);
}

/** Whether an earlier piece that is seen has that name and that letter, whatever its case. */
static bool is_listed(const mr_view *view, size_t index) {
  bool found = false;
  for (size_t i = 0; i < index && !found; i++) {
    found = is_seen(view, i) && strcmp(view->pieces[i].name, view->pieces[index].name) == 0 &&
            is_same_word(view->pieces[i].label, view->pieces[index].label);
  }
  return found;
}

/** Whether a piece is called by a figure for each of its rows, the left pip counting most. */
static bool is_named_by_rows(const mr_view_piece *piece) {
  bool named =
      piece->pip_columns > 0 && piece->pip_columns <= 3 && strlen(piece->name) == piece->pip_rows;
  for (unsigned row = 0; row < piece->pip_rows && named; row++) {
    unsigned sum = 0;
    for (unsigned column = 0; column < piece->pip_columns; column++) {
      sum = 2 * sum + (unsigned)(piece->pips >> (row * piece->pip_columns + column) & 1);
    }
    named = piece->name[row] == (char)('0' + sum);
  }
  return named;
}

static void add_pip_letters(const mr_game *game, const mr_view *view, mr_str *out) {
  mr_str_add(out,
             "A piece is a pattern of pips, in the colour or by the first letter of its owner");
  for (unsigned i = 0; i < game->info.players; i++) {
    const char *name = game->info.player_names[i];
    mr_str_format(out, "%s%c for %s", i == 0 ? ": " : ", ", name[0], name);
  }
  bool named = view->piece_count > 0;
  for (size_t i = 0; i < view->piece_count && named; i++) {
    named = is_named_by_rows(&view->pieces[i]);
  }
  if (named) {
    unsigned columns = view->pieces[0].pip_columns;
    mr_str_format(out,
                  ". Its name has a figure for each of its rows, from the top: %s for its "
                  "pips from the left, added up",
                  columns == 1   ? "1"
                  : columns == 2 ? "2 and 1"
                                 : "4, 2 and 1");
  }
  mr_str_char(out, '.');
}

void mr_guide_letters(const mr_game *game, const mr_view *view, mr_str *out) {
  size_t count = 0;
  for (size_t i = 0; i < view->piece_count; i++) {
    const mr_view_piece *piece = &view->pieces[i];
    bool new = strcmp(piece->label, piece->name) != 0 && !is_listed(view, i) && is_seen(view, i);
    if (new &&count++ < LETTERS_MOST) {
      mr_str_format(out, "%s%s %s", count == 1 ? "The letters: " : ", ", piece->label, piece->name);
    }
  }
  if (count > 0) {
    mr_str_add(out, count > LETTERS_MOST ? " ..." : "");
    if (is_told_by_case(game, view)) {
      mr_str_format(out, "; capitals are %s's, small letters %s's", game->info.player_names[0],
                    game->info.player_names[1]);
    }
    mr_str_char(out, '.');
  } else if (view->pip_columns > 0) {
    add_pip_letters(game, view, out);
  }
}

/* ---- what stands on a square ----------------------------------------------------------------- */

void mr_guide_stands(const mr_game *game, const mr_view *view, const mr_view_cell *cell,
                     mr_str *out) {
  if (cell->piece == 0) {
    mr_str_add(out, "nothing stands there");
    return;
  }
  const mr_view_piece *piece = &view->pieces[cell->piece - 1];
  if (piece->owner.id < game->info.players) {
    mr_str_format(out, "%s's ", name_of(game, piece->owner));
  }
  mr_str_add(out, piece->name);
  if (strcmp(piece->label, piece->name) != 0) {
    mr_str_format(out, " (%s)", piece->label);
  }
}

void mr_guide_command(const mr_game *game, const mr_view *view, const mr_view_cell *cell,
                      mr_str *out) {
  const mr_view_piece *piece =
      cell == NULL || cell->piece == 0 ? NULL : &view->pieces[cell->piece - 1];
  size_t count = 0;
  if (piece == NULL || view->commander_count == 0 || view->node.player.id >= game->info.players ||
      piece->owner.id >= game->info.players ||
      game->info.team[piece->owner.id] != game->info.team[view->node.player.id]) {
    return;
  }
  for (size_t i = 0; i < view->commander_count; i++) {
    const mr_view_commander *one = &view->commanders[i];
    bool commands = false;
    for (size_t k = 0; k < one->unit_count && !commands; k++) {
      commands = mr_cell_same(one->units[k], cell->cell);
    }
    if (commands) {
      mr_str_add(out, count++ == 0 ? " In reach of the orders of " : ", ");
      add_cell(game, one->cell, out);
      mr_str_format(out, " (%u of %u left)", (unsigned)one->left, (unsigned)one->all);
    }
  }
  bool idle = (cell->marks & MR_MARK_DIM) != 0;
  mr_str_add(out, count > 0 ? "."
                  : idle    ? " It has acted, or is out of reach of all orders."
                            : " It needs no orders.");
}

static const mr_view_terrain *ground_of(const mr_view *view, const mr_view_cell *cell) {
  return cell->terrain > 0 && cell->terrain < view->terrain_count ? &view->terrains[cell->terrain]
                                                                  : NULL;
}

static void add_place(const mr_view *view, const mr_view_cell *cell, mr_str *out) {
  const mr_view_terrain *ground = ground_of(view, cell);
  size_t count = 0;
  if (ground != NULL) {
    mr_str_format(out, " The ground: %s.", ground->name);
  }
  for (size_t i = 0; i < view->region_count; i++) {
    if ((cell->regions >> i & 1) != 0 && !view->regions[i].aside) {
      mr_str_format(out, "%s%s", count++ == 0 ? " It lies in: " : ", ", view->regions[i].name);
    }
  }
  mr_str_add(out, count > 0 ? "." : "");
}

/* ---- patterns of pips ------------------------------------------------------------------------ */

/** "left and middle": the filled pips of a row. */
static void add_row(const mr_view_piece *piece, unsigned row, mr_str *out) {
  static const char *const names[][3] = {
      {"one", "", ""}, {"left", "right", ""}, {"left", "middle", "right"}};
  unsigned columns = piece->pip_columns, filled = 0, told = 0;
  for (unsigned i = 0; i < columns; i++) {
    filled += mr_view_pip(piece, i, row);
  }
  if (filled == 0 || (filled == columns && columns > 1)) {
    mr_str_add(out, filled == 0 ? "none" : "all");
    return;
  }
  for (unsigned i = 0; i < columns; i++) {
    if (mr_view_pip(piece, i, row)) {
      mr_str_add(out, told++ > 0 ? " and " : "");
      if (columns <= 3) {
        mr_str_add(out, names[columns - 1][i]);
      } else {
        mr_str_format(out, "%u", i + 1);
      }
    }
  }
}

void mr_guide_pips(const mr_view_piece *piece, mr_str *out) {
  unsigned filled = 0;
  for (unsigned i = 0; i < (unsigned)piece->pip_columns * piece->pip_rows; i++) {
    filled += (unsigned)(piece->pips >> i & 1u);
  }
  for (unsigned row = 0; row < piece->pip_rows && piece->pip_columns > 0; row++) {
    if (row == 0) {
      mr_str_format(out, "A pattern of %u pip%s, from the top: ", filled, mr_text_plural(filled));
    }
    add_row(piece, row, out);
    mr_str_add(out, row + 1 < piece->pip_rows ? "; " : ".");
  }
}

/** The neighbour on one of four sides whose pips meet those of the piece on a cell; 0: none. */
static uint16_t met_on(const mr_view *view, size_t cell, unsigned side, size_t *next) {
  size_t columns = view->columns, row = cell / columns, column = cell % columns;
  const bool there[] = {row > 0, column + 1u < columns, row + 1u < view->rows, column > 0};
  const size_t ways[] = {cell - columns, cell + 1, cell + columns, cell - 1};
  if (!there[side] || view->cells[ways[side]].piece == 0) {
    return 0;
  }
  *next = ways[side];
  const mr_view_piece *one = &view->pieces[view->cells[cell].piece - 1];
  const mr_view_piece *other = &view->pieces[view->cells[*next].piece - 1];
  bool before = side == 0 || side == 3, down = side == 0 || side == 2;
  uint64_t met = mr_view_pips_met(before ? other : one, before ? one : other, down);
  return met != 0 ? view->cells[*next].piece : 0;
}

bool mr_guide_beside(const mr_game *game, const mr_view *view, size_t cell, mr_str *out) {
  bool some = false;
  for (unsigned enemies = 0; enemies < 2 && view->cells[cell].piece != 0; enemies++) {
    const mr_player owner = view->pieces[view->cells[cell].piece - 1].owner;
    size_t told = 0;
    for (unsigned side = 0; side < 4; side++) {
      size_t next = 0;
      uint16_t piece = met_on(view, cell, side, &next);
      if (piece == 0 || mr_player_same(view->pieces[piece - 1].owner, owner) == (enemies == 1)) {
        continue;
      }
      mr_str_add(out, told > 0 ? ", " : some ? " and " : "");
      mr_str_add(out, told++ > 0 ? "" : enemies == 1 ? "fights " : "joins ");
      mr_str_format(out, "%s's %s on ", name_of(game, view->pieces[piece - 1].owner),
                    view->pieces[piece - 1].name);
      add_cell(game, view->cells[next].cell, out);
      some = true;
    }
  }
  return some;
}

/* ---- what can be done ------------------------------------------------------------------------ */

/** The actions that begin on a square, or end there. */
static size_t add_actions(const mr_pick_list *now, mr_cell cell, bool begin, mr_str *out) {
  size_t count = 0;
  for (size_t i = 0; i < now->count; i++) {
    mr_form form;
    mr_game_form(now->game, now->state, now->actions[i], &form);
    if (!mr_cell_same(begin ? form.from : form.to, cell)) {
      continue;
    }
    if (count++ < ACTIONS_MOST) {
      mr_str_add(out, count == 1 ? "" : ", ");
      mr_game_format_action(now->game, now->state, now->actions[i], out);
    }
  }
  mr_str_add(out, count > ACTIONS_MOST ? " ..." : "");
  return count;
}

/** A sentence under construction, in memory of the game's. */
static mr_str begin_text(const mr_guide *guide) {
  return mr_str_growing(guide->game->allocator);
}

/** Says it unless it is empty, and frees it. */
static void end_text(mr_str *text, mr_guide_part part, mr_guide_say say, void *context) {
  if (text->length > 0 && text->status == MR_OK) {
    say(context, part, mr_str_text(text));
  }
  mr_str_done(text);
}

static void say_actions(const mr_guide *guide, mr_cell cell, mr_guide_say say, void *context) {
  for (unsigned begin = 2; begin-- > 0;) {
    mr_str list = begin_text(guide);
    mr_str text = begin_text(guide);
    if (add_actions(&guide->now, cell, begin != 0, &list) > 0) {
      mr_str_format(&text, "%s: %s.", begin != 0 ? "It can now play" : "What you can play there",
                    mr_str_text(&list));
    }
    mr_str_done(&list);
    end_text(&text, begin != 0 ? MR_GUIDE_CAN : MR_GUIDE_THERE, say, context);
  }
}

/** "How it goes: slides diagonally." */
static void say_movement(const mr_guide *guide, const char *name, mr_guide_say say, void *context) {
  const char *movement = guide->page != NULL ? mr_doc_movement(guide->page, name) : NULL;
  mr_str text = begin_text(guide);
  if (movement != NULL) {
    mr_str_format(&text, "How it goes: %s", movement);
  }
  end_text(&text, MR_GUIDE_GOES, say, context);
}

void mr_guide_cell(const mr_guide *guide, const mr_view_cell *cell, mr_guide_say say,
                   void *context) {
  mr_str text = begin_text(guide);
  add_cell(guide->game, cell->cell, &text);
  mr_str_add(&text, ": ");
  mr_guide_stands(guide->game, guide->view, cell, &text);
  mr_str_add(&text, (cell->marks & MR_MARK_THREAT) != 0 ? ", in danger." : ".");
  add_place(guide->view, cell, &text);
  mr_guide_command(guide->game, guide->view, cell, &text);
  end_text(&text, MR_GUIDE_WHAT, say, context);
  if (cell->piece != 0) {
    say_movement(guide, guide->view->pieces[cell->piece - 1].name, say, context);
  }
  say_actions(guide, cell->cell, say, context);
}

/* ---- a kind of piece ------------------------------------------------------------------------- */

const mr_view_piece *mr_guide_find(const mr_view *view, const char *topic) {
  const mr_view_piece *found = NULL;
  for (size_t i = 0; i < view->piece_count; i++) {
    const mr_view_piece *piece = &view->pieces[i];
    if (strcmp(piece->label, topic) == 0) {
      return piece;
    }
    if (found == NULL && (is_same_word(piece->label, topic) || is_same_word(piece->name, topic))) {
      found = piece;
    }
  }
  for (size_t i = 0; i < view->piece_count && found == NULL; i++) {
    found = mr_text_begins_nocase(view->pieces[i].name, topic) ? &view->pieces[i] : NULL;
  }
  return found;
}

/** How many are in each hand, by what it is called: "; 2 still to come". @return all of them */
static size_t add_held(const mr_view *view, size_t index, bool more, mr_str *out) {
  size_t all = 0;
  for (size_t i = 0; i < view->hand_count; i++) {
    const mr_view_hand *hand = &view->hands[i];
    size_t count = 0;
    for (size_t k = 0; k < hand->count; k++) {
      count += hand->items[k].piece == index + 1 ? hand->items[k].count : 0;
    }
    if (count > 0) {
      bool titled =
          hand->title != NULL && hand->title[0] != '\0' && strcmp(hand->title, "hand") != 0;
      mr_str_format(out, "%s %s%zu %s", more || all > 0 ? ";" : "", hand->at_most ? "at most " : "",
                    count, titled ? hand->title : "in hand");
    }
    all += count;
  }
  return all;
}

/** Where those of one owner stand, and how many are in hands. */
static void say_where(const mr_guide *guide, size_t index, mr_guide_say say, void *context) {
  const mr_view *view = guide->view;
  const mr_view_piece *piece = &view->pieces[index];
  size_t cells = (size_t)view->columns * view->rows;
  size_t count = 0;
  mr_str text = begin_text(guide);
  if (piece->owner.id < guide->game->info.players) {
    mr_str_format(&text, "%s's %s:", name_of(guide->game, piece->owner), piece->label);
  } else {
    mr_str_format(&text, "%s:", piece->label);
  }
  for (size_t i = 0; i < cells; i++) {
    if (view->cells[i].piece == index + 1 && count++ < SQUARES_MOST) {
      mr_str_add(&text, count == 1 ? " on " : ", ");
      add_cell(guide->game, view->cells[i].cell, &text);
    }
  }
  if (count > SQUARES_MOST) {
    mr_str_format(&text, " ... (%zu)", count);
  }
  size_t held = add_held(view, index, count > 0, &text);
  mr_str_add(&text, count + held == 0 ? " none now." : ".");
  end_text(&text, MR_GUIDE_WHERE, say, context);
}

void mr_guide_piece(const mr_guide *guide, const mr_view_piece *piece, mr_guide_say say,
                    void *context) {
  say_movement(guide, piece->name, say, context);
  for (size_t i = 0; i < guide->view->piece_count; i++) {
    if (strcmp(guide->view->pieces[i].name, piece->name) == 0) {
      say_where(guide, i, say, context);
    }
  }
}

/* ---- a kind of ground ------------------------------------------------------------------------ */

size_t mr_guide_find_ground(const mr_view *view, const char *topic) {
  size_t found = 0;
  for (size_t i = 1; i < view->terrain_count && found == 0; i++) {
    const mr_view_terrain *ground = &view->terrains[i];
    bool lettered = topic[0] == ground->letter && topic[0] != '\0' && topic[1] == '\0';
    found = lettered || is_same_word(ground->name, topic) ? i : 0;
  }
  return found;
}

void mr_guide_ground(const mr_guide *guide, size_t index, mr_guide_say say, void *context) {
  const mr_view *view = guide->view;
  const mr_view_terrain *ground = &view->terrains[index];
  size_t count = 0;
  mr_str where = begin_text(guide);
  mr_str text = begin_text(guide);
  for (size_t i = 0; i < (size_t)view->columns * view->rows; i++) {
    if (view->cells[i].terrain == index && count++ < SQUARES_MOST) {
      mr_str_add(&where, count == 1 ? "" : ", ");
      add_cell(guide->game, view->cells[i].cell, &where);
    }
  }
  mr_str_format(&text, "%s (%c): ground of the board. It is ", ground->name, ground->letter);
  if (count == 0) {
    mr_str_add(&text, "nowhere on it.");
  } else {
    mr_str_format(&text, "on %s", mr_str_text(&where));
    if (count > SQUARES_MOST) {
      mr_str_format(&text, " ... (%zu)", count);
    }
    mr_str_char(&text, '.');
  }
  mr_str_done(&where);
  end_text(&text, MR_GUIDE_WHERE, say, context);
}

/* ---- the rules that speak of it -------------------------------------------------------------- */

size_t mr_guide_rules(const mr_doc *page, const char *name, mr_str *numbers, char *topic) {
  mr_str whole = mr_str_fixed(topic, MR_ACTION_TEXT_MAX);
  mr_str_add(&whole, name);
  size_t count = mr_doc_rules_about(page, name, RULES_MOST, numbers);
  if (count == 0) { /* "leader" of "leader of level 2" */
    mr_str first = mr_str_fixed(topic, MR_ACTION_TEXT_MAX);
    mr_str_bytes(&first, name, strcspn(name, " "));
    count = mr_doc_rules_about(page, topic, RULES_MOST, numbers);
  }
  return count;
}
