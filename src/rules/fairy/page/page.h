/**
 * @file page.h
 * What the files of pictures and of the rules page share.
 */
#ifndef MARCHER_RULES_FAIRY_PAGE_PAGE_H
#define MARCHER_RULES_FAIRY_PAGE_PAGE_H

#include <marcher/doc.h>

#include "rules/fairy/fairy.h"

/* ---- regions.c: the squares that some rule speaks of ----------------------------------------- */

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

/* ---- view.c: parts of pictures, for views and for the diagrams of the rules page ------------- */

/** A picture under construction. Whatever is put into it is left out once it has failed. */
typedef struct mr_fy_picture {
  const mr_fy_game *game;
  mr_arena *arena;
  mr_view view;
  mr_view_piece *pieces;       /**< those of the view; room for all codes and one more */
  uint16_t index[MR_FY_CODES]; /**< 1 + the place of a code among them; 0: it is not shown yet */
  mr_status status;
} mr_fy_picture;

/** Moves of the man on a cell, by itself and round walls, to the nearest square of a set; as many
 * as cells: it can come to none. */
unsigned mr_fy_moves_to(const mr_fy_rules *rules, const uint8_t *board, const mr_fy_set *goal,
                        unsigned from);

/** How near both sides are to the ways to win that the definition gives them (nearness.c). */
void mr_fy_put_goals(mr_fy_picture *p, const mr_state *state);

/** The royals of both sides that are in check (nearness.c). */
mr_fy_set mr_fy_checked(const mr_fy_game *game, const mr_state *state);

/** An empty picture, whose cells are numbered in reading order. */
void mr_fy_picture_init(mr_fy_picture *p, const mr_fy_game *game, mr_arena *arena, unsigned columns,
                        unsigned rows);
/** An empty board whose cells have their numbers. */
void mr_fy_picture_board(mr_fy_picture *p, const mr_fy_game *game, mr_arena *arena);

/** 1 + the index of a piece's picture, or 0 when memory is out. */
uint16_t mr_fy_show(mr_fy_picture *p, unsigned code);

void mr_fy_put_pieces(mr_fy_picture *p, const mr_state *state);
void mr_fy_put_hands(mr_fy_picture *p, const mr_state *state);
/** Adds one region to a board. */
void mr_fy_put_region(mr_fy_picture *p, const mr_fy_region *region, const mr_str *name);

/** An empty board that lives as long as the page; NULL, and the page has failed, without memory. */
mr_fy_picture *mr_fy_page_board(const mr_fy_game *game, mr_doc *doc);
/** Adds a picture to the page. */
void mr_fy_page_picture(const mr_fy_picture *p, const char *caption, mr_doc *doc);

/* ---- the rules page -------------------------------------------------------------------------- */

/** moves.c: adds the diagrams of a piece's moves: one, or with hoppers two. */
void mr_fy_page_moves(const mr_fy_game *game, unsigned code, const char *caption, mr_doc *doc);

/**
 * page_words.c: appends a movement in words, for instance "Leaps as a knight".
 * @param text what `betza` was parsed from, to be quoted where there are no words
 * @param ep whether its `e` count
 */
void mr_fy_add_movement(const mr_betza *betza, const char *text, bool ep, mr_str *out);

/** page_regions.c: a table of the regions, and boards that show them. */
void mr_fy_page_regions(const mr_fy_game *game, mr_doc *doc);

#endif
