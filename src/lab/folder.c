#include "lab/folder.h"

#include <errno.h>
#include <inttypes.h>
#include <marcher/hash.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"

/*
 * A file of the folder is a line "KIND IDENTITY WHAT BYTES SUM" and its bytes. Files are written
 * whole or not at all; one that was damaged afterwards is passed over, and made anew.
 */

#define READ_MAX ((size_t)1 << 28)

void mr_folder_path(const mr_folder *folder, const char *what, char out[MR_FOLDER_PATH]) {
  mr_str path = mr_str_fixed(out, MR_FOLDER_PATH);
  mr_str_format(&path, "%s/%s", folder->path, what);
  for (char *at = out + strlen(folder->path); *at != '\0'; at++) {
    *at = *at == ' ' ? '-' : *at;
  }
}

static void head_of_file(const mr_folder *folder, const char *what, const char *bytes,
                         size_t length, mr_str *out) {
  uint64_t sum = mr_hash_bytes(MR_HASH_START ^ folder->identity, bytes, length);
  mr_str_format(out, "%s %016" PRIx64 " %s, %zu bytes, %016" PRIx64 "\n", folder->kind,
                folder->identity, what, length, sum);
}

/** The bytes of a file, as far as they go. @return MR_ERR_UNKNOWN where there is none */
static mr_status read_all(const char *path, mr_str *out, mr_error *err) {
  char buffer[16384];
  FILE *file = fopen(path, "rb");
  if (file == NULL) {
    return errno == ENOENT
               ? MR_ERR_UNKNOWN
               : mr_error_set(err, MR_ERR_IO, "cannot read '%s': %s", path, strerror(errno));
  }
  size_t some = 0;
  while (out->length < READ_MAX && (some = fread(buffer, 1, sizeof buffer, file)) > 0) {
    mr_str_bytes(out, buffer, some);
  }
  bool bad = ferror(file) != 0;
  fclose(file);
  if (bad) {
    return mr_error_set(err, MR_ERR_IO, "cannot read '%s'", path);
  }
  return out->status == MR_OK ? MR_OK : mr_error_set(err, MR_ERR_NOMEM, "no memory for '%s'", path);
}

static void note_damage(const mr_folder *folder, const char *path) {
  char text[MR_FOLDER_PATH + 64];
  mr_str out = mr_str_fixed(text, sizeof text);
  mr_str_format(&out, "%s is damaged, and is made anew", path);
  if (folder->note != NULL) {
    folder->note(folder->context, text);
  }
}

mr_status mr_folder_load(const mr_folder *folder, const char *what, mr_str *out, mr_error *err) {
  char path[MR_FOLDER_PATH], line[256];
  mr_str whole = mr_str_growing(folder->allocator), head = mr_str_fixed(line, sizeof line);
  mr_folder_path(folder, what, path);
  mr_status status = read_all(path, &whole, err);
  if (status == MR_OK) {
    const char *text = mr_str_text(&whole), *end = memchr(text, '\n', whole.length);
    size_t first = end != NULL ? (size_t)(end - text) + 1 : whole.length;
    head_of_file(folder, what, text + first, whole.length - first, &head);
    if (head.length != first || memcmp(text, line, first) != 0) {
      note_damage(folder, path);
      status = MR_ERR_UNKNOWN;
    } else {
      mr_str_bytes(out, text + first, whole.length - first);
      status = out->status == MR_OK ? MR_OK : mr_error_set(err, MR_ERR_NOMEM, "out of memory");
    }
  }
  mr_str_done(&whole);
  return status;
}

mr_status mr_folder_keep(const mr_folder *folder, const char *what, const char *bytes,
                         size_t length, mr_error *err) {
  char path[MR_FOLDER_PATH];
  mr_str whole = mr_str_growing(folder->allocator);
  mr_folder_path(folder, what, path);
  head_of_file(folder, what, bytes, length, &whole);
  mr_str_bytes(&whole, bytes, length);
  mr_status status = whole.status != MR_OK
                         ? mr_error_set(err, MR_ERR_NOMEM, "no memory for '%s'", path)
                         : mr_file_write(path, mr_str_text(&whole), whole.length, err);
  mr_str_done(&whole);
  return status;
}

/* ---- the plan -------------------------------------------------------------------------------- */

mr_status mr_folder_make(const char *path, mr_error *err) {
  struct stat info;
  if (mkdir(path, 0777) == 0 ||
      (errno == EEXIST && stat(path, &info) == 0 && S_ISDIR(info.st_mode))) {
    return MR_OK;
  }
  return mr_error_set(err, MR_ERR_IO, "cannot make the folder '%s': %s", path, strerror(errno));
}

mr_status mr_folder_open(mr_folder *folder, const char *plan, const char *work, mr_error *err) {
  char path[MR_FOLDER_PATH];
  mr_str there = mr_str_growing(folder->allocator);
  mr_folder_path(folder, "plan", path);
  folder->identity = mr_hash_bytes(MR_HASH_START, plan, strlen(plan));
  mr_status status = mr_folder_make(folder->path, err);
  if (status == MR_OK) {
    status = read_all(path, &there, err);
    if (status == MR_ERR_UNKNOWN) {
      status = mr_file_write(path, plan, strlen(plan), err);
    } else if (status == MR_OK && strcmp(plan, mr_str_text(&there)) != 0) {
      status = mr_error_set(err, MR_ERR_MISMATCH,
                            "'%s' holds the work of another %s (another game, seed or options): "
                            "name another file, or remove that folder",
                            folder->path, work);
    }
  }
  mr_str_done(&there);
  return status;
}
