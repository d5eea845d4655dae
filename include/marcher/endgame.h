/**
 * @file endgame.h
 * Tables of endings. From the men on the board it works out, by going backwards from the
 * ends of games, who wins every position and how soon: for any game of two players without chance
 * and hidden information that can compose positions (MR_CAN_COMPOSE). Nothing else is asked of the
 * game: the moves, the ends and the scores are those of the contract.
 *
 * A position here is what mr_game_compose makes of men and a player to move: fresh, without
 * history and clocks. Distances are plies, that is actions of players, with the best play of both
 * sides: the winner hurries, the loser delays. An end on the spot is 0 plies away. What nobody can
 * force is a draw, or open where mr_endgame_draws_hold says so.
 */
#ifndef MARCHER_ENDGAME_H
#define MARCHER_ENDGAME_H

#include <marcher/game.h>
#include <marcher/tablebase.h>

MR_BEGIN_C

/** Most men of an ending. */
#define MR_ENDGAME_MEN_MAX 6
/** Most squares of a board. */
#define MR_ENDGAME_CELLS_MAX 256
/** Most tables of one ending: itself, and all that captures and promotions make of it. */
#define MR_ENDGAME_TABLES_MAX 256
/** Longest name of an ending ("KBNvK", "K+R+PvK+P"), the NUL included. */
#define MR_ENDGAME_NAME_MAX 16
/** Bytes that the work may hold at once where nothing else is said. */
#define MR_ENDGAME_MEMORY_DEFAULT ((size_t)1536 << 20)

/** A set of cells: bit `cell.id % 64` of `bits[cell.id / 64]`. */
typedef struct mr_endgame_cells {
  uint64_t bits[MR_ENDGAME_CELLS_MAX / 64];
} mr_endgame_cells;

/** One man: whose, what, and the squares on which he is looked at. */
typedef struct mr_endgame_man {
  mr_player owner;
  mr_piece piece;
  mr_endgame_cells cells;
} mr_endgame_man;

/** The men of an ending, the first player's before the second's. */
typedef struct mr_endgame_men {
  size_t count;
  mr_endgame_man items[MR_ENDGAME_MEN_MAX];
} mr_endgame_men;

/**
 * Reads the men of an ending, "KBNvK": one letter for each man, `+` before that of a promoted one,
 * the first player's men to the left of a small `v` and the second's to the right; either side may
 * have none, but not both. Every man may stand anywhere.
 * @return MR_ERR_SYNTAX with the column; MR_ERR_UNKNOWN with the column and the letters that there
 * are; MR_ERR_LIMIT for more than ::MR_ENDGAME_MEN_MAX men or ::MR_ENDGAME_CELLS_MAX squares;
 * MR_ERR_UNSUPPORTED for a game that there can be no tables of; MR_ERR_ARGUMENT for a NULL
 */
MR_NODISCARD MR_API mr_status mr_endgame_men_parse(const mr_game *game, const char *text,
                                                   size_t length, mr_endgame_men *out,
                                                   mr_error *err);

/**
 * The men that are on the board of a state, as mr_endgame_men_parse has them. What else a state has
 * is not looked at: mr_endgame_probe says whether a table knows it.
 * @return as mr_endgame_men_parse; MR_ERR_UNSUPPORTED also for men without a letter; MR_ERR_NOMEM
 */
MR_NODISCARD MR_API mr_status mr_endgame_men_of(const mr_game *game, const mr_state *state,
                                                const mr_allocator *allocator, mr_endgame_men *out,
                                                mr_error *err);

/** Writes the name of an ending, "KBNvK", to ::MR_ENDGAME_NAME_MAX bytes. */
MR_API void mr_endgame_men_name(const mr_game *game, const mr_endgame_men *men, char *buffer);

/**
 * Whether what nobody can force is a draw. Where a repetition or a want of progress may have a
 * winner it is open: tables know the wins that can be forced without either, and no draws.
 */
MR_API bool mr_endgame_draws_hold(const mr_game *game);

/** What the work is at. */
typedef enum mr_endgame_phase {
  MR_ENDGAME_PLAN,  /**< tries a sample of positions */
  MR_ENDGAME_MOVES, /**< makes every move of every position once: `done` of `total` positions */
  MR_ENDGAME_BACK,  /**< goes back from the ends: `done` plies, as many as there turn out to be */
} mr_endgame_phase;

/** How far the work has come. */
typedef struct mr_endgame_progress {
  const char *name; /**< the table at work, "KBNvK" */
  mr_endgame_phase phase;
  uint64_t done;
  uint64_t total;  /**< 0: nobody knows */
  size_t finished; /**< tables that are there, and all that are to be worked out */
  size_t tables;
} mr_endgame_progress;

/** Called now and then. @return false to stop the work, which then fails with MR_ERR_CANCELLED */
typedef bool (*mr_endgame_progress_fn)(void *context, const mr_endgame_progress *progress);

/** What the work will take, as far as a sample of positions tells. */
typedef struct mr_endgame_plan {
  const char *name;      /**< the ending, "KBNvK" */
  size_t tables;         /**< that are to be worked out */
  size_t known;          /**< that the folder has already */
  uint64_t positions;    /**< of those to be worked out, either player to move */
  uint64_t memory;       /**< bytes that are held at once */
  uint64_t memory_least; /**< the same where finished tables go to a folder */
  uint64_t disk;         /**< bytes at most: of the file of it all, and of what is kept meanwhile */
  double seconds;        /**< roughly, by how long the sample took */
  bool legal;            /**< some position of the sample of the ending itself is legal */
} mr_endgame_plan;

/** Called before the work. @return false to leave it, which then fails with MR_ERR_CANCELLED */
typedef bool (*mr_endgame_plan_fn)(void *context, const mr_endgame_plan *plan);

/** How the work is to be done; zeroed, it is done quietly. */
typedef struct mr_endgame_options {
  const mr_allocator *allocator; /**< NULL: the default one */
  size_t memory;                 /**< bytes; 0: ::MR_ENDGAME_MEMORY_DEFAULT */
  mr_endgame_progress_fn progress;
  mr_endgame_plan_fn planned;
  void *context; /**< of both */
  /**
   * NULL: everything is held in memory. Else a folder: tables are written to it as they are
   * finished (::MR_ENDGAME_PART_SUFFIX) and mapped, so that they take no memory and work that is
   * stopped or fails can be gone on with; what it has of them, in such files or in saved endings,
   * is not worked out again. mr_endgame_save removes what was kept so. Must outlive the tables.
   */
  const char *folder;
} mr_endgame_options;

/** The tables of an ending and of all that it can turn into. */
typedef struct mr_endgame mr_endgame;

/**
 * Works out an ending. Where men can leave the squares on which they are looked at, where the same
 * piece has two sets of squares that overlap, where men can turn into one another and back, and
 * where a game of these men can end in anything but a win, a loss or an even score, it refuses
 * rather than guess.
 *
 * @param options may be NULL
 * @param out receives the tables, on success alone; free them with mr_endgame_free. The game must
 * outlive them
 * @return MR_ERR_UNSUPPORTED as said; MR_ERR_ARGUMENT for a NULL, a player or a cell that there is
 * not; MR_ERR_ILLEGAL where no position of the men is legal; MR_ERR_LIMIT for more memory, men,
 * tables, positions (2^30) or plies (32765) than allowed, before the work where that can be known;
 * MR_ERR_CANCELLED; MR_ERR_NOMEM; MR_ERR_IO for the folder
 */
MR_NODISCARD MR_API mr_status mr_endgame_new(const mr_game *game, const mr_endgame_men *men,
                                             const mr_endgame_options *options, mr_endgame **out,
                                             mr_error *err);

/** Frees tables; NULL is accepted. */
MR_API void mr_endgame_free(mr_endgame *endgame);

/* ---- what was found -------------------------------------------------------------------------- */

/** Positions in which one of the players is to move. Identical men are not told apart. */
typedef struct mr_endgame_side {
  uint64_t legal;
  uint64_t won; /**< by the player to move */
  uint64_t lost;
  uint64_t drawn;       /**< by nobody to be forced: see mr_endgame_draws_hold */
  unsigned longest_win; /**< plies; 0 where there is none */
  unsigned longest_loss;
} mr_endgame_side;

/** One table in numbers. */
typedef struct mr_endgame_summary {
  char name[MR_ENDGAME_NAME_MAX];
  uint64_t positions;      /**< ways to put the men on their squares, for each side to move */
  uint64_t irregular;      /**< positions met that are more than men on squares */
  mr_endgame_side side[2]; /**< by the player to move */
} mr_endgame_summary;

/** Number of tables; at least 1. */
MR_API size_t mr_endgame_count(const mr_endgame *endgame);

/** A table in numbers; 0 is the ending that was asked for. @pre index < mr_endgame_count */
MR_API void mr_endgame_summarise(const mr_endgame *endgame, size_t index, mr_endgame_summary *out);

/**
 * Writes a position in which `player`, to move, wins (`won`) or loses as late as in any.
 * @return false, with `out` unspecified, where there is none. @pre index < mr_endgame_count
 */
MR_API bool mr_endgame_example(const mr_endgame *endgame, size_t index, mr_player player, bool won,
                               mr_state *out);

/**
 * Looks up a state that is no more than men on squares, which nearly all are: the short way of
 * mr_endgame_probe. Reads only, allocates nothing; any number of threads may ask at once.
 * @param out written on success alone
 * @return false where no table has the state, though mr_endgame_probe may still know it
 */
MR_API bool mr_endgame_peek(const mr_endgame *endgame, const mr_state *state,
                            mr_tablebase_result *out);

/**
 * Looks a state up: its men must be those of one of the tables. A state that is more than men on
 * squares (a right left over from an earlier move) is judged by the positions that it leads to;
 * only then memory is taken for the while, with the allocator of the tables. Any number of threads
 * may ask at once, if that allocator can be shared.
 * @param out written on success alone
 * @return MR_ERR_UNKNOWN where no table has these men on these squares; MR_ERR_ARGUMENT for a
 * NULL; MR_ERR_NOMEM
 */
MR_NODISCARD MR_API mr_status mr_endgame_probe(const mr_endgame *endgame, const mr_state *state,
                                               mr_tablebase_result *out, mr_error *err);

/**
 * The best action of a state: the quickest win, else what draws, else the slowest loss; the first
 * such in the order of mr_game_actions. Takes memory for the while; as mr_endgame_probe with
 * threads.
 * @param action receives it, on success alone
 * @param out NULL, or the result of `state`
 * @return as mr_endgame_probe; MR_ERR_ARGUMENT also where the state is no decision
 */
MR_NODISCARD MR_API mr_status mr_endgame_best(const mr_endgame *endgame, const mr_state *state,
                                              mr_action *action, mr_tablebase_result *out,
                                              mr_error *err);

/* ---- files ----------------------------------------------------------------------------------- */

/** How the names of files of tables end. */
#define MR_ENDGAME_SUFFIX ".endgame"
/** How the names of files end in which single tables are kept while others are worked out. */
#define MR_ENDGAME_PART_SUFFIX ".endgame-part"

/**
 * Writes all tables to a file, packed, beside which they are written first: a file of that name is
 * replaced as a whole or not at all. docs/ENDGAMES.md tells the format.
 * @return MR_ERR_UNSUPPORTED for men without a letter; MR_ERR_ARGUMENT for a NULL; MR_ERR_NOMEM;
 * MR_ERR_IO
 */
MR_NODISCARD MR_API mr_status mr_endgame_save(const mr_endgame *endgame, const char *path,
                                              mr_error *err);

/**
 * Tables out of a file, which is mapped into memory and must not be written to meanwhile. All of it
 * is checked: sizes, checksums, and a sample of its positions against the rules.
 *
 * @param options may be NULL; `memory` bounds what is taken besides the file
 * @param out receives the tables, on success alone. The game must outlive them
 * @return MR_ERR_MISMATCH for tables of another game, or of the same one under other rules;
 * MR_ERR_SYNTAX for what is no file of tables, another version, damaged or cut off; MR_ERR_ILLEGAL
 * where the tables contradict the rules; MR_ERR_UNSUPPORTED for a game that there can be no tables
 * of; MR_ERR_ARGUMENT for a NULL; MR_ERR_LIMIT; MR_ERR_NOMEM; MR_ERR_IO
 */
MR_NODISCARD MR_API mr_status mr_endgame_load(const mr_game *game, const char *path,
                                              const mr_endgame_options *options, mr_endgame **out,
                                              mr_error *err);

/** The same out of memory, which must outlive the tables and stay as it is. */
MR_NODISCARD MR_API mr_status mr_endgame_read(const mr_game *game, const void *bytes, size_t size,
                                              const mr_endgame_options *options, mr_endgame **out,
                                              mr_error *err);

/** Most files of a set. */
#define MR_ENDGAME_FILES_MAX 1024

/** All tables of a game that a folder has. */
typedef struct mr_endgame_set mr_endgame_set;

/**
 * Loads one file, or of a folder all files whose names end with ::MR_ENDGAME_SUFFIX; those of a
 * folder that are of other games are passed over. For engines:
 * `options.probe = mr_endgame_set_probe; options.probe_context = set`.
 *
 * @param path a file or a folder
 * @param options may be NULL; `memory` bounds what each file takes besides itself
 * @param out receives the set, on success alone; free it with mr_endgame_set_free. It may be empty:
 * ask mr_endgame_set_count. The game must outlive it
 * @return as mr_endgame_load, with the file as the error's source; MR_ERR_LIMIT for more than
 * ::MR_ENDGAME_FILES_MAX files
 */
MR_NODISCARD MR_API mr_status mr_endgame_set_open(const mr_game *game, const char *path,
                                                  const mr_endgame_options *options,
                                                  mr_endgame_set **out, mr_error *err);

/** Frees a set; NULL is accepted. */
MR_API void mr_endgame_set_free(mr_endgame_set *set);

/** Number of endings, that is files. */
MR_API size_t mr_endgame_set_count(const mr_endgame_set *set);

/** One of them, which lives as long as the set. @pre index < mr_endgame_set_count */
MR_API const mr_endgame *mr_endgame_set_at(const mr_endgame_set *set, size_t index);

/** An ::mr_probe_fn; the context is a set. Knows what mr_endgame_peek knows of any of them, but no
 * draws where they do not hold. */
MR_API bool mr_endgame_set_probe(void *set, const mr_state *state, mr_tablebase_result *out);

MR_END_C

#endif
