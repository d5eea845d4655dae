#include <marcher/str.h>

#include <string.h>

#include "failing_alloc.h"
#include "test_main.h"

static void a_fixed_string_holds_what_is_written(void **state) {
  (void)state;
  char buffer[64];
  mr_str str = mr_str_fixed(buffer, sizeof buffer);
  assert_string_equal(mr_str_text(&str), "");
  mr_str_char(&str, 'a');
  mr_str_add(&str, "bc");
  mr_str_bytes(&str, "defg", 2);
  mr_str_repeat(&str, '-', 3);
  mr_str_uint(&str, 0);
  mr_str_uint(&str, UINT64_MAX);
  mr_str_format(&str, "|%d|%s", -5, "x");
  assert_string_equal(buffer, "abcde---018446744073709551615|-5|x");
  assert_int_equal(str.length, strlen(buffer));
  assert_int_equal(str.status, MR_OK);
}

static void a_fixed_string_can_be_filled_to_the_last_byte(void **state) {
  (void)state;
  char buffer[5] = {1, 1, 1, 1, 'Z'};
  mr_str str = mr_str_fixed(buffer, 4);
  mr_str_format(&str, "%s", "abc");
  assert_int_equal(str.status, MR_OK);
  assert_string_equal(buffer, "abc");
  mr_str_char(&str, 'd');
  assert_int_equal(str.status, MR_ERR_LIMIT);
  assert_string_equal(buffer, "abc");
  assert_int_equal(buffer[4], 'Z');
}

static void every_way_of_writing_stops_at_the_end(void **state) {
  (void)state;
  for (int way = 0; way < 4; way++) {
    char buffer[5] = {0, 0, 0, 0, 'Z'};
    mr_str str = mr_str_fixed(buffer, 4);
    if (way == 0) {
      mr_str_add(&str, "12345");
    } else if (way == 1) {
      mr_str_format(&str, "%d", 12345);
    } else if (way == 2) {
      mr_str_uint(&str, 12345);
    } else {
      mr_str_repeat(&str, '1', 5);
    }
    assert_int_equal(str.status, MR_ERR_LIMIT);
    assert_int_equal(str.length, 3);
    assert_string_equal(buffer, way == 3 ? "111" : "123");
    assert_int_equal(buffer[4], 'Z');
  }
}

static void what_follows_a_failure_is_dropped(void **state) {
  (void)state;
  char buffer[4];
  mr_str str = mr_str_fixed(buffer, sizeof buffer);
  mr_str_add(&str, "a\xE2\x82\xAC"); /* four bytes, the euro sign does not fit */
  assert_string_equal(buffer, "a");
  mr_str_char(&str, 'b');
  mr_str_uint(&str, 1);
  mr_str_repeat(&str, 'c', 1);
  mr_str_format(&str, "d");
  assert_string_equal(buffer, "a");
  mr_str_reset(&str);
  assert_int_equal(str.status, MR_OK);
  mr_str_add(&str, "xyz");
  assert_string_equal(buffer, "xyz");
}

static void a_cut_never_splits_a_character(void **state) {
  (void)state;
  const char *characters[] = {"\xC3\xA9", "\xE2\x82\xAC", "\xF0\x9F\x82\xA1"};
  for (size_t i = 0; i < 3; i++) {
    size_t length = strlen(characters[i]);
    for (size_t size = 2; size <= 2 + length; size++) {
      char by_bytes[16];
      char by_chars[16];
      char by_format[16];
      mr_str str = mr_str_fixed(by_bytes, size);
      mr_str_char(&str, 'x');
      mr_str_add(&str, characters[i]);
      str = mr_str_fixed(by_chars, size);
      mr_str_char(&str, 'x');
      for (size_t k = 0; k < length; k++) {
        mr_str_char(&str, characters[i][k]);
      }
      str = mr_str_fixed(by_format, size);
      mr_str_format(&str, "x%s", characters[i]);
      bool fits = size == 2 + length;
      assert_int_equal(strlen(by_bytes), fits ? 1 + length : 1);
      assert_string_equal(by_chars, by_bytes);
      assert_string_equal(by_format, by_bytes);
      assert_int_equal(str.status, fits ? MR_OK : MR_ERR_LIMIT);
    }
  }
}

static void a_zeroed_string_takes_nothing_and_harms_nothing(void **state) {
  (void)state;
  mr_str str = {0};
  mr_str_add(&str, "");
  mr_str_add(&str, "a");
  mr_str_repeat(&str, 'a', 2);
  mr_str_format(&str, "%d", 1);
  assert_int_equal(str.status, MR_ERR_LIMIT);
  assert_string_equal(mr_str_text(&str), "");
  mr_str_reset(&str);
  mr_str_done(&str);
  mr_str_done(NULL);
}

static void a_growing_string_grows(void **state) {
  (void)state;
  mr_fail_alloc memory;
  mr_fail_alloc_init(&memory, 0);
  mr_str str = mr_str_growing(&memory.allocator);
  assert_string_equal(mr_str_text(&str), "");
  assert_int_equal(memory.calls, 0);
  for (size_t i = 0; i < 1000; i++) {
    mr_str_format(&str, "%s", "0123456789");
    mr_str_add(&str, "abcdefghij");
  }
  assert_int_equal(str.status, MR_OK);
  assert_int_equal(str.length, 20000);
  assert_int_equal(strlen(mr_str_text(&str)), 20000);
  assert_memory_equal(str.data + 19980, "0123456789abcdefghij", 20);
  size_t capacity = str.capacity;
  mr_str_reset(&str);
  assert_string_equal(mr_str_text(&str), "");
  assert_int_equal(str.capacity, capacity);
  mr_str_done(&str);
  assert_true(mr_fail_alloc_clean(&memory));
}

static void a_growing_string_that_was_freed_can_grow_again(void **state) {
  (void)state;
  mr_str str = mr_str_growing(NULL);
  mr_str_format(&str, "%0200d", 7);
  assert_int_equal(str.length, 200);
  mr_str_done(&str);
  mr_str_add(&str, "again");
  assert_string_equal(mr_str_text(&str), "again");
  mr_str_done(&str);
}

static void a_growing_string_keeps_its_text_when_memory_ends(void **state) {
  (void)state;
  mr_fail_alloc memory;
  mr_fail_alloc_init(&memory, 2);
  mr_str str = mr_str_growing(&memory.allocator);
  mr_str_add(&str, "kept");
  mr_str_format(&str, "%0500d", 1);
  assert_int_equal(str.status, MR_ERR_NOMEM);
  assert_string_equal(mr_str_text(&str), "kept");
  mr_str_add(&str, "x");
  assert_string_equal(mr_str_text(&str), "kept");
  mr_str_done(&str);
  assert_true(mr_fail_alloc_clean(&memory));
}

static void a_growing_string_refuses_absurd_lengths(void **state) {
  (void)state;
  mr_str str = mr_str_growing(NULL);
  mr_str_repeat(&str, 'x', SIZE_MAX / 2);
  assert_int_equal(str.status, MR_ERR_NOMEM);
  assert_string_equal(mr_str_text(&str), "");
  mr_str_done(&str);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_fixed_string_holds_what_is_written),
    cmocka_unit_test(a_fixed_string_can_be_filled_to_the_last_byte),
    cmocka_unit_test(every_way_of_writing_stops_at_the_end),
    cmocka_unit_test(what_follows_a_failure_is_dropped),
    cmocka_unit_test(a_cut_never_splits_a_character),
    cmocka_unit_test(a_zeroed_string_takes_nothing_and_harms_nothing),
    cmocka_unit_test(a_growing_string_grows),
    cmocka_unit_test(a_growing_string_that_was_freed_can_grow_again),
    cmocka_unit_test(a_growing_string_keeps_its_text_when_memory_ends),
    cmocka_unit_test(a_growing_string_refuses_absurd_lengths),
};

MR_TEST_MAIN(tests)
