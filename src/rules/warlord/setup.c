#include "base/text.h"
#include "rules/warlord/reader.h"

/* Rows of the board that a drawing of one side's zones has to hold. */
typedef struct band {
  unsigned first;
  unsigned count;
} band;

static band band_of_zones(const mr_wl_game *game, unsigned side) {
  unsigned top = game->rows, bottom = 0;
  for (unsigned cell = 0; cell < game->cells; cell++) {
    if (game->zone[cell] && game->zone[cell] >> 4 == side) {
      top = game->row[cell] < top ? game->row[cell] : top;
      bottom = game->row[cell];
    }
  }
  return (band){top, bottom - top + 1};
}

/* ---- reading --------------------------------------------------------------------------------- */

static bool is_end_of_line(char c) {
  return c == '\n' || c == '\r';
}

/* A remark runs from # to the end of its line. */
static void skip_remark(mr_reader *r) {
  while (mr_reader_more(r) && !is_end_of_line(mr_reader_peek(r))) {
    r->at++;
  }
}

/* Blanks and, outside of rows, ends of lines. */
static void skip(mr_reader *r, bool lines) {
  while (mr_reader_more(r)) {
    char c = mr_reader_peek(r);
    if (c == '#') {
      skip_remark(r);
    } else if (mr_text_is_blank(c) || (lines && is_end_of_line(c))) {
      r->at++;
    } else {
      return;
    }
  }
}

static mr_status read_run(mr_reader *r, unsigned *place) {
  unsigned run = 0;
  mr_status status =
      mr_reader_number(r, 0, mr_wl_game_of(r->game)->columns - *place, "the run", &run);
  if (status != MR_OK) {
    return status;
  }
  skip(r, false);
  if (mr_text_is_digit(mr_reader_peek(r))) {
    return mr_reader_expected(r, "a unit or a dot after a run");
  }
  *place += run;
  return MR_OK;
}

static mr_status read_row(mr_reader *r, uint8_t *row) {
  static const char what[] = "a unit, a dot or a run of empty squares";
  unsigned place = 0;
  memset(row, 0, mr_wl_game_of(r->game)->columns);
  for (skip(r, false); place < mr_wl_game_of(r->game)->columns; skip(r, false)) {
    char c = mr_reader_peek(r);
    unsigned piece = mr_wl_piece_of_letter(c);
    mr_status status = MR_OK;
    if (piece || c == '.') {
      row[place++] = (uint8_t)piece;
      r->at++;
    } else if (mr_text_is_digit(c) && c != '0') {
      status = read_run(r, &place);
    } else if (!mr_reader_more(r) || is_end_of_line(c) || c == '/') {
      status = mr_error_at(r->err, MR_ERR_SYNTAX, mr_reader_column(r),
                           "this row has %u squares, the board has %u", place,
                           mr_wl_game_of(r->game)->columns);
    } else {
      status = mr_reader_expected(r, what);
    }
    if (status != MR_OK) {
      return status;
    }
  }
  if (!mr_reader_more(r) || is_end_of_line(mr_reader_peek(r)) || mr_reader_peek(r) == '/') {
    return MR_OK;
  }
  return mr_error_at(r->err, MR_ERR_SYNTAX, mr_reader_column(r),
                     "this row has more than %u squares", mr_wl_game_of(r->game)->columns);
}

static mr_status wrong_count(mr_reader *r, band zones, unsigned side, unsigned rows) {
  const mr_wl_game *game = mr_wl_game_of(r->game);
  return mr_error_at(r->err, MR_ERR_SYNTAX, mr_reader_column(r),
                     "%u row%s found; a set-up is drawn with the board's %u rows, or with the %u "
                     "where %s sets up (ranks %u to %u)",
                     rows, rows == 1 ? "" : "s", game->rows, zones.count, mr_wl_side_names[side],
                     game->rows - zones.first - zones.count + 1, game->rows - zones.first);
}

/* Reads rows into the top of `out`, then moves them to where they belong. */
static mr_status read_rows(mr_reader *r, unsigned side, uint8_t *out) {
  const mr_wl_game *game = mr_wl_game_of(r->game);
  band zones = band_of_zones(game, side);
  unsigned rows = 0;
  size_t columns = game->columns;
  memset(out, 0, game->cells);
  skip(r, true);
  while (mr_reader_more(r)) {
    if (rows == game->rows) {
      return wrong_count(r, zones, side, rows + 1);
    }
    mr_status status = read_row(r, out + rows++ * columns);
    if (status != MR_OK) {
      return status;
    }
    skip(r, true);
    if (mr_reader_peek(r) != '/') {
      continue;
    }
    r->at++;
    skip(r, true);
    if (!mr_reader_more(r)) {
      return mr_reader_expected(r, "a row after '/'");
    }
  }
  if (rows != game->rows && rows != zones.count) {
    return wrong_count(r, zones, side, rows);
  }
  if (rows == game->rows) {
    return MR_OK;
  }
  memmove(out + zones.first * columns, out, zones.count * columns);
  memset(out, 0, zones.first * columns);
  return MR_OK;
}

/*
 * Letters of one case are the side's own, whichever case it is; where both occur, capitals are
 * White's as everywhere.
 */
static void take_sides(const mr_wl_game *game, unsigned side, uint8_t *pieces) {
  bool found[2] = {false, false};
  for (unsigned cell = 0; cell < game->cells; cell++) {
    if (pieces[cell]) {
      found[pieces[cell] >> 4] = true;
    }
  }
  if (found[0] && found[1]) {
    return;
  }
  for (unsigned cell = 0; cell < game->cells; cell++) {
    if (pieces[cell]) {
      pieces[cell] = (uint8_t)mr_wl_piece(side, pieces[cell] & 15u);
    }
  }
}

/* The bytes of the mark with which some editors begin a text in UTF-8. */
static uint32_t mark_of(const mr_reader *r) {
  static const char mark[] = "\xEF\xBB\xBF";
  uint32_t length = sizeof mark - 1;
  return r->length >= length && memcmp(r->text, mark, length) == 0 ? length : 0;
}

/* Turns the column of an error, counted from the text's beginning, into its line and column. */
static void find_line(const mr_reader *r) {
  mr_error *err = r->err;
  uint32_t line = 1, begin = mark_of(r);
  if (err == NULL) {
    return;
  }
  for (uint32_t i = 0; i + 1 < err->column && i < r->length; i++) {
    if (r->text[i] == '\n') {
      line++;
      begin = i + 1;
    }
  }
  err->line = line;
  err->column -= begin;
}

/* ---- acting ---------------------------------------------------------------------------------- */

/* In any order a legal set-up leaves an army that can be completed; this one is the board's. */
static size_t list_actions(const mr_wl_game *game, const uint8_t *pieces, mr_action *out) {
  size_t count = 0;
  for (unsigned cell = 0; cell < game->cells; cell++) {
    if (pieces[cell]) {
      out[count++] = mr_wl_action(MR_WL_ACT_PLACE, pieces[cell] & 15u, cell);
    }
  }
  out[count++] = mr_wl_action(MR_WL_ACT_COMMIT, 0, 0);
  return count;
}

mr_status mr_wl_read_setup(const mr_game *base, const mr_state *opaque, const char *text,
                           size_t length, mr_setup *out, mr_error *err) {
  const mr_wl_game *game = mr_wl_game_of(base);
  const mr_wl_state *state = mr_wl_state_of(opaque);
  uint8_t pieces[MR_WL_CELLS_MAX];
  if (state->head.phase != MR_WL_DEPLOY) {
    return mr_error_set(err, MR_ERR_UNSUPPORTED, "both armies stand already (WL-31)");
  }
  mr_reader r = mr_reader_over(&game->base, text, length, err);
  memset(pieces, 0, game->cells);
  r.at = mark_of(&r);
  mr_status status = read_rows(&r, state->head.side, pieces);
  if (status != MR_OK) {
    find_line(&r);
    return status;
  }
  take_sides(game, state->head.side, pieces);
  size_t wrong = mr_wl_list_faults(game, state->head.side, pieces, out->faults);
  if (wrong) {
    return mr_error_set(err, MR_ERR_ILLEGAL, "the set-up has %zu fault%s", wrong,
                        wrong == 1 ? "" : "s");
  }
  out->count = list_actions(game, pieces, out->actions);
  return MR_OK;
}
