#include "cli/pager.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Whether a program of that name is on the path. */
static bool is_on_path(cli_context *cli, const char *name) {
  const char *path = getenv("PATH");
  while (path != NULL && *path != '\0') {
    size_t length = strcspn(path, ":");
    const char *file = cli_arena_format(cli, "%.*s/%s", (int)length, path, name);
    if (length > 0 && file != NULL && access(file, X_OK) == 0) {
      return true;
    }
    path += length + (path[length] == ':');
  }
  return false;
}

/*
 * What less is told besides: colours pass, what fits leaves at once, at the end the next key that
 * goes on leaves, and the last line says what to press. The prompt
 * is less's own language, in which a colon and a dot are to be escaped.
 */
#define LESS_OPTIONS " -R -F -e -Ps'space\\: on   b\\: back   q\\: return to marcher' "

/* A reader of texts that may be typed into by mistake neither writes files nor runs a shell. */
#define LESS_BEFORE "LESSSECURE=1 "

/* Whether a command is less alone, wherever that lies, with options but in no pipe. */
static bool is_less(const char *command) {
  size_t length = strcspn(command, " ");
  const char *name = command + length;
  while (name > command && name[-1] != '/') {
    name--;
  }
  return (size_t)(command + length - name) == strlen("less") &&
         strncmp(name, "less", strlen("less")) == 0 && strpbrk(command, "|&;<>") == NULL;
}

/* @return NULL: there is none, or the user wants none */
static const char *find_pager(cli_context *cli) {
  const char *wish = getenv("PAGER");
  if (wish == NULL) {
    wish = is_on_path(cli, "less") ? "less" : NULL;
  }
  if (wish == NULL || *wish == '\0' || strcmp(wish, "cat") == 0) {
    return NULL;
  }
  return is_less(wish) ? cli_arena_format(cli, LESS_BEFORE "%s" LESS_OPTIONS, wish) : wish;
}

/* Whether what stands behind `from` bytes does not fit the terminal, and that can be paged: where
 * there are no escapes the screen belongs to another program that keeps all lines. */
static bool is_long(cli_context *cli, size_t from) {
  const char *text = mr_str_text(&cli->out);
  size_t lines = 0;
  cli_resize(cli);
  for (size_t i = from; i < cli->out.length; i++) {
    lines += text[i] == '\n';
  }
  return cli->in_tty && cli->out_tty && cli_has_escapes() && cli->style.height > 0 &&
         lines + 1 > cli->style.height;
}

void cli_page_out(cli_context *cli, size_t from) {
  if (cli->out.status != MR_OK || from >= cli->out.length || !is_long(cli, from)) {
    return;
  }
  const char *pager = find_pager(cli);
  if (pager == NULL) {
    return;
  }
  mr_str text = mr_str_growing(NULL);
  mr_str_bytes(&text, cli->out.data + from, cli->out.length - from);
  if (text.status != MR_OK) {
    mr_str_done(&text);
    return;
  }
  cli->out.length = from;
  cli->out.data[from] = '\0';
  cli_flush(cli);
  cli_signals_leave(true); /* Ctrl-C is the pager's while it runs */
  /* A command for the shell, as $PAGER is by custom. NOLINTNEXTLINE(cert-env33-c) */
  FILE *pipe = popen(pager, "w");
  bool shown = pipe != NULL;
  if (shown) {
    fwrite(mr_str_text(&text), 1, text.length, pipe); /* who leaves early has read enough */
    int status = pclose(pipe);
    shown = status != 127 << 8; /* what a shell says that finds no such program */
  }
  cli_signals_leave(false);
  if (!shown) {
    mr_str_bytes(&cli->out, mr_str_text(&text), text.length);
  }
  mr_str_done(&text);
}
