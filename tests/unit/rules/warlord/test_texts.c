/*
 * What the Warlord Games say of actions and states that they refuse, and where.
 */
#include <string.h>

#include "test_main.h"
#include "warlord_fixture.h"

/* Men on the board of A Clash of Arms, an action, and what is said of it. */
typedef struct refusal {
  const char *sets;
  const char *men;
  const char *rest;
  const char *action;
  mr_status status;
  unsigned column; /* 0: any */
  const char *said;
} refusal;

static void expect_refusal(const refusal *r) {
  mr_table table;
  mr_error error = {.message = ""};
  mr_action action = 77;
  mr_table_open_game(&table, "warlord-clash-of-arms", r->sets, NULL);
  mr_warlord_men(&table, r->men, r->rest);
  mr_status status =
      mr_game_parse_action(table.game, table.state, r->action, strlen(r->action), &action, &error);
  if (status != r->status || strstr(error.message, r->said) == NULL ||
      (r->column > 0 && error.column != r->column)) {
    fail_msg("%s: %s, column %u: %s", r->action, mr_status_name(status), (unsigned)error.column,
             error.message);
  }
  assert_int_equal(action, 77);
  mr_table_close(&table);
}

#define MEN "Lc3 Ic4 Hd4 Cc2 Ne4 Lm1 lp12"
#define NOW "w 0 5"

static void refused_actions_say_why(void **unused) {
  (void)unused;
  static const refusal refusals[] = {
      {"", MEN, NOW, "c4", MR_ERR_SYNTAX, 3, "expected -, x or <>"},
      {"", MEN, NOW, "c4-", MR_ERR_SYNTAX, 4, "expected a square"},
      {"", MEN, NOW, "c4-c5;", MR_ERR_SYNTAX, 6, "expected the end"},
      {"", MEN, NOW, "q4-c5", MR_ERR_SYNTAX, 1, "the board has 16 files"},
      {"", MEN, NOW, "c13-c5", MR_ERR_SYNTAX, 2, "the rank is at most 12"},
      {"", MEN, NOW, "c0-c5", MR_ERR_SYNTAX, 2, "ranks count from 1"},
      {"", MEN, NOW, "c04-c5", MR_ERR_SYNTAX, 2, "without leading zeros"},
      {"", MEN, NOW, "a1-a2", MR_ERR_ILLEGAL, 1, "none of the mover's units is there (WL-6)"},
      {"", MEN, NOW, "p12-p11", MR_ERR_ILLEGAL, 1, "none of the mover's units is there (WL-6)"},
      {"", MEN, NOW, "c4-c6", MR_ERR_ILLEGAL, 1,
       "the infantry cannot get there (WL-12); it may go to "},
      {"", MEN, NOW, "d4-e5", MR_ERR_ILLEGAL, 1, "the heavy cavalry cannot get there (WL-11)"},
      {"", MEN, NOW, "c3-c6", MR_ERR_ILLEGAL, 1, "cannot get there (WL-10)"},
      {"", MEN, NOW, "c4-d4", MR_ERR_ILLEGAL, 1, "one of the mover's own units stands there"},
      {"", MEN " Ih8", NOW, "h8-h9", MR_ERR_ILLEGAL, 1, "within 2 squares (WL-1)"},
      {"", MEN " Ih8", NOW, "h8-h10", MR_ERR_ILLEGAL, 1,
       "cannot get there (WL-12); it can go nowhere now: no leader of its own within 2 squares "
       "(WL-1)"},
      {"", MEN " Ih8 Ih9", NOW, "h8-h9", MR_ERR_ILLEGAL, 1,
       "own units stands there (WL-13); it can go nowhere now: no leader of its own"},
      {"", MEN, "w 0 5 [c4-c5]", "d4-e5", MR_ERR_ILLEGAL, 1,
       "nowhere now: the leaders near it have given all their orders (WL-4, WL-5)"},
      {"teams=2", "La1 Ip2 Lp1 lp12", NOW, "p1-p2", MR_ERR_ILLEGAL, 1,
       "(WL-13); it can go nowhere now: no leader of its own within 2 squares (WL-1)"},
      {"", MEN, "w 0 5 [c4-c5]", "c5-c6", MR_ERR_ILLEGAL, 1, "has acted in this turn (WL-6)"},
      {"", MEN, "w 0 5 [c4-c5]", "d4-d5", MR_ERR_ILLEGAL, 1, "given all their orders (WL-4, WL-5)"},
      {"", MEN, "w 0 5 [c4-c5;m1-m2]", "d4-d5", MR_ERR_ILLEGAL, 1,
       "no more than 2 activations (WL-7)"},
      {"turn_cap=levels;cap_fraction=1/2", MEN, "w 0 5 [c4-c5]", "d4-d5", MR_ERR_ILLEGAL, 1,
       "no more than 1 activation (WL-39)"},
      {"", MEN " id5", NOW, "c4-d5", MR_ERR_ILLEGAL, 3, "a capture is written with x (WL-41)"},
      {"", MEN, NOW, "c4xd5", MR_ERR_ILLEGAL, 3, "a move is written with - (WL-41)"},
      {"", MEN " @~d5", NOW, "c4-d5", MR_ERR_ILLEGAL, 1, "no infantry may stand there"},
      {"", MEN " @Te4", NOW, "d4-e4", MR_ERR_ILLEGAL, 1, "own units stands there"},
      {"", MEN " @Td5", NOW, "d4-d5", MR_ERR_ILLEGAL, 1, "no heavy cavalry may stand there"},
      {"", MEN, NOW, "c3<>c2", MR_ERR_ILLEGAL, 1, "no exchanges in this game (WL-22)"},
      {"cannon_swap=true", MEN, NOW, "c3<>c4", MR_ERR_ILLEGAL, 1, "exchanges with a cannon"},
      {"cannon_swap=true", MEN " Ck8", NOW, "c3<>k8", MR_ERR_ILLEGAL, 1, "next to each other"},
      {"cannon_swap=true", MEN " @Tc3", NOW, "c3<>c2", MR_ERR_ILLEGAL, 1, "come into terrain"},
      {"cannon_swap=true", MEN, "w 0 5 [c4-c5]", "c3<>c2", MR_ERR_ILLEGAL, 1,
       "no other could have given (WL-22)"},
      {"", MEN, NOW, ".", MR_ERR_ILLEGAL, 1, "is a pass, written --"},
      {"", MEN, "w 0 5 [c4-c5]", "--", MR_ERR_ILLEGAL, 1, "the end of the turn is written ."},
      {"", MEN, NOW, "--x", MR_ERR_SYNTAX, 3, "expected the end"},
  };
  for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
    expect_refusal(&refusals[i]);
  }
}

/* What is said of texts that are no action at the table. */
static void expect_said(const mr_table *table, const char *const (*refusals)[2], size_t count) {
  for (size_t i = 0; i < count; i++) {
    mr_error error = {.message = ""};
    mr_action action = 77;
    const char *text = refusals[i][0];
    assert_int_not_equal(
        mr_game_parse_action(table->game, table->state, text, strlen(text), &action, &error),
        MR_OK);
    if (strstr(error.message, refusals[i][1]) == NULL) {
      fail_msg("%s: %s", text, error.message);
    }
    assert_int_equal(action, 77);
  }
}

static void refused_placements_say_why(void **unused) {
  (void)unused;
  static const char *const refusals[][2] = {
      {"I@a5", "a5 is outside the squares where White sets up: a1-d4, "},
      {"I@a12", " (WL-32 zone)"},
      {"P@c3", "the army has no leader of level 4 (WL-32)"},
      {"U@c3", "the army has no promoted leader (WL-32)"},
      {"L@b2", "b2 is taken"},
      {"L@c3", "section A (a1-d4) has as many leaders as it may, 2 (WL-32)"},
      {"i@a1", "expected commit, or a unit such as I@c2"},
      {"commit", "2 of 32 units have been placed"},
      {"I@", "expected a square"},
  };
  mr_table table;
  mr_table_open_game(&table, "warlord-test-of-wills", "", NULL);
  mr_table_play(&table, "L@a1 K@b2");
  expect_said(&table, refusals, sizeof refusals / sizeof *refusals);
  mr_table_close(&table);
}

/* The side that is to move places what has come, and one that may stand anywhere in its zone. */
static void refused_entries_say_why(void **unused) {
  (void)unused;
  static const char *const refusals[][2] = {
      {"N@a1", "none of these has come that is still to be placed (WL-45)"},
      {"I@e4", "e4 is outside the squares where White sets up: a1-d4 (WL-45)"},
      {"I@a2", "a2 is taken"},
      {"i@a1", "expected a unit that has come, such as I@c2"},
      {"H@a1x", "expected the end"},
  };
  mr_table table;
  mr_table_open_game(&table, "warlord-valley-war-placed", "", NULL);
  mr_warlord_men(&table, "Pj9 Ca2 pj16", "w 3 9 reserve=H1I2i1");
  expect_said(&table, refusals, sizeof refusals / sizeof *refusals);
  mr_table_close(&table);
}

/* A text of A Clash of Arms, with other keys, what is said of it and at which column. */
typedef struct refused_state {
  const char *sets;
  const char *text;
  unsigned column;
  const char *said;
} refused_state;

static void expect_refused_state(const refused_state *r) {
  mr_table table;
  mr_error error = {.message = ""};
  mr_table_open_game(&table, "warlord-clash-of-arms", r->sets, NULL);
  assert_int_not_equal(
      mr_game_parse_state(table.game, r->text, strlen(r->text), table.state, &error), MR_OK);
  if (strstr(error.message, r->said) == NULL || error.column != r->column) {
    fail_msg("%s: column %u: %s", r->text, (unsigned)error.column, error.message);
  }
  mr_table_close(&table);
}

static void refused_states_say_where(void **unused) {
  (void)unused;
  static const refused_state refusals[] = {
      {"", "15l/16/16/16/16/16/16/16/16/2L13/16/17 w 0 1", 37,
       "row 1 has 17 squares, 16 are needed"},
      {"", "15l/16/16/16/16/16/16/16/16/2?13/16/16 w 0 1", 30, "expected a unit or a run"},
      {"", "15l/16/16/16/16/16/16/16/16/2L13/16/16 q 0 1", 40, "the side to move, w or b"},
      {"", "15l/16/16/16/16/16/16/16/16/2L13/16/16 w 81 1", 42, "is at most 80"},
      {"", "15l/16/16/16/16/16/16/16/16/2L13/16/16 w 0 0", 44, "turns count from 1"},
      {"", "15l/16/16/16/16/16/16/16/16/2L13/16/16 w 0 1 x=1", 46, "expected a field"},
      {"", "15l/16/16/16/16/16/16/16/16/2L13/16/16 w 0 1 pass=1 pass=1", 53, "said before"},
      {"", "15l/16/16/16/16/16/16/16/16/2L13/16/16 w 0 1 [c3-c4;c4-c5]", 53, "has acted"},
      {"", "15l/16/16/16/16/16/16/16/16/16/16/16@3 w 0 1", 39,
       "row 12 has 3 squares, 16 are needed"},
      {"", "15l/16/16/16/16/16/16/16/16/2L13/16/16 w 0 1 [c3-c9]", 47, "cannot get there (WL-10)"},
      {"", "15l/16/16/16/16/16/16/16/16/2L13/16/16 w 0 1 [c3-c4;d4-d5]", 53, "none of the mover's"},
      {"", "15l/16/16/16/16/16/16/16/16/2L13/16/16@16/16/16/16/16/16/16/16/16/2~13/16/16 w 0 1", 30,
       "leader of level 1 stands on c3, which is water (WL-23)"},
      {"", "15l/16/16/16/16/16/16/16/16/16/16/10LLI3@16/16/16/16/16/16/16/16/16/16/16/12~3 w 0 1",
       39, "infantry stands on m1, which is outer water (WL-23)"},
      {"", "15l/16/16/16/16/16/16/16/16/2L13/16/16 w 0 1 lost=99,0", 51,
       "White has 1 leader, and with 99 lost more than the 64 of a side (WL-42)"},
      {"", "15l/16/16/16/16/16/16/16/16/2L13/16/16 w 0 1 lost=0,64", 51, "Black has 1 leader, and"},
  };
  for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
    expect_refused_state(&refusals[i]);
  }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(refused_actions_say_why),
    cmocka_unit_test(refused_placements_say_why),
    cmocka_unit_test(refused_entries_say_why),
    cmocka_unit_test(refused_states_say_where),
};

MR_TEST_MAIN(tests)
