/*
 * The menu of `marcher` alone on a terminal, and the games that were saved.
 */
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/editor.h"
#include "cli/files.h"
#include "cli/format.h"
#include "cli/game.h"
#include "cli/pager.h"
#include "cli/play/lobby_list.h"
#include "cli/play/narrate.h"

/* What the next game will be like. */
typedef struct lobby_state {
  cli_context *cli;
  lobby_list games;
  bool more;                   /* all games are to be listed, however many */
  bool said;                   /* words were said, which the list would push off the screen */
  char next[CLI_LINE_MAX + 1]; /* what was typed at a question about the line before, or "" */
  unsigned level;
  bool ended; /* end of input, a signal, or the user leaves */
  int status; /* with which the program ends */
} lobby_state;

/* ---- asking ---------------------------------------------------------------------------------- */

/* The names of games, and the words of the menus. */
static void complete(void *context, cli_offers *offers) {
  static const char *const words[] = {"resume", "replay", "help",  "quit", "games",
                                      "more",   "back",   "level", "set",  "seed"};
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
    mr_str_add(&lobby->cli->out, got == CLI_GOT_LONG ? "That line is too long.\n" : "");
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

static bool is_help(const char *line) {
  return cli_same_word(line, "h") || cli_same_word(line, "help") || strcmp(line, "?") == 0;
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

/* A saved game has its own keys and its own seed. */
static void resume_game(lobby_state *lobby, const char *path) {
  cli_context *cli = lobby->cli;
  size_t overrides = cli->override_count;
  cli_number seed = cli->global.seed;
  play_options options = {.resume = path};
  cli->override_count = 0;
  cli->global.seed.given = false;
  run_command(lobby, &cmd_play, &options);
  cli->override_count = overrides;
  cli->global.seed = seed;
}

static bool is_there(const char *path) {
  return access(path, F_OK) == 0;
}

/* Saved games that are listed, of a terminal's lines. */
enum { SAVED_FEWEST = 10, SAVED_BESIDE = 4 };

static void choose_saved(lobby_state *lobby) {
  cli_context *cli = lobby->cli;
  cli_saved *saved = NULL;
  char line[CLI_LINE_MAX + 1];
  uint64_t number = 0;
  size_t count = cli_saved_list(cli, &saved);
  size_t most = count;
  if (count == 0) {
    mr_str_add(&cli->out, "There is no saved game yet.\n");
  }
  if (cli->style.height > SAVED_FEWEST + SAVED_BESIDE) {
    most = cli->style.height - SAVED_BESIDE;
  }
  for (size_t i = 0; i < count && i < most; i++) {
    mr_str text = cli_text();
    mr_str_format(&text, "%2zu  ", i + 1);
    lobby_describe_saved(cli, &lobby->games, &saved[i], (int64_t)time(NULL), &text);
    cli_paragraph(cli, &text, 2, 6);
  }
  if (count > most) {
    mr_str_format(&cli->out, "  and %zu older: marcher play --resume NAME\n", count - most);
  }
  if (!ask(lobby,
           count == 0 ? "Which file? (enter goes back) "
                      : "Which one? (its number, or a file; enter goes back) ",
           line)) {
    return;
  }
  if (cli_read_number(line, 1, count, &number)) {
    resume_game(lobby, saved[number - 1].path);
  } else if (*line != '\0' && line[strspn(line, "0123456789")] == '\0' && !is_there(line)) {
    mr_str_format(&cli->out, "There is no number '%s'.\n", line);
    lobby->said = true;
  } else if (*line != '\0') {
    resume_game(lobby, line);
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

/* The menu of a game: a line for each player, then these. */
enum { WITH_A_FRIEND = 1, WATCH, READ_RULES, CHOICES_BESIDE_PLAYERS = READ_RULES };

/* "play as White", the words of choice `number` from 1 on. */
static void add_choice(const mr_game *game, unsigned number, mr_str *out) {
  static const char *const others[] = {"play with a friend", "watch the computer play",
                                       "read the rules"};
  if (number <= game->info.players) {
    mr_str_format(out, "play as %s", game->info.player_names[number - 1]);
  } else {
    mr_str_add(out, others[number - game->info.players - 1]);
  }
}

/* The choice of a number, or of a word that no other one has; nothing typed is the first. */
static bool read_choice(const mr_game *game, const char *line, unsigned *out) {
  enum { TELLING = 3 }; /* shorter words are in any sentence */
  uint64_t number = 1;
  unsigned choices = game->info.players + CHOICES_BESIDE_PLAYERS;
  unsigned found = 0;
  if (*line == '\0' || cli_read_number(line, 1, choices, &number)) {
    *out = (unsigned)number;
    return true;
  }
  for (unsigned i = 1; i <= choices && strlen(line) >= TELLING; i++) {
    char words[CLI_LINE_MAX];
    mr_str text = mr_str_fixed(words, sizeof words);
    add_choice(game, i, &text);
    if (mr_text_mentions(words, line)) {
      found++;
      *out = i;
    }
  }
  return found == 1;
}

static void show_game(const lobby_state *lobby, const mr_game *game) {
  mr_str *out = &lobby->cli->out;
  mr_str_format(out, "\n%s\n  ", game->info.title);
  cli_wrap(out, game->info.summary, 2, 2, lobby->cli->style.width);
  mr_str_char(out, '\n');
  for (unsigned i = 1; i <= game->info.players + (unsigned)CHOICES_BESIDE_PLAYERS; i++) {
    mr_str_format(out, "  %2u  ", i);
    add_choice(game, i, out);
    mr_str_char(out, '\n');
  }
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

/* Starts what was chosen by its number or its words. @return false: there is no such choice */
static bool start_choice(lobby_state *lobby, const mr_game *game, const char *line) {
  char side[4];
  unsigned number = 0;
  unsigned players = game->info.players;
  if (!read_choice(game, line, &number)) {
    return false;
  }
  cli_seat_options seats = {.level = {true, lobby->level}};
  play_options play = {.game = game->info.name, .side = side, .seats = seats};
  watch_options watch = {.game = game->info.name, .seats = seats};
  rules_options rules = {.game = game->info.name};
  snprintf(side, sizeof side, "%u", number % 100u);
  if (number == players + WITH_A_FRIEND) {
    play.side = "both";
  }
  if (number == players + WATCH) {
    run_command(lobby, &cmd_watch, &watch);
  } else if (number == players + READ_RULES) {
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
  } else if (cli_same_word(line, "r") || cli_same_word(line, "resume")) {
    choose_saved(lobby);
  } else if (is_help(line)) {
    cli_wrap(&cli->out,
             "A number of the list, or one of: level, set, seed, resume, back, quit. In a "
             "game 'help' tells what can be typed there.",
             0, 0, cli->style.width);
    lobby->said = true;
  } else if (!start_choice(lobby, game, line)) {
    char said[CLI_QUOTE_MAX];
    cli_say(cli,
            "There is no '%s' in this menu: type a number from 1 to %u, or 'back' for the other "
            "games; '?' tells what else there is.",
            cli_quote(line, said), (unsigned)game->info.players + CHOICES_BESIDE_PLAYERS);
    lobby->said = true;
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
    if (!lobby->said) {
      show_game(lobby, game);
    }
    lobby->said = false;
    stay = ask(lobby, "What? [1] ", line) && do_line(lobby, game, line);
    mr_game_free(game);
  }
  cli->override_count = overrides;
}

/* ---- the list of games ----------------------------------------------------------------------- */

enum { LINES_BESIDE = 8 }; /* the heading, what else there is, the prompt */

static void show_games(lobby_state *lobby) {
  cli_context *cli = lobby->cli;
  cli_saved *saved = NULL;
  cli_resize(cli);
  mr_str_add(&cli->out, "\nMarcher " MR_VERSION "\n\n");
  size_t height = lobby->more ? 0 : cli->style.height;
  bool folded = lobby_list_show(&lobby->games, cli->style.width,
                                height > LINES_BESIDE ? height - LINES_BESIDE : height, &cli->out);
  lobby->more = false;
  mr_str_format(&cli->out,
                "\n   r  resume a saved game (%zu)   p  replay a record   h  the commands   "
                "q  quit\n",
                cli_saved_list(cli, &saved));
  cli_say(cli, "Type a number, a title or a part of one; %s'games' tells of each.",
          folded ? "'more' lists all games, " : "");
}

/* A file: a game that somebody has saved, unless it is one of definitions. */
static void open_file(lobby_state *lobby, const char *path) {
  size_t length = strlen(path);
  if (length > 4 && strcmp(path + length - 4, ".ini") == 0) {
    mr_str_format(&lobby->cli->out,
                  "'%s' defines games: 'marcher --rules %s' has them in this list.\n", path, path);
    lobby->said = true;
  } else {
    resume_game(lobby, path);
  }
}

static void say_unknown(lobby_state *lobby, const char *line) {
  char said[CLI_QUOTE_MAX];
  const char *nearest = lobby_nearest(&lobby->games, line);
  cli_quote(line, said);
  if (nearest != NULL) {
    cli_say(lobby->cli, "There is no '%s' here; did you mean '%s'?", said, nearest);
  } else {
    cli_say(lobby->cli,
            "There is no '%s' here: type a game's number or a word of its title. 'more' lists all "
            "games, 'help' the rest.",
            said);
  }
  lobby->said = true;
}

/* A game by its number, or by what somebody calls it. */
static void choose_by_name(lobby_state *lobby, const char *line) {
  mr_str *out = &lobby->cli->out;
  size_t found[LOBBY_FOUND_MAX];
  size_t count = lobby_find(&lobby->games, line, found);
  if (count == 1) {
    game_menu(lobby, lobby->games.entries[found[0]].name);
    return;
  }
  if (count == 0 && is_there(line)) {
    open_file(lobby, line);
    return;
  }
  if (count == 0) {
    say_unknown(lobby, line);
    return;
  }
  mr_str_format(out, "\n'%s' may be:\n", line);
  for (size_t i = 0; i < count; i++) {
    lobby_add_game(&lobby->games, found[i], out);
    mr_str_char(out, '\n');
  }
  if (!ask(lobby, "Which one? (its number; enter goes back) ", lobby->next)) {
    lobby->next[0] = '\0';
  }
}

static void show_help(lobby_state *lobby) {
  cli_context *cli = lobby->cli;
  size_t from = cli->out.length;
  cli_wrap(&cli->out,
           "Here: a number of the list, a title or a part of one opens the menu of a game, from "
           "which it is played, watched or read about. 'more' lists all games, 'games' tells about "
           "each, 'r' goes on with a saved game, 'p FILE' steps through a record, 'q' leaves.",
           0, 0, cli->style.width);
  mr_str_add(&cli->out, "\nThe same and more can be typed behind 'marcher' in a shell:\n\n");
  cli_help_overview(cli, &cli->out);
  cli_page_out(cli, from);
  lobby->said = true;
}

static void choose_game(lobby_state *lobby, const char *line) {
  const char *rest = NULL;
  if (is_quit(line)) {
    lobby->ended = true;
  } else if (cli_same_word(line, "r") || cli_same_word(line, "resume")) {
    choose_saved(lobby);
  } else if ((rest = after_word(line, "resume")) != NULL) {
    resume_game(lobby, rest);
  } else if ((rest = after_word(line, "p")) != NULL ||
             (rest = after_word(line, "replay")) != NULL) {
    replay_record(lobby, rest);
  } else if (is_help(line)) {
    show_help(lobby);
  } else if (cli_same_word(line, "games")) {
    run_command(lobby, &cmd_games, NULL);
    lobby->said = true;
  } else if (*line == '\0' || cli_same_word(line, "back")) {
    lobby->more = false; /* the list is shown again */
  } else if (cli_same_word(line, "m") || cli_same_word(line, "more")) {
    lobby->more = true;
  } else {
    rest = after_word(line, "play");
    choose_by_name(lobby, rest != NULL && *rest != '\0' ? rest : line);
  }
}

int cli_lobby(cli_context *cli) {
  lobby_state lobby = {.cli = cli, .level = MR_LEVEL_DEFAULT};
  char line[CLI_LINE_MAX + 1];
  const mr_catalog *catalog = cli_catalog(cli);
  if (catalog == NULL || lobby_list_read(cli, catalog, &lobby.games) != CLI_OK) {
    return CLI_FAILED;
  }
  cli_signals_catch();
  while (!lobby.ended && cli->out_error == 0) {
    bool answered = lobby.next[0] != '\0';
    if (answered) {
      memcpy(line, lobby.next, sizeof line);
      lobby.next[0] = '\0';
    } else if (!lobby.said) {
      show_games(&lobby);
    }
    lobby.said = false;
    if (answered || ask(&lobby, "Which game? ", line)) {
      choose_game(&lobby, line);
    }
  }
  return lobby.status;
}
