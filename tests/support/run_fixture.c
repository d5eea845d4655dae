#include "run_fixture.h"

#include <marcher/hash.h>
#include <marcher/random.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "test_main.h"

const char run_race[] = "[race]\n"
                        "maxFile = 5\nmaxRank = 5\n"
                        "king = k:W\nimmobile = x\n"
                        "flagPiece = k\nflagRegionWhite = *3\nflagRegionBlack = a1\n"
                        "startFen = 4k/4X/5/5/K4 w - - 0 1\n";

static char folder[64];

int run_begin(void **state) {
  (void)state;
  strcpy(folder, "/tmp/marcher-run-XXXXXX");
  return mkdtemp(folder) != NULL ? 0 : -1;
}

int run_end(void **state) {
  char command[128];
  (void)state;
  snprintf(command, sizeof command, "rm -rf '%s'", folder);
  /* A folder of our own making. NOLINTNEXTLINE(cert-env33-c) */
  return system(command) == 0 ? 0 : -1;
}

const char *run_in(const char *name) {
  static char paths[4][192];
  static unsigned next;
  char *path = paths[next++ % 4];
  snprintf(path, sizeof paths[0], "%s/%s", folder, name);
  return path;
}

mr_status run_try(const char *name, const char *rules, const char *plan_text, mr_error *error) {
  mr_arena arena;
  mr_diagnostics list;
  mr_catalog *catalog = NULL;
  mr_game *game = NULL;
  mr_plan plan;
  mr_override *sets = NULL;
  size_t count = 0;
  mr_arena_init(&arena, NULL, 0);
  mr_diagnostics_init(&list, &arena);
  assert_int_equal(mr_catalog_new(NULL, &catalog, NULL), MR_OK);
  assert_int_equal(mr_catalog_add(catalog, "rules.ini", rules, strlen(rules), &list), MR_OK);
  mr_status status = mr_plan_read("plan", plan_text, strlen(plan_text), &arena, &plan, error);
  if (status == MR_OK) {
    status = mr_plan_sets(&plan, &arena, &sets, &count, error);
  }
  if (status == MR_OK) {
    assert_int_equal(mr_catalog_open(catalog, plan.game, sets, count, &game, &list), MR_OK);
    status = mr_run_make(run_in(name), &plan, catalog, game, error);
  }
  mr_catalog_free(catalog);
  mr_game_free(game);
  mr_arena_done(&arena);
  return status;
}

mr_run *run_make(const char *name, const char *rules, const char *plan) {
  mr_run *run = NULL;
  mr_error error = {.message = ""};
  if (run_try(name, rules, plan, &error) != MR_OK ||
      mr_run_open(run_in(name), &run, &error) != MR_OK) {
    fail_msg("%s", error.message);
  }
  return run;
}

mr_run_look run_play(const mr_run *run, unsigned cores) {
  const mr_run_where where = {.cores = cores};
  mr_run_look look;
  mr_error error = {.message = ""};
  if (mr_run_play(run, &where, NULL, &look, &error) != MR_OK) {
    fail_msg("%s", error.message);
  }
  return look;
}

unsigned run_by_batches(const mr_run *run) {
  uint64_t count = mr_run_batches(run), wanted = 1;
  bool *lacking = calloc((size_t)count, sizeof *lacking);
  unsigned rounds = 0;
  mr_run_look look;
  assert_non_null(lacking);
  while (wanted > 0) {
    wanted = 0;
    assert_int_equal(mr_run_survey(run, lacking, &look, NULL), MR_OK);
    for (uint64_t i = count; i > 0; i--) {
      wanted += lacking[i - 1];
      if (lacking[i - 1]) {
        assert_int_equal(mr_batch_make(run, i - 1, NULL, NULL, NULL), MR_OK);
      }
    }
    if (wanted == 0) {
      assert_int_equal(mr_run_write_summary(run, look.sum, NULL), MR_OK);
    }
    mr_run_sum_free(look.sum);
    rounds += wanted > 0;
    assert_true(rounds <= count);
  }
  free(lacking);
  return rounds;
}

void run_same_files(const char *one, const char *other) {
  char command[400];
  snprintf(command, sizeof command, "diff -r '%s' '%s' >/dev/null", run_in(one), run_in(other));
  /* Folders of our own making. NOLINTNEXTLINE(cert-env33-c) */
  assert_int_equal(system(command), 0);
}

void run_forge(const mr_run *run, const char *name, uint64_t batch, const mr_str *body) {
  char file[96];
  mr_str bytes = mr_str_growing(NULL);
  mr_batch_text text;
  assert_int_equal(mr_batch_compute(run, batch, NULL, &bytes, NULL), MR_OK);
  const char *from = mr_str_text(&bytes);
  assert_int_equal(mr_batch_parse(run, batch, from, bytes.length, &text, NULL), MR_BATCH_WHOLE);
  mr_str forged = mr_str_growing(NULL);
  mr_str_bytes(&forged, from, (size_t)(text.text - from));
  mr_str_bytes(&forged, mr_str_text(body), body->length);
  uint64_t sum = mr_hash_bytes(MR_HASH_START, mr_str_text(&forged), forged.length);
  mr_str_format(&forged, "sum %016llx\n", (unsigned long long)sum);
  snprintf(file, sizeof file, "%s/batches/%llu", name, (unsigned long long)batch);
  assert_int_equal(mr_file_write(run_in(file), mr_str_text(&forged), forged.length, NULL), MR_OK);
  mr_str_done(&bytes);
  mr_str_done(&forged);
}

unsigned run_damage(const mr_run *run, uint64_t batch, unsigned tries) {
  mr_str text = mr_str_growing(NULL);
  mr_batch_state found = MR_BATCH_MISSING;
  mr_run_sum *sum = NULL;
  mr_random random;
  unsigned refused = 0;
  mr_random_init(&random, batch + 1);
  assert_int_equal(mr_batch_read(run, batch, &found, &text, NULL), MR_OK);
  assert_int_equal(found, MR_BATCH_WHOLE);
  assert_int_equal(mr_run_sum_new(run, &sum, NULL), MR_OK);
  for (unsigned i = 0; i < tries; i++) {
    size_t length = i % 10 == 0 ? mr_random_below(&random, text.length) : text.length;
    char *copy = malloc(text.length);
    assert_non_null(copy);
    memcpy(copy, mr_str_text(&text), text.length);
    copy[mr_random_below(&random, text.length)] = "0129 :-\nx"[mr_random_below(&random, 9)];
    refused += mr_run_sum_add(sum, batch, copy, length, NULL) != MR_OK;
    free(copy);
  }
  assert_int_equal(mr_run_sum_add(sum, batch, mr_str_text(&text), text.length, NULL), MR_OK);
  mr_run_sum_free(sum);
  mr_str_done(&text);
  return refused;
}
