/**
 * @file review.h
 * Where a game turned: a computer looks at every turn of it, the last first, and compares what each
 * could expect before with what it left. A prompt, a page and the lab tell it in the same words.
 *
 *     mr_review *review;
 *     mr_review_new(session, NULL, &review, &error);
 *     mr_review_seat(review, &reviewer);
 *     while (mr_review_left(review) > 0) {
 *       status = mr_review_look(review, NULL, &error);
 *     }
 *     count = mr_review_turning(review, MR_REVIEW_POINTS, points);
 *     mr_review_free(review);
 */
#ifndef MARCHER_REVIEW_H
#define MARCHER_REVIEW_H

#include <marcher/session.h>

MR_BEGIN_C

/** A change of the expected score that is worth a word: a tenth of the point. */
#define MR_REVIEW_TURNING 0.1
/** A loss that is a blunder, no mere mistake: a fifth of the point. */
#define MR_REVIEW_BLUNDER 0.2
/** Turning points that people read. */
#define MR_REVIEW_POINTS 5
/**
 * Nodes of each look where nobody says otherwise, by the best player that there is: the same for
 * all who review a game, so that they judge alike. A game of forty moves takes some seconds.
 */
#define MR_REVIEW_NODES 20000

/** One turn as the computer sees it. */
typedef struct mr_review_turn {
  size_t at;          /**< the number of actions before it */
  mr_player player;   /**< whose turn it was */
  bool seen;          /**< it has been looked at: what follows is known */
  double before;      /**< the expected score of the player's team, 0 .. 1; without dice never less
                           than `after`: what was played could be expected */
  double after;       /**< the same when the next turn begins, or the score of the game */
  bool chance;        /**< dice fell in between, or in forced turns behind it */
  bool forced;        /**< nothing was decided in it: there was one action each time */
  const char *better; /**< what the computer would have played; "" where that was played */
} mr_review_turn;

/** What the turns of a seat come to. Turns in which dice fell count among `turns` alone. */
typedef struct mr_review_side {
  size_t turns;    /**< that have been looked at */
  size_t mistakes; /**< that lost ::MR_REVIEW_TURNING or more, blunders not among them */
  size_t blunders; /**< that lost ::MR_REVIEW_BLUNDER or more */
  double lost;     /**< what all of them lost, in points */
} mr_review_side;

/** A review under way. */
typedef struct mr_review mr_review;

/**
 * Prepares the review of a game as it stands, over or not; the session stays as it is. Seats keep
 * what they are until mr_review_seat. Free it with mr_review_free.
 * @pre the session keeps everything (MR_SESSION_FULL)
 * @return MR_ERR_UNSUPPORTED unless there are two sides, MR_ERR_NOMEM
 */
MR_NODISCARD MR_API mr_status mr_review_new(const mr_session *session,
                                            const mr_allocator *allocator, mr_review **out,
                                            mr_error *err);
/** Frees it; NULL is accepted. */
MR_API void mr_review_free(mr_review *review);

/** Seats the one who looks, with the limits of each look; on all seats, as an engine. */
MR_API void mr_review_seat(mr_review *review, const mr_session_seat *seat);

/** The number of turns: those in which somebody decided, but for hidden set-ups. */
MR_API size_t mr_review_count(const mr_review *review);
/** The number of them that are still to be looked at. */
MR_API size_t mr_review_left(const mr_review *review);
/** A turn, in the order of the game, until the review is freed. @pre index < mr_review_count */
MR_API const mr_review_turn *mr_review_turn_at(const mr_review *review, size_t index);

/**
 * Looks at the last turn that has not been looked at. @pre mr_review_left > 0
 * @return what mr_session_think says; the turn is then not looked at
 */
MR_NODISCARD MR_API mr_status mr_review_look(mr_review *review, const atomic_bool *stop,
                                             mr_error *err);

/**
 * The turns at which the game turned, of those that were looked at: the largest changes of
 * ::MR_REVIEW_TURNING or more that lasted, in the order of the game. What the reply gave back, and
 * what a look saw differently from those around it, is no turn of the game; nor are turns in which
 * nothing was decided. @param out room for `most` indices
 * @return their number
 */
MR_API size_t mr_review_turning(const mr_review *review, size_t most, size_t *out);

/** What a seat has lost by its own turns. */
MR_API mr_review_side mr_review_side_of(const mr_review *review, mr_player player);

/** Whether a turn was its player's own error: it lost so much, nothing fell, and better was known.
 */
MR_API bool mr_review_is_error(const mr_review_turn *turn, double loss);

/**
 * "3. White plays g2g4: White could expect 42% of the point before and 1% after. Better seemed
 * d2d4." @param index as mr_review_turn_at, of a turn that has been looked at
 */
MR_API void mr_review_tell(const mr_review *review, size_t index, mr_str *out);

MR_END_C

#endif
