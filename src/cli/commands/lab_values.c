/* What each piece is worth: by games, by replacement matches, and by what its designer says. */
#include "cli/commands/lab_values.h"

#include <errno.h>
#include <marcher/json.h>
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "cli/commands/lab_output.h"
#include "cli/commands/lab_study.h"
#include "cli/files.h"
#include "cli/game.h"

/* What is taken where nobody says otherwise; the options tell. */
enum { GAMES = 400, PAIRS = 40, NODES = 400, TEXT_MAX = 160 };

/* About as many matches as there are: games of the beginning and theirs are half of all each. */
enum { MATCHES = 12 };

/* Steps of an axis, as charts are drawn. */
enum { MARKS = 4 };

static const cli_option options[] = {
    CLI_OPTION("games", CLI_NUMBER, lab_options, games, .value = "N", .min = 1, .max = 1000000,
               .help = "games from the beginning (400)"),
    CLI_OPTION("pairs", CLI_NUMBER, lab_options, pairs, .value = "N", .max = 100000,
               .help = "pairs of games of each replacement match (40; 0: none)"),
    CLI_OPTION("nodes", CLI_NUMBER, lab_options, nodes, .value = "N", .min = 1, .max = 1000000000,
               .help = "nodes of each decision (400)"),
    CLI_OPTION("level", CLI_NUMBER, lab_options, level, .value = "N", .min = MR_LEVEL_MIN,
               .max = MR_LEVEL_MAX, .help = "players of this level instead"),
    CLI_OPTION("unit", CLI_TEXT, lab_options, unit, .value = "PIECE",
               .help = "the piece that is worth 1, by letter or name (the most frequent one)"),
    CLI_OPTION("threads", CLI_NUMBER, lab_options, threads, .value = "N", .min = 1, .max = 256,
               .help = "games at once (all cores)"),
    LAB_FOLDER_OPTIONS,
    LAB_PAGE_OPTIONS,
    {.name = NULL},
};

static uint64_t value_of(cli_number number, uint64_t otherwise) {
  return number.given ? number.value : otherwise;
}

/* ---- the run --------------------------------------------------------------------------------- */

/* The plan of a study, for its place. */
static int open_run(cli_context *cli, lab_values_study *study, const char *unit) {
  const char *sets = lab_place_sets(cli);
  const mr_plan plan = {.kind = "values",
                        .game = study->game->info.name,
                        .sets = sets,
                        .players = study->seats,
                        .unit = unit != NULL ? unit : "",
                        .seed = study->seed,
                        .games = study->games,
                        .batch = lab_place_batch((study->games + MATCHES * 2 * study->pairs) / 2),
                        .opening = MR_PLAN_AUTO,
                        .slips = MR_PLAN_AUTO,
                        .pairs = study->pairs};
  return sets != NULL
             ? lab_place_open(cli, &study->place, &plan, cli_catalog(cli), study->game, &study->run)
             : cli_fail_memory(cli);
}

int lab_values_find(cli_context *cli, const lab_options *choice, const mr_game *game,
                    const char *unit, lab_values_study *study) {
  mr_run_look look = {.sum = NULL};
  *study = (lab_values_study){.game = game,
                              .seed = value_of(cli->global.seed, 1),
                              .games = value_of(choice->games, GAMES),
                              .pairs = value_of(choice->pairs, PAIRS)};
  int status = lab_place_begin(cli, choice, &study->place);
  if (status == CLI_OK && choice->level.given && choice->nodes.given) {
    status = cli_usage(cli, "players are either of --nodes or of a --level");
  }
  if (status == CLI_OK) {
    bool level = choice->level.given;
    study->seats = cli_arena_format(
        cli, "%s:%llu", level ? "level" : "nodes",
        (unsigned long long)(level ? choice->level.value : value_of(choice->nodes, NODES)));
    status = study->seats != NULL ? CLI_OK : cli_fail_memory(cli);
  }
  if (status == CLI_OK) {
    cli_signals_catch();
    status = open_run(cli, study, unit);
  }
  if (status == CLI_OK) {
    status = lab_place_play(cli, &study->place, study->run, &look);
  }
  study->sum = look.sum;
  study->report = look.sum != NULL ? mr_run_sum_worth(look.sum) : NULL;
  return status == CLI_OK && study->report == NULL ? cli_fail_memory(cli) : status;
}

void lab_values_end(lab_values_study *study) {
  mr_run_sum_free(study->sum);
  mr_run_free(study->run);
  lab_place_end(&study->place);
}

/* ---- what the designer says ------------------------------------------------------------------ */

/* Whether one way can tell the unit from nothing: a quotient by what may be nothing says nothing.
 */
static bool has_unit(const lab_values_study *study, const mr_worth *worth) {
  const mr_value *unit = &worth->values[study->report->unit];
  return worth->done && unit->known && unit->odds.low > 0;
}

double lab_values_said(const lab_values_study *study, size_t kind) {
  return mr_material_said(&study->report->kinds->items[kind]) /
         mr_material_said(&study->report->kinds->items[study->report->unit]);
}

static bool is_said(const lab_values_study *study) {
  bool any = false;
  for (size_t i = 0; i < study->report->kinds->count && !any; i++) {
    any = isfinite(lab_values_said(study, i)) && i != study->report->unit;
  }
  return any;
}

/* ---- in words -------------------------------------------------------------------------------- */

/* "a Pawn", "an Elephant": names of pieces are spoken as they are written. */
static const char *article_of(const char *name) {
  return strchr("AEIOaeio", name[0]) != NULL ? "an" : "a";
}

static void add_bound(mr_str *out, double bound) {
  if (isfinite(bound)) {
    mr_str_format(out, "%.2f", bound);
  } else {
    mr_str_add(out, "?");
  }
}

/* In units, or in points of 100 where the unit may be nothing. */
static const char *value_text(cli_context *cli, const lab_values_study *study,
                              const mr_worth *worth, size_t kind) {
  const mr_value *value = &worth->values[kind];
  if (!worth->done || !value->known) {
    return !worth->done || value->cases == 0 ? ""
           : value->bound > 0                ? "not told apart"
                                             : "too few cases";
  }
  char buffer[TEXT_MAX];
  mr_str text = mr_str_fixed(buffer, sizeof buffer);
  if (!has_unit(study, worth)) {
    mr_str_format(&text, "%+.1f (%+.1f to %+.1f)", 100 * mr_values_points(value->odds.value),
                  100 * mr_values_points(value->odds.low),
                  100 * mr_values_points(value->odds.high));
  } else {
    add_bound(&text, value->value.value);
    if (value->value.low < value->value.high) {
      mr_str_add(&text, " (");
      add_bound(&text, value->value.low);
      mr_str_add(&text, " to ");
      add_bound(&text, value->value.high);
      mr_str_add(&text, ")");
    }
  }
  const char *kept = cli_arena_format(cli, "%s", buffer);
  return kept != NULL ? kept : "";
}

/* Whether an interval holds what the designer says. */
static const char *compared(const lab_values_study *study, size_t kind) {
  double says = lab_values_said(study, kind);
  const mr_worth *const ways[] = {&study->report->by_games, &study->report->by_matches};
  unsigned looked = 0, above = 0, below = 0;
  for (size_t i = 0; i < 2; i++) {
    const mr_value *value = &ways[i]->values[kind];
    bool looks = has_unit(study, ways[i]) && value->known;
    looked += looks;
    above += looks && value->value.low > says;
    below += looks && value->value.high < says;
  }
  return !isfinite(says) || kind == study->report->unit || looked == 0 ? ""
         : above == looked                                             ? "worth more than said"
         : below == looked                                             ? "worth less than said"
         : above + below > 0                                           ? "as said, by one of both"
                                                                       : "as said";
}

/* Kinds by what they are worth, most first; those of which nothing is known last. */
static double height(const lab_values_study *study, size_t kind) {
  const mr_worth *const ways[] = {&study->report->by_games, &study->report->by_matches};
  for (size_t i = 0; i < 2; i++) {
    if (ways[i]->done && ways[i]->values[kind].known) {
      return ways[i]->values[kind].odds.value;
    }
  }
  return -INFINITY;
}

static size_t in_order(const lab_values_study *study, size_t *out) {
  size_t count = 0;
  for (size_t i = 0; i < study->report->kinds->count; i++) {
    if (study->report->kinds->items[i].royal) {
      continue;
    }
    size_t at = count++;
    for (; at > 0 && height(study, out[at - 1]) < height(study, i); at--) {
      out[at] = out[at - 1];
    }
    out[at] = i;
  }
  return count;
}

/* "by games, in Pawns": a column says what its figures are. */
static const char *in_what(cli_context *cli, const lab_values_study *study, const mr_worth *worth,
                           const char *way) {
  const char *unit = study->report->kinds->items[study->report->unit].name;
  const char *text = !worth->done              ? cli_arena_format(cli, "%s", way)
                     : !has_unit(study, worth) ? cli_arena_format(cli, "%s, in points", way)
                                               : cli_arena_format(cli, "%s, in units of %s %s", way,
                                                                  article_of(unit), unit);
  return text != NULL ? text : way;
}

static void put_table(cli_context *cli, const lab_values_study *study, mr_doc *doc) {
  size_t order[MR_MATERIAL_KINDS_MAX];
  bool table = is_said(study);
  size_t columns = table ? 5 : 3;
  const char *const heading[] = {"piece", in_what(cli, study, &study->report->by_games, "by games"),
                                 in_what(cli, study, &study->report->by_matches, "by replacement"),
                                 "designer", "so?"};
  mr_doc_row(doc, heading, columns);
  size_t count = in_order(study, order);
  for (size_t n = 0; n < count; n++) {
    size_t i = order[n];
    const mr_material_kind *kind = &study->report->kinds->items[i];
    double says = lab_values_said(study, i);
    const char *piece = cli_arena_format(cli, "%s %s", kind->text, kind->name);
    const char *designer = isfinite(says) ? cli_arena_format(cli, "%.2f", says) : "";
    const char *const cells[] = {piece != NULL ? piece : kind->text,
                                 value_text(cli, study, &study->report->by_games, i),
                                 value_text(cli, study, &study->report->by_matches, i),
                                 designer != NULL ? designer : "", compared(study, i)};
    mr_doc_row(doc, cells, columns);
  }
}

/* What a chart shows of a value: units, or points. */
static mr_interval shown(const lab_values_study *study, const mr_worth *worth, size_t kind) {
  const mr_value *value = &worth->values[kind];
  return has_unit(study, worth)
             ? value->value
             : (mr_interval){mr_values_points(value->odds.value), mr_values_points(value->odds.low),
                             mr_values_points(value->odds.high)};
}

/* The axis holds every value; intervals in units stop at twice the value, so that one piece of
 * which little is known hides no other. Its marks are round: 1, 2 or 5 and noughts apart. */
static void find_axis(const lab_values_study *study, const mr_worth *worth, mr_chart *chart) {
  double least = 0, most = has_unit(study, worth) ? 1 : 0.02;
  for (size_t i = 0; i < study->report->kinds->count; i++) {
    mr_interval one = shown(study, worth, i);
    if (worth->values[i].known && isfinite(one.value)) {
      double bound = has_unit(study, worth) ? 2 * one.value : 1;
      least = fmin(least, has_unit(study, worth) ? one.value : one.low);
      most = fmax(most, fmin(one.high, fmax(bound, one.value)));
    }
  }
  double step = 0.001;
  for (unsigned n = 0; floor(least / step) * step + MARKS * step < most; n++) {
    step *= n % 3 == 1 ? 2.5 : 2;
  }
  chart->from = floor(least / step) * step;
  chart->to = chart->from + MARKS * step;
  if (!has_unit(study, worth) && (chart->to > 0.5 || chart->from < -0.5)) {
    chart->from = -0.5; /* nothing is worth more than all points of an even game */
    chart->to = 0.5;
  }
}

static void put_chart(cli_context *cli, const lab_values_study *study, const mr_worth *worth,
                      const char *way, mr_doc *doc) {
  size_t order[MR_MATERIAL_KINDS_MAX];
  mr_chart *chart = mr_arena_zero(&cli->arena, 1, sizeof *chart);
  mr_chart_row *rows = mr_arena_zero(&cli->arena, MR_CHART_ROWS_MAX, sizeof *rows);
  size_t count = in_order(study, order);
  if (chart == NULL || rows == NULL) {
    doc->status = MR_ERR_NOMEM;
    return;
  }
  *chart = (mr_chart){
      .kind = MR_CHART_BARS, .rows = rows, .factor = has_unit(study, worth) ? 1 : 100, .unit = ""};
  find_axis(study, worth, chart);
  for (size_t n = 0; n < count && chart->row_count < MR_CHART_ROWS_MAX; n++) {
    mr_interval one = shown(study, worth, order[n]);
    if (worth->done && worth->values[order[n]].known && isfinite(one.value)) {
      rows[chart->row_count++] =
          (mr_chart_row){study->report->kinds->items[order[n]].text,
                         value_text(cli, study, worth, order[n]), one.value, one.low, one.high};
    }
  }
  if (chart->row_count > 1) {
    const char *what = in_what(cli, study, worth, way);
    mr_doc_chart(doc, chart, cli_arena_format(cli, "%s, with intervals of 95%%", what));
  }
}

/* The piece that one way measures best: whose interval is shortest beside its worth. */
static size_t best_unit(const lab_values_study *study, const mr_worth *worth) {
  size_t best = SIZE_MAX;
  double most = 0;
  for (size_t i = 0; i < study->report->kinds->count; i++) {
    const mr_interval *odds = &worth->values[i].odds;
    if (worth->values[i].known && odds->low > 0 && odds->value / (odds->high - odds->low) > most) {
      most = odds->value / (odds->high - odds->low);
      best = i;
    }
  }
  return best;
}

/* Why what follows is in points, and what would be measured better. */
static void put_no_unit(const lab_values_study *study, const mr_worth *worth, const char *how,
                        mr_doc *doc) {
  size_t best = best_unit(study, worth);
  const mr_material_kind *kinds = study->report->kinds->items;
  const char *unit = kinds[study->report->unit].name;
  mr_str other = mr_str_growing(NULL);
  if (best != SIZE_MAX) {
    mr_str_format(&other, ", and --unit %s measures in the %s, which these tell best",
                  kinds[best].text, kinds[best].name);
  }
  mr_doc_paragraph(doc,
                   "That cannot be told from nothing, so what each piece is worth by %s is told in "
                   "points of 100 above an even game that one more of it gives, and not in units "
                   "of %s %s. More games tell more%s.",
                   how, article_of(unit), unit, mr_str_text(&other));
  mr_str_done(&other);
}

static void put_points(const lab_values_study *study, const mr_worth *worth, const char *how,
                       mr_doc *doc) {
  const mr_value *unit = &worth->values[study->report->unit];
  const mr_material_kind *kind = &study->report->kinds->items[study->report->unit];
  if (!worth->done) {
    return;
  }
  if (unit->bound > 0) {
    mr_doc_paragraph(
        doc,
        "What one more %s is worth by %s is not told apart from what others are; the rest "
        "is told in points of 100 above an even game that one more of it gives.",
        kind->name, how);
  } else if (unit->known) {
    mr_doc_paragraph(
        doc,
        "One more %s is worth %.1f points of 100 above an even game (%.1f to %.1f), by %llu %s.",
        kind->name, 100 * mr_values_points(unit->odds.value),
        100 * mr_values_points(unit->odds.low), 100 * mr_values_points(unit->odds.high),
        (unsigned long long)worth->cases, how);
  } else {
    mr_doc_paragraph(doc, "Only %llu %s told the sides apart by %s %s: too few to measure in it.",
                     (unsigned long long)unit->cases, how, article_of(kind->name), kind->name);
  }
  if (!has_unit(study, worth) && unit->bound == 0) {
    put_no_unit(study, worth, how, doc);
  }
}

/* A correlation of orders in words: whether it is one, and which way. */
static void put_rank(const mr_rank *rank, const char *way, mr_doc *doc) {
  mr_interval at = rank->agreement;
  const char *what = at.low > 0    ? "agrees with the designer's"
                     : at.high < 0 ? "runs against the designer's"
                                   : "cannot be said to agree with the designer's";
  mr_doc_paragraph(doc,
                   "The order of %zu pieces by %s %s: %.2f (%.2f to %.2f; Spearman's correlation, "
                   "1 is the same order, 0 has nothing of it, -1 is the reverse).",
                   rank->count, way, what, at.value, at.low, at.high);
}

static void put_agreement(const lab_values_study *study, mr_doc *doc) {
  const mr_worth *const ways[] = {&study->report->by_games, &study->report->by_matches};
  static const char *const names[] = {"games", "replacement matches"};
  for (size_t i = 0; i < 2 && is_said(study); i++) {
    if (ways[i]->done && isfinite(ways[i]->rank.agreement.value)) {
      put_rank(&ways[i]->rank, names[i], doc);
    }
  }
}

/* The place of a kind among those of which both is known, by what is said or by what was found:
 * the dearest is the first. */
static size_t place_of(const lab_values_study *study, const mr_worth *worth, size_t kind,
                       bool by_table) {
  size_t place = 1;
  for (size_t i = 0; i < study->report->kinds->count; i++) {
    const mr_material_kind *kinds = study->report->kinds->items;
    double own = by_table ? mr_material_said(&kinds[kind]) : worth->values[kind].odds.value;
    double other = by_table ? mr_material_said(&kinds[i]) : worth->values[i].odds.value;
    place += worth->values[i].known && isfinite(lab_values_said(study, i)) && isfinite(other) &&
             other > own;
  }
  return place;
}

/* Whether what is said of a kind lies outside of what one way has found. */
static bool deviates(const lab_values_study *study, const mr_worth *worth, size_t kind) {
  const mr_value *value = &worth->values[kind];
  double says = lab_values_said(study, kind);
  return has_unit(study, worth) && kind != study->report->unit && value->known && isfinite(says) &&
         isfinite(value->value.value) && (value->value.low > says || value->value.high < says);
}

/* ---- why it deviates ------------------------------------------------------------------------- */

/* Cases of which fewer are few: one interval in some dozens is as wide as that makes it. */
enum { FEW = 100 };

/* Kinds that one way can compare with the designer's figures, and those of them that deviate to the
 * same side as one. */
static size_t count_alike(const lab_values_study *study, const mr_worth *worth, size_t kind,
                          size_t *alike) {
  bool above = worth->values[kind].value.low > lab_values_said(study, kind);
  size_t all = 0;
  *alike = 0;
  for (size_t i = 0; i < study->report->kinds->count; i++) {
    const mr_value *value = &worth->values[i];
    double says = lab_values_said(study, i);
    bool looks = i != study->report->unit && value->known && isfinite(says);
    all += looks;
    *alike += looks && deviates(study, worth, i) && (value->value.low > says) == above;
  }
  return all;
}

/* What these games show of why a piece deviates: all that holds, as clauses; nothing is guessed. */
static void add_reasons(const lab_values_study *study, bool by_games, size_t kind, mr_str *out) {
  const mr_worth *worth = by_games ? &study->report->by_games : &study->report->by_matches;
  const mr_worth *other = by_games ? &study->report->by_matches : &study->report->by_games;
  const mr_material_kind *kinds = study->report->kinds->items, *it = &kinds[kind];
  const mr_value *value = &worth->values[kind];
  const char *cases = by_games ? "games" : "pairs of games";
  const char *unit = kinds[study->report->unit].name;
  bool begins = it->begin[0] + it->begin[1] > 0;
  if (10 * value->cases < worth->cases) {
    mr_str_format(out, "; it %s: in %llu of %llu %s only",
                  begins ? "seldom tells the sides apart" : "comes to be rarely",
                  (unsigned long long)value->cases, (unsigned long long)worth->cases, cases);
  } else if (value->cases < FEW) {
    mr_str_format(out, "; few %s tell of it (%llu)", cases, (unsigned long long)value->cases);
  }
  if (has_unit(study, other) && other->values[kind].known && !deviates(study, other, kind)) {
    mr_str_format(out, "; the interval by %s holds what is said, which may be right",
                  by_games ? "replacement" : "games");
  }
  size_t alike = 0, all = count_alike(study, worth, kind, &alike);
  if (4 * alike >= 3 * all && alike > 2) {
    bool above = value->value.low > lab_values_said(study, kind);
    mr_str_format(out,
                  "; %zu of %zu pieces deviate to this side: what differs may be %s %s, the "
                  "unit, which is worth %s beside them all than the table has it",
                  alike, all, article_of(unit), unit, above ? "less" : "more");
  }
}

/* The reasons of a piece that deviates by one way, in the arena; NULL: it does not, or shows none.
 */
static const char *reasons_of(cli_context *cli, const lab_values_study *study, bool by_games,
                              size_t kind) {
  const mr_worth *worth = by_games ? &study->report->by_games : &study->report->by_matches;
  mr_str text = mr_str_growing(NULL);
  if (deviates(study, worth, kind)) {
    add_reasons(study, by_games, kind, &text);
  }
  const char *kept =
      text.length > 0 ? mr_arena_copy(&cli->arena, mr_str_text(&text) + 2, text.length - 2) : NULL;
  mr_str_done(&text);
  return kept;
}

/* The reasons by one way: pieces of which the same is to be said share a paragraph. */
static void put_shared(cli_context *cli, const lab_values_study *study, bool by_games,
                       const size_t *order, size_t count, mr_doc *doc) {
  const char *reasons[MR_MATERIAL_KINDS_MAX];
  for (size_t n = 0; n < count; n++) {
    reasons[n] = reasons_of(cli, study, by_games, order[n]);
  }
  for (size_t n = 0; n < count; n++) {
    const char *reason = reasons[n];
    mr_str names = mr_str_growing(NULL);
    for (size_t k = n; reason != NULL && k < count; k++) {
      if (reasons[k] != NULL && strcmp(reasons[k], reason) == 0) {
        mr_str_format(&names, "%s%s", names.length > 0 ? ", " : "",
                      study->report->kinds->items[order[k]].text);
        reasons[k] = NULL;
      }
    }
    if (reason != NULL) {
      mr_doc_paragraph(doc, "%s by %s: %s.", mr_str_text(&names),
                       by_games ? "games" : "replacement", reason);
    }
    mr_str_done(&names);
  }
}

/* The reasons, and what chance does: of many intervals of 95% some exclude the truth. */
static void put_whys(cli_context *cli, const lab_values_study *study, const size_t *order,
                     size_t count, mr_doc *doc) {
  const mr_worth *const ways[] = {&study->report->by_games, &study->report->by_matches};
  size_t looked = 0;
  for (size_t n = 0; n < 2 * count; n++) {
    size_t i = order[n / 2];
    looked += has_unit(study, ways[n % 2]) && ways[n % 2]->values[i].known &&
              i != study->report->unit && isfinite(lab_values_said(study, i));
  }
  put_shared(cli, study, true, order, count, doc);
  put_shared(cli, study, false, order, count, doc);
  mr_doc_paragraph(doc,
                   "Of %zu intervals that were looked at, one in twenty excludes what is true by "
                   "chance. Where nothing stands of a piece, these games show no reason.",
                   looked);
}

/* Each piece that is not worth what its designer says, and where it stands in the two orders. */
static void put_deviations(cli_context *cli, const lab_values_study *study, mr_doc *doc) {
  static const char *const heading[] = {"piece", "said", "found", "times", "place, said and found"};
  const mr_worth *const ways[] = {&study->report->by_games, &study->report->by_matches};
  size_t order[MR_MATERIAL_KINDS_MAX], told = 0;
  size_t count = in_order(study, order);
  for (size_t n = 0; n < 2 * count; n++) {
    const mr_worth *worth = ways[n % 2];
    size_t i = order[n / 2];
    if (!deviates(study, worth, i)) {
      continue;
    }
    if (told++ == 0) {
      mr_doc_heading(doc, "Where it deviates from the designer's table");
      mr_doc_row(doc, heading, 5);
    }
    double says = lab_values_said(study, i);
    const char *const cells[] = {study->report->kinds->items[i].text,
                                 cli_arena_format(cli, "%.2f", says),
                                 cli_arena_format(cli, "%s by %s", value_text(cli, study, worth, i),
                                                  n % 2 == 0 ? "games" : "replacement"),
                                 cli_arena_format(cli, "%.2f", worth->values[i].value.value / says),
                                 cli_arena_format(cli, "%zu, %zu", place_of(study, worth, i, true),
                                                  place_of(study, worth, i, false))};
    bool kept = true;
    for (size_t k = 0; k < 5; k++) {
      kept = kept && cells[k] != NULL;
    }
    if (kept) {
      mr_doc_row(doc, cells, 5);
    } else {
      doc->status = MR_ERR_NOMEM;
    }
  }
  bool any = has_unit(study, ways[0]) || has_unit(study, ways[1]);
  if (told > 0) {
    put_whys(cli, study, order, count, doc);
  }
  if (told == 0 && any && is_said(study)) {
    mr_doc_paragraph(doc, "No interval excludes what the designer's table says of its piece.");
  }
}

static void put_reasons(const lab_values_study *study, mr_doc *doc) {
  if (!study->report->complete) {
    mr_doc_paragraph(doc, "Broken off: what follows rests on what was complete.");
  }
  if (!study->report->by_games.done) {
    mr_doc_paragraph(doc, "By games: %s.", study->report->by_games.why.message);
  }
  if (study->pairs > 0 && !study->report->by_matches.done) {
    mr_doc_paragraph(doc, "By replacement: %s.", study->report->by_matches.why.message);
  }
  if (study->report->strangers) {
    mr_doc_paragraph(doc,
                     "Some games had pieces that are neither listed nor there at the beginning; "
                     "they were left out of account.");
  }
}

static void put_matches(const lab_values_study *study, mr_doc *doc) {
  const mr_replacements *plan = study->report->plan;
  if (!study->report->by_matches.done || plan == NULL) {
    return;
  }
  mr_doc_heading(doc, "Replacement matches");
  mr_str line = mr_str_growing(NULL), one = mr_str_growing(NULL), next = mr_str_growing(NULL);
  for (size_t i = 0, times = 1; i < plan->count; i++, times++) {
    mr_str_reset(&one);
    mr_str_reset(&next);
    mr_replacement_text(plan, &plan->items[i], &one);
    if (i + 1 < plan->count) {
      mr_replacement_text(plan, &plan->items[i + 1], &next);
    }
    if (strcmp(mr_str_text(&one), mr_str_text(&next)) != 0) {
      mr_str_format(&line, "%s%s", line.length > 0 ? "; " : "", mr_str_text(&one));
      if (times > 1) {
        mr_str_format(&line, " (%zu times as many)", times);
      }
      times = 0;
    }
  }
  mr_doc_paragraph(doc, "%llu pairs of games of each: %s.", (unsigned long long)study->pairs,
                   mr_str_text(&line));
  mr_str_done(&line);
  mr_str_done(&one);
  mr_str_done(&next);
}

static void put_page(cli_context *cli, const lab_options *choice, const lab_values_study *study,
                     mr_doc *doc) {
  mr_doc_heading(doc, "What pieces of %s are worth", study->game->info.title);
  put_reasons(study, doc);
  put_points(study, &study->report->by_games, "games", doc);
  put_points(study, &study->report->by_matches, "pairs of games", doc);
  put_agreement(study, doc);
  mr_doc_heading(doc, "Values");
  put_table(cli, study, doc);
  lab_values_put_bound(study, &study->report->by_games, "games", doc);
  lab_values_put_bound(study, &study->report->by_matches, "replacement", doc);
  put_chart(cli, study, &study->report->by_games, "By games", doc);
  put_chart(cli, study, &study->report->by_matches, "By replacement matches", doc);
  put_deviations(cli, study, doc);
  put_matches(study, doc);
  mr_doc_heading(doc, "How this was made");
  mr_str line = mr_str_growing(NULL);
  mr_str_format(&line, "%s\n", lab_command_line(cli, choice));
  mr_doc_lines(doc, mr_str_text(&line));
  mr_str_done(&line);
}

/* ---- the document ---------------------------------------------------------------------------- */

/* Whether it deviates from the designer's figure, and what these games show of why. */
static void put_json_why(mr_json *json, const lab_values_study *study, const mr_worth *worth,
                         size_t kind) {
  mr_str why = mr_str_growing(NULL);
  bool differs = deviates(study, worth, kind);
  if (differs) {
    add_reasons(study, worth == &study->report->by_games, kind, &why);
  }
  mr_json_bool(json, "deviates", differs);
  mr_json_string(json, "why", why.length > 0 ? mr_str_text(&why) + 2 : NULL);
  mr_str_done(&why);
}

static void put_value(mr_json *json, const char *key, const lab_values_study *study,
                      const mr_worth *worth, size_t kind) {
  const mr_value *value = &worth->values[kind];
  if (!worth->done || !value->known) {
    mr_json_null(json, key);
    return;
  }
  mr_json_object(json, key);
  if (has_unit(study, worth)) {
    mr_json_interval(json, "units", value->value);
  } else {
    mr_json_null(json, "units");
  }
  mr_json_interval(json, "odds", value->odds);
  mr_json_uint(json, "n", value->cases);
  put_json_why(json, study, worth, kind);
  mr_json_end(json);
}

static void put_way(mr_json *json, const char *key, const lab_values_study *study,
                    const mr_worth *worth) {
  mr_interval none = {NAN, NAN, NAN};
  mr_json_object(json, key);
  mr_json_bool(json, "done", worth->done);
  mr_json_string(json, "reason",
                 worth->done || worth->why.status == MR_OK ? NULL : worth->why.message);
  mr_json_uint(json, "n", worth->cases);
  bool ranked = worth->done && isfinite(worth->rank.agreement.value);
  mr_json_interval(json, "rank_correlation", ranked ? worth->rank.agreement : none);
  lab_values_bound_json(json, study, worth);
  mr_json_end(json);
}

static int print_json(cli_context *cli, const lab_values_study *study) {
  cli_document document;
  size_t order[MR_MATERIAL_KINDS_MAX];
  mr_json *json = cli_document_open(&document);
  size_t count = in_order(study, order);
  mr_json_string(json, "game", study->game->info.name);
  mr_json_hash(json, "definition", study->game->info.definition_hash);
  lab_made made;
  lab_made_of(cli, study->game, &made);
  lab_made_json(json, &made);
  mr_json_string(json, "players", study->seats);
  mr_json_uint(json, "seed", study->seed);
  mr_json_string(json, "unit", study->report->kinds->items[study->report->unit].text);
  mr_json_bool(json, "complete", study->report->complete);
  put_way(json, "by_games", study, &study->report->by_games);
  put_way(json, "by_replacement", study, &study->report->by_matches);
  mr_json_array(json, "pieces");
  for (size_t n = 0; n < count; n++) {
    const mr_material_kind *kind = &study->report->kinds->items[order[n]];
    mr_json_object(json, NULL);
    mr_json_string(json, "piece", kind->text);
    mr_json_string(json, "name", kind->name);
    put_value(json, "by_games", study, &study->report->by_games, order[n]);
    put_value(json, "by_replacement", study, &study->report->by_matches, order[n]);
    mr_json_real(json, "designer", lab_values_said(study, order[n]));
    mr_json_end(json);
  }
  mr_json_end(json);
  return cli_document_print(cli, &document);
}

static int tell(cli_context *cli, const lab_options *choice, const lab_values_study *study) {
  if (!study->report->by_games.done && !study->report->by_matches.done && cli_signal() == 0) {
    return cli_fail(cli, "%s", study->report->by_games.why.message);
  }
  if (cli->global.json) {
    return print_json(cli, study);
  }
  mr_doc doc;
  mr_doc_init(&doc, &cli->arena);
  put_page(cli, choice, study, &doc);
  return lab_page_tell(cli, choice, study->game, &doc);
}

int lab_values_print(cli_context *cli, const lab_options *choice, const mr_run *run,
                     mr_run_sum *sum) {
  const mr_plan *plan = mr_run_plan(run);
  const lab_values_study study = {.game = mr_run_game(run),
                                  .seed = plan->seed,
                                  .games = plan->games,
                                  .pairs = plan->pairs,
                                  .seats = plan->players,
                                  .report = mr_run_sum_worth(sum)};
  return study.report != NULL ? tell(cli, choice, &study) : cli_fail_memory(cli);
}

static int run(cli_context *cli, const lab_options *choice) {
  lab_values_study *study = mr_arena_zero(&cli->arena, 1, sizeof *study);
  if (study == NULL) {
    return cli_fail_memory(cli);
  }
  int status = choice->html != NULL ? cli_file_may_write(cli, choice->html) : CLI_OK;
  mr_game *game = status == CLI_OK ? cli_game_open(cli, choice->game) : NULL;
  if (game == NULL) {
    return status != CLI_OK ? status : CLI_FAILED;
  }
  status = lab_values_find(cli, choice, game, choice->unit, study);
  if (status == CLI_OK && study->report != NULL) {
    status = tell(cli, choice, study);
  }
  if (status == CLI_OK && cli_signal() != 0) {
    status = CLI_SIGNALLED(cli_signal());
  }
  lab_values_end(study);
  mr_game_free(game);
  return status;
}

static const cli_example examples[] = {
    {"lab values borderlands", "what each piece is worth, beside what its designer says"},
    {NULL, NULL},
};

const lab_experiment lab_values = {
    .name = "values",
    .about = "Tells what each kind of piece is worth, by how games between equals end in which "
             "one side has more of it, and by games that begin with pieces off the board on "
             "either side; each with its interval, beside the designer's own table where the "
             "definition has one, and each deviation from it.",
    .arguments = lab_game_argument,
    .options = options,
    .examples = examples,
    .run = run,
};
