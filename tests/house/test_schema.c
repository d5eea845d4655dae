#include "schema.h"

#include <string.h>

#include "test_main.h"

/* What holds a document against a schema must refuse what is not as it says. */

typedef struct sample {
  const char *schema;
  const char *value;
  const char *fault; /* NULL: it holds */
} sample;

static const sample samples[] = {
    {"{'type': 'object'}", "{}", NULL},
    {"{'type': 'object'}", "[]", "/: no object"},
    {"{'type': 'integer'}", "1.5", "/: no integer"},
    {"{'type': 'number'}", "1", NULL},
    {"{'type': ['string', 'null']}", "null", NULL},
    {"{'type': ['string', 'null']}", "1", "/: none of the types"},
    {"{'enum': ['a', null]}", "null", NULL},
    {"{'enum': ['a', null]}", "'b'", "/: not in the list"},
    {"{'const': 1}", "1", NULL},
    {"{'const': 1}", "2", "/: another value"},
    {"{'required': ['a', 'b']}", "{'a': 1}", "/: lacks 'b'"},
    {"{'properties': {'a': {'type': 'string'}}}", "{'b': 1}", NULL},
    {"{'properties': {'a': {'type': 'string'}}}", "{'a': 1}", "/a: no string"},
    {"{'properties': {'a': {}}, 'additionalProperties': false}", "{'a': 1}", NULL},
    {"{'properties': {'a': {}}, 'additionalProperties': false}", "{'a': 1, 'b': 2}",
     "/: has 'b', which is not known"},
    {"{'additionalProperties': {'type': 'null'}}", "{'x': 1}", "/x: no null"},
    {"{'items': {'type': 'boolean'}}", "[true, false]", NULL},
    {"{'items': {'type': 'boolean'}}", "[true, 1]", "/1: no boolean"},
    {"{'items': {'items': {'type': 'null'}}}", "[[null], [null, 1]]", "/1/1: no null"},
    {"{'minItems': 2}", "[1]", "/: too few items"},
    {"{'maxItems': 1}", "[1, 2]", "/: too many items"},
    {"{'minimum': 0}", "-1", "/: too small"},
    {"{'maximum': 1}", "1.5", "/: too large"},
    {"{'pattern': '^[ab]+$'}", "'abba'", NULL},
    {"{'pattern': '^[ab]+$'}", "'abc'", "/: is not like ^[ab]+$"},
    {"{'anyOf': [{'type': 'null'}, {'items': {'type': 'null'}}]}", "[null]", NULL},
    {"{'anyOf': [{'type': 'null'}, {'items': {'type': 'null'}}]}", "[1]", "/0: no null"},
    {"{'$ref': '#/$defs/x', '$defs': {'x': {'type': 'null'}}}", "null", NULL},
    {"{'$ref': '#/$defs/x', '$defs': {'x': {'type': 'null'}}}", "1", "/: no null"},
    {"{'$ref': '#/$defs/y', '$defs': {}}", "1", "/: there is no '#/$defs/y'"},
    {"{'$ref': 'other.json'}", "1", "/: a reference to 'other.json', which nobody can follow"},
    {"{'$ref': 'common.json#/$defs/hash'}", "'0123456789abcdef'", NULL},
    {"{'$ref': 'common.json#/$defs/hash'}", "'0123'", "/: is not like ^[0-9a-f]{16}$"},
    {"{'title': 'x', 'description': 'y', '$schema': 'z'}", "1", NULL},
    {"{'oneOf': []}", "1", "/: the schema says 'oneOf', which nobody checks"},
};

/* With quotes as they stand above. */
static json_t *read_quoted(const char *text) {
  char quoted[200];
  size_t length = strlen(text);
  assert_true(length < sizeof quoted);
  for (size_t i = 0; i <= length; i++) {
    quoted[i] = text[i] == '\'' ? '"' : text[i];
  }
  json_t *value = json_loads(quoted, JSON_DECODE_ANY, NULL);
  assert_non_null(value);
  return value;
}

static void schemas_accept_what_they_say_and_nothing_else(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
    char fault[600] = "";
    json_t *schema = read_quoted(samples[i].schema);
    json_t *value = read_quoted(samples[i].value);
    bool good = mr_schema_accepts(schema, value, fault, sizeof fault);
    if (good != (samples[i].fault == NULL) || (!good && strcmp(fault, samples[i].fault) != 0)) {
      fail_msg("%s of %s: %s", samples[i].schema, samples[i].value, good ? "accepted" : fault);
    }
    json_decref(schema);
    json_decref(value);
  }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(schemas_accept_what_they_say_and_nothing_else),
};

MR_TEST_MAIN(tests)
