#include <string.h>

#include "base/text.h"
#include "rules/fairy/compile/read.h"

/* The squares of a default such as "*8", as far as they are on the board. */
static mr_fy_set standard_region(const mr_fy_reading *in, const char *text) {
  mr_fy_set set = {{0}};
  unsigned rank = (unsigned)(text[1] - '1'), files = in->rules->files;
  for (unsigned file = 0; file < files && rank < in->rules->ranks; file++) {
    mr_fy_set_add(&set, rank * files + file);
  }
  return set;
}

mr_fy_set mr_fy_region(mr_fy_reading *in, unsigned key) {
  const mr_setting *setting = mr_fy_setting(in, key);
  const char *standard = mr_fy_keys[key].standard;
  mr_fy_set set = standard != NULL ? standard_region(in, standard) : in->board;
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

static bool names_slot(const mr_fy_slot *slot, const char *name) {
  return mr_text_upper(slot->key[0]) == name[0] && strcmp(slot->key + 1, name + 1) == 0;
}

static bool find_owner(const mr_fy_reading *in, const char *name, owner *out) {
  static const char promoted[] = "Promoted";
  out->form = strncmp(name, promoted, sizeof promoted - 1) == 0;
  name += out->form ? sizeof promoted - 1 : 0;
  for (out->slot = 0; out->slot < MR_FY_SLOT_COUNT; out->slot++) {
    if (names_slot(&in->slots[out->slot], name)) {
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
  mr_str_fixed(&key, nearest, sizeof nearest);
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

static void set_mobility(mr_fy_kind *kind, unsigned side, mr_fy_set region) {
  kind->mobility[side] = region;
}
static void set_promotion(mr_fy_kind *kind, unsigned side, mr_fy_set region) {
  kind->promotion_zone[side] = region;
}
static void set_initial(mr_fy_kind *kind, unsigned side, mr_fy_set region) {
  kind->initial[side] = region;
}
static void set_drop(mr_fy_kind *kind, unsigned side, mr_fy_set region) {
  kind->drop_region[side] = mr_fy_set_and(region, kind->mobility[side]);
}

/** A prefix and what its regions are for. Mobility comes first: drops depend on it. */
typedef struct prefix {
  const char *text;
  unsigned side;
  void (*set)(mr_fy_kind *kind, unsigned side, mr_fy_set region);
} prefix;

static const prefix prefixes[] = {
    {"mobilityRegionWhite", MR_FY_WHITE, set_mobility},
    {"mobilityRegionBlack", MR_FY_BLACK, set_mobility},
    {"promotionRegionWhite", MR_FY_WHITE, set_promotion},
    {"promotionRegionBlack", MR_FY_BLACK, set_promotion},
    {"initialRegionWhite", MR_FY_WHITE, set_initial},
    {"initialRegionBlack", MR_FY_BLACK, set_initial},
    {"dropRegionWhite", MR_FY_WHITE, set_drop},
    {"dropRegionBlack", MR_FY_BLACK, set_drop},
};

/* The keys that begin with a prefix and go on. */
static void read_prefix(mr_fy_reading *in, const prefix *about) {
  size_t length = strlen(about->text);
  for (size_t i = 0; i < in->definition->count; i++) {
    const mr_setting *setting = &in->definition->settings[i];
    if (strncmp(setting->key, about->text, length) != 0 || !setting->key[length]) {
      continue;
    }
    mr_fy_set region;
    unsigned kind = kind_of(in, setting, length);
    if (mr_fy_read_region(in, setting, &region) && kind) {
      about->set(&in->rules->kinds[kind], about->side, region);
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

/* What holds for all pieces alike, before single pieces say otherwise. */
static void set_common(mr_fy_reading *in) {
  mr_fy_set promotion[2] = {mr_fy_region(in, MR_FY_KEY_PROMOTION_WHITE),
                            mr_fy_region(in, MR_FY_KEY_PROMOTION_BLACK)};
  mr_fy_set initial[2] = {mr_fy_region(in, MR_FY_KEY_DOUBLE_WHITE),
                          mr_fy_region(in, MR_FY_KEY_DOUBLE_BLACK)};
  for (unsigned i = 1; i <= in->rules->kind_count; i++) {
    for (unsigned side = 0; side < 2; side++) {
      in->rules->kinds[i].promotion_zone[side] = promotion[side];
      in->rules->kinds[i].initial[side] = initial[side];
    }
  }
}

/* A soldier has its sidesteps, the `i` of its movement, from a rank on. */
static void set_soldiers(mr_fy_reading *in) {
  unsigned kind = in->slots[MR_FY_KEY_SOLDIER].kind, ranks = in->rules->ranks;
  unsigned from = mr_fy_number(in, MR_FY_KEY_SOLDIER_RANK) - 1;
  for (unsigned cell = 0; kind && cell < in->rules->cells; cell++) {
    unsigned rank = cell / in->rules->files;
    mr_fy_set *initial = in->rules->kinds[kind].initial;
    if (cell == 0) {
      initial[0] = initial[1] = (mr_fy_set){{0}};
    }
    if (rank >= from) {
      mr_fy_set_add(&initial[MR_FY_WHITE], cell);
    }
    if (ranks - 1 - rank >= from) {
      mr_fy_set_add(&initial[MR_FY_BLACK], cell);
    }
  }
}

static void set_common_drops(mr_fy_reading *in) {
  mr_fy_set drop[2] = {mr_fy_region(in, MR_FY_KEY_DROP_WHITE),
                       mr_fy_region(in, MR_FY_KEY_DROP_BLACK)};
  for (unsigned i = 1; i <= in->rules->kind_count; i++) {
    for (unsigned side = 0; side < 2; side++) {
      set_drop(&in->rules->kinds[i], side, drop[side]);
    }
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
  check_forms(in);
  set_common(in);
  set_soldiers(in);
  for (size_t i = 0; i < 6; i++) {
    read_prefix(in, &prefixes[i]);
  }
  for (unsigned i = 1; i <= in->rules->kind_count; i++) {
    unsigned model = in->model[i];
    for (unsigned side = 0; model && side < 2; side++) {
      in->rules->kinds[i].mobility[side] = in->rules->kinds[model].mobility[side];
    }
  }
  set_common_drops(in);
  restrict_pawns(in);
  for (size_t i = 6; i < sizeof prefixes / sizeof prefixes[0]; i++) {
    read_prefix(in, &prefixes[i]);
  }
}
