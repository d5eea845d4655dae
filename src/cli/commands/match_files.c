#include <dirent.h>
#include <errno.h>
#include <marcher/pgn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/text.h"
#include "cli/commands/match_priv.h"
#include "cli/files.h"

/* What may wait for a disk to be free again: some ten thousand games. */
#define WAITING_MAX ((size_t)64 << 20)
#define RECORD_END ".mrec"

/** A game that could not be written yet. */
typedef struct cli_match_text {
  uint64_t number; /* of the game, from 1 */
  mr_str text;
} cli_match_text;

/* ---- outputs --------------------------------------------------------------------------------- */

static void format_record_path(const cli_match_files *files, uint64_t number, mr_str *out) {
  mr_str_format(out, "%s/%06llu" RECORD_END, files->records.name, (unsigned long long)number);
}

static mr_status write_record(cli_match_files *files, const cli_match_text *item, mr_error *err) {
  mr_str path = mr_str_growing(NULL);
  format_record_path(files, item->number, &path);
  mr_status status = path.status == MR_OK ? mr_file_write(mr_str_text(&path), item->text.data,
                                                          item->text.length, err)
                                          : mr_error_set(err, path.status, "out of memory");
  mr_str_done(&path);
  return status;
}

static mr_status write_text(cli_match_files *files, cli_match_output *output,
                            const cli_match_text *item, mr_error *err) {
  return output == &files->records
             ? write_record(files, item, err)
             : mr_file_add(files->pgn, output->name, item->text.data, item->text.length, err);
}

/* Writes what waits, in order, as far as that goes. */
static void write_waiting(cli_match_files *files, cli_match_output *output) {
  size_t done = 0;
  while (done < output->count &&
         write_text(files, output, &output->waiting[done], &output->error) == MR_OK) {
    output->bytes -= output->waiting[done].text.length;
    mr_str_done(&output->waiting[done].text);
    done++;
  }
  output->count -= done;
  if (done > 0 && output->count > 0) {
    memmove(output->waiting, output->waiting + done, output->count * sizeof *output->waiting);
  }
}

/* A game that is not to be had any more. */
static void drop(cli_match_output *output, uint64_t number, mr_str *text) {
  output->first = output->dropped == 0 ? number : output->first;
  output->dropped++;
  mr_str_done(text);
}

/* Takes over `text`. @return false: there is no room */
static bool keep_waiting(cli_match_output *output, uint64_t number, const mr_str *text) {
  if (output->bytes + text->length > WAITING_MAX && output->count > 0) {
    return false;
  }
  if (output->count == output->room) {
    cli_match_text *grown = mr_alloc_grow(NULL, output->waiting, &output->room, output->count + 1,
                                          sizeof *output->waiting);
    if (grown == NULL) {
      return false;
    }
    output->waiting = grown;
  }
  output->waiting[output->count++] = (cli_match_text){.number = number, .text = *text};
  output->bytes += text->length;
  return true;
}

/* Writes a game behind those that wait. It takes over `text`. */
static void put(cli_match_files *files, cli_match_output *output, uint64_t number, mr_str *text) {
  bool first = output->count == 0 && output->dropped == 0;
  if (text->status != MR_OK || !keep_waiting(output, number, text)) {
    mr_error_set(&output->error, MR_ERR_NOMEM, "'%s': there is no memory for more games",
                 output->name);
    drop(output, number, text);
  }
  write_waiting(files, output);
  if (first && output->count > 0) {
    const char *line = cli_arena_format(files->cli, "%s; it is tried again with every game",
                                        output->error.message);
    cli_note(files->cli, line != NULL ? line : output->error.message);
  }
}

/* @return an exit status */
static int end_output(cli_match_files *files, cli_match_output *output) {
  if (output->name == NULL) {
    return CLI_OK;
  }
  write_waiting(files, output);
  uint64_t lacking = output->count + output->dropped;
  if (lacking == 0) {
    return CLI_OK;
  }
  uint64_t first = output->count > 0 ? output->waiting[0].number : output->first;
  first = output->dropped > 0 && output->first < first ? output->first : first;
  const char *journal = files->match->journal;
  return cli_fail(files->cli, "%s; %llu game%s not there, the first is game %llu%s%s%s",
                  output->error.message, (unsigned long long)lacking,
                  lacking == 1 ? " is" : "s are", (unsigned long long)first,
                  journal != NULL ? ": '" : "", journal != NULL ? journal : "",
                  journal != NULL ? "' has them, and the same command writes them" : "");
}

static void free_output(cli_match_output *output) {
  for (size_t i = 0; i < output->count; i++) {
    mr_str_done(&output->waiting[i].text);
  }
  mr_alloc_free(NULL, output->waiting, output->room * sizeof *output->waiting);
}

/* ---- what is there already ------------------------------------------------------------------- */

static void refuse_pgn(cli_match_files *files) {
  files->status = mr_error_set(
      &files->foreign, MR_ERR_MISMATCH,
      "'%s' holds what is no game of this match in '%s', and was left as it is: name another file "
      "for --pgn, which gets all games of this match",
      files->games.name, files->match->journal);
}

static void refuse_record(cli_match_files *files, const char *name) {
  files->status =
      mr_error_set(&files->foreign, MR_ERR_MISMATCH,
                   "'%s' has a record of another game (%s), which was left as it is: name another "
                   "folder for --records, which gets all games of this match",
                   files->records.name, name);
}

/* Whether the beginning of a game's PGN is what is there; on which day it was played may differ. */
static bool is_same_pgn(const mr_str *text, const char *there, size_t length) {
  static const char tag[] = "\n[Date \"";
  enum { DAY = 10 };
  const char *found = strstr(mr_str_text(text), tag);
  size_t day = found != NULL ? (size_t)(found - mr_str_text(text)) + strlen(tag) : length;
  size_t before = day < length ? day : length;
  size_t behind = day < length && length - day > DAY ? day + DAY : length;
  return memcmp(mr_str_text(text), there, before) == 0 &&
         memcmp(mr_str_text(text) + behind, there + behind, length - behind) == 0;
}

/* @return bytes read from there on, up to `length` */
static size_t read_there(const cli_match_files *files, char *bytes, size_t length) {
  size_t done = 0;
  ssize_t size = 1;
  while (done < length && size > 0) {
    size = pread(files->pgn, bytes + done, length - done, (off_t)(files->own + done));
    size = size < 0 && errno == EINTR ? 1 : size;
    done += size > 0 ? (size_t)size : 0;
  }
  return done;
}

/*
 * Whether a game of the journal is in the file of PGN. The file ends where this match was
 * interrupted: with a game, or with a part of one, which goes.
 */
static bool has_pgn(cli_match_files *files, const mr_str *text) {
  char *there = mr_alloc_zero(NULL, text->length + 1, 1);
  if (there == NULL) {
    refuse_pgn(files);
    return false;
  }
  size_t length = read_there(files, there, text->length);
  bool same = is_same_pgn(text, there, length);
  mr_alloc_free(NULL, there, text->length + 1);
  if (!same) {
    refuse_pgn(files);
    return false;
  }
  if (length == text->length) {
    files->own += length;
    return true;
  }
  files->compares = false; /* there is no more */
  if (length > 0 && ftruncate(files->pgn, (off_t)files->own) != 0) {
    refuse_pgn(files);
  }
  return false;
}

static bool has_record(cli_match_files *files, uint64_t number, const mr_str *text) {
  mr_str path = mr_str_growing(NULL);
  struct stat about;
  format_record_path(files, number, &path);
  bool exists = lstat(mr_str_text(&path), &about) == 0;
  bool same = exists && mr_file_holds(mr_str_text(&path), mr_str_text(text), text->length);
  if (exists && !same) {
    refuse_record(files, cli_file_name(mr_str_text(&path)));
  }
  mr_str_done(&path);
  return same;
}

/* Looks for a record whose game has not been told. */
static void look_for_records(cli_match_files *files) {
  DIR *folder = opendir(files->records.name);
  const struct dirent *entry = folder != NULL ? readdir(folder) : NULL;
  while (entry != NULL && files->status == MR_OK) {
    const char *end = strstr(entry->d_name, RECORD_END);
    uint64_t number = 0;
    if (end != NULL && end[strlen(RECORD_END)] == '\0' &&
        mr_parse_uint(entry->d_name, (size_t)(end - entry->d_name), UINT64_MAX, &number) &&
        number > files->told) {
      refuse_record(files, entry->d_name);
    }
    entry = readdir(folder);
  }
  if (folder != NULL) {
    closedir(folder);
  }
}

/* ---- the match ------------------------------------------------------------------------------- */

static int open_pgn(cli_match_files *files) {
  cli_context *cli = files->cli;
  const char *path = files->games.name;
  struct stat about;
  mr_error error;
  int status = cli_file_may_write(cli, path);
  if (status != CLI_OK) {
    return status;
  }
  bool resumes = files->match->journal != NULL;
  mr_status opened = resumes ? mr_file_grow(path, true, &files->pgn, &error)
                             : mr_file_grow_lines(path, &files->pgn, &error);
  files->compares =
      opened == MR_OK && resumes && fstat(files->pgn, &about) == 0 && S_ISREG(about.st_mode);
  return opened == MR_OK ? CLI_OK : cli_fail_error(cli, &error);
}

static int open_records(cli_match_files *files) {
  cli_context *cli = files->cli;
  const char *path = files->records.name;
  struct stat about;
  if (mkdir(path, 0777) != 0 && errno != EEXIST) {
    return cli_fail(cli, "%s: %s", path, strerror(errno));
  }
  errno = ENOTDIR;
  if (stat(path, &about) != 0 || !S_ISDIR(about.st_mode) || access(path, W_OK | X_OK) != 0) {
    return cli_fail(cli, "cannot write into '%s': %s", path, strerror(errno));
  }
  if (files->match->journal == NULL) {
    look_for_records(files);
  }
  return files->status == MR_OK ? CLI_OK : cli_fail_error(cli, &files->foreign);
}

/* Whether it holds what is written to it, as no device does. */
static bool keeps(const char *path) {
  struct stat about;
  return stat(path, &about) != 0 || S_ISREG(about.st_mode);
}

/* Each is written to all the time: two in one file destroy each other. */
static int check_names(cli_context *cli, const match_options *choice) {
  const char *const options[] = {"--resume", "--pgn", "--log"};
  const char *const paths[] = {choice->resume, choice->pgn, choice->log};
  enum { COUNT = sizeof paths / sizeof paths[0] };
  for (size_t i = 0; i < COUNT; i++) {
    for (size_t j = i + 1; j < COUNT && paths[i] != NULL; j++) {
      if (paths[j] != NULL && cli_file_same(paths[i], paths[j]) && keeps(paths[j])) {
        return cli_usage(cli, "'%s' is the file of %s, too, which would be destroyed: name another",
                         paths[j], options[i]);
      }
    }
  }
  return choice->log != NULL ? cli_file_may_write(cli, choice->log) : CLI_OK;
}

int cli_match_files_open(cli_context *cli, const match_options *choice,
                         const mr_match_options *match, cli_match_files *out) {
  *out = (cli_match_files){.cli = cli,
                           .match = match,
                           .games = {.name = choice->pgn},
                           .records = {.name = choice->records},
                           .pgn = -1};
  int status = check_names(cli, choice);
  status = status == CLI_OK && choice->records != NULL ? open_records(out) : status;
  return status == CLI_OK && choice->pgn != NULL ? open_pgn(out) : status;
}

mr_status cli_match_files_begin(cli_match_files *files, mr_error *err) {
  struct stat about;
  if (files->status == MR_OK && files->compares &&
      (fstat(files->pgn, &about) != 0 || (uint64_t)about.st_size > files->own)) {
    refuse_pgn(files);
  }
  if (files->status == MR_OK && files->records.name != NULL) {
    look_for_records(files);
  }
  files->begun = files->status == MR_OK;
  files->compares = false;
  if (!files->begun) {
    *err = files->foreign;
  }
  return files->status;
}

/* What is known of a game's text. */
typedef struct game_text {
  uint64_t number;
  mr_status made; /* whether it could be */
  bool there;     /* written before this match was interrupted */
} game_text;

/* Takes over `text`. */
static void add_text(cli_match_files *files, cli_match_output *output, game_text game,
                     mr_str *text) {
  if (game.made != MR_OK) {
    drop(output, game.number, text);
  } else if (game.there || files->status != MR_OK) {
    mr_str_done(text);
  } else {
    put(files, output, game.number, text);
  }
}

static void add_record(cli_match_files *files, const mr_match_game *game) {
  const cli_context *cli = files->cli;
  mr_record record;
  mr_str text = mr_str_growing(NULL);
  mr_record_init(&record, NULL);
  mr_status status = mr_match_record(files->match, game, cli->overrides, cli->override_count,
                                     &record, &files->records.error);
  if (status == MR_OK) {
    mr_record_format(&record, &text);
  }
  mr_record_done(&record);
  bool there = status == MR_OK && !files->begun && has_record(files, game->index + 1, &text);
  add_text(files, &files->records, (game_text){game->index + 1, status, there}, &text);
}

static void add_pgn(cli_match_files *files, const mr_match_game *game) {
  mr_str text = mr_str_growing(NULL);
  mr_status status = mr_match_pgn(files->match, game, &text, &files->games.error);
  bool there = status == MR_OK && files->compares && has_pgn(files, &text);
  add_text(files, &files->games, (game_text){game->index + 1, status, there}, &text);
}

void cli_match_files_add(cli_match_files *files, const mr_match_game *game) {
  if (files->records.name != NULL && files->status == MR_OK) {
    add_record(files, game);
  }
  if (files->games.name != NULL && files->status == MR_OK) {
    add_pgn(files, game);
  }
  files->told++;
}

int cli_match_files_end(cli_match_files *files) {
  if (!files->begun) {
    return CLI_OK; /* the match says why */
  }
  int records = end_output(files, &files->records);
  int games = end_output(files, &files->games);
  return records != CLI_OK ? records : games;
}

void cli_match_files_close(cli_match_files *files) {
  if (files->pgn >= 0) {
    close(files->pgn);
  }
  files->pgn = -1;
  free_output(&files->games);
  free_output(&files->records);
}
