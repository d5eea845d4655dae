#include "page/page.h"

#include <stdlib.h>
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

static void a_cover_shows_a_game_and_leaves_the_open_one_alone(void **unused) {
  (void)unused;
  mr_page *page = page_of("chess");
  expect(ask(page, "cover borderline"), "<use href="); /* its board is bare at the start */
  char *before = strdup(ask(page, "cover borderline"));
  assert_non_null(before);
  assert_string_equal(ask(page, "cover borderline"), before);
  free(before);
  expect(ask(page, "cover warlord-border-war"), "<use href=");
  expect(ask(page, "cover halma"), "\"svg\": null");
  expect(ask(page, "perft 1"), "20");
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
  expect(ask(page, "moves -"), "\"player\": \"Red\", \"number\": 1,");
  mr_page_free(page);
}

static void a_square_is_enough_where_only_one_kind_can_be_put(void **unused) {
  (void)unused;
  mr_page *page = page_of("flipello");
  expect(ask(page, "pick cell:c5"), "\"action\": \"P@c5\"");
  expect(ask(page, "pick piece:Disc cell:c5"), "\"action\": \"P@c5\"");
  expect(ask(page, "pick cell:a1"), "nothing can be done with 'cell:a1'");
  mr_page_free(page);
}

static void a_square_asks_which_piece_of_the_hand_is_put_there(void **unused) {
  (void)unused;
  mr_page *page = page_of("crazyhouse");
  expect(ask(page, "begin 1 4k3/8/8/8/8/8/4P3/4K3[NPr]|w|-|-|0|1"), "\"kind\": \"decision\"");
  const char *answer = ask(page, "pick cell:a5");
  expect(answer, "\"complete\": true");
  expect(answer, "{\"choice\": \"Knight\", \"action\": \"N@a5\", \"piece\": \"Knight\"}");
  expect(answer, "{\"choice\": \"Pawn\", \"action\": \"P@a5\", \"piece\": \"Pawn\"}");
  expect(answer, "\"action\": null");
  /* Where the only kind might be put beside moves, nobody wants it there for a slip. */
  answer = ask(page, "pick cell:a8");
  expect(answer, "\"complete\": true");
  expect(answer, "\"fits\": 1,");
  expect(answer, "\"action\": null");
  /* Nor is it asked where the pawn moves to, nor what stands on a square of one's own. */
  expect(ask(page, "pick cell:e4"), "\"complete\": false");
  expect(ask(page, "pick cell:e2"), "\"complete\": false");
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
  expect(ask(page, "look White"), "\"pieces\": [347, 2]"); /* l2: row 14, column 11 of 24 */
  const char *others[] = {"look Black", "look -", "moves Black", "moves -"};
  for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
    const char *answer = ask(page, others[i]);
    expect_not(answer, "G@l2");
    expect_not(answer, "on l2");
    expect_not(answer, "\"pieces\": [347");
  }
  expect_not(ask(page, "play Black G@m2"), "m2");
  mr_page_free(page);
}

/* ---- looking back, and ahead ----------------------------------------------------------------- */

static void earlier_positions_are_looked_at_and_the_game_goes_on(void **unused) {
  (void)unused;
  mr_page *page = page_of("chess");
  ask(page, "play - e2e4");
  ask(page, "play - e7e5");
  const char *answer = ask(page, "look - 1");
  expect(answer, "\"count\": 1");
  expect(answer, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b");
  expect(answer, "\"marks\": {\"from\": [52, 1], \"to\": [36, 1]");
  expect(ask(page, "look - 0"), "\"count\": 0");
  expect(ask(page, "look - 3"), "'3' is no whole number from 0 to 2");
  expect(ask(page, "look -"), "\"count\": 2");
  expect(ask(page, "play - g1f3"), "\"count\": 3");
  mr_page_free(page);
}

static void looking_back_tells_nobody_what_is_hidden(void **unused) {
  (void)unused;
  mr_page *page = page_of("warlord-border-war");
  ask(page, "play White G@l2");
  ask(page, "play White G@m2");
  expect(ask(page, "look White 1"), "\"pieces\": [347, 2]");
  expect(ask(page, "look Black 1"), "\"pieces\": []");
  expect(ask(page, "look - 1"), "\"pieces\": []");
  mr_page_free(page);
}

static void what_was_hidden_is_shown_when_the_game_is_over(void **unused) {
  (void)unused;
  mr_page *page = page_of("warlord-border-war");
  ask(page, "play White G@l2");
  ask(page, "play White G@m2");
  expect(ask(page, "look Black"), "\"pieces\": []");
  expect(ask(page, "resign Black"), "\"by\": \"resigned\"");
  expect(ask(page, "moves Black"), "\"text\": \"G@m2\"");
  expect(ask(page, "moves -"), "\"text\": \"G@m2\"");
  expect(ask(page, "look Black"), "\"pieces\": [347, 2, 348, 2]");
  expect(ask(page, "look Black"), "\"has_secret\": false");
  expect(ask(page, "look Black 1"), "\"pieces\": [347, 2]");
  expect(ask(page, "drawings -"), "\"owner\": \"White\"");
  /* Nobody goes on who has seen it. */
  expect(ask(page, "rewind 1"), "what has been revealed cannot be taken back");
  mr_page_free(page);
}

static void goals_tell_how_near_a_side_is(void **unused) {
  (void)unused;
  mr_page *page = page_of("kingofthehill");
  expect(ask(page, "look -"), "\"text\": \"the King 3 moves from the goal\", \"left\": 3");
  ask(page, "begin 1 4k3/8/8/8/8/3K4/8/8|w|-|-|0|1");
  expect(ask(page, "look -"), "\"text\": \"the King 1 move from the goal\", \"left\": 1");
  const char *answer = ask(page, "pick cell:d3");
  expect(answer, "\"fights\": [], \"nearer\": [\"d4\", \"e4\"]");
  ask(page, "open giveaway");
  expect(ask(page, "look -"), "16 more pieces to be got rid of\", \"left\": 16, \"of\": 16");
  ask(page, "open borderlands");
  expect(ask(page, "look -"), "2 more Chiefs to be taken");
  ask(page, "open warlord-valley-war");
  expect(ask(page, "look -"), "0 of 5 towns held at the start of the turn");
  mr_page_free(page);
}

static void a_king_in_check_is_at_risk_and_captures_are_told(void **unused) {
  (void)unused;
  mr_page *page = page_of("chess");
  ask(page, "begin 1 4k3/8/8/8/8/4r3/8/4K2R|w|-|-|0|1");
  expect(ask(page, "look -"),
         "mate the King: in check\", \"left\": 0, \"of\": 0, \"on\": [\"e1\"], "
         "\"risks\": [\"e1\"]");
  ask(page, "begin 1 4k3/8/8/8/8/r6R/8/4K3|w|-|-|0|1");
  expect(ask(page, "pick cell:h3"), "\"fights\": [\"a3\"]");
  mr_page_free(page);
}

static void a_road_gets_shorter_piece_by_piece(void **unused) {
  (void)unused;
  mr_page *page = page_of("borderline");
  ask(page, "begin 7");
  expect(ask(page, "look -"), "8 more pieces to join row 0 to row 7\", \"left\": 8, \"of\": 8");
  const char *answer = ask(page, "pick piece:422");
  expect(answer, "\"nearer\": [\"a0\", \"b0\"");
  ask(page, "play Red 422@f0");
  answer = ask(page, "look -");
  expect(answer, "7 more pieces to join");
  expect(answer, "\"risks\": []"); /* no enemy is there yet */
  mr_page_free(page);
}

static void who_thinks_too_long_has_lost(void **unused) {
  (void)unused;
  mr_page *page = page_of("chess");
  expect(ask(page, "look -"), "\"clocks\": null");
  expect(ask(page, "clock 60 2"), "\"clocks\": [60000, 60000]");
  expect(ask(page, "spend White 5000"), "\"over\": false, \"clocks\": [55000, 60000]");
  ask(page, "play - e2e4");
  expect(ask(page, "look -"), "\"clocks\": [57000, 60000]"); /* with the increment */
  expect(ask(page, "spend Black 70000"), "\"over\": true");
  expect(ask(page, "look -"), "\"by\": \"time\", \"result\": \"1-0\"");
  expect(ask(page, "clock 60 much"), "no whole number");
  expect(ask(page, "clock 60 2 1500 61000"), "\"clocks\": [1500, 61000]");
  expect(ask(page, "clock 60 2 1500"), "what is left to each of the 2 players");
  expect(ask(page, "clock 60 2 1500 much"), "no whole number");
  expect(ask(page, "spend - 5"), "a spectator has no clock");
  expect(ask(page, "clock 0 0"), "\"clocks\": null");
  mr_page_free(page);
}

static void
a_piece_shows_the_ways_in_which_it_can_be_put_down_and_what_it_would_join(void **unused) {
  (void)unused;
  mr_page *page = page_of("borderline rotation=on");
  ask(page, "begin 1 6/6/6/6/6/6/6/6 R 124,377 124 0 0");
  expect(ask(page, "pick"), "\"ways\": []");
  expect(ask(page, "pick piece:124"), "\"ways\": [{\"choice\": ");
  expect(ask(page, "pick piece:124"), "\"to\": [\"a0\"");
  expect(ask(page, "pick piece:124 cell:a0"), "\"ways\": []");
  expect(ask(page, "ahead 124@a0"), "\"cell\": \"a0\", \"svg\": \"<");
  expect(ask(page, "ahead 124@a9"), "\"error\"");
  expect(ask(page, "look -"), "\"count\": 0");
  ask(page, "open chess");
  expect(ask(page, "pick cell:e2"), "\"ways\": []");
  expect(ask(page, "ahead e2e4"), "\"cell\": \"e4\", \"svg\": \"<");
  mr_page_free(page);
}

static void rules_name_the_pieces_of_their_rows_and_regions_those_that_decide(void **unused) {
  (void)unused;
  mr_page *page = page_of("borderlands");
  expect(ask(page, "rules"), "\"piece\": \"Chief\", \"svg\": \"<");
  expect(ask(page, "rules"), "\"piece\": null");
  expect(ask(page, "look -"), "\"name\": \"village squares\", \"owner\": null, \"aside\": false, "
                              "\"usual\": true, \"decides\": true");
  expect(ask(page, "look -"), "\"decides\": false");
  expect(ask(page, "about - piece:Chief"), "\"from\": \"b2\"");
  mr_page_free(page);
}

static void an_army_is_read_from_a_text_and_looked_at_first(void **unused) {
  (void)unused;
  mr_page *page = page_of("warlord-border-war");
  expect(ask(page, "setup nonsense"), "\"error\"");
  expect(ask(page, "setup 24/24"), "\"error\"");
  ask(page, "open chess");
  expect(ask(page, "setup 8/8"), "\"error\"");
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
  expect(answer, "\"figure\": \"<g><path");
  expect(ask(page, "rules"), "\"blocks\": [");
  expect(ask(page, "print"), "<!DOCTYPE html>");
  ask(page, "open borderline"); /* pieces that are patterns are their own figures */
  answer = ask(page, "drawings -");
  expect(answer, "\"figure\": null");
  expect_not(answer, "\"figure\": \"");
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
    cmocka_unit_test(a_cover_shows_a_game_and_leaves_the_open_one_alone),
    cmocka_unit_test(what_is_wrong_with_a_definition_has_its_place),
    cmocka_unit_test(who_cannot_open_a_game_keeps_the_one_that_is_open),
    cmocka_unit_test(presses_lead_to_an_action),
    cmocka_unit_test(what_a_pawn_becomes_is_a_choice),
    cmocka_unit_test(pieces_of_the_hand_are_pressed_first),
    cmocka_unit_test(a_square_is_enough_where_only_one_kind_can_be_put),
    cmocka_unit_test(a_square_asks_which_piece_of_the_hand_is_put_there),
    cmocka_unit_test(a_game_goes_on_to_its_end),
    cmocka_unit_test(a_record_brings_the_game_back),
    cmocka_unit_test(the_computer_thinks_and_tells_how_far_it_is),
    cmocka_unit_test(what_actions_lead_to_is_counted_where_nothing_is_hidden),
    cmocka_unit_test(nobody_is_told_what_the_other_side_has_set_up),
    cmocka_unit_test(earlier_positions_are_looked_at_and_the_game_goes_on),
    cmocka_unit_test(looking_back_tells_nobody_what_is_hidden),
    cmocka_unit_test(what_was_hidden_is_shown_when_the_game_is_over),
    cmocka_unit_test(goals_tell_how_near_a_side_is),
    cmocka_unit_test(a_king_in_check_is_at_risk_and_captures_are_told),
    cmocka_unit_test(a_road_gets_shorter_piece_by_piece),
    cmocka_unit_test(who_thinks_too_long_has_lost),
    cmocka_unit_test(an_army_is_read_from_a_text_and_looked_at_first),
    cmocka_unit_test(a_piece_shows_the_ways_in_which_it_can_be_put_down_and_what_it_would_join),
    cmocka_unit_test(rules_name_the_pieces_of_their_rows_and_regions_those_that_decide),
    cmocka_unit_test(what_is_no_request_is_refused_in_words),
    cmocka_unit_test(drawings_are_of_what_is_seen),
    cmocka_unit_test(without_memory_it_says_so_and_nothing_leaks),
};

MR_TEST_MAIN(tests)
