#include <marcher/clock.h>
#include <time.h>

#include "search/engine_priv.h"
#include "test_main.h"

static void wait_ms(unsigned milliseconds) {
  struct timespec pause = {.tv_nsec = (long)milliseconds * 1000000};
  int64_t until = mr_clock_ns() + (int64_t)milliseconds * 1000000;
  while (mr_clock_ns() < until) {
    (void)nanosleep(&pause, NULL);
  }
}

static void without_limits_it_never_expires(void **unused) {
  (void)unused;
  mr_watch watch;
  mr_watch_start(&watch, &(mr_limits){.nodes = 5, .depth = 1});
  wait_ms(5);
  assert_false(mr_watch_expired(&watch));
}

static void it_expires_when_the_time_is_up_and_stays_so(void **unused) {
  (void)unused;
  mr_watch watch;
  mr_watch_start(&watch, &(mr_limits){.milliseconds = 10});
  while (!mr_watch_expired(&watch)) {
  }
  assert_true(mr_watch_seconds(&watch) >= 0.010);
  assert_true(mr_watch_expired(&watch));
}

static void the_longest_time_does_not_overflow(void **unused) {
  (void)unused;
  mr_watch watch;
  mr_watch_start(&watch, &(mr_limits){.milliseconds = UINT32_MAX});
  assert_false(mr_watch_expired(&watch));
  assert_true(watch.deadline > watch.started);
}

static void a_stop_flag_expires_it_at_once(void **unused) {
  (void)unused;
  atomic_bool stop = false;
  mr_watch watch;
  mr_watch_start(&watch, &(mr_limits){.milliseconds = 60000, .stop = &stop});
  assert_false(mr_watch_expired(&watch));
  atomic_store(&stop, true);
  assert_true(mr_watch_expired(&watch));
}

static void a_report_is_due_every_hundred_milliseconds(void **unused) {
  (void)unused;
  mr_watch watch;
  mr_watch_start(&watch, &(mr_limits){0});
  assert_false(mr_watch_report_due(&watch) && mr_watch_seconds(&watch) < 0.1);
  wait_ms(101);
  /* What is due next is counted from the report, which may be any time before the clock is read. */
  double reported = mr_watch_seconds(&watch);
  assert_true(mr_watch_report_due(&watch));
  assert_false(mr_watch_report_due(&watch) && mr_watch_seconds(&watch) < reported + 0.09);
  wait_ms(101);
  assert_true(mr_watch_report_due(&watch));
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(without_limits_it_never_expires),
    cmocka_unit_test(it_expires_when_the_time_is_up_and_stays_so),
    cmocka_unit_test(the_longest_time_does_not_overflow),
    cmocka_unit_test(a_stop_flag_expires_it_at_once),
    cmocka_unit_test(a_report_is_due_every_hundred_milliseconds),
};

MR_TEST_MAIN(tests)
