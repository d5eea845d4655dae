#include <string.h>

#include "rules/fairy/compile/read.h"

/* The squares of a plain region key, or of its default, or all of the board without either. */
static mr_fy_set region_of(mr_fy_reading *in, unsigned key) {
  const mr_setting *setting = mr_fy_setting(in, key);
  const char *standard = mr_fy_keys[key].standard; /* such as "*8" */
  mr_fy_set set = in->board;
  if (standard != NULL) {
    unsigned rank = (unsigned)(standard[1] - '1'), files = in->rules->files;
    set = (mr_fy_set){{0}};
    for (unsigned file = 0; file < files && rank < in->rules->ranks; file++) {
      mr_fy_set_add(&set, rank * files + file);
    }
  }
  if (setting != NULL) {
    (void)mr_fy_read_region(in, setting, &set);
  }
  return set;
}

/* ---- keys that end in the name of a piece ---------------------------------------------------- */

/** What stands behind a prefix: a piece, or its promoted form. */
typedef struct owner {
  unsigned slot;
  bool form;
} owner;

static bool find_owner(const mr_fy_reading *in, const char *name, owner *out) {
  static const char promoted[] = "Promoted";
  out->form = strncmp(name, promoted, sizeof promoted - 1) == 0;
  name += out->form ? sizeof promoted - 1 : 0;
  for (out->slot = 0; out->slot < MR_FY_SLOT_COUNT; out->slot++) {
    const char *key = in->slots[out->slot].key;
    if (mr_text_upper(key[0]) == name[0] && strcmp(key + 1, name + 1) == 0) {
      return true;
    }
  }
  return false;
}

static void report_owner(mr_fy_reading *in, const mr_setting *setting, size_t prefix) {
  const char *names[MR_FY_SLOT_COUNT];
  char buffers[MR_FY_SLOT_COUNT][sizeof in->slots[0].key];
  char nearest[MR_DEFINITION_NAME_MAX * 2];
  for (unsigned i = 0; i < MR_FY_SLOT_COUNT; i++) {
    memcpy(buffers[i], in->slots[i].key, sizeof buffers[i]);
    buffers[i][0] = mr_text_upper(buffers[i][0]);
    names[i] = buffers[i];
  }
  mr_hint hint;
  mr_str key;
  const char *best = mr_nearest(setting->key + prefix, names, MR_FY_SLOT_COUNT);
  key = mr_str_fixed(nearest, sizeof nearest);
  mr_str_bytes(&key, setting->key, prefix);
  mr_str_add(&key, best != NULL ? best : "");
  mr_diagnose(
      in->list, MR_ERR_UNKNOWN, &setting->key_at,
      mr_hint_name(&hint, best != NULL && key.length <= MR_DEFINITION_NAME_MAX ? nearest : NULL),
      "'%s' does not end in the key of a piece, such as King or CustomPiece3", setting->key);
}

/* The kind that a key with a prefix is about; 0 where there is none in the game. */
static unsigned kind_of(mr_fy_reading *in, const mr_setting *setting, size_t prefix) {
  owner who;
  if (!find_owner(in, setting->key + prefix, &who)) {
    report_owner(in, setting, prefix);
    return 0;
  }
  const mr_fy_slot *slot = &in->slots[who.slot];
  unsigned kind = who.form ? slot->form : slot->kind;
  if (!kind && setting->depth <= 1) {
    mr_diagnose_as(in->list, MR_SEVERITY_WARNING, MR_ERR_UNKNOWN, &setting->key_at, NULL,
                   "'%s' is about a %s that there is not", setting->key,
                   who.form ? "promoted form" : "piece");
  }
  return kind;
}

/* ---- regions of pieces ----------------------------------------------------------------------- */

/** A prefix of keys and where their regions go: an offset in mr_fy_kind, for White. */
typedef struct prefix {
  const char *text;
  size_t into;
} prefix;

static const prefix prefixes[] = {
    {"mobilityRegion", offsetof(mr_fy_kind, mobility)},
    {"promotionRegion", offsetof(mr_fy_kind, promotion_zone)},
    {"initialRegion", offsetof(mr_fy_kind, initial)},
    {"dropRegion", offsetof(mr_fy_kind, drop_region)},
};

/* The keys that begin with a prefix and a side, and go on. */
static void read_prefix(mr_fy_reading *in, const prefix *about, unsigned side) {
  char stem[MR_DEFINITION_NAME_MAX];
  mr_str name = mr_str_fixed(stem, sizeof stem);
  mr_str_format(&name, "%s%s", about->text, side == MR_FY_WHITE ? "White" : "Black");
  for (size_t i = 0; i < in->definition->count; i++) {
    const mr_setting *setting = &in->definition->settings[i];
    if (strncmp(setting->key, stem, name.length) != 0 || !setting->key[name.length]) {
      continue;
    }
    mr_fy_set region;
    unsigned number = kind_of(in, setting, name.length);
    if (mr_fy_read_region(in, setting, &region) && number) {
      mr_fy_kind *kind = &in->rules->kinds[number];
      bool drop = about->into == offsetof(mr_fy_kind, drop_region);
      region = drop ? mr_fy_set_and(region, kind->mobility[side]) : region;
      memcpy((char *)kind + about->into + side * sizeof region, &region, sizeof region);
    }
  }
}

static void check_forms(mr_fy_reading *in) {
  static const char stem[] = "promotedForm";
  for (size_t i = 0; i < in->definition->count; i++) {
    const mr_setting *setting = &in->definition->settings[i];
    owner who;
    if (strncmp(setting->key, stem, sizeof stem - 1) != 0) {
      continue;
    }
    if (!find_owner(in, setting->key + sizeof stem - 1, &who) || who.form) {
      report_owner(in, setting, sizeof stem - 1);
    } else if (!in->slots[who.slot].kind && setting->depth <= 1) {
      mr_diagnose(in->list, MR_ERR_UNKNOWN, &setting->key_at, NULL,
                  "there is no %s that could promote; it needs a letter and a movement",
                  in->slots[who.slot].key);
    }
  }
}

/* A soldier has its sidesteps, the `i` of its movement, from a rank on. */
static void set_soldiers(mr_fy_reading *in) {
  unsigned kind = in->slots[MR_FY_KEY_SOLDIER].kind, ranks = in->rules->ranks;
  unsigned from = mr_fy_number(in, MR_FY_KEY_SOLDIER_RANK) - 1;
  mr_fy_set *initial = in->rules->kinds[kind].initial;
  if (kind) {
    initial[0] = initial[1] = (mr_fy_set){{0}};
  }
  for (unsigned cell = 0; kind && cell < in->rules->cells; cell++) {
    unsigned rank = cell / in->rules->files;
    if (rank >= from) {
      mr_fy_set_add(&initial[MR_FY_WHITE], cell);
    }
    if (ranks - 1 - rank >= from) {
      mr_fy_set_add(&initial[MR_FY_BLACK], cell);
    }
  }
}

static mr_fy_set triple_region(mr_fy_reading *in, unsigned side) {
  mr_fy_set set = {{0}};
  const mr_setting *setting = mr_fy_setting(in, MR_FY_KEY_TRIPLE_WHITE + side);
  if (setting != NULL) {
    (void)mr_fy_read_region(in, setting, &set);
  }
  return set;
}

bool mr_fy_triples(mr_fy_reading *in) {
  bool triples = false;
  for (unsigned side = 0; side < 2; side++) {
    const mr_setting *setting = mr_fy_setting(in, MR_FY_KEY_TRIPLE_WHITE + side);
    triples = triples || (setting != NULL && strcmp(setting->text, "-") != 0);
  }
  return triples;
}

/* Pawns, and what moves as they do, step three squares from regions of their own. */
static void set_triples(mr_fy_reading *in) {
  unsigned pawn = in->slots[MR_FY_KEY_PAWN].kind;
  mr_fy_kind *kinds = in->rules->kinds;
  mr_fy_set triple[2] = {triple_region(in, MR_FY_WHITE), triple_region(in, MR_FY_BLACK)};
  bool some = pawn && !(mr_fy_set_empty(&triple[0]) && mr_fy_set_empty(&triple[1]));
  for (unsigned i = 1; some && i <= in->rules->kind_count; i++) {
    kinds[i].triples = kinds[i].betza != NULL && kinds[i].betza == kinds[pawn].betza;
    memcpy(kinds[i].triple, triple, sizeof triple);
  }
}

/* Pawns are dropped neither on their own first rank nor where they would promote. */
static void restrict_pawns(mr_fy_reading *in) {
  unsigned kind = in->slots[MR_FY_KEY_PAWN].kind, files = in->rules->files;
  for (unsigned side = 0; kind && side < 2; side++) {
    mr_fy_set *region = &in->rules->kinds[kind].drop_region[side];
    mr_fy_set first = {{0}};
    unsigned rank = side == MR_FY_WHITE ? 0 : in->rules->ranks - 1u;
    for (unsigned file = 0; file < files; file++) {
      mr_fy_set_add(&first, rank * files + file);
    }
    if (!mr_fy_bool(in, MR_FY_KEY_FIRST_RANK_DROPS)) {
      *region = mr_fy_set_minus(*region, first);
    }
    if (!mr_fy_bool(in, MR_FY_KEY_PROMOTION_ZONE_DROPS)) {
      *region = mr_fy_set_minus(*region, in->rules->kinds[kind].promotion_zone[side]);
    }
  }
}

void mr_fy_read_regions(mr_fy_reading *in) {
  mr_fy_kind *kinds = in->rules->kinds;
  unsigned count = in->rules->kind_count;
  check_forms(in);
  mr_fy_set promotion[2] = {region_of(in, MR_FY_KEY_PROMOTION_WHITE),
                            region_of(in, MR_FY_KEY_PROMOTION_BLACK)};
  mr_fy_set initial[2] = {{{0}}};
  if (mr_fy_bool(in, MR_FY_KEY_DOUBLE_STEP)) { /* without it no piece has an initial move */
    initial[MR_FY_WHITE] = region_of(in, MR_FY_KEY_DOUBLE_WHITE);
    initial[MR_FY_BLACK] = region_of(in, MR_FY_KEY_DOUBLE_BLACK);
  }
  for (unsigned i = 1; i <= count; i++) { /* for all pieces alike, before single ones */
    memcpy(kinds[i].promotion_zone, promotion, sizeof promotion);
    memcpy(kinds[i].initial, initial, sizeof initial);
  }
  set_soldiers(in);
  set_triples(in);
  for (size_t i = 0; i < 6; i++) {
    read_prefix(in, &prefixes[i / 2], i % 2);
  }
  for (unsigned side = 0; side < 2; side++) { /* drops depend on mobility */
    mr_fy_set drop = region_of(in, MR_FY_KEY_DROP_WHITE + side);
    for (unsigned i = 1; i <= count; i++) {
      if (in->model[i]) {
        kinds[i].mobility[side] = kinds[in->model[i]].mobility[side];
      }
      kinds[i].drop_region[side] = mr_fy_set_and(drop, kinds[i].mobility[side]);
    }
  }
  restrict_pawns(in);
  for (unsigned side = 0; side < 2; side++) {
    read_prefix(in, &prefixes[3], side);
  }
}

/* ---- namedRegions: squares that have a name, one set on each line, "White's den: e2" --------- */

enum { NAME_MAX_LENGTH = 60 };

/* Adds a set; `at` and `length` are the line's. */
static void add_named(mr_fy_reading *in, const mr_setting *setting, size_t at, size_t length,
                      const mr_fy_named *named) {
  mr_fy_rules *rules = in->rules;
  bool known = false;
  for (unsigned i = 0; i < rules->named_count; i++) {
    known = known || (rules->named[i].owner == named->owner &&
                      strcmp(rules->named[i].name, named->name) == 0);
  }
  if (known) {
    mr_fy_complain(in, MR_ERR_DUPLICATE, setting, at, length, "this name has been given above");
  } else if (rules->named_count == MR_FY_NAMED_MAX) {
    mr_fy_complain(in, MR_ERR_LIMIT, setting, at, length,
                   "at most 32 sets of squares can have names");
  } else {
    rules->named[rules->named_count++] = *named;
  }
}

static void read_line(mr_fy_reading *in, const mr_setting *setting, size_t at, size_t end) {
  static const char *const owners[] = {"White's ", "Black's "};
  mr_fy_named named = {.owner = MR_FY_BOTH};
  while (at < end && mr_text_is_blank(setting->text[at])) {
    at++;
  }
  if (at == end) {
    return;
  }
  const char *text = setting->text + at, *colon = memchr(text, ':', end - at);
  size_t length = colon != NULL ? (size_t)(colon - text) : end - at, skipped = 0;
  for (unsigned side = 0; side < 2; side++) {
    size_t taken = strlen(owners[side]);
    if (length > taken && memcmp(text, owners[side], taken) == 0) {
      named.owner = side;
      skipped = taken;
    }
  }
  text += skipped;
  length -= skipped;
  while (length > 0 && mr_text_is_blank(text[length - 1])) {
    length--;
  }
  if (colon == NULL || length == 0 || length > NAME_MAX_LENGTH) {
    mr_fy_complain(in, MR_ERR_SYNTAX, setting, at, end - at, "%s",
                   length > NAME_MAX_LENGTH && colon != NULL
                       ? "a name has at most 60 characters"
                       : "expected name: squares, such as White's den: e2");
    return;
  }
  size_t squares = (size_t)(colon + 1 - setting->text);
  if (!mr_fy_read_squares(in, setting, squares, end, &named.cells)) {
    return;
  }
  if (mr_fy_set_empty(&named.cells) && setting->depth > 1) {
    return; /* a parent's, of a larger board */
  }
  if (mr_fy_set_empty(&named.cells)) {
    mr_fy_complain(in, MR_ERR_ILLEGAL, setting, at, end - at,
                   "there are no squares behind the name");
    return;
  }
  named.name = mr_fy_copy(in, text, length);
  add_named(in, setting, at, end - at, &named);
}

void mr_fy_read_named(mr_fy_reading *in) {
  const mr_setting *setting = mr_fy_setting(in, MR_FY_KEY_NAMED);
  for (size_t at = 0, end = 0; setting != NULL && at < setting->length; at = end + 1) {
    end = at + strcspn(setting->text + at, "\n");
    read_line(in, setting, at, end);
  }
}
