/**
 * @file reader.h
 * Texts of states and actions, for the families: read from left to right, and the rows of a board
 * both ways.
 */
#ifndef MARCHER_KERNEL_READER_H
#define MARCHER_KERNEL_READER_H

#include <marcher/game.h>

/**
 * A text with a place in it. Whatever reads leaves `at` where it stopped. The first complaint ends
 * the text: from then on there is nothing more to read, whoever asks gets `status`, and what would
 * be said is not. So a parser may read on and ask once how it went.
 */
typedef struct mr_reader {
  const mr_game *game;
  const char *text;
  size_t length;
  size_t at;
  mr_error *err;
  mr_status status;
} mr_reader;

static inline mr_reader mr_reader_over(const mr_game *game, const char *text, size_t length,
                                       mr_error *err) {
  return (mr_reader){.game = game, .text = text, .length = length, .err = err};
}

static inline bool mr_reader_more(const mr_reader *r) {
  return r->status == MR_OK && r->at < r->length;
}
/** The next character; NUL at the end. */
static inline char mr_reader_peek(const mr_reader *r) {
  return mr_reader_more(r) ? r->text[r->at] : '\0';
}
/** Column of the next character, from 1. */
static inline uint32_t mr_reader_column(const mr_reader *r) {
  return (uint32_t)r->at + 1;
}

/** Complains of what begins at the byte `at` of the text. @return the first complaint's status */
mr_status mr_reader_fail(mr_reader *r, mr_status status, size_t at, const char *format, ...)
    MR_PRINTF(4, 5);
/** Fails with "expected WHAT, found ...". */
mr_status mr_reader_expected(mr_reader *r, const char *what);
/** Reads one character. @param what for the complaint that another one stands there */
mr_status mr_reader_char(mr_reader *r, char c, const char *what);
/** Reads one of some characters. @return its place among them; 0, too, where another one stands */
unsigned mr_reader_one_of(mr_reader *r, const char *characters, const char *what);
/** Fails unless all has been read; a word too many, behind a blank, is named. */
mr_status mr_reader_end(mr_reader *r);
/** A decimal number in min .. max, without leading zeros. */
mr_status mr_reader_number(mr_reader *r, unsigned min, unsigned max, const char *what,
                           unsigned *out);
/** Takes `word` if the text goes on with it. */
bool mr_reader_take(mr_reader *r, const char *word);

/**
 * A board in rows from the top, '/' between them, with numbers for runs of empty squares. The
 * functions get the context of who reads or writes, and cells in reading order.
 */
typedef struct mr_rows {
  unsigned columns;
  unsigned rows;
  const char *what; /**< what may stand on a square, for complaints */
  bool from_below;  /**< rows are called by numbers from 1 at the bottom, else from 0 at the top */
  /** Reads what stands on a square; one beyond the edge, to be counted, is cell `columns * rows`.
   *  @return whether it was that, good or not */
  bool (*read)(mr_reader *r, void *context, unsigned cell);
  unsigned (*value)(const void *context, unsigned cell); /**< what stands there; 0: nothing */
  void (*add)(mr_str *out, unsigned value);              /**< writes such a value */
} mr_rows;

/** Reads by `read`. */
mr_status mr_reader_rows(mr_reader *r, const mr_rows *rows, void *context);
/** Writes by `value` and `add`. */
void mr_str_rows(mr_str *out, const mr_rows *rows, const void *context);

#endif
