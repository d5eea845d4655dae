#include <string.h>

#include "cli/commands.h"
#include "cli/files.h"
#include "cli/format.h"
#include "cli/game.h"

#define FILE_MOST ((size_t)1 << 20)

typedef struct setup_options {
  cli_position_options position;
  const char *file;
  const char *player;
} setup_options;

static const cli_argument arguments[] = {
    CLI_GAME_ARGUMENT(setup_options, position.game),
    {.name = "FILE",
     .help = "the set-up, drawn as the game's states are; - is standard input",
     .offset = offsetof(setup_options, file)},
    {.name = NULL},
};

static const cli_option options[] = {
    CLI_OPTION("player", CLI_TEXT, setup_options, player, .value = "PLAYER",
               .help = "whose set-up it is; without it, that of the player who sets up first"),
    {.name = NULL},
};

static const cli_example examples[] = {
    {"setup warlord-border-war west.txt", "may the first player deploy like this?"},
    {"setup warlord-border-war east.txt --player black --json", "the other one, for a program"},
    {NULL, NULL},
};

/* A set-up that has been read. */
typedef struct setup {
  mr_status status;
  mr_player player;
  mr_action *actions;
  size_t count;
  mr_str faults;
  mr_error error;
} setup;

static size_t room_for_actions(const mr_game *game) {
  return (size_t)game->info.columns * game->info.rows + 1;
}

/*
 * Plays the first action of each list until the team of `player` decides: how the others have set
 * up changes nothing for it. A set-up is never longer than the board has squares.
 */
static int come_to(cli_context *cli, const cli_position *position, mr_player player) {
  const mr_game *game = position->game;
  mr_action *actions = mr_alloc_zero(NULL, game->info.max_actions, sizeof *actions);
  size_t left = game->info.players * room_for_actions(game);
  if (actions == NULL) {
    return cli_fail_memory(cli);
  }
  mr_node node = mr_game_node(game, position->state);
  while (left-- > 0 && node.kind == MR_NODE_DECISION &&
         game->info.team[node.player.id] != game->info.team[player.id]) {
    mr_game_actions(game, position->state, actions);
    mr_game_make(game, position->state, actions[0], NULL, NULL);
    node = mr_game_node(game, position->state);
  }
  mr_alloc_free(NULL, actions, game->info.max_actions * sizeof *actions);
  return CLI_OK;
}

/* "WL-32 units: ..." each, as an array. */
static void put_faults(mr_json *json, const mr_str *faults) {
  mr_json_array(json, "faults");
  for (const char *at = mr_str_text(faults); *at != '\0';) {
    size_t length = strcspn(at, "\n");
    mr_json_bytes(json, NULL, at, length);
    at += length + (at[length] == '\n');
  }
  mr_json_end(json);
}

/* The actions that make the set-up, played as they are listed. */
static void put_actions(mr_json *json, const cli_position *position, const setup *it) {
  mr_json_array(json, "actions");
  for (size_t i = 0; it->status == MR_OK && i < it->count; i++) {
    mr_json_action(json, NULL, position->game, position->state, it->actions[i]);
    mr_game_make(position->game, position->state, it->actions[i], NULL, NULL);
  }
  mr_json_end(json);
}

static int print_json(cli_context *cli, const char *file, const cli_position *position,
                      const setup *it) {
  cli_document document;
  mr_json *json = cli_document_open(&document);
  mr_json_string(json, "file", file);
  mr_json_string(json, "game", position->game->info.name);
  mr_json_player(json, "player", position->game, it->player);
  mr_json_bool(json, "legal", it->status == MR_OK);
  put_faults(json, &it->faults);
  put_actions(json, position, it);
  return cli_document_print(cli, &document);
}

static int report(cli_context *cli, const char *file, const cli_position *position,
                  const setup *it) {
  bool legal = it->status == MR_OK;
  int status = legal ? CLI_OK : CLI_FAILED;
  if (cli->global.json) {
    int printed = print_json(cli, file, position, it);
    return printed == CLI_OK ? status : printed;
  }
  mr_str_format(&cli->out, "%s: %s\n%s", file, legal ? "legal" : it->error.message,
                mr_str_text(&it->faults));
  return status;
}

static int judge(cli_context *cli, const char *file, const cli_position *position,
                 const mr_str *text, setup *it) {
  const mr_game *game = position->game;
  mr_node node = mr_game_node(game, position->state);
  it->player = node.player;
  it->actions = mr_alloc_zero(NULL, room_for_actions(game), sizeof *it->actions);
  if (it->actions == NULL) {
    return cli_fail_memory(cli);
  }
  mr_setup read = {.actions = it->actions, .faults = &it->faults};
  it->status =
      mr_game_read_setup(game, position->state, mr_str_text(text), text->length, &read, &it->error);
  it->count = read.count;
  if (it->faults.status != MR_OK) {
    return cli_fail_memory(cli);
  }
  if (it->status == MR_OK || it->status == MR_ERR_ILLEGAL) {
    return report(cli, file, position, it);
  }
  if (it->status == MR_ERR_SYNTAX) {
    mr_error_locate(&it->error, file, it->error.line, it->error.column);
  }
  return cli_fail_error(cli, &it->error);
}

static int check_file(cli_context *cli, const char *file, const cli_position *position) {
  setup it = {.status = MR_OK};
  mr_str text;
  mr_str_init(&text, NULL);
  mr_str_init(&it.faults, NULL);
  int status = cli_file_read(cli, file, FILE_MOST, &text);
  if (status == CLI_OK) {
    status = judge(cli, file, position, &text, &it);
  }
  mr_alloc_free(NULL, it.actions, room_for_actions(position->game) * sizeof *it.actions);
  mr_str_done(&it.faults);
  mr_str_done(&text);
  return status;
}

static int find_player(cli_context *cli, const mr_game *game, const char *text, mr_player *out) {
  if (cli_find_player(game, text, out)) {
    return CLI_OK;
  }
  char buffer[200];
  mr_str names;
  mr_str_fixed(&names, buffer, sizeof buffer);
  cli_player_list(game, ", ", &names);
  return cli_usage(cli, "no player '%s' in %s; the players are %s", text, game->info.name, buffer);
}

static int run_setup(cli_context *cli, const void *values) {
  const setup_options *choice = values;
  cli_position position;
  mr_player player = MR_NOBODY;
  int status = cli_position_open(cli, &choice->position, &position);
  if (status != CLI_OK) {
    return status;
  }
  if (choice->player != NULL) {
    status = find_player(cli, position.game, choice->player, &player);
    status = status == CLI_OK ? come_to(cli, &position, player) : status;
  }
  if (status == CLI_OK) {
    status = check_file(cli, choice->file, &position);
  }
  cli_position_close(&position);
  return status;
}

const cli_command cmd_setup = {
    .name = "setup",
    .summary = "check a set-up for a game that begins with one",
    .about =
        "Reads the set-up of one player, for games in which players deploy their men unseen by "
        "each other, and says 'legal', or lists all of its faults with their rules and squares. "
        "The set-up is drawn like the game's positions, row by row from the top of the board: the "
        "whole board, or only the rows where that player sets up. Rows end with a line or with a "
        "/; a dot is an empty square, a number so many of them; blanks mean nothing, and a # "
        "begins a remark. Men are capitals or small letters, all the same.\n\nThe exit status is "
        "1 when there are faults.",
    .options = options,
    .arguments = arguments,
    .examples = examples,
    .size = sizeof(setup_options),
    .run = run_setup,
};
