#ifndef MARCHER_CLI_JSON_H
#define MARCHER_CLI_JSON_H

/**
 * @file
 * Values as JSON. All functions return new references, or NULL when out of memory.
 */

#include <jansson.h>
#include <marcher/doc.h>
#include <marcher/engine.h>
#include <marcher/record.h>

#include "cli/cli.h"

/** Writes one line of JSON and releases `root`; NULL means "out of memory". @return exit status */
int cli_print_json(cli_context *cli, json_t *root);

/** An integer, or its decimal digits as a string where JSON's integers end. */
json_t *cli_json_u64(uint64_t value);

/** Sixteen hexadecimal digits. */
json_t *cli_json_hash(uint64_t hash);

json_t *cli_json_player(const mr_game *game, mr_player player);
json_t *cli_json_action(const mr_game *game, const mr_state *state, mr_action action);
json_t *cli_json_state(const mr_game *game, const mr_state *state);
json_t *cli_json_events(const mr_game *game, const mr_events *events);
/** {"kind", "player"}; at the end also "result", "rule", "score" in quarters. */
json_t *cli_json_node(const mr_game *game, const mr_state *state);
/** The outcomes of a chance node with their exact odds. */
json_t *cli_json_outcomes(const mr_game *game, const mr_state *state);
json_t *cli_json_view(const mr_game *game, const mr_view *view);
json_t *cli_json_doc(const mr_game *game, const mr_doc *doc);
/** @param observation what the thinker was given */
json_t *cli_json_search_result(const mr_game *game, const mr_state *observation,
                               const mr_search_result *thought);
json_t *cli_json_diagnostics(const mr_diagnostics *list);

#endif
