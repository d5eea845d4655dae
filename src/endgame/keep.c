/*
 * Finished tables on disk while others are worked out: they take no memory any more, and a work
 * that is stopped or fails can be gone on with. What is kept so is one table in the format of
 * pack.h, under a name that ends with MR_ENDGAME_PART_SUFFIX; a saved ending takes its place.
 */
#include <marcher/hash.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "endgame/endgame_priv.h"

/* The same for the same men on the same squares under the same rules, in any order. */
static uint64_t men_hash(const mr_endgame *endgame, const endgame_table *table) {
  uint64_t hash = endgame->game->info.definition_hash;
  for (size_t i = 0; i < table->group_count; i++) {
    const endgame_group *group = &table->groups[i];
    uint64_t own = mr_mix64(group->piece.id * UINT64_C(8) + group->count);
    hash += mr_hash_bytes(own, &group->cells, sizeof group->cells);
  }
  return hash;
}

/* "FOLDER/chess.KQvK.0123456789abcdef.endgame-part" */
static mr_status part_path(const mr_endgame *endgame, const endgame_table *table, mr_str *out,
                           mr_error *err) {
  mr_str_reset(out);
  mr_str_format(out, "%s/%s.%s.%016llx" MR_ENDGAME_PART_SUFFIX, endgame->options.folder,
                endgame->game->info.name, table->summary.name,
                (unsigned long long)men_hash(endgame, table));
  return out->status == MR_OK ? MR_OK : mr_error_set(err, out->status, "out of memory");
}

static void close_kept(mr_endgame *endgame) {
  for (size_t i = 0; i < endgame->kept_count; i++) {
    mr_endgame_free(endgame->kept[i]);
  }
  mr_alloc_free(endgame->options.allocator, endgame->kept,
                endgame->kept_room * sizeof(mr_endgame *));
  mr_endgame_set_free(endgame->known);
}

mr_status mr_endgame_keep_open(mr_endgame *endgame, mr_error *err) {
  const char *folder = endgame->options.folder;
  if (folder == NULL) {
    return MR_OK;
  }
  endgame->close_kept = close_kept;
  mr_str prefix = mr_str_growing(endgame->options.allocator);
  mr_str_format(&prefix, "%s/%s.", folder, endgame->game->info.name);
  if (prefix.status == MR_OK) {
    mr_file_sweep(mr_str_text(&prefix));
  }
  mr_str_done(&prefix);
  const mr_endgame_options how = {.allocator = endgame->options.allocator};
  return mr_endgame_set_known(endgame->game, folder, &how, &endgame->known, err);
}

bool mr_endgame_keep_take(mr_endgame *endgame, endgame_table *table) {
  char name[MR_ENDGAME_NAME_MAX];
  const endgame_table *there =
      endgame->known != NULL ? mr_endgame_set_table(endgame->known, table) : NULL;
  if (there == NULL) {
    return false;
  }
  memcpy(name, table->summary.name, sizeof name);
  *table = *there;
  memcpy(table->summary.name, name, sizeof name);
  table->finished = true;
  return true;
}

mr_status mr_endgame_keep_add(mr_endgame *endgame, endgame_table *table, mr_error *err) {
  const mr_allocator *allocator = endgame->options.allocator;
  if (endgame->options.folder == NULL || table->surprised) {
    return MR_OK;
  }
  mr_endgame **kept = mr_alloc_grow(allocator, endgame->kept, &endgame->kept_room,
                                    endgame->kept_count + 1, sizeof(mr_endgame *));
  if (kept == NULL) {
    return mr_error_set(err, MR_ERR_NOMEM, "out of memory");
  }
  endgame->kept = kept;
  const mr_endgame_options how = {.allocator = allocator};
  mr_str path = mr_str_growing(allocator);
  mr_endgame *one = NULL;
  mr_status status = part_path(endgame, table, &path, err);
  if (status == MR_OK) {
    status = mr_endgame_write(endgame, &table, 1, mr_str_text(&path), err);
  }
  if (status == MR_OK) {
    status = mr_endgame_load(endgame->game, mr_str_text(&path), &how, &one, err);
  }
  mr_str_done(&path);
  if (status == MR_OK) {
    kept[endgame->kept_count++] = one;
    mr_endgame_codes_free(endgame, table);
    memcpy(table->packed, one->tables[0]->packed, sizeof table->packed);
  }
  return status;
}

void mr_endgame_forget(const mr_endgame *endgame) {
  mr_str path = mr_str_growing(endgame->options.allocator);
  for (size_t i = 0; i < endgame->table_count && endgame->options.folder != NULL; i++) {
    if (part_path(endgame, endgame->tables[i], &path, NULL) == MR_OK) {
      unlink(mr_str_text(&path)); /* what is mapped of it stays there until it is let go */
    }
  }
  mr_str_done(&path);
}

mr_status mr_endgame_save(const mr_endgame *endgame, const char *path, mr_error *err) {
  if (endgame == NULL || path == NULL) {
    return mr_error_set(err, MR_ERR_ARGUMENT, "tables or the name of the file are missing");
  }
  mr_status status = mr_endgame_write(endgame, endgame->tables, endgame->table_count, path, err);
  if (status == MR_OK) {
    mr_endgame_forget(endgame); /* all that was kept on the way is in that file */
  }
  return status;
}
