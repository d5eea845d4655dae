/**
 * @file page_priv.h
 * What the files of the room share.
 */
#ifndef MARCHER_PAGE_PAGE_PRIV_H
#define MARCHER_PAGE_PAGE_PRIV_H

#include "page/page.h"

struct mr_page {
  const mr_allocator *allocator;
  mr_catalog *catalog;
  mr_game *game;       /**< NULL: none is open */
  mr_session *session; /**< of it */
  bool clocked;        /**< clocks have been given to it */
  mr_session *past;    /**< the same at an earlier position; NULL: nobody has looked back */
  mr_override *sets;   /**< of it, in `kept` */
  size_t set_count;
  mr_arena kept; /**< lives as long as the game */
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

/** Writes what is left on each player's clock in milliseconds, or that there are none. */
void mr_page_put_clocks(mr_page_request *request);

/** Commands about set-ups and clocks (page_view.c). */
extern const mr_page_command mr_page_view_commands[];
extern const size_t mr_page_view_command_count;

/** The seat whose name is word `index`; "-" is MR_NOBODY, a spectator. @return MR_ERR_UNKNOWN */
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

/** Closes the game that is open, if any. */
void mr_page_close(mr_page *page);

#endif
