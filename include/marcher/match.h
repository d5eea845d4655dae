/**
 * @file match.h
 * Matches: games between computer players, ours or other people's, with openings, clocks and a
 * referee who knows the rules. A match is a list of games whose n-th depends on the seed and on n
 * alone, so that it can be played on any number of cores, be killed, and go on.
 */
#ifndef MARCHER_MATCH_H
#define MARCHER_MATCH_H

#include <marcher/engine.h>

/** How a game of a match came to its end. */
typedef enum mr_match_end {
  MR_END_RULE,       /**< by the rules of the game: see mr_match_game.rule */
  MR_END_DRAW,       /**< adjudicated: both players had seen a draw for long */
  MR_END_RESIGN,     /**< adjudicated: both players had seen a decision for long */
  MR_END_LENGTH,     /**< adjudicated: more actions than the match allows; a draw */
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
  bool judged;           /**< `verdict` says something */
  mr_verdict verdict;    /**< as the player whose action it is saw it, before it */
  unsigned depth;        /**< 0: not known */
  uint64_t nodes;        /**< 0: not known */
  uint32_t milliseconds; /**< what it took by the referee's clock */
} mr_match_action;

/** Bytes of the text that says how a game ended, the NUL included. */
#define MR_MATCH_REASON_MAX 200

/** A game that was played. */
typedef struct mr_match_game {
  uint64_t index;                    /**< in the match, from 0 */
  uint64_t round;                    /**< from 0 */
  uint64_t opening;                  /**< which of the openings, from 0; games of a pair share it */
  uint64_t seed;                     /**< of the dice */
  unsigned engines[MR_MAX_PLAYERS];  /**< by seat: which of the match's engines, from 0 */
  const char *names[MR_MAX_PLAYERS]; /**< by seat: their names */
  const char *start;                 /**< state text; NULL: the definition's own start */
  mr_match_action *actions;          /**< from `start`, those of the opening included */
  size_t count;                      /**< of `actions` */
  uint8_t score[MR_MAX_PLAYERS];     /**< by seat, in quarter points */
  mr_match_end end;
  mr_rule_index rule;               /**< for MR_END_RULE */
  mr_player first;                  /**< who decided first, opening included */
  mr_player fault;                  /**< who lost by a fault of its own, or MR_NOBODY */
  char reason[MR_MATCH_REASON_MAX]; /**< "White loses on time (103 ms over)" */
} mr_match_game;

#endif
