#include <marcher/hash.h>

#include "base/thread.h"
#include "search/fairy/tt.h"
#include "test_main.h"

static mr_fys_tt_data fact_of(uint32_t action, int score, int depth) {
  return (mr_fys_tt_data){.action = action,
                          .score = score,
                          .raw_eval = -score / 2,
                          .depth = depth,
                          .bound = MR_FYS_EXACT};
}

static uint64_t key_of(uint64_t i) {
  return mr_mix64(i * 77 + 5);
}

static void what_is_stored_is_found(void **unused) {
  (void)unused;
  static const mr_fys_tt_data facts[] = {
      {.action = 0x1FFFFFE,
       .score = 29990,
       .raw_eval = -32001,
       .depth = 119,
       .bound = MR_FYS_EXACT},
      {.action = 0x7FFFFFFF, .score = 5, .raw_eval = 3, .depth = 119, .bound = MR_FYS_AT_LEAST},
      {.action = 0, .score = -29990, .raw_eval = 13000, .depth = -8, .bound = MR_FYS_AT_MOST},
      {.action = 1, .score = 0, .raw_eval = 0, .depth = 0, .bound = MR_FYS_AT_LEAST, .pv = true},
  };
  mr_fys_tt tt;
  assert_true(mr_fys_tt_init(&tt, 1 << 16, NULL));
  mr_fys_tt_new_search(&tt);
  for (size_t i = 0; i < sizeof facts / sizeof facts[0]; i++) {
    mr_fys_tt_data found;
    assert_false(mr_fys_tt_find(&tt, key_of(i), &found));
    mr_fys_tt_store(&tt, key_of(i), &facts[i]);
    assert_true(mr_fys_tt_find(&tt, key_of(i), &found));
    assert_int_equal(found.action, facts[i].action);
    assert_int_equal(found.score, facts[i].score);
    assert_int_equal(found.raw_eval, facts[i].raw_eval);
    assert_int_equal(found.depth, facts[i].depth);
    assert_int_equal(found.bound, facts[i].bound);
    assert_int_equal(found.pv, facts[i].pv);
  }
  mr_fys_tt_clear(&tt);
  mr_fys_tt_data found;
  assert_false(mr_fys_tt_find(&tt, key_of(0), &found));
  mr_fys_tt_done(&tt, NULL);
}

static void a_fact_without_an_action_leaves_the_one_known(void **unused) {
  (void)unused;
  mr_fys_tt tt;
  mr_fys_tt_data first = fact_of(77, 10, 3), second = fact_of(0, 20, 5), found;
  assert_true(mr_fys_tt_init(&tt, 1 << 16, NULL));
  mr_fys_tt_store(&tt, key_of(1), &first);
  mr_fys_tt_store(&tt, key_of(1), &second);
  assert_true(mr_fys_tt_find(&tt, key_of(1), &found));
  assert_int_equal(found.action, 77);
  assert_int_equal(found.score, 20);
  mr_fys_tt_done(&tt, NULL);
}

/** In a full bucket a new fact takes the place of the shallowest, an old search's before that. */
static void the_least_worth_is_replaced(void **unused) {
  (void)unused;
  mr_fys_tt tt;
  mr_fys_tt_data found;
  assert_true(mr_fys_tt_init(&tt, 1 << 16, NULL));
  const uint64_t low = 3; /* the same bucket: keys differ far above the mask */
  for (uint64_t i = 1; i <= MR_FYS_BUCKET; i++) {
    mr_fys_tt_data fact = fact_of(9, 0, (int)(20 + i));
    mr_fys_tt_store(&tt, i << 40 | low, &fact);
  }
  mr_fys_tt_data fresh = fact_of(9, 0, 1);
  mr_fys_tt_store(&tt, UINT64_C(100) << 40 | low, &fresh);
  assert_false(mr_fys_tt_find(&tt, UINT64_C(1) << 40 | low, &found));
  assert_true(mr_fys_tt_find(&tt, UINT64_C(2) << 40 | low, &found));
  for (unsigned i = 0; i < 5; i++) {
    mr_fys_tt_new_search(&tt);
  }
  assert_int_equal(mr_fys_tt_fullness(&tt), 0);
  mr_fys_tt_store(&tt, UINT64_C(100) << 40 | low, &fresh);
  for (uint64_t i = 101; i < 100 + MR_FYS_BUCKET; i++) {
    mr_fys_tt_store(&tt, i << 40 | low, &fresh);
  }
  for (uint64_t i = 2; i <= MR_FYS_BUCKET; i++) {
    assert_false(mr_fys_tt_find(&tt, i << 40 | low, &found));
  }
  mr_fys_tt_done(&tt, NULL);
}

/* ---- threads --------------------------------------------------------------------------------- */

enum { WRITERS = 4, WRITES = 20000, KEYS = 64 };

typedef struct writer {
  mr_fys_tt *tt;
  mr_thread thread;
  unsigned number;
  size_t wrong;
} writer;

/** Score, depth and worth follow from the action: a mixture of two facts would show. */
static void write_and_read(void *context) {
  writer *w = context;
  for (unsigned i = 0; i < WRITES; i++) {
    uint32_t action = 1 + (i * 7 + w->number) % 1000;
    mr_fys_tt_data fact = fact_of(action, (int)action * 2, (int)(action % 100)), found;
    mr_fys_tt_store(w->tt, key_of(i % KEYS), &fact);
    if (mr_fys_tt_find(w->tt, key_of((i * 31 + w->number) % KEYS), &found)) {
      w->wrong += found.score != (int)found.action * 2 || found.raw_eval != -(int)found.action ||
                  found.depth != (int)(found.action % 100);
    }
  }
}

static void threads_never_find_halves_of_two_facts(void **unused) {
  (void)unused;
  mr_fys_tt tt;
  writer writers[WRITERS];
  assert_true(mr_fys_tt_init(&tt, 1 << 11, NULL));
  for (unsigned i = 0; i < WRITERS; i++) {
    writers[i] = (writer){.tt = &tt, .number = i};
    assert_int_equal(mr_thread_start(&writers[i].thread, write_and_read, &writers[i], NULL), MR_OK);
  }
  for (unsigned i = 0; i < WRITERS; i++) {
    mr_thread_join(&writers[i].thread);
    assert_int_equal(writers[i].wrong, 0);
  }
  mr_fys_tt_done(&tt, NULL);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(what_is_stored_is_found),
    cmocka_unit_test(a_fact_without_an_action_leaves_the_one_known),
    cmocka_unit_test(the_least_worth_is_replaced),
    cmocka_unit_test(threads_never_find_halves_of_two_facts),
};

MR_TEST_MAIN(tests)
