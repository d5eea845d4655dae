#include "network_fixture.h"

#include <marcher/random.h>

#include "search/fairy/fairy_search.h"
#include "test_main.h"

uint64_t fixture_weights(const mr_game *game, const char *text) {
  const mr_fy_game *fairy = mr_fy_game_of(game);
  mr_fys_weights *weights = NULL;
  uint64_t fingerprint = 0;
  assert_int_equal(mr_fys_weights_new(fairy, text, NULL, mr_allocator_default(), &weights, NULL),
                   MR_OK);
  const mr_fys_eval eval = {.game = fairy, .weights = weights};
  assert_int_equal(mr_fys_weights_fingerprint(&eval, mr_allocator_default(), &fingerprint, NULL),
                   MR_OK);
  mr_fys_weights_free(weights, mr_allocator_default());
  return fingerprint;
}

mr_fyn *fixture_network(const mr_game *game, unsigned columns) {
  mr_fyn *n = NULL;
  mr_random random;
  mr_random_init(&random, 7);
  assert_int_equal(mr_fyn_new(mr_fy_game_of(game), columns, mr_allocator_default(), &n, NULL),
                   MR_OK);
  for (size_t row = 0; row < n->layout.rows; row++) {
    for (unsigned i = 0; i < n->columns; i++) {
      n->row[row * n->width + i] = (int16_t)((int)mr_random_below(&random, 201) - 100);
    }
  }
  for (unsigned i = 0; i < n->columns; i++) {
    n->bias[i] = (int16_t)mr_random_below(&random, 200);
    for (unsigned part = 0; part < 2 * n->layout.buckets; part++) {
      n->out[part * n->width + i] = (int16_t)((int)mr_random_below(&random, 201) - 100);
    }
  }
  for (unsigned i = 0; i < n->layout.buckets; i++) {
    n->out_bias[i] = (int32_t)mr_random_below(&random, 1000);
  }
  for (size_t row = 0; row < n->layout.rows; row++) {
    uint16_t half = n->layout.mirror[row] < row ? n->layout.mirror[row] : (uint16_t)row;
    n->direct[row] = (int16_t)((int)(mr_mix64(half) % 2001) - 1000);
  }
  n->scale = 200 * MR_FYN_SCALE_ONE;
  n->weights = fixture_weights(game, NULL);
  mr_str name = mr_str_fixed(n->about.game, sizeof n->about.game);
  mr_str_add(&name, game->info.name);
  mr_fyn_pair(n);
  return n;
}
