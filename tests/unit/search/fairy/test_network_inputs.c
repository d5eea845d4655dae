/** What a network of a game is asked about: men where they can stand, and what is held. */
#include <string.h>

#include "catalog_fixture.h"
#include "search/fairy/network/model.h"
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

/* Of both colours five kinds on each of 64 squares, and pawns on six ranks; none that cannot come.
 */
static void inputs_are_of_men_where_they_can_come_to_stand(void **state) {
  (void)state;
  mr_game *game = mr_catalog_fixture_game(&catalogue, "chess", NULL, 0);
  mr_fyn_layout layout;
  assert_int_equal(mr_fyn_layout_init(&layout, mr_fy_game_of(game), mr_allocator_default(), NULL),
                   MR_OK);
  assert_int_equal(layout.rows, 2 * (5 * 64 + 6 * 8));
  mr_fyn_layout_done(&layout);
  mr_game_free(game);
}

/* As many kinds as hands have room for: the last is followed by the other side's. */
static void inputs_are_of_what_is_held_however_many_kinds_there_are(void **state) {
  (void)state;
  static const char letters[] = "acdefghijlmostuvwxy";
  mr_str text = mr_str_growing(NULL);
  mr_str_add(&text, "[held:chess]\npieceDrops = true\ncastling = false\n"
                    "startFen = 4k3/8/8/8/8/8/8/4K3[pnbrqacdefghijlmostuvwxy] w - - 0 1\n");
  for (unsigned i = 0; letters[i] != 0; i++) {
    mr_str_format(&text, "customPiece%u = %c:W\n", i + 1, letters[i]);
  }
  assert_int_equal(
      mr_catalog_add(catalogue.catalog, "held", mr_str_text(&text), text.length, &catalogue.list),
      MR_OK);
  mr_game *game = mr_catalog_fixture_game(&catalogue, "held", NULL, 0);
  assert_int_equal(mr_fy_game_of(game)->rules.hand_count, MR_FY_HANDS_MAX);
  mr_fyn_layout layout;
  uint16_t inputs[MR_FYN_INPUTS_MAX];
  assert_int_equal(mr_fyn_layout_init(&layout, mr_fy_game_of(game), mr_allocator_default(), NULL),
                   MR_OK);
  assert_int_equal(mr_fyn_inputs(&layout, game->start, 0, inputs), 2 + MR_FY_HANDS_MAX);
  mr_fyn_layout_done(&layout);
  mr_game_free(game);
  mr_str_done(&text);
}

/** What networks of a game are known by. */
static uint64_t fingerprint_of(const char *name) {
  mr_game *game = mr_catalog_fixture_game(&catalogue, name, NULL, 0);
  mr_fyn_layout layout;
  assert_int_equal(mr_fyn_layout_init(&layout, mr_fy_game_of(game), mr_allocator_default(), NULL),
                   MR_OK);
  uint64_t fingerprint = layout.fingerprint;
  mr_fyn_layout_done(&layout);
  mr_game_free(game);
  return fingerprint;
}

/* Numbers of men that may be promoted to, of the first kind that there is, too. */
static void limits_of_promotion_are_rules(void **state) {
  (void)state;
  static const char text[] =
      "[free:chess]\npawn = -\ncustomPiece1 = s:fmWfcF\npromotionPawnTypes = s\n"
      "promotionPieceTypes = nbrq\ncastling = false\n"
      "startFen = rnbqkbnr/ssssssss/8/8/8/8/SSSSSSSS/RNBQKBNR w - - 0 1\n"
      "[knights:free]\npromotionLimit = n:3\n[fewer:free]\npromotionLimit = n:2\n"
      "[bishops:free]\npromotionLimit = b:3\n[same:free]\n";
  static const char *const names[] = {"free", "knights", "fewer", "bishops"};
  assert_int_equal(
      mr_catalog_add(catalogue.catalog, "limits", text, sizeof text - 1, &catalogue.list), MR_OK);
  assert_true(fingerprint_of("free") == fingerprint_of("same"));
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    for (size_t k = 0; k < i; k++) {
      assert_true(fingerprint_of(names[i]) != fingerprint_of(names[k]));
    }
  }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(inputs_are_of_men_where_they_can_come_to_stand),
    cmocka_unit_test(inputs_are_of_what_is_held_however_many_kinds_there_are),
    cmocka_unit_test(limits_of_promotion_are_rules),
};

MR_TEST_MAIN_WITH(tests, open_catalogue, close_catalogue)
