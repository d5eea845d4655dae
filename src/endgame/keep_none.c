/* keep.c where there are no files (WebAssembly): tables stay in memory, and nothing is saved. */
#include "endgame/endgame_priv.h"

static mr_status no_files(mr_error *err) {
  return mr_error_set(err, MR_ERR_IO, "cannot keep tables: there are no files here");
}

mr_status mr_endgame_keep_open(mr_endgame *endgame, mr_error *err) {
  return endgame->options.folder == NULL ? MR_OK : no_files(err);
}

bool mr_endgame_keep_take(mr_endgame *endgame, endgame_table *table) {
  (void)endgame;
  (void)table;
  return false;
}

mr_status mr_endgame_keep_add(mr_endgame *endgame, endgame_table *table, mr_error *err) {
  (void)table;
  return endgame->options.folder == NULL ? MR_OK : no_files(err);
}

void mr_endgame_forget(const mr_endgame *endgame) {
  (void)endgame;
}

mr_status mr_endgame_save(const mr_endgame *endgame, const char *path, mr_error *err) {
  return endgame == NULL || path == NULL
             ? mr_error_set(err, MR_ERR_ARGUMENT, "tables or the name of the file are missing")
             : no_files(err);
}
