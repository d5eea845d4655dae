#include "cli/commands.h"
#include "cli/commands/protocol_loop.h"

typedef struct uci_options {
  const char *variant;
} uci_options;

static const cli_argument arguments[] = {
    {.name = "GAME",
     .optional = true,
     .help = "the variant to begin with (chess); UCI_Variant changes it",
     .offset = offsetof(uci_options, variant)},
    {.name = NULL},
};

static const cli_example examples[] = {
    {"uci", "for a program that speaks UCI"},
    {"uci borderlands", "the same, with another game to begin with"},
    {"uci --rules my.ini", "with variants of your own in UCI_Variant"},
    {NULL, NULL},
};

static int run_uci(cli_context *cli, const void *values) {
  const uci_options *choice = values;
  if (cli->global.json) {
    return cli_usage(cli, "the protocol is its own format; --json does nothing here");
  }
  return cli_protocol_loop(cli, mr_uci_new, choice->variant);
}

const cli_command cmd_uci = {
    .name = "uci",
    .summary = "be an engine for programs that speak UCI",
    .about = "Speaks the Universal Chess Interface on standard input and output, for graphical "
             "interfaces and match runners. Every game of the catalogue is a variant "
             "(UCI_Variant); more are read from a file (VariantPath).\n\n"
             "docs/PROTOCOLS.md tells what is said for games that are not like chess.",
    .arguments = arguments,
    .examples = examples,
    .size = sizeof(uci_options),
    .run = run_uci,
};
