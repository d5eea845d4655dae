#include "cli/files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"

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
      return mr_error_set(
          err, MR_ERR_LIMIT,
          "'%s' is longer than %zu MiB, the most that is read of one file: split it", name,
          limit >> 20);
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

bool cli_file_peek(const char *path, size_t limit, char *head, size_t size) {
  struct stat info;
  /* A pipe that nobody writes to is not waited for. */
  int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) {
    return false;
  }
  bool large =
      fstat(descriptor, &info) == 0 && S_ISREG(info.st_mode) && (uintmax_t)info.st_size > limit;
  ssize_t some = large ? read(descriptor, head, size - 1) : 0;
  close(descriptor);
  head[some > 0 ? some : 0] = '\0';
  return some > 0;
}

static size_t read_pgn(void *context, char *buffer, size_t size) {
  cli_pgn_file *file = context;
  ssize_t some = 0;
  do {
    some = read(file->descriptor, buffer, size);
  } while (some < 0 && errno == EINTR);
  file->reason = some < 0 ? errno : file->reason;
  return some > 0 ? (size_t)some : 0;
}

int cli_pgn_open(cli_context *cli, const char *path, const char *name, cli_pgn_file *out) {
  mr_error error;
  *out = (cli_pgn_file){.path = path, .descriptor = open(path, O_RDONLY | O_CLOEXEC)};
  if (out->descriptor < 0) {
    return cli_fail(cli, "cannot open '%s': %s", path, strerror(errno));
  }
  return mr_pgn_reader_new(NULL, name, read_pgn, out, &out->reader, &error) == MR_OK
             ? CLI_OK
             : cli_fail_error(cli, &error);
}

int cli_pgn_close(cli_context *cli, cli_pgn_file *file) {
  mr_pgn_reader_free(file->reader);
  if (file->descriptor >= 0) {
    close(file->descriptor);
  }
  return file->reason == 0
             ? CLI_OK
             : cli_fail(cli, "cannot read '%s': %s", file->path, strerror(file->reason));
}

/* ---- writing --------------------------------------------------------------------------------- */

/* What a file is to the command that reads it; NULL: it does not. */
static const char *read_as(const cli_context *cli, const char *path) {
  for (size_t i = 0; i < cli->global.rules.count; i++) {
    if (cli_file_same(cli->global.rules.items[i], path)) {
      return "the rules of --rules";
    }
  }
  return cli->global.network != NULL && cli_file_same(cli->global.network, path)
             ? "the network of --network"
             : NULL;
}

int cli_file_may_write(cli_context *cli, const char *path) {
  mr_error error;
  if (strcmp(path, "-") == 0) {
    return CLI_OK;
  }
  const char *what = read_as(cli, path);
  if (what != NULL) {
    return cli_usage(cli, "'%s' is %s, which would be overwritten: name another file", path, what);
  }
  return mr_file_may_write(path, &error) == MR_OK ? CLI_OK : cli_fail_error(cli, &error);
}

int cli_file_write(cli_context *cli, const char *path, const char *bytes, size_t length) {
  mr_error error;
  if (strcmp(path, "-") == 0) {
    mr_str_bytes(&cli->out, bytes, length);
    return CLI_OK;
  }
  const char *what = read_as(cli, path);
  if (what != NULL) { /* at a prompt, too, where no option is at fault */
    return cli_fail(cli, "'%s' is %s, which would be overwritten: name another file", path, what);
  }
  return mr_file_write(path, bytes, length, &error) == MR_OK ? CLI_OK : cli_fail_error(cli, &error);
}

int cli_text_write(cli_context *cli, const char *path, const mr_str *text) {
  if (text->status != MR_OK) {
    return cli_fail_memory(cli);
  }
  return cli_file_write(cli, path == NULL ? "-" : path, mr_str_text(text), text->length);
}

static bool is_same(const struct stat *one, const struct stat *other) {
  return one->st_dev == other->st_dev && one->st_ino == other->st_ino;
}

/* Looks at the folder in which a file is, or is to be made. */
static bool look_at_folder(const char *path, struct stat *out) {
  mr_str folder = mr_str_growing(NULL);
  mr_str_bytes(&folder, path, (size_t)(cli_file_name(path) - path));
  mr_str_char(&folder, '.');
  bool there = folder.status == MR_OK && stat(mr_str_text(&folder), out) == 0;
  mr_str_done(&folder);
  return there;
}

bool cli_file_same(const char *one, const char *other) {
  struct stat first, second;
  if (strcmp(one, other) == 0) {
    return true;
  }
  bool one_there = stat(one, &first) == 0;
  bool other_there = stat(other, &second) == 0;
  if (one_there || other_there) {
    return one_there && other_there && is_same(&first, &second);
  }
  return strcmp(cli_file_name(one), cli_file_name(other)) == 0 && look_at_folder(one, &first) &&
         look_at_folder(other, &second) && is_same(&first, &second);
}

/* ---- folders --------------------------------------------------------------------------------- */

bool cli_make_folders(char *path, unsigned mode) {
  char *slash = path;
  bool made = true;
  while (made && slash != NULL) {
    slash = strchr(slash + 1, '/');
    if (slash != NULL) {
      *slash = '\0';
    }
    made = mkdir(path, (mode_t)mode) == 0 || errno == EEXIST;
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
  if (writable == NULL || !cli_make_folders(writable, 0700)) {
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

const char *cli_file_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash != NULL ? slash + 1 : path;
}
