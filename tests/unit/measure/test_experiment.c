#include <marcher/catalog.h>
#include <marcher/measures.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "failing_alloc.h"
#include "instruments.h"
#include "test_main.h"

/* A game of the catalogue, or of a text. */
static mr_game *game_of(const char *name, const char *text) {
  mr_arena arena;
  mr_diagnostics list;
  mr_catalog *catalog = NULL;
  mr_game *game = NULL;
  mr_arena_init(&arena, NULL, SIZE_MAX);
  mr_diagnostics_init(&list, &arena);
  assert_int_equal(mr_catalog_new(NULL, &catalog, NULL), MR_OK);
  if (text != NULL) {
    assert_int_equal(mr_catalog_add(catalog, "test.ini", text, strlen(text), &list), MR_OK);
  }
  if (mr_catalog_open(catalog, name, NULL, 0, &game, &list) != MR_OK) {
    fail_msg("%s", list.first != NULL ? list.first->message : name);
  }
  mr_catalog_free(catalog);
  mr_arena_done(&arena);
  return game;
}

static mr_experimenter *worker_of(const mr_game *game, const char *seats, uint64_t seed,
                                  uint32_t length) {
  mr_experiment experiment;
  mr_experimenter *worker = NULL;
  assert_int_equal(mr_experiment_init(game, seats, seed, &experiment, NULL), MR_OK);
  experiment.length = length;
  assert_int_equal(mr_experimenter_new(&experiment, &worker, NULL), MR_OK);
  return worker;
}

/* Too large for the stack, and of one test at a time. */
static mr_played played, again;
static mr_summary summary;

static void games_depend_on_seed_and_number_alone(void **state) {
  (void)state;
  /* The second game of a worker is that of a new one: what engines were is forgotten. */
  static const struct {
    const char *name;
    const char *seats;
  } games[] = {{"chess", "nodes:50"},
               {"borderline", "nodes:50"},
               {"warlord-border-war", "nodes:50"},
               {"colorboundmost", "nodes:50"},
               {"chess", "level:1"},
               {"borderline", "level:2"},
               {"chess", "engine:mcts,nodes:5"},
               {"borderline", "engine:random"}};
  for (size_t i = 0; i < sizeof games / sizeof games[0]; i += MR_SLOW_BUILD ? 3 : 1) {
    mr_game *game = game_of(games[i].name, NULL);
    mr_experimenter *one = worker_of(game, games[i].seats, 7, 60);
    mr_experimenter *other = worker_of(game, games[i].seats, 7, 60);
    assert_int_equal(mr_experimenter_play(one, 0, &played, NULL), MR_OK);
    uint64_t first = played.hash;
    assert_int_equal(mr_experimenter_play(one, 1, &played, NULL), MR_OK);
    assert_true(played.hash != first);
    assert_int_equal(mr_experimenter_play(other, 1, &again, NULL), MR_OK);
    assert_memory_equal(&played, &again, sizeof played);
    mr_experimenter_free(one);
    mr_experimenter_free(other);
    mr_game_free(game);
  }
}

static const mr_summary_piece *piece_of(const char *name, uint8_t owner) {
  for (size_t i = 0; i < summary.piece_count; i++) {
    char text[64];
    mr_str word = mr_str_fixed(text, sizeof text);
    mr_game_piece_text(summary.game, summary.pieces[i].piece, &word);
    if (strcmp(text, name) == 0 && summary.pieces[i].owner.id == owner) {
      return &summary.pieces[i];
    }
  }
  fail_msg("no %s of player %u", name, owner);
  return NULL;
}

/* White's king is at its goal in two turns, Black's never; stones stand about and cannot move. */
static const char race[] = "[race]\n"
                           "maxFile = 5\nmaxRank = 5\n"
                           "king = k:W\n"
                           "immobile = x\n"
                           "flagPiece = k\nflagRegionWhite = *3\nflagRegionBlack = a1\n"
                           "startFen = 4k/4X/5/5/K4 w - - 0 1\n";

static void a_summary_tells_who_won_by_which_rule_and_what_never_moved(void **state) {
  (void)state;
  mr_game *game = game_of("race", race);
  mr_experimenter *worker = worker_of(game, "nodes:500", 1, 0);
  mr_summary_init(&summary, game, NULL);
  for (uint64_t i = 0; i < 20; i++) {
    assert_int_equal(mr_experimenter_play(worker, i, &played, NULL), MR_OK);
    assert_int_equal(mr_summary_add(&summary, &played, NULL), MR_OK);
  }
  assert_int_equal(summary.games, 20);
  assert_int_equal(summary.won[0] + summary.won[1] + summary.drawn + summary.unfinished, 20);
  assert_true(summary.won[0] > 10);
  assert_int_equal(summary.points[0] + summary.points[1], 20 * MR_SCORE_WIN);
  uint64_t ended = 0;
  for (size_t i = 0; i < MR_PLAYED_RULES_MAX; i++) {
    ended += summary.ended[i];
  }
  assert_int_equal(ended + summary.unfinished, 20);
  assert_int_equal(piece_of("King", 0)->moved, 20);
  assert_int_equal(piece_of("Immobile", 0)->games, 20);
  assert_int_equal(piece_of("Immobile", 0)->moved, 0);
  mr_interval turns = mr_summary_turns(&summary);
  assert_true(turns.low >= 1 && turns.low <= turns.value && turns.value <= turns.high);
  mr_summary_done(&summary);
  mr_experimenter_free(worker);
  mr_game_free(game);
}

/* Rooks in hands; the game is broken off before anybody could put one down. */
static const char stock[] = "[stock]\n"
                            "maxFile = 4\nmaxRank = 4\nking = k\nrook = r\npieceDrops = true\n"
                            "startFen = 3k/4/4/K3[Rr] w - - 0 1\n";

static void what_is_in_a_hand_at_first_is_listed_and_there_once_it_comes(void **state) {
  (void)state;
  mr_game *game = game_of("stock", stock);
  mr_experimenter *worker = worker_of(game, "nodes:20", 1, 1);
  mr_summary_init(&summary, game, NULL);
  assert_int_equal(mr_experimenter_play(worker, 0, &played, NULL), MR_OK);
  assert_int_equal(mr_summary_add(&summary, &played, NULL), MR_OK);
  assert_int_equal(piece_of("King", 1)->games, 1);
  assert_int_equal(piece_of("Rook", 1)->games, 0);
  assert_int_equal(piece_of("Rook", 1)->moved, 0);
  mr_measure missing;
  assert_false(mr_measure_find(&summary, "moved:Black Rook", MR_TAIL_95, &missing));
  mr_summary_done(&summary);
  mr_experimenter_free(worker);
  mr_game_free(game);
}

static uint64_t sum_of(const uint64_t *counts, size_t count) {
  uint64_t sum = 0;
  for (size_t i = 0; i < count; i++) {
    sum += counts[i];
  }
  return sum;
}

/* The only action is a capture; who takes turns to stone, or goes up in the blast with its own man
   beside it. Neither is a capture of it. */
static const char stone[] = "[stone]\n"
                            "maxFile = 3\nmaxRank = 3\nrook = r\ncustomPiece1 = a:W\n"
                            "mustCapture = true\npetrifyOnCaptureTypes = r\n"
                            "extinctionValue = loss\nextinctionPieceTypes = a\n"
                            "startFen = a2/3/R1A w - - 0 1\n";
static const char blast[] = "[blast]\n"
                            "maxFile = 3\nmaxRank = 3\nrook = r\ncustomPiece1 = a:W\n"
                            "mustCapture = true\nblastOnCapture = true\n"
                            "extinctionValue = loss\nextinctionPieceTypes = a\n"
                            "startFen = a2/1R1/R1A w - - 0 1\n";

static void who_is_lost_by_capturing_is_not_captured(void **state) {
  (void)state;
  static const char *const texts[] = {stone, blast};
  static const char *const names[] = {"stone", "blast"};
  for (size_t i = 0; i < 2; i++) {
    mr_game *game = game_of(names[i], texts[i]);
    mr_experimenter *worker = worker_of(game, "nodes:20", 1, 0);
    mr_summary_init(&summary, game, NULL);
    assert_int_equal(mr_experimenter_play(worker, 0, &played, NULL), MR_OK);
    assert_int_equal(mr_summary_add(&summary, &played, NULL), MR_OK);
    assert_int_equal(piece_of("Rook", 0)->captures, 1);
    assert_int_equal(piece_of("Rook", 0)->captured, 0);
    assert_int_equal(piece_of("A", 1)->captured, 1);
    assert_int_equal(sum_of(summary.courses.fell, summary.courses.cells), 1);
    mr_summary_done(&summary);
    mr_experimenter_free(worker);
    mr_game_free(game);
  }
}

/* Walls that rise by a capture, that are put down, and that are carried about. */
static void walls_are_no_pieces(void **state) {
  (void)state;
  static const char *const texts[] = {
      stone,
      "[arrows]\nmaxFile = 5\nmaxRank = 5\nrook = r\nwallingRule = arrow\n"
      "stalemateValue = loss\nstartFen = r4/5/5/5/4R w - - 0 1\n",
      "[carried]\nmaxFile = 5\nmaxRank = 5\nking = k\nwallingRule = duck\n"
      "startFen = k4/5/5/5/4K w - - 0 1\n"};
  static const char *const names[] = {"stone", "arrows", "carried"};
  for (size_t i = 0; i < 3; i++) {
    mr_game *game = game_of(names[i], texts[i]);
    mr_experimenter *worker = worker_of(game, "nodes:20", 1, 6);
    mr_summary_init(&summary, game, NULL);
    assert_int_equal(mr_experimenter_play(worker, 0, &played, NULL), MR_OK);
    assert_int_equal(mr_summary_add(&summary, &played, NULL), MR_OK);
    for (size_t k = 0; k < summary.piece_count; k++) {
      assert_true(summary.pieces[k].owner.id < game->info.players);
    }
    assert_int_equal(sum_of(summary.courses.arrived, summary.courses.cells), played.actions);
    mr_summary_done(&summary);
    mr_experimenter_free(worker);
    mr_game_free(game);
  }
}

static void a_game_that_does_not_end_is_unfinished_and_drawn(void **state) {
  (void)state;
  mr_game *game = game_of("chess", NULL);
  mr_experimenter *worker = worker_of(game, "nodes:20", 1, 5);
  mr_summary_init(&summary, game, NULL);
  assert_int_equal(mr_experimenter_play(worker, 0, &played, NULL), MR_OK);
  assert_true(played.unfinished);
  assert_int_equal(played.actions, 5);
  assert_int_equal(played.turns, 5);
  assert_int_equal(played.score[0], 2);
  assert_int_equal(mr_summary_add(&summary, &played, NULL), MR_OK);
  assert_int_equal(summary.unfinished, 1);
  assert_int_equal(summary.drawn, 0);
  assert_true(isinf(mr_summary_turns(&summary).high));
  mr_summary_done(&summary);
  mr_experimenter_free(worker);
  mr_game_free(game);
}

/* A turn may be many actions: a war of 48 men a side has 600 of them in 46 turns. */
static void a_game_may_last_for_a_thousand_turns_of_many_actions(void **state) {
  (void)state;
  mr_game *game = game_of("endless", "[endless:colorboundmost]\n"
                                     "startFen = 1x2k3/8/8/8/8/8/8/1X2K3 w - - 0 1 d -\n"
                                     "nMoveRule = 0\nnFoldRule = 0\n");
  mr_experimenter *worker = worker_of(game, "engine:random", 1, 0);
  assert_int_equal(mr_experimenter_play(worker, 0, &played, NULL), MR_OK);
  assert_true(played.unfinished);
  assert_int_equal(played.turns, MR_EXPERIMENT_TURNS);
  assert_true(played.actions > MR_EXPERIMENT_TURNS);
  mr_experimenter_free(worker);
  mr_game_free(game);
}

/* The opening is random where players do not err by themselves. */
static void players_who_do_not_err_begin_at_random(void **state) {
  (void)state;
  mr_experiment experiment;
  mr_game *game = game_of("chess", NULL);
  assert_int_equal(mr_experiment_init(game, "nodes:100", 1, &experiment, NULL), MR_OK);
  assert_true(experiment.opening > 0 && experiment.slips > 0);
  assert_int_equal(mr_experiment_init(game, "level:2", 1, &experiment, NULL), MR_OK);
  assert_int_equal(experiment.opening, 0);
  assert_int_equal(experiment.slips, 0);
  mr_game_free(game);
  game = game_of("borderline", NULL);
  assert_int_equal(mr_experiment_init(game, "nodes:100", 1, &experiment, NULL), MR_OK);
  assert_int_equal(experiment.opening, 0);
  assert_int_equal(experiment.slips, 0);
  mr_game_free(game);
}

/* Who moves first is all that is drawn: without random turns there were two games. */
static void a_lot_for_the_first_move_does_not_tell_games_apart(void **state) {
  (void)state;
  mr_experiment experiment;
  mr_game *game = game_of("lots", "[lots:warlord-clash-of-arms]\nfirst = drawn\n");
  uint64_t hashes[4];
  assert_true(mr_game_can(game, MR_CAN_CHANCE));
  assert_int_equal(mr_experiment_init(game, "nodes:20", 1, &experiment, NULL), MR_OK);
  assert_true(experiment.opening > 0 && experiment.slips > 0);
  mr_experimenter *worker = worker_of(game, "nodes:20", 1, 16);
  for (uint64_t i = 0; i < 4; i++) {
    assert_int_equal(mr_experimenter_play(worker, i, &played, NULL), MR_OK);
    hashes[i] = played.hash;
    for (uint64_t k = 0; k < i; k++) {
      assert_true(hashes[i] != hashes[k]);
    }
  }
  mr_experimenter_free(worker);
  mr_game_free(game);
}

/* Dice that fall in the middle of a game leave its first plan the same in all of them. */
static void dice_that_fall_later_do_not_tell_openings_apart(void **state) {
  (void)state;
  mr_experiment experiment;
  mr_game *game = game_of("bridge", "[bridge]\nfamily = borderline\ncolumns = 3\nrows = 5\n"
                                    "start = 1R2721/3/1R2721/2B222/1B2221 R 222,272 222,727 0 6\n");
  assert_true(mr_game_chance_differs(game));
  assert_false(mr_game_deals_differ(game));
  assert_int_equal(mr_experiment_init(game, "nodes:20", 1, &experiment, NULL), MR_OK);
  assert_true(experiment.opening > 0);
  assert_int_equal(experiment.slips, 0);
  mr_game_free(game);
}

/* Whether a level errs is told by its engine: where it does not, and neither dice nor hidden armies
   tell games apart, a random opening has to. */
static void no_two_games_of_a_level_are_alike(void **state) {
  (void)state;
  static const char *const names[] = {"chess", "borderline", "warlord-clash-of-arms",
                                      "warlord-border-war"};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i += MR_SLOW_BUILD ? 3 : 1) {
    mr_game *game = game_of(names[i], NULL);
    unsigned errs = mr_engine_errs(game, NULL);
    assert_true(errs > 0 && errs < MR_LEVEL_MAX);
    /* The last level that errs, and its neighbours. */
    unsigned around = MR_SLOW_BUILD ? 0 : 1;
    for (unsigned level = errs > around ? errs - around : 1; level <= errs + around; level++) {
      char seats[16];
      snprintf(seats, sizeof seats, "level:%u", level);
      mr_experimenter *worker = worker_of(game, seats, 7, MR_SLOW_BUILD ? 6 : 16);
      assert_int_equal(mr_experimenter_play(worker, 0, &played, NULL), MR_OK);
      uint64_t first = played.hash;
      assert_int_equal(mr_experimenter_play(worker, 1, &played, NULL), MR_OK);
      assert_true(played.hash != first);
      mr_experimenter_free(worker);
    }
    mr_game_free(game);
  }
  mr_game *chess = game_of("chess", NULL);
  assert_int_equal(mr_engine_errs(chess, "random"), MR_LEVEL_MAX);
  assert_int_equal(mr_engine_errs(chess, "mcts"), 0);
  assert_int_equal(mr_engine_errs(chess, "nobody"), 0);
  mr_game_free(chess);
}

static size_t steps, ends;
static uint32_t last_turn;

static void count_step(void *context, const mr_game_step *step) {
  assert_ptr_equal(context, &steps);
  assert_true(step->turn >= last_turn && step->value >= -1 && step->value <= 1000);
  assert_true((step->events == NULL) == (steps + ends == 0));
  last_turn = step->turn;
  steps += step->action != MR_ACTION_NONE;
  ends += step->action == MR_ACTION_NONE;
}

static void who_watches_is_shown_every_action_and_changes_nothing(void **state) {
  (void)state;
  mr_game *game = game_of("chess", NULL);
  mr_experimenter *worker = worker_of(game, "nodes:20", 3, 30);
  assert_int_equal(mr_experimenter_play(worker, 4, &again, NULL), MR_OK);
  mr_experimenter_watch(worker, count_step, &steps);
  assert_int_equal(mr_experimenter_play(worker, 4, &played, NULL), MR_OK);
  assert_memory_equal(&played, &again, sizeof played);
  assert_true(steps == played.actions && ends == 1 && last_turn == played.turns);
  mr_experimenter_watch(worker, NULL, NULL);
  assert_int_equal(mr_experimenter_play(worker, 4, &played, NULL), MR_OK);
  assert_true(ends == 1);
  mr_experimenter_free(worker);
  mr_game_free(game);
}

static double thinking;

static void add_thought(void *context, const mr_game_step *step) {
  (void)context;
  thinking += step->seconds;
}

/* What a level plays at first it has not thought about, and what a worker took it gives back. */
static void random_openings_take_no_thought_and_workers_leave_nothing(void **state) {
  (void)state;
  mr_game *game = game_of("chess", NULL);
  mr_experiment experiment;
  mr_experimenter *worker = NULL;
  mr_fail_alloc memory;
  mr_fail_alloc_init(&memory, 0);
  assert_int_equal(mr_experiment_init(game, "nodes:20", 3, &experiment, NULL), MR_OK);
  experiment.allocator = &memory.allocator;
  experiment.length = 12;
  experiment.opening = 20;
  assert_int_equal(mr_experimenter_new(&experiment, &worker, NULL), MR_OK);
  mr_experimenter_watch(worker, add_thought, NULL);
  thinking = 0;
  assert_int_equal(mr_experimenter_play(worker, 0, &played, NULL), MR_OK);
  assert_true(thinking == 0);
  mr_experimenter_free(worker);
  assert_true(mr_fail_alloc_clean(&memory));
  mr_game_free(game);
}

static void people_and_clocks_are_refused(void **state) {
  (void)state;
  mr_experiment experiment;
  mr_error error;
  mr_game *game = game_of("chess", NULL);
  assert_int_equal(mr_experiment_init(game, "human", 1, &experiment, &error), MR_ERR_ARGUMENT);
  assert_non_null(strstr(error.message, "played by engines"));
  assert_int_equal(mr_experiment_init(game, "time:50", 1, &experiment, &error), MR_ERR_ARGUMENT);
  assert_non_null(strstr(error.message, "not time"));
  assert_int_not_equal(mr_experiment_init(game, "level:99", 1, &experiment, &error), MR_OK);
  mr_game_free(game);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(games_depend_on_seed_and_number_alone),
    cmocka_unit_test(a_summary_tells_who_won_by_which_rule_and_what_never_moved),
    cmocka_unit_test(what_is_in_a_hand_at_first_is_listed_and_there_once_it_comes),
    cmocka_unit_test(who_is_lost_by_capturing_is_not_captured),
    cmocka_unit_test(walls_are_no_pieces),
    cmocka_unit_test(a_game_that_does_not_end_is_unfinished_and_drawn),
    cmocka_unit_test(a_game_may_last_for_a_thousand_turns_of_many_actions),
    cmocka_unit_test(players_who_do_not_err_begin_at_random),
    cmocka_unit_test(a_lot_for_the_first_move_does_not_tell_games_apart),
    cmocka_unit_test(dice_that_fall_later_do_not_tell_openings_apart),
    cmocka_unit_test(no_two_games_of_a_level_are_alike),
    cmocka_unit_test(who_watches_is_shown_every_action_and_changes_nothing),
    cmocka_unit_test(random_openings_take_no_thought_and_workers_leave_nothing),
    cmocka_unit_test(people_and_clocks_are_refused),
};

MR_TEST_MAIN(tests)
