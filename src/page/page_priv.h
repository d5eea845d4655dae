/**
 * @file page_priv.h
 * What the files of the room share.
 */
#ifndef MARCHER_PAGE_PAGE_PRIV_H
#define MARCHER_PAGE_PAGE_PRIV_H

#include <marcher/endgame.h>
#include <marcher/review.h>

#include "page/page.h"

/** What is found out about a game besides playing it. */
typedef struct mr_page_study {
  mr_review *review; /**< under way; or NULL */
  mr_endgame *endgame;
  char men[MR_ENDGAME_NAME_MAX]; /**< of `endgame` */
} mr_page_study;
/** A text that a page has brought with it. */
typedef struct mr_page_text {
  const char *name;
  const char *text;
  size_t length;
  struct mr_page_text *next;
} mr_page_text;

/** Tables of endings that somebody has brought. */
typedef struct mr_page_table {
  mr_endgame *endgame; /**< reads `bytes` */
  mr_str bytes;
  struct mr_page_table *next;
} mr_page_table;

struct mr_page {
  const mr_allocator *allocator;
  mr_catalog *catalog;
  mr_game *game;         /**< NULL: none is open */
  mr_session *session;   /**< of it */
  bool clocked;          /**< clocks have been given to it */
  mr_session *past;      /**< the same at an earlier position; NULL: nobody has looked back */
  mr_session *lesson;    /**< another one of it, for examples and puzzles; NULL: not yet */
  mr_page_study study;   /**< of it */
  mr_page_table *tables; /**< of its endings, the last first */
  mr_page_text *puzzles; /**< files of them by the names of games, the last first */
  mr_override *sets;     /**< of it, in `kept` */
  size_t set_count;
  mr_arena kept;               /**< lives as long as the game */
  mr_arena brought;            /**< lives as long as the definitions */
  struct mr_page_quick *quick; /**< games that are played to look at their results, or NULL */
  mr_str out;
  mr_page_progress_fn progress;
  void *progress_context;
};

/** A request under way. */
typedef struct mr_page_request {
  mr_page *page;
  const char *words[MR_PAGE_WORDS_MAX]; /**< the command first */
  size_t lengths[MR_PAGE_WORDS_MAX];
  size_t count;
  mr_json *json;   /**< the answer's members go here */
  mr_arena *arena; /**< until it is answered */
  mr_error *error;
} mr_page_request;

/** A request by its first word. */
typedef struct mr_page_command {
  const char *name;
  size_t least; /**< words behind it */
  size_t most;
  bool game; /**< a game must be open */
  mr_status (*answer)(mr_page_request *request);
} mr_page_command;

/** Commands about definitions and games (page_game.c), and about a game under way (page_play.c). */
extern const mr_page_command mr_page_game_commands[];
extern const size_t mr_page_game_command_count;
extern const mr_page_command mr_page_play_commands[];
extern const size_t mr_page_play_command_count;
/** About games as texts (page_read.c), and about what they were worth (page_analyse.c). */
extern const mr_page_command mr_page_read_commands[];
extern const size_t mr_page_read_command_count;
extern const mr_page_command mr_page_analyse_commands[];
extern const size_t mr_page_analyse_command_count;
/** About small endings (page_ending.c). */
extern const mr_page_command mr_page_ending_commands[];
extern const size_t mr_page_ending_command_count;

/** Commands about learning a game (page_learn.c). */
extern const mr_page_command mr_page_learn_commands[];
extern const size_t mr_page_learn_command_count;

/** Writes a block of a page of rules; diagrams are drawn. @param piece it is about; NULL: none */
void mr_page_put_block(mr_page_request *request, const mr_doc_block *block, const char *piece);

/** Keeps a file of puzzles of a game. @return MR_ERR_NOMEM */
MR_NODISCARD mr_status mr_page_bring_puzzles(const mr_page_request *request, const char *name,
                                             const char *text, size_t length);

/** Writes what is left on each player's clock in milliseconds, or that there are none. */
void mr_page_put_clocks(mr_page_request *request);

/** Commands about set-ups and clocks (page_view.c). */
extern const mr_page_command mr_page_view_commands[];
extern const size_t mr_page_view_command_count;

/** What actions would look like (page_ahead.c). */
extern const mr_page_command mr_page_ahead_commands[];
extern const size_t mr_page_ahead_command_count;

/**
 * Writes in which ways the piece of the hand that was pressed can be put down (`ways`), with a
 * drawing of each and where it can go; none where there is but one.
 */
MR_NODISCARD mr_status mr_page_put_ways(mr_page_request *request, const mr_pick_list *list,
                                        const mr_pick *pressed);

/** Of the workshop: definitions (page_workshop.c), boards (page_board.c), games (page_quick.c). */
extern const mr_page_command mr_page_workshop_commands[];
extern const size_t mr_page_workshop_command_count;
extern const mr_page_command mr_page_board_commands[];
extern const size_t mr_page_board_command_count;
extern const mr_page_command mr_page_quick_commands[];
extern const size_t mr_page_quick_command_count;

/** One text of a request, three words from `at`: "rules" or "weights", its source, what it says. */
mr_status mr_page_add_text(const mr_page_request *request, size_t at, mr_catalog *catalog,
                           mr_diagnostics *list);

/** Puts a game in place of the one that is open; it is freed where that fails. */
mr_status mr_page_begin_game(mr_page_request *request, mr_game *game);

/** What a page is told of a game. */
void mr_page_put_game(mr_json *json, const mr_game *game);

/** The key of that name in a family's table or the common one; NULL: any family's. */
const mr_key *mr_page_key(const char *family, const char *name);

/** Ends the games that are played to look at their results. */
void mr_page_quick_end(mr_page *page);

/**
 * The seat whose name is word `index`; "-" is MR_NOBODY, a spectator; "*" is MR_ALL_SEEING, for
 * games whose record lies open. @return MR_ERR_UNKNOWN
 */
MR_NODISCARD mr_status mr_page_player(const mr_page_request *request, size_t index, mr_player *out);

/** Word `index` as a whole number. @return MR_ERR_SYNTAX */
MR_NODISCARD mr_status mr_page_number(const mr_page_request *request, size_t index, uint64_t max,
                                      uint64_t *out);

/**
 * The session after as many actions as word `index` says, which stands until the next request; as
 * it is where there is no such word. @return MR_ERR_SYNTAX, MR_ERR_NOMEM
 */
MR_NODISCARD mr_status mr_page_session_at(mr_page_request *request, size_t index, mr_session **out);

/**
 * Writes which squares that fit something is taken or fought for on (`fights`), and which bring
 * who decides nearer to a goal (`nearer`); none before anything is pressed.
 */
MR_NODISCARD mr_status mr_page_put_effects(mr_page_request *request, const mr_pick_list *list,
                                           const mr_pick *pressed, size_t fits);

/** Writes a text of the painter's as a value, and frees it. */
void mr_page_put_drawing(mr_page_request *request, const char *key, mr_str *svg);

/** Whose move it is, and how far the game is: what changes with every action. */
void mr_page_put_status(mr_json *json, mr_session *session);

/** What a search has found so far, to whoever wants to be told. @param context the page */
void mr_page_report_progress(void *context, const mr_search_result *so_far);

/** How turns are numbered, as in PGN. */
typedef struct mr_page_turn {
  uint32_t number;
  mr_player last; /**< who acted last */
} mr_page_turn;

/** Before the first action. */
#define MR_PAGE_FIRST_TURN ((mr_page_turn){1, {MR_NOBODY_ID}})

/** The turn that an action of `player` belongs to, behind another. */
mr_page_turn mr_page_next_turn(mr_page_turn turn, mr_player player);
/** How the last action of a session is numbered. */
mr_page_turn mr_page_turn_before_last(const mr_session *session);

enum { MR_PAGE_NAME_MAX = MR_ACTION_TEXT_MAX + 4 }; /**< bytes of what an action is called */

/** Writes what people call an action: its short notation, or what a button reads. Makes it. */
void mr_page_name_and_make(const mr_game *game, mr_state *state, mr_action action, mr_str *out);

/**
 * Writes what an action is called, as members of the object that is open: text, short, player,
 * number. @param scratch receives the state behind it
 */
void mr_page_put_words(mr_page_request *request, const mr_state *before, mr_action action,
                       mr_page_turn turn, mr_state *scratch);

/** Brings the session to these actions, from wherever it is. @return MR_ERR_ILLEGAL and others */
MR_NODISCARD mr_status mr_page_stand(mr_page_request *request, const mr_action *actions,
                                     size_t count);

/** Frees what was found out about the game. */
void mr_page_forget_study(mr_page *page);
/** Frees the tables that were brought. */
void mr_page_forget_tables(mr_page *page);

/** Closes the game that is open, if any. */
void mr_page_close(mr_page *page);

#endif
