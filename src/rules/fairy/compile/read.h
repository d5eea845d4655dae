/**
 * @file read.h
 * From a definition to mr_fy_rules: what the files that read keys share. Every reader reports what
 * it cannot read at its place and goes on, so that one run shows all mistakes.
 *
 * Inheritance: a list of letters means the pieces that had these letters where it was written; a
 * child that gives a letter to another piece does not change what its parent said.
 */
#ifndef MARCHER_RULES_FAIRY_COMPILE_READ_H
#define MARCHER_RULES_FAIRY_COMPILE_READ_H

#include "definition/diagnostics.h"
#include "rules/fairy/compile/keys.h"
#include "rules/fairy/fairy.h"

/** Places for pieces: the predefined ones, the custom ones, the king. */
enum {
  MR_FY_SLOT_CUSTOM = MR_FY_KEY_KING,
  MR_FY_CUSTOM_MAX = 50,
  MR_FY_SLOT_KING = MR_FY_SLOT_CUSTOM + MR_FY_CUSTOM_MAX,
  MR_FY_SLOT_COUNT
};

/** A key that can define a piece. */
typedef struct mr_fy_slot {
  char key[20];              /**< "customPiece3" */
  const char *movement;      /**< of a predefined piece; NULL: the definition has to say it */
  const mr_setting *setting; /**< NULL: the definition never names the key */
  char letter;               /**< upper case; 0: there is no such piece */
  uint8_t kind;              /**< 0: there is no such piece */
  uint8_t form;              /**< kind of its promoted form, 0: none */
} mr_fy_slot;

/** A definition being read. */
typedef struct mr_fy_reading {
  const mr_definition *definition;
  mr_arena *arena;
  mr_fy_rules *rules;
  mr_diagnostics *list;
  mr_fy_slot slots[MR_FY_SLOT_COUNT];
  uint8_t slot_of[MR_FY_KINDS_MAX + 1]; /**< slot that a kind was made for */
  uint8_t model[MR_FY_KINDS_MAX + 1];   /**< kind that a form was linked to (p:g), 0: none */
  mr_fy_set board;                      /**< all cells */
  uint32_t board_depth;                 /**< depth of what gave the board its size */
  uint8_t start[MR_FY_CELLS_MAX];       /**< codes of the first position, as far as readable */
  uint64_t start_hand;                  /**< kinds that it has in hand */
  size_t start_right[4];                /**< where startFen grants castling i, 0: nowhere */
  bool starved;                         /**< memory ran out */
} mr_fy_reading;

/** Letters of a list of pieces, as slots in the order of writing. */
typedef struct mr_fy_letters {
  uint8_t slots[MR_FY_SLOT_COUNT];
  unsigned count;
  bool all; /**< `*` stands among them */
} mr_fy_letters;

static inline const mr_setting *mr_fy_setting(const mr_fy_reading *in, unsigned key) {
  return mr_definition_find(in->definition, mr_fy_keys[key].name);
}
static inline bool mr_fy_bool(const mr_fy_reading *in, unsigned key) {
  return mr_setting_bool(in->definition, &mr_fy_keys[key]);
}
static inline unsigned mr_fy_number(const mr_fy_reading *in, unsigned key) {
  return (unsigned)mr_setting_int(in->definition, &mr_fy_keys[key]);
}

/** A copy in the game's arena; "" where memory runs out, which is remembered. */
static inline const char *mr_fy_copy(mr_fy_reading *in, const char *text, size_t length) {
  const char *copy = mr_arena_copy(in->arena, text, length);
  in->starved = in->starved || copy == NULL;
  return copy != NULL ? copy : "";
}

/** The setting nearest to the definition; among equals the last. NULL where none is set. */
const mr_setting *mr_fy_nearest_setting(const mr_fy_reading *in, const unsigned *keys,
                                        size_t count);

/** The same of a key and of those behind it in the table, for White's and Black's alone. */
static inline const mr_setting *mr_fy_side_setting(const mr_fy_reading *in, unsigned key,
                                                   unsigned side) {
  const unsigned keys[] = {key, key + 1 + side};
  return mr_fy_nearest_setting(in, keys, 2);
}

/* read_board.c */
void mr_fy_read_board(mr_fy_reading *in);
/** A file as a letter or a number, from 0; `otherwise` where the key is not set. */
unsigned mr_fy_read_file(mr_fy_reading *in, unsigned key, unsigned otherwise);
/** Takes pieces, hands and rights out of startFen; what it cannot read it leaves to the parser. */
void mr_fy_read_start(mr_fy_reading *in);

/* read_pieces.c */
void mr_fy_read_slots(mr_fy_reading *in);
void mr_fy_read_kinds(mr_fy_reading *in);
void mr_fy_read_names(mr_fy_reading *in);
/** The slot that had a letter at a depth of the inheritance; MR_FY_SLOT_COUNT for none. */
unsigned mr_fy_slot_named(const mr_fy_reading *in, char letter, uint32_t depth);
/** Lists the letters that there are: "'P', 'N' and 'K'". */
const char *mr_fy_list_letters(const mr_fy_reading *in, char *buffer, size_t size);

/* read_forms.c */
void mr_fy_read_forms(mr_fy_reading *in);
/** Adds a kind; NULL with a complaint where there are too many. */
mr_fy_kind *mr_fy_new_kind(mr_fy_reading *in, unsigned slot, const mr_setting *setting);

/* read_lists.c */
void mr_fy_read_letters(mr_fy_reading *in, const mr_setting *setting, mr_fy_letters *out);
/** Kinds of the letters, promoted forms included, as bits. */
uint64_t mr_fy_kinds_of(const mr_fy_reading *in, const mr_fy_letters *letters);
/** Kinds of one slot, promoted forms included, as bits. */
uint64_t mr_fy_kinds_of_slot(const mr_fy_reading *in, unsigned slot);
/** Reads the squares in a part of a value, up to a line's end; false with a complaint. */
bool mr_fy_read_squares(mr_fy_reading *in, const mr_setting *setting, size_t begin, size_t end,
                        mr_fy_set *out);
/** Reads a region; false with a complaint. */
bool mr_fy_read_region(mr_fy_reading *in, const mr_setting *setting, mr_fy_set *out);

/* read_regions.c */
void mr_fy_read_regions(mr_fy_reading *in);
/** The squares of a plain region key, or of its default, or all of the board without either. */
mr_fy_set mr_fy_region(mr_fy_reading *in, unsigned key);

/* read_named.c */
void mr_fy_read_named(mr_fy_reading *in);

/* read_promotion.c, read_special.c, read_drops.c, read_ends.c */
void mr_fy_read_promotion(mr_fy_reading *in);
void mr_fy_read_pawns(mr_fy_reading *in);
void mr_fy_read_castling(mr_fy_reading *in);
void mr_fy_read_drops(mr_fy_reading *in);
void mr_fy_read_royals(mr_fy_reading *in);
void mr_fy_read_ends(mr_fy_reading *in);
void mr_fy_read_split(mr_fy_reading *in);

/* sentences.c */
void mr_fy_read_rule_ids(mr_fy_reading *in);
void mr_fy_write_sentences(mr_fy_reading *in);

static inline mr_fy_set mr_fy_set_and(mr_fy_set a, mr_fy_set b) {
  for (unsigned i = 0; i < 4; i++) {
    a.w[i] &= b.w[i];
  }
  return a;
}
static inline mr_fy_set mr_fy_set_minus(mr_fy_set a, mr_fy_set b) {
  for (unsigned i = 0; i < 4; i++) {
    a.w[i] &= ~b.w[i];
  }
  return a;
}
static inline bool mr_fy_set_same(mr_fy_set a, mr_fy_set b) {
  mr_fy_set rest = mr_fy_set_minus(a, b);
  mr_fy_set other = mr_fy_set_minus(b, a);
  return mr_fy_set_empty(&rest) && mr_fy_set_empty(&other);
}

#endif
