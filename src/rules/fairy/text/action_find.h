/**
 * @file action_find.h
 * What a text asks for, as action_read.c reads it, and the legal action that it means.
 */
#ifndef MARCHER_RULES_FAIRY_TEXT_ACTION_FIND_H
#define MARCHER_RULES_FAIRY_TEXT_ACTION_FIND_H

#include "rules/fairy/fairy.h"
#include "rules/fairy/text/texts.h"

/** What a text asks for. */
typedef struct mr_fy_wish {
  unsigned from; /**< MR_FY_NO_CELL: a drop of `kind` */
  unsigned to;
  unsigned kind;   /**< to be dropped */
  unsigned form;   /**< kind to become, 0: none */
  unsigned wall;   /**< where a wall is set, MR_FY_NO_CELL: nothing is said of that */
  unsigned enters; /**< kind that is to enter through the gate that is left, 0: none */
  unsigned gate;   /**< where, MR_FY_NO_CELL: not said */
  size_t to_at;    /**< where the target stands in the text */
  size_t form_at;  /**< where the form does */
  size_t wall_at;  /**< and the wall's square; where it would stand if there is none */
} mr_fy_wish;

/** The castling of the side to move that a king's move stands for, NULL if there is none. */
const mr_fy_castling *mr_fy_castling_meant(const mr_fy_rules *rules, const mr_fy_state *state,
                                           const mr_fy_wish *asked);
/** The legal action that is wished for, MR_ACTION_NONE if there is none. */
mr_action mr_fy_find_legal(const mr_game *base, const mr_state *state, const mr_fy_wish *asked);
/** Of the king's way at castlings that are legal, but not written so: says how they are.
 *  @return their number. @pre what is asked for is not legal */
unsigned mr_fy_say_castlings(const mr_game *base, const mr_state *state, const mr_fy_wish *asked,
                             mr_str *why);

/** The first of the mover's men, by which a wall in the place of a move is written. */
unsigned mr_fy_first_man(const mr_fy_rules *rules, const mr_state *state);
/** "pass", or how records of other programs write it, where a side may pass. @return whether it is
 * that */
bool mr_fy_read_pass(mr_reader *r, const mr_state *state, mr_fy_wish *asked);
/** Whether a text is "O-O" or "0-0", with one more where the king goes towards the first file. */
bool mr_fy_is_castling_word(const mr_reader *r, bool first_file);
/** Such a castling of the side to move, where it has one in this game. Where castling begins on any
 * files that is one to which it has a right. @return whether it is that */
bool mr_fy_read_castling_word(mr_reader *r, const mr_state *state, mr_fy_wish *asked);

/** Why a piece that promotes by an action of its own may not do so, as is wished for. @return
 * whether that is the reason */
bool mr_fy_say_sittuyin(const mr_fy_rules *rules, const uint8_t *board, const mr_fy_wish *asked,
                        mr_str *why);

/** Ends a text that could not be read to its end where a whole action ends: before what is to be
 * the form, or before what is too much. @return whether there is one before that */
bool mr_fy_cut_rest(mr_reader *r, const mr_fy_wish *asked);
/**
 * Complains of what stands behind a whole action, and says what may: of the text of `length` bytes
 * that mr_fy_cut_rest has cut.
 *
 * @return false: nothing that begins so is legal
 */
bool mr_fy_say_rest(mr_reader *r, const mr_state *state, const mr_fy_wish *asked, size_t length);

#endif
