/* Openings from the texts of files: which format it is, positions, our own records, and PGN. */
#include <marcher/pgn.h>
#include <marcher/record.h>
#include <string.h>

#include "base/text.h"
#include "lab/openings_priv.h"

/* ---- positions ------------------------------------------------------------------------------- */

/** The number of an operation `name` ("hmvc 3;"), or `otherwise`. */
static uint64_t operand(mr_token operations, const char *name, uint64_t otherwise) {
  uint64_t value = otherwise;
  while (operations.length > 0) {
    const char *end = memchr(operations.text, ';', operations.length);
    size_t length = end != NULL ? (size_t)(end - operations.text) : operations.length;
    mr_tokens operation = {operations.text, length};
    mr_token opcode;
    mr_token number;
    mr_next_token(&operation, &opcode);
    mr_next_token(&operation, &number);
    if (mr_token_is(opcode, name) && mr_token_number(number, 999999, &value)) {
      return value;
    }
    length += end != NULL;
    operations.text += length;
    operations.length -= length;
  }
  return otherwise;
}

/**
 * EPD has four fields, then operations, each ended by a semicolon. What has none is the text of a
 * state. @return whether `out` holds the text of a state made of it
 */
static bool read_epd(mr_token line, mr_str *out) {
  enum { FIELDS = 4 };
  if (memchr(line.text, ';', line.length) == NULL) {
    return false;
  }
  mr_tokens tokens = {line.text, line.length};
  for (int i = 0; i < FIELDS; i++) {
    mr_token token;
    if (!mr_next_token(&tokens, &token)) {
      return false;
    }
    mr_str_add(out, i > 0 ? " " : "");
    mr_str_bytes(out, token.text, token.length);
  }
  mr_token rest = mr_tokens_rest(&tokens);
  if (rest.length > 0 && mr_text_is_digit(rest.text[0])) {
    return false;
  }
  mr_str_char(out, ' ');
  mr_str_uint(out, operand(rest, "hmvc", 0));
  mr_str_char(out, ' ');
  mr_str_uint(out, operand(rest, "fmvn", 1));
  return true;
}

static mr_status add_position(mr_line *line, mr_token text, mr_error *err) {
  char buffer[MR_OPENING_LINE_MAX + 32];
  mr_str state = mr_str_fixed(buffer, sizeof buffer);
  if (!read_epd(text, &state)) {
    /* A whole state, perhaps with a remark behind it that begins at a semicolon. */
    const char *end = memchr(text.text, ';', text.length);
    mr_tokens before = {text.text, end != NULL ? (size_t)(end - text.text) : text.length};
    mr_token whole = mr_tokens_rest(&before);
    mr_str_reset(&state);
    mr_str_bytes(&state, whole.text, whole.length);
  }
  mr_status status = mr_line_begin(line, mr_str_text(&state), err);
  return status == MR_OK ? mr_line_add_to_set(line, err) : status;
}

static mr_status add_positions(mr_line *line, const char *source, const char *text, size_t length,
                               mr_error *err) {
  uint32_t number = 0;
  for (size_t at = 0; at < length;) {
    const char *end = memchr(text + at, '\n', length - at);
    size_t size = end != NULL ? (size_t)(end - text) - at : length - at;
    bool crlf = size > 0 && text[at + size - 1] == '\r';
    mr_tokens whole = {text + at, size - crlf};
    mr_token shown = mr_tokens_rest(&whole);
    uint32_t indent = (uint32_t)(shown.text - whole.at);
    mr_status status = MR_OK;
    number++;
    at += size + 1;
    if (shown.length == 0 || shown.text[0] == '#') {
      continue;
    }
    if (shown.length > MR_OPENING_LINE_MAX) {
      status = mr_error_set(err, MR_ERR_LIMIT, "a line of more than %d bytes", MR_OPENING_LINE_MAX);
    } else {
      status = add_position(line, shown, err);
    }
    if (status != MR_OK) {
      uint32_t column = err != NULL && err->column > 0 ? err->column : 1;
      mr_error_locate(err, source, number, indent + column);
      return status;
    }
  }
  return MR_OK;
}

/* ---- records --------------------------------------------------------------------------------- */

static mr_status add_record(mr_line *line, const mr_record *record, mr_error *err) {
  const mr_game *game = line->set->game;
  if (record->game != NULL && strcmp(record->game, game->info.name) != 0) {
    return mr_error_set(err, MR_ERR_MISMATCH, "this is a game of %s, not of %s", record->game,
                        game->info.name);
  }
  if (record->definition_hash != 0 && record->definition_hash != game->info.definition_hash) {
    return mr_error_set(err, MR_ERR_MISMATCH, "this game was played by other rules of %s",
                        game->info.name);
  }
  mr_status status = mr_line_begin(line, record->start, err);
  for (size_t i = 0; i < record->move_count && status == MR_OK && mr_line_open(line); i++) {
    const mr_record_move *move = &record->moves[i];
    mr_action action;
    status = mr_game_parse_action(game, mr_session_state(line->session), move->text,
                                  strlen(move->text), &action, err);
    if (status == MR_OK) {
      status = mr_line_play(line, action, err);
    } else {
      mr_error_locate(err, NULL, move->line, move->column);
    }
  }
  return status == MR_OK ? mr_line_add_to_set(line, err) : status;
}

static bool begins_record(const char *text, size_t length) {
  static const char head[] = "[Marcher ";
  return length >= strlen(head) && memcmp(text, head, strlen(head)) == 0;
}

static mr_status add_records(mr_line *line, const char *source, const char *text, size_t length,
                             mr_error *err) {
  uint32_t lines = 0; /* before the record */
  for (size_t at = 0; at < length;) {
    mr_record record;
    uint32_t own_lines = 0;
    size_t end = at; /* behind it: where a line begins the next one */
    do {
      const char *stop = memchr(text + end, '\n', length - end);
      own_lines += stop != NULL;
      end = stop != NULL ? (size_t)(stop - text) + 1 : length;
    } while (end < length && !begins_record(text + end, length - end));
    mr_record_init(&record, line->set->allocator);
    mr_status status = mr_record_parse(&record, source, text + at, end - at, err);
    if (status == MR_OK) {
      status = add_record(line, &record, err);
    }
    line->start = NULL;
    mr_record_done(&record);
    if (status != MR_OK) {
      if (err != NULL) {
        mr_error_locate(err, source, lines + (err->line > 0 ? err->line : 1),
                        err->column > 0 ? err->column : 1);
      }
      return status;
    }
    lines += own_lines;
    at = end;
  }
  return MR_OK;
}

/* ---- PGN ------------------------------------------------------------------------------------- */

/** The first turns of a game. */
static mr_status add_pgn_game(mr_line *line, const mr_pgn_game *pgn, mr_action *scratch,
                              mr_error *err) {
  const mr_game *game = line->set->game;
  if (!mr_pgn_is_of(pgn, game)) {
    const char *variant = mr_pgn_tag(pgn, "Variant");
    mr_error_set(err, MR_ERR_MISMATCH, "this is a game of %s, not of %s",
                 variant != NULL ? variant : "chess (it has no tag Variant)", game->info.name);
    mr_error_locate(err, NULL, pgn->line, 1);
    return MR_ERR_MISMATCH;
  }
  mr_status status = mr_line_begin(line, mr_pgn_tag(pgn, "FEN"), err);
  if (status != MR_OK) {
    mr_error_locate(err, NULL, pgn->line, 1);
  }
  for (size_t i = 0; i < pgn->move_count && status == MR_OK && mr_line_open(line); i++) {
    const mr_record_move *move = &pgn->moves[i];
    mr_action action;
    status =
        mr_pgn_move_parse(game, mr_session_state(line->session), scratch, move->text, &action, err);
    if (status != MR_OK) {
      mr_error_locate(err, NULL, move->line, move->column);
    } else if (action != MR_ACTION_NONE) {
      status = mr_line_play(line, action, err);
    }
  }
  return status == MR_OK ? mr_line_add_to_set(line, err) : status;
}

static mr_status add_pgn(mr_line *line, const char *source, const char *text, size_t length,
                         mr_error *err) {
  const mr_openings *set = line->set;
  size_t room = set->game->info.max_actions;
  mr_action *scratch = mr_alloc_zero(set->allocator, room, sizeof *scratch);
  mr_pgn_reader *reader = NULL;
  mr_pgn_game pgn;
  bool found = true;
  mr_status status = scratch != NULL
                         ? mr_pgn_reader_over(set->allocator, source, text, length, &reader, err)
                         : mr_error_set(err, MR_ERR_NOMEM, "no memory for more openings");
  while (status == MR_OK && found) {
    status = mr_pgn_next(reader, &pgn, &found, err);
    if (status != MR_OK || !found) {
      break;
    }
    status = add_pgn_game(line, &pgn, scratch, err);
    if (status != MR_OK && err != NULL) {
      mr_error_locate(err, source, err->line, err->column);
    }
  }
  line->start = NULL;
  mr_pgn_reader_free(reader);
  mr_alloc_free(set->allocator, scratch, room * sizeof *scratch);
  return status;
}

/* ---- any of them ----------------------------------------------------------------------------- */

/** Records and games begin with a tag, positions never. */
static mr_opening_format guess(const char *text, size_t length) {
  size_t at = 0;
  if (length >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0) {
    at = 3;
  }
  while (at < length && (mr_text_is_blank(text[at]) || text[at] == '\n' || text[at] == '\r')) {
    at++;
  }
  if (begins_record(text + at, length - at)) {
    return MR_OPENING_RECORDS;
  }
  bool tag = at < length && text[at] == '[';
  bool move = length - at >= 2 && memcmp(text + at, "1.", 2) == 0;
  return tag || move ? MR_OPENING_PGN : MR_OPENING_POSITIONS;
}

mr_status mr_openings_add_file(mr_openings *set, const mr_opening_file *file, mr_error *err) {
  mr_opening_format format = file->format;
  if (file->turns > MR_OPENING_TURNS_MAX) {
    return mr_error_set(err, MR_ERR_RANGE, "openings have no more than %d turns, not %u",
                        MR_OPENING_TURNS_MAX, file->turns);
  }
  if (format == MR_OPENING_AUTO) {
    format = guess(file->text, file->length);
  }
  mr_line line;
  mr_status status = mr_line_init(&line, set, file->turns, err);
  if (status != MR_OK) {
    return status;
  }
  mr_status (*const add)(mr_line *, const char *, const char *, size_t, mr_error *) =
      format == MR_OPENING_RECORDS ? add_records
      : format == MR_OPENING_PGN   ? add_pgn
                                   : add_positions;
  status = add(&line, file->source, file->text, file->length, err);
  mr_line_done(&line);
  return status;
}
