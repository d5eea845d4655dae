#include <string.h>

#include "rules/fairy/compile/read.h"

/* Castlings that win; who begins without one could never make it, and would have lost. */
void mr_fy_read_castling_goals(mr_fy_reading *in) {
  static const char letters[] = "KQkq";
  mr_fy_rules *rules = in->rules;
  const mr_setting *setting = mr_fy_setting(in, MR_FY_KEY_CASTLING_WINS);
  const mr_setting *opposite = mr_fy_setting(in, MR_FY_KEY_OPPOSITE_CASTLING);
  if (rules->opposite_castling && rules->gating.on && opposite != NULL) {
    mr_diagnose(in->list, MR_ERR_UNSUPPORTED, &opposite->key_at, NULL,
                "'oppositeCastling' does not go together with gating: a position could not tell "
                "whose castling is gone");
  }
  if (setting == NULL || strcmp(setting->text, "-") == 0) {
    return;
  }
  for (size_t at = 0; at < setting->length; at++) {
    const char *letter = strchr(letters, setting->text[at]);
    unsigned bit = letter != NULL ? 1u << (letter - letters) : 0;
    if (bit == 0 || (rules->castling_wins & bit) != 0) {
      mr_fy_complain(in, MR_ERR_SYNTAX, setting, at, 1,
                     "castlings are letters of KQkq, each once, or -");
      return;
    }
    rules->castling_wins = (uint8_t)(rules->castling_wins | bit);
    if (!rules->castling[letter - letters].allowed) {
      mr_fy_complain(in, MR_ERR_ILLEGAL, setting, at, 1,
                     "startFen has no right to castle %c, without which nobody castles so",
                     *letter);
    }
  }
}
