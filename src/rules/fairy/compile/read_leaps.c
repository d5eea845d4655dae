/*
 * Leaps of kings and ferses that have not moved (cambodianMoves), and the rule in words.
 */
#include "rules/fairy/compile/read.h"

static void refuse(mr_fy_reading *in, const mr_setting *setting, const char *message) {
  if (setting != NULL) {
    mr_diagnose(in->list, MR_ERR_UNSUPPORTED, &setting->key_at, NULL, "%s", message);
  }
}

void mr_fy_read_leaps(mr_fy_reading *in) {
  mr_fy_leaps *leaps = &in->rules->leaps;
  const mr_setting *setting = mr_fy_setting(in, MR_FY_KEY_CAMBODIAN);
  if (leaps->on && !in->rules->gating.on && setting != NULL && setting->depth <= 1) {
    mr_diagnose_as(in->list, MR_SEVERITY_WARNING, MR_ERR_ILLEGAL, &setting->key_at, NULL,
                   "'cambodianMoves' means nothing without gating = true");
  }
  leaps->on = leaps->on && in->rules->gating.on;
  if (!leaps->on) {
    return;
  }
  if (in->rules->gating.enters) {
    refuse(in, setting, "'cambodianMoves' does not go together with seirawanGating");
  }
  leaps->kings = mr_fy_kinds_of_key(in, MR_FY_SLOT_KING);
  leaps->ferses = mr_fy_kinds_of_key(in, MR_FY_KEY_FERS);
  leaps->rooks = mr_fy_kinds_of_key(in, MR_FY_KEY_ROOK);
}

bool mr_fy_write_leaps(const mr_fy_rules *rules, mr_str *out) {
  const mr_fy_leaps *leaps = &rules->leaps;
  if (leaps->kings != 0) {
    mr_str_add(out, "From where nobody has moved yet, the ");
    mr_fy_add_kinds(rules, leaps->kings, " or ", out);
    mr_str_add(out,
               ", when not in check, leaps once to an empty square two files aside and one rank "
               "ahead");
    if (leaps->rooks != 0) {
      mr_str_add(out, ", until the other side's ");
      mr_fy_add_kinds(rules, leaps->rooks, " or ", out);
      mr_str_add(out, " has moved to its file or its rank, whatever stands between");
    }
    mr_str_char(out, '.');
  }
  if (leaps->ferses != 0) {
    mr_str_add(out,
               leaps->kings != 0 ? " From there the " : "From where nobody has moved yet, the ");
    mr_fy_add_kinds(rules, leaps->ferses, " or ", out);
    mr_str_add(out, " leaps once to an empty square two ranks straight ahead.");
  }
  return leaps->on && (leaps->kings | leaps->ferses) != 0;
}
