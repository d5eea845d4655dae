/**
 * @file reader.h
 * Texts of states and actions, read from left to right: for the families' parsers.
 */
#ifndef MARCHER_KERNEL_READER_H
#define MARCHER_KERNEL_READER_H

#include <marcher/game.h>

/** A text with a place in it. Whatever reads leaves `at` where it stopped. */
typedef struct mr_reader {
  const mr_game *game;
  const char *text;
  size_t length;
  size_t at;
  mr_error *err;
} mr_reader;

static inline bool mr_reader_more(const mr_reader *r) {
  return r->at < r->length;
}
/** The next character; NUL at the end. */
static inline char mr_reader_peek(const mr_reader *r) {
  return mr_reader_more(r) ? r->text[r->at] : '\0';
}
/** Column of the next character, from 1. */
static inline uint32_t mr_reader_column(const mr_reader *r) {
  return (uint32_t)r->at + 1;
}

/** Fails with "expected WHAT, found ...". */
mr_status mr_reader_expected(const mr_reader *r, const char *what);
/** Reads one character. @param what for the complaint that another one stands there */
mr_status mr_reader_char(mr_reader *r, char c, const char *what);
/** A decimal number in min .. max, without leading zeros. */
mr_status mr_reader_number(mr_reader *r, unsigned min, unsigned max, const char *what,
                           unsigned *out);
/** Takes `word` if the text goes on with it. */
bool mr_reader_take(mr_reader *r, const char *word);

#endif
