/**
 * @file page.h
 * What the files of the rules page share.
 */
#ifndef MARCHER_RULES_FAIRY_PAGE_PAGE_H
#define MARCHER_RULES_FAIRY_PAGE_PAGE_H

#include <marcher/doc.h>

#include "rules/fairy/page/regions.h"

/** Adds the diagrams of a piece's moves: one, or with hoppers two (page_moves.c). */
void mr_fy_page_moves(const mr_fy_game *game, unsigned code, const char *caption, mr_doc *doc);

/**
 * Appends a movement in words, for instance "Leaps as a knight" (page_words.c).
 * @param text what `betza` was parsed from, to be quoted where there are no words
 * @param ep whether its `e` count
 */
void mr_fy_add_movement(const mr_betza *betza, const char *text, bool ep, mr_str *out);

/** Sections about regions and hands (page_regions.c). */
void mr_fy_page_regions(const mr_fy_game *game, mr_doc *doc);

#endif
