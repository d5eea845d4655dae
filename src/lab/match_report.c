#include "lab/match_priv.h"

mr_status mr_match_report_init(mr_match_report *report, const mr_match_options *options,
                               mr_error *err) {
  size_t n = options->engine_count;
  *report = (mr_match_report){.options = options, .planned = mr_match_planned(options)};
  report->engines = mr_alloc_zero(NULL, n, sizeof *report->engines);
  report->against = mr_alloc_zero(NULL, n * n, sizeof *report->against);
  report->rules = mr_alloc_zero(NULL, options->game->info.rule_count, sizeof *report->rules);
  if (report->engines == NULL || report->against == NULL || report->rules == NULL) {
    mr_match_report_done(report);
    return mr_error_set(err, MR_ERR_NOMEM, "out of memory");
  }
  return MR_OK;
}

void mr_match_report_done(mr_match_report *report) {
  if (report->options == NULL) {
    return;
  }
  size_t n = report->options->engine_count;
  mr_alloc_free(NULL, report->engines, n * sizeof *report->engines);
  mr_alloc_free(NULL, report->against, n * n * sizeof *report->against);
  mr_alloc_free(NULL, report->rules,
                report->options->game->info.rule_count * sizeof *report->rules);
  *report = (mr_match_report){0};
}

/* ---- points ---------------------------------------------------------------------------------- */

/* Points of a side: those of any of its seats. */
static unsigned side_points(const mr_game *game, const mr_match_game *played, unsigned side) {
  uint8_t seat = 0;
  while (mr_match_side(game, (mr_player){seat}) != side) {
    seat++;
  }
  return played->score[seat];
}

static unsigned side_engine(const mr_game *game, const mr_match_game *played, unsigned side) {
  uint8_t seat = 0;
  while (mr_match_side(game, (mr_player){seat}) != side) {
    seat++;
  }
  return played->engines[seat];
}

/* Adds to the tally of the lower engine against the higher, and to that of both against all. */
static void add_tally(mr_match_report *report, unsigned low, unsigned high, const mr_tally *more) {
  mr_tally other = mr_tally_swapped(more);
  mr_tally_merge(&report->against[low * report->options->engine_count + high], more);
  mr_tally_merge(&report->engines[low].tally, more);
  mr_tally_merge(&report->engines[high].tally, &other);
}

void mr_match_report_close(mr_match_report *report, const mr_match_game *single) {
  const mr_game *game = report->options->game;
  unsigned first = side_engine(game, single, 0);
  unsigned second = side_engine(game, single, 1);
  unsigned seat = first < second ? 0 : 1;
  mr_tally more = {0};
  mr_tally_add_single(&more, seat, side_points(game, single, seat));
  add_tally(report, seat == 0 ? first : second, seat == 0 ? second : first, &more);
}

static void add_pair(mr_match_report *report, const mr_match_game *one,
                     const mr_match_game *other) {
  const mr_game *game = report->options->game;
  unsigned first = side_engine(game, one, 0);
  unsigned second = side_engine(game, one, 1);
  const mr_match_game *low_first = first < second ? one : other;
  const mr_match_game *low_second = first < second ? other : one;
  mr_tally more = {0};
  mr_tally_add_pair(&more, side_points(game, low_first, 0), side_points(game, low_second, 1));
  add_tally(report, first < second ? first : second, first < second ? second : first, &more);
}

/* ---- the rest -------------------------------------------------------------------------------- */

static void add_actions(mr_match_report *report, const mr_match_game *played) {
  for (size_t i = 0; i < played->count; i++) {
    const mr_match_action *action = &played->actions[i];
    if (action->player.id == MR_NOBODY_ID || action->book) {
      continue;
    }
    mr_match_score *score = &report->engines[played->engines[action->player.id]];
    score->actions++;
    score->milliseconds += action->milliseconds;
    score->nodes += action->nodes;
    score->depth += action->depth;
    score->depth_count += action->depth > 0 ? 1 : 0;
  }
}

static void add_seats(mr_match_report *report, const mr_match_game *played) {
  for (uint8_t i = 0; i < report->options->game->info.players; i++) {
    mr_match_score *score = &report->engines[played->engines[i]];
    report->seat_quarters[i] += played->score[i];
    if (played->over_ms[i] > score->worst_over_ms) {
      score->worst_over_ms = played->over_ms[i];
    }
  }
  if (played->fault.id != MR_NOBODY_ID) {
    report->engines[played->engines[played->fault.id]].faults[played->end]++;
  }
  if (played->first.id != MR_NOBODY_ID) {
    report->first_quarters += played->score[played->first.id];
  }
  report->even += 2u * played->score[0] == MR_SCORE_WIN ? 1 : 0;
}

void mr_match_report_add(mr_match_report *report, const mr_match_game *played,
                         const mr_match_game *partner) {
  report->games++;
  report->ends[played->end]++;
  if (played->end == MR_END_RULE) {
    report->rules[played->rule]++;
  }
  report->actions += played->count;
  report->turns += played->turns;
  if (report->games == 1 || played->turns < report->shortest) {
    report->shortest = played->turns;
  }
  if (played->turns > report->longest) {
    report->longest = played->turns;
  }
  add_actions(report, played);
  add_seats(report, played);
  if (partner != NULL) {
    add_pair(report, partner, played);
  }
}

uint64_t mr_match_adjudicated(const mr_match_report *report) {
  return report->ends[MR_END_DRAW] + report->ends[MR_END_RESIGN] + report->ends[MR_END_LENGTH];
}
