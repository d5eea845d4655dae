/*
 * How board programs are taught games: movements in XBoard's dialect, sorts of pieces, boards.
 */
#include "test_main.h"

#include <marcher/catalog.h>
#include <string.h>

#include "protocol/cecp_priv.h"

/* ---- movements ------------------------------------------------------------------------------- */

static bool translate(const char *text, char *out) {
  mr_arena arena;
  const mr_betza *movement = NULL;
  mr_arena_init(&arena, NULL, 0);
  bool said = mr_betza_parse(text, strlen(text), &arena, &movement, NULL) == MR_OK &&
              mr_cecp_movement(movement, out);
  mr_arena_done(&arena);
  return said;
}

static void says(const char *movement, const char *expected) {
  char out[CECP_MOVEMENT_MAX];
  if (!translate(movement, out)) {
    fail_msg("%s is declined", movement);
  }
  assert_string_equal(out, expected);
}

static void declines(const char *movement) {
  char out[CECP_MOVEMENT_MAX];
  if (translate(movement, out)) {
    fail_msg("%s is said as %s", movement, out);
  }
}

static void movements_that_are_alike_are_copied(void **state) {
  (void)state;
  says("KmNmAmD", "KmNmAmD");
  says("fWfceFifmnD", "fWfceFifmnD");
  says("BcpBmW", "BcpBmW");
  says("NADmQ3", "NADmQ3");
  says("nN", "nN");
  says("Q12", "Q12");
}

static void other_names_of_atoms_and_riders_are_translated(void **state) {
  (void)state;
  says("FfsLbbL", "FfsCbbC");
  says("J", "Z");
  says("FFBDD", "F0BD0");
  says("N0", "N0");
}

static void modes_are_put_in_the_order_that_xboard_reads(void **state) {
  (void)state;
  says("nmfiD", "ifmnD");
  says("pcR", "cpR");
}

static void sideways_orthogonal_steps_are_said_of_the_king(void **state) {
  (void)state;
  says("sW", "sK");
  says("frlW", "ffrrllK");
  says("lR3", "llQ3");
  declines("sD");
}

static void lame_knights_are_said_in_legs(void **state) {
  (void)state;
  says("[F-W]", "mafrflF");
  says("[W-F]", "mafrflW");
  says("FaW", "mafrflF");
  declines("[F-rW]");
  declines("[F?R]");
  declines("t[FR]");
}

static void what_xboard_does_not_have_is_declined(void **state) {
  (void)state;
  declines("zFF");
  declines("z2FF");
  declines("qNN");
  declines("nH");
  declines("nR");
  declines("jN");
  declines("hrN");
  declines("");
}

static void movements_that_are_too_long_are_declined(void **state) {
  char movement[40 * 5 + 1] = "";
  (void)state;
  for (unsigned i = 0; i < 40; i++) {
    memcpy(movement + 5 * i, "ifmnD", sizeof "ifmnD");
  }
  declines(movement);
}

/* ---- games ----------------------------------------------------------------------------------- */

static mr_status teach(const char *name, const char *key, const char *value, mr_str *out,
                       mr_error *err) {
  mr_catalog *catalog = NULL;
  mr_game *game = NULL;
  mr_arena arena;
  mr_diagnostics list;
  mr_override override = {.key = key, .value = value};
  mr_arena_init(&arena, NULL, 0);
  mr_diagnostics_init(&list, &arena);
  assert_int_equal(mr_catalog_new(NULL, &catalog, NULL), MR_OK);
  assert_int_equal(mr_catalog_open(catalog, name, &override, key != NULL ? 1 : 0, &game, &list),
                   MR_OK);
  mr_status status = mr_cecp_teach(game, out, err);
  mr_game_free(game);
  mr_catalog_free(catalog);
  mr_arena_done(&arena);
  return status;
}

static void teaches(const char *name, const char *const *lines, size_t count) {
  mr_error err = {0};
  mr_str out = mr_str_growing(NULL);
  assert_int_equal(teach(name, NULL, NULL, &out, &err), MR_OK);
  for (size_t i = 0; i < count; i++) {
    if (strstr(mr_str_text(&out), lines[i]) == NULL) {
      fail_msg("%s is not in:\n%s", lines[i], mr_str_text(&out));
    }
  }
  mr_str_done(&out);
}

static void refuses(const char *name, const char *key, const char *value, const char *reason) {
  mr_error err = {0};
  mr_str out = mr_str_growing(NULL);
  assert_int_equal(teach(name, key, value, &out, &err), MR_ERR_UNSUPPORTED);
  assert_non_null(strstr(err.message, reason));
  assert_int_equal(out.length, 0);
  mr_str_done(&out);
}

#define TEACHES(name, ...)                                \
  do {                                                    \
    static const char *const lines[] = {__VA_ARGS__};     \
    teaches((name), lines, sizeof lines / sizeof *lines); \
  } while (0)

static void borderlands_has_its_pawns_hands_and_promoted_sorts(void **state) {
  (void)state;
  TEACHES("borderlands", "setup (WMHSAFECLG.+++++++.+.wmhsafeclg.+++++++.+.) ",
          ") 9x10+2_bughouse a1hs1sh1a/", "[MMmm] w - - 0 1\n", "\npiece +W& NADmQ3\n",
          "\npiece W& fWfceFifmnD\n", "\npiece +L& KNAD\n");
}

static void armies_that_differ_are_told_by_owner(void **state) {
  (void)state;
  TEACHES("battle-of-ideologies", ") 9x9+2_bughouse mfjezejfm/", "\npiece H mafrflF\n",
          "\npiece m KN\n", "\npiece +z FDbW\n", "\npiece P ");
}

static void berolina_pawns_have_their_own_parent(void **state) {
  (void)state;
  TEACHES("nearly-colorboundmost", " 8x8+0_berolina ", "\npiece K& FnDiF\n", "\npiece X& FA\n");
}

static void pieces_that_xboard_cannot_be_told_of_have_no_line(void **state) {
  (void)state;
  mr_str out = mr_str_growing(NULL);
  assert_int_equal(teach("nearly-colorboundmost", NULL, NULL, &out, NULL), MR_OK);
  assert_null(strstr(mr_str_text(&out), "piece Z"));
  assert_non_null(strstr(mr_str_text(&out), "piece B"));
  mr_str_done(&out);
}

static void games_that_it_cannot_follow_are_refused_with_the_reason(void **state) {
  (void)state;
  refuses("colorboundmost", NULL, NULL, "several moves");
  refuses("borderline", NULL, NULL, "dice");
  refuses("colorboundmost-fide", NULL, NULL, "in passing");
}

static void empty_hands_that_stay_empty_are_not_shown(void **state) {
  (void)state;
  mr_str out = mr_str_growing(NULL);
  assert_int_equal(teach("borderlands", "startFen",
                         "a1hs1sh1a/1ce1l1ec1/fwgw1wgwf/w1w1w1w1w/9/9/W1W1W1W1W/FWGW1WGWF/"
                         "1CE1L1EC1/A1HS1SH1A[] w - - 0 1",
                         &out, NULL),
                   MR_OK);
  assert_non_null(strstr(mr_str_text(&out), "9x10+0_fairy"));
  mr_str_done(&out);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(movements_that_are_alike_are_copied),
    cmocka_unit_test(other_names_of_atoms_and_riders_are_translated),
    cmocka_unit_test(modes_are_put_in_the_order_that_xboard_reads),
    cmocka_unit_test(sideways_orthogonal_steps_are_said_of_the_king),
    cmocka_unit_test(lame_knights_are_said_in_legs),
    cmocka_unit_test(what_xboard_does_not_have_is_declined),
    cmocka_unit_test(movements_that_are_too_long_are_declined),
    cmocka_unit_test(borderlands_has_its_pawns_hands_and_promoted_sorts),
    cmocka_unit_test(armies_that_differ_are_told_by_owner),
    cmocka_unit_test(berolina_pawns_have_their_own_parent),
    cmocka_unit_test(pieces_that_xboard_cannot_be_told_of_have_no_line),
    cmocka_unit_test(games_that_it_cannot_follow_are_refused_with_the_reason),
    cmocka_unit_test(empty_hands_that_stay_empty_are_not_shown),
};

MR_TEST_MAIN(tests)
