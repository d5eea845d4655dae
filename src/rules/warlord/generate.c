#include "rules/warlord/generate.h"

#include <marcher/hash.h>

/* Maps that are drawn before the generator gives up; nearly all that are possible need a few. */
enum { ATTEMPTS = 200 };

unsigned mr_wlg_draw(mr_wlg_dice *dice, unsigned bound) {
  uint64_t bits = mr_mix64(dice->seed + ++dice->drawn * UINT64_C(0x9e3779b97f4a7c15));
  return (unsigned)((bits >> 32) * bound >> 32);
}

static bool attempt(const mr_wlg_plan *plan, uint64_t seed, unsigned number, mr_wlg_map *map) {
  mr_wlg_dice dice = {mr_mix64(mr_mix64(seed) + number), 0};
  memset(map, 0, sizeof *map);
  mr_wlg_draw_armies(plan, &dice, map);
  return mr_wlg_draw_ground(plan, &dice, map) && mr_wlg_reaches(plan, map);
}

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
  unsigned number = 0;
  while (number < ATTEMPTS && !attempt(&plan, seed, number, map)) {
    number++;
  }
  if (number < ATTEMPTS) {
    mr_wlg_write(&plan, map, values, seed, out);
  }
  mr_alloc_free(allocator, map, sizeof *map);
  if (number == ATTEMPTS) {
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
