
#include <sys/wait.h>

#include <marcher/catalog.h>
#include <marcher/match.h>
#include <marcher/random.h>
#include <marcher/train.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "instruments.h"
#include "search/fairy/network/network.h"
#include "test_main.h"

/* A small game that nobody has seen: whoever loses the guard has lost. */
static const char SMALL[] = "[tiny:chess]\n"
                            "maxFile = 5\nmaxRank = 5\ncastling = false\ndoubleStep = false\n"
                            "pawnTypes = p\npromotionRegionWhite = *5\npromotionRegionBlack = *1\n"
                            "promotionPieceTypes = r\n"
                            "startFen = rnbkr/ppppp/5/PPPPP/RKBNR w - - 0 1\n";

typedef struct fixture {
  mr_catalog *catalog;
  mr_arena arena;
  mr_diagnostics list;
  mr_game *game;
  char folder[64]; /* of all work */
} fixture;

static int open_fixture(void **state) {
  fixture *s = calloc(1, sizeof *s);
  assert_non_null(s);
  mr_arena_init(&s->arena, NULL, 0);
  mr_diagnostics_init(&s->list, &s->arena);
  assert_int_equal(mr_catalog_new(NULL, &s->catalog, NULL), MR_OK);
  mr_status status = mr_catalog_add(s->catalog, "t", SMALL, strlen(SMALL), &s->list);
  status =
      status == MR_OK ? mr_catalog_open(s->catalog, "tiny", NULL, 0, &s->game, &s->list) : status;
  if (status != MR_OK) {
    fail_msg("%s", s->list.first->message);
  }
  strcpy(s->folder, "train-test-XXXXXX");
  assert_non_null(mkdtemp(s->folder));
  *state = s;
  return 0;
}

static int close_fixture(void **state) {
  fixture *s = *state;
  int status = 1;
  pid_t remover = fork();
  if (remover == 0) {
    execlp("rm", "rm", "-r", s->folder, (char *)NULL);
    _exit(1);
  }
  assert_int_equal(waitpid(remover, &status, 0), remover);
  assert_int_equal(status, 0);
  mr_game_free(s->game);
  mr_catalog_free(s->catalog);
  mr_arena_done(&s->arena);
  free(s);
  return 0;
}

static const mr_train_options few = {.positions = MR_SLOW_BUILD ? 800 : 1600,
                                     .generations = 2,
                                     .nodes = 40,
                                     .epochs = 12,
                                     .gate_games = MR_SLOW_BUILD ? 4 : 12,
                                     .seed = 4,
                                     .light = 140};

/* Trains in a folder of its own. */
static mr_status train(const fixture *s, const mr_train_options *options, const char *where,
                       mr_str *out, mr_train_report *report, mr_error *err) {
  char folder[128];
  snprintf(folder, sizeof folder, "%s/%s", s->folder, where);
  mr_train_options how = *options;
  how.folder = folder;
  how.runs.catalog = s->catalog;
  return mr_train_run(s->game, &how, out, report, err);
}

/* The whole of a small training. */
static void train_whole(const fixture *s, const char *where, unsigned threads,
                        mr_train_report *report) {
  mr_train_options options = few;
  mr_error err = {.message = ""};
  mr_str network = mr_str_growing(NULL);
  options.threads = threads;
  if (train(s, &options, where, &network, report, &err) != MR_OK) {
    fail_msg("%s", err.message);
  }
  assert_true((network.length > 0) == (report->best > 0));
  mr_str_done(&network);
}

/* A file of the work; the caller frees it. */
static mr_str read_work(const fixture *s, const char *where, const char *name) {
  char path[192], buffer[4096];
  size_t some = 0;
  mr_str text = mr_str_growing(NULL);
  snprintf(path, sizeof path, "%s/%s/%s", s->folder, where, name);
  FILE *file = fopen(path, "rb");
  if (file == NULL) {
    fail_msg("there is no %s", path);
  }
  while ((some = fread(buffer, 1, sizeof buffer, file)) > 0) {
    mr_str_bytes(&text, buffer, some);
  }
  fclose(file);
  return text;
}

static void assert_same_work(const fixture *s, const char *one, const char *other) {
  static const char *const files[] = {
      "network-01",         "network-02",         "match-01",         "match-02",
      "games-01/batches/0", "games-02/batches/1", "games-01/summary", "games-02/experiment"};
  for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
    mr_str a = read_work(s, one, files[i]), b = read_work(s, other, files[i]);
    assert_int_equal(a.length, b.length);
    assert_memory_equal(mr_str_text(&a), mr_str_text(&b), a.length);
    mr_str_done(&a);
    mr_str_done(&b);
  }
}

static void the_same_options_give_the_same_bytes_with_any_number_of_threads(void **state) {
  const fixture *s = *state;
  mr_train_report report;
  train_whole(s, "one", 1, &report);
  assert_int_equal(report.generations, 2);
  assert_true(report.played >= few.positions && report.nodes > report.played);
  train_whole(s, "two", 2, &report);
  assert_same_work(s, "one", "two");
}

/* Stops the work at its n-th word about it. */
typedef struct stopper {
  atomic_bool stop;
  unsigned left;
} stopper;

static void stop_after(void *context, const mr_train_progress *so_far) {
  stopper *it = context;
  (void)so_far;
  if (it->left > 0 && --it->left == 0) {
    atomic_store(&it->stop, true);
  }
}

static void work_that_is_broken_off_goes_on_to_the_same_bytes(void **state) {
  const fixture *s = *state;
  mr_status status = MR_ERR_CANCELLED;
  unsigned sittings = 0;
  for (unsigned after = 2; status == MR_ERR_CANCELLED; after += MR_SLOW_BUILD ? 18 : 9) {
    stopper it = {.left = after};
    mr_train_options options = few;
    mr_train_report report;
    mr_error err = {.message = ""};
    mr_str network = mr_str_growing(NULL);
    atomic_init(&it.stop, false);
    options.progress = stop_after;
    options.context = &it;
    options.stop = &it.stop;
    status = train(s, &options, "broken", &network, &report, &err);
    mr_str_done(&network);
    sittings++;
  }
  assert_int_equal(status, MR_OK);
  assert_true(sittings > 2);
  mr_train_report report;
  train_whole(s, "one", 1, &report);
  assert_same_work(s, "one", "broken");
}

static void damaged_work_is_made_anew(void **state) {
  const fixture *s = *state;
  static const char *const files[] = {"network-01", "games-01/batches/0", "figures-02"};
  mr_train_report report;
  train_whole(s, "one", 1, &report);
  train_whole(s, "broken", 1, &report);
  for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
    char path[192];
    snprintf(path, sizeof path, "%s/broken/%s", s->folder, files[i]);
    FILE *file = fopen(path, "r+b");
    assert_non_null(file);
    assert_int_equal(fseek(file, -2, SEEK_END), 0);
    assert_int_equal(fputc('#', file), '#');
    fclose(file);
  }
  train_whole(s, "broken", 1, &report);
  assert_same_work(s, "one", "broken");
  /* Games of an older generation are played again where a newer one learns from them. */
  static const char *const lost[] = {"games-01/batches/0", "network-02", "figures-02"};
  for (size_t i = 0; i < sizeof lost / sizeof lost[0]; i++) {
    char path[192];
    snprintf(path, sizeof path, "%s/broken/%s", s->folder, lost[i]);
    assert_int_equal(unlink(path), 0);
  }
  train_whole(s, "broken", 2, &report);
  assert_same_work(s, "one", "broken");
}

static void other_work_is_not_gone_on_with(void **state) {
  const fixture *s = *state;
  mr_train_options options = few;
  mr_train_report report;
  mr_error err = {.message = ""};
  mr_str network = mr_str_growing(NULL);
  train_whole(s, "broken", 1, &report);
  options.seed++;
  assert_int_equal(train(s, &options, "broken", &network, &report, &err), MR_ERR_MISMATCH);
  assert_non_null(strstr(err.message, "another training"));
  options = few;
  options.positions = 2 * few.positions; /* of each generation, too */
  assert_int_equal(train(s, &options, "broken", &network, &report, &err), MR_ERR_MISMATCH);
  assert_non_null(strstr(err.message, MR_SLOW_BUILD ? "with 400 positions of a generation"
                                                    : "with 800 positions of a generation"));
  options = few;
  options.generations = 0;
  assert_int_equal(train(s, &options, "none", &network, &report, &err), MR_ERR_ARGUMENT);
  options.positions = UINT64_MAX;
  assert_int_equal(train(s, &options, "none", &network, &report, &err), MR_ERR_RANGE);
  mr_game *game = NULL;
  fixture other = *s;
  mr_diagnostics list = s->list;
  assert_int_equal(mr_catalog_open(s->catalog, "borderline", NULL, 0, &game, &list), MR_OK);
  other.game = game;
  assert_int_equal(train(&other, &few, "none", &network, &report, &err), MR_ERR_UNSUPPORTED);
  mr_game_free(game);
  mr_str_done(&network);
}

/* What a generation is said to have brought. */
static void keep_generation(void *context, unsigned generation, const mr_train_generation *what) {
  mr_train_generation *out = context;
  assert_int_equal(generation, 1);
  *out = *what;
}

/* Of games that it has not learnt from: what the searches and the results say is nearer to the
   weights with the network than to the weights alone. */
static void what_is_trained_foretells_better_than_the_weights_alone(void **state) {
  if (MR_SLOW_BUILD) {
    skip(); /* what is learnt is the same in every build */
  }
  fixture *s = *state;
  mr_train_report report;
  mr_train_generation what = {0};
  mr_train_options more = few;
  mr_str network = mr_str_growing(NULL);
  more.positions = 8000;
  more.generations = 1;
  more.gate_games = 2;
  more.light = 140;
  more.finished = keep_generation;
  more.context = &what;
  assert_int_equal(train(s, &more, "more", &network, &report, NULL), MR_OK);
  assert_true(what.fit.learnt > 4000);
  assert_true(what.fit.loss_after < 0.99 * what.fit.loss_before);
  assert_true(what.light.learnt == what.fit.learnt);
  assert_true(what.light.loss_before > what.fit.loss_before); /* men and hands know less */
  assert_true(what.light.loss_after < 0.9 * what.light.loss_before);
  mr_str_done(&network);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(the_same_options_give_the_same_bytes_with_any_number_of_threads),
    cmocka_unit_test(work_that_is_broken_off_goes_on_to_the_same_bytes),
    cmocka_unit_test(damaged_work_is_made_anew),
    cmocka_unit_test(other_work_is_not_gone_on_with),
    cmocka_unit_test(what_is_trained_foretells_better_than_the_weights_alone),
};

MR_TEST_MAIN_WITH(tests, open_fixture, close_fixture)
