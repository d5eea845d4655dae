#include <string.h>

#include "cli/commands.h"
#include "cli/files.h"
#include "cli/game.h"
#include "cli/json.h"

typedef struct check_options {
  cli_list files;
} check_options;

static const cli_argument arguments[] = {
    {.name = "FILE",
     .many = true,
     .help = "a definition file, or weights; - is standard input",
     .offset = offsetof(check_options, files)},
    {.name = NULL},
};

static const cli_example examples[] = {
    {"check my.ini", "is everything in it right?"},
    {"check --json my.ini", "the complaints for an editor"},
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

static int run_check(cli_context *cli, const void *values) {
  const check_options *choice = values;
  mr_catalog *catalog = cli_catalog(cli);
  if (catalog == NULL) {
    return CLI_FAILED;
  }
  cli_document document;
  mr_json *json = cli_document_open(&document);
  mr_json *files = cli->global.json ? json : NULL;
  mr_json_array(json, "files");
  int status = CLI_OK;
  for (size_t i = 0; i < choice->files.count; i++) {
    if (check_file(cli, catalog, choice->files.items[i], files) != CLI_OK) {
      status = CLI_FAILED;
    }
  }
  if (files == NULL) {
    cli_document_drop(&document);
    return status;
  }
  mr_json_end(json);
  int printed = cli_document_print(cli, &document);
  return printed == CLI_OK ? status : printed;
}

const cli_command cmd_check = {
    .name = "check",
    .summary = "validate definition files",
    .about = "Reads definition files and compiles every game in them. What is wrong is shown with "
             "its file, line and column, the offending text, what was expected, and the nearest "
             "known name. A file may build on the games of the catalogue and of the files before "
             "it, and take the place of a game of the catalogue; the games that inherit from "
             "that one are compiled, too. Weights that lie beside a file, 'my.weights' beside "
             "'my.ini', are checked with it, and may be checked alone.\n\nThe exit status is 1 "
             "when any file has an error.",
    .arguments = arguments,
    .examples = examples,
    .size = sizeof(check_options),
    .run = run_check,
};
