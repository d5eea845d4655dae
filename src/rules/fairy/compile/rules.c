/*
 * The rules in words: one sentence for each feature in force, with the numbers of the definition.
 * What `marcher rules` prints, what events and results refer to.
 */
#include <string.h>

#include "base/text.h"
#include "rules/fairy/compile/read.h"
#include "rules/fairy/text/texts.h"

enum { ID_MOST = 30 };

/* Words of ruleIds. */
static const char *const feature_words[MR_FY_RULE_COUNT] = {
    [MR_FY_RULE_NONE] = "",
    [MR_FY_RULE_MOVE] = "move",
    [MR_FY_RULE_DOUBLE] = "doubleStep",
    [MR_FY_RULE_LEAP] = "cambodianMoves",
    [MR_FY_RULE_EP] = "enPassant",
    [MR_FY_RULE_BLAST] = "blast",
    [MR_FY_RULE_WALL] = "wall",
    [MR_FY_RULE_FLIP] = "flipEnclosedPieces",
    [MR_FY_RULE_PROMOTION] = "promotion",
    [MR_FY_RULE_DROP] = "drop",
    [MR_FY_RULE_GATING] = "gating",
    [MR_FY_RULE_CASTLING] = "castling",
    [MR_FY_RULE_SHUFFLE] = "randomStart",
    [MR_FY_RULE_PASS] = "pass",
    [MR_FY_RULE_BIKJANG] = "bikjangRule",
    [MR_FY_RULE_CHECKMATE] = "checkmate",
    [MR_FY_RULE_EXTINCTION] = "extinction",
    [MR_FY_RULE_FLAG] = "flag",
    [MR_FY_RULE_CHECKS] = "checkCounting",
    [MR_FY_RULE_CONNECT] = "connect",
    [MR_FY_RULE_FULL] = "adjudicateFullBoard",
    [MR_FY_RULE_CASTLED] = "castlingWins",
    [MR_FY_RULE_STALEMATE] = "stalemate",
    [MR_FY_RULE_IDLE] = "nMoveRule",
    [MR_FY_RULE_COUNTING] = "countingRule",
    [MR_FY_RULE_FOLD] = "nFoldRule",
    [MR_FY_RULE_PERPETUAL] = "perpetualCheck",
    [MR_FY_RULE_TO_AND_FRO] = "moveRepetition",
    [MR_FY_RULE_CHASE] = "chase",
    [MR_FY_RULE_IMPASSE] = "impasse",
    [MR_FY_RULE_TURN] = "turn",
    [MR_FY_RULE_HALF_DRAW] = "halfDraw",
    [MR_FY_RULE_TALLY] = "materialCounting",
    [MR_FY_RULE_LENGTH] = "lengthLimit",
};

/* ---- parts of sentences ---------------------------------------------------------------------- */

static const char *outcome_text(mr_fy_outcome value) {
  return value == MR_FY_WIN ? "wins" : value == MR_FY_LOSS ? "loses" : "draws";
}

/* The same where men are counted before anything is drawn. */
static void add_even(const mr_fy_rules *rules, const char *drawn, const char *over, mr_str *out) {
  bool counted = rules->tally != MR_FY_TALLY_NONE;
  mr_str_format(out, "%s%s%s", counted ? over : drawn, counted ? ", and " : "",
                counted ? mr_fy_tally_text(rules) : "");
}

/* "third", "21st". */
static void add_ordinal(unsigned number, mr_str *out) {
  static const char *const words[] = {"",      "first",   "second", "third", "fourth", "fifth",
                                      "sixth", "seventh", "eighth", "ninth", "tenth"};
  static const char *const ends[] = {"th", "st", "nd", "rd"};
  if (number < sizeof words / sizeof *words) {
    mr_str_add(out, words[number]);
    return;
  }
  unsigned last = number / 10 % 10 == 1 || number % 10 > 3 ? 0 : number % 10;
  mr_str_format(out, "%u%s", number, ends[last]);
}

static unsigned first_kind(uint64_t kinds) {
  unsigned kind = 0;
  while (kinds >> 1 != 0 && !(kinds >> kind & 1)) {
    kind++;
  }
  return kind;
}

/* "rank 3 (White) or rank 8 (Black)" */
static void add_both_sets(const mr_fy_rules *rules, const mr_fy_set *set, mr_str *out) {
  mr_fy_add_squares(rules, &set[0], out);
  mr_str_add(out, " (White) or ");
  mr_fy_add_squares(rules, &set[1], out);
  mr_str_add(out, " (Black)");
}

/* The same where the initial moves of all these kinds begin alike; false where they do not. */
static bool add_initial_squares(const mr_fy_rules *rules, uint64_t kinds, mr_str *out) {
  const mr_fy_set *set = rules->kinds[first_kind(kinds)].initial;
  for (unsigned i = 1; i <= rules->kind_count; i++) {
    if ((kinds >> i & 1) && !(mr_fy_set_same(&set[0], &rules->kinds[i].initial[0]) &&
                              mr_fy_set_same(&set[1], &rules->kinds[i].initial[1]))) {
      return false;
    }
  }
  if (mr_fy_set_empty(&set[0]) || mr_fy_set_empty(&set[1])) {
    return false;
  }
  add_both_sets(rules, set, out);
  return true;
}

static bool has_initial(const mr_fy_kind *kind) {
  return kind->betza != NULL && mr_betza_has_initial(kind->betza);
}
static bool begins_somewhere(const mr_fy_kind *kind) {
  return has_initial(kind) &&
         !(mr_fy_set_empty(&kind->initial[0]) && mr_fy_set_empty(&kind->initial[1]));
}
static bool resets(const mr_fy_kind *kind) {
  return kind->resets[0] || kind->resets[1];
}
static void look_for_way_back(void *context, const mr_trail *trail) {
  bool *back = context;
  for (unsigned i = 0; i < trail->length; i++) {
    bool down = trail->steps[i].rank <= MR_FY_MIDDLE;
    *back = *back || (down && (trail->steps[i].stop & MR_STOP_QUIET) != 0);
  }
}

/* Whether moves of a pawn can be taken back: it does not only go forwards. */
static bool moves_to_and_fro(const mr_fy_kind *kind) {
  bool back = false;
  mr_betza_origin origin = {MR_FY_CANVAS, MR_FY_CANVAS, MR_FY_MIDDLE, MR_FY_MIDDLE, false};
  if (kind->betza != NULL && resets(kind)) {
    mr_betza_walk(kind->betza, &origin, look_for_way_back, &back);
  }
  return back;
}

/* Whether its promotion counts for itself: its moves do not. */
static bool promotes_idly(const mr_fy_kind *kind) {
  return (kind->promotion_count[0] > 0 && !kind->resets[0]) ||
         (kind->promotion_count[1] > 0 && !kind->resets[1]);
}

/* ---- sentences: each writer returns whether its feature is in force -------------------------- */

static bool has_triples(const mr_fy_kind *kind) {
  return kind->triples;
}

/* Where three squares may be stepped: those have squares of their own. */
static bool add_triples(const mr_fy_rules *rules, mr_str *out) {
  static const char *const owners[] = {" (White)", " (Black)"};
  uint64_t kinds = mr_fy_kinds_that(rules, has_triples);
  if (kinds == 0) {
    return false;
  }
  const mr_fy_set *set = rules->kinds[first_kind(kinds)].triple;
  const char *between =
      out->length > 0 ? " Steps of three squares begin on " : "Steps of three squares begin on ";
  for (unsigned side = 0; side < 2; side++) {
    if (!mr_fy_set_empty(&set[side])) {
      mr_str_add(out, between);
      mr_fy_add_squares(rules, &set[side], out);
      mr_str_add(out, owners[side]);
      between = " or ";
    }
  }
  mr_str_add(out, " alone: ");
  mr_fy_add_kinds(rules, kinds, ", ", out);
  mr_str_char(out, '.');
  return true;
}

static bool write_doubles(const mr_fy_rules *rules, mr_str *out) {
  uint64_t kinds = mr_fy_kinds_that(rules, begins_somewhere);
  if (kinds == 0) {
    return add_triples(rules, out);
  }
  mr_str_add(out, "From ");
  if (!add_initial_squares(rules, kinds, out)) {
    mr_str_add(out, "certain squares");
  }
  mr_str_add(out,
             " these pieces have further moves, told below as moves \"from where it begins\": ");
  mr_fy_add_kinds(rules, kinds, ", ", out);
  mr_str_char(out, '.');
  (void)add_triples(rules, out);
  return true;
}

static bool write_drops(const mr_fy_rules *rules, mr_str *out) {
  bool drops = mr_fy_write_drops(rules, out);
  mr_fy_add_placing(rules, out);
  return drops;
}

/* Where captures in passing end, for the sides that have such: parts of the board are told. */
static void add_ep_regions(const mr_fy_rules *rules, mr_str *out) {
  static const char *const captors[] = {"White captures", "Black captures"};
  for (unsigned side = 0; side < 2; side++) {
    unsigned count = 0;
    for (unsigned cell = 0; cell < rules->cells; cell++) {
      count += mr_fy_set_has(&rules->ep_region[side], cell);
    }
    if (count > 0 && count < rules->cells) {
      mr_str_format(out, " %s so on these squares alone: ", captors[side]);
      mr_fy_add_squares(rules, &rules->ep_region[side], out);
      mr_str_char(out, '.');
    }
  }
}

static bool resets_as(const mr_fy_kind *kind, unsigned side) {
  return kind->resets[side];
}

/* "an H", "a Herald" */
static const char *article_of(const char *name) {
  const char *vowels = strlen(name) == 1 ? "AEFHILMNORSX" : "AEIO";
  return name[0] != '\0' && strchr(vowels, mr_text_upper(name[0])) != NULL ? "an " : "a ";
}

/* "an enemy Pawn", or by sides where they differ: "White's Pawn or Black's Log". Without an article
 * it is "a" or "an". */
static void add_sides(const mr_fy_rules *rules, bool (*is)(const mr_fy_kind *kind, unsigned side),
                      const char *article, mr_str *out) {
  static const char *const owners[] = {"White's ", "Black's "};
  uint64_t by[2] = {0, 0};
  for (unsigned at = 2; at < 2 * rules->kind_count + 2; at++) {
    by[at % 2] |= is(&rules->kinds[at / 2], at % 2) ? UINT64_C(1) << at / 2 : 0;
  }
  by[MR_FY_WHITE] &= mr_fy_present(rules);
  by[MR_FY_BLACK] &= mr_fy_present(rules);
  if (by[0] == by[1]) {
    mr_str_add(out, article != NULL
                        ? article
                        : article_of(by[0] != 0 ? rules->kinds[first_kind(by[0])].name : ""));
    mr_fy_add_kinds(rules, by[0], " or ", out);
    return;
  }
  for (unsigned side = 0; side < 2; side++) {
    if (by[side] != 0) {
      mr_str_add(out, side == MR_FY_BLACK && by[0] != 0 ? " or " : "");
      mr_str_add(out, owners[side]);
      mr_fy_add_kinds(rules, by[side], " or ", out);
    }
  }
}

static bool write_ep(const mr_fy_rules *rules, mr_str *out) {
  mr_str_add(out, "A piece that has just stepped over a square by its initial move can be taken on "
                  "that square, on the very next move, by ");
  add_sides(rules, mr_fy_takes_ep_as, "an enemy ", out);
  mr_str_char(out, '.');
  add_ep_regions(rules, out);
  return mr_fy_any_takes_ep(rules);
}

/* What is counted each for itself: "Dogs or Wolves". */
static void add_counted(const mr_fy_rules *rules, const mr_fy_needs *needs, unsigned count,
                        mr_str *out) {
  const char *before = "";
  uint64_t names = needs->together ? 0 : mr_fy_group_names(needs);
  if (needs->together) {
    mr_str_count_name(out, "piece", count);
  }
  for (; names != 0; names &= names - 1) {
    mr_str_add(out, before);
    mr_str_count_name(out, rules->kinds[__builtin_ctzll(names)].name, count);
    before = __builtin_popcountll(names) == 2 ? " or " : ", ";
  }
}

/* The pieces that nobody may leave attacked: "King", "King or the last Prince". */
static void add_royals(const mr_fy_rules *rules, mr_str *out) {
  uint64_t kinds = mr_fy_royal_kinds(rules);
  mr_fy_add_kinds(rules, kinds, " or ", out);
  bool agree = mr_fy_needs_agree(&rules->extinction);
  for (unsigned side = 0; rules->extinction.royal && side < (agree ? 1u : 2u); side++) {
    const mr_fy_needs *needs = &rules->extinction.needs[side];
    if (needs->kinds == 0) {
      continue;
    }
    mr_str_add(out, kinds ? " or " : "");
    mr_str_add(out, agree ? "" : side == MR_FY_WHITE ? "(White's) " : "(Black's) ");
    mr_str_add(out, needs->count == 0 ? "last " : "");
    mr_fy_add_kinds(rules, mr_fy_group_names(needs), " or ", out);
    if (needs->count > 0 && needs->count + 1u < rules->cells) { /* else nobody ever has more */
      mr_str_format(out, " (one of the last %u)", needs->count + 1u);
    }
    kinds |= needs->kinds;
  }
}

/* What it takes to be mated, and what that is worth: up to the word that ends it. */
static void write_mate(const mr_fy_rules *rules, mr_str *out) {
  bool wins = rules->checkmate == MR_FY_LOSS, many = rules->many_royals;
  mr_str_add(out, wins   ? many ? "Checkmate wins: one of the other side's royal pieces ("
                                : "Checkmate wins: the other side's "
                  : many ? "A side of which a royal piece ("
                         : "A side whose ");
  add_royals(rules, out);
  mr_str_add(out, many ? ")" : "");
  mr_str_add(out, wins ? " is attacked, and it has no legal move"
                       : " is attacked and that has no legal move ");
  mr_str_add(out, wins ? "" : outcome_text(rules->checkmate));
  mr_str_add(out, rules->split ? " on the squares of its colour. That ends the game at once; after "
                                 "a half-draw it wins three quarters of the point"
                               : "");
  mr_str_add(out, ". ");
  mr_fy_add_shatar(rules, out);
}

static bool write_checkmate(const mr_fy_rules *rules, mr_str *out) {
  uint64_t kinds = mr_fy_royal_kinds(rules);
  bool many = rules->many_royals, none = rules->no_checks && kinds != 0;
  if (!none) {
    write_mate(rules, out);
  }
  mr_str_add(out, many ? "No move may leave any of one's own royal pieces"
                       : "No move may leave one's own ");
  if (!many) {
    add_royals(rules, out);
  }
  mr_str_add(out,
             none ? " attacked, or attack the other side's: there is no check." : " attacked.");
  if (rules->extinction.duple) {
    mr_str_add(out, " Who has more of these is in check when all of them are attacked at once, and "
                    "may not leave them so: ");
    mr_fy_add_kinds(rules,
                    mr_fy_group_names(&rules->extinction.needs[0]) |
                        mr_fy_group_names(&rules->extinction.needs[1]),
                    ", ", out);
    mr_str_char(out, '.');
  }
  if (rules->blast.on) {
    mr_str_add(out,
               " No move may blow up an own one, and who blows up the other side's need not heed "
               "an attack. One that stands beside the other side's is not attacked by anything: "
               "the blast would take both.");
  }
  if (rules->kings_stay && kinds != 0) {
    mr_str_add(out, many ? " Who is in check moves no royal piece but to take the only piece that "
                           "attacks."
                         : " One that is attacked does not move but to take the only piece that "
                           "attacks it.");
  }
  if (!none && rules->no_drop_checks && mr_fy_drops(rules) && kinds != 0) {
    mr_str_add(out, " No drop may attack one of the other side's.");
  }
  if (rules->flying && kinds != 0) {
    mr_str_format(out,
                  " %s of the two sides that face each other along a file or a rank, with "
                  "nothing between them, attack each other.",
                  rules->extinction.royal ? "Kings" : "Royal pieces");
  }
  return kinds != 0 || rules->extinction.royal;
}

/* What is left too little: "no Chief left on the board or in hand". */
static void add_needs(const mr_fy_rules *rules, const mr_fy_needs *needs, mr_str *out) {
  if (needs->count) {
    mr_str_format(out, "no more than %u ", (unsigned)needs->count);
    add_counted(rules, needs, needs->count, out);
  } else if (needs->together) {
    mr_str_add(out, "no piece");
  } else {
    mr_str_add(out, "no ");
    mr_fy_add_kinds(rules, mr_fy_group_names(needs), " or no ", out);
  }
  mr_str_add(out, " left");
  for (unsigned i = 1; i <= rules->kind_count; i++) {
    if (rules->drops && (needs->kinds >> i & 1) && rules->kinds[i].droppable) {
      mr_str_add(out, " on the board or in hand");
      break;
    }
  }
  if (rules->extinction.rest) {
    mr_str_format(out, ", while the other side has at least %u of them",
                  (unsigned)rules->extinction.rest);
  }
}

static bool write_extinction(const mr_fy_rules *rules, mr_str *out) {
  const mr_fy_extinction *e = &rules->extinction;
  const char *before = "";
  if (mr_fy_needs_agree(e)) {
    mr_str_add(out, "Who has ");
    add_needs(rules, &e->needs[0], out);
    mr_str_format(out, "%s %s.", e->rest ? "," : "", outcome_text(e->value));
  }
  for (unsigned side = 0; side < 2 && !mr_fy_needs_agree(e); side++) {
    if (e->needs[side].kinds != 0) {
      mr_str_format(out, "%s%s %s when it has ", before, side == MR_FY_WHITE ? "White" : "Black",
                    outcome_text(e->value));
      add_needs(rules, &e->needs[side], out);
      mr_str_char(out, '.');
      before = " ";
    }
  }
  if (e->claim) {
    mr_str_format(out,
                  " Who has come to it by the other side's move has a move to answer, if that side "
                  "has no more than %u.",
                  (unsigned)e->rest);
  }
  return e->value != MR_FY_NOTHING && (e->needs[0].kinds | e->needs[1].kinds) != 0;
}

/* Who has to stand on the goal, and where it is: "when a Kirin stands on rank 1". */
static void write_flag_side(const mr_fy_rules *rules, unsigned side, bool both, mr_str *out) {
  const mr_fy_flag *flag = &rules->flag;
  uint64_t all = (UINT64_C(2) << rules->kind_count) - 2;
  bool any = flag->kinds[side] == all, one = flag->count == 1;
  mr_str_add(out, both ? "A side" : side == MR_FY_WHITE ? "White" : "Black");
  mr_str_add(out, " wins when ");
  if (any || !one) {
    mr_str_format(out, one ? "one of its pieces" : "%u of its pieces", (unsigned)flag->count);
  } else {
    mr_str_add(out, article_of(rules->kinds[first_kind(flag->kinds[side])].name));
  }
  mr_str_add(out, any || one ? "" : " (");
  if (!any) {
    mr_fy_add_kinds(rules, flag->kinds[side], " or ", out);
  }
  mr_str_add(out, any || one ? "" : ")");
  mr_str_add(out, one ? " stands on " : " stand on ");
  mr_fy_add_squares(rules, &flag->region[side], out);
  if (flag->reply && !flag->race && !flag->safe) {
    mr_str_format(out, " and still %s there after the opponent's next move",
                  one ? "stands" : "stand");
  }
  mr_str_char(out, '.');
}

static bool write_flag(const mr_fy_rules *rules, mr_str *out) {
  const mr_fy_flag *flag = &rules->flag;
  bool both = flag->kinds[0] && flag->kinds[0] == flag->kinds[1] &&
              mr_fy_set_same(&flag->region[0], &flag->region[1]);
  if (flag->kinds[0]) {
    write_flag_side(rules, MR_FY_WHITE, both, out);
  }
  if (flag->kinds[0] && flag->kinds[1] && !both) {
    mr_str_char(out, ' ');
  }
  if (flag->kinds[1] && !both) {
    write_flag_side(rules, MR_FY_BLACK, false, out);
  }
  mr_fy_write_safety(rules, out);
  if (flag->race) {
    mr_str_add(out, " White's win is drawn if Black's next move wins, too.");
  }
  return (flag->kinds[0] | flag->kinds[1]) != 0;
}

static bool write_checks(const mr_fy_rules *rules, mr_str *out) {
  mr_str_add(out, rules->many_royals ? "A move that attacks any of the other side's royal pieces ("
                                     : "A move that attacks the other side's ");
  mr_fy_add_kinds(rules, mr_fy_royal_kinds(rules), " or ", out);
  mr_str_add(out, rules->many_royals ? ")" : "");
  mr_str_add(out, " is a check, one however many pieces attack. ");
  if (rules->checks[0] == rules->checks[1] && rules->checks[0] == 1) {
    mr_str_add(out, "Who gives check");
  } else if (rules->checks[0] == rules->checks[1]) {
    mr_str_add(out, "Who gives the ");
    add_ordinal(rules->checks[0], out);
  } else {
    mr_str_add(out, "White's ");
    add_ordinal(rules->checks[0], out);
    mr_str_add(out, " and Black's ");
    add_ordinal(rules->checks[1], out);
  }
  mr_str_add(out, rules->checks[0] == rules->checks[1] ? " wins at once." : " win at once.");
  return mr_fy_counts_checks(rules);
}

static bool write_stalemate(const mr_fy_rules *rules, mr_str *out) {
  if (rules->split) {
    mr_str_add(out, "Who has pieces on a colour, is not in check there and has no legal move there "
                    "half-draws that colour.");
  } else {
    bool royal = rules->extinction.royal || mr_fy_royal_kinds(rules) != 0;
    mr_str_format(out, "Who is to move and has no legal move%s ",
                  royal && !rules->no_checks ? " without being in check" : "");
    if (rules->stalemate == MR_FY_DRAW) {
      add_even(rules, "draws", "ends the game", out);
    } else {
      mr_str_add(out, outcome_text(rules->stalemate));
    }
    mr_str_add(out, ".");
    if (rules->stalemate_counts) {
      mr_str_format(
          out,
          " That is so for a side with fewer pieces on the board than the other: with more "
          "it %s, and with as many the game is drawn.",
          outcome_text(mr_fy_reverse(rules->stalemate)));
    }
    mr_fy_add_free_promotion(rules, out);
  }
  return true;
}

/* With drawsFirst a position can be drawn that would be mate. */
static const char *judged_when(const mr_fy_rules *rules) {
  bool royal = rules->extinction.royal || mr_fy_royal_kinds(rules) != 0;
  return !rules->draws_first ? ""
         : royal             ? " That is judged before checkmate and stalemate."
                             : " That is judged before a lack of legal moves.";
}

static bool write_idle(const mr_fy_rules *rules, mr_str *out) {
  uint64_t kinds = mr_fy_kinds_that(rules, resets);
  bool drops = mr_fy_drops(rules) && rules->idle_resets_on_drop && rules->hand_count > 0;
  if (rules->split) {
    mr_str_format(out, "%u turn%s without a capture", rules->idle_limit,
                  mr_text_plural(rules->idle_limit));
  } else {
    mr_str_format(out, "%u move%s by each side without a capture", rules->idle_limit / 2,
                  mr_text_plural(rules->idle_limit / 2));
  }
  if (rules->idle_resets_on_promotion && mr_fy_kinds_that(rules, promotes_idly) != 0) {
    mr_str_add(out, kinds || drops ? ", a promotion" : " or a promotion");
  }
  if (drops) {
    mr_str_add(out, kinds ? ", a drop" : " or a drop");
  }
  if (kinds) {
    mr_str_add(out, " or a move of ");
    add_sides(rules, resets_as, NULL, out);
    mr_str_add(out, rules->idle_lasting_only && mr_fy_kinds_that(rules, moves_to_and_fro) != 0
                        ? " that it cannot take straight back"
                        : "");
  }
  add_even(rules, " are a draw", " end the game", out);
  mr_str_add(out, ".");
  mr_str_add(out, judged_when(rules));
  if (rules->chase.on) {
    mr_str_add(out, " Of the checks of a side no more than ten count as such moves.");
  }
  if (rules->fold > 0 && !rules->draws_first && !rules->split &&
      (rules->fold_value != MR_FY_FOLD_DRAW || rules->perpetual || mr_fy_keeps_moves(rules))) {
    mr_str_add(out, " That is judged before repetition.");
  }
  return rules->idle_limit > 0;
}

static bool write_fold(const mr_fy_rules *rules, mr_str *out) {
  static const char *const values[] = {
      [MR_FY_FOLD_MOVER_LOSES] = "the player whose move brings it about loses",
      [MR_FY_FOLD_MOVER_WINS] = "the player whose move brings it about wins",
      [MR_FY_FOLD_WHITE_LOSES] = "White loses",
      [MR_FY_FOLD_BLACK_LOSES] = "Black loses",
  };
  mr_str_add(out, rules->split ? "When the pieces of a colour stand as before with the same player "
                                 "to move there, for the "
                               : "When a position comes about for the ");
  add_ordinal(rules->fold, out);
  mr_str_add(out, " time, ");
  if (rules->split || rules->fold_value != MR_FY_FOLD_DRAW) {
    mr_str_add(out, rules->split ? "that colour is half-drawn" : values[rules->fold_value]);
  } else {
    add_even(rules, "the game is drawn", "the game is over", out);
  }
  mr_str_add(out, ".");
  mr_str_add(out, judged_when(rules));
  return rules->fold > 0;
}

static bool write_perpetual(const mr_fy_rules *rules, mr_str *out) {
  mr_str_add(out, "When a position comes about for the ");
  add_ordinal(rules->fold, out);
  mr_str_add(out, " time and one side alone has given check with its every move since the first, "
                  "that side loses.");
  if (rules->pseudo_royals) {
    mr_str_add(out, " Check here is an attack on the last ");
    mr_fy_add_kinds(rules, rules->pseudo_royals, " or ", out);
    mr_str_add(out, " of the other side.");
  }
  return rules->perpetual && rules->fold > 0;
}

static bool write_full(const mr_fy_rules *rules, mr_str *out) {
  mr_str_add(out, "When no square is empty the game is ");
  add_even(rules, "drawn", "over", out);
  mr_str_add(out, ".");
  return rules->full_draws;
}

/* Promotions that have numbers of their own. */
static void write_numbered_promotions(mr_fy_reading *in, mr_str *text) {
  mr_fy_rules *rules = in->rules;
  for (unsigned i = 1; i <= rules->kind_count; i++) {
    const char *id = rules->kinds[i].promotion_id;
    bool told = id == NULL; /* the first kind of each number tells for the others */
    for (unsigned j = 1; j < i && !told; j++) {
      told = rules->kinds[j].promotion_id != NULL && strcmp(rules->kinds[j].promotion_id, id) == 0;
    }
    mr_str_reset(text);
    if (!told && mr_fy_write_promotions(rules, id, text)) {
      rules->kinds[i].promotion_text = mr_fy_copy(in, text->data, text->length);
    }
  }
}

void mr_fy_write_sentences(mr_fy_reading *in) {
  static bool (*const writers[MR_FY_RULE_COUNT])(const mr_fy_rules *, mr_str *) = {
      [MR_FY_RULE_MOVE] = mr_fy_write_moves,
      [MR_FY_RULE_DOUBLE] = write_doubles,
      [MR_FY_RULE_LEAP] = mr_fy_write_leaps,
      [MR_FY_RULE_EP] = write_ep,
      [MR_FY_RULE_BLAST] = mr_fy_write_blast,
      [MR_FY_RULE_WALL] = mr_fy_write_walls,
      [MR_FY_RULE_FLIP] = mr_fy_write_flips,
      [MR_FY_RULE_PROMOTION] = mr_fy_write_promotion,
      [MR_FY_RULE_DROP] = write_drops,
      [MR_FY_RULE_GATING] = mr_fy_write_gating,
      [MR_FY_RULE_CASTLING] = mr_fy_write_castling,
      [MR_FY_RULE_SHUFFLE] = mr_fy_write_shuffle,
      [MR_FY_RULE_PASS] = mr_fy_write_passing,
      [MR_FY_RULE_BIKJANG] = mr_fy_write_bikjang,
      [MR_FY_RULE_CHECKMATE] = write_checkmate,
      [MR_FY_RULE_EXTINCTION] = write_extinction,
      [MR_FY_RULE_FLAG] = write_flag,
      [MR_FY_RULE_CHECKS] = write_checks,
      [MR_FY_RULE_CONNECT] = mr_fy_write_connect,
      [MR_FY_RULE_FULL] = write_full,
      [MR_FY_RULE_CASTLED] = mr_fy_write_castled,
      [MR_FY_RULE_STALEMATE] = write_stalemate,
      [MR_FY_RULE_IDLE] = write_idle,
      [MR_FY_RULE_COUNTING] = mr_fy_write_counting,
      [MR_FY_RULE_FOLD] = write_fold,
      [MR_FY_RULE_PERPETUAL] = write_perpetual,
      [MR_FY_RULE_TO_AND_FRO] = mr_fy_write_to_and_fro,
      [MR_FY_RULE_CHASE] = mr_fy_write_chase,
      [MR_FY_RULE_TURN] = mr_fy_write_turn,
      [MR_FY_RULE_TALLY] = mr_fy_write_tally,
      [MR_FY_RULE_LENGTH] = mr_fy_write_length,
  };
  mr_fy_rules *rules = in->rules;
  char buffer[8192]; /* lists of all kinds there can be, several times */
  mr_str text = mr_str_fixed(buffer, sizeof buffer);
  rules->rule_texts[MR_FY_RULE_IMPASSE] =
      rules->impasse ? "A position in which provably neither side can ever win is a draw at once."
                     : NULL;
  rules->rule_texts[MR_FY_RULE_HALF_DRAW] =
      rules->split ? "A half-drawn colour is frozen and play goes on with one move a turn on the "
                     "other; the second half-draw ends the game as a draw."
                   : NULL;
  for (unsigned i = 1; i < MR_FY_RULE_COUNT; i++) {
    mr_str_reset(&text);
    if (writers[i] != NULL && writers[i](rules, &text)) {
      rules->rule_texts[i] = mr_fy_copy(in, text.data, text.length);
    }
  }
  write_numbered_promotions(in, &text);
}

/* ---- numbers --------------------------------------------------------------------------------- */

static void report_feature(mr_fy_reading *in, const mr_setting *setting, mr_fy_word name) {
  mr_quote quote;
  mr_hint hint;
  mr_span at = mr_setting_span(setting, name.at, name.length);
  const char *word = mr_quote_bytes(&quote, setting->text + name.at, name.length);
  const char *nearest = mr_nearest(word, feature_words + 1, MR_FY_RULE_COUNT - 1);
  char buffer[512];
  mr_str words = mr_str_fixed(buffer, sizeof buffer);
  for (unsigned i = 1; i < MR_FY_RULE_COUNT; i++) {
    mr_str_format(&words, "%s%s", i > 1 ? ", " : "", feature_words[i]);
  }
  mr_diagnose(in->list, MR_ERR_UNKNOWN, &at, mr_hint_name(&hint, nearest),
              "'%s' is no feature that a rule could number; expected one of: %s", word, buffer);
}

/* "promotion.s": the promotion of one piece. */
static void read_promotion_id(mr_fy_reading *in, const mr_setting *setting, mr_fy_word name,
                              const char *id) {
  static const char stem[] = "promotion.";
  const char *word = setting->text + name.at;
  bool good = name.length == sizeof stem && memcmp(word, stem, sizeof stem - 1) == 0;
  unsigned slot = mr_fy_slot_named(in, good ? word[name.length - 1] : '\0', setting->depth);
  if (slot == MR_FY_SLOT_COUNT) {
    char letters[256];
    mr_fy_complain(in, MR_ERR_UNKNOWN, setting, name.at, name.length,
                   "only promotions are numbered by piece, as promotion. and its letter; %s",
                   mr_fy_list_letters(in, letters, sizeof letters));
  } else if (in->slots[slot].kind) {
    in->rules->kinds[in->slots[slot].kind].promotion_id = id;
  }
}

static void read_id(mr_fy_reading *in, const mr_setting *setting, mr_fy_word word) {
  const char *text = setting->text + word.at;
  const char *colon = memchr(text, ':', word.length);
  if (colon == NULL || colon == text || colon + 1 == text + word.length) {
    mr_fy_complain(in, MR_ERR_SYNTAX, setting, word.at, word.length,
                   "expected feature:number, such as stalemate:BL-17");
    return;
  }
  mr_fy_word name = {word.at, (size_t)(colon - text)};
  size_t length = word.length - name.length - 1;
  unsigned feature = 1;
  while (feature < MR_FY_RULE_COUNT && !mr_text_is(text, name.length, feature_words[feature])) {
    feature++;
  }
  if (memchr(text, '.', name.length) != NULL && length <= ID_MOST) {
    read_promotion_id(in, setting, name, mr_fy_copy(in, colon + 1, length));
  } else if (feature == MR_FY_RULE_COUNT) {
    report_feature(in, setting, name);
  } else if (length > ID_MOST) {
    mr_fy_complain(in, MR_ERR_LIMIT, setting, word.at, word.length,
                   "the number of a rule has at most %d characters", ID_MOST);
  } else if (in->rules->rule_ids[feature][0] != '\0') {
    mr_fy_complain(in, MR_ERR_DUPLICATE, setting, word.at, word.length, "'%s' has a number already",
                   feature_words[feature]);
  } else {
    in->rules->rule_ids[feature] = mr_fy_copy(in, colon + 1, length);
  }
}

void mr_fy_read_rule_ids(mr_fy_reading *in) {
  const mr_setting *setting = mr_fy_setting(in, MR_FY_KEY_RULE_IDS);
  mr_fy_word word = {0, 0};
  for (unsigned i = 0; i < MR_FY_RULE_COUNT; i++) {
    in->rules->rule_ids[i] = "";
  }
  while (mr_fy_next_word(setting, &word)) {
    read_id(in, setting, word);
  }
}

/* ---- the table ------------------------------------------------------------------------------- */

/*
 * A rule is called by its number in the rulebook; where several features share one, by the number
 * and the feature; where there is none, by the feature.
 */
static const char *name_rule(mr_fy_game *game, unsigned feature) {
  const mr_fy_rules *rules = &game->rules;
  const char *id = rules->rule_ids[feature];
  unsigned count = 0;
  for (unsigned i = 1; i < MR_FY_RULE_COUNT; i++) {
    count += rules->rule_texts[i] != NULL && strcmp(rules->rule_ids[i], id) == 0;
  }
  if (id[0] == '\0' || count < 2) {
    return id[0] == '\0' ? feature_words[feature] : id;
  }
  char buffer[128];
  mr_str name = mr_str_fixed(buffer, sizeof buffer);
  mr_str_format(&name, "%s %s", id, feature_words[feature]);
  return mr_arena_copy(&game->base.arena, name.data, name.length);
}

/* Promotions that have numbers of their own come behind all else. @return number of rules */
static size_t add_promotions(mr_fy_game *game, mr_rule *rules, size_t count) {
  for (unsigned i = 1; i <= game->rules.kind_count; i++) {
    const mr_fy_kind *kind = &game->rules.kinds[i];
    game->promotion_rule[i] = game->rule_of[MR_FY_RULE_PROMOTION];
    if (kind->promotion_id == NULL) {
      continue;
    }
    size_t place = 1;
    while (place < count && strcmp(rules[place].id, kind->promotion_id) != 0) {
      place++;
    }
    if (place == count && kind->promotion_text != NULL) {
      rules[count++] = (mr_rule){kind->promotion_id, kind->promotion_text, false};
    }
    if (place < count) {
      game->promotion_rule[i] = (mr_rule_index)place;
    }
  }
  return count;
}

mr_status mr_fy_rules_init(mr_fy_game *game) {
  size_t count = 1;
  mr_rule *rules =
      mr_arena_zero(&game->base.arena, MR_FY_RULE_COUNT + MR_FY_KINDS_MAX, sizeof *rules);
  if (rules == NULL) {
    return MR_ERR_NOMEM;
  }
  rules[0] = (mr_rule){"", "", false};
  for (unsigned i = 1; i < MR_FY_RULE_COUNT; i++) {
    if (game->rules.rule_texts[i] == NULL) {
      continue;
    }
    const char *id = name_rule(game, i);
    if (id == NULL) {
      return MR_ERR_NOMEM;
    }
    game->rule_of[i] = (mr_rule_index)count;
    /* On a single colour these two are told as the half-draw that they are. */
    bool half = game->rules.split && (i == MR_FY_RULE_FOLD || i == MR_FY_RULE_STALEMATE);
    bool silent = half || i == MR_FY_RULE_SHUFFLE;
    rules[count++] = (mr_rule){id, game->rules.rule_texts[i], silent};
  }
  game->base.info.rules = rules;
  game->base.info.rule_count = add_promotions(game, rules, count);
  return MR_OK;
}
