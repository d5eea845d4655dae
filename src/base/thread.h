/**
 * @file thread.h
 * Threads, mutexes and conditions: the one place that knows pthreads. Where there are none
 * (WebAssembly, thread_none.c), starting one fails with MR_ERR_LIMIT, and who asks does the work
 * alone.
 */
#ifndef MARCHER_BASE_THREAD_H
#define MARCHER_BASE_THREAD_H

#include <marcher/status.h>
#ifdef __wasm__
#include <stdbool.h>
typedef bool mr_native_mutex;
typedef bool mr_native_condition;
typedef int mr_native_thread;
#else
#include <pthread.h>
typedef pthread_mutex_t mr_native_mutex;
typedef pthread_cond_t mr_native_condition;
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

/** Something that threads wait for, under a mutex. */
typedef struct mr_condition {
  mr_native_condition native;
} mr_condition;

/** @return MR_ERR_NOMEM when the system has no more of them */
MR_NODISCARD mr_status mr_condition_init(mr_condition *condition, mr_error *err);
/** @pre nobody waits */
void mr_condition_done(mr_condition *condition);
/**
 * Waits, with the mutex let go, until told, or for no reason: the caller looks again. @pre the
 * caller holds the mutex, and does so again afterwards
 */
void mr_condition_wait(mr_condition *condition, mr_mutex *mutex);
/** Wakes all who wait. */
void mr_condition_wake_all(mr_condition *condition);

/** A running thread, to be joined exactly once. Must stay where it is until then. */
typedef struct mr_thread {
  mr_native_thread native;
  void (*run)(void *context);
  void *context;
} mr_thread;

/**
 * Bytes of stack that a thread has at least: as much as thinking takes, and as much again for those
 * who are told of it. Some systems would give a thread 128 KiB.
 */
#define MR_THREAD_STACK ((size_t)1 << 20)

/** Starts `run(context)` in a thread of its own. @return MR_ERR_LIMIT when the system refuses */
MR_NODISCARD mr_status mr_thread_start(mr_thread *thread, void (*run)(void *context), void *context,
                                       mr_error *err);

/** Waits until the thread has ended. */
void mr_thread_join(mr_thread *thread);

/** Number of processors to keep busy, at least 1. */
unsigned mr_thread_cores(void);

#endif
