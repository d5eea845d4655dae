#include <marcher/hash.h>

#include "lab/match_priv.h"

static uint64_t pairings(const mr_match_options *options) {
  uint64_t n = options->engine_count;
  return options->gauntlet ? n - 1 : n * (n - 1) / 2;
}

uint64_t mr_match_planned(const mr_match_options *options) {
  return options->engine_count < 2 ? 0 : pairings(options) * options->games;
}

/* The two engines of a pairing: (0,1) (0,2) .. (1,2) ... */
static void pair_of(const mr_match_options *options, uint64_t number, unsigned *pair) {
  unsigned first = 0;
  uint64_t left = options->engine_count - 1;
  while (!options->gauntlet && number >= left) {
    number -= left;
    left--;
    first++;
  }
  pair[0] = first;
  pair[1] = first + 1 + (unsigned)number;
}

/*
 * Openings follow each other; each is played by every pairing before the next is begun, twice with
 * changed seats. So whenever a match is ended, all have played about as much, from the same
 * openings.
 */
mr_fixture mr_match_fixture(const mr_match_options *options, uint64_t index) {
  uint64_t legs = options->no_swap ? 1 : 2;
  uint64_t count = pairings(options);
  uint64_t block = index / (legs * count);
  uint64_t rest = index % (legs * count);
  unsigned pair[2];
  mr_fixture out = {.index = index, .engine_index = index, .opening = block};
  /* The last opening of an odd number of games is played once. */
  if (!options->no_swap && block == options->games / 2) {
    legs = 1;
  }
  out.paired = legs == 2;
  out.leg = (unsigned)(rest % legs);
  pair_of(options, rest / legs, pair);
  bool changed = options->no_swap ? block % 2 == 1 : out.leg == 1;
  out.engines[0] = pair[changed ? 1 : 0];
  out.engines[1] = pair[changed ? 0 : 1];
  return out;
}

uint64_t mr_match_seed(uint64_t seed, unsigned purpose, uint64_t index) {
  return mr_mix64(mr_mix64(seed + purpose) + index);
}
