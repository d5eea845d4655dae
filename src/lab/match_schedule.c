#include <marcher/hash.h>

#include "lab/match_priv.h"

static uint64_t pairings(const mr_match_options *options) {
  uint64_t n = options->engine_count;
  return options->gauntlet || options->ladder ? n - 1 : n * (n - 1) / 2;
}

uint64_t mr_match_planned(const mr_match_options *options) {
  if (options->engine_count < 2) {
    return 0;
  }
  bool higher = options->ladder && options->top_games > 0;
  return pairings(options) * options->games + (higher ? options->top_games - options->games : 0);
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

/* Game `index` of `pairing_count` pairings that have `games` each, of every opening in turn. */
static mr_fixture fixture_of(const mr_match_options *options, uint64_t index,
                             uint64_t pairing_count, uint64_t games, unsigned *pair) {
  uint64_t legs = options->no_swap ? 1 : 2;
  uint64_t block = index / (legs * pairing_count);
  uint64_t rest = index % (legs * pairing_count);
  mr_fixture out = {.engine_index = index, .opening = block};
  /* The last opening of an odd number of games is played once. */
  if (!options->no_swap && block == games / 2) {
    legs = 1;
  }
  out.paired = legs == 2;
  out.leg = (unsigned)(rest % legs);
  if (pairing_count > 1) {
    pair_of(options, rest / legs, pair);
  }
  bool changed = options->no_swap ? block % 2 == 1 : out.leg == 1;
  out.engines[0] = pair[changed ? 1 : 0];
  out.engines[1] = pair[changed ? 0 : 1];
  return out;
}

/*
 * Openings follow each other; each is played by every pairing before the next is begun, twice with
 * changed seats. So whenever a match is ended, all have played about as much, from the same
 * openings. A ladder is climbed step by step, and each step is a match of two of its own.
 */
mr_fixture mr_match_fixture(const mr_match_options *options, uint64_t index) {
  uint64_t count = pairings(options);
  unsigned pair[2] = {0, 1};
  mr_fixture out;
  if (options->ladder) {
    uint64_t step = index / options->games;
    step = step < count ? step : count - 1;
    bool top = step == count - 1 && options->top_games > 0;
    pair[0] = (unsigned)(count - 1 - step);
    pair[1] = pair[0] + 1;
    out = fixture_of(options, index - step * options->games, 1,
                     top ? options->top_games : options->games, pair);
  } else {
    out = fixture_of(options, index, count, options->games, pair);
  }
  out.index = index;
  return out;
}

uint64_t mr_match_seed(uint64_t seed, unsigned purpose, uint64_t index) {
  return mr_mix64(mr_mix64(seed + purpose) + index);
}
