/**
 * @file keys.h
 * Values of definitions as texts and as numbers: what checking, hashing, reading and documenting
 * keys share.
 */
#ifndef MARCHER_DEFINITION_KEYS_H
#define MARCHER_DEFINITION_KEYS_H

#include <marcher/definition.h>

/*
 * Rows of a family's table. PLACE is MR_KEY_INTO(type, member), which is read by mr_settings_read;
 * the values of the other keys are looked up by the family's compiler.
 */
#define MR_ROW_KEY(KEY, TYPE, LEAST, MOST, EXAMPLE, RULE, MEANING) \
  { KEY, MR_KEY_##TYPE, LEAST, MOST, NULL, NULL, MEANING, EXAMPLE, RULE, 0, 0, false }
#define MR_ROW_NUMBER(KEY, LEAST, MOST, STANDARD, EXAMPLE, RULE, PLACE, MEANING) \
  { KEY, MR_KEY_INT, LEAST, MOST, NULL, STANDARD, MEANING, EXAMPLE, RULE, PLACE, false }
#define MR_ROW_FRACTION(KEY, LEAST, MOST, STANDARD, EXAMPLE, RULE, PLACE, MEANING) \
  { KEY, MR_KEY_FRACTION, LEAST, MOST, NULL, STANDARD, MEANING, EXAMPLE, RULE, PLACE, false }
#define MR_ROW_SWITCH(KEY, STANDARD, EXAMPLE, RULE, PLACE, MEANING) \
  { KEY, MR_KEY_BOOL, 0, 0, NULL, STANDARD, MEANING, EXAMPLE, RULE, PLACE, false }
#define MR_ROW_CHOICE(KEY, CHOICES, STANDARD, EXAMPLE, RULE, PLACE, MEANING) \
  { KEY, MR_KEY_CHOICE, 0, 0, CHOICES, STANDARD, MEANING, EXAMPLE, RULE, PLACE, false }

/** The tables of a family: its own keys, and those that all have. */
typedef struct mr_key_tables {
  const mr_key *keys[2];
  size_t counts[2];
} mr_key_tables;

/** Largest denominator of a fraction as written. */
#define MR_FRACTION_DENOMINATOR_MAX 1000000
/** Largest numerator of a fraction as written, before a percent sign is taken into account. */
#define MR_FRACTION_NUMERATOR_MAX INT64_C(1000000000000)

/*
 * Strict readers: the whole text or nothing. They look at no bounds but those of the type, and
 * leave *out alone when they fail.
 */
bool mr_value_int(const char *text, size_t length, int64_t *out);
bool mr_value_bool(const char *text, size_t length, bool *out);
bool mr_value_choice(const mr_key *key, const char *text, size_t length, size_t *out);

/** How reading a fraction ended. */
typedef enum mr_fraction_result {
  MR_FRACTION_OK,
  MR_FRACTION_MALFORMED,
  MR_FRACTION_TOO_FINE /**< more digits or a larger denominator than can be kept exactly */
} mr_fraction_result;

mr_fraction_result mr_value_fraction(const char *text, size_t length, mr_fraction *out);

/** The entry of a name in the table of a family or, failing that, among the keys of all; or NULL.
 */
const mr_key *mr_key_of(const mr_key *common, size_t common_count, const mr_key *family,
                        size_t family_count, const char *name);

/**
 * What a definition that mr_definition_check refuses may have been meant to be: each wrong key and
 * value as its complaint proposes, so that whoever reads it next can tell of the other mistakes.
 * For a value of which nothing is proposed stands the least one of its key, or with `other` the
 * greatest: what is wrong with both is a mistake of its own.
 *
 * @param guessed receives whether there was such a value
 * @return false: a key is like none, or a text too long or short, or memory ran out
 */
bool mr_definition_mend(const mr_definition *definition, const mr_key_tables *tables,
                        mr_arena *arena, bool other, bool *guessed, mr_definition *out);

/** Whether a number or a fraction is within the bounds of its key. */
bool mr_key_holds_int(const mr_key *key, int64_t value);
bool mr_key_holds_fraction(const mr_key *key, mr_fraction value);

/** The next word of a value, which blanks or line feeds end. @return its length; 0: there is none
 */
size_t mr_next_word(const char **at);

/** Number of such words. */
size_t mr_count_words(const char *text);

/** Writes a bound of a fraction key, which is in thousandths, as a decimal fraction. */
void mr_str_thousandths(mr_str *out, int64_t value);

/** Writes what a key may be: "1 to 5", "one word". @param code stands around what is to be typed */
void mr_key_values(const mr_key *key, const char *code, mr_str *out);

#endif
