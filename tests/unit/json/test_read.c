#include <marcher/json.h>
#include <string.h>

#include "test_main.h"

static mr_json_value *read_text(const char *text) {
  mr_json_value *value = NULL;
  mr_error error;
  if (mr_json_value_read(text, strlen(text), &value, &error) != MR_OK) {
    fail_msg("%s: %s", text, error.message);
  }
  return value;
}

static void values_are_read_with_their_kinds(void **state) {
  (void)state;
  mr_json_value *root = read_text("{\"n\": 7, \"r\": 0.5, \"t\": \"x\", \"b\": true, \"z\": null, "
                                  "\"a\": [1, 2], \"o\": {\"k\": 1}}");
  int64_t integer = 0;
  double real = 0;
  bool flag = false;
  assert_int_equal(mr_json_value_kind(root), MR_JSON_OBJECT);
  assert_int_equal(mr_json_value_count(root), 7);
  assert_true(mr_json_value_integer(mr_json_value_member(root, "n"), 0, 7, &integer));
  assert_int_equal(integer, 7);
  assert_true(mr_json_value_number(mr_json_value_member(root, "n"), &real) && real == 7);
  assert_true(mr_json_value_number(mr_json_value_member(root, "r"), &real) && real == 0.5);
  assert_string_equal(mr_json_value_text(mr_json_value_member(root, "t")), "x");
  assert_true(mr_json_value_bool(mr_json_value_member(root, "b"), &flag) && flag);
  assert_int_equal(mr_json_value_kind(mr_json_value_member(root, "z")), MR_JSON_NULL);
  const mr_json_value *list = mr_json_value_member(root, "a");
  assert_int_equal(mr_json_value_count(list), 2);
  assert_int_equal(mr_json_value_kind(mr_json_value_item(list, 1)), MR_JSON_INTEGER);
  assert_null(mr_json_value_item(list, 2));
  const mr_json_value *inner = mr_json_value_member(root, "o");
  const char *key = mr_json_value_next(inner, NULL);
  assert_string_equal(key, "k");
  assert_null(mr_json_value_next(inner, key));
  mr_json_value_free(root);
}

static void what_is_not_there_is_nothing_of_any_kind(void **state) {
  (void)state;
  mr_json_value *root = read_text("{\"n\": 7}");
  const mr_json_value *none = mr_json_value_member(root, "m");
  const mr_json_value *number = mr_json_value_member(root, "n");
  int64_t integer = 1;
  double real = 1;
  bool flag = true;
  assert_null(none);
  assert_int_equal(mr_json_value_kind(none), MR_JSON_NONE);
  assert_int_equal(mr_json_value_count(none), 0);
  assert_null(mr_json_value_member(none, "x"));
  assert_null(mr_json_value_next(none, NULL));
  assert_null(mr_json_value_item(none, 0));
  assert_null(mr_json_value_text(number));
  assert_false(mr_json_value_integer(number, 0, 6, &integer));
  assert_false(mr_json_value_integer(number, 8, 9, &integer));
  assert_false(mr_json_value_integer(none, 0, 9, &integer));
  assert_false(mr_json_value_number(none, &real));
  assert_false(mr_json_value_bool(number, &flag));
  assert_true(integer == 1 && real == 1 && flag);
  mr_json_value_free(root);
  mr_json_value_free(NULL);
}

static void errors_have_a_status_and_a_place(void **state) {
  (void)state;
  static const struct {
    const char *text;
    mr_status status;
    unsigned line;
    unsigned column;
  } faults[] = {
      {"", MR_ERR_SYNTAX, 1, 1},
      {"{\n  \"a\" 1}", MR_ERR_SYNTAX, 2, 7},
      {"[1, 2", MR_ERR_SYNTAX, 1, 5},
      {"[1] x", MR_ERR_SYNTAX, 1, 5},
      {"{\"a\": 1,\n \"a\": 2}", MR_ERR_DUPLICATE, 2, 4},
      {"[99999999999999999999]", MR_ERR_RANGE, 1, 21},
      {"[1e999]", MR_ERR_RANGE, 1, 6},
      {"\"\\u0000\"", MR_ERR_ENCODING, 1, 8},
      {"\"\xff\"", MR_ERR_ENCODING, 1, 1},
  };
  for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
    mr_json_value *value = NULL;
    mr_error error;
    mr_status status = mr_json_value_read(faults[i].text, strlen(faults[i].text), &value, &error);
    if (status != faults[i].status || error.line != faults[i].line ||
        error.column != faults[i].column) {
      fail_msg("%s: %s at %u:%u: %s", faults[i].text, mr_status_name(status), (unsigned)error.line,
               (unsigned)error.column, error.message);
    }
    assert_null(value);
  }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(values_are_read_with_their_kinds),
    cmocka_unit_test(what_is_not_there_is_nothing_of_any_kind),
    cmocka_unit_test(errors_have_a_status_and_a_place),
};

MR_TEST_MAIN(tests)
