#include <marcher/hash.h>

#include <string.h>

#include "test_main.h"

static uint64_t hash_of(const char *text) {
  return mr_hash_bytes(MR_HASH_START, text, strlen(text));
}

/* Known answers: the test vectors of draft-eastlake-fnv, appendix C. */
static void hashing_gives_the_published_numbers_of_fnv_1a(void **state) {
  (void)state;
  assert_int_equal(hash_of(""), UINT64_C(0xcbf29ce484222325));
  assert_int_equal(hash_of("a"), UINT64_C(0xaf63dc4c8601ec8c));
  assert_int_equal(hash_of("b"), UINT64_C(0xaf63df4c8601f1a5));
  assert_int_equal(hash_of("foobar"), UINT64_C(0x85944171f73967e8));
}

static void hashing_in_pieces_is_hashing_at_once(void **state) {
  (void)state;
  uint64_t hash = mr_hash_bytes(MR_HASH_START, "foo", 3);
  hash = mr_hash_bytes(hash, NULL, 0);
  assert_int_equal(mr_hash_bytes(hash, "bar", 3), hash_of("foobar"));
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(hashing_gives_the_published_numbers_of_fnv_1a),
    cmocka_unit_test(hashing_in_pieces_is_hashing_at_once),
};

MR_TEST_MAIN(tests)
