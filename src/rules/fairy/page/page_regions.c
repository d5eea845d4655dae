#include "rules/fairy/page/page.h"
#include "rules/fairy/page/picture.h"
#include "rules/fairy/text/texts.h"

enum { TEXT_ROOM = 512 };

/*
 * First a table of all regions, then boards: one shows a purpose for the same kinds on both sides;
 * squares that only have names are put together on as few boards as they fit on without
 * overlapping.
 */

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

/** The names of kinds, or "all pieces". */
static void add_kinds(const mr_fy_game *game, uint64_t kinds, mr_str *out) {
  bool all = true;
  for (unsigned kind = 1; kind <= game->rules.kind_count; kind++) {
    bool used =
        mr_fy_is_used(game, MR_FY_CODE(kind, 0)) || mr_fy_is_used(game, MR_FY_CODE(kind, 1));
    all = all && (!used || (kinds >> kind & 1u) != 0);
  }
  if (all) {
    mr_str_add(out, "all pieces");
  } else {
    mr_fy_add_names(&game->rules, kinds, out);
  }
}

/* ---- the table ------------------------------------------------------------------------------- */

static void add_row(const mr_fy_game *game, const mr_fy_region *all, unsigned count, unsigned which,
                    mr_doc *doc) {
  static const char *const uses[] = {[MR_FY_REGION_MOBILITY] = "all that is open to: ",
                                     [MR_FY_REGION_PROMOTION] = "promotion of: ",
                                     [MR_FY_REGION_DROP] = "drops of: ",
                                     [MR_FY_REGION_FLAG] = "goal of: ",
                                     [MR_FY_REGION_INITIAL] = "first moves of: ",
                                     [MR_FY_REGION_NAMED] = ""};
  char buffers[3][TEXT_ROOM];
  mr_str texts[3];
  for (unsigned i = 0; i < 3; i++) {
    mr_str_fixed(&texts[i], buffers[i], TEXT_ROOM);
  }
  mr_fy_region_name(&game->rules, all, count, which, &texts[0]);
  mr_fy_add_squares(&game->rules, &all[which].cells, &texts[1]);
  mr_str_add(&texts[2], uses[all[which].purpose]);
  if (all[which].purpose != MR_FY_REGION_NAMED) {
    add_kinds(game, all[which].kinds, &texts[2]);
  }
  const char *const cells[] = {buffers[0], buffers[1], buffers[2]};
  mr_doc_row(doc, cells, 3);
}

static void add_table(const mr_fy_game *game, const mr_fy_region *all, unsigned count,
                      mr_doc *doc) {
  static const char *const head[] = {"region", "squares", "use"};
  mr_doc_row(doc, head, 3);
  for (unsigned i = 0; i < count; i++) {
    add_row(game, all, count, i, doc);
  }
}

/* ---- regions of rules ------------------------------------------------------------------------ */

/** What happens in a region, in a sentence. */
static void add_caption(const mr_fy_game *game, const mr_fy_region *region, mr_str *out) {
  static const char *const words[] = {
      [MR_FY_REGION_MOBILITY] = "Where pieces may come to stand: ",
      [MR_FY_REGION_PROMOTION] = "Where pieces are promoted: ",
      [MR_FY_REGION_DROP] = "Where pieces are dropped: ",
      [MR_FY_REGION_FLAG] = "Goals: ",
      [MR_FY_REGION_INITIAL] = "Where first moves begin: ",
      [MR_FY_REGION_NAMED] = "",
  };
  const mr_fy_rules *rules = &game->rules;
  mr_str_add(out, words[region->purpose]);
  add_kinds(game, region->kinds, out);
  mr_str_char(out, '.');
  if (region->purpose == MR_FY_REGION_FLAG && rules->flag.count > 1) {
    mr_str_format(out, " %u squares have to be held%s.", (unsigned)rules->flag.count,
                  rules->flag.reply ? " through the other side's next move" : "");
  }
}

static void page_group(const mr_fy_game *game, const mr_fy_region *all, unsigned count,
                       unsigned first, bool *shown, mr_doc *doc) {
  mr_view *view = new_board(game, doc);
  for (unsigned i = first; view != NULL && i < count; i++) {
    if (all[i].purpose == all[first].purpose && all[i].kinds == all[first].kinds &&
        (i == first || all[i].owner != all[first].owner)) {
      put_region(game, all, count, i, doc, view);
      shown[i] = true;
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

/* ---- squares that have names ----------------------------------------------------------------- */

static bool overlap(const mr_fy_set *a, const mr_fy_set *b) {
  return ((a->w[0] & b->w[0]) | (a->w[1] & b->w[1]) | (a->w[2] & b->w[2]) | (a->w[3] & b->w[3])) !=
         0;
}

/** The last one from `first` on that belongs with it: the same name, of the other side. */
static unsigned end_of_pair(const mr_fy_region *all, unsigned count, unsigned first) {
  bool pair = first + 1 < count && strcmp(all[first].name, all[first + 1].name) == 0;
  return first + (pair ? 2 : 1);
}

/** Puts regions on a board and into the cells that are taken, if those are free. */
static bool put_if_free(const mr_fy_region *all, unsigned first, unsigned end, mr_fy_set *taken) {
  for (unsigned i = first; i < end; i++) {
    if (overlap(&all[i].cells, taken)) {
      return false;
    }
  }
  for (unsigned i = first; i < end; i++) {
    for (unsigned w = 0; w < 4; w++) {
      taken->w[w] |= all[i].cells.w[w];
    }
  }
  return true;
}

static void page_names(const mr_fy_game *game, const mr_fy_region *all, unsigned count, bool *shown,
                       mr_doc *doc) {
  mr_view *view = new_board(game, doc);
  mr_fy_set taken = {{0}};
  char buffer[TEXT_ROOM];
  mr_str caption;
  mr_str_fixed(&caption, buffer, sizeof buffer);
  mr_str_add(&caption, "Names of squares: ");
  for (unsigned i = 0, end = 0, names = 0; view != NULL && i < count; i = end) {
    end = i + 1;
    if (shown[i]) {
      continue;
    }
    end = end_of_pair(all, count, i);
    bool fits = put_if_free(all, i, end, &taken);
    if (fits) {
      mr_str_format(&caption, "%s%s", names++ > 0 ? ", " : "", all[i].name);
    }
    for (unsigned j = i; fits && j < end; j++) {
      put_region(game, all, count, j, doc, view);
      shown[j] = true;
    }
  }
  mr_str_char(&caption, '.');
  if (view != NULL) {
    mr_doc_diagram(doc, view, buffer);
  }
}

void mr_fy_page_regions(const mr_fy_game *game, mr_doc *doc) {
  mr_fy_region all[MR_FY_REGIONS_MAX];
  bool shown[MR_FY_REGIONS_MAX] = {false};
  unsigned count = mr_fy_regions(game, all);
  if (count > 0) {
    mr_doc_heading(doc, "Regions");
    add_table(game, all, count, doc);
  }
  for (unsigned i = 0; i < count; i++) {
    if (!shown[i] && all[i].purpose != MR_FY_REGION_NAMED) {
      page_group(game, all, count, i, shown, doc);
    }
  }
  for (unsigned i = 0; doc->status == MR_OK && i < count; i++) {
    if (!shown[i]) {
      page_names(game, all, count, shown, doc);
    }
  }
}
