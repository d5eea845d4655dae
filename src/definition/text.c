#include "definition/definition_priv.h"

#include <string.h>

#include "base/text.h"

static bool is_continuation(char byte) {
  return ((unsigned char)byte & 0xC0) == 0x80;
}

/** Bytes of the character that begins at `text`, or of the broken one there. */
static size_t character_length(const char *text, size_t left) {
  size_t length = 1;
  while (length < left && length < 4 && (unsigned char)text[0] >= 0xC0 &&
         is_continuation(text[length])) {
    length++;
  }
  return length;
}

static mr_fault_kind classify(const char *text, size_t left) {
  unsigned char first = (unsigned char)text[0];
  if (first == '\r') {
    return MR_FAULT_RETURN;
  }
  if (first == 0x7F || (first < 0x20 && first != '\t')) {
    return first == 0 ? MR_FAULT_NUL : MR_FAULT_CONTROL;
  }
  bool c1 = first == 0xC2 && left > 1 && (unsigned char)text[1] < 0xA0;
  return c1 ? MR_FAULT_CONTROL : MR_FAULT_NONE;
}

mr_fault mr_text_fault(const char *text, size_t length) {
  size_t valid = mr_utf8_check(text, length);
  for (size_t at = 0; at < valid; at++) {
    mr_fault_kind kind = classify(text + at, valid - at);
    if (kind != MR_FAULT_NONE) {
      return (mr_fault){kind, at, character_length(text + at, valid - at)};
    }
  }
  if (valid == length) {
    return (mr_fault){MR_FAULT_NONE, length, 0};
  }
  mr_fault_kind kind = text[valid] == '\0' ? MR_FAULT_NUL : MR_FAULT_UTF8;
  return (mr_fault){kind, valid, 1};
}

mr_status mr_fault_report(const mr_fault *fault, const char *text, const mr_span *at,
                          mr_diagnostics *list) {
  mr_span part = mr_span_part(at, fault->offset, fault->length);
  switch (fault->kind) {
  case MR_FAULT_NONE:
    return MR_OK;
  case MR_FAULT_NUL:
    mr_diagnose(list, MR_ERR_ENCODING, &part, NULL, "a NUL byte; expected text in UTF-8");
    break;
  case MR_FAULT_UTF8:
    mr_diagnose(list, MR_ERR_ENCODING, &part, NULL, "byte 0x%02X is not UTF-8",
                (unsigned)(unsigned char)text[fault->offset]);
    break;
  case MR_FAULT_RETURN:
    mr_diagnose(list, MR_ERR_ENCODING, &part, NULL,
                "a carriage return inside a line; expected lines that end in LF or CR LF");
    break;
  case MR_FAULT_CONTROL:
    mr_diagnose(list, MR_ERR_ENCODING, &part, NULL,
                "control character U+%04X; the only one allowed inside a line is the tab",
                (unsigned)(unsigned char)text[fault->offset + fault->length - 1]);
    break;
  }
  return MR_ERR_ENCODING;
}

static bool is_name_char(char c, bool dots) {
  return mr_text_is_letter(c) || mr_text_is_digit(c) || c == '-' || c == '_' || (dots && c == '.');
}

static void report_name_char(const char *character, size_t length, const mr_span *at,
                             const char *what, mr_diagnostics *list) {
  mr_quote quote;
  bool blank = mr_text_is_blank(*character);
  bool dots = strcmp(what, "definition") == 0;
  mr_diagnose(list, MR_ERR_SYNTAX, at, NULL,
              "%s%s%s cannot be in the name of a %s; expected letters, digits, '-'%s '_'%s",
              blank ? "" : "'", blank ? "a blank" : mr_quote_bytes(&quote, character, length),
              blank ? "" : "'", what, dots ? "," : " and", dots ? " and '.'" : "");
}

mr_status mr_name_check(const char *name, size_t length, const mr_span *at, const char *what,
                        mr_diagnostics *list) {
  bool dots = strcmp(what, "definition") == 0;
  for (size_t i = 0; i < length; i++) {
    if (!is_name_char(name[i], dots)) {
      size_t bytes = character_length(name + i, length - i);
      mr_span part = mr_span_part(at, i, bytes);
      report_name_char(name + i, bytes, &part, what, list);
      return MR_ERR_SYNTAX;
    }
  }
  if (length > MR_DEFINITION_NAME_MAX) {
    mr_diagnose(list, MR_ERR_LIMIT, at, NULL,
                "the name of a %s has at most %d characters; this one has %zu", what,
                MR_DEFINITION_NAME_MAX, length);
    return MR_ERR_LIMIT;
  }
  return MR_OK;
}

mr_slice mr_slice_trim(const char *text, size_t from, size_t to) {
  while (from < to && mr_text_is_blank(text[from])) {
    from++;
  }
  while (to > from && mr_text_is_blank(text[to - 1])) {
    to--;
  }
  return (mr_slice){from, to};
}
