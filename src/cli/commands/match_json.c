#include <math.h>

#include "cli/commands/match.h"
#include "cli/json.h"

/* JSON knows no infinity. */
static json_t *real_or_null(double value) {
  return isfinite(value) ? json_real(value) : json_null();
}

static json_t *interval_json(mr_interval interval) {
  return json_pack("{s:o, s:o, s:o}", "value", real_or_null(interval.value), "low",
                   real_or_null(interval.low), "high", real_or_null(interval.high));
}

static json_t *cells_json(const uint64_t *cells, size_t count, size_t step) {
  json_t *list = json_array();
  for (size_t i = 0; i < count; i += step) {
    json_array_append_new(list, cli_json_u64(cells[i]));
  }
  return list;
}

static json_t *tally_json(const mr_tally *tally) {
  uint64_t pairs[MR_TALLY_PAIR_CELLS];
  uint64_t games[MR_TALLY_GAME_CELLS];
  mr_standing standing;
  mr_tally_pair_cells(tally, pairs);
  mr_tally_game_cells(tally, games);
  mr_tally_standing(tally, &standing);
  json_t *root =
      json_pack("{s:o, s:o, s:o, s:o, s:f, s:f}", "games", cli_json_u64(standing.games), "wins",
                cli_json_u64(standing.wins), "losses", cli_json_u64(standing.losses), "draws",
                cli_json_u64(standing.draws), "draw_rate", standing.draw_rate, "los", standing.los);
  if (root != NULL) {
    json_object_set_new(root, "score", interval_json(standing.score));
    json_object_set_new(root, "elo", interval_json(standing.elo));
    json_object_set_new(root, "nelo", interval_json(standing.nelo));
    json_object_set_new(root, "first_seat", interval_json(standing.opening));
    json_object_set_new(root, "game_quarters", cells_json(games, MR_TALLY_GAME_CELLS, 1));
    json_object_set_new(root, "pair_quarters", cells_json(pairs, MR_TALLY_PAIR_CELLS, 1));
    json_object_set_new(root, "pentanomial",
                        mr_tally_is_fractional(tally) ? json_null()
                                                      : cells_json(pairs, MR_TALLY_PAIR_CELLS, 2));
  }
  return root;
}

static json_t *ends_json(const uint64_t *ends, unsigned from) {
  json_t *root = json_object();
  for (unsigned i = from; i < MR_END_COUNT; i++) {
    json_object_set_new(root, mr_match_end_name((mr_match_end)i), cli_json_u64(ends[i]));
  }
  return root;
}

static json_t *engine_json(const mr_match_report *report, size_t at) {
  const mr_match_engine *engine = &report->options->engines[at];
  const mr_match_score *score = &report->engines[at];
  json_t *root = json_pack("{s:s, s:o}", "name", engine->name, "all", tally_json(&score->tally));
  if (root == NULL) {
    return NULL;
  }
  json_object_set_new(root, "lost_by", ends_json(score->faults, MR_END_TIME));
  json_object_set_new(root, "worst_over_ms", json_integer((json_int_t)score->worst_over_ms));
  json_object_set_new(root, "actions", cli_json_u64(score->actions));
  json_object_set_new(root, "milliseconds", cli_json_u64(score->milliseconds));
  json_object_set_new(root, "nodes", cli_json_u64(score->nodes));
  json_object_set_new(root, "mean_depth",
                      score->depth_count == 0
                          ? json_null()
                          : json_real((double)score->depth / (double)score->depth_count));
  return root;
}

static json_t *meetings_json(const mr_match_report *report) {
  size_t count = report->options->engine_count;
  json_t *list = json_array();
  for (size_t i = 0; i < count; i++) {
    for (size_t j = i + 1; j < count; j++) {
      json_t *tally = tally_json(&report->against[i * count + j]);
      json_array_append_new(list, json_pack("{s:s, s:s, s:o}", "engine",
                                            report->options->engines[i].name, "against",
                                            report->options->engines[j].name, "results", tally));
    }
  }
  return list;
}

static json_t *sprt_json(const mr_match_report *report) {
  static const char *const verdicts[] = {"open", "H0", "H1"};
  const mr_sprt *test = &report->options->sprt;
  if (!report->options->has_sprt) {
    return json_null();
  }
  return json_pack("{s:f, s:f, s:f, s:f, s:s, s:f, s:f, s:f, s:s}", "elo0", test->elo0, "elo1",
                   test->elo1, "alpha", test->alpha, "beta", test->beta, "model",
                   test->model == MR_ELO_LOGISTIC ? "logistic" : "normalized", "llr",
                   report->sprt.llr, "lower", report->sprt.lower, "upper", report->sprt.upper,
                   "verdict", verdicts[report->sprt.verdict]);
}

static json_t *rules_json(const mr_match_report *report) {
  const mr_game_info *info = &report->options->game->info;
  json_t *root = json_object();
  for (size_t i = 0; i < info->rule_count; i++) {
    if (report->rules[i] > 0) {
      json_object_set_new(root, info->rules[i].id, cli_json_u64(report->rules[i]));
    }
  }
  return root;
}

static json_t *seats_json(const mr_match_report *report) {
  const mr_game_info *info = &report->options->game->info;
  json_t *root = json_object();
  for (uint8_t i = 0; i < info->players; i++) {
    json_object_set_new(root, info->player_names[i], cli_json_u64(report->seat_quarters[i]));
  }
  return root;
}

int cli_match_json(cli_context *cli, const mr_match_report *report, uint64_t openings) {
  json_t *engines = json_array();
  for (size_t i = 0; i < report->options->engine_count; i++) {
    json_array_append_new(engines, engine_json(report, i));
  }
  json_t *root =
      json_pack("{s:s, s:o, s:o, s:o, s:o, s:b}", "game", report->options->game->info.name,
                "definition", cli_json_hash(report->options->game->info.definition_hash), "seed",
                cli_json_u64(report->options->seed), "games", cli_json_u64(report->games),
                "planned", cli_json_u64(report->planned), "stopped", report->stopped);
  if (root != NULL) {
    json_object_set_new(root, "openings", cli_json_u64(openings));
    json_object_set_new(root, "seconds", json_real(report->seconds));
    json_object_set_new(root, "engines", engines);
    json_object_set_new(root, "meetings", meetings_json(report));
    json_object_set_new(root, "sprt", sprt_json(report));
    json_object_set_new(root, "seat_quarters", seats_json(report));
    json_object_set_new(root, "first_mover_quarters", cli_json_u64(report->first_quarters));
    json_object_set_new(root, "draws", cli_json_u64(report->even));
    json_object_set_new(root, "ends", ends_json(report->ends, MR_END_RULE));
    json_object_set_new(root, "adjudicated", cli_json_u64(mr_match_adjudicated(report)));
    json_object_set_new(root, "rules", rules_json(report));
    json_object_set_new(root, "actions", cli_json_u64(report->actions));
    json_object_set_new(root, "turns", cli_json_u64(report->turns));
    json_object_set_new(root, "shortest", cli_json_u64(report->shortest));
    json_object_set_new(root, "longest", cli_json_u64(report->longest));
  }
  return cli_print_json(cli, root);
}
