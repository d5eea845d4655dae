#include "catalog_shelf.h"

#include "test_main.h"

void mr_shelf_open(mr_shelf *shelf) {
  mr_arena_init(&shelf->arena, NULL, 0);
  mr_diagnostics_init(&shelf->list, &shelf->arena);
  assert_int_equal(mr_catalog_new(NULL, &shelf->catalog, NULL), MR_OK);
}

void mr_shelf_close(mr_shelf *shelf) {
  mr_catalog_free(shelf->catalog);
  mr_arena_done(&shelf->arena);
}

mr_game *mr_shelf_game(mr_shelf *shelf, const char *name, const mr_override *overrides,
                       size_t count) {
  mr_game *game = NULL;
  mr_status status = mr_catalog_open(shelf->catalog, name, overrides, count, &game, &shelf->list);
  if (status != MR_OK) {
    fail_msg("%s: %s", name, shelf->list.first->message);
  }
  return game;
}
