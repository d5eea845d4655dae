#ifndef MARCHER_TESTS_SUPPORT_WARLORD_SLOW_PRIV_H
#define MARCHER_TESTS_SUPPORT_WARLORD_SLOW_PRIV_H

/**
 * @file
 * What the files of the plain Warlord rules share.
 */

#include <ctype.h>
#include <string.h>

#include "warlord_slow.h"

static inline int side_of(char letter) {
  return islower((unsigned char)letter) ? 1 : 0;
}

static inline char kind_of(char letter) {
  return (char)toupper((unsigned char)letter);
}

/** The level of a numbered leader, 0 for all else. */
static inline int level_of(char letter) {
  static const char levels[] = "LKGPQRSVWX";
  const char *at = strchr(levels, kind_of(letter));
  return at != NULL && *at != '\0' ? (int)(at - levels) + 1 : 0;
}

static inline bool inside(const mr_wslow *g, int file, int rank) {
  return file >= 0 && rank >= 0 && file < g->files && rank < g->ranks;
}

/** The unit on a square, or -1. */
static inline int unit_on(const mr_wslow *g, int file, int rank) {
  for (int i = 0; i < g->units; i++) {
    if (g->unit[i].file == file && g->unit[i].rank == rank) {
      return i;
    }
  }
  return -1;
}

/** A scenario of the rulebook. */
typedef struct scenario {
  const char *name;
  int files;
  int ranks;
  const char *pieces;
  const char *terrain; /* NULL: open */
  int cap;             /* 0: WL-39 */
  bool by_leaders;     /* WL-7's min() */
  int least_levels;    /* WL-18 */
  int towns;           /* WL-19 */
  bool later;          /* Test of Wills and later: WL-9 on */
  bool reserves;       /* WL-36 */
} scenario;

const scenario *mr_wslow_scenario(const char *name);

/** Reads `13:P2I1 w25:I4@c2` (WL-49), or the blocks of a game in which they are placed (WL-45). */
void mr_wslow_read_waves(mr_wslow *g);

/** Who has come enters, or is to be placed: at the beginning of a turn. */
void mr_wslow_bring_waves(mr_wslow *g);

/** Whether the side to move has somebody to place (WL-45). */
bool mr_wslow_is_entering(const mr_wslow *g);
size_t mr_wslow_entries(const mr_wslow *g, char (*out)[MR_WSLOW_TEXT]);
void mr_wslow_enter(mr_wslow *g, const char *action);

/** Leaders and units of a side among those who come. */
int mr_wslow_wave_leaders(const mr_wslow *g, int side);
int mr_wslow_wave_units(const mr_wslow *g, int side);
int mr_wslow_leaders_of_all_waves(const mr_wslow *g, int side);

/** ` reserve=...`. @return the end */
char *mr_wslow_write_reserve(const mr_wslow *g, char *out);

/** WL-28: where a unit may stand. */
bool mr_wslow_may_stand(char letter, char ground);

/** WL-46: home towns of the enemy's with units of a side in them. */
int mr_wslow_homes(const mr_wslow *g, int side);

/** WL-47: -2: not over; else who has won, -1: nobody. */
int mr_wslow_after_last_turn(const mr_wslow *g);

/** Whether a unit can get to a square, whoever orders it (WL-10 to WL-12, WL-23 to WL-30). */
bool mr_wslow_reaches(const mr_wslow *g, const mr_wslow_unit *u, int file, int rank);

#endif
