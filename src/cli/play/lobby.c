/*
 * The menu of `marcher` alone on a terminal, and the games that were saved.
 */
#include <dirent.h>
#include <marcher/record.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/editor.h"
#include "cli/files.h"
#include "cli/format.h"
#include "cli/game.h"
#include "cli/play/narrate.h"

/* What the next game will be like. */
typedef struct lobby_state {
  cli_context *cli;
  unsigned level;
  bool ended; /* end of input, a signal, or the user leaves */
  int status; /* with which the program ends */
} lobby_state;

/* ---- asking ---------------------------------------------------------------------------------- */

/* The names of games, and the words of the menus. */
static void complete(void *context, cli_offers *offers) {
  static const char *const words[] = {"resume", "replay", "help", "quit",
                                      "back",   "level",  "set",  "seed"};
  lobby_state *lobby = context;
  const mr_catalog *catalog = cli_catalog(lobby->cli);
  for (size_t i = 0; catalog != NULL && i < mr_catalog_count(catalog); i++) {
    cli_offer(offers, mr_catalog_name(catalog, i));
  }
  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
    cli_offer(offers, words[i]);
  }
}

/* Asks for a line. @return false: there is none, leave */
static bool ask(lobby_state *lobby, const char *prompt, char *line) {
  char sign[80];
  mr_str text = mr_str_fixed(sign, sizeof sign);
  mr_str_format(&text, "%s> ", prompt);
  const cli_question question = {.prompt = sign, .complete = complete, .context = lobby};
  cli_got got = CLI_GOT_LONG;
  while (got == CLI_GOT_LONG && lobby->cli->out_error == 0) {
    got = cli_ask(lobby->cli, &question, line, NULL);
  }
  if (got == CLI_GOT_LINE) {
    return true;
  }
  mr_str_char(&lobby->cli->out, '\n');
  lobby->ended = true;
  lobby->status = cli_signal() != 0 ? CLI_SIGNALLED(cli_signal()) : CLI_OK;
  return false;
}

/* What stands behind the word `name` at the beginning of a line, or NULL. */
static const char *after_word(const char *line, const char *name) {
  size_t length = strlen(name);
  if (!cli_begins_with(line, name) || (line[length] != ' ' && line[length] != '\0')) {
    return NULL;
  }
  return line + length + strspn(line + length, " ");
}

static bool is_quit(const char *line) {
  return cli_same_word(line, "q") || cli_same_word(line, "quit") || cli_same_word(line, "exit");
}

/* Runs a command as if it had been typed; its complaints do not end the lobby. */
static void run_command(lobby_state *lobby, const cli_command *command, const void *options) {
  lobby->cli->command = command;
  command->run(lobby->cli, options);
  lobby->cli->command = NULL;
  cli_flush(lobby->cli);
  if (cli_signal() != 0) {
    lobby->ended = true;
    lobby->status = CLI_SIGNALLED(cli_signal());
  }
}

/* ---- saved games and records ----------------------------------------------------------------- */

static int compare_paths(const void *a, const void *b) {
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The paths of the records in the folder for saved games, sorted by name. */
static void list_saved(cli_context *cli, cli_list *out) {
  const char *folder = cli_state_folder(cli, false);
  DIR *directory = folder == NULL ? NULL : opendir(folder);
  if (directory == NULL) {
    return;
  }
  for (struct dirent *entry = readdir(directory); entry != NULL; entry = readdir(directory)) {
    const char *suffix = strrchr(entry->d_name, '.');
    bool record = suffix != NULL && suffix > entry->d_name && strcmp(suffix, ".mrec") == 0;
    const char *path = record && entry->d_name[0] != '.'
                           ? cli_arena_format(cli, "%s/%s", folder, entry->d_name)
                           : NULL;
    if (path != NULL && !cli_list_add(cli, out, path)) {
      break;
    }
  }
  closedir(directory);
  if (out->count > 0) {
    qsort(out->items, out->count, sizeof *out->items, compare_paths);
  }
}

/* One line about a record: its file, game, length and players. */
static void describe_saved(cli_context *cli, const char *path, mr_str *out) {
  mr_str text = cli_text();
  mr_record record;
  mr_error error;
  const char *slash = strrchr(path, '/');
  mr_record_init(&record, NULL);
  mr_str_add(out, slash == NULL ? path : slash + 1);
  bool read = cli_file_read(cli, path, MR_RECORD_FILE_MAX, &text) == CLI_OK;
  if (read && mr_record_parse(&record, path, mr_str_text(&text), text.length, &error) != MR_OK) {
    mr_str_format(out, ": cannot be read: %s", error.message);
  } else if (read) {
    mr_str_format(out, ": %s, %zu actions", record.game == NULL ? "?" : record.game,
                  record.move_count);
    for (size_t i = 0; i < record.tag_count; i++) {
      const mr_record_tag *tag = &record.tags[i];
      if (strcmp(tag->name, "Player") == 0 && tag->value2 != NULL) {
        mr_str_format(out, ", %s: %s", tag->value, tag->value2);
      }
    }
    if (record.result != NULL && strcmp(record.result, "*") != 0) {
      mr_str_format(out, ", ended %s", record.result);
    }
  }
  mr_record_done(&record);
  mr_str_done(&text);
}

/* A saved game has its own keys and its own seed. */
static void resume_game(lobby_state *lobby, const char *path) {
  size_t overrides = lobby->cli->override_count;
  play_options options = {.resume = path};
  lobby->cli->override_count = 0;
  lobby->cli->global.seed.given = false;
  run_command(lobby, &cmd_play, &options);
  lobby->cli->override_count = overrides;
}

static void choose_saved(lobby_state *lobby) {
  cli_context *cli = lobby->cli;
  cli_list saved = {0};
  char line[CLI_LINE_MAX + 1];
  uint64_t number = 0;
  list_saved(cli, &saved);
  if (saved.count == 0) {
    mr_str_add(&cli->out, "There is no saved game yet.\n");
    return;
  }
  for (size_t i = 0; i < saved.count; i++) {
    mr_str_format(&cli->out, "  %2zu  ", i + 1);
    describe_saved(cli, saved.items[i], &cli->out);
    mr_str_char(&cli->out, '\n');
  }
  if (!ask(lobby, "Which one? (its number; enter goes back) ", line)) {
    return;
  }
  if (cli_read_number(line, 1, saved.count, &number)) {
    resume_game(lobby, saved.items[number - 1]);
  } else if (*line != '\0') {
    mr_str_format(&cli->out, "There is no number '%s'.\n", line);
  }
}

static void replay_record(lobby_state *lobby, const char *path) {
  char line[CLI_LINE_MAX + 1];
  if (*path == '\0') {
    if (!ask(lobby, "Which file? ", line) || *line == '\0') {
      return;
    }
    path = line;
  }
  replay_options options = {.file = path};
  run_command(lobby, &cmd_replay, &options);
}

/* ---- one game -------------------------------------------------------------------------------- */

static void show_game(const lobby_state *lobby, const mr_game *game) {
  mr_str *out = &lobby->cli->out;
  unsigned players = game->info.players;
  mr_str_format(out, "\n%s\n  ", game->info.title);
  cli_wrap(out, game->info.summary, 2, 2, lobby->cli->style.width);
  mr_str_char(out, '\n');
  for (unsigned i = 0; i < players; i++) {
    mr_str_format(out, "  %2u  play as %s\n", i + 1, game->info.player_names[i]);
  }
  mr_str_format(out, "  %2u  play with a friend\n", players + 1);
  mr_str_format(out, "  %2u  watch the computer play\n", players + 2);
  mr_str_format(out, "  %2u  read the rules\n", players + 3);
  mr_str_format(out, "\n  level %s; 'level N' changes it (1 to 8)\n", mr_level_text(lobby->level));
  for (size_t i = 0; i < lobby->cli->override_count; i++) {
    mr_str_format(out, "  %s = %s\n", lobby->cli->overrides[i].key, lobby->cli->overrides[i].value);
  }
  const cli_number *seed = &lobby->cli->global.seed;
  if (seed->given) {
    mr_str_format(out, "  seed %llu\n", (unsigned long long)seed->value);
  }
  mr_str_add(out, "  ");
  cli_wrap(out,
           "'set KEY=VALUE' changes a rule ('set' lists the keys), 'seed N' the luck; 'back', "
           "'quit'",
           2, 2, lobby->cli->style.width);
}

/* Starts what was chosen by its number. @return false: there is no such number */
static bool start_choice(lobby_state *lobby, const mr_game *game, const char *line) {
  char side[4];
  uint64_t number = 1;
  unsigned players = game->info.players;
  if (*line != '\0' && !cli_read_number(line, 1, players + 3u, &number)) {
    return false;
  }
  cli_seat_options seats = {.level = {true, lobby->level}};
  play_options play = {.game = game->info.name, .side = side, .seats = seats};
  watch_options watch = {.game = game->info.name, .seats = seats};
  rules_options rules = {.game = game->info.name};
  snprintf(side, sizeof side, "%u", (unsigned)number % 100u);
  if (number == players + 1u) {
    play.side = "both";
  }
  if (number == players + 2u) {
    run_command(lobby, &cmd_watch, &watch);
  } else if (number == players + 3u) {
    run_command(lobby, &cmd_rules, &rules);
  } else {
    run_command(lobby, &cmd_play, &play);
  }
  return true;
}

/* Changes a key, unless the game is none any more with it. */
static void change_rule(lobby_state *lobby, const char *name, const char *text) {
  cli_context *cli = lobby->cli;
  size_t before = cli->override_count;
  if (*text == '\0') {
    rules_options options = {.game = name, .keys = true};
    run_command(lobby, &cmd_rules, &options);
    return;
  }
  if (strchr(text, '=') == NULL) {
    mr_str_add(&cli->out, "Type 'set', a key, '=' and its value; 'set' alone lists the keys.\n");
    return;
  }
  if (cli_add_override(cli, text) != CLI_OK) {
    return;
  }
  mr_game *game = cli_game_open(cli, name);
  if (game == NULL) {
    cli->override_count = before;
  }
  mr_game_free(game);
}

/* Without a number the luck is a fresh one again. */
static void change_seed(cli_context *cli, const char *text) {
  cli_number *seed = &cli->global.seed;
  if (*text == '\0') {
    seed->given = false;
    mr_str_add(&cli->out, "Every game gets a fresh seed; 'seed N' fixes it.\n");
  } else if (cli_read_number(text, 0, CLI_SEED_MAX, &seed->value)) {
    seed->given = true;
  } else {
    mr_str_format(&cli->out, "A seed is a whole number from 0 to %llu, not '%s'.\n",
                  (unsigned long long)CLI_SEED_MAX, text);
  }
}

/* A line of the menu of a game. @return false: back to the list of games */
static bool do_line(lobby_state *lobby, const mr_game *game, const char *line) {
  cli_context *cli = lobby->cli;
  const char *rest = NULL;
  if (is_quit(line)) {
    lobby->ended = true;
  } else if (cli_same_word(line, "back") || cli_same_word(line, "b")) {
    return false;
  } else if ((rest = after_word(line, "level")) != NULL) {
    uint64_t level = lobby->level;
    bool good = cli_read_number(rest, MR_LEVEL_MIN, MR_LEVEL_MAX, &level);
    lobby->level = (unsigned)level;
    cli_list_levels(cli, good ? "" : rest, lobby->level);
  } else if ((rest = after_word(line, "set")) != NULL) {
    change_rule(lobby, game->info.name, rest);
  } else if ((rest = after_word(line, "seed")) != NULL) {
    change_seed(cli, rest);
  } else if (!start_choice(lobby, game, line)) {
    mr_str_format(&cli->out, "There is no '%s' here.\n", line);
  }
  return true;
}

static void game_menu(lobby_state *lobby, const char *name) {
  cli_context *cli = lobby->cli;
  size_t overrides = cli->override_count;
  char line[CLI_LINE_MAX + 1];
  bool stay = true;
  while (stay && !lobby->ended) {
    mr_game *game = cli_game_open(cli, name);
    if (game == NULL) {
      break;
    }
    show_game(lobby, game);
    stay = ask(lobby, "What? [1] ", line) && do_line(lobby, game, line);
    mr_game_free(game);
  }
  cli->override_count = overrides;
  cli->global.seed.given = false;
}

/* ---- the list of games ----------------------------------------------------------------------- */

/* More games than these are listed without their sentences, or the list would not fit a terminal of
 * 24 lines; the menu of each game begins with its sentence. */
enum {
  GAMES_DESCRIBED = 7,
  LINES_BESIDE = 10, /* the heading, what else there is, the prompt */
  NUMBER_WIDTH = 6   /* "  12  " */
};

/* In columns. */
static void show_names(cli_context *cli, const mr_catalog *catalog) {
  size_t count = mr_catalog_count(catalog);
  size_t width = NUMBER_WIDTH;
  for (size_t i = 0; i < count; i++) {
    size_t own = strlen(mr_catalog_name(catalog, i)) + NUMBER_WIDTH;
    width = own > width ? own : width;
  }
  size_t columns = cli->style.width > width ? cli->style.width / width : 1;
  size_t rows = (count + columns - 1) / columns;
  for (size_t row = 0; row < rows; row++) {
    for (size_t i = row; i < count; i += rows) {
      const char *name = mr_catalog_name(catalog, i);
      bool last = i + rows >= count;
      mr_str_format(&cli->out, "  %2zu  %-*s", i + 1, last ? 0 : (int)(width - NUMBER_WIDTH), name);
    }
    mr_str_char(&cli->out, '\n');
  }
}

static void show_games(cli_context *cli, const mr_catalog *catalog) {
  cli_list saved = {0};
  size_t count = mr_catalog_count(catalog);
  cli_resize(cli);
  mr_str_add(&cli->out, "\nMarcher " CLI_VERSION "\n\n");
  bool crowded = cli->style.height > 0 && count + LINES_BESIDE > cli->style.height;
  if (crowded) {
    show_names(cli, catalog);
  }
  for (size_t i = 0; i < count && !crowded; i++) {
    mr_game *game = cli_game_open(cli, mr_catalog_name(catalog, i));
    if (game != NULL) {
      mr_str_format(&cli->out, "  %2zu  %s (%u x %u)\n", i + 1, game->info.title,
                    (unsigned)game->info.columns, (unsigned)game->info.rows);
      if (count <= GAMES_DESCRIBED) {
        mr_str_add(&cli->out, "      ");
        cli_wrap(&cli->out, game->info.summary, 6, 6, cli->style.width);
      }
    }
    mr_game_free(game);
  }
  list_saved(cli, &saved);
  mr_str_format(&cli->out,
                "\n   r  resume a saved game (%zu)\n   p  replay a record\n   h  the commands of "
                "marcher\n   q  quit\n",
                saved.count);
}

static void choose_game(lobby_state *lobby, const mr_catalog *catalog, const char *line) {
  cli_context *cli = lobby->cli;
  const char *rest = NULL;
  uint64_t number = 1;
  if (is_quit(line)) {
    lobby->ended = true;
  } else if (cli_same_word(line, "r") || cli_same_word(line, "resume")) {
    choose_saved(lobby);
  } else if ((rest = after_word(line, "resume")) != NULL) {
    resume_game(lobby, rest);
  } else if ((rest = after_word(line, "p")) != NULL ||
             (rest = after_word(line, "replay")) != NULL) {
    replay_record(lobby, rest);
  } else if (cli_same_word(line, "h") || cli_same_word(line, "help") || strcmp(line, "?") == 0) {
    cli_help_overview(&cli->out);
  } else if (*line == '\0' || cli_read_number(line, 1, mr_catalog_count(catalog), &number)) {
    game_menu(lobby, mr_catalog_name(catalog, number - 1));
  } else if (cli_knows_game(catalog, line)) {
    game_menu(lobby, line);
  } else {
    mr_str_format(&cli->out, "There is no '%s' here.\n", line);
  }
}

int cli_lobby(cli_context *cli) {
  lobby_state lobby = {.cli = cli, .level = MR_LEVEL_DEFAULT};
  char line[CLI_LINE_MAX + 1];
  const mr_catalog *catalog = cli_catalog(cli);
  if (catalog == NULL) {
    return CLI_FAILED;
  }
  cli_signals_catch();
  while (!lobby.ended && cli->out_error == 0) {
    show_games(cli, catalog);
    if (ask(&lobby, "Which game? [1] ", line)) {
      choose_game(&lobby, catalog, line);
    }
  }
  return lobby.status;
}
