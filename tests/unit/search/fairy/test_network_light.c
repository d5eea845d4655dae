/** Networks that add to what men and hands are worth, and to nothing else of the weights. */
#include <marcher/engine.h>
#include <marcher/random.h>
#include <math.h>
#include <string.h>

#include "catalog_fixture.h"
#include "network_fixture.h"
#include "search/fairy/fit/fit.h"
#include "test_main.h"

static mr_catalog_fixture catalogue;

static int open_catalogue(void **state) {
  (void)state;
  mr_catalog_fixture_open(&catalogue);
  return 0;
}

static int close_catalogue(void **state) {
  (void)state;
  mr_catalog_fixture_close(&catalogue);
  return 0;
}

static mr_str light_file(const mr_game *game) {
  mr_str file = mr_str_growing(NULL);
  mr_fyn *n = fixture_network(game, 32);
  n->about.light = true;
  mr_fyn_write(n, &file);
  mr_fyn_free(n);
  return file;
}

static void a_file_says_whether_its_network_is_light(void **state) {
  (void)state;
  mr_game *game = mr_catalog_fixture_game(&catalogue, "chess", NULL, 0);
  mr_str file = light_file(game), again = mr_str_growing(NULL);
  mr_fyn *n = NULL;
  mr_error err = {.message = ""};
  assert_memory_equal(mr_str_text(&file), "marcher-network 3\n", 18);
  assert_non_null(strstr(mr_str_text(&file), "\nadds to men of weights "));
  assert_int_equal(
      mr_fyn_read(mr_fy_game_of(game), mr_str_text(&file), file.length, NULL, &n, &err), MR_OK);
  assert_true(n->about.light);
  mr_fyn_write(n, &again);
  assert_int_equal(again.length, file.length);
  assert_memory_equal(mr_str_text(&again), mr_str_text(&file), file.length);
  file.data[16] = '2'; /* a version that has no light ones */
  mr_fyn_free(n);
  assert_int_equal(
      mr_fyn_read(mr_fy_game_of(game), mr_str_text(&file), file.length, NULL, &n, &err),
      MR_ERR_SYNTAX);
  mr_str_done(&file);
  mr_str_done(&again);
  mr_game_free(game);
}

/* What men and hands alone are worth, as the fit says it, and the network; nothing else. */
static void a_light_network_adds_to_men_and_hands_alone(void **state) {
  (void)state;
  static const char *const names[] = {"chess", "crazyhouse", "colorboundmost", "spartan"};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    mr_game *game = mr_catalog_fixture_game(&catalogue, names[i], NULL, 0);
    mr_str file = light_file(game);
    const mr_network network = {.bytes = mr_str_text(&file), .length = file.length};
    const mr_engine_options options = {.memory = 1 << 20, .network = &network};
    mr_state *at = mr_state_new(game, NULL);
    mr_action *list = test_calloc(game->info.max_actions, sizeof *list);
    mr_engine *engine = NULL;
    mr_fys_fit *fit = NULL;
    mr_fyn *n = NULL;
    mr_random random;
    unsigned differ = 0;
    mr_random_init(&random, 3);
    assert_int_equal(mr_engine_new(game, &options, &engine, NULL), MR_OK);
    assert_int_equal(mr_fys_fit_new(game, game->info.weights, NULL, &fit, NULL), MR_OK);
    assert_int_equal(
        mr_fyn_read(mr_fy_game_of(game), mr_str_text(&file), file.length, NULL, &n, NULL), MR_OK);
    mr_game_start(game, at);
    for (unsigned ply = 0; ply < 40 && mr_game_node(game, at).kind == MR_NODE_DECISION; ply++) {
      int left = 0, full = 0, value = 0;
      int men = mr_fys_fit_evaluate(fit, at, true, &left);
      differ += men != mr_fys_fit_evaluate(fit, at, false, &full);
      assert_true(mr_engine_static_eval(engine, at, &value));
      double wanted = men + (double)mr_fyn_value(n, at) * left / MR_FYS_FIT_LEFT;
      if (mr_fy_state_of_const(at)->idle == 0) { /* the search scales it later */
        assert_true(fabs(value - wanted) <= 2);
      }
      size_t count = mr_game_actions(game, at, list);
      mr_game_make(game, at, list[mr_random_below(&random, count)], NULL, NULL);
    }
    assert_true(differ > 10);
    mr_fyn_free(n);
    mr_fys_fit_free(fit);
    mr_engine_free(engine);
    mr_str_done(&file);
    test_free(list);
    mr_state_free(game, NULL, at);
    mr_game_free(game);
  }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_file_says_whether_its_network_is_light),
    cmocka_unit_test(a_light_network_adds_to_men_and_hands_alone),
};

MR_TEST_MAIN_WITH(tests, open_catalogue, close_catalogue)
