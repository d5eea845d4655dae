/**
 * @file reader.h
 * Reading and writing the small parts of Borderline's texts: pieces, squares, numbers.
 */
#ifndef MARCHER_RULES_BORDERLINE_READER_H
#define MARCHER_RULES_BORDERLINE_READER_H

#include "rules/borderline/borderline.h"

/** A text with a place in it. Every reader leaves `at` where it stopped. */
typedef struct mr_bd_reader {
  const mr_bd_game *game;
  const char *text;
  size_t length;
  size_t at;
  mr_error *err;
} mr_bd_reader;

extern const char mr_bd_letters[2];      /**< 'R', 'B' */
extern const char *const mr_bd_names[2]; /**< "Red", "Blue" */
extern const char mr_bd_direction_letters[MR_BD_DIRECTIONS];

static inline bool mr_bd_more(const mr_bd_reader *r) {
  return r->at < r->length;
}
/** The next character; NUL at the end. */
static inline char mr_bd_peek(const mr_bd_reader *r) {
  return mr_bd_more(r) ? r->text[r->at] : '\0';
}
/** Column of the next character, from 1. */
static inline uint32_t mr_bd_column(const mr_bd_reader *r) {
  return (uint32_t)r->at + 1;
}

/** Fails with "expected WHAT, found ...". */
mr_status mr_bd_expected(mr_bd_reader *r, const char *what);
mr_status mr_bd_read_char(mr_bd_reader *r, char c, const char *what);
/** A decimal number up to `max`, without leading zeros. */
mr_status mr_bd_read_number(mr_bd_reader *r, unsigned max, const char *what, unsigned *out);
/** Three octal digits, whatever they mean. */
mr_status mr_bd_read_pattern(mr_bd_reader *r, unsigned *out);
mr_status mr_bd_read_cell(mr_bd_reader *r, unsigned *out);
/** BD-2 for a pattern read at `begin`: on the board it may lie turned. */
mr_status mr_bd_check_pattern(mr_bd_reader *r, size_t begin, unsigned pattern, bool on_board);
/** Takes the rest of the text if it is exactly `word`. */
bool mr_bd_take_word(mr_bd_reader *r, const char *word);

void mr_bd_add_pattern(mr_str *out, unsigned pattern);
void mr_bd_add_cell(const mr_bd_game *game, mr_str *out, unsigned cell);

#endif
