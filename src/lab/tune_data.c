#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/text.h"
#include "lab/tune_priv.h"

/* ---- loading --------------------------------------------------------------------------------- */

#define KIND "marcher-tune"
enum { VERSION = 1 };

void mr_tune_head(const mr_tune *tune, mr_str *out) {
  const mr_tune_options *o = &tune->options;
  mr_str_format(out, KIND " %d %s %016llx\n", VERSION, tune->game->info.name,
                (unsigned long long)tune->game->info.definition_hash);
  mr_str_format(out, "# seed %llu, about %llu nodes a move; game NUMBER SCORE ACTIONS POSITIONS\n",
                (unsigned long long)o->seed, (unsigned long long)o->nodes);
}

/** The bytes from `at` to behind so many lines; 0 where the text ends before. */
static size_t span_lines(const char *text, size_t length, size_t at, unsigned lines) {
  for (; lines > 0; lines--) {
    const char *end = at < length ? memchr(text + at, '\n', length - at) : NULL;
    if (end == NULL) {
      return 0;
    }
    at = (size_t)(end - text) + 1;
  }
  return at;
}

/** Whether a text begins with a head of this kind, of another version. */
static bool is_other_version(const char *text, size_t length, uint64_t *version) {
  mr_tokens tokens = {text, length};
  mr_token token;
  return mr_next_token(&tokens, &token) && mr_token_is(token, KIND) &&
         mr_next_token(&tokens, &token) && mr_token_number(token, UINT32_MAX, version) &&
         *version != VERSION;
}

static mr_status check_head(const mr_tune *tune, const char *text, size_t length, mr_error *err) {
  char buffer[256];
  mr_str head = mr_str_fixed(buffer, sizeof buffer);
  mr_tune_head(tune, &head);
  size_t first = strcspn(buffer, "\n") + 1;
  size_t kind = strlen(KIND) + 3; /* with its version */
  uint64_t version = 0;
  if (length >= first && memcmp(text, buffer, first) == 0) {
    return MR_OK;
  }
  mr_status status = MR_ERR_SYNTAX;
  if (length > kind && memcmp(text, buffer, kind) == 0) {
    status =
        mr_error_set(err, MR_ERR_ILLEGAL, "these are games of another game, or of other rules");
  } else if (is_other_version(text, length, &version)) {
    mr_error_set(err, status,
                 "games for tuning of version %u; this program reads version %d: take a newer one",
                 (unsigned)version, VERSION);
  } else {
    mr_error_set(err, status, "this is no file of games for tuning");
  }
  mr_error_locate(err, NULL, 1, 0);
  return status;
}

/** The numbers of "game NUMBER SCORE ACTIONS POSITIONS". */
enum { NUMBER, SCORE, ACTIONS, POSITIONS, NUMBERS };

static bool read_numbers(const char *line, size_t length, uint64_t *numbers) {
  static const uint64_t most[NUMBERS] = {MR_TUNE_GAMES_MAX, MR_SCORE_WIN, UINT32_MAX, UINT16_MAX};
  mr_tokens tokens = {line, length};
  mr_token token;
  bool good = mr_next_token(&tokens, &token) && mr_token_is(token, "game");
  for (unsigned i = 0; i < NUMBERS && good; i++) {
    good = mr_next_token(&tokens, &token) && mr_token_number(token, most[i], &numbers[i]);
  }
  return good && tokens.left == 0;
}

/* ---- positions ------------------------------------------------------------------------------- */

/** Reads "-35 STATE". */
static mr_status read_position(const mr_tune *tune, mr_state *state, const char *line,
                               size_t length, int *centipawns, mr_error *err) {
  bool minus = length > 0 && line[0] == '-';
  mr_tokens tokens = {line + minus, length - minus};
  mr_token number = {line, 0};
  uint64_t size;
  mr_next_token(&tokens, &number);
  mr_token text = mr_tokens_rest(&tokens);
  if (!mr_token_number(number, 30000, &size) || text.length == 0) {
    return mr_error_set(err, MR_ERR_SYNTAX, "expected a number and a position");
  }
  *centipawns = minus ? -(int)size : (int)size;
  mr_status status = mr_game_parse_state(tune->game, text.text, text.length, state, err);
  if (status != MR_OK && err != NULL && err->column > 0) {
    err->column += (uint32_t)(text.text - line);
  }
  return status;
}

/* ---- games out of a file --------------------------------------------------------------------- */

/** Keeps where a game is that is not there yet. */
static void keep_game(mr_tune *tune, size_t at, size_t length, const uint64_t *numbers) {
  if (numbers[NUMBER] < tune->options.games && !tune->games[numbers[NUMBER]].there) {
    tune->games[numbers[NUMBER]] = (mr_tune_game){.at = at,
                                                  .length = (uint32_t)length,
                                                  .actions = (uint32_t)numbers[ACTIONS],
                                                  .score = (uint8_t)numbers[SCORE],
                                                  .there = true};
  }
}

/** What is being read. */
typedef struct tune_reading {
  mr_tune *tune;
  mr_state *state; /* scratch */
  const char *text;
  size_t length;
  uint32_t line; /* from 1 */
} tune_reading;

static mr_status fail_line(const tune_reading *in, const char *what, mr_error *err) {
  mr_status status = mr_error_set(err, MR_ERR_SYNTAX, "%s", what);
  mr_error_locate(err, NULL, in->line, 0);
  return status;
}

/** Whether a line is the first of a game. */
static bool is_game(const char *line, size_t length) {
  static const char game[] = "game ";
  return length >= strlen(game) && memcmp(line, game, strlen(game)) == 0;
}

/** Whether a game begins behind `at`. */
static bool has_game(const char *text, size_t length, size_t at) {
  for (; at > 0 && at < length; at = span_lines(text, length, at, 1)) {
    if (is_game(text + at, length - at)) {
      return true;
    }
  }
  return false;
}

/** Checks the positions of a game before hours go into others. @param at behind its first line */
static mr_status check_positions(tune_reading *in, size_t at, size_t end, mr_error *err) {
  mr_status status = MR_OK;
  while (at < end && status == MR_OK) {
    size_t size = span_lines(in->text, in->length, at, 1) - 1 - at;
    int centipawns = 0;
    in->line++;
    if (is_game(in->text + at, size)) {
      return fail_line(in, "a game begins where the one before should have more positions", err);
    }
    status = read_position(in->tune, in->state, in->text + at, size, &centipawns, err);
    at += size + 1;
  }
  if (status != MR_OK && err != NULL) {
    mr_error_locate(err, NULL, in->line, err->column);
  }
  return status;
}

/**
 * Takes one game. @param end receives where the next one begins, or 0 where the text ends within
 * this one: it was never finished
 */
static mr_status take_game(tune_reading *in, size_t at, size_t *end, mr_error *err) {
  uint64_t numbers[NUMBERS] = {0};
  size_t first = span_lines(in->text, in->length, at, 1);
  *end = first;
  if (first == 0) {
    return MR_OK;
  }
  if (!read_numbers(in->text + at, first - at - 1, numbers)) {
    return fail_line(in, "expected game NUMBER SCORE ACTIONS POSITIONS", err);
  }
  *end = span_lines(in->text, in->length, first, (unsigned)numbers[POSITIONS]);
  if (*end == 0) {
    return has_game(in->text, in->length, first)
               ? fail_line(in, "this game has fewer positions than it says", err)
               : MR_OK;
  }
  if (*end - at > UINT32_MAX) {
    return fail_line(in, "this game is too long", err);
  }
  mr_status status = check_positions(in, first, *end, err);
  if (status == MR_OK) {
    keep_game(in->tune, at, *end - at, numbers);
  }
  return status;
}

mr_status mr_tune_load(mr_tune *tune, const char *text, size_t length, size_t *used,
                       mr_error *err) {
  tune_reading in = {.tune = tune, .text = text, .length = length};
  mr_status status = check_head(tune, text, length, err);
  if (status != MR_OK) {
    return status;
  }
  in.state = mr_state_new(tune->game, tune->allocator);
  if (in.state == NULL) {
    return mr_error_set(err, MR_ERR_NOMEM, "no memory for the games");
  }
  size_t at = span_lines(text, length, 0, 1);
  in.line = 1;
  while (at < length && status == MR_OK) {
    size_t end = 0;
    in.line++;
    if (text[at] == '#') {
      end = span_lines(text, length, at, 1);
    } else {
      status = take_game(&in, at, &end, err);
    }
    if (end == 0) {
      break;
    }
    at = end;
  }
  mr_state_free(tune->game, tune->allocator, in.state);
  if (status == MR_OK && used != NULL) {
    *used = at;
  }
  return status;
}

/* ---- the file -------------------------------------------------------------------------------- */

/** Reads a file of games, and takes off it what was cut off. */
static mr_status read_file(mr_tune *tune, size_t size, mr_error *err) {
  size_t used = 0;
  void *bytes = mmap(NULL, size, PROT_READ, MAP_PRIVATE, tune->file, 0);
  if (bytes == MAP_FAILED) {
    return mr_error_set(err, MR_ERR_IO, "cannot read '%s': %s", tune->options.positions,
                        strerror(errno));
  }
  mr_status status = mr_tune_load(tune, bytes, size, &used, err);
  munmap(bytes, size);
  if (status != MR_OK) {
    mr_error_locate(err, tune->options.positions, err != NULL ? err->line : 0,
                    err != NULL ? err->column : 0);
  } else if (used < size && ftruncate(tune->file, (off_t)used) != 0) {
    status = mr_error_set(err, MR_ERR_IO, "cannot shorten '%s': %s", tune->options.positions,
                          strerror(errno));
  }
  tune->file_size = used;
  return status;
}

static mr_status begin_file(mr_tune *tune, const char *path, mr_error *err) {
  mr_str head = mr_str_growing(tune->allocator);
  mr_tune_head(tune, &head);
  mr_status status = head.status != MR_OK
                         ? mr_error_set(err, MR_ERR_NOMEM, "no memory for the games")
                         : mr_file_add(tune->file, path, mr_str_text(&head), head.length, err);
  tune->file_size = head.length;
  mr_str_done(&head);
  return status;
}

mr_status mr_tune_open_games(mr_tune *tune, mr_error *err) {
  const char *path = tune->options.positions;
  struct stat info;
  if (path == NULL) {
    tune->temporary = tmpfile();
    if (tune->temporary == NULL) {
      return mr_error_set(err, MR_ERR_IO, "cannot make a temporary file for the games: %s",
                          strerror(errno));
    }
    tune->file = fileno(tune->temporary);
    return begin_file(tune, "temporary file", err);
  }
  mr_status status = mr_file_grow(path, true, &tune->file, err);
  if (status == MR_OK) {
    status = mr_file_lock(tune->file, path, "tuning", err);
  }
  if (status == MR_OK && fstat(tune->file, &info) != 0) {
    status = mr_error_set(err, MR_ERR_IO, "cannot read '%s': %s", path, strerror(errno));
  }
  if (status != MR_OK) {
    return status;
  }
  return info.st_size > 0 ? read_file(tune, (size_t)info.st_size, err)
                          : begin_file(tune, path, err);
}

/* ---- what is learnt from --------------------------------------------------------------------- */

/** The number of the game that is a part: those held out come first. */
static uint64_t game_of_part(uint64_t end, uint64_t part) {
  uint64_t held = end / MR_TUNE_HELD_OUT, rest = part - held;
  return part < held
             ? part * MR_TUNE_HELD_OUT + MR_TUNE_HELD_OUT - 1
             : rest / (MR_TUNE_HELD_OUT - 1) * MR_TUNE_HELD_OUT + rest % (MR_TUNE_HELD_OUT - 1);
}

/** Reads the text of a game out of the file. */
static mr_status read_game(const mr_tune *tune, const mr_tune_game *game, mr_str *out,
                           mr_error *err) {
  char buffer[8192];
  mr_str_reset(out);
  while (out->length < game->length && out->status == MR_OK) {
    size_t left = game->length - out->length;
    ssize_t some = pread(tune->file, buffer, left < sizeof buffer ? left : sizeof buffer,
                         (off_t)(game->at + out->length));
    if (some <= 0) {
      return mr_error_set(err, MR_ERR_IO, "cannot read the games again: %s",
                          some == 0 ? "the file is shorter now" : strerror(errno));
    }
    mr_str_bytes(out, buffer, (size_t)some);
  }
  return out->status == MR_OK ? MR_OK : mr_error_set(err, MR_ERR_NOMEM, "no memory for the games");
}

static mr_status give_part(void *context, size_t part, mr_fys_fit *fit, mr_error *err) {
  mr_tune_part *it = context;
  uint64_t number = game_of_part(it->end, part);
  const mr_tune_game *game = &it->tune->games[number];
  mr_str *text = &it->text;
  mr_fys_fit_label label = {.result = (double)game->score / MR_SCORE_WIN,
                            .held_out = number % MR_TUNE_HELD_OUT == MR_TUNE_HELD_OUT - 1};
  mr_status status = read_game(it->tune, game, text, err);
  size_t at = strcspn(mr_str_text(text), "\n") + 1;
  while (status == MR_OK && at < text->length) {
    size_t size = strcspn(text->data + at, "\n");
    status = read_position(it->tune, it->state, text->data + at, size, &label.centipawns, err);
    status = status == MR_OK ? mr_fys_fit_add(fit, it->state, &label, err) : status;
    at += size + 1;
  }
  return status;
}

mr_fys_fit_source mr_tune_source(mr_tune_part *part) {
  return (mr_fys_fit_source){.parts = (size_t)part->end, .give = give_part, .context = part};
}
