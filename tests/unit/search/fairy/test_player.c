#include <marcher/compose.h>
#include <stdlib.h>
#include <string.h>

#include "borderline_open.h"
#include "engine_fixture.h"
#include "failing_alloc.h"
#include "instruments.h"
#include "search/fairy/fairy_search.h"
#include "test_main.h"

static const char *const GAMES[] = {"chess", "borderlands", "battle-of-ideologies",
                                    "colorboundmost", "nearly-colorboundmost"};
enum { GAME_COUNT = sizeof GAMES / sizeof GAMES[0] };

/* ---- what it finds --------------------------------------------------------------------------- */

typedef struct puzzle {
  const char *game;
  const char *state;
  const char *best;
  double value; /**< at least, or at most where it is below a half */
} puzzle;

static const puzzle PUZZLES[] = {
    {"chess", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", 0.99},
    /* A queen sacrifice: 1 Qg8+ Rxg8 2 Nf7 mate. */
    {"chess", "r6k/6pp/7N/8/8/1Q6/8/6K1 w - - 0 1", "b3g8", 0.99},
    {"chess", "7k/8/8/8/8/8/1q6/K7 w - - 0 1", "a1b2", 0.49},
    {"chess", "k7/8/1K6/8/8/8/8/7R w - - 0 1", "h1h8", 0.99},
    /* The hundredth quiet ply mates: that comes before the draw, for both sides. */
    {"chess", "k7/8/1K6/8/8/8/8/7R w - - 99 80", "h1h8", 0.99},
    {"chess", "k7/8/1K5n/8/8/8/8/3R4 b - - 98 80", "h6f7", 0.4},
    /* What stands beside the king will do, where captures blast; a queen beside it is worth a rook.
     */
    {"atomic", "k7/p7/8/8/8/8/8/R3K3 w - - 0 1", "a1a7", 0.99},
    {"nocheckatomic", "kn6/8/8/8/8/8/8/1R2K3 w - - 0 1", "b1b8", 0.99},
    {"atomic", "k5r1/1p6/8/8/8/8/6PP/6BK b - - 0 1", "g8g2", 0.99},
    /* Who enters behind the bishop mates; the bishop alone would not. */
    {"seirawan", "k7/8/1K6/8/8/8/8/B7[E] w A - 0 1", "a1e5e", 0.99},
    /* One Chief is left: take it. */
    {"borderlands", "4c4/9/9/9/4A4/9/9/9/9/C7C[] w - - 0 1", "e6e10+", 0.99},
    /* The kirin runs: one step from the far rank. */
    {"battle-of-ideologies", "9/9/9/9/9/9/9/2+z6/5K3[] b - - 0 1", NULL, 0.99},
};

static void it_sees_what_ends_the_game(void **unused) {
  (void)unused;
  for (size_t i = 0; i < sizeof PUZZLES / sizeof PUZZLES[0]; i++) {
    const puzzle *p = &PUZZLES[i];
    mr_table tt;
    mr_table_open_game(&tt, p->game, "", p->state);
    mr_engine *engine = fixture_engine(tt.game, "alphabeta", MR_LEVEL_DEFAULT, 1);
    mr_search_result result = fixture_ask(engine, tt.state, (mr_limits){.nodes = 20000});
    char text[MR_ACTION_TEXT_MAX];
    mr_table_text(&tt, result.action, text);
    if (p->best != NULL) {
      assert_string_equal(text, p->best);
    }
    assert_true(result.value >= p->value);
    mr_engine_free(engine);
    mr_table_close(&tt);
  }
}

/* Pawns that offer themselves: Black has to take, and White, who has lost all men, has won. One ply
 * deep that is seen only where captures that have to be made are searched before anything is
 * judged. */
static void what_has_to_be_captured_is_captured_before_it_is_judged(void **unused) {
  (void)unused;
  mr_table tt;
  mr_table_open_game(&tt, "antichess", "", "8/8/8/p7/8/8/1P6/8 w - - 0 1");
  mr_engine *engine = fixture_engine(tt.game, "alphabeta", MR_LEVEL_DEFAULT, 1);
  mr_search_result result = fixture_ask(engine, tt.state, (mr_limits){.depth = 1});
  char text[MR_ACTION_TEXT_MAX];
  mr_table_text(&tt, result.action, text);
  assert_string_equal(text, "b2b4");
  assert_true(result.value >= 0.99);
  mr_engine_free(engine);
  mr_table_close(&tt);
}

/* The last check wins, and one action before that it is seen behind the last full ply, where only
 * captures would be tried: whatever Black does, there is a check. */
static void the_last_check_is_seen_behind_the_last_full_ply(void **unused) {
  (void)unused;
  static const struct {
    const char *state;
    unsigned end_in; /* 0: no end is seen */
  } cases[] = {
      {"4k3/8/8/8/8/8/8/R3K3 w - - 1+1 0 1", 1},
      {"4k3/8/8/8/8/8/8/R3K3 b - - 1+1 0 1", 2},
      {"4k3/8/8/8/8/8/8/R3K3 b - - 3+1 0 1", 0},
      {"4k3/8/8/8/8/8/8/4K3 b - - 1+1 0 1", 0},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    mr_table tt;
    mr_table_open_game(&tt, "3check", "", cases[i].state);
    mr_engine *engine = fixture_engine(tt.game, "alphabeta", MR_LEVEL_DEFAULT, 1);
    mr_search_result result = fixture_ask(engine, tt.state, (mr_limits){.depth = 1});
    int end_in = (int)cases[i].end_in;
    assert_int_equal(abs((int)result.score.end_in), end_in);
    mr_engine_free(engine);
    mr_table_close(&tt);
  }
}

/* A castling that wins, and a rook without which the other side cannot castle any more. */
static void castlings_that_win_are_seen(void **unused) {
  (void)unused;
  static const struct {
    const char *state;
    unsigned end_in;
  } cases[] = {{"r3k3/8/8/8/8/8/6PP/7K b q - 0 1", 1},
               {"rn2k3/8/8/8/8/8/6PP/R6K w q - 0 1", 1},
               {"r3k3/8/8/8/8/8/3b2PP/7K w q - 0 1", 2}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    mr_table tt;
    mr_table_open_game(&tt, "chess", "castlingWins=q", cases[i].state);
    mr_engine *engine = fixture_engine(tt.game, "alphabeta", MR_LEVEL_DEFAULT, 1);
    mr_search_result result = fixture_ask(engine, tt.state, (mr_limits){.depth = 3});
    assert_int_equal(abs((int)result.score.end_in), cases[i].end_in);
    mr_engine_free(engine);
    mr_table_close(&tt);
  }
}

#define KNIGHTS "flagPiece=n;flagRegionWhite=*8;flagRegionBlack=*1"

/* Who stands on a goal wins as what he is then: not where he has to become another, but also where
 * he may become one that wins there. */
static void a_goal_is_reached_by_what_a_man_is_once_it_is_there(void **unused) {
  (void)unused;
  static const struct {
    const char *sets, *state;
    bool wins;
  } cases[] = {
      {KNIGHTS, "k7/7p/4N2p/8/8/8/8/K7 w - - 0 1", true},
      {KNIGHTS ";promotedPieceType=n:b", "k7/7p/4N2p/8/8/8/8/K7 w - - 0 1", true},
      {KNIGHTS ";promotedPieceType=n:b;mandatoryPiecePromotion=true",
       "k7/7p/4N2p/8/8/8/8/K7 w - - 0 1", false},
      /* A step that begins where it promotes makes another piece of it, too. */
      {KNIGHTS ";promotedPieceType=n:b;mandatoryPiecePromotion=true;promotionRegionWhite=*6",
       "k7/7p/4N2p/8/8/8/8/K7 w - - 0 1", false},
      {KNIGHTS ";promotedPieceType=n:b;mandatoryPiecePromotion=true;promotionRegionWhite=*5",
       "k7/7p/4N2p/8/8/8/8/K7 w - - 0 1", true},
      {KNIGHTS, "k7/5P1p/7p/8/8/8/8/K7 w - - 0 1", true},
      {KNIGHTS ";promotionPieceTypes=bq", "k7/5P1p/7p/8/8/8/8/K7 w - - 0 1", false},
      /* Nor may the last of a kind become another where that loses. */
      {KNIGHTS ";extinctionValue=loss;extinctionPieceTypes=p", "k7/5P1p/7p/8/8/8/8/K7 w - - 0 1",
       false},
      {KNIGHTS ";extinctionValue=loss;extinctionPieceTypes=p", "k7/5P1p/7p/8/8/P7/8/K7 w - - 0 1",
       true},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    mr_table tt;
    mr_table_open_game(&tt, "chess", cases[i].sets, cases[i].state);
    mr_engine *engine = fixture_engine(tt.game, "alphabeta", MR_LEVEL_DEFAULT, 1);
    mr_search_result result = fixture_ask(engine, tt.state, (mr_limits){.depth = 1});
    if ((result.score.end_in == 1) != cases[i].wins) {
      fail_msg("%zu: %s", i, cases[i].sets);
    }
    mr_engine_free(engine);
    mr_table_close(&tt);
  }
}

#define STEPS "customPiece1=p:mK;startFen=3/3/3[PPPppp] w - - 0 1;mustDrop=true;nFoldRule=0"

/* A row that one action makes is made, and one that the other side could make is prevented, with
 * however little search; not where pieces cannot come there, or have to be dropped first. */
static void rows_are_made_and_prevented(void **unused) {
  (void)unused;
  static const struct {
    const char *game, *sets, *state, *action;
    bool wins;
  } cases[] = {
      {"cfour", "", "7/7/7/7/ppp4/PPP4[PPPppp] w - - 0 4", "P@d1", true},
      {"cfour", "", "7/7/7/7/2p4/pPPP3[PPPppp] b - - 0 4", "P@e1", false},
      {"tictactoe", "", "p2/1p1/P1P[PPppp] b - - 0 3", "P@b1", false},
      {"tictactoe", "", "P1p/2p/P2[PPPpp] w - - 0 3", "P@a2", true},
      {"tictactoe", STEPS, "p1p/1P1/Pp1[] w - - 4 6", "", false},
      {"tictactoe", STEPS, "p2/2P/PPp[p] w - - 0 4", "", false},
      {"tictactoe", STEPS, "p2/P1p/1PP[] w - - 0 4", "a2a1", true},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    mr_table tt;
    mr_table_open_game(&tt, cases[i].game, cases[i].sets, cases[i].state);
    mr_engine *engine = fixture_engine(tt.game, "alphabeta", MR_LEVEL_DEFAULT, 1);
    mr_search_result result = fixture_ask(engine, tt.state, (mr_limits){.depth = 2});
    char text[MR_ACTION_TEXT_MAX];
    mr_table_text(&tt, result.action, text);
    if ((result.score.end_in == 1) != cases[i].wins ||
        (cases[i].action[0] != '\0' && strcmp(text, cases[i].action) != 0)) {
      fail_msg("%zu: %s, %s", i, cases[i].state, text);
    }
    mr_engine_free(engine);
    mr_table_close(&tt);
  }
}

/* ---- exchanges ------------------------------------------------------------------------------- */

typedef struct see_state {
  const char *game;
  const char *state;
  const char *action;
  int sign; /**< of what the exchange comes to */
} see_state;

static const see_state SWAPS[] = {
    {"chess", "4k3/8/3p4/4p3/8/8/8/4RK2 w - - 0 1", "e1e5", -1},
    {"chess", "4k3/8/8/4p3/8/8/8/4RK2 w - - 0 1", "e1e5", 1},
    /* Behind the rook stands another: the pawn's guard is taken in its turn. */
    {"chess", "4k3/8/4r3/4p3/8/4R3/4R3/5K2 w - - 0 1", "e3e5", 1},
    {"chess", "4k3/4r3/4r3/4p3/8/8/4R3/5K2 w - - 0 1", "e2e5", -1},
    /* The slinger takes over one man: the warrior behind the guard hangs. */
    {"borderlands", "4c3c/9/9/9/6e2/5w3/4S4/9/9/C7C[] w - - 0 1", "e4g6", 1},
};

/** Weights of a game and what reckons with them. */
typedef struct scales {
  const mr_fys_core *core;
  mr_fys_weights *weights;
  mr_fys_eval eval;
} scales;

static void scales_open(scales *s, const mr_game *game) {
  mr_error err = {0};
  s->core = mr_fys_core_for(mr_fy_game_of(game));
  assert_int_equal(mr_fys_weights_new(mr_fy_game_of(game), NULL, NULL, NULL, &s->weights, &err),
                   MR_OK);
  s->eval = (mr_fys_eval){.game = mr_fy_game_of(game), .weights = s->weights};
}

static void scales_close(scales *s) {
  mr_fys_weights_free(s->weights, NULL);
}

static void exchanges_are_weighed_with_every_man_that_joins(void **unused) {
  (void)unused;
  for (size_t i = 0; i < sizeof SWAPS / sizeof SWAPS[0]; i++) {
    mr_table tt;
    scales on;
    mr_action action = MR_ACTION_NONE;
    mr_error err = {0};
    mr_table_open_game(&tt, SWAPS[i].game, "", SWAPS[i].state);
    scales_open(&on, tt.game);
    assert_int_equal(mr_game_parse_action(tt.game, tt.state, SWAPS[i].action,
                                          strlen(SWAPS[i].action), &action, &err),
                     MR_OK);
    int value = on.core->see(&on.eval, tt.state, action);
    assert_int_equal((value > 0) - (value < 0), SWAPS[i].sign);
    scales_close(&on);
    mr_table_close(&tt);
  }
}

/** The quick answer, whether an exchange comes to so much, agrees with what it comes to. */
static void exchanges_pay_what_they_come_to(void **unused) {
  (void)unused;
  for (size_t i = 0; i < GAME_COUNT; i++) {
    mr_table tt;
    scales on;
    mr_random random;
    mr_table_open_game(&tt, GAMES[i], "", NULL);
    scales_open(&on, tt.game);
    mr_random_init(&random, 11);
    mr_action *list = test_malloc(tt.game->info.max_actions * sizeof *list);
    for (unsigned ply = 0; ply < 120 && mr_game_node(tt.game, tt.state).kind == MR_NODE_DECISION;
         ply++) {
      size_t count = mr_game_actions(tt.game, tt.state, list);
      for (size_t k = 0; k < count; k++) {
        int value = on.core->see(&on.eval, tt.state, list[k]);
        assert_true(on.core->see_ge(&on.eval, tt.state, list[k], value));
        assert_false(on.core->see_ge(&on.eval, tt.state, list[k], value + 1));
      }
      mr_game_make(tt.game, tt.state, list[mr_random_below(&random, count)], NULL, NULL);
    }
    test_free(list);
    scales_close(&on);
    mr_table_close(&tt);
  }
}

/* ---- what it is worth ------------------------------------------------------------------------ */

/** Chess and Nearly are the same for both sides: a position and its mirror are worth the same. */
static void mirrored_positions_are_worth_the_same(void **unused) {
  (void)unused;
  static const char *const pairs[][2] = {
      {"rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2",
       "rnbqkb1r/pppp1ppp/5n2/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2"},
      {"4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/p7/4K3 b - - 0 1"},
  };
  for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
    int worth[2];
    for (unsigned k = 0; k < 2; k++) {
      mr_table tt;
      scales on;
      mr_table_open_game(&tt, "chess", "", pairs[i][k]);
      scales_open(&on, tt.game);
      worth[k] = on.core->evaluate(&on.eval, tt.state);
      scales_close(&on);
      mr_table_close(&tt);
    }
    assert_int_equal(worth[0], worth[1]);
  }
}

static void men_are_worth_what_chess_players_say(void **unused) {
  (void)unused;
  mr_table tt;
  scales on;
  mr_table_open_game(&tt, "chess", "", NULL);
  scales_open(&on, tt.game);
  int worth[5];
  for (unsigned i = 0; i < 5; i++) {
    mr_piece piece = mr_game_piece_named(tt.game, (mr_player){0}, &"PNBRQ"[i], 1);
    worth[i] = on.weights->value[piece.id];
  }
  assert_in_range(worth[0], 50, 300);
  assert_true(worth[1] > worth[0] && worth[1] < 5 * worth[0]);
  assert_true(worth[2] > worth[1] * 3 / 4 && worth[3] > worth[2] && worth[4] > worth[3] * 3 / 2);
  scales_close(&on);
  mr_table_close(&tt);
}

/* ---- how it behaves -------------------------------------------------------------------------- */

static void a_number_of_nodes_gives_the_same_thought_again(void **unused) {
  (void)unused;
  for (size_t i = 0; i < GAME_COUNT; i++) {
    mr_table tt;
    mr_search_result thoughts[2];
    mr_table_open_game(&tt, GAMES[i], "", NULL);
    for (unsigned k = 0; k < 2; k++) {
      mr_engine *engine = fixture_engine(tt.game, "alphabeta", 6, 3);
      thoughts[k] = fixture_ask(engine, tt.state, (mr_limits){.nodes = 5000});
      mr_engine_free(engine);
    }
    assert_int_equal(thoughts[0].action, thoughts[1].action);
    assert_int_equal(thoughts[0].nodes, thoughts[1].nodes);
    assert_in_range(thoughts[0].nodes, 4000, 5000);
    assert_string_equal(thoughts[0].reason, thoughts[1].reason);
    mr_table_close(&tt);
  }
}

/** What is certain, what is even, what is owed in men: each in words that people use. */
static void reasons_are_told_in_words(void **unused) {
  (void)unused;
  static const char *const nodes_reported[][2] = {
      {"6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "White wins in 1 action, looking "},
      {"k7/8/1K6/8/8/8/8/6R1 b - - 0 1", "The only action."},
      {"8/8/8/8/8/1r6/r7/6K1 w - - 0 1", "White loses in 2 actions, looking "},
      {"k7/8/8/8/8/8/8/K7 w - - 99 60", "White is neither ahead nor behind, looking "},
      {"4k3/8/8/8/8/8/8/Q3K3 b - - 0 1", "Black is "},
  };
  for (size_t i = 0; i < sizeof nodes_reported / sizeof nodes_reported[0]; i++) {
    mr_table tt;
    mr_table_open_game(&tt, "chess", "", nodes_reported[i][0]);
    mr_engine *engine = fixture_engine(tt.game, "alphabeta", MR_LEVEL_DEFAULT, 1);
    mr_search_result result = fixture_ask(engine, tt.state, (mr_limits){.nodes = 5000});
    assert_non_null(strstr(result.reason, nodes_reported[i][1]));
    mr_engine_free(engine);
    mr_table_close(&tt);
  }
}

/** More nodes, better play: over all games, both ways round, the strong score three in four. */
static void more_nodes_win(void **unused) {
  (void)unused;
  if (MR_SLOW_BUILD) {
    skip(); /* who is the stronger is the same in every build */
  }
  unsigned strong_points = 0;
  const size_t games = GAME_COUNT;
  for (size_t i = 0; i < games; i++) {
    mr_table tt;
    const mr_limits level = {.nodes = 3000, .level_too = true};
    mr_table_open_game(&tt, GAMES[i], "", NULL);
    for (unsigned seat = 0; seat < 2; seat++) {
      mr_engine *engines[2];
      unsigned points = 0;
      engines[seat] = fixture_engine(tt.game, "alphabeta", 4, 5);
      engines[1 - seat] = fixture_engine(tt.game, "alphabeta", 1, 5);
      mr_game_start(tt.game, tt.state);
      fixture_play(tt.game, tt.state, engines, 7, &level, &points);
      strong_points += seat == 0 ? points : MR_SCORE_WIN - points;
      mr_engine_free(engines[0]);
      mr_engine_free(engines[1]);
    }
    mr_table_close(&tt);
  }
  assert_in_range(strong_points, 3 * MR_SCORE_WIN * 2 * games / 4, MR_SCORE_WIN * 2 * games);
}

static void without_memory_there_is_no_engine_and_nothing_is_lost(void **unused) {
  (void)unused;
  mr_table tt;
  mr_table_open_game(&tt, "chess", "", NULL);
  bool done = false;
  for (size_t fail = 1; !done; fail++) {
    mr_engine *engine = NULL;
    mr_fail_alloc failing;
    mr_fail_alloc_init(&failing, fail);
    mr_engine_options options = {
        .kind = "alphabeta", .memory = 1 << 16, .allocator = &failing.allocator};
    mr_status status = mr_engine_new(tt.game, &options, &engine, NULL);
    done = status == MR_OK;
    assert_true(done || status == MR_ERR_NOMEM);
    mr_engine_free(engine);
    assert_true(mr_fail_alloc_clean(&failing));
    assert_true(fail < 200);
  }
  mr_table_close(&tt);
}

/* ---- limits that leave no room --------------------------------------------------------------- */

static void nothing_is_claimed_where_there_was_no_time_to_look(void **unused) {
  (void)unused;
  mr_table tt;
  mr_table_open_game(&tt, "chess", "", NULL);
  mr_engine *engine = fixture_engine(tt.game, "alphabeta", MR_LEVEL_DEFAULT, 1);
  mr_search_result result = fixture_ask(engine, tt.state, (mr_limits){.nodes = 1});
  assert_true(mr_game_legal(tt.game, tt.state, result.action));
  assert_true(result.value > 0.4 && result.value < 0.6);
  assert_null(strstr(result.reason, "actions"));
  mr_engine_free(engine);
  mr_table_close(&tt);
}

static void *refuse_much(void *context, void *block, size_t old_size, size_t new_size) {
  (void)context;
  (void)old_size;
  if (new_size == 0) {
    free(block);
    return NULL;
  }
  return new_size > (size_t)1 << 30 ? NULL : realloc(block, new_size);
}

static void memory_without_end_is_refused_not_searched_for(void **unused) {
  (void)unused;
  mr_table tt;
  mr_engine *engine = NULL;
  const mr_allocator allocator = {.resize = refuse_much};
  mr_table_open_game(&tt, "chess", "", NULL);
  mr_engine_options options = {.kind = "alphabeta", .memory = SIZE_MAX, .allocator = &allocator};
  assert_int_equal(mr_engine_new(tt.game, &options, &engine, NULL), MR_ERR_NOMEM);
  assert_null(engine);
  mr_table_close(&tt);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(it_sees_what_ends_the_game),
    cmocka_unit_test(what_has_to_be_captured_is_captured_before_it_is_judged),
    cmocka_unit_test(the_last_check_is_seen_behind_the_last_full_ply),
    cmocka_unit_test(castlings_that_win_are_seen),
    cmocka_unit_test(a_goal_is_reached_by_what_a_man_is_once_it_is_there),
    cmocka_unit_test(rows_are_made_and_prevented),
    cmocka_unit_test(exchanges_are_weighed_with_every_man_that_joins),
    cmocka_unit_test(exchanges_pay_what_they_come_to),
    cmocka_unit_test(mirrored_positions_are_worth_the_same),
    cmocka_unit_test(men_are_worth_what_chess_players_say),
    cmocka_unit_test(a_number_of_nodes_gives_the_same_thought_again),
    cmocka_unit_test(reasons_are_told_in_words),
    cmocka_unit_test(more_nodes_win),
    cmocka_unit_test(without_memory_there_is_no_engine_and_nothing_is_lost),
    cmocka_unit_test(nothing_is_claimed_where_there_was_no_time_to_look),
    cmocka_unit_test(memory_without_end_is_refused_not_searched_for),
};

MR_TEST_MAIN(tests)
