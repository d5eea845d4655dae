#include "cli/commands.h"
#include "cli/commands/protocol_loop.h"

typedef struct cecp_options {
  const char *variant;
} cecp_options;

static const cli_argument arguments[] = {
    {.name = "GAME",
     .optional = true,
     .help = "the game of 'new' (chess); 'variant' changes it",
     .offset = offsetof(cecp_options, variant)},
    {.name = NULL},
};

static const cli_example examples[] = {
    {"cecp", "for a board program that speaks this protocol"},
    {"cecp borderlands", "the same, with another game to begin with"},
    {"cecp --rules my.ini", "with variants of your own in XBoard's list"},
    {NULL, NULL},
};

static int run_cecp(cli_context *cli, const void *values) {
  const cecp_options *choice = values;
  if (cli->global.json) {
    return cli_usage(cli, "the protocol is its own format; --json does nothing here");
  }
  return cli_protocol_loop(cli, mr_cecp_new, choice->variant);
}

const cli_command cmd_cecp = {
    .name = "cecp",
    .summary = "be an engine for XBoard and WinBoard",
    .about = "Speaks version 2 of the Chess Engine Communication Protocol on standard input and "
             "output. The board program is taught each game: board, pieces, movements, start.\n\n"
             "For XBoard: xboard -fcp 'marcher cecp' -variant borderlands -testLegality false\n\n"
             "docs/PROTOCOLS.md tells what boards are taught, and which they cannot follow.",
    .arguments = arguments,
    .examples = examples,
    .size = sizeof(cecp_options),
    .run = run_cecp,
};
