#ifndef MARCHER_CLI_COMMANDS_CHECK_PLAY_H
#define MARCHER_CLI_COMMANDS_CHECK_PLAY_H

/**
 * @file
 * What `check --play` does with each game: plays it, and tells its designer what was found.
 */

#include <marcher/catalog.h>

#include "cli/files.h"

/** How games are played, and what was found in all of them so far. */
typedef struct check_play {
  cli_context *cli;
  unsigned games;   /**< random games of each; 0: as many as its size allows */
  uint64_t seconds; /**< for each game at most */
  mr_json *json;    /**< receives an object for each game; NULL: text */
  size_t warnings;  /**< in all games so far */
} check_play;

/** Plays a game of the catalogue, which compiles. @return an exit status */
int check_play_game(check_play *play, const mr_catalog *catalog, const char *name);

#endif
