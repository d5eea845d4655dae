/**
 * @file measure_priv.h
 * What the files of the room share.
 */
#ifndef MARCHER_MEASURE_MEASURE_PRIV_H
#define MARCHER_MEASURE_MEASURE_PRIV_H

#include <marcher/course.h>
#include <marcher/engine.h>
#include <marcher/examples.h>
#include <marcher/random.h>
#include <marcher/stats.h>

/** Whether a turn of `player` is over after an action with these events, whatever comes next but
 *  chance. The definition of session.h, for one action. */
bool mr_turn_is_over(const mr_game *game, const mr_state *state, mr_player player,
                     const mr_events *events);

/** Whether the game is over and `player` has the whole point. */
bool mr_has_won(const mr_game *game, const mr_state *state, mr_player player);

/* ---- intervals (intervals.c) ----------------------------------------------------------------- */

/** mr_points_interval_at for counts that need not be whole, as of samples that were repeated.
 *  @param weights steps + 1. @param steps at most 8 */
mr_interval mr_points_interval_of(const double *weights, size_t steps, double tail);

/* ---- the course of a game (course.c) --------------------------------------------------------- */

/** What a position is worth at the beginning of a turn. */
typedef struct mr_course_value {
  uint32_t turn;
  uint16_t value; /**< thousandths that the side of seat 0 expects */
  uint8_t mover;  /**< 0: the side of seat 0, 1: the other */
} mr_course_value;

/** A game under way, as far as its course is concerned. */
typedef struct mr_course_log {
  const mr_game *game;
  const mr_allocator *allocator;
  mr_course_value *values; /**< at most one for each turn */
  size_t count;
  size_t capacity;
  bool two_sides; /**< who leads means something */
  bool drawn_lot; /**< the first player is by lot */
  uint64_t choices;
  uint32_t decisions;
  uint32_t forced;
  uint32_t forced_run;
  uint64_t options; /**< of `sampled` decisions */
  uint32_t sampled;
  int64_t luck; /**< of the side of seat 0 */
  uint64_t luck_size;
  uint32_t rolls;
} mr_course_log;

/** Makes a log for games of so many actions at most. @return MR_ERR_NOMEM */
MR_NODISCARD mr_status mr_course_log_init(mr_course_log *log, const mr_game *game, uint32_t length,
                                          const mr_allocator *allocator, mr_error *err);
void mr_course_log_done(mr_course_log *log);

/** A game begins; `out` is zeroed. */
void mr_course_begin(mr_course_log *log, mr_course *out);
/** A decision with so many legal actions. */
void mr_course_decide(mr_course_log *log, mr_player player, size_t count, mr_course *out);
/** What the deciding player expects, 0 .. 1; the first of each turn counts. */
void mr_course_expect(mr_course_log *log, mr_player player, uint32_t turn, double value);
void mr_course_event(mr_course_log *log, const mr_event *event, mr_course *out);
/** The game is over, with these scores after so many turns. */
void mr_course_finish(mr_course_log *log, const uint8_t *score, uint32_t turns, mr_course *out);

/* ---- searches beside the game (probe.c) ------------------------------------------------------ */

/** Chance nodes behind chance nodes that are weighed. */
#define MR_PROBE_DEPTH 3

/** What asks how good the options are and what dice are worth. */
typedef struct mr_probe {
  const mr_game *game;
  const mr_allocator *allocator;
  uint64_t nodes; /**< of one search; 0: nothing is asked */
  mr_engine *engine;
  mr_state *states[MR_PROBE_DEPTH + 1];
  mr_state *observed;
  mr_chance *chances[MR_PROBE_DEPTH + 1];
  mr_search_result result;
} mr_probe;

/** @return MR_ERR_NOMEM, and what mr_engine_new says */
MR_NODISCARD mr_status mr_probe_init(mr_probe *probe, const mr_game *game, uint64_t nodes,
                                     const mr_allocator *allocator, mr_error *err);
void mr_probe_done(mr_probe *probe);
/** A game begins. @return what mr_engine_new says */
MR_NODISCARD mr_status mr_probe_begin(mr_probe *probe, uint64_t seed, mr_error *err);
/** Counts the options of a decision in the log. */
MR_NODISCARD mr_status mr_probe_options(mr_probe *probe, const mr_state *state, mr_player player,
                                        mr_course_log *log, mr_error *err);
/** Weighs what was rolled at a chance node against all that could have been. */
MR_NODISCARD mr_status mr_probe_luck(mr_probe *probe, const mr_state *state, mr_action rolled,
                                     mr_course_log *log, mr_error *err);

/* ---- the courses of many games (courses.c) --------------------------------------------------- */

void mr_courses_done(mr_courses *courses, const mr_allocator *allocator);

/** How much is to be added to courses. */
typedef struct mr_courses_room {
  size_t columns[MR_COLUMN_COUNT]; /**< samples of each */
  size_t early;
  size_t openings;
} mr_courses_room;

/** Cells that are counted one by one. */
size_t mr_courses_cells(const mr_game *game);
/** Makes room for so much more. @return MR_ERR_NOMEM; they say what they said then */
MR_NODISCARD mr_status mr_courses_reserve(mr_courses *courses, const mr_game *game,
                                          const mr_courses_room *room,
                                          const mr_allocator *allocator);
void mr_courses_room_of(const mr_courses *courses, mr_courses_room *out);
/** Adds courses of the same game, for which there is room. */
void mr_courses_join(mr_courses *courses, const mr_courses *more);
/** Adds a game with these scores. @return MR_ERR_NOMEM; they say what they said then */
MR_NODISCARD mr_status mr_courses_add(mr_courses *courses, const mr_game *game,
                                      const mr_course *course, const uint8_t *score,
                                      const mr_allocator *allocator);

/* ---- wins that come a turn later (examples_later.c) ------------------------------------------ */

/** What is looked for. */
typedef struct mr_later_wish {
  const mr_game *game;
  mr_rule_index rule; /**< of a goal that the game's pictures tell */
  uint64_t seed;
  const mr_allocator *allocator;
  mr_arena *arena; /**< where the example lives */
} mr_later_wish;

/**
 * Looks for a win by a goal's rule that comes with the action of the other side, in games in which
 * the first seat goes for that goal. @param found whether there was one
 * @return MR_ERR_NOMEM and others
 */
MR_NODISCARD mr_status mr_example_later(const mr_later_wish *wish, mr_example *out, bool *found,
                                        mr_error *err);

/* ---- thinner positions ----------------------------------------------------------------------- */

/** Whether what a position is for still holds in a thinner one, which is kept then. */
typedef bool (*mr_thin_keep)(void *context, const mr_state *state);

/** How a position is made thinner. */
typedef struct mr_thinning {
  mr_random *random; /**< draws the order */
  mr_thin_keep keep;
  void *context; /**< of `keep` */
  const mr_allocator *allocator;
} mr_thinning;

/** Most pieces of a position that are tried. */
#define MR_THIN_PIECES_MAX 512

/**
 * Takes pieces off a position, one by one, as far as the game reads what is left and `keep`
 * agrees. Works on the text of the state: rows in which letters are pieces
 * and numbers are empty squares, as every family writes them; where nothing can be taken off, the
 * position stays as it is.
 * @param state is changed @return MR_ERR_NOMEM
 */
MR_NODISCARD mr_status mr_thin(const mr_game *game, mr_state *state, const mr_thinning *how,
                               mr_error *err);

#endif
