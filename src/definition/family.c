#include <marcher/family.h>

#include <string.h>

static mr_status copy_setting(const mr_definition *definition, const char *key,
                              const char *otherwise, mr_arena *arena, const char **out) {
  const mr_setting *setting = mr_definition_find(definition, key);
  const char *text = setting != NULL && setting->length ? setting->text : otherwise;
  *out = mr_arena_copy(arena, text, strlen(text));
  return *out != NULL ? MR_OK : MR_ERR_NOMEM;
}

/** A game outlives its definition: its names are copies. */
static mr_status name_game(const mr_definition *definition, mr_arena *arena, mr_game_info *info) {
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

static mr_status build(const mr_family *family, const mr_definition *definition, mr_game *game,
                       mr_diagnostics *list) {
  mr_status status = name_game(definition, &game->arena, &game->info);
  if (status == MR_OK) {
    status = family->build(game, definition, list);
  }
  if (status == MR_OK && game->start != NULL &&
      mr_game_node(game, game->start).kind == MR_NODE_CHANCE) {
    game->info.capabilities |= MR_CAN_DEAL;
  }
  return status;
}

mr_status mr_family_compile(const mr_family *family, const mr_definition *definition,
                            const mr_allocator *allocator, mr_game **out, mr_diagnostics *list) {
  mr_game *game = mr_alloc_zero(allocator, 1, family->game_size);
  mr_status status = MR_ERR_NOMEM;
  if (game != NULL) {
    game->family = family;
    game->allocator = allocator;
    game->size = family->game_size;
    game->info.family = family->name;
    mr_arena_init(&game->arena, allocator, 0);
    status = build(family, definition, game, list);
  }
  if (status == MR_ERR_NOMEM) {
    mr_diagnose(list, status, &definition->at, NULL, "out of memory");
  }
  if (status == MR_OK) {
    *out = game;
  } else {
    mr_game_free(game);
  }
  return status;
}
