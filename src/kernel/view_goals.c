#include <marcher/view.h>

/* ---- goals ----------------------------------------------------------------------------------- */

/* A copy of squares; NULL where there are none, or no memory. */
static mr_cell *copy_cells(mr_arena *arena, const mr_cell *cells, size_t count) {
  mr_cell *copy = count > 0 ? mr_arena_zero(arena, count, sizeof *copy) : NULL;
  for (size_t i = 0; i < count && copy != NULL; i++) {
    copy[i] = cells[i];
  }
  return copy;
}

mr_status mr_view_add_goal(mr_view *view, mr_arena *arena, mr_view_goal goal) {
  if (view->goal_count == MR_VIEW_GOALS_MAX) {
    return MR_ERR_LIMIT;
  }
  if (view->goals == NULL) {
    view->goals = mr_arena_zero(arena, MR_VIEW_GOALS_MAX, sizeof *view->goals);
  }
  goal.text = mr_arena_copy(arena, goal.text, strlen(goal.text));
  goal.on = copy_cells(arena, goal.on, goal.on_count);
  goal.risks = copy_cells(arena, goal.risks, goal.risk_count);
  if (view->goals == NULL || goal.text == NULL || (goal.on == NULL && goal.on_count > 0) ||
      (goal.risks == NULL && goal.risk_count > 0)) {
    return MR_ERR_NOMEM;
  }
  view->goals[view->goal_count++] = goal;
  return MR_OK;
}

/* ---- which regions --------------------------------------------------------------------------- */

enum {
  REGIONS_FEW = 4,   /* more than these would hide the board, and each other */
  REGIONS_CHOSEN = 6 /* as many as there are colours */
};

/* The squares of a region, or none where one of them belongs to a region that is `taken`. */
static size_t free_size(const mr_view *view, size_t region, uint64_t taken) {
  size_t size = 0;
  for (size_t i = 0; i < (size_t)view->columns * view->rows; i++) {
    const mr_view_cell *cell = &view->cells[i];
    if (cell->cell.id == MR_NOWHERE_ID || (cell->regions >> region & 1) == 0) {
      continue;
    }
    if ((cell->regions & taken) != 0) {
      return 0;
    }
    size++;
  }
  return size;
}

static uint64_t smallest_regions(const mr_view *view) {
  uint64_t taken = 0;
  for (unsigned count = 0; count < REGIONS_CHOSEN; count++) {
    size_t best = view->region_count;
    size_t best_size = 0;
    for (size_t i = 0; i < view->region_count; i++) {
      size_t size = free_size(view, i, taken);
      if (size > 0 && (best == view->region_count || size < best_size)) {
        best = i;
        best_size = size;
      }
    }
    if (best == view->region_count) {
      break;
    }
    taken |= UINT64_C(1) << best;
  }
  return taken;
}

uint64_t mr_view_usual_regions(const mr_view *view) {
  uint64_t aside = 0;
  for (size_t i = 0; i < view->region_count; i++) {
    aside |= view->regions[i].aside ? UINT64_C(1) << i : 0;
  }
  uint64_t all = (UINT64_C(1) << view->region_count) - 1;
  if (aside != 0) {
    return ~aside & all;
  }
  return view->region_count <= REGIONS_FEW ? all : smallest_regions(view);
}

static bool hangs_on(const mr_view_goal *goal, mr_cell cell) {
  for (size_t i = 0; i < goal->on_count; i++) {
    if (mr_cell_same(goal->on[i], cell)) {
      return true;
    }
  }
  return false;
}

/* The regions that have all squares of a goal, and no other. */
static uint64_t regions_of(const mr_view *view, const mr_view_goal *goal) {
  uint64_t fits = ((UINT64_C(1) << view->region_count) - 1);
  for (size_t i = 0; i < (size_t)view->columns * view->rows; i++) {
    const mr_view_cell *cell = &view->cells[i];
    if (cell->cell.id != MR_NOWHERE_ID) {
      fits &= hangs_on(goal, cell->cell) ? cell->regions : ~cell->regions;
    }
  }
  return fits;
}

uint64_t mr_view_goal_regions(const mr_view *view) {
  uint64_t found = 0;
  for (size_t i = 0; i < view->goal_count; i++) {
    found |= view->goals[i].on_count > 0 ? regions_of(view, &view->goals[i]) : 0;
  }
  for (size_t i = 0; i < view->region_count; i++) {
    found &= view->regions[i].aside ? ~(UINT64_C(1) << i) : UINT64_MAX;
  }
  return found;
}
