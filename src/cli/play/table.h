#ifndef MARCHER_CLI_PLAY_TABLE_H
#define MARCHER_CLI_PLAY_TABLE_H

/**
 * @file
 * A game under way: the seats, the actions so far, the dice, the record. It knows no screen.
 */

#include <marcher/engine.h>
#include <marcher/record.h>

#include "cli/commands/endgames.h"

/** Bytes of a thought as a comment, the NUL included. */
#define CLI_COMMENT_MAX 600

/** Who sits on a seat. Human seats keep a level and an engine too: those of hints. */
typedef struct cli_seat {
  bool human;
  unsigned level;
  char engine[32]; /**< a kind, "" for the best */
  uint32_t milliseconds;
  uint64_t nodes;
} cli_seat;

/** One action that was made. */
typedef struct cli_move {
  mr_action action;
  mr_node node; /**< where it was made */
  bool human;
  bool secret;  /**< the table's viewer may not be told of it */
  bool reveals; /**< it brought to light what had been hidden */
  bool places;  /**< it put `piece` on `to` */
  mr_piece piece;
  mr_cell to;
  bool ends_turn; /**< the turn of its player was over with it */
  char text[MR_ACTION_TEXT_MAX];
  const char *comment; /**< in the arena of the table; "" if none */
} cli_move;

/** What the computer thought last. */
typedef struct cli_mind {
  bool given;
  bool carries_on; /**< it only carries out the plan that was thought of earlier in the turn */
  mr_player player;
  size_t at; /**< the number of actions before */
  mr_search_result thought;
  mr_state *seen; /**< the observation that it is about */
} cli_mind;

typedef struct cli_table {
  cli_context *cli;
  mr_game *game;
  mr_arena arena;    /**< comments */
  mr_override *sets; /**< overrides of the game, for the record */
  size_t set_count;
  uint64_t seed;
  cli_seat seats[MR_MAX_PLAYERS];
  mr_engine *engines[MR_MAX_PLAYERS];
  mr_endgame_set *endgames; /**< for all engines; NULL: none */
  mr_state *start;          /**< after the deal */
  bool own_start;           /**< the start is the definition's own, without a deal */
  mr_state *state;
  mr_state *seen;  /**< scratch: an observation */
  mr_state *ahead; /**< scratch: a state to look ahead with */
  mr_action *actions;
  mr_chance *chances;
  mr_player viewer; /**< who is told what happens; MR_NOBODY: spectators */
  mr_events events; /**< of the last action */
  mr_events recent; /**< of the last turn, or what there is of it, and the chance after it: what to
                       mark */
  cli_mind mind;
  cli_mind plan; /**< the last thought that took some thinking: later ones may only carry it out */
  cli_move *moves;
  size_t count;
  size_t capacity;
  size_t told;       /**< actions that have been told, see tell.h */
  uint64_t revision; /**< counts every change of the game */
  bool resigned;
  mr_player resigner;
} cli_table;

/** Takes over `game`. @return an exit status; after a failure the table is closed */
int cli_table_open(cli_context *cli, mr_game *game, const mr_override *sets, size_t set_count,
                   cli_table *out);
void cli_table_close(cli_table *table);

/** Deals with `seed`, or begins from `text` unless that is NULL. @return an exit status */
int cli_table_start(cli_table *table, uint64_t seed, const char *text);

/** What is to be done next; a resignation ends the game. */
mr_node cli_table_node(const cli_table *table);

/** Makes an action that is legal; `comment` goes into the record. @return an exit status */
int cli_table_make(cli_table *table, mr_action action, const char *comment);

/** The dice of this node. @pre the next node is one of chance */
mr_action cli_table_roll(cli_table *table);

/** Takes back all actions but the first `keep`, and a resignation. */
void cli_table_rewind(cli_table *table, size_t keep);

/** Ends the game in favour of the other side. @pre cli_table_can_resign */
void cli_table_resign(cli_table *table, mr_player player);

/**
 * The number of actions before the turn that is under way: before its player's first one, or all
 * where there is none yet.
 */
size_t cli_table_turn_start(const cli_table *table);

/** Whether the last action ended its player's turn, as far as people see it. */
bool cli_table_turn_is_over(const cli_table *table);

/** Whether taking back all but the first `keep` actions would hide again what has been revealed. */
bool cli_table_would_hide(const cli_table *table, size_t keep);

/** Whether `player` sees something now that not everybody may see. */
bool cli_table_has_secret(cli_table *table, mr_player player);

/** The number of actions before the last decision of a human; `count` if there is none. */
size_t cli_table_last_human(const cli_table *table);

/** What `player` sees now, until the next call. */
const mr_state *cli_table_observe(cli_table *table, mr_player player);

/**
 * Lets the computer think for `player`, and keeps the thought in `table->mind`. `progress` may be
 * NULL. @return an exit status
 */
int cli_table_think(cli_table *table, mr_player player, mr_progress_fn progress, void *context);

/** Changes how strong the computer is on a seat. */
void cli_table_set_level(cli_table *table, mr_player player, unsigned level);

/** Whether there are two sides, so that one can resign to the other. */
bool cli_table_can_resign(const cli_table *table);

/** "0-1" after a resignation, the result of the rules after an end, else "*". */
const char *cli_table_result(const cli_table *table, char *buffer);

/** The game as a record. @return an exit status; `out` is to be freed in any case */
int cli_table_record(const cli_table *table, mr_record *out);

/** Writes the record to a file. @return an exit status */
int cli_table_save(const cli_table *table, const char *path);

/**
 * Reads a record, or the first game of a file in PGN ("-": standard input), and checks all that it
 * claims. @return an exit status
 */
int cli_table_load(cli_context *cli, const char *path, cli_table *out);

/** The same for the game of a number, from 1. */
int cli_table_load_game(cli_context *cli, const char *path, uint64_t number, cli_table *out);

/* ---- seats ----------------------------------------------------------------------------------- */

#define CLI_TIME_MAX 3600000
#define CLI_NODES_MAX UINT64_C(1000000000000)

/** What play and watch say about computer players. */
typedef struct cli_seat_options {
  cli_list players;
  const char *engine;
  const char *endgames;
  cli_number level;
  cli_number time;
  cli_number nodes;
} cli_seat_options;

/** Rows for the tables of commands whose options have a member `seats`. */
#define CLI_SEAT_OPTIONS(options_type)                                                          \
  {                                                                                             \
      .name = "level",                                                                          \
      .value = "N",                                                                             \
      .type = CLI_NUMBER,                                                                       \
      .min = MR_LEVEL_MIN,                                                                      \
      .max = MR_LEVEL_MAX,                                                                      \
      .offset = offsetof(options_type, seats.level),                                            \
      .help = "how strong the computer is, 1 to 8 (5)",                                         \
  },                                                                                            \
      {                                                                                         \
          .name = "engine",                                                                     \
          .value = "KIND",                                                                      \
          .type = CLI_TEXT,                                                                     \
          .offset = offsetof(options_type, seats.engine),                                       \
          .help = "how the computer thinks: auto, mcts, random, or what the game has",          \
      },                                                                                        \
      {                                                                                         \
          .name = "time",                                                                       \
          .value = "MS",                                                                        \
          .type = CLI_NUMBER,                                                                   \
          .min = 1,                                                                             \
          .max = CLI_TIME_MAX,                                                                  \
          .offset = offsetof(options_type, seats.time),                                         \
          .help = "milliseconds for each decision of the computer; what it plays then depends " \
                  "on the machine",                                                             \
      },                                                                                        \
      {                                                                                         \
          .name = "nodes",                                                                      \
          .value = "N",                                                                         \
          .type = CLI_NUMBER,                                                                   \
          .min = 1,                                                                             \
          .max = CLI_NODES_MAX,                                                                 \
          .offset = offsetof(options_type, seats.nodes),                                        \
          .help = "nodes or playouts for each decision of the computer",                        \
      },                                                                                        \
      CLI_ENDGAMES_OPTION(options_type, seats.endgames), {                                      \
    .name = "player", .value = "NAME=SEAT", .type = CLI_LIST,                                   \
    .offset = offsetof(options_type, seats.players),                                            \
    .help = "what sits on one seat: human, or some of level:N,engine:KIND,time:MS,nodes:N "     \
            "(may be repeated)",                                                                \
  }

/**
 * Gives every seat the --level, --engine, --time and --nodes that were given, and the table the
 * --endgames. @return an exit status
 */
int cli_seats_init(cli_table *table, const cli_seat_options *options);

/**
 * Reads the values of --player, each "NAME=SEAT", where SEAT is "human", or some of
 * "level:7,engine:mcts,time:500,nodes:1000". @return an exit status
 */
int cli_seats_read(cli_table *table, const cli_seat_options *options);

/** Reads a SEAT from a record; one that this program did not write changes nothing. */
void cli_seat_recall(cli_table *table, mr_player player, const char *text);

/** "human", "level 5", "level 5, engine mcts, time 500 ms". */
void cli_seat_text(const cli_seat *seat, mr_str *out);

#endif
