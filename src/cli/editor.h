#ifndef MARCHER_CLI_EDITOR_H
#define MARCHER_CLI_EDITOR_H

/**
 * @file
 * Asking for a line: with editing, history and completion where a terminal is on both sides, as it
 * comes elsewhere. The history is one for each user: a file in the folder for saved games.
 */

#include "cli/cli.h"

/** Completions under way: what could stand at the end of what has been typed. */
typedef struct cli_offers {
  const char *text; /**< all that stands before the cursor */
  const char *word; /**< the part that is to be completed, the end of `text` */
  mr_str names;     /**< those offered so far, each with its NUL */
  size_t count;
  bool more; /**< there would have been more than can be shown */
} cli_offers;

/** Offers completions; `offers->word` is the last word, and may be moved to begin elsewhere. */
typedef void (*cli_complete_fn)(void *context, cli_offers *offers);

/** Offers a name, if it begins with what has been typed and has not been offered yet. */
void cli_offer(cli_offers *offers, const char *name);

/** Offers the files and folders that begin with `offers->word`. */
void cli_offer_files(cli_offers *offers);

/** What is asked, and what helps to answer. */
typedef struct cli_question {
  const char *prompt;
  cli_complete_fn complete; /**< NULL: there is nothing to complete */
  void *context;
  bool secret; /**< what is answered is not for the history */
} cli_question;

/**
 * Asks for a line and waits for it, as cli_read_line does. @param line CLI_LINE_MAX + 1 bytes
 * @param dropped NULL, or gets whether there was something on a line that was broken off
 */
cli_got cli_ask(cli_context *cli, const cli_question *question, char *line, bool *dropped);

/** Forgets what this sitting has answered: somebody else is to look. */
void cli_history_hide(cli_context *cli);

/** Writes the history and frees the editor. */
void cli_editor_done(cli_context *cli);

#endif
