/**
 * @file betza.h
 * Betza's notation for the moves of pieces: from `fmWfceFifmnD` to the squares that a piece on a
 * given square may reach. @source docs/rules/betza.md
 *
 * A movement is parsed once and then *walked* from any square of any board. A walk gives *trails*:
 * sequences of squares with, for each, whether the piece may stop there and what the square must
 * be like for the trail to go on. Leaps, lame leaps, slides, riders, hoppers, crooked and bent
 * riders are all trails; nothing else has to be known of them.
 *
 *     movement := term*
 *     term     := mods ATOM range? ('a' leg)*
 *               | mods '[' leg (('-' | '?') leg)+ ']'  |  mods 't[' leg leg+ ']'
 *     leg      := mods ATOM range?
 *     range    := DIGITS (0: no limit) | the ATOM again (FF is F0)
 *
 * Atoms: W(0,1) F(1,1) D(0,2) N(1,2) A(2,2) H(0,3) L=C(1,3) J=Z(2,3) G(3,3), K=WF, R=WW, B=FF,
 * Q=RB. `mods` are directions and modes in any order, the letters of directions side by side.
 *
 * - Directions are read from the left in groups of two where two make one: a vertical and a
 *   horizontal letter, a letter twice, `fh bh lh rh hr hl`. Groups add up. K and Q take none.
 * - Stops: `m` quiet, `c` capture, `e` in passing; any number of them; none means m and c.
 * - `i` first move; `n` all squares on the way empty (straight first, then diagonally), and with
 *   `i` rights of taking in passing; `j` a piece on at least one of these squares.
 * - `p` over exactly one piece and on; `g` to the square behind the first piece. A range counts all
 *   squares from the origin, those before the hurdle and the hurdle itself included.
 * - `zFF` turns a quarter to and fro at every leap, `z2FF` at every second one, up to `z9`;
 *   directions are those of the first leap. `qNN` goes round the eight directions.
 * - `o` joins the left edge of the board to the right one.
 * - Bent moves: behind `-` the piece must go on, behind `?` it may have stopped. Directions of
 *   later legs are relative to the leg before; none mean outward: straight on, or an eighth of a
 *   turn to either side. `t[FR]` is `[F?R]`, `FaW` is `[F-W]`. Legs are W F D A H G K R B Q with m,
 *   c, e and a range, at most four.
 */
#ifndef MARCHER_BETZA_H
#define MARCHER_BETZA_H

#include <marcher/alloc.h>
#include <marcher/status.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

MR_BEGIN_C

/** Longest text of one movement, in bytes. */
#define MR_BETZA_TEXT_MAX 1024
/** Most files or ranks of a board that can be walked. */
#define MR_BETZA_SIDE_MAX 16
/** Most trails of one walk. */
#define MR_BETZA_TRAILS_MAX 4096
/** Most squares of one trail. */
#define MR_TRAIL_MAX 64

/** How the piece may end its move on a square of a trail; any number of these, or none. */
typedef enum mr_trail_stop {
  MR_STOP_QUIET = 1u << 0,   /**< when it is empty */
  MR_STOP_CAPTURE = 1u << 1, /**< when an enemy stands there */
  MR_STOP_EP = 1u << 2, /**< when a piece that can be taken in passing has just passed over it */
} mr_trail_stop;

/** What a square of a trail must be like for the trail to go on behind it. */
typedef enum mr_trail_pass {
  MR_PASS_EMPTY,  /**< slides, riders, the stepping squares of lame leaps */
  MR_PASS_HURDLE, /**< hurdles: one piece of either side */
} mr_trail_pass;

/** One square of a trail. */
typedef struct mr_trail_step {
  uint8_t file; /**< from 0, the a-file */
  uint8_t rank; /**< from 0, White's first */
  uint8_t stop; /**< OR of mr_trail_stop */
  uint8_t pass; /**< mr_trail_pass */
} mr_trail_step;

/** One way to go. Trails that begin alike may be given separately. */
typedef struct mr_trail {
  bool initial;    /**< `i`: for a piece that has not moved */
  bool creates_ep; /**< `i` with `n`: the squares stepped over may be used to take it in passing */
  bool slide;      /**< a slide or a rider, for drawings; a leap otherwise */
  uint8_t length;  /**< 1 .. ::MR_TRAIL_MAX */
  mr_trail_step steps[MR_TRAIL_MAX];
} mr_trail;

/** A parsed movement; it lives in the arena that it was parsed into. */
typedef struct mr_betza mr_betza;

/**
 * Reads a movement. Blanks are not allowed; the empty text is a piece that cannot move.
 * Everything that is not implemented is an error with its column, and what should be written
 * instead where that is known; nothing is skipped.
 * @return MR_ERR_SYNTAX with the column (from 1), MR_ERR_UNSUPPORTED with the column, MR_ERR_LIMIT,
 * MR_ERR_NOMEM, MR_ERR_ARGUMENT; `out` is untouched then
 */
MR_NODISCARD MR_API mr_status mr_betza_parse(const char *text, size_t length, mr_arena *arena,
                                             const mr_betza **out, mr_error *err);

/** Where a walk begins. */
typedef struct mr_betza_origin {
  uint8_t files; /**< 1 .. ::MR_BETZA_SIDE_MAX */
  uint8_t ranks;
  uint8_t file; /**< from 0 */
  uint8_t rank;
  bool black; /**< forward is towards rank 0, left is towards the last file */
} mr_betza_origin;

/** Receives one trail, which is gone when this returns. */
typedef void (*mr_trail_fn)(void *context, const mr_trail *trail);

/**
 * Gives every trail of a piece from a square, in an order that depends on the arguments alone. A
 * trail ends at the edge of the board, never comes back to its origin, holds no square twice in a
 * row, and its last square has a stop. The same stop may be given by more than one trail, as that
 * on f5 by `zFF` from e4; a bent move gives each of its stops once for each way to it.
 * @pre the origin is on the board
 */
MR_API void mr_betza_walk(const mr_betza *betza, const mr_betza_origin *origin, mr_trail_fn give,
                          void *context);

/** Whether the movement has a part for pieces that have not moved (`i`). */
MR_API bool mr_betza_has_initial(const mr_betza *betza);

/** Whether the movement can take in passing (`e`). */
MR_API bool mr_betza_takes_ep(const mr_betza *betza);

/* ---- terms ----------------------------------------------------------------------------------- */

/** Most legs of one bent move. */
#define MR_BETZA_LEGS_MAX 4
/** Most letters of directions in front of one atom. */
#define MR_BETZA_LETTERS_MAX 16

/*
 * Directions are numbers from 0 to 7, clockwise; a set of them is a byte with one bit for each.
 * On a line 0 is forward, 1 forward and right, 2 right; even ones are orthogonal, odd ones
 * diagonal. For oblique leaps 0 is (1,2), 1 is (2,1), 2 is (2,-1) and so on.
 */
#define MR_BETZA_ORTHOGONAL 0x55u
#define MR_BETZA_DIAGONAL 0xAAu
#define MR_BETZA_ALL 0xFFu
/** What `turns` of a leg is where no letters say otherwise: on, or an eighth of a turn aside. */
#define MR_BETZA_OUTWARD 0x83u

/** One leap, or a line of them. */
typedef struct mr_betza_leg {
  char atom;       /**< as written: W, L, C ... */
  uint8_t shorter; /**< of the two sides of an oblique leap; nothing on lines */
  uint8_t longer;  /**< of the two sides; on lines, the steps of a king that make one leap */
  bool oblique;    /**< the leap is no line */
  uint8_t set;     /**< directions it may take */
  uint8_t turns;   /**< for later legs: directions relative to the leg before */
  uint8_t range;   /**< most leaps; 0: any number */
  uint8_t stop;    /**< OR of mr_trail_stop on the squares of this leg */
  char directions[MR_BETZA_LETTERS_MAX + 1]; /**< the letters that `set` or `turns` was read from */
} mr_betza_leg;

/** How the leaps of a term follow each other. */
typedef enum mr_betza_kind {
  MR_BETZA_RIDE,    /**< leaps and lines of leaps, lame or not */
  MR_BETZA_JUMP,    /**< `j`: one leap over at least one piece */
  MR_BETZA_CANNON,  /**< `p`: over one piece and on */
  MR_BETZA_GRASS,   /**< `g`: over one piece to the square behind it */
  MR_BETZA_CROOKED, /**< `z`: a quarter turn to and fro */
  MR_BETZA_CIRCLE,  /**< `q`: to the next direction, always the same way round */
  MR_BETZA_BENT     /**< several legs: `[F-W]`, `t[FR]`, `FaW` */
} mr_betza_kind;

/** One term of a movement. */
typedef struct mr_betza_term {
  mr_betza_kind kind;
  bool initial;        /**< `i` */
  bool creates_ep;     /**< `i` with `n` */
  bool lame;           /**< `n` */
  bool cylinder;       /**< `o` */
  uint8_t period;      /**< of ::MR_BETZA_CROOKED: leaps between two turns */
  uint8_t leg_count;   /**< 1, but for ::MR_BETZA_BENT */
  uint16_t text_at;    /**< where the term begins in the text that was parsed, from 0 */
  uint16_t text_count; /**< its bytes there */
  mr_betza_leg legs[MR_BETZA_LEGS_MAX];
} mr_betza_term;

/**
 * The terms of a movement in the order in which they are written, for those who say it in words or
 * in another dialect.
 * @return `*count` terms, which live as long as `betza` does; never NULL
 */
MR_API const mr_betza_term *mr_betza_terms(const mr_betza *betza, size_t *count);

MR_END_C

#endif
