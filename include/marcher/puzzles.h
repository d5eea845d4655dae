/**
 * @file puzzles.h
 * Positions to solve: "win in one turn". A puzzle has exactly one winning turn, up to the order of
 * its actions and without actions that it does not need; that is proven by trying every turn there
 * is, from the contract alone. So there are puzzles of any game in which somebody can win.
 */
#ifndef MARCHER_PUZZLES_H
#define MARCHER_PUZZLES_H

#include <marcher/engine.h>

MR_BEGIN_C

/** Most actions of a turn that are looked at; who needs more has no puzzle. */
#define MR_PUZZLE_TURN_MAX 32
/** Most puzzles of one file. */
#define MR_PUZZLES_MAX 64
/** The version that files begin with. */
#define MR_PUZZLES_VERSION 1

/* ---- proving --------------------------------------------------------------------------------- */

/** How many turns of the player who decides win. */
typedef enum mr_win_verdict {
  MR_WIN_NONE,    /**< none does, whatever is tried */
  MR_WIN_ONE,     /**< exactly one */
  MR_WIN_SEVERAL, /**< more than one, or one that has to wait for dice */
  MR_WIN_UNKNOWN, /**< there was more to try than allowed */
} mr_win_verdict;

/** What was found. */
typedef struct mr_win {
  mr_win_verdict verdict;
  size_t count; /**< actions of the first winning turn that was found; 0: none was */
  mr_action actions[MR_PUZZLE_TURN_MAX];
  mr_rule_index rule; /**< that it wins by; 0 where that depends on dice */
  uint64_t nodes;     /**< actions that were made */
} mr_win;

/** Tries turns; one thread at a time. */
typedef struct mr_win_solver mr_win_solver;

/** Makes one for a game, which must outlive it; free it with mr_win_solver_free.
 *  @return MR_ERR_NOMEM, MR_ERR_ARGUMENT */
MR_NODISCARD MR_API mr_status mr_win_solver_new(const mr_game *game, const mr_allocator *allocator,
                                                mr_win_solver **out, mr_error *err);
/** Frees it; NULL is accepted. */
MR_API void mr_win_solver_free(mr_win_solver *solver);

/**
 * Tries every turn of the player who decides, those of few actions first. Dice count as won where
 * every outcome wins. A win is the whole point. @param most actions to make, about
 * @pre the state is whole @return MR_ERR_NOMEM, MR_ERR_ARGUMENT where nobody decides
 */
MR_NODISCARD MR_API mr_status mr_win_solve(mr_win_solver *solver, const mr_state *state,
                                           uint64_t most, mr_win *out, mr_error *err);

/* ---- puzzles --------------------------------------------------------------------------------- */

/** One position with its answer. */
typedef struct mr_puzzle {
  const char *state; /**< as the game writes it; nothing in it is unknown */
  const char *turn;  /**< its actions with a blank between each two */
  const char *rule;  /**< the number of the rule that it wins by */
  uint64_t tried;    /**< actions that its proof has made: how hard it is; 0 where a file says it */
} mr_puzzle;

/** Puzzles of one game, as files hold them. Texts live in the arena that was given. */
typedef struct mr_puzzles {
  const char *game;    /**< its name */
  uint64_t definition; /**< its mr_game_info.definition_hash: of the very rules */
  mr_puzzle items[MR_PUZZLES_MAX];
  size_t count;
} mr_puzzles;

/** How puzzles are looked for. Zeroed, each is a sensible choice. */
typedef struct mr_puzzle_options {
  uint64_t seed;  /**< same seed, same puzzle */
  uint64_t nodes; /**< of each player's search in the game in which it is looked for; 0: 120 */
  uint64_t proof; /**< actions to make for one proof at most; 0: 60,000 */
  /**
   * NULL, or whose games are looked at in the place of the game's own: the same game with settings
   * under which somebody wins now and then. Positions pass from one to the other as texts; those
   * that the game itself does not read are passed over, and proofs are by its own rules.
   */
  const mr_game *played;
  const mr_allocator *allocator;
  const atomic_bool *stop; /**< set by another thread to end it soon; may be NULL */
} mr_puzzle_options;

/**
 * Plays one game between two players who look ahead a little and err now and then, and looks for
 * the first position in which exactly one turn wins. Where there is too much to try for a proof,
 * pieces that the win does not need are taken off the board until there is not.
 * @param found whether there was one; without it `out` is untouched
 * @return MR_ERR_NOMEM, MR_ERR_UNSUPPORTED where no engine plays the game, MR_ERR_CANCELLED by the
 * flag
 */
MR_NODISCARD MR_API mr_status mr_puzzle_find(const mr_game *game, const mr_puzzle_options *options,
                                             mr_arena *arena, mr_puzzle *out, bool *found,
                                             mr_error *err);

/**
 * Proves a puzzle: its position can be read, its turn wins, and no other does.
 * @param most as in mr_win_solve @return MR_ERR_MISMATCH with the reason, MR_ERR_NOMEM, or what
 * reading says
 */
MR_NODISCARD MR_API mr_status mr_puzzle_prove(const mr_game *game, const mr_puzzle *puzzle,
                                              uint64_t most, mr_error *err);

/** Whether one has the same answer as one of the puzzles, or stands in the same position. */
MR_API bool mr_puzzles_have(const mr_puzzles *puzzles, const mr_puzzle *one);

/**
 * Reads a file: "marcher-puzzles 1", "game NAME HASH", then "state", "turn" and "rule" of each
 * puzzle, a line each; lines that begin with '#' are comments.
 * @return MR_ERR_SYNTAX or MR_ERR_LIMIT with the line, MR_ERR_NOMEM
 */
MR_NODISCARD MR_API mr_status mr_puzzles_read(const char *text, size_t length, mr_arena *arena,
                                              mr_puzzles *out, mr_error *err);

/** Writes such a file. @param comment lines for its head without '#', or NULL */
MR_API void mr_puzzles_write(const mr_puzzles *puzzles, const char *comment, mr_str *out);

MR_END_C

#endif
