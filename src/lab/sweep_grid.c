/* Grids of settings: lines "KEY=VALUES" into every combination of their values. */
#include <inttypes.h>
#include <marcher/sweep.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lab/run_priv.h"

/* No number of a key is larger: sizes, counts and limits of definitions are far below. */
#define NUMBER_MAX INT64_C(1000000000)
/* Longer values are told by their place in the list: tables have 80 columns. */
enum { LABEL_MAX = 24, NUMBER_TEXT = 24 };

/** A key that is being read. */
typedef struct reader {
  mr_arena *arena;
  mr_sweep_key *key;
  mr_sweep_value *values; /* room for MR_SWEEP_SETTINGS_MAX */
  mr_error *err;
} reader;

static mr_status no_memory(mr_error *err) {
  return mr_error_set(err, MR_ERR_NOMEM, "out of memory for a sweep");
}

/* ---- values ---------------------------------------------------------------------------------- */

/* A number as people write it: digits with a sign, a point, a % behind it. */
static double number_of(const char *text) {
  double value = 0, place = 0;
  const char *c = text + (*text == '-');
  bool any = false;
  for (; mr_text_is_digit(*c) || (*c == '.' && place == 0); c++) {
    if (*c == '.') {
      place = 1;
    } else {
      value = 10 * value + (*c - '0');
      place *= 10;
      any = true;
    }
  }
  value /= place > 0 ? place : 1;
  c += *c == '%';
  return any && *c == '\0' ? (*text == '-' ? -value : value) : NAN;
}

static mr_status add_value(reader *r, const mr_str *text, const char *label, double number) {
  char place[NUMBER_TEXT];
  mr_sweep_key *key = r->key;
  if (text->status != MR_OK) {
    return no_memory(r->err);
  }
  if (key->count == MR_SWEEP_SETTINGS_MAX) {
    return mr_error_set(r->err, MR_ERR_LIMIT,
                        "'%s' has more than %d values: take a smaller range, or a step, as in "
                        "'%s=0..1000:100'",
                        key->name, MR_SWEEP_SETTINGS_MAX, key->name);
  }
  const char *value = mr_str_text(text);
  for (size_t i = 0; i < key->count; i++) {
    if (strcmp(key->values[i].text, value) == 0) {
      return mr_error_set(r->err, MR_ERR_DUPLICATE, "'%s' has the value '%.60s' twice", key->name,
                          value);
    }
  }
  if (label == NULL && (text->length > LABEL_MAX || strchr(value, '\n') != NULL)) {
    mr_str short_name = mr_str_fixed(place, sizeof place);
    mr_str_format(&short_name, "#%zu", key->count + 1);
    label = place;
  }
  label = label != NULL ? label : value;
  r->values[key->count] = (mr_sweep_value){.text = mr_arena_copy(r->arena, value, text->length),
                                           .label = mr_arena_copy(r->arena, label, strlen(label)),
                                           .number = number};
  const mr_sweep_value *added = &r->values[key->count++];
  return added->text != NULL && added->label != NULL ? MR_OK : no_memory(r->err);
}

/** A range of whole numbers, "9..18" or "0..100:25". */
typedef struct range {
  int64_t from, to, step;
  size_t length; /**< bytes of it */
} range;

static bool read_whole(const char **at, int64_t *out) {
  bool minus = **at == '-';
  uint64_t value = 0;
  const char *digits = *at + minus;
  size_t length = strspn(digits, "0123456789");
  if (!mr_parse_uint(digits, length, NUMBER_MAX, &value)) {
    return false;
  }
  *out = minus ? -(int64_t)value : (int64_t)value;
  *at = digits + length;
  return true;
}

/* @return whether a range stands there, however wrong it may be */
static bool read_range(const char *text, range *out) {
  const char *at = text;
  range found = {.step = 1};
  if (!read_whole(&at, &found.from) || strncmp(at, "..", 2) != 0) {
    return false;
  }
  at += 2;
  if (!read_whole(&at, &found.to)) {
    return false;
  }
  if (*at == ':') {
    at++;
    if (!read_whole(&at, &found.step)) {
      return false;
    }
  }
  found.length = (size_t)(at - text);
  *out = found;
  return true;
}

static mr_status check_range(const reader *r, const range *one, const char *text) {
  if (one->to < one->from || one->step < 1) {
    return mr_error_set(r->err, MR_ERR_RANGE,
                        "'%s': the range '%.*s' is empty: it goes from the smaller number to the "
                        "larger one, by a step of 1 or more",
                        r->key->name, (int)one->length, text);
  }
  return MR_OK;
}

static mr_status add_range(reader *r, const range *one, const char *text) {
  mr_status status = check_range(r, one, text);
  for (int64_t i = one->from; i <= one->to && status == MR_OK; i += one->step) {
    char digits[NUMBER_TEXT];
    mr_str value = mr_str_fixed(digits, sizeof digits);
    mr_str_format(&value, "%" PRId64, i);
    status = add_value(r, &value, NULL, (double)i);
  }
  return status;
}

/* "ab[P{2..6}]" into "ab[PP]", "ab[PPP]", ... @param brace the place of '{' */
static mr_status add_counted(reader *r, const char *text, const char *brace, const range *one) {
  const char letter = brace[-1];
  const char *rest = brace + 1 + one->length + 1;
  char label[4] = {letter, '\0'};
  range another;
  mr_status status = check_range(r, one, brace + 1);
  for (const char *c = strchr(rest, '{'); c != NULL && status == MR_OK; c = strchr(c + 1, '{')) {
    if (read_range(c + 1, &another) && c[1 + another.length] == '}') {
      status = mr_error_set(r->err, MR_ERR_SYNTAX,
                            "'%s': one letter can be counted in a value, and '%.40s' counts two",
                            r->key->name, text);
    }
  }
  if (status == MR_OK && one->from < 0) {
    status = mr_error_set(r->err, MR_ERR_RANGE, "'%s': there cannot be fewer than 0 of '%c'",
                          r->key->name, letter);
  }
  if (status == MR_OK && one->to > MR_SWEEP_SETTINGS_MAX) {
    status = mr_error_set(r->err, MR_ERR_RANGE, "'%s': no more than %d of '%c'", r->key->name,
                          MR_SWEEP_SETTINGS_MAX, letter);
  }
  r->key->label = mr_arena_copy(r->arena, label, 1);
  if (status == MR_OK && r->key->label == NULL) {
    status = no_memory(r->err);
  }
  for (int64_t i = one->from; i <= one->to && status == MR_OK; i += one->step) {
    char digits[NUMBER_TEXT];
    mr_str count = mr_str_fixed(digits, sizeof digits);
    mr_str value = mr_str_growing(NULL);
    mr_str_format(&count, "%" PRId64, i);
    mr_str_bytes(&value, text, (size_t)(brace - 1 - text));
    mr_str_repeat(&value, letter, (size_t)i);
    mr_str_add(&value, rest);
    status = add_value(r, &value, digits, (double)i);
    mr_str_done(&value);
  }
  return status;
}

/* One value between commas, whose escapes are undone. */
static mr_status add_item(reader *r, const mr_str *item) {
  const char *text = mr_str_text(item);
  range one;
  if (item->status != MR_OK) {
    return no_memory(r->err);
  }
  if (read_range(text, &one) && text[one.length] == '\0') {
    return add_range(r, &one, text);
  }
  for (const char *c = strchr(text, '{'); c != NULL; c = strchr(c + 1, '{')) {
    if (c > text && read_range(c + 1, &one) && c[1 + one.length] == '}') {
      return add_counted(r, text, c, &one);
    }
  }
  return add_value(r, item, NULL, number_of(text));
}

/* ---- keys ------------------------------------------------------------------------------------ */

static mr_status read_values(reader *r, const char *text, size_t length) {
  mr_str item = mr_str_growing(NULL);
  mr_status status = MR_OK;
  for (size_t i = 0; i <= length && status == MR_OK; i++) {
    bool escaped = i + 1 < length && text[i] == '\\' &&
                   (text[i + 1] == ',' || text[i + 1] == '\\' || text[i + 1] == 'n');
    if (escaped) {
      i++;
      mr_str_char(&item, text[i] == 'n' ? '\n' : text[i]);
    } else if (i < length && text[i] != ',') {
      mr_str_char(&item, text[i]);
    } else {
      status = add_item(r, &item);
      mr_str_reset(&item);
    }
  }
  mr_str_done(&item);
  return status;
}

static mr_status read_key(mr_token line, mr_arena *arena, const mr_sweep_grid *before,
                          mr_sweep_key *out, mr_error *err) {
  const char *equals = memchr(line.text, '=', line.length);
  size_t length = equals != NULL ? (size_t)(equals - line.text) : 0;
  if (length == 0 || length >= MR_DEFINITION_NAME_MAX) {
    return mr_error_set(err, MR_ERR_SYNTAX,
                        "'%.*s' is no key with its values: write KEY=VALUES, as in 'pieces=9..18', "
                        "'first=red,blue'",
                        (int)(line.length < 60 ? line.length : 60), line.text);
  }
  mr_sweep_value *values = mr_arena_zero(arena, MR_SWEEP_SETTINGS_MAX, sizeof *values);
  *out = (mr_sweep_key){.name = mr_arena_copy(arena, line.text, length), .values = values};
  out->label = out->name;
  if (out->name == NULL || values == NULL) {
    return no_memory(err);
  }
  for (size_t i = 0; i < before->key_count; i++) {
    const char *other = before->keys[i].name;
    if (other != NULL && strcmp(other, out->name) == 0) {
      return mr_error_set(err, MR_ERR_DUPLICATE,
                          "the key '%s' is there twice: name all of its values once, '%s=A,B,C'",
                          out->name, out->name);
    }
  }
  reader r = {.arena = arena, .key = out, .values = values, .err = err};
  return read_values(&r, equals + 1, line.length - length - 1);
}

mr_status mr_sweep_keys_read(const char *text, mr_arena *arena, mr_sweep_grid *out, mr_error *err) {
  mr_sweep_grid grid = {.settings = 1};
  mr_token line;
  mr_status status = MR_OK;
  while (status == MR_OK && mr_run_line(&text, &line)) {
    if (grid.key_count == MR_SWEEP_KEYS_MAX) {
      return mr_error_set(err, MR_ERR_LIMIT, "a sweep has at most %d keys", MR_SWEEP_KEYS_MAX);
    }
    mr_sweep_key *key = &grid.keys[grid.key_count];
    status = read_key(line, arena, &grid, key, err);
    grid.key_count += status == MR_OK;
    if (status == MR_OK) {
      size_t values = key->count > 0 ? key->count : 1;
      grid.settings = grid.settings < SIZE_MAX / values ? grid.settings * values : SIZE_MAX;
    }
  }
  if (status == MR_OK && grid.settings < 2) {
    status = mr_error_set(err, MR_ERR_ARGUMENT,
                          "a sweep needs a key with two values or more, as in 'pieces=9..18'");
  }
  *out = status == MR_OK ? grid : *out;
  return status;
}

mr_status mr_sweep_grid_read(const char *text, mr_arena *arena, mr_sweep_grid *out, mr_error *err) {
  mr_sweep_grid grid = {.settings = 0};
  mr_status status = mr_sweep_keys_read(text, arena, &grid, err);
  if (status == MR_OK && grid.settings > MR_SWEEP_SETTINGS_MAX) {
    status = mr_error_set(err, MR_ERR_LIMIT,
                          "the keys have more than %d combinations: take fewer values, steps such "
                          "as '0..100:25', fewer keys at once, or --trials N, which looks for a "
                          "good one without trying all",
                          MR_SWEEP_SETTINGS_MAX);
  }
  *out = status == MR_OK ? grid : *out;
  return status;
}

/* ---- looking --------------------------------------------------------------------------------- */

const mr_sweep_value *mr_sweep_value_at(const mr_sweep_grid *grid, size_t setting, size_t key) {
  for (size_t i = grid->key_count; i > key + 1; i--) {
    setting /= grid->keys[i - 1].count;
  }
  return &grid->keys[key].values[setting % grid->keys[key].count];
}

void mr_sweep_label(const mr_sweep_grid *grid, size_t setting, mr_str *out) {
  for (size_t i = 0; i < grid->key_count; i++) {
    mr_str_format(out, "%s%s=%s", i > 0 ? ", " : "", grid->keys[i].label,
                  mr_sweep_value_at(grid, setting, i)->label);
  }
}
