#include <string.h>

#include "paint/paint_priv.h"

enum {
  BETWEEN = 3,
  BETWEEN_LABELS = 2,
  LIGHT_LETTERS = 255,
  PLACES_MAX = 6,
  NAMED_MAX = 4,
  TERRAINS_MAX = 64,
  SQUARES_TEXT = 400
};

/* ---- words that wrap ------------------------------------------------------------------------- */

/** Makes room for `width` columns behind `space` blanks, on a new line if need be. */
static void make_room(mr_paint_frame *frame, size_t indent, size_t space, size_t width) {
  if (frame->pen.column <= indent) {
    mr_paint_pen_to(&frame->pen, indent);
    return;
  }
  if (frame->pen.column + space + width > frame->width) {
    mr_paint_pen_line(&frame->pen);
    mr_paint_pen_to(&frame->pen, indent);
    return;
  }
  mr_paint_pen_repeat(&frame->pen, " ", space);
}

/* ---- legend ---------------------------------------------------------------------------------- */

void mr_paint_entry(mr_paint_frame *frame, const char *sign, int16_t ground, const char *meaning) {
  bool swatch = frame->pen.colour && ground != MR_PAINT_DEFAULT;
  size_t signs = mr_paint_width(sign) + (swatch ? 2 : 0);
  size_t width = signs + (signs > 0) + mr_paint_width(meaning);
  make_room(frame, 0, BETWEEN, width);
  if (swatch) {
    mr_paint_pen_look(&frame->pen, (mr_paint_look){LIGHT_LETTERS, ground, true});
  }
  mr_paint_pen_own(&frame->pen, swatch ? " " : "");
  mr_paint_pen_own(&frame->pen, sign);
  mr_paint_pen_own(&frame->pen, swatch ? " " : "");
  mr_paint_pen_look(&frame->pen, MR_PAINT_PLAIN);
  mr_paint_pen_own(&frame->pen, signs > 0 ? " " : "");
  mr_paint_pen_put(&frame->pen, meaning);
}

static void see(const mr_paint_frame *frame, const mr_view_cell *cell, mr_paint_seen *all) {
  if (mr_paint_is_void(cell)) {
    return;
  }
  bool occupied = mr_paint_piece(frame->view, cell) != NULL;
  unsigned marks = mr_paint_mark_set(cell, occupied);
  all->marks |= marks;
  all->empty_marks |= occupied ? 0u : marks;
  all->badge = all->badge || (occupied && cell->badge != '\0');
  size_t terrain = mr_paint_terrain(frame->view, cell);
  if (terrain < TERRAINS_MAX) {
    all->terrains |= UINT64_C(1) << terrain;
  }
  size_t region = mr_paint_region(&frame->regions, cell);
  bool hidden = terrain != 0 || (occupied && !frame->pen.colour);
  if (region != MR_PAINT_NO_REGION && !hidden) {
    all->regions |= UINT64_C(1) << region;
  }
}

/** Where pieces are marked, as no sign fits beside them: "it began here: d4 e5". */
static void put_places(mr_paint_frame *frame, const mr_paint_mark *mark) {
  size_t named = 0;
  for (size_t i = 0; i < (size_t)frame->rows * frame->columns && named <= PLACES_MAX; i++) {
    unsigned row = frame->top + (unsigned)(i / frame->columns);
    unsigned column = frame->left + (unsigned)(i % frame->columns);
    const mr_view_cell *cell = mr_paint_cell(frame->view, column, row);
    if ((cell->marks & mark->mark) != mark->mark || mr_paint_piece(frame->view, cell) == NULL) {
      continue;
    }
    mr_paint_pen_own(&frame->pen, named == 0 ? ": " : " ");
    if (named++ == PLACES_MAX) {
      mr_paint_pen_own(&frame->pen, "...");
    } else {
      mr_paint_pen_put(&frame->pen, mr_paint_name(frame->view->column_names, column));
      mr_paint_pen_put(&frame->pen, mr_paint_name(frame->view->row_names, row));
    }
  }
}

static void mark_entries(mr_paint_frame *frame, const mr_paint_seen *all) {
  bool pips = mr_paint_has_pips(frame->view);
  for (size_t i = 0; i < MR_PAINT_MARKS; i++) {
    const mr_paint_mark *mark = &mr_paint_marks[i];
    if ((all->marks >> i & 1u) == 0) {
      continue;
    }
    uint8_t ground = pips ? mark->dark : mark->ground;
    const char *sign = mr_paint_sign(frame, mark);
    if (pips && frame->layout.pips == MR_PIPS_FULL && (all->empty_marks >> i & 1u) != 0 &&
        mark->mark == MR_MARK_TARGET) {
      sign = frame->unicode ? "·" : "."; /* as in the holes of squares */
    }
    if (!pips && frame->pen.colour && mark->mark == MR_MARK_DIM) {
      sign = "faded:";
    }
    /* Beside "o" and "x" it says how; alone it says what can be done, too. */
    const char *meaning =
        mark->mark == MR_MARK_SLIDE ? "by a slide; alone: without capturing" : mark->meaning;
    mr_paint_entry(frame, sign, ground != 0 ? ground : MR_PAINT_DEFAULT, meaning);
    if (frame->cell_width == 1) {
      put_places(frame, mark);
    }
  }
}

void mr_paint_terrain_entries(mr_paint_frame *frame, uint64_t terrains) {
  const mr_view *view = frame->view;
  for (size_t i = 1; i < view->terrain_count && i < TERRAINS_MAX; i++) {
    if (terrains >> i & 1) {
      mr_view_cell ground = {.terrain = (uint16_t)i};
      char sign[2] = {mr_paint_fill(frame, &ground), '\0'};
      mr_paint_entry(frame, sign, mr_paint_terrain_ground(view, i), view->terrains[i].name);
    }
  }
}

/* ---- regions --------------------------------------------------------------------------------- */

/** "White's drop zone: ranks 6-7", where the squares do not show it. */
static void put_told_region(mr_paint_frame *frame, size_t region) {
  char buffer[SQUARES_TEXT];
  mr_str text = mr_str_fixed(buffer, sizeof buffer);
  mr_paint_put(&text, frame->view->regions[region].name);
  mr_str_add(&text, ": ");
  mr_view_add_squares(frame->view, region, &text);
  mr_paint_entry(frame, "", MR_PAINT_DEFAULT, buffer);
}

/** Entries of regions. @param in_sight those of some empty cell that is drawn, as bits */
static void region_entries(mr_paint_frame *frame, uint64_t in_sight) {
  const mr_view *view = frame->view;
  unsigned left_out = 0;
  for (size_t i = 0; i < frame->regions.count; i++) {
    bool there = frame->shows_regions ? (in_sight >> i & 1) != 0 : frame->regions.size[i] > 0;
    if (!there || mr_paint_names_beside(frame, i)) {
      continue;
    }
    if (!frame->layout.regions) {
      left_out++;
    } else if (!frame->shows_regions) {
      put_told_region(frame, i);
    } else {
      char sign[2] = {frame->pen.colour ? ' ' : frame->regions.symbol[i], '\0'};
      int16_t ground = mr_paint_has_pips(view)
                           ? mr_paint_ink_of(frame->game, view->regions[i].owner)->tint
                           : mr_paint_region_ground(i, view->checkered);
      mr_paint_entry(frame, sign, ground, view->regions[i].name);
    }
  }
  if (left_out > 0) {
    char buffer[160];
    mr_str text = mr_str_fixed(buffer, sizeof buffer);
    if (frame->naming != NULL) {
      mr_str_format(&text, "(region%s: %s)", left_out == 1 ? "" : "s", frame->naming);
    } else {
      mr_str_format(&text, "(regions not named: %u)", left_out);
    }
    mr_paint_entry(frame, "", MR_PAINT_DEFAULT, buffer);
  }
}

/** Entries of marks, and of the numbers beside pieces. */
static void sign_entries(mr_paint_frame *frame, const mr_paint_seen *all) {
  mark_entries(frame, all);
  if (all->badge && frame->view->badges != NULL) {
    mr_paint_entry(frame, "0-9", MR_PAINT_DEFAULT, frame->view->badges);
  }
}

void mr_paint_legend(mr_paint_frame *frame) {
  const mr_view *view = frame->view;
  mr_paint_seen all = {0};
  for (unsigned row = frame->top; row < frame->top + frame->rows; row++) {
    for (unsigned i = 0; i < frame->columns; i++) {
      see(frame, mr_paint_cell(view, frame->left + i, row), &all);
    }
  }
  mr_paint_terrain_entries(frame, all.terrains);
  frame->seen = all;
  if (frame->layout.regions || !frame->layout.compact) {
    region_entries(frame, all.regions);
  }
  mr_paint_pen_end(&frame->pen);
  if (!frame->layout.compact) { /* else they stand on the line of the notes */
    sign_entries(frame, &all);
    mr_paint_pen_end(&frame->pen);
  }
}

/* ---- hands ----------------------------------------------------------------------------------- */

/** "Red's hand (12)"; the number only where it is known. */
static void put_hand_title(mr_paint_frame *frame, const mr_view_hand *hand) {
  const char *name = mr_paint_player_name(frame->game, hand->owner);
  const mr_paint_ink *ink = mr_paint_ink_of(frame->game, hand->owner);
  mr_paint_look look = MR_PAINT_PLAIN;
  look.bold = true;
  if (name[0] != '\0' && strcmp(ink->name, "white") != 0 && strcmp(ink->name, "black") != 0) {
    look.text = ink->text;
  }
  mr_paint_pen_look(&frame->pen, look);
  mr_paint_pen_put(&frame->pen, name);
  mr_paint_pen_own(&frame->pen, name[0] != '\0' ? "'s " : "");
  mr_paint_pen_put(&frame->pen, mr_paint_hand_word(hand));
  mr_paint_pen_look(&frame->pen, MR_PAINT_PLAIN);
  bool known = true;
  unsigned total = 0;
  for (size_t i = 0; i < hand->count; i++) {
    known = known && hand->items[i].count > 0 && !hand->at_most;
    total += hand->items[i].count;
  }
  char number[32];
  mr_str text = mr_str_fixed(number, sizeof number);
  if (hand->endless) {
    mr_str_add(&text, ", any number");
  } else if (known) {
    mr_str_format(&text, " (%u)", total);
  } else if (hand->at_most) {
    mr_str_add(&text, ", at most");
  }
  mr_paint_pen_own(&frame->pen, number);
}

/** One kind of piece: its tile, how many, its name unless letters have to do. */
static void put_held(mr_paint_frame *frame, const mr_view_held *held, bool named) {
  bool close = frame->layout.hands >= MR_HANDS_LABELS;
  const mr_view_piece *piece = mr_paint_held(frame->view, held);
  const char *label = piece != NULL && piece->label != NULL ? piece->label : "?";
  const char *name = piece != NULL && piece->name != NULL ? piece->name : "";
  char buffer[256];
  mr_str rest = mr_str_fixed(buffer, sizeof buffer);
  if (held->count == 0) {
    mr_str_add(&rest, " x?");
  } else if (held->count > 1) {
    mr_str_format(&rest, "%sx%u", close ? "" : " ", held->count);
  }
  if (named && name[0] != '\0' && strcmp(name, label) != 0) {
    mr_str_char(&rest, ' ');
    mr_paint_put(&rest, name);
  }
  make_room(frame, 2, close ? BETWEEN_LABELS : BETWEEN,
            mr_paint_width(label) + mr_paint_width(buffer));
  if (piece != NULL) {
    const mr_paint_ink *ink = mr_paint_ink_of(frame->game, piece->owner);
    mr_paint_pen_look(&frame->pen, (mr_paint_look){ink->on_fill, ink->fill, true});
  }
  mr_paint_pen_put(&frame->pen, label);
  mr_paint_pen_look(&frame->pen, MR_PAINT_PLAIN);
  mr_paint_pen_put(&frame->pen, buffer);
}

static bool is_pip_hand(const mr_paint_frame *frame, const mr_view_hand *hand) {
  for (size_t i = 0; i < hand->count; i++) {
    const mr_view_piece *piece = mr_paint_held(frame->view, &hand->items[i]);
    if (piece != NULL && piece->pip_columns > 0 && piece->pip_rows > 0) {
      return true;
    }
  }
  return false;
}

static bool decides(const mr_paint_frame *frame, mr_player player) {
  mr_node node = frame->view->node;
  return node.kind == MR_NODE_DECISION && mr_player_same(node.player, player);
}

/** Whether a hand is shown as patterns, and not by its labels alone. */
static bool shows_patterns(const mr_paint_frame *frame, const mr_view_hand *hand) {
  uint8_t detail = frame->layout.hands;
  return is_pip_hand(frame, hand) &&
         (detail < MR_HANDS_OWN || (detail == MR_HANDS_OWN && decides(frame, hand->owner)));
}

void mr_paint_hands(mr_paint_frame *frame) {
  if (frame->view->hand_count > 0 && frame->pen.lines > 0 && !frame->layout.compact) {
    mr_paint_pen_line(&frame->pen);
  }
  for (size_t i = 0; i < frame->view->hand_count; i++) {
    const mr_view_hand *hand = &frame->view->hands[i];
    put_hand_title(frame, hand);
    if (shows_patterns(frame, hand)) {
      mr_paint_pen_line(&frame->pen);
      mr_paint_pip_hand(frame, hand);
      continue;
    }
    if (frame->layout.hands == MR_HANDS_COUNTS && !decides(frame, hand->owner)) {
      mr_paint_pen_line(&frame->pen);
      continue;
    }
    mr_paint_pen_own(&frame->pen, hand->count > 0 ? ":" : ": empty");
    bool named = frame->layout.hands == MR_HANDS_EACH ||
                 (frame->layout.hands == MR_HANDS_FOLDED && hand->count <= NAMED_MAX);
    for (size_t k = 0; k < hand->count; k++) {
      put_held(frame, &hand->items[k], named);
    }
    mr_paint_pen_line(&frame->pen);
  }
}

/* ---- notes ----------------------------------------------------------------------------------- */

/** "goal: White holds 2 of 4 squares"; what does not fit into a line goes on below it. */
static void put_note(mr_paint_frame *frame, const mr_view_note *note) {
  enum { LEAST = 10, INDENT = 2 };
  const char *rest = note->text;
  const char *line = NULL;
  size_t length = 0;
  mr_paint_pen_put(&frame->pen, note->label);
  mr_paint_pen_own(&frame->pen, ": ");
  size_t column = frame->pen.column;
  size_t room = frame->width > column + LEAST ? frame->width - column : LEAST;
  for (bool first = true; mr_paint_wrap(&rest, room, &line, &length); first = false) {
    if (!first) {
      mr_paint_pen_line(&frame->pen);
      mr_paint_pen_to(&frame->pen, INDENT);
    }
    mr_paint_pen_slice(&frame->pen, line, length);
    room = frame->width > INDENT + LEAST ? frame->width - INDENT : LEAST;
  }
}

/** "turn: 3   orders left: 6": several in a line where room is scarce, behind the signs of marks.
 */
void mr_paint_notes(mr_paint_frame *frame) {
  if (frame->layout.compact) {
    sign_entries(frame, &frame->seen);
    if (!frame->layout.regions) {
      region_entries(frame, frame->seen.regions);
    }
  } else if (frame->view->note_count > 0) {
    mr_paint_pen_line(&frame->pen);
  }
  for (size_t i = 0; i < frame->view->note_count; i++) {
    const mr_view_note *note = &frame->view->notes[i];
    if (frame->layout.compact) {
      make_room(frame, 0, BETWEEN,
                mr_paint_width(note->label) + strlen(": ") + mr_paint_width(note->text));
    }
    put_note(frame, note);
    if (!frame->layout.compact) {
      mr_paint_pen_line(&frame->pen);
    }
  }
  mr_paint_pen_end(&frame->pen);
}
