#include "definition/keys.h"

#include <string.h>

const mr_setting *mr_definition_find(const mr_definition *definition, const char *key) {
  size_t low = 0;
  size_t high = definition->count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    int order = strcmp(definition->settings[middle].key, key);
    if (order == 0) {
      return &definition->settings[middle];
    }
    if (order < 0) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return NULL;
}

/**
 * How closely an entry's name, perhaps with a final '#' or '*', takes `name`: plain names before
 * numbers before letters; 0: not at all.
 */
static size_t closeness(const mr_key *key, const char *name) {
  size_t length = strlen(key->name);
  char last = length > 0 ? key->name[length - 1] : '\0';
  if ((last != '#' && last != '*') || strncmp(key->name, name, length - 1) != 0) {
    return strcmp(key->name, name) == 0 ? (size_t)4 * MR_DEFINITION_NAME_MAX : 0;
  }
  const char *rest = name + length - 1;
  if (last == '*') {
    return *rest != '\0' ? length : 0;
  }
  /* A '#' stands for a number without leading zeros. */
  size_t digits = strspn(rest, "0123456789");
  bool number = digits > 0 && rest[digits] == '\0' && (digits == 1 || rest[0] != '0');
  return number ? (size_t)2 * MR_DEFINITION_NAME_MAX : 0;
}

const mr_key *mr_key_find(const mr_key *keys, size_t count, const char *name) {
  const mr_key *best = NULL;
  size_t closest = 0;
  for (size_t i = 0; i < count; i++) {
    size_t close = closeness(&keys[i], name);
    if (close > closest) {
      closest = close;
      best = &keys[i];
    }
  }
  return best;
}

const mr_key *mr_key_of(const mr_key *common, size_t common_count, const mr_key *family,
                        size_t family_count, const char *name) {
  const mr_key *key = mr_key_find(family, family_count, name);
  return key != NULL ? key : mr_key_find(common, common_count, name);
}

mr_span mr_setting_span(const mr_setting *setting, size_t offset, size_t length) {
  size_t index = 0;
  while (index + 1 < setting->line_count && offset > setting->lines[index].length) {
    offset -= setting->lines[index].length + 1;
    index++;
  }
  const mr_value_line *line = &setting->lines[index];
  size_t inside = offset < line->length ? offset : line->length;
  size_t most = line->length - inside;
  size_t shown = length < most ? length : most;
  return (mr_span){
      .source = setting->source,
      .line = line->line,
      .column = line->column + (uint32_t)inside,
      .length = shown > 0 ? (uint32_t)shown : 1,
      .line_text = line->line_text,
  };
}
