#include "cli/commands/check_play.h"

#include <inttypes.h>
#include <marcher/clock.h>
#include <marcher/design.h>
#include <string.h>

#include "cli/game.h"

/* One game that is being played. */
typedef struct design_run {
  check_play *play;
  const char *name;
  const mr_game *game;
  const mr_setting *intended; /* what its designer means to be so; may be NULL */
  int64_t deadline;
  mr_design_report report;
} design_run;

/* ---- while it plays -------------------------------------------------------------------------- */

static bool show_progress(void *context, const char *doing, unsigned percent) {
  design_run *run = context;
  cli_status(run->play->cli, "%s: %s, %u%%", run->name, doing, percent);
  return cli_signal() == 0 && mr_clock_ns() < run->deadline;
}

/* ---- what the designer intends --------------------------------------------------------------- */

/* The reason that the definition gives for what is warned of, or NULL. */
static const char *intended_reason(const design_run *run, mr_design_fault fault) {
  const char *name = mr_design_name(fault);
  size_t length = strlen(name);
  for (size_t i = 0; run->intended != NULL && i < run->intended->line_count; i++) {
    const char *line = run->intended->lines[i].text;
    if (strncmp(line, name, length) == 0 && line[length] == ':') {
      return line + length + 1 + strspn(line + length + 1, " ");
    }
  }
  return NULL;
}

static bool names_fault(const char *line) {
  size_t length = strcspn(line, ":");
  for (int fault = 0; fault < MR_DESIGN_FAULT_COUNT; fault++) {
    const char *name = mr_design_name((mr_design_fault)fault);
    if (strlen(name) == length && strncmp(line, name, length) == 0) {
      return line[length] == ':';
    }
  }
  return false;
}

/* @return an exit status */
static int check_intended(const design_run *run) {
  int status = CLI_OK;
  for (size_t i = 0; run->intended != NULL && i < run->intended->line_count; i++) {
    const mr_value_line *line = &run->intended->lines[i];
    if (line->length > 0 && !names_fault(line->text)) {
      status = cli_fail(run->play->cli,
                        "%s:%" PRIu32 ": 'intended' has no warning's name and a colon: '%s'; see "
                        "'marcher check --help'",
                        run->intended->source, line->line, line->text);
    }
  }
  return status;
}

/* ---- in words -------------------------------------------------------------------------------- */

static void write_tally(const design_run *run, const char *players, const mr_design_tally *tally,
                        mr_str *out) {
  const mr_game_info *info = &run->game->info;
  if (tally->games == 0) {
    return;
  }
  mr_str_format(out, "%s: %u %s games of %" PRIu32 " to %" PRIu32 " actions:", run->name,
                tally->games, players, tally->shortest, tally->longest);
  for (unsigned seat = 0; seat < info->players; seat++) {
    bool first = true;
    for (unsigned before = 0; before < seat; before++) {
      first = first && info->team[before] != info->team[seat];
    }
    if (first) {
      mr_str_format(out, " %s won %u,", info->player_names[seat], tally->wins[info->team[seat]]);
    }
  }
  mr_str_format(out, " %u drawn%s\n", tally->draws - tally->endless,
                tally->endless > 0 ? ", the others had no end" : "");
}

static void write_finding(const design_run *run, const mr_design_finding *found, mr_str *out) {
  const char *reason = intended_reason(run, found->fault);
  mr_str_format(out, "%s: %s: %s [%s]\n", run->name, reason != NULL ? "intended" : "warning",
                found->message, mr_design_name(found->fault));
  if (reason != NULL) {
    mr_str_format(out, "    meant so: %s\n", reason);
  }
  if (found->state[0] != '\0') {
    mr_str_format(out, "    position: %s\n", found->state);
  }
}

static void write_laws(const design_run *run, mr_str *out) {
  const mr_design_report *report = &run->report;
  if (report->breach_count == 0) {
    mr_str_format(out, "%s: the laws are kept in %" PRIu64 " positions\n", run->name,
                  report->laws.states);
  }
  for (size_t i = 0; i < report->breach_count; i++) {
    const mr_design_breach *breach = &report->breaches[i];
    cli_fail(run->play->cli,
             "%s breaks the law '%s', which is a fault of Marcher and not of the definition: "
             "please report it with the file. Seed %" PRIu64 ", after %" PRIu32
             " actions: %s. Position: %s",
             run->name, mr_law_name(breach->law), breach->seed, breach->action, breach->message,
             breach->state);
  }
}

static void write_report(const design_run *run, size_t warnings) {
  mr_str *out = &run->play->cli->out;
  const mr_design_report *report = &run->report;
  write_laws(run, out);
  write_tally(run, "random", &report->random, out);
  write_tally(run, "careful", &report->careful, out);
  for (size_t i = 0; i < report->finding_count; i++) {
    write_finding(run, &report->findings[i], out);
  }
  for (size_t i = 0; i < report->note_count; i++) {
    mr_str_format(out, "%s: note: %s\n", run->name, report->notes[i]);
  }
  if (report->cut_short) {
    mr_str_format(out, "%s: note: stopped after %" PRIu64 " seconds, before all was played\n",
                  run->name, run->play->seconds);
  }
  if (warnings > 0) {
    mr_str_format(out, "%s: %zu warning%s; the same command with --seed %" PRIu64 " repeats %s\n",
                  run->name, warnings, warnings == 1 ? "" : "s", cli_seed(run->play->cli),
                  warnings == 1 ? "it" : "them");
  } else if (report->breach_count == 0) {
    mr_str_format(out, "%s: no warnings\n", run->name);
  }
}

/* ---- as JSON --------------------------------------------------------------------------------- */

static void put_tally(mr_json *json, const char *key, const mr_game_info *info,
                      const mr_design_tally *tally) {
  mr_json_object(json, key);
  mr_json_uint(json, "games", tally->games);
  mr_json_object(json, "wins");
  for (unsigned seat = 0; seat < info->players; seat++) {
    mr_json_uint(json, info->player_names[seat], tally->wins[info->team[seat]]);
  }
  mr_json_end(json);
  mr_json_uint(json, "draws", tally->draws - tally->endless);
  mr_json_uint(json, "endless", tally->endless);
  mr_json_uint(json, "actions", tally->actions);
  mr_json_uint(json, "shortest", tally->shortest);
  mr_json_uint(json, "longest", tally->longest);
  mr_json_end(json);
}

static void put_findings(mr_json *json, const design_run *run) {
  const mr_design_report *report = &run->report;
  mr_json_array(json, "warnings");
  for (size_t i = 0; i < report->finding_count; i++) {
    const mr_design_finding *found = &report->findings[i];
    mr_json_object(json, NULL);
    mr_json_string(json, "warning", mr_design_name(found->fault));
    mr_json_string(json, "message", found->message);
    mr_json_string(json, "intended", intended_reason(run, found->fault));
    mr_json_bool(json, "proven", found->proven);
    mr_json_uint(json, "games", found->games);
    mr_json_uint(json, "count", found->count);
    mr_json_string(json, "state", found->state[0] != '\0' ? found->state : NULL);
    mr_json_end(json);
  }
  mr_json_end(json);
  mr_json_strings(json, "notes", report->notes, report->note_count);
}

static void put_laws(mr_json *json, const mr_design_report *report) {
  mr_json_object(json, "laws");
  mr_json_uint(json, "states", report->laws.states);
  mr_json_array(json, "broken");
  for (size_t i = 0; i < report->breach_count; i++) {
    const mr_design_breach *breach = &report->breaches[i];
    mr_json_object(json, NULL);
    mr_json_string(json, "law", mr_law_name(breach->law));
    mr_json_uint(json, "seed", breach->seed);
    mr_json_uint(json, "action", breach->action);
    mr_json_string(json, "message", breach->message);
    mr_json_string(json, "state", breach->state);
    mr_json_end(json);
  }
  mr_json_end(json);
  mr_json_end(json);
}

static void put_report(mr_json *json, const design_run *run) {
  mr_json_object(json, NULL);
  mr_json_string(json, "game", run->name);
  mr_json_uint(json, "seed", cli_seed(run->play->cli));
  mr_json_bool(json, "complete", !run->report.cut_short);
  put_laws(json, &run->report);
  put_tally(json, "random", &run->game->info, &run->report.random);
  put_tally(json, "careful", &run->game->info, &run->report.careful);
  put_findings(json, run);
  mr_json_end(json);
}

/* ---- a game ---------------------------------------------------------------------------------- */

/* The game that a definition was made from, where it is another one and can be played. */
static mr_game *open_parent(const mr_catalog *catalog, const mr_definition *definition,
                            mr_diagnostics *list) {
  mr_game *parent = NULL;
  if (definition->parent == NULL || strcmp(definition->parent, definition->name) == 0 ||
      mr_catalog_open(catalog, definition->parent, NULL, 0, &parent, list) != MR_OK) {
    return NULL;
  }
  return parent;
}

static int play_and_report(design_run *run, const mr_game *parent, mr_arena *arena) {
  check_play *play = run->play;
  mr_error error;
  mr_design_options options = {
      .seed = cli_seed(play->cli),
      .games = play->games,
      .parent = parent,
      .progress = show_progress,
      .context = run,
  };
  cli_signals_catch();
  run->deadline = mr_clock_ns() + (int64_t)play->seconds * 1000000000;
  mr_status status = mr_design_check(run->game, &options, NULL, arena, &run->report, &error);
  cli_status_clear(play->cli);
  if (cli_signal() != 0) {
    return CLI_SIGNALLED(cli_signal());
  }
  if (status != MR_OK) {
    return cli_fail_error(play->cli, &error);
  }
  size_t warnings = 0;
  for (size_t i = 0; i < run->report.finding_count; i++) {
    warnings += intended_reason(run, run->report.findings[i].fault) == NULL;
  }
  if (play->json != NULL) {
    put_report(play->json, run);
  } else {
    write_report(run, warnings);
    cli_flush(play->cli);
  }
  play->warnings += warnings;
  return run->report.breach_count > 0 ? CLI_FAILED : check_intended(run);
}

int check_play_game(check_play *play, const mr_catalog *catalog, const char *name) {
  cli_context *cli = play->cli;
  mr_arena arena;
  mr_diagnostics list;
  mr_definition definition = {0};
  mr_game *game = NULL;
  design_run *run = mr_arena_zero(&cli->arena, 1, sizeof *run);
  if (run == NULL) {
    return cli_fail_memory(cli);
  }
  mr_arena_init(&arena, NULL, 0);
  mr_diagnostics_init(&list, &arena);
  int result = CLI_FAILED;
  mr_status status = mr_catalog_resolve(catalog, name, cli->overrides, cli->override_count, &arena,
                                        &definition, &list);
  if (status == MR_OK) {
    status = mr_catalog_open(catalog, name, cli->overrides, cli->override_count, &game, &list);
  }
  if (status == MR_OK) {
    mr_game *parent = open_parent(catalog, &definition, &list);
    *run = (design_run){.play = play,
                        .name = name,
                        .game = game,
                        .intended = mr_definition_find(&definition, "intended")};
    result = play_and_report(run, parent, &arena);
    mr_game_free(parent);
  } else {
    cli_fail_diagnostics(cli, &list);
  }
  mr_game_free(game);
  mr_arena_done(&arena);
  return result;
}
