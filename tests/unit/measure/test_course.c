#include <marcher/catalog.h>
#include <marcher/measure.h>
#include <string.h>

#include "measure/measure_priv.h"
#include "test_main.h"

static mr_game *game_of(const char *name) {
  mr_arena arena;
  mr_diagnostics list;
  mr_catalog *catalog = NULL;
  mr_game *game = NULL;
  mr_arena_init(&arena, NULL, SIZE_MAX);
  mr_diagnostics_init(&list, &arena);
  assert_int_equal(mr_catalog_new(NULL, &catalog, NULL), MR_OK);
  assert_int_equal(mr_catalog_open(catalog, name, NULL, 0, &game, &list), MR_OK);
  mr_catalog_free(catalog);
  mr_arena_done(&arena);
  return game;
}

/* Too large for the stack, and of one test at a time. */
static mr_played played, again;
static mr_course course;

/* White is behind, comes back, and wins; values are what the player to move expects. */
static void the_course_of_a_game_is_told_by_what_its_players_expect(void **state) {
  (void)state;
  static const double white[] = {0.5, 0.6, 0.4, 0.2, 0.3, 0.7, 0.95, 0.92};
  static const uint8_t score[MR_MAX_PLAYERS] = {4, 0};
  mr_game *game = game_of("chess");
  mr_course_log log;
  assert_int_equal(mr_course_log_init(&log, game, 20, mr_allocator_default(), NULL), MR_OK);
  memset(&course, 0, sizeof course);
  mr_course_begin(&log, &course);
  assert_int_equal(course.first.id, MR_NOBODY_ID); /* as in a game that is over at once */
  for (uint32_t i = 0; i < 8; i++) {
    mr_player mover = {(uint8_t)(i % 2)};
    mr_course_decide(&log, mover, i == 3 || i == 4 ? 1 : 10, &course);
    mr_course_expect(&log, mover, i + 1, i % 2 == 0 ? white[i] : 1 - white[i]);
    mr_course_expect(&log, mover, i + 1, 0); /* of the same turn: does not count */
  }
  mr_course_finish(&log, score, 8, &course);
  assert_int_equal(course.first.id, 0);
  assert_int_equal(course.columns[MR_COLUMN_ACTIONS], 8);
  assert_int_equal(course.columns[MR_COLUMN_CHOICES], 100 * 62 / 8);
  assert_int_equal(course.columns[MR_COLUMN_FORCED], 250);
  assert_int_equal(course.columns[MR_COLUMN_FORCED_RUN], 2);
  assert_int_equal(course.columns[MR_COLUMN_LEAD_CHANGES], 2);
  /* behind by 200, 600 and 400 thousandths: roots 447, 774, 632 */
  assert_int_equal(course.columns[MR_COLUMN_DRAMA], (447 + 774 + 632) / 3);
  assert_int_equal(course.columns[MR_COLUMN_DECIDED], 1000 * 6 / 8);
  assert_int_equal(course.columns[MR_COLUMN_KILLER], 400);
  assert_true(course.followed && course.comeback && !course.rolled);
  mr_course_log_done(&log);
  mr_game_free(game);
}

/* Of a decision that is random nobody says what it expects: what Black gives away by one is no good
 * turn of White's. */
static void the_best_turn_is_the_winners_own(void **state) {
  (void)state;
  static const uint8_t score[MR_MAX_PLAYERS] = {4, 0};
  static const double white[] = {0.5, 0.5, 0.55, -1, 0.95, 0.95};
  mr_game *game = game_of("chess");
  mr_course_log log;
  assert_int_equal(mr_course_log_init(&log, game, 20, mr_allocator_default(), NULL), MR_OK);
  memset(&course, 0, sizeof course);
  mr_course_begin(&log, &course);
  for (uint32_t i = 0; i < 6; i++) {
    mr_player mover = {(uint8_t)(i % 2)};
    mr_course_decide(&log, mover, 10, &course);
    if (white[i] >= 0) {
      mr_course_expect(&log, mover, i + 1, i % 2 == 0 ? white[i] : 1 - white[i]);
    }
  }
  mr_course_finish(&log, score, 6, &course);
  assert_int_equal(course.columns[MR_COLUMN_KILLER], 0);
  mr_course_log_done(&log);
  mr_game_free(game);
}

static mr_experimenter *worker_of(const mr_game *game, uint64_t probe, uint32_t length) {
  mr_experiment experiment;
  mr_experimenter *worker = NULL;
  assert_int_equal(mr_experiment_init(game, "nodes:40", 5, &experiment, NULL), MR_OK);
  experiment.probe = probe;
  experiment.length = length;
  assert_int_equal(mr_experimenter_new(&experiment, &worker, NULL), MR_OK);
  return worker;
}

/* Every family; and what is asked beside a game changes nothing in it. */
static void probes_leave_games_as_they_are(void **state) {
  (void)state;
  static const char *const names[] = {"chess", "borderline", "colorboundmost",
                                      "warlord-test-of-wills"};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    mr_game *game = game_of(names[i]);
    mr_experimenter *plain = worker_of(game, 0, 60), *probed = worker_of(game, 30, 60);
    assert_int_equal(mr_experimenter_play(plain, 2, &played, NULL), MR_OK);
    assert_int_equal(mr_experimenter_play(probed, 2, &again, NULL), MR_OK);
    assert_int_equal(played.hash, again.hash);
    assert_int_equal(played.actions, again.actions);
    assert_int_equal(played.course.columns[MR_COLUMN_LEAD_CHANGES],
                     again.course.columns[MR_COLUMN_LEAD_CHANGES]);
    assert_false(played.course.has >> MR_COLUMN_OPTIONS & 1);
    bool sampled = false;
    for (uint64_t k = 2; k < 8 && !sampled; k++) {
      assert_int_equal(mr_experimenter_play(probed, k, &again, NULL), MR_OK);
      sampled = (again.course.has >> MR_COLUMN_OPTIONS & 1) != 0;
    }
    assert_true(sampled);
    assert_in_range(again.course.columns[MR_COLUMN_OPTIONS], 100, 1600);
    uint64_t arrived = 0;
    for (size_t c = 0; c < MR_COURSE_CELLS_MAX; c++) {
      arrived += again.course.arrived[c];
    }
    assert_true(arrived > 0);
    mr_experimenter_free(plain);
    mr_experimenter_free(probed);
    mr_game_free(game);
  }
}

/* Of all games by dice together, luck is worth nothing: who wins had more of it. */
static void dice_are_weighed_where_there_are_any(void **state) {
  (void)state;
  mr_game *game = game_of("borderline");
  mr_experimenter *worker = worker_of(game, 30, 0);
  unsigned rolled = 0;
  int lucky = 0;
  for (uint64_t i = 0; i < 12; i++) {
    assert_int_equal(mr_experimenter_play(worker, i, &played, NULL), MR_OK);
    rolled += played.course.rolled;
    lucky += played.course.rolled ? (played.course.luck > 0) - (played.course.luck < 0) : 0;
    if ((played.course.has >> MR_COLUMN_LUCK & 1) != 0) {
      int32_t luck = played.course.luck;
      assert_true((uint32_t)(luck < 0 ? -luck : luck) <= played.course.columns[MR_COLUMN_LUCK]);
    }
  }
  assert_true(rolled > 0);
  assert_true(lucky > 0);
  mr_experimenter_free(worker);
  mr_game_free(game);
}

static void a_raised_flag_breaks_a_game_off(void **state) {
  (void)state;
  mr_game *game = game_of("chess");
  mr_experiment experiment;
  mr_experimenter *worker = NULL;
  atomic_bool stop = true;
  assert_int_equal(mr_experiment_init(game, "nodes:40", 5, &experiment, NULL), MR_OK);
  experiment.stop = &stop;
  assert_int_equal(mr_experimenter_new(&experiment, &worker, NULL), MR_OK);
  assert_int_equal(mr_experimenter_play(worker, 0, &played, NULL), MR_ERR_CANCELLED);
  stop = false;
  assert_int_equal(mr_experimenter_play(worker, 0, &played, NULL), MR_OK);
  mr_experimenter_free(worker);
  mr_game_free(game);
}

/* What an experiment does, somebody else plays, too. */
static void play_along(void *context, const mr_game_step *step) {
  mr_session *session = context;
  if (step->action != MR_ACTION_NONE) {
    assert_int_equal(mr_session_make(session, step->action, NULL, NULL), MR_OK);
  }
}

static void review_all(const mr_session *session, mr_review **out) {
  const mr_session_seat seat = {.level = MR_LEVEL_MAX, .nodes = 30};
  assert_int_equal(mr_review_new(session, NULL, out, NULL), MR_OK);
  mr_review_seat(*out, &seat);
  while (mr_review_left(*out) > 0) {
    assert_int_equal(mr_review_look(*out, NULL, NULL), MR_OK);
  }
}

/* All that depends on no search is the same number; the rest is there. */
static void games_of_others_are_measured_in_the_same_way(void **state) {
  (void)state;
  static const char *const names[] = {"chess", "borderline", "colorboundmost"};
  static const mr_column same[] = {MR_COLUMN_ACTIONS, MR_COLUMN_CHOICES, MR_COLUMN_FORCED,
                                   MR_COLUMN_FORCED_RUN};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    mr_game *game = game_of(names[i]);
    mr_experimenter *worker = worker_of(game, 30, 0);
    const mr_session_options options = {.deal_in_moves = true};
    mr_session *session = NULL;
    mr_review *review = NULL;
    assert_int_equal(mr_session_new(game, &options, &session, NULL), MR_OK);
    mr_experimenter_watch(worker, play_along, session);
    assert_int_equal(mr_experimenter_play(worker, 3, &played, NULL), MR_OK);
    mr_experimenter_watch(worker, NULL, NULL);
    assert_int_equal(mr_experimenter_follow(worker, session, NULL, 3, &again, NULL), MR_OK);
    assert_int_equal(again.hash, played.hash);
    assert_int_equal(again.turns, played.turns);
    assert_int_equal(again.rule, played.rule);
    assert_int_equal(again.unfinished, played.unfinished);
    assert_memory_equal(again.score, played.score, sizeof again.score);
    assert_memory_equal(again.rules, played.rules, sizeof again.rules);
    assert_int_equal(again.piece_count, played.piece_count);
    assert_int_equal(again.course.first.id, played.course.first.id);
    assert_int_equal(again.course.early, played.course.early);
    assert_int_equal(again.course.rolled, played.course.rolled);
    for (size_t k = 0; k < sizeof same / sizeof same[0]; k++) {
      assert_int_equal(again.course.columns[same[k]], played.course.columns[same[k]]);
    }
    assert_false(again.course.has >> MR_COLUMN_LEAD_CHANGES & 1); /* nobody has looked */
    review_all(session, &review);
    assert_int_equal(mr_experimenter_follow(worker, session, review, 3, &again, NULL), MR_OK);
    assert_int_equal(again.course.has, played.course.has | again.course.has);
    assert_true(again.course.has >> MR_COLUMN_LEAD_CHANGES & 1);
    mr_review_free(review);
    mr_session_free(session);
    mr_experimenter_free(worker);
    mr_game_free(game);
  }
}

static void who_resigns_has_lost_as_if_mated(void **state) {
  (void)state;
  mr_game *game = game_of("chess");
  mr_experimenter *worker = worker_of(game, 0, 0);
  mr_session *session = NULL;
  mr_error error;
  assert_int_equal(mr_session_new(game, NULL, &session, NULL), MR_OK);
  assert_int_equal(mr_session_play_text(session, "e2e4", 4, NULL, &error), MR_OK);
  assert_int_equal(mr_experimenter_follow(worker, session, NULL, 0, &played, NULL), MR_OK);
  assert_true(played.unfinished);
  assert_int_equal(mr_session_resign(session, (mr_player){1}, &error), MR_OK);
  assert_int_equal(mr_experimenter_follow(worker, session, NULL, 0, &played, NULL), MR_OK);
  assert_false(played.unfinished);
  assert_int_equal(played.score[0], MR_SCORE_WIN);
  assert_int_equal(played.rule, 0);
  assert_int_equal(played.turns, 1);
  mr_session_free(session);
  mr_experimenter_free(worker);
  mr_game_free(game);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(the_course_of_a_game_is_told_by_what_its_players_expect),
    cmocka_unit_test(the_best_turn_is_the_winners_own),
    cmocka_unit_test(probes_leave_games_as_they_are),
    cmocka_unit_test(dice_are_weighed_where_there_are_any),
    cmocka_unit_test(games_of_others_are_measured_in_the_same_way),
    cmocka_unit_test(who_resigns_has_lost_as_if_mated),
    cmocka_unit_test(a_raised_flag_breaks_a_game_off),
};

MR_TEST_MAIN(tests)
