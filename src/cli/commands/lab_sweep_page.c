/* The page of a sweep: which setting comes nearest, how the measures answer, what was left out. */
#include <inttypes.h>
#include <marcher/sweep.h>
#include <math.h>
#include <string.h>

#include "cli/commands/lab_run.h"
#include "cli/commands/lab_study.h"

enum {
  TEXT_MAX = 512,
  MEASURES_MAX = MR_SWEEP_TARGETS_MAX + 2,
  NAMES = 12,
  KEY_COLUMNS = 3,
  KEY_LETTERS = 16,
  BESIDE = 30
};

/** A page that is being written. */
typedef struct writer {
  cli_context *cli;
  const lab_options *choice;
  const mr_run *run;
  const mr_sweep_report *report;
  mr_doc *doc;
  const char *measures[MEASURES_MAX]; /**< that are told: those of the targets first */
  size_t measure_count;
} writer;

static const char *keep(writer *w, const mr_str *text) {
  const char *kept = mr_arena_copy(&w->cli->arena, mr_str_text(text), text->length);
  w->doc->status = kept != NULL ? w->doc->status : MR_ERR_NOMEM;
  return kept != NULL ? kept : "";
}

static const char *label_of(writer *w, size_t setting) {
  char buffer[TEXT_MAX];
  mr_str text = mr_str_fixed(buffer, sizeof buffer);
  mr_sweep_label(w->report->grid, setting, &text);
  return keep(w, &text);
}

/* The name of a setting beside a bar: its values alone where that is long. */
static const char *short_label_of(writer *w, size_t setting) {
  const char *label = label_of(w, setting);
  if (strlen(label) <= BESIDE) {
    return label;
  }
  char buffer[TEXT_MAX];
  mr_str text = mr_str_fixed(buffer, sizeof buffer);
  for (size_t i = 0; i < w->report->grid->key_count; i++) {
    mr_str_format(&text, "%s%s", i > 0 ? ", " : "",
                  mr_sweep_value_at(w->report->grid, setting, i)->label);
  }
  return keep(w, &text);
}

/* A measure of one part of a setting. @return false: nothing is known of it */
static bool find(const writer *w, size_t setting, mr_race_part part, const char *id,
                 mr_measure *out) {
  const mr_sweep_setting *one = &w->report->settings[setting];
  mr_summary *summary = mr_sweep_part(w->report, setting, part);
  return one->game != NULL && summary->games > 0 && mr_measure_find(summary, id, MR_TAIL_95, out);
}

static const char *figure_of(writer *w, size_t setting, mr_race_part part, const char *id) {
  char buffer[TEXT_MAX];
  mr_measure measure;
  mr_str text = mr_str_fixed(buffer, sizeof buffer);
  if (!find(w, setting, part, id, &measure)) {
    return "";
  }
  if (part == MR_RACE_SCOUT) {
    mr_measure_figure(measure.unit, measure.interval.value, &text);
  } else {
    mr_measure_text(&measure, &text);
  }
  return keep(w, &text);
}

static void choose_measures(writer *w) {
  static const char *const usual[] = {"first", "draws", "turns"};
  const mr_sweep_report *report = w->report;
  for (size_t i = 0; i < report->target_count; i++) {
    w->measures[w->measure_count++] = report->targets[i].id;
  }
  for (size_t i = 0; i < 3 && w->measure_count < MEASURES_MAX; i++) {
    bool told = false;
    for (size_t k = 0; k < report->target_count; k++) {
      told = told || strcmp(report->targets[k].id, usual[i]) == 0;
    }
    if (!told) {
      w->measures[w->measure_count++] = usual[i];
    }
  }
}

static bool is_played(const writer *w, size_t setting) {
  const mr_sweep_setting *one = &w->report->settings[setting];
  return one->game != NULL && one->same_as == setting;
}

/* The label of a measure, of whatever setting has it. */
static const char *name_of(writer *w, const char *id) {
  mr_measure measure;
  for (size_t i = 0; i < w->report->grid->settings; i++) {
    if (find(w, i, MR_RACE_MEASURE, id, &measure) || find(w, i, MR_RACE_SCOUT, id, &measure)) {
      char buffer[sizeof measure.label];
      mr_str text = mr_str_fixed(buffer, sizeof buffer);
      mr_str_add(&text, measure.label);
      return keep(w, &text);
    }
  }
  return id;
}

/* ---- the answer ------------------------------------------------------------------------------ */

/* "first between 49.0% and 51.0%" */
void lab_sweep_wish(const mr_wish *wish, mr_unit unit, mr_str *out) {
  mr_str_format(out, "%s ", wish->id);
  if (isfinite(wish->low) && isfinite(wish->high)) {
    mr_str_add(out, "between ");
    mr_measure_figure(unit, wish->low, out);
    mr_str_add(out, " and ");
    mr_measure_figure(unit, wish->high, out);
  } else {
    bool least = isfinite(wish->low);
    mr_str_add(out, least ? "at least " : "at most ");
    mr_measure_figure(unit, least ? wish->low : wish->high, out);
  }
}

const char *lab_sweep_games(const mr_wish *targets, size_t count, mr_summary *games,
                            char out[LAB_SWEEP_GAMES_MAX]) {
  uint64_t most = 0;
  for (size_t i = 0; i < count; i++) {
    uint64_t own = mr_wish_games(&targets[i], games);
    most = own > most ? own : most;
  }
  mr_str text = mr_str_fixed(out, LAB_SWEEP_GAMES_MAX);
  if (most > 0) {
    mr_str_format(&text, ": about %" PRIu64 " games would tell", most);
  }
  return out;
}

void lab_sweep_random(const mr_wish *targets, size_t count, mr_summary *games, mr_doc *doc) {
  char words[TEXT_MAX];
  mr_str text = mr_str_fixed(words, sizeof words);
  mr_random_turns turns = mr_summary_random(games);
  bool asked = false;
  for (size_t i = 0; i < count; i++) {
    asked = asked || strcmp(targets[i].id, "first") == 0;
  }
  mr_random_turns_text(&turns, &text);
  if (asked && turns.many) {
    mr_doc_paragraph(doc,
                     "%s: so much of it is chance that who is favoured is not decided, however "
                     "many games there are. --opening 0 begins where the game begins.",
                     words);
  }
}

/* Whether the games of a part are as all targets wish. */
static mr_answer answer_of(const writer *w, size_t setting, mr_race_part part) {
  mr_answer all = MR_ANSWER_YES;
  for (size_t i = 0; i < w->report->target_count; i++) {
    mr_measure ignored;
    mr_answer one =
        mr_wish_answer(&w->report->targets[i], mr_sweep_part(w->report, setting, part), &ignored);
    if (one == MR_ANSWER_NO || (one != MR_ANSWER_YES && all == MR_ANSWER_YES)) {
      all = one;
    }
  }
  return all;
}

static const char *wishes_text(writer *w) {
  char buffer[TEXT_MAX];
  mr_str text = mr_str_fixed(buffer, sizeof buffer);
  for (size_t i = 0; i < w->report->target_count; i++) {
    mr_measure measure = {.unit = MR_UNIT_NUMBER};
    for (size_t k = 0; k < w->report->grid->settings; k++) {
      if (find(w, k, MR_RACE_MEASURE, w->report->targets[i].id, &measure)) {
        break;
      }
    }
    mr_str_add(&text, i > 0 ? " and " : "");
    lab_sweep_wish(&w->report->targets[i], measure.unit, &text);
  }
  return keep(w, &text);
}

static const char *figures_of(writer *w, size_t setting, mr_race_part part) {
  char buffer[TEXT_MAX];
  mr_str text = mr_str_fixed(buffer, sizeof buffer);
  for (size_t i = 0; i < w->report->target_count; i++) {
    const char *id = w->report->targets[i].id;
    mr_str_format(&text, "%s%s %s", i > 0 ? ", " : "", id, figure_of(w, setting, part, id));
  }
  return keep(w, &text);
}

/* Which settings may be as wished, for all that their games say. @param found what fresh games of
   the nearest say */
static void put_open(writer *w, mr_answer found) {
  mr_str text = mr_str_growing(NULL);
  size_t open = 0;
  for (size_t i = 0; i < w->report->grid->settings; i++) {
    if (is_played(w, i) && answer_of(w, i, MR_RACE_MEASURE) != MR_ANSWER_NO) {
      mr_str_format(&text, "%s%s", open > 0 ? "; " : "", label_of(w, i));
      open++;
    }
  }
  if (open > 0) {
    mr_doc_paragraph(w->doc, "Settings that these games do not exclude: %s.", mr_str_text(&text));
  } else if (found != MR_ANSWER_NO) {
    mr_doc_paragraph(w->doc,
                     "The games before exclude every setting, this one too, where the fresh "
                     "ones do not: more games tell.");
  } else {
    mr_doc_paragraph(w->doc, "Every setting is excluded by its games: none is as wished.");
  }
  mr_str_done(&text);
}

/* Whether a value of a key stood in a setting that could be played. */
static bool was_tried(const writer *w, size_t key, const mr_sweep_value *value) {
  const mr_sweep_grid *grid = w->report->grid;
  for (size_t i = 0; i < grid->settings; i++) {
    if (w->report->settings[i].game != NULL && mr_sweep_value_at(grid, i, key) == value) {
      return true;
    }
  }
  return false;
}

/* Whether a number is the least or the greatest of at least three that were tried, in whatever
 * order they were written. */
static bool is_end(const writer *w, size_t key, const mr_sweep_value *value, bool *least) {
  const mr_sweep_key *it = &w->report->grid->keys[key];
  size_t below = 0, above = 0;
  for (size_t i = 0; i < it->count; i++) {
    bool tried = was_tried(w, key, &it->values[i]);
    below += tried && it->values[i].number < value->number;
    above += tried && it->values[i].number > value->number;
  }
  *least = below == 0;
  return below + above > 1 && (below == 0 || above == 0);
}

/* Where the nearest lies at the end of a range, it may go on beyond. */
static void put_edges(writer *w, size_t winner) {
  const mr_sweep_grid *grid = w->report->grid;
  for (size_t i = 0; i < grid->key_count; i++) {
    const mr_sweep_value *value = mr_sweep_value_at(grid, winner, i);
    bool least;
    if (is_end(w, i, value, &least) && mr_sweep_goes_on(w->run, winner, i, least)) {
      mr_doc_paragraph(w->doc,
                       "It lies at the end of what was tried of %s: values %s %s may come "
                       "nearer.",
                       grid->keys[i].label, least ? "below" : "above", value->label);
    }
  }
}

static void put_winner(writer *w, size_t winner) {
  static const char *const words[] = {[MR_ANSWER_UNKNOWN] = "that says nothing of what is wished",
                                      [MR_ANSWER_UNDECIDED] =
                                          "that may be as wished, and is not proved",
                                      [MR_ANSWER_YES] = "that is as wished",
                                      [MR_ANSWER_NO] = "that is not as wished"};
  mr_summary *measured = mr_sweep_part(w->report, winner, MR_RACE_MEASURE);
  mr_summary *confirmed = mr_sweep_part(w->report, winner, MR_RACE_CONFIRM);
  mr_doc_paragraph(w->doc, "Wished is %s. Nearest comes %s: %s of %" PRIu64 " games.",
                   wishes_text(w), label_of(w, winner), figures_of(w, winner, MR_RACE_MEASURE),
                   measured->games);
  lab_sweep_random(w->report->targets, w->report->target_count, measured, w->doc);
  mr_answer found = MR_ANSWER_NO;
  char more[LAB_SWEEP_GAMES_MAX] = "";
  if (confirmed->games > 0) {
    found = answer_of(w, winner, MR_RACE_CONFIRM);
    mr_doc_paragraph(
        w->doc,
        "What was chosen because it looked best looks a little better than it is. "
        "%" PRIu64 " fresh games say %s: %s%s.",
        confirmed->games, figures_of(w, winner, MR_RACE_CONFIRM), words[found],
        found == MR_ANSWER_UNDECIDED
            ? lab_sweep_games(w->report->targets, w->report->target_count, confirmed, more)
            : "");
  }
  put_open(w, found);
  if (found != MR_ANSWER_YES) {
    put_edges(w, winner);
  }
}

static void put_answer(writer *w) {
  const mr_race *race = &w->report->race;
  if (!race->complete) {
    static const char scouting[] =
        "while scouts were still finding out which settings are hopeless; their figures have no "
        "intervals, since how many there are follows from what they said";
    static const char *const doing[] = {scouting, "while settings were measured",
                                        "while the nearest was confirmed"};
    mr_doc_paragraph(w->doc, "Not complete: it was broken off %s. 'marcher lab sweep %s' goes on.",
                     doing[race->part], mr_run_folder(w->run));
  }
  if (race->winner != SIZE_MAX) {
    put_winner(w, race->winner);
  } else if (race->complete && w->report->target_count > 0) {
    mr_doc_paragraph(w->doc,
                     "Nothing is known of what is wished, %s: no game of any setting has it.",
                     wishes_text(w));
  }
}

/* ---- trends ---------------------------------------------------------------------------------- */

/** How a measure answers to a key. */
typedef struct response {
  const mr_sweep_key *key;
  const char *id;
  mr_unit unit;
  size_t count;
  size_t settings[MR_SWEEP_SETTINGS_MAX];
  double numbers[MR_SWEEP_SETTINGS_MAX]; /**< of the key */
  mr_interval figures[MR_SWEEP_SETTINGS_MAX];
} response;

/* @return false: it is no key of numbers */
static bool find_response(const writer *w, size_t key, response *out) {
  const mr_sweep_grid *grid = w->report->grid;
  *out = (response){.key = &grid->keys[key], .id = w->measures[0]};
  for (size_t i = 0; i < grid->settings; i++) {
    mr_measure measure;
    double number = mr_sweep_value_at(grid, i, key)->number;
    if (isnan(number)) {
      return false;
    }
    if (is_played(w, i) && find(w, i, MR_RACE_MEASURE, out->id, &measure) &&
        isfinite(measure.interval.low) && isfinite(measure.interval.high)) {
      out->unit = measure.unit;
      out->settings[out->count] = i;
      out->numbers[out->count] = number;
      out->figures[out->count++] = measure.interval;
    }
  }
  return out->count > 1;
}

/* Whether two settings differ in one key alone, or not at all. */
static bool is_alike(const mr_sweep_grid *grid, size_t one, size_t other, const mr_sweep_key *but) {
  bool alike = true;
  for (size_t k = 0; k < grid->key_count && alike; k++) {
    alike = &grid->keys[k] == but ||
            mr_sweep_value_at(grid, one, k) == mr_sweep_value_at(grid, other, k);
  }
  return alike;
}

/* How a measure grows with a key where all others stay as they are: numbers and figures are told
 * from the mean of settings that are alike otherwise, some of which may have been refused.
 * @param fits receives whether that may be a line */
static mr_interval slope_of(const writer *w, const response *r, bool *fits) {
  static const double share = 100, nought = 1e-9;
  double x[MR_SWEEP_SETTINGS_MAX] = {0};
  mr_interval y[MR_SWEEP_SETTINGS_MAX] = {{0, 0, 0}};
  for (size_t i = 0; i < r->count; i++) {
    double number = 0, figure = 0, alike = 0;
    for (size_t k = 0; k < r->count; k++) {
      if (is_alike(w->report->grid, r->settings[i], r->settings[k], r->key)) {
        number += r->numbers[k];
        figure += r->figures[k].value;
        alike++;
      }
    }
    const mr_interval *own = &r->figures[i];
    double mean = figure / alike;
    x[i] = r->numbers[i] - number / alike;
    y[i] = (mr_interval){own->value - mean, own->low - mean, own->high - mean};
  }
  mr_interval out = mr_slope_interval(x, y, r->count);
  *fits = mr_slope_fits(x, y, r->count);
  out.value = fabs(out.value) < nought ? 0 : out.value; /* figures that are alike */
  double scale = r->unit == MR_UNIT_SHARE ? share : 1;
  return (mr_interval){scale * out.value, scale * out.low, scale * out.high};
}

/* A trend whose sign is open is told with its sign: "falls by -8 to 18" would say both. */
static void put_line(writer *w, const response *r, mr_interval slope) {
  const char *what = r->unit == MR_UNIT_SHARE ? " points of a hundred" : "";
  const char *key = r->key->label;
  bool falls = slope.value < 0;
  if (mr_interval_is_difference(slope)) {
    mr_doc_paragraph(w->doc, "For each 1 more of %s, %s %s by %.2g%s (%.2g to %.2g).", key, r->id,
                     falls ? "falls" : "grows", fabs(slope.value), what,
                     falls ? -slope.high : slope.low, falls ? -slope.low : slope.high);
  } else {
    mr_doc_paragraph(w->doc,
                     "For each 1 more of %s, %s changes by %+.2g%s (%+.2g to %+.2g), which may be "
                     "chance.",
                     key, r->id, slope.value, what, slope.low, slope.high);
  }
}

/* The next number of a key above that of a place among its figures. @return its place, or `count`
 */
static size_t next_of(const response *r, size_t at) {
  size_t next = r->count;
  for (size_t i = 0; i < r->count; i++) {
    bool above = r->numbers[i] > r->numbers[at];
    next = above && (next == r->count || r->numbers[i] < r->numbers[next]) ? i : next;
  }
  return next;
}

static double step_of(const response *r, size_t at, size_t next) {
  return (r->figures[next].value - r->figures[at].value) / (r->numbers[next] - r->numbers[at]);
}

/* What is no line: where it is steepest, and where it hardly moves. Of several keys there are many
 * such curves. */
static void put_bend(writer *w, const response *r) {
  size_t steep = r->count, flat = r->count;
  double scale = r->unit == MR_UNIT_SHARE ? 100 : 1;
  for (size_t i = 0; i < r->count && w->report->grid->key_count == 1; i++) {
    size_t next = next_of(r, i);
    if (next == r->count) {
      continue;
    }
    double step = fabs(step_of(r, i, next));
    steep = steep == r->count || step > fabs(step_of(r, steep, next_of(r, steep))) ? i : steep;
    flat = flat == r->count || step < fabs(step_of(r, flat, next_of(r, flat))) ? i : flat;
  }
  mr_doc_paragraph(w->doc, "%s does not change evenly with %s: no line goes through its figures.",
                   r->id, r->key->label);
  if (steep != flat) {
    size_t steep_end = next_of(r, steep), flat_end = next_of(r, flat);
    mr_doc_paragraph(w->doc,
                     "For each 1 more of %s it changes most from %g to %g, by %+.2g%s, and least "
                     "from %g to %g, by %+.2g.",
                     r->key->label, r->numbers[steep], r->numbers[steep_end],
                     scale * step_of(r, steep, steep_end),
                     r->unit == MR_UNIT_SHARE ? " points of a hundred" : "", r->numbers[flat],
                     r->numbers[flat_end], scale * step_of(r, flat, flat_end));
  }
}

/* Between which values of a single key the target is passed. */
static void put_passing(writer *w, const response *r) {
  const mr_wish *wish = w->report->target_count > 0 ? &w->report->targets[0] : NULL;
  if (wish == NULL || w->report->grid->key_count > 1) {
    return;
  }
  double target = isfinite(wish->low) && isfinite(wish->high) ? (wish->low + wish->high) / 2
                  : isfinite(wish->low)                       ? wish->low
                                                              : wish->high;
  char buffer[TEXT_MAX];
  mr_str text = mr_str_fixed(buffer, sizeof buffer);
  mr_measure_figure(r->unit, target, &text);
  size_t wished = text.length;
  for (size_t i = 0; i < r->count; i++) {
    size_t next = next_of(r, i);
    if (next < r->count && (r->figures[i].value < target) != (r->figures[next].value < target)) {
      mr_str_format(&text, "%s between %g and %g", text.length > wished ? " and" : "",
                    r->numbers[i], r->numbers[next]);
    }
  }
  if (text.length > wished) {
    mr_doc_paragraph(w->doc, "%s passes %s.", r->id, buffer);
  }
}

static void put_trends(writer *w) {
  const mr_sweep_grid *grid = w->report->grid;
  for (size_t i = 0; i < grid->key_count; i++) {
    response *r = mr_arena_zero(&w->cli->arena, 1, sizeof *r);
    bool fits = true;
    if (r == NULL) {
      w->doc->status = MR_ERR_NOMEM;
      return;
    }
    if (grid->keys[i].count < 3 || !find_response(w, i, r)) {
      continue;
    }
    mr_interval slope = slope_of(w, r, &fits);
    if (!fits) {
      put_bend(w, r);
    } else if (isfinite(slope.low)) {
      put_line(w, r, slope);
    }
    put_passing(w, r);
  }
}

/* ---- tables and charts ----------------------------------------------------------------------- */

/* Whether the keys have a column each: few ones with short names. */
static bool has_columns(const mr_sweep_grid *grid) {
  size_t length = 0;
  for (size_t i = 0; i < grid->key_count; i++) {
    length += strlen(grid->keys[i].label);
  }
  return grid->key_count <= KEY_COLUMNS && length <= KEY_LETTERS;
}

static size_t put_setting(writer *w, size_t setting, const char **cells) {
  const mr_sweep_grid *grid = w->report->grid;
  bool heading = setting == SIZE_MAX;
  if (!has_columns(grid)) {
    cells[0] = heading ? "setting" : label_of(w, setting);
    return 1;
  }
  for (size_t i = 0; i < grid->key_count; i++) {
    cells[i] = heading ? grid->keys[i].label : mr_sweep_value_at(grid, setting, i)->label;
  }
  return grid->key_count;
}

static void put_table(writer *w) {
  const char *cells[MR_DOC_COLUMNS_MAX] = {NULL};
  bool measured = w->report->race.part != MR_RACE_SCOUT;
  mr_race_part part = measured ? MR_RACE_MEASURE : MR_RACE_SCOUT;
  mr_doc_heading(w->doc, measured ? "How the game answers" : "What scouts say so far");
  size_t keys = put_setting(w, SIZE_MAX, cells);
  size_t room = MR_DOC_COLUMNS_MAX - 1 - keys;
  size_t columns = w->measure_count < room ? w->measure_count : room;
  for (size_t i = 0; i < columns; i++) {
    cells[keys + i] = name_of(w, w->measures[i]);
  }
  cells[keys + columns] = measured ? "games" : "scouts";
  mr_doc_row(w->doc, cells, keys + columns + 1);
  for (size_t i = 0; i < w->report->grid->settings; i++) {
    char number[24];
    mr_str text = mr_str_fixed(number, sizeof number);
    if (!is_played(w, i)) {
      continue;
    }
    put_setting(w, i, cells);
    for (size_t k = 0; k < columns; k++) {
      cells[keys + k] = figure_of(w, i, part, w->measures[k]);
    }
    mr_str_format(&text, "%" PRIu64 "%s", mr_sweep_part(w->report, i, part)->games,
                  i == w->report->race.winner ? " *" : "");
    cells[keys + columns] = number;
    mr_doc_row(w->doc, cells, keys + columns + 1);
  }
  if (w->report->race.winner != SIZE_MAX) {
    mr_doc_paragraph(w->doc, "* comes nearest to what is wished.");
  }
}

/* Where the axis of figures ends: shares have theirs, numbers need room for all intervals. */
static void set_axis(mr_chart *chart, mr_unit unit) {
  double most = 0;
  for (size_t i = 0; i < chart->row_count; i++) {
    double high = isfinite(chart->rows[i].high) ? chart->rows[i].high : chart->rows[i].value;
    most = fmax(most, high);
  }
  chart->from = 0;
  chart->to = unit == MR_UNIT_SHARE ? 1 : fmax(1, most * 1.05);
  chart->factor = unit == MR_UNIT_SHARE ? 100 : 1;
  chart->unit = unit == MR_UNIT_SHARE ? "%" : "";
}

static void set_wish(const writer *w, const char *id, mr_chart *chart) {
  for (size_t i = 0; i < w->report->target_count; i++) {
    const mr_wish *wish = &w->report->targets[i];
    if (strcmp(wish->id, id) == 0) {
      chart->wished = true;
      chart->wish_low = isfinite(wish->low) ? wish->low : chart->from;
      chart->wish_high = isfinite(wish->high) ? wish->high : chart->to;
    }
  }
}

static void put_chart(writer *w, const char *id) {
  mr_chart *chart = mr_arena_zero(&w->cli->arena, 1, sizeof *chart);
  mr_chart_row *rows = mr_arena_zero(&w->cli->arena, MR_CHART_ROWS_MAX, sizeof *rows);
  mr_measure measure = {.unit = MR_UNIT_SHARE};
  const char *label = name_of(w, id);
  if (chart == NULL || rows == NULL) {
    w->doc->status = MR_ERR_NOMEM;
    return;
  }
  *chart = (mr_chart){.kind = MR_CHART_BARS, .rows = rows};
  for (size_t i = 0; i < w->report->grid->settings && chart->row_count < MR_CHART_ROWS_MAX; i++) {
    if (is_played(w, i) && find(w, i, MR_RACE_MEASURE, id, &measure)) {
      bool known = isfinite(measure.interval.low) && isfinite(measure.interval.high);
      rows[chart->row_count++] =
          (mr_chart_row){.label = short_label_of(w, i),
                         .text = figure_of(w, i, MR_RACE_MEASURE, id),
                         .value = measure.interval.value,
                         .low = known ? measure.interval.low : measure.interval.value,
                         .high = known ? measure.interval.high : measure.interval.value};
    }
  }
  set_axis(chart, measure.unit);
  set_wish(w, id, chart);
  if (chart->row_count > 0) {
    char caption[TEXT_MAX];
    mr_str text = mr_str_fixed(caption, sizeof caption);
    mr_str_format(&text, "%s, with its interval of 95%%%s", label,
                  chart->wished ? "; between the marks is what is wished" : "");
    mr_doc_chart(w->doc, chart, caption);
  }
}

/* ---- what else ------------------------------------------------------------------------------- */

/* Whether two reasons differ in their numbers alone. */
static bool same_reason(const char *one, const char *other) {
  while (*one != '\0' && *one == *other) {
    one++;
    other++;
    one += strspn(one, "0123456789");
    other += strspn(other, "0123456789");
  }
  return *one == *other;
}

/* The settings that are left out for the reason of one of them, which is the first of them. */
static void put_reason(writer *w, size_t first) {
  const mr_sweep_setting *settings = w->report->settings;
  mr_str text = mr_str_growing(NULL);
  size_t count = 0;
  for (size_t i = first; i < w->report->grid->settings; i++) {
    if (settings[i].game == NULL && same_reason(settings[i].why, settings[first].why)) {
      count++;
      if (count <= NAMES) {
        mr_str_format(&text, "%s%s", count > 1 ? "; " : "", label_of(w, i));
      }
    }
  }
  if (count > NAMES) {
    mr_str_format(&text, "; and %zu more", count - NAMES);
  }
  mr_doc_paragraph(w->doc, "%s %s refused: %s.", mr_str_text(&text), count > 1 ? "are" : "is",
                   settings[first].why);
  mr_str_done(&text);
}

/* Settings with one reason are told together. */
static void put_left_out(writer *w) {
  const mr_sweep_setting *settings = w->report->settings;
  bool any = false;
  for (size_t i = 0; i < w->report->grid->settings; i++) {
    if (is_played(w, i)) {
      continue;
    }
    if (!any) {
      mr_doc_heading(w->doc, "Left out");
    }
    any = true;
    if (settings[i].game != NULL) {
      mr_doc_paragraph(w->doc, "%s plays by the same rules as %s.", label_of(w, i),
                       label_of(w, settings[i].same_as));
      continue;
    }
    bool told = false;
    for (size_t k = 0; k < i && !told; k++) {
      told = settings[k].game == NULL && same_reason(settings[k].why, settings[i].why);
    }
    if (!told) {
      put_reason(w, i);
    }
  }
}

/* The values that tables name by their place. */
static void put_values(writer *w) {
  mr_str text = mr_str_growing(NULL);
  const mr_sweep_grid *grid = w->report->grid;
  for (size_t i = 0; i < grid->key_count; i++) {
    for (size_t k = 0; k < grid->keys[i].count; k++) {
      const mr_sweep_value *value = &grid->keys[i].values[k];
      if (*value->label == '#') {
        mr_str_format(&text, "%s=%s: %s\n", grid->keys[i].label, value->label, value->text);
      }
    }
  }
  if (text.length > 0) {
    mr_doc_heading(w->doc, "Values");
    mr_doc_lines(w->doc, mr_str_text(&text));
  }
  mr_str_done(&text);
}

static void put_origin(writer *w) {
  mr_str text = mr_str_growing(NULL);
  mr_doc_heading(w->doc, "How this was made");
  if (w->report->target_count > 0) {
    mr_doc_paragraph(w->doc,
                     "Scouts decide how many games are played of each setting, and are counted in "
                     "no figure; each setting is measured by games of its own, and the nearest is "
                     "confirmed by others.");
  }
  mr_doc_paragraph(w->doc,
                   "Each interval covers the truth in 95 of 100 experiments. Everything is in the "
                   "folder %s, and the same words play the same games.",
                   mr_run_folder(w->run));
  lab_sweep_line(w->cli, w->choice, w->run, &text);
  mr_doc_lines(w->doc, mr_str_text(&text));
  mr_str_done(&text);
}

/* "A sweep of pieces and three_pip" */
static void put_heading(writer *w) {
  char buffer[TEXT_MAX];
  mr_str text = mr_str_fixed(buffer, sizeof buffer);
  const mr_sweep_grid *grid = w->report->grid;
  for (size_t i = 0; i < grid->key_count; i++) {
    mr_str_format(&text, "%s%s",
                  i == 0                    ? ""
                  : i + 1 < grid->key_count ? ", "
                                            : " and ",
                  grid->keys[i].label);
  }
  mr_doc_heading(w->doc, "A sweep of %s", buffer);
}

void lab_sweep_page(cli_context *cli, const lab_options *choice, const mr_run *run,
                    const mr_sweep_report *report, mr_doc *doc) {
  writer w = {.cli = cli, .choice = choice, .run = run, .report = report, .doc = doc};
  choose_measures(&w);
  put_heading(&w);
  put_answer(&w);
  put_trends(&w);
  for (size_t i = 0; i < w.measure_count; i++) {
    if (i == 0 || i < report->target_count) {
      put_chart(&w, w.measures[i]);
    }
  }
  put_table(&w);
  put_left_out(&w);
  put_values(&w);
  put_origin(&w);
}
