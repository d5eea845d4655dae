#include "cli/cli.h"

#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <marcher/json.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "definition/diagnostics.h"

bool cli_has_escapes(void) {
  const char *term = getenv("TERM");
  return term != NULL && *term != '\0' && strcmp(term, "dumb") != 0;
}

static bool wants_colour(const cli_context *cli, bool tty) {
  enum { AUTO, ALWAYS };
  if (cli->global.color != AUTO) {
    return cli->global.color == ALWAYS;
  }
  const char *no_color = getenv("NO_COLOR");
  return tty && (no_color == NULL || *no_color == '\0') && cli_has_escapes();
}

void cli_setup(cli_context *cli) {
  cli->out_tty = isatty(STDOUT_FILENO) == 1;
  cli->in_tty = isatty(STDIN_FILENO) == 1;
  cli->err_tty = isatty(STDERR_FILENO) == 1;
  cli->style.colour = wants_colour(cli, cli->out_tty);
  if (cli->out_tty && !cli->global.ascii) {
    setlocale(LC_CTYPE, "");
    cli->style.unicode = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
  }
  cli_resize(cli);
}

/*
 * In a pipe there are 80 columns and any number of lines: what is written there depends on the
 * command line alone, which may name other columns, and never on COLUMNS.
 */
void cli_resize(cli_context *cli) {
  struct winsize size;
  cli->style.width = 80;
  cli->style.height = 0;
  if (cli->out_tty && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col >= 20) {
    cli->style.width = size.ws_col;
    cli->style.height = size.ws_row >= 10 ? size.ws_row : 0;
  }
  if (cli->global.columns.given) {
    cli->style.width = (unsigned)cli->global.columns.value;
  }
}

void cli_done(cli_context *cli) {
  mr_catalog_free(cli->catalog);
  mr_str_done(&cli->out);
  mr_arena_done(&cli->arena);
}

const char *cli_arena_format(cli_context *cli, const char *format, ...) {
  va_list args;
  va_start(args, format);
  int length = vsnprintf(NULL, 0, format, args);
  va_end(args);
  char *text = length < 0 ? NULL : mr_arena_zero(&cli->arena, (size_t)length + 1, 1);
  va_start(args, format);
  if (text != NULL) {
    vsnprintf(text, (size_t)length + 1, format, args);
  }
  va_end(args);
  return text;
}

/* ---- standard output ------------------------------------------------------------------------- */

static void write_out(cli_context *cli, const char *bytes, size_t length) {
  while (length > 0 && cli->out_error == 0) {
    ssize_t size = write(STDOUT_FILENO, bytes, length);
    if (size >= 0) {
      bytes += size;
      length -= (size_t)size;
    } else if (errno != EINTR) {
      cli->out_error = errno;
    }
  }
}

void cli_flush(cli_context *cli) {
  if (cli->out.length > 0) {
    cli_status_clear(cli);
  }
  if (cli->out.status != MR_OK && cli->out_error == 0) {
    cli->out_error = ENOMEM;
  }
  write_out(cli, mr_str_text(&cli->out), cli->out.length);
  mr_str_reset(&cli->out);
}

void cli_status(cli_context *cli, const char *format, ...) {
  char line[200];
  if (!cli->out_tty || !cli_has_escapes()) {
    return; /* it could not be wiped away again */
  }
  size_t room = cli->style.width < sizeof line ? cli->style.width : sizeof line;
  va_list args;
  va_start(args, format);
  int length = vsnprintf(line, room, format, args);
  va_end(args);
  if (length <= 0) {
    return;
  }
  cli_flush(cli);
  write_out(cli, "\r\033[K", 4);
  write_out(cli, line, strlen(line));
  cli->status_on = true;
}

void cli_status_clear(cli_context *cli) {
  if (cli->status_on) {
    cli->status_on = false;
    write_out(cli, "\r\033[K", 4);
  }
}

/* ---- complaints ------------------------------------------------------------------------------ */

/* What was written before a complaint stands before it. */
static void begin_complaint(cli_context *cli) {
  cli_flush(cli);
  cli_status_clear(cli);
}

/* Says a complaint, on a terminal broken at blanks, and frees it. */
static void end_complaint(cli_context *cli, mr_str *text) {
  begin_complaint(cli);
  if (cli->err_tty) {
    mr_str broken = mr_str_growing(NULL);
    cli_wrap(&broken, mr_str_text(text), 0, 2, cli->style.width);
    fputs(mr_str_text(&broken), stderr);
    mr_str_done(&broken);
  } else {
    fprintf(stderr, "%s\n", mr_str_text(text));
  }
  mr_str_done(text);
}

/*
 * A complaint for programs: an object in a line. @param text what an error inside a text is in, or
 * NULL @param list what the definition compiler says, or NULL
 */
static void complain_json(cli_context *cli, int exit, const mr_error *error, const char *text,
                          const mr_diagnostics *list) {
  mr_json document;
  mr_json *json = &document;
  mr_str line = mr_str_growing(NULL);
  mr_json_open(json, &line);
  mr_json_string(json, "command", cli->command != NULL ? cli->command->name : NULL);
  bool ended = exit == CLI_FAILED && cli_signal() != 0; /* what was asked for was broken off */
  mr_json_int(json, "exit", ended ? CLI_SIGNALLED(cli_signal()) : exit);
  if (error != NULL) {
    mr_json_error(json, "error", error);
  } else {
    mr_json_null(json, "error");
  }
  if (text != NULL) {
    mr_json_string(json, "text", text);
  }
  if (list != NULL) {
    mr_json_diagnostics(json, "diagnostics", list);
  }
  mr_json_end(json);
  begin_complaint(cli);
  fprintf(stderr, "%s\n", mr_str_text(&line));
  mr_str_done(&line);
}

/* Words of the command line itself: there is no status of the library, and no place. */
static MR_PRINTF(3, 0) void complain(cli_context *cli, int exit, const char *format, va_list args) {
  if (cli->wants_json) {
    mr_error error;
    mr_error_vset(&error, MR_ERR_ARGUMENT, format, args);
    error.status = exit == CLI_USAGE ? MR_ERR_ARGUMENT : MR_OK;
    complain_json(cli, exit, &error, NULL, NULL);
    return;
  }
  mr_str text = mr_str_growing(NULL);
  mr_str_add(&text, "marcher: ");
  if (exit == CLI_USAGE && cli->command != NULL) {
    mr_str_format(&text, "%s: ", cli->command->name);
  }
  mr_str_vformat(&text, format, args);
  mr_text_clean(text.data, text.length); /* words that somebody typed may be anything */
  end_complaint(cli, &text);
}

int cli_fail(cli_context *cli, const char *format, ...) {
  va_list args;
  va_start(args, format);
  complain(cli, CLI_FAILED, format, args);
  va_end(args);
  return CLI_FAILED;
}

int cli_usage(cli_context *cli, const char *format, ...) {
  va_list args;
  va_start(args, format);
  complain(cli, CLI_USAGE, format, args);
  va_end(args);
  if (!cli->wants_json) {
    const char *part = cli->part != NULL ? cli->part : "";
    fprintf(stderr, "Try 'marcher %s%s%s%s--help'.\n",
            cli->command != NULL ? cli->command->name : "", cli->command != NULL ? " " : "", part,
            *part != '\0' ? " " : "");
  }
  return CLI_USAGE;
}

int cli_fail_error(cli_context *cli, const mr_error *error) {
  if (cli->wants_json) {
    complain_json(cli, CLI_FAILED, error, NULL, NULL);
    return CLI_FAILED;
  }
  mr_str text = mr_str_growing(NULL);
  mr_str_add(&text, "marcher: ");
  if (error->source[0] != '\0') {
    mr_str_add(&text, error->source);
    if (error->line > 0) {
      mr_str_format(&text, ":%u", (unsigned)error->line);
    }
    if (error->column > 0) {
      mr_str_format(&text, ":%u", (unsigned)error->column);
    }
    mr_str_add(&text, ": ");
  }
  mr_str_add(&text, error->message);
  end_complaint(cli, &text);
  return CLI_FAILED;
}

/* A text that was given, and a sign below a place in it; of a long one the part round that place.
 */
static void point_at(const char *text, size_t at) {
  enum { MOST = 72, BEFORE = 54 };
  size_t length = strlen(text);
  size_t from = length <= MOST || at <= BEFORE ? 0 : at - BEFORE;
  from = length > MOST && from > length - MOST ? length - MOST : from;
  while (from > 0 && ((unsigned char)text[from] & 0xc0) == 0x80) {
    from--; /* not into a character */
  }
  size_t end = length - from > MOST ? from + MOST : length;
  const char *before = from > 0 ? "..." : "";
  fprintf(stderr, "  %s%.*s%s\n  %*s\n", before, (int)(end - from), text + from,
          end < length ? "..." : "", (int)(strlen(before) + at - from) + 1, "^");
}

int cli_fail_in(cli_context *cli, const char *what, const char *text, const mr_error *error) {
  if (cli->wants_json) {
    mr_error located = *error;
    mr_error_locate(&located, what, error->line, error->column);
    complain_json(cli, CLI_FAILED, &located, text, NULL);
    return CLI_FAILED;
  }
  mr_str complaint = mr_str_growing(NULL);
  mr_str_format(&complaint, "marcher: %s: %s", what, error->message);
  end_complaint(cli, &complaint);
  if (error->column > 0 && error->column <= strlen(text) + 1 && strchr(text, '\n') == NULL) {
    point_at(text, error->column - 1);
  }
  return CLI_FAILED;
}

int cli_fail_diagnostics(cli_context *cli, const mr_diagnostics *list) {
  int status = list->errors > 0 ? CLI_FAILED : CLI_OK;
  if (list->count == 0) {
    return CLI_OK;
  }
  if (cli->wants_json) {
    mr_error first;
    bool wrong = mr_diagnostics_error(list, &first) != MR_OK;
    complain_json(cli, status, wrong ? &first : NULL, NULL, list);
    return status;
  }
  mr_str text = mr_str_growing(NULL);
  mr_str lines = mr_str_growing(NULL);
  mr_diagnostics_format(list, wants_colour(cli, cli->err_tty), &text);
  cli_wrap_lines(&lines, mr_str_text(&text), cli->err_tty ? cli->style.width : SIZE_MAX);
  begin_complaint(cli);
  fputs(mr_str_text(&lines), stderr);
  mr_str_done(&lines);
  mr_str_done(&text);
  return status;
}

int cli_fail_memory(cli_context *cli) {
  return cli_fail(cli, "out of memory");
}

void cli_note(cli_context *cli, const char *text) {
  if (!cli->wants_json) {
    begin_complaint(cli);
    fprintf(stderr, "marcher: %s\n", text);
  }
}

/* ---- paragraphs ------------------------------------------------------------------------------ */

void cli_wrap(mr_str *out, const char *text, size_t column, size_t indent, size_t width) {
  bool first = true;
  while (*text != '\0') {
    size_t word = strcspn(text, " \n");
    bool broken = !first && column + 1 + word > width;
    if (broken) {
      mr_str_char(out, '\n');
      mr_str_repeat(out, ' ', indent);
      column = indent;
    } else if (!first) {
      mr_str_char(out, ' ');
      column++;
    }
    mr_str_bytes(out, text, word);
    column += word;
    text += word;
    text += strspn(text, " \n");
    first = false;
  }
  mr_str_char(out, '\n');
}

void cli_wrap_lines(mr_str *out, const char *text, size_t width) {
  while (*text != '\0') {
    size_t length = strcspn(text, "\n");
    if (length > width && *text != ' ') {
      mr_str line = mr_str_growing(NULL);
      mr_str_bytes(&line, text, length);
      cli_wrap(out, mr_str_text(&line), 0, 2, width);
      mr_str_done(&line);
    } else {
      mr_str_bytes(out, text, length);
      mr_str_char(out, '\n');
    }
    text += length + (text[length] == '\n');
  }
}

void cli_say(cli_context *cli, const char *format, ...) {
  mr_str text = mr_str_growing(NULL);
  va_list args;
  va_start(args, format);
  mr_str_vformat(&text, format, args);
  va_end(args);
  cli_wrap(&cli->out, mr_str_text(&text), 0, 2, cli->style.width);
  mr_str_done(&text);
}
