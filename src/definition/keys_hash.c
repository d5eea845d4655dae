#include "definition/keys.h"

#include <marcher/hash.h>
#include <string.h>

#include "base/text.h"

static uint64_t hash_text(uint64_t hash, const char *text) {
  return mr_hash_bytes(hash, text, strlen(text));
}

/** The words of a list, each after one space. */
static uint64_t hash_words(uint64_t hash, const char *text) {
  while (*text != '\0') {
    size_t length = strcspn(text, " \t\n");
    if (length > 0) {
      hash = mr_hash_bytes(hash_text(hash, " "), text, length);
    }
    text += length + (text[length] != '\0' ? 1 : 0);
  }
  return hash;
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
    return hash_words(hash, text);
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

static bool is_standard(const mr_key *key, const char *text) {
  return key->standard != NULL &&
         hash_value(MR_HASH_START, key, text) == hash_value(MR_HASH_START, key, key->standard);
}

uint64_t mr_definition_hash(const mr_definition *definition, const mr_key *common,
                            size_t common_count, const mr_key *family, size_t family_count) {
  static const mr_key unknown = {.name = "", .type = MR_KEY_TEXT};
  uint64_t hash = MR_HASH_START;
  for (size_t i = 0; i < definition->count; i++) {
    const mr_setting *setting = &definition->settings[i];
    const mr_key *key = mr_key_find(family, family_count, setting->key);
    key = key != NULL ? key : mr_key_find(common, common_count, setting->key);
    key = key != NULL ? key : &unknown;
    if (key->type == MR_KEY_PROSE || is_standard(key, setting->text)) {
      continue;
    }
    hash = hash_text(hash_text(hash, setting->key), "=");
    /* A NUL ends each value: no value contains one, so no two definitions run together alike. */
    hash = mr_hash_bytes(hash_value(hash, key, setting->text), "", 1);
  }
  return hash;
}
