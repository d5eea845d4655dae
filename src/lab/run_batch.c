/*
 * Files of batches.
 *
 *     marcher batch 1
 *     experiment 0123456789abcdef
 *     program 0.1.0-1f2e3d4c
 *     game chess 0123456789abcdef
 *     weights 0123456789abcdef      (or -)
 *     network -
 *     batch 17 games 10
 *     ...                           what the kind of experiment says, whole numbers
 *     sum 0123456789abcdef          of all bytes before this line
 *
 * A file whose sum is not that of its bytes is damaged; one whose sum is right was written so, and
 * its head says of what it is.
 */
#include <inttypes.h>
#include <marcher/run.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "lab/run_priv.h"

#define TAIL "sum "
/* The bytes of the last line. */
#define TAIL_LENGTH (sizeof TAIL - 1 + MR_RUN_SUM_TEXT - 1 + 1)

static const char *or_dash(const char *text) {
  return *text != '\0' ? text : "-";
}

static void put_head(const mr_run *run, uint64_t batch, mr_str *out) {
  const mr_plan *plan = &run->plan;
  uint64_t first = 0;
  mr_str_format(out, "marcher batch 1\nexperiment %016" PRIx64 "\nprogram %s\n", run->identity,
                plan->program);
  mr_str_format(out, "game %s %s\nweights %s\nnetwork %s\n", plan->game, plan->definition,
                or_dash(plan->weights), or_dash(plan->network));
  mr_str_format(out, "batch %" PRIu64 " games %" PRIu64 "\n", batch,
                mr_run_games_of(run, batch, &first));
}

/* ---- writing --------------------------------------------------------------------------------- */

static mr_status check_number(const mr_run *run, uint64_t batch, mr_error *err) {
  return batch < mr_run_batches(run)
             ? MR_OK
             : mr_error_set(err, MR_ERR_RANGE,
                            "there is no batch %" PRIu64 ": '%s' has %" PRIu64 ", from 0", batch,
                            run->folder, mr_run_batches(run));
}

mr_status mr_batch_compute(const mr_run *run, uint64_t batch, const atomic_bool *stop, mr_str *out,
                           mr_error *err) {
  char sum[MR_RUN_SUM_TEXT];
  uint64_t first = 0;
  mr_status status = check_number(run, batch, err);
  if (status != MR_OK) {
    return status;
  }
  uint64_t count = mr_run_games_of(run, batch, &first);
  size_t start = out->length;
  put_head(run, batch, out);
  status = run->kind->play(run, first, count, stop, out, err);
  if (status == MR_OK && stop != NULL && atomic_load(stop)) {
    status = mr_error_set(err, MR_ERR_CANCELLED, "stopped in batch %" PRIu64, batch);
  }
  if (status == MR_OK) {
    mr_run_sum_text(mr_hash_bytes(MR_HASH_START, mr_str_text(out) + start, out->length - start),
                    sum);
    mr_str_format(out, TAIL "%s\n", sum);
  }
  if (status == MR_OK && out->status != MR_OK) {
    status = mr_error_set(err, out->status, "out of memory for batch %" PRIu64, batch);
  }
  return status;
}

/* Copies of a run may lack the folder where it was empty; whether it can be made shows itself. */
static void make_folder(const mr_run *run) {
  char path[MR_RUN_PATH_MAX];
  if (mr_run_path(run->folder, "batches", path, NULL) == MR_OK) {
    (void)mkdir(path, 0777);
  }
}

static mr_status path_of(const mr_run *run, uint64_t batch, char *out, mr_error *err) {
  char name[40];
  mr_str text = mr_str_fixed(name, sizeof name);
  mr_str_format(&text, "batches/%" PRIu64, batch);
  return mr_run_path(run->folder, name, out, err);
}

mr_status mr_batch_make(const mr_run *run, uint64_t batch, const atomic_bool *stop, bool *computed,
                        mr_error *err) {
  char path[MR_RUN_PATH_MAX];
  mr_batch_state state = MR_BATCH_MISSING;
  mr_str bytes = mr_str_growing(NULL);
  mr_status status = check_number(run, batch, err);
  if (status == MR_OK) {
    status = path_of(run, batch, path, err);
  }
  if (status == MR_OK) {
    status = mr_batch_read(run, batch, &state, NULL, err);
  }
  if (status == MR_OK && state == MR_BATCH_FOREIGN) {
    status = MR_ERR_MISMATCH; /* somebody may want it */
  }
  bool needed = status == MR_OK && state != MR_BATCH_WHOLE;
  if (needed) {
    status = mr_batch_compute(run, batch, stop, &bytes, err);
  }
  if (needed && status == MR_OK) {
    make_folder(run);
    status = mr_file_write(path, mr_str_text(&bytes), bytes.length, err);
  }
  mr_str_done(&bytes);
  if (status == MR_OK && computed != NULL) {
    *computed = needed;
  }
  return status;
}

/* ---- reading --------------------------------------------------------------------------------- */

static mr_batch_state damaged(uint64_t batch, const char *why, mr_error *err) {
  mr_error_set(err, MR_ERR_SYNTAX, "batch %" PRIu64 " is damaged: %s", batch, why);
  return MR_BATCH_DAMAGED;
}

/* What a batch is whose head differs from the expected one in this line, in which they do first. */
static const char *kinship(const char *line) {
  return strncmp(line, "batch ", 6) == 0         ? "another batch, copied under its number"
         : strncmp(line, "program ", 8) == 0     ? "by another version of the program"
         : strncmp(line, "experiment ", 11) == 0 ? "of another experiment"
                                                 : "of other rules, weights or another network";
}

/* Says in which line a head differs from the one that was expected. */
static mr_batch_state foreign(const mr_run *run, uint64_t batch, mr_token found, const char *head,
                              mr_error *err) {
  char theirs[512];
  size_t at = 0, begin = 0;
  mr_str copy = mr_str_fixed(theirs, sizeof theirs);
  mr_str_bytes(&copy, found.text, found.length < sizeof theirs ? found.length : sizeof theirs - 1);
  while (theirs[at] != '\0' && theirs[at] == head[at]) {
    at++;
    begin = theirs[at - 1] == '\n' ? at : begin;
  }
  size_t line = strcspn(theirs + begin, "\n");
  mr_error_set(err, MR_ERR_MISMATCH, "batch %" PRIu64 " in '%s' is %s: '%.*s' in place of '%.*s'",
               batch, run->folder, kinship(theirs + begin), (int)(line < 80 ? line : 80),
               theirs + begin, (int)strcspn(head + begin, "\n"), head + begin);
  return MR_BATCH_FOREIGN;
}

mr_batch_state mr_batch_parse(const mr_run *run, uint64_t batch, const char *bytes, size_t length,
                              mr_batch_text *out, mr_error *err) {
  char sum[MR_RUN_SUM_TEXT];
  if (length < TAIL_LENGTH || memcmp(bytes + length - TAIL_LENGTH, TAIL, sizeof TAIL - 1) != 0 ||
      bytes[length - 1] != '\n') {
    return damaged(batch, "its end is lacking", err);
  }
  mr_run_sum_text(mr_hash_bytes(MR_HASH_START, bytes, length - TAIL_LENGTH), sum);
  if (memcmp(bytes + length - MR_RUN_SUM_TEXT, sum, MR_RUN_SUM_TEXT - 1) != 0) {
    return damaged(batch, "its bytes are not those that were written", err);
  }
  mr_str head = mr_str_growing(NULL);
  put_head(run, batch, &head);
  mr_batch_state state = MR_BATCH_WHOLE;
  if (head.status != MR_OK) {
    state = damaged(batch, "there is no memory to read it", err);
  } else if (length - TAIL_LENGTH < head.length ||
             memcmp(bytes, mr_str_text(&head), head.length) != 0) {
    state = foreign(run, batch, (mr_token){bytes, length}, mr_str_text(&head), err);
  } else {
    *out = (mr_batch_text){bytes + head.length, length - TAIL_LENGTH - head.length};
  }
  mr_str_done(&head);
  return state;
}

mr_status mr_batch_read(const mr_run *run, uint64_t batch, mr_batch_state *state, mr_str *text,
                        mr_error *err) {
  char path[MR_RUN_PATH_MAX];
  mr_str bytes = mr_str_growing(NULL);
  mr_batch_text body = {.length = 0};
  mr_status status = path_of(run, batch, path, err);
  if (status == MR_OK) {
    status = mr_run_read(path, MR_RUN_FILE_MAX, &bytes, err);
  }
  if (status == MR_ERR_UNKNOWN) {
    *state = MR_BATCH_MISSING;
    status = MR_OK;
  } else if (status == MR_ERR_LIMIT) {
    *state = MR_BATCH_DAMAGED;
    status = MR_OK;
  } else if (status == MR_OK) {
    *state = mr_batch_parse(run, batch, mr_str_text(&bytes), bytes.length, &body, err);
    if (*state == MR_BATCH_WHOLE && text != NULL) {
      mr_str_bytes(text, body.text, body.length);
      status = text->status == MR_OK ? MR_OK : mr_error_set(err, text->status, "out of memory");
    }
  }
  mr_str_done(&bytes);
  return status;
}
