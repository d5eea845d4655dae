/*
 * Moves that are counted once men are few (countingRule): which men the limits depend on, and the
 * rule in words. The limits: core/counting.h.
 */
#include "rules/fairy/compile/read.h"

uint64_t mr_fy_kinds_of_key(const mr_fy_reading *in, unsigned key) {
  unsigned kind = in->slots[key].kind;
  uint64_t kinds = kind ? UINT64_C(1) << kind : 0;
  for (unsigned i = 1; kind && i <= in->rules->kind_count; i++) {
    kinds |= in->model[i] == kind ? UINT64_C(1) << i : 0;
  }
  return kinds;
}

static bool may_become_another(const mr_fy_rules *rules, const mr_fy_kind *kind) {
  bool found = false;
  for (unsigned side = 0; side < 2; side++) {
    for (unsigned i = 0; i < kind->promotion_count[side]; i++) {
      found = found || !rules->kinds[kind->promotions[side][i]].plus;
    }
  }
  return found;
}

void mr_fy_read_counting(mr_fy_reading *in) {
  mr_fy_rules *rules = in->rules;
  mr_fy_counting *counting = &rules->counting;
  counting->rule =
      (mr_fy_counting_rule)mr_setting_choice(in->definition, &mr_fy_keys[MR_FY_KEY_COUNTING]);
  if (!mr_fy_counts_moves(rules)) {
    return;
  }
  counting->pawns = mr_fy_kinds_of_key(in, MR_FY_KEY_PAWN);
  counting->rooks = mr_fy_kinds_of_key(in, MR_FY_KEY_ROOK);
  counting->khons = mr_fy_kinds_of_key(in, MR_FY_KEY_SILVER);
  counting->knights = mr_fy_kinds_of_key(in, MR_FY_KEY_KNIGHT);
  for (unsigned i = 1; !rules->idle_resets_on_promotion && i <= rules->kind_count; i++) {
    counting->keeps_idle = counting->keeps_idle || may_become_another(rules, &rules->kinds[i]);
  }
}

/* ---- in words -------------------------------------------------------------------------------- */

/* "16 by one Rook, " */
static void add_limit(const mr_fy_rules *rules, unsigned moves, const char *many, uint64_t kinds,
                      mr_str *out) {
  if (kinds != 0) {
    mr_str_format(out, "%u by %s ", moves, many);
    mr_fy_add_kinds(rules, kinds, " or ", out);
    mr_str_add(out, ", ");
  }
}

/* "once no Pawn is left" between other words; nothing where there are no pawns. */
static void add_no_pawns(const mr_fy_rules *rules, const char *before, const char *behind,
                         mr_str *out) {
  if (rules->counting.pawns != 0) {
    mr_str_add(out, before);
    mr_fy_add_kinds(rules, rules->counting.pawns, " or ", out);
    mr_str_add(out, " is left");
    mr_str_add(out, behind);
  }
}

static void write_asean(const mr_fy_rules *rules, mr_str *out) {
  const mr_fy_counting *c = &rules->counting;
  mr_str_add(out, "Once a side has one man alone");
  add_no_pawns(rules, " and no ", "", out);
  mr_str_add(out, ", it has to be mated within so many moves, or the game is drawn: ");
  add_limit(rules, 16, "any", c->rooks, out);
  add_limit(rules, 44, "any", c->khons, out);
  add_limit(rules, 64, "any", c->knights, out);
  mr_str_add(out, "whichever stands first here; without such men no count begins. A capture or a "
                  "promotion by the other side begins it anew.");
}

/* As in Makruk, or with a move `less` in all limits as in Cambodian chess. */
static void write_honours(const mr_fy_rules *rules, unsigned less, mr_str *out) {
  const mr_fy_counting *c = &rules->counting;
  if (less > 0) {
    mr_str_add(out, "Once a side has three men or fewer, the game");
  } else {
    add_no_pawns(rules, "Once no ", ", the game", out);
    mr_str_add(out, c->pawns == 0 ? "The game" : "");
  }
  mr_str_format(out, " is drawn unless somebody mates within %u moves. A side with one man alone",
                64 - less);
  add_no_pawns(rules, " as no ", "", out);
  mr_str_add(out, " has to be mated sooner: within ");
  add_limit(rules, 8 - less, "more than one", c->rooks, out);
  add_limit(rules, 16 - less, "one", c->rooks, out);
  add_limit(rules, 22 - less, "more than one", c->khons, out);
  add_limit(rules, 32 - less, "more than one", c->knights, out);
  add_limit(rules, 44 - less, "one", c->khons, out);
  mr_str_format(out,
                "%u by anything else, whichever stands first here. Each man on the board is "
                "counted as a move made already, and a capture or a promotion by the other side "
                "begins this count anew.",
                64 - less);
}

bool mr_fy_write_counting(const mr_fy_rules *rules, mr_str *out) {
  if (rules->counting.rule == MR_FY_ASEAN_COUNTING) {
    write_asean(rules, out);
  } else {
    write_honours(rules, rules->counting.rule == MR_FY_CAMBODIAN_COUNTING ? 1 : 0, out);
  }
  return mr_fy_counts_moves(rules);
}
