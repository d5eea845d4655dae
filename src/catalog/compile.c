#include "catalog/catalog_priv.h"

#include <string.h>

#include "definition/diagnostics.h"

static const mr_key *family_key(void) {
  size_t count;
  const mr_key *common = mr_common_keys(&count);
  return mr_key_find(common, count, "family");
}

static const mr_family *find_family(const char *name) {
  for (size_t i = 0; i < mr_family_count(); i++) {
    if (strcmp(mr_family_at(i)->name, name) == 0) {
      return mr_family_at(i);
    }
  }
  return NULL;
}

/** Offers the names of the families to `mr_nearest`, which wants an array. */
static const char *nearest_family(const char *name) {
  const char *best = NULL;
  for (size_t i = 0; i < mr_family_count(); i++) {
    const char *pair[2] = {mr_family_at(i)->name, best};
    best = mr_nearest(name, pair, best != NULL ? 2 : 1);
  }
  return best;
}

/** Writes the names of all families, with `between` between two. */
static const char *list_families(const char *between, char *buffer, size_t size) {
  mr_str names;
  mr_str_fixed(&names, buffer, size);
  for (size_t i = 0; i < mr_family_count(); i++) {
    mr_str_format(&names, "%s%s", i > 0 ? between : "", mr_family_at(i)->name);
  }
  return buffer;
}

static mr_status report_no_family(const mr_definition *definition, mr_diagnostics *list) {
  char names[256];
  mr_diagnose(list, MR_ERR_UNKNOWN, &definition->at, NULL,
              "[%s] names no family of rules; write family = %s, or inherit from a game",
              definition->name, list_families(" or ", names, sizeof names));
  return MR_ERR_UNKNOWN;
}

static mr_status report_unknown_family(const mr_definition *definition, const char *name,
                                       mr_diagnostics *list) {
  char names[256];
  mr_hint hint;
  mr_quote quote;
  const mr_setting *setting = mr_definition_find(definition, "family");
  mr_span at = setting != NULL ? mr_setting_span(setting, 0, SIZE_MAX) : definition->at;
  mr_diagnose(list, MR_ERR_UNKNOWN, &at, mr_hint_name(&hint, nearest_family(name)),
              "there is no family of rules named '%s'; the families are: %s",
              mr_quote_text(&quote, name), list_families(", ", names, sizeof names));
  return MR_ERR_UNKNOWN;
}

/** A family that fails says why. If it does not, somebody has to. */
static mr_status compile(const mr_family *family, const mr_definition *definition,
                         const mr_allocator *allocator, mr_game **out, mr_diagnostics *list) {
  mr_status status = mr_family_compile(family, definition, allocator, out, list);
  if (status != MR_OK && (list->status == MR_OK || status == MR_ERR_NOMEM)) {
    mr_diagnose(list, status, &definition->at, NULL, "'%s' cannot be compiled: %s",
                definition->name, mr_status_name(status));
  }
  return status;
}

mr_status mr_catalog_compile(const mr_definition *definition, const mr_allocator *allocator,
                             mr_game **out, mr_diagnostics *list) {
  const char *name = mr_setting_text(definition, family_key());
  const mr_family *family = find_family(name);
  if (name[0] == '\0') {
    return report_no_family(definition, list);
  }
  if (family == NULL) {
    return report_unknown_family(definition, name, list);
  }
  size_t count;
  const mr_key *common = mr_common_keys(&count);
  mr_status status =
      mr_definition_check(definition, common, count, family->keys, family->key_count, list);
  if (status != MR_OK) {
    return status;
  }
  mr_game *game = NULL;
  status = compile(family, definition, allocator, &game, list);
  if (status != MR_OK) {
    return status;
  }
  game->info.definition_hash =
      mr_definition_hash(definition, common, count, family->keys, family->key_count);
  *out = game;
  return MR_OK;
}
