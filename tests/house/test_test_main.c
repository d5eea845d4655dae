/* The selection of tests by name, on which every CTest entry of the suite relies. */
#include "test_main.h"

#include <stdlib.h>

static void first(void **state) {
  (void)state;
}

static void second(void **state) {
  (void)state;
}

static const struct CMUnitTest table[] = {
    {"first", first, NULL, NULL, NULL},
    {"second", second, NULL, NULL, NULL},
};

static char program[] = "program";

/* What the selection says to one argument, or to none, when CTest counted `known` tests. */
static bool select_one(char *argument, const char *known) {
  char *argv[] = {program, argument, NULL};
  assert_int_equal(known == NULL ? unsetenv("MR_TEST_COUNT") : setenv("MR_TEST_COUNT", known, 1),
                   0);
  bool chosen = mr_test_select(table, 2, argument == NULL ? 1 : 2, argv);
  cmocka_set_test_filter(NULL);
  return chosen;
}

static void a_listed_test_is_selected_by_its_name(void **state) {
  char name[] = "second";
  (void)state;
  assert_true(select_one(name, NULL));
  assert_true(select_one(name, "2"));
}

static void a_pattern_selects_what_it_matches(void **state) {
  char pattern[] = "f*t";
  (void)state;
  assert_true(select_one(pattern, NULL));
}

static void no_argument_selects_everything(void **state) {
  (void)state;
  assert_true(select_one(NULL, "2"));
}

static void a_name_that_matches_nothing_is_refused(void **state) {
  char name[] = "secon";
  (void)state;
  assert_false(select_one(name, NULL));
}

static void a_count_that_differs_from_the_table_is_refused(void **state) {
  char name[] = "first";
  (void)state;
  assert_false(select_one(name, "1"));
  assert_false(select_one(name, "3"));
  assert_false(select_one(NULL, "0"));
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_listed_test_is_selected_by_its_name),
    cmocka_unit_test(a_pattern_selects_what_it_matches),
    cmocka_unit_test(no_argument_selects_everything),
    cmocka_unit_test(a_name_that_matches_nothing_is_refused),
    cmocka_unit_test(a_count_that_differs_from_the_table_is_refused),
};

MR_TEST_MAIN(tests)
