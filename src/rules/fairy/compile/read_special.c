#include <string.h>

#include "rules/fairy/compile/read.h"

/* ---- castling -------------------------------------------------------------------------------- */

/** Castling of one side to one side of the board. */
typedef struct castling_keys {
  unsigned side;
  bool queenside;
  unsigned rank;
  unsigned king_kind;
  uint64_t partners;
} castling_keys;

/* Its pieces, which are checked whether there is castling or not. */
static void read_castling_pieces(mr_fy_reading *in, castling_keys *keys) {
  const mr_setting *king = mr_fy_side_setting(in, MR_FY_KEY_CASTLING_KING, keys->side);
  const mr_setting *rooks = mr_fy_side_setting(in, MR_FY_KEY_CASTLING_ROOKS, keys->side);
  mr_fy_letters letters =
      mr_fy_read_letters(in, king, (mr_fy_letters){.slots = {MR_FY_SLOT_KING}, .count = 1});
  if (letters.count > 1 || letters.all) {
    mr_fy_complain(in, MR_ERR_SYNTAX, king, 0, SIZE_MAX, "'%s' names one piece", king->key);
  }
  keys->king_kind = letters.count == 1 ? in->slots[letters.slots[0]].kind : 0;
  letters = mr_fy_read_letters(in, rooks, (mr_fy_letters){.slots = {MR_FY_KEY_ROOK}, .count = 1});
  keys->partners = mr_fy_kinds_of(in, &letters);
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

/* The castling from two files of the rank; none where there is no room for it. */
static mr_fy_castling castling_between(mr_fy_reading *in, const castling_keys *keys, unsigned king,
                                       unsigned partner) {
  unsigned files = in->rules->files, base = keys->rank * files;
  unsigned to = keys->queenside ? mr_fy_read_file(in, MR_FY_KEY_CASTLING_QUEENSIDE, 2)
                                : mr_fy_read_file(in, MR_FY_KEY_CASTLING_KINGSIDE, 6);
  unsigned partner_to = keys->queenside ? to + 1 : to - 1;
  mr_fy_castling c = {.king_from = (uint8_t)(base + king),
                      .partner_from = (uint8_t)(base + partner),
                      .king_kind = (uint8_t)keys->king_kind,
                      .partner_kinds = keys->partners};
  if (king >= files || partner >= files || partner == king || to >= files ||
      (keys->queenside ? to + 1 >= files : to == 0)) {
    return c;
  }
  c.allowed = true;
  c.king_to = (uint8_t)(base + to);
  c.partner_to = (uint8_t)(base + partner_to);
  add_between(&c.clear, base, king, to);
  add_between(&c.clear, base, partner, partner_to);
  add_between(&c.safe, base, king, to);
  return c;
}

/* The castling from the files that the first position or the keys tell. */
static mr_fy_castling read_one(mr_fy_reading *in, const castling_keys *keys) {
  unsigned base = keys->rank * in->rules->files;
  bool later = in->rules->castles_dropped && in->start_right[keys->side * 2 + keys->queenside] == 0;
  unsigned king = in->rules->castles_dropped ? mr_fy_read_file(in, MR_FY_KEY_CASTLING_KING_FILE, 4)
                                             : king_file(in, keys);
  unsigned edge = keys->queenside ? 0 : in->rules->files - 1u;
  unsigned partner = in->rules->castles_dropped ? edge
                     : king < in->rules->files  ? partner_file(in, keys, king)
                                                : king;
  mr_fy_castling c = castling_between(in, keys, king, partner);
  c.allowed = c.allowed &&
              (later || (in->start[base + king] == MR_FY_CODE(keys->king_kind, keys->side) &&
                         mr_fy_is_one_of(in->start[base + partner], keys->side, keys->partners)));
  return c;
}

/* ---- castling from any files ----------------------------------------------------------------- */

enum { FILES_TOLD = 10 }; /* behind them is k */

/* Fours of castlings, the first of which is that of the first position. */
static unsigned count_pairs(const mr_fy_rules *rules) {
  return rules->any_files ? rules->files * (rules->files - 1u) / 2 + 1 : 1;
}

/* All castlings of a side towards an edge; the usual one comes first, and once more later. */
static void read_pairs(mr_fy_reading *in, const castling_keys *keys, mr_fy_castling *out) {
  unsigned files = in->rules->files, pair = 1;
  for (unsigned king = 0; king < files; king++) {
    unsigned first = keys->queenside ? 0 : king + 1, end = keys->queenside ? king : files;
    for (unsigned partner = first; partner < end; partner++) {
      out[4 * pair++] = castling_between(in, keys, king, partner);
    }
  }
  unsigned king = king_file(in, keys);
  unsigned partner = king < files ? partner_file(in, keys, king) : files;
  bool usual = partner < files && (keys->queenside ? partner < king : partner > king);
  *out = usual ? castling_between(in, keys, king, partner) : out[4];
}

/* Where castling begins on any files: what does not go with that, and how it is written. */
static void read_any_files(mr_fy_reading *in) {
  mr_fy_rules *rules = in->rules;
  const mr_setting *setting = mr_fy_setting(in, MR_FY_KEY_CHESS960);
  unsigned first = mr_fy_read_file(in, MR_FY_KEY_CASTLING_ROOK_KINGSIDE, rules->files - 1u);
  unsigned last = mr_fy_read_file(in, MR_FY_KEY_CASTLING_ROOK_QUEENSIDE, 0);
  if (rules->any_files && setting != NULL && rules->castles_dropped) {
    mr_diagnose(in->list, MR_ERR_UNSUPPORTED, &setting->key_at, NULL,
                "'chess960' does not go together with castlingDroppedPiece, which is for fixed "
                "files");
  }
  if (rules->any_files && setting != NULL && rules->gating.on && rules->files > FILES_TOLD) {
    mr_diagnose(in->list, MR_ERR_UNSUPPORTED, &setting->key_at, NULL,
                "'chess960' goes together with gating on boards of up to %d files: then no file is "
                "written like a right to castle",
                FILES_TOLD);
  }
  if (rules->any_files && setting != NULL && setting->depth <= 1 &&
      !mr_fy_bool(in, MR_FY_KEY_CASTLING)) {
    mr_diagnose_as(in->list, MR_SEVERITY_WARNING, MR_ERR_ILLEGAL, &setting->key_at,
                   "write castling = true, or delete the line",
                   "'chess960' means nothing without castling");
  }
  rules->any_files = rules->any_files && mr_fy_bool(in, MR_FY_KEY_CASTLING);
  rules->castling_from[0] = (uint8_t)(first < rules->files ? first : rules->files - 1u);
  rules->castling_from[1] = (uint8_t)(last < rules->files ? last : rules->files - 1u);
  rules->castling_text = rules->any_files ? MR_FY_KING_TAKES_PARTNER : rules->castling_text;
}

/* Whether each game begins in another order: not where one has been asked for by its number, or by
 * a startFen that is said after that of the parent whose orders are drawn. */
static void read_random_start(mr_fy_reading *in) {
  const mr_setting *drawn = mr_fy_setting(in, MR_FY_KEY_RANDOM_START);
  const mr_setting *start = mr_fy_setting(in, MR_FY_KEY_START_FEN);
  bool other = start != NULL && drawn != NULL && start->depth < drawn->depth;
  in->rules->random_start =
      in->rules->random_start && !other && mr_fy_setting(in, MR_FY_KEY_START_POSITION) == NULL;
}

/* A right that the first position grants and no castling bears out, as its king or its partner is
 * none of the castling pieces: the one that stands where it would castle from may have been meant.
 */
typedef struct lacking {
  const char *key; /* NULL: nothing of that kind is lacking */
  unsigned code;
} lacking;

static lacking find_lacking(mr_fy_reading *in, const castling_keys *keys) {
  unsigned files = in->rules->files, king = king_file(in, keys);
  const uint8_t *rank = in->start + (size_t)keys->rank * files;
  if (!keys->king_kind) {
    unsigned file = mr_fy_read_file(in, MR_FY_KEY_CASTLING_KING_FILE, 4);
    return (lacking){"castlingKingPiece", file < files ? rank[file] : 0};
  }
  if (king < files && rank[king] == MR_FY_CODE(keys->king_kind, keys->side) &&
      partner_file(in, keys, king) == files) {
    unsigned file = keys->queenside
                        ? mr_fy_read_file(in, MR_FY_KEY_CASTLING_ROOK_QUEENSIDE, 0)
                        : mr_fy_read_file(in, MR_FY_KEY_CASTLING_ROOK_KINGSIDE, files - 1);
    bool there = file < files && file != king && rank[file] > MR_FY_WALL &&
                 MR_FY_SIDE(rank[file]) == keys->side;
    return (lacking){there ? "castlingRookPieces" : NULL, there ? rank[file] : 0};
  }
  return (lacking){NULL, 0};
}

static const char *hint_lacking(const mr_fy_reading *in, const castling_keys *keys,
                                const lacking *it, mr_hint *hint) {
  mr_str out = mr_str_fixed(hint->text, sizeof hint->text);
  mr_str_add(&out, "write ");
  if (it->code > MR_FY_WALL && MR_FY_SIDE(it->code) == keys->side) {
    mr_str_format(&out, "%s = %c, or ", it->key,
                  mr_text_lower(in->rules->kinds[MR_FY_KIND(it->code)].letter));
  }
  mr_str_add(&out, "castling = false");
  return hint->text;
}

/* Rights that the first position grants and that the squares do not bear out. Where there is no
 * castling at all, rights mean nothing: compile.c leaves them out. */
static void check_rights(mr_fy_reading *in, const castling_keys *keys, const lacking *lacks) {
  static const char letters[] = "KQkq";
  const mr_setting *setting = mr_fy_setting(in, MR_FY_KEY_START_FEN);
  char wrong[sizeof letters] = "";
  size_t count = 0, first = SIZE_MAX, last = 0;
  for (unsigned i = 0; i < 4; i++) {
    size_t at = in->start_right[i];
    if (at > 0 && !in->rules->castling[i].allowed) {
      wrong[count++] = letters[i];
      first = at < first ? at : first;
      last = at > last ? at : last;
    }
  }
  if (count == 0 || setting == NULL || !in->start_whole ||
      in->rules->any_files) { /* the parser tells what is not whole */
    return;
  }
  mr_span span = mr_setting_span(setting, first, last - first + 1);
  const char *many = count == 1 ? "" : "s";
  if (mr_fy_bool(in, MR_FY_KEY_CASTLING)) {
    /* All of the word goes where none of its rights holds. */
    mr_hint hint;
    bool all = count == last - first + 1 && !mr_text_is_letter(setting->text[last + 1]) &&
               !mr_text_is_letter(setting->text[first - 1]);
    const char *remedy = lacks->key != NULL ? hint_lacking(in, keys, lacks, &hint)
                                            : mr_hint_name(&hint, all ? "-" : NULL);
    mr_diagnose(in->list, MR_ERR_ILLEGAL, &span, remedy,
                "the right%s to castle '%s' need%s castlingKingPiece, castlingRookPieces, king and "
                "partner on rank %u, and room for both",
                many, wrong, count == 1 ? "s" : "", mr_fy_number(in, MR_FY_KEY_CASTLING_RANK));
  } else if (setting->depth <= 1) {
    mr_diagnose_as(in->list, MR_SEVERITY_WARNING, MR_ERR_ILLEGAL, &span, NULL,
                   "the right%s to castle '%s' mean%s nothing without castling = true", many, wrong,
                   count == 1 ? "s" : "");
  }
}

/* Files of this definition's own keys that the board has not: parents' may be of a wider one. */
static void note_files_beyond(mr_fy_reading *in) {
  static const unsigned keys[] = {MR_FY_KEY_CASTLING_KING_FILE, MR_FY_KEY_CASTLING_KINGSIDE,
                                  MR_FY_KEY_CASTLING_QUEENSIDE, MR_FY_KEY_CASTLING_ROOK_KINGSIDE,
                                  MR_FY_KEY_CASTLING_ROOK_QUEENSIDE};
  unsigned files = in->rules->files;
  for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
    const mr_setting *setting = mr_fy_setting(in, keys[i]);
    if (setting != NULL && setting->depth <= 1 && mr_fy_read_file(in, keys[i], 0) >= files) {
      mr_span span = mr_setting_span(setting, 0, setting->length);
      mr_diagnose_as(in->list, MR_SEVERITY_WARNING, MR_ERR_RANGE, &span, NULL,
                     "'%s' is beyond the board, whose last file is %c", setting->key,
                     (char)('a' + files - 1));
    }
  }
}

void mr_fy_read_castling(mr_fy_reading *in) {
  mr_fy_rules *rules = in->rules;
  static const mr_fy_castling none[4];
  unsigned rank = mr_fy_number(in, MR_FY_KEY_CASTLING_RANK) - 1;
  read_any_files(in);
  read_random_start(in);
  rules->castling_pairs = count_pairs(rules);
  mr_fy_castling *all = mr_arena_zero(in->arena, (size_t)4 * rules->castling_pairs, sizeof *all);
  in->starved = in->starved || all == NULL;
  rules->castling = all != NULL ? all : none;
  castling_keys first = {.king_kind = 0};
  lacking lacks = {NULL, 0};
  for (unsigned i = 0; i < 4 && rank < rules->ranks && all != NULL; i++) {
    castling_keys keys = {.side = i / 2, .queenside = i % 2 != 0};
    keys.rank = keys.side == MR_FY_WHITE ? rank : rules->ranks - 1 - rank;
    rules->castling_first[keys.side] = (uint8_t)(keys.rank * rules->files);
    read_castling_pieces(in, &keys);
    if (in->start_right[i] && lacks.key == NULL) {
      lacks = find_lacking(in, &keys);
      first = keys;
    }
    if (!mr_fy_bool(in, MR_FY_KEY_CASTLING) || !keys.king_kind) {
      continue;
    }
    if (rules->any_files) {
      read_pairs(in, &keys, all + i);
    } else if (in->start_right[i] || rules->castles_dropped || in->gate_right[i]) {
      all[i] = read_one(in, &keys);
    }
  }
  rules->any_files = rules->any_files && mr_fy_castles(rules);
  if (mr_fy_bool(in, MR_FY_KEY_CASTLING)) {
    note_files_beyond(in);
  }
  check_rights(in, &first, &lacks);
}

/* ---- drops ----------------------------------------------------------------------------------- */

static void read_hands(mr_fy_reading *in) {
  mr_fy_rules *rules = in->rules;
  for (unsigned i = 1; i <= rules->kind_count; i++) {
    mr_fy_kind *kind = &rules->kinds[i];
    bool captured = rules->captures_to_hand && !kind->royal[0] && !kind->royal[1];
    if (kind->plus || kind->tilde || (!captured && !(in->start_hand >> i & 1))) {
      continue;
    }
    if (rules->hand_count == MR_FY_HANDS_MAX) {
      mr_diagnose(in->list, MR_ERR_UNSUPPORTED, &in->definition->at, NULL,
                  "at most %d kinds of pieces can be in hand", MR_FY_HANDS_MAX);
      return;
    }
    kind->droppable = true;
    kind->hand = (uint8_t)rules->hand_count;
    rules->hand_kind[rules->hand_count++] = (uint8_t)i;
  }
}

/* What is dropped as its promoted form is dropped where it is dropped as it is. */
static void read_dropped_forms(mr_fy_reading *in) {
  for (unsigned i = 1; i <= in->rules->kind_count; i++) {
    mr_fy_kind *kind = &in->rules->kinds[i];
    const mr_fy_kind *base = &in->rules->kinds[kind->base];
    if (!kind->droppable && mr_fy_is_dropped(in->rules, i)) {
      kind->hand = base->hand;
      kind->drop_region[0] = base->drop_region[0];
      kind->drop_region[1] = base->drop_region[1];
      kind->drop_file_limit = base->drop_file_limit;
    }
  }
}

void mr_fy_read_drops(mr_fy_reading *in) {
  mr_fy_rules *rules = in->rules;
  unsigned shogi_pawn = in->slots[MR_FY_KEY_SHOGI_PAWN].kind;
  mr_fy_read_free_drops(in);
  if (shogi_pawn) {
    rules->kinds[shogi_pawn].drop_may_not_mate = mr_fy_bool(in, MR_FY_KEY_PAWN_DROP_MATE);
  }
  const mr_setting *mate = mr_fy_setting(in, MR_FY_KEY_PAWN_DROP_MATE);
  if (shogi_pawn && rules->kinds[shogi_pawn].drop_may_not_mate && mate->depth <= 1) {
    mr_diagnose_as(in->list, MR_SEVERITY_NOTE, MR_ERR_UNSUPPORTED, &mate->key_at, NULL,
                   "counts of positions will differ from Fairy-Stockfish's: there a pawn may mate "
                   "by being dropped, and its player loses; here that is no legal move");
  }
  /* With dropLoop a captured piece stays what it is, which a promoted form cannot in a hand. */
  const mr_setting *setting = mr_fy_setting(in, MR_FY_KEY_CAPTURES_TO_HAND);
  bool forms = false;
  for (unsigned i = 1; i <= rules->kind_count; i++) {
    forms = forms || rules->kinds[i].plus;
  }
  if (rules->captures_to_hand && setting != NULL && forms && rules->keep_promotion) {
    mr_diagnose(in->list, MR_ERR_UNSUPPORTED, &setting->key_at, NULL,
                "with capturesToHand and dropLoop, promoted forms cannot be held in hand");
  }
  if (rules->drops || rules->captures_to_hand) {
    read_hands(in);
  }
  setting = mr_fy_setting(in, MR_FY_KEY_DROP_PROMOTED);
  if (rules->drop_promoted && rules->keep_promotion && setting != NULL) {
    mr_diagnose(in->list, MR_ERR_UNSUPPORTED, &setting->key_at, NULL,
                "'dropPromoted' does not go together with dropLoop: a form in hand has no form");
  }
  mr_fy_letters letters = mr_fy_read_letters(in, mr_fy_setting(in, MR_FY_KEY_DROP_NO_DOUBLED),
                                             (mr_fy_letters){.count = 0});
  unsigned limit = mr_fy_number(in, MR_FY_KEY_DROP_NO_DOUBLED_COUNT);
  for (unsigned i = 0; i < letters.count; i++) {
    mr_fy_kind *kind = &rules->kinds[in->slots[letters.slots[i]].kind];
    kind->drop_file_limit = (uint8_t)limit;
    if (limit == 0) {
      kind->drop_region[0] = kind->drop_region[1] = (mr_fy_set){{0}};
    }
  }
  read_dropped_forms(in);
}

/* Counts a piece as had by a side, and its forms, and as held by the other who takes it. */
static void add_present(mr_fy_reading *in, unsigned kind, unsigned side) {
  mr_fy_rules *rules = in->rules;
  const mr_fy_kind *it = &rules->kinds[kind];
  rules->present[side] |= UINT64_C(1) << kind;
  for (unsigned i = 0; i < it->promotion_count[side]; i++) {
    rules->present[side] |= UINT64_C(1) << it->promotions[side][i];
  }
  unsigned left = rules->keep_promotion ? kind : it->base;
  if (rules->drops && rules->captures_to_hand && rules->kinds[left].droppable) {
    rules->held |= UINT64_C(1) << left;
    rules->present[side ^ 1u] |= UINT64_C(1) << left;
  }
}

/* Whether a side has two royal pieces to begin with, or what can become another. */
static bool has_many_royals(const mr_fy_reading *in, unsigned side) {
  const mr_fy_rules *rules = in->rules;
  unsigned count = 0;
  for (unsigned cell = 0; cell < rules->cells; cell++) {
    unsigned code = in->start[cell];
    count +=
        code > MR_FY_WALL && MR_FY_SIDE(code) == side && rules->kinds[MR_FY_KIND(code)].royal[side];
  }
  for (unsigned kind = 1; kind <= rules->kind_count; kind++) {
    const mr_fy_kind *it = &rules->kinds[kind];
    bool had = (rules->present[side] >> kind & 1) != 0;
    count += it->royal[side] && rules->drops ? in->start_held[side][kind] : 0u; /* none is taken */
    for (unsigned i = 0; had && !it->royal[side] && i < it->promotion_count[side]; i++) {
      count += rules->kinds[it->promotions[side][i]].royal[side] ? 2 : 0;
    }
  }
  return count > 1;
}

void mr_fy_read_present(mr_fy_reading *in) {
  mr_fy_rules *rules = in->rules;
  uint64_t before[2] = {0, 0};
  rules->held = rules->drops ? in->start_hand : 0;
  rules->present[0] = rules->present[1] = rules->held;
  for (unsigned cell = 0; cell < rules->cells; cell++) {
    if (in->start[cell] > MR_FY_WALL) {
      rules->present[MR_FY_SIDE(in->start[cell])] |= UINT64_C(1) << MR_FY_KIND(in->start[cell]);
    }
  }
  while (before[0] != rules->present[0] || before[1] != rules->present[1]) {
    if (rules->flips != MR_FY_FLIPS_NONE) { /* whoever one side has may become the other's */
      rules->present[0] |= rules->present[1];
      rules->present[1] = rules->present[0];
    }
    memcpy(before, rules->present, sizeof before);
    for (unsigned at = 2; at < 2 * rules->kind_count + 2; at++) {
      if (before[at % 2] >> at / 2 & 1) {
        add_present(in, at / 2, at % 2);
      }
    }
  }
  rules->many_royals = has_many_royals(in, MR_FY_WHITE) || has_many_royals(in, MR_FY_BLACK);
}

/* ---- captures that blast --------------------------------------------------------------------- */

/* Pieces that are named where none may be royal; a refusal where some is. */
static mr_fy_letters read_immune(mr_fy_reading *in, unsigned key) {
  const mr_setting *setting = mr_fy_setting(in, key);
  if (setting != NULL && (mr_fy_royal_kinds(in->rules) != 0 || in->rules->extinction.royal) &&
      strcmp(setting->text, "-") != 0) {
    mr_diagnose(
        in->list, MR_ERR_UNSUPPORTED, &setting->key_at, NULL,
        "'%s' does not go together with royal pieces: what is safe from a blast, or from its "
        "like, would still have to be kept out of it",
        setting->key);
  }
  return mr_fy_read_letters(in, setting, (mr_fy_letters){.count = 0});
}

void mr_fy_read_blast(mr_fy_reading *in) {
  mr_fy_rules *rules = in->rules;
  mr_fy_letters pawn = {.slots = {MR_FY_KEY_PAWN}, .count = 1};
  mr_fy_letters immune = read_immune(in, MR_FY_KEY_BLAST_IMMUNE);
  mr_fy_letters mutually = read_immune(in, MR_FY_KEY_MUTUALLY_IMMUNE);
  rules->blast.immune = mr_fy_kinds_of(in, &immune);
  rules->blast.sheltered = rules->blast.immune | mr_fy_kinds_of(in, &pawn);
  for (unsigned slot = 0; slot < MR_FY_SLOT_COUNT; slot++) {
    mr_fy_letters one = {.slots = {(uint8_t)slot}, .count = 1};
    bool named = mutually.all || memchr(mutually.slots, (int)slot, mutually.count) != NULL;
    uint64_t like = named && in->slots[slot].kind ? mr_fy_kinds_of(in, &one) : 0;
    for (uint64_t kinds = like; kinds != 0; kinds &= kinds - 1) {
      rules->kinds[__builtin_ctzll(kinds)].spares = like;
    }
  }
  const mr_setting *setting = mr_fy_setting(in, MR_FY_KEY_BLAST);
  if (rules->blast.on && mr_fy_royal_kinds(rules) != 0 && setting != NULL) {
    mr_diagnose(in->list, MR_ERR_UNSUPPORTED, &setting->key_at, NULL,
                "'blastOnCapture' does not go together with a king that is royal by itself; write "
                "king = -, commoner = k, extinctionPieceTypes = k and extinctionValue = loss, and "
                "extinctionPseudoRoyal = true where it may not be left attacked");
  }
}

/* ---- turns split by the colour of squares ---------------------------------------------------- */

static void look_for_other_colour(void *context, const mr_trail *trail) {
  bool *leaves = context;
  for (unsigned i = 0; i < trail->length; i++) {
    *leaves = *leaves || ((trail->steps[i].file + trail->steps[i].rank) & 1) != 0;
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
    mr_fy_complain(in, MR_ERR_ILLEGAL, slot->setting, 0, SIZE_MAX,
                   "%s '%c' touches squares of both colours; with splitTurns every piece keeps to "
                   "the colour on which it stands",
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
  const struct {
    unsigned key;
    bool used;
  } against[] = {
      {MR_FY_KEY_PIECE_DROPS, mr_fy_bool(in, MR_FY_KEY_PIECE_DROPS)},
      {MR_FY_KEY_CAPTURES_TO_HAND, mr_fy_bool(in, MR_FY_KEY_CAPTURES_TO_HAND)},
      {MR_FY_KEY_MUST_CAPTURE, mr_fy_bool(in, MR_FY_KEY_MUST_CAPTURE)},
      {MR_FY_KEY_BLAST, rules->blast.on},
      {MR_FY_KEY_FLIP_ENCLOSED, rules->flips != MR_FY_FLIPS_NONE},
      {MR_FY_KEY_MATERIAL, rules->tally != MR_FY_TALLY_NONE},
      {MR_FY_KEY_STALEMATE_COUNT, rules->stalemate_counts},
      {rules->passing[0] == MR_FY_ALWAYS || rules->passing[1] == MR_FY_ALWAYS
           ? MR_FY_KEY_PASS
           : MR_FY_KEY_PASS_STALEMATE,
       (rules->passing[0] | rules->passing[1]) != MR_FY_NEVER},
      {MR_FY_KEY_CHECKING, rules->no_checks},
      {MR_FY_KEY_PROMOTION_LIMIT, mr_fy_setting(in, MR_FY_KEY_PROMOTION_LIMIT) != NULL},
      {MR_FY_KEY_IMPASSE, mr_fy_bool(in, MR_FY_KEY_IMPASSE)},
      {MR_FY_KEY_PERPETUAL, mr_fy_bool(in, MR_FY_KEY_PERPETUAL)},
      {MR_FY_KEY_CHASING, rules->chase.on},
      {MR_FY_KEY_REPETITION_ILLEGAL, rules->no_to_and_fro},
      {MR_FY_KEY_BIKJANG, rules->bikjang},
      {MR_FY_KEY_CASTLING, mr_fy_castles(rules)},
      {MR_FY_KEY_EXTINCTION, rules->extinction.value != MR_FY_NOTHING},
      {MR_FY_KEY_DUPLE_CHECK, rules->extinction.duple},
      {MR_FY_KEY_CHECK_COUNTING, mr_fy_counts_checks(rules)},
      {MR_FY_KEY_CONNECT_N, rules->connect.row > 0},
      {MR_FY_KEY_CONNECT_NXN, rules->connect.square > 0},
      {MR_FY_KEY_COLLINEAR_N, rules->connect.line > 0},
      {MR_FY_KEY_CONNECT_1_WHITE, !mr_fy_set_empty(&rules->connect.region[0][0])},
      {MR_FY_KEY_CONNECT_1_BLACK, !mr_fy_set_empty(&rules->connect.region[1][0])},
      {MR_FY_KEY_FULL_BOARD, rules->full_draws},
      {MR_FY_KEY_COUNTING, mr_fy_counts_moves(rules)},
      {MR_FY_KEY_MAKPONG, rules->kings_stay},
      {MR_FY_KEY_CAMBODIAN, rules->leaps.on},
      {MR_FY_KEY_FLAG_REGION, (rules->flag.kinds[0] | rules->flag.kinds[1]) != 0},
  };
  for (size_t i = 0; rules->split && i < sizeof against / sizeof against[0]; i++) {
    if (against[i].used) {
      const mr_setting *setting = mr_fy_setting(in, against[i].key);
      mr_diagnose(in->list, MR_ERR_UNSUPPORTED,
                  setting != NULL ? &setting->key_at : &in->definition->at, NULL,
                  "'%s' does not go together with splitTurns", mr_fy_keys[against[i].key].name);
    }
  }
  if (rules->split && in->list->errors == before) {
    check_colours(in);
  }
}
