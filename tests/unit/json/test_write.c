#include <marcher/json.h>
#include <math.h>

#include "test_main.h"

/* A text under construction, and what it should be. */
typedef struct page {
  mr_str text;
  mr_json json;
} page;

static void page_init(page *p) {
  p->text = mr_str_growing(NULL);
  mr_json_init(&p->json, &p->text);
}

static void expect(page *p, const char *text) {
  assert_int_equal(p->text.status, MR_OK);
  assert_string_equal(mr_str_text(&p->text), text);
  mr_str_done(&p->text);
}

static void values_stand_in_objects_and_arrays(void **state) {
  (void)state;
  page p;
  page_init(&p);
  mr_json_object(&p.json, NULL);
  mr_json_array(&p.json, "list");
  mr_json_int(&p.json, NULL, -3);
  mr_json_array(&p.json, NULL);
  mr_json_end(&p.json);
  mr_json_object(&p.json, NULL);
  mr_json_end(&p.json);
  mr_json_end(&p.json);
  mr_json_bool(&p.json, "yes", true);
  mr_json_null(&p.json, "nothing");
  mr_json_hash(&p.json, "hash", 0xab);
  mr_json_end(&p.json);
  expect(&p, "{\"list\": [-3, [], {}], \"yes\": true, \"nothing\": null, "
             "\"hash\": \"00000000000000ab\"}");
}

static void documents_begin_with_their_version(void **state) {
  (void)state;
  page p;
  page_init(&p);
  mr_json_open(&p.json, &p.text);
  mr_json_string(&p.json, "game", "chess");
  mr_json_end(&p.json);
  expect(&p, "{\"version\": 1, \"game\": \"chess\"}");
}

static void texts_are_escaped_and_what_is_not_utf8_is_replaced(void **state) {
  (void)state;
  static const struct {
    const char *text;
    size_t length;
    const char *written;
  } texts[] = {
      {"", 0, "\"\""},
      {"a/b", 3, "\"a/b\""},
      {"say \"\\\"", 7, "\"say \\\"\\\\\\\"\""},
      {"\b\f\n\r\t", 5, "\"\\b\\f\\n\\r\\t\""},
      {"\x01\x1f\x7f", 3, "\"\\u0001\\u001F\x7f\""},
      {"a\0b", 3, "\"a\\u0000b\""},
      {"\xc3\xa9\xe2\x99\x9e\xf0\x9f\x98\x80", 9, "\"\xc3\xa9\xe2\x99\x9e\xf0\x9f\x98\x80\""},
      {"a\xff\x62", 3, "\"a\xef\xbf\xbd\x62\""},
      {"\xc3", 1, "\"\xef\xbf\xbd\""},
      {"\xed\xa0\x80", 3, "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\""},
  };
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    page p;
    page_init(&p);
    mr_json_bytes(&p.json, NULL, texts[i].text, texts[i].length);
    expect(&p, texts[i].written);
  }
}

static void numbers_with_a_fraction_have_nine_digits_and_a_point(void **state) {
  (void)state;
  static const struct {
    double value;
    const char *written;
  } numbers[] = {
      {0, "0.0"},
      {-0.0, "-0.0"},
      {1, "1.0"},
      {-1.5, "-1.5"},
      {0.1, "0.1"},
      {1.0 / 3, "0.333333333"},
      {2.0 / 3, "0.666666667"},
      {0.0001, "0.0001"},
      {0.00001, "1e-5"},
      {0.000012345, "1.2345e-5"},
      {120, "120.0"},
      {123456789, "123456789.0"},
      {12345678.97, "12345679.0"},
      {999999999.9, "1e9"},
      {1e9, "1e9"},
      {1.25e20, "1.25e20"},
      {1e300, "1e300"},
      {5e-324, "4.94065646e-324"},
      {NAN, "null"},
      {INFINITY, "null"},
      {-INFINITY, "null"},
  };
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    page p;
    page_init(&p);
    mr_json_real(&p.json, NULL, numbers[i].value);
    expect(&p, numbers[i].written);
  }
}

static void integers_that_readers_cannot_hold_are_texts(void **state) {
  (void)state;
  page p;
  page_init(&p);
  mr_json_array(&p.json, NULL);
  mr_json_uint(&p.json, NULL, 0);
  mr_json_uint(&p.json, NULL, INT64_MAX);
  mr_json_uint(&p.json, NULL, UINT64_MAX);
  mr_json_int(&p.json, NULL, INT64_MIN);
  mr_json_end(&p.json);
  expect(&p, "[0, 9223372036854775807, \"18446744073709551615\", -9223372036854775808]");
}

static void values_that_others_have_written_are_taken_as_they_are(void **state) {
  (void)state;
  page p;
  page part;
  page_init(&part);
  mr_json_array(&part.json, NULL);
  mr_json_string(&part.json, NULL, "x");
  mr_json_end(&part.json);
  page_init(&p);
  mr_json_object(&p.json, NULL);
  mr_json_raw(&p.json, "part", &part.text);
  mr_json_strings(&p.json, "none", NULL, 0);
  mr_json_end(&p.json);
  mr_str_done(&part.text);
  expect(&p, "{\"part\": [\"x\"], \"none\": []}");
}

static void what_is_no_json_is_refused(void **state) {
  (void)state;
  for (unsigned fault = 0; fault < 5; fault++) {
    page p;
    page_init(&p);
    if (fault == 0) {
      mr_json_end(&p.json);
    } else if (fault == 1) {
      mr_json_int(&p.json, "key", 1);
    } else if (fault == 2) {
      mr_json_object(&p.json, NULL);
      mr_json_int(&p.json, NULL, 1);
    } else if (fault == 3) {
      mr_json_array(&p.json, NULL);
      mr_json_int(&p.json, "key", 1);
    } else {
      mr_json_int(&p.json, NULL, 1);
      mr_json_int(&p.json, NULL, 2);
    }
    assert_int_equal(p.text.status, MR_ERR_ARGUMENT);
    mr_str_done(&p.text);
  }
}

static void depth_is_limited(void **state) {
  (void)state;
  page p;
  page_init(&p);
  for (unsigned i = 0; i < MR_JSON_DEPTH_MAX; i++) {
    mr_json_array(&p.json, NULL);
  }
  assert_int_equal(p.text.status, MR_OK);
  mr_json_array(&p.json, NULL);
  assert_int_equal(p.text.status, MR_ERR_LIMIT);
  mr_str_done(&p.text);
}

static void errors_are_told_with_their_place(void **state) {
  (void)state;
  mr_error error;
  page p;
  mr_error_set(&error, MR_ERR_SYNTAX, "expected a \"%c\"", 'x');
  mr_error_locate(&error, "my.ini", 3, 7);
  page_init(&p);
  mr_json_error(&p.json, NULL, &error);
  expect(&p, "{\"status\": \"syntax\", \"source\": \"my.ini\", \"line\": 3, \"column\": 7, "
             "\"message\": \"expected a \\\"x\\\"\"}");
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(values_stand_in_objects_and_arrays),
    cmocka_unit_test(documents_begin_with_their_version),
    cmocka_unit_test(texts_are_escaped_and_what_is_not_utf8_is_replaced),
    cmocka_unit_test(numbers_with_a_fraction_have_nine_digits_and_a_point),
    cmocka_unit_test(integers_that_readers_cannot_hold_are_texts),
    cmocka_unit_test(values_that_others_have_written_are_taken_as_they_are),
    cmocka_unit_test(what_is_no_json_is_refused),
    cmocka_unit_test(depth_is_limited),
    cmocka_unit_test(errors_are_told_with_their_place),
};

MR_TEST_MAIN(tests)
