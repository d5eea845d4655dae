#include <marcher/pgn.h>
#include <marcher/random.h>
#include <stdio.h>
#include <string.h>

#include "borderline_open.h"
#include "instruments.h"
#include "test_main.h"

/** The text of a move, with its mark. */
static void written(const mr_table *table, mr_action action, mr_move_detail detail, char *out,
                    size_t size) {
  mr_state *after = mr_state_new(table->game, NULL);
  mr_str text = mr_str_fixed(out, size);
  mr_game_format_move(table->game, table->state, action, detail, &text);
  mr_state_copy(table->game, after, table->state);
  mr_player mover = mr_game_node(table->game, table->state).player;
  mr_game_make(table->game, after, action, NULL, NULL);
  mr_str_add(&text, mr_game_move_mark(table->game, after, mover));
  mr_state_free(table->game, NULL, after);
  assert_int_equal(text.status, MR_OK);
}

static mr_status read_move(const mr_table *table, const char *text, mr_action *out, mr_error *err) {
  return mr_pgn_move_parse(table->game, table->state, table->actions, text, out, err);
}

/* ---- games that were played ------------------------------------------------------------------ */

/** Plays a game given in the notation; every move must be written exactly as it was read. */
static void plays_as_written(const char *moves) {
  mr_table table;
  mr_table_open_game(&table, "chess", "", NULL);
  char all[2048];
  snprintf(all, sizeof all, "%s", moves);
  char *rest = NULL;
  for (char *word = strtok_r(all, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest)) {
    mr_action action;
    mr_error err;
    char text[MR_ACTION_TEXT_MAX];
    if (read_move(&table, word, &action, &err) != MR_OK) {
      fail_msg("%s: %s", word, err.message);
    }
    written(&table, action, MR_MOVE_SHORT, text, sizeof text);
    assert_string_equal(text, word);
    mr_game_make(table.game, table.state, action, NULL, NULL);
  }
  assert_int_equal(mr_game_node(table.game, table.state).kind, MR_NODE_TERMINAL);
  mr_table_close(&table);
}

static void famous_games_are_read_and_written_as_they_are_printed(void **state) {
  (void)state;
  /* Morphy against Duke Karl and Count Isouard, Paris 1858 */
  plays_as_written(
      "e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 "
      "Bxb5+ Nbd7 O-O-O Rd8 Rxd7 Rxd7 Rd1 Qe6 Bxd7+ Nxd7 Qb8+ Nxb8 Rd8#");
  /* Anderssen against Kieseritzky, London 1851 */
  plays_as_written(
      "e4 e5 f4 exf4 Bc4 Qh4+ Kf1 b5 Bxb5 Nf6 Nf3 Qh6 d3 Nh5 Nh4 Qg5 Nf5 c6 g4 Nf6 Rg1 "
      "cxb5 h4 Qg6 h5 Qg5 Qf3 Ng8 Bxf4 Qf6 Nc3 Bc5 Nd5 Qxb2 Bd6 Bxg1 e5 Qxa1+ Ke2 Na6 "
      "Nxg7+ Kd8 Qf6+ Nxf6 Be7#");
  /* Anderssen against Dufresne, Berlin 1852 */
  plays_as_written(
      "e4 e5 Nf3 Nc6 Bc4 Bc5 b4 Bxb4 c3 Ba5 d4 exd4 O-O d3 Qb3 Qf6 e5 Qg6 Re1 Nge7 Ba3 "
      "b5 Qxb5 Rb8 Qa4 Bb6 Nbd2 Bb7 Ne4 Qf5 Bxd3 Qh5 Nf6+ gxf6 exf6 Rg8 Rad1 Qxf3 "
      "Rxe7+ Nxe7 Qxd7+ Kxd7 Bf5+ Ke8 Bd7+ Kf8 Bxe7#");
}

/* ---- writing --------------------------------------------------------------------------------- */

/** Every action, given in the family's text, is written so in this position. */
static void is_written(const char *game, const char *position, const char *action,
                       const char *expected) {
  mr_table table;
  mr_table_open_game(&table, game, "", position);
  mr_action found;
  mr_error err;
  char text[MR_ACTION_TEXT_MAX];
  if (mr_game_parse_action(table.game, table.state, action, strlen(action), &found, &err) !=
      MR_OK) {
    fail_msg("%s: %s", action, err.message);
  }
  written(&table, found, MR_MOVE_SHORT, text, sizeof text);
  assert_string_equal(text, expected);
  assert_int_equal(read_move(&table, expected, &found, &err), MR_OK);
  mr_table_close(&table);
}

static void no_more_of_the_origin_is_said_than_is_needed(void **state) {
  (void)state;
  static const char queens[] = "1k6/8/8/8/4Q2Q/8/8/K6Q w - - 0 1";
  is_written("chess", queens, "e4e1", "Qee1");
  is_written("chess", queens, "h4e1", "Qh4e1");
  is_written("chess", queens, "h1e1", "Q1e1");
  is_written("chess", "R6R/8/8/8/R7/8/6k1/4K3 w - - 0 1", "a8b8", "Rab8");
  is_written("chess", "R6R/8/8/8/R7/8/6k1/4K3 w - - 0 1", "a8a5", "R8a5");
  is_written("chess", "R6R/8/8/8/R7/8/6k1/4K3 w - - 0 1", "h8h3", "Rh3");
  /* the other knight is pinned */
  is_written("chess", "4r2k/8/8/8/8/4N3/8/N3K3 w - - 0 1", "a1c2", "Nc2");
}

static void captures_promotions_and_castling_are_written(void **state) {
  (void)state;
  is_written("chess", "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", "e5f6",
             "exf6");
  is_written("chess", "3r3k/4P3/8/8/8/8/8/K7 w - - 0 1", "e7d8q", "exd8=Q+");
  is_written("chess", "3r3k/4P3/8/8/8/8/8/K7 w - - 0 1", "e7e8n", "e8=N");
  is_written("chess", "r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1", "e8g8", "O-O");
  is_written("chess", "r3k2r/8/8/8/8/8/8/3K4 b kq - 0 1", "e8c8", "O-O-O+");
  is_written("chess", "7k/5Q2/6K1/8/8/8/8/8 w - - 0 1", "f7g7", "Qg7#");
  is_written("chess960", "5k2/8/8/8/8/8/8/1RK3R1 w GB - 0 1", "c1g1", "O-O+");
  is_written("chess960", "5k2/8/8/8/8/8/8/1RK3R1 w GB - 0 1", "c1b1", "O-O-O");
  is_written("chess", "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "f1f7", "Qf7");
}

/* Expected: what ffish writes. */
static void only_a_check_that_ends_the_game_is_a_mate(void **state) {
  (void)state;
  is_written("kingofthehill", "8/8/8/8/8/3K4/8/7k w - - 0 1", "d3d4", "Kd4");
  is_written("atomic", "3k4/3q4/8/8/8/8/8/3RK3 w - - 0 1", "d1d7", "Rxd7");
  is_written("antichess", "8/8/8/1p6/P7/8/8/8 w - - 0 1", "a4b5", "axb5");
  is_written("3check", "4k3/8/8/8/8/8/8/3QK3 w - - 1+3 0 1", "d1e2", "Qe2#");
  is_written("3check", "4k3/8/8/8/8/8/8/3QK3 w - - 2+3 0 1", "d1e2", "Qe2+");
  is_written("racingkings", "8/1K6/8/8/8/8/7k/8 w - - 0 1", "b7b8", "Kb8");
  is_written("horde", "4k3/8/8/8/8/8/8/r6P b - - 0 1", "a1h1", "Rxh1");
  is_written("misere", "7k/8/5QK1/8/8/8/8/8 w - - 0 1", "f6g7", "Qg7#");
  is_written("misere", "7k/8/5K2/6Q1/8/8/8/8 w - - 0 1", "g5g6", "Qg6");
  is_written("xiangqi", "3k5/4R4/9/9/9/9/9/9/9/4K4 w - - 0 1", "e9e10", "Re10+");
  is_written("xiangqi", "3k5/9/4R4/9/9/9/9/9/9/3RK4 w - - 0 1", "d1d2", "Rd2#");
  /* The same end by counting, which is no mate. */
  is_written("chess", "7k/8/5K2/8/8/8/8/5Q2 w - - 99 90", "f1h3", "Qh3+");
}

static void other_games_are_written_in_the_same_way(void **state) {
  (void)state;
  static const char start[] =
      "a1hs1sh1a/1ce1l1ec1/fwgw1wgwf/w1w1w1w1w/9/9/W1W1W1W1W/FWGW1WGWF/1CE1L1EC1/A1HS1SH1A[MMmm] "
      "w - - 0 1";
  is_written("borderlands", start, "M@e6", "M@e6");
  is_written("borderlands", start, "c4c5", "Wc5");
  is_written("nearly-colorboundmost", "8/1k6/8/8/8/8/8/Z3K2Z w KQ - 0 1", "e1h1", "O-O");
}

/* ---- reading --------------------------------------------------------------------------------- */

/** `text` means the action that the family writes so; NULL: none, or several. */
static void is_read_in(const char *game, const char *position, const char *text,
                       const char *expected) {
  mr_table table;
  mr_action action;
  mr_error err = {0};
  mr_table_open_game(&table, game, "", position);
  mr_status status = read_move(&table, text, &action, &err);
  if (expected == NULL) {
    if (status == MR_OK) {
      fail_msg("'%s' is taken for a move", text);
    }
    assert_true(err.message[0] != '\0');
  } else {
    char back[MR_ACTION_TEXT_MAX];
    if (status != MR_OK) {
      fail_msg("'%s': %s", text, err.message);
    }
    mr_table_text(&table, action, back);
    assert_string_equal(back, expected);
  }
  mr_table_close(&table);
}

static void is_read(const char *position, const char *text, const char *expected) {
  is_read_in("chess", position, text, expected);
}

static void moves_are_read_however_people_write_them(void **state) {
  (void)state;
  static const char start[] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
  is_read(start, "e4", "e2e4");
  is_read(start, "e2e4", "e2e4");
  is_read(start, "e2-e4", "e2e4");
  is_read(start, "Ng1f3!?", "g1f3");
  is_read(start, "Ng1-f3", "g1f3");
  is_read(start, "Ngf3", "g1f3");
  is_read(start, "N1f3", "g1f3");
  is_read(start, "g1f3", "g1f3");
  is_read(start, "Nf3+", "g1f3");
  is_read(start, "nf3", NULL);
  is_read(start, "Nf4", NULL);
  is_read(start, "e5", NULL);
  is_read(start, "O-O", NULL);
  is_read(start, "", NULL);
  is_read(start, "=", NULL);
  is_read(start, "+", NULL);
  static const char promotion[] = "3r3k/4P3/8/8/8/8/8/K7 w - - 0 1";
  is_read(promotion, "e8=Q", "e7e8q");
  is_read(promotion, "e8Q", "e7e8q");
  is_read(promotion, "e8q", "e7e8q");
  is_read(promotion, "e8(R)", "e7e8r");
  is_read(promotion, "e7e8n", "e7e8n");
  is_read(promotion, "exd8B+", "e7d8b");
  is_read(promotion, "ed8=N", "e7d8n");
  is_read(promotion, "e:d8=N", "e7d8n");
  is_read(promotion, "e8", NULL);
  static const char castling[] = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
  is_read(castling, "0-0", "e1g1");
  is_read(castling, "o-o-o", "e1c1");
  is_read(castling, "O-O-O+", "e1c1");
  is_read(castling, "Rxh8", "h1h8");
  is_read(castling, "Rh8", "h1h8");
}

/* As records on schemingmind.com have it, and as ffish writes. */
static void squares_that_are_blocked_stand_behind_an_at_or_a_comma(void **state) {
  (void)state;
  static const struct {
    const char *position;
    const char *texts[4];
    const char *action;
  } rows[] = {{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
               {"Nf3@e5", "Nf3,e5", "Ng1f3,e5", "g1f3,f3e5"},
               "g1f3,f3e5"},
              {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
               {"O-O@d4", "O-O,d4", "0-0@d4", "0-0,d4"},
               "e1g1,g1d4"},
              {"r2rk3/4P3/8/8/8/8/8/K7 w - - 0 1",
               {"exd8=Q@d4", "ed8Q,d4", "exd8=Q,d4", "e7xd8=Q@d4"},
               "e7d8q,d8d4"}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    for (size_t k = 0; k < 4; k++) {
      is_read_in("duck", rows[i].position, rows[i].texts[k], rows[i].action);
    }
  }
}

static void letters_of_pieces_and_of_files_are_kept_apart(void **state) {
  (void)state;
  static const char both[] = "7k/8/8/8/8/2n5/1P1B4/K7 w - - 0 1";
  is_read(both, "bxc3", "b2c3");
  is_read(both, "Bxc3", "d2c3");
  is_read(both, "Bc3", "d2c3");
  is_read(both, "bc3", "b2c3");
}

static void what_could_mean_two_moves_is_refused(void **state) {
  (void)state;
  static const char knights[] = "7k/8/8/8/8/5N2/8/KN6 w - - 0 1";
  is_read(knights, "Nd2", NULL);
  is_read(knights, "Nbd2", "b1d2");
  is_read(knights, "N3d2", "f3d2");
  is_read(knights, "Nf3d2", "f3d2");
}

/* ---- all games ------------------------------------------------------------------------------- */

static void expect_read_as(mr_table *table, const char *text, mr_action action) {
  mr_action back = MR_ACTION_NONE;
  mr_error err;
  if (read_move(table, text, &back, &err) != MR_OK) {
    fail_msg("%s: %s", text, err.message);
  }
  if (back != action) {
    fail_msg("%s is read as another move in %s", text, mr_table_state(table));
  }
}

/** No two legal actions are written alike, and each is read as itself, however much is said. */
static void check_position(mr_table *table, mr_action *copy) {
  size_t count = mr_table_actions(table);
  char texts[256][MR_ACTION_TEXT_MAX];
  memcpy(copy, table->actions, count * sizeof *copy);
  assert_in_range(count, 1, 256);
  for (size_t i = 0; i < count; i++) {
    static const mr_move_detail details[] = {MR_MOVE_SHORT, MR_MOVE_SQUARE};
    char plain[MR_ACTION_TEXT_MAX];
    for (size_t d = 0; d < 2; d++) {
      written(table, copy[i], details[1 - d], texts[i], sizeof texts[i]);
      expect_read_as(table, texts[i], copy[i]);
    }
    mr_table_text(table, copy[i], plain);
    expect_read_as(table, plain, copy[i]);
    for (size_t k = 0; k < i; k++) {
      assert_string_not_equal(texts[i], texts[k]);
    }
  }
}

static void check_game(mr_table *table, int game, mr_random *random, mr_action *copy) {
  mr_game_start(table->game, table->state);
  for (int ply = 0; ply < 160; ply++) {
    if (mr_game_node(table->game, table->state).kind != MR_NODE_DECISION) {
      break;
    }
    if (ply % 4 == game % 4) {
      check_position(table, copy);
    }
    size_t count = mr_table_actions(table);
    mr_game_make(table->game, table->state, table->actions[mr_random_below(random, count)], NULL,
                 NULL);
  }
}

static void moves_of_random_games_are_read_as_they_are_written(void **state) {
  (void)state;
  static const char *const names[] = {"chess",
                                      "borderlands",
                                      "battle-of-ideologies",
                                      "colorboundmost",
                                      "nearly-colorboundmost",
                                      "battle-of-ideologies-pychess",
                                      "colorboundmost-fide-raiders"};
  mr_random random;
  mr_random_init(&random, 17);
  for (size_t g = 0; g < sizeof names / sizeof *names; g += MR_SLOW_BUILD ? 2 : 1) {
    mr_table table;
    mr_table_open_game(&table, names[g], "", NULL);
    mr_action *copy = mr_alloc_zero(NULL, table.game->info.max_actions, sizeof *copy);
    for (int game = 0; game < (MR_SLOW_BUILD ? 1 : MR_BRIEF_BUILD ? 2 : 3); game++) {
      check_game(&table, game, &random, copy);
    }
    mr_alloc_free(NULL, copy, table.game->info.max_actions * sizeof *copy);
    mr_table_close(&table);
  }
}

static void games_without_a_notation_of_their_own_have_that_of_their_actions(void **state) {
  (void)state;
  mr_table table;
  mr_table_open_game(&table, "borderline", "", NULL);
  mr_table_deal(&table, 3);
  size_t count = mr_table_actions(&table);
  for (size_t i = 0; i < count; i++) {
    char text[MR_ACTION_TEXT_MAX];
    char plain[MR_ACTION_TEXT_MAX];
    mr_action action = table.actions[i];
    mr_action back;
    written(&table, action, MR_MOVE_SHORT, text, sizeof text);
    mr_table_text(&table, action, plain);
    assert_string_equal(text, plain);
    assert_int_equal(read_move(&table, text, &back, NULL), MR_OK);
    assert_true(back == action);
  }
  mr_table_close(&table);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(famous_games_are_read_and_written_as_they_are_printed),
    cmocka_unit_test(no_more_of_the_origin_is_said_than_is_needed),
    cmocka_unit_test(captures_promotions_and_castling_are_written),
    cmocka_unit_test(only_a_check_that_ends_the_game_is_a_mate),
    cmocka_unit_test(other_games_are_written_in_the_same_way),
    cmocka_unit_test(moves_are_read_however_people_write_them),
    cmocka_unit_test(squares_that_are_blocked_stand_behind_an_at_or_a_comma),
    cmocka_unit_test(letters_of_pieces_and_of_files_are_kept_apart),
    cmocka_unit_test(what_could_mean_two_moves_is_refused),
    cmocka_unit_test(moves_of_random_games_are_read_as_they_are_written),
    cmocka_unit_test(games_without_a_notation_of_their_own_have_that_of_their_actions),
};

MR_TEST_MAIN(tests)
