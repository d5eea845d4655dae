#include <string.h>

#include "base/text.h"
#include "rules/fairy/compile/read.h"
#include "rules/fairy/text/texts.h"

/*
 * One sentence for each feature in force, with the numbers of the definition: what `marcher rules`
 * prints, what events and results refer to.
 */

enum { ID_MOST = 30 };

static bool any_royal(const mr_fy_rules *rules) {
  if (rules->extinction.royal) {
    return true;
  }
  for (unsigned i = 1; i <= rules->kind_count; i++) {
    if (rules->kinds[i].royal[0] || rules->kinds[i].royal[1]) {
      return true;
    }
  }
  return false;
}

/* "Chief, Guard and Lion"; promoted forms go with what they were. */
static void add_names(const mr_fy_rules *rules, uint64_t kinds, const char *last, mr_str *out) {
  uint64_t listed = 0;
  unsigned left = 0;
  for (unsigned i = 1; i <= rules->kind_count; i++) {
    bool with_base =
        rules->kinds[i].tilde || (rules->kinds[i].plus && (kinds >> rules->kinds[i].base & 1));
    if ((kinds >> i & 1) && !with_base) {
      listed |= UINT64_C(1) << i;
      left++;
    }
  }
  for (unsigned i = 1; i <= rules->kind_count; i++) {
    if (!(listed >> i & 1)) {
      continue;
    }
    mr_str_add(out, rules->kinds[i].name);
    left--;
    mr_str_add(out, left > 1 ? ", " : left == 1 ? last : "");
  }
}

static const char *outcome_text(mr_fy_outcome value) {
  return value == MR_FY_WIN ? "wins" : value == MR_FY_LOSS ? "loses" : "draws";
}

/* "a" or "an" before a name. */
static const char *article(const char *name) {
  return strchr("AEIO", mr_text_upper(name[0])) != NULL && name[0] != '\0' ? "an" : "a";
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

/* "rank 3 (White) or rank 8 (Black)" where the initial moves of all these kinds begin alike; false
 * where they do not. */
static bool add_initial_squares(const mr_fy_rules *rules, uint64_t kinds, mr_str *out) {
  const mr_fy_set *set = rules->kinds[first_kind(kinds)].initial;
  for (unsigned i = 1; i <= rules->kind_count; i++) {
    if ((kinds >> i & 1) && !(mr_fy_set_same(set[0], rules->kinds[i].initial[0]) &&
                              mr_fy_set_same(set[1], rules->kinds[i].initial[1]))) {
      return false;
    }
  }
  if (mr_fy_set_empty(&set[0]) || mr_fy_set_empty(&set[1])) {
    return false;
  }
  mr_fy_add_squares(rules, &set[0], out);
  mr_str_add(out, " (White) or ");
  mr_fy_add_squares(rules, &set[1], out);
  mr_str_add(out, " (Black)");
  return true;
}

static bool write_doubles(const mr_fy_rules *rules, mr_str *out) {
  uint64_t kinds = 0;
  for (unsigned i = 1; i <= rules->kind_count; i++) {
    if (rules->kinds[i].betza != NULL && mr_betza_has_initial(rules->kinds[i].betza) &&
        !(mr_fy_set_empty(&rules->kinds[i].initial[0]) &&
          mr_fy_set_empty(&rules->kinds[i].initial[1]))) {
      kinds |= UINT64_C(1) << i;
    }
  }
  if (kinds == 0) {
    return false;
  }
  mr_str_add(out, "From ");
  if (!add_initial_squares(rules, kinds, out)) {
    mr_str_add(out, "certain squares");
  }
  mr_str_add(out,
             " these pieces have further moves, told below as moves \"from where it begins\": ");
  add_names(rules, kinds, ", ", out);
  mr_str_char(out, '.');
  return true;
}

static bool write_ep(const mr_fy_rules *rules, mr_str *out) {
  uint64_t kinds = 0;
  bool doubles = false;
  for (unsigned i = 1; i <= rules->kind_count; i++) {
    const mr_fy_kind *kind = &rules->kinds[i];
    doubles = doubles || (kind->betza != NULL && mr_betza_has_initial(kind->betza));
    if (kind->betza != NULL && mr_betza_takes_ep(kind->betza) &&
        (kind->takes_ep[0] || kind->takes_ep[1])) {
      kinds |= UINT64_C(1) << i;
    }
  }
  mr_str_add(out, "A piece that has just stepped over a square by its initial move can be taken on "
                  "that square, on the very next move, by an enemy ");
  add_names(rules, kinds, " or ", out);
  mr_str_char(out, '.');
  return kinds != 0 && doubles;
}

/* The promotions under one number; NULL for those that have none of their own. */
static bool write_promotions(const mr_fy_rules *rules, const char *id, mr_str *out) {
  uint64_t must = 0, may = 0;
  for (unsigned i = 1; i <= rules->kind_count; i++) {
    const mr_fy_kind *kind = &rules->kinds[i];
    bool same = id != NULL ? kind->promotion_id != NULL && strcmp(kind->promotion_id, id) == 0
                           : kind->promotion_id == NULL;
    if (same && (kind->promotion_count[0] || kind->promotion_count[1])) {
      *(kind->promotion_compulsory ? &must : &may) |= UINT64_C(1) << i;
    }
  }
  if (must) {
    mr_str_add(out, "Promotion is compulsory in the promotion zone for these pieces: ");
    add_names(rules, must, ", ", out);
    mr_str_add(out, may ? ". " : ".");
  }
  if (may) {
    mr_str_format(out, "Promotion is optional %s for these pieces: ",
                  must ? "there" : "in the promotion zone");
    add_names(rules, may, ", ", out);
    mr_str_char(out, '.');
  }
  return (must | may) != 0;
}

static bool write_promotion(const mr_fy_rules *rules, mr_str *out) {
  return write_promotions(rules, NULL, out);
}

static bool write_drops(const mr_fy_rules *rules, mr_str *out) {
  uint64_t kinds = 0;
  for (unsigned i = 0; i < rules->hand_count; i++) {
    kinds |= UINT64_C(1) << rules->hand_kind[i];
  }
  mr_str_add(out, "Placing a piece from the hand on an empty square of its drop zone is a move: ");
  add_names(rules, kinds, ", ", out);
  mr_str_add(out, rules->captures_to_hand ? ". Captured pieces go to the captor's hand."
                                          : ". Captured pieces leave the game.");
  return rules->drops && kinds != 0;
}

static bool write_castling(const mr_fy_rules *rules, mr_str *out) {
  uint64_t partners = 0;
  unsigned king = 0;
  for (unsigned i = 0; i < 4; i++) {
    if (!rules->castling[i].allowed) {
      continue;
    }
    partners |= rules->castling[i].partner_kinds;
    king = rules->castling[i].king_kind;
  }
  mr_str_format(out, "A %s and a ", king ? rules->kinds[king].name : "king");
  add_names(rules, partners, " or ", out);
  mr_str_add(out, " that have not moved castle in one move when the squares between them are empty "
                  "and none that the former stands on, passes or reaches is attacked.");
  return king != 0;
}

static bool write_checkmate(const mr_fy_rules *rules, mr_str *out) {
  uint64_t kinds = 0;
  for (unsigned i = 1; i <= rules->kind_count; i++) {
    if (rules->kinds[i].royal[0] || rules->kinds[i].royal[1]) {
      kinds |= UINT64_C(1) << i;
    }
  }
  mr_str_add(out, "Nobody may leave an own royal piece attacked: ");
  add_names(rules, kinds, " or ", out);
  if (rules->extinction.royal) {
    mr_str_add(out, kinds ? ", or the last " : "the last ");
    add_names(rules, rules->extinction.kinds, " or ", out);
  }
  mr_str_format(out, ". Who is attacked there and has no legal move %s%s.",
                outcome_text(rules->checkmate),
                rules->split ? "; colour by colour, and at once, with three quarters of the point "
                               "after a half-draw"
                             : "");
  return any_royal(rules);
}

static bool write_extinction(const mr_fy_rules *rules, mr_str *out) {
  const mr_fy_extinction *e = &rules->extinction;
  mr_str_add(out, "Who has ");
  if (e->count) {
    mr_str_format(out, "no more than %u ", (unsigned)e->count);
  } else {
    mr_str_add(out, "no ");
  }
  if (e->together) {
    mr_str_add(out, e->count ? "pieces" : "piece");
  } else {
    add_names(rules, e->kinds, e->count ? " or " : " or no ", out);
  }
  mr_str_add(out, " left");
  if (e->rest) {
    mr_str_format(out, ", while the other side has at least %u,", (unsigned)e->rest);
  }
  mr_str_format(out, " %s.", outcome_text(e->value));
  return e->value != MR_FY_NOTHING && e->kinds != 0;
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
    mr_str_format(out, "%s ", article(rules->kinds[first_kind(flag->kinds[side])].name));
  }
  mr_str_add(out, any || one ? "" : " (");
  if (!any) {
    add_names(rules, flag->kinds[side], " or ", out);
  }
  mr_str_add(out, any || one ? "" : ")");
  mr_str_add(out, one ? " stands on " : " stand on ");
  mr_fy_add_squares(rules, &flag->region[side], out);
  if (flag->reply) {
    mr_str_format(out, " and still %s there after the opponent's next move",
                  one ? "stands" : "stand");
  }
  mr_str_char(out, '.');
}

static bool write_flag(const mr_fy_rules *rules, mr_str *out) {
  const mr_fy_flag *flag = &rules->flag;
  bool both = flag->kinds[0] && flag->kinds[0] == flag->kinds[1] &&
              mr_fy_set_same(flag->region[0], flag->region[1]);
  if (flag->kinds[0]) {
    write_flag_side(rules, MR_FY_WHITE, both, out);
  }
  if (flag->kinds[0] && flag->kinds[1] && !both) {
    mr_str_char(out, ' ');
  }
  if (flag->kinds[1] && !both) {
    write_flag_side(rules, MR_FY_BLACK, false, out);
  }
  return (flag->kinds[0] | flag->kinds[1]) != 0;
}

static bool write_stalemate(const mr_fy_rules *rules, mr_str *out) {
  if (rules->split) {
    mr_str_add(out, "Who has pieces on a colour, is not in check there and has no legal move there "
                    "half-draws that colour.");
  } else {
    mr_str_format(out, "Who is to move and has no legal move%s %s.",
                  any_royal(rules) ? " without being in check" : "",
                  outcome_text(rules->stalemate));
  }
  return true;
}

static bool write_idle(const mr_fy_rules *rules, mr_str *out) {
  uint64_t kinds[2] = {0, 0};
  for (unsigned i = 1; i <= rules->kind_count; i++) {
    for (unsigned side = 0; side < 2; side++) {
      if (rules->kinds[i].resets[side]) {
        kinds[side] |= UINT64_C(1) << i;
      }
    }
  }
  if (rules->split) {
    mr_str_format(out, "%u turns without a capture", rules->idle_limit);
  } else {
    mr_str_format(out, "%u moves by each side without a capture", rules->idle_limit / 2);
  }
  if (rules->idle_resets_on_promotion) {
    mr_str_add(out, kinds[0] | kinds[1] ? ", a promotion" : " or a promotion");
  }
  if (kinds[0] | kinds[1]) {
    mr_str_add(out, " or a move of a ");
    add_names(rules, kinds[0] | kinds[1], " or ", out);
  }
  mr_str_add(out, " are a draw.");
  return rules->idle_limit > 0;
}

static bool write_fold(const mr_fy_rules *rules, mr_str *out) {
  static const char *const values[] = {
      [MR_FY_FOLD_DRAW] = "the game is drawn",
      [MR_FY_FOLD_MOVER_LOSES] = "the player whose move brings it about loses",
      [MR_FY_FOLD_MOVER_WINS] = "the player whose move brings it about wins",
      [MR_FY_FOLD_WHITE_LOSES] = "White loses",
      [MR_FY_FOLD_BLACK_LOSES] = "Black loses",
  };
  mr_str_add(out, rules->split ? "When the pieces of a colour stand as before with the same player "
                                 "to move there, for the "
                               : "When a position comes about for the ");
  add_ordinal(rules->fold, out);
  mr_str_format(out, " time, %s.",
                rules->split ? "that colour is half-drawn" : values[rules->fold_value]);
  return rules->fold > 0;
}

static bool write_perpetual(const mr_fy_rules *rules, mr_str *out) {
  mr_str_add(out, "When a position comes about for the ");
  add_ordinal(rules->fold, out);
  mr_str_add(out, " time and one side alone has given check with its every move since the first, "
                  "that side loses.");
  if (rules->pseudo_royals) {
    mr_str_add(out, " Check here is an attack on the last ");
    add_names(rules, rules->pseudo_royals, " or ", out);
    mr_str_add(out, " of the other side.");
  }
  return rules->perpetual && rules->fold > 0;
}

static bool write_turn(const mr_fy_rules *rules, mr_str *out) {
  mr_str_add(out, "A turn is one move on each colour of squares, dark first; a colour on which the "
                  "player has no pieces is passed over.");
  if (rules->split_first_dark) {
    mr_str_add(out, " White's first turn is a single move on a dark square.");
  }
  return rules->split;
}

static bool write_rest(const mr_fy_rules *rules, unsigned feature, mr_str *out) {
  switch (feature) {
  case MR_FY_RULE_MOVE:
    mr_str_add(out, "Pieces move as their diagrams show and capture by taking an enemy's place.");
    return true;
  case MR_FY_RULE_IMPASSE:
    mr_str_add(out, "A position in which provably neither side can ever win is a draw at once.");
    return rules->impasse;
  case MR_FY_RULE_HALF_DRAW:
    mr_str_add(out, "A half-drawn colour is frozen and play goes on with one move a turn on the "
                    "other; the second half-draw ends the game as a draw.");
    return rules->split;
  case MR_FY_RULE_LENGTH:
    mr_str_format(out, "After %u move%s in all the game is drawn.", rules->length_limit,
                  rules->length_limit == 1 ? "" : "s");
    return true;
  default:
    return false;
  }
}

/* Writes the sentence of a feature; whether it is in force. */
static bool write_sentence(const mr_fy_rules *rules, unsigned feature, mr_str *out) {
  static bool (*const writers[MR_FY_RULE_COUNT])(const mr_fy_rules *, mr_str *) = {
      [MR_FY_RULE_DOUBLE] = write_doubles,
      [MR_FY_RULE_EP] = write_ep,
      [MR_FY_RULE_PROMOTION] = write_promotion,
      [MR_FY_RULE_DROP] = write_drops,
      [MR_FY_RULE_CASTLING] = write_castling,
      [MR_FY_RULE_CHECKMATE] = write_checkmate,
      [MR_FY_RULE_EXTINCTION] = write_extinction,
      [MR_FY_RULE_FLAG] = write_flag,
      [MR_FY_RULE_STALEMATE] = write_stalemate,
      [MR_FY_RULE_IDLE] = write_idle,
      [MR_FY_RULE_FOLD] = write_fold,
      [MR_FY_RULE_PERPETUAL] = write_perpetual,
      [MR_FY_RULE_TURN] = write_turn,
  };
  return writers[feature] != NULL ? writers[feature](rules, out) : write_rest(rules, feature, out);
}

/* The first kind of each number tells for the others. */
static void write_promotions_of_kinds(mr_fy_reading *in) {
  mr_fy_rules *rules = in->rules;
  for (unsigned i = 1; i <= rules->kind_count; i++) {
    char buffer[2048];
    mr_str text;
    const char *id = rules->kinds[i].promotion_id;
    bool told = id == NULL;
    for (unsigned j = 1; j < i && !told; j++) {
      told = rules->kinds[j].promotion_id != NULL && strcmp(rules->kinds[j].promotion_id, id) == 0;
    }
    mr_str_fixed(&text, buffer, sizeof buffer);
    if (!told && write_promotions(rules, id, &text)) {
      rules->kinds[i].promotion_text = mr_fy_copy(in, text.data, text.length);
    }
  }
}

void mr_fy_write_sentences(mr_fy_reading *in) {
  mr_fy_rules *rules = in->rules;
  for (unsigned i = 1; i < MR_FY_RULE_COUNT; i++) {
    char buffer[2048];
    mr_str text;
    mr_str_fixed(&text, buffer, sizeof buffer);
    if (write_sentence(rules, i, &text)) {
      rules->rule_texts[i] = mr_fy_copy(in, text.data, text.length);
    }
  }
  write_promotions_of_kinds(in);
}

/* ---- numbers --------------------------------------------------------------------------------- */

static unsigned feature_named(const char *word, size_t length) {
  for (unsigned i = 1; i < MR_FY_RULE_COUNT; i++) {
    if (strlen(mr_fy_feature_words[i]) == length &&
        memcmp(mr_fy_feature_words[i], word, length) == 0) {
      return i;
    }
  }
  return MR_FY_RULE_NONE;
}

static void report_feature(mr_fy_reading *in, const mr_setting *setting, size_t offset,
                           size_t length) {
  mr_quote quote;
  mr_hint hint;
  mr_span at = mr_setting_span(setting, offset, length);
  const char *word = mr_quote_bytes(&quote, setting->text + offset, length);
  const char *nearest = mr_nearest(word, mr_fy_feature_words + 1, MR_FY_RULE_COUNT - 1);
  char buffer[512];
  mr_str words;
  mr_str_fixed(&words, buffer, sizeof buffer);
  for (unsigned i = 1; i < MR_FY_RULE_COUNT; i++) {
    mr_str_format(&words, "%s%s", i > 1 ? ", " : "", mr_fy_feature_words[i]);
  }
  mr_diagnose(in->list, MR_ERR_UNKNOWN, &at, mr_hint_name(&hint, nearest),
              "'%s' is no feature that a rule could number; expected one of: %s", word, buffer);
}

/* "promotion.s": the promotion of one piece. */
static void read_promotion_id(mr_fy_reading *in, const mr_setting *setting, size_t offset,
                              size_t name, const char *id) {
  static const char stem[] = "promotion.";
  const char *word = setting->text + offset;
  mr_span at = mr_setting_span(setting, offset, name);
  bool good = name == sizeof stem && memcmp(word, stem, sizeof stem - 1) == 0;
  char letter = good ? mr_text_upper(word[name - 1]) : '\0';
  unsigned slot = mr_text_is_letter(letter) ? mr_fy_slot_named(in, letter, setting->depth)
                                            : (unsigned)MR_FY_SLOT_COUNT;
  if (slot == MR_FY_SLOT_COUNT) {
    char letters[256];
    mr_diagnose(in->list, MR_ERR_UNKNOWN, &at, NULL,
                "only promotions are numbered by piece, as promotion. and one of %s",
                mr_fy_list_letters(in, letters, sizeof letters));
    return;
  }
  if (in->slots[slot].kind) {
    in->rules->kinds[in->slots[slot].kind].promotion_id = id;
  }
}

static void read_id(mr_fy_reading *in, const mr_setting *setting, size_t offset, size_t length) {
  const char *word = setting->text + offset;
  const char *colon = memchr(word, ':', length);
  if (colon == NULL || colon == word || colon + 1 == word + length) {
    mr_span at = mr_setting_span(setting, offset, length);
    mr_diagnose(in->list, MR_ERR_SYNTAX, &at, NULL,
                "expected feature:number, such as stalemate:BL-17");
    return;
  }
  size_t name = (size_t)(colon - word);
  unsigned feature = feature_named(word, name);
  mr_span at = mr_setting_span(setting, offset, length);
  if (memchr(word, '.', name) != NULL && length - name - 1 <= ID_MOST) {
    read_promotion_id(in, setting, offset, name, mr_fy_copy(in, colon + 1, length - name - 1));
  } else if (feature == MR_FY_RULE_NONE) {
    report_feature(in, setting, offset, name);
  } else if (length - name - 1 > ID_MOST) {
    mr_diagnose(in->list, MR_ERR_LIMIT, &at, NULL, "the number of a rule has at most %d characters",
                ID_MOST);
  } else if (in->rules->rule_ids[feature][0] != '\0') {
    mr_diagnose(in->list, MR_ERR_DUPLICATE, &at, NULL, "'%s' has a number already",
                mr_fy_feature_words[feature]);
  } else {
    in->rules->rule_ids[feature] = mr_fy_copy(in, colon + 1, length - name - 1);
  }
}

void mr_fy_read_rule_ids(mr_fy_reading *in) {
  const mr_setting *setting = mr_fy_setting(in, MR_FY_KEY_RULE_IDS);
  for (unsigned i = 0; i < MR_FY_RULE_COUNT; i++) {
    in->rules->rule_ids[i] = "";
  }
  for (size_t at = 0; setting != NULL && at < setting->length;) {
    size_t length = strcspn(setting->text + at, " \t\n");
    if (length > 0) {
      read_id(in, setting, at, length);
    }
    at += length + 1;
  }
}
