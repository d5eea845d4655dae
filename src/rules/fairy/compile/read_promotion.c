#include <string.h>

#include "rules/fairy/compile/read.h"

/* The pieces that are pawns for a purpose: by its own keys, else by pawnTypes, else the piece of
 * the key `pawn`. */
static const mr_setting *pawn_setting(const mr_fy_reading *in, unsigned key, unsigned side) {
  const unsigned keys[] = {MR_FY_KEY_PAWN_TYPES, key, key + 1 + side};
  return mr_fy_nearest_setting(in, keys, 3);
}

static uint64_t pawns_for(mr_fy_reading *in, unsigned key, unsigned side) {
  mr_fy_letters letters = mr_fy_read_letters(
      in, pawn_setting(in, key, side), (mr_fy_letters){.slots = {MR_FY_KEY_PAWN}, .count = 1});
  return mr_fy_kinds_of(in, &letters);
}

static void add_promotion(mr_fy_reading *in, mr_fy_kind *kind, unsigned side, unsigned into,
                          const mr_setting *setting) {
  if (!into) {
    return;
  }
  if (kind->promotion_count[side] == MR_FY_PROMOTIONS_MAX) {
    mr_span at = setting != NULL ? mr_setting_span(setting, 0, SIZE_MAX) : in->definition->at;
    mr_diagnose(in->list, MR_ERR_UNSUPPORTED, &at, NULL, "a piece can become at most %d others",
                MR_FY_PROMOTIONS_MAX);
    return;
  }
  kind->promotions[side][kind->promotion_count[side]++] = (uint8_t)into;
}

/* What the pawns of a side may become. */
static void read_choices(mr_fy_reading *in, unsigned side, uint64_t pawns) {
  const mr_setting *setting = mr_fy_side_setting(in, MR_FY_KEY_PROMOTION_PIECES, side);
  mr_fy_letters standard = {
      .slots = {MR_FY_KEY_QUEEN, MR_FY_KEY_ROOK, MR_FY_KEY_BISHOP, MR_FY_KEY_KNIGHT}, .count = 4};
  mr_fy_letters letters = mr_fy_read_letters(in, setting, standard);
  bool some = false;
  for (unsigned j = 0; j < letters.count; j++) {
    some = some || in->slots[letters.slots[j]].kind != 0;
  }
  /* A definition that names its family is not one of theirs. */
  bool theirs = mr_definition_find(in->definition, "family") == NULL;
  if (setting == NULL && in->definition->parent == NULL && theirs && some && pawns != 0) {
    mr_diagnose_as(in->list, MR_SEVERITY_NOTE, MR_ERR_UNSUPPORTED, &in->definition->at, NULL,
                   "counts of positions will differ from Fairy-Stockfish's: without a parent and "
                   "promotionPieceTypes its pawns become nothing; here they become queens, rooks, "
                   "bishops and knights, as promotionPieceTypes = qrbn would say");
  }
  for (unsigned i = 1; i <= in->rules->kind_count; i++) {
    for (unsigned j = 0; (pawns >> i & 1) && j < letters.count; j++) {
      add_promotion(in, &in->rules->kinds[i], side, in->slots[letters.slots[j]].kind, setting);
    }
  }
}

/* ---- pawns that become pawns again when they are captured ------------------------------------ */

/* The kind of pawns that have become another, which moves as that does: made before for the other
 * side, or a new one. */
static unsigned tilde_for(mr_fy_reading *in, unsigned pawn, unsigned into) {
  for (unsigned i = 1; i <= in->rules->kind_count; i++) {
    if (in->rules->kinds[i].tilde && in->rules->kinds[i].base == pawn && in->model[i] == into) {
      return i;
    }
  }
  const mr_setting *setting = mr_fy_setting(in, MR_FY_KEY_CAPTURES_TO_HAND);
  mr_fy_kind *kind = mr_fy_new_kind(in, in->slot_of[into], setting);
  if (kind == NULL) {
    return into;
  }
  unsigned number = (unsigned)(kind - in->rules->kinds);
  *kind = in->rules->kinds[into];
  kind->name = mr_fy_print(in, "%s that was a %s", kind->name, in->rules->kinds[pawn].name);
  kind->tilde = true;
  kind->base = (uint8_t)pawn;
  kind->value = NULL;
  in->model[number] = (uint8_t)into;
  return number;
}

static void remember_pawns(mr_fy_reading *in) {
  unsigned count = in->rules->kind_count;
  for (unsigned i = 1; i <= count; i++) {
    mr_fy_kind *kind = &in->rules->kinds[i];
    for (unsigned side = 0; side < 2; side++) {
      for (unsigned j = 0; j < kind->promotion_count[side]; j++) {
        unsigned into = kind->promotions[side][j];
        bool plus = in->rules->kinds[into].plus;
        kind->promotions[side][j] = (uint8_t)(plus ? into : tilde_for(in, i, into));
      }
    }
  }
  /* They promote as what they move as. */
  for (unsigned i = count + 1; i <= in->rules->kind_count; i++) {
    const mr_fy_kind *model = &in->rules->kinds[in->model[i]];
    mr_fy_kind *kind = &in->rules->kinds[i];
    memcpy(kind->promotion_count, model->promotion_count, sizeof kind->promotion_count);
    memcpy(kind->promotions, model->promotions, sizeof kind->promotions);
  }
}

/* ---- limits of what may be made -------------------------------------------------------------- */

/* Kinds that stand there as the same piece: a kind, and all that have become it. */
static uint64_t alike(const mr_fy_reading *in, unsigned kind) {
  uint64_t kinds = UINT64_C(1) << kind;
  for (unsigned i = 1; i <= in->rules->kind_count; i++) {
    kinds |= in->model[i] == kind ? UINT64_C(1) << i : 0;
  }
  return kinds;
}

/* One word "q:1"; what a child says of a piece settles it.
 * @param said kinds that are settled; `here`: those that this value names */
static void read_limit(mr_fy_reading *in, const mr_setting *setting, mr_fy_word word,
                       uint64_t *said, uint64_t *here) {
  const char *text = setting->text + word.at;
  size_t digits = word.length > 2 ? word.length - 2 : 0;
  uint64_t limit = 0;
  if (digits == 0 || text[1] != ':' || strspn(text + 2, "0123456789") < digits) {
    mr_fy_complain(in, MR_ERR_SYNTAX, setting, word.at, word.length,
                   "expected letter:number, such as q:1");
    return;
  }
  unsigned slot = mr_fy_find_slot(in, setting, word.at);
  unsigned kind = slot < MR_FY_SLOT_COUNT ? in->slots[slot].kind : 0;
  if (!mr_parse_uint(text + 2, digits, UINT8_MAX, &limit)) {
    mr_fy_complain(in, MR_ERR_RANGE, setting, word.at + 2, digits, "at most %d can be told",
                   UINT8_MAX);
    return;
  }
  if (kind && (*here >> kind & 1) != 0) {
    mr_fy_complain(in, MR_ERR_DUPLICATE, setting, word.at, word.length,
                   "the piece '%c' has been given a limit already", in->slots[slot].letter);
    return;
  }
  *here |= kind ? UINT64_C(1) << kind : 0;
  uint64_t kinds = kind && !(*said >> kind & 1) ? alike(in, kind) : 0;
  *said |= kinds;
  for (uint64_t left = kinds; left != 0; left &= left - 1) {
    mr_fy_kind *one = &in->rules->kinds[__builtin_ctzll(left)];
    one->form_limit = (uint8_t)limit;
    one->alike = kinds;
    if (limit > 0 && one->plus && in->rules->kinds[one->base].promotion_compulsory) {
      mr_fy_complain(
          in, MR_ERR_UNSUPPORTED, setting, word.at, word.length,
          "'promotionLimit' of what another piece has to become does not go together with "
          "mandatoryPiecePromotion");
    }
  }
}

static void read_limits(mr_fy_reading *in) {
  const mr_setting *setting = mr_fy_setting(in, MR_FY_KEY_PROMOTION_LIMIT);
  uint64_t said = 0;
  for (; setting != NULL; setting = setting->inherited) {
    mr_fy_word word = {0, 0};
    uint64_t here = 0;
    while (strcmp(setting->text, "-") != 0 && mr_fy_next_word(setting, &word)) {
      read_limit(in, setting, word, &said, &here);
    }
  }
  setting = mr_fy_setting(in, MR_FY_KEY_PROMOTION_LIMIT);
  unsigned form = in->slots[MR_FY_KEY_PAWN].form;
  if (form && in->rules->kinds[form].form_limit > 0 && setting->depth <= 1) {
    mr_diagnose_as(
        in->list, MR_SEVERITY_NOTE, MR_ERR_UNSUPPORTED, &setting->key_at, NULL,
        "counts of positions will differ from Fairy-Stockfish's: it does not count where "
        "the piece of the key pawn becomes its promoted form");
  }
}

/* The piece of the key pawn promotes by an action of its own. */
static void read_sittuyin(mr_fy_reading *in) {
  const mr_setting *setting = mr_fy_setting(in, MR_FY_KEY_SITTUYIN_PROMOTION);
  unsigned pawn = in->slots[MR_FY_KEY_PAWN].kind;
  mr_fy_kind *kind = &in->rules->kinds[pawn];
  if (!mr_fy_bool(in, MR_FY_KEY_SITTUYIN_PROMOTION) || !pawn) {
    return;
  }
  if (in->slots[MR_FY_KEY_PAWN].form) {
    mr_fy_complain(in, MR_ERR_UNSUPPORTED, setting, 0, SIZE_MAX,
                   "the piece of the key pawn becomes its promoted form (promotedPieceType) by a "
                   "move: this does not go together with sittuyinPromotion");
  }
  in->rules->sittuyin_promotion = kind->sittuyin_promotion =
      kind->promotion_count[0] > 0 || kind->promotion_count[1] > 0;
  if (!kind->sittuyin_promotion && setting != NULL && setting->depth <= 1) {
    mr_diagnose_as(in->list, MR_SEVERITY_WARNING, MR_ERR_ILLEGAL, &setting->key_at,
                   "name what it becomes with promotionPieceTypes",
                   "'sittuyinPromotion' means nothing where the piece of the key pawn becomes "
                   "nothing");
  }
  kind->promotion_compulsory = false;
}

/* Promoted forms go back as others promote. */
static void read_demotion(mr_fy_reading *in) {
  for (unsigned i = 1; in->rules->demotion && i <= in->rules->kind_count; i++) {
    mr_fy_kind *kind = &in->rules->kinds[i];
    if (!kind->plus) {
      continue;
    }
    for (unsigned side = 0; side < 2; side++) {
      add_promotion(in, kind, side, kind->base, NULL);
      kind->promotion_zone[side] = in->rules->kinds[kind->base].promotion_zone[side];
    }
    kind->promotion_compulsory = mr_fy_bool(in, MR_FY_KEY_MANDATORY_PIECE);
    kind->promotion_on_leaving = mr_fy_bool(in, MR_FY_KEY_ON_LEAVING);
    kind->promotion_by_capture_only = mr_fy_bool(in, MR_FY_KEY_ON_CAPTURE);
  }
}

/* A pawn's promoted form, where it is had by rules of its own: as other pieces have theirs. The
 * piece of the key pawn has it by no move that only begins in the region. */
static void read_apart(mr_fy_reading *in, unsigned pawn, unsigned form) {
  mr_fy_kind *kind = &in->rules->kinds[pawn];
  bool key = in->slots[MR_FY_KEY_PAWN].kind == pawn;
  kind->apart_on_leaving = !key && mr_fy_bool(in, MR_FY_KEY_ON_LEAVING);
  kind->apart_by_capture = mr_fy_bool(in, MR_FY_KEY_ON_CAPTURE);
  kind->apart_compulsory = !key && mr_fy_bool(in, MR_FY_KEY_MANDATORY_PIECE);
  bool alike = !kind->apart_on_leaving && !kind->apart_by_capture &&
               (kind->promotion_compulsory || !kind->apart_compulsory);
  kind->form_apart = (uint8_t)(alike ? 0 : form);
}

void mr_fy_read_promotion(mr_fy_reading *in) {
  uint64_t pawns[2];
  for (unsigned side = 0; side < 2; side++) {
    pawns[side] = pawns_for(in, MR_FY_KEY_PROMOTION_PAWNS, side);
    read_choices(in, side, pawns[side]);
  }
  bool pawn_must = mr_fy_bool(in, MR_FY_KEY_MANDATORY_PAWN);
  for (unsigned i = 1; i <= in->rules->kind_count; i++) {
    mr_fy_kind *kind = &in->rules->kinds[i];
    bool is_pawn = ((pawns[0] | pawns[1]) >> i & 1) != 0;
    unsigned form = kind->plus ? 0 : in->slots[in->slot_of[i]].form;
    for (unsigned side = 0; side < 2; side++) {
      add_promotion(in, kind, side, form, NULL);
    }
    kind->promotion_by_ep = mr_fy_bool(in, MR_FY_KEY_ON_EP);
    kind->promotion_compulsory = is_pawn ? pawn_must : mr_fy_bool(in, MR_FY_KEY_MANDATORY_PIECE);
    kind->promotion_on_leaving = !is_pawn && form && mr_fy_bool(in, MR_FY_KEY_ON_LEAVING);
    kind->promotion_by_capture_only = !is_pawn && form && mr_fy_bool(in, MR_FY_KEY_ON_CAPTURE);
    if (is_pawn && form) {
      read_apart(in, i, form);
    }
    for (unsigned side = 0; pawn_must && side < 2; side++) {
      if ((pawns[side] >> i & 1) && kind->promotion_count[side] == 0) {
        /* who has to promote and cannot does not enter the region */
        kind->barred[side] = mr_fy_set_and(kind->mobility[side], kind->promotion_zone[side]);
      }
    }
  }
  read_sittuyin(in);
  if (in->rules->captures_to_hand && !in->rules->keep_promotion) {
    remember_pawns(in);
  }
  read_demotion(in);
  read_limits(in);
}

/* ---- captures in passing, and the clock ------------------------------------------------------ */

/* Where captures in passing may end; all of the board where nothing is said. */
static mr_fy_set ep_region(mr_fy_reading *in, unsigned side) {
  const mr_setting *setting = mr_fy_side_setting(in, MR_FY_KEY_EP_REGION, side);
  mr_fy_set region = in->board;
  if (setting != NULL) {
    (void)mr_fy_read_region(in, setting, &region);
  }
  return region;
}

/* First moves by which a piece comes further than to the next square, along a line, and is not
 * taken in passing: these want an `n`. */
static void note_unpassed(void *context, const mr_trail *trail) {
  bool *found = context;
  for (unsigned i = 0; i < trail->length && trail->initial && !trail->creates_ep; i++) {
    const mr_trail_step *step = &trail->steps[i];
    int files = (int)step->file - MR_FY_MIDDLE, ranks = (int)step->rank - MR_FY_MIDDLE;
    bool straight = files == 0 || ranks == 0 || files * files == ranks * ranks;
    bool far = files * files > 1 || ranks * ranks > 1;
    *found = *found || (straight && far && (step->stop & MR_STOP_QUIET) != 0);
  }
}

/* The peer lets all first moves of more than one square be answered in passing. */
static void note_first_moves(mr_fy_reading *in) {
  const mr_fy_rules *rules = in->rules;
  bool passing = false;
  for (unsigned i = 1; i <= rules->kind_count; i++) {
    passing = passing || rules->kinds[i].takes_ep[0] || rules->kinds[i].takes_ep[1];
  }
  for (unsigned i = 1; i <= rules->kind_count && passing; i++) {
    const mr_fy_kind *kind = &rules->kinds[i];
    const mr_setting *setting = in->slots[in->slot_of[i]].setting;
    bool found = false, begins = !mr_fy_set_empty(&kind->initial[0]);
    begins = begins || !mr_fy_set_empty(&kind->initial[1]);
    if (kind->betza != NULL && !kind->plus && begins && setting->depth <= 1 &&
        setting->length > 1) {
      mr_fy_walk_canvas(rules, MR_FY_CODE(i, MR_FY_WHITE), note_unpassed, &found);
    }
    if (found) {
      mr_span at = mr_setting_span(setting, 0, SIZE_MAX);
      mr_diagnose_as(in->list, MR_SEVERITY_NOTE, MR_ERR_UNSUPPORTED, &at, NULL,
                     "counts of positions will differ from Fairy-Stockfish's: there who has made a "
                     "first move of more than one square can always be taken in passing, here by "
                     "an 'n' behind the 'i' alone");
    }
  }
}

void mr_fy_read_pawns(mr_fy_reading *in) {
  mr_fy_rules *rules = in->rules;
  for (unsigned side = 0; side < 2; side++) {
    uint64_t takers = pawns_for(in, MR_FY_KEY_EP_TYPES, side);
    const mr_setting *said = pawn_setting(in, MR_FY_KEY_EP_TYPES, side);
    rules->ep_region[side] = ep_region(in, side);
    bool somewhere = !mr_fy_set_empty(&rules->ep_region[side]);
    uint64_t resetting = pawns_for(in, MR_FY_KEY_MOVE_RULE_TYPES, side);
    for (unsigned i = 1; i <= rules->kind_count; i++) {
      mr_fy_kind *kind = &rules->kinds[i];
      const mr_fy_slot *slot = &in->slots[in->slot_of[i]];
      /* Custom pieces with an `e` in their movement take in passing unless a key nearer than they
       * are says who does. */
      bool custom = slot->movement == NULL || slot->setting->length > 1;
      bool by_e = custom && (said == NULL || slot->setting->depth < said->depth) &&
                  kind->betza != NULL && mr_betza_takes_ep(kind->betza);
      kind->ep_as_capture[side] = somewhere && (takers >> i & 1);
      kind->takes_ep[side] = kind->ep_as_capture[side] || (somewhere && by_e);
      kind->resets[side] = (resetting >> i & 1) != 0;
    }
  }
  note_first_moves(in);
}
