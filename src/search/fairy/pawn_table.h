/**
 * @file pawn_table.h
 * What follows from pawns alone is kept, since most positions of a search share theirs with others.
 * No score depends on that: an entry serves only where every pawn stands as it did.
 */
#ifndef MARCHER_SEARCH_FAIRY_PAWN_TABLE_H
#define MARCHER_SEARCH_FAIRY_PAWN_TABLE_H

#include "search/fairy/pawns.h"

/** An entry. An empty one is right where there are no pawns. */
typedef struct structure {
  bb men[MR_FYS_KEYED]; /**< of which codes: weights->keyed */
  bb span[2];
  bb passed; /**< those of them that are near their promotion */
  mr_fys_pair sum;
} structure;

/** Pawns of a code. */
FY_HOT bb pawns_of(const scan *s, unsigned code) {
  return bb_and(s->sets[code], s->own[MR_FY_SIDE(code)]);
}

/** Counts what depends on pawns alone. */
FY_HOT void count_structure(scan *s, bool traced) {
  count_pawns(s, traced, 0);
  count_pawns(s, traced, 1);
  find_passers(s, traced, true);
}

/** The same, or what the table knows of it. @param key of where the pawns stand */
FY_HOT void look_up_structure(scan *s, bool traced, uint64_t key) {
  structure *known = s->e->pawn_table;
  unsigned count = s->w->keyed_count;
  if (traced || known == NULL || count == 0) {
    count_structure(s, traced);
    return;
  }
  known += (key ^ key >> 32) & (MR_FYS_STRUCTURES - 1);
  bb other = bb_none();
  for (unsigned i = 0; i < count; i++) {
    other = bb_or(other, bb_xor(known->men[i], pawns_of(s, s->w->keyed[i])));
  }
  if (!bb_any(other)) {
    s->span[0] = known->span[0];
    s->span[1] = known->span[1];
    s->passed = known->passed;
    s->sum += known->sum;
    return;
  }
  mr_fys_pair before = s->sum;
  count_structure(s, false);
  for (unsigned i = 0; i < count; i++) {
    known->men[i] = pawns_of(s, s->w->keyed[i]);
  }
  known->span[0] = s->span[0];
  known->span[1] = s->span[1];
  known->passed = s->passed;
  known->sum = s->sum - before;
}

#endif
