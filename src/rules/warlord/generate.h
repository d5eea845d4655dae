/**
 * @file generate.h
 * Making scenarios by chance: from the words of a command line to a plan, from the plan to a map,
 * from the map to a definition.
 *
 * Armies, towns, rivers and roads are drawn twice, once for each side: what stands on a cell stands
 * on cells - 1 - cell too, as the other side's. Hills and forests are, too, unless somebody asks
 * for terrain that is another one from each side; then as many squares of them are in each half.
 *
 * @source docs/rules/warlord.md, WL-33, WL-34, WL-39, WL-40
 */
#ifndef MARCHER_RULES_WARLORD_GENERATE_H
#define MARCHER_RULES_WARLORD_GENERATE_H

#include "rules/warlord/warlord.h"

/** Options, in the order of the generator's table. */
enum {
  MR_WLG_SIZE,
  MR_WLG_TOWNS,
  MR_WLG_TERRAIN,
  MR_WLG_LEADERS,
  MR_WLG_LEVELS,
  MR_WLG_UNITS,
  MR_WLG_STYLE,
  MR_WLG_DEPLOYMENT,
  MR_WLG_CAP,
  MR_WLG_MOST,
  MR_WLG_WIN,
  MR_WLG_NAME,
  MR_WLG_ALIKE,
  MR_WLG_LAY,
  MR_WLG_LINES,
  MR_WLG_MOUNTAINS,
  MR_WLG_RIVERS,
  MR_WLG_ROADS,
  MR_WLG_ARMIES,
  MR_WLG_ARRIVALS,
  MR_WLG_HOMES,
  MR_WLG_TURNS,
  MR_WLG_LOSSES,
  MR_WLG_DEFEAT,
  MR_WLG_OPTIONS
};
extern const mr_generator_option mr_wlg_options[MR_WLG_OPTIONS];

/** Side of a block of units, and how many it holds. */
#define MR_WLG_BLOCK 4u
#define MR_WLG_BLOCK_UNITS (MR_WLG_BLOCK * MR_WLG_BLOCK)
#define MR_WLG_BLOCKS_MAX (MR_WL_EDGE_MAX / MR_WLG_BLOCK)

/** Squares that are towns: a sixth of the field at most. */
#define MR_WLG_TOWN_SQUARES_MAX (MR_WL_CELLS_MAX / 6 + 2)

/** What is to be made. */
typedef struct mr_wlg_plan {
  unsigned columns;
  unsigned rows;
  unsigned cells;
  unsigned towns;        /**< as asked for */
  unsigned town_squares; /**< one more where the middle town has two squares */
  unsigned percent;      /**< of the squares that are terrain, towns included */
  unsigned scattered;    /**< forests and hills together */
  unsigned leaders;      /**< of each side, like what follows */
  unsigned level_sum;
  unsigned others;
  unsigned kinds[MR_WL_KINDS]; /**< how many of each kind but leaders */
  unsigned blocks;
  unsigned left[MR_WLG_BLOCKS_MAX]; /**< first file of White's blocks, from the left */
  unsigned cap;
  unsigned towns_to_win;
  unsigned defeat_level; /**< WL-18; 0: none */
  bool cap_by_levels;
  bool border;        /**< WL-34's terrain */
  bool deploys;       /**< the players set their armies up */
  bool open;          /**< before each other's eyes */
  unsigned alike;     /**< percent of the features of terrain that face their like */
  bool doubled;       /**< hills and forests come in twos, away from the edges */
  unsigned lines;     /**< blocking ones, of each half */
  unsigned mountains; /**< ranges between towns, of each half */
  unsigned rivers;
  unsigned roads; /**< lanes of open ground, of each half */
  bool garrisons; /**< the armies stand at the towns of their half */
  unsigned arrivals[MR_WL_BLOCKS_MAX];
  unsigned arrival_count;
  unsigned homes;     /**< home towns of the enemy's that win (WL-46) */
  unsigned last_turn; /**< WL-47; 0: none */
  unsigned losses;    /**< percent of an army that lose it (WL-48); 0: none do */
  const char *name;
} mr_wlg_plan;

/** What has been made, a value a cell; and lots, which depend on nothing but their seed. */
typedef struct mr_wlg_map {
  const mr_wlg_plan *plan;
  uint64_t seed;
  uint64_t drawn;
  uint8_t ground[MR_WL_CELLS_MAX]; /**< mr_wl_ground */
  uint8_t pieces[MR_WL_CELLS_MAX]; /**< side << 4 | kind */
  uint8_t seen[MR_WL_CELLS_MAX];   /**< for floods */
  uint8_t kept[MR_WL_CELLS_MAX];   /**< 1: is to remain open, for roads and armies */
  uint16_t queue[MR_WL_CELLS_MAX];
  uint16_t towns[MR_WLG_TOWN_SQUARES_MAX];
  unsigned town_count;
  bool facing;          /**< what is laid is laid for both sides */
  unsigned rough[2][2]; /**< squares laid alone: forests and hills, in the upper and lower half */
} mr_wlg_map;

/* ---- lots and squares (generate_map.c) ------------------------------------------------------- */

/** One of 0 .. bound-1. @pre 0 < bound < 2^32 */
unsigned mr_wlg_draw(mr_wlg_map *map, unsigned bound);

/** King's steps between two squares. */
unsigned mr_wlg_distance(const mr_wlg_plan *plan, unsigned a, unsigned b);

/** Lays a ground on a square and the one that faces it. */
void mr_wlg_put_ground(mr_wlg_map *map, unsigned cell, unsigned ground);

/** Whether a hill or a forest may be there. */
bool mr_wlg_may_be_rough(const mr_wlg_map *map, unsigned cell);

/** Puts a unit of White's, and that of Black's which faces it. */
void mr_wlg_post(mr_wlg_map *map, unsigned cell, unsigned kind);

/** Levels that have the sum and are not far from each other: about twice the average at most. */
void mr_wlg_draw_levels(mr_wlg_map *map, uint8_t *out);

/* ---- what lies on the land (generate_land.c) ------------------------------------------------- */

/** Water across the board, with fords. */
void mr_wlg_draw_rivers(mr_wlg_map *map);

/** Squares that stay open, from army to army by way of a town. */
void mr_wlg_draw_roads(mr_wlg_map *map);

/**
 * Blocking lines, ranges between towns, and hills and forests that are not the same from both
 * sides, or that come in twos. @return false where there was no room
 */
bool mr_wlg_draw_land(mr_wlg_map *map);

/** Armies at the towns of their half. @return false where there was no room */
bool mr_wlg_draw_garrisons(mr_wlg_map *map);

/** Reads the values of the options; NULL: the initial one. */
mr_status mr_wlg_plan_read(const char *const *values, mr_wlg_plan *out, mr_error *err);

/** Whether a cell belongs to a block of either side, or lies beside one. */
bool mr_wlg_near_block(const mr_wlg_plan *plan, unsigned cell);
/** The block of White's that a cell belongs to, from 1; 0: none. */
unsigned mr_wlg_block_at(const mr_wlg_plan *plan, unsigned cell);
/** Least distance between two towns, in king's steps. */
unsigned mr_wlg_apart(const mr_wlg_plan *plan);
/** Least ranks between a town and the one that faces it; 0: as they come. */
unsigned mr_wlg_facing(const mr_wlg_plan *plan);
/** Rows at the top and at the bottom that have no towns. */
unsigned mr_wlg_margin(const mr_wlg_plan *plan);
/** Files at the left and at the right that have no towns. */
#define MR_WLG_TOWN_FILES 2u

/**
 * Draws both armies, towns, hills and forests. @return false where they came out too near to each
 * other, or where some unit does not get everywhere it must: see WL-34 and docs/GENERATOR.md
 */
bool mr_wlg_draw_map(const mr_wlg_plan *plan, uint64_t seed, mr_wlg_map *map);

extern const mr_generator mr_wl_generator;

#endif
