#include "cli/commands/match_priv.h"

#include <math.h>

#include "cli/json.h"

static void put_interval(mr_json *json, const char *key, mr_interval interval) {
  mr_json_object(json, key);
  mr_json_real(json, "value", interval.value);
  mr_json_real(json, "low", interval.low);
  mr_json_real(json, "high", interval.high);
  mr_json_end(json);
}

static void put_counts(mr_json *json, const char *key, const uint64_t *counts, size_t count,
                       size_t step) {
  mr_json_array(json, key);
  for (size_t i = 0; i < count; i += step) {
    mr_json_uint(json, NULL, counts[i]);
  }
  mr_json_end(json);
}

static void put_tally(mr_json *json, const char *key, const mr_tally *tally) {
  uint64_t pairs[MR_TALLY_PAIR_CELLS];
  uint64_t games[MR_TALLY_GAME_CELLS];
  mr_standing standing;
  mr_tally_pair_cells(tally, pairs);
  mr_tally_game_cells(tally, games);
  mr_tally_standing(tally, &standing);
  mr_json_object(json, key);
  mr_json_uint(json, "games", standing.games);
  mr_json_uint(json, "wins", standing.wins);
  mr_json_uint(json, "losses", standing.losses);
  mr_json_uint(json, "draws", standing.draws);
  mr_json_real(json, "draw_rate", standing.draw_rate);
  mr_json_real(json, "los", standing.los);
  put_interval(json, "score", standing.score);
  put_interval(json, "elo", standing.elo);
  put_interval(json, "nelo", standing.nelo);
  put_interval(json, "first_seat", standing.opening);
  put_counts(json, "game_quarters", games, MR_TALLY_GAME_CELLS, 1);
  put_counts(json, "pair_quarters", pairs, MR_TALLY_PAIR_CELLS, 1);
  if (mr_tally_is_fractional(tally)) {
    mr_json_null(json, "pentanomial");
  } else {
    put_counts(json, "pentanomial", pairs, MR_TALLY_PAIR_CELLS, 2);
  }
  mr_json_end(json);
}

static void put_ends(mr_json *json, const char *key, const uint64_t *ends, unsigned from) {
  mr_json_object(json, key);
  for (unsigned i = from; i < MR_END_COUNT; i++) {
    mr_json_uint(json, mr_match_end_name((mr_match_end)i), ends[i]);
  }
  mr_json_end(json);
}

static void put_engine(mr_json *json, const mr_match_report *report, size_t at) {
  const mr_match_score *score = &report->engines[at];
  mr_json_object(json, NULL);
  mr_json_string(json, "name", report->options->engines[at].name);
  put_tally(json, "all", &score->tally);
  put_ends(json, "lost_by", score->faults, MR_END_TIME);
  mr_json_int(json, "worst_over_ms", score->worst_over_ms);
  mr_json_uint(json, "actions", score->actions);
  mr_json_uint(json, "milliseconds", score->milliseconds);
  mr_json_uint(json, "nodes", score->nodes);
  mr_json_real(json, "mean_depth",
               score->depth_count > 0 ? (double)score->depth / (double)score->depth_count
                                      : (double)NAN);
  mr_json_end(json);
}

static void put_meetings(mr_json *json, const mr_match_report *report) {
  size_t count = report->options->engine_count;
  mr_json_array(json, "meetings");
  for (size_t i = 0; i < count; i++) {
    for (size_t j = i + 1; j < count; j++) {
      mr_json_object(json, NULL);
      mr_json_string(json, "engine", report->options->engines[i].name);
      mr_json_string(json, "against", report->options->engines[j].name);
      put_tally(json, "results", &report->against[i * count + j]);
      mr_json_end(json);
    }
  }
  mr_json_end(json);
}

static void put_sprt(mr_json *json, const mr_match_report *report) {
  static const char *const verdicts[] = {"open", "H0", "H1"};
  const mr_sprt *test = &report->options->sprt;
  if (!report->options->has_sprt) {
    mr_json_null(json, "sprt");
    return;
  }
  mr_json_object(json, "sprt");
  mr_json_real(json, "elo0", test->elo0);
  mr_json_real(json, "elo1", test->elo1);
  mr_json_real(json, "alpha", test->alpha);
  mr_json_real(json, "beta", test->beta);
  mr_json_string(json, "model", test->model == MR_ELO_LOGISTIC ? "logistic" : "normalized");
  mr_json_real(json, "llr", report->sprt.llr);
  mr_json_real(json, "lower", report->sprt.lower);
  mr_json_real(json, "upper", report->sprt.upper);
  mr_json_string(json, "verdict", verdicts[report->sprt.verdict]);
  mr_json_end(json);
}

static void put_rules(mr_json *json, const mr_match_report *report) {
  const mr_game_info *info = &report->options->game->info;
  mr_json_object(json, "rules");
  for (size_t i = 0; i < info->rule_count; i++) {
    if (report->rules[i] > 0) {
      mr_json_uint(json, info->rules[i].id, report->rules[i]);
    }
  }
  mr_json_end(json);
}

static void put_games(mr_json *json, const mr_match_report *report) {
  const mr_game_info *info = &report->options->game->info;
  mr_json_object(json, "seat_quarters");
  for (uint8_t i = 0; i < info->players; i++) {
    mr_json_uint(json, info->player_names[i], report->seat_quarters[i]);
  }
  mr_json_end(json);
  mr_json_uint(json, "first_mover_quarters", report->first_quarters);
  mr_json_uint(json, "draws", report->even);
  put_ends(json, "ends", report->ends, MR_END_RULE);
  mr_json_uint(json, "adjudicated", mr_match_adjudicated(report));
  put_rules(json, report);
  mr_json_uint(json, "actions", report->actions);
  mr_json_uint(json, "turns", report->turns);
  mr_json_uint(json, "shortest", report->shortest);
  mr_json_uint(json, "longest", report->longest);
}

int cli_match_json(cli_context *cli, const mr_match_report *report, uint64_t openings) {
  cli_document document;
  mr_json *json = cli_document_open(&document);
  mr_json_string(json, "game", report->options->game->info.name);
  mr_json_hash(json, "definition", report->options->game->info.definition_hash);
  mr_json_uint(json, "seed", report->options->seed);
  mr_json_uint(json, "games", report->games);
  mr_json_uint(json, "planned", report->planned);
  mr_json_bool(json, "stopped", report->stopped);
  mr_json_uint(json, "openings", openings);
  mr_json_real(json, "seconds", report->seconds);
  mr_json_array(json, "engines");
  for (size_t i = 0; i < report->options->engine_count; i++) {
    put_engine(json, report, i);
  }
  mr_json_end(json);
  put_meetings(json, report);
  put_sprt(json, report);
  put_games(json, report);
  return cli_document_print(cli, &document);
}
