#include "rules/fairy/compile/read.h"

/* With dropLoop a captured piece stays what it is, which a promoted form cannot in a hand. */
static void check_captured(mr_fy_reading *in) {
  const mr_setting *setting = mr_fy_setting(in, MR_FY_KEY_CAPTURES_TO_HAND);
  bool forms = false;
  for (unsigned i = 1; i <= in->rules->kind_count; i++) {
    forms = forms || in->rules->kinds[i].plus;
  }
  if (setting != NULL && forms && in->rules->keep_promotion) {
    mr_diagnose(in->list, MR_ERR_UNSUPPORTED, &setting->key_at, NULL,
                "with capturesToHand and dropLoop, promoted forms cannot be held in hand");
  }
}

static bool goes_to_hand(const mr_fy_reading *in, unsigned kind) {
  const mr_fy_kind *k = &in->rules->kinds[kind];
  if (k->plus || k->tilde) {
    return false;
  }
  bool royal = k->royal[0] || k->royal[1];
  return (in->start_hand >> kind & 1) != 0 || (in->rules->captures_to_hand && !royal);
}

static void read_hands(mr_fy_reading *in) {
  mr_fy_rules *rules = in->rules;
  for (unsigned i = 1; i <= rules->kind_count; i++) {
    if (!goes_to_hand(in, i)) {
      continue;
    }
    if (rules->hand_count == MR_FY_HANDS_MAX) {
      mr_diagnose(in->list, MR_ERR_LIMIT, &in->definition->at, NULL,
                  "at most %d kinds of pieces can be in hand", MR_FY_HANDS_MAX);
      return;
    }
    rules->kinds[i].droppable = true;
    rules->kinds[i].hand = (uint8_t)rules->hand_count;
    rules->hand_kind[rules->hand_count++] = (uint8_t)i;
  }
}

static void read_doubled(mr_fy_reading *in) {
  const mr_setting *setting = mr_fy_setting(in, MR_FY_KEY_DROP_NO_DOUBLED);
  mr_fy_letters letters;
  mr_fy_read_letters(in, setting, &letters);
  for (unsigned i = 0; i < letters.count; i++) {
    unsigned kind = in->slots[letters.slots[i]].kind;
    unsigned limit = mr_fy_number(in, MR_FY_KEY_DROP_NO_DOUBLED_COUNT);
    in->rules->kinds[kind].drop_file_limit = (uint8_t)limit;
    for (unsigned side = 0; limit == 0 && side < 2; side++) {
      in->rules->kinds[kind].drop_region[side] = (mr_fy_set){{0}};
    }
  }
}

void mr_fy_read_drops(mr_fy_reading *in) {
  mr_fy_rules *rules = in->rules;
  unsigned shogi_pawn = in->slots[MR_FY_KEY_SHOGI_PAWN].kind;
  if (shogi_pawn) {
    rules->kinds[shogi_pawn].drop_may_not_mate = mr_fy_bool(in, MR_FY_KEY_PAWN_DROP_MATE);
  }
  if (rules->captures_to_hand) {
    check_captured(in);
  }
  if (rules->drops || rules->captures_to_hand) {
    read_hands(in);
  }
  read_doubled(in);
}
