/**
 * @file diagnostics.h
 * The library's side of complaints: quoting, cleaning and hinting.
 */
#ifndef MARCHER_DEFINITION_DIAGNOSTICS_H
#define MARCHER_DEFINITION_DIAGNOSTICS_H

#include <marcher/definition.h>

/** What is wrong with a file of weights in which there are none. */
#define MR_WEIGHTS_NONE "there are no weights in it: they stand below a line such as [chess]"

/** What overrides are called as a whole; each one's spans add its text: mr_source_is_override. */
extern const char mr_override_source[6];

/** Bytes of a quotation in a message: long enough to recognise, short enough to read. */
enum { MR_QUOTE_MAX = 44 };

/** Room for one quotation. */
typedef struct mr_quote {
  char text[MR_QUOTE_MAX];
} mr_quote;

/**
 * Copies `length` bytes into `quote`, shortened with "..." when they do not fit, and returns the
 * copy: for messages that repeat what somebody wrote.
 */
const char *mr_quote_bytes(mr_quote *quote, const char *text, size_t length);

/** The same for a C string. */
const char *mr_quote_text(mr_quote *quote, const char *text);

/** Room for the hint that proposes a name. */
typedef struct mr_hint {
  char text[MR_DEFINITION_NAME_MAX + 32];
} mr_hint;

/** "did you mean 'name'?", or NULL if `name` is NULL. See mr_edit_remedy. */
const char *mr_hint_name(mr_hint *hint, const char *name);

/** The same of the value that is allowed and nearest to one that is not. */
const char *mr_hint_value(mr_hint *hint, int64_t value);

/**
 * Puts '?' in place of every byte that a terminal or a JSON reader might choke on: bytes that are
 * not UTF-8, and control characters but the tab. The length stays, and so do columns.
 */
void mr_text_clean(char *text, size_t length);

/**
 * Puts complaints in the order of lines and columns, each with the notes that belong to it; files
 * stay in the order in which they came. Without memory for that all stays as it was.
 */
void mr_diagnostics_sort(mr_diagnostics *list);

/** Adds what both of two lists hold, as the first one has it, with its notes. */
void mr_diagnostics_append_common(mr_diagnostics *list, const mr_diagnostics *one,
                                  const mr_diagnostics *other);

/** As mr_diagnose, and returns `status`: for a complaint that ends what it is about. */
mr_status mr_diagnose_fail(mr_diagnostics *list, mr_status status, const mr_span *at,
                           const char *hint, const char *format, ...) MR_PRINTF(5, 6);

/** The first complaint of a function that makes several: `first` unless that is MR_OK. */
static inline mr_status mr_status_first(mr_status first, mr_status next) {
  return first != MR_OK ? first : next;
}

/** Reports that memory ran out, and returns MR_ERR_NOMEM. */
static inline mr_status mr_diagnose_nomem(mr_diagnostics *list) {
  mr_diagnose(list, MR_ERR_NOMEM, NULL, NULL, "out of memory");
  return MR_ERR_NOMEM;
}

/** `length` bytes at byte `offset` of what `span` covers. */
static inline mr_span mr_span_part(const mr_span *span, size_t offset, size_t length) {
  mr_span part = *span;
  part.column += (uint32_t)offset;
  part.length = length > 0 ? (uint32_t)length : 1;
  return part;
}

#endif
