/* Runs that others compute: their folder is looked at until all is there. */
/* For realpath, which POSIX keeps in its XSI option. */
#define _XOPEN_SOURCE 700

#include <errno.h>
#include <inttypes.h>
#include <marcher/clock.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lab/run_priv.h"

#define NS_PER_S INT64_C(1000000000)
/* Somebody who presses Ctrl-C waits no longer than this. */
#define SLICE_MS 50
/* So often the folder is looked at; a look opens as many files as are lacking. */
#define LOOK_EVERY NS_PER_S
/* Network file systems show others' files within so many seconds, by their own standard (acdirmin
   of nfs is 30, but a file that is opened by its name is asked for at once). */
#define SETTLE (5 * NS_PER_S)

/* ---- paths ----------------------------------------------------------------------------------- */

mr_status mr_run_marcher(const mr_run_where *where, char *out, mr_error *err) {
  if (where->program != NULL) {
    return mr_run_path(where->program, "", out, err);
  }
  ssize_t length = readlink("/proc/self/exe", out, MR_RUN_PATH_MAX - 1);
  if (length <= 0) {
    return mr_error_set(err, MR_ERR_IO, "cannot tell where this program lies; --program PATH says");
  }
  out[length] = '\0';
  return MR_OK;
}

mr_status mr_run_real_path(const char *path, char *out, mr_error *err) {
  char *real = realpath(path, NULL);
  if (real == NULL) {
    return mr_error_set(err, MR_ERR_IO, "'%s': %s", path, strerror(errno));
  }
  mr_status status = mr_run_path(real, "", out, err);
  free(real);
  return status;
}

/* ---- life ------------------------------------------------------------------------------------ */

mr_status mr_run_watch_init(mr_run_watch *watch, const mr_run *run, const mr_run_where *where,
                            const mr_run_listener *listener, mr_error *err) {
  *watch = (mr_run_watch){.run = run,
                          .where = where,
                          .listener = listener,
                          .batches = mr_run_batches(run),
                          .began = mr_clock_ns()};
  watch->lacking = mr_alloc_zero(NULL, watch->batches, sizeof *watch->lacking);
  if (watch->lacking == NULL) {
    return mr_error_set(err, MR_ERR_NOMEM, "out of memory for a run");
  }
  mr_status status = mr_run_marcher(where, watch->program, err);
  if (status == MR_OK) {
    status = mr_run_real_path(run->folder, watch->folder, err);
  }
  if (status == MR_OK) {
    status = mr_run_path(watch->folder, "errors.log", watch->errors, err);
  }
  if (status == MR_OK) {
    status = mr_run_survey(run, watch->lacking, &watch->look, err);
  }
  watch->before = watch->look.whole;
  if (status == MR_OK && watch->look.damaged > 0) {
    mr_run_note(listener, "%s; %" PRIu64 " in all, computed again", watch->look.why.message,
                watch->look.damaged);
  }
  return status;
}

void mr_run_watch_done(mr_run_watch *watch) {
  mr_run_sum_free(watch->look.sum);
  if (watch->lacking != NULL) {
    mr_alloc_free(NULL, watch->lacking, watch->batches * sizeof *watch->lacking);
  }
  *watch = (mr_run_watch){.run = NULL};
}

/* ---- looking --------------------------------------------------------------------------------- */

uint64_t mr_run_watch_lacks(const mr_run_watch *watch) {
  return mr_run_count(watch->run, watch->lacking);
}

mr_status mr_run_watch_look(mr_run_watch *watch, mr_error *err) {
  mr_status status = MR_OK;
  watch->looked = mr_clock_ns();
  watch->look.missing = watch->look.damaged = 0;
  for (uint64_t i = 0; i < watch->batches && status == MR_OK; i++) {
    if (watch->lacking[i]) {
      status = mr_run_look_at(watch->run, i, &watch->look, &watch->lacking[i], err);
    }
  }
  return status;
}

static bool is_stopped(const mr_run_watch *watch) {
  return watch->where->stop != NULL && atomic_load(watch->where->stop);
}

mr_status mr_run_watch_wait(mr_run_watch *watch, int64_t nanoseconds, mr_error *err) {
  int64_t until = mr_clock_ns() + nanoseconds;
  mr_status status = MR_OK;
  while (status == MR_OK && mr_clock_ns() < until) {
    poll(NULL, 0, SLICE_MS);
    if (is_stopped(watch)) {
      return mr_error_set(err, MR_ERR_CANCELLED, "stopped after %" PRIu64 " of %" PRIu64 " batches",
                          watch->look.whole, watch->look.whole + mr_run_watch_lacks(watch));
    }
    if (mr_clock_ns() - watch->looked < LOOK_EVERY) {
      continue;
    }
    status = mr_run_watch_look(watch, err);
    if (status == MR_OK && watch->listener != NULL && watch->listener->tick != NULL) {
      mr_run_progress progress = {
          .sum = watch->look.sum,
          .done = watch->look.whole,
          .before = watch->before,
          .wanted = mr_run_all(watch->look.sum, watch->look.whole + mr_run_watch_lacks(watch)),
          .seconds = (double)(mr_clock_ns() - watch->began) / 1e9};
      watch->listener->tick(watch->listener->context, &progress);
    }
  }
  return status;
}

mr_status mr_run_watch_settle(mr_run_watch *watch, mr_error *err) {
  int64_t until = mr_clock_ns() + SETTLE;
  mr_status status = mr_run_watch_look(watch, err);
  while (status == MR_OK && mr_run_watch_lacks(watch) > 0 && mr_clock_ns() < until) {
    status = mr_run_watch_wait(watch, NS_PER_S, err);
  }
  return status;
}

/* What is wanted after all that was asked for has come. */
static mr_status look_again(mr_run_watch *watch, mr_error *err) {
  mr_run_sum_free(watch->look.sum);
  watch->look = (mr_run_look){.sum = NULL};
  return mr_run_survey(watch->run, watch->lacking, &watch->look, err);
}

mr_status mr_run_watch_rounds(mr_run_watch *watch,
                              mr_status (*compute)(mr_run_watch *watch, mr_error *err),
                              mr_error *err) {
  mr_status status = MR_OK;
  bool more = mr_run_watch_lacks(watch) > 0;
  while (status == MR_OK && more) {
    status = compute(watch, err);
    more = status == MR_OK && mr_run_watch_lacks(watch) == 0;
    if (more) {
      status = look_again(watch, err);
      more = status == MR_OK && mr_run_watch_lacks(watch) > 0;
    }
  }
  return status;
}

mr_status mr_run_watch_close(mr_run_watch *watch, mr_status status, mr_run_look *out,
                             mr_error *err) {
  mr_error unheard;
  mr_run_look look = {.sum = NULL};
  mr_error *why = status == MR_OK ? err : &unheard; /* the first failure is told */
  mr_status closed = mr_run_survey(watch->run, watch->lacking, &look, why);
  uint64_t lacks = closed == MR_OK ? mr_run_watch_lacks(watch) : 0, first = 0;
  if (closed == MR_OK) {
    closed = mr_run_write_summary(watch->run, look.sum, why);
    *out = look;
  }
  while (lacks > 0 && !watch->lacking[first]) {
    first++;
  }
  if (status == MR_OK && closed == MR_OK && lacks > 0) {
    return mr_error_set(
        err, MR_ERR_IO,
        "%" PRIu64 " of %" PRIu64 " batches were not computed, the first is %" PRIu64
        "; '%s' holds what tasks complained of, 'marcher lab batch %s %" PRIu64 "' tries it here",
        lacks, look.whole + lacks, first, watch->errors, watch->run->folder, first);
  }
  return status != MR_OK ? status : closed;
}
