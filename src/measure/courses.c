/* The courses of many games together. */
#include "measure/measure_priv.h"

void mr_courses_done(mr_courses *courses, const mr_allocator *allocator) {
  for (size_t i = 0; i < MR_COLUMN_COUNT; i++) {
    mr_samples *samples = &courses->columns[i];
    if (samples->items != NULL) {
      mr_alloc_free(allocator, samples->items, samples->capacity * sizeof *samples->items);
    }
  }
  if (courses->early != NULL) {
    mr_alloc_free(allocator, courses->early, courses->early_capacity * sizeof *courses->early);
  }
  if (courses->openings != NULL) {
    mr_alloc_free(allocator, courses->openings,
                  courses->opening_capacity * sizeof *courses->openings);
  }
  if (courses->arrived != NULL) {
    mr_alloc_free(allocator, courses->arrived, courses->cells * sizeof *courses->arrived);
  }
  if (courses->fell != NULL) {
    mr_alloc_free(allocator, courses->fell, courses->cells * sizeof *courses->fell);
  }
  *courses = (mr_courses){0};
}

static bool add_sample(mr_samples *samples, uint32_t value, const mr_allocator *allocator) {
  uint32_t *items = mr_alloc_grow(allocator, samples->items, &samples->capacity, samples->count + 1,
                                  sizeof *items);
  if (items != NULL) {
    samples->items = items;
    items[samples->count++] = value;
  }
  return items != NULL;
}

static bool add_early(mr_courses *courses, uint64_t key, const mr_allocator *allocator) {
  uint64_t *early = mr_alloc_grow(allocator, courses->early, &courses->early_capacity,
                                  courses->early_count + 1, sizeof *early);
  if (early != NULL) {
    courses->early = early;
    early[courses->early_count++] = key;
  }
  return early != NULL;
}

/* One kind of opening more; what is beyond their most is not told apart. */
static bool add_opening(mr_courses *courses, mr_action action, unsigned points,
                        const mr_allocator *allocator) {
  size_t at = 0;
  while (at < courses->opening_count && courses->openings[at].action != action) {
    at++;
  }
  if (at == MR_COURSE_OPENINGS_MAX) {
    return true;
  }
  if (at == courses->opening_count) {
    mr_course_opening *openings =
        mr_alloc_grow(allocator, courses->openings, &courses->opening_capacity,
                      courses->opening_count + 1, sizeof *openings);
    if (openings == NULL) {
      return false;
    }
    courses->openings = openings;
    openings[courses->opening_count++] = (mr_course_opening){.action = action};
  }
  courses->openings[at].points[points]++;
  return true;
}

static bool add_cells(mr_courses *courses, const mr_game *game, const mr_course *course,
                      const mr_allocator *allocator) {
  if (courses->arrived == NULL) {
    size_t cells = (size_t)game->info.columns * game->info.rows;
    courses->cells = cells < MR_COURSE_CELLS_MAX ? cells : MR_COURSE_CELLS_MAX;
    courses->arrived = mr_alloc_zero(allocator, courses->cells, sizeof *courses->arrived);
  }
  if (courses->fell == NULL) {
    courses->fell = mr_alloc_zero(allocator, courses->cells, sizeof *courses->fell);
  }
  if (courses->arrived == NULL || courses->fell == NULL) {
    return false;
  }
  for (size_t i = 0; i < courses->cells; i++) {
    courses->arrived[i] += course->arrived[i];
    courses->fell[i] += course->fell[i];
  }
  return true;
}

mr_status mr_courses_add(mr_courses *courses, const mr_game *game, const mr_course *course,
                         const uint8_t *score, const mr_allocator *allocator) {
  bool good = add_cells(courses, game, course, allocator);
  for (size_t i = 0; good && i < MR_COLUMN_COUNT; i++) {
    if ((course->has >> i & 1) != 0) {
      good = add_sample(&courses->columns[i], course->columns[i], allocator);
    }
  }
  if (good && course->early != 0) {
    good = add_early(courses, course->early, allocator);
  }
  if (course->first.id < game->info.players) {
    unsigned points = score[course->first.id];
    courses->first[points]++;
    if (good && course->opening != MR_ACTION_NONE) {
      good = add_opening(courses, course->opening, points, allocator);
    }
  }
  courses->followed += course->followed;
  courses->comebacks += course->comeback;
  courses->rolled += course->rolled;
  courses->luckier += course->rolled && course->luck > 0;
  courses->turned += course->rolled && course->luck > 500;
  return good ? MR_OK : MR_ERR_NOMEM;
}
