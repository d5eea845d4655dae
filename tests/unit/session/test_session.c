#include <marcher/catalog.h>
#include <marcher/session_laws.h>
#include <string.h>

#include "borderline_open.h"
#include "failing_alloc.h"
#include "test_main.h"
#include "toy_games.h"

static const mr_player WHITE = {0};
static const mr_player BLACK = {1};

/* A game with a session of it. */
typedef struct fixture {
  mr_game *game;
  mr_session *session;
} fixture;

static fixture open_game(mr_game *game, mr_session_detail detail) {
  fixture f = {.game = game};
  const mr_session_options options = {.detail = detail};
  assert_int_equal(mr_session_new(f.game, &options, &f.session, NULL), MR_OK);
  return f;
}

static fixture open_chess(void) {
  return open_game(mr_game_open("chess", ""), MR_SESSION_FULL);
}

static void close_game(fixture *f) {
  mr_session_free(f->session);
  mr_game_free(f->game);
}

/* Plays actions that are separated by blanks. */
static void play(fixture *f, const char *actions) {
  while (*actions != '\0') {
    size_t length = strcspn(actions, " ");
    mr_error error;
    if (mr_session_play_text(f->session, actions, length, NULL, &error) != MR_OK) {
      fail_msg("%s: %s", actions, error.message);
    }
    actions += length + (actions[length] == ' ');
  }
}

/* ---- turns ----------------------------------------------------------------------------------- */

static void every_move_of_chess_is_a_turn(void **unused) {
  (void)unused;
  fixture f = open_chess();
  assert_true(mr_session_turn_is_over(f.session));
  assert_int_equal(mr_session_turn_player(f.session).id, MR_NOBODY_ID);
  play(&f, "e2e4 e7e5 g1f3");
  assert_int_equal(mr_session_turns(f.session), 3);
  assert_true(mr_session_turn_is_over(f.session));
  assert_int_equal(mr_session_turn_of(f.session, 1), 1);
  assert_int_equal(mr_session_undo_turn(f.session), 1);
  assert_int_equal(mr_session_count(f.session), 2);
  close_game(&f);
}

static void a_turn_goes_on_until_the_game_says_that_it_has_ended(void **unused) {
  (void)unused;
  fixture f = open_game(mr_game_open("colorboundmost", ""), MR_SESSION_FULL);
  mr_random random = mr_stream_at(1, MR_STREAM_RANDOM, 0);
  for (size_t i = 0; i < 3; i++) { /* the first turn has one action, all others have two */
    assert_int_equal(mr_session_turn_is_over(f.session), i != 2);
    assert_int_equal(mr_session_make(f.session, mr_session_any(f.session, &random), NULL, NULL),
                     MR_OK);
    assert_int_equal(mr_session_turn_start(f.session), i == 0 ? 1 : i == 1 ? 1 : 3);
  }
  assert_true(mr_session_turn_is_over(f.session));
  assert_int_equal(mr_session_turns(f.session), 2);
  assert_int_equal(mr_session_undo_turn(f.session), 2);
  assert_int_equal(mr_session_turns(f.session), 1);
  close_game(&f);
}

static void two_turns_of_one_player_in_a_row_are_two(void **unused) {
  (void)unused;
  /* Light is frozen and White has nobody on dark: White passes. */
  static const char text[] = "kx6/8/8/8/8/8/8/7X b - - 0 1 d l";
  static const mr_session_detail details[] = {MR_SESSION_FULL, MR_SESSION_MOVES, MR_SESSION_STATE};
  for (size_t i = 0; i < sizeof details / sizeof details[0]; i++) {
    fixture f = open_game(mr_game_open("colorboundmost", ""), details[i]);
    assert_int_equal(mr_session_begin_text(f.session, 1, text, strlen(text), NULL), MR_OK);
    play(&f, "b8a7");
    assert_int_equal(mr_session_node(f.session).player.id, BLACK.id);
    assert_true(mr_session_turn_is_over(f.session));
    play(&f, "a7b8");
    assert_int_equal(mr_session_turns(f.session), 2);
    close_game(&f);
  }
}

/* ---- dice ------------------------------------------------------------------------------------ */

static void taking_back_and_playing_again_meets_the_same_dice(void **unused) {
  (void)unused;
  fixture f = open_game(mr_toy_new(MR_TOY_SOUND), MR_SESSION_FULL);
  mr_random random = mr_stream_at(3, MR_STREAM_RANDOM, 0);
  size_t rolls = 0;
  mr_session_begin(f.session, 3);
  while (mr_session_node(f.session).kind != MR_NODE_TERMINAL) {
    if (mr_session_node(f.session).kind == MR_NODE_DECISION) {
      mr_action action = mr_session_any(f.session, &random);
      assert_int_equal(mr_session_make(f.session, action, NULL, NULL), MR_OK);
      continue;
    }
    mr_action shown = mr_session_dice(f.session);
    assert_int_equal(mr_session_roll(f.session, NULL), MR_OK);
    assert_int_equal(mr_session_undo(f.session, 1), 1);
    assert_int_equal(mr_session_dice(f.session), shown);
    assert_int_equal(mr_session_roll(f.session, NULL), MR_OK);
    rolls++;
  }
  assert_true(rolls > 0);
  assert_int_equal(mr_session_roll(f.session, NULL), MR_ERR_ARGUMENT);
  close_game(&f);
}

static void the_deal_belongs_to_the_start_or_to_the_moves(void **unused) {
  (void)unused;
  mr_game *game = mr_toy_new(MR_TOY_SOUND);
  mr_session *dealt = NULL;
  mr_session *bare = NULL;
  const mr_session_options options = {.detail = MR_SESSION_MOVES, .deal_in_moves = true};
  assert_int_equal(mr_session_new(game, NULL, &dealt, NULL), MR_OK);
  assert_int_equal(mr_session_new(game, &options, &bare, NULL), MR_OK);
  assert_int_equal(mr_session_node(dealt).kind, MR_NODE_DECISION);
  assert_false(mr_session_own_start(dealt));
  assert_int_equal(mr_session_node(bare).kind, MR_NODE_CHANCE);
  assert_true(mr_session_own_start(bare));
  while (mr_session_node(bare).kind == MR_NODE_CHANCE) {
    assert_int_equal(mr_session_roll(bare, NULL), MR_OK);
  }
  assert_memory_equal(mr_session_state(bare), mr_session_state(dealt), game->info.state_size);
  mr_session_free(bare);
  mr_session_free(dealt);
  mr_game_free(game);
}

static void a_shuffled_game_begins_in_the_order_of_its_seed(void **unused) {
  (void)unused;
  const mr_session_options options = {.detail = MR_SESSION_MOVES, .deal_in_moves = true};
  fixture f = open_game(mr_game_open("chess960", ""), MR_SESSION_FULL);
  mr_session *bare = NULL;
  mr_record record;
  mr_error error;
  mr_session_begin(f.session, 1);
  uint64_t first = mr_game_hash(f.game, mr_session_state(f.session));
  assert_false(mr_session_own_start(f.session));
  mr_session_begin(f.session, 2);
  assert_int_not_equal(mr_game_hash(f.game, mr_session_state(f.session)), first);
  mr_session_begin(f.session, 1);
  assert_int_equal(mr_game_hash(f.game, mr_session_state(f.session)), first);
  /* Its record says where it began. */
  mr_record_init(&record, NULL);
  assert_int_equal(mr_session_record(f.session, &record, &error), MR_OK);
  assert_non_null(record.start);
  mr_record_done(&record);
  /* Where the deal belongs to the moves, only who asks for an order has one. */
  assert_int_equal(mr_session_new(f.game, &options, &bare, NULL), MR_OK);
  assert_true(mr_session_own_start(bare));
  assert_int_not_equal(mr_game_hash(f.game, mr_session_state(bare)), first);
  mr_session_begin_shuffled(bare, 1);
  assert_false(mr_session_own_start(bare));
  assert_int_equal(mr_game_hash(f.game, mr_session_state(bare)), first);
  mr_session_free(bare);
  close_game(&f);
}

/* ---- ends ------------------------------------------------------------------------------------ */

static void expect_end(fixture *f, const char *result, const char *rule) {
  char buffer[MR_RESULT_TEXT_MAX];
  assert_string_equal(mr_session_result(f->session, buffer), result);
  assert_string_equal(mr_session_rule(f->session), rule);
}

static void who_resigns_has_lost(void **unused) {
  (void)unused;
  fixture f = open_chess();
  expect_end(&f, "*", "");
  assert_int_equal(mr_session_resign(f.session, WHITE, NULL), MR_OK);
  expect_end(&f, "0-1", "resignation");
  assert_int_equal(mr_session_node(f.session).kind, MR_NODE_TERMINAL);
  assert_int_equal(mr_session_resign(f.session, BLACK, NULL), MR_ERR_ILLEGAL);
  assert_int_equal(mr_session_play_text(f.session, "e2e4", 4, NULL, NULL), MR_ERR_ILLEGAL);
  mr_session_reopen(f.session);
  assert_int_equal(mr_session_resign(f.session, (mr_player){7}, NULL), MR_ERR_RANGE);
  play(&f, "e2e4");
  close_game(&f);
}

static void a_draw_needs_both_and_an_answer_by_a_move_declines_it(void **unused) {
  (void)unused;
  fixture f = open_chess();
  assert_int_equal(mr_session_offer_draw(f.session, WHITE, NULL), MR_OK);
  play(&f, "e2e4");
  assert_true(mr_session_offers_draw(f.session, WHITE));
  play(&f, "e7e5");
  assert_false(mr_session_offers_draw(f.session, WHITE));
  assert_int_equal(mr_session_offer_draw(f.session, BLACK, NULL), MR_OK);
  expect_end(&f, "*", "");
  assert_int_equal(mr_session_offer_draw(f.session, WHITE, NULL), MR_OK);
  expect_end(&f, "1/2-1/2", "agreement");
  assert_int_equal(mr_session_ended(f.session), MR_SESSION_AGREED);
  close_game(&f);
}

/* Goes on behind an end, once; taking back and copies know of it. */
static void plays_on(fixture *f, const char *before, const char *behind, const char *last) {
  play(f, before);
  size_t count = mr_session_count(f->session);
  assert_int_equal(mr_session_ended(f->session), MR_SESSION_BY_RULE);
  uint64_t hash = mr_game_hash(f->game, mr_session_state(f->session));
  assert_true(mr_session_play_on(f->session));
  assert_false(mr_session_play_on(f->session));
  assert_int_equal(mr_session_node(f->session).kind, MR_NODE_DECISION);
  assert_true(hash == mr_game_hash(f->game, mr_session_state(f->session)));
  play(f, behind);
  size_t more = mr_session_count(f->session);
  hash = mr_game_hash(f->game, mr_session_state(f->session));
  play(f, last);
  mr_session_rewind(f->session, more);
  assert_true(hash == mr_game_hash(f->game, mr_session_state(f->session)));
  assert_int_equal(mr_session_ended(f->session), MR_SESSION_GOES_ON);
  mr_session_rewind(f->session, count);
  assert_int_equal(mr_session_ended(f->session), MR_SESSION_BY_RULE);
}

static void an_end_that_others_would_have_to_claim_is_played_on(void **unused) {
  (void)unused;
  fixture f = open_game(mr_game_open("chess", ""), MR_SESSION_MOVES);
  plays_on(&f, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8", "a2a3 a7a6", "a3a4");
  mr_session_begin(f.session, 1);
  play(&f, "f2f3 e7e5 g2g4 d8h4");
  assert_false(mr_session_play_on(f.session));
  close_game(&f);
  f = open_game(mr_game_open("chess", "nMoveRule=2"), MR_SESSION_MOVES);
  plays_on(&f, "g1f3 g8f6 b1c3 b8c6", "e2e4 e7e5", "d2d4");
  close_game(&f);
}

/** The order of judgement is another there: a lack of moves comes after idleness. */
static void behind_an_end_by_history_another_rule_may_end_the_game(void **unused) {
  (void)unused;
  static const char text[] = "k7/8/1QK5/8/8/8/8/8 b - - 4 9";
  fixture f = open_game(mr_game_open("chess", "nMoveRule=2;drawsFirst=true"), MR_SESSION_MOVES);
  mr_error error;
  assert_int_equal(mr_session_begin_text(f.session, 1, text, strlen(text), &error), MR_OK);
  assert_string_equal(mr_session_rule(f.session), "CH-4");
  assert_false(mr_session_play_on(f.session));
  assert_string_equal(mr_session_rule(f.session), "CH-2");
  close_game(&f);
}

static void a_quiet_war_is_played_on(void **unused) {
  (void)unused;
  fixture f = open_game(mr_game_open("warlord-battle-line", "quiet_turns=2"), MR_SESSION_MOVES);
  plays_on(&f, "a4-a5 . b11-b12 .", "b4-b5", ".");
  close_game(&f);
}

/** A record ends with its game. */
static void a_session_that_keeps_a_record_is_not_played_on(void **unused) {
  (void)unused;
  fixture f = open_chess();
  play(&f, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8");
  assert_int_equal(mr_session_ended(f.session), MR_SESSION_BY_RULE);
  assert_false(mr_session_play_on(f.session));
  close_game(&f);
}

static void a_game_may_be_adjudicated(void **unused) {
  (void)unused;
  static const uint8_t three[] = {3, 1};
  static const uint8_t wrong[] = {3, 3};
  fixture f = open_chess();
  assert_int_equal(mr_session_adjudicate(f.session, wrong, NULL), MR_ERR_RANGE);
  assert_int_equal(mr_session_adjudicate(f.session, three, NULL), MR_OK);
  expect_end(&f, "3/4-1/4", "agreement");
  mr_session_reopen(f.session);
  assert_int_equal(mr_session_adjudicate(f.session, NULL, NULL), MR_OK);
  assert_int_equal(mr_session_ended(f.session), MR_SESSION_ADJUDICATED);
  close_game(&f);
}

/* ---- clocks ---------------------------------------------------------------------------------- */

static void a_clock_runs_gets_its_increment_and_is_wound_up(void **unused) {
  (void)unused;
  fixture f = open_chess();
  const mr_session_control control = {.base = 100, .increment = 5, .margin = 10, .turns = 2};
  mr_session_set_clock(f.session, WHITE, &control);
  assert_int_equal(mr_session_time_left(f.session, WHITE), 100);
  assert_int_equal(mr_session_time_left(f.session, BLACK), 0);
  assert_int_equal(mr_session_turns_to_go(f.session, WHITE), 2);
  assert_int_equal(mr_session_spend(f.session, WHITE, 30), 0);
  play(&f, "e2e4 e7e5");
  assert_int_equal(mr_session_time_left(f.session, WHITE), 75);
  assert_int_equal(mr_session_turns_to_go(f.session, WHITE), 1);
  assert_int_equal(mr_session_spend(f.session, WHITE, 80), 5); /* forgiven */
  assert_int_equal(mr_session_ended(f.session), MR_SESSION_GOES_ON);
  play(&f, "g1f3 b8c6");
  assert_int_equal(mr_session_time_left(f.session, WHITE), 105);
  assert_int_equal(mr_session_spend(f.session, WHITE, 200), 95);
  expect_end(&f, "0-1", "time");
  assert_int_equal(mr_session_loser(f.session).id, WHITE.id);
  close_game(&f);
}

/* ---- seats ----------------------------------------------------------------------------------- */

static void seats_are_read_and_written(void **unused) {
  (void)unused;
  static const char *const good[][2] = {
      {"human", "human"},
      {"", "level 5"},
      {"level:7,engine:mcts,time:500,nodes:1000", "level 7, engine mcts, time 500 ms, nodes 1000"},
      {"level 7, engine mcts, time 500 ms, nodes 1000",
       "level 7, engine mcts, time 500 ms, nodes 1000"},
      {"engine:auto", "level 5"},
  };
  static const char *const bad[] = {"level:9", "level", "engine:none", "colour:red", "time:0"};
  mr_game *game = mr_game_open("chess", "");
  for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
    char buffer[MR_SESSION_SEAT_TEXT_MAX];
    mr_session_seat seat = {.level = MR_LEVEL_DEFAULT};
    assert_int_equal(mr_seat_parse(game, good[i][0], &seat, NULL), MR_OK);
    mr_str text = mr_str_fixed(buffer, sizeof buffer);
    mr_seat_format(&seat, &text);
    assert_string_equal(buffer, good[i][1]);
  }
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    mr_session_seat seat = {.level = 3};
    assert_int_not_equal(mr_seat_parse(game, bad[i], &seat, NULL), MR_OK);
    assert_int_equal(seat.level, 3);
  }
  mr_game_free(game);
}

static void words_are_read_as_their_keys_say(void **unused) {
  (void)unused;
  typedef struct described {
    const char *text;
    uint64_t large;
    double real;
    uint32_t small;
    bool flag;
  } described;
  static const mr_word_key text = {"text", MR_WORD_TEXT, offsetof(described, text), 0, 0};
  static const mr_word_key large = {"large", MR_WORD_UINT64, offsetof(described, large), 2, 9};
  static const mr_word_key real = {"real", MR_WORD_REAL, offsetof(described, real), 0, 0};
  static const mr_word_key small = {"small", MR_WORD_UINT32, offsetof(described, small), 0, 7};
  static const mr_word_key flag = {"flag", MR_WORD_FLAG, offsetof(described, flag), 0, 1};
  static const struct {
    const mr_word_key *key;
    const char *value;
    const char *complaint; /* NULL: none */
  } words[] = {
      {&text, "any thing", NULL},
      {&large, "9", NULL},
      {&large, "1", "large needs a whole number from 2 to 9, not '1'"},
      {&large, "10", "large needs a whole number from 2 to 9, not '10'"},
      {&real, "-1.5", NULL},
      {&real, "1.5x", "real needs a number, not '1.5x'"},
      {&real, "", "real needs a number, not ''"},
      {&small, "7", NULL},
      {&small, "-1", "small needs a whole number from 0 to 7, not '-1'"},
      {&flag, "false", NULL},
      {&flag, "", NULL},
      {&flag, "2", "flag needs a whole number from 0 to 1, not '2'"},
  };
  described found = {.flag = true};
  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
    mr_error err = {.message = ""};
    mr_status status = mr_word_read(words[i].key, words[i].value, &found, &err);
    assert_int_equal(status, words[i].complaint == NULL ? MR_OK : MR_ERR_SYNTAX);
    assert_string_equal(err.message, words[i].complaint == NULL ? "" : words[i].complaint);
  }
  assert_string_equal(found.text, "any thing");
  assert_int_equal(found.large, 9);
  assert_true(found.real < -1.4 && found.real > -1.6);
  assert_int_equal(found.small, 7);
  assert_true(found.flag);
}

static void engines_think_for_their_seats(void **unused) {
  (void)unused;
  fixture f = open_chess();
  mr_session_seat seat = {.level = 2, .nodes = 200};
  mr_session_sit(f.session, WHITE, &seat);
  assert_null(mr_session_last_analysis(f.session));
  assert_int_equal(mr_session_think(f.session, WHITE, NULL, NULL, NULL, NULL), MR_OK);
  const mr_session_analysis *analysis = mr_session_last_analysis(f.session);
  assert_non_null(analysis);
  assert_int_equal(analysis->at, 0);
  assert_true(mr_game_legal(f.game, mr_session_state(f.session), analysis->result.action));
  assert_int_equal(mr_session_make(f.session, analysis->result.action, "{because}", NULL), MR_OK);
  assert_string_equal(mr_session_comment(f.session, 0), "(because)");
  mr_session_begin(f.session, 2);
  assert_int_equal(mr_session_seat_of(f.session, WHITE)->level, 2);
  close_game(&f);
}

/* ---- players that there are not -------------------------------------------------------------- */

static const mr_player STRANGERS[] = {{2}, {7}, {8}, {9}, {14}, {200}, {MR_NOBODY_ID}};
enum { STRANGER_COUNT = sizeof STRANGERS / sizeof STRANGERS[0] };

static void nobody_thinks_who_does_not_decide(void **unused) {
  (void)unused;
  fixture f = open_chess();
  mr_error err = {0};
  const mr_session_seat seat = {.level = 1, .nodes = 50};
  mr_session_sit(f.session, WHITE, &seat);
  for (size_t i = 0; i < STRANGER_COUNT; i++) {
    assert_int_equal(mr_session_think(f.session, STRANGERS[i], NULL, NULL, NULL, &err),
                     MR_ERR_RANGE);
    mr_session_sit(f.session, STRANGERS[i], &seat);
    assert_null(mr_session_seat_of(f.session, STRANGERS[i]));
  }
  assert_string_equal(err.message, "there is no player 256");
  assert_int_equal(mr_session_think(f.session, BLACK, NULL, NULL, NULL, &err), MR_ERR_ARGUMENT);
  assert_string_equal(err.message, "White decides here, not Black");
  assert_null(mr_session_last_analysis(f.session));
  assert_int_equal(mr_session_think(f.session, WHITE, NULL, NULL, NULL, NULL), MR_OK);
  assert_int_equal(mr_session_resign(f.session, BLACK, NULL), MR_OK);
  assert_int_equal(mr_session_think(f.session, WHITE, NULL, NULL, NULL, &err), MR_ERR_ARGUMENT);
  assert_string_equal(err.message, "nobody has to decide anything here");
  close_game(&f);
}

static void no_engine_is_made_where_nobody_decides(void **unused) {
  (void)unused;
  mr_game *game = mr_game_open("borderline", "");
  mr_fail_alloc memory;
  mr_fail_alloc_init(&memory, 0);
  const mr_session_options options = {.deal_in_moves = true, .allocator = &memory.allocator};
  mr_session *session = NULL;
  assert_int_equal(mr_session_new(game, &options, &session, NULL), MR_OK);
  assert_int_equal(mr_session_node(session).kind, MR_NODE_CHANCE);
  size_t calls = memory.calls;
  assert_int_equal(
      mr_session_think(session, mr_session_node(session).player, NULL, NULL, NULL, NULL),
      MR_ERR_RANGE);
  assert_int_equal(mr_session_think(session, WHITE, NULL, NULL, NULL, NULL), MR_ERR_ARGUMENT);
  assert_int_equal(memory.calls, calls);
  mr_session_free(session);
  assert_true(mr_fail_alloc_clean(&memory));
  mr_game_free(game);
}

static void who_is_no_player_has_no_clock_and_offers_nothing(void **unused) {
  (void)unused;
  fixture f = open_chess();
  const mr_session_control control = {.base = 100, .turns = 3};
  mr_session_set_clock(f.session, WHITE, &control);
  for (size_t i = 0; i < STRANGER_COUNT; i++) {
    mr_session_set_clock(f.session, STRANGERS[i], &control);
    assert_int_equal(mr_session_time_left(f.session, STRANGERS[i]), 0);
    assert_int_equal(mr_session_turns_to_go(f.session, STRANGERS[i]), 0);
    assert_int_equal(mr_session_spend(f.session, STRANGERS[i], 500), 0);
    assert_int_equal(mr_session_offer_draw(f.session, STRANGERS[i], NULL), MR_ERR_RANGE);
    assert_int_equal(mr_session_resign(f.session, STRANGERS[i], NULL), MR_ERR_RANGE);
    assert_false(mr_session_offers_draw(f.session, STRANGERS[i]));
  }
  assert_int_equal(mr_session_ended(f.session), MR_SESSION_GOES_ON);
  assert_int_equal(mr_session_time_left(f.session, WHITE), 100);
  close_game(&f);
}

/* ---- records --------------------------------------------------------------------------------- */

static void an_end_from_outside_is_recorded_and_taken_over(void **unused) {
  (void)unused;
  fixture f = open_chess();
  fixture g = open_chess();
  mr_record record;
  mr_record_init(&record, NULL);
  play(&f, "e2e4 e7e5");
  mr_session_sit(f.session, BLACK, &(mr_session_seat){.sitter = MR_SESSION_PERSON});
  assert_int_equal(mr_session_resign(f.session, BLACK, NULL), MR_OK);
  assert_int_equal(mr_session_record(f.session, &record, NULL), MR_OK);
  assert_int_equal(mr_session_load(g.session, &record, 9, NULL), MR_OK);
  expect_end(&g, "1-0", "resignation");
  assert_int_equal(mr_session_loser(g.session).id, BLACK.id);
  assert_int_equal(mr_session_seed(g.session), 1);
  assert_int_equal(mr_session_seat_of(g.session, BLACK)->sitter, MR_SESSION_PERSON);
  assert_int_equal(mr_session_undo(g.session, 1), 1);
  assert_int_equal(mr_session_node(g.session).player.id, BLACK.id);
  mr_record_done(&record);
  close_game(&g);
  close_game(&f);
}

static void a_record_of_another_game_is_refused_and_changes_nothing(void **unused) {
  (void)unused;
  fixture f = open_chess();
  fixture g = open_game(mr_game_open("borderline", ""), MR_SESSION_FULL);
  mr_record record;
  mr_record_init(&record, NULL);
  play(&f, "e2e4");
  assert_int_equal(mr_session_record(g.session, &record, NULL), MR_OK);
  assert_int_equal(mr_session_load(f.session, &record, 1, NULL), MR_ERR_MISMATCH);
  assert_int_equal(mr_session_count(f.session), 1);
  mr_record_done(&record);
  close_game(&g);
  close_game(&f);
}

/* ---- what is kept ---------------------------------------------------------------------------- */

static void what_is_unknown_cannot_be_gone_on_from(void **unused) {
  (void)unused;
  fixture f = open_game(mr_toy_new(MR_TOY_SOUND), MR_SESSION_FULL);
  mr_state *seen = mr_state_new(f.game, NULL);
  mr_state_copy(f.game, seen, mr_session_observe(f.session, BLACK));
  assert_int_equal(mr_session_begin_at(f.session, 1, seen, NULL), MR_ERR_UNSUPPORTED);
  assert_true(mr_session_has_secret(f.session, WHITE));
  mr_state_free(f.game, NULL, seen);
  close_game(&f);
}

static void a_refused_action_changes_nothing(void **unused) {
  (void)unused;
  fixture f = open_chess();
  uint64_t revision = mr_session_revision(f.session);
  const mr_form nowhere = {.kind = MR_FORM_MOVE, .from = {20}, .to = {20}};
  assert_int_equal(mr_session_play(f.session, MR_ACTION_NONE, NULL, NULL), MR_ERR_ILLEGAL);
  assert_int_equal(mr_session_play_text(f.session, "e2e5", 4, NULL, NULL), MR_ERR_ILLEGAL);
  assert_int_equal(mr_session_play_form(f.session, &nowhere, NULL), MR_ERR_ILLEGAL);
  assert_int_equal(mr_session_count(f.session), 0);
  assert_int_equal(mr_session_revision(f.session), revision);
  close_game(&f);
}

static mr_status play_a_little(mr_game *game, const mr_allocator *allocator) {
  const mr_session_options options = {.allocator = allocator};
  mr_session *session = NULL;
  mr_status status = mr_session_new(game, &options, &session, NULL);
  for (unsigned i = 0; i < 70 && status == MR_OK; i++) {
    static const char *const moves[] = {"g1f3", "g8f6", "f3g1", "f6g8"};
    if (mr_session_ended(session) == MR_SESSION_BY_RULE) {
      mr_session_rewind(session, 0);
    }
    size_t before = mr_session_count(session);
    status = mr_session_play_text(session, moves[before % 4], 4, "a comment", NULL);
    assert_true(status == MR_OK || mr_session_count(session) == before);
  }
  mr_session_free(session);
  return status;
}

static void a_failing_allocator_is_reported_and_nothing_leaks(void **unused) {
  (void)unused;
  mr_game *game = mr_game_open("chess", "");
  mr_status status = MR_ERR_NOMEM;
  for (size_t n = 1; status != MR_OK; n++) {
    mr_fail_alloc memory;
    mr_fail_alloc_init(&memory, n);
    status = play_a_little(game, &memory.allocator);
    assert_true(status == MR_OK || status == MR_ERR_NOMEM);
    assert_true(mr_fail_alloc_clean(&memory));
  }
  mr_game_free(game);
}

static void a_session_that_keeps_the_state_alone_allocates_nothing_while_playing(void **unused) {
  (void)unused;
  mr_game *game = mr_game_open("chess", "");
  mr_fail_alloc memory;
  mr_fail_alloc_init(&memory, 0);
  const mr_session_options options = {.detail = MR_SESSION_STATE, .allocator = &memory.allocator};
  mr_session *session = NULL;
  mr_random random = mr_stream_at(1, MR_STREAM_RANDOM, 0);
  assert_int_equal(mr_session_new(game, &options, &session, NULL), MR_OK);
  size_t calls = memory.calls;
  while (mr_session_node(session).kind == MR_NODE_DECISION) {
    mr_action action = mr_session_any(session, &random);
    assert_int_equal(mr_session_make(session, action, NULL, NULL), MR_OK);
  }
  assert_int_equal(memory.calls, calls);
  mr_session_free(session);
  assert_true(mr_fail_alloc_clean(&memory));
  mr_game_free(game);
}

/* ---- the laws themselves --------------------------------------------------------------------- */

static void the_laws_find_a_game_whose_forms_are_alike(void **unused) {
  (void)unused;
  mr_game *game = mr_toy_new(MR_TOY_FORMS_ALIKE);
  mr_session_laws_report report;
  const mr_session_laws_options options = {.seed = 1, .games = 20};
  assert_int_equal(mr_session_laws_check(game, &options, NULL, &report, NULL), MR_OK);
  assert_true(report.failures[MR_SESSION_LAW_PICK] > 0);
  assert_non_null(strstr(report.first[MR_SESSION_LAW_PICK], "game 0, action "));
  assert_true(report.failures[MR_SESSION_LAW_FORM] > 0);
  assert_int_equal(report.failures[MR_SESSION_LAW_TURN], 0);
  mr_game_free(game);
}

static void every_law_has_a_name_and_a_sentence(void **unused) {
  (void)unused;
  for (int law = 0; law < MR_SESSION_LAW_COUNT; law++) {
    assert_string_not_equal(mr_session_law_name((mr_session_law)law), "?");
    assert_string_not_equal(mr_session_law_text((mr_session_law)law), "?");
  }
  assert_string_equal(mr_session_law_name(MR_SESSION_LAW_COUNT), "?");
  assert_string_equal(mr_session_law_text(MR_SESSION_LAW_COUNT), "?");
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(every_move_of_chess_is_a_turn),
    cmocka_unit_test(a_turn_goes_on_until_the_game_says_that_it_has_ended),
    cmocka_unit_test(two_turns_of_one_player_in_a_row_are_two),
    cmocka_unit_test(taking_back_and_playing_again_meets_the_same_dice),
    cmocka_unit_test(the_deal_belongs_to_the_start_or_to_the_moves),
    cmocka_unit_test(a_shuffled_game_begins_in_the_order_of_its_seed),
    cmocka_unit_test(who_resigns_has_lost),
    cmocka_unit_test(a_draw_needs_both_and_an_answer_by_a_move_declines_it),
    cmocka_unit_test(an_end_that_others_would_have_to_claim_is_played_on),
    cmocka_unit_test(behind_an_end_by_history_another_rule_may_end_the_game),
    cmocka_unit_test(a_quiet_war_is_played_on),
    cmocka_unit_test(a_session_that_keeps_a_record_is_not_played_on),
    cmocka_unit_test(a_game_may_be_adjudicated),
    cmocka_unit_test(a_clock_runs_gets_its_increment_and_is_wound_up),
    cmocka_unit_test(seats_are_read_and_written),
    cmocka_unit_test(words_are_read_as_their_keys_say),
    cmocka_unit_test(engines_think_for_their_seats),
    cmocka_unit_test(nobody_thinks_who_does_not_decide),
    cmocka_unit_test(no_engine_is_made_where_nobody_decides),
    cmocka_unit_test(who_is_no_player_has_no_clock_and_offers_nothing),
    cmocka_unit_test(an_end_from_outside_is_recorded_and_taken_over),
    cmocka_unit_test(a_record_of_another_game_is_refused_and_changes_nothing),
    cmocka_unit_test(what_is_unknown_cannot_be_gone_on_from),
    cmocka_unit_test(a_refused_action_changes_nothing),
    cmocka_unit_test(a_failing_allocator_is_reported_and_nothing_leaks),
    cmocka_unit_test(a_session_that_keeps_the_state_alone_allocates_nothing_while_playing),
    cmocka_unit_test(the_laws_find_a_game_whose_forms_are_alike),
    cmocka_unit_test(every_law_has_a_name_and_a_sentence),
};

MR_TEST_MAIN(tests)
