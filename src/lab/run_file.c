/* Files of runs: paths, bytes, sums. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "lab/run_priv.h"

void mr_run_sum_text(uint64_t sum, char out[MR_RUN_SUM_TEXT]) {
  mr_str text = mr_str_fixed(out, MR_RUN_SUM_TEXT);
  mr_str_format(&text, "%016" PRIx64, sum);
}

mr_status mr_run_path(const char *folder, const char *what, char *out, mr_error *err) {
  mr_str path = mr_str_fixed(out, MR_RUN_PATH_MAX);
  mr_str_format(&path, "%s%s%s", folder, *what != '\0' ? "/" : "", what);
  return path.status == MR_OK
             ? MR_OK
             : mr_error_set(err, MR_ERR_LIMIT, "the path of '%.100s...' is too long", folder);
}

mr_status mr_run_read(const char *path, size_t limit, mr_str *out, mr_error *err) {
  char buffer[16384];
  FILE *file = fopen(path, "rb");
  if (file == NULL) {
    mr_status status = errno == ENOENT || errno == ENOTDIR ? MR_ERR_UNKNOWN : MR_ERR_IO;
    return mr_error_set(err, status, "cannot read '%s': %s", path, strerror(errno));
  }
  size_t some = 0;
  errno = 0;
  while (out->length <= limit && (some = fread(buffer, 1, sizeof buffer, file)) > 0) {
    mr_str_bytes(out, buffer, some);
  }
  bool bad = ferror(file) != 0;
  int why = errno;
  fclose(file);
  if (bad) {
    return mr_error_set(err, MR_ERR_IO, "cannot read '%s': %s", path, strerror(why));
  }
  if (out->length > limit) {
    return mr_error_set(err, MR_ERR_LIMIT, "'%s' has more than %zu bytes", path, limit);
  }
  return out->status == MR_OK ? MR_OK : mr_error_set(err, MR_ERR_NOMEM, "no memory for '%s'", path);
}

bool mr_run_line(const char **text, mr_token *out) {
  if (*text == NULL || **text == '\0') {
    return false;
  }
  size_t length = strcspn(*text, "\n");
  mr_tokens line = {.at = *text, .left = length};
  *out = mr_tokens_rest(&line);
  *text += length + ((*text)[length] == '\n');
  return true;
}

void mr_run_note(const mr_run_listener *listener, const char *format, ...) {
  char text[MR_ERROR_MESSAGE_MAX];
  mr_str out = mr_str_fixed(text, sizeof text);
  if (listener == NULL || listener->note == NULL) {
    return;
  }
  va_list args;
  va_start(args, format);
  mr_str_vformat(&out, format, args);
  va_end(args);
  listener->note(listener->context, text);
}
