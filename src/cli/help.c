#include <string.h>

#include "base/text.h"
#include "cli/commands.h"
#include "cli/files.h"
#include "cli/game.h"
#include "cli/pager.h"

enum {
  NAME_COLUMN = 2,
  TEXT_COLUMN = 22,
  NARROW = 60,       /* columns: where there are fewer, texts stand below their names */
  NARROW_COLUMN = 6, /* ... from here on */
  WIDEST = 100       /* longer lines are hard to read */
};

/* Where a page is written. */
typedef struct sheet {
  mr_str *out;
  size_t width, column; /* where texts end, and where those of lists begin */
} sheet;

static sheet sheet_of(const cli_context *cli, mr_str *out) {
  size_t width = cli->style.width < WIDEST ? cli->style.width : WIDEST;
  return (sheet){out, width, width < NARROW ? NARROW_COLUMN : TEXT_COLUMN};
}

const cli_command *const cli_commands[] = {
    &cmd_games,  &cmd_rules, &cmd_check, &cmd_generate, &cmd_page,   &cmd_site, &cmd_serve,
    &cmd_show,   &cmd_moves, &cmd_perft, &cmd_endgame,  &cmd_setup,  &cmd_play, &cmd_watch,
    &cmd_replay, &cmd_match, &cmd_uci,   &cmd_cecp,     &cmd_ladder, &cmd_tune, &cmd_train,
    &cmd_spsa,   &cmd_lab,   &cmd_bench, &cmd_campaign, &cmd_help,   NULL,
};

const cli_command *cli_find_command(const char *name) {
  for (size_t i = 0; cli_commands[i] != NULL; i++) {
    if (strcmp(cli_commands[i]->name, name) == 0) {
      return cli_commands[i];
    }
  }
  return NULL;
}

int cli_unknown_command(cli_context *cli, const char *name) {
  const char *names[sizeof cli_commands / sizeof cli_commands[0]];
  size_t count = 0;
  for (; cli_commands[count] != NULL; count++) {
    names[count] = cli_commands[count]->name;
  }
  const char *nearest = mr_nearest(name, names, count);
  const mr_catalog *catalog = nearest == NULL ? cli_catalog(cli) : NULL;
  if (catalog != NULL && cli_knows_game(catalog, name)) {
    return cli_usage(cli, "'%s' is a game: 'marcher play %s' plays it", name, name);
  }
  return nearest == NULL
             ? cli_usage(cli, "unknown command '%s'", name)
             : cli_usage(cli, "unknown command '%s'; did you mean '%s'?", name, nearest);
}

/* One row of a list: a name, then its text from a column on. */
static void add_row(const sheet *s, const char *name, const char *text) {
  size_t length = strlen(name);
  mr_str_repeat(s->out, ' ', NAME_COLUMN);
  mr_str_add(s->out, name);
  if (NAME_COLUMN + length + 2 > s->column) {
    mr_str_char(s->out, '\n');
    mr_str_repeat(s->out, ' ', s->column);
  } else {
    mr_str_repeat(s->out, ' ', s->column - NAME_COLUMN - length);
  }
  cli_wrap(s->out, text, s->column, s->column, s->width);
}

static void add_options(const sheet *s, const cli_option *options) {
  for (const cli_option *option = options; option != NULL && option->name != NULL; option++) {
    char buffer[80];
    mr_str name = mr_str_fixed(buffer, sizeof buffer);
    if (option->letter != 0) {
      mr_str_format(&name, "-%c, ", option->letter);
    }
    mr_str_format(&name, "--%s", option->name);
    if (option->value != NULL) {
      mr_str_format(&name, " %s", option->value);
    }
    add_row(s, buffer, option->help);
  }
}

static void add_paragraphs(const sheet *s, const char *text) {
  while (*text != '\0') {
    const char *end = strstr(text, "\n\n");
    size_t length = end == NULL ? strlen(text) : (size_t)(end - text);
    char paragraph[1200];
    mr_str copy = mr_str_fixed(paragraph, sizeof paragraph);
    mr_str_bytes(&copy, text, length);
    cli_wrap(s->out, paragraph, 0, 0, s->width);
    mr_str_char(s->out, '\n');
    text += length + (end == NULL ? 0 : 2);
  }
}

/* @param part of the command that the page is about, or NULL */
static void add_page(cli_context *cli, const cli_command *command, const char *part) {
  mr_str *out = &cli->out;
  const sheet s = sheet_of(cli, out);
  mr_str_format(out, "usage: marcher %s%s%s", command->name, part != NULL ? " " : "",
                part != NULL ? part : "");
  for (const cli_argument *argument = command->arguments;
       argument != NULL && argument->name != NULL; argument++) {
    mr_str_format(out, argument->optional ? " [%s]%s" : " %s%s", argument->name,
                  argument->many ? "..." : "");
  }
  mr_str_add(out, " [options]\n\n");
  add_paragraphs(&s, command->about);
  if (command->arguments != NULL) {
    mr_str_add(out, "arguments:\n");
    for (const cli_argument *argument = command->arguments; argument->name != NULL; argument++) {
      add_row(&s, argument->name, argument->help);
    }
    mr_str_char(out, '\n');
  }
  if (command->parts != NULL && command->arguments != NULL) {
    mr_str_format(out, "%s:\n", command->arguments->name);
    for (const cli_example *one = command->parts; one->line != NULL; one++) {
      add_row(&s, one->line, one->text);
    }
    mr_str_char(out, '\n');
  }
  if (command->options != NULL && command->options->name != NULL) {
    mr_str_add(out, "options:\n");
    add_options(&s, command->options);
    mr_str_char(out, '\n');
  }
  mr_str_add(out, "options of every command:\n");
  add_options(&s, cli_global_options);
  if (command->examples != NULL) {
    mr_str_add(out, "\nexamples:\n");
    for (const cli_example *example = command->examples; example->line != NULL; example++) {
      mr_str_format(out, "  marcher %s\n      %s\n", example->line, example->text);
    }
  }
}

int cli_help_here(cli_context *cli, const cli_command *command, const void *values) {
  const cli_option *more = NULL;
  cli_command page;
  int status = command->more != NULL ? command->more(cli, values, &more) : CLI_OK;
  bool part = cli->part != NULL && command->page(cli->part, &page);
  add_page(cli, part ? &page : command, cli->part);
  if (more != NULL && !part) {
    const sheet s = sheet_of(cli, &cli->out);
    mr_str_add(&cli->out, "\noptions with these arguments:\n");
    add_options(&s, more);
  }
  cli_page_out(cli, 0);
  return status;
}

void cli_help_overview(const cli_context *cli, mr_str *out) {
  const sheet s = sheet_of(cli, out);
  mr_str_add(out, "usage: marcher [COMMAND] [options]\n\n");
  add_paragraphs(&s,
                 "Marcher plays, proves and balances chess-like variants and abstract wargames. "
                 "Alone on a terminal it opens a menu: choose a game and play.");
  mr_str_add(out, "commands:\n");
  for (size_t i = 0; cli_commands[i] != NULL; i++) {
    add_row(&s, cli_commands[i]->name, cli_commands[i]->summary);
  }
  mr_str_add(out, "\noptions of every command:\n");
  add_options(&s, cli_global_options);
  add_row(&s, "--version", "print the version and leave (before the command)");
  mr_str_char(out, '\n');
  cli_wrap(out, "'marcher COMMAND --help' explains a command, with examples. To begin with:", 0, 0,
           s.width);
  mr_str_add(out, "  marcher play borderline\n"
                  "  marcher watch borderline --seed 7\n"
                  "  marcher rules borderline\n\n");
  cli_wrap(out,
           "exit status: 0 done, 1 failed (the reason is on standard error), 2 wrong command line, "
           "128 + N ended by signal N",
           0, 0, s.width);
}

/* ---- marcher help ---------------------------------------------------------------------------- */

typedef struct help_options {
  const char *command;
  const char *part;
} help_options;

static const cli_argument help_arguments[] = {
    {.name = "COMMAND",
     .optional = true,
     .help = "the command to explain; without it, all are listed",
     .offset = offsetof(help_options, command)},
    {.name = "PART",
     .optional = true,
     .help = "a part of it that has a page of its own, as an experiment of the lab",
     .offset = offsetof(help_options, part)},
    {.name = NULL},
};

static const cli_example help_examples[] = {
    {"help play", "explain how to play"},
    {"help lab balance", "explain an experiment of the lab"},
    {NULL, NULL},
};

static int unknown_part(cli_context *cli, const cli_command *command, const char *part) {
  mr_nearest_search search;
  const char *nearest = NULL;
  mr_nearest_begin(&search, part);
  for (const cli_example *one = command->page != NULL ? command->parts : NULL;
       one != NULL && one->line != NULL; one++) {
    nearest = mr_nearest_offer(&search, one->line) ? one->line : nearest;
  }
  return nearest != NULL
             ? cli_usage(cli, "'%s' has no part '%s'; did you mean '%s'?", command->name, part,
                         nearest)
             : cli_usage(cli, "'%s' has no part '%s' with a page of its own", command->name, part);
}

static int help_on(cli_context *cli, const help_options *options) {
  const cli_command *command = cli_find_command(options->command);
  cli_command page;
  if (command == NULL) {
    cli->command = NULL;
    return cli_unknown_command(cli, options->command);
  }
  bool has_page = options->part != NULL && command->page != NULL;
  if (options->part != NULL && !(has_page && command->page(options->part, &page))) {
    return unknown_part(cli, command, options->part);
  }
  if (cli->global.json) {
    return cli_usage(cli, "pages of help are for people; 'marcher help --json' lists the commands");
  }
  add_page(cli, options->part != NULL ? &page : command, options->part);
  cli_page_out(cli, 0);
  return CLI_OK;
}

static int run_help(cli_context *cli, const void *values) {
  const help_options *options = values;
  if (options->command != NULL) {
    return help_on(cli, options);
  }
  if (!cli->global.json) {
    cli_help_overview(cli, &cli->out);
    cli_page_out(cli, 0);
    return CLI_OK;
  }
  cli_document document;
  mr_json *json = cli_document_open(&document);
  mr_json_string(json, "program", MR_VERSION);
  mr_json_array(json, "commands");
  for (size_t i = 0; cli_commands[i] != NULL; i++) {
    mr_json_object(json, NULL);
    mr_json_string(json, "name", cli_commands[i]->name);
    mr_json_string(json, "summary", cli_commands[i]->summary);
    mr_json_end(json);
  }
  mr_json_end(json);
  return cli_document_print(cli, &document);
}

const cli_command cmd_help = {
    .name = "help",
    .summary = "list the commands, or explain one",
    .about = "Lists the commands, or explains one: the same text as 'marcher COMMAND --help'.",
    .arguments = help_arguments,
    .examples = help_examples,
    .size = sizeof(help_options),
    .run = run_help,
};
