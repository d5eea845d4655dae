/*
 * An engine that asks tables wins what is won, in as few plies as there are: the search finds its
 * way through the tables, and neither its pruning nor its memory of positions stands in between.
 */
#include "borderline_open.h"
#include "endgame_fixture.h"
#include "endgame_play.h"
#include "instruments.h"
#include "test_main.h"

enum { WINS = MR_BRIEF_BUILD ? 5 : 20 };

/* @param light the men stand on light squares, else anywhere */
static void expect_wins(const char *name, const char *text, bool light, unsigned count) {
  mr_game *game = mr_game_open(name, "");
  mr_endgame_men men = mr_men_of(game, text);
  for (size_t i = 0; i < men.count && light; i++) {
    for (unsigned cell = 0; cell < 64; cell++) {
      if ((cell % 8 + cell / 8) % 2 == 0) {
        men.items[i].cells.bits[0] &= ~(UINT64_C(1) << cell);
      }
    }
  }
  mr_endgame *endgame = mr_tables_of(game, &men);
  mr_endgame_play_wins(game, endgame, &men, count);
  mr_endgame_free(endgame);
  mr_game_free(game);
}

static void chess_is_won_by_the_shortest_way(void **state) {
  (void)state;
  expect_wins("chess", "KRvK", false, WINS);
}

static void promotions_and_captures_are_part_of_the_way(void **state) {
  (void)state;
  if (MR_SLOW_BUILD) {
    skip(); /* tables of all that a pawn becomes; the pawn of Colorboundmost has smaller ones */
  }
  expect_wins("chess", "KPvK", false, WINS);
}

static void borderlands_is_won_by_the_shortest_way(void **state) {
  (void)state;
  if (MR_SLOW_BUILD) {
    skip(); /* half a minute of memory; the tables of chess and Colorboundmost are as deep */
  }
  expect_wins("borderlands", "CAvC", false, WINS);
}

static void colorboundmost_is_won_by_the_shortest_way(void **state) {
  (void)state;
  expect_wins("colorboundmost", "ZvK", true, WINS);
  expect_wins("colorboundmost", "PvK", true, WINS);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(chess_is_won_by_the_shortest_way),
    cmocka_unit_test(promotions_and_captures_are_part_of_the_way),
    cmocka_unit_test(borderlands_is_won_by_the_shortest_way),
    cmocka_unit_test(colorboundmost_is_won_by_the_shortest_way),
};
MR_TEST_MAIN(tests)
