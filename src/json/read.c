#include <jansson.h>
#include <marcher/json.h>
#include <string.h>

/* The values are jansson's, under another name. */

static const json_t *inside(const mr_json_value *value) {
  return (const json_t *)value;
}

static const mr_json_value *outside(const json_t *value) {
  return (const mr_json_value *)value;
}

mr_status mr_json_value_read(const char *text, size_t length, mr_json_value **out, mr_error *err) {
  static const mr_status statuses[] = {
      [json_error_out_of_memory] = MR_ERR_NOMEM,
      [json_error_stack_overflow] = MR_ERR_LIMIT,
      [json_error_invalid_utf8] = MR_ERR_ENCODING,
      [json_error_null_character] = MR_ERR_ENCODING,
      [json_error_null_byte_in_key] = MR_ERR_ENCODING,
      [json_error_duplicate_key] = MR_ERR_DUPLICATE,
      [json_error_numeric_overflow] = MR_ERR_RANGE,
  };
  json_error_t error;
  if (length == 0) { /* jansson says "JSON is not valid" and no place */
    mr_error_set(err, MR_ERR_SYNTAX, "the text is empty");
    mr_error_locate(err, NULL, 1, 1);
    return MR_ERR_SYNTAX;
  }
  json_t *value = json_loadb(text, length, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &error);
  if (value != NULL) {
    *out = (mr_json_value *)value;
    return MR_OK;
  }
  size_t code = (size_t)json_error_code(&error);
  bool known = code < sizeof statuses / sizeof statuses[0] && statuses[code] != MR_OK;
  mr_status status = mr_error_set(err, known ? statuses[code] : MR_ERR_SYNTAX, "%s", error.text);
  mr_error_locate(err, NULL, error.line > 0 ? (uint32_t)error.line : 1,
                  error.column > 0 ? (uint32_t)error.column : 1);
  return status;
}

void mr_json_value_free(mr_json_value *value) {
  json_decref((json_t *)value);
}

mr_json_kind mr_json_value_kind(const mr_json_value *value) {
  static const mr_json_kind kinds[] = {
      [JSON_OBJECT] = MR_JSON_OBJECT, [JSON_ARRAY] = MR_JSON_ARRAY,
      [JSON_STRING] = MR_JSON_STRING, [JSON_INTEGER] = MR_JSON_INTEGER,
      [JSON_REAL] = MR_JSON_REAL,     [JSON_TRUE] = MR_JSON_BOOL,
      [JSON_FALSE] = MR_JSON_BOOL,    [JSON_NULL] = MR_JSON_NULL,
  };
  return value != NULL ? kinds[json_typeof(inside(value))] : MR_JSON_NONE;
}

const mr_json_value *mr_json_value_member(const mr_json_value *object, const char *key) {
  return outside(json_object_get(inside(object), key));
}

const char *mr_json_value_next(const mr_json_value *object, const char *key) {
  json_t *members = (json_t *)object;
  void *at = key == NULL ? json_object_iter(members)
                         : json_object_iter_next(members, json_object_key_to_iter(key));
  return at != NULL ? json_object_iter_key(at) : NULL;
}

size_t mr_json_value_count(const mr_json_value *value) {
  return json_is_object(inside(value)) ? json_object_size(inside(value))
                                       : json_array_size(inside(value));
}

const mr_json_value *mr_json_value_item(const mr_json_value *array, size_t index) {
  return outside(json_array_get(inside(array), index));
}

const char *mr_json_value_text(const mr_json_value *value) {
  return json_string_value(inside(value));
}

bool mr_json_value_number(const mr_json_value *value, double *out) {
  if (!json_is_number(inside(value))) {
    return false;
  }
  *out = json_number_value(inside(value));
  return true;
}

bool mr_json_value_integer(const mr_json_value *value, int64_t min, int64_t max, int64_t *out) {
  json_int_t found = json_integer_value(inside(value));
  if (!json_is_integer(inside(value)) || found < min || found > max) {
    return false;
  }
  *out = found;
  return true;
}

bool mr_json_value_bool(const mr_json_value *value, bool *out) {
  if (!json_is_boolean(inside(value))) {
    return false;
  }
  *out = json_is_true(inside(value));
  return true;
}
