/* What there is of a sweep: its page, or its document. */
#include <marcher/sweep.h>

#include "cli/commands/lab_run.h"
#include "cli/commands/lab_study.h"
#include "cli/files.h"

static const char *const part_names[] = {"scouts", "measured", "confirmed"};

static void put_keys(mr_json *json, const mr_sweep_grid *grid) {
  mr_json_array(json, "keys");
  for (size_t i = 0; i < grid->key_count; i++) {
    mr_json_object(json, NULL);
    mr_json_string(json, "key", grid->keys[i].name);
    mr_json_array(json, "values");
    for (size_t k = 0; k < grid->keys[i].count; k++) {
      mr_json_string(json, NULL, grid->keys[i].values[k].text);
    }
    mr_json_end(json);
    mr_json_end(json);
  }
  mr_json_end(json);
}

static void put_targets(mr_json *json, const mr_sweep_report *report) {
  mr_json_array(json, "targets");
  for (size_t i = 0; i < report->target_count; i++) {
    mr_json_object(json, NULL);
    mr_json_string(json, "measure", report->targets[i].id);
    mr_json_real(json, "from", report->targets[i].low);
    mr_json_real(json, "to", report->targets[i].high);
    mr_json_end(json);
  }
  mr_json_end(json);
}

/* Scouts have no intervals: how many there are follows from what they said. */
static void put_part(mr_json *json, mr_summary *summary, mr_race_part part) {
  mr_json_object(json, part_names[part]);
  mr_json_uint(json, "games", summary->games);
  mr_json_array(json, "measures");
  for (size_t i = 0; part != MR_RACE_SCOUT && i < mr_measure_count(summary); i++) {
    mr_measure measure;
    if (mr_measure_at(summary, i, MR_TAIL_95, &measure)) {
      lab_measure_json(json, NULL, &measure);
    }
  }
  mr_json_end(json);
  mr_json_end(json);
}

static void put_setting(mr_json *json, const mr_sweep_report *report, size_t at) {
  const mr_sweep_setting *setting = &report->settings[at];
  char label[512];
  mr_str text = mr_str_fixed(label, sizeof label);
  mr_sweep_label(report->grid, at, &text);
  mr_json_object(json, NULL);
  mr_json_string(json, "label", label);
  mr_json_array(json, "values");
  for (size_t i = 0; i < report->grid->key_count; i++) {
    mr_json_string(json, NULL, mr_sweep_value_at(report->grid, at, i)->text);
  }
  mr_json_end(json);
  if (setting->game == NULL) {
    mr_json_string(json, "refused", setting->why);
  } else if (setting->same_as != at) {
    mr_json_uint(json, "sameAs", setting->same_as);
  } else {
    mr_json_hash(json, "definition", setting->game->info.definition_hash);
    mr_json_bool(json, "inRace", report->race.lanes[at].stays);
    for (unsigned part = 0; part < MR_RACE_PARTS; part++) {
      mr_summary *summary = mr_sweep_part(report, at, (mr_race_part)part);
      if (summary->games > 0) {
        put_part(json, summary, (mr_race_part)part);
      }
    }
  }
  mr_json_end(json);
}

static int print_json(cli_context *cli, const mr_run *run, const mr_run_look *look,
                      const mr_sweep_report *report) {
  cli_document document;
  mr_json *json = cli_document_open(&document);
  lab_run_json(json, run, look);
  mr_json_hash(json, "definition", mr_run_game(run)->info.definition_hash);
  put_keys(json, report->grid);
  put_targets(json, report);
  mr_json_bool(json, "complete", report->race.complete);
  mr_json_string(json, "part", part_names[report->race.part]);
  if (report->race.winner != SIZE_MAX) {
    mr_json_uint(json, "nearest", report->race.winner);
  } else {
    mr_json_null(json, "nearest");
  }
  mr_json_array(json, "settings");
  for (size_t i = 0; i < report->grid->settings; i++) {
    put_setting(json, report, i);
  }
  mr_json_end(json);
  return cli_document_print(cli, &document);
}

int lab_sweep_print(cli_context *cli, const lab_options *choice, const mr_run *run,
                    const mr_run_look *look) {
  const mr_sweep_report *report = mr_run_sum_sweep(look->sum);
  if (report == NULL) {
    return cli_fail_memory(cli);
  }
  if (cli->global.json) {
    return print_json(cli, run, look, report);
  }
  mr_doc doc;
  mr_doc_init(&doc, &cli->arena);
  lab_sweep_page(cli, choice, run, report, &doc);
  return lab_page_tell(cli, choice, mr_run_game(run), &doc);
}
