#include <marcher/definition.h>

#include <string.h>

#include "base/text.h"

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

/** Whether `rest` is what a '#' stands for: a number, without leading zeros. */
static bool is_counter(const char *rest) {
  size_t digits = 0;
  while (mr_text_is_digit(rest[digits])) {
    digits++;
  }
  return digits > 0 && rest[digits] == '\0' && (digits == 1 || rest[0] != '0');
}

/** Whether an entry's name, perhaps with a final '#' or '*', takes `name`. */
static bool matches(const mr_key *key, const char *name) {
  size_t length = strlen(key->name);
  char last = length > 0 ? key->name[length - 1] : '\0';
  if ((last != '#' && last != '*') || strncmp(key->name, name, length - 1) != 0) {
    return strcmp(key->name, name) == 0;
  }
  const char *rest = name + length - 1;
  return last == '#' ? is_counter(rest) : *rest != '\0';
}

/** How closely a matching entry matches: plain names before numbers before letters. */
static size_t closeness(const mr_key *key) {
  size_t length = strlen(key->name);
  char last = key->name[length - 1];
  return last == '*' ? length : (last == '#' ? 2U : 4U) * MR_DEFINITION_NAME_MAX;
}

const mr_key *mr_key_find(const mr_key *keys, size_t count, const char *name) {
  const mr_key *best = NULL;
  for (size_t i = 0; i < count; i++) {
    if (matches(&keys[i], name) && (best == NULL || closeness(&keys[i]) > closeness(best))) {
      best = &keys[i];
    }
  }
  return best;
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
