/**
 * @file pawns.h
 * Pawns, whatever they are called: men of little value that only go forward. Which of them are
 * weak, which hold together, which can no longer be stopped; and where other men stand well among
 * them.
 */
#ifndef MARCHER_SEARCH_FAIRY_PAWNS_H
#define MARCHER_SEARCH_FAIRY_PAWNS_H

#include "search/fairy/scan.h"

/* ---- structure ------------------------------------------------------------------------------- */

/** Whether an own pawn stands beside a cell, on the same rank. */
FY_HOT bool has_neighbour(const scan *s, bb pawns, unsigned cell) {
  unsigned files = s->e->game->rules.files, file = cell % files;
  return (file > 0 && bb_has(pawns, cell - 1)) || (file + 1 < files && bb_has(pawns, cell + 1));
}

FY_HOT void count_pawns(scan *s, bool traced, unsigned side) {
  int lonely = 0, doubled = 0, chain = 0;
  unsigned count = 0;
  for (unsigned i = 0; i < s->w->pawns_count; i++) {
    unsigned code = s->w->pawn_codes[i], cell = 0;
    const mr_fys_pawn *p = &s->w->pawns[i];
    if (MR_FY_SIDE(code) != side) {
      continue;
    }
    bb all = bb_and(s->sets[code], s->own[side]), men = all;
    count += bb_count(all);
    while (bb_pop(&men, &cell)) {
      bool held = bb_has(s->by_pawns[side], cell);
      s->span[side] = bb_or(s->span[side], bb_from(&p->span[cell]));
      if (held || has_neighbour(s, all, cell)) {
        chain += p->chain[cell];
      }
      lonely += !bb_meet(bb_from(&p->support[cell]), all);
      bb ahead = bb_from(&p->ahead[cell]);
      doubled += !held && bb_any(ahead) && !bb_any(bb_less(ahead, all));
    }
  }
  if (4 * count > s->t->cells) { /* they are its army, which lives by holding together: README.md */
    chain = chain * s->w->params.chain_horde / 100;
  }
  count_term(s, traced, mr_fy_term_one(MR_FY_W_LONELY), sign_of(side) * lonely);
  count_term(s, traced, mr_fy_term_one(MR_FY_W_DOUBLED), sign_of(side) * doubled);
  count_term(s, traced, mr_fy_term_one(MR_FY_W_CHAIN), sign_of(side) * chain);
}

/* ---- passed pawns ---------------------------------------------------------------------------- */

enum {
  PAWNS_FAR = MR_FYS_NEAR + 1, /**< pawns farther away than this are left alone */
  ESCORT_STEPS = 4,            /**< so near to its promotion a passed pawn's royals matter */
  ESCORT_FAR = 5               /**< more than so many cells away it is all the same */
};

/** How far two cells are apart, as a king goes, at most so many. */
FY_HOT int cells_apart(const scan *s, unsigned one, unsigned other, int most) {
  int files = (int)s->e->game->rules.files;
  int across = size_of((int)one % files - (int)other % files);
  int along = size_of((int)one / files - (int)other / files);
  int far = across > along ? across : along;
  return far < most ? far : most;
}

/** Whether no pawn can stop one on its way. @param steps receives those to its promotion */
FY_HOT bool is_passed(const scan *s, unsigned code, unsigned cell, unsigned *steps) {
  const mr_fys_path *path = &s->w->passers[s->w->passer_of[code] - 1];
  *steps = path->steps[cell];
  return *steps > 0 && *steps <= MR_FY_WEIGHT_STEPS &&
         !bb_meet(bb_from(&path->stops[cell]), s->pawns[MR_FY_SIDE(code) ^ 1u]);
}

/** Passed pawns: those that no pawn can stop. @param pawns those that are pawns, or the other men
 *  that promote */
FY_HOT void find_passers(scan *s, bool traced, bool pawns) {
  for (unsigned i = 0; i < s->w->path_count; i++) {
    unsigned code = s->w->path_codes[i], side = MR_FY_SIDE(code), cell = 0, steps = 0;
    if (!s->w->passer_of[code] || (s->w->class_of[code] == 0) != pawns) {
      continue;
    }
    bb men = bb_and(s->sets[code], s->own[side]);
    while (bb_pop(&men, &cell)) {
      if (is_passed(s, code, cell, &steps)) {
        count_term(s, traced, mr_fy_term_step(MR_FY_W_PASSED, steps - 1), sign_of(side));
        s->passed = steps <= ESCORT_STEPS ? bb_or(s->passed, bb_of(cell)) : s->passed;
      }
    }
  }
}

/** A passed pawn near its promotion: the nearer, the more count the royals beside it and an open
 *  way. The factors are those of chess programs. */
FY_HOT void count_passer(scan *s, bool traced, unsigned code, unsigned cell) {
  const mr_fys_pawn *p = &s->w->pawns[s->w->pawn_of[code] - 1];
  unsigned side = MR_FY_SIDE(code), other = side ^ 1u;
  int near = 22 - 5 * (int)s->w->passers[s->w->passer_of[code] - 1].steps[cell];
  bb ahead = bb_from(&p->ahead[cell]), route = bb_from(&p->route[cell]);
  if (s->head_count[0] == 1 && s->head_count[1] == 1 && bb_any(ahead)) {
    unsigned next = bb_first(ahead);
    int escort = 19 * cells_apart(s, s->heads[other][0], next, ESCORT_FAR) / 4 -
                 2 * cells_apart(s, s->heads[side][0], next, ESCORT_FAR);
    count_term(s, traced, mr_fy_term_one(MR_FY_W_ESCORT), sign_of(side) * escort * near);
  }
  if (bb_any(bb_less(ahead, s->all))) {
    bb barred = bb_or(s->own[other], s->attacks[other]);
    int open = !bb_meet(route, barred) ? 30 : !bb_meet(ahead, barred) ? 15 : 5;
    open += bb_meet(ahead, s->attacks[side]) ? 4 : 0;
    count_term(s, traced, mr_fy_term_one(MR_FY_W_FREE), sign_of(side) * open * near);
  }
}

/** @pre those that are pawns have been found */
FY_HOT void count_passers(scan *s, bool traced) {
  find_passers(s, traced, false);
  bb men = s->passed;
  unsigned cell = 0;
  while (bb_pop(&men, &cell)) {
    if (s->w->pawn_of[s->board[cell]] != 0) {
      count_passer(s, traced, s->board[cell], cell);
    }
  }
}

/* ---- men among pawns ------------------------------------------------------------------------- */

/** The cells that are at most so far from one, as a king goes. */
FY_HOT bb near_cells(const scan *s, unsigned cell, unsigned far) {
  return far == 0 ? bb_of(cell) : bb_from(&s->w->near[cell][far - 1]);
}

/** How far a side's royal is from the nearest of its pawns. */
FY_HOT void count_far_pawns(scan *s, bool traced, unsigned side) {
  bb men = s->pawns[side];
  unsigned least = PAWNS_FAR, head = s->heads[side][0];
  if (s->head_count[side] != 1 || !bb_any(men)) {
    return;
  }
  while (least > 0 && bb_meet(men, near_cells(s, head, least - 1))) {
    least--;
  }
  count_term(s, traced, mr_fy_term_one(MR_FY_W_FAR_PAWNS), sign_of(side) * (int)least);
}

/** Colour-bound pairs and outposts. */
FY_HOT void count_places(scan *s, bool traced, unsigned side) {
  int pairs = 0, outposts = 0;
  for (unsigned i = 0; i < s->w->bound_count; i++) {
    const mr_fys_part *b = &s->w->bound[i];
    if (MR_FY_SIDE(b->code) == side) {
      bb men = bb_and(s->sets[b->code], s->own[side]), home = bb_from(&b->part);
      pairs += bb_meet(men, home) && bb_any(bb_less(men, home));
    }
  }
  bb posts = bb_and(bb_less(s->by_pawns[side], s->span[side ^ 1]), bb_from(&s->w->far_half[side]));
  if (bb_any(posts)) {
    for (unsigned i = 0; i < s->present_count[side]; i++) {
      unsigned code = s->present[side][i];
      if (s->w->leaper[code] && !s->t->codes[code].royal) {
        outposts += (int)bb_count(bb_less(bb_and(s->sets[code], posts), s->pawns[side]));
      }
    }
  }
  count_term(s, traced, mr_fy_term_one(MR_FY_W_PAIR), sign_of(side) * pairs);
  count_term(s, traced, mr_fy_term_one(MR_FY_W_OUTPOST), sign_of(side) * outposts);
}

#endif
