#include <string.h>

#include "cli/commands.h"
#include "cli/files.h"
#include "cli/game.h"

#define SETTINGS_MOST 32

typedef struct generate_options {
  const char *family;
  const char *output;
  const char *settings[SETTINGS_MOST]; /* in the order of the family's table */
} generate_options;

static const cli_argument arguments[] = {
    {.name = "FAMILY",
     .optional = true,
     .help = "the family of rules; without it, those that make definitions are listed",
     .offset = offsetof(generate_options, family)},
    {.name = NULL},
};

static const cli_option options[] = {
    CLI_OUTPUT_OPTION(generate_options),
    {.name = NULL},
};

static const cli_example examples[] = {
    {"generate", "the families that make definitions"},
    {"generate warlord --help", "what can be asked of one of them"},
    {"generate warlord --size 48x72 --towns 9 --seed 5 -o my.ini", "a map"},
    {"play warlord-generated --rules my.ini", "and a game on it"},
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
    cli_usage(cli, "no family '%s' makes definitions", name);
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
  if (generator->option_count > SETTINGS_MOST) {
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

static int print_json(cli_context *cli, const mr_family *family, uint64_t seed,
                      const char *const *settings, const mr_str *text) {
  cli_document document;
  mr_json *json = cli_document_open(&document);
  mr_json_string(json, "family", family->name);
  mr_json_uint(json, "seed", seed);
  mr_json_object(json, "options");
  for (size_t i = 0; i < family->generator->option_count; i++) {
    const mr_generator_option *option = &family->generator->options[i];
    mr_json_string(json, option->name, settings[i] != NULL ? settings[i] : option->initial);
  }
  mr_json_end(json);
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

static int run_generate(cli_context *cli, const void *values) {
  const generate_options *choice = values;
  if (choice->output != NULL && (cli->global.json || choice->family == NULL)) {
    return cli_usage(cli, "%s",
                     cli->global.json ? "--json excludes --output" : "--output needs a FAMILY");
  }
  if (cli->override_count > 0) {
    return cli_usage(cli, "--set changes keys of a game that is opened; change them in the file");
  }
  if (choice->family == NULL) {
    return list_families(cli);
  }
  const mr_family *family = find_family(cli, choice->family);
  if (family == NULL) {
    return CLI_USAGE;
  }
  uint64_t seed = cli->global.seed.given ? cli->global.seed.value : cli_fresh_seed(NULL);
  mr_error error;
  mr_str text = mr_str_growing(NULL);
  int status = CLI_OK;
  mr_status made = family->generator->generate(choice->settings, seed, NULL, &text, &error);
  if (made == MR_ERR_SYNTAX || made == MR_ERR_RANGE) {
    status = cli_usage(cli, "%s", error.message);
  } else if (made != MR_OK) {
    status = cli_fail_error(cli, &error);
  } else if (cli->global.json) {
    status = print_json(cli, family, seed, choice->settings, &text);
  } else {
    status = cli_text_write(cli, choice->output, &text);
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
             "was made. A name that the catalogue has is taken with a warning.",
    .options = options,
    .arguments = arguments,
    .examples = examples,
    .size = sizeof(generate_options),
    .run = run_generate,
    .more = family_options,
};
