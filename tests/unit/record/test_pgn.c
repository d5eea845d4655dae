#include <marcher/pgn.h>
#include <stdio.h>
#include <string.h>

#include "borderline_open.h"
#include "failing_alloc.h"
#include "test_main.h"

static mr_pgn_reader *reader_of(const char *text) {
  mr_pgn_reader *reader = NULL;
  assert_int_equal(mr_pgn_reader_over(NULL, "file", text, strlen(text), &reader, NULL), MR_OK);
  return reader;
}

static mr_pgn_game next_game(mr_pgn_reader *reader) {
  mr_pgn_game game;
  mr_error err;
  bool found = false;
  if (mr_pgn_next(reader, &game, &found, &err) != MR_OK) {
    fail_msg("%s:%u:%u: %s", err.source, err.line, err.column, err.message);
  }
  assert_true(found);
  return game;
}

static void at_the_end(mr_pgn_reader *reader) {
  mr_pgn_game game;
  bool found = true;
  assert_int_equal(mr_pgn_next(reader, &game, &found, NULL), MR_OK);
  assert_false(found);
}

/** The moves with blanks between, comments in braces. */
static void has_moves(const mr_pgn_game *game, const char *expected) {
  mr_str text = mr_str_growing(NULL);
  for (size_t i = 0; i < game->move_count; i++) {
    mr_str_add(&text, i > 0 ? " " : "");
    mr_str_add(&text, game->moves[i].text);
    if (game->moves[i].comment != NULL) {
      mr_str_format(&text, " {%s}", game->moves[i].comment);
    }
  }
  assert_string_equal(mr_str_text(&text), expected);
  mr_str_done(&text);
}

/* ---- reading --------------------------------------------------------------------------------- */

static const char GAMES[] =
    "\xEF\xBB\xBF% an escaped line\n"
    "[Event \"a \\\"b\\\" \\\\ c\"]\n"
    "[ Site  \"?\" ] [Round \"1\"]\r\n"
    "\r\n"
    "{before} 1. e4 $1 {one} {two} e5 ; to the end\n"
    "(1... c5 {a ) in it} (1... e6 2. d4) 2. Nf3) 2.Nf3!? Nc6 3... !! Bb5 e.p. 1/2-1/2\n"
    "\n"
    "[Event \"second\"]\n"
    "\n"
    "1. d4 *\n"
    "1. c4 0-1 [White \"third\"]\n"
    "\n"
    "0-0 ... 12. 0-0-0\n"
    "[Event \"fourth\"]\n"
    "*";

static void games_are_read_with_all_that_is_about_them(void **state) {
  (void)state;
  mr_pgn_reader *reader = reader_of(GAMES);
  mr_pgn_game game = next_game(reader);
  assert_string_equal(mr_pgn_tag(&game, "Event"), "a \"b\" \\ c");
  assert_string_equal(mr_pgn_tag(&game, "Site"), "?");
  assert_string_equal(mr_pgn_tag(&game, "Round"), "1");
  assert_null(mr_pgn_tag(&game, "White"));
  assert_string_equal(game.comment, "before");
  has_moves(&game, "e4 {one two} e5 {to the end} Nf3!? Nc6 Bb5");
  assert_string_equal(game.result, "1/2-1/2");
  assert_int_equal(game.line, 2);
  assert_int_equal(game.moves[2].line, 6);
  assert_int_equal(game.moves[2].column, 48);
  game = next_game(reader);
  assert_string_equal(mr_pgn_tag(&game, "Event"), "second");
  has_moves(&game, "d4");
  assert_string_equal(game.result, "*");
  game = next_game(reader);
  has_moves(&game, "c4");
  assert_string_equal(game.result, "0-1");
  game = next_game(reader);
  assert_string_equal(mr_pgn_tag(&game, "White"), "third");
  has_moves(&game, "0-0 0-0-0");
  assert_string_equal(game.result, "*");
  game = next_game(reader);
  assert_string_equal(mr_pgn_tag(&game, "Event"), "fourth");
  assert_int_equal(game.move_count, 0);
  at_the_end(reader);
  at_the_end(reader);
  mr_pgn_reader_free(reader);
}

static void an_exchange_is_a_word_and_what_begins_with_an_angle_is_none(void **state) {
  (void)state;
  mr_pgn_reader *reader = reader_of("1. e2<>f2 c3-c4 * [Event \"b\"]\n1. <e2> *\n");
  mr_pgn_game game = next_game(reader);
  bool found = false;
  has_moves(&game, "e2<>f2 c3-c4");
  assert_int_equal(mr_pgn_next(reader, &game, &found, NULL), MR_ERR_SYNTAX);
  mr_pgn_reader_free(reader);
}

/** Gives a text a few bytes at a time. */
typedef struct dribble {
  const char *text;
  size_t at;
  size_t step;
} dribble;

static size_t read_dribble(void *context, char *buffer, size_t size) {
  dribble *d = context;
  size_t left = strlen(d->text) - d->at;
  size_t length = left < d->step ? left : d->step;
  length = length < size ? length : size;
  memcpy(buffer, d->text + d->at, length);
  d->at += length;
  return length;
}

static void a_stream_is_read_like_a_text(void **state) {
  (void)state;
  for (size_t step = 3; step < 40; step += 7) {
    dribble d = {GAMES, 0, step};
    mr_pgn_reader *a = NULL;
    mr_pgn_reader *b = reader_of(GAMES);
    assert_int_equal(mr_pgn_reader_new(NULL, "stream", read_dribble, &d, &a, NULL), MR_OK);
    for (int i = 0; i < 5; i++) {
      mr_pgn_game x = next_game(a);
      mr_pgn_game y = next_game(b);
      assert_int_equal(x.tag_count, y.tag_count);
      assert_int_equal(x.move_count, y.move_count);
      assert_int_equal(x.line, y.line);
      assert_string_equal(x.result, y.result);
      for (size_t k = 0; k < x.move_count; k++) {
        assert_string_equal(x.moves[k].text, y.moves[k].text);
        assert_int_equal(x.moves[k].column, y.moves[k].column);
      }
    }
    at_the_end(a);
    mr_pgn_reader_free(a);
    mr_pgn_reader_free(b);
  }
}

static void a_comment_that_was_cut_ends_with_its_game(void **state) {
  (void)state;
  static const char cut[] = "[White \"a\"]\n\n1. e4 {[%clk 1]\n[%eval 2]\n[Eve} e5 {half a comm\n"
                            "[Event \"next\"]\n\n1. d4 {whole} *\n";
  for (size_t step = 3; step < 40; step += 7) {
    dribble d = {cut, 0, step};
    mr_pgn_reader *reader = NULL;
    assert_int_equal(mr_pgn_reader_new(NULL, "stream", read_dribble, &d, &reader, NULL), MR_OK);
    mr_pgn_game game = next_game(reader);
    has_moves(&game, "e4 {[%clk 1] [%eval 2] [Eve} e5 {half a comm}");
    assert_string_equal(game.result, "*");
    game = next_game(reader);
    assert_string_equal(mr_pgn_tag(&game, "Event"), "next");
    has_moves(&game, "d4 {whole}");
    at_the_end(reader);
    mr_pgn_reader_free(reader);
  }
}

static void utf8_is_kept_and_latin_letters_become_it(void **state) {
  (void)state;
  mr_pgn_reader *reader = reader_of("[White \"J\xC3\xA9r\xC3\xB4me\"]\n[Black \"R\xE9ti\"]\n"
                                    "\n1. Nf3 {\xE2\x99\x9E \xFC\ttab} *\n");
  mr_pgn_game game = next_game(reader);
  assert_string_equal(mr_pgn_tag(&game, "White"), "J\xC3\xA9r\xC3\xB4me");
  assert_string_equal(mr_pgn_tag(&game, "Black"), "R\xC3\xA9ti");
  assert_string_equal(game.moves[0].comment, "\xE2\x99\x9E \xC3\xBC tab");
  mr_pgn_reader_free(reader);
}

static void faults_are_told_with_their_place_and_reading_goes_on(void **state) {
  (void)state;
  static const struct {
    const char *text;
    uint32_t line, column;
  } faults[] = {
      {"[Event \"x]\n", 1, 8}, {"[Event \"x\" \"y\"]\n", 1, 12},
      {"[\"x\"]\n", 1, 2},     {"[Event x]\n", 1, 8},
      {"1. e4 {no end", 1, 7}, {"1. e4\n (1. d4 (1. c4) {)}", 2, 2},
      {"1. e4 ) e5", 1, 7},    {"1. e4 } e5", 1, 7},
      {"1. e4 <e5>", 1, 7},    {"1. e4 [x \"y\"]", 1, 7},
      {"1. e4 \x01", 1, 7},    {"1. e\xE9", 1, 5},
  };
  for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
    char text[256];
    snprintf(text, sizeof text, "%s\n}\n[White \"next\"]\n\n1. d4 *\n", faults[i].text);
    /* what has no end swallows what follows */
    bool goes_on = strchr(faults[i].text, '{') == NULL;
    mr_pgn_reader *reader = reader_of(goes_on ? text : faults[i].text);
    mr_pgn_game game;
    mr_error err = {0};
    bool found;
    mr_status status = mr_pgn_next(reader, &game, &found, &err);
    if (status != MR_ERR_SYNTAX || err.line != faults[i].line || err.column != faults[i].column) {
      fail_msg("'%s': status %d at %u:%u (%s)", faults[i].text, (int)status, err.line, err.column,
               err.message);
    }
    assert_string_equal(err.source, "file");
    if (goes_on) {
      game = next_game(reader);
      assert_string_equal(mr_pgn_tag(&game, "White"), "next");
      has_moves(&game, "d4");
    }
    at_the_end(reader);
    mr_pgn_reader_free(reader);
  }
}

/** Repeats a text; the caller frees it. */
static char *repeated(const char *head, const char *part, size_t times, const char *tail) {
  mr_str text = mr_str_growing(NULL);
  mr_str_add(&text, head);
  for (size_t i = 0; i < times; i++) {
    mr_str_add(&text, part);
  }
  mr_str_add(&text, tail);
  assert_int_equal(text.status, MR_OK);
  return text.data;
}

/* Whatever is wrong with the first of three games, the second call is answered by the second. */
static void a_damaged_game_costs_no_other(void **state) {
  (void)state;
  static const char *const first[] = {
      "[Event \"1]\n[White \"a\"]\n[Black \"b\"]\n\n1. e4 *",
      "[Event \"1\"]\n[White \"a\"[\n[Black \"b\"]\n\n1. e4 *",
      "[Event \"1\"]\n[White a\"]\n[Black \"b\"]\n\n1. e4\nc5 *",
      "[Event \"1\"]\n[White \"a\"]\n[Black \"b\"[",
      "[Event \"1\"]\n[White \"a\"]\n\n1. e4 (1. d4 (1. c4) c5 *",
      "[Event \"1\"]\n[White \"a\"]\n\n1. e4 (1. d4 {so) c5 *",
  };
  for (size_t i = 0; i < sizeof first / sizeof *first; i++) {
    for (int variations = 0; variations < 2; variations++) {
      char text[256];
      snprintf(text, sizeof text, "%s\n\n[Event \"2\"]\n\n1. d4 *\n\n[Event \"3\"]\n\n1. c4 *\n",
               first[i]);
      mr_pgn_reader *reader = reader_of(text);
      mr_pgn_game game;
      bool found;
      if (variations) {
        mr_pgn_reader_keep_variations(reader);
      }
      assert_int_equal(mr_pgn_next(reader, &game, &found, NULL), MR_ERR_SYNTAX);
      game = next_game(reader);
      assert_string_equal(mr_pgn_tag(&game, "Event"), "2");
      game = next_game(reader);
      assert_string_equal(mr_pgn_tag(&game, "Event"), "3");
      at_the_end(reader);
      mr_pgn_reader_free(reader);
    }
  }
}

static void gigantic(char *text, mr_status expected) {
  mr_pgn_reader *reader = reader_of(text);
  mr_pgn_game game;
  bool found;
  mr_error err = {0};
  assert_int_equal(mr_pgn_next(reader, &game, &found, &err), expected);
  mr_pgn_reader_free(reader);
  mr_alloc_free(NULL, text, 1);
}

static void everything_has_its_bounds(void **state) {
  (void)state;
  gigantic(repeated("", "(", 100000, ""), MR_ERR_SYNTAX);
  char *closing = repeated("", ")", 100000, " *");
  gigantic(repeated("1. e4 ", "(", 100000, closing), MR_OK);
  mr_alloc_free(NULL, closing, 1);
  gigantic(repeated("", "e4 ", MR_PGN_MOVES_MAX, "*"), MR_OK);
  gigantic(repeated("", "e4 ", MR_PGN_MOVES_MAX + 1, "*"), MR_ERR_LIMIT);
  gigantic(repeated("", "[A \"b\"]", MR_PGN_TAGS_MAX, "*"), MR_OK);
  gigantic(repeated("", "[A \"b\"]", MR_PGN_TAGS_MAX + 1, "*"), MR_ERR_LIMIT);
  gigantic(repeated("[A \"", "x", MR_PGN_TEXT_MAX, "\"] *"), MR_OK);
  gigantic(repeated("[A \"", "x", MR_PGN_TEXT_MAX + 1, "\"] *"), MR_ERR_LIMIT);
  gigantic(repeated("e4 {", "x", MR_PGN_TEXT_MAX + 1, "} *"), MR_ERR_LIMIT);
  gigantic(repeated("e4 ", "{x} ", MR_PGN_TEXT_MAX, " *"), MR_ERR_LIMIT);
  gigantic(repeated("", "x", 1000, " *"), MR_ERR_SYNTAX);
}

static void want_of_memory_is_told(void **state) {
  (void)state;
  bool done = false;
  for (size_t fail_at = 1; !done; fail_at++) {
    mr_fail_alloc memory;
    mr_fail_alloc_init(&memory, fail_at);
    mr_pgn_reader *reader = NULL;
    mr_pgn_game game;
    bool found = true;
    mr_status status =
        mr_pgn_reader_over(&memory.allocator, "x", GAMES, strlen(GAMES), &reader, NULL);
    while (status == MR_OK && found) {
      status = mr_pgn_next(reader, &game, &found, NULL);
    }
    done = status == MR_OK;
    assert_true(done || status == MR_ERR_NOMEM);
    mr_pgn_reader_free(reader);
    assert_true(mr_fail_alloc_clean(&memory));
    assert_true(fail_at < 500);
  }
}

/* ---- from games to records ------------------------------------------------------------------- */

static mr_status to_record(const char *name, const char *text, mr_record *out, mr_error *err) {
  mr_game *game = mr_game_open(name, "");
  mr_pgn_reader *reader = reader_of(text);
  mr_pgn_game pgn = next_game(reader);
  mr_record_init(out, NULL);
  mr_status status = mr_pgn_to_record(&pgn, game, "file", out, err);
  if (status == MR_OK) {
    assert_int_equal(mr_record_replay(out, game, NULL, NULL, NULL, NULL, err), MR_OK);
  }
  mr_pgn_reader_free(reader);
  mr_game_free(game);
  return status;
}

static void is_record(const char *name, const char *text, const char *result, const char *rule) {
  mr_record record;
  mr_error err;
  if (to_record(name, text, &record, &err) != MR_OK) {
    fail_msg("%s:%u:%u: %s", err.source, err.line, err.column, err.message);
  }
  assert_string_equal(record.result, result);
  assert_string_equal(record.rule != NULL ? record.rule : "", rule);
  mr_record_done(&record);
}

static void games_become_records_that_can_be_replayed(void **state) {
  (void)state;
  is_record("chess", "[White \"A\"]\n[Result \"0-1\"]\n1. f3 {x} e5 2. g4 Qh4# 0-1", "0-1", "CH-1");
  is_record("chess", "1. f3 e5 *", "*", "");
  is_record("chess", "1. f3 e5 1-0", "1-0", "resignation");
  is_record("chess", "[Termination \"normal\"]\n1. f3 e5 1-0", "1-0", "resignation");
  is_record("chess", "[Termination \"time forfeit\"]\n1. f3 e5 1-0", "1-0", "time");
  is_record("chess", "[Variant \"Standard\"]\n1. f3 e5 1/2-1/2", "1/2-1/2", "agreement");
  is_record("chess", "[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 1\"]\n[SetUp \"1\"]\n1... Kd7 2. e4 *",
            "*", "");
  is_record("borderlands", "[Variant \"Borderlands\"]\n1. Wc5 *", "*", "");
  is_record("chess960",
            "[Variant \"Chess 960\"]\n[SetUp \"1\"]\n[FEN \"1rk3r1/6p1/8/8/8/8/6P1/1RK3R1 w KQkq - "
            "0 1\"]\n"
            "1. O-O Kd7 2. Rf7+ *",
            "*", "");
  is_record("colorboundmost", "[Variant \"colorboundmost\"]\n1. bc3 1... ab6 a6 *", "*", "");
}

static void is_refused(const char *name, const char *text, mr_status status, uint32_t line,
                       uint32_t column) {
  mr_record record;
  mr_error err = {0};
  mr_status got = to_record(name, text, &record, &err);
  mr_record_done(&record);
  if (got != status || err.line != line || err.column != column) {
    fail_msg("'%s': status %d at %u:%u (%s)", text, (int)got, err.line, err.column, err.message);
  }
  assert_string_equal(err.source, "file");
}

static void games_that_contradict_the_rules_are_refused(void **state) {
  (void)state;
  is_refused("chess", "\n1. f3 e5\n2. g4 Qh5 *", MR_ERR_ILLEGAL, 3, 7);
  is_refused("chess", "1. f3 e5 2. g4 Qh4 3. a3 *", MR_ERR_ILLEGAL, 1, 23);
  is_refused("chess", "1. f3 e5 2. g4 Qh4#\n 1-0", MR_ERR_MISMATCH, 2, 2);
  is_refused("chess", "\n[Variant \"Borderlands\"]\n*", MR_ERR_MISMATCH, 2, 1);
  is_refused("borderlands", "1. e4 *", MR_ERR_MISMATCH, 1, 1);
  is_refused("chess", "[FEN \"x\"] 1. e4 *", MR_ERR_SYNTAX, 1, 7);
  is_refused("chess", "\n[FEN \"4k3/8/8/8/8/8/8/4K2R w X - 0 1\"] *", MR_ERR_SYNTAX, 2, 30);
  is_refused("chess", "[SetUp \"1\"] 1. e4 *", MR_ERR_MISMATCH, 1, 9);
}

/** What a record could not hold, or `replay` would refuse without a place. */
static void results_that_do_not_fit_are_refused_where_they_stand(void **state) {
  (void)state;
  is_refused("chess", "1. e4 e5\n  1/2-1/2-0 ", MR_ERR_MISMATCH, 2, 3);
  is_refused("chess", "1. f3 e5 2. g4 Qh4# 0-1-0", MR_ERR_MISMATCH, 1, 21);
  is_refused("chess", "1. e4 3/4-1/4", MR_ERR_MISMATCH, 1, 7);
  is_refused("borderline", "[Variant \"borderline\"]\n\n0-0-1-0", MR_ERR_MISMATCH, 3, 1);
}

/* ---- writing --------------------------------------------------------------------------------- */

static void tags_are_quoted(void **state) {
  (void)state;
  mr_str out = mr_str_growing(NULL);
  mr_pgn_add_tag(&out, "White", "a \"b\" \\ \n\xE9 \xC3\xA9");
  assert_string_equal(mr_str_text(&out), "[White \"a \\\"b\\\" \\\\  \xC3\xA9 \xC3\xA9\"]\n");
  mr_str_reset(&out);
  mr_pgn_add_tag(&out, "A", "");
  assert_string_equal(mr_str_text(&out), "[A \"\"]\n");
  mr_str_done(&out);
}

/** Writes a game of these actions, each with the comment. */
static void write_game(const char *name, const char *actions, const char *comment, uint32_t number,
                       mr_str *out) {
  mr_table table;
  mr_table_open_game(&table, name, "", NULL);
  mr_state *before = mr_state_new(table.game, NULL);
  mr_pgn_moves moves;
  mr_pgn_moves_init(&moves, table.game, number, out);
  char all[2048];
  snprintf(all, sizeof all, "%s", actions);
  char *rest = NULL;
  for (char *word = strtok_r(all, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest)) {
    mr_action action;
    mr_state_copy(table.game, before, table.state);
    assert_int_equal(mr_game_parse_action(table.game, before, word, strlen(word), &action, NULL),
                     MR_OK);
    mr_game_make(table.game, table.state, action, NULL, NULL);
    mr_pgn_moves_add(&moves, before, action, table.state, comment);
  }
  mr_pgn_moves_end(&moves, NULL, "*");
  mr_state_free(table.game, NULL, before);
  mr_table_close(&table);
}

static void movetext_has_numbers_marks_and_comments(void **state) {
  (void)state;
  mr_str out = mr_str_growing(NULL);
  write_game("chess", "f2f3 e7e5 g2g4 d8h4", NULL, 1, &out);
  assert_string_equal(mr_str_text(&out), "1. f3 e5 2. g4 Qh4# *\n\n");
  mr_str_reset(&out);
  write_game("chess", "f2f3 e7e5", "+0.35/12 0.101s", 7, &out);
  assert_string_equal(mr_str_text(&out), "7. f3 {+0.35/12 0.101s} 7... e5 {+0.35/12 0.101s} *\n\n");
  mr_str_reset(&out);
  write_game("chess", "f2f3", "a } b\n c  d", 1, &out);
  assert_string_equal(mr_str_text(&out), "1. f3 {a ) b c d} *\n\n");
  mr_str_done(&out);
}

static void turns_of_several_actions_have_one_number(void **state) {
  (void)state;
  mr_str out = mr_str_growing(NULL);
  write_game("colorboundmost", "b2c3 a7b6 b7a6", NULL, 1, &out);
  assert_string_equal(mr_str_text(&out), "1. bc3 1... ab6 a6 *\n\n");
  mr_pgn_reader *reader = NULL;
  assert_int_equal(mr_pgn_reader_over(NULL, "x", mr_str_text(&out), out.length, &reader, NULL),
                   MR_OK);
  mr_pgn_game game = next_game(reader);
  assert_int_equal(game.move_count, 3);
  mr_pgn_reader_free(reader);
  mr_str_done(&out);
}

static void lines_are_no_longer_than_eighty_columns_and_read_the_same(void **state) {
  (void)state;
  mr_str out = mr_str_growing(NULL);
  write_game("chess", "g1f3 g8f6 f3g1 f6g8 b1c3 b8c6 c3b1",
             "caf\xC3\xA9 {x% %y ;z \xC3\xA9\xC3\xA9", 1, &out);
  size_t column = 0;
  for (size_t i = 0; i < out.length; i++) {
    char c = out.data[i];
    assert_false(column == 0 && c == '%');
    column = c == '\n' ? 0 : column + (((unsigned char)c & 0xC0) != 0x80);
    assert_true(column <= 80);
    assert_false(c == '\n' && i > 0 && out.data[i - 1] == ' ');
  }
  mr_pgn_reader *reader = reader_of(mr_str_text(&out));
  mr_pgn_game game = next_game(reader);
  assert_int_equal(game.move_count, 7);
  for (size_t i = 0; i < 7; i++) {
    /* ends of lines are blanks */
    assert_string_equal(game.moves[i].comment, "caf\xC3\xA9 {x% %y ;z \xC3\xA9\xC3\xA9");
  }
  at_the_end(reader);
  mr_pgn_reader_free(reader);
  mr_str_done(&out);
}

/* Letters of two bytes take one column: what fits in eighty is not broken before. */
static void lines_are_as_long_as_eighty_columns_let_them_be(void **state) {
  (void)state;
  char comment[2 * 72 + 1] = "";
  mr_str text = mr_str_fixed(comment, sizeof comment);
  mr_str out = mr_str_growing(NULL);
  for (size_t i = 0; i < 71; i++) {
    mr_str_add(&text, "\xC3\xA9");
  }
  write_game("chess", "f2f3", comment, 1, &out); /* "1. f3 {" and "}" are nine more columns */
  assert_int_equal(strcspn(mr_str_text(&out), "\n"), 9 - 1 + 2 * 71);
  mr_str_reset(&out);
  mr_str_add(&text, "x");
  write_game("chess", "f2f3", comment, 1, &out);
  assert_int_equal(strcspn(mr_str_text(&out), "\n"), strlen("1. f3"));
  mr_str_done(&out);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(lines_are_as_long_as_eighty_columns_let_them_be),
    cmocka_unit_test(games_are_read_with_all_that_is_about_them),
    cmocka_unit_test(an_exchange_is_a_word_and_what_begins_with_an_angle_is_none),
    cmocka_unit_test(a_stream_is_read_like_a_text),
    cmocka_unit_test(a_comment_that_was_cut_ends_with_its_game),
    cmocka_unit_test(utf8_is_kept_and_latin_letters_become_it),
    cmocka_unit_test(faults_are_told_with_their_place_and_reading_goes_on),
    cmocka_unit_test(a_damaged_game_costs_no_other),
    cmocka_unit_test(everything_has_its_bounds),
    cmocka_unit_test(want_of_memory_is_told),
    cmocka_unit_test(games_become_records_that_can_be_replayed),
    cmocka_unit_test(games_that_contradict_the_rules_are_refused),
    cmocka_unit_test(results_that_do_not_fit_are_refused_where_they_stand),
    cmocka_unit_test(tags_are_quoted),
    cmocka_unit_test(movetext_has_numbers_marks_and_comments),
    cmocka_unit_test(turns_of_several_actions_have_one_number),
    cmocka_unit_test(lines_are_no_longer_than_eighty_columns_and_read_the_same),
};

MR_TEST_MAIN(tests)
