/* What dice are worth, by searches beside the game. */
#include <marcher/random.h>
#include <math.h>
#include <stdlib.h>

#include "borderline_open.h"
#include "measure/measure_priv.h"
#include "test_main.h"

/* Thousandths by which two searches of one position differ here at most. */
enum { SLACK = 100 };

/* What one outcome of a roll brought the side of seat 0, in thousandths. */
static long luck_of(mr_probe *probe, const mr_state *state, mr_action rolled) {
  mr_course_log log = {.two_sides = true};
  assert_int_equal(mr_probe_luck(probe, state, rolled, &log, NULL), MR_OK);
  assert_int_equal(log.rolls, 1);
  assert_int_equal(log.luck_size, labs((long)log.luck));
  return (long)log.luck;
}

/* The score of seat 0 behind an outcome; -1: the game goes on. */
static int ends_with(const mr_table *table, mr_action rolled, mr_state *behind) {
  uint8_t score[MR_MAX_PLAYERS];
  mr_state_copy(table->game, behind, table->state);
  mr_game_make(table->game, behind, rolled, NULL, NULL);
  if (mr_game_node(table->game, behind).kind != MR_NODE_TERMINAL) {
    return -1;
  }
  mr_game_score(table->game, behind, score);
  return score[0];
}

/* A roll that is looked at: who wins by it was not unlucky, and by chance alone nobody is lucky. */
static void weigh(mr_probe *probe, mr_table *table, mr_state *behind, unsigned *decided) {
  uint64_t total = 0;
  size_t count = mr_game_chances(table->game, table->state, table->chances, &total);
  double sum = 0;
  unsigned over = 0;
  for (size_t i = 0; i < count; i++) {
    mr_action rolled = table->chances[i].action;
    int score = ends_with(table, rolled, behind);
    long luck = luck_of(probe, table->state, rolled);
    assert_true(luck >= -1000 && luck <= 1000);
    assert_true(score != MR_SCORE_WIN || luck >= 0);
    assert_true(score != 0 || luck <= 0);
    sum += (double)luck * (double)table->chances[i].weight / (double)total;
    over += score == 0 || score == MR_SCORE_WIN;
  }
  assert_true(fabs(sum) < SLACK);
  *decided += over > 0 && over < count;
}

static void who_wins_by_a_roll_was_lucky(void **unused) {
  (void)unused;
  mr_table table;
  mr_probe probe;
  mr_random random;
  unsigned decided = 0;
  mr_table_open(&table, "columns=3;rows=3;pieces=6", NULL);
  mr_state *behind = mr_state_new(table.game, NULL);
  assert_non_null(behind);
  assert_int_equal(mr_probe_init(&probe, table.game, 60, NULL, NULL), MR_OK);
  assert_int_equal(mr_probe_begin(&probe, 1, NULL), MR_OK);
  mr_random_init(&random, 5);
  for (uint64_t game = 0; game < 30; game++) {
    mr_game_start(table.game, table.state);
    mr_table_deal(&table, game);
    for (;;) {
      mr_node_kind kind = mr_game_node(table.game, table.state).kind;
      if (kind == MR_NODE_TERMINAL) {
        break;
      }
      mr_action action = MR_ACTION_NONE;
      if (kind == MR_NODE_CHANCE) {
        weigh(&probe, &table, behind, &decided);
        uint64_t total = 0;
        size_t count = mr_game_chances(table.game, table.state, table.chances, &total);
        action = table.chances[mr_random_below(&random, count)].action;
      } else {
        action = table.actions[mr_random_below(&random, mr_table_actions(&table))];
      }
      mr_game_make(table.game, table.state, action, NULL, NULL);
    }
  }
  assert_true(decided > 5);
  mr_probe_done(&probe);
  mr_state_free(table.game, NULL, behind);
  mr_table_close(&table);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(who_wins_by_a_roll_was_lucky),
};

MR_TEST_MAIN(tests)
