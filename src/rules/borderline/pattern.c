#include "rules/borderline/borderline.h"

/* Pip i (reading order) of a pattern: digits are top row first, left = 4. */
static unsigned pip(unsigned pattern, unsigned i) {
  return pattern >> (8 - i) & 1u;
}

static unsigned three(unsigned pattern, unsigned a, unsigned b, unsigned c) {
  return pip(pattern, a) | pip(pattern, b) << 1 | pip(pattern, c) << 2;
}

/* Facing edges list their pips in the same order, so that contact is a plain AND. */
static mr_bd_edges edges_of(unsigned pattern) {
  return (mr_bd_edges)(three(pattern, 0, 1, 2) | three(pattern, 0, 3, 6) << 3 |
                       three(pattern, 2, 5, 8) << 6 | three(pattern, 6, 7, 8) << 9);
}

bool mr_bd_pattern_valid(unsigned pattern) {
  return pattern < MR_BD_PATTERNS && (pattern & 0020) && (pattern & 0700) && (pattern & 0007);
}

static unsigned permuted(unsigned pattern, const uint8_t from[9]) {
  unsigned result = 0;
  for (unsigned i = 0; i < 9; i++) {
    result |= pip(pattern, from[i]) << (8 - i);
  }
  return result;
}

static unsigned turned(unsigned pattern) {
  static const uint8_t from[9] = {6, 3, 0, 7, 4, 1, 8, 5, 2};
  return permuted(pattern, from);
}

static unsigned mirrored(unsigned pattern) {
  static const uint8_t from[9] = {2, 1, 0, 5, 4, 3, 8, 7, 6};
  return permuted(pattern, from);
}

static void orbit_add(mr_bd_patterns *patterns, unsigned pattern, unsigned image) {
  uint16_t *orbit = patterns->orbit[pattern];
  unsigned n = patterns->orbit_size[pattern], i = 0;
  while (i < n && orbit[i] < image) {
    i++;
  }
  if (i < n && orbit[i] == image) {
    return;
  }
  memmove(orbit + i + 1, orbit + i, (n - i) * sizeof *orbit);
  orbit[i] = (uint16_t)image;
  patterns->orbit_size[pattern]++;
}

static void orbit_init(mr_bd_patterns *patterns, unsigned pattern, unsigned rotation) {
  unsigned image = pattern;
  orbit_add(patterns, pattern, image);
  for (unsigned quarter = 0; rotation > 0 && quarter < 4; quarter++, image = turned(image)) {
    orbit_add(patterns, pattern, image);
    if (rotation > 1) {
      orbit_add(patterns, pattern, mirrored(image));
    }
  }
}

/* Numbers the pips of a piece so that those which touch orthogonally have the same number. */
static void find_components(unsigned pattern, uint8_t component[9]) {
  for (unsigned i = 0; i < 9; i++) {
    component[i] = (uint8_t)i;
  }
  for (unsigned k = 0; k < 9 * 18; k++) { /* nine rounds of every pip and both ways */
    unsigned i = k / 2 % 9, next = k % 2 ? i + 3 : i + 1;
    bool beside = k % 2 ? i < 6 : i % 3 < 2;
    if (beside && pip(pattern, i) && pip(pattern, next)) {
      uint8_t low = component[i] < component[next] ? component[i] : component[next];
      component[i] = component[next] = low;
    }
  }
}

/* BD-13: `linked` joins all pips of a piece, `strict` only those that touch orthogonally. */
static void parts_init(mr_bd_patterns *patterns, unsigned pattern, bool strict) {
  /* Pips on an edge, in the order of mr_bd_edges. */
  static const uint8_t edge_pips[MR_BD_DIRECTIONS][3] = {
      {0, 1, 2}, {0, 3, 6}, {2, 5, 8}, {6, 7, 8}};
  mr_bd_edges edges = patterns->edges[pattern], *parts = patterns->parts[pattern];
  uint8_t component[9], number[9] = {0}; /* 1 + the part of a component */
  unsigned count = 0;
  if (!strict) {
    parts[0] = edges;
    return;
  }
  find_components(pattern, component);
  for (unsigned i = 0; i < 3 * MR_BD_DIRECTIONS; i++) {
    if ((unsigned)edges >> i & 1u) {
      uint8_t *part = &number[component[edge_pips[i / 3][i % 3]]];
      *part = *part ? *part : (uint8_t)++count;
      parts[*part - 1] |= (mr_bd_edges)(1u << i);
    }
  }
}

void mr_bd_patterns_init(mr_bd_patterns *patterns, unsigned rotation, bool strict) {
  memset(patterns, 0, sizeof *patterns);
  for (unsigned p = 0; p < MR_BD_PATTERNS; p++) {
    patterns->edges[p] = edges_of(p);
    orbit_init(patterns, p, rotation);
    parts_init(patterns, p, strict);
    /* The smallest image that BD-2 allows; a pattern without one stands for itself. */
    patterns->canonical[p] = (uint16_t)p;
    for (unsigned i = patterns->orbit_size[p]; i-- > 0;) {
      if (mr_bd_pattern_valid(patterns->orbit[p][i])) {
        patterns->canonical[p] = patterns->orbit[p][i];
      }
    }
  }
}

/* Least common multiple of 9 and of 6 * (36, 60, 54, 28, 8, 1), the numbers of patterns of 4..9. */
#define DEAL_UNIT 45360

/* BD-3 in units of 1 / (DEAL_UNIT * denominator). */
static uint64_t deal_weight(const mr_bd_game *game, unsigned pattern) {
  static const uint8_t of_number[10] = {0, 0, 0, 9, 36, 60, 54, 28, 8, 1};
  unsigned number = mr_popcount64(pattern);
  uint64_t three_weight = (uint64_t)game->three_pip.numerator;
  uint64_t more_weight = (uint64_t)(game->three_pip.denominator - game->three_pip.numerator);
  if (number == 3) {
    return three_weight * (DEAL_UNIT / 9);
  }
  return more_weight * (DEAL_UNIT / 6 / of_number[number]);
}

void mr_bd_deals_init(mr_bd_game *game) {
  uint64_t weight[MR_BD_PATTERNS] = {0};
  for (unsigned p = 0; p < MR_BD_PATTERNS; p++) {
    if (mr_bd_pattern_valid(p)) {
      weight[game->patterns.canonical[p]] += deal_weight(game, p);
    }
  }
  game->deal_count = 0;
  game->deal_total = 0;
  for (unsigned p = 0; p < MR_BD_PATTERNS; p++) {
    if (weight[p] == 0) {
      continue;
    }
    game->deals[game->deal_count++] = (mr_chance){mr_bd_action(MR_BD_ACT_DEAL, p, 0), weight[p]};
    game->deal_total += weight[p];
  }
}
