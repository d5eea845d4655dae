/* Numbered work of several threads, taken in order. */
#include "cli/crew.h"

#include <poll.h>

#include "base/thread.h"

/* So often somebody looks whether all is done, and a thread that is far ahead whether it may go on.
 */
enum { TICK_MS = 10, WAIT_MS = 1 };

/** Work under way. What stands below `mutex` is guarded by it. */
typedef struct job {
  const cli_crew *crew;
  bool *ready; /* slots whose result has not been taken */
  size_t room;
  atomic_bool halt;
  mr_mutex mutex;
  uint64_t next;
  uint64_t taken;
  unsigned running;
  mr_status status; /* the first failure */
  mr_error error;
} job;

static void *slot_of(const job *j, uint64_t number) {
  return (char *)j->crew->slots + number % j->room * j->crew->slot_size;
}

/** The next number, once there is a slot for it. @return false: nothing is left, or wanted */
static bool take_number(job *j, uint64_t *out) {
  bool waits = true, found = false;
  while (waits) {
    mr_mutex_lock(&j->mutex);
    bool over = atomic_load(&j->halt) || j->next == j->crew->count;
    waits = !over && j->next - j->taken >= j->room;
    found = !over && !waits;
    *out = j->next;
    j->next += found;
    mr_mutex_unlock(&j->mutex);
    if (waits) {
      poll(NULL, 0, WAIT_MS);
    }
  }
  return found;
}

/** Takes a result, and those behind it that have waited for it. @pre the mutex is held */
static mr_status hand_over(job *j, uint64_t number, mr_error *err) {
  mr_status status = MR_OK;
  bool enough = false;
  j->ready[number % j->room] = true;
  while (status == MR_OK && !enough && j->ready[j->taken % j->room]) {
    j->ready[j->taken % j->room] = false;
    status = j->crew->take(j->crew->context, j->taken, slot_of(j, j->taken), &enough, err);
    j->taken += status == MR_OK;
  }
  if (enough) {
    atomic_store(&j->halt, true);
  }
  return status;
}

static void work(void *context) {
  job *j = context;
  const cli_crew *crew = j->crew;
  mr_error error = {.message = ""};
  void *worker = NULL;
  uint64_t number = 0;
  mr_status status = crew->begin(crew->context, &j->halt, &worker, &error);
  while (status == MR_OK && take_number(j, &number)) {
    status = crew->work(worker, number, slot_of(j, number), &error);
    mr_mutex_lock(&j->mutex);
    if (status == MR_OK && !atomic_load(&j->halt)) {
      status = hand_over(j, number, &error);
    }
    mr_mutex_unlock(&j->mutex);
  }
  crew->end(worker);
  mr_mutex_lock(&j->mutex);
  j->running--;
  /* What is halted ends early, and that is no failure. */
  if (status != MR_OK && !atomic_load(&j->halt)) {
    j->status = status;
    j->error = error;
    atomic_store(&j->halt, true);
  }
  mr_mutex_unlock(&j->mutex);
}

/** Tells how far it is until all threads are through. */
static void await(job *j) {
  unsigned running = 1;
  while (running > 0) {
    poll(NULL, 0, TICK_MS);
    if (cli_signal() != 0) {
      atomic_store(&j->halt, true);
    }
    mr_mutex_lock(&j->mutex);
    running = j->running;
    uint64_t taken = j->taken;
    mr_mutex_unlock(&j->mutex);
    j->crew->tick(j->crew->context, taken);
  }
}

/** Starts as many threads as there are; one is enough. */
static mr_status start_all(job *j, mr_thread *threads, unsigned *started, mr_error *err) {
  mr_status status = MR_OK;
  for (*started = 0; *started < j->crew->threads && status == MR_OK;) {
    mr_mutex_lock(&j->mutex);
    j->running++;
    mr_mutex_unlock(&j->mutex);
    status = mr_thread_start(&threads[*started], work, j, err);
    *started += status == MR_OK;
    if (status != MR_OK) {
      mr_mutex_lock(&j->mutex);
      j->running--;
      mr_mutex_unlock(&j->mutex);
    }
  }
  return *started > 0 ? MR_OK : status;
}

unsigned cli_crew_threads(cli_number option) {
  return option.given ? (unsigned)option.value : mr_thread_cores();
}

mr_status cli_crew_run(const cli_crew *crew, mr_error *err) {
  job j = {.crew = crew, .room = (size_t)crew->threads * CLI_CREW_SLOTS};
  unsigned started = 0;
  mr_thread *threads = mr_alloc_zero(NULL, crew->threads, sizeof *threads);
  j.ready = mr_alloc_zero(NULL, j.room, sizeof *j.ready);
  atomic_init(&j.halt, false);
  mr_status status = threads != NULL && j.ready != NULL
                         ? mr_mutex_init(&j.mutex, err)
                         : mr_error_set(err, MR_ERR_NOMEM, "out of memory for threads");
  if (status == MR_OK) {
    status = start_all(&j, threads, &started, err);
    if (status == MR_OK) {
      await(&j);
    }
    for (unsigned i = 0; i < started; i++) {
      mr_thread_join(&threads[i]);
    }
    mr_mutex_done(&j.mutex);
  }
  if (status == MR_OK && j.status != MR_OK) {
    status = j.status;
    *err = j.error;
  }
  mr_alloc_free(NULL, j.ready, j.room * sizeof *j.ready);
  mr_alloc_free(NULL, threads, crew->threads * sizeof *threads);
  return status;
}
