#include <string.h>

#include "base/text.h"
#include "lab/tune_priv.h"

/* ---- lines ----------------------------------------------------------------------------------- */

/** A text that is read word by word. */
typedef struct cursor {
  const char *text;
  size_t length, at;
} cursor;

static bool take_number(cursor *c, uint64_t max, uint64_t *out) {
  while (c->at < c->length && c->text[c->at] == ' ') {
    c->at++;
  }
  size_t from = c->at;
  while (c->at < c->length && mr_text_is_digit(c->text[c->at])) {
    c->at++;
  }
  return mr_parse_uint(c->text + from, c->at - from, max, out);
}

bool mr_tune_read_game(const char *line, size_t length, uint64_t *number, unsigned *score,
                       unsigned *positions) {
  cursor c = {line, length, 5};
  uint64_t numbers[4];
  static const uint64_t most[] = {MR_TUNE_GAMES_MAX, MR_SCORE_WIN, UINT32_MAX, UINT16_MAX};
  if (length < 5 || memcmp(line, "game ", 5) != 0) {
    return false;
  }
  for (unsigned i = 0; i < 4; i++) {
    if (!take_number(&c, most[i], &numbers[i])) {
      return false;
    }
  }
  *number = numbers[0];
  *score = (unsigned)numbers[1];
  *positions = (unsigned)numbers[3];
  return c.at == length;
}

/** "-35 STATE" */
static bool read_position(const char *line, size_t length, int *score, size_t *state) {
  bool minus = length > 0 && line[0] == '-';
  cursor c = {line, length, minus};
  uint64_t size;
  if (!take_number(&c, 30000, &size) || c.at + 1 >= length || line[c.at] != ' ') {
    return false;
  }
  *score = minus ? -(int)size : (int)size;
  *state = c.at + 1;
  return true;
}

/* ---- loading --------------------------------------------------------------------------------- */

void mr_tune_head(const mr_tune *tune, mr_str *out) {
  const mr_tune_options *o = &tune->options;
  mr_str_format(out, "marcher-tune 1 %s %016llx\n", tune->game->info.name,
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

static mr_status fail_at(mr_error *err, uint32_t line, mr_status status, const char *what) {
  (void)mr_error_set(err, status, "%s", what);
  if (err != NULL) {
    err->line = line;
  }
  return status;
}

static mr_status check_head(const mr_tune *tune, const char *text, size_t length, mr_error *err) {
  char buffer[256];
  mr_str head;
  mr_str_fixed(&head, buffer, sizeof buffer);
  mr_tune_head(tune, &head);
  size_t first = strcspn(buffer, "\n") + 1;
  if (length >= first && memcmp(text, buffer, first) == 0) {
    return MR_OK;
  }
  bool other = length > 15 && memcmp(text, buffer, 15) == 0;
  return fail_at(err, 1, other ? MR_ERR_ILLEGAL : MR_ERR_SYNTAX,
                 other ? "these are games of another game, or of other rules"
                       : "this is no file of games for tuning");
}

static mr_status load_game(mr_tune *tune, const char *text, size_t length, uint64_t number,
                           unsigned score, mr_error *err) {
  if (number >= tune->options.games || tune->games[number].there) {
    return MR_OK;
  }
  mr_tune_game *game = &tune->games[number];
  mr_str_init(&game->text, tune->allocator);
  mr_str_bytes(&game->text, text, length);
  if (game->text.status != MR_OK) {
    return mr_error_set(err, MR_ERR_NOMEM, "no memory for the games");
  }
  game->score = (uint8_t)score;
  game->there = game->loaded = true;
  return MR_OK;
}

mr_status mr_tune_load(mr_tune *tune, const char *text, size_t length, size_t *used,
                       mr_error *err) {
  mr_status status = check_head(tune, text, length, err);
  size_t at = span_lines(text, length, 0, 1), next = at;
  for (uint32_t line = 2; at < length && next > 0 && status == MR_OK; line++) {
    size_t end = span_lines(text, length, at, 1);
    uint64_t number;
    unsigned score, positions = 0;
    next = end;
    if (end == 0 || text[at] == '#') {
      at = end > 0 ? end : at;
      continue;
    }
    if (!mr_tune_read_game(text + at, end - at - 1, &number, &score, &positions)) {
      status = fail_at(err, line, MR_ERR_SYNTAX, "expected game NUMBER SCORE ACTIONS POSITIONS");
      break;
    }
    next = span_lines(text, length, at, positions + 1);
    if (next > 0) {
      status = load_game(tune, text + at, next - at, number, score, err);
      at = next;
    }
    line += positions;
  }
  if (status == MR_OK && used != NULL) {
    *used = at;
  }
  return status;
}

/* ---- positions ------------------------------------------------------------------------------- */

static mr_status add_position(mr_tune *tune, mr_state *state, const char *line, size_t length,
                              mr_fys_fit_label *label, mr_error *err) {
  size_t at;
  if (!read_position(line, length, &label->centipawns, &at)) {
    return mr_error_set(err, MR_ERR_SYNTAX, "expected a number and a position");
  }
  mr_status status = mr_game_parse_state(tune->game, line + at, length - at, state, err);
  return status == MR_OK ? mr_fys_fit_add(tune->fit, state, label, err) : status;
}

static mr_status add_game(mr_tune *tune, mr_state *state, uint64_t number, mr_error *err) {
  const mr_tune_game *game = &tune->games[number];
  const char *text = mr_str_text(&game->text);
  mr_fys_fit_label label = {.result = (double)game->score / MR_SCORE_WIN,
                            .held_out = number % MR_TUNE_HELD_OUT == MR_TUNE_HELD_OUT - 1};
  size_t at = strcspn(text, "\n") + 1;
  mr_status status = MR_OK;
  while (at < game->text.length && status == MR_OK) {
    size_t size = strcspn(text + at, "\n");
    status = add_position(tune, state, text + at, size, &label, err);
    at += size + 1;
  }
  return status;
}

mr_status mr_tune_collect(mr_tune *tune, uint64_t end, mr_error *err) {
  mr_state *state = mr_state_new(tune->game, tune->allocator);
  mr_status status = MR_OK;
  if (state == NULL) {
    status = mr_error_set(err, MR_ERR_NOMEM, "no memory for the positions");
  }
  for (uint64_t number = 0; number < end && status == MR_OK; number++) {
    status = add_game(tune, state, number, err);
  }
  mr_state_free(tune->game, tune->allocator, state);
  return status;
}
