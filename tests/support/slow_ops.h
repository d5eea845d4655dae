#ifndef MARCHER_TESTS_SUPPORT_SLOW_OPS_H
#define MARCHER_TESTS_SUPPORT_SLOW_OPS_H

/**
 * @file
 * What a file of slow games implements behind fairy_slow.h. A row in the table of fairy_slow.c
 * makes a game known.
 */

#include "fairy_slow.h"

/** The functions do what those of the same name in fairy_slow.h promise. */
typedef struct slow_ops {
  const char *name;                                   /**< of the game */
  void *(*open)(const char *name, const char *state); /**< NULL: unreadable */
  void *(*copy)(const void *self);
  void (*close)(void *self);
  size_t (*moves)(const void *self, char (*out)[SLOW_MOVE_TEXT_MAX]); /**< in any order */
  bool (*play)(void *self, const char *move);                 /**< the move is one of `moves` */
  const char *(*result)(const void *self, const char **rule); /**< rule is never NULL */
  void (*state)(const void *self, char *out, size_t size);
  uint64_t (*perft)(const void *self, unsigned depth);
} slow_ops;

/* slow_bl.c: "borderlands" */
extern const slow_ops slow_borderlands;

/* slow_bi.c: "battle-of-ideologies", "battle-of-ideologies-pychess" */
extern const slow_ops slow_battle_of_ideologies;
extern const slow_ops slow_battle_of_ideologies_pychess;

/* slow_chess.c: "chess", "chess-on-d", "nearly-colorboundmost", "nearly-colorboundmost-raiders" */
extern const slow_ops slow_chess;
extern const slow_ops slow_chess_on_d;
extern const slow_ops slow_nearly;
extern const slow_ops slow_nearly_raiders;

/* slow_cb.c: "colorboundmost", "colorboundmost-armies" */
extern const slow_ops slow_colorboundmost;
extern const slow_ops slow_colorboundmost_armies;

#endif
