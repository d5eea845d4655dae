#include "base/thread.h"

#include <assert.h>
#include <pthread.h>
#include <unistd.h>

/** A failure to lock or join can only be a bug of ours. */
static void expect_success(int result) {
  assert(result == 0);
  (void)result;
}

mr_status mr_mutex_init(mr_mutex *mutex, mr_error *err) {
  if (pthread_mutex_init(&mutex->native, NULL) != 0) {
    return mr_error_set(err, MR_ERR_NOMEM, "cannot create a mutex");
  }
  return MR_OK;
}

void mr_mutex_done(mr_mutex *mutex) {
  expect_success(pthread_mutex_destroy(&mutex->native));
}

void mr_mutex_lock(mr_mutex *mutex) {
  expect_success(pthread_mutex_lock(&mutex->native));
}

void mr_mutex_unlock(mr_mutex *mutex) {
  expect_success(pthread_mutex_unlock(&mutex->native));
}

mr_status mr_condition_init(mr_condition *condition, mr_error *err) {
  if (pthread_cond_init(&condition->native, NULL) != 0) {
    return mr_error_set(err, MR_ERR_NOMEM, "cannot create a condition");
  }
  return MR_OK;
}

void mr_condition_done(mr_condition *condition) {
  expect_success(pthread_cond_destroy(&condition->native));
}

void mr_condition_wait(mr_condition *condition, mr_mutex *mutex) {
  expect_success(pthread_cond_wait(&condition->native, &mutex->native));
}

void mr_condition_wake_all(mr_condition *condition) {
  expect_success(pthread_cond_broadcast(&condition->native));
}

static void *run_thread(void *argument) {
  mr_thread *thread = argument;
  thread->run(thread->context);
  return NULL;
}

/** As the system's threads are, with a stack that is large enough. */
static int create(pthread_t *thread, void *(*run)(void *), void *argument) {
  pthread_attr_t attributes;
  size_t stack = 0;
  int result = pthread_attr_init(&attributes);
  if (result != 0) {
    return result;
  }
  result = pthread_attr_getstacksize(&attributes, &stack);
  if (result == 0 && stack < MR_THREAD_STACK) {
    result = pthread_attr_setstacksize(&attributes, MR_THREAD_STACK);
  }
  result = result == 0 ? pthread_create(thread, &attributes, run, argument) : result;
  expect_success(pthread_attr_destroy(&attributes));
  return result;
}

mr_status mr_thread_start(mr_thread *thread, void (*run)(void *context), void *context,
                          mr_error *err) {
  thread->run = run;
  thread->context = context;
  if (create(&thread->native, run_thread, thread) != 0) {
    return mr_error_set(err, MR_ERR_LIMIT, "cannot start a thread");
  }
  return MR_OK;
}

void mr_thread_join(mr_thread *thread) {
  expect_success(pthread_join(thread->native, NULL));
}

unsigned mr_thread_cores(void) {
  long cores = sysconf(_SC_NPROCESSORS_ONLN);
  return cores > 0 && cores < 4096 ? (unsigned)cores : 1;
}
