#include "paint_samples.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "failing_alloc.h"
#include "test_main.h"

mr_game mr_sample_game(const char *first, const char *second) {
  return (mr_game){.info = {.name = "sample",
                            .title = "Sample",
                            .summary = "A game that is nothing but names.",
                            .players = 2,
                            .team = {0, 1},
                            .player_names = {first, second}}};
}

void mr_sample_done(mr_sample *sample) {
  mr_arena_done(&sample->arena);
}

static mr_player player_of(unsigned owner) {
  return (mr_player){(uint8_t)owner};
}

void mr_sample_board(mr_sample *sample, unsigned columns, unsigned rows, int first_row,
                     int row_step) {
  memset(sample, 0, sizeof *sample);
  mr_arena_init(&sample->arena, NULL, 0);
  mr_view *view = &sample->view;
  assert_int_equal(
      mr_view_init(view, &sample->arena, (uint16_t)columns, (uint16_t)rows, first_row, row_step),
      MR_OK);
  sample->terrains[0] = view->terrains[0];
  view->terrains = sample->terrains;
  view->pieces = sample->pieces;
  view->regions = sample->regions;
  view->hands = sample->hands;
  view->notes = sample->notes;
}

uint16_t mr_sample_piece(mr_sample *sample, unsigned owner, const char *name, const char *label) {
  size_t index = sample->view.piece_count++;
  assert_true(index < MR_SAMPLE_MOST);
  sample->pieces[index] = (mr_view_piece){.piece = {(uint32_t)index + 1},
                                          .owner = player_of(owner),
                                          .name = name,
                                          .label = label,
                                          .glyph = ""};
  return (uint16_t)(index + 1);
}

uint16_t mr_sample_pattern(mr_sample *sample, unsigned owner, const char *digits) {
  uint16_t index = mr_sample_piece(sample, owner, digits, digits);
  mr_view_piece *piece = &sample->pieces[index - 1];
  piece->pip_columns = 3;
  piece->pip_rows = 3;
  for (unsigned row = 0; row < 3; row++) {
    unsigned digit = (unsigned)(digits[row] - '0');
    for (unsigned column = 0; column < 3; column++) {
      piece->pips |= (uint64_t)(digit >> (2 - column) & 1) << (row * 3 + column);
    }
  }
  return index;
}

uint16_t mr_sample_terrain(mr_sample *sample, const char *name, char letter) {
  size_t index = sample->view.terrain_count++;
  assert_true(index < MR_SAMPLE_MOST);
  sample->terrains[index] = (mr_view_terrain){name, letter};
  return (uint16_t)index;
}

uint32_t mr_sample_region(mr_sample *sample, const char *name, unsigned owner) {
  size_t index = sample->view.region_count++;
  assert_true(index < 32);
  sample->regions[index] = (mr_view_region){name, player_of(owner), false};
  return UINT32_C(1) << index;
}

void mr_sample_hand(mr_sample *sample, unsigned owner, const char *title, const mr_view_held *items,
                    size_t count) {
  size_t index = sample->view.hand_count++;
  assert_true(index < MR_SAMPLE_MOST);
  sample->hands[index] = (mr_view_hand){player_of(owner), title, items, count, false, false};
}

void mr_sample_note(mr_sample *sample, const char *label, const char *text) {
  size_t index = sample->view.note_count++;
  assert_true(index < MR_SAMPLE_MOST);
  sample->notes[index] = (mr_view_note){label, text};
}

mr_view_cell *mr_sample_cell(mr_sample *sample, unsigned column, unsigned row) {
  assert_true(column < sample->view.columns && row < sample->view.rows);
  return &sample->view.cells[(size_t)row * sample->view.columns + column];
}

void mr_sample_fill(mr_sample *sample, uint32_t region, unsigned column, unsigned row,
                    unsigned columns, unsigned rows) {
  for (unsigned y = row; y < row + rows; y++) {
    for (unsigned x = column; x < column + columns; x++) {
      mr_sample_cell(sample, x, y)->regions |= region;
    }
  }
}

/* ---- Borderline ------------------------------------------------------------------------------ */

static mr_view_held *make_items(mr_sample *sample, size_t count) {
  mr_view_held *items = mr_arena_zero(&sample->arena, count, sizeof *items);
  assert_non_null(items);
  return items;
}

static mr_view_held *make_hand(mr_sample *sample, unsigned owner, const char *const *patterns,
                               size_t count) {
  mr_view_held *items = make_items(sample, count);
  for (size_t i = 0; i < count; i++) {
    items[i].piece = mr_sample_pattern(sample, owner, patterns[i]);
    items[i].count = i % 4 == 1 ? 2 : 1;
  }
  return items;
}

void mr_sample_borderline(mr_sample *sample) {
  static const char *const red[] = {"121", "122", "124", "127", "222", "421", "422", "524", "777"};
  static const char *const blue[] = {"121", "124", "221", "222", "224", "421",
                                     "424", "475", "522", "651", "725"};
  mr_sample_board(sample, 6, 8, 0, 1);
  sample->view.pip_columns = 3;
  sample->view.pip_rows = 3;
  mr_sample_fill(sample, mr_sample_region(sample, "Red's home row", 0), 0, 0, 6, 1);
  mr_sample_fill(sample, mr_sample_region(sample, "Blue's home row", 1), 0, 7, 6, 1);
  mr_sample_cell(sample, 3, 0)->piece = mr_sample_pattern(sample, 0, "522");
  mr_sample_cell(sample, 3, 1)->piece = mr_sample_pattern(sample, 0, "222");
  mr_sample_cell(sample, 3, 2)->piece = mr_sample_pattern(sample, 0, "236");
  mr_sample_cell(sample, 2, 7)->piece = mr_sample_pattern(sample, 1, "124");
  mr_sample_cell(sample, 2, 6)->piece = mr_sample_pattern(sample, 1, "471");
  mr_sample_cell(sample, 3, 6)->piece = mr_sample_pattern(sample, 1, "124");
  mr_sample_cell(sample, 3, 3)->piece = mr_sample_pattern(sample, 1, "122");
  mr_sample_cell(sample, 3, 2)->marks = MR_MARK_TO;
  mr_sample_cell(sample, 2, 2)->marks = MR_MARK_TARGET;
  mr_sample_cell(sample, 4, 2)->marks = MR_MARK_TARGET;
  mr_sample_cell(sample, 2, 3)->marks = MR_MARK_TARGET | MR_MARK_CAPTURE;
  mr_sample_hand(sample, 0, "hand", make_hand(sample, 0, red, 9), 9);
  mr_sample_hand(sample, 1, "hand", make_hand(sample, 1, blue, 11), 11);
  mr_sample_note(sample, "plies", "12 of 200");
  mr_sample_note(sample, "passes in a row", "0");
}

/* ---- Borderlands ----------------------------------------------------------------------------- */

static const char *borderlands_name(char letter) {
  static const struct {
    char letter;
    const char *name;
  } names[] = {{'a', "Archer"},   {'h', "Horse"},   {'s', "Slinger"}, {'c', "Chief"},
               {'e', "Elephant"}, {'l', "Lion"},    {'f', "Falcon"},  {'w', "Warrior"},
               {'g', "Guard"},    {'m', "Marauder"}};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    if (names[i].letter == letter) {
      return names[i].name;
    }
  }
  return "";
}

/** The piece of a label, added at its first use. Capitals are the first player's. */
static uint16_t piece_of(mr_sample *sample, const char *label) {
  for (size_t i = 0; i < sample->view.piece_count; i++) {
    if (strcmp(sample->view.pieces[i].label, label) == 0) {
      return (uint16_t)(i + 1);
    }
  }
  char last = label[strlen(label) - 1];
  char *copy = mr_arena_copy(&sample->arena, label, strlen(label));
  assert_non_null(copy);
  return mr_sample_piece(sample, islower((unsigned char)last) ? 1 : 0,
                         borderlands_name((char)tolower((unsigned char)last)), copy);
}

/** Places letters as in a FEN: rows from the top, runs of empty cells as numbers. */
static void place(mr_sample *sample, const char *fen) {
  unsigned column = 0;
  unsigned row = 0;
  while (*fen != '\0') {
    char label[3] = {*fen, '\0', '\0'};
    if (isdigit((unsigned char)*fen)) {
      char *end;
      column += (unsigned)strtoul(fen, &end, 10);
      fen = end;
      continue;
    }
    if (*fen == '/') {
      row++;
      column = 0;
    } else {
      if (*fen == '+') {
        label[1] = *++fen;
      }
      mr_sample_cell(sample, column++, row)->piece = piece_of(sample, label);
    }
    fen++;
  }
}

static void borderlands_regions(mr_sample *sample) {
  for (unsigned side = 0; side < 2; side++) {
    const char *village = side == 0 ? "White's villages" : "Black's villages";
    const char *zone = side == 0 ? "White's village zone" : "Black's village zone";
    const char *den = side == 0 ? "White's den" : "Black's den";
    unsigned low = side == 0 ? 7 : 0;
    mr_sample_fill(sample, mr_sample_region(sample, zone, side), 0, low, 9, 3);
    uint32_t villages = mr_sample_region(sample, village, side);
    mr_sample_fill(sample, villages, 1, low + 1, 1, 1);
    mr_sample_fill(sample, villages, 7, low + 1, 1, 1);
    mr_sample_fill(sample, mr_sample_region(sample, den, side), 4, low + 1, 1, 1);
  }
  uint32_t roads = mr_sample_region(sample, "roads", MR_NOBODY_ID);
  for (unsigned column = 0; column < 9; column += 4) {
    mr_sample_fill(sample, roads, column, 3, 1, 4);
  }
}

void mr_sample_borderlands(mr_sample *sample) {
  mr_sample_board(sample, 9, 10, 10, -1);
  sample->view.checkered = true;
  borderlands_regions(sample);
  place(sample, "a1hs1sh1a/1ce1l1ec1/fwgw1wgwf/w1w1w1w1w/4+W4/3w5/W1W1W1W1W/FWG2WGWF/1CE1L1EC1/"
                "A1HS1SH1A");
  mr_sample_cell(sample, 3, 7)->marks = MR_MARK_FROM;
  mr_sample_cell(sample, 4, 4)->marks = MR_MARK_TO | MR_MARK_CHOSEN;
  mr_sample_cell(sample, 3, 5)->marks = MR_MARK_CAPTURE | MR_MARK_TARGET;
  mr_sample_cell(sample, 4, 5)->marks = MR_MARK_TARGET;
  mr_sample_cell(sample, 5, 5)->marks = MR_MARK_TARGET;
  mr_sample_cell(sample, 1, 1)->marks = MR_MARK_THREAT;
  mr_view_held *white = make_items(sample, 1);
  mr_view_held *black = make_items(sample, 1);
  white[0] = (mr_view_held){piece_of(sample, "M"), 2};
  black[0] = (mr_view_held){piece_of(sample, "m"), 1};
  mr_sample_hand(sample, 0, "reserve", white, 1);
  mr_sample_hand(sample, 1, "reserve", black, 1);
  mr_sample_note(sample, "without progress", "3 of 150");
}

/* ---- a war map ------------------------------------------------------------------------------- */

void mr_sample_war(mr_sample *sample) {
  static const char map[] = "........................"
                            "..~~........TT.........."
                            "..~~~......TTT.....^^..."
                            "....~~............^^^..."
                            ".....~..#..............."
                            "........................"
                            "....TT.......#....TT...."
                            "...TTT............TTT..."
                            ".....................^.."
                            "..^...........~~~......."
                            ".^^......~~~~~~........."
                            ".........~~............."
                            ".............~~........."
                            ".........~~~~~~......^^."
                            ".......~~~...........^.."
                            "..^....................."
                            "...TTT............TTT..."
                            "....TT....#.......TT...."
                            "........................"
                            "...............#..~....."
                            "...^^^............~~...."
                            "...^^.......TTT....~~~.."
                            "..........TT........~~.."
                            "........................";
  mr_sample_board(sample, 24, 24, 24, -1);
  uint16_t water = mr_sample_terrain(sample, "water", '~');
  uint16_t forest = mr_sample_terrain(sample, "forest", 'T');
  uint16_t hill = mr_sample_terrain(sample, "hill", '^');
  uint16_t town = mr_sample_terrain(sample, "town", '#');
  for (size_t i = 0; i < sizeof map - 1; i++) {
    mr_view_cell *cell = &sample->view.cells[i];
    cell->terrain = map[i] == '~'   ? water
                    : map[i] == 'T' ? forest
                    : map[i] == '^' ? hill
                    : map[i] == '#' ? town
                                    : 0;
  }
  place(sample, "ilin16/hhcc16/nnii8i/ii5l/7i/24/13H/24/24/24/24/24/24/24/24/24/24/24/24/16L/"
                "18NIIL/18IIHH/18CCNN/18KIII");
  mr_sample_cell(sample, 13, 6)->marks = MR_MARK_TO;
  mr_sample_cell(sample, 13, 9)->marks = MR_MARK_FROM;
  mr_sample_cell(sample, 16, 19)->marks = MR_MARK_CHOSEN;
  for (unsigned column = 15; column <= 17; column++) {
    mr_sample_cell(sample, column, 18)->marks = MR_MARK_TARGET;
  }
  mr_sample_cell(sample, 18, 20)->marks = MR_MARK_DIM;
  mr_sample_cell(sample, 19, 20)->marks = MR_MARK_DIM;
  mr_sample_note(sample, "turn", "7, White, 3 of 6 orders given");
}

/* ---- a diagram ------------------------------------------------------------------------------- */

void mr_sample_moves(mr_sample *sample) {
  mr_sample_board(sample, 7, 7, 7, -1);
  sample->view.checkered = true;
  mr_sample_cell(sample, 3, 3)->piece = mr_sample_piece(sample, 0, "Warrior", "+W");
  mr_sample_cell(sample, 3, 3)->marks = MR_MARK_CHOSEN;
  for (int y = -3; y <= 3; y++) {
    for (int x = -3; x <= 3; x++) {
      mr_view_cell *cell = mr_sample_cell(sample, (unsigned)(x + 3), (unsigned)(y + 3));
      bool leap = abs(x) + abs(y) == 3 && x != 0 && y != 0;
      bool two = (abs(x) == 2 && y == 0) || (abs(y) == 2 && x == 0);
      bool line = (x == 0) != (y == 0) || (abs(x) == abs(y) && x != 0);
      cell->marks |= leap || two ? MR_MARK_TARGET | MR_MARK_CAPTURE : 0;
      cell->marks |= line && !two ? MR_MARK_TARGET | MR_MARK_SLIDE : 0;
    }
  }
}

void mr_paint_short_of_memory(void (*paint)(mr_str *text)) {
  size_t n = 0;
  for (mr_status status = MR_ERR_NOMEM; status != MR_OK;) {
    mr_fail_alloc memory;
    mr_fail_alloc_init(&memory, ++n);
    mr_str text = mr_str_growing(&memory.allocator);
    paint(&text);
    status = text.status;
    mr_str_done(&text);
    assert_int_equal(status, memory.calls < n ? MR_OK : MR_ERR_NOMEM);
    assert_true(mr_fail_alloc_clean(&memory));
  }
  assert_true(n > 3);
}
