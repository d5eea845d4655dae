/**
 * @file material.h
 * What stands on a board and is in hands, as differences between two sides: by kinds of pieces,
 * which both sides may have. Kinds come from the picture of the beginning and, where a family lists
 * them, from that list; nothing is known of any game.
 */
#ifndef MARCHER_MATERIAL_H
#define MARCHER_MATERIAL_H

#include <marcher/game.h>

MR_BEGIN_C

/** No game has more kinds whose worth is asked for. */
#define MR_MATERIAL_KINDS_MAX 64
/** Pieces by number and owner that kinds are made of, at most. */
#define MR_MATERIAL_PIECES_MAX 256
/** Positions of one game that are noted, at most. */
#define MR_MATERIAL_SAMPLES_MAX 24
/** Turns in a row, three of each side, in which nothing is taken, placed or promoted: what stands
 *  then is not in the middle of an exchange. */
#define MR_MATERIAL_CALM 6

/** A kind of piece, of both sides where both have it; what is in hand is a kind of its own. */
typedef struct mr_material_kind {
  char text[12];     /**< "Q", "+L", "Q~" where captured it is a pawn again, "M@" in hand */
  char name[48];     /**< "Queen" */
  bool royal;        /**< of either side: games are about it, and it has no worth */
  bool held;         /**< in hand */
  char was;          /**< upper case: the letter of what has become this; '\0': it was always so */
  const char *worth; /**< what the designer holds it worth, as written; NULL: nothing is said */
  uint16_t begin[2]; /**< how many each side has when the game begins, or at most while armies are
                          set up */
} mr_material_kind;

/** The kinds of a game. Constant once made: threads may share them. */
typedef struct mr_material_kinds {
  const mr_game *game;
  size_t count;
  mr_material_kind items[MR_MATERIAL_KINDS_MAX];
  size_t piece_count;
  struct {
    mr_piece piece;
    uint8_t side; /**< 0: of seat 0's team */
    bool held;
    uint8_t kind;
  } pieces[MR_MATERIAL_PIECES_MAX];
} mr_material_kinds;

/** How many more of each kind the side of seat 0 has. */
typedef struct mr_material {
  int8_t more[MR_MATERIAL_KINDS_MAX];
} mr_material;

/** Quiet positions of one game. */
typedef struct mr_material_log {
  uint16_t count;
  bool strangers; /**< pieces were met that are of no kind */
  mr_material items[MR_MATERIAL_SAMPLES_MAX];
} mr_material_log;

/**
 * Finds the kinds of a game.
 * @return MR_ERR_UNSUPPORTED for more than two sides; MR_ERR_LIMIT for too many kinds, with what
 * that means; MR_ERR_NOMEM
 */
MR_NODISCARD MR_API mr_status mr_material_kinds_init(const mr_game *game, mr_material_kinds *out,
                                                     mr_error *err);

/** What the designer holds a kind worth, in numbers of its own; NaN where nothing is said. */
MR_API double mr_material_said(const mr_material_kind *kind);

/** The index of a kind, by its text or its name in letters of either case; -1: there is none. */
MR_API int mr_material_find(const mr_material_kinds *kinds, const char *text);

/** Whether an event changes what stands on the board or is in hands. */
MR_API bool mr_material_changes(const mr_event *event);

/** Counts a whole state. @param strangers set where a piece is of no kind. @return MR_ERR_NOMEM */
MR_NODISCARD MR_API mr_status mr_material_count(const mr_material_kinds *kinds,
                                                const mr_state *state, mr_material *out,
                                                bool *strangers, mr_error *err);

/** Adds a position to a log, while there is room. @return MR_ERR_NOMEM */
MR_NODISCARD MR_API mr_status mr_material_note(const mr_material_kinds *kinds,
                                               const mr_state *state, mr_material_log *log,
                                               mr_error *err);

MR_END_C

#endif
