#include <string.h>

#include "paint/svg_priv.h"

enum {
  MARGIN = 20,
  SWATCH = 18,
  ENTRY_SIZE = 13, /* letters of legends and notes */
  ENTRY_HEIGHT = 26,
  ENTRY_SPACE = 18,
  TITLE_SIZE = 15,
  TITLE_HEIGHT = 28,
  TILE_PIPS = 56,
  TILE_LABEL = 46,
  TILE_SPACE = 14,
  CAPTION_HEIGHT = 22,
};

/**
 * Where the next thing goes, in lines from left to right. While measuring, things are placed but
 * not written.
 */
typedef struct flow {
  mr_svg *svg;
  bool measure;
  int x;
  int y;      /**< upper edge of the line */
  int height; /**< of the line; 0: nothing on it yet */
} flow;

/** A place of a width in the line, or in the next one. @return false: do not draw */
static bool take_room(flow *to, int width, int space, int height, int *x) {
  if (to->height > 0 && to->x + width > to->svg->width - MARGIN) {
    to->y += to->height;
    to->height = 0;
  }
  if (to->height == 0) {
    to->x = MARGIN;
  }
  *x = to->x;
  to->x += width + space;
  to->height = height > to->height ? height : to->height;
  return !to->measure;
}

static void end_line(flow *to) {
  to->y += to->height;
  to->height = 0;
}

/* ---- legend ---------------------------------------------------------------------------------- */

static bool take_entry(flow *to, const char *text, mr_svg_box *sample) {
  int x = 0;
  int width = SWATCH + 7 + mr_svg_text_width(text, ENTRY_SIZE);
  if (!take_room(to, width, ENTRY_SPACE, ENTRY_HEIGHT, &x)) {
    return false;
  }
  *sample = (mr_svg_box){x, to->y + (ENTRY_HEIGHT - SWATCH) / 2, SWATCH};
  mr_svg_text look = {.x = x + SWATCH + 7,
                      .y = to->y + ENTRY_HEIGHT / 2 + ENTRY_SIZE / 3,
                      .size = ENTRY_SIZE,
                      .anchor = "start",
                      .colour = MR_SVG_LETTERS};
  mr_svg_put_text(to->svg->out, &look, text);
  return true;
}

static bool uses_terrain(const mr_view *view, size_t terrain) {
  for (size_t i = 0; i < (size_t)view->columns * view->rows; i++) {
    if (!mr_paint_is_void(&view->cells[i]) && mr_paint_terrain(view, &view->cells[i]) == terrain) {
      return true;
    }
  }
  return false;
}

static void terrain_entries(flow *to) {
  const mr_view *view = to->svg->view;
  mr_svg_box sample;
  for (size_t i = 1; i < view->terrain_count; i++) {
    if (uses_terrain(view, i) && take_entry(to, view->terrains[i].name, &sample)) {
      mr_svg_put_terrain_sample(to->svg, i, sample);
    }
  }
}

static void region_entries(flow *to) {
  const mr_svg *svg = to->svg;
  mr_svg_box at;
  for (size_t i = 0; i < svg->regions.count; i++) {
    if (svg->regions.size[i] > 0 && take_entry(to, svg->view->regions[i].name, &at)) {
      const char *colour = mr_svg_region_colour(svg, i);
      mr_str_format(svg->out,
                    "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\""
                    " fill-opacity=\"0.16\" stroke=\"%s\" stroke-width=\"2\"/>\n",
                    at.x + 1, at.y + 1, at.side - 2, at.side - 2, colour, colour);
    }
  }
}

static void mark_entries(flow *to) {
  const mr_view *view = to->svg->view;
  unsigned seen = 0;
  mr_svg_box sample;
  for (size_t i = 0; i < (size_t)view->columns * view->rows; i++) {
    const mr_paint_mark *marks[MR_PAINT_MARKS];
    bool occupied = mr_paint_piece(view, &view->cells[i]) != NULL;
    size_t count = mr_paint_marks_of(&view->cells[i], occupied, marks);
    while (count > 0) {
      seen |= 1u << (marks[--count] - mr_paint_marks);
    }
  }
  for (size_t i = 0; i < MR_PAINT_MARKS; i++) {
    const mr_paint_mark *mark = &mr_paint_marks[i];
    if ((seen >> i & 1u) != 0 && take_entry(to, mark->meaning, &sample)) {
      mr_svg_put_mark_sample(to->svg, mark->mark, sample);
    }
  }
}

/* ---- hands ----------------------------------------------------------------------------------- */

static void hand_title(flow *to, const mr_view_hand *hand) {
  mr_svg *svg = to->svg;
  char buffer[256];
  mr_str title;
  int x = 0;
  to->y += 6;
  if (!take_room(to, 1, 0, TITLE_HEIGHT, &x)) {
    end_line(to);
    return;
  }
  const char *name = mr_paint_player_name(svg->game, hand->owner);
  mr_str_fixed(&title, buffer, sizeof buffer);
  mr_paint_put(&title, name);
  mr_str_add(&title, name[0] != '\0' ? "'s " : "");
  mr_paint_put(&title, hand->title != NULL && hand->title[0] != '\0' ? hand->title : "hand");
  mr_str_add(&title, hand->count == 0 ? ": empty" : "");
  const mr_paint_ink *ink = mr_paint_ink_of(svg->game, hand->owner);
  mr_svg_text look = {.x = x,
                      .y = to->y + 18,
                      .size = TITLE_SIZE,
                      .anchor = "start",
                      .colour = strcmp(ink->name, "white") == 0 ? MR_SVG_LETTERS : ink->svg_edge,
                      .bold = true};
  mr_svg_put_text(svg->out, &look, buffer);
  end_line(to);
}

/** How many there are: in a corner of a tile with a label, below one with pips. */
static void put_count(mr_svg *svg, const mr_view_held *held, mr_svg_box at, bool pips) {
  int y = at.y + at.side + (pips ? 3 : -13);
  char buffer[16];
  mr_str count;
  mr_str_fixed(&count, buffer, sizeof buffer);
  if (held->count == 0) {
    mr_str_char(&count, '?');
  } else {
    mr_str_uint(&count, held->count);
  }
  int width = 10 + 8 * (int)count.length;
  mr_str_format(svg->out,
                "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"19\" rx=\"9\" fill=\"#d9531e\""
                " stroke=\"" MR_SVG_PAPER "\" stroke-width=\"2\"/>",
                at.x + at.side - width / 2 - 4, y, width);
  mr_svg_text look = {.x = at.x + at.side - 4,
                      .y = y + 14,
                      .size = 12,
                      .anchor = "middle",
                      .colour = "#ffffff",
                      .bold = true};
  mr_svg_put_text(svg->out, &look, buffer);
}

/** Under a tile: the label of a pattern, the name of a piece that shows its label. */
static const char *caption_of(const mr_view_piece *piece) {
  const char *caption = piece->pip_columns > 0 ? piece->label : piece->name;
  return caption != NULL ? caption : "";
}

static void put_held(flow *to, const mr_view_held *held) {
  mr_svg *svg = to->svg;
  const mr_view_piece *piece = mr_paint_held(svg->view, held);
  if (piece == NULL) {
    return;
  }
  int x = 0;
  int side = piece->pip_columns > 0 ? TILE_PIPS : TILE_LABEL;
  int text = mr_svg_text_width(caption_of(piece), 12);
  int width = text > side ? text : side;
  if (!take_room(to, width, TILE_SPACE, side + CAPTION_HEIGHT, &x)) {
    return;
  }
  mr_svg_box at = {x + (width - side) / 2, to->y, side};
  mr_svg_put_piece(svg, piece, at);
  if (held->count != 1) {
    put_count(svg, held, at, piece->pip_columns > 0);
  }
  mr_svg_text look = {.x = x + width / 2,
                      .y = to->y + side + 15,
                      .size = 12,
                      .anchor = "middle",
                      .colour = MR_SVG_FAINT};
  mr_svg_put_text(svg->out, &look, caption_of(piece));
}

static void put_hands(flow *to) {
  for (size_t i = 0; i < to->svg->view->hand_count; i++) {
    const mr_view_hand *hand = &to->svg->view->hands[i];
    hand_title(to, hand);
    for (size_t k = 0; k < hand->count; k++) {
      put_held(to, &hand->items[k]);
    }
    end_line(to);
  }
}

/* ---- notes ----------------------------------------------------------------------------------- */

static void put_notes(flow *to) {
  for (size_t i = 0; i < to->svg->view->note_count; i++) {
    const mr_view_note *note = &to->svg->view->notes[i];
    char buffer[256];
    mr_str text;
    int x = 0;
    mr_str_fixed(&text, buffer, sizeof buffer);
    mr_paint_put(&text, note->label);
    mr_str_add(&text, ": ");
    mr_paint_put(&text, note->text);
    if (take_room(to, mr_svg_text_width(buffer, ENTRY_SIZE), ENTRY_SPACE, 22, &x)) {
      mr_svg_text look = {
          .x = x, .y = to->y + 15, .size = ENTRY_SIZE, .anchor = "start", .colour = MR_SVG_LETTERS};
      mr_svg_put_text(to->svg->out, &look, buffer);
    }
  }
}

int mr_svg_put_aside(mr_svg *svg, int y, bool measure) {
  flow to = {.svg = svg, .measure = measure, .x = MARGIN, .y = y};
  terrain_entries(&to);
  region_entries(&to);
  end_line(&to);
  mark_entries(&to);
  end_line(&to);
  put_hands(&to);
  put_notes(&to);
  end_line(&to);
  return to.y;
}
