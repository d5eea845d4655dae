/*
 * Hands of as many kinds as there may be.
 */
#include <stdlib.h>
#include <string.h>

#include "fairy_fixture.h"
#include "rules/fairy/fairy.h"
#include "rules_fixture.h"
#include "test_main.h"

/** A definition of a king and so many other kinds, all of which are captured to hands. */
static void define_kinds(unsigned count, mr_str *out, mr_str *letters) {
  mr_str_add(out, "[x]\nking = k\npieceDrops = true\ncapturesToHand = true\n"
                  "startFen = 4k3/8/8/8/8/8/8/4K3[] w - - 0 1\n");
  for (unsigned i = 0, letter = 'a'; i < count; letter++) {
    if (letter != 'k') {
      mr_str_format(out, "customPiece%u = %c:W\n", ++i, (char)letter);
      mr_str_char(letters, (char)(letter - 'a' + 'A'));
    }
  }
}

static void every_kind_of_a_full_hand_is_dropped(void **unused) {
  (void)unused;
  enum { EMPTY = 62 };
  fixture d;
  mr_str definition = mr_str_growing(NULL), letters = mr_str_growing(NULL);
  define_kinds(MR_FY_HANDS_MAX, &definition, &letters);
  assert_int_equal(fixture_try(&d, mr_str_text(&definition), "x"), MR_OK);
  mr_str text = mr_str_growing(NULL), back = mr_str_growing(NULL);
  mr_str_format(&text, "4k3/8/8/8/8/8/8/4K3[%s] w - - 0 1", mr_str_text(&letters));
  mr_state *state = mr_state_new(d.game, NULL);
  assert_int_equal(mr_game_parse_state(d.game, text.data, text.length, state, NULL), MR_OK);
  mr_game_format_state(d.game, state, &back);
  assert_string_equal(mr_str_text(&back), mr_str_text(&text));
  mr_action *actions = calloc(d.game->info.max_actions, sizeof *actions);
  size_t count = mr_game_actions(d.game, state, actions), drops = 0;
  for (size_t i = 0; i < count; i++) {
    drops += mr_fy_type_of(actions[i]) == MR_FY_DROP;
  }
  assert_int_equal(drops, EMPTY * MR_FY_HANDS_MAX);
  free(actions);
  mr_state_free(d.game, NULL, state);
  mr_str_done(&text);
  mr_str_done(&back);
  mr_str_done(&definition);
  mr_str_done(&letters);
  fixture_close(&d);
}

static void one_kind_more_is_refused(void **unused) {
  (void)unused;
  fixture d;
  mr_str definition = mr_str_growing(NULL), letters = mr_str_growing(NULL);
  define_kinds(MR_FY_HANDS_MAX + 1, &definition, &letters);
  assert_int_not_equal(fixture_try(&d, mr_str_text(&definition), "x"), MR_OK);
  assert_non_null(strstr(d.list.first->message, "at most 24 kinds of pieces can be in hand"));
  mr_str_done(&definition);
  mr_str_done(&letters);
  fixture_close(&d);
}

static void who_is_in_hand_may_be_one_that_is_set_with_it(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open_game(&table, "chess",
                     "customPiece1=z:NW;pieceDrops=true;castling=false;"
                     "startFen=4k3/8/8/8/8/8/8/4K3[Z] w - - 0 1",
                     NULL);
  mr_table_play(&table, "Z@e4");
  mr_table_close(&table);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(who_is_in_hand_may_be_one_that_is_set_with_it),
    cmocka_unit_test(every_kind_of_a_full_hand_is_dropped),
    cmocka_unit_test(one_kind_more_is_refused),
};

MR_TEST_MAIN(tests)
