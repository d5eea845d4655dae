#include <marcher/seal.h>
#include <string.h>

#include "test_main.h"

static const mr_seal_key KEY = {{7, 1, 2}};
static const mr_seal_key OTHER = {{8, 1, 2}};

static mr_seal_bytes bytes_of(const char *text) {
  return (mr_seal_bytes){text, strlen(text)};
}

static mr_seal_digest digest(const mr_seal_key *key, const char *purpose, const char *text) {
  mr_seal_digest out;
  assert_int_equal(mr_seal_digest_of(key, purpose, bytes_of(text), &out, NULL), MR_OK);
  return out;
}

static void digests_depend_on_key_purpose_and_bytes(void **state) {
  (void)state;
  mr_seal_digest one = digest(&KEY, "salt", "White");
  mr_seal_digest same = digest(&KEY, "salt", "White");
  assert_true(mr_seal_same(&one, &same));
  const mr_seal_digest others[] = {
      digest(&OTHER, "salt", "White"), digest(&KEY, "Salt", "White"), digest(&KEY, "salt", "Black"),
      digest(&KEY, "sal", "tWhite"),   digest(&KEY, "", ""),
  };
  for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
    assert_false(mr_seal_same(&one, &others[i]));
  }
  mr_seal_digest salted;
  assert_int_equal(mr_seal_salted(&one, "commitment", bytes_of("L@a1"), &salted, NULL), MR_OK);
  assert_false(mr_seal_same(&salted, &one));
}

/* A vector of the definition: BLAKE2b of 32 bytes by Python's hashlib.blake2b(digest_size=32). */
static void keys_of_texts_are_blake2b(void **state) {
  (void)state;
  static const char digits[] = "ce3b989560fd143508cd717fd63f2e3f606a839c7b826439fe35fc3a3620b257";
  mr_seal_key key;
  char text[MR_SEAL_HEX_SIZE + 1];
  mr_str out = mr_str_fixed(text, sizeof text);
  assert_int_equal(mr_seal_key_of("seed 9", &key, NULL), MR_OK);
  mr_seal_add_hex(&out, key.bytes, sizeof key.bytes);
  assert_string_equal(text, digits);
}

static void fresh_keys_are_never_the_same(void **state) {
  (void)state;
  mr_seal_key one;
  mr_seal_key other;
  assert_true(mr_seal_available());
  assert_int_equal(mr_seal_key_fresh(&one, NULL), MR_OK);
  assert_int_equal(mr_seal_key_fresh(&other, NULL), MR_OK);
  assert_memory_not_equal(one.bytes, other.bytes, sizeof one.bytes);
}

/* ---- blocks ---------------------------------------------------------------------------------- */

enum { MOST = 256 };

static size_t close_block(const char *content, const char *beside, uint8_t *out) {
  assert_int_equal(mr_seal_close(&KEY, bytes_of(content), bytes_of(beside), out, NULL), MR_OK);
  return strlen(content) + MR_SEAL_OVERHEAD;
}

static void expect_opens(mr_status expected, const mr_seal_key *key, const uint8_t *block,
                         size_t length, const char *beside, const char *content) {
  uint8_t out[MOST] = {0};
  mr_error error = {.message = ""};
  mr_status status =
      mr_seal_open(key, (mr_seal_bytes){block, length}, bytes_of(beside), out, &error);
  assert_int_equal(status, expected);
  if (expected == MR_OK) {
    assert_string_equal((const char *)out, content);
  } else {
    assert_int_not_equal(error.message[0], '\0');
  }
}

static void a_block_opens_with_its_key_beside_its_text_alone(void **state) {
  (void)state;
  static const char *const contents[] = {"", "L@a1", "the seed is 9"};
  for (size_t i = 0; i < sizeof contents / sizeof contents[0]; i++) {
    uint8_t block[MOST];
    size_t length = close_block(contents[i], "open", block);
    expect_opens(MR_OK, &KEY, block, length, "open", contents[i]);
    expect_opens(MR_ERR_MISMATCH, &OTHER, block, length, "open", NULL);
    expect_opens(MR_ERR_MISMATCH, &KEY, block, length, "Open", NULL);
    expect_opens(MR_ERR_MISMATCH, &KEY, block, length, "", NULL);
    for (size_t cut = 0; cut < length; cut++) {
      expect_opens(MR_ERR_MISMATCH, &KEY, block, cut, "open", NULL);
    }
    for (size_t bit = 0; bit < 8 * length; bit++) {
      block[bit / 8] = (uint8_t)(block[bit / 8] ^ 1u << bit % 8);
      expect_opens(MR_ERR_MISMATCH, &KEY, block, length, "open", NULL);
      block[bit / 8] = (uint8_t)(block[bit / 8] ^ 1u << bit % 8);
    }
  }
}

static void the_same_is_sealed_as_the_same_bytes_and_nothing_else_is(void **state) {
  (void)state;
  uint8_t one[MOST];
  uint8_t other[MOST];
  size_t length = close_block("L@a1", "open", one);
  assert_int_equal(close_block("L@a1", "open", other), length);
  assert_memory_equal(one, other, length);
  close_block("K@a1", "open", other);
  assert_memory_not_equal(one, other, 24); /* another nonce */
  close_block("L@a1", "often", other);
  assert_memory_not_equal(one, other, 24);
  close_block("nL@a1", "ope", other); /* what is beside does not run into the content */
  assert_memory_not_equal(one, other, 24);
}

static void what_is_too_long_is_refused_before_it_is_looked_at(void **state) {
  (void)state;
  uint8_t out[1];
  const mr_seal_bytes huge = {"", MR_SEAL_CONTENT_MAX + 1};
  assert_int_equal(mr_seal_close(&KEY, huge, (mr_seal_bytes){0}, out, NULL), MR_ERR_LIMIT);
  assert_int_equal(mr_seal_open(&KEY, (mr_seal_bytes){0}, huge, out, NULL), MR_ERR_LIMIT);
}

/* ---- digits ---------------------------------------------------------------------------------- */

static void digits_are_read_as_they_are_written_and_in_no_other_way(void **state) {
  (void)state;
  static const uint8_t bytes[] = {0x00, 0x9a, 0xff};
  uint8_t read[3];
  char text[7];
  mr_str out = mr_str_fixed(text, sizeof text);
  mr_seal_add_hex(&out, bytes, sizeof bytes);
  assert_string_equal(text, "009aff");
  assert_true(mr_seal_read_hex(text, 6, read, sizeof read));
  assert_memory_equal(read, bytes, sizeof bytes);
  static const char *const bad[] = {"009AFF", "009af", "009aff0", "009a f", "0x9aff", "009afg"};
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    assert_false(mr_seal_read_hex(bad[i], strlen(bad[i]), read, sizeof read));
  }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(digests_depend_on_key_purpose_and_bytes),
    cmocka_unit_test(keys_of_texts_are_blake2b),
    cmocka_unit_test(fresh_keys_are_never_the_same),
    cmocka_unit_test(a_block_opens_with_its_key_beside_its_text_alone),
    cmocka_unit_test(the_same_is_sealed_as_the_same_bytes_and_nothing_else_is),
    cmocka_unit_test(what_is_too_long_is_refused_before_it_is_looked_at),
    cmocka_unit_test(digits_are_read_as_they_are_written_and_in_no_other_way),
};

MR_TEST_MAIN(tests)
