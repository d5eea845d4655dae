/**
 * @file
 * Positions with what a good general does: a leader to save, a town to run for, a bridge to take, a
 * screen to break, a trap to refuse.
 *
 *     warlord_positions score FILE [--level N] [--verbose]   how many the general solves
 *     warlord_positions make [--seed N] [--theme NAME]       draws forty, proves them, prints them
 *
 * A drawn position is kept where turns that reach its goal score at least 25 percent more in 100
 * play-outs than turns that do not, in as many; these are drawn from what weak levels, the random
 * player and a drill play there, begun by what reaches the goal or by something else. In play-outs
 * the enemy answers as level 3 and goes on as level 2; so does the side itself, but for goals that
 * are a way to go: there the drill goes on, a player of five lines that marches by the shortest
 * way, takes what is not guarded, and keeps off what the enemy strikes.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "search/warlord/warlord_search.h"
#include "war_position.h"

enum {
  COLUMNS = 24,
  ROWS = 16,
  CELLS = COLUMNS * ROWS,
  PLAYOUTS = 100,
  TURNS = 30, /* of a play-out */
  LEAD = 25,  /* percent that a goal must be worth */
  TRIES = 400,
  ELSEWHERE = 2, /* activations of a turn by chance */
  GLANCE = 12,   /* play-outs of both after which half the lead must show */
  FAR = 9999,
  WISHED = 8 /* of each theme, of five */
};

/* ---- drawing --------------------------------------------------------------------------------- */

/* A board that is being drawn up; row 0 at the top. */
typedef struct sketch {
  char men[CELLS];
  char ground[CELLS];
  unsigned defeat; /* levels below which a side has lost (WL-18) */
  mr_random random;
} sketch;

static unsigned below(sketch *s, unsigned n) {
  return (unsigned)mr_random_below(&s->random, n);
}

static unsigned at(unsigned column, unsigned row) {
  return row * COLUMNS + column;
}

/* Puts men on free squares of a rectangle. */
static void strew(sketch *s, const char *men, unsigned column, unsigned row, unsigned wide,
                  unsigned high) {
  for (const char *man = men; *man != '\0'; man++) {
    for (unsigned tries = 0; tries < 200; tries++) {
      unsigned cell = at(column + below(s, wide), row + below(s, high));
      if (s->men[cell] == '.' && s->ground[cell] == '.') {
        s->men[cell] = *man;
        break;
      }
    }
  }
}

static void write_rows(const char *cells, char *out) {
  for (unsigned row = 0; row < ROWS; row++) {
    unsigned run = 0;
    for (unsigned column = 0; column < COLUMNS; column++) {
      char letter = cells[at(column, row)];
      run += letter == '.';
      if (letter == '.' && column + 1 < COLUMNS) {
        continue;
      }
      out += run ? sprintf(out, "%u", run) : 0;
      run = 0;
      if (letter != '.') {
        *out++ = letter;
      }
    }
    *out++ = row + 1 < ROWS ? '/' : '\0';
  }
}

static const char *square(unsigned cell) {
  static char text[4][8];
  static unsigned next;
  char *out = text[next++ % 4];
  sprintf(out, "%c%u", (char)('a' + cell % COLUMNS), ROWS - cell / COLUMNS);
  return out;
}

static unsigned steps(unsigned a, unsigned b) {
  unsigned files = (unsigned)abs((int)(a % COLUMNS) - (int)(b % COLUMNS));
  unsigned rows = (unsigned)abs((int)(a / COLUMNS) - (int)(b / COLUMNS));
  return files > rows ? files : rows;
}

/* King's steps from a cell to the nearest (or the k-th nearest) of the men in a set of letters. */
static unsigned nearest(const sketch *s, const char *letters, unsigned cell, unsigned k) {
  unsigned count[COLUMNS + 1] = {0};
  for (unsigned i = 0; i < CELLS; i++) {
    if (s->men[i] != '.' && strchr(letters, s->men[i]) != NULL) {
      count[steps(i, cell)]++;
    }
  }
  unsigned seen = 0, d = 0;
  for (; d < COLUMNS && seen + count[d] < k; d++) {
    seen += count[d];
  }
  return d;
}

#define WHITE "LKGPHCNI"
#define BLACK "lkgphcni"

/* A free town far from both, nearer to White, who holds one of the two that win. */
static unsigned draw_run(sketch *s, char *goals) {
  unsigned west = below(s, 2),
           town = at(west ? 1 + below(s, 4) : 19 + below(s, 4), 5 + below(s, 5));
  unsigned home = at(west ? 18 : 5, 14);
  s->ground[town] = s->ground[home] = '#';
  s->men[home] = 'I';
  strew(s, "KI", home % COLUMNS - 2, 13, 5, 3);
  strew(s, "KHNI", west ? 7 : 13, 12, 4, 4);
  strew(s, "gklhhnciii", west ? 13 : 3, 2, 8, 4);
  unsigned d = nearest(s, WHITE, town, 1);
  sprintf(goals, "near %s %u 1", square(town), d > 3 ? d - 3 : 0);
  return 2;
}

/* Water from edge to edge; a town stands on the one ford, which either side could enter. */
static unsigned draw_bridge(sketch *s, char *goals) {
  unsigned ford = 4 + below(s, 16), row = 7 + below(s, 2);
  for (unsigned column = 0; column < COLUMNS; column++) {
    s->ground[at(column, row)] = '~';
  }
  s->ground[at(ford, row)] = '#';
  s->men[at(ford - 1 + below(s, 3), row + 2)] = 'K';
  s->men[at(ford - 1 + below(s, 3), row - 2)] = 'k';
  strew(s, "IN", ford - 1, row + 1, 3, 3);
  strew(s, "LGHHCNI", ford - 3, row + 3, 7, 4);
  strew(s, "in", ford - 1, row - 3, 3, 3);
  strew(s, "lghhcni", ford - 3, row - 6, 7, 4);
  sprintf(goals, "takes %s", square(at(ford, row)));
  return 1;
}

/* A screen has come up to a leader who has nowhere to go: it is broken or he is lost. */
static unsigned draw_screen(sketch *s, char *goals) {
  unsigned file = 4 + below(s, 16);
  s->men[at(file, 15)] = 'G';
  s->men[at(file - 1, 15)] = s->men[at(file + 1, 15)] = 'I';
  s->men[at(file - 2, 15)] = s->men[at(file + 2, 15)] = below(s, 2) ? 'I' : 'N';
  s->men[at(file - 1, 14)] = s->men[at(file + 1, 14)] = 'i';
  s->men[at(file, 14)] = 'i';
  s->men[at(file - 1 + below(s, 3), 12)] = 'k';
  strew(s, "LHNK", file - 4, 12, 3, 4);
  strew(s, "HIC", file + 3, 12, 3, 4);
  strew(s, "gin", file - 2, 10, 5, 2);
  s->defeat = 4;
  goals[0] = '\0';
  for (unsigned i = 0; i < 3; i++) {
    sprintf(goals + strlen(goals), "%stakes %s", i ? "|" : "", square(at(file - 1 + i, 14)));
  }
  return 0;
}

/* A leader without whom the game is lost is struck from afar. */
static unsigned draw_save(sketch *s, char *goals) {
  unsigned left = 4 + below(s, 12), reach = 2 + below(s, 2), row = 9;
  unsigned leader = at(left + 2, row), hunter = at(left + 2, row - reach);
  s->men[leader] = 'G';
  s->men[hunter] = 'h';
  s->men[at(left + 2, row - reach - 2)] = 'k';
  strew(s, "LHHNCII", left, 10, 6, 3);
  strew(s, "gnii", left, 1, 6, 3);
  s->defeat = 3;
  sprintf(goals, "leaves %s|takes %s", square(leader), square(hunter));
  return 0;
}

/* A man for the taking, near the leader without whom the game is lost; who takes it is struck. */
static unsigned draw_trap(sketch *s, char *goals) {
  unsigned left = 4 + below(s, 12);
  unsigned bait = at(left + 2, 7), leader = at(left + 1 + below(s, 3), 9);
  s->men[bait] = below(s, 2) ? 'n' : 'c';
  s->men[leader] = 'G';
  s->men[at(left + 2, 5 - below(s, 2))] = 'h';
  s->men[at(left + 3, 4)] = 'k';
  strew(s, "LII", left, 11, 6, 2);
  strew(s, "HN", left, 13, 6, 2);
  strew(s, "gnii", left, 2, 6, 2);
  s->defeat = 3;
  sprintf(goals, "spares %s", square(bait));
  return 0;
}

typedef unsigned (*draw_fn)(sketch *s, char *goals);
static const struct {
  const char *name;
  draw_fn draw;
} THEMES[] = {{"run", draw_run},
              {"bridge", draw_bridge},
              {"screen", draw_screen},
              {"save", draw_save},
              {"trap", draw_trap}};
enum { THEME_COUNT = sizeof THEMES / sizeof *THEMES };

static void draw_line(unsigned theme, uint64_t seed, char *line) {
  static sketch s;
  char goals[256], men[CELLS * 2], ground[CELLS * 2];
  memset(s.men, '.', CELLS);
  memset(s.ground, '.', CELLS);
  s.defeat = 1;
  mr_random_init(&s.random, seed);
  unsigned towns = THEMES[theme].draw(&s, goals);
  write_rows(s.men, men);
  write_rows(s.ground, ground);
  sprintf(line, "%s\tdeployment=fixed;defeat_level=%u;towns_to_win=%u\t%s@%s w %u 9\t%s",
          THEMES[theme].name, s.defeat, towns, men, ground, below(&s, 30), goals);
}

/* ---- the drill ------------------------------------------------------------------------------- */

typedef struct drill {
  mr_wls_search search;
  unsigned far[CELLS]; /* king's steps by land to what is wanted */
  mr_random random;
} drill;

static void find_ways(drill *d, const mr_wl_state *state, const war_goal *goal) {
  const mr_wl_game *game = d->search.game;
  uint16_t queue[CELLS];
  unsigned head = 0, tail = 0;
  bool town = game->towns_to_win > 0;
  for (unsigned cell = 0; cell < CELLS; cell++) {
    unsigned man = d->search.map.man[cell];
    bool wanted = town ? cell == goal->cell
                       : man && mr_wl_side_of(game, man - 1) != state->head.side &&
                             mr_wls_is_leader(&d->search.map.men[man - 1]);
    d->far[cell] = wanted ? 0 : FAR;
    if (wanted) {
      queue[tail++] = (uint16_t)cell;
    }
  }
  while (head < tail) {
    unsigned cell = queue[head++];
    for (int k = 0; k < 9; k++) {
      int column = (int)(cell % COLUMNS) + k % 3 - 1, row = (int)(cell / COLUMNS) + k / 3 - 1;
      unsigned to = (unsigned)(row * COLUMNS + column);
      if (column < 0 || row < 0 || column >= COLUMNS || row >= ROWS || d->far[to] != FAR ||
          d->search.map.ground[to] >= MR_WL_WATER) {
        continue;
      }
      d->far[to] = d->far[cell] + 1;
      queue[tail++] = (uint16_t)to;
    }
  }
}

static int drill_value(drill *d, unsigned side, mr_action action) {
  const mr_wls_attack_map *map = &d->search.map;
  unsigned from = mr_wl_action_from(action), to = mr_wl_action_to(action);
  mr_wls_man man = map->men[map->man[from] - 1u];
  int worth = map->value[side][man.kind], value = 0;
  if (map->man[to]) {
    value += map->value[1 - side][map->men[map->man[to] - 1u].kind];
  }
  value -= map->strikes[1 - side][to] ? worth : 0;
  value += map->strikes[1 - side][from] ? worth / 2 : 0;
  if (map->ground[from] == MR_WL_TOWN && map->game->towns_to_win) {
    value -= 2000;
  }
  return value + 20 * ((int)d->far[from] - (int)d->far[to]);
}

/* One action of the drill. */
static mr_action drill_act(drill *d, const war_table *t, const war_goal *goal) {
  const mr_wl_state *state = mr_wl_state_of(t->state);
  mr_wls_search_set_root(&d->search, state);
  mr_wls_update_values(&d->search.map);
  find_ways(d, state, goal);
  size_t count = mr_wl_actions(t->game, t->state, d->search.list);
  mr_action best = mr_wl_action(MR_WL_ACT_END, 0, 0);
  int most = 0;
  for (size_t i = 0; i < count; i++) {
    if (mr_wl_action_kind_of(d->search.list[i]) != MR_WL_ACT_MOVE) {
      continue;
    }
    int value = drill_value(d, state->head.side, d->search.list[i]) * 4 +
                (int)mr_random_below(&d->random, 60);
    if (value > most + 60) {
      most = value - 60;
      best = d->search.list[i];
    }
  }
  return best;
}

/* ---- play-outs ------------------------------------------------------------------------------- */

typedef struct proof {
  war_position position;
  war_table t;
  mr_state *root;
  drill d;
  mr_engine *players[5]; /* level 1, 2, 3, random; level 3 of the enemy */
} proof;

enum { WEAK = 1, SHARP = 2, DRILL = 4, LEVELS = 4 };

/* A turn by a player, or the drill, of which `count` actions stand in `out`. @return all of them */
static unsigned one_turn(proof *p, unsigned who, unsigned count, mr_action out[MR_WLS_TURN_MAX]) {
  static const mr_limits limits = {0};
  const mr_wl_head *h = &mr_wl_state_of(p->t.state)->head;
  unsigned side = h->side;
  while (h->phase == MR_WL_PLAY && h->side == side) {
    mr_action action = MR_ACTION_NONE;
    if (who == DRILL) {
      action = drill_act(&p->d, &p->t, &p->position.goal[0]);
      mr_game_make(p->t.game, p->t.state, action, NULL, NULL);
    } else {
      mr_engine *both[2] = {p->players[who], p->players[who]};
      if (!war_step(&p->t, both, &limits, &p->d.random, &action)) {
        exit(1);
      }
    }
    out[count] = action;
    count += mr_wl_action_kind_of(action) != MR_WL_ACT_END;
  }
  return count;
}

static double play_out(proof *p, unsigned side, unsigned own) {
  const mr_wl_head *h = &mr_wl_state_of(p->t.state)->head;
  mr_action actions[MR_WLS_TURN_MAX];
  unsigned last = h->turn + TURNS;
  unsigned enemy = SHARP; /* answers at once, and is as weak as the side itself afterwards */
  while (h->phase == MR_WL_PLAY && h->turn < last) {
    bool answers = h->side != side;
    one_turn(p, answers ? enemy : own, 0, actions);
    enemy = answers ? WEAK : enemy;
  }
  return h->phase != MR_WL_OVER || h->winner == MR_WL_DRAWN ? 0.5 : h->winner == side ? 1 : 0;
}

static bool fits_goal(const war_position *position, mr_action action) {
  for (unsigned k = 0; k < position->goal_count; k++) {
    const war_goal *goal = &position->goal[k];
    bool leaves = goal->kind == WAR_LEAVES;
    unsigned cell = leaves ? mr_wl_action_from(action) : mr_wl_action_to(action);
    if (cell == goal->cell) {
      return true;
    }
  }
  return false;
}

/*
 * Makes an activation drawn from those that capture on a goal's square or leave it, or from the
 * others. @return how many have been made, one or none
 */
static unsigned force_one(proof *p, bool fits, mr_action *out) {
  mr_action *list = p->d.search.list;
  size_t count = mr_wl_actions(p->t.game, p->t.state, list);
  unsigned found = 0;
  *out = 0;
  for (size_t i = 0; i < count; i++) {
    bool moves = mr_wl_action_kind_of(list[i]) == MR_WL_ACT_MOVE;
    if (moves && fits_goal(&p->position, list[i]) == fits &&
        mr_random_below(&p->d.random, ++found) == 0) {
      out[0] = list[i];
    }
  }
  if (found) {
    mr_game_make(p->t.game, p->t.state, *out, NULL, NULL);
  }
  return found > 0;
}

/* A turn that is drawn activation by activation, none of which fits a goal. */
static unsigned turn_elsewhere(proof *p, mr_action out[MR_WLS_TURN_MAX]) {
  unsigned made = 0;
  while (made < ELSEWHERE && mr_wl_state_of(p->t.state)->head.phase == MR_WL_PLAY &&
         force_one(p, false, out + made)) {
    made++;
  }
  if (mr_wl_state_of(p->t.state)->head.phase == MR_WL_PLAY) {
    mr_game_make(p->t.game, p->t.state, mr_wl_action(MR_WL_ACT_END, 0, 0), NULL, NULL);
  }
  return made;
}

/* One turn to be scored: of a player, begun by what fits a goal, or by chance elsewhere. */
static unsigned draw_turn(proof *p, unsigned i, mr_action out[MR_WLS_TURN_MAX]) {
  bool marches = p->position.goal[0].kind == WAR_NEAR;
  if (!marches && i % 4 == 3) {
    return turn_elsewhere(p, out);
  }
  unsigned forced = !marches && i % 4 == 1 ? force_one(p, true, out) : 0;
  return one_turn(p, i / 2 % (LEVELS + marches), forced, out);
}

/* Scores turns that reach a goal [1] and others [0], in percent. False: too few were found. */
static bool score_both(proof *p, unsigned percent[2]) {
  unsigned count[2] = {0, 0}, side = mr_wl_state_of(p->root)->head.side;
  double sum[2] = {0, 0};
  bool marches = p->position.goal[0].kind == WAR_NEAR;
  for (unsigned i = 0; i < TRIES && (count[0] < PLAYOUTS || count[1] < PLAYOUTS); i++) {
    mr_action actions[MR_WLS_TURN_MAX];
    mr_state_copy(p->t.game, p->t.state, p->root);
    unsigned made = draw_turn(p, i, actions);
    bool good = war_position_reached(&p->position, &p->t, p->root, actions, made);
    if (count[good] == PLAYOUTS) {
      continue;
    }
    sum[good] += play_out(p, side, good && marches ? DRILL : WEAK);
    count[good]++;
    bool rare = i == 60 && (count[0] < 5 || count[1] < 5);
    bool even = count[0] >= GLANCE && count[1] >= GLANCE &&
                sum[1] / count[1] < sum[0] / count[0] + LEAD / 200.0;
    if (rare || even) {
      return false;
    }
  }
  for (unsigned k = 0; k < 2; k++) {
    percent[k] = count[k] ? (unsigned)(100 * sum[k] / count[k] + 0.5) : 0;
  }
  return count[0] == PLAYOUTS && count[1] == PLAYOUTS;
}

static bool prove(const char *line, uint64_t seed, unsigned percent[2]) {
  static proof p;
  p = (proof){.root = NULL};
  if (!war_position_open(&p.position, line, &p.t)) {
    return false;
  }
  bool sound = mr_wls_search_init(&p.d.search, mr_wl_game_of(p.t.game), NULL, NULL) == MR_OK;
  mr_random_init(&p.d.random, seed);
  p.root = mr_state_new(p.t.game, NULL);
  mr_state_copy(p.t.game, p.root, p.t.state);
  for (unsigned i = 0; i < LEVELS; i++) {
    p.players[i] = war_engine(&p.t, i == 3 ? "random" : "general", i == 3 ? 0 : i + 1, seed + i);
    sound = sound && p.players[i] != NULL;
  }
  bool kept = sound && score_both(&p, percent) && percent[1] >= percent[0] + LEAD;
  for (unsigned i = 0; i < LEVELS; i++) {
    mr_engine_free(p.players[i]);
  }
  mr_wls_search_done(&p.d.search);
  mr_state_free(p.t.game, NULL, p.root);
  war_close(&p.t);
  return kept;
}

static int make(uint64_t seed, const char *only) {
  printf("# Made by: warlord_positions make --seed %llu\n", (unsigned long long)seed);
  for (unsigned theme = 0; theme < THEME_COUNT; theme++) {
    bool wished = only == NULL || strcmp(only, THEMES[theme].name) == 0;
    unsigned found = wished ? 0 : WISHED;
    for (uint64_t n = 0; n < TRIES && found < WISHED; n++) {
      char line[WAR_LINE_MAX];
      unsigned percent[2] = {0, 0};
      draw_line(theme, seed * 100000 + theme * 1000 + n, line);
      if (prove(line, seed + n, percent)) {
        printf("%s\t%u%% against %u%% of %u play-outs each\n", line, percent[1], percent[0],
               PLAYOUTS);
        fflush(stdout);
        found++;
      }
    }
  }
  return 0;
}

/* ---- scoring --------------------------------------------------------------------------------- */

/* @return whether the general solves a line, or -1 */
static int solve(const char *line, unsigned level, char *theme) {
  static war_position p;
  war_table t;
  mr_action actions[MR_WLS_TURN_MAX];
  static const mr_limits limits = {0};
  mr_random dice;
  unsigned count = 0;
  if (!war_position_open(&p, line, &t)) {
    return -1;
  }
  sprintf(theme, "%.15s", p.theme);
  mr_random_init(&dice, 1);
  mr_state *root = mr_state_new(t.game, NULL);
  mr_state_copy(t.game, root, t.state);
  mr_engine *engine = war_engine(&t, "general", level, 1);
  mr_engine *both[2] = {engine, engine};
  const mr_wl_head *h = &mr_wl_state_of(t.state)->head;
  unsigned side = h->side;
  bool sound = engine != NULL;
  while (sound && h->phase == MR_WL_PLAY && h->side == side) {
    sound = war_step(&t, both, &limits, &dice, &actions[count]);
    count += mr_wl_action_kind_of(actions[count]) != MR_WL_ACT_END;
  }
  int solved = sound ? war_position_reached(&p, &t, root, actions, count) : -1;
  mr_engine_free(engine);
  mr_state_free(t.game, NULL, root);
  war_close(&t);
  return solved;
}

static int score(const char *file, unsigned level, bool verbose) {
  FILE *in = fopen(file, "r");
  char line[WAR_LINE_MAX], theme[16];
  unsigned solved[THEME_COUNT] = {0}, of[THEME_COUNT] = {0}, all = 0, right = 0;
  if (in == NULL) {
    fprintf(stderr, "%s: cannot be read\n", file);
    return 1;
  }
  while (fgets(line, sizeof line, in) != NULL) {
    int result = line[0] == '#' ? -2 : solve(line, level, theme);
    if (result == -1) {
      fclose(in);
      return 1;
    }
    for (unsigned k = 0; result >= 0 && k < THEME_COUNT; k++) {
      if (strcmp(THEMES[k].name, theme) == 0) {
        of[k]++;
        solved[k] += (unsigned)result;
      }
    }
    all += result >= 0;
    right += result == 1;
    if (verbose && result >= 0) {
      printf("%s %s", result ? "solved" : "missed", line);
    }
  }
  fclose(in);
  printf("level %u solves %u of %u positions:", level, right, all);
  for (unsigned k = 0; k < THEME_COUNT; k++) {
    printf(" %s %u/%u", THEMES[k].name, solved[k], of[k]);
  }
  printf("\n");
  return 0;
}

int main(int argc, char **argv) {
  const char *file = NULL, *theme = NULL;
  unsigned level = MR_LEVEL_DEFAULT;
  uint64_t seed = 1;
  bool makes = argc > 1 && strcmp(argv[1], "make") == 0, verbose = false;
  for (int i = 2; i < argc; i++) {
    if (strcmp(argv[i], "--level") == 0 && i + 1 < argc) {
      level = (unsigned)strtoul(argv[++i], NULL, 10);
    } else if (strcmp(argv[i], "--seed") == 0 && i + 1 < argc) {
      seed = strtoull(argv[++i], NULL, 10);
    } else if (strcmp(argv[i], "--theme") == 0 && i + 1 < argc) {
      theme = argv[++i];
    } else if (strcmp(argv[i], "--verbose") == 0) {
      verbose = true;
    } else {
      file = argv[i];
    }
  }
  if (!makes && (file == NULL || strcmp(argv[1], "score") != 0)) {
    fprintf(stderr,
            "usage: warlord_positions score FILE [--level N] | make [--seed N] [--theme NAME]\n");
    return 2;
  }
  return makes ? make(seed, theme) : score(file, level, verbose);
}
