#include <marcher/family.h>

#include <string.h>

#include "definition_fixture.h"
#include "failing_alloc.h"
#include "test_main.h"

static mr_fixture fixture;

static int setup(void **state) {
  (void)state;
  mr_fixture_open(&fixture);
  return 0;
}

static int teardown(void **state) {
  (void)state;
  mr_fixture_close(&fixture);
  return 0;
}

static void define(const char *text) {
  assert_int_equal(mr_fixture_read(&fixture, text), MR_OK);
  assert_int_equal(mr_fixture_resolve(&fixture, "a"), MR_OK);
}

/* ---- a family of two states ------------------------------------------------------------------ */

/** Its one state is a chance node or a decision. */
typedef struct plain_game {
  mr_game base;
  bool lots;
} plain_game;

static mr_node plain_node(const mr_game *game, const mr_state *state) {
  (void)state;
  return ((const plain_game *)(const void *)game)->lots ? (mr_node){MR_NODE_CHANCE, MR_NOBODY}
                                                        : (mr_node){MR_NODE_DECISION, {0}};
}

static const mr_game_ops plain_ops = {.node = plain_node};
static const mr_chance_ops plain_chance = {0};
static const char refused[] = "refused";

static mr_status plain_build(mr_game *game, const mr_definition *definition, mr_diagnostics *list) {
  plain_game *own = (plain_game *)(void *)game;
  (void)list;
  game->ops = &plain_ops;
  game->info.state_size = MR_STATE_ALIGN;
  own->lots = strcmp(game->info.title, "Lots") == 0;
  game->chance = own->lots ? &plain_chance : NULL;
  game->start = mr_state_new(game, game->allocator);
  (void)definition;
  return game->start == NULL                      ? MR_ERR_NOMEM
         : strcmp(game->info.title, refused) == 0 ? MR_ERR_ILLEGAL
                                                  : MR_OK;
}

static const mr_family plain = {
    .name = "plain", .game_size = sizeof(plain_game), .build = plain_build};

static mr_game *compile(const char *text) {
  mr_game *game = NULL;
  define(text);
  assert_int_equal(mr_family_compile(&plain, &fixture.definition, NULL, &game, &fixture.list),
                   MR_OK);
  return game;
}

static void a_game_has_the_title_and_the_summary_of_its_definition(void **state) {
  (void)state;
  mr_game *game = compile("[a]\ntitle = The A\nsummary = First of all.\n");
  mr_fixture_close(&fixture); /* a game outlives its definition */
  assert_string_equal(game->info.name, "a");
  assert_string_equal(game->info.title, "The A");
  assert_string_equal(game->info.summary, "First of all.");
  assert_string_equal(game->info.family, "plain");
  assert_ptr_equal(game->family, &plain);
  mr_game_free(game);
  mr_fixture_open(&fixture);
}

static void without_a_title_a_game_is_shown_by_its_name(void **state) {
  (void)state;
  mr_game *game = compile("[a]\ntitle =\n");
  assert_string_equal(game->info.title, "a");
  assert_string_equal(game->info.summary, "");
  mr_game_free(game);
}

static void a_title_and_a_summary_are_not_inherited(void **state) {
  (void)state;
  mr_game *game = compile("[b]\ntitle = The B\nsummary = First.\n[a:b]\n");
  assert_string_equal(game->info.name, "a");
  assert_string_equal(game->info.title, "a");
  assert_string_equal(game->info.summary, "");
  mr_game_free(game);
}

static void a_game_that_begins_with_a_chance_node_begins_with_a_deal(void **state) {
  (void)state;
  mr_game *game = compile("[a]\ntitle = Lots\n");
  assert_true(mr_game_can(game, MR_CAN_DEAL));
  mr_game_free(game);
  mr_fixture_close(&fixture);
  mr_fixture_open(&fixture);
  game = compile("[a]\n");
  assert_false(mr_game_can(game, MR_CAN_DEAL));
  mr_game_free(game);
}

static void what_a_refused_game_has_allocated_is_freed(void **state) {
  (void)state;
  mr_fail_alloc memory;
  mr_game *game = NULL;
  define("[a]\ntitle = refused\n");
  mr_fail_alloc_init(&memory, 0);
  assert_int_equal(
      mr_family_compile(&plain, &fixture.definition, &memory.allocator, &game, &fixture.list),
      MR_ERR_ILLEGAL);
  assert_null(game);
  assert_true(mr_fail_alloc_clean(&memory));
}

static void a_game_for_which_there_is_no_memory_is_an_error(void **state) {
  (void)state;
  define("[a]\n");
  for (unsigned n = 1; n <= 3; n++) { /* the game, its names, its first state */
    mr_fail_alloc memory;
    mr_game *game = NULL;
    mr_fail_alloc_init(&memory, n);
    assert_int_equal(
        mr_family_compile(&plain, &fixture.definition, &memory.allocator, &game, &fixture.list),
        MR_ERR_NOMEM);
    assert_null(game);
    assert_true(mr_fail_alloc_clean(&memory));
  }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup_teardown(a_game_has_the_title_and_the_summary_of_its_definition, setup,
                                    teardown),
    cmocka_unit_test_setup_teardown(without_a_title_a_game_is_shown_by_its_name, setup, teardown),
    cmocka_unit_test_setup_teardown(a_title_and_a_summary_are_not_inherited, setup, teardown),
    cmocka_unit_test_setup_teardown(a_game_that_begins_with_a_chance_node_begins_with_a_deal, setup,
                                    teardown),
    cmocka_unit_test_setup_teardown(what_a_refused_game_has_allocated_is_freed, setup, teardown),
    cmocka_unit_test_setup_teardown(a_game_for_which_there_is_no_memory_is_an_error, setup,
                                    teardown),
};

MR_TEST_MAIN(tests)
