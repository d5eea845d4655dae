#include "search/fairy/params.h"

#include <marcher/catalog.h>
#include <string.h>

#include "test_main.h"

static void every_parameter_is_set_by_its_name_within_its_range(void **state) {
  (void)state;
  size_t count = 0;
  const mr_engine_parameter *rows = mr_fys_parameters(&count);
  mr_fys_params usual;
  assert_int_equal(mr_fys_params_read(NULL, &usual, NULL), MR_OK);
  assert_int_equal(usual.futility_base, 82);
  for (size_t i = 0; i < count; i++) {
    assert_true(rows[i].least <= rows[i].value && rows[i].value <= rows[i].most);
    for (int side = 0; side < 4; side++) {
      const int values[] = {rows[i].least, rows[i].most, rows[i].least - 1, rows[i].most + 1};
      char text[64];
      mr_str out = mr_str_fixed(text, sizeof text);
      mr_fys_params set = usual;
      mr_error err;
      mr_str_format(&out, "%s=%d", rows[i].name, values[side]);
      mr_status status = mr_fys_params_read(text, &set, &err);
      assert_int_equal(status, side < 2 ? MR_OK : MR_ERR_RANGE);
      int place = 0;
      memcpy(&place, (const char *)&set + i * sizeof place, sizeof place);
      assert_int_equal(place, side < 2 ? values[side] : rows[i].value);
    }
  }
}

static void several_words_count_and_the_last_of_a_name(void **state) {
  (void)state;
  mr_fys_params set;
  assert_int_equal(mr_fys_params_read(" NullStep=140  futilitybase=1 NullStep=99 ", &set, NULL),
                   MR_OK);
  assert_int_equal(set.null_step, 99);
  assert_int_equal(set.futility_base, 1);
}

static void what_there_is_not_is_told_with_what_was_meant(void **state) {
  (void)state;
  mr_fys_params set;
  mr_error err;
  assert_int_equal(mr_fys_params_read("NulStep=3", &set, &err), MR_ERR_UNKNOWN);
  assert_non_null(strstr(err.message, "did you mean 'NullStep'?"));
  assert_int_equal(mr_fys_params_read("Zebra=3", &set, &err), MR_ERR_UNKNOWN);
  assert_int_equal(mr_fys_params_read("NullStep", &set, &err), MR_ERR_RANGE);
  assert_int_equal(mr_fys_params_read("NullStep=", &set, &err), MR_ERR_RANGE);
  assert_int_equal(mr_fys_params_read("NullStep=12x", &set, &err), MR_ERR_RANGE);
  assert_int_equal(mr_fys_params_read("NullStep=99999999999999999999", &set, &err), MR_ERR_RANGE);
}

static void a_search_obeys_them(void **state) {
  (void)state;
  mr_catalog *catalog = NULL;
  mr_arena arena;
  mr_diagnostics list;
  mr_game *game = NULL;
  uint64_t depths[2] = {0};
  mr_arena_init(&arena, NULL, 0);
  mr_diagnostics_init(&list, &arena);
  assert_int_equal(mr_catalog_new(NULL, &catalog, NULL), MR_OK);
  assert_int_equal(mr_catalog_open(catalog, "chess", NULL, 0, &game, &list), MR_OK);
  for (unsigned i = 0; i < 2; i++) {
    const mr_engine_options options = {
        .memory = 1 << 20, .parameters = i == 0 ? NULL : "ReductionDivisor=3000 ReductionBase=0"};
    const mr_limits limits = {.depth = 9};
    mr_engine *engine = NULL;
    mr_search_result result;
    assert_int_equal(mr_engine_new(game, &options, &engine, NULL), MR_OK);
    assert_int_equal(mr_engine_think(engine, game->start, &limits, &result, NULL), MR_OK);
    depths[i] = result.nodes;
    mr_engine_free(engine);
  }
  assert_true(depths[1] > depths[0]); /* hardly anything is reduced */
  const mr_engine_options wrong = {.kind = "mcts", .parameters = "NullStep=3"};
  mr_engine *engine = NULL;
  assert_int_equal(mr_engine_new(game, &wrong, &engine, NULL), MR_ERR_UNSUPPORTED);
  mr_game_free(game);
  mr_catalog_free(catalog);
  mr_arena_done(&arena);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(every_parameter_is_set_by_its_name_within_its_range),
    cmocka_unit_test(several_words_count_and_the_last_of_a_name),
    cmocka_unit_test(what_there_is_not_is_told_with_what_was_meant),
    cmocka_unit_test(a_search_obeys_them),
};

MR_TEST_MAIN(tests)
