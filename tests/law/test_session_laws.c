/*
 * The laws of games under way over random play: every game of the catalogue, and small games whose
 * turns, secrets and teams are of other kinds.
 */
#include <inttypes.h>
#include <marcher/catalog.h>
#include <marcher/session_laws.h>
#include <string.h>

#include "bids_game.h"
#include "borderline_open.h"
#include "catalog_fixture.h"
#include "instruments.h"
#include "test_main.h"
#include "toy_games.h"

/* Actions from one to the next on which the costly laws are tested. */
enum { EVERY = MR_BRIEF_BUILD ? 29 : 13 };
/* Actions of a game. */
enum { MOST = MR_BRIEF_BUILD ? 130 : 400 };

/* Plays a game. @return laws that were not asked for: it was too short for that */
static unsigned play(const mr_game *game, unsigned games, unsigned every,
                     mr_session_laws_report *report) {
  mr_session_laws_options options = {
      .seed = 1, .games = games, .every = every, .max_actions = MOST};
  mr_error error = {.status = MR_OK};
  unsigned unasked = 0;
  if (mr_session_laws_check(game, &options, NULL, report, &error) != MR_OK) {
    fail_msg("%s: %s", game->info.name, error.message);
  }
  for (int law = 0; law < MR_SESSION_LAW_COUNT; law++) {
    unasked += report->checks[law] == 0;
  }
  return unasked;
}

/* Plays and fails unless all laws are kept. Takes over the game. */
static void keep_laws(mr_game *game, unsigned games, unsigned every) {
  mr_session_laws_report report;
  size_t broken = 0;
  if (play(game, games, every, &report) > 0) {
    assert_int_equal(play(game, games, 1, &report), 0);
  }
  for (int law = 0; law < MR_SESSION_LAW_COUNT; law++) {
    if (report.failures[law] > 0) {
      print_error("%s: law \"%s\" fails %" PRIu64 " of %" PRIu64 " times, first: %s\n",
                  game->info.name, mr_session_law_name((mr_session_law)law), report.failures[law],
                  report.checks[law], report.first[law]);
    }
    broken += report.failures[law] > 0;
  }
  print_message("%s: %" PRIu64 " actions\n", game->info.name, report.actions);
  assert_int_equal(broken, 0);
  mr_game_free(game);
}

static void every_game_of_the_catalogue_keeps_the_laws_of_sessions(void **unused) {
  (void)unused;
  mr_catalog *catalog = NULL;
  assert_int_equal(mr_catalog_new(NULL, &catalog, NULL), MR_OK);
  /* Sessions know families, not games: of chess with its relatives half will do. */
  unsigned step = 1, taken = 0;
  for (size_t i = 0; i < mr_catalog_count(catalog); i++) {
    const char *name = mr_catalog_name(catalog, i);
    if (mr_catalog_takes(catalog, i) && taken++ % step == 0) {
      keep_laws(mr_game_open(name, ""), 1, EVERY);
    }
    if (strcmp(name, "chess") == 0) {
      step = 2;
    }
  }
  mr_catalog_free(catalog);
}

static void games_with_lots_keep_the_laws_of_sessions(void **unused) {
  (void)unused;
  keep_laws(mr_game_open("borderline", "first=drawn"), 2, 5);
}

static void a_game_with_secrets_and_duels_within_turns_keeps_the_laws_of_sessions(void **unused) {
  (void)unused;
  keep_laws(mr_toy_new(MR_TOY_SOUND), 60, 1);
}

static void a_game_whose_secrets_come_and_go_keeps_the_laws_of_sessions(void **unused) {
  (void)unused;
  bids_game game;
  mr_session_laws_report report;
  const mr_session_laws_options options = {.seed = 1, .games = 40};
  mr_error error = {.status = MR_OK};
  bids_game_init(&game);
  assert_int_equal(mr_session_laws_check(&game.game, &options, NULL, &report, &error), MR_OK);
  for (int law = 0; law < MR_SESSION_LAW_COUNT; law++) {
    /* Its bids are buttons, so there is nothing to press. */
    if (law != MR_SESSION_LAW_FORM && law != MR_SESSION_LAW_PICK && report.failures[law] > 0) {
      fail_msg("law \"%s\": %s", mr_session_law_name((mr_session_law)law), report.first[law]);
    }
  }
  assert_true(report.checks[MR_SESSION_LAW_SEAL] > 400);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(every_game_of_the_catalogue_keeps_the_laws_of_sessions),
    cmocka_unit_test(games_with_lots_keep_the_laws_of_sessions),
    cmocka_unit_test(a_game_with_secrets_and_duels_within_turns_keeps_the_laws_of_sessions),
    cmocka_unit_test(a_game_whose_secrets_come_and_go_keeps_the_laws_of_sessions),
};

MR_TEST_MAIN(tests)
