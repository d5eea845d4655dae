#include "definition/keys.h"

#include <assert.h>
#include <inttypes.h>
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

/* ---- texts to values ------------------------------------------------------------------------- */

bool mr_value_int(const char *text, size_t length, int64_t *out) {
  bool negative = length > 0 && text[0] == '-';
  size_t skip = negative ? 1 : 0;
  uint64_t magnitude;
  if (!mr_parse_uint(text + skip, length - skip, INT64_MAX, &magnitude)) {
    return false;
  }
  *out = negative ? -(int64_t)magnitude : (int64_t)magnitude;
  return true;
}

bool mr_value_bool(const char *text, size_t length, bool *out) {
  static const char *const words[][4] = {{"false", "no", "off", "0"}, {"true", "yes", "on", "1"}};
  for (size_t value = 0; value < 2; value++) {
    for (size_t i = 0; i < 4; i++) {
      if (mr_text_is(text, length, words[value][i])) {
        *out = value == 1;
        return true;
      }
    }
  }
  return false;
}

bool mr_value_choice(const mr_key *key, const char *text, size_t length, size_t *out) {
  for (size_t i = 0; key->choices != NULL && key->choices[i] != NULL; i++) {
    if (mr_text_is(text, length, key->choices[i])) {
      *out = i;
      return true;
    }
  }
  return false;
}

static bool is_number(const char *text, size_t length) {
  return length > 0 && strspn(text, "0123456789") >= length;
}

/** Digits with an optional point, and then the digits behind it, at most `most`. */
static mr_fraction_result read_decimal(const char *text, size_t length, size_t most,
                                       mr_fraction *out) {
  const char *point = memchr(text, '.', length);
  size_t whole_length = point != NULL ? (size_t)(point - text) : length;
  size_t places = point != NULL ? length - whole_length - 1 : 0;
  uint64_t whole;
  uint64_t part = 0;
  if (!is_number(text, whole_length) || (point != NULL && !is_number(point + 1, places))) {
    return MR_FRACTION_MALFORMED;
  }
  if (places > most || !mr_parse_uint(text, whole_length, MR_FRACTION_NUMERATOR_MAX, &whole) ||
      (places > 0 && !mr_parse_uint(point + 1, places, UINT64_MAX, &part))) {
    return MR_FRACTION_TOO_FINE;
  }
  int64_t scale = 1;
  for (size_t i = 0; i < places; i++) {
    scale *= 10;
  }
  if ((int64_t)whole > MR_FRACTION_NUMERATOR_MAX / scale) {
    return MR_FRACTION_TOO_FINE;
  }
  *out = (mr_fraction){(int64_t)whole * scale + (int64_t)part, scale};
  return MR_FRACTION_OK;
}

static mr_fraction_result read_ratio(const char *text, size_t length, size_t slash,
                                     mr_fraction *out) {
  uint64_t numerator;
  uint64_t denominator;
  const char *below = text + slash + 1;
  size_t below_length = length - slash - 1;
  if (!is_number(text, slash) || !is_number(below, below_length)) {
    return MR_FRACTION_MALFORMED;
  }
  if (!mr_parse_uint(text, slash, MR_FRACTION_NUMERATOR_MAX, &numerator) ||
      !mr_parse_uint(below, below_length, MR_FRACTION_DENOMINATOR_MAX, &denominator)) {
    return MR_FRACTION_TOO_FINE;
  }
  if (denominator == 0) {
    return MR_FRACTION_MALFORMED;
  }
  *out = (mr_fraction){(int64_t)numerator, (int64_t)denominator};
  return MR_FRACTION_OK;
}

mr_fraction_result mr_value_fraction(const char *text, size_t length, mr_fraction *out) {
  bool negative = length > 0 && text[0] == '-';
  text += negative;
  length -= negative;
  const char *slash = memchr(text, '/', length);
  bool percent = slash == NULL && length > 0 && text[length - 1] == '%';
  mr_fraction value;
  mr_fraction_result result = slash != NULL
                                  ? read_ratio(text, length, (size_t)(slash - text), &value)
                                  : read_decimal(text, length - percent, percent ? 4 : 6, &value);
  if (result != MR_FRACTION_OK) {
    return result;
  }
  value.denominator *= percent ? 100 : 1;
  int64_t divisor = value.numerator;
  for (int64_t rest = value.denominator; rest != 0;) {
    int64_t next = divisor % rest;
    divisor = rest;
    rest = next;
  }
  out->numerator = (negative ? -value.numerator : value.numerator) / divisor;
  out->denominator = value.denominator / divisor;
  return MR_FRACTION_OK;
}

bool mr_key_holds_int(const mr_key *key, int64_t value) {
  return value >= key->min && value <= key->max;
}

bool mr_key_holds_fraction(const mr_key *key, mr_fraction value) {
  int64_t thousandths = value.numerator * 1000; /* at most 10^15 */
  int64_t quotient = thousandths / value.denominator;
  int64_t rest = thousandths % value.denominator;
  int64_t rounded_down = quotient - (rest < 0 ? 1 : 0);
  int64_t rounded_up = quotient + (rest > 0 ? 1 : 0);
  return rounded_down >= key->min && rounded_up <= key->max;
}

size_t mr_next_word(const char **at) {
  *at += strspn(*at, " \t\n");
  return strcspn(*at, " \t\n");
}

size_t mr_count_words(const char *text) {
  size_t words = 0;
  for (size_t word = mr_next_word(&text); word > 0; word = mr_next_word(&text)) {
    text += word;
    words++;
  }
  return words;
}

void mr_str_thousandths(mr_str *out, int64_t value) {
  uint64_t magnitude = value < 0 ? (uint64_t)-value : (uint64_t)value;
  mr_str_add(out, value < 0 ? "-" : "");
  mr_str_uint(out, magnitude / 1000);
  uint64_t rest = magnitude % 1000;
  for (uint64_t place = 100; rest > 0; place /= 10) {
    mr_str_add(out, place == 100 ? "." : "");
    mr_str_uint(out, rest / place);
    rest %= place;
  }
}

void mr_key_values(const mr_key *key, const char *code, mr_str *out) {
  static const struct {
    const char *name;
    const char *unit;
  } texts[] = {
      [MR_KEY_TEXT] = {"text", "byte"},  [MR_KEY_PROSE] = {"prose", "line"},
      [MR_KEY_MAP] = {"map", "line"},    [MR_KEY_STATE] = {"state", "byte"},
      [MR_KEY_LIST] = {"words", "word"},
  };
  switch (key->type) {
  case MR_KEY_INT:
    mr_str_format(out, "%" PRId64 " to %" PRId64, key->min, key->max);
    break;
  case MR_KEY_BOOL:
    mr_str_format(out, "%strue%s, %sfalse%s", code, code, code, code);
    break;
  case MR_KEY_CHOICE:
    for (size_t i = 0; key->choices[i] != NULL; i++) {
      mr_str_format(out, "%s%s%s%s", i > 0 ? ", " : "", code, key->choices[i], code);
    }
    break;
  case MR_KEY_FRACTION:
    mr_str_add(out, *code != '\0' ? "fraction from " : "fraction, ");
    mr_str_thousandths(out, key->min);
    mr_str_add(out, " to ");
    mr_str_thousandths(out, key->max);
    break;
  case MR_KEY_TEXT:
  case MR_KEY_PROSE:
  case MR_KEY_MAP:
  case MR_KEY_STATE:
  case MR_KEY_LIST:
    if (key->max <= 0) {
      mr_str_add(out, texts[key->type].name);
    } else if (key->max == 1) {
      mr_str_format(out, "one %s", texts[key->type].unit);
    } else {
      mr_str_format(out, "%" PRId64 " to %" PRId64 " %ss", key->min, key->max,
                    texts[key->type].unit);
    }
    break;
  }
}

/* ---- readers for compilers ------------------------------------------------------------------- */

const char *mr_setting_text(const mr_definition *definition, const mr_key *key) {
  const mr_setting *setting = mr_definition_find(definition, key->name);
  const char *text = setting != NULL ? setting->text : key->standard;
  return text != NULL ? text : "";
}

/** The standard text of a key, or "". */
static const char *standard_text(const mr_key *key) {
  return key->standard != NULL ? key->standard : "";
}

static bool read_int(const mr_key *key, const char *text, int64_t *out) {
  return mr_value_int(text, strlen(text), out) && mr_key_holds_int(key, *out);
}

int64_t mr_setting_int(const mr_definition *definition, const mr_key *key) {
  int64_t value;
  bool read = read_int(key, mr_setting_text(definition, key), &value) ||
              read_int(key, standard_text(key), &value);
  return read ? value : key->min;
}

static bool read_bool(const char *text, bool *out) {
  return mr_value_bool(text, strlen(text), out);
}

bool mr_setting_bool(const mr_definition *definition, const mr_key *key) {
  bool value;
  return (read_bool(mr_setting_text(definition, key), &value) ||
          read_bool(standard_text(key), &value)) &&
         value;
}

static bool read_choice(const mr_key *key, const char *text, size_t *out) {
  return mr_value_choice(key, text, strlen(text), out);
}

size_t mr_setting_choice(const mr_definition *definition, const mr_key *key) {
  size_t value;
  bool read = read_choice(key, mr_setting_text(definition, key), &value) ||
              read_choice(key, standard_text(key), &value);
  return read ? value : 0;
}

static bool read_fraction(const mr_key *key, const char *text, mr_fraction *out) {
  return mr_value_fraction(text, strlen(text), out) == MR_FRACTION_OK &&
         mr_key_holds_fraction(key, *out);
}

mr_fraction mr_setting_fraction(const mr_definition *definition, const mr_key *key) {
  mr_fraction value;
  bool read = read_fraction(key, mr_setting_text(definition, key), &value) ||
              read_fraction(key, standard_text(key), &value);
  return read ? value : (mr_fraction){0, 1};
}

/** Writes an unsigned integer of 1, 2, 4 or 8 bytes. */
static void put_integer(void *at, size_t size, uint64_t value) {
  uint8_t byte = (uint8_t)value;
  uint16_t half = (uint16_t)value;
  uint32_t word = (uint32_t)value;
  assert(size == sizeof byte || size == sizeof half || size == sizeof word || size == sizeof value);
  memcpy(at,
         size == sizeof byte   ? &byte
         : size == sizeof half ? (void *)&half
         : size == sizeof word ? (void *)&word
                               : (void *)&value,
         size);
}

void mr_settings_read(const mr_definition *definition, const mr_key *keys, size_t count,
                      void *rules) {
  for (const mr_key *key = keys; key < keys + count; key++) {
    void *at = (char *)rules + key->into;
    if (key->size == 0) {
      continue;
    }
    if (key->type == MR_KEY_FRACTION) {
      mr_fraction value = mr_setting_fraction(definition, key);
      assert(key->size == sizeof value);
      memcpy(at, &value, sizeof value);
    } else {
      put_integer(at, key->size,
                  key->type == MR_KEY_INT    ? (uint64_t)mr_setting_int(definition, key)
                  : key->type == MR_KEY_BOOL ? mr_setting_bool(definition, key)
                                             : mr_setting_choice(definition, key));
    }
  }
}

/* ---- hashing --------------------------------------------------------------------------------- */

static uint64_t hash_text(uint64_t hash, const char *text) {
  return mr_hash_bytes(hash, text, strlen(text));
}

/** A value in the one form that all its spellings share: 80%, 4/5 and 0.8 are one number. */
static uint64_t hash_value(uint64_t hash, const mr_key *key, const char *text) {
  size_t length = strlen(text);
  char buffer[64];
  mr_str out = mr_str_fixed(buffer, sizeof buffer);
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
    if (key->type == MR_KEY_PROSE || key->for_engines || standard) {
      continue;
    }
    hash = hash_text(hash_text(hash, setting->key), "=");
    /* A NUL ends each value: no value contains one, so no two definitions run together alike. */
    hash = mr_hash_bytes(hash_value(hash, key, setting->text), "", 1);
  }
  return hash;
}
