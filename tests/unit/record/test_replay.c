#include <marcher/record.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "failing_alloc.h"
#include "test_main.h"
#include "toy_games.h"

static mr_game *toy;
static mr_state *state;
static mr_record record;
static mr_error error;

static int setup(void **unused) {
  (void)unused;
  toy = mr_toy_new(MR_TOY_SOUND);
  assert_non_null(toy);
  state = mr_state_new(toy, NULL);
  assert_non_null(state);
  mr_record_init(&record, NULL);
  error = (mr_error){0};
  return 0;
}

static int teardown(void **unused) {
  (void)unused;
  mr_record_done(&record);
  mr_state_free(toy, NULL, state);
  mr_game_free(toy);
  return 0;
}

static void parse(const char *text) {
  mr_record_done(&record);
  mr_record_init(&record, NULL);
  assert_int_equal(mr_record_parse(&record, "t", text, strlen(text), &error), MR_OK);
}

static mr_status replay(void) {
  error = (mr_error){0};
  return mr_record_replay(&record, toy, NULL, NULL, NULL, state, &error);
}

static void assert_state(const char *text) {
  char buffer[256];
  mr_str out = mr_str_fixed(buffer, sizeof buffer);
  mr_game_format_state(toy, state, &out);
  assert_string_equal(buffer, text);
}

/** Red pairs two stones in the first turn. */
#define V "[Marcher \"1\"]\n"
#define WON "card1 card3 stake2 stake3 @a2 @b2"
#define WON_STATE "rr... 13 23 o r - -- 0 5"

/* ---- whole games ----------------------------------------------------------------------------- */

/** Plays a random game from the toy's start into `state` and the record. */
static void play_random_game(mr_random *random) {
  mr_action *actions = calloc(toy->info.max_actions, sizeof *actions);
  mr_chance *chances = calloc(toy->info.max_chances, sizeof *chances);
  assert_true(actions != NULL && chances != NULL);
  mr_game_start(toy, state);
  for (;;) {
    mr_node node = mr_game_node(toy, state);
    if (node.kind == MR_NODE_TERMINAL) {
      break;
    }
    mr_action action = MR_ACTION_NONE;
    if (node.kind == MR_NODE_CHANCE) {
      action = mr_game_roll(toy, state, chances, random);
    } else {
      size_t count = mr_game_actions(toy, state, actions);
      action = actions[mr_random_below(random, count)];
    }
    char text[MR_ACTION_TEXT_MAX];
    mr_str out = mr_str_fixed(text, sizeof text);
    mr_game_format_action(toy, state, action, &out);
    assert_int_equal(mr_record_add_move(&record, text, NULL, NULL), MR_OK);
    mr_game_make(toy, state, action, NULL, NULL);
  }
  free(actions);
  free(chances);
}

/** Counts actions and dice. */
typedef struct tally {
  size_t actions;
  size_t dice;
  size_t stop_after; /**< 0: never */
} tally;

static bool count_action(void *context, const mr_record_move *move, mr_action action,
                         const mr_state *after, const mr_events *events) {
  tally *so_far = context;
  assert_non_null(after);
  assert_true(action != MR_ACTION_NONE);
  assert_string_equal(move->text, record.moves[so_far->actions].text);
  for (size_t i = 0; i < events->count; i++) {
    so_far->dice += events->items[i].kind == MR_EVENT_DICE;
  }
  so_far->actions++;
  return so_far->actions != so_far->stop_after;
}

static void games_are_replayed_action_for_action_and_die_for_die(void **unused) {
  (void)unused;
  mr_random random;
  size_t dice = 0;
  for (uint64_t seed = 0; seed < 100; seed++) {
    mr_random_init(&random, seed);
    mr_record_done(&record);
    mr_record_init(&record, NULL);
    play_random_game(&random);
    assert_int_equal(mr_record_set_text(&record, &record.game, toy->info.name, NULL), MR_OK);
    assert_int_equal(mr_record_close(&record, toy, state, NULL), MR_OK);

    mr_str text = mr_str_growing(NULL);
    mr_record_format(&record, &text);
    parse(mr_str_text(&text));
    mr_str_done(&text);

    mr_state *again = mr_state_new(toy, NULL);
    assert_non_null(again);
    tally so_far = {0};
    assert_int_equal(mr_record_replay(&record, toy, NULL, count_action, &so_far, again, &error),
                     MR_OK);
    assert_memory_equal(again, state, toy->info.state_size);
    assert_int_equal(so_far.actions, record.move_count);
    assert_int_not_equal(record.result[0], '*');
    dice += so_far.dice;
    mr_state_free(toy, NULL, again);
  }
  assert_true(dice > 0);
}

static void a_game_can_begin_anywhere(void **unused) {
  (void)unused;
  parse(V "[Start \"r.... 13 23 p r 2 -- 0 0\"]\n@b2\n");
  assert_int_equal(replay(), MR_OK);
  assert_state(WON_STATE);
}

static void a_replay_can_be_stopped_on_the_way(void **unused) {
  (void)unused;
  parse(V "[Result \"0-1\"]\n" WON);
  tally so_far = {.stop_after = 5};
  assert_int_equal(mr_record_replay(&record, toy, NULL, count_action, &so_far, state, &error),
                   MR_OK);
  assert_int_equal(so_far.actions, 5);
  assert_state("r.... 13 23 p r 2 -- 0 0");
}

static void the_state_may_be_left_out(void **unused) {
  (void)unused;
  parse(V WON);
  assert_int_equal(mr_record_replay(&record, toy, NULL, NULL, NULL, NULL, NULL), MR_OK);
  assert_int_equal(mr_record_replay(NULL, toy, NULL, NULL, NULL, NULL, NULL), MR_ERR_ARGUMENT);
  assert_int_equal(mr_record_replay(&record, NULL, NULL, NULL, NULL, NULL, NULL), MR_ERR_ARGUMENT);
}

/* ---- closing --------------------------------------------------------------------------------- */

static void assert_closed(const char *text) {
  mr_str out = mr_str_growing(NULL);
  assert_int_equal(mr_record_close(&record, toy, state, &error), MR_OK);
  record.definition_hash = 0;
  record.has_hash = false;
  mr_record_format(&record, &out);
  assert_string_equal(mr_str_text(&out), text);
  mr_str_done(&out);
}

static void closing_a_finished_game_tells_how_it_ended(void **unused) {
  (void)unused;
  parse(V WON);
  assert_int_equal(replay(), MR_OK);
  assert_closed(V "[Result \"1-0\"]\n[Score \"4 0\"]\n[Rule \"T-05\"]\n[Final \"" WON_STATE
                  "\"]\n\n" WON "\n");
  assert_int_equal(mr_record_close(&record, toy, state, &error), MR_OK);
  assert_true(record.definition_hash == toy->info.definition_hash);
  assert_true(record.has_hash && record.final_hash == mr_game_hash(toy, state));
}

static void closing_again_after_a_move_was_taken_back_tells_that_the_game_goes_on(void **unused) {
  (void)unused;
  parse(V WON);
  assert_int_equal(replay(), MR_OK);
  assert_int_equal(mr_record_close(&record, toy, state, &error), MR_OK);
  mr_record_drop_moves(&record, 5);
  record.definition_hash = 0;
  assert_int_equal(replay(), MR_ERR_MISMATCH);
  mr_state *middle = mr_toy_state(toy, "r.... 13 23 p r 2 -- 0 0");
  mr_state_copy(toy, state, middle);
  mr_state_free(toy, NULL, middle);
  assert_closed(V "[Result \"*\"]\n[Final \"r.... 13 23 p r 2 -- 0 0\"]\n\n"
                  "card1 card3 stake2 stake3 @a2\n");
  assert_int_equal(replay(), MR_OK);
}

static void closing_keeps_an_end_from_outside_the_rules(void **unused) {
  (void)unused;
  parse(V "[Result \"0-1\"]\n[Rule \"resignation\"]\ncard1");
  assert_int_equal(replay(), MR_OK);
  assert_closed(V "[Result \"0-1\"]\n[Rule \"resignation\"]\n"
                  "[Final \"..... 1- -- d b - -- 0 0\"]\n\ncard1\n");
}

/* ---- what replay finds ----------------------------------------------------------------------- */

typedef struct finding {
  const char *text;
  mr_status status;
  const char *message; /**< its beginning */
} finding;

static void assert_findings(const finding *findings, size_t count) {
  mr_state *before = mr_toy_state(toy, "..r.b 13 22 p b 1 -- 3 0");
  for (size_t i = 0; i < count; i++) {
    parse(findings[i].text);
    mr_state_copy(toy, state, before);
    assert_int_equal(replay(), findings[i].status);
    char message[MR_ERROR_MESSAGE_MAX];
    memcpy(message, error.message, sizeof message);
    assert_true(strlen(message) >= strlen(findings[i].message));
    message[strlen(findings[i].message)] = '\0';
    assert_string_equal(message, findings[i].message);
    assert_memory_equal(state, before, toy->info.state_size);
  }
  mr_state_free(toy, NULL, before);
}

#define ASSERT_FINDINGS(findings) \
  assert_findings((findings), sizeof(findings) / sizeof((findings)[0]))

static void the_first_illegal_action_is_pointed_at(void **unused) {
  (void)unused;
  parse(V "\ncard1 card3 stake2\n  stake3 @d9 @zz");
  assert_int_equal(replay(), MR_ERR_ILLEGAL);
  assert_string_equal(error.message, "action 5, '@d9': '@d9' is no action here");
  assert_int_equal(error.line, 4);
  assert_int_equal(error.column, 10);
  assert_int_equal(error.status, MR_ERR_ILLEGAL);
}

static void an_action_behind_the_end_is_illegal(void **unused) {
  (void)unused;
  parse(V "\n" WON "\n@c2");
  assert_int_equal(replay(), MR_ERR_ILLEGAL);
  assert_string_equal(error.message, "action 7, '@c2': the game was over before it (1-0 by T-05)");
  assert_int_equal(error.line, 4);
  assert_int_equal(error.column, 1);
}

static void a_start_of_which_something_is_unknown_is_refused(void **unused) {
  (void)unused;
  parse(V "[Start \"r.... 13 2? p r 2 -- 0 0\"]");
  assert_int_equal(replay(), MR_ERR_ILLEGAL);
  assert_string_equal(error.message, "the record's start: something is unknown");
  assert_int_equal(error.line, 2);
  assert_int_equal(error.column, 8);
}

static void a_start_that_is_no_state_is_told_so(void **unused) {
  (void)unused;
  parse(V "[Start \"r.... 13 2x p r 2 -- 0 0\"]");
  assert_int_equal(replay(), MR_ERR_SYNTAX);
  assert_string_equal(error.message, "the record's start: 'r.... 13 2x p r 2 -- 0 0' is no state");
  assert_int_equal(error.line, 2);
  assert_int_equal(error.column, 8 + 11); /* its quote, and the place within */
  assert_int_equal(mr_record_set_text(&record, &record.start, "r.... 13 2x p", &error), MR_OK);
  assert_int_equal(replay(), MR_ERR_SYNTAX);
  assert_int_equal(error.line, 0); /* no text has said that */
}

static void what_is_wrong_with_a_tag_is_told_with_its_place(void **unused) {
  (void)unused;
  static const struct {
    const char *text;
    uint32_t column;
  } wrong[] = {
      {"[Game \"chess\"]", 7},
      {"[Definition \"00000000000000ab\"]", 13},
      {"[Start \"a\\\"b 13 2x p r 2 -- 0 0\"]", 8},
      {"[Result \"0-1\"]", 9},
      {"[Rule \"T-06\"]", 7},
      {"[Score \"0 4\"]", 8},
      {"[Final \"rr... 13 23 o r - -- 0 4\"]", 8},
      {"[Hash \"00000000000000ab\"]", 7},
  };
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
    char text[256];
    snprintf(text, sizeof text, V "[Event \"any\"]\n%s\n" WON, wrong[i].text);
    parse(text);
    assert_int_not_equal(replay(), MR_OK);
    assert_int_equal(error.line, 3);
    assert_in_range(error.column, wrong[i].column, wrong[i].column + 40);
    if (strstr(wrong[i].text, "Start") == NULL) {
      assert_int_equal(error.column, wrong[i].column);
    }
  }
}

static void a_record_of_another_game_is_not_replayed(void **unused) {
  (void)unused;
  static const finding findings[] = {
      {V "[Game \"chess\"] card1", MR_ERR_MISMATCH, "the record is of the game 'chess', not of '"},
      {V "[Definition \"00000000000000ab\"] card1", MR_ERR_MISMATCH,
       "the record was played by the definition 00000000000000ab, but '"},
  };
  ASSERT_FINDINGS(findings);
}

static void a_claimed_end_must_be_the_true_one(void **unused) {
  (void)unused;
  static const finding findings[] = {
      {V "[Result \"0-1\"]" WON, MR_ERR_MISMATCH,
       "the game ends 1-0 by T-05, but the record claims 0-1"},
      {V "[Result \"1-0\"][Rule \"T-06\"]" WON, MR_ERR_MISMATCH,
       "the game ends 1-0 by T-05, but the record claims 1-0 by T-06"},
      {V "[Result \"*\"]" WON, MR_ERR_MISMATCH,
       "the game ends 1-0 by T-05, but the record claims no result"},
      {V "[Result \"1/2-1/2\"][Rule \"agreement\"]" WON, MR_ERR_MISMATCH,
       "the game ends 1-0 by T-05, but the record claims 1/2-1/2 by agreement"},
      {V "[Rule \"T-06\"]" WON, MR_ERR_MISMATCH,
       "the game ends 1-0 by T-05, but the record claims an end by T-06"},
      {V "[Result \"1-0\"][Rule \"BD-12\"] card1", MR_ERR_MISMATCH,
       "the actions end before the game does, but the record claims 1-0 by BD-12"},
      {V "[Result \"1-0\"] card1", MR_ERR_MISMATCH,
       "the actions end before the game does, but the record claims 1-0"},
      {V "[Rule \"T-05\"] card1", MR_ERR_MISMATCH,
       "the actions end before the game does, but the record claims an end by T-05"},
      {V "[Result \"0-0-1\"][Rule \"time\"] card1", MR_ERR_MISMATCH,
       "the record claims 0-0-1, which are not as many scores as the game has teams"},
  };
  ASSERT_FINDINGS(findings);
}

static void a_claimed_score_must_be_the_true_one(void **unused) {
  (void)unused;
  static const finding findings[] = {
      {V "[Score \"3 1\"]" WON, MR_ERR_MISMATCH, "the score is '4 0', but the record claims '3 1'"},
      {V "[Score \"3 1\"] card1", MR_ERR_MISMATCH,
       "the game goes on, but the record claims the score '3 1'"},
  };
  ASSERT_FINDINGS(findings);
}

static void a_claimed_final_state_must_be_the_true_one(void **unused) {
  (void)unused;
  static const finding findings[] = {
      {V "[Final \"..... 1- -- d b - -- 0 1\"] card1", MR_ERR_MISMATCH,
       "the final state differs from column 24 on: '... d b - -- 0 0', but the record claims "
       "'... d b - -- 0 1'"},
      {V "[Final \"x\"] card1", MR_ERR_MISMATCH,
       "the final state differs from column 1 on: '..... 1- -- d b - -- 0 0', but the record "
       "claims 'x'"},
      {V "[Hash \"0000000000000000\"] card1", MR_ERR_MISMATCH, "the final position has the hash "},
  };
  ASSERT_FINDINGS(findings);
}

static void true_claims_are_believed(void **unused) {
  (void)unused;
  static const char *const texts[] = {
      V "[Result \"1-0\"][Score \"4 0\"][Rule \"T-05\"][Final \"" WON_STATE "\"]" WON,
      V "[Result \"*\"] card1",
      V "[Result \"1/2-1/2\"][Rule \"agreement\"] card1",
      V "[Result \"3/4-1/4\"][Rule \"time\"]",
      V "[Rule \"resignation\"]",
  };
  for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
    parse(texts[i]);
    assert_int_equal(replay(), MR_OK);
  }
}

/* ---- results of many teams ------------------------------------------------------------------- */

static mr_node over(const mr_game *game, const mr_state *any) {
  (void)game;
  (void)any;
  return (mr_node){MR_NODE_TERMINAL, MR_NOBODY};
}

/** The state is nothing but the scores. */
static void scores(const mr_game *game, const mr_state *any, uint8_t *out) {
  memcpy(out, any, game->info.players);
}

static void assert_result(unsigned players, const char *teams, const char *quarters,
                          const char *expected) {
  static const mr_game_ops ops = {.node = over, .score = scores};
  mr_game game = {.ops = &ops, .info = {.players = (uint8_t)players}};
  uint8_t score[MR_MAX_PLAYERS] = {0};
  char buffer[MR_RESULT_TEXT_MAX];
  for (unsigned i = 0; i < players; i++) {
    game.info.team[i] = (uint8_t)(teams[i] - '0');
    score[i] = (uint8_t)(quarters[i] - '0');
  }
  assert_ptr_equal(mr_result_text(&game, (const mr_state *)score, buffer), buffer);
  assert_string_equal(buffer, expected);
}

static void results_are_written_in_quarters_team_by_team(void **unused) {
  (void)unused;
  assert_result(2, "01", "40", "1-0");
  assert_result(2, "01", "04", "0-1");
  assert_result(2, "01", "22", "1/2-1/2");
  assert_result(2, "01", "31", "3/4-1/4");
  assert_result(3, "012", "112", "1/4-1/4-1/2");
  assert_result(4, "0101", "4040", "1-0");
  assert_result(4, "1001", "0440", "0-1");
  assert_result(8, "01234567", "11110000", "1/4-1/4-1/4-1/4-0-0-0-0");
}

static void a_game_that_goes_on_has_no_result(void **unused) {
  (void)unused;
  char buffer[MR_RESULT_TEXT_MAX];
  mr_game_start(toy, state);
  assert_string_equal(mr_result_text(toy, state, buffer), "*");
}

/* ---- memory ---------------------------------------------------------------------------------- */

static mr_status close_and_replay(const mr_allocator *allocator) {
  mr_record own;
  mr_record_init(&own, allocator);
  mr_status status = mr_record_parse(&own, "", V WON, strlen(V WON), NULL);
  if (status == MR_OK) {
    status = mr_record_replay(&own, toy, allocator, NULL, NULL, state, NULL);
  }
  if (status == MR_OK) {
    status = mr_record_close(&own, toy, state, NULL);
  }
  if (status == MR_OK) {
    status = mr_record_replay(&own, toy, allocator, NULL, NULL, state, NULL);
  }
  mr_record_done(&own);
  return status;
}

static void no_failing_request_for_memory_leaks_or_goes_unreported(void **unused) {
  (void)unused;
  mr_status status = MR_ERR_NOMEM;
  size_t n = 0;
  while (status != MR_OK) {
    mr_fail_alloc memory;
    mr_fail_alloc_init(&memory, ++n);
    status = close_and_replay(&memory.allocator);
    assert_int_equal(status, memory.calls < n ? MR_OK : MR_ERR_NOMEM);
    assert_true(mr_fail_alloc_clean(&memory));
  }
  assert_true(n > 5);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup_teardown(games_are_replayed_action_for_action_and_die_for_die, setup,
                                    teardown),
    cmocka_unit_test_setup_teardown(a_game_can_begin_anywhere, setup, teardown),
    cmocka_unit_test_setup_teardown(a_replay_can_be_stopped_on_the_way, setup, teardown),
    cmocka_unit_test_setup_teardown(the_state_may_be_left_out, setup, teardown),
    cmocka_unit_test_setup_teardown(closing_a_finished_game_tells_how_it_ended, setup, teardown),
    cmocka_unit_test_setup_teardown(
        closing_again_after_a_move_was_taken_back_tells_that_the_game_goes_on, setup, teardown),
    cmocka_unit_test_setup_teardown(closing_keeps_an_end_from_outside_the_rules, setup, teardown),
    cmocka_unit_test_setup_teardown(the_first_illegal_action_is_pointed_at, setup, teardown),
    cmocka_unit_test_setup_teardown(an_action_behind_the_end_is_illegal, setup, teardown),
    cmocka_unit_test_setup_teardown(a_start_that_is_no_state_is_told_so, setup, teardown),
    cmocka_unit_test_setup_teardown(a_start_of_which_something_is_unknown_is_refused, setup,
                                    teardown),
    cmocka_unit_test_setup_teardown(what_is_wrong_with_a_tag_is_told_with_its_place, setup,
                                    teardown),
    cmocka_unit_test_setup_teardown(a_record_of_another_game_is_not_replayed, setup, teardown),
    cmocka_unit_test_setup_teardown(a_claimed_end_must_be_the_true_one, setup, teardown),
    cmocka_unit_test_setup_teardown(a_claimed_score_must_be_the_true_one, setup, teardown),
    cmocka_unit_test_setup_teardown(a_claimed_final_state_must_be_the_true_one, setup, teardown),
    cmocka_unit_test_setup_teardown(true_claims_are_believed, setup, teardown),
    cmocka_unit_test_setup_teardown(results_are_written_in_quarters_team_by_team, setup, teardown),
    cmocka_unit_test_setup_teardown(a_game_that_goes_on_has_no_result, setup, teardown),
    cmocka_unit_test_setup_teardown(no_failing_request_for_memory_leaks_or_goes_unreported, setup,
                                    teardown),
};

MR_TEST_MAIN(tests)
