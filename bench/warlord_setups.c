/**
 * @file
 * What the free men of a hidden set-up are worth (WL-33).
 *
 *     warlord_setups GAME KIND [KIND] [--level N] [--games N] [--seed N]
 *
 * The general plays itself: one side's free choices are all of one kind (a letter: H, C, N or I),
 * the other's of another, or as the general chooses; everything else it sets up itself. Every two
 * games change seats. Prints the first one's share of points with its error (95%, by pairs), and
 * what both sides had set up in the last game.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "war_table.h"

enum { TURNS = 300 /* of each side: then it is drawn */ };

typedef struct wish {
  const char *game;
  unsigned free[2]; /* kinds; MR_WL_NOTHING: as the general chooses */
  unsigned level;
  unsigned games;
  uint64_t seed;
} wish;

typedef struct party {
  const wish *w;
  war_table t;
  mr_engine *players[2]; /* by side */
  mr_action *list;
  unsigned seats[2]; /* whose choices a side has */
} party;

static unsigned kind_of(const char *letter) {
  const char *at = strchr("HCNI", letter[0]);
  return at == NULL || letter[0] == '\0' || letter[1] != '\0'
             ? MR_WL_NOTHING
             : MR_WL_HEAVY + (unsigned)(at - "HCNI");
}

static void count_men(const party *p, unsigned side, unsigned held[MR_WL_KINDS]) {
  const mr_wl_game *game = mr_wl_game_of(p->t.game);
  const mr_wl_state *state = mr_wl_state_of(p->t.state);
  const mr_wl_unit *units = mr_wl_units_const(game, state) + side * game->side_max;
  memset(held, 0, MR_WL_KINDS * sizeof *held);
  for (unsigned i = 0; i < state->head.units[side]; i++) {
    held[units[i].kind]++;
  }
}

/* Placements of which none spends a free choice on another kind than that of the side. */
static size_t list_choices(party *p, unsigned side) {
  const mr_wl_game *game = mr_wl_game_of(p->t.game);
  unsigned free = p->w->free[p->seats[side]], held[MR_WL_KINDS];
  size_t count = mr_wl_actions(p->t.game, p->t.state, p->list), kept = 0;
  count_men(p, side, held);
  for (size_t i = 0; i < count; i++) {
    unsigned kind = mr_wl_action_from(p->list[i]);
    bool commits = mr_wl_action_kind_of(p->list[i]) == MR_WL_ACT_COMMIT;
    if (commits || kind == free || mr_wl_is_numbered(kind) || held[kind] < game->army.units[kind]) {
      p->list[kept++] = p->list[i];
    }
  }
  return kept;
}

/* @return the points of the first one's side */
static double play(party *p, uint64_t seed, unsigned first) {
  const mr_wl_head *h = &mr_wl_state_of(p->t.state)->head;
  mr_random dice;
  mr_random_init(&dice, seed);
  p->seats[first] = 0;
  p->seats[1 - first] = 1;
  for (unsigned side = 0; side < 2; side++) {
    if (!mr_engine_renew(p->players[side], mr_random_next(&dice))) {
      return NAN;
    }
  }
  mr_game_start(p->t.game, p->t.state);
  while (h->phase != MR_WL_OVER && h->turn <= TURNS) {
    mr_limits limits = {0};
    if (h->phase == MR_WL_DEPLOY && p->w->free[p->seats[h->side]] != MR_WL_NOTHING) {
      limits.only = p->list;
      limits.only_count = list_choices(p, h->side);
    }
    mr_action action;
    if (!war_step(&p->t, p->players, &limits, &dice, &action)) {
      return NAN;
    }
  }
  bool drawn = h->phase != MR_WL_OVER || h->winner == MR_WL_DRAWN;
  return drawn ? 0.5 : h->winner == first ? 1 : 0;
}

static void print_side(const party *p, unsigned side) {
  unsigned held[MR_WL_KINDS];
  count_men(p, side, held);
  printf("%s: H%u C%u N%u I%u, leaders of", p->seats[side] ? "the other" : "the first",
         held[MR_WL_HEAVY], held[MR_WL_CANNON], held[MR_WL_LIGHT], held[MR_WL_INFANTRY]);
  for (unsigned level = 1; level <= MR_WL_LEVEL_MAX; level++) {
    if (held[level]) {
      printf(" %ux%u", held[level], level);
    }
  }
  printf("\n");
}

static bool compare(party *p) {
  double sum = 0, squares = 0;
  unsigned pairs = (p->w->games + 1) / 2;
  for (unsigned i = 0; i < pairs; i++) {
    uint64_t seed = p->w->seed + i;
    double points = (play(p, seed, 0) + play(p, seed, 1)) / 2;
    if (isnan(points)) {
      return false;
    }
    sum += points;
    squares += points * points;
  }
  double mean = sum / pairs, error = 1.96 * sqrt((squares / pairs - mean * mean) / pairs);
  printf("%.1f%% +- %.1f of %u games\n", 100 * mean, 100 * error, 2 * pairs);
  print_side(p, 0);
  print_side(p, 1);
  return true;
}

static bool read_words(int argc, char **argv, wish *w) {
  unsigned kinds = 0;
  *w = (wish){.level = 4, .games = 200, .seed = 1};
  for (int i = 1; i < argc; i++) {
    bool more = i + 1 < argc;
    if (more && strcmp(argv[i], "--level") == 0) {
      w->level = (unsigned)strtoul(argv[++i], NULL, 10);
    } else if (more && strcmp(argv[i], "--games") == 0) {
      w->games = (unsigned)strtoul(argv[++i], NULL, 10);
    } else if (more && strcmp(argv[i], "--seed") == 0) {
      w->seed = strtoull(argv[++i], NULL, 10);
    } else if (w->game == NULL) {
      w->game = argv[i];
    } else if (kinds < 2 && kind_of(argv[i]) != MR_WL_NOTHING) {
      w->free[kinds++] = kind_of(argv[i]);
    } else {
      return false;
    }
  }
  return w->game != NULL && w->games > 0;
}

int main(int argc, char **argv) {
  wish w;
  party p = {.w = &w};
  if (!read_words(argc, argv, &w)) {
    fprintf(stderr,
            "usage: warlord_setups GAME [KIND [KIND]] [--level N] [--games N] [--seed N]\n");
    return 2;
  }
  if (!war_open(&p.t, NULL, w.game)) {
    return 2;
  }
  p.list = calloc(p.t.game->info.max_actions, sizeof *p.list);
  p.players[0] = war_engine(&p.t, "general", w.level, 1);
  p.players[1] = war_engine(&p.t, "general", w.level, 2);
  bool sound = p.list != NULL && p.players[0] != NULL && p.players[1] != NULL && compare(&p);
  mr_engine_free(p.players[0]);
  mr_engine_free(p.players[1]);
  free(p.list);
  war_close(&p.t);
  return sound ? 0 : 1;
}
