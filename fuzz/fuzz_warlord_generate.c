/**
 * @file
 * The values from which scenarios of the Warlord Games are generated. The first byte is the seed,
 * then a line for each option; an empty line leaves it alone. Boards larger than 40x40 are left
 * out, since they only take longer.
 *
 * What is made compiles without a warning, and is made again to the same bytes; what is not made is
 * explained, and nothing is written.
 */

#include <string.h>

#include "rules/warlord/warlord.h"
#include "warlord_games.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { OPTIONS_MOST = 32, EDGE_MOST = 40 };

static bool is_small(const char *text) {
  const char *cross = text != NULL ? strchr(text, 'x') : NULL;
  return cross == NULL ||
         (strtoul(text, NULL, 10) <= EDGE_MOST && strtoul(cross + 1, NULL, 10) <= EDGE_MOST);
}

static void compile(const mr_str *text) {
  mr_catalog *catalog = NULL;
  mr_game *game = NULL;
  mr_arena arena;
  mr_diagnostics list;
  mr_arena_init(&arena, NULL, 0);
  mr_diagnostics_init(&list, &arena);
  REQUIRE(mr_catalog_new(NULL, &catalog, NULL) == MR_OK);
  size_t before = mr_catalog_count(catalog);
  REQUIRE(mr_catalog_add(catalog, "map", mr_str_text(text), text->length, &list) == MR_OK);
  /* A name of its own, or that of a game whose place it takes. */
  const char *begin = strstr(mr_str_text(text), "\n[") + 2;
  char name[MR_DEFINITION_NAME_MAX + 1] = "";
  REQUIRE(mr_catalog_count(catalog) - before <= 1 && strcspn(begin, "]") < sizeof name);
  memcpy(name, begin, strcspn(begin, "]"));
  REQUIRE(mr_catalog_open(catalog, name, NULL, 0, &game, &list) == MR_OK);
  REQUIRE(list.count == 0);
  mr_game_free(game);
  mr_catalog_free(catalog);
  mr_arena_done(&arena);
}

static void generate(const char *const *values, uint64_t seed) {
  const mr_generator *generator = mr_family_warlord.generator;
  mr_error error = {.status = MR_OK};
  mr_str one = mr_str_growing(NULL);
  mr_str two = mr_str_growing(NULL);
  mr_status status = generator->generate(values, seed, NULL, &one, &error);
  REQUIRE(generator->generate(values, seed, NULL, &two, NULL) == status);
  REQUIRE(strcmp(mr_str_text(&one), mr_str_text(&two)) == 0);
  if (status == MR_OK) {
    compile(&one);
  } else {
    REQUIRE(one.length == 0 && error.status == status && error.message[0] != '\0');
    REQUIRE(status == MR_ERR_SYNTAX || status == MR_ERR_RANGE || status == MR_ERR_LIMIT);
  }
  mr_str_done(&one);
  mr_str_done(&two);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const char *values[OPTIONS_MOST] = {NULL};
  size_t options = mr_family_warlord.generator->option_count;
  REQUIRE(options <= OPTIONS_MOST);
  if (size == 0) {
    return 0;
  }
  char *text = calloc(size, 1);
  REQUIRE(text != NULL);
  memcpy(text, data + 1, size - 1);
  char *at = text;
  for (size_t i = 0; i < options && at < text + size - 1; i++) {
    char *end = memchr(at, '\n', (size_t)(text + size - 1 - at));
    end = end != NULL ? end : text + size - 1;
    *end = '\0';
    values[i] = *at != '\0' ? at : NULL;
    at = end + 1;
  }
  if (is_small(values[0])) {
    generate(values, data[0]);
  }
  free(text);
  return 0;
}
