/* Men that change sides where they stand, drops from nowhere, and men that are counted at the end:
 * read, and told in sentences. */
#include "rules/fairy/compile/read.h"
#include "rules/fairy/text/texts.h"

/* ---- reading --------------------------------------------------------------------------------- */

void mr_fy_refuse(mr_fy_reading *in, unsigned key, const mr_fy_conflict *against, size_t count) {
  const mr_setting *setting = mr_fy_setting(in, key);
  for (size_t i = 0; i < count; i++) {
    if (against[i].used) {
      mr_diagnose(in->list, MR_ERR_UNSUPPORTED,
                  setting != NULL ? &setting->key_at : &in->definition->at, NULL,
                  "'%s' does not go together with %s", mr_fy_keys[key].name, against[i].with);
    }
  }
}

/* Whether some piece has a promoted form of its own. */
static bool has_forms(const mr_fy_rules *rules) {
  bool found = false;
  for (unsigned i = 1; i <= rules->kind_count; i++) {
    found = found || rules->kinds[i].plus;
  }
  return found;
}

static bool is_royal(const mr_fy_rules *rules) {
  return mr_fy_royal_kinds(rules) != 0 || rules->extinction.royal;
}

void mr_fy_read_free_drops(mr_fy_reading *in) {
  mr_fy_rules *rules = in->rules;
  rules->free_drops = rules->free_drops && rules->drops;
  for (unsigned i = 1; rules->free_drops && i <= rules->kind_count; i++) {
    in->start_hand |= UINT64_C(1) << i;
  }
}

/* Who is royal would be dropped, too; what a hand has taken would be nowhere. */
static void check_free_drops(mr_fy_reading *in) {
  const mr_fy_rules *rules = in->rules;
  const mr_fy_conflict against[] = {
      {is_royal(rules), "royal pieces, of which there would be any number"},
      {rules->captures_to_hand, "capturesToHand: there is no hand"},
      {rules->gating.on, "gating: there is no hand"},
      {rules->must_drop != 0, "mustDrop: nobody would ever move"},
      {rules->halved != 0, "dropOppositeColoredBishop, which counts what is in hand"},
      {has_forms(rules), "promotedPieceType or promotedForm"},
  };
  if (rules->free_drops) {
    mr_fy_refuse(in, MR_FY_KEY_FREE_DROPS, against, sizeof against / sizeof *against);
  }
}

static void check_flips(mr_fy_reading *in) {
  const mr_fy_rules *rules = in->rules;
  const mr_fy_conflict against[] = {
      {is_royal(rules), "royal pieces, which would belong to both sides"},
      {rules->blast.on, "blastOnCapture"},
      {rules->walling.rule != MR_FY_WALLS_NONE, "wallingRule"},
      {rules->walling.petrified != 0, "petrifyOnCaptureTypes"},
      {rules->gating.on, "gating"},
      {mr_fy_castles(rules), "castling: write castling = false"},
      {rules->chase.on, "chasingRule"},
      {mr_fy_counts_moves(rules), "countingRule"},
      {rules->impasse, "impasse"},
      {rules->captures_to_hand, "capturesToHand"},
      {has_forms(rules), "promotedPieceType or promotedForm"},
  };
  if (rules->flips != MR_FY_FLIPS_NONE) {
    mr_fy_refuse(in, MR_FY_KEY_FLIP_ENCLOSED, against, sizeof against / sizeof *against);
  }
}

/* A first position without an empty square would be the last one. Where nothing is ever put on the
 * board it can be full so long alone, as by captures squares become empty. */
static void check_full_start(mr_fy_reading *in) {
  mr_fy_rules *rules = in->rules;
  const mr_setting *start = mr_fy_setting(in, MR_FY_KEY_START_FEN);
  unsigned empty = 0;
  for (unsigned cell = 0; cell < rules->cells; cell++) {
    empty += in->start[cell] == 0;
  }
  if (rules->full_draws && empty == 0 && start != NULL && !rules->drops &&
      rules->walling.rule == MR_FY_WALLS_NONE) {
    rules->full_draws = false;
    if (start->depth <= 1) {
      mr_diagnose_as(
          in->list, MR_SEVERITY_NOTE, MR_ERR_ILLEGAL, &start->key_at, NULL,
          "'adjudicateFullBoard' means nothing where startFen has no empty square and no "
          "piece is dropped: the game would be over before it begins");
    }
  }
}

void mr_fy_read_flips(mr_fy_reading *in) {
  static const mr_fy_tally tallies[] = {MR_FY_TALLY_NONE, MR_FY_TALLY_MEN, MR_FY_TALLY_WHITE,
                                        MR_FY_TALLY_BLACK, MR_FY_TALLY_POINTS};
  mr_fy_rules *rules = in->rules;
  const mr_fy_conflict against[] = {{rules->impasse, "impasse, which draws"}};
  rules->flips =
      (mr_fy_flips)mr_setting_choice(in->definition, &mr_fy_keys[MR_FY_KEY_FLIP_ENCLOSED]);
  rules->tally = tallies[mr_setting_choice(in->definition, &mr_fy_keys[MR_FY_KEY_MATERIAL])];
  if (rules->tally != MR_FY_TALLY_NONE) {
    mr_fy_refuse(in, MR_FY_KEY_MATERIAL, against, 1);
  }
  check_full_start(in);
  check_flips(in);
  check_free_drops(in);
}

/* ---- in words -------------------------------------------------------------------------------- */

bool mr_fy_write_flips(const mr_fy_rules *rules, mr_str *out) {
  static const char *const texts[] = {
      [MR_FY_FLIPS_NONE] = "",
      [MR_FY_FLIPS_ENCLOSED] =
          "When a piece comes to a square, every line of enemies, of one or more, that begins "
          "beside "
          "it in any of the eight directions and ends at another own piece changes sides.",
      [MR_FY_FLIPS_BESIDE] =
          "When a piece comes to a square, all enemies on the squares beside it, "
          "diagonally as well, change sides.",
      [MR_FY_FLIPS_JOINED] = "When a piece moves to a square, all enemies on the squares beside "
                             "it, diagonally as well, "
                             "change sides."};
  mr_str_add(out, texts[rules->flips]);
  if (rules->flips == MR_FY_FLIPS_ENCLOSED && mr_fy_some_moves(rules)) {
    mr_str_add(out, " For that a piece that moves counts, too, where it has come from.");
  }
  if (rules->flips == MR_FY_FLIPS_JOINED && mr_fy_drops(rules)) {
    mr_str_add(out, " A drop does so only where an own piece is beside it, too.");
  }
  return rules->flips != MR_FY_FLIPS_NONE;
}

const char *mr_fy_tally_text(const mr_fy_rules *rules) {
  static const char *const winners[] = {
      [MR_FY_TALLY_NONE] = "it is a draw",
      [MR_FY_TALLY_MEN] =
          "who has more pieces on the board has won; with as many each it is a draw",
      [MR_FY_TALLY_WHITE] = "White has won",
      [MR_FY_TALLY_BLACK] = "Black has won",
      [MR_FY_TALLY_POINTS] = "who has more points has won, Black having one and a half besides"};
  return winners[rules->tally];
}

/* What men count, where points decide. */
static void add_points(const mr_fy_rules *rules, mr_str *out) {
  const char *before = " Points on the board are ";
  for (unsigned i = 1; i <= rules->kind_count; i++) {
    const mr_fy_kind *kind = &rules->kinds[i];
    if (kind->points > 0 && !kind->plus && !kind->tilde) {
      mr_str_format(out, "%s%u for each %s", before, (unsigned)kind->points, kind->name);
      before = ", ";
    }
  }
  mr_str_add(out, before[0] == ',' ? "." : "");
}

bool mr_fy_write_tally(const mr_fy_rules *rules, mr_str *out) {
  bool passes = mr_fy_both_pass(rules);
  mr_str_format(out, "Where the game would be drawn by %s%s%s%s%sa lack of moves, %s.",
                rules->fold > 0 ? "repetition, " : "",
                rules->idle_limit > 0 ? "a want of progress, " : "", passes ? "two passes, " : "",
                rules->bikjang ? "a pass while kings face each other, " : "",
                rules->full_draws ? "a full board or " : "or ", mr_fy_tally_text(rules));
  add_points(rules, out);
  return rules->tally != MR_FY_TALLY_NONE;
}
