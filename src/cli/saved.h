#ifndef MARCHER_CLI_SAVED_H
#define MARCHER_CLI_SAVED_H

/**
 * @file
 * The folder for saved games (cli_state_folder): what is in it, and the games that are saved
 * without being asked, "autosave-GAME-2026-11-22-181500.mrec" by the local time. The last
 * ::CLI_AUTOSAVES of all games are kept, those that are over the least long; games that were saved
 * elsewhere by name are remembered in "saved-games.txt". Version 0.1 wrote "autosave-GAME.mrec",
 * beside it
 * ".previous" and numbers; these are found, gone on with, and never removed.
 */

#include "cli/cli.h"

/** Autosaves that are kept. */
#define CLI_AUTOSAVES 10

/** A record in the folder. */
typedef struct cli_saved {
  const char *path;
  int64_t written; /**< seconds since the epoch when it was last written */
  int32_t rest;    /**< ... and the nanoseconds behind them */
} cli_saved;

/** Remembers that a game was saved to a file elsewhere. What fails there loses no game. */
void cli_saved_note(cli_context *cli, const char *path);

/** All of them, those saved elsewhere by name among them, in the arena of `cli`, newest first.
 * @return how many; 0 also without memory */
size_t cli_saved_list(cli_context *cli, cli_saved **out);

/**
 * The file that somebody means by a word behind "resume": one of that name; in the folder for saved
 * games, with or without its suffix, where the word has no '/' and nothing is there under that
 * name; the newest saved game for "last". @return `word` itself where there is none of these
 */
const char *cli_saved_find(cli_context *cli, const char *word);

/** Whether a file is one that games go to without being asked, by this version or an older one. */
bool cli_is_autosave(cli_context *cli, const char *path);

/**
 * Takes a new name for a game of this name, in the arena: an empty file, until something is written
 * to it. @return NULL after a complaint
 */
const char *cli_autosave_reserve(cli_context *cli, const char *game);

/** Removes a file that was only reserved. */
void cli_autosave_release(const char *path);

/**
 * Removes all but the last ::CLI_AUTOSAVES, games that are over first, never one of this sitting's
 * (`cli->kept`).
 * @param gone is told of each before that
 */
void cli_autosaves_prune(cli_context *cli, void (*gone)(cli_context *cli, const char *path));

#endif
