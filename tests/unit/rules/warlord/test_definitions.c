/*
 * Definitions of Warlord games: what can be drawn, and what is said about mistakes in drawings.
 */
#include <marcher/doc.h>
#include <stdio.h>
#include <string.h>

#include "rules/warlord/warlord.h"
#include "rules_fixture.h"
#include "test_main.h"

#define HEAD "[x]\nfamily = warlord\n"
#define PIECES    \
  "pieces =\n"    \
  "  l h c n i\n" \
  "  . . . . .\n" \
  "  . . . . .\n" \
  "  I N C H L\n"

/* Opens a definition that has to be right. */
static const mr_wl_game *open_x(fixture *d, const char *text) {
  if (fixture_try(d, text, "x") != MR_OK) {
    fail_msg("%s", d->list.first != NULL ? d->list.first->message : "not opened");
  }
  assert_int_equal(d->list.count, 0);
  return mr_wl_game_of(d->game);
}

/* Fails unless the definition is refused with this at this line. */
static void expect_refusal(const char *text, unsigned line, const char *fragment) {
  fixture d;
  assert_int_not_equal(fixture_try(&d, text, "x"), MR_OK);
  assert_null(d.game);
  assert_non_null(d.list.first);
  if (strstr(d.list.first->message, fragment) == NULL || d.list.first->line != line) {
    fail_msg("line %u: %s (wanted: line %u, %s)", (unsigned)d.list.first->line,
             d.list.first->message, line, fragment);
  }
  fixture_close(&d);
}

static void a_board_is_what_is_drawn(void **unused) {
  (void)unused;
  fixture d;
  const mr_wl_game *game = open_x(&d, HEAD PIECES);
  assert_int_equal(game->columns, 5);
  assert_int_equal(game->rows, 4);
  assert_int_equal(game->posts[0], 5);
  assert_int_equal(game->posts[1], 5);
  assert_int_equal(game->post[1][0].kind, 1);
  assert_int_equal(game->post[0][4].cell, 19);
  fixture_close(&d);
}

static void terrain_is_drawn_like_the_units(void **unused) {
  (void)unused;
  fixture d;
  const mr_wl_game *game =
      open_x(&d, HEAD PIECES "terrain =\n  .....\n  #T^..\n  ~.~..\n  .....\n");
  static const uint8_t wanted[] = {MR_WL_TOWN, MR_WL_FOREST, MR_WL_HILL, MR_WL_OPEN,
                                   MR_WL_OPEN, MR_WL_VOID,   MR_WL_OPEN, MR_WL_WATER};
  assert_memory_equal(game->ground + 5, wanted, sizeof wanted);
  fixture_close(&d);
}

static void a_row_that_begins_with_a_town_is_no_comment(void **unused) {
  (void)unused;
  fixture d;
  const mr_wl_game *game =
      open_x(&d, HEAD PIECES "terrain =\n  . . . . .\n  # . . . .\n  # . . . #\n  . . . . .\n");
  assert_int_equal(game->ground[5], MR_WL_TOWN);
  assert_int_equal(game->ground[10], MR_WL_TOWN);
  assert_int_equal(game->ground[14], MR_WL_TOWN);
  fixture_close(&d);
}

static void mistakes_in_drawings_are_pointed_at(void **unused) {
  (void)unused;
  expect_refusal(HEAD, 1, "`pieces` is missing");
  expect_refusal(HEAD "pieces =\n  l . L\n  . .\n  . . .\n", 5, "this row has 2 squares, not 3");
  expect_refusal(HEAD "pieces =\n  l . L\n  . . . .\n  . . .\n", 5, "more than 3 squares");
  expect_refusal(HEAD "pieces =\n  l . L\n  . Z .\n  . . .\n", 5, "'Z' means nothing here");
  expect_refusal(HEAD PIECES "terrain =\n  .....\n  .....\n", 8, "2 rows, but the board has 4");
  expect_refusal(HEAD PIECES "terrain =\n  .T...\n  .....\n  .....\n  .....\n", 4,
                 "heavy cavalry on forest");
  expect_refusal(HEAD PIECES "terrain =\n  ....~\n  .....\n  .....\n  .....\n", 4,
                 "infantry on outer water at e4");
  expect_refusal(HEAD "pieces =\n  l . i\n  . . .\n  I . .\n", 1, "each side needs a leader");
  expect_refusal(HEAD "pieces =\n  lL\n", 4, "'pieces' has 1 line; expected from 2 to 120");
  expect_refusal(HEAD "pieces =\n  l\n  L\n", 3, "the board is 1 by 2");
}

/* All that a definition is told, in this order, and no more. */
static void expect_told(const char *text, const char *const *wanted, size_t count) {
  fixture d;
  assert_int_not_equal(fixture_try(&d, text, "x"), MR_OK);
  const mr_diagnostic *item = d.list.first;
  for (size_t i = 0; i < count; i++, item = item->next) {
    assert_non_null(item);
    assert_non_null(strstr(item->message, wanted[i]));
  }
  assert_null(item);
  fixture_close(&d);
}

/* One in each drawing and list, from top to bottom, and a sign once, however often it stands there.
 */
static void all_mistakes_are_told_in_one_run(void **unused) {
  (void)unused;
  static const char *const wanted[] = {
      "reinforcements: '@m13' names no square of the board (WL-49)",
      "reinforcements: 'i2' has to be in capitals",
      "replacement_turns: expected up to 32 turns from 2 to 9999, in ascending order, with blanks",
      "pieces: '1' means nothing here",
      "pieces: '2' means nothing here",
      "terrain: 'F' means nothing here",
      "terrain: this row has 4 squares, not 5",
  };
  expect_told(HEAD "reinforcements = b8:I3N1@m13 w9:I1 w10:i2\n"
                   "replacement_turns = 10, 20\n"
                   "pieces =\n  l h 1 1 i\n  2 . . . .\n  I N C H L\n"
                   "terrain =\n  F F . . .\n  . F . .\n  . . . .\n",
              wanted, sizeof wanted / sizeof *wanted);
}

/* Keys that do nothing, in whichever part of the family they are looked at. */
static void keys_that_do_nothing_are_told_in_one_run(void **unused) {
  (void)unused;
  static const char *const wanted[] = {
      "short_game_leaders does nothing without short_game = true",
      "replacement_leaders does nothing without replacements",
      "replacement_share does nothing without replacements",
      "last_turn_needs does nothing without last_turn_counts",
      "homes: d2 is no town (and 1 square more is none); towns are drawn in terrain, as #",
  };
  expect_told(HEAD "short_game_leaders = 5\nreplacement_leaders = true\n"
                   "replacement_share = 2\nlast_turn_needs = 4\n" PIECES
                   "homes =\n  .....\n  .....\n  ...a.\n  A....\n",
              wanted, sizeof wanted / sizeof *wanted);
}

static void a_game_that_is_won_at_once_is_refused(void **unused) {
  (void)unused;
  expect_refusal(HEAD "towns_to_win = 1\n"
                      "pieces =\n  l . i\n  . . .\n  I . L\n"
                      "terrain =\n  . . .\n  . . .\n  # . .\n",
                 1, "over in its first state");
}

static void numbers_have_bounds(void **unused) {
  (void)unused;
  expect_refusal(HEAD PIECES "cap = 129\n", 8, "cap");
  expect_refusal(HEAD PIECES "range = 0\n", 8, "range");
  expect_refusal(HEAD PIECES "arrivals = 6 6\n", 8, "in ascending order");
  expect_refusal(HEAD PIECES "arrivals = 1\n", 8, "in ascending order");
  expect_refusal(HEAD PIECES "replacement_turns = 6 6\n", 8, "in ascending order");
  expect_refusal(HEAD PIECES "replacement_every = 6\n", 8, "does nothing without replacements");
  expect_refusal(HEAD PIECES "replacement_every = 1\n", 8, "does nothing without replacements");
  expect_refusal(HEAD PIECES "replacement_leaders = true\n", 8, "does nothing without");
  expect_refusal(HEAD PIECES "replacements = home\nreplacement_every = 2\n", 8, "no towns");
  expect_refusal(HEAD PIECES "teams = 5\n", 8, "teams");
}

#define HIDDEN                 \
  "deployment = hidden\n"      \
  "zones_used = 1\n"           \
  "zone_leaders = 1\n"         \
  "zone_units = 4\n"           \
  "army_units = H1 C1 N1 I1\n" \
  "army_leaders = L1\n"
#define ZONES "zones =\n  aaaaa\n  .....\n  .....\n  AAAAA\n"

static void a_hidden_deployment_has_an_army_and_zones(void **unused) {
  (void)unused;
  fixture d;
  const mr_wl_game *game = open_x(&d, HEAD PIECES HIDDEN ZONES);
  assert_true(game->hidden);
  assert_int_equal(game->army.total, 5);
  assert_int_equal(game->army.zones, 1);
  assert_true(mr_game_can(&game->base, MR_CAN_HIDE));
  fixture_close(&d);
}

static void armies_that_fit_no_zone_are_refused(void **unused) {
  (void)unused;
  expect_refusal(HEAD PIECES HIDDEN, 9,
                 "zones_used is 1, which is more than the sections drawn in zones, 0");
  expect_refusal(HEAD PIECES HIDDEN "zones =\n  aaaa.\n  .....\n  .....\n  AAAAA\n", 15,
                 "section a (a4-d4) is too small: it has 4 squares for 1 leader and 4 other units");
  expect_refusal(HEAD PIECES HIDDEN "zones =\n  a.aa.\n  .....\n  .....\n  AAAAA\n", 15,
                 "section a (3 squares of a4-d4) is too small: it has 3 squares for");
  expect_refusal(HEAD PIECES HIDDEN "zones =\n  .....\n  .....\n  .....\n  AAAAA\n", 14,
                 "Black has no section a; both sides have sections from a to a");
  expect_refusal(HEAD PIECES HIDDEN ZONES "terrain =\n  .....\n  .....\n  .....\n  #....\n", 18,
                 "zones: a1 is town, and units are deployed on open ground only");
  expect_refusal(HEAD PIECES HIDDEN ZONES "terrain =\n  ...#.\n  .....\n  .....\n  #....\n", 15,
                 "zones: d4 is town, and units are deployed on open ground only (and 1 square more "
                 "is not open)");
  expect_refusal(HEAD PIECES HIDDEN ZONES "army_free_units = 1\n", 11,
                 "hold exactly the army: 1 of them with 4 other units each have 4, and the army "
                 "has 5");
  expect_refusal(HEAD PIECES "deployment = hidden\n", 8, "no leaders");
  expect_refusal(HEAD PIECES "deployment = hidden\narmy_leader_count = 2\n", 9,
                 "2 leaders of level 1 to 10 cannot have levels that sum to 0");
  expect_refusal(HEAD PIECES "army_units = Q1\n", 8, "one of H C N I");
  expect_refusal(HEAD PIECES "army_leaders = H1\n", 8, "a leader's letter");
  expect_refusal(HEAD PIECES HIDDEN ZONES "arrivals = 6\nteams = 2\n", 19, "take teams = 1");
}

#define TOWNS "terrain =\n  .....\n  #....\n  #....\n  .....\n"

/* What is refused below HEAD and PIECES, where, and with which words. */
typedef struct refusal {
  const char *text;
  unsigned line;
  const char *fragment;
} refusal;

static void expect_refusals(const refusal *bad, size_t count) {
  for (size_t i = 0; i < count; i++) {
    char text[1024];
    snprintf(text, sizeof text, HEAD PIECES "%s", bad[i].text);
    expect_refusal(text, bad[i].line, bad[i].fragment);
  }
}

static void ends_and_waves_that_mean_nothing_are_refused_with_a_remedy(void **unused) {
  (void)unused;
  static const refusal bad[] = {
      {"home_towns_to_win = 1\n", 8, "draw them in terrain"},
      {"home_towns_to_win = 2\n" TOWNS, 8, "asks for 2 home towns, and White has 1; draw"},
      {"homes =\n  .....\n  B....\n  A....\n  .....\n", 10, "means nothing here"},
      {"homes =\n  .....\n", 8, "homes: 1 row, but the board has 4"},
      {"homes =\n  .....\n  a....\n  .A.A.\n  A....\n" TOWNS, 11,
       "homes: b2 is no town (and 2 squares more are none); towns are drawn in terrain, as #"},
      {"homes =\n  .....\n  ...a.\n  .....\n  .....\n", 10, "homes: d3 is no town"},
      {"home_towns_to_win = 1\nhomes =\n  .....\n  a....\n  a....\n  .....\n" TOWNS, 8,
       "asks for 1 home town, and White has 0; draw"},
      {"last_turn = 9\nlast_turn_counts = levels\nlast_turn_needs = 2\n", 10,
       "asks for 2 summed levels, and no side ever has more than 1 (WL-47)"},
      {"last_turn = 9\nlast_turn_counts = units\nlast_turn_needs = 99\n", 10,
       "asks for 99 units, and no side ever has more than 5 (WL-47)"},
      {"last_turn_counts = units\n", 8, "without last_turn"},
      {"last_turn = 9\nlast_turn_needs = 3\n", 9, "towns, levels or units"},
      {"last_turn = 9\nlast_turn_counts = towns\n", 9, "draw some in terrain"},
      {"last_turn = 9\nlast_turn_counts = towns\nlast_turn_needs = 3\n" TOWNS, 10,
       "more towns than the map has"},
      {"defeat_units = 5\n", 8, "not less than the units"},
      {"defeat_level = 2\n", 8, "more than the summed levels"},
      {"defeat_level = 3\narrivals = 6\n", 8, "more than the summed levels"},
      {"reinforcements = 3:I1\n", 8, "has no home town"},
      {"reinforcements = 3:\n" TOWNS, 8, "'3:' names no units"},
      {"reinforcements = 3:I\n" TOWNS, 8, "'I' needs a number from 1 to 255"},
      {"reinforcements = 3:I1I2\n" TOWNS, 8, "'I2' names a kind that stands here already"},
      {"reinforcements = 3:U1\n" TOWNS, 8, "'U1' would be a promoted leader"},
      {"reinforcements = 3:i2\n" TOWNS, 8, "'i2' has to be in capitals"},
      {"reinforcements = 3:Z1\n" TOWNS, 8, "'Z1' begins with no letter of a unit"},
      {"reinforcements = 1:I1\n" TOWNS, 8, "begins with no turn from 2 to 9999"},
      {"reinforcements = 3:I1@a1\n" TOWNS, 8, "needs w or b before the turn"},
      {"reinforcements = w3:I1@z9\n" TOWNS, 8, "'@z9' names no square of the board"},
      {"reinforcements = w3:I1@\n" TOWNS, 8, "'@' names no square of the board"},
      {"reinforcements = w:I1\n" TOWNS, 8, "begins with no turn"},
      {"reinforcements = 3\n" TOWNS, 8, "has no turn with a colon"},
      {"reinforcements = 5:I1 3:I1\n" TOWNS, 8, "in the order of their turns"},
      {"reinforcements = w3:I1@b2\nterrain =\n  .....\n  .....\n  .~...\n  .....\n", 8,
       "b2 is water, where nobody can come"},
      {"reinforcements = 3:I1\nteams = 2\n" TOWNS, 8, "take teams = 1"},
      {"reinforcements = 3:I255H255\n" TOWNS, 1, "512 and 64 are possible"},
      {"reinforcements = 3:L64\n" TOWNS, 1, "512 and 64 are possible"},
  };
  expect_refusals(bad, sizeof bad / sizeof *bad);
  expect_refusal(HEAD PIECES HIDDEN ZONES "defeat_level = 4\n", 19, "more than the summed levels");
  expect_refusal(HEAD PIECES HIDDEN ZONES "arrivals = 6\nreinforcements = w3:I1@a2\n", 19,
                 "leave out one of them");
}

static void keys_without_what_they_are_for_are_refused(void **unused) {
  (void)unused;
  static const refusal bad[] = {
      {"replacement_share = 4\n", 8, "does nothing without replacements"},
      {"towns_to_win = 3\n" TOWNS, 8, "asks for 3 towns, and the map has 2"},
      {"towns_to_win = 1\n", 8, "asks for 1 town, and the map has 0"},
      {"army_units = H4\n", 8, "does nothing without deployment = hidden or open"},
      {"zone_units = 3\n", 8, "does nothing without deployment = hidden or open"},
      {"zones =\n  aaaaa\n  .....\n  .....\n  AAAAA\n", 8, "does nothing without deployment"},
      {"short_game_leaders = 2\n", 8, "does nothing without short_game = true"},
      {"cap_fraction = 1/2\n", 8, "does nothing without turn_cap = levels"},
      {"last_turn = 4\nreinforcements = 3:I1 w5:H1@a2\n" TOWNS, 9, "the game ends with turn 4"},
      {"last_turn = 4\narrivals = 5\n", 9, "the game ends with turn 4"},
      {"last_turn = 4\nreplacements = home\nreplacement_turns = 2 6\n" TOWNS, 10,
       "the game ends with turn 4"},
      {"last_turn = 4\nreplacements = home\nreplacement_every = 5\n" TOWNS, 10,
       "replacement_every: the game ends with turn 4, the last_turn (WL-47)"},
  };
  expect_refusals(bad, sizeof bad / sizeof *bad);
}

static void keys_that_another_one_leaves_without_meaning_are_refused(void **unused) {
  (void)unused;
  expect_refusal(HEAD PIECES "turn_cap = fixed\ncap_fraction = 1/2\n", 9,
                 "does nothing without turn_cap = levels");
  expect_refusal(HEAD PIECES "short_game = false\nshort_game_leaders = 9\n", 9,
                 "does nothing without short_game = true");
  expect_refusal(HEAD PIECES "deployment = fixed\narmy_units = H4\n", 9,
                 "does nothing without deployment = hidden or open");
  expect_refusal(HEAD PIECES "promotion = true\nlight_promotion = false\n", 9,
                 "light_promotion = false does nothing with promotion = true, by which both are "
                 "promoted; write infantry_promotion = true instead");
  expect_refusal(HEAD PIECES "infantry_promotion = no\npromotion = yes\n", 8,
                 "infantry_promotion = false does nothing");
  expect_refusal(HEAD PIECES HIDDEN ZONES "army_leader_count = 1\n", 19,
                 "army_leader_count does nothing with army_leaders");
  expect_refusal(HEAD PIECES HIDDEN ZONES "army_level_sum = 9\n", 19,
                 "army_level_sum does nothing with army_leaders");
}

/* @param fragment NULL: nothing is said */
static void expect_warning(const char *keys, const char *fragment) {
  fixture d;
  char text[512];
  snprintf(text, sizeof text, HEAD "%spieces =\n  l . .\n  . . .\n  . . L\n", keys);
  assert_int_equal(fixture_try(&d, text, "x"), MR_OK);
  assert_int_equal(d.list.count, fragment != NULL);
  if (fragment != NULL) {
    assert_int_equal(d.list.first->severity, MR_SEVERITY_WARNING);
    assert_non_null(strstr(d.list.first->message, fragment));
  }
  fixture_close(&d);
}

/* A text or a campaign may bring what the map lacks: that is played, and warned of. */
static void keys_for_what_the_map_lacks_are_warned_of(void **unused) {
  (void)unused;
  static const struct {
    const char *text;
    const char *fragment; /* NULL: nothing is said */
  } keys[] = {
      {"crossing = true\n", "crossing does nothing without water, which is drawn in terrain"},
      {"crossing = false\n", NULL},
      {"terrain =\n  . . .\n  ~ . .\n  . . .\ncrossing = true\n",
       "crossing does nothing without water that is none as far as the edge"},
      {"terrain =\n  . . .\n  . ~ .\n  . . .\ncrossing = true\n", NULL},
      {"cannon_swap = true\n", "cannon_swap does nothing without a cannon"},
      {"cannon_swap = true\nreinforcements = w3:C1@b2\n", NULL},
      {"self_activation = true\n", "self_activation does nothing without light cavalry"},
      {"light_promotion = true\n", "light_promotion does nothing without light cavalry"},
      {"infantry_promotion = true\n", "infantry_promotion does nothing without infantry"},
      {"promotion = true\n", "promotion does nothing without infantry and light cavalry"},
      {"first_turn_handicap = true\n",
       "first_turn_handicap leaves who moves first nothing to do on the first turn"},
      {"first_turn_handicap = true\nturn_cap = fixed\ncap = 2\n", NULL},
      {"first_turn_handicap = true\nturn_cap = levels\n", "leaves who moves first nothing"},
      {"first_turn_handicap = true\nturn_cap = levels\ncap_fraction = 2/1\n", NULL},
  };
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
    expect_warning(keys[i].text, keys[i].fragment);
  }
}

/* What is in the way of a goal, for the first side that plays for it by a rule. */
static void expect_obstacle(const char *text, const char *rule, const char *wanted) {
  fixture d;
  mr_goal goals[MR_GOALS_MAX];
  open_x(&d, text);
  size_t count = mr_game_goals(d.game, goals), found = 0;
  for (size_t i = 0; i < count; i++) {
    if (strcmp(d.game->info.rules[goals[i].rule].id, rule) == 0 && found++ == 0) {
      assert_string_equal(goals[i].obstacle, wanted);
    }
  }
  assert_true(found > 0);
  fixture_close(&d);
}

#define THREE "pieces =\n  l l l i\n  . . . .\n  . . . .\n  L L L I\n"
#define BACK                                                         \
  "terrain =\n  ....\n  #...\n  #...\n  ....\nreplacements = home\n" \
  "replacement_every = 1\n"

/* WL-37: who was captured stays captured, also where the same one comes back. */
static void leaders_who_come_back_can_be_captured_more_often_than_there_are(void **unused) {
  (void)unused;
  static const char six[] = "it asks for 6 captured leaders, and the other side has 3 in all";
  expect_obstacle(HEAD THREE "six_leaders = true\n", "WL-20", six);
  expect_obstacle(HEAD THREE "six_leaders = true\n" BACK, "WL-20", six);
  expect_obstacle(HEAD THREE "six_leaders = true\nreplacement_leaders = true\n" BACK, "WL-20", "");
  expect_obstacle(HEAD THREE "short_game = true\nshort_game_leaders = 4\n"
                             "replacement_leaders = true\n" BACK,
                  "WL-17", "");
  expect_obstacle(HEAD THREE "six_leaders = true\nreplacement_leaders = true\n"
                             "replacement_share = 3\n" BACK,
                  "WL-20", six); /* who has lost three has none left */
  expect_obstacle(HEAD PIECES "six_leaders = true\nreplacement_leaders = true\n"
                              "replacements = home\nreplacement_every = 1\n" TOWNS,
                  "WL-20", "it asks for 6 captured leaders, and the other side has 1 in all");
}

static void what_a_side_can_never_have_is_in_the_way_of_its_goal(void **unused) {
  (void)unused;
  static const char uneven[] = "pieces =\n  k . .\n  . . .\n  . . L\n";
  char text[256];
  snprintf(text, sizeof text,
           HEAD "%slast_turn = 9\nlast_turn_counts = levels\nlast_turn_needs = 2\n", uneven);
  expect_obstacle(text, "WL-47", "it asks for 2, and the side never has more than 1");
  snprintf(text, sizeof text, HEAD "%stowns_to_win = 2\nterrain =\n  . . .\n  # . #\n  . . .\n",
           uneven);
  expect_obstacle(text, "WL-19", "it asks for units in 2 towns, and the side has 1 in all");
}

/* Who switches off what a key is for may do so for a while: a child, or an override. */
static void keys_that_a_child_leaves_without_meaning_are_let_be(void **unused) {
  (void)unused;
  static const char *const children[] = {
      "[y]\nfamily = warlord\nshort_game = true\nshort_game_leaders = 2\n" PIECES
      "[x:y]\nshort_game = false\n",
      "[y]\nfamily = warlord\n" PIECES HIDDEN ZONES "[x:y]\ndeployment = fixed\n",
      "[y]\nfamily = warlord\nlight_promotion = false\n" PIECES "[x:y]\npromotion = true\n",
  };
  for (size_t i = 0; i < sizeof children / sizeof *children; i++) {
    fixture d;
    open_x(&d, children[i]);
    fixture_close(&d);
  }
  expect_refusal("[y]\nfamily = warlord\nshort_game = false\n" PIECES
                 "[x:y]\nshort_game_leaders = 2\n",
                 10, "does nothing without short_game = true");
}

static void home_towns_are_drawn_or_those_of_the_halves(void **unused) {
  (void)unused;
  fixture d;
  const mr_wl_game *game = open_x(&d, HEAD PIECES TOWNS);
  assert_int_equal(game->home[5], 1 + MR_WL_BLACK);
  assert_int_equal(game->home[10], 1 + MR_WL_WHITE);
  fixture_close(&d);
  game = open_x(&d, HEAD PIECES "terrain =\n  .....\n  #....\n  #.#..\n  .....\n"
                                "homes =\n  .....\n  A....\n  ..a..\n  .....\n");
  assert_int_equal(game->home[5], 1 + MR_WL_WHITE);
  assert_int_equal(game->home[10], 0);
  assert_int_equal(game->home[12], 1 + MR_WL_BLACK);
  fixture_close(&d);
}

static void the_board_of_the_largest_size_is_played(void **unused) {
  (void)unused;
  static char text[16384];
  static char line[128];
  fixture d;
  size_t length = strlen(HEAD "pieces =\n");
  memcpy(text, HEAD "pieces =\n", length);
  memset(line, '.', 120);
  for (unsigned row = 0; row < 120; row++) {
    text[length++] = ' ';
    memcpy(text + length, line, 120);
    text[length + (row % 120)] = row == 0 ? 'l' : row == 119 ? 'L' : '.';
    length += 120;
    text[length++] = '\n';
  }
  text[length] = '\0';
  assert_int_equal(open_x(&d, text)->cells, 14400);
  fixture_close(&d);
}

static void the_rules_page_follows_the_definition(void **unused) {
  (void)unused;
  fixture d;
  open_x(&d, HEAD PIECES);
  assert_non_null(rule_text(&d, "WL-7"));
  assert_null(rule_text(&d, "WL-39"));
  assert_null(rule_text(&d, "WL-24"));
  assert_non_null(strstr(rule_text(&d, "WL-1"), "within 2 squares"));
  fixture_close(&d);
  open_x(&d, HEAD PIECES "range = 3\nturn_cap = levels\ncrossing = true\nquiet_turns = 50\n"
                         "terrain =\n  .....\n  .~...\n  .....\n  .....\n");
  assert_null(rule_text(&d, "WL-7"));
  assert_non_null(strstr(rule_text(&d, "WL-39"), "3/5"));
  assert_non_null(rule_text(&d, "WL-24"));
  assert_non_null(strstr(rule_text(&d, "WL-1"), "within 3 squares"));
  assert_non_null(strstr(rule_text(&d, "WL-15 quiet"), "50 turns"));
  fixture_close(&d);
  open_x(&d, HEAD PIECES TOWNS "reinforcements = 3:I2 b4:N1 w5:H1C2@b2\n");
  assert_non_null(strstr(rule_text(&d, "WL-49"),
                         ": turn 3 I2; turn 4 (Black) N1; turn 5 (White, round b2) H1 C2."));
  fixture_close(&d);
}

/* Where there is one of something the page says so. */
static void the_rules_page_speaks_of_one(void **unused) {
  (void)unused;
  fixture d;
  mr_arena arena;
  mr_doc page, about;
  bool homes = false;
  open_x(&d, HEAD PIECES TOWNS "home_towns_to_win = 1\nreplacements = home\nreplacement_share = 1\n"
                               "replacement_every = 3\nlight_promotion = true\n");
  mr_arena_init(&arena, NULL, 0);
  mr_doc_init(&page, &arena);
  mr_doc_init(&about, &arena);
  assert_int_equal(mr_game_page(d.game, &page, NULL), MR_OK);
  for (const mr_doc_block *b = page.first; b != NULL; b = b->next) {
    homes = homes || strcmp(b->text, "Home towns: White's is a2; Black's is a3.") == 0;
  }
  assert_true(homes);
  assert_null(strstr(rule_text(&d, "WL-37"), "for each 1 of it"));
  /* Who is promoted is a piece like others. */
  assert_string_equal(mr_doc_movement(&page, "promoted leader"),
                      "one or two king steps. It orders itself only.");
  assert_true(mr_doc_about(&page, "promoted leader", &about));
  const mr_doc_block *rule = about.first;
  while (rule->kind != MR_DOC_RULE) {
    rule = rule->next;
    assert_non_null(rule);
  }
  assert_string_equal(rule->id, "WL-20a");
  mr_arena_done(&arena);
  fixture_close(&d);
}

/* The lines between the fences behind a mark. */
static void read_example(const char *path, const char *mark, char *out, size_t size) {
  char line[256];
  FILE *file = fopen(path, "r");
  bool found = false;
  bool inside = false;
  size_t length = 0;
  assert_non_null(file);
  while (fgets(line, sizeof line, file) != NULL) {
    bool fence = strncmp(line, "```", 3) == 0;
    if (inside && fence) {
      break;
    }
    if (inside) {
      length += (size_t)snprintf(out + length, size - length, "%s", line);
      assert_true(length < size);
    }
    inside = inside || (found && fence);
    found = found || strstr(line, mark) != NULL;
  }
  assert_int_equal(fclose(file), 0);
  assert_true(inside);
}

static void the_example_of_the_guide_is_played(void **unused) {
  (void)unused;
  char text[4096] = "";
  fixture d;
  read_example(MR_SOURCE_DIR "/docs/ADDING_A_GAME.md", "<!-- game:ford -->", text, sizeof text);
  if (fixture_try(&d, text, "ford") != MR_OK || d.list.count > 0) {
    fail_msg("%s", d.list.first != NULL ? d.list.first->message : "not opened");
  }
  assert_int_equal(d.game->info.columns, 11);
  assert_true(perft_of(&d, 2) > 1000);
  fixture_close(&d);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_board_is_what_is_drawn),
    cmocka_unit_test(terrain_is_drawn_like_the_units),
    cmocka_unit_test(a_row_that_begins_with_a_town_is_no_comment),
    cmocka_unit_test(mistakes_in_drawings_are_pointed_at),
    cmocka_unit_test(all_mistakes_are_told_in_one_run),
    cmocka_unit_test(a_game_that_is_won_at_once_is_refused),
    cmocka_unit_test(numbers_have_bounds),
    cmocka_unit_test(a_hidden_deployment_has_an_army_and_zones),
    cmocka_unit_test(armies_that_fit_no_zone_are_refused),
    cmocka_unit_test(ends_and_waves_that_mean_nothing_are_refused_with_a_remedy),
    cmocka_unit_test(keys_without_what_they_are_for_are_refused),
    cmocka_unit_test(keys_that_another_one_leaves_without_meaning_are_refused),
    cmocka_unit_test(keys_that_do_nothing_are_told_in_one_run),
    cmocka_unit_test(keys_for_what_the_map_lacks_are_warned_of),
    cmocka_unit_test(leaders_who_come_back_can_be_captured_more_often_than_there_are),
    cmocka_unit_test(what_a_side_can_never_have_is_in_the_way_of_its_goal),
    cmocka_unit_test(keys_that_a_child_leaves_without_meaning_are_let_be),
    cmocka_unit_test(home_towns_are_drawn_or_those_of_the_halves),
    cmocka_unit_test(the_board_of_the_largest_size_is_played),
    cmocka_unit_test(the_rules_page_follows_the_definition),
    cmocka_unit_test(the_rules_page_speaks_of_one),
    cmocka_unit_test(the_example_of_the_guide_is_played),
};

MR_TEST_MAIN(tests)
