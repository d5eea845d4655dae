#include <marcher/family.h>

#include <string.h>

#include "definition_desk.h"
#include "failing_alloc.h"
#include "test_main.h"

static mr_desk desk;
static mr_game_info info;

static int setup(void **state) {
  (void)state;
  mr_desk_open(&desk);
  info = (mr_game_info){0};
  return 0;
}

static int teardown(void **state) {
  (void)state;
  mr_desk_close(&desk);
  return 0;
}

static void define(const char *text) {
  assert_int_equal(mr_desk_read(&desk, text), MR_OK);
  assert_int_equal(mr_desk_resolve(&desk, "a"), MR_OK);
}

static void a_game_has_the_title_and_the_summary_of_its_definition(void **state) {
  (void)state;
  mr_arena own;
  define("[a]\ntitle = The A\nsummary = First of all.\n");
  mr_arena_init(&own, NULL, 0);
  assert_int_equal(mr_family_name_game(&desk.definition, &own, &info), MR_OK);
  mr_desk_close(&desk); /* a game outlives its definition */
  assert_string_equal(info.name, "a");
  assert_string_equal(info.title, "The A");
  assert_string_equal(info.summary, "First of all.");
  mr_arena_done(&own);
  mr_desk_open(&desk);
}

static void without_a_title_a_game_is_shown_by_its_name(void **state) {
  (void)state;
  define("[a]\ntitle =\n");
  assert_int_equal(mr_family_name_game(&desk.definition, &desk.arena, &info), MR_OK);
  assert_string_equal(info.title, "a");
  assert_string_equal(info.summary, "");
}

static void an_inherited_title_is_a_title(void **state) {
  (void)state;
  define("[b]\ntitle = The B\n[a:b]\nsummary = Second.\n");
  assert_int_equal(mr_family_name_game(&desk.definition, &desk.arena, &info), MR_OK);
  assert_string_equal(info.name, "a");
  assert_string_equal(info.title, "The B");
  assert_string_equal(info.summary, "Second.");
}

static void a_name_for_which_there_is_no_memory_is_an_error(void **state) {
  (void)state;
  mr_fail_alloc memory;
  mr_arena none;
  define("[a]\n");
  mr_fail_alloc_init(&memory, 1);
  mr_arena_init(&none, &memory.allocator, 0);
  assert_int_equal(mr_family_name_game(&desk.definition, &none, &info), MR_ERR_NOMEM);
  mr_arena_done(&none);
  assert_true(mr_fail_alloc_clean(&memory));
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup_teardown(a_game_has_the_title_and_the_summary_of_its_definition, setup,
                                    teardown),
    cmocka_unit_test_setup_teardown(without_a_title_a_game_is_shown_by_its_name, setup, teardown),
    cmocka_unit_test_setup_teardown(an_inherited_title_is_a_title, setup, teardown),
    cmocka_unit_test_setup_teardown(a_name_for_which_there_is_no_memory_is_an_error, setup,
                                    teardown),
};

MR_TEST_MAIN(tests)
