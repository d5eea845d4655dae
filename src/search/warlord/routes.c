#include "search/warlord/warlord_search.h"

/*
 * The ways of groups: half steps by land from every cell to an objective, as leaders go. Rough
 * ground does not hold leaders up, but what they lead has to leave it singly (WL-26 to WL-28), so
 * that a step there counts for one and a half. Only a way that takes no water counts: where cavalry
 * may cross (WL-24), leaders still go round.
 */
enum { OPEN_STEP = 2, ROUGH_STEP = 3, SPREAD = ROUGH_STEP + 1, DIRECTIONS = 8 };

static unsigned step_onto(const mr_wls_attack_map *map, unsigned cell) {
  return map->ground[cell] == MR_WL_OPEN ? OPEN_STEP : ROUGH_STEP;
}

/* One cell's neighbours: those that get nearer by it are put into the layer of their distance. */
static void relax(mr_wls_search *search, unsigned cell, uint16_t *distance, uint16_t head[SPREAD]) {
  static const int across[DIRECTIONS] = {-1, 0, 1, -1, 1, -1, 0, 1};
  static const int down[DIRECTIONS] = {-1, -1, -1, 0, 0, 1, 1, 1};
  const mr_wl_game *game = search->game;
  unsigned far = distance[cell] + step_onto(&search->map, cell);
  int file = game->file[cell], row = game->row[cell];
  for (unsigned k = 0; k < DIRECTIONS; k++) {
    int f = file + across[k], r = row + down[k];
    if (f < 0 || r < 0 || f >= (int)game->columns || r >= (int)game->rows) {
      continue;
    }
    unsigned to = (unsigned)r * game->columns + (unsigned)f;
    if (distance[to] != MR_WLS_FAR || far >= MR_WLS_FAR || search->map.ground[to] >= MR_WL_WATER) {
      continue;
    }
    distance[to] = (uint16_t)far;
    search->queue[to] = head[far % SPREAD];
    head[far % SPREAD] = (uint16_t)to;
  }
}

/*
 * Layers of equal distance, four at once, each a list through `queue`. A cell takes the first
 * distance that is found, which may be half a step too long beside rough ground: good enough.
 */
void mr_wls_find_way(mr_wls_search *search, unsigned cell, uint16_t *distance) {
  uint16_t head[SPREAD];
  for (unsigned i = 0; i < SPREAD; i++) {
    head[i] = MR_WL_OFF_BOARD;
  }
  for (unsigned i = 0; i < search->game->cells; i++) {
    distance[i] = MR_WLS_FAR;
  }
  distance[cell] = 0;
  search->queue[cell] = MR_WL_OFF_BOARD;
  head[0] = (uint16_t)cell;
  for (unsigned far = 0, idle = 0; idle < SPREAD && far < MR_WLS_FAR; far++) {
    unsigned at = head[far % SPREAD];
    head[far % SPREAD] = MR_WL_OFF_BOARD;
    idle = at == MR_WL_OFF_BOARD ? idle + 1 : 0;
    while (at != MR_WL_OFF_BOARD) {
      unsigned next = search->queue[at];
      relax(search, at, distance, head);
      at = next;
    }
  }
}
