#include "cli/play/table.h"

#include <string.h>

#include "cli/options.h"
#include "cli/words.h"

static bool is_engine(const mr_game *game, const char *kind) {
  const char *const *kinds = mr_engine_kinds(game);
  for (size_t i = 0; kinds[i] != NULL; i++) {
    if (strcmp(kinds[i], kind) == 0) {
      return true;
    }
  }
  return strcmp(kind, "auto") == 0;
}

/* The readers below write what is wrong to `why` and return false. */

static bool read_engine(const mr_game *game, const char *kind, cli_seat *seat, mr_str *why) {
  if (!is_engine(game, kind)) {
    const char *const *kinds = mr_engine_kinds(game);
    mr_str_format(why, "no engine '%s' plays this game; there are: auto", kind);
    for (size_t i = 0; kinds[i] != NULL; i++) {
      mr_str_format(why, ", %s", kinds[i]);
    }
    return false;
  }
  mr_str text;
  mr_str_fixed(&text, seat->engine, sizeof seat->engine);
  mr_str_add(&text, strcmp(kind, "auto") == 0 ? "" : kind);
  return true;
}

static bool read_amount(const char *key, const char *value, uint64_t min, uint64_t max,
                        uint64_t *out, mr_str *why) {
  if (!cli_read_number(value, min, max, out)) {
    mr_str_format(why, "%s needs a whole number from %llu to %llu, not '%s'", key,
                  (unsigned long long)min, (unsigned long long)max, value);
    return false;
  }
  return true;
}

static bool read_setting(const mr_game *game, const char *key, const char *value, cli_seat *seat,
                         mr_str *why) {
  uint64_t number = 0;
  if (strcmp(key, "level") == 0) {
    bool good = read_amount(key, value, MR_LEVEL_MIN, MR_LEVEL_MAX, &number, why);
    seat->level = (unsigned)number;
    return good;
  }
  if (strcmp(key, "time") == 0) {
    bool good = read_amount(key, value, 1, CLI_TIME_MAX, &number, why);
    seat->milliseconds = (uint32_t)number;
    return good;
  }
  if (strcmp(key, "nodes") == 0) {
    return read_amount(key, value, 1, CLI_NODES_MAX, &seat->nodes, why);
  }
  if (strcmp(key, "engine") == 0) {
    return read_engine(game, value, seat, why);
  }
  mr_str_format(why, "a player has level, engine, time and nodes, but no '%s'", key);
  return false;
}

/* Copies the next word up to one of `ends`. @return what stands behind it */
static const char *next_word(const char *text, const char *ends, char *word, size_t size) {
  mr_str copy;
  text += strspn(text, " ");
  size_t length = strcspn(text, ends);
  mr_str_fixed(&copy, word, size);
  mr_str_bytes(&copy, text, length);
  return text + length;
}

static bool read_seat(const mr_game *game, const char *text, cli_seat *seat, mr_str *why) {
  seat->human = strcmp(text, "human") == 0;
  while (!seat->human && *text != '\0') {
    char key[32];
    char value[32];
    text = next_word(text, ": ,=", key, sizeof key);
    text += strspn(text, ":= ");
    text = next_word(text, ", ", value, sizeof value);
    text += strspn(text, " ");
    if (strncmp(text, "ms", 2) == 0) {
      text += 2;
    }
    text += strspn(text, ", ");
    if (!read_setting(game, key, value, seat, why)) {
      return false;
    }
  }
  return true;
}

static void sit_down(cli_table *table, mr_player player, const cli_seat *seat) {
  table->seats[player.id] = *seat;
  mr_engine_free(table->engines[player.id]);
  table->engines[player.id] = NULL;
}

void cli_seat_recall(cli_table *table, mr_player player, const char *text) {
  char buffer[200];
  mr_str why;
  mr_str_fixed(&why, buffer, sizeof buffer);
  cli_seat seat = {.level = MR_LEVEL_DEFAULT};
  if (read_seat(table->game, text, &seat, &why)) {
    sit_down(table, player, &seat);
  }
}

void cli_table_set_level(cli_table *table, mr_player player, unsigned level) {
  cli_seat seat = table->seats[player.id];
  seat.level = level;
  sit_down(table, player, &seat);
}

/* ---- the command line ------------------------------------------------------------------------ */

int cli_seats_init(cli_table *table, const cli_seat_options *options) {
  char buffer[200];
  mr_str why;
  mr_str_fixed(&why, buffer, sizeof buffer);
  for (uint8_t i = 0; i < table->game->info.players; i++) {
    cli_seat seat = table->seats[i];
    if (options->level.given) {
      seat.level = (unsigned)options->level.value;
    }
    if (options->time.given) {
      seat.milliseconds = (uint32_t)options->time.value;
    }
    if (options->nodes.given) {
      seat.nodes = options->nodes.value;
    }
    if (options->engine != NULL && !read_engine(table->game, options->engine, &seat, &why)) {
      return cli_usage(table->cli, "--engine: %s", buffer);
    }
    sit_down(table, (mr_player){i}, &seat);
  }
  return options->endgames == NULL || table->endgames != NULL
             ? CLI_OK
             : cli_endgames_open(table->cli, table->game, options->endgames, &table->endgames);
}

int cli_seats_read(cli_table *table, const cli_seat_options *options) {
  for (size_t i = 0; i < options->players.count; i++) {
    char name[64];
    char buffer[200];
    mr_str why;
    mr_str_fixed(&why, buffer, sizeof buffer);
    mr_player player = MR_NOBODY;
    const char *rest = next_word(options->players.items[i], "=", name, sizeof name);
    if (*rest != '=') {
      return cli_usage(table->cli, "--player needs NAME=SEAT, not '%s'", options->players.items[i]);
    }
    if (!cli_find_player(table->game, name, &player)) {
      cli_player_list(table->game, ", ", &why);
      return cli_usage(table->cli, "--player: there is no '%s'; there are: %s", name, buffer);
    }
    cli_seat seat = table->seats[player.id];
    if (!read_seat(table->game, rest + 1, &seat, &why)) {
      return cli_usage(table->cli, "--player %s: %s", name, buffer);
    }
    sit_down(table, player, &seat);
  }
  return CLI_OK;
}

void cli_seat_text(const cli_seat *seat, mr_str *out) {
  if (seat->human) {
    mr_str_add(out, "human");
    return;
  }
  mr_str_format(out, "level %u", seat->level);
  if (seat->engine[0] != '\0') {
    mr_str_format(out, ", engine %s", seat->engine);
  }
  if (seat->milliseconds > 0) {
    mr_str_format(out, ", time %u ms", (unsigned)seat->milliseconds);
  }
  if (seat->nodes > 0) {
    mr_str_format(out, ", nodes %llu", (unsigned long long)seat->nodes);
  }
}
