/**
 * @file reel.h
 * Games to step through on a page: pictures of every turn, as our painter draws them, of which only
 * what changes is kept.
 */
#ifndef MARCHER_REEL_H
#define MARCHER_REEL_H

#include <marcher/str.h>
#include <marcher/view.h>

MR_BEGIN_C

/** No page shows more games. */
#define MR_REEL_FILMS_MAX 12
/** Moments of one game that are kept; what is behind them is left out. */
#define MR_FILM_MOMENTS_MAX 600
/** Bytes of all pictures beyond which nothing is added: pages have to load at once. */
#define MR_REEL_BYTES_MAX ((size_t)3 << 20)

/** A turn of a game: the picture before it, and what was done. */
typedef struct mr_film_moment {
  uint32_t text;   /**< where what led here begins in mr_film.texts: "12. White: e2e4" */
  int16_t value;   /**< thousandths that the first side expects; -1: nobody said */
  uint32_t frames; /**< where its picture begins in mr_film.frames */
} mr_film_moment;

/** One game. */
typedef struct mr_film {
  mr_str caption;
  mr_str texts;  /**< each ends with NUL */
  mr_str frames; /**< pictures: "12+30" are 30 lines of the one before from its 12th on, "7" is line
                      7 of the reel */
  mr_film_moment moments[MR_FILM_MOMENTS_MAX];
  size_t count;
  size_t decisive; /**< the turn over which the expectation changed most */
} mr_film;

/** A line of some picture. */
typedef struct mr_reel_line {
  const char *text;
  size_t length;
  uint64_t hash;
  uint32_t seen;  /**< times in the picture before */
  uint32_t place; /**< its place there */
} mr_reel_line;

/** Games of one page; opaque but for its writers and painters. */
typedef struct mr_reel {
  const mr_game *game;
  mr_arena arena;
  mr_reel_line *lines;
  size_t line_count;
  size_t line_room;
  uint32_t *slots; /**< 1 + index of a line by its hash */
  size_t slot_count;
  uint32_t *before; /**< lines of the picture before */
  size_t before_count;
  size_t before_room;
  uint32_t *now;
  size_t now_room;
  size_t bytes;
  mr_film *films[MR_REEL_FILMS_MAX];
  size_t count;
  mr_status status; /**< a failure is sticky */
} mr_reel;

MR_API void mr_reel_init(mr_reel *reel, const mr_game *game);
MR_API void mr_reel_done(mr_reel *reel);

/** Begins a game. @return false: there is no room for another */
MR_API bool mr_reel_begin(mr_reel *reel);
/**
 * Adds a moment of the game that was begun last. @param view what it looks like; may go afterwards
 * @param text what led to it
 */
MR_API void mr_reel_add(mr_reel *reel, const mr_view *view, const char *text, int value);
/** Ends it: finds the turn that decided. @param caption what game it was */
MR_API void mr_reel_end(mr_reel *reel, const char *caption);

MR_END_C

#endif
