/**
 * @file regions.h
 * The squares that some rule speaks of, for the picture and the rules page.
 */
#ifndef MARCHER_RULES_FAIRY_PAGE_REGIONS_H
#define MARCHER_RULES_FAIRY_PAGE_REGIONS_H

#include "rules/fairy/fairy.h"

#define MR_FY_REGIONS_MAX 64 /**< more than pictures have: see view.h */

/** What happens in a region. */
typedef enum mr_fy_purpose {
  MR_FY_REGION_MOBILITY, /**< where pieces of some kinds may stand */
  MR_FY_REGION_PROMOTION,
  MR_FY_REGION_DROP,
  MR_FY_REGION_FLAG,    /**< where pieces win by standing */
  MR_FY_REGION_INITIAL, /**< from where initial moves begin */
  MR_FY_REGION_NAMED,   /**< nothing: the definition gives the squares a name */
} mr_fy_purpose;

typedef struct mr_fy_region {
  mr_fy_purpose purpose;
  unsigned owner;   /**< a side, or MR_FY_BOTH */
  uint64_t kinds;   /**< bit k: it is there for kind k */
  const char *name; /**< given by the definition; NULL: by what happens there */
  bool usual;       /**< as everybody expects it: the last rank, the squares of the start */
  mr_fy_set cells;  /**< never empty, never the whole board */
} mr_fy_region;

/**
 * All regions; those of one purpose stand together. Where the definition names the squares of a
 * rule's region, that is its name; other named squares come last. @return their number
 */
unsigned mr_fy_regions(const mr_fy_game *game, mr_fy_region out[MR_FY_REGIONS_MAX]);

/** "White's promotion zone", "where the Chief may stand": a region among all of them. */
void mr_fy_region_name(const mr_fy_rules *rules, const mr_fy_region *all, unsigned count,
                       unsigned which, mr_str *out);

/** Whether pieces of a kind and side can ever be there. */
bool mr_fy_is_used(const mr_fy_game *game, unsigned code);

/** Appends the names of kinds, "Chief, Guard and Lion". */
void mr_fy_add_names(const mr_fy_rules *rules, uint64_t kinds, mr_str *out);

#endif
