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

/**
 * Whether a test that goes through the whole catalogue takes the game at an index: one of
 * MR_CATALOG_STEP, and of chess with its relatives a third of these. There are many of those, they
 * are data upon mechanisms that have tests of their own, and script/walk-ffish walks them all.
 * Where a build does everything, those with a mechanism that hardly another has are always taken.
 */
bool mr_catalog_takes(const mr_catalog *catalog, size_t index);

/** Opens a game, or fails the test with the first complaint. Free it with mr_game_free. */
mr_game *mr_catalog_fixture_game(mr_catalog_fixture *catalogue, const char *name,
                                 const mr_override *overrides, size_t count);

#endif
