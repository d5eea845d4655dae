/**
 * @file atomic.h
 * The flag by which one thread ends what another one does: that of the language it is compiled as.
 * Both are the same in memory.
 */
#ifndef MARCHER_ATOMIC_H
#define MARCHER_ATOMIC_H

#ifdef __cplusplus
#include <atomic>
using std::atomic_bool;
#else
#include <stdatomic.h>
#endif

#endif
