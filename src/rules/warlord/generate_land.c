/* What lies on generated land besides towns: rivers, roads, lines, ranges, hills and forests. */
#include "rules/warlord/generate.h"

/* Tries for the place of one feature: there is one, or the map is drawn anew. */
enum { TRIES = 80 };

static unsigned file_of(const mr_wlg_map *map, unsigned cell) {
  return cell % map->plan->columns;
}

static unsigned row_of(const mr_wlg_map *map, unsigned cell) {
  return cell / map->plan->columns;
}

/* ---- rivers ---------------------------------------------------------------------------------- */

static void pour(mr_wlg_map *map, unsigned file, unsigned row) {
  unsigned cell = row * map->plan->columns + file;
  if (mr_wlg_may_be_rough(map, cell) &&
      (map->plan->garrisons || !mr_wlg_near_block(map->plan, cell))) {
    mr_wlg_put_ground(map, cell, MR_WL_WATER);
  }
}

/*
 * One river that runs along a row, and wanders from it by two at most; the one that faces it comes
 * by itself. It leaves the outermost files open, since water that hangs together with the edge is
 * no part of the board (WL-25), and has a ford of two files for every six to nine. Where it leaves
 * a row it has squares in both: a diagonal step would pass between them (WL-23).
 */
static void draw_river(mr_wlg_map *map, unsigned base, unsigned first, unsigned last) {
  enum { WANDER = 2, BETWEEN = 6, MORE = 4, FORD = 2 };
  unsigned row = base, ford = BETWEEN / 2 + mr_wlg_draw(map, MORE);
  for (unsigned file = first; file <= last; file++) {
    unsigned next = row + mr_wlg_draw(map, 3) - 1;
    next = next + WANDER < base || next > base + WANDER ? row : next;
    if (ford == 0) {
      file += FORD - 1;
      ford = BETWEEN + mr_wlg_draw(map, MORE);
      continue;
    }
    ford--;
    pour(map, file, row);
    pour(map, file, next);
    row = next;
  }
}

void mr_wlg_draw_rivers(mr_wlg_map *map) {
  const mr_wlg_plan *plan = map->plan;
  unsigned middle = plan->rows / 2, field = plan->rows - 2 * (MR_WLG_BLOCK + 2);
  for (unsigned i = 0; i < plan->rivers / 2; i++) { /* below the middle, evenly */
    unsigned below = field * (i + 1) / (plan->rivers + 1);
    draw_river(map, middle + below, 1, plan->columns - 2);
  }
  if (plan->rivers % 2) { /* its right half is what faces the left one */
    draw_river(map, middle, 1, plan->columns / 2 - 1);
  }
}

/* ---- roads ----------------------------------------------------------------------------------- */

static void keep(mr_wlg_map *map, unsigned cell) {
  map->kept[cell] = 1;
  map->kept[map->plan->cells - 1 - cell] = 1;
}

/* King's steps from a square to another: those along the diagonal first. They stay open. */
static void pave(mr_wlg_map *map, unsigned from, unsigned to) {
  unsigned file = file_of(map, from), row = row_of(map, from);
  unsigned last_file = file_of(map, to), last_row = row_of(map, to);
  while (file != last_file || row != last_row) {
    keep(map, row * map->plan->columns + file);
    /* Heavy cavalry goes by orthogonal steps: a corner of the way is open, too. */
    if (file != last_file) {
      file = file < last_file ? file + 1 : file - 1;
      keep(map, row * map->plan->columns + file);
    }
    if (row != last_row) {
      row = row < last_row ? row + 1 : row - 1;
    }
  }
  keep(map, to);
}

void mr_wlg_draw_roads(mr_wlg_map *map) {
  const mr_wlg_plan *plan = map->plan;
  for (unsigned i = 0; i < plan->roads; i++) {
    unsigned file = plan->blocks ? plan->left[i % plan->blocks] + mr_wlg_draw(map, MR_WLG_BLOCK)
                                 : mr_wlg_draw(map, plan->columns);
    unsigned home = (plan->rows - MR_WLG_BLOCK - 1) * plan->columns + file;
    unsigned across = plan->cells - 1 - home;
    unsigned by = map->town_count ? map->towns[mr_wlg_draw(map, map->town_count)]
                                  : plan->cells / 2 + plan->columns / 2;
    pave(map, home, by);
    pave(map, by, across);
  }
}

/* ---- laying hills and forests ---------------------------------------------------------------- */

/* Whether the next feature faces its like, and if not, in which half it is to be: in the one that
   has less of this ground. @return 0: the upper one, 1: the lower one, 2: both */
static unsigned choose_half(mr_wlg_map *map, unsigned ground) {
  const mr_wlg_plan *plan = map->plan;
  const unsigned *rough = map->rough[ground == MR_WL_HILL];
  map->facing = plan->alike == 100 || mr_wlg_draw(map, 100) < plan->alike;
  return map->facing ? 2 : rough[0] != rough[1] ? rough[1] < rough[0] : mr_wlg_draw(map, 2);
}

static bool is_in_half(const mr_wlg_map *map, unsigned cell, unsigned half) {
  return half == 2 || (2 * row_of(map, cell) + 1 > map->plan->rows) == (half == 1);
}

/* @return squares that were laid */
static unsigned lay(mr_wlg_map *map, unsigned cell, unsigned ground) {
  if (map->facing) {
    mr_wlg_put_ground(map, cell, ground);
    return 2;
  }
  map->ground[cell] = (uint8_t)ground;
  map->rough[ground == MR_WL_HILL][2 * row_of(map, cell) + 1 > map->plan->rows]++;
  return 1;
}

/* The square so many files and rows away. @return false: it is not on the board */
static bool step(const mr_wlg_map *map, unsigned cell, int files, int rows, unsigned *out) {
  int file = (int)file_of(map, cell) + files, row = (int)row_of(map, cell) + rows;
  bool inside =
      file >= 0 && row >= 0 && file < (int)map->plan->columns && row < (int)map->plan->rows;
  *out = inside ? (unsigned)row * map->plan->columns + (unsigned)file : cell;
  return inside;
}

/* Whether a square may be laid, and the one that faces it, where that is laid too. */
static bool fits(const mr_wlg_map *map, unsigned cell, unsigned half) {
  return mr_wlg_may_be_rough(map, cell) && is_in_half(map, cell, half) &&
         (!map->facing || mr_wlg_may_be_rough(map, map->plan->cells - 1 - cell));
}

static bool line_fits(const mr_wlg_map *map, unsigned from, int files, int rows, unsigned length,
                      unsigned half) {
  unsigned cell = from;
  for (unsigned i = 0; i < length; i++) {
    if (!fits(map, cell, half) || (i + 1 < length && !step(map, cell, files, rows, &cell))) {
      return false;
    }
  }
  return true;
}

static unsigned lay_line(mr_wlg_map *map, unsigned from, int files, int rows, unsigned length,
                         unsigned ground) {
  unsigned cell = from, done = 0;
  for (unsigned i = 0; i < length; i++) {
    done += lay(map, cell, ground);
    (void)step(map, cell, files, rows, &cell);
  }
  return done;
}

/* What is still to be laid of each. */
typedef struct budget {
  unsigned left[2]; /* forests, hills */
} budget;

static void spend(budget *b, unsigned ground, unsigned squares) {
  unsigned *left = &b->left[ground == MR_WL_HILL];
  *left = *left > squares ? *left - squares : 0;
}

/*
 * A line that some arm cannot pass: hills side by side stop cannons, which go diagonally, and
 * forests corner to corner stop heavy cavalry (WL-26, WL-28).
 */
static bool draw_line(mr_wlg_map *map, budget *b) {
  enum { LEAST = 3, MORE = 3 };
  unsigned ground = mr_wlg_draw(map, 2) ? MR_WL_HILL : MR_WL_FOREST;
  unsigned half = choose_half(map, ground);
  for (unsigned i = 0; i < TRIES; i++) {
    unsigned turn = mr_wlg_draw(map, 2), length = LEAST + mr_wlg_draw(map, MORE);
    unsigned from = mr_wlg_draw(map, map->plan->cells);
    int files = ground == MR_WL_FOREST || turn ? 1 : 0;
    int rows = ground == MR_WL_FOREST ? (turn ? 1 : -1) : turn ? 0 : 1;
    if (line_fits(map, from, files, rows, length, half)) {
      spend(b, ground, lay_line(map, from, files, rows, length, ground));
      return true;
    }
  }
  return false;
}

/* The town that is nearest to one of them; itself where there is no other. */
static unsigned nearest_town(const mr_wlg_map *map, unsigned town) {
  unsigned best = town, least = UINT32_MAX;
  for (unsigned i = 0; i < map->town_count; i++) {
    unsigned apart = mr_wlg_distance(map->plan, town, map->towns[i]);
    if (apart > 1 && apart < least) {
      least = apart;
      best = map->towns[i];
    }
  }
  return best;
}

/* Hills side by side between two towns that are near each other: two, or more on large boards. */
static bool draw_range(mr_wlg_map *map, budget *b) {
  enum { SQUARES_A_HILL = 1500, LEAST = 2 };
  const mr_wlg_plan *plan = map->plan;
  unsigned half = choose_half(map, MR_WL_HILL), length = LEAST + plan->cells / SQUARES_A_HILL;
  for (unsigned i = 0; map->town_count > 1 && i < TRIES; i++) {
    unsigned a = map->towns[mr_wlg_draw(map, map->town_count)], other = nearest_town(map, a);
    int files = (int)file_of(map, other) - (int)file_of(map, a);
    int rows = (int)row_of(map, other) - (int)row_of(map, a);
    bool wide = files * files > rows * rows; /* the range stands across the way */
    int along = (int)(length / 2), off = (int)(i / 4) - 1;
    unsigned from;
    bool inside = step(map, a, files / 2 - (wide ? 0 : along) + (wide ? off : 0),
                       rows / 2 - (wide ? along : 0) + (wide ? 0 : off), &from);
    if (inside && line_fits(map, from, wide ? 0 : 1, wide ? 1 : 0, length, half)) {
      spend(b, MR_WL_HILL, lay_line(map, from, wide ? 0 : 1, wide ? 1 : 0, length, MR_WL_HILL));
      return true;
    }
  }
  return map->town_count < 2; /* between what? */
}

/* ---- the rest, "pretty evenly but not symmetric" --------------------------------------------- */

static unsigned from_edge(const mr_wlg_map *map, unsigned cell) {
  unsigned file = file_of(map, cell), row = row_of(map, cell);
  unsigned right = map->plan->columns - 1 - file, below = map->plan->rows - 1 - row;
  file = file < right ? file : right;
  row = row < below ? row : below;
  return file < row ? file : row;
}

/* A square for a patch: of two the one farther from the edges where terrain is doubled. */
static unsigned draw_place(mr_wlg_map *map) {
  unsigned cell = mr_wlg_draw(map, map->plan->cells);
  if (map->plan->doubled) {
    unsigned other = mr_wlg_draw(map, map->plan->cells);
    cell = from_edge(map, other) > from_edge(map, cell) ? other : cell;
  }
  return cell;
}

/* A patch of up to so many squares. @return squares that were laid */
static unsigned draw_patch(mr_wlg_map *map, unsigned ground, unsigned left, unsigned most) {
  unsigned half = choose_half(map, ground), cell = draw_place(map), done = 0;
  unsigned size = map->plan->doubled ? 2 : 1 + mr_wlg_draw(map, most);
  if (map->facing && left < 2) {
    return 0;
  }
  for (unsigned i = 0; i < size && done < left; i++) {
    if (fits(map, cell, half) && (!map->facing || done + 2 <= left)) {
      done += lay(map, cell, ground);
    }
    int files = (int)mr_wlg_draw(map, 3) - 1, rows = (int)mr_wlg_draw(map, 3) - 1;
    (void)step(map, cell, files, rows, &cell);
  }
  return done;
}

bool mr_wlg_draw_land(mr_wlg_map *map) {
  enum { LEAST = 2, MOST = 8, CELLS_A_SQUARE = 600, DRAWS = 60 };
  const mr_wlg_plan *plan = map->plan;
  unsigned patch = plan->cells / CELLS_A_SQUARE;
  patch = patch < LEAST ? LEAST : patch > MOST ? MOST : patch;
  budget b = {.left = {plan->scattered / 4 * 2, plan->scattered / 4 * 2}};
  b.left[mr_wlg_draw(map, 2)] += plan->scattered % 4; /* even numbers, for what faces its like */
  for (unsigned i = 0; i < plan->mountains; i++) {
    if (!draw_range(map, &b)) {
      return false;
    }
  }
  for (unsigned i = 0; i < plan->lines; i++) {
    if (!draw_line(map, &b)) {
      return false;
    }
  }
  for (unsigned i = 0; i < DRAWS * plan->cells && (b.left[0] || b.left[1]); i++) {
    unsigned which = mr_wlg_draw(map, b.left[0] + b.left[1]) < b.left[1];
    unsigned ground = which ? MR_WL_HILL : MR_WL_FOREST;
    spend(&b, ground, draw_patch(map, ground, b.left[which], patch));
  }
  map->facing = true;
  return !b.left[0] && !b.left[1];
}

/* ---- garrisons ------------------------------------------------------------------------------- */

/* A free square that is nearest to a town, at most so many steps away: rings of squares round it.
   @return false: there is none */
static bool find_post(mr_wlg_map *map, unsigned town, unsigned most, bool inside, unsigned *out) {
  unsigned first = mr_wlg_draw(map, 8);
  for (int radius = inside ? 0 : 1; radius <= (int)most; radius++) {
    unsigned side = radius ? 8u * (unsigned)radius : 1;
    for (unsigned i = 0; i < side; i++) {
      unsigned at = (i + first) % side, cell;
      int edge = 2 * radius, turn = edge ? (int)at / edge : 0, along = edge ? (int)at % edge : 0;
      int files = turn == 0   ? along - radius
                  : turn == 1 ? radius
                  : turn == 2 ? radius - along
                              : -radius;
      int rows = turn == 0   ? -radius
                 : turn == 1 ? along - radius
                 : turn == 2 ? radius
                             : radius - along;
      if (step(map, town, files, rows, &cell) && !map->pieces[cell] &&
          (map->ground[cell] == MR_WL_OPEN || radius == 0)) {
        *out = cell;
        return true;
      }
    }
  }
  return false;
}

/* Units of a kind go to the towns in turn. */
static bool post_units(mr_wlg_map *map, const uint16_t *towns, unsigned count, unsigned *next,
                       unsigned kind) {
  enum { REACH = 4 };
  unsigned cell = 0, tries = 0;
  bool found = false;
  for (; !found && tries < count; tries++) {
    unsigned town = towns[*next];
    *next = (*next + 1) % count;
    found = find_post(map, town, REACH, kind == MR_WL_INFANTRY, &cell);
  }
  if (found) {
    mr_wlg_post(map, cell, kind);
  }
  return found;
}

/* Leaders beside the towns, then the rest around them, infantry in the towns themselves. */
bool mr_wlg_draw_garrisons(mr_wlg_map *map) {
  static const uint8_t order[] = {MR_WL_CANNON, MR_WL_HEAVY, MR_WL_LIGHT, MR_WL_INFANTRY};
  const mr_wlg_plan *plan = map->plan;
  uint16_t own[MR_WLG_TOWN_SQUARES_MAX];
  uint8_t levels[MR_WL_LEADERS_MAX];
  unsigned count = 0, next = 0;
  for (unsigned i = 0; i < map->town_count; i++) {
    unsigned opposite = plan->cells - 1 - map->towns[i];
    if (map->towns[i] > opposite && mr_wlg_distance(plan, map->towns[i], opposite) > 1) {
      own[count++] = map->towns[i];
    }
  }
  bool good = count > 0;
  mr_wlg_draw_levels(map, levels);
  for (unsigned i = 0; good && i < plan->leaders; i++) {
    good = post_units(map, own, count, &next, levels[i]);
  }
  for (size_t k = 0; good && k < sizeof order; k++) {
    next = 0;
    for (unsigned i = 0; good && i < plan->kinds[order[k]]; i++) {
      good = post_units(map, own, count, &next, order[k]);
    }
  }
  for (unsigned cell = 0; good && cell < plan->cells; cell++) {
    for (int way = 0; map->pieces[cell] && way < 9; way++) { /* and the squares beside them */
      unsigned beside;
      if (step(map, cell, way % 3 - 1, way / 3 - 1, &beside)) {
        map->kept[beside] = 1;
      }
    }
  }
  return good;
}
