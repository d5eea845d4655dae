/* Mates that count by the checks that have led to them (shatarMateRule): read, and told. */
#include "rules/fairy/compile/read.h"
#include "rules/fairy/text/texts.h"

void mr_fy_read_shatar(mr_fy_reading *in) {
  mr_fy_shatar *shatar = &in->rules->shatar;
  const mr_setting *setting = mr_fy_setting(in, MR_FY_KEY_SHATAR);
  const mr_fy_conflict against[] = {
      {in->rules->chase.on, "chasingRule"},
      {in->rules->no_to_and_fro, "moveRepetitionIllegal"},
      {in->rules->split, "splitTurns"},
  };
  if (!shatar->on) {
    return;
  }
  mr_fy_refuse(in, MR_FY_KEY_SHATAR, against, sizeof against / sizeof *against);
  shatar->knights = mr_fy_kinds_of_key(in, MR_FY_KEY_KNIGHT);
  shatar->shaks = shatar->knights | mr_fy_kinds_of_key(in, MR_FY_KEY_ROOK) |
                  mr_fy_kinds_of_key(in, MR_FY_KEY_BERS);
  shatar->on = mr_fy_royal_kinds(in->rules) != 0;
  if (setting != NULL && setting->depth <= 1 && !shatar->on) {
    mr_diagnose_as(in->list, MR_SEVERITY_WARNING, MR_ERR_ILLEGAL, &setting->key_at, NULL,
                   "'shatarMateRule' means nothing without a king: mates of other royal "
                   "pieces do not depend on checks");
  }
}

void mr_fy_add_shatar(const mr_fy_rules *rules, mr_str *out) {
  const mr_fy_shatar *shatar = &rules->shatar;
  uint64_t shaks = shatar->shaks & mr_fy_present(rules);
  uint64_t knights = shatar->knights & mr_fy_present(rules);
  if (!shatar->on) {
    return;
  }
  if (shaks == 0) {
    mr_str_add(out, "Yet every such mate is a draw. ");
    return;
  }
  mr_str_add(out,
             "That is so only if one of the checks that have been given up to the mate, move by "
             "move, is by one of these: ");
  mr_fy_add_kinds(rules, shaks, ", ", out);
  mr_str_add(out, "; else the game is drawn. ");
  if (knights != 0) {
    mr_str_add(out, "Who mates with nothing but this has lost: ");
    mr_fy_add_kinds(rules, knights, ", ", out);
    mr_str_add(out, ". ");
  }
}
