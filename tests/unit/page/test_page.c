#include "page/page.h"

#include <string.h>

#include "failing_alloc.h"
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
  assert_int_equal(answer->length, strlen(mr_str_text(answer)));
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

static mr_page *new_web(void) {
  mr_page *page = NULL;
  assert_int_equal(mr_page_new(NULL, &page, NULL), MR_OK);
  return page;
}

static mr_page *page_of(const char *game) {
  char words[64];
  mr_page *page = new_web();
  mr_str text = mr_str_fixed(words, sizeof words);
  mr_str_format(&text, "open %s", game);
  expect(ask(page, words), "\"opened\": true");
  return page;
}

/* ---- definitions and games ------------------------------------------------------------------- */

static void a_game_of_ones_own_is_defined_and_opened(void **unused) {
  (void)unused;
  mr_page *page = new_web();
  const char *answer = ask(page, "define rules my.ini [mine:chess]\ntitle|=|Mine");
  expect(answer, "\"defined\": true");
  expect(ask(page, "games"), "{\"name\": \"mine\", \"title\": \"Mine\"");
  answer = ask(page, "open mine castling=false");
  expect(answer, "\"opened\": true");
  expect(answer, "\"title\": \"Mine\"");
  expect(answer, "\"players\": [\"White\", \"Black\"]");
  mr_page_free(page);
}

static void what_is_wrong_with_a_definition_has_its_place(void **unused) {
  (void)unused;
  mr_page *page = new_web();
  const char *answer = ask(page, "define rules my.ini [mine:chess]\ntitel|=|Mine");
  expect(answer, "\"defined\": true"); /* what keys mean is seen when a game is opened */
  answer = ask(page, "open mine");
  expect(answer, "\"opened\": false");
  expect(answer, "\"source\": \"my.ini\", \"line\": 2, \"column\": 1");
  answer = ask(page, "define rules my.ini [mine");
  expect(answer, "\"defined\": false");
  expect(answer, "\"line\": 1");
  mr_page_free(page);
}

static void who_cannot_open_a_game_keeps_the_one_that_is_open(void **unused) {
  (void)unused;
  mr_page *page = page_of("chess");
  expect(ask(page, "play - e2e4"), "\"count\": 1");
  expect(ask(page, "open ches"), "did you mean 'chess'");
  expect(ask(page, "open chess nonsense"), "'nonsense' is not KEY=VALUE");
  expect(ask(page, "open chess castling=perhaps"), "\"opened\": false");
  expect(ask(page, "look -"), "\"count\": 1");
  mr_page_free(page);
}

/* ---- playing --------------------------------------------------------------------------------- */

static void presses_lead_to_an_action(void **unused) {
  (void)unused;
  mr_page *page = page_of("chess");
  const char *answer = ask(page, "pick");
  expect(answer, "\"fits\": 20");
  expect(answer, "\"to\": []");
  answer = ask(page, "pick cell:g1");
  expect(answer, "\"to\": [\"f3\", \"h3\"]");
  expect(answer, "\"action\": null");
  expect(ask(page, "pick cell:g1 cell:f3"), "\"action\": \"g1f3\"");
  expect(ask(page, "pick cell:g1 cell:g4"), "nothing can be done with 'cell:g4'");
  expect(ask(page, "pick g1"), "nothing can be done with 'g1'");
  mr_page_free(page);
}

static void what_a_pawn_becomes_is_a_choice(void **unused) {
  (void)unused;
  mr_page *page = page_of("chess");
  expect(ask(page, "begin 1 8/P3k3/8/8/8/8/4K3/8|w|-|-|0|1"), "\"kind\": \"decision\"");
  const char *answer = ask(page, "pick cell:a7 cell:a8");
  expect(answer, "\"complete\": true");
  expect(answer, "\"fits\": 4");
  expect(answer, "\"action\": \"a7a8q\"");
  expect(answer, "\"action\": null");
  mr_page_free(page);
}

static void pieces_of_the_hand_are_pressed_first(void **unused) {
  (void)unused;
  mr_page *page = page_of("borderline");
  expect(ask(page, "begin 7"), "\"player\": \"Red\"");
  const char *answer = ask(page, "pick piece:422");
  expect(answer, "\"from\": []");
  expect(answer, "\"to\": [\"a0\"");
  expect(ask(page, "pick piece:422 cell:f0"), "\"action\": \"422@f0\"");
  answer = ask(page, "play Red 422@f0 a|reason");
  expect(answer, "\"kind\": \"place\"");
  expect(ask(page, "moves -"), "\"comment\": \"a reason\"");
  mr_page_free(page);
}

static void a_game_goes_on_to_its_end(void **unused) {
  (void)unused;
  mr_page *page = page_of("chess");
  ask(page, "play - f2f3");
  ask(page, "play - e7e5");
  ask(page, "play - g2g4");
  const char *answer = ask(page, "play - d8h4");
  expect(answer, "\"kind\": \"terminal\"");
  expect(answer, "\"by\": \"rule\", \"result\": \"0-1\"");
  expect(ask(page, "play - e2e4"), "the game is over");
  expect(ask(page, "think"), "there is nothing to decide");
  expect(ask(page, "rewind 3"), "\"end\": null");
  expect(ask(page, "resign Black"), "\"by\": \"resigned\", \"result\": \"1-0\"");
  mr_page_free(page);
}

static void a_record_brings_the_game_back(void **unused) {
  (void)unused;
  mr_page *page = page_of("chess");
  ask(page, "seat Black level:2");
  ask(page, "play - e2e4");
  expect(ask(page, "record"), "[Player \\\"Black\\\" \\\"level 2\\\"]");
  expect(ask(page, "load [Marcher|\"1\"]\n[Game|\"chess\"]\n\nd2d4|d7d5"), "\"count\": 2");
  expect(ask(page, "load [Marcher|\"1\"]\n[Game|\"chess\"]\n\nd2d5"), "\"line\": 4");
  expect(ask(page, "look White"), "\"count\": 2");
  mr_page_free(page);
}

static void the_computer_thinks_and_tells_how_far_it_is(void **unused) {
  (void)unused;
  mr_page *page = page_of("chess");
  expect(ask(page, "seat White level:1,nodes:500"), "level 1, nodes 500");
  const char *answer = ask(page, "think");
  expect(answer, "\"thought\": {\"action\": ");
  expect(answer, "\"reason\": ");
  expect(ask(page, "look -"), "\"count\": 0"); /* nothing is played */
  mr_page_free(page);
}

static void what_actions_lead_to_is_counted_where_nothing_is_hidden(void **unused) {
  (void)unused;
  mr_page *page = page_of("chess");
  expect(ask(page, "perft 3"), "\"nodes\": 8902");
  expect(ask(page, "perft 65"), "'65' is no whole number from 0 to 64");
  mr_page_free(page);
  page = page_of("warlord-border-war");
  ask(page, "play White G@l2");
  expect(ask(page, "perft 1"), "\"error\": ");
  mr_page_free(page);
}

/* ---- secrets --------------------------------------------------------------------------------- */

static void nobody_is_told_what_the_other_side_has_set_up(void **unused) {
  (void)unused;
  mr_page *page = page_of("warlord-border-war");
  expect(ask(page, "play White G@l2"), "\"kind\": \"place\"");
  expect(ask(page, "look White"), "\"owner\": \"White\", \"piece\": \"leader of level 3\"");
  const char *others[] = {"look Black", "look -", "moves Black", "moves -"};
  for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
    const char *answer = ask(page, others[i]);
    expect_not(answer, "G@l2");
    expect_not(answer, "on l2");
    expect_not(answer, "\"owner\": \"White\", \"piece\": \"leader of level 3\", \"label\"");
  }
  expect_not(ask(page, "play Black G@m2"), "m2");
  mr_page_free(page);
}

/* ---- what is no request ---------------------------------------------------------------------- */

static void what_is_no_request_is_refused_in_words(void **unused) {
  (void)unused;
  mr_page *page = new_web();
  expect(ask(page, "look -"), "'look' needs an open game");
  expect(ask(page, "sing"), "there is no request 'sing'");
  expect(ask(page, "games all"), "'games' has 1 words behind it");
  expect(ask(page, "define rules"), "a text has a kind, a source and what it says");
  expect(ask(page, "define poem a b"), "not 'poem'");
  expect(mr_str_text(mr_page_answer(page, "games", 5)), "a NUL behind each");
  expect(mr_str_text(mr_page_answer(page, "", 0)), "a NUL behind each");
  char many[2 * (MR_PAGE_WORDS_MAX + 1)];
  for (size_t i = 0; i < sizeof many; i += 2) {
    many[i] = 'a';
    many[i + 1] = '\0';
  }
  expect(mr_str_text(mr_page_answer(page, many, sizeof many)), "more than 256 words");
  mr_page_free(page);
  page = page_of("chess");
  expect(ask(page, "look Green"), "chess has no player 'Green'");
  expect(ask(page, "begin soon"), "'soon' is no whole number");
  expect(ask(page, "begin 1 8/8"), "\"error\"");
  expect(ask(page, "rewind 1"), "'1' is no whole number from 0 to 0");
  expect(ask(page, "seat - human"), "a spectator has no seat");
  expect(ask(page, "seat White level:99"), "level needs a whole number");
  expect(ask(page, "roll -"), "there is nothing to roll for");
  mr_page_free(page);
}

static void drawings_are_of_what_is_seen(void **unused) {
  (void)unused;
  mr_page *page = page_of("chess");
  const char *answer = ask(page, "drawings -");
  expect(answer, "\"side\": 96");
  expect(answer, "{\"owner\": \"White\", \"piece\": \"Knight\", \"svg\": \"<rect");
  expect(ask(page, "rules"), "\"blocks\": [");
  expect(ask(page, "print"), "<!DOCTYPE html>");
  mr_page_free(page);
}

static void without_memory_it_says_so_and_nothing_leaks(void **unused) {
  (void)unused;
  bool worked = false;
  for (size_t fail_at = 1; !worked; fail_at += 7) { /* every seventh will do: there are many */
    mr_fail_alloc memory;
    mr_fail_alloc_init(&memory, fail_at);
    mr_page *page = NULL;
    if (mr_page_new(&memory.allocator, &page, NULL) == MR_OK) {
      (void)mr_page_answer(page, "open\0borderline", sizeof "open\0borderline");
      (void)mr_page_answer(page, "pick\0piece:422", sizeof "pick\0piece:422");
      (void)mr_page_answer(page, "play\0-\000422@f0", sizeof "play\0-\000422@f0");
      (void)mr_page_answer(page, "look\0-", sizeof "look\0-");
      worked = memory.calls < fail_at;
    }
    mr_page_free(page);
    assert_true(mr_fail_alloc_clean(&memory));
  }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_game_of_ones_own_is_defined_and_opened),
    cmocka_unit_test(what_is_wrong_with_a_definition_has_its_place),
    cmocka_unit_test(who_cannot_open_a_game_keeps_the_one_that_is_open),
    cmocka_unit_test(presses_lead_to_an_action),
    cmocka_unit_test(what_a_pawn_becomes_is_a_choice),
    cmocka_unit_test(pieces_of_the_hand_are_pressed_first),
    cmocka_unit_test(a_game_goes_on_to_its_end),
    cmocka_unit_test(a_record_brings_the_game_back),
    cmocka_unit_test(the_computer_thinks_and_tells_how_far_it_is),
    cmocka_unit_test(what_actions_lead_to_is_counted_where_nothing_is_hidden),
    cmocka_unit_test(nobody_is_told_what_the_other_side_has_set_up),
    cmocka_unit_test(what_is_no_request_is_refused_in_words),
    cmocka_unit_test(drawings_are_of_what_is_seen),
    cmocka_unit_test(without_memory_it_says_so_and_nothing_leaks),
};

MR_TEST_MAIN(tests)
