/* Drawings that values are: boards of positions, and maps. */
#include <marcher/edit.h>
#include <string.h>

#include "base/text.h"

/** A drawing that is being read. */
typedef struct grid_reader {
  mr_grid *grid;
  const char *text;
  size_t length;
  size_t at;
  unsigned column;
  unsigned row;
  mr_error *err;
} grid_reader;

static mr_status too_large(const grid_reader *r) {
  return mr_error_set(r->err, MR_ERR_LIMIT, "a drawing has at most %d columns and rows",
                      MR_GRID_SIDE_MAX);
}

/** Puts a label on the next square of the row. */
static mr_status add_cell(grid_reader *r, const char *label, size_t length) {
  if (r->column == MR_GRID_SIDE_MAX || r->row == MR_GRID_SIDE_MAX) {
    return too_large(r);
  }
  memcpy(r->grid->cells[r->row * MR_GRID_SIDE_MAX + r->column], label, length);
  r->column++;
  r->grid->columns = (uint16_t)(r->column > r->grid->columns ? r->column : r->grid->columns);
  r->grid->rows = (uint16_t)(r->row + 1);
  return MR_OK;
}

/** So many empty squares, as digits say. */
static mr_status add_empty(grid_reader *r) {
  unsigned count = 0;
  mr_status status = MR_OK;
  while (r->at < r->length && mr_text_is_digit(r->text[r->at])) {
    count = count * 10 + (unsigned)(r->text[r->at++] - '0');
    if (count > MR_GRID_SIDE_MAX) {
      return too_large(r);
    }
  }
  for (; count > 0 && status == MR_OK; count--) {
    status = add_cell(r, "", 0);
  }
  return status;
}

/** A piece: a letter with the signs before and behind it, or a sign that stands alone. */
static mr_status add_piece(grid_reader *r) {
  size_t from = r->at;
  r->at += r->text[r->at] == '+';
  if (r->at == r->length || !(mr_text_is_letter(r->text[r->at]) || r->text[r->at] == '*')) {
    return mr_error_set(r->err, MR_ERR_SYNTAX, "a board has letters, digits, '+', '*' and '/'");
  }
  r->at++;
  r->at += r->at < r->length && r->text[r->at] == '~';
  return add_cell(r, r->text + from, r->at - from);
}

static mr_status read_board(grid_reader *r) {
  mr_status status = MR_OK;
  while (r->at < r->length && status == MR_OK) {
    char c = r->text[r->at];
    if (mr_text_is_blank(c) || c == '[') {
      break;
    }
    if (c == '/') {
      r->at++;
      r->row++;
      r->column = 0;
      status = r->row == MR_GRID_SIDE_MAX ? too_large(r) : MR_OK;
    } else {
      status = mr_text_is_digit(c) ? add_empty(r) : add_piece(r);
    }
  }
  return status;
}

/** What stands behind the board. */
static mr_status read_rest(grid_reader *r, mr_arena *arena) {
  if (r->at < r->length && r->text[r->at] == '[') {
    const char *close = memchr(r->text + r->at, ']', r->length - r->at);
    if (close == NULL) {
      return mr_error_set(r->err, MR_ERR_SYNTAX, "expected ']' behind the pieces in hand");
    }
    size_t end = (size_t)(close - r->text);
    r->grid->hand = mr_arena_copy(arena, r->text + r->at + 1, end - r->at - 1);
    r->at = end + 1;
  }
  while (r->at < r->length && mr_text_is_blank(r->text[r->at])) {
    r->at++;
  }
  r->grid->rest = mr_arena_copy(arena, r->text + r->at, r->length - r->at);
  return r->grid->rest != NULL ? MR_OK : mr_error_set(r->err, MR_ERR_NOMEM, "out of memory");
}

static mr_status read_map(grid_reader *r) {
  mr_status status = MR_OK;
  for (; r->at < r->length && status == MR_OK; r->at++) {
    char c = r->text[r->at];
    if (c == '\n') {
      r->row += r->column > 0;
      r->column = 0;
    } else if ((unsigned char)c >= 0x80) {
      status = mr_error_set(r->err, MR_ERR_SYNTAX, "a map has letters and signs of ASCII");
    } else if (!mr_text_is_blank(c) && c != '\r') {
      status = add_cell(r, r->text + r->at, c == '.' ? 0 : 1);
    }
  }
  return status;
}

mr_status mr_grid_read(mr_grid_style style, const char *text, size_t length, mr_arena *arena,
                       mr_grid *out, mr_error *err) {
  mr_grid grid = {.style = style};
  size_t all = (size_t)MR_GRID_SIDE_MAX * MR_GRID_SIDE_MAX;
  grid.cells = mr_arena_zero(arena, all, sizeof *grid.cells);
  if (grid.cells == NULL) {
    return mr_error_set(err, MR_ERR_NOMEM, "out of memory for a drawing");
  }
  grid_reader r = {.grid = &grid, .text = text, .length = length, .err = err};
  mr_status status = style == MR_GRID_FEN ? read_board(&r) : read_map(&r);
  if (status == MR_OK && style == MR_GRID_FEN) {
    status = read_rest(&r, arena);
  }
  if (status == MR_OK && grid.columns == 0) {
    status = mr_error_set(err, MR_ERR_SYNTAX, "the drawing has no square");
  }
  if (status == MR_OK) {
    for (size_t row = 1; row < grid.rows; row++) { /* close up: rows are read as long as can be */
      memmove(grid.cells[row * grid.columns], grid.cells[row * MR_GRID_SIDE_MAX],
              grid.columns * sizeof *grid.cells);
    }
    *out = grid;
  }
  return status;
}

static void write_fen(const mr_grid *grid, mr_str *out) {
  for (size_t row = 0; row < grid->rows; row++) {
    unsigned empty = 0;
    mr_str_add(out, row > 0 ? "/" : "");
    for (size_t column = 0; column < grid->columns; column++) {
      const char *label = grid->cells[row * grid->columns + column];
      if (*label == '\0') {
        empty++;
        continue;
      }
      if (empty > 0) {
        mr_str_format(out, "%u", empty);
      }
      empty = 0;
      mr_str_add(out, label);
    }
    if (empty > 0) {
      mr_str_format(out, "%u", empty);
    }
  }
  if (grid->hand != NULL) {
    mr_str_format(out, "[%s]", grid->hand);
  }
  if (*grid->rest != '\0') {
    mr_str_format(out, " %s", grid->rest);
  }
}

void mr_grid_write(const mr_grid *grid, mr_str *out) {
  if (grid->style == MR_GRID_FEN) {
    write_fen(grid, out);
    return;
  }
  for (size_t row = 0; row < grid->rows; row++) {
    mr_str_add(out, row > 0 ? "\n" : "");
    for (size_t column = 0; column < grid->columns; column++) {
      const char *label = grid->cells[row * grid->columns + column];
      mr_str_format(out, "%s%s", column > 0 ? " " : "", *label != '\0' ? label : ".");
    }
  }
}

static bool is_label(mr_grid_style style, const char *label) {
  size_t length = strlen(label);
  if (style == MR_GRID_MAP) {
    return length == 0 || (length == 1 && *label > ' ' && (unsigned char)*label < 0x7F);
  }
  const char *at = label + (*label == '+');
  bool piece = mr_text_is_letter(*at) || *at == '*';
  return length == 0 || (piece && (at[1] == '\0' || (at[1] == '~' && at[2] == '\0')));
}

mr_status mr_grid_put(mr_grid *grid, size_t cell, const char *label, mr_error *err) {
  if (cell >= (size_t)grid->columns * grid->rows) {
    return mr_error_set(err, MR_ERR_RANGE, "the drawing has %zu squares, and none has number %zu",
                        (size_t)grid->columns * grid->rows, cell + 1);
  }
  if (!is_label(grid->style, label)) {
    return mr_error_set(err, MR_ERR_SYNTAX, "'%s' cannot stand on a square", label);
  }
  mr_str text = mr_str_fixed(grid->cells[cell], MR_GRID_LABEL);
  mr_str_add(&text, grid->style == MR_GRID_MAP && *label == '.' ? "" : label);
  return MR_OK;
}
