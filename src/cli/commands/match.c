#include "cli/commands/match_priv.h"

#include <marcher/clock.h>
#include <marcher/openings.h>
#include <marcher/pgn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "base/text.h"
#include "cli/commands.h"
#include "cli/files.h"
#include "cli/game.h"
#include "cli/play/session.h"

/* Milliseconds between two drawings of the live table. */
#define REDRAW_MS 300
#define PLIES_DEFAULT 6
#define BALANCE_NODES 20000
#define OPENINGS_FILE_MAX ((size_t)64 << 20)

static const char *const tournaments[] = {"round-robin", "gauntlet", NULL};
static const char *const orders[] = {"random", "sequential", NULL};

static const cli_argument arguments[] = {
    CLI_GAME_ARGUMENT(match_options, game),
    {.name = NULL},
};

static const cli_option options[] = {
    CLI_OPTION(
        "engine", CLI_WORDS, match_options, engines, .value = "KEY=VALUE ...",
        .choices = cli_match_bare_words,
        .help = "who plays: a program (cmd= name= dir= arg= option.NAME= variant= ponder restart) "
                "or one of ours (player=KIND level= hash= threads= weights=FILE network=FILE|none "
                "parameters='NAME=N ...' endgames=PATH), and "
                "its limits "
                "(tc=1+0.01, st=0.1, nodes=, depth=, timemargin=MS); twice or more"),
    CLI_OPTION("each", CLI_WORDS, match_options, each, .value = "KEY=VALUE ...",
               .choices = cli_match_bare_words,
               .help = "the same for all of them; what an engine says itself goes before"),
    CLI_OPTION("games", CLI_NUMBER, match_options, games, .value = "N", .min = 1,
               .max = MR_MATCH_GAMES_MAX, .initial = 2,
               .help = "games of every two engines in a round (2)"),
    CLI_OPTION("rounds", CLI_NUMBER, match_options, rounds, .value = "N", .min = 1,
               .max = MR_MATCH_GAMES_MAX, .initial = 1, .help = "so many times as many games (1)"),
    CLI_OPTION("tournament", CLI_CHOICE, match_options, tournament, .value = "KIND",
               .choices = tournaments,
               .help =
                   "round-robin: each against each; gauntlet: the first against each other one"),
    CLI_OPTION("single", CLI_FLAG, match_options, no_repeat,
               .help = "play every opening once, and not twice with changed seats"),
    CLI_OPTION("concurrency", CLI_NUMBER, match_options, concurrency, .value = "N", .min = 1,
               .max = MR_MATCH_CONCURRENCY_MAX, .initial = 1, .help = "games at once (1)"),
    CLI_OPTION(
        "openings", CLI_TEXT, match_options, openings, .value = "FILE",
        .help =
            "where games begin: a file of positions (FEN, EPD), PGN or records, 'random' for "
            "random turns, 'start' for the start; random where no dice or deals tell games apart"),
    CLI_OPTION("plies", CLI_NUMBER, match_options, plies, .value = "N", .max = MR_OPENING_TURNS_MAX,
               .help = "turns of an opening: 6 random ones, all of a file's"),
    CLI_OPTION("order", CLI_CHOICE, match_options, order, .value = "ORDER", .choices = orders,
               .help = "of the openings of a file: random or sequential"),
    CLI_OPTION(
        "balance", CLI_NUMBER, match_options, balance, .value = "CP", .max = 10000,
        .help = "take only random openings that all engines find even to so many hundredths of a "
                "pawn"),
    CLI_OPTION("judge", CLI_NUMBER, match_options, balance_nodes, .value = "NODES", .min = 1,
               .max = UINT64_C(1000000000),
               .help = "how long they look at each for --balance (20000)"),
    CLI_OPTION("draw", CLI_WORDS, match_options, draw, .value = "KEY=N ...",
               .help = "end games that both see as drawn: movenumber=40 movecount=8 score=10"),
    CLI_OPTION(
        "resign", CLI_WORDS, match_options, resign, .value = "KEY=N ...",
        .choices = cli_match_bare_words,
        .help =
            "end games that both see as decided: movecount=3 score=800; onesided asks the loser "
            "alone"),
    CLI_OPTION("turns", CLI_NUMBER, match_options, max_moves, .value = "N", .min = 1,
               .max = UINT32_MAX, .help = "end longer games as drawn, counting the turns of both"),
    CLI_OPTION("standing", CLI_FLAG, match_options, by_standing,
               .help = "with --turns: who is ahead wins, by what the game's players count"),
    CLI_OPTION(
        "sprt", CLI_WORDS, match_options, sprt, .value = "KEY=N ...",
        .help = "end as soon as it is clear: elo0=0 elo1=5 alpha=0.05 beta=0.05 model=normalized"),
    CLI_OPTION(
        "pgn", CLI_TEXT, match_options, pgn, .value = "FILE",
        .help =
            "append every game as PGN, with what the engines thought; with --resume the file has "
            "the games of this match alone"),
    CLI_OPTION("records", CLI_TEXT, match_options, records, .value = "FOLDER",
               .help = "write every game as a record for 'marcher replay'; the folder has "
                       "the records of no other match"),
    CLI_OPTION(
        "resume", CLI_TEXT, match_options, resume, .value = "FILE",
        .help = "keep finished games in a file, and go on from it when the match was interrupted"),
    CLI_OPTION("log", CLI_TEXT, match_options, log, .value = "FILE",
               .help = "append what is said to programs and by them"),
    CLI_OPTION("ratinginterval", CLI_NUMBER, match_options, interval, .value = "N",
               .max = MR_MATCH_GAMES_MAX,
               .help = "in a pipe, who stands where after every N games: 0 never, without it after "
                       "every tenth part of the match, but not before 10 games"),
    CLI_OPTION("recover", CLI_FLAG, match_options, recover,
               .help =
                   "a program that cannot be started loses the game; without it the match ends"),
    CLI_OPTION("wait", CLI_NUMBER, match_options, wait, .value = "MS", .max = 3600000,
               .help = "milliseconds before every game (0)"),
    {.name = NULL},
};

static const cli_example examples[] = {
    {"match borderline --engine level=5 nodes=200 --engine level=2 nodes=50 --games 20",
     "two of our own players"},
    {"match chess --engine cmd=stockfish option.Hash=16 --engine player=alphabeta "
     "--each tc=1+0.01 --games 100 --concurrency 4",
     "against a program that speaks UCI"},
    {"match chess --engine player=mcts --engine player=random --each nodes=500 --games 1000 "
     "--sprt elo0=0 elo1=50",
     "until it is clear which is stronger"},
    {NULL, NULL},
};

/** The command at work. */
typedef struct match_command {
  cli_context *cli;
  const match_options *choice;
  mr_match_options match;
  mr_endgame_set *tables[MR_MATCH_ENGINES_MAX]; /* of our players; NULL: none */
  mr_openings *openings;
  uint64_t opening_count;
  size_t lines;  /* of the live table on the screen */
  int64_t drawn; /* when that was drawn */
  cli_match_files files;
  char identity[64];
} match_command;

/* ---- openings -------------------------------------------------------------------------------- */

/* As many as every two engines play. */
static uint64_t openings_wanted(const match_command *command) {
  return command->match.no_swap ? command->match.games : (command->match.games + 1) / 2;
}

/* Says that there are fewer. Players who always decide alike play the same games again. */
static void note_repeated(const match_command *command) {
  const uint64_t wanted = openings_wanted(command), count = command->opening_count;
  char room[256];
  mr_str text = mr_str_fixed(room, sizeof room);
  if (count == 0 && wanted > 1 && !mr_game_deals_differ(command->match.game)) {
    mr_str_add(&text, "all games begin at the start");
  } else if (count > 0 && count < wanted) {
    mr_str_format(&text, "%llu opening%s for %llu are repeated", (unsigned long long)count,
                  mr_text_plural(count), (unsigned long long)wanted);
  } else {
    return;
  }
  mr_str_add(&text, "; games that go as others did are no further evidence");
  cli_note(command->cli, room);
}

static void show_progress(void *context, size_t found, uint64_t tried) {
  match_command *command = context;
  cli_status(command->cli, "%zu openings found in %llu tries", found, (unsigned long long)tried);
}

static int generate(match_command *command, mr_opening_evaluator *evaluators,
                    size_t evaluator_count) {
  cli_context *cli = command->cli;
  const match_options *choice = command->choice;
  mr_error error;
  uint64_t wanted = openings_wanted(command);
  mr_opening_wish wish = {.count = wanted < MR_OPENINGS_MAX ? (size_t)wanted : MR_OPENINGS_MAX,
                          .turns =
                              choice->plies.given ? (unsigned)choice->plies.value : PLIES_DEFAULT,
                          .seed = command->match.seed,
                          .evaluators = evaluators,
                          .evaluator_count = evaluator_count,
                          .bound = (int)choice->balance.value,
                          .stop = cli_stop_flag(),
                          .progress = show_progress,
                          .progress_context = command};
  mr_status status = mr_openings_generate(command->openings, &wish, &error);
  cli_status_clear(cli);
  if (status == MR_ERR_CANCELLED && cli_signal() != 0) {
    return CLI_SIGNALLED(cli_signal());
  }
  if (status == MR_ERR_LIMIT && mr_openings_count(command->openings) > 0) {
    return CLI_OK; /* they are played more than once */
  }
  if (status == MR_ERR_LIMIT && evaluator_count > 0) {
    mr_error uneven;
    (void)mr_error_set(&uneven, status,
                       "%s; a wider --balance takes them, and the seats even it out",
                       error.message);
    return cli_fail_error(cli, &uneven);
  }
  return status == MR_OK ? CLI_OK : cli_fail_error(cli, &error);
}

/* All engines have to agree. */
static int generate_even(match_command *command) {
  mr_match_evaluator *made_evaluators[MR_MATCH_ENGINES_MAX] = {NULL};
  mr_opening_evaluator evaluators[MR_MATCH_ENGINES_MAX];
  const cli_number *nodes = &command->choice->balance_nodes;
  mr_error error;
  int status = CLI_OK;
  size_t count = 0;
  for (; count < command->match.engine_count && status == CLI_OK; count++) {
    mr_status made = mr_match_evaluator_new(command->match.game, &command->match.engines[count],
                                            nodes->given ? nodes->value : BALANCE_NODES,
                                            cli_stop_flag(), &made_evaluators[count], &error);
    status = made == MR_OK ? CLI_OK : cli_fail_error(command->cli, &error);
    evaluators[count] =
        (mr_opening_evaluator){.evaluate = mr_match_evaluate, .context = made_evaluators[count]};
  }
  if (status == CLI_OK) {
    status = generate(command, evaluators, count);
  }
  for (size_t i = 0; i < count; i++) {
    mr_match_evaluator_free(made_evaluators[i]);
  }
  return status;
}

/* Tells of the first game in PGN that a misspelt tag makes another one; there may be thousands. */
static void note_misspelt(match_command *command, const char *path, const mr_str *text) {
  mr_pgn_reader *reader = NULL;
  mr_pgn_game pgn;
  bool found = true, told = false;
  mr_status status = mr_pgn_reader_over(NULL, path, mr_str_text(text), text->length, &reader, NULL);
  while (status == MR_OK && found && !told) {
    status = mr_pgn_next(reader, &pgn, &found, NULL);
    told =
        status == MR_OK && found &&
        (mr_pgn_misspelt_tag(&pgn, "Variant") != NULL || mr_pgn_misspelt_tag(&pgn, "FEN") != NULL);
  }
  if (told) {
    cli_note_misspelt(command->cli, path, &pgn);
  }
  mr_pgn_reader_free(reader);
}

static int read_openings(match_command *command, const char *path) {
  cli_context *cli = command->cli;
  mr_error error;
  mr_str text = mr_str_growing(NULL);
  int status = cli_file_read(cli, path, OPENINGS_FILE_MAX, &text);
  if (status == CLI_OK) {
    const mr_opening_file file = {.source = path,
                                  .text = mr_str_text(&text),
                                  .length = text.length,
                                  .turns = (unsigned)command->choice->plies.value};
    note_misspelt(command, path, &text);
    mr_status read = mr_openings_add_file(command->openings, &file, &error);
    status = read == MR_OK ? CLI_OK : cli_fail_error(cli, &error);
  }
  mr_str_done(&text);
  if (status == CLI_OK && mr_openings_count(command->openings) == 0) {
    status = cli_fail(cli, "%s: there is no opening", path);
  }
  if (status == CLI_OK && command->choice->order == 0) {
    mr_openings_shuffle(command->openings, command->match.seed);
  }
  return status;
}

/* Makes or reads the openings, and what tells them from those of other matches. */
static int choose_openings(match_command *command) {
  cli_context *cli = command->cli;
  const match_options *choice = command->choice;
  const char *source = choice->openings;
  mr_error error;
  if (source == NULL) {
    bool dealt = mr_game_deals_differ(command->match.game);
    source = dealt && !choice->plies.given && !choice->balance.given ? "start" : "random";
  }
  bool random = strcmp(source, "random") == 0;
  bool start = strcmp(source, "start") == 0;
  /* Options that would do nothing are mistaken ones. */
  if (choice->balance.given && !random) {
    return cli_usage(cli, "--balance is for --openings random");
  }
  if (choice->balance_nodes.given && !choice->balance.given) {
    return cli_usage(cli, "--judge is for --balance");
  }
  if (choice->plies.given && start) {
    return cli_usage(cli, "--plies is for --openings random or a file");
  }
  command->match.identity = start ? "start" : command->identity;
  if (start) {
    note_repeated(command);
    return CLI_OK;
  }
  if (mr_openings_new(command->match.game, NULL, &command->openings, &error) != MR_OK) {
    return cli_fail_error(cli, &error);
  }
  int status = !random                 ? read_openings(command, source)
               : choice->balance.given ? generate_even(command)
                                       : generate(command, NULL, 0);
  command->match.opening = mr_openings_give;
  command->match.opening_context = command->openings;
  command->opening_count = mr_openings_count(command->openings);
  /* Those that were generated depend on little, and a longer match has more of them, of which the
     first are the same. */
  mr_str identity = mr_str_fixed(command->identity, sizeof command->identity);
  if (random) {
    mr_str_format(&identity, "random %llu %llu %llu", (unsigned long long)choice->plies.value,
                  (unsigned long long)choice->balance.value,
                  (unsigned long long)choice->balance_nodes.value);
  } else {
    mr_str_format(&identity, "%016llx", (unsigned long long)mr_openings_hash(command->openings));
  }
  if (status == CLI_OK) {
    note_repeated(command);
  }
  return status;
}

/* ---- what is told while it goes on ----------------------------------------------------------- */

/* Whether the table is kept up in place, which asks for a terminal whose cursor goes up. */
static bool is_live(const match_command *command) {
  return command->cli->out_tty && !command->cli->global.json && cli_has_escapes();
}

/*
 * Whether who reads lines is to be told how it stands. Behind the last game is the table itself,
 * and nothing of it depends on the clock, so that it is the same however the match was interrupted.
 */
static bool is_due(const match_command *command, const mr_match_report *report) {
  enum { PARTS = 10, LEAST = 10 };
  const cli_number *chosen = &command->choice->interval;
  uint64_t part = report->planned / PARTS > LEAST ? report->planned / PARTS : LEAST;
  uint64_t interval = chosen->given ? chosen->value : part;
  bool last = report->games == report->planned || report->sprt.verdict != MR_SPRT_OPEN;
  return interval > 0 && report->games % interval == 0 && !last;
}

static void on_game(void *context, const mr_match_report *report, const mr_match_game *game) {
  match_command *command = context;
  cli_match_files_add(&command->files, game);
  if (!is_live(command) && !command->cli->global.json) {
    cli_match_game_line(report, game, &command->cli->out);
    if (is_due(command, report)) {
      mr_str_format(&command->cli->out, "After %llu of %llu games:\n",
                    (unsigned long long)report->games, (unsigned long long)report->planned);
      cli_match_standings(report, &command->cli->out);
    }
    cli_flush(command->cli);
  }
}

static void clear_screen(match_command *command) {
  if (command->lines > 0) {
    mr_str_format(&command->cli->out, "\033[%zuA\r\033[J", command->lines);
    command->lines = 0;
  }
}

static void on_tick(void *context, const mr_match_report *report) {
  enum { USUAL = 24, LEAST = 3 };
  match_command *command = context;
  cli_context *cli = command->cli;
  int64_t now = mr_clock_ns();
  if (!is_live(command) || now - command->drawn < REDRAW_MS * INT64_C(1000000)) {
    return;
  }
  mr_str text = mr_str_growing(NULL);
  cli_match_progress(report, &text);
  cli_match_table(report, &text);
  clear_screen(command);
  cli_resize(cli);
  /* What does not fit is cut, so that the terminal neither breaks lines nor scrolls: the heading
     stands above, and the cursor below. */
  struct winsize size;
  bool known = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row >= LEAST;
  size_t rows = (known ? size.ws_row : USUAL) - 2u;
  size_t width = cli->style.width;
  const char *line = mr_str_text(&text);
  for (; *line != '\0' && command->lines < rows; command->lines++) {
    size_t length = strcspn(line, "\n");
    mr_str_bytes(&cli->out, line, length < width ? length : mr_utf8_whole(line, width - 1));
    mr_str_char(&cli->out, '\n');
    line += length + (line[length] == '\n' ? 1 : 0);
  }
  command->drawn = now;
  cli_flush(cli);
  mr_str_done(&text);
}

static mr_status on_begin(void *context, mr_error *err) {
  match_command *command = context;
  return cli_match_files_begin(&command->files, err);
}

static void on_complaint(void *context, const char *text) {
  match_command *command = context;
  cli_note(command->cli, text); /* the document of --json counts the lines */
}

/* ---- the match ------------------------------------------------------------------------------- */

static int play(match_command *command) {
  cli_context *cli = command->cli;
  mr_match_listener listener = {.game = on_game,
                                .tick = on_tick,
                                .complaint = on_complaint,
                                .begin = on_begin,
                                .context = command};
  mr_match_report report;
  mr_error error;
  if (!cli->global.json) {
    cli_match_heading(&command->match, &cli->out);
    cli_flush(cli);
  }
  mr_status status = mr_match_run(&command->match, &listener, &report, &error);
  int result = CLI_OK;
  clear_screen(command);
  /* A match that could not be begun has no table. */
  bool began = report.options != NULL && command->files.begun &&
               (status == MR_OK || report.games > 0 || report.stopped);
  if (began && cli->global.json) {
    cli_document document;
    cli_match_json(cli_document_open(&document), &report, command->opening_count);
    int printed = cli_document_print(cli, &document);
    result = result == CLI_OK ? printed : result;
  } else if (began) {
    cli_match_table(&report, &cli->out);
    if (is_live(command)) {
      cli_match_progress(&report, &cli->out);
    }
  }
  if (report.unlogged > 0) {
    result = cli_fail(cli, "%s; %llu line%s not there", report.log_error.message,
                      (unsigned long long)report.unlogged, report.unlogged == 1 ? " is" : "s are");
  }
  mr_match_report_done(&report);
  int written = cli_match_files_end(&command->files);
  result = result == CLI_OK ? written : result;
  if (status == MR_ERR_CANCELLED && cli_signal() != 0) {
    cli_fail_error(cli, &error);
    return CLI_SIGNALLED(cli_signal());
  }
  return status == MR_OK ? result : cli_fail_error(cli, &error);
}

/* Players with the same tables share them. */
static int open_tables(match_command *command, mr_match_engine *engines) {
  int status = CLI_OK;
  for (size_t i = 0; i < command->match.engine_count && status == CLI_OK; i++) {
    mr_match_engine *engine = &engines[i];
    if (engine->command != NULL || engine->tables == NULL) {
      engine->tables = NULL; /* what --each says does not matter to programs */
      continue;
    }
    size_t like = 0;
    while (engines[like].tables == NULL || strcmp(engines[like].tables, engine->tables) != 0) {
      like++;
    }
    if (like == i) {
      status =
          cli_endgames_open(command->cli, command->match.game, engine->tables, &command->tables[i]);
    }
    engine->probe = mr_endgame_set_probe;
    engine->probe_context = command->tables[like];
  }
  return status;
}

/* What no match can be is a mistake of the command line, unless it stands in a file. */
static int check_match(cli_context *cli, const mr_match_options *match) {
  mr_error error;
  mr_status status = mr_match_check(match, &error);
  if (status == MR_OK) {
    return CLI_OK;
  }
  bool words = status == MR_ERR_ARGUMENT || status == MR_ERR_RANGE;
  return words && error.source[0] == '\0' ? cli_usage(cli, "%s", error.message)
                                          : cli_fail_error(cli, &error);
}

static int set_up(match_command *command) {
  cli_context *cli = command->cli;
  const match_options *choice = command->choice;
  mr_match_options *match = &command->match;
  mr_match_engine *engines = NULL;
  if (choice->by_standing && !choice->max_moves.given) {
    return cli_usage(cli, "--standing is for --turns");
  }
  *match = (mr_match_options){.game = match->game,
                              .games = choice->games.value * choice->rounds.value,
                              .gauntlet = choice->tournament == 1,
                              .no_swap = choice->no_repeat,
                              .seed = cli_seed(cli),
                              .concurrency = (unsigned)choice->concurrency.value,
                              .max_turns = (uint32_t)choice->max_moves.value,
                              .by_standing = choice->by_standing,
                              .wait_ms = (uint32_t)choice->wait.value,
                              .recover = choice->recover,
                              .journal = choice->resume,
                              .log = choice->log,
                              .stop = cli_stop_flag()};
  int status = cli_match_engines(cli, choice, match, &engines);
  if (status == CLI_OK) {
    status = open_tables(command, engines);
  }
  if (status == CLI_OK) {
    status = cli_match_rules(cli, choice, match);
  }
  return status == CLI_OK ? check_match(cli, match) : status;
}

/* The day, here; SOURCE_DATE_EPOCH names another, so that a file can be made again. */
static void match_date(char out[MR_MATCH_DAY_MAX]) {
  const char *epoch = getenv("SOURCE_DATE_EPOCH");
  uint64_t seconds = 0;
  bool named = epoch != NULL && mr_parse_uint(epoch, strlen(epoch), INT32_MAX, &seconds);
  time_t now = named ? (time_t)seconds : time(NULL);
  struct tm day;
  if ((named ? gmtime_r(&now, &day) : localtime_r(&now, &day)) == NULL ||
      strftime(out, MR_MATCH_DAY_MAX, "%Y.%m.%d", &day) == 0) {
    out[0] = '\0';
  }
}

static int run_match(cli_context *cli, const void *values) {
  const match_options *choice = values;
  match_command command = {.cli = cli, .choice = choice, .files = {.pgn = -1}};
  cli_signals_catch();
  mr_game *game = cli_game_open(cli, choice->game);
  if (game == NULL) {
    return CLI_FAILED;
  }
  command.match.game = game;
  int status = set_up(&command);
  command.match.day = match_date;
  command.match.tell_start = cli->override_count > 0 || cli->global.rules.count > 0;
  if (status == CLI_OK) {
    status = cli_match_files_open(cli, choice, &command.match, &command.files);
  }
  if (status == CLI_OK) {
    status = choose_openings(&command);
  }
  if (status == CLI_OK) {
    status = play(&command);
  }
  cli_match_files_close(&command.files);
  mr_openings_free(command.openings);
  for (size_t i = 0; i < MR_MATCH_ENGINES_MAX; i++) {
    mr_endgame_set_free(command.tables[i]);
  }
  mr_game_free(game);
  return status;
}

const cli_command cmd_match = {
    .name = "match",
    .summary = "let engines play many games and say who is stronger",
    .about =
        "Plays games between two engines or more, ours or programs that speak UCI, and tells the "
        "score with its error bars, Elo, the likelihood that one is stronger, and what the game "
        "is like: how often the first player wins, how often it is drawn, which rules end it. "
        "The referee is ours: an engine that plays what is not legal, oversteps its time, dies, "
        "hangs, or floods us loses that game, is started again, and the match goes on.\n\n"
        "Every opening is played twice with changed seats. With limits of nodes, and our own "
        "players, the same seed gives the same table whatever --concurrency. "
        "docs/MATCHES.md tells all.",
    .options = options,
    .arguments = arguments,
    .examples = examples,
    .size = sizeof(match_options),
    .run = run_match,
};
