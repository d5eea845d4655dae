#include "cli/commands.h"
#include "cli/files.h"
#include "cli/format.h"
#include "cli/game.h"

typedef struct moves_options {
  cli_position_options position;
} moves_options;

static const cli_argument arguments[] = {
    CLI_GAME_ARGUMENT(moves_options, position.game),
    {.name = NULL},
};

static const cli_option options[] = {
    CLI_STATE_OPTION(moves_options),
    CLI_AFTER_OPTION(moves_options),
    CLI_REVEAL_OPTION(moves_options, position.reveal),
    {.name = NULL},
};

static const cli_example examples[] = {
    {"moves borderline --seed 7", "what the first player can do"},
    {"moves borderline --seed 7 --json | jq '.actions | length'", "how many that are"},
    {NULL, NULL},
};

static int print_json(cli_context *cli, const mr_game *game, const mr_state *state,
                      const mr_action *actions, size_t count) {
  cli_document document;
  mr_json *json = cli_document_open(&document);
  mr_json_string(json, "game", game->info.name);
  mr_json_state(json, "state", game, state);
  mr_json_node(json, "node", game, state);
  if (mr_game_node(game, state).kind == MR_NODE_CHANCE) {
    mr_json_outcomes(json, "outcomes", game, state);
  } else {
    mr_json_array(json, "actions");
    for (size_t i = 0; i < count; i++) {
      mr_json_form(json, NULL, game, state, actions[i]);
    }
    mr_json_end(json);
  }
  return cli_document_print(cli, &document);
}

static int print_outcomes(cli_context *cli, const mr_game *game, const mr_state *state) {
  mr_str *out = &cli->out;
  if (!mr_game_fully_known(game, state)) {
    return cli_fail(cli, "what chance may bring here depends on what is hidden from everybody; "
                         "--reveal lists it");
  }
  uint64_t total = 0;
  mr_chance *chances = mr_arena_zero(&cli->arena, game->info.max_chances, sizeof *chances);
  if (chances == NULL) {
    return cli_fail_memory(cli);
  }
  size_t count = mr_game_chances(game, state, chances, &total);
  for (size_t i = 0; i < count; i++) {
    char text[MR_ACTION_TEXT_MAX];
    mr_str_format(out, "%s %llu/%llu ", cli_action_text(game, state, chances[i].action, text),
                  (unsigned long long)chances[i].weight, (unsigned long long)total);
    if (mr_game_outcome_text(game, state, chances[i].action, out) != MR_OK) {
      return cli_fail_memory(cli);
    }
    mr_str_char(out, '\n');
  }
  return CLI_OK;
}

static int run_moves(cli_context *cli, const void *values) {
  const moves_options *choice = values;
  cli_position position;
  int status = cli_position_open(cli, &choice->position, &position);
  if (status != CLI_OK) {
    return status;
  }
  const mr_game *game = position.game;
  const mr_state *state = cli_position_see_mover(&position, &choice->position);
  mr_node_kind kind = mr_game_node(game, state).kind;
  mr_action *actions = mr_arena_zero(&cli->arena, game->info.max_actions, sizeof *actions);
  size_t count = 0;
  if (actions != NULL && kind == MR_NODE_DECISION) {
    count = mr_game_actions(game, state, actions);
  }
  if (actions == NULL) {
    status = cli_fail_memory(cli);
  } else if (cli->global.json) {
    status = print_json(cli, game, state, actions, count);
  } else if (kind == MR_NODE_CHANCE) {
    status = print_outcomes(cli, game, state);
  } else {
    for (size_t i = 0; i < count; i++) {
      mr_game_format_action(game, state, actions[i], &cli->out);
      mr_str_char(&cli->out, '\n');
    }
  }
  cli_position_close(&position);
  return status;
}

const cli_command cmd_moves = {
    .name = "moves",
    .summary = "list the legal actions of a position",
    .about =
        "Lists the legal actions of a position, one a line, in the order in which the program "
        "makes them. Where the dice decide it lists what they may bring, with the exact odds. "
        "After the end of a game it prints nothing. JSON has the position as the player who is "
        "to act sees it.",
    .options = options,
    .arguments = arguments,
    .examples = examples,
    .size = sizeof(moves_options),
    .run = run_moves,
};
