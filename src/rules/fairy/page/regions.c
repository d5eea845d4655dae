#include "rules/fairy/page/regions.h"

#include "rules/fairy/text/texts.h"

/** A list under construction. */
typedef struct survey {
  const mr_fy_game *game;
  mr_fy_region *out;
  unsigned count;
} survey;

static bool same_set(const mr_fy_set *a, const mr_fy_set *b) {
  return memcmp(a, b, sizeof *a) == 0;
}

static bool is_whole(const mr_fy_rules *rules, const mr_fy_set *set) {
  for (unsigned cell = 0; cell < rules->cells; cell++) {
    if (!mr_fy_set_has(set, cell)) {
      return false;
    }
  }
  return true;
}

static bool is_last_rank(const mr_fy_rules *rules, const mr_fy_set *set, unsigned side) {
  unsigned last = side == MR_FY_WHITE ? rules->ranks - 1u : 0;
  for (unsigned cell = 0; cell < rules->cells; cell++) {
    if (mr_fy_set_has(set, cell) != (cell / rules->files == last)) {
      return false;
    }
  }
  return true;
}

/** Whether the start has pieces of a code on all cells of a set and on no others. */
static bool is_start(const mr_fy_game *game, const mr_fy_set *set, unsigned code) {
  for (unsigned cell = 0; cell < game->rules.cells; cell++) {
    if (mr_fy_set_has(set, cell) != (mr_fy_board_const(game->base.start)[cell] == code)) {
      return false;
    }
  }
  return true;
}

bool mr_fy_is_used(const mr_fy_game *game, unsigned code) {
  return game->reach == NULL || !mr_fy_set_empty(&game->reach[code]);
}

static void add(survey *s, mr_fy_purpose purpose, unsigned code, const mr_fy_set *set, bool usual) {
  unsigned side = MR_FY_SIDE(code);
  uint64_t kind = UINT64_C(1) << MR_FY_KIND(code);
  if (mr_fy_set_empty(set) || is_whole(&s->game->rules, set) || !mr_fy_is_used(s->game, code)) {
    return;
  }
  for (unsigned i = 0; i < s->count; i++) {
    if (s->out[i].purpose == purpose && s->out[i].owner == side &&
        same_set(&s->out[i].cells, set)) {
      s->out[i].kinds |= kind;
      s->out[i].usual = s->out[i].usual && usual;
      return;
    }
  }
  if (s->count < MR_FY_REGIONS_MAX) {
    s->out[s->count++] = (mr_fy_region){
        .purpose = purpose, .owner = side, .kinds = kind, .usual = usual, .cells = *set};
  }
}

static void add_kind(survey *s, mr_fy_purpose purpose, unsigned kind, unsigned side) {
  const mr_fy_rules *rules = &s->game->rules;
  const mr_fy_kind *k = &rules->kinds[kind];
  unsigned code = MR_FY_CODE(kind, side);
  switch (purpose) {
  case MR_FY_REGION_MOBILITY:
    add(s, purpose, code, &k->mobility[side], false);
    break;
  case MR_FY_REGION_PROMOTION:
    if (k->promotion_count[side] > 0) {
      add(s, purpose, code, &k->promotion_zone[side],
          is_last_rank(rules, &k->promotion_zone[side], side));
    }
    break;
  case MR_FY_REGION_DROP:
    if (rules->drops && k->droppable &&
        (rules->captures_to_hand || mr_fy_state_of(s->game->base.start)->hand[side][k->hand] > 0)) {
      add(s, purpose, code, &k->drop_region[side], false);
    }
    break;
  case MR_FY_REGION_FLAG:
    if (rules->flag.kinds[side] >> kind & 1u) {
      add(s, purpose, code, &rules->flag.region[side], false);
    }
    break;
  case MR_FY_REGION_INITIAL:
    if (mr_betza_has_initial(k->betza)) {
      add(s, purpose, code, &k->initial[side], is_start(s->game, &k->initial[side], code));
    }
    break;
  case MR_FY_REGION_NAMED:
    break;
  }
}

/** What is the same for both sides is one region. */
static void merge_sides(survey *s) {
  for (unsigned i = 0; i < s->count; i++) {
    for (unsigned j = i + 1; j < s->count; j++) {
      mr_fy_region *a = &s->out[i], *b = &s->out[j];
      if (a->purpose == b->purpose && a->kinds == b->kinds && a->owner != b->owner &&
          same_set(&a->cells, &b->cells)) {
        a->owner = MR_FY_BOTH;
        memmove(b, b + 1, (s->count - j - 1) * sizeof *b);
        s->count--;
        break;
      }
    }
  }
}

/** Whether squares of a purpose are a thing, "the den", rather than what is told of pieces. */
static bool can_be_called(mr_fy_purpose purpose) {
  return purpose == MR_FY_REGION_PROMOTION || purpose == MR_FY_REGION_DROP ||
         purpose == MR_FY_REGION_FLAG;
}

/** Gives a name to the rule's region of these squares and this owner that has none yet. */
static bool call(survey *s, const mr_fy_named *named) {
  for (unsigned i = 0; i < s->count; i++) {
    mr_fy_region *region = &s->out[i];
    if (can_be_called(region->purpose) && region->name == NULL && region->owner == named->owner &&
        same_set(&region->cells, &named->cells)) {
      region->name = named->name;
      return true;
    }
  }
  return false;
}

static void add_named(survey *s) {
  for (unsigned i = 0; i < s->game->rules.named_count; i++) {
    const mr_fy_named *named = &s->game->rules.named[i];
    if (!call(s, named) && s->count < MR_FY_REGIONS_MAX) {
      s->out[s->count++] = (mr_fy_region){.purpose = MR_FY_REGION_NAMED,
                                          .owner = named->owner,
                                          .name = named->name,
                                          .cells = named->cells};
    }
  }
}

unsigned mr_fy_regions(const mr_fy_game *game, mr_fy_region out[MR_FY_REGIONS_MAX]) {
  static const mr_fy_purpose purposes[] = {MR_FY_REGION_MOBILITY, MR_FY_REGION_PROMOTION,
                                           MR_FY_REGION_DROP, MR_FY_REGION_FLAG,
                                           MR_FY_REGION_INITIAL};
  survey s = {game, out, 0};
  for (size_t p = 0; p < sizeof purposes / sizeof *purposes; p++) {
    for (unsigned side = 0; side < 2; side++) {
      for (unsigned kind = 1; kind <= game->rules.kind_count; kind++) {
        add_kind(&s, purposes[p], kind, side);
      }
    }
  }
  merge_sides(&s);
  add_named(&s);
  return s.count;
}

/* ---- names ----------------------------------------------------------------------------------- */

void mr_fy_add_names(const mr_fy_rules *rules, uint64_t kinds, mr_str *out) {
  bool some = false;
  for (unsigned kind = 1; kind <= rules->kind_count; kind++) {
    if (!(kinds >> kind & 1u)) {
      continue;
    }
    bool last = kinds >> kind >> 1 == 0;
    mr_str_format(out, "%s%s", !some ? "" : last ? " and " : ", ", rules->kinds[kind].name);
    some = true;
  }
}

/** Whether another region has the same purpose and owner, so that kinds must be named. */
static bool is_one_of_several(const mr_fy_region *all, unsigned count, unsigned which) {
  unsigned alike = 0;
  for (unsigned i = 0; i < count; i++) {
    alike += all[i].purpose == all[which].purpose && all[i].owner == all[which].owner;
  }
  return alike > 1;
}

static unsigned count_kinds(uint64_t kinds) {
  unsigned count = 0;
  for (; kinds != 0; kinds &= kinds - 1) {
    count++;
  }
  return count;
}

void mr_fy_region_name(const mr_fy_rules *rules, const mr_fy_region *all, unsigned count,
                       unsigned which, mr_str *out) {
  static const char *const zones[] = {"", "promotion zone", "drop zone", "goal", "first moves", ""};
  enum { NAMED_MOST = 4 };
  const mr_fy_region *region = &all[which];
  unsigned kinds = count_kinds(region->kinds);
  if (region->purpose == MR_FY_REGION_MOBILITY) {
    mr_str_add(out, "where ");
    if (region->owner != MR_FY_BOTH) {
      mr_str_format(out, "%s's ", mr_fy_side_names[region->owner]);
    }
    if (kinds <= NAMED_MOST) {
      mr_fy_add_names(rules, region->kinds, out);
    } else {
      mr_str_add(out, "pieces");
    }
    mr_str_add(out, " may stand");
    return;
  }
  if (region->owner != MR_FY_BOTH) {
    mr_str_format(out, "%s's ", mr_fy_side_names[region->owner]);
  }
  mr_str_add(out, region->name != NULL ? region->name : zones[region->purpose]);
  if (region->name == NULL && kinds <= NAMED_MOST && is_one_of_several(all, count, which)) {
    mr_str_add(out, " (");
    mr_fy_add_names(rules, region->kinds, out);
    mr_str_char(out, ')');
  }
}
