#include "alone.h"
#include "commands.h"
#include "files.h"
#include "game.h"
#include "json.h"

typedef struct check_options {
  cli_list files;
} check_options;

static const cli_argument arguments[] = {
    {.name = "FILE",
     .many = true,
     .help = "a definition file; - is standard input",
     .offset = offsetof(check_options, files)},
    {.name = NULL},
};

static const cli_example examples[] = {
    {"check my.ini", "is everything in it right?"},
    {"check --json my.ini", "the complaints for an editor"},
    {NULL, NULL},
};

/* One file under examination. */
typedef struct examination {
  cli_context *cli;
  const char *path;
  mr_arena arena;
  mr_diagnostics list;
  size_t games;
  json_t *names;
} examination;

static void count_game(void *context, const char *name) {
  examination *it = context;
  it->games++;
  json_array_append_new(it->names, json_string(name));
}

/* Compiles what the file has added to the catalogue. */
static void compile_from(examination *it, const mr_catalog *catalog, size_t first) {
  for (size_t i = first; i < mr_catalog_count(catalog); i++) {
    const char *name = mr_catalog_name(catalog, i);
    mr_game *game = NULL;
    if (mr_catalog_open(catalog, name, it->cli->overrides, it->cli->override_count, &game,
                        &it->list) == MR_OK) {
      count_game(it, name);
    }
    mr_game_free(game);
  }
}

/*
 * The file joins the catalogue, so that it and later files may build on it. When the catalogue
 * has its names already, as for an edited copy of one of its own files, it is taken by itself.
 */
static void compile_text(examination *it, mr_catalog *catalog, const mr_str *text) {
  const cli_context *cli = it->cli;
  size_t first = mr_catalog_count(catalog);
  mr_status status = mr_catalog_add(catalog, it->path, mr_str_text(text), text->length, &it->list);
  if (status == MR_OK) {
    compile_from(it, catalog, first);
  } else if (status == MR_ERR_DUPLICATE) {
    mr_diagnostics_init(&it->list, &it->arena);
    cli_alone file = {.source = it->path,
                      .text = mr_str_text(text),
                      .length = text->length,
                      .overrides = cli->overrides,
                      .override_count = cli->override_count};
    status = cli_compile_alone(&file, count_game, it, &it->list);
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

static int report(examination *it, json_t *files) {
  cli_context *cli = it->cli;
  bool good = it->list.errors == 0;
  if (files != NULL) {
    json_array_append_new(files,
                          json_pack("{s:s, s:b, s:O, s:o}", "file", it->path, "ok", good, "games",
                                    it->names, "diagnostics", cli_json_diagnostics(&it->list)));
    return good ? CLI_OK : CLI_FAILED;
  }
  cli_fail_diagnostics(cli, &it->list);
  size_t others = it->list.count - it->list.errors;
  if (good) {
    mr_str_format(&cli->out, "%s: ok, %zu game%s", it->path, it->games, it->games == 1 ? "" : "s");
  } else {
    mr_str_format(&cli->out, "%s: %zu error%s", it->path, it->list.errors,
                  it->list.errors == 1 ? "" : "s");
  }
  if (others > 0) {
    mr_str_format(&cli->out, ", %zu warning%s", others, others == 1 ? "" : "s");
  }
  mr_str_char(&cli->out, '\n');
  return good ? CLI_OK : CLI_FAILED;
}

static int check_file(cli_context *cli, mr_catalog *catalog, const char *path, json_t *files) {
  examination it = {.cli = cli, .path = path, .names = json_array()};
  mr_arena_init(&it.arena, NULL, 0);
  mr_diagnostics_init(&it.list, &it.arena);
  int status = examine(&it, catalog);
  if (status == CLI_OK) {
    status = report(&it, files);
  }
  json_decref(it.names);
  mr_arena_done(&it.arena);
  return status;
}

static int run_check(cli_context *cli, const void *values) {
  const check_options *choice = values;
  mr_catalog *catalog = cli_catalog(cli);
  if (catalog == NULL) {
    return CLI_FAILED;
  }
  json_t *files = cli->global.json ? json_array() : NULL;
  int status = CLI_OK;
  for (size_t i = 0; i < choice->files.count; i++) {
    if (check_file(cli, catalog, choice->files.items[i], files) != CLI_OK) {
      status = CLI_FAILED;
    }
  }
  if (files != NULL && cli_print_json(cli, json_pack("{s:o}", "files", files)) != CLI_OK) {
    status = CLI_FAILED;
  }
  return status;
}

const cli_command cmd_check = {
    .name = "check",
    .summary = "validate definition files",
    .about = "Reads definition files and compiles every game in them. What is wrong is shown with "
             "its file, line and column, the offending text, what was expected, and the nearest "
             "known name. A file may build on the games of the catalogue and of the files before "
             "it.\n\nThe exit status is 1 when any file has an error.",
    .arguments = arguments,
    .examples = examples,
    .size = sizeof(check_options),
    .run = run_check,
};
