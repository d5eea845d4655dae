#include <string.h>

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
    mr_str key = mr_str_fixed(slot->key, sizeof slot->key);
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

/* A piece of a child takes the letter of an inherited one, which leaves the game. */
static void resolve_clash(mr_fy_reading *in, mr_fy_slot *first, mr_fy_slot *second) {
  if (first->setting->depth == second->setting->depth) {
    mr_span given = mr_setting_span(first->setting, 0, 1);
    mr_fy_complain(in, MR_ERR_DUPLICATE, second->setting, 0, 1,
                   "the letter '%c' is that of %s already", second->letter, first->key);
    mr_diagnose_as(in->list, MR_SEVERITY_NOTE, MR_ERR_DUPLICATE, &given, NULL, "it was given here");
  }
  if (first->setting->depth > second->setting->depth) {
    first->letter = '\0';
  } else {
    second->letter = '\0';
  }
}

static void report_value(mr_fy_reading *in, const mr_fy_slot *slot, const char *expected) {
  mr_quote quote;
  mr_fy_complain(in, MR_ERR_SYNTAX, slot->setting, 0, SIZE_MAX, "'%s' is '%s'; expected %s",
                 slot->key, mr_quote_text(&quote, slot->setting->text), expected);
}

static void read_letter(mr_fy_reading *in, mr_fy_slot *slot) {
  const char *text = slot->setting->text;
  slot->letter = mr_fy_letter_of(slot->setting);
  if (!slot->letter && strcmp(text, "-") != 0) {
    report_value(in, slot, slot->movement != NULL ? "a letter, or - for none" : "letter:movement");
  } else if (slot->letter && text[1] != ':') {
    if (slot->movement == NULL) {
      report_value(in, slot, "letter:movement, such as h:NmB3");
    } else if (text[1] != '\0') {
      report_value(in, slot, "one letter");
    }
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
  for (unsigned i = 0; i < MR_FY_SLOT_COUNT; i++) {
    for (unsigned j = 0; j < i; j++) {
      if (in->slots[i].letter && in->slots[i].letter == in->slots[j].letter) {
        resolve_clash(in, &in->slots[j], &in->slots[i]);
      }
    }
  }
}

/* ---- kinds ----------------------------------------------------------------------------------- */

mr_fy_kind *mr_fy_new_kind(mr_fy_reading *in, unsigned slot, const mr_setting *setting) {
  mr_fy_rules *rules = in->rules;
  if (rules->kind_count == MR_FY_KINDS_MAX) {
    mr_diagnose(in->list, MR_ERR_UNSUPPORTED, &setting->key_at, NULL,
                "a game has at most %d kinds of pieces, promoted forms included", MR_FY_KINDS_MAX);
    return NULL;
  }
  unsigned number = ++rules->kind_count;
  mr_fy_kind *kind = &rules->kinds[number];
  kind->mobility[0] = kind->mobility[1] = in->board;
  in->slot_of[number] = (uint8_t)slot;
  return kind;
}

/* "shogiPawn" is "Shogi pawn" for people, "customPiece3" the letter that it has. */
static const char *standard_name(mr_fy_reading *in, unsigned index) {
  const mr_fy_slot *slot = &in->slots[index];
  char buffer[2 * sizeof slot->key];
  mr_str name = mr_str_fixed(buffer, sizeof buffer);
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

/** Says where the peer takes a grasshopper whose range is bounded for a cannon of that range. */
static void note_ranges(mr_fy_reading *in, const mr_fy_kind *kind, const mr_setting *setting,
                        size_t at) {
  size_t count;
  const mr_betza_term *terms = mr_betza_terms(kind->betza, &count);
  for (size_t i = 0; i < count; i++) {
    /* Over two squares both hop over a neighbour and land behind it. */
    if (terms[i].kind != MR_BETZA_GRASS || terms[i].legs[0].range < 3) {
      continue;
    }
    mr_span span = mr_setting_span(setting, at + terms[i].text_at, terms[i].text_count);
    mr_diagnose_as(
        in->list, MR_SEVERITY_NOTE, MR_ERR_UNSUPPORTED, &span, NULL,
        "counts of positions will differ from Fairy-Stockfish's: there 'g' with a range is "
        "'p', which may land on any square behind the piece that is hopped over");
  }
}

/* A movement and what is wrong with it, which stands at byte `at` of the value. */
static void parse_movement(mr_fy_reading *in, mr_fy_kind *kind, const char *text,
                           const mr_setting *setting, size_t at) {
  mr_error err = {0};
  kind->text = mr_fy_copy(in, text, strlen(text));
  mr_status status = mr_betza_parse(text, strlen(text), in->arena, &kind->betza, &err);
  if (status != MR_OK) {
    size_t column = err.column > 0 && text == setting->text + at ? err.column - 1 : 0;
    mr_fy_complain(in, status, setting, at + column, 1, "the movement '%s' cannot be read: %s",
                   text, err.message);
  } else if (setting->depth <= 1 && text == setting->text + at) {
    note_ranges(in, kind, setting, at);
  }
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

/** A movement behind the letter of a piece that has one: its line as that of a custom piece. */
static void report_own_movement(mr_fy_reading *in, const mr_fy_slot *slot) {
  unsigned free = MR_FY_SLOT_CUSTOM;
  while (free < MR_FY_SLOT_KING && in->slots[free].setting != NULL) {
    free++;
  }
  mr_quote quote;
  const char *text = slot->setting->text;
  mr_fy_complain(in, MR_ERR_SYNTAX, slot->setting, 0, SIZE_MAX,
                 "'%s' is '%s'; expected one letter; other movements are those of custom pieces: "
                 "customPiece%u = %s",
                 slot->key, mr_quote_text(&quote, text),
                 free < MR_FY_SLOT_KING ? free - MR_FY_SLOT_CUSTOM + 1 : 1, text);
}

static void read_movement(mr_fy_reading *in, unsigned index, mr_fy_kind *kind) {
  const mr_fy_slot *slot = &in->slots[index];
  const mr_setting *setting = slot->setting;
  bool own = setting->length > 1;
  size_t at = own ? 2 : 0;
  const char *text = own ? setting->text + 2 : slot->movement;
  if (index == MR_FY_KEY_PAWN) { /* it has a double step besides, where that is allowed */
    static const char *const steps[2][2] = {{"fmWfceF", "fmWfceFifmnH"},
                                            {"fmWfceFifmnD", "fmWfceFifmnDifmnH"}};
    text = steps[mr_fy_bool(in, MR_FY_KEY_DOUBLE_STEP)][mr_fy_triples(in)];
  } else if (index == MR_FY_KEY_SOLDIER && mr_fy_number(in, MR_FY_KEY_SOLDIER_RANK) > 1) {
    text = "fWisW"; /* its region is that of the `i`: mr_fy_read_regions */
  }
  if (text == NULL) {
    return; /* reported with the letter */
  }
  if (own && slot->movement != NULL && index != MR_FY_SLOT_KING) {
    report_own_movement(in, slot);
    return;
  }
  if (own && *text == '\0') {
    mr_fy_complain(in, MR_ERR_SYNTAX, setting, 0, SIZE_MAX,
                   "'%s' has no movement behind its colon; a piece that cannot move is written "
                   "immobile = %c",
                   slot->key, mr_text_lower(slot->letter));
    return;
  }
  parse_movement(in, kind, text, setting, at);
  if (kind->betza != NULL && mr_betza_takes_ep(kind->betza) && passes_far(kind->betza)) {
    mr_fy_complain(
        in, MR_ERR_UNSUPPORTED, setting, at, own ? strlen(text) : 1,
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

/* ---- promoted forms: promotedFormCustomPiece3 = KmN ------------------------------------------ */

static mr_fy_kind *add_form(mr_fy_reading *in, unsigned slot, const mr_setting *setting) {
  mr_fy_kind *kind = mr_fy_new_kind(in, slot, setting);
  if (kind != NULL) {
    kind->plus = true;
    kind->base = in->slots[slot].kind;
    kind->letter = in->slots[slot].letter;
    in->slots[slot].form = (uint8_t)(kind - in->rules->kinds);
  }
  return kind;
}

/* ---- promotedPieceType = p:g s:g ------------------------------------------------------------- */

/* The slot of a letter in a pair; MR_FY_SLOT_COUNT where no piece has it any more, or at all. Of a
 * predefined piece that has left the game the movement can still be taken on. */
static unsigned pair_slot(mr_fy_reading *in, const mr_setting *setting, size_t at, bool movement) {
  unsigned slot = mr_fy_find_slot(in, setting, at);
  bool good = slot < MR_FY_SLOT_COUNT &&
              (in->slots[slot].kind ||
               (movement && slot < MR_FY_SLOT_CUSTOM && in->slots[slot].movement != NULL));
  return good ? slot : (unsigned)MR_FY_SLOT_COUNT;
}

/* The form of a piece that takes on the movement of another, which need not be in the game. */
static void link_form(mr_fy_reading *in, unsigned slot, unsigned as, const mr_setting *setting,
                      size_t at) {
  mr_fy_kind *kind = add_form(in, slot, setting);
  if (kind == NULL) {
    return;
  }
  mr_fy_kind *model = &in->rules->kinds[in->slots[as].kind];
  if (!in->slots[as].kind) {
    in->model[kind - in->rules->kinds] = (uint8_t)(kind - in->rules->kinds);
    parse_movement(in, kind, in->slots[as].movement, setting, at);
    return;
  }
  in->model[kind - in->rules->kinds] = in->slots[as].kind;
  kind->text = model->text;
  kind->betza = model->betza;
  model->lent = true;
}

/* @param said by slot: where the promotion of its piece was settled */
static void read_link(mr_fy_reading *in, const mr_setting *setting, mr_fy_word word,
                      const mr_setting **said) {
  const char *text = setting->text + word.at;
  if (word.length != 3 || text[1] != ':') {
    mr_fy_complain(in, MR_ERR_SYNTAX, setting, word.at, word.length,
                   "expected two letters with a colon between them, such as p:g");
    return;
  }
  unsigned slot = pair_slot(in, setting, word.at, false);
  unsigned as =
      text[2] == '-' ? (unsigned)MR_FY_SLOT_COUNT : pair_slot(in, setting, word.at + 2, true);
  if (slot == MR_FY_SLOT_COUNT) {
    return;
  }
  const mr_setting *before = said[slot];
  said[slot] = before != NULL ? before : setting;
  if (before == setting || (before == NULL && in->slots[slot].form)) {
    mr_fy_complain(in, MR_ERR_DUPLICATE, setting, word.at, word.length,
                   "the piece '%c' has a promoted form already", in->slots[slot].letter);
  } else if (before == NULL && as < MR_FY_SLOT_COUNT) {
    link_form(in, slot, as, setting, word.at);
  }
}

void mr_fy_read_forms(mr_fy_reading *in) {
  for (unsigned i = 0; i < MR_FY_SLOT_COUNT; i++) {
    char key[MR_DEFINITION_NAME_MAX];
    mr_str name = mr_str_fixed(key, sizeof key);
    mr_str_format(&name, "promotedForm%c%s", mr_text_upper(in->slots[i].key[0]),
                  in->slots[i].key + 1);
    const mr_setting *setting = mr_definition_find(in->definition, key);
    if (setting == NULL || !in->slots[i].kind) {
      continue;
    }
    if (setting->length == 0) {
      mr_diagnose(in->list, MR_ERR_SYNTAX, &setting->key_at, NULL,
                  "'%s' is empty; expected a movement, or - for none", setting->key);
    } else if (strcmp(setting->text, "-") != 0) {
      mr_fy_kind *kind = add_form(in, i, setting);
      if (kind != NULL) {
        parse_movement(in, kind, setting->text, setting, 0);
      }
    }
  }
  /* A child adds pairs to those of its parent, and settles those that it names anew. */
  const mr_setting *said[MR_FY_SLOT_COUNT] = {NULL};
  const mr_setting *setting = mr_fy_setting(in, MR_FY_KEY_PROMOTED_PIECE);
  for (; setting != NULL; setting = setting->inherited) {
    mr_fy_word word = {0, 0};
    while (strcmp(setting->text, "-") != 0 && mr_fy_next_word(setting, &word)) {
      read_link(in, setting, word, said);
    }
  }
}

/* ---- names and values ------------------------------------------------------------------------ */

/* The kind that "+l" names at the start of a word; 0 with a complaint. What a parent's names are of
 * may be gone, a form with its promotion: they keep nobody from changing the rules. */
static unsigned read_named(mr_fy_reading *in, const mr_setting *setting, size_t at, size_t *used) {
  bool plus = setting->text[at] == '+';
  char letter = setting->text[at + plus];
  unsigned slot = mr_fy_slot_named(in, letter, setting->depth);
  *used = plus ? 2u : 1u;
  if (slot == MR_FY_SLOT_COUNT) {
    char letters[256];
    mr_fy_complain(in, MR_ERR_UNKNOWN, setting, at, *used, "no piece has this letter; %s",
                   mr_fy_list_letters(in, letters, sizeof letters));
    return 0;
  }
  if (plus && in->slots[slot].kind && !in->slots[slot].form && setting->depth <= 1) {
    mr_fy_complain(in, MR_ERR_UNKNOWN, setting, at, *used, "the piece '%c' has no promoted form",
                   mr_text_upper(letter));
  }
  return plus ? in->slots[slot].form : in->slots[slot].kind;
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

/* Whether a kind has no pair yet in this value; a complaint where it has.
 * @param first by kind: its pair, empty where there is none */
static bool is_first_pair(mr_fy_reading *in, const mr_setting *setting, mr_fy_word word,
                          unsigned kind, mr_fy_word *first, const char *what) {
  if (first[kind].length == 0) {
    first[kind] = word;
    return true;
  }
  mr_span given = mr_setting_span(setting, first[kind].at, first[kind].length);
  mr_fy_complain(in, MR_ERR_DUPLICATE, setting, word.at, word.length,
                 "the piece '%s%c' has been given a %s already",
                 in->rules->kinds[kind].plus ? "+" : "", in->rules->kinds[kind].letter, what);
  mr_diagnose_as(in->list, MR_SEVERITY_NOTE, MR_ERR_DUPLICATE, &given, NULL, "it was given here");
  return false;
}

/* One word "+l:Great_Lion" of a list, into the field of its kind. */
static void read_pair(mr_fy_reading *in, const mr_setting *setting, mr_fy_word word, bool value,
                      mr_fy_word *first) {
  size_t used;
  unsigned kind = read_named(in, setting, word.at, &used);
  const char *text = setting->text + word.at;
  if (used + 1 >= word.length || text[used] != ':') {
    mr_fy_complain(in, MR_ERR_SYNTAX, setting, word.at, word.length,
                   "expected letter:%s, such as %s", value ? "number" : "name",
                   mr_fy_keys[MR_FY_KEY_PIECE_NAMES + value].example);
    return;
  }
  text += used + 1;
  size_t length = word.length - used - 1;
  if (!value && length > NAME_MOST) {
    mr_fy_complain(in, MR_ERR_LIMIT, setting, word.at, word.length,
                   "the name of a piece has at most %d characters", NAME_MOST);
    return;
  }
  if (value && !is_number(text, length)) {
    mr_fy_complain(in, MR_ERR_SYNTAX, setting, word.at + used + 1, length,
                   "expected a number, such as 4 or 3.25");
    return;
  }
  char *copy = mr_arena_copy(in->arena, text, length);
  in->starved = in->starved || copy == NULL;
  if (!kind || copy == NULL ||
      !is_first_pair(in, setting, word, kind, first, value ? "value" : "name")) {
    return;
  }
  if (value) {
    in->rules->kinds[kind].value = copy;
    return;
  }
  for (char *c = strchr(copy, '_'); c != NULL; c = strchr(c, '_')) {
    *c = ' ';
  }
  in->rules->kinds[kind].name = copy;
}

void mr_fy_read_names(mr_fy_reading *in) {
  mr_fy_rules *rules = in->rules;
  for (unsigned value = 0; value < 2; value++) {
    const mr_setting *setting = mr_fy_setting(in, MR_FY_KEY_PIECE_NAMES + value);
    mr_fy_word word = {0, 0}, first[MR_FY_KINDS_MAX + 1] = {{0, 0}};
    while (mr_fy_next_word(setting, &word)) {
      read_pair(in, setting, word, value == 1, first);
    }
  }
  for (unsigned i = 1; i <= rules->kind_count; i++) {
    mr_fy_kind *kind = &rules->kinds[i];
    if (kind->plus && kind->name == NULL) { /* it is called after its base */
      kind->name = mr_fy_print(in, "promoted %s", rules->kinds[kind->base].name);
    }
  }
}
