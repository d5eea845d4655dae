/* file.c where there are no files (WebAssembly). */
#include "base/file.h"

static mr_status refuse(const char *path, mr_error *err) {
  return mr_error_set(err, MR_ERR_IO, "cannot write '%s': there are no files here", path);
}

mr_status mr_file_begin(mr_file_out *out, const char *path, mr_error *err) {
  *out = (mr_file_out){.path = path};
  return refuse(path, err);
}

mr_status mr_file_put(mr_file_out *out, const void *bytes, size_t length, mr_error *err) {
  (void)bytes;
  (void)length;
  return refuse(out->path, err);
}

mr_status mr_file_patch(mr_file_out *out, size_t offset, const void *bytes, size_t length,
                        mr_error *err) {
  (void)offset;
  return mr_file_put(out, bytes, length, err);
}

mr_status mr_file_commit(mr_file_out *out, mr_error *err) {
  return refuse(out->path, err);
}

void mr_file_abandon(mr_file_out *out) {
  *out = (mr_file_out){0};
}

mr_status mr_file_write(const char *path, const void *bytes, size_t length, mr_error *err) {
  (void)bytes;
  (void)length;
  return refuse(path, err);
}

mr_status mr_file_may_write(const char *path, mr_error *err) {
  return refuse(path, err);
}

bool mr_file_holds(const char *path, const void *bytes, size_t length) {
  (void)path;
  (void)bytes;
  (void)length;
  return false;
}

mr_status mr_file_reserve(const char *path, bool own, mr_error *err) {
  (void)own;
  return refuse(path, err);
}

void mr_file_sweep(const char *prefix) {
  (void)prefix;
}

mr_status mr_file_grow(const char *path, bool read, int *out, mr_error *err) {
  (void)read;
  (void)out;
  return refuse(path, err);
}

mr_status mr_file_grow_lines(const char *path, int *out, mr_error *err) {
  return mr_file_grow(path, false, out, err);
}

mr_status mr_file_lock(int descriptor, const char *path, const char *what, mr_error *err) {
  (void)descriptor;
  (void)what;
  return refuse(path, err);
}

mr_status mr_file_add(int descriptor, const char *path, const void *bytes, size_t length,
                      mr_error *err) {
  (void)descriptor;
  (void)bytes;
  (void)length;
  return refuse(path, err);
}
