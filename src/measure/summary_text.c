/*
 * What games say together as text of whole numbers: the same bytes on every machine, and texts of
 * parts of the games can be read into one.
 *
 *     games 25
 *     won 12 9
 *     ended 3:20 7:1
 *     turns 41 38 ...
 *     piece 5 0 25 25 310 4 20 0 0
 *
 * A line for each count of mr_summary, in the order of the table, and one for each kind of piece of
 * each owner at the end. Whoever adds a count to mr_summary adds its row here.
 */
#include <inttypes.h>
#include <marcher/measure.h>
#include <string.h>

#include "base/text.h"

/* ---- the table ------------------------------------------------------------------------------- */

/** How many numbers a line has. */
typedef enum count_shape {
  ONE,
  BY_PLAYER, /**< one for each player of the game */
  BY_RULE    /**< "rule:number" for those that are not 0 */
} count_shape;

typedef struct count_row {
  const char *name;
  size_t offset; /**< of the first of them in mr_summary, each a uint64_t */
  count_shape shape;
} count_row;

static const count_row rows[] = {
    {"games", offsetof(mr_summary, games), ONE},
    {"won", offsetof(mr_summary, won), BY_PLAYER},
    {"drawn", offsetof(mr_summary, drawn), ONE},
    {"unfinished", offsetof(mr_summary, unfinished), ONE},
    {"points", offsetof(mr_summary, points), BY_PLAYER},
    {"actions", offsetof(mr_summary, actions), ONE},
    {"choices", offsetof(mr_summary, choices), ONE},
    {"nodes", offsetof(mr_summary, nodes), ONE},
    {"ended", offsetof(mr_summary, ended), BY_RULE},
    {"felt", offsetof(mr_summary, felt), BY_RULE},
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

static size_t count_of(const mr_game *game, const count_row *row) {
  switch (row->shape) {
  case ONE:
    return 1;
  case BY_PLAYER:
    return game->info.players;
  case BY_RULE:
    break;
  }
  return game->info.rule_count < MR_PLAYED_RULES_MAX ? game->info.rule_count : MR_PLAYED_RULES_MAX;
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

mr_status mr_summary_write(const mr_summary *summary, mr_str *out, mr_error *err) {
  for (size_t i = 0; i < ROWS; i++) {
    put_row(summary, &rows[i], out);
  }
  mr_str_add(out, "turns");
  for (uint64_t i = 0; i < summary->games; i++) {
    mr_str_format(out, " %" PRIu32, summary->turns[i]);
  }
  mr_str_char(out, '\n');
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

/* "rule:number", in the order of the rules. */
static bool read_rule(mr_token token, size_t count, size_t *next, uint64_t *counts) {
  const char *colon = memchr(token.text, ':', token.length);
  size_t length = colon != NULL ? (size_t)(colon - token.text) : 0;
  uint64_t rule = 0;
  if (colon == NULL || !mr_parse_uint(token.text, length, count - 1, &rule) || rule < *next ||
      !mr_parse_uint(colon + 1, token.length - length - 1, UINT64_MAX, &counts[rule])) {
    return false;
  }
  *next = (size_t)rule + 1;
  return true;
}

static mr_status read_row(line_reader *reader, const count_row *row, mr_summary *out,
                          mr_error *err) {
  size_t count = count_of(out->game, row);
  uint64_t *counts = counts_of(out, row);
  mr_token token;
  next_line(reader, &token);
  bool good = mr_token_is(token, row->name);
  if (row->shape == BY_RULE) {
    size_t next = 0;
    while (good && count > 0 && mr_next_token(&reader->line, &token)) {
      good = read_rule(token, count, &next, counts);
    }
  } else {
    for (size_t i = 0; i < count && good; i++) {
      good = read_number(reader, UINT64_MAX, &counts[i]);
    }
  }
  good = good && mr_tokens_rest(&reader->line).length == 0;
  return good ? MR_OK : complain(reader, row->name, err);
}

/* One number for each game. */
static mr_status read_turns(line_reader *reader, mr_summary *out, mr_error *err) {
  mr_token token;
  size_t count = 0;
  next_line(reader, &token);
  bool good = mr_token_is(token, "turns");
  while (good && mr_next_token(&reader->line, &token)) {
    uint64_t turns = 0;
    good = mr_token_number(token, UINT32_MAX, &turns) && count < out->games;
    uint32_t *grown =
        mr_alloc_grow(out->allocator, out->turns, &out->capacity, count + 1, sizeof *grown);
    if (grown == NULL) {
      return mr_error_set(err, MR_ERR_NOMEM, "out of memory for what games say");
    }
    out->turns = grown;
    out->turns[count++] = (uint32_t)turns;
  }
  return good && count == out->games ? MR_OK : complain(reader, "turns of each game", err);
}

static mr_status read_pieces(line_reader *reader, mr_summary *out, mr_error *err) {
  while (reader->left > 0) {
    mr_token token;
    uint64_t kind = 0, owner = 0;
    next_line(reader, &token);
    bool good = mr_token_is(token, "piece") && out->piece_count < MR_PLAYED_PIECES_MAX &&
                read_number(reader, UINT32_MAX, &kind) && read_number(reader, UINT8_MAX, &owner) &&
                (owner < out->game->info.players || owner == MR_NOBODY_ID);
    if (!good) {
      return complain(reader, "a kind of piece and its owner", err);
    }
    mr_summary_piece *piece = &out->pieces[out->piece_count++];
    *piece = (mr_summary_piece){.piece = {(uint32_t)kind}, .owner = {(uint8_t)owner}};
    for (size_t i = 0; i < PIECE_ROWS && good; i++) {
      good = read_number(reader, UINT64_MAX, piece_count(piece, i));
    }
    if (!good || mr_tokens_rest(&reader->line).length != 0) {
      return complain(reader, "counts of a kind of piece", err);
    }
  }
  return MR_OK;
}

/* ---- adding ---------------------------------------------------------------------------------- */

static mr_summary_piece *piece_in(mr_summary *summary, const mr_summary_piece *like) {
  for (size_t i = 0; i < summary->piece_count; i++) {
    mr_summary_piece *one = &summary->pieces[i];
    if (one->piece.id == like->piece.id && mr_player_same(one->owner, like->owner)) {
      return one;
    }
  }
  if (summary->piece_count == MR_PLAYED_PIECES_MAX) {
    return NULL; /* the rest are not looked at, as in mr_summary_add */
  }
  mr_summary_piece *one = &summary->pieces[summary->piece_count++];
  *one = (mr_summary_piece){.piece = like->piece, .owner = like->owner};
  return one;
}

/* Adds all of `from`. Only the first step can fail. */
static mr_status add_summary(mr_summary *into, mr_summary *from, mr_error *err) {
  if (from->games > 0) {
    uint32_t *turns = mr_alloc_grow(into->allocator, into->turns, &into->capacity,
                                    (size_t)(into->games + from->games), sizeof *turns);
    if (turns == NULL) {
      return mr_error_set(err, MR_ERR_NOMEM, "out of memory for what games say");
    }
    into->turns = turns;
    memcpy(turns + into->games, from->turns, (size_t)from->games * sizeof *turns);
  }
  for (size_t i = 0; i < ROWS; i++) {
    uint64_t *sum = counts_of(into, &rows[i]), *more = counts_of(from, &rows[i]);
    for (size_t j = 0; j < count_of(into->game, &rows[i]); j++) {
      sum[j] += more[j];
    }
  }
  for (size_t i = 0; i < from->piece_count; i++) {
    mr_summary_piece *piece = piece_in(into, &from->pieces[i]);
    for (size_t j = 0; piece != NULL && j < PIECE_ROWS; j++) {
      *piece_count(piece, j) += *piece_count(&from->pieces[i], j);
    }
  }
  return MR_OK;
}

mr_status mr_summary_read(const mr_game *game, const char *text, size_t length, mr_summary *out,
                          mr_error *err) {
  line_reader reader = {.at = text, .left = length};
  mr_summary *more = mr_alloc_zero(out->allocator, 1, sizeof *more);
  if (more == NULL) {
    return mr_error_set(err, MR_ERR_NOMEM, "out of memory for what games say");
  }
  mr_summary_init(more, game, out->allocator);
  mr_status status = MR_OK;
  for (size_t i = 0; i < ROWS && status == MR_OK; i++) {
    status = read_row(&reader, &rows[i], more, err);
  }
  if (status == MR_OK) {
    status = read_turns(&reader, more, err);
  }
  if (status == MR_OK) {
    status = read_pieces(&reader, more, err);
  }
  if (status == MR_OK) {
    status = add_summary(out, more, err);
  }
  const mr_allocator *allocator = out->allocator;
  mr_summary_done(more);
  mr_alloc_free(allocator, more, sizeof *more);
  return status;
}
