#include <marcher/family.h>

#include <string.h>

static mr_status copy_setting(const mr_definition *definition, const char *key,
                              const char *otherwise, mr_arena *arena, const char **out) {
  const mr_setting *setting = mr_definition_find(definition, key);
  const char *text = setting != NULL && setting->length ? setting->text : otherwise;
  *out = mr_arena_copy(arena, text, strlen(text));
  return *out != NULL ? MR_OK : MR_ERR_NOMEM;
}

mr_status mr_family_name_game(const mr_definition *definition, mr_arena *arena,
                              mr_game_info *info) {
  info->name = mr_arena_copy(arena, definition->name, strlen(definition->name));
  if (info->name == NULL) {
    return MR_ERR_NOMEM;
  }
  mr_status status = copy_setting(definition, "title", definition->name, arena, &info->title);
  if (status == MR_OK) {
    status = copy_setting(definition, "summary", "", arena, &info->summary);
  }
  return status;
}
