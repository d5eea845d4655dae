/* What the batches of a run say together: looked at, added in their order, merged, written. */
#include <inttypes.h>
#include <marcher/run.h>
#include <string.h>

#include "base/file.h"
#include "lab/run_priv.h"

/* ---- kinds ----------------------------------------------------------------------------------- */

const mr_run_kind *mr_run_kind_find(const char *name) {
  static const mr_run_kind *const kinds[] = {
      &mr_run_kind_games,  &mr_run_kind_match, &mr_run_kind_ladder,
      &mr_run_kind_study,  &mr_run_kind_sweep, &mr_run_kind_fair,
      &mr_run_kind_values, &mr_run_kind_spsa,  &mr_run_kind_selfplay};
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
    if (strcmp(kinds[i]->name, name) == 0) {
      return kinds[i];
    }
  }
  return NULL;
}

/* ---- sums ------------------------------------------------------------------------------------ */

mr_status mr_run_sum_new(const mr_run *run, mr_run_sum **out, mr_error *err) {
  mr_run_sum *sum = mr_alloc_zero(NULL, 1, sizeof *sum);
  if (sum == NULL) {
    mr_error_set(err, MR_ERR_NOMEM, "out of memory for a run");
    return MR_ERR_NOMEM;
  }
  sum->run = run;
  mr_status status = run->kind->begin(sum, err);
  if (status != MR_OK) {
    mr_alloc_free(NULL, sum, sizeof *sum);
    return status;
  }
  *out = sum;
  return MR_OK;
}

void mr_run_sum_free(mr_run_sum *sum) {
  if (sum != NULL) {
    sum->run->kind->end(sum);
    mr_alloc_free(NULL, sum, sizeof *sum);
  }
}

mr_status mr_run_sum_add(mr_run_sum *sum, uint64_t batch, const char *text, size_t length,
                         mr_error *err) {
  uint64_t first = 0;
  uint64_t count = mr_run_games_of(sum->run, batch, &first);
  mr_status status =
      sum->run->kind->add(sum, first, count, (mr_token){.text = text, .length = length}, err);
  sum->batches += status == MR_OK;
  return status;
}

uint64_t mr_run_sum_batches(const mr_run_sum *sum) {
  return sum->batches;
}

void mr_run_sum_tell(const mr_run_sum *sum, mr_str *out) {
  sum->run->kind->report(sum, out);
}

/* ---- the folder ------------------------------------------------------------------------------ */

mr_status mr_run_look_at(const mr_run *run, uint64_t batch, mr_run_look *look, bool *lacks,
                         mr_error *err) {
  mr_batch_state state = MR_BATCH_MISSING;
  mr_error why = {.message = ""};
  mr_str text = mr_str_growing(NULL);
  mr_status status = mr_batch_read(run, batch, &state, &text, &why);
  if (status != MR_OK || state == MR_BATCH_FOREIGN) {
    status = status != MR_OK ? status : MR_ERR_MISMATCH;
    mr_error_set(err, status, "%s", why.message);
  } else if (state == MR_BATCH_WHOLE) {
    status = mr_run_sum_add(look->sum, batch, mr_str_text(&text), text.length, &why);
    if (status == MR_ERR_NOMEM) {
      mr_error_set(err, status, "%s", why.message);
    } else if (status != MR_OK) { /* its sum is right, and it is nothing that we write */
      state = MR_BATCH_DAMAGED;
      status = MR_OK;
    }
  }
  mr_str_done(&text);
  *lacks = state != MR_BATCH_WHOLE;
  if (status != MR_OK) {
    return status;
  }
  if (*lacks && look->missing + look->damaged == 0) {
    look->first_missing = batch;
  }
  if (state == MR_BATCH_DAMAGED && look->damaged++ == 0) {
    look->why = why;
  }
  look->whole += state == MR_BATCH_WHOLE;
  look->missing += state == MR_BATCH_MISSING;
  return MR_OK;
}

mr_status mr_run_survey(const mr_run *run, bool *lacking, mr_run_look *out, mr_error *err) {
  mr_run_look look = {.sum = NULL};
  mr_status status = mr_run_sum_new(run, &look.sum, err);
  for (uint64_t i = 0; i < mr_run_batches(run) && status == MR_OK; i++) {
    bool lacks = false;
    status = mr_run_look_at(run, i, &look, &lacks, err);
    if (lacking != NULL) {
      lacking[i] = lacks;
    }
  }
  if (status == MR_OK && lacking != NULL && run->kind->want != NULL) {
    status = run->kind->want(look.sum, lacking, err);
  }
  if (status != MR_OK) {
    mr_run_sum_free(look.sum);
    return status;
  }
  *out = look;
  return MR_OK;
}

mr_status mr_run_survey_first(const mr_run *run, mr_run_look *out, mr_error *err) {
  mr_run_look look = {.sum = NULL};
  bool lacks = false;
  mr_status status = mr_run_sum_new(run, &look.sum, err);
  for (uint64_t i = 0; i < mr_run_batches(run) && status == MR_OK && !lacks; i++) {
    status = mr_run_look_at(run, i, &look, &lacks, err);
  }
  if (status != MR_OK) {
    mr_run_sum_free(look.sum);
    return status;
  }
  *out = look;
  return MR_OK;
}

uint64_t mr_run_all(const mr_run_sum *sum, uint64_t wanted) {
  uint64_t all = sum->run->kind->all != NULL ? sum->run->kind->all(sum) : 0;
  return all > wanted ? all : wanted;
}

uint64_t mr_run_count(const mr_run *run, const bool *marked) {
  uint64_t count = 0;
  for (uint64_t i = 0; i < mr_run_batches(run); i++) {
    count += marked[i];
  }
  return count;
}

mr_status mr_run_write_summary(const mr_run *run, const mr_run_sum *sum, mr_error *err) {
  char path[MR_RUN_PATH_MAX], mark[MR_RUN_SUM_TEXT];
  mr_str text = mr_str_growing(NULL);
  mr_str_format(&text, "marcher summary 1\nexperiment %016" PRIx64 "\nprogram %s\n", run->identity,
                run->plan.program);
  mr_str_format(&text, "batches %" PRIu64 " of %" PRIu64 "\n", sum->batches, mr_run_batches(run));
  mr_status status = run->kind->write(sum, &text, err);
  if (status == MR_OK) {
    mr_run_sum_text(mr_hash_bytes(MR_HASH_START, mr_str_text(&text), text.length), mark);
    mr_str_format(&text, "sum %s\n", mark);
    status = text.status == MR_OK ? mr_run_path(run->folder, "summary", path, err)
                                  : mr_error_set(err, text.status, "out of memory for a summary");
  }
  if (status == MR_OK) {
    status = mr_file_write(path, mr_str_text(&text), text.length, err);
  }
  mr_str_done(&text);
  return status;
}

/* ---- merging --------------------------------------------------------------------------------- */

/** A folder that takes what it lacks from another. */
typedef struct merging {
  const mr_run *run;
  const mr_run *from;
  mr_str ours; /**< texts of one batch */
  mr_str theirs;
  uint64_t passed; /**< damaged ones of the other */
} merging;

static mr_status differ(const merging *m, uint64_t batch, mr_error *err) {
  return mr_error_set(err, MR_ERR_MISMATCH,
                      "batch %" PRIu64 " of '%s' is not that of '%s': one of the two machines or "
                      "programs errs; 'marcher lab batch' in a fresh copy of the run tells which",
                      batch, m->from->folder, m->run->folder);
}

/* @param take receives whether a batch of the other is wanted */
static mr_status compare(merging *m, uint64_t batch, bool *take, mr_error *err) {
  mr_batch_state state = MR_BATCH_MISSING, own = MR_BATCH_MISSING;
  mr_str_reset(&m->ours);
  mr_str_reset(&m->theirs);
  mr_status status = mr_batch_read(m->from, batch, &state, &m->theirs, err);
  if (status == MR_OK && state == MR_BATCH_WHOLE) {
    status = mr_batch_read(m->run, batch, &own, &m->ours, err);
  }
  if (status == MR_OK && (state == MR_BATCH_FOREIGN || own == MR_BATCH_FOREIGN)) {
    status = MR_ERR_MISMATCH;
  } else if (status == MR_OK && state == MR_BATCH_WHOLE && own == MR_BATCH_WHOLE &&
             (m->ours.length != m->theirs.length ||
              memcmp(mr_str_text(&m->ours), mr_str_text(&m->theirs), m->ours.length) != 0)) {
    status = differ(m, batch, err);
  }
  *take = status == MR_OK && state == MR_BATCH_WHOLE && own != MR_BATCH_WHOLE;
  m->passed += state == MR_BATCH_DAMAGED;
  return status;
}

/* Copies the bytes of a batch's file. */
static mr_status copy(const mr_run *run, const mr_run *from, uint64_t batch, mr_error *err) {
  char name[40], source[MR_RUN_PATH_MAX], target[MR_RUN_PATH_MAX];
  mr_str bytes = mr_str_growing(NULL);
  mr_str text = mr_str_fixed(name, sizeof name);
  mr_str_format(&text, "batches/%" PRIu64, batch);
  mr_status status = mr_run_path(from->folder, name, source, err);
  if (status == MR_OK) {
    status = mr_run_path(run->folder, name, target, err);
  }
  if (status == MR_OK) {
    status = mr_run_read(source, MR_RUN_FILE_MAX, &bytes, err);
  }
  if (status == MR_OK) {
    status = mr_file_write(target, mr_str_text(&bytes), bytes.length, err);
  }
  mr_str_done(&bytes);
  return status;
}

mr_status mr_run_merge(const mr_run *run, const mr_run *from, uint64_t *taken, uint64_t *passed,
                       mr_error *err) {
  if (run->identity != from->identity) {
    return mr_error_set(err, MR_ERR_MISMATCH,
                        "'%s' and '%s' are of different experiments: their files 'experiment' "
                        "are not the same",
                        run->folder, from->folder);
  }
  bool *wanted = mr_alloc_zero(NULL, mr_run_batches(run), sizeof *wanted);
  if (wanted == NULL) {
    return mr_error_set(err, MR_ERR_NOMEM, "out of memory for a run");
  }
  mr_status status = MR_OK;
  merging m = {
      .run = run, .from = from, .ours = mr_str_growing(NULL), .theirs = mr_str_growing(NULL)};
  *taken = 0;
  /* All are looked at before any is taken. */
  for (uint64_t i = 0; i < mr_run_batches(run) && status == MR_OK; i++) {
    status = compare(&m, i, &wanted[i], err);
  }
  for (uint64_t i = 0; i < mr_run_batches(run) && status == MR_OK; i++) {
    status = wanted[i] ? copy(run, from, i, err) : MR_OK;
    *taken += wanted[i];
  }
  *passed = m.passed;
  mr_str_done(&m.ours);
  mr_str_done(&m.theirs);
  mr_alloc_free(NULL, wanted, mr_run_batches(run) * sizeof *wanted);
  return status;
}
