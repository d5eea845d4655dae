/*
 * What games say together as text of whole numbers: the same bytes on every machine, and texts of
 * parts of the games can be read into one.
 *
 *     counts 2
 *     games 25
 *     won 12 9
 *     ended 3:20 7:1
 *     ...
 *     turns 41 38 ...
 *     shown 3:1 3:2 3:4 7:9
 *     column 0 80 75 ...
 *     ...
 *     early 1234567 7654321 ...
 *     arrived 0:5 3:17 ...
 *     fell 3:2
 *     opening 1234 3 0 1 0 5
 *     ...
 *     piece 5 0 25 25 310 4 20 0 0
 *
 * The format; a line for each count of mr_summary, in the order of the table; what is told of each
 * game; a line for each column of courses, squares with what happened there, a line for each first
 * action, and one for each kind of piece of each owner at the end. Texts of format 1 had no line of
 * that name, and none of courses; format 3 has lines of the pairs of which a game was broken off,
 * and is written where there are any. Whoever adds a count to mr_summary adds its row here.
 */
#include <inttypes.h>
#include <marcher/measure.h>
#include <string.h>

#include "base/text.h"
#include "measure/measure_priv.h"

/** The newest format; older ones are read. */
#define FORMAT 3
/** The one that has all that most summaries have: what says nothing of pairs that were broken off
 *  is written in it, as the programs before did. */
#define FORMAT_USUAL 2

/* ---- the table ------------------------------------------------------------------------------- */

/** How many numbers a line has. */
typedef enum count_shape {
  ONE,
  BY_PLAYER, /**< one for each player of the game */
  BY_RULE,   /**< "rule:number" for those that are not 0 */
  BY_POINTS, /**< one for each number of quarter points of a game */
  BY_PAIR    /**< of a pair of games */
} count_shape;

typedef struct count_row {
  const char *name;
  size_t offset; /**< of the first of them in mr_summary, each a uint64_t */
  count_shape shape;
  unsigned since; /**< the format that has it first */
  size_t within;  /**< offset of a count above that none of them exceeds */
} count_row;

#define ROW(name, member, shape, since, within) \
  { name, offsetof(mr_summary, member), shape, since, offsetof(mr_summary, within) }
/** A row that nothing bounds: its own bound. */
#define FREE_ROW(name, member, shape, since) ROW(name, member, shape, since, member)

static const count_row rows[] = {
    FREE_ROW("games", games, ONE, 1),
    ROW("won", won, BY_PLAYER, 1, games),
    ROW("drawn", drawn, ONE, 1, games),
    ROW("unfinished", unfinished, ONE, 1, games),
    FREE_ROW("points", points, BY_PLAYER, 1),
    FREE_ROW("actions", actions, ONE, 1),
    FREE_ROW("choices", choices, ONE, 1),
    FREE_ROW("nodes", nodes, ONE, 1),
    ROW("ended", ended, BY_RULE, 1, games),
    ROW("felt", felt, BY_RULE, 1, games),
    ROW("first", courses.first, BY_POINTS, 2, games),
    ROW("followed", courses.followed, ONE, 2, games),
    ROW("comebacks", courses.comebacks, ONE, 2, courses.followed),
    ROW("rolled", courses.rolled, ONE, 2, games),
    ROW("luckier", courses.luckier, ONE, 2, courses.rolled),
    ROW("turned", courses.turned, ONE, 2, courses.rolled),
    FREE_ROW("skill2", courses.skill[0], BY_PAIR, 2),
    FREE_ROW("skill10", courses.skill[1], BY_PAIR, 2),
    FREE_ROW("once2", courses.skill_once[0], BY_POINTS, 3),
    FREE_ROW("once10", courses.skill_once[1], BY_POINTS, 3),
    FREE_ROW("neither2", courses.skill_neither[0], ONE, 3),
    FREE_ROW("neither10", courses.skill_neither[1], ONE, 3),
};

/** What a line "piece KIND OWNER ..." tells besides. */
static const size_t piece_rows[] = {
    offsetof(mr_summary_piece, games),    offsetof(mr_summary_piece, moved),
    offsetof(mr_summary_piece, moves),    offsetof(mr_summary_piece, captures),
    offsetof(mr_summary_piece, captured), offsetof(mr_summary_piece, placed),
    offsetof(mr_summary_piece, promotion)};

enum {
  ROWS = sizeof rows / sizeof rows[0],
  PIECE_ROWS = sizeof piece_rows / sizeof piece_rows[0],
};

/** Where the counts of a row lie. */
static uint64_t *counts_of(mr_summary *summary, const count_row *row) {
  return (uint64_t *)(void *)((char *)summary + row->offset);
}

static size_t rules_of(const mr_game *game) {
  return game->info.rule_count < MR_PLAYED_RULES_MAX ? game->info.rule_count : MR_PLAYED_RULES_MAX;
}

static size_t count_of(const mr_game *game, const count_row *row) {
  switch (row->shape) {
  case ONE:
    return 1;
  case BY_PLAYER:
    return game->info.players;
  case BY_POINTS:
    return MR_SCORE_WIN + 1;
  case BY_PAIR:
    return MR_SKILL_STEPS + 1;
  case BY_RULE:
    break;
  }
  return rules_of(game);
}

static uint64_t *piece_count(mr_summary_piece *piece, size_t row) {
  return (uint64_t *)(void *)((char *)piece + piece_rows[row]);
}

/* ---- writing --------------------------------------------------------------------------------- */

static void put_row(const mr_summary *summary, const count_row *row, mr_str *out) {
  const uint64_t *counts = (const uint64_t *)(const void *)((const char *)summary + row->offset);
  mr_str_add(out, row->name);
  for (size_t i = 0; i < count_of(summary->game, row); i++) {
    if (row->shape != BY_RULE) {
      mr_str_format(out, " %" PRIu64, counts[i]);
    } else if (counts[i] > 0) {
      mr_str_format(out, " %zu:%" PRIu64, i, counts[i]);
    }
  }
  mr_str_char(out, '\n');
}

static void put_samples(const char *name, const uint32_t *items, size_t count, mr_str *out) {
  mr_str_add(out, name);
  for (size_t i = 0; i < count; i++) {
    mr_str_format(out, " %" PRIu32, items[i]);
  }
  mr_str_char(out, '\n');
}

static void put_shown(const mr_summary *summary, mr_str *out) {
  mr_str_add(out, "shown");
  for (size_t i = 0; i < MR_PLAYED_RULES_MAX; i++) {
    for (size_t k = 0; k < MR_SUMMARY_SHOWN && summary->shown[i][k] > 0; k++) {
      mr_str_format(out, " %zu:%" PRIu64, i, summary->shown[i][k]);
    }
  }
  mr_str_char(out, '\n');
}

static void put_cells(const char *name, const uint64_t *counts, size_t cells, mr_str *out) {
  mr_str_add(out, name);
  for (size_t i = 0; i < cells && counts != NULL; i++) {
    if (counts[i] > 0) {
      mr_str_format(out, " %zu:%" PRIu64, i, counts[i]);
    }
  }
  mr_str_char(out, '\n');
}

static void put_courses(const mr_courses *courses, mr_str *out) {
  for (size_t i = 0; i < MR_COLUMN_COUNT; i++) {
    char name[24];
    mr_str text = mr_str_fixed(name, sizeof name);
    mr_str_format(&text, "column %zu", i);
    put_samples(name, courses->columns[i].items, courses->columns[i].count, out);
  }
  mr_str_add(out, "early");
  for (size_t i = 0; i < courses->early_count; i++) {
    mr_str_format(out, " %" PRIu64, courses->early[i]);
  }
  mr_str_char(out, '\n');
  put_cells("arrived", courses->arrived, courses->cells, out);
  put_cells("fell", courses->fell, courses->cells, out);
  for (size_t i = 0; i < courses->opening_count; i++) {
    mr_str_format(out, "opening %" PRIu32, courses->openings[i].action);
    for (size_t p = 0; p <= MR_SCORE_WIN; p++) {
      mr_str_format(out, " %" PRIu64, courses->openings[i].points[p]);
    }
    mr_str_char(out, '\n');
  }
}

/* The lowest format that holds all there is. */
static unsigned format_of(const mr_courses *courses) {
  bool broken = false;
  for (size_t i = 0; i < MR_SKILL_MATCHES; i++) {
    broken = broken || courses->skill_neither[i] > 0;
    for (size_t k = 0; k <= MR_SCORE_WIN; k++) {
      broken = broken || courses->skill_once[i][k] > 0;
    }
  }
  return broken ? FORMAT : FORMAT_USUAL;
}

mr_status mr_summary_write(const mr_summary *summary, mr_str *out, mr_error *err) {
  unsigned format = format_of(&summary->courses);
  mr_str_format(out, "counts %u\n", format);
  for (size_t i = 0; i < ROWS; i++) {
    if (rows[i].since <= format) {
      put_row(summary, &rows[i], out);
    }
  }
  put_samples("turns", summary->turns, (size_t)summary->games, out);
  put_shown(summary, out);
  put_courses(&summary->courses, out);
  for (size_t i = 0; i < summary->piece_count; i++) {
    const mr_summary_piece *piece = &summary->pieces[i];
    mr_str_format(out, "piece %" PRIu32 " %u", piece->piece.id, (unsigned)piece->owner.id);
    for (size_t j = 0; j < PIECE_ROWS; j++) {
      uint64_t count = 0;
      memcpy(&count, (const char *)piece + piece_rows[j], sizeof count);
      mr_str_format(out, " %" PRIu64, count);
    }
    mr_str_char(out, '\n');
  }
  return out->status == MR_OK ? MR_OK
                              : mr_error_set(err, out->status, "out of memory for what games say");
}

/* ---- reading --------------------------------------------------------------------------------- */

/** Lines that are being read. */
typedef struct line_reader {
  const char *at;
  size_t left;
  uint32_t number; /**< of the line read last, from 1 */
  mr_tokens line;
} line_reader;

/* Goes on to the next line. @param word receives what it begins with, empty behind the last */
static void next_line(line_reader *reader, mr_token *word) {
  const char *end = reader->left > 0 ? memchr(reader->at, '\n', reader->left) : NULL;
  size_t length = end != NULL ? (size_t)(end - reader->at) : reader->left;
  reader->line = (mr_tokens){.at = reader->at, .left = length};
  length += end != NULL;
  reader->at += length;
  reader->left -= length;
  reader->number++;
  (void)mr_next_token(&reader->line, word);
}

static mr_status complain(const line_reader *reader, const char *what, mr_error *err) {
  mr_error_set(err, MR_ERR_SYNTAX, "line %" PRIu32 " of the counts of games: %s", reader->number,
               what);
  if (err != NULL) {
    err->line = reader->number;
  }
  return MR_ERR_SYNTAX;
}

static bool read_number(line_reader *reader, uint64_t max, uint64_t *out) {
  mr_token token;
  return mr_next_token(&reader->line, &token) && mr_token_number(token, max, out);
}

/* "place:number". @param count of places */
static bool read_place(mr_token token, size_t count, uint64_t *place, uint64_t *number) {
  const char *colon = memchr(token.text, ':', token.length);
  size_t length = colon != NULL ? (size_t)(colon - token.text) : 0;
  return colon != NULL && count > 0 && mr_parse_uint(token.text, length, count - 1, place) &&
         mr_parse_uint(colon + 1, token.length - length - 1, UINT64_MAX, number);
}

/* "place:number" for those that are not 0, in the order of the places. */
static bool read_places(line_reader *reader, size_t count, uint64_t *counts) {
  mr_token token;
  uint64_t place = 0, next = 0;
  while (mr_next_token(&reader->line, &token)) {
    uint64_t number = 0;
    if (!read_place(token, count, &place, &number) || place < next || number == 0) {
      return false;
    }
    counts[place] = number;
    next = place + 1;
  }
  return true;
}

/* Goes on to the next line, which has to begin with a word. */
static bool at_line(line_reader *reader, const char *name) {
  mr_token token;
  next_line(reader, &token);
  return mr_token_is(token, name);
}

static bool at_end(const line_reader *reader) {
  return mr_tokens_rest(&reader->line).length == 0;
}

static mr_status read_row(line_reader *reader, const count_row *row, mr_summary *out,
                          mr_error *err) {
  size_t count = count_of(out->game, row);
  uint64_t *counts = counts_of(out, row), sum = 0;
  bool good = at_line(reader, row->name);
  if (row->shape == BY_RULE) {
    good = good && read_places(reader, count, counts);
  } else {
    for (size_t i = 0; i < count && good; i++) {
      good = read_number(reader, UINT64_MAX, &counts[i]);
    }
  }
  uint64_t most = 0;
  memcpy(&most, (const char *)out + row->within, sizeof most);
  for (size_t i = 0; i < count && good && row->within != row->offset; i++) {
    sum += row->shape == BY_POINTS ? counts[i] : 0;
    good = counts[i] <= most && sum <= most;
  }
  return good && at_end(reader) ? MR_OK : complain(reader, row->name, err);
}

static mr_status out_of_memory(mr_error *err) {
  return mr_error_set(err, MR_ERR_NOMEM, "out of memory for what games say");
}

/* One number for each game. */
static mr_status read_turns(line_reader *reader, mr_summary *out, mr_error *err) {
  mr_token token;
  size_t count = 0;
  bool good = at_line(reader, "turns");
  while (good && mr_next_token(&reader->line, &token)) {
    uint64_t turns = 0;
    good = mr_token_number(token, UINT32_MAX, &turns) && count < out->games;
    uint32_t *grown =
        mr_alloc_grow(out->allocator, out->turns, &out->capacity, count + 1, sizeof *grown);
    if (grown == NULL) {
      return out_of_memory(err);
    }
    out->turns = grown;
    out->turns[count++] = (uint32_t)turns;
  }
  return good && count == out->games ? MR_OK : complain(reader, "turns of each game", err);
}

/* "rule:number of a game and 1": each rule's in order, the lowest first. */
static mr_status read_shown(line_reader *reader, mr_summary *out, mr_error *err) {
  mr_token token;
  uint64_t rule = 0, before = 0;
  size_t count = 0;
  bool good = at_line(reader, "shown");
  while (good && mr_next_token(&reader->line, &token)) {
    uint64_t now = 0, number = 0;
    good = read_place(token, rules_of(out->game), &now, &number) && now >= rule;
    count = now > rule ? 0 : count;
    good = good && count < MR_SUMMARY_SHOWN && number > (count > 0 ? before : 0);
    if (good) {
      out->shown[now][count++] = number;
      rule = now;
      before = number;
    }
  }
  return good ? MR_OK : complain(reader, "games of each way to end", err);
}

/* ---- reading: courses ------------------------------------------------------------------------ */

/* A value for each game that has it. There is room for all games. */
static mr_status read_column(line_reader *reader, size_t column, mr_summary *out, mr_error *err) {
  mr_samples *samples = &out->courses.columns[column];
  mr_token token;
  uint64_t number = 0;
  bool good =
      at_line(reader, "column") && read_number(reader, UINT32_MAX, &number) && number == column;
  while (good && mr_next_token(&reader->line, &token)) {
    good = samples->count < out->games && mr_token_number(token, UINT32_MAX, &number);
    if (good) {
      samples->items[samples->count++] = (uint32_t)number;
    }
  }
  return good ? MR_OK : complain(reader, "a column of the courses of games", err);
}

static mr_status read_early(line_reader *reader, mr_summary *out, mr_error *err) {
  mr_courses *courses = &out->courses;
  mr_token token;
  bool good = at_line(reader, "early");
  while (good && mr_next_token(&reader->line, &token)) {
    uint64_t key = 0;
    good = courses->early_count < out->games && mr_token_number(token, UINT64_MAX, &key);
    if (good) {
      courses->early[courses->early_count++] = key;
    }
  }
  return good ? MR_OK : complain(reader, "positions of games", err);
}

static mr_status read_cells(line_reader *reader, const char *name, size_t cells, uint64_t *counts,
                            mr_error *err) {
  bool good = at_line(reader, name) && read_places(reader, cells, counts);
  return good ? MR_OK : complain(reader, "what happened on each square", err);
}

static bool has_opening(const mr_courses *courses, mr_action action) {
  for (size_t i = 0; i < courses->opening_count; i++) {
    if (courses->openings[i].action == action) {
      return true;
    }
  }
  return false;
}

/* Any number of lines, as far as they begin with that word. */
static mr_status read_openings(line_reader *reader, mr_summary *out, mr_error *err) {
  static const char word[] = "opening ";
  mr_courses *courses = &out->courses;
  while (reader->left >= sizeof word && memcmp(reader->at, word, sizeof word - 1) == 0) {
    mr_course_opening opening = {.action = 0};
    uint64_t action = 0, games = 0;
    bool good = at_line(reader, "opening") && read_number(reader, UINT32_MAX, &action) &&
                !has_opening(courses, (mr_action)action) &&
                courses->opening_count < MR_COURSE_OPENINGS_MAX &&
                courses->opening_count < out->games;
    opening.action = (mr_action)action;
    for (size_t i = 0; i <= MR_SCORE_WIN && good; i++) {
      good = read_number(reader, out->games, &opening.points[i]);
      games += opening.points[i];
    }
    if (!good || games > out->games || games == 0 || !at_end(reader)) {
      return complain(reader, "games of a first action", err);
    }
    courses->openings[courses->opening_count++] = opening;
  }
  return MR_OK;
}

static mr_status read_courses(line_reader *reader, mr_summary *out, mr_error *err) {
  mr_courses *courses = &out->courses;
  size_t games = (size_t)out->games;
  mr_courses_room room = {.early = games, .openings = games};
  for (size_t i = 0; i < MR_COLUMN_COUNT; i++) {
    room.columns[i] = games;
  }
  if (mr_courses_reserve(courses, out->game, &room, out->allocator) != MR_OK) {
    return out_of_memory(err);
  }
  mr_status status = MR_OK;
  for (size_t i = 0; i < MR_COLUMN_COUNT && status == MR_OK; i++) {
    status = read_column(reader, i, out, err);
  }
  if (status == MR_OK) {
    status = read_early(reader, out, err);
  }
  if (status == MR_OK) {
    status = read_cells(reader, "arrived", courses->cells, courses->arrived, err);
  }
  if (status == MR_OK) {
    status = read_cells(reader, "fell", courses->cells, courses->fell, err);
  }
  return status == MR_OK ? read_openings(reader, out, err) : status;
}

/* ---- reading: the rest ----------------------------------------------------------------------- */

static bool has_piece(const mr_summary *summary, const mr_summary_piece *like) {
  for (size_t i = 0; i < summary->piece_count; i++) {
    if (summary->pieces[i].piece.id == like->piece.id &&
        mr_player_same(summary->pieces[i].owner, like->owner)) {
      return true;
    }
  }
  return false;
}

static mr_status read_pieces(line_reader *reader, mr_summary *out, mr_error *err) {
  while (reader->left > 0) {
    uint64_t kind = 0, owner = 0;
    bool good = at_line(reader, "piece") && out->piece_count < MR_PLAYED_PIECES_MAX &&
                read_number(reader, UINT32_MAX, &kind) && read_number(reader, UINT8_MAX, &owner) &&
                (owner < out->game->info.players || owner == MR_NOBODY_ID);
    mr_summary_piece piece = {.piece = {(uint32_t)kind}, .owner = {(uint8_t)owner}};
    if (!good || has_piece(out, &piece)) {
      return complain(reader, "a kind of piece and its owner", err);
    }
    for (size_t i = 0; i < PIECE_ROWS && good; i++) {
      good = read_number(reader, UINT64_MAX, piece_count(&piece, i));
    }
    if (!good || piece.games > out->games || piece.moved > piece.games || !at_end(reader)) {
      return complain(reader, "counts of a kind of piece", err);
    }
    out->pieces[out->piece_count++] = piece;
  }
  return MR_OK;
}

/* The first line says which format it is; that of the first format has none. */
static mr_status read_format(line_reader *reader, unsigned *format, mr_error *err) {
  static const char word[] = "counts ";
  uint64_t number = 0;
  *format = 1;
  if (reader->left < sizeof word || memcmp(reader->at, word, sizeof word - 1) != 0) {
    return MR_OK;
  }
  if (!at_line(reader, "counts") || !read_number(reader, UINT32_MAX, &number) || number < 2 ||
      !at_end(reader)) {
    return complain(reader, "the format", err);
  }
  *format = (unsigned)number;
  return number <= FORMAT
             ? MR_OK
             : mr_error_set(err, MR_ERR_UNSUPPORTED,
                            "the counts of games are of format %" PRIu64 ", and this marcher reads "
                            "formats up to %d: take a newer one",
                            number, FORMAT);
}

static mr_status read_all(line_reader *reader, mr_summary *out, mr_error *err) {
  unsigned format = 0;
  mr_status status = read_format(reader, &format, err);
  for (size_t i = 0; i < ROWS && status == MR_OK; i++) {
    status = rows[i].since <= format ? read_row(reader, &rows[i], out, err) : MR_OK;
  }
  if (status == MR_OK) {
    status = read_turns(reader, out, err);
  }
  if (status == MR_OK && format >= 2) {
    status = read_shown(reader, out, err);
    status = status == MR_OK ? read_courses(reader, out, err) : status;
  }
  return status == MR_OK ? read_pieces(reader, out, err) : status;
}

mr_status mr_summary_read(const mr_game *game, const char *text, size_t length, mr_summary *out,
                          mr_error *err) {
  line_reader reader = {.at = text, .left = length};
  mr_summary *more = mr_alloc_zero(out->allocator, 1, sizeof *more);
  if (more == NULL) {
    return out_of_memory(err);
  }
  mr_summary_init(more, game, out->allocator);
  mr_status status = read_all(&reader, more, err);
  if (status == MR_OK) {
    status = mr_summary_reserve(out, more, err);
  }
  if (status == MR_OK) {
    mr_summary_join(out, more);
  }
  const mr_allocator *allocator = out->allocator;
  mr_summary_done(more);
  mr_alloc_free(allocator, more, sizeof *more);
  return status;
}
