#include "cli/saved.h"

#include <dirent.h>
#include <fcntl.h>
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

/* ---- names ----------------------------------------------------------------------------------- */

static bool has_suffix(const char *name) {
  size_t length = strlen(name);
  size_t end = strlen(SUFFIX);
  return length > end && strcmp(name + length - end, SUFFIX) == 0;
}

static const char *last_part(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash == NULL ? path : slash + 1;
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
  const char *name = last_part(path);
  if (folder == NULL || strncmp(name, PREFIX, strlen(PREFIX)) != 0 || !has_suffix(name)) {
    return false;
  }
  const char *there = cli_arena_format(cli, "%s/%s", folder, name);
  return there != NULL && cli_file_same(there, path);
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

/* A record of the folder that has something in it. @return false: it is none, or out of memory */
static bool look_at(cli_context *cli, const char *folder, const char *name, cli_saved *out) {
  struct stat info;
  const char *path =
      name[0] != '.' && has_suffix(name) ? cli_arena_format(cli, "%s/%s", folder, name) : NULL;
  if (path == NULL || stat(path, &info) != 0 || !S_ISREG(info.st_mode) || info.st_size == 0) {
    return false;
  }
  *out = (cli_saved){path, info.st_mtim.tv_sec, (int32_t)info.st_mtim.tv_nsec};
  return true;
}

size_t cli_saved_list(cli_context *cli, cli_saved **out) {
  const char *folder = cli_state_folder(cli, false);
  DIR *directory = folder == NULL ? NULL : opendir(folder);
  cli_saved *list = NULL;
  size_t count = 0;
  size_t room = 0;
  *out = NULL;
  if (directory == NULL) {
    return 0;
  }
  for (struct dirent *entry = readdir(directory); entry != NULL; entry = readdir(directory)) {
    cli_saved one;
    if (!look_at(cli, folder, entry->d_name, &one)) {
      continue;
    }
    cli_saved *grown = mr_alloc_grow(NULL, list, &room, count + 1, sizeof *list);
    if (grown == NULL) {
      break;
    }
    list = grown;
    list[count++] = one;
  }
  closedir(directory);
  if (count > 0) {
    qsort(list, count, sizeof *list, newest_first);
    *out = mr_arena_zero(&cli->arena, count, sizeof **out);
    if (*out != NULL) {
      memcpy(*out, list, count * sizeof *list);
    }
  }
  mr_alloc_free(NULL, list, room * sizeof *list);
  return *out != NULL ? count : 0;
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

void cli_autosaves_prune(cli_context *cli, void (*gone)(cli_context *cli, const char *path)) {
  cli_saved *saved = NULL;
  size_t count = cli_saved_list(cli, &saved);
  size_t kept = 0;
  for (size_t i = 0; i < count; i++) {
    if (!is_dated(last_part(saved[i].path))) {
      continue;
    }
    bool own = is_kept(cli, saved[i].path);
    if (own || kept < CLI_AUTOSAVES) {
      kept++;
    } else {
      gone(cli, saved[i].path);
      unlink(saved[i].path);
    }
  }
  const char *folder = cli_state_folder(cli, false);
  const char *path = folder == NULL ? NULL : cli_arena_format(cli, "%s/" PREFIX, folder);
  if (path != NULL) {
    release_old(folder);
    mr_file_sweep(path);
  }
}
