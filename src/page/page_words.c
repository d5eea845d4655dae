/* What actions are called, how turns are numbered, and how a session comes to where they lead. */
#include "page/page_priv.h"

mr_page_turn mr_page_next_turn(mr_page_turn turn, mr_player player) {
  bool first = turn.last.id == MR_NOBODY_ID;
  if (player.id == MR_NOBODY_ID || mr_player_same(player, turn.last)) {
    return turn;
  }
  return (mr_page_turn){turn.number + (!first && player.id <= turn.last.id), player};
}

void mr_page_name_and_make(const mr_game *game, mr_state *state, mr_action action, mr_str *out) {
  mr_node node = mr_game_node(game, state);
  mr_form form;
  mr_game_form(game, state, action, &form);
  bool button = form.kind == MR_FORM_BUTTON && form.choice[0] != '\0';
  if (button) {
    mr_str_add(out, form.choice); /* a notation has signs for them, which nobody knows */
  } else if (node.kind == MR_NODE_DECISION) {
    mr_game_format_move(game, state, action, MR_MOVE_SHORT, out);
  } else {
    mr_game_format_action(game, state, action, out);
  }
  mr_game_make(game, state, action, NULL, NULL);
  if (!button && node.kind == MR_NODE_DECISION) {
    mr_str_add(out, mr_game_move_mark(game, state, node.player));
  }
}

void mr_page_put_words(mr_page_request *request, const mr_state *before, mr_action action,
                       mr_page_turn turn, mr_state *scratch) {
  const mr_game *game = request->page->game;
  mr_json *json = request->json;
  mr_node node = mr_game_node(game, before);
  char buffer[MR_PAGE_NAME_MAX];
  mr_str text = mr_str_fixed(buffer, sizeof buffer);
  mr_json_action(json, "text", game, before, action);
  mr_state_copy(game, scratch, before);
  mr_page_name_and_make(game, scratch, action, &text);
  mr_json_string(json, "short", buffer);
  mr_json_player(json, "player", game, node.player);
  mr_json_uint(json, "number", mr_page_next_turn(turn, node.player).number);
  mr_json_bool(json, "first", node.player.id == 0);
}

mr_status mr_page_stand(mr_page_request *request, const mr_action *actions, size_t count) {
  mr_session *session = request->page->session;
  size_t same = 0, made = mr_session_count(session);
  while (same < made && same < count &&
         mr_session_move_at(session, same)->action == actions[same]) {
    same++;
  }
  if (same < made) {
    mr_session_rewind(session, same);
  }
  mr_status status = MR_OK;
  for (size_t i = same; i < count && status == MR_OK; i++) {
    status = mr_session_play(session, actions[i], NULL, request->error);
  }
  return status;
}
