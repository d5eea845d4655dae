/**
 * @file laws.h
 * The conformance laws: what every game of the catalogue must obey, checked over random play.
 */
#ifndef MARCHER_LAWS_H
#define MARCHER_LAWS_H

#include <marcher/game.h>

MR_BEGIN_C

/** The laws, in the order of reports. */
typedef enum mr_law {
  MR_LAW_UNDO,        /**< make then unmake restores every byte */
  MR_LAW_HASH,        /**< incremental hash == hash computed afresh */
  MR_LAW_HASH_TELLS,  /**< children of one node with different texts have different hashes */
  MR_LAW_STATE_TEXT,  /**< format -> parse -> format is the identity; hash and actions agree; of
                           observations as well */
  MR_LAW_ACTION_TEXT, /**< format -> parse gives the action back; texts are unique, well formed */
  MR_LAW_ACTIONS,     /**< at least one, at most max_actions, no duplicates, stable, all legal */
  MR_LAW_LEGAL,       /**< numbers that are not listed are not legal */
  MR_LAW_CHANCE,      /**< weights positive, sum to the total; faces legal and equivalent */
  MR_LAW_TERMINAL,    /**< terminal <=> ended by a rule; scored in range; teams sum to a win */
  MR_LAW_OBSERVE,     /**< observing twice changes nothing; completing and observing again too; it
                           is known what is whole */
  MR_LAW_NO_LEAK,     /**< states that differ only in what is hidden look alike; events tell no
                           more than is seen; a spectator learns no more than any player */
  MR_LAW_LENGTH,      /**< no game is longer than max_length */
  MR_LAW_EVENTS,      /**< within max_events; the end is announced to all, once, with its rule */
  MR_LAW_COPY,        /**< a state copied byte for byte plays on alike (no pointers inside) */
  MR_LAW_VIEW,        /**< every cell drawn once; view agrees with node; forms point into it */
  MR_LAW_PERFT,       /**< a family's own count is the contract's, and leaves the state alone; games
                           with chance offer none */
  MR_LAW_INFO,        /**< capabilities declared are those seen; sizes aligned */
  MR_LAW_COUNT
} mr_law;

/** The short name of a law: "undo", "hash", ... Static; "?" for a number that is no law. */
MR_API const char *mr_law_name(mr_law law);

/** What a law says, in one sentence. Static; "?" for a number that is no law. */
MR_API const char *mr_law_text(mr_law law);

/** Where a law was broken: after `ply` actions of a playout, in `state`, NULL where there is none.
 */
typedef void (*mr_laws_failed)(void *context, mr_law law, uint32_t ply, const mr_state *state,
                               const char *message);

/** How much is played and checked. */
typedef struct mr_laws_options {
  uint64_t seed;         /**< same seed, same playouts */
  unsigned games;        /**< random playouts */
  uint32_t max_plies;    /**< actions per playout; 0: to the end */
  unsigned every;        /**< the costly laws (texts, view) on every n-th state; 0 and 1: all */
  mr_laws_failed failed; /**< told of the first failure of each law; may be NULL */
  void *context;         /**< for `failed` */
} mr_laws_options;

/** What was found. */
typedef struct mr_laws_report {
  uint64_t checks[MR_LAW_COUNT];   /**< how often each law was tested */
  uint64_t failures[MR_LAW_COUNT]; /**< how often it failed */
  char first[MR_LAW_COUNT][256];   /**< the first failure in words, with the state's text */
  uint64_t states;                 /**< visited, each time that they were */
  uint64_t finished;               /**< playouts that reached a terminal state */
} mr_laws_report;

/**
 * Plays and checks. @param report overwritten
 * @return MR_OK even when laws are broken: read the report. MR_ERR_NOMEM, or MR_ERR_ARGUMENT where
 * the game, the options or the report are NULL
 */
MR_NODISCARD MR_API mr_status mr_laws_check(const mr_game *game, const mr_laws_options *options,
                                            const mr_allocator *allocator, mr_laws_report *report,
                                            mr_error *err);

MR_END_C

#endif
