#include <string.h>

#include "cli/commands.h"
#include "cli/files.h"
#include "cli/game.h"

#define WIDTH 80
#define NAMES_MOST 18

static const cli_example examples[] = {
    {"games", "what there is to play"},
    {"games --rules my.ini --json", "the same with my own definitions, for a program"},
    {NULL, NULL},
};

/* @param source the file that it comes from, or NULL */
static void put_game(mr_json *json, const mr_game *game, const char *source) {
  static const struct {
    mr_capability bit;
    const char *name;
  } capabilities[] = {{MR_CAN_CHANCE, "chance"},
                      {MR_CAN_HIDE, "hide"},
                      {MR_CAN_MULTI, "multi"},
                      {MR_CAN_FRACTION, "fraction"},
                      {MR_CAN_DEAL, "deal"}};
  const mr_game_info *info = &game->info;
  mr_json_object(json, NULL);
  mr_json_string(json, "name", info->name);
  mr_json_string(json, "title", info->title);
  mr_json_string(json, "family", info->family);
  mr_json_int(json, "columns", info->columns);
  mr_json_int(json, "rows", info->rows);
  mr_json_strings(json, "players", info->player_names, info->players);
  mr_json_string(json, "summary", info->summary);
  mr_json_array(json, "capabilities");
  for (size_t i = 0; i < sizeof capabilities / sizeof capabilities[0]; i++) {
    if (mr_game_can(game, capabilities[i].bit)) {
      mr_json_string(json, NULL, capabilities[i].name);
    }
  }
  mr_json_end(json);
  mr_json_hash(json, "definition", info->definition_hash);
  mr_json_string(json, "source", source);
  mr_json_end(json);
}

static void game_text(const mr_game *game, const char *source, size_t name_width, mr_str *out) {
  const mr_game_info *info = &game->info;
  size_t indent = name_width + 2;
  size_t name = strlen(info->name);
  mr_str heading = mr_str_growing(NULL);
  mr_str_format(&heading, "%s - %s, %u x %u", info->title, info->family, (unsigned)info->columns,
                (unsigned)info->rows);
  mr_str_add(out, info->name);
  if (name > name_width) {
    mr_str_char(out, '\n');
    name = 0;
  }
  mr_str_repeat(out, ' ', indent - name);
  cli_wrap(out, mr_str_text(&heading), indent, indent, WIDTH);
  mr_str_done(&heading);
  mr_str_repeat(out, ' ', indent);
  cli_wrap(out, info->summary, indent, indent, WIDTH);
  if (source != NULL) {
    mr_str_repeat(out, ' ', indent);
    mr_str_format(out, "(from %s)\n", source);
  }
}

static int run_games(cli_context *cli, const void *values) {
  (void)values;
  const mr_catalog *catalog = cli_catalog(cli);
  if (catalog == NULL) {
    return CLI_FAILED;
  }
  size_t width = 0; /* of the column of names; longer ones stand on lines of their own */
  for (size_t i = 0; i < mr_catalog_count(catalog); i++) {
    size_t length = strlen(mr_catalog_name(catalog, i));
    width = length > width ? length : width;
  }
  width = width < NAMES_MOST ? width : NAMES_MOST;
  int status = CLI_OK;
  cli_document document;
  mr_json *json = cli_document_open_list(cli, &document, "games");
  for (size_t i = 0; i < mr_catalog_count(catalog); i++) {
    const char *source = mr_catalog_source(catalog, i);
    mr_game *game = cli_game_open_with(cli, mr_catalog_name(catalog, i), NULL, 0);
    if (game == NULL) {
      status = CLI_FAILED;
    } else if (json != NULL) {
      put_game(json, game, source);
    } else {
      game_text(game, source, width, &cli->out);
    }
    mr_game_free(game);
  }
  return cli_document_close_list(cli, &document, status);
}

const cli_command cmd_games = {
    .name = "games",
    .summary = "list the games",
    .about = "Lists the catalogue: the name by which the other commands know a game, its title, "
             "its family of rules, the size of its board, and what it is about. Definitions of "
             "your own join the list with --rules, or take the place of those whose names they "
             "have; the list says which file they are from.",
    .examples = examples,
    .run = run_games,
};
