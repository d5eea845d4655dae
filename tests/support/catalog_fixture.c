#include "catalog_fixture.h"

#include <string.h>

#include "instruments.h"
#include "test_main.h"

/* Of chess and its relatives one of so many is taken. */
enum { RELATIVES_STEP = 3 };

void mr_catalog_fixture_open(mr_catalog_fixture *catalogue) {
  mr_arena_init(&catalogue->arena, NULL, 0);
  mr_diagnostics_init(&catalogue->list, &catalogue->arena);
  assert_int_equal(mr_catalog_new(NULL, &catalogue->catalog, NULL), MR_OK);
}

void mr_catalog_fixture_close(mr_catalog_fixture *catalogue) {
  mr_catalog_free(catalogue->catalog);
  mr_arena_done(&catalogue->arena);
}

/* Whether a relative of chess has a mechanism that hardly another has. */
static bool stands_alone(const char *name) {
  static const char *const names[] = {"duck",      "xiangqi", "seirawan", "shouse",     "placement",
                                      "petrified", "amazons", "makruk",   "kyotoshogi", "shatranj"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    if (strcmp(names[i], name) == 0) {
      return true;
    }
  }
  return false;
}

bool mr_catalog_takes(const mr_catalog *catalog, size_t index) {
  size_t step = MR_CATALOG_STEP, chess = 0;
  while (chess < mr_catalog_count(catalog) &&
         strcmp(mr_catalog_name(catalog, chess), "chess") != 0) {
    chess++;
  }
  /* games/classics comes last of what comes with the program, and its first file is chess.ini. */
  if (index < chess || mr_catalog_source(catalog, index) != NULL) {
    return index % step == 0;
  }
  return (index - chess) % (RELATIVES_STEP * step) == 0 ||
         (step == 1 && stands_alone(mr_catalog_name(catalog, index)));
}

mr_game *mr_catalog_fixture_game(mr_catalog_fixture *catalogue, const char *name,
                                 const mr_override *overrides, size_t count) {
  mr_game *game = NULL;
  mr_status status =
      mr_catalog_open(catalogue->catalog, name, overrides, count, &game, &catalogue->list);
  if (status != MR_OK) {
    fail_msg("%s: %s", name, catalogue->list.first->message);
  }
  return game;
}
