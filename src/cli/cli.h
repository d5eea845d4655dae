#ifndef MARCHER_CLI_CLI_H
#define MARCHER_CLI_CLI_H

/**
 * @file
 * What every command is given, and how a command is described. The names of this program (as
 * opposed to the library) begin with `cli_` and `cmd_`.
 */

#include <marcher/catalog.h>
#include <marcher/paint.h>
#include <marcher/version.h>
#include <stdio.h>

#include "cli/input.h"

/** Exit statuses. */
#define CLI_OK 0
#define CLI_FAILED 1 /**< the message is on standard error */
#define CLI_USAGE 2  /**< the command line itself is wrong */
/** The shell's custom for a program that a signal ended. */
#define CLI_SIGNALLED(signal) (128 + (signal))

/** Largest seed: what a JSON integer holds everywhere. */
#define CLI_SEED_MAX ((uint64_t)INT64_MAX)

/* ---- tables from which the command line is parsed and the help is printed -------------------- */

/** Values of an option that may be repeated, in order. */
typedef struct cli_list {
  const char **items;
  size_t count;
} cli_list;

/** The value of a number option; cli_option.initial where it is not given. */
typedef struct cli_number {
  bool given;
  uint64_t value;
} cli_number;

typedef enum cli_type {
  CLI_FLAG,   /**< bool */
  CLI_TEXT,   /**< const char *, NULL unless given */
  CLI_LIST,   /**< cli_list */
  CLI_NUMBER, /**< cli_number in min .. max */
  CLI_CHOICE, /**< size_t, an index into `choices`; the first is the default */
  CLI_WORDS,  /**< cli_list; each item is all the key=value words that follow, a line for each */
} cli_type;

/** One option. Its value is stored at `offset` of the command's own zeroed structure. */
typedef struct cli_option {
  const char *name;  /**< without the dashes */
  const char *value; /**< what --help calls the value; NULL for flags */
  const char *help;
  const char *const *choices; /**< NULL-terminated; of CLI_WORDS: words that need no value */
  uint64_t min;
  uint64_t max;
  uint64_t initial; /**< of a number that is not given */
  size_t offset;
  cli_type type;
  char letter; /**< one-letter form; 0: none */
} cli_option;

/** A row of a table of options. @param member where the value goes */
#define CLI_OPTION(option_name, kind, options_type, member, ...) \
  { .name = option_name, .type = kind, .offset = offsetof(options_type, member), __VA_ARGS__ }

/** One argument that is no option; stored as `const char *`, or as cli_list when `many`. */
typedef struct cli_argument {
  const char *name; /**< "GAME" */
  const char *help;
  size_t offset;
  bool optional;
  bool many; /**< takes all that follow */
} cli_argument;

/** A command line worth trying. */
typedef struct cli_example {
  const char *line; /**< without "marcher" */
  const char *text;
} cli_example;

typedef struct cli_context cli_context;
typedef struct cli_editor cli_editor;

/** One command. */
typedef struct cli_command {
  const char *name;
  const char *summary;           /**< a few words, for the list of commands */
  const char *about;             /**< paragraphs separated by blank lines */
  const cli_option *options;     /**< ends with a row whose name is NULL; or NULL */
  const cli_argument *arguments; /**< the same */
  const cli_example *parts;      /**< what its first argument may be; as examples */
  const cli_example *examples;   /**< ends with a row whose line is NULL; or NULL */
  size_t size;                   /**< of the structure that holds the values */
  /** Does the work; returns an exit status. */
  int (*run)(cli_context *cli, const void *options);
  /**
   * (optional) Options that an argument brings with it, asked for after each argument that has been
   * read; their table, which lives in the context's arena, goes to `out`. Returns an exit status.
   */
  int (*more)(cli_context *cli, const void *options, const cli_option **out);
  /**
   * (optional) The page of help of a part of the command, which its first argument names: `out`
   * receives name, about, options, arguments and examples. @return whether there is such a part
   */
  bool (*page)(const char *part, struct cli_command *out);
} cli_command;

/** Columns that somebody may ask for: below them no board fits, and beyond them nobody reads. */
#define CLI_COLUMNS_MIN 20
#define CLI_COLUMNS_MAX 1000

/** Options that every command takes. */
typedef struct cli_globals {
  cli_list rules;
  cli_list sets;
  const char *network; /**< a file, or "none"; NULL: as it is found */
  cli_number seed;
  size_t color; /**< index into auto, always, never */
  cli_number columns;
  bool json;
  bool ascii;
  bool help;
  bool version;
} cli_globals;

/* ---- the context ----------------------------------------------------------------------------- */

/** The part of a large board that is drawn. */
typedef struct cli_window {
  bool placed;   /**< `left` and `top` mean something */
  bool asked;    /**< somebody has chosen a part; so it is one in a pipe, too */
  unsigned left; /**< first column and row */
  unsigned top;
  unsigned below;   /**< most lines below the board so far: it does not grow and shrink with them */
  unsigned columns; /**< as many as were drawn last; 0: nothing was, or all */
  unsigned rows;
  uint64_t revision; /**< of the game when it was drawn last: the window follows what is new */
} cli_window;

/** Everything a command may use. */
struct cli_context {
  cli_globals global;
  const cli_command *command; /**< NULL before one is chosen */
  const char *part;           /**< of it, that has a page of help of its own; or NULL */
  mr_arena arena;             /**< lives as long as the program */
  mr_catalog *catalog;        /**< NULL until cli_catalog makes it */
  mr_override *overrides;     /**< from --set and the lobby */
  size_t override_count;
  mr_paint_style style;
  cli_window window;
  bool flipped;    /**< boards are drawn from the other side */
  mr_str out;      /**< standard output to be; cli_flush writes it */
  int out_error;   /**< errno of the first write that failed; 0: none */
  bool out_tty;    /**< standard output is a terminal */
  bool in_tty;     /**< standard input is one */
  bool err_tty;    /**< standard error is one */
  bool wants_json; /**< --json stands on the command line, be it read already or not */
  cli_list kept;   /**< files that games of this sitting, one of `play` or of the lobby, went to */
  bool status_on;  /**< a status line is to be wiped before anything else is written */
  cli_input input;
  cli_editor *editor; /**< NULL until a line has been edited, see editor.h */
};

/** Fills in what depends on the environment and the global options: streams, style. */
void cli_setup(cli_context *cli);
void cli_done(cli_context *cli);

/** Whether the terminal says that it knows escapes. */
bool cli_has_escapes(void);

/** Looks again how wide and high the terminal is. */
void cli_resize(cli_context *cli);

/* ---- reading a command line from the tables; see cli_option for what is stored where --------- */

/** The options of every command. */
extern const cli_option cli_global_options[];

/**
 * Reads the options that stand before the command. @param at receives the index of the command's
 * name, or argc. @return CLI_OK, or CLI_USAGE after a complaint
 */
int cli_read_leading(cli_context *cli, int argc, char **argv, int *at);

/**
 * Reads what follows the command's name into `values`, the command's zeroed structure. Unless
 * --help is among it, no required argument is lacking afterwards.
 */
int cli_read_options(cli_context *cli, const cli_command *command, int argc, char **argv,
                     void *values);

/** A decimal number in min .. max and nothing else. */
bool cli_read_number(const char *text, uint64_t min, uint64_t max, uint64_t *out);

/** Adds an item to a list in the arena of `cli`. @return false: out of memory */
bool cli_list_add(cli_context *cli, cli_list *list, const char *item);

/** Adds one `key=value` to the overrides. @return CLI_OK, or CLI_USAGE after a complaint */
int cli_add_override(cli_context *cli, const char *text);

/** A text that lives as long as the program. @return NULL: out of memory */
const char *cli_arena_format(cli_context *cli, const char *format, ...) MR_PRINTF(2, 3);

/* ---- saying things --------------------------------------------------------------------------- */

/** Writes `cli->out` to standard output. After a failure it drops everything. */
void cli_flush(cli_context *cli);

/*
 * Complaints go to standard error, with --json as an object in a line.
 */

/** Complains: "marcher: message". @return CLI_FAILED */
int cli_fail(cli_context *cli, const char *format, ...) MR_PRINTF(2, 3);

/** The same from an error of the library, with its source, line and column. */
int cli_fail_error(cli_context *cli, const mr_error *error);

/** The same for an error inside `text`, which is shown with a caret under the column. */
int cli_fail_in(cli_context *cli, const char *what, const char *text, const mr_error *error);

/** Complaints of the definition compiler. @return CLI_FAILED when there is an error, else CLI_OK */
int cli_fail_diagnostics(cli_context *cli, const mr_diagnostics *list);

/** @return CLI_FAILED */
int cli_fail_memory(cli_context *cli);

/** Says something beside the output, on standard error; nothing with --json. */
void cli_note(cli_context *cli, const char *text);

/** A wrong command line: the message and where to find help. @return CLI_USAGE */
int cli_usage(cli_context *cli, const char *format, ...) MR_PRINTF(2, 3);

/** A line that the next output replaces; only on a terminal. */
void cli_status(cli_context *cli, const char *format, ...) MR_PRINTF(2, 3);
void cli_status_clear(cli_context *cli);

/**
 * Adds `text` broken at blanks, so that no line is longer than `width` where possible; lines after
 * the first begin with `indent` blanks. @param column where the first line begins
 */
void cli_wrap(mr_str *out, const char *text, size_t column, size_t indent, size_t width);

/** Adds lines, of which those that are longer are broken; what begins with a blank is a picture. */
void cli_wrap_lines(mr_str *out, const char *text, size_t width);

/** A sentence or more of its own, as a paragraph as wide as the terminal. */
void cli_say(cli_context *cli, const char *format, ...) MR_PRINTF(2, 3);

#endif
