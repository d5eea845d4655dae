#include "alone.h"

#include <marcher/catalog.h>
#include <string.h>

static const mr_family *family_of(const mr_definition *definition, mr_diagnostics *list) {
  const mr_setting *setting = mr_definition_find(definition, "family");
  const char *name = setting != NULL ? setting->text : "";
  const char *nearest = NULL;
  for (size_t i = 0; i < mr_family_count(); i++) {
    const mr_family *family = mr_family_at(i);
    if (strcmp(family->name, name) == 0) {
      return family;
    }
    nearest = nearest != NULL ? nearest : mr_nearest(name, &family->name, 1);
  }
  char hint[2 * MR_DEFINITION_NAME_MAX];
  mr_str text;
  mr_str_fixed(&text, hint, sizeof(hint));
  mr_str_format(&text, "did you mean '%s'?", nearest == NULL ? "" : nearest);
  mr_span at = setting != NULL ? mr_setting_span(setting, 0, setting->length) : definition->at;
  mr_diagnose(list, MR_ERR_UNKNOWN, &at, nearest != NULL ? hint : NULL,
              "there is no family of rules named '%s'", name);
  return NULL;
}

static mr_status compile(const mr_definition *definition, mr_diagnostics *list) {
  size_t count = 0;
  const mr_key *common = mr_common_keys(&count);
  const mr_family *family = family_of(definition, list);
  if (family == NULL) {
    return MR_ERR_UNKNOWN;
  }
  mr_status status =
      mr_definition_check(definition, common, count, family->keys, family->key_count, list);
  if (status != MR_OK) {
    return status;
  }
  mr_game *game = NULL;
  status = family->compile(definition, NULL, &game, list);
  if (status == MR_OK) {
    mr_game_free(game);
  }
  return status;
}

static mr_status compile_named(const cli_alone *file, const mr_definitions *definitions,
                               const char *name, mr_diagnostics *list) {
  mr_arena arena;
  mr_definition definition;
  mr_arena_init(&arena, NULL, 0);
  mr_status status = mr_definition_resolve(definitions, name, file->overrides, file->override_count,
                                           &arena, &definition, list);
  if (status == MR_OK) {
    status = compile(&definition, list);
  }
  mr_arena_done(&arena);
  return status;
}

mr_status cli_compile_alone(const cli_alone *file, cli_compiled_fn compiled, void *context,
                            mr_diagnostics *list) {
  mr_definitions *definitions = NULL;
  mr_status status = mr_definitions_new(NULL, &definitions, NULL);
  if (status == MR_OK) {
    status = mr_definitions_add(definitions, file->source, file->text, file->length, list);
  }
  for (size_t i = 0; status == MR_OK && i < mr_definitions_count(definitions); i++) {
    const char *name = mr_definitions_name(definitions, i);
    if (compile_named(file, definitions, name, list) == MR_OK) {
      compiled(context, name);
    }
  }
  mr_definitions_free(definitions);
  return status == MR_OK ? list->status : status;
}
