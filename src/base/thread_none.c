/* thread.c where there are no threads (WebAssembly): nobody else can hold a mutex or be waited for.
 */
#include "base/thread.h"

mr_status mr_mutex_init(mr_mutex *mutex, mr_error *err) {
  (void)err;
  mutex->native = false;
  return MR_OK;
}

void mr_mutex_done(mr_mutex *mutex) {
  (void)mutex;
}

void mr_mutex_lock(mr_mutex *mutex) {
  mutex->native = true;
}

void mr_mutex_unlock(mr_mutex *mutex) {
  mutex->native = false;
}

mr_status mr_condition_init(mr_condition *condition, mr_error *err) {
  (void)err;
  condition->native = false;
  return MR_OK;
}

void mr_condition_done(mr_condition *condition) {
  (void)condition;
}

void mr_condition_wait(mr_condition *condition, mr_mutex *mutex) {
  (void)condition, (void)mutex;
}

void mr_condition_wake_all(mr_condition *condition) {
  (void)condition;
}

mr_status mr_thread_start(mr_thread *thread, void (*run)(void *context), void *context,
                          mr_error *err) {
  thread->run = run;
  thread->context = context;
  return mr_error_set(err, MR_ERR_LIMIT, "there are no threads here");
}

void mr_thread_join(mr_thread *thread) {
  (void)thread;
}

unsigned mr_thread_cores(void) {
  return 1;
}
