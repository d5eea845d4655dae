/**
 * @file parser.h
 * What the files of the parser and of the walker share.
 */
#ifndef MARCHER_BETZA_PARSER_H
#define MARCHER_BETZA_PARSER_H

#include <marcher/betza.h>

/** Most terms of one movement. */
#define MR_BETZA_TERMS_MAX 64
/** Steps of a king from one end of the longest line to the other. */
#define MR_BETZA_REACH_MAX (MR_BETZA_SIDE_MAX - 1)
/** Most steps between two turns that `z` takes. */
#define MR_BETZA_PERIOD_MAX 9

/** How the letters of directions are to be read. */
typedef enum mr_betza_shape {
  MR_SHAPE_ORTHOGONAL,
  MR_SHAPE_DIAGONAL,
  MR_SHAPE_OBLIQUE
} mr_betza_shape;

struct mr_betza {
  bool has_initial;
  bool takes_ep;
  uint32_t term_count;
  const mr_betza_term *terms;
};

/** A leap as White sees it, files to the right and ranks forward. */
typedef struct mr_betza_vector {
  int files;
  int ranks;
} mr_betza_vector;

/** The leap of a leg in one direction. */
mr_betza_vector mr_betza_leap(const mr_betza_leg *leg, unsigned direction);

/**
 * The first step of a king on the way of a leap: straight until the rest is diagonal. `leap` is
 * reduced by it.
 */
mr_betza_vector mr_betza_step(mr_betza_vector *leap);

/** Squares on the way of a leap, those at its two ends left out. */
unsigned mr_betza_between(const mr_betza_leg *leg);

/** Why letters of directions cannot be read. */
typedef enum mr_betza_misread {
  MR_READ_OK,
  MR_READ_LONE_H,  /**< `h` without a letter to go with */
  MR_READ_CHIRAL,  /**< `hr`, `hl` where nothing is oblique */
  MR_READ_REPEATED /**< the same directions twice */
} mr_betza_misread;

/**
 * Reads letters of `fblrvsh` as a set of directions. No letters are all of them.
 * @param at where it fails: the index of the letters that are wrong
 */
mr_betza_misread mr_betza_directions(mr_betza_shape shape, const char *letters, size_t length,
                                     uint8_t *set, size_t *at);

/* ---- reading --------------------------------------------------------------------------------- */

/** The modes, in the order of mr_betza_mode_letters. */
typedef enum mr_betza_mode {
  MR_MODE_M,
  MR_MODE_C,
  MR_MODE_I,
  MR_MODE_E,
  MR_MODE_N,
  MR_MODE_J,
  MR_MODE_P,
  MR_MODE_G,
  MR_MODE_Z,
  MR_MODE_Q,
  MR_MODE_O,
  MR_MODE_COUNT
} mr_betza_mode;

/** "mcienjpgzqo" */
extern const char mr_betza_mode_letters[MR_MODE_COUNT + 1];

/** The letters in front of an atom or a bracket. Places are offsets in the text. */
typedef struct mr_betza_mods {
  size_t at;
  size_t length; /**< all of them, in the text */
  uint32_t modes;
  size_t mode_at[MR_MODE_COUNT];
  char letters[MR_BETZA_LETTERS_MAX];
  size_t letter_at[MR_BETZA_LETTERS_MAX];
  size_t letter_count;
  size_t split_at; /**< where letters of directions go on after other letters; 0: they do not */
  uint8_t period;  /**< the number behind `z`; 1 where there is none */
} mr_betza_mods;

/** An atom with its range. */
typedef struct mr_betza_atom {
  size_t at;
  bool doubled;
  bool several; /**< K or Q: two atoms in one letter */
  mr_betza_shape shape;
  mr_betza_leg leg; /**< all directions */
} mr_betza_atom;

/** A movement being read. */
typedef struct mr_betza_reader {
  const char *text;
  size_t length;
  size_t at;
  mr_error *err;
  size_t trails; /**< of the terms so far */
  size_t term_count;
  mr_betza_term terms[MR_BETZA_TERMS_MAX];
} mr_betza_reader;

static inline bool mr_betza_has(const mr_betza_mods *mods, mr_betza_mode mode) {
  return (mods->modes >> mode & 1u) != 0;
}

/** The byte at the reader, or NUL at the end (as for a NUL in the text). */
static inline char mr_betza_peek(const mr_betza_reader *in) {
  return in->at < in->length ? in->text[in->at] : '\0';
}

/** Complains about the byte at offset `at`. */
MR_PRINTF(4, 5)
mr_status mr_betza_fail(const mr_betza_reader *in, mr_status status, size_t at, const char *format,
                        ...);

/** Complains about the byte at the reader, which begins nothing that could stand there. */
mr_status mr_betza_fail_here(const mr_betza_reader *in);

mr_status mr_betza_read_mods(mr_betza_reader *in, mr_betza_mods *out);

/** Reads an atom and its range. */
mr_status mr_betza_read_atom(mr_betza_reader *in, mr_betza_atom *out);

/** Reads the directions of `mods` for an atom of `shape`. */
mr_status mr_betza_read_set(const mr_betza_reader *in, const mr_betza_mods *mods,
                            mr_betza_shape shape, uint8_t *out);

/** Makes a term of one atom out of what was read. */
mr_status mr_betza_make_simple(const mr_betza_reader *in, const mr_betza_mods *mods,
                               const mr_betza_atom *atom, mr_betza_term *out);

/** Reads a bent move from its `[` or `t` on. */
mr_status mr_betza_read_bent(mr_betza_reader *in, const mr_betza_mods *mods, mr_betza_term *out);

/** Reads what follows an atom from its `a` on. */
mr_status mr_betza_read_again(mr_betza_reader *in, const mr_betza_mods *mods,
                              const mr_betza_atom *atom, mr_betza_term *out);

/** What m, c and e make of a square; `otherwise` where there is none of them. */
uint8_t mr_betza_stop(const mr_betza_mods *mods, uint8_t otherwise);

/** K and Q take no directions: complains about those in `mods`, with what to write instead. */
mr_status mr_betza_fail_several(const mr_betza_reader *in, const mr_betza_mods *mods,
                                const mr_betza_atom *atom);

#endif
