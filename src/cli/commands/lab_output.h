#ifndef MARCHER_CLI_COMMANDS_LAB_OUTPUT_H
#define MARCHER_CLI_COMMANDS_LAB_OUTPUT_H

/**
 * @file
 * Where pages of the lab go, the words that make them again, and what made them.
 */

#include <marcher/json.h>

#include "cli/commands/lab.h"

/* ---- where pages go -------------------------------------------------------------------------- */

/**
 * Whether --html and --pictures can be written and overwrite nothing that is read: before anything
 * is played; complains. @return an exit status
 */
int lab_page_check(cli_context *cli, const lab_options *choice);

/** Writes the page to --html, and says nothing. @return an exit status */
int lab_page_write(cli_context *cli, const lab_options *choice, const mr_game *game, mr_doc *doc);

/** The page for people: on the terminal, or in --html, which is told with the answer that the page
 *  begins with; or as a part of another page. @return an exit status */
int lab_page_tell(cli_context *cli, const lab_options *choice, const mr_game *game, mr_doc *doc);

/** Appends a page to another, which lives on when what the first was made of is freed: heat maps
 *  and games to step through aside. */
void lab_page_append(mr_doc *to, const mr_doc *from);

/* ---- words ----------------------------------------------------------------------------------- */

/** What made it: "marcher lab balance chess --games 400 --seed 1". In the arena of `cli` */
const char *lab_command_line(cli_context *cli, const lab_options *choice);

/* ---- what made a result ---------------------------------------------------------------------- */

/** Bytes of 64 bits in hexadecimal digits, the NUL included. */
#define LAB_HASH_TEXT 17

/** Numbers as in the file `experiment` of a run; "": there are none. */
typedef struct lab_made {
  const char *game; /**< its name */
  const char *program;
  char definition[LAB_HASH_TEXT];
  char weights[LAB_HASH_TEXT];
  char network[LAB_HASH_TEXT];
} lab_made;

/** Of a game that this program plays. Without memory, weights are left out. */
void lab_made_of(cli_context *cli, const mr_game *game, lab_made *out);
/** Of a run. */
void lab_made_of_run(const mr_run *run, lab_made *out);
/** Appends "rules of chess: definition 01.., weights 23.., no network". */
void lab_made_text(const lab_made *made, mr_str *out);
/** Writes the object "made". */
void lab_made_json(mr_json *json, const lab_made *made);

#endif
