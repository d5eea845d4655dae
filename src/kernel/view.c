#include <marcher/view.h>

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "kernel/writer.h"

static bool fill_names(mr_view *view, mr_arena *arena, int first_row, int row_step) {
  const char **columns = mr_arena_zero(arena, view->columns, sizeof *columns);
  const char **rows = mr_arena_zero(arena, view->rows, sizeof *rows);
  bool good = columns != NULL && rows != NULL;
  for (unsigned i = 0; good && i < view->columns; i++) {
    char name[MR_COLUMN_NAME_MAX];
    mr_column_name(i, name);
    columns[i] = mr_arena_copy(arena, name, strlen(name));
    good = columns[i] != NULL;
  }
  for (unsigned i = 0; good && i < view->rows; i++) {
    char name[32];
    int length = snprintf(name, sizeof name, "%lld", first_row + (long long)row_step * i);
    rows[i] = mr_arena_copy(arena, name, (size_t)length);
    good = rows[i] != NULL;
  }
  view->column_names = columns;
  view->row_names = rows;
  return good;
}

mr_status mr_view_init(mr_view *view, mr_arena *arena, uint16_t columns, uint16_t rows,
                       int first_row, int row_step) {
  static const mr_view_terrain plain = {.name = "plain", .letter = '.'};
  size_t cells = (size_t)columns * rows;
  if (view == NULL || arena == NULL || cells == 0) {
    return MR_ERR_ARGUMENT;
  }
  if (cells > MR_NOWHERE_ID) {
    return MR_ERR_LIMIT;
  }
  mr_view fresh = {
      .columns = columns,
      .rows = rows,
      .cells = mr_arena_zero(arena, cells, sizeof *fresh.cells),
      .terrains = &plain,
      .terrain_count = 1,
      .node = {MR_NODE_TERMINAL, MR_NOBODY},
  };
  if (fresh.cells == NULL || !fill_names(&fresh, arena, first_row, row_step)) {
    return MR_ERR_NOMEM;
  }
  for (size_t i = 0; i < cells; i++) {
    fresh.cells[i].cell = (mr_cell){(uint16_t)i};
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

/* Where something stands now, a cross for what was lost would seem to be about that. */
static void add_mark(mr_view *view, mr_cell cell, mr_mark mark) {
  mr_view_cell *drawn = mr_view_find(view, cell);
  if (drawn != NULL && (mark != MR_MARK_LOST || drawn->piece == 0)) {
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
      add_mark(view, event->to, MR_MARK_LOST);
      break;
    case MR_EVENT_RETURN:
      add_mark(view, event->from, MR_MARK_LOST);
      break;
    default:
      break;
    }
  }
}

bool mr_view_pip(const mr_view_piece *piece, unsigned column, unsigned row) {
  unsigned bit = row * piece->pip_columns + column;
  return column < piece->pip_columns && row < piece->pip_rows && bit < 64 &&
         (piece->pips >> bit & 1) != 0;
}

uint64_t mr_view_pips_met(const mr_view_piece *a, const mr_view_piece *b, bool down) {
  unsigned columns = a->pip_columns, rows = a->pip_rows;
  uint64_t met = 0;
  if (rows == 0 || columns == 0 || columns != b->pip_columns || rows != b->pip_rows) {
    return 0;
  }
  for (unsigned i = 0; i < (down ? columns : rows); i++) {
    bool both = down ? mr_view_pip(a, i, rows - 1) && mr_view_pip(b, i, 0)
                     : mr_view_pip(a, columns - 1, i) && mr_view_pip(b, 0, i);
    met |= both ? UINT64_C(1) << i : 0;
  }
  return met;
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

/** Puts a region to those of the list that it is like. @return false: out of memory */
static bool join_region(const mr_view_region *region, mr_view_region *joined, mr_arena *arena) {
  size_t size = strlen(joined->name) + strlen(region->name) + sizeof "; ";
  char *name = mr_arena_zero(arena, size, 1);
  if (name != NULL) {
    snprintf(name, size, "%s; %s", joined->name, region->name);
  }
  joined->name = name;
  joined->owner = mr_player_same(joined->owner, region->owner) ? joined->owner : MR_NOBODY;
  return name != NULL;
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
    place[i] = first == i ? (uint8_t)count : place[first];
    if (first == i) {
      list[count++] = view->regions[i];
    } else if (!join_region(&view->regions[i], &list[place[i]], arena)) {
      return MR_ERR_NOMEM;
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

/* ---- what families fill ---------------------------------------------------------------------- */

mr_picture mr_picture_begin(mr_arena *arena, uint16_t columns, uint16_t rows, int first_row,
                            int row_step) {
  mr_picture picture = {.arena = arena};
  picture.status = mr_view_init(&picture.view, arena, columns, rows, first_row, row_step);
  picture.notes = mr_picture_room(&picture, MR_NOTES_MAX, sizeof *picture.notes);
  picture.view.notes = picture.notes;
  return picture;
}

mr_status mr_picture_end(const mr_picture *picture, mr_view *out) {
  if (picture->status == MR_OK) {
    *out = picture->view;
  }
  return picture->status;
}

void *mr_picture_room(mr_picture *picture, size_t count, size_t size) {
  void *room = picture->status == MR_OK ? mr_arena_zero(picture->arena, count, size) : NULL;
  if (picture->status == MR_OK && room == NULL) {
    picture->status = MR_ERR_NOMEM;
  }
  return room;
}

static MR_PRINTF(2, 0) const
    char *format_text(mr_picture *picture, const char *format, va_list args) {
  char *text = picture->status == MR_OK ? mr_arena_format(picture->arena, format, args) : NULL;
  if (picture->status == MR_OK && text == NULL) {
    picture->status = MR_ERR_NOMEM;
  }
  return text != NULL ? text : "";
}

const char *mr_picture_text(mr_picture *picture, const char *format, ...) {
  va_list args;
  va_start(args, format);
  const char *text = format_text(picture, format, args);
  va_end(args);
  return text;
}

void mr_picture_fact(mr_picture *picture, mr_view_fact fact) {
  if (picture->status == MR_OK) {
    picture->status = mr_view_add_fact(&picture->view, picture->arena, fact);
  }
}

void mr_picture_note(mr_picture *picture, const char *label, const char *format, ...) {
  va_list args;
  va_start(args, format);
  const char *text = format_text(picture, format, args);
  va_end(args);
  if (picture->status == MR_OK && picture->view.note_count == MR_NOTES_MAX) {
    picture->status = MR_ERR_LIMIT;
  }
  if (picture->status == MR_OK) {
    picture->notes[picture->view.note_count++] = (mr_view_note){label, text};
  }
}

void mr_picture_number(mr_picture *picture, const char *label, mr_view_fact fact) {
  mr_picture_fact(picture, fact);
  if (fact.kind == MR_FACT_COUNT) {
    mr_picture_note(picture, label, "%" PRIu32, fact.number[0]);
  } else {
    mr_picture_note(picture, label, "%" PRIu32 " %s %" PRIu32, fact.number[0],
                    fact.kind == MR_FACT_OF ? "of" : "against", fact.number[1]);
  }
}
