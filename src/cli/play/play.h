#ifndef MARCHER_CLI_PLAY_PLAY_H
#define MARCHER_CLI_PLAY_PLAY_H

/**
 * @file
 * What the files of the command `play` share.
 */

#include <marcher/view.h>

#include "cli/commands.h"

/** What a player has picked so far: squares to press and a piece of the hand. */
typedef struct play_pick {
  mr_pick pressed;
  char label[MR_ACTION_TEXT_MAX]; /**< for the prompt: "522" */
} play_pick;

typedef struct cli_play {
  cli_context *cli;
  cli_session session;
  const char *save;   /**< --save, or NULL */
  const char *loaded; /**< where the game was read from or saved to last, or NULL */
  const char *place;  /**< where this game goes when it is left; NULL: not settled yet */
  uint64_t regions;   /**< as in cli_look */
  bool drawn;         /**< the board on the screen is that of the state */
  bool told_end;
  bool leaving;
  bool ended;     /**< the input ended, or a signal came */
  uint64_t saved; /**< the revision of the game in the last save */
  bool was_saved; /**< there was a save */
  play_pick pick;
  mr_player player; /**< who decides; valid while a human does */
  mr_player eyes;   /**< for whom the screen was drawn last */
  size_t legal;     /**< legal actions, in session.actions; they stay while a human decides */
} cli_play;

/** Whose eyes the board is drawn for. */
mr_player play_viewer(const cli_play *play);

/** Draws the board if it has changed since it was drawn. @return an exit status */
int play_draw(cli_play *play);

/** Makes an action of the human whose decision it is. @return an exit status */
int play_make(cli_play *play, mr_action action);

/** Lists what `player` may do in a state into session.seen and session.actions, for the input. */
void play_look_at(cli_play *play, const mr_state *state);

/** Forgets what the screen shows: the game has changed in another way than by an action. */
void play_redraw(cli_play *play);

/** Deals with what --seed says, or with a fresh seed. @return an exit status */
int play_again(cli_play *play);

/**
 * Reads a record and seats somebody at it: who sat there, or, where only computers did, who
 * `choice` says, else the first player. @return an exit status; after a failure `out` is closed
 */
int play_load(cli_context *cli, const char *path, const play_options *choice, cli_session *out);

/* ---- save.c ---------------------------------------------------------------------------------- */

/** Saves to `path`, or to where this game is kept when that is NULL. @return an exit status */
int play_save(cli_play *play, const char *path);

/** Whether `name` may be a file's at the prompt; '-', which is none there, is refused with words.
 */
bool play_is_file(cli_play *play, const char *name);

/**
 * Nothing is lost by leaving a game: one under way is saved, and one that ended if it has a file
 * already or was to get one. Where --save cannot be written, it is kept where it would be without.
 * @param asked the player said so; then a game not begun is let go
 * @return an exit status
 */
int play_save_on_leaving(cli_play *play, bool asked);

/** Whether a game is nowhere after play_save_on_leaving has returned `saved`. */
bool play_is_lost(const cli_play *play, int saved);

/**
 * Leaves this game for another one of the same sitting, which gets a file of its own: what has
 * been saved stays. A game not begun is let go. @return false after words: it can be kept nowhere,
 * and is not left
 */
MR_NODISCARD bool play_leave_game(cli_play *play);

/**
 * The same, where the other game has just been read from the file `path`.
 * @param overwritten the game that was left has taken its place there
 */
MR_NODISCARD bool play_leave_for(cli_play *play, const char *path, bool *overwritten);

/* ---- input.c --------------------------------------------------------------------------------- */

/** Does what a line says: a command, an action, or a pick. @return an exit status */
int play_line(cli_play *play, const char *line);

/** Whether `text` is how a player may write `form`'s piece. */
bool play_names_piece(const cli_play *play, const char *text, mr_piece piece);

/** Forgets what was picked. */
void play_unpick(cli_play *play);

/** Reads one word of a pick: a piece, a square. @return false when it is neither */
bool play_pick_word(cli_play *play, play_pick *pick, const char *word);

/** The actions that the input is about. */
mr_pick_list play_picks(const cli_play *play);

/** Does what a line says that is no command. @return an exit status */
int play_act(cli_play *play, const char *line);

/** Reads an action, a button or what a pick alone leaves, legal in session.seen. */
MR_NODISCARD mr_status play_read(cli_play *play, const char *text, mr_action *out, mr_error *err);

/** Says why a square or a piece that is to be seen has nothing to do. @return false: none is */
bool play_explain_idle(cli_play *play, const char *word);

/* ---- turn.c ---------------------------------------------------------------------------------- */

/** Makes all actions of a line with semicolons, or none. @return an exit status */
int play_turn_text(cli_play *play, const char *line);

/** Adds the actions of the turn so far, and how to go on. */
void play_add_turn(const cli_play *play, mr_str *out);

/** The command `undo`. */
int play_undo(cli_play *play, const char *argument);

/**
 * Before the eyes of another player at the same terminal: where something is not for both, clears
 * the screen and waits for a key. @return an exit status
 */
int play_hand_over(cli_play *play, mr_player player);

/* ---- setup.c --------------------------------------------------------------------------------- */

int play_place(cli_play *play, const char *argument);
int play_remove(cli_play *play, const char *argument);
int play_move(cli_play *play, const char *argument);
int play_auto(cli_play *play, const char *argument);
int play_deploy(cli_play *play, const char *argument);

/** Whether the player sets up pieces now. */
bool play_sets_up(const cli_play *play);

/* ---- map.c ----------------------------------------------------------------------------------- */

/** The words under a part of a board: how to see the others. NULL where the board is small. */
const char *play_how(const cli_play *play);

int play_go(cli_play *play, const char *argument);
int play_scroll(cli_play *play, const char *argument);
int play_overview(cli_play *play, const char *argument);
int play_orders(cli_play *play, const char *argument);

/** Paints where a piece or what stands on a square can go. @return an exit status */
int play_preview(cli_play *play, const char *word);

/** Who commands the piece on a cell, as a sentence; nothing where nobody commands. */
void play_add_command(const mr_game *game, const mr_view *view, mr_cell cell, mr_str *out);

/* ---- lists.c --------------------------------------------------------------------------------- */

/** Adds actions in columns as wide as the terminal allows. */
void play_add_actions(cli_play *play, const mr_action *actions, size_t count);

/** Adds the legal actions that fit the pick: in columns, and where they are many by pieces. */
void play_list(cli_play *play, const play_pick *pick);

/* ---- regions.c ------------------------------------------------------------------------------- */

/** The command `regions`. */
int play_regions(cli_play *play, const char *argument);

/* ---- commands.c ------------------------------------------------------------------------------ */

typedef struct play_command {
  const char *name;
  const char *short_name; /**< "" if none */
  const char *arguments;
  const char *help;
  bool always;                        /**< also when the game is over */
  bool whole;                         /**< is to be typed in full: it ends the game */
  bool (*fits)(const cli_play *play); /**< whether `help` lists it; NULL: always */
  int (*run)(cli_play *play, const char *argument);
} play_command;

/**
 * The command of that name, or NULL. @param alone nothing stands after it: short names of commands
 * that take nothing count only then, since with a square they are the letters of pieces
 */
const play_command *play_find_command(const char *name, bool alone);

/** Runs a command; one that takes nothing refuses what stands after it. @return an exit status */
int play_run_command(cli_play *play, const play_command *command, const char *argument);

/** The only command that begins with `word`, or NULL. */
const play_command *play_complete_command(const char *word);

/** The command whose name is nearest to `word`, or NULL. */
const char *play_nearest_command(const char *word);

#endif
