#include <marcher/paint.h>

#include <string.h>

#include "paint/paint_priv.h"

enum {
  WIDTH_STANDARD = 80,
  COLUMN_SPACE = 2,
  COLUMN_MIN = 4,
  RULE_ID_MAX = 16,
  BROKEN_WORD_LINES = 4 /* what a broken word is worth avoiding */
};

/** A page that is being written. */
typedef struct page {
  const mr_game *game;
  const mr_paint_style *style;
  mr_paint_pen pen;
  size_t width;
  size_t id_width; /**< of the rules */
} page;

static const mr_paint_look strong = {MR_PAINT_DEFAULT, MR_PAINT_DEFAULT, true};

/* ---- running text ---------------------------------------------------------------------------- */

/** Writes a text in the columns from `indent` on. The pen may be in the first line already. */
static void put_wrapped(page *to, const char *text, size_t indent) {
  const char *rest = text != NULL ? text : "";
  const char *line;
  size_t length;
  size_t room = to->width > indent + COLUMN_MIN ? to->width - indent : COLUMN_MIN;
  while (mr_paint_wrap(&rest, room, &line, &length)) {
    mr_paint_pen_to(&to->pen, indent);
    mr_paint_pen_slice(&to->pen, line, length);
    mr_paint_pen_line(&to->pen);
  }
  mr_paint_pen_end(&to->pen);
}

static void put_heading(page *to, const char *text, const char *stroke) {
  size_t width = 0;
  const char *rest = text != NULL ? text : "";
  const char *line;
  size_t length;
  while (mr_paint_wrap(&rest, to->width, &line, &length)) {
    mr_paint_pen_look(&to->pen, strong);
    mr_paint_pen_slice(&to->pen, line, length);
    width = to->pen.column > width ? to->pen.column : width;
    mr_paint_pen_line(&to->pen);
  }
  mr_paint_pen_repeat(&to->pen, stroke, width);
  mr_paint_pen_line(&to->pen);
}

/** Columns of the longest id of the page; ids longer than RULE_ID_MAX stand on their own line. */
static size_t id_width(const mr_doc *doc) {
  size_t width = 0;
  for (const mr_doc_block *block = doc->first; block != NULL; block = block->next) {
    size_t own = block->kind == MR_DOC_RULE ? mr_paint_width(block->id) : 0;
    width = own > width && own <= RULE_ID_MAX ? own : width;
  }
  return width;
}

/* ---- tables ---------------------------------------------------------------------------------- */

/** A run of rows, the first of which is the heading. */
typedef struct table {
  const mr_doc_block *first;
  size_t columns;
  size_t width[MR_DOC_COLUMNS_MAX];
  size_t least[MR_DOC_COLUMNS_MAX]; /**< no narrower, so that no word is broken */
  bool numeric[MR_DOC_COLUMNS_MAX];
} table;

static const char *cell_of(const mr_doc_block *row, size_t column) {
  bool there = column < row->cell_count && column < MR_DOC_COLUMNS_MAX;
  return there && row->cells[column] != NULL ? row->cells[column] : "";
}

/** Whether a word of the text is wider than a column of this width. */
static bool breaks_a_word(const char *text, size_t width) {
  for (text += strspn(text, " "); *text != '\0'; text += strspn(text, " ")) {
    size_t length = strcspn(text, " ");
    if (mr_paint_slice_width(text, length) > width) {
      return true;
    }
    text += length;
  }
  return false;
}

static size_t longest_word(const char *text) {
  size_t longest = 0;
  for (text += strspn(text, " "); *text != '\0'; text += strspn(text, " ")) {
    size_t length = strcspn(text, " ");
    size_t width = mr_paint_slice_width(text, length);
    longest = width > longest ? width : longest;
    text += length;
  }
  return longest;
}

/** Where not all words find room, those of the columns with the longest ones may be broken. */
static void lower_least(table *of, size_t width) {
  for (;;) {
    size_t whole = 0;
    size_t longest = 0;
    for (size_t i = 0; i < of->columns; i++) {
      whole += of->least[i] + (i > 0 ? COLUMN_SPACE : 0);
      longest = of->least[i] > of->least[longest] ? i : longest;
    }
    if (whole <= width || of->least[longest] <= COLUMN_MIN) {
      return;
    }
    of->least[longest] = COLUMN_MIN;
  }
}

/** How high a column is at a width, in lines; a cell with a broken word counts as higher. */
static size_t height_of(const table *of, size_t column, size_t width) {
  size_t height = 0;
  for (const mr_doc_block *row = of->first; row != NULL; row = mr_paint_next_row(row)) {
    const char *rest = cell_of(row, column);
    const char *line;
    size_t length;
    height += breaks_a_word(rest, width) ? BROKEN_WORD_LINES : 0;
    while (mr_paint_wrap(&rest, width, &line, &length)) {
      height++;
    }
  }
  return height;
}

/**
 * What it costs to take a column off; SIZE_MAX where it is as narrow as may be. Of lines each costs
 * more than the last, so that no column is squeezed to four lines while others have one; but they
 * are counted over all rows, and a single high cell costs little.
 */
static size_t loss_of(const table *of, size_t column) {
  size_t width = of->width[column];
  if (width <= COLUMN_MIN || width <= of->least[column]) {
    return SIZE_MAX;
  }
  size_t before = height_of(of, column, width);
  size_t after = height_of(of, column, width - 1);
  return after > before ? after * after - before * before : 0;
}

/**
 * Takes what is too much where it costs least, and of columns where it costs the same
 * from the widest: a long cell among many short ones does not take the others' room.
 */
static void narrow(table *of, size_t width) {
  size_t loss[MR_DOC_COLUMNS_MAX];
  size_t whole = 0;
  for (size_t i = 0; i < of->columns; i++) {
    whole += of->width[i] + (i > 0 ? COLUMN_SPACE : 0);
    loss[i] = loss_of(of, i);
  }
  for (; whole > width; whole--) {
    size_t best = 0;
    for (size_t i = 1; i < of->columns; i++) {
      bool wider = loss[i] == loss[best] && of->width[i] > of->width[best];
      best = loss[i] < loss[best] || wider ? i : best;
    }
    if (loss[best] == SIZE_MAX) {
      return;
    }
    of->width[best]--;
    loss[best] = loss_of(of, best);
  }
}

/** Writes the next line of every cell of a row. @return false when all cells are written */
static bool put_cells(page *to, const table *of, const char **rest) {
  size_t column = 0;
  bool any = false;
  for (size_t i = 0; i < of->columns; i++) {
    const char *line;
    size_t length;
    size_t width = of->width[i] > 0 ? of->width[i] : 1;
    if (mr_paint_wrap(&rest[i], width, &line, &length)) {
      size_t own = mr_paint_slice_width(line, length);
      size_t spare = of->numeric[i] && own < width ? width - own : 0;
      mr_paint_pen_to(&to->pen, column + spare);
      mr_paint_pen_slice(&to->pen, line, length);
      any = true;
    }
    column += of->width[i] + COLUMN_SPACE;
  }
  return any;
}

static void put_row(page *to, const table *of, const mr_doc_block *row) {
  const char *rest[MR_DOC_COLUMNS_MAX] = {0};
  for (size_t i = 0; i < of->columns; i++) {
    rest[i] = cell_of(row, i);
  }
  mr_paint_look look = row == of->first ? strong : MR_PAINT_PLAIN;
  mr_paint_pen_look(&to->pen, look);
  while (put_cells(to, of, rest)) {
    mr_paint_pen_line(&to->pen);
    mr_paint_pen_look(&to->pen, look);
  }
  mr_paint_pen_look(&to->pen, MR_PAINT_PLAIN);
}

static const mr_doc_block *put_table(page *to, const mr_doc_block *block) {
  table of = {.first = block};
  for (const mr_doc_block *row = block; row != NULL; row = mr_paint_next_row(row)) {
    of.columns = row->cell_count > of.columns ? row->cell_count : of.columns;
  }
  of.columns = of.columns < MR_DOC_COLUMNS_MAX ? of.columns : MR_DOC_COLUMNS_MAX;
  for (size_t i = 0; i < of.columns; i++) {
    for (const mr_doc_block *row = block; row != NULL; row = mr_paint_next_row(row)) {
      size_t own = mr_paint_width(cell_of(row, i));
      size_t word = longest_word(cell_of(row, i));
      of.width[i] = own > of.width[i] ? own : of.width[i];
      of.least[i] = word > of.least[i] ? word : of.least[i];
    }
    of.numeric[i] = mr_paint_column_is_numeric(block, i);
  }
  lower_least(&of, to->width);
  narrow(&of, to->width);
  put_row(to, &of, block);
  size_t column = 0;
  for (size_t i = 0; i < of.columns; i++) {
    mr_paint_pen_to(&to->pen, column);
    mr_paint_pen_repeat(&to->pen, to->style->unicode ? "─" : "-", of.width[i]);
    column += of.width[i] + COLUMN_SPACE;
  }
  mr_paint_pen_line(&to->pen);
  const mr_doc_block *last = block;
  for (const mr_doc_block *row = mr_paint_next_row(block); row != NULL;
       row = mr_paint_next_row(row)) {
    put_row(to, &of, row);
    last = row;
  }
  return last->next;
}

/* ---- the page -------------------------------------------------------------------------------- */

/** Writes a block, or all of a run of rules or rows. @return the block behind it */
static const mr_doc_block *put_block(page *to, const mr_doc_block *block) {
  switch (block->kind) {
  case MR_DOC_HEADING:
    put_heading(to, block->text, to->style->unicode ? "─" : "-");
    return block->next;
  case MR_DOC_PARAGRAPH:
    put_wrapped(to, block->text, 0);
    return block->next;
  case MR_DOC_RULE:
    for (; mr_paint_is_block(block, MR_DOC_RULE); block = block->next) {
      mr_paint_pen_look(&to->pen, strong);
      mr_paint_pen_put(&to->pen, block->id);
      mr_paint_pen_look(&to->pen, MR_PAINT_PLAIN);
      if (to->pen.column > to->id_width) {
        mr_paint_pen_line(&to->pen);
      }
      put_wrapped(to, block->text, to->id_width + COLUMN_SPACE);
    }
    return block;
  case MR_DOC_DIAGRAM:
    put_wrapped(to, block->text, 0); /* first: below stand the legend and the hands */
    if (block->view != NULL) {
      mr_paint_style style = *to->style;
      style.height = 0; /* pages scroll */
      style.regions = true;
      mr_paint_board(to->game, block->view, &style, to->pen.out);
    }
    return block->next;
  case MR_DOC_ROW:
    return put_table(to, block);
  case MR_DOC_CHART:
    put_wrapped(to, block->text, 0);
    mr_paint_chart(to->game, block->chart, to->style, to->pen.out);
    return block->next;
  case MR_DOC_REEL:
    put_wrapped(to, block->text, 0);
    return block->next;
  case MR_DOC_LINES:
    for (const char *line = block->text; *line != '\0'; line += *line == '\n') {
      size_t length = strcspn(line, "\n");
      mr_paint_pen_slice(&to->pen, line, length);
      mr_paint_pen_line(&to->pen);
      line += length;
    }
    return block->next;
  }
  return block->next;
}

void mr_paint_doc_text(const mr_game *game, const mr_doc *doc, const mr_paint_style *style,
                       mr_str *out) {
  static const mr_paint_style plain = {0};
  page to = {.game = game, .style = style != NULL ? style : &plain};
  to.width = to.style->width > 0 ? to.style->width : WIDTH_STANDARD;
  to.id_width = id_width(doc);
  mr_paint_pen_init(&to.pen, out, to.style->colour);
  const mr_doc_block *block = doc->first;
  put_heading(&to, mr_paint_page_title(game), to.style->unicode ? "═" : "=");
  if (mr_paint_repeats_title(game, block)) {
    block = block->next;
  }
  while (block != NULL) {
    mr_paint_pen_line(&to.pen);
    block = put_block(&to, block);
  }
}
