#include <marcher/review.h>
#include <string.h>

#include "borderline_open.h"
#include "failing_alloc.h"
#include "test_main.h"

static mr_session *play(mr_game *game, const char *actions) {
  mr_session *session = NULL;
  mr_error error;
  assert_int_equal(mr_session_new(game, NULL, &session, NULL), MR_OK);
  while (*actions != '\0') {
    size_t length = strcspn(actions, " ");
    if (mr_session_play_text(session, actions, length, NULL, &error) != MR_OK) {
      fail_msg("%s: %s", actions, error.message);
    }
    actions += length + (actions[length] == ' ');
  }
  return session;
}

static mr_review *review_with(const mr_session *session, uint64_t nodes) {
  const mr_session_seat seat = {.level = MR_LEVEL_MAX, .nodes = nodes};
  mr_review *review = NULL;
  assert_int_equal(mr_review_new(session, NULL, &review, NULL), MR_OK);
  mr_review_seat(review, &seat);
  while (mr_review_left(review) > 0) {
    assert_int_equal(mr_review_look(review, NULL, NULL), MR_OK);
  }
  return review;
}

static mr_review *review_of(const mr_session *session) {
  return review_with(session, 3000);
}

static void the_move_that_lost_the_game_is_found_and_told(void **unused) {
  (void)unused;
  mr_game *game = mr_game_open("chess", "");
  mr_session *session = play(game, "f2f3 e7e5 g2g4 d8h4");
  mr_review *review = review_of(session);
  size_t points[MR_REVIEW_POINTS];
  size_t count = mr_review_turning(review, MR_REVIEW_POINTS, points);
  assert_int_equal(mr_review_count(review), 4);
  assert_true(count > 0);
  assert_int_equal(points[count - 1], 2);
  const mr_review_turn *turn = mr_review_turn_at(review, 2);
  assert_true(mr_review_is_error(turn, MR_REVIEW_BLUNDER));
  assert_true(turn->after < 0.01);
  mr_str text = mr_str_growing(NULL);
  mr_review_tell(review, 2, &text);
  assert_non_null(strstr(mr_str_text(&text), "3. White plays g2g4: White could expect "));
  assert_non_null(strstr(mr_str_text(&text), " Better seemed "));
  mr_str_done(&text);
  mr_review_side white = mr_review_side_of(review, (mr_player){0});
  mr_review_side black = mr_review_side_of(review, (mr_player){1});
  assert_int_equal(white.turns, 2);
  assert_true(white.blunders >= 1 && white.lost > 0.3);
  assert_int_equal(black.blunders, 0);
  assert_int_equal(mr_session_count(session), 4); /* as it was */
  mr_review_free(review);
  mr_session_free(session);
  mr_game_free(game);
}

static void what_each_turn_leaves_is_what_the_next_one_finds(void **unused) {
  (void)unused;
  mr_game *game = mr_game_open("colorboundmost", "");
  mr_session *session = NULL;
  assert_int_equal(mr_session_new(game, NULL, &session, NULL), MR_OK);
  for (size_t i = 0; i < 12; i++) {
    const mr_action *actions;
    assert_true(mr_session_actions(session, &actions) > 0);
    assert_int_equal(mr_session_play(session, actions[0], NULL, NULL), MR_OK);
  }
  mr_review *review = review_of(session);
  assert_true(mr_review_count(review) < 12); /* turns of several actions are one */
  for (size_t i = 0; i + 1 < mr_review_count(review); i++) {
    const mr_review_turn *turn = mr_review_turn_at(review, i);
    const mr_review_turn *next = mr_review_turn_at(review, i + 1);
    bool same = turn->player.id == next->player.id;
    double left = same ? next->before : 1.0 - next->before;
    assert_true(turn->after - left < 1e-9 && left - turn->after < 1e-9);
  }
  mr_review_free(review);
  mr_session_free(session);
  mr_game_free(game);
}

static void nobody_is_blamed_for_the_only_move(void **unused) {
  (void)unused;
  mr_game *game = mr_game_open("chess", "");
  mr_session *session = play(game, "e2e4 f7f5 d1h5 g7g6 h5g6 h7g6");
  mr_review *review = review_of(session);
  size_t points[MR_REVIEW_POINTS];
  size_t count = mr_review_turning(review, MR_REVIEW_POINTS, points);
  const mr_review_turn *turn = mr_review_turn_at(review, 3);
  assert_true(turn->forced && turn->seen);
  assert_true(turn->before == turn->after);
  assert_string_equal(turn->better, "");
  assert_true(mr_review_turn_at(review, 5)->forced);
  assert_false(mr_review_turn_at(review, 4)->forced);
  bool found = false;
  for (size_t i = 0; i < count; i++) {
    assert_int_not_equal(points[i], 3);
    found = found || points[i] == 4; /* the queen is given away */
  }
  assert_true(found);
  mr_review_free(review);
  mr_session_free(session);
  mr_game_free(game);
}

static void without_dice_nobody_gains_by_a_turn_of_their_own(void **unused) {
  (void)unused;
  mr_game *game = mr_game_open("chess", "");
  mr_session *session = play(game, "e2e4 e7e5 d1h5 b8c6 f1c4 g8f6 h5e5"); /* a mate is not seen */
  const mr_session_seat blind = {.level = MR_LEVEL_MAX, .nodes = 1};
  mr_review *review = NULL;
  assert_int_equal(mr_review_new(session, NULL, &review, NULL), MR_OK);
  mr_review_seat(review, &blind);
  while (mr_review_left(review) > 0) {
    assert_int_equal(mr_review_look(review, NULL, NULL), MR_OK);
  }
  for (size_t i = 0; i < mr_review_count(review); i++) {
    const mr_review_turn *turn = mr_review_turn_at(review, i);
    assert_true(turn->before >= turn->after);
  }
  mr_review_free(review);
  mr_session_free(session);
  mr_game_free(game);
}

static bool is_rolled(const mr_session *session, size_t index) {
  return index < mr_session_count(session) &&
         mr_session_move_at(session, index)->player.id == MR_NOBODY_ID;
}

/* Dice that fall in a turn have their part in what it leaves; where none fall they have none. */
static void dice_are_told_where_they_fall(void **unused) {
  (void)unused;
  mr_game *game = mr_game_open("borderline", "columns=5;rows=5;pieces=8");
  mr_session *session = NULL;
  mr_random random;
  mr_random_init(&random, 3);
  assert_int_equal(mr_session_new(game, NULL, &session, NULL), MR_OK);
  while (mr_session_node(session).kind != MR_NODE_TERMINAL && mr_session_count(session) < 60) {
    mr_status status = mr_session_node(session).kind == MR_NODE_CHANCE
                           ? mr_session_roll(session, NULL)
                           : mr_session_play(session, mr_session_any(session, &random), NULL, NULL);
    assert_int_equal(status, MR_OK);
  }
  const mr_session_seat seat = {.level = MR_LEVEL_MAX, .nodes = 50};
  mr_review *review = NULL;
  assert_int_equal(mr_review_new(session, NULL, &review, NULL), MR_OK);
  mr_review_seat(review, &seat);
  while (mr_review_left(review) > 0) {
    assert_int_equal(mr_review_look(review, NULL, NULL), MR_OK);
  }
  size_t told[2] = {0, 0}, count = mr_review_count(review);
  for (size_t i = 0; i < count; i++) {
    const mr_review_turn *turn = mr_review_turn_at(review, i);
    mr_str text = mr_str_growing(NULL);
    mr_review_tell(review, i, &text);
    bool said = strstr(mr_str_text(&text), "dice had their part") != NULL;
    bool rolled = is_rolled(session, turn->at + 1);
    bool forced = i + 1 < count && mr_review_turn_at(review, i + 1)->forced;
    assert_true(said || !rolled);
    assert_true(!said || rolled || forced);
    told[said]++;
    mr_str_done(&text);
  }
  assert_true(told[0] > 0 && told[1] > 0);
  mr_review_free(review);
  mr_session_free(session);
  mr_game_free(game);
}

static void what_the_reply_gives_back_is_no_turn_of_the_game(void **unused) {
  (void)unused;
  mr_game *game = mr_game_open("chess", "");
  /* A mate in one is offered, and not seen. */
  mr_session *session = play(game, "e2e4 e7e5 d1h5 e8e7 h5e2 e7e8 e2d1");
  mr_review *review = review_of(session);
  size_t points[MR_REVIEW_POINTS];
  assert_true(mr_review_is_error(mr_review_turn_at(review, 3), MR_REVIEW_BLUNDER));
  assert_true(mr_review_is_error(mr_review_turn_at(review, 4), MR_REVIEW_BLUNDER));
  size_t count = mr_review_turning(review, MR_REVIEW_POINTS, points);
  for (size_t i = 0; i < count; i++) {
    assert_true(points[i] != 3 && points[i] != 4);
  }
  mr_review_free(review);
  mr_session_free(session);
  mr_game_free(game);
}

/* The first look at a game has none before it to agree with: where it sees more than the next one,
 * and would have played the same, nothing has turned. */
static void the_first_turn_is_none_of_the_game_where_it_was_the_best(void **unused) {
  (void)unused;
  mr_game *game = mr_game_open(
      "chess", "startFen=2k1rb1r/ppp1qp1p/7n/3B1Pp1/6P1/3P3P/PPbKNQ2/R1B4R b - - 1 15");
  game->info.network = (mr_network){.bytes = "", .length = 0}; /* by weights alone it falls so */
  mr_session *session = play(game, "c2a4 a1b1");
  size_t points[MR_REVIEW_POINTS];
  bool met = false;
  /* Whether a look prefers c2a4 and sees too much in it depends on how far it goes. */
  for (uint64_t nodes = 250; nodes <= MR_REVIEW_NODES; nodes += nodes / 4) {
    mr_review *review = review_with(session, nodes);
    const mr_review_turn *first = mr_review_turn_at(review, 0);
    bool best = first->better[0] == '\0';
    bool falls = first->before - first->after >= MR_REVIEW_TURNING;
    met = met || (best && falls);
    assert_int_equal(mr_review_turning(review, MR_REVIEW_POINTS, points), falls && !best);
    mr_review_free(review);
  }
#ifndef MR_STRESS /* tables of another size */
  assert_true(met);
#endif
  mr_session_free(session);
  mr_game_free(game);
}

static void a_game_without_turns_never_turned(void **unused) {
  (void)unused;
  mr_game *game = mr_game_open("chess", "");
  mr_session *session = play(game, "");
  mr_review *review = review_of(session);
  size_t points[MR_REVIEW_POINTS];
  assert_int_equal(mr_review_count(review), 0);
  assert_int_equal(mr_review_turning(review, MR_REVIEW_POINTS, points), 0);
  mr_review_free(review);
  mr_session_free(session);
  mr_game_free(game);
}

static void want_of_memory_is_told(void **unused) {
  (void)unused;
  mr_game *game = mr_game_open("chess", "");
  mr_session *session = play(game, "e2e4 e7e5");
  mr_status status = MR_ERR_NOMEM;
  for (size_t n = 1; status != MR_OK; n++) {
    mr_fail_alloc memory;
    mr_review *review = NULL;
    mr_error error;
    mr_fail_alloc_init(&memory, n);
    status = mr_review_new(session, &memory.allocator, &review, &error);
    assert_true(status == MR_OK || status == MR_ERR_NOMEM);
    mr_review_free(review);
    assert_true(mr_fail_alloc_clean(&memory));
    assert_true(n < 1000);
  }
  mr_session_free(session);
  mr_game_free(game);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(the_move_that_lost_the_game_is_found_and_told),
    cmocka_unit_test(what_each_turn_leaves_is_what_the_next_one_finds),
    cmocka_unit_test(nobody_is_blamed_for_the_only_move),
    cmocka_unit_test(without_dice_nobody_gains_by_a_turn_of_their_own),
    cmocka_unit_test(dice_are_told_where_they_fall),
    cmocka_unit_test(what_the_reply_gives_back_is_no_turn_of_the_game),
    cmocka_unit_test(the_first_turn_is_none_of_the_game_where_it_was_the_best),
    cmocka_unit_test(a_game_without_turns_never_turned),
    cmocka_unit_test(want_of_memory_is_told),
};

MR_TEST_MAIN(tests)
