/**
 * @file text.h
 * Small helpers for reading texts, independent of the locale: ASCII classes, strict numbers,
 * the tokens of a line, what may have been meant by a word, UTF-8.
 */
#ifndef MARCHER_BASE_TEXT_H
#define MARCHER_BASE_TEXT_H

#include <marcher/str.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static inline bool mr_text_is_digit(char c) {
  return c >= '0' && c <= '9';
}
static inline bool mr_text_is_lower(char c) {
  return c >= 'a' && c <= 'z';
}
static inline bool mr_text_is_upper(char c) {
  return c >= 'A' && c <= 'Z';
}
static inline bool mr_text_is_letter(char c) {
  return mr_text_is_lower(c) || mr_text_is_upper(c);
}
/** A space or a tab; not the end of a line. */
static inline bool mr_text_is_blank(char c) {
  return c == ' ' || c == '\t';
}
/** Printable ASCII, the space included. */
static inline bool mr_text_is_print(char c) {
  return c >= ' ' && c <= '~';
}
static inline char mr_text_lower(char c) {
  return mr_text_is_upper(c) ? (char)(c - 'A' + 'a') : c;
}
static inline char mr_text_upper(char c) {
  return mr_text_is_lower(c) ? (char)(c - 'a' + 'A') : c;
}

/** What stands behind a word that is counted: "" for one, else "s". */
static inline const char *mr_text_plural(uint64_t count) {
  return count == 1 ? "" : "s";
}

/** Writes the name of what is counted: "Wolf" of one, "Wolves" of several; "Pikemen", "Foxes",
 * "Dogs", and "S's" of a letter. */
void mr_str_count_name(mr_str *out, const char *name, uint64_t count);

/** Whether the first `length` bytes at `text` are exactly the C string `word`. */
bool mr_text_is(const char *text, size_t length, const char *word);

/** The same, taking A for a. */
bool mr_text_is_nocase(const char *text, size_t length, const char *word);

/** Whether `text` begins with `prefix`, letters of either case being the same. */
bool mr_text_begins_nocase(const char *text, const char *prefix);

/** Most bytes of a column's name, the NUL included. */
#define MR_COLUMN_NAME_MAX 16

/** "a" .. "z", "aa", "ab", ... as spreadsheets count, from 0: every number has one name. */
void mr_column_name(unsigned index, char out[MR_COLUMN_NAME_MAX]);

/**
 * Reads `length` bytes that are nothing but decimal digits: no sign, no blanks, at least one
 * digit; leading zeros are allowed.
 *
 * @return false, with *out untouched, when that is not so or the number is over `max`
 */
bool mr_parse_uint(const char *text, size_t length, uint64_t max, uint64_t *out);

/**
 * Reads `length` bytes that are a time: "90", "0.5" or ".5" seconds, or "1:30" with minutes, beside
 * which there are less than 60 seconds.
 *
 * @param max,out in milliseconds, to which the time is rounded
 * @return false, with *out untouched, when that is not so or the time is over `max`
 */
bool mr_parse_seconds(const char *text, size_t length, uint64_t max, uint64_t *out);

/* ---- tokens ---------------------------------------------------------------------------------- */

/** What is left of a line. */
typedef struct mr_tokens {
  const char *at;
  size_t left;
} mr_tokens;

/** A part of it, usually what stands between two blanks. */
typedef struct mr_token {
  const char *text;
  size_t length;
} mr_token;

/** Takes the next token, which blanks end. @return false: there is none; the token is empty then */
bool mr_next_token(mr_tokens *tokens, mr_token *out);

/** What is left without the blanks around it. */
mr_token mr_tokens_rest(const mr_tokens *tokens);

static inline bool mr_token_is(mr_token token, const char *text) {
  return mr_text_is(token.text, token.length, text);
}
static inline bool mr_token_is_nocase(mr_token token, const char *text) {
  return mr_text_is_nocase(token.text, token.length, text);
}

/** A decimal number, not negative. @return false: it is not one, or over `max` */
static inline bool mr_token_number(mr_token token, uint64_t max, uint64_t *out) {
  return mr_parse_uint(token.text, token.length, max, out);
}

/* ---- what was meant -------------------------------------------------------------------------- */

/** The search behind mr_nearest, one candidate at a time: for those that stand in no array. */
typedef struct mr_nearest_search {
  const char *word;
  size_t length;      /**< of word, in bytes */
  uint32_t best_cost; /**< UINT32_MAX: nothing near enough so far */
} mr_nearest_search;

/** Begins to look for what was meant by `word`, which must outlive the search. */
void mr_nearest_begin(mr_nearest_search *search, const char *word);

/** @return whether `candidate` is near enough and nearer than all offered before */
bool mr_nearest_offer(mr_nearest_search *search, const char *candidate);

/**
 * How many letters have to be changed, added, left out or exchanged with their neighbours to make
 * one word of the other; A is a. Long words count by their first 64 bytes.
 */
uint32_t mr_text_edits(const char *a, const char *b);

/* ---- UTF-8 ----------------------------------------------------------------------------------- */

/**
 * Offset of the first byte that is not text: a NUL, or not part of well-formed UTF-8 (no
 * overlong forms, no surrogates, nothing above U+10FFFF). `length` when all is well.
 *
 * @source The Unicode Standard 15.0, table 3-7
 */
size_t mr_utf8_check(const char *text, size_t length);

/** Bytes of the well-formed character at `text`; 0: there is none, or a NUL. @pre left > 0 */
size_t mr_utf8_sequence(const char *text, size_t left);

/** Whether a byte goes on with a character that began before it. */
static inline bool mr_utf8_continues(char byte) {
  return ((unsigned char)byte & 0xC0) == 0x80;
}

/** Bytes of the character that begins at `text`, or of the broken one there. @pre left > 0 */
size_t mr_utf8_length(const char *text, size_t left);

/** The code of the well-formed character of so many bytes. */
uint32_t mr_utf8_code(const char *text, size_t length);

/** Columns that a character takes on a terminal: 0, 1 or 2. */
unsigned mr_code_width(uint32_t code);

/** Bytes of the byte order mark that some editors put before any text; 0: there is none. */
size_t mr_utf8_mark(const char *text, size_t length);

/**
 * Bytes of the control character at `text`, or 0; the tab is none. Those from U+0080 on take two.
 * @pre left > 0
 */
size_t mr_utf8_control(const char *text, size_t left);

/**
 * The length of `text` without a sequence that its end cuts in two: where to cut a text that has
 * to be shortened. At most 3 less than `length`.
 */
size_t mr_utf8_whole(const char *text, size_t length);

#endif
