/** From presses on a board to an action. */
#include <string.h>

#include "session/session_priv.h"

mr_pick_list mr_session_picks(mr_session *session) {
  mr_pick_list list = {.game = session->game, .state = session->state};
  list.count = mr_session_actions(session, &list.actions);
  return list;
}

static mr_form form_at(const mr_pick_list *list, size_t index) {
  mr_form form;
  mr_game_form(list->game, list->state, list->actions[index], &form);
  return form;
}

bool mr_pick_fits(const mr_pick *pick, const mr_form *form) {
  return (!pick->has_piece || (form->piece.id == pick->piece.id && form->kind == MR_FORM_PLACE)) &&
         (!pick->has_from || mr_cell_same(form->from, pick->from)) &&
         (!pick->has_to || mr_cell_same(form->to, pick->to));
}

size_t mr_pick_fitting(const mr_pick *pick, const mr_pick_list *list, mr_action *out) {
  size_t count = 0;
  for (size_t i = 0; i < list->count; i++) {
    mr_form form = form_at(list, i);
    if (mr_pick_fits(pick, &form)) {
      if (out != NULL) {
        out[count] = list->actions[i];
      }
      count++;
    }
  }
  return count;
}

/** Takes over `next` if some action fits it. */
static bool take(mr_pick *pick, const mr_pick_list *list, mr_pick next) {
  bool fits = mr_pick_fitting(&next, list, NULL) > 0;
  *pick = fits ? next : *pick;
  return fits;
}

/**
 * Where all that can be done is to put pieces down, a square is enough if only one kind may stand
 * there. Beside moves it is not: a press that means nothing would be an action.
 */
static void take_only_piece(mr_pick *pick, const mr_pick_list *list) {
  mr_piece piece = MR_NO_PIECE;
  for (size_t i = 0; i < list->count; i++) {
    mr_form form = form_at(list, i);
    if (form.kind == MR_FORM_BUTTON) {
      continue;
    }
    bool fits = mr_pick_fits(pick, &form);
    if (form.kind != MR_FORM_PLACE || (fits && form.piece.id == MR_NO_PIECE.id) ||
        (fits && piece.id != MR_NO_PIECE.id && form.piece.id != piece.id)) {
      return;
    }
    piece = fits ? form.piece : piece;
  }
  pick->has_piece = piece.id != MR_NO_PIECE.id;
  pick->piece = piece;
}

bool mr_pick_press_cell(mr_pick *pick, const mr_pick_list *list, mr_cell cell) {
  if (cell.id == MR_NOWHERE_ID) {
    return false;
  }
  mr_pick from = *pick;
  from.has_from = true;
  from.from = cell;
  if (!pick->has_piece && !pick->has_from && take(pick, list, from)) {
    return true;
  }
  mr_pick to = *pick;
  to.has_to = true;
  to.to = cell;
  bool taken = !pick->has_to && take(pick, list, to);
  if (taken && !pick->has_piece && !pick->has_from) {
    take_only_piece(pick, list);
  }
  return taken;
}

bool mr_pick_press_piece(mr_pick *pick, const mr_pick_list *list, mr_piece piece) {
  mr_pick next = *pick;
  next.has_piece = true;
  next.piece = piece;
  return piece.id != MR_NO_PIECE.id && !pick->has_piece && !pick->has_from &&
         take(pick, list, next);
}

bool mr_pick_is_complete(const mr_pick *pick) {
  return pick->has_to && (pick->has_piece || pick->has_from);
}

/** The only action that fits, of those with `choice` unless that is NULL. */
static mr_action only(const mr_pick *pick, const mr_pick_list *list, const char *choice) {
  mr_action found = MR_ACTION_NONE;
  for (size_t i = 0; i < list->count; i++) {
    mr_form form = form_at(list, i);
    if (mr_pick_fits(pick, &form) && (choice == NULL || strcmp(form.choice, choice) == 0)) {
      if (found != MR_ACTION_NONE) {
        return MR_ACTION_NONE;
      }
      found = list->actions[i];
    }
  }
  return found;
}

mr_action mr_pick_action(const mr_pick *pick, const mr_pick_list *list) {
  return mr_pick_is_complete(pick) ? only(pick, list, NULL) : MR_ACTION_NONE;
}

mr_action mr_pick_choose(const mr_pick *pick, const mr_pick_list *list, const char *choice) {
  return only(pick, list, choice);
}
