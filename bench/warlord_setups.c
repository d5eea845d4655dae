/**
 * @file
 * What the free men of a hidden set-up are worth (WL-33).
 *
 *     warlord_setups GAME KIND [KIND] [--level N] [--games N] [--seed N]
 *     warlord_setups GAME --spread N [--level N]
 *
 * The general plays itself: one side's free choices are all of one kind (a letter: H, C, N or I),
 * the other's of another, or as the general chooses; everything else it sets up itself. Every two
 * games change seats. Prints the first one's share of points with its error (95%, by pairs), and
 * what both sides had set up in the last game.
 *
 * With --spread N set-ups of White's, each as the general makes it, meet N of Black's, once each:
 * how much their points differ, and how much they would by chance alone.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "war_table.h"

enum { TURNS = 300 /* of each side: then it is drawn */, SPREAD_MAX = 256 };

typedef struct wish {
  const char *game;
  unsigned free[2]; /* kinds; MR_WL_NOTHING: as the general chooses */
  unsigned level;
  unsigned games;
  uint64_t seed;
  unsigned spread;
} wish;

typedef struct party {
  const wish *w;
  war_table t;
  mr_engine *players[2]; /* by side */
  mr_action *list;
  unsigned seats[2]; /* whose choices a side has */
} party;

/* The kind of a word, or MR_WL_NOTHING. */
static unsigned kind_of(const char *word) {
  unsigned kind = word[0] != '\0' && word[1] == '\0' ? mr_wl_piece_of_letter(word[0]) : 0;
  return kind >= MR_WL_HEAVY && kind <= MR_WL_INFANTRY ? kind : MR_WL_NOTHING;
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

/* @return the points of White, whose set-up and thoughts have a seed, as Black's have; -1: failed
 */
static double play_seeds(party *p, uint64_t white, uint64_t black, uint64_t lots) {
  const mr_wl_head *h = &mr_wl_state_of(p->t.state)->head;
  mr_random dice;
  mr_random_init(&dice, lots);
  if (!mr_engine_renew(p->players[MR_WL_WHITE], white) ||
      !mr_engine_renew(p->players[MR_WL_BLACK], black)) {
    return -1;
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
      return -1;
    }
  }
  bool drawn = h->phase != MR_WL_OVER || h->winner == MR_WL_DRAWN;
  return drawn ? 0.5 : h->winner == MR_WL_WHITE ? 1 : 0;
}

/* @return the points of the first one, who has a side; -1: failed */
static double play(party *p, uint64_t seed, unsigned first) {
  mr_random seeds;
  mr_random_init(&seeds, seed);
  uint64_t white = mr_random_next(&seeds), black = mr_random_next(&seeds);
  p->seats[first] = 0;
  p->seats[1 - first] = 1;
  double points = play_seeds(p, white, black, seed);
  return points < 0 || first == MR_WL_WHITE ? points : 1 - points;
}

/* The standard deviation of means. */
static double deviation(const double *of, unsigned count, double mean) {
  double squares = 0;
  for (unsigned i = 0; i < count; i++) {
    squares += (of[i] - mean) * (of[i] - mean);
  }
  return sqrt(squares / (count - 1));
}

static bool tell_spread(party *p) {
  double white[SPREAD_MAX] = {0}, black[SPREAD_MAX] = {0}, mean = 0, squares = 0;
  unsigned count = p->w->spread;
  for (unsigned i = 0; i < count; i++) {
    for (unsigned j = 0; j < count; j++) {
      double points = play_seeds(p, 1000 + i, 2000 + j, i * count + j);
      if (points < 0) {
        return false;
      }
      white[i] += points / count;
      black[j] += points / count;
      mean += points / count / count;
      squares += points * points / count / count;
    }
  }
  printf("White has %.1f%% of %u games; set-ups differ by %.1f (White's) and %.1f (Black's) of a "
         "hundred points, by chance they would by %.1f\n",
         100 * mean, count * count, 100 * deviation(white, count, mean),
         100 * deviation(black, count, mean), 100 * sqrt((squares - mean * mean) / count));
  return true;
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
    double one = play(p, seed, MR_WL_WHITE), other = play(p, seed, MR_WL_BLACK);
    if (one < 0 || other < 0) {
      return false;
    }
    double points = (one + other) / 2;
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
    } else if (more && strcmp(argv[i], "--spread") == 0) {
      w->spread = (unsigned)strtoul(argv[++i], NULL, 10);
      if (w->spread < 2 || w->spread > SPREAD_MAX) {
        return false;
      }
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
    fprintf(stderr, "usage: warlord_setups GAME [KIND [KIND]] [--spread N] [--level N] [--games N] "
                    "[--seed N]\n");
    return 2;
  }
  if (!war_open(&p.t, NULL, w.game)) {
    return 2;
  }
  p.list = calloc(p.t.game->info.max_actions, sizeof *p.list);
  p.players[0] = war_engine(&p.t, "general", w.level, 1);
  p.players[1] = war_engine(&p.t, "general", w.level, 2);
  bool sound = p.list != NULL && p.players[0] != NULL && p.players[1] != NULL &&
               (w.spread ? tell_spread(&p) : compare(&p));
  mr_engine_free(p.players[0]);
  mr_engine_free(p.players[1]);
  free(p.list);
  war_close(&p.t);
  return sound ? 0 : 1;
}
