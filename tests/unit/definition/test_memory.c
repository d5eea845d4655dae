#include "test_main.h"

#include <marcher/definition.h>
#include <string.h>

#include "failing_alloc.h"

static const char good[] = "[parent]\n"
                           "columns = 8\n"
                           "map =\n  one\n  two\n"
                           "[child:parent]\n"
                           "title = x   \n"
                           "empty =\n";

static const char bad[] = "stray\n[a\n[b]\nx y = 1\nkey = \xFF\n  more\n[b]\n";

static const mr_key keys[] = {
    {.name = "columns", .type = MR_KEY_INT, .min = 1, .max = 4},
    {.name = "map", .type = MR_KEY_MAP},
    {.name = "title", .type = MR_KEY_PROSE},
};

/** Everything that can be done with one file, on one allocator. @return the first failure */
static mr_status live(const mr_allocator *allocator, const char *text) {
  const mr_override overrides[] = {{"rows", "1\n2"}, {"title", "y"}};
  mr_definitions *definitions = NULL;
  mr_definition definition;
  mr_arena arena;
  mr_diagnostics list;
  mr_arena_init(&arena, allocator, 0);
  mr_diagnostics_init(&list, &arena);
  mr_status status = mr_definitions_new(allocator, &definitions, NULL);
  if (status == MR_OK) {
    status = mr_definitions_add(definitions, "file.ini", text, strlen(text), &list);
    assert_true(status == MR_OK || list.errors > 0);
    assert_int_equal(mr_definitions_count(definitions), status == MR_OK ? 2 : 0);
  }
  if (status == MR_OK) {
    status = mr_definition_resolve(definitions, "child", overrides, 2, &arena, &definition, &list);
  }
  if (status == MR_OK) {
    status = mr_definition_check(&definition, keys, 3, NULL, 0, &list);
    assert_true(status != MR_OK); /* columns is out of range, 'empty' and 'rows' are unknown */
  }
  status = status != MR_OK && list.status == MR_ERR_NOMEM ? MR_ERR_NOMEM : status;
  mr_definitions_free(definitions);
  mr_arena_done(&arena);
  return status;
}

/** Lets each request for memory fail in turn; the run in which none does must end in `expected`. */
static void survives_every_failure(const char *text, mr_status expected) {
  mr_status status = MR_ERR_NOMEM;
  size_t n = 0;
  while (status == MR_ERR_NOMEM) {
    mr_fail_alloc memory;
    mr_fail_alloc_init(&memory, ++n);
    status = live(&memory.allocator, text);
    assert_true(mr_fail_alloc_clean(&memory));
    assert_true(status == MR_ERR_NOMEM || memory.calls < n);
    assert_true(n < 10000);
  }
  assert_int_equal(status, expected);
  assert_true(n > 3);
}

static void reading_and_resolving_survive_every_failed_allocation(void **state) {
  (void)state;
  survives_every_failure(good, MR_ERR_UNKNOWN);
}

static void complaining_survives_every_failed_allocation(void **state) {
  (void)state;
  survives_every_failure(bad, MR_ERR_SYNTAX);
}

static void an_arena_that_is_full_is_reported_as_lack_of_memory(void **state) {
  (void)state;
  mr_definitions *definitions = NULL;
  mr_definition definition = {0};
  mr_arena arena;
  mr_arena full;
  mr_diagnostics list;
  mr_arena_init(&arena, NULL, 0);
  mr_diagnostics_init(&list, &arena);
  assert_int_equal(mr_definitions_new(NULL, &definitions, NULL), MR_OK);
  assert_int_equal(mr_definitions_add(definitions, "a", good, sizeof good - 1, &list), MR_OK);
  for (size_t limit = 1; limit < 700; limit += 13) {
    mr_arena_init(&full, NULL, limit);
    mr_diagnostics_init(&list, &arena);
    assert_int_equal(
        mr_definition_resolve(definitions, "child", NULL, 0, &full, &definition, &list),
        MR_ERR_NOMEM);
    assert_int_equal(list.status, MR_ERR_NOMEM);
    assert_null(definition.name);
    mr_arena_done(&full);
  }
  mr_definitions_free(definitions);
  mr_arena_done(&arena);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(reading_and_resolving_survive_every_failed_allocation),
    cmocka_unit_test(complaining_survives_every_failed_allocation),
    cmocka_unit_test(an_arena_that_is_full_is_reported_as_lack_of_memory),
};

MR_TEST_MAIN(tests)
