#include <string.h>

#include "base/text.h"
#include "rules/fairy/compile/read.h"

enum { NAME_MOST = 60, NUMBER_MOST = 12 };

/* ---- slots and letters ----------------------------------------------------------------------- */

static void name_slots(mr_fy_reading *in) {
  static const char *const movements[] = {
#define PIECE(NAME, KEY, BETZA) BETZA,
#include "rules/fairy/compile/keys.def"
  };
  for (unsigned i = 0; i < MR_FY_SLOT_COUNT; i++) {
    mr_fy_slot *slot = &in->slots[i];
    mr_str key;
    mr_str_fixed(&key, slot->key, sizeof slot->key);
    if (i < MR_FY_SLOT_CUSTOM) {
      mr_str_add(&key, mr_fy_keys[i].name);
      slot->movement = movements[i];
    } else if (i < MR_FY_SLOT_KING) {
      mr_str_format(&key, "customPiece%u", i - MR_FY_SLOT_CUSTOM + 1);
    } else {
      mr_str_add(&key, "king");
      slot->movement = "K";
    }
    slot->setting = mr_definition_find(in->definition, slot->key);
  }
}

/* The letter that a value gives to its piece: upper case, or 0 for none. */
static char letter_of(const mr_setting *setting) {
  return setting != NULL && mr_text_is_letter(setting->text[0]) ? mr_text_upper(setting->text[0])
                                                                : '\0';
}

unsigned mr_fy_slot_named(const mr_fy_reading *in, char letter, uint32_t depth) {
  unsigned found = MR_FY_SLOT_COUNT;
  uint32_t nearest = UINT32_MAX;
  for (unsigned i = 0; i < MR_FY_SLOT_COUNT; i++) {
    const mr_setting *setting = in->slots[i].setting;
    while (setting != NULL && setting->depth < depth) {
      setting = setting->inherited;
    }
    if (letter_of(setting) == letter && setting->depth < nearest) {
      nearest = setting->depth;
      found = i;
    }
  }
  return found;
}

const char *mr_fy_list_letters(const mr_fy_reading *in, char *buffer, size_t size) {
  mr_str text;
  unsigned left = 0;
  mr_str_fixed(&text, buffer, size);
  for (unsigned i = 0; i < MR_FY_SLOT_COUNT; i++) {
    left += in->slots[i].letter != '\0';
  }
  for (unsigned i = 0; i < MR_FY_SLOT_COUNT; i++) {
    if (!in->slots[i].letter) {
      continue;
    }
    mr_str_char(&text, in->slots[i].letter);
    left--;
    mr_str_add(&text, left > 1 ? ", " : left == 1 ? " and " : "");
  }
  return buffer;
}

static void report_clash(mr_fy_reading *in, const mr_fy_slot *slot, const mr_fy_slot *other) {
  mr_span at = mr_setting_span(slot->setting, 0, 1);
  mr_span first = mr_setting_span(other->setting, 0, 1);
  mr_diagnose(in->list, MR_ERR_DUPLICATE, &at, NULL, "the letter '%c' is that of %s already",
              slot->letter, other->key);
  mr_diagnose_as(in->list, MR_SEVERITY_NOTE, MR_ERR_DUPLICATE, &first, NULL, "it was given here");
}

/* A piece of a child takes the letter of an inherited one, which leaves the game. */
static void resolve_clash(mr_fy_reading *in, mr_fy_slot *first, mr_fy_slot *second) {
  if (first->setting->depth == second->setting->depth) {
    report_clash(in, second, first);
  }
  if (first->setting->depth > second->setting->depth) {
    first->letter = '\0';
  } else {
    second->letter = '\0';
  }
}

static void resolve_letters(mr_fy_reading *in) {
  for (unsigned i = 0; i < MR_FY_SLOT_COUNT; i++) {
    for (unsigned j = 0; j < i; j++) {
      if (in->slots[i].letter && in->slots[i].letter == in->slots[j].letter) {
        resolve_clash(in, &in->slots[j], &in->slots[i]);
      }
    }
  }
}

static void report_value(mr_fy_reading *in, const mr_fy_slot *slot, const char *expected) {
  mr_span at = mr_setting_span(slot->setting, 0, SIZE_MAX);
  mr_quote quote;
  mr_diagnose(in->list, MR_ERR_SYNTAX, &at, NULL, "'%s' is '%s'; expected %s", slot->key,
              mr_quote_text(&quote, slot->setting->text), expected);
}

static void read_letter(mr_fy_reading *in, mr_fy_slot *slot) {
  const mr_setting *setting = slot->setting;
  bool removed = strcmp(setting->text, "-") == 0;
  slot->letter = letter_of(setting);
  if (!slot->letter && !removed) {
    report_value(in, slot, slot->movement != NULL ? "a letter, or - for none" : "letter:movement");
  } else if (slot->letter && slot->movement == NULL && setting->text[1] != ':') {
    report_value(in, slot, "letter:movement, such as h:NmB3");
  } else if (slot->letter && slot->movement != NULL && setting->text[1] != '\0' &&
             setting->text[1] != ':') {
    report_value(in, slot, "one letter");
  }
}

static void check_custom_numbers(mr_fy_reading *in) {
  static const char stem[] = "customPiece";
  for (size_t i = 0; i < in->definition->count; i++) {
    const mr_setting *setting = &in->definition->settings[i];
    uint64_t number;
    if (strncmp(setting->key, stem, sizeof stem - 1) != 0) {
      continue;
    }
    const char *digits = setting->key + sizeof stem - 1;
    if (!mr_parse_uint(digits, strlen(digits), MR_FY_CUSTOM_MAX, &number) || number == 0) {
      mr_diagnose(in->list, MR_ERR_RANGE, &setting->key_at, NULL,
                  "custom pieces are numbered from 1 to %d", MR_FY_CUSTOM_MAX);
    }
  }
}

void mr_fy_read_slots(mr_fy_reading *in) {
  name_slots(in);
  check_custom_numbers(in);
  for (unsigned i = 0; i < MR_FY_SLOT_COUNT; i++) {
    if (in->slots[i].setting != NULL) {
      read_letter(in, &in->slots[i]);
    }
  }
  resolve_letters(in);
}

/* ---- kinds ----------------------------------------------------------------------------------- */

/* "shogiPawn" is "Shogi pawn" for people, "customPiece3" the letter that it has. */
static const char *standard_name(mr_fy_reading *in, unsigned index) {
  const mr_fy_slot *slot = &in->slots[index];
  char buffer[2 * sizeof slot->key];
  mr_str name;
  mr_str_fixed(&name, buffer, sizeof buffer);
  if (index >= MR_FY_SLOT_CUSTOM && index < MR_FY_SLOT_KING) {
    mr_str_char(&name, slot->letter);
  } else {
    mr_str_char(&name, mr_text_upper(slot->key[0]));
    for (const char *c = slot->key + 1; *c; c++) {
      if (mr_text_is_upper(*c)) {
        mr_str_char(&name, ' ');
      }
      mr_str_char(&name, mr_text_lower(*c));
    }
  }
  return mr_fy_copy(in, name.data, name.length);
}

/* Pawns of the key `pawn` have a double step besides, where the definition allows it. */
static const char *pawn_movement(const mr_fy_reading *in) {
  return mr_fy_bool(in, MR_FY_KEY_DOUBLE_STEP) ? "fmWfceFifmnD" : "fmWfceF";
}

static void report_empty(mr_fy_reading *in, const mr_fy_slot *slot) {
  mr_span at = mr_setting_span(slot->setting, 0, SIZE_MAX);
  mr_diagnose(in->list, MR_ERR_SYNTAX, &at, NULL,
              "'%s' has no movement behind its colon; a piece that cannot move is written "
              "immobile = %c",
              slot->key, mr_text_lower(slot->letter));
}

static void note_passing(void *context, const mr_trail *trail) {
  bool *far = context;
  for (unsigned i = 1; i < trail->length; i++) {
    *far = *far || (trail->steps[i].stop & MR_STOP_EP) != 0;
  }
}

/** Whether a piece could take in passing farther than by one step or leap: that is not played. */
static bool passes_far(const mr_betza *betza) {
  bool far = false;
  mr_betza_origin origin = {MR_FY_SIDE_MAX, MR_FY_SIDE_MAX, 0, 0, false};
  for (origin.rank = 0; origin.rank < MR_FY_SIDE_MAX && !far; origin.rank++) {
    for (origin.file = 0; origin.file < MR_FY_SIDE_MAX && !far; origin.file++) {
      mr_betza_walk(betza, &origin, note_passing, &far);
    }
  }
  return far;
}

static void read_movement(mr_fy_reading *in, unsigned index, mr_fy_kind *kind) {
  const mr_fy_slot *slot = &in->slots[index];
  const mr_setting *setting = slot->setting;
  bool own = setting->length > 1;
  size_t offset = own ? 2 : 0;
  const char *text = own ? setting->text + 2 : slot->movement;
  if (index == MR_FY_KEY_PAWN) {
    text = pawn_movement(in);
  }
  if (index == MR_FY_KEY_SOLDIER && mr_fy_number(in, MR_FY_KEY_SOLDIER_RANK) > 1) {
    text = "fWisW"; /* its region is that of the `i`: mr_fy_read_regions */
  }
  if (text == NULL) {
    return; /* reported with the letter */
  }
  if (own && slot->movement != NULL && index != MR_FY_SLOT_KING) {
    report_value(in, slot, "one letter; other movements are those of custom pieces");
    return;
  }
  if (own && *text == '\0') {
    report_empty(in, slot);
    return;
  }
  mr_error err = {0};
  kind->text = mr_fy_copy(in, text, strlen(text));
  mr_status status = mr_betza_parse(text, strlen(text), in->arena, &kind->betza, &err);
  if (status != MR_OK) {
    size_t column = err.column > 0 ? err.column - 1 : 0;
    mr_span at = mr_setting_span(setting, own ? offset + column : 0, 1);
    mr_diagnose(in->list, status, &at, NULL, "the movement '%s' cannot be read: %s", text,
                err.message);
  } else if (mr_betza_takes_ep(kind->betza) && passes_far(kind->betza)) {
    mr_span at = mr_setting_span(setting, own ? offset : 0, own ? strlen(text) : 1);
    mr_diagnose(
        in->list, MR_ERR_UNSUPPORTED, &at, NULL,
        "the movement '%s' takes in passing by a slide; 'e' works on single steps and leaps", text);
  }
}

void mr_fy_read_kinds(mr_fy_reading *in) {
  for (unsigned i = 0; i < MR_FY_SLOT_COUNT; i++) {
    mr_fy_slot *slot = &in->slots[i];
    mr_fy_kind *kind = slot->letter ? mr_fy_new_kind(in, i, slot->setting) : NULL;
    if (kind == NULL) {
      continue;
    }
    slot->kind = (uint8_t)(kind - in->rules->kinds);
    kind->letter = slot->letter;
    kind->base = slot->kind;
    kind->name = standard_name(in, i);
    read_movement(in, i, kind);
  }
  if (in->rules->kind_count == 0) {
    mr_diagnose(in->list, MR_ERR_ILLEGAL, &in->definition->at, NULL,
                "[%s] defines no piece; write pawn = p, customPiece1 = c:KmN and the like, or "
                "inherit from a game",
                in->definition->name);
  }
}

/* ---- names and values ------------------------------------------------------------------------ */

/* The kind that "+l" names at the start of a word; 0 with a complaint. */
static unsigned read_named(mr_fy_reading *in, const mr_setting *setting, size_t offset,
                           size_t *used) {
  const char *word = setting->text + offset;
  bool plus = word[0] == '+';
  char letter = mr_text_upper(word[plus]);
  unsigned slot = mr_text_is_letter(letter) ? mr_fy_slot_named(in, letter, setting->depth)
                                            : (unsigned)MR_FY_SLOT_COUNT;
  unsigned kind = slot < MR_FY_SLOT_COUNT ? in->slots[slot].kind : 0;
  unsigned form = slot < MR_FY_SLOT_COUNT ? in->slots[slot].form : 0;
  *used = plus ? 2u : 1u;
  if (slot == MR_FY_SLOT_COUNT || (plus && kind && !form)) {
    char letters[256];
    mr_span at = mr_setting_span(setting, offset, *used);
    if (slot == MR_FY_SLOT_COUNT) {
      mr_diagnose(in->list, MR_ERR_UNKNOWN, &at, NULL, "no piece has this letter; there are %s",
                  mr_fy_list_letters(in, letters, sizeof letters));
    } else {
      mr_diagnose(in->list, MR_ERR_UNKNOWN, &at, NULL, "the piece '%c' has no promoted form",
                  letter);
    }
  }
  return plus ? form : kind;
}

/* Digits, perhaps with a minus before them and a point among them. */
static bool is_number(const char *text, size_t length) {
  size_t digits = 0, points = 0;
  for (size_t i = text[0] == '-' ? 1 : 0; i < length; i++) {
    digits += mr_text_is_digit(text[i]) ? 1u : 0;
    points += text[i] == '.' ? 1u : 0;
    if (!mr_text_is_digit(text[i]) && text[i] != '.') {
      return false;
    }
  }
  return digits > 0 && digits <= NUMBER_MOST && points <= 1;
}

/* One word "+l:Great_Lion" of a list, into the field at `name` of its kind. */
static void read_pair(mr_fy_reading *in, const mr_setting *setting, size_t offset, size_t length,
                      bool value) {
  size_t used;
  unsigned kind = read_named(in, setting, offset, &used);
  const char *word = setting->text + offset;
  if (used + 1 >= length || word[used] != ':') {
    mr_span at = mr_setting_span(setting, offset, length);
    mr_diagnose(in->list, MR_ERR_SYNTAX, &at, NULL, "expected letter:%s, such as %s",
                value ? "number" : "name", mr_fy_keys[MR_FY_KEY_PIECE_NAMES + value].example);
    return;
  }
  if (!value && length - used - 1 > NAME_MOST) {
    mr_span at = mr_setting_span(setting, offset, length);
    mr_diagnose(in->list, MR_ERR_LIMIT, &at, NULL, "the name of a piece has at most %d characters",
                NAME_MOST);
    return;
  }
  if (value && !is_number(word + used + 1, length - used - 1)) {
    mr_span at = mr_setting_span(setting, offset + used + 1, length - used - 1);
    mr_diagnose(in->list, MR_ERR_SYNTAX, &at, NULL, "expected a number, such as 4 or 3.25");
    return;
  }
  char *text = mr_arena_copy(in->arena, word + used + 1, length - used - 1);
  in->starved = in->starved || text == NULL;
  if (!kind || text == NULL) {
    return;
  }
  for (char *c = text; *c; c++) {
    *c = *c == '_' && !value ? ' ' : *c;
  }
  if (value) {
    in->rules->kinds[kind].value = text;
  } else {
    in->rules->kinds[kind].name = text;
  }
}

static void read_pairs(mr_fy_reading *in, unsigned key, bool value) {
  const mr_setting *setting = mr_fy_setting(in, key);
  for (size_t at = 0; setting != NULL && at < setting->length;) {
    size_t length = strcspn(setting->text + at, " \t\n");
    if (length > 0) {
      read_pair(in, setting, at, length, value);
    }
    at += length + 1;
  }
}

/* A promoted form without a name of its own has that of its base. */
static void name_forms(mr_fy_reading *in) {
  mr_fy_rules *rules = in->rules;
  for (unsigned i = 1; i <= rules->kind_count; i++) {
    if (!rules->kinds[i].plus || rules->kinds[i].name != NULL) {
      continue;
    }
    char buffer[256];
    mr_str name;
    mr_str_fixed(&name, buffer, sizeof buffer);
    mr_str_format(&name, "promoted %s", rules->kinds[rules->kinds[i].base].name);
    rules->kinds[i].name = mr_fy_copy(in, name.data, name.length);
  }
}

void mr_fy_read_names(mr_fy_reading *in) {
  read_pairs(in, MR_FY_KEY_PIECE_NAMES, false);
  read_pairs(in, MR_FY_KEY_PIECE_VALUES, true);
  name_forms(in);
}
