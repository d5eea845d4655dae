#include <marcher/paint.h>

#include <string.h>

#include "paint/svg_priv.h"

enum {
  WIDTH_MAX = 1280, /* of all diagrams together */
  MARGIN = 24,
  TITLE_SIZE = 24,
  TITLE_HEIGHT = 44,
  CAPTION_SIZE = 14,
  CAPTION_LINE = 19,
};

/* ---- what all pages share -------------------------------------------------------------------- */

bool mr_paint_repeats_title(const mr_game *game, const mr_doc_block *block) {
  return mr_paint_is_block(block, MR_DOC_HEADING) && block->text != NULL &&
         strcmp(block->text, mr_paint_page_title(game)) == 0;
}

bool mr_paint_column_is_numeric(const mr_doc_block *first, size_t column) {
  bool any = false;
  for (const mr_doc_block *row = mr_paint_next_row(first); row != NULL;
       row = mr_paint_next_row(row)) {
    const char *text = column < row->cell_count ? row->cells[column] : NULL;
    bool empty = text == NULL || text[0] == '\0';
    if (!empty && !mr_paint_is_number(text)) {
      return false;
    }
    any = any || !empty;
  }
  return any;
}

/* ---- all diagrams of a page ------------------------------------------------------------------ */

/** Where diagrams go, in lines from left to right. While measuring nothing is written. */
typedef struct sheet {
  const mr_game *game;
  mr_str *out;
  bool measure;
  int x;
  int y;
  int line_height;
  int width; /**< widest line so far */
} sheet;

static void put_diagram(sheet *to, const mr_doc_block *block) {
  mr_svg svg;
  mr_svg_init(&svg, to->game, block->view, NULL, to->out);
  svg.name = block->text;
  if (to->x > MARGIN && to->x + svg.width > WIDTH_MAX) {
    to->x = MARGIN;
    to->y += to->line_height + MARGIN;
    to->line_height = 0;
  }
  if (!to->measure) {
    mr_svg_write(&svg, to->x, to->y);
  }
  const char *rest = block->text != NULL ? block->text : "";
  const char *line;
  size_t length;
  int height = svg.height;
  mr_svg_font font = {CAPTION_SIZE, "start", MR_SVG_LETTERS, false};
  while (mr_paint_wrap(&rest, (size_t)svg.width * 10 / (CAPTION_SIZE * 6), &line, &length)) {
    height += CAPTION_LINE;
    if (!to->measure) {
      mr_svg_put_slice(to->out, to->x, to->y + height, font, line, length);
    }
  }
  to->x += svg.width + MARGIN;
  to->width = to->x > to->width ? to->x : to->width;
  to->line_height = height > to->line_height ? height : to->line_height;
}

/** @return the height of the sheet */
static int put_diagrams(sheet *to, const mr_doc *doc) {
  to->x = MARGIN;
  to->y = MARGIN + TITLE_HEIGHT;
  to->line_height = 0;
  for (const mr_doc_block *block = doc->first; block != NULL; block = block->next) {
    if (block->kind == MR_DOC_DIAGRAM && block->view != NULL) {
      put_diagram(to, block);
    }
  }
  return to->y + to->line_height + MARGIN;
}

void mr_paint_doc_svg(const mr_game *game, const mr_doc *doc, mr_str *out) {
  const char *title = mr_paint_page_title(game);
  sheet to = {.game = game, .out = out, .measure = true};
  to.width = mr_svg_text_width(title, TITLE_SIZE) + 2 * MARGIN;
  int height = put_diagrams(&to, doc);
  mr_str_add(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
  mr_svg_open(out, 0, 0, to.width, height);
  mr_str_add(out, "<title>");
  mr_paint_put_markup(out, title);
  mr_str_format(out, "</title>\n<rect width=\"%d\" height=\"%d\" fill=\"#fffdf9\"/>\n", to.width,
                height);
  mr_svg_put_text(out, MARGIN, MARGIN + TITLE_SIZE,
                  (mr_svg_font){TITLE_SIZE, "start", MR_SVG_LETTERS, true}, title);
  to.measure = false;
  put_diagrams(&to, doc);
  mr_str_add(out, "</svg>\n");
}
