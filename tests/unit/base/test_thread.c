#include "base/thread.h"

#include <marcher/clock.h>

#include "test_main.h"

enum { THREADS = 4, ROUNDS = 2000 };

typedef struct tally {
  mr_mutex mutex;
  unsigned count;
} tally;

static void add_many(void *context) {
  tally *shared = context;
  for (int i = 0; i < ROUNDS; i++) {
    mr_mutex_lock(&shared->mutex);
    shared->count++;
    mr_mutex_unlock(&shared->mutex);
  }
}

static void threads_that_take_turns_at_a_mutex_lose_no_count(void **state) {
  (void)state;
  tally shared = {.count = 0};
  mr_thread threads[THREADS];
  assert_int_equal(mr_mutex_init(&shared.mutex, NULL), MR_OK);
  for (size_t i = 0; i < THREADS; i++) {
    assert_int_equal(mr_thread_start(&threads[i], add_many, &shared, NULL), MR_OK);
  }
  for (size_t i = 0; i < THREADS; i++) {
    mr_thread_join(&threads[i]);
  }
  assert_int_equal(shared.count, THREADS * ROUNDS);
  mr_mutex_done(&shared.mutex);
}

/** Touches most of the stack that a thread is promised, page by page. */
static void fill_stack(void *context) {
  volatile char room[MR_THREAD_STACK / 8 * 7];
  unsigned *sum = context;
  for (size_t i = 0; i < sizeof room; i += 1024) {
    room[sizeof room - 1 - i] = 1;
    *sum += (unsigned)room[sizeof room - 1 - i];
  }
}

static void a_thread_has_the_stack_that_it_is_promised(void **state) {
  (void)state;
  mr_thread thread;
  unsigned sum = 0;
  assert_int_equal(mr_thread_start(&thread, fill_stack, &sum, NULL), MR_OK);
  mr_thread_join(&thread);
  assert_int_equal(sum, MR_THREAD_STACK / 8 * 7 / 1024);
}

static void there_is_at_least_one_core(void **state) {
  (void)state;
  assert_in_range(mr_thread_cores(), 1, 4095);
}

static void the_clock_never_goes_back_and_does_go_on(void **state) {
  (void)state;
  int64_t start = mr_clock_ns();
  int64_t now = start;
  while (now == start) {
    int64_t next = mr_clock_ns();
    assert_true(next >= now);
    now = next;
  }
  assert_true(start > 0);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(threads_that_take_turns_at_a_mutex_lose_no_count),
    cmocka_unit_test(a_thread_has_the_stack_that_it_is_promised),
    cmocka_unit_test(there_is_at_least_one_core),
    cmocka_unit_test(the_clock_never_goes_back_and_does_go_on),
};

MR_TEST_MAIN(tests)
