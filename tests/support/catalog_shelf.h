#ifndef MARCHER_TESTS_SUPPORT_CATALOG_SHELF_H
#define MARCHER_TESTS_SUPPORT_CATALOG_SHELF_H

/**
 * @file
 * A catalogue of one's own, with what its complaints live in.
 */

#include <marcher/catalog.h>

typedef struct mr_shelf {
  mr_catalog *catalog;
  mr_arena arena;
  mr_diagnostics list;
} mr_shelf;

void mr_shelf_open(mr_shelf *shelf);
void mr_shelf_close(mr_shelf *shelf);

/** Opens a game, or fails the test with the first complaint. Free it with mr_game_free. */
mr_game *mr_shelf_game(mr_shelf *shelf, const char *name, const mr_override *overrides,
                       size_t count);

#endif
