#include <marcher/view.h>

#include <stdio.h>
#include <string.h>

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

/* ---- facts ----------------------------------------------------------------------------------- */

mr_status mr_view_add_fact(mr_view *view, mr_arena *arena, mr_view_fact fact) {
  if (view->fact_count == MR_VIEW_FACTS_MAX) {
    return MR_ERR_LIMIT;
  }
  if (view->facts == NULL) {
    view->facts = mr_arena_zero(arena, MR_VIEW_FACTS_MAX, sizeof *view->facts);
  }
  if (fact.words != NULL) {
    fact.words = mr_arena_copy(arena, fact.words, strlen(fact.words));
  }
  if (view->facts == NULL || (fact.kind == MR_FACT_WORDS && fact.words == NULL)) {
    return MR_ERR_NOMEM;
  }
  view->facts[view->fact_count++] = fact;
  return MR_OK;
}

/* ---- regions --------------------------------------------------------------------------------- */

/** The first region with the cells of region `which`, which may be itself. */
static size_t first_alike(const mr_view *view, size_t which) {
  size_t cells = (size_t)view->columns * view->rows;
  for (size_t i = 0; i < which; i++) {
    bool alike = !view->regions[i].aside && !view->regions[which].aside;
    for (size_t k = 0; alike && k < cells; k++) {
      uint64_t regions = view->cells[k].regions;
      alike = ((regions >> i ^ regions >> which) & 1) == 0;
    }
    if (alike) {
      return i;
    }
  }
  return which;
}

static const char *join_names(mr_arena *arena, const char *first, const char *second) {
  size_t length = strlen(first), more = strlen(second);
  size_t size = length + more + sizeof "; ";
  char *name = mr_arena_zero(arena, size, 1);
  if (name != NULL) {
    snprintf(name, size, "%s; %s", first, second);
  }
  return name;
}

/** Puts region `which` to those of the list that it is like. @return false: out of memory */
static bool join_region(const mr_view *view, size_t which, mr_view_region *joined,
                        mr_arena *arena) {
  const mr_view_region *region = &view->regions[which];
  joined->name = join_names(arena, joined->name, region->name);
  joined->owner = mr_player_same(joined->owner, region->owner) ? joined->owner : MR_NOBODY;
  return joined->name != NULL;
}

mr_status mr_view_join_regions(mr_view *view, mr_arena *arena) {
  mr_view_region *list = mr_arena_zero(arena, view->region_count + 1, sizeof *list);
  uint8_t place[MR_VIEW_REGIONS_MAX] = {0};
  size_t count = 0, cells = (size_t)view->columns * view->rows;
  if (list == NULL) {
    return MR_ERR_NOMEM;
  }
  for (size_t i = 0; i < view->region_count; i++) {
    size_t first = first_alike(view, i);
    if (first == i) {
      place[i] = (uint8_t)count;
      list[count++] = view->regions[i];
    } else {
      place[i] = place[first];
      if (!join_region(view, i, &list[place[i]], arena)) {
        return MR_ERR_NOMEM;
      }
    }
  }
  for (size_t k = 0; k < cells && count < view->region_count; k++) {
    uint64_t regions = 0;
    for (size_t i = 0; i < view->region_count; i++) {
      regions |= (view->cells[k].regions >> i & 1) << place[i];
    }
    view->cells[k].regions = regions;
  }
  view->regions = list;
  view->region_count = count;
  return MR_OK;
}
