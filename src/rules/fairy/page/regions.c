#include "rules/fairy/page/page.h"
#include "rules/fairy/text/texts.h"

/** A list under construction. */
typedef struct survey {
  const mr_fy_game *game;
  mr_fy_set board; /**< all cells */
  mr_fy_region *out;
  unsigned count;
} survey;

/** The squares of a purpose for a kind; NULL where the rules have none. */
static const mr_fy_set *cells_for(const mr_fy_game *game, mr_fy_purpose purpose, unsigned kind,
                                  unsigned side) {
  const mr_fy_kind *k = &game->rules.kinds[kind];
  const mr_fy_flag *flag = &game->rules.flag;
  switch (purpose) {
  case MR_FY_REGION_MOBILITY:
    return &k->mobility[side];
  case MR_FY_REGION_PROMOTION:
    return k->promotion_count[side] > 0 ? &k->promotion_zone[side] : NULL;
  case MR_FY_REGION_DROP:
    return mr_fy_can_be_held(game, kind, side) ? &k->drop_region[side] : NULL;
  case MR_FY_REGION_FLAG:
    return flag->kinds[side] >> kind & 1u ? &flag->region[side] : NULL;
  case MR_FY_REGION_INITIAL:
    return mr_betza_has_initial(k->betza) ? &k->initial[side] : NULL;
  case MR_FY_REGION_NAMED:
    break;
  }
  return NULL;
}

/** Whether promotion is on the last rank, or initial moves begin where such pieces start. */
static bool is_usual(const mr_fy_game *game, mr_fy_purpose purpose, unsigned code,
                     const mr_fy_set *set) {
  const mr_fy_rules *rules = &game->rules;
  unsigned last = MR_FY_SIDE(code) == MR_FY_WHITE ? rules->ranks - 1u : 0;
  for (unsigned cell = 0; cell < rules->cells; cell++) {
    bool expected = purpose == MR_FY_REGION_PROMOTION
                        ? cell / rules->files == last
                        : mr_fy_board_const(game->base.start)[cell] == code;
    if (mr_fy_set_has(set, cell) != expected) {
      return false;
    }
  }
  return purpose == MR_FY_REGION_PROMOTION || purpose == MR_FY_REGION_INITIAL;
}

static void add_kind(survey *s, mr_fy_purpose purpose, unsigned kind, unsigned side) {
  unsigned code = MR_FY_CODE(kind, side);
  const mr_fy_set *set = cells_for(s->game, purpose, kind, side);
  if (set == NULL || mr_fy_set_empty(set) || mr_fy_set_same(set, &s->board) ||
      !mr_fy_is_used(s->game, code)) {
    return;
  }
  bool usual = is_usual(s->game, purpose, code, set);
  for (unsigned i = 0; i < s->count; i++) {
    mr_fy_region *region = &s->out[i];
    if (region->purpose == purpose && region->owner == side &&
        mr_fy_set_same(&region->cells, set)) {
      region->kinds |= UINT64_C(1) << kind;
      region->usual = region->usual && usual;
      return;
    }
  }
  if (s->count < MR_FY_REGIONS_MAX) {
    s->out[s->count++] = (mr_fy_region){.purpose = purpose,
                                        .owner = side,
                                        .kinds = UINT64_C(1) << kind,
                                        .usual = usual,
                                        .cells = *set};
  }
}

/** What is the same for both sides is one region. */
static void merge_sides(survey *s) {
  for (unsigned i = 0; i < s->count; i++) {
    for (unsigned j = i + 1; j < s->count; j++) {
      mr_fy_region *a = &s->out[i], *b = &s->out[j];
      if (a->purpose == b->purpose && a->kinds == b->kinds && a->owner != b->owner &&
          mr_fy_set_same(&a->cells, &b->cells)) {
        a->owner = MR_FY_BOTH;
        memmove(b, b + 1, (s->count - j - 1) * sizeof *b);
        s->count--;
        break;
      }
    }
  }
}

/**
 * Gives a name to the rule's region of these squares and this owner that has none yet: if it is a
 * thing, "the den", rather than what is told of pieces. A region of its own else.
 */
static void add_named(survey *s, const mr_fy_named *named) {
  for (unsigned i = 0; i < s->count; i++) {
    mr_fy_region *region = &s->out[i];
    bool thing = region->purpose == MR_FY_REGION_PROMOTION ||
                 region->purpose == MR_FY_REGION_DROP || region->purpose == MR_FY_REGION_FLAG;
    if (thing && region->name == NULL && region->owner == named->owner &&
        mr_fy_set_same(&region->cells, &named->cells)) {
      region->name = named->name;
      return;
    }
  }
  if (s->count < MR_FY_REGIONS_MAX) {
    s->out[s->count++] = (mr_fy_region){.purpose = MR_FY_REGION_NAMED,
                                        .owner = named->owner,
                                        .name = named->name,
                                        .cells = named->cells};
  }
}

unsigned mr_fy_regions(const mr_fy_game *game, mr_fy_region out[MR_FY_REGIONS_MAX]) {
  const mr_fy_rules *rules = &game->rules;
  survey s = {.game = game, .out = out};
  for (unsigned cell = 0; cell < rules->cells; cell++) {
    mr_fy_set_add(&s.board, cell);
  }
  for (unsigned purpose = MR_FY_REGION_MOBILITY; purpose < MR_FY_REGION_NAMED; purpose++) {
    for (unsigned side = 0; side < 2; side++) {
      for (unsigned kind = 1; kind <= rules->kind_count; kind++) {
        add_kind(&s, (mr_fy_purpose)purpose, kind, side);
      }
    }
  }
  merge_sides(&s);
  for (unsigned i = 0; i < rules->named_count; i++) {
    add_named(&s, &rules->named[i]);
  }
  return s.count;
}

void mr_fy_region_name(const mr_fy_rules *rules, const mr_fy_region *all, unsigned count,
                       unsigned which, mr_str *out) {
  static const char *const zones[] = {"", "promotion zone", "drop zone", "goal", "first moves", ""};
  enum { NAMED_MOST = 4 };
  const mr_fy_region *region = &all[which];
  unsigned kinds = 0, alike = 0;
  for (uint64_t left = region->kinds; left != 0; left &= left - 1) {
    kinds++;
  }
  for (unsigned i = 0; i < count; i++) {
    alike += all[i].purpose == region->purpose && all[i].owner == region->owner;
  }
  bool mobility = region->purpose == MR_FY_REGION_MOBILITY;
  mr_str_add(out, mobility ? "where " : "");
  if (region->owner != MR_FY_BOTH) {
    mr_str_format(out, "%s's ", mr_fy_side_names[region->owner]);
  }
  if (mobility && kinds <= NAMED_MOST) {
    mr_fy_add_names(rules, region->kinds, " and ", out);
    mr_str_add(out, " may stand");
  } else if (mobility) {
    mr_str_add(out, "pieces may stand");
  } else {
    bool enters = rules->gating.alone && region->purpose == MR_FY_REGION_DROP;
    mr_str_add(out, region->name != NULL ? region->name
                    : enters             ? "gates"
                                         : zones[region->purpose]);
  }
  if (!mobility && region->name == NULL && kinds <= NAMED_MOST && alike > 1) {
    mr_str_add(out, " (");
    mr_fy_add_names(rules, region->kinds, " and ", out);
    mr_str_char(out, ')');
  }
}
