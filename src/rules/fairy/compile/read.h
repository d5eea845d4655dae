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

#include "base/text.h"
#include "definition/diagnostics.h"
#include "rules/fairy/fairy.h"

/*
 * The keys of the family: those of the dialect of `variants.ini` that it reads, those that it knows
 * and declines, and its own. All of them stand in keys.def; a new key is a row there, a member of
 * mr_fy_rules, and what makes use of it.
 */

/** Places in mr_fy_keys. */
enum {
#define PIECE(NAME, ...) MR_FY_KEY_##NAME,
#define KEY PIECE
#define FILE_KEY PIECE
#define SWITCH PIECE
#define NUMBER PIECE
#define CHOICE PIECE
#define SIDES(NAME, ...) MR_FY_KEY_##NAME##_WHITE, MR_FY_KEY_##NAME##_BLACK,
#define SIDE_NUMBERS SIDES
#define DECLINED(NAME, ...) MR_FY_OFF_##NAME,
#include "rules/fairy/compile/keys.def"
  MR_FY_KEY_COUNT
};

extern const mr_key mr_fy_keys[MR_FY_KEY_COUNT];

/** Games of the dialect that cannot be said (absent.c). */
extern const mr_absent_game mr_fy_absent[];

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
  uint8_t model[MR_FY_KINDS_MAX + 1];   /**< kind that a form was linked to (p:g), 0: none; itself
                                                      where the piece has left the game */
  mr_fy_set board;                      /**< all cells */
  uint32_t board_depth;                 /**< depth of what gave the board its size */
  uint8_t start[MR_FY_CELLS_MAX];       /**< codes of the first position, as far as readable */
  bool start_whole;                     /**< all its rows are readable and of the board's size */
  uint64_t start_hand;                  /**< kinds that it has in hand */
  uint8_t start_held[2][MR_FY_KINDS_MAX + 1]; /**< how many of a kind a side has there */
  bool king_runs[2];                          /**< the king alone is who wins on its goal */
  size_t start_right[4];                      /**< where startFen grants castling i, 0: nowhere */
  bool gate_right[4]; /**< it does not say, but files may grant it: read_gates.c */
  bool starved;       /**< memory ran out */
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

/* read_lists.c */
/** The same, formatted. */
const char *mr_fy_print(mr_fy_reading *in, const char *format, ...) MR_PRINTF(2, 3);
/** Complains about `length` bytes at byte `at` of a value. */
void mr_fy_complain(mr_fy_reading *in, mr_status status, const mr_setting *setting, size_t at,
                    size_t length, const char *format, ...) MR_PRINTF(6, 7);
/** The setting nearest to the definition; among equals the last. NULL where none is set. */
const mr_setting *mr_fy_nearest_setting(const mr_fy_reading *in, const unsigned *keys,
                                        size_t count);
/** The same of a key and of those behind it in the table, for White's and Black's alone. */
static inline const mr_setting *mr_fy_side_setting(const mr_fy_reading *in, unsigned key,
                                                   unsigned side) {
  const unsigned keys[] = {key, key + 1 + side};
  return mr_fy_nearest_setting(in, keys, 2);
}

/** A word of a value; all zero before the first. */
typedef struct mr_fy_word {
  size_t at;
  size_t length;
} mr_fy_word;
/** Goes on to the next word. @param setting NULL: there is none */
bool mr_fy_next_word(const mr_setting *setting, mr_fy_word *word);

/** The letter that a value gives to its piece: upper case, or 0 for none. */
static inline char mr_fy_letter_of(const mr_setting *setting) {
  return setting != NULL && mr_text_is_letter(setting->text[0]) ? mr_text_upper(setting->text[0])
                                                                : '\0';
}
/** The slot that had a letter, in either case, at a depth of the inheritance; MR_FY_SLOT_COUNT for
 * none. */
unsigned mr_fy_slot_named(const mr_fy_reading *in, char letter, uint32_t depth);
/** The same of the letter at a place in a value; a complaint for none. */
unsigned mr_fy_find_slot(mr_fy_reading *in, const mr_setting *setting, size_t at);
/** Lists the letters that there are: "there are P, N and K". */
const char *mr_fy_list_letters(const mr_fy_reading *in, char *buffer, size_t size);
/** The letters of a list; those of `otherwise` where it is not set. */
mr_fy_letters mr_fy_read_letters(mr_fy_reading *in, const mr_setting *setting,
                                 mr_fy_letters otherwise);
/** Kinds of the letters, promoted forms included, as bits. */
uint64_t mr_fy_kinds_of(const mr_fy_reading *in, const mr_fy_letters *letters);

/** Reads the squares in a part of a value, up to a line's end; false with a complaint. */
bool mr_fy_read_squares(mr_fy_reading *in, const mr_setting *setting, size_t begin, size_t end,
                        mr_fy_set *out);
/** Reads a region; false with a complaint. */
static inline bool mr_fy_read_region(mr_fy_reading *in, const mr_setting *setting, mr_fy_set *out) {
  return mr_fy_read_squares(in, setting, 0, setting->length, out);
}

/** A file as a letter or a number, from 0; `otherwise` where the key is not set (read_board.c). */
unsigned mr_fy_read_file(mr_fy_reading *in, unsigned key, unsigned otherwise);
/** Adds a kind; NULL with a complaint where there are too many (read_pieces.c). */
mr_fy_kind *mr_fy_new_kind(mr_fy_reading *in, unsigned slot, const mr_setting *setting);

/** What a key does not go together with. */
typedef struct mr_fy_conflict {
  bool used;
  const char *with;
} mr_fy_conflict;
/** Complains of a key for each of these that is used (read_flips.c). */
void mr_fy_refuse(mr_fy_reading *in, unsigned key, const mr_fy_conflict *against, size_t count);

/* ---- the readers, in the order of mr_fy_read_rules ------------------------------------------- */

void mr_fy_read_board(mr_fy_reading *in);
void mr_fy_read_slots(mr_fy_reading *in);
void mr_fy_read_kinds(mr_fy_reading *in);
void mr_fy_read_forms(mr_fy_reading *in);
void mr_fy_read_names(mr_fy_reading *in);
/** Takes pieces, hands and rights out of startFen; what it cannot read it leaves to the parser. */
void mr_fy_read_start(mr_fy_reading *in);
void mr_fy_read_regions(mr_fy_reading *in);
/** Whether pawns step three squares ahead from somewhere. */
bool mr_fy_triples(mr_fy_reading *in);
void mr_fy_read_pawns(mr_fy_reading *in);
void mr_fy_read_promotion(mr_fy_reading *in);
void mr_fy_read_royals(mr_fy_reading *in);
/** Who goes along diagonals between some squares, and Janggi cannons; after all kinds
 * (read_janggi.c). */
void mr_fy_read_lines(mr_fy_reading *in);
/** Kings that face each other, and men that count points; after all that they do not go with. */
void mr_fy_read_bikjang(mr_fy_reading *in);
/** Which men's checks a mate needs (read_shatar.c). */
void mr_fy_read_shatar(mr_fy_reading *in);
/** Appends it. */
void mr_fy_add_shatar(const mr_fy_rules *rules, mr_str *out);
/** Warns of regions by default that are not the same for both sides; after mr_fy_read_present. */
void mr_fy_check_regions(mr_fy_reading *in);
/** Gates, before castling and drops, which depend on them. */
void mr_fy_read_gates(mr_fy_reading *in);
void mr_fy_read_castling(mr_fy_reading *in);
/** What castlings do to the game, once they are known. */
void mr_fy_read_castling_goals(mr_fy_reading *in);
void mr_fy_read_drops(mr_fy_reading *in);
void mr_fy_read_ends(mr_fy_reading *in);
/** Drops that are a duty, or that depend on what stands on the board; after mr_fy_read_drops. */
void mr_fy_read_placing(mr_fy_reading *in);
void mr_fy_read_connect(mr_fy_reading *in);
/** The kinds that stand there as the piece of a key: it, and all that have become it
 * (read_counting.c). */
uint64_t mr_fy_kinds_of_key(const mr_fy_reading *in, unsigned key);
/** Who leaps from gates: the last part of mr_fy_read_gates (read_leaps.c). */
void mr_fy_read_leaps(mr_fy_reading *in);
/** Which men moves are counted by: the last part of mr_fy_read_ends (read_counting.c). */
void mr_fy_read_counting(mr_fy_reading *in);
void mr_fy_read_blast(mr_fy_reading *in);
void mr_fy_read_walls(mr_fy_reading *in);
/** Drops from nowhere: the first part of mr_fy_read_drops (read_flips.c). */
void mr_fy_read_free_drops(mr_fy_reading *in);
/** Men that change sides, and men that are counted; after all that they do not go with. */
void mr_fy_read_flips(mr_fy_reading *in);
void mr_fy_read_split(mr_fy_reading *in);
void mr_fy_read_named(mr_fy_reading *in);
void mr_fy_read_rule_ids(mr_fy_reading *in);
/** What hands can hold, and what each side can ever have; the sentences are about these. */
void mr_fy_read_present(mr_fy_reading *in);
void mr_fy_write_sentences(mr_fy_reading *in);

/** Arranges the men of a first position by a number of Chess960 (shuffle.c). */
mr_status mr_fy_arrange_start(const mr_fy_game *game, unsigned number, mr_state *start,
                              mr_error *err);
/** Draws from the orders that a first position may have (randomStart). @return false: there is no
 * other one than that of the definition */
bool mr_fy_draw_start(const mr_fy_game *game, mr_random *random, mr_state *out);
/** The facet of drawn orders. */
extern const mr_shuffle_ops mr_fy_shuffle;

/* ---- sentences.c: writers return whether what they tell of is in force ----------------------- */

/** Kinds as they are listed: promoted forms go with what they were. */
void mr_fy_add_kinds(const mr_fy_rules *rules, uint64_t kinds, const char *last, mr_str *out);
/** The same with commas, and whether those are meant, too, that were pawns. */
void mr_fy_add_all_kinds(const mr_fy_rules *rules, uint64_t kinds, mr_str *out);
/** Kinds that either side can come to have on the board. */
uint64_t mr_fy_present(const mr_fy_rules *rules);
/** The kinds of which something is so, as bits. */
uint64_t mr_fy_kinds_that(const mr_fy_rules *rules, bool (*is)(const mr_fy_kind *kind));
/** Whether pieces of a side capture in passing. */
bool mr_fy_takes_ep_as(const mr_fy_kind *kind, unsigned side);
/** The same of either side. */
bool mr_fy_takes_ep(const mr_fy_kind *kind);

/** Whether mr_fy_may_take_ep is so of any man. */
bool mr_fy_any_takes_ep(const mr_fy_rules *rules);

bool mr_fy_write_moves(const mr_fy_rules *rules, mr_str *out);
bool mr_fy_write_blast(const mr_fy_rules *rules, mr_str *out);
bool mr_fy_write_chase(const mr_fy_rules *rules, mr_str *out);
bool mr_fy_write_walls(const mr_fy_rules *rules, mr_str *out);
/** Men that change sides where they stand, and men that are counted (read_flips.c). */
bool mr_fy_write_flips(const mr_fy_rules *rules, mr_str *out);
bool mr_fy_write_tally(const mr_fy_rules *rules, mr_str *out);
bool mr_fy_write_to_and_fro(const mr_fy_rules *rules, mr_str *out);
bool mr_fy_write_bikjang(const mr_fy_rules *rules, mr_str *out);
/** Who has won what would else be a draw: "White has won". */
const char *mr_fy_tally_text(const mr_fy_rules *rules);
/** The promotions under one number; NULL for those that have none of their own. */
bool mr_fy_write_promotions(const mr_fy_rules *rules, const char *id, mr_str *out);
bool mr_fy_write_promotion(const mr_fy_rules *rules, mr_str *out);
/** Appends that nobody has to promote by an action of its own, where that can be all there is. */
void mr_fy_add_free_promotion(const mr_fy_rules *rules, mr_str *out);
bool mr_fy_write_drops(const mr_fy_rules *rules, mr_str *out);
bool mr_fy_write_gating(const mr_fy_rules *rules, mr_str *out);
bool mr_fy_write_passing(const mr_fy_rules *rules, mr_str *out);
bool mr_fy_write_turn(const mr_fy_rules *rules, mr_str *out);
bool mr_fy_write_length(const mr_fy_rules *rules, mr_str *out);
/** What more is asked of who stands on a goal. */
void mr_fy_write_safety(const mr_fy_rules *rules, mr_str *out);
bool mr_fy_write_castling(const mr_fy_rules *rules, mr_str *out);
/** Orders of the first position that are drawn (shuffle.c). */
bool mr_fy_write_shuffle(const mr_fy_rules *rules, mr_str *out);
bool mr_fy_write_connect(const mr_fy_rules *rules, mr_str *out);
/** What is to be said of drops where they are a duty or depend on what stands on the board. */
void mr_fy_add_placing(const mr_fy_rules *rules, mr_str *out);
bool mr_fy_write_castled(const mr_fy_rules *rules, mr_str *out);
/** Who leaps, and how (read_leaps.c). */
bool mr_fy_write_leaps(const mr_fy_rules *rules, mr_str *out);
/** In how many moves who is ahead has to mate (read_counting.c). */
bool mr_fy_write_counting(const mr_fy_rules *rules, mr_str *out);

#endif
