#include <inttypes.h>
#include <marcher/json.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

/* Digits of a number with a fraction. */
enum { DIGITS = 9 };

_Static_assert(MR_JSON_DEPTH_MAX <= 64, "mr_json.objects has one bit for each");

void mr_json_init(mr_json *json, mr_str *out) {
  *json = (mr_json){.out = out};
}

void mr_json_open(mr_json *json, mr_str *out) {
  mr_json_init(json, out);
  mr_json_object(json, NULL);
  mr_json_int(json, "version", MR_JSON_VERSION);
}

static void fail(mr_json *json, mr_status status) {
  if (json->out->status == MR_OK) {
    json->out->status = status;
  }
}

/* ---- texts ----------------------------------------------------------------------------------- */

static void put_text(mr_str *out, const char *text, size_t length) {
  static const char controls[] = "\b\f\n\r\t", letters[] = "bfnrt";
  size_t good = mr_utf8_check(text, length);
  size_t written = 0;
  mr_str_char(out, '"');
  for (size_t i = 0; i < length; i++) {
    char c = text[i];
    if (i < good && (unsigned char)c >= ' ' && c != '"' && c != '\\') {
      continue;
    }
    mr_str_bytes(out, text + written, i - written);
    written = i + 1;
    if (i == good) { /* what is no text; behind it there may be some again */
      mr_str_add(out, c == '\0' ? "\\u0000" : "\xEF\xBF\xBD");
      good = written + mr_utf8_check(text + written, length - written);
    } else if (c == '"' || c == '\\') {
      mr_str_format(out, "\\%c", c);
    } else if (strchr(controls, c) != NULL) {
      mr_str_format(out, "\\%c", letters[strchr(controls, c) - controls]);
    } else {
      mr_str_format(out, "\\u%04X", (unsigned)c);
    }
  }
  mr_str_bytes(out, text + written, length - written);
  mr_str_char(out, '"');
}

/* ---- structure ------------------------------------------------------------------------------- */

/* What stands before a value: a comma, its key. */
static void begin_value(mr_json *json, const char *key) {
  bool member = json->depth > 0 && (json->objects >> (json->depth - 1) & 1u) != 0;
  if (member != (key != NULL) || (json->depth == 0 && json->follows)) {
    fail(json, MR_ERR_ARGUMENT);
    return;
  }
  if (json->follows) {
    mr_str_add(json->out, ", ");
  }
  if (key != NULL) {
    put_text(json->out, key, strlen(key));
    mr_str_add(json->out, ": ");
  }
  json->follows = true;
}

static void open_container(mr_json *json, const char *key, bool object) {
  begin_value(json, key);
  if (json->depth == MR_JSON_DEPTH_MAX) {
    fail(json, MR_ERR_LIMIT);
    return;
  }
  uint64_t bit = UINT64_C(1) << json->depth++;
  json->objects = object ? json->objects | bit : json->objects & ~bit;
  json->follows = false;
  mr_str_char(json->out, object ? '{' : '[');
}

void mr_json_object(mr_json *json, const char *key) {
  open_container(json, key, true);
}

void mr_json_array(mr_json *json, const char *key) {
  open_container(json, key, false);
}

void mr_json_end(mr_json *json) {
  if (json->depth == 0) {
    fail(json, MR_ERR_ARGUMENT);
    return;
  }
  json->depth--;
  json->follows = true;
  mr_str_char(json->out, (json->objects >> json->depth & 1u) != 0 ? '}' : ']');
}

/* ---- values ---------------------------------------------------------------------------------- */

void mr_json_null(mr_json *json, const char *key) {
  begin_value(json, key);
  mr_str_add(json->out, "null");
}

void mr_json_bool(mr_json *json, const char *key, bool value) {
  begin_value(json, key);
  mr_str_add(json->out, value ? "true" : "false");
}

void mr_json_int(mr_json *json, const char *key, int64_t value) {
  begin_value(json, key);
  mr_str_format(json->out, "%" PRId64, value);
}

void mr_json_uint(mr_json *json, const char *key, uint64_t value) {
  const char *quote = value <= INT64_MAX ? "" : "\"";
  begin_value(json, key);
  mr_str_format(json->out, "%s%" PRIu64 "%s", quote, value, quote);
}

/* As %g, with a point whatever the locale writes, and an exponent without zeros in front. */
static void put_real(mr_str *out, double value) {
  char text[64];
  bool whole = true; /* there has been no point */
  snprintf(text, sizeof text, "%.*g", DIGITS, value);
  size_t length = strcspn(text, "e");
  for (size_t i = 0; i < length; i++) {
    bool plain = mr_text_is_digit(text[i]) || text[i] == '-';
    if (plain || whole) {
      mr_str_char(out, plain ? text[i] : '.');
    }
    whole = whole && plain;
  }
  if (text[length] == 'e') {
    mr_str_format(out, "e%ld", strtol(text + length + 1, NULL, 10));
  } else if (whole) {
    mr_str_add(out, ".0");
  }
}

void mr_json_real(mr_json *json, const char *key, double value) {
  begin_value(json, key);
  if (isfinite(value)) {
    put_real(json->out, value);
  } else {
    mr_str_add(json->out, "null");
  }
}

void mr_json_hash(mr_json *json, const char *key, uint64_t value) {
  begin_value(json, key);
  mr_str_format(json->out, "\"%016" PRIx64 "\"", value);
}

void mr_json_string(mr_json *json, const char *key, const char *text) {
  if (text == NULL) {
    mr_json_null(json, key);
  } else {
    mr_json_bytes(json, key, text, strlen(text));
  }
}

void mr_json_bytes(mr_json *json, const char *key, const char *text, size_t length) {
  begin_value(json, key);
  put_text(json->out, text, length);
}

void mr_json_raw(mr_json *json, const char *key, const mr_str *value) {
  begin_value(json, key);
  if (value->status != MR_OK) {
    fail(json, value->status);
  }
  mr_str_bytes(json->out, mr_str_text(value), value->length);
}

void mr_json_strings(mr_json *json, const char *key, const char *const *texts, size_t count) {
  mr_json_array(json, key);
  for (size_t i = 0; i < count; i++) {
    mr_json_string(json, NULL, texts[i]);
  }
  mr_json_end(json);
}
