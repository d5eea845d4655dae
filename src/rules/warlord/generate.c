#include "rules/warlord/generate.h"

#include <marcher/hash.h>

enum { QUIET_LEAST = 80, QUIET_A_RANK = 5 };
/* Maps that are drawn before the generator gives up; nearly all that are possible need a few. */
enum { ATTEMPTS = 200 };

/* ---- the definition -------------------------------------------------------------------------- */

static void add_words(const char *const *values, uint64_t seed, mr_str *out) {
  mr_str_add(out, "# Made by: marcher generate warlord");
  for (unsigned i = 0; i < MR_WLG_OPTIONS; i++) {
    if (values[i] != NULL) {
      mr_str_format(out, " --%s %s", mr_wlg_options[i].name, values[i]);
    }
  }
  mr_str_add(out, " --seed ");
  mr_str_uint(out, seed);
  mr_str_add(out, "\n"
                  "# The same words make the same file again. What stands here may be edited:\n"
                  "# docs/GENERATOR.md says how, docs/DEFINITION_LANGUAGE.md explains every key.\n"
                  "# Rows are drawn from the top; blanks between squares are for the eye.\n\n");
}

static void add_head(const mr_wlg_plan *plan, uint64_t seed, mr_str *out) {
  mr_str_format(out, "[%s]\nfamily = warlord\ntitle = ", plan->name);
  mr_str_format(out, "%s %ux%u, map ", plan->border ? "Border War" : "Warlord", plan->columns,
                plan->rows);
  mr_str_uint(out, seed);
  mr_str_format(out,
                "\nsummary = %u leaders and %u other units a side on %u by %u squares with %u "
                "town%s; a generated map.\nnotes =\n",
                plan->leaders, plan->others, plan->columns, plan->rows, plan->towns,
                plan->towns == 1 ? "" : "s");
  mr_str_format(out,
                "  Map and armies follow %s; they are the same from both sides of the\n"
                "  table, square by square%s.\n",
                plan->border ? "WL-33 and WL-34" : "WL-33 and WL-40",
                plan->alike == 100 ? "" : ", but for hills and forests");
  if (plan->garrisons) {
    mr_str_add(out, "  Two countries: each army begins at the towns of its half.\n");
  }
  if (plan->rivers) {
    mr_str_format(out, "  %u river%s cross%s the map; the gaps are fords.\n", plan->rivers,
                  plan->rivers == 1 ? "" : "s", plan->rivers == 1 ? "es" : "");
  }
  if (plan->town_squares > plan->towns) {
    mr_str_format(
        out,
        "  No square is the middle of this board, so the town in the middle has two: there "
        "are\n  %u town squares, and towns_to_win counts squares.\n",
        plan->town_squares);
  }
  mr_str_char(out, '\n');
}

static void add_rules(const mr_wlg_plan *plan, mr_str *out) {
  mr_str_format(out, "turn_cap = %s\ncap = %u\n", plan->cap_by_levels ? "levels" : "fixed",
                plan->cap);
  if (plan->cap_by_levels) {
    mr_str_add(out, "cap_fraction = 60%\n");
  }
  if (plan->defeat_level) {
    mr_str_format(out, "defeat_level = %u\n", plan->defeat_level);
  }
  if (plan->town_squares) {
    mr_str_format(out, "towns_to_win = %u\n", plan->towns_to_win);
  }
  /* The two draws of WL-15 are measured for 16 ranks; armies need longer to meet on more. */
  unsigned turns = QUIET_A_RANK * plan->rows;
  mr_str_format(out, "quiet_turns = %u\n%s", turns > QUIET_LEAST ? turns : QUIET_LEAST,
                plan->kinds[MR_WL_LIGHT] > 0 ? "self_activation = true\n" : "");
  for (unsigned i = 0; i < plan->arrival_count; i++) {
    mr_str_format(out, "%s%u%s", i ? " " : "arrivals = ", plan->arrivals[i],
                  i + 1 < plan->arrival_count ? "" : "\n");
  }
}

/* WL-46 to WL-48, where they are asked for. */
static void add_ends(const mr_wlg_plan *plan, mr_str *out) {
  unsigned units = (plan->leaders + plan->others) * (plan->arrival_count + 1);
  if (plan->homes) {
    mr_str_format(out, "home_towns_to_win = %u\n", plan->homes);
  }
  if (plan->last_turn) {
    mr_str_format(out, "last_turn = %u\nlast_turn_counts = %s\n", plan->last_turn,
                  plan->town_squares ? "towns" : "units");
  }
  if (plan->losses) {
    mr_str_format(out, "defeat_units = %u\n", units - (units * plan->losses + 99) / 100);
  }
}

/* With arrivals all blocks are alike: the army is what is drawn, and nothing of it is free. */
static void add_listed_army(const mr_wlg_map *map, mr_str *out) {
  unsigned counts[MR_WL_KINDS] = {0};
  for (unsigned cell = 0; cell < map->plan->cells; cell++) {
    unsigned piece = map->pieces[cell];
    counts[piece & 15u] += piece && piece >> 4 == MR_WL_WHITE;
  }
  mr_str_add(out, "army_leaders =");
  for (unsigned level = MR_WL_LEVEL_MAX; level > 0; level--) {
    if (counts[level]) {
      mr_str_format(out, " %c%u", mr_wl_letters[level], counts[level]);
    }
  }
  mr_str_add(out, "\narmy_units =");
  for (unsigned kind = MR_WL_HEAVY; kind < MR_WL_KINDS; kind++) {
    mr_str_format(out, " %c%u", mr_wl_letters[kind], counts[kind]);
  }
  mr_str_char(out, '\n');
}

/* In the proportions of WL-33, which leaves a sixth of them free; never more than are drawn. */
static void add_army(const mr_wlg_map *map, mr_str *out) {
  static const struct {
    uint8_t kind;
    uint8_t share; /* in 18 */
  } shares[] = {{MR_WL_HEAVY, 2}, {MR_WL_CANNON, 2}, {MR_WL_LIGHT, 3}, {MR_WL_INFANTRY, 8}};
  const mr_wlg_plan *plan = map->plan;
  unsigned free_units = plan->others;
  mr_str_format(out, "deployment = %s\nzones_used = %u\nzone_leaders = %u\nzone_units = %u\n",
                plan->open ? "open" : "hidden", plan->blocks, plan->leaders / plan->blocks,
                plan->others / plan->blocks);
  if (plan->arrival_count) {
    add_listed_army(map, out);
    return;
  }
  mr_str_format(out, "army_leader_count = %u\narmy_level_sum = %u\narmy_units =", plan->leaders,
                plan->level_sum);
  for (size_t i = 0; i < sizeof shares / sizeof *shares; i++) {
    unsigned number = plan->others * shares[i].share / 18, drawn = plan->kinds[shares[i].kind];
    number = number < drawn ? number : drawn;
    free_units -= number;
    mr_str_format(out, " %c%u", mr_wl_letters[shares[i].kind], number);
  }
  mr_str_format(out, "\narmy_free_units = %u\n", free_units);
}

static char unit_letter(const mr_wlg_map *map, unsigned cell) {
  return mr_wl_letter_of_piece(map->pieces[cell]);
}

static char ground_letter(const mr_wlg_map *map, unsigned cell) {
  return mr_wl_ground_letters[map->ground[cell]];
}

static char zone_letter(const mr_wlg_map *map, unsigned cell) {
  unsigned white = mr_wlg_block_at(map->plan, cell);
  unsigned black = mr_wlg_block_at(map->plan, map->plan->cells - 1 - cell);
  return white ? (char)('A' + white - 1) : black ? (char)('a' + map->plan->blocks - black) : '.';
}

static void add_drawing(const mr_wlg_map *map, const char *key,
                        char (*letter)(const mr_wlg_map *, unsigned), mr_str *out) {
  unsigned columns = map->plan->columns;
  mr_str_format(out, "\n%s =\n", key);
  for (unsigned cell = 0; cell < map->plan->cells; cell++) {
    mr_str_add(out, cell % columns ? " " : "  ");
    mr_str_char(out, letter(map, cell));
    mr_str_add(out, (cell + 1) % columns ? "" : "\n");
  }
}

static void write_definition(const mr_wlg_map *map, const char *const *values, uint64_t seed,
                             mr_str *out) {
  const mr_wlg_plan *plan = map->plan;
  add_words(values, seed, out);
  add_head(plan, seed, out);
  add_rules(plan, out);
  add_ends(plan, out);
  if (plan->deploys) {
    add_army(map, out);
  }
  add_drawing(map, "pieces", unit_letter, out);
  unsigned counts[MR_WL_GROUNDS] = {0};
  for (unsigned cell = 0; cell < plan->cells; cell++) {
    counts[map->ground[cell]]++;
  }
  assert(plan->cells > 0);
  unsigned rough = plan->cells - counts[MR_WL_OPEN] - counts[MR_WL_WATER];
  unsigned per_mille = rough * 1000 / plan->cells;
  mr_str_format(out, "\n# %u T forest, %u ^ hill, %u # town: %u.%u%% of the squares.",
                counts[MR_WL_FOREST], counts[MR_WL_HILL], counts[MR_WL_TOWN], per_mille / 10,
                per_mille % 10);
  if (counts[MR_WL_WATER]) {
    mr_str_format(out, "\n# %u ~ water.", counts[MR_WL_WATER]);
  }
  add_drawing(map, "terrain", ground_letter, out);
  if (plan->deploys) {
    add_drawing(map, "zones", zone_letter, out);
  }
}

/* ---- the generator --------------------------------------------------------------------------- */

static mr_status generate(const char *const *values, uint64_t seed, const mr_allocator *allocator,
                          mr_str *out, mr_error *err) {
  mr_wlg_plan plan;
  mr_status status = mr_wlg_plan_read(values, &plan, err);
  if (status != MR_OK) {
    return status;
  }
  mr_wlg_map *map = mr_alloc_zero(allocator, 1, sizeof *map);
  if (map == NULL) {
    return mr_error_set(err, MR_ERR_NOMEM, "out of memory");
  }
  bool good = false;
  for (unsigned number = 0; !good && number < ATTEMPTS; number++) {
    good = mr_wlg_draw_map(&plan, mr_mix64(mr_mix64(seed) + number), map);
  }
  if (good) {
    write_definition(map, values, seed, out);
  }
  mr_alloc_free(allocator, map, sizeof *map);
  if (!good) {
    return mr_error_set(err, MR_ERR_LIMIT,
                        "none of %d maps has all of it with every town in reach of heavy cavalry "
                        "and cannons (WL-34); less terrain, fewer towns or another seed may do",
                        ATTEMPTS);
  }
  return out->status != MR_OK ? mr_error_set(err, out->status, "the definition does not fit")
                              : MR_OK;
}

const mr_generator mr_wl_generator = {
    .summary = "Maps of 12x12 to 120x120 squares with towns, hills and forests, and two armies of "
               "the same make-up; map and armies are the same from both sides of the table.",
    .options = mr_wlg_options,
    .option_count = MR_WLG_OPTIONS,
    .generate = generate,
};
