/*
 * Does the sequential test keep its word? Plays many tests between simulated engines whose
 * difference is known, and counts wrong verdicts: at elo0 those for H1, at elo1 those for H0.
 *
 *   sprt_simulation [--runs N] [--elo0 X] [--elo1 X] [--alpha P] [--beta P] [--model NAME]
 *                   [--draws P] [--bias ELO] [--first ELO] [--quarters P] [--shift ELO] [--seed N]
 *
 * Openings favour one seat by `bias` Elo, the first seat by `first` more; a share `draws` of the
 * games between equals is drawn, a share `quarters` of the wins pays three quarters. `shift` moves
 * the truth from the bounds towards each other: then the promise must be broken. Exits with 1 when
 * an error rate is above its bound by more than four standard deviations.
 */
#include <marcher/random.h>
#include <marcher/stats.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PAIRS_MAX 10000000
#define STEPS 200

typedef struct setting {
  mr_sprt test;
  uint64_t runs;
  uint64_t seed;
  double draws;
  double bias;
  double first;
  double quarters;
  double shift;
} setting;

/** Probabilities of the points of a game, and of [ours from the first seat][ours from the second].
 */
typedef struct pair_odds {
  double p[MR_TALLY_GAME_CELLS][MR_TALLY_GAME_CELLS];
} pair_odds;

/** Points of a player who is `elo` stronger; `draw_elo` is the width of the draw. */
static void game_odds(double elo, double draw_elo, double quarters, double *p) {
  double win = 1 / (1 + pow(10, (draw_elo - elo) / 400));
  double loss = 1 / (1 + pow(10, (draw_elo + elo) / 400));
  p[0] = loss * (1 - quarters);
  p[1] = loss * quarters;
  p[2] = 1 - win - loss;
  p[3] = win * quarters;
  p[4] = win * (1 - quarters);
}

/** A pair: either kind of opening with the same probability, both games from it. */
static void find_odds(const setting *set, double elo, double draw_elo, pair_odds *out) {
  memset(out, 0, sizeof *out);
  for (int kind = -1; kind <= 1; kind += 2) {
    double seat = set->first + kind * set->bias;
    double first[MR_TALLY_GAME_CELLS];
    double second[MR_TALLY_GAME_CELLS];
    game_odds(elo + seat, draw_elo, set->quarters, first);
    game_odds(elo - seat, draw_elo, set->quarters, second);
    for (int i = 0; i < MR_TALLY_GAME_CELLS; i++) {
      for (int j = 0; j < MR_TALLY_GAME_CELLS; j++) {
        out->p[i][j] += first[i] * second[j] / 2;
      }
    }
  }
}

static double draw_share(const pair_odds *odds) {
  double share = 0;
  for (int i = 0; i < MR_TALLY_GAME_CELLS; i++) {
    share += (odds->p[2][i] + odds->p[i][2]) / 2;
  }
  return share;
}

/** The difference that these odds have in the model's own measure. */
static double true_elo(const pair_odds *odds, mr_elo_model model) {
  double mean = 0;
  double square = 0;
  for (int i = 0; i < MR_TALLY_GAME_CELLS; i++) {
    for (int j = 0; j < MR_TALLY_GAME_CELLS; j++) {
      double share = (i + j) / 8.0;
      mean += odds->p[i][j] * share;
      square += odds->p[i][j] * share * share;
    }
  }
  if (model == MR_ELO_LOGISTIC) {
    return mr_elo_of_score(mean);
  }
  return (mean - 0.5) / sqrt(2 * (square - mean * mean)) * MR_NORMALISED_ELO;
}

/** Odds with the share of draws (between equals) and the difference that are asked for. */
static void odds_for(const setting *set, double elo, pair_odds *out) {
  double low = 0;
  double high = 4000;
  for (int step = 0; step < STEPS; step++) {
    double middle = (low + high) / 2;
    find_odds(set, 0, middle, out);
    *(draw_share(out) < set->draws ? &low : &high) = middle;
  }
  double draw_elo = low;
  low = -4000;
  high = 4000;
  for (int step = 0; step < STEPS; step++) {
    double middle = (low + high) / 2;
    find_odds(set, middle, draw_elo, out);
    *(true_elo(out, set->test.model) < elo ? &low : &high) = middle;
  }
}

static void draw_pair(const pair_odds *odds, mr_random *random, mr_tally *tally) {
  double left = mr_random_unit(random);
  for (unsigned i = 0; i < MR_TALLY_GAME_CELLS; i++) {
    for (unsigned j = 0; j < MR_TALLY_GAME_CELLS; j++) {
      left -= odds->p[i][j];
      if (left < 0) {
        mr_tally_add_pair(tally, i, j);
        return;
      }
    }
  }
  mr_tally_add_pair(tally, MR_TALLY_GAME_CELLS - 1, MR_TALLY_GAME_CELLS - 1);
}

typedef struct outcome {
  uint64_t verdicts[3]; /* by mr_sprt_verdict; open: given up */
  double pairs;         /* of all runs */
} outcome;

static outcome simulate(const setting *set, double elo, mr_random *random) {
  outcome out = {0};
  pair_odds odds;
  odds_for(set, elo, &odds);
  for (uint64_t run = 0; run < set->runs; run++) {
    mr_tally tally = {0};
    mr_sprt_verdict verdict = MR_SPRT_OPEN;
    unsigned pairs = 0;
    while (verdict == MR_SPRT_OPEN && pairs < PAIRS_MAX) {
      draw_pair(&odds, random, &tally);
      pairs++;
      verdict = mr_sprt_evaluate(&set->test, &tally).verdict;
    }
    out.verdicts[verdict]++;
    out.pairs += pairs;
  }
  return out;
}

/** One line; @return whether the promise is kept. */
static bool tell(const setting *set, const char *name, double elo, mr_sprt_verdict wrong,
                 mr_random *random) {
  outcome out = simulate(set, elo, random);
  double bound = wrong == MR_SPRT_H1 ? set->test.alpha : set->test.beta;
  double runs = (double)set->runs;
  double rate = (double)out.verdicts[wrong] / runs;
  double slack = 4 * sqrt(bound * (1 - bound) / runs);
  bool kept = rate <= bound + slack && out.verdicts[MR_SPRT_OPEN] == 0;
  printf("%-5s %+8.2f %8llu %8llu   %6.2f%% +- %.2f%%   %6.2f%%   %10.0f   %s\n", name, elo,
         (unsigned long long)out.verdicts[MR_SPRT_H0], (unsigned long long)out.verdicts[MR_SPRT_H1],
         100 * rate, 196 * sqrt(rate * (1 - rate) / runs), 100 * bound, 2 * out.pairs / runs,
         kept ? "kept" : "BROKEN");
  return kept;
}

/* ---- options --------------------------------------------------------------------------------- */

static bool read_number(const char *text, double low, double high, double *out) {
  char *end;
  double value = strtod(text, &end);
  if (end == text || *end != '\0' || !(value >= low && value <= high)) {
    return false;
  }
  *out = value;
  return true;
}

static bool read_model(const char *text, mr_elo_model *out) {
  if (strcmp(text, "logistic") != 0 && strcmp(text, "normalised") != 0) {
    return false;
  }
  *out = text[0] == 'l' ? MR_ELO_LOGISTIC : MR_ELO_NORMALISED;
  return true;
}

static bool read_options(setting *set, int argc, char **argv) {
  double runs = 2000;
  double seed = 1;
  const struct {
    const char *name;
    double *value;
    double low, high;
  } options[] = {
      {"--runs", &runs, 1, 1e9},
      {"--seed", &seed, 0, 9e15},
      {"--elo0", &set->test.elo0, -1000, 1000},
      {"--elo1", &set->test.elo1, -1000, 1000},
      {"--alpha", &set->test.alpha, 0, 1},
      {"--beta", &set->test.beta, 0, 1},
      {"--draws", &set->draws, 0, 0.99},
      {"--bias", &set->bias, 0, 1000},
      {"--first", &set->first, -1000, 1000},
      {"--quarters", &set->quarters, 0, 1},
      {"--shift", &set->shift, -1000, 1000},
  };
  for (int i = 1; i + 1 < argc; i += 2) {
    bool known = strcmp(argv[i], "--model") == 0 && read_model(argv[i + 1], &set->test.model);
    for (size_t k = 0; k < sizeof options / sizeof *options && !known; k++) {
      known = strcmp(argv[i], options[k].name) == 0 &&
              read_number(argv[i + 1], options[k].low, options[k].high, options[k].value);
    }
    if (!known) {
      fprintf(stderr, "sprt_simulation: cannot use %s %s\n", argv[i], argv[i + 1]);
      return false;
    }
  }
  set->runs = (uint64_t)runs;
  set->seed = (uint64_t)seed;
  return argc % 2 == 1;
}

int main(int argc, char **argv) {
  setting set = {.test = {0, 10, 0.05, 0.05, MR_ELO_LOGISTIC}, .draws = 0.4, .bias = 60};
  mr_error err;
  if (!read_options(&set, argc, argv)) {
    fprintf(stderr, "usage: sprt_simulation [--OPTION VALUE]...; see the head of its source\n");
    return 2;
  }
  if (mr_sprt_check(&set.test, &err) != MR_OK) {
    fprintf(stderr, "sprt_simulation: %s\n", err.message);
    return 2;
  }
  mr_random random;
  mr_random_init(&random, set.seed);
  printf("%llu tests of elo0 %g against elo1 %g (%s), alpha %g, beta %g;\n"
         "draws %g%%, bias %g, first seat %+g, quarters %g%%, seed %llu\n\n",
         (unsigned long long)set.runs, set.test.elo0, set.test.elo1,
         set.test.model == MR_ELO_LOGISTIC ? "logistic" : "normalised", set.test.alpha,
         set.test.beta, 100 * set.draws, set.bias, set.first, 100 * set.quarters,
         (unsigned long long)set.seed);
  printf("truth      Elo       H0       H1   wrong                bound   games a test\n");
  bool kept = tell(&set, "elo0", set.test.elo0 + set.shift, MR_SPRT_H1, &random);
  kept = tell(&set, "elo1", set.test.elo1 - set.shift, MR_SPRT_H0, &random) && kept;
  return kept ? 0 : 1;
}
