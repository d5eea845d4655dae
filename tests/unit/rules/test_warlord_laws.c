/*
 * The conformance laws over random play of the Warlord Games with each of their switches. The games
 * of the catalogue as they stand are checked with all others.
 */
#include <inttypes.h>
#include <marcher/laws.h>

#include "test_main.h"
#include "warlord_desk.h"

/* Laws that have something to say about any game whatever; repetition ends games by their history.
 */
static bool is_general(mr_law law) {
  return law != MR_LAW_OBSERVE && law != MR_LAW_NO_LEAK && law != MR_LAW_CHANCE;
}

static void keep_laws(const char *name, const char *sets, uint32_t plies) {
  mr_game *game = mr_game_open(name, sets);
  mr_laws_report report;
  mr_error error = {.status = MR_OK};
  mr_laws_options options = {.seed = 7, .games = 1, .max_plies = plies, .every = 9};
  size_t broken = 0;
  assert_int_equal(mr_laws_check(game, &options, NULL, &report, &error), MR_OK);
  for (int law = 0; law < MR_LAW_COUNT; law++) {
    if (report.failures[law] > 0) {
      print_error("%s %s: law \"%s\" fails %" PRIu64 " of %" PRIu64 " times, first: %s\n", name,
                  sets, mr_law_name((mr_law)law), report.failures[law], report.checks[law],
                  report.first[law]);
      broken++;
    }
    if (is_general((mr_law)law)) {
      assert_true(report.checks[law] > 0);
    }
  }
  mr_game_free(game);
  assert_int_equal(broken, 0);
}

static void every_scenario_keeps_the_laws(void **unused) {
  (void)unused;
  for (size_t i = 0; mr_warlord_names[i] != NULL; i++) {
    keep_laws(mr_warlord_names[i], "", 250);
  }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(every_scenario_keeps_the_laws),
};

MR_TEST_MAIN(tests)
