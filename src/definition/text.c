#include "definition/definition_priv.h"

#include <string.h>

#include "base/text.h"

mr_fault mr_text_fault(const char *text, size_t length) {
  size_t valid = mr_utf8_check(text, length);
  for (size_t at = 0; at < valid; at++) {
    size_t control = mr_utf8_control(text + at, valid - at);
    if (control > 0) {
      return (mr_fault){text[at] == '\r' ? MR_FAULT_RETURN : MR_FAULT_CONTROL, at, control};
    }
  }
  if (valid == length) {
    return (mr_fault){MR_FAULT_NONE, length, 0};
  }
  return (mr_fault){text[valid] == '\0' ? MR_FAULT_NUL : MR_FAULT_UTF8, valid, 1};
}

mr_status mr_fault_report(const mr_fault *fault, const char *text, const mr_span *at,
                          mr_diagnostics *list) {
  mr_span part = mr_span_part(at, fault->offset, fault->length);
  switch (fault->kind) {
  case MR_FAULT_NONE:
    return MR_OK;
  case MR_FAULT_NUL:
    return mr_diagnose_fail(list, MR_ERR_ENCODING, &part, NULL,
                            "a NUL byte; expected text in UTF-8");
  case MR_FAULT_UTF8:
    return mr_diagnose_fail(list, MR_ERR_ENCODING, &part, NULL, "byte 0x%02X is not UTF-8",
                            (unsigned)(unsigned char)text[fault->offset]);
  case MR_FAULT_RETURN:
    return mr_diagnose_fail(
        list, MR_ERR_ENCODING, &part, NULL,
        "a carriage return inside a line; expected lines that end in LF or CR LF");
  case MR_FAULT_CONTROL:
    break;
  }
  return mr_diagnose_fail(list, MR_ERR_ENCODING, &part, NULL,
                          "control character U+%04X; the only one allowed inside a line is the tab",
                          (unsigned)(unsigned char)text[fault->offset + fault->length - 1]);
}

mr_status mr_name_check(const char *name, size_t length, const mr_span *at, const char *what,
                        const char *empty, mr_diagnostics *list) {
  bool dots = strcmp(what, "definition") == 0;
  if (length == 0) {
    return mr_diagnose_fail(list, MR_ERR_SYNTAX, at, NULL, "%s", empty);
  }
  for (size_t i = 0; i < length; i++) {
    if (mr_text_is_letter(name[i]) || mr_text_is_digit(name[i]) || name[i] == '-' ||
        name[i] == '_' || (dots && name[i] == '.')) {
      continue;
    }
    mr_quote quote;
    size_t bytes = mr_utf8_length(name + i, length - i);
    mr_span part = mr_span_part(at, i, bytes);
    const char *mark = mr_text_is_blank(name[i]) ? "" : "'";
    return mr_diagnose_fail(
        list, MR_ERR_SYNTAX, &part, NULL,
        "%s%s%s cannot be in the name of a %s; expected letters, digits, '-'%s '_'%s", mark,
        mark[0] == '\0' ? "a blank" : mr_quote_bytes(&quote, name + i, bytes), mark, what,
        dots ? "," : " and", dots ? " and '.'" : "");
  }
  if (length > MR_DEFINITION_NAME_MAX) {
    return mr_diagnose_fail(list, MR_ERR_LIMIT, at, NULL,
                            "the name of a %s has at most %d characters; this one has %zu", what,
                            MR_DEFINITION_NAME_MAX, length);
  }
  return MR_OK;
}

mr_status mr_report_taken(const char *name, bool is_key, const mr_span *at, const mr_span *first,
                          mr_diagnostics *list) {
  mr_diagnose(list, MR_ERR_DUPLICATE, at, NULL, "%s'%s'%s already",
              is_key ? "" : "there is a definition named ", name, is_key ? " is set" : "");
  mr_diagnose_as(list, MR_SEVERITY_NOTE, MR_ERR_DUPLICATE, first, NULL, "the first '%s' is here",
                 name);
  return MR_ERR_DUPLICATE;
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
