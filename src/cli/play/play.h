#ifndef MARCHER_CLI_PLAY_PLAY_H
#define MARCHER_CLI_PLAY_PLAY_H

/**
 * @file
 * What the files of the command `play` share. Each knows those that stand above it here, and
 * play.c, the command itself, knows all.
 */

#include <marcher/guide.h>
#include <marcher/view.h>

#include "cli/commands.h"
#include "cli/draw.h"

/** What the computer would play in this turn: found by `hint`, played by `do`. */
typedef struct play_plan {
  uint64_t revision; /**< of the game that it is for */
  mr_action actions[MR_SEARCH_LINE];
  size_t count; /**< 0: there is none */
  bool stopped; /**< thinking was broken off */
} play_plan;

/** What a player has picked so far: squares to press and a piece of the hand. */
typedef struct play_pick {
  mr_pick pressed;
  char label[MR_ACTION_TEXT_MAX]; /**< for the prompt: "522" */
} play_pick;

typedef struct cli_play {
  cli_context *cli;
  cli_session session;
  const char *save;     /**< --save, or NULL */
  const char *campaign; /**< as in play_options */
  const char *loaded;   /**< where the game was read from or saved to last, or NULL */
  const char *place;    /**< where this game goes when it is left; NULL: not settled yet */
  const char *argument; /**< of the command that is run: what stands behind its name, or "" */
  uint64_t regions;     /**< as in cli_look */
  bool no_board;        /**< the board is drawn only where somebody asks for it */
  bool drawn;           /**< the board on the screen is that of the state */
  bool leaving;
  bool ended;     /**< the input ended, or a signal came */
  uint64_t saved; /**< the revision of the game in the last save */
  bool was_saved; /**< there was a save */
  play_pick pick;
  play_plan plan;
  mr_cell next;     /**< the square that `next` has shown last, or MR_NOWHERE */
  bool introduced;  /**< what the game is about has been told */
  bool shown_how;   /**< and how to move */
  bool shown_setup; /**< that was in the set-up; how to act is another matter */
  bool halted;      /**< it has been stopped before a choice of one, since there was a real one */
  mr_player player; /**< who decides; valid while a human does */
  mr_player eyes;   /**< for whom the screen was drawn last */
  size_t legal;     /**< legal actions, in session.actions; they stay while a human decides */
} cli_play;

/* Functions without another word return an exit status; those of commands read `argument`. */

/* ---- board.c --------------------------------------------------------------------------------- */

/** Whose eyes the board is drawn for. */
mr_player play_viewer(const cli_play *play);

/** Lists what `player` may do in a state into session.seen and session.actions, for the input. */
void play_look_at(cli_play *play, const mr_state *state);

/** The actions that the input is about. */
mr_pick_list play_picks(const cli_play *play);

/** Whether an action sets up a piece. */
bool play_places(const cli_play *play, mr_action action);

/** Whether the player sets up pieces now. */
bool play_sets_up(const cli_play *play);

/**
 * The action that ends a turn of several, where there is one: the only button.
 * @param text gets it, of MR_ACTION_TEXT_MAX bytes. @return false: there is none
 */
bool play_find_end(const cli_play *play, char *text);

/** How the game has ended, where it has, and what is left to be done. */
void play_add_end(const cli_play *play, mr_str *out);

/** Draws the board if it has changed since it was drawn. */
int play_draw(cli_play *play);

/** Draws it in any case. */
int play_draw_again(cli_play *play);

/** The command `board`: does so, or has no more boards be drawn unasked, or again. */
int play_board(cli_play *play);

/** The command `flip`: draws it from the other side, from now on. */
int play_flip(cli_play *play);

/** Draws what the viewer sees with marks of its own, and blank lines around it. */
int play_draw_marked(cli_play *play, cli_look marks, unsigned below);

/** The same where the first `count` of session.fitting go from `chosen`, or from their origins. */
int play_draw_fitting(cli_play *play, size_t count, mr_cell chosen, unsigned below);

/** Forgets what was picked. */
void play_unpick(cli_play *play);

/** Forgets what the screen shows: the game has changed in another way than by an action. */
void play_redraw(cli_play *play);

/** Begins an arena, which the caller ends in any case, and makes the picture for a player in it. */
MR_NODISCARD mr_status play_view(const cli_play *play, mr_player player, mr_arena *arena,
                                 mr_view *out, mr_error *err);

/** Whether a cell has that name. */
bool play_names_cell(const cli_play *play, const char *name, mr_cell cell);

/** The cell of that name in a picture, or NULL. */
const mr_view_cell *play_find_cell(const cli_play *play, const mr_view *view, const char *name);

/** Says that there is no square of that name, and from which to which they go. */
void play_say_no_square(const cli_play *play, const char *name);

/** Adds actions in columns as wide as the terminal allows. */
void play_add_actions(cli_play *play, const mr_action *actions, size_t count);

/** Adds the first `count` of session.fitting with their number; by pieces where they are many. */
void play_list_fitting(cli_play *play, size_t count);

/** The same of the legal actions that fit the pick. */
void play_list(cli_play *play, const play_pick *pick);

/* Parts of large boards, and the whole. */
int play_go(cli_play *play);
int play_scroll(cli_play *play);
int play_overview(cli_play *play);

/**
 * How to move, as a sentence with an action that is legal now. @pre a person decides
 * @return false: there is nothing to be said
 */
bool play_add_example(const cli_play *play, mr_str *out);

/* ---- intro.c --------------------------------------------------------------------------------- */

/** Adds what the game is about: its sentence, what wins, the letters on the board. */
void play_introduce(const cli_play *play, mr_str *out);

/** What an action does, as far as its form tells: " (Pawn from e2 to e3)"; or nothing. */
void play_add_meaning(const mr_game *game, const mr_form *form, mr_str *out);

/** The command `goal`: says so once more. */
int play_goal(cli_play *play);

/* ---- map.c ----------------------------------------------------------------------------------- */

int play_orders(cli_play *play);
int play_regions(cli_play *play);

/* ---- pick.c ---------------------------------------------------------------------------------- */

/** Whether such a piece can be put on the board now. */
bool play_can_place(const cli_play *play, mr_piece piece);

/** The piece of the player's hand whose label on the board `text` is, or MR_NO_PIECE. */
mr_piece play_find_label(const cli_play *play, const mr_view *view, const char *text);

/** Reads one word of a pick: a piece, a square. @return false when it is neither */
bool play_pick_word(const cli_play *play, play_pick *pick, const char *word);

/**
 * Reads a line of such words. @param word gets the last, of MR_ACTION_TEXT_MAX bytes.
 * @return the first word that is neither, or NULL
 */
const char *play_pick_words(const cli_play *play, const char *line, play_pick *pick, char *word);

/**
 * Why what stands on a square cannot go anywhere, where one reason holds for all squares that no
 * piece of its side is on. @return false: none does
 */
bool play_find_reason_to_stay(const cli_play *play, const mr_view *view, const mr_view_cell *cell,
                              mr_error *why);

/**
 * Why the picked thing may not go to the square `word`. The notation of an action that fits the
 * pick tells how it would be written: its square is replaced by `word`.
 * @param wish gets the action, of 2 * MR_ACTION_TEXT_MAX bytes. @return false: that is not known
 */
bool play_find_reason(const cli_play *play, const play_pick *pick, const char *word, char *wish,
                      mr_error *why);

/** The action that is a button: "pass", "end turn". @return false: there is none of that name */
bool play_find_button(const cli_play *play, const char *text, mr_action *out);

/**
 * What tells apart the actions of a pick that says where they begin and end: the pieces that a pawn
 * may become, the ways that a piece may be turned; by its name or as the end of the action.
 * @return false: it names none or several of them, or the pick does not say so much
 */
bool play_find_choice(const cli_play *play, const char *text, mr_action *out);

/**
 * Reads an action that is written otherwise than the game has it: as two squares, with or without a
 * sign between them and with what a piece becomes behind them; in the short notation of the field.
 * @param why gets the reason where two squares are named between which nothing goes
 */
bool play_read_loosely(const cli_play *play, const char *text, mr_action *out, mr_error *why);

/**
 * Finds out why a piece and a square with a blank between them are no placement where these are
 * written with '@': "522 d0" as "522@d0". @param why gets the reason, where there is one
 */
void play_find_reason_to_hold(const cli_play *play, const char *text, mr_error *why);

/**
 * Adds to the reason why a move is refused what stands where it begins, if that is nothing of the
 * player's and the reason does not speak of that square.
 */
void play_add_origin(const cli_play *play, const char *text, mr_str *why);

/** "e2e5 is illegal: ...", broken at blanks: a reason may list many actions. */
void play_say_illegal(cli_play *play, const char *action, const char *reason);

/** Reads an action, a button or what a pick alone leaves, legal in session.seen. */
MR_NODISCARD mr_status play_read(const cli_play *play, const char *text, mr_action *out,
                                 mr_error *err);

/* ---- short.c --------------------------------------------------------------------------------- */

/**
 * Says why a move in the short notation of the field, "Nf3", is none here, or what it may mean.
 * @return false: the line is no such move
 */
bool play_explain_short(cli_play *play, const char *text);

/* ---- ask.c ----------------------------------------------------------------------------------- */

/**
 * Asks for a line, with completion of what is legal now. What Ctrl-C breaks off is let go, with a
 * word of what a second one does. @param line CLI_LINE_MAX + 1 bytes
 */
cli_got play_ask(cli_play *play, const char *prompt, char *line);

/* ---- turn.c ---------------------------------------------------------------------------------- */

/** Makes an action and tells of it; of those of a computer's turn when it is over. */
int play_make(cli_play *play, mr_action action, const char *comment);

/** Whether a player who has not begun the turn has nothing left but one button. */
bool play_is_forced(const cli_play *play);

/** Makes all actions of a line with semicolons, or none. */
int play_turn_text(cli_play *play, const char *line);

/**
 * Whether a line is several actions with commas or blanks between them, of which the first is
 * legal.
 * @param out gets them with semicolons, of CLI_LINE_MAX + 1 bytes
 */
bool play_is_turn(const cli_play *play, const char *line, char *out);

int play_undo(cli_play *play);

/**
 * Before the eyes of another player at the same terminal: where something is not for both, clears
 * the screen and waits for a key.
 */
int play_hand_over(cli_play *play, mr_player player);

/* ---- save.c ---------------------------------------------------------------------------------- */

/**
 * Reads a record and seats somebody at it: who sat there, or, where only computers did, who
 * `choice` says, else the first player. After a failure `out` is closed.
 */
int play_load(cli_context *cli, const char *path, const play_options *choice, cli_session *out);

/** Whether `name` may be a file's at the prompt; '-', which is none there, is refused with words.
 */
bool play_is_file(cli_play *play, const char *name);

/**
 * Nothing is lost by leaving a game: one under way is saved, and one that ended if it has a file
 * already or was to get one. Where --save cannot be written, it is kept where it would be without.
 * A game in which nobody has done anything is let go; it is only written to a file of --save that
 * is not there yet.
 */
int play_save_on_leaving(cli_play *play);

/** Whether a game is nowhere after play_save_on_leaving has returned `saved`. */
bool play_is_lost(const cli_play *play, int saved);

int play_save(cli_play *play);
int play_resume(cli_play *play);
/** `new`: deals with what --seed says, or with a fresh seed. */
int play_new(cli_play *play);

/* ---- plan.c ---------------------------------------------------------------------------------- */

/**
 * Thinks for the player at the prompt, as well as it can be had at once, whatever the opponents'
 * level and engine. @param nodes a limit where the player has set none; 0: that of the level
 */
int play_think(cli_play *play, uint64_t nodes, mr_progress_fn progress);

/** What the computer would play, and playing it. */
int play_hint(cli_play *play);
int play_do(cli_play *play);

/* ---- setup.c --------------------------------------------------------------------------------- */

/** Whether the player sets up pieces now; otherwise says so. */
bool play_check_sets_up(cli_play *play);

int play_remove(cli_play *play);
int play_auto(cli_play *play);
int play_deploy(cli_play *play);

/** Moves what has been set up on a square to another one, or takes it back where `to` is NULL. */
int play_change_placed(cli_play *play, const char *from, const char *to);

/**
 * Says why what a line names, a piece and a square, cannot be set up there. @return false: nothing
 * is set up now, it names no such thing, or why is not known
 */
bool play_explain_placing(cli_play *play, const char *line);

/* ---- pieces.c -------------------------------------------------------------------------------- */

/** `pieces`: what stands and is in hands, of all or of one side. */
int play_pieces(cli_play *play);

/** Whether a seat, or its team, is called so. */
bool play_names_side(const cli_play *play, const char *word);

/* ---- what.c ---------------------------------------------------------------------------------- */

/** `what`: what stands on a square, what a piece is, what the rules say of a word. */
int play_what(cli_play *play);

/**
 * Adds where a piece can go when its owner comes to decide, as a sentence; nothing where that is
 * now, or where something is hidden.
 */
void play_add_reach(const cli_play *play, const mr_view *view, const mr_view_cell *cell,
                    mr_str *out);

/** Whether `what` would tell something of a word. */
bool play_can_tell(cli_play *play, const char *word);

/** Whether a word is the name of a square. */
bool play_names_square(cli_play *play, const char *word);

/** Whether a word is the name or the letter of a piece. */
bool play_names_piece(cli_play *play, const char *word);

/** `rules`: all of them, or a chapter. */
int play_rules(cli_play *play);

/* ---- after.c --------------------------------------------------------------------------------- */

/** `list`: the game so far. */
int play_list_game(cli_play *play);

/** `export`: the game or the board in another format. */
int play_export(cli_play *play);

/* ---- review.c -------------------------------------------------------------------------------- */

/** `review`: where the game turned, once it is over. */
int play_review(cli_play *play);

/* ---- help.c ---------------------------------------------------------------------------------- */

/** What commands are about, for the pages of the help. */
typedef enum play_group { PLAY_ACTING, PLAY_LOOKING, PLAY_THE_GAME } play_group;

/** What stands behind a command, for completion. */
typedef enum play_takes {
  PLAY_NOTHING,
  PLAY_SQUARE,
  PLAY_TOPIC, /**< a square, a piece, a word of the rules */
  PLAY_CHAPTER,
  PLAY_FILE,
  PLAY_COMMAND,
  PLAY_REGION,
  PLAY_SIDE,
  PLAY_WORD /**< some word of its own */
} play_takes;

/** One command of the prompt. */
typedef struct play_command {
  const char *name;
  const char *short_name; /**< "" if none */
  const char *arguments;
  const char *help;
  bool always;                        /**< also when the game is over */
  bool whole;                         /**< is to be typed in full: it ends the game */
  bool (*fits)(const cli_play *play); /**< whether `help` lists it; NULL: always */
  int (*run)(cli_play *play);
  play_group group;
  play_takes takes;
} play_command;

/** All of them; the last has no name. */
extern const play_command play_commands[];

int play_help(cli_play *play);

/* ---- commands.c ------------------------------------------------------------------------------ */

/** Does what a line says: a command, an action, or a pick. */
int play_line(cli_play *play, const char *line);

#endif
