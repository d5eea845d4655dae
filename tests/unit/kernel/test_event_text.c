#include <marcher/game.h>

#include "test_main.h"
#include "toy_games.h"

/* The toy's names: Red and Blue, stones are pieces 1 and 2, cards 3 to 5; cells a2 b2 c2 b1 c1. */
enum { RED, BLUE, NOBODY = MR_NOBODY_ID, NOWHERE = MR_NOWHERE_ID };
enum { A2, B2, C2 };

typedef struct sentence {
  mr_event event;
  const char *text;
} sentence;

static void expect_sentences(const sentence *sentences, size_t count) {
  mr_game *toy = mr_toy_new(MR_TOY_SOUND);
  for (size_t i = 0; i < count; i++) {
    char buffer[128];
    mr_str text = mr_str_fixed(buffer, sizeof buffer);
    mr_game_event_text(toy, &sentences[i].event, &text);
    assert_string_equal(buffer, sentences[i].text);
  }
  mr_game_free(toy);
}

#define EXPECT(sentences) expect_sentences((sentences), sizeof(sentences) / sizeof((sentences)[0]))

static void what_players_do_is_told(void **state) {
  (void)state;
  static const sentence sentences[] = {
      {{MR_EVENT_DEAL, {RED}, {NOBODY}, {NOWHERE}, {NOWHERE}, 1, {3}, {0}, {0, 0}},
       "Red is dealt card 1"},
      {{MR_EVENT_START, {BLUE}, {NOBODY}, {NOWHERE}, {NOWHERE}, 1, {0}, {0}, {0, 0}},
       "Blue moves first"},
      {{MR_EVENT_PLACE, {RED}, {NOBODY}, {NOWHERE}, {B2}, 3, {1}, {0}, {0, 0}},
       "Red places stone on b2"},
      {{MR_EVENT_MOVE, {RED}, {NOBODY}, {A2}, {B2}, 3, {1}, {0}, {0, 0}},
       "Red's stone goes from a2 to b2"},
      {{MR_EVENT_EXCHANGE, {BLUE}, {NOBODY}, {A2}, {C2}, 3, {2}, {3}, {0, 0}},
       "Blue exchanges stone on a2 and card 1 on c2"},
      {{MR_EVENT_PROMOTE, {RED}, {NOBODY}, {NOWHERE}, {B2}, 3, {1}, {5}, {0, 0}},
       "Red's stone on b2 becomes card 3"},
      {{MR_EVENT_CONVERT, {RED}, {BLUE}, {NOWHERE}, {B2}, 3, {1}, {2}, {0, 0}},
       "Red converts Blue's stone on b2"},
      {{MR_EVENT_CONVERT, {NOBODY}, {BLUE}, {NOWHERE}, {B2}, 3, {1}, {2}, {0, 0}},
       "Blue's stone on b2 changes sides"},
      {{MR_EVENT_ARRIVE, {RED}, {NOBODY}, {NOWHERE}, {C2}, 3, {1}, {0}, {0, 0}},
       "Red's stone arrives on c2 from the reserve"},
      {{MR_EVENT_ARRIVE, {RED}, {NOBODY}, {NOWHERE}, {C2}, 3, {1}, {0}, {1, 0}},
       "Red's stone comes back on c2"},
      {{MR_EVENT_THREAT, {RED}, {NOBODY}, {NOWHERE}, {C2}, 0, {1}, {0}, {1, 0}},
       "Red's stone on c2 is in check"},
      {{MR_EVENT_THREAT, {RED}, {NOBODY}, {NOWHERE}, {C2}, 0, {1}, {0}, {0, 0}},
       "Red's stone on c2 is in danger"},
      {{MR_EVENT_PASS, {RED}, {NOBODY}, {NOWHERE}, {NOWHERE}, 7, {0}, {0}, {0, 0}}, "Red passes"},
      {{MR_EVENT_TURN, {BLUE}, {NOBODY}, {NOWHERE}, {NOWHERE}, 3, {0}, {0}, {0, 0}},
       "Blue's turn ends"},
      {{MR_EVENT_REVEAL, {BLUE}, {NOBODY}, {NOWHERE}, {NOWHERE}, 6, {0}, {0}, {0, 0}},
       "Blue reveals what was hidden"},
      {{MR_EVENT_REVEAL, {BLUE}, {NOBODY}, {NOWHERE}, {A2}, 6, {2}, {0}, {0, 0}},
       "Blue reveals stone on a2"},
  };
  EXPECT(sentences);
}

static void fights_are_told(void **state) {
  (void)state;
  static const sentence sentences[] = {
      {{MR_EVENT_DICE, {RED}, {BLUE}, {NOWHERE}, {NOWHERE}, 4, {0}, {0}, {5, 3}},
       "Red rolls 5, Blue rolls 3"},
      {{MR_EVENT_DICE, {RED}, {BLUE}, {NOWHERE}, {NOWHERE}, 4, {0}, {0}, {0, 3}}, "Blue rolls 3"},
      {{MR_EVENT_DICE, {RED}, {NOBODY}, {NOWHERE}, {NOWHERE}, 4, {0}, {0}, {6, 0}}, "Red rolls 6"},
      {{MR_EVENT_DICE, {RED}, {BLUE}, {NOWHERE}, {NOWHERE}, 4, {0}, {0}, {0, 0}},
       "no die is rolled"},
      {{MR_EVENT_DUEL, {RED}, {BLUE}, {A2}, {B2}, 4, {1}, {2}, {0, 0}},
       "Red's stone on a2 beats Blue's stone on b2"},
      {{MR_EVENT_RETURN, {BLUE}, {NOBODY}, {B2}, {NOWHERE}, 4, {2}, {0}, {0, 0}},
       "Blue's stone goes back to hand from b2"},
      {{MR_EVENT_CAPTURE, {RED}, {BLUE}, {A2}, {B2}, 4, {1}, {2}, {0, 0}},
       "Red captures Blue's stone on b2"},
      {{MR_EVENT_CAPTURE, {BLUE}, {BLUE}, {NOWHERE}, {B2}, 4, {0}, {2}, {0, 0}},
       "Blue's stone is removed from b2"},
      {{MR_EVENT_CAPTURE, {NOBODY}, {NOBODY}, {NOWHERE}, {B2}, 4, {0}, {2}, {0, 0}},
       "stone is removed from b2"},
  };
  EXPECT(sentences);
}

static void rules_and_ends_are_told(void **state) {
  (void)state;
  static const sentence sentences[] = {
      {{MR_EVENT_END, {NOBODY}, {NOBODY}, {NOWHERE}, {NOWHERE}, 5, {0}, {0}, {0, 0}},
       "game over by T-05"},
      {{MR_EVENT_END, {NOBODY}, {NOBODY}, {NOWHERE}, {NOWHERE}, 0, {0}, {0}, {0, 0}}, "game over"},
      {{MR_EVENT_RULE, {NOBODY}, {NOBODY}, {NOWHERE}, {NOWHERE}, 2, {0}, {0}, {0, 0}},
       "T-02 applies (Each player secretly stakes 1, 2 or 3)"},
      {{MR_EVENT_RULE, {RED}, {NOBODY}, {NOWHERE}, {NOWHERE}, 2, {0}, {0}, {0, 0}},
       "T-02 applies to Red (Each player secretly stakes 1, 2 or 3)"},
      {{MR_EVENT_RULE, {RED}, {NOBODY}, {A2}, {NOWHERE}, 2, {1}, {0}, {0, 0}},
       "T-02 applies to Red's stone on a2 (Each player secretly stakes 1, 2 or 3)"},
      {{MR_EVENT_RULE, {NOBODY}, {NOBODY}, {NOWHERE}, {C2}, 0, {0}, {0}, {0, 0}},
       "a rule applies on c2"},
  };
  EXPECT(sentences);
}

static void what_an_event_does_not_say_is_left_out(void **state) {
  (void)state;
  static const sentence sentences[] = {
      {{MR_EVENT_DEAL, {RED}, {NOBODY}, {NOWHERE}, {NOWHERE}, 1, {0}, {0}, {0, 0}},
       "Red is dealt a piece"},
      {{MR_EVENT_PLACE, {NOBODY}, {NOBODY}, {NOWHERE}, {NOWHERE}, 0, {0}, {0}, {0, 0}},
       "a piece is put"},
      {{MR_EVENT_RETURN, {BLUE}, {NOBODY}, {NOWHERE}, {NOWHERE}, 0, {0}, {0}, {0, 0}},
       "Blue's piece goes back to hand"},
      {{MR_EVENT_KIND_COUNT, {RED}, {NOBODY}, {NOWHERE}, {NOWHERE}, 0, {0}, {0}, {0, 0}},
       "event 18"},
      {{MR_EVENT_END, {NOBODY}, {NOBODY}, {NOWHERE}, {NOWHERE}, 999, {0}, {0}, {0, 0}},
       "game over by a rule"},
  };
  EXPECT(sentences);
}

static void a_run_of_events_names_the_rules_that_decided(void **state) {
  (void)state;
  mr_game *toy = mr_toy_new(MR_TOY_SOUND);
  mr_event items[] = {
      {MR_EVENT_PLACE, {RED}, {NOBODY}, {NOWHERE}, {B2}, 3, {1}, {0}, {0, 0}},
      {MR_EVENT_DUEL, {RED}, {BLUE}, {A2}, {B2}, 4, {1}, {2}, {0, 0}},
      {MR_EVENT_CAPTURE, {RED}, {BLUE}, {A2}, {B2}, 4, {1}, {2}, {0, 0}},
      {MR_EVENT_CAPTURE, {BLUE}, {BLUE}, {NOWHERE}, {B2}, 4, {0}, {2}, {0, 0}},
      {MR_EVENT_CONVERT, {NOBODY}, {BLUE}, {NOWHERE}, {B2}, 999, {1}, {2}, {0, 0}},
      {MR_EVENT_TURN, {BLUE}, {NOBODY}, {NOWHERE}, {NOWHERE}, 3, {0}, {0}, {0, 0}},
  };
  mr_events events = {.items = items, .count = 6, .capacity = 6};
  char buffer[400];
  mr_str text = mr_str_fixed(buffer, sizeof buffer);
  mr_game_events_text(toy, &events, &text);
  assert_string_equal(buffer, "Red places stone on b2. Red's stone on a2 beats Blue's stone on b2 "
                              "(T-04). Red captures Blue's stone on b2. Blue's stone is removed "
                              "from b2 (T-04). Blue's stone on b2 changes sides.");
  mr_game_free(toy);
}

static void every_kind_of_event_has_a_sentence(void **state) {
  (void)state;
  mr_game *toy = mr_toy_new(MR_TOY_SOUND);
  for (unsigned kind = 0; kind < MR_EVENT_KIND_COUNT; kind++) {
    char buffer[128];
    mr_event event = mr_event_of((mr_event_kind)kind, (mr_player){RED}, 3);
    mr_str text = mr_str_fixed(buffer, sizeof buffer);
    mr_game_event_text(toy, &event, &text);
    assert_true(text.length > 0);
    assert_memory_not_equal(buffer, "event", 5);
  }
  mr_game_free(toy);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(what_players_do_is_told),
    cmocka_unit_test(fights_are_told),
    cmocka_unit_test(rules_and_ends_are_told),
    cmocka_unit_test(what_an_event_does_not_say_is_left_out),
    cmocka_unit_test(a_run_of_events_names_the_rules_that_decided),
    cmocka_unit_test(every_kind_of_event_has_a_sentence),
};

MR_TEST_MAIN(tests)
