/**
 * @file text.h
 * Small helpers for reading texts, independent of the locale: ASCII classes, strict numbers,
 * UTF-8.
 */
#ifndef MARCHER_BASE_TEXT_H
#define MARCHER_BASE_TEXT_H

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

/** Whether the first `length` bytes at `text` are exactly the C string `word`. */
bool mr_text_is(const char *text, size_t length, const char *word);

/** The same, taking A for a. */
bool mr_text_is_nocase(const char *text, size_t length, const char *word);

/**
 * Reads `length` bytes that are nothing but decimal digits: no sign, no blanks, at least one
 * digit; leading zeros are allowed.
 *
 * @return false, with *out untouched, when that is not so or the number is over `max`
 */
bool mr_parse_uint(const char *text, size_t length, uint64_t max, uint64_t *out);

/**
 * Offset of the first byte that is not text: a NUL, or not part of well-formed UTF-8 (no
 * overlong forms, no surrogates, nothing above U+10FFFF). `length` when all is well.
 *
 * @source The Unicode Standard 15.0, table 3-7
 */
size_t mr_utf8_check(const char *text, size_t length);

/**
 * The length of `text` without a sequence that its end cuts in two: where to cut a text that has
 * to be shortened. At most 3 less than `length`.
 */
size_t mr_utf8_whole(const char *text, size_t length);

#endif
