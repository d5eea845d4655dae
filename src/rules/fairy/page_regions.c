#include "rules/fairy/page.h"
#include "rules/fairy/picture.h"
#include "rules/fairy/texts.h"

enum { TEXT_ROOM = 512 };

/* One diagram shows a purpose for the same kinds on both sides. */

static mr_view *new_board(const mr_fy_game *game, mr_doc *doc) {
  mr_view *view = mr_arena_zero(doc->arena, 1, sizeof *view);
  if (doc->status == MR_OK) {
    doc->status = view == NULL ? MR_ERR_NOMEM : mr_fy_board_view(game, doc->arena, view);
  }
  return doc->status == MR_OK ? view : NULL;
}

static void put_region(const mr_fy_game *game, const mr_fy_region *all, unsigned count,
                       unsigned which, mr_doc *doc, mr_view *view) {
  char buffer[TEXT_ROOM];
  mr_str name;
  mr_str_fixed(&name, buffer, sizeof buffer);
  mr_fy_region_name(&game->rules, all, count, which, &name);
  mr_str_add(&name, ": ");
  mr_fy_add_squares(&game->rules, &all[which].cells, &name);
  const char *kept = mr_arena_copy(doc->arena, name.data, name.length);
  mr_status status = mr_fy_add_region(game, &all[which], kept, doc->arena, view);
  if (status != MR_OK) {
    doc->status = status;
  }
}

/** The names of kinds, or "all men". */
static void add_kinds(const mr_fy_game *game, uint64_t kinds, mr_str *out) {
  bool all = true;
  for (unsigned kind = 1; kind <= game->rules.kind_count; kind++) {
    bool used =
        mr_fy_is_used(game, MR_FY_CODE(kind, 0)) || mr_fy_is_used(game, MR_FY_CODE(kind, 1));
    all = all && (!used || (kinds >> kind & 1u) != 0);
  }
  if (all) {
    mr_str_add(out, "all men");
  } else {
    mr_fy_add_names(&game->rules, kinds, out);
  }
}

/** What happens in a region, in a sentence. */
static void add_caption(const mr_fy_game *game, const mr_fy_region *region, mr_str *out) {
  const mr_fy_rules *rules = &game->rules;
  switch (region->purpose) {
  case MR_FY_REGION_MOBILITY:
    mr_str_add(out, "Where men may come to stand: ");
    break;
  case MR_FY_REGION_PROMOTION:
    mr_str_add(out, "Where men are promoted: ");
    break;
  case MR_FY_REGION_DROP:
    mr_str_add(out, "Where men are dropped: ");
    break;
  case MR_FY_REGION_FLAG:
    mr_str_add(out, "Goals: ");
    break;
  case MR_FY_REGION_INITIAL:
    mr_str_add(out, "Where first moves begin: ");
    break;
  }
  add_kinds(game, region->kinds, out);
  mr_str_char(out, '.');
  if (region->purpose == MR_FY_REGION_FLAG && rules->flag.count > 1) {
    mr_str_format(out, " %u squares have to be held%s.", (unsigned)rules->flag.count,
                  rules->flag.reply ? " through the other side's next move" : "");
  }
}

static void page_group(const mr_fy_game *game, const mr_fy_region *all, unsigned count,
                       unsigned first, uint32_t *shown, mr_doc *doc) {
  mr_view *view = new_board(game, doc);
  for (unsigned i = first; view != NULL && i < count; i++) {
    if (all[i].purpose == all[first].purpose && all[i].kinds == all[first].kinds &&
        (i == first || all[i].owner != all[first].owner)) {
      put_region(game, all, count, i, doc, view);
      *shown |= UINT32_C(1) << i;
    }
  }
  char buffer[TEXT_ROOM];
  mr_str caption;
  mr_str_fixed(&caption, buffer, sizeof buffer);
  add_caption(game, &all[first], &caption);
  if (view != NULL) {
    mr_doc_diagram(doc, view, buffer);
  }
}

void mr_fy_page_regions(const mr_fy_game *game, mr_doc *doc) {
  mr_fy_region all[MR_FY_REGIONS_MAX];
  unsigned count = mr_fy_regions(game, all);
  uint32_t shown = 0;
  if (count > 0) {
    mr_doc_heading(doc, "Regions");
  }
  for (unsigned i = 0; i < count; i++) {
    if (!(shown >> i & 1u)) {
      page_group(game, all, count, i, &shown, doc);
    }
  }
}
