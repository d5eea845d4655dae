/*
 * Regions by default. The dialect gives them for eight ranks: on a board of another size they lie
 * where they do on that one, which is seldom the same for both sides.
 */
#include "rules/fairy/compile/read.h"

/* Two keys, White's and Black's next to each other in the table, and what they are about. */
typedef struct region_pair {
  unsigned keys; /* White's */
  size_t into;   /* where the kinds have them: an offset in mr_fy_kind, for White */
  unsigned odd;  /* the side whose default is amiss, where neither key is set */
  const char *what;
} region_pair;

static const region_pair pairs[] = {
    {MR_FY_KEY_PROMOTION_WHITE, offsetof(mr_fy_kind, promotion_zone), MR_FY_WHITE, "promotes"},
    {MR_FY_KEY_DOUBLE_WHITE, offsetof(mr_fy_kind, initial), MR_FY_BLACK, "has its first moves"},
};

static const mr_fy_set *region_of_kind(const mr_fy_reading *in, const region_pair *pair,
                                       unsigned kind, unsigned side) {
  const char *base = (const char *)&in->rules->kinds[kind] + pair->into;
  return (const mr_fy_set *)(const void *)base + side;
}

/* A set as the other side sees it: the board turned by half. */
static mr_fy_set turned(const mr_fy_reading *in, const mr_fy_set *set) {
  mr_fy_set out = {{0}};
  for (unsigned cell = 0; cell < in->rules->cells; cell++) {
    if (mr_fy_set_has(set, cell)) {
      mr_fy_set_add(&out, in->rules->cells - 1 - cell);
    }
  }
  return out;
}

/* Whether the kind has what the region is for, on both sides. */
static bool concerns(const mr_fy_reading *in, const region_pair *pair, unsigned kind) {
  const mr_fy_rules *rules = in->rules;
  const mr_fy_kind *it = &rules->kinds[kind];
  bool both = (rules->present[0] & rules->present[1] & UINT64_C(1) << kind) != 0;
  if (pair->keys == MR_FY_KEY_PROMOTION_WHITE) {
    return both && it->promotion_count[0] > 0 && it->promotion_count[1] > 0;
  }
  return both && it->betza != NULL && mr_betza_has_initial(it->betza) &&
         kind != in->slots[MR_FY_KEY_SOLDIER].kind;
}

/* Whether a key says where a region lies on this very board: what a parent wrote for a board of
 * another size does not. */
static bool is_given(const mr_fy_reading *in, const mr_setting *setting) {
  return setting != NULL && setting->depth <= in->board_depth;
}

/* Whether the one piece has a region of its own. */
static bool is_own(const mr_fy_reading *in, const region_pair *pair, unsigned kind, unsigned side) {
  const char *key = in->slots[in->slot_of[kind]].key;
  char name[MR_DEFINITION_NAME_MAX];
  mr_str text = mr_str_fixed(name, sizeof name);
  const char *stem = mr_fy_keys[pair->keys + side].name;
  bool initial = pair->keys == MR_FY_KEY_DOUBLE_WHITE;
  mr_str_format(&text, "%s%c%s",
                !initial              ? stem
                : side == MR_FY_WHITE ? "initialRegionWhite"
                                      : "initialRegionBlack",
                mr_text_upper(key[0]), key + 1);
  return is_given(in, mr_definition_find(in->definition, name));
}

/* A region as a key writes it: "*7 *6", "b2 c2", "-". Too long a one is left out. */
static void add_value(const mr_fy_reading *in, const mr_fy_set *set, mr_str *out) {
  unsigned files = in->rules->files;
  const char *before = "";
  for (unsigned rank = 0; rank < in->rules->ranks; rank++) {
    unsigned count = 0;
    for (unsigned file = 0; file < files; file++) {
      count += mr_fy_set_has(set, rank * files + file);
    }
    for (unsigned file = 0; count < files && file < files; file++) {
      if (mr_fy_set_has(set, rank * files + file)) {
        mr_str_format(out, "%s%c%u", before, (char)('a' + file), rank + 1);
        before = " ";
      }
    }
    if (count == files) {
      mr_str_format(out, "%s*%u", before, rank + 1);
      before = " ";
    }
  }
  mr_str_add(out, *before == '\0' ? "-" : "");
}

static void warn(mr_fy_reading *in, const region_pair *pair, unsigned kind, unsigned side) {
  static const char *const names[] = {"White", "Black"};
  const mr_fy_set *here = region_of_kind(in, pair, kind, side),
                  *there = region_of_kind(in, pair, kind, side ^ 1u);
  const mr_setting *ranks = mr_fy_setting(in, MR_FY_KEY_MAX_RANK);
  const mr_key *key = &mr_fy_keys[pair->keys + side];
  mr_fy_set wanted = turned(in, there);
  char lies[3][120], hint[320];
  mr_str text[3], remedy = mr_str_fixed(hint, sizeof hint);
  const mr_fy_set *const sets[3] = {here, there, &wanted};
  for (size_t i = 0; i < 3; i++) {
    text[i] = mr_str_fixed(lies[i], sizeof lies[i]);
    add_value(in, sets[i], &text[i]);
  }
  mr_str_format(&remedy, "write %s = %s, or %s = %s if it is meant so", key->name, lies[2],
                key->name, lies[0]);
  mr_diagnose_as(in->list, MR_SEVERITY_WARNING, MR_ERR_ILLEGAL,
                 ranks != NULL ? &ranks->key_at : &in->definition->at,
                 text[2].status == MR_OK ? hint : NULL, "%s's %s %s on %s, %s's on %s: '%s' is %s",
                 names[side], in->rules->kinds[kind].name, pair->what,
                 mr_fy_set_empty(here) ? "no square" : lies[0], names[side ^ 1u],
                 mr_fy_set_empty(there) ? "no square" : lies[1], key->name,
                 mr_fy_setting(in, pair->keys + side) != NULL
                     ? "a parent's, for a board of another size"
                     : "not set, and its default is the same on every board");
}

/* Whether the definition itself brings about where the regions lie; what a parent does is told
 * there. */
static bool is_news(const mr_fy_reading *in, const region_pair *pair) {
  const unsigned keys[] = {MR_FY_KEY_MAX_RANK, pair->keys, pair->keys + 1, MR_FY_KEY_PAWN,
                           MR_FY_KEY_START_FEN};
  const mr_setting *nearest = mr_fy_nearest_setting(in, keys, sizeof keys / sizeof *keys);
  return nearest != NULL && nearest->depth <= 1;
}

/* The side whose region by default differs from the other's; 2 for none. */
static unsigned side_amiss(const mr_fy_reading *in, const region_pair *pair, unsigned kind) {
  bool given[2];
  for (unsigned side = 0; side < 2; side++) {
    given[side] =
        is_given(in, mr_fy_setting(in, pair->keys + side)) || is_own(in, pair, kind, side);
  }
  mr_fy_set other = turned(in, region_of_kind(in, pair, kind, MR_FY_BLACK));
  if ((given[0] && given[1]) ||
      mr_fy_set_same(region_of_kind(in, pair, kind, MR_FY_WHITE), &other)) {
    return 2;
  }
  return given[MR_FY_WHITE] ? MR_FY_BLACK : given[MR_FY_BLACK] ? MR_FY_WHITE : pair->odd;
}

/* Whether a piece has first moves written that no square lets it make. */
static bool never_begins(const mr_fy_reading *in, unsigned kind) {
  const mr_fy_kind *it = &in->rules->kinds[kind];
  return it->betza != NULL && mr_betza_has_initial(it->betza) &&
         mr_fy_set_empty(&it->initial[MR_FY_WHITE]) && mr_fy_set_empty(&it->initial[MR_FY_BLACK]);
}

/* `doubleStep = false` takes first moves from all pieces: who writes an `i` hardly means that. */
static void check_first_moves(mr_fy_reading *in) {
  const mr_setting *off = mr_fy_setting(in, MR_FY_KEY_DOUBLE_STEP);
  if (off == NULL || mr_fy_bool(in, MR_FY_KEY_DOUBLE_STEP)) {
    return;
  }
  for (unsigned kind = 1; kind <= in->rules->kind_count; kind++) {
    const char *key = in->slots[in->slot_of[kind]].key;
    const mr_setting *piece = mr_definition_find(in->definition, key);
    const mr_setting *newer = piece != NULL && piece->depth < off->depth ? piece : off;
    if (never_begins(in, kind) && newer->depth <= 1) {
      mr_diagnose_as(in->list, MR_SEVERITY_WARNING, MR_ERR_ILLEGAL, &newer->key_at,
                     "write doubleStep = true, or a movement without 'i'",
                     "%s has first moves, the 'i' of its movement, that are never made: "
                     "'doubleStep' is false",
                     in->rules->kinds[kind].name);
      return;
    }
  }
}

void mr_fy_check_regions(mr_fy_reading *in) {
  check_first_moves(in);
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
    bool told = !is_news(in, &pairs[i]);
    for (unsigned kind = 1; kind <= in->rules->kind_count && !told; kind++) {
      unsigned side = concerns(in, &pairs[i], kind) ? side_amiss(in, &pairs[i], kind) : 2;
      told = side < 2;
      if (told) {
        warn(in, &pairs[i], kind, side);
      }
    }
  }
}
