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
static bool read_position(const char *line, size_t length, int *verdict, size_t *state) {
  bool minus = length > 0 && line[0] == '-';
  cursor c = {line, length, minus};
  uint64_t size;
  if (!take_number(&c, 30000, &size) || c.at + 1 >= length || line[c.at] != ' ') {
    return false;
  }
  *verdict = minus ? -(int)size : (int)size;
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

/** What collecting needs. */
typedef struct collector {
  const mr_tune *tune;
  mr_tune_set *set;
  const mr_fys_body *body;
  mr_fys_eval eval;
  mr_state *state;
  mr_fys_trace *trace;
} collector;

/** Room for one more position with all its terms. */
static bool make_room(mr_tune_set *set) {
  if (set->position_count == set->position_room) {
    size_t room = set->position_room ? set->position_room * 2 : 4096;
    mr_tune_position *more = mr_alloc_zero(set->allocator, room, sizeof *more);
    if (more == NULL) {
      return false;
    }
    if (set->positions != NULL) {
      memcpy(more, set->positions, set->position_count * sizeof *more);
    }
    mr_alloc_free(set->allocator, set->positions, set->position_room * sizeof *more);
    set->positions = more;
    set->position_room = room;
  }
  if (set->term_count + set->column_count > set->term_room) {
    size_t room = (set->term_room ? set->term_room * 2 : 1 << 18) + set->column_count;
    mr_tune_term *more = mr_alloc_zero(set->allocator, room, sizeof *more);
    if (more == NULL || room > UINT32_MAX) {
      mr_alloc_free(set->allocator, more, room * sizeof *more);
      return false;
    }
    if (set->terms != NULL) {
      memcpy(more, set->terms, set->term_count * sizeof *more);
    }
    mr_alloc_free(set->allocator, set->terms, set->term_room * sizeof *more);
    set->terms = more;
    set->term_room = room;
  }
  return true;
}

static void add_terms(mr_tune_set *set, const mr_fys_trace *trace, mr_tune_position *p) {
  p->first = (uint32_t)set->term_count;
  for (size_t column = 0; column < set->column_count; column++) {
    int count = trace->count[set->term_of[column]];
    if (count != 0) {
      set->terms[set->term_count++] =
          (mr_tune_term){.column = (uint16_t)column, .count = (int16_t)count};
      set->seen[column]++;
      p->count++;
    }
  }
}

static mr_status add_position(collector *c, const char *line, size_t length, mr_tune_position *p,
                              mr_error *err) {
  int verdict;
  size_t at;
  if (!read_position(line, length, &verdict, &at)) {
    return mr_error_set(err, MR_ERR_SYNTAX, "expected a number and a position");
  }
  mr_status status = mr_game_parse_state(c->tune->game, line + at, length - at, c->state, err);
  if (status != MR_OK) {
    return status;
  }
  if (!make_room(c->set)) {
    return mr_error_set(err, MR_ERR_NOMEM, "no memory for the positions");
  }
  c->body->trace(&c->eval, c->state, c->trace);
  float unit = (float)c->trace->scale / (MR_FYS_FULL * MR_FYS_FULL * 10.0F);
  p->open = unit * (float)c->trace->share;
  p->end = unit * (float)(MR_FYS_FULL - c->trace->share);
  p->verdict = (float)verdict;
  add_terms(c->set, c->trace, p);
  c->set->positions[c->set->position_count++] = *p;
  return MR_OK;
}

static mr_status add_game(collector *c, uint64_t number, mr_error *err) {
  const mr_tune_game *game = &c->tune->games[number];
  const char *text = mr_str_text(&game->text);
  size_t at = strcspn(text, "\n") + 1;
  mr_status status = MR_OK;
  while (at < game->text.length && status == MR_OK) {
    size_t size = strcspn(text + at, "\n");
    mr_tune_position p = {.held_out = number % MR_TUNE_HELD_OUT == MR_TUNE_HELD_OUT - 1,
                          .result = (float)game->score / MR_SCORE_WIN};
    status = add_position(c, text + at, size, &p, err);
    at += size + 1;
  }
  return status;
}

/** The terms that the game has become columns. */
static bool choose_columns(const mr_tune *tune, mr_tune_set *set) {
  set->term_of = mr_alloc_zero(set->allocator, MR_FY_TERMS, sizeof *set->term_of);
  set->seen = mr_alloc_zero(set->allocator, MR_FY_TERMS, sizeof *set->seen);
  for (unsigned term = 0; set->term_of != NULL && set->seen != NULL && term < MR_FY_TERMS; term++) {
    set->columns[term] = UINT16_MAX;
    if (mr_fy_term_used(mr_fy_game_of(tune->game), &tune->fold, term)) {
      set->columns[term] = (uint16_t)set->column_count;
      set->term_of[set->column_count++] = (uint16_t)term;
    }
  }
  return set->term_of != NULL && set->seen != NULL;
}

mr_status mr_tune_collect(const mr_tune *tune, uint64_t end, mr_tune_set *out, mr_error *err) {
  const mr_fy_game *game = mr_fy_game_of(tune->game);
  *out = (mr_tune_set){.allocator = tune->allocator};
  collector c = {.tune = tune,
                 .set = out,
                 .body = mr_fys_body_for(game),
                 .eval = {game, tune->measured},
                 .state = mr_state_new(tune->game, tune->allocator),
                 .trace = mr_alloc_zero(tune->allocator, 1, sizeof *c.trace)};
  mr_status status = MR_OK;
  if (c.state == NULL || c.trace == NULL || !choose_columns(tune, out)) {
    status = mr_error_set(err, MR_ERR_NOMEM, "no memory for the positions");
  }
  for (uint64_t number = 0; number < end && status == MR_OK; number++) {
    status = add_game(&c, number, err);
  }
  mr_state_free(tune->game, tune->allocator, c.state);
  mr_alloc_free(tune->allocator, c.trace, sizeof *c.trace);
  if (status != MR_OK) {
    mr_tune_set_done(out);
  }
  return status;
}

void mr_tune_set_done(mr_tune_set *set) {
  const mr_allocator *a = set->allocator;
  mr_alloc_free(a, set->positions, set->position_room * sizeof *set->positions);
  mr_alloc_free(a, set->terms, set->term_room * sizeof *set->terms);
  mr_alloc_free(a, set->term_of, MR_FY_TERMS * sizeof *set->term_of);
  mr_alloc_free(a, set->seen, MR_FY_TERMS * sizeof *set->seen);
  *set = (mr_tune_set){0};
}
