/**
 * @file design_priv.h
 * What the files of the design report share: one report in the making.
 */
#ifndef MARCHER_LAWS_DESIGN_PRIV_H
#define MARCHER_LAWS_DESIGN_PRIV_H

#include <marcher/design.h>

enum {
  MR_DESIGN_NOTE_MAX = 1024, /**< bytes of the names in a note, the NUL included */
  MR_DESIGN_GAMES = 400,     /**< random ones, where nothing else is said */
  MR_DESIGN_PLIES = 5,       /**< actions within which a win is looked for from the start */
  MR_DESIGN_TARGETS = 64,    /**< squares that a goal hangs on: where it has more, some of them */
  MR_DESIGN_PIECES = 1024, /**< kinds that are watched, those of both sides apart; a power of two */
  MR_DESIGN_NO_TEAM = MR_MAX_PLAYERS
};

/** Who plays both sides of a game. */
typedef enum mr_design_style {
  MR_DESIGN_RANDOM,
  MR_DESIGN_CAREFUL, /**< wins where one action wins, and does not let the other side do so */
  MR_DESIGN_HELPFUL  /**< all play for one goal */
} mr_design_style;

/** A kind of piece of one team, over all games. */
typedef struct mr_design_piece {
  mr_piece piece;
  mr_player owner;    /**< the first seat of the team, or nobody */
  bool used;          /**< this entry is */
  bool here;          /**< has been on the board in the game that is being played */
  uint64_t since;     /**< decisions of its owner before it came, in that game */
  uint32_t games;     /**< in which it was on the board */
  uint64_t decisions; /**< of its owner in them, from when it first was */
  uint32_t moved;
  uint32_t captured;
} mr_design_piece;

/** How a game went. */
typedef struct mr_design_game {
  uint64_t index;
  mr_design_style style;
  unsigned team;      /**< with MR_DESIGN_HELPFUL: who is to win */
  mr_rule_index rule; /**< and by which rule; 0: any */
  mr_action first;    /**< the first decision; asked for where it is not MR_ACTION_NONE before */
  bool over;          /**< false: broken off */
  bool endless;
  unsigned winner;    /**< a team, or MR_DESIGN_NO_TEAM */
  uint32_t length;    /**< actions */
  uint32_t decisions; /**< those of them that players chose */
} mr_design_game;

/** Everything but the arrays' contents is set before the first game; nothing grows later. */
typedef struct mr_design {
  const mr_game *game;
  const mr_design_options *options;
  const mr_allocator *allocator;
  mr_design_report *report;
  mr_arena *texts; /**< the caller's */
  mr_arena arena;
  mr_status status;

  const char *doing; /**< for mr_design_options.progress */
  uint64_t work;     /**< of this stretch, in units of about 30 ns */
  uint64_t limit;    /**< of this stretch */
  uint64_t ask;      /**< work at which `progress` is called next */

  unsigned teams;
  mr_state *state; /**< of the game that is being played */
  void *undo[MR_DESIGN_PLIES + 2];
  mr_action *list[MR_DESIGN_PLIES + 2];
  mr_chance *chances[MR_DESIGN_PLIES + 2];
  mr_events events;
  mr_random random;                   /**< of the game that is being played */
  uint64_t decisions[MR_MAX_PLAYERS]; /**< of each player in it so far */
  uint64_t *uses;                     /**< [rule]: events that rested on it */
  uint32_t *wins;                     /**< [team * rule_count + rule] in all games */
  uint32_t *draws;                    /**< [rule], the same */
  mr_design_piece *pieces;            /**< MR_DESIGN_PIECES, and one for all that are too many */
  bool moves;                         /**< some piece has gone from one cell to another */
  mr_cell targets[MR_DESIGN_TARGETS]; /**< of the goal that all play for, now */
  size_t target_count;
  mr_kind *kinds; /**< as mr_game_kinds tells them */
  size_t kind_count;
  char *state_text; /**< room for max_state_text */
  char piece_text[128];
} mr_design;

/* ---- design_report.c ------------------------------------------------------------------------- */

/** Adds to the work done. @return false: it is time to stop */
bool mr_design_spend(mr_design *d, uint64_t work);
/** Begins a stretch of the work. */
void mr_design_begin(mr_design *d, const char *doing, uint64_t limit);
/** A copy of a text in the report's arena. */
const char *mr_design_keep(mr_design *d, const char *text);
/** The text of a state, in the report's arena. */
const char *mr_design_state(mr_design *d, const mr_state *state);
/** Adds a finding; its message is formatted. */
void mr_design_find(mr_design *d, mr_design_finding finding, const char *format, ...)
    MR_PRINTF(3, 4);
void mr_design_note(mr_design *d, const char *format, ...) MR_PRINTF(2, 3);
/** "White"; of a team of several its first player. */
const char *mr_design_team_name(mr_design *d, unsigned team);
/** The text of a kind of piece, until the next one. */
const char *mr_design_piece_text(mr_design *d, mr_piece piece);

/* ---- design_play.c --------------------------------------------------------------------------- */

/** Plays the game that `game` asks for and fills in how it went; d->state is its last state. */
void mr_design_play(mr_design *d, mr_design_game *game);
/** The team that has won a terminal state, or MR_DESIGN_NO_TEAM. */
unsigned mr_design_winner(const mr_design *d, const mr_state *state);

/* ---- design_start.c -------------------------------------------------------------------------- */

/** What the pieces tell before a game is played. */
void mr_design_pieces(mr_design *d);
bool mr_design_is_royal(const mr_design *d, mr_piece piece);
/** Wins that are forced within MR_DESIGN_PLIES actions from the start. */
void mr_design_prove(mr_design *d);

#endif
