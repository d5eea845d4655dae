/* file.c where there are no files (WebAssembly): tables come as bytes there. */
#include "endgame/endgame_priv.h"

mr_status mr_endgame_map(const char *path, void **out, size_t *size, mr_error *err) {
  (void)out;
  (void)size;
  return mr_error_set(err, MR_ERR_IO, "cannot open %s: there are no files here", path);
}

void mr_endgame_unmap(void *bytes, size_t size) {
  (void)bytes;
  (void)size;
}
