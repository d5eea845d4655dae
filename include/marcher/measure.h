/**
 * @file measure.h
 * What games say of a definition: intervals that cover, games that engines play to find out, and
 * what many of them have in common. Pure: the same experiment says the same on every machine.
 */
#ifndef MARCHER_MEASURE_H
#define MARCHER_MEASURE_H

#include <marcher/course.h>
#include <marcher/material.h>
#include <marcher/review.h>
#include <marcher/session.h>
#include <marcher/stats.h>

MR_BEGIN_C

/* ---- intervals ------------------------------------------------------------------------------- */

/**
 * A share with its 95% interval: `count` of `total` independent cases. It covers the true share in
 * at least 95 of 100 experiments, whatever that is. Without cases it is 0 .. 1, its value 1/2.
 *
 * @source C. J. Clopper, E. S. Pearson, "The use of confidence or fiducial limits illustrated in
 * the case of the binomial", Biometrika 26 (1934). Wilson's is narrower, but covers a share near 0
 * or 1 in as few as 84 of 100: L. Brown, T. Cai, A. DasGupta, Statistical Science 16 (2001).
 * @pre count <= total
 */
MR_API mr_interval mr_share_interval(uint64_t count, uint64_t total);

/**
 * The median of independent samples with a 95% interval between two of them: the ranks come from
 * the binomial distribution, so that nothing is assumed of what is measured. With fewer than six
 * samples no two of them will do, and the bounds are infinite.
 * @param samples are sorted. @source H. A. David, H. N. Nagaraja, Order Statistics, section 7.1
 */
MR_API mr_interval mr_median_interval(uint32_t *samples, size_t count);

/**
 * How much more `after` is than `before`, which was measured independently, with a 95% interval by
 * squaring and adding the distances to the bounds.
 * @source R. Newcombe, "Interval estimation for the difference between independent proportions",
 * Statistics in Medicine 17 (1998), method 10; G. Zou, A. Donner, the same 27 (2008)
 */
MR_API mr_interval mr_interval_difference(mr_interval after, mr_interval before);

/**
 * The mean of independent samples that are 0 .. `steps`, as a share of `steps`, with its 95%
 * interval: points of games, of which some are drawn, or of pairs of games. The mean is a sum of
 * nested shares, of the samples of at least 1, 2, ...; what those of Clopper and Pearson leave open
 * is squared and added, correlations included. Where there are two kinds of samples alone it is the
 * interval of a share.
 * @param cells steps + 1 counts. @source G. Zou, A. Donner, Statistics in Medicine 27 (2008)
 */
MR_API mr_interval mr_points_interval(const uint64_t *cells, size_t steps);

/*
 * The same three where `tail` may lie beyond each end, in place of 0.025: for families of intervals
 * that are to cover all together.
 */
MR_API mr_interval mr_share_interval_at(uint64_t count, uint64_t total, double tail);
MR_API mr_interval mr_points_interval_at(const uint64_t *cells, size_t steps, double tail);
MR_API mr_interval mr_median_interval_at(uint32_t *samples, size_t count, double tail);

/**
 * The same of points of which some are not known, since games were broken off: neither draws nor
 * lost are they then, and the interval holds all that they may be.
 * @param cells all samples, those not known as draws: the value is theirs
 * @param least with these as lost, `most`: as won
 */
MR_API mr_interval mr_points_interval_open(const uint64_t *least, const uint64_t *cells,
                                           const uint64_t *most, size_t steps, double tail);

/**
 * The median of lengths of which some are longer than they are: of games that were broken off,
 * which are the longest. There is no upper bound where it would be one of those. @param broken of
 * `count`
 */
MR_API mr_interval mr_length_interval_at(uint32_t *samples, size_t count, size_t broken,
                                         double tail);

/** Beyond how many standard deviations so much of a normal distribution lies. @param tail 0 .. 0.5
 */
MR_API double mr_normal_quantile(double tail);

/** Most points of a slope. */
#define MR_SLOPE_MAX 256

/**
 * How much `y` grows with each unit of `x`: the slope of least squares through independent figures,
 * its interval by squaring and adding the distances to their bounds. Without two different `x`
 * nothing is known.
 * @param count 1 .. ::MR_SLOPE_MAX. @source G. Zou, A. Donner, as above
 */
MR_API mr_interval mr_slope_interval(const double *x, const mr_interval *y, size_t count);

/**
 * Whether independent figures can lie on a line: their distances from the best one, each in units
 * of its own standard error, squared and added, are no more than 95 of 100 such sums are.
 * @source the chi-square test of fit; its bound by E. B. Wilson, M. M. Hilferty, "The distribution
 * of chi-square", Proceedings of the National Academy of Sciences 17 (1931)
 */
MR_API bool mr_slope_fits(const double *x, const mr_interval *y, size_t count);

/** Whether a difference is one: 0 is not within its interval. */
MR_API bool mr_interval_is_difference(mr_interval difference);

/* ---- experiments ----------------------------------------------------------------------------- */

/** No game of an experiment counts more kinds of pieces, by owner; the rest are not looked at. */
#define MR_PLAYED_PIECES_MAX 256
/** No game of an experiment counts more rules. */
#define MR_PLAYED_RULES_MAX 512
/** Turns after which a game of an experiment is broken off, unless it says otherwise. */
#define MR_EXPERIMENT_TURNS 1000

/** What is to be played. Game i of it depends on nothing else. */
typedef struct mr_experiment {
  const mr_game *game;
  mr_session_seat seats[MR_MAX_PLAYERS]; /**< engines; milliseconds are not looked at */
  uint64_t seed;
  unsigned opening; /**< so many turns at the beginning are random, each by its player: where
                         neither dice nor hidden armies tell games apart */
  unsigned slips;   /**< of a thousand decisions so many are random, for the same reason */
  uint32_t length;  /**< actions, chance apart, after which a game counts as unfinished; 0:
                         as many as ::MR_EXPERIMENT_TURNS turns take */
  uint64_t probe;   /**< nodes of searches beside the game, which ask how many good options there
                         are and what dice are worth; 0: none, which is faster */
  const mr_material_kinds *kinds; /**< what is to be counted of quiet positions; NULL: nothing */
  /** Writes where game `index` begins, a function of the experiment and the index; NULL: at the
   *  game's own beginning. Called by any thread. */
  mr_status (*begin)(const void *context, uint64_t index, mr_state *state, mr_error *err);
  const void *begin_context;
  const mr_allocator *allocator;
  const atomic_bool *stop; /**< set by another thread: a game is given up soon, as cancelled; NULL:
                                none */
} mr_experiment;

/** All seats at one level, or with a text such as "nodes:500"; see mr_seat_parse. */
MR_NODISCARD MR_API mr_status mr_experiment_init(const mr_game *game, const char *seats,
                                                 uint64_t seed, mr_experiment *out, mr_error *err);

/** What one kind of piece of one owner did in one game. */
typedef struct mr_played_piece {
  mr_piece piece;
  mr_player owner;
  bool began;         /**< it stood on the board when play began */
  uint32_t moves;     /**< captures included */
  uint32_t captures;  /**< pieces that it took */
  uint32_t captured;  /**< times that one was taken */
  uint32_t placed;    /**< dropped, or put on the board */
  uint32_t promotion; /**< times that another became one */
} mr_played_piece;

/** One game of an experiment. */
typedef struct mr_played {
  uint64_t index;
  uint8_t score[MR_MAX_PLAYERS]; /**< quarter points; of an unfinished game those of a draw */
  bool unfinished;
  mr_rule_index rule; /**< that ended it; 0 where it is unfinished */
  uint32_t actions;   /**< of players */
  uint32_t turns;
  uint32_t choices; /**< legal actions of all decisions together */
  uint64_t nodes;   /**< of the engines */
  uint64_t hash;    /**< of the last position */
  size_t piece_count;
  mr_played_piece pieces[MR_PLAYED_PIECES_MAX];
  uint64_t rules[MR_PLAYED_RULES_MAX / 64]; /**< bit r: rule r made itself felt */
  mr_course course;
  mr_material_log material; /**< where the experiment has kinds; else empty */
} mr_played;

/** A worker on an experiment: one game after the other, in any order. */
typedef struct mr_experimenter mr_experimenter;

/** Makes one; the game must outlive it. @return MR_ERR_NOMEM */
MR_NODISCARD MR_API mr_status mr_experimenter_new(const mr_experiment *experiment,
                                                  mr_experimenter **out, mr_error *err);
/** Frees it; NULL is accepted. */
MR_API void mr_experimenter_free(mr_experimenter *worker);

/**
 * Plays game `index`, from 0. A pure function of the experiment and the index.
 * @return what mr_engine_new and mr_engine_think say, MR_ERR_CANCELLED by the flag; `out` is then
 * unspecified
 */
MR_NODISCARD MR_API mr_status mr_experimenter_play(mr_experimenter *worker, uint64_t index,
                                                   mr_played *out, mr_error *err);

/**
 * Measures a game that others have played, in the same way: who leads by what a review says of each
 * turn, options and dice by searches beside it. Games that ended from outside the rules have a
 * winner and no rule. @param session of the experiment's game, which keeps everything
 * @param review of it; NULL: nobody has looked, and nothing is said of who leads
 * @param index a number of the game, for its lots
 * @return as mr_experimenter_play
 */
MR_NODISCARD MR_API mr_status mr_experimenter_follow(mr_experimenter *worker,
                                                     const mr_session *session,
                                                     const mr_review *review, uint64_t index,
                                                     mr_played *out, mr_error *err);

/** A moment of a game that is played: what is about to be done, or that it is over. */
typedef struct mr_game_step {
  const mr_state *state;   /**< before it */
  mr_action action;        /**< a player's, or one of chance; ::MR_ACTION_NONE: the game is over */
  uint32_t turn;           /**< from 1 */
  mr_player player;        /**< who decides; MR_NOBODY: chance, or the end */
  int value;               /**< thousandths that the side of seat 0 expects; -1: nobody has said */
  double seconds;          /**< that the player's engine took; 0: no engine was asked */
  const mr_events *events; /**< of the action before; NULL: there is none */
} mr_game_step;

/** Another flag that gives games up, or NULL: for workers that are kept. */
MR_API void mr_experimenter_set_stop(mr_experimenter *worker, const atomic_bool *stop);

/** Lets somebody watch the games that are played from now on; NULL: nobody. */
MR_API void mr_experimenter_watch(mr_experimenter *worker,
                                  void (*step)(void *context, const mr_game_step *step),
                                  void *context);

/* ---- what they say --------------------------------------------------------------------------- */

/** One kind of piece of one owner in all games. */
typedef struct mr_summary_piece {
  mr_piece piece;
  mr_player owner;
  uint64_t games; /**< in which it was on the board, or came to be; 0: it was in reserve alone */
  uint64_t moved; /**< games in which it moved */
  uint64_t moves;
  uint64_t captures;
  uint64_t captured;
  uint64_t placed;
  uint64_t promotion;
} mr_summary_piece;

/** Games of each way to end that can be shown. */
#define MR_SUMMARY_SHOWN 3

/** What games have in common. Whole numbers, of which those of two summaries can be added. */
typedef struct mr_summary {
  const mr_game *game;
  uint64_t games;
  uint64_t won[MR_MAX_PLAYERS]; /**< by the team of this seat, counted at its first seat */
  uint64_t drawn;
  uint64_t unfinished;
  uint64_t points[MR_MAX_PLAYERS]; /**< quarter points of each seat */
  uint64_t actions;
  uint64_t choices;
  uint64_t nodes;
  uint64_t ended[MR_PLAYED_RULES_MAX]; /**< games that rule r ended */
  uint64_t felt[MR_PLAYED_RULES_MAX];  /**< games in which rule r made itself felt */
  /** The first games that rule r ended, of rule 0 those broken off: their numbers and 1, the lowest
      first; 0: there are fewer. */
  uint64_t shown[MR_PLAYED_RULES_MAX][MR_SUMMARY_SHOWN];
  size_t piece_count;
  mr_summary_piece pieces[MR_PLAYED_PIECES_MAX];
  uint32_t *turns; /**< of each game */
  size_t capacity;
  mr_courses courses;
  /** How the games were played, as of mr_experiment, where whoever had them played says so. Is not
      in the text of a summary; summaries that are joined have the greater ones. */
  unsigned opening;
  unsigned slips;
  const mr_allocator *allocator;
} mr_summary;

/** An empty summary; free it with mr_summary_done. */
MR_API void mr_summary_init(mr_summary *summary, const mr_game *game,
                            const mr_allocator *allocator);
/** Frees it; a zeroed one is accepted. */
MR_API void mr_summary_done(mr_summary *summary);

/** Adds a game. @return MR_ERR_NOMEM; the summary is as it was then */
MR_NODISCARD MR_API mr_status mr_summary_add(mr_summary *summary, const mr_played *played,
                                             mr_error *err);

/** Makes room for another summary of the same game. @return MR_ERR_NOMEM */
MR_NODISCARD MR_API mr_status mr_summary_reserve(mr_summary *summary, const mr_summary *more,
                                                 mr_error *err);
/** Adds another summary of the same game, for which there is room. Cannot fail. */
MR_API void mr_summary_join(mr_summary *summary, const mr_summary *more);

/**
 * Turns of a game, the median with its interval. Sorts what the summary keeps of them. Where games
 * were broken off it may have no upper bound.
 */
MR_API mr_interval mr_summary_turns(mr_summary *summary);

/** Points of who moved first, as a share; what was broken off may have gone either way. */
MR_API mr_interval mr_summary_first(const mr_summary *summary, double tail);

/**
 * Appends a summary as lines of whole numbers: the same bytes for the same games everywhere. A
 * measure that was asked for has put samples into another order, so it is written before.
 * @return MR_ERR_NOMEM, MR_ERR_LIMIT
 */
MR_NODISCARD MR_API mr_status mr_summary_write(const mr_summary *summary, mr_str *out,
                                               mr_error *err);

/**
 * Adds the games of such a text to a summary, which is as it was after a failure. Texts that are
 * read in the order of their games say together what one of all those games does, as long as no
 * more than ::MR_COURSE_OPENINGS_MAX first actions are told apart. Texts of older programs, which
 * lack the courses of games, are read, too.
 * @param game that of `out` @return MR_ERR_SYNTAX with its line, MR_ERR_UNSUPPORTED where a newer
 * program wrote it, MR_ERR_NOMEM
 */
MR_NODISCARD MR_API mr_status mr_summary_read(const mr_game *game, const char *text, size_t length,
                                              mr_summary *out, mr_error *err);

MR_END_C

#endif
