/*
 * The legal action that a text asks for: a drop, a move with its form and its wall, one behind
 * which a man enters, a castling in either spelling, or a wall alone.
 */
#include "rules/fairy/text/action_find.h"

#include "base/text.h"

const mr_fy_castling *mr_fy_castling_meant(const mr_fy_rules *rules, unsigned side,
                                           const mr_fy_wish *asked) {
  for (unsigned i = 2 * side; i < 2 * side + 2; i++) {
    const mr_fy_castling *castling = &rules->castling[i];
    bool to_king = rules->castling_text == MR_FY_KING_TO && castling->king_to == asked->to;
    if (castling->allowed && castling->king_from == asked->from &&
        (castling->partner_from == asked->to || to_king)) {
      return castling;
    }
  }
  return NULL;
}

/** The action with the wall that is wished for, where it sets one. */
static mr_action walled(const mr_game *base, const mr_fy_wish *asked, mr_action action) {
  bool sets = mr_fy_sets_wall(&mr_fy_game_of(base)->rules, action);
  return sets && asked->wall != MR_FY_NO_CELL ? mr_fy_with_wall(action, asked->wall) : action;
}

unsigned mr_fy_castlings_to(const mr_game *base, const mr_state *state, const mr_fy_wish *asked,
                            mr_action *last) {
  const mr_fy_rules *rules = &mr_fy_game_of(base)->rules;
  unsigned side = mr_fy_state_of_const(state)->side, count = 0;
  for (unsigned i = 2 * side; i < 2 * side + 2; i++) {
    const mr_fy_castling *c = &rules->castling[i];
    mr_action action =
        walled(base, asked, mr_fy_action(MR_FY_CASTLE, c->king_from, c->partner_from, 0));
    if (rules->castling_text == MR_FY_KING_TO && c->allowed && c->king_from == asked->from &&
        c->king_to == asked->to && base->ops->legal(base, state, action)) {
      *last = action;
      count++;
    }
  }
  return count;
}

/** Whether a wall is told where one is set, and none elsewhere. */
static bool is_wall_told(const mr_game *base, const mr_fy_wish *asked) {
  bool instead = mr_fy_game_of(base)->rules.walling.instead;
  return (asked->wall != MR_FY_NO_CELL) == (!instead || asked->from == asked->to);
}

mr_action mr_fy_find_legal(const mr_game *base, const mr_state *state, const mr_fy_wish *asked) {
  mr_action action = MR_ACTION_NONE;
  if (asked->from == MR_FY_NO_CELL) {
    action = mr_fy_action(MR_FY_DROP, asked->kind, asked->to, 0);
    return base->ops->legal(base, state, action) ? action : MR_ACTION_NONE;
  }
  const mr_fy_walling *walling = &mr_fy_game_of(base)->rules.walling;
  bool walls = mr_fy_walls_with(walling, MR_FY_STEP);
  if (walling->rule != MR_FY_WALLS_NONE && !is_wall_told(base, asked)) {
    return MR_ACTION_NONE;
  }
  if (asked->enters == 0 || asked->form != 0) {
    action =
        mr_fy_legal_move(base, state, asked->from, asked->to, asked->form, walls ? asked->wall : 0);
  }
  if (action == MR_ACTION_NONE && asked->enters != 0) {
    mr_fy_entry entry = {asked->from, asked->to, asked->enters, asked->gate};
    return mr_fy_find_entering(base, state, &entry);
  }
  if (action != MR_ACTION_NONE || asked->form != 0) {
    return action;
  }
  mr_action block =
      mr_fy_with_wall(mr_fy_action(MR_FY_BLOCK, asked->from, asked->to, 0), asked->wall & 0x7F);
  if (walling->instead && base->ops->legal(base, state, block)) {
    return block;
  }
  mr_action castling = walled(base, asked, mr_fy_action(MR_FY_CASTLE, asked->from, asked->to, 0));
  if (base->ops->legal(base, state, castling)) {
    return castling;
  }
  if (walls && asked->wall == asked->from) { /* as others write a wall where the partner stood */
    castling = walled(base, asked, mr_fy_action(MR_FY_CASTLE, asked->to, asked->from, 0));
    if (base->ops->legal(base, state, castling)) {
      return castling;
    }
  }
  mr_action pass = mr_fy_action(MR_FY_PASS, asked->from, asked->to, 0);
  if (asked->from == asked->to && base->ops->legal(base, state, pass)) {
    return pass;
  }
  return mr_fy_castlings_to(base, state, asked, &castling) == 1 ? castling : MR_ACTION_NONE;
}

bool mr_fy_read_pass(mr_reader *r, const mr_state *state, mr_fy_wish *asked) {
  const mr_fy_rules *rules = &mr_fy_game_of(r->game)->rules;
  unsigned side = mr_fy_state_of_const(state)->side;
  unsigned cell = mr_fy_pass_cell(rules, mr_fy_board_const(state), side);
  if (rules->passing[side] == MR_FY_NEVER || cell == MR_FY_NO_CELL ||
      (!mr_text_is_nocase(r->text, r->length, "pass") && !mr_text_is(r->text, r->length, "--") &&
       !mr_text_is(r->text, r->length, "0000") && !mr_text_is(r->text, r->length, "@@@@"))) {
    return false;
  }
  asked->from = asked->to = cell;
  r->at = r->length;
  return true;
}
