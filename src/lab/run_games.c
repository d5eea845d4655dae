/* The first kind of experiments: games that engines play, and what they say. */
#include <inttypes.h>
#include <string.h>

#include "lab/run_priv.h"

/* ---- the plan -------------------------------------------------------------------------------- */

/* The players of a plan: a line for each seat, or one for all. */
mr_status mr_run_players(const mr_game *game, const mr_plan *plan, mr_experiment *out,
                         mr_error *err) {
  mr_experiment all[MR_MAX_PLAYERS];
  const char *text = plan->players;
  mr_token line;
  unsigned count = 0;
  while (mr_run_line(&text, &line)) {
    char one[256];
    mr_str word = mr_str_fixed(one, sizeof one);
    mr_str_bytes(&word, line.text, line.length);
    if (count == game->info.players || word.status != MR_OK) {
      return mr_error_set(err, MR_ERR_LIMIT, "'players' has one line for all seats, or %u",
                          (unsigned)game->info.players);
    }
    mr_status status = mr_experiment_init(game, one, plan->seed, &all[count], err);
    if (status != MR_OK) {
      return status;
    }
    count++;
  }
  if (count != 1 && count != game->info.players) {
    return mr_error_set(err, MR_ERR_ARGUMENT,
                        "'players' says who plays, as in 'nodes:400': one line for all seats, or "
                        "%u lines, not %u",
                        (unsigned)game->info.players, count);
  }
  *out = all[0];
  for (unsigned i = 1; i < count; i++) {
    out->seats[i] = all[i].seats[i];
    out->opening = all[i].opening > out->opening ? all[i].opening : out->opening;
    out->slips = all[i].slips > out->slips ? all[i].slips : out->slips;
  }
  return MR_OK;
}

static uint64_t total(const mr_plan *plan) {
  return plan->games;
}

mr_status mr_run_validate_games(const mr_game *game, mr_plan *plan, mr_error *err) {
  mr_experiment *experiment = mr_alloc_zero(NULL, 1, sizeof *experiment);
  if (experiment == NULL) {
    return mr_error_set(err, MR_ERR_NOMEM, "out of memory for an experiment");
  }
  mr_status status = mr_run_players(game, plan, experiment, err);
  if (status == MR_OK) {
    plan->opening = plan->opening == MR_PLAN_AUTO ? experiment->opening : plan->opening;
    plan->slips = plan->slips == MR_PLAN_AUTO ? experiment->slips : plan->slips;
  }
  mr_alloc_free(NULL, experiment, sizeof *experiment);
  return status;
}

static mr_status validate(const mr_game *game, mr_arena *arena, mr_plan *plan, mr_error *err) {
  (void)arena;
  return mr_run_validate_games(game, plan, err);
}

mr_status mr_run_prepare_games(mr_run *run, mr_error *err) {
  mr_experiment *experiment = mr_alloc_zero(NULL, 1, sizeof *experiment);
  if (experiment == NULL) {
    return mr_error_set(err, MR_ERR_NOMEM, "out of memory for an experiment");
  }
  run->prepared = experiment;
  mr_status status = mr_run_players(run->game, &run->plan, experiment, err);
  experiment->opening = (unsigned)run->plan.opening;
  experiment->slips = (unsigned)run->plan.slips;
  experiment->length = (uint32_t)run->plan.length;
  return status;
}

void mr_run_forget_games(mr_run *run) {
  if (run->prepared != NULL) {
    mr_alloc_free(NULL, run->prepared, sizeof(mr_experiment));
  }
  run->prepared = NULL;
}

/* ---- playing --------------------------------------------------------------------------------- */

mr_status mr_run_play_games(const mr_run_games *games, mr_error *err) {
  mr_experimenter *worker = NULL;
  mr_experiment *experiment = mr_alloc_zero(NULL, 1, sizeof *experiment);
  mr_played *played = mr_alloc_zero(NULL, 1, sizeof *played);
  mr_status status = MR_OK;
  if (experiment == NULL || played == NULL) {
    status = mr_error_set(err, MR_ERR_NOMEM, "out of memory for games");
  } else {
    *experiment = *games->what;
    experiment->stop = games->stop;
    status = mr_experimenter_new(experiment, &worker, err);
  }
  for (uint64_t i = 0; i < games->count && status == MR_OK; i++) {
    uint64_t behind = games->step > 0 ? i / 2 * games->step + i % 2 : i;
    status = mr_experimenter_play(worker, games->first + behind, played, err);
    if (status == MR_OK) {
      status = games->take(games->context, played, err);
    }
  }
  mr_experimenter_free(worker);
  mr_alloc_free(NULL, played, sizeof *played);
  mr_alloc_free(NULL, experiment, sizeof *experiment);
  return status;
}

static mr_status take(void *context, const mr_played *played, mr_error *err) {
  return mr_summary_add(context, played, err);
}

static mr_status play(const mr_run *run, uint64_t first, uint64_t count, const atomic_bool *stop,
                      mr_str *out, mr_error *err) {
  mr_summary *summary = mr_alloc_zero(NULL, 1, sizeof *summary);
  if (summary == NULL) {
    return mr_error_set(err, MR_ERR_NOMEM, "out of memory for games");
  }
  mr_summary_init(summary, run->game, NULL);
  const mr_run_games games = {.what = run->prepared,
                              .first = first,
                              .count = count,
                              .stop = stop,
                              .take = take,
                              .context = summary};
  mr_status status = mr_run_play_games(&games, err);
  if (status == MR_OK) {
    status = mr_summary_write(summary, out, err);
  }
  mr_summary_done(summary);
  mr_alloc_free(NULL, summary, sizeof *summary);
  return status;
}

/* ---- sums ------------------------------------------------------------------------------------ */

static mr_status begin(mr_run_sum *sum, mr_error *err) {
  mr_summary *summary = mr_alloc_zero(NULL, 1, sizeof *summary);
  if (summary == NULL) {
    return mr_error_set(err, MR_ERR_NOMEM, "out of memory for what games say");
  }
  mr_summary_init(summary, sum->run->game, NULL);
  summary->opening = (unsigned)sum->run->plan.opening;
  summary->slips = (unsigned)sum->run->plan.slips;
  sum->state = summary;
  return MR_OK;
}

static void end(mr_run_sum *sum) {
  mr_summary_done(sum->state);
  mr_alloc_free(NULL, sum->state, sizeof(mr_summary));
}

static mr_status add(mr_run_sum *sum, uint64_t first, uint64_t count, mr_token text,
                     mr_error *err) {
  mr_summary *more = mr_alloc_zero(NULL, 1, sizeof *more);
  (void)first;
  if (more == NULL) {
    return mr_error_set(err, MR_ERR_NOMEM, "out of memory for what games say");
  }
  mr_summary_init(more, sum->run->game, NULL);
  mr_status status = mr_summary_read(sum->run->game, text.text, text.length, more, err);
  if (status == MR_OK && more->games != count) {
    status = mr_error_set(err, MR_ERR_SYNTAX, "a batch of %" PRIu64 " games says of %" PRIu64,
                          count, more->games);
  }
  if (status == MR_OK) {
    status = mr_summary_reserve(sum->state, more, err);
  }
  if (status == MR_OK) {
    mr_summary_join(sum->state, more);
  }
  mr_summary_done(more);
  mr_alloc_free(NULL, more, sizeof *more);
  return status;
}

static void report(const mr_run_sum *sum, mr_str *out) {
  const mr_summary *summary = sum->state;
  const mr_game_info *info = &summary->game->info;
  mr_str_format(out, "%" PRIu64 " games", summary->games);
  for (uint8_t i = 0; i < info->players && summary->games > 0; i++) {
    if (mr_game_leads_team(summary->game, (mr_player){i})) {
      mr_interval share = mr_share_interval(summary->won[i], summary->games);
      mr_str_add(out, ", ");
      mr_game_team_name(summary->game, (mr_player){i}, out);
      mr_str_format(out, " %.1f%% (%.1f to %.1f)", 100 * share.value, 100 * share.low,
                    100 * share.high);
    }
  }
  if (summary->games > 0) {
    mr_str_format(out, ", drawn %.0f%%", 100 * (double)summary->drawn / (double)summary->games);
  }
}

static mr_status write(const mr_run_sum *sum, mr_str *out, mr_error *err) {
  return mr_summary_write(sum->state, out, err);
}

mr_summary *mr_run_sum_games(mr_run_sum *sum) {
  return sum->run->kind == &mr_run_kind_games ? sum->state : NULL;
}

const mr_run_kind mr_run_kind_games = {.name = "games",
                                       .prepare = mr_run_prepare_games,
                                       .forget = mr_run_forget_games,
                                       MR_RUN_KIND_ROW};
