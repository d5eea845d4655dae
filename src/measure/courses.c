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

/* ---- room ------------------------------------------------------------------------------------ */

static bool make_cells(mr_courses *courses, const mr_game *game, const mr_allocator *allocator) {
  size_t cells = mr_courses_cells(game);
  if (courses->arrived == NULL) {
    courses->arrived = mr_alloc_zero(allocator, cells, sizeof *courses->arrived);
  }
  if (courses->fell == NULL) {
    courses->fell = mr_alloc_zero(allocator, cells, sizeof *courses->fell);
  }
  courses->cells = cells;
  return courses->arrived != NULL && courses->fell != NULL;
}

static bool make_samples(mr_samples *samples, size_t more, const mr_allocator *allocator) {
  uint32_t *items = mr_alloc_grow(allocator, samples->items, &samples->capacity,
                                  samples->count + more, sizeof *items);
  samples->items = items != NULL ? items : samples->items;
  return items != NULL;
}

static bool make_early(mr_courses *courses, size_t more, const mr_allocator *allocator) {
  uint64_t *early = mr_alloc_grow(allocator, courses->early, &courses->early_capacity,
                                  courses->early_count + more, sizeof *early);
  courses->early = early != NULL ? early : courses->early;
  return early != NULL;
}

static bool make_openings(mr_courses *courses, size_t more, const mr_allocator *allocator) {
  size_t wanted = courses->opening_count + more;
  mr_course_opening *openings = mr_alloc_grow(
      allocator, courses->openings, &courses->opening_capacity,
      wanted < MR_COURSE_OPENINGS_MAX ? wanted : MR_COURSE_OPENINGS_MAX, sizeof *openings);
  courses->openings = openings != NULL ? openings : courses->openings;
  return openings != NULL;
}

size_t mr_courses_cells(const mr_game *game) {
  size_t cells = (size_t)game->info.columns * game->info.rows;
  return cells < MR_COURSE_CELLS_MAX ? cells : MR_COURSE_CELLS_MAX;
}

mr_status mr_courses_reserve(mr_courses *courses, const mr_game *game, const mr_courses_room *room,
                             const mr_allocator *allocator) {
  bool good = make_cells(courses, game, allocator) && make_early(courses, room->early, allocator) &&
              make_openings(courses, room->openings, allocator);
  for (size_t i = 0; good && i < MR_COLUMN_COUNT; i++) {
    good = make_samples(&courses->columns[i], room->columns[i], allocator);
  }
  return good ? MR_OK : MR_ERR_NOMEM;
}

/* ---- adding ---------------------------------------------------------------------------------- */

/* The entry of an opening; NULL: what is beyond their most is not told apart. */
static mr_course_opening *opening_of(mr_courses *courses, mr_action action) {
  size_t at = 0;
  while (at < courses->opening_count && courses->openings[at].action != action) {
    at++;
  }
  if (at == MR_COURSE_OPENINGS_MAX) {
    return NULL;
  }
  if (at == courses->opening_count) {
    courses->openings[courses->opening_count++] = (mr_course_opening){.action = action};
  }
  return &courses->openings[at];
}

/* There is room. */
static void add_course(mr_courses *courses, const mr_game *game, const mr_course *course,
                       const uint8_t *score) {
  for (size_t i = 0; i < courses->cells; i++) {
    courses->arrived[i] += course->arrived[i];
    courses->fell[i] += course->fell[i];
  }
  for (size_t i = 0; i < MR_COLUMN_COUNT; i++) {
    if ((course->has >> i & 1) != 0) {
      courses->columns[i].items[courses->columns[i].count++] = course->columns[i];
    }
  }
  if (course->early != 0) {
    courses->early[courses->early_count++] = course->early;
  }
  if (course->first.id < game->info.players) {
    unsigned points = score[course->first.id];
    mr_course_opening *opening =
        course->opening != MR_ACTION_NONE ? opening_of(courses, course->opening) : NULL;
    courses->first[points]++;
    if (opening != NULL) {
      opening->points[points]++;
    }
  }
  courses->followed += course->followed;
  courses->comebacks += course->comeback;
  courses->rolled += course->rolled;
  courses->luckier += course->rolled && course->luck > 0;
  courses->turned += course->rolled && course->luck > 500;
}

mr_status mr_courses_add(mr_courses *courses, const mr_game *game, const mr_course *course,
                         const uint8_t *score, const mr_allocator *allocator) {
  mr_courses_room room = {.early = 1, .openings = 1};
  for (size_t i = 0; i < MR_COLUMN_COUNT; i++) {
    room.columns[i] = 1;
  }
  mr_status status = mr_courses_reserve(courses, game, &room, allocator);
  if (status == MR_OK) {
    add_course(courses, game, course, score);
  }
  return status;
}

void mr_courses_room_of(const mr_courses *courses, mr_courses_room *out) {
  *out = (mr_courses_room){.early = courses->early_count, .openings = courses->opening_count};
  for (size_t i = 0; i < MR_COLUMN_COUNT; i++) {
    out->columns[i] = courses->columns[i].count;
  }
}

static void add_counts(uint64_t *counts, const uint64_t *more, size_t count) {
  for (size_t i = 0; i < count; i++) {
    counts[i] += more[i];
  }
}

void mr_courses_join(mr_courses *courses, const mr_courses *more) {
  add_counts(courses->first, more->first, MR_SCORE_WIN + 1);
  add_counts(&courses->skill[0][0], &more->skill[0][0], MR_SKILL_MATCHES * (MR_SKILL_STEPS + 1));
  add_counts(&courses->skill_once[0][0], &more->skill_once[0][0],
             MR_SKILL_MATCHES * (MR_SCORE_WIN + 1));
  add_counts(courses->skill_neither, more->skill_neither, MR_SKILL_MATCHES);
  courses->followed += more->followed;
  courses->comebacks += more->comebacks;
  courses->rolled += more->rolled;
  courses->luckier += more->luckier;
  courses->turned += more->turned;
  for (size_t i = 0; i < MR_COLUMN_COUNT; i++) {
    mr_samples *samples = &courses->columns[i];
    for (size_t j = 0; j < more->columns[i].count; j++) {
      samples->items[samples->count++] = more->columns[i].items[j];
    }
  }
  for (size_t i = 0; i < more->early_count; i++) {
    courses->early[courses->early_count++] = more->early[i];
  }
  add_counts(courses->arrived, more->arrived, more->cells);
  add_counts(courses->fell, more->fell, more->cells);
  for (size_t i = 0; i < more->opening_count; i++) {
    mr_course_opening *opening = opening_of(courses, more->openings[i].action);
    if (opening != NULL) {
      add_counts(opening->points, more->openings[i].points, MR_SCORE_WIN + 1);
    }
  }
}
