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
  static const char *const names[] = {"chance", "hide", "multi", "fraction", "undo", "deal"};
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
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    if ((info->capabilities >> i & 1u) != 0) {
      mr_json_string(json, NULL, names[i]);
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
  cli_document document;
  mr_json *json = cli_document_open(&document);
  mr_json_array(json, "games");
  for (size_t i = 0; i < mr_catalog_count(catalog); i++) {
    const char *source = mr_catalog_source(catalog, i);
    mr_game *game = cli_game_open_with(cli, mr_catalog_name(catalog, i), NULL, 0);
    if (game == NULL) {
      status = CLI_FAILED;
    } else if (cli->global.json) {
      put_game(json, game, source);
    } else {
      game_text(game, source, width, &cli->out);
    }
    mr_game_free(game);
  }
  if (cli->global.json) {
    mr_json_end(json);
    int printed = cli_document_print(cli, &document);
    return printed == CLI_OK ? status : printed;
  }
  cli_document_drop(&document);
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
