#include <stdarg.h>
#include <string.h>

#include "rules/fairy/compile/read.h"

void mr_fy_complain(mr_fy_reading *in, mr_status status, const mr_setting *setting, size_t at,
                    size_t length, const char *format, ...) {
  char message[4096];
  mr_str text = mr_str_fixed(message, sizeof message);
  mr_span span = mr_setting_span(setting, at, length);
  va_list args;
  va_start(args, format);
  mr_str_vformat(&text, format, args);
  va_end(args);
  mr_diagnose(in->list, status, &span, NULL, "%s", message);
}

const char *mr_fy_print(mr_fy_reading *in, const char *format, ...) {
  char buffer[256];
  mr_str text = mr_str_fixed(buffer, sizeof buffer);
  va_list args;
  va_start(args, format);
  mr_str_vformat(&text, format, args);
  va_end(args);
  return mr_fy_copy(in, text.data, text.length);
}

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

bool mr_fy_next_word(const mr_setting *setting, mr_fy_word *word) {
  if (setting == NULL) {
    return false;
  }
  word->at += word->length;
  word->at += strspn(setting->text + word->at, " \t\n");
  word->length = strcspn(setting->text + word->at, " \t\n");
  return word->length > 0;
}

/* ---- pieces ---------------------------------------------------------------------------------- */

unsigned mr_fy_slot_named(const mr_fy_reading *in, char letter, uint32_t depth) {
  unsigned found = MR_FY_SLOT_COUNT;
  uint32_t nearest = UINT32_MAX;
  for (unsigned i = 0; mr_text_is_letter(letter) && i < MR_FY_SLOT_COUNT; i++) {
    const mr_setting *setting = in->slots[i].setting;
    while (setting != NULL && setting->depth < depth) {
      setting = setting->inherited;
    }
    if (mr_fy_letter_of(setting) == mr_text_upper(letter) && setting->depth < nearest) {
      nearest = setting->depth;
      found = i;
    }
  }
  return found;
}

const char *mr_fy_list_letters(const mr_fy_reading *in, char *buffer, size_t size) {
  unsigned left = 0;
  mr_str text = mr_str_fixed(buffer, size);
  for (unsigned i = 0; i < MR_FY_SLOT_COUNT; i++) {
    left += in->slots[i].letter != '\0';
  }
  mr_str_add(&text, left == 0 ? "there is no piece" : left == 1 ? "there is only " : "there are ");
  for (unsigned i = 0; i < MR_FY_SLOT_COUNT; i++) {
    if (in->slots[i].letter) {
      left--;
      mr_str_char(&text, in->slots[i].letter);
      mr_str_add(&text, left > 1 ? ", " : left == 1 ? " and " : "");
    }
  }
  return buffer;
}

unsigned mr_fy_find_slot(mr_fy_reading *in, const mr_setting *setting, size_t at) {
  unsigned slot = mr_fy_slot_named(in, setting->text[at], setting->depth);
  if (slot == MR_FY_SLOT_COUNT) {
    char letters[256];
    mr_fy_complain(in, MR_ERR_UNKNOWN, setting, at, 1, "no piece has this letter; %s",
                   mr_fy_list_letters(in, letters, sizeof letters));
  }
  return slot;
}

mr_fy_letters mr_fy_read_letters(mr_fy_reading *in, const mr_setting *setting,
                                 mr_fy_letters otherwise) {
  mr_fy_letters out = {.count = 0};
  if (setting == NULL) {
    return otherwise;
  }
  for (size_t i = 0; i < setting->length && setting->text[i] != '-'; i++) {
    char c = setting->text[i];
    out.all = out.all || c == '*';
    if (mr_text_is_blank(c) || c == '*') {
      continue;
    }
    if (c == '#' || c == ';') {
      mr_fy_complain(in, MR_ERR_SYNTAX, setting, i, SIZE_MAX,
                     "a comment stands on a line of its own, not behind a value");
      break;
    }
    unsigned slot = mr_fy_slot_named(in, c, setting->depth);
    if (slot == MR_FY_SLOT_COUNT) {
      char letters[256];
      mr_fy_complain(in, MR_ERR_UNKNOWN, setting, i, 1,
                     "'%s' names a piece '%c' that there is not; %s", setting->key,
                     mr_text_is_print(c) ? c : '?',
                     mr_fy_list_letters(in, letters, sizeof letters));
    } else if (in->slots[slot].kind && memchr(out.slots, (int)slot, out.count) == NULL) {
      out.slots[out.count++] = (uint8_t)slot;
    }
  }
  return out;
}

uint64_t mr_fy_kinds_of(const mr_fy_reading *in, const mr_fy_letters *letters) {
  uint64_t kinds = 0;
  if (letters->all) {
    return (UINT64_C(2) << in->rules->kind_count) - 2;
  }
  for (unsigned i = 0; i < letters->count; i++) {
    unsigned kind = in->slots[letters->slots[i]].kind, form = in->slots[letters->slots[i]].form;
    kinds |= kind ? UINT64_C(1) << kind : 0;
    kinds |= form && !in->model[form] ? UINT64_C(1) << form : 0;
    for (unsigned k = 1; kind && k <= in->rules->kind_count; k++) {
      kinds |= in->model[k] == kind ? UINT64_C(1) << k : 0;
    }
  }
  return kinds;
}

/* ---- squares --------------------------------------------------------------------------------- */

/* What was meant by a word that is no square: a file or a rank without its star. NULL: who knows */
static const char *mend_square(const mr_fy_rules *rules, const char *text, size_t length,
                               mr_hint *hint) {
  char mended[16];
  mr_str out = mr_str_fixed(mended, sizeof mended);
  uint64_t number = 0;
  if (length == 1 && mr_text_is_letter(text[0]) &&
      (unsigned)(mr_text_lower(text[0]) - 'a') < rules->files) {
    mr_str_format(&out, "%c*", mr_text_lower(text[0]));
  } else if (mr_parse_uint(text, length, rules->ranks, &number) && number > 0) {
    mr_str_format(&out, "*%u", (unsigned)number);
  } else {
    return NULL;
  }
  return mr_hint_name(hint, mended);
}

/* The nearest square, file or rank of the board. */
static const char *mend_range(const mr_fy_rules *rules, unsigned file, unsigned rank,
                              bool every_file, bool every_rank, mr_hint *hint) {
  char mended[16];
  mr_str out = mr_str_fixed(mended, sizeof mended);
  file = file < rules->files ? file : rules->files - 1u;
  rank = rank < rules->ranks ? rank : rules->ranks - 1u;
  mr_str_char(&out, every_file ? '*' : (char)('a' + file));
  if (every_rank) {
    mr_str_char(&out, '*');
  } else {
    mr_str_uint(&out, rank + 1);
  }
  return mr_hint_name(hint, mended);
}

/* "d4", "d*" or "*4". What is off the board counts as a mistake unless the board has shrunk since
 * the region was written. */
static bool read_square(mr_fy_reading *in, const mr_setting *setting, mr_fy_word word,
                        mr_fy_set *out) {
  const mr_fy_rules *rules = in->rules;
  const char *text = setting->text + word.at;
  bool every_file = text[0] == '*', every_rank = word.length == 2 && text[1] == '*';
  uint64_t number = 1;
  mr_quote quote;
  mr_hint hint;
  mr_span span = mr_setting_span(setting, word.at, word.length);
  if (word.length < 2 || !(every_file || mr_text_is_letter(text[0])) ||
      (!every_rank && (!mr_parse_uint(text + 1, word.length - 1, 999, &number) || number == 0))) {
    mr_diagnose(in->list, MR_ERR_SYNTAX, &span, mend_square(rules, text, word.length, &hint),
                "'%s' is no square; expected squares like d4, files like d* and ranks like *4, "
                "or - for none",
                mr_quote_bytes(&quote, text, word.length));
    return false;
  }
  unsigned file = every_file ? 0 : (unsigned)(mr_text_lower(text[0]) - 'a');
  unsigned rank = (unsigned)number - 1;
  if (file >= rules->files || rank >= rules->ranks) {
    if (setting->depth <= in->board_depth) {
      mr_diagnose(in->list, MR_ERR_RANGE, &span,
                  mend_range(rules, file, rank, every_file, every_rank, &hint),
                  "'%s' is not on the board, which goes from a1 to %c%u",
                  mr_quote_bytes(&quote, text, word.length), 'a' + rules->files - 1,
                  (unsigned)rules->ranks);
    }
    return setting->depth > in->board_depth;
  }
  for (unsigned cell = 0; cell < rules->cells; cell++) {
    if ((every_file || cell % rules->files == file) &&
        (every_rank || cell / rules->files == rank)) {
      mr_fy_set_add(out, cell);
    }
  }
  return true;
}

bool mr_fy_read_squares(mr_fy_reading *in, const mr_setting *setting, size_t begin, size_t end,
                        mr_fy_set *out) {
  mr_fy_set set = {{0}};
  mr_fy_word word = {begin, 0};
  bool good = true;
  while (mr_fy_next_word(setting, &word) && word.at < end &&
         !mr_text_is(setting->text + word.at, word.length, "-")) {
    good = read_square(in, setting, word, &set) && good;
  }
  if (good) {
    *out = set;
  }
  return good;
}
