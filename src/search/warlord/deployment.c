#include <marcher/hash.h>

#include "search/warlord/warlord_search.h"

/*
 * How an army is set up: infantry in front, leaders behind it in the middle of their block, what
 * leaps over others at the back. Each placement is chosen by what stands already, so that a
 * set-up begun by somebody else is completed as well.
 */

enum { ROWS = 4, ZONE_NOISE = 40, CELL_NOISE = 6 };

/* By class, and by rows from the front of a zone; deeper zones go on like the last row. */
static const int16_t rows_wanted[MR_WLS_CLASSES][ROWS] = {
    [MR_WLS_INFANTRY] = {60, 40, 10, 0}, [MR_WLS_LIGHT] = {20, 40, 20, 10},
    [MR_WLS_CANNON] = {0, 10, 30, 40},   [MR_WLS_HEAVY] = {0, 10, 40, 30},
    [MR_WLS_LEADER] = {0, 40, 50, 20},
};

/* Who is placed first: those who need the best squares, and of whom free choice takes more. */
static const int16_t turn_to_place[MR_WLS_CLASSES] = {
    [MR_WLS_INFANTRY] = 0, [MR_WLS_LIGHT] = 2000,   [MR_WLS_CANNON] = 4000,
    [MR_WLS_HEAVY] = 6000, [MR_WLS_LEADER] = 10000,
};

/* Light cavalry that needs no order (WL-9) is the better free choice: README.md. */
enum { FREE_RIDERS = 7000 };

/* One zone of the side that deploys. */
typedef struct zone {
  unsigned left;
  unsigned right;
  unsigned top;
  unsigned bottom;
  bool any;
  unsigned held[MR_WL_KINDS];
  unsigned leaders;
} zone;

typedef struct deployment {
  const mr_wl_game *game;
  const mr_wl_state *state;
  uint64_t seed;
  zone zones[MR_WL_ZONES_MAX + 1];
  unsigned leaders; /* placed */
  unsigned levels;
} deployment;

static zone *zone_at(deployment *c, unsigned cell) {
  unsigned code = c->game->zone[cell];
  return code && code >> 4 == c->state->head.side ? &c->zones[(code & 15u) - 1] : NULL;
}

/* Measures the zones, and counts who stands there. */
static void survey_zones(deployment *c) {
  const mr_wl_game *game = c->game;
  unsigned side = c->state->head.side;
  for (unsigned cell = 0; cell < game->cells; cell++) {
    zone *z = zone_at(c, cell);
    if (z == NULL) {
      continue;
    }
    unsigned file = game->file[cell], row = game->row[cell];
    if (!z->any) {
      *z = (zone){.left = file, .right = file, .top = row, .bottom = row, .any = true};
    }
    z->left = file < z->left ? file : z->left;
    z->right = file > z->right ? file : z->right;
    z->bottom = row > z->bottom ? row : z->bottom;
  }
  const mr_wl_unit *units = mr_wl_units_const(game, c->state) + side * game->side_max;
  for (unsigned i = 0; i < c->state->head.units[side]; i++) {
    unsigned kind = units[i].kind;
    bool fallen = units[i].cell == MR_WL_OFF_BOARD;
    zone *z = fallen ? NULL : zone_at(c, units[i].cell);
    if (z == NULL) {
      continue;
    }
    z->held[kind]++;
    if (mr_wl_is_numbered(kind)) {
      z->leaders++;
      c->leaders++;
      c->levels += kind;
    }
  }
}

static int noise(const deployment *c, uint64_t of, int most) {
  return (int)(mr_mix64(c->seed + mr_mix64(of)) % (uint64_t)(most + 1));
}

/* The first leader of a block is the highest, so that one of them can order most of it. */
static int level_fits(const deployment *c, const zone *z, unsigned level) {
  const mr_wl_army *army = &c->game->army;
  if (army->listed) {
    return z->leaders ? -20 * (int)level : 20 * (int)level;
  }
  unsigned left = army->leaders - c->leaders, sum = army->level_sum - c->levels;
  unsigned mean = left ? (sum + left / 2) / left : 1;
  unsigned wanted = z->leaders ? mean : mean + 1;
  unsigned off = level > wanted ? level - wanted : wanted - level;
  return -100 * (int)off;
}

static int fitness(deployment *c, mr_action action) {
  const mr_wl_game *game = c->game;
  unsigned kind = mr_wl_action_from(action), cell = mr_wl_action_to(action);
  unsigned class = mr_wls_class_of(kind), side = c->state->head.side;
  const zone *z = zone_at(c, cell);
  if (z == NULL) {
    return 0;
  }
  unsigned row = side == MR_WL_WHITE ? game->row[cell] - z->top : z->bottom - game->row[cell];
  int off = 2 * game->file[cell] - (int)(z->left + z->right);
  bool rides_free =
      class == MR_WLS_LIGHT && game->army.free_units && mr_wl_orders_itself(game, kind);
  int value = rides_free ? FREE_RIDERS : turn_to_place[class];
  value += rows_wanted[class][row < ROWS ? row : ROWS - 1];
  value -= class == MR_WLS_LEADER ? 4 * (off < 0 ? -off : off) : 0;
  value += mr_wl_is_numbered(kind) ? level_fits(c, z, kind) : -30 * (int)z->held[kind];
  value -= class == MR_WLS_LEADER ? 60 * (int)z->leaders : 0;
  value += noise(c, game->zone[cell], ZONE_NOISE);
  return value + noise(c, (uint64_t)cell << 8 | kind, CELL_NOISE);
}

/* The best of the first so many actions of the list. */
static mr_action best_placement(mr_wls_search *search, const mr_wl_state *state, uint64_t seed,
                                size_t count) {
  deployment c = {.game = search->game, .state = state, .seed = seed};
  mr_action best = MR_ACTION_NONE;
  int most = 0;
  survey_zones(&c);
  for (size_t i = 0; i < count; i++) {
    mr_action action = search->list[i];
    bool ends = mr_wl_action_kind_of(action) == MR_WL_ACT_COMMIT;
    int value = ends ? INT16_MAX : fitness(&c, action);
    if (i == 0 || value > most) {
      best = action;
      most = value;
    }
  }
  return best;
}

void mr_wls_deploy(mr_wls_search *search, const mr_wl_state *state, uint64_t seed,
                   const mr_limits *limits, mr_search_result *out) {
  const mr_state *base = (const mr_state *)(const void *)state;
  size_t count = mr_wl_actions(&search->game->base, base, search->list);
  count = mr_limits_filter(limits, search->list, count);
  mr_action best = best_placement(search, state, seed, count);
  bool commit = best != MR_ACTION_NONE && mr_wl_action_kind_of(best) == MR_WL_ACT_COMMIT;
  mr_search_result_single(out, best, 0.5,
                          commit ? "The army stands."
                                 : "Sets up leaders behind infantry, and what leaps at the back.");
}

void mr_wls_place_all(mr_wls_search *search, mr_state *state) {
  const mr_game *game = &search->game->base;
  while (mr_wl_state_of(state)->head.phase == MR_WL_ENTER) {
    size_t count = mr_wl_actions(game, state, search->list);
    mr_wl_make(game, state, best_placement(search, mr_wl_state_of(state), 0, count), NULL, NULL);
  }
}
