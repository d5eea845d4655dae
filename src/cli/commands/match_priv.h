#ifndef MARCHER_CLI_COMMANDS_MATCH_PRIV_H
#define MARCHER_CLI_COMMANDS_MATCH_PRIV_H

/**
 * @file
 * What the files of `marcher match` share: from words to a match, and from a match to words.
 */

#include <marcher/json.h>
#include <marcher/match.h>

#include "cli/cli.h"

/** The values of the command's options. */
typedef struct match_options {
  const char *game;
  cli_list engines;
  cli_list each;
  cli_number games;
  cli_number rounds;
  cli_number concurrency;
  cli_number plies;
  cli_number balance;
  cli_number balance_nodes;
  cli_number max_moves;
  cli_number wait;
  cli_number interval;
  cli_list draw;
  cli_list resign;
  cli_list sprt;
  const char *openings;
  const char *pgn;
  const char *records;
  const char *log;
  const char *resume;
  size_t tournament;
  size_t order;
  bool no_repeat;
  bool recover;
  bool by_standing;
} match_options;

/** Words that --engine and --each know without a value; NULL-terminated. */
extern const char *const cli_match_bare_words[];

/**
 * Reads --engine and --each. What is made lives in the arena of `cli`. Tables of endings are named,
 * not yet opened. @param list receives the engines of `out`. @return an exit status
 */
int cli_match_engines(cli_context *cli, const match_options *choice, mr_match_options *out,
                      mr_match_engine **list);

/** Reads --draw, --resign and --sprt. @return an exit status */
int cli_match_rules(cli_context *cli, const match_options *choice, mr_match_options *out);

/** A file or a folder that gets every game, and games that could not be written there yet. */
typedef struct cli_match_output {
  const char *name; /**< as the command line has it; NULL: there is none */
  struct cli_match_text *waiting;
  size_t count;
  size_t room;
  size_t bytes;     /**< of the texts that are waiting */
  uint64_t dropped; /**< games that will not be written any more */
  uint64_t first;   /**< the first of them */
  mr_error error;   /**< why the last one could not be written */
} cli_match_output;

/** What a match writes besides its table: PGN and records. */
typedef struct cli_match_files {
  cli_context *cli;
  const mr_match_options *match;
  cli_match_output games;   /**< PGN */
  cli_match_output records; /**< a folder */
  int pgn;                  /**< a descriptor; -1: none */
  uint64_t own;             /**< bytes of PGN that are this match's: with a journal */
  uint64_t told;            /**< games so far */
  bool compares;            /**< PGN may hold games of the journal */
  bool begun;               /**< the games of the journal have been told */
  mr_status status;         /**< whether what was found is of this match */
  mr_error foreign;         /**< why not */
} cli_match_files;

/**
 * Looks whether they can be written, before hours are spent on games. With a journal what is there
 * is compared with its games as these are told; without one PGN is appended to, and the folder has
 * no records. @param out zeroed, without a descriptor; to be closed in any case
 */
int cli_match_files_open(cli_context *cli, const match_options *choice,
                         const mr_match_options *match, cli_match_files *out);

/** Behind the games of the journal. @return MR_ERR_MISMATCH where something else is there, too */
mr_status cli_match_files_begin(cli_match_files *files, mr_error *err);

/** Writes a game. What cannot be written is told once, and tried again with every later one. */
void cli_match_files_add(cli_match_files *files, const mr_match_game *game);

/** Tries a last time, and tells what is lacking. @return an exit status */
int cli_match_files_end(cli_match_files *files);

void cli_match_files_close(cli_match_files *files);

/** The names of the sides, the name of the game, the seed. */
void cli_match_heading(const mr_match_options *match, mr_str *out);

/** One line about a finished game. */
void cli_match_game_line(const mr_match_report *report, const mr_match_game *game, mr_str *out);

/**
 * Elo with its error, "+12.3 +- 4.5"; where one side has won all or nearly, the bound that is
 * known, "at least +182.7"; else "unknown". The one way in which results are told.
 * @return what is told, the bound where it is one; NAN: nothing is known
 */
double cli_match_elo(mr_interval elo, mr_str *out);

/** The same without bounds, for programs, which are told the interval besides; NAN: not known. */
double cli_match_elo_value(mr_interval elo);

/**
 * A share of points with its error, "63.1% +- 3.8"; where that would go beyond none or all of them,
 * or one side of the interval is the longer one, with its bounds, "100.0% (61.2 to 100.0)". The one
 * way in which shares of matches are told.
 */
void cli_match_share(mr_interval share, mr_str *out);

/** What a match in one line shows: "+7 =2 -1, +35.3 +- 20.1 Elo". */
void cli_match_strength(const mr_tally *tally, mr_str *out);

/**
 * What the test of a gate says of a match: "LLR 2.97 (-2.94 to 2.94): better", "LLR 0.63 (-2.94 to
 * 2.94): likely better (LOS 93.1%, the test is open)"; of one that does not pass, the ratio alone.
 */
void cli_match_verdict(const mr_tally *tally, const mr_sprt_state *sprt, bool passes, mr_str *out);

/** The same for programs: llr, verdict ("open", "H0", "H1") and los. */
void cli_match_put_verdict(mr_json *json, const mr_tally *tally, const mr_sprt_state *sprt);

/** Who stands where, for between two games: the first lines of the table. */
void cli_match_standings(const mr_match_report *report, mr_str *out);

/** The table. Nothing in it depends on the clock unless a player's limits do. */
void cli_match_table(const mr_match_report *report, mr_str *out);

/** What changes while a match goes on: games a minute, time to the end. */
void cli_match_progress(const mr_match_report *report, mr_str *out);

/** Everything, as JSON. @return an exit status */
void cli_match_json(mr_json *json, const mr_match_report *report, uint64_t openings);

#endif
