/**
 * @file texts.h
 * Reading and writing the small parts of the family's texts: squares, letters, numbers, complaints.
 */
#ifndef MARCHER_RULES_FAIRY_TEXT_TEXTS_H
#define MARCHER_RULES_FAIRY_TEXT_TEXTS_H

#include "kernel/reader.h"
#include "rules/fairy/fairy.h"

/** Everything that is against the rules in a text, for one message. */
typedef struct mr_fy_faults {
  char buffer[MR_ERROR_MESSAGE_MAX];
  mr_str text;
  unsigned count;
  unsigned left_out; /**< for want of room */
} mr_fy_faults;

extern const char *const mr_fy_side_names[2];   /**< "White", "Black" */
extern const char *const mr_fy_colour_names[2]; /**< "dark", "light" */

/** A square of the board, in letters of either case. */
mr_status mr_fy_read_cell(mr_reader *r, unsigned *out);
/** A piece as mr_fy_code_text writes it: `+`, a letter whose case tells the side, `~`. */
mr_status mr_fy_read_code(mr_reader *r, unsigned *out);

/** The kind that a letter in any case stands for, 0 if none. */
unsigned mr_fy_kind_named(const mr_fy_rules *rules, bool plus, char letter);

/** The kind that a pawn of `side` is as a `kind`, where captured pieces become pawns again; or 0.
 */
unsigned mr_fy_tilde_of(const mr_fy_rules *rules, unsigned kind, unsigned side);
/** Whether `form` is written with a plus where a piece of `kind` becomes it: it is promoted from
 * the kind, or from that as which the kind, once a pawn, moves. */
bool mr_fy_is_plus_of(const mr_fy_rules *rules, unsigned form, unsigned kind);

void mr_fy_add_cell(const mr_fy_rules *rules, unsigned cell, mr_str *out);
/** The letter of a kind, upper case, with its plus. */
static inline void mr_fy_add_kind(const mr_fy_rules *rules, unsigned kind, mr_str *out) {
  mr_fy_code_text(rules, MR_FY_CODE(kind, MR_FY_WHITE), out);
}
/** Appends the names of kinds, "Chief, Guard and Lion". @param last before the last of several */
void mr_fy_add_names(const mr_fy_rules *rules, uint64_t kinds, const char *last, mr_str *out);

void mr_fy_faults_init(mr_fy_faults *faults);
/** Adds one fault, a clause without a full stop. */
void mr_fy_fault(mr_fy_faults *faults, const char *format, ...) MR_PRINTF(2, 3);
/** MR_ERR_ILLEGAL with all of them, MR_OK when there is none. */
mr_status mr_fy_faults_status(const mr_fy_faults *faults, mr_error *err);

/** How a square is called in messages. */
typedef struct mr_fy_square_name {
  char text[8];
} mr_fy_square_name;
mr_fy_square_name mr_fy_square(const mr_fy_rules *rules, unsigned cell);

/** Reads how many checks White and Black have left to give, "3+3", or have given, "+0+0".
 * @return whether the word says either */
bool mr_fy_read_checks(const char *word, size_t length, const uint8_t *most, uint8_t *out);
/** The same of the word of a position's text that says so; one each where none does. */
void mr_fy_find_checks(const char *text, size_t length, uint8_t *out);

/* gates_text.c */
/** A move behind which somebody is to enter. */
typedef struct mr_fy_entry {
  unsigned from; /**< at castling the king's square */
  unsigned to;   /**< at castling the partner's, or where the king arrives */
  unsigned kind; /**< who enters */
  unsigned gate; /**< where; MR_FY_NO_CELL where it is not said: on `from` */
} mr_fy_entry;
/** Where a text has king and partner in the places of each other, puts them right. */
void mr_fy_turn_entry(const mr_game *base, const mr_state *opaque, mr_fy_entry *entry);
/** The legal action; MR_ACTION_NONE if there is none. */
mr_action mr_fy_find_entering(const mr_game *base, const mr_state *opaque,
                              const mr_fy_entry *entry);
/** Appends why nobody enters so behind a move that is legal. */
void mr_fy_add_entering_fault(const mr_game *base, const mr_state *opaque, const mr_fy_entry *entry,
                              mr_str *out);
/** Whether a side has, or may come to have, somebody in hand. */
bool mr_fy_has_hand(const mr_fy_rules *rules, const mr_fy_state *state, unsigned side);
/** Appends the castling field of games with gates: " KQBCDFGkqbcdfg". */
void mr_fy_add_rights_and_gates(const mr_fy_rules *rules, const mr_fy_state *state, mr_str *out);
/** Reads it. */
mr_status mr_fy_read_rights_and_gates(mr_reader *r, mr_fy_state *state);
/** Makes of the letters that were read what they mean, once the rights hold. */
void mr_fy_settle_gates(const mr_fy_game *game, mr_state *opaque, mr_fy_faults *faults);

/** Where castling begins on any files, appends the castling field: " HAha" (castling_text.c). */
void mr_fy_add_any_rights(const mr_fy_rules *rules, const mr_state *opaque, mr_str *out);
/** Reads it, of a state whose board is read. */
mr_status mr_fy_read_any_rights(mr_reader *r, mr_state *opaque, mr_fy_faults *faults);

/** Appends a set of squares: "ranks 1-2, 8-10 and d1-f3, e7" (page_words.c). */
void mr_fy_add_squares(const mr_fy_rules *rules, const mr_fy_set *set, mr_str *out);

/** What can be seen to be wrong in a state without knowing how it came about, but for e.p. and
 * royals; rights that do not hold are taken away: state_check.c. */
void mr_fy_check_state(const mr_fy_game *game, mr_state *opaque, const mr_state *start,
                       mr_fy_faults *faults);
/** @return whether no side has more kings than it can have, so that the rest can be made */
bool mr_fy_check_royals(const mr_fy_game *game, const mr_state *state, const mr_state *start,
                        mr_fy_faults *faults);
/** Complains where the side to move has no royal piece and could take the only one of the other's:
 * then nobody would have one, which no play leads to. After the state has been made whole. */
void mr_fy_check_last_royal(const mr_fy_game *game, const mr_state *state, const mr_state *start,
                            mr_fy_faults *faults);
/** Colours of the board on which a side has pieces. */
unsigned mr_fy_colours_of(const mr_fy_game *game, const mr_state *state, unsigned side);
/** The square over which the piece on `victim` can have stepped two; MR_FY_NO_CELL if none. */
bool mr_fy_ep_possible(const mr_fy_game *game, const mr_state *state, mr_fy_ep ep);

/** A royal piece that is attacked, and who attacks it. */
typedef struct mr_fy_check {
  unsigned royal;
  unsigned attacker;
  bool all; /**< that matters only because all others like it are attacked as well */
} mr_fy_check;

/**
 * Whether a royal of `side` is attacked on a board, which need not be one that can come about:
 * action_why.c. Royals that face each other are not looked for.
 */
bool mr_fy_find_check(const mr_fy_rules *rules, const uint8_t *board, unsigned side,
                      mr_fy_check *out);
/** Where captures blast: an own royal that one on `to` by the piece on `from` would blow up;
 *  MR_FY_NO_CELL for none. */
unsigned mr_fy_find_blown(const mr_fy_rules *rules, const uint8_t *board, unsigned from,
                          unsigned to);
/** Where captures blast: whether a royal on a cell stands beside one of the other side's, so that
 *  nobody attacks it. */
bool mr_fy_touches_royal(const mr_fy_rules *rules, const uint8_t *board, unsigned cell);
/** Takes off a board what a blast on a cell removes, who has captured there first. */
void mr_fy_blast_on(const mr_fy_rules *rules, uint8_t *board, unsigned to);
/** Whether a royal of `side` faces one of the other's along an open file or rank, where that is not
    allowed; `attacker` is the other's then. */
bool mr_fy_find_facing(const mr_fy_rules *rules, const uint8_t *board, unsigned side,
                       mr_fy_check *out);
/** Whether who stands on a cell may not be lost, and would become a wall by capturing. */
bool mr_fy_petrifies_royal(const mr_fy_rules *rules, const uint8_t *board, unsigned cell);
/** What is asked of an action that sets a wall. */
typedef struct mr_fy_wall_question {
  const mr_game *base;
  const mr_state *state;
  const mr_action *legal; /**< all of them */
  size_t count;
  unsigned from, to, form;
  unsigned wall; /**< MR_FY_NO_CELL: nothing is said of it */
} mr_fy_wall_question;
/** Says why its wall cannot be set, where the move itself is possible. @return whether it is */
bool mr_fy_say_wall(const mr_fy_wall_question *q, mr_str *why);
/** What a side has nearest to a row, square, line or path that ends the game: connect.c. */
typedef struct mr_fy_near {
  bool some;         /**< there is room for one */
  unsigned left;     /**< so many men are missing; 0: it is there */
  unsigned of;       /**< so many men are needed */
  mr_fy_set cells;   /**< where they stand or would */
  const char *shape; /**< "in a row" */
} mr_fy_near;
void mr_fy_find_near(const mr_fy_rules *rules, const uint8_t *board, unsigned side,
                     mr_fy_near *out);
/** Why a drop is not allowed by what stands on the board; false where nothing of that is so. */
bool mr_fy_say_placing(const mr_fy_rules *rules, const uint8_t *board, unsigned kind, unsigned cell,
                       mr_str *why);
/** Whether a piece has no way at all from a cell, were the board empty. */
bool mr_fy_is_stuck(const mr_fy_rules *rules, unsigned code, unsigned cell);
/** Appends what stands against a castling, ": f1 is in the way"; nothing where nothing is seen. */
void mr_fy_add_castling_fault(const mr_fy_game *game, const mr_state *state, unsigned which,
                              mr_str *out);

/** The legal move of a piece that ends so, of whatever type; MR_ACTION_NONE if there is none.
 *  @param wall where it sets one; 0 where actions set none */
mr_action mr_fy_legal_move(const mr_game *base, const mr_state *state, unsigned from, unsigned to,
                           unsigned form, unsigned wall);
/** The same of a move behind which a man of `kind` enters. */
mr_action mr_fy_legal_entering(const mr_game *base, const mr_state *state, unsigned from,
                               unsigned to, unsigned kind);
/**
 * The square on which an action of a state is written to end. Of castling it is where the
 * definition says; but the partner's where another legal action would be written like that, as
 * that of a king that can step there.
 */
unsigned mr_fy_written_target(const mr_game *base, const mr_state *state, mr_action action);
/** Whether an action sets a wall. */
bool mr_fy_sets_wall(const mr_fy_rules *rules, mr_action action);

#endif
