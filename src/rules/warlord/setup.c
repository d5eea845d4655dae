#include "base/text.h"
#include "rules/warlord/warlord.h"

/* ---- faults of a deployment ------------------------------------------------------------------ */

enum { SQUARES_LISTED = 12 };

/* What can be wrong with what stands on a square. */
typedef enum square_fault { NO_FAULT, OTHER_SIDE, UNKNOWN_UNIT, OUTSIDE_ZONES } square_fault;

/* A deployment, and what has been said about it. */
typedef struct deployment {
  const mr_wl_game *game;
  unsigned side;
  const uint8_t *pieces; /* side << 4 | kind, 0: empty */
  const mr_wl_army *army;
  const char *rule; /* of armies: WL-32 or WL-33 */
  const char *zone; /* what a zone is called there */
  mr_wl_tally tally;
  size_t lines;
  mr_str *out;
} deployment;

static square_fault fault_of_square(const deployment *d, unsigned cell) {
  unsigned piece = d->pieces[cell], zone = d->game->zone[cell];
  if (!piece) {
    return NO_FAULT;
  }
  if (piece >> 4 != d->side) {
    return OTHER_SIDE;
  }
  if ((piece & 15u) == MR_WL_PROMOTED) {
    return UNKNOWN_UNIT;
  }
  return zone && zone >> 4 == d->side ? NO_FAULT : OUTSIDE_ZONES;
}

/* One line for all squares with the same fault. */
static void check_squares(deployment *d, square_fault fault, const char *rule, const char *words) {
  unsigned found = 0;
  for (unsigned cell = 0; cell < d->game->cells; cell++) {
    if (fault_of_square(d, cell) != fault) {
      continue;
    }
    if (found++ == 0) {
      mr_str_format(d->out, "%s %s:", rule, words);
    }
    if (found <= SQUARES_LISTED) {
      mr_str_format(d->out, "%s %c on %s", found > 1 ? "," : "",
                    mr_wl_letter_of_piece(d->pieces[cell]), mr_wl_name_cell(d->game, cell).text);
    }
  }
  if (found > SQUARES_LISTED) {
    mr_str_format(d->out, " and %u more", found - SQUARES_LISTED);
  }
  if (found) {
    mr_str_char(d->out, '\n');
    d->lines++;
  }
}

/* "WL-32 leaders: leaders of level 2: 4 found, 3 wanted" */
static void check_number(deployment *d, const char *fault, const char *what, unsigned found,
                         unsigned wanted) {
  if (found != wanted) {
    mr_str_format(d->out, "%s %s: %s: %u found, %u wanted\n", d->rule, fault, what, found, wanted);
    d->lines++;
  }
}

static void check_leaders(deployment *d) {
  if (!d->army->listed) {
    check_number(d, "leaders", "leaders", d->tally.leaders, d->army->leaders);
    check_number(d, "levels", "sum of the leaders' levels", d->tally.level_sum, d->army->level_sum);
    return;
  }
  for (unsigned level = 1; level <= MR_WL_LEVEL_MAX; level++) {
    check_number(d, "leaders", mr_wl_kind_names[level], d->tally.kinds[level],
                 d->army->levels[level]);
  }
}

static void check_units(deployment *d) {
  unsigned wanted = d->army->free_units, found = 0;
  size_t before = d->lines;
  for (unsigned kind = MR_WL_HEAVY; kind < MR_WL_KINDS; kind++) {
    unsigned there = d->tally.kinds[kind], least = d->army->units[kind];
    wanted += least;
    found += there;
    if (!d->army->free_units) {
      check_number(d, "units", mr_wl_kind_names[kind], there, least);
    } else if (there < least) {
      mr_str_format(d->out, "%s units: %s: %u found, at least %u wanted\n", d->rule,
                    mr_wl_kind_names[kind], there, least);
      d->lines++;
    }
  }
  if (d->army->free_units || d->lines == before) {
    check_number(d, "units", "units that are not leaders", found, wanted);
  }
}

/* "WL-32 section-leaders: section A (a1-d4): 1 leader found, 2 wanted" */
static void check_share(deployment *d, unsigned zone, bool leaders) {
  unsigned found = leaders ? d->tally.zone_leaders[zone] : d->tally.zone_units[zone];
  unsigned wanted = leaders ? d->army->zone_leaders : d->army->zone_units;
  if (found != wanted) {
    mr_str_format(d->out, "%s %s-%s: %s: %u %s%s found, %u wanted\n", d->rule, d->zone,
                  leaders ? "leaders" : "units", mr_wl_name_zone(d->game, d->side, zone).text,
                  found, leaders ? "leader" : "other unit", found == 1 ? "" : "s", wanted);
    d->lines++;
  }
}

static void check_zones(deployment *d) {
  unsigned used = 0;
  for (unsigned zone = 0; zone < d->army->zones; zone++) {
    bool empty = !d->tally.zone_leaders[zone] && !d->tally.zone_units[zone];
    if (!empty || d->army->zones_used >= d->army->zones) {
      used++;
      check_share(d, zone, true);
      check_share(d, zone, false);
    }
  }
  if (used != d->army->zones_used) {
    mr_str_format(d->out, "%s sections: %ss with units in them: %u found, %u wanted\n", d->rule,
                  d->zone, used, d->army->zones_used);
    d->lines++;
  }
}

/* Writes a line for every fault: its name ("WL-32 sections"), what is wrong, and where. */
static size_t list_faults(const mr_wl_game *game, unsigned side, const uint8_t *pieces,
                          mr_str *out) {
  const mr_wl_army *army = &game->army;
  deployment d = {
      .game = game,
      .side = side,
      .pieces = pieces,
      .army = army,
      .rule = army->listed ? "WL-32" : "WL-33",
      .zone = army->listed ? "section" : "block",
      .out = out,
  };
  check_squares(&d, OTHER_SIDE, "WL-31", "other-side: the other side's");
  check_squares(&d, UNKNOWN_UNIT, d.rule, "unknown-unit: promoted leaders, which nobody sets up");
  check_squares(&d, OUTSIDE_ZONES, d.rule, "zone: outside the squares where this side sets up");
  for (unsigned cell = 0; cell < game->cells; cell++) {
    unsigned kind = pieces[cell] & 15u;
    if (kind && pieces[cell] >> 4 == side && kind != MR_WL_PROMOTED) {
      mr_wl_tally_add(game, side, kind, cell, &d.tally);
    }
  }
  check_leaders(&d);
  check_units(&d);
  check_zones(&d);
  return d.lines;
}

/* ---- reading --------------------------------------------------------------------------------- */

static bool is_end_of_line(char c) {
  return c == '\n' || c == '\r';
}

/* Blanks, remarks from # to the end of their line and, outside of rows, ends of lines. */
static void skip(mr_reader *r, bool lines) {
  bool remark = false;
  for (; mr_reader_more(r); r->at++) {
    char c = mr_reader_peek(r);
    remark = (remark || c == '#') && !is_end_of_line(c);
    if (!remark && !mr_text_is_blank(c) && !(lines && is_end_of_line(c))) {
      return;
    }
  }
}

static void read_row(mr_reader *r, uint8_t *row) {
  unsigned columns = mr_wl_game_of(r->game)->columns, place = 0;
  skip(r, false);
  while (r->status == MR_OK && place < columns) {
    char c = mr_reader_peek(r);
    unsigned piece = mr_wl_piece_of_letter(c), run = 0;
    if (piece || c == '.') {
      row[place++] = (uint8_t)piece;
      r->at++;
    } else if (mr_text_is_digit(c) && c != '0') {
      mr_reader_number(r, 0, columns - place, "the run", &run);
      skip(r, false);
      if (mr_text_is_digit(mr_reader_peek(r))) {
        mr_reader_expected(r, "a unit or a dot after a run");
      }
      place += run;
    } else if (!mr_reader_more(r) || is_end_of_line(c) || c == '/') {
      mr_reader_fail(r, MR_ERR_SYNTAX, r->at, "this row has %u square%s, the board has %u", place,
                     mr_text_plural(place), columns);
    } else {
      mr_reader_expected(r, "a unit, a dot or a run of empty squares");
    }
    skip(r, false);
  }
  char c = mr_reader_peek(r);
  if (mr_reader_more(r) && !is_end_of_line(c) && c != '/') {
    mr_reader_fail(r, MR_ERR_SYNTAX, r->at, "this row has more than %u squares", columns);
  }
}

/*
 * Reads rows into the top of `out`, then moves them to where they belong: all of the board's, or
 * those that the zones of a side lie in.
 */
static mr_status read_rows(mr_reader *r, unsigned side, uint8_t *out) {
  const mr_wl_game *game = mr_wl_game_of(r->game);
  unsigned rows = 0, top = game->rows, bottom = 0;
  size_t columns = game->columns;
  for (unsigned cell = 0; cell < game->cells; cell++) {
    if (game->zone[cell] && game->zone[cell] >> 4 == side) {
      top = game->row[cell] < top ? game->row[cell] : top;
      bottom = game->row[cell];
    }
  }
  unsigned band = bottom - top + 1;
  skip(r, true);
  while (mr_reader_more(r)) {
    if (rows++ == game->rows) {
      break;
    }
    read_row(r, out + (rows - 1) * columns);
    skip(r, true);
    if (mr_reader_take(r, "/")) {
      skip(r, true);
      if (!mr_reader_more(r)) {
        mr_reader_expected(r, "a row after '/'");
      }
    }
  }
  if (rows != game->rows && rows != band) {
    return mr_reader_fail(
        r, MR_ERR_SYNTAX, r->at,
        "%u row%s found; a set-up is drawn with the board's %u rows, or with the %u "
        "where %s sets up (ranks %u to %u)",
        rows, rows == 1 ? "" : "s", game->rows, band, mr_wl_side_names[side], game->rows - bottom,
        game->rows - top);
  }
  if (rows != game->rows) {
    memmove(out + top * columns, out, band * columns);
    memset(out, 0, top * columns);
  }
  return r->status;
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
  uint32_t begin = mark_of(r);
  err->line = 1;
  for (uint32_t i = 0; i + 1 < err->column && i < r->length; i++) {
    if (r->text[i] == '\n') {
      err->line++;
      begin = i + 1;
    }
  }
  err->column -= begin;
}

mr_status mr_wl_read_setup(const mr_game *base, const mr_state *opaque, const char *text,
                           size_t length, mr_setup *out, mr_error *err) {
  const mr_wl_game *game = mr_wl_game_of(base);
  const mr_wl_state *state = mr_wl_state_of(opaque);
  uint8_t pieces[MR_WL_CELLS_MAX];
  if (state->head.phase == MR_WL_ENTER) {
    return mr_error_set(err, MR_ERR_UNSUPPORTED,
                        "a block that comes later is placed unit by unit (WL-45)");
  }
  if (state->head.phase != MR_WL_DEPLOY) {
    return mr_error_set(err, MR_ERR_UNSUPPORTED, "both armies stand already (WL-31)");
  }
  memset(pieces, 0, game->cells);
  mr_reader r = mr_reader_over(&game->base, text, length, err);
  r.at = mark_of(&r);
  mr_status status = read_rows(&r, state->head.side, pieces);
  if (status != MR_OK && err != NULL) {
    find_line(&r);
  }
  if (status != MR_OK) {
    return status;
  }
  take_sides(game, state->head.side, pieces);
  size_t wrong = list_faults(game, state->head.side, pieces, out->faults);
  if (wrong) {
    return mr_error_set(err, MR_ERR_ILLEGAL, "the set-up has %zu fault%s", wrong,
                        wrong == 1 ? "" : "s");
  }
  /* In any order a legal set-up leaves an army that can be completed; this one is the board's. */
  out->count = 0;
  for (unsigned cell = 0; cell < game->cells; cell++) {
    if (pieces[cell]) {
      out->actions[out->count++] = mr_wl_action(MR_WL_ACT_PLACE, pieces[cell] & 15u, cell);
    }
  }
  out->actions[out->count++] = mr_wl_action(MR_WL_ACT_COMMIT, 0, 0);
  return MR_OK;
}
