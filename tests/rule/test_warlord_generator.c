/*
 * Maps by chance: WL-33, WL-34 and WL-40, looked at square by square in the compiled game and by
 * its own moves, with nothing of the generator's.
 */
#include <marcher/catalog.h>
#include <marcher/laws.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "instruments.h"
#include "rules/warlord/warlord.h"
#include "test_main.h"

enum { SEEDS = MR_SLOW_BUILD ? 15 : 1000, LARGE_SEEDS = MR_SLOW_BUILD ? 1 : 6, VALUES = 32 };
enum { LAND_SEEDS = MR_SLOW_BUILD ? 15 : 40 };

/* ---- making ---------------------------------------------------------------------------------- */

static const mr_generator *generator(void) {
  assert_non_null(mr_family_warlord.generator);
  return mr_family_warlord.generator;
}

/* Puts "towns=9 size=48x72" into the order of the generator's options. */
static void read_words(const char *words, char *copy, size_t size, const char **values) {
  char *rest = NULL;
  assert_true(strlen(words) < size && generator()->option_count <= VALUES);
  memset(values, 0, VALUES * sizeof *values);
  snprintf(copy, size, "%s", words);
  for (char *word = strtok_r(copy, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest)) {
    char *equals = strchr(word, '=');
    size_t i = 0;
    assert_non_null(equals);
    *equals = '\0';
    while (i < generator()->option_count && strcmp(generator()->options[i].name, word) != 0) {
      i++;
    }
    assert_true(i < generator()->option_count);
    values[i] = equals + 1;
  }
}

static mr_status make_text(const char *words, uint64_t seed, mr_str *out, mr_error *err) {
  char copy[256];
  const char *values[VALUES];
  read_words(words, copy, sizeof copy, values);
  return generator()->generate(values, seed, NULL, out, err);
}

/* A generated game and its first state. */
typedef struct field {
  mr_game *base;
  const mr_wl_game *game;
  mr_state *opaque;
  mr_wl_state *state;
  mr_str text;
} field;

/* Making a catalogue takes longer than making a map: one does for many of different names. */
static mr_catalog *shared_catalog;
static unsigned maps_made;

static int close_catalog(void **unused) {
  (void)unused;
  mr_catalog_free(shared_catalog);
  shared_catalog = NULL;
  return 0;
}

static mr_catalog *catalog(void) {
  enum { MAPS_OF_ONE = 200 };
  if (maps_made++ % MAPS_OF_ONE == 0) {
    close_catalog(NULL);
    assert_int_equal(mr_catalog_new(NULL, &shared_catalog, NULL), MR_OK);
  }
  return shared_catalog;
}

static void compile(field *f, const char *name, const char *words, uint64_t seed) {
  mr_arena arena;
  mr_diagnostics list;
  mr_catalog *all = catalog();
  mr_arena_init(&arena, NULL, 0);
  mr_diagnostics_init(&list, &arena);
  bool good = mr_catalog_add(all, name, mr_str_text(&f->text), f->text.length, &list) == MR_OK &&
              mr_catalog_open(all, name, NULL, 0, &f->base, &list) == MR_OK;
  if (!good || list.count > 0) {
    fail_msg("%s seed %u: %s", words, (unsigned)seed,
             list.first != NULL ? list.first->message : "");
  }
  mr_arena_done(&arena);
}

static void open_field(field *f, const char *words, uint64_t seed) {
  mr_error error = {.message = ""};
  char name[32];
  char all[256];
  snprintf(name, sizeof name, "map-%u", maps_made);
  snprintf(all, sizeof all, "%s name=%s", words, name);
  memset(f, 0, sizeof *f);
  f->text = mr_str_growing(NULL);
  if (make_text(all, seed, &f->text, &error) != MR_OK) {
    fail_msg("%s seed %u: %s", words, (unsigned)seed, error.message);
  }
  compile(f, name, words, seed);
  f->game = mr_wl_game_of(f->base);
  f->opaque = mr_state_new(f->base, NULL);
  assert_non_null(f->opaque);
  mr_game_start(f->base, f->opaque);
  f->state = mr_wl_writable(f->opaque);
}

static void close_field(field *f) {
  mr_state_free(f->base, NULL, f->opaque);
  mr_game_free(f->base);
  mr_str_done(&f->text);
}

/* ---- looking --------------------------------------------------------------------------------- */

static unsigned count_of(const field *f, unsigned ground) {
  unsigned count = 0;
  for (unsigned cell = 0; cell < f->game->cells; cell++) {
    count += f->game->ground[cell] == ground;
  }
  return count;
}

/* side << 4 | kind of the definition's map; 0: nobody. */
static void pieces_of(const field *f, uint8_t *out) {
  memset(out, 0, f->game->cells);
  for (unsigned side = 0; side < 2; side++) {
    for (unsigned i = 0; i < f->game->posts[side]; i++) {
      mr_wl_post post = f->game->post[side][i];
      out[post.cell] = (uint8_t)(side << 4 | post.kind);
    }
  }
}

static void expect_symmetry(const field *f) {
  uint8_t pieces[MR_WL_CELLS_MAX];
  pieces_of(f, pieces);
  for (unsigned row = 0; row < f->game->rows; row++) {
    for (unsigned file = 0; file < f->game->columns; file++) {
      unsigned here = row * f->game->columns + file;
      unsigned there = (f->game->rows - 1 - row) * f->game->columns + f->game->columns - 1 - file;
      assert_int_equal(f->game->ground[here], f->game->ground[there]);
      assert_int_equal(pieces[here] & 15u, pieces[there] & 15u);
      assert_true(pieces[here] == 0 || pieces[here] >> 4 != pieces[there] >> 4);
      assert_true(pieces[here] == 0 || f->game->ground[here] == MR_WL_OPEN);
    }
  }
}

static unsigned apart(const field *f, unsigned a, unsigned b) {
  int files = abs((int)(a % f->game->columns) - (int)(b % f->game->columns));
  int rows = abs((int)(a / f->game->columns) - (int)(b / f->game->columns));
  return (unsigned)(files > rows ? files : rows);
}

/* The squares of towns, in the order of the board. */
static unsigned list_towns(const field *f, unsigned out[128]) {
  unsigned count = 0;
  for (unsigned cell = 0; cell < f->game->cells; cell++) {
    if (f->game->ground[cell] == MR_WL_TOWN) {
      assert_true(count < 128);
      out[count++] = cell;
    }
  }
  return count;
}

/* Nearer than `least` are only the two squares of a town in the middle. */
static void expect_towns_apart(const field *f, unsigned least) {
  unsigned towns[128] = {0};
  unsigned count = list_towns(f, towns);
  unsigned near = 0;
  for (unsigned i = 0; i < count; i++) {
    for (unsigned k = i + 1; k < count; k++) {
      bool middle = towns[i] + towns[k] == f->game->cells - 1 && apart(f, towns[i], towns[k]) == 1;
      near += middle;
      assert_true(middle || apart(f, towns[i], towns[k]) >= least);
    }
  }
  assert_true(near <= 1);
}

/* ---- walking --------------------------------------------------------------------------------- */

/* What a unit in a slot reaches in any number of moves, alone on the board. */
static void walk(field *f, unsigned slot, bool *seen) {
  static uint16_t queue[MR_WL_CELLS_MAX];
  mr_wl_unit *unit = &mr_wl_units(f->game, f->state)[slot];
  unsigned home = unit->cell;
  unsigned count = 1;
  memset(seen, 0, f->game->cells * sizeof *seen);
  queue[0] = (uint16_t)home;
  seen[home] = true;
  for (unsigned i = 0; i < count; i++) {
    uint16_t targets[MR_WL_TARGETS_MAX];
    unit->cell = queue[i];
    unsigned reached = mr_wl_reach(f->game, f->state, slot, targets);
    for (unsigned k = 0; k < reached; k++) {
      if (!seen[targets[k]]) {
        seen[targets[k]] = true;
        queue[count++] = targets[k];
      }
    }
  }
  unit->cell = (uint16_t)home;
}

/* Takes all men from the squares; the lists of units stay. */
static void clear_board(const field *f) {
  uint16_t *squares = mr_wl_squares(f->game, f->state);
  for (unsigned cell = 0; cell < f->game->cells; cell++) {
    squares[cell] = (uint16_t)(squares[cell] & ~MR_WL_SLOT_BITS);
  }
}

/*
 * Every unit that moves by leaps comes to the far rank; cavalry comes to every town, and so does
 * some cannon. Of most maps one side is looked at, which is as good: they are symmetric.
 */
static void expect_reach(field *f, uint64_t seed) {
  static bool seen[MR_WL_CELLS_MAX];
  unsigned towns[128] = {0};
  unsigned count = list_towns(f, towns);
  clear_board(f);
  for (unsigned side = 0; side < 2; side++) {
    bool cannons[128] = {false};
    if (seed >= 100 && side != seed % 2) {
      continue;
    }
    for (unsigned i = 0; i < f->state->head.units[side]; i++) {
      unsigned slot = side * f->game->side_max + i;
      unsigned kind = mr_wl_units(f->game, f->state)[slot].kind;
      unsigned far = side == MR_WL_WHITE ? 0 : f->game->cells - f->game->columns;
      if (kind != MR_WL_HEAVY && kind != MR_WL_CANNON && kind != MR_WL_LIGHT) {
        continue;
      }
      walk(f, slot, seen);
      assert_non_null(memchr(seen + far, true, f->game->columns));
      for (unsigned k = 0; k < count; k++) {
        assert_true(kind == MR_WL_CANNON || seen[towns[k]]);
        cannons[k] = cannons[k] || (kind == MR_WL_CANNON && seen[towns[k]]);
      }
    }
    for (unsigned k = 0; k < count; k++) {
      assert_true(cannons[k]);
    }
  }
}

static void expect_percent(const field *f, unsigned percent) {
  unsigned rough = f->game->cells - count_of(f, MR_WL_OPEN);
  int off = (int)(100 * rough) - (int)(percent * f->game->cells);
  unsigned hills = count_of(f, MR_WL_HILL);
  unsigned forests = count_of(f, MR_WL_FOREST);
  assert_true(abs(off) <= 200);
  assert_true(10 * rough >= f->game->cells && 10 * rough <= 3 * f->game->cells);
  assert_true(hills <= forests + 2 && forests <= hills + 2);
}

/* ---- tests ----------------------------------------------------------------------------------- */

static void WL_34a_border_war_has_towns_and_terrain_where_the_rule_says(void **unused) {
  (void)unused;
  for (uint64_t seed = 0; seed < SEEDS; seed++) {
    field f;
    unsigned towns[128] = {0};
    open_field(&f, "size=24x16 towns=4", seed);
    expect_symmetry(&f);
    assert_int_equal(list_towns(&f, towns), 4);
    assert_in_range(count_of(&f, MR_WL_FOREST), 7, 8);
    assert_in_range(count_of(&f, MR_WL_HILL), 7, 8);
    for (unsigned cell = 0; cell < f.game->cells; cell++) {
      unsigned row = cell / 24;
      assert_true(f.game->ground[cell] == MR_WL_OPEN || (row >= 4 && row < 12));
    }
    int row_of_file[24] = {0};
    for (unsigned i = 0; i < 4; i++) {
      row_of_file[towns[i] % 24] = (int)(towns[i] / 24);
      assert_in_range(towns[i] / 24, 6, 9);
    }
    /* Four squares outside of the outer towns, six between the inner ones, one up, one down. */
    const int rows[4] = {row_of_file[4], row_of_file[8], row_of_file[15], row_of_file[19]};
    for (unsigned i = 0; i < 4; i++) {
      assert_int_not_equal(rows[i], 0);
      assert_true(i == 0 || (rows[i] < 8) != (rows[i - 1] < 8));
    }
    expect_reach(&f, seed);
    close_field(&f);
  }
}

static void WL_34_and_its_army_is_that_of_border_war(void **unused) {
  (void)unused;
  field f;
  open_field(&f, "style=border deployment=hidden", 5);
  const mr_wl_army *army = &f.game->army;
  assert_int_equal(army->leaders, 12);
  assert_int_equal(army->level_sum, 21);
  assert_int_equal(army->units[MR_WL_HEAVY], 4);
  assert_int_equal(army->units[MR_WL_CANNON], 4);
  assert_int_equal(army->units[MR_WL_LIGHT], 6);
  assert_int_equal(army->units[MR_WL_INFANTRY], 16);
  assert_int_equal(army->free_units, 6);
  assert_int_equal(army->zones_used, 3);
  assert_int_equal(army->zone_leaders, 4);
  assert_int_equal(army->zone_units, 12);
  assert_int_equal(f.game->cap, MR_WL_CAP_FIXED);
  assert_int_equal(f.game->cap_most, 12);
  assert_int_equal(f.game->defeat_level, 12);
  assert_int_equal(f.game->towns_to_win, 3);
  for (unsigned cell = 0; cell < f.game->cells; cell++) {
    unsigned row = cell / 24;
    unsigned file = cell % 24;
    bool block = file < 4 || (file >= 10 && file < 14) || file >= 20;
    unsigned zone = !block ? 0 : row >= 12 ? 1 + file / 8 : row < 4 ? 17 + file / 8 : 0;
    assert_int_equal(f.game->zone[cell], zone);
  }
  close_field(&f);
}

static void expect_all(const char *words, unsigned towns, unsigned wins, unsigned percent,
                       unsigned least, uint64_t seed) {
  field f;
  open_field(&f, words, seed);
  expect_symmetry(&f);
  assert_int_equal(count_of(&f, MR_WL_TOWN), towns);
  assert_int_equal(f.game->towns_to_win, wins);
  expect_towns_apart(&f, least);
  expect_percent(&f, percent);
  expect_reach(&f, seed);
  close_field(&f);
}

/* The distances are half of the root of the squares where towns may be, for each town. */
static void WL_40_maps_are_symmetric_and_all_in_reach(void **unused) {
  (void)unused;
  for (uint64_t seed = 0; seed < SEEDS; seed++) {
    expect_all("size=12x12 terrain=15%", 2, 2, 15, 2, seed);
    expect_all("size=13x17 towns=5 terrain=30 leaders=3", 5, 4, 30, 2, seed);
    expect_all("size=16x36 towns=9 leaders=5", 10, 7, 20, 2, seed);
  }
}

static void WL_40_large_maps_are_symmetric_and_all_in_reach(void **unused) {
  (void)unused;
  for (uint64_t seed = 0; seed < LARGE_SEEDS; seed++) {
    expect_all("size=48x72 towns=9 terrain=20% leaders=12", 10, 7, 20, 5, seed);
    expect_all("size=100x100 terrain=10% leaders=24 deployment=fixed", 16, 13, 10, 6, seed);
    expect_all("size=120x120 towns=25 terrain=30% leaders=12 units=1.5", 26, 21, 30, 5, seed);
  }
}

static void WL_40a_an_odd_town_is_the_middle_square_where_there_is_one(void **unused) {
  (void)unused;
  static const struct {
    const char *words;
    unsigned columns;
    unsigned rows;
  } boards[] = {{"size=25x17 towns=1", 25, 17},
                {"size=24x17 towns=1", 24, 17},
                {"size=25x18 towns=1", 25, 18},
                {"size=24x18 towns=1", 24, 18}};
  for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
    field f;
    unsigned towns[128] = {0};
    open_field(&f, boards[i].words, 1);
    unsigned count = list_towns(&f, towns);
    assert_int_equal(count, i == 0 ? 1 : 2);
    assert_int_equal(towns[0] + towns[count - 1], boards[i].columns * boards[i].rows - 1);
    assert_true(apart(&f, towns[0], towns[count - 1]) <= 1);
    assert_int_equal(f.game->towns_to_win, count);
    assert_true(i == 0 || strstr(mr_str_text(&f.text), "has two") != NULL);
    close_field(&f);
  }
}

/* ---- land that is not the same from both sides, and what lies on it -------------------------- */

/* Squares of a ground in the upper half, less those in the lower one. */
static int lean_of(const field *f, unsigned ground) {
  int lean = 0;
  for (unsigned cell = 0; cell < f->game->cells; cell++) {
    unsigned row = cell / f->game->columns;
    int half = 2 * row + 1 < f->game->rows ? 1 : 2 * row + 1 > f->game->rows ? -1 : 0;
    lean += f->game->ground[cell] == ground ? half : 0;
  }
  return lean;
}

/* Squares of hills and forests whose opposite is not like them. */
static unsigned unlike_of(const field *f) {
  unsigned count = 0;
  for (unsigned cell = 0; cell < f->game->cells; cell++) {
    uint8_t here = f->game->ground[cell], there = f->game->ground[f->game->cells - 1 - cell];
    count += here != there;
    assert_true(here == there || (here != MR_WL_TOWN && here != MR_WL_WATER));
    assert_true(here == there || (there != MR_WL_TOWN && there != MR_WL_WATER));
  }
  return count;
}

static void WL_40b_terrain_of_its_own_is_as_much_in_each_half_and_all_in_reach(void **unused) {
  (void)unused;
  for (uint64_t seed = 0; seed < LAND_SEEDS; seed++) {
    field f;
    open_field(&f, "size=24x24 alike=0%", seed);
    expect_percent(&f, 20);
    expect_reach(&f, seed);
    assert_true(abs(lean_of(&f, MR_WL_FOREST)) <= 2 && abs(lean_of(&f, MR_WL_HILL)) <= 2);
    assert_true(unlike_of(&f) > 60);
    close_field(&f);
    open_field(&f, "size=24x24 alike=50% terrain=15", seed);
    expect_percent(&f, 15);
    expect_reach(&f, seed);
    assert_true(unlike_of(&f) > 0);
    close_field(&f);
  }
}

/* Steps from a square of hills or forests to the nearest edge, on average, in hundredths. */
static unsigned depth_of(const field *f) {
  unsigned sum = 0, count = 0;
  for (unsigned cell = 0; cell < f->game->cells; cell++) {
    unsigned file = cell % f->game->columns, row = cell / f->game->columns;
    unsigned right = f->game->columns - 1 - file, below = f->game->rows - 1 - row;
    unsigned across = file < right ? file : right, along = row < below ? row : below;
    if (f->game->ground[cell] == MR_WL_FOREST || f->game->ground[cell] == MR_WL_HILL) {
      sum += across < along ? across : along;
      count++;
    }
  }
  return 100 * sum / (count > 0 ? count : 1);
}

static void WL_40b_doubled_terrain_lies_away_from_the_edges(void **unused) {
  (void)unused;
  unsigned doubled = 0, patches = 0;
  for (uint64_t seed = 0; seed < 6; seed++) {
    field f;
    open_field(&f, "size=36x36 lay=doubled", seed);
    expect_symmetry(&f);
    expect_percent(&f, 20);
    expect_reach(&f, seed);
    doubled += depth_of(&f);
    close_field(&f);
    open_field(&f, "size=36x36", seed);
    patches += depth_of(&f);
    close_field(&f);
  }
  assert_true(doubled > patches + 6 * 50);
}

/* The longest row of squares of one ground in a direction. */
static unsigned longest(const field *f, unsigned ground, int files, int rows) {
  unsigned most = 0;
  int columns = (int)f->game->columns, all = (int)f->game->rows;
  for (int cell = 0; cell < columns * all; cell++) {
    unsigned length = 0;
    for (int file = f->game->file[cell], row = f->game->row[cell];
         file >= 0 && file < columns && row >= 0 && row < all &&
         f->game->ground[row * columns + file] == ground;
         file += files, row += rows) {
      length++;
    }
    most = length > most ? length : most;
  }
  return most;
}

static unsigned longest_line(const field *f) {
  unsigned lines[4] = {longest(f, MR_WL_HILL, 1, 0), longest(f, MR_WL_HILL, 0, 1),
                       longest(f, MR_WL_FOREST, 1, 1), longest(f, MR_WL_FOREST, 1, -1)};
  unsigned most = 0;
  for (size_t i = 0; i < 4; i++) {
    most = lines[i] > most ? lines[i] : most;
  }
  return most;
}

static void WL_40b_blocking_lines_and_ranges_are_laid(void **unused) {
  (void)unused;
  for (uint64_t seed = 0; seed < 8; seed++) {
    field f;
    open_field(&f, "size=40x40 terrain=10% lines=3 mountains=2 lay=doubled", seed);
    expect_symmetry(&f);
    expect_percent(&f, 10);
    expect_reach(&f, seed);
    assert_true(longest_line(&f) >= 3);
    close_field(&f);
  }
}

/* Whether king's steps over open ground lead from White's block to Black's. */
static bool has_open_way(const field *f) {
  static bool seen[MR_WL_CELLS_MAX];
  static unsigned queue[MR_WL_CELLS_MAX];
  unsigned columns = f->game->columns, count = 0;
  memset(seen, 0, sizeof seen);
  for (unsigned file = 0; file < columns; file++) {
    queue[count] = (f->game->rows - 5) * columns + file;
    count += f->game->ground[queue[count]] == MR_WL_OPEN;
  }
  for (unsigned i = 0; i < count; i++) {
    for (int way = 0; way < 9; way++) {
      int file = f->game->file[queue[i]] + way % 3 - 1;
      int row = f->game->row[queue[i]] + way / 3 - 1;
      unsigned cell = (unsigned)row * columns + (unsigned)file;
      if (file >= 0 && row >= 0 && file < (int)columns && row < (int)f->game->rows &&
          f->game->ground[cell] == MR_WL_OPEN && !seen[cell]) {
        seen[cell] = true;
        queue[count++] = cell;
      }
    }
    if (queue[i] / columns == 4) {
      return true;
    }
    count = count < MR_WL_CELLS_MAX - 9 ? count : MR_WL_CELLS_MAX - 9;
  }
  return false;
}

static void WL_40b_rivers_have_fords_and_roads_are_open(void **unused) {
  (void)unused;
  for (uint64_t seed = 0; seed < 12; seed++) {
    field f;
    open_field(&f, seed % 2 ? "size=24x24 rivers=1 roads=1" : "size=48x48 rivers=2 roads=2", seed);
    expect_symmetry(&f);
    expect_reach(&f, seed);
    assert_true(count_of(&f, MR_WL_WATER) >= f.game->columns / 2);
    assert_int_equal(count_of(&f, MR_WL_VOID), 0);
    assert_true(has_open_way(&f));
    close_field(&f);
  }
}

static void WL_40c_two_countries_have_a_garrison_at_every_town(void **unused) {
  (void)unused;
  for (uint64_t seed = 0; seed < 6; seed++) {
    field f;
    uint8_t pieces[MR_WL_CELLS_MAX];
    unsigned towns[128] = {0};
    open_field(&f, "size=48x72 towns=9 armies=garrisons leaders=16", seed);
    pieces_of(&f, pieces);
    unsigned count = list_towns(&f, towns);
    assert_int_equal(count, 10); /* the one in the middle is nobody's */
    for (unsigned i = 0; i < count; i++) {
      bool middle = abs(2 * (int)(towns[i] / 48) - 71) == 1;
      unsigned leaders = 0;
      for (unsigned cell = 0; cell < f.game->cells; cell++) {
        unsigned kind = pieces[cell] & 15u;
        leaders += apart(&f, cell, towns[i]) <= 2 && mr_wl_is_numbered(kind);
      }
      assert_true(middle ? leaders == 0 : leaders >= 3);
      assert_int_equal(pieces[towns[i]] != 0, !middle);
    }
    for (unsigned i = 0; i < f.game->posts[0]; i++) { /* nobody is taken on the first turn */
      for (unsigned k = 0; k < f.game->posts[1]; k++) {
        assert_true(apart(&f, f.game->post[0][i].cell, f.game->post[1][k].cell) > 3);
      }
    }
    expect_reach(&f, seed);
    close_field(&f);
  }
}

static void WL_40d_reinforcements_come_by_blocks(void **unused) {
  (void)unused;
  field f;
  open_field(&f, "size=48x48 leaders=8 arrivals=6,12,20", 4);
  assert_int_equal(f.game->blocks, 3);
  assert_int_equal(f.game->arrival[2], 20);
  assert_int_equal(f.game->original[0], 32);
  close_field(&f);
}

/* Levels, ratio and blocks of WL-33's army, for armies of any size. */
static void WL_33_armies_have_the_levels_and_units_asked_for(void **unused) {
  (void)unused;
  static const struct {
    const char *words;
    unsigned leaders, levels, units, heavy, cannon, light;
  } armies[] = {
      {"size=24x24 towns=0", 12, 21, 36, 6, 6, 6},
      {"size=48x72 leaders=12", 12, 21, 36, 6, 6, 6},
      {"size=12x12 leaders=2 units=2", 2, 4, 4, 1, 2, 1},
      {"size=16x36 leaders=5", 5, 9, 15, 3, 3, 3},
      {"size=120x60 leaders=64 levels=2.5 units=6.5", 64, 160, 416, 69, 69, 69},
      {"size=40x20 leaders=10 levels=10 units=1.75", 10, 100, 18, 3, 3, 3},
  };
  for (size_t i = 0; i < sizeof armies / sizeof *armies; i++) {
    field f;
    unsigned kinds[MR_WL_KINDS] = {0};
    open_field(&f, armies[i].words, 3);
    expect_symmetry(&f);
    for (unsigned k = 0; k < f.game->posts[0]; k++) {
      assert_in_range(f.game->post[0][k].cell / f.game->columns, f.game->rows - 4,
                      f.game->rows - 1);
      kinds[f.game->post[0][k].kind]++;
    }
    assert_int_equal(f.state->head.leaders[0], armies[i].leaders);
    assert_int_equal(f.state->head.levels[0], armies[i].levels);
    assert_int_equal(f.game->posts[0], armies[i].leaders + armies[i].units);
    assert_int_equal(kinds[MR_WL_HEAVY], armies[i].heavy);
    assert_int_equal(kinds[MR_WL_CANNON], armies[i].cannon);
    assert_int_equal(kinds[MR_WL_LIGHT], armies[i].light);
    assert_int_equal(f.game->cap_most,
                     armies[i].levels * 3 / 5 < 18 ? armies[i].levels * 3 / 5 : 18);
    close_field(&f);
  }
}

/* Two cannons in two blocks, and no towns that need one of each. */
static void WL_33_an_army_has_cannons_on_both_colours(void **unused) {
  (void)unused;
  enum { MAPS = 8 };
  for (uint64_t seed = 1; seed <= MAPS; seed++) {
    field f;
    bool found[2] = {false, false};
    open_field(&f, "size=24x24 towns=0 leaders=8 units=1.5", seed);
    for (unsigned k = 0; k < f.game->posts[0]; k++) {
      mr_wl_post post = f.game->post[0][k];
      if (post.kind == MR_WL_CANNON) {
        found[(post.cell % f.game->columns + post.cell / f.game->columns) % 2] = true;
      }
    }
    assert_true(found[0] && found[1]);
    close_field(&f);
  }
}

static void WL_31_generated_armies_can_be_deployed(void **unused) {
  (void)unused;
  field f;
  open_field(&f, "size=32x24 leaders=8 units=4 deployment=hidden", 2);
  mr_action *actions = calloc(f.base->info.max_actions, sizeof *actions);
  assert_non_null(actions);
  assert_int_equal(f.game->army.total, 40);
  for (unsigned i = 0; i < 82; i++) {
    size_t count = mr_game_actions(f.base, f.opaque, actions);
    assert_int_equal(f.state->head.phase, MR_WL_DEPLOY);
    mr_game_make(f.base, f.opaque, actions[(i * 7919u) % count], NULL, NULL);
  }
  assert_int_equal(f.state->head.phase, MR_WL_PLAY);
  free(actions);
  close_field(&f);
}

static void keep_laws(const char *words) {
  field f;
  mr_laws_report report;
  mr_laws_options options = {.seed = 7, .games = 1, .max_plies = 60, .every = 20};
  open_field(&f, words, 4);
  assert_int_equal(mr_laws_check(f.base, &options, NULL, &report, NULL), MR_OK);
  for (int law = 0; law < MR_LAW_COUNT; law++) {
    if (report.failures[law] > 0) {
      fail_msg("%s: %s: %s", words, mr_law_name((mr_law)law), report.first[law]);
    }
  }
  close_field(&f);
}

static void WL_40_generated_games_keep_the_laws(void **unused) {
  (void)unused;
  keep_laws("size=16x36 towns=9 leaders=5");
  keep_laws("size=14x13 deployment=hidden");
  keep_laws("style=border");
  keep_laws("size=24x30 armies=garrisons alike=0% rivers=1 roads=1 arrivals=2 leaders=6");
}

static void WL_40_the_same_words_make_the_same_bytes(void **unused) {
  (void)unused;
  static const char words[] = "size=30x40 towns=7 name=my-war cap=9 win=2";
  mr_str one = mr_str_growing(NULL);
  mr_str two = mr_str_growing(NULL);
  mr_str other = mr_str_growing(NULL);
  assert_int_equal(make_text(words, 77, &one, NULL), MR_OK);
  assert_int_equal(make_text(words, 77, &two, NULL), MR_OK);
  assert_int_equal(make_text(words, 78, &other, NULL), MR_OK);
  assert_string_equal(mr_str_text(&one), mr_str_text(&two));
  assert_string_not_equal(strstr(mr_str_text(&one), "pieces ="),
                          strstr(mr_str_text(&other), "pieces ="));
  assert_non_null(strstr(mr_str_text(&one), "# Made by: marcher generate warlord --size 30x40 "
                                            "--towns 7 --cap 9 --win 2 --name my-war --seed 77\n"));
  assert_non_null(strstr(mr_str_text(&one), "\n[my-war]\n"));
  assert_non_null(strstr(mr_str_text(&one), "\nturn_cap = fixed\ncap = 9\n"));
  assert_non_null(strstr(mr_str_text(&one), "\ntowns_to_win = 2\n"));
  mr_str_done(&one);
  mr_str_done(&two);
  mr_str_done(&other);
}

/* Values that cannot be, and what is said of them. */
static const struct {
  const char *words;
  mr_status status;
  const char *message;
} bad_words[] = {
    {"size=11x12", MR_ERR_RANGE, "--size needs files and ranks, 12x12 to 120x120"},
    {"size=12x121", MR_ERR_RANGE, "not '12x121'"},
    {"size=24", MR_ERR_SYNTAX, "such as 48x72, not '24'"},
    {"size=24x", MR_ERR_SYNTAX, "--size"},
    {"size=x24", MR_ERR_SYNTAX, "--size"},
    {"size=24x24x24", MR_ERR_SYNTAX, "--size"},
    {"towns=four", MR_ERR_SYNTAX, "--towns needs a number"},
    {"size=12x12 towns=9", MR_ERR_LIMIT, "at most 5 do"},
    {"terrain=lots", MR_ERR_SYNTAX, "a percentage such as 20%"},
    {"terrain=%", MR_ERR_SYNTAX, "a percentage such as 20%"},
    {"terrain=31%", MR_ERR_RANGE, "10% to 30% (WL-40)"},
    {"terrain=9", MR_ERR_RANGE, "10% to 30% (WL-40)"},
    {"size=12x12 leaders=12 terrain=30%", MR_ERR_LIMIT, "at most 13% of the squares"},
    {"size=120x50 towns=650 terrain=10%", MR_ERR_LIMIT, "the towns alone are more than 10%"},
    {"alike=all", MR_ERR_SYNTAX, "--alike needs a percentage"},
    {"alike=101%", MR_ERR_RANGE, "0% to 100%"},
    {"lay=double", MR_ERR_SYNTAX, "did you mean 'doubled'?"},
    {"lines=33", MR_ERR_RANGE, "--lines needs a number from 0 to 32"},
    {"size=12x12 leaders=4 lines=4", MR_ERR_LIMIT, "ask for more hills and forests than the"},
    {"rivers=5", MR_ERR_RANGE, "0 to 4"},
    {"roads=x", MR_ERR_SYNTAX, "--roads needs a number"},
    {"armies=garrison", MR_ERR_SYNTAX, "did you mean 'garrisons'?"},
    {"armies=garrisons", MR_ERR_RANGE, "needs 28 ranks or more and two towns or more"},
    {"size=48x48 armies=garrisons deployment=hidden", MR_ERR_RANGE, "do not go together"},
    {"size=48x48 towns=2 armies=garrisons", MR_ERR_LIMIT, "have no room at 1 town"},
    {"arrivals=6,5", MR_ERR_SYNTAX, "in ascending order"},
    {"arrivals=6,,7", MR_ERR_SYNTAX, "in ascending order"},
    {"arrivals=2,3,4,5,6,7,8,9,10", MR_ERR_SYNTAX, "--arrivals needs none, or up to 8 turns"},
    {"arrivals=1", MR_ERR_SYNTAX, "--arrivals needs none, or up to 8 turns"},
    {"homes=4 towns=6", MR_ERR_RANGE, "more than the 3 towns of a half"},
    {"homes=x", MR_ERR_SYNTAX, "a number from 0"},
    {"turns=5 arrivals=6", MR_ERR_RANGE, "come after --turns 5"},
    {"losses=96%", MR_ERR_RANGE, "0% to 95%"},
    {"losses=half", MR_ERR_SYNTAX, "a percentage"},
    {"size=48x48 armies=garrisons deployment=open", MR_ERR_RANGE, "--deployment open do not"},
    {"leaders=40 size=80x40 arrivals=6", MR_ERR_LIMIT, "a side has 80 leaders"},
    {"leaders=1", MR_ERR_RANGE, "--leaders needs a number from 2 to 64, or auto, not '1'"},
    {"leaders=65", MR_ERR_RANGE, "2 to 64"},
    {"size=12x12 leaders=16", MR_ERR_LIMIT, "4 blocks of 4x4 squares"},
    {"leaders=2 units=1", MR_ERR_RANGE,
     "an army needs 4 units besides its leaders; 2 leaders with --units 1 have 2"},
    {"levels=0.5", MR_ERR_RANGE, "--levels needs a number from 1 to 10"},
    {"levels=1.755", MR_ERR_SYNTAX, "--levels"},
    {"levels=1.", MR_ERR_SYNTAX, "--levels"},
    {"units=8", MR_ERR_RANGE, "--units needs a number from 1 to 7"},
    {"style=boarder", MR_ERR_SYNTAX,
     "auto, field or border, not 'boarder'; did you mean 'border'?"},
    {"style=border size=24x18", MR_ERR_RANGE, "--style border is 24x16 with 4 towns"},
    {"style=border terrain=20%", MR_ERR_RANGE, "--style border is 24x16 with 4 towns"},
    {"deployment=secret", MR_ERR_SYNTAX, "fixed, hidden or open"},
    {"size=16x36 leaders=5 deployment=hidden", MR_ERR_LIMIT, "not to be shared out"},
    {"size=120x120 leaders=64 deployment=hidden", MR_ERR_LIMIT, "up to 9 sections; 64 leaders"},
    {"cap=5 most=3", MR_ERR_RANGE, "--most is for --cap levels"},
    {"cap=0", MR_ERR_RANGE, "--cap needs a number from 1 to 128"},
    {"most=200", MR_ERR_RANGE, "--most needs a number from 1 to 128, or auto, not '200'"},
    {"levels=1 leaders=4 defeat=5", MR_ERR_RANGE, "--defeat needs a number from 0 to 4, or auto"},
    {"towns=4 win=5", MR_ERR_RANGE, "--win needs a number from 0 to 4, most or auto, not '5'"},
    {"name=my.war", MR_ERR_SYNTAX, "--name needs a name of up to 64 letters"},
    {"name=", MR_ERR_SYNTAX, "--name"},
};

static void WL_40_what_cannot_be_is_refused_in_words(void **unused) {
  (void)unused;
  for (size_t i = 0; i < sizeof bad_words / sizeof *bad_words; i++) {
    mr_error error = {.message = ""};
    mr_str out = mr_str_growing(NULL);
    mr_status status = make_text(bad_words[i].words, 1, &out, &error);
    if (status != bad_words[i].status || strstr(error.message, bad_words[i].message) == NULL) {
      fail_msg("%s: %s: %s", bad_words[i].words, mr_status_name(status), error.message);
    }
    assert_int_equal(out.length, 0);
    mr_str_done(&out);
  }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(WL_34a_border_war_has_towns_and_terrain_where_the_rule_says),
    cmocka_unit_test(WL_34_and_its_army_is_that_of_border_war),
    cmocka_unit_test(WL_40_maps_are_symmetric_and_all_in_reach),
    cmocka_unit_test(WL_40_large_maps_are_symmetric_and_all_in_reach),
    cmocka_unit_test(WL_40a_an_odd_town_is_the_middle_square_where_there_is_one),
    cmocka_unit_test(WL_40b_terrain_of_its_own_is_as_much_in_each_half_and_all_in_reach),
    cmocka_unit_test(WL_40b_doubled_terrain_lies_away_from_the_edges),
    cmocka_unit_test(WL_40b_blocking_lines_and_ranges_are_laid),
    cmocka_unit_test(WL_40b_rivers_have_fords_and_roads_are_open),
    cmocka_unit_test(WL_40c_two_countries_have_a_garrison_at_every_town),
    cmocka_unit_test(WL_40d_reinforcements_come_by_blocks),
    cmocka_unit_test(WL_33_armies_have_the_levels_and_units_asked_for),
    cmocka_unit_test(WL_33_an_army_has_cannons_on_both_colours),
    cmocka_unit_test(WL_31_generated_armies_can_be_deployed),
    cmocka_unit_test(WL_40_generated_games_keep_the_laws),
    cmocka_unit_test(WL_40_the_same_words_make_the_same_bytes),
    cmocka_unit_test(WL_40_what_cannot_be_is_refused_in_words),
};

MR_TEST_MAIN_WITH(tests, NULL, close_catalog)
