#ifndef MARCHER_CLI_COMMANDS_GENERATE_H
#define MARCHER_CLI_COMMANDS_GENERATE_H

/**
 * @file
 * What the files of `generate` share: one makes definitions, the other plays them until one is
 * fair.
 */

#include <marcher/fair.h>
#include <marcher/json.h>

#include "cli/commands.h"

/** Most options of a generator. */
#define CLI_SETTINGS_MOST 32
/** Most games on one map: what a sequential test of 40% to 60% can use. */
#define CLI_FAIR_GAMES 100
/** Most maps that were tried and are told of. */
#define CLI_FAIR_TRIES 24

typedef struct generate_options {
  const char *family;
  const char *output;
  const char *settings[CLI_SETTINGS_MOST]; /**< in the order of the family's table */
  bool fair;
  cli_number games;
  cli_number minutes;
  cli_number threads;
} generate_options;

/** A map that was played. */
typedef struct cli_fair_try {
  uint64_t seed;
  uint64_t won; /**< games that the first side won */
  uint64_t lost;
  mr_fair test;
  const char *mended; /**< what was changed of the options: "--alike 50%"; "" where nothing was */
} cli_fair_try;

/** What is made: from which options and seed, and how many were tried until it was fair. */
typedef struct cli_fair {
  const mr_family *family;
  const char *settings[CLI_SETTINGS_MOST];
  uint64_t seed;
  size_t count; /**< of tries, the last of which was taken; 0: nothing was played */
  cli_fair_try tries[CLI_FAIR_TRIES];
} cli_fair;

/**
 * Makes definitions from `made->settings` and `made->seed` on, and plays them, until one is not
 * shown to be unfair. @param made receives what was made, and its tries
 * @param out receives the definition, with what was played in its head. @return exit status
 */
int cli_fair_make(cli_context *cli, const generate_options *choice, cli_fair *made, mr_str *out);

/** Adds the member "fair", where something was played. */
void cli_fair_json(const cli_fair *made, mr_json *json);

#endif
