/**
 * @file status.h
 * How a function says that it failed. A status is a small number; an error carries the words.
 *
 * Conventions that hold for the whole library:
 * - a function that can fail returns ::mr_status and is MR_NODISCARD; MR_OK is 0;
 * - its outputs are untouched on failure;
 * - its `mr_error *err`, always the last parameter, is owned by the caller, may be NULL, and is
 *   written only on failure;
 * - texts from outside (files, positions, moves) may be anything at all: a public parser never
 *   crashes, never reads past the given length and never allocates without bound.
 */
#ifndef MARCHER_STATUS_H
#define MARCHER_STATUS_H

#include <marcher/compiler.h>
#include <stdarg.h>
#include <stdint.h>

MR_BEGIN_C

/** What went wrong, coarsely: enough to choose an exit status or an answer. */
typedef enum mr_status {
  MR_OK = 0,          /**< it worked */
  MR_ERR_NOMEM,       /**< the allocator said no */
  MR_ERR_ARGUMENT,    /**< the call itself is wrong (a NULL, a player out of range) */
  MR_ERR_SYNTAX,      /**< a text does not follow its grammar */
  MR_ERR_RANGE,       /**< a number or a size is outside its bounds */
  MR_ERR_UNKNOWN,     /**< a name that nobody has defined */
  MR_ERR_DUPLICATE,   /**< a name that is defined already */
  MR_ERR_ILLEGAL,     /**< well written, but against the rules of the game */
  MR_ERR_UNSUPPORTED, /**< the game lacks the capability that the tool needs */
  MR_ERR_LIMIT,       /**< more than the documented maximum */
  MR_ERR_ENCODING,    /**< a NUL byte or invalid UTF-8 */
  MR_ERR_MISMATCH,    /**< two things that must agree do not (a record and its replay) */
  MR_ERR_IO,          /**< the operating system said no */
  MR_ERR_CANCELLED,   /**< stopped on request */
  MR_STATUS_COUNT
} mr_status;

#define MR_ERROR_SOURCE_MAX 256  /**< bytes of mr_error.source, the NUL included */
#define MR_ERROR_MESSAGE_MAX 512 /**< bytes of mr_error.message, the NUL included */

/** One failure in words. `line` and `column` count from 1; 0 means "does not apply". */
typedef struct mr_error {
  mr_status status;
  uint32_t line;
  uint32_t column;
  char source[MR_ERROR_SOURCE_MAX];   /**< file or other origin, "" if none */
  char message[MR_ERROR_MESSAGE_MAX]; /**< one sentence, no final newline */
} mr_error;

/** A short lower-case name such as "syntax" or "out of memory". Never NULL. */
MR_API const char *mr_status_name(mr_status status);

/**
 * Fills `err` (if not NULL) with a message and returns `status`, so that a parser can write
 * `return mr_error_set(err, MR_ERR_SYNTAX, "expected a digit, found '%c'", c);`.
 * Clears source, line and column. A message that does not fit is cut at a UTF-8 boundary.
 */
MR_API mr_status mr_error_set(mr_error *err, mr_status status, const char *format, ...)
    MR_PRINTF(3, 4);

/** The same with a va_list. */
MR_API mr_status mr_error_vset(mr_error *err, mr_status status, const char *format, va_list args)
    MR_PRINTF(3, 0);

/** As mr_error_set, with a column (from 1) inside the text that was parsed. */
MR_API mr_status mr_error_at(mr_error *err, mr_status status, uint32_t column, const char *format,
                             ...) MR_PRINTF(4, 5);

/** Names the origin of an error that is already set. `source` may be NULL for "none". */
MR_API void mr_error_locate(mr_error *err, const char *source, uint32_t line, uint32_t column);

MR_END_C

#endif
