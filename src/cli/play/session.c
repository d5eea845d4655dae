#include "cli/play/session.h"

#include <string.h>

#include "cli/files.h"
#include "cli/format.h"
#include "cli/game.h"

/* ---- opening and closing --------------------------------------------------------------------- */

int cli_session_open(cli_context *cli, mr_game *game, const mr_override *sets, size_t set_count,
                     cli_session *out) {
  mr_error error;
  *out = (cli_session){.cli = cli, .game = game, .set_count = set_count, .viewer = MR_NOBODY};
  out->sets = mr_alloc_zero(NULL, set_count + 1, sizeof *sets);
  out->seen = mr_state_new(game, NULL);
  out->ahead = mr_state_new(game, NULL);
  out->actions = mr_alloc_zero(NULL, game->info.max_actions, sizeof *out->actions);
  mr_session_options options = {.sets = out->sets, .set_count = set_count};
  if (out->sets == NULL || out->seen == NULL || out->ahead == NULL || out->actions == NULL ||
      mr_session_new(game, &options, &out->core, &error) != MR_OK) {
    cli_session_close(out);
    return cli_fail_memory(cli);
  }
  if (set_count > 0) {
    memcpy(out->sets, sets, set_count * sizeof *sets);
  }
  return CLI_OK;
}

void cli_session_close(cli_session *session) {
  if (session->game == NULL) {
    return;
  }
  mr_session_free(session->core);
  mr_endgame_set_free(session->endgames);
  mr_alloc_free(NULL, session->actions, session->game->info.max_actions * sizeof *session->actions);
  mr_state_free(session->game, NULL, session->ahead);
  mr_state_free(session->game, NULL, session->seen);
  mr_alloc_free(NULL, session->sets, (session->set_count + 1) * sizeof *session->sets);
  mr_game_free(session->game);
  *session = (cli_session){0};
}

/* ---- playing --------------------------------------------------------------------------------- */

int cli_session_start(cli_session *session, uint64_t seed, const char *text) {
  mr_error error;
  session->told = 0;
  if (text == NULL) {
    mr_session_begin(session->core, seed);
    return CLI_OK;
  }
  int status = cli_state_read(session->cli, session->game, text, session->ahead);
  if (status == CLI_OK &&
      mr_session_begin_at(session->core, seed, session->ahead, &error) != MR_OK) {
    status = cli_fail_error(session->cli, &error);
  }
  return status;
}

int cli_session_make(cli_session *session, mr_action action, const char *comment) {
  mr_error error;
  mr_status status = mr_session_make(session->core, action, comment, &error);
  return status == MR_OK ? CLI_OK : cli_fail_error(session->cli, &error);
}

void cli_session_rewind(cli_session *session, size_t keep) {
  mr_session_rewind(session->core, keep);
  session->told = mr_session_count(session->core);
}

int cli_session_think(cli_session *session, mr_player player, mr_progress_fn progress,
                      void *context) {
  mr_error error;
  mr_status status =
      mr_session_think(session->core, player, cli_stop_flag(), progress, context, &error);
  return status == MR_OK ? CLI_OK : cli_fail_error(session->cli, &error);
}

int cli_session_save(const cli_session *session, const char *path) {
  mr_record record;
  mr_str text;
  mr_error error;
  mr_record_init(&record, NULL);
  mr_str_init(&text, NULL);
  int status = CLI_OK;
  if (mr_session_record(session->core, &record, &error) == MR_OK) {
    mr_record_format(&record, &text);
    status = cli_text_write(session->cli, path, &text);
  } else {
    status = cli_fail_error(session->cli, &error);
  }
  mr_str_done(&text);
  mr_record_done(&record);
  return status;
}

/* ---- seats ----------------------------------------------------------------------------------- */

bool cli_is_person(const cli_session *session, mr_player player) {
  return player.id != MR_NOBODY_ID &&
         mr_session_seat_of(session->core, player)->sitter == MR_SESSION_PERSON;
}

size_t cli_count_persons(const cli_session *session) {
  size_t count = 0;
  for (uint8_t i = 0; i < session->game->info.players; i++) {
    count += cli_is_person(session, (mr_player){i});
  }
  return count;
}

void cli_set_sitter(cli_session *session, mr_player player, mr_session_sitter sitter) {
  mr_session_seat seat = *mr_session_seat_of(session->core, player);
  seat.sitter = sitter;
  mr_session_sit(session->core, player, &seat);
}

/* What is said of all seats. */
static int read_all_seats(cli_session *session, const cli_seat_options *options) {
  mr_error error;
  for (uint8_t i = 0; i < session->game->info.players; i++) {
    mr_session_seat seat = *mr_session_seat_of(session->core, (mr_player){i});
    if (options->level.given) {
      seat.level = (unsigned)options->level.value;
    }
    if (options->time.given) {
      seat.milliseconds = (uint32_t)options->time.value;
    }
    if (options->nodes.given) {
      seat.nodes = options->nodes.value;
    }
    if (options->engine != NULL &&
        mr_seat_set_engine(session->game, options->engine, &seat, &error) != MR_OK) {
      return cli_usage(session->cli, "--engine: %s", error.message);
    }
    mr_session_sit(session->core, (mr_player){i}, &seat);
  }
  if (options->endgames == NULL || session->endgames != NULL) {
    return CLI_OK;
  }
  int status =
      cli_endgames_open(session->cli, session->game, options->endgames, &session->endgames);
  if (status == CLI_OK) {
    mr_session_set_probe(session->core, mr_endgame_set_probe, session->endgames);
  }
  return status;
}

/* "NAME=SEAT". */
static int read_seat(cli_session *session, const char *text) {
  char name[64];
  mr_str copy;
  mr_error error;
  mr_player player = MR_NOBODY;
  text += strspn(text, " ");
  size_t length = strcspn(text, "=");
  mr_str_fixed(&copy, name, sizeof name);
  mr_str_bytes(&copy, text, length);
  if (text[length] != '=') {
    return cli_usage(session->cli, "--player needs NAME=SEAT, not '%s'", text);
  }
  if (!cli_find_player(session->game, name, &player)) {
    char buffer[200];
    mr_str_fixed(&copy, buffer, sizeof buffer);
    cli_player_list(session->game, ", ", &copy);
    return cli_usage(session->cli, "--player: there is no '%s'; there are: %s", name, buffer);
  }
  mr_session_seat seat = *mr_session_seat_of(session->core, player);
  if (mr_seat_parse(session->game, text + length + 1, &seat, &error) != MR_OK) {
    return cli_usage(session->cli, "--player %s: %s", name, error.message);
  }
  mr_session_sit(session->core, player, &seat);
  return CLI_OK;
}

int cli_seats_read(cli_session *session, const cli_seat_options *options) {
  int status = read_all_seats(session, options);
  for (size_t i = 0; i < options->players.count && status == CLI_OK; i++) {
    status = read_seat(session, options->players.items[i]);
  }
  return status;
}
