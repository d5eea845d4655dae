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

/** Whether a unit can get to a square, whoever orders it (WL-10 to WL-12, WL-23 to WL-30). */
bool mr_wslow_reaches(const mr_wslow *g, const mr_wslow_unit *u, int file, int rank);

#endif
