#include "jsonl.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test_main.h"

static FILE *open_data(const char *name) {
  char path[1024];
  int length = snprintf(path, sizeof path, "%s/tests/data/%s", MR_SOURCE_DIR, name);
  assert_true(length > 0 && (size_t)length < sizeof path);
  FILE *file = fopen(path, "r");
  if (file == NULL) {
    fail_msg("%s cannot be opened", path);
  }
  return file;
}

json_t *mr_jsonl_read(const char *name) {
  FILE *file = open_data(name);
  json_t *lines = json_array();
  char *line = NULL;
  size_t capacity = 0;
  for (unsigned number = 1; getline(&line, &capacity, file) > 0; number++) {
    json_error_t error;
    json_t *object = json_loads(line, JSON_REJECT_DUPLICATES, &error);
    if (!json_is_object(object)) {
      fail_msg("tests/data/%s:%u:%d: %s", name, number, error.column, error.text);
    }
    assert_int_equal(json_array_append_new(lines, object), 0);
  }
  free(line);
  fclose(file);
  if (json_array_size(lines) == 0) {
    fail_msg("tests/data/%s is empty", name);
  }
  return lines;
}

json_t *mr_json_read(const char *name) {
  FILE *file = open_data(name);
  json_error_t error;
  json_t *value = json_loadf(file, JSON_REJECT_DUPLICATES, &error);
  fclose(file);
  if (value == NULL) {
    fail_msg("tests/data/%s:%d:%d: %s", name, error.line, error.column, error.text);
  }
  return value;
}

const char *mr_json_text(const json_t *object, const char *key) {
  const char *text = json_string_value(json_object_get(object, key));
  if (text == NULL) {
    fail_msg("the figures lack the text \"%s\"", key);
  }
  return text;
}

uint64_t mr_json_number(const json_t *object, const char *key) {
  const json_t *member = json_object_get(object, key);
  if (!json_is_integer(member) || json_integer_value(member) < 0) {
    fail_msg("the figures lack the number \"%s\"", key);
  }
  return (uint64_t)json_integer_value(member);
}

const json_t *mr_json_member(const json_t *object, const char *key) {
  const json_t *member = json_object_get(object, key);
  if (!json_is_object(member) && !json_is_array(member)) {
    fail_msg("the figures lack \"%s\"", key);
  }
  return member;
}

void mr_json_fraction(const char *text, uint64_t *numerator, uint64_t *denominator) {
  char *rest = NULL;
  *numerator = strtoull(text, &rest, 10);
  *denominator = 1;
  if (*rest == '/') {
    *denominator = strtoull(rest + 1, &rest, 10);
  }
  if (rest == text || *rest != '\0' || *denominator == 0) {
    fail_msg("\"%s\" is no fraction", text);
  }
}
