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

/* The word of enclosingDrop; quadwrangle is one of the dialect's that says nothing of drops. */
static void read_place(mr_fy_reading *in) {
  static const char *const words[] = {
      [MR_FY_DROP_ANYWHERE] = "none",     [MR_FY_DROP_ON_TOP] = "top",
      [MR_FY_DROP_FROM_EDGE] = "anyside", [MR_FY_DROP_ENCLOSING] = "reversi",
      [MR_FY_DROP_BESIDE_OWN] = "ataxx",  [MR_FY_DROP_APART] = "snort"};
  enum { COUNT = sizeof words / sizeof *words };
  const mr_setting *setting = mr_fy_setting(in, MR_FY_KEY_ENCLOSING_DROP);
  const mr_setting *first = mr_fy_setting(in, MR_FY_KEY_ENCLOSING_START);
  unsigned i = 0;
  while (setting != NULL && i < COUNT && strcmp(setting->text, words[i]) != 0) {
    i++;
  }
  if (i == COUNT && strcmp(setting->text, "quadwrangle") == 0) {
    mr_diagnose(in->list, MR_ERR_UNSUPPORTED, &setting->key_at, NULL,
                "'%s' is not supported as quadwrangle, which says how pieces turn", setting->key);
  } else if (i == COUNT) {
    mr_fy_complain(in, MR_ERR_SYNTAX, setting, 0, SIZE_MAX,
                   "'%s' is one of: none, top, anyside, reversi, ataxx, snort", setting->key);
  } else {
    in->rules->drop_place = (mr_fy_drop_place)i;
  }
  mr_fy_set region = {{0}};
  if (first != NULL && mr_fy_read_region(in, first, &region) &&
      in->rules->drop_place != MR_FY_DROP_ANYWHERE) {
    in->rules->drop_first = region;
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
  static const char *const places[] = {
      [MR_FY_DROP_ANYWHERE] = "",
      [MR_FY_DROP_ON_TOP] =
          " A piece is dropped on the lowest rank, or right above a square that is "
          "not empty.",
      [MR_FY_DROP_FROM_EDGE] =
          " A piece slides in from an edge along a rank or a file, as far as the "
          "squares are empty: it is dropped where it comes to stand.",
      [MR_FY_DROP_ENCLOSING] =
          " A piece is dropped where a line of enemies begins, of one or more, "
          "that ends at an own piece.",
      [MR_FY_DROP_BESIDE_OWN] = " A piece is dropped beside an own one, diagonally as well.",
      [MR_FY_DROP_APART] = " No piece is dropped beside an enemy on the same file or rank."};
  mr_str_add(out, places[rules->drop_place]);
  if (!mr_fy_set_empty(&rules->drop_first)) {
    mr_str_add(out, " Before that, as long as one of them is empty, pieces are dropped on these "
                    "squares alone: ");
    mr_fy_add_squares(rules, &rules->drop_first, out);
    mr_str_char(out, '.');
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
