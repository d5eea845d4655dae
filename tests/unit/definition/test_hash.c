#include "test_main.h"

#include <marcher/definition.h>

#include "definition_fixture.h"

static const char *const choices[] = {"red", "blue", NULL};

static const mr_key common[] = {
    {.name = "family", .type = MR_KEY_TEXT, .standard = "fairy"},
    {.name = "title", .type = MR_KEY_PROSE},
};

static const mr_key family[] = {
    {.name = "columns", .type = MR_KEY_INT, .min = 1, .max = 26, .standard = "8"},
    {.name = "drops", .type = MR_KEY_BOOL, .standard = "false"},
    {.name = "first", .type = MR_KEY_CHOICE, .choices = choices, .standard = "red"},
    {.name = "share", .type = MR_KEY_FRACTION, .max = 1000, .standard = "1/2"},
    {.name = "cells", .type = MR_KEY_LIST},
    {.name = "map", .type = MR_KEY_MAP},
    {.name = "piece#", .type = MR_KEY_TEXT},
};

static uint64_t hash_of_definition(const mr_definition *definition) {
  return mr_definition_hash(definition, common, sizeof common / sizeof common[0], family,
                            sizeof family / sizeof family[0]);
}

/** Hash of the definition "a" of a file. */
static uint64_t hash_of(const char *text) {
  mr_fixture fixture;
  mr_fixture_open(&fixture);
  mr_fixture_define(&fixture, text, "a");
  uint64_t hash = hash_of_definition(&fixture.definition);
  mr_fixture_close(&fixture);
  return hash;
}

static void the_hash_of_known_rules_is_a_known_number(void **state) {
  (void)state;
  /* FNV-1a over "columns=9\0share=3/4\0", computed apart from this program. */
  assert_int_equal(hash_of("[a]\nshare = 75%\ncolumns = 9\n"), UINT64_C(0xcfaf3c35a0586f2a));
  assert_int_equal(hash_of("[a]\n"), UINT64_C(0xcbf29ce484222325));
}

static void the_layout_of_the_file_does_not_matter(void **state) {
  (void)state;
  uint64_t hash = hash_of("[a]\ncolumns = 9\nmap =\n  ab\n  cd\n");
  assert_int_equal(hash, hash_of("# x\n[b]\n\n[a]\nmap =\n\tab \n# y\n    cd\n\ncolumns=9\n"));
}

static void names_and_prose_do_not_matter(void **state) {
  (void)state;
  uint64_t hash = hash_of("[a]\ncolumns = 9\n");
  assert_int_equal(hash, hash_of("[a]\ntitle = My Game\ncolumns = 9\n"));
  assert_int_equal(hash, hash_of("[other]\ncolumns = 9\n[a:other]\n"));
}

static void where_a_key_is_set_does_not_matter(void **state) {
  (void)state;
  uint64_t hash = hash_of("[a]\ncolumns = 9\nfirst = blue\ndrops = true\n");
  assert_int_equal(hash, hash_of("[p]\ncolumns = 9\ndrops = true\n[q:p]\nfirst = red\n"
                                 "[a:q]\nfirst = blue\n"));
  mr_fixture fixture;
  const mr_override overrides[] = {{"drops", "true"}, {"columns", "9"}};
  mr_fixture_open(&fixture);
  assert_int_equal(mr_fixture_read(&fixture, "[a]\ncolumns = 7\nfirst = blue\n"), MR_OK);
  assert_int_equal(mr_definition_resolve(fixture.definitions, "a", overrides, 2, &fixture.arena,
                                         &fixture.definition, &fixture.list),
                   MR_OK);
  assert_int_equal(hash, hash_of_definition(&fixture.definition));
  mr_fixture_close(&fixture);
}

static void a_standard_value_may_be_written_or_not(void **state) {
  (void)state;
  uint64_t hash = hash_of("[a]\ncolumns = 9\n");
  assert_int_equal(hash, hash_of("[a]\ncolumns = 9\nfirst = red\ndrops = no\nshare = 50%\n"
                                 "family = fairy\n"));
  assert_int_equal(hash, hash_of("[p]\nfirst = blue\n[a:p]\nfirst = red\ncolumns = 9\n"));
}

static void spellings_of_one_value_do_not_matter(void **state) {
  (void)state;
  assert_int_equal(hash_of("[a]\ncolumns = 9\n"), hash_of("[a]\ncolumns = 009\n"));
  assert_int_equal(hash_of("[a]\ndrops = yes\n"), hash_of("[a]\ndrops = 1\n"));
  assert_int_equal(hash_of("[a]\nshare = 0.25\n"), hash_of("[a]\nshare = 25/100\n"));
  assert_int_equal(hash_of("[a]\ncells = a1 b2\n"), hash_of("[a]\ncells =\n  a1\n  b2\n"));
}

static void every_difference_in_the_rules_matters(void **state) {
  (void)state;
  static const char *const texts[] = {
      "[a]\n",
      "[a]\ncolumns = 9\n",
      "[a]\ncolumns = 10\n",
      "[a]\nfirst = blue\n",
      "[a]\nfamily = blue\n",
      "[a]\ncells = a1 b2\n",
      "[a]\ncells = a1b2\n",
      "[a]\ncells = b2 a1\n",
      "[a]\nmap =\n  ab\n  cd\n",
      "[a]\nmap = abcd\n",
      "[a]\npiece1 = x\n",
      "[a]\npiece2 = x\n",
      "[a]\npiece1 = x\npiece2 = x\n",
      "[a]\npiece1 = xpiece2=x\n",
  };
  enum { COUNT = sizeof texts / sizeof texts[0] };
  uint64_t hashes[COUNT];
  for (size_t i = 0; i < COUNT; i++) {
    hashes[i] = hash_of(texts[i]);
    for (size_t j = 0; j < i; j++) {
      assert_int_not_equal(hashes[i], hashes[j]);
    }
  }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(the_hash_of_known_rules_is_a_known_number),
    cmocka_unit_test(the_layout_of_the_file_does_not_matter),
    cmocka_unit_test(names_and_prose_do_not_matter),
    cmocka_unit_test(where_a_key_is_set_does_not_matter),
    cmocka_unit_test(a_standard_value_may_be_written_or_not),
    cmocka_unit_test(spellings_of_one_value_do_not_matter),
    cmocka_unit_test(every_difference_in_the_rules_matters),
};

MR_TEST_MAIN(tests)
