/**
 * @file reader.h
 * Reading and writing the small parts of Warlord's texts: squares, numbers, maps.
 */
#ifndef MARCHER_RULES_WARLORD_READER_H
#define MARCHER_RULES_WARLORD_READER_H

#include "rules/warlord/warlord.h"

/** A text with a place in it. Every reader leaves `at` where it stopped. */
typedef struct mr_wl_reader {
  const mr_wl_game *game;
  const char *text;
  size_t length;
  size_t at;
  mr_error *err;
} mr_wl_reader;

static inline bool mr_wl_more(const mr_wl_reader *r) {
  return r->at < r->length;
}
/** The next character; NUL at the end. */
static inline char mr_wl_peek(const mr_wl_reader *r) {
  return mr_wl_more(r) ? r->text[r->at] : '\0';
}
/** Column of the next character, from 1. */
static inline uint32_t mr_wl_column(const mr_wl_reader *r) {
  return (uint32_t)r->at + 1;
}

/** Fails with "expected WHAT, found ...". */
mr_status mr_wl_expected(mr_wl_reader *r, const char *what);
mr_status mr_wl_read_char(mr_wl_reader *r, char c, const char *what);
/** A decimal number up to `max`, without leading zeros. */
mr_status mr_wl_read_number(mr_wl_reader *r, unsigned max, const char *what, unsigned *out);
/** A square: letters, then the rank. */
mr_status mr_wl_read_cell(mr_wl_reader *r, unsigned *out);
/** Takes `word` if the text goes on with it. */
bool mr_wl_take_word(mr_wl_reader *r, const char *word);

/**
 * A map with run lengths and '/' between rows, one value a cell. @param value of a letter, or
 * negative where the letter means nothing
 */
mr_status mr_wl_read_map(mr_wl_reader *r, int (*value)(char letter), const char *what,
                         uint8_t *out);
/** Values for mr_wl_read_map. */
int mr_wl_piece_value(char letter);
int mr_wl_ground_value(char letter);

/** The activations in brackets, or of one action; see action_text.c. */
mr_status mr_wl_read_activation(mr_wl_reader *r, const mr_wl_state *state, mr_action *out);

void mr_wl_add_cell(const mr_wl_game *game, mr_str *out, unsigned cell);
/** The name of a file: a, b, ..., z, aa, ab, ... */
void mr_wl_add_file(mr_str *out, unsigned file);

#endif
