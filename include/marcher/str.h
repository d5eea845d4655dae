/**
 * @file str.h
 * A string under construction. Either of fixed size over the caller's buffer (never allocates)
 * or growing through an allocator. Errors are sticky: write everything, then look once.
 */
#ifndef MARCHER_STR_H
#define MARCHER_STR_H

#include <marcher/alloc.h>
#include <stdarg.h>
#include <stdbool.h>

MR_BEGIN_C

/** `data` is NUL-terminated after every call, except in a growing string that has not grown yet. */
typedef struct mr_str {
  char *data;
  size_t length;                 /**< without the NUL */
  size_t capacity;               /**< bytes in data, the NUL included */
  const mr_allocator *allocator; /**< NULL: fixed */
  mr_status status;              /**< MR_OK, MR_ERR_LIMIT (fixed and full) or MR_ERR_NOMEM */
} mr_str;

/** A fixed string over `size` >= 1 bytes at `buffer`. What does not fit is dropped. */
MR_NODISCARD MR_API mr_str mr_str_fixed(char *buffer, size_t size);

/** A growing string; `allocator` NULL means the default one. Free it with mr_str_done. */
MR_NODISCARD MR_API mr_str mr_str_growing(const mr_allocator *allocator);

/** Frees a growing string; harmless on a fixed or zeroed one. */
MR_API void mr_str_done(mr_str *str);

/** Empties the string and clears its status; keeps the memory. */
MR_API void mr_str_reset(mr_str *str);

/** The text so far as a C string: "" when nothing was written. */
MR_API const char *mr_str_text(const mr_str *str);

/*
 * Writers append. Once the status is not MR_OK they do nothing. What does not fit into a fixed
 * string is cut at a UTF-8 boundary; a growing string takes all of a piece or nothing of it.
 */

/** Appends one character, which is not NUL. */
MR_API void mr_str_char(mr_str *str, char c);

/** Appends a C string. */
MR_API void mr_str_add(mr_str *str, const char *text);

/** Appends `length` bytes; `bytes` may be NULL where that is 0. */
MR_API void mr_str_bytes(mr_str *str, const char *bytes, size_t length);

/** Appends one ASCII character `count` times. */
MR_API void mr_str_repeat(mr_str *str, char c, size_t count);

/** Appends a number in decimal digits. */
MR_API void mr_str_uint(mr_str *str, uint64_t value);

/** Appends what printf would print. No argument may lie in the string itself. */
MR_API void mr_str_format(mr_str *str, const char *format, ...) MR_PRINTF(2, 3);
MR_API void mr_str_vformat(mr_str *str, const char *format, va_list args) MR_PRINTF(2, 0);

/**
 * The candidate nearest to `word` by edit distance (transpositions count one), or NULL when none
 * is near enough to be what was meant.
 */
MR_API const char *mr_nearest(const char *word, const char *const *candidates, size_t count);

MR_END_C

#endif
