/**
 * @file
 * Files of runs: experiments, batches and what batches say. What is read is written as it was meant
 * and read again; what is refused has its reason, and leaves a sum as it was; a batch whose bytes
 * were not written by us is never taken for one.
 */

#include <marcher/hash.h>
#include <marcher/run.h>
#include <stdlib.h>
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

/** A run of a match or a study, which nobody plays: in a folder that goes again as soon as it is
 *  open. */
static const mr_run *open_run(bool study) {
  static mr_run *runs[2];
  mr_run *run = runs[study];
  char folder[] = "/tmp/marcher-fuzz-XXXXXX", command[64];
  mr_catalog *catalog = NULL;
  mr_error err = {.message = ""};
  const mr_plan plan = {.kind = study ? "study" : "match",
                        .game = "chess",
                        .sets = "",
                        .players = "nodes:5\nnodes:6\nnodes:7",
                        .games = 4,
                        .batch = 4,
                        .length = 20,
                        .opening = 0,
                        .slips = 0,
                        .pairs = study ? 2 : MR_PLAN_AUTO,
                        .probe = study ? 0 : MR_PLAN_AUTO};
  if (run != NULL) {
    return run;
  }
  REQUIRE(mkdtemp(folder) != NULL);
  REQUIRE(mr_catalog_new(NULL, &catalog, NULL) == MR_OK);
  REQUIRE(mr_run_make(folder, &plan, catalog, fuzz_game(FUZZ_GAMES - 1), &err) == MR_OK);
  REQUIRE(mr_run_open(folder, &run, &err) == MR_OK);
  mr_catalog_free(catalog);
  snprintf(command, sizeof command, "rm -rf %s", folder);
  /* A folder of our own making. NOLINTNEXTLINE(cert-env33-c) */
  REQUIRE(system(command) == 0);
  runs[study] = run;
  return run;
}

static void read_batch(const char *text, size_t length, bool study) {
  const mr_run *run = open_run(study);
  mr_batch_text body = {.length = 0};
  mr_run_sum *sum = NULL;
  mr_error err = {.message = ""};
  mr_str written = mr_str_growing(NULL);
  mr_batch_state state = mr_batch_parse(run, 0, text, length, &body, &err);
  REQUIRE(state == MR_BATCH_WHOLE ? body.length < length : err.message[0] != '\0');
  REQUIRE(mr_run_sum_new(run, &sum, NULL) == MR_OK);
  mr_status status = mr_run_sum_add(sum, 0, text, length, &err);
  REQUIRE(status == MR_OK || err.message[0] != '\0');
  REQUIRE(mr_run_sum_batches(sum) == (status == MR_OK));
  size_t strengths = 0;
  mr_summary *first = mr_run_sum_study(sum, &strengths);
  REQUIRE(strengths == (study ? 3u : 0u));
  uint64_t games = study ? first->games : mr_run_sum_match(sum)->games;
  REQUIRE(games == (status == MR_OK ? 4u : 0u));
  mr_run_sum_tell(sum, &written);
  mr_str_done(&written);
  mr_run_sum_free(sum);
}

/** The first byte chooses what the others are: an experiment, counts of a game, games of a match or
 * a study.
 */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 1) {
    return 0;
  }
  if (data[0] == 'b' || data[0] == 's') {
    read_batch((const char *)data + 1, size - 1, data[0] == 's');
  } else if (data[0] % 2 == 0) {
    read_plan((const char *)data + 1, size - 1);
  } else {
    read_counts(fuzz_game(data[0]), (const char *)data + 1, size - 1);
  }
  return 0;
}
