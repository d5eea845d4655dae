
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

static const mr_train_options few = {
    .positions = 1600, .generations = 2, .nodes = 40, .epochs = 12, .gate_games = 12, .seed = 4};

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
  assert_true(report.played >= 1600 && report.nodes > report.played);
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
  assert_non_null(strstr(err.message, "with 800 positions of a generation"));
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

static mr_status begin_at_random(void *context, uint64_t index, mr_match_opening *out,
                                 mr_error *err) {
  const fixture *s = context;
  mr_state *state = mr_state_new(s->game, NULL);
  mr_action *list = calloc(s->game->info.max_actions, sizeof *list);
  mr_random random;
  (void)err;
  mr_random_init(&random, index);
  mr_game_start(s->game, state);
  mr_status status = MR_OK;
  for (unsigned i = 0; i < 3 && mr_game_node(s->game, state).kind == MR_NODE_DECISION; i++) {
    size_t count = mr_game_actions(s->game, state, list);
    mr_action action = list[mr_random_below(&random, count)];
    status = status == MR_OK ? mr_match_opening_add(out, action) : status;
    mr_game_make(s->game, state, action, NULL, NULL);
  }
  free(list);
  mr_state_free(s->game, NULL, state);
  return status;
}

/* Against a network for which all positions are worth the same. */
static void what_was_trained_beats_what_was_not(void **state) {
  if (MR_SLOW_BUILD) {
    skip(); /* who is the stronger is the same in every build */
  }
  fixture *s = *state;
  mr_train_report report;
  mr_train_options more = few;
  mr_str network = mr_str_growing(NULL);
  more.positions = 8000;
  more.generations = 1;
  more.epochs = 20;
  more.gate_games = 2;
  assert_int_equal(train(s, &more, "more", &network, &report, NULL), MR_OK);
  mr_str_done(&network);
  mr_str trained = read_work(s, "more", "network-01");
  const char *begin = strstr(mr_str_text(&trained), "marcher-network"); /* behind its first line */
  assert_non_null(begin);
  mr_str blank = mr_str_growing(NULL);
  mr_fyn *nothing = NULL;
  assert_int_equal(mr_fyn_new(mr_fy_game_of(s->game), 32, mr_allocator_default(), &nothing, NULL),
                   MR_OK);
  nothing->scale = 200;
  mr_fyn_write(nothing, &blank);
  mr_fyn_free(nothing);
  const mr_network networks[2] = {
      {.bytes = begin, .length = trained.length - (size_t)(begin - mr_str_text(&trained))},
      {.bytes = mr_str_text(&blank), .length = blank.length}};
  mr_match_engine engines[2] = {
      {.name = "trained", .control = {.nodes = 60}, .memory = 1 << 20, .network = &networks[0]},
      {.name = "blank", .control = {.nodes = 60}, .memory = 1 << 20, .network = &networks[1]}};
  const mr_match_options match = {.game = s->game,
                                  .engines = engines,
                                  .engine_count = 2,
                                  .games = 40,
                                  .seed = 1,
                                  .opening = begin_at_random,
                                  .opening_context = s,
                                  .max_turns = 120};
  const mr_match_listener silent = {0};
  mr_match_report result = {0};
  mr_standing standing;
  mr_error err = {.message = ""};
  if (mr_match_run(&match, &silent, &result, &err) != MR_OK) {
    fail_msg("%s", err.message);
  }
  mr_tally_standing(&result.against[1], &standing);
  assert_true(standing.score.value > 0.6);
  mr_match_report_done(&result);
  mr_str_done(&blank);
  mr_str_done(&trained);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(the_same_options_give_the_same_bytes_with_any_number_of_threads),
    cmocka_unit_test(work_that_is_broken_off_goes_on_to_the_same_bytes),
    cmocka_unit_test(damaged_work_is_made_anew),
    cmocka_unit_test(other_work_is_not_gone_on_with),
    cmocka_unit_test(what_was_trained_beats_what_was_not),
};

MR_TEST_MAIN_WITH(tests, open_fixture, close_fixture)
