/* Good values of many keys at once: what was found, how sure that is, and what fresh games say. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "cli/commands/lab_run.h"
#include "cli/commands/lab_study.h"
#include "cli/files.h"

/* Within how many standard deviations a pull proves nothing: of keys that change nothing any at all
 * is beyond it in 5 of 100 searches (Bonferroni). */
static double pull_proves(const mr_spsa_report *report) {
  return mr_normal_quantile(0.05 / 2 / (double)report->grid->key_count);
}

/* The value whose place is nearest to a figure. */
static const mr_sweep_value *value_at(const mr_sweep_key *key, double place) {
  double most = (double)key->count - 1;
  return &key->values[(size_t)fmax(0, fmin(floor(place + 0.5), most))];
}

/* ---- the answer ------------------------------------------------------------------------------ */

static mr_answer answer_of(const mr_spsa_report *report, mr_summary *summary) {
  mr_answer all = MR_ANSWER_YES;
  for (size_t i = 0; i < report->target_count; i++) {
    mr_measure ignored;
    mr_answer one = mr_wish_answer(&report->targets[i], summary, &ignored);
    if (one == MR_ANSWER_NO || (one != MR_ANSWER_YES && all == MR_ANSWER_YES)) {
      all = one;
    }
  }
  return all;
}

/* "first 50.3% (45.3 to 55.2), draws 12% (9 to 16)" */
static void put_figures(const mr_spsa_report *report, mr_summary *summary, mr_str *out) {
  for (size_t i = 0; i < report->target_count; i++) {
    mr_measure measure;
    mr_str_format(out, "%s%s ", i > 0 ? ", " : "", report->targets[i].id);
    if (mr_measure_find(summary, report->targets[i].id, MR_TAIL_95, &measure)) {
      mr_measure_text(&measure, out);
    } else {
      mr_str_add(out, "is not known");
    }
  }
}

static void put_wishes(const mr_spsa_report *report, mr_str *out) {
  for (size_t i = 0; i < report->target_count; i++) {
    mr_measure measure = {.unit = MR_UNIT_NUMBER};
    mr_summary *known = report->after != NULL ? report->after : report->before;
    if (known == NULL || !mr_measure_find(known, report->targets[i].id, MR_TAIL_95, &measure)) {
      mr_unit shares =
          strcmp(report->targets[i].id, "turns") != 0 &&
                  fmax(isfinite(report->targets[i].low) ? report->targets[i].low : 0,
                       isfinite(report->targets[i].high) ? report->targets[i].high : 0) <= 1
              ? MR_UNIT_SHARE
              : MR_UNIT_NUMBER;
      measure.unit = shares;
    }
    mr_str_add(out, i > 0 ? " and " : "");
    lab_sweep_wish(&report->targets[i], measure.unit, out);
  }
}

static void put_games(const mr_spsa_report *report, mr_summary *summary, const char *what,
                      mr_doc *doc) {
  static const char *const words[] = {[MR_ANSWER_UNKNOWN] = "which says nothing of what is wished",
                                      [MR_ANSWER_UNDECIDED] =
                                          "which may be as wished, and is not proved",
                                      [MR_ANSWER_YES] = "which is as wished",
                                      [MR_ANSWER_NO] = "which is not as wished"};
  mr_str text = mr_str_growing(NULL);
  if (summary != NULL && summary->games > 0) {
    put_figures(report, summary, &text);
    mr_answer answer = answer_of(report, summary);
    char more[LAB_SWEEP_GAMES_MAX] = "";
    mr_doc_paragraph(doc, "%" PRIu64 " fresh games of %s say %s, %s%s.", summary->games, what,
                     mr_str_text(&text), words[answer],
                     answer == MR_ANSWER_UNDECIDED
                         ? lab_sweep_games(report->targets, report->target_count, summary, more)
                         : "");
  }
  mr_str_done(&text);
}

static void put_answer(const mr_run *run, const mr_spsa_report *report, mr_doc *doc) {
  mr_str found = mr_str_growing(NULL), wished = mr_str_growing(NULL);
  mr_spsa_label(report, &found);
  put_wishes(report, &wished);
  if (!report->complete) {
    mr_doc_paragraph(doc,
                     "Not complete: it was broken off after %" PRIu64 " of %" PRIu64
                     " trials. 'marcher lab sweep %s' goes on.",
                     report->spsa.done, report->spsa.options.trials, mr_run_folder(run));
  }
  mr_doc_paragraph(doc, "Wished is %s. Best %s %s%s.", mr_str_text(&wished),
                   report->complete ? "is" : "by now is", mr_str_text(&found),
                   report->same ? ", which is the game as it stands" : "");
  if (report->why != NULL) {
    mr_doc_paragraph(doc, "These values together are refused: %s. Take other lists of values.",
                     report->why);
  }
  if (report->after != NULL && report->after->games > 0) {
    lab_sweep_random(report->targets, report->target_count, report->after, doc);
  }
  put_games(report, report->after, "it", doc);
  put_games(report, report->before, "the game as it stands", doc);
  mr_str_done(&found);
  mr_str_done(&wished);
}

/* ---- the table ------------------------------------------------------------------------------- */

static const char *range_of(cli_context *cli, const mr_sweep_key *key) {
  const char *text =
      cli_arena_format(cli, "%s to %s", key->values[0].label, key->values[key->count - 1].label);
  return text != NULL ? text : "";
}

static void put_table(cli_context *cli, const mr_spsa_report *report, mr_doc *doc) {
  static const char *const heading[] = {"key", "tried", "found", "chance alone", "pull"};
  mr_doc_heading(doc, "What the trials say of each key");
  mr_doc_row(doc, heading, 5);
  for (size_t i = 0; i < report->grid->key_count; i++) {
    const mr_sweep_key *key = &report->grid->keys[i];
    mr_spsa_estimate e = mr_spsa_estimate_of(&report->spsa, i);
    const mr_sweep_value *low = value_at(key, e.value - e.spread);
    const mr_sweep_value *high = value_at(key, e.value + e.spread);
    const char *const cells[] = {
        key->label, range_of(cli, key), value_at(key, e.value)->label,
        cli_arena_format(cli, "%s to %s", low->label, high->label),
        cli_arena_format(cli, "%+.1f%s", e.pull, fabs(e.pull) > pull_proves(report) ? " *" : "")};
    if (cells[3] == NULL || cells[4] == NULL) {
      doc->status = MR_ERR_NOMEM;
      return;
    }
    mr_doc_row(doc, cells, 5);
  }
  mr_doc_paragraph(
      doc,
      "Pull is by how many standard deviations the trials have moved a key from the "
      "middle of its values: within -%.2f to %.2f (no *) that may be chance, and the key may "
      "stay as it is; so wide that keys that change nothing have a * among them in 5 of 100 "
      "searches through as many. Values in between, by chance alone, could have been found as "
      "well.",
      pull_proves(report), pull_proves(report));
}

static void put_origin(const cli_context *cli, const lab_options *choice, const mr_run *run,
                       mr_doc *doc) {
  const mr_plan *plan = mr_run_plan(run);
  mr_str text = mr_str_growing(NULL);
  mr_doc_heading(doc, "How this was made");
  mr_doc_paragraph(
      doc,
      "By SPSA: each of %" PRIu64 " trials moves all keys a little up or down by chance, "
      "plays %" PRIu64 " games of each of the two opposite settings, and goes towards "
      "the one that comes nearer. Games of the end took no part in it. Everything is in "
      "the folder %s, and the same words play the same games.",
      plan->trials, plan->each, mr_run_folder(run));
  lab_sweep_line(cli, choice, run, &text);
  mr_doc_lines(doc, mr_str_text(&text));
  mr_str_done(&text);
}

/* ---- the document ---------------------------------------------------------------------------- */

static void put_summary(mr_json *json, const char *key, mr_summary *summary) {
  if (summary == NULL) {
    mr_json_null(json, key);
    return;
  }
  mr_json_object(json, key);
  mr_json_uint(json, "games", summary->games);
  mr_json_array(json, "measures");
  for (size_t i = 0; i < mr_measure_count(summary); i++) {
    mr_measure measure;
    if (mr_measure_at(summary, i, MR_TAIL_95, &measure)) {
      lab_measure_json(json, NULL, &measure);
    }
  }
  mr_json_end(json);
  mr_json_end(json);
}

static int print_json(cli_context *cli, const mr_run *run, const mr_run_look *look,
                      const mr_spsa_report *report) {
  cli_document document;
  mr_json *json = cli_document_open(&document);
  lab_run_json(json, run, look);
  mr_json_uint(json, "trials", report->spsa.done);
  mr_json_bool(json, "complete", report->complete);
  mr_json_real(json, "pull_proves", pull_proves(report));
  mr_json_array(json, "keys");
  for (size_t i = 0; i < report->grid->key_count; i++) {
    const mr_sweep_key *key = &report->grid->keys[i];
    mr_spsa_estimate e = mr_spsa_estimate_of(&report->spsa, i);
    mr_json_object(json, NULL);
    mr_json_string(json, "key", key->name);
    mr_json_string(json, "found", key->values[report->found[i]].text);
    mr_json_real(json, "place", e.value);
    mr_json_real(json, "spread", e.spread);
    mr_json_real(json, "pull", e.pull);
    mr_json_end(json);
  }
  mr_json_end(json);
  mr_json_string(json, "refused", report->why);
  put_summary(json, "as_it_stands", report->before);
  put_summary(json, "found", report->after);
  return cli_document_print(cli, &document);
}

int lab_search_print(cli_context *cli, const lab_options *choice, const mr_run *run,
                     const mr_run_look *look) {
  mr_error error;
  mr_doc doc;
  const mr_spsa_report *report = mr_run_sum_spsa(look->sum, &error);
  if (report == NULL) {
    return cli_fail_error(cli, &error);
  }
  if (cli->global.json) {
    return print_json(cli, run, look, report);
  }
  mr_doc_init(&doc, &cli->arena);
  mr_doc_heading(&doc, "A search through %zu key%s of %s", report->grid->key_count,
                 report->grid->key_count == 1 ? "" : "s", mr_run_game(run)->info.title);
  put_answer(run, report, &doc);
  put_table(cli, report, &doc);
  put_origin(cli, choice, run, &doc);
  return lab_page_tell(cli, choice, mr_run_game(run), &doc);
}
