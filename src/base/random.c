#include <marcher/random.h>

#include <assert.h>

/** The step of SplitMix64: the odd integer nearest to 2^64 / golden ratio. */
static const uint64_t GOLDEN = UINT64_C(0x9e3779b97f4a7c15);

uint64_t mr_hash_bytes(uint64_t hash, const void *bytes, size_t length) {
  const unsigned char *at = bytes;
  for (size_t i = 0; i < length; i++) {
    hash = (hash ^ at[i]) * UINT64_C(0x100000001b3);
  }
  return hash;
}

uint64_t mr_mix64(uint64_t x) {
  uint64_t z = x + GOLDEN;
  z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
  return z ^ (z >> 31);
}

void mr_random_init(mr_random *random, uint64_t seed) {
  /* A bijection maps at most one of four numbers to 0, so the state is never all zero. */
  for (uint64_t i = 0; i < 4; i++) {
    random->s[i] = mr_mix64(seed + i * GOLDEN);
  }
}

static uint64_t rotate_left(uint64_t x, unsigned by) {
  return (x << by) | (x >> (64 - by));
}

uint64_t mr_random_next(mr_random *random) {
  uint64_t *s = random->s;
  uint64_t result = rotate_left(s[1] * 5, 7) * 9;
  uint64_t t = s[1] << 17;
  s[2] ^= s[0];
  s[3] ^= s[1];
  s[1] ^= s[2];
  s[0] ^= s[3];
  s[2] ^= t;
  s[3] = rotate_left(s[3], 45);
  return result;
}

uint64_t mr_random_below(mr_random *random, uint64_t bound) {
  assert(bound > 0);
  mr_u128 product = (mr_u128)mr_random_next(random) * bound;
  if ((uint64_t)product < bound) {
    /* Of the 2^64 draws the first 2^64 mod bound are one too many for some results. */
    uint64_t surplus = (0 - bound) % bound;
    while ((uint64_t)product < surplus) {
      product = (mr_u128)mr_random_next(random) * bound;
    }
  }
  return (uint64_t)(product >> 64);
}

double mr_random_unit(mr_random *random) {
  return (double)(mr_random_next(random) >> 11) * 0x1.0p-53;
}

mr_random mr_random_split(mr_random *random) {
  mr_random child;
  mr_random_init(&child, mr_random_next(random));
  return child;
}
