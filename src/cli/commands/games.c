#include <string.h>

#include "cli/commands.h"
#include "cli/game.h"
#include "cli/json.h"

#define WIDTH 80
#define NAMES_MOST 18

static const cli_example examples[] = {
    {"games", "what there is to play"},
    {"games --rules my.ini --json", "the same with my own definitions, for a program"},
    {NULL, NULL},
};

static json_t *capabilities_json(const mr_game_info *info) {
  static const char *const names[] = {"chance", "hide", "multi", "fraction", "undo", "deal"};
  json_t *list = json_array();
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    if ((info->capabilities >> i) & 1u) {
      json_array_append_new(list, json_string(names[i]));
    }
  }
  return list;
}

/* @param source the file that it comes from, or NULL */
static json_t *game_json(const mr_game *game, const char *source) {
  const mr_game_info *info = &game->info;
  json_t *players = json_array();
  for (size_t i = 0; i < info->players; i++) {
    json_array_append_new(players, json_string(info->player_names[i]));
  }
  return json_pack("{s:s, s:s, s:s, s:i, s:i, s:o, s:s, s:o, s:o, s:s?}", "name", info->name,
                   "title", info->title, "family", info->family, "columns", (int)info->columns,
                   "rows", (int)info->rows, "players", players, "summary", info->summary,
                   "capabilities", capabilities_json(info), "definition",
                   cli_json_hash(info->definition_hash), "source", source);
}

static void game_text(const mr_game *game, const char *source, size_t name_width, mr_str *out) {
  const mr_game_info *info = &game->info;
  size_t indent = name_width + 2;
  size_t name = strlen(info->name);
  mr_str heading;
  mr_str_init(&heading, NULL);
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

/* Columns for the names; longer ones stand on lines of their own. */
static size_t names_width(const mr_catalog *catalog) {
  size_t longest = 0;
  for (size_t i = 0; i < mr_catalog_count(catalog); i++) {
    size_t length = strlen(mr_catalog_name(catalog, i));
    longest = length > longest ? length : longest;
  }
  return longest < NAMES_MOST ? longest : NAMES_MOST;
}

static int run_games(cli_context *cli, const void *values) {
  (void)values;
  const mr_catalog *catalog = cli_catalog(cli);
  if (catalog == NULL) {
    return CLI_FAILED;
  }
  int status = CLI_OK;
  size_t width = names_width(catalog);
  json_t *list = json_array();
  for (size_t i = 0; i < mr_catalog_count(catalog); i++) {
    const char *source = mr_catalog_source(catalog, i);
    mr_game *game = cli_game_open_with(cli, mr_catalog_name(catalog, i), NULL, 0);
    if (game == NULL) {
      status = CLI_FAILED;
    } else if (cli->global.json) {
      json_array_append_new(list, game_json(game, source));
    } else {
      game_text(game, source, width, &cli->out);
    }
    mr_game_free(game);
  }
  if (cli->global.json) {
    int printed = cli_print_json(cli, json_pack("{s:O}", "games", list));
    status = printed == CLI_OK ? status : printed;
  }
  json_decref(list);
  return status;
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
