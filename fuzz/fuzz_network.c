/**
 * @file
 * Files with networks. The first byte chooses a game, the rest is a file, whose fingerprint, length
 * and sum are set right first: else nothing but them would be tried.
 *
 * What is refused says why; what is read gives values, is written, and is read again the same.
 */

#include <inttypes.h>
#include <marcher/hash.h>

#include "fairy_games.h"
#include "search/fairy/network/network.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { HEX = 16 };

static char *find(char *text, size_t size, const char *name) {
  size_t length = strlen(name);
  for (size_t i = 0; i + length + HEX <= size; i++) {
    if (memcmp(text + i, name, length) == 0) {
      return text + i + length;
    }
  }
  return NULL;
}

static void put_hex(char *at, uint64_t value) {
  char hex[HEX + 1];
  mr_str text = mr_str_fixed(hex, sizeof hex);
  mr_str_format(&text, "%016" PRIx64, value);
  memcpy(at, hex, HEX);
}

static void set_right(const mr_game *game, char *file, size_t size) {
  mr_fyn_layout layout;
  REQUIRE(mr_fyn_layout_init(&layout, mr_fy_game_of(game), mr_allocator_default(), NULL) == MR_OK);
  char *fingerprint = find(file, size, "\nfingerprint "), *sum = find(file, size, "\nsum ");
  if (fingerprint != NULL) {
    put_hex(fingerprint, layout.fingerprint);
  }
  if (sum != NULL && (size_t)(sum - file) + HEX + 2 <= size) {
    size_t head = (size_t)(sum - file) - strlen("sum "), body = (size_t)(sum - file) + HEX + 2;
    uint64_t hash = mr_hash_bytes(MR_HASH_START, file, head);
    put_hex(sum, mr_hash_bytes(hash, file + body, size - body));
  }
  mr_fyn_layout_done(&layout);
}

static void use(const mr_game *game, const mr_fyn *network) {
  mr_str text = mr_str_growing(NULL);
  mr_fyn *again = NULL;
  int value = mr_fyn_value(network, game->start);
  REQUIRE(value <= MR_FYN_VALUE_MAX && value >= -MR_FYN_VALUE_MAX);
  for (unsigned cell = 0; cell < mr_fy_game_of(game)->rules.cells; cell++) {
    (void)mr_fyn_piece_value(network, game->start, cell, &value);
  }
  mr_fyn_write(network, &text);
  REQUIRE(mr_fyn_read(mr_fy_game_of(game), mr_str_text(&text), text.length, mr_allocator_default(),
                      &again, NULL) == MR_OK);
  REQUIRE(memcmp(network->block, again->block, network->block_size) == 0);
  mr_fyn_free(again);
  mr_str_done(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  mr_fyn *network = NULL;
  mr_error error = {.message = ""};
  if (size < 2) {
    return 0;
  }
  const mr_game *game = fuzz_game(data[0]);
  char *file = malloc(size - 1);
  REQUIRE(file != NULL);
  memcpy(file, data + 1, size - 1);
  set_right(game, file, size - 1);
  if (mr_fyn_read(mr_fy_game_of(game), file, size - 1, mr_allocator_default(), &network, &error) ==
      MR_OK) {
    use(game, network);
    mr_fyn_free(network);
  } else {
    REQUIRE(network == NULL && error.message[0] != '\0');
  }
  free(file);
  return 0;
}
