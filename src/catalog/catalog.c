#include <marcher/catalog.h>

#include <string.h>

#include "catalog/catalog_priv.h"
#include "catalog/embedded.h"

static mr_status add_embedded(mr_catalog *catalog, mr_error *err) {
  mr_arena arena;
  mr_diagnostics list;
  mr_status status = MR_OK;
  mr_arena_init(&arena, catalog->allocator, 0);
  mr_diagnostics_init(&list, &arena);
  for (size_t i = 0; i < mr_embedded_game_count && status == MR_OK; i++) {
    const mr_embedded_file *file = &mr_embedded_games[i];
    status = mr_definitions_add(catalog->definitions, file->name, (const char *)file->text,
                                file->length, &list);
  }
  mr_definitions_seal(catalog->definitions);
  if (status == MR_OK) {
    status = mr_catalog_embed_weights(catalog, &list);
  }
  if (status != MR_OK) {
    (void)mr_diagnostics_error(&list, err);
  }
  mr_arena_done(&arena);
  return status;
}

mr_status mr_catalog_new(const mr_allocator *allocator, mr_catalog **out, mr_error *err) {
  if (out == NULL) {
    return mr_error_set(err, MR_ERR_ARGUMENT, "no place for the catalogue");
  }
  const mr_allocator *from = allocator != NULL ? allocator : mr_allocator_default();
  mr_catalog *catalog = mr_alloc_zero(from, 1, sizeof *catalog);
  if (catalog == NULL) {
    return mr_error_set(err, MR_ERR_NOMEM, "out of memory");
  }
  catalog->allocator = from;
  mr_status status = mr_definitions_new(from, &catalog->definitions, err);
  if (status == MR_OK) {
    status = mr_definitions_new(from, &catalog->weights, err);
  }
  if (status == MR_OK) {
    status = add_embedded(catalog, err);
  }
  if (status != MR_OK) {
    mr_catalog_free(catalog);
    return status;
  }
  *out = catalog;
  return MR_OK;
}

void mr_catalog_free(mr_catalog *catalog) {
  if (catalog != NULL) {
    mr_definitions_free(catalog->definitions);
    mr_definitions_free(catalog->weights);
    mr_alloc_free(catalog->allocator, catalog, sizeof *catalog);
  }
}

mr_status mr_catalog_add(mr_catalog *catalog, const char *source, const char *text, size_t length,
                         mr_diagnostics *list) {
  return catalog == NULL ? MR_ERR_ARGUMENT
                         : mr_definitions_add(catalog->definitions, source, text, length, list);
}

size_t mr_catalog_count(const mr_catalog *catalog) {
  return catalog != NULL ? mr_definitions_count(catalog->definitions) : 0;
}

const char *mr_catalog_name(const mr_catalog *catalog, size_t index) {
  return catalog != NULL ? mr_definitions_name(catalog->definitions, index) : NULL;
}

const char *mr_catalog_source(const mr_catalog *catalog, size_t index) {
  return catalog != NULL ? mr_definitions_source(catalog->definitions, index) : NULL;
}

bool mr_catalog_draws_on(const mr_catalog *catalog, size_t index, const char *source) {
  return catalog != NULL && mr_definitions_draws_on(catalog->definitions, index, source);
}

/* NOLINTNEXTLINE(readability-function-size): the public signature */
mr_status mr_catalog_resolve(const mr_catalog *catalog, const char *name,
                             const mr_override *overrides, size_t override_count, mr_arena *arena,
                             mr_definition *out, mr_diagnostics *list) {
  return catalog == NULL ? MR_ERR_ARGUMENT
                         : mr_definition_resolve(catalog->definitions, name, overrides,
                                                 override_count, arena, out, list);
}

static mr_status open_resolved(const mr_catalog *catalog, const mr_definition *definition,
                               bool plain, mr_game **out, mr_diagnostics *list) {
  mr_game *game = NULL;
  mr_status status = mr_catalog_compile(definition, catalog->allocator, &game, list);
  if (status == MR_OK) {
    status = mr_catalog_weigh(catalog, game->family, definition->name, plain, game, list);
  }
  if (status != MR_OK) {
    mr_game_free(game);
    return status;
  }
  *out = game;
  return MR_OK;
}

mr_status mr_catalog_open(const mr_catalog *catalog, const char *name, const mr_override *overrides,
                          size_t override_count, mr_game **out, mr_diagnostics *list) {
  if (catalog == NULL || out == NULL || list == NULL) {
    return MR_ERR_ARGUMENT;
  }
  mr_arena arena;
  mr_definition definition;
  mr_arena_init(&arena, catalog->allocator, 0);
  mr_status status =
      mr_catalog_resolve(catalog, name, overrides, override_count, &arena, &definition, list);
  if (status == MR_OK) {
    status = open_resolved(catalog, &definition, override_count == 0, out, list);
  }
  mr_arena_done(&arena);
  return status;
}
