#include <marcher/measures.h>
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "cli/commands/match_priv.h"
#include "cli/files.h"
#include "cli/format.h"

#define PERCENT 100.0
/** Errors of Elo that are larger say no more than that nothing is known. */
#define ERROR_MAX 1000.0
/** How far the middle of an interval may be from its value, in errors, to be told by one error. */
#define LEAN 0.1
/** What halving and adding may lose of a share. */
#define NEAR 1e-9

/* ---- numbers --------------------------------------------------------------------------------- */

/* "+12.3" */
static void add_signed(double value, mr_str *out) {
  mr_str_format(out, "%+.1f", fabs(value) < 0.05 ? 0.0 : value);
}

double cli_match_elo_value(mr_interval elo) {
  double error = mr_interval_error(elo);
  return isfinite(elo.value) && isfinite(error) && error < ERROR_MAX ? elo.value : NAN;
}

double cli_match_elo(mr_interval elo, mr_str *out) {
  double known = cli_match_elo_value(elo);
  if (isfinite(known)) {
    add_signed(known, out);
    mr_str_format(out, " +- %.1f", mr_interval_error(elo));
  } else if (elo.value > 0 && elo.low >= 0) {
    /* All alike: then there is one bound, or none that says who is the stronger one. */
    known = elo.low;
    mr_str_add(out, "at least ");
    add_signed(known, out);
  } else if (elo.value < 0 && elo.high <= 0) {
    known = elo.high;
    mr_str_add(out, "at most ");
    add_signed(known, out);
  } else {
    mr_str_add(out, "unknown");
  }
  return known;
}

void cli_match_share(mr_interval share, mr_str *out) {
  double error = mr_interval_error(share);
  double lean = (share.low + share.high) / 2 - share.value;
  if (share.value - error < -NEAR || share.value + error > 1 + NEAR || fabs(lean) > LEAN * error) {
    mr_share_text(share, out);
  } else {
    mr_str_format(out, "%.1f%% +- %.1f", PERCENT * share.value, PERCENT * error);
  }
}

void cli_match_strength(const mr_tally *tally, mr_str *out) {
  mr_standing found;
  mr_tally_standing(tally, &found);
  mr_str_format(out, "+%llu =%llu -%llu, ", (unsigned long long)found.wins,
                (unsigned long long)found.draws, (unsigned long long)found.losses);
  (void)cli_match_elo(found.elo, out);
  mr_str_add(out, " Elo");
}

void cli_match_verdict(const mr_tally *tally, const mr_sprt_state *sprt, bool passes, mr_str *out) {
  mr_standing found;
  mr_tally_standing(tally, &found);
  mr_str_format(out, "LLR %.2f (%.2f to %.2f)", sprt->llr, sprt->lower, sprt->upper);
  if (passes && sprt->verdict == MR_SPRT_H1) {
    mr_str_add(out, ": better");
  } else if (passes) {
    mr_str_format(out, ": likely better (LOS %.1f%%, the test is open)", PERCENT * found.los);
  }
}

/* Of a test, for programs. */
static const char *const verdict_words[] = {"open", "H0", "H1"};

void cli_match_put_verdict(mr_json *json, const mr_tally *tally, const mr_sprt_state *sprt) {
  mr_standing found;
  mr_tally_standing(tally, &found);
  mr_json_real(json, "llr", sprt->llr);
  mr_json_string(json, "verdict", verdict_words[sprt->verdict]);
  mr_json_real(json, "los", found.los);
}

/* Characters of a text in UTF-8. */
static size_t columns_of(const char *text) {
  size_t columns = 0;
  for (; *text != '\0'; text++) {
    columns += ((unsigned char)*text & 0xC0) != 0x80 ? 1 : 0;
  }
  return columns;
}

/* ---- a game ---------------------------------------------------------------------------------- */

void cli_match_heading(const mr_match_options *match, mr_str *out) {
  mr_str_format(out, "%s: ", match->game->info.title);
  bool round_robin = match->engine_count > 2 && !match->gauntlet;
  for (size_t i = 0; i < match->engine_count; i++) {
    mr_str_add(out, i == 0 ? "" : i == 1 && !round_robin ? " against " : ", ");
    mr_str_add(out, match->engines[i].name);
  }
  mr_str_add(out, round_robin ? ", each against each" : "");
  uint64_t games = mr_match_planned(match);
  mr_str_format(out, "; %llu game%s, seed %llu\n", (unsigned long long)games, games == 1 ? "" : "s",
                (unsigned long long)match->seed);
}

void cli_match_game_line(const mr_match_report *report, const mr_match_game *game, mr_str *out) {
  static const char *const results[] = {"0-1", "1/4-3/4", "1/2-1/2", "3/4-1/4", "1-0"};
  const mr_game_info *info = &report->options->game->info;
  mr_str_format(out, "Game %llu of %llu: ", (unsigned long long)game->index + 1,
                (unsigned long long)report->planned);
  for (uint8_t i = 0; i < info->players; i++) {
    mr_str_format(out, "%s%s (%s)", i == 0 ? "" : " - ", game->names[i], info->player_names[i]);
  }
  mr_str_format(out, " %s, %llu turn%s: %s\n",
                game->score[0] <= MR_SCORE_WIN ? results[game->score[0]] : "*",
                (unsigned long long)game->turns, mr_text_plural(game->turns),
                game->reason[0] != '\0' ? game->reason : mr_match_end_name(game->end));
}

/* ---- the table ------------------------------------------------------------------------------- */

enum { COLUMNS = 7, CELL_MAX = 48, NAME_MOST = 24 };

/* A name flush left, which pushes the rest where it is wide, then the columns flush right. */
static void add_row(const char *name, size_t width, char cells[COLUMNS][CELL_MAX], mr_str *out) {
  static const size_t widths[COLUMNS] = {6, 8, 8, 17, 17, 7, 7};
  size_t name_width = columns_of(name);
  mr_str_add(out, name);
  mr_str_repeat(out, ' ', name_width < width ? width - name_width : 0);
  for (size_t i = 0; i < COLUMNS; i++) {
    size_t length = strlen(cells[i]);
    mr_str_repeat(out, ' ', length < widths[i] ? widths[i] - length : 0);
    mr_str_add(out, cells[i]);
  }
  mr_str_char(out, '\n');
}

static void add_engine_row(const char *name, size_t width, const mr_tally *tally, mr_str *out) {
  uint64_t games[MR_TALLY_GAME_CELLS];
  uint64_t quarters = 0;
  char buffers[COLUMNS][CELL_MAX];
  mr_str cells[COLUMNS];
  mr_standing standing;
  mr_tally_standing(tally, &standing);
  mr_tally_game_cells(tally, games);
  for (unsigned i = 0; i < MR_TALLY_GAME_CELLS; i++) {
    quarters += i * games[i];
  }
  for (size_t i = 0; i < COLUMNS; i++) {
    cells[i] = mr_str_fixed(buffers[i], sizeof buffers[i]);
  }
  mr_str_uint(&cells[0], standing.games);
  mr_str_format(&cells[1], quarters % 2 == 0 ? "%.1f" : "%.2f", (double)quarters / MR_SCORE_WIN);
  mr_str_format(&cells[2], "%.1f%%", PERCENT * standing.score.value);
  (void)cli_match_elo(standing.elo, &cells[3]);
  (void)cli_match_elo(standing.nelo, &cells[4]);
  mr_str_format(&cells[5], "%.1f%%", PERCENT * standing.los);
  mr_str_format(&cells[6], "%.1f%%", PERCENT * standing.draw_rate);
  add_row(name, width, buffers, out);
}

/* Best first; engines that have the same stand as they were given. */
static void add_engine_rows(const mr_match_report *report, mr_str *out) {
  char titles[COLUMNS][CELL_MAX] = {"Games", "Points", "Score", "Elo", "nElo", "LOS", "Draws"};
  size_t count = report->options->engine_count;
  bool done[MR_MATCH_ENGINES_MAX] = {false};
  size_t width = strlen("Engine");
  for (size_t i = 0; i < count; i++) {
    size_t length = columns_of(report->options->engines[i].name);
    width = length > width ? length : width;
  }
  width = width < NAME_MOST ? width : NAME_MOST;
  add_row("Engine", width, titles, out);
  for (size_t row = 0; row < count; row++) {
    size_t best = count;
    double most = -1;
    for (size_t i = 0; i < count; i++) {
      mr_standing standing;
      mr_tally_standing(&report->engines[i].tally, &standing);
      double share = standing.games == 0 ? 0 : standing.score.value;
      bool keeps_order = count == 2 && i > 0 && !done[0];
      if (!done[i] && share > most && !keeps_order) {
        most = share;
        best = i;
      }
    }
    done[best] = true;
    add_engine_row(report->options->engines[best].name, width, &report->engines[best].tally, out);
  }
}

/* Of pairs that went as others did the table has the points, and nothing else. */
static void add_different(const mr_standing *standing, mr_str *out) {
  uint64_t samples = standing->pairs > 0 ? standing->pairs : standing->games;
  if (standing->repeats > 0) {
    mr_str_format(out, "; %llu of them different, by which errors go",
                  (unsigned long long)(samples - standing->repeats));
  }
  mr_str_char(out, '\n');
}

static void add_meetings(const mr_match_report *report, mr_str *out) {
  size_t count = report->options->engine_count;
  for (size_t i = 0; i < count; i++) {
    for (size_t j = i + 1; j < count; j++) {
      const mr_tally *tally = &report->against[i * count + j];
      mr_standing standing;
      mr_tally_standing(tally, &standing);
      if (standing.games == 0 || report->options->no_swap) {
        continue;
      }
      mr_str_format(out, "%s - %s: ", report->options->engines[i].name,
                    report->options->engines[j].name);
      if (count > 2) {
        cli_match_share(standing.score, out);
        mr_str_add(out, ", ");
      }
      /* Points of pairs: five numbers, or nine where quarters are paid. */
      uint64_t cells[MR_TALLY_PAIR_CELLS];
      bool quarters = mr_tally_is_fractional(tally);
      mr_tally_pair_cells(tally, cells);
      mr_str_add(out, "pairs [");
      for (size_t k = 0; k < MR_TALLY_PAIR_CELLS; k += quarters ? 1 : 2) {
        mr_str_format(out, "%s%llu", k == 0 ? "" : ", ", (unsigned long long)cells[k]);
      }
      mr_str_format(out, "] by points 0 .. 2%s", quarters ? " in quarters" : "");
      add_different(&standing, out);
    }
  }
}

/* Games without partners that were played again. */
static void add_repeated_singles(const mr_match_report *report, mr_str *out) {
  size_t count = report->options->engine_count;
  for (size_t i = 0; i < count * count && report->options->no_swap; i++) {
    mr_standing standing;
    mr_tally_standing(&report->against[i], &standing);
    if (standing.repeats > 0) {
      mr_str_format(out, "%s - %s: %llu games", report->options->engines[i / count].name,
                    report->options->engines[i % count].name, (unsigned long long)standing.games);
      add_different(&standing, out);
    }
  }
}

/* Games whose openings have not been played from the other seat yet. */
static void add_leftover(const mr_match_report *report, mr_str *out) {
  size_t count = report->options->engine_count;
  uint64_t left = 0;
  for (size_t i = 0; i < count; i++) {
    for (size_t j = i + 1; j < count && !report->options->no_swap; j++) {
      uint64_t cells[MR_TALLY_PAIR_CELLS], paired = 0;
      mr_standing standing;
      mr_tally_standing(&report->against[i * count + j], &standing);
      mr_tally_pair_cells(&report->against[i * count + j], cells);
      for (size_t k = 0; k < MR_TALLY_PAIR_CELLS; k++) {
        paired += 2 * cells[k];
      }
      left += paired > 0 ? standing.games - paired : 0;
    }
  }
  if (left > 0) {
    mr_str_format(out, "Scores and Elo are of pairs, without %llu game%s whose pair is not whole\n",
                  (unsigned long long)left, mr_text_plural(left));
  }
}

static void add_sprt(const mr_match_report *report, mr_str *out) {
  static const char *const verdicts[] = {"goes on", "H0 accepted", "H1 accepted"};
  const mr_sprt *test = &report->options->sprt;
  const mr_sprt_state *state = &report->sprt;
  if (!report->options->has_sprt) {
    return;
  }
  mr_str_format(out, "SPRT elo0 %.1f elo1 %.1f alpha %g beta %g (%s): ", test->elo0, test->elo1,
                test->alpha, test->beta,
                test->model == MR_ELO_LOGISTIC ? "logistic" : "normalized");
  mr_str_format(out, "LLR %.2f [%.2f, %.2f], %s\n", state->llr, state->lower, state->upper,
                verdicts[state->verdict]);
  if (state->verdict != MR_SPRT_OPEN) {
    mr_str_format(out,
                  "Stopped by the test: Elo is drawn to %s, which won, and errors are too small\n",
                  state->verdict == MR_SPRT_H1 ? "H1" : "H0");
  }
}

/* ---- what the game is like ------------------------------------------------------------------- */

/* What the first seat has, whoever sat there. */
static void add_seats(const mr_match_report *report, mr_str *out) {
  const mr_game_info *info = &report->options->game->info;
  size_t count = report->options->engine_count;
  if (report->games == 0) {
    return;
  }
  mr_interval first = mr_match_seat_share(report, count);
  mr_str_format(out, "%s scores ", info->player_names[0]);
  if (count > 2 && first.low <= 0 && first.high >= 1) {
    mr_str_format(out, "%.1f%% (too few openings for an error)", PERCENT * first.value);
  } else {
    cli_match_share(first, out);
  }
  mr_str_format(out, "; who moves first %.1f%%; draws %.1f%%\n",
                PERCENT * (double)report->first_quarters / (double)(MR_SCORE_WIN * report->games),
                PERCENT * (double)report->even / (double)report->games);
}

static void add_ends(const mr_match_report *report, mr_str *out) {
  const mr_game_info *info = &report->options->game->info;
  const char *gap = "";
  if (report->games == 0) {
    return;
  }
  mr_str_add(out, "Ended by ");
  for (size_t i = 0; i < info->rule_count; i++) {
    if (report->rules[i] > 0) {
      mr_str_format(out, "%s%s: %llu", gap, i == 0 ? "no rule" : info->rules[i].id,
                    (unsigned long long)report->rules[i]);
      gap = ", ";
    }
  }
  for (unsigned i = MR_END_RULE + 1; i < MR_END_COUNT; i++) {
    if (report->ends[i] > 0) {
      mr_str_format(out, "%s%s: %llu", gap, mr_match_end_name((mr_match_end)i),
                    (unsigned long long)report->ends[i]);
      gap = ", ";
    }
  }
  uint64_t adjudicated = mr_match_adjudicated(report);
  if (adjudicated > 0) {
    mr_str_format(out, "\nAdjudicated: %llu of %llu game%s (%.1f%%)",
                  (unsigned long long)adjudicated, (unsigned long long)report->games,
                  mr_text_plural(report->games),
                  PERCENT * (double)adjudicated / (double)report->games);
  }
  mr_str_format(out, "\n%.1f turns a game (%llu to %llu)\n",
                (double)report->turns / (double)report->games, (unsigned long long)report->shortest,
                (unsigned long long)report->longest);
}

static void add_faults(const mr_match_report *report, mr_str *out) {
  for (size_t i = 0; i < report->options->engine_count; i++) {
    const mr_match_score *score = &report->engines[i];
    const char *gap = " lost by ";
    bool any = false;
    for (unsigned end = MR_END_TIME; end < MR_END_COUNT; end++) {
      if (score->faults[end] > 0) {
        mr_str_format(out, "%s%s%s: %llu", any ? "" : report->options->engines[i].name, gap,
                      mr_match_end_name((mr_match_end)end), (unsigned long long)score->faults[end]);
        gap = ", ";
        any = true;
      }
    }
    mr_str_add(out, any ? "\n" : "");
  }
}

/* Only where a clock runs: without one the table is to be the same on every machine. */
static void add_times(const mr_match_report *report, mr_str *out) {
  for (size_t i = 0; i < report->options->engine_count; i++) {
    const mr_match_score *score = &report->engines[i];
    const mr_match_control *control = &report->options->engines[i].control;
    if (control->base_ms + control->increment_ms + control->move_ms == 0 || score->actions == 0) {
      continue;
    }
    double seconds = (double)score->milliseconds / 1000.0;
    mr_str_format(out, "%s: %.3f s a move", report->options->engines[i].name,
                  seconds / (double)score->actions);
    if (score->depth_count > 0) {
      mr_str_format(out, ", depth %.1f", (double)score->depth / (double)score->depth_count);
    }
    if (score->nodes > 0 && seconds > 0) {
      mr_str_format(out, ", %.0f nodes/s", (double)score->nodes / seconds);
    }
    if (score->worst_over_ms > 0) {
      mr_str_format(out, ", at worst %lld ms too long", (long long)score->worst_over_ms);
    }
    mr_str_char(out, '\n');
  }
}

void cli_match_standings(const mr_match_report *report, mr_str *out) {
  add_engine_rows(report, out);
  add_meetings(report, out);
  add_repeated_singles(report, out);
  add_leftover(report, out);
  add_sprt(report, out);
}

void cli_match_table(const mr_match_report *report, mr_str *out) {
  cli_match_standings(report, out);
  add_seats(report, out);
  add_ends(report, out);
  add_faults(report, out);
  add_times(report, out);
}

void cli_match_progress(const mr_match_report *report, mr_str *out) {
  uint64_t here = report->games - report->resumed;
  mr_str_format(out, "%llu of %llu game%s", (unsigned long long)report->games,
                (unsigned long long)report->planned, mr_text_plural(report->planned));
  if (report->running > 0) {
    mr_str_format(out, ", %llu under way", (unsigned long long)report->running);
  }
  mr_str_add(out, ", ");
  cli_add_time(report->seconds, out);
  if (here > 0 && report->seconds > 0) {
    double pace = (double)here / report->seconds;
    mr_str_format(out, ", %.1f games a minute, ", 60 * pace);
    cli_add_time((double)(report->planned - report->games) / pace, out);
    mr_str_add(out, report->options->has_sprt ? " to go at most" : " to go");
  }
  mr_str_char(out, '\n');
}

/* ---- as JSON --------------------------------------------------------------------------------- */

static void put_counts(mr_json *json, const char *key, const uint64_t *counts, size_t count,
                       size_t step) {
  mr_json_array(json, key);
  for (size_t i = 0; i < count; i += step) {
    mr_json_uint(json, NULL, counts[i]);
  }
  mr_json_end(json);
}

/* @param first what the first seat had in these games, or NULL: as the tally says */
static void put_tally(mr_json *json, const char *key, const mr_tally *tally,
                      const mr_interval *first) {
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
  mr_json_uint(json, "repeats", standing.repeats);
  mr_json_real(json, "draw_rate", standing.draw_rate);
  mr_json_real(json, "los", standing.los);
  mr_json_interval(json, "score", standing.score);
  mr_json_interval(json, "elo", standing.elo);
  mr_json_interval(json, "nelo", standing.nelo);
  mr_json_interval(json, "first_seat", first != NULL ? *first : standing.opening);
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

static void put_meetings(mr_json *json, const mr_match_report *report) {
  size_t count = report->options->engine_count;
  mr_json_array(json, "meetings");
  for (size_t i = 0; i < count; i++) {
    for (size_t j = i + 1; j < count; j++) {
      mr_json_object(json, NULL);
      mr_json_string(json, "engine", report->options->engines[i].name);
      mr_json_string(json, "against", report->options->engines[j].name);
      put_tally(json, "results", &report->against[i * count + j], NULL);
      mr_json_end(json);
    }
  }
  mr_json_end(json);
}

static void put_sprt(mr_json *json, const mr_match_report *report) {
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
  mr_json_string(json, "verdict", verdict_words[report->sprt.verdict]);
  mr_json_end(json);
}

static void put_games(mr_json *json, const mr_match_report *report) {
  const mr_game_info *info = &report->options->game->info;
  mr_json_object(json, "seat_quarters");
  for (uint8_t i = 0; i < info->players; i++) {
    mr_json_uint(json, info->player_names[i], report->seat_quarters[i]);
  }
  mr_json_end(json);
  mr_json_interval(json, "first_seat", mr_match_seat_share(report, report->options->engine_count));
  mr_json_uint(json, "first_mover_quarters", report->first_quarters);
  mr_json_uint(json, "draws", report->even);
  put_ends(json, "ends", report->ends, MR_END_RULE);
  mr_json_uint(json, "adjudicated", mr_match_adjudicated(report));
  mr_json_object(json, "rules");
  for (size_t i = 0; i < info->rule_count; i++) {
    if (report->rules[i] > 0) {
      mr_json_uint(json, info->rules[i].id, report->rules[i]);
    }
  }
  mr_json_end(json);
  mr_json_uint(json, "actions", report->actions);
  mr_json_uint(json, "turns", report->turns);
  mr_json_uint(json, "shortest", report->shortest);
  mr_json_uint(json, "longest", report->longest);
}

void cli_match_json(mr_json *json, const mr_match_report *report, uint64_t openings) {
  mr_json_string(json, "game", report->options->game->info.name);
  mr_json_hash(json, "definition", report->options->game->info.definition_hash);
  mr_json_uint(json, "seed", report->options->seed);
  mr_json_uint(json, "games", report->games);
  mr_json_uint(json, "planned", report->planned);
  mr_json_bool(json, "stopped", report->stopped);
  mr_json_uint(json, "openings", openings);
  mr_json_real(json, "seconds", report->seconds);
  if (report->damaged > 0) {
    mr_json_uint(json, "damaged", report->damaged);
  }
  mr_json_array(json, "engines");
  for (size_t i = 0; i < report->options->engine_count; i++) {
    const mr_match_score *score = &report->engines[i];
    mr_interval first = mr_match_seat_share(report, i);
    mr_json_object(json, NULL);
    mr_json_string(json, "name", report->options->engines[i].name);
    put_tally(json, "all", &score->tally, &first);
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
  mr_json_end(json);
  put_meetings(json, report);
  put_sprt(json, report);
  put_games(json, report);
}
