/*
 * Conversations in XBoard's protocol.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "failing_alloc.h"
#include "instruments.h"
#include "talk.h"
#include "test_main.h"

static mr_talk talk;

static void begin(const char *variant) {
  mr_talk_begin(&talk, mr_cecp_new, variant);
  mr_talk_say(&talk, "xboard\nnew\nsd 1");
  mr_talk_clear(&talk);
}

static void expect(const char *lines, const char *answer) {
  mr_talk_expect(&talk, lines, answer);
}

static void finish(void) {
  mr_talk_end(&talk);
}

static void reject(const char *lines, const char *answer) {
  const char *heard = mr_talk_ask(&talk, lines);
  if (strstr(heard, answer) != NULL) {
    fail_msg("%s\nis answered by\n%s", lines, heard);
  }
}

/* ---- the greeting ---------------------------------------------------------------------------- */

static void
features_and_the_games_that_a_board_can_follow_are_told_from_version_two_on(void **state) {
  (void)state;
  mr_talk_begin(&talk, mr_cecp_new, NULL);
  reject("xboard", "feature");
  reject("protover 1", "feature");
  static const char *const parts[] = {
      "ping=1 setboard=1 playother=1 san=0 usermove=1 time=1 draw=1\n",
      "sigint=0 sigterm=0 reuse=1 analyze=1 colors=0 ics=0 name=1\n",
      "pause=1 nps=1 memory=1 smp=1 exclude=1 highlight=1 debug=1\n",
      "option=\"Level -spin 8 1 8\"\n",
      "egt=\"marcher\"\n",
      "variants=\"battle-of-ideologies,borderlands,nearly-colorboundmost,",
      "nearly-colorboundmost-raiders,normal,chaturanga,",
      ",kingofthehill,",
  };
  const char *heard = mr_talk_ask(&talk, "protover 4");
  static const char first[] = "feature done=0\nfeature myname=\"Marcher ";
  assert_memory_equal(heard, first, sizeof first - 1);
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
    assert_non_null(strstr(heard, parts[i]));
  }
  assert_string_equal(heard + strlen(heard) - 15, "feature done=1\n");
  /* Games that a board cannot follow are not offered. */
  assert_null(strstr(heard, "borderline"));
  assert_null(strstr(heard, "\"colorboundmost"));
  assert_null(strstr(heard, ",colorboundmost"));
  finish();
}

static void tables_that_cannot_be_had_are_told_of(void **state) {
  (void)state;
  mr_talk_begin(&talk, mr_cecp_new, NULL);
  expect("egtpath marcher /no/such folder", "# egtpath: ");
  reject("egtpath nalimov /no/such folder", "egtpath");
  expect("egtpath", "Error (bad parameters): egtpath");
  expect("new\nsd 1\ngo\nping 1", "# egtpath: "); /* they are asked for again with every game */
  reject("egtpath marcher\nnew\nsd 1\ngo\nping 2", "egtpath");
  finish();
}

/* ---- games ----------------------------------------------------------------------------------- */

static void a_variant_is_taught_and_chess_is_not(void **state) {
  (void)state;
  begin(NULL);
  expect("variant borderlands", "setup (");
  expect("variant 9x10+2_borderlands", "9x10+2_bughouse");
  reject("variant normal", "setup");
  finish();
}

/** It would not let a second program play what the first one has renamed. */
static void games_that_xboard_knows_keep_their_names(void **state) {
  (void)state;
  begin(NULL);
  expect("variant capablanca", " 10x8+0_capablanca rnabqkbcnr/");
  expect("variant janus", " 10x8+0_janus ");
  reject("variant shogi", "setup");
  expect("force\nusermove a3a4\nusermove a7a6\nusermove b2a2\nusermove e2e9", "Illegal move (");
  reject("variant crazyhouse", "Error");
  expect("force\nusermove e2e4\nusermove d7d5\nusermove e4d5\nusermove d8d5\nusermove P@d4\nping 3",
         "pong 3");
  assert_null(strstr(mr_talk_heard(&talk), "Illegal"));
  expect("usermove Q@e5", "Illegal move (");
  expect("variant minishogi", " 5x5+5_crazyhouse rbsgk/"); /* XBoard lets men fall back, too */
  finish();
}

static void castling_from_any_files_is_said_in_words(void **state) {
  (void)state;
  begin(NULL);
  reject("variant fischerandom", "setup");
  expect("force\nsetboard 1rk3r1/pppppppp/8/8/8/8/PPPPPPPP/1RK3R1 w GBgb - 0 1\n"
         "usermove O-O\nusermove O-O-O\nping 4",
         "pong 4");
  assert_null(strstr(mr_talk_heard(&talk), "Illegal"));
  expect("usermove O-O", "Illegal move (White has no such castling: king or partner have moved)");
  /* Nothing else mates. */
  expect("setboard 4rkr1/4p1p1/8/8/8/8/8/6KR w H - 0 1\nsd 3\ngo", "move O-O\n");
  expect("variant chess960", "or castle from any files");
  finish();
}

static void games_with_turns_of_several_moves_are_refused_and_the_old_one_stays(void **state) {
  (void)state;
  begin(NULL);
  expect("variant borderlands\nforce\nusermove e3e4\nvariant colorboundmost",
         "Error (a turn of it may hold several moves; this protocol cannot say that): variant "
         "colorboundmost\n");
  reject("usermove c6c5", "Illegal");
  expect("undo\nundo\nundo", "Error (command not legal now): undo\n");
  expect("variant colourboundmost", "did you mean 'colorboundmost'?): variant");
  finish();
}

static void new_goes_back_to_the_first_game(void **state) {
  (void)state;
  begin("borderlands");
  reject("force\nusermove c3c4", "Illegal");
  reject("variant normal\nusermove e2e4", "Illegal");
  expect("new\nforce\nusermove e2e4", "Illegal move (");
  finish();
}

/* ---- moves ----------------------------------------------------------------------------------- */

static void ranks_of_boards_with_ten_begin_at_0(void **state) {
  (void)state;
  begin("borderlands");
  expect("force\nusermove e9e8", "Illegal move (");
  expect("usermove c0c8", "on c0 cannot reach c8");
  reject("usermove c3c4", "Illegal");
  reject("usermove M@e4", "Error");
  finish();
}

static void illegal_moves_are_told_with_the_reason(void **state) {
  (void)state;
  begin(NULL);
  expect("force\nusermove e2e5",
         "Illegal move (the Pawn on e2 cannot reach e5; it may play e2e4, e2e3): e2e5\n");
  expect("usermove hello", "Illegal move (");
  expect("e2e5", "Illegal move (");
  reject("e2e4", "Illegal");
  finish();
}

static void a_promotion_may_be_declined_by_the_pieces_own_letter(void **state) {
  (void)state;
  begin("battle-of-ideologies");
  reject("force\nsetboard 4z4/P8/9/9/9/9/9/4K4/9[] w - - 0 1\nusermove a8a9p", "Illegal");
  reject("undo\nusermove a8a9=", "Illegal");
  reject("undo\nusermove a8a9r", "Illegal");
  expect("undo\nusermove a8a9x", "Illegal");
  finish();
}

static void moves_are_taken_back(void **state) {
  (void)state;
  begin(NULL);
  reject("force\nusermove e2e4\nusermove e7e5\nremove\nusermove d2d4\nundo\nusermove e2e4",
         "Illegal");
  expect("undo\nundo", "Error (command not legal now): undo\n");
  expect("remove", "Error (command not legal now): remove\n");
  finish();
}

/* ---- positions ------------------------------------------------------------------------------- */

/** We claim the draw; who moves on, or wants us to, does not take it. */
static void a_repetition_is_played_on_where_the_interface_plays_on(void **state) {
  (void)state;
  static const char thrice[] = "new\nforce\nusermove g1f3\nusermove g8f6\nusermove f3g1\n"
                               "usermove f6g8\nusermove g1f3\nusermove g8f6\nusermove f3g1\n"
                               "usermove f6g8";
  begin(NULL);
  expect(thrice, "1/2-1/2 {Drawn by CH-3");
  reject("usermove e2e4", "Illegal");
  expect("usermove e7e5\nsd 1\ngo", "move ");
  expect(thrice, "1/2-1/2 {Drawn by CH-3");
  expect("usermove e2e5", "Illegal move (");
  expect("sd 1\ngo", "move ");
  expect(thrice, "1/2-1/2 {Drawn by CH-3");
  expect("usermove e2e5\nusermove g1f3\nundo\nundo\nusermove f6g8", "1/2-1/2 {Drawn by CH-3");
  expect("new\nforce\nusermove f2f3\nusermove e7e5\nusermove g2g4\nusermove d8h4", "0-1 {");
  expect("usermove a2a3", "Illegal move (");
  finish();
}

static void bad_positions_are_refused_and_the_old_one_stays(void **state) {
  (void)state;
  begin(NULL);
  expect("force\nusermove e2e4\nsetboard 8/8/8 w", "tellusererror Illegal position: ");
  reject("usermove e7e5", "Illegal");
  finish();
}

static void a_royal_that_can_be_captured_at_once_is_remarked_on(void **state) {
  (void)state;
  begin(NULL);
  expect("force\nsetboard 4k3/8/8/8/4Q3/8/8/4K3 w - - 0 1",
         "# Black's royal piece on e8 is attacked, and it is White's move: it can be captured at "
         "once\n");
  assert_null(strstr(mr_talk_heard(&talk), "tellusererror"));
  reject("usermove e4e8", "Illegal move");
  expect("variant xiangqi\nsetboard 4k4/9/4R4/9/9/9/9/9/9/3K5 w - - 0 1",
         "# Black's royal piece on e9 is attacked, ");
  reject("setboard 4k4/9/4R4/9/9/9/9/9/9/3K5 b - - 0 1", "#");
  finish();
}

static void rights_that_a_board_invents_are_left_out(void **state) {
  (void)state;
  begin(NULL);
  expect("force\nsetboard 4k3/P7/8/8/8/8/8/4K3 w KQkq - 0 1",
         "# castling rights are none of this game: left out\n");
  reject("usermove a7a8r", "Illegal");
  finish();
  begin("battle-of-ideologies"); /* where there is no castling at all they mean nothing */
  reject("force\nsetboard 4z4/P8/9/9/9/9/9/4K4/9[] w KQkq - 0 1", "left out");
  reject("usermove a8a9r", "Illegal");
  finish();
}

static void edit_is_refused_and_its_lines_are_skipped(void **state) {
  (void)state;
  begin(NULL);
  expect("force\nedit\n#\nquit\nKe1\n.\nping 5", "Error (not supported, use setboard): edit\n");
  assert_non_null(strstr(mr_talk_heard(&talk), "pong 5\n"));
  reject("usermove e2e4", "Illegal");
  finish();
}

/* ---- playing --------------------------------------------------------------------------------- */

static void it_plays_black_after_new_and_the_side_to_move_after_go(void **state) {
  (void)state;
  begin(NULL);
  expect("usermove e2e4", "move ");
  reject("force\nusermove d2d4", "move ");
  expect("go", "move ");
  finish();
}

static void playother_takes_the_side_that_waits(void **state) {
  (void)state;
  begin(NULL);
  reject("force\nplayother", "move ");
  expect("usermove e2e4", "move ");
  finish();
}

static void force_stops_the_thinking(void **state) {
  (void)state;
  begin(NULL);
  mr_talk_say(&talk, "sd 0\nst 600\ngo\nforce\nping 1");
  mr_talk_await(&talk, "pong 1");
  assert_int_equal(mr_talk_count(&talk, "move "), 0);
  finish();
}

static void a_question_mark_makes_it_move_now(void **state) {
  (void)state;
  begin(NULL);
  mr_talk_say(&talk, "sd 0\nst 600\npost\ngo");
  mr_talk_await(&talk, "\n");
  expect("?", "move ");
  finish();
}

static void a_ping_waits_for_the_move(void **state) {
  (void)state;
  begin(NULL);
  mr_talk_say(&talk, "sd 0\nst 600\ngo\nping 7\nping 8");
  mr_talk_pause(20);
  assert_int_equal(mr_talk_count(&talk, "pong"), 0);
  const char *heard = mr_talk_ask(&talk, "?");
  const char *move = strstr(heard, "move ");
  const char *pong = strstr(heard, "pong 7\npong 8\n");
  assert_non_null(move);
  assert_non_null(pong);
  assert_true(move < pong);
  finish();
}

static void a_move_while_it_thinks_is_not_legal_now(void **state) {
  (void)state;
  begin(NULL);
  mr_talk_say(&talk, "sd 0\nst 600\ngo\nusermove e2e4\ngo");
  assert_int_equal(mr_talk_count(&talk, "Error (command not legal now): "), 2);
  expect("?", "move ");
  finish();
}

static void thinking_is_told_in_four_columns_and_only_when_wanted(void **state) {
  long long columns[4];
  (void)state;
  begin(NULL);
  const char *heard = mr_talk_ask(&talk, "post\nsd 2\ngo");
  char *at = NULL;
  for (size_t i = 0; i < 4; i++) {
    columns[i] = strtoll(heard, &at, 10);
    assert_true(at > heard && *at == ' ');
    heard = at + 1;
  }
  assert_in_range(columns[0], 1, 2);
  assert_true(columns[2] >= 0 && columns[3] > 0);
  assert_int_equal(strcspn(heard, " \n"), 4);
  heard = mr_talk_ask(&talk, "force\nnopost\ngo");
  assert_int_equal(strncmp(heard, "move ", 5), 0);
  finish();
}

static void mates_are_told_beyond_a_hundred_thousand(void **state) {
  (void)state;
  begin(NULL);
  expect("force\nsd 4\npost\nsetboard 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1\ngo", " 100001 ");
  expect("new\nforce\nsd 5\nsetboard k7/8/1K6/8/8/8/8/7R b - - 0 1\ngo", " -100001 ");
  finish();
}

static void every_time_control_ends_the_thinking(void **state) {
  static const char *const controls[] = {
      "level 40 0:02 0", "level 0 1 0.1\ntime 10", "level 0 0 1\ntime 20\notim 20",
      "st 0.1",          "st 1\nnps 20000",
  };
  (void)state;
  for (size_t i = 0; i < sizeof controls / sizeof *controls; i++) {
    begin(NULL);
    mr_talk_say(&talk, "sd 0");
    mr_talk_say(&talk, controls[i]);
    expect("go", "move ");
    finish();
  }
}

static void a_low_level_binds_whatever_the_clock_and_while_pondering(void **state) {
  (void)state;
  begin(NULL);
  mr_talk_say(&talk, "sd 0\nst 100\noption Level=1\nhard\ngo");
  mr_talk_await(&talk, "move ");
  mr_talk_say(&talk, "usermove e7e5"); /* expected or not */
  expect("ping 1", "pong 1");
  finish();
}

static void nonsense_in_settings_is_told(void **state) {
  static const char *const lines[] = {
      "level",   "level a 5 0",  "level 40 5",     "level 0 5:99 0",  "st",
      "st 1x",   "sd -1",        "time",           "otim x",          "memory",
      "cores x", "option Level", "option Level=9", "option Colour=3", "nps x"};
  (void)state;
  begin(NULL);
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    expect(lines[i], "Error (bad parameters): ");
  }
  reject("memory 4\ncores 2\noption Level=3\noption Move Overhead=100\ngo", "Error");
  finish();
}

/* ---- ends ------------------------------------------------------------------------------------ */

static void results_are_told_once_with_the_rule(void **state) {
  (void)state;
  begin(NULL);
  expect("force\nsetboard 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1\nusermove a1a8",
         "1-0 {White wins by CH-1");
  assert_int_equal(mr_talk_count(&talk, "1-0 {"), 1);
  reject("go", "1-0");
  expect("undo\nusermove a1a8", "1-0 {");
  finish();
}

static void a_move_that_ends_the_game_comes_before_its_result(void **state) {
  (void)state;
  begin(NULL);
  const char *heard =
      mr_talk_ask(&talk, "force\nsd 3\nsetboard 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1\ngo");
  assert_int_equal(strncmp(heard, "move a1a8\n1-0 {", 15), 0);
  finish();
}

static void draws_are_told(void **state) {
  (void)state;
  begin(NULL);
  expect("force\nsetboard k7/2Q5/8/8/8/8/8/4K3 w - - 0 1\nusermove c7b6", "1/2-1/2 {Drawn by CH-2");
  finish();
}

static void an_offer_is_taken_by_who_stands_worse(void **state) {
  (void)state;
  begin(NULL);
  reject("force\nsd 2\nsetboard 4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1\ngo\ndraw", "offer draw");
  expect("new\nforce\nsd 2\nsetboard 4k3/8/8/8/8/8/8/qq2K3 w - - 0 1\ngo\ndraw", "offer draw");
  reject("new\ndraw", "offer draw");
  finish();
}

static void a_result_of_the_other_program_ends_the_thinking(void **state) {
  (void)state;
  begin(NULL);
  mr_talk_say(&talk, "sd 0\nst 600\ngo\nresult 1-0 {White mates}\nping 2");
  mr_talk_await(&talk, "pong 2");
  assert_int_equal(mr_talk_count(&talk, "move "), 0);
  finish();
}

/* ---- pondering, analysing -------------------------------------------------------------------- */

/** The reply that it expects, from `hint`. */
static void expected_reply(char out[16]) {
  const char *heard = mr_talk_ask(&talk, "hint");
  const char *hint = strstr(heard, "Hint: ");
  assert_non_null(hint);
  hint += strlen("Hint: ");
  size_t length = strcspn(hint, "\n");
  assert_in_range(length, 4, 15);
  memcpy(out, hint, length);
  out[length] = '\0';
}

static void pondering_goes_on_when_the_reply_is_the_expected_one(void **state) {
  char reply[16], line[40];
  (void)state;
  begin(NULL);
  expect("hard\nsd 6\ngo", "move "); /* deep enough for a line of two moves */
  expected_reply(reply);
  snprintf(line, sizeof line, "usermove %s", reply);
  expect(line, "move ");
  expect("easy\nping 1", "pong 1");
  reject("force\nundo\nundo\nundo", "Error");
  finish();
}

/** A search that ponders has no limit but time, which nodes in place of time do not give it. */
static void pondering_ends_when_nodes_are_time(void **state) {
  char reply[16], line[64];
  (void)state;
  begin(NULL);
  snprintf(line, sizeof line, "sd 0\nnps %d\nst 1\nhard\ngo", MR_SLOW_BUILD ? 10000 : 100000);
  expect(line, "move ");
  expected_reply(reply);
  snprintf(line, sizeof line, "usermove %s", reply);
  mr_talk_clear(&talk);
  mr_talk_say(&talk, line);
  mr_talk_await(&talk, "move ");
  expect("easy\nping 1", "pong 1");
  reject("force\nundo\nundo\nundo", "Error");
  finish();
}

static void pondering_is_given_up_when_the_reply_is_another(void **state) {
  (void)state;
  begin(NULL);
  mr_talk_ask(&talk, "hard\nsd 3\nst 1\nforce\nusermove e2e4\nusermove e7e5\ngo");
  reject("usermove h7h7", "pong");
  expect("ping 9", "pong 9");
  reject("force\nusermove a7a6\nundo\nundo\nundo\nundo", "Error");
  finish();
}

static void analysis_follows_the_moves_and_leaves_when_told(void **state) {
  (void)state;
  begin(NULL);
  mr_talk_say(&talk, "sd 0\nanalyze");
  mr_talk_await(&talk, "\n");
  mr_talk_clear(&talk);
  mr_talk_say(&talk, ".");
  mr_talk_await(&talk, "stat01: ");
  mr_talk_clear(&talk);
  mr_talk_say(&talk, "usermove e2e4");
  mr_talk_await(&talk, "\n");
  mr_talk_say(&talk, "undo\nexit");
  expect("ping 4", "pong 4");
  expect("exit", "Error (command not legal now): exit\n");
  finish();
}

/** The lines of thinking that were heard whose first move is @p move; further on in a line it may
   well stand, for a move is excluded at the root alone. */
static unsigned lines_that_begin_with(const char *move) {
  unsigned count = 0;
  const char *line = mr_talk_heard(&talk);
  for (const char *end; (end = strchr(line, '\n')) != NULL; line = end + 1) {
    char first[8];
    count += sscanf(line, "%*d %*d %*d %*d %7s", first) == 1 && strcmp(first, move) == 0;
  }
  return count;
}

static void excluded_moves_are_not_considered(void **state) {
  (void)state;
  begin(NULL);
  mr_talk_say(&talk, "sd 0\nforce\nexclude all\ninclude a2a3\nanalyze");
  mr_talk_await(&talk, " a2a3\n");
  assert_true(lines_that_begin_with("a2a3") > 0);
  mr_talk_say(&talk, "include all\nexclude a2a3\nexclude a2a3\nping 1");
  mr_talk_await(&talk, "pong 1");
  mr_talk_clear(&talk);
  mr_talk_await(&talk, "\n5 "); /* the lines of a few depths */
  assert_int_equal(lines_that_begin_with("a2a3"), 0);
  expect("exclude e2e5", "Error (");
  expect("exclude", "Error (which move?): exclude\n");
  finish();
}

static void a_pause_lasts_until_resume(void **state) {
  (void)state;
  begin(NULL);
  mr_talk_say(&talk, "sd 0\nst 600\ngo\npause\nping 3");
  mr_talk_await(&talk, "pong 3");
  reject("?", "move ");
  mr_talk_say(&talk, "resume\n");
  mr_talk_pause(10);
  expect("?", "move ");
  finish();
}

/* ---- hands on the board ---------------------------------------------------------------------- */

static void a_lifted_man_shows_where_it_may_go(void **state) {
  (void)state;
  begin(NULL);
  expect("force\nlift e2", "highlight 8/8/8/8/4Y3/4Y3/8/8\n");
  expect("lift b1", "highlight 8/8/8/8/8/Y1Y5/8/8\n");
  expect("lift e4", "highlight 8/8/8/8/8/8/8/8\n");
  reject("lift nowhere_at_all\nput e9\nput \nlift", "choice");
  finish();
}

static void promotions_are_asked_for_where_they_are_legal(void **state) {
  (void)state;
  begin(NULL);
  expect("force\nsetboard 7k/P7/8/8/8/8/8/K7 w - - 0 1\nlift a7", "highlight M7/8/");
  const char *heard = mr_talk_ask(&talk, "put a8");
  assert_non_null(strstr(heard, "choice "));
  assert_non_null(strchr(heard, 'Q'));
  finish();
  begin("borderlands");
  expect("force\nsetboard c8/9/9/9/4W4/9/9/9/9/8C[] w - - 0 1\nusermove e5e6\nusermove a9a8\n"
         "lift e6",
         "/4B4/");
  expect("put e7", "choice +\n");
  finish();
}

/* ---- the rest -------------------------------------------------------------------------------- */

static void unknown_commands_are_told(void **state) {
  (void)state;
  begin(NULL);
  expect("flip the board", "Error (unknown command): flip the board\n");
  reject("random\nname Kasparov\nrating 2000 2800\nics -\ncomputer\naccepted ping\n"
         "rejected san\nhover e4\n\n   \notim 100",
         "Error");
  expect("bk", " no book\n\n");
  expect("ping x", "Error (bad parameters): ping x\n");
  finish();
}

static void quit_ends_the_conversation(void **state) {
  (void)state;
  begin(NULL);
  reject("sd 0\nst 600\ngo\nquit\nping 1", "pong");
  finish();
}

static bool swallow(void *context, const char *bytes, size_t length) {
  (void)context;
  (void)bytes;
  (void)length;
  return true;
}

/** @return whether the conversation could begin and nothing was left behind by it */
static bool begins_with_failure_at(size_t fail_at) {
  static const char lines[] = "new\nsd 1\ngo\nlift e2\nforce\nusermove e2e4\nquit\n";
  mr_fail_alloc memory;
  mr_protocol *protocol = NULL;
  mr_error err = {0};
  mr_fail_alloc_init(&memory, fail_at);
  mr_protocol_setup setup = {.host.write = swallow, .allocator = &memory.allocator};
  mr_status status = mr_cecp_new(&setup, &protocol, &err);
  if (status == MR_OK) {
    mr_protocol_feed(protocol, lines, sizeof lines - 1);
    mr_protocol_free(protocol);
  } else {
    assert_int_equal(status, MR_ERR_NOMEM);
    assert_null(protocol);
  }
  assert_true(mr_fail_alloc_clean(&memory));
  return status == MR_OK;
}

static void lack_of_memory_is_an_error_and_leaves_nothing_behind(void **state) {
  size_t fail_at = 1;
  (void)state;
  while (!begins_with_failure_at(fail_at)) {
    fail_at = mr_fail_next(fail_at);
  }
  for (size_t more = 0; more < 20; more++) {
    begins_with_failure_at(fail_at + more);
  }
  assert_true(fail_at > 5);
}

static void a_first_game_that_it_cannot_say_is_an_error(void **state) {
  static const char *const games[] = {"colorboundmost", "borderline", "warlord-river"};
  (void)state;
  for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
    mr_protocol *protocol = NULL;
    mr_error err;
    mr_protocol_setup setup = {.host.write = swallow, .variant = games[i]};
    assert_int_equal(mr_cecp_new(&setup, &protocol, &err), MR_ERR_UNSUPPORTED);
    assert_memory_equal(err.message, games[i], strlen(games[i]));
    assert_null(protocol);
  }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(features_and_the_games_that_a_board_can_follow_are_told_from_version_two_on),
    cmocka_unit_test(tables_that_cannot_be_had_are_told_of),
    cmocka_unit_test(a_variant_is_taught_and_chess_is_not),
    cmocka_unit_test(games_that_xboard_knows_keep_their_names),
    cmocka_unit_test(castling_from_any_files_is_said_in_words),
    cmocka_unit_test(games_with_turns_of_several_moves_are_refused_and_the_old_one_stays),
    cmocka_unit_test(new_goes_back_to_the_first_game),
    cmocka_unit_test(ranks_of_boards_with_ten_begin_at_0),
    cmocka_unit_test(illegal_moves_are_told_with_the_reason),
    cmocka_unit_test(a_promotion_may_be_declined_by_the_pieces_own_letter),
    cmocka_unit_test(moves_are_taken_back),
    cmocka_unit_test(a_repetition_is_played_on_where_the_interface_plays_on),
    cmocka_unit_test(bad_positions_are_refused_and_the_old_one_stays),
    cmocka_unit_test(a_royal_that_can_be_captured_at_once_is_remarked_on),
    cmocka_unit_test(rights_that_a_board_invents_are_left_out),
    cmocka_unit_test(edit_is_refused_and_its_lines_are_skipped),
    cmocka_unit_test(it_plays_black_after_new_and_the_side_to_move_after_go),
    cmocka_unit_test(playother_takes_the_side_that_waits),
    cmocka_unit_test(force_stops_the_thinking),
    cmocka_unit_test(a_question_mark_makes_it_move_now),
    cmocka_unit_test(a_ping_waits_for_the_move),
    cmocka_unit_test(a_move_while_it_thinks_is_not_legal_now),
    cmocka_unit_test(thinking_is_told_in_four_columns_and_only_when_wanted),
    cmocka_unit_test(mates_are_told_beyond_a_hundred_thousand),
    cmocka_unit_test(every_time_control_ends_the_thinking),
    cmocka_unit_test(a_low_level_binds_whatever_the_clock_and_while_pondering),
    cmocka_unit_test(nonsense_in_settings_is_told),
    cmocka_unit_test(results_are_told_once_with_the_rule),
    cmocka_unit_test(a_move_that_ends_the_game_comes_before_its_result),
    cmocka_unit_test(draws_are_told),
    cmocka_unit_test(an_offer_is_taken_by_who_stands_worse),
    cmocka_unit_test(a_result_of_the_other_program_ends_the_thinking),
    cmocka_unit_test(pondering_goes_on_when_the_reply_is_the_expected_one),
    cmocka_unit_test(pondering_ends_when_nodes_are_time),
    cmocka_unit_test(pondering_is_given_up_when_the_reply_is_another),
    cmocka_unit_test(analysis_follows_the_moves_and_leaves_when_told),
    cmocka_unit_test(excluded_moves_are_not_considered),
    cmocka_unit_test(a_pause_lasts_until_resume),
    cmocka_unit_test(a_lifted_man_shows_where_it_may_go),
    cmocka_unit_test(promotions_are_asked_for_where_they_are_legal),
    cmocka_unit_test(unknown_commands_are_told),
    cmocka_unit_test(quit_ends_the_conversation),
    cmocka_unit_test(a_first_game_that_it_cannot_say_is_an_error),
    cmocka_unit_test(lack_of_memory_is_an_error_and_leaves_nothing_behind),
};

MR_TEST_MAIN(tests)
