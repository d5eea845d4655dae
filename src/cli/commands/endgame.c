#include <errno.h>
#include <marcher/clock.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/commands/endgame_report.h"
#include "cli/files.h"
#include "cli/game.h"

static const cli_argument arguments[] = {
    CLI_GAME_ARGUMENT(endgame_options, game),
    {.name = "MEN",
     .optional = true,
     .help = "the men of the first player, a small v, and those of the second: KBNvK; not with "
             "--load",
     .offset = offsetof(endgame_options, men)},
    {.name = NULL},
};

static const cli_option options[] = {
    CLI_OPTION(
        "squares", CLI_TEXT, endgame_options, squares, .value = "WORD",
        .help = "where the men stand: all, dark, light, or a letter for each man, as in 'dllvl'; "
                "without it all; where a turn has several moves, dark, or light where none can "
                "stand on dark"),
    CLI_OPTION("probe", CLI_LIST, endgame_options, probes, .value = "STATE",
               .help =
                   "tell the truth about a position, its moves and its best line; - reads it from "
                   "standard input; may be repeated"),
    CLI_OPTION("save", CLI_TEXT, endgame_options, save, .value = "PATH",
               .help =
                   "keep the tables in a file, or in a folder (NAME/, made where there is none) "
                   "under a name of their own"),
    CLI_OPTION(
        "load", CLI_TEXT, endgame_options, load, .value = "PATH",
        .help =
            "take the tables from a file, or all of this game from a folder, instead of working "
            "them out"),
    CLI_OPTION("memory", CLI_NUMBER, endgame_options, memory, .value = "MIB", .min = 1,
               .max = 1 << 20, .help = "mebibytes that the work may take (1536)"),
    CLI_OPTION("plan", CLI_FLAG, endgame_options, plan,
               .help = "only say what the work will take: positions, memory, disk and time"),
    {.name = NULL},
};

static const cli_example examples[] = {
    {"endgame chess KBNvK", "how often, and how late, bishop and knight mate"},
    {"endgame colorboundmost ZvK", "a crooked bishop alone, on the dark squares"},
    {"endgame chess KQvK --probe '8/8/8/4k3/8/8/8/KQ6 w - - 0 1'", "one position of it"},
    {"endgame chess KBNvK --save tables/", "keep it, for 'play --endgames tables'"},
    {"endgame chess --load tables/", "what is kept there"},
    {"endgame chess KPvKP --save tables/ --plan", "what that would take"},
    {NULL, NULL},
};

/* ---- plans ----------------------------------------------------------------------------------- */

/* Work of fewer positions is done before anybody has read what it will take. */
#define POSITIONS_TOLD (UINT64_C(1) << 22)

/* "671.1 MiB", "1.6 GiB". */
static void add_size(uint64_t bytes, mr_str *out) {
  double mebibytes = (double)bytes / (1 << 20);
  if (mebibytes >= 1024) {
    mr_str_format(out, "%.1f GiB", mebibytes / 1024);
  } else {
    mr_str_format(out, "%.1f MiB", mebibytes);
  }
}

/* "about 20 s", "about 12 minutes", "about 3 hours". */
static void add_time(double seconds, mr_str *out) {
  if (seconds < 1) {
    mr_str_add(out, "less than a second");
  } else if (seconds < 100) {
    mr_str_format(out, "about %.0f s", seconds);
  } else if (seconds < 100.0 * 60) {
    mr_str_format(out, "about %.0f minutes", seconds / 60);
  } else {
    mr_str_format(out, "about %.0f hours", seconds / 3600);
  }
}

static uint64_t memory_of(const endgame_command *command) {
  const mr_endgame_plan *plan = &command->plan;
  return command->folder != NULL ? plan->memory_least : plan->memory;
}

/* One sentence about what the work will take. */
static void add_plan(const endgame_command *command, mr_str *out) {
  const mr_endgame_plan *plan = &command->plan;
  mr_str_format(out, "%s: %zu %s to be worked out", plan->name, plan->tables,
                plan->tables == 1 ? "table" : "tables");
  if (plan->known > 0) {
    mr_str_format(out, " and %zu that %s there already", plan->known,
                  plan->known == 1 ? "is" : "are");
  }
  mr_str_format(out, ", %.1f million positions; ", (double)plan->positions / 1e6);
  add_size(memory_of(command), out);
  mr_str_add(out, " of memory, ");
  if (command->choice->save != NULL) {
    mr_str_add(out, "at most ");
    add_size(plan->disk, out);
    mr_str_add(out, " of disk, ");
  }
  add_time(plan->seconds, out);
}

static int print_plan(const endgame_command *command) {
  cli_context *cli = command->cli;
  const mr_endgame_plan *plan = &command->plan;
  if (!cli->global.json) {
    mr_str line = cli_text();
    add_plan(command, &line);
    cli_wrap(&cli->out, mr_str_text(&line), 0, 2, 80);
    mr_str_done(&line);
    return CLI_OK;
  }
  cli_document document;
  mr_json *json = cli_document_open(&document);
  mr_json_string(json, "game", command->game->info.name);
  mr_json_string(json, "men", plan->name);
  mr_json_uint(json, "tables", plan->tables);
  mr_json_uint(json, "known", plan->known);
  mr_json_uint(json, "positions", plan->positions);
  mr_json_uint(json, "memory", memory_of(command));
  mr_json_uint(json, "disk", plan->disk);
  mr_json_real(json, "seconds", plan->seconds);
  return cli_document_print(cli, &document);
}

/* Whether the disk has room for it all. */
static bool fits_on_disk(endgame_command *command) {
  struct statvfs about;
  if (command->folder == NULL || statvfs(command->folder, &about) != 0) {
    return true; /* whoever writes will see */
  }
  uint64_t free_bytes = (uint64_t)about.f_bavail * about.f_frsize;
  if (command->plan.disk <= free_bytes) {
    return true;
  }
  char text[64];
  mr_str sizes = mr_str_fixed(text, sizeof text);
  add_size(command->plan.disk, &sizes);
  mr_str_add(&sizes, " of disk, and ");
  add_size(free_bytes, &sizes);
  cli_fail(command->cli, "%s may take %s are free where it is to be saved: save it elsewhere",
           command->plan.name, text);
  return false;
}

/* Says what the work will take before it begins. */
static bool hear_plan(void *context, const mr_endgame_plan *plan) {
  endgame_command *command = context;
  cli_context *cli = command->cli;
  const cli_number *memory = &command->choice->memory;
  command->plan = *plan;
  const char *name = cli_arena_format(cli, "%s", plan->name); /* it outlives the work */
  command->plan.name = name != NULL ? name : "";
  command->planned = true;
  cli_status_clear(cli);
  uint64_t allowed = memory->given ? memory->value << 20 : MR_ENDGAME_MEMORY_DEFAULT;
  bool small = plan->positions < POSITIONS_TOLD;
  if (!command->choice->plan && !small && !cli->global.json) {
    mr_str line = cli_text();
    add_plan(command, &line);
    cli_note(cli, mr_str_text(&line));
    mr_str_done(&line);
  }
  if (command->choice->plan || memory_of(command) > allowed) {
    return !command->choice->plan; /* too much is refused by the library */
  }
  command->refused = !fits_on_disk(command);
  return !command->refused;
}

/* What helps where the memory does not suffice. */
static void advise(const endgame_command *command) {
  const mr_endgame_plan *plan = &command->plan;
  char text[160];
  mr_str line = mr_str_fixed(text, sizeof text);
  unsigned long long needed = (memory_of(command) >> 20) + 1;
  unsigned long long least = (plan->memory_least >> 20) + 1;
  mr_str_format(&line, "--memory %llu allows it", needed);
  if (command->folder == NULL && least < needed) {
    mr_str_format(&line, "; with --save FOLDER, to which finished tables go, %llu would do", least);
  }
  cli_note(command->cli, text);
}

/* ---- working out ----------------------------------------------------------------------------- */

static bool show_progress(void *context, const mr_endgame_progress *progress) {
  endgame_command *command = context;
  cli_context *cli = command->cli;
  command->finished = progress->finished;
  if (progress->phase == MR_ENDGAME_PLAN) {
    cli_status(cli, "%s: looking at what it needs", progress->name);
  } else if (progress->phase == MR_ENDGAME_MOVES) {
    cli_status(cli, "%zu of %zu, %s: moves of %.0f%% of %.1f million positions",
               progress->finished + 1, progress->tables, progress->name,
               100.0 * (double)progress->done / (double)progress->total,
               (double)progress->total / 1e6);
  } else {
    cli_status(cli, "%zu of %zu, %s: %llu plies back", progress->finished + 1, progress->tables,
               progress->name, (unsigned long long)progress->done);
  }
  return cli_signal() == 0;
}

/* Complains of work that was not done, and says what is left of it. @return an exit status */
static int fail_work(endgame_command *command, mr_status status, const mr_error *error) {
  cli_context *cli = command->cli;
  bool stopped = status == MR_ERR_CANCELLED && cli_signal() != 0;
  if (command->refused) {
    return CLI_FAILED;
  }
  if (stopped) {
    cli_fail(cli, "stopped");
  } else {
    cli_fail_error(cli, error);
  }
  if (command->planned && command->finished == 0 && status == MR_ERR_LIMIT) {
    advise(command);
  } else if (command->finished > 0 && command->folder != NULL) {
    const char *line = cli_arena_format(
        cli, "%zu of %zu tables are finished and kept in '%s'; the same command goes on",
        command->finished, command->plan.tables, command->folder);
    cli_note(cli, line != NULL ? line : "");
  } else if (command->finished > 0 && status != MR_ERR_UNSUPPORTED) {
    cli_note(cli, "with --save FOLDER what is finished would be kept");
  }
  return stopped ? CLI_SIGNALLED(cli_signal()) : CLI_FAILED;
}

/*
 * Works the ending out with the men on some squares. @param last they are the only ones or the last
 * ones to try; else men that cannot stand there are no complaint @return an exit status
 */
static int work_out(endgame_command *command, mr_endgame_men men, const char *squares, bool last) {
  cli_context *cli = command->cli;
  const mr_endgame_options how = {.memory = (size_t)command->choice->memory.value << 20,
                                  .progress = show_progress,
                                  .planned = hear_plan,
                                  .context = command,
                                  .folder = command->folder};
  mr_error error;
  int status = cli_endgame_place(cli, command->game, squares, &men);
  if (status != CLI_OK) {
    return status;
  }
  int64_t started = mr_clock_ns();
  command->planned = false;
  cli_signals_catch();
  mr_status found = mr_endgame_new(command->game, &men, &how, &command->made, &error);
  command->squares = squares;
  command->seconds = (double)(mr_clock_ns() - started) / 1e9;
  cli_status_clear(cli);
  bool only_plan = command->choice->plan && command->planned && cli_signal() == 0;
  return found == MR_OK || only_plan || (found == MR_ERR_ILLEGAL && !last)
             ? CLI_OK
             : fail_work(command, found, &error);
}

/* ---- files ----------------------------------------------------------------------------------- */

/* Whether tables go into it under a name of their own. */
static bool is_folder(const char *path) {
  struct stat about;
  size_t length = strlen(path);
  return (length > 0 && path[length - 1] == '/') ||
         (stat(path, &about) == 0 && S_ISDIR(about.st_mode));
}

/* Whether tables can be saved there, before hours go into their making. @return an exit status */
static int may_save(endgame_command *command) {
  cli_context *cli = command->cli;
  const char *path = command->choice->save;
  const char *slash = strrchr(path, '/');
  if (*path == '\0') {
    return cli_fail(cli, "--save needs the name of a file or of a folder");
  }
  command->folder = ".";
  if (is_folder(path)) {
    command->folder = path;
  } else if (slash != NULL) {
    command->folder = mr_arena_copy(&cli->arena, path, (size_t)(slash - path) + 1);
  }
  const char *probe =
      command->folder == NULL ? NULL : cli_arena_format(cli, "%s/x", command->folder);
  if (probe == NULL) {
    return cli_fail_memory(cli);
  }
  bool may_make = path[strlen(path) - 1] == '/' && !command->choice->plan;
  if (access(command->folder, F_OK) != 0 && (!may_make || mkdir(path, 0777) != 0)) {
    return cli_fail(cli, "cannot write '%s': there is no folder '%s'", path, command->folder);
  }
  struct stat about;
  if (stat(path, &about) == 0 && !S_ISREG(about.st_mode) && !S_ISDIR(about.st_mode)) {
    command->folder = NULL; /* nothing is kept beside a device */
    return cli_file_may_write(cli, path);
  }
  return cli_file_may_write(cli, is_folder(path) ? probe : path);
}

/* Saves to a file, or under a name of their own where `path` is a folder. @return an exit status */
static int save_tables(endgame_command *command) {
  cli_context *cli = command->cli;
  const char *path = command->choice->save;
  mr_error error;
  command->saved = path;
  if (is_folder(path)) { /* "FOLDER/chess.KBNvK.endgame" */
    mr_endgame_summary summary;
    bool all = strcmp(command->squares, "all") == 0;
    mr_endgame_summarise(command->made, 0, &summary);
    command->saved =
        cli_arena_format(cli, "%s%s%s.%s%s%s%s", path, path[strlen(path) - 1] == '/' ? "" : "/",
                         command->game->info.name, summary.name, all ? "" : ".",
                         all ? "" : command->squares, MR_ENDGAME_SUFFIX);
  }
  if (command->saved == NULL) {
    return cli_fail_memory(cli);
  }
  return mr_endgame_save(command->made, command->saved, &error) == MR_OK
             ? CLI_OK
             : cli_fail_error(cli, &error);
}

/* ---- the command ----------------------------------------------------------------------------- */

/* Works out and saves. @return an exit status */
static int make_tables(endgame_command *command) {
  cli_context *cli = command->cli;
  const endgame_options *choice = command->choice;
  mr_endgame_men men;
  mr_error error;
  if (mr_endgame_men_parse(command->game, choice->men, strlen(choice->men), &men, &error) !=
      MR_OK) {
    return error.column > 0 ? cli_fail_in(cli, "the men", choice->men, &error)
                            : cli_fail_error(cli, &error);
  }
  int status = choice->save != NULL ? may_save(command) : CLI_OK;
  if (status == CLI_OK) {
    status = cli_endgame_probes(command);
  }
  if (status != CLI_OK) {
    return status;
  }
  /* Games that are played by colours have their men on the colour that has them. */
  if (choice->squares != NULL || !mr_game_can(command->game, MR_CAN_MULTI)) {
    status = work_out(command, men, choice->squares != NULL ? choice->squares : "all", true);
  } else {
    status = work_out(command, men, "dark", false);
    if (status == CLI_OK && command->made == NULL && !(choice->plan && command->plan.legal)) {
      status = work_out(command, men, "light", true);
    }
  }
  return status == CLI_OK && choice->save != NULL && command->made != NULL ? save_tables(command)
                                                                           : status;
}

static int run_endgame(cli_context *cli, const void *values) {
  const endgame_options *choice = values;
  endgame_command command = {.cli = cli, .choice = choice};
  const char *excess = choice->men != NULL       ? "MEN"
                       : choice->squares != NULL ? "--squares"
                       : choice->save != NULL    ? "--save"
                       : choice->plan            ? "--plan"
                                                 : NULL;
  if (choice->load != NULL && excess != NULL) {
    return cli_usage(cli, "--load takes tables as they are: without %s", excess);
  }
  mr_game *game = cli_game_open(cli, choice->game);
  if (game == NULL) {
    return CLI_FAILED;
  }
  command.game = game;
  int status = CLI_OK;
  if (choice->load == NULL && choice->men == NULL) {
    status = cli_endgame_ask_men(cli, game);
  } else if (choice->load == NULL) {
    status = make_tables(&command);
  } else {
    int64_t started = mr_clock_ns();
    status = cli_endgame_probes(&command);
    if (status == CLI_OK) {
      status = cli_endgames_open(cli, game, choice->load, &command.set);
    }
    command.seconds = (double)(mr_clock_ns() - started) / 1e9;
  }
  if (status == CLI_OK && choice->plan) {
    status = print_plan(&command);
  } else if (status == CLI_OK) {
    command.state = mr_state_new(game, NULL);
    status = command.state != NULL ? cli_endgame_report(&command) : cli_fail_memory(cli);
  }
  mr_state_free(game, NULL, command.state);
  mr_endgame_free(command.made);
  mr_endgame_set_free(command.set);
  mr_game_free(game);
  return status;
}

const cli_command cmd_endgame = {
    .name = "endgame",
    .summary = "work out an ending: who wins every position, and how soon",
    .about =
        "Takes the men of an ending, and finds out of every position of theirs, with either "
        "player to move, who wins it and in how many plies when both play their best. A position "
        "is fresh: no rights, repetitions or counters are left over from moves before. What "
        "captures and promotions lead to is worked out, too.\n\n"
        "Prints how many positions are won, lost and drawn for the player to move, and the longest "
        "win with an example. Identical men are not told apart. --probe shows the truth about one "
        "position, what each of its moves is worth, and the line that follows when both play their "
        "best.\n\n"
        "--save keeps what was worked out in a file, and --load shows what files have. Computer "
        "players use such files with --endgames. Beside it each table is kept as soon as it is "
        "finished, until all are: the same command goes on where it was stopped. Large work says "
        "beforehand what it will take (--plan says nothing else), and what does not fit is refused "
        "at once.",
    .options = options,
    .arguments = arguments,
    .examples = examples,
    .size = sizeof(endgame_options),
    .run = run_endgame,
};
