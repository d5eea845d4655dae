/* What armies, towns and land are drawn by: chance, places, and both sides alike. */
#include <marcher/hash.h>
#include <string.h>

#include "rules/warlord/generate.h"

unsigned mr_wlg_draw(mr_wlg_map *map, unsigned bound) {
  uint64_t bits = mr_mix64(map->seed + ++map->drawn * UINT64_C(0x9e3779b97f4a7c15));
  return (unsigned)((bits >> 32) * bound >> 32);
}

void mr_wlg_post(mr_wlg_map *map, unsigned cell, unsigned kind) {
  map->pieces[cell] = (uint8_t)mr_wl_piece(MR_WL_WHITE, kind);
  map->pieces[map->plan->cells - 1 - cell] = (uint8_t)mr_wl_piece(MR_WL_BLACK, kind);
}

void mr_wlg_draw_levels(mr_wlg_map *map, uint8_t *out) {
  const mr_wlg_plan *plan = map->plan;
  unsigned most = (2 * plan->level_sum + plan->leaders - 1) / plan->leaders;
  most = most < MR_WL_LEVEL_MAX ? most : MR_WL_LEVEL_MAX;
  memset(out, 1, plan->leaders);
  for (unsigned left = plan->level_sum - plan->leaders; left > 0;) {
    uint8_t *level = &out[mr_wlg_draw(map, plan->leaders)];
    left -= *level < most;
    *level = (uint8_t)(*level + (*level < most));
  }
}

unsigned mr_wlg_distance(const mr_wlg_plan *plan, unsigned a, unsigned b) {
  int files = (int)(a % plan->columns) - (int)(b % plan->columns);
  int rows = (int)(a / plan->columns) - (int)(b / plan->columns);
  files = files < 0 ? -files : files;
  rows = rows < 0 ? -rows : rows;
  return (unsigned)(files > rows ? files : rows);
}

void mr_wlg_put_ground(mr_wlg_map *map, unsigned cell, unsigned ground) {
  map->ground[cell] = (uint8_t)ground;
  map->ground[map->plan->cells - 1 - cell] = (uint8_t)ground;
}

bool mr_wlg_may_be_rough(const mr_wlg_map *map, unsigned cell) {
  enum { FIRST_ROW = 4, LAST_ROW = 11 }; /* WL-34: rows 5 to 12 */
  const mr_wlg_plan *plan = map->plan;
  unsigned row = cell / plan->columns;
  if (map->ground[cell] != MR_WL_OPEN || cell == plan->cells - 1 - cell || map->kept[cell]) {
    return false;
  }
  if (plan->garrisons) { /* whose squares are kept */
    return true;
  }
  return plan->border ? row >= FIRST_ROW && row <= LAST_ROW : !mr_wlg_near_block(plan, cell);
}
