#include <inttypes.h>
#include <marcher/clock.h>
#include <marcher/design.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "cli/commands.h"
#include "cli/commands/check_rest.h"
#include "cli/files.h"
#include "cli/game.h"

typedef struct check_options {
  cli_list files;
  cli_number games;
  cli_number seconds;
  bool play;
  bool strict;
} check_options;

static const cli_option options[] = {
    CLI_OPTION("play", CLI_FLAG, check_options, play,
               .help =
                   "play each game under the laws, and tell what its designer may not have meant"),
    CLI_OPTION("games", CLI_NUMBER, check_options, games, .value = "N", .min = 1, .max = 1000000,
               .help = "random games of each with --play, instead of as many as its size allows"),
    CLI_OPTION(
        "seconds", CLI_NUMBER, check_options, seconds, .value = "N", .min = 1, .max = 86400,
        .initial = 10,
        .help =
            "stop playing a game after so long (10); what is found then depends on the machine"),
    CLI_OPTION("strict", CLI_FLAG, check_options, strict,
               .help =
                   "exit with 1 where a game was skipped or --play has warned of something, too"),
    {.name = NULL},
};

static const cli_argument arguments[] = {
    {.name = "FILE",
     .many = true,
     .help = "a definition file, weights, or a network; - is standard input; or the name of a game",
     .offset = offsetof(check_options, files)},
    {.name = NULL},
};

static const cli_example examples[] = {
    {"check my.ini", "is everything in it right?"},
    {"check my-game --rules my.ini", "the same of one game of the file"},
    {"check --json my.ini", "the complaints for an editor"},
    {"check --play my.ini", "does it end, can both sides win, is every piece of use?"},
    {NULL, NULL},
};

/** The command at work: how games are played, and what was found in all of them so far. */
typedef struct check_run {
  cli_context *cli;
  const check_options *choice;
  mr_catalog *catalog;
  mr_json *files;  /**< receives an object for each file; NULL: in text */
  mr_json *played; /**< the same for each game that is played */
  bool *plays;     /**< by place in the catalogue: games of the last file that can be played */
  size_t warnings; /**< in all games so far */
  size_t skipped;  /**< games so far */
} check_run;

/* ---- compiling ------------------------------------------------------------------------------- */

/* Names that are gathered while games are compiled. */
typedef struct name_list {
  mr_str text; /* of the array */
  mr_json json;
  size_t count;
} name_list;

static void names_init(name_list *names) {
  *names = (name_list){.count = 0};
  names->text = mr_str_growing(NULL);
  mr_json_init(&names->json, &names->text);
  mr_json_array(&names->json, NULL);
}

/* A game that needs what Marcher does not support. */
typedef struct skipped_game {
  const char *name;
  mr_diagnostics list; /* why */
  struct skipped_game *next;
} skipped_game;

/* One file under examination. */
typedef struct examination {
  check_run *run;
  cli_context *cli;
  mr_catalog *catalog;
  const char *path;
  mr_arena *arena;
  mr_diagnostics list;
  name_list games; /* names of those that the file defines */
  name_list heirs; /* of others that inherit from them */
  skipped_game *skipped;
  skipped_game **skipped_end;
  size_t skipped_count;
} examination;

static void skip_game(examination *it, const char *name, const mr_diagnostics *why) {
  skipped_game *game = mr_arena_zero(it->arena, 1, sizeof *game);
  if (game == NULL) {
    mr_diagnostics_append(&it->list, why);
    return;
  }
  *game = (skipped_game){.name = name, .list = *why};
  *it->skipped_end = game;
  it->skipped_end = &game->next;
  it->skipped_count++;
}

/* What became of a game. */
typedef enum outcome { GAME_PLAYS, GAME_SKIPPED, GAME_WRONG } outcome;

/* Compiles a game. What is wrong with it joins the complaints of the file, unless it only needs
   what Marcher does not support: then it is skipped. */
static outcome compile_game(examination *it, const char *name, name_list *names) {
  const cli_context *cli = it->cli;
  mr_game *game = NULL;
  mr_diagnostics own;
  mr_diagnostics_init(&own, it->arena);
  mr_status status =
      mr_catalog_open(it->catalog, name, cli->overrides, cli->override_count, &game, &own);
  mr_game_free(game);
  if (status != MR_OK && mr_diagnostics_unsupported(&own)) {
    skip_game(it, name, &own);
    return GAME_SKIPPED;
  }
  mr_diagnostics_append(&it->list, &own);
  if (status != MR_OK) {
    return GAME_WRONG;
  }
  mr_json_string(&names->json, NULL, name);
  names->count++;
  return GAME_PLAYS;
}

/* A file of which nothing can be played is refused, with all reasons. */
static void refuse_skipped(examination *it) {
  if (it->games.count == 0) {
    for (const skipped_game *game = it->skipped; game != NULL; game = game->next) {
      mr_diagnostics_append(&it->list, &game->list);
    }
    it->skipped = NULL;
    it->skipped_count = 0;
  }
}

static bool ends_with(const char *path, const char *end) {
  size_t length = strlen(path), end_length = strlen(end);
  return length > end_length && strcmp(path + length - end_length, end) == 0;
}

static bool is_weights(const char *path) {
  return ends_with(path, ".weights");
}

static bool is_network(const char *path) {
  return ends_with(path, ".network");
}

/* Whether a game of the catalogue, or its weights, come from that file. */
static bool is_from(const mr_catalog *catalog, size_t index, const char *path) {
  const char *source = is_weights(path) ? mr_catalog_weights_source(catalog, index)
                                        : mr_catalog_source(catalog, index);
  return source != NULL && strcmp(source, path) == 0;
}

/* What was trained for other rules is left out where the game is played; what is damaged stops it.
 */
static void examine_beside(examination *it, const char *name) {
  const char *path = cli_network_beside(it->cli, it->path, name);
  mr_network network = {.length = 0};
  mr_game *game = NULL;
  mr_error err = {0};
  if (path == NULL || cli_network_read(it->cli, path, &network) != CLI_OK ||
      mr_catalog_open(it->catalog, name, NULL, 0, &game, &it->list) != MR_OK) {
    return;
  }
  mr_status status = mr_network_check(game, &network, &err);
  if (status != MR_OK) {
    const mr_span at = {.source = path};
    mr_diagnose_as(&it->list, status == MR_ERR_MISMATCH ? MR_SEVERITY_WARNING : MR_SEVERITY_ERROR,
                   status, &at, NULL, "%s", err.message);
  }
  mr_game_free(game);
}

/* Compiles what the file defines, and the heirs: where it takes the place of an older definition,
   the children of that one change, too. */
static void compile_games(examination *it) {
  size_t count = mr_catalog_count(it->catalog);
  it->run->plays = mr_arena_zero(&it->cli->arena, count, sizeof *it->run->plays);
  for (size_t i = 0; i < count; i++) {
    if (is_from(it->catalog, i, it->path)) {
      outcome what = compile_game(it, mr_catalog_name(it->catalog, i), &it->games);
      if (it->run->plays != NULL) {
        it->run->plays[i] = what == GAME_PLAYS;
      }
      if (what == GAME_PLAYS) {
        examine_beside(it, mr_catalog_name(it->catalog, i));
      }
    }
  }
  refuse_skipped(it);
  if (it->games.count == 0 && it->list.errors == 0 && !is_weights(it->path)) {
    mr_span at = {.source = it->path};
    mr_diagnose_as(&it->list, MR_SEVERITY_ERROR, MR_ERR_SYNTAX, &at, NULL,
                   "no game is defined here; a definition begins with its name in brackets, such "
                   "as [my-game]");
  }
  bool good = it->list.errors == 0;
  for (size_t i = 0; good && i < count; i++) {
    const char *name = mr_catalog_name(it->catalog, i);
    bool heir = mr_catalog_draws_on(it->catalog, i, it->path) && !is_from(it->catalog, i, it->path);
    if (heir && compile_game(it, name, &it->heirs) == GAME_WRONG) {
      mr_span at = {.source = it->path};
      mr_diagnose_as(&it->list, MR_SEVERITY_NOTE, it->list.status, &at, NULL,
                     "'%s' inherits from this file", name);
    }
  }
}

/* Of a file that cannot be read what can: a designer mends all faults at once. */
static void compile_rest(examination *it, mr_str *text) {
  mr_diagnostics told; /* all of it stands in the list */
  mr_diagnostics_init(&told, it->arena);
  if (check_keep_readable(text->data, text->length, &it->list) &&
      mr_catalog_add(it->catalog, it->path, text->data, text->length, &told) == MR_OK) {
    compile_games(it);
  }
}

/* What a network says in its head that it is for, "" where it says nothing. */
static const char *game_of_network(cli_context *cli, const mr_str *text) {
  static const char key[] = "\ngame ";
  const char *at = strstr(mr_str_text(text), key);
  size_t length = at == NULL ? 0 : strcspn(at + sizeof key - 1, "\n");
  const char *name = length == 0 || length >= MR_DEFINITION_NAME_MAX
                         ? NULL
                         : mr_arena_copy(&cli->arena, at + sizeof key - 1, length);
  return name != NULL ? name : "";
}

/* A network is held against the rules of the game that it names. */
static void examine_network(examination *it, const mr_str *text) {
  const char *name = game_of_network(it->cli, text);
  const mr_network network = {.bytes = mr_str_text(text), .length = text->length};
  mr_span at = {.source = it->path};
  mr_game *game = NULL;
  mr_error err = {0};
  if (*name == '\0') {
    mr_diagnose(&it->list, MR_ERR_SYNTAX, &at, NULL, "this is no network, or its head is damaged");
  } else if (!cli_knows_game(it->catalog, name)) {
    mr_diagnose(&it->list, MR_ERR_UNKNOWN, &at, "add its definition with --rules FILE",
                "the network is for '%s', and there is no such game", name);
  } else if (mr_catalog_open(it->catalog, name, it->cli->overrides, it->cli->override_count, &game,
                             &it->list) == MR_OK) {
    if (mr_network_check(game, &network, &err) != MR_OK) {
      mr_diagnose(&it->list, err.status, &at, NULL, "%s", err.message);
    }
    mr_json_string(&it->games.json, NULL, name);
    it->games.count++;
  }
  mr_game_free(game);
}

/* Whether a file is that of a campaign, which defines no game. */
static bool is_campaign(const mr_str *text) {
  static const char head[] = "[campaign]";
  const char *at = strstr(mr_str_text(text), head);
  while (at != NULL && at > mr_str_text(text) && at[-1] != '\n') {
    at = strstr(at + 1, head);
  }
  return at != NULL && strstr(at, "\ngame") != NULL;
}

static void refuse_campaign(examination *it) {
  mr_span at = {.source = it->path};
  mr_diagnose_as(&it->list, MR_SEVERITY_ERROR, MR_ERR_UNSUPPORTED, &at,
                 "'marcher campaign FILE --status' checks it, and plays nothing",
                 "this is a campaign, not a definition of a game");
}

/* The file joins the catalogue, so that it and later files may build on it. All complaints go to
   `it->list`. @return CLI_FAILED when the file cannot be read */
static int examine(examination *it) {
  mr_str text = mr_str_growing(NULL);
  bool network = is_network(it->path);
  size_t most = network ? MR_NETWORK_FILE_MAX : MR_DEFINITION_FILE_MAX;
  int read = cli_file_read(it->cli, it->path, most, &text);
  if (read == CLI_OK && network) {
    examine_network(it, &text);
  } else if (read == CLI_OK && is_campaign(&text)) {
    refuse_campaign(it);
  } else if (read == CLI_OK) {
    mr_status status =
        is_weights(it->path)
            ? mr_catalog_add_weights(it->catalog, it->path, mr_str_text(&text), text.length,
                                     &it->list)
            : mr_catalog_add(it->catalog, it->path, mr_str_text(&text), text.length, &it->list);
    if (status == MR_OK && cli_add_weights(it->cli, it->catalog, it->path, &it->list) != CLI_OK) {
      it->list.errors += it->list.errors == 0;
    }
    if (status == MR_OK && it->list.errors == 0) {
      compile_games(it);
    }
    if (status != MR_OK && status != MR_ERR_NOMEM && !is_weights(it->path)) {
      compile_rest(it, &text);
    }
    if (status == MR_ERR_NOMEM && it->list.errors == 0) {
      it->list.errors = 1;
      cli_fail_memory(it->cli);
    }
  }
  mr_str_done(&text);
  if (read != CLI_OK) {
    cli_note_game(it->cli, it->catalog, it->path);
  }
  return read;
}

/* "2 games", "1 game" */
static void add_count(mr_str *out, size_t count, const char *thing) {
  mr_str_format(out, "%zu %s%s", count, thing, count == 1 ? "" : "s");
}

/* The first reason; the games that are skipped have one. */
static const mr_diagnostic *skip_reason(const skipped_game *game) {
  const mr_diagnostic *item = game->list.first;
  while (item->severity != MR_SEVERITY_ERROR) {
    item = item->next;
  }
  return item;
}

static void report_skipped(const examination *it, mr_str *out) {
  for (const skipped_game *game = it->skipped; game != NULL; game = game->next) {
    const mr_diagnostic *reason = skip_reason(game);
    mr_str_format(out, "%s:%" PRIu32 ": [%s] is skipped: %s", reason->source, reason->line,
                  game->name, reason->message);
    if (game->list.errors > 1) {
      mr_str_format(out, " (and %zu more)", game->list.errors - 1);
    }
    mr_str_char(out, '\n');
  }
}

static void report_text(const examination *it, mr_str *out) {
  size_t games = it->games.count;
  size_t heirs = it->heirs.count;
  size_t warnings = 0;
  for (const mr_diagnostic *item = it->list.first; item != NULL; item = item->next) {
    warnings += item->severity == MR_SEVERITY_WARNING;
  }
  report_skipped(it, out);
  mr_str_format(out, "%s: ", it->path);
  if (it->list.errors > 0) {
    add_count(out, it->list.errors, "error");
  } else {
    mr_str_add(out, "ok, ");
    add_count(out, games, "game");
  }
  if (it->list.errors == 0 && heirs > 0) {
    mr_str_format(out, " and %zu that inherit%s from %s", heirs, heirs == 1 ? "s" : "",
                  games == 1 ? "it" : "them");
  }
  if (it->skipped_count > 0) {
    mr_str_format(out, ", %zu skipped", it->skipped_count);
  }
  if (warnings > 0) {
    mr_str_add(out, ", ");
    add_count(out, warnings, "warning");
  }
  mr_str_char(out, '\n');
}

static void put_skipped(const examination *it, mr_json *json) {
  mr_json_array(json, "skipped");
  for (const skipped_game *game = it->skipped; game != NULL; game = game->next) {
    mr_json_object(json, NULL);
    mr_json_string(json, "game", game->name);
    mr_json_diagnostics(json, "diagnostics", &game->list);
    mr_json_end(json);
  }
  mr_json_end(json);
}

static int report(examination *it, mr_json *json) {
  if (json == NULL) {
    cli_fail_diagnostics(it->cli, &it->list);
    report_text(it, &it->cli->out);
  } else {
    mr_json_end(&it->games.json);
    mr_json_end(&it->heirs.json);
    mr_json_object(json, NULL);
    mr_json_string(json, "file", it->path);
    mr_json_bool(json, "ok", it->list.errors == 0);
    mr_json_raw(json, "games", &it->games.text);
    mr_json_raw(json, "heirs", &it->heirs.text);
    put_skipped(it, json);
    mr_json_diagnostics(json, "diagnostics", &it->list);
    mr_json_end(json);
  }
  it->run->skipped += it->skipped_count;
  return it->list.errors == 0 ? CLI_OK : CLI_FAILED;
}

/* Compiles one game of the catalogue. */
static void examine_game(examination *it, const char *name) {
  compile_game(it, name, &it->games);
  refuse_skipped(it);
}

/* @param game one of the catalogue, which stands in the file; NULL: all that the file defines */
static int check_file(check_run *run, const char *path, const char *game) {
  examination it = {.run = run, .cli = run->cli, .catalog = run->catalog, .path = path};
  mr_arena arena;
  names_init(&it.games);
  names_init(&it.heirs);
  mr_arena_init(&arena, NULL, 0);
  mr_diagnostics_init(&it.list, &arena);
  it.arena = &arena;
  it.skipped_end = &it.skipped;
  run->plays = NULL;
  int status = CLI_OK;
  if (game != NULL) {
    examine_game(&it, game);
    it.path = run->files != NULL && path != NULL ? path : game;
  } else {
    status = examine(&it);
  }
  if (status == CLI_OK) {
    status = report(&it, run->files);
  }
  mr_str_done(&it.games.text);
  mr_str_done(&it.heirs.text);
  mr_arena_done(&arena);
  return status;
}

/* ---- playing --------------------------------------------------------------------------------- */

/* One game that is being played. */
typedef struct design_run {
  check_run *check;
  const char *name;
  const mr_game *game;
  const mr_setting *intended; /* what its designer means to be so; may be NULL */
  int64_t deadline;
  mr_design_report report;
} design_run;

static bool show_progress(void *context, const char *doing, unsigned percent) {
  design_run *run = context;
  cli_status(run->check->cli, "%s: %s, %u%%", run->name, doing, percent);
  return cli_signal() == 0 && mr_clock_ns() < run->deadline;
}

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

/* Whether each line of it begins with a warning's name and a colon. @return an exit status */
static int check_intended(const design_run *run) {
  int status = CLI_OK;
  char room[200];
  mr_str names = mr_str_fixed(room, sizeof room);
  for (int fault = 0; fault < MR_DESIGN_FAULT_COUNT; fault++) {
    mr_str_format(&names, "%s%s", fault == 0 ? "" : ", ", mr_design_name((mr_design_fault)fault));
  }
  for (size_t i = 0; run->intended != NULL && i < run->intended->line_count; i++) {
    const mr_value_line *line = &run->intended->lines[i];
    size_t length = strcspn(line->text, ":");
    bool known = line->length == 0;
    for (int fault = 0; fault < MR_DESIGN_FAULT_COUNT && line->text[length] == ':'; fault++) {
      known = known || mr_text_is(line->text, length, mr_design_name((mr_design_fault)fault));
    }
    if (!known) {
      status = cli_fail(run->check->cli,
                        "%s:%" PRIu32 ": 'intended' has no warning's name and a colon: '%s'; the "
                        "names are %s",
                        run->intended->source, line->line, line->text, mr_str_text(&names));
    }
  }
  return status;
}

static void write_tally(const design_run *run, const char *players, const mr_design_tally *tally,
                        mr_str *out) {
  const mr_game_info *info = &run->game->info;
  if (tally->games == 0) {
    return;
  }
  mr_str_format(out, "%s: %u %s games of %" PRIu32, run->name, tally->games, players,
                tally->shortest);
  if (tally->longest > tally->shortest) {
    mr_str_format(out, " to %" PRIu32, tally->longest);
  }
  mr_str_format(out, " action%s:", tally->longest == 1 ? "" : "s");
  for (uint8_t seat = 0; seat < info->players; seat++) {
    if (mr_game_leads_team(run->game, (mr_player){seat})) {
      mr_str_char(out, ' ');
      mr_game_team_name(run->game, (mr_player){seat}, out);
      mr_str_format(out, " won %u,", tally->wins[info->team[seat]]);
    }
  }
  mr_str_format(out, " %u drawn%s\n", tally->draws - tally->endless,
                tally->endless > 0 ? ", the others had no end" : "");
}

static void write_report(const design_run *run, size_t warnings) {
  cli_context *cli = run->check->cli;
  mr_str text = mr_str_growing(NULL);
  mr_str *out = &text;
  const mr_design_report *report = &run->report;
  if (report->breach_count == 0) {
    mr_str_format(out, "%s: the laws are kept in %" PRIu64 " positions\n", run->name,
                  report->laws.states);
  }
  for (size_t i = 0; i < report->breach_count; i++) {
    const mr_design_breach *breach = &report->breaches[i];
    cli_fail(cli,
             "%s breaks the law '%s', which is a fault of Marcher and not of the definition: "
             "please report it with the file. Seed %" PRIu64 ", after %" PRIu32
             " actions: %s. Position: %s",
             run->name, mr_law_name(breach->law), breach->seed, breach->action, breach->message,
             breach->state);
  }
  write_tally(run, "random", &report->random, out);
  write_tally(run, "careful", &report->careful, out);
  for (size_t i = 0; i < report->finding_count; i++) {
    const mr_design_finding *found = &report->findings[i];
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
  for (size_t i = 0; i < report->note_count; i++) {
    mr_str_format(out, "%s: note: %s\n", run->name, report->notes[i]);
  }
  if (report->cut_short) {
    mr_str_format(out, "%s: note: stopped after %" PRIu64 " seconds, before all was played\n",
                  run->name, run->check->choice->seconds.value);
  }
  if (warnings > 0) {
    mr_str_format(out, "%s: %zu warning%s; the same command with --seed %" PRIu64 " repeats %s\n",
                  run->name, warnings, warnings == 1 ? "" : "s", cli_seed(cli),
                  warnings == 1 ? "it" : "them");
  } else if (report->breach_count == 0) {
    mr_str_format(out, "%s: no warnings\n", run->name);
  }
  cli_wrap_lines(&cli->out, mr_str_text(&text), cli->out_tty ? cli->style.width : SIZE_MAX);
  mr_str_done(&text);
}

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

static void put_report(mr_json *json, const design_run *run) {
  const mr_design_report *report = &run->report;
  mr_json_object(json, NULL);
  mr_json_string(json, "game", run->name);
  mr_json_uint(json, "seed", cli_seed(run->check->cli));
  mr_json_bool(json, "complete", !report->cut_short);
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
  put_tally(json, "random", &run->game->info, &report->random);
  put_tally(json, "careful", &run->game->info, &report->careful);
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
  mr_json_end(json);
}

static int play_and_report(design_run *run, const mr_game *parent, mr_arena *arena) {
  check_run *check = run->check;
  cli_context *cli = check->cli;
  mr_error error;
  mr_design_options how = {
      .seed = cli_seed(cli),
      .games = (unsigned)check->choice->games.value,
      .parent = parent,
      .progress = show_progress,
      .context = run,
  };
  cli_signals_catch();
  run->deadline = mr_clock_ns() + (int64_t)check->choice->seconds.value * 1000000000;
  mr_status status = mr_design_check(run->game, &how, NULL, arena, &run->report, &error);
  cli_status_clear(cli);
  if (cli_signal() != 0) {
    return CLI_SIGNALLED(cli_signal());
  }
  if (status != MR_OK) {
    return cli_fail_error(cli, &error);
  }
  size_t warnings = 0;
  for (size_t i = 0; i < run->report.finding_count; i++) {
    warnings += intended_reason(run, run->report.findings[i].fault) == NULL;
  }
  if (check->files != NULL) {
    put_report(check->played, run);
  } else {
    write_report(run, warnings);
    cli_flush(cli);
  }
  check->warnings += warnings;
  return run->report.breach_count > 0 ? CLI_FAILED : check_intended(run);
}

/* Plays a game of the catalogue, which compiles. @param told its warnings have been. @return an
 * exit status */
static int play_game(check_run *check, const char *name, bool told) {
  cli_context *cli = check->cli;
  const mr_catalog *catalog = check->catalog;
  mr_arena arena;
  mr_diagnostics list;
  mr_definition definition = {0};
  mr_game *game = NULL;
  mr_game *parent = NULL;
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
  if (status == MR_OK && (told || cli_fail_diagnostics(cli, &list) == CLI_OK)) {
    /* The game that the definition was made from, where it is another one and can be played. */
    bool derived = definition.parent != NULL && strcmp(definition.parent, definition.name) != 0;
    if (derived && mr_catalog_open(catalog, definition.parent, NULL, 0, &parent, &list) != MR_OK) {
      parent = NULL;
    }
    *run = (design_run){.check = check,
                        .name = name,
                        .game = game,
                        .intended = mr_definition_find(&definition, "intended")};
    result = play_and_report(run, parent, &arena);
  } else if (status != MR_OK) {
    cli_fail_diagnostics(cli, &list);
  }
  mr_game_free(parent);
  mr_game_free(game);
  mr_arena_done(&arena);
  return result;
}

/* ---- the command ----------------------------------------------------------------------------- */

/* Checks what one argument names, and plays it where --play is given. @return an exit status */
static int check_argument(check_run *run, const char *name) {
  bool play = run->choice->play;
  bool known = cli_knows_game(run->catalog, name);
  if (known && play) {
    return play_game(run, name, false);
  }
  if (known && access(name, F_OK) != 0) {
    return check_file(run, cli_game_source(run->catalog, name), name);
  }
  int status = check_file(run, name, NULL);
  if (status != CLI_OK || !play || is_weights(name) || is_network(name)) {
    return status;
  }
  size_t count = run->plays != NULL ? mr_catalog_count(run->catalog) : 0;
  for (size_t i = 0; i < count && status <= CLI_FAILED; i++) {
    if (run->plays[i]) {
      int played = play_game(run, mr_catalog_name(run->catalog, i), true);
      status = played > status ? played : status;
    }
  }
  return status;
}

static int run_check(cli_context *cli, const void *values) {
  const check_options *choice = values;
  mr_catalog *catalog = cli_catalog(cli);
  if (catalog == NULL) {
    return CLI_FAILED;
  }
  if (!choice->play && (choice->games.given || choice->seconds.given)) {
    return cli_usage(cli, "--games and --seconds go with --play");
  }
  cli_document document;
  mr_json played;
  mr_str text = mr_str_growing(NULL);
  mr_json_init(&played, &text);
  mr_json_array(&played, NULL);
  check_run run = {.cli = cli,
                   .choice = choice,
                   .catalog = catalog,
                   .files = cli_document_open_list(cli, &document, "files"),
                   .played = &played};
  int status = CLI_OK;
  for (size_t i = 0; i < choice->files.count && status <= CLI_FAILED; i++) {
    int checked = check_argument(&run, choice->files.items[i]);
    status = checked > status ? checked : status;
  }
  bool strict = choice->strict && run.warnings + run.skipped > 0;
  status = status == CLI_OK && strict ? CLI_FAILED : status;
  if (run.files != NULL && status <= CLI_FAILED) {
    mr_json_end(run.files);
    mr_json_end(&played);
    if (choice->play) {
      mr_json_raw(run.files, "played", &text);
    }
    int printed = cli_document_print(cli, &document);
    status = printed == CLI_OK ? status : printed;
  } else {
    cli_document_drop(&document);
  }
  mr_str_done(&text);
  return status;
}

const cli_command cmd_check = {
    .name = "check",
    .summary = "validate definition files, and play what they define",
    .about =
        "Reads definition files and compiles every game in them. What is wrong is shown with "
        "its file, line and column, the offending text, what was expected, and the nearest "
        "known name. A file may build on the games of the catalogue and of the files before "
        "it, and take the place of a game of the catalogue; the games that inherit from "
        "that one are compiled, too. Weights that lie beside a file, 'my.weights' beside "
        "'my.ini', are checked with it, and may be checked alone; a network is held against the "
        "rules of the game that it names.\n\nA game that needs what "
        "Marcher does not support is skipped, and the reason told, where others of its file "
        "can be played: the exit status is 1 when any file has an error or nothing that can "
        "be played, and with --strict where a game was skipped.",
    .options = options,
    .arguments = arguments,
    .examples = examples,
    .size = sizeof(check_options),
    .run = run_check,
};
