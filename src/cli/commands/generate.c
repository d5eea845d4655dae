#include "cli/commands/generate.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/files.h"
#include "cli/game.h"

static const cli_argument arguments[] = {
    {.name = "FAMILY",
     .optional = true,
     .help = "the family of rules; without it, those that make definitions are listed",
     .offset = offsetof(generate_options, family)},
    {.name = NULL},
};

static const cli_option options[] = {
    CLI_OUTPUT_OPTION(generate_options),
    CLI_OPTION("fair", CLI_FLAG, generate_options, fair,
               .help = "play each map with both sides at level 2; one that is shown to give a side "
                       "more than 60% of the points is mended or refused"),
    CLI_OPTION("games", CLI_NUMBER, generate_options, games, .value = "N", .min = 1,
               .max = CLI_FAIR_GAMES, .help = "most games on a map with --fair (100)"),
    CLI_OPTION("minutes", CLI_NUMBER, generate_options, minutes, .value = "N", .min = 1,
               .max = 100000, .help = "most time for all games of --fair"),
    CLI_OPTION("threads", CLI_NUMBER, generate_options, threads, .value = "N", .min = 1, .max = 256,
               .help = "games at once with --fair (all cores)"),
    {.name = NULL},
};

static const cli_example examples[] = {
    {"generate", "the families that make definitions"},
    {"generate warlord --help", "what can be asked of one of them"},
    {"generate warlord --size 48x72 --towns 9 --seed 5 -o my.ini", "a map"},
    {"play warlord-generated --rules my.ini", "and a game on it"},
    {"generate warlord --alike 0% --fair -o my.ini", "another from each side, and fair by measure"},
    {NULL, NULL},
};

/* ---- families -------------------------------------------------------------------------------- */

/* The family of that name that makes definitions; complains where there is none. */
static const mr_family *find_family(cli_context *cli, const char *name) {
  const char *names[16];
  size_t count = 0;
  for (size_t i = 0; i < mr_family_count() && count < 16; i++) {
    const mr_family *family = mr_family_at(i);
    bool found = strcmp(family->name, name) == 0;
    if (found && family->generator == NULL) {
      cli_usage(cli, "the family '%s' makes no definitions", name);
    }
    if (found) {
      return family->generator != NULL ? family : NULL;
    }
    if (family->generator != NULL) {
      names[count++] = family->name;
    }
  }
  const char *nearest = mr_nearest(name, names, count);
  if (nearest == NULL) {
    cli_usage(cli, "no family '%s' makes definitions; 'marcher generate' lists those that do",
              name);
  } else {
    cli_usage(cli, "no family '%s'; did you mean '%s'?", name, nearest);
  }
  return NULL;
}

static int list_families(cli_context *cli) {
  cli_document document;
  mr_json *json = cli_document_open_list(cli, &document, "families");
  for (size_t i = 0; i < mr_family_count(); i++) {
    const mr_family *family = mr_family_at(i);
    const mr_generator *generator = family->generator;
    if (generator == NULL) {
      continue;
    }
    if (json == NULL) {
      mr_str_format(&cli->out, "%s\n  ", family->name);
      cli_wrap(&cli->out, generator->summary, 2, 2, 80);
      continue;
    }
    mr_json_object(json, NULL);
    mr_json_string(json, "name", family->name);
    mr_json_string(json, "summary", generator->summary);
    mr_json_array(json, "options");
    for (size_t k = 0; k < generator->option_count; k++) {
      const mr_generator_option *option = &generator->options[k];
      mr_json_object(json, NULL);
      mr_json_string(json, "name", option->name);
      mr_json_string(json, "value", option->value);
      mr_json_string(json, "initial", option->initial);
      mr_json_string(json, "help", option->help);
      mr_json_end(json);
    }
    mr_json_end(json);
    mr_json_end(json);
  }
  return cli_document_close_list(cli, &document, CLI_OK);
}

/* ---- options --------------------------------------------------------------------------------- */

static int family_options(cli_context *cli, const void *values, const cli_option **out) {
  const generate_options *choice = values;
  *out = NULL;
  if (choice->family == NULL) {
    return CLI_OK;
  }
  const mr_family *family = find_family(cli, choice->family);
  if (family == NULL) {
    return CLI_USAGE;
  }
  const mr_generator *generator = family->generator;
  if (generator->option_count > CLI_SETTINGS_MOST) {
    return cli_fail(cli, "the options of '%s' do not fit", family->name);
  }
  cli_option *table = mr_arena_zero(&cli->arena, generator->option_count + 1, sizeof *table);
  for (size_t i = 0; table != NULL && i < generator->option_count; i++) {
    const mr_generator_option *option = &generator->options[i];
    const char *help = cli_arena_format(cli, "%s (%s)", option->help, option->initial);
    if (help == NULL) {
      return cli_fail_memory(cli);
    }
    table[i] =
        (cli_option){.name = option->name,
                     .value = option->value,
                     .type = CLI_TEXT,
                     .offset = offsetof(generate_options, settings) + i * sizeof(const char *),
                     .help = help};
  }
  *out = table;
  return table == NULL ? cli_fail_memory(cli) : CLI_OK;
}

/* ---- generating ------------------------------------------------------------------------------ */

static int print_json(cli_context *cli, const mr_family *family, const cli_fair *made,
                      const mr_str *text) {
  cli_document document;
  mr_json *json = cli_document_open(&document);
  mr_json_string(json, "family", family->name);
  mr_json_uint(json, "seed", made->seed);
  mr_json_object(json, "options");
  for (size_t i = 0; i < family->generator->option_count; i++) {
    const mr_generator_option *option = &family->generator->options[i];
    mr_json_string(json, option->name,
                   made->settings[i] != NULL ? made->settings[i] : option->initial);
  }
  mr_json_end(json);
  cli_fair_json(made, json);
  mr_json_string(json, "definition", mr_str_text(text));
  return cli_document_print(cli, &document);
}

/* Warns of definitions that have the names of games in the catalogue. */
static int warn_of_names(cli_context *cli, const mr_str *text) {
  mr_catalog *catalog = NULL;
  mr_arena arena;
  mr_diagnostics list;
  mr_error error;
  if (mr_catalog_new(NULL, &catalog, &error) != MR_OK) {
    return cli_fail_error(cli, &error);
  }
  mr_arena_init(&arena, NULL, 0);
  mr_diagnostics_init(&list, &arena);
  size_t known = mr_catalog_count(catalog);
  bool added =
      mr_catalog_add(catalog, "generated", mr_str_text(text), text->length, &list) == MR_OK;
  for (size_t i = 0; added && i < known; i++) {
    if (mr_catalog_source(catalog, i) != NULL) {
      mr_diagnose_as(&list, MR_SEVERITY_WARNING, MR_ERR_DUPLICATE, NULL,
                     "another name leaves both to be played",
                     "the catalogue has a game '%s'; with --rules this definition takes its place, "
                     "for the games that inherit from it, too",
                     mr_catalog_name(catalog, i));
    }
  }
  int status = cli_fail_diagnostics(cli, &list);
  mr_arena_done(&arena);
  mr_catalog_free(catalog);
  return status;
}

/* What would do nothing is refused. */
static int check_options(cli_context *cli, const generate_options *choice) {
  if (choice->output != NULL && (cli->global.json || choice->family == NULL)) {
    return cli_usage(cli, "%s",
                     cli->global.json ? "--json excludes --output" : "--output needs a FAMILY");
  }
  if (cli->override_count > 0) {
    return cli_usage(cli, "--set changes keys of a game that is opened; change them in the file");
  }
  if (choice->fair && choice->family == NULL) {
    return cli_usage(cli, "--fair needs a FAMILY");
  }
  if (!choice->fair && (choice->games.given || choice->minutes.given || choice->threads.given)) {
    return cli_usage(cli, "%s is for --fair",
                     choice->games.given     ? "--games"
                     : choice->minutes.given ? "--minutes"
                                             : "--threads");
  }
  return CLI_OK;
}

/*
 * Whether --output may be written: not over a file that is there and none of this command's, such
 * as a definition that somebody has written. Devices and pipes hold nothing that could be lost.
 * @return exit status
 */
static int check_output(cli_context *cli, const char *path) {
  static const char head[] = "# Made by: marcher generate ";
  char found[sizeof head] = "";
  struct stat about;
  FILE *file = NULL;
  int status = cli_file_may_write(cli, path);
  if (status != CLI_OK || stat(path, &about) != 0 || !S_ISREG(about.st_mode) ||
      about.st_size == 0) {
    return status;
  }
  file = fopen(path, "r");
  size_t length = file != NULL ? fread(found, 1, sizeof head - 1, file) : 0;
  if (file != NULL) {
    (void)fclose(file);
  }
  return length == sizeof head - 1 && memcmp(found, head, length) == 0
             ? CLI_OK
             : cli_usage(cli,
                         "'%s' is there, and this command has not made it, as its first line would "
                         "say; it would be lost: name another file, or remove it",
                         path);
}

/* One definition as the options say. @return exit status */
static int make(cli_context *cli, const cli_fair *made, mr_str *out) {
  mr_error error;
  mr_status status =
      made->family->generator->generate(made->settings, made->seed, NULL, out, &error);
  if (status == MR_ERR_SYNTAX || status == MR_ERR_RANGE) {
    return cli_usage(cli, "%s", error.message);
  }
  return status == MR_OK ? CLI_OK : cli_fail_error(cli, &error);
}

static int run_generate(cli_context *cli, const void *values) {
  const generate_options *choice = values;
  int status = check_options(cli, choice);
  if (status != CLI_OK) {
    return status;
  }
  if (choice->family == NULL) {
    return list_families(cli);
  }
  cli_fair made = {.family = find_family(cli, choice->family)};
  if (made.family == NULL) {
    return CLI_USAGE;
  }
  memcpy(made.settings, choice->settings, sizeof made.settings);
  made.seed = cli->global.seed.given ? cli->global.seed.value : cli_fresh_seed(NULL);
  mr_str text = mr_str_growing(NULL);
  if (choice->output != NULL) {
    status = check_output(cli, choice->output);
  }
  if (status == CLI_OK) {
    status = choice->fair ? cli_fair_make(cli, choice, &made, &text) : make(cli, &made, &text);
  }
  if (status == CLI_OK) {
    status = cli->global.json ? print_json(cli, made.family, &made, &text)
                              : cli_text_write(cli, choice->output, &text);
  }
  if (status == CLI_OK) {
    status = warn_of_names(cli, &text);
  }
  mr_str_done(&text);
  return status;
}

const cli_command cmd_generate = {
    .name = "generate",
    .summary = "make a definition by chance",
    .about = "Writes a definition file that some family of rules makes by chance, such as a map "
             "with its armies. It compiles, and can be played at once with --rules. What can be "
             "asked for depends on the family: 'marcher generate FAMILY --help' lists its "
             "options, which stand after the family's name.\n\nThe same options and --seed make "
             "the same file; without --seed every call makes another one. The file says how it "
             "was made; --output replaces such a file, and no other. A name that the catalogue has "
             "is taken with a warning.\n\nWith --fair each "
             "map is played by the computer against itself, up to 100 games or --minutes. One that "
             "is shown to give the first side less than 40% or more than 60% of the points is "
             "mended as the family knows how, or the next seed is tried; what is written says in "
             "its head how many games were played and what they showed. Ctrl-C gives up.",
    .options = options,
    .arguments = arguments,
    .examples = examples,
    .size = sizeof(generate_options),
    .run = run_generate,
    .more = family_options,
};
