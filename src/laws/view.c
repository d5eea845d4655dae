#include "laws/laws_priv.h"

#include <inttypes.h>
#include <marcher/view.h>

#define check_view(laws, ...) mr_laws_expect((laws), MR_LAW_VIEW, __VA_ARGS__)

enum { LABEL_MOST = 4, PIPS_MOST = 64, MARKS = 1 << 10 };

/* ---- the picture ----------------------------------------------------------------------------- */

/** Characters of a UTF-8 text. */
static size_t characters(const char *text) {
  size_t count = 0;
  for (; *text != '\0'; text++) {
    count += ((unsigned char)*text & 0xC0) != 0x80;
  }
  return count;
}

static bool check_frame(mr_laws *laws, const mr_view *view) {
  const mr_game_info *info = &laws->game->info;
  bool sized = view->columns == info->columns && view->rows == info->rows && view->cells != NULL;
  bool named = view->column_names != NULL && view->row_names != NULL;
  for (size_t i = 0; sized && named && i < (size_t)view->columns + view->rows; i++) {
    named = i < view->columns ? view->column_names[i] != NULL
                              : view->row_names[i - view->columns] != NULL;
  }
  bool kinds = view->terrain_count > 0 && view->terrains != NULL &&
               (view->piece_count == 0 || view->pieces != NULL) &&
               view->region_count <= MR_VIEW_REGIONS_MAX &&
               (view->region_count == 0 || view->regions != NULL);
  check_view(laws, sized, "%u by %u are drawn, the board is %u by %u", (unsigned)view->columns,
             (unsigned)view->rows, (unsigned)info->columns, (unsigned)info->rows);
  check_view(laws, named, "a column or row has no name");
  check_view(laws, kinds, "terrains, pieces or regions are missing");
  return sized && named && kinds;
}

static void check_pieces(mr_laws *laws, const mr_view *view) {
  for (size_t i = 0; i < view->piece_count; i++) {
    const mr_view_piece *piece = &view->pieces[i];
    bool told = piece->name != NULL && piece->label != NULL && piece->glyph != NULL;
    check_view(laws,
               told && characters(piece->label) >= 1 && characters(piece->label) <= LABEL_MOST,
               "piece %zu has no name or a bad label", i);
    char text[MR_ACTION_TEXT_MAX];
    mr_str word = mr_str_fixed(text, sizeof text);
    mr_game_piece_text(laws->game, piece->piece, &word);
    check_view(laws, word.length > 0, "piece %zu (%s) has no text", i, piece->label);
    check_view(laws, mr_laws_is_player(laws, piece->owner), "piece %zu belongs to player %u", i,
               (unsigned)piece->owner.id);
    check_view(laws, (unsigned)piece->pip_columns * piece->pip_rows <= PIPS_MOST,
               "piece %zu has too many pips", i);
  }
  for (size_t i = 0; i < view->terrain_count; i++) {
    check_view(laws, view->terrains[i].name != NULL, "terrain %zu has no name", i);
  }
  for (size_t i = 0; i < view->region_count; i++) {
    check_view(laws,
               view->regions[i].name != NULL && mr_laws_is_player(laws, view->regions[i].owner),
               "region %zu has no name or a strange owner", i);
  }
}

static void check_cells(mr_laws *laws, const mr_view *view) {
  uint64_t drawn[(MR_NOWHERE_ID + 1) / 64] = {0};
  uint64_t regions = ((uint64_t)1 << view->region_count) - 1;
  size_t count = (size_t)view->columns * view->rows;
  size_t twice = count; /* the first one whose square an earlier one shows */
  for (size_t i = 0; i < count; i++) {
    const mr_view_cell *cell = &view->cells[i];
    check_view(laws,
               cell->piece <= view->piece_count && cell->terrain < view->terrain_count &&
                   cell->marks < MARKS && (cell->regions & ~regions) == 0,
               "cell %zu of the picture shows a piece, terrain, mark or region that is not there",
               i);
    if (cell->cell.id == MR_NOWHERE_ID) {
      check_view(laws, cell->piece == 0, "a piece stands where there is no square (%zu)", i);
      continue;
    }
    uint64_t bit = (uint64_t)1 << (cell->cell.id % 64);
    twice = twice == count && (drawn[cell->cell.id / 64] & bit) != 0 ? i : twice;
    drawn[cell->cell.id / 64] |= bit;
  }
  check_view(laws, twice == count, "cell %zu of the picture shows a square drawn elsewhere", twice);
}

static void check_hands(mr_laws *laws, const mr_view *view) {
  for (size_t i = 0; i < view->hand_count; i++) {
    const mr_view_hand *hand = &view->hands[i];
    bool sound = hand->title != NULL && mr_laws_is_player(laws, hand->owner) &&
                 (hand->count == 0 || hand->items != NULL);
    for (size_t k = 0; sound && k < hand->count; k++) {
      sound = hand->items[k].piece >= 1 && hand->items[k].piece <= view->piece_count;
    }
    check_view(laws, sound, "hand %zu holds something that is not a piece", i);
  }
  for (size_t i = 0; i < view->note_count; i++) {
    check_view(laws, view->notes[i].label != NULL && view->notes[i].text != NULL,
               "note %zu is empty", i);
  }
}

static bool shows_piece(mr_view *view, mr_cell cell) {
  const mr_view_cell *drawn = mr_view_find(view, cell);
  return drawn != NULL && drawn->piece != 0;
}

static void check_commanders(mr_laws *laws, mr_view *view) {
  for (size_t i = 0; i < view->commander_count; i++) {
    const mr_view_commander *one = &view->commanders[i];
    bool sound = shows_piece(view, one->cell) && one->left <= one->all &&
                 (one->unit_count == 0 || one->units != NULL);
    for (size_t k = 0; sound && k < one->unit_count; k++) {
      sound = shows_piece(view, one->units[k]);
    }
    check_view(laws, sound && mr_laws_is_player(laws, one->owner),
               "commander %zu orders what is not there, or has too many orders left", i);
  }
}

/** @return whether `view` holds a picture that can be looked at further */
static bool check_picture(mr_laws *laws, const mr_state *seen, mr_player player, mr_arena *arena,
                          mr_view *view) {
  mr_error err = {.message = ""};
  mr_status status = mr_game_view(laws->game, seen, player, arena, view, &err);
  if (status == MR_ERR_NOMEM) {
    laws->status = status;
    return false;
  }
  check_view(laws, status == MR_OK, "%s is shown no picture: %s", mr_laws_who(laws, player),
             err.message);
  if (status != MR_OK || !check_frame(laws, view)) {
    return false;
  }
  check_pieces(laws, view);
  check_cells(laws, view);
  check_hands(laws, view);
  check_commanders(laws, view);
  check_view(laws, mr_laws_same_node(laws, view->node), "the picture says that player %u is next",
             (unsigned)view->node.player.id);
  return true;
}

/* ---- the shapes of actions ------------------------------------------------------------------- */

static bool is_drawn(mr_view *view, mr_cell cell) {
  return mr_view_find(view, cell) != NULL;
}

static bool some_hand_offers(const mr_view *view, mr_player owner, mr_piece piece) {
  for (size_t i = 0; i < view->hand_count; i++) {
    const mr_view_hand *hand = &view->hands[i];
    for (size_t k = 0; k < hand->count && mr_player_same(hand->owner, owner); k++) {
      uint16_t index = hand->items[k].piece;
      if (index >= 1 && index <= view->piece_count &&
          view->pieces[index - 1].piece.id == piece.id) {
        return true;
      }
    }
  }
  return false;
}

/** What is wrong with the shape of one of the deciding player's actions, or NULL. */
static const char *fault_of_form(const mr_laws *laws, mr_view *view, const mr_form *form) {
  if (memchr(form->choice, '\0', sizeof form->choice) == NULL) {
    return "its choice does not end";
  }
  switch (form->kind) {
  case MR_FORM_MOVE:
    return !shows_piece(view, form->from) ? "there is nothing to press where it starts"
           : !is_drawn(view, form->to)    ? "its target is not drawn"
                                          : NULL;
  case MR_FORM_EXCHANGE:
    return !shows_piece(view, form->from) || !shows_piece(view, form->to)
               ? "there are not two pieces to press"
               : NULL;
  case MR_FORM_PLACE:
    return !is_drawn(view, form->to) ? "its target is not drawn"
           : form->piece.id != MR_NO_PIECE.id &&
                   !some_hand_offers(view, laws->node.player, form->piece)
               ? "its piece is in no hand of the player"
               : NULL;
  case MR_FORM_BUTTON:
    return form->choice[0] == '\0' ? "its button has no label" : NULL;
  case MR_FORM_CHANCE:
    return "a player's action has the form of chance";
  default:
    return "its form is of no known kind";
  }
}

/** Whether a hand on the board cannot tell two actions apart. */
static bool forms_alike(const mr_form *a, const mr_form *b) {
  bool moves = a->kind == MR_FORM_MOVE || a->kind == MR_FORM_EXCHANGE;
  bool places = a->kind == MR_FORM_PLACE;
  return a->kind == b->kind && strcmp(a->choice, b->choice) == 0 &&
         (!moves || mr_cell_same(a->from, b->from)) && (!places || a->piece.id == b->piece.id) &&
         (!(moves || places) || mr_cell_same(a->to, b->to));
}

static void check_forms(mr_laws *laws, const mr_state *seen, mr_view *view) {
  mr_form forms[MR_LAWS_SAMPLE];
  memset(forms, 0xA5, sizeof forms);
  for (size_t i = 0; i < laws->sample_count; i++) {
    laws->action = laws->sample[i];
    mr_game_form(laws->game, seen, laws->action, &forms[i]);
    const char *fault = fault_of_form(laws, view, &forms[i]);
    check_view(laws, fault == NULL, "%s", fault != NULL ? fault : "");
    if (fault != NULL) {
      return; /* it cannot be compared with others */
    }
    for (size_t k = 0; k < i; k++) {
      check_view(laws, !forms_alike(&forms[i], &forms[k]), "looks to the hand like action %" PRIu32,
                 laws->sample[k]);
    }
  }
}

static void check_viewer(mr_laws *laws, mr_player player) {
  mr_state *seen = laws->spare[2];
  mr_arena arena;
  mr_view view;
  mr_arena_init(&arena, laws->allocator, 0);
  mr_laws_observe(laws, laws->state, player, seen);
  if (check_picture(laws, seen, player, &arena, &view) && mr_laws_decides(laws, player)) {
    check_forms(laws, seen, &view);
  }
  laws->action = MR_ACTION_NONE;
  mr_arena_done(&arena);
}

void mr_laws_view(mr_laws *laws) {
  for (size_t i = 0; i < mr_laws_viewers(laws); i++) {
    check_viewer(laws, mr_laws_viewer(laws, i));
  }
  for (size_t i = 0; laws->node.kind == MR_NODE_CHANCE && i < laws->sample_count; i++) {
    mr_form form;
    memset(&form, 0xA5, sizeof form);
    laws->action = laws->sample[i];
    mr_game_form(laws->game, laws->state, laws->action, &form);
    check_view(laws,
               form.kind == MR_FORM_CHANCE && memchr(form.choice, '\0', sizeof form.choice) != NULL,
               "chance has the form %u of a player's action", (unsigned)form.kind);
  }
  laws->action = MR_ACTION_NONE;
}
