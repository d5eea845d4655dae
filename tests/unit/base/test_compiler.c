#include <marcher/compiler.h>

#include "test_main.h"

static void bits_are_counted(void **state) {
  (void)state;
  assert_int_equal(mr_popcount64(0), 0);
  assert_int_equal(mr_popcount64(1), 1);
  assert_int_equal(mr_popcount64(UINT64_C(0x8000000100000001)), 3);
  assert_int_equal(mr_popcount64(UINT64_MAX), 64);
}

static void the_lowest_bit_is_found_below_any_others(void **state) {
  (void)state;
  for (unsigned i = 0; i < 64; i++) {
    assert_int_equal(mr_lowest_bit64(UINT64_C(1) << i), i);
    assert_int_equal(mr_lowest_bit64(UINT64_MAX << i), i);
    assert_int_equal(mr_lowest_bit64(UINT64_C(1) << i | UINT64_C(1) << 63), i);
  }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(bits_are_counted),
    cmocka_unit_test(the_lowest_bit_is_found_below_any_others),
};

MR_TEST_MAIN(tests)
