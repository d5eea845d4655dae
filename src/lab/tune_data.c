#include <string.h>

#include "base/text.h"
#include "lab/tune_priv.h"

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

static mr_status check_head(const mr_tune *tune, const char *text, size_t length, mr_error *err) {
  char buffer[256];
  mr_str head = mr_str_fixed(buffer, sizeof buffer);
  mr_tune_head(tune, &head);
  size_t first = strcspn(buffer, "\n") + 1;
  if (length >= first && memcmp(text, buffer, first) == 0) {
    return MR_OK;
  }
  bool other = length > 15 && memcmp(text, buffer, 15) == 0;
  mr_status status = mr_error_set(err, other ? MR_ERR_ILLEGAL : MR_ERR_SYNTAX, "%s",
                                  other ? "these are games of another game, or of other rules"
                                        : "this is no file of games for tuning");
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

/** Keeps the text of a game that is not there yet. */
static mr_status keep_game(mr_tune *tune, const char *text, size_t length, const uint64_t *numbers,
                           mr_error *err) {
  if (numbers[NUMBER] >= tune->options.games || tune->games[numbers[NUMBER]].there) {
    return MR_OK;
  }
  mr_tune_game *game = &tune->games[numbers[NUMBER]];
  game->text = mr_str_growing(tune->allocator);
  mr_str_bytes(&game->text, text, length);
  if (game->text.status != MR_OK) {
    return mr_error_set(err, MR_ERR_NOMEM, "no memory for the games");
  }
  game->score = (uint8_t)numbers[SCORE];
  game->there = game->loaded = true;
  return MR_OK;
}

mr_status mr_tune_load(mr_tune *tune, const char *text, size_t length, size_t *used,
                       mr_error *err) {
  mr_status status = check_head(tune, text, length, err);
  size_t at = span_lines(text, length, 0, 1);
  for (uint32_t line = 2; at < length && status == MR_OK; line++) {
    uint64_t numbers[NUMBERS] = {0};
    size_t end = span_lines(text, length, at, 1);
    if (end > 0 && text[at] != '#') {
      if (!read_numbers(text + at, end - at - 1, numbers)) {
        status = mr_error_set(err, MR_ERR_SYNTAX, "expected game NUMBER SCORE ACTIONS POSITIONS");
        mr_error_locate(err, NULL, line, 0);
        break;
      }
      line += (uint32_t)numbers[POSITIONS];
      end = span_lines(text, length, end, (unsigned)numbers[POSITIONS]);
    }
    if (end == 0) {
      break;
    }
    if (text[at] != '#') {
      status = keep_game(tune, text + at, end - at, numbers, err);
    }
    at = end;
  }
  if (status == MR_OK && used != NULL) {
    *used = at;
  }
  return status;
}

/* ---- positions ------------------------------------------------------------------------------- */

/** Adds "-35 STATE". */
static mr_status add_position(mr_tune *tune, mr_state *state, const char *line, size_t length,
                              mr_fys_fit_label *label, mr_error *err) {
  bool minus = length > 0 && line[0] == '-';
  mr_tokens tokens = {line + minus, length - minus};
  mr_token number;
  uint64_t size;
  mr_next_token(&tokens, &number);
  mr_token text = mr_tokens_rest(&tokens);
  if (!mr_token_number(number, 30000, &size) || text.length == 0) {
    return mr_error_set(err, MR_ERR_SYNTAX, "expected a number and a position");
  }
  label->centipawns = minus ? -(int)size : (int)size;
  mr_status status = mr_game_parse_state(tune->game, text.text, text.length, state, err);
  return status == MR_OK ? mr_fys_fit_add(tune->fit, state, label, err) : status;
}

mr_status mr_tune_collect(mr_tune *tune, uint64_t end, mr_error *err) {
  mr_state *state = mr_state_new(tune->game, tune->allocator);
  mr_status status = MR_OK;
  if (state == NULL) {
    status = mr_error_set(err, MR_ERR_NOMEM, "no memory for the positions");
  }
  for (uint64_t number = 0; number < end && status == MR_OK; number++) {
    const mr_str *text = &tune->games[number].text;
    mr_fys_fit_label label = {.result = (double)tune->games[number].score / MR_SCORE_WIN,
                              .held_out = number % MR_TUNE_HELD_OUT == MR_TUNE_HELD_OUT - 1};
    size_t at = strcspn(mr_str_text(text), "\n") + 1;
    while (at < text->length && status == MR_OK) {
      size_t size = strcspn(text->data + at, "\n");
      status = add_position(tune, state, text->data + at, size, &label, err);
      at += size + 1;
    }
  }
  mr_state_free(tune->game, tune->allocator, state);
  return status;
}
