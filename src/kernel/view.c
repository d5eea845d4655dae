#include <marcher/view.h>

#include <stdio.h>

#include "base/text.h"

static const char *column_name(mr_arena *arena, unsigned index) {
  char name[MR_COLUMN_NAME_MAX];
  mr_column_name(index, name);
  return mr_arena_copy(arena, name, strlen(name));
}

static const char *row_name(mr_arena *arena, long long number) {
  char name[32];
  int length = snprintf(name, sizeof name, "%lld", number);
  return mr_arena_copy(arena, name, (size_t)length);
}

static bool fill_names(mr_view *view, mr_arena *arena, int first_row, int row_step) {
  const char **columns = mr_arena_zero(arena, view->columns, sizeof *columns);
  const char **rows = mr_arena_zero(arena, view->rows, sizeof *rows);
  if (columns == NULL || rows == NULL) {
    return false;
  }
  for (unsigned i = 0; i < view->columns; i++) {
    columns[i] = column_name(arena, i);
    if (columns[i] == NULL) {
      return false;
    }
  }
  for (unsigned i = 0; i < view->rows; i++) {
    rows[i] = row_name(arena, first_row + (long long)row_step * (long long)i);
    if (rows[i] == NULL) {
      return false;
    }
  }
  view->column_names = columns;
  view->row_names = rows;
  return true;
}

static bool fill_cells(mr_view *view, mr_arena *arena) {
  static const mr_view_terrain plain = {.name = "plain", .letter = '.'};
  size_t count = (size_t)view->columns * view->rows;
  view->cells = mr_arena_zero(arena, count, sizeof *view->cells);
  if (view->cells == NULL) {
    return false;
  }
  for (size_t i = 0; i < count; i++) {
    view->cells[i].cell = (mr_cell){(uint16_t)i};
  }
  view->terrains = &plain;
  view->terrain_count = 1;
  return true;
}

mr_status mr_view_init(mr_view *view, mr_arena *arena, uint16_t columns, uint16_t rows,
                       int first_row, int row_step) {
  if (view == NULL || arena == NULL || columns == 0 || rows == 0) {
    return MR_ERR_ARGUMENT;
  }
  if ((size_t)columns * rows > MR_NOWHERE_ID) {
    return MR_ERR_LIMIT;
  }
  mr_view fresh = {
      .columns = columns,
      .rows = rows,
      .node = {MR_NODE_TERMINAL, MR_NOBODY},
  };
  if (!fill_names(&fresh, arena, first_row, row_step) || !fill_cells(&fresh, arena)) {
    return MR_ERR_NOMEM;
  }
  *view = fresh;
  return MR_OK;
}

mr_view_cell *mr_view_find(mr_view *view, mr_cell cell) {
  size_t count = (size_t)view->columns * view->rows;
  if (cell.id == MR_NOWHERE_ID) {
    return NULL;
  }
  if (cell.id < count && mr_cell_same(view->cells[cell.id].cell, cell)) {
    return &view->cells[cell.id];
  }
  for (size_t i = 0; i < count; i++) {
    if (mr_cell_same(view->cells[i].cell, cell)) {
      return &view->cells[i];
    }
  }
  return NULL;
}

/* Where something stands now, a cross would seem to be about that. */
static void mark_lost(mr_view *view, mr_cell cell) {
  mr_view_cell *drawn = mr_view_find(view, cell);
  if (drawn != NULL && drawn->piece == 0) {
    drawn->marks |= MR_MARK_LOST;
  }
}

static void add_mark(mr_view *view, mr_cell cell, mr_mark mark) {
  mr_view_cell *drawn = mr_view_find(view, cell);
  if (drawn != NULL) {
    drawn->marks = (uint16_t)(drawn->marks | (unsigned)mark);
  }
}

void mr_view_mark_events(mr_view *view, const mr_events *events) {
  for (size_t i = 0; i < events->count; i++) {
    const mr_event *event = &events->items[i];
    switch (event->kind) {
    case MR_EVENT_MOVE:
    case MR_EVENT_EXCHANGE:
      add_mark(view, event->from, MR_MARK_FROM);
      add_mark(view, event->to, MR_MARK_TO);
      break;
    case MR_EVENT_PLACE:
    case MR_EVENT_ARRIVE:
    case MR_EVENT_PROMOTE:
    case MR_EVENT_CONVERT:
      add_mark(view, event->to, MR_MARK_TO);
      break;
    case MR_EVENT_CAPTURE:
      mark_lost(view, event->to);
      break;
    case MR_EVENT_RETURN:
      mark_lost(view, event->from);
      break;
    default:
      break;
    }
  }
}
