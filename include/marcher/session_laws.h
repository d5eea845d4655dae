/**
 * @file session_laws.h
 * The laws of games under way: what must hold of every game in a session, checked over random play.
 * Those of the rules alone are in laws.h.
 */
#ifndef MARCHER_SESSION_LAWS_H
#define MARCHER_SESSION_LAWS_H

#include <marcher/session.h>

MR_BEGIN_C

/** The laws, in the order of reports. */
typedef enum mr_session_law {
  MR_SESSION_LAW_TURN,   /**< turns are runs of one player; they end with their event, before
                              somebody else decides, with the game, and not otherwise */
  MR_SESSION_LAW_UNDO,   /**< taking back an action or a turn leads to where the game was; playing
                              on meets the same dice */
  MR_SESSION_LAW_LIGHT,  /**< sessions that keep less play the same game */
  MR_SESSION_LAW_FORM,   /**< no two actions of a decision look alike */
  MR_SESSION_LAW_PICK,   /**< every action is reached by the presses that its form tells */
  MR_SESSION_LAW_VIEWER, /**< viewers see what they may observe, and are told what they may know */
  MR_SESSION_LAW_SECRET, /**< taking back neither takes away what another person has done unseen,
                            nor hands anybody that person's view; a player's own is not refused */
  MR_SESSION_LAW_RECORD, /**< the record replays at any moment, and is taken over to the byte */
  MR_SESSION_LAW_SEAL, /**< a sealed record shows what spectators may know and no more, opens to the
                            game that it is, and its promises are kept; what is not hidden is not
                            sealed */
  MR_SESSION_LAW_END,  /**< ends from outside share one win, and can be taken back */
  MR_SESSION_LAW_COUNT
} mr_session_law;

/** The short name of a law: "turn". Static; "?" for a number that is none. */
MR_API const char *mr_session_law_name(mr_session_law law);

/** What a law says, in one sentence. Static; "?" for a number that is none. */
MR_API const char *mr_session_law_text(mr_session_law law);

/** How much is played and checked. */
typedef struct mr_session_laws_options {
  uint64_t seed;        /**< same seed, same games */
  unsigned games;       /**< random games */
  uint32_t max_actions; /**< of a game; 0: to the end */
  unsigned every;       /**< the costly laws at every n-th action; 0 and 1: at all */
} mr_session_laws_options;

/** What was found. */
typedef struct mr_session_laws_report {
  uint64_t checks[MR_SESSION_LAW_COUNT];
  uint64_t failures[MR_SESSION_LAW_COUNT];
  char first[MR_SESSION_LAW_COUNT][256]; /**< the first failure in words */
  uint64_t actions;                      /**< that were played */
} mr_session_laws_report;

/**
 * Plays and checks. @param report overwritten
 * @return MR_OK even when laws are broken: read the report. MR_ERR_NOMEM, MR_ERR_ARGUMENT
 */
MR_NODISCARD MR_API mr_status mr_session_laws_check(const mr_game *game,
                                                    const mr_session_laws_options *options,
                                                    const mr_allocator *allocator,
                                                    mr_session_laws_report *report, mr_error *err);

MR_END_C

#endif
