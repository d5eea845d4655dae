/*
 * Runs that a cluster under Slurm computes: an array of jobs for the batches that are lacking, each
 * a 'marcher lab batch'. All that is asked of Slurm is sbatch, squeue and scontrol; what a cluster
 * wants besides (accounts, partitions) its users say by SBATCH_ACCOUNT and the like, which go
 * before what the script says.
 */
#include <inttypes.h>
#include <marcher/clock.h>
#include <marcher/run.h>
#include <string.h>

#include "lab/player_process.h"
#include "lab/run_priv.h"

#define NS_PER_S INT64_C(1000000000)
/* Commands of Slurm answer within seconds; a busy controller lets them wait MessageTimeout, which
   is at most 100 s by Slurm's own manual. */
#define PATIENCE (120 * NS_PER_S)
/* The queue is asked so often at most: each asking is work for the controller. */
#define PAUSE (2 * NS_PER_S)
/* ... and more often at the beginning, for those who watch. */
#define PAUSE_FIRST (NS_PER_S / 2)
/* The queue may be silent for so long, while a controller starts anew, before we give up. */
#define SILENCE (600 * NS_PER_S)
/* Batches of which a first array has not come are asked for again, so often. */
enum { ROUNDS = 3 };
/* So many arrays are asked for even if nothing came of the first: what takes a node takes all that
   was on it. */
enum { LOST = 2 };
/* Indices of arrays where Slurm does not say how many it takes: its own default. */
#define ARRAY_DEFAULT UINT64_C(1001)

/** What a command of Slurm said. */
typedef struct answer {
  mr_str text;
  bool good; /**< it ended with status 0 */
} answer;

/* Runs a command. @param input NULL, or what it reads */
static mr_status ask(const char *const *command, size_t count, const char *input, answer *out,
                     mr_error *err) {
  const mr_process_spec spec = {
      .command = command[0], .arguments = command + 1, .argument_count = count - 1};
  mr_process process = {.id = 0};
  char *line = NULL;
  char how[64] = "";
  int64_t deadline = mr_clock_ns() + PATIENCE;
  mr_status status = mr_process_start(&process, &spec, err);
  if (status != MR_OK) {
    return status;
  }
  mr_process_io io = MR_PROCESS_FINE;
  if (input != NULL) {
    io = mr_process_write(&process, input, strlen(input), deadline);
  }
  if (io == MR_PROCESS_FINE) {
    mr_process_close_input(&process);
  }
  while (io == MR_PROCESS_FINE) {
    io = mr_process_line(&process, deadline, &line);
    if (io == MR_PROCESS_FINE) {
      mr_str_format(&out->text, "%s\n", line);
    }
  }
  out->good =
      mr_process_is_dead(&process, PATIENCE, how, sizeof how) && strcmp(how, "exit status 0") == 0;
  mr_process_stop(&process, 0);
  return out->text.status == MR_OK ? MR_OK : mr_error_set(err, MR_ERR_NOMEM, "out of memory");
}

/* ---- the array ------------------------------------------------------------------------------- */

/* How many indices an array may have here. */
static uint64_t array_room(void) {
  static const char *const command[] = {"scontrol", "show", "config"};
  answer config = {.text = mr_str_growing(NULL)};
  uint64_t room = ARRAY_DEFAULT;
  if (ask(command, 3, NULL, &config, NULL) == MR_OK && config.good) {
    const char *at = strstr(mr_str_text(&config.text), "MaxArraySize");
    size_t skip = at != NULL ? strcspn(at, "0123456789\n") : 0;
    uint64_t found = 0;
    if (at != NULL &&
        mr_parse_uint(at + skip, strspn(at + skip, "0123456789"), MR_RUN_BATCHES_MAX + 1, &found) &&
        found > 1) {
      room = found;
    }
  }
  mr_str_done(&config.text);
  return room;
}

/* The batches that are lacking of those from `base` on, as Slurm writes them. @return how many */
static uint64_t list(const mr_run_watch *watch, uint64_t base, uint64_t room, mr_str *out) {
  uint64_t count = 0;
  uint64_t end = watch->batches - base < room ? watch->batches : base + room;
  for (uint64_t i = base; i < end; i++) {
    uint64_t first = i;
    if (!watch->lacking[i]) {
      continue;
    }
    while (i + 1 < end && watch->lacking[i + 1]) {
      i++;
    }
    mr_str_format(out, "%s%" PRIu64, count > 0 ? "," : "", first - base);
    if (i > first) {
      mr_str_format(out, "-%" PRIu64, i - base);
    }
    count += i - first + 1;
  }
  return count;
}

/* A text as a word for the shell. */
static void quote(const char *text, mr_str *out) {
  mr_str_char(out, '\'');
  for (; *text != '\0'; text++) {
    if (*text == '\'') {
      mr_str_add(out, "'\\''");
    } else {
      mr_str_char(out, *text);
    }
  }
  mr_str_char(out, '\'');
}

static void name_job(const mr_run *run, mr_str *out) {
  mr_str_format(out, "marcher-%016" PRIx64, run->identity);
}

static void write_script(const mr_run_watch *watch, const char *indices, uint64_t base,
                         mr_str *out) {
  mr_str_add(out, "#!/bin/sh\n#SBATCH --job-name=");
  name_job(watch->run, out);
  mr_str_format(out, "\n#SBATCH --array=%s", indices);
  if (watch->where->cores > 0) {
    mr_str_format(out, "%%%u", watch->where->cores);
  }
  mr_str_add(out, "\n#SBATCH --output=/dev/null --requeue --cpus-per-task=1 --ntasks=1\n");
  mr_str_add(out, "exec ");
  quote(watch->program, out);
  mr_str_add(out, " lab batch ");
  quote(watch->folder, out);
  mr_str_format(out, " \"$SLURM_ARRAY_TASK_ID\" --base %" PRIu64 " 2>>", base);
  quote(watch->errors, out);
  mr_str_char(out, '\n');
}

/* Puts one array into the queue. */
static mr_status submit_some(const mr_run_watch *watch, uint64_t base, const char *indices,
                             mr_error *err) {
  static const char *const command[] = {"sbatch", "--parsable"};
  answer said = {.text = mr_str_growing(NULL)};
  mr_str script = mr_str_growing(NULL);
  write_script(watch, indices, base, &script);
  mr_status status = script.status == MR_OK
                         ? ask(command, 2, mr_str_text(&script), &said, err)
                         : mr_error_set(err, MR_ERR_NOMEM, "out of memory for an array of jobs");
  if (status == MR_OK && !said.good) {
    status = mr_error_set(err, MR_ERR_IO,
                          "sbatch has taken no array of jobs %.60s; 'sbatch --array=0 --wrap=true' "
                          "says why",
                          indices);
  }
  mr_str_done(&script);
  mr_str_done(&said.text);
  return status;
}

static mr_status submit(const mr_run_watch *watch, mr_error *err) {
  mr_status status = MR_OK;
  uint64_t room = array_room();
  mr_str indices = mr_str_growing(NULL);
  for (uint64_t base = 0; base < watch->batches && status == MR_OK; base += room) {
    mr_str_reset(&indices);
    if (list(watch, base, room, &indices) > 0) {
      status = submit_some(watch, base, mr_str_text(&indices), err);
    }
  }
  mr_str_done(&indices);
  return status;
}

/* ---- the queue ------------------------------------------------------------------------------- */

/* Whether jobs of this run are queued or under way. @param heard receives whether Slurm answered */
static mr_status look_at_queue(const mr_run_watch *watch, bool *busy, bool *heard, mr_error *err) {
  char name[64];
  mr_str text = mr_str_fixed(name, sizeof name);
  name_job(watch->run, &text);
  const char *const command[] = {"squeue", "-h", "-n", name, "-o", "%i"};
  answer queue = {.text = mr_str_growing(NULL)};
  mr_status status = ask(command, sizeof command / sizeof command[0], NULL, &queue, err);
  *heard = status == MR_OK && queue.good;
  *busy = *heard && queue.text.length > 0;
  mr_str_done(&queue.text);
  return status;
}

/* Until no job of this run is left, or nothing is lacking any more. */
static mr_status await(mr_run_watch *watch, mr_error *err) {
  int64_t heard_at = mr_clock_ns(), pause = PAUSE_FIRST;
  bool busy = true;
  mr_status status = MR_OK;
  while (status == MR_OK && busy && mr_run_watch_lacks(watch) > 0) {
    bool heard = false;
    status = mr_run_watch_wait(watch, pause, err);
    if (status == MR_OK) {
      status = look_at_queue(watch, &busy, &heard, err);
    }
    heard_at = heard ? mr_clock_ns() : heard_at;
    busy = busy || !heard; /* nobody knows */
    if (status == MR_OK && mr_clock_ns() - heard_at > SILENCE) {
      status = mr_error_set(err, MR_ERR_IO,
                            "squeue has not answered for ten minutes; the jobs go on, and 'marcher "
                            "lab run %s --on slurm' waits for them again",
                            watch->run->folder);
    }
    pause = pause < PAUSE ? pause * 2 : PAUSE;
  }
  return status;
}

static mr_status compute(mr_run_watch *watch, mr_error *err) {
  bool busy = false, heard = false;
  mr_status status = look_at_queue(watch, &busy, &heard, err);
  if (status == MR_OK && !heard) {
    status = mr_error_set(err, MR_ERR_IO,
                          "squeue does not reach the controller of Slurm; 'sinfo' says why");
  }
  if (status == MR_OK && busy) {
    mr_run_note(watch->listener, "jobs of this run are in the queue already; waiting for them");
    status = await(watch, err);
  }
  uint64_t before = UINT64_MAX;
  for (int i = 0; i < ROUNDS && status == MR_OK && mr_run_watch_lacks(watch) > 0 &&
                  (i < LOST || mr_run_watch_lacks(watch) < before);
       i++) {
    before = mr_run_watch_lacks(watch);
    status = submit(watch, err);
    if (status == MR_OK) {
      status = await(watch, err);
    }
    if (status == MR_OK) {
      status = mr_run_watch_settle(watch, err);
    }
  }
  if (status == MR_ERR_CANCELLED) {
    mr_run_note(watch->listener,
                "the jobs go on; 'scancel -n marcher-%016" PRIx64 "' would end them",
                watch->run->identity);
  }
  return status;
}

mr_status mr_run_slurm(const mr_run *run, const mr_run_where *where,
                       const mr_run_listener *listener, mr_run_look *out, mr_error *err) {
  static const char *const command[] = {"sbatch", "--version"};
  mr_error unheard;
  mr_run_watch watch;
  answer version = {.text = mr_str_growing(NULL)};
  err = err != NULL ? err : &unheard;
  *out = (mr_run_look){.sum = NULL};
  mr_status status = ask(command, 2, NULL, &version, NULL);
  mr_str_done(&version.text);
  if (status != MR_OK) {
    return mr_error_set(err, MR_ERR_UNSUPPORTED,
                        "there is no Slurm here: 'sbatch' cannot be started");
  }
  status = mr_run_watch_init(&watch, run, where, listener, err);
  if (status == MR_OK) {
    status = mr_run_watch_rounds(&watch, compute, err);
    status = mr_run_watch_close(&watch, status, out, err);
  }
  mr_run_watch_done(&watch);
  return status;
}
