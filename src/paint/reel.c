/* Games to step through: pictures of every turn as lines of SVG, of which each is kept once. */
#include <marcher/hash.h>
#include <marcher/paint.h>
#include <marcher/reel.h>
#include <string.h>

#include "paint/svg_priv.h"

/** Slots of the table of lines at first; it grows with them. */
#define SLOTS_FIRST 4096

void mr_reel_init(mr_reel *reel, const mr_game *game) {
  *reel = (mr_reel){.game = game};
  mr_arena_init(&reel->arena, NULL, 0);
}

static void free_film(mr_film *film) {
  mr_str_done(&film->caption);
  mr_str_done(&film->texts);
  mr_str_done(&film->frames);
  mr_alloc_free(NULL, film, sizeof *film);
}

void mr_reel_done(mr_reel *reel) {
  for (size_t i = 0; i < reel->count; i++) {
    free_film(reel->films[i]);
  }
  mr_alloc_free(NULL, reel->lines, reel->line_room * sizeof *reel->lines);
  mr_alloc_free(NULL, reel->slots, reel->slot_count * sizeof *reel->slots);
  mr_alloc_free(NULL, reel->before, reel->before_room * sizeof *reel->before);
  mr_alloc_free(NULL, reel->now, reel->now_room * sizeof *reel->now);
  mr_arena_done(&reel->arena);
  *reel = (mr_reel){.count = 0};
}

/* ---- lines ----------------------------------------------------------------------------------- */

static size_t slot_of(const mr_reel *reel, const char *text, size_t length, uint64_t hash) {
  size_t at = (size_t)hash & (reel->slot_count - 1);
  while (reel->slots[at] != 0) {
    const mr_reel_line *line = &reel->lines[reel->slots[at] - 1];
    if (line->hash == hash && line->length == length && memcmp(line->text, text, length) == 0) {
      break;
    }
    at = (at + 1) & (reel->slot_count - 1);
  }
  return at;
}

/* Twice as many slots as lines, at least. */
static bool make_slots(mr_reel *reel) {
  size_t wanted = reel->slot_count > 0 ? reel->slot_count : SLOTS_FIRST;
  while (wanted < 2 * (reel->line_count + 1)) {
    wanted *= 2;
  }
  if (wanted == reel->slot_count) {
    return true;
  }
  uint32_t *slots = mr_alloc_zero(NULL, wanted, sizeof *slots);
  if (slots == NULL) {
    return false;
  }
  mr_alloc_free(NULL, reel->slots, reel->slot_count * sizeof *reel->slots);
  reel->slots = slots;
  reel->slot_count = wanted;
  for (size_t i = 0; i < reel->line_count; i++) {
    const mr_reel_line *line = &reel->lines[i];
    slots[slot_of(reel, line->text, line->length, line->hash)] = (uint32_t)i + 1;
  }
  return true;
}

/* The index of a line, which is kept where it is new. @return false: there is no memory */
static bool index_of(mr_reel *reel, const char *text, size_t length, uint32_t *out) {
  uint64_t hash = mr_hash_bytes(MR_HASH_START, text, length);
  if (!make_slots(reel)) {
    return false;
  }
  size_t slot = slot_of(reel, text, length, hash);
  if (reel->slots[slot] == 0) {
    mr_reel_line *lines =
        mr_alloc_grow(NULL, reel->lines, &reel->line_room, reel->line_count + 1, sizeof *lines);
    const char *copy = mr_arena_copy(&reel->arena, text, length);
    reel->lines = lines != NULL ? lines : reel->lines;
    if (lines == NULL || copy == NULL) {
      return false;
    }
    lines[reel->line_count++] = (mr_reel_line){.text = copy, .length = length, .hash = hash};
    reel->slots[slot] = (uint32_t)reel->line_count;
    reel->bytes += length + 3;
  }
  *out = reel->slots[slot] - 1;
  return true;
}

/* ---- pictures -------------------------------------------------------------------------------- */

/* The lines of a picture. @return their number; the reel has failed where there is no memory */
static size_t read_lines(mr_reel *reel, const char *text) {
  size_t count = 0;
  while (*text != '\0' && reel->status == MR_OK) {
    size_t length = strcspn(text, "\n");
    uint32_t *now = mr_alloc_grow(NULL, reel->now, &reel->now_room, count + 1, sizeof *now);
    reel->now = now != NULL ? now : reel->now;
    if (now == NULL || !index_of(reel, text, length, &now[count])) {
      reel->status = MR_ERR_NOMEM;
      break;
    }
    count++;
    text += length + (text[length] == '\n');
  }
  return count;
}

/* Where a line of this picture stands in the one before: next, or where it alone is that line. */
static size_t place_before(const mr_reel *reel, uint32_t line, size_t next) {
  if (next < reel->before_count && reel->before[next] == line) {
    return next;
  }
  const mr_reel_line *known = &reel->lines[line];
  return known->seen == 1 ? known->place : SIZE_MAX;
}

/* Writes a picture by what it has of the one before. */
static void put_frame(mr_reel *reel, size_t count, mr_str *out) {
  size_t next = 0;
  for (size_t i = 0; i < count;) {
    size_t from = place_before(reel, reel->now[i], next), run = 0;
    while (from != SIZE_MAX && i + run < count && from + run < reel->before_count &&
           reel->before[from + run] == reel->now[i + run]) {
      run++;
    }
    mr_str_add(out, i > 0 ? " " : "");
    if (run > 0) {
      mr_str_format(out, "%zu+%zu", from, run);
      next = from + run;
      i += run;
    } else {
      mr_str_format(out, "%u", (unsigned)reel->now[i++]);
      next++;
    }
  }
}

/* The picture becomes the one before. */
static void keep_lines(mr_reel *reel, size_t count) {
  for (size_t i = 0; i < reel->before_count; i++) {
    reel->lines[reel->before[i]].seen = 0;
  }
  for (size_t i = 0; i < count; i++) {
    mr_reel_line *line = &reel->lines[reel->now[i]];
    line->seen++;
    line->place = (uint32_t)i;
  }
  uint32_t *lines = reel->before;
  size_t room = reel->before_room;
  reel->before = reel->now;
  reel->before_room = reel->now_room;
  reel->before_count = count;
  reel->now = lines;
  reel->now_room = room;
}

/* ---- games ----------------------------------------------------------------------------------- */

bool mr_reel_begin(mr_reel *reel) {
  if (reel->status != MR_OK || reel->count == MR_REEL_FILMS_MAX ||
      reel->bytes > MR_REEL_BYTES_MAX) {
    return false;
  }
  mr_film *film = mr_alloc_zero(NULL, 1, sizeof *film);
  if (film == NULL) {
    reel->status = MR_ERR_NOMEM;
    return false;
  }
  film->caption = mr_str_growing(NULL);
  film->texts = mr_str_growing(NULL);
  film->frames = mr_str_growing(NULL);
  reel->films[reel->count++] = film;
  for (size_t i = 0; i < reel->before_count; i++) {
    reel->lines[reel->before[i]].seen = 0;
  }
  reel->before_count = 0;
  return true;
}

void mr_reel_add(mr_reel *reel, const mr_view *view, const char *text, int value) {
  mr_film *film = reel->count > 0 ? reel->films[reel->count - 1] : NULL;
  if (film == NULL || reel->status != MR_OK || film->count == MR_FILM_MOMENTS_MAX) {
    return;
  }
  mr_str svg = mr_str_growing(NULL);
  mr_film_moment *moment = &film->moments[film->count];
  *moment = (mr_film_moment){.text = (uint32_t)film->texts.length,
                             .value = (int16_t)value,
                             .frames = (uint32_t)film->frames.length};
  mr_paint_svg_frame(reel->game, view, reel->game->info.title, &svg);
  size_t count = read_lines(reel, mr_str_text(&svg));
  if (reel->status == MR_OK) {
    put_frame(reel, count, &film->frames);
    keep_lines(reel, count);
    mr_str_char(&film->frames, '\0');
    mr_str_add(&film->texts, text);
    mr_str_char(&film->texts, '\0');
    film->count++;
    reel->bytes += film->frames.length - moment->frames + strlen(text);
  }
  if (svg.status != MR_OK || film->frames.status != MR_OK || film->texts.status != MR_OK) {
    reel->status = MR_ERR_NOMEM;
  }
  mr_str_done(&svg);
}

void mr_reel_end(mr_reel *reel, const char *caption) {
  mr_film *film = reel->count > 0 ? reel->films[reel->count - 1] : NULL;
  int most = 0, before = -1;
  size_t where = 0;
  for (size_t i = 0; film != NULL && i < film->count; i++) {
    int value = film->moments[i].value;
    int change = value < before ? before - value : value - before;
    if (value >= 0 && before >= 0 && change > most) {
      most = change;
      film->decisive = where + 1;
    }
    where = value >= 0 ? i : where;
    before = value >= 0 ? value : before;
  }
  if (film != NULL) {
    film->decisive = most > 0 ? film->decisive : film->count > 0 ? film->count - 1 : 0;
    mr_str_add(&film->caption, caption);
    reel->status = film->caption.status != MR_OK ? MR_ERR_NOMEM : reel->status;
  }
}
