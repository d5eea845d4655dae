#include "cli/play/table.h"

#include <string.h>

#include "cli/files.h"
#include "cli/game.h"
#include "cli/signals.h"
#include "cli/words.h"

/* ---- opening and closing --------------------------------------------------------------------- */

int cli_table_open(cli_context *cli, mr_game *game, const mr_override *sets, size_t set_count,
                   cli_table *out) {
  mr_error error;
  *out = (cli_table){.cli = cli, .game = game, .set_count = set_count, .viewer = MR_NOBODY};
  out->sets = mr_alloc_zero(NULL, set_count + 1, sizeof *sets);
  out->seen = mr_state_new(game, NULL);
  out->ahead = mr_state_new(game, NULL);
  out->actions = mr_alloc_zero(NULL, game->info.max_actions, sizeof *out->actions);
  mr_session_options options = {.sets = out->sets, .set_count = set_count};
  if (out->sets == NULL || out->seen == NULL || out->ahead == NULL || out->actions == NULL ||
      mr_session_new(game, &options, &out->session, &error) != MR_OK) {
    cli_table_close(out);
    return cli_fail_memory(cli);
  }
  if (set_count > 0) {
    memcpy(out->sets, sets, set_count * sizeof *sets);
  }
  return CLI_OK;
}

void cli_table_close(cli_table *table) {
  if (table->game == NULL) {
    return;
  }
  mr_session_free(table->session);
  mr_endgame_set_free(table->endgames);
  mr_alloc_free(NULL, table->actions, table->game->info.max_actions * sizeof *table->actions);
  mr_state_free(table->game, NULL, table->ahead);
  mr_state_free(table->game, NULL, table->seen);
  mr_alloc_free(NULL, table->sets, (table->set_count + 1) * sizeof *table->sets);
  mr_game_free(table->game);
  *table = (cli_table){0};
}

/* ---- playing --------------------------------------------------------------------------------- */

int cli_table_start(cli_table *table, uint64_t seed, const char *text) {
  mr_error error;
  table->told = 0;
  if (text == NULL) {
    mr_session_begin(table->session, seed);
    return CLI_OK;
  }
  int status = cli_state_read(table->cli, table->game, text, table->ahead);
  if (status == CLI_OK &&
      mr_session_begin_at(table->session, seed, table->ahead, &error) != MR_OK) {
    status = cli_fail_error(table->cli, &error);
  }
  return status;
}

int cli_table_make(cli_table *table, mr_action action, const char *comment) {
  mr_error error;
  mr_status status = mr_session_make(table->session, action, comment, &error);
  return status == MR_OK ? CLI_OK : cli_fail_error(table->cli, &error);
}

void cli_table_rewind(cli_table *table, size_t keep) {
  mr_session_rewind(table->session, keep);
  table->told = mr_session_count(table->session);
}

int cli_table_think(cli_table *table, mr_player player, mr_progress_fn progress, void *context) {
  mr_error error;
  mr_status status =
      mr_session_think(table->session, player, cli_stop_flag(), progress, context, &error);
  return status == MR_OK ? CLI_OK : cli_fail_error(table->cli, &error);
}

int cli_table_save(const cli_table *table, const char *path) {
  mr_record record;
  mr_str text;
  mr_error error;
  mr_record_init(&record, NULL);
  mr_str_init(&text, NULL);
  int status = CLI_OK;
  if (mr_session_record(table->session, &record, &error) == MR_OK) {
    mr_record_format(&record, &text);
    status = cli_text_write(table->cli, path, &text);
  } else {
    status = cli_fail_error(table->cli, &error);
  }
  mr_str_done(&text);
  mr_record_done(&record);
  return status;
}

/* ---- seats ----------------------------------------------------------------------------------- */

bool cli_is_person(const cli_table *table, mr_player player) {
  return player.id != MR_NOBODY_ID &&
         mr_session_seat_of(table->session, player)->sitter == MR_SESSION_PERSON;
}

size_t cli_count_persons(const cli_table *table) {
  size_t count = 0;
  for (uint8_t i = 0; i < table->game->info.players; i++) {
    count += cli_is_person(table, (mr_player){i});
  }
  return count;
}

void cli_set_sitter(cli_table *table, mr_player player, mr_session_sitter sitter) {
  mr_session_seat seat = *mr_session_seat_of(table->session, player);
  seat.sitter = sitter;
  mr_session_sit(table->session, player, &seat);
}

/* What is said of all seats. */
static int read_all_seats(cli_table *table, const cli_seat_options *options) {
  mr_error error;
  for (uint8_t i = 0; i < table->game->info.players; i++) {
    mr_session_seat seat = *mr_session_seat_of(table->session, (mr_player){i});
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
        mr_seat_set_engine(table->game, options->engine, &seat, &error) != MR_OK) {
      return cli_usage(table->cli, "--engine: %s", error.message);
    }
    mr_session_sit(table->session, (mr_player){i}, &seat);
  }
  if (options->endgames == NULL || table->endgames != NULL) {
    return CLI_OK;
  }
  int status = cli_endgames_open(table->cli, table->game, options->endgames, &table->endgames);
  if (status == CLI_OK) {
    mr_session_set_probe(table->session, mr_endgame_set_probe, table->endgames);
  }
  return status;
}

/* "NAME=SEAT". */
static int read_seat(cli_table *table, const char *text) {
  char name[64];
  mr_str copy;
  mr_error error;
  mr_player player = MR_NOBODY;
  text += strspn(text, " ");
  size_t length = strcspn(text, "=");
  mr_str_fixed(&copy, name, sizeof name);
  mr_str_bytes(&copy, text, length);
  if (text[length] != '=') {
    return cli_usage(table->cli, "--player needs NAME=SEAT, not '%s'", text);
  }
  if (!cli_find_player(table->game, name, &player)) {
    char buffer[200];
    mr_str_fixed(&copy, buffer, sizeof buffer);
    cli_player_list(table->game, ", ", &copy);
    return cli_usage(table->cli, "--player: there is no '%s'; there are: %s", name, buffer);
  }
  mr_session_seat seat = *mr_session_seat_of(table->session, player);
  if (mr_seat_parse(table->game, text + length + 1, &seat, &error) != MR_OK) {
    return cli_usage(table->cli, "--player %s: %s", name, error.message);
  }
  mr_session_sit(table->session, player, &seat);
  return CLI_OK;
}

int cli_seats_read(cli_table *table, const cli_seat_options *options) {
  int status = read_all_seats(table, options);
  for (size_t i = 0; i < options->players.count && status == CLI_OK; i++) {
    status = read_seat(table, options->players.items[i]);
  }
  return status;
}
