#include "cpu_clock.h"

#include <time.h>

int64_t mr_cpu_ns(void) {
  struct timespec used;
  return clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used) == 0
             ? (int64_t)used.tv_sec * 1000000000 + used.tv_nsec
             : 0;
}
