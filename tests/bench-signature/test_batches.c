#include "test_main.h"

#include <marcher/hash.h>
#include <marcher/run.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * tests/data/batches.signature holds batches of small runs, as their files have them behind the
 * head. No compiler, no build and no machine may change a byte: every preset compares them.
 * With MARCHER_UPDATE_SIGNATURE=1 in the environment (script/update-signature) it is written anew.
 */

static const char path[] = MR_SOURCE_DIR "/tests/data/batches.signature";

typedef struct golden {
  const char *name; /* of its part of the file */
  const char *plan;
} golden;

static const golden GOLDEN[] = {
    {"borderline", "game = borderline\nplayers = nodes:60\ngames = 4\nbatch = 2\nseed = 11\n"},
    {"warlord-lakes",
     "game = warlord-lakes\nplayers = nodes:40\ngames = 2\nbatch = 1\nlength = 60\n"},
    {"chess", "game = chess\nplayers =\n  nodes:60\n  level:2\n\ngames = 4\nbatch = 2\nseed = 3\n"},
    {"study", "kind = study\ngame = borderline\nplayers =\n  nodes:20\n  nodes:60,games:2\n\n"
              "games = 4\nbatch = 2\npairs = 2\nprobe = 20\n"},
    {"sweep", "kind = sweep\ngame = borderline\nkeys = rows=6,7\nplayers = nodes:20\n"
              "games = 4\nbatch = 2\n"},
    {"values", "kind = values\ngame = gardner\nplayers = nodes:20\ngames = 4\nbatch = 2\n"
               "pairs = 2\n"},
};

enum { GOLDEN_COUNT = sizeof GOLDEN / sizeof GOLDEN[0] };

/* Makes the run in `folder`. */
static mr_run *make(const golden *one, const char *folder) {
  mr_arena arena;
  mr_diagnostics list;
  mr_catalog *catalog = NULL;
  mr_game *game = NULL;
  mr_run *run = NULL;
  mr_plan plan;
  mr_error error = {.message = ""};
  mr_str text = mr_str_growing(NULL);
  mr_arena_init(&arena, NULL, 0);
  mr_diagnostics_init(&list, &arena);
  mr_str_format(&text, "[experiment]\n%s", one->plan);
  assert_int_equal(mr_plan_read("plan", text.data, text.length, &arena, &plan, NULL), MR_OK);
  assert_int_equal(mr_catalog_new(NULL, &catalog, NULL), MR_OK);
  assert_int_equal(mr_catalog_open(catalog, plan.game, NULL, 0, &game, &list), MR_OK);
  if (mr_run_make(folder, &plan, catalog, game, &error) != MR_OK ||
      mr_run_open(folder, &run, &error) != MR_OK) {
    fail_msg("%s: %s", one->name, error.message);
  }
  mr_catalog_free(catalog);
  mr_game_free(game);
  mr_str_done(&text);
  mr_arena_done(&arena);
  return run;
}

/* Appends the second batch, which is computed alone, with a line that names it. */
static void compute(const golden *one, mr_str *out) {
  char folder[] = "/tmp/marcher-batches-XXXXXX", command[64];
  mr_batch_text body;
  mr_str bytes = mr_str_growing(NULL);
  assert_non_null(mkdtemp(folder));
  mr_run *run = make(one, folder);
  assert_int_equal(mr_batch_compute(run, 1, NULL, &bytes, NULL), MR_OK);
  assert_int_equal(mr_batch_parse(run, 1, bytes.data, bytes.length, &body, NULL), MR_BATCH_WHOLE);
  mr_str_format(out, "# %s\n", one->name);
  mr_str_bytes(out, body.text, body.length);
  mr_str_done(&bytes);
  mr_run_free(run);
  snprintf(command, sizeof command, "rm -rf %s", folder);
  /* A folder of our own making. NOLINTNEXTLINE(cert-env33-c) */
  assert_int_equal(system(command), 0);
}

static void assert_batch(const golden *one) {
  static char file[65536];
  mr_str text = mr_str_growing(NULL);
  FILE *stream = fopen(path, "rb");
  assert_non_null(stream);
  size_t length = fread(file, 1, sizeof file - 1, stream);
  file[length] = '\0';
  fclose(stream);
  compute(one, &text);
  if (strstr(file, mr_str_text(&text)) == NULL) {
    fail_msg("not in %s:\n%s", path, mr_str_text(&text));
  }
  mr_str_done(&text);
}

static void a_batch_of_expectimax_is_what_it_was(void **state) {
  (void)state;
  assert_batch(&GOLDEN[0]);
}

static void a_batch_of_the_general_is_what_it_was(void **state) {
  (void)state;
  assert_batch(&GOLDEN[1]);
}

static void a_batch_of_alphabeta_is_what_it_was(void **state) {
  (void)state;
#ifdef MR_STRESS
  skip(); /* its table is kept tiny, so that it plays something else */
#endif
  assert_batch(&GOLDEN[2]);
}

static void a_batch_of_a_study_is_what_it_was(void **state) {
  (void)state;
  assert_batch(&GOLDEN[3]);
}

static void a_batch_of_a_sweep_is_what_it_was(void **state) {
  (void)state;
  assert_batch(&GOLDEN[4]);
}

static void a_batch_of_values_is_what_it_was(void **state) {
  (void)state;
#ifdef MR_STRESS
  skip(); /* as chess */
#endif
  assert_batch(&GOLDEN[5]);
}

/** Writes the file anew where that is asked for. */
static int update(void **state) {
  (void)state;
  if (getenv("MARCHER_UPDATE_SIGNATURE") == NULL) {
    return 0;
  }
  mr_str text = mr_str_growing(NULL);
  for (size_t i = 0; i < GOLDEN_COUNT; i++) {
    compute(&GOLDEN[i], &text);
  }
  FILE *file = fopen(path, "wb");
  bool written = file != NULL && fwrite(text.data, 1, text.length, file) == text.length;
  written = file != NULL && fclose(file) == 0 && written;
  mr_str_done(&text);
  return written ? 0 : -1;
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_batch_of_expectimax_is_what_it_was),
    cmocka_unit_test(a_batch_of_the_general_is_what_it_was),
    cmocka_unit_test(a_batch_of_alphabeta_is_what_it_was),
    cmocka_unit_test(a_batch_of_a_study_is_what_it_was),
    cmocka_unit_test(a_batch_of_a_sweep_is_what_it_was),
    cmocka_unit_test(a_batch_of_values_is_what_it_was),
};

MR_TEST_MAIN_WITH(tests, update, NULL)
