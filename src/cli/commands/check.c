#include <string.h>

#include "cli/commands.h"
#include "cli/commands/check_play.h"
#include "cli/files.h"
#include "cli/game.h"

typedef struct check_options {
  cli_list files;
  cli_number games;
  cli_number seconds;
  bool play;
  bool strict;
} check_options;

enum { SECONDS = 10, SECONDS_MAX = 86400, GAMES_MAX = 1000000 };

static const cli_option options[] = {
    CLI_OPTION("play", CLI_FLAG, check_options, play,
               .help =
                   "play each game under the laws, and tell what its designer may not have meant"),
    CLI_OPTION("games", CLI_NUMBER, check_options, games, .value = "N", .min = 1, .max = GAMES_MAX,
               .help = "random games of each with --play, instead of as many as its size allows"),
    CLI_OPTION(
        "seconds", CLI_NUMBER, check_options, seconds, .value = "N", .min = 1, .max = SECONDS_MAX,
        .help =
            "stop playing a game after so long (10); what is found then depends on the machine"),
    CLI_OPTION("strict", CLI_FLAG, check_options, strict,
               .help = "exit with 1 where --play has warned of something, too"),
    {.name = NULL},
};

static const cli_argument arguments[] = {
    {.name = "FILE",
     .many = true,
     .help = "a definition file, or weights; - is standard input; with --play a game, too",
     .offset = offsetof(check_options, files)},
    {.name = NULL},
};

static const cli_example examples[] = {
    {"check my.ini", "is everything in it right?"},
    {"check --json my.ini", "the complaints for an editor"},
    {"check --play my.ini", "does it end, can both sides win, is every piece of use?"},
    {NULL, NULL},
};

/* Names that are gathered while games are compiled. */
typedef struct name_list {
  mr_str text; /* of the array */
  mr_json json;
  size_t count;
} name_list;

static void names_init(name_list *names) {
  *names = (name_list){.count = 0};
  mr_str_init(&names->text, NULL);
  mr_json_init(&names->json, &names->text);
  mr_json_array(&names->json, NULL);
}

/* One file under examination. */
typedef struct examination {
  cli_context *cli;
  const char *path;
  mr_arena arena;
  mr_diagnostics list;
  name_list games; /* names of those that the file defines */
  name_list heirs; /* of others that inherit from them */
} examination;

/* @return whether it compiles */
static bool compile_game(examination *it, const mr_catalog *catalog, const char *name,
                         name_list *names) {
  const cli_context *cli = it->cli;
  mr_game *game = NULL;
  mr_status status =
      mr_catalog_open(catalog, name, cli->overrides, cli->override_count, &game, &it->list);
  if (status == MR_OK) {
    mr_json_string(&names->json, NULL, name);
    names->count++;
  }
  mr_game_free(game);
  return status == MR_OK;
}

static bool is_weights(const char *path) {
  size_t length = strlen(path);
  return length > 8 && strcmp(path + length - 8, ".weights") == 0;
}

static bool defines(const examination *it, const mr_catalog *catalog, size_t index) {
  const char *source = is_weights(it->path) ? mr_catalog_weights_source(catalog, index)
                                            : mr_catalog_source(catalog, index);
  return source != NULL && strcmp(source, it->path) == 0;
}

static void compile_games(examination *it, const mr_catalog *catalog) {
  for (size_t i = 0; i < mr_catalog_count(catalog); i++) {
    if (defines(it, catalog, i)) {
      compile_game(it, catalog, mr_catalog_name(catalog, i), &it->games);
    }
  }
}

/* Where the file takes the place of an older definition, the children of that one change, too. */
static void compile_heirs(examination *it, const mr_catalog *catalog) {
  for (size_t i = 0; i < mr_catalog_count(catalog); i++) {
    const char *name = mr_catalog_name(catalog, i);
    bool heir = mr_catalog_draws_on(catalog, i, it->path) && !defines(it, catalog, i);
    if (heir && !compile_game(it, catalog, name, &it->heirs)) {
      mr_span at = {.source = it->path};
      mr_diagnose_as(&it->list, MR_SEVERITY_NOTE, it->list.status, &at, NULL,
                     "'%s' inherits from this file", name);
    }
  }
}

/* The file joins the catalogue, so that it and later files may build on it. */
static void compile_text(examination *it, mr_catalog *catalog, const mr_str *text) {
  mr_status status =
      is_weights(it->path)
          ? mr_catalog_add_weights(catalog, it->path, mr_str_text(text), text->length, &it->list)
          : mr_catalog_add(catalog, it->path, mr_str_text(text), text->length, &it->list);
  if (status == MR_OK && cli_add_weights(it->cli, catalog, it->path, &it->list) != CLI_OK) {
    it->list.errors += it->list.errors == 0;
  }
  if (status == MR_OK && it->list.errors == 0) {
    compile_games(it, catalog);
  }
  if (status == MR_OK && it->list.errors == 0) {
    compile_heirs(it, catalog);
  }
  if (status == MR_ERR_NOMEM && it->list.errors == 0) {
    it->list.errors = 1;
    cli_fail_memory(it->cli);
  }
}

/* Leaves all complaints in `it->list`. @return CLI_FAILED when the file cannot be read */
static int examine(examination *it, mr_catalog *catalog) {
  mr_str text;
  mr_str_init(&text, NULL);
  int status = cli_file_read(it->cli, it->path, MR_DEFINITION_FILE_MAX, &text);
  if (status == CLI_OK) {
    compile_text(it, catalog, &text);
  }
  mr_str_done(&text);
  return status;
}

static void put_report(mr_json *json, examination *it) {
  mr_json_end(&it->games.json);
  mr_json_end(&it->heirs.json);
  mr_json_object(json, NULL);
  mr_json_string(json, "file", it->path);
  mr_json_bool(json, "ok", it->list.errors == 0);
  mr_json_raw(json, "games", &it->games.text);
  mr_json_raw(json, "heirs", &it->heirs.text);
  mr_json_diagnostics(json, "diagnostics", &it->list);
  mr_json_end(json);
}

static size_t count_warnings(const mr_diagnostics *list) {
  size_t count = 0;
  for (const mr_diagnostic *item = list->first; item != NULL; item = item->next) {
    count += item->severity == MR_SEVERITY_WARNING;
  }
  return count;
}

/* "2 games", "1 game" */
static void add_count(mr_str *out, size_t count, const char *thing) {
  mr_str_format(out, "%zu %s%s", count, thing, count == 1 ? "" : "s");
}

static void report_text(const examination *it, mr_str *out) {
  size_t games = it->games.count;
  size_t heirs = it->heirs.count;
  size_t warnings = count_warnings(&it->list);
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
  if (warnings > 0) {
    mr_str_add(out, ", ");
    add_count(out, warnings, "warning");
  }
  mr_str_char(out, '\n');
}

/* @param files NULL: in text */
static int report(examination *it, mr_json *files) {
  if (files != NULL) {
    put_report(files, it);
  } else {
    cli_fail_diagnostics(it->cli, &it->list);
    report_text(it, &it->cli->out);
  }
  return it->list.errors == 0 ? CLI_OK : CLI_FAILED;
}

static int check_file(cli_context *cli, mr_catalog *catalog, const char *path, mr_json *files) {
  examination it = {.cli = cli, .path = path};
  names_init(&it.games);
  names_init(&it.heirs);
  mr_arena_init(&it.arena, NULL, 0);
  mr_diagnostics_init(&it.list, &it.arena);
  int status = examine(&it, catalog);
  if (status == CLI_OK) {
    status = report(&it, files);
  }
  mr_str_done(&it.games.text);
  mr_str_done(&it.heirs.text);
  mr_arena_done(&it.arena);
  return status;
}

/* ---- playing --------------------------------------------------------------------------------- */

/* Plays the games that a file defines. @return an exit status */
static int play_file(check_play *play, const mr_catalog *catalog, const char *path) {
  examination it = {.path = path};
  int status = CLI_OK;
  for (size_t i = 0; i < mr_catalog_count(catalog) && status <= CLI_FAILED; i++) {
    if (!is_weights(path) && defines(&it, catalog, i)) {
      int played = check_play_game(play, catalog, mr_catalog_name(catalog, i));
      status = played > status ? played : status;
    }
  }
  return status;
}

/* Checks what one argument names, and plays it where --play is given. @return an exit status */
static int check_argument(check_play *play, mr_catalog *catalog, const check_options *choice,
                          const char *name, mr_json *files) {
  if (choice->play && cli_knows_game(catalog, name)) {
    return check_play_game(play, catalog, name);
  }
  int status = check_file(play->cli, catalog, name, files);
  return status == CLI_OK && choice->play ? play_file(play, catalog, name) : status;
}

static int check_all(check_play *play, mr_catalog *catalog, const check_options *choice,
                     mr_json *files) {
  int status = CLI_OK;
  for (size_t i = 0; i < choice->files.count && status <= CLI_FAILED; i++) {
    int checked = check_argument(play, catalog, choice, choice->files.items[i], files);
    status = checked > status ? checked : status;
  }
  return status == CLI_OK && choice->strict && play->warnings > 0 ? CLI_FAILED : status;
}

static int run_check(cli_context *cli, const void *values) {
  const check_options *choice = values;
  mr_catalog *catalog = cli_catalog(cli);
  if (catalog == NULL) {
    return CLI_FAILED;
  }
  if (!choice->play && (choice->games.given || choice->seconds.given || choice->strict)) {
    return cli_usage(cli, "--games, --seconds and --strict go with --play");
  }
  check_play play = {
      .cli = cli,
      .games = (unsigned)(choice->games.given ? choice->games.value : 0),
      .seconds = choice->seconds.given ? choice->seconds.value : SECONDS,
  };
  if (!cli->global.json) {
    return check_all(&play, catalog, choice, NULL);
  }
  cli_document document;
  mr_str text;
  mr_json played;
  mr_json *json = cli_document_open(&document);
  mr_str_init(&text, NULL);
  mr_json_init(&played, &text);
  mr_json_array(&played, NULL);
  mr_json_array(json, "files");
  play.json = &played;
  int status = check_all(&play, catalog, choice, json);
  mr_json_end(json);
  mr_json_end(&played);
  if (choice->play) {
    mr_json_raw(json, "played", &text);
  }
  mr_str_done(&text);
  if (status > CLI_FAILED) {
    cli_document_drop(&document);
    return status;
  }
  int printed = cli_document_print(cli, &document);
  return printed == CLI_OK ? status : printed;
}

const cli_command cmd_check = {
    .name = "check",
    .summary = "validate definition files, and play what they define",
    .about = "Reads definition files and compiles every game in them. What is wrong is shown with "
             "its file, line and column, the offending text, what was expected, and the nearest "
             "known name. A file may build on the games of the catalogue and of the files before "
             "it, and take the place of a game of the catalogue; the games that inherit from "
             "that one are compiled, too. Weights that lie beside a file, 'my.weights' beside "
             "'my.ini', are checked with it, and may be checked alone.\n\nThe exit status is 1 "
             "when any file has an error.",
    .options = options,
    .arguments = arguments,
    .examples = examples,
    .size = sizeof(check_options),
    .run = run_check,
};
