/*
 * The sentences on what may be played: moves, promotion, drops, castling. Each says what the
 * definition switches, and no more than that: what changes nothing in this game is left out.
 */
#include <string.h>

#include "rules/fairy/compile/read.h"
#include "rules/fairy/text/texts.h"

/* ---- parts ----------------------------------------------------------------------------------- */

void mr_fy_add_kinds(const mr_fy_rules *rules, uint64_t kinds, const char *last, mr_str *out) {
  uint64_t listed = kinds;
  for (unsigned i = 1; i <= rules->kind_count; i++) {
    const mr_fy_kind *kind = &rules->kinds[i];
    if (kind->tilde || (kind->plus && (kinds >> kind->base & 1))) {
      listed &= ~(UINT64_C(1) << i);
    }
  }
  mr_fy_add_names(rules, listed, last, out);
}

void mr_fy_add_all_kinds(const mr_fy_rules *rules, uint64_t kinds, mr_str *out) {
  uint64_t were = 0;
  mr_fy_add_kinds(rules, kinds, ", ", out);
  for (unsigned i = 1; i <= rules->kind_count; i++) {
    const mr_fy_kind *kind = &rules->kinds[i];
    bool told = kind->tilde && (kinds & mr_fy_present(rules)) >> i & 1;
    were |= told ? UINT64_C(1) << kind->base : 0;
  }
  for (const char *before = " (also those that were "; were != 0; were &= were - 1) {
    mr_str_add(out, before);
    mr_str_count_name(out, rules->kinds[__builtin_ctzll(were)].name, 2);
    before = " or ";
    mr_str_add(out, (were & (were - 1)) == 0 ? ")" : "");
  }
}

uint64_t mr_fy_present(const mr_fy_rules *rules) {
  return rules->present[MR_FY_WHITE] | rules->present[MR_FY_BLACK];
}

uint64_t mr_fy_kinds_that(const mr_fy_rules *rules, bool (*is)(const mr_fy_kind *kind)) {
  uint64_t kinds = 0;
  for (unsigned i = 1; i <= rules->kind_count; i++) {
    kinds |= is(&rules->kinds[i]) ? UINT64_C(1) << i : 0;
  }
  return kinds & mr_fy_present(rules);
}

bool mr_fy_takes_ep_as(const mr_fy_kind *kind, unsigned side) {
  bool by_e = kind->betza != NULL && mr_betza_takes_ep(kind->betza);
  return kind->takes_ep[side] && (by_e || kind->ep_as_capture[side]);
}

bool mr_fy_takes_ep(const mr_fy_kind *kind) {
  return mr_fy_takes_ep_as(kind, MR_FY_WHITE) || mr_fy_takes_ep_as(kind, MR_FY_BLACK);
}

/* A sentence on some of the kinds that the one before was about: these are named, unless it is
 * about all of them. */
static void add_about(const mr_fy_rules *rules, uint64_t some, uint64_t all, const char *words,
                      mr_str *out) {
  if (some != 0) {
    mr_str_add(out, words);
    if (some != all) {
      mr_str_add(out, ", of these pieces: ");
      mr_fy_add_all_kinds(rules, some, out);
    }
    mr_str_char(out, '.');
  }
}

/* Whether a piece has squares among these from which it could never move. */
static bool is_stuck_within(const mr_fy_rules *rules, unsigned code, const mr_fy_set *cells) {
  bool stuck = false;
  for (unsigned cell = 0; cell < rules->cells && !stuck; cell++) {
    stuck = mr_fy_set_has(cells, cell) && mr_fy_is_stuck(rules, code, cell);
  }
  return stuck;
}

/* ---- moves ----------------------------------------------------------------------------------- */

/* Whether immobilityIllegal keeps anything from any square. */
static bool some_is_stuck(const mr_fy_rules *rules) {
  bool stuck = false;
  for (unsigned at = 2; at < 2 * rules->kind_count + 2 && !stuck; at++) {
    const mr_fy_kind *kind = &rules->kinds[at / 2];
    stuck = is_stuck_within(rules, MR_FY_CODE(at / 2, at % 2), &kind->mobility[at % 2]);
  }
  return stuck;
}

static bool spares_some(const mr_fy_kind *kind) {
  return kind->spares != 0;
}

static bool is_barred(const mr_fy_kind *kind) {
  return !mr_fy_set_empty(&kind->barred[0]) || !mr_fy_set_empty(&kind->barred[1]);
}

static bool goes_along_lines(const mr_fy_kind *kind) {
  return kind->on_lines != NULL;
}

/* Who goes along diagonals, and what cannons do not leap over. */
static void add_lines(const mr_fy_rules *rules, mr_str *out) {
  uint64_t cannons = rules->cannons & mr_fy_present(rules);
  uint64_t along = mr_fy_kinds_that(rules, goes_along_lines);
  if (cannons != 0) {
    mr_str_add(out,
               " The piece that one of these leaps over is none of them, and they do not capture "
               "each other: ");
    mr_fy_add_kinds(rules, cannons, ", ", out);
    mr_str_char(out, '.');
  }
  if (along != 0) {
    mr_str_add(out,
               " These go along diagonals as well, as they go along files and ranks, from one of "
               "certain squares to another: ");
    mr_fy_add_kinds(rules, along, ", ", out);
    mr_str_add(out, ". The squares are ");
    mr_fy_add_squares(rules, &rules->lines, out);
    mr_str_char(out, '.');
  }
}

bool mr_fy_write_moves(const mr_fy_rules *rules, mr_str *out) {
  mr_str_add(out, "Pieces move as their diagrams show and capture by taking an enemy's place.");
  mr_str_add(out, rules->must_capture ? " Who can capture has to." : "");
  uint64_t sparing = mr_fy_kinds_that(rules, spares_some) & ~rules->cannons;
  if (sparing != 0) {
    mr_str_add(out, " These do not capture others of their own sort: ");
    mr_fy_add_kinds(rules, sparing, ", ", out);
    mr_str_char(out, '.');
  }
  if (rules->immobility_illegal && some_is_stuck(rules)) {
    mr_str_add(out, mr_fy_drops(rules)
                        ? " No piece goes, or is dropped, where it could never move again."
                        : " No piece goes where it could never move again.");
  }
  uint64_t barred = mr_fy_kinds_that(rules, is_barred);
  if (barred != 0) {
    mr_str_add(out, " These do not go to the promotion zone, where they would have to become "
                    "another piece and become none: ");
    mr_fy_add_kinds(rules, barred, ", ", out);
    mr_str_char(out, '.');
  }
  add_lines(rules, out);
  return true;
}

/* ---- blasts ---------------------------------------------------------------------------------- */

/* Kinds of the rule that the game has. */
static void add_chase_kinds(const mr_fy_rules *rules, const uint8_t *kinds, size_t count,
                            mr_str *out) {
  uint64_t set = 0;
  for (size_t i = 0; i < count; i++) {
    set |= kinds[i] != 0 ? UINT64_C(1) << kinds[i] : 0;
  }
  mr_fy_add_kinds(rules, set, " or ", out);
}

bool mr_fy_write_chase(const mr_fy_rules *rules, mr_str *out) {
  const mr_fy_chase *c = &rules->chase;
  const uint8_t strong[] = {c->rook, c->cannon, c->horse}, leapers[] = {c->horse, c->cannon};
  const uint8_t guards[] = {c->elephant, c->advisor};
  mr_str_add(out, "Where a position comes back so and neither side has checked all the while, who "
                  "alone has chased the same man with its every move loses. To chase is to attack "
                  "anew a man that is not protected");
  if (c->rook != 0 && (c->horse | c->cannon) != 0) {
    mr_str_add(out, "; ");
    add_chase_kinds(rules, strong, 1, out);
    mr_str_add(out, " by ");
    add_chase_kinds(rules, leapers, 2, out);
    mr_str_add(out, " also if it is");
  }
  if ((c->elephant | c->advisor) != 0 && (c->rook | c->cannon | c->horse) != 0) {
    mr_str_add(out, "; ");
    add_chase_kinds(rules, strong, 3, out);
    mr_str_add(out, " by ");
    add_chase_kinds(rules, guards, 2, out);
    mr_str_add(out, " too");
  }
  mr_str_add(out, ". A royal piece ");
  mr_str_add(out, c->soldier != 0
                      ? "and a soldier chase nobody, and they are not chased, the latter "
                        "as long as it cannot go sideways"
                      : "chases nobody and is not chased");
  mr_str_add(out, "; who can take the other as well, being of its kind, does not chase it.");
  return c->on && rules->fold > 0;
}

bool mr_fy_write_blast(const mr_fy_rules *rules, mr_str *out) {
  uint64_t sheltered = rules->blast.sheltered & ~rules->blast.immune;
  mr_str_add(out,
             "A capture blasts: with what is captured, the piece that captures leaves the game, "
             "and so does every piece of either side on the squares round the one that the "
             "capture ends on");
  if (sheltered != 0) {
    mr_str_add(out, ", but for these: ");
    mr_fy_add_kinds(rules, sheltered, ", ", out);
  }
  mr_str_char(out, '.');
  if (rules->blast.immune != 0) {
    mr_str_add(out, " No blast removes these, where they capture, either: ");
    mr_fy_add_kinds(rules, rules->blast.immune, ", ", out);
    mr_str_char(out, '.');
  }
  if (rules->captures_to_hand && rules->drops) {
    mr_str_add(out, " All that goes so comes to the hand of the side whose piece it was not.");
  }
  return rules->blast.on;
}

/* ---- promotion ------------------------------------------------------------------------------- */

/* A walk over the squares that pieces of a side step over. */
typedef struct passing {
  const mr_fy_rules *rules;
  unsigned code;
  unsigned from;
  mr_fy_set passed;
} passing;

static void note_passed(void *context, const mr_trail *trail) {
  passing *p = context;
  unsigned side = MR_FY_SIDE(p->code);
  const mr_fy_kind *kind = &p->rules->kinds[MR_FY_KIND(p->code)];
  bool begins = mr_fy_has_way(kind, side, p->from, trail);
  for (unsigned i = 0; i + 1u < trail->length && trail->creates_ep && begins; i++) {
    mr_fy_set_add(&p->passed, mr_fy_step_cell(p->rules, &trail->steps[i]));
  }
}

/* Squares over which pieces of a side step two, and where they can be taken in passing. */
static mr_fy_set passed_by(const mr_fy_rules *rules, unsigned side) {
  passing p = {.rules = rules};
  for (unsigned i = 1; i <= rules->kind_count; i++) {
    bool there = rules->kinds[i].betza != NULL && (rules->present[side] >> i & 1) != 0;
    p.code = MR_FY_CODE(i, side);
    for (p.from = 0; there && p.from < rules->cells; p.from++) {
      mr_fy_walk(rules, p.code, p.from, note_passed, &p);
    }
  }
  return p.passed;
}

bool mr_fy_may_take_ep(const mr_fy_rules *rules, unsigned kind, unsigned side) {
  if (!mr_fy_takes_ep_as(&rules->kinds[kind], side) || (rules->present[side] >> kind & 1) == 0) {
    return false;
  }
  mr_fy_set ends = mr_fy_set_and(passed_by(rules, side ^ 1u), rules->ep_region[side]);
  return !mr_fy_set_empty(&ends);
}

bool mr_fy_any_takes_ep(const mr_fy_rules *rules) {
  unsigned at = 2;
  while (at < 2 * rules->kind_count + 2 && !mr_fy_may_take_ep(rules, at / 2, at % 2)) {
    at++;
  }
  return at < 2 * rules->kind_count + 2;
}

/* Those of the kinds that can take in passing on a square of their zone. */
static uint64_t passers_in_zone(const mr_fy_rules *rules, uint64_t kinds) {
  uint64_t found = 0, takers = mr_fy_kinds_that(rules, mr_fy_takes_ep);
  for (unsigned side = 0; takers != 0 && side < 2; side++) {
    mr_fy_set ends = mr_fy_set_and(passed_by(rules, side ^ 1u), rules->ep_region[side]);
    for (unsigned i = 1; i <= rules->kind_count; i++) {
      const mr_fy_kind *kind = &rules->kinds[i];
      mr_fy_set both = mr_fy_set_and(ends, kind->promotion_zone[side]);
      bool so = mr_fy_takes_ep_as(kind, side) && kind->promotion_count[side] > 0;
      found |= so && !mr_fy_set_empty(&both) ? kinds & UINT64_C(1) << i : 0;
    }
  }
  return found;
}

/* Those of the kinds that can come where they could never move again unless they promote. */
static uint64_t stuck_unless_promoted(const mr_fy_rules *rules, uint64_t kinds) {
  uint64_t found = 0;
  for (unsigned at = 2; at < 2 * rules->kind_count + 2; at++) {
    const mr_fy_kind *kind = &rules->kinds[at / 2];
    unsigned side = at % 2;
    mr_fy_set cells = kind->promotion_on_leaving
                          ? kind->mobility[side]
                          : mr_fy_set_and(kind->mobility[side], kind->promotion_zone[side]);
    bool asked = (kinds >> at / 2 & 1) != 0 && kind->promotion_count[side] > 0;
    if (asked && is_stuck_within(rules, MR_FY_CODE(at / 2, side), &cells)) {
      found |= UINT64_C(1) << at / 2;
    }
  }
  return found;
}

/* Those of the kinds that promote, and have no square to do so on. */
static uint64_t without_zone(const mr_fy_rules *rules, uint64_t kinds, unsigned side) {
  uint64_t found = 0;
  for (unsigned i = 1; i <= rules->kind_count; i++) {
    const mr_fy_kind *kind = &rules->kinds[i];
    bool none = kind->promotion_count[side] > 0 && mr_fy_set_empty(&kind->promotion_zone[side]);
    found |= none ? kinds & rules->present[side] & UINT64_C(1) << i : 0;
  }
  return found;
}

static bool by_leaving(const mr_fy_kind *kind) {
  return kind->promotion_on_leaving;
}
static bool by_capture(const mr_fy_kind *kind) {
  return kind->promotion_by_capture_only;
}
static bool apart_by_leaving(const mr_fy_kind *kind) {
  return kind->form_apart != 0 && kind->apart_on_leaving;
}
static bool apart_by_capture(const mr_fy_kind *kind) {
  return kind->form_apart != 0 && kind->apart_by_capture;
}
static bool by_ep(const mr_fy_kind *kind) {
  return kind->promotion_by_ep;
}

/* What is to be said besides of kinds of which some may promote, and the others must. */
static void add_conditions(const mr_fy_rules *rules, uint64_t may, uint64_t all, mr_str *out) {
  static const char *const nowhere[] = {" White has no promotion zone",
                                        " Black has no promotion zone"};
  if (rules->immobility_illegal) {
    uint64_t stuck = stuck_unless_promoted(rules, may);
    if (stuck != 0) {
      mr_str_add(out, " Who could never move again from where its move ends has to promote: ");
      mr_fy_add_all_kinds(rules, stuck, out);
      mr_str_char(out, '.');
    }
  }
  add_about(rules, all & mr_fy_kinds_that(rules, by_leaving), all,
            " A move that begins in the zone counts as one that ends there", out);
  add_about(rules, all & mr_fy_kinds_that(rules, by_capture), all, " Only captures promote", out);
  add_about(rules, all & mr_fy_kinds_that(rules, apart_by_leaving), all,
            " The promoted form is also had by a move that begins in the zone", out);
  add_about(rules, all & mr_fy_kinds_that(rules, apart_by_capture), all,
            " The promoted form is had by captures alone, and who has to promote and cannot does "
            "not go to the zone",
            out);
  uint64_t passers = passers_in_zone(rules, all), promoted = mr_fy_kinds_that(rules, by_ep);
  if (passers != 0) {
    mr_str_add(out, (passers & promoted) != 0
                        ? " A capture in passing that ends in the zone promotes, too."
                        : " A capture in passing that ends in the zone does not promote.");
  }
  for (unsigned side = 0; side < 2; side++) {
    uint64_t asked = all & rules->present[side];
    add_about(rules, without_zone(rules, all, side), asked, nowhere[side], out);
  }
}

/* Of a kind that promotes by an action of its own. */
static bool add_sittuyin(const mr_fy_rules *rules, bool first, mr_str *out) {
  for (unsigned i = 1; rules->sittuyin_promotion && i <= rules->kind_count; i++) {
    if (rules->kinds[i].sittuyin_promotion) {
      mr_str_format(
          out,
          "%sA %s in its promotion zone, or the last %s of its side anywhere, may promote by "
          "an action of its own: where it stands, or on an empty square that the new "
          "piece would attack from there. The new piece may attack no enemy, and no check "
          "may be discovered. It does not promote by moving there.",
          first ? "" : " ", rules->kinds[i].name, rules->kinds[i].name);
      return true;
    }
  }
  return false;
}

/* "No Queen is made where its side has 1 of them, no Rook where it has 2." */
static void add_form_limits(const mr_fy_rules *rules, mr_str *out) {
  bool some = false;
  for (unsigned i = 1; i <= rules->kind_count; i++) {
    const mr_fy_kind *kind = &rules->kinds[i];
    if (kind->form_limit > 0 && (kind->alike & (~kind->alike + 1u)) == UINT64_C(1) << i) {
      mr_str_format(out, some ? ", no %s where it has %u" : " No %s is made where its side has %u",
                    kind->name, (unsigned)kind->form_limit);
      some = true;
    }
  }
  mr_str_add(out, some ? " of them on the board." : "");
}

bool mr_fy_write_promotions(const mr_fy_rules *rules, const char *id, mr_str *out) {
  uint64_t must = 0, may = 0;
  for (unsigned i = 1; i <= rules->kind_count; i++) {
    const mr_fy_kind *kind = &rules->kinds[i];
    bool same = id != NULL ? kind->promotion_id != NULL && strcmp(kind->promotion_id, id) == 0
                           : kind->promotion_id == NULL;
    bool back = rules->demotion && kind->plus; /* told of all together */
    if (same && !back && !kind->sittuyin_promotion &&
        (kind->promotion_count[0] || kind->promotion_count[1])) {
      *(kind->promotion_compulsory ? &must : &may) |= UINT64_C(1) << i;
    }
  }
  must &= mr_fy_present(rules);
  may &= mr_fy_present(rules);
  if (must) {
    mr_str_add(out, "Promotion is compulsory in the promotion zone for these pieces: ");
    mr_fy_add_all_kinds(rules, must, out);
    mr_str_add(out, may ? ". " : ".");
  }
  if (may) {
    mr_str_format(out, "Promotion is optional %s for these pieces: ",
                  must ? "there" : "in the promotion zone");
    mr_fy_add_all_kinds(rules, may, out);
    mr_str_char(out, '.');
  }
  add_conditions(rules, may, must | may, out);
  bool sittuyin = id == NULL && add_sittuyin(rules, (must | may) == 0, out);
  if (id == NULL && rules->demotion && (must | may) != 0) {
    mr_str_add(out, " Promoted pieces become again what they were by the same rules.");
  }
  if (id == NULL) {
    add_form_limits(rules, out);
  }
  return (must | may) != 0 || sittuyin;
}

bool mr_fy_write_promotion(const mr_fy_rules *rules, mr_str *out) {
  return mr_fy_write_promotions(rules, NULL, out);
}

void mr_fy_add_free_promotion(const mr_fy_rules *rules, mr_str *out) {
  if (rules->sittuyin_promotion) {
    mr_str_add(out,
               " It is a draw, too, where a side has two pieces left, is not in check, and could "
               "do nothing but promote: nobody has to.");
  }
}

/* ---- drops ----------------------------------------------------------------------------------- */

/* The kinds that a side may drop somewhere, and those of them that have a zone of their own. */
static uint64_t dropped_by(const mr_fy_rules *rules, unsigned side, uint64_t *zoned) {
  uint64_t kinds = 0;
  for (unsigned i = 0; i < rules->hand_count; i++) {
    unsigned number = rules->hand_kind[i], count = 0;
    uint64_t bit = UINT64_C(1) << number;
    for (unsigned cell = 0; cell < rules->cells; cell++) {
      count += mr_fy_set_has(&rules->kinds[number].drop_region[side], cell);
    }
    kinds |= (rules->held & bit) != 0 && count > 0 ? bit : 0;
    *zoned |= count > 0 && count < rules->cells ? bit : 0;
  }
  return kinds;
}

static bool may_not_mate(const mr_fy_kind *kind) {
  return kind->drop_may_not_mate;
}

static void add_limits(const mr_fy_rules *rules, uint64_t kinds, mr_str *out) {
  for (unsigned i = 1; i <= rules->kind_count; i++) {
    const mr_fy_kind *kind = &rules->kinds[i];
    if ((kinds >> i & 1) != 0 && kind->drop_file_limit == 1) {
      mr_str_format(out, " No %s is dropped on a file on which its side has one already.",
                    kind->name);
    } else if ((kinds >> i & 1) != 0 && kind->drop_file_limit > 1) {
      mr_str_format(out, " No %s is dropped on a file on which its side has %u already.",
                    kind->name, (unsigned)kind->drop_file_limit);
    }
  }
  uint64_t harmless = kinds & mr_fy_kinds_that(rules, may_not_mate);
  if (harmless != 0) {
    mr_str_add(out, " No mate may be given by dropping a ");
    mr_fy_add_kinds(rules, harmless, " or ", out);
    mr_str_char(out, '.');
  }
}

/* Of pawns that have become another, and promote as that does, only the last promotion is known. */
static void add_promoted_again(const mr_fy_rules *rules, mr_str *out) {
  uint64_t present = mr_fy_present(rules);
  for (unsigned i = 1; i <= rules->kind_count; i++) {
    const mr_fy_kind *kind = &rules->kinds[i];
    for (unsigned at = 0; kind->tilde && (present >> i & 1) && at < 2; at++) {
      if (kind->promotion_count[at] > 0) {
        const mr_fy_kind *into = &rules->kinds[kind->promotions[at][0]];
        const char *last = rules->kinds[into->base].name;
        mr_str_format(out, " A %s that has become a %s and then a %s is a %s there.",
                      rules->kinds[kind->base].name, last, into->name, last);
        break;
      }
    }
  }
}

/* What becomes of captured pieces. */
static void add_captured(const mr_fy_rules *rules, mr_str *out) {
  bool promotes = false;
  for (unsigned i = 1; i <= rules->kind_count; i++) {
    promotes = promotes || rules->kinds[i].promotion_count[0] || rules->kinds[i].promotion_count[1];
  }
  mr_str_add(out, !rules->captures_to_hand ? " Captured pieces leave the game."
                  : !promotes              ? " Captured pieces go to the captor's hand."
                  : rules->keep_promotion
                      ? " Captured pieces go to the captor's hand as what they have become."
                      : " Captured pieces go to the captor's hand, and are there what they were "
                        "before they promoted.");
  if (rules->captures_to_hand && !rules->keep_promotion) {
    add_promoted_again(rules, out);
  }
}

bool mr_fy_write_drops(const mr_fy_rules *rules, mr_str *out) {
  static const char *const never[] = {" White never drops these: ", " Black never drops these: "};
  uint64_t zoned = 0;
  const uint64_t by[2] = {dropped_by(rules, MR_FY_WHITE, &zoned),
                          dropped_by(rules, MR_FY_BLACK, &zoned)};
  uint64_t kinds = by[0] | by[1];
  zoned &= kinds;
  mr_str_format(out, "Placing a %s on an empty square%s is a move: ",
                rules->free_drops ? "new piece" : "piece from the hand",
                zoned == 0       ? ""
                : zoned == kinds ? " of its drop zone"
                                 : ", of its drop zone where it has one,");
  mr_fy_add_kinds(rules, kinds, ", ", out);
  mr_str_char(out, '.');
  for (unsigned side = 0; side < 2; side++) {
    if (by[side] != kinds) {
      mr_str_add(out, never[side]);
      mr_fy_add_kinds(rules, kinds & ~by[side], ", ", out);
      mr_str_char(out, '.');
    }
  }
  if (rules->drop_promoted) {
    mr_str_add(out, " What has a promoted form may be dropped as that, too.");
  }
  add_limits(rules, kinds, out);
  add_captured(rules, out);
  return mr_fy_drops(rules) && kinds != 0;
}

/* ---- gates ----------------------------------------------------------------------------------- */

/* Kinds that enter by a gate of a side's. */
static uint64_t entering(const mr_fy_rules *rules, unsigned side) {
  uint64_t kinds = 0;
  for (unsigned i = 0; i < rules->hand_count; i++) {
    unsigned kind = rules->hand_kind[i];
    for (unsigned file = 0; file < rules->files; file++) {
      bool may =
          mr_fy_set_has(&rules->kinds[kind].drop_region[side], rules->gating.first[side] + file);
      kinds |= may ? rules->held & UINT64_C(1) << kind : 0;
    }
  }
  return kinds;
}

bool mr_fy_write_gating(const mr_fy_rules *rules, mr_str *out) {
  uint64_t kinds = entering(rules, MR_FY_WHITE) | entering(rules, MR_FY_BLACK);
  mr_str_format(out,
                "When a piece moves from its first square, on rank %u for White and on rank %u "
                "for Black, its side may place one from the hand there in the same move: ",
                rules->gating.first[0] / rules->files + 1u,
                rules->gating.first[1] / rules->files + 1u);
  mr_fy_add_kinds(rules, kinds, ", ", out);
  mr_str_add(out, ".");
  if (mr_fy_castles(rules)) {
    mr_str_add(out, " At castling that is one of the two squares that are left, not both.");
  }
  mr_str_add(out,
             " The move must be legal without it. Nobody enters behind a piece that promotes or "
             "captures in passing, and none where a piece was captured on its first square.");
  if (rules->gating.alone && rules->captures_to_hand) {
    add_captured(rules, out);
  }
  return rules->gating.enters && kinds != 0;
}

/* ---- castling -------------------------------------------------------------------------------- */

/* "e1g1 with h1f1" for each castling of a side. */
static void add_castlings(const mr_fy_rules *rules, unsigned side, mr_str *out) {
  const char *before = side == MR_FY_WHITE ? " White: " : " Black: ", *after = "";
  for (unsigned i = 2 * side; i < 2 * side + 2; i++) {
    const mr_fy_castling *c = &rules->castling[i];
    if (c->allowed && rules->any_files) {
      mr_str_format(out, "%sto %s, partner to %s, with one nearer to the %s file", before,
                    mr_fy_square(rules, c->king_to).text, mr_fy_square(rules, c->partner_to).text,
                    i % 2 == 0 ? "last" : "first");
      before = "; or ";
      after = ".";
    } else if (c->allowed) {
      mr_str_format(out, "%s%s to %s, partner %s to %s", before,
                    mr_fy_square(rules, c->king_from).text, mr_fy_square(rules, c->king_to).text,
                    mr_fy_square(rules, c->partner_from).text,
                    mr_fy_square(rules, c->partner_to).text);
      before = "; or ";
      after = ".";
    }
  }
  mr_str_add(out, after);
}

static bool is_royal(const mr_fy_rules *rules, uint64_t kinds) {
  return (kinds & mr_fy_royal_kinds(rules)) != 0 ||
         (rules->extinction.royal &&
          (kinds & (rules->extinction.needs[0].kinds | rules->extinction.needs[1].kinds)) != 0);
}

bool mr_fy_write_castling(const mr_fy_rules *rules, mr_str *out) {
  uint64_t partners = 0, kings = 0;
  for (unsigned i = 0; i < 4; i++) {
    if (rules->castling[i].allowed) {
      partners |= rules->castling[i].partner_kinds;
      kings |= UINT64_C(1) << rules->castling[i].king_kind;
    }
  }
  mr_str_add(out, "A ");
  mr_fy_add_kinds(rules, kings, " or ", out);
  mr_str_add(out, " and a ");
  mr_fy_add_kinds(rules, partners, " or ", out);
  mr_str_add(out, rules->castles_dropped ? " that were dropped on these squares and" : " that");
  mr_str_add(out, rules->any_files
                      ? " have not moved castle in one move, wherever on their rank the game has "
                        "begun with them, when all squares that they pass or reach are empty but "
                        "for the two"
                      : " have not moved castle in one move when the squares between them are "
                        "empty");
  mr_str_add(out, is_royal(rules, kings)
                      ? " and none that the former stands on, passes or reaches is attacked."
                      : ", whatever is attacked.");
  add_castlings(rules, MR_FY_WHITE, out);
  add_castlings(rules, MR_FY_BLACK, out);
  mr_str_add(out, rules->opposite_castling
                      ? " Who castles takes from the other side the castling towards the same edge."
                      : "");
  return kings != 0;
}

bool mr_fy_write_castled(const mr_fy_rules *rules, mr_str *out) {
  static const char *const names[] = {"White", "Black"};
  for (unsigned side = 0; side < 2; side++) {
    unsigned own = rules->castling_wins >> 2 * side & 3u;
    const mr_fy_castling *c = &rules->castling[2 * side];
    if (own != 0) {
      mr_str_format(out, "%s%s wins by castling to %s", out->length > 0 ? " " : "", names[side],
                    mr_fy_square(rules, c[own & 1u ? 0 : 1].king_to).text);
      if (own == 3) {
        mr_str_format(out, " or %s", mr_fy_square(rules, c[1].king_to).text);
      }
      mr_str_add(out, ", and has lost once it can never do so any more.");
    }
  }
  return rules->castling_wins != 0;
}

/* ---- goals ----------------------------------------------------------------------------------- */

void mr_fy_write_safety(const mr_fy_rules *rules, mr_str *out) {
  const mr_fy_flag *flag = &rules->flag;
  const char *more = flag->count == 1 ? "two or more stand there, attacks do not matter"
                                      : "more stand there, attacks do not matter";
  if (flag->blocked) {
    mr_str_add(out, flag->count == 1
                        ? ""
                        : " Fewer will do, but one, where every square there is occupied, by "
                          "whatever piece.");
  }
  if (!flag->safe || flag->race) {
    return;
  }
  if (flag->reply) {
    mr_str_format(out,
                  " Who is attacked there wins only by still being there after the opponent's next "
                  "move; where %s.",
                  more);
  } else {
    mr_str_format(out,
                  " Who is attacked there does not win, but does so after any move that ends the "
                  "attack; where %s. If both sides win at the same time it is a draw.",
                  more);
  }
}

/* ---- passing --------------------------------------------------------------------------------- */

static void add_passing(const mr_fy_rules *rules, const char *who, unsigned when, mr_str *out) {
  bool royal = rules->extinction.royal || mr_fy_royal_kinds(rules) != 0;
  if (when == MR_FY_NEVER) {
    return;
  }
  mr_str_format(out, "%s%s", out->length > 0 ? " " : "", who);
  if (when == MR_FY_WITHOUT_MOVES) {
    mr_str_format(out, ", when it has nothing else to do%s, passes.",
                  royal ? " and is not in check" : "");
  } else {
    mr_str_format(out, " may pass its turn%s%s.", royal ? " unless it is in check" : "",
                  !rules->must_capture ? ""
                  : royal              ? " or has to capture"
                                       : " unless it has to capture");
  }
}

bool mr_fy_write_passing(const mr_fy_rules *rules, mr_str *out) {
  if (rules->passing[0] == rules->passing[1]) {
    add_passing(rules, "A side", rules->passing[0], out);
  } else {
    add_passing(rules, "White", rules->passing[0], out);
    add_passing(rules, "Black", rules->passing[1], out);
  }
  mr_str_add(out, out->length > 0 ? " Who has no piece on the board cannot pass." : "");
  if (rules->passing[0] != MR_FY_NEVER && rules->passing[1] != MR_FY_NEVER) {
    mr_str_add(out, " Two passes, one after the other, ");
    if (rules->tally == MR_FY_TALLY_NONE) {
      mr_str_add(out, "draw the game.");
    } else {
      mr_str_format(out, "end the game, and %s.", mr_fy_tally_text(rules));
    }
  }
  return out->length > 0;
}

/* ---- turns ----------------------------------------------------------------------------------- */

bool mr_fy_write_turn(const mr_fy_rules *rules, mr_str *out) {
  mr_str_add(out, "A turn is one move on each colour of squares, dark first; a colour on which the "
                  "player has no pieces is passed over.");
  if (rules->split_first_dark) {
    mr_str_add(out, " White's first turn is a single move on a dark square.");
  }
  return rules->split;
}

bool mr_fy_write_length(const mr_fy_rules *rules, mr_str *out) {
  mr_str_format(out, "After %u move%s in all the game is drawn.", rules->length_limit,
                rules->length_limit == 1 ? "" : "s");
  return true;
}
