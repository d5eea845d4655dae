#include "base/text.h"
#include "rules/fairy/compile/read.h"
#include "rules/fairy/trails.h"

/* ---- castling -------------------------------------------------------------------------------- */

/** Castling of one side to one side of the board. */
typedef struct castling_keys {
  unsigned side;
  bool queenside;
  unsigned rank;
  unsigned king_kind;
  uint64_t partners;
} castling_keys;

static unsigned read_king_kind(mr_fy_reading *in, unsigned side) {
  const mr_setting *setting = mr_fy_side_setting(in, MR_FY_KEY_CASTLING_KING, side);
  mr_fy_letters letters = {.slots = {MR_FY_SLOT_KING}, .count = 1};
  if (setting != NULL) {
    mr_fy_read_letters(in, setting, &letters);
  }
  if (letters.count > 1 || letters.all) {
    mr_span at = mr_setting_span(setting, 0, SIZE_MAX);
    mr_diagnose(in->list, MR_ERR_SYNTAX, &at, NULL, "'%s' names one piece", setting->key);
  }
  return letters.count == 1 ? in->slots[letters.slots[0]].kind : 0;
}

static uint64_t read_partners(mr_fy_reading *in, unsigned side) {
  const mr_setting *setting = mr_fy_side_setting(in, MR_FY_KEY_CASTLING_ROOKS, side);
  mr_fy_letters letters = {.slots = {MR_FY_KEY_ROOK}, .count = 1};
  if (setting != NULL) {
    mr_fy_read_letters(in, setting, &letters);
  }
  return mr_fy_kinds_of(in, &letters);
}

/* Where the king stands: the one place on its rank in the first position, else the key's file. */
static unsigned king_file(mr_fy_reading *in, const castling_keys *keys) {
  unsigned files = in->rules->files, count = 0, found = 0;
  uint8_t code = MR_FY_CODE(keys->king_kind, keys->side);
  for (unsigned file = 0; file < files; file++) {
    if (in->start[keys->rank * files + file] == code) {
      count++;
      found = file;
    }
  }
  return count == 1 ? found : mr_fy_read_file(in, MR_FY_KEY_CASTLING_KING_FILE, 4);
}

/* The partner: the first one from its file, or the edge, towards the king; `files` for none. */
static unsigned partner_file(mr_fy_reading *in, const castling_keys *keys, unsigned king) {
  unsigned files = in->rules->files;
  unsigned from = keys->queenside
                      ? mr_fy_read_file(in, MR_FY_KEY_CASTLING_ROOK_QUEENSIDE, 0)
                      : mr_fy_read_file(in, MR_FY_KEY_CASTLING_ROOK_KINGSIDE, files - 1);
  from = from < files ? from : files - 1;
  for (unsigned file = from; file != king && file < files;
       file += keys->queenside ? 1 : UINT32_MAX) {
    unsigned code = in->start[keys->rank * files + file];
    if (code && MR_FY_SIDE(code) == keys->side && (keys->partners >> MR_FY_KIND(code) & 1)) {
      return file;
    }
  }
  return files;
}

static void add_between(mr_fy_set *set, unsigned base, unsigned a, unsigned b) {
  for (unsigned file = a < b ? a : b; file <= (a < b ? b : a); file++) {
    mr_fy_set_add(set, base + file);
  }
}

static void read_one(mr_fy_reading *in, const castling_keys *keys) {
  unsigned files = in->rules->files, base = keys->rank * files;
  unsigned king = king_file(in, keys);
  unsigned to = keys->queenside ? mr_fy_read_file(in, MR_FY_KEY_CASTLING_QUEENSIDE, 2)
                                : mr_fy_read_file(in, MR_FY_KEY_CASTLING_KINGSIDE, 6);
  if (king >= files || to >= files || (keys->queenside ? to + 1 >= files : to == 0)) {
    return;
  }
  unsigned partner = partner_file(in, keys, king);
  unsigned partner_to = keys->queenside ? to + 1 : to - 1;
  if (in->start[base + king] != MR_FY_CODE(keys->king_kind, keys->side) || partner == files) {
    return;
  }
  mr_fy_castling *c = &in->rules->castling[keys->side * 2 + keys->queenside];
  *c = (mr_fy_castling){.allowed = true,
                        .king_from = (uint8_t)(base + king),
                        .king_to = (uint8_t)(base + to),
                        .partner_from = (uint8_t)(base + partner),
                        .partner_to = (uint8_t)(base + partner_to),
                        .king_kind = (uint8_t)keys->king_kind,
                        .partner_kinds = keys->partners};
  add_between(&c->clear, base, king, to);
  add_between(&c->clear, base, partner, partner_to);
  add_between(&c->safe, base, king, to);
}

/* A right that the first position grants and that the squares do not bear out. Where there is no
 * castling at all, rights mean nothing: compile.c leaves them out. */
static void check_rights(mr_fy_reading *in) {
  static const char letters[] = "KQkq";
  const mr_setting *setting = mr_fy_setting(in, MR_FY_KEY_START_FEN);
  bool castling = mr_fy_bool(in, MR_FY_KEY_CASTLING);
  for (unsigned i = 0; i < 4; i++) {
    if (!in->start_right[i] || in->rules->castling[i].allowed || setting == NULL) {
      continue;
    }
    mr_span at = mr_setting_span(setting, in->start_right[i], 1);
    if (castling) {
      mr_diagnose(in->list, MR_ERR_ILLEGAL, &at, NULL,
                  "the right to castle '%c' needs castlingKingPiece, castlingRookPieces, king and "
                  "partner on rank %u, and room for both",
                  letters[i], mr_fy_number(in, MR_FY_KEY_CASTLING_RANK));
    } else if (setting->depth <= 1) {
      mr_diagnose_as(in->list, MR_SEVERITY_WARNING, MR_ERR_ILLEGAL, &at, NULL,
                     "the right to castle '%c' means nothing without castling = true", letters[i]);
    }
  }
}

void mr_fy_read_castling(mr_fy_reading *in) {
  mr_fy_rules *rules = in->rules;
  unsigned rank = mr_fy_number(in, MR_FY_KEY_CASTLING_RANK) - 1;
  for (unsigned i = 0; i < 4 && rank < rules->ranks; i++) {
    castling_keys keys = {.side = i / 2, .queenside = i % 2 != 0};
    keys.rank = keys.side == MR_FY_WHITE ? rank : rules->ranks - 1 - rank;
    keys.king_kind = read_king_kind(in, keys.side);
    keys.partners = read_partners(in, keys.side);
    if (mr_fy_bool(in, MR_FY_KEY_CASTLING) && keys.king_kind && in->start_right[i]) {
      read_one(in, &keys);
    }
  }
  check_rights(in);
}

/* ---- turns split by the colour of squares ---------------------------------------------------- */

static void report_with_split(mr_fy_reading *in, unsigned key) {
  const mr_setting *setting = mr_fy_setting(in, key);
  mr_diagnose(in->list, MR_ERR_UNSUPPORTED,
              setting != NULL ? &setting->key_at : &in->definition->at, NULL,
              "'%s' does not go together with splitTurns", mr_fy_keys[key].name);
}

static void look_for_other_colour(void *context, const mr_trail *trail) {
  bool *leaves = context;
  for (unsigned i = 0; i < trail->length; i++) {
    *leaves = *leaves || ((mr_fy_dx(&trail->steps[i]) + mr_fy_dy(&trail->steps[i])) & 1) != 0;
  }
}

/* The colours are games of their own: no way of a piece may touch a square of the other one. */
static void check_colours(mr_fy_reading *in) {
  for (unsigned i = 1; i <= in->rules->kind_count; i++) {
    const mr_fy_kind *kind = &in->rules->kinds[i];
    const mr_fy_slot *slot = &in->slots[in->slot_of[i]];
    bool leaves = false;
    if (kind->betza != NULL) {
      mr_fy_walk_canvas(in->rules, MR_FY_CODE(i, MR_FY_WHITE), look_for_other_colour, &leaves);
    }
    if (!leaves) {
      continue;
    }
    mr_span at = mr_setting_span(slot->setting, 0, SIZE_MAX);
    mr_diagnose(in->list, MR_ERR_ILLEGAL, &at, NULL,
                "%s '%c' touches squares of both colours; with splitTurns every piece keeps to the "
                "colour on which it stands",
                kind->plus ? "the promoted form of" : "the piece", kind->letter);
  }
}

void mr_fy_read_split(mr_fy_reading *in) {
  mr_fy_rules *rules = in->rules;
  size_t before = in->list->errors;
  if (!rules->split && rules->split_first_dark) {
    const mr_setting *setting = mr_fy_setting(in, MR_FY_KEY_FIRST_TURN_DARK);
    mr_diagnose(in->list, MR_ERR_ILLEGAL, setting != NULL ? &setting->key_at : &in->definition->at,
                NULL, "'firstTurnDark' needs splitTurns = true");
  }
  static const unsigned against[] = {MR_FY_KEY_PIECE_DROPS, MR_FY_KEY_CAPTURES_TO_HAND,
                                     MR_FY_KEY_MUST_CAPTURE, MR_FY_KEY_IMPASSE,
                                     MR_FY_KEY_PERPETUAL};
  for (size_t i = 0; rules->split && i < sizeof against / sizeof against[0]; i++) {
    if (mr_fy_bool(in, against[i])) {
      report_with_split(in, against[i]);
    }
  }
  if (rules->split && (rules->castling[0].allowed || rules->castling[1].allowed ||
                       rules->castling[2].allowed || rules->castling[3].allowed)) {
    report_with_split(in, MR_FY_KEY_CASTLING);
  }
  if (rules->split && rules->extinction.value != MR_FY_NOTHING) {
    report_with_split(in, MR_FY_KEY_EXTINCTION);
  }
  if (rules->split && (rules->flag.kinds[0] | rules->flag.kinds[1])) {
    report_with_split(in, MR_FY_KEY_FLAG_REGION);
  }
  if (rules->split && in->list->errors == before) {
    check_colours(in);
  }
}
