#include <string.h>

#include "base/text.h"
#include "rules/fairy/compile/read.h"

const mr_setting *mr_fy_nearest_setting(const mr_fy_reading *in, const unsigned *keys,
                                        size_t count) {
  const mr_setting *best = NULL;
  for (size_t i = 0; i < count; i++) {
    const mr_setting *setting = mr_fy_setting(in, keys[i]);
    if (setting != NULL && (best == NULL || setting->depth <= best->depth)) {
      best = setting;
    }
  }
  return best;
}

/* ---- pieces ---------------------------------------------------------------------------------- */

static void add_slot(mr_fy_letters *out, unsigned slot) {
  for (unsigned i = 0; i < out->count; i++) {
    if (out->slots[i] == slot) {
      return;
    }
  }
  out->slots[out->count++] = (uint8_t)slot;
}

void mr_fy_read_letters(mr_fy_reading *in, const mr_setting *setting, mr_fy_letters *out) {
  *out = (mr_fy_letters){.count = 0};
  for (size_t i = 0; setting != NULL && i < setting->length && setting->text[i] != '-'; i++) {
    char c = setting->text[i];
    if (c == '*') {
      out->all = true;
    }
    if (mr_text_is_blank(c) || c == '*') {
      continue;
    }
    unsigned slot = mr_text_is_letter(c) ? mr_fy_slot_named(in, mr_text_upper(c), setting->depth)
                                         : (unsigned)MR_FY_SLOT_COUNT;
    if (slot < MR_FY_SLOT_COUNT) {
      if (in->slots[slot].kind) {
        add_slot(out, slot);
      }
      continue;
    }
    char letters[256];
    mr_span at = mr_setting_span(setting, i, 1);
    mr_diagnose(in->list, MR_ERR_UNKNOWN, &at, NULL,
                "'%s' names a piece '%c' that there is not; there are %s", setting->key,
                mr_text_is_print(c) ? c : '?', mr_fy_list_letters(in, letters, sizeof letters));
  }
}

uint64_t mr_fy_kinds_of_slot(const mr_fy_reading *in, unsigned slot) {
  unsigned kind = in->slots[slot].kind, form = in->slots[slot].form;
  uint64_t kinds = kind ? UINT64_C(1) << kind : 0;
  if (form && !in->model[form]) {
    kinds |= UINT64_C(1) << form;
  }
  for (unsigned i = 1; kind && i <= in->rules->kind_count; i++) {
    if (in->model[i] == kind) {
      kinds |= UINT64_C(1) << i;
    }
  }
  return kinds;
}

uint64_t mr_fy_kinds_of(const mr_fy_reading *in, const mr_fy_letters *letters) {
  uint64_t kinds = 0;
  if (letters->all) {
    return (UINT64_C(2) << in->rules->kind_count) - 2;
  }
  for (unsigned i = 0; i < letters->count; i++) {
    kinds |= mr_fy_kinds_of_slot(in, letters->slots[i]);
  }
  return kinds;
}

/* ---- squares --------------------------------------------------------------------------------- */

/** A word of a region under the reader's eyes. */
typedef struct word {
  mr_fy_reading *in;
  const mr_setting *setting;
  size_t offset;
  size_t length;
} word;

static bool report_word(const word *at, bool outside) {
  mr_span span = mr_setting_span(at->setting, at->offset, at->length);
  const mr_fy_rules *rules = at->in->rules;
  mr_quote quote;
  const char *text = mr_quote_bytes(&quote, at->setting->text + at->offset, at->length);
  if (outside) {
    mr_diagnose(at->in->list, MR_ERR_RANGE, &span, NULL,
                "'%s' is not on the board, which goes from a1 to %c%u", text,
                'a' + rules->files - 1, (unsigned)rules->ranks);
  } else {
    mr_diagnose(at->in->list, MR_ERR_SYNTAX, &span, NULL,
                "'%s' is no square; expected squares like d4, files like d* and ranks like *4, "
                "or - for none",
                text);
  }
  return false;
}

static void add_squares(const mr_fy_rules *rules, unsigned file, unsigned rank, mr_fy_set *out) {
  for (unsigned cell = 0; cell < rules->cells; cell++) {
    if ((file == UINT32_MAX || cell % rules->files == file) &&
        (rank == UINT32_MAX || cell / rules->files == rank)) {
      mr_fy_set_add(out, cell);
    }
  }
}

/* "d4", "d*" or "*4". What is off the board counts as a mistake unless the board has shrunk since
 * the region was written. */
static bool read_word(const word *at, mr_fy_set *out) {
  const char *text = at->setting->text + at->offset;
  unsigned file = UINT32_MAX, rank = UINT32_MAX;
  uint64_t number = 0;
  if (at->length < 2 || !(text[0] == '*' || mr_text_is_letter(text[0]))) {
    return report_word(at, false);
  }
  if (text[0] != '*') {
    file = (unsigned)(mr_text_lower(text[0]) - 'a');
  }
  bool every_rank = at->length == 2 && text[1] == '*';
  if (!every_rank && (!mr_parse_uint(text + 1, at->length - 1, 999, &number) || number == 0)) {
    return report_word(at, false);
  }
  if (!every_rank) {
    rank = (unsigned)number - 1;
  }
  const mr_fy_rules *rules = at->in->rules;
  bool outside =
      (file != UINT32_MAX && file >= rules->files) || (rank != UINT32_MAX && rank >= rules->ranks);
  if (outside) {
    return at->setting->depth > at->in->board_depth || report_word(at, true);
  }
  add_squares(rules, file, rank, out);
  return true;
}

bool mr_fy_read_squares(mr_fy_reading *in, const mr_setting *setting, size_t begin, size_t end,
                        mr_fy_set *out) {
  mr_fy_set set = {{0}};
  bool good = true;
  for (size_t at = begin; at < end;) {
    word next = {in, setting, at, strcspn(setting->text + at, " \t\n")};
    if (next.length == 1 && setting->text[at] == '-') {
      break;
    }
    if (next.length > 0) {
      good = read_word(&next, &set) && good;
    }
    at += next.length + 1;
  }
  if (good) {
    *out = set;
  }
  return good;
}

bool mr_fy_read_region(mr_fy_reading *in, const mr_setting *setting, mr_fy_set *out) {
  return mr_fy_read_squares(in, setting, 0, setting->length, out);
}
