#include <marcher/paint.h>

#include <string.h>

#include "paint/svg_priv.h"

enum {
  MARGIN = 20,
  TITLE_SIZE = 20,
  TITLE_HEIGHT = 40,
  NAMES_HEIGHT = 24, /* of the columns, above and below */
  WIDTH_MIN = 300,
  SWATCH = 18,
  ENTRY_SIZE = 13, /* letters of legends and notes */
  ENTRY_HEIGHT = 26,
  ENTRY_SPACE = 18,
  NOTE_HEIGHT = 22,
  HAND_SIZE = 15, /* letters of a hand's title */
  HAND_HEIGHT = 28,
  TILE_PIPS = 56,
  TILE_LABEL = 46,
  TILE_SPACE = 14,
  CAPTION_SIZE = 12,
  CAPTION_HEIGHT = 22,
};

/**
 * Where the next thing below the board goes, in lines from left to right. While measuring, things
 * are placed but not written.
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
  mr_svg_put_text(to->svg->out, x + SWATCH + 7, to->y + ENTRY_HEIGHT / 2 + ENTRY_SIZE / 3,
                  (mr_svg_font){ENTRY_SIZE, "start", MR_SVG_LETTERS, false}, text);
  return true;
}

static bool uses_terrain(const mr_view *view, size_t terrain) {
  for (size_t i = 0; i < mr_paint_cells(view); i++) {
    if (mr_paint_is_terrain(view, &view->cells[i], terrain)) {
      return true;
    }
  }
  return false;
}

/** Terrains and regions on one line, marks on the next. */
static void put_legend(flow *to) {
  mr_svg *svg = to->svg;
  const mr_view *view = svg->view;
  mr_svg_box at;
  for (size_t i = 1; i < view->terrain_count; i++) {
    if (uses_terrain(view, i) && take_entry(to, view->terrains[i].name, &at)) {
      mr_svg_put_terrain_sample(svg, i, at);
    }
  }
  for (size_t i = 0; i < svg->regions.count; i++) {
    if (svg->regions.size[i] > 0 && take_entry(to, view->regions[i].name, &at)) {
      const char *colour = mr_svg_region_colour(svg, i);
      mr_svg_open_rect(svg->out, mr_svg_inset(at, 1), 0);
      mr_str_format(svg->out,
                    " fill=\"%s\" fill-opacity=\"0.16\" stroke=\"%s\" stroke-width=\"2\"/>\n",
                    colour, colour);
    }
  }
  end_line(to);
  unsigned seen = 0;
  for (size_t i = 0; i < mr_paint_cells(view); i++) {
    seen |= mr_paint_mark_set(&view->cells[i], mr_paint_piece(view, &view->cells[i]) != NULL);
  }
  for (size_t i = 0; i < MR_PAINT_MARKS; i++) {
    const mr_paint_mark *mark = &mr_paint_marks[i];
    if ((seen >> i & 1u) != 0 && take_entry(to, mark->meaning, &at)) {
      mr_svg_put_mark_sample(svg, mark->mark, at);
    }
  }
  end_line(to);
}

/* ---- hands ----------------------------------------------------------------------------------- */

static void put_hand_title(flow *to, const mr_view_hand *hand) {
  mr_svg *svg = to->svg;
  char buffer[256];
  mr_str title;
  int x = 0;
  to->y += 6;
  if (take_room(to, 1, 0, HAND_HEIGHT, &x)) {
    const char *name = mr_paint_player_name(svg->game, hand->owner);
    const mr_paint_ink *ink = mr_paint_ink_of(svg->game, hand->owner);
    title = mr_str_fixed(buffer, sizeof buffer);
    mr_paint_put(&title, name);
    mr_str_add(&title, name[0] != '\0' ? "'s " : "");
    mr_paint_put(&title, mr_paint_hand_word(hand));
    mr_str_add(&title, hand->count == 0 ? ": empty" : "");
    const char *colour = strcmp(ink->name, "white") == 0 ? MR_SVG_LETTERS : ink->svg_edge;
    mr_svg_put_text(svg->out, x, to->y + 18, (mr_svg_font){HAND_SIZE, "start", colour, true},
                    buffer);
  }
  end_line(to);
}

/** How many there are: in a corner of a tile with a label, below one with pips. */
static void put_count(mr_svg *svg, const mr_view_held *held, mr_svg_box at, bool pips) {
  int y = at.y + at.side + (pips ? 3 : -13);
  char buffer[16];
  mr_str count = mr_str_fixed(buffer, sizeof buffer);
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
  mr_svg_put_text(svg->out, at.x + at.side - 4, y + 14,
                  (mr_svg_font){CAPTION_SIZE, "middle", "#ffffff", true}, buffer);
}

static void put_held(flow *to, const mr_view_held *held) {
  mr_svg *svg = to->svg;
  const mr_view_piece *piece = mr_paint_held(svg->view, held);
  if (piece == NULL) {
    return;
  }
  /* Under a tile: the label of a pattern, the name of a piece that shows its label. */
  bool pips = piece->pip_columns > 0;
  const char *caption = pips ? piece->label : piece->name;
  int x = 0;
  int side = pips ? TILE_PIPS : TILE_LABEL;
  int text = mr_svg_text_width(caption, CAPTION_SIZE);
  int width = text > side ? text : side;
  if (!take_room(to, width, TILE_SPACE, side + CAPTION_HEIGHT, &x)) {
    return;
  }
  mr_svg_box at = {x + (width - side) / 2, to->y, side};
  mr_svg_put_piece(svg, piece, at);
  if (held->count != 1) {
    put_count(svg, held, at, pips);
  }
  mr_svg_put_text(svg->out, x + width / 2, to->y + side + 15,
                  (mr_svg_font){CAPTION_SIZE, "middle", MR_SVG_FAINT, false}, caption);
}

static void put_note(flow *to, const mr_view_note *note) {
  char buffer[256];
  int x = 0;
  mr_str text = mr_str_fixed(buffer, sizeof buffer);
  mr_paint_put(&text, note->label);
  mr_str_add(&text, ": ");
  mr_paint_put(&text, note->text);
  if (take_room(to, mr_svg_text_width(buffer, ENTRY_SIZE), ENTRY_SPACE, NOTE_HEIGHT, &x)) {
    mr_svg_put_text(to->svg->out, x, to->y + 15,
                    (mr_svg_font){ENTRY_SIZE, "start", MR_SVG_LETTERS, false}, buffer);
  }
}

/** Legend, hands and notes. @return the first free y */
static int put_aside(mr_svg *svg, bool measure) {
  const mr_view *view = svg->view;
  int bottom = svg->top + view->rows * svg->cell + NAMES_HEIGHT + 6;
  flow to = {.svg = svg, .measure = measure, .x = MARGIN, .y = bottom};
  put_legend(&to);
  for (size_t i = 0; i < view->hand_count; i++) {
    const mr_view_hand *hand = &view->hands[i];
    put_hand_title(&to, hand);
    for (size_t k = 0; k < hand->count; k++) {
      put_held(&to, &hand->items[k]);
    }
    end_line(&to);
  }
  for (size_t i = 0; i < view->note_count; i++) {
    put_note(&to, &view->notes[i]);
  }
  end_line(&to);
  return to.y;
}

/* ---- the whole drawing ----------------------------------------------------------------------- */

static int cell_side(const mr_view *view) {
  unsigned longer = view->columns > view->rows ? view->columns : view->rows;
  if (mr_paint_has_pips(view)) {
    return longer <= 12 ? 78 : 48;
  }
  return longer <= 10 ? 56 : longer <= 16 ? 48 : longer <= 30 ? 32 : 20;
}

static bool has_title(const mr_svg *svg) {
  return svg->title != NULL && svg->title[0] != '\0';
}

void mr_svg_init(mr_svg *svg, const mr_game *game, const mr_view *view, const char *title,
                 mr_str *out) {
  *svg = (mr_svg){.game = game, .view = view, .out = out, .title = title};
  mr_paint_regions_init(&svg->regions, view);
  svg->pips = mr_paint_has_pips(view);
  svg->cell = cell_side(view);
  int board = view->columns * svg->cell;
  int names = 12 + 9 * (int)mr_paint_longest(view->row_names, 0, view->rows);
  int least = has_title(svg) ? mr_svg_text_width(title, TITLE_SIZE) + 2 * MARGIN : 0;
  svg->width = board + 2 * names + MARGIN;
  svg->width = svg->width > WIDTH_MIN ? svg->width : WIDTH_MIN;
  svg->width = svg->width > least || least > 2000 ? svg->width : least;
  svg->left = (svg->width - board) / 2;
  svg->top = (has_title(svg) ? TITLE_HEIGHT : MARGIN / 2) + NAMES_HEIGHT;
  svg->height = put_aside(svg, true) + MARGIN / 2;
}

void mr_svg_write(mr_svg *svg, int x, int y) {
  const char *name = has_title(svg) ? svg->title : svg->name;
  mr_svg_open(svg->out, x, y, svg->width, svg->height);
  mr_str_add(svg->out, "<title>");
  mr_paint_put_markup(svg->out, name != NULL ? name : mr_paint_page_title(svg->game));
  mr_str_format(svg->out,
                "</title>\n<rect width=\"%d\" height=\"%d\" rx=\"12\" fill=\"" MR_SVG_PAPER
                "\" stroke=\"" MR_SVG_PAPER_EDGE "\"/>\n",
                svg->width, svg->height);
  if (has_title(svg)) {
    mr_svg_put_text(svg->out, svg->width / 2, MARGIN / 2 + TITLE_SIZE,
                    (mr_svg_font){TITLE_SIZE, "middle", MR_SVG_LETTERS, true}, svg->title);
  }
  mr_svg_put_grounds(svg);
  mr_svg_put_regions(svg);
  mr_svg_put_marks_below(svg);
  mr_svg_put_pieces(svg);
  mr_svg_put_marks_above(svg);
  mr_svg_put_names(svg);
  put_aside(svg, false);
  mr_str_add(svg->out, "</svg>\n");
}

void mr_paint_svg(const mr_game *game, const mr_view *view, const char *title, mr_str *out) {
  mr_svg svg;
  mr_svg_init(&svg, game, view, title, out);
  mr_str_add(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
  mr_svg_write(&svg, 0, 0);
}

void mr_paint_svg_diagram(const mr_game *game, const mr_view *view, const char *name, mr_str *out) {
  mr_svg svg;
  mr_svg_init(&svg, game, view, NULL, out);
  svg.name = name;
  mr_svg_write(&svg, 0, 0);
}

void mr_paint_svg_frame(const mr_game *game, const mr_view *view, const char *name, mr_str *out) {
  mr_svg svg;
  mr_svg_init(&svg, game, view, NULL, out);
  svg.name = name;
  svg.apart = true;
  mr_svg_write(&svg, 0, 0);
}

/* ---- parts of it ----------------------------------------------------------------------------- */

static mr_svg part_of(const mr_game *game, const mr_view *view, mr_str *out) {
  mr_svg svg = {.game = game,
                .view = view,
                .out = out,
                .pips = mr_paint_has_pips(view),
                .cell = MR_PAINT_SIDE};
  mr_paint_regions_init(&svg.regions, view);
  return svg;
}

void mr_paint_svg_symbol(const mr_game *game, const mr_view *view, const mr_view_piece *piece,
                         mr_str *out) {
  mr_svg svg = part_of(game, view, out);
  mr_svg_put_piece(&svg, piece, (mr_svg_box){0, 0, MR_PAINT_SIDE});
}

void mr_paint_svg_ground(const mr_game *game, const mr_view *view, mr_str *out) {
  mr_svg svg = part_of(game, view, out);
  mr_svg_put_grounds(&svg);
}

void mr_paint_svg_region(const mr_game *game, const mr_view *view, size_t region, mr_str *out) {
  mr_svg svg = part_of(game, view, out);
  mr_svg_put_region(&svg, region);
}

void mr_paint_svg_pips(const mr_game *game, const mr_view *view, bool above, mr_str *out) {
  mr_svg svg = part_of(game, view, out);
  if (svg.pips && above) {
    mr_svg_put_bridges(&svg);
  } else if (svg.pips) {
    mr_svg_put_empty_pips(&svg);
  }
}

void mr_paint_svg_cover(const mr_game *game, const mr_view *view, mr_str *out) {
  mr_str_format(out,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %u %u\" "
                "font-family=\"sans-serif\">\n<defs>",
                view->columns * MR_PAINT_SIDE, view->rows * MR_PAINT_SIDE);
  for (size_t i = 0; i < view->piece_count; i++) {
    mr_str_format(out, "<g id=\"p%zu\">", i + 1);
    mr_paint_svg_symbol(game, view, &view->pieces[i], out);
    mr_str_add(out, "</g>\n");
  }
  mr_str_add(out, "</defs>\n");
  mr_paint_svg_ground(game, view, out);
  mr_paint_svg_pips(game, view, false, out);
  for (unsigned i = 0; i < (unsigned)view->columns * view->rows; i++) {
    if (view->cells[i].piece != 0) {
      mr_str_format(out, "<use href=\"#p%u\" x=\"%u\" y=\"%u\"/>\n", view->cells[i].piece,
                    i % view->columns * MR_PAINT_SIDE, i / view->columns * MR_PAINT_SIDE);
    }
  }
  mr_paint_svg_pips(game, view, true, out);
  mr_str_add(out, "</svg>\n");
}
