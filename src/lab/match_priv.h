/**
 * @file
 * What the files of the match runner share.
 */
#ifndef MARCHER_LAB_MATCH_PRIV_H
#define MARCHER_LAB_MATCH_PRIV_H

#include <marcher/match.h>
#include <marcher/session.h>

#include "lab/player.h"

/* ---- the schedule ---------------------------------------------------------------------------- */

/** One game of the schedule. */
typedef struct mr_fixture {
  uint64_t index;
  uint64_t opening;
  uint64_t engine_index; /**< on which the seeds of our engines depend: among the pairing's games */
  unsigned engines[2];   /**< by side: the one with the first seat, the other */
  unsigned leg;          /**< 1: the second game of a pair */
  bool paired;           /**< has a partner */
} mr_fixture;

mr_fixture mr_match_fixture(const mr_match_options *options, uint64_t index);

/** 0 for the seats of the first seat's team, 1 for the others. */
static inline unsigned mr_match_side(const mr_game *game, mr_player player) {
  return game->info.team[player.id] == game->info.team[0] ? 0 : 1;
}

/** The first seat of a side, whose clock is the side's. */
static inline mr_player mr_match_first_seat(const mr_game *game, unsigned side) {
  mr_player seat = {0};
  while (mr_match_side(game, seat) != side) {
    seat.id++;
  }
  return seat;
}

/** A number of its own for each purpose, from the match's seed. */
uint64_t mr_match_seed(uint64_t seed, unsigned purpose, uint64_t index);

enum { MR_MATCH_SEED_DICE, MR_MATCH_SEED_ENGINE };

/* ---- one game -------------------------------------------------------------------------------- */

/** What one side has done so far. */
typedef struct mr_referee_side {
  mr_match_player *player;
  unsigned turns;       /**< in which it was asked, and which have ended */
  uint64_t actions;     /**< that it was asked for */
  uint64_t scored_turn; /**< the game's turn in which it last told what it saw */
  unsigned even;        /**< turns in a row that it saw an even game */
  unsigned losing;      /**< ... that it saw itself lost */
  unsigned winning;
} mr_referee_side;

/** Who conducts games, one after the other. */
typedef struct mr_referee {
  const mr_match_options *options;
  const mr_game *game;
  mr_session *session;
  mr_str start_text;
  mr_str moves; /**< " a b c" */
  mr_match_opening opening;
  /* of the game under way: */
  mr_match_game *out;
  mr_referee_side sides[2];
  uint64_t engine_index; /**< as in the fixture */
  bool over;
} mr_referee;

/** To be freed with mr_referee_done in any case. */
MR_NODISCARD mr_status mr_referee_init(mr_referee *ref, const mr_match_options *options,
                                       mr_error *err);
void mr_referee_done(mr_referee *ref);

/**
 * Plays a game. @param sides the players of the two sides. @param out zeroed; to be freed with
 * mr_match_game_done. @return MR_ERR_CANCELLED, what the opening says, what keeps a player from
 * playing at all
 */
MR_NODISCARD mr_status mr_referee_play(mr_referee *ref, const mr_fixture *fixture,
                                       mr_match_player *const *sides, mr_match_game *out,
                                       mr_error *err);

/** Frees what a game holds. */
void mr_match_game_done(mr_match_game *game);

/** The state of that text, or the definition's own start where it is NULL. */
MR_NODISCARD mr_status mr_match_start(const mr_game *game, const char *text, mr_state *out,
                                      mr_error *err);

/** The fingerprint of a game that is over. */
uint64_t mr_match_fingerprint(const mr_match_game *game);

/** A copy of a text for mr_match_game.start, or NULL. */
char *mr_match_text_copy(const char *text);

/** Appends an action. @return MR_ERR_NOMEM */
MR_NODISCARD mr_status mr_match_game_add(mr_match_game *game, mr_match_action action,
                                         mr_error *err);

/* ---- the report ------------------------------------------------------------------------------ */

MR_NODISCARD mr_status mr_match_report_init(mr_match_report *report,
                                            const mr_match_options *options, mr_error *err);

/** Counts a game. @param partner the other game of its pair, when that has been counted, or NULL */
void mr_match_report_add(mr_match_report *report, const mr_match_game *played,
                         const mr_match_game *partner);

/** After the last game: a game whose partner has not been played counts alone. */
void mr_match_report_close(mr_match_report *report, const mr_match_game *single);

/* ---- the journal ----------------------------------------------------------------------------- */

/** Games that were finished, on disk. */
typedef struct mr_journal {
  int file; /**< -1: none */
  const char *path;
  uint64_t salt;         /**< what the marks of its games begin with */
  uint64_t damaged;      /**< lines that were passed over when it was opened, or read in part */
  uint64_t damaged_line; /**< the first of them, from 1 */
} mr_journal;

/** Told of every game that a journal holds; takes what the game holds. */
typedef mr_status (*mr_journal_fn)(void *context, mr_match_game *game, mr_error *err);

/**
 * Opens a journal or begins one, and reads what it holds. A last line that was never finished is
 * cut off. Other lines that are damaged are passed over, counted and left: no damaged byte costs
 * more than the game of its line. @return MR_ERR_MISMATCH for a file of another match or version,
 * or that is no journal, which stays as it is; MR_ERR_IO also while another process writes it
 */
MR_NODISCARD mr_status mr_journal_open(mr_journal *journal, const mr_match_options *options,
                                       mr_journal_fn each, void *context, mr_error *err);
MR_NODISCARD mr_status mr_journal_add(mr_journal *journal, const mr_match_game *game,
                                      mr_error *err);
void mr_journal_close(mr_journal *journal);

#endif
