/*
 * Fits the weights of Borderline's evaluation to games that it plays against itself: logistic
 * regression of the result on the terms, by Newton's method with a small ridge. Prints weights to
 * be put into src/search/borderline/roads.c. The same seed gives the same games and weights.
 *
 *   fit_borderline [games] [nodes] [seed] [rounds]
 */
#include <marcher/catalog.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "open_game.h"
#include "search/borderline/borderline_search.h"

#define RIDGE 20.0
#define SAMPLES_MAX 400000
#define GAME_MAX 2000 /* more decisions than any game has */

typedef struct sample {
  float term[MR_BDS_TERMS];
  float result; /* of the side on move */
} sample;

typedef struct run {
  mr_game *game;
  mr_bds_search search;
  mr_bds_weights weights;
  sample *samples;
  size_t count;
  mr_random random;
  mr_state *state;
  mr_chance *chances;
  unsigned char *states; /* the positions of the samples, one after another */
} run;

/* One game; every decision is a sample. Now and then a random action, for variety. */
static void play(run *r, uint64_t nodes) {
  const mr_game *game = r->game;
  size_t first = r->count;
  uint8_t side[GAME_MAX] = {0};
  mr_game_start(game, r->state);
  for (;;) {
    mr_node node = mr_game_node(game, r->state);
    mr_action action = MR_ACTION_NONE;
    if (node.kind == MR_NODE_TERMINAL) {
      break;
    }
    if (node.kind == MR_NODE_CHANCE) {
      action = mr_game_roll(game, r->state, r->chances, &r->random);
    } else {
      const mr_bd_state *state = mr_bd_state_of(r->state);
      mr_bds_result result;
      const mr_limits none = {0};
      memcpy(r->states + r->count * game->info.state_size, state, game->info.state_size);
      side[r->count++ - first] = state->side;
      mr_engine silent = {0};
      mr_watch_start(&r->search.watch, &none);
      r->search.node_limit = nodes;
      mr_bds_search_run(&r->search, state, MR_BDS_DEPTH_MAX, &silent, &result);
      size_t pick = mr_random_below(&r->random, 10) == 0
                        ? (size_t)mr_random_below(&r->random, result.count)
                        : 0;
      action = result.moves[pick].action;
    }
    mr_game_make(game, r->state, action, NULL, NULL);
  }
  uint8_t points[2];
  mr_game_score(game, r->state, points);
  for (size_t i = first; i < r->count; i++) {
    r->samples[i].result = (float)points[side[i - first]] / MR_SCORE_WIN;
  }
}

static double predict(const run *r, const sample *s) {
  double logit = 0;
  for (unsigned i = 0; i < MR_BDS_TERMS; i++) {
    logit += r->weights.term[i] * (double)s->term[i];
  }
  return 1 / (1 + exp(-logit));
}

static double log_loss(const run *r) {
  double sum = 0;
  for (size_t k = 0; k < r->count; k++) {
    double p = predict(r, &r->samples[k]), y = (double)r->samples[k].result;
    sum -= y * log(p + 1e-12) + (1 - y) * log(1 - p + 1e-12);
  }
  return sum / (double)r->count;
}

/* Solves h x = g in place by elimination with pivoting; g becomes x. */
static void solve(double h[MR_BDS_TERMS][MR_BDS_TERMS], double *g) {
  enum { N = MR_BDS_TERMS };
  for (unsigned c = 0; c < N; c++) {
    unsigned pivot = c;
    for (unsigned i = c + 1; i < N; i++) {
      pivot = fabs(h[i][c]) > fabs(h[pivot][c]) ? i : pivot;
    }
    for (unsigned j = 0; j < N; j++) {
      double swap = h[c][j];
      h[c][j] = h[pivot][j];
      h[pivot][j] = swap;
    }
    double swap = g[c];
    g[c] = g[pivot];
    g[pivot] = swap;
    for (unsigned i = 0; i < N; i++) {
      double factor = i == c ? 0 : h[i][c] / h[c][c];
      for (unsigned j = c; j < N && factor != 0; j++) {
        h[i][j] -= factor * h[c][j];
      }
      g[i] -= factor * g[c];
    }
  }
  for (unsigned i = 0; i < N; i++) {
    g[i] /= h[i][i];
  }
}

/* Goes along the step, halved until the loss falls. */
static void descend(run *r, const double *step) {
  mr_bds_weights from = r->weights;
  double before = log_loss(r);
  double scale = 2;
  for (unsigned halving = 0; halving < 14; halving++) {
    scale /= 2;
    for (unsigned i = 0; i < MR_BDS_TERMS; i++) {
      r->weights.term[i] = from.term[i] + scale * step[i];
    }
    if (log_loss(r) < before) {
      return;
    }
  }
  r->weights = from;
}

static void newton_step(run *r) {
  double h[MR_BDS_TERMS][MR_BDS_TERMS] = {{0}}, g[MR_BDS_TERMS] = {0};
  for (size_t k = 0; k < r->count; k++) {
    const sample *s = &r->samples[k];
    double p = predict(r, s), slope = p * (1 - p);
    for (unsigned i = 0; i < MR_BDS_TERMS; i++) {
      g[i] += ((double)s->result - p) * (double)s->term[i];
      for (unsigned j = 0; j < MR_BDS_TERMS; j++) {
        h[i][j] += slope * (double)s->term[i] * (double)s->term[j];
      }
    }
  }
  for (unsigned i = 0; i < MR_BDS_TERMS; i++) {
    g[i] -= RIDGE * r->weights.term[i];
    h[i][i] += RIDGE;
  }
  solve(h, g);
  descend(r, g);
}

/* Measures all positions afresh, with the prices as they are now, and fits the terms. */
static double fit(run *r) {
  for (size_t k = 0; k < r->count; k++) {
    const unsigned char *state = r->states + k * r->game->info.state_size;
    double terms[MR_BDS_TERMS];
    mr_bds_terms(r->search.roads, r->search.game, (const mr_bd_state *)(const void *)state,
                 &r->weights, terms);
    for (unsigned i = 0; i < MR_BDS_TERMS; i++) {
      r->samples[k].term[i] = (float)terms[i];
    }
  }
  memset(r->weights.term, 0, sizeof r->weights.term);
  for (unsigned step = 0; step < 10; step++) {
    newton_step(r);
  }
  return log_loss(r);
}

/* Moves one price at a time, as long as the loss falls. */
static double fit_prices(run *r) {
  double best = fit(r);
  mr_bds_weights kept = r->weights;
  for (bool better = true; better;) {
    better = false;
    for (unsigned which = 0; which < 8; which++) {
      r->weights = kept;
      unsigned *prices[] = {&r->weights.contested, &r->weights.enemy, &r->weights.detour,
                            &r->weights.empty};
      unsigned *price = prices[which / 2];
      unsigned step = which / 2 == 0 ? 1 : 2;
      if (which / 2 == 3 || (which % 2 && *price < step)) {
        continue;
      }
      *price += which % 2 ? -step : step;
      double loss = fit(r);
      if (loss < best) {
        best = loss;
        kept = r->weights;
        better = true;
      }
    }
  }
  r->weights = kept;
  return best;
}

static void print_weights(const run *r) {
  static const char *const names[MR_BDS_TERMS] = {
      "TEMPO",     "MARGIN",     "ROBUST",        "SHORTAGE",    "BOARD",   "URGENCY",
      "EXPOSED",   "ATTACK",     "SPOTS",         "ENEMY_SPOTS", "JOIN",    "ONE_TO_GO",
      "TWO_TO_GO", "ENEMY_JOIN", "ENEMY_ONE",     "ENEMY_TWO",   "NO_ROAD", "ENEMY_NO_ROAD",
      "REACH",     "HOME",       "SECOND_URGENCY"};
  printf("    .empty = %u,\n    .contested = %u,\n    .enemy = %u,\n    .detour = %u,\n",
         r->weights.empty, r->weights.contested, r->weights.enemy, r->weights.detour);
  for (unsigned i = 0; i < MR_BDS_TERMS; i++) {
    printf("             [MR_BDS_%s] = %.3f,\n", names[i], r->weights.term[i]);
  }
}

static unsigned long argument(int argc, char **argv, int index, unsigned long otherwise) {
  return argc > index ? strtoul(argv[index], NULL, 10) : otherwise;
}

int main(int argc, char **argv) {
  unsigned long games = argument(argc, argv, 1, 2000), nodes = argument(argc, argv, 2, 2000);
  unsigned long rounds = argument(argc, argv, 4, 2);
  run r = {.game = open_game("borderline"), .weights = mr_bds_standard_weights};
  mr_error err = {0};
  if (r.game == NULL ||
      mr_bds_search_init(&r.search, mr_bd_game_of(r.game), 8u << 20, NULL, &err) != MR_OK) {
    return 1;
  }
  r.samples = calloc(SAMPLES_MAX, sizeof *r.samples);
  r.states = calloc(SAMPLES_MAX, r.game->info.state_size);
  r.state = mr_state_new(r.game, NULL);
  r.chances = calloc(r.game->info.max_chances, sizeof *r.chances);
  mr_random_init(&r.random, argument(argc, argv, 3, 1));
  for (unsigned long round = 0; r.samples != NULL && r.states != NULL && r.state != NULL &&
                                r.chances != NULL && round < rounds;
       round++) {
    r.count = 0;
    r.search.weights = r.weights;
    for (unsigned long i = 0; i < games && r.count + GAME_MAX < SAMPLES_MAX; i++) {
      play(&r, nodes);
    }
    printf("round %lu: %zu positions, log loss %.4f before", round + 1, r.count, fit(&r));
    printf(", %.4f with new prices\n", fit_prices(&r));
    print_weights(&r);
    fflush(stdout);
  }
  free(r.samples);
  free(r.chances);
  free(r.states);
  mr_state_free(r.game, NULL, r.state);
  mr_bds_search_done(&r.search);
  mr_game_free(r.game);
  return 0;
}
