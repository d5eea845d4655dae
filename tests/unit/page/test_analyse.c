/* Games as texts, lines, searches, turning points, endings, and what is sent back. */
#include <marcher/endgame.h>
#include <marcher/review.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/base64.h"
#include "borderline_open.h"
#include "page/page.h"
#include "test_main.h"

/* Asks with words that '~' separates. */
static const char *ask(mr_page *page, const char *words) {
  char request[8192];
  size_t length = strlen(words) + 1;
  assert_true(length <= sizeof request);
  for (size_t i = 0; i < length; i++) {
    request[i] = (char)(words[i] == '~' ? '\0' : words[i]);
  }
  const mr_str *answer = mr_page_answer(page, request, length);
  mr_json_value *value = NULL;
  mr_error error;
  assert_non_null(answer);
  if (mr_json_value_read(mr_str_text(answer), answer->length, &value, &error) != MR_OK) {
    fail_msg("%u: %s in:\n%s", error.column, error.message, mr_str_text(answer));
  }
  mr_json_value_free(value);
  return mr_str_text(answer);
}

static void expect(const char *answer, const char *part) {
  if (strstr(answer, part) == NULL) {
    fail_msg("expected %s in:\n%s", part, answer);
  }
}

static mr_page *page_of(const char *words) {
  mr_page *page = NULL;
  assert_int_equal(mr_page_new(NULL, &page, NULL), MR_OK);
  expect(ask(page, words), "\"opened\": true");
  return page;
}

/* ---- texts ----------------------------------------------------------------------------------- */

static void what_a_text_holds_is_listed(void **unused) {
  (void)unused;
  mr_page *page = NULL;
  assert_int_equal(mr_page_new(NULL, &page, NULL), MR_OK);
  const char *answer = ask(page, "inspect~[White \"Ann\"]\n\n1. e4 *\n[Variant \"Crazyhouse\"]\n"
                                 "[Set \"stalemateValue=win\"]\n\n1. e4 e5 1-0");
  expect(answer, "\"kind\": \"pgn\"");
  expect(answer, "{\"game\": \"chess\", \"sets\": [], \"players\": [\"Ann\", \"?\"]");
  expect(answer, "{\"game\": \"crazyhouse\", \"sets\": [\"stalemateValue=win\"]");
  answer = ask(page, "inspect~[Marcher \"1\"]\n[Game \"chess\"]\n[Set \"castling=false\"]\n"
                     "[Player \"White\" \"human\"]\n\ne2e4");
  expect(answer, "\"kind\": \"record\", \"games\": [{\"game\": \"chess\", \"sets\": "
                 "[\"castling=false\"], \"players\": [\"human\"]");
  expect(ask(page, "inspect~[Varient \"Antichess\"]\n[FENN \"x\"]\n\n1. e4 *"),
         "\"misspelt\": [{\"tag\": \"Varient\", \"meant\": \"Variant\"}, "
         "{\"tag\": \"FENN\", \"meant\": \"FEN\"}]");
  expect(ask(page, "inspect~1. e4 *"), "\"misspelt\": []");
  expect(ask(page, "inspect~"), "there is no game in this text");
  expect(ask(page, "inspect~[Marcher \"9\"]"), "newer Marcher (format 9)");
  expect(ask(page, "inspect~1. e4 {x"), "\"line\": 1, \"column\": 7, \"message\": \"a comment has");
  mr_page_free(page);
}

static void a_damaged_game_costs_those_behind_it_nothing(void **unused) {
  (void)unused;
  mr_page *page = page_of("open~chess");
  static const char text[] = "[White \"Ann\"\n\n1. e4 *\n\n[White \"Bob\"]\n\n1. d4 d5 *\n\n"
                             "[White \"Cid\"]\n\n1. c4 {x";
  char words[256];
  mr_str request = mr_str_fixed(words, sizeof words);
  mr_str_format(&request, "inspect~%s", text);
  const char *answer = ask(page, words);
  expect(answer, "\"games\": [{\"game\": \"chess\", \"sets\": [], \"players\": [\"Bob\", \"?\"]");
  assert_null(strstr(answer, "Cid"));
  expect(answer, "\"line\": 3, \"column\": 1, \"message\": \"expected ']' after the tag\"}}");
  request = mr_str_fixed(words, sizeof words);
  mr_str_format(&request, "tree~%s~0", text);
  expect(ask(page, words), "\"short\": \"d5\"");
  request = mr_str_fixed(words, sizeof words);
  mr_str_format(&request, "tree~%s~1", text);
  expect(ask(page, words), "there is no such game");
  mr_page_free(page);
}

static void a_game_is_a_tree_of_what_was_played_and_what_could_have_been(void **unused) {
  (void)unused;
  mr_page *page = page_of("open~chess");
  const char *answer =
      ask(page, "tree~[Event \"x\"]\n\n1. e4 {a} (1. d4 d5 (1... Nf6)) e5 2. Nf3 *~0");
  expect(answer, "{\"parent\": 0, \"text\": \"e2e4\", \"short\": \"e4\", \"player\": \"White\", "
                 "\"number\": 1, \"first\": true, \"comment\": \"a\"}");
  expect(answer, "{\"parent\": 0, \"text\": \"d2d4\", \"short\": \"d4\"");
  expect(answer, "{\"parent\": 2, \"text\": \"d7d5\"");
  expect(answer, "{\"parent\": 2, \"text\": \"g8f6\", \"short\": \"Nf6\", \"player\": \"Black\", "
                 "\"number\": 1, \"first\": false");
  expect(answer, "{\"parent\": 5, \"text\": \"g1f3\", \"short\": \"Nf3\", \"player\": \"White\", "
                 "\"number\": 2");
  answer = ask(page, "tree~1. e4 (1. d4 d6 2. Ke3) e5 *~0");
  expect(answer, "\"line\": 1, \"column\": 20, \"message\": \"'Ke3' is no legal move here\"");
  answer = ask(page, "tree~1. e4 e4 *~0");
  expect(answer, "\"line\": 1, \"column\": 7, \"message\": \"'e4' is no legal move here\"");
  expect(ask(page, "tree~1. e4 *~3"), "there is no such game");
  answer = ask(page, "tree~[Marcher \"3\"]\n[Game \"chess\"]\n[Remark \"1\" \"Why?\"]\n"
                     "[Times \"1.5\"]\n\ne2e4 e7e5~0");
  expect(answer, "\"remarks\": [{\"at\": 1, \"text\": \"Why?\"}]");
  expect(answer, "{\"parent\": 1, \"text\": \"e7e5\", \"short\": \"e5\"");
  answer = ask(page, "tree~[Marcher \"1\"]\n[Game \"chess\"]\n\ne2e4 e7e4~0");
  expect(answer, "\"line\": 4, \"column\": 6");
  mr_page_free(page);
}

static void variations_are_written_as_they_were_read(void **unused) {
  (void)unused;
  mr_page *page = page_of("open~chess");
  const char *answer = ask(page, "convert~pgn~[White \"Ann\"]\n\ne2e4 {a} (d2d4 {b} d7d5 (g8f6)) "
                                 "(c2c4) e7e5 g1f3 *");
  expect(answer, "1. e4 {a} ( 1. d4 {b} 1... d5 ( 1... Nf6 ) ) ( 1. c4 ) 1... e5 2. Nf3 *");
  expect(answer, "[White \\\"Ann\\\"]");
  answer = ask(page, "convert~record~e2e4 {a} (d2d4) e7e5 1-0");
  expect(answer, "e2e4 {a} e7e5");
  expect(answer, "[Result \\\"1-0\\\"]");
  expect(answer, "[Rule \\\"resignation\\\"]");
  expect(ask(page, "convert~html~e2e4"), "written as 'pgn' or 'record', not 'html'");
  mr_page_free(page);
}

static void games_of_dice_and_of_long_turns_are_trees_too(void **unused) {
  (void)unused;
  mr_page *page = page_of("open~colorboundmost");
  expect(ask(page, "begin~1"), "\"count\": 0");
  const char *actions = ask(page, "actions");
  char first[64] = "";
  const char *at = strstr(actions, "\"action\": \"") + strlen("\"action\": \"");
  strncat(first, at, strcspn(at, "\""));
  char words[256];
  mr_str text = mr_str_fixed(words, sizeof words);
  mr_str_format(&text, "line~%s", first);
  expect(ask(page, words), "\"number\": 1, \"first\": true");
  mr_page_free(page);
}

/* ---- lines and searches ---------------------------------------------------------------------- */

static void a_line_is_gone_to_from_anywhere(void **unused) {
  (void)unused;
  mr_page *page = page_of("open~chess");
  expect(ask(page, "line~e2e4 e7e5 g1f3"), "\"last\": {\"text\": \"g1f3\", \"short\": \"Nf3\", "
                                           "\"player\": \"White\", \"number\": 2");
  expect(ask(page, "line~e2e4 c7c5"), "\"count\": 2");
  expect(ask(page, "line~e2e4 c7c5"), "\"short\": \"c5\"");
  expect(ask(page, "line~e2e4 c7c5"), "Black's Pawn goes from c7 to c5");
  expect(ask(page, "line~"), "\"last\": null, \"events\": []");
  expect(ask(page, "line~e2e5"), "\"error\"");
  expect(ask(page, "line~e2e4 e7e5 g1f3 b8c6"), "\"count\": 4");
  mr_page_free(page);
}

static void what_a_level_would_do_is_told_with_lines(void **unused) {
  (void)unused;
  mr_page *page = page_of("open~chess");
  expect(ask(page, "line~f2f3 e7e5 g2g4"), "\"count\": 3");
  const char *answer = ask(page, "study~level:8,nodes:20000");
  expect(answer, "\"player\": \"Black\"");
  expect(answer, "\"lines\": [{\"value\": 1.0, \"at_most\": false, \"moves\": [{\"text\": "
                 "\"d8h4\", \"short\": \"Qh4#\"");
  ask(page, "line~e2e4");
  answer = ask(page, "study~level:8,nodes:6000~lines");
  const char *second = strstr(answer, "\"at_most\": false, \"moves\": [");
  assert_non_null(second);
  second = strstr(second + 1, "\"at_most\": false, \"moves\": [{\"text\": ");
  assert_non_null(second); /* a line of its own, of more than one move */
  expect(second, "\"player\": \"Black\", \"number\": 1, \"first\": false}, {\"text\": ");
  expect(ask(page, "moves~-"),
         "\"moves\": [{\"player\": \"White\", \"number\": 1, \"text\": \"e2e4\"");
  expect(ask(page, "study~level:8~more"), "a study is of 'lines', not of 'more'");
  ask(page, "line~f2f3 e7e5 g2g4");
  expect(ask(page, "study~level:99"), "\"error\"");
  expect(ask(page, "line~f2f3 e7e5 g2g4 d8h4"), "terminal");
  expect(ask(page, "study~level:8"), "there is nothing to decide");
  mr_page_free(page);
}

static void where_a_game_turned_is_found_turn_by_turn(void **unused) {
  (void)unused;
  mr_page *page = page_of("open~chess");
  expect(ask(page, "review_turn"), "no review is under way");
  ask(page, "line~f2f3 e7e5 g2g4 d8h4");
  expect(ask(page, "review~nodes:2000"), "\"turns\": 4");
  for (int i = 3; i >= 0; i--) {
    expect(ask(page, "review_turn"), "\"left\": ");
  }
  expect(ask(page, "review_turn"), "all turns have been looked at");
  const char *answer = ask(page, "review_found");
  expect(answer, "3. White plays g2g4");
  expect(answer, "{\"player\": \"Black\", \"turns\": 2, \"mistakes\": 0, \"blunders\": 0");
  mr_page_free(page);
}

/* What a page says of a game is what the prompt and the lab say of it. */
static void a_review_looks_as_long_as_anywhere_else(void **unused) {
  (void)unused;
  char *found[2];
  char told[64];
  mr_str named = mr_str_fixed(told, sizeof told);
  mr_str_format(&named, "review~level:8,nodes:%d", MR_REVIEW_NODES);
  const char *const asked[2] = {"review~level:8", told};
  for (int i = 0; i < 2; i++) {
    mr_page *page = page_of("open~chess");
    ask(page, "line~f2f3 e7e5");
    expect(ask(page, asked[i]), "\"turns\": 2");
    ask(page, "review_turn");
    ask(page, "review_turn");
    found[i] = strdup(ask(page, "review_found"));
    assert_non_null(found[i]);
    mr_page_free(page);
  }
  assert_string_equal(found[0], found[1]);
  free(found[0]);
  free(found[1]);
}

/* "table" and a file of tables of an ending of a game, as a page sends it. */
static mr_str table_of(const char *name, const char *men_text) {
  char path[] = "/tmp/marcher-table-XXXXXX", bytes[1 << 16];
  mr_game *game = mr_game_open(name, "");
  mr_endgame *endgame = NULL;
  mr_endgame_men men;
  mr_str words = mr_str_growing(NULL);
  assert_int_equal(mr_endgame_men_parse(game, men_text, strlen(men_text), &men, NULL), MR_OK);
  assert_int_equal(mr_endgame_new(game, &men, &(mr_endgame_options){0}, &endgame, NULL), MR_OK);
  close(mkstemp(path));
  assert_int_equal(mr_endgame_save(endgame, path, NULL), MR_OK);
  FILE *file = fopen(path, "rb");
  assert_non_null(file);
  size_t length = fread(bytes, 1, sizeof bytes, file);
  assert_true(length > 0 && length < sizeof bytes);
  fclose(file);
  unlink(path);
  mr_str_bytes(&words, "table", 6);
  mr_base64_encode(bytes, length, &words);
  mr_str_bytes(&words, "", 1);
  mr_endgame_free(endgame);
  mr_game_free(game);
  return words;
}

static const char *send(mr_page *page, const mr_str *words) {
  const mr_str *answer = mr_page_answer(page, mr_str_text(words), words->length);
  assert_non_null(answer);
  return mr_str_text(answer);
}

static void tables_that_are_brought_answer_first(void **unused) {
  (void)unused;
  mr_str words = table_of("gardner", "KQvK");
  mr_page *page = page_of("open~gardner");
  ask(page, "begin~1~k4/5/1K3/5/3Q1 w - - 0 1");
  char *own = strdup(ask(page, "ending"));
  assert_non_null(own);
  expect(own, "\"brought\": false");
  expect(send(page, &words), "\"men\": \"KQvK\", \"tables\": ");
  expect(send(page, &words), "\"men\": \"KQvK\"");
  const char *answer = ask(page, "ending");
  expect(answer, "\"brought\": true");
  /* They say what is worked out without them. */
  assert_string_equal(strstr(answer, "\"winner\""), strstr(own, "\"winner\""));
  free(own);
  expect(ask(page, "table~AAAA"), "\"error\"");
  expect(ask(page, "table~no letters"), "a table has to come in base64");
  /* Tables of other rules are refused, and so is a file that was cut off. */
  expect(ask(page, "open~chess"), "\"opened\": true");
  ask(page, "begin~1");
  expect(send(page, &words), "\"error\"");
  expect(ask(page, "open~gardner"), "\"opened\": true");
  ask(page, "begin~1");
  for (size_t cut = 5; cut < 400; cut += 100) { /* fours of letters are whole bytes */
    mr_str part = mr_str_growing(NULL);
    mr_str_bytes(&part, mr_str_text(&words), words.length - 4 * cut - 1);
    mr_str_bytes(&part, "", 1);
    expect(send(page, &part), "\"error\"");
    mr_str_done(&part);
  }
  mr_str_done(&words);
  mr_page_free(page);
}

static void tables_tell_the_truth_of_small_endings(void **unused) {
  (void)unused;
  mr_page *page = page_of("open~gardner");
  const char *answer = ask(page, "begin~1~k4/5/1K3/5/3Q1 w - - 0 1");
  expect(answer, "\"count\": 0");
  answer = ask(page, "ending");
  expect(answer, "\"men\": \"KQvK\"");
  expect(answer, "\"winner\": \"White\", \"plies\": ");
  expect(answer,
         "\"result\": {\"winner\": \"White\", \"plies\": 0, \"text\": \"White wins in 0 plies\"");
  ask(page, "begin~1");
  expect(ask(page, "ending"), "more than 6 men");
  mr_page_free(page);
  page = page_of("open~borderline");
  ask(page, "begin~1");
  expect(ask(page, "ending"), "no tables of endings");
  mr_page_free(page);
}

/* ---- what leaves the page -------------------------------------------------------------------- */

static void what_is_sent_back_says_who_when_and_what(void **unused) {
  (void)unused;
  mr_page *page = page_of("open~chess~castling=false");
  expect(ask(page, "begin~7"), "\"count\": 0");
  ask(page, "seat~Black~level:2");
  ask(page, "play~-~e2e4");
  ask(page, "play~-~e7e5");
  const char *answer = ask(page, "report~Ann~2026-11-22~3200 -~0~Where do I begin?~2~Why?");
  expect(answer, "[Marcher \\\"3\\\"]\\n[Game \\\"chess\\\"]\\n[Definition ");
  expect(answer, "[Set \\\"castling=false\\\"]");
  expect(answer, "[Player \\\"Black\\\" \\\"level 2\\\"]\\n[Tester \\\"Ann\\\"]\\n[Sent "
                 "\\\"2026-11-22\\\"]\\n[Times \\\"3.200 -\\\"]\\n[Remark \\\"0\\\" "
                 "\\\"Where do I begin?\\\"]\\n[Remark \\\"2\\\" \\\"Why?\\\"]");
  expect(ask(page, "report~~~~3~late"), "'3' is no whole number from 0 to 2");
  expect(ask(page, "picture~-"), "<svg");
  mr_page_free(page);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(what_a_text_holds_is_listed),
    cmocka_unit_test(a_damaged_game_costs_those_behind_it_nothing),
    cmocka_unit_test(a_game_is_a_tree_of_what_was_played_and_what_could_have_been),
    cmocka_unit_test(variations_are_written_as_they_were_read),
    cmocka_unit_test(games_of_dice_and_of_long_turns_are_trees_too),
    cmocka_unit_test(a_line_is_gone_to_from_anywhere),
    cmocka_unit_test(what_a_level_would_do_is_told_with_lines),
    cmocka_unit_test(where_a_game_turned_is_found_turn_by_turn),
    cmocka_unit_test(a_review_looks_as_long_as_anywhere_else),
    cmocka_unit_test(tables_tell_the_truth_of_small_endings),
    cmocka_unit_test(tables_that_are_brought_answer_first),
    cmocka_unit_test(what_is_sent_back_says_who_when_and_what),
};

MR_TEST_MAIN(tests)
