/*
 * What captures that blast win, beside the men that are there before and after: along random games.
 */
#include "test_main.h"

#include <marcher/random.h>

#include "borderline_open.h"
#include "instruments.h"

/* For boards of up to 64 squares. */
#include "search/fairy/blast.h"

enum { WALK = MR_SLOW_BUILD ? 3000 : 20000, LENGTH = 80 };

typedef struct bench {
  mr_game *game;
  mr_fys_weights *weights;
  mr_fys_eval eval;
  mr_state *state, *next;
  mr_action *actions;
  unsigned even, uneven, own_end, other_end; /**< captures that were looked at */
} bench;

/** What a side's men are worth, less those of the other. */
static int worth_of(const bench *b, const mr_state *state, unsigned side) {
  const uint8_t *board = mr_fy_board_const(state);
  int sum = 0;
  for (unsigned cell = 0; cell < b->eval.game->rules.cells; cell++) {
    int worth = board[cell] != 0 ? b->weights->value[board[cell]] : 0;
    sum += MR_FY_SIDE(board[cell]) == side ? worth : -worth;
  }
  return sum;
}

static bool has_royal(const bench *b, const mr_state *state, unsigned side) {
  return bb_any(all_royals(b->eval.game, sets_of_const(b->eval.game, state), side)) ||
         bb_any(last_ones(b->eval.game, state, side));
}

static void check_capture(bench *b, mr_action action) {
  unsigned side = mr_fy_state_of_const(b->state)->side;
  mr_state_copy(b->game, b->next, b->state);
  mr_game_make(b->game, b->next, action, NULL, NULL);
  int won = worth_of(b, b->next, side) - worth_of(b, b->state, side);
  int told = blast_gain(&b->eval, b->state, action);
  if (!has_royal(b, b->next, side)) {
    assert_int_equal(told, -BLAST_ENDS);
    b->own_end++;
  } else if (!has_royal(b, b->next, side ^ 1u)) {
    assert_int_equal(told, BLAST_ENDS);
    b->other_end++;
  } else {
    assert_int_equal(told, won);
    b->even += won == 0;
    b->uneven += won != 0;
  }
}

static bool is_capture(const bench *b, mr_action action) {
  unsigned type = mr_fy_type_of(action), to = mr_fy_to(action);
  return type == MR_FY_EP || (type == MR_FY_STEP && mr_fy_board_const(b->state)[to] != 0);
}

static void a_capture_that_blasts_wins_what_it_removes(void **state) {
  (void)state;
  bench b = {.game = mr_game_open("nocheckatomic", "")};
  mr_random random;
  b.eval.game = mr_fy_game_of(b.game);
  assert_int_equal(b.eval.game->core->words, FY_WORDS);
  assert_int_equal(
      mr_fys_weights_new(b.eval.game, NULL, NULL, mr_allocator_default(), &b.weights, NULL), MR_OK);
  b.eval.weights = b.weights;
  b.state = mr_state_new(b.game, NULL);
  b.next = mr_state_new(b.game, NULL);
  b.actions = mr_alloc_zero(NULL, b.game->info.max_actions, sizeof *b.actions);
  assert_non_null(b.state);
  assert_non_null(b.next);
  assert_non_null(b.actions);
  mr_random_init(&random, 8);
  for (unsigned made = 0; made < WALK; made++) {
    if (made % LENGTH == 0 || mr_game_node(b.game, b.state).kind != MR_NODE_DECISION) {
      mr_game_start(b.game, b.state);
    }
    size_t count = mr_game_actions(b.game, b.state, b.actions);
    for (size_t i = 0; i < count; i++) {
      if (is_capture(&b, b.actions[i])) {
        check_capture(&b, b.actions[i]);
      }
    }
    mr_game_make(b.game, b.state, b.actions[mr_random_below(&random, count)], NULL, NULL);
  }
  assert_true(b.even > 0 && b.uneven > 100 && b.other_end > 0);
  mr_alloc_free(NULL, b.actions, b.game->info.max_actions * sizeof *b.actions);
  mr_state_free(b.game, NULL, b.next);
  mr_state_free(b.game, NULL, b.state);
  mr_fys_weights_free(b.weights, mr_allocator_default());
  mr_game_free(b.game);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_capture_that_blasts_wins_what_it_removes),
};

MR_TEST_MAIN(tests)
