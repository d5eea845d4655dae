#include <marcher/view.h>

/* The names of one side in the other order. @return NULL: out of memory */
static const char *const *turn_names(const char *const *names, size_t count, mr_arena *arena) {
  const char **turned = mr_arena_zero(arena, count, sizeof *turned);
  for (size_t i = 0; i < count && turned != NULL; i++) {
    turned[i] = names[count - 1 - i];
  }
  return turned;
}

static uint64_t turn_bits(uint64_t bits, unsigned count) {
  uint64_t turned = 0;
  for (unsigned i = 0; i < count; i++) {
    turned |= (bits >> i & 1) << (count - 1 - i);
  }
  return turned;
}

mr_status mr_view_turn(mr_view *view, mr_arena *arena) {
  size_t cells = (size_t)view->columns * view->rows;
  mr_view_cell *turned = mr_arena_zero(arena, cells, sizeof *turned);
  mr_view_piece *pieces = mr_arena_zero(arena, view->piece_count + 1, sizeof *pieces);
  mr_view_line *lines = mr_arena_zero(arena, view->line_count + 1, sizeof *lines);
  const char *const *columns = turn_names(view->column_names, view->columns, arena);
  const char *const *rows = turn_names(view->row_names, view->rows, arena);
  if (turned == NULL || pieces == NULL || lines == NULL || columns == NULL || rows == NULL) {
    return MR_ERR_NOMEM;
  }
  for (size_t i = 0; i < cells; i++) {
    turned[i] = view->cells[cells - 1 - i];
  }
  for (size_t i = 0; i < view->piece_count; i++) {
    pieces[i] = view->pieces[i];
    pieces[i].pips =
        turn_bits(pieces[i].pips, (unsigned)pieces[i].pip_columns * pieces[i].pip_rows);
  }
  for (size_t i = 0; i < view->line_count; i++) {
    lines[i] = view->lines[i];
    lines[i].from = (uint16_t)(cells - 1 - lines[i].from);
    lines[i].to = (uint16_t)(cells - 1 - lines[i].to);
  }
  view->cells = turned;
  view->pieces = pieces;
  view->lines = view->line_count > 0 ? lines : view->lines;
  view->column_names = columns;
  view->row_names = rows;
  return MR_OK;
}
