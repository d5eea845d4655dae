/**
 * @file
 * How the general wages war.
 *
 *     warlord_war [--game NAME | --rules FILE | --map "WORDS"] [--seed N] [--games N]
 *                 [--level N] [--against KIND[:LEVEL]] [--turns N] [--brief] [--openings]
 *
 * Plays games on a game of the catalogue, on a file's map or on a generated one, of which every
 * game has another (--seed counts on), and prints how they end: by which rule, after how many turns
 * of each side, with how much of the armies lost, how many of the activations that there were have
 * been used while both sides had leaders, and the processor time of a turn. The first turn of each
 * side is level 1's, so that no two games on one map are the same. An activation that takes a unit
 * back where it stood within its last two moves is not counted as used. Last it says what the
 * players' shares of points, as told at the begin of each turn, are worth as forecasts: the mean
 * over games of their loss in nats, where who always says 50% loses 0.693, in 2,000 turns of a game
 * at most.
 *
 * With --openings it prints the states after the first turns, as openings for `marcher match`.
 */
#include <marcher/clock.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "war_table.h"

enum { RULES_MAX = 32, GAMES_MAX = 4096, TOLD_MAX = 2000, BACK = 2 };

typedef struct wish {
  const char *game;
  const char *rules;
  const char *map;
  uint64_t seed;
  unsigned games;
  unsigned level;
  const char *against;
  unsigned turns; /* of each side; 0: as the rules have it */
  bool brief;
  bool openings;
} wish;

/* What is counted over all games. */
typedef struct tally {
  unsigned games;
  unsigned points[3]; /* of the first player: lost, drawn, won */
  unsigned decided;
  unsigned by_war; /* of them */
  unsigned long used;
  unsigned long could;
  unsigned turn[GAMES_MAX];
  double seconds;
  double worst;
  unsigned long thoughts;
  double loss; /* of what was told, summed over games */
  struct {
    char name[32];
    unsigned count;
  } rule[RULES_MAX];
} tally;

/* Where each unit stood before its last moves. */
typedef struct trail {
  uint16_t was[2 * MR_WL_UNITS_MAX][BACK];
} trail;

/* @param leaders where it is not NULL: how many of them are leaders */
static unsigned men_of(const mr_wl_game *game, const mr_wl_state *state, unsigned side,
                       unsigned *leaders) {
  const mr_wl_unit *units = mr_wl_units_const(game, state) + side * game->side_max;
  unsigned men = 0, leading = 0;
  for (unsigned i = 0; i < state->head.units[side]; i++) {
    men += units[i].cell != MR_WL_OFF_BOARD;
    leading += units[i].cell != MR_WL_OFF_BOARD && units[i].kind <= MR_WL_PROMOTED;
  }
  if (leaders != NULL) {
    *leaders = leading;
  }
  return men;
}

/* Counts one activation that has been made; one that goes back is none. */
static void count_activation(const war_table *t, mr_action action, trail *tracks, tally *all) {
  const mr_wl_game *game = mr_wl_game_of(t->game);
  const mr_wl_state *state = mr_wl_state_of(t->state);
  unsigned from = mr_wl_action_from(action), to = mr_wl_action_to(action);
  unsigned slot = mr_wl_unit_of(mr_wl_squares_const(game, state)[to]) - 1u;
  uint16_t *was = tracks->was[slot];
  bool back = false;
  for (unsigned i = 0; i < BACK; i++) {
    back = back || was[i] == to + 1u;
  }
  for (unsigned i = BACK - 1; i > 0; i--) {
    was[i] = was[i - 1];
  }
  was[0] = (uint16_t)(from + 1);
  all->used += !back;
}

static void count_rule(tally *all, const char *name) {
  unsigned i = 0;
  while (all->rule[i].count && strcmp(all->rule[i].name, name) != 0) {
    i++;
  }
  snprintf(all->rule[i].name, sizeof all->rule[i].name, "%s", name);
  all->rule[i].count++;
}

/* Whether a game is decided by war: by leaders, or by towns when a third of the men has fallen. */
static bool by_war(const char *rule, unsigned left, unsigned began) {
  bool leaders = strstr(rule, "WL-16") != NULL || strstr(rule, "WL-18") != NULL ||
                 strstr(rule, "WL-20") != NULL || strstr(rule, "WL-17") != NULL;
  return leaders || 3 * left <= 2 * began;
}

/* What is kept of one game while it is played. */
typedef struct campaign {
  war_table *t;
  mr_engine *players[2]; /* by side */
  mr_engine *novice;     /* plays the first turns */
  const wish *w;
  tally *all;
  uint64_t seed;
  trail tracks;
  unsigned told_count;
  double told[TOLD_MAX]; /* White's share at the begin of each turn */
} campaign;

/* Plays one turn, a deployment or lots. */
static bool play_turn(campaign *c, mr_random *dice) {
  static const mr_limits limits = {0};
  const mr_wl_game *game = mr_wl_game_of(c->t->game);
  const mr_wl_head *h = &mr_wl_state_of(c->t->state)->head;
  mr_engine *novices[2] = {c->novice, c->novice};
  unsigned side = h->side, turn = h->turn, activations = 0;
  bool fights = h->phase == MR_WL_PLAY;
  unsigned cap = fights ? mr_wl_cap_of(game, mr_wl_state_of(c->t->state)) : 0;
  bool counts = fights && turn > 1, sound = true, ended = false;
  clock_t clock_before = clock();
  while (sound && !ended) {
    mr_action action = MR_ACTION_NONE;
    sound = war_step(c->t, fights && turn == 1 ? novices : c->players, &limits, dice, &action);
    if (counts && sound && activations == 0 && c->told_count < TOLD_MAX) {
      c->told[c->told_count++] = c->t->told;
    }
    if (counts && sound && mr_wl_action_kind_of(action) != MR_WL_ACT_END) {
      count_activation(c->t, action, &c->tracks, c->all);
      activations++;
    }
    ended = !fights || h->side != side || h->turn != turn || h->phase == MR_WL_OVER;
  }
  if (counts) {
    double seconds = (double)(clock() - clock_before) / CLOCKS_PER_SEC;
    c->all->could += h->phase == MR_WL_OVER ? activations : cap;
    c->all->seconds += seconds;
    c->all->worst = seconds > c->all->worst ? seconds : c->all->worst;
    c->all->thoughts++;
  }
  return sound;
}

/* What forecasts of a game have lost, on the mean: as odds at most of one to a million. */
static double loss_of(const campaign *c, double share) {
  const double least = 1e-6;
  double sum = 0;
  for (unsigned i = 0; i < c->told_count; i++) {
    double told = fmin(fmax(c->told[i], least), 1 - least);
    sum -= share * log(told) + (1 - share) * log(1 - told);
  }
  return c->told_count > 0 ? sum / c->told_count : log(2);
}

static void count_game(const campaign *c, unsigned swapped) {
  const mr_wl_game *game = mr_wl_game_of(c->t->game);
  const mr_wl_state *state = mr_wl_state_of(c->t->state);
  tally *all = c->all;
  bool over = state->head.phase == MR_WL_OVER;
  const char *rule =
      over ? game->base.info.rules[mr_game_ended_by(c->t->game, c->t->state)].id : "none";
  unsigned leaders[2], men[2];
  for (unsigned side = 0; side < 2; side++) {
    men[side] = men_of(game, state, side, &leaders[side]);
  }
  unsigned left = men[0] + men[1];
  unsigned began = state->head.units[0] + state->head.units[1]; /* with all who have entered */
  unsigned winner = over ? state->head.winner : MR_WL_DRAWN;
  bool decided = winner != MR_WL_DRAWN;
  count_rule(all, rule);
  all->points[!decided ? 1 : winner == swapped ? 2 : 0]++;
  all->decided += decided;
  all->by_war += decided && by_war(rule, left, began);
  all->loss += loss_of(c, !decided ? 0.5 : winner == 0 ? 1 : 0);
  all->turn[all->games++] = state->head.turn;
  if (!c->w->brief) {
    printf("seed %llu: %s %s, turn %u, %u of %u men left (%u and leaders %u : %u and %u), towns "
           "%u:%u\n",
           (unsigned long long)c->seed, decided ? mr_wl_side_names[winner] : "drawn", rule,
           state->head.turn, left, began, men[0] - leaders[0], leaders[0], men[1] - leaders[1],
           leaders[1], mr_wl_towns_held(game, state, 0), mr_wl_towns_held(game, state, 1));
    fflush(stdout);
  }
}

/* One game; `swapped` is the side of the first player. */
static bool play(campaign *c, unsigned swapped) {
  const mr_wl_state *state = mr_wl_state_of(c->t->state);
  mr_random dice;
  mr_random_init(&dice, c->seed);
  mr_game_start(c->t->game, c->t->state);
  bool sound = true;
  while (sound && state->head.phase != MR_WL_OVER &&
         !(c->w->turns && state->head.turn > c->w->turns)) {
    sound = play_turn(c, &dice);
  }
  if (sound) {
    count_game(c, swapped);
  }
  return sound;
}

/* The state after the set-up and the first turns, with both armies in sight. */
static bool print_opening(campaign *c) {
  const mr_wl_head *h = &mr_wl_state_of(c->t->state)->head;
  mr_random dice;
  mr_random_init(&dice, c->seed);
  mr_game_start(c->t->game, c->t->state);
  bool sound = true;
  while (sound && h->phase != MR_WL_OVER && (h->phase != MR_WL_PLAY || h->turn == 1)) {
    sound = play_turn(c, &dice);
  }
  mr_str text = mr_str_growing(NULL);
  mr_game_format_state(c->t->game, c->t->state, &text);
  printf("%s\n", mr_str_text(&text));
  mr_str_done(&text);
  return sound;
}

static int compare(const void *a, const void *b) {
  const unsigned *x = a, *y = b;
  return (*x > *y) - (*x < *y);
}

static void print_tally(const wish *w, tally *all) {
  double n = all->games ? all->games : 1;
  qsort(all->turn, all->games, sizeof *all->turn, compare);
  printf("%-38s %3u games, level %u",
         w->map != NULL    ? w->map
         : w->game != NULL ? w->game
                           : w->rules,
         all->games, w->level);
  if (w->against != NULL) {
    printf(" against %s: +%u =%u -%u %.1f%%", w->against, all->points[2], all->points[1],
           all->points[0], 100 * (all->points[2] + all->points[1] / 2.0) / n);
  }
  printf("; decided %.0f%%, by war %.0f%% of them; median turn %u; orders used %.0f%%; "
         "turn %.0f ms (most %.0f); told %.3f;",
         100 * all->decided / n, all->decided ? 100.0 * all->by_war / all->decided : 0,
         all->games ? all->turn[all->games / 2] : 0,
         all->could ? 100.0 * (double)all->used / (double)all->could : 0,
         all->thoughts ? 1e3 * all->seconds / (double)all->thoughts : 0, 1e3 * all->worst,
         all->loss / n);
  for (unsigned i = 0; i < RULES_MAX && all->rule[i].count; i++) {
    printf(" %s %u", all->rule[i].name, all->rule[i].count);
  }
  printf("\n");
}

static bool open_table(war_table *t, const wish *w, uint64_t seed) {
  return w->map != NULL ? war_generate(t, w->map, seed) : war_open(t, w->rules, w->game);
}

static bool play_all(const wish *w, tally *all) {
  char kind[32] = "general";
  unsigned level = w->level;
  if (w->against != NULL) {
    snprintf(kind, sizeof kind, "%s", w->against);
    char *colon = strchr(kind, ':');
    if (colon != NULL) {
      *colon = '\0';
      level = (unsigned)strtoul(colon + 1, NULL, 10);
    }
  }
  for (unsigned i = 0; i < w->games; i++) {
    war_table t;
    uint64_t seed = w->seed + i;
    unsigned swapped = w->against != NULL && i % 2;
    if (!open_table(&t, w, w->against != NULL ? w->seed + i / 2 : seed)) {
      return false;
    }
    static campaign c;
    c = (campaign){.t = &t, .w = w, .all = all, .seed = seed};
    c.players[swapped] = war_engine(&t, "general", w->level, seed);
    c.players[1 - swapped] = war_engine(&t, kind, level, seed + 1000);
    c.novice = war_engine(&t, "general", 1, seed);
    bool sound = c.players[0] != NULL && c.players[1] != NULL && c.novice != NULL;
    sound = sound && (w->openings ? print_opening(&c) : play(&c, swapped));
    mr_engine_free(c.players[0]);
    mr_engine_free(c.players[1]);
    mr_engine_free(c.novice);
    war_close(&t);
    if (!sound) {
      return false;
    }
  }
  return true;
}

int main(int argc, char **argv) {
  static tally all;
  wish w = {.seed = 1, .games = 10, .level = 5};
  for (int i = 1; i < argc; i++) {
    const char *name = argv[i];
    if (strcmp(name, "--brief") == 0) {
      w.brief = true;
      continue;
    }
    if (strcmp(name, "--openings") == 0) {
      w.openings = true;
      continue;
    }
    const char *value = i + 1 < argc ? argv[++i] : "";
    unsigned long number = strtoul(value, NULL, 10);
    if (strcmp(name, "--game") == 0) {
      w.game = value;
    } else if (strcmp(name, "--rules") == 0) {
      w.rules = value;
    } else if (strcmp(name, "--map") == 0) {
      w.map = value;
    } else if (strcmp(name, "--against") == 0) {
      w.against = value;
    } else if (strcmp(name, "--seed") == 0) {
      w.seed = number;
    } else if (strcmp(name, "--games") == 0 && number <= GAMES_MAX) {
      w.games = (unsigned)number;
    } else if (strcmp(name, "--level") == 0) {
      w.level = (unsigned)number;
    } else if (strcmp(name, "--turns") == 0) {
      w.turns = (unsigned)number;
    } else {
      fprintf(stderr, "warlord_war: '%s' is no option; its first lines explain them\n", name);
      return 2;
    }
  }
  if (w.game == NULL && w.rules == NULL && w.map == NULL) {
    fprintf(stderr, "warlord_war: say --game NAME, --rules FILE or --map \"WORDS\"\n");
    return 2;
  }
  if (!play_all(&w, &all)) {
    return 1;
  }
  if (!w.openings) {
    print_tally(&w, &all);
  }
  return 0;
}
