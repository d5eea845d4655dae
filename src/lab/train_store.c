#include <errno.h>
#include <inttypes.h>
#include <marcher/clock.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "base/text.h"
#include "lab/train_priv.h"

/*
 * A file of the folder is a line "marcher-train 1 IDENTITY WHAT BYTES SUM" and its bytes. Files are
 * written whole or not at all; one that was damaged afterwards is passed over, and made anew.
 */

#define KIND "marcher-train 1"
#define READ_MAX ((size_t)1 << 28)

static void path_of(const mr_train *train, const char *what, char *out) {
  mr_str path = mr_str_fixed(out, MR_TRAIN_PATH);
  mr_str_format(&path, "%s/%s", train->options.folder, what);
  for (char *at = out + strlen(train->options.folder); *at != '\0'; at++) {
    *at = *at == ' ' ? '-' : *at;
  }
}

static void head_of_file(const mr_train *train, const char *what, const char *bytes, size_t length,
                         mr_str *out) {
  uint64_t sum = mr_hash_bytes(MR_HASH_START ^ train->identity, bytes, length);
  mr_str_format(out, KIND " %016" PRIx64 " %s, %zu bytes, %016" PRIx64 "\n", train->identity, what,
                length, sum);
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

mr_status mr_train_load(const mr_train *train, const char *what, mr_str *out, mr_error *err) {
  char path[MR_TRAIN_PATH], line[256];
  mr_str whole = mr_str_growing(train->allocator), head = mr_str_fixed(line, sizeof line);
  path_of(train, what, path);
  mr_status status = read_all(path, &whole, err);
  if (status == MR_OK) {
    const char *text = mr_str_text(&whole), *end = memchr(text, '\n', whole.length);
    size_t first = end != NULL ? (size_t)(end - text) + 1 : whole.length;
    head_of_file(train, what, text + first, whole.length - first, &head);
    if (head.length != first || memcmp(text, line, first) != 0) {
      status = MR_ERR_UNKNOWN;
    } else {
      mr_str_bytes(out, text + first, whole.length - first);
      status = out->status == MR_OK ? MR_OK : mr_error_set(err, MR_ERR_NOMEM, "out of memory");
    }
  }
  mr_str_done(&whole);
  return status;
}

mr_status mr_train_keep(const mr_train *train, const char *what, const char *bytes, size_t length,
                        mr_error *err) {
  char path[MR_TRAIN_PATH];
  mr_str whole = mr_str_growing(train->allocator);
  path_of(train, what, path);
  head_of_file(train, what, bytes, length, &whole);
  mr_str_bytes(&whole, bytes, length);
  mr_status status = whole.status != MR_OK
                         ? mr_error_set(err, MR_ERR_NOMEM, "no memory for '%s'", path)
                         : mr_file_write(path, mr_str_text(&whole), whole.length, err);
  mr_str_done(&whole);
  return status;
}

/* ---- the plan -------------------------------------------------------------------------------- */

static mr_status make_folder(const char *path, mr_error *err) {
  struct stat info;
  if (mkdir(path, 0777) == 0 ||
      (errno == EEXIST && stat(path, &info) == 0 && S_ISDIR(info.st_mode))) {
    return MR_OK;
  }
  return mr_error_set(err, MR_ERR_IO, "cannot make the folder '%s': %s", path, strerror(errno));
}

/** What the work depends on, in words that a reader of the folder understands. */
static void write_plan(const mr_train *train, mr_str *out) {
  const mr_train_options *o = &train->options;
  mr_str_format(out, "game %s %016" PRIx64 "\n", train->game->info.name,
                train->game->info.definition_hash);
  mr_str_format(out, "seed %" PRIu64 "\nnodes %" PRIu64 "\nepochs %u\nneurons %u\ngate %u\n",
                o->seed, o->nodes, o->epochs, o->neurons, o->gate_games);
  mr_str_format(out, "weights %016" PRIx64 "\n",
                train->game->info.weights != NULL
                    ? mr_hash_bytes(MR_HASH_START, train->game->info.weights,
                                    strlen(train->game->info.weights))
                    : 0);
}

mr_status mr_train_open(mr_train *train, mr_error *err) {
  const mr_train_options *o = &train->options;
  char path[MR_TRAIN_PATH];
  mr_str plan = mr_str_growing(train->allocator), there = mr_str_growing(train->allocator);
  write_plan(train, &plan);
  path_of(train, "plan", path);
  mr_status status = make_folder(o->folder, err);
  if (status == MR_OK) {
    status = read_all(path, &there, err);
    if (status == MR_ERR_UNKNOWN) {
      status = mr_file_write(path, mr_str_text(&plan), plan.length, err);
    } else if (status == MR_OK && strcmp(mr_str_text(&plan), mr_str_text(&there)) != 0) {
      status = mr_error_set(err, MR_ERR_MISMATCH,
                            "'%s' holds the work of another training (another game, seed or "
                            "options): name another file, or remove that folder",
                            o->folder);
    }
  }
  train->identity = mr_hash_bytes(MR_HASH_START, mr_str_text(&plan), plan.length);
  mr_str_reset(&there);
  if (status == MR_OK && mr_train_load(train, "time", &there, NULL) == MR_OK) {
    uint64_t seconds = 0;
    if (mr_parse_uint(mr_str_text(&there), there.length, UINT32_MAX, &seconds)) {
      train->before = (double)seconds;
    }
  }
  mr_str_done(&there);
  mr_str_done(&plan);
  return status;
}

double mr_train_seconds(const mr_train *train) {
  return train->before + (double)(mr_clock_ns() - train->began) / 1e9;
}

mr_status mr_train_note_time(mr_train *train, mr_error *err) {
  char text[32];
  mr_str out = mr_str_fixed(text, sizeof text);
  mr_str_uint(&out, (uint64_t)mr_train_seconds(train));
  return mr_train_keep(train, "time", text, out.length, err);
}
