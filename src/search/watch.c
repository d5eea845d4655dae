#include "search/engine_priv.h"

#include <marcher/clock.h>

#define NS_PER_MS INT64_C(1000000)
#define REPORT_EVERY (100 * NS_PER_MS)

void mr_watch_start(mr_watch *watch, const mr_limits *limits) {
  int64_t now = mr_clock_ns();
  *watch = (mr_watch){
      .started = now,
      .deadline = INT64_MAX,
      .soft = INT64_MAX,
      .next_report = now + REPORT_EVERY,
      .stop = limits->stop,
  };
  if (limits->milliseconds > 0) {
    watch->deadline = now + (int64_t)limits->milliseconds * NS_PER_MS;
  }
  if (limits->soft_milliseconds > 0) {
    watch->soft = now + (int64_t)limits->soft_milliseconds * NS_PER_MS;
  }
}

static bool stop_asked(const mr_watch *watch) {
  return watch->stop != NULL && atomic_load_explicit(watch->stop, memory_order_relaxed);
}

bool mr_watch_expired(const mr_watch *watch) {
  return stop_asked(watch) || (watch->deadline != INT64_MAX && mr_clock_ns() >= watch->deadline);
}

bool mr_watch_soft_expired(const mr_watch *watch) {
  return watch->soft != INT64_MAX && mr_clock_ns() >= watch->soft;
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

bool mr_limits_allow(const mr_limits *limits, mr_action action) {
  if (limits->only == NULL || limits->only_count == 0) {
    return true;
  }
  for (size_t i = 0; i < limits->only_count; i++) {
    if (limits->only[i] == action) {
      return true;
    }
  }
  return false;
}

size_t mr_limits_filter(const mr_limits *limits, mr_action *list, size_t count) {
  size_t kept = 0;
  for (size_t i = 0; i < count; i++) {
    if (mr_limits_allow(limits, list[i])) {
      mr_action action = list[i];
      list[i] = list[kept];
      list[kept++] = action;
    }
  }
  return kept > 0 ? kept : count;
}
