/**
 * @file match.h
 * Matches: games between computer players, ours or other people's, with openings, clocks and a
 * referee who knows the rules. A match is a list of games whose n-th depends on the seed and on n
 * alone, so that it can be played on any number of cores, be killed, and go on.
 */
#ifndef MARCHER_MATCH_H
#define MARCHER_MATCH_H

#include <marcher/engine.h>
#include <marcher/record.h>
#include <marcher/stats.h>

MR_BEGIN_C

/** How a game of a match came to its end. */
typedef enum mr_match_end {
  MR_END_RULE,       /**< by the rules of the game: see mr_match_game.rule */
  MR_END_DRAW,       /**< adjudicated: both players had seen a draw for long */
  MR_END_RESIGN,     /**< adjudicated: both players had seen a decision for long */
  MR_END_LENGTH,     /**< adjudicated: more turns than the match allows */
  MR_END_TIME,       /**< `fault` has overstepped the time */
  MR_END_ILLEGAL,    /**< `fault` has answered with something that is no legal action */
  MR_END_CRASH,      /**< `fault` has died */
  MR_END_STALL,      /**< `fault` has not answered at all */
  MR_END_FLOOD,      /**< `fault` has written more than anybody can mean */
  MR_END_DISCONNECT, /**< `fault` lives, but has closed its pipe */
  MR_END_COUNT
} mr_match_end;

/** A word for each: "rule", "draw", "resign", "length", "time", "illegal", ... Static. */
MR_API const char *mr_match_end_name(mr_match_end end);

/** One action of a game that was played. */
typedef struct mr_match_action {
  mr_action action;
  mr_player player;      /**< who decided; MR_NOBODY: chance did */
  bool book;             /**< of the opening: nobody thought about it */
  bool scored;           /**< `score` says something */
  mr_search_score score; /**< as the player whose action it is saw it, before it */
  unsigned depth;        /**< 0: not known */
  uint64_t nodes;        /**< 0: not known */
  uint32_t milliseconds; /**< what it took by the referee's clock */
} mr_match_action;

/** Bytes of the text that says how a game ended, the NUL included. */
#define MR_MATCH_REASON_MAX 200

/** Bytes of a day, "2026.11.22", the NUL included. */
#define MR_MATCH_DAY_MAX 11

/** A game that was played. */
typedef struct mr_match_game {
  uint64_t index;                    /**< in the match, from 0 */
  uint64_t opening;                  /**< which of the openings, from 0; games of a pair share it */
  uint64_t seed;                     /**< of the dice */
  unsigned engines[MR_MAX_PLAYERS];  /**< by seat: which of the match's engines, from 0 */
  const char *names[MR_MAX_PLAYERS]; /**< by seat: their names */
  const char *start;                 /**< state text; NULL: the definition's own start */
  mr_match_action *actions;          /**< from `start`, those of the opening included */
  size_t count;                      /**< of `actions` */
  size_t room;                       /**< of `actions`; as many as there is memory for */
  uint8_t score[MR_MAX_PLAYERS];     /**< by seat, in quarter points */
  mr_match_end end;
  mr_rule_index rule;               /**< for MR_END_RULE */
  mr_player first;                  /**< who decided first, opening included */
  mr_player fault;                  /**< who lost by a fault of its own, or MR_NOBODY */
  int64_t over_ms[MR_MAX_PLAYERS];  /**< by seat: most that was overstepped, forgiven or not */
  bool replayed;                    /**< read from the journal */
  uint64_t turns;                   /**< runs of actions by one player, opening included */
  uint64_t fingerprint;             /**< of its start, its actions, chance's among them, and its
                                         end: games that have the same are the same; 0: not known */
  char reason[MR_MATCH_REASON_MAX]; /**< "White loses on time (103 ms over)" */
  char day[MR_MATCH_DAY_MAX];       /**< on which it began; "": not known */
} mr_match_game;

/* ---- who plays ------------------------------------------------------------------------------- */

#define MR_MATCH_ENGINES_MAX 64
#define MR_MATCH_CONCURRENCY_MAX 256

/** A name and a value: `Hash` and `16`. */
typedef struct mr_match_setting {
  const char *name;
  const char *value; /**< empty: a button is pressed */
  bool may_lack;     /**< a program without this option plays nevertheless */
} mr_match_setting;

/** How long a player may think. 0: no limit of this kind; all 0: one of ours obeys its level. */
typedef struct mr_match_control {
  int64_t base_ms;      /**< on the clock at the start */
  int64_t increment_ms; /**< for every turn */
  uint32_t turns;       /**< base_ms is added again after so many turns; 0: never */
  uint32_t move_ms;     /**< for every action; in place of the clock */
  uint64_t nodes;
  uint32_t depth;
  int64_t margin_ms; /**< overstepping by no more than this is forgiven */
} mr_match_control;

/** A player. Texts must outlive the match. */
typedef struct mr_match_engine {
  const char *name; /**< unique in the match */
  mr_match_control control;
  /* a program that speaks UCI: */
  const char *command; /**< NULL: one of ours */
  const char *const *arguments;
  size_t argument_count;
  const char *folder;               /**< where it works; NULL: here */
  const char *errors;               /**< file for what it writes to standard error; NULL: nowhere */
  const mr_match_setting *settings; /**< sent by setoption, in this order */
  size_t setting_count;
  const char *variant; /**< what it calls the game; NULL: as we do, "none": is not told */
  int64_t patience_ms; /**< it is given up when it has not answered for so long; 0: 10 s at the
                            start of a game, 5 min where it thinks without a clock */
  bool ponder;
  bool restart; /**< is started anew for every game */
  /* one of ours: */
  const char *kind; /**< as in mr_engine_options; NULL: the best */
  unsigned level;   /**< 0: the default */
  size_t memory;    /**< bytes; 0: the default */
  unsigned threads;
  const char *weights;       /**< the text itself; NULL: those of the game */
  const char *weights_file;  /**< where it is from, for complaints; NULL: nowhere */
  const mr_network *network; /**< NULL: that of the game; empty: none */
  const char *parameters;    /**< of its search, see mr_engine_parameters; NULL: the usual ones */
  mr_probe_fn probe;         /**< tables of endings, asked by several threads at once; NULL: none */
  void *probe_context;
  const char *tables; /**< what tells those tables from others: their path; NULL: none */
} mr_match_engine;

/* ---- what is played -------------------------------------------------------------------------- */

/** Where a game begins. */
typedef struct mr_match_opening {
  mr_str start; /**< state text; empty: the definition's own start */
  mr_action *actions;
  size_t count;
  size_t capacity;
} mr_match_opening;

/**
 * Writes the opening of number `index` to `out`, which is empty and growing (its actions by
 * mr_match_opening_add). Called by several threads at once; the same index gives the same opening.
 */
typedef mr_status (*mr_match_opening_fn)(void *context, uint64_t index, mr_match_opening *out,
                                         mr_error *err);

/** Appends an action of the opening. @return MR_ERR_NOMEM */
MR_NODISCARD MR_API mr_status mr_match_opening_add(mr_match_opening *opening, mr_action action);

/** Ends games that are drawn in the eyes of both. `count` 0: no game. */
typedef struct mr_match_draw_rule {
  unsigned number; /**< not before this turn of a player, from 1 */
  unsigned count;  /**< so many turns of both in a row */
  int score;       /**< hundredths of a pawn: no more than this to either side */
} mr_match_draw_rule;

/** Ends games that are decided. `count` 0: no game. */
typedef struct mr_match_resign_rule {
  unsigned count;
  int score;      /**< the loser sees no more than minus this */
  bool one_sided; /**< what the winner sees does not matter */
} mr_match_resign_rule;

#define MR_MATCH_GAMES_MAX UINT64_C(10000000)

typedef struct mr_match_options {
  const mr_game *game; /**< two sides; see mr_match_check */
  const mr_match_engine *engines;
  size_t engine_count; /**< at least 2 */
  bool gauntlet;       /**< the first against each other one; else each against each */
  bool ladder;         /**< each against the one behind it alone, the last two first */
  uint64_t games;      /**< for every two engines that meet */
  uint64_t top_games;  /**< of a ladder's first two, which come last; 0: as many as the others */
  bool no_swap;        /**< every opening once, seats change from game to game; else twice */
  uint64_t seed;
  unsigned concurrency;        /**< games at once; 0: one */
  mr_match_opening_fn opening; /**< NULL: all from the start, dealt by the seed */
  void *opening_context;
  mr_match_draw_rule draw;
  mr_match_resign_rule resign;
  uint32_t max_turns; /**< of both together: longer games are drawn; 0: the rules decide */
  bool by_standing;   /**< longer games are scored by mr_game_adjudicate instead */
  void (*day)(char out[MR_MATCH_DAY_MAX]); /**< which day it is, for PGN, asked by several threads
                                              when games begin; leaves "" where it does not know;
                                              NULL: is not told */
  bool tell_start;  /**< PGN tells the definition's own start, too: it may not be its name's */
  uint32_t wait_ms; /**< before each game */
  bool recover;     /**< an engine that cannot be started loses the game; else the match ends */
  bool has_sprt;    /**< with two engines */
  mr_sprt sprt;
  const char *journal;     /**< file to go on from; NULL: none */
  const char *identity;    /**< what makes this match this one, besides the above: openings */
  const char *log;         /**< file for what is said to engines and by them; NULL: none */
  const atomic_bool *stop; /**< set by another thread or a signal: ends soon; may be NULL */
} mr_match_options;

/* ---- how it goes ----------------------------------------------------------------------------- */

/** What one engine has done in all its games. */
typedef struct mr_match_score {
  mr_tally tally; /**< against all others */
  uint64_t faults[MR_END_COUNT];
  int64_t worst_over_ms; /**< how much of its time it has overstepped at most, forgiven or not */
  uint64_t actions;      /**< that it has thought about */
  uint64_t milliseconds; /**< spent on them */
  uint64_t nodes;
  uint64_t depth; /**< sum, of `depth_count` actions */
  uint64_t depth_count;
} mr_match_score;

/** The state of a match. Games count in the order of the schedule, whichever ends first. */
typedef struct mr_match_report {
  const mr_match_options *options;
  uint64_t games;
  uint64_t planned;
  uint64_t resumed;        /**< of `games`: read from the journal */
  uint64_t damaged;        /**< lines of the journal that were passed over, or read in part */
  uint64_t running;        /**< under way */
  uint64_t unlogged;       /**< at the end: lines that could not be written to the log */
  mr_error log_error;      /**< why, of the last of them */
  double seconds;          /**< since the match was begun or resumed */
  mr_match_score *engines; /**< options->engine_count */
  mr_tally *against;       /**< [i * engine_count + j]: i against j, i < j, in the eyes of i */
  uint64_t seat_quarters[MR_MAX_PLAYERS]; /**< points of each seat, in quarters */
  uint64_t first_quarters;                /**< points of who decided first */
  uint64_t even;                          /**< games that gave both sides the same */
  uint64_t ends[MR_END_COUNT];
  uint64_t *rules; /**< by rule of the game: games that it ended */
  uint64_t actions;
  uint64_t turns;
  uint64_t shortest; /**< turns */
  uint64_t longest;
  mr_sprt_state sprt;
  bool stopped;         /**< before its end, by the flag */
  mr_cluster *openings; /**< NULL with two engines; else for each engine, and for all
                             together, what the first seat has had of each opening */
  size_t opening_count;
  struct mr_match_known *known; /**< which pairs have been counted: those that come again are
                                     repeats in the tallies */
} mr_match_report;

/** What a match tells, always on the thread that called mr_match_run. */
typedef struct mr_match_listener {
  void (*game)(void *context, const mr_match_report *report, const mr_match_game *game);
  void (*tick)(void *context,
               const mr_match_report *report); /**< ten times a second; may be NULL */
  /** What is wrong with the journal, a sentence, before the first game; may be NULL. */
  void (*complaint)(void *context, const char *text);
  /**
   * Behind the games of the journal that can be told at once, before any other is played; what is
   * not MR_OK ends the match with that. May be NULL.
   */
  mr_status (*begin)(void *context, mr_error *err);
  void *context;
} mr_match_listener;

/** Number of games that were planned. */
MR_API uint64_t mr_match_planned(const mr_match_options *options);

/** Checks the options. @return MR_ERR_ARGUMENT, MR_ERR_RANGE, MR_ERR_UNSUPPORTED */
MR_NODISCARD MR_API mr_status mr_match_check(const mr_match_options *options, mr_error *err);

/**
 * Plays a match, or the rest of one, and fills `report`, which is to be freed with
 * mr_match_report_done. `report` is as good as can be also after a failure.
 * @return MR_ERR_CANCELLED where the flag ended it, MR_ERR_MISMATCH for a journal of another match,
 *         MR_ERR_IO, MR_ERR_NOMEM, or what mr_match_check says
 */
MR_NODISCARD MR_API mr_status mr_match_run(const mr_match_options *options,
                                           const mr_match_listener *listener,
                                           mr_match_report *report, mr_error *err);

/** Frees a report; a zeroed one is accepted. */
MR_API void mr_match_report_done(mr_match_report *report);

/** Who says how even an opening is: an engine of the match with a budget of nodes. */
typedef struct mr_match_evaluator mr_match_evaluator;

/**
 * Makes one; a program is started with the first question. Free it with mr_match_evaluator_free.
 * @param engine must outlive it, as must the game and the flag, which may be NULL
 */
MR_NODISCARD MR_API mr_status mr_match_evaluator_new(const mr_game *game,
                                                     const mr_match_engine *engine, uint64_t nodes,
                                                     const atomic_bool *stop,
                                                     mr_match_evaluator **out, mr_error *err);
MR_API void mr_match_evaluator_free(mr_match_evaluator *judge);

/**
 * The value of a whole state to the player who decides in it, in hundredths of a pawn: a
 * mr_opening_evaluate_fn whose context is an evaluator. A seen end is worth 30,000.
 * @return MR_ERR_IO where a program does not answer or gives no score, MR_ERR_CANCELLED
 */
MR_NODISCARD MR_API mr_status mr_match_evaluate(void *evaluator, const mr_state *state,
                                                int *centipawns, mr_error *err);

/** The game as a record that mr_record_replay plays; `out` is initialised and empty. */
MR_NODISCARD MR_API mr_status mr_match_record(const mr_match_options *options,
                                              const mr_match_game *played, const mr_override *sets,
                                              size_t set_count, mr_record *out, mr_error *err);

/**
 * The share of points of the first seat, whoever sat there, in the games of an engine, or in all
 * games where `engine` is their number. With three engines or more an opening is played by several
 * of them, whose games share its favour: then openings are the samples, see mr_clusters_interval.
 */
MR_API mr_interval mr_match_seat_share(const mr_match_report *report, size_t engine);

/** Games that ended by a word of the referee: neither by the rules nor by a fault. */
MR_API uint64_t mr_match_adjudicated(const mr_match_report *report);

/** Appends the game as PGN, with what the engines thought and how long as comments. */
MR_NODISCARD MR_API mr_status mr_match_pgn(const mr_match_options *options,
                                           const mr_match_game *played, mr_str *out, mr_error *err);

MR_END_C

#endif
