/*
 * The game as a whole: its moves so far, where it turned, and copies of it in other formats.
 */
#include <inttypes.h>
#include <marcher/pgn.h>
#include <string.h>
#include <time.h>

#include "cli/files.h"
#include "cli/format.h"
#include "cli/pager.h"
#include "cli/play/narrate.h"
#include "cli/play/play.h"

/* ---- the moves so far ------------------------------------------------------------------------ */

static bool is_hidden(cli_play *play, size_t index) {
  return mr_session_untold(play->session.core, index, play_viewer(play));
}

/* A turn, or what follows of chance, as a line. @return the number of actions up to its end */
static size_t add_turn_of(cli_play *play, size_t first) {
  const mr_session *core = play->session.core;
  size_t count = mr_session_count(core);
  const mr_session_move *move = mr_session_move_at(core, first);
  mr_str text = cli_text();
  size_t hidden = 0;
  size_t told = 0;
  size_t i = first;
  mr_str_format(&text, "%zu. %s:", mr_session_decisions(core, first) + 1,
                cli_player_name(play->session.game, move->player));
  for (; i < count; i++) {
    const mr_session_move *next = mr_session_move_at(core, i);
    bool chance = next->player.id == MR_NOBODY_ID;
    if (i > first && !chance &&
        (next->begins_turn || !mr_player_same(next->player, move->player))) {
      break;
    }
    if (is_hidden(play, i)) {
      hidden++;
      continue;
    }
    if (chance) {
      mr_str_format(&text, " (%s)", mr_session_text(core, i));
    } else {
      mr_str_add(&text, told++ > 0 ? "; " : " ");
      cli_add_move(&play->session, i, &text);
    }
  }
  if (hidden > 0) {
    mr_str_format(&text, " (%zu unseen)", hidden);
  }
  cli_paragraph(play->cli, &text, 0, 4);
  return i;
}

int play_list_game(cli_play *play) {
  const mr_session *core = play->session.core;
  size_t from = play->cli->out.length;
  size_t count = mr_session_count(core);
  if (mr_session_decisions(core, count) == 0) {
    mr_str_add(&play->cli->out, "Nothing has been played yet.\n");
    return CLI_OK;
  }
  size_t at = 0;
  while (at < count && mr_session_move_at(core, at)->player.id == MR_NOBODY_ID) {
    mr_game_make(play->session.game, play->session.ahead, mr_session_move_at(core, at)->action,
                 NULL, NULL);
    at++; /* the deal */
  }
  while (at < count) {
    at = add_turn_of(play, at);
  }
  cli_page_out(play->cli, from);
  return CLI_OK;
}

/* ---- other formats --------------------------------------------------------------------------- */

static void add_pgn_tags(const cli_session *session, mr_str *out) {
  const mr_game_info *info = &session->game->info;
  char buffer[MR_SESSION_SEAT_TEXT_MAX];
  time_t now = time(NULL);
  struct tm day;
  mr_pgn_add_tag(out, "Event", "marcher play");
  mr_pgn_add_tag(out, "Site", "?");
  if (localtime_r(&now, &day) != NULL && strftime(buffer, sizeof buffer, "%Y.%m.%d", &day) > 0) {
    mr_pgn_add_tag(out, "Date", buffer);
  }
  mr_pgn_add_tag(out, "Round", "-");
  for (uint8_t i = 0; i < 2; i++) {
    mr_str text = mr_str_fixed(buffer, sizeof buffer);
    mr_seat_format(mr_session_seat_of(session->core, (mr_player){i}), &text);
    mr_pgn_add_tag(out, i == 0 ? "White" : "Black", buffer);
  }
  mr_pgn_add_tag(out, "Result", mr_session_result(session->core, buffer));
  if (strcmp(info->name, "chess") != 0) {
    mr_pgn_add_tag(out, "Variant", info->name);
  }
  mr_str mark = mr_str_fixed(buffer, sizeof buffer);
  mr_str_format(&mark, "%016" PRIx64, info->definition_hash);
  mr_pgn_add_tag(out, "Definition", buffer);
  /* A definition that may be another than that of its name may begin otherwise, too. */
  bool other = session->cli->global.rules.count > 0 || session->set_count > 0;
  if (!mr_session_own_start(session->core) || (other && !mr_game_can(session->game, MR_CAN_DEAL))) {
    mr_str state = cli_text();
    mr_game_format_state(session->game, mr_session_start(session->core), &state);
    mr_pgn_add_tag(out, "SetUp", "1");
    mr_pgn_add_tag(out, "FEN", mr_str_text(&state));
    mr_str_done(&state);
  }
  mr_str_char(out, '\n');
}

static void add_pgn(cli_session *session, mr_str *out) {
  const mr_session *core = session->core;
  mr_pgn_moves moves;
  char buffer[MR_RESULT_TEXT_MAX];
  add_pgn_tags(session, out);
  mr_pgn_moves_init(&moves, session->game, 1, out);
  mr_state_copy(session->game, session->seen, mr_session_start(core));
  for (size_t i = 0; i < mr_session_count(core); i++) {
    mr_action action = mr_session_move_at(core, i)->action;
    const char *comment = mr_session_comment(core, i);
    mr_state_copy(session->game, session->ahead, session->seen);
    mr_game_make(session->game, session->ahead, action, NULL, NULL);
    mr_pgn_moves_add(&moves, session->seen, action, session->ahead,
                     *comment == '\0' ? NULL : comment);
    mr_state_copy(session->game, session->seen, session->ahead);
  }
  mr_pgn_moves_end(&moves, NULL, mr_session_result(core, buffer));
}

static bool is_all_known(cli_play *play) {
  bool known = mr_session_ended(play->session.core) != MR_SESSION_GOES_ON ||
               !mr_game_can(play->session.game, MR_CAN_HIDE) ||
               mr_game_fully_known(play->session.game,
                                   mr_session_observe(play->session.core, play_viewer(play)));
  for (size_t i = 0; i < mr_session_count(play->session.core) && known; i++) {
    known = !is_hidden(play, i);
  }
  return known;
}

static int export_pgn(cli_play *play, mr_str *out) {
  const mr_game_info *info = &play->session.game->info;
  if (!is_all_known(play)) {
    cli_say(play->cli, "A part of this game is hidden from you, so there is no PGN of it yet; "
                       "'save' keeps it.");
  } else if (info->players != 2) {
    mr_str_add(&play->cli->out, "PGN is for two players; .mrec is for any game.\n");
  } else {
    add_pgn(&play->session, out);
    play_look_at(play, mr_session_state(play->session.core)); /* its scratch was used */
  }
  return CLI_OK;
}

static int export_svg(cli_play *play, mr_str *out) {
  mr_arena arena;
  mr_view view;
  mr_error error;
  int status = CLI_OK;
  if (play_view(play, play_viewer(play), &arena, &view, &error) == MR_OK) {
    mr_paint_svg(play->session.game, &view, play->session.game->info.title, out);
  } else {
    status = cli_fail_error(play->cli, &error);
  }
  mr_arena_done(&arena);
  return status;
}

/* The position, in the notation of the game, as the player knows it. */
static int export_state(cli_play *play, mr_str *out) {
  mr_game_format_state(play->session.game,
                       mr_session_observe(play->session.core, play_viewer(play)), out);
  mr_str_char(out, '\n');
  return CLI_OK;
}

int play_export(cli_play *play) {
  static const struct {
    const char *suffix;
    int (*make)(cli_play *play, mr_str *out);
    const char *what;
  } formats[] = {{".pgn", export_pgn, "the game"},
                 {".svg", export_svg, "a picture of the board"},
                 {".fen", export_state, "the position"},
                 {".txt", export_state, "the position"}};
  const char *path = play->argument;
  const char *suffix = strrchr(path, '.');
  if (*path == '\0' || !play_is_file(play, path)) {
    mr_str_add(&play->cli->out, *path == '\0' ? "export needs the name of a file.\n" : "");
    return CLI_OK;
  }
  if (suffix != NULL && strcmp(suffix, ".mrec") == 0) {
    if (cli_session_save(&play->session, path) == CLI_OK) {
      mr_str_format(&play->cli->out, "Written to %s: the game\n", path);
    }
    return CLI_OK;
  }
  for (size_t i = 0; i < sizeof formats / sizeof formats[0] && suffix != NULL; i++) {
    if (strcmp(suffix, formats[i].suffix) != 0) {
      continue;
    }
    mr_str text = cli_text();
    int status = formats[i].make(play, &text);
    if (status == CLI_OK && text.length > 0 && cli_text_write(play->cli, path, &text) == CLI_OK) {
      mr_str_format(&play->cli->out, "Written to %s: %s\n", path, formats[i].what);
      if (formats[i].make == export_pgn && play->session.set_count > 0) {
        cli_say(play->cli, "PGN does not say what --set has changed in the rules; .mrec does.");
      }
    }
    mr_str_done(&text);
    return CLI_OK; /* a mistake in the name of a file ends the command, not the game */
  }
  cli_say(play->cli,
          "'%s' does not say in which format: .pgn and .mrec are the game, .svg and .fen the board "
          "as it stands.",
          path);
  return CLI_OK;
}
