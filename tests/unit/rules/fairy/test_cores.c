#include <string.h>

#include "borderline_open.h"
#include "rules/fairy/fairy.h"
#include "test_main.h"

typedef struct position {
  const char *game;
  const char *state;
  unsigned depth;
  uint64_t nodes;
} position;

/* The figures are those of tests/data; here every core has to come to them. */
static const position POSITIONS[] = {
    {"chess", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3, 97862},
    {"chess", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 4, 43238},
    {"nearly-colorboundmost", "zxbqkbxz/pppppppp/8/8/8/8/PPPPPPPP/ZXBQKBXZ w KQkq - 0 1", 3, 28017},
    {"colorboundmost", "zxbqkbxz/pppppppp/8/8/8/8/PPPPPPPP/ZXBQKBXZ w - - 0 1 d -", 4, 49065},
    {"battle-of-ideologies-pychess",
     "mfjezejfm/sssssssss/9/9/9/9/9/PPPPPPPPP/RHBCKABHR[sssss] w - - 0 1", 3, 26991},
    {"borderlands",
     "a1hs1sh1a/1ce1l1ec1/fwgw1wgwf/w1w1w1w1w/9/9/W1W1W1W1W/FWGW1WGWF/1CE1L1EC1/A1HS1SH1A[MMmm] w "
     "- "
     "- 0 1",
     2, 7698},
};

/** Counts with a core of the test's choice, whatever the game has chosen for itself. */
static uint64_t count_with(const mr_game *game, const mr_fy_core *core, const position *at) {
  mr_fy_game copy = *mr_fy_game_of(game);
  mr_arena_init(&copy.base.arena, NULL, (size_t)1 << 30);
  copy.core = core;
  copy.base.start = NULL;
  assert_int_equal(core->build(&copy), MR_OK);
  mr_state *state = mr_state_new(&copy.base, NULL);
  mr_error err = {0};
  assert_non_null(state);
  copy.base.start = state; /* what is read then is not compared with a first position */
  if (mr_fy_parse_state(&copy.base, at->state, strlen(at->state), state, &err) != MR_OK) {
    fail_msg("%s: %s", at->state, err.message);
  }
  uint64_t nodes = copy.base.ops->perft(&copy.base, state, at->depth);
  copy.base.start = NULL;
  mr_state_free(&copy.base, NULL, state);
  mr_arena_done(&copy.base.arena);
  return nodes;
}

static void every_core_counts_the_same(void **unused) {
  (void)unused;
  for (size_t i = 0; i < sizeof POSITIONS / sizeof POSITIONS[0]; i++) {
    const mr_fy_core *cores[2 * MR_FY_CORE_SIZES];
    mr_game *game = mr_game_open(POSITIONS[i].game, "");
    size_t count = mr_fy_cores_for(mr_fy_game_of(game)->rules.cells, cores);
    assert_in_range(count, 1, 2 * MR_FY_CORE_SIZES);
    for (size_t k = 0; k < count; k++) {
      assert_int_equal(count_with(game, cores[k], &POSITIONS[i]), POSITIONS[i].nodes);
    }
    mr_game_free(game);
  }
}

static void a_board_takes_the_smallest_core_that_holds_it(void **unused) {
  (void)unused;
#ifdef MR_FEW_CORES
  skip(); /* there it takes a larger one */
#endif
  assert_int_equal(mr_fy_core_for(1)->words, 1);
  assert_int_equal(mr_fy_core_for(64)->words, 1);
  assert_int_equal(mr_fy_core_for(65)->words, 2);
  assert_int_equal(mr_fy_core_for(128)->words, 2);
  assert_int_equal(mr_fy_core_for(129)->words, 4);
  assert_int_equal(mr_fy_core_for(256)->words, 4);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(every_core_counts_the_same),
    cmocka_unit_test(a_board_takes_the_smallest_core_that_holds_it),
};

MR_TEST_MAIN(tests)
