#include <marcher/race.h>
#include <marcher/random.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test_main.h"

enum { LANES = 8, CHUNK = 10, CHUNKS = 40, SCOUTS = 20 };

static const mr_race_options options = {.scouts_first = 2,
                                        .scouts_most = SCOUTS,
                                        .least = CHUNKS / 4,
                                        .most = CHUNKS,
                                        .confirm = CHUNKS};
static const mr_wish even = {.id = "first", .low = 0.49, .high = 0.51};

/* Games of settings with known shares: how many of the first so many chunks of a part were won. */
typedef struct world {
  double truth[LANES];
  uint32_t won[LANES][MR_RACE_PARTS][CHUNKS + 1]; /* sums */
  uint32_t have[LANES][MR_RACE_PARTS];            /* chunks that were played */
  unsigned looks;
} world;

/* Intervals of counts are asked for again and again. */
static mr_interval share_of(uint32_t won, uint32_t games) {
  static mr_interval known[CHUNKS + 1][CHUNKS * CHUNK + 1];
  static bool has[CHUNKS + 1][CHUNKS * CHUNK + 1];
  uint32_t chunks = games / CHUNK;
  if (!has[chunks][won]) {
    known[chunks][won] = mr_share_interval(won, games);
    has[chunks][won] = true;
  }
  return known[chunks][won];
}

static mr_interval figure(const world *w, size_t lane, mr_race_part part, uint32_t chunks) {
  return share_of(w->won[lane][part][chunks], chunks * CHUNK);
}

static bool look(void *context, size_t lane, mr_race_part part, uint32_t chunks, mr_reach *out) {
  world *w = context;
  w->looks++;
  if (w->have[lane][part] < chunks) {
    *out = mr_reach_unknown();
    return false;
  }
  const mr_measure measure = {.unit = MR_UNIT_SHARE, .interval = figure(w, lane, part, chunks)};
  *out = mr_wish_reach(&even, &measure);
  return true;
}

/* @return how many games of a chunk were won */
static uint32_t play_chunk(double truth, mr_random *random) {
  uint32_t won = 0;
  for (unsigned game = 0; game < CHUNK; game++) {
    won += mr_random_unit(random) < truth;
  }
  return won;
}

static void play(world *w, const mr_race_lane *lanes, mr_random *random) {
  for (size_t i = 0; i < LANES; i++) {
    for (size_t part = 0; part < MR_RACE_PARTS; part++) {
      for (; w->have[i][part] < lanes[i].wanted[part]; w->have[i][part]++) {
        w->won[i][part][w->have[i][part] + 1] =
            w->won[i][part][w->have[i][part]] + play_chunk(w->truth[i], random);
      }
    }
  }
}

/* Plays a race to its end. @return the rounds that it took */
static unsigned run(world *w, mr_race *race, mr_race_lane *lanes, mr_random *random) {
  unsigned rounds = 0;
  *race = (mr_race){.options = options, .look = look, .context = w, .lanes = lanes, .count = LANES};
  for (mr_race_run(race); !race->complete; mr_race_run(race)) {
    play(w, lanes, random);
    if (++rounds > 20) {
      fail_msg("a race without an end");
    }
  }
  return rounds;
}

/* ---- distances ------------------------------------------------------------------------------- */

static void reaches_are_told_from_the_middle_or_beyond_a_bound(void **state) {
  (void)state;
  const mr_measure share = {.unit = MR_UNIT_SHARE, .interval = {0.6, 0.55, 0.7}};
  mr_reach reach = mr_wish_reach(&even, &share);
  assert_true(fabs(reach.nearest - 5) < 1e-9 && fabs(reach.value - 10) < 1e-9 &&
              fabs(reach.farthest - 20) < 1e-9);
  const mr_wish most = {.id = "draws", .low = -INFINITY, .high = 0.58};
  reach = mr_wish_reach(&most, &share);
  assert_true(reach.nearest <= 0 && fabs(reach.value - 2) < 1e-9 &&
              fabs(reach.farthest - 12) < 1e-9);
  const mr_wish least = {.id = "turns", .low = 50, .high = INFINITY};
  const mr_measure turns = {.unit = MR_UNIT_NUMBER, .interval = {40, 30, 45}};
  reach = mr_wish_reach(&least, &turns);
  assert_true(fabs(reach.nearest - 10) < 1e-9 && fabs(reach.value - 20) < 1e-9 &&
              fabs(reach.farthest - 40) < 1e-9);
  const mr_measure unsure = {.unit = MR_UNIT_NUMBER, .interval = {40, -INFINITY, INFINITY}};
  const mr_wish forty = {.id = "turns", .low = 39.5, .high = 40.5};
  reach = mr_wish_reach(&forty, &unsure);
  assert_true(reach.nearest <= 0 && isinf(reach.farthest));
  reach = mr_reach_worst(reach, (mr_reach){1, 2, 3});
  assert_true(reach.nearest >= 1 && reach.value >= 2 && isinf(reach.farthest));
}

/* ---- races ----------------------------------------------------------------------------------- */

static const double hill[LANES] = {0.2, 0.3, 0.38, 0.46, 0.5, 0.55, 0.65, 0.8};

static void games_are_spent_where_the_answer_is_open(void **state) {
  (void)state;
  mr_race race;
  mr_race_lane lanes[LANES] = {{0}};
  world *w = calloc(1, sizeof *w);
  mr_random random;
  assert_non_null(w);
  memcpy(w->truth, hill, sizeof hill);
  mr_random_init(&random, 3);
  lanes[2].barred = true;
  run(w, &race, lanes, &random);
  assert_true(race.winner >= 3 && race.winner <= 5);
  assert_false(lanes[0].stays || lanes[7].stays || lanes[2].stays);
  assert_true(lanes[0].wanted[MR_RACE_SCOUT] < SCOUTS);
  assert_int_equal(lanes[0].wanted[MR_RACE_MEASURE], CHUNKS / 4);
  assert_int_equal(lanes[4].wanted[MR_RACE_SCOUT], SCOUTS);
  assert_int_equal(lanes[4].wanted[MR_RACE_MEASURE], CHUNKS);
  assert_int_equal(lanes[2].wanted[MR_RACE_MEASURE] + lanes[2].wanted[MR_RACE_SCOUT], 0);
  for (size_t i = 0; i < LANES; i++) {
    assert_int_equal(lanes[i].wanted[MR_RACE_CONFIRM], i == race.winner ? CHUNKS : 0);
  }
  /* Asked again it says the same. */
  size_t winner = race.winner;
  mr_race_run(&race);
  assert_true(race.complete && race.winner == winner);
  free(w);
}

static void without_a_target_all_are_measured_alike(void **state) {
  (void)state;
  world *w = calloc(1, sizeof *w);
  mr_race_lane lanes[LANES] = {{0}};
  mr_random random;
  assert_non_null(w);
  mr_random_init(&random, 3);
  mr_race race = {.options = {.least = 3, .most = 3},
                  .look = look,
                  .context = w,
                  .lanes = lanes,
                  .count = LANES};
  mr_race_run(&race);
  assert_false(race.complete);
  play(w, lanes, &random);
  mr_race_run(&race);
  assert_true(race.complete && race.winner == SIZE_MAX);
  for (size_t i = 0; i < LANES; i++) {
    assert_int_equal(lanes[i].wanted[MR_RACE_MEASURE], 3);
    assert_int_equal(lanes[i].wanted[MR_RACE_SCOUT] + lanes[i].wanted[MR_RACE_CONFIRM], 0);
  }
  free(w);
}

static bool knows_nothing(void *context, size_t lane, mr_race_part part, uint32_t chunks,
                          mr_reach *out) {
  (void)context;
  (void)lane;
  (void)part;
  (void)chunks;
  *out = mr_reach_unknown();
  return true;
}

static void a_race_of_which_nothing_is_known_has_no_winner(void **state) {
  (void)state;
  mr_race_lane lanes[LANES] = {{0}};
  mr_race race = {.options = options, .look = knows_nothing, .lanes = lanes, .count = LANES};
  mr_race_run(&race);
  assert_true(race.complete && race.winner == SIZE_MAX);
}

/* ---- truth ----------------------------------------------------------------------------------- */

/* 1,000 simulated races, or as many as script/measure-coverage asks for. */
static unsigned repetitions(void) {
  const char *wanted = getenv("MARCHER_COVERAGE");
  return wanted != NULL ? (unsigned)strtoul(wanted, NULL, 10) : 1000;
}

/* At least 94.4 of 100 and at most 97.5, and what chance may add to so few tries. */
static void assert_covered(const char *what, double truth, unsigned covered, unsigned tries) {
  double share = (double)covered / tries;
  double chance = 3 * sqrt(0.95 * 0.05 / tries);
  print_message("%s, %g: %u of %u covered\n", what, truth, covered, tries);
  if (share < 0.944 - (tries < 10000 ? chance : 0) || share > 0.975 + chance) {
    fail_msg("%s, %g: %u of %u covered", what, truth, covered, tries);
  }
}

static bool covers(const world *w, const mr_race_lane *lanes, size_t lane, mr_race_part part) {
  mr_interval share = figure(w, lane, part, lanes[lane].wanted[part]);
  return share.low <= w->truth[lane] && w->truth[lane] <= share.high;
}

/* Each setting's own interval, however many games its scouts asked for, and that of the winner. */
static void intervals_of_races_cover_what_they_promise(void **state) {
  (void)state;
  const unsigned tries = repetitions();
  unsigned covered[LANES] = {0}, confirmed = 0;
  mr_random random;
  world *w = calloc(1, sizeof *w);
  assert_non_null(w);
  mr_random_init(&random, 11);
  for (unsigned try = 0; try < tries; try++) {
    mr_race race;
    mr_race_lane lanes[LANES] = {{0}};
    memset(w, 0, sizeof *w);
    memcpy(w->truth, hill, sizeof hill);
    run(w, &race, lanes, &random);
    for (size_t i = 0; i < LANES; i++) {
      covered[i] += covers(w, lanes, i, MR_RACE_MEASURE);
    }
    confirmed += covers(w, lanes, race.winner, MR_RACE_CONFIRM);
  }
  for (size_t i = 0; i < LANES; i++) {
    assert_covered("measured", hill[i], covered[i], tries);
  }
  assert_covered("confirmed", 0.5, confirmed, tries);
  free(w);
}

/* What halves of a few games say, won with one share and drawn with another. */
static mr_measure half_of(double won, double drawn, mr_random *random) {
  enum { GAMES = 10 };
  double points = 0;
  for (unsigned i = 0; i < GAMES; i++) {
    double lot = mr_random_unit(random);
    points += lot < drawn ? 0.5 : lot < drawn + won ? 1 : 0;
  }
  return (mr_measure){.unit = MR_UNIT_SHARE, .interval = {.value = points / GAMES}};
}

/* The square of a distance is on the mean what it is, however much games scatter. */
static void squares_of_distances_do_not_depend_on_scatter(void **state) {
  (void)state;
  enum { TIMES = 20000 };
  static const struct {
    double share, drawn, square; /* in hundredths */
  } known[] = {{0.5, 0, 0}, {0.5, 0.95, 0}, {0.45, 0, 25}, {0.45, 0.9, 25}, {0.6, 0.5, 100}};
  mr_random random;
  mr_random_init(&random, 11);
  for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
    double sum = 0, squares = 0, won = known[i].share - known[i].drawn / 2;
    for (unsigned k = 0; k < TIMES; k++) {
      mr_measure one = half_of(won, known[i].drawn, &random);
      mr_measure other = half_of(won, known[i].drawn, &random);
      double square = mr_wish_square(&even, &one, &other);
      sum += square;
      squares += square * square;
    }
    double mean = sum / TIMES, error = sqrt((squares / TIMES - mean * mean) / TIMES);
    if (fabs(mean - known[i].square) > 4 * error) {
      fail_msg("%f with %f drawn: %f, not %f", known[i].share, known[i].drawn, mean,
               known[i].square);
    }
  }
  /* What is met is not missed, and what lacks is. */
  const mr_wish least = {.id = "turns", .low = 20, .high = INFINITY};
  mr_measure many = {.interval = {.value = 30}}, few = {.interval = {.value = 18}};
  assert_true(mr_wish_square(&least, &many, &few) == 0);
  assert_true(mr_wish_square(&least, &few, &few) > 0);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(reaches_are_told_from_the_middle_or_beyond_a_bound),
    cmocka_unit_test(games_are_spent_where_the_answer_is_open),
    cmocka_unit_test(without_a_target_all_are_measured_alike),
    cmocka_unit_test(a_race_of_which_nothing_is_known_has_no_winner),
    cmocka_unit_test(intervals_of_races_cover_what_they_promise),
    cmocka_unit_test(squares_of_distances_do_not_depend_on_scatter),
};

MR_TEST_MAIN(tests)
