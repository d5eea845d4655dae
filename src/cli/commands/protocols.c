#include <errno.h>
#include <fcntl.h>
#include <marcher/protocol.h>
#include <poll.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/files.h"
#include "cli/game.h"

typedef struct protocol_options {
  const char *variant;
  bool parameters;
} protocol_options;

/** Makes a protocol: mr_uci_new or mr_cecp_new. */
typedef mr_status (*protocol_fn)(const mr_protocol_setup *setup, mr_protocol **out, mr_error *err);

/** What the callbacks need. */
typedef struct protocol_host {
  cli_context *cli;
  int pipe[2];            /* a byte is written when a search has ended */
  atomic_int write_error; /* errno of the first write that failed */
} protocol_host;

/* ---- the host -------------------------------------------------------------------------------- */

/* Comes from any thread, but never from two at a time. */
static bool write_lines(void *context, const char *bytes, size_t length) {
  protocol_host *host = context;
  while (length > 0 && host->write_error == 0) {
    ssize_t size = write(STDOUT_FILENO, bytes, length);
    if (size >= 0) {
      bytes += size;
      length -= (size_t)size;
    } else if (errno == EAGAIN) { /* whoever gave us the descriptor does not want to wait; we do */
      struct pollfd wait = {.fd = STDOUT_FILENO, .events = POLLOUT};
      (void)poll(&wait, 1, -1);
    } else if (errno != EINTR) {
      host->write_error = errno;
    }
  }
  return host->write_error == 0;
}

/* A full pipe holds bytes enough to be woken by. */
static void wake(void *context) {
  const protocol_host *host = context;
  ssize_t size = 0;
  do {
    size = write(host->pipe[1], "", 1);
  } while (size < 0 && errno == EINTR);
}

static mr_status read_file(void *context, const char *path, size_t limit, mr_str *out,
                           mr_error *err) {
  (void)context;
  int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) {
    mr_status status = errno == ENOENT || errno == ENOTDIR ? MR_ERR_UNKNOWN : MR_ERR_IO;
    return mr_error_set(err, status, "cannot open '%s': %s", path, strerror(errno));
  }
  mr_status status = cli_descriptor_read(descriptor, path, limit, out, err);
  close(descriptor);
  return status;
}

/* ---- the loop -------------------------------------------------------------------------------- */

static void protocol_loop(const protocol_host *host, mr_protocol *protocol) {
  char input[65536];
  bool on = true;
  while (on) {
    struct pollfd waits[2] = {{.fd = STDIN_FILENO, .events = POLLIN},
                              {.fd = host->pipe[0], .events = POLLIN}};
    int ready = poll(waits, 2, mr_protocol_wait(protocol));
    if (ready < 0 && errno != EINTR) {
      break;
    }
    if (ready > 0 && waits[1].revents != 0) {
      while (read(host->pipe[0], input, sizeof input) == (ssize_t)sizeof input) {
        continue;
      }
    }
    on = mr_protocol_tick(protocol) && host->write_error == 0;
    if (on && ready > 0 && waits[0].revents != 0) {
      ssize_t size = read(STDIN_FILENO, input, sizeof input);
      bool later = size < 0 && (errno == EINTR || errno == EAGAIN);
      on = later || (size > 0 && mr_protocol_feed(protocol, input, (size_t)size));
    }
  }
  mr_protocol_end(protocol);
}

/* ---- the beginning --------------------------------------------------------------------------- */

/* A file of definitions, or of the weights beside it, for as long as the command runs. */
static int keep_file(cli_context *cli, const char *path, const char **out, size_t *length) {
  mr_str text = mr_str_growing(NULL);
  int status = cli_file_read(cli, path, MR_DEFINITION_FILE_MAX, &text);
  *length = text.length;
  *out = mr_arena_copy(&cli->arena, mr_str_text(&text), text.length);
  if (status == CLI_OK && *out == NULL) {
    status = cli_fail_memory(cli);
  }
  mr_str_done(&text);
  return status;
}

/* Reads the --rules files, which every catalogue of the conversation holds. */
static int read_rules(cli_context *cli, mr_protocol_setup *setup) {
  size_t count = cli->global.rules.count;
  mr_protocol_rules *rules = mr_arena_zero(&cli->arena, count, sizeof *rules);
  int status = CLI_OK;
  if (rules == NULL) {
    return cli_fail_memory(cli);
  }
  for (size_t i = 0; i < count && status == CLI_OK; i++) {
    mr_protocol_rules *file = &rules[i];
    file->source = cli->global.rules.items[i];
    file->weights_source = cli_weights_beside(cli, file->source);
    status = keep_file(cli, file->source, &file->text, &file->length);
    if (status == CLI_OK && file->weights_source != NULL) {
      status = keep_file(cli, file->weights_source, &file->weights, &file->weights_length);
    }
  }
  setup->rules = rules;
  setup->rules_count = count;
  return status;
}

static int begin(protocol_host *host, protocol_fn make, const protocol_options *choice) {
  cli_context *cli = host->cli;
  mr_protocol *protocol = NULL;
  mr_error err;
  mr_protocol_setup setup = {
      .host = {.write = write_lines, .read_file = read_file, .wake = wake, .context = host},
      .version = MR_VERSION,
      .variant = choice->variant,
      .parameters = choice->parameters,
      .overrides = cli->overrides,
      .override_count = cli->override_count,
      .seed = cli_seed(cli)};
  int status = read_rules(cli, &setup);
  mr_network network;
  if (status == CLI_OK && cli->global.network != NULL) {
    status = cli_network_read(cli, cli->global.network, &network);
    setup.network = &network;
  }
  if (status != CLI_OK) {
    return status;
  }
  if (make(&setup, &protocol, &err) != MR_OK) {
    return cli_fail_error(cli, &err);
  }
  protocol_loop(host, protocol);
  mr_protocol_free(protocol);
  cli->out_error = host->write_error;
  return CLI_OK;
}

/* Talks until the other side is done. */
static int run_protocol(cli_context *cli, protocol_fn make, const protocol_options *choice) {
  protocol_host host = {.cli = cli, .pipe = {-1, -1}};
  if (cli->global.json) {
    return cli_usage(cli, "the protocol is its own format; --json does nothing here");
  }
  bool open = pipe(host.pipe) == 0;
  for (int i = 0; i < 2 && open; i++) {
    open = fcntl(host.pipe[i], F_SETFD, FD_CLOEXEC) == 0 &&
           fcntl(host.pipe[i], F_SETFL, O_NONBLOCK) == 0;
  }
  int status =
      open ? begin(&host, make, choice) : cli_fail(cli, "cannot make a pipe: %s", strerror(errno));
  for (int i = 0; i < 2; i++) {
    if (host.pipe[i] >= 0) {
      close(host.pipe[i]);
    }
  }
  return status;
}

/* ---- uci ------------------------------------------------------------------------------------- */

static const cli_argument uci_arguments[] = {
    {.name = "GAME",
     .optional = true,
     .help = "the variant to begin with (chess); UCI_Variant changes it",
     .offset = offsetof(protocol_options, variant)},
    {.name = NULL},
};

static const cli_option uci_options[] = {
    CLI_OPTION("parameters", CLI_FLAG, protocol_options, parameters,
               .help =
                   "list the parameters of the search among the options, for programs that tune; "
                   "they can be set in any case"),
    {.name = NULL},
};

static const cli_example uci_examples[] = {
    {"uci", "for a program that speaks UCI"},
    {"uci borderlands", "the same, with another game to begin with"},
    {"uci --rules my.ini", "with variants of your own in UCI_Variant"},
    {NULL, NULL},
};

static int run_uci(cli_context *cli, const void *values) {
  return run_protocol(cli, mr_uci_new, values);
}

const cli_command cmd_uci = {
    .name = "uci",
    .summary = "be an engine for programs that speak UCI",
    .about = "Speaks the Universal Chess Interface on standard input and output, for graphical "
             "interfaces and match runners. Every game of the catalogue is a variant "
             "(UCI_Variant); more are read from a file (VariantPath).\n\n"
             "docs/PROTOCOLS.md tells what is said for games that are not like chess.",
    .options = uci_options,
    .arguments = uci_arguments,
    .examples = uci_examples,
    .size = sizeof(protocol_options),
    .run = run_uci,
};

/* ---- cecp ------------------------------------------------------------------------------------ */

static const cli_argument cecp_arguments[] = {
    {.name = "GAME",
     .optional = true,
     .help = "the game of 'new' (chess); 'variant' changes it",
     .offset = offsetof(protocol_options, variant)},
    {.name = NULL},
};

static const cli_example cecp_examples[] = {
    {"cecp", "for a board program that speaks this protocol"},
    {"cecp borderlands", "the same, with another game to begin with"},
    {"cecp --rules my.ini", "with variants of your own in XBoard's list"},
    {NULL, NULL},
};

static int run_cecp(cli_context *cli, const void *values) {
  return run_protocol(cli, mr_cecp_new, values);
}

const cli_command cmd_cecp = {
    .name = "cecp",
    .summary = "be an engine for XBoard and WinBoard",
    .about = "Speaks version 2 of the Chess Engine Communication Protocol on standard input and "
             "output. The board program is taught each game: board, pieces, movements, start.\n\n"
             "For XBoard: xboard -fcp 'marcher cecp' -variant borderlands -testLegality false\n\n"
             "docs/PROTOCOLS.md tells what boards are taught, and which they cannot follow.",
    .arguments = cecp_arguments,
    .examples = cecp_examples,
    .size = sizeof(protocol_options),
    .run = run_cecp,
};
