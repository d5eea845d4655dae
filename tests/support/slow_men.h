#ifndef MARCHER_TESTS_SUPPORT_SLOW_MEN_H
#define MARCHER_TESTS_SUPPORT_SLOW_MEN_H

/**
 * @file
 * The board of the slow 8x8 games: 64 letters from a1 to h8, capitals for White, '.' for nobody,
 * and the ways in which men go over it. `reach` always holds one flag per square; the functions
 * only add to it. A square is reached whoever stands on it: whether that is a capture or a friend
 * is for the game to say.
 */

#include <stdbool.h>
#include <stddef.h>

enum { SLOW_SQUARES = 64, SLOW_NOWHERE = -1 };

/** The square `files` to the right and `ranks` up; SLOW_NOWHERE off the board. */
int men_step(int from, int files, int ranks);

bool men_is_white(char man);
bool men_is_black(char man);
bool men_is_of(char man, bool white);

/** The square's colour, a1 being dark. */
bool men_is_dark(int square);

/** Where this man stands; SLOW_NOWHERE when it does not. */
int men_find(const char *men, char man);

/** One leap. */
void men_leap(int from, int files, int ranks, bool *reach);

/** The same leap to all four sides, or the eight of it where it is oblique. */
void men_leaps(int from, int files, int ranks, bool *reach);

/** The same leap again and again up to the first man. */
void men_ride(const char *men, int from, int files, int ranks, bool *reach);
void men_rides(const char *men, int from, int files, int ranks, bool *reach);

/**
 * Diagonal steps, `leg` of them between two turns by a right angle, always outward, up to the first
 * man: leg 1 is the crooked bishop, leg 2 the ZigZag bishop.
 */
void men_crooked(const char *men, int from, int leg, bool *reach);

/**
 * Reads the first field of a state into `men`. @param letters the capitals that are men
 * @return false where it is no board of these men
 */
bool men_read_men(const char *text, const char *letters, char *men);

/** Writes the first field. @param out room for 72 bytes */
void men_write_men(const char *men, char *out);

/** The square of two characters, "e4"; SLOW_NOWHERE when they are none. */
int men_read_square(const char *text);

/** Writes "e4". @param out room for 3 bytes */
void men_write_square(int square, char *out);

/** A number of a state from 0 to 9999; -1 when it is none. */
int men_read_number(const char *text);

/**
 * Cuts `line` at its single blanks. @return whether there are exactly `count` fields, none empty
 */
bool men_cut(char *line, char **fields, size_t count);

/* ---- what has been there before -------------------------------------------------------------- */

enum { SLOW_KEY_MAX = 112 };

/** The texts of earlier positions, in order. Zero it to begin. */
typedef struct slow_past {
  char (*keys)[SLOW_KEY_MAX];
  size_t count;
  size_t room;
} slow_past;

void men_past_add(slow_past *past, const char *key);
size_t men_past_count(const slow_past *past, const char *key);
void men_past_copy(slow_past *past, const slow_past *from);
void men_past_done(slow_past *past);

#endif
