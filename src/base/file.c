/* For realpath, which POSIX keeps in its XSI option. */
#define _XOPEN_SOURCE 700

#include "base/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"

enum {
  SLOTS = 100,       /* names that a file on its way may have */
  SWEEP_MOST = 4096, /* entries of a folder that are looked at before each file */
};

/* Between the name of a file on its way and its number, and behind that. */
#define MIDDLE ".marcher-"
#define END ".tmp"

static mr_status fail(const char *path, mr_error *err) {
  int reason = errno;
  return mr_error_set(err, MR_ERR_IO, "cannot write '%s': %s", path, strerror(reason));
}

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

/* ---- names on the way ------------------------------------------------------------------------ */

/* Whether a name leads to this very file, and not over a link. */
static bool is_named(int descriptor, const char *name) {
  struct stat own;
  struct stat there;
  return fstat(descriptor, &own) == 0 && lstat(name, &there) == 0 && own.st_dev == there.st_dev &&
         own.st_ino == there.st_ino;
}

/*
 * Removes what a killed process of ours has left under that name: a regular file of this user that
 * nobody holds a lock on. Whoever writes holds one until he is done or dead.
 */
static void remove_stale(const char *name) {
  struct stat info;
  int descriptor = open(name, O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (descriptor < 0) {
    return;
  }
  if (fstat(descriptor, &info) == 0 && S_ISREG(info.st_mode) && info.st_uid == geteuid() &&
      flock(descriptor, LOCK_EX | LOCK_NB) == 0 && is_named(descriptor, name)) {
    unlink(name);
  }
  close(descriptor);
}

/* Makes a new file of that name, and locks it. @return a descriptor, or -1 with errno */
static int make_slot(const char *name, mode_t mode) {
  int descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
  if (descriptor < 0) {
    return -1;
  }
  /* Somebody may have taken it for a leftover in between. Some file systems know no locks. */
  bool taken = flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  if (taken || !is_named(descriptor, name)) {
    close(descriptor);
    errno = EEXIST;
    return -1;
  }
  return descriptor;
}

/* Makes a new file beside `target`, and its name in `name`. @return a descriptor, or -1 */
static int open_temporary(const char *target, mode_t mode, mr_str *name) {
  int descriptor = -1;
  for (unsigned i = 0; i < SLOTS && descriptor < 0; i++) {
    mr_str_reset(name);
    mr_str_format(name, "%s" MIDDLE "%u" END, target, i);
    if (name->status != MR_OK) {
      errno = ENOMEM;
      return -1;
    }
    descriptor = make_slot(mr_str_text(name), mode);
    if (descriptor < 0 && errno == EEXIST) {
      remove_stale(mr_str_text(name));
      descriptor = make_slot(mr_str_text(name), mode);
    }
    if (descriptor < 0 && errno != EEXIST) {
      return -1;
    }
  }
  return descriptor;
}

/* ---- leftovers ------------------------------------------------------------------------------- */

/* The folder of a file, as a text of its own. @return false: no memory */
static bool folder_of(const char *path, mr_str *out) {
  const char *slash = strrchr(path, '/');
  mr_str_bytes(out, slash == NULL ? "." : path, slash == NULL ? 1 : (size_t)(slash - path) + 1);
  return out->status == MR_OK;
}

/* The length of a name without the digits at its end. */
static size_t before_digits(const char *name, size_t length) {
  while (length > 0 && mr_text_is_digit(name[length - 1])) {
    length--;
  }
  return length;
}

/*
 * The length of the file's name in that of a file on its way, 0 where it is none of a process that
 * has been killed: "FILE.marcher-0.tmp", whose lock tells that later, or as version 0.1 wrote it
 * "FILE.PID-0.tmp", whose process is no more.
 */
static size_t leftover_of(const char *name) {
  size_t length = strlen(name);
  size_t end = strlen(END);
  size_t middle = strlen(MIDDLE);
  uint64_t process = 0;
  if (length <= end || strcmp(name + length - end, END) != 0) {
    return 0;
  }
  size_t number = before_digits(name, length - end);
  if (number == length - end || number < 2 || name[number - 1] != '-') {
    return 0;
  }
  if (number > middle && strncmp(name + number - middle, MIDDLE, middle) == 0) {
    return number - middle;
  }
  size_t pid = before_digits(name, number - 1);
  bool dead = mr_parse_uint(name + pid, number - 1 - pid, INT32_MAX, &process) && process > 0 &&
              getpgid((pid_t)process) < 0 && errno == ESRCH;
  return dead && pid > 1 && name[pid - 1] == '.' ? pid - 1 : 0;
}

/* Removes leftovers of `path`, or of all files whose paths begin so. @param most entries looked at
 */
static void sweep(const char *path, bool all, size_t most) {
  mr_str folder = mr_str_growing(NULL);
  mr_str name = mr_str_growing(NULL);
  const char *slash = strrchr(path, '/');
  const char *file = slash == NULL ? path : slash + 1;
  size_t length = strlen(file);
  DIR *directory = folder_of(path, &folder) ? opendir(mr_str_text(&folder)) : NULL;
  const struct dirent *entry = directory != NULL ? readdir(directory) : NULL;
  for (size_t seen = 0; entry != NULL && seen < most; seen++) {
    size_t own = leftover_of(entry->d_name);
    if ((all ? own >= length : own == length) && own > 0 &&
        strncmp(entry->d_name, file, length) == 0) {
      mr_str_reset(&name);
      mr_str_format(&name, "%s/%s", mr_str_text(&folder), entry->d_name);
      if (name.status == MR_OK) {
        remove_stale(mr_str_text(&name));
      }
    }
    entry = readdir(directory);
  }
  if (directory != NULL) {
    closedir(directory);
  }
  mr_str_done(&name);
  mr_str_done(&folder);
}

void mr_file_sweep(const char *prefix) {
  sweep(prefix, true, SIZE_MAX);
}

/* ---- whole files ----------------------------------------------------------------------------- */

/* Whether something of that name may be written to. @param info receives what it is */
static bool look_at(const char *path, struct stat *info, bool *exists) {
  *exists = stat(path, info) == 0;
  if (*exists && S_ISDIR(info->st_mode)) {
    errno = EISDIR;
    return false;
  }
  return !*exists || access(path, W_OK) == 0;
}

mr_status mr_file_begin(mr_file_out *out, const char *path, mr_error *err) {
  struct stat info;
  bool exists = false;
  *out = (mr_file_out){.path = path};
  if (!look_at(path, &info, &exists)) {
    return fail(path, err);
  }
  if (exists && !S_ISREG(info.st_mode)) {
    out->direct = true;
    out->descriptor = open(path, O_WRONLY | O_CLOEXEC);
    out->open = out->descriptor >= 0;
    return out->open ? MR_OK : fail(path, err);
  }
  /* A link stays a link: what it points to is replaced. */
  char *real = exists ? realpath(path, NULL) : NULL;
  out->target = mr_str_growing(NULL);
  out->temporary = mr_str_growing(NULL);
  mr_str_add(&out->target, real != NULL ? real : path);
  free(real);
  errno = ENOMEM;
  if (out->target.status == MR_OK) {
    const char *target = mr_str_text(&out->target);
    sweep(target, false, SWEEP_MOST);
    out->descriptor = open_temporary(target, exists ? 0600 : 0666, &out->temporary);
    out->open = out->descriptor >= 0;
  }
  if (!out->open || (exists && fchmod(out->descriptor, info.st_mode & 0777) != 0)) {
    mr_status status = fail(path, err);
    mr_file_abandon(out);
    return status;
  }
  return MR_OK;
}

mr_status mr_file_put(mr_file_out *out, const void *bytes, size_t length, mr_error *err) {
  return write_all(out->descriptor, bytes, length) ? MR_OK : fail(out->path, err);
}

mr_status mr_file_patch(mr_file_out *out, size_t offset, const void *bytes, size_t length,
                        mr_error *err) {
  bool good = lseek(out->descriptor, (off_t)offset, SEEK_SET) >= 0 &&
              write_all(out->descriptor, bytes, length) && lseek(out->descriptor, 0, SEEK_END) >= 0;
  return good ? MR_OK : fail(out->path, err);
}

/* That the new name is on the disk, too, where the file system can promise it. */
static void sync_folder(const char *path) {
  mr_str folder = mr_str_growing(NULL);
  int descriptor = folder_of(path, &folder)
                       ? open(mr_str_text(&folder), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
                       : -1;
  if (descriptor >= 0) {
    fsync(descriptor);
    close(descriptor);
  }
  mr_str_done(&folder);
}

mr_status mr_file_commit(mr_file_out *out, mr_error *err) {
  mr_status status = MR_OK;
  if (out->direct) {
    out->open = false;
    if (close(out->descriptor) != 0) {
      status = fail(out->path, err);
    }
  } else if (fsync(out->descriptor) != 0 ||
             rename(mr_str_text(&out->temporary), mr_str_text(&out->target)) != 0) {
    status = fail(out->path, err);
  } else {
    /* All of it is there under its name, so that nothing can fail any more. */
    close(out->descriptor);
    out->open = false;
    sync_folder(mr_str_text(&out->target));
  }
  mr_file_abandon(out);
  return status;
}

void mr_file_abandon(mr_file_out *out) {
  if (out->open) {
    if (!out->direct) {
      unlink(mr_str_text(&out->temporary)); /* before the lock goes */
    }
    close(out->descriptor);
  }
  mr_str_done(&out->target);
  mr_str_done(&out->temporary);
  *out = (mr_file_out){0};
}

mr_status mr_file_write(const char *path, const void *bytes, size_t length, mr_error *err) {
  mr_file_out out;
  mr_status status = mr_file_begin(&out, path, err);
  if (status == MR_OK) {
    status = mr_file_put(&out, bytes, length, err);
  }
  if (status == MR_OK) {
    return mr_file_commit(&out, err);
  }
  mr_file_abandon(&out);
  return status;
}

mr_status mr_file_may_write(const char *path, mr_error *err) {
  struct stat info;
  bool exists = false;
  if (!look_at(path, &info, &exists)) {
    return fail(path, err);
  }
  if (exists && !S_ISREG(info.st_mode)) {
    return MR_OK; /* to open it might wait, or do something */
  }
  mr_file_out out;
  mr_status status = mr_file_begin(&out, path, err);
  mr_file_abandon(&out);
  return status;
}

bool mr_file_holds(const char *path, const void *bytes, size_t length) {
  char block[8192];
  struct stat info;
  const char *rest = bytes;
  int descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  bool same = descriptor >= 0 && fstat(descriptor, &info) == 0 && S_ISREG(info.st_mode) &&
              (uint64_t)info.st_size == length;
  while (same && length > 0) {
    ssize_t size = read(descriptor, block, length < sizeof block ? length : sizeof block);
    if (size < 0 && errno == EINTR) {
      continue;
    }
    same = size > 0 && memcmp(block, rest, (size_t)size) == 0;
    rest += same ? size : 0;
    length -= same ? (size_t)size : 0;
  }
  if (descriptor >= 0) {
    close(descriptor);
  }
  return same;
}

mr_status mr_file_reserve(const char *path, bool own, mr_error *err) {
  int flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
  int descriptor = open(path, flags, own ? 0600 : 0666);
  if (descriptor < 0) {
    return errno == EEXIST ? mr_error_set(err, MR_ERR_DUPLICATE, "'%s' is there already", path)
                           : fail(path, err);
  }
  close(descriptor);
  return MR_OK;
}

/* ---- files that grow ------------------------------------------------------------------------- */

mr_status mr_file_grow(const char *path, bool read, int *out, mr_error *err) {
  int mode = read ? O_RDWR : O_WRONLY;
  int descriptor = open(path, mode | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY, 0666);
  if (descriptor < 0) {
    return fail(path, err);
  }
  *out = descriptor;
  return MR_OK;
}

/* Whether a file ends in the middle of a line; one that may not be read is taken not to. */
static bool ends_cut(const char *path) {
  struct stat info;
  char last = '\n';
  if (stat(path, &info) != 0 || !S_ISREG(info.st_mode) || info.st_size == 0) {
    return false;
  }
  int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
  if (descriptor < 0) {
    return false;
  }
  bool cut = pread(descriptor, &last, 1, info.st_size - 1) == 1 && last != '\n';
  close(descriptor);
  return cut;
}

mr_status mr_file_grow_lines(const char *path, int *out, mr_error *err) {
  int descriptor = -1;
  mr_status status = mr_file_grow(path, false, &descriptor, err);
  if (status == MR_OK && ends_cut(path)) {
    status = mr_file_add(descriptor, path, "\n", 1, err);
  }
  if (status == MR_OK) {
    *out = descriptor;
  } else if (descriptor >= 0) {
    close(descriptor);
  }
  return status;
}

mr_status mr_file_lock(int descriptor, const char *path, const char *what, mr_error *err) {
  return flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK
             ? MR_OK
             : mr_error_set(err, MR_ERR_IO, "%s: another %s is being written to it right now", path,
                            what);
}

mr_status mr_file_add(int descriptor, const char *path, const void *bytes, size_t length,
                      mr_error *err) {
  off_t end = lseek(descriptor, 0, SEEK_END); /* a pipe has none */
  if (write_all(descriptor, bytes, length)) {
    return MR_OK;
  }
  mr_status status = fail(path, err);
  if (end >= 0 && ftruncate(descriptor, end) != 0) {
    return status; /* whoever reads it has to cope with a half-written end */
  }
  return status;
}
