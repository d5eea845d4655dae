#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <marcher/hash.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/text.h"
#include "lab/match_priv.h"

/*
 * The first line names the match; every other is a game, and ends with a number made of all its
 * bytes: a line that was cut short, or altered, is none. Lines stand in the order in which games
 * ended.
 */
#define HEAD "marcher match 1 "
#define LINE_MAX_BYTES ((size_t)64 << 20)
/* Characters of a line's mark. */
#define MARK 16

/* ---- what match this is ---------------------------------------------------------------------- */

static const char *text_or_dash(const char *text) {
  return text != NULL ? text : "-";
}

static void name_engine(const mr_match_engine *engine, mr_str *out) {
  const mr_match_control *control = &engine->control;
  mr_str_format(out, "\n%s %" PRId64 "+%" PRId64 "/%" PRIu32 " %" PRIu32, engine->name,
                control->base_ms, control->increment_ms, control->turns, control->move_ms);
  mr_str_format(out, " %" PRIu64 " %" PRIu32 " %" PRId64, control->nodes, control->depth,
                control->margin_ms);
  mr_str_format(out, " %s %s %s", text_or_dash(engine->command), text_or_dash(engine->folder),
                text_or_dash(engine->variant));
  for (size_t i = 0; i < engine->argument_count; i++) {
    mr_str_format(out, " %s", engine->arguments[i]);
  }
  for (size_t i = 0; i < engine->setting_count; i++) {
    mr_str_format(out, " %s=%s", engine->settings[i].name, engine->settings[i].value);
  }
  mr_str_format(out, " %d %d", engine->ponder, engine->restart);
  mr_str_format(out, " %s %u %zu", text_or_dash(engine->kind), engine->level, engine->memory);
  mr_str_format(out, " %u %s", engine->threads, text_or_dash(engine->weights));
  if (engine->tables != NULL) {
    mr_str_format(out, " tables %s", engine->tables);
  }
}

/* Everything on which a game of this match depends. The number of games does not: a match may be
   made longer. Nor does how many are played at once. */
static uint64_t identify(const mr_match_options *options) {
  mr_str text = mr_str_growing(NULL);
  mr_str_format(&text, "%016" PRIx64 " %" PRIu64, options->game->info.definition_hash,
                options->seed);
  mr_str_format(&text, " %d %d %s", options->gauntlet, options->no_swap,
                text_or_dash(options->identity));
  mr_str_format(&text, " %u %u %d", options->draw.number, options->draw.count, options->draw.score);
  mr_str_format(&text, " %u %d %d %" PRIu32, options->resign.count, options->resign.score,
                options->resign.one_sided, options->max_turns);
  mr_str_add(&text, options->by_standing ? " standing" : "");
  mr_str_add(&text, options->ladder ? " ladder" : "");
  for (size_t i = 0; i < options->engine_count; i++) {
    name_engine(&options->engines[i], &text);
  }
  uint64_t hash = mr_hash_bytes(MR_HASH_START, mr_str_text(&text), text.length);
  mr_str_done(&text);
  return hash;
}

/* ---- games as lines -------------------------------------------------------------------------- */

static void write_game(const mr_match_game *game, mr_str *out) {
  mr_str_format(out, "%" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64, game->index, game->opening,
                game->seed, game->turns);
  mr_str_format(out, " %d %u %u %u", (int)game->end, (unsigned)game->rule, (unsigned)game->first.id,
                (unsigned)game->fault.id);
  for (size_t i = 0; i < MR_MAX_PLAYERS; i++) {
    mr_str_format(out, " %u %u %" PRId64, game->engines[i], (unsigned)game->score[i],
                  game->over_ms[i]);
  }
  mr_str_format(out, " %zu ", game->count);
  for (size_t i = 0; i < game->count; i++) {
    const mr_match_action *action = &game->actions[i];
    mr_str_format(out, "%" PRIu32 ":%u:%d:%d", action->action, (unsigned)action->player.id,
                  action->book, action->scored);
    mr_str_format(out, ":%d:%d:%u", action->score.centipawns, action->score.end_in, action->depth);
    mr_str_format(out, ":%" PRIu64 ":%" PRIu32 " ", action->nodes, action->milliseconds);
  }
  mr_str_format(out, "\t%s\t%s\t", game->start != NULL ? game->start : "", game->reason);
}

static void write_mark(const char *line, size_t length, char *mark) {
  mr_str text = mr_str_fixed(mark, MARK + 1);
  mr_str_format(&text, "%016" PRIx64, mr_hash_bytes(MR_HASH_START, line, length));
}

/* Numbers of a line, one after the other; `good` tells whether all were there and small enough. */
typedef struct line_reader {
  const char *at;
  bool good;
} line_reader;

/* Goes on behind a number. @return whether it is one, and `fits` */
static bool accept_number(line_reader *reader, const char *end, bool fits) {
  bool good = end != reader->at && errno == 0 && fits;
  reader->good = reader->good && good;
  if (good) {
    reader->at = *end == ':' || *end == ' ' ? end + 1 : end;
  }
  return good;
}

static int64_t read_int(line_reader *reader, int64_t min, int64_t max) {
  char *end = NULL;
  errno = 0;
  long long value = strtoll(reader->at, &end, 10);
  return accept_number(reader, end, value >= min && value <= max) ? value : min;
}

static uint64_t read_uint(line_reader *reader) {
  char *end = NULL;
  errno = 0;
  unsigned long long value = strtoull(reader->at, &end, 10);
  return accept_number(reader, end, true) ? value : 0;
}

static void read_head(line_reader *reader, const mr_match_options *options, mr_match_game *game) {
  int64_t players = options->game->info.players;
  game->index = read_uint(reader);
  game->opening = read_uint(reader);
  game->seed = read_uint(reader);
  game->turns = read_uint(reader);
  game->end = (mr_match_end)read_int(reader, 0, MR_END_COUNT - 1);
  game->rule = (mr_rule_index)read_int(reader, 0, (int64_t)options->game->info.rule_count - 1);
  game->first.id = (uint8_t)read_int(reader, 0, UINT8_MAX);
  game->fault.id = (uint8_t)read_int(reader, 0, UINT8_MAX);
  reader->good = reader->good && (game->first.id < players || game->first.id == MR_NOBODY_ID) &&
                 (game->fault.id < players || game->fault.id == MR_NOBODY_ID);
  for (size_t i = 0; i < MR_MAX_PLAYERS; i++) {
    game->engines[i] = (unsigned)read_int(reader, 0, (int64_t)options->engine_count - 1);
    game->score[i] = (uint8_t)read_int(reader, 0, MR_SCORE_WIN);
    game->over_ms[i] = read_int(reader, 0, INT64_MAX);
    game->names[i] = (int64_t)i < players ? options->engines[game->engines[i]].name : NULL;
  }
}

/* The texts at the end of a line, which are NUL-terminated here. */
static mr_status read_texts(line_reader *reader, char *line, mr_match_game *game, mr_error *err) {
  char *start = line + (reader->at - (const char *)line);
  char *reason = *start == '\t' ? strchr(start + 1, '\t') : NULL;
  if (reason == NULL) {
    reader->good = false;
    return MR_OK;
  }
  start++;
  *reason++ = '\0';
  mr_str text = mr_str_fixed(game->reason, sizeof game->reason);
  mr_str_bytes(&text, reason, strcspn(reason, "\t"));
  if (*start == '\0') {
    return MR_OK;
  }
  game->start = mr_match_text_copy(start);
  return game->start != NULL ? MR_OK : mr_error_set(err, MR_ERR_NOMEM, "out of memory");
}

/* Reads a line without its mark. @param good receives whether it is one */
static mr_status read_game(char *line, const mr_match_options *options, mr_match_game *game,
                           bool *good, mr_error *err) {
  line_reader reader = {.at = line, .good = true};
  mr_status status = MR_OK;
  *game = (mr_match_game){0};
  read_head(&reader, options, game);
  int64_t count = read_int(&reader, 0, INT32_MAX);
  for (int64_t i = 0; i < count && reader.good && status == MR_OK; i++) {
    mr_match_action action = {0};
    action.action = (mr_action)read_int(&reader, 0, UINT32_MAX);
    action.player.id = (uint8_t)read_int(&reader, 0, UINT8_MAX);
    action.book = read_int(&reader, 0, 1) == 1;
    action.scored = action.score.known = read_int(&reader, 0, 1) == 1;
    action.score.centipawns = (int)read_int(&reader, INT32_MIN, INT32_MAX);
    action.score.end_in = (int)read_int(&reader, INT32_MIN, INT32_MAX);
    action.depth = (unsigned)read_int(&reader, 0, UINT32_MAX);
    action.nodes = read_uint(&reader);
    action.milliseconds = (uint32_t)read_int(&reader, 0, UINT32_MAX);
    reader.good = reader.good && (action.player.id < options->game->info.players ||
                                  action.player.id == MR_NOBODY_ID);
    status = mr_match_game_add(game, action, err);
  }
  if (status == MR_OK && reader.good) {
    status = read_texts(&reader, line, game, err);
  }
  *good = reader.good;
  return status;
}

/* ---- the file -------------------------------------------------------------------------------- */

static mr_status complain(const mr_journal *journal, const char *what, mr_error *err) {
  return mr_error_set(err, MR_ERR_IO, "%s: %s: %s", journal->path, what, strerror(errno));
}

typedef struct journal_reading {
  const mr_match_options *options;
  mr_journal_fn each;
  void *context;
  uint64_t whole; /* bytes of whole lines so far */
} journal_reading;

static mr_status check_head(const mr_journal *journal, const char *line, const char *head,
                            mr_error *err) {
  if (strncmp(line, HEAD, strlen(HEAD)) != 0) {
    return mr_error_set(err, MR_ERR_MISMATCH, "%s is no journal of a match; it was left as it is",
                        journal->path);
  }
  if (strcmp(line, head) != 0) {
    return mr_error_set(err, MR_ERR_MISMATCH,
                        "%s belongs to another match: with other rules, engines, limits, openings, "
                        "seed or adjudication; it was left as it is",
                        journal->path);
  }
  return MR_OK;
}

/* Reads the games behind the first line, up to one that is not whole: whose mark does not fit. */
static mr_status read_lines(journal_reading *reading, FILE *file, mr_error *err) {
  char *line = NULL;
  size_t room = 0;
  ssize_t length = 0;
  mr_status status = MR_OK;
  bool good = true;
  while (good && status == MR_OK && (length = getline(&line, &room, file)) > MARK) {
    char mark[MARK + 1];
    char *end = line + length - 1 - MARK; /* where its mark ought to be */
    mr_match_game game = {0};
    write_mark(line, (size_t)(end - line), mark);
    good = (size_t)length < LINE_MAX_BYTES && end[MARK] == '\n' && memcmp(end, mark, MARK) == 0;
    *end = '\0';
    if (good) {
      status = read_game(line, reading->options, &game, &good, err);
    }
    if (status == MR_OK && good) {
      status = reading->each(reading->context, &game, err);
      reading->whole += (uint64_t)length;
    }
    mr_match_game_done(&game);
  }
  free(line);
  return status;
}

/* Reads what there is. @param head the first line that there ought to be, without its end */
static mr_status read_journal(mr_journal *journal, journal_reading *reading, const char *head,
                              mr_error *err) {
  char *line = NULL;
  size_t room = 0;
  int copy = dup(journal->file);
  FILE *file = copy >= 0 ? fdopen(copy, "r") : NULL;
  if (file == NULL) {
    if (copy >= 0) {
      close(copy);
    }
    return complain(journal, "cannot read", err);
  }
  mr_status status = MR_OK;
  ssize_t length = getline(&line, &room, file);
  if (length > 0 && line[length - 1] == '\n') {
    line[length - 1] = '\0';
    status = check_head(journal, line, head, err);
    if (status == MR_OK) {
      reading->whole = (uint64_t)length;
      status = read_lines(reading, file, err);
    }
  } else if (length > 0 && strncmp(line, head, (size_t)length) != 0) {
    status = check_head(journal, line, head, err);
  }
  free(line);
  fclose(file);
  return status;
}

/* A journal is written by one process at a time. */
static mr_status lock(const mr_journal *journal, mr_error *err) {
  struct flock all = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  if (fcntl(journal->file, F_SETLK, &all) == 0) {
    return MR_OK;
  }
  if (errno == EACCES || errno == EAGAIN) {
    return mr_error_set(err, MR_ERR_IO, "%s: another match is being written to it right now",
                        journal->path);
  }
  return complain(journal, "cannot lock", err);
}

mr_status mr_journal_open(mr_journal *journal, const mr_match_options *options, mr_journal_fn each,
                          void *context, mr_error *err) {
  journal_reading reading = {.options = options, .each = each, .context = context};
  char head[64];
  *journal = (mr_journal){.file = -1, .path = options->journal};
  if (options->journal == NULL) {
    return MR_OK;
  }
  mr_status status = mr_file_grow(options->journal, true, &journal->file, err);
  if (status != MR_OK) {
    return status;
  }
  mr_str text = mr_str_fixed(head, sizeof head);
  mr_str_format(&text, HEAD "%016" PRIx64, identify(options));
  status = lock(journal, err);
  if (status == MR_OK) {
    status = read_journal(journal, &reading, head, err);
  }
  /* Closing the stream that it was read by has taken the lock away. */
  if (status == MR_OK) {
    status = lock(journal, err);
  }
  if (status == MR_OK && (ftruncate(journal->file, (off_t)reading.whole) != 0 ||
                          lseek(journal->file, 0, SEEK_END) < 0)) {
    status = complain(journal, "cannot write", err);
  }
  if (status == MR_OK && reading.whole == 0) {
    mr_str_char(&text, '\n');
    status = mr_file_add(journal->file, journal->path, head, text.length, err);
  }
  if (status != MR_OK) {
    mr_journal_close(journal);
  }
  return status;
}

mr_status mr_journal_add(mr_journal *journal, const mr_match_game *game, mr_error *err) {
  if (journal->file < 0) {
    return MR_OK;
  }
  char mark[MARK + 1];
  mr_str line = mr_str_growing(NULL);
  write_game(game, &line);
  write_mark(mr_str_text(&line), line.length, mark);
  mr_str_format(&line, "%s\n", mark);
  mr_status status = line.status == MR_OK
                         ? mr_file_add(journal->file, journal->path, line.data, line.length, err)
                         : mr_error_set(err, line.status, "out of memory");
  mr_str_done(&line);
  return status;
}

void mr_journal_close(mr_journal *journal) {
  if (journal->file >= 0) {
    close(journal->file);
  }
  journal->file = -1;
}
