#include <string.h>

#include "page/page.h"
#include "test_main.h"

/* Asks with words that blanks separate; "|" stands for a blank. */
static const char *ask(mr_page *page, const char *words) {
  char request[4096];
  size_t length = strlen(words) + 1;
  assert_true(length <= sizeof request);
  for (size_t i = 0; i < length; i++) {
    request[i] = (char)(words[i] == ' ' ? '\0' : words[i] == '|' ? ' ' : words[i]);
  }
  const mr_str *answer = mr_page_answer(page, request, length);
  assert_non_null(answer);
  return mr_str_text(answer);
}

static void expect(const char *answer, const char *part) {
  if (strstr(answer, part) == NULL) {
    fail_msg("expected %s in:\n%s", part, answer);
  }
}

static void expect_not(const char *answer, const char *part) {
  if (strstr(answer, part) != NULL) {
    fail_msg("did not expect %s in:\n%s", part, answer);
  }
}

static mr_page *page_of(const char *game) {
  char words[64];
  mr_page *page = NULL;
  mr_str text = mr_str_fixed(words, sizeof words);
  assert_int_equal(mr_page_new(NULL, &page, NULL), MR_OK);
  mr_str_format(&text, "open %s", game);
  expect(ask(page, words), "\"opened\": true");
  return page;
}

static void a_game_is_told_in_short(void **unused) {
  (void)unused;
  mr_page *page = page_of("borderlands");
  const char *answer = ask(page, "learn -");
  expect(answer, "\"summary\": \"Take both enemy Chiefs");
  expect(answer, "\"goals\": [{\"id\": \"BL-16\"");
  expect(answer, "\"ends\": [{\"id\": \"BL-19\""); /* goals are not told twice */
  expect(answer, "\"name\": \"Warrior\"");
  expect(answer, "capitals are White's, small letters Black's");
  mr_page_free(page);
}

/* Pictures of the Warlord Games know ten levels of leaders; nobody has to learn those of other
 * games. */
static void only_pieces_of_this_game_are_told(void **unused) {
  (void)unused;
  mr_page *page = page_of("warlord-clash-of-arms");
  const char *answer = ask(page, "learn -");
  expect(answer, "\"name\": \"leader of level 1\"");
  expect(answer, "\"name\": \"infantry\"");
  expect_not(answer, "\"name\": \"leader of level 10\"");
  expect_not(answer, "\"name\": \"promoted leader\"");
  mr_page_free(page);
  page = page_of("warlord-clash-of-arms reinforcements=w3:P1@b5");
  expect(ask(page, "learn -"), "\"name\": \"leader of level 4\""); /* it comes later */
  mr_page_free(page);
  page = page_of("borderlands");
  expect(ask(page, "learn -"), "\"name\": \"Marauder\""); /* all of them are in the hand */
  mr_page_free(page);
}

static void a_piece_is_told_with_its_squares(void **unused) {
  (void)unused;
  mr_page *page = page_of("chess");
  const char *answer = ask(page, "about - cell:g1");
  expect(answer, "\"name\": \"Knight\", \"owner\": \"White\"");
  expect(answer, "g1: White's Knight (N)");
  expect(answer, "It can now play: g1f3, g1h3.");
  expect(answer, "\"now\": true, \"from\": \"g1\", \"reach\": [\"f3\", \"h3\"]");
  expect(answer, "\"kind\": \"diagram\"");
  /* Black's men could go there at Black's next turn. */
  answer = ask(page, "about - cell:g8");
  expect(answer, "\"now\": false, \"from\": \"g8\", \"reach\": [\"f6\", \"h6\"]");
  answer = ask(page, "about - piece:Queen");
  expect(answer, "White's Q: on d1.");
  expect(ask(page, "about - cell:e5"), "e5: nothing stands there.");
  expect(ask(page, "about - cell:z9"), "there is no 'cell:z9' here");
  expect(ask(page, "about - piece:Unicorn"), "there is no 'piece:Unicorn' here");
  mr_page_free(page);
}

static void where_a_piece_is_dropped_is_told(void **unused) {
  (void)unused;
  mr_page *page = page_of("borderlands");
  expect(ask(page, "about - piece:Marauder"), "\"now\": true, \"from\": null, \"reach\": [\"a6\"");
  mr_page_free(page);
}

static void what_is_hidden_is_not_told(void **unused) {
  (void)unused;
  mr_page *page = page_of("warlord-border-war");
  expect(ask(page, "play White S@d2"), "\"events\"");
  expect(ask(page, "about White cell:d2"), "\"owner\": \"White\"");
  expect(ask(page, "about Black cell:d2"), "d2: nothing stands there.");
  mr_page_free(page);
}

static void examples_are_played_beside_the_game(void **unused) {
  (void)unused;
  mr_page *page = page_of("chess");
  const char *answer = ask(page, "examples");
  expect(answer, "\"event\": \"end\", \"title\": \"Winning\"");
  expect(answer, "\"event\": \"capture\"");
  expect(ask(page, "lesson begin 1 6k1/5ppp/8/8/8/8/8/R6K|w|-|-|0|1"), "\"decision\"");
  expect(ask(page, "lesson pick cell:a1 cell:a8"), "\"action\": \"a1a8\"");
  expect(ask(page, "lesson play - a1a8"), "\"kind\": \"end\"");
  expect(ask(page, "look -"), "\"count\": 0"); /* the game itself stands where it stood */
  expect(ask(page, "lesson open chess"), "there is no request 'lesson open' so");
  expect(ask(page, "lesson play"), "there is no request 'lesson play' so");
  mr_page_free(page);
}

static void puzzles_come_with_a_game_or_are_looked_for(void **unused) {
  (void)unused;
  mr_page *page = page_of("chess");
  expect(ask(page, "puzzles"), "\"rule\": {\"id\": \"CH-1\"");
  expect(ask(page, "open chess castling=false"), "\"opened\": true");
  expect(ask(page, "puzzles"), "\"puzzles\": []"); /* they are of other rules */
  bool found = false;
  char words[32];
  for (unsigned seed = 1; seed < 20 && !found; seed++) {
    mr_str text = mr_str_fixed(words, sizeof words);
    mr_str_format(&text, "puzzle %u", seed);
    found = strstr(ask(page, words), "\"turn\"") != NULL;
  }
  assert_true(found);
  expect(ask(page, "puzzle x"), "'x' is no whole number");
  mr_page_free(page);
}

static void a_page_brings_puzzles_of_its_own(void **unused) {
  (void)unused;
  mr_page *page = NULL;
  assert_int_equal(mr_page_new(NULL, &page, NULL), MR_OK);
  expect(ask(page, "define rules my.ini [mine:chess] puzzles mine nonsense"), "\"defined\": true");
  expect(ask(page, "open mine"), "\"opened\": true");
  expect(ask(page, "puzzles"), "a file of puzzles begins with");
  expect(ask(page, "define rules my.ini [mine:chess]"), "\"defined\": true");
  expect_not(ask(page, "puzzles"), "error");
  mr_page_free(page);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_game_is_told_in_short),
    cmocka_unit_test(only_pieces_of_this_game_are_told),
    cmocka_unit_test(a_piece_is_told_with_its_squares),
    cmocka_unit_test(where_a_piece_is_dropped_is_told),
    cmocka_unit_test(what_is_hidden_is_not_told),
    cmocka_unit_test(examples_are_played_beside_the_game),
    cmocka_unit_test(puzzles_come_with_a_game_or_are_looked_for),
    cmocka_unit_test(a_page_brings_puzzles_of_its_own),
};

MR_TEST_MAIN(tests)
