#include "catalog_fixture.h"

#include "test_main.h"

void mr_catalog_fixture_open(mr_catalog_fixture *catalogue) {
  mr_arena_init(&catalogue->arena, NULL, 0);
  mr_diagnostics_init(&catalogue->list, &catalogue->arena);
  assert_int_equal(mr_catalog_new(NULL, &catalogue->catalog, NULL), MR_OK);
}

void mr_catalog_fixture_close(mr_catalog_fixture *catalogue) {
  mr_catalog_free(catalogue->catalog);
  mr_arena_done(&catalogue->arena);
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
