/**
 * @file trails.h
 * The ways of a piece from the middle of an empty board, for drawings.
 */
#ifndef MARCHER_RULES_FAIRY_TRAILS_H
#define MARCHER_RULES_FAIRY_TRAILS_H

#include "rules/fairy/fairy.h"

/** The board on which ways are looked at: a piece in the middle sees as far as on any board. */
#define MR_FY_CANVAS 15
#define MR_FY_MIDDLE 7

/** Gives the trails of a code from the middle of the canvas. */
void mr_fy_walk_canvas(const mr_fy_rules *rules, unsigned code, mr_trail_fn give, void *context);

/** Columns to the right of the piece, and rows below it in the picture. */
static inline int mr_fy_dx(const mr_trail_step *step) {
  return (int)step->file - MR_FY_MIDDLE;
}
static inline int mr_fy_dy(const mr_trail_step *step) {
  return MR_FY_MIDDLE - (int)step->rank;
}

/** Squares from the piece, along the longer of the two ways. */
unsigned mr_fy_distance(const mr_trail_step *step);

/** Index of the first square on which there must be a piece to jump over, `length` if there is
 * none.
 */
unsigned mr_fy_hurdle(const mr_trail *trail);

/** The direction of a trail that runs square by square along a line: 0 .. 7 clockwise from
 * straight up; 8 for others. */
unsigned mr_fy_ray(const mr_trail *trail);

#endif
