#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "endgame/endgame_priv.h"

static mr_status fail(const char *path, const char *what, mr_error *err) {
  int reason = errno;
  return mr_error_set(err, MR_ERR_IO, "cannot %s %s: %s", what, path, strerror(reason));
}

mr_status mr_endgame_map(const char *path, void **out, size_t *size, mr_error *err) {
  struct stat about;
  int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* nobody may write into a pipe */
  if (file < 0) {
    return fail(path, "open", err);
  }
  mr_status status = MR_OK;
  void *bytes = MAP_FAILED;
  if (fstat(file, &about) != 0) {
    status = fail(path, "look at", err);
  } else if (!S_ISREG(about.st_mode) || about.st_size <= 0) {
    status = mr_error_set(err, MR_ERR_SYNTAX, "%s is %s", path,
                          S_ISREG(about.st_mode) ? "empty" : "no ordinary file");
  } else {
    bytes = mmap(NULL, (size_t)about.st_size, PROT_READ, MAP_SHARED, file, 0);
    status = bytes != MAP_FAILED ? MR_OK : fail(path, "map", err);
  }
  close(file); /* a mapping keeps what it needs */
  if (status == MR_OK) {
    *out = bytes;
    *size = (size_t)about.st_size;
  }
  return status;
}

void mr_endgame_unmap(void *bytes, size_t size) {
  if (bytes != NULL) {
    munmap(bytes, size);
  }
}
