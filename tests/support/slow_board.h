#ifndef MARCHER_TESTS_SUPPORT_SLOW_BOARD_H
#define MARCHER_TESTS_SUPPORT_SLOW_BOARD_H

/**
 * @file
 * What the slow games have in common: a board of men in a plain array, its text, the ways in which
 * men step, slide and hop, and a game as the list of all boards since its start.
 */

#include "slow_ops.h"

enum { SLOW_SIDE = 16 /**< most files and ranks */ };

/** Files and ranks count from 1, as their names do; file 0 is no square. */
typedef struct slow_square {
  int file;
  int rank;
} slow_square;

typedef struct slow_man {
  char letter; /**< a capital; 0 where nobody stands */
  bool white;
  bool promoted;
} slow_man;

typedef struct slow_board {
  int files;
  int ranks;
  slow_man at[SLOW_SIDE + 1][SLOW_SIDE + 1]; /**< [file][rank] */
  int hand[2][26];                           /**< [white][letter - 'A'] */
  bool white_to_move;
  slow_square passed; /**< the square that a double step has just passed over */
  slow_square victim; /**< the square on which that man stands */
  int clock;          /**< plies since the last progress */
  int number;         /**< of the move */
} slow_board;

/** How a man may go to a square. */
enum { SLOW_MOVE = 1, SLOW_TAKE = 2, SLOW_BOTH = 3 };

typedef struct slow_move {
  slow_square from; /**< no square for a drop */
  slow_square to;
  char drop;        /**< the letter of the man dropped, else 0 */
  char suffix;      /**< the promotion as it is written, else 0 */
  bool en_passant;  /**< takes the victim, not a man on `to` */
  bool double_step; /**< may be taken en passant */
} slow_move;

/** What is to be listed. */
typedef enum slow_what {
  SLOW_LEGAL, /**< moves to empty squares and captures of enemies, as they are */
  SLOW_ANY,   /**< wherever the man could move or capture if the others stood suitably */
  SLOW_TAKES  /**< wherever it could capture */
} slow_what;

typedef struct slow_list {
  slow_move items[SLOW_MOVES_MAX];
  size_t count;
  slow_what what;
} slow_list;

/** Whether two squares are the same. */
bool slow_equal(slow_square a, slow_square b);

bool slow_on_board(const slow_board *board, slow_square square);

/** The man on a square of the board. */
slow_man slow_at(const slow_board *board, slow_square square);

bool slow_is_empty(const slow_board *board, slow_square square);

/** Whether a man of this colour stands there. */
bool slow_is_mans(const slow_board *board, slow_square square, bool white);

/** Puts a man on a square; the man with letter 0 empties it. */
void slow_put(slow_board *board, slow_square square, slow_man man);

/** Adds a move unless it is listed already. */
void slow_add(slow_list *list, slow_move move);

/** Adds the move of the man on `from` to `from` + (df, dr) if `how` allows it. */
void slow_step(const slow_board *board, slow_square from, int df, int dr, int how, slow_list *list);

/** All leaps (+-a, +-b) and (+-b, +-a); what stands between does not matter. */
void slow_leaps(const slow_board *board, slow_square from, int a, int b, int how, slow_list *list);

/** Slides along ranks and files, up to `range` squares, up to the first man. */
void slow_slide_straight(const slow_board *board, slow_square from, int range, int how,
                         slow_list *list);

/** Slides along diagonals. */
void slow_slide_diagonally(const slow_board *board, slow_square from, int range, int how,
                           slow_list *list);

/** Hops along a direction over exactly one man and takes the next one met. */
void slow_hop_and_take(const slow_board *board, slow_square from, int df, int dr, slow_list *list);

/** What makes one game of boards. */
typedef struct slow_variant {
  int files;
  int ranks;
  const char *start;
  const char *white;      /**< letters that White's men may have */
  const char *black;      /**< letters that Black's men may have, as capitals */
  const char *promotable; /**< letters that `+` may precede */
  const char *droppable;  /**< letters that may be in a hand */
  /** Whether a board read makes sense; removes a useless e.p. right. */
  bool (*accept)(slow_board *board);
  /** The legal moves; whether the game is over does not matter. */
  void (*moves)(const slow_board *board, slow_list *list);
  /** Makes a legal move. */
  void (*make)(slow_board *board, const slow_move *move);
  /** Whether the side that is not to move attacks what BL-20 calls check; may be NULL. */
  bool (*checks)(const slow_board *board);
  /** The result of a board without a history; NULL while the game goes on. */
  const char *(*stands)(const slow_board *board, const char **rule);
} slow_variant;

typedef struct slow_ply {
  slow_board board;
  bool checks; /**< the side that made this ply checks */
} slow_ply;

/** A game: all boards from the first to the one before us. */
typedef struct slow_line {
  const slow_variant *variant;
  slow_ply *plies;
  size_t count;
} slow_line;

/** The board before us. */
const slow_board *slow_now(const slow_line *line);

/** Whether squares, hands, side to move and e.p. right are the same. */
bool slow_same_position(const slow_board *a, const slow_board *b);

/** How often the position before us has occurred. @param first receives where it did first */
size_t slow_occurrences(const slow_line *line, size_t *first);

/** The result for a colour. */
const char *slow_win(bool white);

/** The members of slow_ops for games that are slow_lines; `self` is the line. */
void *slow_line_open(const slow_variant *variant, const char *state);
void *slow_line_copy(const void *self);
void slow_line_close(void *self);

/** Lists the moves of the board before us as texts. */
size_t slow_line_moves(const void *self, char (*out)[SLOW_MOVE_TEXT_MAX]);
bool slow_line_play(void *self, const char *move);
void slow_line_state(const void *self, char *out, size_t size);
uint64_t slow_line_perft(const void *self, unsigned depth);

#endif
