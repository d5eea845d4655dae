/* Runs that GNU parallel computes, on this machine's neighbours over ssh. */
#include <marcher/clock.h>
#include <marcher/run.h>
#include <string.h>

#include "lab/player_process.h"
#include "lab/run_priv.h"

/* So long GNU parallel may take to see that its input has ended and its tasks are done. */
#define GRACE (100 * MR_NS_PER_MS)
/* So often somebody looks whether it has ended. */
#define PAUSE (200 * MR_NS_PER_MS)

/*
 * $1 marcher here, $2 the run, $3 the hosts, $4 tasks at once or nothing, $5 marcher there. A host
 * that does not answer, or dies, has its tasks done by others.
 */
static const char script[] = "\"$1\" lab batch \"$2\" --lacking | "
                             "exec parallel --retries 3 --sshloginfile \"$3\" ${4:+-j\"$4\"} -q "
                             "\"$5\" lab batch \"$2\" '{}'";

/* Until parallel has ended. */
static mr_status await(mr_process *process, mr_run_watch *watch, mr_error *err) {
  char how[64];
  mr_status status = MR_OK;
  while (status == MR_OK && !mr_process_is_dead(process, GRACE, how, sizeof how)) {
    mr_process_drain(process);
    status = mr_run_watch_wait(watch, PAUSE, err);
  }
  return status;
}

static mr_status compute(mr_run_watch *watch, mr_error *err) {
  char own[MR_RUN_PATH_MAX], cores[24] = "", hosts[MR_RUN_PATH_MAX];
  const mr_run_where here = {.program = NULL};
  mr_str text = mr_str_fixed(cores, sizeof cores);
  if (watch->where->hosts == NULL) {
    return mr_error_set(err, MR_ERR_ARGUMENT,
                        "GNU parallel needs hosts: a file with a line for each, such as "
                        "'2/somebody@machine' for one with two cores");
  }
  mr_status status = mr_run_real_path(watch->where->hosts, hosts, err);
  if (status == MR_OK) {
    status = mr_run_marcher(&here, own, err);
  }
  if (watch->where->cores > 0) {
    mr_str_uint(&text, watch->where->cores);
  }
  const char *const arguments[] = {"-c",          script, "sh",  own,
                                   watch->folder, hosts,  cores, watch->program};
  const mr_process_spec spec = {.command = "sh",
                                .arguments = arguments,
                                .argument_count = sizeof arguments / sizeof arguments[0],
                                .errors = watch->errors};
  mr_process process = {.id = 0};
  if (status == MR_OK) {
    status = mr_process_start(&process, &spec, err);
  }
  if (status == MR_OK) {
    status = await(&process, watch, err);
    mr_process_stop(&process, 0);
  }
  return status == MR_OK ? mr_run_watch_settle(watch, err) : status;
}

/* Asked before, because the script could only fail. */
static mr_status find_parallel(mr_error *err) {
  static const char *const arguments[] = {"--version"};
  const mr_process_spec spec = {.command = "parallel", .arguments = arguments, .argument_count = 1};
  mr_process process = {.id = 0};
  char *line = NULL;
  if (mr_process_start(&process, &spec, err) != MR_OK) {
    return mr_error_set(err, MR_ERR_UNSUPPORTED,
                        "GNU parallel is not here: install the package 'parallel'");
  }
  mr_process_io io = mr_process_line(&process, mr_clock_ns() + 10000 * MR_NS_PER_MS, &line);
  bool gnu = io == MR_PROCESS_FINE && strncmp(line, "GNU parallel", 12) == 0;
  mr_process_stop(&process, GRACE);
  return gnu ? MR_OK
             : mr_error_set(err, MR_ERR_UNSUPPORTED,
                            "'parallel' is not GNU parallel here: install the package 'parallel'");
}

mr_status mr_run_parallel(const mr_run *run, const mr_run_where *where,
                          const mr_run_listener *listener, mr_run_look *out, mr_error *err) {
  mr_error unheard;
  mr_run_watch watch;
  err = err != NULL ? err : &unheard;
  *out = (mr_run_look){.sum = NULL};
  mr_status status = find_parallel(err);
  if (status != MR_OK) {
    return status;
  }
  status = mr_run_watch_init(&watch, run, where, listener, err);
  if (status == MR_OK) {
    status = mr_run_watch_rounds(&watch, compute, err);
    status = mr_run_watch_close(&watch, status, out, err);
  }
  mr_run_watch_done(&watch);
  return status;
}
