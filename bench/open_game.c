#include "open_game.h"

#include <marcher/catalog.h>
#include <stdio.h>

mr_game *open_game(const char *name) {
  mr_arena arena;
  mr_arena_init(&arena, NULL, 0);
  mr_diagnostics list;
  mr_diagnostics_init(&list, &arena);
  mr_catalog *catalog = NULL;
  mr_game *game = NULL;
  mr_error err = {0};
  if (mr_catalog_new(NULL, &catalog, &err) != MR_OK ||
      mr_catalog_open(catalog, name, NULL, 0, &game, &list) != MR_OK) {
    mr_diagnostics_error(&list, &err);
    fprintf(stderr, "%s\n", err.message);
  }
  mr_catalog_free(catalog);
  mr_arena_done(&arena);
  return game;
}
