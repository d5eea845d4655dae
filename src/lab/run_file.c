/* Files of runs: paths, bytes, sums; texts of batches. */
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

bool mr_run_next_line(mr_tokens *text, mr_tokens *out) {
  const char *end = text->left > 0 ? memchr(text->at, '\n', text->left) : NULL;
  if (end == NULL) {
    return false;
  }
  *out = (mr_tokens){.at = text->at, .left = (size_t)(end - text->at)};
  text->left -= out->left + 1;
  text->at = end + 1;
  return true;
}

mr_status mr_run_wait_for(const mr_run *run, uint64_t batch, mr_error *err) {
  return mr_error_set(err, MR_ERR_IO,
                      "what is asked for rests on batch %" PRIu64
                      ", which is not there yet; 'marcher lab batch %s --lacking' lists those that "
                      "can be computed now",
                      batch, run->folder);
}

/* ---- texts of batches ------------------------------------------------------------------------ */

mr_status mr_run_texts_init(mr_run_texts *texts, uint64_t count, mr_error *err) {
  mr_str *items = mr_alloc_zero(NULL, (size_t)count, sizeof *items);
  *texts = (mr_run_texts){.items = items, .count = count};
  return items != NULL ? MR_OK : mr_error_set(err, MR_ERR_NOMEM, "out of memory for batches");
}

void mr_run_texts_done(mr_run_texts *texts) {
  for (uint64_t i = 0; texts->items != NULL && i < texts->count; i++) {
    mr_str_done(&texts->items[i]);
  }
  mr_alloc_free(NULL, texts->items, (size_t)texts->count * sizeof *texts->items);
  *texts = (mr_run_texts){.count = 0};
}

mr_status mr_run_texts_put(mr_run_texts *texts, uint64_t batch, mr_token text, mr_error *err) {
  mr_str *kept = &texts->items[batch];
  mr_str_done(kept);
  *kept = mr_str_growing(NULL);
  mr_str_bytes(kept, text.text, text.length);
  if (kept->status == MR_OK) {
    return MR_OK;
  }
  mr_str_done(kept);
  *kept = (mr_str){0};
  return mr_error_set(err, MR_ERR_NOMEM, "out of memory for batches");
}

mr_token mr_run_texts_at(const mr_run_texts *texts, uint64_t batch) {
  const mr_str *text = &texts->items[batch];
  return (mr_token){.text = text->length > 0 ? mr_str_text(text) : "", .length = text->length};
}

/* ---- notes ----------------------------------------------------------------------------------- */

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
