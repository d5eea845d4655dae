#include "rules/warlord/reader.h"

enum { SQUARES_LISTED = 12 };

typedef enum deploy_fault {
  FAULT_OTHER_SIDE,
  FAULT_ZONE,
  FAULT_LEADERS,
  FAULT_LEVELS,
  FAULT_UNITS,
  FAULT_SECTIONS,
  FAULT_ZONE_LEADERS,
  FAULT_ZONE_UNITS,
  FAULT_UNKNOWN,
  FAULT_COUNT
} deploy_fault;

/* What a deployment holds, and what has been said about it. */
typedef struct deployment {
  const mr_wl_game *game;
  unsigned side;
  const uint8_t *pieces; /* side << 4 | kind, 0: empty */
  unsigned leaders;
  unsigned level_sum;
  unsigned kinds[MR_WL_KINDS];
  unsigned zone_leaders[MR_WL_ZONES_MAX];
  unsigned zone_units[MR_WL_ZONES_MAX];
  size_t lines;
  mr_str *out;
} deployment;

/* ---- words ----------------------------------------------------------------------------------- */

static const char *fault_name(const mr_wl_game *game, deploy_fault fault) {
  static const char *const names[FAULT_COUNT][2] = {
      [FAULT_OTHER_SIDE] = {"WL-31 other-side", "WL-31 other-side"},
      [FAULT_ZONE] = {"WL-32 zone", "WL-33 zone"},
      [FAULT_LEADERS] = {"WL-32 leaders", "WL-33 leaders"},
      [FAULT_LEVELS] = {"WL-32 levels", "WL-33 levels"},
      [FAULT_UNITS] = {"WL-32 units", "WL-33 units"},
      [FAULT_SECTIONS] = {"WL-32 sections", "WL-33 sections"},
      [FAULT_ZONE_LEADERS] = {"WL-32 section-leaders", "WL-33 block-leaders"},
      [FAULT_ZONE_UNITS] = {"WL-32 section-units", "WL-33 block-units"},
      [FAULT_UNKNOWN] = {"WL-32 unknown-unit", "WL-33 unknown-unit"},
  };
  return names[fault][game->army.listed ? 0 : 1];
}

/* Begins the line of a fault; whoever asks for it ends it. */
static mr_str *add_fault(deployment *d, deploy_fault fault) {
  d->lines++;
  mr_str_format(d->out, "%s: ", fault_name(d->game, fault));
  return d->out;
}

static const char *word_of_zone(const mr_wl_game *game) {
  return game->army.listed ? "section" : "block";
}

void mr_wl_add_zone(const mr_wl_game *game, unsigned side, unsigned zone, mr_str *out) {
  unsigned left = game->columns, right = 0, top = game->rows, bottom = 0;
  for (unsigned cell = 0; cell < game->cells; cell++) {
    if (game->zone[cell] != (side << 4 | (zone + 1))) {
      continue;
    }
    left = game->file[cell] < left ? game->file[cell] : left;
    right = game->file[cell] > right ? game->file[cell] : right;
    top = game->row[cell] < top ? game->row[cell] : top;
    bottom = game->row[cell] > bottom ? game->row[cell] : bottom;
  }
  char first = side == MR_WL_WHITE ? 'A' : 'a';
  mr_str_format(out, "%s %c (", word_of_zone(game), (char)(first + (char)zone));
  mr_wl_add_cell(game, out, bottom * game->columns + left);
  mr_str_char(out, '-');
  mr_wl_add_cell(game, out, top * game->columns + right);
  mr_str_char(out, ')');
}

/* ---- squares --------------------------------------------------------------------------------- */

/* The fault of what stands on a square, FAULT_COUNT where there is none. */
static deploy_fault fault_of_square(const deployment *d, unsigned cell) {
  unsigned piece = d->pieces[cell], zone = d->game->zone[cell];
  if (!piece) {
    return FAULT_COUNT;
  }
  if (piece >> 4 != d->side) {
    return FAULT_OTHER_SIDE;
  }
  if ((piece & 15u) == MR_WL_PROMOTED) {
    return FAULT_UNKNOWN;
  }
  return zone && zone >> 4 == d->side ? FAULT_COUNT : FAULT_ZONE;
}

/* One line for all squares with the same fault. */
static void check_squares(deployment *d, deploy_fault fault, const char *what) {
  unsigned found = 0;
  mr_str *out = NULL;
  for (unsigned cell = 0; cell < d->game->cells; cell++) {
    if (fault_of_square(d, cell) != fault) {
      continue;
    }
    if (found++ == 0) {
      out = add_fault(d, fault);
      mr_str_format(out, "%s:", what);
    }
    if (found > SQUARES_LISTED) {
      continue;
    }
    mr_str_format(out, "%s %c on ", found > 1 ? "," : "", mr_wl_letter_of_piece(d->pieces[cell]));
    mr_wl_add_cell(d->game, out, cell);
  }
  if (found > SQUARES_LISTED) {
    mr_str_format(out, " and %u more", found - SQUARES_LISTED);
  }
  if (found) {
    mr_str_char(out, '\n');
  }
}

static void count_pieces(deployment *d) {
  for (unsigned cell = 0; cell < d->game->cells; cell++) {
    unsigned kind = d->pieces[cell] & 15u, zone = d->game->zone[cell];
    if (!kind || d->pieces[cell] >> 4 != d->side || kind == MR_WL_PROMOTED) {
      continue;
    }
    bool leader = mr_wl_is_numbered(kind);
    d->kinds[kind]++;
    d->leaders += leader;
    d->level_sum += leader ? kind : 0;
    if (zone && zone >> 4 == d->side) {
      (leader ? d->zone_leaders : d->zone_units)[(zone & 15u) - 1]++;
    }
  }
}

/* ---- numbers --------------------------------------------------------------------------------- */

/* "leaders of level 2: 4 found, 3 wanted" */
static void miscounted(deployment *d, deploy_fault fault, const char *what, unsigned found,
                       const char *least, unsigned wanted) {
  mr_str_format(add_fault(d, fault), "%s: %u found, %s%u wanted\n", what, found, least, wanted);
}

static void check_leaders(deployment *d) {
  const mr_wl_army *army = &d->game->army;
  if (!army->listed) {
    if (d->leaders != army->leaders) {
      miscounted(d, FAULT_LEADERS, "leaders", d->leaders, "", army->leaders);
    }
    if (d->level_sum != army->level_sum) {
      miscounted(d, FAULT_LEVELS, "sum of the leaders' levels", d->level_sum, "", army->level_sum);
    }
    return;
  }
  for (unsigned level = 1; level <= MR_WL_LEVEL_MAX; level++) {
    if (d->kinds[level] != army->levels[level]) {
      miscounted(d, FAULT_LEADERS, mr_wl_kind_names[level], d->kinds[level], "",
                 army->levels[level]);
    }
  }
}

static void check_units(deployment *d) {
  const mr_wl_army *army = &d->game->army;
  unsigned wanted = army->free_units, found = 0;
  bool reported = false;
  for (unsigned kind = MR_WL_HEAVY; kind < MR_WL_KINDS; kind++) {
    wanted += army->units[kind];
    found += d->kinds[kind];
    bool short_of = d->kinds[kind] < army->units[kind];
    if (!short_of && (army->free_units || d->kinds[kind] == army->units[kind])) {
      continue;
    }
    reported = true;
    miscounted(d, FAULT_UNITS, mr_wl_kind_names[kind], d->kinds[kind],
               army->free_units ? "at least " : "", army->units[kind]);
  }
  if (found != wanted && (army->free_units || !reported)) {
    miscounted(d, FAULT_UNITS, "units that are not leaders", found, "", wanted);
  }
}

static void check_zone(deployment *d, unsigned zone) {
  const mr_wl_army *army = &d->game->army;
  const struct {
    deploy_fault fault;
    const char *what;
    unsigned found;
    unsigned wanted;
  } shares[] = {
      {FAULT_ZONE_LEADERS, "leader", d->zone_leaders[zone], army->zone_leaders},
      {FAULT_ZONE_UNITS, "other unit", d->zone_units[zone], army->zone_units},
  };
  for (size_t i = 0; i < 2; i++) {
    if (shares[i].found == shares[i].wanted) {
      continue;
    }
    mr_str *out = add_fault(d, shares[i].fault);
    mr_wl_add_zone(d->game, d->side, zone, out);
    mr_str_format(out, ": %u %s%s found, %u wanted\n", shares[i].found, shares[i].what,
                  shares[i].found == 1 ? "" : "s", shares[i].wanted);
  }
}

static void check_zones(deployment *d) {
  const mr_wl_army *army = &d->game->army;
  unsigned used = 0;
  for (unsigned zone = 0; zone < army->zones; zone++) {
    bool empty = !d->zone_leaders[zone] && !d->zone_units[zone];
    if (empty && army->zones_used < army->zones) {
      continue;
    }
    used++;
    check_zone(d, zone);
  }
  if (used != army->zones_used) {
    mr_str_format(add_fault(d, FAULT_SECTIONS), "%ss with units in them: %u found, %u wanted\n",
                  word_of_zone(d->game), used, army->zones_used);
  }
}

size_t mr_wl_list_faults(const mr_wl_game *game, unsigned side, const uint8_t *pieces,
                         mr_str *out) {
  deployment d = {.game = game, .side = side, .pieces = pieces, .out = out};
  check_squares(&d, FAULT_OTHER_SIDE, "the other side's");
  check_squares(&d, FAULT_UNKNOWN, "promoted leaders, which nobody sets up");
  check_squares(&d, FAULT_ZONE, "outside the squares where this side sets up");
  count_pieces(&d);
  check_leaders(&d);
  check_units(&d);
  check_zones(&d);
  return d.lines;
}
