#include "search/warlord/warlord_search.h"

const int16_t mr_wls_plain_worth[MR_WL_KINDS] = {
    [MR_WL_PROMOTED] = 150, [MR_WL_HEAVY] = 395,    [MR_WL_CANNON] = 284,
    [MR_WL_LIGHT] = 242,    [MR_WL_INFANTRY] = 100,
};

/* ---- leaders --------------------------------------------------------------------------------- */

enum {
  LEADER = 336,      /* any leader, for what it commands */
  ORDER = 78,        /* and for each order of its level */
  ACTIVATION = 258,  /* for each activation of a turn that depends on leaders */
  FEAR = 92,         /* percent of the fear of losing the last leaders */
  NEAR_TOWNS = 83,   /* percent of the worth of having nearly enough towns */
  HARVEST = 65,      /* percent of the greatest gain of who acts next */
  HARVEST_NEXT = 83, /* and of each further one, of the one before */
  COMMANDED = 20,    /* a unit that can be ordered */
  TOWN = 69,
  TOWN_SWING = 231,    /* a town that the enemy loses or that is entered */
  TOWN_WINS = 1439,    /* one that is the last needed */
  NEARLY_LOST = 15000, /* the enemy can take enough leaders */
  TOWNS_FIRM = 8000,   /* enough of them, out of reach */
};

/* What the side has besides its men, as far as it decides over the game. */
typedef struct standing {
  unsigned leaders;
  unsigned levels;
  unsigned helpers; /* what counts for the cap besides leaders: WL-9, WL-20a */
  unsigned lost;
  unsigned coming;
} standing;

static unsigned cap_of(const mr_wl_game *game, const standing *s) {
  unsigned cap = game->cap_most;
  if (game->cap == MR_WL_CAP_LEADERS) {
    unsigned alive = s->leaders + s->helpers;
    return alive < cap ? alive : cap;
  }
  unsigned orders = s->levels;
  if (game->cap == MR_WL_CAP_LEVELS) {
    orders = (unsigned)((uint64_t)game->cap_fraction.numerator * orders /
                        (uint64_t)game->cap_fraction.denominator);
  }
  return orders < cap ? orders : cap;
}

/* How many more leaders of the mean level may fall before the game is lost (WL-16 to WL-20). */
static unsigned spare(const mr_wl_game *game, const standing *s) {
  unsigned left = s->leaders + s->coming, most = left ? left - 1 : 0;
  if (game->defeat_level && s->leaders) {
    unsigned slack = s->levels > game->defeat_level ? s->levels - game->defeat_level : 0;
    unsigned by_level = slack * s->leaders / (s->levels ? s->levels : 1);
    most = by_level < most ? by_level : most;
  }
  unsigned bound = game->six_leaders ? 6 : game->short_game ? game->short_leaders : 0;
  if (bound) {
    unsigned by_count = s->lost + 1 < bound ? bound - 1 - s->lost : 0;
    /* WL-17 can be answered, so its bound is no end while there are others. */
    if (game->short_game && !game->six_leaders && !by_count && most) {
      by_count = 1;
    }
    most = by_count < most ? by_count : most;
  }
  return most;
}

static bool is_lost(const mr_wl_game *game, const standing *s) {
  return (!s->leaders && !s->coming) || s->levels < game->defeat_level ||
         (game->six_leaders && s->lost >= 6);
}

static int leaders_worth(const mr_wl_game *game, const standing *s) {
  static const int16_t fear[] = {2400, 1300, 700, 350, 150, 50};
  unsigned n = spare(game, s);
  int worth = LEADER * (int)s->leaders + ORDER * (int)s->levels;
  worth += ACTIVATION * (int)cap_of(game, s);
  return worth - (n < sizeof fear / sizeof *fear ? FEAR * fear[n] / 100 : 0);
}

static standing standing_of(const mr_wls_field *field, unsigned side) {
  const mr_wls_side *s = &field->side[side];
  unsigned light = field->game->self_activation ? s->light : 0u;
  return (standing){.leaders = s->leaders,
                    .levels = s->levels,
                    .helpers = s->promoted + light,
                    .lost = field->ever[side] - s->leaders,
                    .coming = field->coming[side]};
}

unsigned mr_wls_cap(const mr_wls_field *field, unsigned side) {
  standing s = standing_of(field, side);
  return cap_of(field->game, &s);
}

static void find_side(mr_wls_field *field, unsigned side) {
  const mr_wl_game *game = field->game;
  standing now = standing_of(field, side);
  int whole = leaders_worth(game, &now);
  for (unsigned kind = 1; kind < MR_WL_KINDS; kind++) {
    standing after = now;
    field->worth[side][kind] = mr_wls_plain_worth[kind];
    if (!mr_wl_is_numbered(kind) || now.levels < kind || !now.leaders) {
      continue;
    }
    after.leaders--;
    after.levels -= kind;
    after.lost++;
    field->worth[side][kind] =
        is_lost(game, &after) ? MR_WLS_LOST_KING : whole - leaders_worth(game, &after);
  }
}

void mr_wls_find_worths(mr_wls_field *field) {
  for (unsigned side = 0; side < 2; side++) {
    const mr_wls_side *s = &field->side[side];
    uint64_t key = (uint64_t)s->leaders << 48 | (uint64_t)s->levels << 32 |
                   (uint64_t)s->light << 16 | s->promoted;
    if (key == field->worth_key[side]) {
      continue;
    }
    field->worth_key[side] = key;
    find_side(field, side);
  }
}

/* ---- exchanges ------------------------------------------------------------------------------- */

static uint32_t without(uint32_t strikes, unsigned class) {
  return strikes - (UINT32_C(1) << (class * MR_WLS_STRIKE_BITS));
}

int mr_wls_town_swing(const mr_wls_field *field, unsigned side) {
  unsigned wanted = field->game->towns_to_win;
  if (!wanted) {
    return 0;
  }
  return field->side[side].towns + 1u >= wanted ? TOWN_WINS : TOWN_SWING;
}

/*
 * One capture a side and turn: the first takes, the second may take back, the first again. Who
 * comes later comes only if it pays.
 */
int mr_wls_gain(const mr_wls_field *field, unsigned side, unsigned cell) {
  uint32_t strikes = field->strike[side][cell];
  if (!strikes) {
    return 0;
  }
  unsigned enemy = 1 - side;
  int victim = field->worth[enemy][field->men[field->man[cell] - 1u].kind];
  uint32_t guards = field->strike[enemy][cell];
  if (field->ground[cell] == MR_WL_TOWN) {
    victim += mr_wls_town_swing(field, side) / (guards ? 2 : 1);
  }
  if (!guards || victim >= MR_WLS_LOST_KING) {
    return victim;
  }
  unsigned first = mr_wls_cheapest(strikes), guard = mr_wls_cheapest(guards);
  int taker = field->worth[side][mr_wls_kind_of_class[first]];
  int keeper = field->worth[enemy][mr_wls_kind_of_class[guard]];
  int back = taker - (without(strikes, first) ? keeper : 0);
  if (taker >= MR_WLS_LOST_KING) {
    return 0;
  }
  int gain = victim - (back > 0 ? back : 0);
  return gain > 0 ? gain : 0;
}

/* ---- the whole ------------------------------------------------------------------------------- */

enum { GAINS_MAX = 16 };

/* The greatest gains of one side, in descending order. */
typedef struct gains {
  int of[GAINS_MAX];
  unsigned count;
  unsigned most;
} gains;

static void add_gain(gains *g, int gain) {
  unsigned i = g->count;
  if (g->count == g->most) {
    if (!g->most || g->of[g->most - 1] >= gain) {
      return;
    }
    i--;
  } else {
    g->count++;
  }
  for (; i > 0 && g->of[i - 1] < gain; i--) {
    g->of[i] = g->of[i - 1];
  }
  g->of[i] = gain;
}

/* Empty towns that may be entered: the enemy's guards make it half as good. */
static void add_empty_towns(const mr_wls_field *field, unsigned side, gains *g) {
  for (unsigned i = 0; i < field->towns; i++) {
    unsigned cell = field->town[i];
    if (!field->man[cell] && field->strike[side][cell]) {
      add_gain(g, mr_wls_town_swing(field, side) / (field->strike[1 - side][cell] ? 2 : 1));
    }
  }
}

static void find_gains(const mr_wls_field *field, unsigned side, gains *g) {
  unsigned enemy = 1 - side, first = enemy * field->game->side_max;
  const uint32_t *strikes = field->strike[side];
  unsigned cap = mr_wls_cap(field, side);
  g->count = 0;
  g->most = cap < GAINS_MAX ? cap : GAINS_MAX;
  for (unsigned slot = first; slot < first + field->slots[enemy]; slot++) {
    unsigned cell = field->men[slot].cell;
    if (cell == MR_WL_OFF_BOARD || !strikes[cell]) {
      continue;
    }
    int gain = mr_wls_gain(field, side, cell);
    if (gain > 0) {
      add_gain(g, gain);
    }
  }
  if (field->game->towns_to_win) {
    add_empty_towns(field, side, g);
  }
}

/* What the side that acts next will make of its gains: some need the same unit or the same order.
 */
static int harvest(const gains *g) {
  int sum = 0, share = HARVEST;
  for (unsigned i = 0; i < g->count; i++) {
    sum += g->of[i] * share / 100;
    share = share * HARVEST_NEXT / 100;
  }
  return sum;
}

static int towns_worth(const mr_wls_field *field, unsigned side) {
  static const int16_t near[] = {2500, 700, 250, 100}; /* towns missing */
  unsigned wanted = field->game->towns_to_win, held = field->side[side].towns;
  if (!wanted) {
    return 0;
  }
  unsigned missing = held < wanted ? wanted - held : 0;
  return TOWN * (int)held + (missing < 4 ? NEAR_TOWNS * near[missing] / 100 : 0);
}

/* WL-19: who holds enough towns that the enemy cannot strike has as good as won. */
static int firm_towns_worth(const mr_wls_field *field, unsigned side) {
  unsigned firm = 0, wanted = field->game->towns_to_win;
  if (!wanted || field->side[side].towns < wanted) {
    return 0;
  }
  for (unsigned i = 0; i < field->towns; i++) {
    unsigned cell = field->town[i], man = field->man[cell];
    firm += man && mr_wl_side_of(field->game, man - 1) == side && !field->strike[1 - side][cell];
  }
  return firm >= wanted ? TOWNS_FIRM : 0;
}

static int possessions(const mr_wls_field *field, unsigned side) {
  const mr_wls_side *s = &field->side[side];
  standing now = standing_of(field, side);
  return s->men + s->place + COMMANDED * s->commanded + leaders_worth(field->game, &now) +
         towns_worth(field, side);
}

int mr_wls_balance(const mr_wls_field *field, unsigned side) {
  return possessions(field, side) - possessions(field, 1 - side);
}

int mr_wls_judge(mr_wls_field *field, unsigned side) {
  unsigned enemy = 1 - side, wanted = field->game->towns_to_win;
  if (wanted && field->side[enemy].towns >= wanted) {
    return -MR_WLS_LOST_KING; /* WL-19: as soon as the enemy's turn begins */
  }
  mr_wls_find_worths(field);
  gains theirs;
  find_gains(field, enemy, &theirs);
  int value = mr_wls_balance(field, side) + firm_towns_worth(field, side) - harvest(&theirs);
  return mr_wls_could_win(field, enemy) ? value - NEARLY_LOST : value;
}
