#ifndef MARCHER_TESTS_SUPPORT_CPU_CLOCK_H
#define MARCHER_TESTS_SUPPORT_CPU_CLOCK_H

#include <stdint.h>

/**
 * Nanoseconds of processors that this process has used, in all of its threads. What tests ask is
 * how much is still done after the time is up: on a busy machine that takes any time by the clock.
 */
int64_t mr_cpu_ns(void);

#endif
