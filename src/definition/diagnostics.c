#include "definition/diagnostics.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"

/** Bytes of the longest message: a loop of parents fits. */
enum { MESSAGE_MAX = 4095 };

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
  mr_str out;
  mr_str_fixed(&out, hint->text, sizeof hint->text);
  mr_str_format(&out, "did you mean '%s'?", name);
  return hint->text;
}

/** Bytes of the control character at `text`, or 0. C1 controls take two bytes in UTF-8. */
static size_t control_length(const char *text, size_t left) {
  unsigned char first = (unsigned char)text[0];
  if (first < 0x20 || first == 0x7F) {
    return first == '\t' ? 0 : 1;
  }
  bool c1 = first == 0xC2 && left > 1 && (unsigned char)text[1] < 0xA0;
  return c1 ? 2 : 0;
}

void mr_text_clean(char *text, size_t length) {
  size_t at = 0;
  size_t valid = mr_utf8_check(text, length);
  while (at < length) {
    size_t bad = at == valid ? 1 : control_length(text + at, length - at);
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

/** A message being put together. */
typedef struct message {
  char text[MESSAGE_MAX + 1];
} message;

static void format_message(message *out, const char *format, va_list args) {
  int wanted = vsnprintf(out->text, sizeof out->text, format, args);
  size_t length = wanted < 0 ? 0 : strlen(out->text);
  length = mr_utf8_whole(out->text, length);
  out->text[length] = '\0';
  mr_text_clean(out->text, length);
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
  const mr_span nowhere = {0};
  at = at != NULL ? at : &nowhere;
  const mr_diagnostic *item = list->first;
  while (item != NULL &&
         !(item->severity == header->severity && item->status == header->status &&
           item->line == at->line && item->column == at->column &&
           same_text(item->source, at->source) && strcmp(item->message, text) == 0)) {
    item = item->next;
  }
  return item != NULL;
}

/** An earlier complaint about the same file, whose copy of the name will do. */
static const mr_diagnostic *find_source(const mr_diagnostics *list, const char *source) {
  const mr_diagnostic *item = list->first;
  while (item != NULL && !same_text(item->source, source)) {
    item = item->next;
  }
  return item;
}

/**
 * An earlier complaint about the same line. Lines are shared because they may be long: a file of
 * one line with a hundred mistakes is kept once.
 */
static const mr_diagnostic *find_line(const mr_diagnostics *list, const mr_diagnostic *wanted,
                                      const char *line_text) {
  const mr_diagnostic *item = list->first;
  while (item != NULL && !(item->line == wanted->line && same_text(item->source, wanted->source) &&
                           same_text(item->line_text, line_text))) {
    item = item->next;
  }
  return item;
}

static void locate(mr_diagnostics *list, mr_diagnostic *item, const mr_span *at) {
  if (at == NULL) {
    return;
  }
  const mr_diagnostic *earlier = find_source(list, at->source);
  item->source = earlier != NULL ? earlier->source : copy_clean(list, at->source);
  item->line = at->line;
  item->column = at->column;
  item->length = at->column > 0 && at->length == 0 ? 1 : at->length;
  earlier = find_line(list, item, at->line_text);
  item->line_text = earlier != NULL ? earlier->line_text : copy_clean(list, at->line_text);
}

static void append(mr_diagnostics *list, mr_diagnostic *item) {
  if (list->last != NULL) {
    list->last->next = item;
  } else {
    list->first = item;
  }
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

static void add(mr_diagnostics *list, mr_diagnostic header, const mr_span *at, const char *text) {
  if (header.severity == MR_SEVERITY_ERROR) {
    count_error(list, header.status);
  }
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

static void diagnose(mr_diagnostics *list, mr_diagnostic header, const mr_span *at,
                     const char *format, va_list args) {
  message words;
  if (list->count > MR_DIAGNOSTICS_MAX) {
    overflow(list, header.severity, header.status);
    return;
  }
  format_message(&words, format, args);
  if (is_known(list, &header, at, words.text)) {
    return;
  }
  if (list->count == MR_DIAGNOSTICS_MAX) {
    overflow(list, header.severity, header.status);
  } else {
    add(list, header, at, words.text);
  }
}

void mr_diagnose(mr_diagnostics *list, mr_status status, const mr_span *at, const char *hint,
                 const char *format, ...) {
  mr_diagnostic header = {.severity = MR_SEVERITY_ERROR, .status = status, .hint = hint};
  va_list args;
  va_start(args, format);
  diagnose(list, header, at, format, args);
  va_end(args);
}

void mr_diagnose_as(mr_diagnostics *list, mr_severity severity, mr_status status, const mr_span *at,
                    const char *hint, const char *format, ...) {
  mr_diagnostic header = {.severity = severity, .status = status, .hint = hint};
  va_list args;
  va_start(args, format);
  diagnose(list, header, at, format, args);
  va_end(args);
}

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
  mr_error_set(err, list->status, "%s", item->message);
  bool in_file = !mr_source_is_override(item->source);
  mr_error_locate(err, item->source, in_file ? item->line : 0, in_file ? item->column : 0);
  return list->status;
}
