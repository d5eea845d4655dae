#ifndef MARCHER_TESTS_SUPPORT_PAINT_SAMPLES_H
#define MARCHER_TESTS_SUPPORT_PAINT_SAMPLES_H

/**
 * @file
 * Pictures for the tests of the painters, written down without any rules: a game that is nothing
 * but the names of its players, and views over it.
 */

#include <marcher/view.h>

/** A game of two players. Only its info may be used; it need not be freed. */
mr_game mr_sample_game(const char *first, const char *second);

#define MR_SAMPLE_MOST 64

/** A picture and what it points to. Must not be moved. */
typedef struct mr_sample {
  mr_arena arena;
  mr_view view;
  mr_view_piece pieces[MR_SAMPLE_MOST];
  mr_view_terrain terrains[MR_SAMPLE_MOST];
  mr_view_region regions[MR_SAMPLE_MOST];
  mr_view_hand hands[MR_SAMPLE_MOST];
  mr_view_note notes[MR_SAMPLE_MOST];
} mr_sample;

void mr_sample_done(mr_sample *sample);

/**
 * An empty board, columns a, b, ..., rows numbered from the top by `first_row` and `row_step`.
 * Fails the running test when there is no memory.
 */
void mr_sample_board(mr_sample *sample, unsigned columns, unsigned rows, int first_row,
                     int row_step);

/** Adds a kind of piece. @return 1 + its index, as cells and hands have it */
uint16_t mr_sample_piece(mr_sample *sample, unsigned owner, const char *name, const char *label);

/** Adds a pattern of 3x3 pips, three octal digits as in `522`. @param owner 0 or 1 */
uint16_t mr_sample_pattern(mr_sample *sample, unsigned owner, const char *digits);

/** Adds a kind of ground. @return its index */
uint16_t mr_sample_terrain(mr_sample *sample, const char *name, char letter);

/** Adds a region. @param owner MR_NOBODY_ID for everybody's. @return its bit */
uint32_t mr_sample_region(mr_sample *sample, const char *name, unsigned owner);

/** Adds a hand. @param items lives as long as the sample */
void mr_sample_hand(mr_sample *sample, unsigned owner, const char *title, const mr_view_held *items,
                    size_t count);

void mr_sample_note(mr_sample *sample, const char *label, const char *text);

/** The cell of a column and a row, both from 0 at the top left. */
mr_view_cell *mr_sample_cell(mr_sample *sample, unsigned column, unsigned row);

/** Puts all cells of a rectangle into a region. */
void mr_sample_fill(mr_sample *sample, uint32_t region, unsigned column, unsigned row,
                    unsigned columns, unsigned rows);

/**
 * Paints again and again, with memory that ends one request later each time, until it suffices:
 * the string tells it, and everything is given back.
 */
void mr_paint_short_of_memory(void (*paint)(mr_str *text));

/** Borderline in the middle of a game: hands, home rows, notes. */
void mr_sample_borderline(mr_sample *sample);

/** The start of Borderlands with some of its regions and both reserves. */
void mr_sample_borderlands(mr_sample *sample);

/** A war map of 24 x 24 with every kind of terrain. */
void mr_sample_war(mr_sample *sample);

/** Where a piece may go, as rules pages show it. */
void mr_sample_moves(mr_sample *sample);

#endif
