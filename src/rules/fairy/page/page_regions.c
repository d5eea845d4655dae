/*
 * First a table of all regions, then boards: one shows a purpose for the same kinds on both sides;
 * squares that only have names are put together on as few boards as they fit on without
 * overlapping.
 */
#include "rules/fairy/page/page.h"
#include "rules/fairy/text/texts.h"

enum { TEXT_ROOM = 512 };

/** All regions of a game, and which of them have been shown. */
typedef struct regions {
  const mr_fy_game *game;
  mr_fy_region all[MR_FY_REGIONS_MAX];
  bool shown[MR_FY_REGIONS_MAX];
  unsigned count;
} regions;

static void show_region(regions *r, unsigned which, mr_fy_picture *p) {
  char buffer[TEXT_ROOM];
  mr_str name = mr_str_fixed(buffer, sizeof buffer);
  mr_fy_region_name(&r->game->rules, r->all, r->count, which, &name);
  mr_str_add(&name, ": ");
  mr_fy_add_squares(&r->game->rules, &r->all[which].cells, &name);
  mr_fy_put_region(p, &r->all[which], &name);
  r->shown[which] = true;
}

/** What comes before the kinds, and their names, or "all pieces". */
static void add_kinds(const mr_fy_game *game, const char *before, uint64_t kinds, mr_str *out) {
  bool all = true;
  for (unsigned kind = 1; kind <= game->rules.kind_count; kind++) {
    bool used =
        mr_fy_is_used(game, MR_FY_CODE(kind, 0)) || mr_fy_is_used(game, MR_FY_CODE(kind, 1));
    all = all && (!used || (kinds >> kind & 1u) != 0);
  }
  mr_str_add(out, before);
  if (all) {
    mr_str_add(out, "all pieces");
  } else {
    mr_fy_add_names(&game->rules, kinds, " and ", out);
  }
}

static void add_row(const regions *r, unsigned which, mr_doc *doc) {
  static const char *const uses[] = {[MR_FY_REGION_MOBILITY] = "all that is open to: ",
                                     [MR_FY_REGION_PROMOTION] = "promotion of: ",
                                     [MR_FY_REGION_DROP] = "drops of: ",
                                     [MR_FY_REGION_FLAG] = "goal of: ",
                                     [MR_FY_REGION_INITIAL] = "first moves of: "};
  const mr_fy_region *region = &r->all[which];
  char buffers[3][TEXT_ROOM];
  mr_str texts[3];
  for (unsigned i = 0; i < 3; i++) {
    texts[i] = mr_str_fixed(buffers[i], TEXT_ROOM);
  }
  mr_fy_region_name(&r->game->rules, r->all, r->count, which, &texts[0]);
  mr_fy_add_squares(&r->game->rules, &region->cells, &texts[1]);
  if (region->purpose != MR_FY_REGION_NAMED) {
    bool enters = r->game->rules.gating.alone && region->purpose == MR_FY_REGION_DROP;
    add_kinds(r->game, enters ? "where these enter: " : uses[region->purpose], region->kinds,
              &texts[2]);
  }
  const char *const cells[] = {buffers[0], buffers[1], buffers[2]};
  mr_doc_row(doc, cells, 3);
}

/** A board for a purpose and some kinds, with what happens there in a sentence. */
static void show_group(regions *r, unsigned first, mr_doc *doc) {
  static const char *const words[] = {[MR_FY_REGION_MOBILITY] = "Where pieces may come to stand: ",
                                      [MR_FY_REGION_PROMOTION] = "Where pieces are promoted: ",
                                      [MR_FY_REGION_DROP] = "Where pieces are dropped: ",
                                      [MR_FY_REGION_FLAG] = "Goals: ",
                                      [MR_FY_REGION_INITIAL] = "Where first moves begin: "};
  const mr_fy_region *of = &r->all[first];
  const mr_fy_flag *flag = &r->game->rules.flag;
  mr_fy_picture *p = mr_fy_page_board(r->game, doc);
  char buffer[TEXT_ROOM];
  for (unsigned i = first; p != NULL && i < r->count; i++) {
    if (r->all[i].purpose == of->purpose && r->all[i].kinds == of->kinds &&
        (i == first || r->all[i].owner != of->owner)) {
      show_region(r, i, p);
    }
  }
  mr_str caption = mr_str_fixed(buffer, sizeof buffer);
  bool enters = r->game->rules.gating.alone && of->purpose == MR_FY_REGION_DROP;
  add_kinds(r->game, enters ? "Where pieces enter: " : words[of->purpose], of->kinds, &caption);
  mr_str_char(&caption, '.');
  if (of->purpose == MR_FY_REGION_FLAG && flag->count > 1) {
    mr_str_format(&caption, " %u squares have to be held%s.", (unsigned)flag->count,
                  flag->reply ? " through the other side's next move" : "");
  }
  mr_fy_page_picture(p, buffer, doc);
}

/**
 * Shows a region and the one of the other side with the same name, which comes next, if the cells
 * that are taken leave room for them.
 * @return the region behind them
 */
static unsigned show_named(regions *r, unsigned first, mr_fy_set *taken, mr_fy_picture *p,
                           mr_str *caption) {
  const mr_fy_region *all = r->all;
  bool pair = first + 1 < r->count && strcmp(all[first].name, all[first + 1].name) == 0;
  unsigned end = first + (pair ? 2 : 1);
  mr_fy_set both = {{0}};
  for (unsigned i = first; i < end; i++) {
    mr_fy_set common = mr_fy_set_and(all[i].cells, *taken);
    if (!mr_fy_set_empty(&common)) {
      return end;
    }
    for (unsigned w = 0; w < 4; w++) {
      both.w[w] |= all[i].cells.w[w];
    }
  }
  mr_str_format(caption, "%s%s", mr_fy_set_empty(taken) ? "" : ", ", all[first].name);
  for (unsigned w = 0; w < 4; w++) {
    taken->w[w] |= both.w[w];
  }
  for (unsigned i = first; i < end; i++) {
    show_region(r, i, p);
  }
  return end;
}

static void show_names(regions *r, mr_doc *doc) {
  mr_fy_picture *p = mr_fy_page_board(r->game, doc);
  mr_fy_set taken = {{0}};
  char buffer[TEXT_ROOM];
  mr_str caption = mr_str_fixed(buffer, sizeof buffer);
  mr_str_add(&caption, "Names of squares: ");
  for (unsigned i = 0; p != NULL && i < r->count;) {
    i = r->shown[i] ? i + 1 : show_named(r, i, &taken, p, &caption);
  }
  mr_str_char(&caption, '.');
  mr_fy_page_picture(p, buffer, doc);
}

void mr_fy_page_regions(const mr_fy_game *game, mr_doc *doc) {
  static const char *const head[] = {"region", "squares", "use"};
  regions r = {.game = game};
  r.count = mr_fy_regions(game, r.all);
  if (r.count == 0) {
    return;
  }
  mr_doc_heading(doc, "Regions");
  mr_doc_row(doc, head, 3);
  for (unsigned i = 0; i < r.count; i++) {
    add_row(&r, i, doc);
  }
  for (unsigned i = 0; i < r.count; i++) {
    if (!r.shown[i] && r.all[i].purpose != MR_FY_REGION_NAMED) {
      show_group(&r, i, doc);
    }
  }
  for (unsigned i = 0; doc->status == MR_OK && i < r.count; i++) {
    if (!r.shown[i]) {
      show_names(&r, doc);
    }
  }
}
