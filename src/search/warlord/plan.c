#include "search/warlord/warlord_search.h"

/*
 * The plan above the turn. A group is a leader with the men that are nearest to it. Objectives are
 * the towns that are wanted and the enemy's leaders. The side looks where its nearest groups, taken
 * together until they are stronger than what the enemy has there, would come soonest to the most;
 * they are sent, and the rest looks again. Who is too weak for anything follows the main force.
 *
 * Nothing is remembered: what groups are on the way to is nearer than it was, so that the same
 * state of things leads to the same plan, and another one only where another is better by more than
 * the way that has been gone.
 */
enum {
  REACH = 8,         /* men so near to an objective count for it, the nearer the more */
  EMPTY_REACH = 4,   /* and to a town that is empty: others come too late */
  GUARD_REACH = 6,   /* and to a town that is held: who is nearer threatens it */
  MASS = 150,        /* percent of the expected strength that is sent */
  GUARD_MASS = 90,   /* and for a town that is held */
  GUARD_LAST = 60,   /* and more, shared by the towns that the enemy misses */
  HUNT_FORCE = 600,  /* and so much more against leaders, who run */
  TOWN_FORCE = 60,   /* and for a town: whoever comes first */
  LEADER_FORCE = 60, /* what a leader adds to the strength of a group */
  TIES_MAX = 5,      /* a man further from its leader is no member of its group */
  NEAR_ROWS = 16,    /* on so few ranks the armies are in contact from the start */
  STALEMATE = 180,   /* percent of urge from which those who fight go by the plan again */
  LONG_WAY = 28,     /* steps: on longer ways infantry stays behind */
  TOWN_WORTH = 900,
  TOWN_LAST = 1800, /* shared by the towns still missing */
  HUNT_WORTH = 500, /* a leader, and for each level */
  HUNT_LEVEL = 60,
  HUNT_LAST = 3000, /* shared by the leaders that are left */
  DELAY = 12,       /* steps after which an objective is worth half */
  TOO_WEAK = 3,     /* what cannot be massed for is worth a third */
  TOWN_NEAR = 3,    /* a town pulls more from so far */
  TOWN_SLOPE = 10,
  FARTHEST = 800,         /* half steps: pulls are small numbers */
  FIGHT_SLOPE = 7,        /* of a step nearer to the nearest leader of the enemy */
  FIGHT_CHASE = 216,      /* and so much more, shared by all men: the fewer they are, the steeper */
  FIGHT_LEADER_SLOPE = 4, /* leaders follow */
  FIGHT_TIE = 20,         /* of all who fight, and can be ordered */
  FIGHT_FAR = 250,        /* no distance on a board is longer */
  TIE = 55,               /* a member of a group that its leader can order */
  LOOSE_TIE = 12          /* another man that can be ordered */
};

/* For a step nearer, by the place of the objective in the plan. */
static const int16_t SLOPES[MR_WLS_WAYS_MAX] = {22, 14, 10, 8, 8, 8};
enum { FOLLOW_SLOPE = 9 };

typedef struct group {
  uint16_t cell;
  uint16_t slot;
  uint8_t way; /* 1 + objective; 0: none yet */
  int32_t strength;
  int32_t distance; /* to the objective that is being looked at */
} group;

typedef struct staff {
  mr_wls_search *search;
  unsigned side;
  unsigned urge; /* percent */
  unsigned count;
  group groups[MR_WL_LEADERS_MAX];
} staff;

static int gap(int a, int b) {
  return a > b ? a - b : b - a;
}

static int distance(const mr_wl_game *game, unsigned a, unsigned b) {
  int files = gap(game->file[a], game->file[b]), rows = gap(game->row[a], game->row[b]);
  return files > rows ? files : rows;
}

/* The way of those who fight. */
enum { FIGHT = MR_WLS_WAYS_MAX - 1 };

/* @return how many numbered leaders a side has; their cells */
static unsigned find_enemy_leaders(const mr_wls_attack_map *map, unsigned side,
                                   uint16_t out[MR_WL_LEADERS_MAX]) {
  const mr_wls_man *men = map->men + side * map->game->side_max;
  unsigned count = 0;
  for (unsigned i = 0; i < map->slots[side] && count < MR_WL_LEADERS_MAX; i++) {
    if (mr_wls_is_leader(&men[i])) {
      out[count++] = men[i].cell;
    }
  }
  return count;
}

static int nearest_of(const mr_wl_game *game, unsigned cell, const uint16_t *cells,
                      unsigned count) {
  int least = FIGHT_FAR;
  for (unsigned i = 0; i < count; i++) {
    int steps = distance(game, cell, cells[i]);
    least = steps < least ? steps : least;
  }
  return least;
}

/* ---- groups ---------------------------------------------------------------------------------- */

static void find_leaders(staff *s) {
  const mr_wls_attack_map *map = &s->search->map;
  unsigned first = s->side * map->game->side_max;
  s->count = 0;
  for (unsigned i = 0; i < map->slots[s->side] && s->count < MR_WL_LEADERS_MAX; i++) {
    if (mr_wls_is_leader(&map->men[first + i])) {
      s->groups[s->count++] = (group){.cell = map->men[first + i].cell,
                                      .slot = (uint16_t)(first + i),
                                      .strength = LEADER_FORCE};
    }
  }
}

/* The group of a man: of the nearest leader. @return s->count where there is none */
static unsigned group_of(const staff *s, unsigned cell, int *far) {
  unsigned best = s->count;
  *far = INT32_MAX;
  for (unsigned i = 0; i < s->count; i++) {
    int steps = distance(s->search->game, s->groups[i].cell, cell);
    if (steps < *far) {
      *far = steps;
      best = i;
    }
  }
  return best;
}

static void gather_men(staff *s) {
  const mr_wls_attack_map *map = &s->search->map;
  unsigned first = s->side * map->game->side_max;
  for (unsigned i = 0; i < map->slots[s->side]; i++) {
    mr_wls_man man = map->men[first + i];
    int far = 0;
    if (man.cell == MR_WL_OFF_BOARD || mr_wl_is_numbered(man.kind)) {
      continue;
    }
    unsigned g = group_of(s, man.cell, &far);
    if (g < s->count && far <= TIES_MAX) {
      s->groups[g].strength += mr_wls_plain_value[man.kind];
    }
  }
}

/* ---- objectives ------------------------------------------------------------------------------ */

/* What a side has round a cell, the nearer the more. */
static int strength_at(const mr_wls_attack_map *map, unsigned side, unsigned cell, int reach) {
  unsigned first = side * map->game->side_max;
  int sum = 0;
  for (unsigned i = 0; i < map->slots[side]; i++) {
    mr_wls_man man = map->men[first + i];
    if (man.cell == MR_WL_OFF_BOARD) {
      continue;
    }
    int near = reach - distance(map->game, man.cell, cell);
    int worth = mr_wl_is_numbered(man.kind) ? LEADER_FORCE : mr_wls_plain_value[man.kind];
    sum += near > 0 ? worth * near / reach : 0;
  }
  return sum;
}

/* Takes groups that are free, the nearest first, until they are strong enough. */
typedef struct muster {
  uint16_t taken[MR_WL_LEADERS_MAX];
  unsigned count;
  int strength;
  int far; /* of the last */
} muster;

static void muster_groups(staff *s, unsigned cell, int wanted, muster *out) {
  bool used[MR_WL_LEADERS_MAX] = {false};
  *out = (muster){.count = 0};
  for (unsigned i = 0; i < s->count; i++) {
    s->groups[i].distance = distance(s->search->game, s->groups[i].cell, cell);
  }
  while (out->strength < wanted) {
    unsigned best = s->count;
    for (unsigned i = 0; i < s->count; i++) {
      if (!s->groups[i].way && !used[i] &&
          (best == s->count || s->groups[i].distance < s->groups[best].distance)) {
        best = i;
      }
    }
    if (best == s->count) {
      return;
    }
    used[best] = true;
    out->taken[out->count++] = (uint16_t)best;
    out->strength += s->groups[best].strength;
    out->far = s->groups[best].distance;
  }
}

/* Towns that the enemy has still to take, at least one. */
static int enemy_missing(const staff *s) {
  const mr_wls_attack_map *map = &s->search->map;
  unsigned wanted = map->game->towns_to_win, held = map->side[1 - s->side].towns;
  return held < wanted ? (int)(wanted - held) : 1;
}

/* A candidate is held against the best so far. */
typedef struct choice {
  int worth;
  mr_wls_objective objective;
  muster muster;
} choice;

static void weigh(staff *s, mr_wls_aim aim, unsigned cell, int worth, choice *best) {
  muster m;
  bool empty = !s->search->map.man[cell];
  int reach = aim == MR_WLS_GUARD ? GUARD_REACH : empty ? EMPTY_REACH : REACH;
  int expected = strength_at(&s->search->map, 1 - s->side, cell, reach);
  int mass =
      aim == MR_WLS_GUARD ? GUARD_MASS + GUARD_LAST / enemy_missing(s) : MASS * 100 / (int)s->urge;
  int wanted = expected * mass / 100 + (aim == MR_WLS_HUNT ? HUNT_FORCE : TOWN_FORCE);
  muster_groups(s, cell, wanted, &m);
  if (!m.count) {
    return;
  }
  worth = worth * 100 * DELAY / (DELAY + m.far);
  worth = m.strength < wanted ? worth / TOO_WEAK : worth;
  if (worth <= best->worth) {
    return;
  }
  best->worth = worth;
  best->muster = m;
  best->objective = (mr_wls_objective){.aim = aim,
                                       .cell = (uint16_t)cell,
                                       .groups = (uint16_t)m.count,
                                       .turns = (uint16_t)m.far,
                                       .strength = m.strength,
                                       .weak = m.strength < wanted,
                                       .expected = expected};
}

static bool is_pursued(const mr_wls_plan *plan, unsigned cell) {
  for (unsigned i = 0; i < plan->count; i++) {
    if (plan->objective[i].cell == cell) {
      return true;
    }
  }
  return false;
}

static void weigh_towns(staff *s, const mr_wls_plan *plan, choice *best) {
  const mr_wls_attack_map *map = &s->search->map;
  unsigned wanted = map->game->towns_to_win, held = map->side[s->side].towns;
  int missing = held < wanted ? (int)(wanted - held) : 1;
  for (unsigned i = 0; wanted && i < map->towns; i++) {
    unsigned cell = map->town[i], man = map->man[cell];
    bool own = man && mr_wl_side_of(map->game, man - 1) == s->side;
    if (is_pursued(plan, cell)) {
      continue;
    }
    if (!own) {
      weigh(s, MR_WLS_TOWN, cell, TOWN_WORTH + TOWN_LAST / missing, best);
    } else if (strength_at(map, 1 - s->side, cell, GUARD_REACH) > 0) {
      weigh(s, MR_WLS_GUARD, cell, TOWN_WORTH + TOWN_LAST / enemy_missing(s), best);
    }
  }
}

static void weigh_leaders(staff *s, const mr_wls_plan *plan, choice *best) {
  const mr_wls_attack_map *map = &s->search->map;
  unsigned enemy = 1 - s->side, first = enemy * map->game->side_max;
  int left = map->side[enemy].leaders;
  for (unsigned i = 0; i < map->slots[enemy]; i++) {
    const mr_wls_man *man = &map->men[first + i];
    if (mr_wls_is_leader(man) && !is_pursued(plan, man->cell)) {
      weigh(s, MR_WLS_HUNT, man->cell, HUNT_WORTH + HUNT_LEVEL * man->kind + HUNT_LAST / left,
            best);
    }
  }
}

/* Whether some force is strong enough for more than to hold what is held. */
static bool attacks(const mr_wls_plan *plan) {
  for (unsigned i = 0; i < plan->count; i++) {
    if (plan->objective[i].aim != MR_WLS_GUARD && !plan->objective[i].weak) {
      return true;
    }
  }
  return false;
}

static void assign_groups(staff *s, mr_wls_plan *plan) {
  plan->count = 0;
  while (plan->count + 2 < MR_WLS_WAYS_MAX) {
    choice best = {.worth = 0};
    weigh_towns(s, plan, &best);
    weigh_leaders(s, plan, &best);
    if (!best.worth || (best.objective.weak && attacks(plan))) {
      break; /* the rest makes the main force stronger */
    }
    for (unsigned i = 0; i < best.muster.count; i++) {
      s->groups[best.muster.taken[i]].way = (uint8_t)(plan->count + 1);
    }
    plan->objective[plan->count++] = best.objective;
  }
}

/* ---- ways ------------------------------------------------------------------------------------ */

/* Adds a town's attraction to the squares round it. */
static void pull_to_town(const mr_wls_attack_map *map, unsigned town, int16_t *pull) {
  const mr_wl_game *game = map->game;
  int file = game->file[town], row = game->row[town];
  for (int r = row - TOWN_NEAR; r <= row + TOWN_NEAR; r++) {
    for (int f = file - TOWN_NEAR; f <= file + TOWN_NEAR; f++) {
      if (r < 0 || f < 0 || r >= (int)game->rows || f >= (int)game->columns) {
        continue;
      }
      unsigned cell = (unsigned)r * game->columns + (unsigned)f;
      int steps = distance(game, town, cell);
      pull[cell] = (int16_t)(pull[cell] + TOWN_SLOPE * (TOWN_NEAR + 1 - steps));
    }
  }
}

/* Leaders stay out of reach of what they hunt; men stop where they can strike it. */
static void fill_way(staff *s, unsigned k, const mr_wls_objective *objective, int slope) {
  const mr_wls_attack_map *map = &s->search->map;
  mr_wls_way *way = &s->search->goals.way[s->side][k];
  bool town = objective->aim == MR_WLS_TOWN || objective->aim == MR_WLS_GUARD;
  int near = town ? 0 : 2, leader_near = town ? 2 : 4;
  mr_wls_find_way(s->search, objective->cell);
  slope = slope * (int)s->urge / 100;
  for (unsigned cell = 0; cell < map->game->cells; cell++) {
    int far = s->search->far[cell] < FARTHEST ? s->search->far[cell] : FARTHEST;
    way->pull[cell] = (int16_t)(-slope * (far < 2 * near ? 2 * near : far) / 2);
    way->leader_pull[cell] =
        (int16_t)(-slope * (far < 2 * leader_near ? 2 * leader_near : far) / 2);
  }
  for (unsigned i = 0; map->game->towns_to_win && i < map->towns; i++) {
    pull_to_town(map, map->town[i], way->pull);
  }
}

static void fill_ways(staff *s, mr_wls_plan *plan) {
  if (!plan->count) {
    const mr_wls_way *way = &s->search->goals.way[s->side][0];
    memset(way->pull, 0, s->search->game->cells * sizeof *way->pull);
    memset(way->leader_pull, 0, s->search->game->cells * sizeof *way->leader_pull);
    return; /* the way behind the objectives is the first */
  }
  for (unsigned k = 0; k < plan->count; k++) {
    fill_way(s, k, &plan->objective[k], SLOPES[k] / (plan->objective[k].weak ? 2 : 1));
  }
  unsigned main_force = 0; /* the first that goes somewhere */
  while (main_force + 1 < plan->count && plan->objective[main_force].aim == MR_WLS_GUARD) {
    main_force++;
  }
  plan->objective[plan->count] = plan->objective[main_force];
  plan->objective[plan->count].aim = MR_WLS_FOLLOW;
  fill_way(s, plan->count, &plan->objective[plan->count], FOLLOW_SLOPE);
}

/* Who fights is drawn to the nearest leader of the enemy's, and to towns beside it. */
static void fill_fight(staff *s) {
  const mr_wls_attack_map *map = &s->search->map;
  const mr_wls_way *way = &s->search->goals.way[s->side][FIGHT];
  uint16_t leaders[MR_WL_LEADERS_MAX];
  unsigned count = find_enemy_leaders(map, 1 - s->side, leaders);
  int men = 1;
  for (unsigned i = 0; i < 2 * map->game->side_max; i++) {
    unsigned side = mr_wl_side_of(map->game, i);
    men += i - side * map->game->side_max < map->slots[side] && map->men[i].cell != MR_WL_OFF_BOARD;
  }
  int slope = FIGHT_SLOPE + FIGHT_CHASE / men;
  int leader_slope = slope * FIGHT_LEADER_SLOPE / FIGHT_SLOPE;
  for (unsigned cell = 0; cell < map->game->cells; cell++) {
    int steps = nearest_of(map->game, cell, leaders, count);
    way->pull[cell] = (int16_t)(-slope * (steps < 2 ? 2 : steps));
    way->leader_pull[cell] = (int16_t)(-leader_slope * (steps < 4 ? 4 : steps));
  }
  for (unsigned i = 0; map->game->towns_to_win && i < map->towns; i++) {
    pull_to_town(map, map->town[i], way->pull);
  }
}

/* Where armies are in contact from the start each fights as it sees fit, until nothing comes of it.
 */
static void join_fights(staff *s) {
  bool fights = s->search->game->rows <= NEAR_ROWS && s->urge < STALEMATE;
  for (unsigned i = 0; fights && i < s->count; i++) {
    s->groups[i].way = FIGHT + 1;
  }
}

/* Every man goes the way of his group; who is still to come, behind the others. */
static void give_ways(staff *s, const mr_wls_plan *plan) {
  mr_wls_attack_map *map = &s->search->map;
  unsigned first = s->side * map->game->side_max, behind = plan->count;
  for (unsigned i = 0; i < map->game->side_max; i++) {
    mr_wls_man *man = &map->men[first + i];
    int far = 0;
    man->way = (uint8_t)behind;
    man->tie = LOOSE_TIE;
    if (i >= map->slots[s->side] || man->cell == MR_WL_OFF_BOARD) {
      continue;
    }
    unsigned g = group_of(s, man->cell, &far);
    unsigned way = g < s->count && s->groups[g].way ? s->groups[g].way - 1u : behind;
    bool slow =
        way != FIGHT && man->kind == MR_WL_INFANTRY && plan->objective[way].turns > LONG_WAY;
    man->way = (uint8_t)way;
    man->tie = way == FIGHT ? FIGHT_TIE : far > TIES_MAX || slow ? LOOSE_TIE : TIE;
  }
}

/* The longer nothing has been captured, the more it is worth to come to blows (WL-15). */
static unsigned urge_of(const mr_wl_game *game, const mr_wl_state *state) {
  enum { MOST = 200, QUIET = 80 };
  unsigned limit = game->quiet_draw ? game->quiet_turns : QUIET;
  unsigned quiet = state->head.quiet < limit ? state->head.quiet : limit;
  return 100 + (limit ? MOST * quiet / limit : 0);
}

void mr_wls_make_plans(mr_wls_search *search, const mr_wl_state *state) {
  for (unsigned side = 0; side < 2; side++) {
    staff s = {.search = search, .side = side, .urge = urge_of(search->game, state)};
    mr_wls_plan *plan = &search->plan[side];
    find_leaders(&s);
    gather_men(&s);
    assign_groups(&s, plan);
    fill_ways(&s, plan);
    fill_fight(&s);
    join_fights(&s);
    give_ways(&s, plan);
  }
}
