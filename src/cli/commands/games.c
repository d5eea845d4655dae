#include <string.h>

#include "cli/commands.h"
#include "cli/files.h"
#include "cli/game.h"
#include "cli/pager.h"

#define WIDTH 80
#define NAMES_MOST 20
#define INDENT 2

static const cli_example examples[] = {
    {"games", "what there is to play"},
    {"games --rules my.ini --json", "the same with my own definitions, for a program"},
    {NULL, NULL},
};

/* @param source the file that it comes from, or NULL */
static void put_game(mr_json *json, const mr_game *game, const mr_catalog_entry *entry) {
  static const struct {
    mr_capability bit;
    const char *name;
  } capabilities[] = {{MR_CAN_CHANCE, "chance"}, {MR_CAN_HIDE, "hide"},
                      {MR_CAN_MULTI, "multi"},   {MR_CAN_FRACTION, "fraction"},
                      {MR_CAN_DEAL, "deal"},     {MR_CAN_SHUFFLE, "shuffle"}};
  const mr_game_info *info = &game->info;
  mr_json_object(json, NULL);
  mr_json_string(json, "name", info->name);
  mr_json_string(json, "title", info->title);
  mr_json_string(json, "group", entry->group);
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
  mr_json_string(json, "source", entry->source);
  mr_json_end(json);
}

/* A list in the making. */
typedef struct listing {
  cli_context *cli;
  const mr_catalog *catalog;
  mr_json *json;             /* NULL: a text */
  mr_catalog_entry *entries; /* those that are listed */
  size_t count;
  size_t name_width; /* of the column of names; longer ones stand on lines of their own */
  size_t skipped;    /* games that need what Marcher does not support */
  int status;
} listing;

static void game_text(const listing *list, const mr_catalog_entry *entry, mr_str *out) {
  size_t indent = INDENT + list->name_width + 2;
  size_t name = strlen(entry->name);
  mr_str words = mr_str_growing(NULL);
  mr_str_add(&words, entry->title);
  if (entry->columns > 0 && entry->rows > 0) {
    mr_str_format(&words, ", %ux%u", entry->columns, entry->rows);
  }
  if (entry->summary[0] != '\0') {
    mr_str_format(&words, ". %s", entry->summary);
  }
  mr_str_repeat(out, ' ', INDENT);
  mr_str_add(out, entry->name);
  if (name > list->name_width) {
    mr_str_char(out, '\n');
    mr_str_repeat(out, ' ', indent);
  } else {
    mr_str_repeat(out, ' ', indent - INDENT - name);
  }
  cli_wrap(out, mr_str_text(&words), indent, indent, WIDTH);
  mr_str_done(&words);
}

/* What stands above an entry: its group, or the file that it comes from. */
static bool same_heading(const mr_catalog_entry *a, const mr_catalog_entry *b) {
  if (a->source != NULL || b->source != NULL) {
    return a->source != NULL && b->source != NULL && strcmp(a->source, b->source) == 0;
  }
  return strcmp(a->group, b->group) == 0;
}

/* The games under the heading of the one at `first`, which is the first of them. */
static void group_text(const listing *list, size_t first, mr_str *out) {
  const mr_catalog_entry *head = &list->entries[first];
  mr_str_format(out, "%s%s%s\n", out->length > 0 ? "\n" : "", head->source != NULL ? "From " : "",
                head->source != NULL ? head->source : head->group);
  for (size_t i = first; i < list->count; i++) {
    if (same_heading(head, &list->entries[i])) {
      game_text(list, &list->entries[i], out);
    }
  }
}

static bool is_first_of_group(const listing *list, size_t index) {
  size_t before = 0;
  while (before < index && !same_heading(&list->entries[before], &list->entries[index])) {
    before++;
  }
  return before == index;
}

/* Groups in the order of their first games; those of files come last, as they were added. */
static void list_text(const listing *list, mr_str *out) {
  for (int added = 0; added < 2; added++) {
    for (size_t i = 0; i < list->count; i++) {
      if ((list->entries[i].source != NULL) == (added == 1) && is_first_of_group(list, i)) {
        group_text(list, i, out);
      }
    }
  }
}

/* Whether any of the user's files has a part in a game, so that it may be wrong. */
static bool is_of_files(const listing *list, size_t index) {
  const cli_list *files = &list->cli->global.rules;
  bool drawn = false;
  for (size_t i = 0; i < files->count && !drawn; i++) {
    drawn = mr_catalog_draws_on(list->catalog, index, files->items[i]);
  }
  return drawn;
}

/* Adds a game. It is compiled only where that is needed: to tell more, or to know that it can be
   played. */
static void list_game(listing *list, size_t index, mr_arena *arena) {
  mr_diagnostics complaints;
  mr_catalog_entry entry;
  mr_game *game = NULL;
  mr_diagnostics_init(&complaints, arena);
  mr_status status = mr_catalog_describe(list->catalog, index, arena, &entry, &complaints);
  if (status == MR_OK && (list->json != NULL || is_of_files(list, index))) {
    status = mr_catalog_open(list->catalog, entry.name, NULL, 0, &game, &complaints);
  }
  if (status == MR_OK && list->json != NULL) {
    put_game(list->json, game, &entry);
  } else if (status == MR_OK) {
    size_t length = strlen(entry.name);
    list->name_width = length > list->name_width ? length : list->name_width;
    list->entries[list->count++] = entry;
  } else if (mr_diagnostics_unsupported(&complaints)) {
    list->skipped++;
  } else {
    cli_fail_diagnostics(list->cli, &complaints);
    list->status = CLI_FAILED;
  }
  mr_game_free(game);
}

static int run_games(cli_context *cli, const void *values) {
  (void)values;
  const mr_catalog *catalog = cli_catalog(cli);
  if (catalog == NULL) {
    return CLI_FAILED;
  }
  mr_arena arena;
  cli_document document;
  size_t count = mr_catalog_count(catalog);
  mr_arena_init(&arena, NULL, 0);
  mr_catalog_entry *entries = mr_arena_zero(&arena, count, sizeof *entries);
  listing list = {.cli = cli,
                  .catalog = catalog,
                  .json = cli_document_open_list(cli, &document, "games"),
                  .entries = entries,
                  .status = entries != NULL ? CLI_OK : cli_fail_memory(cli)};
  for (size_t i = 0; entries != NULL && i < count; i++) {
    list_game(&list, i, &arena);
  }
  list.name_width = list.name_width < NAMES_MOST ? list.name_width : NAMES_MOST;
  if (list.json == NULL && list.entries != NULL) {
    size_t from = cli->out.length;
    list_text(&list, &cli->out);
    cli_page_out(cli, from);
  }
  if (list.skipped > 0 && list.json == NULL) {
    const cli_list *files = &cli->global.rules;
    cli_fail(cli, "%zu more need what Marcher does not support: 'marcher check %s' says what",
             list.skipped, files->count == 1 ? files->items[0] : "FILE");
  }
  int status = cli_document_close_list(cli, &document, list.status);
  mr_arena_done(&arena);
  return status;
}

const cli_command cmd_games = {
    .name = "games",
    .summary = "list the games",
    .about =
        "Lists the catalogue in its groups: the name by which the other commands know a game, "
        "its title, the size of its board, and what it is about. Definitions of your own join "
        "the list with --rules, under the name of their file, or take the place of those whose "
        "names they have. Those that need what Marcher does not support are counted.",
    .examples = examples,
    .run = run_games,
};
