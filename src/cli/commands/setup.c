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

/* The sides, each by the name of its player or of its members: "White, Black". */
static void list_sides(const mr_game *game, mr_str *out) {
  const char *comma = "";
  for (uint8_t i = 0; i < game->info.players; i++) {
    if (mr_game_leads_team(game, (mr_player){i})) {
      mr_str_add(out, comma);
      mr_game_team_name(game, (mr_player){i}, out);
      comma = ", ";
    }
  }
}

/* A player, or a side of several. @param side whether it is such a side */
static bool find_player(const mr_game *game, const char *text, mr_player *out, bool *side) {
  for (uint8_t i = 0; i < game->info.players; i++) {
    char name[128];
    mr_str team = mr_str_fixed(name, sizeof name);
    mr_game_team_name(game, (mr_player){i}, &team);
    if (mr_game_leads_team(game, (mr_player){i}) && cli_same_word(name, text)) {
      out->id = i;
      *side = true;
      return true;
    }
  }
  *side = false;
  return cli_find_player(game, text, out);
}

/* Comes to where the named player sets up, or says who does so for its side. */
static int come_to_named(cli_context *cli, const cli_position *position, const char *name) {
  const mr_game *game = position->game;
  mr_player player = MR_NOBODY;
  bool side = false;
  if (!find_player(game, name, &player, &side)) {
    char buffer[200];
    mr_str names = mr_str_fixed(buffer, sizeof buffer);
    list_sides(game, &names);
    return cli_usage(cli, "no player '%s' in %s; the players are %s", name, game->info.name,
                     buffer);
  }
  int status = come_to(cli, position, player);
  mr_node node = mr_game_node(game, position->state);
  if (status == CLI_OK && !side && node.kind == MR_NODE_DECISION &&
      !mr_player_same(node.player, player) &&
      game->info.team[node.player.id] == game->info.team[player.id]) {
    return cli_usage(cli, "%s sets up nothing in %s: %s does for the side",
                     game->info.player_names[player.id], game->info.name,
                     game->info.player_names[node.player.id]);
  }
  return status;
}

static int print_json(cli_context *cli, const char *file, const cli_position *position,
                      const setup *it) {
  cli_document document;
  mr_json *json = cli_document_open(&document);
  mr_json_string(json, "file", file);
  mr_json_string(json, "game", position->game->info.name);
  mr_json_player(json, "player", position->game, it->player);
  mr_json_bool(json, "legal", it->status == MR_OK);
  /* "WL-32 units: ..." each */
  mr_json_array(json, "faults");
  for (const char *at = mr_str_text(&it->faults); *at != '\0';) {
    size_t length = strcspn(at, "\n");
    mr_json_bytes(json, NULL, at, length);
    at += length + (at[length] == '\n');
  }
  mr_json_end(json);
  /* The actions that make the set-up, played as they are listed. */
  mr_json_array(json, "actions");
  for (size_t i = 0; it->status == MR_OK && i < it->count; i++) {
    mr_json_action(json, NULL, position->game, position->state, it->actions[i]);
    mr_game_make(position->game, position->state, it->actions[i], NULL, NULL);
  }
  mr_json_end(json);
  return cli_document_print(cli, &document);
}

/* Says whether the set-up in a text is legal. @param it has room for its actions and faults */
static int report(cli_context *cli, const char *file, const cli_position *position,
                  const mr_str *text, setup *it) {
  mr_setup read = {.actions = it->actions, .faults = &it->faults};
  it->player = mr_game_node(position->game, position->state).player;
  it->status = mr_game_read_setup(position->game, position->state, mr_str_text(text), text->length,
                                  &read, &it->error);
  it->count = read.count;
  if (it->faults.status != MR_OK) {
    return cli_fail_memory(cli);
  }
  bool legal = it->status == MR_OK;
  if (!legal && it->status != MR_ERR_ILLEGAL) {
    if (it->status == MR_ERR_SYNTAX) {
      mr_error_locate(&it->error, file, it->error.line, it->error.column);
    }
    return cli_fail_error(cli, &it->error);
  }
  int printed = CLI_OK;
  if (cli->global.json) {
    printed = print_json(cli, file, position, it);
  } else {
    mr_str_format(&cli->out, "%s: %s\n%s", file, legal ? "legal" : it->error.message,
                  mr_str_text(&it->faults));
  }
  return legal ? printed : CLI_FAILED;
}

static int run_setup(cli_context *cli, const void *values) {
  const setup_options *choice = values;
  cli_position position;
  int status = cli_position_open(cli, &choice->position, &position);
  if (status != CLI_OK) {
    return status;
  }
  if (choice->player != NULL) {
    status = come_to_named(cli, &position, choice->player);
  }
  size_t room = room_for_actions(position.game);
  setup it = {.actions = mr_alloc_zero(NULL, room, sizeof *it.actions)};
  mr_str text = mr_str_growing(NULL);
  it.faults = mr_str_growing(NULL);
  if (status == CLI_OK && it.actions == NULL) {
    status = cli_fail_memory(cli);
  }
  if (status == CLI_OK) {
    status = cli_file_read(cli, choice->file, FILE_MOST, &text);
  }
  if (status == CLI_OK) {
    status = report(cli, choice->file, &position, &text, &it);
  }
  mr_alloc_free(NULL, it.actions, room * sizeof *it.actions);
  mr_str_done(&it.faults);
  mr_str_done(&text);
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
