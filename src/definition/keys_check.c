#include "definition/keys.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "definition/diagnostics.h"

/** A setting under check. */
typedef struct checked {
  const mr_setting *setting;
  const mr_key *key;
  mr_span at; /**< of the value, its first line */
  mr_diagnostics *list;
} checked;

/* ---- unknown keys ---------------------------------------------------------------------------- */

/** A key that may have been meant by a pattern: its letters before `rest` of what was written. */
static bool offer(mr_nearest_search *search, const char *stem, size_t stem_length, const char *rest,
                  char *best) {
  char candidate[MR_DEFINITION_NAME_MAX + 1];
  size_t rest_length = strlen(rest);
  if (stem_length + rest_length >= sizeof candidate) {
    return false;
  }
  memcpy(candidate, stem, stem_length);
  memcpy(candidate + stem_length, rest, rest_length + 1);
  if (!mr_nearest_offer(search, candidate)) {
    return false;
  }
  memcpy(best, candidate, sizeof candidate);
  return true;
}

/** Offers what an entry's name may stand for. */
static bool offer_key(mr_nearest_search *search, const mr_key *key, char *best) {
  size_t length = strlen(key->name);
  char last = length > 0 ? key->name[length - 1] : '\0';
  const char *word = search->word;
  if (last == '#') {
    const char *number = word + search->length;
    while (number > word && mr_text_is_digit(number[-1])) {
      number--;
    }
    return offer(search, key->name, length - 1, *number != '\0' ? number : "1", best);
  }
  if (last != '*') {
    return offer(search, key->name, length, "", best);
  }
  bool nearer = false;
  size_t stem = length - 1;
  if (mr_text_is(key->name, stem, word)) {
    return false; /* nothing stands where further letters are due: nothing to propose */
  }
  for (size_t end = stem > 0 ? stem - 1 : 0; end <= stem + 1 && end < search->length; end++) {
    nearer = offer(search, key->name, stem, word + end, best) || nearer;
  }
  return nearer;
}

/* What people bring with them from other notations. */
static const char *foreign_hint(const char *key) {
  static const struct {
    const char *key, *hint;
  } known[] = {
      {"inherits", "a definition inherits by its first line: '[my-game:gardner]'"},
      {"inherit", "a definition inherits by its first line: '[my-game:gardner]'"},
      {"parent", "a definition inherits by its first line: '[my-game:gardner]'"},
      {"base", "a definition inherits by its first line: '[my-game:gardner]'"},
      {"template", "a definition inherits by its first line: '[my-game:gardner]'; a game of no "
                   "parent has 'family'"},
      {"name", "the name stands in the first line, '[my-game:gardner]'; 'title' is what people "
               "read"},
      {"description", "'summary' says in a sentence what the game is"},
  };
  for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
    if (strcmp(known[i].key, key) == 0) {
      return known[i].hint;
    }
  }
  return NULL;
}

/** Room for the name of a key. */
typedef char key_name[MR_DEFINITION_NAME_MAX + 1];

/** Whether a word is a key that holds for both sides, with one side's name behind it. */
static bool is_for_one_side(const mr_key_tables *tables, const char *word, key_name best) {
  size_t length = strlen(word), side = sizeof "White" - 1;
  if (length <= side || length > MR_DEFINITION_NAME_MAX ||
      (strcmp(word + length - side, "White") != 0 && strcmp(word + length - side, "Black") != 0)) {
    return false;
  }
  memcpy(best, word, length - side);
  best[length - side] = '\0';
  return mr_key_of(tables->keys[1], tables->counts[1], tables->keys[0], tables->counts[0], best) !=
         NULL;
}

/** The key that may have been meant. @return false: there is none */
static bool find_nearest_key(const mr_key_tables *tables, const char *word, key_name best) {
  bool found = false;
  mr_nearest_search search;
  mr_nearest_begin(&search, word);
  for (size_t table = 0; table < 2; table++) {
    for (size_t i = 0; i < tables->counts[table]; i++) {
      found = offer_key(&search, &tables->keys[table][i], best) || found;
    }
  }
  return found || is_for_one_side(tables, word, best);
}

/* ---- keys that name what they define --------------------------------------------------------- */

/** Whether a value says something of a letter, "o:mFcWfD", with a capital among it. */
static bool is_of_letter(const char *text) {
  if (text == NULL || !mr_text_is_letter(text[0]) || text[1] != ':') {
    return false;
  }
  bool capital = false;
  for (const char *c = text + 2; *c != '\0'; c++) {
    if (mr_text_is_blank(*c) || *c == '\n' || *c == ':') {
      return false;
    }
    capital = capital || mr_text_is_upper(*c);
  }
  return capital;
}

/** The key with a number that takes such values; NULL where a family has none. */
static const mr_key *numbered_key(const mr_key_tables *tables) {
  for (size_t i = 0; i < tables->counts[0]; i++) {
    const mr_key *key = &tables->keys[0][i];
    size_t length = strlen(key->name);
    if (length > 0 && key->name[length - 1] == '#' && is_of_letter(key->example)) {
      return key;
    }
  }
  return NULL;
}

/**
 * The numbered key that is meant by one that tells the name of its piece, "otter = o:mFcWfD".
 *
 * @param near what is written most like it, "" for nothing
 * @param last in: the last number that was proposed; out: this one
 */
static bool find_numbered_key(const mr_key_tables *tables, const mr_definition *definition,
                              const mr_setting *setting, const char *near, unsigned *last,
                              key_name out) {
  const mr_key *key = is_of_letter(setting->text) ? numbered_key(tables) : NULL;
  const mr_key *other =
      mr_key_of(tables->keys[1], tables->counts[1], tables->keys[0], tables->counts[0], near);
  if (key == NULL || (other != NULL && is_of_letter(other->example))) {
    return false; /* that one takes it, too */
  }
  do {
    mr_str text = mr_str_fixed(out, sizeof(key_name));
    mr_str_format(&text, "%.*s%u", (int)strlen(key->name) - 1, key->name, ++*last);
  } while (mr_definition_find(definition, out) != NULL);
  return true;
}

/** Unknown keys of a definition under check. */
typedef struct unknown_keys {
  const mr_key_tables *tables;
  const mr_definition *definition;
  unsigned last; /**< number of the last piece that was proposed */
} unknown_keys;

static mr_status report_unknown(unknown_keys *in, const mr_setting *setting, mr_diagnostics *list) {
  key_name best = "", numbered;
  const char *foreign = foreign_hint(setting->key);
  bool found = find_nearest_key(in->tables, setting->key, best);
  mr_hint hint;
  if (foreign == NULL &&
      find_numbered_key(in->tables, in->definition, setting, best, &in->last, numbered)) {
    return mr_diagnose_fail(list, MR_ERR_UNKNOWN, &setting->key_at, mr_hint_name(&hint, numbered),
                            "there is no key named '%s'; a piece of your own is written "
                            "%s = %.*s",
                            setting->key, numbered, (int)setting->length, setting->text);
  }
  return mr_diagnose_fail(list, MR_ERR_UNKNOWN, &setting->key_at,
                          foreign != NULL ? foreign : mr_hint_name(&hint, found ? best : NULL),
                          "there is no key named '%s'", setting->key);
}

/* ---- values ---------------------------------------------------------------------------------- */

/** People write comments behind values; here the value goes to the end of the line. */
static const char *comment_hint(const char *text) {
  for (const char *at = text; (at = strpbrk(at, "#;")) != NULL; at++) {
    if (at > text && mr_text_is_blank(at[-1])) {
      return "a comment stands on a line of its own";
    }
  }
  return NULL;
}

/** Complains of a value that is none of its key. @param guess what may have been meant, or NULL */
static mr_status report_value(const checked *in, mr_status status, const char *guess,
                              const char *expected) {
  mr_quote quote;
  const mr_setting *setting = in->setting;
  if (setting->length == 0) {
    return mr_diagnose_fail(in->list, status, &in->at, NULL, "'%s' has no value; expected %s",
                            setting->key, expected);
  }
  return mr_diagnose_fail(in->list, status, &in->at,
                          guess != NULL ? guess : comment_hint(setting->text),
                          "'%s' is '%s'; expected %s", setting->key,
                          mr_quote_bytes(&quote, setting->text, setting->length), expected);
}

static mr_status check_int(const checked *in) {
  char expected[96];
  mr_str out = mr_str_fixed(expected, sizeof expected);
  mr_str_format(&out, "a whole number from %" PRId64 " to %" PRId64, in->key->min, in->key->max);
  int64_t value;
  if (!mr_value_int(in->setting->text, in->setting->length, &value)) {
    return report_value(in, MR_ERR_SYNTAX, NULL, expected);
  }
  if (mr_key_holds_int(in->key, value)) {
    return MR_OK;
  }
  mr_hint hint;
  int64_t nearest = value < in->key->min ? in->key->min : in->key->max;
  return mr_diagnose_fail(in->list, MR_ERR_RANGE, &in->at, mr_hint_value(&hint, nearest),
                          "'%s' is %" PRId64 "; expected %s", in->setting->key, value, expected);
}

static mr_status check_fraction(const checked *in) {
  char expected[96];
  mr_quote quote;
  mr_str out = mr_str_fixed(expected, sizeof expected);
  mr_str_add(&out, "a number from ");
  mr_str_thousandths(&out, in->key->min);
  mr_str_add(&out, " to ");
  mr_str_thousandths(&out, in->key->max);
  mr_str_add(&out, ", such as 4/5, 80% or 0.8");
  const char *text = in->setting->text;
  mr_fraction value;
  switch (mr_value_fraction(text, in->setting->length, &value)) {
  case MR_FRACTION_MALFORMED:
    return report_value(in, MR_ERR_SYNTAX, NULL, expected);
  case MR_FRACTION_TOO_FINE:
    return mr_diagnose_fail(in->list, MR_ERR_LIMIT, &in->at, NULL,
                            "'%s' is '%s'; expected at most six decimals, four before '%%', and no "
                            "denominator over %d",
                            in->setting->key, mr_quote_text(&quote, text),
                            MR_FRACTION_DENOMINATOR_MAX);
  case MR_FRACTION_OK:
    break;
  }
  if (mr_key_holds_fraction(in->key, value)) {
    return MR_OK;
  }
  return mr_diagnose_fail(in->list, MR_ERR_RANGE, &in->at, NULL, "'%s' is %s; expected %s",
                          in->setting->key, mr_quote_text(&quote, text), expected);
}

/** The choice, or the way to say yes or no, that is nearest to a value; NULL for none. */
static const char *nearest_value(const checked *in) {
  static const char *const truths[] = {"true", "false", "yes", "no", "on", "off", NULL};
  const char *const *choices = in->key->type == MR_KEY_BOOL     ? truths
                               : in->key->type == MR_KEY_CHOICE ? in->key->choices
                                                                : NULL;
  size_t count = 0;
  while (choices != NULL && choices[count] != NULL) {
    count++;
  }
  return mr_nearest(in->setting->text, choices, count);
}

static mr_status check_choice(const checked *in) {
  const char *const *choices = in->key->choices;
  size_t value;
  if (mr_value_choice(in->key, in->setting->text, in->setting->length, &value)) {
    return MR_OK;
  }
  char expected[520];
  mr_str out = mr_str_fixed(expected, sizeof expected);
  mr_str_add(&out, "one of: ");
  size_t count = 0;
  for (; choices != NULL && choices[count] != NULL; count++) {
    mr_str_format(&out, "%s%s", count > 0 ? ", " : "", choices[count]);
  }
  mr_hint hint;
  return report_value(in, MR_ERR_UNKNOWN, mr_hint_name(&hint, nearest_value(in)), expected);
}

/** Bounds on the size of a text; a largest size of 0 means none. */
static mr_status check_size(const checked *in, size_t size, const char *unit) {
  int64_t amount = (int64_t)size;
  if (in->key->max <= 0 || (amount >= in->key->min && amount <= in->key->max)) {
    return MR_OK;
  }
  return mr_diagnose_fail(in->list, MR_ERR_RANGE, &in->at, NULL,
                          "'%s' has %zu %s%s; expected from %" PRId64 " to %" PRId64,
                          in->setting->key, size, unit, size == 1 ? "" : "s", in->key->min,
                          in->key->max);
}

static mr_status check_value(const checked *in) {
  const mr_setting *setting = in->setting;
  mr_key_type type = in->key->type;
  mr_hint hint;
  bool truth;
  if (setting->line_count > 1 && type != MR_KEY_PROSE && type != MR_KEY_MAP &&
      type != MR_KEY_LIST) {
    mr_span at = mr_setting_span(setting, setting->lines[0].length + (size_t)1, SIZE_MAX);
    return mr_diagnose_fail(in->list, MR_ERR_SYNTAX, &at, NULL,
                            "'%s' takes one line; this is a second one", setting->key);
  }
  switch (type) {
  case MR_KEY_PROSE:
  case MR_KEY_MAP:
    return check_size(in, setting->length == 0 ? 0 : setting->line_count, "line");
  case MR_KEY_LIST:
    return check_size(in, mr_count_words(setting->text), "word");
  case MR_KEY_TEXT:
  case MR_KEY_STATE:
    return check_size(in, setting->length, "byte");
  case MR_KEY_INT:
    return check_int(in);
  case MR_KEY_BOOL:
    return mr_value_bool(setting->text, setting->length, &truth)
               ? MR_OK
               : report_value(in, MR_ERR_SYNTAX, mr_hint_name(&hint, nearest_value(in)),
                              "true or false");
  case MR_KEY_CHOICE:
    return check_choice(in);
  case MR_KEY_FRACTION:
    return check_fraction(in);
  }
  return MR_OK;
}

/**
 * By the name of the file and from top to bottom, as people correct mistakes; overrides as they
 * were given.
 */
static int by_place(const void *a, const void *b) {
  const mr_span *left = &((const checked *)a)->setting->key_at;
  const mr_span *right = &((const checked *)b)->setting->key_at;
  bool overrides = mr_source_is_override(left->source) && mr_source_is_override(right->source);
  int order = overrides ? 0 : strcmp(left->source, right->source);
  return order != 0 ? order : (left->line > right->line) - (left->line < right->line);
}

mr_status mr_definition_check(const mr_definition *definition, const mr_key *common,
                              size_t common_count, const mr_key *family, size_t family_count,
                              mr_diagnostics *list) {
  if (definition == NULL || list == NULL) {
    return MR_ERR_ARGUMENT;
  }
  mr_key_tables tables = {{family, common}, {family_count, common_count}};
  checked *order = mr_arena_zero(list->arena, definition->count, sizeof *order);
  if (order == NULL) {
    return mr_diagnose_nomem(list);
  }
  for (size_t i = 0; i < definition->count; i++) {
    const mr_setting *setting = &definition->settings[i];
    order[i] =
        (checked){setting, mr_key_of(common, common_count, family, family_count, setting->key),
                  mr_setting_span(setting, 0, SIZE_MAX), list};
  }
  if (definition->count > 0) {
    qsort(order, definition->count, sizeof *order, by_place);
  }
  mr_status status = MR_OK;
  unknown_keys unknown = {&tables, definition, 0};
  for (size_t i = 0; i < definition->count; i++) {
    status = mr_status_first(status, order[i].key != NULL
                                         ? check_value(&order[i])
                                         : report_unknown(&unknown, order[i].setting, list));
  }
  return status;
}

/* ---- going on as if it had been right -------------------------------------------------------- */

/** A definition being mended. */
typedef struct mending {
  unknown_keys keys;
  mr_arena *arena;
  bool other;    /**< of the two values that stand for one that nobody knows, the second */
  bool *guessed; /**< whether there was such a one */
} mending;

/** One of two values of a key that are as unlike as can be. @return NULL: for such keys there are
 *  none, or memory ran out */
static const char *extreme_value(const mending *m, const mr_key *key) {
  char buffer[32];
  mr_str out = mr_str_fixed(buffer, sizeof buffer);
  size_t last = 0;
  switch (key->type) {
  case MR_KEY_BOOL:
    return m->other ? "true" : "false";
  case MR_KEY_CHOICE:
    while (key->choices != NULL && key->choices[last] != NULL && key->choices[last + 1] != NULL) {
      last++;
    }
    return key->choices != NULL ? key->choices[m->other ? last : 0] : NULL;
  case MR_KEY_INT:
    mr_str_format(&out, "%" PRId64, m->other ? key->max : key->min);
    return mr_arena_copy(m->arena, buffer, out.length);
  case MR_KEY_FRACTION:
    mr_str_thousandths(&out, m->other ? key->max : key->min);
    return mr_arena_copy(m->arena, buffer, out.length);
  case MR_KEY_TEXT:
  case MR_KEY_PROSE:
  case MR_KEY_MAP:
  case MR_KEY_STATE:
  case MR_KEY_LIST:
    break;
  }
  return NULL;
}

/** Puts what was meant in the place of a mistake. @return false: nobody knows what was */
static bool mend(mending *m, mr_setting *setting) {
  const mr_key_tables *tables = m->keys.tables;
  mr_diagnostics unheard;
  mr_diagnostics_init(&unheard, m->arena);
  checked in = {setting,
                mr_key_of(tables->keys[1], tables->counts[1], tables->keys[0], tables->counts[0],
                          setting->key),
                mr_setting_span(setting, 0, SIZE_MAX), &unheard};
  key_name name = "", numbered;
  if (in.key == NULL) {
    bool found = find_nearest_key(tables, setting->key, name);
    if (foreign_hint(setting->key) != NULL) {
      return false;
    }
    const char *meant = name;
    if (find_numbered_key(tables, m->keys.definition, setting, name, &m->keys.last, numbered)) {
      meant = numbered;
    } else if (!found) {
      return false;
    }
    setting->key = mr_arena_copy(m->arena, meant, strlen(meant));
    in.key =
        mr_key_of(tables->keys[1], tables->counts[1], tables->keys[0], tables->counts[0], meant);
  }
  if (setting->key == NULL || in.key == NULL) {
    return false;
  }
  if (check_value(&in) == MR_OK) {
    return true;
  }
  setting->text = nearest_value(&in);
  if (setting->text == NULL) {
    setting->text = extreme_value(m, in.key);
    *m->guessed = true;
  }
  setting->length = setting->text != NULL ? strlen(setting->text) : 0;
  return setting->text != NULL;
}

static int by_key(const void *a, const void *b) {
  return strcmp(((const mr_setting *)a)->key, ((const mr_setting *)b)->key);
}

bool mr_definition_mend(const mr_definition *definition, const mr_key_tables *tables,
                        mr_arena *arena, bool other, bool *guessed, mr_definition *out) {
  mr_setting *settings = mr_arena_zero(arena, definition->count, sizeof *settings);
  mending all = {{tables, definition, 0}, arena, other, guessed};
  size_t count = 0;
  *guessed = false;
  for (size_t i = 0; settings != NULL && i < definition->count; i++) {
    settings[count] = definition->settings[i];
    if (!mend(&all, &settings[count])) {
      return false;
    }
    bool renamed = settings[count].key != definition->settings[i].key;
    count += !renamed || mr_definition_find(definition, settings[count].key) == NULL;
  }
  if (settings == NULL) {
    return false;
  }
  qsort(settings, count, sizeof *settings, by_key);
  for (size_t i = 1; i < count; i++) {
    if (strcmp(settings[i - 1].key, settings[i].key) == 0) {
      return false; /* two mistakes for one key */
    }
  }
  *out = *definition;
  out->settings = settings;
  out->count = count;
  return true;
}
