#include "cli/saved.h"

#include <dirent.h>
#include <fcntl.h>
#include <marcher/record.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "base/text.h"
#include "cli/files.h"

#define SUFFIX ".mrec"
#define PREFIX "autosave-"
/* How an autosave's name ends before its suffix; a digit stands for any. */
#define DATE "-0000-00-00-000000"

/* Games saved by name that are remembered, and what their paths may take. */
enum { NAMED_MOST = 20, NAMED_SIZE_MAX = 128 << 10 };

/* ---- names ----------------------------------------------------------------------------------- */

static bool has_suffix(const char *name) {
  size_t length = strlen(name);
  size_t end = strlen(SUFFIX);
  return length > end && strcmp(name + length - end, SUFFIX) == 0;
}

/* Whether `length` characters end with a date. */
static bool ends_with_date(const char *name, size_t length) {
  static const char form[] = DATE;
  size_t size = strlen(form);
  bool good = length > strlen(PREFIX) + size;
  for (size_t i = 0; i < size && good; i++) {
    char c = name[length - size + i];
    good = form[i] == '0' ? mr_text_is_digit(c) : c == form[i];
  }
  return good;
}

/* Whether this version has made the name: "autosave-GAME-DATE.mrec" or "autosave-GAME-DATE-2.mrec".
 */
static bool is_dated(const char *name) {
  if (strncmp(name, PREFIX, strlen(PREFIX)) != 0 || !has_suffix(name)) {
    return false;
  }
  size_t length = strlen(name) - strlen(SUFFIX);
  size_t number = length;
  while (number > 0 && mr_text_is_digit(name[number - 1])) {
    number--;
  }
  return ends_with_date(name, length) ||
         (number < length && number > 0 && name[number - 1] == '-' &&
          ends_with_date(name, number - 1));
}

bool cli_is_autosave(cli_context *cli, const char *path) {
  const char *folder = cli_state_folder(cli, false);
  const char *name = cli_file_name(path);
  if (folder == NULL || strncmp(name, PREFIX, strlen(PREFIX)) != 0 || !has_suffix(name)) {
    return false;
  }
  const char *there = cli_arena_format(cli, "%s/%s", folder, name);
  return there != NULL && cli_file_same(there, path);
}

/* ---- games saved by name --------------------------------------------------------------------- */

/* The paths of what was saved elsewhere, a line each, the newest first. */
static const char *named_file(cli_context *cli, bool make) {
  const char *folder = cli_state_folder(cli, make);
  return folder == NULL ? NULL : cli_arena_format(cli, "%s/saved-games.txt", folder);
}

/* What is noted; what cannot be read is as if nothing were. */
static void read_named(cli_context *cli, mr_str *text) {
  const char *path = named_file(cli, false);
  int file = path == NULL ? -1 : open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
  mr_error error;
  if (file >= 0 && cli_descriptor_read(file, path, NAMED_SIZE_MAX, text, &error) != MR_OK) {
    mr_str_reset(text);
  }
  if (file >= 0) {
    close(file);
  }
}

/* A path that is the same from any folder, or NULL. */
static const char *path_from_root(cli_context *cli, const char *path) {
  char folder[4096];
  if (*path == '/') {
    return path;
  }
  return getcwd(folder, sizeof folder) == NULL ? NULL
                                               : cli_arena_format(cli, "%s/%s", folder, path);
}

void cli_saved_note(cli_context *cli, const char *path) {
  const char *list = cli_is_autosave(cli, path) ? NULL : named_file(cli, true);
  const char *whole = list == NULL ? NULL : path_from_root(cli, path);
  mr_str before = mr_str_growing(NULL), after = mr_str_growing(NULL);
  if (whole != NULL && strchr(whole, '\n') == NULL) {
    size_t count = 1;
    read_named(cli, &before);
    mr_str_format(&after, "%s\n", whole);
    for (const char *line = mr_str_text(&before); *line != '\0' && count < NAMED_MOST;) {
      size_t length = strcspn(line, "\n");
      if (length > 0 && (strncmp(line, whole, length) != 0 || whole[length] != '\0')) {
        mr_str_format(&after, "%.*s\n", (int)length, line);
        count++;
      }
      line += length + (line[length] == '\n');
    }
    mr_error error; /* the game itself is safe: that nobody will list it is no failure of saving */
    mr_status status = after.status == MR_OK
                           ? mr_file_write(list, mr_str_text(&after), after.length, &error)
                           : after.status;
    (void)status;
  }
  mr_str_done(&before);
  mr_str_done(&after);
}

/* ---- what there is --------------------------------------------------------------------------- */

static int newest_first(const void *a, const void *b) {
  const cli_saved *x = a;
  const cli_saved *y = b;
  if (x->written != y->written) {
    return x->written > y->written ? -1 : 1;
  }
  if (x->rest != y->rest) {
    return x->rest > y->rest ? -1 : 1;
  }
  return strcmp(y->path, x->path);
}

/* A list of saved games that grows. */
typedef struct saved_list {
  cli_saved *items;
  size_t count;
  size_t room;
} saved_list;

/* A file with something in it, once. @return false: out of memory */
static bool add_saved(saved_list *list, const char *path) {
  struct stat info;
  if (path == NULL) {
    return false;
  }
  if (stat(path, &info) != 0 || !S_ISREG(info.st_mode) || info.st_size == 0) {
    return true;
  }
  for (size_t i = 0; i < list->count; i++) {
    if (cli_file_same(list->items[i].path, path)) {
      return true;
    }
  }
  cli_saved *grown =
      mr_alloc_grow(NULL, list->items, &list->room, list->count + 1, sizeof *list->items);
  if (grown == NULL) {
    return false;
  }
  list->items = grown;
  list->items[list->count++] =
      (cli_saved){path, info.st_mtim.tv_sec, (int32_t)info.st_mtim.tv_nsec};
  return true;
}

/* The records of the folder. */
static void add_folder(cli_context *cli, saved_list *list) {
  const char *folder = cli_state_folder(cli, false);
  DIR *directory = folder == NULL ? NULL : opendir(folder);
  struct dirent *entry = directory != NULL ? readdir(directory) : NULL;
  for (bool good = true; entry != NULL && good; entry = readdir(directory)) {
    if (entry->d_name[0] != '.' && has_suffix(entry->d_name)) {
      good = add_saved(list, cli_arena_format(cli, "%s/%s", folder, entry->d_name));
    }
  }
  if (directory != NULL) {
    closedir(directory);
  }
}

/* Those that were saved elsewhere. */
static void add_named(cli_context *cli, saved_list *list) {
  mr_str text = mr_str_growing(NULL);
  read_named(cli, &text);
  bool good = true;
  for (const char *line = mr_str_text(&text); *line != '\0' && good;) {
    size_t length = strcspn(line, "\n");
    if (*line == '/') {
      good = add_saved(list, mr_arena_copy(&cli->arena, line, length));
    }
    line += length + (line[length] == '\n');
  }
  mr_str_done(&text);
}

size_t cli_saved_list(cli_context *cli, cli_saved **out) {
  saved_list list = {0};
  *out = NULL;
  add_folder(cli, &list);
  add_named(cli, &list);
  if (list.count > 0) {
    qsort(list.items, list.count, sizeof *list.items, newest_first);
    *out = mr_arena_zero(&cli->arena, list.count, sizeof **out);
    if (*out != NULL) {
      memcpy(*out, list.items, list.count * sizeof *list.items);
    }
  }
  mr_alloc_free(NULL, list.items, list.room * sizeof *list.items);
  return *out != NULL ? list.count : 0;
}

const char *cli_saved_find(cli_context *cli, const char *word) {
  const char *folder = cli_state_folder(cli, false);
  if (folder == NULL || strchr(word, '/') != NULL || *word == '\0' || access(word, F_OK) == 0) {
    return word;
  }
  for (unsigned i = 0; i < 2; i++) {
    const char *path = cli_arena_format(cli, "%s/%s%s", folder, word, i == 0 ? "" : SUFFIX);
    if (path != NULL && access(path, F_OK) == 0) {
      return path;
    }
  }
  cli_saved *saved = NULL;
  return strcmp(word, "last") == 0 && cli_saved_list(cli, &saved) > 0 ? saved[0].path : word;
}

/* ---- autosaves ------------------------------------------------------------------------------- */

const char *cli_autosave_reserve(cli_context *cli, const char *game) {
  const char *folder = cli_state_folder(cli, true);
  char date[sizeof DATE + 8];
  time_t now = time(NULL);
  struct tm local;
  if (folder == NULL) {
    return NULL;
  }
  if (localtime_r(&now, &local) == NULL ||
      strftime(date, sizeof date, "-%Y-%m-%d-%H%M%S", &local) == 0) {
    memcpy(date, DATE, sizeof DATE); /* a clock that nobody can read keeps no game from its file */
  }
  mr_error error;
  mr_status status = MR_ERR_DUPLICATE;
  const char *path = NULL;
  for (unsigned number = 1; status == MR_ERR_DUPLICATE; number++) {
    char more[16] = "";
    if (number > 1) {
      snprintf(more, sizeof more, "-%u", number);
    }
    path = cli_arena_format(cli, "%s/" PREFIX "%s%s%s" SUFFIX, folder, game, date, more);
    if (path == NULL) {
      cli_fail_memory(cli);
      return NULL;
    }
    status = mr_file_reserve(path, false, &error);
  }
  if (status != MR_OK) {
    cli_fail_error(cli, &error);
    return NULL;
  }
  return path;
}

void cli_autosave_release(const char *path) {
  struct stat info;
  if (lstat(path, &info) == 0 && S_ISREG(info.st_mode) && info.st_size == 0) {
    unlink(path);
  }
}

static bool is_kept(const cli_context *cli, const char *path) {
  for (size_t i = 0; i < cli->kept.count; i++) {
    if (cli_file_same(cli->kept.items[i], path)) {
      return true;
    }
  }
  return false;
}

/* Removes names that were taken an hour ago by what never came to write there. */
static void release_old(const char *folder) {
  DIR *directory = opendir(folder);
  struct dirent *entry = directory != NULL ? readdir(directory) : NULL;
  for (; entry != NULL; entry = readdir(directory)) {
    struct stat info;
    int at = dirfd(directory);
    if (is_dated(entry->d_name) && fstatat(at, entry->d_name, &info, AT_SYMLINK_NOFOLLOW) == 0 &&
        S_ISREG(info.st_mode) && info.st_size == 0 && info.st_mtim.tv_sec < time(NULL) - 3600) {
      unlinkat(at, entry->d_name, 0);
    }
  }
  if (directory != NULL) {
    closedir(directory);
  }
}

/* Whether a record says how its game ended. */
static bool is_over(cli_context *cli, const char *path) {
  mr_str text = mr_str_growing(NULL);
  mr_record record;
  mr_error error;
  mr_record_init(&record, NULL);
  bool over = cli_file_read(cli, path, MR_RECORD_FILE_MAX, &text) == CLI_OK &&
              mr_record_parse(&record, path, mr_str_text(&text), text.length, &error) == MR_OK &&
              record.result != NULL && strcmp(record.result, "*") != 0;
  mr_record_done(&record);
  mr_str_done(&text);
  return over;
}

void cli_autosaves_prune(cli_context *cli, void (*gone)(cli_context *cli, const char *path)) {
  cli_saved *saved = NULL;
  size_t count = cli_saved_list(cli, &saved);
  size_t dated = 0;
  for (size_t i = 0; i < count; i++) {
    dated += cli_is_autosave(cli, saved[i].path) && is_dated(cli_file_name(saved[i].path));
  }
  /* From the oldest on, games that are over before those that somebody may want to go on with. */
  for (int round = 0; round < 2; round++) {
    for (size_t i = count; i-- > 0 && dated > CLI_AUTOSAVES;) {
      const char *path = saved[i].path;
      bool own = cli_is_autosave(cli, path) && is_dated(cli_file_name(path)) && !is_kept(cli, path);
      if (own && (round == 1 || is_over(cli, path))) {
        gone(cli, path);
        dated -= unlink(path) == 0;
      }
    }
  }
  const char *folder = cli_state_folder(cli, false);
  const char *path = folder == NULL ? NULL : cli_arena_format(cli, "%s/" PREFIX, folder);
  if (path != NULL) {
    release_old(folder);
    mr_file_sweep(path);
  }
}
