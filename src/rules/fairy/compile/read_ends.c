#include "rules/fairy/compile/read.h"

/* The keys' choices: win, loss, draw, none; each for the side to move. */
static mr_fy_outcome outcome(const mr_fy_reading *in, unsigned key) {
  static const mr_fy_outcome outcomes[] = {MR_FY_WIN, MR_FY_LOSS, MR_FY_DRAW, MR_FY_NOTHING};
  return outcomes[mr_setting_choice(in->definition, &mr_fy_keys[key])];
}

/* ---- royals ---------------------------------------------------------------------------------- */

static void make_royal(mr_fy_reading *in, uint64_t kinds) {
  for (unsigned i = 1; i <= in->rules->kind_count; i++) {
    for (unsigned side = 0; side < 2; side++) {
      if (kinds >> i & 1) {
        in->rules->kinds[i].royal[side] = true;
      }
    }
  }
}

void mr_fy_read_royals(mr_fy_reading *in) {
  const mr_setting *setting = mr_fy_setting(in, MR_FY_KEY_ROYAL_PIECES);
  mr_fy_letters letters = {.slots = {MR_FY_SLOT_KING}, .count = 1};
  if (setting != NULL) {
    mr_fy_read_letters(in, setting, &letters);
  }
  make_royal(in, mr_fy_kinds_of(in, &letters));
}

/* ---- goals ----------------------------------------------------------------------------------- */

static void read_extinction(mr_fy_reading *in) {
  mr_fy_extinction *e = &in->rules->extinction;
  const mr_setting *types = mr_fy_setting(in, MR_FY_KEY_EXTINCTION_TYPES);
  mr_fy_letters letters;
  mr_fy_read_letters(in, types, &letters);
  e->value = outcome(in, MR_FY_KEY_EXTINCTION);
  e->royal = e->value != MR_FY_NOTHING && mr_fy_bool(in, MR_FY_KEY_EXTINCTION_ROYAL);
  if (e->royal) { /* royal pieces are not captured: there is no extinction to judge */
    e->value = MR_FY_NOTHING;
  }
  e->kinds = mr_fy_kinds_of(in, &letters);
  e->together = letters.all;
  const mr_setting *value = mr_fy_setting(in, MR_FY_KEY_EXTINCTION);
  if ((e->value != MR_FY_NOTHING || e->royal) && !e->kinds && value != NULL && value->depth <= 1) {
    mr_diagnose(in->list, MR_ERR_ILLEGAL, &value->key_at, NULL,
                "'extinctionValue' needs extinctionPieceTypes");
  }
}

static void read_flag(mr_fy_reading *in, unsigned side) {
  const mr_setting *region = mr_fy_side_setting(in, MR_FY_KEY_FLAG_REGION, side);
  const mr_setting *piece = mr_fy_side_setting(in, MR_FY_KEY_FLAG_PIECE, side);
  mr_fy_flag *flag = &in->rules->flag;
  mr_fy_letters letters = {.all = true};
  if (piece != NULL) {
    mr_fy_read_letters(in, piece, &letters);
  }
  if (region == NULL || !mr_fy_read_region(in, region, &flag->region[side]) ||
      mr_fy_set_empty(&flag->region[side])) {
    return;
  }
  flag->kinds[side] = mr_fy_kinds_of(in, &letters);
  bool king = letters.count == 1 && letters.slots[0] == MR_FY_SLOT_KING;
  if (flag->reply && king) {
    mr_diagnose(in->list, MR_ERR_UNSUPPORTED, &region->key_at, NULL,
                "flagMove with a king is a race with a draw at the end, which is not supported");
  }
}

/* ---- repetition and the clock ---------------------------------------------------------------- */

static mr_fy_fold_value fold_value(const mr_fy_reading *in) {
  bool absolute = mr_fy_bool(in, MR_FY_KEY_FOLD_ABSOLUTE);
  mr_fy_outcome value = outcome(in, MR_FY_KEY_FOLD_VALUE);
  if (value == MR_FY_DRAW || value == MR_FY_NOTHING) {
    return MR_FY_FOLD_DRAW;
  }
  if (absolute) {
    return value == MR_FY_WIN ? MR_FY_FOLD_BLACK_LOSES : MR_FY_FOLD_WHITE_LOSES;
  }
  return value == MR_FY_WIN ? MR_FY_FOLD_MOVER_LOSES : MR_FY_FOLD_MOVER_WINS;
}

static void read_pseudo_royals(mr_fy_reading *in) {
  const mr_setting *setting = mr_fy_setting(in, MR_FY_KEY_CHIEFS);
  mr_fy_letters letters;
  mr_fy_read_letters(in, setting, &letters);
  in->rules->pseudo_royals = mr_fy_kinds_of(in, &letters);
  bool royals = false;
  for (unsigned i = 1; i <= in->rules->kind_count; i++) {
    royals = royals || in->rules->kinds[i].royal[0] || in->rules->kinds[i].royal[1];
  }
  if (in->rules->pseudo_royals && royals) {
    mr_diagnose(in->list, MR_ERR_ILLEGAL, &setting->key_at, NULL,
                "'perpetualCheckPieces' is for games without royal pieces");
  }
}

void mr_fy_read_ends(mr_fy_reading *in) {
  mr_fy_rules *rules = in->rules;
  rules->checkmate = outcome(in, MR_FY_KEY_CHECKMATE);
  rules->stalemate = outcome(in, MR_FY_KEY_STALEMATE);
  read_extinction(in);
  read_flag(in, MR_FY_WHITE);
  read_flag(in, MR_FY_BLACK);
  rules->idle_limit = 2 * mr_fy_number(in, MR_FY_KEY_MOVE_RULE);
  rules->fold_value = fold_value(in);
  read_pseudo_royals(in);
}
