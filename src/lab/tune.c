#include <marcher/hash.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "lab/folder.h"
#include "lab/tune_priv.h"

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
  tune->file = -1;
  mr_status status = mr_fys_fit_new(game, options->weights, allocator, &tune->fit, err);
  if (status == MR_OK) {
    mr_tune_options *o = &tune->options;
    *o = *options;
    o->games = o->games ? o->games : MR_TUNE_GAMES;
    o->nodes = o->nodes ? o->nodes : MR_TUNE_NODES;
    o->threads = o->threads ? o->threads : 1;
    o->rounds = o->rounds ? o->rounds : MR_TUNE_ROUNDS;
    o->epochs = o->epochs ? o->epochs : MR_TUNE_EPOCHS;
    o->trust = o->trust ? o->trust : MR_TUNE_TRUST;
    o->trust = o->trust > 100 ? 0 : o->trust;
    o->gate_games = o->gate_games ? o->gate_games : MR_TUNE_GATE_GAMES;
    if (o->rounds > o->games) {
      status = mr_error_set(err, MR_ERR_RANGE,
                            "%llu game%s cannot be %u rounds, of which each plays one at least: "
                            "more games or fewer rounds can",
                            (unsigned long long)o->games, mr_text_plural(o->games), o->rounds);
    } else if (o->games > MR_TUNE_GAMES_MAX || o->rounds > MR_TUNE_ROUNDS_MAX ||
               o->threads > MR_ENGINE_THREADS_MAX) {
      status = mr_error_set(err, MR_ERR_RANGE, "at most %d games, %d rounds and %d threads",
                            MR_TUNE_GAMES_MAX, MR_TUNE_ROUNDS_MAX, MR_ENGINE_THREADS_MAX);
    }
  }
  if (status == MR_OK) {
    tune->games = mr_alloc_zero(allocator, (size_t)tune->options.games, sizeof *tune->games);
    if (tune->games == NULL) {
      status = mr_error_set(err, MR_ERR_NOMEM, "no memory for the tuning");
    }
  }
  if (status == MR_OK && tune->options.folder != NULL) {
    status = mr_folder_make(tune->options.folder, err);
  }
  if (status == MR_OK) {
    status = mr_tune_open_games(tune, err);
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
  if (tune->temporary != NULL) {
    fclose(tune->temporary);
  } else if (tune->file >= 0) {
    close(tune->file);
  }
  mr_alloc_free(allocator, tune, sizeof *tune);
}

void mr_tune_write(const mr_tune *tune, mr_str *out) {
  mr_str_add(out, mr_fys_fit_text(tune->fit));
}

/* ---- rounds ---------------------------------------------------------------------------------- */

static bool report_epoch(void *context, unsigned done, double loss) {
  const mr_tune *tune = context;
  const mr_tune_options *o = &tune->options;
  mr_tune_progress so_far = {.round = tune->round,
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

static mr_status fit(mr_tune *tune, uint64_t end, mr_tune_report *out, mr_error *err) {
  const mr_tune_options *o = &tune->options;
  mr_fys_fit_options options = {.memory = o->memory,
                                .epochs = o->epochs,
                                .trust = o->trust,
                                .seed = mr_mix64(o->seed + tune->round),
                                .progress = report_epoch,
                                .context = tune};
  mr_fys_fit_report found;
  mr_tune_part part = {.tune = tune,
                       .end = end,
                       .state = mr_state_new(tune->game, tune->allocator),
                       .text = mr_str_growing(tune->allocator)};
  const mr_fys_fit_source source = mr_tune_source(&part);
  mr_status status = part.state == NULL
                         ? mr_error_set(err, MR_ERR_NOMEM, "no memory for the positions")
                         : mr_fys_fit_run(tune->fit, &source, &options, &found, err);
  mr_state_free(tune->game, tune->allocator, part.state);
  mr_str_done(&part.text);
  if (status != MR_OK) {
    return status;
  }
  mr_fys_fit_value values[MR_FYS_FIT_VALUES_MAX];
  *out = (mr_tune_report){.positions = found.positions,
                          .held_out = found.held_out,
                          .loss_before = found.loss_before,
                          .loss_after = found.loss_after,
                          .scale = found.scale,
                          .term_count = found.term_count,
                          .value_count = mr_fys_fit_values(tune->fit, values)};
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
  return MR_OK;
}

/* ---- the match ------------------------------------------------------------------------------- */

static void report_match(void *context, uint64_t games, uint64_t planned) {
  const mr_tune *tune = context;
  const mr_tune_options *o = &tune->options;
  if (o->progress != NULL) {
    mr_tune_progress so_far = {.round = o->rounds,
                               .rounds = o->rounds,
                               .games = o->games,
                               .games_planned = o->games,
                               .match_games = games,
                               .match_planned = planned};
    o->progress(o->context, &so_far);
  }
}

/** The weights against those that the game has today; networks judge for neither. */
static mr_status play_match(mr_tune *tune, mr_tune_report *out, mr_error *err) {
  const mr_tune_options *o = &tune->options;
  const mr_network none = {0};
  const mr_gate gate = {.game = tune->game,
                        .first = {.weights = mr_fys_fit_text(tune->fit), .network = &none},
                        .second = {.network = &none},
                        .nodes = {o->nodes, o->nodes},
                        .games = o->gate_games,
                        .seed = o->seed,
                        .threads = o->threads,
                        .journal = o->journal,
                        .progress = report_match,
                        .context = tune,
                        .stop = o->stop};
  mr_status status = mr_gate_play(&gate, &out->match, err);
  out->sprt = mr_gate_evaluate(&out->match);
  out->adopted = status == MR_OK && mr_gate_passes(&out->match);
  return status;
}

/* ---- the whole ------------------------------------------------------------------------------- */

mr_status mr_tune_run(mr_tune *tune, mr_tune_report *out, mr_error *err) {
  const mr_tune_options *o = &tune->options;
  mr_tune_report report = {0};
  mr_status status = MR_OK;
  for (unsigned round = 1; round <= o->rounds && status == MR_OK; round++) {
    uint64_t end = o->games * round / o->rounds;
    tune->round = round;
    status = mr_tune_play(tune, o->games * (round - 1) / o->rounds, end, err);
    if (status == MR_OK) {
      status = fit(tune, end, &report, err);
    }
  }
  if (status == MR_OK && o->stop != NULL && atomic_load(o->stop)) {
    status = mr_error_set(err, MR_ERR_CANCELLED, "stopped while fitting");
  }
  if (status == MR_OK) {
    status = play_match(tune, &report, err);
  }
  if (status == MR_OK) {
    report.games = o->games;
    for (uint64_t i = 0; i < o->games; i++) {
      unsigned score = tune->games[i].score;
      report.results[score == MR_SCORE_WIN ? 2 : score == 0 ? 0 : 1]++;
    }
    *out = report;
  }
  return status;
}
