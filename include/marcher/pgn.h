/**
 * @file pgn.h
 * Portable Game Notation: games as other programs read and write them.
 *
 * @source S. J. Edwards, "Standard: Portable Game Notation Specification and Implementation Guide"
 *         (1994). The tag Variant, and comments such as {+0.35/12 0.101s}, are customs.
 *
 * What is read: tags; movetext with numbers, comments `{...}` and `;...`, annotation glyphs (`$n`,
 * `!?`), variations (skipped, however deep, unless they are asked for), lines that begin with `%`
 * (skipped), results. Moves are in the short notation of the game or in the family's own texts, in
 * any mixture. A byte that is not UTF-8 is taken as ISO 8859-1, the standard's own encoding.
 *
 * A game whose turns hold several actions is written action by action, in the order of play, with a
 * number before every turn: `1. bc3 1... ab6 a6`. Chance is written as the records of the
 * game have it.
 */
#ifndef MARCHER_PGN_H
#define MARCHER_PGN_H

#include <marcher/record.h>

MR_BEGIN_C

#define MR_PGN_TAGS_MAX 256                      /**< of one game */
#define MR_PGN_TEXT_MAX 65536                    /**< bytes of a tag's value or of a comment */
#define MR_PGN_MOVES_MAX 65536                   /**< of one game */
#define MR_PGN_GAME_BYTES_MAX ((size_t)32 << 20) /**< memory of one game */

/* ---- reading --------------------------------------------------------------------------------- */

/** Variations within one another, where they are kept. */
#define MR_PGN_DEPTH_MAX 64

/** A move of a game with its variations. */
typedef struct mr_pgn_node {
  mr_record_move move;
  uint32_t parent; /**< the number, from 1, of the node of the move before; 0: the start */
} mr_pgn_node;

/** A game as it was read. Its texts live until the next game is read. */
typedef struct mr_pgn_game {
  const mr_record_tag *tags; /**< value2 is NULL */
  size_t tag_count;
  const mr_record_move *moves; /**< the main line; comments on one move are joined by blanks */
  size_t move_count;
  const char *comment;  /**< before the first move, or NULL */
  const char *result;   /**< at the end of the moves: "1-0", "0-1", "1/2-1/2", "*" */
  uint32_t line;        /**< where the game begins */
  uint32_t result_line; /**< where the result stands; 0 where there is none */
  uint32_t result_column;
  const mr_pgn_node *nodes; /**< all moves in the order of the text, where variations are kept */
  size_t node_count;
} mr_pgn_game;

/** The value of the first tag of that name, or NULL. */
MR_API const char *mr_pgn_tag(const mr_pgn_game *game, const char *name);

/**
 * The tag that `name` may be misspelt as, "Varient" for "Variant", where the game has no tag of
 * that name; else NULL.
 */
MR_API const char *mr_pgn_misspelt_tag(const mr_pgn_game *game, const char *name);

/**
 * Where the text comes from: writes up to `size` bytes to `buffer` and returns their number, 0 at
 * the end.
 */
typedef size_t (*mr_pgn_source_fn)(void *context, char *buffer, size_t size);

/** Reads games one after another; holds no more than one of them. */
typedef struct mr_pgn_reader mr_pgn_reader;

/** @param source the file's name for errors; it must outlive the reader */
MR_NODISCARD MR_API mr_status mr_pgn_reader_new(const mr_allocator *allocator, const char *source,
                                                mr_pgn_source_fn read, void *context,
                                                mr_pgn_reader **out, mr_error *err);

/** The same over a text in memory, which must outlive the reader. */
MR_NODISCARD MR_API mr_status mr_pgn_reader_over(const mr_allocator *allocator, const char *source,
                                                 const char *text, size_t length,
                                                 mr_pgn_reader **out, mr_error *err);

/** Keeps the variations of the games to be read, too, as mr_pgn_game.nodes. */
MR_API void mr_pgn_reader_keep_variations(mr_pgn_reader *reader);

/** Frees a reader and the game that it holds; NULL is accepted. */
MR_API void mr_pgn_reader_free(mr_pgn_reader *reader);

/**
 * Reads the next game. After a failure reading may go on: the next call begins with the next line
 * that looks like a tag, but what is left of the broken game's own tags. @param found false at the
 * end of the text; `out` is untouched then
 * @return MR_ERR_SYNTAX, MR_ERR_LIMIT, MR_ERR_NOMEM with line and column
 */
MR_NODISCARD MR_API mr_status mr_pgn_next(mr_pgn_reader *reader, mr_pgn_game *out, bool *found,
                                          mr_error *err);

/**
 * Reads a move: the short notation of the game (mr_game_format_move), tolerantly, or a text of
 * mr_game_parse_action. Marks (`+ # ! ?`) do not matter, nor does `=`, nor zeros in castling, nor
 * the case of what a pawn becomes; more or less of the origin may be said than is needed, as long
 * as one legal action alone can be meant. @param scratch room for mr_game_info.max_actions
 * @param out receives MR_ACTION_NONE for the number of a move, or a dot, that names no action
 * @return MR_ERR_SYNTAX, MR_ERR_ILLEGAL (also where it could mean several actions)
 */
MR_NODISCARD MR_API mr_status mr_pgn_move_parse(const mr_game *game, const mr_state *state,
                                                mr_action *scratch, const char *text,
                                                mr_action *out, mr_error *err);

/**
 * Whether a game that was read is one of `game`: its tag Variant says so, or it has none and `game`
 * is chess. Case, blanks, `-` and `_` do not matter; "Standard", "Normal" and "From Position" are
 * chess.
 */
MR_API bool mr_pgn_is_of(const mr_pgn_game *pgn, const mr_game *game);

/**
 * The same for the name of a game that is not at hand: without a tag Variant it is "chess". Titles
 * are not known here.
 */
MR_API bool mr_pgn_is_called(const mr_pgn_game *pgn, const char *name);

/**
 * Makes a record of a game that was read: start, actions in the notation of records, comments,
 * tags, and the result where the game goes on. The record is closed (mr_record_close), so that it
 * can be replayed. @param out initialised and empty; to be freed with mr_record_done in any case
 * @return MR_ERR_MISMATCH for another variant, or a result that the moves contradict;
 *         MR_ERR_ILLEGAL, MR_ERR_SYNTAX for a move or the tag FEN, with line and column;
 *         MR_ERR_LIMIT, MR_ERR_NOMEM
 */
MR_NODISCARD MR_API mr_status mr_pgn_to_record(const mr_pgn_game *pgn, const mr_game *game,
                                               const char *source, mr_record *out, mr_error *err);

/* ---- writing --------------------------------------------------------------------------------- */

/** Appends `[Name "value"]` and the end of the line. Control characters become blanks. */
MR_API void mr_pgn_add_tag(mr_str *out, const char *name, const char *value);

/** Movetext under construction; lines are broken at 80 columns. */
typedef struct mr_pgn_moves {
  mr_str *out;
  const mr_game *game;
  size_t column; /**< bytes in the last line, without UTF-8 continuation bytes */
  uint32_t number;
  mr_player last;
  bool interrupted; /**< by a comment: a number is due also before the second player's turn */
} mr_pgn_moves;

/**
 * Begins movetext. @param number of the first turn, from 1
 */
MR_API void mr_pgn_moves_init(mr_pgn_moves *moves, const mr_game *game, uint32_t number,
                              mr_str *out);

/**
 * Appends an action. @param before the state in which it was made @param after the state to which
 * it led, for marks of check and mate; may be NULL @param comment UTF-8, or NULL; a closing brace
 * in it becomes a parenthesis
 */
MR_API void mr_pgn_moves_add(mr_pgn_moves *moves, const mr_state *before, mr_action action,
                             const mr_state *after, const char *comment);

/**
 * Begins a variation: what follows stands in place of the last action. @param number of the turn
 * @param last who had acted before it, MR_NOBODY at the start
 */
MR_API void mr_pgn_moves_open(mr_pgn_moves *moves, uint32_t number, mr_player last);

/** Ends it: what follows goes on behind an action of the turn `number`, by `last`. */
MR_API void mr_pgn_moves_close(mr_pgn_moves *moves, uint32_t number, mr_player last);

/** Appends the result and the empty line that ends a game. @param comment before it, or NULL */
MR_API void mr_pgn_moves_end(mr_pgn_moves *moves, const char *comment, const char *result);

MR_END_C

#endif
