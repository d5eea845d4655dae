#include <string.h>

#include "base/text.h"
#include "cli/cli.h"

static const char *const color_choices[] = {"auto", "always", "never", NULL};

const cli_option cli_global_options[] = {
    CLI_OPTION("rules", CLI_LIST, cli_globals, rules, .value = "FILE",
               .help =
                   "add the definitions of a file to the catalogue, in place of those that have "
                   "their names (may be repeated)"),
    CLI_OPTION("set", CLI_LIST, cli_globals, sets, .value = "KEY=VALUE",
               .help = "change one key of the game's definition (may be repeated)"),
    CLI_OPTION("network", CLI_TEXT, cli_globals, network, .value = "FILE",
               .help = "add this network, which 'train' has made, to the weights, in place of the "
                       "one found with the game; none: weights alone"),
    CLI_OPTION("seed", CLI_NUMBER, cli_globals, seed, .value = "N", .max = CLI_SEED_MAX,
               .help = "fix everything random: the same seed gives the same bytes"),
    CLI_OPTION("json", CLI_FLAG, cli_globals, json,
               .help = "write JSON for programs instead of text for people"),
    CLI_OPTION("color", CLI_CHOICE, cli_globals, color, .value = "WHEN", .choices = color_choices,
               .help = "auto, always or never; auto looks for a terminal and obeys NO_COLOR"),
    CLI_OPTION("ascii", CLI_FLAG, cli_globals, ascii,
               .help = "draw without box-drawing characters, also on a terminal"),
    CLI_OPTION("columns", CLI_NUMBER, cli_globals, columns, .value = "N", .min = CLI_COLUMNS_MIN,
               .max = CLI_COLUMNS_MAX,
               .help = "break text for people at so many columns; without it, at those of the "
                       "terminal, and at 80 in a pipe"),
    CLI_OPTION("help", CLI_FLAG, cli_globals, help, .letter = 'h',
               .help = "explain the command and leave"),
    {.name = NULL},
};

enum { SCOPES = 3, SCOPE_MORE = 2 };

/* The tables that an option is looked up in, and where their values go. */
typedef struct option_scope {
  const cli_option *options;
  unsigned char *values;
} option_scope;

typedef struct option_reader {
  cli_context *cli;
  option_scope scopes[SCOPES]; /* the command's, the global one, those that arguments bring */
  int argc;
  char **argv;
  int at;
} option_reader;

bool cli_list_add(cli_context *cli, cli_list *list, const char *item) {
  const char **items = mr_arena_zero(&cli->arena, list->count + 1, sizeof *items);
  if (items == NULL) {
    return false;
  }
  if (list->count > 0) {
    memcpy(items, list->items, list->count * sizeof *items);
  }
  items[list->count] = item;
  list->items = items;
  list->count++;
  return true;
}

bool cli_read_number(const char *text, uint64_t min, uint64_t max, uint64_t *out) {
  uint64_t value = 0;
  if (!mr_parse_uint(text, strlen(text), max, &value) || value < min) {
    return false;
  }
  *out = value;
  return true;
}

/* Finds the option at a word, which begins with a dash. @param length of its name, within `word`
   @return NULL: there is none, after a complaint with the nearest */
static const cli_option *find_option(const option_reader *reader, const char *word, size_t length,
                                     void **value) {
  const char *candidates[64];
  size_t count = 0;
  bool is_long = word[1] == '-';
  const char *name = word + (is_long ? 2 : 1);
  for (size_t s = 0; s < SCOPES; s++) {
    const cli_option *option = reader->scopes[s].options;
    for (; option != NULL && option->name != NULL; option++) {
      if (is_long ? length > 1 && mr_text_is(name, length, option->name)
                  : length == 1 && option->letter == *name) {
        *value = reader->scopes[s].values + option->offset;
        return option;
      }
      if (count < sizeof candidates / sizeof candidates[0]) {
        candidates[count++] = option->name;
      }
    }
  }
  /* Matches have games at once, and engines that have threads; all else has threads. */
  static const char *const same[] = {"threads", "concurrency", "threads"};
  for (size_t i = 0; i < 2; i++) {
    for (size_t k = 0; mr_text_is(name, length, same[i]) && k < count; k++) {
      if (strcmp(candidates[k], same[i + 1]) == 0) {
        cli_usage(reader->cli, "unknown option '%s'; did you mean '--%s'?", word, candidates[k]);
        return NULL;
      }
    }
  }
  char *wanted = mr_arena_copy(&reader->cli->arena, name, length);
  const char *nearest = wanted == NULL ? NULL : mr_nearest(wanted, candidates, count);
  if (nearest == NULL) {
    cli_usage(reader->cli, "unknown option '%s'", word);
  } else {
    cli_usage(reader->cli, "unknown option '%s'; did you mean '--%s'?", word, nearest);
  }
  return NULL;
}

static int store_choice(cli_context *cli, const cli_option *option, const char *text, size_t *out) {
  size_t count = 0;
  for (; option->choices[count] != NULL; count++) {
    if (strcmp(option->choices[count], text) == 0) {
      *out = count;
      return CLI_OK;
    }
  }
  char buffer[200];
  mr_str list = mr_str_fixed(buffer, sizeof buffer);
  for (size_t i = 0; i < count; i++) {
    mr_str_format(&list, "%s%s", i == 0 ? "" : i + 1 == count ? " or " : ", ", option->choices[i]);
  }
  return cli_usage(cli, "--%s needs %s, not '%s'", option->name, buffer, text);
}

static int store(cli_context *cli, const cli_option *option, const char *text, void *value) {
  switch (option->type) {
  case CLI_FLAG:
    *(bool *)value = true;
    return CLI_OK;
  case CLI_TEXT:
    *(const char **)value = text;
    return CLI_OK;
  case CLI_LIST:
  case CLI_WORDS:
    return cli_list_add(cli, value, text) ? CLI_OK : cli_fail_memory(cli);
  case CLI_NUMBER: {
    cli_number *number = value;
    number->given = cli_read_number(text, option->min, option->max, &number->value);
    return number->given ? CLI_OK
                         : cli_usage(cli, "--%s needs a whole number from %llu to %llu, not '%s'",
                                     option->name, (unsigned long long)option->min,
                                     (unsigned long long)option->max, text);
  }
  case CLI_CHOICE:
    return store_choice(cli, option, text, value);
  }
  return CLI_USAGE;
}

/* ---- reading --------------------------------------------------------------------------------- */

static bool is_word_of(const cli_option *option, const char *word) {
  for (size_t i = 0; option->choices != NULL && option->choices[i] != NULL; i++) {
    if (strcmp(option->choices[i], word) == 0) {
      return true;
    }
  }
  return word[0] != '-' && strchr(word, '=') != NULL;
}

/* Reads the option at reader->at, which begins with a dash, and its value. */
static int read_option(option_reader *reader) {
  cli_context *cli = reader->cli;
  const char *word = reader->argv[reader->at++];
  bool is_long = word[1] == '-';
  const char *name = word + (is_long ? 2 : 1);
  size_t length = is_long ? strcspn(name, "=") : strlen(name);
  const char *text = name[length] == '=' ? name + length + 1 : NULL;
  void *value = NULL;
  const cli_option *option = find_option(reader, word, length, &value);
  if (option == NULL) {
    return CLI_USAGE;
  }
  if (option->type == CLI_FLAG) {
    return text == NULL ? store(cli, option, NULL, value)
                        : cli_usage(cli, "--%s takes no value", option->name);
  }
  const char *next = reader->at < reader->argc ? reader->argv[reader->at] : NULL;
  bool other = next != NULL && strncmp(next, "--", 2) == 0 && mr_text_is_letter(next[2]);
  if (text == NULL && next != NULL && !other) { /* a value like that is written behind a '=' */
    text = next;
    reader->at++;
  }
  if (text == NULL) {
    return cli_usage(cli, "--%s needs a value: --%s %s", option->name, option->name, option->value);
  }
  while (option->type == CLI_WORDS && text != NULL && reader->at < reader->argc &&
         is_word_of(option, reader->argv[reader->at])) {
    text = cli_arena_format(cli, "%s\n%s", text, reader->argv[reader->at++]);
  }
  return text != NULL ? store(cli, option, text, value) : cli_fail_memory(cli);
}

/* No option is called by a digit: such a word is a number below 0, which an argument refuses. */
static bool is_option(const char *word) {
  return word[0] == '-' && word[1] != '\0' && !mr_text_is_digit(word[1]);
}

static option_reader global_reader(cli_context *cli, int argc, char **argv) {
  return (option_reader){
      .cli = cli,
      .scopes = {{NULL, NULL}, {cli_global_options, (unsigned char *)&cli->global}, {NULL, NULL}},
      .argc = argc,
      .argv = argv};
}

int cli_read_leading(cli_context *cli, int argc, char **argv, int *at) {
  option_reader reader = global_reader(cli, argc, argv);
  reader.at = 1;
  while (reader.at < argc && is_option(argv[reader.at])) {
    if (strcmp(argv[reader.at], "--version") == 0) {
      cli->global.version = true;
      reader.at++;
      continue;
    }
    int status = read_option(&reader);
    if (status != CLI_OK) {
      return status;
    }
  }
  *at = reader.at;
  return CLI_OK;
}

/* ---- arguments ------------------------------------------------------------------------------- */

/* The option whose values are words such as level=5, or NULL. */
static const cli_option *option_of_words(const cli_command *command) {
  const cli_option *option = command->options;
  while (option != NULL && option->name != NULL && option->type != CLI_WORDS) {
    option++;
  }
  return option != NULL && option->name != NULL ? option : NULL;
}

/* A word too many: what it may have been. @param game the command takes a game and nothing behind
 * it
 */
static int refuse_argument(cli_context *cli, const cli_command *command, const char *text,
                           bool game) {
  const cli_option *words = option_of_words(command);
  if (game && strchr(text, '=') != NULL) {
    return cli_usage(cli, "unexpected argument '%s'; did you mean '--%s %s'?", text,
                     words != NULL ? words->name : "set", text);
  }
  if (game && mr_text_is_letter(text[0])) {
    return cli_usage(cli,
                     "unexpected argument '%s'; titles of several words stand in quotes, as in "
                     "'marcher %s \"battle of ideologies\"'",
                     text, command->name);
  }
  return cli_usage(cli, "unexpected argument '%s'", text);
}

/* The example that begins as the command line does, for as many words as one can: those of
   `lab sweep` are not what helps with `lab values`. */
static const char *nearest_example(const cli_command *command, int argc, char **argv) {
  const char *nearest = NULL;
  int most = -1;
  for (const cli_example *example = command->examples; example != NULL && example->line != NULL;
       example++) {
    const char *line = example->line + strlen(command->name);
    int same = 0;
    while (same < argc && *line == ' ' &&
           mr_text_is(line + 1, strcspn(line + 1, " "), argv[same])) {
      line += 1 + strlen(argv[same++]);
    }
    if (same > most) {
      most = same;
      nearest = example->line;
    }
  }
  return nearest;
}

static int store_argument(cli_context *cli, const cli_command *command, const cli_argument **next,
                          const char *text, unsigned char *values) {
  const cli_argument *argument = *next;
  if (argument == NULL || argument->name == NULL) {
    bool game = argument != NULL && argument != command->arguments &&
                strcmp(argument[-1].name, "GAME") == 0;
    return refuse_argument(cli, command, text, game);
  }
  void *value = values + argument->offset;
  if (argument->many) {
    return cli_list_add(cli, value, text) ? CLI_OK : cli_fail_memory(cli);
  }
  *(const char **)value = text;
  (*next)++;
  return CLI_OK;
}

int cli_read_options(cli_context *cli, const cli_command *command, int argc, char **argv,
                     void *values) {
  const cli_argument *next = command->arguments;
  for (const cli_option *option = command->options; option != NULL && option->name != NULL;
       option++) {
    if (option->type == CLI_NUMBER) {
      ((cli_number *)((unsigned char *)values + option->offset))->value = option->initial;
    }
  }
  option_reader reader = global_reader(cli, argc, argv);
  reader.scopes[0] = (option_scope){command->options, values};
  reader.scopes[SCOPE_MORE] = (option_scope){NULL, values};
  bool only_arguments = false;
  int status = CLI_OK;
  cli_command page = {.name = NULL};
  while (reader.at < argc && status == CLI_OK) {
    const char *word = argv[reader.at];
    if (!only_arguments && strcmp(word, "--") == 0) {
      only_arguments = true;
      reader.at++;
    } else if (!only_arguments && is_option(word)) {
      status = read_option(&reader);
    } else {
      status = store_argument(cli, command, &next, word, values);
      reader.at++;
      if (status == CLI_OK && command->more != NULL) {
        status = command->more(cli, values, &reader.scopes[SCOPE_MORE].options);
      }
      if (cli->part == NULL && command->page != NULL && command->page(word, &page)) {
        cli->part = word;
      }
    }
  }
  bool lacks = next != NULL && next->name != NULL && !next->optional;
  if (lacks && next->many) {
    lacks = ((const cli_list *)((unsigned char *)values + next->offset))->count == 0;
  }
  if (status != CLI_OK || !lacks || cli->global.help) {
    return status;
  }
  const char *example = nearest_example(cli->part != NULL ? &page : command, argc, argv);
  return example != NULL ? cli_usage(cli, "%s is missing, as in 'marcher %s'", next->name, example)
                         : cli_usage(cli, "%s is missing", next->name);
}

int cli_add_override(cli_context *cli, const char *text) {
  const char *equals = strchr(text, '=');
  if (equals == NULL || equals == text) {
    return cli_usage(cli, "--set needs KEY=VALUE, not '%s'", text);
  }
  char *key = mr_arena_copy(&cli->arena, text, (size_t)(equals - text));
  char *value = mr_arena_copy(&cli->arena, equals + 1, strlen(equals + 1));
  mr_override *all = mr_arena_zero(&cli->arena, cli->override_count + 1, sizeof *cli->overrides);
  if (key == NULL || value == NULL || all == NULL) {
    return cli_fail_memory(cli);
  }
  if (cli->override_count > 0) {
    memcpy(all, cli->overrides, cli->override_count * sizeof *all);
  }
  all[cli->override_count++] = (mr_override){key, value};
  cli->overrides = all;
  return CLI_OK;
}
