#ifndef MARCHER_CLI_COMMANDS_PROTOCOL_LOOP_H
#define MARCHER_CLI_COMMANDS_PROTOCOL_LOOP_H

/**
 * @file
 * Standard input and output for the engine protocols.
 */

#include <marcher/protocol.h>

#include "cli/cli.h"

/** Makes a protocol: mr_uci_new or mr_cecp_new. */
typedef mr_status (*cli_protocol_fn)(const mr_protocol_setup *setup, mr_protocol **out,
                                     mr_error *err);

/**
 * Talks until the other side is done. @param variant the first game, NULL: the protocol's choice
 * @return an exit status
 */
int cli_protocol_loop(cli_context *cli, cli_protocol_fn make, const char *variant);

#endif
