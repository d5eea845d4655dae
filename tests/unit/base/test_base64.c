#include "test_main.h"

#include <string.h>

#include "base/base64.h"

/* RFC 4648, section 10. */
static void bytes_become_the_letters_of_the_standard(void **state) {
  (void)state;
  static const char *const pairs[][2] = {{"", ""},
                                         {"f", "Zg=="},
                                         {"fo", "Zm8="},
                                         {"foo", "Zm9v"},
                                         {"foob", "Zm9vYg=="},
                                         {"fooba", "Zm9vYmE="},
                                         {"foobar", "Zm9vYmFy"}};
  for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
    mr_str letters = mr_str_growing(NULL), bytes = mr_str_growing(NULL);
    mr_base64_encode(pairs[i][0], strlen(pairs[i][0]), &letters);
    assert_string_equal(mr_str_text(&letters), pairs[i][1]);
    assert_true(mr_base64_decode(pairs[i][1], strlen(pairs[i][1]), &bytes));
    assert_string_equal(mr_str_text(&bytes), pairs[i][0]);
    mr_str_done(&letters);
    mr_str_done(&bytes);
  }
}

static void all_bytes_come_back(void **state) {
  (void)state;
  uint8_t all[256];
  for (unsigned i = 0; i < sizeof all; i++) {
    all[i] = (uint8_t)(255 - i);
  }
  mr_str letters = mr_str_growing(NULL), bytes = mr_str_growing(NULL);
  mr_base64_encode(all, sizeof all, &letters);
  assert_true(mr_base64_decode(mr_str_text(&letters), letters.length, &bytes));
  assert_int_equal(bytes.length, sizeof all);
  assert_memory_equal(mr_str_text(&bytes), all, sizeof all);
  mr_str_done(&letters);
  mr_str_done(&bytes);
}

static void what_is_no_base64_is_refused(void **state) {
  (void)state;
  static const char *const bad[] = {
      "Z", "Zg", "Zg=", "Z===", "====", "Zh==", "Zg==Zg==", "Zm9!", "Zm9v\n"};
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    mr_str bytes = mr_str_growing(NULL);
    assert_false(mr_base64_decode(bad[i], strlen(bad[i]), &bytes));
    mr_str_done(&bytes);
  }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(bytes_become_the_letters_of_the_standard),
    cmocka_unit_test(all_bytes_come_back),
    cmocka_unit_test(what_is_no_base64_is_refused),
};

MR_TEST_MAIN(tests)
