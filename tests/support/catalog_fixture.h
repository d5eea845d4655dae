#ifndef MARCHER_TESTS_SUPPORT_CATALOG_FIXTURE_H
#define MARCHER_TESTS_SUPPORT_CATALOG_FIXTURE_H

/**
 * @file
 * A catalogue of one's own, with what its complaints live in.
 */

#include <marcher/catalog.h>

typedef struct mr_catalog_fixture {
  mr_catalog *catalog;
  mr_arena arena;
  mr_diagnostics list;
} mr_catalog_fixture;

void mr_catalog_fixture_open(mr_catalog_fixture *catalogue);
void mr_catalog_fixture_close(mr_catalog_fixture *catalogue);

/** Opens a game, or fails the test with the first complaint. Free it with mr_game_free. */
mr_game *mr_catalog_fixture_game(mr_catalog_fixture *catalogue, const char *name,
                                 const mr_override *overrides, size_t count);

#endif
