#include <string.h>

#include "lab/tune_priv.h"
#include "rules/fairy/text/texts.h"

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

/** What the first round begins with: a text, or an empty section, which leaves all as measured. */
static mr_status begin(mr_tune *tune, mr_error *err) {
  const mr_fy_game *game = mr_fy_game_of(tune->game);
  const mr_tune_options *o = &tune->options;
  mr_str_init(&tune->weights, tune->allocator);
  mr_str_format(&tune->weights, "[%s]\n", tune->game->info.name);
  tune->games = mr_alloc_zero(tune->allocator, (size_t)o->games, sizeof *tune->games);
  tune->found = mr_alloc_zero(tune->allocator, 1, sizeof *tune->found);
  if (tune->games == NULL || tune->found == NULL || tune->weights.status != MR_OK) {
    return mr_error_set(err, MR_ERR_NOMEM, "no memory for the tuning");
  }
  mr_status status = mr_fys_weights_new(game, mr_fys_body_for(game), mr_str_text(&tune->weights),
                                        tune->allocator, &tune->measured, err);
  if (status != MR_OK || o->weights == NULL) {
    return status;
  }
  mr_str_reset(&tune->weights);
  mr_str_add(&tune->weights, o->weights);
  return mr_fy_weights_read(game, o->weights, tune->allocator, tune->found, err);
}

mr_status mr_tune_new(const mr_game *game, const mr_tune_options *options, mr_tune **out,
                      mr_error *err) {
  if (!mr_fys_can_play(game)) {
    return mr_error_set(err, MR_ERR_UNSUPPORTED, "%s has no weights to be tuned", game->info.name);
  }
  const mr_allocator *allocator =
      options->allocator != NULL ? options->allocator : mr_allocator_default();
  mr_tune_options whole;
  mr_status status = complete(options, &whole, err);
  if (status != MR_OK) {
    return status;
  }
  mr_tune *tune = mr_alloc_zero(allocator, 1, sizeof *tune);
  if (tune == NULL) {
    return mr_error_set(err, MR_ERR_NOMEM, "no memory for the tuning");
  }
  tune->game = game;
  tune->options = whole;
  tune->allocator = allocator;
  mr_fy_fold_init(mr_fy_game_of(game), &tune->fold);
  status = begin(tune, err);
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
  mr_alloc_free(allocator, tune->found, sizeof *tune->found);
  mr_fys_weights_free(tune->measured, allocator);
  mr_str_done(&tune->weights);
  mr_alloc_free(allocator, tune, sizeof *tune);
}

void mr_tune_write(const mr_tune *tune, mr_str *out) {
  mr_str_add(out, mr_str_text(&tune->weights));
}

static mr_status write_found(mr_tune *tune, mr_error *err) {
  mr_str_reset(&tune->weights);
  mr_str_format(&tune->weights, "[%s]\n", tune->game->info.name);
  mr_fy_weights_write(mr_fy_game_of(tune->game), tune->found, &tune->weights);
  return tune->weights.status == MR_OK
             ? MR_OK
             : mr_error_set(err, MR_ERR_NOMEM, "no memory for the weights");
}

/* ---- the report ------------------------------------------------------------------------------ */

static void report_worths(const mr_tune *tune, const mr_tune_set *set, mr_tune_report *out) {
  const mr_fy_rules *rules = &mr_fy_game_of(tune->game)->rules;
  out->worth_count = 0;
  for (unsigned kind = 1; kind <= rules->kind_count; kind++) {
    unsigned term = mr_fy_term_kind(MR_FY_W_VALUE, kind);
    if (set->columns[term] == UINT16_MAX) {
      continue;
    }
    mr_tune_worth *worth = &out->worths[out->worth_count++];
    mr_str text;
    mr_str_fixed(&text, worth->text, sizeof worth->text);
    mr_fy_add_kind(rules, kind, &text);
    worth->piece = (mr_piece){MR_FY_CODE(kind, MR_FY_WHITE)};
    worth->open = tune->found->pair[term].open;
    worth->end = tune->found->pair[term].end;
    worth->measured = mr_fys_open(tune->measured->term[term]);
    worth->seen = set->seen[set->columns[term]];
  }
}

static void report_results(const mr_tune *tune, mr_tune_report *out) {
  out->games = tune->options.games;
  for (uint64_t i = 0; i < tune->options.games; i++) {
    unsigned score = tune->games[i].score;
    out->results[score == MR_SCORE_WIN ? 2 : score == 0 ? 0 : 1]++;
  }
}

static mr_status run_round(mr_tune *tune, unsigned round, mr_tune_report *out, mr_error *err) {
  const mr_tune_options *o = &tune->options;
  uint64_t first = o->games * (round - 1) / o->rounds, end = o->games * round / o->rounds;
  mr_tune_set *set = mr_alloc_zero(tune->allocator, 1, sizeof *set);
  if (set == NULL) {
    return mr_error_set(err, MR_ERR_NOMEM, "no memory for the positions");
  }
  mr_status status = mr_tune_play(tune, round, first, end, err);
  if (status == MR_OK) {
    status = mr_tune_collect(tune, end, set, err);
  }
  if (status == MR_OK) {
    status = mr_tune_fit(tune, set, round, out, err);
  }
  if (status == MR_OK) {
    status = write_found(tune, err);
    report_worths(tune, set, out);
  }
  mr_tune_set_done(set);
  mr_alloc_free(tune->allocator, set, sizeof *set);
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
