#include <errno.h>
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
 * The first line names the match, by a number made of all that its games depend on; every other is
 * a game, and ends with a mark, a number made of all its bytes: a line that was altered is none.
 * Lines stand in the order in which games ended.
 *
 * In version 2 marks are made of the first line's beginning, too. So each game says which match it
 * is of, even where the first line is damaged, and that line has a mark of its own. In version 1 it
 * has none. A journal is gone on with in the version that it was begun with.
 */
#define HEAD "marcher match "
enum { VERSION = 2 };
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
  if (engine->network != NULL) {
    mr_str_format(out, " network %016" PRIx64,
                  mr_hash_bytes(MR_HASH_START, engine->network->bytes, engine->network->length));
  }
  if (engine->parameters != NULL) {
    mr_str_format(out, " parameters %s", engine->parameters);
  }
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
  if (game->day[0] != '\0') { /* programs that know of no days pass it over */
    mr_str_format(out, "%s\t", game->day);
  }
}

static void write_mark(uint64_t hash, char *mark) {
  mr_str text = mr_str_fixed(mark, MARK + 1);
  mr_str_format(&text, "%016" PRIx64, hash);
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
  size_t length = strcspn(reason, "\t");
  mr_str_bytes(&text, reason, length);
  if (reason[length] == '\t') {
    const char *day = reason + length + 1;
    mr_str into = mr_str_fixed(game->day, sizeof game->day);
    mr_str_bytes(&into, day, strcspn(day, "\t"));
  }
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
    game->fingerprint = mr_match_fingerprint(game);
  }
  *good = reader.good;
  return status;
}

/* ---- the file -------------------------------------------------------------------------------- */

static mr_status complain(const mr_journal *journal, const char *what, mr_error *err) {
  return mr_error_set(err, MR_ERR_IO, "%s: %s: %s", journal->path, what, strerror(errno));
}

/* What a journal of a match begins with. */
typedef struct journal_head {
  char line[64]; /* without its end */
  size_t length;
  uint64_t salt; /* what marks of games begin with */
} journal_head;

static void make_head(unsigned version, uint64_t identity, journal_head *out) {
  mr_str text = mr_str_fixed(out->line, sizeof out->line);
  mr_str_format(&text, HEAD "%u %016" PRIx64, version, identity);
  out->salt = MR_HASH_START;
  if (version > 1) {
    out->salt = mr_hash_bytes(MR_HASH_START, out->line, text.length);
    mr_str_format(&text, " %016" PRIx64, out->salt);
  }
  out->length = text.length;
}

/* A journal that is being read. */
typedef struct journal_reading {
  const mr_match_options *options;
  mr_journal_fn each;
  void *context;
  mr_journal *journal;
  uint64_t salt;
  uint64_t line;  /* that is being read, from 1 */
  uint64_t at;    /* bytes before it */
  uint64_t whole; /* bytes that are to stay; what is behind them was never finished */
  bool open;      /* what stays does not end with the end of a line */
  uint64_t games;
} journal_reading;

static void note_damage(journal_reading *reading) {
  mr_journal *journal = reading->journal;
  journal->damaged++;
  if (journal->damaged == 1) {
    journal->damaged_line = reading->line;
  }
}

/* The length of the game at the beginning of a text, its mark not counted; 0: there is none. */
static size_t game_length(uint64_t salt, const char *text, size_t length) {
  uint64_t hash = salt;
  size_t done = 0;
  for (size_t i = 1; i + MARK <= length; i++) {
    if (text[i - 1] == '\t') { /* what a game ends with */
      char mark[MARK + 1];
      hash = mr_hash_bytes(hash, text + done, i - done);
      done = i;
      write_mark(hash, mark);
      if (memcmp(text + i, mark, MARK) == 0) {
        return i;
      }
    }
  }
  return 0;
}

/*
 * Where the first game behind `at` begins. Behind a game that is damaged, and so is the end of its
 * line, the next one begins behind what looks like a mark. @param size as game_length; 0: none
 */
static size_t find_game(uint64_t salt, const char *text, size_t length, size_t at, size_t *size) {
  *size = game_length(salt, text + at, length - at);
  const char *tab = *size == 0 ? memchr(text + at, '\t', length - at) : NULL;
  while (tab != NULL && *size == 0) {
    at = (size_t)(tab - text) + 1 + MARK + 1;
    *size = at < length ? game_length(salt, text + at, length - at) : 0;
    tab = memchr(tab + 1, '\t', length - (size_t)(tab + 1 - text));
  }
  return at;
}

/*
 * Takes the games of a line. There is one, or several, where the ends of lines were damaged.
 * @param used receives the bytes up to the end of the last game
 * @param whole receives whether one game is all that the line has
 */
static mr_status take_games(journal_reading *reading, char *text, size_t length, size_t *used,
                            bool *whole, mr_error *err) {
  size_t at = 0;
  size_t size = 1;
  size_t count = 0;
  bool good = true;
  mr_status status = MR_OK;
  *used = 0;
  while (at < length && size > 0 && status == MR_OK) {
    size_t start = find_game(reading->salt, text, length, at, &size);
    if (size == 0) {
      break;
    }
    mr_match_game game = {0};
    bool read = false;
    text[start + size] = '\0'; /* the mark has done its work */
    status = read_game(text + start, reading->options, &game, &read, err);
    if (status == MR_OK && read) {
      status = reading->each(reading->context, &game, err);
      reading->games++;
    }
    mr_match_game_done(&game);
    good = good && read && start == at;
    count++;
    *used = start + size + MARK;
    at = *used + 1;
  }
  *whole = good && count == 1 && *used == length;
  return status;
}

static mr_status take_line(journal_reading *reading, char *line, size_t length, mr_error *err) {
  bool ended = length > 0 && line[length - 1] == '\n';
  bool whole = false;
  size_t used = 0;
  mr_status status = MR_OK;
  if (length < LINE_MAX_BYTES) {
    status = take_games(reading, line, length - ended, &used, &whole, err);
  }
  if (!whole && (ended || used > 0)) {
    note_damage(reading);
  }
  if (ended || used > 0) {
    reading->whole = reading->at + (ended ? length : used);
    reading->open = !ended;
  }
  reading->at += length;
  reading->line++;
  return status;
}

/* Says why a file that begins so is no journal of this match. */
static void refuse(const mr_journal *journal, const char *line, mr_error *err) {
  static const char left[] = "it was left as it is";
  size_t prefix = strlen(HEAD);
  journal_head head;
  uint64_t version = 0;
  uint64_t identity = 0;
  if (strncmp(line, HEAD, prefix) != 0) {
    mr_error_set(err, MR_ERR_MISMATCH, "%s is no journal of a match; %s", journal->path, left);
    return;
  }
  line_reader reader = {.at = line + prefix, .good = true};
  version = read_uint(&reader);
  if (reader.good && version > VERSION) {
    mr_error_set(err, MR_ERR_MISMATCH,
                 "%s is a journal of version %" PRIu64
                 "; this program reads versions 1 to %d: take a newer one; %s",
                 journal->path, version, VERSION, left);
    return;
  }
  identity = strtoull(reader.at, NULL, 16);
  make_head((unsigned)version, identity, &head);
  if (strcmp(line, head.line) != 0) {
    mr_error_set(err, MR_ERR_MISMATCH,
                 "%s:1: the line that names the match is damaged, and no game below it is "
                 "of this match; %s",
                 journal->path, left);
    return;
  }
  mr_error_set(err, MR_ERR_MISMATCH,
               "%s belongs to another match: with other rules, engines, limits, openings, "
               "seed or adjudication; %s",
               journal->path, left);
}

/*
 * Reads the first line. @param doubt receives whether it is not what this match's journal begins
 * with; then `err` says why not, and its games have to show what it is
 */
static mr_status take_head(journal_reading *reading, char *line, size_t length, bool *doubt,
                           mr_error *err) {
  const uint64_t identity = identify(reading->options);
  journal_head heads[VERSION];
  for (unsigned version = VERSION; version > 0; version--) { /* the newest is the default */
    journal_head *head = &heads[version - 1];
    make_head(version, identity, head);
    if (length < head->length || memcmp(line, head->line, head->length) != 0) {
      bool begun = length < head->length && memcmp(line, head->line, length) == 0;
      if (begun && line[length - 1] != '\n') {
        reading->at = length;
        return MR_OK; /* nothing was ever played */
      }
      continue;
    }
    reading->salt = head->salt;
    reading->journal->salt = head->salt;
    reading->at = reading->whole = head->length;
    reading->open = true;
    if (length > head->length && line[head->length] == '\n') {
      reading->at = reading->whole = length;
      reading->open = false;
    } else if (length > head->length) { /* the end of the line is damaged */
      note_damage(reading);
      reading->at++;
      size_t rest = length - head->length - 1;
      return rest > 0 ? take_line(reading, line + head->length + 1, rest, err) : MR_OK;
    }
    reading->line++;
    return MR_OK;
  }
  *doubt = true;
  line[strcspn(line, "\n")] = '\0';
  refuse(reading->journal, line, err);
  note_damage(reading);
  reading->at = length;
  reading->line++;
  return MR_OK;
}

/* Reads what there is. */
static mr_status read_journal(journal_reading *reading, mr_error *err) {
  char *line = NULL;
  size_t room = 0;
  bool doubt = false;
  mr_error why = {.message = ""};
  int copy = dup(reading->journal->file);
  FILE *file = copy >= 0 ? fdopen(copy, "r") : NULL;
  if (file == NULL) {
    if (copy >= 0) {
      close(copy);
    }
    return complain(reading->journal, "cannot read", err);
  }
  mr_status status = MR_OK;
  ssize_t length = getline(&line, &room, file);
  if (length > 0) {
    status = take_head(reading, line, (size_t)length, &doubt, &why);
  }
  while (status == MR_OK && (length = getline(&line, &room, file)) > 0) {
    status = take_line(reading, line, (size_t)length, &why);
  }
  if (status == MR_OK && doubt && reading->games == 0) {
    status = MR_ERR_MISMATCH;
  }
  if (status != MR_OK && err != NULL) {
    *err = why;
  }
  free(line);
  fclose(file);
  return status;
}

/* Makes the end of what was read the end of the file, so that a line can follow. */
static mr_status trim(const journal_reading *reading, mr_error *err) {
  const mr_journal *journal = reading->journal;
  if (reading->at != reading->whole && ftruncate(journal->file, (off_t)reading->whole) != 0) {
    return complain(journal, "cannot write", err);
  }
  if (reading->whole == 0) {
    journal_head head;
    make_head(VERSION, identify(reading->options), &head);
    head.line[head.length] = '\n';
    return mr_file_add(journal->file, journal->path, head.line, head.length + 1, err);
  }
  return reading->open ? mr_file_add(journal->file, journal->path, "\n", 1, err) : MR_OK;
}

mr_status mr_journal_open(mr_journal *journal, const mr_match_options *options, mr_journal_fn each,
                          void *context, mr_error *err) {
  journal_head head;
  *journal = (mr_journal){.file = -1, .path = options->journal};
  if (options->journal == NULL) {
    return MR_OK;
  }
  mr_status status = mr_file_grow(options->journal, true, &journal->file, err);
  if (status != MR_OK) {
    return status;
  }
  make_head(VERSION, identify(options), &head);
  journal->salt = head.salt;
  journal_reading reading = {.options = options,
                             .each = each,
                             .context = context,
                             .journal = journal,
                             .salt = head.salt,
                             .line = 1};
  status = mr_file_lock(journal->file, journal->path, "match", err);
  if (status == MR_OK) {
    status = read_journal(&reading, err);
  }
  if (status == MR_OK) {
    status = trim(&reading, err);
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
  write_mark(mr_hash_bytes(journal->salt, mr_str_text(&line), line.length), mark);
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
