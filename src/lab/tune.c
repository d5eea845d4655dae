#include <marcher/hash.h>
#include <string.h>

#include "lab/tune_priv.h"

static mr_status complete(const mr_tune_options *in, mr_tune_options *out, mr_error *err) {
  *out = *in;
  out->games = in->games ? in->games : MR_TUNE_GAMES;
  out->nodes = in->nodes ? in->nodes : MR_TUNE_NODES;
  out->threads = in->threads ? in->threads : 1;
  out->rounds = in->rounds ? in->rounds : MR_TUNE_ROUNDS;
  out->epochs = in->epochs ? in->epochs : MR_TUNE_EPOCHS;
  out->trust = in->trust ? in->trust : MR_TUNE_TRUST;
  out->trust = out->trust > 100 ? 0 : out->trust;
  if (out->games > MR_TUNE_GAMES_MAX || out->rounds > MR_TUNE_ROUNDS_MAX ||
      out->threads > MR_ENGINE_THREADS_MAX || out->rounds > out->games) {
    return mr_error_set(err, MR_ERR_RANGE,
                        "at most %d games, %d rounds and %d threads, and no "
                        "more rounds than games",
                        MR_TUNE_GAMES_MAX, MR_TUNE_ROUNDS_MAX, MR_ENGINE_THREADS_MAX);
  }
  return MR_OK;
}

mr_status mr_tune_new(const mr_game *game, const mr_tune_options *options, mr_tune **out,
                      mr_error *err) {
  const mr_allocator *allocator =
      options->allocator != NULL ? options->allocator : mr_allocator_default();
  mr_tune *tune = mr_alloc_zero(allocator, 1, sizeof *tune);
  if (tune == NULL) {
    return mr_error_set(err, MR_ERR_NOMEM, "no memory for the tuning");
  }
  tune->game = game;
  tune->allocator = allocator;
  mr_status status = mr_fys_fit_new(game, options->weights, allocator, &tune->fit, err);
  if (status == MR_OK) {
    status = complete(options, &tune->options, err);
  }
  if (status == MR_OK) {
    tune->games = mr_alloc_zero(allocator, (size_t)tune->options.games, sizeof *tune->games);
    if (tune->games == NULL) {
      status = mr_error_set(err, MR_ERR_NOMEM, "no memory for the tuning");
    }
  }
  if (status != MR_OK) {
    mr_tune_free(tune);
    return status;
  }
  *out = tune;
  return MR_OK;
}

void mr_tune_free(mr_tune *tune) {
  if (tune == NULL) {
    return;
  }
  const mr_allocator *allocator = tune->allocator;
  size_t games = (size_t)tune->options.games;
  for (size_t i = 0; tune->games != NULL && i < games; i++) {
    mr_str_done(&tune->games[i].text);
  }
  mr_alloc_free(allocator, tune->games, games * sizeof *tune->games);
  mr_fys_fit_free(tune->fit);
  mr_alloc_free(allocator, tune, sizeof *tune);
}

void mr_tune_write(const mr_tune *tune, mr_str *out) {
  mr_str_add(out, mr_fys_fit_text(tune->fit));
}

/* ---- the report ------------------------------------------------------------------------------ */

static void report_values(const mr_tune *tune, mr_tune_report *out) {
  mr_fys_fit_value values[MR_FYS_FIT_VALUES_MAX];
  out->value_count = mr_fys_fit_values(tune->fit, values);
  for (size_t i = 0; i < out->value_count; i++) {
    const mr_fys_fit_value *from = &values[i];
    mr_tune_value *to = &out->values[i];
    *to = (mr_tune_value){.piece = from->piece,
                          .open = from->open,
                          .end = from->end,
                          .measured = from->measured,
                          .seen = from->seen};
    memcpy(to->text, from->text, sizeof to->text);
  }
}

static void report_results(const mr_tune *tune, mr_tune_report *out) {
  out->games = tune->options.games;
  for (uint64_t i = 0; i < tune->options.games; i++) {
    unsigned score = tune->games[i].score;
    out->results[score == MR_SCORE_WIN ? 2 : score == 0 ? 0 : 1]++;
  }
}

/* ---- rounds ---------------------------------------------------------------------------------- */

/** A fit under way. */
typedef struct fitting {
  const mr_tune_options *options;
  unsigned round;
} fitting;

static bool tell_epoch(void *context, unsigned done, double loss) {
  const fitting *f = context;
  const mr_tune_options *o = f->options;
  mr_tune_progress so_far = {.round = f->round,
                             .rounds = o->rounds,
                             .games = o->games,
                             .games_planned = o->games,
                             .epoch = done,
                             .epochs = o->epochs,
                             .loss = loss};
  if (done > 0 && o->progress != NULL) {
    o->progress(o->context, &so_far);
  }
  return o->stop == NULL || !atomic_load(o->stop);
}

static mr_status run_fit(mr_tune *tune, unsigned round, mr_tune_report *out, mr_error *err) {
  const mr_tune_options *o = &tune->options;
  fitting context = {.options = o, .round = round};
  mr_fys_fit_options options = {.epochs = o->epochs,
                                .trust = o->trust,
                                .seed = mr_mix64(o->seed + round),
                                .progress = tell_epoch,
                                .context = &context};
  mr_fys_fit_report found;
  mr_status status = mr_fys_fit_run(tune->fit, &options, &found, err);
  if (status == MR_OK) {
    out->positions = found.positions;
    out->held_out = found.held_out;
    out->loss_before = found.loss_before;
    out->loss_after = found.loss_after;
    out->scale = found.scale;
    out->term_count = found.term_count;
    report_values(tune, out);
  }
  return status;
}

static mr_status run_round(mr_tune *tune, unsigned round, mr_tune_report *out, mr_error *err) {
  const mr_tune_options *o = &tune->options;
  uint64_t first = o->games * (round - 1) / o->rounds, end = o->games * round / o->rounds;
  mr_status status = mr_tune_play(tune, round, first, end, err);
  if (status == MR_OK) {
    status = mr_tune_collect(tune, end, err);
  }
  if (status == MR_OK) {
    status = run_fit(tune, round, out, err);
  }
  mr_fys_fit_clear(tune->fit);
  return status;
}

mr_status mr_tune_run(mr_tune *tune, mr_tune_report *out, mr_error *err) {
  mr_tune_report report = {0};
  mr_status status = MR_OK;
  for (unsigned round = 1; round <= tune->options.rounds && status == MR_OK; round++) {
    status = run_round(tune, round, &report, err);
  }
  if (status == MR_OK && tune->options.stop != NULL && atomic_load(tune->options.stop)) {
    status = mr_error_set(err, MR_ERR_CANCELLED, "stopped while fitting");
  }
  if (status == MR_OK) {
    report_results(tune, &report);
    *out = report;
  }
  return status;
}
