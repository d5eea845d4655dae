#ifndef MARCHER_CLI_PLAY_SESSION_H
#define MARCHER_CLI_PLAY_SESSION_H

/**
 * @file
 * A game under way with what the command line needs besides: its definition, tables of endings, and
 * how far it has been narrated. It knows no screen.
 */

#include <marcher/pgn.h>
#include <marcher/session.h>

#include "cli/game.h"

/** Bytes of an analysis as a comment, the NUL included. */
#define CLI_COMMENT_MAX 600

/** What a part of a story is, in the order in which there is less reason to tell it. */
typedef enum cli_told {
  CLI_TOLD_LOSS,  /**< what was taken, fought out, ended */
  CLI_TOLD_EVENT, /**< what else there was */
  CLI_TOLD_PLAY,  /**< what was played in a turn of several actions */
  CLI_TOLD_REASON /**< what the computer expects of it */
} cli_told;

/** Sentences of a story: those of its text from the part before up to `end`. */
typedef struct cli_story_part {
  cli_told told;
  size_t end;
} cli_story_part;

/** What happened since the board was drawn last, in its order. */
typedef struct cli_story {
  mr_str text;
  cli_story_part *parts;
  size_t count;
  size_t room;
} cli_story;

typedef struct cli_session {
  cli_context *cli;
  mr_game *game;
  mr_session *core;  /**< the game itself */
  mr_override *sets; /**< overrides of the game, for the record */
  size_t set_count;
  mr_endgame_set *endgames; /**< for all engines; NULL: none */
  mr_state *seen;           /**< an observation: what the input is about */
  mr_action *actions;       /**< those that are legal there */
  mr_action *fitting;       /**< scratch: some of them */
  mr_state *ahead;          /**< scratch: a state to look ahead with */
  mr_player viewer;         /**< who is told what happens; MR_NOBODY: spectators */
  size_t narrated;          /**< actions of which narrate.h has told */
  cli_story story;
  bool brief;          /**< regions are named no more: the first board has done so */
  const char *naming;  /**< as in cli_look; NULL: nothing names them */
  size_t told;         /**< lines that were written about it */
  bool seed_is_secret; /**< it would make again what is hidden, and nobody knows it */
  bool loaded;         /**< from a record */
  bool has_key;        /**< the game has been sealed by `key`, and is so again */
  mr_seal_key key;
} cli_session;

/** An empty text that grows; free it. */
static inline mr_str cli_text(void) {
  mr_str text = mr_str_growing(NULL);
  return text;
}

/** Takes over `game`. @return an exit status; after a failure the session is closed */
int cli_session_open(cli_context *cli, mr_game *game, const mr_override *sets, size_t set_count,
                     cli_session *out);
void cli_session_close(cli_session *session);

/** Nothing that happened is to be told again. */
void cli_forget_story(cli_session *session);

/** Deals with `seed`, or begins from `text` unless that is NULL. @return an exit status */
int cli_session_start(cli_session *session, uint64_t seed, const char *text);

/** Has all be told, hidden or not, if `reveal`; the seed too. */
void cli_session_reveal(cli_session *session, bool reveal);

/** Adds ", seed 7", or nothing while the seed is secret. */
void cli_session_add_seed(const cli_session *session, mr_str *out);

/** Makes an action that is legal; `comment` goes into the record. @return an exit status */
int cli_session_make(cli_session *session, mr_action action, const char *comment);

/** Takes back all actions but the first `keep`; those count as narrated. */
void cli_session_rewind(cli_session *session, size_t keep);

/** The same at the wish of `player`. @return false where mr_session_take_back refuses, for `why` */
bool cli_session_take_back(cli_session *session, mr_player player, size_t keep, mr_error *why);

/**
 * Lets the computer think for `player`; see mr_session_last_analysis. `progress` may be NULL.
 * @return an exit status
 */
int cli_session_think(cli_session *session, mr_player player, mr_progress_fn progress,
                      void *context);

/**
 * Writes the record to a file; of a game that hides something a sealed one, whose key is kept
 * apart, and says so. @return an exit status
 */
int cli_session_save(cli_session *session, const char *path);

/** What to do about damage in a record, and what was done. */
typedef struct cli_damage {
  bool salvage; /**< in: keep what can be kept; else damage is read past where the game is whole */
  bool found;   /**< there is some */
  bool whole;   /**< the record proves that all of the game is there */
} cli_damage;

/**
 * Reads a record, or a game of a file in PGN by its number from 1 ("-": standard input), and checks
 * all that it claims. A sealed one is opened by its key. @return an exit status
 */
int cli_session_load(cli_context *cli, const char *path, uint64_t number, cli_damage *damage,
                     cli_session *out);

/**
 * Reads a record as that does, without playing it: what a sealed one tells everybody.
 * @param record initialised; to be freed in any case @return an exit status
 */
int cli_record_read(cli_context *cli, const char *path, uint64_t number, cli_damage *damage,
                    mr_record *record);

/** Warns of a tag by which a game in PGN would be another one, were it spelt rightly. */
void cli_note_misspelt(cli_context *cli, const char *path, const mr_pgn_game *pgn);

/** What can be made of a sealed record: see cli_record_unseal. */
typedef enum cli_unsealed {
  CLI_UNSEALED,    /**< it is open now, or was never sealed */
  CLI_KEY_IS_AWAY, /**< `why` says where it was looked for */
  CLI_SEAL_BROKEN, /**< `why` says what is wrong with it */
} cli_unsealed;

/** Opens a sealed record. @param key receives its key. @param why gets a sentence without its stop
 */
cli_unsealed cli_record_unseal(cli_context *cli, const char *path, mr_record *record,
                               mr_seal_key *key, mr_error *why);

/**
 * The session of a record in which nothing is sealed any more, checked. @param key what has opened
 * it, to seal it again; NULL: nothing was sealed @return an exit status
 */
int cli_session_resume(cli_context *cli, const char *path, const mr_record *record,
                       const mr_seal_key *key, cli_session *out);

/** Opens the game of a record with its settings, and a session of it. @return an exit status */
int cli_session_of(cli_context *cli, const char *path, const mr_record *record, cli_session *out);

/* ---- seats ----------------------------------------------------------------------------------- */

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
#define CLI_SEAT_OPTIONS(options_type)                                                           \
  {.name = "level",                                                                              \
   .value = "N",                                                                                 \
   .type = CLI_NUMBER,                                                                           \
   .min = MR_LEVEL_MIN,                                                                          \
   .max = MR_LEVEL_MAX,                                                                          \
   .offset = offsetof(options_type, seats.level),                                                \
   .help = "how strong the computer is, 1 to 8 (5)"},                                            \
      {.name = "engine",                                                                         \
       .value = "KIND",                                                                          \
       .type = CLI_TEXT,                                                                         \
       .offset = offsetof(options_type, seats.engine),                                           \
       .help = "how the computer thinks: auto, mcts, random, or what the game has"},             \
      {.name = "time",                                                                           \
       .value = "MS",                                                                            \
       .type = CLI_NUMBER,                                                                       \
       .min = 1,                                                                                 \
       .max = MR_SEAT_MILLISECONDS_MAX,                                                          \
       .offset = offsetof(options_type, seats.time),                                             \
       .help = "milliseconds for each decision of the computer; what it plays then depends on "  \
               "the machine"},                                                                   \
      {.name = "nodes",                                                                          \
       .value = "N",                                                                             \
       .type = CLI_NUMBER,                                                                       \
       .min = 1,                                                                                 \
       .max = MR_SEAT_NODES_MAX,                                                                 \
       .offset = offsetof(options_type, seats.nodes),                                            \
       .help = "nodes or playouts for each decision of the computer"},                           \
      CLI_ENDGAMES_OPTION(options_type, seats.endgames), {                                       \
    .name = "player", .value = "NAME=SEAT", .type = CLI_LIST,                                    \
    .offset = offsetof(options_type, seats.players),                                             \
    .help = "what sits on one seat: human, or some of level:N,engine:KIND,time:MS,nodes:N (may " \
            "be repeated)"                                                                       \
  }

/** Whether a person sits there. */
bool cli_is_person(const cli_session *session, mr_player player);

/** The number of persons. */
size_t cli_count_persons(const cli_session *session);

/**
 * Seats a person where --side says, and computers elsewhere: a player's name or number, "both",
 * "none", or NULL for the first. @return an exit status
 */
int cli_choose_side(cli_session *session, const char *side);

/**
 * Gives every seat the --level, --engine, --time and --nodes that were given, the session the
 * --endgames, and then single seats what --player says, each "NAME=SEAT" as mr_seat_parse has it.
 * @return an exit status
 */
int cli_seats_read(cli_session *session, const cli_seat_options *options);

/** Those that were given as words of a command, each with a blank before it. */
void cli_add_seats(const cli_seat_options *options, mr_str *out);

#endif
