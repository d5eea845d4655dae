#include "schema.h"

#include <marcher/compiler.h>
#include <regex.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "test_main.h"

enum { PATH_MOST = 256 };

/* A document under examination. */
typedef struct examination {
  const json_t *root; /* of the schema's file, for "#/..." */
  json_t *common;     /* common.json; read when it is needed */
  char path[PATH_MOST];
  char *fault;
  size_t size;
} examination;

static bool holds(examination *it, const json_t *schema, const json_t *value);

static bool MR_PRINTF(2, 3) wrong(examination *it, const char *format, ...) {
  va_list args;
  int length = snprintf(it->fault, it->size, "%s: ", it->path[0] != '\0' ? it->path : "/");
  va_start(args, format);
  vsnprintf(it->fault + length, it->size - (size_t)length, format, args);
  va_end(args);
  return false;
}

static json_t *read_schema(const char *name) {
  char path[512];
  json_error_t error;
  snprintf(path, sizeof path, "%s/docs/schema/%s", MR_SOURCE_DIR, name);
  json_t *schema = json_load_file(path, JSON_REJECT_DUPLICATES, &error);
  if (schema == NULL) {
    fail_msg("%s:%d:%d: %s", path, error.line, error.column, error.text);
  }
  return schema;
}

/* A step down, and the part that is there. */
static bool part_holds(examination *it, const json_t *schema, const json_t *value,
                       const char *step) {
  size_t length = strlen(it->path);
  snprintf(it->path + length, sizeof it->path - length, "/%s", step);
  bool good = holds(it, schema, value);
  if (good) {
    it->path[length] = '\0';
  }
  return good;
}

/* ---- keywords -------------------------------------------------------------------------------- */

static bool is_type(const json_t *value, const char *type) {
  return (strcmp(type, "object") == 0 && json_is_object(value)) ||
         (strcmp(type, "array") == 0 && json_is_array(value)) ||
         (strcmp(type, "string") == 0 && json_is_string(value)) ||
         (strcmp(type, "integer") == 0 && json_is_integer(value)) ||
         (strcmp(type, "number") == 0 && json_is_number(value)) ||
         (strcmp(type, "boolean") == 0 && json_is_boolean(value)) ||
         (strcmp(type, "null") == 0 && json_is_null(value));
}

static bool check_type(examination *it, const json_t *schema, const json_t *types,
                       const json_t *value) {
  (void)schema;
  if (json_is_string(types)) {
    return is_type(value, json_string_value(types)) || wrong(it, "no %s", json_string_value(types));
  }
  for (size_t i = 0; i < json_array_size(types); i++) {
    if (is_type(value, json_string_value(json_array_get(types, i)))) {
      return true;
    }
  }
  return wrong(it, "none of the types");
}

static bool check_enum(examination *it, const json_t *schema, const json_t *list,
                       const json_t *value) {
  (void)schema;
  for (size_t i = 0; i < json_array_size(list); i++) {
    if (json_equal(json_array_get(list, i), value)) {
      return true;
    }
  }
  return wrong(it, "not in the list");
}

static bool check_const(examination *it, const json_t *schema, const json_t *wanted,
                        const json_t *value) {
  (void)schema;
  return json_equal(wanted, value) || wrong(it, "another value");
}

static bool check_required(examination *it, const json_t *schema, const json_t *keys,
                           const json_t *value) {
  (void)schema;
  for (size_t i = 0; i < json_array_size(keys) && json_is_object(value); i++) {
    const char *key = json_string_value(json_array_get(keys, i));
    if (json_object_get(value, key) == NULL) {
      return wrong(it, "lacks '%s'", key);
    }
  }
  return true;
}

static bool check_properties(examination *it, const json_t *schema, const json_t *properties,
                             const json_t *value) {
  (void)schema;
  const char *key = NULL;
  json_t *part = NULL;
  json_object_foreach((json_t *)value, key, part) {
    const json_t *known = json_object_get(properties, key);
    if (known != NULL && !part_holds(it, known, part, key)) {
      return false;
    }
  }
  return true;
}

static bool check_additional(examination *it, const json_t *schema, const json_t *others,
                             const json_t *value) {
  const json_t *properties = json_object_get(schema, "properties");
  const char *key = NULL;
  json_t *part = NULL;
  json_object_foreach((json_t *)value, key, part) {
    if (json_object_get(properties, key) != NULL) {
      continue;
    }
    if (json_is_false(others)) {
      return wrong(it, "has '%s', which is not known", key);
    }
    if (!part_holds(it, others, part, key)) {
      return false;
    }
  }
  return true;
}

static bool check_items(examination *it, const json_t *schema, const json_t *item,
                        const json_t *value) {
  (void)schema;
  for (size_t i = 0; i < json_array_size(value); i++) {
    char step[24];
    snprintf(step, sizeof step, "%zu", i);
    if (!part_holds(it, item, json_array_get(value, i), step)) {
      return false;
    }
  }
  return true;
}

static bool check_min_items(examination *it, const json_t *schema, const json_t *bound,
                            const json_t *value) {
  (void)schema;
  return !json_is_array(value) || json_array_size(value) >= (size_t)json_integer_value(bound) ||
         wrong(it, "too few items");
}

static bool check_max_items(examination *it, const json_t *schema, const json_t *bound,
                            const json_t *value) {
  (void)schema;
  return !json_is_array(value) || json_array_size(value) <= (size_t)json_integer_value(bound) ||
         wrong(it, "too many items");
}

static bool check_minimum(examination *it, const json_t *schema, const json_t *bound,
                          const json_t *value) {
  (void)schema;
  return !json_is_number(value) || json_number_value(value) >= json_number_value(bound) ||
         wrong(it, "too small");
}

static bool check_maximum(examination *it, const json_t *schema, const json_t *bound,
                          const json_t *value) {
  (void)schema;
  return !json_is_number(value) || json_number_value(value) <= json_number_value(bound) ||
         wrong(it, "too large");
}

static bool check_pattern(examination *it, const json_t *schema, const json_t *pattern,
                          const json_t *value) {
  (void)schema;
  regex_t expression;
  if (!json_is_string(value)) {
    return true;
  }
  assert_int_equal(regcomp(&expression, json_string_value(pattern), REG_EXTENDED | REG_NOSUB), 0);
  bool good = regexec(&expression, json_string_value(value), 0, NULL, 0) == 0;
  regfree(&expression);
  return good || wrong(it, "is not like %s", json_string_value(pattern));
}

/* What is said of the choice that a value comes furthest in says most. */
static bool check_any(examination *it, const json_t *schema, const json_t *choices,
                      const json_t *value) {
  (void)schema;
  char best[PATH_MOST * 2] = "";
  size_t furthest = 0;
  size_t length = strlen(it->path);
  for (size_t i = 0; i < json_array_size(choices); i++) {
    if (holds(it, json_array_get(choices, i), value)) {
      return true;
    }
    if (strlen(it->path) >= furthest) {
      furthest = strlen(it->path);
      snprintf(best, sizeof best, "%s", it->fault);
    }
    it->path[length] = '\0';
  }
  snprintf(it->fault, it->size, "%s", best);
  return false;
}

/* "#/$defs/x" and "common.json#/$defs/x" */
static bool check_ref(examination *it, const json_t *schema, const json_t *reference,
                      const json_t *value) {
  (void)schema;
  const char *text = json_string_value(reference);
  const char *name = strstr(text, "#/$defs/");
  bool common = strncmp(text, "common.json#", 12) == 0;
  if (name == NULL || (name != text && !common)) {
    return wrong(it, "a reference to '%s', which nobody can follow", text);
  }
  if (common && it->common == NULL) {
    it->common = read_schema("common.json");
  }
  const json_t *before = it->root;
  it->root = common ? it->common : it->root;
  const json_t *found = json_object_get(json_object_get(it->root, "$defs"), name + 8);
  bool good = found != NULL ? holds(it, found, value) : wrong(it, "there is no '%s'", text);
  it->root = before;
  return good;
}

/* ---- schemas --------------------------------------------------------------------------------- */

typedef struct keyword {
  const char *name;
  bool (*check)(examination *it, const json_t *schema, const json_t *wanted, const json_t *value);
} keyword;

static const keyword keywords[] = {
    {"type", check_type},
    {"enum", check_enum},
    {"const", check_const},
    {"required", check_required},
    {"properties", check_properties},
    {"additionalProperties", check_additional},
    {"items", check_items},
    {"minItems", check_min_items},
    {"maxItems", check_max_items},
    {"minimum", check_minimum},
    {"maximum", check_maximum},
    {"pattern", check_pattern},
    {"anyOf", check_any},
    {"$ref", check_ref},
    {"title", NULL},
    {"description", NULL},
    {"$schema", NULL},
    {"$defs", NULL},
};

static const keyword *find_keyword(const char *name) {
  for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++) {
    if (strcmp(keywords[i].name, name) == 0) {
      return &keywords[i];
    }
  }
  return NULL;
}

static bool holds(examination *it, const json_t *schema, const json_t *value) {
  const char *key = NULL;
  json_t *wanted = NULL;
  json_object_foreach((json_t *)schema, key, wanted) {
    const keyword *found = find_keyword(key);
    if (found == NULL) {
      return wrong(it, "the schema says '%s', which nobody checks", key);
    }
    if (found->check != NULL && !found->check(it, schema, wanted, value)) {
      return false;
    }
  }
  return true;
}

bool mr_schema_accepts(const json_t *schema, const json_t *value, char *fault, size_t size) {
  examination it = {.root = schema, .size = size};
  it.fault = fault;
  bool good = holds(&it, schema, value);
  json_decref(it.common);
  return good;
}

bool mr_schema_holds(const char *name, const json_t *value, char *fault, size_t size) {
  json_t *schema = read_schema(name);
  bool good = mr_schema_accepts(schema, value, fault, size);
  json_decref(schema);
  return good;
}
