#include "definition/diagnostics.h"

#include <inttypes.h>
#include <marcher/edit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

/** Bytes of the longest message: a loop of parents fits. */
enum { MESSAGE_MAX = 4095 };

/* How hints begin that name what was meant, up to its quotation mark. */
#define HINT_NAME "did you mean '"
#define HINT_VALUE "the nearest that is allowed is '"

const char mr_override_source[6] = "--set";

bool mr_source_is_override(const char *source) {
  size_t length = sizeof mr_override_source - 1;
  return source != NULL && strncmp(source, mr_override_source, length) == 0 &&
         (source[length] == '\0' || source[length] == ' ');
}

const char *mr_quote_bytes(mr_quote *quote, const char *text, size_t length) {
  static const char dots[] = "...";
  if (length < sizeof quote->text) {
    memcpy(quote->text, text, length);
    quote->text[length] = '\0';
    return quote->text;
  }
  size_t kept = mr_utf8_whole(text, sizeof quote->text - sizeof dots);
  memcpy(quote->text, text, kept);
  memcpy(quote->text + kept, dots, sizeof dots);
  return quote->text;
}

const char *mr_quote_text(mr_quote *quote, const char *text) {
  return mr_quote_bytes(quote, text, strlen(text));
}

const char *mr_hint_name(mr_hint *hint, const char *name) {
  if (name == NULL) {
    return NULL;
  }
  mr_str out = mr_str_fixed(hint->text, sizeof hint->text);
  mr_str_format(&out, HINT_NAME "%s'?", name);
  return hint->text;
}

const char *mr_hint_value(mr_hint *hint, int64_t value) {
  mr_str out = mr_str_fixed(hint->text, sizeof hint->text);
  mr_str_format(&out, HINT_VALUE "%" PRId64 "'", value);
  return hint->text;
}

bool mr_edit_remedy(const mr_diagnostic *complaint, mr_str *out) {
  static const char *const beginnings[] = {HINT_NAME, HINT_VALUE};
  for (size_t i = 0; complaint->hint != NULL && i < 2; i++) {
    size_t length = strlen(beginnings[i]);
    const char *end = strrchr(complaint->hint, '\'');
    if (strncmp(complaint->hint, beginnings[i], length) == 0 && complaint->column > 0 &&
        end != NULL && end >= complaint->hint + length) {
      mr_str_bytes(out, complaint->hint + length, (size_t)(end - complaint->hint) - length);
      return true;
    }
  }
  return false;
}

void mr_text_clean(char *text, size_t length) {
  size_t at = 0;
  size_t valid = mr_utf8_check(text, length);
  while (at < length) {
    if (at < valid && mr_text_is_print(text[at])) { /* nearly all of any text */
      at++;
      continue;
    }
    size_t bad = at == valid ? 1 : mr_utf8_control(text + at, length - at);
    memset(text + at, '?', bad);
    at += bad > 0 ? bad : 1;
    if (at > valid) {
      valid = at + mr_utf8_check(text + at, length - at);
    }
  }
}

void mr_diagnostics_init(mr_diagnostics *list, mr_arena *arena) {
  *list = (mr_diagnostics){.arena = arena, .status = MR_OK};
}

/** A clean copy, or NULL for NULL and when memory ran out, which is noted. */
static const char *copy_clean(mr_diagnostics *list, const char *text) {
  if (text == NULL) {
    return NULL;
  }
  size_t length = strlen(text);
  char *copy = mr_arena_copy(list->arena, text, length);
  if (copy == NULL) {
    list->status = MR_ERR_NOMEM;
    return NULL;
  }
  mr_text_clean(copy, length);
  return copy;
}

static bool same_text(const char *a, const char *b) {
  return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0;
}

/**
 * Whether the same was said of the same place before. Definitions with a common parent are checked
 * one by one, and a mistake of the parent is one mistake.
 */
static bool is_known(const mr_diagnostics *list, const mr_diagnostic *header, const mr_span *at,
                     const char *text) {
  for (const mr_diagnostic *item = list->first; item != NULL; item = item->next) {
    if (item->severity == header->severity && item->status == header->status &&
        item->line == at->line && item->column == at->column &&
        same_text(item->source, at->source) && strcmp(item->message, text) == 0) {
      return true;
    }
  }
  return false;
}

/**
 * Earlier complaints about the same file and the same line lend their copies. Lines are shared
 * because they may be long: a file of one line with a hundred mistakes is kept once.
 */
static void locate(mr_diagnostics *list, mr_diagnostic *item, const mr_span *at) {
  const mr_diagnostic *file = list->first;
  while (file != NULL && !same_text(file->source, at->source)) {
    file = file->next;
  }
  item->source = file != NULL ? file->source : copy_clean(list, at->source);
  const mr_diagnostic *line = list->first;
  while (line != NULL && !(line->line == at->line && same_text(line->source, item->source) &&
                           same_text(line->line_text, at->line_text))) {
    line = line->next;
  }
  item->line = at->line;
  item->column = at->column;
  item->length = at->column > 0 && at->length == 0 ? 1 : at->length;
  item->line_text = line != NULL ? line->line_text : copy_clean(list, at->line_text);
}

static void append(mr_diagnostics *list, mr_diagnostic *item) {
  *(list->last != NULL ? &list->last->next : &list->first) = item;
  list->last = item;
  list->count++;
}

static void count_error(mr_diagnostics *list, mr_status status) {
  list->errors++;
  if (list->status == MR_OK || status == MR_ERR_NOMEM) {
    list->status = status;
  }
}

/** Says once that the list is full; errors beyond it are not counted. */
static void overflow(mr_diagnostics *list, mr_severity severity, mr_status status) {
  if (status == MR_ERR_NOMEM) {
    list->status = MR_ERR_NOMEM;
  }
  if (severity != MR_SEVERITY_ERROR || list->count > MR_DIAGNOSTICS_MAX) {
    return;
  }
  mr_diagnostic *item = mr_arena_zero(list->arena, 1, sizeof *item);
  count_error(list, item != NULL ? status : MR_ERR_NOMEM);
  if (item != NULL) {
    item->severity = MR_SEVERITY_ERROR;
    item->status = MR_ERR_LIMIT;
    item->message = "too many errors; the rest is not shown";
    append(list, item);
  }
}

static void diagnose(mr_diagnostics *list, mr_diagnostic header, const mr_span *at,
                     const char *format, va_list args) {
  static const mr_span nowhere = {0};
  char text[MESSAGE_MAX + 1] = "";
  at = at != NULL ? at : &nowhere;
  if (vsnprintf(text, sizeof text, format, args) < 0) {
    text[0] = '\0';
  }
  text[mr_utf8_whole(text, strlen(text))] = '\0';
  mr_text_clean(text, strlen(text));
  if (list->count <= MR_DIAGNOSTICS_MAX && is_known(list, &header, at, text)) {
    return;
  }
  if (list->count >= MR_DIAGNOSTICS_MAX) {
    overflow(list, header.severity, header.status);
    return;
  }
  if (header.severity == MR_SEVERITY_ERROR) {
    count_error(list, header.status);
  }
  list->notes += header.severity == MR_SEVERITY_NOTE;
  mr_diagnostic *item = mr_arena_zero(list->arena, 1, sizeof *item);
  if (item == NULL) {
    list->status = MR_ERR_NOMEM;
    return;
  }
  *item = header;
  item->message = copy_clean(list, text);
  item->message = item->message != NULL ? item->message : "out of memory";
  item->hint = copy_clean(list, header.hint);
  locate(list, item, at);
  append(list, item);
}

void mr_diagnose(mr_diagnostics *list, mr_status status, const mr_span *at, const char *hint,
                 const char *format, ...) {
  mr_diagnostic header = {.severity = MR_SEVERITY_ERROR, .status = status, .hint = hint};
  va_list args;
  va_start(args, format);
  diagnose(list, header, at, format, args);
  va_end(args);
}

mr_status mr_diagnose_fail(mr_diagnostics *list, mr_status status, const mr_span *at,
                           const char *hint, const char *format, ...) {
  mr_diagnostic header = {.severity = MR_SEVERITY_ERROR, .status = status, .hint = hint};
  va_list args;
  va_start(args, format);
  diagnose(list, header, at, format, args);
  va_end(args);
  return status;
}

void mr_diagnose_as(mr_diagnostics *list, mr_severity severity, mr_status status, const mr_span *at,
                    const char *hint, const char *format, ...) {
  mr_diagnostic header = {.severity = severity, .status = status, .hint = hint};
  va_list args;
  va_start(args, format);
  diagnose(list, header, at, format, args);
  va_end(args);
}

static void add_copy(mr_diagnostics *list, const mr_diagnostic *item) {
  mr_span at = {item->source, item->line, item->column, item->length, item->line_text};
  mr_diagnose_as(list, item->severity, item->status, &at, item->hint, "%s", item->message);
}

void mr_diagnostics_append(mr_diagnostics *list, const mr_diagnostics *more) {
  for (const mr_diagnostic *item = more->first; item != NULL; item = item->next) {
    add_copy(list, item);
  }
  if (more->status != MR_OK && list->status == MR_OK) {
    list->status = more->status;
  }
}

void mr_diagnostics_append_common(mr_diagnostics *list, const mr_diagnostics *one,
                                  const mr_diagnostics *other) {
  bool common = false;
  for (const mr_diagnostic *item = one->first; item != NULL; item = item->next) {
    const mr_span at = {.source = item->source, .line = item->line, .column = item->column};
    if (item->severity != MR_SEVERITY_NOTE || item == one->first) {
      common = is_known(other, item, &at, item->message);
    }
    if (common) {
      add_copy(list, item);
    }
  }
  if (one->status == MR_ERR_NOMEM || other->status == MR_ERR_NOMEM) {
    list->status = MR_ERR_NOMEM;
  }
}

/* ---- in order -------------------------------------------------------------------------------- */

/** A complaint with its notes. */
typedef struct complaint {
  mr_diagnostic *first;
  mr_diagnostic *last;
  size_t source; /**< the place of its file in the order of coming; behind all others: no file */
  size_t index;
} complaint;

static int by_line(const void *a, const void *b) {
  const complaint *x = a, *y = b;
  if (x->source != y->source) {
    return x->source < y->source ? -1 : 1;
  }
  if (x->first->line != y->first->line) {
    return x->first->line < y->first->line ? -1 : 1;
  }
  if (x->first->column != y->first->column) {
    return x->first->column < y->first->column ? -1 : 1;
  }
  return x->index < y->index ? -1 : 1;
}

/** The place of the first item of the same file. */
static size_t source_of(const complaint *all, size_t count, const mr_diagnostic *item) {
  size_t i = 0;
  while (i < count && !same_text(all[i].first->source, item->source)) {
    i++;
  }
  return item->source == NULL ? SIZE_MAX : i;
}

void mr_diagnostics_sort(mr_diagnostics *list) {
  complaint *all = list->count > 1 ? mr_arena_zero(list->arena, list->count, sizeof *all) : NULL;
  size_t count = 0;
  if (all == NULL) {
    return;
  }
  for (mr_diagnostic *item = list->first; item != NULL; item = item->next) {
    if (item->severity == MR_SEVERITY_NOTE && count > 0 &&
        all[count - 1].first->severity != MR_SEVERITY_NOTE) {
      all[count - 1].last = item;
      continue;
    }
    all[count] = (complaint){item, item, source_of(all, count, item), count};
    count++;
  }
  qsort(all, count, sizeof *all, by_line);
  for (size_t i = 0; i < count; i++) {
    all[i].last->next = i + 1 < count ? all[i + 1].first : NULL;
  }
  list->first = all[0].first;
  list->last = all[count - 1].last;
  for (const mr_diagnostic *item = list->first; item != NULL; item = item->next) {
    if (item->severity == MR_SEVERITY_ERROR && list->status != MR_ERR_NOMEM) {
      list->status = item->status;
      break;
    }
  }
}

/* ---- as one error ---------------------------------------------------------------------------- */

mr_status mr_diagnostics_error(const mr_diagnostics *list, mr_error *err) {
  if (list->errors == 0 && list->status == MR_OK) {
    return MR_OK;
  }
  const mr_diagnostic *item = list->first;
  while (item != NULL && item->severity != MR_SEVERITY_ERROR) {
    item = item->next;
  }
  if (item == NULL || (list->status == MR_ERR_NOMEM && item->status != MR_ERR_NOMEM)) {
    return mr_error_set(err, list->status, "%s", mr_status_name(list->status));
  }
  mr_error_set(err, list->status, "%s%s%s", item->message, item->hint != NULL ? "; " : "",
               item->hint != NULL ? item->hint : "");
  bool in_file = !mr_source_is_override(item->source);
  mr_error_locate(err, item->source, in_file ? item->line : 0, in_file ? item->column : 0);
  return list->status;
}

bool mr_diagnostics_unsupported(const mr_diagnostics *list) {
  bool beyond = list->errors > 0;
  for (const mr_diagnostic *item = list->first; item != NULL; item = item->next) {
    beyond = beyond && (item->severity != MR_SEVERITY_ERROR || item->status == MR_ERR_UNSUPPORTED);
  }
  return beyond;
}
