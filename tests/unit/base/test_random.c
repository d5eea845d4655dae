#include <marcher/random.h>

#include "test_main.h"

/*
 * Known answers of SplitMix64 from seed 1234567: https://rosettacode.org, "Pseudo-random
 * numbers/Splitmix64", from S. Vigna's reference splitmix64.c.
 */
static void mixing_gives_the_published_numbers_of_splitmix64(void **state) {
  (void)state;
  static const uint64_t expected[] = {
      UINT64_C(6457827717110365317), UINT64_C(3203168211198807973),  UINT64_C(9817491932198370423),
      UINT64_C(4593380528125082431), UINT64_C(16408922859458223821),
  };
  for (uint64_t i = 0; i < 5; i++) {
    assert_int_equal(mr_mix64(1234567 + i * UINT64_C(0x9e3779b97f4a7c15)), expected[i]);
  }
}

static void seeding_takes_the_first_four_numbers_of_splitmix64(void **state) {
  (void)state;
  mr_random random;
  mr_random_init(&random, 1234567);
  assert_int_equal(random.s[0], UINT64_C(6457827717110365317));
  assert_int_equal(random.s[1], UINT64_C(3203168211198807973));
  assert_int_equal(random.s[2], UINT64_C(9817491932198370423));
  assert_int_equal(random.s[3], UINT64_C(4593380528125082431));
}

/*
 * Known answers of xoshiro256** from state {1, 2, 3, 4}: the vector test of the Rust crate
 * rand_xoshiro (xoshiro256starstar.rs), made with the authors' xoshiro256starstar.c.
 */
static void drawing_gives_the_published_numbers_of_xoshiro256starstar(void **state) {
  (void)state;
  static const uint64_t expected[] = {
      UINT64_C(11520),
      UINT64_C(0),
      UINT64_C(1509978240),
      UINT64_C(1215971899390074240),
      UINT64_C(1216172134540287360),
      UINT64_C(607988272756665600),
      UINT64_C(16172922978634559625),
      UINT64_C(8476171486693032832),
      UINT64_C(10595114339597558777),
      UINT64_C(2904607092377533576),
  };
  mr_random random = {{1, 2, 3, 4}};
  for (size_t i = 0; i < 10; i++) {
    assert_int_equal(mr_random_next(&random), expected[i]);
  }
}

static void a_copy_of_the_state_repeats_the_run(void **state) {
  (void)state;
  mr_random random;
  mr_random_init(&random, 0);
  mr_random copy = random;
  for (int i = 0; i < 100; i++) {
    assert_int_equal(mr_random_next(&random), mr_random_next(&copy));
  }
}

/** Pearson's statistic over `bins` equally likely results. */
static double chi_square(const unsigned *counts, size_t bins, unsigned draws) {
  double expected = (double)draws / (double)bins;
  double sum = 0;
  for (size_t i = 0; i < bins; i++) {
    double off = counts[i] - expected;
    sum += off * off / expected;
  }
  return sum;
}

static void bounded_numbers_are_uniform(void **state) {
  (void)state;
  /* The 99.9% points of chi square with bound-1 degrees of freedom; the seed is fixed. */
  static const struct {
    uint64_t bound;
    double most;
  } cases[] = {{2, 10.83}, {3, 13.82}, {6, 20.52}, {10, 27.88}, {36, 66.62}};
  mr_random random;
  mr_random_init(&random, 2024);
  for (size_t c = 0; c < 5; c++) {
    unsigned counts[36] = {0};
    for (unsigned i = 0; i < 36000; i++) {
      uint64_t drawn = mr_random_below(&random, cases[c].bound);
      assert_true(drawn < cases[c].bound);
      counts[drawn]++;
    }
    assert_true(chi_square(counts, cases[c].bound, 36000) < cases[c].most);
  }
}

static void a_bound_of_three_quarters_of_the_range_shows_no_bias(void **state) {
  (void)state;
  /* Without rejection the lower third of such numbers would come up twice as often. */
  const uint64_t third = UINT64_C(1) << 62;
  mr_random random;
  mr_random_init(&random, 5);
  unsigned counts[3] = {0};
  for (unsigned i = 0; i < 30000; i++) {
    counts[mr_random_below(&random, 3 * third) / third]++;
  }
  assert_true(chi_square(counts, 3, 30000) < 13.82);
  /* The rejected remainder of the multiplication: odd and even results are as frequent. */
  unsigned parity[2] = {0};
  for (unsigned i = 0; i < 30000; i++) {
    parity[mr_random_below(&random, 3 * third) % 2]++;
  }
  assert_true(chi_square(parity, 2, 30000) < 10.83);
}

static void a_bound_of_one_gives_zero_and_the_largest_bound_works(void **state) {
  (void)state;
  mr_random random;
  mr_random_init(&random, 9);
  for (int i = 0; i < 100; i++) {
    assert_int_equal(mr_random_below(&random, 1), 0);
    assert_true(mr_random_below(&random, UINT64_MAX) < UINT64_MAX);
  }
}

static void unit_numbers_lie_in_the_half_open_interval(void **state) {
  (void)state;
  mr_random random;
  mr_random_init(&random, 77);
  unsigned counts[10] = {0};
  for (unsigned i = 0; i < 20000; i++) {
    double drawn = mr_random_unit(&random);
    assert_true(drawn >= 0.0 && drawn < 1.0);
    counts[(size_t)(drawn * 10)]++;
  }
  assert_true(chi_square(counts, 10, 20000) < 27.88);
}

static void a_split_stream_does_not_depend_on_what_its_siblings_draw(void **state) {
  (void)state;
  mr_random busy;
  mr_random idle;
  mr_random_init(&busy, 31);
  mr_random_init(&idle, 31);
  for (int game = 0; game < 20; game++) {
    mr_random a = mr_random_split(&busy);
    mr_random b = mr_random_split(&idle);
    assert_int_equal(mr_random_next(&a), mr_random_next(&b));
    for (int i = 0; i < game; i++) {
      mr_random_next(&a);
    }
  }
}

static void split_streams_agree_in_half_their_bits(void **state) {
  (void)state;
  mr_random parent;
  mr_random_init(&parent, 8);
  mr_random a = mr_random_split(&parent);
  mr_random b = mr_random_split(&parent);
  unsigned same_ab = 0;
  unsigned same_ap = 0;
  for (int i = 0; i < 1000; i++) {
    uint64_t from_a = mr_random_next(&a);
    same_ab += mr_popcount64(~(from_a ^ mr_random_next(&b)));
    same_ap += mr_popcount64(~(from_a ^ mr_random_next(&parent)));
  }
  /* 64000 fair coins: 32000 +- 5 standard deviations of 126.5 */
  assert_in_range(same_ab, 32000 - 633, 32000 + 633);
  assert_in_range(same_ap, 32000 - 633, 32000 + 633);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(mixing_gives_the_published_numbers_of_splitmix64),
    cmocka_unit_test(seeding_takes_the_first_four_numbers_of_splitmix64),
    cmocka_unit_test(drawing_gives_the_published_numbers_of_xoshiro256starstar),
    cmocka_unit_test(a_copy_of_the_state_repeats_the_run),
    cmocka_unit_test(bounded_numbers_are_uniform),
    cmocka_unit_test(a_bound_of_three_quarters_of_the_range_shows_no_bias),
    cmocka_unit_test(a_bound_of_one_gives_zero_and_the_largest_bound_works),
    cmocka_unit_test(unit_numbers_lie_in_the_half_open_interval),
    cmocka_unit_test(a_split_stream_does_not_depend_on_what_its_siblings_draw),
    cmocka_unit_test(split_streams_agree_in_half_their_bits),
};

MR_TEST_MAIN(tests)
