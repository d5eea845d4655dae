/**
 * @file clock.h
 * The monotonic clock. Only layers above the rules may look at it.
 */
#ifndef MARCHER_CLOCK_H
#define MARCHER_CLOCK_H

#include <marcher/compiler.h>
#include <stdint.h>

MR_BEGIN_C

/** Nanoseconds since some fixed moment; never goes back. */
MR_API int64_t mr_clock_ns(void);

MR_END_C

#endif
