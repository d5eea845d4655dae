#include <string.h>

#include "base/text.h"

void mr_str_count_name(mr_str *out, const char *name, uint64_t count) {
  static const struct {
    const char *end;
    size_t keeps; /* of the end's letters */
    const char *then;
  } ends[] = {{"man", 1, "en"}, {"lf", 1, "ves"}, {"sh", 2, "es"}, {"ch", 2, "es"},
              {"s", 1, "es"},   {"x", 1, "es"},   {"z", 1, "es"}};
  size_t length = strlen(name), keep = length;
  const char *then = length == 1 ? "'s" : "s";
  for (size_t i = 0; length > 1 && i < sizeof ends / sizeof ends[0]; i++) {
    size_t size = strlen(ends[i].end);
    if (length > size && strcmp(name + length - size, ends[i].end) == 0) {
      keep = length - size + ends[i].keeps;
      then = ends[i].then;
      break;
    }
  }
  if (length > 2 && name[length - 1] == 'y' && strchr("aeiou", name[length - 2]) == NULL) {
    keep = length - 1;
    then = "ies";
  }
  mr_str_bytes(out, name, count == 1 ? length : keep);
  mr_str_add(out, count == 1 ? "" : then);
}
