/**
 * @file edit.h
 * Definitions as texts that people write: changing one value and leaving every other byte as it is,
 * comments too; and the drawings that some values are. For editors, which stand upon it.
 */
#ifndef MARCHER_EDIT_H
#define MARCHER_EDIT_H

#include <marcher/definition.h>

MR_BEGIN_C

/* ---- values of a text ------------------------------------------------------------------------ */

/** One value to be written. */
typedef struct mr_edit {
  const char *definition; /**< its name */
  const char *key;
  const char *value; /**< one line, or several with '\n' between them; NULL: the key is taken out */
} mr_edit;

/**
 * Writes the text of a file with one key of one definition set: in place of its value, of the last
 * one where it is set twice, or behind the last key of the definition. All other bytes stay,
 * comments among the lines of a value as well, and so does the way in which lines end. What is
 * written may be wrong as a definition: that is for the compiler to say.
 * @return MR_ERR_UNKNOWN where there is no definition of that name in the text, MR_ERR_SYNTAX for
 * what is no name of a key, MR_ERR_LIMIT for a text beyond ::MR_DEFINITION_FILE_MAX, MR_ERR_NOMEM
 */
MR_NODISCARD MR_API mr_status mr_edit_set(const char *text, size_t length, const mr_edit *edit,
                                          mr_str *out, mr_error *err);

/** A definition of a text: where its header stands. */
typedef struct mr_edit_section {
  const char *name; /**< points into the text, without a NUL behind it */
  size_t name_length;
  const char *parent; /**< NULL: none */
  size_t parent_length;
  uint32_t line; /**< from 1 */
} mr_edit_section;

/** Where the text of a file begins: behind the mark of its encoding, if it has one. */
MR_API size_t mr_edit_begin(const char *text, size_t length);

/**
 * The next definition of a text that may be wrong everywhere else. @param at where to go on,
 * mr_edit_begin at first @param line of `at`, from 1; 1 at first. @return false: there is none
 */
MR_API bool mr_edit_next_section(const char *text, size_t length, size_t *at, uint32_t *line,
                                 mr_edit_section *out);

/**
 * What stands in place of the underlined bytes of a complaint where the remedy is certain enough to
 * be offered: the name that was meant, the nearest value that is allowed. @return false: there is
 * none
 */
MR_API bool mr_edit_remedy(const mr_diagnostic *complaint, mr_str *out);

/* ---- drawings -------------------------------------------------------------------------------- */

/** Bytes of the longest label of a square, the NUL included. */
#define MR_GRID_LABEL 8
/** Most columns and rows of a drawing. */
#define MR_GRID_SIDE_MAX 120

/** How a drawing is written. */
typedef enum mr_grid_style {
  MR_GRID_FEN, /**< rows between '/', digits for so many empty squares, then what is not the board
                */
  MR_GRID_MAP, /**< a letter for each square, a line for each row, blanks for the eye */
} mr_grid_style;

/** A drawing, square by square. Texts point into the arena that it was read into. */
typedef struct mr_grid {
  mr_grid_style style;
  uint16_t columns; /**< of the longest row; shorter ones are filled up with empty squares */
  uint16_t rows;
  char (*cells)[MR_GRID_LABEL]; /**< reading order; "" is empty, in maps that is '.' */
  const char *hand;             /**< MR_GRID_FEN: between brackets; NULL: there are none */
  const char *rest;             /**< MR_GRID_FEN: behind the board, without the blank before it */
} mr_grid;

/**
 * Reads a drawing, which may be no legal position. @return MR_ERR_SYNTAX for what is none,
 * MR_ERR_LIMIT, MR_ERR_NOMEM
 */
MR_NODISCARD MR_API mr_status mr_grid_read(mr_grid_style style, const char *text, size_t length,
                                           mr_arena *arena, mr_grid *out, mr_error *err);

/** Writes it: mr_grid_read reads it back. */
MR_API void mr_grid_write(const mr_grid *grid, mr_str *out);

/**
 * Puts a label on a square; "" makes it empty. @return MR_ERR_RANGE where there is no such square,
 * MR_ERR_SYNTAX for what is no label
 */
MR_NODISCARD MR_API mr_status mr_grid_put(mr_grid *grid, size_t cell, const char *label,
                                          mr_error *err);

MR_END_C

#endif
