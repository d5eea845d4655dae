#include <string.h>

#include "catalog/catalog_priv.h"

const char *mr_catalog_puzzles(const char *name, size_t *length) {
  static const char folder[] = "games/puzzles/", ending[] = ".puzzles";
  size_t head = sizeof folder - 1, size = strlen(name);
  for (const mr_embedded_file *file = mr_embedded_puzzles; file->name != NULL; file++) {
    if (strncmp(file->name, folder, head) == 0 && strncmp(file->name + head, name, size) == 0 &&
        strcmp(file->name + head + size, ending) == 0) {
      *length = file->length;
      return (const char *)file->text;
    }
  }
  return NULL;
}
