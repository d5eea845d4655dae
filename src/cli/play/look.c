/*
 * What there is to be seen of a game: whose eyes, what can be done, the picture and its squares.
 */
#include "cli/draw.h"
#include "cli/format.h"
#include "cli/play/play.h"

mr_player play_viewer(const cli_play *play) {
  const cli_session *session = &play->session;
  mr_player deciding = mr_session_node(session->core).player;
  if (cli_count_persons(session) > 1) {
    return cli_is_person(session, deciding) ? deciding : MR_NOBODY;
  }
  for (uint8_t i = 0; i < session->game->info.players; i++) {
    if (cli_is_person(session, (mr_player){i})) {
      return (mr_player){i};
    }
  }
  return MR_NOBODY;
}

void play_look_at(cli_play *play, const mr_state *state) {
  cli_session *session = &play->session;
  mr_game_observe(session->game, state, play->player, session->seen);
  play->legal = mr_game_actions(session->game, session->seen, session->actions);
}

mr_pick_list play_picks(const cli_play *play) {
  const cli_session *session = &play->session;
  return (mr_pick_list){session->game, session->seen, session->actions, play->legal};
}

bool play_places(const cli_play *play, mr_action action) {
  mr_form form;
  mr_game_form(play->session.game, play->session.seen, action, &form);
  return form.kind == MR_FORM_PLACE;
}

bool play_sets_up(const cli_play *play) {
  const cli_session *session = &play->session;
  bool may = mr_game_can(session->game, MR_CAN_HIDE) || session->game->setup != NULL;
  if (!may || play->legal == 0) {
    return false;
  }
  size_t count = mr_session_count(session->core);
  return play_places(play, session->actions[0]) ||
         (play->legal == 1 && mr_session_turn_start(session->core) < count &&
          mr_session_move_at(session->core, count - 1)->places);
}

mr_status play_view(const cli_play *play, mr_player player, mr_arena *arena, mr_view *out,
                    mr_error *err) {
  cli_look look = cli_look_of(player);
  look.regions = CLI_REGIONS_ALL;
  mr_arena_init(arena, NULL, 0);
  return cli_view(play->session.game, mr_session_state(play->session.core), &look, arena, out, err);
}

bool play_names_cell(const cli_play *play, const char *name, mr_cell cell) {
  char text[MR_ACTION_TEXT_MAX];
  return cell.id != MR_NOWHERE_ID &&
         cli_same_word(cli_cell_text(play->session.game, cell, text), name);
}

const mr_view_cell *play_find_cell(const cli_play *play, const mr_view *view, const char *name) {
  for (size_t i = 0; i < (size_t)view->columns * view->rows; i++) {
    if (play_names_cell(play, name, view->cells[i].cell)) {
      return &view->cells[i];
    }
  }
  return NULL;
}

void play_say_no_square(const cli_play *play, const char *name) {
  const mr_game *game = play->session.game;
  char said[CLI_QUOTE_MAX];
  char first[MR_ACTION_TEXT_MAX] = "";
  char last[MR_ACTION_TEXT_MAX] = "";
  mr_arena arena;
  mr_view view;
  mr_error error;
  cli_quote(name, said);
  if (play_view(play, play_viewer(play), &arena, &view, &error) == MR_OK) {
    const mr_cell low = view.cells[(size_t)(view.rows - 1) * view.columns].cell;
    const mr_cell high = view.cells[view.columns - 1].cell;
    if (low.id != MR_NOWHERE_ID && high.id != MR_NOWHERE_ID) { /* a corner may be missing */
      cli_cell_text(game, low, first);
      cli_cell_text(game, high, last);
    }
  }
  mr_arena_done(&arena);
  if (first[0] == '\0') {
    cli_say(play->cli, "There is no square '%s'.", said);
  } else {
    cli_say(play->cli, "There is no square '%s'; they go from %s to %s.", said, first, last);
  }
}
