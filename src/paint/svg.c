#include <marcher/paint.h>

#include <string.h>

#include "paint/svg_priv.h"

enum {
  MARGIN = 20,
  TITLE_SIZE = 20,
  TITLE_HEIGHT = 40,
  NAMES_HEIGHT = 24, /* of the columns, above and below */
  WIDTH_MIN = 300,
};

/* ---- text ------------------------------------------------------------------------------------ */

int mr_svg_text_width(const char *text, int size) {
  return (int)mr_paint_width(text) * size * 6 / 10;
}

void mr_svg_put_text(mr_str *out, const mr_svg_text *look, const char *text) {
  mr_svg_put_slice(out, look, text, text != NULL ? strlen(text) : 0);
}

void mr_svg_put_slice(mr_str *out, const mr_svg_text *look, const char *text, size_t length) {
  if (length == 0) {
    return;
  }
  mr_str_format(out, "<text x=\"%d\" y=\"%d\" font-size=\"%d\" text-anchor=\"%s\" fill=\"%s\"%s>",
                look->x, look->y, look->size, look->anchor, look->colour,
                look->bold ? " font-weight=\"700\"" : "");
  mr_paint_put_markup_slice(out, text, length);
  mr_str_add(out, "</text>\n");
}

void mr_svg_open(mr_str *out, int x, int y, int width, int height) {
  mr_str_add(out, "<svg xmlns=\"http://www.w3.org/2000/svg\"");
  if (x != 0 || y != 0) {
    mr_str_format(out, " x=\"%d\" y=\"%d\"", x, y);
  }
  mr_str_format(out,
                " width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" role=\"img\""
                " font-family=\"" MR_SVG_FONT "\">\n",
                width, height, width, height);
}

/* ---- layout ---------------------------------------------------------------------------------- */

static int cell_side(const mr_view *view) {
  unsigned longer = view->columns > view->rows ? view->columns : view->rows;
  if (view->pip_columns > 0 && view->pip_rows > 0) {
    return longer <= 12 ? 78 : 48;
  }
  return longer <= 10 ? 56 : longer <= 16 ? 48 : longer <= 30 ? 32 : 20;
}

/** Room for the names of rows at either side. */
static int names_width(const mr_view *view) {
  size_t letters = 0;
  for (unsigned i = 0; view->row_names != NULL && i < view->rows; i++) {
    size_t own = mr_paint_width(view->row_names[i]);
    letters = own > letters ? own : letters;
  }
  return 12 + 9 * (int)letters;
}

static bool has_title(const mr_svg *svg) {
  return svg->title != NULL && svg->title[0] != '\0';
}

static int board_bottom(const mr_svg *svg) {
  return svg->top + svg->view->rows * svg->cell + NAMES_HEIGHT + 6;
}

void mr_svg_init(mr_svg *svg, const mr_game *game, const mr_view *view, const char *title,
                 mr_str *out) {
  *svg = (mr_svg){.game = game, .view = view, .out = out, .title = title};
  mr_paint_regions_init(&svg->regions, view);
  svg->pips = view->pip_columns > 0 && view->pip_rows > 0;
  svg->cell = cell_side(view);
  int board = view->columns * svg->cell;
  int least = has_title(svg) ? mr_svg_text_width(title, TITLE_SIZE) + 2 * MARGIN : 0;
  svg->width = board + 2 * names_width(view) + MARGIN;
  svg->width = svg->width > WIDTH_MIN ? svg->width : WIDTH_MIN;
  svg->width = svg->width > least || least > 2000 ? svg->width : least;
  svg->left = (svg->width - board) / 2;
  svg->top = (has_title(svg) ? TITLE_HEIGHT : MARGIN / 2) + NAMES_HEIGHT;
  svg->height = mr_svg_put_aside(svg, board_bottom(svg), true) + MARGIN / 2;
}

static void put_title(mr_svg *svg) {
  mr_str_add(svg->out, "<title>");
  const char *name = has_title(svg) ? svg->title : svg->name;
  mr_paint_put_markup(svg->out, name != NULL ? name : mr_paint_page_title(svg->game));
  mr_str_add(svg->out, "</title>\n");
  mr_str_format(svg->out,
                "<rect width=\"%d\" height=\"%d\" rx=\"12\" fill=\"" MR_SVG_PAPER
                "\" stroke=\"" MR_SVG_PAPER_EDGE "\"/>\n",
                svg->width, svg->height);
  mr_svg_text look = {.x = svg->width / 2,
                      .y = MARGIN / 2 + TITLE_SIZE,
                      .size = TITLE_SIZE,
                      .anchor = "middle",
                      .colour = MR_SVG_LETTERS,
                      .bold = true};
  if (has_title(svg)) {
    mr_svg_put_text(svg->out, &look, svg->title);
  }
}

void mr_svg_write(mr_svg *svg, int x, int y) {
  mr_svg_open(svg->out, x, y, svg->width, svg->height);
  put_title(svg);
  mr_svg_put_grounds(svg);
  mr_svg_put_regions(svg);
  mr_svg_put_marks_below(svg);
  mr_svg_put_pieces(svg);
  mr_svg_put_marks_above(svg);
  mr_svg_put_names(svg);
  mr_svg_put_aside(svg, board_bottom(svg), false);
  mr_str_add(svg->out, "</svg>\n");
}

void mr_paint_svg(const mr_game *game, const mr_view *view, const char *title, mr_str *out) {
  mr_svg svg;
  mr_svg_init(&svg, game, view, title, out);
  mr_str_add(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
  mr_svg_write(&svg, 0, 0);
}
