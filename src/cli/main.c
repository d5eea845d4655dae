#include <errno.h>
#include <fcntl.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/editor.h"
#include "cli/pager.h"

/* Room for the values of any command. */
#define VALUES_MAX 1024

/* The values of --set, in order. */
static int add_overrides(cli_context *cli) {
  int status = CLI_OK;
  for (size_t i = 0; i < cli->global.sets.count && status == CLI_OK; i++) {
    status = cli_add_override(cli, cli->global.sets.items[i]);
  }
  return status;
}

/* `marcher` without a command. */
static int run_alone(cli_context *cli) {
  cli_setup(cli);
  if (cli->global.version) {
    mr_str_add(&cli->out, "marcher " MR_VERSION "\n");
    return CLI_OK;
  }
  if (cli->global.help) {
    cli_help_overview(cli, &cli->out);
    cli_page_out(cli, 0);
    return CLI_OK;
  }
  if (cli->global.json) {
    return cli_usage(cli, "--json needs a command");
  }
  if (cli->in_tty && cli->out_tty) {
    int status = add_overrides(cli);
    return status == CLI_OK ? cli_lobby(cli) : status;
  }
  mr_str help = mr_str_growing(NULL);
  cli_help_overview(cli, &help);
  fputs(mr_str_text(&help), stderr);
  mr_str_done(&help);
  return CLI_USAGE;
}

/* Whether an argument is about a game: parts of a command may be about files of other kinds. */
static bool is_game(const cli_context *cli, const cli_command *command,
                    const cli_argument *argument) {
  cli_command page = {.arguments = command->arguments};
  bool game = strcmp(argument->name, "GAME") == 0, found = false;
  if (cli->part != NULL && command->page != NULL) {
    (void)command->page(cli->part, &page);
  }
  for (const cli_argument *a = page.arguments; game && a != NULL && a->name != NULL; a++) {
    found = found || strcmp(a->name, "GAME") == 0;
  }
  return found;
}

/* Files in the place of games stand for the games that they define. */
static int find_games(cli_context *cli, const cli_command *command, void *values) {
  int status = CLI_OK;
  const cli_argument *argument = command->arguments;
  for (; argument != NULL && argument->name != NULL && status == CLI_OK; argument++) {
    void *value = (unsigned char *)values + argument->offset;
    cli_list *list = argument->many ? value : NULL;
    const char **words = list != NULL ? list->items : value;
    size_t count = list != NULL ? list->count : *words != NULL;
    bool game = is_game(cli, command, argument);
    for (size_t i = 0; game && i < count && status == CLI_OK; i++) {
      status = cli_game_of_file(cli, &words[i]);
    }
  }
  return status;
}

static int run(cli_context *cli, int argc, char **argv) {
  _Alignas(max_align_t) unsigned char values[VALUES_MAX] = {0};
  int at = argc;
  int status = cli_read_leading(cli, argc, argv, &at);
  if (status != CLI_OK) {
    return status;
  }
  if (at >= argc || cli->global.version) {
    return run_alone(cli);
  }
  const cli_command *command = cli_find_command(argv[at]);
  if (command == NULL) {
    return cli_unknown_command(cli, argv[at]);
  }
  if (command->size > sizeof values) {
    return cli_fail(cli, "the options of '%s' do not fit", command->name);
  }
  cli->command = command;
  status = cli_read_options(cli, command, argc - at - 1, argv + at + 1, values);
  if (status != CLI_OK) {
    return status;
  }
  cli_setup(cli);
  if (cli->global.help) {
    return cli_help_here(cli, command, values);
  }
  status = add_overrides(cli);
  status = status == CLI_OK ? find_games(cli, command, values) : status;
  return status == CLI_OK ? command->run(cli, values) : status;
}

/*
 * Where a standard stream is closed, the next file that is opened would take its place: a game be
 * read from its own record, or what is printed land in it. Nothing is read from what fills the
 * place, and writing to it fails as before.
 */
static void fill_closed_streams(void) {
  for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++) {
    if (fcntl(stream, F_GETFD) == -1 && errno == EBADF) {
      (void)!open("/dev/null", O_RDONLY); /* the lowest number that is free */
    }
  }
}

/* Engines come and go with each game of a match, some megabytes each, and the system clears what it
 * hands out page by page: to give that back and get it again took more than half of the time of
 * short games (tests/cli/test_lab_values.sh: 16 s, and 7 like this). */
static void keep_memory(void) {
#ifdef __GLIBC__
  enum { MB = 1 << 20, KEPT = 64, MAPPED = 16 };
  (void)mallopt(M_TRIM_THRESHOLD, KEPT * MB); /* two players and their trees, with room to spare */
  (void)mallopt(M_MMAP_THRESHOLD, MAPPED * MB);
#endif
}

int main(int argc, char **argv) {
  static cli_context cli;
  fill_closed_streams();
  keep_memory();
  /* A closed pipe is an error of write() like any other, not a sudden death. */
  signal(SIGPIPE, SIG_IGN);
  signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is a failure to write it, too */
  mr_arena_init(&cli.arena, NULL, 0);
  cli.out = mr_str_growing(NULL);
  /* Whoever asks for JSON has it also of what is wrong with the command line before that. */
  for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
    cli.wants_json = cli.wants_json || strcmp(argv[i], "--json") == 0;
  }
  int status = run(&cli, argc, argv);
  cli_flush(&cli);
  cli_status_clear(&cli);
  if (cli.out_error != 0 && status == CLI_OK) {
    status = CLI_FAILED;
    if (cli.out_error != EPIPE) {
      cli_fail(&cli, "cannot write to standard output: %s", strerror(cli.out_error));
    }
  }
  cli_editor_done(&cli);
  cli_done(&cli);
  return status;
}
