#include <marcher/status.h>

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

const char *mr_status_name(mr_status status) {
  static const char *const names[MR_STATUS_COUNT] = {
      [MR_OK] = "ok",
      [MR_ERR_NOMEM] = "out of memory",
      [MR_ERR_ARGUMENT] = "argument",
      [MR_ERR_SYNTAX] = "syntax",
      [MR_ERR_RANGE] = "range",
      [MR_ERR_UNKNOWN] = "unknown",
      [MR_ERR_DUPLICATE] = "duplicate",
      [MR_ERR_ILLEGAL] = "illegal",
      [MR_ERR_UNSUPPORTED] = "unsupported",
      [MR_ERR_LIMIT] = "limit",
      [MR_ERR_ENCODING] = "encoding",
      [MR_ERR_MISMATCH] = "mismatch",
      [MR_ERR_IO] = "input/output",
      [MR_ERR_CANCELLED] = "cancelled",
  };
  return (unsigned)status < MR_STATUS_COUNT ? names[status] : "?";
}

mr_status mr_error_vset(mr_error *err, mr_status status, const char *format, va_list args) {
  assert(status != MR_OK);
  if (err == NULL) {
    return status;
  }
  /* Formatted aside, because an argument may be the old err->message. */
  char message[MR_ERROR_MESSAGE_MAX];
  int wanted = vsnprintf(message, sizeof message, format, args);
  size_t length = wanted < 0 ? 0 : (size_t)wanted;
  if (length >= sizeof message) {
    length = mr_utf8_whole(message, sizeof message - 1);
  }
  memcpy(err->message, message, length);
  err->message[length] = '\0';
  err->status = status;
  err->line = 0;
  err->column = 0;
  err->source[0] = '\0';
  return status;
}

mr_status mr_error_set(mr_error *err, mr_status status, const char *format, ...) {
  va_list args;
  va_start(args, format);
  mr_error_vset(err, status, format, args);
  va_end(args);
  return status;
}

mr_status mr_error_at(mr_error *err, mr_status status, uint32_t column, const char *format, ...) {
  va_list args;
  va_start(args, format);
  mr_error_vset(err, status, format, args);
  va_end(args);
  if (err != NULL) {
    err->column = column;
  }
  return status;
}

void mr_error_locate(mr_error *err, const char *source, uint32_t line, uint32_t column) {
  if (err == NULL) {
    return;
  }
  size_t length = source == NULL ? 0 : strlen(source);
  if (length >= sizeof err->source) {
    length = mr_utf8_whole(source, sizeof err->source - 1);
  }
  if (length > 0) {
    memmove(err->source, source, length);
  }
  err->source[length] = '\0';
  err->line = line;
  err->column = column;
}
