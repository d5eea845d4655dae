/* Drops that are a duty, or that depend on what stands on the board: read, and told in sentences.
 */
#include <string.h>

#include "rules/fairy/compile/read.h"
#include "rules/fairy/text/texts.h"

/* ---- reading --------------------------------------------------------------------------------- */

static void read_duty(mr_fy_reading *in) {
  const mr_setting *type = mr_fy_setting(in, MR_FY_KEY_MUST_DROP_TYPE);
  mr_fy_letters letters = mr_fy_read_letters(in, type, (mr_fy_letters){.all = true});
  if (letters.count > 1 || (letters.count > 0 && letters.all)) {
    mr_fy_complain(in, MR_ERR_SYNTAX, type, 0, SIZE_MAX, "'%s' names one piece, or * for all",
                   type->key);
  }
  if (mr_fy_bool(in, MR_FY_KEY_MUST_DROP) && in->rules->drops) {
    in->rules->must_drop = letters.all          ? UINT64_MAX
                           : letters.count == 1 ? UINT64_C(1) << in->slots[letters.slots[0]].kind
                                                : 0;
  }
}

/* Words of the dialect, and those of them that are read. */
static void read_place(mr_fy_reading *in) {
  static const struct {
    const char *word;
    mr_fy_drop_place place;
    bool known;
  } words[] = {{"none", MR_FY_DROP_ANYWHERE, true},     {"top", MR_FY_DROP_ON_TOP, true},
               {"anyside", MR_FY_DROP_FROM_EDGE, true}, {"reversi", MR_FY_DROP_ANYWHERE, false},
               {"ataxx", MR_FY_DROP_ANYWHERE, false},   {"quadwrangle", MR_FY_DROP_ANYWHERE, false},
               {"snort", MR_FY_DROP_ANYWHERE, false}};
  const mr_setting *setting = mr_fy_setting(in, MR_FY_KEY_ENCLOSING_DROP);
  if (setting == NULL) {
    return;
  }
  size_t i = 0;
  while (i < sizeof words / sizeof *words && strcmp(setting->text, words[i].word) != 0) {
    i++;
  }
  if (i == sizeof words / sizeof *words) {
    mr_fy_complain(in, MR_ERR_SYNTAX, setting, 0, SIZE_MAX, "'%s' is one of: none, top, anyside",
                   setting->key);
  } else if (!words[i].known) {
    mr_diagnose(in->list, MR_ERR_UNSUPPORTED, &setting->key_at, NULL,
                "'%s' is not supported as %s: a drop does not depend on whose neighbours there are",
                setting->key, words[i].word);
  } else {
    in->rules->drop_place = words[i].place;
  }
}

void mr_fy_read_placing(mr_fy_reading *in) {
  mr_fy_rules *rules = in->rules;
  mr_fy_letters bishop = {.slots = {MR_FY_KEY_BISHOP}, .count = 1};
  unsigned rook = in->slots[MR_FY_KEY_ROOK].kind;
  read_duty(in);
  read_place(in);
  if (mr_fy_bool(in, MR_FY_KEY_OPPOSITE_BISHOP)) {
    rules->halved = mr_fy_kinds_of(in, &bishop);
  }
  for (unsigned side = 0; rook && mr_fy_bool(in, MR_FY_KEY_SITTUYIN_ROOK) && side < 2; side++) {
    mr_fy_set first = {{0}};
    for (unsigned file = 0; file < rules->files; file++) {
      mr_fy_set_add(&first, (side == MR_FY_WHITE ? 0u : rules->ranks - 1u) * rules->files + file);
    }
    mr_fy_set *region = &rules->kinds[rook].drop_region[side];
    *region = mr_fy_set_and(*region, first);
  }
}

/* ---- sentences ------------------------------------------------------------------------------- */

void mr_fy_add_placing(const mr_fy_rules *rules, mr_str *out) {
  uint64_t halved = rules->halved & rules->held;
  if (rules->drop_place == MR_FY_DROP_ON_TOP) {
    mr_str_add(out, " A piece is dropped on the lowest rank, or right above a square that is not "
                    "empty.");
  } else if (rules->drop_place == MR_FY_DROP_FROM_EDGE) {
    mr_str_add(out, " A piece slides in from an edge along a rank or a file, as far as the squares "
                    "are empty: it is dropped where it comes to stand.");
  }
  if (halved != 0) {
    mr_str_add(out,
               " On squares of one colour no more than half, rounded up, of a side's pieces of "
               "this sort come to stand by a drop, and no other piece takes the squares that "
               "they need for that: ");
    mr_fy_add_kinds(rules, halved, ", ", out);
    mr_str_char(out, '.');
  }
  if (rules->must_drop != 0) {
    mr_str_add(out, " Who has a piece in hand and can drop it has to");
    if (rules->must_drop != UINT64_MAX) {
      mr_str_add(out, ", and drops nothing else before: this goes for ");
      mr_fy_add_kinds(rules, rules->must_drop, " and ", out);
    }
    mr_str_add(out, rules->must_capture ? ", unless a capture has to be made." : ".");
  }
}
