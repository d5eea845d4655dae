#include <marcher/view.h>
#include <stdlib.h>

#include "rules/fairy/trails.h"

void mr_fy_walk_canvas(const mr_fy_rules *rules, unsigned code, mr_trail_fn give, void *context) {
  mr_betza_origin origin = {MR_FY_CANVAS, MR_FY_CANVAS, MR_FY_MIDDLE, MR_FY_MIDDLE,
                            MR_FY_SIDE(code) == MR_FY_BLACK};
  mr_betza_walk(rules->kinds[MR_FY_KIND(code)].betza, &origin, give, context);
}

unsigned mr_fy_distance(const mr_trail_step *step) {
  int dx = abs(mr_fy_dx(step)), dy = abs(mr_fy_dy(step));
  return (unsigned)(dx > dy ? dx : dy);
}

unsigned mr_fy_hurdle(const mr_trail *trail) {
  unsigned i = 0;
  while (i + 1u < trail->length && trail->steps[i].pass != MR_PASS_HURDLE) {
    i++;
  }
  return i + 1u < trail->length ? i : trail->length;
}

unsigned mr_fy_ray(const mr_trail *trail) {
  static const int8_t steps[8][2] = {{0, -1}, {1, -1}, {1, 0},  {1, 1},
                                     {0, 1},  {-1, 1}, {-1, 0}, {-1, -1}};
  for (unsigned d = 0; d < 8; d++) {
    bool straight = trail->length > 1;
    for (unsigned i = 0; straight && i < trail->length; i++) {
      const mr_trail_step *step = &trail->steps[i];
      straight = mr_fy_dx(step) == steps[d][0] * (int)(i + 1) &&
                 mr_fy_dy(step) == steps[d][1] * (int)(i + 1);
    }
    if (straight) {
      return d;
    }
  }
  return 8;
}

/* ---- tiles ----------------------------------------------------------------------------------- */

static void add_dot(mr_view_moves *moves, const mr_trail_step *step) {
  enum { CENTRE = MR_VIEW_MOVES_SIDE / 2 };
  if (mr_fy_distance(step) > CENTRE) {
    return;
  }
  int bit = (mr_fy_dy(step) + CENTRE) * MR_VIEW_MOVES_SIDE + mr_fy_dx(step) + CENTRE;
  moves->move |= step->stop & MR_STOP_QUIET ? UINT64_C(1) << bit : 0;
  moves->capture |= step->stop & MR_STOP_CAPTURE ? UINT64_C(1) << bit : 0;
}

/** Initial moves are left out: a tile shows what a piece can do anywhere. */
static void add_trail(void *context, const mr_trail *trail) {
  mr_view_moves *moves = context;
  unsigned ray = mr_fy_ray(trail);
  bool hop = mr_fy_hurdle(trail) < trail->length;
  bool line = ray < 8 && (trail->slide || hop);
  for (unsigned i = 0; !trail->initial && i < trail->length; i++) {
    const mr_trail_step *step = &trail->steps[i];
    if (!line) {
      add_dot(moves, step);
    } else if (hop) {
      moves->ray_hop = (uint8_t)(moves->ray_hop | 1u << ray);
    } else {
      unsigned move = (step->stop & MR_STOP_QUIET) != 0;
      unsigned capture = (step->stop & MR_STOP_CAPTURE) != 0;
      moves->ray_move = (uint8_t)(moves->ray_move | move << ray);
      moves->ray_capture = (uint8_t)(moves->ray_capture | capture << ray);
    }
  }
}

static bool is_royal(const mr_fy_rules *rules, unsigned code) {
  unsigned kind = MR_FY_KIND(code);
  return rules->kinds[kind].royal[MR_FY_SIDE(code)] || (rules->pseudo_royals >> kind & 1u) != 0;
}

mr_status mr_fy_moves_init(mr_fy_game *game) {
  const mr_fy_rules *rules = &game->rules;
  mr_view_moves *moves = mr_arena_zero(&game->base.arena, MR_FY_CODES, sizeof *moves);
  if (moves == NULL) {
    return MR_ERR_NOMEM;
  }
  for (unsigned code = MR_FY_WALL + 1; code <= MR_FY_CODE(rules->kind_count, 1); code++) {
    mr_fy_walk_canvas(rules, code, add_trail, &moves[code]);
    moves[code].tile = is_royal(rules, code)                 ? MR_TILE_CHIEF
                       : rules->kinds[MR_FY_KIND(code)].plus ? MR_TILE_PROMOTED
                                                             : MR_TILE_PLAIN;
  }
  game->moves = moves;
  return MR_OK;
}
