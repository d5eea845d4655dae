#include <string.h>

#include "catalog/catalog_priv.h"
#include "catalog/embedded.h"
#include "definition/diagnostics.h"

mr_status mr_catalog_embed_weights(mr_catalog *catalog, mr_diagnostics *list) {
  mr_status status = MR_OK;
  for (size_t i = 0; i < mr_embedded_weight_count && status == MR_OK; i++) {
    const mr_embedded_file *file = &mr_embedded_weights[i];
    status = mr_definitions_add(catalog->weights, file->name, (const char *)file->text,
                                file->length, list);
  }
  mr_definitions_seal(catalog->weights);
  return status;
}

/** Complains of the sections that are for no game. @return MR_ERR_UNKNOWN if there is one */
static mr_status check_names(const mr_catalog *catalog, const mr_definitions *file,
                             mr_diagnostics *list) {
  mr_status status = MR_OK;
  mr_ancestor line[MR_LINEAGE_MAX], section[MR_LINEAGE_MAX];
  for (size_t i = 0; i < mr_definitions_count(file); i++) {
    const char *name = mr_definitions_name(file, i);
    if (mr_definitions_lineage(catalog->definitions, name, line) == 0) {
      (void)mr_definitions_lineage(file, name, section);
      mr_diagnose(list, MR_ERR_UNKNOWN, &section[0].at, NULL,
                  "these are weights of a game that there is not");
      status = MR_ERR_UNKNOWN;
    }
  }
  return status;
}

mr_status mr_catalog_add_weights(mr_catalog *catalog, const char *source, const char *text,
                                 size_t length, mr_diagnostics *list) {
  mr_definitions *file = NULL;
  if (catalog == NULL || list == NULL) {
    return MR_ERR_ARGUMENT;
  }
  /* Read twice: first by itself, so that nothing is added that is for no game. */
  mr_status status = mr_definitions_new(catalog->allocator, &file, NULL);
  if (status != MR_OK) {
    return mr_diagnose_nomem(list);
  }
  status = mr_definitions_add(file, source, text, length, list);
  if (status == MR_OK) {
    status = check_names(catalog, file, list);
  }
  mr_definitions_free(file);
  return status != MR_OK ? status
                         : mr_definitions_add(catalog->weights, source, text, length, list);
}

/**
 * The section of weights of a definition or its nearest parent; its name is NULL if there is none.
 * @param own its own, not a parent's
 */
static mr_ancestor find_weights(const mr_catalog *catalog, const char *name, bool *own) {
  mr_ancestor line[MR_LINEAGE_MAX], weights[MR_LINEAGE_MAX];
  size_t count = mr_definitions_lineage(catalog->definitions, name, line);
  for (size_t i = 0; i < count; i++) {
    if (mr_definitions_lineage(catalog->weights, line[i].name, weights) > 0 &&
        (weights[0].added || !line[i].added)) {
      *own = i == 0;
      return weights[0];
    }
  }
  return (mr_ancestor){.name = NULL};
}

const char *mr_catalog_weights_source(const mr_catalog *catalog, size_t index) {
  bool own = false;
  const char *name = catalog != NULL ? mr_definitions_name(catalog->definitions, index) : NULL;
  mr_ancestor weights = {.name = NULL};
  if (name != NULL) {
    weights = find_weights(catalog, name, &own);
  }
  return weights.name != NULL && weights.added ? weights.at.source : NULL;
}

/* NOLINTNEXTLINE(readability-function-size): all that opening a game knows of it */
mr_status mr_catalog_weigh(const mr_catalog *catalog, const mr_family *family, const char *name,
                           bool own, mr_game *game, mr_diagnostics *list) {
  bool first = false;
  mr_ancestor section = find_weights(catalog, name, &first);
  if (section.name == NULL || family == NULL || family->weigh == NULL) {
    return MR_OK;
  }
  mr_arena arena;
  mr_definition weights;
  mr_arena_init(&arena, catalog->allocator, 0);
  mr_status status =
      mr_definition_resolve(catalog->weights, section.name, NULL, 0, &arena, &weights, list);
  if (status == MR_OK) {
    status = family->weigh(game, &weights, own && first, list);
  }
  mr_arena_done(&arena);
  return status;
}
