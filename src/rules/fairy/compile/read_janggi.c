/* What Janggi has of its own: men that go along the diagonals of a palace, cannons that leap over
 * no cannon, generals that face each other, and points. Read, and told in sentences. */
#include "rules/fairy/compile/read.h"
#include "rules/fairy/text/texts.h"

/* ---- reading --------------------------------------------------------------------------------- */

static const mr_betza *parse(mr_fy_reading *in, const char *text) {
  const mr_betza *betza = NULL;
  mr_status status = mr_betza_parse(text, strlen(text), in->arena, &betza, NULL);
  in->starved = in->starved || status != MR_OK; /* the texts are right */
  return betza;
}

/* Gives ways along diagonals to the piece of a key, and to all that have become it. */
static bool give_lines(mr_fy_reading *in, unsigned slot, const char *text) {
  uint64_t kinds = mr_fy_kinds_of_key(in, slot);
  const mr_betza *more = kinds != 0 ? parse(in, text) : NULL;
  for (; more != NULL && kinds != 0; kinds &= kinds - 1) {
    in->rules->kinds[__builtin_ctzll(kinds)].on_lines = more;
  }
  return more != NULL;
}

static void read_diagonals(mr_fy_reading *in) {
  mr_fy_rules *rules = in->rules;
  const mr_setting *setting = mr_fy_setting(in, MR_FY_KEY_DIAGONAL_LINES);
  unsigned king = in->slots[MR_FY_SLOT_KING].kind;
  if (setting == NULL || !mr_fy_read_region(in, setting, &rules->lines) ||
      mr_fy_set_empty(&rules->lines)) {
    return;
  }
  bool some = give_lines(in, MR_FY_KEY_ROOK, "B");
  some = give_lines(in, MR_FY_KEY_WAZIR, "F") || some;
  some = give_lines(in, MR_FY_KEY_JANGGI_CANNON, "pB") || some;
  some = give_lines(in, MR_FY_KEY_SOLDIER, "fF") || some;
  if (king != 0 && rules->kinds[king].text != NULL && strcmp(rules->kinds[king].text, "W") == 0) {
    some = give_lines(in, MR_FY_SLOT_KING, "F") || some;
  }
  if (!some && setting->depth <= 1) {
    mr_diagnose_as(
        in->list, MR_SEVERITY_WARNING, MR_ERR_ILLEGAL, &setting->key_at, NULL,
        "'diagonalLines' means nothing without a piece that goes along them: rook, wazir, "
        "soldier, janggiCannon or king = k:W");
  }
}

void mr_fy_read_lines(mr_fy_reading *in) {
  in->rules->cannons = mr_fy_kinds_of_key(in, MR_FY_KEY_JANGGI_CANNON);
  read_diagonals(in);
}

/* Whether something becomes a Janggi cannon, or a cannon something else: whether it is one is asked
 * of who moves, not of what it becomes. */
static bool cannons_change(const mr_fy_rules *rules) {
  bool found = false;
  for (unsigned at = 2; at < 2 * rules->kind_count + 2; at++) {
    const mr_fy_kind *kind = &rules->kinds[at / 2];
    for (unsigned i = 0; i < kind->promotion_count[at % 2]; i++) {
      uint64_t both = rules->cannons >> at / 2 ^ rules->cannons >> kind->promotions[at % 2][i];
      found = found || (both & 1) != 0;
    }
  }
  return found;
}

static void check_cannons(mr_fy_reading *in) {
  mr_fy_rules *rules = in->rules;
  const mr_fy_conflict against[] = {
      {rules->chase.on, "chasingRule"},
      {rules->gating.enters, "seirawanGating"},
      {rules->walling.rule != MR_FY_WALLS_NONE, "wallingRule"},
      {rules->walling.petrified != 0, "petrifyOnCaptureTypes"},
      {cannons_change(rules), "promotion to it, or from it to something else"},
  };
  if (rules->cannons != 0) {
    mr_fy_refuse(in, MR_FY_KEY_JANGGI_CANNON, against, sizeof against / sizeof *against);
  }
  for (unsigned i = 1; i <= rules->kind_count; i++) {
    rules->kinds[i].spares |= rules->cannons >> i & 1 ? rules->cannons : 0;
  }
}

static void check_bikjang(mr_fy_reading *in) {
  const mr_fy_rules *rules = in->rules;
  const mr_setting *setting = mr_fy_setting(in, MR_FY_KEY_BIKJANG);
  const mr_fy_conflict against[] = {
      {rules->walling.rule != MR_FY_WALLS_NONE, "wallingRule"},
      {rules->gating.enters, "seirawanGating"},
      {rules->leaps.on, "cambodianMoves"},
      {rules->sittuyin_promotion, "sittuyinPromotion"},
  };
  mr_fy_refuse(in, MR_FY_KEY_BIKJANG, against, sizeof against / sizeof *against);
  if (setting != NULL && setting->depth <= 1 && (rules->king == 0 || rules->flying)) {
    mr_diagnose_as(in->list, MR_SEVERITY_WARNING, MR_ERR_ILLEGAL, &setting->key_at, NULL,
                   rules->flying
                       ? "'bikjangRule' means nothing with flyingGeneral: kings never face "
                         "each other"
                       : "'bikjangRule' means nothing without a king");
  }
}

static void read_points(mr_fy_reading *in) {
  static const struct {
    unsigned slot;
    uint8_t points;
  } values[] = {{MR_FY_KEY_ROOK, 13}, {MR_FY_KEY_JANGGI_CANNON, 7},   {MR_FY_KEY_HORSE, 5},
                {MR_FY_KEY_WAZIR, 3}, {MR_FY_KEY_JANGGI_ELEPHANT, 3}, {MR_FY_KEY_SOLDIER, 2}};
  for (size_t k = 0; k < sizeof values / sizeof *values; k++) {
    uint64_t kinds = mr_fy_kinds_of_key(in, values[k].slot);
    for (; kinds != 0; kinds &= kinds - 1) {
      in->rules->kinds[__builtin_ctzll(kinds)].points = values[k].points;
    }
  }
}

void mr_fy_read_bikjang(mr_fy_reading *in) {
  mr_fy_rules *rules = in->rules;
  bool on = mr_fy_bool(in, MR_FY_KEY_BIKJANG);
  check_cannons(in);
  if (on) {
    check_bikjang(in);
  }
  rules->bikjang = on && rules->king != 0 && !rules->flying;
  if (rules->tally == MR_FY_TALLY_POINTS) {
    read_points(in);
  }
}

/* ---- in words -------------------------------------------------------------------------------- */

bool mr_fy_write_bikjang(const mr_fy_rules *rules, mr_str *out) {
  if (!rules->bikjang) {
    return false;
  }
  const char *king = rules->kinds[rules->king].name;
  mr_str_format(out,
                "When one side's %s faces the other's along a file or a rank, with nothing between "
                "them, who is to move has to end that",
                king);
  if ((rules->passing[0] | rules->passing[1]) == MR_FY_NEVER) {
    mr_str_char(out, '.');
    return true;
  }
  mr_str_add(out, rules->passing[0] == MR_FY_NEVER || rules->passing[1] == MR_FY_NEVER
                      ? ", or to pass where it may pass, in check as well. By such a pass "
                      : ", or to pass, in check as well. By such a pass ");
  mr_str_add(out,
             rules->tally == MR_FY_TALLY_NONE ? "the game is drawn" : "the game is over, and ");
  mr_str_add(out, rules->tally == MR_FY_TALLY_NONE ? "" : mr_fy_tally_text(rules));
  mr_str_char(out, '.');
  return true;
}

/* Whether a kind cannot come where the other side's king may stand, and so may go to and fro. */
static bool never_meets_king(const mr_fy_rules *rules, unsigned kind) {
  bool meets = rules->king == 0;
  for (unsigned side = 0; side < 2; side++) {
    mr_fy_set both = mr_fy_set_and(rules->kinds[kind].mobility[side],
                                   rules->kinds[rules->king].mobility[side ^ 1u]);
    meets = meets || !mr_fy_set_empty(&both);
  }
  return !meets;
}

bool mr_fy_write_to_and_fro(const mr_fy_rules *rules, mr_str *out) {
  uint64_t free = 0;
  mr_str_add(out,
             "Who moves one piece to and fro loses: by four own moves one after the other, each of "
             "which takes back the one before, from where its move before these had brought it "
             "without a capture, and never out of check.");
  if ((rules->passing[0] | rules->passing[1]) != MR_FY_NEVER) {
    mr_str_add(out, " A pass just before the last of them is not counted.");
  }
  for (unsigned i = 1; i <= rules->kind_count; i++) {
    free |= never_meets_king(rules, i) ? UINT64_C(1) << i : 0;
  }
  free &= mr_fy_present(rules);
  if (free != 0) {
    mr_str_add(out, " These, which never come where the other side's ");
    mr_str_format(out, "%s may stand, may do so: ", rules->kinds[rules->king].name);
    mr_fy_add_kinds(rules, free, ", ", out);
    mr_str_char(out, '.');
  }
  return rules->no_to_and_fro && rules->fold > 0;
}
