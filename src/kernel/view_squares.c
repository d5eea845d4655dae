#include <marcher/view.h>

#include <string.h>

/*
 * The squares of a region in words: whole rows and columns by their names, and of the others as few
 * rectangles as can be.
 */

/* A region of a picture while its squares are told. */
typedef struct patch {
  const mr_view *view;
  size_t region;
  bool ranked; /* rows are numbered from the first player's side on, as in chess */
  bool turned; /* the picture is seen from the other side */
  bool first;  /* nothing has been told yet */
  mr_str *out;
  uint64_t told[(MR_NOWHERE_ID + 63) / 64]; /* bits of cells: by line, then by column */
} patch;

/* Lines are rows in the order of their numbers, and columns are counted in that of their names. */
static size_t row_of(const patch *it, size_t line) {
  return it->ranked != it->turned ? it->view->rows - 1 - line : line;
}

static size_t column_of(const patch *it, size_t column) {
  return it->turned ? it->view->columns - 1 - column : column;
}

static const mr_view_cell *cell_at(const patch *it, size_t column, size_t line) {
  return &it->view->cells[row_of(it, line) * it->view->columns + column_of(it, column)];
}

static bool is_told(const patch *it, size_t column, size_t line) {
  size_t bit = line * it->view->columns + column;
  return (it->told[bit / 64] >> bit % 64 & 1) != 0;
}

static bool is_open(const patch *it, size_t column, size_t line) {
  const mr_view_cell *cell = cell_at(it, column, line);
  return cell->cell.id != MR_NOWHERE_ID && (cell->regions >> it->region & 1) != 0 &&
         !is_told(it, column, line);
}

/* Squares in a rectangle that begins at its first square. */
typedef struct rectangle {
  size_t column;
  size_t line;
  size_t columns;
  size_t lines;
} rectangle;

static size_t size_of(rectangle r) {
  return r.columns * r.lines;
}

static void put_rectangle(patch *it, rectangle r) {
  for (size_t i = 0; i < size_of(r); i++) {
    size_t bit = (r.line + i / r.columns) * it->view->columns + r.column + i % r.columns;
    it->told[bit / 64] |= UINT64_C(1) << bit % 64;
  }
}

static const char *name_of(const char *const *names, size_t index) {
  return names != NULL && names[index] != NULL ? names[index] : "?";
}

static const char *name_at(const patch *it, bool line, size_t index) {
  return line ? name_of(it->view->row_names, row_of(it, index))
              : name_of(it->view->column_names, column_of(it, index));
}

/* ---- whole rows and columns ------------------------------------------------------------------ */

/* Whether all squares of a line, or of a column, are in the region, holes left out, and not all of
 * them have been told. */
static bool is_whole(const patch *it, bool line, size_t index) {
  size_t count = line ? it->view->columns : it->view->rows;
  size_t untold = 0;
  for (size_t i = 0; i < count; i++) {
    const mr_view_cell *cell = line ? cell_at(it, i, index) : cell_at(it, index, i);
    if (cell->cell.id != MR_NOWHERE_ID && (cell->regions >> it->region & 1) == 0) {
      return false;
    }
    untold += line ? is_open(it, i, index) : is_open(it, index, i);
  }
  return untold > 0;
}

static const char *word_for(const patch *it, bool line, bool several) {
  static const char *const words[2][2][2] = {{{"column", "columns"}, {"row", "rows"}},
                                             {{"file", "files"}, {"rank", "ranks"}}};
  return words[it->ranked][line][several];
}

/* "ranks 1-3, 5 and 8-10". */
static void put_whole(patch *it, bool line) {
  const mr_view *view = it->view;
  size_t count = line ? view->rows : view->columns, across = line ? view->columns : view->rows;
  size_t whole = 0;
  for (size_t i = 0; i < count; i++) {
    whole += is_whole(it, line, i);
  }
  if (whole == 0 || across < 2) {
    return;
  }
  unsigned runs = 0;
  for (size_t i = 0; i < count; i++) {
    runs += is_whole(it, line, i) && (i + 1 == count || !is_whole(it, line, i + 1));
  }
  mr_str_format(it->out, "%s%s ", it->first ? "" : ", ", word_for(it, line, whole > 1));
  it->first = false;
  for (size_t i = 0, end = 0; i < count; i = end + 1) {
    for (end = i; end < count && is_whole(it, line, end); end++) {
      continue;
    }
    if (end == i) {
      continue;
    }
    for (size_t k = i; k < end; k++) {
      put_rectangle(it, line ? (rectangle){0, k, across, 1} : (rectangle){k, 0, 1, across});
    }
    mr_str_add(it->out, name_at(it, line, i));
    if (end - i > 1) {
      mr_str_format(it->out, "-%s", name_at(it, line, end - 1));
    }
    runs--;
    mr_str_add(it->out, runs > 1 ? ", " : runs == 1 ? " and " : "");
  }
}

/* ---- rectangles ------------------------------------------------------------------------------ */

/* As long as can be along one side, and then along the other. */
static rectangle grow(const patch *it, size_t column, size_t line, bool wide_first) {
  rectangle r = {column, line, 1, 1};
  for (size_t side = 0; side < 2; side++) {
    bool wide = wide_first == (side == 0);
    for (;;) {
      rectangle more = {r.column, r.line, r.columns + wide, r.lines + !wide};
      bool open = more.column + more.columns <= it->view->columns &&
                  more.line + more.lines <= it->view->rows;
      for (size_t i = 0; i < size_of(more) && open; i++) {
        open = is_open(it, more.column + i % more.columns, more.line + i / more.columns);
      }
      if (!open) {
        break;
      }
      r = more;
    }
  }
  return r;
}

/* The largest rectangle of squares that are not told yet, the first where several are; or none. */
static rectangle find_largest(const patch *it) {
  rectangle best = {0};
  for (size_t i = 0; i < (size_t)it->view->columns * it->view->rows; i++) {
    size_t column = i % it->view->columns;
    size_t line = i / it->view->columns;
    for (unsigned wide = 0; wide < 2 && is_open(it, column, line); wide++) {
      rectangle r = grow(it, column, line, wide != 0);
      best = size_of(r) > size_of(best) ? r : best;
    }
  }
  return best;
}

static void put_corner(const patch *it, size_t column, size_t line) {
  mr_str_add(it->out, name_at(it, false, column));
  mr_str_add(it->out, name_at(it, true, line));
}

void mr_view_add_squares(const mr_view *view, size_t region, mr_str *out) {
  patch it = {.view = view, .region = region, .first = true, .out = out};
  it.turned =
      view->columns > 1 && strcmp(name_of(view->column_names, view->columns - 1u), "a") == 0;
  it.ranked = strcmp(name_of(view->row_names, it.turned ? 0 : view->rows - 1u), "1") == 0;
  put_whole(&it, true);
  put_whole(&it, false);
  const char *before = it.first ? "" : ", "; /* of the first square or rectangle */
  for (rectangle r = find_largest(&it); size_of(r) > 0; r = find_largest(&it)) {
    put_rectangle(&it, r);
    mr_str_add(out, before);
    before = " ";
    put_corner(&it, r.column, r.line);
    if (size_of(r) > 1) {
      mr_str_char(out, '-');
      put_corner(&it, r.column + r.columns - 1, r.line + r.lines - 1);
    }
  }
}
