#ifndef MARCHER_CLI_GAME_H
#define MARCHER_CLI_GAME_H

/**
 * @file
 * From the words on a command line to a compiled game, a state of it and its tables of endings.
 */

#include <marcher/endgame.h>

#include "cli/cli.h"

/** The network that lies beside a file of definitions for one of its games. @return NULL: none does
 */
const char *cli_network_beside(cli_context *cli, const char *path, const char *game);

/** The catalogue with all --rules files added; complains and returns NULL when it cannot. */
mr_catalog *cli_catalog(cli_context *cli);

/** The file of weights that lies beside one of definitions; NULL: there is none. */
const char *cli_weights_beside(cli_context *cli, const char *path);

/**
 * Adds the weights that lie beside a file of definitions, 'my.weights' beside 'my.ini', if there
 * are any. What is wrong with them goes to `list`. @return CLI_FAILED where they cannot be read
 */
int cli_add_weights(cli_context *cli, mr_catalog *catalog, const char *path, mr_diagnostics *list);

/** Says of a file that cannot be read that it may be meant for a game; nothing where it is none. */
void cli_note_game(cli_context *cli, const mr_catalog *catalog, const char *path);

/** Whether the catalogue has a game of that name. */
bool cli_knows_game(const mr_catalog *catalog, const char *name);

/**
 * The name of the game that somebody means, by its name or its title.
 * @param why receives the reason, and what was meant instead, where there is none @return NULL then
 */
const char *cli_game_named(cli_context *cli, const mr_catalog *catalog, const char *word,
                           mr_str *why);

/**
 * A game as the command line had it, for commands that are told: "my --rules my.ini --set a=b".
 * @param bare files without their folders: for what is written to a file, which goes elsewhere
 */
void cli_add_game(const cli_context *cli, const char *game, bool bare, mr_str *out);

/** The --rules file that a game comes from, or NULL for one that came with the program. */
const char *cli_game_source(const mr_catalog *catalog, const char *name);

/** Reads a file with a network, or none for "none"; what it holds lives as long as the program. */
int cli_network_read(cli_context *cli, const char *path, mr_network *out);
/** The same; what does not fit the game is refused. */
int cli_network_for(cli_context *cli, const char *path, const mr_game *game, mr_network *out);

/** The argument of commands that are about one game. */
#define CLI_GAME_ARGUMENT(options_type, member)                                                   \
  {                                                                                               \
    .name = "GAME", .help = "a name that 'marcher games' lists, or a file that defines one game", \
    .offset = offsetof(options_type, member),                                                     \
  }

/**
 * Where a word is a file with the definition of one game, that game, and the file joins those of
 * --rules; other words stay as they are. @return CLI_USAGE for a file of several games
 */
int cli_game_of_file(cli_context *cli, const char **word);

/** Opens a game with the overrides of --set; complains and returns NULL when it cannot. */
mr_game *cli_game_open(cli_context *cli, const char *name);

/** The same with other overrides. */
mr_game *cli_game_open_with(cli_context *cli, const char *name, const mr_override *overrides,
                            size_t override_count);

/* ---- tables of endings ----------------------------------------------------------------------- */

/** Row for the tables of commands whose players can use tables. */
#define CLI_ENDGAMES_OPTION(options_type, member)                                                  \
  CLI_OPTION("endgames", CLI_TEXT, options_type, member, .value = "PATH",                          \
             .help = "tables of endings for the computer: a file of 'marcher endgame --save', or " \
                     "a folder of them")

/**
 * Loads tables of a game; none at all is a complaint, too. @return an exit status. Free what `out`
 * receives with mr_endgame_set_free
 */
int cli_endgames_open(cli_context *cli, const mr_game *game, const char *path,
                      mr_endgame_set **out);

/** The cells of one colour, as tables of endings take them; the corner at the bottom left is dark.
 *  @return MR_ERR_NOMEM */
mr_status cli_colour_cells(cli_context *cli, const mr_game *game, bool dark, mr_endgame_cells *out,
                           mr_error *error);

/* ---- seeds ----------------------------------------------------------------------------------- */

/**
 * A seed that nobody knows yet: short enough to be typed again, but in games that hide something
 * too long to be found by trying all. @param game NULL: it is for something else
 */
uint64_t cli_fresh_seed(const mr_game *game);

/** The seed of --seed, else 1. */
uint64_t cli_seed(const cli_context *cli);

/* ---- a game with one state of it: show, moves, perft ----------------------------------------- */

typedef struct cli_position_options {
  const char *game;
  const char *state;
  const char *after;
  bool reveal;
} cli_position_options;

typedef struct cli_position {
  mr_game *game;
  mr_state *state;  /**< the truth, which nothing prints; see cli_position_see */
  mr_state *seen;   /**< what is printed */
  mr_events recent; /**< of the last action of --after; empty without it */
} cli_position;

/** Rows for the tables of commands whose options have a member `position`. */
#define CLI_STATE_OPTION(options_type)                                                         \
  CLI_OPTION("state", CLI_TEXT, options_type, position.state, .value = "TEXT",                 \
             .help = "the position in the game's notation, - to read it from standard input; " \
                     "without it the start, dealt by --seed (1)")

#define CLI_AFTER_OPTION(options_type)                                            \
  CLI_OPTION("after", CLI_TEXT, options_type, position.after, .value = "ACTIONS", \
             .help = "make these actions first, separated by blanks or semicolons")

/** The option that shows the truth. */
#define CLI_REVEAL_OPTION(options_type, member)        \
  CLI_OPTION("reveal", CLI_FLAG, options_type, member, \
             .help = "print what is hidden, too: for those who look for faults, not for players")

/** Opens what the options say; complains when it cannot. @return an exit status */
int cli_position_open(cli_context *cli, const cli_position_options *options, cli_position *out);
void cli_position_close(cli_position *position);

/** What `player` (MR_NOBODY: everybody) sees of it, or all with --reveal. @return position->seen */
const mr_state *cli_position_see(cli_position *position, const cli_position_options *options,
                                 mr_player player);

/** The same for the player who decides; for everybody where nobody does. */
const mr_state *cli_position_see_mover(cli_position *position, const cli_position_options *options);

/** Reads a state into `out`; `text` "-" stands for standard input. @return an exit status */
int cli_state_read(cli_context *cli, const mr_game *game, const char *text, mr_state *out);

#endif
