#ifndef MARCHER_CLI_PLAY_LOBBY_LIST_H
#define MARCHER_CLI_PLAY_LOBBY_LIST_H

/**
 * @file
 * What the lobby lists: the games of the catalogue in their groups, and the games that were saved.
 */

#include <marcher/catalog.h>

#include "cli/cli.h"
#include "cli/saved.h"

/** The games of the catalogue in the order in which the lobby numbers them. */
typedef struct lobby_list {
  mr_catalog_entry *entries; /**< in the arena of the program; group after group */
  size_t count;
} lobby_list;

/** Reads the catalogue. @return an exit status */
int lobby_list_read(cli_context *cli, const mr_catalog *catalog, lobby_list *out);

/**
 * Adds the groups and their games with their numbers, in columns. Where they are more than `lines`
 * (0: any number), groups become lines of as many titles as fit, the last ones first.
 * @return whether some were
 */
bool lobby_list_show(const lobby_list *list, size_t width, size_t lines, mr_str *out);

/** The most games that lobby_find tells of. */
#define LOBBY_FOUND_MAX 60

/**
 * The games that a line means: its number, its name or title, the beginning of one, or else all
 * that have all words of the line in their name, title or group.
 * @param found gets indices. @return how many
 */
size_t lobby_find(const lobby_list *list, const char *line, size_t found[LOBBY_FOUND_MAX]);

/** Adds one game as the list has it, in a line. */
void lobby_add_game(const lobby_list *list, size_t index, mr_str *out);

/** What somebody may have meant by a line that means nothing: a name or title, or NULL. */
const char *lobby_nearest(const lobby_list *list, const char *line);

/** "chess against level 5, 46 actions, today 14:02": adds what a saved game is. */
void lobby_describe_saved(cli_context *cli, const lobby_list *list, const cli_saved *saved,
                          int64_t now, mr_str *out);

/** "today 14:02", "yesterday 9:30", "12 Nov 14:02" in this year, else "2025-11-12". */
void lobby_add_date(int64_t when, int64_t now, mr_str *out);

#endif
