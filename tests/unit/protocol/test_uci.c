#include <stdio.h>
#include <string.h>

#include "failing_alloc.h"
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

static void expect_fen(const char *fen) {
  expect("d", fen);
}

#define AFTER_E4 "Fen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n"

/* ---- strength -------------------------------------------------------------------------------- */

static void a_strength_in_elo_is_a_level_from_the_lowest_to_the_highest(void **unused) {
  (void)unused;
  uci_choices choices = {.level = 3, .limited = 1};
  unsigned below = MR_LEVEL_MIN;
  for (choices.elo = MR_UCI_ELO_MIN; choices.elo <= MR_UCI_ELO_MAX; choices.elo++) {
    unsigned level = mr_uci_level(&choices);
    assert_true(level == below || level == below + 1); /* none is left out, and none comes back */
    below = level;
  }
  assert_int_equal(below, MR_LEVEL_MAX);
  choices.elo = MR_UCI_ELO_MIN;
  assert_int_equal(mr_uci_level(&choices), MR_LEVEL_MIN);
  choices.limited = 0;
  assert_int_equal(mr_uci_level(&choices), 3);
  char said[128];
  (void)snprintf(said, sizeof said, "option name UCI_Elo type spin default %d min %d max %d\n",
                 MR_UCI_ELO_MAX, MR_UCI_ELO_MIN, MR_UCI_ELO_MAX);
  begin(NULL);
  expect("uci", said);
  mr_talk_end(&talk);
}

/* ---- the greeting ---------------------------------------------------------------------------- */

static void a_greeting_names_the_program_its_options_and_every_variant(void **unused) {
  (void)unused;
  begin(NULL);
  static const char *const parts[] = {
      "id name Marcher 0\n",
      "id author ",
      "option name Hash type spin default 16 min 1 max ",
      "option name Threads type spin default 1 min 1 max 256\n",
      "option name MultiPV type spin default 1 min 1 max 256\n",
      "option name Ponder type check default false\n",
      "option name Clear Hash type button\n",
      "option name UCI_LimitStrength type check default false\n",
      "option name VariantPath type string default <empty>\n",
      "option name UCI_Variant type combo default chess var ",
      " var borderlands var ",
      " var borderline ",
      " var colorboundmost ",
  };
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
    expect("uci", parts[i]);
  }
  const char *end = strstr(mr_talk_heard(&talk), "\nuciok\n");
  assert_non_null(end);
  assert_string_equal(end, "\nuciok\n");
  mr_talk_end(&talk);
}

static void the_first_variant_can_be_another_than_chess(void **unused) {
  (void)unused;
  begin("borderlands");
  expect("uci", "type combo default borderlands var ");
  expect("d", "Variant: borderlands\n");
  mr_talk_end(&talk);
}

static bool nothing(void *context, const char *bytes, size_t length) {
  (void)context;
  (void)bytes;
  (void)length;
  return true;
}

static void an_unknown_first_variant_is_an_error(void **unused) {
  (void)unused;
  mr_protocol *protocol = NULL;
  mr_error err = {0};
  mr_protocol_setup setup = {.variant = "ches"};
  assert_int_equal(mr_uci_new(NULL, &protocol, &err), MR_ERR_ARGUMENT);
  assert_int_equal(mr_uci_new(&setup, &protocol, &err), MR_ERR_ARGUMENT);
  setup.host.write = nothing;
  assert_int_equal(mr_uci_new(&setup, NULL, &err), MR_ERR_ARGUMENT);
  assert_int_equal(mr_uci_new(&setup, &protocol, &err), MR_ERR_UNKNOWN);
  assert_string_equal(err.message, "no variant is called 'ches'; did you mean 'chess'?");
  assert_null(protocol);
}

static void a_lack_of_memory_at_the_beginning_is_an_error(void **unused) {
  (void)unused;
  mr_status status = MR_ERR_NOMEM;
  for (size_t n = 1; status != MR_OK; n = mr_fail_next(n)) {
    mr_fail_alloc memory;
    mr_fail_alloc_init(&memory, n);
    mr_protocol *protocol = NULL;
    mr_protocol_setup setup = {.host.write = nothing, .allocator = &memory.allocator};
    status = mr_uci_new(&setup, &protocol, NULL);
    assert_true(status == MR_OK || status == MR_ERR_NOMEM);
    mr_protocol_free(protocol);
    assert_true(mr_fail_alloc_clean(&memory));
  }
}

/* ---- what is wrong is named, and changes nothing --------------------------------------------- */

static void an_unknown_command_is_answered_with_the_nearest(void **unused) {
  (void)unused;
  begin(NULL);
  expect("posision startpos", "info string unknown command 'posision'; did you mean 'position'?\n");
  expect("\x01\x02\xff\xfe", "info string unknown command '?"
                             "?'\n");
  mr_talk_end(&talk);
}

static void unknown_words_before_a_command_are_passed_over(void **unused) {
  (void)unused;
  begin(NULL);
  expect("joho isready", "info string 'joho' is no command and passed over; 'isready' is obeyed\n");
  assert_non_null(strstr(mr_talk_heard(&talk), "\nreadyok\n"));
  expect("joho foo position startpos moves e2e4\nd", AFTER_E4);
  assert_int_equal(mr_talk_count(&talk, "info string 'joho foo' is no command "), 1);
  /* What has to wait waits without them. */
  expect("go depth 2\njoho d", "'d' is obeyed\n");
  assert_int_equal(mr_talk_count(&talk, "is obeyed"), 1);
  assert_int_equal(mr_talk_count(&talk, AFTER_E4), 1);
  mr_talk_end(&talk);
}

static void a_bad_position_leaves_the_old_one(void **unused) {
  (void)unused;
  begin(NULL);
  mr_talk_ask(&talk, "position startpos moves e2e4");
  expect("position fen rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
         "info string position fen: column ");
  expect_fen(AFTER_E4);
  expect("position startpos e2e4", "'moves' comes after startpos, not 'e2e4'");
  expect_fen(AFTER_E4);
  expect("position", "info string position takes 'startpos' or 'fen'");
  expect("position middle", "not 'middle'");
  expect_fen(AFTER_E4);
  mr_talk_end(&talk);
}

static void an_illegal_move_leaves_the_old_position_and_a_legal_one_is_named(void **unused) {
  (void)unused;
  begin(NULL);
  mr_talk_ask(&talk, "position startpos moves e2e4");
  expect("position startpos moves d2d4 d7d5 d1e3",
         "info string position: move 3, 'd1e3': the Queen on d1 cannot reach e3");
  expect_fen(AFTER_E4);
  expect("position startpos moves e2e4 e7e5 e4e5", "move 3, 'e4e5': ");
  expect("position startpos moves e2e4 e7e5 g1ff3",
         "did you mean 'g1f3'? The old position stays\n");
  /* What is read and is not legal has a reason, which says what might be meant. */
  expect("position startpos moves e2e4 e7e5 g1f4",
         "cannot reach f4; it may play g1e2, g1f3, g1h3; the old position stays\n");
  expect("setoption name UCI_Variant value crazyhouse\nposition fen "
         "4k3/8/8/8/4P3/8/8/4K3[P] w - - 0 1 moves P@e4",
         "move 1, 'P@e4': e4 is taken by White's Pawn; the old position stays\n");
  expect("setoption name UCI_Variant value chess960\nposition fen "
         "4k3/8/8/8/8/8/8/R3K2R w HA - 0 1 moves e1g1",
         "'e1g1': castling is written e1h1 here, as the King taking its own Rook; the old position "
         "stays\n");
  expect("position fen 4k3/8/8/8/8/8/8/R3K2R w HA - 0 1 extra", "the end, found 'extra'\n");
  expect("setoption name UCI_Variant value chess\nposition startpos moves e2e4", "");
  expect_fen(AFTER_E4);
  expect("position startpos moves e2e4 e7e5", "");
  expect_fen("Fen: rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\n");
  mr_talk_end(&talk);
}

/* ---- ends that somebody would have to claim -------------------------------------------------- */

#define KNIGHTS "g1f3 g8f6 f3g1 f6g8 "
#define THRICE "position startpos moves " KNIGHTS KNIGHTS

static void a_repetition_is_played_on_where_the_interface_plays_on(void **unused) {
  (void)unused;
  begin(NULL);
  expect(THRICE "\nd", "Result: 0.5-0.5 (CH-3: ");
  expect(THRICE "e2e4\nd", "RNBQKBNR b KQkq - 0 5\n");
  assert_non_null(strstr(mr_talk_heard(&talk), "To move: Black\n"));
  /* Also many times over, and where the command goes on from the last one. */
  expect(THRICE KNIGHTS KNIGHTS "e2e4 e7e5\nd", "w KQkq - 0 10\n");
  expect(THRICE KNIGHTS KNIGHTS "e2e4 e7e5 g1f3\nd", "5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 10\n");
  /* Who asks for a move there has not claimed the draw, and is answered for this position. */
  expect(THRICE "\ngo depth 2", "info string go: CH-3 would end the game here (");
  assert_null(strstr(mr_talk_heard(&talk), "(none)"));
  expect(THRICE "b1c3\ngo depth 1\nd", " b KQkq - 9 5\n");
  mr_talk_end(&talk);
}

static void moves_without_progress_are_played_on(void **unused) {
  (void)unused;
  begin(NULL);
  expect("position fen 8/8/8/4k3/8/8/8/KQ6 w - - 100 120\nd", "(CH-4: ");
  expect("position fen 8/8/8/4k3/8/8/8/KQ6 w - - 100 120\ngo depth 1", "CH-4 would end the game");
  assert_non_null(strstr(mr_talk_heard(&talk), "\nbestmove "));
  expect("position fen 8/8/8/4k3/8/8/8/KQ6 w - - 99 120 moves b1b2 e5d5 a1b1\nd",
         "8/8/8/3k4/8/8/1Q6/1K6 b - - 102 121\n");
  mr_talk_end(&talk);
}

/** What has ended the game for good is not played on, and nothing is told of another position. */
static void nothing_is_told_of_a_position_that_was_refused(void **unused) {
  static const char *const refused[] = {
      "position startpos moves f2f3 e7e5 g2g4 d8h4 a2a3",
      "position startpos moves e2e5",
      "position fen 8/8/8/8/8/8/8/K7 w - - 0 1",
      "position somewhere",
  };
  (void)unused;
  begin(NULL);
  for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
    mr_talk_ask(&talk, "position startpos moves e2e4");
    mr_talk_ask(&talk, refused[i]);
    expect("go depth 1", "info string go: the last 'position' was refused");
    assert_int_equal(mr_talk_count(&talk, "bestmove"), 1);
    assert_int_equal(mr_talk_count(&talk, "\nbestmove 0000\n"), 1);
    expect("go perft 1", "info string go: the last 'position' was refused");
    assert_int_equal(mr_talk_count(&talk, "bestmove"), 0);
    expect("eval", "info string eval: the last 'position' was refused");
  }
  expect("position startpos\ngo perft 1", "Nodes searched: 20\n");
  mr_talk_ask(&talk, "position startpos moves e2e5");
  expect("setoption name UCI_Variant value chess\ngo perft 1", "Nodes searched: 20\n");
  expect(refused[0], "move 5, 'a2a3': the game is over by CH-1 (");
  expect("position startpos moves f2f3 e7e5 g2g4 d8h4\ngo depth 1",
         "info string go: the game is over by CH-1 (");
  assert_non_null(strstr(mr_talk_heard(&talk), "score mate 0\nbestmove (none)\n"));
  mr_talk_end(&talk);
}

/* ---- the end of the conversation ------------------------------------------------------------- */

static void what_was_asked_for_before_a_quit_is_answered(void **unused) {
  (void)unused;
  begin(NULL);
  static const char lines[] = "go perft 3\nd\ngo infinite\neval\nposition startpos moves e2e4\ngo "
                              "perft 2\nquit\ngo perft 1\n";
  mr_protocol_feed(talk.protocol, lines, sizeof lines - 1);
  mr_protocol_end(talk.protocol);
  assert_int_equal(mr_talk_count(&talk, "\nNodes searched: 8902\n"), 1);
  assert_int_equal(mr_talk_count(&talk, "To move: White\n"), 1);
  assert_int_equal(mr_talk_count(&talk, "\nbestmove "), 1);
  assert_int_equal(mr_talk_count(&talk, "info string eval "), 1);
  assert_int_equal(mr_talk_count(&talk, "\nNodes searched: 600\n"), 1);
  assert_int_equal(mr_talk_count(&talk, "Nodes searched"), 2);
  mr_talk_end(&talk);
}

static bool nobody_reads(void *context, const char *bytes, size_t length) {
  (void)bytes;
  (void)length;
  ++*(unsigned *)context;
  return false;
}

/** Nobody hears of the first branch, so that the others are not counted. */
static void a_count_for_nobody_is_given_up(void **unused) {
  (void)unused;
  mr_protocol *protocol = NULL;
  mr_error err;
  unsigned writes = 0;
  const mr_protocol_setup setup = {.host = {.write = nobody_reads, .context = &writes}};
  static const char lines[] = "go perft 4\nquit\n";
  assert_int_equal(mr_uci_new(&setup, &protocol, &err), MR_OK);
  mr_protocol_feed(protocol, lines, sizeof lines - 1);
  mr_protocol_end(protocol);
  mr_protocol_free(protocol);
  assert_in_range(writes, 1, 3);
}

static void an_unknown_variant_leaves_the_game(void **unused) {
  (void)unused;
  begin(NULL);
  mr_talk_ask(&talk, "position startpos moves e2e4");
  expect("setoption name UCI_Variant value borderlanes", "did you mean 'borderlands'?; it stays");
  expect_fen(AFTER_E4);
  expect("setoption name UCI_Variant value borderlands",
         "info string variant borderlands files 9 ranks 10 startpos ");
  expect("d", "Variant: borderlands\n");
  mr_talk_end(&talk);
}

static void programs_may_ask_for_castling_from_any_files(void **unused) {
  (void)unused;
  begin(NULL);
  expect("uci", "option name UCI_Chess960 type check default false\n");
  expect("position fen 1rk3r1/8/8/8/8/8/8/1RK3R1 w GBgb - 0 1", "info string position fen");
  expect("setoption name UCI_Chess960 value true\n"
         "position fen 1rk3r1/6p1/8/8/8/8/6P1/1RK3R1 w GBgb - 0 1 moves c1g1\nd",
         "1rk3r1/6p1/8/8/8/8/6P1/1R3RK1 b gb - 1 1");
  expect("position startpos moves e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1h1\nd",
         "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 b ha - 5 4");
  expect("setoption name UCI_Variant value crazyhouse\nd", "[] w HAha - 0 1");
  expect("setoption name UCI_Variant value seirawan\nd", " w HABCDEFGhabcdefg - 0 1");
  expect("setoption name UCI_Variant value placement",
         "info string UCI_Chess960: placement has no castling from any files\n");
  expect("setoption name UCI_Variant value borderlands\nd", "Variant: borderlands\n");
  expect("setoption name UCI_Variant value chess\nsetoption name UCI_Chess960 value false\n"
         "position startpos moves e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1\nd",
         " b kq - 5 4");
  expect("setoption name UCI_Variant value chess960\nposition startpos\nd", " w HAha - 0 1");
  mr_talk_end(&talk);
}

static void options_out_of_range_stay_as_they_were(void **unused) {
  (void)unused;
  begin(NULL);
  expect("setoption name Hash value 0", "Hash takes a number from 1 to 65536, not '0'");
  expect("setoption name Hash value -3", "not '-3'; it stays as it was\n");
  expect("setoption name MultiPV value 257", "MultiPV takes a number from 1 to 256, not '257'");
  expect("setoption name Ponder value maybe", "Ponder takes 'true' or 'false', not 'maybe'");
  expect("setoption name Hsh value 3", "there is no option 'Hsh'; did you mean 'Hash'?");
  expect("setoption name Hash", "setoption name Hash lacks its value");
  expect("setoption Hash 3", "setoption goes: setoption name NAME value VALUE");
  expect("setoption name clear hash", "");
  assert_string_equal(mr_talk_heard(&talk), "");
  expect("setoption name hash value 2\nsetoption name Ponder value true\nisready", "readyok");
  assert_string_equal(mr_talk_heard(&talk), "readyok\n");
  mr_talk_end(&talk);
}

static void a_malformed_go_is_answered_at_once_and_without_a_move(void **unused) {
  (void)unused;
  begin(NULL);
  static const char *const lines[][2] = {
      {"go depht 3", "info string go: unknown word 'depht'; did you mean 'depth'?\n"},
      {"go nonsense winc 10 movestogo 3", "info string go: unknown word 'nonsense'\n"},
      {"go nonsense depth x", "info string go: 'depth' takes a number from 1 to 1000, not 'x'\n"},
      {"go depth", "info string go: 'depth' lacks its number\n"},
      {"go depth x", "info string go: 'depth' takes a number from 1 to 1000, not 'x'\n"},
      {"go depth 0", "not '0'\n"},
      {"go nodes -1", "not '-1'\n"},
      {"go searchmoves", "info string go: 'searchmoves' lacks its moves\n"},
      {"go searchmoves e2e5", "info string go searchmoves: 'e2e5': "},
  };
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    expect(lines[i][0], lines[i][1]);
    assert_non_null(strstr(mr_talk_heard(&talk), "\nbestmove 0000\n"));
  }
  mr_talk_end(&talk);
}

static void words_that_a_go_does_not_know_are_passed_over(void **unused) {
  (void)unused;
  begin(NULL);
  static const char *const lines[][2] = {
      {"go nonsense wtime 1000 btime 1000", "info string go passes over 'nonsense', which is "},
      {"go depht 3 depth 2", "go passes over 'depht 3', which is unknown; did you mean 'depth'?\n"},
      {"go depth 1 and so on", "info string go passes over 'and so on', which is unknown\n"},
      {"go nodes 5 searchmoves e2e4 nodes 5", ""},
  };
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    expect(lines[i][0], lines[i][1]);
    assert_int_equal(mr_talk_count(&talk, "\nbestmove "), 1);
    assert_null(strstr(mr_talk_heard(&talk), "bestmove 0000"));
  }
  expect("go perft 1 deep", "Nodes searched: 20\n");
  mr_talk_end(&talk);
}

static void a_count_without_a_depth_is_refused_and_chooses_nothing(void **unused) {
  (void)unused;
  begin(NULL);
  expect("go perft", "info string go: 'perft' lacks its number\n");
  assert_null(strstr(mr_talk_heard(&talk), "bestmove"));
  expect("go perft 0", "info string go: 'perft' takes a number from 1 to ");
  assert_null(strstr(mr_talk_heard(&talk), "bestmove"));
  expect("go perft -1", "info string go: 'perft' takes a number from 1 to ");
  mr_talk_end(&talk);
}

/* ---- variants from a file -------------------------------------------------------------------- */

#define TAKE_FILE "setoption name VariantPath value some.ini\n"

static void a_file_of_variants_is_added_as_a_whole_or_not_at_all(void **unused) {
  (void)unused;
  mr_talk_begin_with(&talk, mr_uci_new, NULL,
                     "[small:chess]\nmaxFile = d\nmaxRank = 4\nsillyKey = 3\n");
  expect("setoption name VariantPath value none.ini", "cannot open 'none.ini'");
  expect("setoption name VariantPath value some.ini\nsetoption name UCI_Variant value small",
         "info string ");
  assert_non_null(strstr(mr_talk_heard(&talk), "some.ini:4:1: error: "));
  expect("d", "Variant: chess\n");
  mr_talk_end(&talk);
}

static void variants_of_a_file_are_played_like_any_other(void **unused) {
  (void)unused;
  mr_talk_begin_with(&talk, mr_uci_new, NULL, "[endless:chess]\nnMoveRule = 0\n");
  expect("setoption name VariantPath value some.ini", "variants of the file: endless\n");
  expect("uci", " var endless\n");
  expect("setoption name UCI_Variant value endless\ngo depth 2", "\nbestmove ");
  expect("setoption name VariantPath value <empty>\nuci", " var chess ");
  assert_null(strstr(mr_talk_heard(&talk), " var endless"));
  expect("d", "Variant: endless\n");
  mr_talk_end(&talk);
}

static void variants_that_cannot_be_played_are_not_offered(void **unused) {
  (void)unused;
  mr_talk_begin_with(&talk, mr_uci_new, NULL,
                     "[endless:chess]\nnMoveRule = 0\n[small:endless]\ncastling = "
                     "false\n[boards:chess]\ntwoBoards = true\n");
  expect("setoption name VariantPath value some.ini",
         "variants of the file: endless, small; left out for their errors: boards\n");
  assert_non_null(strstr(mr_talk_heard(&talk), "info string some.ini:6:1: error: "));
  expect("uci", " var endless var small\n");
  assert_null(strstr(mr_talk_heard(&talk), " var boards"));
  mr_talk_end(&talk);
}

static void what_is_wrong_with_all_variants_of_a_file_is_told(void **unused) {
  (void)unused;
  static const char file[] =
      "[mine:chess]\ncolunms = 3\n[child:mine]\nnMoveRule = 10\n[other:nope]\n";
  mr_talk_begin_with(&talk, mr_uci_new, NULL, file);
  expect(TAKE_FILE, "info string VariantPath: no variant of the file can be played; left out for "
                    "their errors: mine, child, other\n");
  assert_int_equal(mr_talk_count(&talk, "info string some.ini:2:1: error: "), 1);
  assert_int_equal(mr_talk_count(&talk, "info string some.ini:5:8: error: "), 1);
  assert_int_equal(mr_talk_count(&talk, " could be its parent, and none has a name like it"), 1);
  assert_int_equal(mr_talk_count(&talk, "info string note: "), 1);
  expect("setoption name UCI_Variant value mine",
         "info string UCI_Variant: the variant 'mine' cannot be opened; it stays chess\n");
  talk.file = "\n";
  expect(TAKE_FILE, "info string VariantPath: the file has no variants\n");
  mr_talk_end(&talk);
}

#define QUEEN_AHEAD "position fen 4k3/8/8/8/8/8/8/Q3K3 w - - 0 1\ngo depth 1"

static void weights_beside_a_file_come_with_it(void **unused) {
  (void)unused;
  char without[256];
  mr_talk_begin_with(&talk, mr_uci_new, NULL, "[mine:chess]\nnMoveRule = 10\n");
  expect(TAKE_FILE "setoption name UCI_Variant value mine\n" QUEEN_AHEAD, " score cp ");
  snprintf(without, sizeof without, "%.20s", strstr(mr_talk_heard(&talk), " score cp "));
  strchr(without + strlen(" score cp "), ' ')[1] = '\0';
  talk.weights = "[mine]\nvalue = P:100/100 N:300/300 B:300/300 R:500/500 Q:700/700\n";
  expect(TAKE_FILE "setoption name UCI_Variant value mine\n" QUEEN_AHEAD, " score cp ");
  assert_null(strstr(mr_talk_heard(&talk), without));
  mr_talk_end(&talk);
}

static void a_file_with_bad_weights_beside_it_is_not_added(void **unused) {
  (void)unused;
  mr_talk_begin_with(&talk, mr_uci_new, NULL, "[mine:chess]\nnMoveRule = 10\n");
  talk.weights = "[other]\nvalue = P:100/100\n";
  expect(TAKE_FILE "uci", "info string some.weights:1:2: error: ");
  assert_non_null(strstr(mr_talk_heard(&talk), "the weights in 'some.weights' cannot be used"));
  assert_null(strstr(mr_talk_heard(&talk), " var mine"));
  mr_talk_end(&talk);
}

/* ---- lack of memory -------------------------------------------------------------------------- */

static bool hear(void *context, const char *bytes, size_t length) {
  mr_str_bytes(context, bytes, length);
  return true;
}

static void feed_and_settle(mr_protocol *protocol, const char *lines) {
  assert_true(mr_protocol_feed(protocol, lines, strlen(lines)));
  mr_protocol_finish_searches(protocol);
}

/** Has no state, so that the threads of searches may call it: tables of 64 MiB are not to be had.
 */
static void *refuse_much(void *context, void *block, size_t old_size, size_t new_size) {
  const mr_allocator *plain = mr_allocator_default();
  (void)context;
  return new_size > (size_t)64 << 20 ? NULL
                                     : plain->resize(plain->context, block, old_size, new_size);
}

/** Without an engine so far there is none to go back to, but a game to be played. */
static void a_table_that_cannot_be_had_keeps_its_size_and_the_engine_plays(void **unused) {
  static const char *const before[] = {"", "setoption name Hash value 32\nisready\n"};
  static const char *const after[] = {"Hash is 16 and Threads is 2\nreadyok\n",
                                      "Hash is 32 and Threads is 2\nreadyok\n"};
  const mr_allocator memory = {.resize = refuse_much};
  (void)unused;
  for (size_t i = 0; i < 2; i++) {
    mr_protocol *protocol = NULL;
    mr_str heard = mr_str_growing(NULL);
    mr_protocol_setup setup = {.host = {.write = hear, .context = &heard}, .allocator = &memory};
    assert_int_equal(mr_uci_new(&setup, &protocol, NULL), MR_OK);
    feed_and_settle(protocol, before[i]);
    feed_and_settle(protocol, "setoption name Threads value 2\n"
                              "setoption name Hash value 4096\nisready\ngo depth 1\n");
    assert_non_null(strstr(mr_str_text(&heard), after[i]));
    assert_non_null(strstr(mr_str_text(&heard), "bestmove "));
    assert_null(strstr(mr_str_text(&heard), "bestmove 0000"));
    mr_protocol_free(protocol);
    mr_str_done(&heard);
  }
}

/* ---- positions ------------------------------------------------------------------------------- */

static void a_game_that_goes_on_is_the_game_read_anew(void **unused) {
  (void)unused;
  begin(NULL);
  mr_talk_ask(&talk, "position startpos\nposition startpos moves e2e4");
  expect_fen(AFTER_E4);
  mr_talk_ask(&talk, "position startpos moves e2e4   e7e5 g1f3");
  expect_fen("Fen: rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2\n");
  mr_talk_ask(&talk, "position startpos moves e2e4");
  expect_fen(AFTER_E4);
  mr_talk_ask(&talk, "position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
  mr_talk_ask(&talk, "position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 moves e2e4 e8e7");
  expect_fen("Fen: 8/4k3/8/8/4P3/8/8/4K3 w - - 1 2\n");
  mr_talk_ask(&talk, "position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
  expect("position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 12", "");
  expect_fen("Fen: 4k3/8/8/8/8/8/4P3/4K3 w - - 0 12\n");
  mr_talk_end(&talk);
}

static void repetition_is_remembered_from_the_moves(void **unused) {
  (void)unused;
  begin(NULL);
  mr_talk_ask(&talk, "position startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8");
  expect("d", "Result: 0.5-0.5 (CH-3: ");
  expect("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\ngo depth 3",
         "info depth 0 score cp 0\nbestmove (none)\n");
  mr_talk_end(&talk);
}

static void castling_and_drops_are_written_as_others_write_them(void **unused) {
  (void)unused;
  begin(NULL);
  mr_talk_ask(&talk, "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1g1");
  expect_fen("Fen: 4k3/8/8/8/8/8/8/5RK1 b - - 1 1\n");
  expect("position fen 4k3/P7/8/8/8/8/8/4K2R w K - 0 1\ngo perft 1", "\ne1g1: 1\n");
  assert_non_null(strstr(mr_talk_heard(&talk), "a7a8q: 1\n"));
  expect("setoption name UCI_Variant value borderlands\n"
         "position fen a1hs1sh1a/1ce1l1ec1/fwgw1wgwf/w1w1w1w1w/9/9/W1W1W1W1W/FWGW1WGWF/1CE1L1EC1/"
         "A1HS1SH1A[MMmm] w - - 0 1\ngo perft 1",
         "\nM@a6: 1\n");
  mr_talk_end(&talk);
}

static void the_actions_of_a_turn_of_two_are_sent_one_by_one(void **unused) {
  (void)unused;
  begin("colorboundmost");
  expect("position startpos\nd", "To move: White\n");
  expect("position startpos moves d2e3\nd", "To move: Black\n"); /* the first turn is one move */
  expect("position startpos moves d2e3 c7d6\nd", "To move: Black\n");
  expect("position startpos moves d2e3 c7d6 d7d5\nd", "To move: ");
  mr_talk_end(&talk);
}

static void outcomes_of_chance_are_sent_among_the_moves(void **unused) {
  (void)unused;
  begin("borderline");
  expect("position startpos\nd", "To move: chance\n");
  expect("go depth 1", "info string chance decides here");
  assert_non_null(strstr(mr_talk_heard(&talk), "\nbestmove 0000\n"));
  expect("position startpos moves 121 122 121\nd", "Fen: ");
  assert_non_null(strstr(mr_talk_heard(&talk), "To move: chance\n"));
  expect("position fen 6/6/6/6/6/6/6/6 R 124,124,176,222,222,222,222,224,224,224,377,421,422,424,"
         "424 122,122,124,124,124,224,224,331,377,422,422,422,567,576,777 0 0\ngo nodes 50",
         "\nbestmove ");
  assert_null(strstr(mr_talk_heard(&talk), "bestmove 0000"));
  mr_talk_end(&talk);
}

static void a_position_without_a_king_that_the_game_needs_is_refused(void **unused) {
  (void)unused;
  begin(NULL);
  expect("position fen 8/8/8/8/8/8/8/K7 w - - 0 1",
         "info string position fen: Black has no King\ninfo string the old position stays\n");
  expect("position fen 4k3/8/8/8/8/8/8/7R w - - 0 1", "White has no King");
  expect_fen("Fen: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n");
  /* Where the colours are boards of their own, such an ending is a position like others. */
  expect("setoption name UCI_Variant value colorboundmost\n"
         "position fen 8/8/8/8/8/5k2/8/7Z w - - 0 1 l -\nd",
         "Fen: 8/8/8/8/8/5k2/8/7Z w - - 0 1 l -\n");
  mr_talk_end(&talk);
}

#define TAKEN "position fen 4k3/8/8/8/4Q3/8/8/4K3 w - - 0 1"

static void a_royal_that_can_be_captured_at_once_is_remarked_on(void **unused) {
  (void)unused;
  begin(NULL);
  expect(TAKEN,
         "info string position fen: Black's royal piece on e8 is attacked, and it is White's "
         "move: it can be captured at once\n");
  expect("go perft 1", "e4e8: 1\n"); /* it is played on all the same, and that ends nothing */
  expect(TAKEN " moves e4e8\nd", "Result: 0.5-0.5 (CH-2: ");
  expect("position fen 4k2r/8/8/8/4Q3/8/8/4K3 w - - 0 1 moves e4e8\nd", "To move: Black\n");
  expect("position fen 4k3/8/8/8/4Q3/8/8/4K3 b - - 0 1\nd", "To move: Black\n");
  assert_null(strstr(mr_talk_heard(&talk), "info string"));
  mr_talk_end(&talk);
}

static void what_a_position_is_worth_is_told_without_a_search(void **unused) {
  (void)unused;
  begin(NULL);
  expect("position fen 4k3/8/8/8/8/8/8/Q3K3 w - - 0 1\neval", "info string eval +");
  assert_non_null(strstr(mr_talk_heard(&talk), " pawns for White, who is to move"));
  expect("position fen 4k3/8/8/8/8/8/8/Q3K3 b - - 0 1\neval", "info string eval -");
  assert_non_null(strstr(mr_talk_heard(&talk), " pawns for Black, who is to move"));
  expect("position fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1\neval", "eval: nobody has to decide");
  expect("setoption name UCI_Variant value borderline\neval", "eval: nobody has to decide");
  expect("position fen 6/6/6/6/6/6/6/6 R 124 122 0 0\neval", "info string eval ");
  expect("setoption name UCI_Variant value warlord-clash-of-arms\neval", "has no opinion");
  mr_talk_end(&talk);
}

static void a_picture_tells_the_position_its_key_and_what_is_threatened(void **unused) {
  (void)unused;
  begin(NULL);
  expect("position fen 4k3/8/8/8/8/8/8/r3K3 w - - 0 1\nd", "Threatened: e1\n");
  assert_non_null(strstr(mr_talk_heard(&talk), "\nKey: "));
  expect("position fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1\nd", "Result: 1-0 (CH-1: ");
  expect("go depth 2", "info depth 0 score mate 0\nbestmove (none)\n");
  mr_talk_end(&talk);
}

/* ---- lines ----------------------------------------------------------------------------------- */

static void lines_may_come_in_pieces_or_many_at_once(void **unused) {
  (void)unused;
  begin(NULL);
  const char *text = "position startpos moves e2e4\r\n\n  isready  \r\n";
  for (const char *at = text; *at != '\0'; at++) {
    assert_true(mr_protocol_feed(talk.protocol, at, 1));
  }
  assert_string_equal(mr_talk_heard(&talk), "readyok\n");
  expect_fen(AFTER_E4);
  mr_talk_end(&talk);
}

static void a_line_of_more_than_a_mebibyte_is_read(void **unused) {
  (void)unused;
  static char blanks[1 << 20];
  memset(blanks, ' ', sizeof blanks);
  begin(NULL);
  const char *before = "position startpos moves e2e4";
  assert_true(mr_protocol_feed(talk.protocol, before, strlen(before)));
  assert_true(mr_protocol_feed(talk.protocol, blanks, sizeof blanks));
  expect("e7e5", "");
  assert_string_equal(mr_talk_heard(&talk), "");
  expect_fen("Fen: rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\n");
  mr_talk_end(&talk);
}

static void a_line_that_is_too_long_is_skipped_with_a_complaint(void **unused) {
  (void)unused;
  begin(NULL);
  static char piece[65536];
  memset(piece, 'x', sizeof piece);
  mr_talk_ask(&talk, "position startpos moves e2e4");
  mr_talk_clear(&talk);
  for (size_t sent = 0; sent <= MR_PROTOCOL_LINE_MAX; sent += sizeof piece) {
    assert_true(mr_protocol_feed(talk.protocol, piece, sizeof piece));
  }
  mr_talk_say(&talk, "\nisready");
  assert_string_equal(mr_talk_heard(&talk),
                      "info string a line is longer than 4 MiB; it is skipped\nreadyok\n");
  expect_fen(AFTER_E4);
  mr_talk_end(&talk);
}

static void nothing_is_heard_after_quit(void **unused) {
  (void)unused;
  begin(NULL);
  mr_talk_say(&talk, "isready\nquit\nisready");
  assert_false(talk.on);
  assert_string_equal(mr_talk_heard(&talk), "readyok\n");
  mr_talk_end(&talk);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_strength_in_elo_is_a_level_from_the_lowest_to_the_highest),
    cmocka_unit_test(a_greeting_names_the_program_its_options_and_every_variant),
    cmocka_unit_test(the_first_variant_can_be_another_than_chess),
    cmocka_unit_test(an_unknown_first_variant_is_an_error),
    cmocka_unit_test(a_lack_of_memory_at_the_beginning_is_an_error),
    cmocka_unit_test(an_unknown_command_is_answered_with_the_nearest),
    cmocka_unit_test(unknown_words_before_a_command_are_passed_over),
    cmocka_unit_test(a_bad_position_leaves_the_old_one),
    cmocka_unit_test(an_illegal_move_leaves_the_old_position_and_a_legal_one_is_named),
    cmocka_unit_test(a_repetition_is_played_on_where_the_interface_plays_on),
    cmocka_unit_test(moves_without_progress_are_played_on),
    cmocka_unit_test(nothing_is_told_of_a_position_that_was_refused),
    cmocka_unit_test(what_was_asked_for_before_a_quit_is_answered),
    cmocka_unit_test(a_count_for_nobody_is_given_up),
    cmocka_unit_test(an_unknown_variant_leaves_the_game),
    cmocka_unit_test(programs_may_ask_for_castling_from_any_files),
    cmocka_unit_test(options_out_of_range_stay_as_they_were),
    cmocka_unit_test(a_malformed_go_is_answered_at_once_and_without_a_move),
    cmocka_unit_test(words_that_a_go_does_not_know_are_passed_over),
    cmocka_unit_test(a_count_without_a_depth_is_refused_and_chooses_nothing),
    cmocka_unit_test(a_file_of_variants_is_added_as_a_whole_or_not_at_all),
    cmocka_unit_test(variants_of_a_file_are_played_like_any_other),
    cmocka_unit_test(variants_that_cannot_be_played_are_not_offered),
    cmocka_unit_test(what_is_wrong_with_all_variants_of_a_file_is_told),
    cmocka_unit_test(weights_beside_a_file_come_with_it),
    cmocka_unit_test(a_file_with_bad_weights_beside_it_is_not_added),
    cmocka_unit_test(a_table_that_cannot_be_had_keeps_its_size_and_the_engine_plays),
    cmocka_unit_test(a_game_that_goes_on_is_the_game_read_anew),
    cmocka_unit_test(repetition_is_remembered_from_the_moves),
    cmocka_unit_test(castling_and_drops_are_written_as_others_write_them),
    cmocka_unit_test(the_actions_of_a_turn_of_two_are_sent_one_by_one),
    cmocka_unit_test(outcomes_of_chance_are_sent_among_the_moves),
    cmocka_unit_test(a_position_without_a_king_that_the_game_needs_is_refused),
    cmocka_unit_test(a_royal_that_can_be_captured_at_once_is_remarked_on),
    cmocka_unit_test(what_a_position_is_worth_is_told_without_a_search),
    cmocka_unit_test(a_picture_tells_the_position_its_key_and_what_is_threatened),
    cmocka_unit_test(lines_may_come_in_pieces_or_many_at_once),
    cmocka_unit_test(a_line_of_more_than_a_mebibyte_is_read),
    cmocka_unit_test(a_line_that_is_too_long_is_skipped_with_a_complaint),
    cmocka_unit_test(nothing_is_heard_after_quit),
};

MR_TEST_MAIN(tests)
