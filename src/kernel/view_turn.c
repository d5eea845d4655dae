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

/* Four of eight directions further. */
static uint8_t turn_rays(uint8_t rays) {
  return (uint8_t)(rays << 4 | rays >> 4);
}

mr_view_piece mr_view_turn_piece(const mr_view_piece *piece, mr_view_moves *moves) {
  const unsigned squares = MR_VIEW_MOVES_SIDE * MR_VIEW_MOVES_SIDE;
  mr_view_piece turned = *piece;
  turned.pips = turn_bits(piece->pips, (unsigned)piece->pip_columns * piece->pip_rows);
  if (piece->moves != NULL) {
    *moves = *piece->moves;
    moves->move = turn_bits(piece->moves->move, squares);
    moves->capture = turn_bits(piece->moves->capture, squares);
    moves->ray_move = turn_rays(piece->moves->ray_move);
    moves->ray_capture = turn_rays(piece->moves->ray_capture);
    moves->ray_hop = turn_rays(piece->moves->ray_hop);
    turned.moves = moves;
  }
  return turned;
}

mr_status mr_view_turn(mr_view *view, mr_arena *arena) {
  size_t cells = (size_t)view->columns * view->rows;
  mr_view_cell *turned = mr_arena_zero(arena, cells, sizeof *turned);
  mr_view_piece *pieces = mr_arena_zero(arena, view->piece_count + 1, sizeof *pieces);
  mr_view_moves *moves = mr_arena_zero(arena, view->piece_count + 1, sizeof *moves);
  mr_view_line *lines = mr_arena_zero(arena, view->line_count + 1, sizeof *lines);
  const char *const *columns = turn_names(view->column_names, view->columns, arena);
  const char *const *rows = turn_names(view->row_names, view->rows, arena);
  if (turned == NULL || pieces == NULL || moves == NULL || lines == NULL || columns == NULL ||
      rows == NULL) {
    return MR_ERR_NOMEM;
  }
  for (size_t i = 0; i < cells; i++) {
    turned[i] = view->cells[cells - 1 - i];
  }
  for (size_t i = 0; i < view->piece_count; i++) {
    pieces[i] = mr_view_turn_piece(&view->pieces[i], &moves[i]);
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
