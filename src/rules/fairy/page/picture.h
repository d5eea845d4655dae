/**
 * @file picture.h
 * Parts of pictures, for views and for the diagrams of the rules page.
 */
#ifndef MARCHER_RULES_FAIRY_PAGE_PICTURE_H
#define MARCHER_RULES_FAIRY_PAGE_PICTURE_H

#include <marcher/view.h>

#include "rules/fairy/page/regions.h"

/** The pieces that a picture shows, each code once; index[code] is 1 + its place in the list. */
typedef struct mr_fy_gallery {
  const mr_fy_game *game;
  mr_arena *arena;
  mr_view_piece *items; /**< room for all codes */
  size_t count;
  uint16_t index[MR_FY_CODES];
} mr_fy_gallery;

MR_NODISCARD mr_status mr_fy_gallery_init(mr_fy_gallery *g, const mr_fy_game *game,
                                          mr_arena *arena);

/** 1 + the index of a piece's picture, or 0 when memory is out. */
uint16_t mr_fy_show(mr_fy_gallery *g, unsigned code);

/** An empty board whose cells have their numbers. */
MR_NODISCARD mr_status mr_fy_board_view(const mr_fy_game *game, mr_arena *arena, mr_view *out);

/** The picture's cell of a square. */
mr_view_cell *mr_fy_picture_cell(const mr_fy_game *game, mr_view *view, unsigned cell);

MR_NODISCARD mr_status mr_fy_put_pieces(mr_fy_gallery *g, const mr_state *state, mr_view *view);
MR_NODISCARD mr_status mr_fy_put_hands(mr_fy_gallery *g, const mr_state *state, mr_view *view);

/** Adds one region. @param name lives in the arena; NULL: memory is out */
MR_NODISCARD mr_status mr_fy_add_region(const mr_fy_game *game, const mr_fy_region *region,
                                        const char *name, mr_arena *arena, mr_view *view);
/** Adds the regions that are looked at in play, as many as a picture can have. */
MR_NODISCARD mr_status mr_fy_put_regions(const mr_fy_game *game, mr_arena *arena, mr_view *view);

#endif
