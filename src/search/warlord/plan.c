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
  REACH = 8,              /* men so near to an objective count for it, the nearer the more */
  EMPTY_REACH = 4,        /* and to a town that is empty: others come too late */
  GUARD_LAST = 60,        /* percent more of a guard, shared by the towns that the enemy misses */
  TOWN_FORCE = 60,        /* sent beside it for a town: whoever comes first */
  TIES_MAX = 5,           /* a man further from its leader is no member of its group */
  NEAR_ROWS = 16,         /* on so few ranks the armies are in contact from the start */
  STALEMATE = 180,        /* percent of urge from which those who fight go by the plan again */
  LONG_WAY = 28,          /* steps: on longer ways infantry stays behind */
  HUNT_LEVEL = 60,        /* for each level of a leader */
  HUNT_LAST = 3000,       /* shared by the leaders that are left */
  DELAY = 12,             /* steps after which an objective is worth half */
  LEAD_FROM = 150,        /* where so much is expected of the enemy; else the first come best */
  TOWN_NEAR = 3,          /* a town pulls more from so far */
  FARTHEST = 800,         /* half steps: pulls are small numbers */
  FIGHT_SLOPE = 7,        /* of a step nearer to the nearest leader of the enemy */
  FIGHT_CHASE = 216,      /* and so much more, shared by all men: the fewer they are, the steeper */
  FIGHT_LEADER_SLOPE = 4, /* leaders follow */
  FIGHT_TIE = 20,         /* of all who fight, and can be ordered */
  FIGHT_FAR = 250,        /* no distance on a board is longer */
  LOOSE_TIE = 12          /* another man that can be ordered */
};

enum {
  ATTACKS_MAX = 4,                                /* at once */
  GUARDS_MAX = MR_WLS_WAYS_MAX - ATTACKS_MAX - 2, /* two ways more follow and fight */
};

/*
 * What differs by how long the ways of the armies to each other are (README.md):
 * X(member, near, short, middle, long, vast, what it is). Vast ones are long ones but for leaders,
 * who do not wait for their men.
 */
#define MANNERS(X)                                                                             \
  X(lead, 5, 5, 7, 7, 7, "steps that who attacks is drawn before his force")                   \
  X(convoy, 0, 0, 0, 2, 0, "steps that a leader is drawn before his own men; 0: all the way")  \
  X(town_slope, 10, 10, 2, 2, 2, "of towns to all who pass: where ways are long they go on")   \
  X(guard_slope, 16, 16, 27, 24, 24, "for a step nearer to a town that is held")               \
  X(margin, 1, 1, 0, 0, 0, "turns before the enemy's that a guard wants to be there")          \
  X(attack, 100, 100, 80, 80, 80, "percent of SLOPES")                                         \
  X(follow_slope, 9, 6, 18, 12, 12, "of the main force, for who comes behind")                 \
  X(men, 100, 100, 100, 80, 80, "percent of all slopes: for who goes by steps")                \
  X(movers, 100, 65, 100, 100, 100, "for cavalry and cannons near a town, who go by moves")    \
  X(leaders, 100, 58, 100, 100, 100, "and for leaders")                                        \
  X(off_town, 0, 0, 100, 100, 100,                                                             \
    "what a leader loses who stands in a town: a man can, and is lost cheaper")                \
  X(tie, 55, 55, 38, 20, 20, "a member of a group that its leader can order")                  \
  X(by_moves, 50, 50, 35, 35, 35,                                                              \
    "percent of how near a town is counted in moves of the class, not in steps")               \
  X(leader_force, 60, 42, 60, 60, 60, "what a leader adds to the strength of a group")         \
  X(guard_reach, 10, 7, 7, 7, 7,                                                               \
    "men so near count for a town of one's own: they strike before help is there")             \
  X(guard_mass, 140, 140, 105, 105, 105, "percent of their strength that is sent to guard it") \
  X(mass, 150, 150, 112, 150, 150, "percent of the expected strength that is sent")            \
  X(town_worth, 900, 900, 1170, 900, 900, "of each town as an objective")                      \
  X(town_last, 1800, 1080, 1800, 1800, 1800, "worth shared by the towns still missing")        \
  X(hunt_worth, 1500, 1950, 1500, 1125, 1125, "of a leader")                                   \
  X(hunt_force, 600, 600, 360, 360, 360, "so much more is sent against leaders, who run")      \
  X(too_weak, 3, 3, 5, 5, 5, "what cannot be massed for is worth one of so many parts")

#define MANNER_MEMBER(member, n, s, m, l, v, about) int member;
#define MANNER_NEAR(member, n, s, m, l, v, about) .member = (n),
#define MANNER_SHORT(member, n, s, m, l, v, about) .member = (s),
#define MANNER_MIDDLE(member, n, s, m, l, v, about) .member = (m),
#define MANNER_LONG(member, n, s, m, l, v, about) .member = (l),
#define MANNER_VAST(member, n, s, m, l, v, about) .member = (v),

typedef struct manner {
  MANNERS(MANNER_MEMBER)
} manner;

static const manner NEAR_WAYS = {MANNERS(MANNER_NEAR)};
static const manner SHORT_WAYS = {MANNERS(MANNER_SHORT)};
static const manner MIDDLE_WAYS = {MANNERS(MANNER_MIDDLE)};
static const manner LONG_WAYS = {MANNERS(MANNER_LONG)};
static const manner VAST_WAYS = {MANNERS(MANNER_VAST)};

/* Of 16 ranks, 24, 36 and 48, 72, 96: README.md. Where armies still come: those of 16. */
static const manner *manner_of(const mr_wl_game *game) {
  enum { SHORT_ROWS = 30 };
  if (game->rows <= NEAR_ROWS || game->blocks > 0) {
    return &NEAR_WAYS;
  }
  if (game->rows < SHORT_ROWS) {
    return &SHORT_WAYS;
  }
  if (mr_wls_middle_ways(game)) {
    return &MIDDLE_WAYS;
  }
  return mr_wls_vast_ways(game) ? &VAST_WAYS : &LONG_WAYS;
}

/* For a step nearer, by the place of the objective among those that are attacked. */
static const int16_t SLOPES[ATTACKS_MAX] = {22, 14, 10, 8};

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
  int slope[MR_WLS_WAYS_MAX];    /* for a step nearer, on each way */
  uint8_t post[MR_WL_UNITS_MAX]; /* 1 + objective of a single unit, by slot of the side */
} staff;

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
    int steps = mr_wl_distance(game, cell, cells[i]);
    least = steps < least ? steps : least;
  }
  return least;
}

/* ---- groups ---------------------------------------------------------------------------------- */

static void find_leaders(staff *s) {
  const mr_wls_attack_map *map = &s->search->map;
  int strength = manner_of(map->game)->leader_force;
  unsigned first = s->side * map->game->side_max;
  s->count = 0;
  for (unsigned i = 0; i < map->slots[s->side] && s->count < MR_WL_LEADERS_MAX; i++) {
    if (mr_wls_is_leader(&map->men[first + i])) {
      s->groups[s->count++] = (group){
          .cell = map->men[first + i].cell, .slot = (uint16_t)(first + i), .strength = strength};
    }
  }
}

/* The group of a man: of the nearest leader. @return s->count where there is none */
static unsigned group_of(const staff *s, unsigned cell, int *far) {
  unsigned best = s->count;
  *far = INT32_MAX;
  for (unsigned i = 0; i < s->count; i++) {
    int steps = mr_wl_distance(s->search->game, s->groups[i].cell, cell);
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
  int sum = 0, leader = manner_of(map->game)->leader_force;
  for (unsigned i = 0; i < map->slots[side]; i++) {
    mr_wls_man man = map->men[first + i];
    if (man.cell == MR_WL_OFF_BOARD) {
      continue;
    }
    int near = reach - mr_wl_distance(map->game, man.cell, cell);
    int worth = mr_wl_is_numbered(man.kind) ? leader : mr_wls_plain_value[man.kind];
    sum += near > 0 ? worth * near / reach : 0;
  }
  return sum;
}

/* Takes groups that are free, the nearest first, until they are strong enough. */
typedef struct force {
  uint16_t taken[MR_WL_LEADERS_MAX];
  unsigned count;
  int strength;
  int far; /* of the last */
} force;

static void gather_force(staff *s, unsigned cell, int wanted, force *out) {
  bool used[MR_WL_LEADERS_MAX] = {false};
  *out = (force){.count = 0};
  for (unsigned i = 0; i < s->count; i++) {
    s->groups[i].distance = mr_wl_distance(s->search->game, s->groups[i].cell, cell);
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
  force force;
} choice;

static void evaluate_objective(staff *s, mr_wls_aim aim, unsigned cell, int worth, choice *best) {
  force f;
  const manner *m = manner_of(s->search->game);
  bool empty = !s->search->map.man[cell];
  int reach = aim == MR_WLS_GUARD ? m->guard_reach : empty ? EMPTY_REACH : REACH;
  int expected = strength_at(&s->search->map, 1 - s->side, cell, reach);
  int mass = aim == MR_WLS_GUARD ? m->guard_mass + GUARD_LAST / enemy_missing(s)
                                 : m->mass * 100 / (int)s->urge;
  int wanted = expected * mass / 100 + (aim == MR_WLS_HUNT ? m->hunt_force : TOWN_FORCE);
  gather_force(s, cell, wanted, &f);
  if (!f.count) {
    return;
  }
  worth = worth * 100 * DELAY / (DELAY + f.far);
  worth = f.strength < wanted ? worth / m->too_weak : worth;
  if (worth <= best->worth) {
    return;
  }
  best->worth = worth;
  best->force = f;
  best->objective = (mr_wls_objective){.aim = aim,
                                       .cell = (uint16_t)cell,
                                       .groups = (uint16_t)f.count,
                                       .turns = (uint16_t)f.far,
                                       .strength = f.strength,
                                       .weak = f.strength < wanted,
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

static void evaluate_towns(staff *s, const mr_wls_plan *plan, choice *best) {
  const mr_wls_attack_map *map = &s->search->map;
  const manner *m = manner_of(map->game);
  unsigned wanted = map->game->towns_to_win, held = map->side[s->side].towns;
  int missing = held < wanted ? (int)(wanted - held) : 1;
  for (unsigned i = 0; i < map->towns; i++) {
    unsigned cell = map->town[i], man = map->man[cell];
    bool own = man && mr_wl_side_of(map->game, man - 1) == s->side;
    int worth = wanted ? m->town_worth + m->town_last / missing : 0;
    worth += mr_wls_goal_worth(map, s->side, cell);
    if (worth && !own && !is_pursued(plan, cell)) {
      evaluate_objective(s, MR_WLS_TOWN, cell, worth, best);
    }
  }
}

static void evaluate_leaders(staff *s, const mr_wls_plan *plan, choice *best) {
  const mr_wls_attack_map *map = &s->search->map;
  unsigned enemy = 1 - s->side, first = enemy * map->game->side_max;
  int any = manner_of(map->game)->hunt_worth;
  for (unsigned i = 0; i < map->slots[enemy]; i++) {
    const mr_wls_man *man = &map->men[first + i];
    if (mr_wls_is_leader(man) && !is_pursued(plan, man->cell)) {
      int worth = any + HUNT_LEVEL * man->kind + HUNT_LAST / map->side[enemy].leaders;
      evaluate_objective(s, MR_WLS_HUNT, man->cell, worth, best);
    }
  }
}

/* Whether some force is strong enough for more than to hold what is held. */
static bool attacks(const mr_wls_plan *plan) {
  for (unsigned i = 0; i < plan->count; i++) {
    const mr_wls_objective *o = &plan->objective[i];
    if (o->aim != MR_WLS_GUARD && o->aim != MR_WLS_POST && !o->weak) {
      return true;
    }
  }
  return false;
}

static void pursue(staff *s, mr_wls_plan *plan, const choice *chosen) {
  for (unsigned i = 0; i < chosen->force.count; i++) {
    s->groups[chosen->force.taken[i]].way = (uint8_t)(plan->count + 1);
  }
  plan->objective[plan->count++] = chosen->objective;
}

/* Turns until the nearest leader who is free could be in a town. */
static unsigned turns_of_guards(const staff *s, unsigned town) {
  unsigned least = MR_WLS_FAR;
  for (unsigned i = 0; i < s->count; i++) {
    unsigned turns = mr_wls_turns_to_town(s->search, s->groups[i].cell, town);
    least = !s->groups[i].way && turns < least ? turns : least;
  }
  return least;
}

/* How much sooner a side is in a town than its enemy. */
static int lead_to(const staff *s, unsigned town) {
  const mr_wls_race *race = &s->search->race;
  return (int)race->arrival[1 - s->side][town] - (int)race->arrival[s->side][town];
}

/* Sends the nearest light cavalry that orders itself and is free. @return whether there is one */
static bool send_runner(staff *s, unsigned town, unsigned way, unsigned turns) {
  const mr_wls_attack_map *map = &s->search->map;
  unsigned first = s->side * map->game->side_max, best = map->slots[s->side], least = turns + 1;
  for (unsigned i = 0; i < map->slots[s->side]; i++) {
    const mr_wls_man *man = &map->men[first + i];
    if (man->cell == MR_WL_OFF_BOARD || s->post[i] || man->kind <= MR_WL_PROMOTED ||
        !mr_wl_orders_itself(map->game, man->kind)) {
      continue;
    }
    unsigned far = mr_wls_turns_to_town(s->search, man->cell, town);
    if (far < least) {
      least = far;
      best = i;
    }
  }
  if (best == map->slots[s->side]) {
    return false;
  }
  s->post[best] = (uint8_t)way;
  return true;
}

/* One town: who holds it stays; who comes first goes; guards go when they would else come late. */
static void hold_town(staff *s, mr_wls_plan *plan, unsigned town) {
  const mr_wls_attack_map *map = &s->search->map;
  unsigned cell = map->town[town], man = map->man[cell], way = plan->count + 1;
  unsigned enemy = s->search->race.arrival[1 - s->side][town], led = turns_of_guards(s, town);
  bool held = man && mr_wl_side_of(map->game, man - 1) == s->side;
  choice guard = {.worth = 0};
  if (held && mr_wl_is_numbered(map->men[man - 1u].kind) == false) {
    s->post[man - 1 - s->side * map->game->side_max] = (uint8_t)way;
  }
  bool posted = held || send_runner(s, town, way, led);
  if (!posted || enemy <= led + (unsigned)manner_of(map->game)->margin) {
    evaluate_objective(s, MR_WLS_GUARD, cell, manner_of(map->game)->town_worth, &guard);
  }
  if (guard.worth) {
    pursue(s, plan, &guard);
  } else if (posted) {
    plan->objective[plan->count++] = (mr_wls_objective){
        .aim = MR_WLS_POST, .cell = (uint16_t)cell, .turns = (uint16_t)(held ? 0 : led)};
  }
}

/*
 * The towns without which the enemy cannot win are held: so many that too few are left for it,
 * those to which this side has the greatest lead; then those that it has already.
 */
static void hold_towns(staff *s, mr_wls_plan *plan) {
  const mr_wls_race *race = &s->search->race;
  unsigned wanted = s->search->game->towns_to_win;
  unsigned keep = race->towns >= wanted ? race->towns - wanted + 1 : 0;
  bool seen[MR_WLS_TOWNS_MAX] = {false};
  for (unsigned n = 0; n < race->towns && plan->count < GUARDS_MAX; n++) {
    unsigned best = race->towns;
    for (unsigned k = 0; k < race->towns; k++) {
      best = !seen[k] && (best == race->towns || lead_to(s, k) > lead_to(s, best)) ? k : best;
    }
    seen[best] = true;
    bool wanted_now = n < keep || race->arrival[s->side][best] == 0;
    if (wanted_now && lead_to(s, best) >= 0) { /* else it is to be attacked */
      hold_town(s, plan, best);
    }
  }
}

/* Towns that other ends than WL-19 forbid to lose, and that the enemy is near. */
static void guard_goals(staff *s, mr_wls_plan *plan) {
  const mr_wls_attack_map *map = &s->search->map;
  for (unsigned i = 0; i < map->towns && plan->count < GUARDS_MAX; i++) {
    choice guard = {.worth = 0};
    if (mr_wls_goal_guard(map, s->side, map->town[i]) && !is_pursued(plan, map->town[i])) {
      evaluate_objective(s, MR_WLS_GUARD, map->town[i], manner_of(map->game)->town_worth, &guard);
    }
    if (guard.worth) {
      pursue(s, plan, &guard);
    }
  }
}

static void assign_groups(staff *s, mr_wls_plan *plan) {
  plan->count = 0;
  hold_towns(s, plan);
  guard_goals(s, plan);
  unsigned guards = plan->count;
  while (plan->count < guards + ATTACKS_MAX) {
    choice best = {.worth = 0};
    evaluate_towns(s, plan, &best);
    evaluate_leaders(s, plan, &best);
    if (!best.worth || (best.objective.weak && attacks(plan))) {
      break; /* the rest makes the main force stronger */
    }
    pursue(s, plan, &best);
  }
}

/* ---- ways ------------------------------------------------------------------------------------ */

/* Adds a town's attraction to the squares round it. */
static void pull_to_town(const mr_wls_attack_map *map, unsigned town, int16_t *pull) {
  const mr_wl_game *game = map->game;
  int slope = manner_of(game)->town_slope;
  int file = game->file[town], row = game->row[town];
  for (int r = row - TOWN_NEAR; r <= row + TOWN_NEAR; r++) {
    for (int f = file - TOWN_NEAR; f <= file + TOWN_NEAR; f++) {
      if (r < 0 || f < 0 || r >= (int)game->rows || f >= (int)game->columns) {
        continue;
      }
      unsigned cell = (unsigned)r * game->columns + (unsigned)f;
      int steps = mr_wl_distance(game, town, cell);
      pull[cell] = (int16_t)(pull[cell] + slope * (TOWN_NEAR + 1 - steps));
    }
  }
}

/* The town on a cell, among those that have tables. @return their number where there is none */
static unsigned town_on(const mr_wls_search *search, unsigned cell) {
  unsigned k = 0;
  while (k < search->race.towns && search->map.town[k] != cell) {
    k++;
  }
  return k;
}

/* Half steps to a cell: of towns they are known. */
static const uint16_t *way_to(mr_wls_search *search, unsigned cell) {
  unsigned town = town_on(search, cell);
  if (town < search->race.towns) {
    return search->town_far + (size_t)town * search->game->cells;
  }
  mr_wls_find_way(search, cell, search->far);
  return search->far;
}

/*
 * Steps that a force has still to go: those of its men, shared by one more than they are, so that
 * few wait for nobody.
 */
static int steps_of_force(const staff *s, unsigned k, const uint16_t *ways) {
  const mr_wls_attack_map *map = &s->search->map;
  unsigned first = s->side * map->game->side_max;
  int sum = 0, count = 1;
  for (unsigned i = 0; i < map->slots[s->side]; i++) {
    unsigned cell = map->men[first + i].cell;
    if (cell == MR_WL_OFF_BOARD || s->post[i] || ways[cell] >= FARTHEST) {
      continue;
    }
    int far = 0;
    unsigned g = group_of(s, cell, &far);
    if (g < s->count && s->groups[g].way == k + 1 && far <= TIES_MAX) {
      sum += ways[cell];
      count++;
    }
  }
  return sum / count / 2;
}

/*
 * How near those who attack are drawn, in steps: not far before the rest of their force. Cavalry
 * that came first, alone, was lost, and the infantry stayed where it had begun.
 */
static int wait_for_force(const staff *s, unsigned k, const mr_wls_objective *objective,
                          const uint16_t *ways) {
  bool attack = objective->aim == MR_WLS_TOWN || objective->aim == MR_WLS_HUNT;
  if (!attack || objective->expected <= LEAD_FROM || s->urge >= STALEMATE) {
    return 0;
  }
  return steps_of_force(s, k, ways) - manner_of(s->search->game)->lead;
}

static int most_of(int a, int b) {
  return a > b ? a : b;
}

/* Half steps of a class to an objective. */
typedef struct approach {
  const uint16_t *ways;
  const uint8_t *moves; /* NULL: in steps alone */
  int of_move;          /* half steps that count as one */
  int by_moves;         /* percent of the distance that is counted so */
} approach;

/*
 * How a class comes to an objective. Near a town that is attacked its own moves count as well as
 * steps: in steps alone cavalry and cannons stood for turns before towns that they could not enter.
 * For infantry they are the same; leaders stay behind. Guards go by steps: README.md.
 */
static approach approach_of(const mr_wls_search *search, const mr_wls_objective *objective,
                            const uint16_t *ways, unsigned class) {
  static const uint8_t half_steps[MR_WLS_CLASSES] = {
      [MR_WLS_LIGHT] = 4, [MR_WLS_CANNON] = 6, [MR_WLS_HEAVY] = 6};
  bool guard = objective->aim == MR_WLS_GUARD || objective->aim == MR_WLS_POST;
  unsigned town = search->race.towns;
  if (half_steps[class] && !guard) {
    town = town_on(search, objective->cell);
  }
  bool known = town < search->race.towns;
  return (approach){.ways = ways,
                    .moves = known ? mr_wls_moves_to_town(search, town, class) : NULL,
                    .of_move = half_steps[class],
                    .by_moves = manner_of(search->game)->by_moves};
}

static int half_steps_from(const approach *a, unsigned cell) {
  int far = a->ways[cell] < FARTHEST ? a->ways[cell] : FARTHEST;
  if (a->moves == NULL || a->moves[cell] == MR_WLS_MOVES_FAR) {
    return far;
  }
  return (far * (100 - a->by_moves) + a->of_move * a->moves[cell] * a->by_moves) / 100;
}

/* Cavalry and cannons that go by steps are drawn as infantry is. */
static int slope_of_class(const mr_wl_game *game, int slope, unsigned class) {
  const manner *m = manner_of(game);
  int percent = class == MR_WLS_LEADER ? m->leaders : class ? m->movers : m->men;
  return slope * percent / 100;
}

/* Leaders stay out of reach of what they hunt; men stop where they can strike it. */
static void fill_way(staff *s, unsigned k, const mr_wls_objective *objective, int slope) {
  const mr_wls_attack_map *map = &s->search->map;
  unsigned cells = map->game->cells;
  bool hunt = objective->aim == MR_WLS_HUNT;
  const uint16_t *ways = way_to(s->search, objective->cell);
  int wait = wait_for_force(s, k, objective, ways);
  slope = slope * (int)s->urge / 100;
  s->slope[k] = slope;
  int16_t *first = s->search->goals.way[s->side][k].pull;
  for (unsigned class = 0; class < MR_WLS_CLASSES; class ++) {
    int16_t *pull = first + (size_t) class * cells;
    bool leader = class == MR_WLS_LEADER;
    int near = leader ? most_of(hunt ? 4 : 2, wait + 1) : most_of(hunt ? 2 : 0, wait);
    approach a = approach_of(s->search, objective, ways, class);
    if (class && !leader && a.moves == NULL) { /* as infantry, by steps */
      memcpy(pull, first, cells * sizeof *pull);
      continue;
    }
    int own_slope = slope_of_class(map->game, slope, class);
    for (unsigned cell = 0; cell < cells; cell++) {
      pull[cell] = (int16_t)(-own_slope * most_of(half_steps_from(&a, cell), 2 * near) / 2);
    }
    for (unsigned i = 0; map->game->towns_to_win && i < map->towns; i++) {
      if (leader) {
        pull[map->town[i]] = (int16_t)(pull[map->town[i]] - manner_of(map->game)->off_town);
      } else {
        pull_to_town(map, map->town[i], pull);
      }
    }
  }
}

static void fill_ways(staff *s, mr_wls_plan *plan) {
  if (!plan->count) {
    const mr_wls_way *way = &s->search->goals.way[s->side][0];
    memset(way->pull, 0, (size_t)MR_WLS_CLASSES * s->search->game->cells * sizeof *way->pull);
    return; /* the way behind the objectives is the first */
  }
  unsigned attack = 0;
  for (unsigned k = 0; k < plan->count; k++) {
    const mr_wls_objective *objective = &plan->objective[k];
    bool guard = objective->aim == MR_WLS_GUARD || objective->aim == MR_WLS_POST;
    int slope = guard ? manner_of(s->search->game)->guard_slope
                      : SLOPES[attack++] * manner_of(s->search->game)->attack / 100 /
                            (objective->weak ? 2 : 1);
    fill_way(s, k, objective, slope);
  }
  plan->objective[plan->count] = *mr_wls_main_objective(plan);
  plan->objective[plan->count].aim = MR_WLS_FOLLOW;
  fill_way(s, plan->count, &plan->objective[plan->count], manner_of(s->search->game)->follow_slope);
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
  unsigned cells = map->game->cells;
  for (unsigned cell = 0; cell < cells; cell++) {
    int steps = nearest_of(map->game, cell, leaders, count);
    way->pull[cell] = (int16_t)(-slope * most_of(steps, 2));
    way->pull[(size_t)MR_WLS_LEADER * cells + cell] = (int16_t)(-leader_slope * most_of(steps, 4));
  }
  for (unsigned i = 0; map->game->towns_to_win && i < map->towns; i++) {
    pull_to_town(map, map->town[i], way->pull);
  }
  for (unsigned class = 1; class < MR_WLS_LEADER; class ++) { /* all but leaders alike */
    memcpy(way->pull + (size_t) class * cells, way->pull, cells * sizeof *way->pull);
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
  uint8_t tie = (uint8_t)manner_of(map->game)->tie;
  for (unsigned i = 0; i < map->game->side_max; i++) {
    mr_wls_man *man = &map->men[first + i];
    int far = 0;
    man->way = (uint8_t)behind;
    man->tie = LOOSE_TIE;
    man->most = INT16_MAX;
    if (i >= map->slots[s->side] || man->cell == MR_WL_OFF_BOARD) {
      continue;
    }
    unsigned g = group_of(s, man->cell, &far);
    unsigned way = g < s->count && s->groups[g].way ? s->groups[g].way - 1u : behind;
    if (s->post[i] && way != FIGHT) {
      man->way = (uint8_t)(s->post[i] - 1);
      man->tie = LOOSE_TIE;
      continue;
    }
    bool slow =
        way != FIGHT && man->kind == MR_WL_INFANTRY && plan->objective[way].turns > LONG_WAY;
    man->way = (uint8_t)way;
    man->tie = way == FIGHT ? FIGHT_TIE : far > TIES_MAX || slow ? LOOSE_TIE : tie;
  }
}

/* Whether a leader waits for a man of his group: cavalry that orders itself comes by itself, and
 * infantry stays behind where the way is long. */
static bool is_led(const mr_wls_man *man) {
  return man->kind == MR_WL_HEAVY || man->kind == MR_WL_CANNON ||
         (man->kind == MR_WL_INFANTRY && man->tie > LOOSE_TIE);
}

/* What draws the leader of a group where its men stand, in the mean. @return false: none is led */
static bool pull_of_men(const staff *s, unsigned g, unsigned way, int *out) {
  const mr_wls_attack_map *map = &s->search->map;
  unsigned first = s->side * map->game->side_max;
  const int16_t *pull = s->search->goals.way[s->side][way].pull;
  int sum = 0, count = 0;
  for (unsigned i = 0; i < map->slots[s->side]; i++) {
    const mr_wls_man *man = &map->men[first + i];
    int far = 0;
    if (man->cell != MR_WL_OFF_BOARD && man->way == way && is_led(man) &&
        group_of(s, man->cell, &far) == g && far <= TIES_MAX) {
      sum += pull[(size_t)MR_WLS_LEADER * map->game->cells + man->cell];
      count++;
    }
  }
  *out = count ? sum / count : 0;
  return count > 0;
}

/*
 * Leaders go before their own men by a few steps alone, and never back. On long ways they left them
 * at home and fought for towns without them, and were taken one after the other.
 */
static void wait_for_men(const staff *s, const mr_wls_plan *plan) {
  mr_wls_attack_map *map = &s->search->map;
  int convoy = manner_of(map->game)->convoy;
  for (unsigned g = 0; convoy && g < s->count; g++) {
    mr_wls_man *leader = &map->men[s->groups[g].slot];
    unsigned way = leader->way;
    int most = 0;
    if (way <= plan->count && pull_of_men(s, g, way, &most)) {
      int here = mr_wls_pull(map, s->side, *leader, leader->cell);
      leader->most = (int16_t)most_of(here, most + convoy * s->slope[way]);
    }
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
  mr_wls_count_races(search, &search->race);
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
    wait_for_men(&s, plan);
  }
}
