/* Records with a sealed block: round trips, and every kind of damage. */
#include <stdlib.h>
#include <string.h>

#include "failing_alloc.h"
#include "record_fixture.h"
#include "test_main.h"

static const mr_seal_key KEY = {{1}};
static const mr_seal_key OTHER = {{2}};

static void check(mr_status status) {
  assert_int_equal(status, MR_OK);
}

/* What everybody may know of a game in which two actions are not to be seen, and the rest of it. */
static void write(mr_record *open, mr_record *hidden, const char *secret) {
  const mr_seal_digest digest = {{3, 4, 5}};
  check(mr_record_set_text(open, &open->game, "toy", NULL));
  check(mr_record_add_tag(open, "Player", "Red", "human", NULL));
  check(mr_record_add_commitment(open, "Red", &digest, NULL, NULL));
  check(mr_record_add_commitment(open, "Blue", &digest, &digest, NULL));
  check(mr_record_set_text(open, &open->final_state, "what is seen", NULL));
  check(mr_record_add_move(open, "a1", "in the open", NULL));
  check(mr_record_add_move(open, MR_RECORD_HIDDEN, NULL, NULL));
  check(mr_record_add_move(open, "commit", NULL, NULL));
  check(mr_record_add_move(open, MR_RECORD_HIDDEN, NULL, NULL));
  hidden->has_seed = true;
  hidden->seed = 99;
  check(mr_record_set_text(hidden, &hidden->start, "the start", NULL));
  check(mr_record_set_text(hidden, &hidden->final_state, "the end", NULL));
  hidden->has_hash = true;
  hidden->final_hash = 17;
  check(mr_record_add_move(hidden, secret, "a thought", NULL));
  check(mr_record_add_move(hidden, "commit", "another", NULL));
  check(mr_record_add_move(hidden, "b2", NULL, NULL));
}

/* The text of that record, sealed. Free it. */
static mr_str sealed_text(const mr_seal_key *key, const char *secret) {
  mr_record open;
  mr_record hidden;
  mr_str text = mr_str_growing(NULL);
  mr_record_init(&open, NULL);
  mr_record_init(&hidden, NULL);
  write(&open, &hidden, secret);
  check(mr_record_seal(&open, &hidden, key, NULL));
  mr_record_format(&open, &text);
  assert_int_equal(text.status, MR_OK);
  mr_record_done(&hidden);
  mr_record_done(&open);
  return text;
}

static mr_status parse(const char *text, size_t length) {
  return mr_record_parse(&record, "x.mrec", text, length, &error);
}

static void forget(void) {
  mr_record_done(&record);
  mr_record_init(&record, NULL);
  error = (mr_error){0};
}

static void expect_open_part(void) {
  assert_string_equal(record.game, "toy");
  assert_int_equal(record.move_count, 4);
  assert_string_equal(record.moves[0].text, "a1");
  assert_string_equal(record.moves[0].comment, "in the open");
  assert_string_equal(record.moves[1].text, MR_RECORD_HIDDEN);
  assert_null(record.moves[2].comment);
  assert_string_equal(record.final_state, "what is seen");
  assert_false(record.has_seed);
  assert_non_null(record.key_name);
}

/* ---- round trips ----------------------------------------------------------------------------- */

static void what_is_sealed_comes_back(void **state) {
  (void)state;
  mr_str text = sealed_text(&KEY, "secret7");
  assert_null(strstr(mr_str_text(&text), "secret7"));
  assert_null(strstr(mr_str_text(&text), "thought"));
  assert_null(strstr(mr_str_text(&text), "[Seed"));
  check(parse(mr_str_text(&text), text.length));
  expect_open_part();
  assert_int_equal(record.commitment_count, 2);
  assert_string_equal(record.commitments[0].who, "Red");
  assert_false(record.commitments[0].has_salt);
  assert_true(record.commitments[1].has_salt);
  assert_int_equal(record.commitments[1].salt.bytes[2], 5);
  mr_str again = mr_str_growing(NULL);
  mr_record_format(&record, &again);
  assert_string_equal(mr_str_text(&again), mr_str_text(&text));
  check(mr_record_open(&record, &KEY, &error));
  assert_null(record.key_name);
  assert_int_equal(record.seed, 99);
  assert_string_equal(record.start, "the start");
  assert_string_equal(record.final_state, "the end");
  assert_int_equal(record.final_hash, 17);
  assert_string_equal(record.moves[0].comment, "in the open");
  assert_string_equal(record.moves[1].text, "secret7");
  assert_string_equal(record.moves[1].comment, "a thought");
  assert_string_equal(record.moves[2].comment, "another");
  assert_string_equal(record.moves[3].text, "b2");
  assert_int_equal(mr_record_open(&record, &KEY, &error), MR_ERR_ARGUMENT);
  mr_str_done(&again);
  mr_str_done(&text);
}

static void the_same_is_sealed_to_the_byte_and_its_length_tells_little(void **state) {
  (void)state;
  mr_str one = sealed_text(&KEY, "b1");
  mr_str same = sealed_text(&KEY, "b1");
  mr_str longer = sealed_text(&KEY, "b1-a-longer-one");
  assert_string_equal(mr_str_text(&one), mr_str_text(&same));
  assert_int_equal(one.length, longer.length);
  assert_string_not_equal(mr_str_text(&one), mr_str_text(&longer));
  mr_str_done(&longer);
  mr_str_done(&same);
  mr_str_done(&one);
}

static void a_record_of_no_actions_can_hide_its_seed(void **state) {
  (void)state;
  mr_record hidden;
  mr_str text = mr_str_growing(NULL);
  mr_record_init(&hidden, NULL);
  hidden.has_seed = true;
  hidden.seed = 5;
  check(mr_record_seal(&record, &hidden, &KEY, NULL));
  mr_record_format(&record, &text);
  forget();
  check(parse(mr_str_text(&text), text.length));
  check(mr_record_open(&record, &KEY, &error));
  assert_int_equal(record.seed, 5);
  assert_int_equal(record.move_count, 0);
  mr_str_done(&text);
  mr_record_done(&hidden);
}

static void lines_may_end_as_elsewhere(void **state) {
  (void)state;
  mr_str text = sealed_text(&KEY, "b1");
  mr_str other = mr_str_growing(NULL);
  for (size_t i = 0; i < text.length; i++) {
    mr_str_add(&other, text.data[i] == '\n' ? "\r" : "");
    mr_str_char(&other, text.data[i]);
  }
  check(parse(mr_str_text(&other), other.length));
  check(mr_record_open(&record, &KEY, &error));
  mr_str_done(&other);
  mr_str_done(&text);
}

/* ---- damage ---------------------------------------------------------------------------------- */

static const char *block_of(const mr_str *text) {
  const char *line = strstr(mr_str_text(text), "\n[block]\n");
  assert_non_null(line);
  return line + strlen("\n[block]\n");
}

static void another_key_is_named(void **state) {
  (void)state;
  mr_str text = sealed_text(&KEY, "b1");
  char own[MR_RECORD_KEY_NAME_SIZE];
  check(mr_record_key_name(&KEY, own, NULL));
  check(parse(mr_str_text(&text), text.length));
  assert_string_equal(record.key_name, own);
  assert_int_equal(mr_record_open(&record, &OTHER, &error), MR_ERR_UNKNOWN);
  assert_non_null(strstr(error.message, own));
  expect_open_part();
  check(mr_record_open(&record, &KEY, &error));
  mr_str_done(&text);
}

/* Whatever becomes of a byte of the block: the rest is read, the block is refused by its place. */
static void every_damaged_byte_of_the_block_is_named_and_the_rest_is_read(void **state) {
  (void)state;
  static const char wrong[] = {'\x01', '\x20', '\x80', '"', '\n', '\r', '\0', '[', '0', '?'};
  mr_str text = sealed_text(&KEY, "b1");
  size_t from = (size_t)(block_of(&text) - mr_str_text(&text));
  uint32_t line = 1;
  for (size_t i = 0; i < from; i++) {
    line += text.data[i] == '\n';
  }
  size_t refused = 0;
  for (size_t i = from; i < text.length; i++) {
    for (size_t k = 0; k < sizeof wrong; k++) {
      char kept = text.data[i];
      text.data[i] = (char)(k < 3 ? kept ^ wrong[k] : wrong[k]);
      bool same = text.data[i] == kept;
      forget();
      check(parse(text.data, text.length));
      expect_open_part();
      mr_status status = mr_record_open(&record, &KEY, &error);
      if (!same && i + 1 < text.length) { /* the last end of a line may be missing */
        assert_int_not_equal(status, MR_OK);
        assert_non_null(strstr(error.message, "sealed block"));
        assert_true(error.line >= line && error.column > 0);
        expect_open_part();
        refused++;
      }
      text.data[i] = kept;
    }
  }
  assert_true(refused > 5000);
  mr_str_done(&text);
}

static void a_block_that_is_cut_short_is_refused(void **state) {
  (void)state;
  mr_str text = sealed_text(&KEY, "b1");
  size_t from = (size_t)(block_of(&text) - mr_str_text(&text));
  for (size_t length = from; length + 1 < text.length; length++) {
    forget();
    check(parse(text.data, length));
    expect_open_part();
    mr_status status = mr_record_open(&record, &KEY, &error);
    assert_true(status == MR_ERR_SYNTAX || status == MR_ERR_MISMATCH);
  }
  forget();
  assert_int_equal(parse(text.data, from - strlen("[block]\n")), MR_ERR_SYNTAX);
  assert_string_equal(error.message,
                      "the tag 'Sealed', but no sealed block: the record was cut short");
  mr_str_done(&text);
}

/* What means something else in the open part does not go with the block any more. */
static void a_change_of_the_open_part_is_found(void **state) {
  (void)state;
  mr_str text = sealed_text(&KEY, "b1");
  mr_str again = mr_str_growing(NULL);
  size_t to = (size_t)(block_of(&text) - mr_str_text(&text));
  size_t refused = 0;
  for (size_t i = 0; i < to; i++) {
    char kept = text.data[i];
    text.data[i] = (char)(kept ^ 1);
    forget();
    if (parse(text.data, text.length) == MR_OK) {
      mr_str_reset(&again);
      mr_record_format(&record, &again);
      text.data[i] = kept;
      bool same = strcmp(mr_str_text(&again), mr_str_text(&text)) == 0;
      bool sealed = record.key_name != NULL;
      assert_int_equal(sealed && mr_record_open(&record, &KEY, &error) == MR_OK, sealed && same);
      refused += !same;
    }
    text.data[i] = kept;
  }
  assert_true(refused > 100);
  mr_str_done(&again);
  mr_str_done(&text);
}

static void the_block_of_another_record_does_not_open(void **state) {
  (void)state;
  mr_str one = sealed_text(&KEY, "b1");
  mr_str other = sealed_text(&KEY, "b3");
  mr_str third = sealed_text(&OTHER, "b1");
  const mr_str *blocks[] = {&other, &third};
  for (size_t i = 0; i < 2; i++) {
    mr_str mixed = mr_str_growing(NULL);
    size_t open = (size_t)(block_of(&one) - mr_str_text(&one));
    mr_str_bytes(&mixed, one.data, open);
    mr_str_add(&mixed, block_of(blocks[i]));
    forget();
    check(parse(mr_str_text(&mixed), mixed.length));
    expect_open_part();
    /* With the same key and the same open part it is a block of this record. */
    assert_int_equal(mr_record_open(&record, &KEY, &error), i == 0 ? MR_OK : MR_ERR_MISMATCH);
    mr_str_done(&mixed);
  }
  /* In a real game the commitments differ. */
  char *digit = strstr(other.data, "[Commitment \"Red\" \"") + strlen("[Commitment \"Red\" \"");
  *digit = *digit == '0' ? '1' : '0';
  forget();
  check(parse(other.data, other.length));
  assert_int_equal(mr_record_open(&record, &KEY, &error), MR_ERR_MISMATCH);
  assert_int_equal(error.line, 13);
  mr_str_done(&third);
  mr_str_done(&other);
  mr_str_done(&one);
}

/* ---- formats --------------------------------------------------------------------------------- */

typedef struct fault {
  const char *text;
  mr_status status;
  uint32_t line;
  uint32_t column;
  const char *message;
} fault;

#define ZEROS "0000000000000000"
#define DIGEST ZEROS ZEROS ZEROS ZEROS
#define V2 "[Marcher \"2\"]\n"

static void what_is_wrong_with_seals_is_told(void **state) {
  (void)state;
  static const fault faults[] = {
      {"[Marcher \"4\"]", MR_ERR_UNSUPPORTED, 1, 10,
       "the record was written by a newer Marcher (format 4); this one reads formats up to 3"},
      {"[Marcher \"0\"]", MR_ERR_UNSUPPORTED, 1, 10,
       "'0' is no format of records; there are 1 to 3"},
      {"[Marcher \"two\"]", MR_ERR_UNSUPPORTED, 1, 10,
       "'two' is no format of records; there are 1 to 3"},
      {V2 "[Commitment \"Red\"]", MR_ERR_SYNTAX, 2, 2, "the tag 'Commitment' needs a digest"},
      {V2 "[Commitment \"Red\" \"00\"]", MR_ERR_SYNTAX, 2, 19, "expected 64 hexadecimal digits"},
      {V2 "[Commitment \"Red\" \"" DIGEST "\" \"x\"]", MR_ERR_SYNTAX, 2, 86,
       "expected 64 hexadecimal digits"},
      {V2 "[Sealed \"" ZEROS "\" \"x\"]", MR_ERR_SYNTAX, 2, 28, "the tag 'Sealed' has one value"},
      {V2 "[Sealed \"xy\"]", MR_ERR_SYNTAX, 2, 9,
       "expected the name of a key, of 16 hexadecimal digits"},
      {V2 "[Sealed \"" ZEROS "\"]\n[Sealed \"" ZEROS "\"]\n\n[block]\n00", MR_ERR_DUPLICATE, 3, 2,
       "a second tag 'Sealed'"},
      {V2 "[Sealed \"" ZEROS "\"]\n\n?\n", MR_ERR_SYNTAX, 5, 1,
       "the tag 'Sealed', but no sealed block: the record was cut short"},
      {V2 "\n?\n\n[block]\n00\n", MR_ERR_SYNTAX, 5, 1,
       "a tag behind actions: a text holds one record"},
  };
  for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
    forget();
    assert_int_equal(parse(faults[i].text, strlen(faults[i].text)), faults[i].status);
    assert_string_equal(error.message, faults[i].message);
    assert_int_equal(error.line, faults[i].line);
    assert_int_equal(error.column, faults[i].column);
  }
}

static void a_record_says_the_lowest_format_that_holds_it(void **state) {
  (void)state;
  static const char plain[] =
      "[Marcher \"2\"]\n[Game \"toy\"]\n[Result \"*\"]\n\na1 {\n[block]\n}\n";
  mr_str text = mr_str_growing(NULL);
  check(parse(plain, strlen(plain)));
  assert_string_equal(record.moves[0].comment, "[block]");
  mr_record_format(&record, &text);
  assert_memory_equal(mr_str_text(&text), "[Marcher \"1\"]", strlen("[Marcher \"1\"]"));
  /* Format 1 knows nothing of seals: there such tags are like any other. */
  static const char old[] = "[Marcher \"1\"]\n[Sealed \"x\"]\n[Commitment \"y\"]\n[Result \"*\"]\n";
  forget();
  check(parse(old, strlen(old)));
  assert_null(record.key_name);
  assert_string_equal(mr_record_tag_value(&record, "Sealed"), "x");
  mr_str_reset(&text);
  mr_record_format(&record, &text);
  assert_string_equal(mr_str_text(&text), old);
  mr_str_done(&text);
}

static void what_does_not_fit_together_is_not_sealed(void **state) {
  (void)state;
  mr_record hidden;
  mr_record_init(&hidden, NULL);
  check(mr_record_add_move(&hidden, "a1", NULL, NULL));
  assert_int_equal(mr_record_seal(&record, &hidden, &KEY, &error), MR_ERR_ARGUMENT);
  assert_int_equal(mr_record_open(&record, &KEY, &error), MR_ERR_ARGUMENT);
  /* Sealed by somebody who has the key, but not what belongs behind these actions. */
  check(mr_record_add_move(&record, "a2", NULL, NULL));
  check(mr_record_seal(&record, &hidden, &KEY, &error));
  assert_int_equal(mr_record_seal(&record, &hidden, &KEY, &error), MR_ERR_ARGUMENT);
  assert_int_equal(mr_record_open(&record, &KEY, &error), MR_ERR_MISMATCH);
  assert_string_equal(error.message,
                      "what is in the sealed block does not belong to these actions");
  mr_record_done(&hidden);
}

static void nothing_is_lost_where_there_is_no_memory(void **state) {
  (void)state;
  mr_str text = sealed_text(&KEY, "b1");
  bool done = false;
  for (size_t n = 1; !done; n++) {
    mr_fail_alloc memory;
    mr_record own;
    mr_fail_alloc_init(&memory, n);
    mr_record_init(&own, &memory.allocator);
    mr_status status = mr_record_parse(&own, NULL, text.data, text.length, &error);
    if (status == MR_OK) {
      status = mr_record_open(&own, &KEY, &error);
    }
    done = status == MR_OK;
    assert_true(done || status == MR_ERR_NOMEM);
    mr_record_done(&own);
    assert_true(mr_fail_alloc_clean(&memory));
  }
  mr_str_done(&text);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup_teardown(what_is_sealed_comes_back, setup, teardown),
    cmocka_unit_test_setup_teardown(the_same_is_sealed_to_the_byte_and_its_length_tells_little,
                                    setup, teardown),
    cmocka_unit_test_setup_teardown(a_record_of_no_actions_can_hide_its_seed, setup, teardown),
    cmocka_unit_test_setup_teardown(lines_may_end_as_elsewhere, setup, teardown),
    cmocka_unit_test_setup_teardown(another_key_is_named, setup, teardown),
    cmocka_unit_test_setup_teardown(every_damaged_byte_of_the_block_is_named_and_the_rest_is_read,
                                    setup, teardown),
    cmocka_unit_test_setup_teardown(a_block_that_is_cut_short_is_refused, setup, teardown),
    cmocka_unit_test_setup_teardown(a_change_of_the_open_part_is_found, setup, teardown),
    cmocka_unit_test_setup_teardown(the_block_of_another_record_does_not_open, setup, teardown),
    cmocka_unit_test_setup_teardown(what_is_wrong_with_seals_is_told, setup, teardown),
    cmocka_unit_test_setup_teardown(a_record_says_the_lowest_format_that_holds_it, setup, teardown),
    cmocka_unit_test_setup_teardown(what_does_not_fit_together_is_not_sealed, setup, teardown),
    cmocka_unit_test_setup_teardown(nothing_is_lost_where_there_is_no_memory, setup, teardown),
};

MR_TEST_MAIN(tests)
