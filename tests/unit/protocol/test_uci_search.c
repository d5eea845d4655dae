#include <marcher/catalog.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cpu_clock.h"
#include "instruments.h"
#include "protocol/uci_priv.h"
#include "talk.h"
#include "test_main.h"

static mr_talk talk;

static void begin(const char *variant) {
  mr_talk_begin(&talk, mr_uci_new, variant);
}

static void expect(const char *lines, const char *answer) {
  mr_talk_expect(&talk, lines, answer);
}

/** The number after `word` in the last line that begins with "info depth". */
static long last_number(const char *word) {
  const char *at = mr_talk_heard(&talk);
  const char *line = at;
  while ((at = strstr(at, "info depth")) != NULL) {
    line = at++;
  }
  const char *found = strstr(line, word);
  assert_non_null(found);
  return strtol(found + strlen(word), NULL, 10);
}

/* ---- limits ---------------------------------------------------------------------------------- */

static void a_search_to_a_depth_tells_of_every_depth_and_ends_with_a_move(void **unused) {
  (void)unused;
  begin(NULL);
  expect("go depth 3", "\nbestmove ");
  static const char *const fields[] = {"info depth 1 seldepth ",
                                       "info depth 3 seldepth ",
                                       " multipv 1 score cp ",
                                       " nodes ",
                                       " nps ",
                                       " hashfull ",
                                       " tbhits ",
                                       " time ",
                                       " pv "};
  for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
    assert_non_null(strstr(mr_talk_heard(&talk), fields[i]));
  }
  assert_int_equal(mr_talk_count(&talk, "bestmove"), 1);
  assert_int_equal(last_number("info depth "), 3);
  mr_talk_end(&talk);
}

static void every_game_of_the_catalogue_answers_with_a_legal_move(void **unused) {
  (void)unused;
  mr_catalog *catalog = NULL;
  assert_int_equal(mr_catalog_new(NULL, &catalog, NULL), MR_OK);
  begin(NULL);
  for (size_t i = 0; i < mr_catalog_count(catalog); i += MR_CATALOG_STEP) {
    char line[256];
    snprintf(line, sizeof line,
             "setoption name UCI_Variant value %s\nposition startpos\ngo nodes %d",
             mr_catalog_name(catalog, i), MR_SLOW_BUILD ? 20 : 100);
    expect(line, "\nbestmove ");
    bool chance = strstr(mr_talk_heard(&talk), "chance decides") != NULL;
    assert_int_equal(strstr(mr_talk_heard(&talk), "bestmove 0000") != NULL, chance);
  }
  mr_talk_end(&talk);
  mr_catalog_free(catalog);
}

static void nodes_and_time_bind(void **unused) {
  (void)unused;
  begin(NULL);
  expect("go nodes 5000", "\nbestmove ");
  assert_true(last_number(" nodes ") <= 10000);
  int64_t began = mr_cpu_ns();
  expect("go movetime 30", "\nbestmove ");
  expect("go wtime 300 btime 300 winc 0 binc 0", "\nbestmove ");
  expect("go wtime -20 btime 300", "\nbestmove ");
  expect("go btime 200", "info string go: wtime is missing; the other's clock is used\n");
  assert_true(mr_cpu_ns() - began < INT64_C(10000000000)); /* much, for slow machines */
  mr_talk_end(&talk);
}

static void only_the_moves_that_are_asked_for_are_searched(void **unused) {
  (void)unused;
  begin(NULL);
  expect("go depth 2 searchmoves a2a3", "\nbestmove a2a3");
  expect("go searchmoves a2a3 a2a3 depth 2", "\nbestmove a2a3");
  mr_talk_end(&talk);
}

/** A queen behind, Black can go back to a position that there has been. So near the end of the
 * search his quiet moves are left out for not making up for a queen. */
static void a_draw_by_coming_back_is_seen_before_moves_are_left_out(void **unused) {
  (void)unused;
  begin(NULL);
  expect("position fen rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1 moves g1f3 g8f6 f3g1 "
         "e8d8\ngo depth 2 searchmoves g1f3",
         "\nbestmove g1f3");
  assert_int_equal(last_number(" score cp "), 0);
  /* His king stands elsewhere: there is nothing to come back to. */
  expect("position fen rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1 moves g1f3 g8f6 f3g1 "
         "h8g8\ngo depth 2 searchmoves b1c3",
         "\nbestmove b1c3");
  assert_true(last_number(" score cp ") > 500);
  mr_talk_end(&talk);
}

static void several_lines_are_told_when_asked_for(void **unused) {
  (void)unused;
  begin(NULL);
  expect("setoption name MultiPV value 3\ngo depth 2", " multipv 3 score ");
  expect("setoption name MultiPV value 1\ngo depth 2", " multipv 1 score ");
  assert_null(strstr(mr_talk_heard(&talk), " multipv 2 "));
  /* As many as there are moves is all that there is; only whoever has fewer says so. */
  expect("setoption name MultiPV value 256\ngo depth 1", " multipv 20 score ");
  assert_null(strstr(mr_talk_heard(&talk), "MultiPV: "));
  expect("go depth 1 searchmoves a2a3 b2b3", " multipv 2 score ");
  assert_null(strstr(mr_talk_heard(&talk), "MultiPV: "));
  mr_talk_end(&talk);
}

static void who_compares_whole_turns_says_how_many_lines_it_has(void **unused) {
  (void)unused;
  char told[64];
  mr_talk_begin(&talk, mr_uci_new, "warlord-clash-of-arms");
  expect("setoption name MultiPV value 200\ngo nodes 400", "info string MultiPV: ");
  const char *heard = mr_talk_heard(&talk);
  unsigned lines = 0;
  for (const char *at = heard; (at = strstr(at, " multipv ")) != NULL; at++) {
    unsigned number = (unsigned)strtoul(at + strlen(" multipv "), NULL, 10);
    lines = number > lines ? number : lines;
  }
  assert_in_range(lines, 2, 199);
  snprintf(told, sizeof told, "info string MultiPV: %u of 200 lines, ", lines);
  assert_non_null(strstr(heard, told));
  mr_talk_end(&talk);
}

static void odds_are_told_when_asked_for_and_sum_to_a_thousand(void **unused) {
  (void)unused;
  begin(NULL);
  expect("go depth 1", "bestmove");
  assert_null(strstr(mr_talk_heard(&talk), " wdl "));
  expect("setoption name UCI_ShowWDL value true\ngo depth 2", " wdl ");
  const char *at = strstr(mr_talk_heard(&talk), " wdl ");
  char *next = NULL;
  long sum = strtol(at + 5, &next, 10);
  sum += strtol(next, &next, 10);
  sum += strtol(next, &next, 10);
  assert_int_equal(sum, 1000);
  mr_talk_end(&talk);
}

static void a_weak_player_is_weak_whatever_the_clock(void **unused) {
  (void)unused;
  begin(NULL);
  expect("setoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value 820\n"
         "go movetime 60000",
         "\nbestmove ");
  expect("setoption name UCI_LimitStrength value false\nsetoption name Skill Level value 2\n"
         "go movetime 60000",
         "\nbestmove ");
  mr_talk_end(&talk);
}

/* ---- searches without end -------------------------------------------------------------------- */

static void a_search_without_end_says_nothing_before_stop(void **unused) {
  (void)unused;
  begin(NULL);
  mr_talk_say(&talk, "go infinite depth 1");
  mr_talk_await(&talk, "info depth 1 ");
  mr_talk_pause(30);
  mr_talk_say(&talk, "isready");
  mr_talk_await(&talk, "readyok\n");
  assert_null(strstr(mr_talk_heard(&talk), "bestmove"));
  mr_talk_say(&talk, "stop");
  mr_talk_await(&talk, "bestmove ");
  mr_talk_say(&talk, "stop\nponderhit");
  mr_protocol_finish_searches(talk.protocol);
  assert_int_equal(mr_talk_count(&talk, "bestmove"), 1);
  mr_talk_end(&talk);
}

/** Whoever waits for stop waits also where there is nothing to search for. */
static void what_is_not_searched_says_its_end_after_stop_as_well(void **unused) {
  (void)unused;
  static const char *const asked[][2] = {
      {"position fen R6k/6pp/8/8/8/8/8/K7 b - - 0 1\ngo infinite", "bestmove (none)\n"},
      {"position fen 7k/5Q2/8/8/8/8/8/K7 b - - 0 1\ngo ponder wtime 10 btime 10",
       "bestmove (none)\n"},
      {"position startpos moves e2e5\ngo infinite", "bestmove 0000\n"},
      {"position startpos\ngo depth x infinite", "bestmove 0000\n"},
      {"position startpos\ngo ponder searchmoves", "bestmove 0000\n"},
      {"setoption name UCI_Variant value borderline\nposition startpos\ngo infinite",
       "bestmove 0000\n"},
  };
  begin(NULL);
  for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
    expect(asked[i][0], "info string ");
    mr_talk_pause(5);
    expect("isready", "readyok\n");
    assert_int_equal(mr_talk_count(&talk, "bestmove"), 0);
    expect("position startpos", "'position' waits for the search to end; send 'stop'");
    expect(i % 2 == 0 ? "stop" : "ponderhit", asked[i][1]);
    assert_int_equal(mr_talk_count(&talk, "bestmove"), 1);
    expect("stop\nponderhit\nisready", "readyok\n");
    assert_int_equal(mr_talk_count(&talk, "bestmove"), 0);
  }
  /* The end of the input is a stop, and the end of the program none. */
  mr_talk_ask(&talk, "go infinite");
  mr_talk_clear(&talk);
  mr_protocol_end(talk.protocol);
  assert_int_equal(mr_talk_count(&talk, "bestmove 0000\n"), 1);
  mr_talk_end(&talk);
  begin(NULL);
  mr_talk_ask(&talk, "go infinite depth x");
  mr_talk_end(&talk);
}

static void stop_ends_a_search_wherever_it_is(void **unused) {
  (void)unused;
  begin(NULL);
  for (unsigned i = 0; i < 30; i++) {
    mr_talk_clear(&talk);
    mr_talk_say(&talk, i % 2 == 0 ? "go infinite" : "go infinite depth 1");
    mr_talk_pause(i % 6);
    mr_talk_say(&talk, "stop");
    mr_talk_await(&talk, "bestmove ");
    mr_protocol_finish_searches(talk.protocol);
    assert_int_equal(mr_talk_count(&talk, "bestmove"), 1);
    assert_null(strstr(mr_talk_heard(&talk), "bestmove 0000"));
  }
  mr_talk_end(&talk);
}

static void pondering_waits_for_ponderhit_and_then_keeps_the_clock(void **unused) {
  (void)unused;
  begin(NULL);
  mr_talk_say(&talk, "position startpos moves e2e4 e7e5\ngo ponder wtime 400 btime 400");
  mr_talk_pause(40);
  assert_null(strstr(mr_talk_heard(&talk), "bestmove"));
  assert_true(mr_protocol_wait(talk.protocol) < 0);
  mr_talk_say(&talk, "ponderhit");
  assert_true(mr_protocol_wait(talk.protocol) <= 400);
  mr_talk_await(&talk, "bestmove ");
  mr_talk_clear(&talk);
  mr_talk_say(&talk, "go ponder depth 1 wtime 400 btime 400");
  mr_talk_await(&talk, "info depth 1 ");
  mr_talk_pause(20);
  assert_null(strstr(mr_talk_heard(&talk), "bestmove"));
  mr_talk_say(&talk, "ponderhit"); /* the search has ended long since */
  assert_non_null(strstr(mr_talk_heard(&talk), "bestmove "));
  mr_talk_clear(&talk);
  mr_talk_say(&talk, "go ponder wtime 400 btime 400");
  mr_talk_say(&talk, "stop");
  mr_talk_await(&talk, "bestmove ");
  mr_talk_end(&talk);
}

/* ---- while a search runs --------------------------------------------------------------------- */

static void what_changes_the_position_waits_for_the_search_in_order(void **unused) {
  (void)unused;
  begin(NULL);
  mr_talk_say(&talk, "go depth 2\nposition startpos moves e2e4 e7e5\ngo depth 2\nposition startpos "
                     "moves d2d4\nd");
  mr_talk_await(&talk, "Fen: ");
  assert_int_equal(mr_talk_count(&talk, "bestmove"), 2);
  assert_non_null(strstr(mr_talk_heard(&talk), "PPP1PPPP/RNBQKBNR b KQkq - 0 1\n"));
  mr_talk_end(&talk);
}

static void what_waits_for_a_search_without_end_is_told_so(void **unused) {
  (void)unused;
  begin(NULL);
  mr_talk_say(&talk, "go infinite\nsetoption name Hash value 1\ngo depth 1\nisready");
  const char *heard = mr_talk_heard(&talk);
  assert_non_null(
      strstr(heard, "info string 'setoption' waits for the search to end; send 'stop'"));
  assert_non_null(strstr(heard, "info string 'go' waits"));
  assert_non_null(strstr(heard, "readyok\n"));
  assert_null(strstr(heard, "bestmove"));
  expect("stop", "bestmove ");
  assert_int_equal(mr_talk_count(&talk, "bestmove"), 2);
  mr_talk_end(&talk);
}

static void stop_reaches_a_search_that_waits_its_turn(void **unused) {
  (void)unused;
  begin(NULL);
  mr_talk_say(&talk, "go movetime 20\ngo infinite\nstop");
  mr_protocol_finish_searches(talk.protocol);
  assert_int_equal(mr_talk_count(&talk, "bestmove"), 2);
  mr_talk_say(&talk, "go infinite\ngo infinite\ngo ponder\nstop");
  mr_protocol_finish_searches(talk.protocol);
  assert_int_equal(mr_talk_count(&talk, "bestmove"), 5);
  mr_talk_end(&talk);
}

/** What is kept back on the clock, as `debug` tells it, in milliseconds. */
static long kept_back(const char *lines) {
  const char *heard = strstr(mr_talk_ask(&talk, lines), "beside its thinking, ");
  assert_non_null(heard);
  return strtol(heard + strlen("beside its thinking, "), NULL, 10);
}

/** By how much more the clock goes down than we have thought is what a move costs. */
static void a_margin_follows_what_moves_have_cost(void **unused) {
  (void)unused;
  begin(NULL);
  mr_talk_ask(&talk, "debug on\nsetoption name Move Overhead value 5000");
  assert_int_equal(kept_back("position startpos\ngo nodes 1 wtime 60000 btime 60000 winc 100"), 0);
  mr_talk_ask(&talk, "setoption name Move Overhead value 10\nposition startpos moves e2e4 e7e5");
  /* Two seconds have gone, of which the answer had hardly any. */
  long kept = kept_back("go nodes 1 wtime 58100 btime 60000 winc 100");
  assert_in_range(kept, 2000, 2 * 1990);
  /* A game that is not the same tells nothing; nor does a clock that has been wound up. */
  assert_in_range(kept_back("ucinewgame\nposition startpos\ngo nodes 1 wtime 1000 btime 1000"),
                  2000, kept);
  assert_in_range(kept_back("position startpos moves e2e4 e7e5\ngo nodes 1 wtime 9000 btime 9000"),
                  2000, kept);
  mr_talk_end(&talk);
}

static void the_end_of_input_stops_a_search_and_its_move_is_told(void **unused) {
  (void)unused;
  begin(NULL);
  mr_talk_say(&talk, "go infinite\nposition startpos moves e2e4\ngo infinite");
  mr_protocol_end(talk.protocol);
  assert_int_equal(mr_talk_count(&talk, "bestmove"), 2);
  assert_false(mr_protocol_feed(talk.protocol, "isready\n", 8));
  mr_talk_end(&talk);
}

static void a_protocol_may_be_freed_in_the_middle_of_a_search(void **unused) {
  (void)unused;
  begin(NULL);
  mr_talk_say(&talk, "go infinite");
  mr_talk_end(&talk);
  begin(NULL);
  mr_talk_say(&talk, "go infinite depth 1");
  mr_talk_await(&talk, "info depth 1 ");
  mr_talk_end(&talk);
}

/* ---- counting -------------------------------------------------------------------------------- */

static void a_count_is_divided_by_moves_and_gives_the_known_sum(void **unused) {
  (void)unused;
  begin(NULL);
  expect("position startpos\ngo perft 3", "\nNodes searched: 8902\n");
  assert_int_equal(mr_talk_count(&talk, ": 380\n") > 0, 1);
  assert_non_null(strstr(mr_talk_heard(&talk), "a2a3: 380\n"));
  assert_non_null(strstr(mr_talk_heard(&talk), "e2e4: 600\n"));
  expect("position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1\n"
         "go perft 2",
         "\nNodes searched: 2039\n");
  expect("go perft 0", "info string go: 'perft' takes a number from 1 to ");
  expect("go perft 1\nisready", "\nNodes searched: 48\n");
  mr_talk_end(&talk);
}

static void a_count_can_be_stopped(void **unused) {
  (void)unused;
  begin(NULL);
  mr_talk_say(&talk, "position startpos\ngo perft 30\nisready");
  mr_talk_await(&talk, "readyok\n");
  mr_talk_say(&talk, "stop");
  mr_talk_await(&talk, "(stopped)\n");
  mr_talk_end(&talk);
}

/** Lists of Warlord's have thousands of actions; what is counted at one go depends on that. */
static void a_count_of_a_wide_game_looks_at_the_stop_flag_in_time(void **unused) {
  (void)unused;
  mr_talk_begin(&talk, mr_uci_new, "warlord-border-war");
  mr_talk_say(&talk, "go perft 9\nisready");
  mr_talk_await(&talk, "readyok\n");
  mr_talk_pause(200);
  int64_t began = mr_cpu_ns();
  mr_talk_say(&talk, "stop");
  mr_talk_await(&talk, "(stopped)\n");
  assert_in_range((mr_cpu_ns() - began) / 1000000, 0, 400);
  mr_talk_end(&talk);
  mr_talk_begin(&talk, mr_uci_new, "battle-of-ideologies");
  expect("go perft 4", "\nNodes searched: 1301864\n");
  mr_talk_end(&talk);
}

/* ---- mates ----------------------------------------------------------------------------------- */

typedef struct mate_case {
  const char *game;
  const char *state;
  int end_in;
  int turns;
} mate_case;

/** Distances without a line: players are taken to alternate in turns of one action, or two. */
static const mate_case MATES[] = {
    {"chess", "4k3/8/8/8/8/8/8/R3K2R w - - 0 1", 1, 1},
    {"chess", "4k3/8/8/8/8/8/8/R3K2R w - - 0 1", 3, 2},
    {"chess", "4k3/8/8/8/8/8/8/R3K2R w - - 0 1", 5, 3},
    {"chess", "4k3/8/8/8/8/8/8/R3K2R w - - 0 1", -2, -1},
    {"chess", "4k3/8/8/8/8/8/8/R3K2R w - - 0 1", -4, -2},
    {"colorboundmost", "zxbqkbxz/pppppppp/8/8/8/8/PPPPPPPP/ZXBQKBXZ w - - 0 1 dl -", 1, 1},
    {"colorboundmost", "zxbqkbxz/pppppppp/8/8/8/8/PPPPPPPP/ZXBQKBXZ w - - 0 1 dl -", 2, 1},
    {"colorboundmost", "zxbqkbxz/pppppppp/8/8/8/8/PPPPPPPP/ZXBQKBXZ w - - 0 1 dl -", 5, 2},
    {"colorboundmost", "zxbqkbxz/pppppppp/8/8/8/8/PPPPPPPP/ZXBQKBXZ w - - 0 1 dl -", 6, 2},
    {"colorboundmost", "zxbqkbxz/pppppppp/8/8/8/8/PPPPPPPP/ZXBQKBXZ w - - 0 1 dl -", -3, -1},
    {"colorboundmost", "zxbqkbxz/pppppppp/8/8/8/8/PPPPPPPP/ZXBQKBXZ w - - 0 1 dl -", -8, -2},
};

static void mates_are_counted_in_turns_of_the_winner(void **unused) {
  (void)unused;
  mr_catalog *catalog = NULL;
  assert_int_equal(mr_catalog_new(NULL, &catalog, NULL), MR_OK);
  for (size_t i = 0; i < sizeof MATES / sizeof *MATES; i++) {
    mr_arena arena;
    mr_diagnostics list;
    mr_game *game = NULL;
    mr_arena_init(&arena, NULL, 0);
    mr_diagnostics_init(&list, &arena);
    assert_int_equal(mr_catalog_open(catalog, MATES[i].game, NULL, 0, &game, &list), MR_OK);
    mr_state *state = mr_state_new(game, NULL);
    mr_state *walk = mr_state_new(game, NULL);
    const char *text = MATES[i].state;
    assert_int_equal(mr_game_parse_state(game, text, strlen(text), state, NULL), MR_OK);
    mr_candidate seen = {.score = {.end_in = MATES[i].end_in}};
    unsigned actions = mr_time_turn_actions(game, 0, 0);
    assert_int_equal(mr_dialog_mate(game, state, walk, &seen, actions), MATES[i].turns);
    mr_state_free(game, NULL, state);
    mr_state_free(game, NULL, walk);
    mr_game_free(game);
    mr_arena_done(&arena);
  }
  mr_catalog_free(catalog);
}

static void a_mate_that_is_seen_is_told_in_moves(void **unused) {
  (void)unused;
  begin(NULL);
  expect("position fen 7k/5Q2/5K2/8/8/8/8/8 w - - 0 1\ngo depth 3", " score mate 1 ");
  assert_non_null(strstr(mr_talk_heard(&talk), "\nbestmove f7g7\n"));
  expect("position fen 7k/8/5K2/8/8/8/8/6R1 w - - 0 1\ngo depth 8", " score mate 2 ");
  expect("position fen 7k/8/5K2/8/8/8/8/6R1 w - - 0 1\ngo mate 2", " score mate 2 ");
  mr_talk_end(&talk);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_search_to_a_depth_tells_of_every_depth_and_ends_with_a_move),
    cmocka_unit_test(every_game_of_the_catalogue_answers_with_a_legal_move),
    cmocka_unit_test(nodes_and_time_bind),
    cmocka_unit_test(only_the_moves_that_are_asked_for_are_searched),
    cmocka_unit_test(a_draw_by_coming_back_is_seen_before_moves_are_left_out),
    cmocka_unit_test(several_lines_are_told_when_asked_for),
    cmocka_unit_test(who_compares_whole_turns_says_how_many_lines_it_has),
    cmocka_unit_test(odds_are_told_when_asked_for_and_sum_to_a_thousand),
    cmocka_unit_test(a_weak_player_is_weak_whatever_the_clock),
    cmocka_unit_test(a_search_without_end_says_nothing_before_stop),
    cmocka_unit_test(what_is_not_searched_says_its_end_after_stop_as_well),
    cmocka_unit_test(stop_ends_a_search_wherever_it_is),
    cmocka_unit_test(pondering_waits_for_ponderhit_and_then_keeps_the_clock),
    cmocka_unit_test(what_changes_the_position_waits_for_the_search_in_order),
    cmocka_unit_test(what_waits_for_a_search_without_end_is_told_so),
    cmocka_unit_test(stop_reaches_a_search_that_waits_its_turn),
    cmocka_unit_test(a_margin_follows_what_moves_have_cost),
    cmocka_unit_test(the_end_of_input_stops_a_search_and_its_move_is_told),
    cmocka_unit_test(a_protocol_may_be_freed_in_the_middle_of_a_search),
    cmocka_unit_test(a_count_is_divided_by_moves_and_gives_the_known_sum),
    cmocka_unit_test(a_count_can_be_stopped),
    cmocka_unit_test(a_count_of_a_wide_game_looks_at_the_stop_flag_in_time),
    cmocka_unit_test(mates_are_counted_in_turns_of_the_winner),
    cmocka_unit_test(a_mate_that_is_seen_is_told_in_moves),
};

MR_TEST_MAIN(tests)
