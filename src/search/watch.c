#include "search/engine_priv.h"

#include <marcher/clock.h>

#define NS_PER_MS INT64_C(1000000)
#define REPORT_EVERY (100 * NS_PER_MS)

void mr_watch_start(mr_watch *watch, const mr_limits *limits) {
  int64_t now = mr_clock_ns();
  *watch = (mr_watch){
      .started = now,
      .deadline = INT64_MAX,
      .next_report = now + REPORT_EVERY,
      .stop = limits->stop,
  };
  if (limits->milliseconds > 0) {
    watch->deadline = now + (int64_t)limits->milliseconds * NS_PER_MS;
  }
}

static bool stop_asked(const mr_watch *watch) {
  return watch->stop != NULL && atomic_load_explicit(watch->stop, memory_order_relaxed);
}

bool mr_watch_expired(const mr_watch *watch) {
  return stop_asked(watch) || (watch->deadline != INT64_MAX && mr_clock_ns() >= watch->deadline);
}

bool mr_watch_report_due(mr_watch *watch) {
  int64_t now = mr_clock_ns();
  if (now < watch->next_report) {
    return false;
  }
  watch->next_report = now + REPORT_EVERY;
  return true;
}

double mr_watch_seconds(const mr_watch *watch) {
  return (double)(mr_clock_ns() - watch->started) / 1e9;
}
