#include <string.h>

#include "base/text.h"
#include "rules/fairy/compile/read.h"

mr_fy_kind *mr_fy_new_kind(mr_fy_reading *in, unsigned slot, const mr_setting *setting) {
  mr_fy_rules *rules = in->rules;
  if (rules->kind_count == MR_FY_KINDS_MAX) {
    mr_diagnose(in->list, MR_ERR_LIMIT, &setting->key_at, NULL,
                "a game has at most %d kinds of pieces, promoted forms included", MR_FY_KINDS_MAX);
    return NULL;
  }
  unsigned number = ++rules->kind_count;
  mr_fy_kind *kind = &rules->kinds[number];
  kind->mobility[0] = kind->mobility[1] = in->board;
  in->slot_of[number] = (uint8_t)slot;
  return kind;
}

/* ---- promotedFormCustomPiece3 = KmN ---------------------------------------------------------- */

static mr_fy_kind *add_form(mr_fy_reading *in, unsigned slot, const mr_setting *setting) {
  mr_fy_kind *kind = mr_fy_new_kind(in, slot, setting);
  if (kind == NULL) {
    return NULL;
  }
  kind->plus = true;
  kind->base = in->slots[slot].kind;
  kind->letter = in->slots[slot].letter;
  in->slots[slot].form = (uint8_t)(kind - in->rules->kinds);
  return kind;
}

static void read_form(mr_fy_reading *in, unsigned slot, const mr_setting *setting) {
  if (setting->length == 0) {
    mr_diagnose(in->list, MR_ERR_SYNTAX, &setting->key_at, NULL,
                "'%s' is empty; expected a movement, or - for none", setting->key);
    return;
  }
  mr_fy_kind *kind = strcmp(setting->text, "-") == 0 ? NULL : add_form(in, slot, setting);
  mr_error err = {0};
  if (kind == NULL) {
    return;
  }
  kind->text = mr_fy_copy(in, setting->text, setting->length);
  mr_status status = mr_betza_parse(setting->text, setting->length, in->arena, &kind->betza, &err);
  if (status != MR_OK) {
    mr_span at = mr_setting_span(setting, err.column > 0 ? err.column - 1 : 0, 1);
    mr_diagnose(in->list, status, &at, NULL, "the movement '%s' cannot be read: %s", setting->text,
                err.message);
  }
}

/* ---- promotedPieceType = p:g s:g ------------------------------------------------------------- */

static void link_form(mr_fy_reading *in, unsigned slot, unsigned as, const mr_setting *setting) {
  mr_fy_kind *kind = add_form(in, slot, setting);
  if (kind == NULL) {
    return;
  }
  const mr_fy_kind *from = &in->rules->kinds[in->slots[as].kind];
  in->model[kind - in->rules->kinds] = in->slots[as].kind;
  kind->text = from->text;
  kind->betza = from->betza;
}

/* The slot of a letter in a pair; MR_FY_SLOT_COUNT where no piece has it any more, or at all, which
 * is a complaint. */
static unsigned pair_slot(mr_fy_reading *in, const mr_setting *setting, size_t offset) {
  char letter = mr_text_upper(setting->text[offset]);
  unsigned slot = mr_text_is_letter(letter) ? mr_fy_slot_named(in, letter, setting->depth)
                                            : (unsigned)MR_FY_SLOT_COUNT;
  if (slot == MR_FY_SLOT_COUNT) {
    char letters[256];
    mr_span at = mr_setting_span(setting, offset, 1);
    mr_diagnose(in->list, MR_ERR_UNKNOWN, &at, NULL, "no piece has this letter; there are %s",
                mr_fy_list_letters(in, letters, sizeof letters));
    return MR_FY_SLOT_COUNT;
  }
  return in->slots[slot].kind ? slot : (unsigned)MR_FY_SLOT_COUNT;
}

/** What is known of the pieces while the pairs are read, the nearest first. */
typedef struct pairs {
  const mr_setting *setting;
  const mr_setting *said[MR_FY_SLOT_COUNT]; /**< where a piece's promotion was settled */
} pairs;

static void read_link(mr_fy_reading *in, pairs *known, size_t offset, size_t length) {
  const mr_setting *setting = known->setting;
  const char *word = setting->text + offset;
  mr_span at = mr_setting_span(setting, offset, length);
  if (length != 3 || word[1] != ':') {
    mr_diagnose(in->list, MR_ERR_SYNTAX, &at, NULL,
                "expected two letters with a colon between them, such as p:g");
    return;
  }
  unsigned slot = pair_slot(in, setting, offset);
  unsigned as = word[2] == '-' ? (unsigned)MR_FY_SLOT_COUNT : pair_slot(in, setting, offset + 2);
  if (slot == MR_FY_SLOT_COUNT) {
    return;
  }
  const mr_setting *said = known->said[slot];
  known->said[slot] = said != NULL ? said : setting;
  if (said == setting || (said == NULL && in->slots[slot].form)) {
    mr_diagnose(in->list, MR_ERR_DUPLICATE, &at, NULL, "the piece '%c' has a promoted form already",
                in->slots[slot].letter);
  } else if (said == NULL && as < MR_FY_SLOT_COUNT) {
    link_form(in, slot, as, setting);
  }
}

/* A child adds pairs to those of its parent, and settles those that it names anew. */
static void read_links(mr_fy_reading *in) {
  pairs known = {.setting = mr_fy_setting(in, MR_FY_KEY_PROMOTED_PIECE)};
  for (; known.setting != NULL; known.setting = known.setting->inherited) {
    const char *text = known.setting->text;
    for (size_t at = 0; strcmp(text, "-") != 0 && at < known.setting->length;) {
      size_t length = strcspn(text + at, " \t\n");
      if (length > 0) {
        read_link(in, &known, at, length);
      }
      at += length + 1;
    }
  }
}

void mr_fy_read_forms(mr_fy_reading *in) {
  for (unsigned i = 0; i < MR_FY_SLOT_COUNT; i++) {
    char key[MR_DEFINITION_NAME_MAX];
    mr_str name;
    mr_str_fixed(&name, key, sizeof key);
    mr_str_format(&name, "promotedForm%c%s", mr_text_upper(in->slots[i].key[0]),
                  in->slots[i].key + 1);
    const mr_setting *setting = mr_definition_find(in->definition, key);
    if (setting != NULL && in->slots[i].kind) {
      read_form(in, i, setting);
    }
  }
  read_links(in);
}
