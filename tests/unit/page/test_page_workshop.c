#include <string.h>

#include "page/page.h"
#include "test_main.h"

enum { WORDS_MAX = 16 };

/* Asks with words; NULL ends them. */
static const char *ask(mr_page *page, const char *const words[WORDS_MAX]) {
  static char request[16384];
  size_t length = 0;
  for (size_t i = 0; i < WORDS_MAX && words[i] != NULL; i++) {
    size_t size = strlen(words[i]) + 1;
    assert_true(length + size <= sizeof request);
    memcpy(request + length, words[i], size);
    length += size;
  }
  const mr_str *answer = mr_page_answer(page, request, length);
  assert_non_null(answer);
  return mr_str_text(answer);
}

#define ASK(page, ...) ask(page, (const char *const[WORDS_MAX]){__VA_ARGS__})

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

static mr_page *new_page(void) {
  mr_page *page = NULL;
  assert_int_equal(mr_page_new(NULL, &page, NULL), MR_OK);
  return page;
}

/* ---- definitions ----------------------------------------------------------------------------- */

static void a_draft_is_opened_over_what_the_page_has(void **unused) {
  (void)unused;
  mr_page *page = new_page();
  const char *answer = ASK(page, "draft", "mine", "[mine:base]\ntitle = Mine\n", "rules", "base",
                           "[base:chess]\nmaxFile = 8\n");
  expect(answer, "\"opened\": true");
  expect(answer, "{\"name\": \"mine\", \"parent\": \"base\", \"line\": 1}");
  expect(answer, "\"title\": \"Mine\"");
  /* What it defines takes the place of what stands there, and may extend it. */
  answer = ASK(page, "draft", "base", "[base:base]\ntitle = Other\n", "rules", "base",
               "[base:chess]\ncastling = false\n");
  expect(answer, "\"title\": \"Other\"");
  mr_page_free(page);
}

static void complaints_of_a_draft_say_where_and_what_to_write(void **unused) {
  (void)unused;
  mr_page *page = new_page();
  expect(ASK(page, "draft", "good", "[good:chess]\ntitle = Good\n"), "\"opened\": true");
  const char *answer = ASK(page, "draft", "good", "[good:chess]\nmaxFil = 8\n");
  expect(answer, "\"opened\": false");
  expect(answer,
         "\"draft\": true, \"source\": \"draft\", \"line\": 2, \"column\": 1, \"length\": 6");
  expect(answer, "\"remedy\": \"maxFile\"");
  expect(ASK(page, "draft", "good", "[good:ches]\n"), "\"remedy\": \"chess\"");
  expect(ASK(page, "draft", "good", "[good:chess]\nmaxRank = 99\n"), "\"remedy\": \"16\"");
  expect(ASK(page, "draft", "good", "[good:chess]\ncastling = fasle\n"), "\"remedy\": \"false\"");
  static const char *const mended[][2] = {
      {"startFen = 4k3/8/8/8/8/8/7/4K3 w - - 0 1", "\"remedy\": \"8\""},
      {"startFen = 4k3/8/8/8/8/8/8/4K2 w - - 0 1", "\"remedy\": \"4K3\""},
      {"startFen = 4k3/8/8/8/8/8/8/4K11 w - - 0 1", "\"remedy\": \"4K3\""},
      {"startFen = rnbqkbn/8/8/8/8/8/8/4K3 w - - 0 1", "\"remedy\": \"rnbqkbn1\""},
      {"startFen = rnbqkbnrr/8/8/8/8/8/8/4K3 w - - 0 1", "\"remedy\": null"},
      {"startFen = 4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1", "\"remedy\": \"-\""},
      {"flagRegionWhite = *8 b9", "\"remedy\": \"b8\""},
      {"flagRegionWhite = k*", "\"remedy\": \"h*\""},
      {"flagRegionWhite = a", "\"remedy\": \"a*\""},
      {"flagRegionWhite = 4", "\"remedy\": \"*4\""},
      {"flagRegionWhite = nowhere", "\"remedy\": null"},
  };
  for (size_t i = 0; i < sizeof mended / sizeof mended[0]; i++) {
    char text[128];
    mr_str draft = mr_str_fixed(text, sizeof text);
    mr_str_format(&draft, "[good:chess]\n%s\n", mended[i][0]);
    expect(ASK(page, "draft", "good", text), mended[i][1]);
  }
  expect(ASK(page, "draft", "good", "[good:chess]\ncustomPiece1 = a:x\n"), "\"remedy\": null");
  /* The last good game is the one that is open. */
  expect(ASK(page, "look", "-"), "\"columns\": 8");
  expect(ASK(page, "draft", "none", "[good:chess]\n"), "\"opened\": false");
  mr_page_free(page);
}

static void texts_to_begin_with_play(void **unused) {
  (void)unused;
  static char text[4096];
  static const char *const parents[] = {NULL, "chess", "borderline", "warlord-border-war"};
  for (size_t i = 0; i < sizeof parents / sizeof parents[0]; i++) {
    mr_page *page = new_page();
    const char *answer = ASK(page, "template", "own", parents[i]);
    const char *from = strstr(answer, "\"text\": \"") + 9;
    size_t length = 0;
    for (; *from != '"'; from++) {
      bool escaped = *from == '\\';
      from += escaped;
      text[length++] = (char)(escaped && *from == 'n' ? '\n' : *from);
    }
    text[length] = '\0';
    expect(ASK(page, "draft", "own", text), "\"opened\": true");
    mr_page_free(page);
  }
}

static void keys_come_with_what_they_mean(void **unused) {
  (void)unused;
  mr_page *page = new_page();
  const char *answer = ASK(page, "keys", NULL);
  expect(answer, "{\"name\": \"title\", \"family\": null, \"type\": \"prose\"");
  expect(answer, "{\"name\": \"maxRank\", \"family\": \"fairy\", \"type\": \"number\", \"min\": 1, "
                 "\"max\": 16");
  expect(answer, "{\"name\": \"turn_cap\", \"family\": \"warlord\", \"type\": \"choice\"");
  expect(ASK(page, "value", "chess", "doubleStepRegionWhite"), "\"value\": \"*2\"");
  expect(ASK(page, "edit", "[a]\n# c\nx = 1\n", "a", "x", "2"),
         "\"text\": \"[a]\\n# c\\nx = 2\\n\"");
  expect(ASK(page, "export", "chess"), "[chess]");
  mr_page_free(page);
}

/* ---- boards ---------------------------------------------------------------------------------- */

static void positions_are_set_up_square_by_square(void **unused) {
  (void)unused;
  mr_page *page = new_page();
  expect(ASK(page, "open", "chess"), "\"opened\": true");
  expect(ASK(page, "drawn", NULL), "{\"key\": \"startFen\", \"kind\": \"pieces\"");
  const char *answer = ASK(page, "board", "startFen", "k7/8/8/8/8/8/8/K7 w - - 0 1", "9", "+q");
  expect(answer, "\"value\": \"k7/1+q6/8/8/8/8/8/K7 w - - 0 1\"");
  expect(answer, "{\"name\": \"castling\", \"value\": \"-\"}");
  expect(ASK(page, "board", "startFen", "k7/K7 w", "0", "", "rest", "b"), "\"8/K7 b\"");
  expect(ASK(page, "board", "startFen", "k7/K7 w", "99", "q"), "\"error\"");
  expect(ASK(page, "board", "maxFile", "8"), "no board is drawn by the key 'maxFile'");
  answer = ASK(page, "palette", "startFen");
  expect(answer, "{\"label\": \"q\"");
  expect(answer, "{\"label\": \"N\"");
  mr_page_free(page);
}

static void maps_are_painted_letter_by_letter(void **unused) {
  (void)unused;
  mr_page *page = new_page();
  expect(ASK(page, "open", "warlord-clash-of-arms"), "\"opened\": true");
  expect(ASK(page, "board", "terrain", ". .\n. .", "3", "T"), "\"value\": \". .\\n. T\"");
  expect(ASK(page, "palette", "terrain"), "{\"label\": \"T\", \"name\": \"forest\"");
  expect(ASK(page, "palette", "pieces"), "{\"label\": \"H\"");
  expect(ASK(page, "palette", "zones"), "section 1 of White");
  mr_page_free(page);
}

static void regions_are_painted_and_written_by_whole_ranks(void **unused) {
  (void)unused;
  mr_page *page = new_page();
  expect(ASK(page, "open", "chess"), "\"opened\": true");
  expect(ASK(page, "region", "flagRegion", "-", "c3"), "\"value\": \"c3\", \"cells\": [\"c3\"]");
  expect(ASK(page, "region", "flagRegion", "*8 D4", "d4"), "\"value\": \"*8\"");
  expect(ASK(page, "region", "flagRegion", "b*", "b1"), "\"value\": \"b8 b7 b6 b5 b4 b3 b2\"");
  expect(ASK(page, "region", "flagRegion", "c3", "c3"), "\"value\": \"-\"");
  expect(ASK(page, "region", "flagRegion", "a1 b1 c1 d1 e1 f1 g1", "h1"), "\"value\": \"*1\"");
  mr_page_free(page);
}

/* ---- games ----------------------------------------------------------------------------------- */

static void a_quick_look_says_what_games_say(void **unused) {
  (void)unused;
  mr_page *page = new_page();
  expect(ASK(page, "open", "chess"), "\"opened\": true");
  expect(ASK(page, "quick_play", "1"), "no quick look has been begun");
  expect(ASK(page, "quick", "time:5", "1"), "not time");
  expect(ASK(page, "quick", "nodes:10", "1"), "\"games\": 0");
  const char *answer = ASK(page, "quick_play", "2");
  expect(answer, "\"games\": 2");
  expect(answer, "{\"kind\": \"won\", \"player\": \"White\"");
  expect(answer, "{\"kind\": \"unfinished\", \"player\": null");
  expect_not(answer, "\"error\"");
  /* Another game ends it. */
  expect(ASK(page, "open", "borderline"), "\"opened\": true");
  expect(ASK(page, "quick_play", "1"), "no quick look has been begun");
  expect(ASK(page, "differences", "0.5", "0.4", "0.6", "0.1", "0.05", "0.2"), "\"is\": true");
  expect(ASK(page, "differences", "0.5", "0.4", "0.6", "0.45", "0.3", "0.6"), "\"is\": false");
  expect(ASK(page, "differences", "0.5", "0.4", "x", "0.45", "0.3", "0.6"), "'x' is no number");
  mr_page_free(page);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_draft_is_opened_over_what_the_page_has),
    cmocka_unit_test(complaints_of_a_draft_say_where_and_what_to_write),
    cmocka_unit_test(texts_to_begin_with_play),
    cmocka_unit_test(keys_come_with_what_they_mean),
    cmocka_unit_test(positions_are_set_up_square_by_square),
    cmocka_unit_test(maps_are_painted_letter_by_letter),
    cmocka_unit_test(regions_are_painted_and_written_by_whole_ranks),
    cmocka_unit_test(a_quick_look_says_what_games_say),
};

MR_TEST_MAIN(tests)
