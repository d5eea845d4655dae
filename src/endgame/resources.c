#include <string.h>

#include "endgame/endgame_priv.h"

/* ---- memory ---------------------------------------------------------------------------------- */

bool mr_endgame_may_alloc(mr_endgame *endgame, size_t bytes) {
  if (bytes > endgame->options.memory - endgame->held) {
    endgame->refused = bytes;
    return false;
  }
  return true;
}

void *mr_endgame_alloc(mr_endgame *endgame, size_t count, size_t size) {
  if (size != 0 && count > SIZE_MAX / size) {
    endgame->refused = SIZE_MAX - endgame->held;
    return NULL;
  }
  if (!mr_endgame_may_alloc(endgame, count * size)) {
    return NULL;
  }
  void *block = mr_alloc_zero(endgame->options.allocator, count, size);
  endgame->held += block != NULL ? count * size : 0;
  return block;
}

void mr_endgame_dealloc(mr_endgame *endgame, void *block, size_t count, size_t size) {
  if (block != NULL) {
    mr_alloc_free(endgame->options.allocator, block, count * size);
    endgame->held -= count * size;
  }
}

void *mr_endgame_list_add(mr_endgame *endgame, endgame_list *list) {
  if (list->count == list->room) {
    size_t wanted = list->room == 0 ? 64 : 2 * list->room;
    void *grown = mr_endgame_alloc(endgame, wanted, list->size);
    if (grown == NULL) {
      return NULL;
    }
    if (list->items != NULL) {
      memcpy(grown, list->items, list->count * list->size);
      mr_endgame_dealloc(endgame, list->items, list->room, list->size);
    }
    list->items = grown;
    list->room = wanted;
  }
  return (unsigned char *)list->items + list->count++ * list->size;
}

void mr_endgame_list_done(mr_endgame *endgame, endgame_list *list) {
  mr_endgame_dealloc(endgame, list->items, list->room, list->size);
}

mr_status mr_endgame_refusal(const mr_endgame *endgame, const char *name, mr_error *err) {
  const double mebibyte = 1 << 20;
  if (endgame->refused == 0) {
    return mr_error_set(err, MR_ERR_NOMEM, "out of memory");
  }
  return mr_error_set(err, MR_ERR_LIMIT,
                      "%s needs %.1f MiB of memory or more; allowed are %.1f MiB", name,
                      ((double)endgame->held + (double)endgame->refused) / mebibyte + 0.05,
                      (double)endgame->options.memory / mebibyte);
}

mr_status mr_endgame_report(const mr_endgame *endgame, const mr_endgame_progress *progress,
                            mr_error *err) {
  mr_endgame_progress all = *progress;
  all.finished = endgame->finished;
  all.tables = endgame->order_count;
  if (endgame->options.progress != NULL &&
      !endgame->options.progress(endgame->options.context, &all)) {
    return mr_error_set(err, MR_ERR_CANCELLED, "stopped");
  }
  return MR_OK;
}

/* ---- beginning and end ----------------------------------------------------------------------- */

bool mr_endgame_scratch_init(const mr_endgame *endgame, endgame_scratch *out) {
  const mr_game_info *info = &endgame->game->info;
  mr_arena *arena = &out->arena;
  mr_arena_init(arena, endgame->options.allocator, SIZE_MAX);
  out->state = mr_arena_zero(arena, 1, info->state_size);
  out->other = mr_arena_zero(arena, 1, info->state_size);
  out->walked = mr_arena_zero(arena, 1, info->state_size);
  out->men = mr_arena_zero(arena, (size_t)info->columns * info->rows, sizeof *out->men);
  bool whole = out->state != NULL && out->other != NULL && out->walked != NULL && out->men != NULL;
  for (unsigned i = 0; i < LEVELS; i++) {
    endgame_level *level = &out->levels[i];
    level->actions = mr_arena_zero(arena, info->max_actions, sizeof *level->actions);
    level->undo = mr_arena_zero(arena, 1, info->undo_size);
    whole = whole && level->actions != NULL && level->undo != NULL;
  }
  return whole;
}

mr_status mr_endgame_new_empty(const mr_game *game, const mr_endgame_options *options,
                               mr_endgame **out, mr_error *err) {
  mr_status status = mr_endgame_check_game(game, err);
  if (status != MR_OK) {
    return status;
  }
  const mr_endgame_options given = options != NULL ? *options : (mr_endgame_options){0};
  mr_endgame *endgame = mr_alloc_zero(given.allocator, 1, sizeof *endgame);
  if (endgame == NULL) {
    return mr_error_set(err, MR_ERR_NOMEM, "out of memory");
  }
  endgame->game = game;
  endgame->options = given;
  if (given.memory == 0) {
    endgame->options.memory = MR_ENDGAME_MEMORY_DEFAULT;
  }
  if (!mr_endgame_scratch_init(endgame, &endgame->work)) {
    mr_endgame_free(endgame);
    return mr_error_set(err, MR_ERR_NOMEM, "out of memory");
  }
  mr_endgame_letters_find(game, &endgame->letters);
  endgame->choose[0][0] = 1;
  for (unsigned n = 1; n <= CELLS_MAX; n++) {
    endgame->choose[n][0] = 1;
    for (unsigned k = 1; k <= MEN_MAX; k++) {
      endgame->choose[n][k] = endgame->choose[n - 1][k - 1] + endgame->choose[n - 1][k];
    }
  }
  *out = endgame;
  return MR_OK;
}

void mr_endgame_codes_free(mr_endgame *endgame, endgame_table *table) {
  for (unsigned player = 0; player < 2; player++) {
    mr_endgame_dealloc(endgame, table->code[player], table->positions, sizeof(uint16_t));
    table->code[player] = NULL;
  }
}

void mr_endgame_free(mr_endgame *endgame) {
  if (endgame == NULL) {
    return;
  }
  for (size_t i = 0; i < endgame->table_count; i++) {
    mr_endgame_codes_free(endgame, endgame->tables[i]);
    mr_endgame_dealloc(endgame, endgame->tables[i], 1, sizeof(endgame_table));
  }
  if (endgame->close_kept != NULL) {
    endgame->close_kept(endgame);
  }
  mr_arena_done(&endgame->work.arena);
  mr_endgame_unmap(endgame->mapped, endgame->mapped_size);
  mr_alloc_free(endgame->options.allocator, endgame, sizeof *endgame);
}
