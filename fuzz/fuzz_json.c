/**
 * @file
 * JSON: whatever is read can be written, and what was written is read as the same and written as
 * the same bytes. Of what is refused the place is told.
 */

#include <marcher/json.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool holds) {
  if (!holds) {
    abort();
  }
}

static void write_value(mr_json *json, const char *key, const mr_json_value *value);

/* What is in an object or an array. */
static void write_parts(mr_json *json, const mr_json_value *value) {
  size_t count = 0;
  for (const char *at = mr_json_value_next(value, NULL); at != NULL;
       at = mr_json_value_next(value, at)) {
    write_value(json, at, mr_json_value_member(value, at));
    count++;
  }
  for (; count < mr_json_value_count(value); count++) {
    write_value(json, NULL, mr_json_value_item(value, count));
  }
  mr_json_end(json);
}

static void write_value(mr_json *json, const char *key, const mr_json_value *value) {
  int64_t integer = 0;
  double real = 0;
  bool flag = false;
  switch (json->out->status == MR_OK ? mr_json_value_kind(value) : MR_JSON_NONE) {
  case MR_JSON_NONE:
    break;
  case MR_JSON_NULL:
    mr_json_null(json, key);
    break;
  case MR_JSON_BOOL:
    require(mr_json_value_bool(value, &flag));
    mr_json_bool(json, key, flag);
    break;
  case MR_JSON_INTEGER:
    require(mr_json_value_integer(value, INT64_MIN, INT64_MAX, &integer));
    mr_json_int(json, key, integer);
    break;
  case MR_JSON_REAL:
    require(mr_json_value_number(value, &real));
    mr_json_real(json, key, real);
    break;
  case MR_JSON_STRING:
    mr_json_string(json, key, mr_json_value_text(value));
    break;
  case MR_JSON_ARRAY:
    mr_json_array(json, key);
    write_parts(json, value);
    break;
  case MR_JSON_OBJECT:
    mr_json_object(json, key);
    write_parts(json, value);
    break;
  }
}

/* @return whether it was written: values may be nested too deeply for that */
static bool write_text(const mr_json_value *value, mr_str *out) {
  mr_json json;
  *out = mr_str_growing(NULL);
  mr_json_init(&json, out);
  write_value(&json, NULL, value);
  require(out->status == MR_OK || out->status == MR_ERR_LIMIT);
  return out->status == MR_OK;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  mr_json_value *value = NULL;
  mr_json_value *again = NULL;
  mr_error err = {0};
  mr_str text = {0};
  mr_str twice = {0};
  if (mr_json_value_read((const char *)data, size, &value, &err) != MR_OK) {
    require(value == NULL && err.status != MR_OK && err.message[0] != '\0');
    require(err.line > 0 && err.column > 0 && err.line <= size + 1 && err.column <= size + 1);
  } else if (write_text(value, &text)) {
    require(mr_json_value_read(text.data, text.length, &again, &err) == MR_OK);
    require(write_text(again, &twice) && twice.length == text.length);
    require(memcmp(twice.data, text.data, text.length) == 0);
  }
  mr_str_done(&text);
  mr_str_done(&twice);
  mr_json_value_free(value);
  mr_json_value_free(again);
  return 0;
}
