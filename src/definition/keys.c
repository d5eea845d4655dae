#include "definition/keys.h"

#include <marcher/hash.h>
#include <string.h>

#include "base/text.h"

/* ---- finding --------------------------------------------------------------------------------- */

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

/* ---- hashing --------------------------------------------------------------------------------- */

static uint64_t hash_text(uint64_t hash, const char *text) {
  return mr_hash_bytes(hash, text, strlen(text));
}

/** A value in the one form that all its spellings share: 80%, 4/5 and 0.8 are one number. */
static uint64_t hash_value(uint64_t hash, const mr_key *key, const char *text) {
  size_t length = strlen(text);
  char buffer[64];
  mr_str out;
  mr_str_fixed(&out, buffer, sizeof buffer);
  int64_t number;
  bool truth;
  mr_fraction fraction;
  if (key->type == MR_KEY_LIST) {
    for (size_t word = mr_next_word(&text); word > 0; word = mr_next_word(&text)) {
      hash = mr_hash_bytes(hash_text(hash, " "), text, word);
      text += word;
    }
    return hash;
  }
  if (key->type == MR_KEY_INT && mr_value_int(text, length, &number)) {
    mr_str_format(&out, "%lld", (long long)number);
  } else if (key->type == MR_KEY_BOOL && mr_value_bool(text, length, &truth)) {
    mr_str_add(&out, truth ? "true" : "false");
  } else if (key->type == MR_KEY_FRACTION &&
             mr_value_fraction(text, length, &fraction) == MR_FRACTION_OK) {
    mr_str_format(&out, "%lld/%lld", (long long)fraction.numerator,
                  (long long)fraction.denominator);
  } else {
    return mr_hash_bytes(hash, text, length);
  }
  return hash_text(hash, buffer);
}

uint64_t mr_definition_hash(const mr_definition *definition, const mr_key *common,
                            size_t common_count, const mr_key *family, size_t family_count) {
  static const mr_key unknown = {.name = "", .type = MR_KEY_TEXT};
  uint64_t hash = MR_HASH_START;
  for (size_t i = 0; i < definition->count; i++) {
    const mr_setting *setting = &definition->settings[i];
    const mr_key *key = mr_key_of(common, common_count, family, family_count, setting->key);
    key = key != NULL ? key : &unknown;
    bool standard = key->standard != NULL && hash_value(MR_HASH_START, key, setting->text) ==
                                                 hash_value(MR_HASH_START, key, key->standard);
    if (key->type == MR_KEY_PROSE || standard) {
      continue;
    }
    hash = hash_text(hash_text(hash, setting->key), "=");
    /* A NUL ends each value: no value contains one, so no two definitions run together alike. */
    hash = mr_hash_bytes(hash_value(hash, key, setting->text), "", 1);
  }
  return hash;
}
