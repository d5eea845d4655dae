#include "cli/play/keys.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/files.h"

/* A file of a key: this, the digits of the key, and the end of the line; a second one where the
 * game is over. */
#define HEAD "Marcher key, format 1: "
#define OVER "over\n"
#define SUFFIX ".key"
#define FILE_MOST ((size_t)4096)

const char *cli_key_path(cli_context *cli, const char *name) {
  const char *folder = cli_state_folder(cli, false);
  return folder == NULL ? NULL : cli_arena_format(cli, "%s/keys/%s" SUFFIX, folder, name);
}

/* Reads a file that a key may be in. @return false: there is none */
static bool read_file(const char *path, mr_str *out) {
  mr_error error;
  int descriptor = open(path, O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) {
    return false;
  }
  if (cli_descriptor_read(descriptor, path, FILE_MOST, out, &error) != MR_OK) {
    mr_str_reset(out);
  }
  close(descriptor);
  return true;
}

/* Whether a file of a key says that its game is over. */
static bool is_over(const mr_str *text) {
  size_t length = strlen(OVER);
  return text->length > length && strcmp(mr_str_text(text) + text->length - length, OVER) == 0;
}

/* Whether the file at `path` says so. */
static bool is_over_at(const char *path) {
  mr_str text = mr_str_growing(NULL);
  bool over = read_file(path, &text) && is_over(&text);
  mr_str_done(&text);
  return over;
}

cli_key_found cli_key_find(cli_context *cli, const char *name, mr_seal_key *out) {
  const char *path = cli_key_path(cli, name);
  mr_str text = mr_str_growing(NULL);
  char own[MR_RECORD_KEY_NAME_SIZE] = "";
  mr_seal_key key;
  cli_key_found found = CLI_KEY_MISSING;
  if (path != NULL && read_file(path, &text)) {
    const char *at = mr_str_text(&text);
    size_t head = strlen(HEAD);
    bool good = strncmp(at, HEAD, head) == 0 &&
                mr_seal_read_hex(at + head, strcspn(at + head, "\r\n"), key.bytes, MR_SEAL_SIZE) &&
                mr_record_key_name(&key, own, NULL) == MR_OK && strcmp(own, name) == 0;
    found = good ? CLI_KEY_FOUND : CLI_KEY_DAMAGED;
    if (good) {
      *out = key;
    }
  }
  mr_str_done(&text);
  return found;
}

/* Writes a file that nobody else may read. */
static int write_file(cli_context *cli, const char *path, const mr_seal_key *key, bool over) {
  mr_str text = mr_str_growing(NULL);
  mr_str_add(&text, HEAD);
  mr_seal_add_hex(&text, key->bytes, MR_SEAL_SIZE);
  mr_str_add(&text, over ? "\n" OVER : "\n");
  mode_t before = umask(0077);
  int status = cli_text_write(cli, path, &text);
  umask(before);
  mr_str_done(&text);
  return status;
}

int cli_key_keep(cli_context *cli, const mr_seal_key *key, const char **path) {
  char name[MR_RECORD_KEY_NAME_SIZE];
  mr_seal_key there;
  mr_error error;
  if (mr_record_key_name(key, name, &error) != MR_OK) {
    return cli_fail_error(cli, &error);
  }
  const char *folder = cli_state_folder(cli, true);
  const char *keys = folder == NULL ? NULL : cli_arena_format(cli, "%s/keys", folder);
  *path = cli_key_path(cli, name);
  if (keys == NULL || *path == NULL) {
    return CLI_FAILED; /* the complaint is made */
  }
  if (mkdir(keys, 0700) != 0 && errno != EEXIST) {
    return cli_fail(cli, "cannot make the folder '%s' for the keys of sealed games: %s", keys,
                    strerror(errno));
  }
  bool kept = cli_key_find(cli, name, &there) == CLI_KEY_FOUND && !is_over_at(*path);
  return kept ? CLI_OK : write_file(cli, *path, key, false);
}

/* ---- games that are over --------------------------------------------------------------------- */

typedef struct old_key {
  const char *path;
  struct timespec written;
} old_key;

static int newest_first(const void *a, const void *b) {
  const old_key *x = a;
  const old_key *y = b;
  if (x->written.tv_sec != y->written.tv_sec) {
    return x->written.tv_sec > y->written.tv_sec ? -1 : 1;
  }
  if (x->written.tv_nsec != y->written.tv_nsec) {
    return x->written.tv_nsec > y->written.tv_nsec ? -1 : 1;
  }
  return strcmp(y->path, x->path);
}

/* A key of a game that is over. @return false: it is none, or out of memory */
static bool look_at(cli_context *cli, const char *folder, const char *name, old_key *out) {
  struct stat info;
  size_t length = strlen(name);
  size_t end = strlen(SUFFIX);
  if (name[0] == '.' || length <= end || strcmp(name + length - end, SUFFIX) != 0) {
    return false;
  }
  const char *path = cli_arena_format(cli, "%s/%s", folder, name);
  if (path == NULL || lstat(path, &info) != 0 || !S_ISREG(info.st_mode) || !is_over_at(path)) {
    return false;
  }
  *out = (old_key){path, info.st_mtim};
  return true;
}

/* Removes the keys of games that have been over for long. */
static void prune(cli_context *cli) {
  const char *state = cli_state_folder(cli, false);
  const char *folder = state == NULL ? NULL : cli_arena_format(cli, "%s/keys", state);
  DIR *directory = folder == NULL ? NULL : opendir(folder);
  old_key *list = NULL;
  size_t count = 0;
  size_t room = 0;
  struct dirent *entry = directory == NULL ? NULL : readdir(directory);
  for (; entry != NULL; entry = readdir(directory)) {
    old_key one;
    if (!look_at(cli, folder, entry->d_name, &one)) {
      continue;
    }
    old_key *grown = mr_alloc_grow(NULL, list, &room, count + 1, sizeof *list);
    if (grown == NULL) {
      break;
    }
    list = grown;
    list[count++] = one;
  }
  if (directory != NULL) {
    closedir(directory);
  }
  if (count > CLI_KEYS_OVER) {
    qsort(list, count, sizeof *list, newest_first);
    for (size_t i = CLI_KEYS_OVER; i < count; i++) {
      unlink(list[i].path);
    }
  }
  mr_alloc_free(NULL, list, room * sizeof *list);
}

void cli_key_retire(cli_context *cli, const char *name) {
  mr_seal_key key;
  const char *path = cli_key_path(cli, name);
  if (path == NULL || cli_key_find(cli, name, &key) != CLI_KEY_FOUND || is_over_at(path)) {
    return;
  }
  if (write_file(cli, path, &key, true) == CLI_OK) {
    prune(cli);
  }
}

void cli_key_retire_of(cli_context *cli, const char *path) {
  mr_str text = mr_str_growing(NULL);
  mr_record record;
  mr_record_init(&record, NULL);
  int descriptor = open(path, O_RDONLY | O_CLOEXEC);
  if (descriptor >= 0) {
    if (cli_descriptor_read(descriptor, path, MR_RECORD_FILE_MAX, &text, NULL) == MR_OK &&
        mr_record_parse(&record, path, mr_str_text(&text), text.length, NULL) == MR_OK &&
        record.key_name != NULL) {
      cli_key_retire(cli, record.key_name);
    }
    close(descriptor);
  }
  mr_record_done(&record);
  mr_str_done(&text);
}
