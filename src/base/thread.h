/**
 * @file thread.h
 * Threads and mutexes: the one place that knows pthreads. Where there are none (WebAssembly,
 * thread_none.c), starting one fails with MR_ERR_LIMIT, and who asks does the work alone.
 */
#ifndef MARCHER_BASE_THREAD_H
#define MARCHER_BASE_THREAD_H

#include <marcher/status.h>
#ifdef __wasm__
#include <stdbool.h>
typedef bool mr_native_mutex;
typedef int mr_native_thread;
#else
#include <pthread.h>
typedef pthread_mutex_t mr_native_mutex;
typedef pthread_t mr_native_thread;
#endif

/** A mutual exclusion; not recursive. */
typedef struct mr_mutex {
  mr_native_mutex native;
} mr_mutex;

/** @return MR_ERR_NOMEM when the system has no more of them */
MR_NODISCARD mr_status mr_mutex_init(mr_mutex *mutex, mr_error *err);
/** @pre nobody holds it */
void mr_mutex_done(mr_mutex *mutex);
void mr_mutex_lock(mr_mutex *mutex);
void mr_mutex_unlock(mr_mutex *mutex);

/** A running thread, to be joined exactly once. Must stay where it is until then. */
typedef struct mr_thread {
  mr_native_thread native;
  void (*run)(void *context);
  void *context;
} mr_thread;

/** Starts `run(context)` in a thread of its own. @return MR_ERR_LIMIT when the system refuses */
MR_NODISCARD mr_status mr_thread_start(mr_thread *thread, void (*run)(void *context), void *context,
                                       mr_error *err);

/** Waits until the thread has ended. */
void mr_thread_join(mr_thread *thread);

/** Number of processors to keep busy, at least 1. */
unsigned mr_thread_cores(void);

#endif
