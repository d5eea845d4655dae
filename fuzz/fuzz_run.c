/**
 * @file
 * Files of runs: experiments, batches and what batches say. What is read is written as it was meant
 * and read again; what is refused has its reason, and leaves a sum as it was; a batch whose bytes
 * were not written by us is never taken for one.
 */

#include <marcher/hash.h>
#include <marcher/run.h>
#include <string.h>

#include "fairy_games.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void read_plan(const char *text, size_t length) {
  mr_arena arena;
  mr_plan plan, again;
  mr_override *sets = NULL;
  size_t count = 0;
  mr_error err = {.message = ""};
  mr_arena_init(&arena, NULL, 0);
  mr_status status = mr_plan_read("input", text, length, &arena, &plan, &err);
  REQUIRE(status == MR_OK || (err.message[0] != '\0' && err.line <= length + 1));
  if (status == MR_OK) {
    mr_str one = mr_str_growing(NULL), other = mr_str_growing(NULL);
    REQUIRE(plan.games > 0 && plan.batch > 0);
    status = mr_plan_sets(&plan, &arena, &sets, &count, &err);
    REQUIRE(status == MR_OK || err.message[0] != '\0');
    mr_plan_write(&plan, &one);
    REQUIRE(mr_plan_read("again", mr_str_text(&one), one.length, &arena, &again, &err) == MR_OK);
    mr_plan_write(&again, &other);
    REQUIRE(strcmp(mr_str_text(&one), mr_str_text(&other)) == 0);
    mr_str_done(&one);
    mr_str_done(&other);
  }
  mr_arena_done(&arena);
}

static void read_counts(const mr_game *game, const char *text, size_t length) {
  mr_error err = {.message = ""};
  mr_summary *all = mr_alloc_zero(NULL, 2, sizeof *all);
  mr_str one = mr_str_growing(NULL), other = mr_str_growing(NULL);
  REQUIRE(all != NULL);
  mr_summary_init(&all[0], game, NULL);
  mr_summary_init(&all[1], game, NULL);
  mr_status status = mr_summary_read(game, text, length, &all[0], &err);
  REQUIRE(status == MR_OK || (err.message[0] != '\0' && all[0].games == 0));
  if (status == MR_OK) {
    REQUIRE(mr_summary_write(&all[0], &one, &err) == MR_OK);
    REQUIRE(mr_summary_read(game, mr_str_text(&one), one.length, &all[1], &err) == MR_OK);
    REQUIRE(mr_summary_write(&all[1], &other, &err) == MR_OK);
    REQUIRE(strcmp(mr_str_text(&one), mr_str_text(&other)) == 0);
  }
  mr_str_done(&one);
  mr_str_done(&other);
  mr_summary_done(&all[0]);
  mr_summary_done(&all[1]);
  mr_alloc_free(NULL, all, 2 * sizeof *all);
}

/** The first byte chooses what the others are: an experiment, or counts of a game. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 1) {
    return 0;
  }
  if (data[0] % 2 == 0) {
    read_plan((const char *)data + 1, size - 1);
  } else {
    read_counts(fuzz_game(data[0]), (const char *)data + 1, size - 1);
  }
  return 0;
}
