#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "borderline_open.h"
#include "instruments.h"
#include "lab/match_priv.h"
#include "test_main.h"

/** A match of a small game, and what it told. */
typedef struct bench {
  mr_game *game;
  mr_match_engine engines[3];
  mr_match_options options;
  mr_match_report report;
  mr_error err;
  char told[4096]; /* a line for every game */
  mr_str out;
  uint64_t stop_after; /* games; 0: never */
  atomic_bool stop;
  uint64_t games;
  uint64_t decided;
} bench;

static void set_up(bench *b, const char *name) {
  memset(b, 0, sizeof *b);
  b->game = mr_game_open(name, "");
  b->engines[0] = (mr_match_engine){.name = "strong", .kind = "mcts", .control = {.nodes = 30}};
  b->engines[1] = (mr_match_engine){.name = "weak", .kind = "random"};
  b->engines[2] = (mr_match_engine){.name = "other", .kind = "random"};
  b->options = (mr_match_options){.game = b->game,
                                  .engines = b->engines,
                                  .engine_count = 2,
                                  .games = 10,
                                  .seed = 1,
                                  .max_turns = 40,
                                  .stop = &b->stop};
  b->out = mr_str_fixed(b->told, sizeof b->told);
}

static void tear_down(bench *b) {
  mr_match_report_done(&b->report);
  mr_game_free(b->game);
}

static const char DICE[] = "borderline";
static const char TWO_EACH[] = "colorboundmost";
static const char PLAIN[] = "chess";
static const char BATTLE[] = "warlord-battle-line";

static void note_game(void *context, const mr_match_report *report, const mr_match_game *game) {
  bench *b = context;
  b->games++;
  assert_int_equal(report->games, b->games);
  assert_int_equal(game->index, b->games - 1);
  assert_int_equal(game->score[0] + game->score[1], MR_SCORE_WIN);
  mr_str_format(&b->out, "%s-%s %u %zu %d;", game->names[0], game->names[1], game->score[0],
                game->count, (int)game->end);
  if (b->games == b->stop_after) {
    atomic_store(&b->stop, true);
  }
}

static mr_status play(bench *b) {
  mr_match_listener listener = {.game = note_game, .context = b};
  mr_match_report_done(&b->report);
  b->games = 0;
  mr_str_reset(&b->out);
  return mr_match_run(&b->options, &listener, &b->report, &b->err);
}

static void played(bench *b) {
  if (play(b) != MR_OK) {
    fail_msg("%s", b->err.message);
  }
}

static void results_add_up(void **unused) {
  (void)unused;
  bench b;
  mr_standing standing;
  set_up(&b, DICE);
  played(&b);
  assert_int_equal(b.report.games, 10);
  assert_int_equal(b.report.planned, 10);
  assert_int_equal(b.report.ends[MR_END_RULE], 10);
  assert_int_equal(b.report.seat_quarters[0] + b.report.seat_quarters[1], 40);
  assert_int_equal(b.report.first_quarters, b.report.seat_quarters[0]);
  assert_true(b.report.turns < b.report.actions);
  assert_true(b.report.shortest >= 10);
  assert_true(b.report.longest < 40);
  mr_tally_standing(&b.report.engines[0].tally, &standing);
  assert_int_equal(standing.games, 10);
  assert_int_equal(standing.pairs, 5);
  assert_true(standing.score.value > 0.7);
  mr_standing other;
  mr_tally_standing(&b.report.engines[1].tally, &other);
  assert_true(standing.score.value + other.score.value == 1);
  assert_int_equal(standing.wins, other.losses);
  tear_down(&b);
}

static void the_number_of_games_at_once_does_not_matter(void **unused) {
  (void)unused;
  static const unsigned at_once[] = {2, 5, 32};
  bench b;
  char told[sizeof b.told];
  set_up(&b, TWO_EACH);
  b.options.engine_count = 3;
  b.options.games = MR_BRIEF_BUILD ? 4 : 10;
  b.options.max_turns = 20;
  played(&b);
  assert_int_equal(b.report.games, 3 * b.options.games);
  memcpy(told, b.told, sizeof told);
  for (size_t i = MR_SLOW_BUILD; i < sizeof at_once / sizeof at_once[0] - MR_SLOW_BUILD; i++) {
    b.options.concurrency = at_once[i];
    played(&b);
    assert_string_equal(b.told, told);
  }
  b.options.seed = 2;
  played(&b);
  assert_string_not_equal(b.told, told);
  tear_down(&b);
}

static void several_actions_are_one_turn(void **unused) {
  (void)unused;
  bench b;
  set_up(&b, TWO_EACH);
  b.options.games = 4;
  played(&b);
  assert_true(b.report.turns < b.report.actions);
  assert_true(2 * b.report.turns >= b.report.actions);
  assert_int_equal(b.report.longest, 40);
  tear_down(&b);
}

static void a_game_without_a_partner_counts_by_itself(void **unused) {
  (void)unused;
  bench b;
  mr_standing standing;
  set_up(&b, DICE);
  b.options.games = 3;
  played(&b);
  mr_tally_standing(&b.report.engines[0].tally, &standing);
  assert_int_equal(standing.games, 3);
  assert_int_equal(standing.pairs, 1);
  tear_down(&b);
}

static void a_flag_stops_it_and_what_was_played_counts(void **unused) {
  (void)unused;
  bench b;
  mr_standing standing;
  set_up(&b, DICE);
  b.options.games = 100000;
  b.options.concurrency = 3;
  b.stop_after = 7;
  assert_int_equal(play(&b), MR_ERR_CANCELLED);
  assert_true(b.report.stopped);
  assert_true(b.report.games >= 7);
  assert_true(b.report.games < 100000);
  mr_tally_standing(&b.report.engines[0].tally, &standing);
  assert_int_equal(standing.games, b.report.games);
  tear_down(&b);
}

static void a_match_of_three_made_longer_from_an_odd_number_is_the_long_one(void **unused) {
  (void)unused;
  bench b;
  char path[512];
  char whole[sizeof b.told];
  snprintf(path, sizeof path, "%s/longer-%ld", MR_BINARY_DIR, (long)getpid());
  remove(path);
  set_up(&b, DICE);
  b.options.engine_count = 3;
  b.engines[0] = (mr_match_engine){.name = "first", .kind = "random"};
  b.options.games = 4;
  played(&b);
  memcpy(whole, b.told, sizeof whole);
  b.options.journal = path;
  b.options.games = 3;
  played(&b);
  b.options.games = 4;
  played(&b);
  assert_string_equal(b.told, whole);
  assert_true(b.report.resumed >= 7 && b.report.resumed < 12);
  played(&b);
  assert_string_equal(b.told, whole);
  assert_int_equal(b.report.resumed, 12);
  remove(path);
  tear_down(&b);
}

static void a_test_ends_the_match_when_it_is_clear(void **unused) {
  (void)unused;
  bench b;
  set_up(&b, DICE);
  b.options.games = 2000;
  b.options.has_sprt = true;
  b.options.sprt = (mr_sprt){.elo0 = 0, .elo1 = 100, .alpha = 0.05, .beta = 0.05};
  played(&b);
  assert_int_equal(b.report.sprt.verdict, MR_SPRT_H1);
  assert_true(b.report.games < 1000);
  assert_int_equal(b.report.games % 2, 0);
  uint64_t games = b.report.games;
  b.options.concurrency = 6;
  played(&b);
  assert_int_equal(b.report.games, games);
  tear_down(&b);
}

/* One of the first four legal actions of the start. Called by other threads: it cannot fail. */
static mr_action opening_action(const mr_game *game, uint64_t index) {
  size_t room = game->info.max_actions;
  mr_action *actions = mr_alloc_zero(NULL, room, sizeof *actions);
  mr_state *state = mr_state_new(game, NULL);
  mr_game_start(game, state);
  mr_game_actions(game, state, actions);
  mr_action action = actions[index % 4];
  mr_state_free(game, NULL, state);
  mr_alloc_free(NULL, actions, room * sizeof *actions);
  return action;
}

static mr_status one_action(void *context, uint64_t index, mr_match_opening *out, mr_error *err) {
  const bench *b = context;
  (void)err;
  return mr_match_opening_add(out, opening_action(b->game, index));
}

/* Players who decide alike in the same positions: four openings give four pairs, however many are
   played. The match that is gone on with counts them as the unbroken one does. */
static void pairs_that_are_played_again_are_no_samples(void **unused) {
  (void)unused;
  /* Of each two engines, of whose pairs those of four openings differ. */
  enum { GAMES = 10, PAIRS = GAMES / 2, AGAIN = PAIRS - 4 };
  enum { CUT = 3 * GAMES / 2 + 1 };
  static const char path[] = "test_match_repeats";
  bench b;
  mr_standing standing;
  set_up(&b, "gardner");
  for (unsigned i = 0; i < 3; i++) {
    b.engines[i] = (mr_match_engine){
        .name = b.engines[i].name, .kind = "alphabeta", .control = {.nodes = 20 + 5 * i}};
  }
  b.options.opening = one_action;
  b.options.opening_context = &b;
  b.options.engine_count = 3;
  b.options.games = GAMES;
  b.options.journal = path;
  (void)unlink(path);
  played(&b);
  for (size_t i = 0; i < 9; i++) {
    mr_tally_standing(&b.report.against[i], &standing);
    assert_int_equal(standing.pairs, i == 1 || i == 2 || i == 5 ? PAIRS : 0);
    assert_int_equal(standing.repeats, i == 1 || i == 2 || i == 5 ? AGAIN : 0);
  }
  mr_tally whole = b.report.engines[0].tally;
  assert_int_equal(whole.repeated_pairs, 2 * AGAIN);
  /* Four openings that all three have played say nothing of the error of the first seat's share. */
  mr_interval seat = mr_match_seat_share(&b.report, 3);
  assert_true(seat.value > 0 && seat.value < 1 && seat.low == 0 && seat.high == 1);
  (void)unlink(path);
  b.stop_after = CUT;
  assert_int_equal(play(&b), MR_ERR_CANCELLED);
  b.stop_after = 0;
  atomic_store(&b.stop, false);
  played(&b);
  assert_true(b.report.resumed >= CUT);
  assert_memory_equal(&b.report.engines[0].tally, &whole, sizeof whole);
  (void)unlink(path);
  b.options.journal = NULL;
  b.options.no_swap = true;
  played(&b);
  mr_tally_standing(&b.report.against[1], &standing);
  assert_int_equal(standing.repeats, GAMES - 4); /* each opening has one seat only */
  tear_down(&b);
}

static mr_status bad_action(void *context, uint64_t index, mr_match_opening *out, mr_error *err) {
  const bench *b = context;
  (void)err;
  return mr_match_opening_add(out, index < 2 ? opening_action(b->game, 0) : MR_ACTION_NONE);
}

static mr_status no_opening(void *context, uint64_t index, mr_match_opening *out, mr_error *err) {
  (void)context;
  (void)out;
  return mr_error_set(err, MR_ERR_ILLEGAL, "no opening %llu", (unsigned long long)index);
}

static void look_at_opening(void *context, const mr_match_report *report,
                            const mr_match_game *game) {
  (void)context;
  assert_int_equal(game->actions[0].action, opening_action(report->options->game, game->opening));
  assert_true(game->actions[0].book);
  assert_false(game->actions[1].book);
  assert_int_equal(game->first.id, 0);
}

static void games_begin_with_their_openings(void **unused) {
  (void)unused;
  bench b;
  mr_match_listener listener = {.game = look_at_opening};
  set_up(&b, PLAIN);
  b.options.opening = one_action;
  b.options.opening_context = &b;
  b.options.max_turns = 4;
  assert_int_equal(mr_match_run(&b.options, &listener, &b.report, &b.err), MR_OK);
  assert_int_equal(b.report.games, 10);
  tear_down(&b);
}

static void a_bad_opening_ends_the_match_with_its_reason(void **unused) {
  (void)unused;
  bench b;
  set_up(&b, PLAIN);
  b.options.opening = bad_action;
  b.options.max_turns = 4;
  b.options.opening_context = &b;
  assert_int_equal(play(&b), MR_ERR_ILLEGAL);
  assert_non_null(strstr(b.err.message, "opening 2: action 1"));
  assert_int_equal(b.report.games, 4);
  b.options.opening = no_opening;
  b.options.concurrency = 4;
  assert_int_equal(play(&b), MR_ERR_ILLEGAL);
  assert_non_null(strstr(b.err.message, "no opening"));
  tear_down(&b);
}

static void replay_game(void *context, const mr_match_report *report, const mr_match_game *game) {
  bench *b = context;
  mr_record record;
  mr_error err;
  mr_record_init(&record, NULL);
  if (mr_match_record(report->options, game, NULL, 0, &record, &err) != MR_OK ||
      mr_record_replay(&record, report->options->game, NULL, NULL, NULL, NULL, &err) != MR_OK) {
    fail_msg("%s", err.message);
  }
  b->games++;
  mr_record_done(&record);
}

static void every_game_makes_a_record_that_replays(void **unused) {
  (void)unused;
  bench b;
  mr_match_listener listener = {.game = replay_game, .context = &b};
  set_up(&b, DICE);
  b.options.games = 4;
  assert_int_equal(mr_match_run(&b.options, &listener, &b.report, &b.err), MR_OK);
  assert_int_equal(b.games, 4);
  mr_match_report_done(&b.report);
  b.options.max_turns = 5;
  assert_int_equal(mr_match_run(&b.options, &listener, &b.report, &b.err), MR_OK);
  assert_int_equal(b.report.ends[MR_END_LENGTH], 4);
  assert_int_equal(b.report.longest, 5);
  tear_down(&b);
}

static void check_standing(void *context, const mr_match_report *report,
                           const mr_match_game *played) {
  bench *b = context;
  const mr_game *game = report->options->game;
  uint8_t expected[MR_MAX_PLAYERS] = {0};
  mr_state *state = mr_state_new(game, NULL);
  assert_non_null(state);
  mr_game_start(game, state);
  for (size_t i = 0; i < played->count; i++) {
    mr_game_make(game, state, played->actions[i].action, NULL, NULL);
  }
  mr_game_adjudicate(game, state, expected);
  assert_memory_equal(played->score, expected, game->info.players);
  mr_state_free(game, NULL, state);
  const char *ahead = played->score[0] == 2   ? "nobody is ahead"
                      : played->score[0] == 4 ? "White is ahead"
                                              : "Black is ahead";
  assert_int_equal(played->end, MR_END_LENGTH);
  assert_non_null(strstr(played->reason, ahead));
  if (played->score[0] != 2) {
    b->decided++;
  }
  replay_game(context, report, played);
}

static void a_game_that_is_too_long_may_be_scored_by_who_is_ahead(void **unused) {
  (void)unused;
  bench b;
  mr_match_listener listener = {.game = check_standing, .context = &b};
  set_up(&b, BATTLE);
  b.engines[0] = b.engines[2];
  b.options.games = MR_SLOW_BUILD ? 4 : 8;
  b.options.by_standing = true;
  assert_int_equal(mr_match_run(&b.options, &listener, &b.report, &b.err), MR_OK);
  assert_int_equal(b.games, b.options.games);
  assert_int_equal(b.report.ends[MR_END_LENGTH], b.options.games);
  assert_int_equal(mr_match_adjudicated(&b.report), b.options.games);
  assert_int_equal(b.decided, b.options.games - b.report.even);
  assert_true(b.decided > 0);
  tear_down(&b);
}

static void a_game_of_another_version_is_no_game(void **unused) {
  (void)unused;
  bench b;
  mr_record record;
  mr_match_game game = {.index = 6, .first = {0}, .fault = MR_NOBODY, .names = {"a", "b"}};
  set_up(&b, PLAIN);
  mr_str text = mr_str_growing(NULL);
  mr_record_init(&record, NULL);
  assert_int_equal(
      mr_match_game_add(&game, (mr_match_action){.action = opening_action(b.game, 0)}, &b.err),
      MR_OK);
  assert_int_equal(mr_match_pgn(&b.options, &game, &text, &b.err), MR_OK);
  assert_int_equal(mr_match_game_add(&game, (mr_match_action){.action = MR_ACTION_NONE}, &b.err),
                   MR_OK);
  assert_int_equal(mr_match_pgn(&b.options, &game, &text, &b.err), MR_ERR_ILLEGAL);
  assert_string_equal(b.err.message, "game 7: action 2 is not legal");
  assert_int_equal(mr_match_record(&b.options, &game, NULL, 0, &record, &b.err), MR_ERR_ILLEGAL);
  mr_match_game_done(&game);
  mr_record_done(&record);
  mr_str_done(&text);
  tear_down(&b);
}

static void expect_bad(bench *b, mr_status status, const char *word) {
  assert_int_equal(mr_match_check(&b->options, &b->err), status);
  if (strstr(b->err.message, word) == NULL) {
    fail_msg("no '%s' in: %s", word, b->err.message);
  }
}

static void what_cannot_be_played_is_refused(void **unused) {
  (void)unused;
  bench b;
  set_up(&b, DICE);
  assert_int_equal(mr_match_check(&b.options, &b.err), MR_OK);
  b.options.engine_count = 1;
  expect_bad(&b, MR_ERR_ARGUMENT, "2 to");
  b.options.engine_count = 2;
  b.options.games = 0;
  expect_bad(&b, MR_ERR_RANGE, "games");
  b.options.games = UINT64_MAX;
  expect_bad(&b, MR_ERR_RANGE, "games");
  b.options.games = 2;
  b.engines[1].name = "strong";
  expect_bad(&b, MR_ERR_ARGUMENT, "'strong'");
  b.engines[1].name = "";
  expect_bad(&b, MR_ERR_ARGUMENT, "no name");
  b.engines[1].name = "weak";
  b.engines[1].kind = "nobody";
  expect_bad(&b, MR_ERR_UNKNOWN, "nobody");
  b.engines[1] = (mr_match_engine){.name = "program", .command = "program"};
  expect_bad(&b, MR_ERR_ARGUMENT, "no limit");
  b.engines[1].control.depth = 1;
  assert_int_equal(mr_match_check(&b.options, &b.err), MR_OK);
  static const mr_hidden_ops secrets = {0};
  b.game->hidden = &secrets;
  expect_bad(&b, MR_ERR_UNSUPPORTED, "hides");
  b.game->hidden = NULL;
  b.options.engine_count = 3;
  b.options.has_sprt = true;
  expect_bad(&b, MR_ERR_ARGUMENT, "two engines");
  tear_down(&b);
}

static void every_way_to_end_has_a_name(void **unused) {
  (void)unused;
  for (unsigned i = 0; i < MR_END_COUNT; i++) {
    assert_string_not_equal(mr_match_end_name((mr_match_end)i), "unknown");
  }
  assert_string_equal(mr_match_end_name(MR_END_COUNT), "unknown");
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(results_add_up),
    cmocka_unit_test(the_number_of_games_at_once_does_not_matter),
    cmocka_unit_test(several_actions_are_one_turn),
    cmocka_unit_test(a_game_without_a_partner_counts_by_itself),
    cmocka_unit_test(a_flag_stops_it_and_what_was_played_counts),
    cmocka_unit_test(a_match_of_three_made_longer_from_an_odd_number_is_the_long_one),
    cmocka_unit_test(a_test_ends_the_match_when_it_is_clear),
    cmocka_unit_test(games_begin_with_their_openings),
    cmocka_unit_test(pairs_that_are_played_again_are_no_samples),
    cmocka_unit_test(a_bad_opening_ends_the_match_with_its_reason),
    cmocka_unit_test(every_game_makes_a_record_that_replays),
    cmocka_unit_test(a_game_that_is_too_long_may_be_scored_by_who_is_ahead),
    cmocka_unit_test(a_game_of_another_version_is_no_game),
    cmocka_unit_test(what_cannot_be_played_is_refused),
    cmocka_unit_test(every_way_to_end_has_a_name),
};

MR_TEST_MAIN(tests)
