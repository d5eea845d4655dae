/* For realpath, which POSIX keeps in its XSI option. */
#define _XOPEN_SOURCE 700

#include "cli/files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- reading --------------------------------------------------------------------------------- */

mr_status cli_descriptor_read(int descriptor, const char *name, size_t limit, mr_str *out,
                              mr_error *err) {
  char block[8192];
  for (;;) {
    ssize_t size = read(descriptor, block, sizeof block);
    if (size == 0) {
      return MR_OK;
    }
    if (size < 0 && errno != EINTR) {
      return mr_error_set(err, MR_ERR_IO, "cannot read '%s': %s", name, strerror(errno));
    }
    if (size > 0) {
      mr_str_bytes(out, block, (size_t)size);
    }
    if (out->length > limit) {
      return mr_error_set(err, MR_ERR_LIMIT, "'%s' is longer than %zu bytes", name, limit);
    }
  }
}

int cli_file_read(cli_context *cli, const char *path, size_t limit, mr_str *out) {
  bool standard = strcmp(path, "-") == 0;
  mr_error error;
  int descriptor = standard ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) {
    return cli_fail(cli, "cannot open '%s': %s", path, strerror(errno));
  }
  mr_status status =
      cli_descriptor_read(descriptor, standard ? "standard input" : path, limit, out, &error);
  if (!standard) {
    close(descriptor);
  }
  if (status != MR_OK) {
    return cli_fail(cli, "%s", error.message);
  }
  return out->status == MR_OK ? CLI_OK : cli_fail_memory(cli);
}

/* ---- writing --------------------------------------------------------------------------------- */

static bool write_all(int descriptor, const char *bytes, size_t length) {
  while (length > 0) {
    ssize_t size = write(descriptor, bytes, length);
    if (size < 0 && errno != EINTR) {
      return false;
    }
    if (size > 0) {
      bytes += size;
      length -= (size_t)size;
    }
  }
  return true;
}

/* Names that somebody else has made are not touched, links not followed. */
#define TEMPORARY_TRIES 100

/* Makes a new file beside `target`, and its name in `name`. @return a descriptor, or -1 */
static int open_temporary(const char *target, mode_t mode, mr_str *name) {
  int descriptor = -1;
  for (unsigned i = 0; i < TEMPORARY_TRIES; i++) {
    mr_str_reset(name);
    mr_str_format(name, "%s.%ld-%u.tmp", target, (long)getpid(), i);
    if (name->status != MR_OK) {
      errno = ENOMEM;
      return -1;
    }
    int flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
    descriptor = open(mr_str_text(name), flags, mode);
    if (descriptor >= 0 || errno != EEXIST) {
      break;
    }
  }
  return descriptor;
}

static int fail_write(cli_context *cli, const char *path) {
  return cli_fail(cli, "cannot write '%s': %s", path, strerror(errno));
}

/* Fills the temporary file and lets it take the place of the old one. */
static bool replace(int descriptor, const char *temporary, const char *path, const char *bytes,
                    size_t length) {
  bool good = write_all(descriptor, bytes, length) && fsync(descriptor) == 0;
  int error = errno;
  if (close(descriptor) != 0 && good) {
    good = false;
    error = errno;
  }
  if (good && rename(temporary, path) == 0) {
    return true;
  }
  error = good ? errno : error;
  unlink(temporary);
  errno = error;
  return false;
}

int cli_file_may_write(cli_context *cli, const char *path) {
  struct stat info;
  if (strcmp(path, "-") == 0) {
    return CLI_OK;
  }
  bool exists = stat(path, &info) == 0;
  if (exists && S_ISDIR(info.st_mode)) {
    errno = EISDIR;
    return fail_write(cli, path);
  }
  if (exists && !S_ISREG(info.st_mode)) {
    return access(path, W_OK) == 0 ? CLI_OK : fail_write(cli, path);
  }
  char *real = exists ? realpath(path, NULL) : NULL;
  mr_str temporary = mr_str_growing(NULL);
  int descriptor = open_temporary(real != NULL ? real : path, 0600, &temporary);
  int status = descriptor >= 0 ? CLI_OK : fail_write(cli, path);
  if (descriptor >= 0) {
    close(descriptor);
    unlink(mr_str_text(&temporary));
  }
  mr_str_done(&temporary);
  free(real);
  return status;
}

int cli_file_write(cli_context *cli, const char *path, const char *bytes, size_t length) {
  struct stat info;
  if (strcmp(path, "-") == 0) {
    mr_str_bytes(&cli->out, bytes, length);
    return CLI_OK;
  }
  bool exists = stat(path, &info) == 0;
  if (exists && !S_ISREG(info.st_mode)) {
    int descriptor = open(path, O_WRONLY | O_CLOEXEC);
    bool good = descriptor >= 0 && write_all(descriptor, bytes, length);
    int status = good ? CLI_OK : fail_write(cli, path);
    if (descriptor >= 0 && close(descriptor) != 0 && good) {
      status = fail_write(cli, path);
    }
    return status;
  }
  /* A link stays a link: what it points to is replaced. */
  char *real = exists ? realpath(path, NULL) : NULL;
  const char *target = real != NULL ? real : path;
  mr_str temporary = mr_str_growing(NULL);
  mode_t mode = exists ? info.st_mode & 0777 : 0666;
  int descriptor = open_temporary(target, mode, &temporary);
  int status = CLI_OK;
  if (descriptor < 0 || !replace(descriptor, mr_str_text(&temporary), target, bytes, length)) {
    status = fail_write(cli, path);
  }
  mr_str_done(&temporary);
  free(real);
  return status;
}

int cli_text_write(cli_context *cli, const char *path, const mr_str *text) {
  if (text->status != MR_OK) {
    return cli_fail_memory(cli);
  }
  return cli_file_write(cli, path == NULL ? "-" : path, mr_str_text(text), text->length);
}

bool cli_file_same(const char *one, const char *other) {
  struct stat first;
  struct stat second;
  if (strcmp(one, other) == 0) {
    return true;
  }
  return stat(one, &first) == 0 && stat(other, &second) == 0 && first.st_dev == second.st_dev &&
         first.st_ino == second.st_ino;
}

/* ---- folders --------------------------------------------------------------------------------- */

/* Makes a folder and those above it. */
static bool make_folders(char *path) {
  char *slash = path;
  bool made = true;
  while (made && slash != NULL) {
    slash = strchr(slash + 1, '/');
    if (slash != NULL) {
      *slash = '\0';
    }
    made = mkdir(path, 0700) == 0 || errno == EEXIST;
    if (slash != NULL) {
      *slash = '/';
    }
  }
  return made;
}

const char *cli_state_folder(cli_context *cli, bool make) {
  const char *state = getenv("XDG_STATE_HOME");
  const char *home = getenv("HOME");
  const char *folder = NULL;
  /* The base directory specification: a relative path is to be ignored. */
  if (state != NULL && *state == '/') {
    folder = cli_arena_format(cli, "%s/marcher", state);
  } else if (home != NULL && *home != '\0') {
    folder = cli_arena_format(cli, "%s/.local/state/marcher", home);
  } else if (make) {
    cli_fail(cli, "there is no folder for saved games: neither HOME nor XDG_STATE_HOME is set");
    return NULL;
  }
  if (folder == NULL || !make) {
    return folder;
  }
  char *writable = mr_arena_copy(&cli->arena, folder, strlen(folder));
  if (writable == NULL || !make_folders(writable)) {
    cli_fail(cli, "cannot make the folder '%s': %s", folder, strerror(errno));
    return NULL;
  }
  return folder;
}

/* ---- documents of JSON ----------------------------------------------------------------------- */

mr_json *cli_document_open(cli_document *document) {
  document->text = mr_str_growing(NULL);
  mr_json_open(&document->json, &document->text);
  return &document->json;
}

int cli_document_print(cli_context *cli, cli_document *document) {
  return cli_document_save(cli, document, NULL);
}

int cli_document_save(cli_context *cli, cli_document *document, const char *path) {
  mr_json_end(&document->json);
  mr_str_char(&document->text, '\n');
  int status = document->text.status == MR_OK ? cli_text_write(cli, path, &document->text)
                                              : cli_fail_memory(cli);
  cli_document_drop(document);
  return status;
}

mr_json *cli_document_open_list(cli_context *cli, cli_document *document, const char *key) {
  mr_json *json = cli_document_open(document);
  mr_json_array(json, key);
  return cli->global.json ? json : NULL;
}

int cli_document_close_list(cli_context *cli, cli_document *document, int status) {
  if (!cli->global.json) {
    cli_document_drop(document);
    return status;
  }
  mr_json_end(&document->json);
  int printed = cli_document_print(cli, document);
  return status == CLI_OK ? printed : status;
}

void cli_document_drop(cli_document *document) {
  mr_str_done(&document->text);
}
