#include "search/warlord/warlord_search.h"

/* From results of games, by what stood on the board, and then by matches: README.md. */
const int16_t mr_wls_plain_value[MR_WL_KINDS] = {
    [MR_WL_PROMOTED] = 150, [MR_WL_HEAVY] = 140,    [MR_WL_CANNON] = 115,
    [MR_WL_LIGHT] = 100,    [MR_WL_INFANTRY] = 100,
};

/* ---- leaders --------------------------------------------------------------------------------- */

/*
 * In hundredths of an infantryman. First guesses, changed by matches of 60 games a change at 8,000
 * activations a turn: together +147 and then +76 Elo in A Clash of Arms, +61 and +120 in Border
 * War. README.md tells what was tried; no single number is proven.
 */
enum {
  LEADER = 336,      /* any leader, for what it commands */
  ORDER = 78,        /* and for each order of its level */
  ACTIVATION = 258,  /* for each activation of a turn that depends on leaders */
  FEAR = 92,         /* percent of the fear of losing the last leaders */
  NEAR_TOWNS = 83,   /* percent of the value of having nearly enough towns */
  HARVEST = 65,      /* percent of the greatest gain of who acts next; 100 and 45 were worse */
  HARVEST_NEXT = 83, /* and of each further one, of the one before */
  CALLED = 100,      /* percent of what a unit gains that a leader has to call first */
  TOWN = 40,
  TOWN_EARLY = 69,     /* where armies still come, or are far off for long: README.md */
  TOWN_SWING = 231,    /* to enter a town, for the order of activations */
  TOWN_WINS = 1439,    /* one that is the last needed */
  GUARDED_WON = 50,    /* percent of a town where more can strike than guard it */
  GUARDED = 12,        /* and where not: who enters is taken; 50 was worse (README.md) */
  NEARLY_LOST = 15000, /* the enemy can take enough leaders */
  TOWNS_FIRM = 8000,   /* enough of them, out of reach */
  TOWNS_OPEN = 60,     /* percent of the value of the last that is not there where it is struck */
  RACE_LOST = 3000,    /* the enemy can come to hold enough of them, out of reach */
  RACE_OPEN = 600,     /* and within reach, shared by those that can be struck */
  RACE_OPEN_MIDDLE = 1080, /* the same on ways of middle length */
  RACE_SOON = 400,         /* it can in two turns */
  RACE_SOON_MISSING = 3,   /* and misses no more now */
  RACE_THREAT = 5,         /* what the enemy has to fear himself counts a fifth: he moves first */
};

/* What decides over a side's orders and the game besides its men. */
typedef struct command_state {
  unsigned leaders;
  unsigned levels;
  unsigned helpers; /* what counts for the cap besides leaders: WL-9, WL-20a */
  unsigned lost;
  unsigned coming;
} command_state;

static unsigned cap_of(const mr_wl_game *game, const command_state *s) {
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
static unsigned losses_left(const mr_wl_game *game, const command_state *s) {
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

static int leaders_value(const mr_wl_game *game, const command_state *s) {
  /* By how many more leaders may be lost: about half for each more. */
  static const int16_t fear[] = {2400, 1300, 700, 350, 150, 50};
  unsigned n = losses_left(game, s);
  int value = LEADER * (int)s->leaders + ORDER * (int)s->levels;
  value += ACTIVATION * (int)cap_of(game, s);
  return value - (n < sizeof fear / sizeof *fear ? FEAR * fear[n] / 100 : 0);
}

static command_state command_state_of(const mr_wls_attack_map *map, unsigned side) {
  const mr_wls_side *s = &map->side[side];
  unsigned light = map->game->self_activation ? s->light : 0u;
  return (command_state){.leaders = s->leaders,
                         .levels = s->levels,
                         .helpers = s->promoted + light,
                         .lost = map->ever[side] - s->leaders,
                         .coming = map->coming[side]};
}

unsigned mr_wls_cap(const mr_wls_attack_map *map, unsigned side) {
  command_state s = command_state_of(map, side);
  return cap_of(map->game, &s);
}

void mr_wls_update_values(mr_wls_attack_map *map) {
  const mr_wl_game *game = map->game;
  for (unsigned side = 0; side < 2; side++) {
    const mr_wls_side *s = &map->side[side];
    uint64_t key = (uint64_t)s->leaders << 48 | (uint64_t)s->levels << 32 |
                   (uint64_t)s->light << 16 | s->promoted;
    if (key == map->value_key[side]) {
      continue;
    }
    map->value_key[side] = key;
    command_state now = command_state_of(map, side);
    int whole = leaders_value(game, &now);
    for (unsigned kind = 1; kind < MR_WL_KINDS; kind++) {
      map->value[side][kind] = mr_wls_plain_value[kind];
      if (mr_wl_is_numbered(kind) && now.levels >= kind && now.leaders) {
        command_state after = now;
        after.leaders--;
        after.levels -= kind;
        after.lost++;
        bool lost = (!after.leaders && !after.coming) || after.levels < game->defeat_level ||
                    (game->six_leaders && after.lost >= 6);
        map->value[side][kind] = lost ? MR_WLS_LOST_KING : whole - leaders_value(game, &after);
      }
    }
  }
}

/* ---- exchanges ------------------------------------------------------------------------------- */

int mr_wls_town_swing(const mr_wls_attack_map *map, unsigned side) {
  unsigned wanted = map->game->towns_to_win;
  int swing = map->side[side].towns + 1u >= wanted ? TOWN_WINS : TOWN_SWING;
  return wanted ? swing : mr_wls_goal_towns(map->game) ? TOWN_SWING : 0;
}

/* What holding a town is worth, however many are. */
static int town_value(const mr_wl_game *game) {
  return game->blocks || mr_wls_vast_ways(game) ? TOWN_EARLY : TOWN;
}

/* The value of having nearly enough towns. */
static int near_towns_value(const mr_wls_attack_map *map, unsigned held) {
  static const int16_t near[] = {2500, 700, 250, 100}; /* towns missing */
  unsigned wanted = map->game->towns_to_win, missing = held < wanted ? wanted - held : 0;
  return missing < 4 ? NEAR_TOWNS * near[missing] / 100 : 0;
}

static unsigned count_strikes(uint32_t strikes) {
  unsigned count = 0;
  for (; strikes; strikes >>= MR_WLS_STRIKE_BITS) {
    count += strikes & MR_WLS_STRIKE_MASK;
  }
  return count;
}

/*
 * What `side` gains by coming to a town, beside the man in it: just what the balance shows then, so
 * that to enter a town and be taken there is no gain. Of a town that the enemy can strike a part.
 */
static int town_gain(const mr_wls_attack_map *map, unsigned side, unsigned cell) {
  unsigned own = map->side[side].towns, theirs = map->side[1 - side].towns;
  if (!map->game->towns_to_win) {
    return 0;
  }
  int gain = town_value(map->game) + near_towns_value(map, own + 1) - near_towns_value(map, own);
  if (map->man[cell] && theirs) {
    gain +=
        town_value(map->game) + near_towns_value(map, theirs) - near_towns_value(map, theirs - 1);
  }
  uint32_t guards = map->strikes[1 - side][cell];
  if (!guards) {
    return gain;
  }
  bool more = count_strikes(map->strikes[side][cell]) > count_strikes(guards);
  return gain * (more ? GUARDED_WON : GUARDED) / 100;
}

/*
 * One capture a side and turn: the first takes, the second may take back, the first again. Who
 * comes later comes only if it pays.
 */
int mr_wls_gain(const mr_wls_attack_map *map, unsigned side, unsigned cell) {
  uint32_t strikes = map->strikes[side][cell];
  if (!strikes) {
    return 0;
  }
  unsigned enemy = 1 - side;
  const mr_wls_man *man = &map->men[map->man[cell] - 1u];
  int victim = map->value[enemy][man->kind];
  uint32_t guards = map->strikes[enemy][cell];
  if (map->ground[cell] == MR_WL_TOWN) {
    victim += town_gain(map, side, cell);
  }
  if (!guards || victim >= MR_WLS_LOST_KING ||
      (mr_wls_is_leader(man) && !mr_wls_is_avenged(map, enemy, man))) {
    return victim;
  }
  unsigned first = mr_wls_cheapest(strikes), guard = mr_wls_cheapest(guards);
  int taker = map->value[side][mr_wls_kind_of_class[first]];
  int keeper = map->value[enemy][mr_wls_kind_of_class[guard]];
  bool alone = strikes == UINT32_C(1) << (first * MR_WLS_STRIKE_BITS);
  int back = taker - (alone ? 0 : keeper);
  if (taker >= MR_WLS_LOST_KING) {
    return 0;
  }
  int gain = victim - (back > 0 ? back : 0);
  return gain > 0 ? gain : 0;
}

/* ---- threats --------------------------------------------------------------------------------- */

/*
 * Whether the leaders that a side could take in its next turn are enough to win (WL-16, WL-18,
 * WL-20): a matching of leaders to units that strike them, the highest levels first. Taking the
 * leaders in that order gives the greatest sum of levels that any matching has.
 */

enum {
  TARGETS_MAX = 32,  /* bits of a set of targets; the lowest levels of more are left out */
  ATTACKERS_MAX = 96 /* more are not seen: an opinion may err */
};

typedef struct threat {
  const mr_wls_attack_map *map;
  unsigned side; /* that attacks */
  unsigned target_count;
  uint16_t target_slot[TARGETS_MAX]; /* slots of leaders, the highest levels first */
  unsigned attacker_count;
  uint32_t strikes[ATTACKERS_MAX]; /* targets that an attacker strikes, by bits */
  uint8_t takes[ATTACKERS_MAX];    /* 1 + target */
} threat;

static unsigned level_of(const threat *t, unsigned target) {
  return t->map->men[t->target_slot[target]].kind;
}

/* Finds the leaders that are struck. Of too many the lowest are left out. */
static void find_targets(threat *t) {
  const mr_wls_attack_map *map = t->map;
  unsigned enemy = 1 - t->side, first = enemy * map->game->side_max;
  for (unsigned slot = first; slot < first + map->slots[enemy]; slot++) {
    const mr_wls_man *man = &map->men[slot];
    bool full = t->target_count == TARGETS_MAX;
    if (!mr_wls_is_leader(man) || !map->strikes[t->side][man->cell] ||
        (full && level_of(t, TARGETS_MAX - 1) >= man->kind)) {
      continue;
    }
    unsigned at = full ? TARGETS_MAX - 1 : t->target_count++;
    for (; at > 0 && level_of(t, at - 1) < man->kind; at--) {
      t->target_slot[at] = t->target_slot[at - 1];
    }
    t->target_slot[at] = (uint16_t)slot;
  }
}

/* Whether taking so many leaders of so many levels would win. */
static bool would_win(const mr_wls_attack_map *map, unsigned side, unsigned count,
                      unsigned levels) {
  const mr_wl_game *game = map->game;
  unsigned enemy = 1 - side;
  const mr_wls_side *s = &map->side[enemy];
  if (!count) {
    return false;
  }
  unsigned lost = map->ever[enemy] - s->leaders + count;
  return (count >= s->leaders && !map->coming[enemy]) || s->levels - levels < game->defeat_level ||
         (game->six_leaders && lost >= 6);
}

static uint32_t struck_by(const threat *t, const mr_wls_man *man) {
  const mr_wls_attack_map *map = t->map;
  size_t at = (size_t)mr_wls_class_of(man->kind) * map->game->cells + man->cell;
  const uint16_t *to = map->move_tables->to + at * MR_WL_TARGETS_MAX;
  uint32_t targets = 0;
  for (unsigned i = 0; i < map->move_tables->count[at]; i++) {
    unsigned other = map->man[to[i]];
    for (unsigned k = 0; other && k < t->target_count; k++) {
      targets |= t->target_slot[k] + 1u == other ? UINT32_C(1) << k : 0;
    }
  }
  return targets;
}

static void find_attackers(threat *t) {
  const mr_wls_attack_map *map = t->map;
  unsigned first = t->side * map->game->side_max;
  for (unsigned i = 0; i < map->slots[t->side] && t->attacker_count < ATTACKERS_MAX; i++) {
    const mr_wls_man *man = &map->men[first + i];
    uint32_t targets = man->cell != MR_WL_OFF_BOARD && man->live ? struck_by(t, man) : 0;
    if (targets) {
      t->strikes[t->attacker_count++] = targets;
    }
  }
}

/* An augmenting path: finds an attacker for a target, moving others on where need be. */
static bool augment(threat *t, unsigned target, uint32_t *seen) {
  for (unsigned i = 0; i < t->attacker_count; i++) {
    if (!(t->strikes[i] >> target & 1u)) {
      continue;
    }
    unsigned held = t->takes[i];
    if (held) {
      bool free = !(*seen >> (held - 1) & 1u);
      *seen |= UINT32_C(1) << (held - 1);
      if (!free || !augment(t, held - 1, seen)) {
        continue;
      }
    }
    t->takes[i] = (uint8_t)(target + 1);
    return true;
  }
  return false;
}

bool mr_wls_could_win(const mr_wls_attack_map *map, unsigned side) {
  threat t = {.map = map, .side = side};
  const mr_wls_side *enemy = &map->side[1 - side];
  unsigned levels = 0, count = 0, cap = mr_wls_cap(map, side);
  unsigned all = cap * MR_WL_LEVEL_MAX < enemy->levels ? cap * MR_WL_LEVEL_MAX : enemy->levels;
  if (!would_win(map, side, cap < enemy->leaders ? cap : enemy->leaders, all)) {
    return false; /* not even with every order: so it is in the first turns of large armies */
  }
  find_targets(&t);
  for (unsigned i = 0; i < t.target_count && i < cap; i++) {
    levels += level_of(&t, i);
  }
  unsigned most = t.target_count < cap ? t.target_count : cap;
  if (!would_win(map, side, most, levels)) {
    return false;
  }
  find_attackers(&t);
  levels = 0;
  for (unsigned i = 0; i < t.target_count && count < cap; i++) {
    uint32_t seen = UINT32_C(1) << i;
    if (!augment(&t, i, &seen)) {
      continue;
    }
    count++;
    levels += level_of(&t, i);
  }
  return would_win(map, side, count, levels);
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

static void find_gains(const mr_wls_attack_map *map, unsigned side, gains *g) {
  unsigned enemy = 1 - side, first = enemy * map->game->side_max;
  const uint32_t *strikes = map->strikes[side];
  const uint8_t *idle = map->idle[side];
  unsigned cap = mr_wls_cap(map, side);
  g->count = 0;
  g->most = cap < GAINS_MAX ? cap : GAINS_MAX;
  for (unsigned slot = first; slot < first + map->slots[enemy]; slot++) {
    const mr_wls_man *man = &map->men[slot];
    unsigned cell = man->cell;
    int gain = cell != MR_WL_OFF_BOARD && strikes[cell] ? mr_wls_gain(map, side, cell) : 0;
    if (mr_wls_is_leader(man) && idle[cell] && cap > 1) {
      gain += mr_wls_call_gain(map, side, man, gain) * CALLED / 100;
    }
    if (gain > 0) {
      add_gain(g, gain);
    }
  }
  /* Empty towns that may be entered. */
  for (unsigned i = 0; map->game->towns_to_win && i < map->towns; i++) {
    unsigned cell = map->town[i];
    if (!map->man[cell] && strikes[cell]) {
      add_gain(g, town_gain(map, side, cell));
    }
  }
}

/*
 * WL-19: who holds enough towns that the enemy cannot strike has as good as won. Where it can
 * strike so many that too few are left, it will, with all that it has: enough towns are worth
 * little more then than one too few. That it has to do so is worth something: of bridges to take,
 * two of seven were not taken where all of it was gone (README.md).
 */
static int enough_towns_value(const mr_wls_attack_map *map, unsigned side) {
  unsigned firm = 0, wanted = map->game->towns_to_win;
  if (!wanted || map->side[side].towns < wanted) {
    return 0;
  }
  for (unsigned i = 0; i < map->towns; i++) {
    unsigned cell = map->town[i], man = map->man[cell];
    firm += man && mr_wl_side_of(map->game, man - 1) == side && !map->strikes[1 - side][cell];
  }
  if (firm >= wanted) {
    return TOWNS_FIRM;
  }
  bool too_many = mr_wls_cap(map, 1 - side) <= map->side[side].towns - wanted;
  int last = near_towns_value(map, wanted) - near_towns_value(map, wanted - 1);
  return too_many ? 0 : -last * TOWNS_OPEN / 100;
}

/* Towns that the enemy of a side holds or comes to, and how many of them the side could strike. */
typedef struct reach {
  unsigned reached;
  unsigned struck;
} reach;

/* @param near towns that the enemy comes to, by bits, besides those that it strikes */
static reach reach_of(const mr_wls_attack_map *map, unsigned side, uint32_t near) {
  unsigned enemy = 1 - side;
  reach r = {.reached = 0};
  for (unsigned k = 0; k < map->towns; k++) {
    unsigned cell = map->town[k], man = map->man[cell];
    bool held = man && mr_wl_side_of(map->game, man - 1) == enemy;
    bool comes = k < MR_WLS_TOWNS_MAX && near >> k & 1u;
    if (held || map->strikes[enemy][cell] || comes) {
      r.reached++;
      r.struck += map->strikes[side][cell] != 0;
    }
  }
  return r;
}

/*
 * What a side loses by the towns that its enemy could stand in after the turn that comes now:
 * enough to win, unless the side can strike so many of them that too few are left.
 */
static int race_cost(const mr_wls_attack_map *map, unsigned side) {
  unsigned wanted = map->game->towns_to_win, enemy = 1 - side;
  if (!wanted || map->side[enemy].towns + mr_wls_cap(map, enemy) < wanted) {
    return 0;
  }
  reach r = reach_of(map, side, 0);
  if (r.reached < wanted) {
    return 0;
  }
  unsigned spare = r.reached - wanted;
  int open = mr_wls_middle_ways(map->game) ? RACE_OPEN_MIDDLE : RACE_OPEN;
  return r.struck <= spare ? RACE_LOST : open / (int)(r.struck - spare);
}

/* Towns that a side's leaders, and light cavalry that orders itself, come to in two turns. */
static uint32_t near_runners(const mr_wls_attack_map *map, unsigned side) {
  const mr_wls_man *men = map->men + side * map->game->side_max;
  uint32_t near = 0;
  for (unsigned i = 0; i < map->slots[side]; i++) {
    bool runs = men[i].kind <= MR_WL_PROMOTED || mr_wl_orders_itself(map->game, men[i].kind);
    near |= runs && men[i].cell != MR_WL_OFF_BOARD ? map->near_towns[men[i].cell] : 0;
  }
  return near;
}

/*
 * The same one turn earlier, on ways of middle length: most games there were won by a leader who
 * came alone to a town that nobody struck, with half of an army round it (README.md).
 */
static int soon_cost(const mr_wls_attack_map *map, unsigned side) {
  unsigned wanted = map->game->towns_to_win, enemy = 1 - side;
  if (!wanted || !mr_wls_middle_ways(map->game) ||
      wanted > map->side[enemy].towns + (unsigned)RACE_SOON_MISSING) {
    return 0;
  }
  reach r = reach_of(map, side, near_runners(map, enemy));
  if (r.reached < wanted) {
    return 0;
  }
  unsigned spare = r.reached - wanted;
  return r.struck <= spare ? RACE_SOON : RACE_SOON / 2 / (int)(r.struck - spare + 1);
}

static int possessions(const mr_wls_attack_map *map, unsigned side) {
  const mr_wls_side *s = &map->side[side];
  command_state now = command_state_of(map, side);
  int value = s->men + s->place + s->ties + leaders_value(map->game, &now);
  if (map->game->towns_to_win) {
    value += town_value(map->game) * (int)s->towns + near_towns_value(map, s->towns);
  }
  return value;
}

int mr_wls_balance(const mr_wls_attack_map *map, unsigned side) {
  return possessions(map, side) - possessions(map, 1 - side);
}

int mr_wls_evaluate(mr_wls_attack_map *map, unsigned side) {
  unsigned enemy = 1 - side, wanted = map->game->towns_to_win;
  if (wanted && map->side[enemy].towns >= wanted) {
    return -MR_WLS_LOST_KING; /* WL-19: as soon as the enemy's turn begins */
  }
  if (mr_wls_home_lost(map, side)) {
    return -MR_WLS_LOST_KING; /* WL-46 */
  }
  mr_wls_update_values(map);
  gains theirs;
  find_gains(map, enemy, &theirs);
  int value = mr_wls_balance(map, side) + enough_towns_value(map, side);
  value += race_cost(map, enemy) / RACE_THREAT - race_cost(map, side);
  value += soon_cost(map, enemy) / RACE_THREAT - soon_cost(map, side);
  value += mr_wls_goals_value(map, side);
  /* What the enemy will make of its gains: some need the same unit or the same order. */
  int share = HARVEST;
  for (unsigned i = 0; i < theirs.count; i++) {
    value -= theirs.of[i] * share / 100;
    share = share * HARVEST_NEXT / 100;
  }
  return mr_wls_could_win(map, enemy) ? value - NEARLY_LOST : value;
}
