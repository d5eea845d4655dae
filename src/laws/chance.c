#include "laws/laws_priv.h"

#include <inttypes.h>
#include <marcher/hash.h>
#include <stdlib.h>

enum { FACE_TRIES = 8 };

/** Hash of the bytes to which `action` leads. */
static uint64_t result_of(mr_laws *laws, mr_action action) {
  mr_state *child = laws->spare[2];
  mr_state_copy(laws->game, child, laws->state);
  mr_laws_make(laws, child, action, NULL, NULL);
  return mr_hash_bytes(MR_HASH_START, child, laws->game->info.state_size);
}

static void check_weights(mr_laws *laws, size_t count) {
  uint64_t sum = 0;
  bool positive = true;
  bool overflow = false;
  for (size_t i = 0; i < count; i++) {
    positive = positive && laws->chances[i].weight > 0;
    overflow = overflow || laws->chances[i].weight > UINT64_MAX - sum;
    sum += laws->chances[i].weight;
  }
  mr_laws_expect(laws, MR_LAW_CHANCE, positive, "an outcome has no weight");
  mr_laws_expect(laws, MR_LAW_CHANCE, !overflow && sum == laws->total,
                 "the weights sum to %" PRIu64 ", the total is %" PRIu64, sum, laws->total);
}

static int compare_hashes(const void *left, const void *right) {
  uint64_t a = *(const uint64_t *)left;
  uint64_t b = *(const uint64_t *)right;
  return (a > b) - (a < b);
}

/** Outcomes that lead to the same state are one. */
static void check_results(mr_laws *laws) {
  laws->result_count = laws->count <= MR_LAWS_RESULTS ? laws->count : 0;
  for (size_t i = 0; i < laws->result_count; i++) {
    laws->results[i] = result_of(laws, laws->listed[i]);
  }
  qsort(laws->results, laws->result_count, sizeof laws->results[0], compare_hashes);
  bool distinct = true;
  for (size_t i = 1; i < laws->result_count; i++) {
    distinct = distinct && laws->results[i] != laws->results[i - 1];
  }
  mr_laws_expect(laws, MR_LAW_CHANCE, distinct, "two outcomes lead to the same state");
}

static void check_faces(mr_laws *laws, mr_action outcome) {
  uint64_t expected = result_of(laws, outcome);
  for (size_t i = 0; i < FACE_TRIES; i++) {
    uint64_t bits = mr_random_next(&laws->random);
    mr_action face = mr_game_face(laws->game, laws->state, outcome, bits);
    bool legal = mr_game_legal(laws->game, laws->state, face);
    laws->action = outcome;
    mr_laws_expect(laws, MR_LAW_CHANCE, legal, "its face %" PRIu32 " is not legal", face);
    mr_laws_expect(laws, MR_LAW_CHANCE, !legal || result_of(laws, face) == expected,
                   "its face %" PRIu32 " leads to another state", face);
    mr_laws_expect(laws, MR_LAW_CHANCE,
                   face == mr_game_face(laws->game, laws->state, outcome, bits),
                   "the same bits give two faces");
  }
}

void mr_laws_chance(mr_laws *laws) {
  if (laws->node.kind != MR_NODE_CHANCE) {
    return;
  }
  laws->action = MR_ACTION_NONE;
  laws->total = 0;
  size_t count = mr_game_chances(laws->game, laws->state, laws->chances, &laws->total);
  check_weights(laws, count);
  check_results(laws);
  for (size_t i = 0; i < laws->sample_count; i += 2) {
    check_faces(laws, laws->sample[i]);
  }
  laws->action = MR_ACTION_NONE;
}

bool mr_laws_is_face(mr_laws *laws, mr_action action) {
  if (laws->result_count == 0) {
    return true;
  }
  uint64_t result = result_of(laws, action);
  return bsearch(&result, laws->results, laws->result_count, sizeof result, compare_hashes) != NULL;
}
