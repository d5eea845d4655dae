#include <dirent.h>
#include <errno.h>
#include <marcher/compose.h>
#include <marcher/hash.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "endgame/endgame_priv.h"

/* Where the table of some men is. */
typedef struct set_entry {
  uint64_t key; /* of the men */
  const mr_endgame *endgame;
  const endgame_table *table;
} set_entry;

struct mr_endgame_set {
  const mr_game *game;
  const mr_allocator *allocator;
  mr_endgame *endings[MR_ENDGAME_FILES_MAX];
  size_t count;
  set_entry *entries; /* by key */
  size_t entry_count;
  size_t men_most; /* of any table */
  bool draws_hold;
};

enum { PATH_BYTES = 4096 };

/* ---- entries --------------------------------------------------------------------------------- */

/* The same for the same men in any order. */
static uint64_t men_key(const mr_placement *men, size_t count) {
  uint64_t key = 0;
  for (size_t i = 0; i < count; i++) {
    key += mr_mix64(men[i].piece.id);
  }
  return key;
}

static int by_key(const void *a, const void *b) {
  const set_entry *x = a;
  const set_entry *y = b;
  return (x->key > y->key) - (x->key < y->key);
}

static bool list_tables(mr_endgame_set *set) {
  size_t count = 0;
  for (size_t i = 0; i < set->count; i++) {
    count += set->endings[i]->table_count;
  }
  set->entries = mr_alloc_zero(set->allocator, count, sizeof *set->entries);
  if (set->entries == NULL) {
    return false;
  }
  for (size_t i = 0; i < set->count; i++) {
    for (size_t j = 0; j < set->endings[i]->table_count; j++) {
      const endgame_table *table = set->endings[i]->tables[j];
      mr_placement men[MEN_MAX];
      for (size_t man = 0; man < table->men; man++) {
        men[man] = (mr_placement){.piece = group_of_man(table, man)->piece};
      }
      set->entries[set->entry_count++] =
          (set_entry){men_key(men, table->men), set->endings[i], table};
      set->men_most = table->men > set->men_most ? table->men : set->men_most;
    }
  }
  qsort(set->entries, set->entry_count, sizeof *set->entries, by_key);
  return true;
}

/* ---- files ----------------------------------------------------------------------------------- */

/* What is passed over. */
typedef enum pass { PASS_NOTHING, PASS_OTHER_GAMES, PASS_ALL } pass;

static mr_status add_file(mr_endgame_set *set, const char *path, const mr_endgame_options *options,
                          pass passed, mr_error *err) {
  mr_error why = {.message = ""};
  if (set->count == MR_ENDGAME_FILES_MAX) {
    return mr_error_set(err, MR_ERR_LIMIT, "more than %d files of tables", MR_ENDGAME_FILES_MAX);
  }
  mr_status status = mr_endgame_load(set->game, path, options, &set->endings[set->count], &why);
  if (status == MR_OK) {
    set->count++;
  } else if (passed == PASS_ALL || (status == MR_ERR_MISMATCH && passed == PASS_OTHER_GAMES)) {
    status = MR_OK;
  } else if (err != NULL) {
    *err = why;
  }
  return status;
}

static bool has_end(const char *name, const char *end) {
  size_t length = strlen(name);
  size_t size = strlen(end);
  return name[0] != '.' && length > size && strcmp(name + length - size, end) == 0;
}

/* The files of a folder, in the order of their names, whatever the system's is. */
static mr_status add_folder(mr_endgame_set *set, const char *path,
                            const mr_endgame_options *options, pass passed, mr_error *err) {
  struct dirent **list = NULL;
  if (mr_endgame_check_game(set->game, NULL) != MR_OK) {
    return MR_OK; /* whatever is there is of other games */
  }
  int count = scandir(path, &list, NULL, alphasort);
  mr_status status = MR_OK;
  if (count < 0) {
    int reason = errno;
    return mr_error_set(err, MR_ERR_IO, "cannot read %s: %s", path, strerror(reason));
  }
  for (int i = 0; i < count; i++) {
    char file[PATH_BYTES];
    mr_str name = mr_str_fixed(file, sizeof file);
    mr_str_format(&name, "%s/%s", path, list[i]->d_name);
    bool table = has_end(list[i]->d_name, MR_ENDGAME_SUFFIX) ||
                 (passed == PASS_ALL && has_end(list[i]->d_name, MR_ENDGAME_PART_SUFFIX));
    table = table && (passed != PASS_ALL || set->count < MR_ENDGAME_FILES_MAX);
    if (status == MR_OK && table) {
      status = name.status == MR_OK
                   ? add_file(set, file, options, passed, err)
                   : mr_error_set(err, MR_ERR_LIMIT, "the name of a file is too long");
    }
    free(list[i]);
  }
  free(list);
  return status;
}

static mr_status open_set(const mr_game *game, const char *path, const mr_endgame_options *options,
                          pass passed, mr_endgame_set **out, mr_error *err) {
  struct stat about;
  if (stat(path, &about) != 0) {
    int reason = errno;
    return mr_error_set(err, MR_ERR_IO, "cannot find %s: %s", path, strerror(reason));
  }
  const mr_allocator *allocator = options != NULL ? options->allocator : NULL;
  mr_endgame_set *set = mr_alloc_zero(allocator, 1, sizeof *set);
  if (set == NULL) {
    return mr_error_set(err, MR_ERR_NOMEM, "out of memory");
  }
  set->game = game;
  set->draws_hold = mr_endgame_draws_hold(game);
  set->allocator = allocator;
  mr_status status = S_ISDIR(about.st_mode) ? add_folder(set, path, options, passed, err)
                                            : add_file(set, path, options, PASS_NOTHING, err);
  if (status == MR_OK && !list_tables(set)) {
    status = mr_error_set(err, MR_ERR_NOMEM, "out of memory");
  }
  if (status == MR_OK) {
    *out = set;
  } else {
    mr_endgame_set_free(set);
  }
  return status;
}

mr_status mr_endgame_set_open(const mr_game *game, const char *path,
                              const mr_endgame_options *options, mr_endgame_set **out,
                              mr_error *err) {
  if (game == NULL || path == NULL || out == NULL) {
    return mr_error_set(err, MR_ERR_ARGUMENT, "game, path or place for the tables is missing");
  }
  return open_set(game, path, options, PASS_OTHER_GAMES, out, err);
}

mr_status mr_endgame_set_known(const mr_game *game, const char *path,
                               const mr_endgame_options *options, mr_endgame_set **out,
                               mr_error *err) {
  return open_set(game, path, options, PASS_ALL, out, err);
}

void mr_endgame_set_free(mr_endgame_set *set) {
  if (set == NULL) {
    return;
  }
  for (size_t i = 0; i < set->count; i++) {
    mr_endgame_free(set->endings[i]);
  }
  mr_alloc_free(set->allocator, set->entries, set->entry_count * sizeof *set->entries);
  mr_alloc_free(set->allocator, set, sizeof *set);
}

size_t mr_endgame_set_count(const mr_endgame_set *set) {
  return set->count;
}

const mr_endgame *mr_endgame_set_at(const mr_endgame_set *set, size_t index) {
  return set->endings[index];
}

/* Whether two tables are of the same men on the same squares. */
static bool same_men(const endgame_table *a, const endgame_table *b) {
  bool same = a->men == b->men && a->group_count == b->group_count;
  for (size_t i = 0; i < a->group_count && same; i++) {
    const endgame_group *one = &a->groups[i];
    bool found = false;
    for (size_t j = 0; j < b->group_count && !found; j++) {
      const endgame_group *other = &b->groups[j];
      found = one->piece.id == other->piece.id && one->count == other->count &&
              memcmp(&one->cells, &other->cells, sizeof one->cells) == 0;
    }
    same = found;
  }
  return same;
}

const endgame_table *mr_endgame_set_table(const mr_endgame_set *set, const endgame_table *like) {
  for (size_t i = 0; i < set->entry_count; i++) {
    if (same_men(set->entries[i].table, like)) {
      return set->entries[i].table;
    }
  }
  return NULL;
}

/* ---- looking up ------------------------------------------------------------------------------ */

bool mr_endgame_set_probe(void *context, const mr_state *state, mr_tablebase_result *out) {
  const mr_endgame_set *set = context;
  const mr_game *game = set->game;
  mr_placement men[CELLS_MAX];
  if (set->entry_count == 0 || mr_game_node(game, state).kind != MR_NODE_DECISION) {
    return false;
  }
  size_t count = mr_game_placements(game, state, men);
  if (count > set->men_most) {
    return false;
  }
  uint64_t key = men_key(men, count);
  size_t low = 0;
  size_t high = set->entry_count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (set->entries[middle].key < key) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  for (; low < set->entry_count && set->entries[low].key == key; low++) {
    const set_entry *entry = &set->entries[low];
    if (entry->table->men == count &&
        mr_endgame_peek_table(entry->endgame, entry->table, state, men, out)) {
      return set->draws_hold || out->winner.id != MR_NOBODY_ID;
    }
  }
  return false;
}
