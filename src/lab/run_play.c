/* A run on the cores of this machine: each takes the next batch that is lacking. */
#include <inttypes.h>
#include <marcher/clock.h>
#include <marcher/run.h>
#include <poll.h>
#include <string.h>

#include "base/thread.h"
#include "lab/run_priv.h"

/* So often somebody looks whether all is done, and tells. */
#define TICK_MS 50

/** A run under way. What stands below `mutex` is guarded by it. */
typedef struct crew {
  const mr_run *run;
  bool *lacking;
  uint64_t batches;
  atomic_bool halt;
  mr_mutex mutex;
  mr_run_look look; /* its sum grows in the order in which batches end */
  uint64_t done;    /* batches that are there */
  uint64_t before;  /* of them: there when the run was begun */
  uint64_t wanted;  /* those, and all that are wanted besides by now */
  int64_t began;
  uint64_t next;
  unsigned running;
  mr_status status; /* the first failure */
  mr_error error;
} crew;

static bool take_batch(crew *c, uint64_t *out) {
  mr_mutex_lock(&c->mutex);
  while (c->next < c->batches && !c->lacking[c->next]) {
    c->next++;
  }
  bool found = c->next < c->batches && !atomic_load(&c->halt);
  *out = c->next;
  c->next += found;
  mr_mutex_unlock(&c->mutex);
  return found;
}

static void work(void *context) {
  crew *c = context;
  mr_status status = MR_OK;
  mr_error error = {.message = ""};
  uint64_t batch = 0;
  while (status == MR_OK && take_batch(c, &batch)) {
    mr_batch_state state = MR_BATCH_MISSING;
    mr_str text = mr_str_growing(NULL);
    status = mr_batch_make(c->run, batch, &c->halt, NULL, &error);
    if (status == MR_OK) {
      status = mr_batch_read(c->run, batch, &state, &text, &error);
    }
    mr_mutex_lock(&c->mutex);
    if (status == MR_OK && state == MR_BATCH_WHOLE) {
      status = mr_run_sum_add(c->look.sum, batch, mr_str_text(&text), text.length, &error);
      c->done++;
    } else if (status == MR_OK) {
      status = mr_error_set(&error, MR_ERR_IO, "batch %" PRIu64 " was written and cannot be read",
                            batch);
    }
    mr_mutex_unlock(&c->mutex);
    mr_str_done(&text);
  }
  mr_mutex_lock(&c->mutex);
  c->running--;
  /* That we have been halted is no failure. */
  if (status != MR_OK && c->status == MR_OK &&
      !(status == MR_ERR_CANCELLED && atomic_load(&c->halt))) {
    c->status = status;
    c->error = error;
    atomic_store(&c->halt, true);
  }
  mr_mutex_unlock(&c->mutex);
}

static void report_progress(crew *c, const mr_run_listener *listener) {
  if (listener == NULL || listener->tick == NULL) {
    return;
  }
  mr_mutex_lock(&c->mutex);
  mr_run_progress progress = {.sum = c->look.sum,
                              .done = c->done,
                              .before = c->before,
                              .wanted = mr_run_all(c->look.sum, c->wanted),
                              .seconds = (double)(mr_clock_ns() - c->began) / 1e9};
  listener->tick(listener->context, &progress);
  mr_mutex_unlock(&c->mutex);
}

static unsigned running(crew *c) {
  mr_mutex_lock(&c->mutex);
  unsigned count = c->running;
  mr_mutex_unlock(&c->mutex);
  return count;
}

/* Until all is done, or there is a reason to end. */
static mr_status await(crew *c, const mr_run_where *where, const mr_run_listener *listener,
                       mr_error *err) {
  while (running(c) > 0) {
    poll(NULL, 0, TICK_MS);
    if (where->stop != NULL && atomic_load(where->stop)) {
      atomic_store(&c->halt, true);
    }
    report_progress(c, listener);
  }
  if (c->status != MR_OK) {
    *err = c->error;
    return c->status;
  }
  return c->done < c->wanted
             ? mr_error_set(err, MR_ERR_CANCELLED,
                            "stopped after %" PRIu64 " of %" PRIu64 " batches", c->done, c->wanted)
             : MR_OK;
}

static mr_status run_crew(crew *c, const mr_run_where *where, const mr_run_listener *listener,
                          mr_error *err) {
  uint64_t left = c->wanted - c->done;
  uint64_t cores = where->cores > 0 ? where->cores : mr_thread_cores();
  size_t wanted = (size_t)(cores < left ? cores : left);
  mr_thread *threads = mr_alloc_zero(NULL, wanted + 1, sizeof *threads);
  mr_status status =
      threads != NULL ? MR_OK : mr_error_set(err, MR_ERR_NOMEM, "out of memory for a run");
  size_t started = 0;
  while (status == MR_OK && started < wanted) {
    mr_mutex_lock(&c->mutex);
    c->running++;
    mr_mutex_unlock(&c->mutex);
    status = mr_thread_start(&threads[started], work, c, err);
    started += status == MR_OK;
    if (status != MR_OK) {
      mr_mutex_lock(&c->mutex);
      c->running--;
      mr_mutex_unlock(&c->mutex);
    }
  }
  if (status == MR_OK) {
    status = await(c, where, listener, err);
  }
  atomic_store(&c->halt, true);
  for (size_t i = 0; i < started; i++) {
    mr_thread_join(&threads[i]);
  }
  if (threads != NULL) {
    mr_alloc_free(NULL, threads, (wanted + 1) * sizeof *threads);
  }
  return status;
}

/* Looks at what is there, and what is wanted besides. */
static mr_status look(crew *c, const mr_run_listener *listener, bool first, mr_error *err) {
  mr_run_sum_free(c->look.sum);
  c->look = (mr_run_look){.sum = NULL};
  mr_status status = mr_run_survey(c->run, c->lacking, &c->look, err);
  if (status != MR_OK) {
    return status;
  }
  c->done = c->look.whole;
  c->before = first ? c->done : c->before;
  c->wanted = c->done + mr_run_count(c->run, c->lacking);
  c->next = 0;
  atomic_store(&c->halt, false);
  if (first && c->look.damaged > 0) {
    mr_run_note(listener, "%s; %" PRIu64 " in all, computed again", c->look.why.message,
                c->look.damaged);
  }
  return MR_OK;
}

/* Round by round, until nothing is wanted: each look is in the order of the batches, so that the
   summary is the same whoever was faster. */
static mr_status play(crew *c, const mr_run_where *where, const mr_run_listener *listener,
                      mr_run_look *out, mr_error *err) {
  mr_error unheard;
  mr_status status = look(c, listener, true, err);
  while (status == MR_OK && c->wanted > c->done) {
    uint64_t done = c->done;
    status = run_crew(c, where, listener, err);
    mr_status seen = look(c, listener, false, status == MR_OK ? err : &unheard);
    status = status == MR_OK ? seen : status;
    if (status == MR_OK && c->done == done) {
      status = mr_error_set(err, MR_ERR_IO, "batches were written and are not there any more");
    }
  }
  if (c->look.sum != NULL) {
    mr_status written = mr_run_write_summary(c->run, c->look.sum, status == MR_OK ? err : &unheard);
    status = status == MR_OK ? written : status;
  }
  *out = c->look;
  return status;
}

mr_status mr_run_play(const mr_run *run, const mr_run_where *where, const mr_run_listener *listener,
                      mr_run_look *out, mr_error *err) {
  mr_error unheard;
  err = err != NULL ? err : &unheard;
  crew c = {.run = run, .batches = mr_run_batches(run), .began = mr_clock_ns()};
  *out = (mr_run_look){.sum = NULL};
  c.lacking = mr_alloc_zero(NULL, c.batches, sizeof *c.lacking);
  if (c.lacking == NULL) {
    return mr_error_set(err, MR_ERR_NOMEM, "out of memory for a run");
  }
  mr_status status = mr_mutex_init(&c.mutex, err);
  if (status == MR_OK) {
    status = play(&c, where, listener, out, err);
    mr_mutex_done(&c.mutex);
  }
  mr_alloc_free(NULL, c.lacking, c.batches * sizeof *c.lacking);
  return status;
}
