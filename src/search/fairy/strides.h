/**
 * @file strides.h
 * Pawns are many, and all of a code go alike: a stride is one of their ways, and says from which
 * cells it is open to them. So what all of them reach takes a few shifts of a set, where else each
 * is looked at. Codes whose ways are no such strides (riders, hoppers, too many ways) have none.
 */
#ifndef MARCHER_SEARCH_FAIRY_STRIDES_H
#define MARCHER_SEARCH_FAIRY_STRIDES_H

#include "rules/fairy/core/tables.h"
#include "search/fairy/weights.h"

/* ---- what all men reach ---------------------------------------------------------------------- */

/** All cells of a set moved on by a step. @pre it leads from none of them off the board, and is
 *  shorter than a word, and not 0 */
FY_INLINE bb shifted(bb set, int by) {
  const unsigned last = FY_WORDS - 1;
  if (by > 0) {
    for (unsigned i = last; i > 0; i--) {
      set.w[i] = set.w[i] << by | set.w[i - 1] >> (64 - by);
    }
    set.w[0] <<= by;
    return set;
  }
  for (unsigned i = 0; i < last; i++) {
    set.w[i] = set.w[i] >> -by | set.w[i + 1] << (64 + by);
  }
  set.w[last] >>= -by;
  return set;
}

/** Where men come by a stride without taking. */
FY_INLINE bb stride_quiet(const mr_fys_stride *t, bb men, bb empty) {
  bb at = bb_and(men, bb_from(&t->quiet));
  for (unsigned i = 0; i < t->legs; i++) {
    at = bb_and(shifted(at, t->leg[i]), empty);
  }
  return at;
}

/** What men attack by a stride. */
FY_INLINE bb stride_capture(const mr_fys_stride *t, bb men) {
  return shifted(bb_and(men, bb_from(&t->capture)), t->by);
}

/** The strides of a code; NULL: it has none. */
FY_INLINE const mr_fys_strides *strides_of(const mr_fys_weights *w, unsigned code) {
  return w->strides_of[code] ? &w->strides[w->strides_of[code] - 1] : NULL;
}

/* ---- finding them ---------------------------------------------------------------------------- */

enum { OVER_MAX = MR_FYS_LEGS - 1, WORD = 64 };

/** Notes that from a cell a way leads over others to another. @return false: it is no stride, or
 *  there are too many */
static inline bool add_stride(mr_fys_strides *all, unsigned from, const unsigned *over,
                              unsigned over_count, unsigned to, bool capture) {
  mr_fys_stride way = {.by = (int16_t)((int)to - (int)from), .legs = (uint8_t)(over_count + 1)};
  int at = (int)from;
  for (unsigned i = 0; i < way.legs; i++) {
    int next = (int)(i < over_count ? over[i] : to), leg = next - at;
    if (leg == 0 || leg <= -WORD || leg >= WORD) {
      return false;
    }
    way.leg[i] = (int8_t)leg;
    at = next;
  }
  unsigned i = 0;
  while (i < all->count && memcmp(all->stride[i].leg, way.leg, sizeof way.leg) != 0) {
    i++;
  }
  if (i == MR_FYS_STRIDES || way.by == 0 || way.by <= -WORD || way.by >= WORD) {
    return false;
  }
  if (i == all->count) {
    all->stride[all->count++] = way;
  }
  mr_fy_set_add(capture ? &all->stride[i].capture : &all->stride[i].quiet, from);
  return true;
}

/** What a group's table has where the cells of its mask are filled as the bits of a number say. */
static inline bb table_quiet(const group *g, unsigned fill) {
  return g->table[g->dual ? 2 * fill : fill];
}
static inline bb table_capture(const group *g, unsigned fill) {
  return g->table[g->dual ? 2 * fill + 1 : fill];
}

/** The cells of a mask that have to be empty for a cell to be reached, by the bits of a number.
 *  @return false: that is not what decides */
static inline bool find_over(const group *g, unsigned fills, unsigned to, unsigned *over) {
  *over = 0;
  for (unsigned bit = 1; bit < fills; bit <<= 1) {
    *over |= bb_has(table_quiet(g, bit), to) ? 0 : bit;
  }
  for (unsigned fill = 0; fill < fills; fill++) {
    if (bb_has(table_quiet(g, fill), to) != ((fill & *over) == 0)) {
      return false;
    }
  }
  return true;
}

/** The ways of a group from a cell, if they are long steps over empty cells that take nothing.
 *  @param known where the man can go anyway; those of the group are added */
static inline bool add_group(mr_fys_strides *all, unsigned from, const group *g, bb *known) {
  unsigned count = bb_count(g->mask), to = 0;
  if (count > OVER_MAX) {
    return false;
  }
  unsigned fills = 1u << count, cells[OVER_MAX] = {0};
  bb mask = g->mask, ends = table_quiet(g, 0);
  for (unsigned i = 0; i < count; i++) {
    (void)bb_pop(&mask, &cells[i]);
  }
  for (unsigned fill = 0; fill < fills; fill++) {
    if (bb_any(table_capture(g, fill)) || bb_any(bb_less(table_quiet(g, fill), ends))) {
      return false;
    }
  }
  while (bb_pop(&ends, &to)) {
    unsigned over = 0, way[OVER_MAX], length = 0;
    if (bb_has(*known, to) || !find_over(g, fills, to, &over)) {
      return false;
    }
    for (unsigned i = 0; i < count; i++) { /* nearest first */
      unsigned k = to > from ? i : count - 1 - i;
      if (over >> k & 1u) {
        way[length++] = cells[k];
      }
    }
    if (!add_stride(all, from, way, length, to, false)) {
      return false;
    }
    *known = bb_or(*known, bb_of(to));
  }
  return true;
}

/** Finds the strides of a code. @return false: it has other ways, too */
static inline bool find_strides(const tables *t, unsigned code, mr_fys_strides *out) {
  for (unsigned from = 0; from < t->cells; from++) {
    const row *r = &t->rows[(size_t)code * t->cells + from];
    bb quiet = r->quiet, capture = r->capture, known = r->quiet;
    unsigned to = 0;
    bool fits = r->walk_count == 0;
    while (fits && bb_pop(&quiet, &to)) {
      fits = add_stride(out, from, NULL, 0, to, false);
    }
    while (fits && bb_pop(&capture, &to)) {
      fits = add_stride(out, from, NULL, 0, to, true);
    }
    for (unsigned i = 0; fits && i < r->group_count; i++) {
      fits = add_group(out, from, &r->groups[i], &known);
    }
    if (!fits) {
      return false;
    }
  }
  return true;
}

/**
 * The strides of all pawns, as far as there is room. Where all have some, what they attack follows
 * from where they stand, and so does what they are to each other.
 */
static inline void fill_strides(const tables *t, mr_fys_weights *w) {
  unsigned count = 0, pawns = 0;
  for (unsigned side = 0; side < 2; side++) {
    for (unsigned i = 0; i < w->pawn_count[side] && count < MR_FYS_PATHS; i++, pawns++) {
      mr_fys_strides *out = &w->strides[count];
      unsigned code = w->rank[side][i];
      if (find_strides(t, code, out)) {
        w->strides_of[code] = (uint8_t)++count;
      } else {
        memset(out, 0, sizeof *out);
      }
      w->keyed[pawns < MR_FYS_KEYED ? pawns : 0] = (uint8_t)code;
    }
  }
  w->keyed_count = (uint8_t)(count == pawns && pawns <= MR_FYS_KEYED ? pawns : 0);
}

#endif
